#!/usr/bin/env python3
"""Wraps comments of C files to 120 columns, which clang-format leaves as they are.  usage: reflow.py [--check] FILE…

Only comments with a line that is too long are changed, and of those only paragraphs that have one. A line that is indented by more
than the paragraph (a table, a formula, an item's continuation) stays as it is, as does a blank line. --check names what it would
change and fails."""
import re
import sys
from pathlib import Path

WIDTH = 120
RULE = re.compile(r"^( *)/\* -{2,} (.*?) -{2,} \*/$")
ITEM = re.compile(r"^(\d+\.|[-*])\s")


def wrap(words, first, rest):
    """Lines of at most WIDTH columns: the first begins with `first`, the others with `rest`."""
    lines, line = [], first
    for word in words:
        begins = line in (first, rest)
        if not begins and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line, begins = rest, True
        line += word if begins else " " + word
    return lines + [line]


def paragraphs(texts):
    """Groups of lines that may be wrapped together."""
    group = []
    for text in texts:
        plain = text and not text.startswith(" ") and not ITEM.match(text) and "  " not in text.strip()
        if group and not (plain and group[-1] and not group[-1].startswith(" ") and "  " not in group[-1]):
            yield group
            group = []
        group.append(text)
    if group:
        yield group


def is_text(group):
    return all(text and not text.startswith(" ") and "  " not in text for text in group) and not ITEM.match(group[0])


def reflow_block(lines):
    """A comment that has its lines to itself."""
    margin = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    texts = [re.sub(r"^\s*(/\*|\*(?!/)) ?", "", line) for line in lines]
    texts[-1] = re.sub(r"\s*\*/$", "", texts[-1])
    if not texts[-1]: # the comment ends on a line of its own
        return reflow_block([*lines[:-2], lines[-2] + " */"])
    out = []
    for group in paragraphs(texts):
        last = len(out) + len(group) >= len(texts) and group is not None and group[-1] is texts[-1]
        starts = [margin + ("/* " if not out and i == 0 else " * ") for i in range(len(group))]
        ends = " */" if last else ""
        if max(len(s + t) for s, t in zip(starts, group[:-1] + [group[-1] + ends])) <= WIDTH or not is_text(group):
            out += [(s + t).rstrip() for s, t in zip(starts, group)]
        else:
            words = " ".join(group).split(" ")
            if last:
                words[-1] += " */"
            wrapped = wrap(words, starts[0], margin + " * ")
            if last:
                wrapped[-1] = wrapped[-1][: -len(" */")]
            out += wrapped
    out[-1] += " */"
    return out


def reflow(text):
    lines, out, i = text.split("\n"), [], 0
    while i < len(lines):
        line = lines[i]
        if not line.lstrip().startswith("/*"):
            out.append(line)
            i += 1
            continue
        end = i
        while end + 1 < len(lines) and "*/" not in lines[end]:
            end += 1
        block = lines[i : end + 1]
        rule = RULE.match(line)
        if rule and len(line) > WIDTH:
            head = f"{rule[1]}/* ---- {rule[2]} "
            out.append(head + "-" * max(4, WIDTH - len(head) - 3) + " */")
        elif max(map(len, block)) > WIDTH and block[-1].endswith("*/") and not rule:
            out += reflow_block(block)
        else:
            out += block
        i = end + 1
    return "\n".join(out)


def main():
    check = sys.argv[1:2] == ["--check"]
    changed = 0
    for name in sys.argv[1 + check :]:
        before = Path(name).read_text()
        after = reflow(before)
        if after == before:
            continue
        changed += 1
        if check:
            print(name)
        else:
            Path(name).write_text(after)
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
