# shellcheck disable=SC2154 # n is given
# Sourced by shards_test.sh: leases of consumers that run out between two timerds.
# What one was given and did not acknowledge comes again at the other, which is told when a lease has run out.
start a "$@" --lease 300ms
start b "$@" --lease 300ms
until_ stat_is b shards-owned 8
until_ stat_is a shards-owned 8
pipe a 'ARM e% 1 x' >>log
until_ stat_is a waiting 0
raw a TAKE 1000 >>given
acked=0
while [ $acked -lt $n ]; do
    raw b TAKE 1000 BLOCK 60000 | paste -d ' ' - - - - - - >row
    [ -s row ] || fail "a minute, and $acked of $n came"
    awk '{ print "ACK", $1, $2 }' row | redis-cli -s b.sock >acks
    acked=$((acked + $(paste -d ' ' row acks | grep -c '^e.* 1$' || true)))
done
until_ stat_is b leased 0
stop a
stop b
