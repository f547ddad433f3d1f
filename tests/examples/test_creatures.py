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


# ---- The projects ----------------------------------------------------------------------------------------------------

def is_what_make_writes(name):
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / name
        shutil.copytree(EXAMPLES / name / "creatures", made / "creatures")
        subprocess.run([sys.executable, "-B", str(EXAMPLES / name / "make.py"), str(made)], check=True)
        subprocess.run([VERVE, "apply", str(made), "-"], input="[]", text=True, check=True, capture_output=True)
        same = all((made / "creatures" / f.name).read_bytes() == f.read_bytes() for f in (EXAMPLES / name / "creatures").iterdir())
        claim(same and (made / "project.json").read_bytes() == (EXAMPLES / name / "project.json").read_bytes(), f"{name} is what make.py writes")


# ---- Bodies ----------------------------------------------------------------------------------------------------------

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

    def rest(self, name):
        """Where the middle of a body is at rest."""
        place = [self.scale * v for v in self.bodies[name]["place"]]
        return [p + c for p, c in zip(place, rotated(self.bodies[name].get("turn", [0, 0, 0, 1]), self.centre(name)))]

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
        rest = creature.rest(foot)
        claim(math.dist(rest, bodies[foot]) < 0.01, f"{name} is {creature.scale} times as large as its file, {math.dist(rest, bodies[foot]):.4f} m")


# ---- What motions are about ------------------------------------------------------------------------------------------

HANDED = [Creature("menagerie", name) for name in ("feve", "nugalir", "gemate", "bukoku")]
ALL = HANDED + [Creature("menagerie", name) for name in ("nido", "poleza")]


def during(frames, first, last):
    return [bodies for time, bodies in frames if first <= time <= last]


def hands_meet_at_the_middle():
    for creature in HANDED:
        frames = during(creature.play("--motion", "clap"), 0.6, 2.1)
        left, right = creature.having("grasper")[:2]
        closest = min(frames, key=lambda bodies: math.dist(bodies[left], bodies[right]))
        gap, off = math.dist(closest[left], closest[right]), abs(closest[left][0] + closest[right][0]) / 2
        reach = math.dist(creature.rest(left), creature.rest(right))
        apart = max(math.dist(bodies[left], bodies[right]) for bodies in frames)
        claim(gap < 0.15 * reach and off < 0.05 * reach, f"{creature.name} claps in the middle: {gap:.3f} m apart, {off:.3f} m off, of {reach:.2f} m")
        claim(apart > 0.45 * reach, f"and takes its hands {apart:.2f} m apart again")


def blows_reach_the_ground():
    for creature in ALL:
        frames = during(creature.play("--motion", "pound-the-ground"), 0, 3)
        for hand in creature.having("grasper") or creature.having("mouth"):
            low, rest = min(bodies[hand][1] for bodies in frames), creature.rest(hand)[1]
            limit = max(0.2 * rest, 0.08) if creature.having("grasper") else 0.35 * rest
            claim(low < limit, f"{creature.name} strikes the ground with its {hand}: {low:.3f} m above it, from {rest:.2f} m")


def food_goes_to_the_mouth():
    for creature in HANDED:
        frames = during(creature.play("--motion", "eat"), 0.9, 1.3)
        hand = creature.having("grasper")[0]
        closest = min(math.dist(bodies[hand], bodies[mouth]) for bodies in frames for mouth in creature.having("mouth"))
        away = min(math.dist(creature.rest(hand), creature.rest(mouth)) for mouth in creature.having("mouth"))
        claim(closest < 0.12 * away, f"{creature.name} brings its hand to its mouth: {closest:.3f} m, from {away:.2f} m")


def hands_are_shaken():
    """As the scene has it: each reaches for where the other's right hand is at rest. Two that face each other in the scene."""
    scene = next(s for s in json.loads((EXAMPLES / "menagerie" / "project.json").read_text())["scenes"] if s["name"] == "shake-hands")
    for first, second in zip(scene["creatures"][::2], scene["creatures"][1::2]):
        pair = []
        for one, other in ((first, second), (second, first)):
            creature, who = Creature("menagerie", one["creature"]), Creature("menagerie", other["creature"])
            hand, theirs = creature.having("grasper")[1], who.having("grasper")[1]
            target = into(one, out_of(other, who.rest(theirs)))
            frames = creature.play("--motion", "shake-hands", "--variant", "1", "--target", ",".join(f"{v:.6f}" for v in target))
            pair.append([out_of(one, bodies[hand]) for bodies in during(frames, 0.9, 2.1)])
        gap = max(math.dist(a, b) for a, b in zip(*pair))
        pumped = max(p[1] for p in pair[0]) - min(p[1] for p in pair[0])
        claim(gap < 0.05, f"{first['name']} and {second['name']} hold hands for as long as they shake: at most {gap:.3f} m apart")
        claim(pumped > 0.05, f"and shake them: {pumped:.3f} m up and down")


def out_of(cast, point):
    """From a creature's frame into the scene."""
    sine, cosine = math.sin(cast.get("heading", 0)), math.cos(cast.get("heading", 0))
    x, y, z = point
    return [cast["at"][0] + cosine * x + sine * z, y, cast["at"][1] + cosine * z - sine * x]


def into(cast, point):
    sine, cosine = math.sin(cast.get("heading", 0)), math.cos(cast.get("heading", 0))
    x, y, z = point[0] - cast["at"][0], point[1], point[2] - cast["at"][1]
    return [cosine * x - sine * z, y, cosine * z + sine * x]


def stances(track, slow):
    """Runs of places that are less than `slow` from one to the next, without the moments at which the foot comes and leaves."""
    run = []
    for here, then in zip(track, track[1:] + [[math.inf] * 3]):
        run.append(here)
        if not math.dist(here, then) < slow:
            if len(run) > 8:
                yield run[3:-3]
            run = []


def feet_stand():
    """Whatever the gait, a foot that stands stays where it trod."""
    for name, gait, speed in (("digi", "walk", 0.9), ("nuku", "lumber", 0.8), ("kikir", "limp", 0.6), ("setubos", "sneak", 0.55), ("balex", "run", 1.6),
                              ("mabi", "trot", 0.95)):
        creature = Creature("parade", name)
        frames = during(creature.play("--gait", gait, "--speed", str(speed), "--seconds", "4"), 1.5, 4)
        stood = [run for foot in creature.having("foot") for run in stances([bodies[foot] for bodies in frames], 0.1 * speed / 60)]
        most = max(math.dist(run[0], place) for run in stood for place in run)
        share = sum(map(len, stood)) / (len(frames) * len(creature.having("foot")))
        claim(most < 0.003 and share > 0.15, f"{name}'s feet stand while it goes ({gait}): {len(stood)} stances, {100 * share:.0f} % of the time, "
                                             f"within {1000 * most:.2f} mm")


is_what_make_writes("menagerie")
is_what_make_writes("parade")
as_large_as_said()
hands_meet_at_the_middle()
blows_reach_the_ground()
food_goes_to_the_mouth()
hands_are_shaken()
feet_stand()
sys.exit(1 if failures else 0)
