#!/usr/bin/env python3
"""verve retarget: what it writes is one motion, whatever the format; targets are met; feet stay.  usage: test_retarget.py VERVE"""
import csv
import json
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import creatures_project

verve = sys.argv[1]
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}")


def run(*arguments, fails=0):
    ran = subprocess.run([verve, *map(str, arguments)], capture_output=True, text=True)
    check(ran.returncode == fails, f"{' '.join(map(str, arguments))}: {ran.returncode} {ran.stderr.strip()[:200]}")
    return ran.stderr if fails else ran.stdout


def table(path):
    """{time: {body: ((x, y, z), (qx, qy, qz, qw))}}"""
    frames = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            numbers = [float(row[k]) for k in ("x", "y", "z", "qx", "qy", "qz", "qw")]
            frames.setdefault(float(row["time"]), {})[row["body"]] = (numbers[:3], numbers[3:])
    return frames


def multiply(a, b):
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def rotate(q, p):
    x, y, z, w = multiply(multiply(q, (*p, 0)), (-q[0], -q[1], -q[2], q[3]))
    return (x, y, z)


def bvh(path):
    """World places of every joint in every frame, by walking the file's own tree: knows nothing of Verve."""
    joints, stack, names = [], [], {}
    text, motion = path.read_text().split("MOTION")
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] in ("ROOT", "JOINT"):
            joints.append({"name": line.split(None, 1)[1].strip(), "parent": stack[-1] if stack else None, "channels": []})
            pending = len(joints) - 1
        elif words[0] == "End":
            pending = None
        elif words[0] == "{":
            stack.append(pending)
        elif words[0] == "}":
            stack.pop()
        elif words[0] == "OFFSET" and stack[-1] is not None:
            joints[stack[-1]]["offset"] = [float(w) for w in words[1:4]]
        elif words[0] == "CHANNELS":
            joints[stack[-1]]["channels"] = words[2:]
    frames = []
    for line in motion.strip().splitlines()[2:]:
        values, places = iter(map(float, line.split())), []
        for joint in joints:
            move, turn = list(joint["offset"]), (0, 0, 0, 1)
            for channel in joint["channels"]:
                value, axis = next(values), "XYZ".index(channel[0])
                if channel.endswith("position"):
                    move[axis] = value
                else:
                    half = math.radians(value) / 2
                    turn = multiply(turn, tuple(math.sin(half) if k == axis else 0 for k in range(3)) + (math.cos(half),))
            if joint["parent"] is not None:
                place, above = places[joint["parent"]]
                move = [p + m for p, m in zip(place, rotate(above, move))]
                turn = multiply(above, turn)
            places.append((move, turn))
        frames.append({joint["name"]: place for joint, (place, _) in zip(joints, places)})
    return frames


