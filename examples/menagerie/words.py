"""What an animator says in the studio, as Python: keys, turns, channels, motions. Times are seconds, angles degrees."""
import math


def turn(axis, degrees):
    """A rotation about x (forwards down), y (to the left) or z (the left side up)."""
    half = math.radians(degrees) / 2
    vector = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}[axis]
    return [round(v * math.sin(half), 5) for v in vector] + [round(math.cos(half), 5)]


def then(a, b):
    """First b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [round(v, 5) for v in (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
                                  aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)]


def pose(nod=0, shake=0, tilt=0):
    """Turned about all three: tilted first, then nodded, then shaken."""
    return then(turn("y", shake), then(turn("x", nod), turn("z", tilt)))


def key(time, value, shape=None):
    """A key on a smooth curve; "flat" one that is held; "linear" and "step" say how it goes on."""
    out = {"time": round(time, 4), "value": value}
    if shape == "flat":
        out["in"] = out["out"] = "flat"
    elif shape is not None:
        out["curve"] = shape
    return out


def keys(*entries):
    return [key(*entry) for entry in entries]


def held(*entries):
    """Poses that are held for a moment: every key is flat."""
    return [key(*entry, "flat") for entry in entries]


def nods(*entries):
    """(time, nod[, shake[, tilt]]) for a turn track, all but the first and last on a smooth curve."""
    last = len(entries) - 1
    return [key(e[0], pose(*e[1:]), "flat" if i in (0, last) else None) for i, e in enumerate(entries)]


def stops(*entries):
    """As nods, every pose held."""
    return [key(e[0], pose(*e[1:]), "flat") for e in entries]


def channel(name, select, mode=None, **rest):
    out = {"name": name, "select": {"cap": select} if isinstance(select, str) else select}
    if mode:
        out["mode"] = mode
    out.update(rest)
    return out


def motion(name, length, *channels, **rest):
    out = {"name": name, **({"action": rest.pop("action")} if "action" in rest else {}), "length": length}
    events = rest.pop("events", None)
    out.update(rest)
    out["channels"] = list(channels)
    if events:
        out["events"] = [{"time": round(time, 4), "name": what} for time, what in events]
    return out


# What matters about how a body moves.
LIMB = {"scale": "limb"}                                                   # lengths of its limb, from rest
SIZE = {"scale": "creature"}                                               # sizes of the creature, from rest
BODY = {"scale": "creature", "ground": True}                               # the root: y in heights of the hips, downwards
FLOOR = {"scale": "limb", "ground": True}                                  # hands that strike the ground
MIDDLE = {"scale": "limb", "sagittal": True}                               # hands that meet in the middle
TOWARDS = {"scale": "limb", "secondary": True}                             # z: 0 at rest, 1 at what it goes to
FACING = {"scale": "limb", "secondary": True, "directional": True}         # z: that way, in lengths of the limb
WATCHING = {"scale": "creature", "secondary": True, "directional": True, "lookat": True}
