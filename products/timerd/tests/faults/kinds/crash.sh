# shellcheck shell=sh disable=SC2034,SC2086,SC2154
# crash_test, which is the argument, finds a broken promise of the faulty timerd. The entries crash.* say that the sound
# one breaks none.
need cc
need cmake
folders=products/timerd

seen() {
    timerd=faulty/products/timerd
    case $run in *redis*) need redis-server ;; esac
    cmake -DTO="$PWD/scripts.h" -DFROM="$PWD/$timerd" -P $timerd/embed.cmake
    cmake -DTO="$PWD/tw_tree.h" -DFROM="$TW_SOURCE" -P "$TW_SOURCE/tools/tree.cmake"
    sources=$(find $timerd -maxdepth 1 -name '*.c' ! -name 'pg_*' ! -name store_postgres.c)
    cc -std=c99 -O1 -DTIMERD_LMDB=1 -I. $sources -o timerd -lhiredis -llmdb
    run_faulty "$1" --timerd timerd --dir store $run >said 2>&1
    cat said
    grep -q "^VIOLATED: " said || fail "no broken promise was found (status $status)"
    ! grep -E "^VIOLATED: (timerd runs|timerd prints|a connection|SIGTERM)" said ||
        fail "it cannot work at all"
    judge_faulty
}
