#!/usr/bin/env python3
"""Makes what puts a host of another floating-point environment between a program and the library (hostile_host.c):
hostile_host.py SOURCE WORK writes WORK/hostile_host.o and WORK/trampolines.o, to be linked, and WORK/wrap.txt, flags for that."""
import subprocess
import sys
from pathlib import Path

SOURCE, WORK = map(Path, sys.argv[1:])
sys.path.insert(0, str(SOURCE / "tests/house"))
from check_float_guard import public_functions  # noqa: E402

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
    WORK.mkdir(parents=True, exist_ok=True)
    functions = sorted(public_functions(SOURCE))
    (WORK / "trampolines.s").write_text(trampolines(functions))
    (WORK / "wrap.txt").write_text("".join(f"-Wl,--wrap={name}\n" for name in functions))
    for source in (WORK / "trampolines.s", SOURCE / "tests/determinism/hostile_host.c"):
        subprocess.run(["gcc", "-O1", "-c", source, "-o", WORK / (source.stem + ".o")], check=True)
    print(len(functions), "public functions behind a host of another environment")


main()
