#!/usr/bin/env python3
"""`verve check` is the truth: what it passes is built, played and baked; and what those refuse, it has named with its place.

Tries gentle mutants of all shipped projects (mutate.py), the same for the same seed, in the program try_mutants, which builds each in
one process; and some of them again with the command itself.
usage: test_check.py TRY_MUTANTS VERVE EXAMPLES [--mutants N] [--seed N] [--commands N] [--show]"""
import argparse
import collections
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from mutate import Mutator, get_value, set_value

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("verve")
parser.add_argument("examples", type=Path)
parser.add_argument("--mutants", type=int, default=1000)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--commands", type=int, default=0, help="how many of them the command itself tries too")
parser.add_argument("--only", nargs="*", help="of these projects")
parser.add_argument("--show", action="store_true", help="list false alarms as well")
ask = parser.parse_args()

WEIGHT = {"menagerie": 3, "parade": 3, "puppet-cat": 3, "actions": 3, "pounce": 2, "robot": 2, "rider": 2, "principle-appeal": 2}


def choose(projects, count):
    """As many mutants of each project, but fewer of those that take long to build."""
    while count > 0:
        for step in range(6):
            for name in projects:
                if step % WEIGHT.get(name, 1) == 0 and count > 0:
                    yield name
                    count -= 1


def mutants(originals, count, seed):
    """(project, kind of change, path, text)"""
    tries = collections.Counter()
    for name in choose(sorted(originals), count):
        made = None
        while made is None:
            tries[name] += 1
            made = originals[name].make(f"{name}/{seed}/{tries[name]}")
        kind, path, project = made
        yield name, kind, path, json.dumps(project, ensure_ascii=False, indent=1)


def is_named(refusal, problems):
    """An error at the place of the refusal, or, of a file that cannot be used, about that file."""
    return any(not p["warning"] and (p["path"] == refusal["path"] and p["file"] == refusal["file"] or
                                     p["path"] == refusal["path"] and refusal["path"].startswith("$") or
                                     p["file"] == refusal["file"] and p["message"] == refusal["message"])
               for p in problems)


def judge(told):
    """What is wrong between the check and the others: nothing, or what was refused without being named."""
    return [r for r in told["refusals"] if not is_named(r, told["problems"])]


def run(*arguments):
    return subprocess.run([ask.verve, *map(str, arguments)], capture_output=True, text=True)


def commands_of(folder, project, out):
    yield "bake", ("bake", folder, "-o", out / "x.vvb")
    for scene in project.get("scenes", []):
        if "actors" in scene:
            yield "simulate", ("simulate", folder, "--scene", scene["name"], "--frames", "3")
        else:
            yield "render", ("render", folder, "--scene", scene["name"], "--size", "32x32", "-o", out / "x.png")
    for item in project.get("verbs", []) + project.get("shapes", []) + project.get("graphs", []):
        yield "verb", ("verb", folder, "--name", item["name"], "--json")
    for item in project.get("lines", []):
        yield "line", ("line", folder, "--name", item["name"], "--report")
    for item in project.get("creatures", [])[:1]:
        for motion in project.get("motions", [])[:2]:
            yield "retarget", ("retarget", folder, "--creature", item["name"], "--motion", motion["name"], "--json")
        for gait in project.get("gaits", [])[:1]:
            yield "retarget", ("retarget", folder, "--creature", item["name"], "--gait", gait["name"], "--json")


def try_commands(folder, text, out):
    """The same with processes: what the check passes, every command does; where it fails, it says so itself."""
    (folder / "project.json").write_text(text)
    checked = run("check", folder, "--json")
    errors = [p for p in json.loads(checked.stdout)["problems"] if p["severity"] == "error"]
    wrong = [] if (checked.returncode != 0) == bool(errors) else ["check exits otherwise than it says"]
    for name, arguments in commands_of(folder, json.loads(text), out):
        ran = run(*arguments)
        if ran.returncode == 2 and "does not suit this creature" in ran.stderr:
            continue # not every motion does
        if ran.returncode not in (0, 1):
            wrong.append(f"{name} exits {ran.returncode}: {ran.stderr.strip()}")
        elif ran.returncode == 1 and not any(f"{e['path']}: " in ran.stderr for e in errors):
            wrong.append(f"{name} refuses what the check has not named: {ran.stderr.strip()}")
    return wrong


