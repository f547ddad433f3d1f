#!/usr/bin/env python3
"""Draws the five actions of the person and writes clips/*.bvh and project.json: make.py

Seen from the person's right, so that forward is to the right of the paper. The paper's origin lies on the ground below the pelvis at
rest. Times are in frames of film, 24 a second. What the strokes do not say, contacts and cans do: which foot carries, and how
far shoulders and hips turn against each other.
"""
import importlib.util
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from animator import add, arm, between, bvh, lerp, lower, mul, neck, rad, rx, ry, spine, sub, turned  # noqa: E402
from strokes import arch, frames, lay, sweep, through, write  # noqa: E402

found = importlib.util.spec_from_file_location("person", HERE.parent / "person" / "make.py")
person = importlib.util.module_from_spec(found)
found.loader.exec_module(person)
BODY, SOLE = person.SKELETON, person.SHAPE["sole"]

VIEW = {"heading": round(-math.pi / 2, 7), "centre": [0, 0, 0]}
SPINE = ["pelvis", "spine", "waist", "chest"]
HEAD = ["neck"]
OUT = 8  # degrees by which feet point outwards


def leg(side):
    """The bones from the ankle up: a joint's bone goes on from it along the way, and that of the first to its tip."""
    return [f"{name}.{side}" for name in ("knee", "hip")]


def hand(side):
    """The arm. The collar bone lies across the view and is left alone."""
    return [f"{name}.{side}" for name in ("shoulder", "elbow", "wrist")]


def seen(*joints):
    """How long the way of these bones is, seen from the side: from the ankle, or the tip of a hand, to the tip of the last."""
    places = {name: at for name, (at, _) in BODY.globals((0, 0.97, 0), {}).items()}
    arms = ("elbow", "wrist", "middle1")  # which lie across the view at rest, and in it as soon as a line draws them
    tips = {"ankle": "toe", "knee": "ankle", "wrist": "middle1", "neck": "head"}

    def tip(joint):
        name, *side = joint.split(".")
        return [".".join([tips[name], *side])] if name in tips else []

    joints = [*tip(joints[0]), *joints, *tip(joints[-1])]
    total = 0.0
    for a, b in zip(joints, joints[1:]):
        d = [p - q for p, q in zip(places[b], places[a])]
        total += math.hypot(*d) if b.split(".")[0] in arms else math.hypot(d[1], d[2])
    return total


# ---- What the body does without a line -------------------------------------------------------------------------------


def curve(keys):
    """Through (frame, value) keys, slow at each."""

    def at(frame):
        if frame <= keys[0][0]:
            return keys[0][1]
        for (f, v), (g, w) in zip(keys, keys[1:]):
            if frame < g:
                return v + (w - v) * between(frame, f, g)
        return keys[-1][1]

    return at


ARM = {"swing": 4, "out": 11, "twist": 14, "elbow": 20, "roll": 10, "flex": 6}
LEG = {"kick": 0, "knee": 0}  # forwards; bent more than it stands


def stand(frame=0, low=0.012, left={}, right={}, nod=2, curl=0.3, legs=None, feet=()):
    """Weight on both feet, knees and elbows not locked, arms hanging; or whatever arms, head and free legs do at a frame: curves over frames, in
    degrees, seen from the chest."""
    value = lambda channel: channel(frame) if callable(channel) else channel
    hips, soles = legs or ((0, 0.97 - low, 0), (("l", 0.09, 0), ("r", -0.09, 0)))
    ankles = [(*(tread(*where) if isinstance(where[0], str) else where), 0.0) for where in soles]
    place, pose = lower(BODY, hips, rx(rad(3)), ankles, rad(5))
    chest = rx(rad(2))
    spine(pose, ("spine", "waist", "chest"), pose["pelvis"], chest, (0.25, 0.6, 1.0))
    neck(pose, chest, rx(rad(value(nod))))
    for side, channels in ((".l", left), (".r", right)):
        arm(pose, side, chest, 0.0, **{name: rad(value({**ARM, **channels}[name])) for name in ARM})
        person.hand(pose, side, value(curl))
        kick, knee = (rad(value({**LEG, **channels}[name])) for name in LEG)
        pose["hip" + side] = mul(rx(-kick), pose["hip" + side])
        pose["knee" + side] = mul(pose["knee" + side], rx(knee))
        bends = [key for foot in feet if foot.side == side[1] for key in foot.bends()]
        pose["toe" + side] = rx(-rad(curve(bends or [(0, 0.0)])(frame)))
    return place, pose


