#!/bin/sh
# bindings_test.sh: examples/bindings as docs/bindings.md describes it: what the compiled library exports, and does not;
# what the example prints, for each width of ticks; that example beside a model; and the faults of
# ../faults/bindings.list, which must be seen. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
need cc
need nm
here=$(cd "$(dirname "$0")" && pwd)
page=$TW_SOURCE/docs/bindings.md
strict="-std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wstrict-prototypes -Werror"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
copy faulty examples/bindings
cd faulty/examples/bindings && cp "$here/bindings_test.py" .
export PYTHONDONTWRITEBYTECODE=1

# shared SOURCE LIBRARY [OPTION...]
shared() {
    source=$1 library=$2
    shift 2
    # shellcheck disable=SC2086
    cc $strict -shared -fPIC "-I$TW_SOURCE" "$@" "$source" -o "$library"
}

# What the page says of names: each word in `...` of the table's first column is exported, or is not, as the second says.
printf '#define TW_IMPLEMENTATION\n#include "heap4.h"\n#include "hwheel.h"\n#include "timers.h"\n' >plain.c
shared plain.c libplain.so
nm -D --defined-only libplain.so | sed 's/.* //' | sort >exported
sed -n 's/^| \(`.*`\) | \(yes\|no\) |.*/\2 \1/p' "$page" | tr -d '`,' >table
[ "$(wc -l <table)" -ge 4 ] || fail "the table of docs/bindings.md was not read"
while read -r answer names; do
    for name in $names; do
        is=no
        ! grep -qx "$name" exported || is=yes
        [ $is = "$answer" ] || fail "docs/bindings.md: $name exported? $is"
    done
done <table
grep '_ticks' exported | while read -r name; do
    grep -q "^yes.* $name\( \|$\)" table || fail "docs/bindings.md has no $name"
done

# try [BITS]: the example prints what it should, and the test passes. With 16 bits, the example alone.
try() {
    timeout 60 python3 tw_timers.py ./libtw_ffi.so >got && diff -u "$here/bindings.out" got || return 1
    [ "${1:-64}" -eq 16 ] || timeout 60 python3 bindings_test.py ./libtw_ffi.so
}

for bits in 16 32 64; do
    shared tw_ffi.c ./libtw_ffi.so -DTW_TICK_BITS=$bits
    try $bits || fail "with ticks of $bits bits"
done

names=$(names_of bindings)
for fault in $names; do # the test must fail with each
    mkdir sound && cp tw_ffi.c tw_timers.py sound
    seed bindings "$fault" "$TW_WORK/faulty"
    shared tw_ffi.c ./libtw_ffi.so
    if try >found 2>&1; then fail "nothing sees: $fault"; fi
    cp sound/* . && rm -r sound
    echo "ok: seen: $fault"
done