# What check once passed and the command refused: a project, what is changed, and the place that both name now; check may name a
# part of it.
KNOWN = [
    ("principle-secondary-action", "$.scenes[1].actors[1].follows[2].from", 8, "$.scenes[1].actors[1].follows[2].until", "simulate"),
    ("person", "$.verbs[0].examples[6].keytimes[1].label", "left hand up", "$.verbs[0].examples[6]", "verb"),
    ("person", "$.verbs[0].examples", [], "$.verbs[0]", "bake"),
    ("person", "$.skeletons[0].feet[0].hip", "$.skeletons[0].feet[1].toe", "$.skeletons[0].feet[0]", "verb"),
    ("sack", "$.artworks[0].layers", [], "$.artworks[0]", "bake"),
    ("bounce", "$.scenes[1].obstacles[0]", {"kind": "polygon", "points": [[0, 0], [1, 1], [1, 0], [0, 1]]}, "$.scenes[1].obstacles[0]",
     "simulate"),
]


def try_known(place, out):
    """What the command refused of each, or should have."""
    for name, path, value, named, command in KNOWN:
        project = json.loads((ask.examples / name / "project.json").read_text())
        set_value(project, path, get_value(project, value) if str(value).startswith("$") else value)
        (place / name / "project.json").write_text(json.dumps(project, indent=1))
        errors = [p["path"] for p in json.loads(run("check", place / name, "--json").stdout)["problems"] if p["severity"] == "error"]
        refused = [run(*arguments).stderr for by, arguments in commands_of(place / name, project, out) if by == command]
        wrong = [] if any(path == named or path.startswith(f"{named}.") for path in errors) else [f"check names {errors}, not {named}"]
        if not any("project.json:" in text and f": {named}: " in text for text in refused):
            wrong.append(f"{command} does not name {named}: {refused}")
        yield name, path, wrong


def tell(name, kind, path, refusals):
    print(f"FAIL {name}: {kind} {path}")
    for r in refusals[:4]:
        print(f"     {r['by']} {r.get('file', '')} {r.get('path', '')}: {r['message']}", flush=True)


def main():
    failures, alarms, stats, found = [], [], collections.Counter(), collections.Counter()

    def fail(failure):
        failures.append(failure)
        tell(*failure)

    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        originals = {}
        for folder in sorted(ask.examples.iterdir()):
            if (folder / "project.json").exists() and (not ask.only or folder.name in ask.only):
                shutil.copytree(folder, place / folder.name)
                originals[folder.name] = Mutator(json.loads((folder / "project.json").read_text()))
        tried = list(mutants(originals, ask.mutants, ask.seed))
        program = subprocess.Popen([ask.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for name, kind, path, text in tried:
            data = text.encode()
            program.stdin.write(f"{place / name} {len(data)}\n".encode() + data)
            program.stdin.flush()
            line = program.stdout.readline()
            if not line:
                fail((name, kind, path, [{"by": "crash", "message": f"exit {program.wait()}"}]))
                program = subprocess.Popen([ask.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                continue
            told = json.loads(line)
            errors = [p for p in told["problems"] if not p["warning"]]
            unnamed = judge(told)
            if told["failed"]:
                unnamed.append({"by": "check", "message": told["failed"]})
            stats["tried"] += 1
            if ask.show and stats["tried"] % 250 == 0:
                print(f"… {dict(stats)}", flush=True)
            for rule, where in {(p["rule"], re.sub(r"\[\d+\]", "[]", p["path"])) for p in errors if "V059" <= p["rule"] <= "V062"}:
                found[rule, where] += 1
            stats["pass" if not errors else "refused by both" if told["refusals"] else "refused by the check alone"] += 1
            if unnamed:
                fail((name, kind, path, unnamed))
            elif errors and not told["refusals"]:
                alarms.append((name, kind, path, errors))
        program.stdin.close()
        program.wait()
        for name, path, wrong in try_known(place, place) if not ask.only else []:
            stats["known"] += 1
            if wrong:
                fail((name, "known", path, [{"by": "command", "message": w} for w in wrong]))
        step = max(1, len(tried) // ask.commands) if ask.commands else len(tried) + 1
        for name, kind, path, text in tried[step - 1::step]:
            wrong = try_commands(place / name, text, place)
            stats["tried with the command"] += 1
            if wrong:
                fail((name, kind, path, [{"by": "command", "message": w} for w in wrong]))
    for name, kind, path, errors in alarms if ask.show else []:
        print(f"alarm {name}: {kind} {path}: {errors[0]['rule']} {errors[0]['path']} {errors[0]['message']}")
    for (rule, where), count in sorted(found.items()) if ask.show else []:
        print(f"found {rule} {where}: {count}")
    print(f"{len(failures)} disagreements; " + ", ".join(f"{k}: {v}" for k, v in stats.items()))
    return bool(failures) or stats["tried"] == 0


sys.exit(main())
