"""The motions, keyed once for everybody. Each says who does it for others (`branch`), then channels, the most important first. Hands
are keyed on the left; what is keyed in the middle has side "centre". Feet are the gait's: nobody's slip."""
import math

from words import (BODY, FACING, FLOOR, LIMB, MIDDLE, SIZE, TOWARDS, WATCHING, channel, held, keys, motion, nods, stops)

REST = [0, 0, 0]
ABOUT = keys((0, 0.8))  # a weight: about there
HANDS = {"caps": {"grasper": True}}
TWO_HANDS = {"caps": {"grasper": 2}}
NO_HANDS = {"caps": {"grasper": False, "mouth": True}}
LOW_HEAD = {"upright": False, **NO_HANDS}  # a mouth that gets down to the ground


def body(*place, turned=None, side="centre"):
    """What the root does: x and z in sizes of the creature, y downwards in heights of its hips."""
    rest = {"turn": turned} if turned else {}
    return channel("body", "root", BODY, side=side, place=list(place), **rest)


def blinks(*times):
    """Eyes that shut for two frames and open over three."""
    track = [k for t in times for k in ((t - 0.07, 0, "flat"), (t, 1, "flat"), (t + 0.05, 1, "flat"), (t + 0.16, 0, "flat"))]
    return channel("eyes", "eye", side="centre", deforms={"blink": keys((0, 0, "flat"), *track)})


def tails(*entries):
    """(time, x, y) in lengths of the tail, drawn in a little as it goes aside, so that it bends instead of stretching."""
    return channel("tails", "tail", LIMB, side="centre",
                   place=keys(*[(t, [x, y, round(0.35 * math.hypot(x, y), 3)], *rest) for t, x, y, *rest in entries]))


def wings(*entries):
    return channel("wings", "wing", LIMB, place=keys(*entries))


# ---- Nothing much ----------------------------------------------------------------------------------------------------

def idle():
    """Two breaths; the weight goes from one side to the other; head, hands and tail come after it."""
    return motion(
        "idle", 6.0,
        body(*keys((0, [0, 0.012, 0]), (1.3, [0.008, 0.002, 0]), (2.7, [0.014, 0.04, 0.002]), (4.1, [-0.006, 0.003, 0]),
                   (5.2, [-0.012, 0.036, -0.002])),
             turned=nods((0, 0), (1.5, -1.5, 1, -1.2), (2.9, 1.5, 2, -1.6), (4.3, -1.2, -1, 1), (5.3, 1.2, -2, 1.5))[1:-1]),
        channel("heads", "mouth", side="centre", turn=[*nods((0, 0), (1.1, -3, 9, 2), (1.9, -1, 10, 3), (2.7, 5, 6, 1), (3.6, 1, -7, -2),
                                                              (4.4, -2, -12, -4), (5.2, 4, -9, -2), (6, 0))[1:-1]]),
        channel("hands", "grasper", LIMB,
                place=keys((0.2, [0, 0, 0]), (1.6, [0.02, 0.025, 0.01]), (3.1, [-0.01, -0.035, 0.02]), (4.5, [0.015, 0.015, 0]),
                           (5.5, [0, -0.03, 0.015]))),
        tails((0.3, 0.05, 0.02), (1.5, 0.12, 0.06), (3.0, -0.02, 0), (4.4, -0.13, 0.05), (5.4, -0.04, 0)),
        blinks(0.95, 3.5, 3.8), loop=True, fade_in=0.4, fade_out=0.4)


def look_around():
    """Head, then body, then tail; each goes too far and comes back; a blink covers the way to the other side."""
    return motion(
        "look-around", 5.4,
        channel("heads", "mouth", SIZE, side="centre", place_weight=ABOUT,
                place=keys((0, REST, "flat"), (0.3, [-0.01, -0.02, 0]), (0.85, [0.045, 0.02, 0.01]), (1.9, [0.04, 0.025, 0.012]),
                           (2.35, [0.01, -0.025, 0.02]), (2.95, [-0.045, 0.015, 0.01]), (4.0, [-0.05, 0.02, 0.015]),
                           (4.9, REST, "flat")),
                turn=stops((0, 0), (0.28, 5, -8), (0.82, -5, 52, 5), (1.0, -3, 46, 4), (1.9, -7, 49, 6), (2.3, 13, 22),
                           (2.9, -5, -54, -5), (3.1, -3, -48, -4), (4.0, 7, -46, -8), (4.75, 2, 3), (5.0, 0))),
        blinks(0.35, 2.2, 4.35),
        body(*keys((0, REST, "flat"), (0.35, [-0.006, 0.07, 0]), (1.0, [0.012, 0.045, 0]), (1.9, [0.01, 0.04, 0]), (2.4, [0, 0.09, 0]),
                   (3.1, [-0.012, 0.045, 0]), (4.0, [-0.014, 0.05, 0]), (5.1, REST, "flat")),
             turned=nods((0, 0), (0.35, 1, -1), (1.1, 0, 5, 1), (1.9, 0, 4.5, 1), (2.45, 1.5, 1), (3.2, 0, -5, -1), (4.0, 0.5, -4.5, -1),
                         (5.2, 0))),
        tails((0, 0, 0, "flat"), (1.3, -0.16, 0.08), (2.5, 0.02, 0.02), (3.4, 0.17, 0.08), (4.4, 0.1, 0), (5.2, 0, 0, "flat")))


# ---- Hello -----------------------------------------------------------------------------------------------------------