def acted(last, left={}, right=None, nod=((0, 2),), curl=((0, 0.3),), low=0.012, legs=None, feet=()):
    """Frames 0 … last of arms, head and free legs, whose keys are {channel: ((frame, degrees), …)}."""
    left, right = ({name: curve(keys) for name, keys in side.items()} for side in (left, right or left))
    return [stand(frame, left=left, right=right, nod=curve(nod), curl=curve(curl), low=low,
                  legs=legs, feet=feet) for frame in range(last + 1)]


def take(name, *poses):
    (HERE / "clips").mkdir(exist_ok=True)
    (HERE / "clips" / f"{name}.bvh").write_text(bvh(BODY, 24, poses))


# ---- Contacts --------------------------------------------------------------------------------------------------------


def turn(q):
    return [round(a, 6) + 0.0 for a in (*q[1:], q[0])]


def tread(side, x, z, pitch=0.0, lift=0.0, out=OUT):
    """Place and turn of an ankle that would be above (x, z) if its foot lay flat: on the ground it rolls over the ball, or, with the
    toes up, over the heel."""
    shape, yaw = person.SHAPE, ry(rad(out if side == "l" else -out))
    pivot = (0, -shape["sole"], -shape["heel"]) if pitch < 0 else (0, shape["toe"] - shape["sole"], shape["ball"])
    rolled = mul(yaw, rx(rad(pitch)))
    return add((x, SOLE + lift, z), sub(turned(yaw, pivot), turned(rolled, pivot))), rolled


def from_foot(*where, **more):
    """Where a stroke begins that goes up from such a foot."""
    place, _ = tread(*where, **more)
    return place[2], place[1]


class Foot:
    """One foot for a while, keyed (frame, x, z, pitch with the toes down in degrees, lift)."""

    def __init__(self, side, *keys, ease=4, out=OUT):
        self.side, self.ease, self.out = side, ease, out
        self.keys = [(*k, 0.0) if len(k) == 4 else k for k in keys]

    def plate(self):
        """Of the ankle, with four keys a frame of a roll."""
        ankles = [self.ankle(*self.keys[0])]
        for k, n in zip(self.keys, self.keys[1:]):
            if k[1:3] == n[1:3] and k[3] != n[3] and k[4] == n[4] == 0.0:
                steps = (k[0] + h / 4 for h in range(1, 4 * (n[0] - k[0])))
                ankles += [self.ankle(f, k[1], k[2], k[3] + (n[3] - k[3]) * between(f, k[0], n[0])) for f in steps]
            ankles.append(self.ankle(*n))
        return {"bone": f"ankle.{self.side}", "from": frames(self.keys[0][0]), "to": frames(self.keys[-1][0]), "ease": frames(self.ease),
                "keys": [{"time": frames(at), "place": [round(a, 5) + 0.0 for a in place], "turn": turn(q)} for at, place, q in ankles]}

    def ankle(self, at, *where):
        return at, *tread(self.side, *where, out=self.out)

    def bends(self):
        """Of the toes, which stay flat while the foot rolls over them."""
        on = [(at, max(pitch, 0.0) if lift == 0.0 else 0.0) for at, _, _, pitch, lift in self.keys]
        return [(on[0][0] - 3, 0.0)] * (on[0][1] > 0) + on + [(on[-1][0] + 7, 0.0)] * (on[-1][1] > 0 and self.keys[-1][0] < 60)


def plates(feet):
    return [foot.plate() for foot in feet]


