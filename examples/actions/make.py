#!/usr/bin/env python3
"""Draws the five actions of the person and writes clips/*.bvh and project.json: make.py

Seen from the person's right, so that forward is to the right of the paper. The paper's origin lies on the ground below the pelvis at
rest. Times are in frames of film, 24 a second. What the strokes do not say, contacts, cans and the motion below do: where
the feet tread, how far shoulders and hips turn against each other, and what free arms do.
"""
import importlib.util
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from animator import add, arm, bvh, hermite, lower, mul, neck, rad, rx, ry, scale, spine, sub, turned  # noqa: E402
from strokes import along, arch, frames, lay, sweep, write  # noqa: E402

found = importlib.util.spec_from_file_location("person", HERE.parent / "person" / "make.py")
person = importlib.util.module_from_spec(found)
found.loader.exec_module(person)
BODY, SHAPE = person.SKELETON, person.SHAPE
SOLE = SHAPE["sole"]

VIEW = {"heading": round(-math.pi / 2, 7), "centre": [0, 0, 0]}
OUT = 8  # degrees by which feet point outwards
CALM = {"anticipation": 0.0, "overshoot": 0.0}
EVEN = {"anticipation": 0.0, "overshoot": 0.04, "cycles": 0.4, "damping": 0.4}  # off at once, and a little too far

# ---- Bones, and how long they are seen from the side -----------------------------------------------------------------

SPINE, HEAD = ["pelvis", "spine", "waist", "chest"], ["neck"]
TOES, SHIN, THIGH, SEAT = 0.149, 0.405, 0.435, 0.045  # to the ankle, to the knee, to the hip, to the pelvis
LOW, HIGH, FACE, COLLAR = 0.21, 0.3, 0.086, 0.26  # pelvis to waist, to the neck, to the head; waist to the shoulder
UPPER, FORE, PALM = 0.285, 0.255, 0.092


def leg(side):
    """The bones from the ankle up: a joint's bone goes on from it along the way, and that of the first to its tip."""
    return [f"{name}.{side}" for name in ("knee", "hip")]


def hand(side):
    """The arm. The collar bone lies across the view and is left alone."""
    return [f"{name}.{side}" for name in ("shoulder", "elbow", "wrist")]


def knee(ankle, hip):
    """Directions of shin and thigh, from the ankle up, of a leg that reaches: its knee points forwards."""
    far = min(math.dist(ankle, hip), (SHIN + THIGH) * 0.9995)
    up = math.degrees(math.atan2(hip[1] - ankle[1], hip[0] - ankle[0]))
    bent = math.degrees(math.acos((SHIN ** 2 + far ** 2 - THIGH ** 2) / (2 * SHIN * far)))
    other = math.degrees(math.acos((THIGH ** 2 + far ** 2 - SHIN ** 2) / (2 * THIGH * far)))
    return up - bent, up + other


def toward(place, degrees, far):
    return place[0] + far * math.cos(rad(degrees)), place[1] + far * math.sin(rad(degrees))


# ---- Curves over frames ----------------------------------------------------------------------------------------------


def slopes(keys):
    """Of (frame, value) keys: none where it turns round or stands, elsewhere the harmonic mean of both sides, so that it never goes
    beyond a key."""
    out = [0.0] * len(keys)
    for i in range(1, len(keys) - 1):
        (a, p), (b, q), (c, r) = keys[i - 1:i + 2]
        left, right = (q - p) / (b - a), (r - q) / (c - b)
        out[i] = 2 * left * right / (left + right) if left * right > 0 else 0.0
    return out


def curve(keys):
    """Through (frame, value) keys, at rest where it turns round; before the first and after the last it stays."""
    tangents = slopes(keys)

    def at(frame):
        if frame <= keys[0][0]:
            return keys[0][1]
        for i in range(len(keys) - 1):
            (f, v), (g, w) = keys[i:i + 2]
            if frame < g:
                return hermite(v, tangents[i] * (g - f), w, tangents[i + 1] * (g - f), (frame - f) / (g - f))
        return keys[-1][1]

    return at


# ---- Contacts --------------------------------------------------------------------------------------------------------


def turn(q):
    return [round(a, 5) + 0.0 for a in (*q[1:], q[0])]


def tread(side, x, z, pitch=0.0, out=OUT):
    """Place and turn of an ankle that would be above (x, z) if its foot lay flat: it rolls over the ball, or, with the toes up, over
    the heel."""
    yaw = ry(rad(out if side == "l" else -out))
    pivot = (0, -SOLE, -SHAPE["heel"]) if pitch < 0 else (0, SHAPE["toe"] - SOLE, SHAPE["ball"])
    rolled = mul(yaw, rx(rad(pitch)))
    return add((x, SOLE, z), sub(turned(yaw, pivot), turned(rolled, pivot))), rolled


