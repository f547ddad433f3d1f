#!/usr/bin/env python3
"""What five of the principles and the slinky claim, each by its own signature: usage: test_principles_more.py VERVE EXAMPLES

Secondary action, arcs, exaggeration, straight ahead and pose to pose, appeal (section 4.2 and Figure 8 of "Artist-Directed
Dynamics for 2D Animation"). No measure may hold without the keys, nor without the simulation. Bounds are shares of what is
drawn: where a drawing that moved by less would read as still, or as the same.
"""
import math
import os

from puppets import EXAMPLES, at, between, changed, claim, finish, judge, moved, simulate

FRAME = 0.02  # the rate of all these scenes is 50


def principle(name):
    return os.path.join(EXAMPLES, "principle-" + name)


def middle(a, b):
    """The track half way between two handles."""
    return [{"time": p["time"], "x": (p["x"] + q["x"]) / 2, "y": (p["y"] + q["y"]) / 2} for p, q in zip(a, b)]


def mean(actor):
    """The mean of all handles of what is shown, frame by frame."""
    frames = {}
    for track in actor.values():
        for row in track:
            frames.setdefault(row["time"], []).append(row)
    return [{"time": time, "x": sum(row["x"] for row in rows) / len(rows), "y": sum(row["y"] for row in rows) / len(rows)}
            for time, rows in sorted(frames.items())]


def apart(a, b):
    return math.hypot(a["x"] - b["x"], a["y"] - b["y"])


def turns(values, least):
    """How often a signal turns round, each way of at least `least`."""
    count, low, high, rising = 0, values[0], values[0], None
    for value in values:
        low, high = min(low, value), max(high, value)
        if rising is not False and value < high - least:
            count, rising, low, high = count + (rising is not None), False, value, value
        elif rising is not True and value > low + least:
            count, rising, low, high = count + (rising is not None), True, value, value
    return count


# ---- Secondary action ------------------------------------------------------------------------------------------------


def to_outline(point, corners):
    """From a point to the nearest side of a polygon."""
    best = math.inf
    for a, b in zip(corners, corners[1:] + corners[:1]):
        x, y = b["x"] - a["x"], b["y"] - a["y"]
        t = ((point["x"] - a["x"]) * x + (point["y"] - a["y"]) * y) / max(x * x + y * y, 1e-12)
        t = min(max(t, 0), 1)
        best = min(best, math.hypot(point["x"] - a["x"] - t * x, point["y"] - a["y"] - t * y))
    return best


def secondary(actors):
    """The small box leaves the large one and comes back to it, again and again, begun by what the large one does; then it stays,
    and still shakes. A hop is more than a quarter of its own height, back is within a tenth of it; what moves by less than a
    hundredth of its height is not seen to shake."""
    large, small = actors["square"], actors["small"]
    base = middle(small["bottom-left"], small["bottom-right"])
    top = middle(small["top-left"], small["top-right"])
    height = apart(top[0], base[0]) * 0.55 / 0.4  # handles are inside the drawing
    around = list(zip(*(large[name] for name in ("bottom-left", "bottom-right", "top-right", "top-left"))))
    gaps = [to_outline(point, list(corners)) for point, corners in zip(base, around)]
    hops, away, first = 0, False, math.inf
    for row, gap in zip(base, gaps):
        if not away and gap > gaps[0] + height / 4:
            hops, away, first = hops + 1, True, min(first, row["time"])
        elif away and gap < gaps[0] + height / 10:
            away = False
    began = next((row["time"] for row in large["top-left"] if apart(row, large["top-left"][0]) > 0.02), math.inf)
    tall = [apart(t, b) for t, b in zip(top, base) if t["time"] > 2.05]
    shakes = turns(tall, height / 100)
    rests = moved(small["middle"], 0.2) < 0.02
    good = hops >= 2 and not away and began < first and shakes >= 2 and rests
    return good, f"{hops} hops, the first at {first:.2f} s, after {began:.2f} s; then {shakes} shakes; rests: {rests}"


# ---- Arcs ------------------------------------------------------------------------------------------------------------


def ends(actor, first, second):
    """The tracks of two ends, each a handle of the box or the foot of the arc that answers to it."""
    merged = []
    for names in (first, second):
        rows = sorted((row for name in names for row in actor.get(name, [])), key=lambda row: row["time"])
        merged.append(rows)
    return merged


def headings(track, least):
    """The direction of the way at each frame in which it goes faster than `least`, without jumps by whole turns."""
    angles = []
    for a, b in zip(track, track[1:]):
        if apart(a, b) < least * FRAME:
            continue
        angle = math.atan2(b["y"] - a["y"], b["x"] - a["x"])
        if angles:
            angle -= math.tau * round((angle - angles[-1]) / math.tau)
        angles.append(angle)
    return angles


