#!/usr/bin/env python3
"""What the shipped lines of action promise, measured on the clips that `verve line` makes of them: test_lines.py VERVE EXAMPLES

Knees that bend as knees do, nothing under the ground, weight over the feet, nothing that jumps; and each action by what one sees of it. How well bodies lie on
their lines is tested with `verve line` itself.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bvh import *

VERVE, EXAMPLES = sys.argv[1], Path(sys.argv[2])
failures = []


def claim(holds, sentence):
    print(("holds: " if holds else "FAILS: ") + sentence)
    if not holds:
        failures.append(sentence)


def made(example, line, folder):
    out = Path(folder) / f"{line}.bvh"
    subprocess.run([VERVE, "line", str(EXAMPLES / example), "--name", line, "-o", str(out)], check=True, stdout=subprocess.DEVNULL)
    return Clip(out)


def flexion(clip, side):
    """Of a knee in every frame, degrees; negative: bent the wrong way."""
    out = []
    for n in range(len(clip.rows)):
        shin = minus(clip.place(n, "ankle" + side), clip.place(n, "knee" + side))
        down, back = (dot(clip.axis(n, "hip" + side, axis), shin) for axis in ((0, -1, 0), (0, 0, -1)))
        out.append(math.degrees(math.atan2(back, down)))
    return out


def elbow(clip, side):
    """Of an elbow in every frame, degrees: how far the forearm is bent to the front of the upper arm, whose palm side that is."""
    out, way = [], 1 if side == ".l" else -1
    for n in range(len(clip.rows)):
        forearm = minus(clip.place(n, "wrist" + side), clip.place(n, "elbow" + side))
        on, front = (dot(clip.axis(n, "shoulder" + side, axis), forearm) for axis in ((way, 0, 0), (0, 0, 1)))
        out.append(math.degrees(math.atan2(front, on)))
    return out


def clearance(clip, side):
    """The least distance of a hand from the bones of both legs."""
    def reach(n, first, second):
        hand, a, b = clip.place(n, "wrist" + side), clip.place(n, first), clip.place(n, second)
        bone = minus(b, a)
        share = max(0.0, min(1.0, dot(minus(hand, a), bone) / dot(bone, bone)))
        return math.dist(hand, tuple(p + share * q for p, q in zip(a, bone)))

    return min(reach(n, a + leg, b + leg) for n in range(len(clip.rows)) for leg in (".l", ".r") for a, b in (("hip", "knee"), ("knee", "ankle")))


def fastest(clip):
    """The most degrees by which a joint turns against its parent in a frame."""
    worst = 0.0, ""
    for j, joint in enumerate(clip.joints):
        if not joint["channels"] or joint["parent"] is None:
            continue
        turns = [product(list(zip(*frame[joint["parent"]][1])), frame[j][1]) for frame in clip.frames]
        for a, b in zip(turns, turns[1:]):
            step = product(list(zip(*a)), b)
            cosine = (step[0][0] + step[1][1] + step[2][2] - 1) / 2
            worst = max(worst, (math.degrees(math.acos(max(-1.0, min(1.0, cosine)))), joint["name"]))
    return worst


def jolt(clip, name):
    """The most by which a second difference stands out from those of the two frames before and after it, metres a frame²."""
    track = clip.track(name)
    seconds = [math.hypot(*(a - 2 * b + c for a, b, c in zip(p, q, r))) for p, q, r in zip(track, track[1:], track[2:])]
    return max(seconds[n] - 2.5 * sorted(seconds[n - 2:n] + seconds[n + 1:n + 3])[2] for n in range(2, len(seconds) - 2))


def body(name, clip):
    for side in (".l", ".r"):
        least = min(flexion(clip, side))
        claim(least > -1, f"{name}: the knee{side} is bent by {least:.0f} degrees or more")
        low = min(point[1] for track in soles(clip, side, 0.055) for point in track)
        claim(low > -0.003, f"{name}: the sole{side} is never lower than {low * 1000:.1f} mm")
        least = min(elbow(clip, side))
        claim(least > -8, f"{name}: the elbow{side} is bent by {least:.0f} degrees or more")
        near = clearance(clip, side)
        claim(near > 0.1, f"{name}: the hand{side} stays {near * 100:.0f} cm away from the legs")
    low, joint = min((frame[j][0][1], joint["name"]) for j, joint in enumerate(clip.joints) for frame in clip.frames)
    claim(low > -0.003, f"{name}: no joint is lower than {low * 1000:.1f} mm ({joint})")
    most, joint = max((jolt(clip, joint), joint) for joint in ("pelvis", "head", "wrist.l", "wrist.r", "ankle.l", "ankle.r"))
    claim(most < 0.06, f"{name}: nothing starts or stops by more than {most * 100:.1f} cm a frame² out of the blue ({joint})")
    for side in (".l", ".r"):
        apart = [clip.place(n, "knee" + side)[0] - (clip.place(n, "hip" + side)[0] + clip.place(n, "ankle" + side)[0]) / 2 for n in range(len(clip.rows))]
        most = max(abs(a - 2 * b + c) for a, b, c in zip(apart, apart[1:], apart[2:]))
        claim(most < 0.04, f"{name}: the knee{side} goes in and out by no more than {most * 100:.1f} cm a frame²")
    turn, joint = fastest(clip)
    claim(turn < 60, f"{name}: no joint turns by more than {turn:.0f} degrees a frame ({joint})")
    sway = max(abs(a[0] - b[0]) for a, b in zip(clip.track("pelvis"), clip.track("pelvis")[1:]))
    claim(sway < 0.02, f"{name}: the hips go sideways by {sway * 100:.1f} cm a frame at most")


def throw(clip):
    hand, chest = clip.track("wrist.r"), clip.track("chest")
    reach = [h[2] - c[2] for h, c in zip(hand, chest)]
    speed = [math.dist(a, b) * 24 for a, b in zip(hand, hand[1:])]
    release = speed.index(max(speed))
    claim(min(reach[:release]) < -0.4 and max(reach[release:]) > 0.4, "throw: the hand goes behind the body, then before it")
    claim(22 <= release <= 27 and max(speed) > 12, f"throw: it is fastest, {max(speed):.1f} m/s, about the release")
    other = max(speed[:release - 3] + speed[release + 5:])
    claim(other < 0.4 * max(speed), f"throw: and at no other time faster than {other:.1f} m/s")
    falls = speed[release:release + 7]
    claim(all(b < a + 0.2 for a, b in zip(falls, falls[1:])), "throw: from then on it slows down")
    claim(math.dist(clip.track("ankle.r")[52], clip.track("ankle.r")[-1]) < 0.002, "throw: the other foot comes after, and stands")
    step = clip.track("ankle.l")
    claim(step[-1][2] - step[0][2] > 0.5 and math.dist(step[24], step[-1]) < 0.002, "throw: it strides before that, and stands then")


def throw_other(clip, under):
    same = max(math.dist(a, b) for name in ("pelvis", "ankle.l", "wrist.r") for a, b in zip(clip.track(name), under.track(name)))
    claim(same < 1e-4, "throw-other-arm: the body throws as it did")
    ahead = [h[2] - s[2] for h, s in zip(clip.track("wrist.l"), clip.track("shoulder.l"))]
    claim(ahead[18] > 0.45 and ahead[33] < -0.35, "throw-other-arm: it points ahead, and is behind after the release")


def jump(clip):
    hips = [p[1] for p in clip.track("pelvis")]
    claim(min(hips[:19]) < 0.6 * hips[0], "jump: it crouches first")
    claim(max(hips) > hips[0] + 0.2, "jump: it leaves the ground")
    rise = [hips[n + 1] - 2 * hips[n] + hips[n - 1] for n in range(23, 31)]
    pull = -sum(rise) / len(rise) * 24 * 24
    claim(6 < pull < 15, f"jump: in flight it falls by {pull:.1f} m/s²")
    claim(min(hips[34:47]) < 0.65 * hips[0] < 0.9 * hips[0] < hips[-1], "jump: it lands in the knees, and stands up")


def walk_over(clip):
    turned, before = 0.0, None
    for n in range(len(clip.rows)):
        up = clip.axis(n, "chest", (0, 1, 0))
        now = math.degrees(math.atan2(up[2], up[1]))
        turned += 0.0 if before is None else (now - before + 180) % 360 - 180
        before = now
    claim(abs(turned + 360) < 15, f"walk-over: the chest turns over backwards once, by {turned:.0f} degrees")
    for side in (".l", ".r"):
        palm = clip.track("wrist" + side)[35:58]
        claim(max(math.dist(p, palm[0]) for p in palm) < 0.002 and palm[0][1] < 0.06, f"walk-over: the palm{side} stays on the ground")
    head = [p[1] for p in clip.track("head")]
    claim(min(head) > 0.2 and max(head[36:56]) < 0.75, "walk-over: the head is down there, and does not touch the ground")


def leg_switch(clip):
    raised = {side: [p[1] for p in clip.track("ankle" + side)] for side in (".l", ".r")}
    claim(raised[".r"][20] > 0.9 and raised[".l"][20] < 0.09, "leg-switch: first the left foot carries, and the right one is up behind")
    claim(raised[".l"][55] > 0.9 and raised[".r"][55] < 0.09, "leg-switch: then the other way round")


def lunge(clip):
    foot, hand = clip.track("ankle.l"), clip.track("wrist.r")
    claim(max(math.dist(p, foot[0]) for p in foot) < 0.001, "lunge: the back foot stays where it is")
    hips = [p[2] for p in clip.track("pelvis")]
    claim(min(hips[:14]) < hips[0] - 0.05, "lunge: it sits back first")
    claim(hand[18][2] - hand[10][2] > 0.6, "lunge: the hand shoots out within eight frames")


def pounce(clip):
    head, hips = clip.track("head"), clip.track("spine-1")
    claim(head[27][1] < 0.35 * head[0][1] and hips[27][1] > 0.85 * hips[0][1], "pounce: it bows, its hind part up")
    tail = [p[2] for p in clip.track("tail-5")[12:28]]
    claim(max(tail) - min(tail) > 0.1, f"pounce: and wags, by {max(tail) - min(tail):.2f} m")
    feet = [clip.track(f"foot-{which}-{side}") for which in ("front", "back") for side in ("left", "right")]
    claim(all(foot[40][1] > foot[0][1] + 0.3 for foot in feet), "pounce: all four feet are in the air")
    claim(all(math.dist(foot[68], foot[-1]) < 0.001 and abs(foot[-1][2] - foot[0][2] - 1.8) < 0.001 for foot in feet), "pounce: and stand again, 1.8 m on")
    claim(clip.track("foot-front-left")[46][1] < 0.1 < clip.track("foot-back-left")[46][1], "pounce: the paws come down first")
    low = min(frame[j][0][1] for j in range(len(clip.joints)) for frame in clip.frames)
    claim(low > 0.02, f"pounce: no joint is lower than {low * 100:.0f} cm")
    most, joint = max((jolt(clip, joint), joint) for joint in ("head", "spine-1", "spine-2", "tail-5"))
    claim(most < 0.06, f"pounce: nothing starts or stops by more than {most * 100:.1f} cm a frame² out of the blue ({joint})")


def wag(clip, under):
    out = [p[0] for p in clip.track("tail-5")]
    turns = sum(1 for n in range(13, 32) if abs(out[n]) > 0.12 and abs(out[n]) >= max(abs(out[n - 1]), abs(out[n + 1])))
    claim(turns >= 4 and max(out) > 0.15 and min(out) < -0.15, f"wag: before it springs the tail goes to both sides, {turns} times")
    same = max(math.dist(a, b) for name in ("spine-1", "head", "foot-front-left") for a, b in zip(clip.track(name), under.track(name)))
    claim(same < 1e-4, "wag: all but the tail pounces as it did")


def look(clip, under):
    nose = [math.degrees(math.atan2(*clip.axis(n, "head", (0, 0, 1))[::2])) for n in range(len(clip.rows))]
    claim(min(nose[10:19]) < -20 and max(nose[17:26]) > 20, "look: it looks to its right and to its left before it strikes")
    claim(max(abs(angle) for angle in nose[31:42]) < 8, "look: it strikes straight ahead")
    same = max(math.dist(a, b) for a, b in zip(clip.track("spine-12"), under.track("spine-12")))
    claim(same < 1e-4, "look: the body strikes as it did")


def strike(clip):
    head = clip.track("head")
    claim(min(p[2] for p in head[:31]) < head[0][2] - 0.5, "strike: it draws its head back")
    claim(head[34][2] - head[30][2] > 0.5, "strike: it shoots out within four frames")
    steps = [math.dist(a, b) for a, b in zip(head[30:34], head[31:35])]
    claim(steps[0] < steps[1] < steps[2] and min(steps) > 0.05, "strike: faster and faster")
    claim(max(math.dist(p, head[-1]) for p in head[-8:]) < 0.02, "strike: it settles")
    tail = clip.track("spine-1")
    claim(max(math.dist(p, tail[0]) for p in tail) < 0.001, "strike: its tail lies still")


def leap():
    clip = next(c for c in json.loads((EXAMPLES / "leap" / "project.json").read_text())["clips"] if c["name"] == "leap")
    track = {t["handle"]: [k["value"] for k in t["keys"]] for t in clip["tracks"] if t["channel"] == "position"}
    tall = [math.dist(a, b) for a, b in zip(track["chest"], track["seat"])]
    claim(min(tall) < 0.65 * tall[0] and max(tall) > 1.2 * tall[0], f"leap: it squashes to {min(tall) / tall[0]:.2f} and stretches to {max(tall) / tall[0]:.2f}")
    claim(max(p[1] for p in track["seat"]) > track["seat"][0][1] + 0.8 and track["seat"][-1][0] > 2, "leap: it flies, and lands two metres on")
    claim(not any(handle.startswith("hand") for handle in track), "leap: on the stage its hands are nobody's")


with tempfile.TemporaryDirectory() as folder:
    people = {name: made("actions", name, folder) for name in ("throw", "throw-other-arm", "jump", "walk-over", "leg-switch", "lunge")}
    for name, clip in people.items():
        body(name, clip)
    throw(people["throw"])
    throw_other(people["throw-other-arm"], people["throw"])
    jump(people["jump"])
    walk_over(people["walk-over"])
    leg_switch(people["leg-switch"])
    lunge(people["lunge"])
    pounced, struck = made("pounce", "pounce", folder), made("snake", "strike", folder)
    pounce(pounced)
    wag(made("pounce", "wag", folder), pounced)
    strike(struck)
    look(made("snake", "look", folder), struck)
    leap()

print(f"{len(failures)} claims fail")
sys.exit(bool(failures))
