#!/usr/bin/env python3
"""Bakes the files of fuzz/seeds/vvb again, after the layout of baked files has changed: small projects, made up here.
usage: fuzz/seeds.py build/gcc/verve"""
import json
import pathlib
import subprocess
import sys
import tempfile

verve, here = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(__file__).resolve().parent / "seeds/vvb"
points = [(x / 4, y / 3) for y in range(3) for x in range(5)]
faces = [f for y in range(2) for x in range(4) for a in [5 * y + x + 1] for f in ((a, a + 1, a + 6), (a, a + 6, a + 5))]
mesh = "".join(f"v {x} {y} 0\n" for x, y in points) + "".join(f"f {a} {b} {c}\n" for a, b, c in faces)
handles = [{"name": "a", "kind": "point", "at": [0.1, 0.3]},
           {"name": "c", "kind": "bone", "from": [0.6, 0.3], "to": [0.9, 0.3], "parent": "b"},
           {"name": "b", "kind": "bone", "from": [0.3, 0.3], "to": [0.6, 0.3], "parent": "a"}]
examples = [{"name": "rest"}, {"name": "bent", "pose": {"b": {"turn": 0.6}, "c": {"turn": -0.5, "stretch": [1.2, 0, 0.9]}}}]


def artwork(name, **more):
    return {"name": name, "layers": [{"name": "l", "mesh": "slab.obj"}], "handles": handles, "examples": examples,
            "complex": [["rest", "bent"]], **more}


def project(*artworks, **more):
    return {"format": "verve-project", "version": 1, "name": "seed", "artworks": list(artworks), **more}


springs = {"puppet": {"elastic": "springs", "clusters": 3}}
clip = {"name": "turn", "artwork": "slab", "length": 1, "tracks": [
    {"handle": "c", "channel": "angle", "keys": [{"time": 0, "value": 0}, {"time": 1, "value": 1}]}]}
stage = {"name": "fall", "seconds": 1, "obstacles": [{"kind": "ground"}],
         "actors": [{"name": "one", "artwork": "slab", "at": [0, 2]}]}
seeds = {
    "small": (project(artwork("slab")), ["--no-sprites", "--no-puppets", "--no-scenes"]),
    "sprite": (project(artwork("slab"), scenes=[stage]), ["--no-puppets"]),
    "sprites": (project(artwork("slab"), artwork("other", sprite={"strengths": {"bounce": 0.5}})), ["--no-puppets"]),
    "behaviour": (project(artwork("slab", behaviours=[
        {"name": "nod", "inputs": ["go"], "states": [{"name": "still", "keys": [{"place": {"rest": 1}, "seconds": 0.2}]},
                                                     {"name": "up", "keys": [{"place": {"bent": 1}, "seconds": 0.5}]}],
         "transitions": [{"from": "still", "to": "up", "when": [{"input": "go", "above": 0.5}]}]}])), ["--no-puppets"]),
    "puppets": (project(artwork("slab", puppet={"clusters": 3}), clips=[clip]), ["--no-sprites"]),
    "kernels": (project(artwork("slab", **springs), artwork("other", puppet={"clusters": 2})), ["--no-sprites"]),
}
for name, (made, options) in seeds.items():
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "slab.obj").write_text(mesh)
        (pathlib.Path(folder) / "project.json").write_text(json.dumps(made))
        subprocess.run([verve, "check", folder], check=True)
        subprocess.run([verve, "bake", folder, "-o", str(here / f"{name}.vvb"), *options], check=True)
