#!/usr/bin/env python3
"""Links bin/replay of a Ninja build once more, with every call of a public function made by a host whose floating-point
environment is another (hostile_host.c): hostile_host.py SOURCE BUILD WORK writes WORK/replay."""
import os
import re
import shlex
import subprocess
import sys

SOURCE, BUILD, WORK = map(os.path.abspath, sys.argv[1:])
sys.path.insert(0, os.path.join(SOURCE, "tests/house"))
from check_float_guard import public_functions  # noqa: E402

from pathlib import Path  # noqa: E402

# Records are in one list, so that the program can go through them.
HEAD = """.section .data
.balign 8
.globl host_records, host_records_end
host_records:
{records}host_records_end:
.section .rodata
{names}.text
{trampolines}.section .note.GNU-stack,"",@progbits
"""


def trampolines(functions):
    records = names = code = ""
    for name in functions:
        records += f"record_{name}: .quad __real_{name}, name_{name}, 0\n"
        names += f'name_{name}: .string "{name}"\n'
        code += f".globl __wrap_{name}\n__wrap_{name}:\n    leaq record_{name}(%rip), %r11\n    jmp host_call\n"
    return HEAD.format(records=records, names=names, trampolines=code)


def main():
    os.makedirs(WORK, exist_ok=True)
    functions = sorted(public_functions(Path(SOURCE)))
    assembly, program = os.path.join(WORK, "trampolines.s"), os.path.join(WORK, "replay")
    Path(assembly).write_text(trampolines(functions))
    wrap = os.path.join(WORK, "wrap.txt")
    Path(wrap).write_text("".join(f"-Wl,--wrap={name}\n" for name in functions))
    host = os.path.join(SOURCE, "tests/determinism/hostile_host.c")
    objects = []
    for source in (assembly, host):
        objects.append(os.path.join(WORK, os.path.basename(source) + ".o"))
        subprocess.run(["gcc", "-O1", "-c", source, "-o", objects[-1]], check=True)
    link = subprocess.run(["ninja", "-C", BUILD, "--quiet", "-t", "commands", "bin/replay"], check=True, capture_output=True, text=True)
    again, count = re.subn(r"-o bin/replay ", f"-o {shlex.quote(program)} {shlex.join(objects)} @{shlex.quote(wrap)} ",
                           link.stdout.splitlines()[-1])
    assert count == 1, link.stdout
    subprocess.run(["sh", "-c", again], cwd=BUILD, check=True)
    code = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout
    assert "__wrap_vv_stage_step" in code
    print(len(functions), "public functions behind a host of another environment")


main()
