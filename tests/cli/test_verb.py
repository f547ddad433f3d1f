#!/usr/bin/env python3
"""verve verb on the shipped projects: what it makes at a place is what the field says, in every format it knows.
usage: test_verb.py VERVE EXAMPLES"""
import json
import math
import shutil
import struct
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


def run(*arguments, fails=False):
    ran = subprocess.run([verve, *map(str, arguments)], capture_output=True, text=True)
    check((ran.returncode != 0) == fails, f"{' '.join(map(str, arguments))}: {ran.stderr.strip()[:200]}")
    return ran.stderr if fails else ran.stdout


def bvh_way(path):
    """How far the root of a BVH goes over the ground, metres, and how long that takes."""
    lines = path.read_text().split("MOTION")[1].strip().splitlines()
    step = float(lines[1].split(":")[1])
    frames = [[float(x) for x in line.split()[:3]] for line in lines[2:] if line.strip()]
    (ax, _, az), (bx, _, bz) = frames[0], frames[-1]
    return math.hypot(bx - ax, bz - az), step * (len(frames) - 1)


def obj_vertices(path):
    return [tuple(map(float, line.split()[1:4])) for line in path.read_text().splitlines() if line.startswith("v ")]


with tempfile.TemporaryDirectory() as folder:
    out = Path(folder)

    # At an example its weight is 1 and the others are 0; in between they sum to 1.
    project = json.loads((examples / "person/project.json").read_text())
    walk = project["verbs"][0]
    names = [axis["name"] for axis in walk["axes"]]
    for example in walk["examples"]:
        at = ",".join(f"{n}={v}" for n, v in zip(names, example["at"]))
        told = json.loads(run("verb", examples / "person", "--name", walk["name"], "--at", at, "--json"))
        own = told["weights"].pop(example["take"])
        check(abs(own - 1) < 1e-6 and all(abs(w) < 1e-6 for w in told["weights"].values()), f"weights at {example['take']}")
        times = [keytime["time"] for keytime in example["keytimes"]]
        check(abs(told["length"] - (times[-1] - times[0])) < 2e-4, f"length at {example['take']}")
        check(told["slide"]["planted_mean"] < 0.005, f"planted feet stay at {example['take']}")
    told = json.loads(run("verb", examples / "person", "--at", f"{names[0]}=0.3,{names[1]}=-0.2", "--json"))
    check(abs(sum(told["weights"].values()) - 1) < 1e-5, "weights sum to 1")

    # Motion: two rounds go twice as far as one; glTF is what it says.
    run("verb", examples / "person", "--rounds", 1, "--fps", 120, "-o", out / "one.bvh")
    run("verb", examples / "person", "--rounds", 2, "--fps", 120, "-o", out / "two.bvh")
    one, two = bvh_way(out / "one.bvh"), bvh_way(out / "two.bvh")
    check(one[0] > 0.5 and abs(two[0] / one[0] - 2) < 0.02, f"walks travel: {one[0]:.3f} m and {two[0]:.3f} m")
    run("verb", examples / "person", "-o", out / "walk.glb")
    magic, version, length = struct.unpack("<4sII", (out / "walk.glb").read_bytes()[:12])
    check(magic == b"glTF" and version == 2 and length == (out / "walk.glb").stat().st_size, "a .glb with its length")
    run("verb", examples / "person", "-o", out / "walk.gltf")
    gltf = json.loads((out / "walk.gltf").read_text())
    check(gltf["animations"] and gltf["skins"] and gltf["meshes"], "a .gltf with animation, skin and figure")

    # What is written can be brought in again, and is the same motion.
    again = out / "again"
    run("new", again)
    run("import", out / "one.bvh", "--into", again)
    takes = json.loads((again / "project.json").read_text())["takes"]
    check(len(takes) == 1, "the BVH comes in as a take")

    # A blend that is kept is an example: its weight there is 1, and elsewhere the others go on.
    kept = out / "kept"
    shutil.copytree(examples / "person", kept)
    place = f"{names[0]}=0.35,{names[1]}=0.15"
    run("verb", kept, "--at", place, "--keep", "in between")
    told = json.loads(run("verb", kept, "--at", place, "--json"))
    check(abs(told["weights"]["in between"] - 1) < 1e-6, "what was kept is an example")
    run("verb", kept, "--at", place, "--keep", "in between", fails=True)

    # Shapes: the surface has the vertices the report says; kept forms are met exactly.
    told = json.loads(run("verb", examples / "blob", "--json", "-o", out / "blob.obj"))
    check(told["vertices"] == 642 and len(obj_vertices(out / "blob.obj")) == told["surface_vertices"], "the blob's vertices")
    kept = out / "blob"
    shutil.copytree(examples / "blob", kept)
    run("verb", kept, "--at", "bend=0.2,thickness=0.3", "--keep", "somewhere", "-o", out / "before.obj")
    run("verb", kept, "--at", "bend=0.2,thickness=0.3", "-o", out / "after.obj")
    worst = max(math.dist(a, b) for a, b in zip(obj_vertices(out / "before.obj"), obj_vertices(out / "after.obj")))
    check(worst < 1e-4, f"a kept form is met within {worst:.1e} m")

    # Pictures, films and sheets exist and are what their names say.
    run("verb", examples / "blob", "--grid", "bend:3,thickness:2", "--size", "60x60", "-o", out / "grid.png")
    check((out / "grid.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n", "a grid is a PNG")
    run("verb", examples / "robot", "--name", "walk", "--rounds", 1, "--fps", 8, "--size", "64x80", "-o", out / "walk.webp")
    check((out / "walk.webp").read_bytes()[8:12] == b"WEBP", "a film is a WebP")

    # Mistakes are named.
    check("happy" in run("verb", examples / "person", "--at", "hapy=1", "-o", out / "x.png", fails=True), "axes are listed")
    check("walk" in run("verb", examples / "robot", "--name", "wlak", "-o", out / "x.png", fails=True), "verbs are listed")
    run("verb", examples / "person", "--at", "happy=", "-o", out / "x.png", fails=True)
    run("verb", examples / "person", "--grid", "happy:0", "-o", out / "x.png", fails=True)
    run("verb", examples / "person", "--grid", "happy:3,happy:3", "-o", out / "x.png", fails=True)
    run("verb", examples / "person", "--grid", "happy:3", "-o", out / "x.webp", fails=True)
    run("verb", examples / "person", "-o", out / "x.obj", fails=True)
    run("verb", examples / "blob", "-o", out / "x.bvh", fails=True)
    run("verb", examples / "person", "--fps", 0, "-o", out / "x.bvh", fails=True)
    run("verb", examples / "person", fails=True)

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