def wave():
    """Down a little, out and up in an arc, three times to and fro with the palm dragging behind the wrist, and down again."""
    first, beat = 0.66, 0.19
    fro = [(first + beat * i, [0.13 if i % 2 == 0 else -0.17, 0.93 if i % 2 == 0 else 1.0, -0.2]) for i in range(6)]
    palm = [(first + 0.06 + beat * i, -4, 0, -28 if i % 2 == 0 else 24) for i in range(6)]
    return motion(
        "wave", 2.7,
        channel("hand", "grasper", LIMB, group=1,
                place=keys((0, REST, "flat"), (0.16, [0.02, -0.12, -0.03]), (0.36, [0.18, 0.45, -0.04]), (0.52, [0.02, 1.02, -0.2]),
                           *fro, (1.88, [0.03, 0.95, -0.18]), (2.12, [0.14, 0.4, -0.02]), (2.38, [0.01, -0.05, 0.02]),
                           (2.58, REST, "flat")),
                turn=nods((0, 0), (0.16, 10), (0.4, -14, 0, 10), *palm, (2.05, 6), (2.35, -8), (2.6, 0)),
                deforms={"open": held((0, 0), (0.22, 0), (0.5, 1), (1.9, 1), (2.3, 0))}),
        channel("heads", "mouth", side="left",
                turn=stops((0, 0), (0.18, 7), (0.6, -9, 6, -10), (1.2, -7, 5, -7), (1.85, -8, 6, -10), (2.25, 4), (2.55, 0)),
                deforms={"open": held((0, 0), (0.4, 0), (0.62, 0.7), (1.5, 0.5), (1.95, 0))}),
        body(*keys((0, REST, "flat"), (0.18, [0.004, 0.09, 0]), (0.52, [-0.012, 0.01, 0]), (0.8, [-0.01, 0.025, 0]),
                   (1.8, [-0.012, 0.02, 0]), (2.25, [0, 0.05, 0]), (2.55, REST, "flat")),
             turned=nods((0, 0), (0.18, 2), (0.55, 0, 2, 3), (1.2, 0, 2, 2), (1.85, 0, 2, 3), (2.3, 1), (2.6, 0)), side="left"),
        tails((0, 0, 0, "flat"), *[(0.5 + 0.24 * i, 0.16 if i % 2 else -0.16, 0.1) for i in range(6)], (2.4, 0, 0, "flat")),
        blinks(0.2), branch=HANDS, events=[(0.52, "hello")])


def wave_with_head():
    """Those without hands throw up their heads, and their tails do the waving."""
    return motion(
        "wave-with-the-head", 2.4,
        channel("heads", "mouth", SIZE, side="centre", place_weight=ABOUT,
                place=keys((0, REST, "flat"), (0.18, [0, -0.05, 0.01]), (0.45, [0, 0.05, 0]), (0.72, [0.02, -0.02, 0.01]),
                           (0.98, [0, 0.05, 0]), (1.24, [-0.02, -0.02, 0.01]), (1.5, [0, 0.04, 0]), (2.0, [0, -0.012, 0.005]),
                           (2.25, REST, "flat")),
                turn=nods((0, 0), (0.2, 12), (0.5, -22), (0.78, 8, 8, 8), (1.04, -20), (1.3, 8, -8, -8), (1.56, -18), (2.0, 5), (2.3, 0)),
                deforms={"open": held((0, 0), (0.3, 0), (0.5, 0.9), (0.78, 0.2), (1.04, 0.8), (1.3, 0.2), (1.56, 0.7), (1.95, 0))}),
        body(*keys((0, REST, "flat"), (0.18, [0, 0.11, 0]), (0.46, [0, 0.01, 0]), (0.74, [0, 0.08, 0]), (1.0, [0, 0.01, 0]),
                   (1.26, [0, 0.08, 0]), (1.52, [0, 0.01, 0]), (1.9, [0, 0.04, 0]), (2.2, REST, "flat"))),
        tails((0, 0, 0, "flat"), *[(0.3 + 0.2 * i, 0.3 if i % 2 else -0.3, 0.18) for i in range(9)], (2.25, 0, 0, "flat")),
        wings((0, REST, "flat"), (0.2, [0, -0.1, 0]), (0.5, [0.05, 0.4, 0]), (0.78, [0, 0, 0]), (1.04, [0.05, 0.35, 0]), (1.3, [0, 0, 0]),
              (1.56, [0.05, 0.3, 0]), (2.2, REST, "flat")),
        blinks(0.25), action="wave", branch=NO_HANDS, events=[(0.5, "hello")])


# ---- Food ------------------------------------------------------------------------------------------------------------

def pick_fruit():
    """Sees it, gathers itself, reaches with the hand open, feels, takes hold; pulls, and the fruit lets go all at once."""
    return motion(
        "pick-fruit", 3.2,
        channel("hand", "grasper", TOWARDS, relative={"target": 0}, group=1,
                place=keys((0, REST, "flat"), (0.22, [0, 0, 0.02], "flat"), (0.5, [0.05, -0.09, -0.1], "flat"), (0.78, [0.08, 0.04, 0.45]),
                           (1.05, [0.02, 0.03, 0.96]), (1.2, [0, 0, 1], "flat"), (1.5, [0, 0, 1], "flat"), (1.72, [0, -0.03, 0.93], "flat"),
                           (1.9, [0.02, -0.06, 0.5]), (2.25, [0.02, -0.05, -0.05]), (2.6, [0, 0.01, 0.01]), (2.9, REST, "flat")),
                turn=nods((0, 0), (0.5, 12), (0.95, -26), (1.2, -16), (1.5, -16, 0, 14), (1.72, -12, 0, 30), (2.2, 8), (2.9, 0)),
                deforms={"open": held((0, 0), (0.5, 0), (0.95, 1), (1.2, 1), (1.4, 0))}),
        channel("heads", "mouth", WATCHING, relative={"target": 0}, side="centre",
                turn=stops((0, 0), (0.5, 5), (1.1, -2, 0, 5), (1.5, -2, 0, 4), (2.0, 6), (2.8, 0)),
                turn_weight=held((0, 0), (0.35, 0.8), (1.8, 0.8), (2.7, 0)),
                deforms={"open": held((0, 0), (1.75, 0), (2.05, 0.8), (2.6, 0))}),
        body(*keys((0, REST, "flat"), (0.5, [0, 0.13, -0.012], "flat"), (1.1, [0, 0.01, 0.012], "flat"), (1.5, [0, 0.015, 0.012]),
                   (1.72, [0, 0.04, 0.004]), (1.95, [0, 0.08, -0.008]), (2.6, REST, "flat"))),
        tails((0, 0, 0, "flat"), (0.5, 0, -0.06), (1.15, 0, 0.15), (1.9, 0, 0.05), (2.2, 0, 0.2), (2.9, 0, 0, "flat")),
        blinks(0.18, 2.0), branch=HANDS, events=[(1.35, "grab"), (1.78, "pluck"), (2.6, "have")])


