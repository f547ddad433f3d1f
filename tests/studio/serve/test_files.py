"""Files of the open project: whole or not at all, never over somebody else's change, and told when others change them."""
import ctypes
import errno
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
import time
import unittest

from serving import PROJECT, VERVE, Answer, Events, Server, ServerCase, receive, until


def slurp(path):
    with open(path, "rb") as f:
        return f.read()


class Files(ServerCase):
    at_home = True

    def setUp(self):
        self.server.take()
        for name in os.listdir(self.project):
            if name not in ("art", "project.json", "project.schema.json"):
                os.unlink(self.path(name)) if os.path.isfile(self.path(name)) else shutil.rmtree(self.path(name))
        for name in os.listdir(self.path("art")):
            os.unlink(self.path("art", name)) if os.path.isfile(self.path("art", name)) else shutil.rmtree(self.path("art", name))
        self.server.write("project.json", PROJECT, "If-Match: *")

    def reopen(self):
        """As if it had been chosen in the gallery."""
        self.server.ask("POST", "api/close")
        self.assertEqual(self.server.ask("POST", "api/open", {"recent": "probe"}).status, 200)
        self.server.take()

    def put(self, body, *names):
        """As an editor does that puts the whole file into its place: written where it stands it might be seen, and told, half."""
        aside = os.path.join(self.work, "aside")
        with open(aside, "wb") as f:
            f.write(body)
        os.rename(aside, self.path(*names))

    def listen(self):
        """The events of the writer's page, from when all is told that was changed before."""
        stream = Events(self.server, self.server.writer)
        self.assertEqual(stream.next(), {"type": "hello"})
        self.put(os.urandom(8), "project.json")
        while stream.next()["path"] != "project.json":
            pass
        self.put(os.urandom(8), "project.json")  # what is told with the first is told before this
        last = self.etag("project.json").strip('"')
        while stream.next()["hash"] != last:
            pass
        return stream

    def etag(self, path):
        return self.server.ask("GET", f"api/project/{path}").headers["etag"]

    def test_what_is_written_is_read(self):
        rng = random.Random(1)
        for n in range(20):
            body = rng.randbytes(rng.randrange(0, 200000))
            path = f"art/a{n}.png" if n % 2 else f"clips/deep/er/b{n} ü.json"
            encoded = path.replace(" ", "%20").replace("ü", "%C3%BC")
            answer = self.server.write(encoded, body)
            self.assertEqual(answer.status, 200, path)
            self.assertEqual(self.read(*path.split("/")), body)
            again = self.server.ask("GET", f"api/project/{encoded}")
            self.assertEqual(again.body, body)
            self.assertEqual(again.headers["etag"], f'"{answer.json()["hash"]}"')
        self.assertEqual(self.server.ask("GET", "api/project/art/nothing.png").status, 404)
        self.assertEqual(self.server.write("art/empty.png", b"").status, 200)
        for path in ("art/empty.png", "journal.jsonl"):
            answer = self.server.ask("GET", f"api/project/{path}")
            self.assertEqual((answer.status, answer.body), (200, b""), path)

    def test_no_file_of_a_project_is_a_script_a_style_or_a_document(self):
        """Whoever made the project chose the names and the bytes; a browser may show pictures of it, and run or render nothing."""
        pictures = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "gif": "image/gif",
                    "json": "application/json"}
        others = ("js", "mjs", "cjs", "html", "htm", "xhtml", "shtml", "xml", "xsl", "svg", "svgz", "css", "wasm", "txt", "map", "pdf",
                  "swf", "mp4", "webm", "woff2", "ico", "hta", "mhtml", "png.html", "html;.png.js", "PNG", "", "json5", "jsonl")
        script = b"<script>document.title='x'</script>"
        for ending in (*pictures, *others):
            name = f"file.{ending}" if ending else "file"
            self.put(script, "art", name)
            for path in (f"api/project/art/{name}", f"api/project/art/{name}?type=text/html"):
                answer = self.server.ask("GET", path)
                self.assertEqual((answer.status, answer.body), (200, script), path)
                self.assertEqual(answer.headers["content-type"], pictures.get(ending, "application/octet-stream"), path)
                self.assertEqual(answer.headers["x-content-type-options"], "nosniff", path)
                policy = answer.headers["content-security-policy"].split("; ")
                self.assertTrue({"sandbox", "default-src 'none'"} <= set(policy), policy)

    def test_hashes_differ_where_files_do_and_agree_where_they_do(self):
        a, b = b"a" * 1000, b"a" * 999 + b"b"
        hashes = [self.server.write("art/x.png", body).json()["hash"] for body in (a, b, a)]
        self.assertEqual(hashes[0], hashes[2])
        self.assertNotEqual(hashes[0], hashes[1])
        self.assertRegex(hashes[0], "^[0-9a-f]{16}$")

    def test_project_json_is_replaced_only_by_whoever_knows_it(self):
        known = self.etag("project.json")
        self.assertEqual(self.server.write("project.json", b"{}").status, 400)
        self.assertEqual(self.server.write("project.json", b"{}", 'If-Match: "0000000000000000"').status, 412)
        self.assertEqual(self.server.write("project.json", b"{}", "If-None-Match: *").status, 412)
        self.assertEqual(self.read("project.json"), PROJECT)
        self.assertEqual(self.server.write("project.json", b"{}", f"If-Match: {known}").status, 200)
        self.assertEqual(self.server.write("project.json", b"[]", f"If-Match: {known}").status, 412)
        self.assertEqual(self.read("project.json"), b"{}")
        with open(self.path("project.json"), "wb") as f:
            f.write(b"by an editor")
        self.assertEqual(self.server.write("project.json", b"[]", f"If-Match: {known}").status, 412)
        self.assertEqual(self.read("project.json"), b"by an editor")
        self.assertEqual(self.server.write("project.json", PROJECT, "If-Match: *").status, 200)
        self.assertEqual(self.server.write("art/new.png", b"1", "If-None-Match: *").status, 200)
        self.assertEqual(self.server.write("art/new.png", b"2", "If-None-Match: *").status, 412)

    def test_kept_copies_are_made_and_never_replaced(self):
        self.assertEqual(self.server.write("project-kept-1.json", b"mine").status, 400)
        self.assertEqual(self.server.write("project-kept-1.json", b"mine", "If-Match: *").status, 400)
        self.assertEqual(self.server.write("project-kept-1.json", b"mine", "If-None-Match: *").status, 200)
        self.assertEqual(self.server.write("project-kept-1.json", b"other", "If-None-Match: *").status, 412)
        self.assertEqual(self.read("project-kept-1.json"), b"mine")
        for name in ("project-kept-.json", "project-kept-x.json", "project-kept-1.json.new", "project-kept-1234567890.json"):
            self.assertEqual(self.server.write(name, b"x", "If-None-Match: *").status, 403, name)

    def test_the_journal_grows_only_where_the_page_believes(self):
        text = b""
        for n in range(30):
            line = b'{"do": %d}\n' % n
            answer = self.server.append(line, len(text))
            text += line
            self.assertEqual((answer.status, answer.json()), (200, {"size": len(text)}))
            self.assertEqual(self.read("journal.jsonl"), text)
        for offset in (0, len(text) - 1, len(text) + 1):
            answer = self.server.append(b"x", offset)
            self.assertEqual((answer.status, answer.json()["size"]), (412, len(text)))
        for offset in ("", "-1", "x", "1.0", "99999999999999999999", "0x10", " "):
            self.assertEqual(self.server.append(b"x", offset).status, 400, offset)
        self.assertEqual(self.read("journal.jsonl"), text)
        self.assertEqual(self.server.write("journal.jsonl", b"new\n").status, 200)
        self.assertEqual(self.server.append(b"more\n", 4).json(), {"size": 9})
        os.unlink(self.path("journal.jsonl"))
        self.assertEqual(self.server.append(b"x", 9).json()["size"], 0)

    def test_a_journal_is_kept_under_the_first_free_name(self):
        keep = lambda: self.server.ask("POST", "api/journal/keep", headers=[f"X-Verve-Writer: {self.server.writer}"])
        self.assertEqual(keep().status, 404)
        for n in (1, 2, 3):
            self.server.append(b"%d" % n, 0)
            self.assertEqual(keep().json(), {"name": f"journal-kept-{n}.jsonl"})
            self.assertEqual(self.read(f"journal-kept-{n}.jsonl"), b"%d" % n)
            self.assertFalse(os.path.exists(self.path("journal.jsonl")))

    def test_one_page_writes(self):
        first = self.server.writer
        stream = Events(self.server, first)
        self.assertEqual(stream.next(), {"type": "hello"})
        self.assertEqual(self.server.take(force=False).status, 409)
        self.assertEqual(self.server.take(force=True).status, 200)
        told = stream.next()
        while told["type"] == "file":  # of files that an earlier test took away, told late by a busy machine
            told = stream.next()
        self.assertEqual(told, {"type": "taken"})
        second = self.server.writer
        self.assertNotEqual(first, second)
        for writer in (first, "", "0" * 32, second[:-1]):
            self.server.writer = writer
            self.assertEqual(self.server.write("art/a.png", b"x").status, 409, writer)
            self.assertEqual(self.server.append(b"x", 0).status, 409)
            self.assertEqual(self.server.ask("POST", "api/journal/keep", headers=[f"X-Verve-Writer: {writer}"]).status, 409)
        self.server.writer = second
        self.assertEqual(self.server.write("art/a.png", b"x").status, 200)
        self.assertEqual(self.server.ask("PUT", "api/project/art/a.png", b"x").status, 409)
        stream.close()

    def test_a_page_that_no_longer_writes_finishes_nothing(self):
        """The body comes after the place was taken, or after another project was opened in the same window."""
        signed = f"X-Verve-Writer: {self.server.writer}"
        for change in ("take", "open"):
            for method, path, header in (("PUT", "api/project/art/late.png", "If-None-Match: *"),
                                         ("POST", "api/journal", "X-Verve-Offset: 0"),
                                         ("POST", "api/journal/keep", "X-Nothing: 1")):
                with self.server.connect() as s:
                    s.sendall(self.server.head(method, path, [signed, header, "Content-Length: 4"]) + b"la")
                    time.sleep(0.3)
                    if change == "take":
                        self.server.take()
                    else:
                        self.assertEqual(self.server.ask("POST", "api/open", {"new": "Other"}).status, 200)
                    s.sendall(b"te")
                    self.assertEqual(Answer(receive(s)).status, 409, (change, path))
                if change == "open":
                    folder = self.server.ask("GET", "api/state").json()["folder"]
                    self.assertEqual(sorted(os.listdir(folder)), ["art", "project.json", "project.schema.json"])
                    self.assertEqual(os.listdir(os.path.join(folder, "art")), [])
                    self.reopen()
                self.server.take()
                signed = f"X-Verve-Writer: {self.server.writer}"
        self.assertFalse(os.path.exists(self.path("art", "late.png")) or os.path.exists(self.path("journal.jsonl")))

    def test_a_writer_whose_stream_is_gone_lets_others_in_after_five_seconds(self):
        stream = Events(self.server, self.server.writer)
        time.sleep(5.5)
        self.assertEqual(self.server.take(force=False).status, 409)
        stream.close()
        begun = time.monotonic()
        self.assertTrue(until(lambda: self.server.take(force=False).status != 409))
        self.assertGreater(time.monotonic() - begun, 4)
        self.assertLess(time.monotonic() - begun, 60)

    def test_ids_of_writers_are_checked(self):
        for writer in ("x", "0" * 33, "../", "%00", "A" * 32):
            answer = self.server.ask("GET", f"api/events?writer={writer}")
            self.assertEqual(answer.status, 400, writer)

    def test_others_changes_are_told_and_our_own_are_not(self):
        stream = self.listen()
        self.server.write("art/own.png", b"own")
        self.server.append(b"own\n", 0)
        self.server.append(b"own\n", 4)
        self.server.write("project.json", b"own", "If-Match: *")
        self.server.write("clips/new folder/own.json".replace(" ", "%20"), b"own")
        self.assertIsNone(stream.next(1.5))
        self.put(b"other", "art", "other.png")
        event = stream.next()
        self.assertEqual((event["type"], event["path"]), ("file", "art/other.png"))
        self.assertEqual(f'"{event["hash"]}"', self.etag("art/other.png"))
        self.put(PROJECT, "project.json")
        event = stream.next()
        self.assertEqual((event["path"], f'"{event["hash"]}"'), ("project.json", self.etag("project.json")))
        self.put(b"deep", "clips", "new folder", "deep.json")
        self.assertEqual(stream.next()["path"], "clips/new folder/deep.json")
        os.unlink(self.path("art", "other.png"))
        self.assertEqual(stream.next(), {"type": "file", "path": "art/other.png", "hash": None})
        stream.close()

    def test_more_files_than_are_watched_are_not_taken_for_gone(self):
        os.mkdir(self.path("art", "many"))
        for n in range(4200):
            with open(self.path("art", "many", f"{n}.png"), "w"):
                pass
        self.reopen()
        stream = Events(self.server)
        self.assertEqual(stream.next(), {"type": "hello"})
        for text in (b"first", b"second"):
            self.put(text, "project.json")
            event = stream.next()
            self.assertEqual((event["type"], event["path"]), ("file", "project.json"))
            self.assertIsNotNone(event["hash"])
            self.assertIsNone(stream.next(1.5))
        stream.close()

    def test_links_and_pipes_that_stand_where_files_are_wanted(self):
        outside = os.path.join(self.work, "outside")
        with open(outside, "w") as f:
            f.write("kept")
        os.symlink(outside, self.path("journal.jsonl"))
        self.assertIn(self.server.append(b"x", 4).status, (404, 500))
        self.assertEqual(self.server.ask("GET", "api/project/journal.jsonl").status, 404)
        self.assertIn(self.server.write("journal.jsonl", b"x").status, (404, 500))
        os.unlink(self.path("journal.jsonl"))
        os.mkfifo(self.path("journal.jsonl"))
        self.assertIn(self.server.append(b"x", 0).status, (404, 500))
        self.assertIn(self.server.write("journal.jsonl", b"x").status, (404, 500))
        os.unlink(self.path("journal.jsonl"))
        with open(outside) as f:
            self.assertEqual(f.read(), "kept")