with tempfile.TemporaryDirectory() as folder:
    out = Path(folder)
    project = creatures_project.write(out / "pets", [creatures_project.wave(), creatures_project.pick(), creatures_project.nod()], ["walk"])

    # A creature with hands; its bodies are told in every frame, with turns of unit length and segments that keep
    # theirs.
    told = json.loads(run("retarget", project, "--motion", "wave", "--creature", "seed:1007", "--json", "-o", out / "wave.csv"))
    frames = table(out / "wave.csv")
    check(len(frames) == told["frames"] and all(len(f) == told["bodies"] for f in frames.values()), "a row for each body and frame")
    check(told["variants"] == 2 and told["events"] == [{"time": 0.3, "name": "up"}], "variants and events are told")
    check(told["passed"] and told["worst"]["miss"]["value"] < 0.01, "a gentle wave passes")
    check(all(abs(math.hypot(*turn) - 1) < 1e-3 for f in frames.values() for _, turn in f.values()), "turns of unit length")
    rest = frames[0.0]
    arm = [math.dist(f["arm-left-1"][0], f["arm-left-2"][0]) for f in frames.values()]
    check(max(arm) - min(arm) < 1e-4, "limbs keep their length")

    # The same motion as BVH, read by an independent tree walk.
    run("retarget", project, "--motion", "wave", "--creature", "seed:1007", "-o", out / "wave.bvh")
    run("retarget", project, "--gait", "walk", "--creature", "seed:57", "-o", out / "walk.bvh")  # a spine of as many particles as there may be
    places = bvh(out / "wave.bvh")
    check(len(places) == len(frames), "as many frames as BVH")
    worst = max(math.dist(place, frames[time][name][0]) for f, time in zip(places, sorted(frames)) for name, place in f.items() if name in frames[time])
    check(worst < 1e-4, f"the BVH is the same motion ({worst:.2g} m)")

    # A target within reach is met, from whichever hand; the action finds the motion.
    shoulder, palm = rest["arm-left-1"][0], rest["hand-left"][0]
    length = sum(math.dist(rest[a][0], rest[b][0]) for a, b in (("arm-left-1", "arm-left-2"), ("arm-left-2", "hand-left")) if a in rest and b in rest)
    target = [s + 0.75 * (p - s) for s, p in zip(shoulder, palm)]
    target[2] += 0.1 * length
    text = ",".join(map(str, target))
    for action in ("pick", "take"):
        told = json.loads(run("retarget", project, "--motion", action, "--creature", "seed:1007", f"--target={text}", "--variant", "nearest", "--json"))
        check(told["motion"] == "pick" and told["worst"]["miss"]["value"] < 0.01, f"{action}: the target is met")
        check(told["groups"] == ["hand-left"], f"{action}: by the nearest hand, not {told['groups']}")
    check(json.loads(run("retarget", project, "--motion", "take", "--creature", "seed:1000", "--json"))["motion"] == "nod", "an action falls back on what suits")

    # Walking: as far as the speed says, and feet stay where they tread.
    told = json.loads(run("retarget", project, "--gait", "walk", "--creature", "pet", "--speed", "0.5", "--seconds", "3", "--json", "-o", out / "walk.csv"))
    frames = table(out / "walk.csv")
    first, last = frames[min(frames)], frames[max(frames)]
    gone = sum(last[b][0][2] - first[b][0][2] for b in first) / len(first)
    check(abs(gone - 0.5 * (max(frames) - 0.35)) < 0.1, f"it walks on ({gone:.2f} m)")
    check(told["worst"]["slip"]["value"] < 0.005, "feet do not slip")
    told = json.loads(run("retarget", project, "--motion", "nod", "--gait", "walk", "--creature", "pet", "--turn", "0.5", "--slope", "0.1", "--seconds", "1", "--json"))
    check(told["motion"] == "nod" and told["gait"] == "walk", "both at once")

    # The other formats.
    run("retarget", project, "--motion", "wave", "--creature", "seed:1007", "-o", out / "wave.glb")
    glb = (out / "wave.glb").read_bytes()
    model = json.loads(glb[20:20 + struct.unpack_from("<I", glb, 12)[0]])
    check(len(model["skins"][0]["joints"]) == len(rest) and model["animations"][0]["channels"], "glTF with its skin and its motion")
    run("retarget", project, "--motion", "wave", "--creature", "seed:1007", "--fps", "10", "--size", "96x80", "-o", out / "wave.webp")
    webp = (out / "wave.webp").read_bytes()
    check(webp[:4] == b"RIFF" and webp.count(b"ANMF") >= 5, "a film")
    run("retarget", project, "--motion", "wave", "--creature", "seed:1007", "--mirror", "--variant", "1", "--size", "96x80", "-o", out / "wave.png")
    check(struct.unpack(">II", (out / "wave.png").read_bytes()[16:24]) == (96, 80), "a picture of the size asked for")

    # What is wrong is said, with what there is.
    for arguments, words in [(("--motion", "nothing", "--creature", "pet"), "choose from: wave, pick, nod"),
                             (("--motion", "wave", "--creature", "seed:1000"), "does not suit"),
                             (("--motion", "wave", "--creature", "seed:1007", "--variant", "2"), "from 0 to 1"),
                             (("--motion", "wave", "--creature", "seed:1007", "--variant", "nearest"), "--target"),
                             (("--motion", "pick", "--creature", "seed:1007", "--target", "1,2"), "is not a target"),
                             (("--gait", "hop", "--creature", "pet"), "choose from: walk"),
                             (("--motion", "nod", "--creature", "pet", "--speed", "1"), "--gait"),
                             (("--creature", "pet"), "--motion"), (("--motion", "nod"), "--creature")]:
        check(words in run("retarget", project, *arguments, "--json", fails=2), f"{arguments}: says {words}")
    check("one of the project's: pet" in run("retarget", project, "--motion", "nod", "--creature", "dragon", "--json", fails=1), "creatures are listed")
    check("seed:7" in run("retarget", project, "--motion", "nod", "--creature", "seed:x", "--json", fails=1), "a seed is a number")
    (out / "broken.json").write_text("{}")
    run("retarget", project, "--motion", "nod", "--creature", out / "broken.json", "--json", fails=1)
    run("retarget", project, "--motion", "nod", "--creature", out / "missing.glb", "--json", fails=1)

print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