def pick_fruit_with_mouth():
    """A neck that coils, shoots forward, bites, tugs."""
    return motion(
        "pick-fruit-with-the-mouth", 2.8,
        channel("mouth", "mouth", {"scale": "limb", "secondary": True, "lookat": True}, relative={"target": 0}, group=1, side="centre",
                place=keys((0, REST, "flat"), (0.5, [0, 0, -0.06], "flat"), (1.0, [0, 0, 0.92]), (1.15, [0, 0, 1], "flat"), (1.35, [0, 0, 1], "flat"),
                           (1.58, [0, 0, 0.92], "flat"), (1.82, [0, 0, 0.5]), (2.15, [0, 0, -0.03]), (2.5, REST, "flat")),
                turn=stops((0, 0), (0.5, 6), (1.0, -10), (1.3, 2), (1.55, 6, 0, 12), (2.0, -8), (2.4, 0)),
                turn_weight=held((0, 0), (0.4, 0.5), (0.8, 0.4), (1.6, 0.4), (2.4, 0)),
                deforms={"open": held((0, 0), (0.55, 0.1), (0.95, 1), (1.12, 1), (1.25, 0), (1.95, 0), (2.1, 0.4), (2.25, 0))}),
        body(*keys((0, REST, "flat"), (0.5, [0, 0.12, -0.01], "flat"), (1.1, [0, 0.03, 0.012], "flat"), (1.5, [0, 0.06, 0.005]), (2.4, REST, "flat"))),
        tails((0, 0, 0, "flat"), (0.5, 0.1, -0.05), (1.1, -0.05, 0.2), (1.8, 0.12, 0.2), (2.1, -0.1, 0.15), (2.5, 0, 0, "flat")),
        blinks(0.2, 1.15), action="pick-fruit", branch=NO_HANDS, events=[(1.25, "grab"), (1.6, "pluck")])


def eat():
    """The head nods to meet the hand; one bite, then chewing, head up and content."""
    chew = [(1.62 + 0.17 * i, 6 if i % 2 == 0 else -4, 4 if i % 4 < 2 else -4) for i in range(8)]
    jaws = [(1.6 + 0.17 * i, 0.4 if i % 2 == 0 else 0.02) for i in range(8)]
    return motion(
        "eat", 3.6,
        channel("mouth", "mouth", group=2, side="centre",
                turn=nods((0, 0), (0.35, -5), (0.95, 14), (1.2, 16), (1.42, 2), *chew, (3.1, -6), (3.45, 0)),
                deforms={"open": keys((0, 0, "flat"), (0.55, 0.05, "flat"), (0.95, 1, "flat"), (1.1, 1, "flat"), (1.22, 0, "flat"),
                                      *[(t, v, "flat") for t, v in jaws], (3.0, 0, "flat"))}),
        channel("hand", "grasper", TOWARDS, relative={"select": {"cap": "mouth"}, "group": 2}, group=1,
                place=keys((0, REST, "flat"), (0.3, [0.03, -0.1, -0.06]), (0.65, [0.08, 0.0, 0.5]), (0.95, [0.01, -0.01, 0.94]),
                           (1.08, [0, 0, 0.98], "flat"), (1.24, [0, 0, 0.97], "flat"), (1.6, [0.04, -0.06, 0.55]), (2.1, [0.01, -0.02, -0.04]),
                           (2.5, REST, "flat")),
                turn=nods((0, 0), (0.3, 10), (0.95, -36), (1.24, -38), (2.0, 6), (2.5, 0)),
                deforms={"open": held((0, 0), (1.15, 0), (1.35, 0.8), (2.2, 0))}),
        body(*keys((0, REST, "flat"), (0.95, [0, 0.06, 0.01], "flat"), (1.3, [0, 0.06, 0.01], "flat"), (1.7, [0, 0.01, 0], "flat"),
                   (3.3, REST, "flat"))),
        blinks(1.2, 2.0, 2.9), branch={"caps": {"grasper": True, "mouth": True}}, events=[(1.2, "bite")])


def graze():
    """Nose to the ground, two bites torn off with a jerk, head up to chew."""
    chew = [(2.55 + 0.18 * i, 5 if i % 2 == 0 else -3, 5 if i % 4 < 2 else -5) for i in range(6)]
    jaws = [(2.5 + 0.18 * i, 0.4 if i % 2 == 0 else 0) for i in range(6)]
    return motion(
        "graze", 4.2,
        channel("mouth", "mouth", BODY, side="centre",
                place=keys((0, REST, "flat"), (0.2, [0, -0.02, -0.005]), (1.0, [0, 0.7, 0.035], "flat"), (1.15, [0, 0.74, 0.04], "flat"),
                           (1.32, [0.005, 0.6, 0.03]), (1.6, [0.01, 0.74, 0.045], "flat"), (1.75, [0.01, 0.74, 0.04], "flat"),
                           (2.4, [0, 0.01, 0], "flat"), (3.9, REST, "flat")),
                turn=nods((0, 0), (0.2, -4), (1.0, 22), (1.15, 24), (1.32, 16, 0, 6), (1.6, 24), (1.75, 24), (1.98, 12, 0, -6), (2.4, -3),
                          *chew, (3.9, 0)), turn_weight=held((0, 1), (0.5, 0.5), (1.9, 0.5), (2.5, 1)),
                deforms={"open": keys((0, 0, "flat"), (0.6, 0, "flat"), (0.95, 0.9, "flat"), (1.18, 0, "flat"), (1.45, 0.9, "flat"),
                                      (1.72, 0, "flat"), *[(t, v, "flat") for t, v in jaws], (3.7, 0, "flat"))}),
        body(*keys((0, REST, "flat"), (0.3, [0, 0.01, -0.004]), (1.0, [0, 0.2, 0.01], "flat"), (1.32, [0, 0.15, 0.006]),
                   (1.65, [0, 0.2, 0.01], "flat"), (2.3, [0, 0.02, 0]), (2.8, REST, "flat")),
             turned=nods((0, 0), (1.0, 8), (1.32, 6), (1.65, 8), (2.4, 0))),
        tails((0, 0, 0, "flat"), (0.9, 0.15, 0.1), (1.5, -0.2, 0.12), (1.9, 0.24, 0.1), (2.4, -0.15, 0.05), (3.0, 0.1, 0.05), (3.8, 0, 0, "flat")),
        blinks(1.2, 2.4, 3.3), action="eat", branch=LOW_HEAD, events=[(1.18, "bite"), (1.72, "bite")])


