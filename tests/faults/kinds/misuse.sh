# shellcheck shell=sh disable=SC2154
# The program passes with the sound headers, and names what is wrong with the faulty ones.
need cc

seen() {
    cc -std=c99 -O1 -pthread "-I$TW_SOURCE" "$TW_SOURCE/tests/contract/misuse.c" -o sound
    cc -std=c99 -O1 -pthread -Ifaulty "$TW_SOURCE/tests/contract/misuse.c" -o program
    ./sound --cases 100 --on "$on" || fail "$on fails without the fault"
    run_faulty ./program --cases 100 --on "$on" >found
    grep WRONG found || fail "it ends with status $status, and nothing is wrong"
    judge_faulty
}
