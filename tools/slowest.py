#!/usr/bin/env python3
"""Names the ten tests that took longest, of the JUnit files that CTest wrote.  usage: slowest.py FILE…"""
import sys
import xml.etree.ElementTree
from pathlib import Path

MOST = 10


def read_times(path):
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        yield float(case.get("time", "0")), path.parent.name, case.get("name")


def main():
    times = [time for path in map(Path, sys.argv[1:]) if path.exists() for time in read_times(path)]
    print(f"The slowest of {len(times)} tests, which took {sum(time for time, _, _ in times) / 60:.1f} minutes together:")
    for seconds, build, name in sorted(times, reverse=True)[:MOST]:
        print(f"{seconds:8.1f} s  {build}  {name}")


main()
