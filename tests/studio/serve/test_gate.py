"""Nobody but the page gets in, and nothing leads out of the project's folder."""
import os
import socket
import unittest

from serving import PROJECT, Answer, ServerCase, receive

ROUTES = [("GET", ""), ("GET", "app.js"), ("GET", "api/state"), ("GET", "api/gallery"), ("GET", "api/examples/ball/project.json"),
          ("GET", "api/recent/x/project.json"), ("POST", "api/open"), ("POST", "api/close"), ("GET", "api/project/project.json"),
          ("PUT", "api/project/project.json"), ("POST", "api/journal"), ("POST", "api/journal/keep"), ("POST", "api/writer"),
          ("GET", "api/events"), ("POST", "api/export"), ("GET", "api/export/1"), ("GET", "api/export/1/file"),
          ("DELETE", "api/export/1"), ("OPTIONS", "api/state"), ("GET", "api/nothing"), ("BREW", "coffee")]


class Gate(ServerCase):
    def test_a_wrong_token_gets_one_answer_whatever_is_asked(self):
        right = self.server.token
        near = right[:-1] + ("0" if right[-1] != "0" else "1")
        bodies = set()
        for token in ("0" * 32, near, right[:-1], right + "0", "", right.upper() + "x", "api", "%00"):
            for method, path in ROUTES:
                answer = self.server.ask(method, path, token=token)
                self.assertEqual(answer.status, 404 if "%" not in token else answer.status, (method, path, token))
                self.assertIn(answer.status, (400, 404))
                if answer.status == 404:
                    bodies.add(answer.body)
        self.assertEqual(len(bodies), 1)

    def test_every_route_asks_for_our_host(self):
        port = self.server.port
        wrong = ["evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}", f"127.0.0.2:{port}",
                 f"127.0.0.1:{port}.evil.example", f"[::1]:{port}", f"127.0.0.1:{port}@evil.example", f"0:{port}"]
        for method, path in ROUTES:
            for host in wrong:
                self.assertIn(self.server.ask(method, path, host=host).status, (400, 403), (method, path, host))
        self.assertEqual(self.server.ask("GET", "api/state", host=f"localhost:{port}").status, 200)

    def test_two_hosts_are_no_host(self):
        port = self.server.port
        for hosts in (["evil.example", f"127.0.0.1:{port}"], [f"127.0.0.1:{port}", "evil.example"]):
            text = f"GET /{self.server.token}/api/state HTTP/1.1\r\n" + "".join(f"Host: {h}\r\n" for h in hosts) + "\r\n"
            self.assertIn(self.server.raw(text.encode()).status, (400, 403))
        text = f"GET /{self.server.token}/api/state HTTP/1.1\r\n\r\n"
        self.assertEqual(self.server.raw(text.encode()).status, 400)
        text = f"GET /{self.server.token}/api/state HTTP/1.0\r\n\r\n"
        self.assertEqual(self.server.raw(text.encode()).status, 403)

    def test_an_absolute_address_does_not_replace_the_host(self):
        text = f"GET http://127.0.0.1:{self.server.port}/{self.server.token}/api/state HTTP/1.1\r\nHost: evil.example\r\n\r\n"
        self.assertEqual(self.server.raw(text.encode()).status, 403)

    def test_every_route_asks_for_our_origin(self):
        port = self.server.port
        wrong = ["http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port}/", "http://127.0.0.1",
                 f"http://127.0.0.1:{port + 1}", f"http://localhost:{port}.evil.example", f"http://127.0.0.1:{port}, http://evil.example"]
        for method, path in ROUTES:
            for origin in wrong:
                self.assertEqual(self.server.ask(method, path, origin=origin).status, 403, (method, path, origin))
            if method != "GET":
                self.assertEqual(self.server.ask(method, path, origin=False).status, 403, (method, path))
        self.assertEqual(self.server.ask("GET", "api/state", origin=False).status, 200)
        self.assertEqual(self.server.ask("GET", "api/state", origin=f"http://localhost:{port}").status, 200)

    def test_other_sites_are_refused_by_what_the_browser_says_of_them(self):
        for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200), ("", 403)):
            answer = self.server.ask("GET", "api/state", headers=[f"Sec-Fetch-Site: {site}"])
            self.assertEqual(answer.status, status, site)

    def test_every_answer_keeps_the_page_to_itself(self):
        for answer in (self.server.ask("GET", ""), self.server.ask("GET", "api/state"), self.server.ask("GET", "nothing"),
                       self.server.ask("GET", "api/state", host="evil.example"), self.server.ask("GET", "api/project/project.json"),
                       self.server.ask("POST", "api/open", b"["), self.server.raw(b"GARBAGE\r\n\r\n")):
            self.assertIn("frame-ancestors 'none'", answer.headers["content-security-policy"])
            self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
            self.assertEqual(answer.headers["referrer-policy"], "no-referrer")
            self.assertEqual(answer.headers["cross-origin-resource-policy"], "same-origin")
            self.assertEqual(answer.headers["cache-control"], "no-store")
            self.assertNotIn("access-control-allow-origin", answer.headers)
            self.assertNotIn("server", answer.headers)

    def test_an_answer_after_100_continue_has_its_headers_too(self):
        head = self.server.head("PUT", "api/project/art/e.png", [f"X-Verve-Writer: {self.server.writer}", "Content-Length: 3", "Expect: 100-continue"])
        with self.server.connect() as s:
            s.sendall(head)
            self.assertTrue(s.recv(4096).startswith(b"HTTP/1.1 100"))
            s.sendall(b"abc")
            answer = Answer(receive(s))
        self.assertEqual(answer.status, 200)
        self.assertIn("frame-ancestors", answer.headers["content-security-policy"])
        self.assertEqual(self.read("art", "e.png"), b"abc")
        late = self.server.head("PUT", "api/project/art/e.png", ["Content-Length: 3", "Expect: 100-continue"])
        self.assertEqual(self.server.raw(late).status, 409)

    def test_methods(self):
        for method, path in [("POST", "api/state"), ("DELETE", "api/project/project.json"), ("GET", "api/journal"), ("HEAD", "api/state"),
                             ("PATCH", "api/project/project.json"), ("POST", ""), ("PUT", "app.js"), ("GET", "api/writer"),
                             ("TRACE", "api/state"), ("OPTIONS", "api/project/project.json"), ("PUT", "api/export/1")]:
            self.assertEqual(self.server.ask(method, path).status, 405, (method, path))
        for path in ("api", "api/", "api/nothing", "api/project", "api/project/", "api/state/x", "api/journal/keep/x"):
            self.assertIn(self.server.ask("GET", path).status, (400, 404), path)


