#!/bin/sh
# On every page of the repository each block of code is fenced and names its language. Of ours, ```c is compiled with
# strict warnings, and a program (it has a main) is run and must end with status 0; ```sh is read by a shell; ```tw_draw
# is drawn again by the test `figures`, and ```c NAME is compiled with the project NAME of projects/. Any other word says
# that the block is no code of ours: ```text, ```java, ```cmake, or ```c other for the C of another library. The pages of
# docs/reference are made of the headers, and have tests of their own. A comment on the line before a block tells more:
#     <!-- c: NAME.c -->     the program is kept under this name, for commands that follow on the page
#     <!-- c: not run -->    the program is compiled only: it would not end
#     <!-- c: in file -->    a fragment, completed by blocks/file.c, or by another file there
#     <!-- sh: run -->       the commands are run, in a folder that looks like the top of the repository
# Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/pages.sh"
need cc
need awk
[ "$(uname -s)" = Linux ] || skip "some of the programs want epoll, an eventfd or a timerfd"

# Prints LINE|LANGUAGE|COMMENT for each block of a page, and writes the block to FOLDER/LINE.
extract() { # PAGE FOLDER
    awk -v page="$1" -v folder="$2" '
        function wrong(what) { print NR "|FAILED|" what }
        /^```/ && !within {
            language = substr($0, 4)
            if (language == "")
                wrong("a block that does not name its language")
            else
                print NR "|" language "|" comment
            file = folder "/" NR
            printf "%s", language == "c" ? "#line " NR + 1 " \"" page "\"\n" : "" >file
            within = 1
            comment = ""
            next
        }
        /^```$/ && within { within = 0; close(file); next }
        within { print >file; next }
        comment != "" { wrong("the comment before this line belongs to no block"); comment = "" }
        /^<!-- (c|sh): .* -->$/ { comment = $0; gsub(/^<!-- | -->$/, "", comment) }
        /^[^ \t]/ { list = /^([*+-]|[0-9]+\.) / }
        /^(    |\t)/ && blank && !list { wrong("an indented block: fence it, and name its language") }
        { blank = !NF }
        END { if (within) wrong("a block that is not closed") }' "$1"
}

c_block() { # BLOCK COMMENT
    name=$1.c
    case $2 in
    "c: in "*)
        cp "$1" block.c
        cc $strict -I. "-I$TW_SOURCE" -c "$here/blocks/${2#c: in }.c" -o block.o
        return
        ;;
    "c: "*.c) name=${2#c: } ;;
    "" | "c: not run") ;;
    *) echo "What does the comment '$2' mean?" && return 1 ;;
    esac
    grep -q '^int main(' "$1" || { echo "It is no program: complete it by a comment, <!-- c: in file -->" && return 1; }
    cp "$1" "$name"
    cc $strict "-I$TW_SOURCE" "$name" -o "${name%.c}" || return 1
    [ "$2" != "c: not run" ] || return 0
    timeout 300 "./${name%.c}" >"$1.out" 2>&1 || { cat "$1.out" && return 1; }
}

# A folder for each page, with links to what stands at the top of the repository.
: >"$TW_WORK/all"
for page in $(printf '%s\n' $pages | grep -v '^docs/reference/'); do
    folder=$TW_WORK/$(printf %s "${page%.md}" | tr / .)
    mkdir "$folder" && ln -s "$TW_SOURCE"/* "$folder/" && ln -sfn "$TW_GENERATED/dist" "$folder/dist"
    extract "$page" "$folder" >"$folder.list"
    while IFS='|' read -r line language comment; do
        case $language in
        FAILED) fail "$page:$line: $comment" ;;
        c) (cd "$folder" && c_block "$line" "$comment") </dev/null || fail "$page:$line: see above" ;;
        sh)
            sh -n "$folder/$line" || fail "$page:$line: no shell can read this"
            [ "$comment" != "sh: run" ] || (cd "$folder" && timeout 300 sh -e "$line") </dev/null || fail "$page:$line: a command fails"
            ;;
        "c other") ;;
        "c "*) grep -q "^==> ${language#c }/" "$here/projects/projects.txt" || fail "$page:$line: there is no project ${language#c }" ;;
        C | h | H | cc | cpp | c++ | C++ | cxx | bash | shell | console) fail "$page:$line: say c or sh" ;;
        esac
        echo "$language" >>"$TW_WORK/all"
    done <"$folder.list"
done

[ $failed -eq 0 ] || exit 1
echo "ok: $(grep -cx c "$TW_WORK/all") blocks of C, $(grep -cx sh "$TW_WORK/all") of commands"
