#!/usr/bin/env python3
"""What the keyed clips of the robot and the person promise, measured: test_motions.py EXAMPLES

One action and one phase, so that they can be mixed; the paper's degrees of freedom (60 and 138); feet that stand where they
tread; loops without a seam; and each mood, slope and damage by what one sees of it.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

from bvh import *

EXAMPLES = sys.argv[1]
failures = []


def claim(holds, sentence):
    print(("holds: " if holds else "FAILS: ") + sentence)
    if not holds:
        failures.append(sentence)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def keytimes(example):
    """{clip: [(label, seconds)]} as its script tells them."""
    told = subprocess.run([sys.executable, os.path.join(EXAMPLES, example, "make.py"), "--keytimes"], check=True, capture_output=True)
    return json.loads(told.stdout)


def clips(example, heel):
    folder = os.path.join(EXAMPLES, example, "clips")
    out = {name[:-4]: Clip(os.path.join(folder, name)) for name in sorted(os.listdir(folder))}
    for clip in out.values():
        clip.soles = {side: soles(clip, side, heel) for side in (".l", ".r")}
    return out


MOODS = clips("person", 0.055)
ROBOT = clips("robot", 0.13)
SLOPES, DAMAGES = {"down": -12, "level": 0, "up": 12}, ("whole", "worn", "broken")
WALKS = {f"walk-{slope}-{damage}": degrees for slope, degrees in SLOPES.items() for damage in DAMAGES}
KEYTIMES = {**keytimes("robot"), **keytimes("person")}
CYCLES = {**{name: (clip, 0) for name, clip in MOODS.items()}, **{name: (ROBOT[name], slope) for name, slope in WALKS.items()}}


def test_skeletons():
    for name, some, freedom, high in (("robot", ROBOT, 60, 2.4), ("person", MOODS, 138, 1.75)):
        first = next(iter(some.values()))
        claim(all(len(clip.rows[0]) == freedom for clip in some.values()), f"every clip of the {name} has {freedom} degrees of freedom")
        turning = [j for j in first.joints if len([c for c in j["channels"] if c.endswith("rotation")]) == 3]
        claim(3 + 3 * len(turning) == freedom, f"a place and {len(turning)} joints that turn")
        claim(len({clip.hierarchy for clip in some.values()}) == 1, f"all {len(some)} clips are of one skeleton")
        top = max(place[1] for place in first.rest())
        claim(abs(top - high) < 0.01, f"the {name} is {top:.3f} m tall")
        sizes = [clip.size / 1000 for clip in some.values()]
        claim(20 < min(sizes) and max(sizes) < 120, f"files have {min(sizes):.0f} to {max(sizes):.0f} KB")
    claim(len(MOODS) == 7 and len(WALKS) == 9, "seven moods, and nine walks on a grid of slope and damage")


def stances(clip, keytimes, side):
    """Frames whose beginnings and ends lie in a stance of a foot, by its keytimes."""
    name = {".l": "left", ".r": "right"}[side]
    spans, since = [], 0.0
    first = next((label for label, _ in keytimes if label in (name + " down", name + " up")), None)
    stands = first != name + " down"  # what comes down has been up; what never does either stands all the time
    for label, time in keytimes:
        if label == name + " up":
            spans.append((since, time))
            stands = False
        elif label == name + " down":
            since, stands = time, True
    if stands:
        spans.append((since, clip.seconds))
    frames = range(len(clip.rows) - 1)
    d = clip.seconds_a_frame
    return [n for n in frames if any(a - 1e-4 <= n * d and (n + 1) * d <= b + 1e-4 for a, b in spans)]


def test_feet():
    for name, (clip, slope) in {**CYCLES, **{n: (c, 0) for n, c in ROBOT.items() if n not in WALKS}}.items():
        low = min(height(p, slope) for tracks in clip.soles.values() for track in tracks for p in track)
        claim(low > -0.001, f"{name}: no foot is ever below the ground by more than {max(0, -1000 * low):.1f} mm")
        far, stands = 0.0, [False] * (len(clip.rows) - 1)
        for side, tracks in clip.soles.items():
            planted = stances(clip, KEYTIMES[name], side)
            far = max(far, slide(tracks[:1] + tracks[2:], slope, planted))  # the ball rolls
            far = max(far, roll(clip, side, slope, planted))
            touches = standing(tracks, slope)
            claim(all(touches[n] for n in planted), f"its foot {side} touches the ground whenever the keytimes say so")
            for n in planted:
                stands[n] = True
        far *= (1 / 30) / clip.seconds_a_frame
        claim(far < 0.003, f"what stands slides by {1000 * far:.2f} mm at most in a frame of 1/30 s")
        claim(all(stands), "and one foot at least stands in every frame")


def test_knees():
    for name, clip in {**MOODS, **ROBOT}.items():
        bent = knees(clip, ".l") + knees(clip, ".r")
        least, most, ahead = min(k[0] for k in bent), max(k[0] for k in bent), min(k[1] for k in bent)
        claim(5 < least and most < 125 and ahead > 0, f"{name}: knees bend forwards, by {least:.0f} to {most:.0f} degrees")


def test_loops():
    for name, clip in {**{n: c for n, (c, _) in CYCLES.items()}, **{n: c for n, c in ROBOT.items() if n.startswith(("idle", "down"))}}.items():
        gap, sway, rough = seam(clip)
        claim(gap < 0.011 and sway < 0.00011, f"{name} comes round: the ends differ by {gap:.3f} degrees and {1000 * sway:.2f} mm")
        claim(rough < 1.25, f"and the seam is not rougher than the rest ({rough:.2f})")


def strikes(clip, slope, side):
    """Phases of a cycle at which a foot comes down and leaves."""
    stand = standing(clip.soles[side], slope, 0.0005)[:-1]
    count = len(stand)
    down = [n / count for n in range(count) if stand[n] and not stand[n - 1]]
    up = [n / count for n in range(count) if not stand[n] and stand[n - 1]]
    return down, up


def test_phase():
    for name, (clip, slope) in CYCLES.items():
        (left, left_up), (right, right_up) = strikes(clip, slope, ".l"), strikes(clip, slope, ".r")
        claim(len(left) == len(right) == len(left_up) == len(right_up) == 1, f"{name} is two steps")
        times = {label: time / clip.seconds for label, time in KEYTIMES[name][1:]}
        late = max(abs((seen[0] - times[label] + 0.5) % 1 - 0.5) for label, seen in (
            ("left down", left), ("right down", right), ("left up", left_up), ("right up", right_up)))
        claim(late < 0.035 and 0.45 < right[0] < 0.6, f"left heel down at {left[0]:.2f}, right at {right[0]:.2f}, all within {late:.3f} of the keytimes")
        claim(right_up[0] < left_up[0] and right[0] < left_up[0], f"right toe off at {right_up[0]:.2f}, left at {left_up[0]:.2f}")
        heel, _, tip = (height(track[0], slope) for track in clip.soles[".l"])
        claim(heel < 0.001 and heel < tip + 1e-4, f"it begins on the left heel ({1000 * heel:.1f} mm, toes {1000 * tip:.0f} mm)")
        ahead = clip.place(0, "ankle.l")[2] - clip.place(0, "ankle.r")[2]
        arms = clip.place(0, "wrist.r")[2] - clip.place(0, "wrist.l")[2]
        loose = name == "afraid" or name.endswith(("broken", "worn"))  # its arms are kept before it, or hang
        claim(ahead > 0.1 and (arms > 0.03 or loose), f"left foot {ahead:.2f} m ahead, right hand {arms:.2f} m")
        steps = [b[2] - a[2] for a, b in zip(clip.track("pelvis"), clip.track("pelvis")[1:])]
        claim(min(steps) > 0, f"it always gets on, at {min(steps) / clip.seconds_a_frame:.2f} to {max(steps) / clip.seconds_a_frame:.2f} m/s")


# ---- What one sees of a mood -----------------------------------------------------------------------------------------


def looks(clip):
    """Measures of one walk."""
    hips = clip.track("pelvis")
    stride = hips[-1][2] - hips[0][2]
    frames = range(len(clip.rows) - 1)
    sides = lambda joint: [abs(clip.place(n, joint + ".l")[0] - clip.place(n, joint + ".r")[0]) for n in frames]
    shoulders = lambda n: mean(clip.place(n, "shoulder" + s)[1] for s in (".l", ".r"))
    reach = lambda side: [clip.place(n, "wrist" + side)[2] - hips[n][2] for n in frames]
    turn = lambda n: math.degrees(math.atan2(*(clip.axis(n, "head", (0, 0, 1))[k] for k in (0, 2))))
    return {
        "stride": stride, "speed": stride / clip.seconds, "tempo": 1 / clip.seconds,
        "bounce": max(p[1] for p in hips) - min(p[1] for p in hips), "hips": mean(p[1] for p in hips),
        "sway": max(p[0] for p in hips) - min(p[0] for p in hips),
        "stoop": mean(pitch(clip.axis(n, "chest", (0, 0, 1))) for n in frames),
        "nod": mean(pitch(clip.axis(n, "head", (0, 0, 1))) for n in frames),
        "look": max(map(turn, frames)) - min(map(turn, frames)),
        "swing": max(reach(".l")) - min(reach(".l")), "hands": mean(clip.place(n, "wrist.l")[1] for n in frames),
        "elbows": mean(sides("elbow")), "shrug": mean(shoulders(n) - clip.place(n, "chest")[1] for n in frames),
        "lift": max(p[1] for p in clip.track("ankle.l")),
        "fist": mean(math.dist(clip.place(n, "wrist.l"), clip.place(n, "middle2.l end")) for n in frames) if "middle2.l end" in clip.index else 0,
    }


def most(measure, name, sign=1):
    """A mood that has more of something than every other."""
    order = sorted(MOODS, key=lambda mood: sign * SEEN[mood][measure], reverse=True)
    claim(order[0] == name, f"{name} has the {'most' if sign > 0 else 'least'} {measure}: "
          + ", ".join(f"{mood} {SEEN[mood][measure]:.2f}" for mood in order))


SEEN = {name: looks(clip) for name, clip in MOODS.items()}


def test_moods():
    most("speed", "mopey", -1)
    most("nod", "mopey")
    most("hands", "mopey", -1)
    most("speed", "angry")
    most("fist", "angry", -1)
    most("bounce", "goofy")
    most("lift", "goofy")
    most("stride", "afraid", -1)
    most("hips", "afraid", -1)
    most("look", "afraid")
    most("hands", "afraid")
    most("stoop", "cocky", -1)
    a, b = SEEN["easygoing"], SEEN["neutral"]
    claim(a["tempo"] < b["tempo"] and a["sway"] > 1.3 * b["sway"] and a["stoop"] < b["stoop"] - 5,
          f"easygoing is slower than neutral, sways more ({a['sway']:.3f} m, {b['sway']:.3f} m) and leans back")
    claim(SEEN["cocky"]["elbows"] > 1.15 * b["elbows"] and SEEN["cocky"]["nod"] < b["nod"] - 5, "cocky holds arms out and chin up")
    claim(SEEN["angry"]["stoop"] > b["stoop"] + 10 and SEEN["angry"]["tempo"] > 1.2 * b["tempo"], "angry is thrown forward and quick")
    claim(0.03 < b["bounce"] < 0.06 and 1.0 < b["speed"] < 1.5, f"neutral walks as people do: {b['speed']:.2f} m/s, {1000 * b['bounce']:.0f} mm up and down")


# ---- What one sees of slope and damage -------------------------------------------------------------------------------


def test_slope():
    for name, slope in WALKS.items():
        clip = ROBOT[name]
        a, b = clip.place(0, "pelvis"), clip.place(len(clip.rows) - 1, "pelvis")
        climb = math.degrees(math.atan2(b[1] - a[1], b[2] - a[2]))
        claim(abs(climb - slope) < 0.1, f"{name} gets up by {climb:.1f} degrees")
        flat = [n for n in range(len(clip.rows)) if all(height(track[n], slope) < 0.0015 for track in clip.soles[".l"])]
        worst = max(abs(pitch(clip.axis(n, "ankle.l", (0, 0, 1))) + slope) for n in flat)
        claim(len(flat) > 0.2 * len(clip.rows) and worst < 0.8, f"its feet lie flat on that, within {worst:.2f} degrees")
    for damage in DAMAGES:
        down, level, up = (looks(ROBOT[f"walk-{slope}-{damage}"]) for slope in ("down", "level", "up"))
        claim(down["stoop"] < level["stoop"] - 4 and up["stoop"] > level["stoop"] + 6,
              f"{damage}, it leans back going down and forward going up: {down['stoop']:.0f}, {level['stoop']:.0f}, {up['stoop']:.0f}")
        claim(max(down["speed"], up["speed"]) < level["speed"], "and is slower than on the level")


def test_damage():
    for slope, degrees in SLOPES.items():
        rows = []
        for damage in DAMAGES:
            clip = ROBOT[f"walk-{slope}-{damage}"]
            stance = {side: mean(standing(clip.soles[side], degrees)) for side in (".l", ".r")}
            off, down = (time for label, time in KEYTIMES[f"walk-{slope}-{damage}"] if label in ("right up", "right down"))
            passing = range(*(round((off + s * (down - off)) / clip.seconds_a_frame) for s in (0.3, 0.75)))
            swing = [min(height(track[n], degrees) for track in clip.soles[".r"]) for n in passing]
            head = mean(clip.place(n, "head")[1] - clip.place(n, "pelvis")[1] for n in range(len(clip.rows)))
            lean = mean(-math.degrees(math.asin(clip.axis(n, "chest", (0, 1, 0))[0])) for n in range(len(clip.rows)))
            hand = mean(clip.place(n, "wrist.r")[1] - clip.place(n, "shoulder.r")[1] for n in range(len(clip.rows)))
            rows.append((looks(clip)["speed"], stance[".r"] / stance[".l"], min(swing), -lean, head, hand))
        words = ("speed", "stance of the bad leg by the good one's", "clearance of its foot", "lean to the good side", "height of the head", "height of its hand")
        for n, word in enumerate(words):
            whole, worn, broken = (row[n] for row in rows)
            claim(whole > worn + 1e-4 and worn > broken + 1e-4, f"{slope}: damage lowers the {word}: {whole:.3f}, {worn:.3f}, {broken:.3f}")
        claim(rows[2][1] < 0.8 and abs(rows[0][1] - 1) < 0.03, "it limps, and does not where it is whole")


# ---- From one motion into another ------------------------------------------------------------------------------------


def local(clip, frame):
    """A pose wherever it stands: all channels but the way forward."""
    row = list(clip.rows[frame])
    row[2] = 0.0
    return row


def meets(a, frame_a, b, frame_b, what):
    """Frame and speed agree; frames count from the end where they are negative, and speeds are taken inside each clip."""

    def state(clip, frame):
        frame %= len(clip.rows)
        step = 1 if frame == 0 else -1
        here, near = clip.rows[frame], clip.rows[frame + step]
        return local(clip, frame), [step * (q - p) / clip.seconds_a_frame for p, q in zip(here, near)]

    (pose_a, speed_a), (pose_b, speed_b) = state(a, frame_a), state(b, frame_b)
    apart = max(abs(p - q) for p, q in zip(pose_a[3:], pose_b[3:]))
    place = max(abs(p - q) for p, q in zip(pose_a[:3], pose_b[:3]))
    rough = [max(abs(x - 2 * y + z) for clip in (a, b) for x, y, z in zip(*(([row[c] for row in clip.rows])[k:] for k in range(3))))
             for c in range(3, len(pose_a))]
    jump = max(abs(p - q) * a.seconds_a_frame / max(r, 0.1) for p, q, r in zip(speed_a[3:], speed_b[3:], rough))
    claim(apart < 0.02 and place < 0.0002, f"{what}: the same pose, within {apart:.3f} degrees and {1000 * place:.2f} mm")
    claim(jump < 1.25, f"at the same speed: nothing turns off faster than elsewhere in both ({jump:.2f})")


def test_transitions():
    for damage in ("whole", "broken"):
        idle, walk = ROBOT["idle-" + damage], ROBOT["walk-level-" + damage]
        up, off, start, stop = (ROBOT[f"{name}-{damage}"] for name in ("power-up", "power-down", "start", "stop"))
        meets(ROBOT["down"], 0, up, 0, f"power-up begins asleep ({damage})")
        meets(up, -1, idle, 0, "and ends awake")
        meets(idle, 0, off, 0, "power-down begins awake")
        meets(off, -1, ROBOT["down"], 0, "and ends asleep")
        meets(idle, 0, start, 0, "start begins in idle")
        meets(start, -1, walk, 0, "and ends as the left heel comes down")
        meets(walk, 0, stop, 0, "stop begins as the left heel comes down")
        meets(stop, -1, idle, 0, "and ends in idle")
    still = max(max(p) - min(p) for p in zip(*ROBOT["down"].track("head")))
    awake = max(max(p) - min(p) for p in zip(*(ROBOT["idle-whole"].axis(n, "head", (0, 0, 1)) for n in range(len(ROBOT["idle-whole"].rows)))))
    claim(still < 0.02 and awake > 0.2, f"asleep its head moves by {1000 * still:.0f} mm; awake it looks round")
    sunk = ROBOT["idle-whole"].place(0, "head")[1] - ROBOT["down"].place(0, "head")[1]
    claim(sunk > 0.4, f"asleep its head hangs {sunk:.2f} m lower")


def test_projects():
    """The keytimes in the projects are the scripts', and every clip is an example of a verb."""
    for example, kept in (("robot", ROBOT), ("person", MOODS)):
        with open(os.path.join(EXAMPLES, example, "project.json"), encoding="utf-8") as file:
            project = json.load(file)
        told = {e["take"]: [[key["label"], key["time"]] for key in e["keytimes"]] for verb in project["verbs"] for e in verb["examples"]}
        claim(set(told) == set(kept), f"the verbs of the {example} have every clip for an example")
        apart = max(abs(a[1] - b[1]) if a[0] == b[0] else 1 for name in told for a, b in zip(told[name], KEYTIMES[name], strict=True))
        claim(apart < 2e-4, f"with the keytimes of its script, within {apart:.5f} s")


def test_scripts():
    """The clips are what their scripts make."""
    for example, kept in (("robot", ROBOT), ("person", MOODS)):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, os.path.join(EXAMPLES, example, "make.py"), folder], check=True)
            claim(sorted(os.listdir(folder)) == sorted(name + ".bvh" for name in kept), f"make.py makes all clips of the {example}")
            apart = 0.0
            for name, clip in kept.items():
                made = Clip(os.path.join(folder, name + ".bvh"))
                apart = max([apart] + [abs(a - b) for p, q in zip(made.rows, clip.rows) for a, b in zip(p, q)])
            claim(apart < 0.02, f"as they are kept, within {apart:.3f}")


for test in (test_skeletons, test_feet, test_knees, test_loops, test_phase, test_moods, test_slope, test_damage, test_transitions, test_projects,
             test_scripts):
    test()
sys.exit(f"{len(failures)} claims fail" if failures else 0)