def pass_over():
    """From one hand to another before the chest: the giver waits for the taker, lets go, and both show that they know."""
    return motion(
        "pass-over", 3.0,
        channel("giver", "grasper", MIDDLE, group=1,
                place=keys((0, REST, "flat"), (0.25, [-0.08, -0.08, -0.06]), (0.8, [0.78, 0.0, 0.28]), (0.95, [0.75, -0.02, 0.27], "flat"),
                           (1.5, [0.77, -0.03, 0.27], "flat"), (1.66, [0.62, 0.06, 0.22]), (2.2, [-0.04, -0.03, 0.01]), (2.6, REST, "flat")),
                turn=nods((0, 0), (0.25, 8), (0.85, -10, 0, 20), (1.5, -10, 0, 22), (1.7, -4, 0, -10), (2.6, 0)),
                deforms={"open": held((0, 0), (1.36, 0), (1.5, 1), (2.0, 1), (2.4, 0))}),
        channel("taker", "grasper", TOWARDS, relative={"select": {"cap": "grasper"}, "group": 1}, group=2, side="right",
                place=keys((0, REST, "flat"), (0.5, [0, -0.05, -0.06]), (1.0, [-0.03, -0.02, 0.78]), (1.2, [0, 0, 0.96], "flat"),
                           (1.46, [0, 0, 0.96], "flat"), (1.7, [-0.02, 0.0, 0.5]), (2.25, [0, 0.05, -0.05]), (2.75, REST, "flat")),
                turn=nods((0, 0), (0.5, 8), (1.15, -14, 0, -16), (1.46, -14, 0, -16), (1.8, 0, 0, 8), (2.75, 0)),
                deforms={"open": held((0, 0), (0.6, 0), (1.0, 1), (1.22, 1), (1.36, 0))}),
        channel("heads", "mouth", WATCHING, relative={"select": {"cap": "grasper"}, "group": 1}, side="centre",
                turn=stops((0, 0), (0.9, 4), (1.4, 9), (1.6, -4), (2.5, 0)),
                turn_weight=held((0, 0), (0.4, 0.65), (1.5, 0.65), (2.4, 0))),
        body(*keys((0, REST, "flat"), (0.25, [0, 0.06, 0]), (0.9, [0.01, 0.03, 0]), (1.3, [-0.004, 0.06, 0]), (1.6, [-0.01, 0.02, 0]),
                   (2.6, REST, "flat")),
             turned=nods((0, 0), (0.3, 1, 2), (0.9, 1, -3), (1.3, 1, 1), (1.8, 0, 3), (2.7, 0)), side="left"),
        blinks(0.3, 1.6), branch=TWO_HANDS, relations=[{"groups": [1, 2], "side": "opposite"}],
        events=[(1.36, "take"), (1.45, "let go")])


# ---- Blows and applause ----------------------------------------------------------------------------------------------

def pound(name, bend, sink, upright):
    """Up high, down in four frames, and the shock runs through; the third blow is the hardest. High is measured in arms, down by the
    ground: two channels for the same hands, and their weights say which counts when."""
    starts, high = [0.5, 1.16, 1.86], [0.82, 0.74, 0.86]
    above, below, share, turned, place, heads = [], [], [], [], [], []
    for start, up in zip(starts, high):
        hit = start + 0.19
        above += [(start - 0.12, [-0.05, 0.95 * up, -0.18]), (start + 0.02, [-0.05, up, -0.22], "flat")]
        below += [(hit, [-0.1, 1, 0.1], "flat"), (hit + 0.08, [-0.1, 1, 0.1], "flat"), (hit + 0.17, [-0.09, 0.84, 0.09]),
                  (hit + 0.26, [-0.1, 0.98, 0.1], "flat")]
        share += [(start, 0), (hit - 0.01, 1), (hit + 0.24, 1)]
        place += [(start, [0, 0.01, -0.012], "flat"), (hit, [0, sink, 0.01], "flat"), (hit + 0.1, [0, sink + 0.04, 0.01]),
                  (hit + 0.26, [0, sink - 0.03, 0.01])]
        turned += [(start, -2), (hit + 0.02, bend), (hit + 0.12, bend + 4), (hit + 0.26, 0.8 * bend)]
        heads += [(start + 0.03, -16), (hit + 0.03, 10), (hit + 0.1, 22), (hit + 0.26, 4)]
    return motion(
        name, 3.2,
        channel("hands up", "grasper", LIMB, blend=1, place=keys((0, REST, "flat"), (0.16, [0, -0.1, 0.02]), *above, (2.55, [0, 0.1, 0.05]), (2.9, REST, "flat")),
                place_weight=held((0, 1), *[(t, 1 - w) for t, w in share], (2.7, 1)),
                turn=nods((0, 0), (0.45, -20), (0.69, 24), (1.05, -14), (1.35, 24), (1.75, -20), (2.05, 26), (2.9, 0))),
        channel("hands down", "grasper", FLOOR, blend=1, place=keys((0, [-0.1, 1, 0.1], "flat"), *below),
                place_weight=held((0, 0), *share, (2.7, 0))),
        body(*keys((0, REST, "flat"), (0.16, [0, 0.1, 0]), *place, (2.85, REST, "flat")),
             turned=nods((0, 0), (0.16, 4), *turned, (2.85, 0))),
        channel("heads", "mouth", side="centre", turn=nods((0, 0), *heads, (2.95, 0)),
                deforms={"open": held((0, 0), (0.3, 0), (0.6, 0.8), (0.9, 0.2), (1.25, 0.8), (1.5, 0.2), (1.95, 1), (2.4, 0.4), (2.8, 0))}),
        blinks(0.69, 1.35, 2.05), action="pound-the-ground", branch={"upright": upright, **HANDS}, events=[(s + 0.19, "hit") for s in starts])


