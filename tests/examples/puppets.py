"""What the tests of the puppets' examples share: running a scene, copies of a project that lack one half of it, and measures on
tracks. A script that uses it is called as SCRIPT VERVE EXAMPLES; lengths are metres, times seconds, angles radians.

A track is the list of one handle's rows, one a frame: {"time", "x", "y", "angle", "sx", "sy"}.
"""
import contextlib
import csv
import io
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

VERVE, EXAMPLES = sys.argv[1], sys.argv[2]
failures = []


def claim(holds, sentence):
    print(("holds: " if holds else "FAILS: ") + sentence)
    if not holds:
        failures.append(sentence)


def finish():
    sys.exit(f"{len(failures)} claims fail" if failures else 0)


# ---- Running ---------------------------------------------------------------------------------------------------------


def simulate(project, scene, *options):
    """{actor: {handle: track}} of the puppets of a scene, at its own rate; angles go on where they pass half a turn."""
    command = [VERVE, "simulate", project, "--scene", scene, "--handles", "-", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        claim(False, f"{project} {scene} runs without a complaint: {done.stderr.strip()}")
    actors = {}
    for row in csv.DictReader(line for line in io.StringIO(done.stdout) if line.count(",") == 8):
        track = actors.setdefault(row["actor"], {}).setdefault(row["handle"], [])
        numbers = {key: float(row[key]) for key in ("time", "x", "y", "angle", "sx", "sy")}
        if track:
            numbers["angle"] -= math.tau * round((numbers["angle"] - track[-1]["angle"]) / math.tau)
        track.append(numbers)
    return actors


def states(project, scene):
    """{actor: rows} of all actors, sprites too: where their centres of mass are and how fast."""
    command = [VERVE, "simulate", project, "--scene", scene, "--csv", "-"]
    done = subprocess.run(command, capture_output=True, text=True)
    actors = {}
    for row in csv.DictReader(line for line in io.StringIO(done.stdout) if line.count(",") >= 7):
        numbers = {key: float(row[key]) for key in ("time", "x", "y", "angle", "vx", "vy")}
        actors.setdefault(row["actor"], []).append(numbers)
    return actors


@contextlib.contextmanager
def changed(project, change):
    """A copy of a project, of which `change` has seen the parsed project.json."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(project, copy, dirs_exist_ok=True)
        path = os.path.join(copy, "project.json")
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        change(document)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        yield copy


def puppets(document):
    for scene in document["scenes"]:
        yield from (actor for actor in scene.get("actors", []) if actor.get("kind") == "puppet")


def without_keys(project):
    """Simulation alone: nobody plays a clip."""

    def change(document):
        for actor in puppets(document):
            actor.pop("clip", None)
            actor.pop("clip_start", None)
        for scene in document["scenes"]:
            if "script" in scene:
                scene["script"] = [entry for entry in scene["script"] if entry["do"] not in ("play", "aim")]

    return changed(project, change)


STIFF = {"stiffness": 1000, "half_life": 0.001, "gravity": 0}


def without_simulation(project):
    """Keys alone: too stiff and too damped to move by itself, weightless, and every key exact, so that a frame is the pose that
    the keys of that moment ask for."""

    def change(document):
        for actor in puppets(document):
            actor.setdefault("material", {}).update(STIFF)
        for scene in document["scenes"]:
            for entry in (entry for entry in scene.get("script", []) if entry["do"] == "material"):
                entry["material"].update(STIFF)
        for clip in document.get("clips", []):
            for key in (key for track in clip["tracks"] for key in track["keys"]):
                key.pop("strength", None)
                key.pop("ease", None)

    return changed(project, change)


def judge(project, scene, holds, principle):
    """`holds` is given the tracks of a scene and answers (does it hold, in words). It must hold as shipped, and must not
    where the keys, or the simulation, are taken away: then it would be a measure of something else."""
    good, words = holds(simulate(project, scene))
    claim(good, f"{principle}: {words}")
    for taken, without in (("keys", without_keys), ("simulation", without_simulation)):
        with without(project) as copy:
            good, words = holds(simulate(copy, scene))
            claim(not good, f"{principle} is not there without {taken}: {words}")


# ---- Measures --------------------------------------------------------------------------------------------------------


def between(track, start, end):
    return [row for row in track if start - 1e-6 <= row["time"] <= end + 1e-6]


def at(track, time):
    return min(track, key=lambda row: abs(row["time"] - time))


def spacing(track):
    """The way from each frame to the next."""
    return [math.hypot(b["x"] - a["x"], b["y"] - a["y"]) for a, b in zip(track, track[1:])]


def area(*tracks):
    """Of the polygon whose corners are the handles, in order, frame by frame; positive counterclockwise."""
    corners = [[(row["x"], row["y"]) for row in frame] for frame in zip(*tracks)]
    return [sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(c, c[1:] + c[:1])) / 2 for c in corners]


def distance(a, b):
    """Between two handles, frame by frame."""
    return [math.hypot(p["x"] - q["x"], p["y"] - q["y"]) for p, q in zip(a, b)]


def moved(track, seconds):
    """How far it went from where it was, in its last seconds."""
    last = between(track, track[-1]["time"] - seconds, track[-1]["time"])
    return max(math.hypot(row["x"] - last[0]["x"], row["y"] - last[0]["y"]) for row in last)