# fsync, fdatasync and the number of the machine (seccomp(2)), by the machine that the program was built for (elf(5)).
SYNC_CALLS = {62: (74, 75, 0xC000003E), 183: (82, 83, 0xC00000B7), 3: (118, 148, 0x40000003)}


def machine_of(program):
    with open(program, "rb") as f:
        head = f.read(20)
    return struct.unpack_from("<H", head, 18)[0] if head[:4] == b"\x7fELF" else 0


def break_syncing(data_only):
    """From now on this process, and what it becomes, hears EIO where it asks for bytes to be on the disk (seccomp(2))."""
    fsync, fdatasync, machine = SYNC_CALLS[machine_of(VERVE)]
    allow, refuse = 0x7FFF0000, 0x00050000 | errno.EIO
    code = [(0x20, 0, 0, 4), (0x15, 0, 4, machine),  # of another machine's calls: let go
            (0x20, 0, 0, 0), (0x15, 1, 0, fdatasync), (0x15, 0, 1, fdatasync if data_only else fsync),
            (0x06, 0, 0, refuse), (0x06, 0, 0, allow)]
    filters = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
    program = struct.pack("HxxxxxxQ", len(code), ctypes.addressof(filters))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:  # no new privileges; the filter
        raise OSError(ctypes.get_errno(), "prctl")