def pound_with_head():
    """Rears, and butts the ground."""
    heads, place, turned = [], [], []
    for start in (0.45, 1.3):
        hit = start + 0.24
        heads += [(start, [0, -0.05, -0.01], "flat"), (hit, [0, 0.94, 0.04], "flat"), (hit + 0.1, [0, 0.94, 0.04], "flat"),
                  (hit + 0.22, [0, 0.72, 0.03]), (hit + 0.34, [0, 0.88, 0.035])]
        place += [(start, [0, 0.02, -0.01], "flat"), (hit, [0, 0.34, 0.012], "flat"), (hit + 0.12, [0, 0.36, 0.012]),
                  (hit + 0.34, [0, 0.28, 0.01])]
        turned += [(start, -3), (hit, 18), (hit + 0.12, 20), (hit + 0.34, 14)]
    return motion(
        "pound-with-the-head", 2.7,
        channel("heads", "mouth", BODY, side="centre", place=keys((0, REST, "flat"), *heads, (2.45, REST, "flat")),
                turn=nods((0, 0), *turned, (2.45, 0)), turn_weight=keys((0, 0.5)),
                deforms={"open": held((0, 0), (0.25, 0.5), (0.6, 0), (1.1, 0.5), (1.45, 0), (2.0, 0.3), (2.4, 0))}),
        body(*keys((0, REST, "flat"), *place, (2.4, REST, "flat")), turned=nods((0, 0), *[(t, max(0, 0.5 * n)) for t, n in turned], (2.4, 0))),
        tails((0, 0, 0, "flat"), (0.45, 0, -0.04), (0.85, 0, 0.18), (1.3, 0, 0), (1.7, 0, 0.18), (2.4, 0, 0, "flat")),
        blinks(0.69, 1.54), action="pound-the-ground", branch=LOW_HEAD, events=[(0.69, "hit"), (1.54, "hit")])


def clap():
    """Five, a little faster towards the end; the hands spring apart and hang there before the next."""
    hits = [0.62, 1.0, 1.36, 1.7, 2.02]
    hands, bobs, heads = [], [], []
    for i, hit in enumerate(hits):
        gap = hits[min(i + 1, 4)] - hits[max(i, 0)] or 0.34
        hands += [(hit - 0.13, [0.45, 0.03, 0.24]), (hit, [0.95, 0.04, 0.28], "flat"), (hit + 0.05, [0.95, 0.03, 0.28], "flat"),
                  (hit + 0.5 * gap, [0.36, 0.02, 0.24])]
        bobs += [(hit - 0.1, [0, 0.01, 0]), (hit + 0.05, [0, 0.07, 0.004])]
        heads += [(hit - 0.08, -7, 0, 3 if i % 2 else -3), (hit + 0.08, 6, 0, 3 if i % 2 else -3)]
    return motion(
        "clap", 3.0,
        channel("hands", "grasper", MIDDLE,
                place=keys((0, REST, "flat"), (0.15, [-0.08, -0.08, -0.03]), (0.38, [0.1, 0.05, 0.2]), *hands[:-1], (2.2, [0.45, 0.02, 0.18]),
                           (2.5, [-0.05, -0.03, 0.01]), (2.8, REST, "flat")),
                turn=nods((0, 0), (0.4, -12, 0, 16), *[(h, -12, 0, 16) for h in hits], (2.3, 4), (2.8, 0)),
                deforms={"open": held((0, 0), (0.4, 1), (2.1, 1), (2.5, 0))}),
        channel("heads", "mouth", side="centre", turn=nods((0, 0), *heads, (2.7, 0)),
                deforms={"open": held((0, 0), (0.4, 0.6), (2.0, 0.6), (2.4, 0))}),
        body(*keys((0, REST, "flat"), (0.2, [0, 0.04, 0]), *bobs, (2.6, REST, "flat")),
             turned=nods((0, 0), (0.5, 1), (1.2, 1, 0, 1.5), (2.0, 1, 0, -1.5), (2.7, 0))),
        tails((0, 0, 0, "flat"), *[(0.5 + 0.36 * i, 0.15 if i % 2 else -0.15, 0.08) for i in range(5)], (2.7, 0, 0, "flat")),
        blinks(0.2, 1.85), branch=TWO_HANDS, events=[(hit, "clap") for hit in hits])


