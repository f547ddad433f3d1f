#!/usr/bin/env python3
"""Checks that every public function that computes with floats sets the floating-point environment (runtime/base/float_env.h).

The rule is read from the machine code, so that no list can be out of date: a public function computes if it, or any function
that it calls or refers to, has an instruction of floating-point arithmetic, comparison or conversion. On the way there must be a
call of vvi_float_env_enter: its own or that of a guarded function. One that only copies needs none.  usage: check_float_guard.py SOURCE LIBRARY.a (of x86-64)"""
import re
import subprocess
import sys
from pathlib import Path

ARITHMETIC = re.compile(r"v?((h?add|h?sub|addsub|mul|div|sqrt|rsqrt|rcp|min|max|u?comi|cmp\w*|round|dp)(ss|sd|ps|pd)|cvt\w+|fn?m(add|sub)\w+)")
LIBM = {"floor", "floorf", "sqrt", "sqrtf"}
ENTER = "vvi_float_env_enter"


def public_functions(root):
    names = set()
    for header in (root / "include/verve").glob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        names |= set(re.findall(r"VV_API\s[^;{]*?\b(vv_\w+)\s*\(", text))
    return names


def read_library(library):
    """(calls, computes): names each function refers to, and which have arithmetic of their own. A static function's name is
    made unique by its object file."""
    listing = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", library], capture_output=True, text=True, check=True).stdout
    tables = subprocess.run(["objdump", "-r", library], capture_output=True, text=True, check=True).stdout
    symbols = subprocess.run(["objdump", "-t", library], capture_output=True, text=True, check=True).stdout
    local = set()
    for unit, line in with_unit(symbols):
        match = re.match(r"[0-9a-f]+ l\s+F \S+\s+[0-9a-f]+ (\S+)", line)
        if match:
            local.add((unit, match.group(1)))
    unique = lambda unit, name: f"{unit}:{name}" if (unit, name) in local else name

    in_tables, section = {}, ""  # functions that constant tables of an object file refer to
    for unit, line in with_unit(tables):
        if line.startswith("RELOCATION RECORDS FOR"):
            section = line
        elif ".data.rel" in section:
            match = re.match(r"[0-9a-f]+ \S+\s+([\w.]+)", line)
            if match:
                in_tables.setdefault(unit, set()).add(match.group(1))

    calls, computes, function = {}, set(), ""
    for unit, line in with_unit(listing):
        match = re.match(r"[0-9a-f]+ <(\S+)>:", line)
        if match:
            function = unique(unit, match.group(1))
            calls.setdefault(function, set())
            continue
        match = re.match(r"\s+[0-9a-f]+: R_X86_64_\w+\s+([\w.]+?)(?:[-+]0x[0-9a-f]+)?$", line)
        if match:
            target = match.group(1)
            calls[function].add(unique(unit, target))
            if target.startswith(".data.rel") or (unit, target) not in local and target not in calls:
                calls[function].add(f"{unit}:table {target}")
            continue
        match = re.match(r"\s+[0-9a-f]+:\t(?:bnd |notrack |rep |lock )*(\S+)(.*)", line)
        if match:
            if ARITHMETIC.fullmatch(match.group(1)):
                computes.add(function)
            named = re.search(r"<([\w.]+)(?:\+0x[0-9a-f]+)?>", match.group(2))
            if named:
                calls[function].add(unique(unit, named.group(1)))
    for unit, names in in_tables.items():
        for function in list(calls):
            if f"{unit}:table .data.rel.ro.local" in calls[function] or f"{unit}:table .data.rel.ro" in calls[function]:
                calls[function] |= {unique(unit, name) for name in names}
    return calls, computes


def with_unit(text):
    unit = ""
    for line in text.splitlines():
        match = re.match(r"(\S+):\s+file format", line)
        if match:
            unit = match.group(1)
        else:
            yield unit, line


def reaches_arithmetic(name, calls, computes):
    """A function that is reached without a guard and has arithmetic; None if there is none."""
    seen, left = set(), [name]
    while left:
        function = left.pop()
        if function in seen or ENTER in calls.get(function, ()):
            continue
        if function in computes or function in LIBM:
            return function
        seen.add(function)
        left.extend(calls.get(function, ()))
    return None


def main():
    root, library = Path(sys.argv[1]), sys.argv[2]
    public = public_functions(root)
    calls, computes = read_library(library)
    problems, guarded = [], 0
    for name in sorted(public):
        if name not in calls:
            problems.append(f"{name} is declared in include/verve, but {library} does not define it")
            continue
        arithmetic = reaches_arithmetic(name, calls, computes)
        guarded += ENTER in calls[name]
        if arithmetic:
            problems.append(f"{name} computes (in {arithmetic.split(':')[-1]}) under whatever floating-point environment the host "
                            "has; begin it with VVI_FLOAT_GUARD;")
    for problem in problems:
        print(problem)
    print(f"{len(public)} public functions looked at, {guarded} guarded, {len(problems)} problems")
    return 1 if problems or guarded == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
