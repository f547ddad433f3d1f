#!/usr/bin/env python3
"""Models the eight forms of the arm and its skeleton: python3 examples/arm/make.py

A left arm from the shoulder to a mitten of a hand, thumb up, stretched out to the side: 1,335 vertices and 2,608 triangles, open
at the shoulder. Slender and strong, each straight, raised, lowered, and with the elbow bent. The bent ones are modelled as they
should look, not as bones alone would bend them: the biceps bunches up, the elbow has a point, the flesh of the crease gives way
to the sides, the deltoid rolls up or stretches.
"""
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from modeller import bump, mix, smooth, write_obj  # noqa: E402

HEIGHT = 1.35  # of the shoulder above the ground, metres
CHEST, ELBOW, WRIST, TIP = -0.12, 0.30, 0.56, 0.745  # along the arm, from the shoulder
SIDES, THUMB_SIDES, THUMB_RINGS = 30, 16, 9
BORDER = -0.100
RINGS = [-0.078, -0.055, -0.033, -0.012, 0.008, 0.028, 0.048, 0.070, 0.094, 0.118, 0.142, 0.166, 0.190, 0.214, 0.236, 0.255,
         0.271, 0.284, 0.295, 0.306, 0.318, 0.332, 0.349, 0.370, 0.395, 0.423, 0.453, 0.484, 0.513, 0.540, 0.562, 0.579, 0.594,
         0.609, 0.625, 0.643, 0.675, 0.710]
THUMB_ROW, THUMB_WIDE = 31, 4  # the patch of rings 31…35 and sides −2…2 that the thumb grows from
SHOULDER_SOFT, ELBOW_SOFT = 0.075, 0.070  # how far from a joint the skin takes part in its bend

# Along the arm: half its thickness from biceps to triceps, and from front to back.
SLENDER = [(-0.12, 0.074, 0.060), (-0.05, 0.068, 0.056), (0.03, 0.054, 0.049), (0.10, 0.042, 0.040), (0.20, 0.037, 0.036),
           (0.27, 0.034, 0.034), (0.30, 0.034, 0.036), (0.35, 0.035, 0.036), (0.42, 0.031, 0.031), (0.50, 0.025, 0.024),
           (0.56, 0.023, 0.019), (0.60, 0.031, 0.019), (0.645, 0.039, 0.018), (0.69, 0.036, 0.015), (0.745, 0.021, 0.008)]


def table(s):
    for (s0, a0, b0), (s1, a1, b1) in zip(SLENDER, SLENDER[1:]):
        if s <= s1:
            t = smooth((s - s0) / (s1 - s0))
            return a0 + (a1 - a0) * t, b0 + (b1 - b0) * t
    return SLENDER[-1][1:]


def flesh(s, turn, strong, shoulder, elbow):
    """How far the skin is from the bone at `turn` about it: 0 the biceps, a quarter turn the front, half a turn the triceps."""
    up, front = math.cos(turn), math.sin(turn)
    grown = 1 + strong * (0.20 - 0.13 * smooth((s - 0.40) / 0.16))
    a, b = (grown * x for x in table(s))
    square = 2 + 0.9 * smooth((s - 0.57) / 0.05)  # the hand is squarer than an ellipse
    r = (abs(up / a) ** square + abs(front / b) ** square) ** (-1 / square)
    flexed, raised = elbow / 2.0, shoulder / 0.8
    top, bottom = max(0.0, up), max(0.0, -up)
    cap = 0.5 + 0.5 * math.cos(turn - 0.35)
    r += (0.012 + 0.017 * strong) * bump(s, 0.045 - 0.020 * max(0, raised), 0.045 + 0.012 * max(0, -raised)) * cap
    r += 0.012 * max(0, raised) * (1 + 0.5 * strong) * bump(s, 0.005, 0.035) * cap
    biceps = 0.007 + 0.011 * strong + flexed * (0.018 + 0.018 * strong)
    r += biceps * bump(s, 0.172 - 0.026 * flexed, 0.055 - 0.013 * flexed) * top ** 1.4
    triceps = 0.006 + 0.012 * strong - 0.004 * flexed
    r += triceps * bump(s, 0.145, 0.070) * bottom ** 1.2
    r += (0.005 + 0.008 * strong) * bump(s, 0.352 + 0.015 * flexed, 0.045) * max(0.0, math.cos(turn - 0.8)) ** 1.5
    r += (0.004 + 0.008 * strong) * bump(s, 0.370, 0.050) * max(0.0, math.cos(turn - 3.9)) ** 1.5
    r += (0.004 + 0.021 * flexed) * bump(s, ELBOW, 0.015) * bottom ** 4
    r += 0.007 * flexed * bump(s, ELBOW, 0.035) * abs(front) ** 2  # flesh of the crease gives way to the sides
    r *= 1 - 0.22 * flexed * top * (bump(s, 0.340, 0.026) + bump(s, 0.258, 0.020))  # pressed flat in the crease
    if s > 0.65:  # between the fingers
        for groove in (-0.5, 0.0, 0.5):
            r -= 0.0035 * smooth((s - 0.65) / 0.03) * bump(up * r / a, groove, 0.12) * abs(front)
    return r


