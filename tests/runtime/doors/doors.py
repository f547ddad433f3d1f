#!/usr/bin/env python3
"""Writes a test out of the public headers: every function is called with NULL for each pointer that must not be NULL, and
must say so through the assert handler before it touches anything.  usage: doors.py SOURCE OUT.c

What the headers allow to be NULL stands here, so that a new function is tested without a line being added, and a pointer that
becomes optional is named in two places on purpose."""
import re
import sys
from pathlib import Path

# Everywhere: NULL is the default allocator, and nobody needs to ask for the error. Destroying NULL does nothing.
ALWAYS_OPTIONAL = re.compile(r"vv_error \*error$|vv_allocator \*allocator$")
OPTIONAL = {
    "vv_binding_bodies": ("mirrored",),
    "vv_complex_nearest": ("G", "cost"),
    "vv_complex_print": ("names", "text"),
    "vv_corrective_apply": ("game",),
    "vv_corrective_place": ("game",),
    "vv_field_beyond": ("at",),  # nothing is looked at in a field without axes
    "vv_field_weights": ("at",),
    "vv_field_weights_double": ("at",),
    "vv_frames_at": ("globals",),
    "vv_gait_default_rows": ("rows",),
    "vv_gait_pattern_at": ("sides",),
    "vv_line_at": ("rates",),
    "vv_line_point": ("tangent",),
    "vv_match_shift": ("pose",),
    "vv_match_solve": ("progress",),
    "vv_mesh_pick": ("vertices",),
    "vv_motion_value": ("slope",),
    "vv_player_set_target": ("place",),
    "vv_player_still": ("deforms", "goals", "goal_count"),
    "vv_set_assert_handler": ("handler",),
    "vv_shape_surface": ("normals",),
    "vv_skeleton_rest": ("turns", "moves"),
    "vv_skin3_apply": ("rest_normals", "normals"),
    "vv_stage_fading": ("member", "at"),
    "vv_stage_observe": ("begins", "user"),
    "vv_stage_play": ("clip",),
    "vv_stroke_fit": ("before", "report"),
    "vv_walk_reset": ("terrain",),
    "vv_walk_step": ("terrain",),
    "vv_wobble_aim": ("rates",),
}

def prototypes(root):
    """(return type, name, parameters) of every VV_API function."""
    found = []
    for header in sorted((root / "include/verve").glob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
        for match in re.finditer(r"VV_API\s+([^;{]+?)\b(vv_\w+)\(((?:[^()]|\([^()]*\))*)\)\s*;", text):
            result, name, parameters = match.groups()
            parameters = re.sub(r"\s+", " ", parameters)
            found.append((result.strip(), name, [p.strip() for p in re.split(r",(?![^()]*\))", parameters) if p.strip() != "void"]))
    return found


def name_of(parameter):
    pointer = re.search(r"\(\*(\w+)\)", parameter)
    return pointer.group(1) if pointer else re.search(r"(\w+)(?:\[[^\]]*\])?$", parameter).group(1)


def is_pointer(parameter):
    return "*" in parameter or "[" in parameter


def required(name, parameters):
    """Indices of the pointers that must not be NULL."""
    if name.endswith("_destroy"):
        return []
    return [k for k, p in enumerate(parameters)
            if is_pointer(p) and not ALWAYS_OPTIONAL.search(p) and name_of(p) not in OPTIONAL.get(name, ())]


def argument(parameter, missing):
    """A value for a parameter: zeroed memory that is never looked at; 1 for numbers, so that arrays with a count are not empty."""
    if is_pointer(parameter):
        return "NULL" if missing or "(*" in parameter else "(void *)memory"
    kind = parameter.rsplit(" ", 1)[0]
    if kind in ("float", "double", "bool", "size_t", "uint32_t", "int32_t", "uint64_t", "uint8_t"):
        return "1"
    return f"({kind}){{0}}"


def main():
    root, out = Path(sys.argv[1]), Path(sys.argv[2])
    calls = []
    for result, name, parameters in prototypes(root):
        for k in required(name, parameters):
            values = ", ".join(argument(p, i == k) for i, p in enumerate(parameters))
            calls.append((name, name_of(parameters[k]), f"(void){name}({values})" if result != "void" else f"{name}({values})"))
    lines = ['/* Made by tests/runtime/doors/doors.py. */', '#include "tests/runtime/doors/doors.h"', ""]
    lines += [f"static void call_{i}(void) {{ {call}; }}" for i, (_, _, call) in enumerate(calls)]
    lines += ["", "const door doors[] = {"]
    lines += [f'    {{"{name}", "{parameter}", call_{i}}},' for i, (name, parameter, _) in enumerate(calls)]
    lines += ["};", "const size_t door_count = sizeof doors / sizeof *doors;", ""]
    out.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
