#!/bin/sh
# newcomer_test.sh lmdb PROGRAM: the first blocks of README.md and of clients/README.md, as they stand, but for the port, the
# folders, and what installs and builds.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need node
packages=$(dirname "$TW_WORK")/timerd_packages
[ -f "$packages/fetched" ] || skip "the packages of npm were not fetched"
port=$(free_port)

block() { # FILE: its first block of a shell, for this port and this folder
    sed -n '/^```sh$/,/^```$/{/^```/d;p}; /^```$/q' "$TW_SOURCE/products/timerd/$1" |
        sed "s|build/timerd/timerd/timerd|$program --listen $port|; s|/tmp/|$TW_WORK/|g; s|-p 7379|-p $port|g
             s|new Timers()|new Timers({port: $port})|; s|^npm install ioredis|ln -s $packages/node_modules .|
             /^apt-get /d; /^cmake /d"
}

block README.md >first.sh
grep -q "^kill -9 " first.sh || fail "the block is another one"
echo "echo \$! >pid" >>first.sh
timeout 120 bash first.sh >first.out 2>first.err || true
started="$started $(cat pid)"
same "the words of README.md" "OK tea 1 the tea is ready 1 0 1" \
    "$(grep -v -e '^timerd: ready' -e '^[0-9]\{13\}$' first.out | paste -s -d ' ' -)"
block clients/README.md >second.sh
(cd "$TW_SOURCE" && timeout 120 bash "$TW_WORK/second.sh") >second.out 2>second.err || fail "$(cat second.err)"
same "the words of clients/README.md" "first hello" "$(cat second.out)"