def hips(at, x, y, z):
    """Where they are at a frame: what is seen from the side does not tell how far across."""
    return {"bone": "pelvis", "from": frames(at), "to": frames(at + 0.5), "ease": 0.2, "keys": [{"time": frames(at), "place": [x, y, z]}]}


def can(bone, *keys):
    """A twist: (frame, degrees to the left) each."""
    return {"bone": bone, "keys": [{"time": frames(at), "angle": round(rad(angle), 5)} for at, angle in keys]}


def key(at, points, bones, **more):
    return {"time": frames(at), "points": points, "bones": bones, **more}


def line(name, preset, keys, **more):
    return {"name": name, "skeleton": "person", "preset": preset, "view": VIEW, "rate": 24,
            "settle": 0.75, "keys": keys, **more}


# ---- The actions -----------------------------------------------------------------------------------------------------


THROW = ("r", -0.1, -0.18)
THROW_FEET = [
    Foot("l", (0, 0.09, 0.02, 0), (5, 0.09, 0.02, 0), (8, 0.09, 0.03, 34), (14, 0.1, 0.2, 26, 0.34), (21, 0.1, 0.6, -16), (23, 0.1, 0.6, 0), (68, 0.1, 0.6, 0)),
    Foot("r", (0, *THROW[1:], 0), (22, *THROW[1:], 0), (27, *THROW[1:], 42), (32, *THROW[1:], 58), (50, *THROW[1:], 46), (68, *THROW[1:], 46), out=20)]


def throw():
    """Wind-up, stride, release, follow-through: from the back foot through the spine into the throwing hand."""
    up, whole = leg("r") + SPINE + HEAD, leg("r") + SPINE + hand("r")
    far = seen(*whole)
    at = lambda pitch: from_foot(*THROW, pitch, out=20)
    return line("throw", "snappy", [
        key(0, sweep(at(0), far, 76, 90, 90, 94, 100), up, **{"from": 0, "to": round(seen(*up) / far, 3)}),
        key(5, sweep(at(0), far, 72, 88, 88, 90, 94), up, **{"from": 0, "to": round(seen(*up) / far, 3)}),
        key(14, sweep(at(0), far, 84, 103, 112, 150, 196), whole),
        key(22, sweep(at(0), far, 50, 66, 104, 152, 178), whole, temper={"anticipation": 0.05, "overshoot": 0.05}),
        key(27, sweep(at(42), far, 46, 60, 74, 62, 24), whole),
        key(32, sweep(at(58), far, 40, 46, 38, -30, -78), whole, preset="floaty"),
        key(50, sweep(at(46), far, 54, 66, 66, 4, -70), whole, preset="heavy"),
    ], over={"take": "throw"}, contacts=[
        *plates(THROW_FEET),
        {"bone": "wrist.r", "from": 0, "to": frames(4), "ease": frames(5), "keys": [{"time": 0, "place": [-0.25, 0.94, 0.02]}]},
    ], twists=[can("chest", (0, 0), (14, -40), (22, -34), (27, 12), (32, 36), (50, 8)), can("neck", (0, 0))])


def throw_other():
    """The other arm points where it shall go, and is pulled in and back as the ball leaves. Drawn over the body that throws."""
    bones, far = hand("l"), seen(*hand("l"))
    shoulder = {0: (-0.131, 1.432), 3: (-0.097, 1.434), 6: (-0.026, 1.431), 9: (-0.067, 1.429), 11: (-0.186, 1.442), 14: (-0.473, 1.436),
                18: (-0.277, 1.385), 22: (0.017, 1.353), 24: (0.066, 1.331), 27: (0.441, 1.373), 29: (0.716, 1.261), 32: (0.969, 1.080),
                37: (0.941, 1.055), 41: (0.801, 1.175), 45: (0.645, 1.282), 50: (0.540, 1.335), 54: (0.529, 1.342), 58: (0.528, 1.343),
                63: (0.534, 1.338), 68: (0.542, 1.333)}
    draw = lambda at, *degrees: key(at, sweep(shoulder[at], far, *degrees), bones)
    return line("throw-other-arm", "normal", [
        draw(0, -82, -64), draw(3, -84, -62), draw(6, -86, -56), draw(9, -66, -34), draw(11, -32, -6), draw(14, 0, 22),
        draw(18, -2, 22), draw(22, -8, 14), draw(24, -34, 4), draw(27, -106, -40), draw(29, -146, -90), draw(32, -186, -148),
        draw(37, -178, -150), draw(41, -154, -130), draw(45, -124, -98), draw(50, -102, -72), draw(54, -94, -64), draw(58, -94, -66),
        draw(63, -95, -68), draw(68, -95, -68),
    ], way="smooth", over={"line": "throw"}, root="held", settle=0)


