"""What the tests of `verve studio` share: a server in a folder of its own, and requests written byte by byte, so that they may
be as wrong as they like."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

VERVE = os.environ.get("VERVE", "build/verve")
SOURCE = os.environ.get("VV_SOURCE", ".")
PATIENCE = 120.0  # seconds until something is taken for hanging, on a machine that has much else to do
PROJECT = b'{"format": "verve-project", "version": 1, "name": "Probe"}\n'


class Answer:
    def __init__(self, raw):
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1]) if lines[0].startswith("HTTP/1.") else 0
        self.headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:] if ": " in line)}

    def json(self):
        return json.loads(self.body)


def until(true, seconds=PATIENCE):
    """Whether it comes true."""
    end = time.monotonic() + seconds
    while not (there := true()) and time.monotonic() < end:
        time.sleep(0.05)
    return there


def receive(s, seconds=PATIENCE):
    """All bytes until the other side closes."""
    s.settimeout(seconds)
    parts = []
    try:
        while part := s.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


class Server:
    def __init__(self, *arguments, home=None, page=True, limit=None, state=None, options=("--port", "0")):
        self.folder = tempfile.mkdtemp(prefix="verve serve ")
        self.home = home or os.path.join(self.folder, "home")
        pages = os.path.join(self.folder, "page")
        os.makedirs(os.path.join(pages, "inner"))
        for name, text in (("index.html", "<p>page</p>"), ("app.js", "1"), ("inner/secret.js", "2"), (".hidden", "3")):
            with open(os.path.join(pages, name), "w") as f:
                f.write(text)
        os.symlink("/etc/passwd", os.path.join(pages, "link.js"))
        line = [VERVE, "studio", "--no-browser", "--home", self.home, *options, *arguments]
        if page:
            line += ["--page", pages]
        self.errors = open(os.path.join(self.folder, "errors"), "w+")
        environment = {**os.environ, "XDG_STATE_HOME": state or os.path.join(self.folder, "state")}
        self.process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=self.errors, preexec_fn=limit, env=environment)
        first = self.process.stdout.readline().decode().strip()
        self.address = first.removeprefix("Verve studio: ")
        if first:
            self.port = int(self.address.split(":")[2].split("/")[0])
            self.token = self.address.split("/")[3]
            self.origin = f"http://127.0.0.1:{self.port}"

    def stop(self, how=signal.SIGINT):
        """Returns the exit code; leaves nothing behind. May be called again."""
        if self.errors.closed:
            return self.process.returncode
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.errors.seek(0)
        text = self.errors.read()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if code not in (0, -signal.SIGKILL):
            print(text, file=sys.stderr)
        return code

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def raw(self, data):
        with self.connect() as s:
            try:
                s.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return Answer(receive(s))

    def head(self, method, path, headers=(), host=None, origin=None, token=None):
        """`origin` None: ours; False: none."""
        lines = [f"{method} /{self.token if token is None else token}/{path} HTTP/1.1"]
        lines.append(f"Host: {host or f'127.0.0.1:{self.port}'}")
        if origin is not False:
            lines.append(f"Origin: {origin or self.origin}")
        return "\r\n".join([*lines, *headers, "", ""]).encode("latin-1")

    def ask(self, method, path, body=b"", headers=(), **how):
        if isinstance(body, dict):
            body = json.dumps(body).encode()
        length = [f"Content-Length: {len(body)}"] if body or method != "GET" else []
        return self.raw(self.head(method, path, [*headers, *length], **how) + body)

    def write(self, path, body, *headers):
        return self.ask("PUT", f"api/project/{path}", body, [f"X-Verve-Writer: {self.writer}", *headers])

    def append(self, body, offset):
        return self.ask("POST", "api/journal", body, [f"X-Verve-Writer: {self.writer}", f"X-Verve-Offset: {offset}"])

    def take(self, force=True):
        answer = self.ask("POST", "api/writer", {"take": force})
        if answer.status == 200:
            self.writer = answer.json()["writer"]
        return answer


class Events:
    """An event stream, read line by line."""

    def __init__(self, server, writer=""):
        self.socket = server.connect()
        self.buffer = b""
        self.socket.sendall(server.head("GET", f"api/events?writer={writer}" if writer else "api/events"))
        self.status = int((self.line(PATIENCE) or b"HTTP/1.1 0").split()[1])
        while self.line(PATIENCE) not in (b"", None):
            pass

    def line(self, seconds):
        """Without its end; None when the time is over or the stream."""
        end = time.monotonic() + seconds
        while b"\n" not in self.buffer:
            self.socket.settimeout(max(end - time.monotonic(), 0.001))
            try:
                part = self.socket.recv(4096)
            except (TimeoutError, OSError):
                return None
            if not part:
                return None
            self.buffer += part
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.strip()

    def next(self, seconds=PATIENCE):
        """The next event, or None."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and (line := self.line(left)) is not None:
            if line.startswith(b"data: "):
                return json.loads(line[6:])
        return None

    def close(self):
        self.socket.close()


class ServerCase(unittest.TestCase):
    """One server for all tests of a class, on a project that each of them may change."""

    arguments = ()
    at_home = False  # the project lies in the projects' home

    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.mkdtemp(prefix="verve project ")
        cls.project = os.path.join(cls.work, "probe")
        os.makedirs(os.path.join(cls.project, "art"))
        with open(os.path.join(cls.project, "project.json"), "wb") as f:
            f.write(PROJECT)
        cls.server = Server(cls.project, *cls.arguments, home=cls.work if cls.at_home else None)
        cls.server.take()

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        shutil.rmtree(cls.work, ignore_errors=True)
        assert code == 0, f"the server ended with {code}"

    def path(self, *names):
        return os.path.join(self.project, *names)

    def read(self, *names):
        with open(self.path(*names), "rb") as f:
            return f.read()
