#!/usr/bin/env python3
"""What the walks, the copies and the bouncing ball promise, measured (Figures 1, 5, 6 and 7 of "Artist-Directed Dynamics for 2D
Animation", and its bouncing ball): test_puppet_walks.py VERVE EXAMPLES.
"""
import os

from puppets import *

WALK, CAT, RIDER = (os.path.join(EXAMPLES, name) for name in ("puppet-walk", "puppet-cat", "rider"))


def document(project):
    with open(os.path.join(project, "project.json"), encoding="utf-8") as file:
        return json.load(file)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def wave(track, of, frequency):
    """Amplitude and phase of what repeats `frequency` times a second; the track is whole periods long."""
    c = mean(of(row) * math.cos(math.tau * frequency * row["time"]) for row in track)
    s = mean(of(row) * math.sin(math.tau * frequency * row["time"]) for row in track)
    return 2 * math.hypot(c, s), math.atan2(s, c)


def whole(track, period, rounds, end):
    """Rounds of a period that end just before `end`."""
    return [row for row in track if end - rounds * period - 1e-6 <= row["time"] < end - 1e-6]


def upright(tracks, least):
    """No handle is ever turned inside out or crushed."""
    worst = min(min(row["sx"], row["sy"]) for track in tracks.values() for row in track)
    return worst > least, worst


# ---- The man ---------------------------------------------------------------------------------------------------------

HANDS_AND_FEET = {"hand-near", "hand-far", "foot-near", "foot-far"}
CYCLE, SET_OFF, END = 1.0, 0.5, 3.5


def point_of(row, offset):
    """A point of a handle that does not stretch, away from its pivot by `offset` at rest."""
    c, s = math.cos(row["angle"]), math.sin(row["angle"])
    return row["x"] + c * offset[0] - s * offset[1], row["y"] + s * offset[0] + c * offset[1]


def test_keys():
    clips = {clip["name"]: clip for clip in document(WALK)["clips"]}
    walk, overlap = clips["walk"], clips["walk-overlap"]
    times = {key["time"] for track in walk["tracks"] for key in track["keys"]}
    claim(len(times) == 9, f"the walk has nine keys a cycle: {sorted(times)}")
    claim({track["handle"] for track in walk["tracks"] + clips["set-off"]["tracks"]} == HANDS_AND_FEET,
          "only hands and feet are keyed")
    claim(walk["loop"] and all(track["advance"][0] > 1 for track in walk["tracks"] if track["channel"] == "position"),
          "it is a loop that gets on by more than a metre a round")
    more = [track for track in overlap["tracks"] if track not in walk["tracks"]]
    claim([track["handle"] for track in more] == ["neck"] and len(overlap["tracks"]) == len(walk["tracks"]) + 1,
          "what overlaps has one more, at the neck")
    scenes = {scene["name"]: scene for scene in document(WALK)["scenes"]}
    for mood in ("sad", "sneaky"):
        plays = [entry["clip"] for entry in scenes[mood]["script"] if entry["do"] == "play"]
        drawn = scenes[mood]["actors"][0]["attractions"]
        claim(plays == ["walk"] and len(drawn) == 2, f"{mood} is the same clip, drawn to {drawn}")


def slide(track, planted, offset):
    """How far a point of a foot goes in the stance of each round."""
    far = 0
    for n in range(3):
        start = SET_OFF + planted + n * CYCLE
        points = [point_of(row, offset) for row in between(track, start + 0.125, start + 0.25)]
        far = max(far, max(math.dist(points[0], p) for p in points))
    return far


def roll(track, planted, ball):
    """The same for the ball of the foot, from where it is flat until it leaves."""
    far = 0
    for n in range(3):
        start = SET_OFF + planted + n * CYCLE
        points = [point_of(row, ball) for row in between(track, start + 0.125, min(start + 0.48, END))]
        far = max(far, max(math.dist(points[0], p) for p in points))
    return far


def steadiness(man):
    """The hips go forward; nothing jumps from frame to frame, beyond what the hands and feet that are keyed do."""
    hips = between(man["hips"], 1.0, END)
    forward = [(b["x"] - a["x"]) / (b["time"] - a["time"]) for a, b in zip(hips, hips[1:])]
    return min(forward), max(forward)


def noise(man, of):
    """How much two rounds of the same walk differ: what is not the walk."""
    first, second = whole(man["head"], CYCLE, 1, 2.5), whole(man["head"], CYCLE, 1, END)
    return max(abs(of(a) - of(b)) for a, b in zip(first, second))