JUMP_FEET = [foot for side, x in (("l", 0.09), ("r", -0.09)) for foot in (
    Foot(side, (0, x, 0, 0), (15, x, 0, 0), (19, x, 0, 58), ease=3),
    Foot(side, (31, x, 1.3, -18), (33, x, 1.3, 0), (68, x, 1.3, 0), ease=3))]
JUMP_FEET.append(Foot("l", (24, 0.1, 0.31, 32, 0.33), (26, 0.1, 0.46, 22, 0.32), ease=2))  # beside the right one, which the line draws in


def jump():
    """Down, and up and away: the crouch is the anticipation, and is drawn; the landing gives way before it stands."""
    up, trunk = leg("r") + SPINE + HEAD, SPINE + HEAD
    far, legs = seen(*up), seen(*leg("r"), "pelvis")
    on = lambda z, pitch=0: from_foot("r", -0.09, z, pitch)

    def crouch(at, feet, hips, *degrees, **more):
        """The trunk's line goes on down to the feet, which plates hold."""
        low = math.dist(feet, hips)
        points = through([feet, tuple(lerp(feet, hips, 0.5)), hips])[:-1] + sweep(hips, far - legs, *degrees)
        return key(at, points, trunk, **{"from": round(low / (low + far - legs), 3), "to": 1}, **more)

    return line("jump", "normal", [
        key(0, sweep(on(0), far, 84, 92, 91, 90), up),
        crouch(12, on(0), (-0.2, 0.52), 78, 52, 36),
        crouch(15, on(0), (-0.2, 0.49), 76, 48, 32, temper={"anticipation": 0.0, "overshoot": 0.0}),
        key(19, sweep(on(0, 58), far, 56, 70, 78, 86), up, temper={"anticipation": 0.0, "overshoot": 0.0}),
        key(25, lay((0.68, 1.27), legs / far, far, 34, 78, 98, 84), up, temper={"anticipation": 0.0, "overshoot": 0.0}),
        key(31, sweep(on(1.3, -18), far, 106, 128, 100, 70), up, temper={"anticipation": 0.0, "overshoot": 0.04}),
        crouch(36, on(1.3), (1.13, 0.5), 74, 44, 24),
        key(50, sweep(on(1.3), far, 84, 92, 91, 90), up, preset="heavy"),
    ], over={"take": "jump"}, contacts=plates(JUMP_FEET))


def jump_arms():
    swing = ((0, 4), (6, 26), (14, -66), (22, 152), (25, 165), (31, 110), (37, -20), (44, -34), (54, 6), (62, 4))
    elbow = ((0, 20), (6, 34), (14, 22), (20, 20), (25, 30), (31, 40), (38, 46), (54, 24), (62, 20))
    return acted(68, {"swing": swing, "elbow": elbow, "out": ((0, 11), (14, 16), (22, 18), (30, 40), (38, 30), (52, 11))},
                 nod=((0, 2), (12, -24), (16, -24), (22, -6), (30, 16), (36, -12), (50, 2)), low=0.05, feet=JUMP_FEET[:4])


CALM = {"anticipation": 0.0, "overshoot": 0.0}


BACK, FRONT = ("l", 0.06, -0.36), ("r", -0.08, 0.2)


