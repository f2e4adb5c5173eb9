#!/bin/sh
# hiredis_test.sh SCRIPT: timerd built with the hiredis 1.x that Debian's source of Redis brings, while the system has 0.14 (or
# the other way round: it says which), and the requests of SCRIPT over Redis.
set -eu
script=$1
. "$TW_SOURCE/tests/skip.sh"
. "$TW_SOURCE/tests/peers/lib.sh"
for program in apt-get cmake make redis-server; do
    need $program
done
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
sources=$PWD package=redis version='[0-9]*'
fetch
tar -xzf "$archive"
set -- redis-*/deps
deps=$PWD/$1
version() { awk '/define HIREDIS_MAJOR/ { print $3 }' "$1/hiredis/hiredis.h"; } # FOLDER
[ "$(version "$deps")" -ge 1 ] || skip "this Redis brings hiredis 0"
make -C "$deps/hiredis" static >make.log 2>&1 || {
    tail make.log
    exit 1
}
cmake -S "$TW_SOURCE" -B build -DCMAKE_BUILD_TYPE=Release -DTW_TIMERD=ON -DTW_TESTS=OFF -DTW_TOOLS=OFF -DTW_EXAMPLES=OFF \
    -DTW_BENCH=OFF -DTW_HIREDIS_INCLUDE="$deps" -DTW_HIREDIS="$deps/hiredis/libhiredis.a" >build.log 2>&1 &&
    cmake --build build --target timerd -j 2 >>build.log 2>&1 || {
    tail build.log
    exit 1
}
! grep -i 'warning' build.log || exit 1
program=$PWD/build/timerd/timerd
if ldd "$program" | grep -q hiredis; then
    echo "it is linked with the hiredis of the system"
    exit 1
fi
echo "hiredis $(version "$deps"), where the system has $(version /usr/include)"
TW_WORK=$TW_WORK/requests sh "$TW_SOURCE/products/timerd/tests/$script" redis "$program"
