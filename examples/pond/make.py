#!/usr/bin/env python3
"""Makes the pond again: water that rises and falls under what floats, and fans that keep three things in the air.
usage: make.py [VERVE]"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from toys import FIRM, Project, box  # noqa: E402

STEEL = "#8A94A6"
CRATE = dict(FIRM, friction=0.6)
p = Project("Pond", "Zones: water that rises under what floats, a gust that drives it along, and fans to dance on.")
for toy in ("ball", "crate", "duck"):
    p.toy(toy)

# ---- The water rises, a gust blows everything to the right, and the water falls -----------------------------------------

LEFT, RIGHT, BED, HIGH = -4.6, 4.6, -2.6, 2.3  # HIGH: how far the water rises
p.scene("flood", centre=[0, -0.55], zoom=82, seconds=10, obstacles=[
    {"kind": "polygon", "points": [[-30, -9], [LEFT + 0.9, -9], [LEFT + 0.9, BED], [LEFT, -0.6], [LEFT, 0], [-30, 0]], "friction": 0.7},
    {"kind": "polygon", "points": [[RIGHT - 0.9, -9], [30, -9], [30, 0], [RIGHT, 0], [RIGHT, -0.6], [RIGHT - 0.9, BED]], "friction": 0.7},
    {"kind": "polygon", "points": [[LEFT + 0.9, -9], [RIGHT - 0.9, -9], [RIGHT - 0.9, BED], [LEFT + 0.9, BED]], "friction": 0.7}],
    zones=[
        {"name": "pond", "kind": "water", "points": [[-8, 0], [8, 0]], "at": [0, BED - 0.1], "drag": 0.8},
        {"name": "gust", "kind": "wind", "points": box(-8, -0.2, 8, 3)["points"], "velocity": [0, 0], "drag": 3, "active": False}],
    actors=[
        {"name": "crate 1", "artwork": "crate", "at": [-2.6, BED], "scale": 0.9, "density": 0.45, "strengths": CRATE},
        {"name": "crate 2", "artwork": "crate", "at": [-1.5, BED], "scale": 0.7, "density": 0.6, "strengths": CRATE},
        {"name": "crate 3", "artwork": "crate", "at": [-2.4, BED + 0.92], "scale": 0.6, "density": 0.5, "strengths": CRATE},
        {"name": "stone", "artwork": "crate", "at": [2.6, BED], "scale": 0.5, "density": 3, "tint": "#9AA0AE", "strengths": CRATE},
        {"name": "duck", "artwork": "duck", "at": [0.2, BED]},
        {"name": "ball", "artwork": "ball", "at": [1.5, BED], "scale": 0.7, "density": 0.2}],
    script=[
        {"time": 0.4, "do": "zone", "zone": "pond", "changes": {"at": [0, BED - 0.1 + HIGH]}, "seconds": 4},
        {"time": 4.6, "do": "zone", "zone": "gust", "changes": {"active": True, "velocity": [6, 0]}, "seconds": 0.6},
        {"time": 6.0, "do": "zone", "zone": "gust", "changes": {"velocity": [0, 0]}, "seconds": 0.6},
        {"time": 6.6, "do": "zone", "zone": "gust", "changes": {"active": False}},
        {"time": 6.6, "do": "zone", "zone": "pond", "changes": {"at": [0, BED + 0.45]}, "seconds": 2.6}])

# ---- Three fans, on which a ball, a duck and a crate dance ----------------------------------------------------------------

WHERE, REACH, LOW, HIGH_WIND = (-3.0, 0.0, 3.0), 4.4, 1.2, 7.0


def fan(x):
    return [box(x - 0.75, 0, x + 0.75, 0.3, colour=STEEL, friction=0.5), box(x - 0.6, 0.3, x + 0.6, 0.38, colour="#4A4456")]


def beat(i, time, speed, seconds):
    return {"time": round(time, 2), "do": "zone", "zone": f"fan {i + 1}", "changes": {"velocity": [0, speed]}, "seconds": seconds}


dance = []
for round_ in range(4):
    for i in range(3):
        begin = 0.6 + 2.0 * round_ + 0.35 * i
        dance += [beat(i, begin, HIGH_WIND, 0.3), beat(i, begin + 0.85, LOW, 0.3)]
p.scene("fans", centre=[0, 2.5], zoom=84, seconds=9, obstacles=[{"kind": "ground"}] + [o for x in WHERE for o in fan(x)],
    zones=[{"name": f"fan {i + 1}", "kind": "wind", "points": box(-0.7, 0.38, 0.7, REACH)["points"], "at": [x, 0], "velocity": [0, LOW],
            "drag": 4} for i, x in enumerate(WHERE)],
    actors=[
        {"name": "ball", "artwork": "ball", "at": [WHERE[0], 0.38], "scale": 0.8, "strengths": {"friction": 0.4}},
        {"name": "duck", "artwork": "duck", "at": [WHERE[1], 0.38], "strengths": {"orient": "angle", "orient_rate": 4}},
        {"name": "crate", "artwork": "crate", "at": [WHERE[2], 0.38], "scale": 0.8, "strengths": CRATE}],
    script=sorted(dance, key=lambda cue: cue["time"]))

p.finish(Path(__file__).resolve().parent)