def test_walk():
    man = simulate(WALK, "walk")["man"]
    for foot, planted in (("foot-near", 0.0), ("foot-far", 0.5)):
        flat, rolled = slide(man[foot], planted, (0.0, 0.0)), roll(man[foot], planted, (0.15, -0.085))
        claim(flat < 0.001, f"{foot} stands where it is put, within {1000 * flat:.2f} mm")
        claim(rolled < 0.012, f"and rolls over its ball, which slides by {1000 * rolled:.1f} mm")
    slow, fast = steadiness(man)
    claim(slow > 0.3 and fast < 2.5, f"the body is carried forward all the time, at {slow:.2f} to {fast:.2f} m/s")
    lean = [row["angle"] for row in between(man["chest"], 1.0, END)]
    claim(max(map(abs, lean)) < 0.25, f"he does not bow: his chest leans by {min(lean):.2f} to {max(lean):.2f}")
    good, worst = upright(man, 0.55)
    claim(good, f"nothing is crushed: at the worst a handle is {worst:.2f} of its size")
    bob, _ = wave(whole(man["hips"], CYCLE, 2, END), lambda row: row["y"], 2)
    claim(0.015 < bob < 0.06, f"he rises and falls by {1000 * bob:.0f} mm with every step, which nobody keyed")
    with without_keys(WALK) as copy:
        still = simulate(copy, "walk")["man"]
        moved_on = still["hips"][-1]["x"] - still["hips"][0]["x"]
        claim(abs(moved_on) < 0.05, f"without keys he stands: {moved_on:.3f} m")


def nod(man):
    """Of the head: how much it nods with the steps, and how long after the hips are highest it is thrown back."""
    _, up = wave(whole(man["hips"], CYCLE, 2, END), lambda row: row["y"], 2)
    much, back = wave(whole(man["head"], CYCLE, 2, END), lambda row: row["angle"], 2)
    return much, ((back - up) / (math.tau * 2)) % 0.5


def test_overlap():
    plain, late = simulate(WALK, "walk")["man"], simulate(WALK, "overlap")["man"]
    (little, early), (much, lag) = nod(plain), nod(late)
    claim(much > 2 * little, f"the neck's key makes the head nod: {much:.2f} against {little:.2f}")
    claim(lag > early + 0.03, f"and later: {lag:.3f} s after the hips are up, against {early:.3f} s")
    foot = max(math.dist((a["x"], a["y"]), (b["x"], b["y"])) for a, b in zip(plain["foot-near"], late["foot-near"]))
    claim(foot < 0.002, f"the steps stay the same, within {1000 * foot:.2f} mm")


def test_moods():
    plain = simulate(WALK, "walk")["man"]
    rough = max(noise(plain, lambda row: row["y"]), 0.001)
    for mood, handle, least in (("sad", "head", 0.08), ("sad", "shoulder-near", 0.04), ("sneaky", "head", 0.15)):
        man = simulate(WALK, mood)["man"]
        drop = mean(row["y"] for row in whole(plain[handle], CYCLE, 2, END)) - mean(
            row["y"] for row in whole(man[handle], CYCLE, 2, END))
        claim(drop > least and drop > 5 * rough, f"{mood} lowers the {handle} by {drop:.3f} m; rounds differ by {rough:.4f} m")
    angle = lambda man, handle: mean(row["angle"] for row in whole(man[handle], CYCLE, 2, END))
    sad, sneaky = simulate(WALK, "sad")["man"], simulate(WALK, "sneaky")["man"]
    turned = max(noise(plain, lambda row: row["angle"]), 0.01)
    hang, lean = angle(plain, "head") - angle(sad, "head"), angle(plain, "chest") - angle(sneaky, "chest")
    claim(hang > 0.4 and hang > 5 * turned, f"sad hangs his head by {hang:.2f}; rounds differ by {turned:.3f}")
    claim(lean > 0.3 and lean > 5 * turned, f"sneaky leans forward by {lean:.2f}")
    crouch = lambda man: mean(row["y"] for row in whole(man["hips"], CYCLE, 2, END))
    claim(crouch(sneaky) < crouch(plain) - 0.08, f"sneaky goes with bent knees: {crouch(sneaky):.2f} m, not {crouch(plain):.2f}")
    for mood, man in (("sad", sad), ("sneaky", sneaky)):
        slow, fast = steadiness(man)
        good, worst = upright(man, 0.1)  # the far arm folds up behind him
        claim(slow > 0.1 and fast < 2.5 and good, f"{mood} goes smoothly, {slow:.2f} to {fast:.2f} m/s, handles at least {worst:.2f}")


