#!/bin/sh
# dist/ and docs/reference are what tools/generate makes of the headers beside them. It writes below the folder that it is
# told, from wherever it is called; it removes pages of an earlier run and nothing else; and each file says of which
# version it is. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
need_reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
fail() { echo "FAILED: $*"; exit 1; }

mkdir -p "a folder/dist" "a folder/docs/reference/man" && cd "a folder"
touch dist/tw_gone.h docs/reference/tw_gone.md docs/reference/man/tw_gone.3
touch kept dist/kept.h docs/kept.md docs/reference/kept.md
cd ..
"$TW_SOURCE/tools/generate" "a folder" >said
for file in kept dist/kept.h docs/kept.md docs/reference/kept.md; do
    rm "a folder/$file" || fail "$file was removed"
done
for part in dist docs/reference; do
    diff -rq -x man -x examples "a folder/$part" "$TW_SOURCE/$part" ||
        fail "$part is not what the headers make: run tools/generate, and commit what it changes"
done
diff -r "a folder" "$TW_GENERATED" || fail "> is in the build: build the target generated"

version=$(sed -n 's/^#define TW_VERSION .*"\(.*\)"/\1/p' "$TW_SOURCE/node.h")
find "a folder" -type f -print >files
[ "$(wc -l <files)" -gt 60 ] || fail "only $(wc -l <files) files"
while IFS= read -r file; do
    head -n 12 "$file" | grep -qF "$version" || fail "$file does not say of which version it is"
done <files

"$TW_SOURCE/tools/generate" --help | grep -q '^Makes the generated files' || fail "--help"
for wrong in --no-such-option "a b" ""; do
    status=0
    # shellcheck disable=SC2086
    "$TW_SOURCE/tools/generate" ${wrong:-""} 2>said || status=$?
    [ "$status" -eq 2 ] || fail "'$wrong' is taken"
    grep -q 'try --help' said || fail "the message for '$wrong'"
done
echo "ok: $(wc -l <files) files"
