#!/bin/sh
# SPDX-License-Identifier: MIT-0
# cost.sh LIBRARY [TURNS] - what recording costs a server: the CPU time that nghttpx, a proxy built on libev, takes for a
# request, with and without record.so (LIBRARY), in turns; then the median of the ratios. Wants nghttpx, nghttpd and
# h2load (Debian: nghttp2-proxy, nghttp2-server, nghttp2-client), loopback, and a machine that is idle.
set -eu
case ${1:---help} in --help) sed -n '3,5s/^# //p' "$0" && exit ;; esac
library=$1 turns=${2:-21} requests=15000 front=18481 back=18482
for program in nghttpx nghttpd h2load; do
    command -v $program >/dev/null || { echo "cost.sh: no $program here" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'kill $backend $proxy 2>/dev/null || :; rm -rf "$work"' EXIT
backend='' proxy=''
head -c 1000 /dev/zero | tr '\0' a >"$work/page"

# ready PORT: waits until something listens there.
ready() {
    port=$(printf ':%04X 00000000:0000 0A' "$1")
    tries=0
    until grep -q "$port" /proc/net/tcp; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { echo "cost.sh: nothing listens on port $1" >&2; exit 2; }
        sleep 0.05
    done
}

# turn VARIABLE=VALUE...: CPU time of the proxy for all requests in ns, as the scheduler counts it, into $ns.
turn() {
    env "$@" nghttpx --single-process --workers=1 --conf=/dev/null -f"127.0.0.1,$front;no-tls" \
        -b"127.0.0.1,$back;;proto=h2" --errorlog-file=/dev/null --accesslog-file=/dev/null 2>"$work/log" &
    proxy=$!
    ready $front
    h2load --h1 -n $requests -c 100 "http://127.0.0.1:$front/page" >"$work/load"
    grep -q " $requests succeeded" "$work/load" || { cat "$work/load" "$work/log" >&2; exit 2; }
    ns=$(cat /proc/$proxy/task/*/schedstat | awk '{ n += $1 } END { printf("%.0f", n) }')
    kill $proxy
    wait $proxy 2>/dev/null || :
}

nghttpd --no-tls -a 127.0.0.1 -d "$work" $back >/dev/null 2>&1 &
backend=$!
ready $back
turn RECORDED=no # once, to fill caches
i=0
while [ $i -lt "$turns" ]; do
    i=$((i + 1))
    rm -rf "$work/lines" && mkdir "$work/lines"
    if [ $((i % 2)) -eq 0 ]; then
        turn RECORDED=no && plain=$ns
        turn LD_PRELOAD="$library" TW_RECORD="$work/lines" && recorded=$ns
    else
        turn LD_PRELOAD="$library" TW_RECORD="$work/lines" && recorded=$ns
        turn RECORDED=no && plain=$ns
    fi
    lines=$(od -A n -t u8 -N 8 "$work/lines"/*)
    echo "turn $i: $((plain / requests)) ns per request, recorded $((recorded / requests)) ns, $((lines)) lines"
    echo "$recorded $plain" | awk '{ print $1 / $2 }' >>"$work/ratios"
done
sort -n "$work/ratios" | awk '{ r[NR] = $1 } END { printf("median: %.1f %% more CPU time, %.1f to %.1f\n",
    100 * r[int((NR + 1) / 2)] - 100, 100 * r[1] - 100, 100 * r[NR] - 100) }'
