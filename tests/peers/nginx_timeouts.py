#!/usr/bin/env python3
"""nginx_timeouts.py NGINX FOLDER [TEST...]: 300 connections run into nginx's timeouts, 75 into each kind:

header     half a request header, and then silence
keepalive  a request, its answer, and then silence
body       a header that promises a body, half of it, and then silence
proxy      a request that goes to a server which never answers

Each line of the output names a connection: "ok header.7" if nginx ended it in time, neither early nor late, else
"failed". "quit" is a server that is told to quit while a header is awaited: it has to wait for that, and to end then.
The timeouts lie three seconds apart, so that none is taken for another, and each may be two seconds late: the tolerance
is the same for every build. Early is a tenth of a second, since nginx counts from a time that it read before.
FOLDER gets the configuration and the log. The names of tests choose what is printed."""
import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import time

EARLY, LATE, OF_EACH = 0.1, 2.0, 75
TIMEOUTS = {"header": 3, "keepalive": 6, "body": 9, "proxy": 12}
SENDS = {
    "header": b"GET / HTTP/1.1\r\nHost: a\r\nX-Half: ",
    "keepalive": b"GET /empty HTTP/1.1\r\nHost: a\r\n\r\n",
    "body": b"POST /proxied HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf of it",
    "proxy": b"GET /proxied HTTP/1.1\r\nHost: a\r\n\r\n",
}


def listener():
    """A socket that accepts: the kernel does so for a server that never looks."""
    return socket.create_server(("127.0.0.1", 0), backlog=1000)


def start(nginx, folder, silent):
    """Starts nginx on a free port; gives the process and the port."""
    with listener() as free:
        port = free.getsockname()[1]
    with open(os.path.join(os.path.dirname(__file__), "nginx.conf"), encoding="ascii") as f:
        template = f.read()
    user = "user root;" if os.geteuid() == 0 else ""
    with open(os.path.join(folder, "nginx.conf"), "w", encoding="ascii") as f:
        f.write(template.format(user=user, port=port, silent=silent.getsockname()[1], **TIMEOUTS))
    server = subprocess.Popen([nginx, "-p", folder, "-c", "nginx.conf"], start_new_session=True)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server, port
        except OSError:
            time.sleep(0.1)
    stop(server)
    sys.exit("nginx_timeouts.py: nginx did not start; see error.log in " + folder)


def stop(server):
    """Ends it, with its worker, if that is still there."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


def connect(port, kind):
    s = socket.create_connection(("127.0.0.1", port))
    s.sendall(SENDS[kind])
    if kind == "keepalive":
        s.recv(10000)
    return s


def ends(port):
    """The seconds after which each connection was ended, by name; those that never were have no entry."""
    began, ended = {}, {}
    with selectors.DefaultSelector() as waiting:
        for number in range(OF_EACH):
            for kind in TIMEOUTS:
                s = connect(port, kind)
                began[f"{kind}.{number}"] = time.monotonic()
                waiting.register(s, selectors.EVENT_READ, f"{kind}.{number}")
            time.sleep(0.01)  # so that deadlines differ
        last = time.monotonic() + max(TIMEOUTS.values()) + LATE
        while waiting.get_map() and time.monotonic() < last:
            for key, _ in waiting.select(0.1):
                ended[key.data] = time.monotonic() - began[key.data]
                waiting.unregister(key.fileobj)
                key.fileobj.close()
    return {name: ended.get(name) for name in began}


def quits(server, port):
    """The seconds from the beginning of a header to the end of a server that is told to quit meanwhile."""
    with connect(port, "header"):
        began = time.monotonic()
        time.sleep(0.3)  # nginx has read it by then, or the test says that it ended early
        server.send_signal(signal.SIGQUIT)
        try:
            server.wait(TIMEOUTS["header"] + LATE)
        except subprocess.TimeoutExpired:
            return None
        return time.monotonic() - began


def main():
    nginx, folder, chosen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    with listener() as silent:
        server, port = start(nginx, folder, silent)
        try:
            seconds = ends(port)
            seconds["quit"] = quits(server, port)
        finally:
            stop(server)
    for name, took in seconds.items():
        timeout = TIMEOUTS[name.split(".")[0].replace("quit", "header")]
        ok = took is not None and timeout - EARLY <= took <= timeout + LATE
        if not chosen or name in chosen:
            print("ok" if ok else "failed", name, flush=True)


main()
