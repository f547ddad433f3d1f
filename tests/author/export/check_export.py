#!/usr/bin/env python3
"""Looks at the structure of glTF files that the exporter writes: lengths, alignment, bounds, signs of quaternions, that text
and binary say the same.  usage: check_export.py WRITE_GLTF FOLDER"""
import math
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "import"))
import plain_gltf as gltf

SIZES = {5121: 1, 5123: 2, 5125: 4, 5126: 4}


def check_views(model):
    buffer = model.json["buffers"][0]
    assert len(model.json["buffers"]) == 1 and buffer["byteLength"] <= len(model.buffers[0]) < buffer["byteLength"] + 4
    end = 0
    for view in model.json["bufferViews"]:
        assert view["byteOffset"] >= end, "views overlap"
        assert view["byteOffset"] % 4 == 0, "a view is not aligned"
        end = view["byteOffset"] + view["byteLength"]
    assert end == buffer["byteLength"], "bytes that nobody uses"
    for accessor in model.json["accessors"]:
        view = model.json["bufferViews"][accessor["bufferView"]]
        size = SIZES[accessor["componentType"]] * gltf.COUNTS[accessor["type"]]
        assert accessor["count"] > 0 and accessor["count"] * size == view["byteLength"]


def check_bounds(model, index):
    accessor, values = model.json["accessors"][index], model.accessor(index)
    n = len(values[0])
    for bound, choose in (("min", min), ("max", max)):
        expected = [choose(value[k] for value in values) for k in range(n)]
        assert all(math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-12) for a, b in zip(accessor[bound], expected)), bound


def check_animation(model):
    animation, = model.json["animations"]
    targets = set()
    for channel in animation["channels"]:
        target = (channel["target"]["node"], channel["target"]["path"])
        assert target not in targets, "two channels of one target"
        targets.add(target)
        sampler = animation["samplers"][channel["sampler"]]
        times, values = model.accessor(sampler["input"]), model.accessor(sampler["output"])
        assert len(times) == len(values) and all(a[0] < b[0] for a, b in zip(times, times[1:]))
        check_bounds(model, sampler["input"])
        if target[1] == "rotation":
            assert all(abs(sum(x * x for x in q) - 1) < 1e-5 for q in values), "not of unit length"
            assert all(sum(x * y for x, y in zip(a, b)) >= 0 for a, b in zip(values, values[1:])), "a sign flips"


def check_figure(model):
    node = next(node for node in model.nodes if "mesh" in node)
    primitive, = model.json["meshes"][node["mesh"]]["primitives"]
    attributes = primitive["attributes"]
    check_bounds(model, attributes["POSITION"])
    count = len(model.accessor(attributes["POSITION"]))
    assert all(len(model.accessor(index)) == count for index in attributes.values())
    assert all(i[0] < count for i in model.accessor(primitive["indices"]))
    assert all(abs(math.sqrt(sum(x * x for x in n)) - 1) < 1e-5 for n in model.accessor(attributes["NORMAL"]))
    assert all(0 <= x <= 1 for c in model.accessor(attributes["COLOR_0"]) for x in c)
    skin = model.json["skins"][node["skin"]]
    for joints, weights in zip(model.accessor(attributes["JOINTS_0"]), model.accessor(attributes["WEIGHTS_0"])):
        assert abs(sum(weights) - 1) < 1e-6 and max(joints) < len(skin["joints"])
        assert all(joint == 0 for joint, weight in zip(joints, weights) if weight == 0)
    for bind in model.accessor(skin["inverseBindMatrices"]):
        assert [bind[3], bind[7], bind[11], bind[15]] == [0, 0, 0, 1]


def check(path):
    model = gltf.Model(path)
    assert model.json["asset"]["version"] == "2.0"
    children = [child for node in model.nodes for child in node.get("children", [])]
    assert len(children) == len(set(children)) and set(children).isdisjoint(model.roots)
    assert set(children) | set(model.roots) == set(range(len(model.nodes)))
    check_views(model)
    check_animation(model)
    if "meshes" in model.json:
        check_figure(model)
    return model


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([program, str(folder)], check=True)
    for name in ("figure", "take"):
        text, binary = check(folder / f"{name}.gltf"), check(folder / f"{name}.glb")
        data = (folder / f"{name}.glb").read_bytes()
        assert len(data) % 4 == 0 and int.from_bytes(data[8:12], "little") == len(data)
        for model in (text, binary):
            for buffer in model.json["buffers"]:
                buffer.pop("uri", None)
        assert text.json == binary.json and text.buffers[0] == binary.buffers[0][:len(text.buffers[0])]
        print(f"{name}: {len(text.nodes)} nodes, {len(text.json['accessors'])} accessors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
