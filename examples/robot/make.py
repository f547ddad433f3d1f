#!/usr/bin/env python3
"""Keys the clips of the robot warrior and writes them as clips/NAME.bvh: make.py [FOLDER | --keytimes]

A machine of 2.4 m with 19 joints of three rotations and the place of the pelvis: 60 degrees of freedom. It walks down, along
and up a slope of 12 degrees, whole, worn and broken (its right leg and arm); it sleeps, wakes, waits, sets off, stops and goes
to sleep again, whole and broken. Walks begin as the left heel comes down; what leads from one motion to another begins and ends
in their poses, with their speeds.
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from animator import *  # noqa: E402

RATE = 60
SLOPE = rad(12)
WIDTH = 0.21
SHAPE = {"sole": 0.13, "heel": 0.13, "ball": 0.2, "toe": 0.05, "tip": 0.15}  # of the foot, from the ankle
SKELETON = Skeleton(depth_first(mirror_joints([
    ("pelvis", None, (0, 1.25, 0), None), ("waist", "pelvis", (0, 0.12, 0), None), ("chest", "waist", (0, 0.25, 0), None),
    ("neck", "chest", (0, 0.42, 0.02), None), ("head", "neck", (0, 0.1, 0.03), (0, 0.26, 0.02)),
    ("shoulder.l", "chest", (0.39, 0.33, 0), None), ("elbow.l", "shoulder.l", (0.41, 0, 0), None),
    ("wrist.l", "elbow.l", (0.38, 0, 0), (0.22, 0, 0)),
    ("hip.l", "pelvis", (0.2, -0.06, 0), None), ("knee.l", "hip.l", (0, -0.54, 0), None), ("ankle.l", "knee.l", (0, -0.52, 0), None),
    ("toe.l", "ankle.l", (0, SHAPE["toe"] - SHAPE["sole"], SHAPE["ball"]), (0, -SHAPE["toe"], SHAPE["tip"]))])))

# What is keyed of the body at a moment: hips in metres, the rest in degrees; l_ and r_ are the arms, each as for a left
# one.
ARM = ("swing", "out", "twist", "elbow", "roll", "flex")
BODY = ("x", "y", "z", "tilt", "twist", "list", "bow", "turn", "lean", "nod", "look", "cock", "poke",
        *(side + name for side in ("l_", "r_") for name in ARM))


def pose(keys, feet):
    """Place of the pelvis and pose, from keys of the body and (ankle, turn, bend) of both feet."""
    k = {name: keys[name] if name in "xyz" else rad(keys[name]) for name in BODY}
    pelvis = turns(ry(k["twist"]), rx(k["tilt"]), rz(k["list"]))
    place = (k["x"], under(k, pelvis, feet), k["z"])
    place, out = lower(SKELETON, place, pelvis, feet)
    chest = turns(ry(k["turn"]), rx(k["bow"]), rz(k["lean"]))
    spine(out, ("waist", "chest"), pelvis, chest, (0.55, 1.0))
    neck(out, chest, turns(ry(k["look"]), rx(k["nod"]), rz(k["cock"])), k["poke"])
    for side, arms in ((".l", "l_"), (".r", "r_")):
        arm(out, side, chest, heading(chest), *(k[arms + name] for name in ARM))
    return place, out


def under(k, pelvis, feet):
    """The height of the hips, softly kept where both legs reach the ground."""
    y = k["y"]
    for side, (ankle, _, _) in zip((".l", ".r"), feet):
        hip = add((k["x"], 0.0, k["z"]), turned(pelvis, SKELETON.offset["hip" + side]))
        far = 0.997 * (SKELETON.thigh(side) + SKELETON.shin(side))
        most = ankle[1] + math.sqrt(far ** 2 - (hip[0] - ankle[0]) ** 2 - (hip[2] - ankle[2]) ** 2) - hip[1]
        over = y - most
        y = most - (math.sqrt(over * over + 4e-5) - over) / 2
    return y


# ---- The walk --------------------------------------------------------------------------------------------------------


class Walk:
    """slope −1 down … 1 up; damage 0 … 1, of the right leg and arm, the neck and what keeps it upright."""

    def __init__(self, slope, damage):
        self.slope, self.damage = slope, damage
        up, down, d = max(slope, 0), max(-slope, 0), damage
        seconds = round((1.3 + 0.5 * d + 0.14 * up + 0.06 * down) * RATE) / RATE
        good = {"clear": 0.035 + 0.05 * up, "hang": rad(-2), "early": 0.35, "curl": 0.0, "fling": 10}
        bad = {**good, "clear": good["clear"] * (1 - d) + 0.004 * d, "hang": rad(-2 + 17 * d), "sweep": 0.07 * d, "fling": 10 - 4 * d}
        self.gait = Gait(
            SKELETON, SHAPE, seconds=seconds, stride=1.46 * (1 - 0.36 * d) * (1 - 0.17 * up - 0.13 * down),
            strikes=(0.0, 0.5 + 0.06 * d), duty=(0.62 + 0.09 * d, 0.62 - 0.1 * d), flat=0.16, rise=0.62 - 0.06 * up + 0.05 * down,
            width=WIDTH, ahead=-0.07 + 0.04 * up - 0.05 * down, slope=SLOPE * slope, feet=(good, bad), out=rad(5),
            rolls=({"strike": rad(15 - 6 * up + 2 * down), "push": rad(36 + 4 * up - 8 * down)},
                   {"strike": rad((15 - 6 * up + 2 * down) * (1 - 0.8 * d)), "push": rad((36 + 4 * up - 8 * down) * (1 - 0.35 * d))}),
            extend=0.997, crouch=0.012 + 0.015 * down + 0.008 * d,
            sway=wave(-0.03 * d, (0.055 + 0.02 * d, 0.3), snap=0.9),
            bounce=wave(0, (0.022 + 0.006 * up, 0.33, 2), (0.007, 0.11, 4), (0.02 * d, 0.33)),
            surge=wave(0, (0.018 + 0.012 * d, 0.16, 2), (0.03 * d, 0.05)),
            tilt=self.angle(3 + 5 * up - 3 * down + 5 * d, (1.5, 0.07, 2), (3 * d, 0.7)),
            twist=self.angle(-3 * d, (-6 - 3 * d, 0.0), snap=1.1), list=self.angle(2 * d, (3 + 4 * d, 0.24), snap=0.9))

    def angle(self, mean, *parts, **more):
        curve = wave(mean, *parts, **more)
        return lambda t: rad(curve(t))

    def body(self, t):
        """Keys at a moment of the walk, in cycles."""
        d, up, down, g = self.damage, max(self.slope, 0), max(-self.slope, 0), self.gait
        place, _ = g.hips(t)
        deg = lambda curve: math.degrees(curve(t))
        keys = {"x": place[0], "y": place[1], "z": place[2], "tilt": deg(g.tilt), "twist": deg(g.twist), "list": deg(g.list)}
        w = lambda mean, *parts, snap=0.0: wave(mean, *parts, snap=snap)(t)
        keys["bow"] = w(4 + 11 * up - 8 * down + 14 * d, (2 + d, 0.07, 2), (5 * d, 0.68))
        keys["turn"] = w(-5 * d, (9 - 3 * d, 0.03), snap=1.6)
        keys["lean"] = w(9 * d, (-2 + 8 * d, 0.26 + 0.5 * d), snap=0.8)
        keys["nod"] = w(2 - 3 * up + 4 * down + 27 * d, (1 + 2 * d, 0.13, 2), (6 * d, 0.76))
        keys["look"] = w(-6 * d, (-1.5 - 3 * d, 0.1))
        keys["cock"] = w(13 * d, (5 * d, 0.86))
        keys["poke"] = 6 + 8 * d
        self.arms(keys, t, d, up, down)
        return keys

    def arms(self, keys, t, d, up, down):
        """Pistons, held away from the armour; the broken one hangs and swings late, as what nobody drives does."""
        for side, u in (("l_", t), ("r_", t + 0.5)):
            w = lambda mean, *parts, snap=0.0: wave(mean, *parts, snap=snap)(u)
            whole = (w(4 + 3 * up - 4 * down, (20 + 3 * up, 0.53), snap=1.5), w(17 + 5 * down, (1.5, 0.1, 2)), 10,
                     w(42 + 6 * up, (14, 0.56), snap=1.6), w(20, (6, 0.6), snap=1.2), w(2, (5, 0.63), snap=1.0))
            if side == "l_":  # works twice as hard for the other
                other = (w(10, (15, 0.55), snap=1.1), w(30, (5, 0.3)), 14, w(62, (12, 0.6), snap=1.2), 26, w(6, (7, 0.66)))
            else:
                other = (w(9, (11, 0.66)), w(5, (2.5, 0.2)), 24, w(13, (7, 0.78)), 34, w(26, (6, 0.86)))
            for name, a, b in zip(ARM, whole, other):
                keys[side + name] = a + (b - a) * d

    def feet(self, t):
        return [foot(t) for foot in self.gait.feet]

    def frames(self):
        count = round(self.gait.seconds * RATE)
        return [pose(self.body(n / count), self.feet(n / count)) for n in range(count + 1)]


# ---- Standing --------------------------------------------------------------------------------------------------------

IDLE_SECONDS, DOWN_SECONDS = 4.0, 5.0


def standing(z=0.0):
    """Both feet flat beside each other, ankles at z."""
    step = lambda side: Step((-2, -1, 1e3, 2e3), side * WIDTH, z, rad(10), rad(30), rad(5))
    return [Foot([step(side)], side, SHAPE, lift=0.0)(0.0) for side in (1, -1)]


def keys_of(values, arms):
    keys = {name: 0.0 for name in BODY}
    keys.update(values)
    for side, numbers in zip(("l_", "r_"), arms):
        keys.update({side + name: number for name, number in zip(ARM, numbers)})
    return keys


def idle(t, damage):
    """Awake: pumps work in the chest, servos hold the arms, the head looks left and right and dwells there. t in seconds."""
    p, d = t / IDLE_SECONDS, damage
    w = lambda mean, *parts, snap=0.0: wave(mean, *parts, snap=snap)(p)
    pump = w(0, (1, 0.1, 2))
    late = w(0, (1, 0.16, 2))
    whole = (6 + 1.2 * late, 18 + 1.6 * late, 10, 40 + 2 * w(0, (1, 0.2, 2)), 22, 2 + 2 * w(0, (1, 0.25, 2)))
    limp = (14 + 1.0 * late, 5, 24, 13 + 1.5 * w(0, (1, 0.24, 2)), 34, 26)
    right = tuple(a + (b - a) * d for a, b in zip(whole, limp))
    return keys_of({
        "x": w(0.045 * d, (0.014, 0.3), snap=1.2), "y": 1.205 - 0.05 * d + 0.005 * pump, "z": 0.02 - 0.01 * d,
        "tilt": 4 + 4 * d + 0.5 * pump, "twist": w(-3 * d, (1.2, 0.3), snap=1.2), "list": 1.5 * d + w(0, (0.6, 0.32)),
        "bow": 3 + 14 * d - 1.4 * pump, "turn": w(-4 * d, (4, 0.36), snap=1.8), "lean": 8 * d,
        "nod": 1 + 25 * d + w(0, (1.5, 0.5, 2)), "look": w(-4 * d, (16 - 8 * d, 0.33), snap=2.4), "cock": 12 * d, "poke": 5 + 8 * d,
    }, (whole, right))


def down(t):
    """Off: everything hangs where its weight takes it; a last trace of pressure leaks. t in seconds."""
    p = t / DOWN_SECONDS
    w = lambda mean, *parts: wave(mean, *parts)(p)
    arm_ = lambda peak: (24 + w(0, (0.7, peak)), 3, 18, 9 + w(0, (0.5, peak + 0.1)), 30, 20)
    return keys_of({
        "y": 1.02 + w(0, (0.0025, 0.1)), "z": -0.06, "x": w(0, (0.002, 0.4)), "tilt": 16, "bow": 42 + w(0, (0.5, 0.2)), "lean": 2,
        "nod": 68 + w(0, (0.8, 0.3)), "cock": 5, "poke": 6,
    }, (arm_(0.35), arm_(0.5)))


def frames_of(seconds, at):
    count = round(seconds * RATE)
    return [at(n / RATE) for n in range(count + 1)]


def settle(t, start, end, over):
    """From 0 to 1 with a swing beyond of about `over` on arrival, at rest at both ends."""
    s = min(max((t - start) / (end - start), 0.0), 1.0)
    arrive = ease(s / 0.55)
    return arrive + over * math.sin(TAU * (s - 0.45) / 0.55) * 64 * ((s - 0.45) / 0.55 * (1 - s) / 0.55) ** 3 * 1.6 if s > 0.45 \
        else arrive


PARTS = {"legs": ("x", "y", "z", "tilt", "twist", "list"), "trunk": ("bow", "turn", "lean"), "head": ("nod", "look", "cock", "poke"),
         "left": tuple("l_" + name for name in ARM), "right": tuple("r_" + name for name in ARM)}


def blend(a, b, share):
    """Keys from a to b, each part by its own share."""
    return {name: a[name] + (b[name] - a[name]) * share[part] for part, names in PARTS.items() for name in names}


UP_SECONDS, OFF_SECONDS = 3.4, 2.6


def power_up(t, damage):
    """The head first, twice; then the trunk in two heaves, the legs, the arms; and it looks round once."""
    d = damage
    head = 0.35 * between(t, 0.25, 0.5) - 0.22 * between(t, 0.6, 0.85) + 0.87 * settle(t, 0.95, 2.1, 0.1)
    trunk = 0.38 * between(t, 0.7, 1.15) - 0.06 * between(t, 1.15, 1.4) + 0.68 * settle(t, 1.4, 2.5, 0.09)
    legs = 0.3 * between(t, 0.9, 1.4) + 0.7 * settle(t, 1.45, 2.6, 0.07 * (1 - 0.6 * d))
    left, right = settle(t, 1.75, 2.8, 0.16), settle(t, 1.95, 3.0, 0.16 * (1 - d))
    keys = blend(down(t), idle(t - UP_SECONDS, d), {"head": head, "trunk": trunk, "legs": legs, "left": left, "right": right})
    keys["look"] += -22 * between(t, 2.1, 2.35) + 22 * between(t, 2.75, 3.1)
    keys["l_elbow"] += 30 * between(t, 1.8, 2.15) * (1 - between(t, 2.2, 2.6))
    keys["r_elbow"] += 30 * (1 - d) * between(t, 2.0, 2.35) * (1 - between(t, 2.4, 2.8))
    return pose(keys, standing())


def power_down(t, damage):
    """Arms fall, the head nods off, the trunk folds, the knees give; it bobs on what is left of the springs."""
    left, right = settle(t, 0.15, 1.4, 0.2), settle(t, 0.3, 1.6, 0.2)
    head = settle(t, 0.45, 1.9, 0.12)
    trunk = 0.12 * between(t, 0.4, 0.7) + 0.88 * settle(t, 0.75, 2.3, 0.09)
    legs = 0.06 * between(t, 0.5, 0.8) + 0.94 * settle(t, 0.95, 2.4, 0.08)
    keys = blend(idle(t, damage), down(t - OFF_SECONDS), {"head": head, "trunk": trunk, "legs": legs, "left": left, "right": right})
    return pose(keys, standing())


# ---- Setting off and stopping ----------------------------------------------------------------------------------------


def state_of(f, t):
    """Value, speed and acceleration of a curve."""
    h = 1e-3
    a, b, c = f(t - h), f(t), f(t + h)
    return (b, (c - a) / (2 * h), (a - 2 * b + c) / (h * h))


class Start:
    """From idle to the left heel's coming down at phase 1 of the walk: weight onto the left, a short step with the right, one with the
    left. Time in cycles of the walk, from `begin`."""

    def __init__(self, damage):
        self.walk = Walk(0, damage)
        g, self.damage = self.walk.gait, damage
        self.seconds = round(1.3 * g.seconds * RATE) / RATE
        self.begin = 1 - self.seconds / g.seconds
        right, left = g.step(1, 0), g.step(0, 1)
        self.z = right.z - 0.34 * g.stride
        stay = lambda side, rise, off, push: Step((-3, -2, rise, off), side * WIDTH, self.z, rad(10), push, rad(5))
        self.feet = [Foot([stay(1, 0.45, g.duty[0], right.push), left], 1, SHAPE, lift=g.feet[0].lift, **self.like(0)),
                     Foot([stay(-1, -0.08, 0.08, rad(20)), right], -1, SHAPE, lift=(0.8 + 0.2 * damage) * g.feet[1].lift, **self.like(1))]

    def keytimes(self):
        (left, down), (right, beside) = (foot.steps for foot in self.feet)
        marks = (("begin", self.begin), ("right up", right.off), ("right down", beside.down), ("left up", left.off), ("left down", down.down))
        return [(label, (when - self.begin) * self.walk.gait.seconds) for label, when in marks]

    def like(self, i):
        foot = self.walk.gait.feet[i]
        return {name: getattr(foot, name) for name in ("early", "hang", "curl", "sweep", "fling", "leave", "land")}

    def __call__(self, seconds):
        g = self.walk.gait
        t = self.begin + seconds / g.seconds
        a, b = idle(seconds, self.damage), self.walk.body(t)
        w = between(t, 0.0, 0.85)
        keys = {name: a[name] + (b[name] - a[name]) * w for name in BODY}
        z0, from_ = self.z + a["z"], -0.12
        keys["z"] = z0 if t < from_ else quintic((z0, 0, 0), state_of(lambda u: self.walk.body(u)["z"], 1.0), 1 - from_, (t - from_) / (1 - from_))
        shift = between(t, self.begin, -0.02) * (1 - between(t, 0.1, 0.5))  # anticipation: onto the left leg, and down a little
        keys["x"] += 0.1 * shift
        keys["y"] -= 0.025 * shift
        keys["list"] += 3 * shift
        keys["lean"] -= 2 * shift
        keys["bow"] += 6 * between(t, -0.1, 0.25) * (1 - between(t, 0.3, 0.7))
        return pose(keys, [foot(t) for foot in self.feet])


class Stop:
    """From the left heel's coming down at phase 0 of the walk to idle: the right foot is set beside it, the body lurches and settles."""

    def __init__(self, damage):
        self.walk = Walk(0, damage)
        g, self.damage = self.walk.gait, damage
        here, behind = g.step(0, 0), g.step(1, -1)
        here.rise, here.off = 1e3, 2e3
        beside = Step((0.56, 0.66, 1e3, 2e3), -WIDTH, here.z, rad(3), rad(30), rad(5))
        foot = g.feet[1]
        like = {name: getattr(foot, name) for name in ("early", "hang", "curl", "sweep", "fling", "leave", "land")}
        self.feet = [Foot([here], 1, SHAPE, lift=0.0), Foot([behind, beside], -1, SHAPE, lift=foot.lift, **like)]
        self.z, self.seconds = here.z, round(1.25 * g.seconds * RATE) / RATE

    def keytimes(self):
        behind, beside = self.feet[1].steps
        second = self.walk.gait.seconds
        return [("left down", 0), ("right up", behind.off * second), ("right down", beside.down * second), ("end", self.seconds)]

    def __call__(self, seconds):
        g = self.walk.gait
        t = seconds / g.seconds
        a, b = self.walk.body(t), idle(seconds - self.seconds, self.damage)
        w = between(t, 0.05, 0.8)
        keys = {name: a[name] + (b[name] - a[name]) * w for name in BODY}
        z1, stop = self.z + b["z"], 0.62
        keys["z"] = z1 if t > stop else quintic(state_of(lambda u: self.walk.body(u)["z"], 0.0), (z1, 0, 0), stop, t / stop)
        keys["x"] += 0.05 * between(t, 0.1, 0.3) * (1 - between(t, 0.4, 0.7))
        lurch = settle(t, 0.2, 1.15, 0.0) * (1 - between(t, 0.55, 1.0))
        keys["bow"] += 8 * lurch
        keys["y"] -= 0.03 * between(t, 0.35, 0.6) * (1 - between(t, 0.6, 0.95))
        keys["nod"] += 5 * between(t, 0.4, 0.62) * (1 - between(t, 0.65, 1.0))
        return pose(keys, [foot(t) for foot in self.feet])


