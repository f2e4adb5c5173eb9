#!/bin/sh
# The program in README.md is the one in examples/hello.c, and every file it links to is there. Wants TW_SOURCE and TW_WORK.
set -eu
mkdir -p "$TW_WORK"
cd "$TW_SOURCE"

sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' >"$TW_WORK/readme.c"
sed -n '/^TW_TIMERS_OF/,$p' examples/hello.c >"$TW_WORK/hello.c"
test -s "$TW_WORK/readme.c"
diff "$TW_WORK/readme.c" "$TW_WORK/hello.c"

for link in $(grep -o '](\([^)]*\))' README.md | tr -d '()]'); do
    test -e "$link" || { echo "FAILED: README.md links to $link"; exit 1; }
done
