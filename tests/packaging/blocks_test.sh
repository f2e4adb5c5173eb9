#!/bin/sh
# On every page of the repository each block of code is fenced and names its language. Of ours, ```c is compiled with
# strict warnings, and a program (it has a main) is run and must end with status 0; ```sh is read by a shell; ```tw_draw
# is drawn again by the test `figures`, and ```c NAME is compiled with the project NAME of projects/. Any other word says
# that the block is no code of ours: ```text, ```java, ```cmake, or ```c other for the C of another library. The pages of
# docs/reference are made of the headers, and have tests of their own. A comment on the line before a block tells more:
#     <!-- c: NAME.c -->            the program is kept under this name, for commands that follow on the page
#     <!-- c: not run -->           the program is compiled only: it would not end
#     <!-- c: not run: NAME.c -->   both
#     <!-- c: NAME.h -->            a file that programs below it include
#     <!-- c: in file -->           a fragment, completed by blocks/file.c, or by another file there
#     <!-- sh: run -->              the commands are run, in a folder that looks like the top of the repository
#     <!-- sh: run and compare -->  they print what the next block says
# The folder of docs/tutorial.md is empty but for tw, which is the repository.
# With arguments, these pages alone. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/pages.sh"
need cc
need awk
[ "$(uname -s)" = Linux ] || skip "some of the programs want epoll, an eventfd or a timerfd"

c_block() { # BLOCK COMMENT
    name=$1.c
    case $2 in
    "c: in "*)
        cp "$1" block.c
        cc $strict -I. "-I$TW_SOURCE/include" -c "$here/blocks/${2#c: in }.c" -o block.o
        return
        ;;
    "c: not run: "*.c) name=${2#c: not run: } ;;
    "c: "*.c) name=${2#c: } ;;
    "c: "*.h) cp "$1" "${2#c: }" && return ;;
    "" | "c: not run") ;;
    *) echo "What does the comment '$2' mean?" && return 1 ;;
    esac
    grep -q '^int main(' "$1" || { echo "It is no program: complete it by a comment, <!-- c: in file -->" && return 1; }
    cp "$1" "$name"
    cc $strict "-I$TW_SOURCE/include" "$name" -o "${name%.c}" || return 1
    case $2 in "c: not run"*) return 0 ;; esac
    timeout 300 "./${name%.c}" >"$1.out" 2>&1 || { cat "$1.out" && return 1; }
}

# sh_block BLOCK COMMENT
sh_block() {
    sh -n "$1" || { echo "No shell can read this" && return 1; }
    [ -z "$2" ] || timeout 300 sh -e "$1" >printed 2>&1 || { cat printed && return 1; }
    case $2 in
    "sh: run and compare") mv printed expected ;;
    "" | "sh: run") ;;
    *) echo "What does the comment '$2' mean?" && return 1 ;;
    esac
}

# prints BLOCK: the commands of the block before it have printed this, if somebody said that they do
prints() {
    [ ! -f expected ] || { diff expected "$1" && rm expected; }
}

# quotes BLOCK FILE
quotes() {
    case $(cat "$2") in *"$(cat "$1")"*) ;; *) return 1 ;; esac
}

# A folder for each page, with links to what stands at the top of the repository.
: >"$TW_WORK/all"
[ $# -eq 0 ] || pages=$*
for page in $(printf '%s\n' $pages | grep -v '^docs/reference/'); do
    folder=$TW_WORK/$(printf %s "${page%.md}" | tr / .)
    mkdir "$folder"
    case $page in
    docs/tutorial.md) ln -s "$TW_SOURCE" "$folder/tw" ;;
    *) ln -s "$TW_SOURCE"/* "$folder/" && ln -sfn "$TW_GENERATED/dist" "$folder/dist" ;;
    esac
    extract "$page" "$folder" >"$folder.list"
    while IFS='|' read -r line language comment; do
        (cd "$folder" && prints "$line") || fail "$page:$line: the commands above print something else"
        case $language in
        FAILED) fail "$page:$line: $comment" ;;
        c) (cd "$folder" && c_block "$line" "$comment") </dev/null || fail "$page:$line: see above" ;;
        sh) (cd "$folder" && sh_block "$line" "$comment") </dev/null || fail "$page:$line: see above" ;;
        "cpp examples/"*) (cd "$folder" && quotes "$line" "${language#cpp }") || fail "$page:$line: ${language#cpp } has no such lines" ;;
        "c other") ;;
        "c "*) grep -q "^==> ${language#c }/" "$here/projects/projects.txt" || fail "$page:$line: there is no project ${language#c }" ;;
        C | h | H | cc | cpp | c++ | C++ | cxx | bash | shell | console) fail "$page:$line: say c or sh" ;;
        esac
        echo "$language" >>"$TW_WORK/all"
    done <"$folder.list"
    [ ! -f "$folder/expected" ] || fail "$page: no block says what the last commands print"
done

# Posts are drained by a set whose clock has moved, on pages, in manuals and in examples.
# shellcheck disable=SC2086
awk '/_drain\(&/ && before !~ /_advance_some\(/ { print FILENAME ":" FNR ": drain() stands without advance_some() before it"; n++ }
    { before = $0 } END { exit n > 0 }' docs/*.md ./*.h examples/*/*.c integrations/*/*.[ch] integrations/*/*.md || failed=1

[ $failed -eq 0 ] || exit 1
echo "ok: $(grep -cx c "$TW_WORK/all") blocks of C, $(grep -cx sh "$TW_WORK/all") of commands"
