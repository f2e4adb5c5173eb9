# shellcheck shell=sh disable=SC2034,SC2154 # `port` is for the test; lib.sh has set the others
# Sourced behind lib.sh. start_sentinel PORT DOWN_MS: a Sentinel that takes the Redis at PORT for the master `jobs`, on a free
# port, found by trying, which is then $port. It keeps what it knows in its file.
sentinel_answers() { is_redis "$port" "$sentinel" || ! kill -0 "$sentinel" 2>/dev/null; }
start_sentinel() {
    port=$(free_port)
    printf '%s\n' "port $port" "bind 127.0.0.1" "sentinel monitor jobs 127.0.0.1 $1 1" \
        "sentinel down-after-milliseconds jobs $2" "sentinel failover-timeout jobs 5000" >sentinel.conf
    redis-server sentinel.conf --sentinel >sentinel.log 2>&1 &
    sentinel=$!
    started="$started $sentinel"
    until_ sentinel_answers
    kill -0 "$sentinel" 2>/dev/null || start_sentinel "$@"
}
