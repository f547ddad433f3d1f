"""Exports: what is asked for is checked, made by a child, handed over, and gone when nobody wants it any more."""
import glob
import os
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from serving import PATIENCE, SOURCE, Server, until

VIDEO = shutil.which("ffmpeg") is not None


TEMPORARY = tempfile.TemporaryDirectory()  # of our own: others may export on this machine too
os.environ["TMPDIR"] = TEMPORARY.name


def left_over():
    return glob.glob(os.path.join(TEMPORARY.name, "verve-export-*"))


def children(process):
    with open(f"/proc/{process}/task/{process}/children") as f:
        return f.read().split()


def alive(process):
    """A zombie is not: whoever has it to reap may be in no hurry."""
    try:
        with open(f"/proc/{process}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Export(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--examples", os.path.join(SOURCE, "examples"))
        cls.server.ask("POST", "api/open", {"example": "bounce"})

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        assert code == 0, code
        assert left_over() == [], "temporary folders are left"

    def begin(self, **ask):
        answer = self.server.ask("POST", "api/export", ask)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["job"]

    def state(self, job):
        return self.server.ask("GET", f"api/export/{job}").json()

    def finish(self, job):
        end = time.monotonic() + 2 * PATIENCE
        last = 0.0
        while not (state := self.state(job))["done"]:
            self.assertGreaterEqual(state["progress"], last)
            last = state["progress"]
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        return state

    def file(self, job):
        return self.server.ask("GET", f"api/export/{job}/file")

    def test_each_format(self):
        film = {"scene": "lively", "width": 96, "height": 64, "from": 0.5, "to": 1.5, "rate": 10}
        kinds = [({"format": "png", "scene": "lively", "time": 1.2, "width": 96, "height": 64}, b"\x89PNG", "lively.png"),
                 ({"format": "png", "artwork": "ball", "example": "squashed", "background": "transparent"}, b"\x89PNG", "ball.png"),
                 ({"format": "sheet", "scene": "lively", "count": 6, "columns": 3, "width": 96, "height": 64}, b"\x89PNG", "lively-sheet.png"),
                 ({"format": "webp", **film, "background": "transparent"}, b"RIFF", "lively.webp")]
        if VIDEO:
            kinds += [({"format": "mp4", **film, "background": "#102030"}, b"\0\0\0", "lively.mp4"), ({"format": "webm", **film}, b"\x1aE\xdf\xa3", "lively.webm"),
                      ({"format": "gif", **film}, b"GIF89a", "lively.gif")]
        jobs = [(self.begin(**ask), magic, name) for ask, magic, name in kinds]
        for job, magic, name in jobs:
            state = self.finish(job)
            self.assertIsNone(state["error"], name)
            self.assertEqual((state["progress"], state["name"]), (1, name))
            answer = self.file(job)
            self.assertTrue(answer.body.startswith(magic), name)
            self.assertEqual(len(answer.body), state["bytes"])
            self.assertEqual(answer.headers["content-disposition"], f"attachment; filename*=UTF-8''{name}")
            self.assertEqual(self.server.ask("DELETE", f"api/export/{job}").status, 200)
            self.assertEqual(self.server.ask("GET", f"api/export/{job}").status, 404)
        picture = self.begin(format="png", scene="lively", width=123, height=45)
        self.finish(picture)
        self.assertEqual(struct.unpack(">II", self.file(picture).body[16:24]), (123, 45))

    def test_ten_frames_a_second_for_a_second_are_ten(self):
        job = self.begin(format="webp", scene="lively", width=64, height=48, **{"from": 0.5}, to=1.5, rate=10)
        self.finish(job)
        self.assertEqual(self.file(job).body.count(b"ANMF"), 10)

    def test_what_a_format_has_no_use_for_is_passed_over(self):
        rest = {"width": 64, "height": 48, "from": 1.0, "to": 1.0, "rate": 30, "count": 12, "columns": 0, "background": None, "artwork": None,
                "example": None}
        moment = self.begin(format="png", scene="lively", **rest)
        same = self.begin(format="png", scene="lively", width=64, height=48, time=1.0)
        other = self.begin(format="png", scene="lively", width=64, height=48)
        pictures = [self.finish(job) and self.file(job).body for job in (moment, same, other)]
        self.assertEqual(pictures[0], pictures[1])
        self.assertNotEqual(pictures[0], pictures[2])

    def test_what_cannot_be_asked(self):
        good = {"format": "webp", "scene": "lively"}
        for wrong in ({"format": None}, {"format": "exe"}, {"format": "png; rm -rf /"}, {"format": 1}, {"width": 100}, {"width": 0, "height": 1},
                      {"width": 1e9, "height": 1}, {"width": 1.5, "height": 1}, {"width": "1", "height": "1"}, {"from": -1}, {"to": 0},
                      {"from": 2, "to": 1}, {"to": 1e9}, {"rate": 0}, {"rate": 1e9}, {"rate": "x"}, {"background": "red"},
                      {"background": "#12345"}, {"background": "#12345g"}, {"scene": ""}, {"scene": "x" * 64}, {"scene": "a\nb"}, {"scene": 5},
                      {"count": 0}, {"count": 1000}, {"time": -1}, {"columns": -1}, {"output": "/etc/passwd"}, {"-o": "/etc/passwd"}, {"artwork": "ball"}):
            answer = self.server.ask("POST", "api/export", {**good, **wrong})
            self.assertEqual(answer.status, 400, wrong)
            self.assertTrue(answer.json()["message"])
        for body in (b"", b"[]", b"x", b'{"format":"png","format":"png"}'):
            self.assertEqual(self.server.ask("POST", "api/export", body).status, 400)

    def test_a_name_is_never_an_option_or_a_command(self):
        for scene in ("--help", "-o/tmp/x", "$(touch /tmp/verve-owned)", "`id`", "a; id", "../../x", "'"):
            job = self.begin(format="png", scene=scene)
            state = self.finish(job)
            self.assertIn("there is no scene", state["error"], scene)
            self.assertEqual(self.file(job).status, 404)
        self.assertFalse(os.path.exists("/tmp/verve-owned"))

    def test_jobs_that_are_none(self):
        for job in ("0", "999", "x", "-1", "1/files", "file", "99999999999999999999", "1%2ffile"):
            self.assertIn(self.server.ask("GET", f"api/export/{job}").status, (400, 404), job)
            self.assertIn(self.server.ask("DELETE", f"api/export/{job}").status, (400, 404), job)

    def test_one_at_a_time_and_cancelled_at_once(self):
        long = {"format": "webp", "scene": "wild", "width": 1280, "height": 720, "to": 600, "rate": 60}
        first, second = self.begin(**long), self.begin(**long)
        self.assertTrue(until(lambda: self.state(first)["progress"] > 0))
        self.assertEqual(len(children(self.server.process.pid)), 1)
        self.assertEqual(self.state(second)["progress"], 0)
        self.assertFalse(self.state(first)["done"])
        self.assertEqual(self.file(first).status, 404)
        for job in (second, first):
            self.assertEqual(self.server.ask("DELETE", f"api/export/{job}").status, 200)
            self.assertEqual(self.server.ask("GET", f"api/export/{job}").status, 404)
        self.assertTrue(until(lambda: not children(self.server.process.pid)))

    def test_many_wait_and_more_are_refused(self):
        long = {"format": "webp", "scene": "wild", "width": 640, "height": 480, "to": 600, "rate": 60}
        jobs = []
        while (answer := self.server.ask("POST", "api/export", long)).status == 200:
            jobs.append(answer.json()["job"])
            self.assertLess(len(jobs), 20)
        self.assertEqual(answer.status, 503)
        for job in reversed(jobs):
            self.server.ask("DELETE", f"api/export/{job}")

    def test_a_child_ends_with_the_server(self):
        for how in (signal.SIGINT, signal.SIGKILL):
            others = set(left_over())
            server = Server("--examples", os.path.join(SOURCE, "examples"))
            server.ask("POST", "api/open", {"example": "bounce"})
            ask = {"format": "mp4" if VIDEO else "webp", "scene": "wild", "width": 640, "height": 480, "to": 600, "rate": 60}
            answer = server.ask("POST", "api/export", ask)
            self.assertEqual(answer.status, 200)
            job = answer.json()["job"]
            self.assertTrue(until(lambda: server.ask("GET", f"api/export/{job}").json()["progress"] > 0.3))  # it renders
            child = children(server.process.pid)
            self.assertEqual(len(child), 1)
            self.assertEqual(server.stop(how), 0 if how == signal.SIGINT else -signal.SIGKILL)
            self.assertTrue(until(lambda: not alive(child[0])))
            for folder in set(left_over()) - others:
                self.assertEqual(how, signal.SIGKILL)  # nobody was left to remove it
                self.assertEqual(glob.glob(os.path.join(folder, "out.*")), [])
                shutil.rmtree(folder)


