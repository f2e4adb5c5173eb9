#!/bin/sh
# seeded_test.sh LIST LIBRARY: each bug of LIST, seeded into a copy of our headers, breaks the promise named for it, and none
# before it, by a sequence that is no longer than LIST says. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/faults/lib.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
grep -v '^#' "$1" >list
while read -r name structure bits promise longest; do
    copy faulty
    python3 -B "$faults/seed.py" "$faults/scenario.list" "$name" faulty >values || fail "$name cannot be seeded"
    cc -std=c99 -O1 "-DTW_TICK_BITS=$bits" -Ifaulty "-I$TW_SOURCE/products/judge" "$TW_SOURCE/products/judge/subjects/tw.c" "$2" -o program
    status=0
    ./program "$structure" --first --json --ops 4000 --cancels 1000 >card || status=$?
    [ "$status" = 1 ] || fail "$name is not seen: status $status"
    python3 - "$promise" "$longest" <<'EOT' || fail "$name: wanted $promise, $longest operations at most"
import json
import sys

broken = [row for row in json.load(open("card", encoding="utf-8"))["promises"] if row["state"] == "broken"]
print(broken[0]["promise"], broken[0]["lines"])
sys.exit(broken[0]["promise"] != sys.argv[1] or broken[0]["operations"] > int(sys.argv[2]))
EOT
    echo "ok: seen: $name"
done <list
