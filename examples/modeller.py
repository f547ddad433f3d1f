"""What the makers of forms share: vectors, a ball of even triangles, bumps, and OBJ files.

Metres and radians; y is up, a creature looks along +z, its left is +x. A form is a list of points and a list of triangles,
counter-clockwise from outside; forms of one shape have the same triangles.
"""
import math


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def mix(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def unit(a):
    return scale(a, 1 / math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]))


def smooth(t):
    """0 below 0, 1 above 1, and an even way between."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def bump(x, middle, width):
    """1 in the middle, 0.6 a width away."""
    return math.exp(-0.5 * ((x - middle) / width) ** 2)


def ball(levels):
    """A unit ball: the icosahedron, every triangle cut in four `levels` times. 10 · 4^levels + 2 points."""
    g = (1 + math.sqrt(5)) / 2
    points = [unit(p) for p in ((-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g), (0, -1, -g), (0, 1, -g),
                                (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1))]
    triangles = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6),
                 (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7),
                 (9, 8, 1)]
    for _ in range(levels):
        halves = {}

        def half(a, b):
            key = (min(a, b), max(a, b))
            if key not in halves:
                halves[key] = len(points)
                points.append(unit(add(points[a], points[b])))
            return halves[key]

        cut = []
        for a, b, c in triangles:
            ab, bc, ca = half(a, b), half(b, c), half(c, a)
            cut += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        triangles = cut
    return points, triangles


def write_obj(path, name, points, triangles):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"o {name}\n")
        for p in points:
            file.write("v %.5f %.5f %.5f\n" % tuple(x + 0.0 for x in p))
        for t in triangles:
            file.write("f %d %d %d\n" % tuple(i + 1 for i in t))