def punch():
    """Everything winds up away from the blow, hips first, and the fist comes last."""
    return motion(
        "punch", 1.9,
        channel("fist", "grasper", FACING, relative={"target": 0}, group=1,
                place=keys((0, REST, "flat"), (0.2, [0.02, -0.03, 0.06]), (0.52, [0.1, 0.1, -0.38], "flat"), (0.64, [0.1, 0.1, -0.4], "flat"),
                           (0.78, [0, 0.03, 0.62], "flat"), (0.9, [0, 0.02, 0.56], "flat"), (1.1, [0.02, 0, 0.3]), (1.4, [0.01, 0.02, -0.04]),
                           (1.7, REST, "flat")),
                turn=nods((0, 0), (0.55, 0, 0, 34), (0.64, 0, 0, 34), (0.78, 0, 0, -36), (0.95, 0, 0, -30), (1.7, 0)),
                deforms={"open": held((0, 0), (0.2, 0.3), (0.5, 0))}),
        body(*keys((0, REST, "flat"), (0.5, [0, 0.17, -0.014], "flat"), (0.62, [0, 0.18, -0.014], "flat"), (0.77, [0, 0.12, 0.016], "flat"),
                   (0.92, [0, 0.13, 0.014]), (1.65, REST, "flat")),
             turned=nods((0, 0), (0.5, 0, 7), (0.62, 0, 7.5), (0.77, 3, -8), (0.92, 2, -7), (1.3, 0, -2), (1.7, 0)), side="left"),
        channel("heads", "mouth", WATCHING, relative={"target": 0}, side="centre",
                turn=stops((0, 0), (0.5, 6), (0.78, -4), (1.5, 0)), turn_weight=held((0, 0), (0.3, 0.75), (1.0, 0.75), (1.6, 0)),
                deforms={"open": held((0, 0), (0.6, 0), (0.76, 0.9), (1.2, 0))}),
        tails((0, 0, 0, "flat"), (0.55, -0.16, 0.05), (0.85, 0.22, 0.14), (1.2, -0.05, 0.04), (1.7, 0, 0, "flat")),
        blinks(0.3), branch=HANDS, events=[(0.77, "hit")])


def butt():
    """Those without fists use the head."""
    return motion(
        "butt", 1.8,
        channel("heads", "mouth", WATCHING, relative={"target": 0}, side="centre", place_weight=ABOUT,
                place=keys((0, REST, "flat"), (0.5, [0, 0.02, -0.045], "flat"), (0.62, [0, 0.02, -0.05], "flat"), (0.78, [0, -0.02, 0.07], "flat"),
                           (0.92, [0, -0.02, 0.06]), (1.3, [0, 0.01, -0.01]), (1.6, REST, "flat")),
                turn=nods((0, 0), (0.5, -6), (0.62, -6), (0.8, 16), (0.94, 13), (1.3, -3), (1.6, 0)),
                turn_weight=held((0, 0), (0.4, 0.8), (1.0, 0.8), (1.6, 0))),
        body(*keys((0, REST, "flat"), (0.48, [0, 0.15, -0.02], "flat"), (0.6, [0, 0.16, -0.02], "flat"), (0.78, [0, 0.08, 0.02], "flat"),
                   (0.94, [0, 0.08, 0.016]), (1.6, REST, "flat"))),
        tails((0, 0, 0, "flat"), (0.55, 0, -0.1), (0.85, 0, 0.25), (1.2, 0, 0.05), (1.6, 0, 0, "flat")),
        blinks(0.74), action="punch", branch=NO_HANDS, events=[(0.76, "hit")])


# ---- Moods -----------------------------------------------------------------------------------------------------------

def dance():
    """Eight beats: four from side to side with one arm up, then four with both in the air. Knees go down on every beat; whatever hangs
    on the body comes a sixteenth later."""
    b = 0.5
    side = [1, -1, 1, -1, 1, -1, 1, -1]
    place, turned, heads, tail = [], [], [], []
    for i, s in enumerate(side):
        t = i * b
        place += [(t, [0.02 * s, 0.2, 0.004], "flat"), (t + 0.5 * b, [0.0, 0.015, -0.002])]
        turned += [(t + 0.04, 2, 5 * s if i < 4 else 2 * s, -4 * s), (t + 0.54 * b, 0, 0, 0)]
        heads += [(t + 0.1, 8, -5 * s, 9 * s), (t + 0.1 + 0.5 * b, -7, 0, 0)]
        tail += [(t + 0.14, -0.2 * s, 0.08), (t + 0.14 + 0.5 * b, 0, 0.12)]
    up, out = [-0.08, 0.92, -0.2], [0.12, 0.18, -0.05]
    left = [(0.06, up), (0.56, out), (1.06, up), (1.56, out), (2.06, [0.04, 0.98, -0.25]), (2.31, [0.14, 0.74, -0.1]), (2.56, [-0.12, 0.98, -0.25]),
            (2.81, [0.14, 0.74, -0.1]), (3.06, [0.04, 0.98, -0.25]), (3.31, [0.14, 0.74, -0.1]), (3.56, [-0.12, 0.9, -0.2]), (3.82, [0.14, 0.5, 0])]
    right = [(0.06, out), (0.56, up), (1.06, out), (1.56, up), (2.06, [-0.12, 0.98, -0.25]), (2.31, [0.14, 0.74, -0.1]), (2.56, [0.04, 0.98, -0.25]),
             (2.81, [0.14, 0.74, -0.1]), (3.06, [-0.12, 0.98, -0.25]), (3.31, [0.14, 0.74, -0.1]), (3.56, [0.04, 0.6, -0.1]), (3.82, [0.14, 0.2, 0])]
    palms = [k for i in range(8) for k in ((i * b + 0.12, -12, 0, 14), (i * b + 0.12 + 0.5 * b, 8, 0, -6))]
    flap = [k for i in range(8) for k in ((i * b + 0.05, [0, -0.08, 0]), (i * b + 0.05 + 0.5 * b, [0.02, 0.3 if i >= 4 else 0.16, 0]))]
    return motion(
        "dance", 8 * b,
        body(*keys(*place), turned=nods((0, 0), *turned, (4, 0))[1:-1]),
        channel("hands left", {"cap": "grasper", "x": "left"}, LIMB, place=keys(*left), turn=nods((0, 0), *palms, (4, 0))[1:-1]),
        channel("hands right", {"cap": "grasper", "x": "right"}, LIMB, place=keys(*right), turn=nods((0, 0), *palms, (4, 0))[1:-1]),
        channel("heads", "mouth", side="centre", turn=nods((0, 0), *heads, (4, 0))[1:-1],
                deforms={"open": keys(*[(2 + i * b + d, v) for i in range(4) for d, v in ((0.05, 0.5), (0.3, 0.1))])}),
        tails(*tail), wings(*flap), blinks(1.02, 3.02), loop=True, fade_in=0.3, fade_out=0.3)


