#!/usr/bin/env python3
"""Reads glTF files a second time, by the formulas of the specification in plain Python, and compares joints, skinned vertices
and morph targets with what the importer makes of them.  usage: check_gltf.py DUMP_GLTF FOLDER"""
import json
import math
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import plain_gltf as gltf

REFUSED = {"empty.gltf", "json_missing_brace.gltf"}
SHOWN = 40


def distance(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


def compare(what, expected, found, tolerance):
    assert len(expected) == len(found), f"{what}: {len(found)} instead of {len(expected)}"
    for i, (a, b) in enumerate(zip(expected, found)):
        assert distance(a, b) <= tolerance, f"{what}[{i}]: {b} instead of {a}, {distance(a, b):g} apart"


def shown(vertices):
    count = len(vertices)
    some = min(count, SHOWN)
    return [vertices[i * count // some] for i in range(some)]


def joints_by_name(model, found):
    """Nodes of the file by the names of joints: " 2" … is added to names that come again; only unchanged ones are compared."""
    names = {}
    for i, node in enumerate(model.nodes):
        names.setdefault(node.get("name", f"node {i}").strip(), []).append(i)
    return [(k, names[joint["name"]][0]) for k, joint in enumerate(found) if len(names.get(joint["name"], [])) == 1]


def check_pose(model, found, pose, animation, time, tolerance, what, skins):
    world = model.world(animation, time)
    pairs = joints_by_name(model, found["joints"])
    compare(f"{what} joints", [gltf.point(world[node], [0, 0, 0]) for _, node in pairs],
            [pose["joints"][k] for k, _ in pairs], tolerance)
    if not skins:
        return len(pairs)
    for m, node in enumerate(model.mesh_nodes()):
        vertices = shown(model.vertices(node))
        compare(f"{what} mesh {m}", [model.place(world, node, v) for v in vertices], pose["meshes"][m], tolerance)
    return len(pairs)


def check_morphs(model, found, tolerance):
    world = model.world(None, 0)
    for m, node in enumerate(model.mesh_nodes()):
        names = model.morph_names(node)
        assert [morph["name"] for morph in found["meshes"][m]["morphs"]] == names
        for k in range(len(names)):
            vertices = shown(model.vertices(node, k))
            compare(f"mesh {m} morph {k}", [model.place(world, node, v) for v in vertices],
                    found["meshes"][m]["morphs"][k]["at"], tolerance)


def check_file(dump, path):
    run = subprocess.run([dump, str(path)], capture_output=True, text=True)
    if path.name in REFUSED:
        assert run.returncode == 1 and f"{path.name}:" in run.stderr, run.stderr
        return f"refused: {run.stderr.strip()}"
    assert run.returncode == 0, run.stderr
    found, model = json.loads(run.stdout), gltf.Model(path)
    size = max([1.0] + [abs(x) for joint in found.get("rest", {"joints": []})["joints"] for x in joint])
    tolerance = 2e-5 * size
    skins = {node for skin in model.json.get("skins", []) for node in skin["joints"]}
    names = {joint["name"] for joint in found["joints"]}
    for node in skins:
        assert model.nodes[node].get("name", f"node {node}").strip() in names
    compared = check_pose(model, found, found["rest"], None, 0, tolerance, "rest", True)
    assert compared >= 0.5 * len(found["joints"])
    for m, node in enumerate(model.mesh_nodes()):
        assert found["meshes"][m]["vertices"] == len(model.vertices(node))
        assert found["meshes"][m]["triangles"] == model.triangle_count(node)
    check_morphs(model, found, tolerance)
    animations = [a for a in model.json.get("animations", [])
                  if any(c["target"]["path"] != "weights" for c in a["channels"])]
    assert len(animations) == len(found["takes"]), "takes"
    for animation, take in zip(animations, found["takes"]):
        start, end = model.span(animation)
        frames = math.floor((end - start) * 60 + 0.5) + 1
        assert take["frames"] == frames, f"{take['frames']} frames instead of {frames}"
        for k, pose in enumerate(take["poses"]):
            check_pose(model, found, pose, animation, start + ((frames - 1) * k // 3) / 60, tolerance,
                       f"{take['name']} {k}", not model.scales_change(animation))
    return f"{len(found['joints'])} joints, {len(found.get('meshes', []))} meshes, {len(found['takes'])} takes"


def main():
    dump, folder = sys.argv[1], Path(sys.argv[2])
    if not folder.is_dir():
        print(f"no data folder at {folder}: skipped")
        return 0
    failed = 0
    for path in sorted(p for p in folder.rglob("*.gl*") if p.suffix in (".gltf", ".glb")):
        try:
            print(f"{path.relative_to(folder)}: {check_file(dump, path)}")
        except AssertionError as error:
            failed += 1
            print(f"{path.relative_to(folder)}: FAILED: {error}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
