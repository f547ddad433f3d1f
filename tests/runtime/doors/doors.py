#!/usr/bin/env python3
"""Writes a test out of the public headers: every function is called with NULL for each pointer that must not be NULL, and
must say so through the assert handler before it touches anything; so must functions that take a description (vv_…_def) for each
array in it that is NULL though its count is not 0.  usage: doors.py SOURCE OUT.c

What the headers allow to be NULL stands here, so that a new function is tested without a line being added, and a pointer that
becomes optional is named in two places on purpose."""
import re
import sys
from pathlib import Path

# Everywhere: NULL is the default allocator, no threads, and nobody needs to ask for the error. Destroying NULL does nothing.
ALWAYS_OPTIONAL = re.compile(r"vv_error \*error$|vv_allocator \*allocator$|vv_jobs \*jobs$")
OPTIONAL = {
    "vv_asset_scene_player_create": ("stage",),
    "vv_bones_pull": ("bones",),
    "vv_binding_bodies": ("mirrored",),
    "vv_complex_nearest": ("G", "cost"),
    "vv_complex_print": ("names", "text"),
    "vv_corrective_apply": ("game",),
    "vv_corrective_place": ("game",),
    "vv_field_distance_outside": ("at",),  # nothing is looked at in a field without axes
    "vv_field_weights": ("at",),
    "vv_field_weights_double": ("at",),
    "vv_pose_sequence_sample": ("globals",),
    "vv_gait_default_rows": ("rows",),
    "vv_gait_pattern_at": ("sides",),
    "vv_line_sample": ("rates",),
    "vv_line_point": ("tangent",),
    "vv_match_shift": ("pose",),
    "vv_match_solve": ("progress",),
    "vv_mesh_bounds": ("vertices",),
    "vv_mesh_pick": ("vertices",),
    "vv_motion_sample": ("slope",),
    "vv_player_set_target": ("position",),
    "vv_player_sample_pose": ("deforms", "goals", "goal_count"),
    "vv_set_assert_handler": ("handler",),
    "vv_shape_surface": ("normals",),
    "vv_skeleton_rest": ("rotations", "translations"),
    "vv_skin3_apply": ("rest_normals", "normals"),
    **{f"vv_stage_{question}": ("filter",) for question in (
        "cast_ray", "cast_ray_all", "cast_circle", "cast_box", "overlap_point", "overlap_circle", "overlap_box", "nearest")},
    "vv_stage_fading_member": ("member", "vertices"),
    "vv_stage_observe_phases": ("begins", "user"),
    "vv_stage_play_clip": ("clip",),
    "vv_stroke_fit": ("before", "report"),
    "vv_walk_reset": ("terrain",),
    "vv_walk_step": ("terrain",),
    "vv_live_line_set_target": ("rates",),
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


def members(root):
    """{struct: [(declaration, comment)]} of every public struct. A comment stands behind its member, or on lines of its own above it."""
    found = {}
    for header in sorted((root / "include/verve").glob("*.h")):
        for name, body in re.findall(r"typedef struct (vv_\w+) \{(.*?)\n\} \1;", header.read_text(), flags=re.S):
            fields, above = [], ""
            for match in re.finditer(r"/\*.*?\*/|[^;{}/]+;", body, flags=re.S):
                part = re.sub(r"\s+", " ", match.group()).strip()
                if not part.startswith("/*"):
                    fields.append((part[:-1], above))
                    above = ""
                elif body[body.rfind("\n", 0, match.start()) + 1:match.start()].strip():
                    fields[-1] = (fields[-1][0], part)
                else:
                    above = part
            found[name] = fields
    return found


def counts_of(fields):
    return [name.strip() for declaration, _ in fields if declaration.startswith("uint32_t ")
            for name in declaration[9:].split(",") if name.strip().endswith("_count")]


def arrays_of(fields):
    """Pointers of a description that its counts say must be there. A comment that speaks of NULL makes one optional; so is the
    length of one whose comment gives it in counts of something else."""
    counts, found = counts_of(fields), []
    for declaration, comment in fields:
        if "*" not in declaration or "(*" in declaration or "NULL" in comment:
            continue
        length = re.match(r"/\* \[([^\]]*)\]", comment)
        for name in re.findall(r"\*(?:const )?\s*(\w+)(?=,|$)", declaration):
            known = re.findall(r"\w+_count", length.group(1)) if length else \
                [c for c in counts if name in (c[:-6], c[:-6] + "s", c[:-7] + "ies")]
            if any(c in counts for c in known):
                found.append(name)
    return found


def description(kind, fields, missing):
    """One with 1 in every count and zeros behind every pointer but one."""
    parts = [f".{c} = 1" for c in counts_of(fields)]
    for declaration, _ in fields:
        if "*" in declaration and "(*" not in declaration:
            parts += [f".{name} = {'NULL' if name == missing else '(void *)memory'}"
                      for name in re.findall(r"\*(?:const )?\s*(\w+)(?=,|$)", declaration)]
    return f"&({kind}){{{', '.join(parts)}}}"


def calls_with_descriptions(root):
    structs, calls = members(root), []
    for result, name, parameters in prototypes(root):
        kinds = [re.match(r"const (vv_\w+_def) \*", p) for p in parameters]
        for k, kind in enumerate(kinds):
            fields = structs.get(kind.group(1)) if kind and name.endswith(("_create", "_add", "_add_actor", "_add_obstacle")) else None
            for missing in arrays_of(fields) if fields else []:
                values = ", ".join(description(kind.group(1), fields, missing) if i == k else argument(p, False)
                                   for i, p in enumerate(parameters))
                calls.append((name, f"{name_of(parameters[k])}->{missing}", f"(void){name}({values})"))
    return calls


def main():
    root, out = Path(sys.argv[1]), Path(sys.argv[2])
    calls = []
    for result, name, parameters in prototypes(root):
        for k in required(name, parameters):
            values = ", ".join(argument(p, i == k) for i, p in enumerate(parameters))
            calls.append((name, name_of(parameters[k]), f"(void){name}({values})" if result != "void" else f"{name}({values})"))
    calls += calls_with_descriptions(root)
    lines = ['/* Made by tests/runtime/doors/doors.py. */', '#include "tests/runtime/doors/doors.h"', ""]
    lines += [f"static void call_{i}(void) {{ {call}; }}" for i, (_, _, call) in enumerate(calls)]
    lines += ["", "const door doors[] = {"]
    lines += [f'    {{"{name}", "{parameter}", call_{i}}},' for i, (name, parameter, _) in enumerate(calls)]
    lines += ["};", "const size_t door_count = sizeof doors / sizeof *doors;", ""]
    out.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