def dance_without_hands():
    """The same eight beats with the head: from side to side, then up and down, and the tail against it."""
    b = 0.5
    place, heads, turned, tail, flap = [], [], [], [], []
    for i in range(8):
        t, s = i * b, 1 if i % 2 == 0 else -1
        wide = 1 if i < 4 else 0.3
        place += [(t, [0.02 * s * wide, 0.24, 0.005], "flat"), (t + 0.5 * b, [0, 0.02, -0.004])]
        turned += [(t + 0.04, 3, 4 * s * wide, -4 * s * wide), (t + 0.54 * b, 0, 0, 0)]
        heads += [(t + 0.09, [0.1 * s * wide, -0.04, 0.015], 8, 14 * s * wide, 10 * s * wide),
                  (t + 0.09 + 0.5 * b, [0, 0.03 + 0.03 * (i > 3), -0.005], -9 - 6 * (i > 3), 0, 0)]
        tail += [(t + 0.14, -0.25 * s, 0.06), (t + 0.14 + 0.5 * b, 0, 0.14)]
        flap += [(t + 0.05, [0, -0.1, 0]), (t + 0.05 + 0.5 * b, [0.05, 0.35, 0])]
    return motion(
        "dance-without-hands", 8 * b,
        body(*keys(*place), turned=nods((0, 0), *turned, (4, 0))[1:-1]),
        channel("heads", "mouth", SIZE, side="centre", place_weight=ABOUT, place=keys(*[(t, p) for t, p, *_ in heads]),
                turn=nods((0, 0), *[(t, *turns) for t, _, *turns in heads], (4, 0))[1:-1],
                deforms={"open": keys(*[(2 + i * b + d, v) for i in range(4) for d, v in ((0.1, 0), (0.35, 0.7))])}),
        tails(*tail), wings(*flap), blinks(1.02, 3.02), action="dance", branch=NO_HANDS, loop=True, fade_in=0.3, fade_out=0.3)


def cheer():
    """Down, then everything up at once, three times; the last one is held, trembling, before it settles."""
    ups = [0.48, 1.0, 1.52]
    hands, place, turned, heads, tail, flap = [], [], [], [], [], []
    for i, t in enumerate(ups):
        hands += [(t, [0.0, 1.04, -0.22], "flat"), (t + 0.12, [0.0, 0.98, -0.2])]
        place += [(t - 0.03, [0, 0, 0], "flat"), (t + 0.12, [0, 0.02, 0])]
        turned += [(t, -1), (t + 0.12, 0)]
        heads += [(t + 0.05, -24, 0, 5 if i % 2 else -5), (t + 0.15, -18, 0, 4 if i % 2 else -4)]
        tail += [(t + 0.08, 0.22 if i % 2 else -0.22, 0.22)]
        flap += [(t + 0.04, [0.08, 0.5, -0.05], "flat")]
        if i < 2:
            hands += [(t + 0.28, [0.14, 0.5, -0.04])]
            place += [(t + 0.28, [0, 0.17, 0])]
            turned += [(t + 0.3, 3)]
            heads += [(t + 0.33, -2)]
            flap += [(t + 0.3, [0.02, -0.05, 0])]
    return motion(
        "cheer", 3.0,
        channel("hands", "grasper", LIMB,
                place=keys((0, REST, "flat"), (0.24, [0.02, -0.16, -0.08], "flat"), *hands, (1.85, [0.06, 1.0, -0.22]), (2.1, [0.02, 1.0, -0.2]),
                           (2.4, [0.14, 0.35, -0.02]), (2.65, [0, -0.04, 0.01]), (2.85, REST, "flat")),
                turn=nods((0, 0), (0.24, 14), (0.5, -14, 0, 12), (1.3, -6, 0, 4), (1.9, -14, 0, 12), (2.5, 6), (2.85, 0)),
                deforms={"open": held((0, 0), (0.26, 0), (0.46, 1), (2.1, 1), (2.5, 0))}),
        body(*keys((0, REST, "flat"), (0.24, [0, 0.24, 0], "flat"), *place, (2.0, [0, 0, 0]), (2.4, [0, 0.09, 0]), (2.8, REST, "flat")),
             turned=nods((0, 0), (0.24, 6), *turned, (2.0, -1), (2.45, 3), (2.85, 0))),
        channel("heads", "mouth", side="centre", turn=nods((0, 0), (0.26, 14), *heads, (2.05, -20), (2.5, 6), (2.85, 0)),
                deforms={"open": held((0, 0), (0.3, 0), (0.48, 1), (0.76, 0.4), (1.0, 1), (1.28, 0.4), (1.52, 1), (2.1, 0.8), (2.4, 0))}),
        tails((0, 0, 0, "flat"), (0.26, 0, -0.1), *tail, (2.0, 0.15, 0.2), (2.4, -0.08, 0.05), (2.8, 0, 0, "flat")),
        wings((0, REST, "flat"), (0.26, [0, -0.12, 0]), *flap, (2.05, [0.08, 0.45, -0.05]), (2.5, [0, -0.04, 0]), (2.8, REST, "flat")),
        blinks(0.25, 2.4), events=[(t, "hooray") for t in ups])