class Foot:
    """The way of a foot, keyed (frame, x, z, pitch with the toes down in degrees) on the ground, where it rolls; in the air with how high
    the ankle is lifted too. It leaves the ground as fast as it rolls, and flies through its other keys in one sweep."""

    def __init__(self, side, *keys, out=OUT):
        self.side, self.out = side, out
        self.keys = [(*k, 0.0) if len(k) == 4 else k for k in keys]
        self.pitch = curve([(k[0], k[3]) for k in self.keys])
        self.spots = [self.tread(*k[1:])[0] for k in self.keys]

    def tread(self, x, z, pitch, lift=0.0):
        place, rolled = tread(self.side, x, z, pitch, self.out)
        return (x, SOLE + lift, z) if lift > 0.0 else place, rolled

    def speed(self, i):
        """Of the ankle at a key, a frame."""
        at, x, z, _, lift = self.keys[i]
        if lift == 0.0 or i in (0, len(self.keys) - 1):
            a, b = (self.tread(x, z, self.pitch(at + d))[0] for d in (-0.01, 0.01))
            return scale(sub(b, a), 50.0)
        before, after = self.keys[i - 1][0], self.keys[i + 1][0]
        return scale(sub(self.spots[i + 1], self.spots[i - 1]), 1.0 / (after - before))

    def rolls(self, i):
        """From key i to the next."""
        return self.keys[i][4] == self.keys[i + 1][4] == 0.0 and self.keys[i][1:3] == self.keys[i + 1][1:3]

    def at(self, frame):
        """Place and turn of the ankle, bend of the toes in degrees, which stay flat while the foot rolls over them."""
        i = max([n for n, k in enumerate(self.keys) if k[0] <= frame], default=0)
        first, *where = self.keys[i]
        pitch = self.pitch(frame)
        if frame <= first or i + 1 == len(self.keys):
            return *self.tread(*where), max(where[2], 0.0) if where[3] == 0.0 else 0.0
        if self.rolls(i):
            return *self.tread(where[0], where[1], pitch), max(pitch, 0.0)
        gap = self.keys[i + 1][0] - first
        a, b = scale(self.speed(i), gap), scale(self.speed(i + 1), gap)
        place = tuple(hermite(p, v, q, w, (frame - first) / gap) for p, v, q, w in zip(self.spots[i], a, self.spots[i + 1], b))
        return place, self.tread(0, 0, pitch)[1], self.curl(frame)

    def curl(self, frame):
        """Of toes in the air: as they left the ground, and as they come to it."""
        bends = [(k[0], max(k[3], 0.0) if k[4] == 0.0 else 0.0) for k in self.keys]
        left = max([b for b in bends if b[0] <= frame], default=(0, 0.0))
        comes = min([b for b in bends if b[0] > frame], default=(999, 0.0))
        return curve([left, (left[0] + 6, 0.0)])(frame) + curve([(comes[0] - 5, 0.0), comes])(frame)

    def plate(self, first=None, last=None, fade=0):
        """Of the ankle: a key at every frame while it moves. Where it takes hold and lets go it goes on along the foot's way."""
        first, last = (self.keys[n][0] if at is None else at for n, at in ((0, first), (-1, last)))
        ankles = [(frame, *self.at(frame)[:2]) for frame in range(max(first - fade, 0), last + fade + 1)]
        still = lambda a, b: a is not None and b is not None and a[1:] == b[1:]
        kept = [b for a, b, c in zip([None] + ankles, ankles, ankles[1:] + [None]) if not (still(a, b) and still(b, c))]
        return {"bone": f"ankle.{self.side}", "from": frames(first), "to": frames(last), "ease": frames(fade),
                "keys": [{"time": frames(at), "place": [round(v, 4) + 0.0 for v in place], "turn": turn(q)} for at, place, q in kept]}

    def plates(self, fade):
        """Where it is on the ground; in the air a line leads it."""
        spans, flies = [], True
        for at, _, _, _, lift in self.keys:
            if lift == 0.0:
                spans = spans + [(at, at)] if flies else spans[:-1] + [(spans[-1][0], at)]
            flies = lift > 0.0
        return [self.plate(*span, fade) for span in spans]

    def seen(self, frame):
        """Where the ankle is on the paper."""
        place = self.at(frame)[0]
        return place[2], place[1]


def can(bone, *keys):
    """A twist: (frame, degrees to the left) each."""
    return {"bone": bone, "keys": [{"time": frames(at), "angle": round(rad(angle), 5)} for at, angle in keys]}


# ---- What the body does without a line -------------------------------------------------------------------------------

def within(ankle, hip):
    """As near to the hip as a leg that is not quite straight."""
    way = sub(ankle, hip)
    return add(hip, scale(way, min(1.0, 0.995 * (THIGH + SHIN) / math.hypot(*way))))


ARM = {"swing": 4, "out": 11, "twist": 14, "elbow": 20, "roll": 10, "flex": 6, "bend": 0}
LEG = {"kick": 0, "knee": 0, "point": 0}  # forwards; bent more than it stands; toes pointed