# ---- The cat and its copies ------------------------------------------------------------------------------------------

TRUNK_AND_LEGS = ["chest", "back", "belly", "rump"] + [
    f"{joint}-{side}" for joint in ("hip", "knee", "shoulder", "elbow", "paw-back", "paw-front") for side in ("near", "far")]


def regions(project, scene, actor, handles):
    """{handle: [linear map xx xy yx yy of each fixed step]}, as `verve simulate --record` writes them."""
    command = [VERVE, "simulate", project, "--scene", scene, "--record", "-", "--actor", actor, "--regions", ",".join(handles)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        claim(False, f"{actor} of {scene} is recorded: {done.stderr.strip()}")
        return {}
    (recording,) = json.loads(done.stdout)
    return {region["handle"]: [frame[2:] for frame in region["frames"]] for region in recording["regions"]}


def difference(source, target, late=0):
    """Of two regions' affine maps: the root of the mean square over the run, as a part of the source's."""
    pairs = list(zip(source, target[late:]))
    square = mean(sum((a - b) ** 2 for a, b in zip(p, q)) for p, q in pairs)
    return math.sqrt(square / mean(sum(a * a for a in p) for p, _ in pairs))


def test_copies():
    source = regions(CAT, "copycats", "cat", TRUNK_AND_LEGS)
    tracks = simulate(CAT, "copycats")
    change = max(difference(frames, [[1, 0, 0, 1]] * len(frames)) for frames in source.values())
    claim(change > 0.15, f"the cat's regions do change: by up to {100 * change:.0f} %")
    for name in ("squirrel", "rabbit"):
        target = regions(CAT, "copycats", name, TRUNK_AND_LEGS)
        worst, where = max((difference(source[h], target[h]), h) for h in TRUNK_AND_LEGS)
        claim(worst < 0.05, f"the {name}'s trunk and legs do as the cat's: {where} differs most, by {100 * worst:.1f} %")
        good, least = upright(tracks[name], 0.35)
        claim(good, f"nothing of the {name} is crushed: {least:.2f}")
    travelled = {name: tracks[name]["belly"][-1]["x"] - tracks[name]["belly"][0]["x"] for name in tracks}
    claim(travelled["squirrel"] < 0.8 * travelled["cat"], f"each goes as far as its size lets it: {travelled}")


def relative(tracks, of, to):
    return [{"time": a["time"], "x": a["x"] - b["x"], "y": a["y"] - b["y"]} for a, b in zip(tracks[of], tracks[to])]


def swing(tracks, of, to):
    """How a part moves against what carries it, up and down."""
    return [row["y"] for row in relative(tracks, of, to)]


def lag(late, early, rate, most):
    """By how much one series comes after another, seconds, and how alike they then are (correlation)."""
    start, count = round(1.2 * rate), len(late)

    def alike(shift):
        a, b = late[start:count], early[start - shift : count - shift]
        ma, mb = mean(a), mean(b)
        both = sum((x - ma) * (y - mb) for x, y in zip(a, b))
        return both / math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))

    best = max(range(round(most * rate) + 1), key=alike)
    return best / rate, alike(best)


def test_free_parts():
    def stiff(copy):
        for actor in puppets(copy):
            if "copies" in actor:
                actor["material"].update(stiffness=60, half_life=0.02)

    free = simulate(CAT, "copycats")
    with changed(CAT, stiff) as copy:
        held = simulate(copy, "copycats")
    for name, part, base in (("squirrel", "tail-tip", "rump"), ("squirrel", "tail-3", "rump"), ("rabbit", "ear-near-tip", "head")):
        own, bound = swing(free[name], part, base), swing(held[name], part, base)
        much, little = (max(track[54:]) - min(track[54:]) for track in (own, bound))
        claim(much > 1.5 * little and much > 0.15,
              f"the {name}'s {part} swings by {1000 * much:.0f} mm, and by {1000 * little:.0f} mm if it is stiff")
        late, alike = lag(own, bound, 30, 0.45)
        claim(late > 0.1 and alike > 0.6, f"{late:.2f} s later than then (correlation {alike:.2f})")