def cower():
    """A start; then as small as possible, hands before the face, trembling. A look past the fingers; worse than ever. Slowly up."""
    shiver = [(0.85 + 0.07 * i, [(0.006 if i % 2 else -0.006) * (1 if i < 14 or i > 20 else 0.3), 0.36 + 0.01 * (i % 2), -0.01]) for i in range(28)]
    return motion(
        "cower", 4.0,
        body(*keys((0, REST, "flat"), (0.13, [0, 0.0, -0.01], "flat"), (0.58, [0, 0.4, -0.012], "flat"), *shiver, (3.0, [0, 0.34, -0.01]),
                   (3.5, [0, 0.08, 0], ), (3.8, REST, "flat")),
             turned=nods((0, 0), (0.13, -1), (0.58, 9), (1.7, 8), (2.0, 5), (2.3, 10), (2.9, 8), (3.8, 0))),
        channel("heads", "mouth", side="centre",
                turn=stops((0, 0), (0.13, -8), (0.58, 28), (1.7, 25), (1.95, 2, 14), (2.05, 2, -12), (2.17, 0, -10), (2.32, 30), (2.9, 26),
                           (3.7, 0))),
        channel("hands", "grasper", TOWARDS, relative={"select": {"cap": "mouth"}},
                place=keys((0, REST, "flat"), (0.13, [0.06, 0.1, -0.05]), (0.55, [0.1, 0.08, 0.7], "flat"), (1.7, [0.1, 0.08, 0.68], "flat"),
                           (1.95, [0.12, -0.04, 0.6], "flat"), (2.15, [0.12, -0.04, 0.6], "flat"), (2.32, [0.09, 0.09, 0.72], "flat"),
                           (2.9, [0.1, 0.08, 0.68], "flat"), (3.4, [0.02, -0.04, 0.1]), (3.75, REST, "flat")),
                turn=stops((0, 0), (0.13, -20), (0.55, -30, 0, 10), (1.7, -28, 0, 10), (1.95, -18), (2.15, -18), (2.32, -30, 0, 10), (2.9, -28, 0, 10), (3.75, 0)),
                deforms={"open": held((0, 0), (0.13, 1), (1.7, 1), (2.9, 1), (3.4, 0))}),
        tails((0, 0, 0, "flat"), (0.13, 0, 0.14), (0.6, 0.1, 0.02), (2.9, 0.08, 0.02), (3.7, 0, 0, "flat")),
        wings((0, REST, "flat"), (0.13, [0.05, 0.2, 0]), (0.6, [-0.35, -0.12, 0.25], "flat"), (2.9, [-0.35, -0.12, 0.25], "flat"), (3.7, REST, "flat")),
        channel("eyes", "eye", side="centre", deforms={"blink": held((0, 0), (0.25, 0), (0.5, 1), (1.8, 1), (1.92, 0), (2.17, 0), (2.3, 1), (3.0, 1),
                                                                     (3.2, 0))}))


# ---- Two of them -----------------------------------------------------------------------------------------------------

def shake_hands():
    """Each goes half way to the other's hand (target 0: where it is at rest), so that they meet whoever the two are; up and down is in
    metres, since it is the same for both."""
    shakes = [1.12, 1.34, 1.56, 1.78]
    pump = [k for t in shakes for k in ((t, [0, 0.035, 0.5]), (t + 0.11, [0, -0.045, 0.5]))]
    wrist = [(t + 0.04, -14 if i % 2 else -4, 0, 14) for i, t in enumerate(shakes)]
    return motion(
        "shake-hands", 3.2,
        channel("hand", "grasper", {"secondary": True}, relative={"target": 0}, group=1,
                place=keys((0, REST, "flat"), (0.27, [0.01, -0.02, -0.06]), (0.62, [0.03, 0.03, 0.36]), (0.86, [0, 0, 0.5], "flat"),
                           (1.0, [0, 0, 0.5], "flat"), *pump, (2.04, [0, 0.005, 0.5], "flat"), (2.14, [0, 0.005, 0.5], "flat"), (2.5, [0.02, 0, 0.2]),
                           (2.82, [0, -0.01, -0.03]), (3.05, REST, "flat")),
                turn=nods((0, 0), (0.27, 6), (0.8, -10, 0, 14), *wrist, (2.1, -8, 0, 12), (3.05, 0)),
                deforms={"open": held((0, 0), (0.4, 0), (0.75, 1), (0.92, 1), (1.05, 0.15), (2.1, 0.15), (2.25, 0.8), (2.7, 0))}),
        channel("heads", "mouth", WATCHING, relative={"target": 0}, side="centre",
                turn=nods((0, 0), (0.3, -4), (0.8, 6, 0, 4), (1.15, -6), (1.3, 8), (1.55, -4), (1.75, 7), (2.1, -5), (3.0, 0)),
                turn_weight=held((0, 0), (0.5, 0.5), (0.95, 0.5), (1.3, 0.25), (2.1, 0.25), (2.9, 0)),
                deforms={"open": held((0, 0), (1.0, 0), (1.15, 0.6), (1.6, 0.3), (2.0, 0.5), (2.3, 0))}),
        body(*keys((0, REST, "flat"), (0.3, [0, 0.05, -0.006]), (0.85, [0, 0.02, 0.01], "flat"), *[(t + 0.1, [0, 0.045, 0.01]) for t in shakes],
                   (2.1, [0, 0.02, 0.01]), (2.9, REST, "flat"))),
        tails((0, 0, 0, "flat"), *[(0.8 + 0.22 * i, 0.14 if i % 2 else -0.14, 0.08) for i in range(7)], (2.9, 0, 0, "flat")),
        blinks(0.35, 2.2), branch=HANDS, events=[(0.95, "meet"), (2.14, "part")])


MOTIONS = [idle(), look_around(), wave(), wave_with_head(), pick_fruit(), pick_fruit_with_mouth(), eat(), graze(), pass_over(), pound("pound-the-ground", 60, 0.45, True),
           pound("pound-on-all-fours", 20, 0.32, False), pound_with_head(), clap(), punch(), butt(), dance_without_hands(), dance(), cheer(), cower(), shake_hands()]
