#!/usr/bin/env python3
"""Models the five forms of the blob: python3 examples/blob/make.py

A bean of a creature on two stubby feet, with a belly, a round head and big eyes. `bend` leans it over to its left or right,
`thickness` feeds it. It was modelled standing, thin, round and fat, and, well fed, leaning over to either side. Nobody modelled it
leaning farther and fatter still: in these corners its cheek runs into its belly, until two pseudo-examples mend them.
"""
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from modeller import ball, bump, smooth, write_obj  # noqa: E402

TALL = 1.5  # metres, standing straight
LEAN = 1.75  # radians from the hips to the top of the head, at bend ±1
HIPS, NECK = 0.30, 1.16  # between them the back bends


def waist(height, fat):
    """How far out the body reaches at this share of its height, metres: sideways, to the front, to the back."""
    round_ = math.sqrt(max(0.0, 1 - (2 * height - 1) ** 2)) ** 0.75
    belly = bump(height, 0.30, 0.16)
    head = bump(height, 0.79, 0.14)
    slim = round_ * (0.195 + 0.085 * belly + 0.085 * head)
    stout = round_ * (0.40 + 0.20 * belly + 0.04 * head)
    side = slim + (stout - slim) * fat
    front = side * (1 + (0.14 + 0.16 * fat) * belly + 0.04 * head)
    back = side * (1 - 0.10 * belly + 0.12 * fat * bump(height, 0.20, 0.12))
    return side, front, back


def body(direction, bend, fat):
    """A point of the creature standing straight, from a direction of the ball."""
    x, y, z = direction
    height = 0.5 + 0.5 * y
    around = math.hypot(x, z)
    side, front, back = waist(height, fat)
    depth = front if z > 0 else back
    out = [0.0, height * TALL, 0.0]
    if around > 1e-9:
        out[0], out[2] = side * x / around, depth * z / around
    for sign in (-1, 1):
        # Eyes stand out of the upper face; feet are a little apart and forward; arms are stubs, tucked in where it
        # bends.
        eye = math.exp(-(((x - sign * 0.36) / 0.23) ** 2 + ((y - 0.64) / 0.21) ** 2)) * smooth(3 * z)
        out[0] += sign * 0.01 * eye
        out[1] += 0.05 * eye
        out[2] += 0.115 * eye
        foot = math.exp(-(((x - sign * 0.36) / 0.26) ** 2 + ((z - 0.18) / 0.32) ** 2)) * smooth(-3 * (y + 0.40))
        out[0] += sign * (0.04 + 0.05 * fat) * foot
        out[1] -= 0.11 * foot
        out[2] += 0.10 * foot
        arm = math.exp(-(((x - sign) / 0.6) ** 2 + ((y - 0.04) / 0.21) ** 2 + (z / 0.34) ** 2))
        out[0] += sign * 0.11 * arm * (1 - max(0.0, sign * bend))
        out[1] -= 0.05 * arm
    smile = math.exp(-(((y - 0.24 - 0.6 * x * x) / 0.10) ** 2)) * smooth(3 * (z - 0.5)) * smooth(5 * (0.5 - abs(x)))
    out[2] -= 0.045 * smile
    return out


def lean(point, bend):
    """Bows the back sideways along an arc, hips first; what lies inside the arc is squeezed, outside it is stretched."""
    x, y, z = point
    total = LEAN * abs(bend)
    if total < 1e-9:
        return point
    sign = 1 if bend > 0 else -1
    length = NECK - HIPS
    along = min(max(y - HIPS, 0.0), length)
    turn, radius = total * along / length, length / total
    beyond = y - HIPS - along if y > HIPS + length else min(y - HIPS, 0.0)
    middle = (radius * (1 - math.cos(turn)), radius * math.sin(turn))
    out = (middle[0] + math.sin(turn) * beyond, middle[1] + math.cos(turn) * beyond)
    inside = sign * x
    return (sign * (out[0] + math.cos(turn) * inside), HIPS + out[1] - math.sin(turn) * inside, z)


def form(bend, fat):
    points, triangles = ball(3)
    placed = [lean(body(p, bend, fat), bend) for p in points]
    ground = min(p[1] for p in placed)
    return [(x, y - ground, z) for x, y, z in placed], triangles


FORMS = {"thin": (0, 0), "round": (0, 0.5), "fat": (0, 1), "left": (1, 0.65), "right": (-1, 0.65)}


def main():
    for name, (bend, fat) in FORMS.items():
        write_obj(os.path.join(HERE, "forms", name + ".obj"), name, *form(bend, fat))


if __name__ == "__main__":
    main()
