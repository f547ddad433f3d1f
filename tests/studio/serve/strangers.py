"""Strangers: connections of a program that does not know the secret. `python3 strangers.py PORT COUNT SECONDS SEED` opens COUNT of
them on 127.0.0.1, renews each as soon as it is closed or has lasted its time, and ends by itself; it prints how many there were."""
import errno
import random
import selectors
import socket
import sys
import time

LINE = "GET /0123456789abcdef0123456789abcdef/api/state HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
UPLOAD = ("POST /0123456789abcdef0123456789abcdef/api/journal HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
          "Content-Length: 100000000\r\n\r\n")


def openings(port, rng):
    """What one sends first, and what it goes on sending."""
    line, upload = (LINE % port).encode(), (UPLOAD % (port, port)).encode()
    return rng.choice([
        (b"", b""),  # idle
        (line, b""),  # half a request
        (line[: rng.randrange(1, len(line))], b"x"),  # a head that comes byte by byte
        (rng.randbytes(rng.randrange(1, 300)), b""),  # garbage
        (line + b"\r\n", b""),  # the wrong secret
        (upload, b"x" * 4096),  # the wrong secret, in the middle of a body
        (line + b"X: " + b"y" * 3000, b"y" * 3000),  # a head without end
    ])


class Stranger:
    def __init__(self, port, rng, selector):
        self.port, self.rng, self.selector, self.count = port, rng, selector, 0
        self.socket = None
        self.begin()

    def begin(self):
        if self.socket:
            self.selector.unregister(self.socket)
            self.socket.close()
        self.first, self.more = openings(self.port, self.rng)
        self.end = time.monotonic() + self.rng.choice((0.0, 0.02, 0.3, 5.0))
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.count += 1
        if self.socket.connect_ex(("127.0.0.1", self.port)) not in (0, errno.EINPROGRESS):
            self.end = 0.0  # again in the next round
        self.selector.register(self.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)

    def go_on(self, mask):
        try:
            if mask & selectors.EVENT_READ and not self.socket.recv(4096):
                return self.begin()
            if mask & selectors.EVENT_WRITE:
                if self.first:
                    self.socket.send(self.first)
                self.first = b""
                self.selector.modify(self.socket, selectors.EVENT_READ, self)
        except OSError:
            return self.begin()

    def pass_time(self, now):
        if now > self.end:
            return self.begin()
        try:
            if self.more and not self.first:
                self.socket.send(self.more)
        except BlockingIOError:
            pass
        except OSError:
            self.begin()


def main(port, count, seconds, seed):
    rng, selector = random.Random(seed), selectors.DefaultSelector()
    crowd = [Stranger(port, rng, selector) for _ in range(count)]
    end = time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        for key, mask in selector.select(0.01):
            key.data.go_on(mask)
        for stranger in crowd:
            stranger.pass_time(now)
    print(sum(s.count for s in crowd))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
