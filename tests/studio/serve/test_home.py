"""Gallery, home and command line: examples are copied, projects made, and two servers never share one."""
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import unittest

from serving import PATIENCE, PROJECT, SOURCE, VERVE, Events, Server

EXAMPLES = os.path.join(SOURCE, "examples")


def tree(folder):
    """Every file beneath with its bytes."""
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(root, name), "rb") as f:
                found[os.path.relpath(os.path.join(root, name), folder)] = f.read()
    return found


def holder(server):
    """What is said of whoever has the project, as far as the kernel tells."""
    return f"process {server.process.pid}" if os.path.exists("/proc/locks") else "another program"


class Home(unittest.TestCase):
    def setUp(self):
        self.server = Server("--examples", EXAMPLES)

    def tearDown(self):
        self.assertEqual(self.server.stop(), 0)

    def open(self, **what):
        return self.server.ask("POST", "api/open", what)

    def test_every_example_is_in_the_gallery_with_a_sentence_and_a_scene(self):
        gallery = self.server.ask("GET", "api/gallery").json()
        there = {name for name in os.listdir(EXAMPLES) if os.path.exists(os.path.join(EXAMPLES, name, "project.json"))}
        self.assertEqual({e["id"] for e in gallery["examples"]}, there)
        self.assertEqual(gallery["recent"], [])
        for example in gallery["examples"]:
            with open(os.path.join(EXAMPLES, example["id"], "project.json")) as f:
                project = json.load(f)
            self.assertEqual((example["name"], example["about"]), (project["name"], project["about"]))
            self.assertGreater(len(example["about"]), 20)
            self.assertIn(example["scene"], [scene["name"] for scene in project["scenes"]])
            answer = self.server.ask("GET", f"api/examples/{example['id']}/project.json")
            self.assertEqual(answer.json(), project)

    def test_an_example_is_opened_as_a_copy(self):
        before = tree(EXAMPLES)
        for name in ("bounce", "bounce 2", "bounce 3"):
            state = self.open(example="bounce").json()
            self.assertEqual((state["mode"], state["folder"]), ("project", os.path.join(self.server.home, name)))
            self.assertEqual(tree(state["folder"]), tree(os.path.join(EXAMPLES, "bounce")))
        self.server.take()
        self.assertEqual(self.server.write("project.json", PROJECT, "If-Match: *").status, 200)
        self.assertEqual(tree(EXAMPLES), before)
        recent = self.server.ask("GET", "api/gallery").json()["recent"]
        self.assertEqual({r["id"] for r in recent}, {"bounce", "bounce 2", "bounce 3"})
        self.assertEqual({r["name"] for r in recent if r["id"] == "bounce 3"}, {"Probe"})
        self.assertEqual(self.server.ask("GET", "api/recent/bounce%203/project.json").body, PROJECT)
        self.assertEqual([n for n in os.listdir(self.server.home) if n.startswith(".")], [])

    def test_new_projects(self):
        for name, folder in (("My ball", "My ball"), ("My ball", "My ball 2"), ("a:c", "a-c"), ("Über", "Über")):
            answer = self.open(new=name)
            self.assertEqual(answer.status, 200, (name, answer.body))
            self.assertEqual(answer.json()["folder"], os.path.join(self.server.home, folder))
            checked = subprocess.run([VERVE, "check", answer.json()["folder"]], capture_output=True)
            self.assertEqual(checked.returncode, 0, checked.stderr)
        for name in ("", "x" * 64, "a\nb", "\x7f", "a/b", "..", ".x", "a\\b"):
            self.assertEqual(self.open(new=name).status, 400, name)
        self.assertEqual([n for n in os.listdir(self.server.home) if n.startswith(".")], [])

    def test_what_is_not_there_leaves_open_what_is(self):
        folder = self.open(new="Kept").json()["folder"]
        for what in ({"example": "nothing"}, {"example": "../ball"}, {"example": "art"}, {"example": ""}, {"recent": "nothing"},
                     {"recent": "../../etc"}, {"recent": "."}, {"recent": ""}, {"recent": ".."}):
            self.assertIn(self.open(**what).status, (400, 404, 500), what)
        for body in ({}, {"new": 1}, {"new": None}, {"new": "a", "recent": "b"}, {"other": "x"}, {"new": ["x"]}):
            self.assertEqual(self.server.ask("POST", "api/open", body).status, 400, body)
        self.assertEqual(self.server.ask("GET", "api/state").json()["folder"], folder)

    def test_no_link_in_the_home_is_followed(self):
        """Neither a folder that is a link, nor a project whose project.json is one, is listed, shown or opened."""
        mine = self.open(new="Mine").json()["folder"]
        with tempfile.TemporaryDirectory() as outside:
            shutil.copytree(os.path.join(EXAMPLES, "ball"), os.path.join(outside, "ball"))
            os.symlink(os.path.join(outside, "ball"), os.path.join(self.server.home, "linked"))
            os.symlink(outside, os.path.join(self.server.home, "deep"))
            os.mkdir(os.path.join(self.server.home, "hollow"))
            os.symlink(os.path.join(outside, "ball", "project.json"), os.path.join(self.server.home, "hollow", "project.json"))
            self.assertEqual([r["id"] for r in self.server.ask("GET", "api/gallery").json()["recent"]], ["Mine"])
            for path in ("linked/project.json", "linked/art/ball.png", "deep/ball/project.json", "hollow/project.json"):
                self.assertEqual(self.server.ask("GET", f"api/recent/{path}").status, 404, path)
            for name in ("linked", "deep", "deep/ball", "linked/../linked"):
                answer = self.open(recent=name)
                self.assertEqual(answer.status, 404, name)
                self.assertTrue(answer.json()["remedy"])
            self.assertEqual(self.server.ask("GET", "api/state").json()["folder"], mine)
            self.assertEqual(self.open(recent="hollow").status, 200)  # it is a folder of the home; what the link leads to stays hidden
            self.assertEqual(self.server.ask("GET", "api/project/project.json").status, 404)
            self.server.take()
            self.assertEqual(self.server.write("project.json", b"{}", "If-Match: *").status, 404)
            self.assertEqual(tree(os.path.join(outside, "ball")), tree(os.path.join(EXAMPLES, "ball")))

    def test_the_home_itself_may_be_a_link(self):
        with tempfile.TemporaryDirectory() as outside:
            os.symlink(outside, os.path.join(outside, "home"))
            server = Server(home=os.path.join(outside, "home"))
            self.assertEqual(server.ask("POST", "api/open", {"new": "Ball"}).json()["folder"], os.path.join(os.path.realpath(outside), "Ball"))
            self.assertEqual(server.stop(), 0)

    def test_pages_hear_that_their_project_was_closed(self):
        self.open(new="One")
        stream = Events(self.server)
        self.assertEqual(stream.next(), {"type": "hello"})
        self.assertEqual(self.open(recent="One").status, 200)  # it is open already
        self.open(new="Two")
        self.assertEqual(stream.next(), {"type": "closed"})
        self.assertEqual(self.server.ask("POST", "api/close").json()["mode"], "gallery")
        self.assertEqual(stream.next(), {"type": "closed"})
        self.assertEqual(self.server.ask("POST", "api/writer").status, 404)
        self.assertEqual(self.server.ask("GET", "api/project/project.json").status, 404)
        stream.close()

    def test_two_servers_never_have_one_project(self):
        self.open(new="Mine")
        other = Server(home=self.server.home)
        answer = other.ask("POST", "api/open", {"recent": "Mine"})
        self.assertEqual(answer.status, 409)
        self.assertIn(holder(self.server), answer.json()["message"])
        self.assertEqual(other.ask("GET", "api/state").json()["mode"], "gallery")
        self.server.ask("POST", "api/close")
        self.assertEqual(other.ask("POST", "api/open", {"recent": "Mine"}).status, 200)
        self.assertEqual(other.stop(), 0)

    def test_copies_made_at_once_are_all_whole(self):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(self.open(example="ball"))) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual([a.status for a in answers], [200] * 8)
        self.assertEqual(len({a.json()["folder"] for a in answers}), 8)
        for a in answers:
            self.assertEqual(tree(a.json()["folder"]), tree(os.path.join(EXAMPLES, "ball")))


