#!/usr/bin/env python3
"""Writes project.json and creatures/snake.json: a parade over the hills. Motions and gaits are the menagerie's. make.py [FOLDER];
`echo '[]' | verve apply FOLDER -` then brings the project into the form that verve writes."""
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "menagerie"))

from gaits import GAITS  # noqa: E402
from motions import MOTIONS  # noqa: E402

# name: how many times as large as its file says
CREATURES = {"nuku": 1, "kikir": 3, "digi": 0.95, "mabi": 0.8, "balex": 1.6, "setubos": 1.15, "damur": 0.8, "snake": 1}


# ---- A snake ---------------------------------------------------------------------------------------------------------

def snake():
    """Fourteen bodies in a row that wind along the ground, and a head. Nothing but a spine: it crawls."""
    def at(s):  # s: 0 at the tail, 1 at the head
        rise = max(0, s - 0.82) / 0.18
        return [0.1 * math.sin(2.2 * math.pi * s), 0.045 + 0.018 * s + 0.05 * rise * rise, 1.5 * s - 0.75]

    count = 14
    joints = [at(i / count) for i in range(count + 1)]
    bodies = []
    for i in range(count + 1):
        head = i == count
        way = [b - a for a, b in zip(joints[i - 1], joints[i])] if head else [b - a for a, b in zip(joints[i], joints[i + 1])]
        length = 0.1 if head else math.hypot(*way)
        way = [0, 0, 1] if head else [v / math.hypot(*way) for v in way]
        half = math.hypot(-way[1], way[0], 1 + way[2])  # the shortest turn from +z
        thick = [round(0.022 + 0.04 * math.sin(math.pi * min(1, 0.55 * (i + k) / count + 0.02)), 4) for k in (0, 1)]
        if head:
            thick = [0.062, 0.05]
        reach = max(thick)
        body = {"name": "head" if head else f"spine-{i + 1}", "place": [round(v, 5) for v in joints[i]],
                "turn": [round(v / half, 6) for v in (-way[1], way[0], 0, 1 + way[2])],
                "centre": [0, 0, round(length / 2, 5)], "low": [-reach, -reach, -reach], "high": [reach, reach, round(length + reach, 5)],
                "tip": [0, 0, round(length, 5)], "radius": thick, "caps": ["spine", "head"] if head else ["spine"]}
        if i:
            body["parent"] = f"spine-{i}"
        bodies.append(body)
    x, y, z = joints[count]
    for side, name in ((1, "left"), (-1, "right")):
        bodies.append({"name": f"eye-{name}", "parent": "head", "place": [round(x + side * 0.042, 5), round(y + 0.045, 5), round(z + 0.05, 5)],
                       "low": [-0.028] * 3, "high": [0.028] * 3, "radius": [0.028, 0.028], "caps": ["eye"], "deforms": ["blink"]})
    bodies.append({"name": "mouth", "parent": "head", "place": [round(x, 5), round(y - 0.005, 5), round(z + 0.135, 5)], "low": [-0.02] * 3,
                   "high": [0.02] * 3, "caps": ["mouth"], "deforms": ["open"]})
    return {"format": "verve-creature", "version": 1, "name": "Snake",
            "colours": {"skin": "#7BA23F", "back": "#17877D", "belly": "#FFF3DC", "eyes": "#FCF8F4"}, "caps": ["head"],
            "deforms": ["open", "blink"], "bodies": bodies}


# ---- Scenes ----------------------------------------------------------------------------------------------------------

SECONDS = 6


def goes(name, x, z, gait, speed, bend=0.0, plays=(), **rest):
    """Along +z, in the middle of the scene at (x, z), winding a little."""
    start = z - speed * SECONDS / 2
    length = speed * (SECONDS + 1)
    path = [[round(x + bend * math.sin(2 * math.pi * i / 12), 3), round(start + length * i / 12, 3)] for i in range(1, 13)] if bend else None
    out = {"name": name, "creature": name, "at": [round(x, 3), round(start, 3)]}
    if path:
        out["heading"] = round(math.atan2(path[0][0] - x, path[0][1] - start), 3)
    out.update({"gait": gait, "speed": speed})
    if path:
        out["path"] = path
    if plays:
        out["plays"] = list(plays)
    return {**out, **rest}


def parade():
    """Everybody at his own pace; half way through they are all together."""
    cast = [
        goes("nuku", 0.1, 2.4, "lumber", 0.8),
        goes("digi", 0.7, 0.7, "walk", 0.9, plays=[{"time": 1.8, "action": "wave"}, {"time": 4.4, "action": "cheer"}]),
        goes("mabi", -1.5, 0.6, {"walk": 0.6, "trot": 0.4}, 0.95, bend=0.25),
        goes("balex", 1.5, -0.4, "run", 1.6, bend=0.35),
        goes("kikir", 0.2, -0.6, "limp", 0.6),
        goes("damur", -0.8, -1.5, "walk", 0.8, bend=0.3, plays=[{"time": 3, "action": "wave", "variant": 1}]),
        goes("setubos", 0.4, -2.2, "sneak", 0.55, plays=[{"time": 3.4, "action": "look-around"}]),
        goes("snake", 2.1, 1.6, "walk", 0.4, bend=0.1),
    ]
    return {"name": "parade", "creatures": cast, "ground": "hills", "size": [960, 540], "background": "#F7F1E5",
            "camera": {"heading": 1.2, "pitch": 0.15}, "seconds": SECONDS, "rate": 30}


def in_six_gaits(name, creature, scale=1.0):
    """The same creature six times, as it walks, trots, runs, limps, sneaks and lumbers."""
    speeds = {"walk": 0.95, "trot": 1.3, "run": 2.0, "limp": 0.6, "sneak": 0.45, "lumber": 0.75}
    seconds = 5
    cast = []
    for i, (gait, speed) in enumerate(speeds.items()):
        speed = round(speed * scale, 3)
        cast.append({"name": gait, "creature": creature, "at": [round((2.5 - i) * 1.5, 3), round(-speed * seconds / 2, 3)], "gait": gait, "speed": speed})
    return {"name": name, "creatures": cast, "size": [960, 420], "background": "#F7F1E5", "camera": {"heading": 0.6, "pitch": 0.25},
            "seconds": seconds, "rate": 30}


def project():
    used = ("wave", "cheer", "look-around")
    return {"format": "verve-project", "version": 1, "name": "A parade",
            "about": "Two legs, four, five, eight; one limps, one sneaks, one crawls and one has no need of the ground. All by the same six gaits.",
            "creatures": [{"name": name, "file": f"creatures/{name}.json", "scale": scale} for name, scale in CREATURES.items()],
            "motions": [m for m in MOTIONS if m.get("action", m["name"]) in used], "gaits": GAITS,
            "scenes": [parade(), in_six_gaits("two-legs", "digi"), in_six_gaits("four-legs", "nuku")]}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    (folder / "creatures" / "snake.json").write_text(json.dumps(snake(), indent=1) + "\n")
    (folder / "project.json").write_text(json.dumps(project(), indent=1) + "\n")
