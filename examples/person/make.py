#!/usr/bin/env python3
"""Keys the seven walks of the person and writes them as clips/MOOD.bvh: make.py [FOLDER | --keytimes]

A figure of 1.75 m with 45 joints of three rotations and the place of the pelvis: 138 degrees of freedom. Every walk is one cycle
that begins as the left heel comes down.
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from animator import *  # noqa: E402

RATE = 60
SHAPE = {"sole": 0.085, "heel": 0.055, "ball": 0.135, "toe": 0.022, "tip": 0.075}  # of the foot, from the ankle
FINGERS = {"index": (0.035, 0.006), "middle": (0.012, 0.008), "ring": (-0.011, 0.004), "little": (-0.033, -0.006)}


def joints():
    out = [("pelvis", None, (0, 0.97, 0), None), ("spine", "pelvis", (0, 0.09, -0.01), None),
           ("waist", "spine", (0, 0.12, 0), None), ("chest", "waist", (0, 0.13, 0), None),
           ("neck", "chest", (0, 0.17, 0), None), ("head", "neck", (0, 0.085, 0.015), (0, 0.19, 0.01)),
           ("jaw", "head", (0, 0.02, 0.03), (0, -0.035, 0.07)),
           ("clavicle.l", "chest", (0.03, 0.115, 0.01), None), ("shoulder.l", "clavicle.l", (0.145, 0.015, -0.01), None),
           ("elbow.l", "shoulder.l", (0.285, 0, 0), None), ("wrist.l", "elbow.l", (0.255, 0, 0), None),
           ("thumb1.l", "wrist.l", (0.025, -0.008, 0.028), None), ("thumb2.l", "thumb1.l", (0.038, -0.012, 0.022), None),
           ("thumb3.l", "thumb2.l", (0.03, -0.006, 0.012), (0.026, -0.004, 0.006))]
    for name, (across, longer) in FINGERS.items():
        out += [(name + "1.l", "wrist.l", (0.088 + longer / 2, 0, across), None),
                (name + "2.l", name + "1.l", (0.045 + longer, 0, 0), (0.042 + longer / 2, 0, 0))]
    out += [("hip.l", "pelvis", (0.092, -0.045, 0), None), ("knee.l", "hip.l", (0, -0.435, 0), None),
            ("ankle.l", "knee.l", (0, -0.405, 0), None),
            ("toe.l", "ankle.l", (0, SHAPE["toe"] - SHAPE["sole"], SHAPE["ball"]), (0, -SHAPE["toe"], SHAPE["tip"]))]
    return depth_first(mirror_joints(out))


SKELETON = Skeleton(joints())


def hand(pose, side, curl, spread=0.0, thumb=0.3):
    """Fingers curled 0 (flat) … 1 (a fist), the outer ones a little more."""
    flip = (lambda q: q) if side == ".l" else mirrored
    for n, name in enumerate(FINGERS):
        more = curl * (0.92 + 0.05 * n)
        pose[f"{name}1{side}"] = flip(turns(rz(-1.25 * more), ry((n - 1.5) * spread)))
        pose[f"{name}2{side}"] = flip(rz(-1.75 * more))
    pose["thumb1" + side] = flip(turns(ry(0.25 + 0.5 * thumb), rz(-0.9 * thumb)))
    pose["thumb2" + side] = flip(turns(ry(0.5 * thumb), rz(-0.3 * thumb)))
    pose["thumb3" + side] = flip(ry(0.8 * thumb))


class Mood:
    """A walk and where it stands among the moods. body and arm: waves in degrees over the phase; what is left out is 0. An arm's
    phase is its own: the left one's is the walk's, the right one's half a cycle on. Where the arms differ, `right` is the other."""

    def __init__(self, name, at, gait, body, arm, right=None):
        self.name, self.at = name, at
        whole = round(gait.pop("seconds") * RATE) / RATE  # whole frames
        self.gait = Gait(SKELETON, SHAPE, seconds=whole, **gait)
        self.body, self.arms = body, (arm, right or arm)

    def get(self, channels, name, phase, otherwise=0.0):
        curve = channels.get(name, otherwise)
        return rad(curve(phase) if callable(curve) else curve)

    def pose(self, t):
        place, pose = self.gait.lower(t)
        b = lambda name, otherwise=0.0: self.get(self.body, name, t, otherwise)
        chest = turns(ry(b("turn")), rx(b("bow")), rz(b("lean")))
        spine(pose, ("spine", "waist", "chest"), pose["pelvis"], chest, (0.25, 0.6, 1.0))
        pose["chest"] = turns(pose["chest"], rx(b("hunch")))
        chest = turns(chest, rx(b("hunch")))
        neck(pose, chest, turns(ry(b("look")), rx(b("nod")), rz(b("cock"))), b("poke"))
        pose["jaw"] = rx(b("jaw"))
        for side, channels, phase in ((".l", self.arms[0], t), (".r", self.arms[1], t + 0.5)):
            self.arm(pose, side, chest, channels, phase)
        return place, pose

    def arm(self, pose, side, chest, channels, phase):
        a = lambda name, otherwise=0.0: self.get(channels, name, phase, otherwise)
        flip = (lambda q: q) if side == ".l" else mirrored
        pose["clavicle" + side] = flip(turns(rz(a("shrug")), ry(-a("round"))))
        arm(pose, side, mul(chest, pose["clavicle" + side]), heading(chest) * 0.7, a("swing"), a("out", 7), a("twist", 12),
            a("elbow", 14), a("roll"), a("flex"), a("bend"))
        curl, spread, thumb = (channels.get(n, o) for n, o in (("curl", 0.28), ("spread", 0.0), ("thumb", 0.3)))
        value = lambda c: c(phase) if callable(c) else c
        hand(pose, side, value(curl), value(spread), value(thumb))

    def frames(self):
        count = round(self.gait.seconds * RATE)
        return [self.pose(n / count) for n in range(count + 1)]


