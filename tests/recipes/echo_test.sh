#!/bin/sh
# echo_test.sh: examples/cpp/echo.cc sends back what it gets, closes a silent connection, and serves the others, under
# sanitizers where the compiler has them. Nothing here depends on speed: a client waits for its end. Wants TW_SOURCE and
# TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need c++
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
echo 'int main() { return 0; }' >empty.cc
# shellcheck disable=SC2086
c++ $sanitizers empty.cc -o empty 2>/dev/null && ./empty || sanitizers=
# shellcheck disable=SC2086
c++ -std=c++17 -Wall -Wextra -Werror $sanitizers "-I$TW_SOURCE/include" "$TW_SOURCE/examples/cpp/echo.cc" -o echo
python3 - <<'END'
import socket
import subprocess


def serve(limit, talk):
    with subprocess.Popen(["./echo", limit], stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int(server.stdout.readline())
            for turn in range(3):
                talk(*(socket.create_connection(("127.0.0.1", port), 60) for _ in range(3)))
            assert server.poll() is None, "the server has ended"
        finally:
            server.kill()


def echoes(silent, gone, speaker):
    gone.close()
    speaker.sendall(b"hello")
    told = b""
    while len(told) < 5 and (some := speaker.recv(5)):
        told += some
    assert told == b"hello", told
    speaker.close()


def closes(*silent):
    for client in silent:
        assert client.recv(1) == b"", "an idle connection is not closed"


serve("3600000", echoes)
serve("50", closes)
print("ok")
END
