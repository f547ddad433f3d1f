#!/usr/bin/env python3
"""check_house.py refuses the includes that it is there to refuse, and nothing else: small houses made for it."""
import tempfile
from pathlib import Path

from check_house import check_includes

STAGE = "runtime/stage"
DOORS = {f"{STAGE}/drawing/drawing.h": "", f"{STAGE}/sprite/sprite.h": "", f"{STAGE}/sprite/layout.h": "", f"{STAGE}/puppet/puppet.h": "",
         f"{STAGE}/stage.h": "", f"{STAGE}/state.h": ""}


def including(*names):
    return "".join(f"#include {name}\n" if name.startswith("<") else f'#include "{name}"\n' for name in names)


# What it is; files beside DOORS; how many lines the check prints.
HOUSES = [
    ("includes downwards", {f"{STAGE}/step.c": including(f"{STAGE}/state.h", f"{STAGE}/sprite/sprite.h", f"{STAGE}/puppet/puppet.h", "<verve/stage.h>"),
                            f"{STAGE}/sprite/verify.c": including("layout.h", f"{STAGE}/drawing/drawing.h", "<verve/sprite.h>"),
                            f"{STAGE}/puppet/verify.c": including(f"{STAGE}/drawing/drawing.h", "<verve/puppet.h>"),
                            "runtime/asset/verify.c": including(f"{STAGE}/sprite/sprite.h", f"{STAGE}/puppet/puppet.h", f"{STAGE}/stage.h")}, 0),
    ("a sprite that knows the stage", {f"{STAGE}/sprite/match.c": including(f"{STAGE}/stage.h")}, 1),
    ("the same by a path relative to its folder", {f"{STAGE}/sprite/match.c": including("../stage.h")}, 1),
    ("a puppet that knows the stage", {f"{STAGE}/puppet/step.c": including(f"{STAGE}/state.h")}, 1),
    ("a puppet that knows the stage's public header", {f"{STAGE}/puppet/step.c": including("<verve/stage.h>")}, 1),
    ("a puppet that knows sprites", {f"{STAGE}/puppet/step.c": including(f"{STAGE}/sprite/sprite.h")}, 1),
    ("a sprite that knows puppets", {f"{STAGE}/sprite/match.c": including("<verve/puppet.h>")}, 1),
    ("a drawing that knows sprites", {f"{STAGE}/drawing/pins.c": including(f"{STAGE}/sprite/sprite.h")}, 1),
    ("a private header of the room below", {f"{STAGE}/step.c": including(f"{STAGE}/sprite/layout.h")}, 1),
    ("a private header of another wing", {"author/build/bake.c": including(f"{STAGE}/sprite/layout.h")}, 1),
    ("sprite and stage in a circle", {f"{STAGE}/sprite/match.c": including(f"{STAGE}/stage.h"), f"{STAGE}/step.c": including(f"{STAGE}/sprite/sprite.h")},
     1 + 1 + 2),
    ("a circle of files in one room", {f"{STAGE}/stage.h": including("state.h"), f"{STAGE}/state.h": including("stage.h")}, 1 + 2),
    ("a circle of three files", {"cli/a.h": including("b.h"), "cli/b.h": including("c.h"), "cli/c.h": including("a.h")}, 1 + 3),
    ("a circle of public headers", {"include/verve/a.h": including("<verve/b.h>"), "include/verve/b.h": including("<verve/a.h>")}, 1 + 2),
    ("a circle of folders that no plan orders", {"cli/a/a.c": including("cli/b/b.h"), "cli/a/a.h": "", "cli/b/b.c": including("cli/a/a.h"), "cli/b/b.h": ""},
     1 + 2),
]


def lines_for(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        house = {**DOORS, **files}
        for name, text in house.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return check_includes(root, [Path(name) for name in house])


wrong = [(what, wanted, lines_for(files)) for what, files, wanted in HOUSES if len(lines_for(files)) != wanted]
for what, wanted, lines in wrong:
    print(f"{what}: {wanted} lines expected, {len(lines)} came:", *lines, sep="\n  ")
print(f"{len(HOUSES) - len(wrong)} of {len(HOUSES)} houses judged as they should be")
raise SystemExit(1 if wrong else 0)
