#!/usr/bin/env python3
"""The tables of `verve simulate` about what moves, joins, floats and touches: the events of pairs alternate, what lies still presses
with its weight, a joint that breaks says so in both tables, and shares of zones are those of Archimedes.
usage: test_events.py VERVE STAGE"""
import csv
import io
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

verve, stage = sys.argv[1], Path(sys.argv[2])
passed = failed = 0
g, step = 9.81, 1 / 60


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}")


def run(*arguments):
    ran = subprocess.run([verve, *map(str, arguments)], capture_output=True, text=True)
    if ran.returncode:
        print(ran.stderr)
    check(ran.returncode == 0, f"{arguments}: exit {ran.returncode}")
    return ran.stdout


def table(*arguments):
    return list(csv.DictReader(io.StringIO(run("simulate", *arguments))))


folder = Path(tempfile.mkdtemp())
shutil.copytree(stage, folder / "p")
project = json.loads((folder / "p/project.json").read_text())
slab = {"artwork": "plain", "strengths": {"stiffness": 200, "energy": 0}}
project["scenes"] = [{
    "name": "world", "seconds": 8, "rate": 30,
    "obstacles": [{"kind": "segments", "points": [[-3, 0], [13, 0]]}, {"name": "lift", "kind": "segments", "points": [[-1, 0], [1, 0]], "repeat": "ping-pong",
                                       "path": [{"time": 0, "at": [20, 1]}, {"time": 2, "at": [20, 3], "angle": 0.25}]}],
    "zones": [{"name": "sea, deep", "kind": "water", "points": [[30, -5], [50, -5], [50, 0], [30, 0]], "drag": 4, "angular_drag": 4}],
    "actors": [dict(slab, name="one", at=[0, 0.5], report_stay=True), dict(slab, name="two", at=[5, 0.5], density=2.0, report_stay=True),
               dict(slab, name="hung", at=[10, 3]), dict(slab, name="afloat", at=[40, 0.3], density=0.6)],
    "joints": [{"name": "thread", "kind": "rope", "a": {"at": [10, 5]}, "b": {"actor": "hung"}, "length": 2.5, "break_force": 1e-3},
               {"kind": "pull", "a": {"at": [40, 0]}, "b": {"actor": "afloat"}, "max_force": 0.01}]}]
(folder / "p/project.json").write_text(json.dumps(project))

events = table(folder / "p", "--events", "-")
rows = table(folder / "p", "--csv", "-")

# Times ascend, and are those of the ends of steps.
steps = [int(e["step"]) for e in events]
check(steps == sorted(steps), "events are in order")
check(all(abs(float(e["time"]) - (int(e["step"]) + 1) * step) < 1e-9 for e in events), "an event's time is that of the end of its step")

# Of each pair begins and ends alternate, and each hit is within them.
touching = {}
for e in events:
    pair = (e["actor"], e["with"])
    if e["event"] == "contact_begin":
        check(not touching.get(pair), f"{pair} begins twice")
        touching[pair] = True
    elif e["event"] == "contact_end":
        check(touching.get(pair), f"{pair} ends without a begin")
        touching[pair] = False
    elif e["event"] in ("contact_hit", "contact_stay"):
        check(touching.get(pair), f"{pair}: {e['event']} while they do not touch")
check(touching.get(("one", "obstacle:0")) and touching.get(("two", "obstacle:0")), "both slabs lie on the ground at the end")

# What lies still presses with its weight: mass · g · step in each step.
area = {name: [] for name in ("one", "two")}
for e in events:
    if e["event"] == "contact_stay" and e["actor"] in area:
        area[e["actor"]].append(float(e["impulse"]) / (g * step))
mean = {name: sum(all_[-10:]) / 10 for name, all_ in area.items() if len(all_) > 20}  # before it sleeps
check(len(mean) == 2 and abs(mean["two"] / mean["one"] - 2) < 0.02, f"twice as dense presses twice as hard: {mean}")
check(len(mean) == 2 and abs(mean["one"] - 0.5) < 0.01, f"a slab of 1 m by 0.5 m weighs 0.5 kg: {mean}")
awake = {}
for e in events:
    if e["event"] in ("asleep", "awake"):
        check(awake.get(e["actor"], True) == (e["event"] == "asleep"), f"{e['actor']} is {e['event']} twice")
        awake[e["actor"]] = e["event"] == "awake"
check(awake.get("one") is False, "a slab that lies still sleeps")

# The thread breaks, once, and is broken in the table from then on; what hung by it falls.
broken = [e for e in events if e["event"] == "joint_broken"]
check(len(broken) == 1 and broken[0]["with"] == "joint:thread" and broken[0]["actor"] == "hung", f"the thread breaks: {broken}")
when = float(broken[0]["time"]) if broken else 0.0
for row in rows:
    if row["actor"] == "joint:thread":
        check(row["kind"] == "rope" and (row["broken"] == "1") == (float(row["time"]) > when - 1e-9 or when <= step), f"thread: {row}")
    if row["actor"] == "joint:1":
        check(row["kind"] == "pull" and row["broken"] == "0" and float(row["force"]) <= 0.0101, f"pull: {row}")
    if row["actor"] == "obstacle:lift":  # a path in closed form: smooth, there and back
        t = float(row["time"]) % 4
        u = t / 2 if t < 2 else 2 - t / 2
        u = (3 - 2 * u) * u * u
        check(abs(float(row["y"]) - (1 + 2 * u)) < 1e-4 and abs(float(row["angle"]) - 0.25 * u) < 1e-4, f"lift: {row}")
check({"obstacle:lift", "joint:thread", "joint:1"} <= {row["actor"] for row in rows}, "what moves and joins has rows")
check(not any(row["actor"] == "obstacle:0" for row in rows), "what stands still has none")
check("joint:thread" in [e["with"] for e in events] and "zone:sea, deep" in [e["with"] for e in events], "zones are entered")

# Archimedes.
last = [row for row in rows if row["actor"] == "afloat"][-1]
check(abs(float(last["in:sea, deep"]) - 0.6) < 0.03, f"afloat: {last}")
check(all(float(row["in:sea, deep"]) == 0 for row in rows if row["actor"] == "one"), "on land is not in the sea")

report = json.loads(run("simulate", folder / "p", "--json"))
check(report["kinds"].get("zone_enter") == sum(e["event"] == "zone_enter" for e in events), "the report counts what the table lists")
check(report["kinds"].get("contact_stay") == sum(e["event"] == "contact_stay" for e in events), "and touches that last")
refused = subprocess.run([verve, "simulate", str(folder / "p"), "--events", "-", "--csv", "-"], capture_output=True, text=True)
check(refused.returncode == 2 and "standard output" in refused.stderr, f"two tables on one stream: {refused.stderr}")
shutil.rmtree(folder)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
