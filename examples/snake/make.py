#!/usr/bin/env python3
"""Draws a snake's strike and writes creatures/snake.json and project.json: make.py

The snake of the parade. Seen from its right, so that it strikes to the right of the paper, whose origin is on the ground
below its middle. One line from the tail to the head; the tail is held where it lies.
"""
import importlib.util
import json
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from strokes import frames, sweep, write  # noqa: E402

found = importlib.util.spec_from_file_location("parade", HERE.parent / "parade" / "make.py")
parade = importlib.util.module_from_spec(found)
found.loader.exec_module(parade)
SNAKE = parade.snake()
SPINE = [body["name"] for body in SNAKE["bodies"] if "spine" in body["caps"]]
PLACES = {body["name"]: body["place"] for body in SNAKE["bodies"]}
TIP = SNAKE["bodies"][SPINE.index("head")]["tip"][2]


def length():
    """Seen from the side: what winds to the left and right is not seen."""
    places = [PLACES[name] for name in SPINE]
    return sum(math.dist(a[1:], b[1:]) for a, b in zip(places, places[1:])) + TIP


START, LONG = (PLACES[SPINE[0]][2], 0.05), length()


def key(at, *degrees, **more):
    """Along the ground, up, back and over: directions from the tail to the head."""
    return {"time": frames(at), "points": sweep(START, LONG, *degrees), "bones": SPINE, **more}


def strike():
    held = [{"bone": name, "from": 0, "to": frames(90), "keys": [{"time": 0, "place": [PLACES[name][0], PLACES[name][1], PLACES[name][2]]}]}
            for name in ("spine-1", "spine-4")]
    return {
        "name": "strike", "creature": "snake", "elements": 16, "preset": "snappy", "view": {"heading": round(-math.pi / 2, 7), "centre": [0, 0, 0]},
        "rate": 24, "settle": 1.25, "keys": [
            key(0, 0, 0, 0, 0, 0, 2, 6, 10, 4, preset="floaty", temper={"anticipation": 0.0}),
            key(18, 0, 0, 0, 18, 84, 126, 92, 24, -6, preset="floaty"),
            key(30, 0, 0, 0, 34, 116, 164, 116, 22, -12, temper={"anticipation": 0.0, "overshoot": 0.06, "cycles": 0.4, "damping": 0.4}),
            key(34, 0, 0, 0, 12, 30, 22, 8, -4, -8),
            key(40, 0, 0, 0, 10, 26, 20, 6, -8, -14, preset="normal"),
            key(58, 0, 0, 0, 16, 66, 96, 70, 14, -6, preset="heavy"),
        ], "contacts": held}


if __name__ == "__main__":
    (HERE / "creatures").mkdir(exist_ok=True)
    (HERE / "creatures" / "snake.json").write_text(json.dumps(SNAKE, indent=2) + "\n")
    write(HERE, {
        "format": "verve-project", "version": 1, "name": "A snake's strike",
        "about": "One line over a whole spine: it rears and coils back, shoots out in four frames and draws in again.",
        "artworks": [], "creatures": [{"name": "snake", "file": "creatures/snake.json"}], "lines": [strike()],
        "scenes": [{"name": "strike", "size": [720, 405], "background": "#F7F1E5", "seconds": 3.6, "rate": 24, "line": "strike",
                    "camera": {"heading": -1.15, "pitch": 0.2}, "follow": False}],
    })
