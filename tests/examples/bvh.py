"""A plain reader of BVH files and what the tests of keyed clips measure on them, written apart from the scripts that make the clips and
from the library. Metres, seconds, degrees; y is up, figures look along +z, their left is +x.
"""
import functools
import math


class Clip:
    """joints: [{"name", "parent", "offset", "channels"}], end sites among them as "NAME end"; rows: the numbers of each frame."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.hierarchy, self.size = text[: text.index("MOTION")], len(text)
        words = text.split()
        self.joints, at = [], []
        i = 0
        while words[i] != "MOTION":
            if words[i] in ("ROOT", "JOINT", "End"):
                name = self.joints[at[-1]]["name"] + " end" if words[i] == "End" else words[i + 1]
                self.joints.append({"name": name, "parent": at[-1] if at else None, "channels": []})
                at.append(len(self.joints) - 1)
            elif words[i] == "}":
                at.pop()
            elif words[i] == "OFFSET":
                self.joints[at[-1]]["offset"] = tuple(map(float, words[i + 1 : i + 4]))
            elif words[i] == "CHANNELS":
                self.joints[at[-1]]["channels"] = words[i + 2 : i + 2 + int(words[i + 1])]
            i += 1
        frames, self.seconds_a_frame = int(words[i + 2]), float(words[i + 5])
        numbers = list(map(float, words[i + 6 :]))
        width = sum(len(joint["channels"]) for joint in self.joints)
        assert len(numbers) == frames * width, f"{path} has {len(numbers)} numbers for {frames} frames of {width}"
        self.rows = [numbers[n * width : (n + 1) * width] for n in range(frames)]
        self.index = {joint["name"]: n for n, joint in enumerate(self.joints)}

    @functools.cached_property
    def frames(self):
        return [self.globals(row) for row in self.rows]

    @property
    def seconds(self):
        return (len(self.rows) - 1) * self.seconds_a_frame

    def rest(self):
        """Places with every channel at rest."""
        places = []
        for joint in self.joints:
            base = places[joint["parent"]] if joint["parent"] is not None else (0, 0, 0)
            places.append(tuple(a + b for a, b in zip(base, joint["offset"])))
        return places

    def globals(self, row):
        """[(place, rows of the rotation matrix)] of all joints."""
        out, numbers = [], iter(row)
        for joint in self.joints:
            move, turn = list(joint["offset"]), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
            for channel in joint["channels"]:
                value, axis = next(numbers), "XYZ".index(channel[0])
                if channel.endswith("position"):
                    move[axis] = value
                else:
                    turn_about(turn, axis, math.radians(value))
            if joint["parent"] is None:
                out.append((tuple(move), turn))
            else:
                place, frame = out[joint["parent"]]
                out.append((tuple(a + b for a, b in zip(place, times(frame, move))), product(frame, turn)))
        return out

    def place(self, frame, name, local=(0, 0, 0)):
        place, turn = self.frames[frame][self.index[name]]
        return tuple(a + b for a, b in zip(place, times(turn, local)))

    def track(self, name, local=(0, 0, 0)):
        return [self.place(n, name, local) for n in range(len(self.rows))]

    def axis(self, frame, name, local):
        """A direction of a joint."""
        return times(self.frames[frame][self.index[name]][1], local)


def turn_about(turn, axis, angle):
    """turn · R, R a rotation about an axis: it mixes the two other columns."""
    c, s = math.cos(angle), math.sin(angle)
    b, d = (axis + 1) % 3, (axis + 2) % 3
    for row in turn:
        row[b], row[d] = row[b] * c + row[d] * s, row[d] * c - row[b] * s


def product(a, b):
    (p, q, r), (s, t, u), (v, w, x) = b
    return [[i * p + j * s + k * v, i * q + j * t + k * w, i * r + j * u + k * x] for i, j, k in a]


def times(a, v):
    x, y, z = v
    return tuple(i * x + j * y + k * z for i, j, k in a)


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def angle(a, b):
    return math.degrees(math.acos(max(-1.0, min(1.0, dot(a, b) / (math.hypot(*a) * math.hypot(*b))))))


def pitch(forward):
    """How far a direction points below the horizon."""
    return math.degrees(math.asin(max(-1.0, min(1.0, -forward[1] / math.hypot(*forward)))))


# ---- Legs ------------------------------------------------------------------------------------------------------------


def soles(clip, side, heel):
    """Tracks of heel, ball and tip of the toes on the sole, heel: how far behind the ankle it is."""
    toe, end = clip.joints[clip.index["toe" + side]], clip.joints[clip.index[f"toe{side} end"]]
    low, ball = toe["offset"][1] + end["offset"][1], toe["offset"][2]
    return [clip.track("ankle" + side, (0, low, -heel)), clip.track("ankle" + side, (0, low, ball)), clip.track(f"toe{side} end")]


def height(point, slope):
    """Above ground that rises by `slope` degrees along z, at right angles to it."""
    slope = math.radians(slope)
    return point[1] * math.cos(slope) - point[2] * math.sin(slope)


def knees(clip, side):
    """(flexion, how far the knee is in front of the line from hip to ankle, in front of which the foot points) of every frame."""
    out = []
    for n in range(len(clip.rows)):
        hip, knee, ankle = (clip.place(n, name + side) for name in ("hip", "knee", "ankle"))
        down = minus(ankle, hip)
        along = dot(minus(knee, hip), down) / dot(down, down)
        aside = minus(minus(knee, hip), tuple(along * d for d in down))
        toes = clip.axis(n, "ankle" + side, (0, 0, 1))
        out.append((angle(minus(knee, hip), minus(ankle, knee)), dot(aside, (toes[0], 0, max(toes[2], 0.3)))))
    return out


def slide(tracks, slope, frames, contact=0.0005):
    """The farthest that a point of a sole goes in a frame, of `frames`, while it touches the ground before and after it."""
    worst = 0.0
    for track in tracks:
        for n in frames:
            a, b = track[n], track[n + 1]
            if height(a, slope) < contact and height(b, slope) < contact:
                worst = max(worst, math.dist(a, b))
    return worst


def roll(clip, side, slope, frames):
    """The farthest that the joint of the toes, about which the foot rolls, goes in a frame while the tip is down."""
    joint, tip = clip.track("toe" + side), clip.track(f"toe{side} end")
    down = [n for n in frames if all(abs(height(tip[m], slope)) < 0.0005 for m in (n, n + 1))]
    return max((math.dist(joint[n], joint[n + 1]) for n in down), default=0.0)


def standing(tracks, slope, contact=0.0005):
    """Of every frame: does the foot touch the ground?"""
    return [min(height(p, slope) for p in points) < contact for points in zip(*tracks)]


# ---- Loops -----------------------------------------------------------------------------------------------------------


def seam(clip):
    """How far the last frame is from the first, travel apart: degrees, metres. And how much rougher the curves are across the
    seam than anywhere else: the largest second difference there, over the largest in its channel (with a floor of rounding)."""
    first, last = clip.rows[0], clip.rows[-1]
    gap = max(abs(a - b) for a, b in zip(first[3:], last[3:]))
    sway = abs(first[0] - last[0])
    rough = 0.0
    for channel in range(3, len(first)):
        values = [row[channel] for row in clip.rows]
        inside = max(abs(a - 2 * b + c) for a, b, c in zip(values, values[1:], values[2:]))
        across = abs(values[-2] - 2 * values[0] + values[1])
        rough = max(rough, across / max(inside, 0.1))
    return gap, sway, rough
