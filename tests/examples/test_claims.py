#!/usr/bin/env python3
"""What the stages of the examples claim, in numbers: usage: test_claims.py VERVE EXAMPLES

Every run is `verve simulate … --csv -`; lengths are metres, times seconds.
"""
import csv
import io
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

VERVE, EXAMPLES = sys.argv[1], sys.argv[2]
failures = []


def claim(holds, sentence):
    print(("holds: " if holds else "FAILS: ") + sentence)
    if not holds:
        failures.append(sentence)


def run(folder, scene, *options):
    """The rows of each actor, numbers as numbers, at the scene's own rate."""
    command = [VERVE, "simulate", folder, "--scene", scene, "--csv", "-", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    claim(done.returncode == 0 and not done.stderr, f"{scene} runs without a complaint {done.stderr.strip()}")
    actors = {}
    for row in csv.DictReader(line for line in io.StringIO(done.stdout) if line.count(",") > 5):
        numbers = {key: float(value) for key, value in row.items() if key not in ("actor", "kind") and value}
        actors.setdefault(row["actor"], []).append(numbers)
    return actors


def most(rows, key):
    return max(row[key] for row in rows)


def after(rows, time):
    return [row for row in rows if row["time"] >= time]


def moved(rows, seconds):
    last = after(rows, rows[-1]["time"] - seconds)
    return max(math.hypot(row["x"] - last[0]["x"], row["y"] - last[0]["y"]) for row in last)


def rebound(rows):
    """The greatest height after it was first thrown back."""
    first = next(i for i, row in enumerate(rows) if row["vy"] > 0.2)
    return most(rows[first:], "y")


def off_axis(row):
    """Degrees between the velocity and the drawing's own up, either way round."""
    off = math.atan2(row["vy"], row["vx"]) - row["angle"] - math.pi / 2
    return abs(math.degrees((off + math.pi / 2) % math.pi - math.pi / 2))


def bounce():
    folder = os.path.join(EXAMPLES, "bounce")
    calm, lively, wild = (run(folder, scene)["ball"] for scene in ("calm", "lively", "wild"))
    claim(most(lively, "w:squashed") > 0.6, f"lively squashes to {most(lively, 'w:squashed'):.2f}")
    claim(most(calm, "w:squashed") < most(lively, "w:squashed") < most(wild, "w:squashed"), "each squashes more")
    claim(rebound(calm) < rebound(lively) < rebound(wild), "and bounces higher than the one before")
    claim(rebound(after(wild, 4)) > 2, f"wild keeps going: {rebound(after(wild, 4)):.2f} m after 4 s")
    claim(moved(calm, 2) < 0.001, f"calm rests: {moved(calm, 2):.5f} m in 2 s")
    for name, rows in (("lively", lively), ("wild", wild)):
        fast = [row for row in rows if math.hypot(row["vx"], row["vy"]) > 3.5 and row["w:stretched"] > 0.25]
        worst = max(map(off_axis, fast))
        claim(len(fast) > 20 and worst < 10, f"{name} stretches along its velocity, at worst {worst:.1f}° off")
    with tempfile.TemporaryDirectory() as other:
        shutil.copytree(folder, other, dirs_exist_ok=True)
        command = {"do": "actor.set", "scene": "lively", "actor": "ball", "strengths": {"energy": 0}}
        subprocess.run([VERVE, "apply", other, "-"], input=json.dumps(command), text=True, check=True, capture_output=True)
        squashed = most(run(other, "lively")["ball"], "w:squashed")
    claim(squashed < 0.2, f"without energy it squashes to {squashed:.2f} only")
    balls = run(folder, "figure-6")
    for name in ("matching", "examples"):
        claim(most(balls[name], "w:squashed") < 0.2, f"plain physics, {name}, does not find the pose")
    for name in ("lively", "wild"):
        claim(most(balls[name], "w:squashed") > 0.6, f"the {name} sprite does")


def platforms():
    folder = os.path.join(EXAMPLES, "platforms")
    actors = run(folder, "platforms")
    tops = {name: rebound(actors["ball-" + name]) for name in ("bricks", "beam", "rope")}
    claim(tops["beam"] > tops["bricks"] + 0.3, f"the beam throws the ball back, bricks do not: {tops}")
    claim(tops["bricks"] > tops["rope"], "the rope is the softest")
    claim(most(actors["bricks"], "w:dented") < 0.3 < 0.6 < most(actors["beam"], "w:sag"), "bricks are stiff, beams bend")
    slack = next(row["time"] for row in after(actors["rope"], 1) if row["w:slack"] < 0.5)
    sag = next(row["time"] for row in after(actors["beam"], 1) if row["w:sag"] < 0.5)
    claim(slack > sag, f"the rope comes back later: {slack:.2f} s, the beam at {sag:.2f} s")
    beams = run(folder, "beams")
    swings = {name: [row["w:sag"] - row["w:arch"] for row in beams[name]] for name in ("stiff", "lively")}
    turns = sum(1 for a, b in zip(swings["lively"], swings["lively"][1:]) if a * b < 0)
    claim(max(map(abs, swings["stiff"])) < 0.1, "the stiff beam is passive")
    claim(max(swings["lively"]) > 0.6 and turns >= 6, f"the lively one swings through {turns} times")


def cannon():
    actors = run(os.path.join(EXAMPLES, "cannon"), "launch", "--frames", "720")  # 12 s: longer than it is shown
    men = [actors[f"man-{i}"] for i in (1, 2, 3, 4)]
    claim(most(actors["cannon"], "w:contracted") > 0.9, "the cannon contracts")
    for i, man in enumerate(men):
        fired = next(k for k, row in enumerate(man) if row["vx"] > 5)
        flight = man[fired + 12 : fired + 36]
        worst = max(abs(math.degrees(math.atan2(row["vy"], row["vx"]) - row["angle"])) for row in flight)
        claim(min(row["w:superman"] for row in flight) > 0.5, f"man {i + 1} flies like Superman")
        claim(worst < 12, f"head first: {worst:.1f}° off")
        claim(all(-9 < row["x"] < 9 for row in man[fired:]), "and stays on the stage")
    claim(sum(most(man, "w:curled") > 0.5 for man in men) >= 3, "they curl up on impact")
    props = [name for name in actors if name.startswith(("crate", "beam"))]
    posed = [name for name in props if max(most(actors[name], key) for key in actors[name][0] if key.startswith("w:") and
                                           key != "w:rest") > 0.5]
    claim(len(posed) >= 3, f"what they hit finds its poses: {', '.join(posed)}")
    claim(all(min(row["y"] for row in rows) > 0.1 for rows in actors.values()), "nobody goes through the ground")
    still = max(moved(rows, 2) for rows in actors.values())
    claim(still < 0.02, f"the heap comes to rest: {still:.4f} m in its last 2 s")


def bridge():
    actors = run(os.path.join(EXAMPLES, "bridge"), "cat-on-a-bridge")
    cat, planks = actors["cat"], actors["bridge"]
    claim(most(after(cat, 3.9), "w:crouch") > 0.8, "the cat crouches on landing")
    claim(most(cat, "w:stretched") > 0.8, "and stretches in its leap")
    claim(most(after(planks, 3.9), "w:sag") > 0.6, f"the bridge sags: {most(after(planks, 3.9), 'w:sag'):.2f}")
    claim(min(row["w:sag"] for row in after(planks, 5)) < 0.1, "and swings up again")
    claim(max(abs(math.degrees(row["angle"])) for row in after(cat, 5)) < 35, "the cat stays on its feet")
    claim(cat[-1]["x"] > 2 and cat[-1]["y"] > 0.5, f"and gets across, to {cat[-1]['x']:.1f} m")
    claim(all(abs(row["x"]) < 0.2 for row in planks), "the bridge hangs where it is held")


def playground():
    folder = os.path.join(EXAMPLES, "playground")
    actors = run(folder, "lift")
    lift, left, right = actors["obstacle:lift"], actors["left"], actors["right"]
    gaps = [crate["y"] - lift[i]["y"] for i, crate in enumerate(left) if 0.3 < crate["time"] < 2.4]
    claim(max(gaps) - min(gaps) < 0.01, f"the crates stay on the lift, within {1e3 * (max(gaps) - min(gaps)):.1f} mm")
    claim(all(most(after(rows, 8), "x") < 8.4 and min(row["x"] for row in after(rows, 8)) > 3.7 for rows in (left, right, actors["ball"])),
          "the piston pushes everything into the tub")
    claim(abs(sum(row["in:tub"] for row in after(right, 8)) / len(after(right, 8)) - 0.7) < 0.08, "where crates float by their density")
    actors = run(folder, "catapult")
    ball, top = actors["ball"], actors["crate 6"]
    claim(most(ball, "y") > 3.5 and most(ball, "x") > 2.5, f"the ball flies {most(ball, 'y'):.1f} m high, to the tower")
    claim(abs(ball[120]["x"] + 5.3) < 0.2, "it lies in the spoon while that is wound back")
    claim(top[0]["y"] > 1.9 and top[-1]["y"] < 0.6, "and takes the top crate down")
    claim(sum(math.hypot(rows[-1]["x"] - rows[0]["x"], rows[-1]["y"] - rows[0]["y"]) < 0.5 for name, rows in actors.items() if "crate" in name) >= 3,
          "the lower ones stand")
    actors = run(folder, "crossing")
    car = actors["car"]
    planks = [rows for name, rows in actors.items() if name.startswith("plank")]
    claim(car[-1]["x"] > 4 and abs(car[-1]["vx"]) < 0.05, f"the car gets across and stops, at {car[-1]['x']:.1f} m")
    claim(max(abs(row["angle"]) for row in car) < 0.7, "on its wheels")
    claim(min(row["y"] for rows in planks for row in rows) > -1.2, "the bridge hangs above the water")
    apart = max(row["length"] for name, rows in actors.items() if name.startswith("joint:") and "axle" not in name for row in rows)
    claim(apart < 0.03, f"its hinges hold where the wheels strike them, within {1e3 * apart:.0f} mm")


def pond():
    folder = os.path.join(EXAMPLES, "pond")
    actors = run(folder, "flood")
    high = {name: [row["in:pond"] for row in rows if 4.4 < row["time"] < 4.6] for name, rows in actors.items()}
    for name, density in (("crate 1", 0.45), ("crate 2", 0.6), ("crate 3", 0.5), ("ball", 0.2)):
        share = sum(high[name]) / len(high[name])
        claim(abs(share - density) < 0.12, f"{name} floats: {share:.2f} of it is in")
    claim(most(actors["stone"], "y") < -2, "the stone stays where it is")
    claim(actors["ball"][390]["x"] > actors["ball"][270]["x"] + 0.3, "the gust drives the ball to the right")
    claim(most(after(actors["duck"], 9.8), "y") < -1.5 < most(actors["duck"], "y"), "and what floats comes down again with the water")
    actors = run(folder, "fans")
    for name, rows in actors.items():
        up = [row["y"] for row in after(rows, 3)]
        claim(min(up) > 1.2 and max(up) - min(up) > 0.7, f"{name} dances in the air, from {min(up):.1f} to {max(up):.1f} m")


bounce()
platforms()
playground()
pond()
cannon()
bridge()
sys.exit(f"{len(failures)} claims fail" if failures else 0)
