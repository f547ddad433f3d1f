#!/usr/bin/env python3
"""verve validate: the report adds up, finds a motion that jumps, and shards joined are the whole, byte for byte.
usage: test_validate.py VERVE"""
import filecmp
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import creatures_project

verve = sys.argv[1]
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}")


def run(*arguments, fails=0):
    ran = subprocess.run([verve, *map(str, arguments)], capture_output=True, text=True)
    check(ran.returncode == fails, f"{' '.join(map(str, arguments))}: {ran.returncode} {ran.stderr.strip()[:200]}")
    return ran.stderr if fails else ran.stdout


def files(folder):
    return sorted(p.relative_to(folder) for p in folder.rglob("*") if p.is_file())


def same(a, b):
    return files(a) == files(b) and not [f for f in files(a) if not filecmp.cmp(a / f, b / f, shallow=False)]


with tempfile.TemporaryDirectory() as folder:
    out = Path(folder)
    project = creatures_project.write(out / "pets", [creatures_project.wave(), creatures_project.wave("jerk", "step"), creatures_project.nod()])
    job = ("validate", project, "--creatures", 5, "--seed", 1005)

    # One run: everything adds up.
    said = json.loads(run(*job, "-o", out / "whole", "--json"))
    report = json.loads((out / "whole/report.json").read_text())
    check(said == report, "what is printed is what is written")
    check(report["creatures"] == 5 and report["seed"] == 1005 and report["motions"] == ["wave", "jerk", "nod"], "what was played")
    check(report["plays"] + report["skipped"] == 15 and report["plays"] > 0, "each motion on each creature, or skipped")
    check(abs(report["pass_rate"] - report["passed"] / report["plays"]) < 1e-12, "the rate")
    check(report["strict"]["passed"] <= report["passed"], "strictly no more pass")
    broken = {(f["creature"], f["motion"]) for f in report["failures"]}
    check(report["plays"] - report["passed"] == len(broken), "a play fails if it has a failure")
    for row in report["by_motion"]:
        lost = {c for c, motion in broken if motion == row["motion"]}
        check(row["plays"] - row["passed"] == len(lost) and row["plays"] + row["skipped"] == 5, f"the row of {row['motion']}")
    for row in report["by_measure"]:
        check(row["failed"] == len({(f["creature"], f["motion"]) for f in report["failures"] if f["measure"] == row["measure"]}), f"the row of {row['measure']}")
    bad = [f["value"] / f["limit"] for f in report["failures"]]
    check(bad == sorted(bad, reverse=True) and all(b > 1 for b in bad), "worst first, all beyond their limits")

    # The one that jumps at half a second jumps, on everybody who has hands; frame 120 of 240 a second.
    plays = {row["motion"]: row for row in report["by_motion"]}
    jumps = [f for f in report["failures"] if f["motion"] == "jerk" and f["measure"] == "jump"]
    check(plays["jerk"]["passed"] == 0 and plays["jerk"]["plays"] > 0, "a motion that jumps never passes")
    check(len(jumps) == plays["jerk"]["plays"] and all(abs(f["frame"] - 120) <= 1 and f["body"].startswith(("hand", "arm")) for f in jumps), "found where it is")

    # The page, and its pictures.
    page = (out / "whole/index.html").read_text()
    data = page.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    check(json.loads(data) == json.loads((out / "whole/plays.json").read_text()), "the page holds all plays")
    check("http://" not in page and "https://" not in page, "nothing is fetched from elsewhere")
    check(len(list((out / "whole/creatures").glob("*.webp"))) == 5, "a sheet for each creature")
    strips = {(f["creature"], report["motions"].index(f["motion"]) + 1) for f in report["failures"] + report["strict_failures"]}
    check({tuple(map(int, p.stem.split("-"))) for p in (out / "whole/failures").glob("*.webp")} == strips, "a strip for each play that failed")

    # Threads and shards make no difference.
    run(*job, "-o", out / "threads", "--threads", 3)
    check(same(out / "whole", out / "threads"), "threads make no difference")
    parts = [out / f"part-{i}" for i in (1, 2, 3)]
    for i, part in enumerate(parts, 1):
        run(*job, "-o", part, "--shard", f"{i}/3")
    run("validate", "--merge", parts[2], parts[0], parts[1], "-o", out / "merged")
    check(same(out / "whole", out / "merged"), "shards joined are the whole")

    # Shards that do not belong together, are missing or come twice.
    check("shard 2 of 3 is missing" in run("validate", "--merge", parts[0], parts[2], "-o", out / "bad", fails=1), "a missing shard is named")
    check("there already" in run("validate", "--merge", *parts, parts[0], "-o", out / "bad", fails=1), "a shard comes twice")
    run("validate", project, "--creatures", 5, "--seed", 1006, "--shard", "2/3", "--plain", "-o", out / "other")
    check("another grid" in run("validate", "--merge", parts[0], out / "other", parts[2], "-o", out / "bad", fails=1), "a shard of another seed")
    text = (parts[1] / "plays.json").read_text()
    for broken in (text[:len(text) // 2], text.replace('"faults"', '"flaws"', 1), text.replace('"shard": 2', '"shard": 3'), "[]"):
        (parts[1] / "plays.json").write_text(broken)
        run("validate", "--merge", *parts, "-o", out / "bad", fails=1)

    # A gait: nine trials; --plain leaves the pictures out.
    walkers = creatures_project.write(out / "walkers", [], ["walk"])
    run("validate", walkers, "--creatures", 1, "--seed", 7, "--plain", "-o", out / "walked")
    report = json.loads((out / "walked/report.json").read_text())
    check(report["trials"] == 9 and report["plays"] == 1, "a gait has nine trials")
    check(not (out / "walked/creatures").exists(), "no pictures")

    # The command line.
    empty = creatures_project.write(out / "empty", [])
    check("neither motions nor gaits" in run("validate", empty, "-o", out / "bad", fails=1), "nothing to play")
    for arguments in ((project,), (project, "-o", out / "x", "--shard", "4/3"), (project, "-o", out / "x", "--shard", "a"),
                      (project, "-o", out / "x", "--creatures", "0"), (project, "-o", out / "x", "--threads", "0"),
                      (project, project, "-o", out / "x"), ("--merge", project, "-o", out / "x", "--shard", "1/2")):
        run("validate", *arguments, fails=2)
    shutil.rmtree(out / "whole")

print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
