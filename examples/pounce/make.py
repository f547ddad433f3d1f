#!/usr/bin/env python3
"""Draws a pounce and writes creatures/nido.json and project.json: make.py

The four-legged one of the menagerie. Seen from its right, so that it springs to the right of the paper, whose origin is on the ground
below its middle. One line from the tip of the tail along the back to the nose; plates lead the feet.
"""
import json
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from animator import hermite, mul, rad, rx  # noqa: E402
from strokes import along, frames, sweep, write  # noqa: E402

NIDO = json.loads((HERE.parent / "menagerie" / "creatures" / "nido.json").read_text())
BODIES = {body["name"]: body for body in NIDO["bodies"]}
LINE = ["tail-5", "tail-4", "tail-3", "tail-2", "tail-1", "spine-1", "spine-2", "head"]
TAIL, BACK, NOSE = 0.148, 0.4104, 0.315  # lengths of its bones; the head goes on to the stalks of its eyes
AWAY, LAST = 1.8, 96  # how far it springs; the last frame
VIEW = {"heading": round(-math.pi / 2, 7), "centre": [0, 0, 0]}
CALM = {"anticipation": 0.0, "overshoot": 0.0}


def key(at, hips, tail, low, high, head, **more):
    """Directions from the last joint of the tail to the hips, of both halves of the back, and of the head."""
    x, y = hips
    for degrees in reversed(tail):
        x, y = x - TAIL * math.cos(rad(degrees)), y - TAIL * math.sin(rad(degrees))
    parts = [(TAIL, degrees) for degrees in tail] + [(BACK, low), (BACK, high), (NOSE, head)]
    return {"time": frames(at), "points": along((x, y), *parts), "bones": LINE, **more}


def stands(at, ahead, **more):
    return key(at, (-0.387 + ahead, 0.426), (-43, -28, -14, 1), 23, 14.5, 32, **more)


def swung(keys, frame):
    """Through (frame, ahead, lift, pitch) keys: at rest where it stands, elsewhere on its way from the key before to the next."""
    i = max([n for n, k in enumerate(keys) if k[0] <= frame], default=0)
    if i + 1 == len(keys):
        return keys[-1][1:]

    def slope(n, channel):
        if n in (0, len(keys) - 1) or 0.0 == keys[n][2]:
            return 0.0
        return (keys[n + 1][channel] - keys[n - 1][channel]) / (keys[n + 1][0] - keys[n - 1][0])

    a, b = keys[i], keys[i + 1]
    gap = b[0] - a[0]
    return [hermite(a[c], slope(i, c) * gap, b[c], slope(i + 1, c) * gap, (frame - a[0]) / gap) for c in (1, 2, 3)]


def plate(name, *keys):
    """The way of a foot, keyed (frame, how far ahead of where it stands, lift, toes down in degrees): a key at every frame while it moves."""
    (x, y, z), (a, b, c, w) = BODIES[name]["place"], BODIES[name]["turn"]
    steps = []
    for frame in range(LAST + 1):
        ahead, lift, pitch = swung(keys, frame)
        q = mul(rx(rad(pitch)), (w, a, b, c))
        steps.append((frame, [round(v, 4) + 0.0 for v in (x, y + lift, z + ahead)], [round(v, 5) + 0.0 for v in (*q[1:], q[0])]))
    still = lambda p, q: p is not None and q is not None and p[1:] == q[1:]
    kept = [q for p, q, r in zip([None] + steps, steps, steps[1:] + [None]) if not (still(p, q) and still(q, r))]
    return {"bone": name, "from": 0, "to": frames(LAST), "ease": 0,
            "keys": [{"time": frames(at), "place": place, "turn": turn} for at, place, turn in kept]}


def can(bone, *keys):
    """A twist: (frame, degrees) each."""
    return {"bone": bone, "keys": [{"time": frames(at), "angle": round(rad(angle), 5)} for at, angle in keys]}


