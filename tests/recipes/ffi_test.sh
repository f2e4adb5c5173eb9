#!/bin/sh
# ffi_test.sh python|rust|go: examples/ffi as docs/ffi.md describes it: what the compiled library exports, and does not;
# what the example in that language prints; that example beside a model; and the faults of ../faults/ffi.list, which must
# be seen. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
need cc
need nm
language=$1
case $language in rust) need rustc ;; go) need go && need gofmt && need_reference ;; esac
here=$(cd "$(dirname "$0")" && pwd)
page=$TW_SOURCE/docs/ffi.md
strict="-std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wstrict-prototypes -Werror"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
copy faulty examples/ffi include
cd faulty/examples/ffi && cp "$here"/ffi_test.py "$here"/ffi_test.rs .
cp "$here/ffi_test.go" go/tw/table_test.go
export PYTHONDONTWRITEBYTECODE=1
export GOCACHE="$TW_WORK/cache" GOPATH="$TW_WORK/path" GOPROXY=off GOFLAGS="-mod=mod -buildvcs=false" CGO_ENABLED=1

# shared SOURCE LIBRARY [OPTION...]
shared() {
    source=$1 library=$2
    shift 2
    # shellcheck disable=SC2086
    cc $strict -shared -fPIC "-I$TW_SOURCE/include" "$@" "$source" -o "$library"
}

# What the page says of names: each word in `...` of the table's first column is exported, or is not, as the second says.
printf '#define TW_API __attribute__((visibility("default")))\n' >plain.c
printf '#define TW_IMPLEMENTATION\n#include <tw/heap4.h>\n#include <tw/hwheel.h>\n#include <tw/table.h>\n#include <tw/timers.h>\n' >>plain.c
shared plain.c libplain.so
nm -D --defined-only libplain.so | sed 's/.* //' | sort >exported
sed -n 's/^| \(`.*`\) | \(yes\|no\) |.*/\2 \1/p' "$page" | tr -d '`,' >table
[ "$(wc -l <table)" -ge 4 ] || fail "the table of docs/ffi.md was not read"
while read -r answer names; do
    for name in $names; do
        is=no
        ! grep -qx "$name" exported || is=yes
        [ $is = "$answer" ] || fail "docs/ffi.md: $name exported? $is"
    done
done <table
grep '_ticks' exported | while read -r name; do
    grep -q "^yes.* $name\( \|$\)" table || fail "docs/ffi.md has no $name"
done

# try [BITS]: the example prints what it should, and the test passes. With 16 bits, the example of Python alone.
try() {
    "try_$language" "${1:-64}"
}

try_python() {
    timeout 60 python3 tw_timers.py ./libtw_ffi.so >got && diff -u "$here/ffi.out" got || return 1
    [ "$1" -eq 16 ] || timeout 60 python3 ffi_test.py ./libtw_ffi.so
}

try_rust() {
    for program in tw_timers ffi_test; do
        rustc --edition 2021 $warnings -L. -C link-arg=-Wl,-rpath,. $program.rs || { echo "error in $program"; return 1; }
    done
    timeout 60 ./tw_timers >got && diff -u "$here/ffi.out" got && timeout 60 ./ffi_test
}

try_go() (
    cd go
    go build -o ../kitchen . || { echo "error in the package"; return 1; }
    timeout 60 ../kitchen >got && diff -u "$here/ffi.out" got && go test -timeout 60s ./tw
)

warnings="-D warnings"
bits="16 32 64"
[ "$language" = python ] || bits=64
if [ "$language" = go ]; then # the header stands beside the package, as in a module of a user, or else in dist
    [ -z "$(gofmt -l go)" ] || fail "gofmt wants another layout: $(gofmt -l go)"
    cp "$TW_GENERATED/dist/tw_table.h" go/tw
    (cd go && go vet ./...) && try || fail "the header beside the package"
    mkdir "$TW_WORK/faulty/dist" && mv go/tw/tw_table.h "$TW_WORK/faulty/dist"
fi
for bits in $bits; do
    shared tw_ffi.c ./libtw_ffi.so -DTW_TICK_BITS="$bits"
    try "$bits" || fail "with ticks of $bits bits"
done
if [ "$language" = rust ]; then # a library of another width is refused
    shared tw_ffi.c ./libtw_ffi.so -DTW_TICK_BITS=32
    ! ./tw_timers 2>said && grep -q 'ticks of another width' said || fail "a library with ticks of 32 bits"
fi

warnings="-A warnings"
names=$(names_of ffi)
for fault in $names; do # the test must fail with each
    case $fault in rust_* | go_*) of=${fault%%_*} ;; *) of=python ;; esac
    [ "$of" = "$language" ] || continue
    mkdir sound && cp -R tw_ffi.c tw_timers.py tw_timers.rs go sound
    seed ffi "$fault" "$TW_WORK/faulty"
    shared tw_ffi.c ./libtw_ffi.so
    if try >found 2>&1; then fail "nothing sees: $fault"; fi
    ! grep -q '^error in' found || { cat found; fail "$fault does not compile"; }
    cp -R sound/* . && rm -r sound
    echo "ok: seen: $fault"
done
