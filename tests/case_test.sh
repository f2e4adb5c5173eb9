#!/bin/sh
# case_test.sh: case.py takes each mark of a transcript, sees each difference, writes a transcript
# anew, and refuses a bad one. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
program=$(command -v cat) runner=$TW_SOURCE/tests/case.py

fail() {
    echo "FAILED: $*"
    cat said
    exit 1
}

# run STATUS [--update] [NAME...]: cat.cases, with what is said in `said`.
run() {
    wanted=$1 status=0 update=
    shift
    [ "${1-}" != --update ] || { update=$1 && shift; }
    # shellcheck disable=SC2086
    python3 "$runner" $update cat.cases "$program" "$@" >said 2>&1 || status=$?
    [ $status -eq "$wanted" ] || fail "status $status, not $wanted"
}

says() { grep -qxF -e "$1" said || fail "it does not say: $1"; }

cp "$TW_SOURCE/tests/case_test.cases" sound
cp sound cat.cases
unset TW_SOURCE # case.py finds it
run 0
printf 'ok: bytes\nok: given\nok: dog.named\nok: own\n' | diff - said || fail "not all cases run"
run 0 given own
printf 'ok: given\nok: own\n' | diff - said || fail "not the cases that are named"
run 0 dog. bytes
printf 'ok: bytes\nok: dog.named\n' | diff - said || fail "not the cases of the program that is named"
run 0 --update
cmp sound cat.cases || fail "a transcript that is right is written anew"

# sees NAME LINE CHANGED: the case fails if a line of its transcript is changed; the diff says so.
sees() {
    line=$2 changed=$3 awk '$0 == ENVIRON["line"] && !n++ { $0 = ENVIRON["changed"] } { print }' \
        sound >cat.cases
    cp cat.cases changed
    run 1
    says "FAILED: $1"
    says "1 of 4 cases failed; one alone: $runner cat.cases $program NAME"
    says "+$2"
    [ "$3" = '# left out' ] || says "-$3"
    [ "$(grep -c '^ok: ' said)" -eq 3 ] || fail "another case fails, too"
    cmp cat.cases changed || fail "a transcript is written anew without --update"
    run 0 --update "$1"
    grep -v '^# left out' cat.cases | cmp - sound || fail "--update: it is another transcript"
}
sees given '| of the run' '| of the'
sees given '| cat' '# left out'
sees own '| all' '| all\c'
sees bytes '! \x20' '!'
sees bytes '! \x20' '# left out'
sees bytes '|' '# left out'
sees own '? 137' '? 9'
sees given '? 0' '# left out'
sees given '| case, one = two' '| all, one = two'

# refused MESSAGE LINE...: a transcript of these lines is refused in one line, and not written.
refused() {
    message=$1
    shift
    printf '%s\n' "$@" >cat.cases
    cp cat.cases before
    run 1 --update
    says "case.py: cat.cases$message"
    [ "$(wc -l <said)" -eq 1 ] || fail "more than one line"
    cmp before cat.cases || fail "it is written"
}
refused ': cat has no case' '# nothing' '% A=1'
refused ': b has no run' '= a' '$ :' '= b' '= c' '$ :'
refused ':3: a is there twice' '= a' '$ :' '= a' '$ :'
refused ':1: the name of a case is letters, digits and _, or PROGRAM.NAME' '= a b' '$ :'
refused ':1: no mark that may stand here: $ :' '$ :' '= a' '$ :'
refused ':2: no mark that may stand here: | a' '= a' '| a' '$ :'
refused ':3: no mark that may stand here: % A=1' '= a' '$ :' '% A=1'
refused ':3: no mark that may stand here: + a' '= a' '$ :' '+ a'
refused ':3: no mark: text' '= a' '$ :' 'text'
refused ':1: a variable is NAME=VALUE' '% A' '= a' '$ :'
refused ':4: a status is one number' '= a' '$ :' '? 1' '? 1'
refused ':3: a status is one number' '= a' '$ :' '? x'
refused ':3: no escape: \z' '= a' '$ :' '| \z'
# shellcheck disable=SC1003
refused ':3: no escape: a\' '= a' '$ :' '| a\'
refused ':3: no escape: \c a' '= a' '$ :' '| \c a'
refused ':3: no escape: \xg0' '= a' '$ :' '| \xg0'
cp sound cat.cases
run 1 --update given absent
says "case.py: cat.cases has no case absent"
run 1 --update cat.
says "case.py: cat.cases has no case cat."
program=./absent
run 1
says "case.py: there is no program absent"
