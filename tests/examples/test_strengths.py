#!/usr/bin/env python3
"""Every strength does what docs/sprites.md says: its scene of examples/strengths is run without drawing, and what is measured
on actors that differ in that strength alone must be in the promised order.   usage: test_strengths.py VERVE EXAMPLES"""
import csv
import io
import json
import math
import subprocess
import sys

RATE = 60


def run(verve, project, scene, seconds):
    """One list of rows for each actor, in the scene's order."""
    frames = str(round(seconds * RATE) + 1)
    command = [verve, "simulate", project, "--scene", scene, "--rate", str(RATE), "--frames", frames, "--csv", "-"]
    table = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    actors = {}
    for row in csv.DictReader(io.StringIO(table)):
        name = row.pop("actor")
        actors.setdefault(name, []).append({key: float(value) if value else 0.0 for key, value in row.items()})
    return list(actors.values())


# ---- What is measured on one actor's rows ----------------------------------------------------------------------------


def most(key, after=0.0):
    return lambda rows: max(row[key] for row in rows if row["time"] >= after)


def least(key, before=math.inf):
    return lambda rows: min(row[key] for row in rows if row["time"] <= before)


def last(key):
    return lambda rows: rows[-1][key]


def travelled(rows):
    return rows[-1]["x"] - rows[0]["x"]


def seconds_above(key, value):
    return lambda rows: sum(row[key] > value for row in rows) / RATE


def unrest(after):
    """The mean square of the vertical speed."""
    return lambda rows: sum(row["vy"] ** 2 for row in rows if row["time"] >= after) / len(rows)


def at(key, time):
    return lambda rows: next(row[key] for row in rows if row["time"] >= time)


def seconds_until(key, value):
    return lambda rows: next(row["time"] for row in rows if row[key] >= value)


def rebound(rows):
    """How high it comes after it was lowest for the first time."""
    ground = next(i for i in range(1, len(rows) - 1) if rows[i]["vy"] >= 0.0 and rows[i]["time"] > 0.2)
    return max(row["y"] for row in rows[ground:])


def seconds_down(rows):
    """How long the first contact lasts: from the first stop until it rises."""
    stop = next(row["time"] for row in rows if row["time"] > 0.2 and row["vy"] > -1.0)
    return next(row["time"] for row in rows if row["time"] > stop and row["vy"] > 1.0) - stop


def off_course(rows):
    """The mean angle between the drawing's up and its velocity, once it had time to turn, where it is fast."""
    angles = [abs(math.remainder(row["angle"] - math.atan2(-row["vx"], row["vy"]), 2 * math.pi))
              for row in rows if row["time"] > 0.3 and math.hypot(row["vx"], row["vy"]) > 3.0]
    return sum(angles) / len(angles)


def leaning(rows):
    return max(max(row["w:lean-left"], row["w:lean-right"]) for row in rows)


# scene: [(measure, how the actors' numbers go: "<" each more than the one before, ">" each less, and by how much at
# least)]
PROMISES = {
    "stiffness": [(least("y", 0.7), "<", 0.05)],
    "local": [(least("y", 0.7), "<", 0.05)],
    "damping": [(unrest(0.5), ">", 0.05)],
    "projection": [(most("w:up"), "<", 0.3)],
    "equilibrium": [(seconds_until("w:squashed", 0.8), ">", 0.1)],
    "settle": [(most("w:stretched", 1.5), ">", 0.4)],
    "energy": [(most("w:squashed"), "<", 0.1)],
    "energy_threshold": [(seconds_above("w:squashed", 0.5), ">", 0.05)],
    "energy_time": [(seconds_above("w:squashed", 0.5), "<", 0.3)],
    "energy_towards": [],  # below
    "energy_example": [(most("w:squashed"), ">", 0.5), (most("w:stretched"), "<", 0.5)],
    "velocity": [(most("w:stretched"), "<", 0.15)],
    "velocity_threshold": [(most("w:stretched"), ">", 0.1)],
    "velocity_example": [(most("w:stretched"), ">", 0.4), (most("w:squashed"), "<", 0.4)],
    "bounce": [(rebound, "<", 0.3)],
    "bounce_time": [(seconds_down, "<", 0.02)],
    "orient": [],  # below
    "orient_rate": [(at("angle", 0.3), ">", 0.1)],
    "orient_angle": [(last("angle"), "<", 0.3)],
    "orient_symmetric": [(lambda rows: max(abs(row["angle"]) for row in rows), ">", 1.5)],
    "friction": [(travelled, ">", 0.1)],
    "drag": [(travelled, "<", 0.1)],
    "gravity": [(at("y", 0.5), ">", 0.3)],
}


def is_ordered(values, way, margin):
    steps = [b - a if way == "<" else a - b for a, b in zip(values, values[1:])]
    return all(step > margin for step in steps)


def check(scene, actors):
    if scene == "energy_towards":
        example, away, velocity = actors
        bulges = [most("w:bulge")(rows) for rows in actors]
        leans = [leaning(rows) for rows in actors]
        good = bulges[0] > 0.5 > leans[0] and leans[1] > 0.5 > bulges[1] and leans[2] > 0.5 > bulges[2]
        return good, f"bulge {bulges}, lean {leans}"
    if scene == "orient":
        values = [(abs(last("angle")(rows)), off_course(rows)) for rows in actors]
        good = values[0][0] > 2.0 and values[1][0] < 0.5 and values[2][1] < 0.5 < values[1][1]
        return good, f"angle at the end and off course: {values}"
    good, words = True, []
    for measure, way, margin in PROMISES[scene]:
        values = [measure(rows) for rows in actors]
        words.append(f"{[round(value, 3) for value in values]} must go {way} by {margin}")
        good = good and is_ordered(values, way, margin)
    return good, "; ".join(words)


def main():
    verve, project = sys.argv[1], sys.argv[2] + "/strengths"
    scenes = json.load(open(project + "/project.json"))["scenes"]
    failed = {scene["name"] for scene in scenes} ^ set(PROMISES)
    for name in failed:
        print(f"{name}: there is a scene or a promise, but not both")
    for scene in scenes:
        if scene["name"] in PROMISES:
            good, words = check(scene["name"], run(verve, project, scene["name"], scene.get("seconds", 2)))
            print(f"{scene['name']}: {'' if good else 'FAILED: '}{words}")
            if not good:
                failed.add(scene["name"])
    return 1 if failed else 0


sys.exit(main())