def stand(frame=0, left={}, right={}, nod=2, curl=0.3, hips=(0, 0.94, 0), bow=3, lean=2, feet=(), start=False):
    """Weight on both feet, knees and elbows not locked, arms hanging; or whatever arms, head and free legs do at a frame: curves over frames, in
    degrees, seen from the chest. Legs reach from the hips to the feet, wherever both are, or stand as at the start."""
    value = lambda channel: channel(frame) if callable(channel) else channel
    treading = feet or (Foot("l", (0, 0.09, 0, 0)), Foot("r", (0, -0.09, 0, 0)))
    ankles = [foot.at(0 if start else frame) for foot in treading]
    pelvis = rx(rad(value(bow)))
    place = tuple(value(channel) for channel in hips)
    near = [within(ankle[0], add(place, turned(pelvis, BODY.offset[f"hip.{foot.side}"]))) for foot, ankle in zip(treading, ankles)]
    place, pose = lower(BODY, place, pelvis, [(at, ankle[1], 0.0) for at, ankle in zip(near, ankles)], rad(5))
    chest = rx(rad(value(lean)))
    spine(pose, ("spine", "waist", "chest"), pose["pelvis"], chest, (0.25, 0.6, 1.0))
    neck(pose, chest, mul(chest, rx(rad(value(nod) - 2))))
    for side, channels in ((".l", left), (".r", right)):
        arm(pose, side, chest, 0.0, **{name: rad(value({**ARM, **channels}[name])) for name in ARM})
        grip = value(channels.get("curl", curl))
        person.hand(pose, side, grip, thumb=min(0.3, 2 * grip - 0.3))
        kick, bend, point = (rad(value({**LEG, **channels}[name])) for name in LEG)
        pose["hip" + side] = mul(rx(-kick), pose["hip" + side])
        pose["knee" + side] = mul(pose["knee" + side], rx(bend))
        pose["ankle" + side] = mul(pose["ankle" + side], rx(point))
    for foot in feet:
        pose[f"toe.{foot.side}"] = rx(-rad(foot.at(frame)[2]))
    return place, pose


def loose(channels):
    """An arm whose forearm and hand come after it: while it swings they are left behind, and where it stops they go on."""
    swing = channels.get("swing", ARM["swing"])
    if not callable(swing):
        return channels
    behind = lambda frame, most: most * math.tanh((swing(frame - 1.6) - swing(frame + 0.4)) / 60)
    plain = lambda name: (lambda value: value if callable(value) else lambda frame: value)(channels.get(name, ARM[name]))
    elbow, bend = plain("elbow"), plain("bend")
    return {**channels, "elbow": lambda frame: max(elbow(frame) + behind(frame - 1, 16), 2), "bend": lambda frame: bend(frame) + behind(frame - 2, 24)}


def acted(last, left={}, right=None, nod=((0, 2),), curl=((0, 0.3),), hips=(0, 0.94, 0), bow=((0, 3),), lean=((0, 2),), **more):
    """Frames 0 … last of arms, head and free legs, whose keys are {channel: ((frame, degrees), …)}."""
    left, right = (loose({name: curve(keys) for name, keys in side.items()}) for side in (left, left if right is None else right))
    hips = [curve(channel) if isinstance(channel, tuple) else channel for channel in hips]
    return [stand(frame, left, right, curve(nod), curve(curl), hips, curve(bow), curve(lean), **more) for frame in range(last + 1)]


def take(name, *poses):
    (HERE / "clips").mkdir(exist_ok=True)
    (HERE / "clips" / f"{name}.bvh").write_text(bvh(BODY, 24, poses))


# ---- Strokes ---------------------------------------------------------------------------------------------------------


def key(at, points, bones, **more):
    return {"time": frames(at), "points": points, "bones": bones, **more}


def rising(at, foot, hips, low, high, arms=None, face=None, legs=True, on=(), **more):
    """A line from a foot up: through the leg to the hips, along the trunk, whose lower and upper half have directions, and out into an arm
    (directions of upper arm, forearm, hand) or the head. Without legs it begins at the foot all the same, but only the
    trunk and what follows is on it; beyond the head it goes on in directions that nothing follows, as far as an arm would reach."""
    ankle, side = foot.seen(at), foot.side
    seat = toward(hips, low + 180, SEAT)
    straight = math.dist(ankle, seat), math.degrees(math.atan2(seat[1] - ankle[1], seat[0] - ankle[0]))
    parts = list(zip((SHIN, THIGH), knee(ankle, seat))) if legs else [straight]
    below = sum(part[0] for part in parts) + SEAT
    parts.append((SEAT + LOW, low))
    parts += [(COLLAR, high), *zip((UPPER, FORE, PALM), arms)] if arms else [(HIGH, high), (FACE, high if face is None else face)]
    bones = (leg(side) if legs else []) + SPINE + (hand("r") if arms else HEAD)
    above = sum(part[0] for part in parts)
    parts += [((COLLAR - HIGH - FACE + UPPER + FORE + PALM) / len(on), degrees) for degrees in on]
    total = sum(part[0] for part in parts)
    if not legs or on:
        more = {"from": 0 if legs else round(below / total, 4), "to": round(above / total, 4), **more}
    return key(at, along(ankle, *parts), bones, **more)


