# SPDX-License-Identifier: MIT-0
"""sends.py SOCKET: a peer reads nothing until timerd has sent what its socket takes of a long answer, and then all. Says
what is wrong."""
import array
import fcntl
import random
import socket
import sys
import termios

SIOCOUTQ = termios.TIOCOUTQ


def connect():
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(120)
    peer.connect(sys.argv[1])
    return peer


def bytes_of(peer, what):
    count = array.array('i', [0])
    fcntl.ioctl(peer, what, count)
    return count[0]


def ping(other):
    other.sendall(b'PING\r\n')
    return other.recv(100)


def read_all(peer):
    parts = []
    while part := peer.recv(10000):
        parts.append(part)
    return b''.join(parts)


def wrong(size):
    """A PING with so many bytes; another peer's PING, asked twice, has its answer after timerd has sent of the first."""
    peer, other = connect(), connect()
    text = random.randbytes(size // 2).hex().encode()
    wanted = b'$%d\r\n%s\r\n' % (len(text), text)
    peer.sendall(b'*2\r\n$4\r\nPING\r\n' + wanted)
    while bytes_of(peer, SIOCOUTQ):
        ping(other)
    ping(other), ping(other)
    there = bytes_of(peer, termios.FIONREAD)
    peer.shutdown(socket.SHUT_WR)
    got = read_all(peer)
    if not 0 < there < len(wanted):
        return f'no short send: {there} of {len(wanted)} bytes were there'
    if len(got) != len(wanted):
        return f'bytes are lost: {len(got)} of {len(wanted)} came'
    return '' if got == wanted else 'bytes are changed'


for n in (400000, 700000, 1000000):
    if why := wrong(n):
        sys.exit(why)
