"""A page finds a server that was started again on the same project and port; nobody else does, and nobody learns a secret."""
import hashlib
import hmac
import json
import os
import shutil
import signal
import stat
import tempfile
import time
import unittest

from serving import PROJECT, Events, Server

NONCE = "0123456789abcdef0123456789abcdef"
DAY = 24 * 3600


def prove(key, who, nonce, start, port):
    """As serve.h describes it, computed by another implementation."""
    return hmac.new(key.encode(), f"verve {who} {nonce} {start} {port}".encode(), hashlib.sha256).hexdigest()


def ask(server, body, **how):
    """POST /return, which has no secret in its path."""
    data = json.dumps(body).encode()
    head = server.head("POST", "x", [f"Content-Length: {len(data)}"], **how)
    return server.raw(head.replace(f"/{server.token}/x".encode(), b"/return", 1) + data)


def come_back(server, key, port=None):
    """What the page does: the new secret, or why not."""
    told = ask(server, {"nonce": NONCE})
    if told.status != 200:
        return told.status
    start, proof = told.json()["start"], told.json()["proof"]
    if proof != prove(key, "server", NONCE, start, port or server.port):
        return "a stranger's server"
    answer = ask(server, {"nonce": NONCE, "start": start, "proof": prove(key, "page", NONCE, start, port or server.port)})
    return answer.json().get("token", answer.status)