def line(name, preset, keys, **more):
    return {"name": name, "skeleton": "person", "preset": preset, "view": VIEW, "rate": 24, "settle": 0.5, "keys": keys, **more}


# ---- The actions -----------------------------------------------------------------------------------------------------


THROW_FEET = [
    Foot("l", (0, 0.09, 0.02, 0), (5, 0.09, 0.02, 0), (10, 0.09, 0.02, 44), (15, 0.1, 0.2, 24, 0.41), (19, 0.1, 0.43, -10, 0.14),
         (22, 0.1, 0.62, -16), (24, 0.1, 0.62, 0), (90, 0.1, 0.62, 0)),
    Foot("r", (0, -0.1, -0.18, 0), (19, -0.1, -0.18, 0), (25, -0.1, -0.18, 44), (31, -0.1, -0.18, 66), (37, -0.14, 0.26, 76, 0.3),
         (43, -0.1, 0.55, 10, 0.14), (47, -0.1, 0.68, -12), (50, -0.1, 0.68, 0), (90, -0.1, 0.68, 0), out=16)]
THROW = {0: ((-0.09, 0.93), 91, 89), 15: ((-0.15, 0.9), 104, 116), 22: ((0.16, 0.84), 84, 108), 24: ((0.28, 0.83), 77, 90),
         26: ((0.38, 0.82), 68, 60), 29: ((0.45, 0.78), 58, 36), 33: ((0.48, 0.765), 53, 24), 48: ((0.57, 0.87), 80, 72), 62: ((0.64, 0.945), 91, 89)}


def throw():
    """Wind-up, stride, release, follow-through: from the back foot through the spine into the throwing hand. Then the back foot
    comes after."""
    left, right = THROW_FEET
    draw = lambda at, foot, **more: rising(at, foot, *THROW[at], **more)
    return line("throw", "normal", [
        draw(0, right, on=(92, 98)),
        draw(15, right, arms=(178, 198, 204), temper=CALM),
        draw(22, right, arms=(166, 190, 196), temper=CALM),
        draw(24, right, arms=(106, 158, 172), temper=CALM),
        draw(26, right, arms=(36, 44, 26), temper=CALM),
        draw(29, right, arms=(-46, -34, -46), temper=CALM),
        draw(33, right, arms=(-100, -74, -84), preset="floaty"),
        draw(48, left, legs=False, on=(74, 60), preset="heavy"),
        draw(62, left, legs=False, on=(86, 80)),
    ], over={"take": "throw"}, contacts=[foot.plate() for foot in THROW_FEET],
        twists=[can("pelvis", (0, 0), (15, -22), (20, -8), (24, 20), (28, 26), (34, 20), (48, 4), (62, 0)),
                can("chest", (0, 0), (15, -42), (22, -34), (26, 14), (29, 34), (33, 46), (48, 6), (62, 0)), can("neck", (0, 0))])


def throw_other():
    """The other arm points where it shall go, and is pulled in and back as the ball leaves. Drawn over the body that throws: from where
    it has its shoulder."""
    shoulder = {0: (-0.078, 1.41), 15: (-0.241, 1.419), 22: (0.178, 1.363), 24: (0.376, 1.318), 27: (0.655, 1.243), 33: (0.891, 1.152),
                48: (0.699, 1.331), 62: (0.635, 1.415)}
    draw = lambda at, *degrees, **more: key(at, along(shoulder[at], *zip((UPPER, FORE, PALM), degrees)), hand("l"), **more)
    return line("throw-other-arm", "normal", [
        draw(0, -84, -66, -62), draw(15, 4, 20, 14, temper=CALM), draw(22, -10, 8, 2, temper=CALM), draw(24, -56, -22, -14, temper=CALM),
        draw(27, -120, -70, -62, temper=CALM), draw(33, -172, -142, -138, preset="floaty"), draw(48, -108, -82, -76, preset="heavy"),
        draw(62, -84, -66, -62),
    ], over={"line": "throw"}, root="held")


def throw_take():
    across = ((0, 0), (14, -0.06), (20, -0.03), (30, 0.05), (44, 0.05), (62, 0))  # over the foot that carries
    ahead, high, bow = (tuple((at, value(*pose)) for at, pose in THROW.items()) for value in (
        lambda hips, low, _: hips[0], lambda hips, low, _: hips[1], lambda hips, low, _: 90 - low))
    left = {"swing": ((0, 4), (15, 66), (22, 58), (29, -24), (36, -36), (48, 14), (58, -4), (66, 4)), "out": ((0, 11), (15, 24), (24, 20), (33, 34), (56, 11)),
            "elbow": ((0, 20), (14, 12), (22, 16), (28, 66), (36, 50), (54, 20))}
    right = {"swing": ((0, 4), (44, 30), (54, -8), (62, 8), (70, 4)), "elbow": ((0, 20), (36, 20), (46, 34), (60, 20)),
             "out": ((0, 11), (26, 11), (33, -18), (44, -6), (54, 11)), "curl": ((0, 0.5), (6, 0.85), (24, 0.85), (26, 0.05), (34, 0.12), (52, 0.4))}
    return acted(80, left, right, feet=THROW_FEET, hips=(across, high, ahead), bow=bow,
                 nod=((0, 2), (15, 6), (22, 0), (32, -40), (40, -34), (56, 2)))