def test_recording():
    """The scene `recorded` plays what was recorded from the cat that walks alone."""
    source = regions(CAT, "walk", "cat", TRUNK_AND_LEGS)
    kept = {r["handle"]: [f[2:] for f in r["frames"]] for r in document(CAT)["recordings"][0]["regions"]}
    apart = max(abs(a - b) for h in TRUNK_AND_LEGS for p, q in zip(source[h], kept[h]) for a, b in zip(p, q))
    claim(apart < 2e-3, f"the recording that is shipped is the cat's walk, within {apart:.5f}")
    for name, late in (("rabbit", 0), ("squirrel", 15)):
        target = regions(CAT, "recorded", name, TRUNK_AND_LEGS)
        worst, where = max((difference(source[h], target[h], late), h) for h in TRUNK_AND_LEGS)
        claim(worst < 0.05, f"the {name} does it from the recording: {where} differs most, by {100 * worst:.1f} %")


# ---- The ball, the girl and Sam --------------------------------------------------------------------------------------


def shape(ball):
    high, wide = distance(ball["top"], ball["bottom"]), distance(ball["side-left"], ball["side-right"])
    return [a / b for a, b in zip(high, wide)]


def test_ball():
    ball = simulate(RIDER, "ball", "--rate", "50")["ball"]
    aspect, low = shape(ball), [row["y"] for row in ball["bottom"]]
    touching = [a for a, y in zip(aspect, low) if y < 0.04]
    claim(min(touching) < 0.75, f"on the ground the ball is squashed to {min(touching):.2f} of a circle's height by width")
    flying = [a for a, y in zip(aspect, low) if y > 0.06]
    claim(max(flying) > 1.15, f"in the air it is stretched to {max(flying):.2f}")
    claim(min(low) > -0.01, f"it does not sink into the ground: its lowest handle is at {min(low):.3f} m, at rest 0.032")
    surface = area(ball["bottom"], ball["side-right"], ball["top"], ball["side-left"])
    claim(0.78 < min(surface) / surface[0] and max(surface) / surface[0] < 1.22,
          f"its area stays between {min(surface) / surface[0]:.2f} and {max(surface) / surface[0]:.2f} of what it was")
    spin = max(abs(row["angle"]) for row in ball["middle"])
    lean = max(abs(2 * m["x"] - a["x"] - b["x"]) for m, a, b in zip(ball["middle"], ball["side-left"], ball["side-right"]))
    claim(spin < 0.05 and lean < 0.08, f"it does not spin ({spin:.3f}) nor dent to one side ({lean:.3f} m)")
    hits = sum(1 for a, b, c in zip(low, low[1:], low[2:]) if b < 0.04 and a > 0.04)
    claim(hits >= 3, f"it bounces {hits} times")
    tops = [b["y"] for a, b, c in zip(ball["middle"], ball["middle"][1:], ball["middle"][2:]) if a["y"] < b["y"] >= c["y"]]
    claim(all(a > b for a, b in zip(tops, tops[1:])), f"each time less high: {[round(t, 2) for t in tops]}")


def test_riders():
    parts = ["middle", "bottom", "side-left", "side-right"]
    source, target = regions(RIDER, "rider", "ball", parts), regions(RIDER, "rider", "rider", parts)
    worst, where = max((difference(source[h], target[h]), h) for h in parts)
    claim(worst < 0.05, f"the girl's ball does as the ball: {where} differs most, by {100 * worst:.1f} %")
    girl = simulate(RIDER, "rider")["rider"]
    for part, base in (("hair-left-tip", "head"), ("hair-right-tip", "head"), ("foot-left", "seat"), ("hand-right", "chest")):
        swing = [row["y"] for row in relative(girl, part, base)]
        claim(max(swing) - min(swing) > 0.1, f"her {part} moves by {max(swing) - min(swing):.2f} m on its own")
    sam = simulate(RIDER, "sam")["sam"]
    leg = distance(sam["hip-left"], sam["foot-left"])
    claim(min(leg) < 0.8 * leg[0] and max(leg) > 1.03 * leg[0],
          f"Sam's legs go from {min(leg) / leg[0]:.2f} to {max(leg) / leg[0]:.2f} of their length")
    feet = min(min(row["y"] for row in sam["foot-" + side]) for side in ("left", "right"))
    claim(feet > 0.08, f"and his ankles stay above the ground, {feet:.2f} m, at rest 0.14")
    for name, tracks in (("girl", girl), ("Sam", sam)):
        lean = max(abs(row["angle"]) for row in tracks["chest"])
        good, least = upright(tracks, 0.25)
        claim(lean < 0.5 and good, f"{name} keeps upright: the chest leans by {lean:.2f} at most; handles at least {least:.2f}")


for test in (test_keys, test_walk, test_overlap, test_moods, test_copies, test_free_parts, test_recording, test_ball, test_riders):
    test()
finish()
