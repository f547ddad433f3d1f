#!/usr/bin/env python3
"""`verve field` against a second implementation, written from the paper alone: hyperplanes by the exact pseudo-inverse in
fractions, radial functions from the C library, elimination in double.  usage: test_field.py VERVE [SPECS [SEED]]"""
import json
import math
import random
import subprocess
import sys
from fractions import Fraction

RADIAL = ["bspline", "thin plate", "gaussian", "linear"]


def multiply(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def transpose(a):
    return [list(row) for row in zip(*a)]


def solve(a, b):
    """Gauss–Jordan with row pivoting; None where a is singular."""
    n = len(a)
    rows = [list(a[i]) + list(b[i]) for i in range(n)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        if rows[k][k] == 0:
            return None
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


def pseudo_inverse(a):
    """A = B·C with B the pivot columns and C the reduced rows; A⁺ = Cᵀ (C Cᵀ)⁻¹ (Bᵀ B)⁻¹ Bᵀ."""
    rows, pivots = [list(row) for row in a], []
    for column in range(len(a[0])):
        rank = len(pivots)
        found = next((i for i in range(rank, len(rows)) if rows[i][column] != 0), None)
        if found is None:
            continue
        rows[rank], rows[found] = rows[found], rows[rank]
        rows[rank] = [x / rows[rank][column] for x in rows[rank]]
        for i in range(len(rows)):
            if i != rank and rows[i][column] != 0:
                rows[i] = [x - rows[i][column] * y for x, y in zip(rows[i], rows[rank])]
        pivots.append(column)
    b, c = [[row[p] for p in pivots] for row in a], rows[:len(pivots)]
    left = solve(multiply(transpose(b), b), transpose(b))
    return multiply(transpose(c), solve(multiply(c, transpose(c)), left))


def radial_function(kind, d, s):
    if kind == "bspline":
        x = d / s
        return 2 / 3 - x * x + x ** 3 / 2 if x < 1 else (2 - x) ** 3 / 6 if x < 2 else 0.0
    if kind == "thin plate":
        return d * d * math.log(d) if d > 0 else 0.0
    return math.exp(-(d / s) ** 2) if kind == "gaussian" else d


class Field:
    def __init__(self, kind, points, fit):
        self.kind, self.points, count = kind, points, len(points)
        distances = [[math.dist(p, q) for q in points] for p in points]
        self.s = [min([d for j, d in enumerate(row) if j != i], default=1.0) for i, row in enumerate(distances)]
        homogeneous = [[Fraction(x) for x in p] + [Fraction(1)] for p in points]
        exact = multiply(pseudo_inverse(homogeneous), [[Fraction(x) for x in row] for row in fit])
        residual = [[float(Fraction(f) - x) for f, x in zip(row, fitted)]
                    for row, fitted in zip(fit, multiply(homogeneous, exact))]
        self.plane = [[float(x) for x in row] for row in exact]
        q = [[radial_function(kind, distances[i][j], self.s[j]) for j in range(count)] for i in range(count)]
        none = all(abs(x) < 1e-13 for row in residual for x in row)
        self.r = [[0.0] * len(row) for row in residual] if none else solve(q, residual)
        self.good = self.r is not None
        if self.good:  # a Q that is nearly singular has no answer to compare with
            self.largest = max(abs(x) for row in self.r for x in row)
            self.good = none or self.largest * max(abs(x) for row in q for x in row) < 1e6

    def weights(self, p):
        out = [sum(a * x for a, x in zip(column, list(p) + [1.0])) for column in zip(*self.plane)]
        for point, s, row in zip(self.points, self.s, self.r):
            value = radial_function(self.kind, math.dist(p, point), s)
            out = [w + value * r for w, r in zip(out, row)]
        return out


def expected(spec):
    count = len(spec["examples"])
    identity = [[float(i == j) for j in range(count)] for i in range(count)]
    field = Field(spec["radial"], spec["examples"], identity)
    if field.good and spec.get("pseudo"):
        rows = identity + [field.weights(p["from"]) for p in spec["pseudo"]]
        field = Field(spec["radial"], spec["examples"] + [p["to"] for p in spec["pseudo"]], rows)
    return [field.weights(p) for p in spec["at"]] if field.good else None


def draw(rng):
    """Anything an artist may do, on a grid fine enough that fractions stay short."""
    axes = rng.choice([1, 1, 2, 2, 2, 3, 4, 6, 9, 16])
    scale, offset = rng.choice([(1, 0), (1, 0), (1, 0), (100, 0), (1, 1000), (1 / 256, 2), (4096, -70000)])

    def place(span=1.0):
        return [offset + scale * rng.randint(int(-64 * span), int(64 * span)) / 64 for _ in range(axes)]
    shape = rng.choice(["scattered"] * 4 + ["line", "same axis", "few"])
    count = rng.randint(1, axes) if shape == "few" else rng.randint(1, 9)
    points = [place() for _ in range(count)]
    if shape == "line":
        start, step = place(), place()
        points = [[s + t * (d - offset) / 8 for s, d in zip(start, step)] for t in rng.sample(range(-16, 16), count)]
    if shape == "same axis":
        held = rng.randrange(axes)
        for p in points:
            p[held] = points[0][held]
    pseudo = [{"from": place(1.5), "to": place()} for _ in range(rng.choice([0, 0, 0, 1, 2, 4]))]
    spec = {"axes": axes, "examples": points, "radial": rng.choice(RADIAL), "at": points + [place(3) for _ in range(8)]}
    return {**spec, "pseudo": pseudo} if pseudo else spec


def run(verve, spec):
    text = spec if isinstance(spec, str) else json.dumps(spec)
    return subprocess.run([verve, "field", "-"], input=text, capture_output=True, text=True)


def compare(verve, spec):
    """The largest difference, relative to the weights; None where there is nothing to compare."""
    points = [tuple(p) for p in spec["examples"]] + [tuple(p["to"]) for p in spec.get("pseudo", [])]
    answer = run(verve, spec)
    if len(set(points)) < len(points):
        assert answer.returncode == 1 and "at the same place" in answer.stderr, (spec, answer)
        return None
    right = expected(spec)
    if right is None:
        return None
    assert answer.returncode == 0, (spec, answer.stderr)
    found = json.loads(answer.stdout)["weights"]
    assert len(found) == len(right) and all(len(row) == len(spec["examples"]) for row in found), spec
    return max(abs(a - b) / max(1.0, abs(b)) for x, y in zip(found, right) for a, b in zip(x, y))


REFUSED = [
    ('{"axes":1,"examples":[[0],[1]]}', '"at" is missing'), ("[]", "must be an object"), ("{", "-"),
    ('{"axes":1,"examples":[],"at":[]}', "$.examples: must be a list of 1"),
    ('{"axes":2,"examples":[[0,0],[1]],"at":[]}', "$.examples[1]: must be a list of 2 numbers"),
    ('{"axes":2,"examples":[[0,0],[1,"x"]],"at":[]}', "$.examples[1][1]: must be a number"),
    ('{"axes":17,"examples":[[0]],"at":[]}', "$.axes: must be a whole number from 0 to 16"),
    ('{"axes":1.5,"examples":[[0]],"at":[]}', "$.axes"), ('{"axes":1,"examples":[[0]],"at":3}', "$.at"),
    ('{"axes":1,"examples":[[0]],"at":[[0],[1,2]]}', "$.at[1]"), ('{"axes":1,"examples":[[1e400]],"at":[]}', "-"),
    ('{"axes":1,"examples":[[0]],"at":[],"radial":"cubic"}', '$.radial: must be "bspline"'),
    ('{"axes":1,"examples":[[0]],"at":[],"color":1}', '$.color: the key "color" is unknown; '),
    ('{"axes":1,"examples":[[0],[1]],"at":[],"pseudo":[{"from":[0]}]}', '$.pseudo[0]: "to" is missing'),
    ('{"axes":1,"examples":[[0],[1],[0]],"at":[]}', "example 0 and example 2 are at the same place"),
    ('{"axes":1,"examples":[[0],[1]],"at":[],"pseudo":[{"from":[0.5],"to":[1]}]}', "example 1 and pseudo-example 0"),
    ('{"axes":1,"examples":[[0],[1e300]],"at":[]}', "within ±1e15"), ('{"axes":0,"examples":[[],[]],"at":[]}', "same place"),
]


def main():
    verve, specs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 150
    rng, worst, compared = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1), 0.0, 0
    for _ in range(specs):
        spec = draw(rng)
        difference = compare(verve, spec)
        if difference is not None:
            assert difference < 1e-6, (difference, spec)
            worst, compared = max(worst, difference), compared + 1
    print(f"{compared} of {specs} fields compared, worst difference {worst:.2g}")
    assert compared > specs // 2
    for text, message in REFUSED:
        answer = run(verve, text)
        assert answer.returncode == 1 and message in answer.stderr and not answer.stdout, (text, answer)
    near = {"axes": 2, "examples": [[0, 0], [1, 0], [1 + 2 ** -18, 2 ** -18]], "radial": "bspline", "at": []}
    for radial in RADIAL:
        near = {**near, "radial": radial, "at": near["examples"]}
        for i, row in enumerate(json.loads(run(verve, near).stdout)["weights"]):
            assert all(abs(w - (i == j)) < 1e-6 for j, w in enumerate(row)), (radial, row)
    assert json.loads(run(verve, {"axes": 0, "examples": [[]], "at": [[], []]}).stdout) == {"weights": [[1], [1]]}
    help_text = subprocess.run([verve, "field", "--help"], capture_output=True, text=True)
    assert help_text.returncode == 0 and "SPEC.json" in help_text.stdout
    assert subprocess.run([verve, "field"], capture_output=True).returncode == 2


if __name__ == "__main__":
    main()
