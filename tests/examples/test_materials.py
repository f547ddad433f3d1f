#!/usr/bin/env python3
"""Every number of a material does what docs/puppets.md says: its scene of examples/materials is run without drawing, and what is
measured on puppets that differ in that number alone must be in the promised order.   test_materials.py VERVE EXAMPLES"""
import csv
import io
import json
import subprocess
import sys


def run(verve, project, scene):
    """Two lists with a table for each actor, in the scene's order: of the whole, and of a handle at its top."""
    whole, top = {}, {}
    command = [verve, "simulate", project, "--scene", scene, "--rate", "50"]
    for option, tables in (("--csv", whole), ("--handles", top)):
        text = subprocess.run([*command, option, "-"], check=True, capture_output=True, text=True).stdout
        for row in csv.DictReader(io.StringIO(text)):
            name = row.pop("actor")
            if row.pop("handle", "top-left") == "top-left":
                numbers = {key: float(value) if value else 0.0 for key, value in row.items()}
                tables.setdefault(name, []).append(numbers)
    return list(whole.values()), list(top.values())


# ---- What is measured on one actor's rows ----------------------------------------------------------------------------


def sway(after):
    """How far the top goes to and fro."""
    def measure(rows):
        places = [row["x"] for row in rows if row["time"] >= after]
        return max(places) - min(places)
    return measure


def arrival(rows):
    """When the top has gone the half metre that the foot went."""
    return next(row["time"] for row in rows if row["x"] >= rows[0]["x"] + 0.5)


def left_over(rows):
    return rows[0]["x"] - rows[-1]["x"]


def travelled(rows):
    return rows[-1]["x"] - rows[0]["x"]


def fallen(rows):
    return rows[0]["y"] - next(row["y"] for row in rows if row["time"] >= 0.5)


def rebound(rows):
    """How high it comes after it was lowest for the first time."""
    turn = next(i for i in range(1, len(rows) - 1) if rows[i]["vy"] > 0.0 and rows[i]["time"] > 0.3)
    return max(row["y"] for row in rows[turn:])


# scene: (which rows, measure, how the actors' numbers go, by how much at least)
WHOLE, TOP = 0, 1
PROMISES = {
    "stiffness": (TOP, arrival, ">", 0.05),
    "half_life": (TOP, sway(0.8), "<", 0.05),
    "examples": (TOP, left_over, "<", 0.1),
    "attraction": None,  # below
    "gravity": (WHOLE, fallen, "<", 0.2),
    "drag": (WHOLE, travelled, "<", 0.2),
    "friction": (WHOLE, travelled, ">", 0.2),
    "bounce": (WHOLE, rebound, "<", 0.1),
    "iterations": (TOP, sway(0.6), "<", 0.02),
}


def is_ordered(values, way, margin):
    steps = [b - a if way == "<" else a - b for a, b in zip(values, values[1:])]
    return all(step > margin for step in steps)


def check(scene, tables):
    if scene == "attraction":  # what may rest in any mix of its poses rests in the one that it was squashed to
        squashed = [rows[-1]["w:squashed"] for rows in tables[WHOLE]]
        return squashed[0] > 0.7 and squashed[2] > 0.7 > squashed[1] + 0.3, f"squashed {squashed}"
    which, measure, way, margin = PROMISES[scene]
    values = [measure(rows) for rows in tables[which]]
    return is_ordered(values, way, margin), f"{[round(value, 3) for value in values]} must go {way} by {margin}"


def main():
    verve, project = sys.argv[1], sys.argv[2] + "/materials"
    with open(project + "/project.json", encoding="utf-8") as file:
        scenes = [scene["name"] for scene in json.load(file)["scenes"]]
    failed = set(scenes) ^ set(PROMISES)
    for name in failed:
        print(f"{name}: there is a scene or a promise, but not both")
    for name in set(scenes) & set(PROMISES):
        good, words = check(name, run(verve, project, name))
        print(f"{name}: {'' if good else 'FAILED: '}{words}")
        if not good:
            failed.add(name)
    return 1 if failed else 0


sys.exit(main())
