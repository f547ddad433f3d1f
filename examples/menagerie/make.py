#!/usr/bin/env python3
"""Writes project.json: the creatures, the motions of motions.py, the gaits of gaits.py, and a scene for every action.
make.py [FOLDER]; `echo '[]' | verve apply FOLDER -` then brings it into the form that verve writes."""
import json
import math
import pathlib
import sys

from gaits import GAITS
from motions import MOTIONS

HERE = pathlib.Path(__file__).parent

# name: how many times as large as its file says, so that they can stand in a row
CREATURES = {"feve": 0.5, "nido": 0.95, "gemate": 0.55, "poleza": 1.15, "bukoku": 0.68, "nugalir": 1.9}
PLACES = {"feve": (-1.5, -0.1), "nugalir": (-0.35, 0.3), "gemate": (1.0, -0.5), "nido": (2.45, 0.3), "poleza": (3.9, 0.3), "bukoku": (-3.2, -0.15)}
HEADINGS = {"feve": 0.1, "nugalir": 0, "gemate": 0.15, "nido": -0.6, "poleza": -0.75, "bukoku": 0.5}
HANDED = ["feve", "nugalir", "gemate", "bukoku"]


# ---- Where hands and mouths are --------------------------------------------------------------------------------------

def rotated(q, v):
    x, y, z, w = q
    a, b, c = v
    t = (2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a))
    return (a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2], c + w * t[2] + x * t[1] - y * t[0])


def bodies(name, cap):
    """Centres at rest of the bodies with this cap, in metres, as large as the project has it."""
    creature = json.loads((HERE / "creatures" / f"{name}.json").read_text())
    return [[CREATURES[name] * (p + c) for p, c in zip(b["place"], rotated(b.get("turn", [0, 0, 0, 1]), b.get("centre", [0, 0, 0])))]
            for b in creature["bodies"] if cap in b.get("caps", [])]


def beyond(name, offset, facing=0):
    """A place in the row, so far from the leftmost hand (or the mouth), in metres, as the creature stands."""
    at = max(bodies(name, "grasper") or bodies(name, "mouth"))
    x, y, z = (a + o for a, o in zip(at, offset))
    sine, cosine = math.sin(HEADINGS[name] + facing), math.cos(HEADINGS[name] + facing)
    return [round(v, 3) for v in (PLACES[name][0] + cosine * x + sine * z, y, PLACES[name][1] + cosine * z - sine * x)]


# ---- Scenes ----------------------------------------------------------------------------------------------------------

def row(name, seconds, who=None, targets=None, start=0.3, heading=0.25, facing=0):
    """Everybody side by side."""
    cast = []
    for creature in who or CREATURES:
        play = {"time": start, "action": name, **({"targets": {"0": targets(creature)}, "variant": "nearest"} if targets else {})}
        cast.append({"name": creature, "creature": creature, "at": list(PLACES[creature]), "heading": round(HEADINGS[creature] + facing, 3), "gait": "walk", "plays": [play]})
    return {"name": name, "creatures": cast, "size": [1200, 380], "background": "#F7F1E5", "camera": {"heading": heading, "pitch": 0.16},
            "seconds": seconds, "rate": 30}


def greeting(first, second, middle, apart, top=None):
    """Two that face each other on the x axis, so far apart, and reach out for each other's right hands."""
    hand = {"cap": "grasper", "x": "right", **({"y": top} if top else {})}
    names = [first, second if second != first else second + " too"]
    return [{"name": names[i], "creature": who, "at": [round(middle + (i - 0.5) * apart, 3), 0], "heading": [1.5708, -1.5708][i], "gait": "walk",
             "plays": [{"time": 0.3, "action": "shake-hands", "variant": 1, "targets": {"0": {"of": names[1 - i], "select": hand}}}]}
            for i, who in enumerate((first, second))]


def scenes():
    return [
        row("idle", 6, start=0),
        row("look-around", 5.8),
        row("wave", 3.2),
        row("pick-fruit", 3.6, targets=lambda c: beyond(c, [0.02, 0.4, 0.2])),
        row("eat", 4.6),
        row("pass-over", 3.4, who=HANDED),
        row("pound-the-ground", 3.6),
        row("clap", 3.4, who=HANDED),
        row("punch", 2.4, targets=lambda c: beyond(c, [-0.1, 0.1, 0.55], -0.9), facing=-0.9),
        row("dance", 8, start=0),
        row("cheer", 3.4),
        row("cower", 4.4),
        {**row("shake-hands", 3.8, heading=-0.15),
         "creatures": greeting("feve", "gemate", -0.7, 0.95) + greeting("nugalir", "nugalir", 1.5, 0.64, "top")},
    ]


def project():
    return {"format": "verve-project", "version": 1, "name": "A menagerie",
            "about": "Motions that were keyed once and play on everybody: two legs or ten or none, no hands or four, one head or two.",
            "creatures": [{"name": name, "file": f"creatures/{name}.json", "scale": scale} for name, scale in CREATURES.items()],
            "motions": MOTIONS, "gaits": GAITS, "scenes": scenes()}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    (folder / "project.json").write_text(json.dumps(project(), indent=1) + "\n")
