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
from strokes import along, frames, write  # noqa: E402

NIDO = json.loads((HERE.parent / "menagerie" / "creatures" / "nido.json").read_text())
BODIES = {body["name"]: body for body in NIDO["bodies"]}
LINE = ["tail-5", "tail-4", "tail-3", "tail-2", "tail-1", "spine-1", "spine-2", "head"]
TAIL, BACK, NOSE = 0.148, 0.4104, 0.16  # lengths of its bones
AWAY, LAST = 1.5, 94  # how far it springs; the last frame
CALM = {"anticipation": 0.0, "overshoot": 0.0}


def key(at, hips, tail, low, high, head, **more):
    """Directions from the tip of the tail to the hips, of both halves of the back, and of the head."""
    x, y = hips
    for degrees in reversed(tail):
        x, y = x - TAIL * math.cos(rad(degrees)), y - TAIL * math.sin(rad(degrees))
    parts = [(TAIL, degrees) for degrees in tail] + [(BACK, low), (BACK, high), (NOSE, head)]
    return {"time": frames(at), "points": along((x, y), *parts), "bones": LINE, **more}


def stands(at, ahead, **more):
    return key(at, (-0.387 + ahead, 0.426), (-55, -43, -28, -14, 1), 23, 14.5, 44, **more)


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


def pounce():
    """It bows and wags, springs off its hind legs, flies, lands on its paws, and gathers itself."""
    paws = ((0, 0, 0, 0), (5, 0, 0, 0), (8, 0.08, 0.05, 10), (11, 0.14, 0, 0), (31, 0.14, 0, 0), (35, 0.5, 0.42, 40), (40, 1.24, 0.46, 0),
            (44, AWAY + 0.1, 0, 0), (60, AWAY + 0.1, 0, 0), (64, AWAY + 0.06, 0.05, 8), (67, AWAY, 0, 0))
    hind = ((0, 0, 0, 0), (30, 0, 0, 0), (34, 0.04, 0.05, 48), (37, 0.34, 0.25, 72), (41, 0.86, 0.42, 50), (45, 1.24, 0.26, 16), (48, AWAY, 0, 0))
    return {
        "name": "pounce", "creature": "nido", "elements": 14, "view": {"heading": round(-math.pi / 2, 7), "centre": [0, 0, 0]},
        "rate": 24, "settle": 1, "keys": [
            stands(0, 0),
            key(12, (-0.4, 0.41), (-80, -72, -60, -46, -30), -12, -15, 18, temper=CALM),
            key(20, (-0.45, 0.4), (-58, -52, -44, -34, -24), -14, -16, 20, temper=CALM),
            key(27, (-0.46, 0.39), (-96, -86, -70, -52, -30), -16, -17, 20, temper=CALM),
            key(34, (-0.18, 0.47), (-20, -4, 10, 22, 30), 44, 40, 34, temper=CALM),
            key(40, (0.46, 0.75), (8, 10, 10, 8, 6), 4, -4, 6, temper=CALM),
            key(46, (1.04, 0.6), (30, 22, 10, -6, -22), -34, -30, 0, temper={"anticipation": 0.0, "overshoot": 0.1}),
            key(52, (1.08, 0.36), (-90, -70, -44, -22, -6), 16, 2, 24),
            stands(70, AWAY),
        ], "contacts": [plate(f"foot-{which}-{side}", *keys) for side in ("left", "right") for which, keys in (("front", paws), ("back", hind))]}


if __name__ == "__main__":
    (HERE / "creatures").mkdir(exist_ok=True)
    (HERE / "creatures" / "nido.json").write_text((HERE.parent / "menagerie" / "creatures" / "nido.json").read_text())
    write(HERE, {
        "format": "verve-project", "version": 1, "name": "A pounce",
        "about": "One line from tail to nose: it bows, wags, springs and lands on its paws.",
        "artworks": [], "creatures": [{"name": "nido", "file": "creatures/nido.json"}], "lines": [pounce()],
        "scenes": [{"name": "pounce", "size": [720, 405], "background": "#F7F1E5", "seconds": 3.9, "rate": 24, "line": "pounce",
                    "camera": {"heading": -1.05, "pitch": 0.15}, "follow": False}],
    })