class Return(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.mkdtemp(prefix="verve return ")
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        self.state = os.path.join(self.work, "state")
        self.project = self.make("probe")

    def make(self, name):
        folder = os.path.join(self.work, name)
        os.makedirs(folder)
        with open(os.path.join(folder, "project.json"), "wb") as f:
            f.write(PROJECT)
        return folder

    def serve(self, project=None, port=0, options=None, **more):
        server = Server(project or self.project, state=more.pop("state", self.state), options=options if options is not None else ("--port", str(port)), **more)
        self.addCleanup(server.stop)
        return server

    def key(self, server):
        return server.ask("GET", "api/state").json()["key"]

    def file(self):
        """The one key that is kept."""
        folder = os.path.join(self.state, "verve")
        names = os.listdir(folder)
        self.assertEqual(len(names), 1, names)
        return os.path.join(folder, names[0])

    def restart(self, server, how=signal.SIGKILL, **more):
        server.stop(how)
        return self.serve(port=server.port, **more)

    def test_a_page_comes_back_after_a_kill_and_after_an_end(self):
        server = self.serve()
        key = self.key(server)
        for how in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
            again = self.restart(server, how)
            self.assertNotEqual(again.token, server.token)
            self.assertEqual(again.ask("GET", "api/state", token=server.token).status, 404)  # the old secret is worth nothing
            self.assertEqual(come_back(again, key), again.token)
            self.assertEqual(self.key(again), key)
            server = again

    def test_a_page_whose_stream_broke_finds_the_same_server(self):
        server = self.serve()
        Events(server).close()
        self.assertEqual(come_back(server, self.key(server)), server.token)

    def test_nobody_else_comes_in(self):
        server = self.serve()
        key = self.key(server)
        start = ask(server, {"nonce": NONCE}).json()["start"]
        good = prove(key, "page", NONCE, start, server.port)
        self.assertEqual(come_back(server, "0" * 32), "a stranger's server")
        wrong = [good[:-1] + ("0" if good[-1] != "0" else "1"), good[:-1], good + "0", good.upper(), "0" * 64, "x", prove(key, "server", NONCE, start, server.port),
                 ask(server, {"nonce": NONCE}).json()["proof"], prove(key, "page", NONCE[::-1], start, server.port),
                 prove(key, "page", NONCE, start, server.port + 1), prove(server.token, "page", NONCE, start, server.port)]
        for proof in wrong:
            answer = ask(server, {"nonce": NONCE, "start": start, "proof": proof})
            self.assertEqual(answer.status, 403, proof)
            self.assertNotIn(server.token.encode(), answer.body)
            self.assertNotIn(key.encode(), answer.body)
        self.assertEqual(ask(server, {"nonce": NONCE, "start": "0" * 32, "proof": good}).status, 403)
        self.assertEqual(ask(server, {"nonce": NONCE, "start": start, "proof": good}).status, 200)
        for body in ({}, {"nonce": ""}, {"nonce": 5}, {"nonce": NONCE[:-1]}, {"nonce": NONCE + "0"}, {"nonce": NONCE.upper()}, {"nonce": "x" * 32},
                     {"nonce": NONCE + "\u0000"}, [], "x"):
            self.assertEqual(ask(server, body).status, 400, body)
        self.assertEqual(ask(server, {"nonce": NONCE, "more": "x" * 2000}).status, 413)

    def test_only_the_page_may_ask(self):
        server = self.serve()
        for how in ({"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": False}, {"origin": "null"}):
            self.assertEqual(ask(server, {"nonce": NONCE}, **how).status, 403, how)
        for method, path in (("GET", "/return"), ("PUT", "/return"), ("POST", "/return/"), ("POST", "/return/x"), ("POST", "//return")):
            head = server.head(method, "x", ["Content-Length: 0"]).replace(f"/{server.token}/x".encode(), path.encode(), 1)
            self.assertEqual(server.raw(head).status, 404, (method, path))

    def test_a_proof_is_good_for_one_start(self):
        server = self.serve()
        key = self.key(server)
        start = ask(server, {"nonce": NONCE}).json()["start"]
        proof = prove(key, "page", NONCE, start, server.port)
        again = self.restart(server)
        self.assertEqual(ask(again, {"nonce": NONCE, "start": start, "proof": proof}).status, 403)

    def test_another_project_or_port_has_another_key(self):
        server = self.serve()
        key = self.key(server)
        server.stop(signal.SIGKILL)
        other = self.serve(self.make("other"), port=server.port)
        self.assertNotEqual(self.key(other), key)
        self.assertEqual(come_back(other, key), "a stranger's server")
        other.stop()
        elsewhere = self.serve()
        self.assertNotEqual(elsewhere.port, server.port)
        self.assertNotEqual(self.key(elsewhere), key)
        self.assertEqual(come_back(elsewhere, key, port=server.port), "a stranger's server")

    def test_the_gallery_has_no_key(self):
        server = Server(state=self.state)
        self.addCleanup(server.stop)
        self.assertEqual(self.key(server), "")
        self.assertEqual(ask(server, {"nonce": NONCE}).status, 404)

    def test_a_project_that_was_opened_from_the_gallery_is_found_too(self):
        home = os.path.join(self.work, "home")
        server = Server(state=self.state, home=home)
        self.addCleanup(server.stop)
        folder = server.ask("POST", "api/open", {"new": "Ball"}).json()["folder"]
        key = self.key(server)
        server.stop(signal.SIGKILL)
        again = self.serve(folder, port=server.port)
        self.assertEqual(come_back(again, key), again.token)

    def test_the_key_is_the_users_own_and_not_in_the_project(self):
        umask = os.umask(0)
        try:
            server = self.serve()
            key = self.key(server)
        finally:
            os.umask(umask)
        kept = os.stat(self.file())
        self.assertEqual(stat.S_IMODE(kept.st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.file())).st_mode), 0o700)
        with open(self.file()) as f:
            self.assertEqual(f.read(), key)
        self.assertNotIn(server.token, os.listdir(os.path.join(self.state, "verve"))[0] + key)
        for folder, _, names in os.walk(self.project):
            for name in names:
                with open(os.path.join(folder, name), "rb") as f:
                    self.assertNotIn(key.encode(), f.read())

    def test_a_key_that_others_could_have_put_there_or_seen_is_not_used(self):
        def plant(path):
            with open(path, "w") as f:
                f.write("0" * 32)
            os.chmod(path, 0o600)

        def link(path):
            plant(os.path.join(self.work, "elsewhere"))
            os.symlink(os.path.join(self.work, "elsewhere"), path)

        def hard(path):
            plant(os.path.join(self.work, "second"))
            os.link(os.path.join(self.work, "second"), path)

        ways = {"readable": lambda p: (plant(p), os.chmod(p, 0o604)), "writable": lambda p: (plant(p), os.chmod(p, 0o620)), "link": link, "hard link": hard,
                "pipe": lambda p: os.mkfifo(p, 0o600), "folder": None, "short": lambda p: (plant(p), os.truncate(p, 31)),
                "long": lambda p: (plant(p), os.truncate(p, 33)), "old": lambda p: (plant(p), os.utime(p, (time.time() - 8 * DAY,) * 2))}
        if os.geteuid() == 0:
            ways["another user's"] = lambda p: (plant(p), os.chown(p, 12345, 12345))
        server = self.serve()
        self.key(server)
        path = self.file()
        for what, make in ways.items():
            server.stop()
            os.path.isdir(path) and not os.path.islink(path) and os.rmdir(path)
            os.path.lexists(path) and os.unlink(path)
            make(path) if make else os.mkdir(path)
            server = self.serve(port=server.port)
            self.assertNotEqual(self.key(server), "0" * 32, what)
            self.assertRegex(self.key(server), "^[0-9a-f]{32}$")
        with open(os.path.join(self.work, "elsewhere")) as f:
            self.assertEqual(f.read(), "0" * 32)  # nothing was written through the link

    def test_without_a_place_for_keys_the_studio_works_all_the_same(self):
        blocked = os.path.join(self.work, "blocked")
        with open(blocked, "w") as f:
            f.write("x")
        server = self.serve(state=blocked)
        self.assertEqual(come_back(server, self.key(server)), server.token)
        with open(server.errors.name) as f:
            self.assertIn("cannot be written", f.read())
        os.mkdir(self.state)
        os.mkdir(os.path.join(self.state, "verve"))
        os.chmod(os.path.join(self.state, "verve"), 0o777)
        other = self.serve(self.make("other"))
        self.assertEqual(come_back(other, self.key(other)), other.token)
        self.assertEqual(os.listdir(os.path.join(self.state, "verve")), [])

    def test_a_project_prefers_the_port_it_had(self):
        server = self.serve(options=("--port", "0"))
        self.key(server)
        server.stop(signal.SIGKILL)
        again = self.serve(options=())
        self.assertEqual(again.port, server.port)
        other = self.serve(self.make("other"), options=())
        self.assertNotEqual(other.port, server.port)

    def test_old_keys_are_removed(self):
        server = self.serve()
        self.key(server)
        old = self.file()
        server.stop()
        os.utime(old, (time.time() - 8 * DAY,) * 2)
        other = self.serve(self.make("other"))
        self.key(other)
        self.assertNotEqual(self.file(), old)


if __name__ == "__main__":
    unittest.main()