JUMP_FEET = [
    Foot(side, (0, x, 0, 0), (16, x, 0, 0), (22, x, 0, 54), (25, x, 0.28, 78, 0.42), (28, x, 0.82, 44, 0.6), (31, x, 1.42, -14, 0.28),
         (33 + late, x, 1.72, -22), (35 + late, x, 1.72, 0), (90, x, 1.72, 0)) for side, x, late in (("l", 0.09, 1), ("r", -0.09, 0))]
JUMP = {0: ((0, 0.945), 91, 89), 5: ((0.02, 0.93), 86, 85), 11: ((-0.17, 0.56), 68, 46), 16: ((-0.1, 0.575), 58, 38), 22: ((0.335, 1.01), 70, 80),
        27: ((0.76, 1.215), 84, 72), 30: ((1.03, 1.11), 96, 66), 33: ((1.31, 0.87), 98, 64), 37: ((1.6, 0.56), 66, 44), 42: ((1.66, 0.5), 60, 36),
        54: ((1.73, 0.95), 92, 93), 64: ((1.72, 0.945), 91, 89)}


def jump():
    """Down, and up and away: the crouch is the anticipation, and is drawn; the landing gives way before it stands."""
    right = JUMP_FEET[1]
    draw = lambda at, face=None, **more: rising(at, right, *JUMP[at], face=face, legs=at in (0, 5, 54, 64), temper=CALM, **more)
    return line("jump", "normal", [
        draw(0), draw(5), draw(11, 72), draw(16, 70), draw(22, 90), draw(27, 78), draw(30, 78), draw(33, 76), draw(37, 66), draw(42, 64),
        draw(54, 88), draw(64, 90),
    ], over={"take": "jump"}, contacts=[foot.plate() for foot in JUMP_FEET])


def jump_take():
    ahead, high, bow = (tuple((at, value(*pose)) for at, pose in JUMP.items()) for value in (
        lambda hips, low, _: hips[0], lambda hips, low, _: hips[1], lambda hips, low, _: 90 - low))
    swing = ((0, 4), (5, 24), (14, -72), (20, 50), (24, 150), (28, 170), (33, 112), (40, -22), (46, -46), (54, 26), (61, -6), (68, 8), (74, 4))
    other = tuple((at + (1 if 10 < at < 70 else 0), round(0.93 * value + 4)) for at, value in swing)
    elbow = ((0, 20), (6, 34), (14, 14), (20, 36), (24, 16), (28, 30), (33, 24), (40, 30), (46, 18), (55, 30), (67, 20))
    arms = {"elbow": elbow, "out": ((0, 11), (14, 18), (24, 14), (30, 34), (38, 30), (46, 22), (57, 11))}
    return acted(82, {**arms, "swing": other}, {**arms, "swing": swing},
                 nod=((0, 2), (6, 4), (13, -18), (18, -16), (24, -10), (31, 10), (36, 14), (43, -8), (56, -4), (66, 2)), hips=(0, high, ahead), bow=bow,
                 feet=JUMP_FEET)


BACK, FRONT = (0.06, -0.36), (-0.08, 0.2)
LUNGE_FEET = [
    Foot("l", (0, *BACK, 0), (90, *BACK, 0), out=75),
    Foot("r", (0, *FRONT, 0), (11, *FRONT, 0), (13, 0.2 * FRONT[0] + 0.8 * -0.08, 0.3, -24, 0.05), (15, -0.08, 0.6, -26, 0.12), (18, -0.08, 0.96, -18),
         (20, -0.08, 0.96, 0), (31, -0.08, 0.96, 0), (33, -0.08, 0.96, -16), (39, -0.08, 0.54, -12, 0.08), (44, *FRONT, -6), (46, *FRONT, 0),
         (90, *FRONT, 0), out=0)]
LUNGE = {0: ((-0.06, 0.8), 88, 86), 6: ((-0.04, 0.772), 86, 83), 12: ((-0.17, 0.742), 102, 97), 15: ((0.06, 0.72), 87, 79), 18: ((0.32, 0.62), 76, 65),
         21: ((0.385, 0.56), 69, 54), 25: ((0.36, 0.6), 75, 63), 31: ((0.375, 0.575), 72, 58), 38: ((0.12, 0.7), 84, 76), 45: ((-0.11, 0.755), 93, 90),
         51: ((-0.04, 0.815), 86, 84), 57: ((-0.06, 0.77), 89, 86), 64: ((-0.06, 0.8), 88, 86)}


