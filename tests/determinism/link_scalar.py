#!/usr/bin/env python3
"""Links bin/replay of a Ninja build once more, without SIMD: link_scalar.py BUILD WORK writes WORK/replay.

Only what sees VV_SCALAR, in itself or in a header, becomes another object; the others are those of the build. An object on the
line of the linker comes before the archive that has the old one, which nobody then asks for. Were one left out, wide instructions
would be left in the program, which is looked for."""
import concurrent.futures
import functools
import json
import os
import re
import shlex
import subprocess
import sys

BUILD, WORK = map(os.path.abspath, sys.argv[1:])


def ninja(*arguments):
    return subprocess.run(["ninja", "-C", BUILD, "--quiet", "-t", *arguments], check=True, capture_output=True, text=True).stdout


@functools.cache
def names_it(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return "VV_SCALAR" in f.read()


def objects_that_see_it():
    found, current = [], None
    for line in ninja("deps").splitlines():
        if line.startswith("    "):
            path = os.path.join(BUILD, line.strip())
            if not path.startswith("/usr/") and current not in found and os.path.exists(path) and names_it(path):
                found.append(current)
        elif ": #deps" in line:
            current = line.partition(": #deps")[0]
    return {name for name in found if name.startswith(("runtime/", "author/", "studio/core/"))}


def compile_again(entry):
    aside = os.path.join(WORK, entry["output"].replace("/", "-"))
    words = shlex.split(entry["command"])
    words[words.index("-o") + 1] = aside
    words[words.index("-MF") + 1] = aside + ".d"
    subprocess.run([*words, "-DVV_SCALAR"], cwd=entry["directory"], check=True)
    return aside


def is_wide(program):
    """Whether it uses the registers that only AVX has."""
    code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], check=True, capture_output=True, text=True).stdout
    return "%ymm" in code


def main():
    os.makedirs(WORK, exist_ok=True)
    wanted = objects_that_see_it()
    entries = [e for e in json.loads(ninja("compdb")) if e["output"] in wanted]
    assert wanted and len(entries) == len(wanted), "every one can be compiled again"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_again, entries))
    program = os.path.join(WORK, "replay")
    link = ninja("commands", "bin/replay").splitlines()[-1]
    again, count = re.subn(r"-o bin/replay ", f"-o {shlex.quote(program)} {shlex.join(objects)} ", link)
    assert count == 1, link
    subprocess.run(["sh", "-c", again], cwd=BUILD, check=True)
    assert not is_wide(program), "a source with SIMD was not compiled again"
    if os.uname().machine == "x86_64":
        assert is_wide(os.path.join(BUILD, "bin/replay")), "what is compared with has SIMD"
    print(len(objects), "objects without SIMD")


main()