class Stubborn(unittest.TestCase):
    """An ffmpeg that neither ends nor stops writing: killing the child that waits for it leaves it alone with the folder."""

    def setUp(self):
        self.tools = tempfile.mkdtemp(prefix="verve tools ")
        self.addCleanup(shutil.rmtree, self.tools)
        self.told = os.path.join(self.tools, "told")
        path = os.path.join(self.tools, "ffmpeg")
        with open(path, "w") as f:
            f.write(f"""#!/bin/sh
trap '' TERM
for last in "$@"; do :; done
cat >/dev/null # all frames: what is left to do is ours
echo $$ >'{self.told}.new'
mv '{self.told}.new' '{self.told}'
n=0
while n=$((n + 1)); do echo x >"${{last#file:}}.$n"; sleep 0.01; done
""")
        os.chmod(path, 0o755)
        before = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        os.environ["PATH"] = f"{self.tools}:{before}"
        self.server = Server("--examples", os.path.join(SOURCE, "examples"))
        self.server.ask("POST", "api/open", {"example": "bounce"})
        answer = self.server.ask("POST", "api/export", {"format": "mp4", "scene": "lively", "width": 32, "height": 32, "to": 0.1, "rate": 20})
        self.assertEqual(answer.status, 200)
        self.job = answer.json()["job"]
        self.assertTrue(until(lambda: os.path.exists(self.told)))
        with open(self.told) as f:
            self.ffmpeg = f.read().strip()

    def tearDown(self):
        if self.server.process.poll() is None:
            self.server.stop()
        if alive(self.ffmpeg):
            os.kill(int(self.ffmpeg), signal.SIGKILL)

    def test_it_ends_when_the_export_is_cancelled(self):
        self.assertEqual(self.server.ask("DELETE", f"api/export/{self.job}").status, 200)
        self.assertTrue(until(lambda: not alive(self.ffmpeg)))
        self.assertTrue(until(lambda: left_over() == []), left_over())
        self.assertEqual(children(self.server.process.pid), [])

    def test_it_ends_with_the_server(self):
        self.assertEqual(self.server.stop(), 0)
        self.assertFalse(alive(self.ffmpeg))
        self.assertEqual(left_over(), [])


