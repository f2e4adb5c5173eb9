#!/bin/sh
# breaches_test.sh: each breach shows in a program of its own, against the library alone. Wants TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need python3 c++
mkdir -p "$TW_WORK" && cd "$TW_WORK"

# shows FILE WORDS: they stand in what the program prints; else the library has been mended, and the page is old.
shows() { grep -qF "$2" "$1" || { cat "$1" && echo "FAILED: $1 does not say $2" && exit 1; }; }

python3 "$TW_SOURCE/products/judge/breaches/asyncio_due_now.py" >asyncio
shows asyncio "at 8388608: called [8388608]"
shows asyncio "at 16777216: called []"

if /usr/bin/python3 -c 'import kombu' 2>/dev/null; then
    /usr/bin/python3 "$TW_SOURCE/products/judge/breaches/kombu_cancelled.py" >kombu
    shows kombu "1000 entries"
fi
if [ -d "${NPM-}" ]; then
    NODE_PATH=$NPM node "$TW_SOURCE/products/judge/breaches/timer_wheel_late.js" >wheel
    shows wheel "at 2147483648 ms: [ 'item' ]"
    shows wheel "at 4294967296 ms: []"
fi
if [ -d "${BIGCODE-}" ]; then
    cc -I"$BIGCODE" "$TW_SOURCE/products/judge/breaches/bigcode_late.c" "$BIGCODE/timer_wheel.c" -o bigcode
    ./bigcode >late
    shows late "at 4: nothing"
fi
if [ -d "${GLUSTERFS-}" ]; then
    cc -w -I"$GLUSTERFS/contrib/timer-wheel" -I"$GLUSTERFS/libglusterfs/src" \
        "$TW_SOURCE/products/judge/breaches/glusterfs_early.c" -pthread -o glusterfs
    ./glusterfs >early
    shows early "256 s: come after 255 s"
    shows early "300 s: not come"
fi
if [ -f /usr/share/java/jgroups.jar ] && command -v java >/dev/null; then
    java -cp /usr/share/java/jgroups.jar "$TW_SOURCE/products/judge/breaches/jgroups_wheel.java" >jgroups
    shows jgroups "95 ms come early: true"
    shows jgroups "after 1000 cancels: 1000 tasks"
fi
breaches=$TW_SOURCE/products/judge/breaches registry=/usr/share/cargo/registry
if [ -d /usr/share/gocode/src/github.com/siddontang/go/timingwheel ] && command -v go >/dev/null; then
    export GOCACHE="$TW_WORK/cache" GO111MODULE=off GOPATH=/usr/share/gocode
    go build -o siddontang "$breaches/siddontang_early.go"
    ./siddontang >go
    shows go "114 minutes come with 0: true"
fi
if [ -n "$(find $registry -maxdepth 1 -name 'mio-extras-*' 2>/dev/null)" ]; then
    printf '[package]\nname = "breaches"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\nmio = "0.6"\nmio-extras = "2"\n' >Cargo.toml
    for program in mio_early mio_late; do
        printf '[[bin]]\nname = "%s"\npath = "%s"\n' $program "$breaches/$program.rs" >>Cargo.toml
    done
    cargo build --quiet --offline --config 'source.crates-io.replace-with="debian"' \
        --config "source.debian.directory=\"$registry\""
    target/debug/mio_early >early
    shows early "an hour came at call 36001, early: true"
    target/debug/mio_late >late
    shows late "100 ms took more than a second: true"
fi

echo '#include <ns3/core-module.h>' >probe.cc
c++ -fsyntax-only probe.cc 2>/dev/null || skip "no ns-3 here"
c++ "$TW_SOURCE/products/judge/breaches/ns3_heap.cc" -lns3-core -o ns3_heap
./ns3_heap >ns3
shows ns3 "10 20 40 30 60 70"
