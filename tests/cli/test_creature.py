#!/usr/bin/env python3
"""verve creature: what it writes is what it tells of, in every format it knows, and what is wrong is refused.
usage: test_creature.py VERVE [DATA]"""
import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

verve = sys.argv[1]
data = Path(sys.argv[2]) if len(sys.argv) > 2 else None
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}")


def run(*arguments, fails=False):
    ran = subprocess.run([verve, "creature", *map(str, arguments)], capture_output=True, text=True)
    check((ran.returncode != 0) == fails, f"creature {' '.join(map(str, arguments))}: {ran.stderr.strip()[:200]}")
    return ran.stderr if fails else ran.stdout


def png_size(path):
    head = path.read_bytes()[:24]
    return struct.unpack(">II", head[16:24]) if head[:8] == b"\x89PNG\r\n\x1a\n" else None


def glb_json(path):
    bytes_ = path.read_bytes()
    magic, version, length = struct.unpack("<4sII", bytes_[:12])
    size, kind = struct.unpack("<I4s", bytes_[12:20])
    check((magic, version, length, kind) == (b"glTF", 2, len(bytes_), b"JSON"), f"{path.name} is a .glb")
    return json.loads(bytes_[20:20 + size])


with tempfile.TemporaryDirectory() as folder:
    out = Path(folder)

    # One seed, every format: the same bodies everywhere.
    told = json.loads(run("--seed", 7, "--json"))
    check(told["bodies"] > 4 and told["triangles"] > 3000 and len(told["size"]) == 3, "the report")
    check(told["name"] in run("--seed", 7) and "legs" in run("--seed", 7), "the report in words")
    for ending in ("json", "gltf", "glb", "bvh", "png"):
        run("--seed", 7, "-o", out / f"seven.{ending}")
    plan = json.loads((out / "seven.json").read_text())
    check(plan["format"] == "verve-creature" and plan["version"] == 1 and plan["name"] == told["name"], "the file's head")
    names = [body["name"] for body in plan["bodies"]]
    check(len(names) == told["bodies"] == len(set(names)), "a body each")
    for cap, key in (("foot", "legs"), ("grasper", "graspers"), ("eye", "eyes"), ("spine", "spine")):
        check(sum(cap in body.get("caps", []) for body in plan["bodies"]) == told[key], f"as many of {cap} as it tells")
    for gltf in (json.loads((out / "seven.gltf").read_text()), glb_json(out / "seven.glb")):
        check({node["name"] for node in gltf["nodes"]} >= set(names), "bodies are nodes")
        check(len(gltf["skins"][0]["joints"]) == len(names), "all of them joints of the skin")
        corners = gltf["accessors"][gltf["meshes"][0]["primitives"][0]["indices"]]["count"]
        check(corners == 3 * told["triangles"], "all triangles are there")
    bvh = (out / "seven.bvh").read_text()
    check(bvh.count("JOINT") + 1 == len(names), "joints of the BVH")
    check(png_size(out / "seven.png") == (512, 512), "a picture of the usual size")
    run("--seed", 7, "--size", 64, "-o", out / "small.png")
    check(png_size(out / "small.png") == (64, 64), "a picture of the size asked for")

    # A creature file read again is the same creature, and written again the same file.
    again = json.loads(run("--from", out / "seven.json", "--json", "-o", out / "again.json"))
    check(again == told, "read again, it tells the same")
    check((out / "again.json").read_bytes() == (out / "seven.json").read_bytes(), "written again, the same bytes")
    check(json.loads(run("--seed", 8, "--json")) != told, "another seed, another creature")
    run("--seed", 18446744073709551615, "-o", out / "last.json")

    # Its own glTF file is a skeleton as any: out comes a creature with the same legs.
    back = json.loads(run("--from", out / "seven.glb", "--json"))
    check(back["bodies"] >= told["bodies"] and back["own_mesh"], "a creature out of its own model")
    check(back["legs"] == told["legs"] and back["graspers"] == told["graspers"], "legs and hands found again by their names")
    check(back["name"] == "seven", "it is called after its file")
    walker = json.loads(run("--from", out / "seven.bvh", "--json"))
    check(walker["legs"] == told["legs"] and not walker["own_mesh"], "and out of its BVH")

    # A sheet.
    run("--sheet", "0-5", "--size", 64, "-o", out / "sheet.png")
    width, height = png_size(out / "sheet.png")
    check(width > 3 * 64 and height > 64, "a sheet of six")

    # What is wrong is refused with its place, and nothing is written.
    plan["bodies"][0]["parent"] = names[1]
    (out / "broken.json").write_text(json.dumps(plan))
    message = run("--from", out / "broken.json", "-o", out / "never.png", fails=True)
    check("broken.json" in message and "is its own ancestor" in message and "$.bodies" in message, f"a cycle: {message}")
    check(not (out / "never.png").exists(), "nothing is written")
    for wrong in (["--seed", "seven"], ["--seed", -1], ["--from", out / "none.glb"], ["--from", out / "seven.png"], [],
                  ["--seed", 1, "--from", out / "seven.json"], ["--seed", 1, "-o", out / "a.txt"], ["--sheet", "5-2", "-o", out / "a.png"],
                  ["--sheet", "0-9"], ["--seed", 1, "--size", 8, "-o", out / "a.png"], ["--seed", 1, "-o", out / "no/such/folder.png"]):
        message = run(*wrong, fails=True)
        check(message.startswith("verve: "), f"a sentence for {wrong}: {message[:80]}")

    # Animals that others made.
    if data and (data / "gltf/creatures/Horse.glb").exists():
        for name, legs, graspers in (("Horse", 4, 0), ("Spider", 8, 0), ("Trex", 2, 2), ("Dolphin", 0, 0)):
            animal = json.loads(run("--from", data / f"gltf/creatures/{name}.glb", "--json", "-o", out / f"{name}.json"))
            check((animal["legs"], animal["graspers"], animal["own_mesh"]) == (legs, graspers, True), f"{name}: {animal}")
            reread = json.loads(run("--from", out / f"{name}.json", "--json"))
            check(reread["legs"] == legs and reread["bodies"] == animal["bodies"], f"{name} from its creature file")
    else:
        print("no real animals here: those checks are left out")

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