class OnOneProject(unittest.TestCase):
    """A server on a copy of an example, with a temporary folder of its own."""

    def serve(self, temporary=None, **how):
        self.work = tempfile.mkdtemp(prefix="verve one ")
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        self.project = os.path.join(self.work, "bounce")
        shutil.copytree(os.path.join(SOURCE, "examples", "bounce"), self.project)
        self.temporary = temporary or os.path.join(self.work, "temporary")
        os.makedirs(self.temporary, exist_ok=True)
        before = os.environ["TMPDIR"]
        self.addCleanup(os.environ.__setitem__, "TMPDIR", before)
        os.environ["TMPDIR"] = self.temporary
        self.server = Server(self.project, **how)
        self.addCleanup(lambda: self.assertEqual(self.server.stop(), 0))

    def export(self, **ask):
        """(its error, its file)"""
        answer = self.server.ask("POST", "api/export", ask)
        self.assertEqual(answer.status, 200, answer.body)
        job = answer.json()["job"]
        self.assertTrue(until(lambda: self.server.ask("GET", f"api/export/{job}").json()["done"], 2 * PATIENCE))
        error = self.server.ask("GET", f"api/export/{job}").json()["error"]
        return error, self.server.ask("GET", f"api/export/{job}/file")


FORMATS = ("png", "sheet", "webp") + (("mp4", "webm", "gif") if VIDEO else ())


