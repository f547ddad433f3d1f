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


# ---- BVH, read and posed here ----------------------------------------------------------------------------------------


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
    """vv_view_plane_project, written again."""
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

    # ---- The shipped lines -------------------------------------------------------------------------------------------
    lines = 0
    for path in sorted(examples.glob("*/project.json")):
        project = json.loads(path.read_text())
        for line in project.get("lines", []):
            lines += 1
            told = json.loads(run("line", path.parent, "--name", line["name"], "--report"))
            check(told["key_error"] < 1e-4, f"{line['name']}: the line is {told['key_error']} from a keystroke")
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

    # ---- Strokes that nobody has seen --------------------------------------------------------------------------------
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
        check(told["mean_distance"] < 0.02 and told["key_distance"] < 0.02 and told["key_error"] < 1e-4 and told["tangent_degrees"] < 5,
              f"bend {trial}: {told['mean_distance']:.4f}, {told['key_distance']:.4f}, {told['tangent_degrees']:.2f}°")
        check(told["frames"] >= 36 and told["seconds"] > 0, f"bend {trial}: frames and seconds")
        check_motion(out / "bend.bvh", {"view": {"heading": math.pi / 2, **extra.get("view", {})}}, keys, f"bend {trial}")

    # Without bones they are proposed, and told.
    bare = [{"time": key["time"], "points": key["points"]} for key in keys]
    (out / "bare.json").write_text(json.dumps({"keys": bare}))
    told = json.loads(run("line", project, "--name", "bend", "--strokes", out / "bare.json", "--report"))
    check(all(len(key["bones"]) >= 4 for key in told["keys"]), "bones are proposed")
    check(all(key["bones"] == told["keys"][0]["bones"] for key in told["keys"]), "later strokes move the bones of the first")
    check(told["mean_distance"] < 0.02 and told["tangent_degrees"] < 5, f"proposed bones follow: {told['mean_distance']:.4f}, {told['tangent_degrees']:.2f}°")

    # A held arm's strokes hang on the shoulder: where they were drawn does not say which way round they are.
    arms = [{"time": k, "points": [[x, 0.4], [x + 0.25, 0.42], [x + 0.5, 0.4]], "bones": ["shoulder.l", "elbow.l"]} for k, x in enumerate((0, -0.5, 0.5, 0))]
    (out / "arms.json").write_text(json.dumps({"keys": arms, "root": "held", "view": {}}))
    told = json.loads(run("line", project, "--name", "bend", "--strokes", out / "arms.json", "--report"))
    check(not any(key["reversed"] for key in told["keys"]) and told["mean_distance"] < 0.02, f"held strokes keep their direction: {told['keys']}")

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

    # A foot that stays where the stroke begins: the body lies on the line from there, though the set's first bone goes
    # on to the toes.
    start = seen({"heading": math.pi / 2}, rest["ankle.l"])
    planted = [{"time": round(0.5 * k, 3), "bones": body, "points": [[x + start[0] - first[0], y + start[1] - first[1]] for x, y in points]}
               for k, points in enumerate([stroke(0.1, 0, 0), stroke(-0.5, 0.2, 0), stroke(0.6, 0, 0), stroke(0.2, -0.3, 0)]) for first in [points[0]]]
    plate = {"bone": "ankle.l", "from": 0, "to": 1.5, "keys": [{"time": 0, "place": rest["ankle.l"]}]}
    (out / "planted.json").write_text(json.dumps({"keys": planted, "contacts": [plate], "settle": 0}))
    told = json.loads(run("line", project, "--name", "bend", "--strokes", out / "planted.json", "--report", "-o", out / "planted.bvh"))
    check(told["mean_distance"] < 0.01 and told["tangent_degrees"] < 5 and told["contact_error"] < 1e-3, f"planted: {told['mean_distance']:.4f}, {told['tangent_degrees']:.2f}°, {told['contact_error']}")
    joints, _, frames = read_bvh(out / "planted.bvh")
    worst = max(math.dist(places(joints, frame)["ankle.l"], rest["ankle.l"]) for frame in frames)
    check(worst < 1e-3, f"planted: the ankle slides by {worst} m")

    # ---- Files -------------------------------------------------------------------------------------------------------
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

    # ---- What is refused ---------------------------------------------------------------------------------------------
    for text, say in (('{"keys":[]}', "keys"), ('{"keys":[{"time":0,"points":[[0,0]]}]}', "points"), ('{"keys":[{"time":0,"points":[[0,0],[0,0]]}]}', ""),
                      ('{"keys":[{"time":0,"points":[[0,0],[NaN,1]]}]}', "NaN"), ('{"keys":[{"time":0,"points":[[0,0],[1,1]],"bones":["nobody"]}]}', "nobody"),
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
    for text, say in (('{"keys":[{"time":0,"points":[[0,0]]}]}', "at least two points"), ('{"keys":[{"time":0,"points":[[1,1],[1,1],[1,1]]}]}', "all the same"),
                      ('{"keys": [%s, {"time": 0.005, "points": [[0, 0], [0, 1]]}]}' % good, "keystroke 2,"),
                      ('{"keys": [%s, {"time": 1, "points": [[0, 0], [0, 1]], "bones": ["nobody"]}]}' % good, "keystroke 2 of"),
                      ('{"keys": [{"time": 0, "points": [%s]}]}' % ",".join(["[0,1]"] * 2000001), "leave points out")):
        (out / "bad.json").write_text(text)
        told = run("line", project, "--name", "bend", "--strokes", out / "bad.json", "--report", fails=True)
        check("bad.json" in told and say in told, f"“{say}”: {told.strip()}")

    # ---- Drawings: poses and clips -------------------------------------------------------------------------------------------------------------
    # A straight line three quarters as long as at rest, somewhere else on the paper: every handle goes to three quarters of its height above the foot of the line, is four
    # thirds as far aside, and the pose stands where the drawing stands.
    sack = out / "sack"
    shutil.copytree(examples / "leap", sack)
    drawing = json.loads((sack / "project.json").read_text())["artworks"][0]
    straight = [{"time": 0, "points": [[0, 0.1], [0, 1.7]]}, {"time": 0.5, "points": [[2, 1.1], [2, 1.4], [2, 2.3]]}, {"time": 1, "points": [[0, 0.1], [0, 1.7]]}]
    run("apply", sack, "-", given=json.dumps([{"do": "line.set", "line": "leap", "keys": straight}]))
    run("line", sack, "--name", "leap", "--poses", "short")
    posed = json.loads((sack / "project.json").read_text())["artworks"][0]
    made = {example["name"]: example["pose"] for example in posed["examples"] if example["name"].startswith("short ")}
    check(sorted(made) == ["short 1", "short 2", "short 3"] and ["short 1", "short 2"] in posed["complex"] and ["short 2", "short 3"] in posed["complex"], "a pose a keystroke, in a row")
    pivots = {handle["name"]: handle.get("at", handle.get("from")) for handle in drawing["handles"]}
    low = min(y for _, y in pivots.values())
    aside = sum(x for x, _ in pivots.values()) / len(pivots) * (1 - 4 / 3)
    worst = 0
    for name, (x, y) in pivots.items():
        turn = made["short 2"].get(name, {})
        want = (x * 4 / 3 + aside, low + 0.75 * (y - low))
        move = turn.get("move", [0, 0])
        worst = max(worst, math.dist(want, (x + move[0], y + move[1])), *(abs(a - b) for a, b in zip(turn.get("stretch", [1, 0, 1]), (4 / 3, 0, 0.75))), abs(turn.get("turn", 0)))
    check(worst < 1e-3, f"the pose is {worst} off")
    check("takes" not in json.loads((sack / "project.json").read_text()) and "poses are of drawings" in run("line", project, "--name", "bend", "--poses", "x", fails=True), "bodies have no poses")
    run("line", sack, "--name", "leap", "--poses", "a", "--keep", "b", fails=True)
    run("line", sack, "--name", "leap", "--keep", "short")
    run("check", sack)
    # A sprite takes the clip's shape: at the second keystroke it is about three quarters as high as at first, standing.
    # (Clips lead points by their places alone, so around them the drawing keeps its size.)
    run("apply", sack, "-", given=json.dumps([{"do": "scene.add", "name": "play", "seconds": 0.6, "obstacles": [{"kind": "ground"}], "actors": [{"name": "s", "artwork": "sack", "clip": "short"}]}]))
    rows = [row.split(",") for row in run("simulate", sack, "--scene", "play", "--rate", 60, "--csv", "-").splitlines()[1:]]
    height = {round(float(row[1]), 3): float(row[4]) for row in rows}
    check(0.72 < height[0.5] / height[0] < 0.8, f"its middle is at {height[0.5]} m, at first at {height[0]} m")

    # A moment after the end is the end.
    for time in (-1, 5, 1e308):
        run("line", project, "--name", "bend", "--strokes", out / "strokes.json", "--size", "48x48", "--time", time, "-o", out / f"at{time}.png")
    check((out / "at5.png").read_bytes() == (out / "at1e+308.png").read_bytes(), "nothing moves after the end")

    # An ending that means nothing is refused before anything is built, and those that there are for such a line are
    # told.
    for place, name, ending, endings in ((project, "bend", "xyz", ".bvh .gltf .glb .webp .mp4 .webm .gif .png"), (project, "bend", "json", ".bvh .gltf .glb .webp .mp4 .webm .gif .png"),
                                         (examples / "leap", "leap", "bvh", ".json .webp .mp4 .webm .gif .png")):
        ran = subprocess.run([verve, "line", place, "--name", name, "--strokes", out / "nowhere.json", "-o", out / f"x.{ending}"], capture_output=True, text=True)
        check(ran.returncode == 2 and endings in ran.stderr, f"-o x.{ending} of {name}: {ran.returncode}, {ran.stderr.strip()}")

    # --trace: the line itself. It is at its strokes when they are due, goes back first and beyond then, unlike plain
    # curves, and no speed jumps at a key: there the change from one 240th of a second to the next is no more than on
    # the way.
    (out / "swing.json").write_text(json.dumps({"preset": "rubbery", "keys": [{"time": time, "points": [[0, 0], [0, 0.75], [tip, 1.4]]} for time, tip in ((0, -0.4), (0.7, 0.4), (1.3, -0.2))]}))
    traced = {}
    for way in ("elastic", "smooth"):
        (out / "way.json").write_text(json.dumps({"way": way, **json.loads((out / "swing.json").read_text())}))
        traced[way] = json.loads(run("line", project, "--name", "bend", "--strokes", out / "way.json", "--trace", "--fps", "240"))
        frames = traced[way]["frames"]
        check(len(traced[way]["keys"]) == 3 and all(len(moment["points"]) == 11 for moment in frames), f"{way}: eleven corners")
        check(all(abs(frame["time"] - i / 240) < 1e-9 for i, frame in enumerate(frames)), f"{way}: times of frames")
        for key, tip in zip(traced[way]["keys"], (-0.4, 0.4, -0.2)):
            check(math.dist(key["points"][-1], (tip, 1.4)) < 0.03 and math.dist(key["points"][0], (0, 0)) < 0.03, f"{way}: the stroke at {key['time']}: {key['points']}")
        tips = [frame["points"][-1][0] for frame in frames]
        speeds = [240 * (b - a) for a, b in zip(tips, tips[1:])]
        steps = [abs(b - a) for a, b in zip(speeds, speeds[1:])]
        for time in (0.7, 1.3):
            here = round(time * 240)
            check(max(steps[here - 2 : here + 1]) <= 1.5 * max(steps[here - 60 : here - 4] + steps[here + 3 : here + 40]), f"{way}: the speed jumps at {time}: {steps[here - 4: here + 4]}")
    tips = {way: [frame["points"][-1][0] for frame in traced[way]["frames"] if frame["time"] <= 1.0] for way in traced}
    check(min(tips["elastic"]) < -0.42 and max(tips["elastic"]) > 0.45, f"anticipation and follow-through: {min(tips['elastic'])} {max(tips['elastic'])}")
    check(min(tips["smooth"]) > -0.41 and max(tips["smooth"]) < 0.41, f"plain curves have neither: {min(tips['smooth'])} {max(tips['smooth'])}")
    for pair in (("--report", "--trace"), ("--joints", "--trace")):
        run("line", project, "--name", "bend", *pair, fails=True)

    # verve check names joints that the body lacks: line, which of its parts, joint, and where they stand.
    wrong = [{"time": 0, "points": [[0, -0.9], [0, 0.6]], "bones": ["spine"]}, {"time": 1, "points": [[0, -0.9], [0, 0.6]], "bones": ["spine", "nobody"]}]
    run("apply", project, "-", given=json.dumps([{"do": "line.add", "name": "wrong", "skeleton": "person", "keys": wrong, "twists": [{"bone": "noone", "keys": [{"time": 0, "angle": 1}]}],
                                                  "contacts": [{"bone": "none", "from": 0, "to": 1, "keys": [{"time": 0, "place": [0, 0, 0]}]}]}]))
    told = subprocess.run([verve, "check", project], capture_output=True, text=True)
    for place, say in (("$.lines[1].keys[1].bones[1]", 'keystroke 2 of the line "wrong" names "nobody"'), ("$.lines[1].twists[0].bone", 'twist 1 of the line "wrong" names "noone"'),
                       ("$.lines[1].contacts[0].bone", 'contact 1 of the line "wrong" names "none"')):
        check(told.returncode == 1 and f"{place}: V057: {say}" in told.stdout, f"{say}: {told.stdout}")
    run("apply", project, "-", given=json.dumps([{"do": "line.remove", "line": "wrong"}]))
    run("check", project)

    # A figure whose file has z up is told of, and stands where it is imported so: joints by hand, x across and z
    # upwards, turned about y by 30 degrees.
    (out / "lying.bvh").write_text("HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT chest\n{\nOFFSET 0 0 1\nCHANNELS 3 Zrotation Xrotation "
                                   "Yrotation\nEnd Site\n{\nOFFSET 0 0 0.5\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0.2 0 1 0 0 30 0 0 0\n0.2 0.3 1 0 0 30 0 0 -30\n")
    for up, said in (((), True), (("--up", "y"), False), (("--up", "z"), False)):
        standing = out / f"standing{len(up)}{up[-1:]}"
        run("new", standing)
        told = subprocess.run([verve, "import", out / "lying.bvh", "--into", standing, "--unit", "1", *up], capture_output=True, text=True)
        check(told.returncode == 0 and ("lies along z; if it should stand, import it with --up z" in told.stderr) == said, f"{up}: {told.stderr}")
        run("apply", standing, "-", given=json.dumps([{"do": "line.add", "name": "l", "skeleton": "lying", "over": {"take": "lying"}}]))
        for time, tip in ((0, (0.95, 2.299)), (0.5, (0.7, 2.366))):
            seen = {joint["name"]: joint["at"] for joint in json.loads(run("line", standing, "--name", "l", "--joints", "--time", time))["joints"]}
            wanted = {"hip": (0.2, 1), "chest": (0.7, 1.866)}
            if up[-1:] == ("z",):
                check(all(math.dist(seen[name], (x, y - 1)) < 1e-3 for name, (x, y) in wanted.items()), f"{up} at {time}: {seen}")
                check(any(math.dist(at, (tip[0], tip[1] - 1)) < 1e-3 for at in seen.values()), f"{up} at {time}: {seen}, not {tip}")
            else:
                check(all(at[1] < 0.4 - 1 for at in seen.values()), f"{up}: still lies: {seen}")
    run("import", out / "lying.bvh", "--into", standing, "--up", "x", fails=True)

    # Strokes far apart over a motion that is quick: the body is on the line all the while.
    slow = out / "slow"
    shutil.copytree(examples / "actions", slow)
    run("apply", slow, "-", given=json.dumps([{"do": "line.set", "line": "throw", "contacts": [], "twists": []}]))
    for gap in (3, 20):
        bones = ["knee.r", "hip.r", "pelvis", "spine", "waist", "chest", "neck"]
        (out / "slow.json").write_text(json.dumps({"settle": 4, "keys": [{"time": 0, "points": [[0, 0.085], [0.02, 0.5], [0, 0.95], [0, 1.55]], "bones": bones},
                                                                         {"time": gap, "points": [[0, 0.085], [0.1, 0.5], [-0.08, 0.92], [0.3, 1.36]], "bones": bones}]}))
        told = json.loads(run("line", slow, "--name", "throw", "--strokes", out / "slow.json", "--report"))
        check(told["mean_distance"] < 0.01 and told["key_distance"] < 0.01 and told["tangent_degrees"] < 3, f"strokes {gap} s apart: {told}")

    # A drawing without handles cannot follow, and says so whatever is asked for.
    plain = out / "plain"
    shutil.copytree(examples / "leap", plain)
    (plain / "project.json").write_text(json.dumps({"format": "verve-project", "version": 1, "name": "plain", "artworks": [{"name": "sack", "layers": [
        {key: value for key, value in json.loads((examples / "leap" / "project.json").read_text())["artworks"][0]["layers"][0].items() if key in ("name", "image", "mesh", "scale", "at")}]}],
        "lines": [{"name": "hop", "artwork": "sack", "rest": [[0, 0], [0, 1]], "keys": [{"time": 0, "points": [[0, 0], [0, 1]]}]}]}))
    for ask in (("--report",), ("--trace",), ("--keep", "hopped"), ("--poses", "hop"), ("-o", out / "hop.json"), ("-o", out / "hop.png")):
        check("has no handles that could follow the line" in run("line", plain, "--name", "hop", *ask, fails=True), f"{ask} of a drawing without handles")

    # verve check reads files of motion as well: cut ones, others than BVH, and takes of another figure.
    figure = next(clip for clip in sorted((project / "clips").glob("*.bvh")))
    whole = figure.read_bytes()
    for damaged, say in ((whole[: len(whole) // 3], ":"), (b"nothing", ":1: $.takes[0].file: V058: this is not a BVH file")):
        figure.write_bytes(damaged)
        told = subprocess.run([verve, "check", project], capture_output=True, text=True)
        lines = [line for line in told.stdout.splitlines() if "V058" in line]
        check(told.returncode == 1 and len(lines) == 1 and f"clips/{figure.name}{say}" in lines[0], f"{len(damaged)} bytes of {figure.name}: {told.stdout}")
    figure.write_bytes(whole)
    run("check", project)
    other = out / "other"
    shutil.copytree(examples / "actions", other)
    (other / "clips" / "throw.bvh").write_text("HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n"
                                               "MOTION\nFrames: 2\nFrame Time: 0.04\n0 1 0 0 0 0\n0 1 0 9 0 0\n")
    told = subprocess.run([verve, "check", other], capture_output=True, text=True)
    check(told.returncode == 1 and "project.json:20: $.takes[1]: V058: the joints in clips/throw.bvh are not those of the skeleton" in told.stdout, told.stdout)
    for ask in ("--report", "--joints"):
        check("the joints in clips/throw.bvh" in run("line", other, "--name", "throw", ask, fails=True), f"{ask} over a take of another figure")
    for beside, say in (('"view": {"heading": 1.5707963, "distance": 0.001}', ("0.001 m from", "set the distance to 2.1 m or more")),
                        ('"plane": {"heading": 1.4, "pitch": 1.4}', ("$.plane: ", "1.54 radians", "more than 1.45"))):
        (out / "bad.json").write_text('{"keys": [%s], %s}' % (good, beside))
        told = run("line", project, "--name", "bend", "--strokes", out / "bad.json", "--report", fails=True)
        check(all(part in told for part in say), f"{beside}: {told.strip()}")
    check("bend" in run("line", project, "--name", "nothing", "--report", fails=True), "the lines there are")
    run("line", project, fails=True)
    run("line", project, "-o", out / "x.webp", "--size", "0x3", fails=True)

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
