# SPDX-License-Identifier: MIT-0
"""tutorial_client.py SERVER: talks to the server of docs/tutorial.md, whose seconds are 10 ms: idle 0.3 s, life 6 s.
tutorial_client.py --silent SERVER...: is silent to a server that closes after 0.3 s, makes the file `jumped`, at which
the clock of ../examples/uptime.c jumps, and is silent again."""
import contextlib
import pathlib
import re
import socket
import subprocess
import sys
import time


def connected(port):
    s = socket.create_connection(("127.0.0.1", port))
    s.settimeout(30)
    return s


def until_closed(s, began):
    assert s.recv(1) == b""
    return time.monotonic() - began


def echoes_and_closes_the_silent(port):
    began = time.monotonic()
    with connected(port) as s:
        s.sendall(b"hello\n")
        assert s.recv(100) == b"hello\n"
        assert until_closed(s, began) >= 0.29, "closed early"


def keeps_who_talks_until_its_life_ends(port):
    began, echoes = time.monotonic(), 0
    with connected(port) as s:
        try:
            while True:
                s.sendall(b"x")
                if s.recv(1) == b"":
                    break
                echoes += 1
                time.sleep(0.05)
        except ConnectionError:
            pass
    assert echoes > 10, "closed while it talked"
    assert time.monotonic() - began >= 5.9, "closed before its life was over"


def refuses_who_has_no_room(port):
    crowd = [connected(port) for _ in range(80)]
    closed = 0
    for s in crowd:
        closed += s.recv(1) == b""
        s.close()
    assert closed == 80


@contextlib.contextmanager
def running(command):
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server, int(re.findall(r"\d+", server.stdout.readline())[-1])
            assert server.poll() is None
        finally:
            server.kill()


def main():
    if sys.argv[1] == "--silent":
        with running(sys.argv[2:]) as (_, port):
            echoes_and_closes_the_silent(port)
            pathlib.Path("jumped").touch()
            echoes_and_closes_the_silent(port)
    else:
        with running([sys.argv[1], "0"]) as (server, port):
            echoes_and_closes_the_silent(port)
            keeps_who_talks_until_its_life_ends(port)
            refuses_who_has_no_room(port)
            with open(f"/proc/{server.pid}/stat", encoding="ascii") as stat:
                used = sum(int(f) for f in stat.read().rsplit(")", 1)[1].split()[11:13])
            assert used < 100, f"the server did not sleep: {used} hundredths of a second"
    print("ok")


if __name__ == "__main__":
    main()
