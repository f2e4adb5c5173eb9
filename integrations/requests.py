#!/usr/bin/env python3
"""Counts the instructions that nginx or HAProxy takes for a request, with many connections that are kept alive.

Each PROGRAM runs as one process under callgrind. A client sends each request on the next connection, and waits for the
answer, which the program gives by itself. What start and end take is subtracted: the counts of two runs differ by ROUNDS
requests a connection. For HAProxy the share of its wait queue stands behind the instructions."""
import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

NGINX = """
daemon off; master_process off; pid nginx.pid; error_log error.log;
events {{ worker_connections {room}; }}
http {{
    access_log off; keepalive_timeout 600s; keepalive_requests 1000000; client_header_timeout 60s;
    server {{ listen 127.0.0.1:{port}; location / {{ empty_gif; }} }}
}}
"""
HAPROXY = """
global
    nbthread 1
    maxconn {room}
listen all
    mode http
    bind 127.0.0.1:{port}
    timeout client 600s
    timeout http-keep-alive 600s
    timeout http-request 60s
    http-request return status 200
"""
# For each system its configuration, the options that name it, the signal that ends it, and the functions of its wait queue,
# in stock and in ours. nginx's are inlined.
SYSTEMS = {
    "nginx": (NGINX, ["-p", ".", "-c", "conf"], signal.SIGQUIT, ()),
    "haproxy": (HAPROXY, ["-f", "conf"], signal.SIGUSR1,
                ("__task_queue", "wake_expired_tasks", "next_timer_expiry", "eb_delete", "tw_rbtree_cancel")),
}
REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


def connect(port, server):
    for _ in range(300):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    server.kill()
    sys.exit("requests.py: the program does not answer")


def talk(server, port, connections, rounds, farewell):
    """Sends all requests, and ends the program."""
    sockets = [connect(port, server) for _ in range(connections)]
    for _ in range(rounds):
        for s in sockets:
            s.sendall(REQUEST)
            if not s.recv(10000).startswith(b"HTTP/1.1 200"):
                server.kill()
                sys.exit("requests.py: the program answers in another way")
    server.send_signal(farewell)
    for s in sockets:
        s.close()


def inside(counts, functions):
    """The instructions of a file of callgrind as a whole, and those of calls from elsewhere into these functions."""
    names, total, spent, caller, callee, calls = {}, 0, 0, "", "", False

    def name(text):
        number, given = re.match(r"\((\d+)\)(?: (.*))?", text).groups()
        return names.setdefault(number, given)

    for line in counts:
        key, _, value = line.rstrip("\n").partition("=")
        if calls:
            spent += int(line.split()[1]) if callee in functions and caller not in functions else 0
        calls = key == "calls"
        if key == "fn":
            caller = name(value)
        elif key == "cfn":
            callee = name(value)
        elif line.startswith(("summary:", "totals:")):
            total = int(line.split()[1])
    return total, spent


def counted(system, program, connections, rounds):
    """Both counts of a run in which each connection sends `rounds` requests."""
    configuration, options, farewell, functions = SYSTEMS[system]
    with tempfile.TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        os.mkdir(os.path.join(folder, "logs"))
        with open(os.path.join(folder, "conf"), "w", encoding="ascii") as f:
            f.write(configuration.format(port=port, room=connections + 100))
        with subprocess.Popen(["valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=counts",
                               program, *options], stderr=subprocess.DEVNULL, cwd=folder) as server:
            talk(server, port, connections, rounds, farewell)
        with open(os.path.join(folder, "counts"), encoding="ascii") as f:
            return inside(f, functions)


def cell(system, program, connections, rounds):
    least, most = (counted(system, program, connections, n) for n in (1, 1 + rounds))
    total, spent = (b - a for a, b in zip(least, most))
    text = f" {total / (connections * rounds):.0f}"
    return text + (f", {100 * spent / total:.1f} % |" if SYSTEMS[system][3] else " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=sorted(SYSTEMS))
    parser.add_argument("program", nargs="+", metavar="PROGRAM", help="a program to count, stock or changed")
    parser.add_argument("--connections", type=int, nargs="+", default=[10, 300], metavar="N", help="by default 10 and 300")
    parser.add_argument("--rounds", type=int, default=10, help="requests a connection, by default 10")
    options = parser.parse_args()
    if options.rounds < 1 or min(options.connections) < 1:
        parser.error("numbers of connections and rounds are 1 and more")
    for program in options.program:
        if not os.access(program, os.X_OK):
            parser.error("no program " + program)
    print("| instructions a request |" + "".join(f" {n} connections |" for n in options.connections))
    print("|---|" + "---:|" * len(options.connections))
    for program in options.program:
        cells = [cell(options.system, os.path.abspath(program), n, options.rounds) for n in options.connections]
        print(f"| {program} |" + "".join(cells), flush=True)


main()