def lunge():
    """A fencer: sits back, the hand goes first, the back leg straightens behind it; it sinks in and gives, springs home and is on
    guard again."""
    back, _ = LUNGE_FEET
    guard = lambda at, **more: rising(at, back, *LUNGE[at], face=88, legs=False, on=(50, 4), temper=CALM, **more)
    out = lambda at, *arms: rising(at, back, *LUNGE[at], arms, temper=CALM)
    return line("lunge", "snappy", [
        guard(0), guard(6), guard(12), out(15, 2, 16, 10), out(18, 0, 8, 3), out(21, -2, 9, 10), out(25, 2, 10, 5), out(31, 0, 8, 3),
        guard(38), guard(45), guard(51), guard(57), guard(64),
    ], over={"take": "lunge"}, contacts=[foot.plate() for foot in LUNGE_FEET],
        twists=[can("pelvis", (0, 30), (12, 28), (18, 40), (21, 43), (31, 40), (45, 28), (51, 30)),
                can("chest", (0, 40), (12, 34), (18, 60), (21, 66), (25, 62), (31, 62), (45, 36), (51, 40)), can("neck", (0, 0))])


def lunge_take():
    left = {"swing": ((0, -50), (6, -47), (12, -58), (19, -44), (23, -50), (31, -46), (45, -56), (52, -45), (59, -53), (66, -50)),
            "out": ((0, 62), (6, 58), (13, 70), (20, 20), (24, 30), (31, 26), (46, 70), (53, 56), (60, 66), (67, 62)),
            "elbow": ((0, 96), (6, 92), (13, 104), (20, 6), (24, 16), (31, 12), (46, 102), (53, 92), (60, 96)),
            "flex": ((0, 6), (16, 10), (20, -30), (25, 12), (31, 4), (40, 20), (50, 0), (56, 6))}
    right = {"swing": ((0, 30), (6, 33), (11, 22), (15, 66), (31, 66), (44, 24), (51, 34), (58, 27), (65, 30)),
             "elbow": ((0, 72), (6, 68), (11, 88), (15, 6), (31, 8), (44, 82), (51, 66), (58, 77), (65, 72))}
    ahead, high, bow = (tuple((at, value(*pose)) for at, pose in LUNGE.items()) for value in (
        lambda hips, low, _: hips[0], lambda hips, low, _: hips[1], lambda hips, low, _: 90 - low))
    return acted(84, left, right, curl=((0, 0.9),), nod=((0, 2), (6, 0), (12, 8), (18, -12), (21, -18), (25, -12), (31, -14), (45, 6), (52, 2)),
                 hips=(0, high, ahead), bow=bow, feet=LUNGE_FEET)


# Of its strokes: where the hips are, lower and upper half of the trunk, the face; and which leg is drawn out: toes,
# shin, thigh.
SWITCH = {0: ((0, 0.93), 91, 89, 90), 6: ((0.03, 0.87), 84, 82, 80), 14: ((0.08, 0.9), 44, 70, 80, "r", -34, -16, -2),
          20: ((0.085, 0.905), 48, 76, 88, "r", -42, -24, -10), 27: ((0.1, 0.895), 50, 80, 92, "r", -46, -28, -13), 34: ((0.24, 0.83), 78, 70, 74),
          40: ((0.4, 0.85), 84, 80, 80), 49: ((0.55, 0.905), 42, 70, 80, "l", -36, -18, -4), 56: ((0.555, 0.91), 48, 78, 90, "l", -46, -28, -13),
          64: ((0.56, 0.9), 50, 82, 95, "l", -50, -32, -17), 74: ((0.51, 0.85), 80, 78, 80), 83: ((0.48, 0.962), 92, 93, 96), 92: ((0.48, 0.95), 91, 89, 90)}
LEG_SWITCH_FEET = [
    Foot("l", (0, 0.07, 0.02, 0), (37, 0.07, 0.02, 0), (42, 0.07, 0.02, 56), (49, 0.09, -0.22, 76, 0.62), (64, 0.09, -0.22, 76, 0.62),
         (69, 0.1, -0.04, 70, 0.34), (74, 0.09, 0.3, 24, 0.1), (78, 0.09, 0.46, 8), (80, 0.09, 0.46, 0), (120, 0.09, 0.46, 0)),
    Foot("r", (0, -0.09, 0, 0), (3, -0.09, 0, 0), (7, -0.09, 0, 56), (14, -0.1, -0.68, 76, 0.62), (27, -0.1, -0.68, 76, 0.62),
         (31, -0.1, -0.28, 70, 0.32), (35, -0.08, 0.26, 14, 0.1), (38, -0.06, 0.5, -14), (40, -0.06, 0.5, 0), (120, -0.06, 0.5, 0))]


