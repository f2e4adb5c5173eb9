#!/bin/sh
# operator_test.sh ENGINE PROGRAM: how late firings were, how long the first ready one waits, and who cancelled, requeued and
# shut down. Guards against a queue that nobody looks after, and a deed that nobody has done.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
long_ago=1000000000000 # ms that a firing of 1970 is late, at least
begin t --log-level info --attempts 1 --lease 300ms --metrics 0
until_ is_ready t
page() { curl -s "$(sed -n 's/^timerd: metrics on //p' t.out)"; }
value() { page | sed -n "s/^timerd_late_ms$1 //p"; }

same "nothing is ready" 0 "$(stat t oldest-ready-ms)"
same "ARM" OK "$(ask t ARM "an old one" 1 x)"
until_ stat_is t ready 1
stat_above t oldest-ready-ms $long_ago || fail "its age is $(stat t oldest-ready-ms) ms"
same "too late for all bounds" "0 0" "$(stat t late-le-1) $(stat t late-le-60000)"
stat_above t late-ms-sum $long_ago || fail "together: $(stat t late-ms-sum) ms"
if command -v curl >>log; then
    same "the histogram" "0 0 1 1" "$(value '_bucket{le="1"}') $(value '_bucket{le="60000"}') $(value '_bucket{le="+Inf"}') $(value _count)"
    same "its sum" "$(stat t late-ms-sum)" "$(value _sum)"
fi
row=$(raw t TAKE 1)
same "nothing is ready" 0 "$(stat t oldest-ready-ms)"
until_ stat_is t dead 1

same "REQUEUE" 1 "$(raw t REQUEUE "an old one" "$(echo "$row" | sed -n 2p)")"
same "CANCEL" 1 "$(raw t CANCEL "an old one")"
same "CANCEL of nothing" 0 "$(raw t CANCEL nothing)"
same "SHUTDOWN" OK "$(raw t SHUTDOWN)"
wait "$t"
sed -n "s/^timerd: \(.*\) by process [1-9][0-9]* of user $(id -u)\$/\1/p" t.err >deeds
printf '%s\n' "REQUEUE an?old?one" "CANCEL an?old?one" SHUTDOWN | diff - deeds || fail "it says: $(cat t.err)"

# By TCP, and with no line where the log has none of this level.
for level in info:1 warning:0; do
    : >p.out # or the port of the last one is read, while the new one has not emptied it
    "$program" --store "$store" --listen 0 --log-level "${level%:*}" >p.out 2>p.err &
    started="$started $!"
    until_ is_ready p
    port=$(sed -n 's/^timerd: ready on 127.0.0.1://p' p.out)
    same "SHUTDOWN" OK "$(redis-cli -p "$port" SHUTDOWN)"
    wait $!
    same "lines with $level" "${level#*:}" "$(grep -c 'SHUTDOWN by 127.0.0.1:[1-9]' p.err || true)"
done
