#!/bin/sh
# Every public name has an entry in the reference, and one that is taken away is missed. Wants TW_SOURCE,
# TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
need gcc
need clang
need_reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK"
test=$TW_SOURCE/tests/reference/names_test.py

python3 -B "$test" "$TW_SOURCE" "$TW_GENERATED/docs/reference"

cp -r "$TW_GENERATED"/docs/reference/. "$TW_WORK"
sed -i '/^| `tw_forward` |/d; s/^| `tw_idle` |/| `tw_idler` |/' "$TW_WORK/README.md"
sed -i 's/tw_coalesce/&d/' "$TW_WORK/tw_tick.md"
python3 -B "$test" "$TW_SOURCE" "$TW_WORK" >"$TW_WORK/said" && { echo "FAILED: four faults are not seen"; exit 1; }
printf '%s\n' 'tw_forward has no entry in the reference' 'tw_idle has no entry in the reference' \
    'tw_idler has an entry, but the headers have no such name' 'tw_coalesce: its page does not tell of it' \
    'tw_idler: its page does not tell of it' | diff - "$TW_WORK/said"
