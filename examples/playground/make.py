#!/usr/bin/env python3
"""Makes the playground again: a lift whose crates end in a tub, a catapult, and a car on a bridge of planks.
usage: make.py [VERVE]"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from toys import FIRM, Project, box, tidy, turned  # noqa: E402

TIMBER, STEEL, MUSTARD = "#B9814A", "#8A94A6", "#F2B134"
p = Project("Playground", "Lifts that carry, hinges with motors, springs and limits, and a bridge of joined planks.")
for toy in ("ball", "crate", "car", "wheel", "plank", "catapult-arm", "duck"):
    p.toy(toy)
CRATE = dict(FIRM, friction=0.7)

# While something pushes it a ball is as firm as a stone; in the air it gets its liveliness back.
STONE = {"stiffness": 150, "local": 80, "damping": 8, "energy": 0, "velocity": 0, "bounce": 0, "orient": "free", "orient_rate": 0}
LIVELY = {"stiffness": 40, "local": 20, "damping": 2, "energy": 1.2, "energy_example": "squashed", "velocity": 0.5, "velocity_example": "stretched"}

# ---- A lift takes crates up, a piston pushes them off, and a duck is surprised ------------------------------------------

FLOOR = 3.0
ARM = [1.6, 0.28]  # half the length of the arm, and its middle in its drawing
SPOON = (1.136, 0.09)  # from there, to the left, to the bottom of its spoon
UP = FLOOR + 0.05


def on_arm(pivot, angle, x, y):
    dx, dy = turned(x, y, angle)
    return tidy([pivot[0] + dx, pivot[1] + dy])


def in_spoon(pivot, angle, scale):
    """Where the ball's lowest point goes, so that it lies in the spoon."""
    middle = on_arm(pivot, angle, -SPOON[0], SPOON[1] + 0.486 * scale)
    return tidy([middle[0], middle[1] - 0.507 * scale])


def post(x, low, high):
    """Only to be seen: nothing is in layer 9."""
    return box(x - 0.09, low, x + 0.09, high, layers=[9], colour=TIMBER)


PISTON = [[-7, 0.44], [-1.36, 0.44], [-1.36, 0], [-1.2, 0], [-1.2, 1.5], [-1.36, 1.5], [-1.36, 0.62], [-7, 0.62]]
TUB = [3.75, 8.35, 1.6]
p.scene("lift", centre=[2.75, 2.35], zoom=82, seconds=9, obstacles=[
    post(-1.02, 0, FLOOR + 0.9), post(1.02, 0, FLOOR + 0.9), post(3.1, 0, FLOOR - 0.2),
    {"kind": "ground"},
    box(1.24, FLOOR - 0.25, 3.3, FLOOR, friction=0.15),
    box(TUB[0] - 0.18, 0, TUB[0], TUB[2], colour=STEEL, friction=0.2), box(TUB[1], 0, TUB[1] + 0.18, TUB[2], colour=STEEL, friction=0.2),
    dict(box(-1.2, -0.22, 1.2, 0, name="lift", colour=STEEL), path=[
        {"time": 0, "at": [0, 0.22]}, {"time": 0.5, "at": [0, 0.22]}, {"time": 2.3, "at": [0, FLOOR]}, {"time": 6.4, "at": [0, FLOOR]},
        {"time": 8.2, "at": [0, 0.22]}]),
    {"name": "piston", "kind": "polygon", "points": PISTON, "colour": MUSTARD, "path": [
        {"time": 0, "at": [-0.3, UP]}, {"time": 2.3, "at": [-0.3, UP]}, {"time": 2.6, "at": [-0.1, UP]},
        {"time": 4.6, "at": [4.2, UP], "ease": "linear"}, {"time": 4.8, "at": [4.3, UP]}, {"time": 6.2, "at": [-0.3, UP]}]}],
    zones=[{"name": "tub", "kind": "water", "points": box(TUB[0], 0, TUB[1], 1.3)["points"]}],
    actors=[
        {"name": "duck", "artwork": "duck", "at": [7.1, 1.1], "scale": 0.8, "layers": [0], "strengths": {"orient": "angle", "orient_rate": 4}},
        {"name": "left", "artwork": "crate", "at": [-0.55, 0.22], "scale": 0.85, "density": 0.7, "strengths": CRATE, "layers": [0]},
        {"name": "right", "artwork": "crate", "at": [0.45, 0.22], "scale": 0.85, "density": 0.7, "strengths": CRATE, "layers": [0]},
        {"name": "ball", "artwork": "ball", "at": [-0.05, 1.12], "scale": 0.5, "density": 0.3, "layers": [0],
         "strengths": dict(LIVELY, bounce=0.6, friction=0.5)}])

# ---- A catapult winds back, waits, and lets go ---------------------------------------------------------------------------

AXLE, LEAN, THROW = [-4.1, 1.5], 0.1, 6.3


def leg(side):
    x, y = AXLE
    return {"kind": "polygon", "points": [[x + side * 0.8, 0], [x + side * 0.52, 0], [x - side * 0.09, y], [x + side * 0.09, y]], "layers": [9],
            "colour": TIMBER}


