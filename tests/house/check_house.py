#!/usr/bin/env python3
"""Checks what a compiler does not: that includes obey the house plan of docs/architecture.md and make no circle, that names
say which side of the door they are on, that the sources are formatted, and that the page obeys its own plan (check_page.py).  usage: check_house.py SOURCE [LIBRARY.a…]"""
import os.path
import re
import shutil
import subprocess
import sys
from pathlib import Path

from check_page import check_page
from circles import check_circles

# Each room may include the doors of the rooms named here, and nothing else of the house. A folder inside a room is a
# room of its own if it is listed here; otherwise it is part of the room.
RUNTIME = ["base", "mesh", "rig", "blend", "motion", "stage/drawing", "stage/sprite", "stage/puppet", "stage", "creature", "line",
           "behaviour", "scene", "asset"]
BELOW = {
    "base": [], "mesh": ["base"], "rig": ["base", "mesh"], "blend": ["base", "mesh", "rig"],
    "motion": ["base", "mesh", "rig", "blend"],
    "stage/drawing": ["base", "mesh", "rig", "blend"], "stage/sprite": ["base", "mesh", "rig", "blend", "stage/drawing"],
    "stage/puppet": ["base", "mesh", "rig", "blend", "motion", "stage/drawing"],
    "stage": ["base", "mesh", "rig", "blend", "motion", "stage/sprite", "stage/puppet"],
    "creature": ["base", "mesh", "rig", "blend", "motion"],
    "line": ["base", "mesh", "rig", "blend", "motion"],
    "behaviour": ["base", "mesh", "rig", "blend", "motion", "stage/sprite", "stage/puppet", "stage", "creature", "line"],
    "scene": ["base", "blend", "motion", "stage/sprite", "stage/puppet", "stage", "behaviour"],
    "asset": [room for room in RUNTIME if room != "asset"],
}
AUTHOR_BELOW = {
    "base": [], "cut": ["base"], "weigh": ["base"], "register": ["base", "cut"], "import": ["base"], "export": ["base"],
    "render": ["base"], "document": ["base"], "guess": ["base", "document"], "folder": ["base", "document"], "fit": ["base"], "grow": ["base", "fit"], "judge": ["base", "fit", "grow"],
    "build": ["base", "cut", "weigh", "fit", "grow", "document", "import"],
}
# What a room shows to others, where it is more than the one header of its name.
DOORS = {
    "author/base": {"image.h", "json.h", "json_delta.h", "file.h", "path.h", "pool.h", "sized.h", "stroke_thin.h", "take.h"}, "runtime/base": {"algebra_double.h", "base.h", "lanes.h", "parameters.h", "sparse.h", "wide.h"},
    "runtime/stage/drawing": {"drawing.h", "sane.h"}, "runtime/stage/puppet": {"puppet.h", "family.h"},
    "author/document": {"document.h", "project.h"}, "author/export": {"export.h", "formats.h", "model.h"},
    "author/build": {"build.h", "performance3.h", "creatures.h", "lines.h", "folder_host.h"},
    "studio/core": {"studio.h"}, "studio/serve": {"serve.h"}, "studio/page": set(),
}
# Doors that need an operating system: the studio's core runs in a page, and leaves them alone.
NATIVE = {"author/base/file.h", "author/base/pool.h", "author/folder/folder.h", "author/build/folder_host.h", "author/export/export.h"}


def room_of(path):
    parts = path.parts
    if parts[0] in ("runtime", "author", "studio") and len(parts) > 2:
        inner = "/".join(parts[1:3])
        return parts[0], inner if parts[0] == "runtime" and inner in BELOW else parts[1]
    return parts[0], None


def may_include(source, target):
    """source, target: paths relative to the root."""
    (wing, room), (target_wing, target_room) = room_of(source), room_of(target)
    if (wing, room) == (target_wing, target_room):
        return True
    if wing == "tests":
        return True
    if target_wing not in ("runtime", "author", "studio"):
        return wing in ("bench", "fuzz", "cli", "tools") and target_wing in (wing, "tests", "bench")
    door = DOORS.get(f"{target_wing}/{target_room}", {f"{Path(target_room).name}.h"})
    if wing in ("bench", "fuzz", "tools"):
        return True
    if target.name not in door:
        return False
    if target_wing == "studio":
        return wing == "cli"
    if (wing, room) == ("studio", "core"):
        return str(target) not in NATIVE
    if wing == "runtime":
        return target_wing == "runtime" and target_room in BELOW[room]
    if wing == "author":
        return target_wing == "runtime" or target_room in AUTHOR_BELOW[room]
    return wing in ("cli", "studio")


def resolve(root, source, name):
    for candidate in (source.parent / name, Path(name)):
        if (root / candidate).exists():
            return Path(os.path.normpath(candidate))
    return None


def public_header_allowed(source, name):
    wing, room = room_of(source)
    header = name[len("verve/"):-len(".h")]
    if wing != "runtime" or header in ("base", "math"):
        return True
    # <verve/sprite.h> is the lowest: the pins of its drawings are those of puppets too.
    header = {"sprite": "stage/drawing", "puppet": "stage/puppet", "field": "blend", "shape": "blend", "skeleton": "rig", "verb": "motion", "clip": "motion",
              "graph": "behaviour", "gait": "creature", "retarget": "creature", "match": "line",
              "query": "stage", "zone": "stage", "joint": "stage"}.get(header, header)
    return header == room or header in BELOW[room]