def degrees(mean, *parts, **more):
    """A wave of the hips, which take radians."""
    curve = wave(mean, *parts, **more)
    return lambda t: rad(curve(t))


# Left mid-stance is at about 0.3 of the cycle, right mid-stance at 0.8; both feet are on the ground around 0.06 and
# 0.56, when the hips are lowest. What hangs on something follows it later: chest after hips, elbow after shoulder,
# wrist after elbow.
MOODS = [
    Mood("neutral", (0, 0, 0),
         dict(seconds=1.1, stride=1.36, ahead=-0.08, width=0.075, strike=rad(20), push=rad(60), feet=({"clear": 0.028},) * 2, extend=0.996,
              sway=wave(0, (0.030, 0.35)), bounce=wave(0, (0.021, 0.30, 2)), surge=wave(0, (0.012, 0.14, 2)),
              tilt=degrees(4, (1.2, 0.08, 2)), twist=degrees(0, (-5, 0.0)), list=degrees(0, (4, 0.25))),
         dict(bow=wave(3, (1.5, 0.06, 2)), turn=wave(0, (5.5, 0.04)), lean=wave(0, (-1.6, 0.28)), nod=wave(3, (1.5, 0.12, 2)),
              cock=wave(0, (0.8, 0.3))),
         dict(swing=wave(-3, (18, 0.52)), out=wave(8, (1.5, 0.3, 2)), elbow=wave(22, (11, 0.58)), roll=wave(12, (8, 0.6)),
              flex=wave(6, (7, 0.16)), curl=wave(0.33, (0.05, 0.14)), shrug=wave(0, (1.2, 0.56, 2)))),

    # A stroll: nothing is in a hurry, the hips swing from side to side, everything above comes late.
    Mood("easygoing", (0.6, 0.3, -0.5),
         dict(seconds=1.33, stride=1.3, ahead=-0.09, width=0.085, strike=rad(22), push=rad(54), out=rad(12), duty=(0.64, 0.64),
              feet=({"clear": 0.018},) * 2, knees=rad(4), sway=wave(0, (0.042, 0.33)), bounce=wave(0, (0.026, 0.31, 2)),
              surge=wave(0, (0.014, 0.16, 2)), tilt=degrees(-1, (2, 0.1, 2)), twist=degrees(0, (-7, 0.02)),
              list=degrees(0, (7, 0.23))),
         dict(bow=wave(-6, (2.5, 0.12, 2)), turn=wave(0, (7, 0.1)), lean=wave(0, (-4.5, 0.36)), nod=wave(-3, (3, 0.2, 2)),
              look=wave(0, (4, 0.15)), cock=wave(0, (5, 0.42))),
         dict(swing=wave(2, (25, 0.57)), out=wave(13, (3, 0.4)), twist=4, elbow=wave(26, (17, 0.66)), roll=wave(16, (14, 0.68)),
              flex=wave(8, (16, 0.24)), bend=wave(0, (6, 0.7)), curl=wave(0.3, (0.1, 0.26)), shrug=wave(-3, (2, 0.62, 2)))),

    # Sunk into itself: feet hardly leave the ground, arms hang like ropes, the head is too heavy.
    Mood("mopey", (-0.8, -0.1, -0.8),
         dict(seconds=1.65, stride=0.78, ahead=-0.03, width=0.07, strike=rad(6), push=rad(30), out=rad(3), duty=(0.69, 0.69),
              flat=0.12, rise=0.66, feet=({"clear": 0.008, "hang": rad(8), "curl": 0.0},) * 2, crouch=0.02,
              sway=wave(0, (0.036, 0.36)), bounce=wave(0, (0.011, 0.36, 2)), surge=wave(0, (0.016, 0.06, 2)),
              tilt=degrees(-3, (1, 0.1, 2)), twist=degrees(0, (-3, 0.02)), list=degrees(0, (3, 0.26))),
         dict(bow=wave(17, (2.4, 0.1, 2)), hunch=15, turn=wave(0, (2.5, 0.1)), lean=wave(0, (-3.5, 0.42)),
              nod=wave(42, (3.5, 0.2, 2)), look=wave(0, (3, 0.2)), cock=wave(3, (3.5, 0.46)), poke=8, jaw=3),
         dict(swing=wave(6, (7, 0.62)), out=wave(3, (1, 0.4)), elbow=wave(13, (4, 0.72)), twist=26, roll=wave(24, (4, 0.7)),
              flex=wave(10, (6, 0.26)), curl=wave(0.34, (0.03, 0.3)), shrug=wave(-7, (1.5, 0.7, 2)), round=22)),

    # Owns the street: chest out, shoulders roll, arms kept away from the body as if muscles were in the way.
    Mood("cocky", (0.6, 0.9, 0.4),
         dict(seconds=1.16, stride=1.4, ahead=-0.07, width=0.125, strike=rad(26), push=rad(56), out=rad(16), rise=0.64,
              feet=({"clear": 0.055, "hang": rad(-4), "sweep": 0.02},) * 2, knees=rad(10), sway=wave(0, (0.05, 0.3)),
              bounce=wave(0, (0.026, 0.33, 2), (0.006, 0.08, 4)), surge=wave(0, (0.016, 0.14, 2)),
              tilt=degrees(-4, (2.5, 0.08, 2)), twist=degrees(0, (-9, 0.0)), list=degrees(0, (5, 0.2))),
         dict(bow=wave(-11, (3, 0.08, 2)), turn=wave(0, (15, 0.05)), lean=wave(0, (8, 0.24)), nod=wave(-9, (4, 0.18, 2)),
              look=wave(0, (-5, 0.08)), cock=wave(0, (-5, 0.3))),
         dict(swing=wave(-2, (24, 0.55)), out=wave(27, (5, 0.1)), twist=30, elbow=wave(38, (17, 0.62)), roll=wave(30, (10, 0.64)),
              flex=wave(14, (12, 0.2)), curl=wave(0.5, (0.08, 0.2)), shrug=wave(4, (6, 0.52)), round=wave(-8, (8, 0.5)))),

    # All knees and elbows: springs off every step, feet flap, hands dangle, and the head has not noticed.
    Mood("goofy", (0.8, -0.9, 0.6),
         dict(seconds=1.0, stride=1.14, ahead=-0.04, width=0.11, strike=rad(32), push=rad(44), out=rad(27), duty=(0.55, 0.55),
              flat=0.22, rise=0.62, feet=({"lift": 0.15, "early": 0.15, "hang": rad(4), "curl": 0.5, "sweep": 0.05},) * 2,
              knees=rad(20), crouch=0.0, sway=wave(0, (0.045, 0.3)), bounce=wave(0, (0.046, 0.32, 2), (0.006, 0.2, 4)),
              surge=wave(0, (0.02, 0.16, 2)), tilt=degrees(-6, (5, 0.06, 2)), twist=degrees(0, (-9, 0.0)),
              list=degrees(0, (-7, 0.28))),
         dict(bow=wave(-4, (6, 0.12, 2)), hunch=8, turn=wave(0, (10, 0.08)), lean=wave(0, (9, 0.34)), nod=wave(-6, (9, 0.24, 2)),
              look=wave(5, (12, 0.2)), cock=wave(0, (13, 0.45)), poke=12, jaw=wave(11, (5, 0.3, 2))),
         dict(swing=wave(8, (34, 0.56)), out=wave(34, (9, 0.28, 2)), twist=-6, elbow=wave(52, (26, 0.68)), roll=wave(58, (14, 0.7)),
              flex=wave(34, (34, 0.4, 2)), bend=wave(0, (14, 0.8)), curl=wave(0.22, (0.12, 0.5, 2)), spread=0.16, thumb=0.1,
              shrug=wave(8, (7, 0.4, 2)))),

    # Straight at somebody: body thrown forward, fists, heels that hit the floor, a head that does not move.
    Mood("angry", (-0.8, 0.6, 0.8),
         dict(seconds=0.86, stride=1.46, ahead=-0.1, width=0.1, strike=rad(24), push=rad(58), out=rad(8), duty=(0.58, 0.58),
              flat=0.15, rise=0.56, feet=({"clear": 0.035, "early": 0.25},) * 2, crouch=0.01, sway=wave(0, (0.03, 0.28)),
              bounce=wave(0, (0.024, 0.32, 2), (0.008, 0.09, 4)), surge=wave(0, (0.014, 0.13, 2)),
              tilt=degrees(12, (2.5, 0.07, 2)), twist=degrees(0, (-8, -0.01)), list=degrees(0, (4, 0.18))),
         dict(bow=wave(17, (3.5, 0.07, 2)), hunch=9, turn=wave(0, (13, 0.02)), lean=wave(0, (4, 0.22)), nod=wave(11, (1.5, 0.1, 2)),
              poke=24, jaw=-1),
         dict(swing=wave(3, (31, 0.52)), out=wave(19, (4, 0.5)), twist=34, elbow=wave(64, (15, 0.55)), roll=wave(26, (5, 0.56)),
              flex=wave(10, (5, 0.1)), curl=1.0, thumb=1.0, shrug=wave(12, (5, 0.5)), round=12)),

    # Tiptoes away from whatever it was: knees bent, small quick steps, hands before the chest, eyes everywhere.
    Mood("afraid", (-0.7, -0.8, 0.4),
         dict(seconds=0.84, stride=0.66, ahead=-0.02, width=0.055, strike=rad(2), push=rad(34), out=rad(-3), duty=(0.6, 0.6),
              flat=0.1, rise=0.5, feet=({"clear": 0.035, "hang": rad(16), "curl": 0.0},) * 2, crouch=0.085, knees=rad(-6),
              sway=wave(0, (0.016, 0.28)), bounce=wave(0, (0.013, 0.3, 2)), surge=wave(0, (0.01, 0.12, 2)),
              tilt=degrees(14, (1.5, 0.08, 2)), twist=degrees(0, (-4, 0.0)), list=degrees(0, (2.5, 0.2))),
         dict(bow=wave(5, (2.5, 0.1, 2)), hunch=17, turn=wave(0, (6, 0.12)), lean=wave(0, (-2.5, 0.36)), nod=wave(2, (2.5, 0.22, 2)),
              look=wave(0, (32, 0.34), snap=1.4), cock=wave(0, (5, 0.24)), poke=16, jaw=5),
         dict(swing=wave(34, (6, 0.6)), out=wave(9, (2, 0.3, 2)), twist=19, elbow=wave(106, (6, 0.64)), roll=wave(34, (5, 0.6)),
              flex=wave(-22, (7, 0.3, 2)), curl=wave(0.3, (0.06, 0.36, 2)), spread=0.1, thumb=0.15,
              shrug=wave(19, (2.5, 0.6, 2)), round=20)),
]


if __name__ == "__main__":
    run(SKELETON, RATE, HERE / "clips", lambda: {mood.name: mood.frames() for mood in MOODS},
        lambda: {mood.name: mood.gait.keytimes() for mood in MOODS})
