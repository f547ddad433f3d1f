#!/usr/bin/env python3
"""A disk that takes no more: whatever `verve` writes, it ends with an error that says what, where and what to do, leaves no half a
file behind, and leaves a file that was there as it was. And no link leads out of a project: what lies behind one is neither read,
rendered nor written. Nobody needs to be root for this: a limit on sizes is reached as a full disk is, and /dev/full is one.
usage: test_full.py VERVE EXAMPLES"""
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

verve, examples = sys.argv[1], Path(sys.argv[2])
video = shutil.which("ffmpeg") is not None
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}")


def run(*arguments, full=True, room=64, out=subprocess.PIPE):
    """With room for so many bytes in each file, where the disk is full."""

    def limit_sizes():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # which Python ignores
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    return subprocess.run([verve, *map(str, arguments)], stdout=out, stderr=subprocess.PIPE, text=True, preexec_fn=limit_sizes if full else None)


def refused(ran, what, words=("cannot be written",)):
    said = ran.stderr.strip().split("\n")[-1]
    check(ran.returncode == 1, f"{what}: exit {ran.returncode}, {said}")
    check(any(word in said for word in words) and ";" in said, f"{what} says: {said}")


work = Path(tempfile.mkdtemp(prefix="verve full "))
film = ["--to", "0.2", "--rate", "10", "--size", "64x48"]
writers = [("render", examples / "bounce", ending, film) for ending in ("png", "webp", *(("mp4", "webm", "gif") if video else ()))]
writers += [("render", examples / "bounce", "png", [*film, "--sequence"]), ("render", examples / "bounce", "png", ["--sheet", "4", "--size", "32x32"]),
            ("bake", examples / "ball", "vvb", [])]
writers += [("verb", examples / "robot", ending, []) for ending in ("bvh", "gltf", "glb")]
writers += [("creature", "--seed", ending, ["7"]) for ending in ("json", "gltf", "glb", "bvh", "png")]
try:
    for command, subject, ending, options in writers:
        what = f"{command} .{ending} {' '.join(options)}"
        line = [command, subject, *options]
        target = work / "target"
        target.mkdir()
        old = target / f"out.{ending}"
        old.write_text("old")
        refused(run(*line, "-o", old, room=600 if ending in ("mp4", "webm", "gif") else 64), what)  # what ffmpeg says needs room too
        check(old.read_bytes() == b"old", f"{what}: the old file is as it was")
        check([p.name for p in target.iterdir()] == [old.name], f"{what} leaves {[p.name for p in target.iterdir()]}")
        shutil.rmtree(target)
        if ending in ("mp4", "webm", "gif") or "--sequence" in options:
            continue  # these are written beside and renamed, whatever had the name
        link = work / f"full.{ending}"
        link.symlink_to("/dev/full")
        refused(run(*line, "-o", link, full=False), f"{what} to /dev/full")
        link.unlink()

    # What goes to standard output.
    with open("/dev/full", "w") as full:
        for line in (["simulate", examples / "bounce", "--frames", "10"], ["simulate", examples / "bounce", "--frames", "10", "--csv", "-"],
                     ["bake", examples / "ball", "-o", "-"], ["check", examples / "ball", "--json"], ["creature", "--seed", "7", "--json"]):
            refused(run(*line, full=False, out=full), f"{line[0]} > /dev/full")
    refused(run("simulate", examples / "bounce", "--frames", "10", "--csv", work / "x.csv"), "simulate --csv")
    check(not list(work.iterdir()), f"nothing is left: {list(work.iterdir())}")

    # A project that is changed.
    project = work / "ball"
    shutil.copytree(examples / "ball", project)
    before = {p: p.read_bytes() for p in project.rglob("*") if p.is_file()}
    commands = work / "commands.json"
    commands.write_text('[{"do": "project.set", "about": "%s"}]' % ("x" * 200))
    refused(run("apply", project, commands), "apply", ("cannot be written", "the journal"))
    refused(run("import", examples / "art/ball.png" if (examples / "art/ball.png").exists() else project / "art/ball.png", "--into", project), "import")
    refused(run("new", work / "fresh"), "new")
    after = {p: p.read_bytes() for p in project.rglob("*") if p.is_file() and p.name != "journal.jsonl"}
    check(before == after, "the project is as it was")

    # Links that lead out: of everything that a project names, and of its own two files.
    private = work / "private"
    private.mkdir()
    shutil.copytree(examples / "ball", private / "ball")
    said = "link"
    for what in ("art/ball.png", "art", "project.json", "journal.jsonl"):
        shutil.rmtree(project)
        shutil.copytree(examples / "ball", project)
        path, outside = project / what, private / "ball" / what
        if what == "journal.jsonl":
            outside.write_text("{}\n")
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        path.symlink_to(outside)
        kept = {p: p.read_bytes() for p in private.rglob("*") if p.is_file()}
        for line in (["render", project, "--artwork", "ball", "-o", work / "x.png"], ["bake", project, "-o", work / "x.vvb"]):
            refused(run(*line, full=False), f"{line[0]} with {what} as a link", (said,))
        checked = run("check", project, full=False)
        check(checked.returncode != 0 and said in checked.stdout + checked.stderr, f"check tells that {what} is a link: {checked.stdout}{checked.stderr}")
        if what in ("project.json", "journal.jsonl"):
            refused(run("apply", project, commands, full=False), f"apply with {what} as a link", (said,))
        if what == "art":
            refused(run("import", private / "ball/art/ball.png", "--into", project, "--artwork", "other", full=False), "import through a link", (said,))
        check(kept == {p: p.read_bytes() for p in private.rglob("*") if p.is_file()}, f"nothing was written behind {what}")
        check(not (work / "x.png").exists() and not (work / "x.vvb").exists(), "nothing was made of it")
    # A folder that was named may be a link: the one who names it knows.
    shutil.rmtree(project)
    project.symlink_to(private / "ball")
    (private / "ball/journal.jsonl").unlink()
    ran = run("render", project, "--artwork", "ball", "-o", work / "x.png", full=False)
    check(ran.returncode == 0, f"a project's folder may be named by a link: {ran.stderr}")
finally:
    shutil.rmtree(work)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
