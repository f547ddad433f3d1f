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

# ---- Bones, and how long they are seen from the side ----------------------------------------------------------------------

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


# ---- Curves over frames -------------------------------------------------------------------------------------------------


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


ARM = {"swing": 4, "out": 11, "twist": 14, "elbow": 20, "roll": 10, "flex": 6}
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
        person.hand(pose, side, value(curl), thumb=min(0.3, 2 * value(curl) - 0.3))
        kick, bend, point = (rad(value({**LEG, **channels}[name])) for name in LEG)
        pose["hip" + side] = mul(rx(-kick), pose["hip" + side])
        pose["knee" + side] = mul(pose["knee" + side], rx(bend))
        pose["ankle" + side] = mul(pose["ankle" + side], rx(point))
    for foot in feet:
        pose[f"toe.{foot.side}"] = rx(-rad(foot.at(frame)[2]))
    return place, pose


def acted(last, left={}, right=None, nod=((0, 2),), curl=((0, 0.3),), hips=(0, 0.94, 0), bow=((0, 3),), lean=((0, 2),), **more):
    """Frames 0 … last of arms, head and free legs, whose keys are {channel: ((frame, degrees), …)}."""
    left, right = ({name: curve(keys) for name, keys in side.items()} for side in (left, left if right is None else right))
    hips = [curve(channel) if isinstance(channel, tuple) else channel for channel in hips]
    return [stand(frame, left, right, curve(nod), curve(curl), hips, curve(bow), curve(lean), **more) for frame in range(last + 1)]


def take(name, *poses):
    (HERE / "clips").mkdir(exist_ok=True)
    (HERE / "clips" / f"{name}.bvh").write_text(bvh(BODY, 24, poses))


# ---- Strokes -------------------------------------------------------------------------------------------------------------


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
    return {"name": name, "skeleton": "person", "preset": preset, "view": VIEW, "rate": 24, "settle": 0.75, "keys": keys, **more}


# ---- The actions -----------------------------------------------------------------------------------------------------


THROW_FEET = [
    Foot("l", (0, 0.09, 0.02, 0), (5, 0.09, 0.02, 0), (10, 0.09, 0.02, 44), (15, 0.1, 0.2, 24, 0.41), (19, 0.1, 0.43, -10, 0.14),
         (22, 0.1, 0.62, -16), (24, 0.1, 0.62, 0), (90, 0.1, 0.62, 0)),
    Foot("r", (0, -0.1, -0.18, 0), (19, -0.1, -0.18, 0), (25, -0.1, -0.18, 44), (31, -0.1, -0.18, 66), (37, -0.14, 0.26, 76, 0.3),
         (43, -0.1, 0.55, 10, 0.14), (47, -0.1, 0.68, -12), (50, -0.1, 0.68, 0), (90, -0.1, 0.68, 0), out=16)]
THROW = {0: ((-0.09, 0.93), 91, 89), 15: ((-0.15, 0.9), 104, 116), 22: ((0.16, 0.84), 84, 108), 26: ((0.38, 0.82), 68, 56),
         32: ((0.47, 0.77), 54, 26), 48: ((0.6, 0.9), 86, 80), 62: ((0.64, 0.945), 91, 89)}


def throw():
    """Wind-up, stride, release, follow-through: from the back foot through the spine into the throwing hand. Then the back foot
    comes after."""
    left, right = THROW_FEET
    draw = lambda at, foot, **more: rising(at, foot, *THROW[at], **more)
    return line("throw", "normal", [
        draw(0, right, on=(92, 98)),
        draw(15, right, arms=(178, 198, 204), temper=CALM),
        draw(22, right, arms=(166, 186, 180), temper=CALM),
        draw(26, right, arms=(48, 12, -8), temper=CALM),
        draw(32, right, arms=(-50, -82, -90), preset="floaty"),
        draw(48, left, legs=False, on=(74, 60), preset="heavy"),
        draw(62, left, legs=False, on=(86, 80)),
    ], over={"take": "throw"}, contacts=[foot.plate() for foot in THROW_FEET],
        twists=[can("chest", (0, 0), (15, -40), (22, -34), (26, 14), (32, 34), (48, 6), (62, 0)), can("neck", (0, 0))])