def leg_switch():
    """One leg drawn out behind, then the other, through the knees each time: the line passes from leg to leg, and between them holds the
    trunk alone. What it holds goes on growing: higher, longer, until it lets go."""
    left, right = LEG_SWITCH_FEET

    def poised(at, hips, low, high, face, side, foot, shin, thigh):
        """Hips at a place, and one leg on the line, pointed toes and all."""
        seat = toward(hips, low + 180, SEAT)
        ankle = toward(toward(seat, thigh + 180, THIGH), shin + 180, SHIN)
        parts = ((TOES, foot), (SHIN, shin), (THIGH, thigh), (SEAT + LOW, low), (HIGH, high), (FACE, face))
        return key(at, along(toward(ankle, foot + 180, TOES), *parts), [f"ankle.{side}"] + leg(side) + SPINE + HEAD, temper=CALM)

    def passing(at, hips, low, high, face):
        return rising(at, left if at < 40 else right, hips, low, high, face=face, legs=False, temper=CALM)

    return line("leg-switch", "normal", [(poised if len(pose) > 4 else passing)(at, *pose) for at, pose in SWITCH.items()],
                over={"take": "leg-switch"}, contacts=[plate for foot in LEG_SWITCH_FEET for plate in foot.plates(3)])


def leg_switch_take():
    """Arms breathe with it: in and down before, out with the leg, and up as long as it grows; the one behind turns its palm up."""
    ahead = {"swing": ((0, 4), (5, -8), (14, 84), (20, 96), (27, 108)), "out": ((0, 11), (5, 4), (14, 20), (27, 16)), "elbow": ((0, 20), (5, 34), (15, 8), (27, 6))}
    behind = {"swing": ((0, 4), (5, 12), (15, -22), (20, -26), (27, -30)), "out": ((0, 11), (5, 2), (15, 60), (27, 74)), "elbow": ((0, 20), (5, 40), (16, 14), (27, 10))}
    later = lambda keys, rest: tuple((at, value) for at, value in ((35, rest[0]), (41, rest[1]), *((50 + (f - 15) * 14 / 12, v) for f, v in keys[2:]), (75, rest[0]), (84, rest[2]), (91, rest[3])))
    rests = {"swing": (12, -10, 10, 4), "out": (22, 8, 14, 11), "elbow": (36, 38, 14, 20)}
    left = {name: ahead[name] + later(behind[name], rests[name]) for name in rests}
    right = {name: behind[name] + later(ahead[name], rests[name]) for name in rests}
    across = ((0, 0), (10, 0.06), (28, 0.06), (38, 0.0), (46, -0.06), (66, -0.06), (80, 0))  # over the foot that carries
    forth, high, bow = (tuple((at, value(*pose)) for at, pose in SWITCH.items()) for value in (
        lambda hips, low, *_: hips[0], lambda hips, low, *_: hips[1], lambda hips, low, *_: 90 - low))
    return acted(112, left, right, nod=((0, 2), (6, 10), (14, -10), (27, -22), (35, 12), (41, 8), (50, -10), (64, -24), (75, 10), (85, -4), (94, 2)),
                 hips=(across, high, forth), bow=bow, lean=((0, 2), (14, 14), (27, 10), (36, 10), (50, 14), (64, 8), (76, 6), (86, 2)), feet=LEG_SWITCH_FEET)


LANDING, LAST, PALMS = -1.62, -1.86, (-0.98, 0.045)
WALK_OVER_FEET = [
    Foot("l", (0, 0.07, 0, 0), (29, 0.07, 0, 0), (35, 0.07, 0, 56), (40, 0.08, -0.02, 90, 0.5), (66, 0.08, LAST - 0.36, 110, 0.6),
         (71, 0.08, LAST - 0.06, 56, 0.23), (75, 0.08, LAST, 44), (80, 0.08, LAST, 36), (86, 0.08, LAST, 44), (91, 0.08, -1.7, 12, 0.08),
         (96, 0.08, LANDING, 0), (130, 0.08, LANDING, 0)),
    Foot("r", (0, -0.09, 0, 0), (2, -0.09, 0, 0), (5, -0.09, 0, 24), (9, -0.08, 0.13, 10, 0.07), (13, -0.07, 0.22, 6), (15, -0.07, 0.22, 10),
         (19, -0.07, 0.42, 40, 0.2), (22, -0.07, 0.64, 50, 0.38), (46, -0.08, LANDING - 0.26, 10, 0.66), (50, -0.08, LANDING - 0.1, 40, 0.28),
         (53, -0.08, LANDING, 44), (59, -0.08, LANDING, 0), (130, -0.08, LANDING, 0))]


