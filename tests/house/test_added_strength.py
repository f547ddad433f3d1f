#!/usr/bin/env python3
"""A new strength is a line in its struct and a line in each of its two tables (docs/adding.md). Here a copy of the sources gets one,
`wobble` from 0 to 5, and is built: it is read, written and checked, it is baked and saved, it has a slider, and it is documented.
usage: test_added_strength.py SOURCE BUILD"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE, BUILD = (Path(os.path.abspath(a)) for a in sys.argv[1:])
COPY = BUILD / "added_strength"

# What docs/adding.md says: the member, its name among the strengths, its row in the runtime and its row in the file.
LINES = {
    "include/verve/sprite.h": (r"^    float gravity;.*$", "    float wobble; /* how much it wobbles, 0…5; default 0 */"),
    "include/verve/behaviour.h": (r"^    VV_STRENGTH_GRAVITY,$", "    VV_STRENGTH_WOBBLE,"),
    "runtime/stage/sprite/strengths.c": (r"^    NUMBER\(gravity,.*$", "    NUMBER(wobble, 0.0f, 5.0f),"),
    "author/document/table_strengths.c": (r"^    \{NUMBER\(gravity,.*$",
                                          '    {NUMBER(wobble, 0.0f, 5.0f), VVI_DOC_SLIDER("Hz", "how much it wobbles", 0.0, 4.0, false)},'),
}
NEEDED = ["CMakeLists.txt", "cmake", "include", "runtime", "author", "cli", "studio", "bench", "tools", "docs", "fuzz", "LICENSE", "examples/ball"]


def copy_sources():
    """Files that are as they were keep their time, so that a second run compiles what changed."""
    tracked = subprocess.run(["git", "-C", SOURCE, "ls-files", "--", *NEEDED], capture_output=True, text=True).stdout.split("\n")
    names = [name for name in tracked if name and (SOURCE / name).is_file()] or [
        str(p.relative_to(SOURCE)) for top in NEEDED for p in (SOURCE / top).rglob("*") if p.is_file() and "node_modules" not in p.parts]
    for name in names:
        if name.startswith("docs/images") or "/fuzz/seeds/" in name:
            continue
        contents = (SOURCE / name).read_bytes()
        if name in LINES:
            contents = add_line(name, contents.decode()).encode()
        target = COPY / "source" / name
        if not target.exists() or target.read_bytes() != contents:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(contents)
            shutil.copymode(SOURCE / name, target)


def add_line(name, text):
    pattern, line = LINES[name]
    match = re.search(pattern, text, re.MULTILINE)
    assert match, f"{name} has no line like {pattern}"
    return f"{text[:match.end()]}\n{line}{text[match.end():]}"


def run(*words, cwd=None):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, f"{words}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def refuse(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode != 0, f"{words} went well"
    return done.stdout + done.stderr


def build():
    run("cmake", "-S", COPY / "source", "-B", COPY / "build", "-G", "Ninja", "-DVV_TESTS=OFF", "-DVV_OPTIMIZE=-O0", "-DVV_WERROR=OFF")
    run("cmake", "--build", COPY / "build", "--target", "verve", "generate", "verve_static")
    return COPY / "build" / "verve"


def is_generated():
    """What follows from the tables says it: documentation, the schema for editors, the page's types and its sliders."""
    run(COPY / "build/bin/generate", COPY / "source")
    generated = {path: (COPY / "source" / path).read_text() for path in ("docs/format.md", "docs/project.schema.json", "studio/page/src/core/schema.ts")}
    row = re.search(r"^\| `wobble` \|.*$", generated["docs/format.md"], re.MULTILINE)
    assert row and "how much it wobbles" in row[0] and "0 … 5" in row[0] and "hertz" in row[0], row
    schema = json.loads(generated["docs/project.schema.json"])["$defs"]["Strengths"]["properties"]["wobble"]
    assert "wobbles" in schema["description"] and '"maximum": 5' in json.dumps(schema), schema
    slider = re.search(r"wobble: (\{ low.*\})", generated["studio/page/src/core/schema.ts"])
    assert slider, "the page has its range"
    for part in ("low: 0", "high: 5", "min: 0", "max: 4", "default: 0", 'unit: "Hz"'):
        assert part in slider[1], f"{part} is not in {slider[1]}"
    assert re.search(r"readonly wobble\??: number;.*how much it wobbles", generated["studio/page/src/core/schema.ts"]), "and its type"


def set_strength(verve, project, value):
    commands = COPY / "set.json"
    commands.write_text(json.dumps([{"do": "sprite.set", "artwork": "ball", "strengths": {"wobble": value}}]))
    return [verve, "apply", project, commands]


def main():
    copy_sources()
    verve = build()
    is_generated()
    project = COPY / "ball"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(SOURCE / "examples/ball", project)
    assert "no problems" in run(verve, "check", project)
    told = refuse(*set_strength(verve, project, 7))
    assert "not between 0 and 5" in told and "wobble" in told, told
    run(*set_strength(verve, project, 2.5))
    assert '"wobble": 2.5' in (project / "project.json").read_text(), "it is written"
    assert "no problems" in run(verve, "check", project)
    run(verve, "bake", project, "-o", COPY / "ball.vvb")
    program = COPY / "added_strength"
    run("cc", "-std=c17", "-I", COPY / "source/include", SOURCE / "tests/house/added_strength.c", COPY / "build/runtime/libverve.a", "-lm", "-o", program)
    run(program, COPY / "ball.vvb", 2.5)
    run(*set_strength(verve, project, None))
    assert "wobble" not in (project / "project.json").read_text(), "the default is left out"
    print("a strength that was added is read, written, checked, baked, saved, shown as a slider and documented")


main()
