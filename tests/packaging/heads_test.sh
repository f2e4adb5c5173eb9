#!/bin/sh
# Each block DO THIS and EXAMPLE in the heads of the headers compiles with strict warnings. heads.py finds the blocks and
# takes the code out of them. heads/around.txt has what a program declares around each, and heads/rows.c what it declares
# around a table of macros. A block must declare each name that is not given there. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/pages.sh"
need cc
need python3
[ "$(uname -s)" = Linux ] || skip "some of the heads want poll()"

cd "$TW_WORK"
unfold "$here/heads/around.txt" around
python3 -B "$here/heads.py" "$TW_SOURCE" . >names
[ "$(wc -l <names)" = "$(cat "$TW_SOURCE"/*.h | grep -cE '^   (DO THIS|EXAMPLE)')" ] || fail "a block was not read"
while read -r name; do
    around=around/$name.c
    [ -f "$around" ] || around=$here/heads/rows.c
    mv "$name.file" file.c && mv "$name.body" body.c
    # shellcheck disable=SC2086 # strict is a list
    cc $strict -Wno-unused -Wno-shadow -D_POSIX_C_SOURCE=200809L -I. "-I$TW_SOURCE/include" -c "$around" -o block.o ||
        fail "$name: the block of this header does not compile"
    rm -f "around/$name.c"
done <names
[ -z "$(ls around)" ] || fail "around.txt tells of no block: $(ls around)"
[ $failed -eq 0 ] || exit 1
echo "ok: $(wc -l <names) blocks"