def arcs(actors):
    """On each of its two leaps the body goes along an arc: it rises by more than an eighth of the way, which is a third of a circle
    or so, always bends the same way, and nowhere has a corner: no frame turns it by more than 15°, an eighth of the whole."""
    body = mean(actors["square"])
    good, words = True, []
    for start, way in ((0.9, 1), (3.0, -1)):
        path = between(body, start, start + 0.66)
        chord = apart(path[0], path[-1])
        rise = max(row["y"] for row in path) - min(path[0]["y"], path[-1]["y"])
        angles = headings(path, 0.3)
        bends = [way * (a - b) for a, b in zip(angles, angles[1:])]
        total = way * (angles[0] - angles[-1]) if angles else 0
        sharpest, wrong = max(bends, default=0), -min(bends, default=0)
        good = good and chord > 0.8 and rise > chord / 8 and total > math.radians(60)
        good = good and sharpest < math.radians(15) and wrong < math.radians(2)
        words.append(f"{chord:.2f} m on, {rise:.2f} m up, turned by {math.degrees(total):.0f}°, at most "
                     f"{math.degrees(sharpest):.0f}° in a frame, {math.degrees(wrong):.1f}° the other way")
    return good, "; ".join(words)


# ---- Drawings that turn into others ----------------------------------------------------------------------------------


def shapes(actor, first, other):
    """Which drawing is shown, frame by frame: handles are those of the one that is."""
    times = sorted({row["time"] for track in actor.values() for row in track})
    shown = {row["time"]: 0 for row in actor.get(first, [])} | {row["time"]: 1 for row in actor.get(other, [])}
    return [shown[time] for time in times]


def changes(shown):
    return [(k, b) for k, (a, b) in enumerate(zip(shown, shown[1:])) if a != b]


def exaggeration(actors):
    """The box becomes the crocodile once and is the box again once, without hesitation; between the two it is far longer than any
    box, two and a half times the square, and it comes back past its own height before it rests there."""
    actor = actors["square"]
    shown = shapes(actor, "top-left", "snout")
    jumps = changes(shown)
    once = [to for _, to in jumps] == [1, 0] and jumps[1][0] - jumps[0][0] > 5
    length = max((apart(a, b) for a, b in zip(actor.get("tail-tip", []), actor.get("snout", []))), default=0)
    back = [k for k, to in jumps if to == 0]
    top, base = (middle(actor[f"{side}-left"], actor[f"{side}-right"]) for side in ("top", "bottom"))
    rest = apart(top[0], base[0])
    tall = [apart(t, b) / rest for t, b in zip(top, base) if back and t["time"] > (back[0] + 1) * FRAME]
    overshoot = max(tall, default=0)
    good = once and length > 2.5 and 1.02 < overshoot and abs(tall[-1] - 1) < 0.02
    return good, f"jumps {jumps}, {length:.2f} m long, then {overshoot:.3f} of its height"


def never_without_links():
    def unlink(document):
        for family in document["families"]:
            family["links"] = []

    for project, scene, first, other in ((principle("exaggeration"), "exaggeration", "top-left", "snout"),
                                         (principle("arcs"), "arcs", "top", "crown"),
                                         (os.path.join(EXAMPLES, "slinky"), "slinky", "top", "crown")):
        with changed(project, unlink) as copy:
            shown = shapes(simulate(copy, scene)["square"], first, other)
        claim(not changes(shown), f"{scene}: nothing turns into what it has no correspondence with")


def strides(actors):
    """Four strides, each of them one arc; each as long as the arc is wide between its feet; and what stands does not slide: the
    end that is behind stays within a twentieth of a stride until the other has landed."""
    actor = actors["square"]
    shown = shapes(actor, "top", "crown")
    walked = [to for _, to in changes(shown)] == [1, 0] * 4
    top, bottom = ends(actor, ("top", "foot-right"), ("bottom", "foot-left"))
    way = bottom[-1]["x"] - bottom[0]["x"]
    slid = 0
    for n in range(4):
        stood = between(bottom, 1.5 * n, 1.5 * n + 0.72)
        slid = max(slid, max(abs(row["x"] - stood[0]["x"]) for row in stood))
    crown = actor.get("crown", [])
    feet = middle(actor.get("foot-left", []), actor.get("foot-right", []))
    tall = [c["y"] - f["y"] for c, f in zip(crown, feet) if 0.74 < c["time"] % 1.5 < 0.92]
    swing = max(tall, default=0) - min(tall, default=0)
    # The feet stand still there; that the crown still moves, by a twentieth of its height, only the simulation does.
    good = walked and abs(way - 4 * 1.2) < 0.2 and slid < 0.06 and swing > sum(tall) / len(tall) / 20
    return good, f"{len(changes(shown))} changes, {way:.2f} m, {slid:.3f} m slid, the crown swings {swing:.3f} m"


# ---- Straight ahead and pose to pose ---------------------------------------------------------------------------------

CAUGHT = 1.02  # seconds: when the thrown box comes down to the height of the other's top