def bend(s, corner, soft, before, after, angle):
    """Around a joint the middle of the arm is a parabola, elsewhere a straight line. Returns the place relative to the joint, the
    direction, and how far inwards the skin can reach before it meets itself."""
    t = (s - corner + soft) / (2 * soft)
    if t <= 0 or t >= 1:
        direction = before if t <= 0 else after
        return (direction[0] * (s - corner), direction[1] * (s - corner)), direction, math.inf
    place = tuple(-(1 - t) ** 2 * soft * p + t * t * soft * q for p, q in zip(before, after))
    way = ((1 - t) * before[0] + t * after[0], (1 - t) * before[1] + t * after[1])
    speed = math.hypot(*way)
    tight = abs(math.sin(angle))
    reach = 2 * soft * speed ** 3 / tight if tight > 1e-9 else math.inf
    return place, (way[0] / speed, way[1] / speed), reach


def middle(s, shoulder, elbow):
    """The place and direction of the arm's middle in the plane that it bends in; the inner reach, and on which side inside is."""
    first, second = shoulder, shoulder + elbow
    flat, upper, lower = (1.0, 0.0), (math.cos(first), math.sin(first)), (math.cos(second), math.sin(second))
    if s < 0.5 * ELBOW:
        place, way, reach = bend(s, 0.0, SHOULDER_SOFT, flat, upper, shoulder)
        return place, way, reach, 1 if shoulder > 0 else -1
    place, way, reach = bend(s, ELBOW, ELBOW_SOFT, upper, lower, elbow)
    return (place[0] + ELBOW * upper[0], place[1] + ELBOW * upper[1]), way, reach, 1 if elbow > 0 else -1


def point(s, turn, build):
    strong, shoulder, elbow = build
    place, way, reach, inside = middle(s, shoulder, elbow)
    r = flesh(s, turn, strong, shoulder, elbow)
    across, front = r * math.cos(turn), r * math.sin(turn)
    if reach < math.inf and across * inside > 0:
        room = 0.92 * reach
        across = inside * room * (1 - math.exp(-abs(across) / room))
    along = 0.0
    if s > 0.60:  # fingertips lie on an arc, the middle finger longest
        along = 0.035 * smooth((s - 0.60) / 0.11) * (1 - (across / 0.045) ** 2) - 0.012 * smooth((s - 0.60) / 0.11)
    return (place[0] + way[0] * along - way[1] * across, HEIGHT + place[1] + way[1] * along + way[0] * across, front)


def thumb(build, patch):
    """Rings of the thumb; patch[THUMB_SIDES] is where it grows from, around it as seen from its tip."""
    strong, shoulder, elbow = build
    size = 1 + 0.10 * strong
    place, way, _, _ = middle(0.609, shoulder, elbow)
    up = (-way[1], way[0])
    root = tuple(sum(p[k] for p in patch) / THUMB_SIDES for k in range(3))
    rings, at, step = [], (root[0], root[1]), 0.0098 * size
    for k in range(1, THUMB_RINGS + 1):
        t = k / THUMB_RINGS
        lean = 0.55 + 0.55 * t  # radians from straight up towards the fingers
        axis = tuple(math.cos(lean) * u + math.sin(lean) * w for u, w in zip(up, way))
        side = (axis[1], -axis[0])
        if k == THUMB_RINGS:
            step *= 0.45
        at = (at[0] + axis[0] * step, at[1] + axis[1] * step)
        radius = 0.0128 * size * (1 - 0.12 * t) * (1 + 0.10 * bump(t, 0.72, 0.15)) * (0.55 if k == THUMB_RINGS else 0.88 if k == THUMB_RINGS - 1 else 1)
        ring = []
        for j in range(THUMB_SIDES):
            angle = math.tau * j / THUMB_SIDES - 0.75 * math.pi
            u, v = radius * math.cos(angle), radius * math.sin(angle) * 1.08
            goal = (at[0] + side[0] * v, at[1] + side[1] * v, u)
            rise = tuple(p + q for p, q in zip(patch[j], (axis[0] * step * k, axis[1] * step * k, 0)))
            ring.append(mix(rise, goal, smooth(k / 3)))
        rings.append(ring)
    return rings