def throw_other():
    """The other arm points where it shall go, and is pulled in and back as the ball leaves. Drawn over the body that throws: from where
    it has its shoulder."""
    shoulder = {0: (-0.078, 1.41), 15: (-0.25, 1.419), 22: (0.174, 1.365), 24: (0.394, 1.323), 27: (0.667, 1.237), 33: (0.857, 1.136),
                48: (0.652, 1.369), 62: (0.635, 1.415)}
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
    return acted(80, feet=THROW_FEET, hips=(across, high, ahead), bow=bow, nod=((0, 2), (15, 6), (22, 0), (32, -40), (40, -34), (56, 2)))


JUMP_FEET = [
    Foot(side, (0, x, 0, 0), (16, x, 0, 0), (22, x, 0, 54), (25, x, 0.36, 70, 0.3), (28, x, 0.76, 30, 0.43), (31, x, 1.24, -8, 0.2),
         (33, x, 1.5, -20), (35, x, 1.5, 0), (90, x, 1.5, 0)) for side, x in (("l", 0.09), ("r", -0.09))]


def jump():
    """Down, and up and away: the crouch is the anticipation, and is drawn; the landing gives way before it stands."""
    right = JUMP_FEET[1]
    draw = lambda at, *pose, **more: rising(at, right, *pose, **more)
    return line("jump", "normal", [
        draw(0, (0, 0.945), 91, 89),
        draw(11, (-0.17, 0.56), 68, 48, face=70, legs=False, temper=CALM),
        draw(16, (-0.08, 0.6), 60, 42, face=66, legs=False, temper=CALM),
        draw(22, (0.335, 1.01), 72, 78, face=84, legs=False, temper=CALM),
        draw(27, (0.71, 1.215), 86, 80, face=84, legs=False, temper=CALM),
        draw(30, (0.94, 1.12), 90, 76, face=80, legs=False, temper=CALM),
        draw(33, (1.17, 0.88), 88, 68, face=76, legs=False, temper=CALM),
        draw(39, (1.42, 0.53), 64, 42, face=64, legs=False, preset="heavy"),
        draw(55, (1.5, 0.945), 91, 89, preset="heavy"),
    ], over={"take": "jump"}, contacts=[foot.plate() for foot in JUMP_FEET])


def jump_take():
    ahead = ((0, 0), (11, -0.17), (16, -0.08), (22, 0.33), (27, 0.71), (33, 1.17), (39, 1.42), (55, 1.5))
    high = ((0, 0.945), (11, 0.56), (16, 0.6), (22, 1.0), (27, 1.21), (33, 0.88), (39, 0.53), (55, 0.945))
    bow = ((0, 0), (11, 22), (16, 30), (22, 18), (27, 4), (33, 2), (39, 26), (55, 0))
    swing = ((0, 4), (5, 20), (14, -70), (20, 50), (24, 152), (28, 164), (33, 100), (39, -26), (45, -36), (57, 10), (67, 4))
    elbow = ((0, 20), (6, 34), (14, 14), (20, 36), (24, 16), (27, 24), (33, 36), (40, 40), (57, 24), (67, 20))
    return acted(73, {"swing": swing, "elbow": elbow, "out": ((0, 11), (14, 18), (24, 14), (32, 36), (40, 26), (57, 11))},
                 nod=((0, 2), (12, -14), (18, -14), (24, -4), (32, 8), (38, -10), (53, 2)), hips=(0, high, ahead), bow=bow, feet=JUMP_FEET)


BACK, FRONT = (0.06, -0.36), (-0.08, 0.2)
LUNGE_FEET = [
    Foot("l", (0, *BACK, 0), (90, *BACK, 0), out=75),
    Foot("r", (0, *FRONT, 0), (11, *FRONT, 0), (15, -0.08, 0.57, -22, 0.115), (18, -0.08, 0.94, -18), (20, -0.08, 0.94, 0),
         (35, -0.08, 0.94, 0), (37, -0.08, 0.94, -16), (43, -0.08, 0.53, -10, 0.07), (48, *FRONT, -4), (50, *FRONT, 0), (90, *FRONT, 0), out=0)]


