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


VIEW = {"heading": round(-math.pi / 2, 7), "centre": [0, 0, 0]}
CALM = {"anticipation": 0.0, "overshoot": 0.0}
START, LONG = (PLACES[SPINE[0]][2], 0.05), length()


def key(at, *degrees, **more):
    """Along the ground, up, back and over: directions from the tail to the head."""
    return {"time": frames(at), "points": sweep(START, LONG, *degrees), "bones": SPINE, **more}


def strike():
    held = [{"bone": name, "from": 0, "to": frames(90), "keys": [{"time": 0, "place": [PLACES[name][0], PLACES[name][1], PLACES[name][2]]}]}
            for name in ("spine-1", "spine-4")]
    return {
        "name": "strike", "creature": "snake", "elements": 16, "preset": "snappy", "view": VIEW,
        "rate": 24, "settle": 1, "keys": [
            key(0, 0, 0, 0, 0, 0, 2, 6, 10, 4, preset="floaty", temper=CALM),
            key(9, 0, 0, 0, 2, 20, 46, 44, 14, -10, preset="floaty", temper=CALM),
            key(18, 0, 0, 0, 18, 84, 126, 92, 24, -6, preset="floaty", temper=CALM),
            key(24, 0, 0, 0, 24, 96, 138, 104, 26, -2, preset="floaty", temper=CALM),
            key(30, 0, 0, 0, 36, 120, 170, 122, 22, -14, temper={"anticipation": 0.0, "overshoot": 0.05, "cycles": 0.4, "damping": 0.4}),
            key(34, 0, 0, 0, 12, 30, 22, 9, -3, -7, temper=CALM),
            key(36, 0, 0, 0, 9, 23, 20, 7, -7, -14, temper=CALM),
            key(40, 0, 0, 0, 13, 32, 28, 11, -3, -6, preset="floaty", temper=CALM),
            key(50, 0, 0, 0, 27, 106, 142, 96, 10, -18, preset="floaty", temper=CALM),
            key(58, 0, 0, 0, 19, 82, 118, 92, 24, 2, preset="normal"),
            key(68, 0, 0, 0, 22, 92, 128, 92, 18, -6),
        ], "contacts": held}


def look():
    """Its head, drawn from above over the body that strikes: it weighs what is before it from both sides, and looks again afterwards. A stroke
    begins where the neck is; degrees to its left; the nose turns more than the neck."""
    neck = {0: 0.535, 8: 0.446, 14: 0.085, 21: -0.199, 27: -0.392, 30: -0.466, 43: 0.35, 52: -0.254, 60: -0.114, 68: -0.184}
    turn = {0: (24, 24), 8: (20, 20), 14: (-12, -34), 21: (20, 44), 27: (2, 2), 30: (0, 0), 43: (0, 0), 52: (-12, -34), 60: (8, 24), 68: (0, 0)}
    draw = lambda at, *degrees: {"time": frames(at), "points": sweep((neck[at], -0.035), 0.34, *degrees), "bones": ["spine-13", "spine-14", "head"],
                                 "temper": CALM}
    return {"name": "look", "creature": "snake", "over": {"line": "strike"}, "root": "held", "preset": "floaty",
            "view": {**VIEW, "pitch": round(math.pi / 2, 7)}, "rate": 24, "settle": 1, "keys": [draw(at, *degrees) for at, degrees in turn.items()]}


def scene(name, camera, **more):
    return {"name": name, "size": [720, 405], "background": "#F7F1E5", "seconds": 3.8, "rate": 24, "line": name, "camera": camera, "follow": False, **more}


if __name__ == "__main__":
    (HERE / "creatures").mkdir(exist_ok=True)
    (HERE / "creatures" / "snake.json").write_text(json.dumps(SNAKE, indent=2) + "\n")
    write(HERE, {
        "format": "verve-project", "version": 1, "name": "A snake's strike",
        "about": "One line over a whole spine: it rears and coils back, shoots out in four frames and draws in again.",
        "artworks": [], "creatures": [{"name": "snake", "file": "creatures/snake.json"}], "lines": [strike(), look()],
        "scenes": [scene("strike", {"heading": -1.15, "pitch": 0.2}), scene("look", {"heading": -0.7, "pitch": 0.15}, show=False)],
    })
