#!/usr/bin/env python3
"""Counts the instructions that nginx takes for a request, with many connections that are kept alive.

Each NGINX runs as one process under callgrind. A client sends each request on the next connection, and waits for the
answer. What start and end take is subtracted: the counts of two runs differ by ROUNDS requests a connection."""
import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

CONFIGURATION = """
daemon off; master_process off; pid nginx.pid; error_log error.log;
events {{ worker_connections {room}; }}
http {{
    access_log off; keepalive_timeout 600s; keepalive_requests 1000000; client_header_timeout 60s;
    server {{ listen 127.0.0.1:{port}; location / {{ empty_gif; }} }}
}}
"""
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
    sys.exit("requests.py: nginx does not answer")


def counted(nginx, connections, rounds):
    """The instructions of a run of nginx in which each connection sends `rounds` requests."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        os.mkdir(os.path.join(folder, "logs"))
        with open(os.path.join(folder, "nginx.conf"), "w", encoding="ascii") as f:
            f.write(CONFIGURATION.format(port=port, room=connections + 100))
        counts = os.path.join(folder, "counts")
        with subprocess.Popen(["valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=" + counts,
                               nginx, "-p", folder, "-c", "nginx.conf"], stderr=subprocess.DEVNULL) as server:
            sockets = [connect(port, server) for _ in range(connections)]
            for _ in range(rounds):
                for s in sockets:
                    s.sendall(REQUEST)
                    if not s.recv(10000).startswith(b"HTTP/1.1 200"):
                        server.kill()
                        sys.exit("requests.py: nginx answers in another way")
            server.send_signal(signal.SIGQUIT)
            for s in sockets:
                s.close()
        with open(counts, encoding="ascii") as f:
            return next(int(line.split()[1]) for line in f if line.startswith(("summary:", "totals:")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nginx", nargs="+", metavar="NGINX", help="a program to count, stock or changed")
    parser.add_argument("--connections", type=int, nargs="+", default=[10, 300], metavar="N", help="by default 10 and 300")
    parser.add_argument("--rounds", type=int, default=10, help="requests a connection, by default 10")
    options = parser.parse_args()
    if options.rounds < 1 or min(options.connections) < 1:
        parser.error("numbers of connections and rounds are 1 and more")
    for program in options.nginx:
        if not os.access(program, os.X_OK):
            parser.error("no program " + program)
    print("| instructions a request |" + "".join(f" {n} connections |" for n in options.connections))
    print("|---|" + "---:|" * len(options.connections))
    for program in options.nginx:
        cells = []
        for n in options.connections:
            least, most = (counted(os.path.abspath(program), n, rounds) for rounds in (1, 1 + options.rounds))
            cells.append(f" {(most - least) / (n * options.rounds):.0f} |")
        print(f"| {program} |" + "".join(cells), flush=True)


main()
