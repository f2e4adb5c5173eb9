# Sourced by the tests of the pages: TW_WORK is made anew, and $pages are all of the repository, from TW_SOURCE.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../skip.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_SOURCE"
pages=$(find . \( -name 'build*' -o -name '.*' ! -name . -o -name node_modules \) -prune -o -name '*.md' -print | sed 's/^..//' | sort)
[ "$(printf '%s\n' $pages | wc -l)" -gt 20 ] || { echo "FAILED: the pages were not found"; exit 1; }
strict="-std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wstrict-prototypes -Werror -pthread"
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

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