def walk_over():
    """Backwards over the hands, in one line: right leg, left leg while it goes over, right leg again as it stands up."""
    left_foot, right_foot = WALK_OVER_FEET
    arms = hand("r")[:-1]  # hands lie on the ground, held by plates
    right, left = leg("r") + SPINE + arms, leg("l") + SPINE + arms
    below = SHIN + THIGH + SEAT + LOW
    far, rise = below + COLLAR + UPPER + FORE, below + HIGH + FACE
    stands = {"from": 0, "to": round(rise / far, 3)}
    palms = lambda side, x, turned: {
        "bone": f"wrist.{side}", "from": frames(34), "to": frames(58), "ease": frames(1),
        "keys": [{"time": frames(34), "place": [x, PALMS[1], PALMS[0]], "turn": turn(mul(rx(rad(7)), ry(rad(turned))))}]}
    return line("walk-over", "normal", [
        key(0, sweep(right_foot.seen(0), far, 80, 97, 93, 92, 94), leg("r") + SPINE + HEAD, **stands),
        key(14, sweep(right_foot.seen(14), far, 90, 114, 98, 100, 106), right),
        key(26, sweep(left_foot.seen(26), far, 74, 84, 138, 200, 232), left),
        key(34, arch(left_foot.seen(34), PALMS, far, 66, 86, 180, 262, 290), left),
        key(44, lay(PALMS, 1, far, 150, 178, 236, 268, 276), left),
        key(54, lay(PALMS, 1, far, 226, 242, 292, 312, 316), left),
        key(58, lay(PALMS, 1, far, 270, 284, 312, 318, 320), left),
        key(63, lay((-1.57, 0.87), 0.466, far, 326, 334, 350, 336, 336), left),
        key(71, sweep(right_foot.seen(71), far, 422, 450, 416, 394, 396), right),
        key(80, sweep(right_foot.seen(80), far, 438, 460, 457, 462, 466), right),
        key(98, sweep(right_foot.seen(98), far, 440, 458, 453, 452, 454), leg("r") + SPINE + HEAD, **stands),
    ], way="smooth", over={"take": "walk-over"}, contacts=[
        *left_foot.plates(4), *right_foot.plates(4), palms("r", -0.22, 90), palms("l", 0.22, -90)])


def walk_over_take():
    arms = {"swing": ((0, 4), (4, -16), (14, 168), (56, 176), (63, 140), (71, 172), (80, 178), (86, 162), (92, 50), (98, -8), (104, 8), (110, 4)),
            "elbow": ((0, 20), (14, 6), (84, 6), (90, 12), (98, 24), (106, 20)), "out": ((0, 11), (14, 8), (80, 10), (88, 74), (93, 56), (99, 14), (105, 11)),
            "flex": ((0, 6), (22, 0), (31, -76), (57, -76), (64, 0), (84, 10), (90, -26), (98, 12), (106, 6)),
            "twist": ((0, 14), (20, 0), (70, 0), (90, 14)), "roll": ((0, 10), (20, 0), (70, 0), (90, 10))}
    left = {"point": ((36, 0), (44, 44), (64, 44), (72, 0))}
    right = {"kick": ((0, 0), (14, 14), (26, 62), (34, 86), (39, 100), (44, 112), (50, 132), (55, 140), (66, 60), (74, 0)),
             "knee": ((0, 0), (14, 0), (21, -32), (48, -32), (56, 0)), "point": ((15, 0), (24, 44), (44, 44), (53, 0))}
    return acted(116, {**arms, **left}, {**arms, **right}, nod=((0, 2), (14, -26), (26, -40), (54, -30), (68, 0), (92, 2)),
                 curl=((0, 0.3), (20, 0.06), (62, 0.06), (84, 0.3)), hips=(0, 0.92, 0), start=True, feet=WALK_OVER_FEET)


LINES = [throw(), throw_other(), jump(), walk_over(), leg_switch(), lunge()]


def scene(line, name=None):
    """From the first to the last frame of a line."""
    return {"name": name or line["name"], "size": [720, 540], "background": "#F7F1E5", "seconds": round(line["keys"][-1]["time"] + line["settle"], 2),
            "rate": 24, "line": line["name"], "camera": {"heading": -1.2, "pitch": 0.12}}


if __name__ == "__main__":
    take("person", stand())
    take("stand", stand())
    takes = {"throw": throw_take, "jump": jump_take, "walk-over": walk_over_take, "leg-switch": leg_switch_take, "lunge": lunge_take}
    for name, acts in takes.items():
        take(name, *acts())
    write(HERE, {
        "format": "verve-project", "version": 1, "name": "Lines of action",
        "about": "A throw, a jump, a back walk-over, a switch of legs and a lunge: a few strokes each, and the body follows.",
        "artworks": [],
        "skeletons": [{"name": "person", "file": "clips/person.bvh", "colour": "#17877D",
                       "feet": [{"hip": f"hip.{s}", "knee": f"knee.{s}", "ankle": f"ankle.{s}", "toe": f"toe.{s}"} for s in "lr"]}],
        "takes": [{"name": name, "skeleton": "person", "file": f"clips/{name}.bvh"} for name in ("stand", *takes)],
        "lines": LINES,
        "scenes": [scene(line, "throw-with-both-arms" if line["name"] == "throw-other-arm" else None) for line in LINES],
    })
