# shellcheck shell=sh disable=SC2034,SC2086,SC2154
# A case of durable_set_test or durable_kill_test finds the fault in tw_durable.c.
need cc
folders=products/timerd

seen() {
    set -- faulty/products/timerd/tests/set
    case $run in
    kill*) sources=$1/kill/durable_kill_test.c run=${run#kill } ;;
    *) sources=$(find "$1" -maxdepth 1 -name '*.c') ;;
    esac
    mkdir -p faulty/include/tw run && cp faulty/*.h faulty/include/tw
    cc -std=c99 -O1 -Ifaulty/include -Ifaulty/products/timerd/durable $sources \
        faulty/products/timerd/durable/tw_durable.c -o test -llmdb
    run_faulty sh -c "cd run && exec ../test $run"
    judge_faulty
}
