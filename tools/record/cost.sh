#!/bin/sh
# SPDX-License-Identifier: MIT-0
# cost.sh LIBRARY [TURNS] - what recording costs a server: the CPU time that nghttpx, a proxy built on libev, takes for a
# request, of two that run side by side, one of them with record.so (LIBRARY), under load in turns; then the median of
# the ratios. Wants nghttpx, nghttpd and h2load (Debian: nghttp2-proxy, nghttp2-server, nghttp2-client) and loopback.
set -eu
case ${1:---help} in --help) sed -n '3,5s/^# //p' "$0" && exit ;; esac
library=$1 turns=${2:-101} requests=2000 backend_port=18480 plain_port=18481 recorded_port=18482
for program in nghttpx nghttpd h2load; do
    command -v $program >/dev/null || { echo "cost.sh: no $program here" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'kill $servers 2>/dev/null || :; rm -rf "$work"' EXIT
servers=''
mkdir "$work/lines"
head -c 1000 /dev/zero | tr '\0' a >"$work/page"

# serve PORT COMMAND...: starts a server and waits until it listens.
serve() {
    port=$1 tries=0
    shift
    "$@" >/dev/null 2>&1 &
    servers="$servers $!"
    until grep -q "$(printf ':%04X 00000000:0000 0A' "$port")" /proc/net/tcp; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { echo "cost.sh: nothing listens on port $port" >&2; exit 2; }
        sleep 0.05
    done
}

proxy() { # PORT VARIABLE=VALUE...
    port=$1
    shift
    serve "$port" env "$@" nghttpx --single-process --workers=1 --conf=/dev/null -f"127.0.0.1,$port;no-tls" \
        -b"127.0.0.1,$backend_port;;proto=h2" --errorlog-file=/dev/null --accesslog-file=/dev/null
}

# cpu PROCESS: its CPU time so far in ns, as the scheduler counts it.
cpu() { cat /proc/"$1"/task/*/schedstat | awk '{ n += $1 } END { printf("%.0f", n) }'; }

# load PORT PROCESS: CPU time of the process for the requests, into $ns.
load() {
    before=$(cpu "$2")
    h2load --h1 -n $requests -c 20 "http://127.0.0.1:$1/page" >"$work/load"
    ns=$(($(cpu "$2") - before))
    grep -q " $requests succeeded" "$work/load" || { cat "$work/load" >&2; exit 2; }
}

serve $backend_port nghttpd --no-tls -a 127.0.0.1 -d "$work" $backend_port
proxy $plain_port RECORDED=no && plain=$!
proxy $recorded_port LD_PRELOAD="$library" TW_RECORD="$work/lines" && recorded=$!

i=0
while [ $i -lt "$turns" ]; do
    i=$((i + 1))
    [ $((i % 2)) -eq 0 ] || { load $plain_port $plain && plain_ns=$ns; }
    load $recorded_port $recorded && recorded_ns=$ns
    [ $((i % 2)) -eq 1 ] || { load $plain_port $plain && plain_ns=$ns; }
    echo "$((plain_ns / requests)) $((recorded_ns / requests))" >>"$work/turns"
    [ $((i % 20)) -ne 0 ] || echo "turn $i of $turns: $(tail -n 1 "$work/turns") ns per request, plain and recorded"
done
lines=$(od -A n -t u8 -N 8 "$work/lines/$recorded")
awk '{ print $2 / $1 }' "$work/turns" | sort -n | awk -v lines=$((lines * 10 / turns / requests)) '
    { r[NR] = 100 * $1 - 100 }
    END { printf("median of %d turns: %.1f %% more CPU time for %.1f lines per request (half of the turns: %.1f to %.1f)\n",
        NR, r[int((NR + 1) / 2)], lines / 10, r[int((NR + 3) / 4)], r[int((3 * NR + 1) / 4)]) }'
