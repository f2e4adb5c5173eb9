# shellcheck shell=sh disable=SC2034,SC2086,SC2154
# The shell test `test` fails over the faulty timerd, by a line that has `says`.
need cc
need cmake
need redis-server
folders=products/timerd

seen() {
    timerd=faulty/products/timerd
    cmake -DTO="$PWD/scripts.h" -DFROM="$PWD/$timerd" -P $timerd/embed.cmake
    cmake -DTO="$PWD/tw_tree.h" -DFROM="$TW_SOURCE" -P "$TW_SOURCE/tools/tree.cmake"
    sources=$(find $timerd -maxdepth 1 -name '*.c' ! -name 'pg_*' ! -name 'lmdb_*' ! -name 'store_[lp]*')
    cc -std=c99 -O1 -DTIMERD_TLS=1 -I. $sources -o timerd -lhiredis -lssl -lcrypto
    TW_TRIES=150 TW_WORK=$PWD/run run_faulty sh "$TW_SOURCE/products/timerd/tests/${test}_test.sh" redis "$PWD/timerd" \
        >said 2>&1
    cat said
    [ $status -ne 77 ] || exit 77
    judge_faulty
    grep -qF "FAILED: $says" said || fail "it is not seen by the line '$says'"
}