def lunge():
    """A fencer: sits back, the hand goes first, the back leg straightens behind it."""
    back, _ = LUNGE_FEET
    guard = lambda at, hips, low, high, **more: rising(at, back, hips, low, high, face=88, legs=False, on=(50, 4), **more)
    return line("lunge", "snappy", [
        guard(0, (-0.06, 0.8), 88, 86),
        guard(12, (-0.15, 0.76), 98, 94, temper=EVEN),
        rising(18, back, (0.34, 0.6), 74, 62, (6, 2, 0), temper={"overshoot": 0.03}),
        rising(34, back, (0.36, 0.585), 72, 58, (4, 4, 2), temper=EVEN),
        guard(50, (-0.06, 0.8), 88, 86),
    ], over={"take": "lunge"}, contacts=[foot.plate() for foot in LUNGE_FEET],
        twists=[can("pelvis", (0, 30), (12, 30), (18, 40), (34, 40), (50, 30)),
                can("chest", (0, 40), (12, 44), (18, 62), (34, 62), (50, 40)), can("neck", (0, 0))])


def lunge_take():
    left = {"swing": ((0, -50), (12, -56), (18, -48), (34, -46), (50, -50)), "out": ((0, 62), (12, 66), (18, 28), (34, 26), (50, 62)),
            "elbow": ((0, 96), (12, 100), (18, 12), (34, 12), (50, 96))}
    right = {"swing": ((0, 30), (11, 24), (16, 64), (34, 64), (50, 30)), "elbow": ((0, 72), (11, 84), (16, 6), (34, 6), (50, 72))}
    high, ahead = ((0, 0.8), (12, 0.76), (18, 0.58), (34, 0.565), (50, 0.8)), ((0, -0.06), (12, -0.15), (18, 0.32), (34, 0.33), (50, -0.06))
    return acted(68, left, right, curl=((0, 0.9),), nod=((0, 2), (12, 4), (18, -14), (34, -14), (50, 2)), hips=(0, high, ahead),
                 bow=((0, 2), (12, -8), (18, 16), (34, 18), (50, 2)), feet=LUNGE_FEET)


POISED = (0, 15, 26, 39, 50, 62, 80)  # frames of its strokes
HIPS = ((0, 0.93), (0.08, 0.9), (0.1, 0.89), (0.3, 0.86), (0.54, 0.9), (0.56, 0.89), (0.46, 0.93))
LEG_SWITCH_FEET = [
    Foot("l", (0, 0.07, 0.02, 0), (38, 0.07, 0.02, 0), (43, 0.07, 0.02, 56), (50, 0.09, -0.22, 76, 0.62), (62, 0.09, -0.22, 76, 0.62),
         (69, 0.1, -0.04, 70, 0.34), (75, 0.09, 0.32, 16, 0.1), (79, 0.09, 0.46, 0), (110, 0.09, 0.46, 0)),
    Foot("r", (0, -0.09, 0, 0), (2, -0.09, 0, 0), (7, -0.09, 0, 56), (15, -0.1, -0.68, 76, 0.62), (26, -0.1, -0.68, 76, 0.62),
         (31, -0.1, -0.28, 70, 0.32), (35, -0.08, 0.26, 14, 0.1), (38, -0.06, 0.5, -14), (40, -0.06, 0.5, 0), (110, -0.06, 0.5, 0))]


def leg_switch():
    """One leg drawn out behind, then the other: the line passes from leg to leg, and between them holds the trunk alone."""
    left, right = LEG_SWITCH_FEET

    def poised(n, side, foot, shin, thigh, low, high, face, **more):
        """Hips at a place, and one leg on the line, pointed toes and all."""
        seat = toward(HIPS[n], low + 180, SEAT)
        ankle = toward(toward(seat, thigh + 180, THIGH), shin + 180, SHIN)
        parts = ((TOES, foot), (SHIN, shin), (THIGH, thigh), (SEAT + LOW, low), (HIGH, high), (FACE, face))
        return key(POISED[n], along(toward(ankle, foot + 180, TOES), *parts), [f"ankle.{side}"] + leg(side) + SPINE + HEAD, **more)

    passing = lambda n, foot, low, high, face, **more: rising(POISED[n], foot, HIPS[n], low, high, face=face, legs=False, **more)
    return line("leg-switch", "normal", [
        passing(0, left, 91, 89, 90, temper=CALM),
        poised(1, "r", -34, -16, -2, 46, 72, 80, temper=CALM),
        poised(2, "r", -38, -19, -4, 46, 74, 82, temper=CALM),
        passing(3, left, 82, 76, 82, temper=CALM),
        poised(4, "l", -34, -16, -2, 46, 72, 80, temper=CALM),
        poised(5, "l", -38, -19, -4, 46, 74, 82, temper=CALM),
        passing(6, right, 91, 89, 90),
    ], over={"take": "leg-switch"}, contacts=[plate for foot in LEG_SWITCH_FEET for plate in foot.plates(3)])


