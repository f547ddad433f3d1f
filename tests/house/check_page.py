"""Checks the studio's page (studio/page/src), for check_house.py: that a folder imports only from those that the table in
docs/architecture.md lists before it, that no files import each other in a circle, and that state which changes has an owner."""
import os.path
import re
from pathlib import Path

from circles import check_circles

PAGE = Path("studio/page/src")
PLAN = "docs/architecture.md"
TOP = "."  # main.tsx and what it loads later: above all folders

# import … from "x", export … from "x", import "x" and import("x"); of types too: a reader has to follow them all the
# same.
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)', re.M)
# A variable of a module; what is indented is local.
VARIABLE = re.compile(r"^(?:export\s+)?(?:let|var)\s+(\w+|[\[{].*[\]}])", re.M)
# A variable in disguise: a constant whose fields or entries are changed. What a WeakMap keeps goes with its key.
HOLDER = re.compile(r"^(?:export\s+)?const\s+(\w+)(?::[^=\n]*)?\s*=\s*(?:\{|\[|new (?:Map|Set)\b)", re.M)
CHANGE = r"(?<![\w.])(?:{0}\.\w+\s*(?:=(?![=>])|\+\+|--|[-+*/?|&]{{1,2}}=)|(?:\+\+|--){0}\.\w|Object\.assign\({0}\b|{0}\.(?:set|add|push|pop|unshift|shift|splice|delete|clear)\()"
PAGE_STATE = {
    "main.tsx: verve",  # what tests see of the page
    "state/owned.ts: resets",  # the list of owners itself
}


def page_files(root):
    return sorted(p.relative_to(root / PAGE).as_posix() for ending in ("ts", "tsx") for p in (root / PAGE).rglob(f"*.{ending}"))


def folder_of(name):
    return os.path.dirname(name) or TOP


def read_imports(root, files):
    """(file, line, imported file) of every import inside the page; names relative to PAGE."""
    found = []
    for name in files:
        text = (root / PAGE / name).read_text()
        for match in IMPORT.finditer(text):
            wanted = next(group for group in match.groups() if group)
            if wanted.startswith("."):
                line = text.count("\n", 0, match.start()) + 1
                found.append((name, line, os.path.normpath(os.path.join(os.path.dirname(name), wanted))))
    return found


def read_order(root):
    """The folders in the first column of the table `| folder | … |`; each may import from those before it."""
    rows = re.search(r"^\| folder \|.*\n\|[ |-]+\n((?:\|.*\n)+)", (root / PLAN).read_text(), re.M)
    return re.findall(r"`([\w/]+)`", " ".join(row.split("|")[1] for row in rows.group(1).splitlines())) if rows else []


def check_order(root, files, imports):
    order = read_order(root)
    folders = {folder_of(name) for name in files} - {TOP}
    problems = [f"{PAGE}/{folder} is missing in the table of the page's folders in {PLAN}" for folder in sorted(folders - set(order))]
    problems += [f"{PLAN}: the page has no folder {folder}" for folder in order if folder not in folders]
    place = {folder: i for i, folder in enumerate([*order, TOP])}
    for name, line, target in imports:
        here, there = folder_of(name), folder_of(target)
        if here in place and there in place and place[there] > place[here]:
            problems.append(f"{PAGE}/{name}:{line}: imports {target}, but {PLAN} lists {there} after {here}; pass a callback or move the file")
    return problems


def check_variables(root, files):
    problems = []
    for name in files:
        text = (root / PAGE / name).read_text()
        found = [] if name.endswith(".d.ts") else list(VARIABLE.finditer(text))
        found += [match for match in HOLDER.finditer(text) if re.search(CHANGE.format(match.group(1)), text)]
        for match in found:
            if f"{name}: {match.group(1)}" not in PAGE_STATE:
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{PAGE}/{name}:{line}: {match.group(1)} is state of the module; give it an owner (state/owned.ts)")
    return problems


def check_page(root):
    files = page_files(root)
    imports = read_imports(root, files)
    return check_order(root, files, imports) + check_circles(imports, folder_of, "import", f"{PAGE}: ") + check_variables(root, files)