class CommandLine(unittest.TestCase):
    def run_studio(self, *arguments):
        return subprocess.run([VERVE, "studio", "--no-browser", *arguments], capture_output=True, text=True, timeout=PATIENCE)

    def test_a_port_that_is_taken(self):
        first = Server()
        again = self.run_studio("--port", str(first.port), "--page", os.path.join(first.folder, "page"))
        self.assertEqual(again.returncode, 1)
        self.assertIn(f"port {first.port}", again.stderr)
        servers = [Server(options=()) for _ in range(3)]
        self.assertEqual(len({s.port for s in servers}), 3)
        for s in servers:
            self.assertTrue(8737 <= s.port < 8757)
            self.assertEqual(s.stop(), 0)
        self.assertEqual(first.stop(signal.SIGTERM), 0)

    def test_it_listens_on_this_machine_only(self):
        server = Server()
        with open("/proc/net/tcp") as f:
            listening = [line.split()[1] for line in f if line.split()[3] == "0A"]
        self.assertIn(f"0100007F:{server.port:04X}", listening)
        self.assertNotIn(f"00000000:{server.port:04X}", listening)
        self.assertEqual(server.stop(), 0)

    def test_tokens_are_never_twice_the_same(self):
        tokens = set()
        for _ in range(5):
            server = Server()
            tokens.add(server.token)
            self.assertRegex(server.token, "^[0-9a-f]{32}$")
            server.stop()
        self.assertEqual(len(tokens), 5)

    def test_what_is_missing_is_said(self):
        with tempfile.TemporaryDirectory() as empty:
            for arguments, words in ((["--page", empty], "make studio"), (["--page", "/nowhere"], "make studio"),
                                     (["--port", "70000"], "65535"), (["--port", "x"], "--port")):
                done = self.run_studio(*arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)
            page = Server()
            for project, words in ((empty, "project.json"), ("/nowhere", "/nowhere"), ("/etc/passwd", "/etc/passwd")):
                done = self.run_studio("--page", os.path.join(page.folder, "page"), project)
                self.assertEqual(done.returncode, 1)
                self.assertIn(words, done.stderr)
            page.stop()

    def test_project_json_names_its_folder_and_whoever_has_it_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.realpath(folder)
            with open(os.path.join(folder, "project.json"), "wb") as f:
                f.write(PROJECT)
            server = Server(os.path.join(folder, "project.json"))
            self.assertEqual(server.ask("GET", "api/state").json()["folder"], folder)
            self.assertEqual(server.ask("GET", "api/state").json()["name"], "Probe")
            again = self.run_studio("--page", os.path.join(server.folder, "page"), folder)
            self.assertEqual(again.returncode, 1)
            self.assertIn(holder(server), again.stderr)
            self.assertEqual(server.stop(signal.SIGHUP), 0)


if __name__ == "__main__":
    unittest.main()