def leg_switch_take():
    keyed = lambda rest, *values: tuple(zip(POISED, (rest, *values, rest)))
    left = {"swing": keyed(4, 92, 98, 14, -46, -52), "out": keyed(11, 22, 22, 34, 46, 50), "elbow": keyed(20, 12, 12, 30, 14, 14)}
    right = {"swing": keyed(4, -46, -52, 14, 92, 98), "out": keyed(11, 46, 50, 34, 22, 22), "elbow": keyed(20, 14, 14, 30, 12, 12)}
    across = ((0, 0), (10, 0.06), (27, 0.06), (38, 0.0), (46, -0.06), (64, -0.06), (80, 0))  # over the foot that carries
    ahead, high = (tuple(zip(POISED, channel)) for channel in zip(*HIPS))
    return acted(98, left, right, nod=keyed(2, -14, -16, 0, -14, -16), hips=(across, high, ahead), bow=keyed(3, 44, 44, 8, 44, 44),
                 lean=keyed(2, 14, 14, 12, 14, 14), feet=LEG_SWITCH_FEET)


LANDING, LAST, PALMS = -1.62, -1.86, (-0.98, 0.045)
WALK_OVER_FEET = [
    Foot("l", (0, 0.07, 0, 0), (31, 0.07, 0, 0), (37, 0.07, 0, 56), (42, 0.08, -0.02, 90, 0.5), (66, 0.08, LAST - 0.36, 110, 0.6),
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
        key(58, lay(PALMS, 1, far, 270, 284, 314, 324, 312), left),
        key(63, lay((-1.57, 0.87), 0.466, far, 324, 330, 346, 344, 314), left),
        key(71, sweep(right_foot.seen(71), far, 422, 450, 418, 398, 394), right),
        key(80, sweep(right_foot.seen(80), far, 438, 460, 457, 462, 466), right),
        key(98, sweep(right_foot.seen(98), far, 440, 458, 453, 452, 454), leg("r") + SPINE + HEAD, **stands),
    ], way="smooth", over={"take": "walk-over"}, contacts=[
        *left_foot.plates(4), *right_foot.plates(4), palms("r", -0.22, 90), palms("l", 0.22, -90)])


def walk_over_take():
    arms = {"swing": ((0, 4), (14, 168), (56, 176), (63, 140), (71, 172), (80, 176), (96, 4)), "elbow": ((0, 20), (14, 6), (80, 6), (96, 20)),
            "out": ((0, 11), (14, 8), (80, 10), (88, 30), (96, 11)), "flex": ((0, 6), (22, 0), (31, -76), (57, -76), (64, 0), (84, 6)),
            "twist": ((0, 14), (20, 0), (70, 0), (90, 14)), "roll": ((0, 10), (20, 0), (70, 0), (90, 10))}
    left = {"point": ((36, 0), (44, 44), (64, 44), (72, 0))}
    right = {"kick": ((0, 0), (14, 14), (26, 62), (36, 88), (44, 104), (50, 130), (55, 140), (66, 60), (74, 0)),
             "knee": ((0, 0), (14, 0), (21, -32), (48, -32), (56, 0)), "point": ((15, 0), (24, 44), (44, 44), (53, 0))}
    return acted(116, {**arms, **left}, {**arms, **right}, nod=((0, 2), (14, -26), (26, -40), (54, -30), (68, 0), (92, 2)),
                 curl=((0, 0.3), (20, 0.06), (62, 0.06), (84, 0.3)), hips=(0, 0.92, 0), start=True, feet=WALK_OVER_FEET)


LINES = [throw(), throw_other(), jump(), walk_over(), leg_switch(), lunge()]


def scene(name, seconds, line_name=None, **more):
    return {"name": name, "size": [720, 540], "background": "#F7F1E5", "seconds": seconds, "rate": 24, "line": line_name or name,
            "camera": {"heading": -1.2, "pitch": 0.12}, **more}


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
        "scenes": [scene("throw", 3.2), scene("throw-with-both-arms", 3.2, "throw-other-arm"), scene("jump", 3),
                   scene("walk-over", 4.8), scene("leg-switch", 4), scene("lunge", 2.8)],
    })
