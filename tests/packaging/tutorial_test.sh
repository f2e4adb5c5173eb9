#!/bin/sh
# The server of docs/tutorial.md, with hundredths of its seconds: it echoes, closes a silent connection, keeps one that
# talks until its life is over, and sleeps meanwhile. blocks_test.sh runs what else the page has. Wants TW_SOURCE and
# TW_WORK.
set -eu
. "$(dirname "$0")/pages.sh"
need cc
need python3
mkdir "$TW_WORK/blocks"
extract docs/tutorial.md "$TW_WORK/blocks" >"$TW_WORK/list"
cd "$TW_WORK" && ln -s "$TW_SOURCE" tw
while IFS='|' read -r line language comment; do
    case $comment in *" server."[ch]) cp "blocks/$line" "${comment##* }" ;; esac
done <list
sed 's/SECOND = 1000/SECOND = 10/' server.h >fast.h
! cmp -s server.h fast.h || { echo "FAILED: server.h has no line with SECOND"; exit 1; }
mv fast.h server.h
cc $strict -I. server.c -o server
exec timeout 60 python3 "$here/tutorial_client.py" ./server
