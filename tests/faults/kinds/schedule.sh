# shellcheck shell=sh disable=SC2154
# The program fails in some order of its steps. HEADER_test says that it passes on the sound header.
need cc

seen() {
    source=$TW_SOURCE/tests/threads/${name%%.*}_test.c
    cc -std=c99 -O0 -U_FORTIFY_SOURCE -Ifaulty "$source" -o program
    run_faulty ./program "$program" >found 2>&1
    cat found
    judge_faulty
    # Not only by another number of runs; and the choices that it prints lead there again.
    choices=$(sed -n 's/.*to see it again: [a-z0-9_]* //p' found)
    if [ -z "$choices" ] || ./program "$program" "$choices" >again 2>&1; then
        fail "no run that fails, or it passes when run again"
    fi
}
