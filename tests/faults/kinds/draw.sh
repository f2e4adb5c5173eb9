# shellcheck shell=sh disable=SC2034,SC2154
# tw_draw ends with status 1 at the command before the last one, and says which invariant broke. The page of exercises
# has one of the messages.
need cc
folders="tools/draw tools/replay"
[ "$(getconf LONG_BIT)" = 64 ] || skip "heap4 has its root elsewhere on this machine"

seen() {
    cc -std=c99 -O1 -Ifaulty -Ifaulty/tools -o tw_draw faulty/tools/draw/*.c faulty/tools/replay/quote.c
    printf '%s\n' "$commands" | tr ';' '\n' >1.draw
    status=0
    ./tw_draw --structure "$structure" 1.draw >out 2>err || status=$?
    [ $status -eq 1 ] || fail "the status is $status"
    wanted="1.draw:$(($(wc -l <1.draw) - 1)): an invariant of $structure does not hold: $message"
    [ "$(cat err)" = "$wanted" ] || fail "says '$(cat err)', not '$wanted'"
    [ "$name" != shown_on_the_page ] ||
        grep -qxF "$wanted" "$TW_SOURCE/docs/algorithms/README.md" ||
        fail "the page shows another message"
}