LUNGE_FEET = [
    Foot("l", (0, *BACK[1:], 0), (64, *BACK[1:], 0), out=75),
    Foot("r", (0, *FRONT[1:], 0), (11, *FRONT[1:], 0), (14, -0.08, 0.56, -16, 0.1), (17, -0.08, 0.92, -18), (19, -0.08, 0.92, 0), (33, -0.08, 0.92, 0),
         (36, -0.08, 0.86, -14, 0.01), (42, -0.08, 0.5, -6, 0.06), (47, *FRONT[1:], 0), (64, *FRONT[1:], 0), out=0)]


def lunge():
    """A fencer: sits back, the hand goes first, the back leg straightens behind it."""
    trunk, whole = SPINE + HEAD, leg("l") + SPINE + hand("r")
    far, rise, heel = seen(*whole), seen(*trunk), from_foot(*BACK, out=75)

    def guard(at, hips, *degrees, **more):
        """From the back foot as ever, but only the trunk is on it; then on over the hand."""
        up = sweep(hips, rise, *degrees)
        low, on = math.dist(heel, hips), sweep(up[-1], 0.55, degrees[-1], 10, -6)
        total = low + rise + 0.55
        return key(at, [list(heel)] + up + on[1:], trunk, **{"from": round(low / total, 3), "to": round((low + rise) / total, 3)}, **more)

    return line("lunge", "snappy", [
        guard(0, (-0.06, 0.8), 88, 84, 88),
        guard(12, (-0.16, 0.75), 98, 94, 92, temper=CALM),
        key(17, sweep(heel, far, 29, 33, 66, 16, 0), whole),
        key(32, sweep(heel, far, 28, 32, 64, 14, 2), whole, preset="floaty"),
        guard(46, (-0.06, 0.8), 88, 84, 88, preset="heavy"),
    ], over={"take": "lunge"}, contacts=plates(LUNGE_FEET), twists=[can("pelvis", (0, 30), (12, 30), (17, 40), (32, 40), (46, 30)), can("chest", (0, 40), (12, 44), (17, 62), (32, 62), (46, 40)), can("neck", (0, 0))])


def lunge_arms():
    return acted(64, {"swing": ((0, -50), (12, -56), (18, -48), (32, -46), (46, -50)), "out": ((0, 62), (12, 66), (18, 28), (32, 26), (46, 62)),
                      "elbow": ((0, 96), (12, 100), (18, 12), (32, 12), (46, 96))},
                 {"swing": ((0, 30), (12, 24), (17, 64), (32, 64), (46, 30)), "elbow": ((0, 72), (12, 84), (16, 6), (32, 6), (46, 72))}, curl=((0, 0.9),), nod=((0, 2), (12, 4), (17, -22), (32, -22), (46, 2)),
                 legs=((0, 0.8, -0.06), (tread(*BACK, out=75), tread(*FRONT, out=0))))


TIMES = (0, 15, 25, 38, 49, 61, 80)
HIPS = ((0, 0.93), (0.06, 0.9), (0.09, 0.89), (0.26, 0.84), (0.54, 0.9), (0.57, 0.89), (0.5, 0.93))
LEG_SWITCH_FEET = [
    Foot("l", (0, 0.05, 0.02, 0), (39, 0.05, 0.02, 0), (43, 0.05, 0.02, 46), ease=3),
    Foot("r", (0, -0.09, 0, 0), (2, -0.09, 0, 0), (6, -0.09, 0, 40), (9, -0.09, -0.2, 80, 0.13), ease=4),
    Foot("r", (27, -0.12, -0.88, 150, 0.74), (29, -0.1, -0.55, 105, 0.34), (32, -0.07, -0.14, 66, 0.16), (35, -0.06, 0.28, 20, 0.07), (38, -0.05, 0.5, 0),
         (98, -0.05, 0.5, 0), ease=2),
    Foot("l", (64, 0.12, -0.42, 150, 0.76), (67, 0.1, -0.13, 105, 0.36), (71, 0.08, 0.16, 60, 0.16), (75, 0.09, 0.36, 20, 0.07), (79, 0.09, 0.5, 0),
         (98, 0.09, 0.5, 0), ease=3)]