class BadDays(unittest.TestCase):
    def begin(self, **how):
        work = tempfile.mkdtemp(prefix="verve bad day ")
        self.addCleanup(shutil.rmtree, work, True)
        project = os.path.join(work, "probe")
        os.makedirs(os.path.join(project, "art"))
        with open(os.path.join(project, "project.json"), "wb") as f:
            f.write(PROJECT)
        server = Server(project, **how)
        server.take()
        return server, project

    def check_full(self, server, project):
        read = lambda name: slurp(os.path.join(project, name))
        self.assertEqual(server.append(b"first\n", 0).status, 200)
        before = sorted(os.listdir(project)), sorted(os.listdir(os.path.join(project, "art")))
        large = b"x" * (2 << 20)
        for answer in (server.write("project.json", large, "If-Match: *"), server.append(large, 6), server.write("art/a.png", large)):
            self.assertEqual(answer.status, 507)
            self.assertIn("room", answer.json()["remedy"])
        self.assertEqual((read("project.json"), read("journal.jsonl")), (PROJECT, b"first\n"))
        self.assertEqual((sorted(os.listdir(project)), sorted(os.listdir(os.path.join(project, "art")))), before)
        self.assertEqual(server.append(b"second\n", 6).json(), {"size": 13})

    @unittest.skipUnless(machine_of(VERVE) in SYNC_CALLS, "the numbers of its system calls are not known here")
    def test_a_disk_that_does_not_keep_what_it_took(self):
        """Nothing is said to be on the disk before the disk has said so, and what it has not is not there."""
        for data_only in (True, False):
            server, project = self.begin(limit=lambda: break_syncing(data_only))
            stream = Events(server)
            self.assertEqual(stream.next(), {"type": "hello"})
            answer = server.append(b"first\n", 0)
            self.assertEqual(answer.status, 500)
            self.assertEqual(slurp(os.path.join(project, "journal.jsonl")), b"")
            if not data_only:
                self.assertEqual(server.write("project.json", b"{}", "If-Match: *").status, 500)
                self.assertEqual(server.write("art/a.png", b"x").status, 500)
                self.assertEqual((slurp(os.path.join(project, "project.json")), os.listdir(os.path.join(project, "art"))), (PROJECT, []))
            self.assertIsNone(stream.next(1.5), "nobody else changed anything")
            stream.close()
            self.assertEqual(server.stop(), 0)

    def test_a_limit_on_sizes(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        server, project = self.begin(limit=limit)
        self.check_full(server, project)
        self.assertEqual(server.stop(), 0)

    def test_a_full_disk(self):
        place = tempfile.mkdtemp(prefix="verve full ")
        self.addCleanup(os.rmdir, place)
        mounted = os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place],
                                                        capture_output=True).returncode == 0
        if not mounted:
            self.skipTest("a small disk cannot be mounted here; the limit on sizes stands for it")
        try:
            project = os.path.join(place, "probe")
            os.makedirs(os.path.join(project, "art"))
            with open(os.path.join(project, "project.json"), "wb") as f:
                f.write(PROJECT)
            server = Server(project)
            server.take()
            self.check_full(server, project)
            self.assertEqual(server.stop(), 0)
        finally:
            subprocess.run(["umount", place], check=True)

    def test_the_folder_is_deleted_under_it(self):
        server, project = self.begin()
        shutil.rmtree(project)
        self.assertEqual(server.ask("GET", "api/project/project.json").status, 404)
        self.assertIn(server.write("project.json", PROJECT, "If-Match: *").status, (404, 500))
        self.assertIn(server.write("art/a.png", b"x").status, (404, 500))
        self.assertIn(server.append(b"x", 0).status, (404, 500))
        self.assertEqual(server.ask("GET", "api/state").status, 200)
        self.assertEqual(server.ask("POST", "api/close", b"").json()["mode"], "gallery")
        self.assertFalse(os.path.exists(project))
        self.assertEqual(server.stop(), 0)

    def test_a_project_that_cannot_be_read_still_opens(self):
        server, project = self.begin()
        self.assertEqual(server.write("project.json", b"{ this is no JSON", "If-Match: *").status, 200)
        self.assertEqual(server.stop(), 0)
        server = Server(project)
        self.assertEqual(server.ask("GET", "api/state").json()["name"], "probe")
        self.assertEqual(server.ask("GET", "api/project/project.json").body, b"{ this is no JSON")
        self.assertEqual(server.stop(), 0)

    def test_killed_while_it_writes(self):
        """project.json is the old one or the new one, the journal a prefix with everything that was answered for."""
        rng = random.Random(3)
        for _ in range(12):
            server, project = self.begin()
            wrote, journal = [PROJECT], [b""]
            lines = []

            def write():
                n = 0
                while True:
                    n += 1
                    body = b'{"n": %d, "filler": "' % n + b"%d" % (n % 10) * rng.randrange(1000, 3000000) + b'"}'
                    wrote.append(body)
                    try:
                        if server.write("project.json", body, "If-Match: *").status != 200:
                            return
                    except OSError:
                        return

            def append():
                size = 0
                while True:
                    line = b"%d\n" % len(lines) * 1000
                    lines.append(line)
                    try:
                        answer = server.append(line, size)
                        if answer.status != 200:
                            return
                        size = answer.json()["size"]
                        journal[0] += line
                    except OSError:
                        return

            threads = [threading.Thread(target=write), threading.Thread(target=append)]
            for t in threads:
                t.start()
            time.sleep(rng.uniform(0.05, 0.4))
            server.stop(signal.SIGKILL)
            for t in threads:
                t.join()
            with open(os.path.join(project, "project.json"), "rb") as f:
                self.assertIn(f.read(), wrote)
            path = os.path.join(project, "journal.jsonl")
            kept = slurp(path) if os.path.exists(path) else b""
            self.assertTrue(b"".join(lines).startswith(kept))
            self.assertTrue(kept.startswith(journal[0]), "what was answered for is on the disk")
            again = Server(project)
            self.assertEqual([n for n in os.listdir(project) if n.endswith(".new")], [], "opening tidies up")
            self.assertEqual(again.stop(), 0)


if __name__ == "__main__":
    unittest.main()
