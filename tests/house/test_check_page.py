#!/usr/bin/env python3
"""check_page.py refuses what it is there to refuse, and nothing else: small pages made for it."""
import tempfile
from pathlib import Path

from check_page import PAGE, PLAN, check_page

TABLE = "| folder | what is in it |\n| --- | --- |\n| `low` | |\n| `middle` `high` | |\n"
LOW = {"low/a.ts": "export const a = 1;\n", "middle/b.ts": "", "high/c.ts": ""}

# What it is; files beside LOW; how many lines the check prints.
PAGES = [
    ("imports downwards", {"high/c.ts": 'import { a } from "../low/a.ts";\nexport { b } from "../middle/b.ts";\n', "main.ts": 'import "./high/c.ts";\n'}, 0),
    ("an import against the order", {"low/a.ts": 'import { b } from "../middle/b.ts";\n'}, 1),
    ("a type against the order", {"middle/b.ts": 'import type { C } from "../high/c.ts";\n'}, 1),
    ("names over several lines", {"low/a.ts": 'import {\n  b,\n} from "../middle/b.ts";\n'}, 1),
    ("an import when it is wanted", {"low/a.ts": 'const b = () => import("../high/c.ts");\n'}, 1),
    ("a style sheet against the order", {"low/a.ts": 'import "../middle/b.css";\n'}, 1),
    ("a circle of folders", {"low/a.ts": 'import "../high/c.ts";\n', "high/d.ts": 'import "../low/a.ts";\n'}, 1 + 1 + 2),
    ("a circle of files", {"low/a.ts": 'import "./e.ts";\n', "low/e.ts": 'import "./a.ts";\n'}, 1 + 2),
    ("a folder that the table does not have", {"new/f.ts": ""}, 1),
    ("variables", {"low/a.ts": "let a = 1;\nexport let b: number;\nlet [c, d] = [1, 2];\nvar e = 1;\n"}, 4),
    ("variables in disguise", {"low/a.ts": "const a = { n: 0 };\na.n++;\nconst b = new Map<string, number>();\nb.set('b', 1);\nconst c: number[] = [];\nc.push(1);\n"}, 3),
    ("state with an owner", {"low/a.ts": "const a = ofProject(() => ({ n: 0 }));\na.n = 1;\nconst b = new Store();\nb.n = 2;\n"}, 0),
    ("constants and local variables", {"low/a.ts": "const a = { n: 0 };\nif (a.n === 1) {}\nfunction f() {\n  let b = a.n;\n}\n"}, 0),
]


def lines_for(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {PLAN: TABLE, **{f"{PAGE}/{name}": text for name, text in {**LOW, **files}.items()}}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return check_page(root)


wrong = [(what, wanted, lines_for(files)) for what, files, wanted in PAGES if len(lines_for(files)) != wanted]
for what, wanted, lines in wrong:
    print(f"{what}: {wanted} lines expected, {len(lines)} came:", *lines, sep="\n  ")
print(f"{len(PAGES) - len(wrong)} of {len(PAGES)} pages judged as they should be")
raise SystemExit(1 if wrong else 0)
