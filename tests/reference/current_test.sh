#!/bin/sh
# The pages that the build has made are what tools/reference makes of the headers now, and every example is quoted on its
# page. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
need_reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"

python3 -B "$TW_SOURCE/tools/reference" "$TW_WORK"
diff -r "$TW_WORK" "$TW_GENERATED/docs/reference" || {
    echo "FAILED: < is what the headers say now, > is of an earlier build: build the target generated"
    exit 1
}
for example in "$TW_SOURCE"/docs/reference/examples/*.c; do
    grep -q "$(basename "$example")" "$TW_WORK/$(basename "$example" .c).md" || {
        echo "FAILED: no page quotes $example"
        exit 1
    }
done

python3 -B "$TW_SOURCE/tools/reference" --help >"$TW_WORK/said"
grep -q 'writes the reference' "$TW_WORK/said"
status=0
python3 -B "$TW_SOURCE/tools/reference" --no-such-option 2>"$TW_WORK/said" || status=$?
[ "$status" = 2 ] && grep -q 'try --help' "$TW_WORK/said"
echo "ok: $(find "$TW_WORK" -name '*.md' | wc -l) pages"
