#!/bin/sh
# In docs/coming-from.md what stands in `...` in the columns `tw` compiles, in blocks/body.c: `n->due` and
# `timers_add(&t, n, due)` as expressions, `timers_add()` and `TW_OF` as names. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/pages.sh"
need cc

sed -n '/^|.*| tw |$/,/^$/s/^|.*| \(.*\) |$/\1/p' docs/coming-from.md | grep -o '`[^`]*`' | tr -d '`' | sort -u | awk '
    /^TW_[A-Z0-9_]*$/ { print "#if !defined(" $0 ")\n#error \"" $0 "\"\n#endif"; next }
    /^(tw|timers|jobs)_[a-z_]*\(\)$/ { sub(/\(\)/, ""); print "#if !defined(" $0 ")\n(void)" $0 ";\n#endif"; next }
    /[(>+]/ { print "(void)(" $0 ");" }' >"$TW_WORK/block.c"
[ "$(grep -c '^(void)' "$TW_WORK/block.c")" -gt 30 ] || fail "the tables were not read"
cc $strict "-I$TW_WORK" "-I$TW_SOURCE" -c "$here/blocks/body.c" -o "$TW_WORK/body.o" || fail "a call does not compile"

[ $failed -eq 0 ] || exit 1
echo "ok: $(grep -c '^(void)' "$TW_WORK/block.c") calls"
