#!/usr/bin/env python3
"""verve line: bodies lie on the strokes they are given, seen with a forward kinematics of this file's own; reports tell the truth; every format
is written; bad strokes are refused.
usage: test_line.py VERVE EXAMPLES"""
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

verve, examples = sys.argv[1], Path(sys.argv[2])
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}")


def run(*arguments, fails=False, given=None):
    ran = subprocess.run([verve, *map(str, arguments)], capture_output=True, text=True, input=given)
    check((ran.returncode != 0) == fails, f"{' '.join(map(str, arguments))}: {ran.stderr.strip()[:300]}")
    return ran.stderr if fails else ran.stdout


# ---- BVH, read and posed here --------------------------------------------------------------------------------------------------------


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(m, v):
    return [sum(m[i][k] * v[k] for k in range(3)) for i in range(3)]


def turn(axis, degrees):
    s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return {"X": [[1, 0, 0], [0, c, -s], [0, s, c]], "Y": [[c, 0, s], [0, 1, 0], [-s, 0, c]], "Z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]


def read_bvh(path):
    joints, open_joints, at = [], [], 0
    words = path.read_text().split("MOTION")[0].split()
    while at < len(words):
        word = words[at]
        if word in ("ROOT", "JOINT"):
            joints.append({"name": words[at + 1], "parent": open_joints[-1] if open_joints else None, "offset": None, "channels": []})
            at += 2
        elif word == "End":
            joints.append({"name": None, "parent": open_joints[-1], "offset": None, "channels": []})
            at += 2
        elif word == "{":
            open_joints.append(len(joints) - 1)
            at += 1
        elif word == "}":
            open_joints.pop()
            at += 1
        elif word == "OFFSET":
            joints[open_joints[-1]]["offset"] = [float(x) for x in words[at + 1:at + 4]]
            at += 4
        elif word == "CHANNELS":
            count = int(words[at + 1])
            joints[open_joints[-1]]["channels"] = words[at + 2:at + 2 + count]
            at += 2 + count
        else:
            at += 1
    lines = path.read_text().split("MOTION")[1].strip().splitlines()
    return joints, float(lines[1].split(":")[1]), [[float(x) for x in line.split()] for line in lines[2:] if line.strip()]


def places(joints, frame):
    """Where every joint is, by name."""
    at, placed = 0, []
    for joint in joints:
        rotation, move = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], list(joint["offset"])
        for channel in joint["channels"]:
            value = frame[at]
            at += 1
            if channel.endswith("position"):
                move["XYZ".index(channel[0])] = value
            else:
                rotation = multiply(rotation, turn(channel[0], value))
        if joint["parent"] is None:
            placed.append((rotation, move))
        else:
            above, origin = placed[joint["parent"]]
            placed.append((multiply(above, rotation), [o + x for o, x in zip(origin, apply(above, move))]))
    return {joint["name"]: p[1] for joint, p in zip(joints, placed) if joint["name"]}


def seen(view, point):
    """vv_paper_project, written again."""
    h, p, centre = view.get("heading", 0), view.get("pitch", 0), view.get("centre", [0, 1, 0])
    d = [a - b for a, b in zip(point, centre)]
    right, out = (math.cos(h), 0, -math.sin(h)), (math.sin(h) * math.cos(p), math.sin(p), math.cos(h) * math.cos(p))
    up = (-math.sin(h) * math.sin(p), math.cos(p), -math.cos(h) * math.sin(p))
    x, y, z = (sum(a * b for a, b in zip(d, axis)) for axis in (right, up, out))
    scale = view["distance"] / (view["distance"] - z) if view.get("distance") else 1
    return x * scale, y * scale


def away(points, q):
    """From a point to a polyline."""
    best = 1e9
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        dx, dy = bx - ax, by - ay
        t = max(0, min(1, ((q[0] - ax) * dx + (q[1] - ay) * dy) / (dx * dx + dy * dy or 1)))
        best = min(best, math.hypot(ax + t * dx - q[0], ay + t * dy - q[1]))
    return best


def length(points):
    return sum(math.dist(a, b) for a, b in zip(points, points[1:]))


def check_motion(path, line, keys, name):
    """At each keystroke's time the joints of its set lie on the stroke."""
    joints, step, frames = read_bvh(path)
    worst = 0
    for key in keys:
        frame = frames[min(len(frames) - 1, round(key["time"] / step))]
        if abs(key["time"] / step - round(key["time"] / step)) > 0.01:
            continue
        where = places(joints, frame)
        for bone in key["bones"]:
            worst = max(worst, away(key["points"], seen(line.get("view", {}), where[bone])) / length(key["points"]))
    check(worst < 0.04, f"{name}: joints are off their strokes by {worst:.4f} of the length")


