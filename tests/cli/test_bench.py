#!/usr/bin/env python3
"""`verve bench`: a row's figure beside a load that doubles its time on the wall's clock, the fields of its JSON, and the rows
that the documentation names.  usage: test_bench.py VERVE SOURCE"""
import json
import os
import pathlib
import re
import subprocess
import sys

VERVE, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
BUSY = [sys.executable, "-c", "while True: pass"]
QUICK = "verbs.walk.plain"  # two short rows: it and its limit


def bench(*arguments):
    done = subprocess.run([VERVE, "bench", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    return done.stdout.decode()


def measure():
    return {row["name"]: row for row in json.loads(bench(QUICK, "--json"))}[QUICK]


def a_load_does_not_change_the_figure():
    """All on one processor, which the row shares with two others: it gets a third of the time. What else the machine runs slows
    the shared caches at times, so quiet and loaded runs take turns and the least of each counts."""
    processor = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {processor})
    quiet, loaded = [], []
    for _ in range(3):
        quiet.append(measure())
        busy = [subprocess.Popen(BUSY) for _ in range(2)]
        try:
            loaded.append(measure())
        finally:
            for process in busy:
                process.kill()
                process.wait()
    without, beside = min(row["ns"] for row in quiet), min(row["ns"] for row in loaded)
    middle = sorted(row["median_ns"] for row in loaded)[1]
    assert 1 / 1.25 < beside / without < 1.25, f"{without} ns alone, {beside} ns beside a load"
    assert 1 / 1.5 < middle / without < 1.5, f"{without} ns alone, in the middle {middle} ns beside a load"
    waited = min(row["wall_mean_ns"] / row["ns"] for row in loaded)
    assert waited > 1.8, f"beside a load it took {waited:.2f} times its processor time: that proves nothing"
    shares = [row["share"] for row in quiet + loaded]
    assert max(shares) < 1.35 * min(shares), f"shares of the limit: {shares}"


def json_has_what_a_script_needs():
    rows = {row["name"]: row for row in json.loads(bench("skin3", "--json"))}
    assert {"skin3", "skin3.plain", "skin3.normals", "skin3.normals.plain"} == set(rows), set(rows)
    row = rows["skin3"]
    assert row["clock"] == "thread" and row["rounds"] >= 9 and row["versus"] == "skin3.plain" and row["limit"] == "limit.fma"
    assert 0 < row["ns"] <= row["median_ns"] and 0 <= row["spread"] and row["wall_ns"] > 0 and row["ratio_spread"] >= 0
    # The ratio is that of the rows themselves, whichever way it is formed.
    assert 0.7 < row["ratio"] / (row["ns"] / rows["skin3.plain"]["ns"]) < 1.4, row
    assert "versus" not in rows["skin3.plain"]


def is_selection(name, names):
    return any(other == name or other.startswith(name + ".") for other in names)


def the_documentation_names_rows_that_exist():
    names = json.loads(bench("--list", "--json"))
    assert [line.split()[0] for line in bench("--list").splitlines()] == names
    page = (SOURCE / "docs/performance.md").read_text(encoding="utf-8")
    figures = page.split("## Figures")[1].split("\n## ")[0]
    told = re.findall(r"^\| `([a-z0-9.]+)` \|", figures, re.MULTILINE)
    assert sorted(told) == sorted(names), f"docs/performance.md, Figures: {sorted(set(told) ^ set(names))}"
    groups = {name.split(".")[0] for name in names}
    for token in re.findall(r"`([a-z][a-z0-9]*(?:\.[a-z0-9]+)+)`", page):
        if token.split(".")[0] in groups:
            assert is_selection(token, names), f"docs/performance.md names `{token}`, which `verve bench` has not"
    for path in [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", *sorted((SOURCE / "docs").glob("*.md"))]:
        for name in re.findall(r"`verve bench ([a-z][a-z0-9.]*)", path.read_text(encoding="utf-8")):
            assert is_selection(name, names), f"{path.name} says `verve bench {name}`, which there is not"


def a_name_that_is_none_is_refused():
    done = subprocess.run([VERVE, "bench", "wiegh"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 1 and b"--list" in done.stderr, done.stderr


the_documentation_names_rows_that_exist()
a_name_that_is_none_is_refused()
json_has_what_a_script_needs()
a_load_does_not_change_the_figure()
