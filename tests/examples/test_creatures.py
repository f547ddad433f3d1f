#!/usr/bin/env python3
"""What the creatures of the examples promise, measured on the bodies that `verve retarget` writes: test_creatures.py VERVE EXAMPLES

Their projects are what make.py writes; creatures are as large as the project says; and what a motion is about happens on every
creature that does it."""
import csv
import io
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

VERVE, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []


def claim(holds, sentence):
    print(("holds: " if holds else "FAILS: ") + sentence)
    if not holds:
        failures.append(sentence)


# ---- The projects ----------------------------------------------------------------------------------------------------------------------

def is_what_make_writes(name):
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / name
        shutil.copytree(EXAMPLES / name / "creatures", made / "creatures")
        subprocess.run([sys.executable, "-B", str(EXAMPLES / name / "make.py"), str(made)], check=True)
        subprocess.run([VERVE, "apply", str(made), "-"], input="[]", text=True, check=True, capture_output=True)
        same = all((made / "creatures" / f.name).read_bytes() == f.read_bytes() for f in (EXAMPLES / name / "creatures").iterdir())
        claim(same and (made / "project.json").read_bytes() == (EXAMPLES / name / "project.json").read_bytes(), f"{name} is what make.py writes")


# ---- Bodies ------------------------------------------------------------------------------------------------------------------------------

def rotated(q, v):
    x, y, z, w = q
    a, b, c = v
    t = (2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a))
    return [a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2], c + w * t[2] + x * t[1] - y * t[0]]


class Creature:
    """A creature of a project: its file, and what `verve retarget` makes of it."""

    def __init__(self, project, name):
        entry = next(c for c in json.loads((EXAMPLES / project / "project.json").read_text())["creatures"] if c["name"] == name)
        self.project, self.name, self.scale = EXAMPLES / project, name, entry.get("scale", 1)
        self.bodies = {b["name"]: b for b in json.loads((EXAMPLES / project / entry["file"]).read_text())["bodies"]}

    def having(self, cap):
        return [name for name, body in self.bodies.items() if cap in body.get("caps", [])]

    def centre(self, name):
        return [self.scale * v for v in self.bodies[name].get("centre", [0, 0, 0])]

    def play(self, *options):
        """[(time, {body: centre})] at 60 frames a second."""
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            subprocess.run([VERVE, "retarget", str(self.project), "--creature", self.name, "--fps", "60", *options, "-o", file.name],
                           check=True, capture_output=True)
            frames = {}
            for row in csv.DictReader(io.StringIO(pathlib.Path(file.name).read_text())):
                place, turn = [float(row[k]) for k in "xyz"], [float(row["q" + k]) for k in "xyzw"]
                at = [p + c for p, c in zip(place, rotated(turn, self.centre(row["body"])))]
                frames.setdefault(float(row["time"]), {})[row["body"]] = at
        return sorted(frames.items())


def as_large_as_said():
    for name in ("feve", "nugalir"):
        creature = Creature("menagerie", name)
        bodies = creature.play("--motion", "idle", "--seconds", "0.1")[0][1]
        foot = creature.having("foot")[0]
        rest = [creature.scale * v for v in creature.bodies[foot]["place"]]
        rest = [p + c for p, c in zip(rest, rotated(creature.bodies[foot].get("turn", [0, 0, 0, 1]), creature.centre(foot)))]
        claim(math.dist(rest, bodies[foot]) < 0.01, f"{name} is {creature.scale} times as large as its file, {math.dist(rest, bodies[foot]):.4f} m")


is_what_make_writes("menagerie")
is_what_make_writes("parade")
as_large_as_said()
sys.exit(1 if failures else 0)