def catches(actors):
    """Right place, right time: when the small box comes down, and at the end, its middle is over the large one's by a tenth of the
    large one's width, and no more than a tenth of that above it."""
    large, small = actors["square"], actors["small"]
    base, top = middle(small["bottom-left"], small["bottom-right"]), middle(large["top-left"], large["top-right"])
    off = [(at(base, t)["x"] - at(top, t)["x"], at(base, t)["y"] - at(top, t)["y"] - 0.147) for t in (CAUGHT, 2.98)]
    return all(math.hypot(*miss) < 0.1 for miss in off), f"off by {', '.join(f'{math.hypot(*miss):.2f}' for miss in off)} m"


def flows(actors):
    """The large box gives on its way: its top is behind its base, or ahead of it, by more than a twentieth of its width, both ways,
    and not for a moment in one corner only."""
    large = actors["square"]
    top, base = (middle(large[f"{side}-left"], large[f"{side}-right"]) for side in ("top", "bottom"))
    lean = [t["x"] - b["x"] for t, b in zip(top, base) if t["time"] < CAUGHT - 0.1]
    return max(lean) > 0.05 and min(lean) < -0.05, f"leans from {min(lean):.2f} to {max(lean):.2f} m"


def both(actors):
    caught, where = catches(actors)
    fluid, how = flows(actors)
    return caught and fluid, f"{where}, {how}"


def three_ways():
    project = principle("straight-ahead-and-pose-to-pose")
    posed, ahead = simulate(project, "pose-to-pose"), simulate(project, "straight-ahead")
    claim(catches(posed)[0], f"keys alone catch it: {catches(posed)[1]}")
    claim(not flows(posed)[0], f"but are stiff: {flows(posed)[1]}")
    claim(not catches(ahead)[0], f"simulation alone misses it: {catches(ahead)[1]}")
    judge(project, "both", both, "straight ahead and pose to pose")


# ---- Appeal ----------------------------------------------------------------------------------------------------------


def aspect(actors):
    """The most and the least of width by height."""
    box = actors["square"]
    wide = [apart(a, b) + apart(c, d) for a, b, c, d in zip(box["bottom-left"], box["bottom-right"], box["top-left"],
                                                            box["top-right"])]
    high = [apart(a, b) + apart(c, d) for a, b, c, d in zip(box["bottom-left"], box["top-left"], box["bottom-right"],
                                                            box["top-right"])]
    shares = [w / h for w, h in zip(wide, high)]
    return max(shares), min(shares)


def seen_from(track, origin, frame):
    """How far a handle moves as seen from another one, turned with it."""
    places = []
    for row, o, f in zip(track, origin, frame):
        x, y, c, s = row["x"] - o["x"], row["y"] - o["y"], math.cos(f["angle"]), math.sin(f["angle"])
        places.append({"x": c * x + s * y, "y": c * y - s * x})
    return max(apart(place, places[0]) for place in places)


def rides(actors):
    """She sits on her ball as the box bounces, head up, and what was not copied answers by itself: her hair swings about her head,
    on both sides, by more than a tenth of it (0.4 m)."""
    rider = actors["rider"]
    lean = max(abs(math.atan2(h["x"] - m["x"], h["y"] - m["y"])) for h, m in zip(rider["head"], rider["middle"]))
    swings = [seen_from(rider[f"hair-{side}-tip"], rider["head"], rider["head"]) for side in ("left", "right")]
    return lean < math.radians(30) and min(swings) > 0.04, (
        f"leans by {math.degrees(lean):.0f}°, hair swings {swings[0]:.2f} and {swings[1]:.2f} m")


def appeal():
    project = principle("appeal")
    judge(project, "rider", rides, "appeal")
    plain, posed = (aspect(simulate(project, scene)) for scene in ("square", "square-with-poses"))
    claim(posed[0] > 1.2 and posed[1] < 0.85, f"with poses it squashes and stretches: {posed[0]:.2f} to {posed[1]:.2f}")
    claim(posed[1] < plain[1] - 0.05, f"and stretches more than without: {plain[1]:.2f}")
    # What is not copied moves freely: hands, seen from the belly, against the same scene with a sack that cannot bend.
    free = simulate(project, "sack")["sack"]

    def stiffen(document):
        for scene in document["scenes"]:
            for actor in scene.get("actors", []):
                if actor["name"] == "sack":
                    actor["material"].update(stiffness=100, half_life=0.01)

    with changed(project, stiffen) as copy:
        stiff = simulate(copy, "sack")["sack"]
    for hand in ("hand-left", "hand-right"):
        own, bound = (seen_from(sack[hand], sack["belly"], sack["belly"]) for sack in (free, stiff))
        claim(own > 2 * bound, f"the sack's {hand} moves freely: {own:.2f} m, stiff {bound:.2f} m")


if __name__ == "__main__":
    judge(principle("secondary-action"), "secondary-action", secondary, "secondary action")
    judge(principle("arcs"), "arcs", arcs, "arcs")
    judge(principle("exaggeration"), "exaggeration", exaggeration, "exaggeration")
    for style in ("slinky", "mountain"):
        judge(os.path.join(EXAMPLES, "slinky"), style, strides, style)
    never_without_links()
    three_ways()
    appeal()
    finish()
