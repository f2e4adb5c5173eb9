"""hiccups.py: a server that stands for a timerd with troubles, on a port that it prints. TAKE, ACK, NACK and TOUCH are
answered by the lines below, one after the other; CLOSE breaks the connection instead. At the end it prints which of these
requests came, with their arguments but for TAKE's."""
import socketserver
import sys
import threading

ROW = b'*6\r\n$%d\r\n%s\r\n:7\r\n:1\r\n$1\r\nx\r\n:1\r\n:0\r\n'
CLOSE = None


def row(name):
    return b'*1\r\n' + ROW % (len(name), name)


ANSWERS = {
    b'TAKE': [b'-STORE away\r\n', b'-UNSURE failed\r\n', CLOSE, row(b'one'), row(b'two'), row(b'o\xff\xfe'), row(b'again'),
              b'-NOPERM no right\r\n'],
    b'ACK': [CLOSE, b'-STORE away\r\n', b':1\r\n', b':0\r\n', b':1\r\n'],
    b'NACK': [b'-UNSURE failed\r\n', b':1\r\n'],
}
lock, came = threading.Lock(), []


class Peer(socketserver.StreamRequestHandler):
    def request_words(self):
        line = self.rfile.readline()
        return [self.rfile.read(int(self.rfile.readline()[1:]) + 2)[:-2] for _ in range(int(line[1:] or 0))]

    def handle(self):
        while words := self.request_words():
            answer = self.answer(words[0].upper(), words[1:])
            if answer is CLOSE:
                return
            self.wfile.write(answer)
            if answer.startswith(b'-NOPERM'):
                self.server.told.set()

    @staticmethod
    def answer(name, arguments):
        with lock:
            if name == b'TOUCH':
                return b':1\r\n'
            if name == b'INFO':
                return b'$13\r\nlease_ms:9000\r\n'
            if name not in ANSWERS:
                return b'+OK\r\n'
            came.append((name, () if name == b'TAKE' else tuple(arguments)))
            return ANSWERS[name].pop(0) if ANSWERS[name] else b'*0\r\n'


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = allow_reuse_address = True
    told = threading.Event()


with Server(('127.0.0.1', 0), Peer) as server:
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.told.wait()
    sys.stdin.readline()  # the client has ended
    for name, arguments in came:
        print(name.decode(), *(word.decode('latin1') for word in arguments), flush=True)
