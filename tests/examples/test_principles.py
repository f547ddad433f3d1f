#!/usr/bin/env python3
"""Principles of animation, each by its own signature: usage: test_principles.py VERVE EXAMPLES

Timing, slow in and slow out, squash and stretch, anticipation, follow through (section 4.2 and Figure 8 of the paper). Each
measure must hold in the shipped project, and must not where its keys, or its simulation, are taken away.
"""
import math
import os

from puppets import *

QUARTER = math.pi / 2


def project(name):
    return os.path.join(EXAMPLES, "principle-" + name)


def mean(tracks, key):
    return [sum(row[key] for row in frame) / len(frame) for frame in zip(*tracks)]


def feet(handles, key="x"):
    return mean([handles["bottom-left"], handles["bottom-right"]], key)


def top(handles, key="x"):
    return mean([handles["top-left"], handles["top-right"]], key)


def height(handles):
    """Of the body at rest."""
    return top(handles, "y")[0] - feet(handles, "y")[0]


def upright(actors):
    """No handle is turned inside out, or squeezed to nothing."""
    return min(min(row["sx"], row["sy"]) for handles in actors.values() for track in handles.values() for row in track) > 0.1


def shiver(project, scene):
    """What moves most from frame to frame long after the end, in heights: a body at rest does not."""
    actors = simulate(project, scene, "--frames", "500")
    return max(max(spacing(track[-50:])) / height(handles) for handles in actors.values() for track in handles.values())


def still(actors, seconds=0.3):
    """The farthest that anything moves at the end, in its own heights."""
    return max(moved(track, seconds) / height(handles) for handles in actors.values() for track in handles.values())


# ---- Timing ----------------------------------------------------------------------------------------------------------


def strike(handles):
    """When the feet, drawn back as far as they go, have made a tenth and nine tenths of the way to where they end."""
    x, times = feet(handles), [row["time"] for row in handles["middle"]]
    start = min(range(len(x)), key=lambda i: x[i])
    share = [(a - x[start]) / max(x[-1] - x[start], 1e-9) for a in x]
    first, last = (next(i for i in range(start, len(x)) if share[i] >= part) for part in (0.1, 0.9))
    return times[first], times[last]


def lean(handles):
    """How far the top is from above the feet, at most, in heights."""
    return max(abs(t - f) for t, f in zip(top(handles), feet(handles))) / height(handles)


# One way, two times. To go the same way in a fifth of the time takes 25 times the acceleration, and acceleration is
# what a body shows: an effort that leaves it as it was drawn cannot be told from none. A tenth of the height is the
# least lean that reads as one (6°); and for the two to feel different the quick one leans at least three times as far
# as the slow one.
def timing(actors):
    punch, push = actors["punch"], actors["push"]
    ways = [max(feet(handles)) - min(feet(handles)) for handles in (punch, push)]
    if min(ways) < 0.5:
        return False, "nobody goes anywhere"
    seconds = [end - start for start, end in (strike(punch), strike(push))]
    leans = lean(punch), lean(push)
    good = abs(ways[0] - ways[1]) < 0.01 * ways[1] and seconds[1] > 5 * seconds[0]
    good = good and leans[0] > 0.1 and leans[0] > 3 * leans[1]
    return good, "{:.2f} m in {:.2f} s and {:.2f} m in {:.2f} s lean by {:.2f} and {:.2f}".format(
        ways[0], seconds[0], ways[1], seconds[1], *leans)


def check_timing():
    judge(project("timing"), "timing", timing, "timing")
    rows = states(project("timing"), "timing")
    ahead = {name: max(hit["x"] - by["x"] for hit, by in zip(rows[hit], rows[name]) if hit["time"] > 2) for name, hit in
             (("punch", "punched"), ("push", "pushed"))}  # while the push is on
    # Standing against each other they are 0.8 m apart, half of 1 m and half of 0.55 m.
    claim(ahead["punch"] > 1.6 > 1.1 > ahead["push"], f"a punch sends it flying, a push goes along: {ahead}")
    rocks = max(moved(track, 0.3) for track in rows.values())
    claim(rocks < 0.01, f"and all come to rest: {rocks:.4f} m in the last 0.3 s")


# ---- Slow in and slow out --------------------------------------------------------------------------------------------


def fifths(track):
    """The share of the way that is made in each fifth of the time, from the first to the last hundredth of it."""
    x = [row["x"] for row in track]
    share = [(a - x[0]) / max(max(x) - x[0], 1e-9) for a in x]
    first = max(i for i in range(len(x)) if all(s <= 0.01 for s in share[: i + 1]))
    last = next(i for i in range(len(x)) if share[i] >= 0.99)
    ends = [first + (last - first) * k / 5 for k in range(6)]
    at = [share[math.floor(e)] + (e % 1) * (share[math.ceil(e)] - share[math.floor(e)]) for e in ends]
    return [b - a for a, b in zip(at, at[1:])], last - first


