"""What the makers of lines of action share: strokes as a pen draws them.

Metres on the paper, x right and y up. A stroke is as long as the bones that follow it, since bones do not stretch: so it is drawn
from one end by its directions, which is how an animator thinks of a line of action anyway: from the planted foot, up, and over.
"""
import json
import math
from pathlib import Path

POINTS = 24  # of a stroke: more than its elements, few enough to read


def catmull_rom(values, s):
    """Through evenly spaced values, s in 0…1; the ends are led on as they come."""
    at = min(max(s, 0.0), 1.0) * (len(values) - 1)
    i = min(int(at), len(values) - 2)
    t = at - i
    b, c = values[i], values[i + 1]
    a = values[i - 1] if i > 0 else 2 * b - c
    d = values[i + 2] if i + 2 < len(values) else 2 * c - b
    return b + t * ((c - a) / 2 + t * (a - 2.5 * b + 2 * c - d / 2 + t * (1.5 * (b - c) + (d - a) / 2)))


def tidy(points):
    return [[round(x, 3) + 0.0, round(y, 3) + 0.0] for x, y in points]


def sweep(start, length, *degrees):
    """From a start, as long as told, in directions that change smoothly from the first to the last: 0 goes right, 90 up. Two bent the
    same way make a C, three of which the middle one leans to the other side an S."""
    degrees = degrees if len(degrees) > 1 else degrees * 2
    fine = 8 * POINTS
    x, y = start
    points = [(x, y)]
    for n in range(fine):
        angle = math.radians(catmull_rom(degrees, (n + 0.5) / fine))
        x, y = x + length / fine * math.cos(angle), y + length / fine * math.sin(angle)
        points.append((x, y))
    return tidy(points[::8])


def along(start, *parts):
    """From a start through bones: (length, direction) each. Half way along each it goes as told, and changes smoothly from one to the
    next."""
    far, spots = 0.0, []
    for length, degrees in parts:
        spots.append((far + length / 2, degrees))
        far += length

    def direction(s):
        if s <= spots[0][0]:
            return spots[0][1]
        for (a, p), (b, q) in zip(spots, spots[1:]):
            if s < b:
                t = (s - a) / (b - a)
                return p + (q - p) * t * t * (3 - 2 * t)
        return spots[-1][1]

    fine = 8 * POINTS
    x, y = start
    points = [(x, y)]
    for n in range(fine):
        angle = math.radians(direction(far * (n + 0.5) / fine))
        x, y = x + far / fine * math.cos(angle), y + far / fine * math.sin(angle)
        points.append((x, y))
    return tidy(points[::8])


def arch(start, end, length, *degrees):
    """A sweep from a start to an end: bent as its directions tell, more or less so that it fits between, and turned."""
    middle = sum(degrees) / len(degrees)
    bent = lambda share: sweep(start, length, *(middle + share * (d - middle) for d in degrees))
    want, low, high = math.dist(start, end), 0.0, 2.5
    for _ in range(50):
        share = (low + high) / 2
        low, high = (share, high) if math.dist(bent(share)[0], bent(share)[-1]) > want else (low, share)
    a, b = bent(share)[0], bent(share)[-1]
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]) - math.atan2(b[1] - a[1], b[0] - a[0]))
    return sweep(start, length, *(middle + share * (d - middle) + turn for d in degrees))


def lay(place, share, length, *degrees):
    """Such a sweep that is at a place a share of its length from its beginning: for those who fly."""
    points = sweep((0, 0), length, *degrees)
    at = min(share * POINTS, POINTS - 1e-9)
    a, b = points[int(at)], points[int(at) + 1]
    x, y = (p - (q + (r - q) * (at - int(at))) for p, q, r in zip(place, a, b))
    return tidy([(p[0] + x, p[1] + y) for p in points])


def frames(count):
    """Seconds of so many frames of film."""
    return round(count / 24, 6)


def write(folder, project):
    (Path(folder) / "project.json").write_text(json.dumps(project, indent=2) + "\n")
