#!/bin/sh
# reading_test.sh: each part of docs/reading.md names a header, and every word of C and every section that the part names
# stands in that header. Wants TW_SOURCE.
set -eu
cd "$TW_SOURCE"
page=docs/reading.md

# words BEGIN END: the words of C, and of capitals, in the lines from BEGIN up to END.
words() {
    sed -n "/$1/,/$2/p" $page | grep -o '`[A-Za-z_ ]*`\|\<[A-Z][A-Z ]*[A-Z]\>' | sed 's/`//g; s/^struct //' | sort -u
}

parts=0
for header in node verbs sortedlist timers; do
    parts=$((parts + 1))
    words "^## $parts[.] $header[.]h" '^You can now' >"${TW_WORK:=/tmp}.words"
    [ "$(wc -l <"$TW_WORK.words")" -ge 5 ] || { echo "FAILED: $page has no part $parts of $header.h"; exit 1; }
    while read -r word; do
        grep -qw "$word" $header.h || { echo "FAILED: $header.h has no $word, which $page names"; exit 1; }
    done <"$TW_WORK.words"
done
echo "ok"