with tempfile.TemporaryDirectory() as folder:
    out = Path(folder)

    # ---- The shipped lines ---------------------------------------------------------------------------------------------------------
    lines = 0
    for path in sorted(examples.glob("*/project.json")):
        project = json.loads(path.read_text())
        for line in project.get("lines", []):
            lines += 1
            told = json.loads(run("line", path.parent, "--name", line["name"], "--report"))
            if "artwork" in line:
                run("line", path.parent, "--name", line["name"], "-o", out / "flat.json")
                check(json.loads((out / "flat.json").read_text())["do"] == "clip.add", f"{line['name']}: a clip's command")
                continue
            check(told["mean_distance"] < 0.02 and told["tangent_degrees"] < 5, f"{line['name']}: {told['mean_distance']}, {told['tangent_degrees']}°")
            check(told["contact_error"] < 1e-3 and told["twist_degrees"] < 2, f"{line['name']}: contacts {told['contact_error']}, twists {told['twist_degrees']}")
            run("line", path.parent, "--name", line["name"], "-o", out / "motion.bvh")
            keys = [dict(key, bones=key.get("bones", told["keys"][i]["bones"])) for i, key in enumerate(line["keys"])]
            check_motion(out / "motion.bvh", line, keys, line["name"])
    check(lines >= 7, f"{lines} lines are shipped")

    # ---- Strokes that nobody has seen ---------------------------------------------------------------------------------------------------
    project = out / "p"
    run("new", project)
    (project / "clips").mkdir(exist_ok=True)
    shutil.copy(examples / "person/clips/neutral.bvh", project / "clips/person.bvh")
    body = ["ankle.l", "knee.l", "hip.l", "pelvis", "spine", "waist", "chest", "neck", "head"]
    commands = [{"do": "skeleton.add", "name": "person", "file": "clips/person.bvh"},
                {"do": "line.add", "name": "bend", "skeleton": "person", "view": {"heading": math.pi / 2}, "settle": 0}]
    run("apply", project, "-", given=json.dumps(commands))
    rng = random.Random(4)

    def stroke(bend, wave, x):
        """From the left foot up to the head, bent about its middle, in metres on the paper (centre one metre above the ground)."""
        points, at, angle = [], [x, -0.88], math.pi / 2 - bend
        for i in range(41):
            points.append([round(at[0], 5), round(at[1], 5)])
            a = angle + 2 * bend * i / 40 + wave * math.sin(2 * math.pi * i / 40)
            at = [at[0] + 1.55 / 40 * math.cos(a), at[1] + 1.55 / 40 * math.sin(a)]
        return points

    for trial in range(6):
        keys = [{"time": round(0.6 * k, 3), "points": stroke(rng.uniform(-0.6, 0.6), rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)), "bones": body}
                for k in range(3)]
        extra = [{}, {"way": "smooth"}, {"way": "shot"}, {"preset": "rubbery"}, {"view": {"heading": math.pi / 2, "distance": 5}}, {"plane": {"heading": 0.5}}][trial]
        (out / "strokes.json").write_text(json.dumps({"keys": keys, **extra}))
        told = json.loads(run("line", project, "--name", "bend", "--strokes", out / "strokes.json", "-o", out / "bend.bvh", "--report"))
        check(told["mean_distance"] < 0.02 and told["key_error"] < 0.02 and told["tangent_degrees"] < 5,
              f"bend {trial}: {told['mean_distance']:.4f}, {told['key_error']:.4f}, {told['tangent_degrees']:.2f}°")
        check(told["frames"] >= 36 and told["seconds"] > 0, f"bend {trial}: frames and seconds")
        check_motion(out / "bend.bvh", {"view": {"heading": math.pi / 2, **extra.get("view", {})}}, keys, f"bend {trial}")

    # Without bones they are proposed, and told.
    bare = [{"time": key["time"], "points": key["points"]} for key in keys]
    (out / "bare.json").write_text(json.dumps({"keys": bare}))
    told = json.loads(run("line", project, "--name", "bend", "--strokes", out / "bare.json", "--report"))
    check(all(len(key["bones"]) >= 4 for key in told["keys"]), "bones are proposed")

    # A million points are one stroke.
    many = stroke(0.4, 0.2, 0)
    long = [[a[0] + (b[0] - a[0]) * i / 5000, a[1] + (b[1] - a[1]) * i / 5000] for a, b in zip(many, many[1:]) for i in range(5000)]
    (out / "many.json").write_text(json.dumps({"keys": [{"time": 0, "points": long, "bones": body}, {"time": 1, "points": keys[0]["points"], "bones": body}]}))
    check(len(long) == 200000 and json.loads(run("line", project, "--name", "bend", "--strokes", out / "many.json", "--report"))["mean_distance"] < 0.02, "200,000 points")

    # Pressures are thinned with their points.
    (out / "many.json").write_text(json.dumps({"keys": [{"time": 0, "points": long[:20000], "pressure": [0.5] * 20000, "bones": body}]}))
    run("line", project, "--name", "bend", "--strokes", out / "many.json", "--report")

    # Where the joints are, before there is any stroke: as this file's own kinematics have them at rest.
    joints, _, _ = read_bvh(project / "clips/person.bvh")
    rest = places([dict(joint, channels=[]) for joint in joints], [])
    told = json.loads(run("line", project, "--name", "bend", "--joints"))["joints"]
    check({joint["name"] for joint in told} >= set(rest), "all joints are told")
    worst = max(math.dist(joint["at"], seen({"heading": math.pi / 2}, rest[joint["name"]])) for joint in told if joint["name"] in rest)
    check(worst < 1e-4, f"joints are told {worst} m from where they are")
    run("line", project, "--name", "bend", "--joints", "--report", fails=True)

    # ---- Files -----------------------------------------------------------------------------------------------------------------------------
    (out / "strokes.json").write_text(json.dumps({"keys": keys}))
    for ending, begins in ((".glb", b"glTF"), (".webp", b"RIFF"), (".png", b"\x89PNG"), (".gltf", b"{")):
        run("line", project, "--name", "bend", "--strokes", out / "strokes.json", "--size", "160x160", "--fps", 10, "-o", out / f"bend{ending}")
        check((out / f"bend{ending}").read_bytes().startswith(begins), f"a {ending}")
    run("apply", project, "-", given=json.dumps([{"do": "line.set", "line": "bend", "keys": keys}]))
    run("line", project, "--name", "bend", "--keep", "bent")
    takes = json.loads((project / "project.json").read_text())["takes"]
    check(takes == [{"name": "bent", "skeleton": "person", "file": "clips/bent.bvh"}], "it is kept as a take")
    run("apply", project, "-", given=json.dumps([{"do": "verb.add", "name": "bow", "skeleton": "person", "cyclic": False, "examples": [{"take": "bent"}]}]))
    check(json.loads(run("verb", project, "--name", "bow", "--json"))["length"] > 1, "a verb plays what a line made")
    run("bake", project, "-o", out / "p.vvb")

    # ---- What is refused ------------------------------------------------------------------------------------------------------------------------
    for text, say in (('{"keys":[]}', "keys"), ('{"keys":[{"time":0,"points":[[0,0]]}]}', "points"), ('{"keys":[{"time":0,"points":[[0,0],[0,0]]}]}', ""),
                      ('{"keys":[{"time":0,"points":[[0,0],[NaN,1]]}]}', ""), ('{"keys":[{"time":0,"points":[[0,0],[1,1]],"bones":["nobody"]}]}', "nobody"),
                      ('{"keys":[{"time":1,"points":[[0,0],[1,1]]},{"time":0,"points":[[0,0],[1,1]]}]}', None), ('[]', ""), ('{"keys":[{"time":0}]}', "points"),
                      ('{"keys":[{"time":0,"points":[[0,0],[1e30,1]]}]}', "")):
        (out / "bad.json").write_text(text)
        if say is None:
            continue
        told = run("line", project, "--name", "bend", "--strokes", out / "bad.json", "--report", fails=True)
        check(told.startswith("verve: ") and say in told, f"{text} is refused with a reason: {told.strip()}")
    good = '{"time": 0, "points": [[0, -0.9], [0, 0.6]]}'
    for text, line, path, say in (('{\n"keys": [\n%s,\n{"time": 1,\n"points": [[0, 0], [0, 1e6]]}]}' % good, 5, "$.keys[1].points[1][1]", "10000"),
                                  ('{\n"keys": [\n%s,\n{"time": 0.005, "points": [[0, 0], [0, 1]]}]}' % good, 4, "$.keys[1]", "0.01 s later"),
                                  ('{"keys": [\n%s],\n"do": "line.remove"}' % good, 3, "$.do", "belongs"),
                                  ('{"keys": [\n%s],\n"view": {\n"distance": -1}}' % good, 4, "$.view.distance", "range"),
                                  ('{"keys": [{"time": 0,\n"points": [%s\n[0, 1e6]]}]}' % ("[0, 0], [0, 1]," * 5000), 3, "$.keys[0].points[10000]", "far"),
                                  ('{"keys": [{"time": 0,\n"points": [%s]}]}' % ",".join(["[0, 1]"] * 1000001), 2, "$.keys[0].points", "leave"),
                                  ('{"keys": [{"time": 0, "points": [%s],\n"pressure": [1]}]}' % ",".join(["[0, 1]"] * 5000), 2, "$.keys[0].pressure", "5000 points"),
                                  ('{\n"keys": [%s]}' % ",".join([good] * 300), 2, "$.keys", "256")):
        (out / "bad.json").write_text(text)
        told = run("line", project, "--name", "bend", "--strokes", out / "bad.json", "--report", fails=True)
        check(f"bad.json:{line}: {path}: " in told and say in told, f"line {line}, {path}, {say}: {told.strip()}")
    for kind, beside in (("twist", '"twists": [{"bone": "nobody", "keys": [{"time": 0, "angle": 1}]}]'),
                         ("contact", '"contacts": [{"bone": "nobody", "from": 0, "to": 1, "keys": [{"time": 0, "place": [0, 0, 0]}]}]')):
        (out / "bad.json").write_text('{"keys": [%s], %s}' % (good, beside))
        told = run("line", project, "--name", "bend", "--strokes", out / "bad.json", "--report", fails=True)
        check(f"{kind} 1 of the line" in told and " more" in told, f"{kind}: {told.strip()}")
    check("bend" in run("line", project, "--name", "nothing", "--report", fails=True), "the lines there are")
    run("line", project, fails=True)
    run("line", project, "-o", out / "x.webp", "--size", "0x3", fails=True)

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