class FullDisk(OnOneProject):
    def check_each_format(self):
        for form in FORMATS:
            error, file = self.export(format=form, scene="lively", width=320, height=240, **{"from": 0.5}, to=1.0, rate=10)
            self.assertIsNotNone(error, form)
            self.assertIn(f"the temporary folder {self.temporary} has no room", error, form)
            self.assertIn("; free some of that disk, or start `verve studio` with TMPDIR", error)
            self.assertEqual(file.status, 404)
            self.assertEqual([n for n in os.listdir(self.temporary) if n.startswith("verve-export")], [])

    def test_a_limit_on_sizes(self):
        self.serve(limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900)))
        self.check_each_format()

    def mount(self, options):
        """A small file system; skipped where none can be mounted."""
        place = tempfile.mkdtemp(prefix="verve small ")
        self.addCleanup(os.rmdir, place)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no small file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", place])
        return place

    def test_a_disk_that_is_really_full(self):
        small = self.mount("size=64k")
        with open(os.path.join(small, "ballast"), "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"x" * 4096)
            except OSError:
                pass
        self.serve(temporary=small)
        self.check_each_format()
        os.unlink(os.path.join(small, "ballast"))
        error, file = self.export(format="png", scene="lively", width=32, height=32)
        self.assertIsNone(error)
        self.assertTrue(file.body.startswith(b"\x89PNG"))

    def test_a_disk_without_room_for_one_more_file(self):
        small = self.mount("size=1m,nr_inodes=1")
        self.serve(temporary=small)
        self.check_each_format()


class Links(OnOneProject):
    def picture(self):
        return self.export(format="png", artwork="ball", width=64, height=64)

    def test_an_export_follows_no_link_out_of_the_project(self):
        self.serve()
        outside = os.path.join(self.work, "outside")
        shutil.copytree(os.path.join(self.project, "art"), outside)
        art = os.path.join(self.project, "art")
        name = next(n for n in sorted(os.listdir(art)) if n.endswith(".png"))
        self.assertIsNone(self.picture()[0])
        os.unlink(os.path.join(art, name))
        os.symlink(os.path.join(outside, name), os.path.join(art, name))
        self.assertIn("is a link", self.picture()[0])
        shutil.rmtree(art)
        os.symlink(outside, art)
        self.assertIn("is a link", self.picture()[0])

    def test_an_export_shows_the_project_that_is_open_whatever_has_its_name(self):
        self.serve()
        expected = self.picture()[1].body
        os.rename(self.project, self.project + " moved")
        shutil.copytree(os.path.join(SOURCE, "examples", "blob"), os.path.join(self.work, "other"))
        os.symlink(os.path.join(self.work, "other"), self.project)
        error, file = self.picture()
        self.assertIsNone(error)
        self.assertEqual(file.body, expected)

    def test_project_and_journal_as_links(self):
        self.serve()
        for name in ("project.json", "journal.jsonl"):
            path, outside = os.path.join(self.project, name), os.path.join(self.work, name)
            os.path.exists(path) and os.rename(path, outside)
            with open(outside, "a"):
                pass
            os.symlink(outside, path)
            self.assertIn("is a link", self.picture()[0], name)
            os.unlink(path)
            os.rename(outside, path)


if __name__ == "__main__":
    unittest.main()
