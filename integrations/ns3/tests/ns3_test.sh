#!/bin/sh
# ns3_test.sh random|examples|patch|hold: the schedulers of tw in ns-3, as Debian has it. Wants TW_SOURCE and TW_WORK.
#     random    they answer as MapScheduler does, and HeapScheduler does not
#     examples  three of ns-3's examples run the same events in the same order, with looks at the first event as well
#     patch     apply.sh mends HeapScheduler, and refuses another version and a second time
#     hold      hold.py prints its table
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo '#include <ns3/core-module.h>' >probe.cc
c++ -fsyntax-only probe.cc 2>/dev/null || skip "no ns-3 here"
here=$TW_SOURCE/integrations/ns3
ours="ns3::TwHeap4Scheduler ns3::TwRbtreeScheduler ns3::TwHwheelScheduler ns3::TwBigwheelScheduler"

fail() {
    echo "FAILED: $*"
    exit 1
}

# unpack PATH...: unpacks these files of Debian's source of ns-3 3.37 below `ns3`.
unpack() {
    # shellcheck disable=SC2034 # fetch() reads them
    sources=$TW_WORK package=ns3 version=3.37
    # shellcheck source=/dev/null
    . "$TW_SOURCE/tests/peers/lib.sh"
    need apt-get
    fetch
    mkdir ns3
    for path; do tar -xf "$archive" -C ns3 --strip-components=2 "ns-allinone-3.37/ns-3.37/$path"; done
}

build() { # PROGRAM SOURCE...
    program=$1
    shift
    # shellcheck disable=SC2046 # one word for each library
    c++ -std=c++17 -O1 -I"$TW_SOURCE" "$@" -Wl,--no-as-needed -lns3-core -Wl,--as-needed $libraries -o "$program"
}

libraries=
case $1 in
random)
    build random "$here/tests/random.cc" "$here/tw_scheduler.cc"
    # shellcheck disable=SC2086 # one word for each scheduler
    ./random $ours ns3::ListScheduler ns3::CalendarScheduler ns3::PriorityQueueScheduler || fail "they differ"
    ./random ns3::HeapScheduler >said || :
    grep -q DIFFERS said || fail "HeapScheduler has been mended: docs/bugs.md and the patch are old"
    ;;
examples)
    unpack examples/tutorial/second.cc examples/tutorial/third.cc examples/tcp/tcp-large-transfer.cc
    # The libraries of ns-3 lie beside that of its core.
    libraries=$(find "$(dirname "$(c++ -print-file-name=libns3-core.so)")" -name 'libns3-*.so' |
        sed 's|.*/lib|-l|; s|[.]so$||' | tr '\n' ' ')
    c++ -std=c++17 -O1 -fPIC -shared -I"$TW_SOURCE" "$here/tw_scheduler.cc" "$here/tests/record.cc" -o libtw_ns3.so
    # The programs know nothing of tw: the library is loaded before them.
    for example in tutorial/second tutorial/third tcp/tcp-large-transfer; do
        name=$(basename $example)
        build "$name" "ns3/examples/$example.cc"
        for scheduler in ns3::MapScheduler $ours; do
            for peeks in '' 1; do
                env ${peeks:+RECORD_PEEKS=1} LD_PRELOAD="$TW_WORK/libtw_ns3.so" RECORD_SCHEDULER=$scheduler RECORD_FILE="$TW_WORK/events" \
                    "./$name" --SchedulerType=ns3::RecordingScheduler >output 2>&1 || fail "$name ends: $(tail -n 3 output)"
                [ -f wanted ] || cp events wanted
                cmp events wanted || fail "$name runs other events under $scheduler"
            done
        done
        [ "$(wc -l <wanted)" -gt 20 ] || fail "$name has hardly any event"
        echo "$name: the same $(wc -l <wanted) events under each scheduler"
        rm wanted
    done
    ;;
patch)
    need patch
    unpack VERSION src/core/model/heap-scheduler.cc src/core/model/heap-scheduler.h
    cp -R ns3 other && echo 3.38 >other/VERSION
    status=0
    sh "$here/apply.sh" other 2>said || status=$?
    [ $status = 2 ] && grep -q 'other is ns-3 3.38; the patch is for ns-3 3.37' said || fail "$status: $(cat said)"
    cmp ns3/src/core/model/heap-scheduler.cc other/src/core/model/heap-scheduler.cc
    sh "$here/apply.sh" ns3
    # Both sources by other names, as the library has a HeapScheduler. Their includes are quoted.
    libraries="-iquote $(dirname "$(c++ -M probe.cc | grep -o '[^ ]*/core-module.h')")"
    for file in other/src/core/model/heap-scheduler.* ns3/src/core/model/heap-scheduler.*; do
        sed "s/HeapScheduler/${file%%/*}Scheduler/g" "$file" >"$file.named" && mv "$file.named" "$file"
    done
    build random "$here/tests/random.cc" other/src/core/model/heap-scheduler.cc ns3/src/core/model/heap-scheduler.cc
    ./random ns3::otherScheduler ns3::ns3Scheduler >said || :
    grep -qx 'ns3::otherScheduler: DIFFERS' said || fail "the source is sound before the patch: $(cat said)"
    grep -qx 'ns3::ns3Scheduler: as MapScheduler' said || fail "the patch does not mend it: $(cat said)"
    sed 's/HeapScheduler/ns3Scheduler/' "$TW_SOURCE/products/judge/breaches/ns3_heap.cc" >alone.cc
    build alone alone.cc ns3/src/core/model/heap-scheduler.cc
    ./alone | grep -qx '10 20 30 40 60 70 ' || fail "the report's program: $(./alone)"
    sed 's/ns3Scheduler/HeapScheduler/g' ns3/src/core/model/heap-scheduler.cc >named && mv named ns3/src/core/model/heap-scheduler.cc
    status=0
    sh "$here/apply.sh" ns3 2>said || status=$?
    [ $status = 2 ] && grep -q 'mended already' said || fail "a second time: $status: $(cat said)"
    ;;
hold)
    need python3
    python3 -B "$here/hold.py" --help >help && grep -q populations help
    python3 -B "$here/hold.py" --populations 10 2000 --events 500 --rounds 1 --list-up-to 10 >table
    cat table
    [ "$(grep -c 'Scheduler |' table)" = 9 ] || fail "hold.py prints another table"
    ;;
esac