class Paths(ServerCase):
    """Each of these would read or write something outside, were one of the checks missing."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(os.path.join(cls.work, "secret"), "w") as f:
            f.write("SECRET")
        os.makedirs(os.path.join(cls.work, "outside"))
        with open(os.path.join(cls.work, "outside", "secret"), "w") as f:
            f.write("SECRET")
        os.symlink(os.path.join(cls.work, "secret"), os.path.join(cls.project, "art", "link.png"))
        os.symlink("../../secret", os.path.join(cls.project, "art", "relative.png"))
        os.symlink(os.path.join(cls.work, "outside"), os.path.join(cls.project, "art", "folder"))
        os.symlink("/proc/self", os.path.join(cls.project, "art", "proc"))
        os.mkfifo(os.path.join(cls.project, "art", "pipe"))

    BAD = ["../secret", "art/../../secret", "art/../project.json", "./project.json", "art/./x", "%2e%2e/secret", "%2e%2e%2fsecret",
           "..%2fsecret", "art/%2e%2e/%2e%2e/secret", "art%2f..%2f..%2fsecret", "..%5csecret", "..\\secret", "art\\..\\..\\secret",
           "%252e%252e/secret", "%252e%252e%252fsecret", "..%252fsecret", "%c0%ae%c0%ae/secret", "%c0%af..%c0%afsecret", "art/%00",
           "project.json%00.png", "%00", "/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "art//x", "art/", "/", "art/link.png",
           "art/relative.png", "art/folder/secret", "art/proc/environ", "art/proc/root/etc/passwd", "art/pipe", "art", "C:/x", "c:x",
           "art/%", "art/%2", "art/%zz", "art/%0a", "art/a%7fb", "art/a%0d%0aSet-Cookie:x", "proc/self/environ", "~/x", "art/" + "a" * 300,
           "/".join(["art"] * 100), "....//secret", "..;/secret", "%uff0e%uff0e/secret", "．．/secret".encode().decode("latin-1")]

    @staticmethod
    def tidied(path):
        """What a parser of addresses may make of it before we see it (RFC 3986, 5.2.4): steps back, never above the root."""
        steps = []
        for step in path.replace("%2e", ".").split("/"):
            if step == "..":
                steps = steps[:-1]
            elif step != ".":
                steps.append(step)
        return "/".join(steps)

    def test_reading_stays_inside(self):
        fine = {"api/project/project.json", "api/examples/ball/project.json", "index.html", ""}
        for prefix in ("api/project/", "api/examples/", "api/examples/ball/", "api/recent/", "api/recent/probe/", ""):
            for path in self.BAD:
                answer = self.server.ask("GET", prefix + path)
                good = answer.status == 200 and self.tidied(prefix + path) in fine
                self.assertTrue(answer.status in (400, 404) or good, (prefix + path, answer.status))
                self.assertNotIn(b"SECRET", answer.body)
                self.assertNotIn(b"root:", answer.body)

    def test_writing_stays_inside(self):
        before = sorted(os.listdir(self.work)), os.listdir(os.path.join(self.work, "outside"))
        for path in self.BAD:
            for prefix in ("", "art/", "clips/"):
                answer = self.server.write(prefix + path, b"WRITTEN", "If-Match: *")
                inside = answer.status == 200 and self.tidied(prefix + path).startswith(("project.json", "art/", "clips/"))
                self.assertTrue(answer.status in (400, 403, 404, 500) or inside, (prefix + path, answer.status))
        for path in ("art/link.png", "art/relative.png", "art/folder/secret", "art/proc/environ", "art/pipe", "art/%00", "art//x"):
            self.assertIn(self.server.write(path, b"WRITTEN").status, (400, 404, 500), path)
        self.assertEqual((sorted(os.listdir(self.work)), os.listdir(os.path.join(self.work, "outside"))), before)
        for secret in ("secret", "outside/secret"):
            with open(os.path.join(self.work, secret)) as f:
                self.assertEqual(f.read(), "SECRET")
        self.assertTrue(os.path.islink(self.path("art", "link.png")))

    def test_only_some_files_may_be_written(self):
        for path in ("other.json", "journal-kept-1.jsonl", "artx/a.png", "project.json.new", ".git/config", "Art/x.png"):
            self.assertEqual(self.server.write(path, b"x", "If-Match: *").status, 403, path)

    def test_a_project_that_is_a_link_inside_the_home_is_not_read(self):
        os.makedirs(self.server.home, exist_ok=True)
        os.symlink(self.project, os.path.join(self.server.home, "linked"))
        self.assertEqual(self.server.ask("GET", "api/recent/linked/project.json").status, 404)
        self.assertEqual([r["id"] for r in self.server.ask("GET", "api/gallery").json()["recent"]], [])

    def test_the_page_is_what_was_listed(self):
        for path, status in (("", 200), ("index.html", 200), ("app.js", 200), ("inner/secret.js", 404), (".hidden", 404),
                             ("link.js", 404), ("index.html/", 400), ("new.js", 404)):
            self.assertEqual(self.server.ask("GET", path).status, status, path)


class Sizes(ServerCase):
    LIMITS = [("PUT", "api/project/project.json", 16 << 20), ("PUT", "api/project/journal.jsonl", 16 << 20),
              ("POST", "api/journal", 16 << 20), ("PUT", "api/project/art/a.png", 64 << 20), ("POST", "api/open", 1 << 20),
              ("POST", "api/export", 1 << 20), ("POST", "api/writer", 1 << 20), ("GET", "api/state", 0), ("DELETE", "api/export/1", 0)]

    def headers(self):
        return [f"X-Verve-Writer: {self.server.writer}", "X-Verve-Offset: 0", "If-Match: *"]

    def test_what_says_that_it_is_too_large_is_refused_before_it_comes(self):
        for method, path, limit in self.LIMITS:
            for length in (limit + 1, 1 << 40, 2**63 - 1):
                head = self.server.head(method, path, [*self.headers(), f"Content-Length: {length}"])
                answer = self.server.raw(head)
                self.assertEqual(answer.status, 413, (method, path, length))

    def test_what_does_not_say_how_large_it_is_is_refused_before_it_comes(self):
        for method, path, limit in self.LIMITS:
            for body in (b"", b"3\r\nabc\r\n0\r\n\r\n", b"10000\r\n" + b"x" * 65536 + b"\r\n"):
                head = self.server.head(method, path, [*self.headers(), "Transfer-Encoding: chunked"])
                self.assertEqual(self.server.raw(head + body).status, 411, (method, path))

    def test_what_is_sent_beyond_the_length_is_not_taken(self):
        head = self.server.head("PUT", "api/project/art/more.png", [*self.headers()[:1], "Content-Length: 3"])
        self.assertEqual(self.server.raw(head + b"abc" * 100000).status, 200)
        self.assertEqual(self.read("art", "more.png"), b"abc")
        os.unlink(self.path("art", "more.png"))

    def test_what_is_cut_off_changes_nothing(self):
        for sent in (0, 1, 500, 999):
            for path in ("project.json", "journal.jsonl", "art/cut.png"):
                head = self.server.head("PUT", f"api/project/{path}", [*self.headers(), "Content-Length: 1000"])
                with self.server.connect() as s:
                    s.sendall(head + b"x" * sent)
                    s.shutdown(socket.SHUT_WR)
                    self.assertNotEqual(Answer(receive(s)).status, 200)
        self.assertEqual(os.listdir(self.path("art")), [])
        self.assertEqual(self.read("project.json"), PROJECT)
        self.assertFalse(os.path.exists(self.path("journal.jsonl")))

    def test_the_largest_that_is_allowed_is_taken(self):
        body = os.urandom(1 << 20) * 64
        self.assertEqual(self.server.write("art/large.png", body).status, 200)
        self.assertEqual(self.read("art", "large.png"), body)
        os.unlink(self.path("art", "large.png"))

    def test_lengths_that_are_none(self):
        for length in ("-1", "x", "1e3", "99999999999999999999999", "0x10", "1, 2"):
            head = self.server.head("POST", "api/open", [f"Content-Length: {length}"])
            self.assertIn(self.server.raw(head + b"{}").status, (400, 413), length)
        both = self.server.head("POST", "api/writer", ["Content-Length: 2", "Transfer-Encoding: chunked"])
        self.assertIn(self.server.raw(both + b"0\r\n\r\n").status, (400, 411))
        for coding in ("gzip", "chunked, gzip", "identity", "xchunked"):
            head = self.server.head("POST", "api/open", [f"Transfer-Encoding: {coding}"])
            self.assertIn(self.server.raw(head + b"0\r\n\r\n").status, (400, 501), coding)

    def test_a_length_a_body_and_silence(self):
        for body in (b"", b"[]", b"{", b'{"example": 1}', b'{"example": "ball", "new": "x"}', b"\xff", b'{"a":1}', b"null", b"[" * 100000):
            self.assertEqual(self.server.ask("POST", "api/open", body).status, 400, body[:20])


if __name__ == "__main__":
    unittest.main()
