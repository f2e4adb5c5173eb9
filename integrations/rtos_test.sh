# Sourced by the test of an RTOS, which has set $here: it begins in an empty folder. Wants TW_SOURCE and TW_WORK.
# shellcheck shell=sh disable=SC2154
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

fail() {
    echo "FAILED: $*"
    exit 1
}

# refused COMMAND MESSAGE ARGUMENT...
refused() {
    command=$1 message=$2 status=0
    shift 2
    sh "$here/$command" "$@" 2>said || status=$?
    [ $status = 2 ] && grep -qF -- "$message" said || fail "$command, where \"$message\" is due: $status, $(cat said)"
}

# another TREE FILE SUBSTITUTION MESSAGE: the tree with one file changed is refused, and stays as it is.
another() {
    rm -rf other other.before
    cp -R "$1" other
    sed "$3" "$1/$2" >"other/$2"
    ! cmp -s "$1/$2" "other/$2" || fail "nothing to change in $2"
    cp -R other other.before
    refused apply.sh "$4" other
    diff -r other other.before || fail "refused, and changed"
}

# figures COUNT ROWS COLUMNS MESSAGE: figures.sh prints such a table for COUNT timers. It refuses a tree that lacks the file.
figures() {
    need valgrind
    need arm-none-eabi-gcc
    sh "$here/figures.sh" --help | grep -q 'bytes on a Cortex-M0' || fail "--help"
    refused figures.sh 'COUNT is a number' 8 many
    refused figures.sh "$4" --from .
    sh "$here/figures.sh" "$1" >table
    cat table
    [ "$(grep -cE "^\| [a-z0-9]+ \|( [1-9][0-9]+ \|){$3}\$" table)" = "$2" ] || fail "another table"
}
