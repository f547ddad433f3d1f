#!/usr/bin/env python3
"""Writes project.json: the creatures, the motions of motions.py, the gaits of gaits.py, and a scene for every action.
make.py [FOLDER]; `echo '[]' | verve apply FOLDER -` then brings it into the form that verve writes."""
import json
import pathlib
import sys

from gaits import GAITS
from motions import MOTIONS

HERE = pathlib.Path(__file__).parent

# name: how many times as large as its file says, so that they can stand in a row
CREATURES = {"feve": 0.5, "nido": 0.95, "gemate": 0.55, "poleza": 1.15, "bukoku": 0.68, "nugalir": 1.9}
PLACES = {"feve": -1.55, "nugalir": -0.5, "gemate": 0.85, "nido": 2.3, "poleza": 3.4, "bukoku": -3.2}
HANDED = ["feve", "nugalir", "gemate", "bukoku"]


# ---- Where hands and mouths are ------------------------------------------------------------------------------------------------------

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


def beyond(name, offset):
    """A place in the row, so far from the leftmost hand (or the mouth), in metres."""
    at = max(bodies(name, "grasper") or bodies(name, "mouth"))
    return [round(a + o, 3) for a, o in zip([at[0] + PLACES[name], at[1], at[2]], offset)]


# ---- Scenes --------------------------------------------------------------------------------------------------------------------------

def row(name, seconds, who=None, targets=None, start=0.3, **rest):
    """Everybody side by side."""
    cast = []
    for creature in who or CREATURES:
        play = {"time": start, "action": name, **({"targets": {"0": targets(creature)}, "variant": "nearest"} if targets else {}), **rest}
        cast.append({"name": creature, "creature": creature, "at": [PLACES[creature], 0], "gait": "walk", "plays": [play]})
    return {"name": name, "creatures": cast, "size": [1200, 420], "background": "#F7F1E5", "camera": {"heading": 0.25, "pitch": 0.16},
            "seconds": seconds, "rate": 30}


def scenes():
    return [
        row("idle", 6, start=0),
        row("look-around", 5.8),
        row("wave", 3.2),
        row("pick-fruit", 3.6, targets=lambda c: beyond(c, [0.1, 0.35, 0.15])),
        row("eat", 4.6),
        row("pass-over", 3.4, who=HANDED),
        row("pound-the-ground", 3.6),
        row("clap", 3.4, who=HANDED),
        row("punch", 2.4, targets=lambda c: beyond(c, [-0.1, 0.1, 1.5])),
        row("dance", 8, start=0),
        row("cheer", 3.4),
        row("cower", 4.4),
    ]


def project():
    return {"format": "verve-project", "version": 1, "name": "A menagerie",
            "about": "Motions that were keyed once and play on everybody: two legs or ten or none, no hands or four, one head or two.",
            "creatures": [{"name": name, "file": f"creatures/{name}.json", "scale": scale} for name, scale in CREATURES.items()],
            "motions": MOTIONS, "gaits": GAITS, "scenes": scenes()}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    (folder / "project.json").write_text(json.dumps(project(), indent=1) + "\n")