# ---- All -------------------------------------------------------------------------------------------------------------

SLOPES = {"down": -1, "level": 0, "up": 1}
DAMAGES = {"whole": 0.0, "worn": 0.5, "broken": 1.0}


def clips():
    """{name: frames}"""
    out = {}
    for slope, s in SLOPES.items():
        for damage, d in DAMAGES.items():
            out[f"walk-{slope}-{damage}"] = Walk(s, d).frames()
    out["down"] = frames_of(DOWN_SECONDS, lambda t: pose(down(t), standing()))
    for damage, d in (("whole", 0.0), ("broken", 1.0)):
        out["idle-" + damage] = frames_of(IDLE_SECONDS, lambda t: pose(idle(t, d), standing()))
        out["power-up-" + damage] = frames_of(UP_SECONDS, lambda t: power_up(t, d))
        out["power-down-" + damage] = frames_of(OFF_SECONDS, lambda t: power_down(t, d))
        start, stop = Start(d), Stop(d)
        out["start-" + damage] = frames_of(start.seconds, start)
        out["stop-" + damage] = frames_of(stop.seconds, stop)
    return out


def keytimes():
    """{name: [(label, seconds)]}"""
    whole = lambda seconds: [("begin", 0), ("end", seconds)]
    out = {f"walk-{slope}-{damage}": Walk(s, d).gait.keytimes() for slope, s in SLOPES.items() for damage, d in DAMAGES.items()}
    out["down"] = whole(DOWN_SECONDS)
    for damage, d in (("whole", 0.0), ("broken", 1.0)):
        for name, seconds in (("idle", IDLE_SECONDS), ("power-up", UP_SECONDS), ("power-down", OFF_SECONDS)):
            out[f"{name}-{damage}"] = whole(seconds)
        out["start-" + damage], out["stop-" + damage] = Start(d).keytimes(), Stop(d).keytimes()
    return out


if __name__ == "__main__":
    run(SKELETON, RATE, HERE / "clips", clips, keytimes)