p.scene("catapult", centre=[0, 2.35], zoom=80, seconds=6, obstacles=[{"kind": "ground"}, leg(-1), leg(1)],
    actors=[{"name": "arm", "artwork": "catapult-arm", "at": on_arm(AXLE, LEAN, 0, -ARM[1]), "angle": LEAN, "layers": [0]},
            {"name": "ball", "artwork": "ball", "at": in_spoon(AXLE, LEAN, 0.5), "scale": 0.5, "density": 3, "layers": [0],
             "strengths": dict(STONE, friction=0.6)}] +
           [{"name": f"crate {i + 1}", "artwork": "crate", "at": at, "scale": 0.85, "strengths": CRATE, "layers": [0], "density": 0.25} for i, at in
            enumerate([[3.0, 0], [3.9, 0], [4.8, 0], [3.45, 0.86], [4.35, 0.86], [3.9, 1.72]])],
    joints=[{"name": "axle", "kind": "hinge", "a": {"at": AXLE}, "b": {"actor": "arm", "at": [0, ARM[1]]}, "low": -0.85, "high": 0.3,
             "motor_speed": 0, "motor_limit": 100}],
    script=[{"time": 0.6, "do": "motor", "joint": "axle", "speed": 0.35, "limit": 100},
            {"time": 1.8, "do": "motor", "joint": "axle", "speed": 0}] +
           [{"time": round(2.1 + 0.03 * i, 2), "do": "motor", "joint": "axle", "speed": round(-THROW * i / 7, 2)} for i in range(1, 8)] +
           [{"time": 2.5, "do": "strengths", "actor": "ball", "strengths": dict(LIVELY, bounce=0.3)},
            {"time": 3.0, "do": "motor", "joint": "axle", "speed": 0, "limit": 3}])

# ---- A bridge of planks over water ----------------------------------------------------------------------------------------

COUNT, STEP, HALF = 10, 0.6967, 0.3484  # nails are 0.3484 m beside the middle of a plank
SAG = 0.045  # radians from each plank to the next
WATER, BED, DECK = -1.35, -3.0, -0.115


def planks():
    """A chain that sags evenly, between its ends: places of the middles and angles."""
    x, y, all_ = 0.0, 0.0, []
    for i in range(COUNT):
        angle = SAG * (i - (COUNT - 1) / 2)
        dx, dy = turned(STEP, 0, angle)
        all_.append([x + dx / 2, y + dy / 2, angle])
        x, y = x + dx, y + dy
    return [[px - x / 2, py + DECK, angle] for px, py, angle in all_], x / 2


chain, reach = planks()
MIDDLE = 0.1125
wheels = {"rear": (-0.525, 0.10), "front": (0.551, 0.10)}
START = [-7.0, 0.115]
names = [f"plank {i + 1}" for i in range(COUNT)]
p.scene("crossing", centre=[0, -0.45], zoom=80, seconds=6.5, obstacles=[
    {"kind": "polygon", "points": [[-30, -9], [-reach, -9], [-reach, 0], [-30, 0]], "friction": 0.9},
    {"kind": "polygon", "points": [[reach, -9], [30, -9], [30, 0], [reach, 0]], "friction": 0.9},
    {"kind": "polygon", "points": [[-reach, -9], [reach, -9], [reach, BED], [-reach, BED]]}],
    zones=[{"name": "river", "kind": "water", "points": box(*tidy([-reach, BED, reach, WATER]))["points"], "velocity": [0.25, 0]}],
    actors=[{"name": "crate afloat", "artwork": "crate", "at": [-1.9, -1.6], "angle": 0.75, "scale": 0.6, "density": 0.5, "strengths": CRATE},
            {"name": "duck", "artwork": "duck", "at": [0.2, -1.6], "scale": 0.75},
            {"name": "small crate", "artwork": "crate", "at": [2.0, -1.5], "angle": -0.6, "scale": 0.45, "density": 0.6, "strengths": CRATE}] +
           [{"name": name, "artwork": "plank", "at": tidy([x - turned(0, MIDDLE, angle)[0], y - turned(0, MIDDLE, angle)[1]]),
             "angle": round(angle, 4)} for name, (x, y, angle) in zip(names, chain)] +
           [{"name": "car", "artwork": "car", "at": START}] +
           [{"name": f"{which} wheel", "artwork": "wheel", "at": tidy([START[0] + x, START[1] + y - 0.2443])} for which, (x, y) in wheels.items()],
    joints=[{"kind": "hinge", "a": {"at": tidy([-reach, DECK])}, "b": {"actor": names[0], "at": [-HALF, MIDDLE]}}] +
           [{"kind": "hinge", "a": {"actor": a, "at": [HALF, MIDDLE]}, "b": {"actor": b, "at": [-HALF, MIDDLE]}}
            for a, b in zip(names, names[1:])] +
           [{"kind": "hinge", "a": {"at": tidy([reach, DECK])}, "b": {"actor": names[-1], "at": [HALF, MIDDLE]}}] +
           [{"name": f"{which} axle", "kind": "hinge", "a": {"actor": "car", "at": list(at)}, "b": {"actor": f"{which} wheel", "at": [0, 0.2443]},
             "strength": 9, "damping": 0.5, "motor_speed": 0, "motor_limit": 3, "visible": False} for which, at in wheels.items()],
    script=[{"time": t, "do": "motor", "joint": f"{which} axle", "speed": speed, "limit": limit}
            for t, speed, limit in ((0.1, -13, 2.5), (4.1, 0, 0.8)) for which in wheels])

p.finish(Path(__file__).resolve().parent)