def zip_up(loop):
    """Triangles that close a loop by joining its two halves."""
    n, out = len(loop), [(loop[0], loop[1], loop[-1])]
    for k in range(1, n // 2 - 1):
        out += [(loop[k], loop[k + 1], loop[n - k]), (loop[k + 1], loop[n - k - 1], loop[n - k])]
    return out + [(loop[n // 2 - 1], loop[n // 2], loop[n // 2 + 1])]


def form(strong, shoulder, elbow):
    build = (strong, shoulder, elbow)
    points = [point(BORDER, math.tau * j / (2 * SIDES), build) for j in range(2 * SIDES)]
    number, triangles = {}, []
    for r, s in enumerate(RINGS):
        for i in range(SIDES):
            column = (i + THUMB_WIDE // 2) % SIDES
            if THUMB_ROW < r < THUMB_ROW + 4 and 0 < column < THUMB_WIDE:
                continue
            number[r, i] = len(points)
            points.append(point(s, math.tau * i / SIDES, build))
    for i in range(SIDES):
        j, k = 2 * i, (2 * i + 2) % (2 * SIDES)
        here, there = number[0, i], number[0, (i + 1) % SIDES]
        triangles += [(j, j + 1, here), (j + 1, there, here), (j + 1, k, there)]
    for r in range(len(RINGS) - 1):
        for i in range(SIDES):
            column = (i + THUMB_WIDE // 2) % SIDES
            if THUMB_ROW <= r < THUMB_ROW + 4 and 0 <= column < THUMB_WIDE:
                continue
            a, b = number[r, i], number[r, (i + 1) % SIDES]
            c, d = number[r + 1, (i + 1) % SIDES], number[r + 1, i]
            triangles += [(a, b, c), (a, c, d)]
    triangles += zip_up([number[len(RINGS) - 1, i] for i in range(SIDES)])
    low, high = -THUMB_WIDE // 2, THUMB_WIDE // 2
    edge = [(THUMB_ROW, i) for i in range(low, high)] + [(THUMB_ROW + k, high) for k in range(4)] + \
           [(THUMB_ROW + 4, i) for i in range(high, low, -1)] + [(THUMB_ROW + 4 - k, low) for k in range(4)]
    loop = [number[r, i % SIDES] for r, i in edge]
    for ring in thumb(build, [points[v] for v in loop]):
        start = len(points)
        points += ring
        for j in range(THUMB_SIDES):
            k = (j + 1) % THUMB_SIDES
            triangles += [(loop[j], loop[k], start + k), (loop[j], start + k, start + j)]
        loop = list(range(start, start + THUMB_SIDES))
    triangles += zip_up(loop)
    return points, triangles


BUILDS = {"slender": 0.0, "strong": 1.0}
POSES = {"straight": (0.0, 0.0), "raised": (0.8, 0.0), "lowered": (-0.8, 0.0), "bent": (0.0, 2.0)}

SKELETON = f"""HIERARCHY
ROOT chest
{{
  OFFSET {CHEST} {HEIGHT} 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT shoulder
  {{
    OFFSET {-CHEST} 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT elbow
    {{
      OFFSET {ELBOW} 0 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT wrist
      {{
        OFFSET {round(WRIST - ELBOW, 6)} 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {{
          OFFSET {round(TIP - WRIST, 6)} 0 0
        }}
      }}
    }}
  }}
}}
MOTION
Frames: 1
Frame Time: 0.016667
{CHEST} {HEIGHT} 0 0 0 0 0 0 0 0 0 0 0 0 0
"""


def main():
    for build, strong in BUILDS.items():
        for pose, (shoulder, elbow) in POSES.items():
            name = f"{build}-{pose}"
            write_obj(os.path.join(HERE, "forms", name + ".obj"), name, *form(strong, shoulder, elbow))
    with open(os.path.join(HERE, "clips", "arm.bvh"), "w", encoding="utf-8", newline="\n") as file:
        file.write(SKELETON)


if __name__ == "__main__":
    main()
