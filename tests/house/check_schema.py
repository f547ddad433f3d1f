#!/usr/bin/env python3
"""Checks docs/project.schema.json with a small validator of its own: every shipped project and every seed of the fuzzers that Verve opens is
valid; a key that is misspelt, a number beyond its range and a word that is none are not. Where python3-jsonschema is installed, it must
agree.  usage: check_schema.py SOURCE"""
import copy
import json
import re
import sys
from pathlib import Path

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {"$ref", "anyOf", "type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "pattern", "items", "prefixItems", "minItems",
         "maxItems", "properties", "required", "additionalProperties", "maxProperties", "title", "description", "default", "$comment", "$schema", "$defs"}


def is_kind(value, kind):
    if kind in ("number", "integer"):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and (kind == "number" or value == int(value))
    return isinstance(value, KINDS[kind])


def is_valid(value, schema, root):
    if isinstance(schema, bool):
        return schema
    unknown = set(schema) - KNOWN
    assert not unknown, f"this validator does not know {unknown}"
    if "$ref" in schema and not is_valid(value, root["$defs"][schema["$ref"].split("/")[-1]], root):
        return False
    if "anyOf" in schema and not any(is_valid(value, one, root) for one in schema["anyOf"]):
        return False
    kinds = schema.get("type", [])
    if kinds and not any(is_kind(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return False
    if ("enum" in schema and value not in schema["enum"]) or ("const" in schema and value != schema["const"]):
        return False
    if is_kind(value, "number"):
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    if isinstance(value, str):
        long_enough = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        return long_enough and (not schema.get("pattern") or re.search(schema["pattern"], value) is not None)
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        rest = schema.get("items", True)
        return (schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
                and all(is_valid(item, first[i] if i < len(first) else rest, root) for i, item in enumerate(value)))
    if isinstance(value, dict):
        own, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        return (all(key in value for key in schema.get("required", [])) and len(value) <= schema.get("maxProperties", len(value))
                and all(is_valid(item, own.get(key, others), root) for key, item in value.items()))
    return True


def changed(project, path, value):
    """A copy with another value at a path, which must be there."""
    project = copy.deepcopy(project)
    at = project
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return project


def main():
    root = Path(sys.argv[1])
    schema = json.loads((root / "docs/project.schema.json").read_text())
    try:
        from jsonschema import Draft202012Validator
        Draft202012Validator.check_schema(schema)
        theirs = Draft202012Validator(schema).is_valid
    except ImportError:
        theirs = None
    problems, checked = [], 0

    def check(name, project, wanted):
        nonlocal checked
        checked += 1
        if is_valid(project, schema, schema) != wanted:
            problems.append(f"{name} is {'refused' if wanted else 'taken'} by docs/project.schema.json")
        if theirs and theirs(project) != wanted:
            problems.append(f"{name} is judged otherwise by python3-jsonschema")

    for path in sorted([*root.glob("examples/*/project.json"), *root.glob("tests/corpus/v*/*/project.json"), *root.glob("fuzz/seeds/project/*.json")]):
        check(path.relative_to(root), json.loads(path.read_text()), True)
    whole = json.loads((root / "fuzz/seeds/project/creatures.json").read_text())
    check("the project with creatures", whole, True)
    gait, motion = ["gaits", 0], ["motions", 0]
    for path, value in [(["nane"], 1), (gait + ["lifft"], 0.1), (gait + ["hurry"], 0.2), (gait + ["lift"], "high"), (motion + ["length"], 601),
                        (motion + ["loop"], 1), (motion + ["channels", 0, "side"], "up"), (motion + ["channels", 0, "mode"], {"scale": "foot"}),
                        (["gaits"], {}), (["version"], 2), (["name"], "")]:
        check(f"{path} = {value}", changed(whole, path, value), False)
    for path, value in [(gait + ["lift"], None), (gait + ["hurry"], 0.25), (gait + ["hurry"], 4), (motion + ["length"], 600)]:
        check(f"{path} = {value}", changed(whole, path, value), True)
    for problem in problems:
        print(problem)
    print(f"{checked} projects checked{'' if theirs else ', without python3-jsonschema'}, {len(problems)} problems")
    return 1 if problems or checked < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
