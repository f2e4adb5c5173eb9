# shellcheck shell=sh disable=SC2154
# helgrind reports a race. shards_threads_test.sh says that it reports none without the fault.
need cc
need valgrind

seen() {
    cc -std=c99 -O1 -g -fno-inline -DHELGRIND -pthread -Ifaulty \
        "$TW_SOURCE/tests/threads/shards_threads.c" -o storm
    status=0
    timeout 300 valgrind --tool=helgrind --fair-sched=yes --error-exitcode=9 --exit-on-first-error=yes \
        "--suppressions=$TW_SOURCE/tests/threads/shards_helgrind.supp" ./storm 40 >found 2>&1 || status=$?
    [ $status -eq 9 ] && grep -m 1 "Possible data race" found || {
        tail found
        fail "helgrind reports no race"
    }
}
