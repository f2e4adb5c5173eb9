#!/bin/sh
# SPDX-License-Identifier: MIT-0
# modules_test.sh CASE ARGUMENT... - the modules of the playground do what the programs of this machine do.
#   frames TW_DRAW MODULE STRUCTURE BITS   random commands, good and bad: the same frames, byte for byte
#   random PROGRAM MODULE                  tests/contract/random: the same firings, by their hash
#   sizes MODULE...                        together they are below 280 KB
# Wants TW_WORK; TW_SEED gives other commands.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$TW_SOURCE/tests/skip.sh"
need node
need python3
case=$1
shift
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

case $case in
frames)
    for bad in "" bad; do
        python3 "$here/commands.py" "$3" "${TW_SEED:-1}" "$4" $bad >commands
        status=0
        "$1" --structure "$3" --json commands >host || status=$?
        case $3$status in # these are wrong
        *0 | *2 | skynet1 | hasty1 | backwards1) ;;
        *) echo "FAILED: tw_draw ends with status $status"; exit 1 ;;
        esac
        node "$here/module.mjs" "$2" "$3" commands >module
        cmp host module || { echo "FAILED: the frames of $2 differ"; exit 1; }
        [ "$(wc -l <host)" -gt 300 ] || { echo "FAILED: not a frame for each line"; exit 1; }
    done
    ;;
random)
    for seed in 0x1 0x5eed5eed; do
        "$1" --ops 30000 --seed $seed >host
        node --no-turbo-fast-api-calls --no-warnings "$here/wasi.mjs" "$2" --ops 30000 --seed $seed >module
        grep -q 'passed, .* hash [0-9a-f]\{16\}$' host || { echo "FAILED: there is no hash: $(cat host)"; exit 1; }
        diff host module || { echo "FAILED: another firing log with seed $seed"; exit 1; }
    done
    ;;
sizes)
    bytes=$(cat "$@" | wc -c)
    echo "$bytes bytes"
    [ "$bytes" -gt 50000 ] && [ "$bytes" -lt 280000 ] || { echo "FAILED: the modules have $bytes bytes"; exit 1; }
    ;;
*)
    echo "FAILED: no case $case"
    exit 1
    ;;
esac