def leg_switch():
    """One leg drawn out behind, then the other: the line passes from leg to leg, and between them holds the trunk alone. How far across the
    hips are is not to be seen from the side: at the keystrokes plates put them over the foot that carries."""
    trunk = SPINE + HEAD
    rise = seen(*trunk)

    def poised(n, side, *degrees, **more):
        """Hips at a place, and one leg on the line, pointed toes and all."""
        bones = [f"ankle.{side}"] + leg(side) + trunk
        far = seen(*bones)
        return key(TIMES[n], lay(HIPS[n], 1 - rise / far, far, *degrees), bones, **more)

    def passing(n, *degrees, **more):
        """Only the trunk is on it; the legs go where their plates are."""
        far = seen(*leg("r"), *trunk)
        return key(TIMES[n], lay(HIPS[n], 1 - rise / far, far, *degrees), trunk, **{"from": round(1 - rise / far, 3), "to": 1}, **more)

    return line("leg-switch", "normal", [
        passing(0, 84, 92, 91, 90, temper={"anticipation": 0.05}),
        poised(1, "r", -40, -18, 0, 34, 74),
        poised(2, "r", -44, -20, -2, 32, 76, temper=CALM),
        passing(3, 70, 76, 64, temper=CALM),
        poised(4, "l", -40, -18, 0, 34, 74),
        poised(5, "l", -44, -20, -2, 32, 76, preset="floaty"),
        passing(6, 84, 92, 91, 90, preset="heavy"),
    ], over={"take": "leg-switch"}, contacts=plates(LEG_SWITCH_FEET) + [
        hips(at, x, y, z) for at, x, (z, y) in zip(TIMES, (0, 0.03, 0.03, 0, -0.03, -0.03, 0), HIPS)])


def leg_switch_arms():
    keyed = lambda rest, values: tuple(zip(TIMES, (rest, *values, rest)))
    left = {"swing": keyed(4, (76, 82, 10, -20, -24)), "out": keyed(11, (22, 22, 34, 46, 50)), "elbow": keyed(20, (12, 12, 30, 14, 14))}
    right = {"swing": keyed(4, (-20, -24, 10, 76, 82)), "out": keyed(11, (46, 50, 34, 22, 22)), "elbow": keyed(20, (14, 14, 30, 12, 12))}
    return acted(98, left, right, nod=keyed(2, (-30, -32, 0, -30, -32)), low=0.07, feet=LEG_SWITCH_FEET)


LANDING, LAST = -1.66, -1.86
WALK_OVER_FEET = [
    Foot("l", (0, 0.09, 0, 0), (32, 0.09, 0, 0), (37, 0.09, 0, 50)),
    Foot("r", (0, -0.09, 0, 0), (4, -0.09, 0, 0), ease=3),
    Foot("r", (12, -0.09, 0.24, 0), (15, -0.09, 0.24, 0), ease=3),
    Foot("r", (48, -0.09, LANDING + 0.12, 50, 0.2), (52, -0.09, LANDING, 40), (57, -0.09, LANDING, 0), (116, -0.09, LANDING, 0)),
    Foot("l", (70, 0.09, LAST - 0.12, 60, 0.14), (74, 0.09, LAST, 40), (79, 0.09, LAST, 0), (84, 0.09, LAST, 0), (88, 0.09, LAST, 30), (92, 0.09, LANDING, 10, 0.05), (97, 0.09, LANDING, 0),
         (116, 0.09, LANDING, 0), ease=6)]