# An even pace makes a fifth of the way in each fifth of the time: the middle is 1 times the ends. The animator's ease,
# half a cosine, makes 0.309 in the middle and 0.095 at the ends: 3.2 times. Twice is nearer to it than to evenness, on
# a scale of ratios (√3.2 = 1.8); and there must be drawings between: what arrives within five frames has popped.
def slow(actors):
    eased, even = (fifths(actors[name]["middle"]) for name in ("eased", "even"))
    if actors["eased"]["middle"][-1]["x"] - actors["eased"]["middle"][0]["x"] < 1:
        return False, "nobody goes anywhere"
    way, frames = eased
    ratios = way[2] / max(way[0], 1e-3), way[2] / max(way[4], 1e-3)
    flat = max(even[0][1:4]) / min(even[0][1:4])
    good = min(ratios) > 2 and frames > 5 and flat < 1.1
    return good, "the middle is {:.1f} and {:.1f} times the ends, in {} frames; beside it, {:.2f}".format(
        *ratios, frames, flat)


# ---- Squash and stretch ----------------------------------------------------------------------------------------------

FREE = 2.36  # when the last key of the top lets go


def shape(handles):
    """Height and area over those at rest, frame by frame."""
    corners = [handles[name] for name in ("bottom-left", "bottom-right", "top-right", "top-left")]
    tall, areas = [t - f for t, f in zip(top(handles, "y"), feet(handles, "y"))], area(*corners)
    return [h / tall[0] for h in tall], [a / areas[0] for a in areas]


# The house asks for 60 % and 150 % of the height: what is less could be mistaken for rest. What is squashed must widen,
# or it looks as if it shrank: the area may differ by a quarter for a moment, while the height changes by more than
# twice as much. And flesh does not stop where it is let go: it swings through its height at rest and back, by more than
# a line's width (2 %).
def squash(actors):
    tall, areas = shape(actors["square"])
    times = [row["time"] for row in actors["square"]["middle"]]
    free = [h - tall[-1] for h, time in zip(tall, times) if time > FREE]
    turns = max(free), min(free[free.index(max(free)):])
    good = min(tall) < 0.6 and max(tall) > 1.5 and 0.75 < min(areas) and max(areas) < 1.25
    good = good and turns[0] > 0.02 and turns[1] < -0.02
    return good, "height {:.2f} to {:.2f}, area {:.2f} to {:.2f}, let go it swings to {:+.3f} and {:+.3f}".format(
        min(tall), max(tall), min(areas), max(areas), *turns)


# ---- Anticipation ----------------------------------------------------------------------------------------------------


# Against the action, before it: back by more than a tenth of the quarter turn that follows (less is a tremble), more
# than once, and further each time, for it announces more; then over, all the way, and down on the other side.
def anticipation(actors):
    angle = [row["angle"] for row in actors["square"]["middle"]]
    over = next((i for i, a in enumerate(angle) if a < -QUARTER / 2), len(angle))
    backs, best = [], 0.0
    for a in angle[:over]:
        best = max(best, a)
        if a < 0 < best:
            backs, best = backs + [best], 0.0
    backs = [back for back in backs if back > 0.1 * QUARTER]
    good = len(backs) > 1 and backs == sorted(backs) and abs(angle[-1] + QUARTER) < 0.1
    return good, "back by {} and then by {:.2f}".format(", ".join(f"{b:.2f}" for b in backs) or "nothing", angle[-1])


# ---- Follow through --------------------------------------------------------------------------------------------------


# Drag: while the feet run the top is behind them by a quarter of the length, a bend that nobody overlooks. Follow
# through: when they have stopped it goes as far past them, and comes back past where it ends by more than a hundredth,
# a line's width. Overlap: what is farther from the feet arrives later.
def follow(actors):
    box = actors["tall"]
    root, tip = feet(box), top(box)
    length, bend = height(box), [t - f for t, f in zip(tip, root)]
    if max(root) - min(root) < 1:
        return False, "the feet do not run"
    running = max(range(1, len(root)), key=lambda i: root[i] - root[i - 1])
    stopped = max(i for i in range(1, len(root)) if abs(root[i] - root[i - 1]) > 0.01 * (root[running] - root[running - 1]))
    after = bend[stopped:]
    drag, past = -bend[running] / length, max(after) / length
    back = -min(a - after[-1] for a in after[after.index(max(after)):]) / length
    half = (root[running] + root[-1]) / 2
    arrivals = [next((i for i, row in enumerate(box[name]) if i >= running and row["x"] >= half), 0)
                for name in ("low", "middle", "high", "top-right")]
    good = drag > 0.25 and past > 0.25 and 0.01 < back < past and arrivals == sorted(set(arrivals))
    return good, "{:.2f} of its length behind, then {:.2f} ahead and {:.3f} back; parts arrive in frames {}".format(
        drag, past, back, arrivals)


check_timing()
judge(project("slow-in-slow-out"), "slow-in-slow-out", slow, "slow in, slow out")
judge(project("squash-and-stretch"), "squash-and-stretch", squash, "squash and stretch")
judge(project("anticipation"), "anticipation", anticipation, "anticipation")
judge(project("follow-through"), "follow-through", follow, "follow through")
for name in ("timing", "slow-in-slow-out", "squash-and-stretch", "anticipation", "follow-through"):
    puppet_actors = simulate(project(name), name)
    claim(upright(puppet_actors), f"{name}: nothing turns inside out")
    claim(still(puppet_actors) < 0.01, f"{name}: it ends at rest, {still(puppet_actors):.4f} of its height in 0.3 s")
    trembling = shiver(project(name), name)
    claim(trembling < 1e-4, f"{name}: and does not tremble there, {trembling:.6f} a frame")
finish()