def check_includes(root, files):
    problems, links = [], []
    for source in files:
        for number, line in enumerate((root / source).read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+([<"])([^>"]+)[>"]', line)
            if not match:
                continue
            quote, name = match.groups()
            if quote == "<":
                if name.startswith("verve/"):
                    links.append((str(source), number, f"include/{name}"))
                    if not public_header_allowed(source, name):
                        problems.append(f"{source}:{number}: {name} is above this room")
                if source.parts[0] == "games" and not name.startswith("verve/") and "/" in name:
                    problems.append(f"{source}:{number}: games use include/verve only")
                continue
            target = resolve(root, source, name)
            if target is not None:
                links.append((str(source), number, str(target)))
            if target is None or source.parts[0] == "games":
                problems.append(f'{source}:{number}: "{name}" is not in the house')
            elif not may_include(source, target):
                problems.append(f"{source}:{number}: {target} is not a door that this room may use")
    return problems + check_circles(links, os.path.dirname, "include")


def check_core_is_pure(root, files):
    """The runtime never sees files, clocks or the C library's printing."""
    banned = re.compile(r"#\s*include\s+<(stdio|time|assert|errno|unistd|pthread|locale|signal)\.h>")
    return [f"{f}: {m.group(0)} in the runtime" for f in files if f.parts[0] == "runtime"
            for m in [banned.search((root / f).read_text())] if m]


def check_reach(root, files):
    """(&v.x)[k] reaches beyond a member: clang for WebAssembly has left such code out. vvi_component and vvi_component_pointer do it."""
    return [f"{source}:{number}: reaches beyond a member; use vvi_component or vvi_component_pointer" for source in files
            if source.parts[0] in ("runtime", "author", "studio", "cli") and source.suffix == ".c"
            for number, line in enumerate((root / source).read_text().splitlines(), 1) if re.search(r"\.x\)\[", line)]


def check_symbols(libraries):
    """Names, and no variables: constants that hold addresses are .data.rel.ro, which is only written when a library is loaded."""
    problems = []
    for library in libraries:
        out = subprocess.run(["nm", "-g", "--defined-only", "-f", "sysv", library], capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            fields = [field.strip() for field in line.split("|")]
            if len(fields) != 7:
                continue
            name, kind, section = fields[0], fields[2], fields[6]
            if kind in "TDBRV" and not re.match(r"(vv_|vvi_|__asan|__odr|___asan|asan\.|__ubsan|__sancov)", name):
                problems.append(f"{library}: {name} begins with neither vv_ nor vvi_")
            if kind in "DB" and not name.startswith(("__", "asan")) and not section.startswith(".data.rel.ro"):
                problems.append(f"{library}: {name} is a global variable")
    return problems


# The handler of asserts belongs to the whole process; it is atomic (runtime/base/assert.c).
SHARED = {"current_handler"}


def check_statics(libraries):
    """Nothing in the libraries can be written to but what callers own: const assets are shared by threads, so there is no hidden cache."""
    problems = []
    for library in libraries:
        out = subprocess.run(["objdump", "-t", library], capture_output=True, text=True, check=True).stdout
        if re.search(r"__(asan|tsan|ubsan)_", out):
            continue  # a sanitizer keeps its own
        for line in out.splitlines():
            m = re.search(r" O (\.t?bss|\.t?data|\*COM\*)(?!\.rel\.ro)\S*\s+[0-9a-f]+\s+(.*)$", line)
            if m and m.group(2) not in SHARED:
                problems.append(f"{library}: {m.group(2)} is a static variable that can change; make it const or the caller's")
    return problems


def check_format(root, files):
    if not shutil.which("clang-format-14"):
        print("there is no clang-format-14 here, whose format is the house's: not checked")
        return []
    formatted = subprocess.run(["clang-format-14", "--dry-run", "-Werror", *map(str, files)], cwd=root, capture_output=True, text=True)
    names = sorted({line.split(":")[0] for line in formatted.stderr.splitlines() if ": error:" in line})
    wrapped = subprocess.run([sys.executable, "tools/reflow.py", "--check", *map(str, files)], cwd=root, capture_output=True, text=True)
    names += wrapped.stdout.split()
    if not names:
        return []
    return ["not formatted; run make format:\n" + "\n".join(names)]


def main():
    root = Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "*.c", "*.h"], capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        files = [Path(name) for name in listed.stdout.split() if (root / name).exists()]
    else:
        files = [p.relative_to(root) for p in root.rglob("*.[ch]") if p.relative_to(root).parts[0] not in ("build", "node_modules")]
    problems = check_includes(root, files) + check_core_is_pure(root, files) + check_reach(root, files) + check_symbols(sys.argv[2:])
    problems += check_statics(sys.argv[2:]) + check_format(root, files) + check_page(root)
    for problem in problems:
        print(problem)
    print(f"{len(files)} files looked at, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