def walk_over():
    """Backwards over the hands, in one line: right leg, left leg while it goes over, right leg again as it stands up."""
    arms = hand("r")[:-1]  # hands lie on the ground, held by plates
    right, left, trunk = leg("r") + SPINE + arms, leg("l") + SPINE + arms, SPINE + arms
    far, rise = seen(*right, "wrist.r") - 0.092, seen(*leg("r"), *SPINE, *HEAD)
    palm = (-0.98, 0.045)
    planted = from_foot("l", 0.09, 0)
    on = lambda z, pitch=0: from_foot("r", -0.09, z, pitch)
    stands = {"from": 0, "to": round(rise / far, 3)}
    palms = lambda side, x, turned: {
        "bone": f"wrist.{side}", "from": frames(34), "to": frames(58), "ease": frames(5),
        "keys": [{"time": frames(34), "place": [x, palm[1], palm[0]], "turn": turn(ry(rad(turned)))}]}
    return line("walk-over", "normal", [
        key(0, sweep(on(0), far, 84, 92, 92, 92, 94), leg("r") + SPINE + HEAD, **stands),
        key(14, sweep(on(0.24, 0), far, 108, 106, 96, 100, 106), right),
        key(26, sweep(planted, far, 74, 84, 138, 200, 232), left),
        key(34, arch(planted, palm, far, 66, 86, 180, 262, 290), left),
        key(44, lay(palm, 1, far, 150, 178, 236, 268, 276), left),
        key(54, lay(palm, 1, far, 226, 242, 292, 312, 316), left),
        key(63, lay((-1.6, 0.94), 0.466, far, 322, 330, 344, 352, 348), leg("l") + SPINE + HEAD, **stands),
        key(71, sweep(on(LANDING), far, 428, 442, 416, 398, 394), right),
        key(80, sweep(on(LANDING), far, 444, 454, 456, 462, 466), right),
        key(98, sweep(on(LANDING), far, 444, 452, 452, 452, 454), leg("r") + SPINE + HEAD, **stands),
    ], way="smooth", over={"take": "walk-over"}, contacts=[
        *plates(WALK_OVER_FEET),
        palms("r", -0.22, 90), palms("l", 0.22, -90),
        *(hips(*where) for where in ((34, 0.03, 0.78, -0.447), (80, -0.02, 0.959, -1.692), (86, -0.03, 0.956, -1.689), (92, -0.03, 0.969, -1.675), (98, 0, 0.968, -1.663))),
    ])


def walk_over_arms():
    arms = {"swing": ((0, 4), (14, 168), (80, 176), (96, 4)), "elbow": ((0, 20), (14, 6), (80, 6), (96, 20)), "out": ((0, 11), (14, 8), (80, 10), (88, 30), (96, 11))}
    kick = ((0, 0), (14, 14), (26, 60), (36, 84), (44, 96), (54, 70), (64, 0))
    return acted(116, arms, {**arms, "kick": kick}, nod=((0, 2), (14, -26), (26, -40), (54, -30), (68, 0), (92, 2)), low=0.05, feet=WALK_OVER_FEET)


LINES = [throw(), throw_other(), jump(), walk_over(), leg_switch(), lunge()]


def scene(name, seconds, line_name=None, **more):
    return {"name": name, "size": [720, 540], "background": "#F7F1E5", "seconds": seconds, "rate": 24, "line": line_name or name,
            "camera": {"heading": -1.2, "pitch": 0.12}, **more}


if __name__ == "__main__":
    take("person", stand())
    take("stand", stand())
    take("throw", *acted(68, feet=THROW_FEET))
    take("jump", *jump_arms())
    take("walk-over", *walk_over_arms())
    take("leg-switch", *leg_switch_arms())
    take("lunge", *lunge_arms())
    write(HERE, {
        "format": "verve-project", "version": 1, "name": "Lines of action",
        "about": "A throw, a jump, a back walk-over, a switch of legs and a lunge: a few strokes each, and the body follows.",
        "artworks": [],
        "skeletons": [{"name": "person", "file": "clips/person.bvh", "colour": "#17877D",
                       "feet": [{"hip": f"hip.{s}", "knee": f"knee.{s}", "ankle": f"ankle.{s}", "toe": f"toe.{s}"} for s in "lr"]}],
        "takes": [{"name": name, "skeleton": "person", "file": f"clips/{name}.bvh"} for name in ("stand", "throw", "jump", "walk-over", "leg-switch", "lunge")],
        "lines": LINES,
        "scenes": [scene("throw", 2.75), scene("throw-with-both-arms", 2.75, "throw-other-arm"), scene("jump", 2.75),
                   scene("walk-over", 4.5), scene("leg-switch", 4), scene("lunge", 2.5)],
    })