def pounce():
    """It walks its paws out and bows, treads and wags, springs off its hind legs, stretches, dives onto its paws, and gathers itself."""
    reach = AWAY + 0.14
    def paw(late):
        return ((0, 0, 0, 0), (4 + late, 0, 0, 0), (7 + late, 0.32, 0.08, 14), (10 + late, 0.58, 0, 0), (29, 0.58, 0, 0), (33, 0.5, 0.44, 50),
                (38, 1.28, 0.76, 20), (42, 1.74, 0.42, 0), (46, reach, 0, 0), (57 + late, reach, 0, 0), (60 + late, 0.5 * (reach + AWAY), 0.05, 8),
                (63 + late, AWAY, 0, 0))

    def hind(*treads):
        steps = [step for at in treads for step in ((at, 0, 0, 0), (at + 2, 0, 0.045, 12), (at + 4, 0, 0, 0))]
        return ((0, 0, 0, 0), *steps, (31, 0, 0, 0), (34, 0.02, 0.06, 56), (38, 0.28, 0.52, 84), (42, 0.84, 0.58, 64), (46, 1.42, 0.4, 20), (50, AWAY, 0, 0))

    ways = {"front-left": paw(0), "front-right": paw(3), "back-left": hind(15, 23), "back-right": hind(19, 27)}
    draw = lambda *what, **more: key(*what, temper=CALM, **more)
    return {
        "name": "pounce", "creature": "nido", "elements": 14, "view": VIEW, "rate": 24, "settle": 0.75, "keys": [
            stands(0, 0, temper=CALM),
            draw(6, (-0.4, 0.42), (-50, -34, -18, -2), 26, 20, 52),
            draw(14, (-0.41, 0.44), (-78, -64, -48, -32), -14, -18, 18),
            draw(18, (-0.43, 0.44), (-60, -52, -42, -28), -16, -17, 20),
            draw(22, (-0.44, 0.43), (-84, -66, -48, -30), -15, -19, 16),
            draw(28, (-0.47, 0.395), (-68, -58, -46, -30), -12, -18, 14),
            draw(33, (-0.3, 0.44), (16, 26, 34, 40), 46, 42, 36),
            draw(38, (0.22, 0.82), (34, 30, 26, 24), 24, 16, 18),
            draw(42, (0.69, 0.91), (16, 10, 4, -2), -6, -14, 4),
            draw(46, (1.1, 0.79), (-8, -18, -26, -30), -32, -30, -4),
            draw(50, (1.35, 0.5), (-48, -42, -34, -26), -16, -20, 6),
            draw(54, (1.37, 0.35), (-92, -66, -40, -14), 4, -4, 22),
            draw(62, (1.41, 0.445), (-32, -26, -16, -2), 26, 18, 54),
            draw(70, (1.41, 0.42), (-52, -34, -16, 2), 22, 13.5, 42),
            stands(78, AWAY),
        ], "contacts": [plate(f"foot-{which}", *keys) for which, keys in ways.items()],
        "twists": [can("spine-1", (11, 0), (16, 11), (20, -12), (24, 12), (28, -10), (32, 0), (49, 0), (54, 5), (60, -4), (68, 0)),
                   can("spine-2", (11, 0), (16, 1), (20, -1), (24, 1), (28, 0)), can("head", (0, 0), (50, 0), (56, 10), (66, 8), (76, 0))]}


def wag():
    """Its tail, drawn from above over the body that pounces: to and fro before it springs, and when it has landed. A stroke begins where the
    hips are and swings out by as many degrees as are told, more towards the tip."""
    hips = {0: -0.387, 11: -0.415, 16: -0.418, 20: -0.434, 24: -0.45, 28: -0.467, 33: -0.297, 46: 1.105, 54: 1.373, 60: 1.406, 67: 1.413, 78: 1.413}
    swing = {0: (0, 0), 11: (0, 14, 30), 16: (0, -38, -68), 20: (0, 40, 70), 24: (0, -40, -70), 28: (0, 36, 64), 33: (0, 0, -16), 46: (0, 0),
             54: (0, 20, 30), 60: (0, -30, -50), 67: (0, 16, 36), 78: (0, 0)}
    draw = lambda at, *out: {"time": frames(at), "points": sweep((hips[at], 0), 4 * TAIL, *(180 + degrees for degrees in out)),
                             "bones": LINE[4::-1], "temper": CALM}
    return {"name": "wag", "creature": "nido", "over": {"line": "pounce"}, "root": "held", "view": {**VIEW, "pitch": round(math.pi / 2, 7)},
            "rate": 24, "settle": 0.75, "keys": [draw(at, *out) for at, out in swing.items()]}


def scene(name, camera, **more):
    return {"name": name, "size": [720, 405], "background": "#F7F1E5", "seconds": 4, "rate": 24, "line": name, "camera": camera, "follow": False, **more}


if __name__ == "__main__":
    (HERE / "creatures").mkdir(exist_ok=True)
    (HERE / "creatures" / "nido.json").write_text((HERE.parent / "menagerie" / "creatures" / "nido.json").read_text())
    write(HERE, {
        "format": "verve-project", "version": 1, "name": "A pounce",
        "about": "One line from tail to nose: it bows, wags, springs and lands on its paws.",
        "artworks": [], "creatures": [{"name": "nido", "file": "creatures/nido.json"}], "lines": [pounce(), wag()],
        "scenes": [scene("pounce", {"heading": -1.05, "pitch": 0.15}), scene("wag", {"heading": -0.75, "pitch": 0.2}, show=False)],
    })
