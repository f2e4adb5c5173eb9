#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""lease_span.py SOCKET MS: a row comes again MS milliseconds after the TAKE that gave it was sent, or later. Sends that
TAKE shortly before a millisecond of the clock ends: a lease that counts from its beginning is the shortest there."""
import socket
import sys
import time

client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
answers = client.makefile("rb")


def answer():
    head = answers.readline().decode()
    if head.startswith("-"):
        sys.exit("lease_span: " + head)
    if head.startswith("*"):
        return [answer() for _ in range(int(head[1:]))]
    return answers.read(int(head[1:]) + 2)[:-2].decode() if head.startswith("$") else head[1:].strip()


def ask(*words):
    client.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w.encode()) for w in words))
    return answer()


def is_ready():
    stats = ask("STATS")
    return stats[stats.index("ready") + 1] == "1"


def take():
    """A row, and when the TAKE that gave it was sent."""
    while True:
        sent = time.time_ns()
        rows = ask("TAKE", "1")
        if rows:
            return rows[0], sent


shortest = 1e9
for _ in range(200):
    ask("ARM", "a", "1", "x")
    while not is_ready():
        pass
    while time.time_ns() % 1000000 < 900000:
        pass
    _, sent = take()
    row, _ = take()
    shortest = min(shortest, (time.time_ns() - sent) / 1e6)
    ask("ACK", "a", row[1])
print("the shortest lease was %.3f ms" % shortest)
sys.exit(shortest < float(sys.argv[2]))
