"""What the makers of the keyed clips share: turns, waves, legs that stand where they tread, and BVH files.

Metres, seconds, radians; y is up, a figure looks along +z, its left is +x. A turn is a unit quaternion (w, x, y, z). Positive
turns about x bow forward, about y to the left, about z lift the left side.

A figure is keyed the way an animator keys one: the feet first, as steps on the ground; the hips between them; then the spine,
the head and the arms, each part a little later than what carries it. Legs are never keyed: they are reached from hip to foot.
"""
import json
import math
import sys
from pathlib import Path

TAU = math.tau
ONE = (1.0, 0.0, 0.0, 0.0)


def rad(degrees):
    return degrees * math.pi / 180


# ---- Vectors and turns -----------------------------------------------------------------------------------------------


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return scale(a, 1 / length(a))


def lerp(a, b, s):
    return tuple(x + (y - x) * s for x, y in zip(a, b))


def mul(p, q):
    """q first, then p."""
    a, b, c, d = p
    w, x, y, z = q
    return (a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w)


def turns(*all):
    """The last first, as matrices are written."""
    q = ONE
    for each in all:
        q = mul(q, each)
    return q


def back(q):
    return (q[0], -q[1], -q[2], -q[3])


def about(axis, angle):
    s = math.sin(angle / 2)
    return (math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s)


def rx(angle):
    return about((1, 0, 0), angle)


def ry(angle):
    return about((0, 1, 0), angle)


def rz(angle):
    return about((0, 0, 1), angle)


def turned(q, v):
    """v, turned by q."""
    _, x, y, z = mul(mul(q, (0.0, *v)), back(q))
    return (x, y, z)


def mirrored(q):
    """The same turn in a mirror that exchanges left and right."""
    return (q[0], q[1], -q[2], -q[3])


def mix(p, q, s):
    """Part of the way from p to q, the short way round."""
    d = sum(a * b for a, b in zip(p, q))
    if d < 0:
        q, d = tuple(-a for a in q), -d
    if d > 0.9999:
        r = tuple(a + (b - a) * s for a, b in zip(p, q))
    else:
        angle = math.acos(d)
        r = tuple((a * math.sin((1 - s) * angle) + b * math.sin(s * angle)) / math.sin(angle) for a, b in zip(p, q))
    n = math.sqrt(sum(a * a for a in r))
    return tuple(a / n for a in r)


def from_columns(x, y, z):
    """The turn that takes the axes to three directions at right angles."""
    trace = x[0] + y[1] + z[2]
    if trace > 0:
        w = math.sqrt(1 + trace) / 2
        return (w, (y[2] - z[1]) / (4 * w), (z[0] - x[2]) / (4 * w), (x[1] - y[0]) / (4 * w))
    if x[0] >= y[1] and x[0] >= z[2]:
        a = math.sqrt(1 + x[0] - y[1] - z[2]) / 2
        return ((y[2] - z[1]) / (4 * a), a, (x[1] + y[0]) / (4 * a), (z[0] + x[2]) / (4 * a))
    if y[1] >= z[2]:
        a = math.sqrt(1 + y[1] - x[0] - z[2]) / 2
        return ((z[0] - x[2]) / (4 * a), (x[1] + y[0]) / (4 * a), a, (y[2] + z[1]) / (4 * a))
    a = math.sqrt(1 + z[2] - x[0] - y[1]) / 2
    return ((x[1] - y[0]) / (4 * a), (z[0] + x[2]) / (4 * a), (y[2] + z[1]) / (4 * a), a)


def heading(q):
    """How far a turn looks to the left."""
    forward = turned(q, (0, 0, 1))
    return math.atan2(forward[0], forward[2])


# ---- Curves ----------------------------------------------------------------------------------------------------------


def ease(s):
    """0…1 with neither speed nor acceleration at the ends."""
    s = min(max(s, 0.0), 1.0)
    return s * s * s * (10 + s * (6 * s - 15))


def between(t, start, end):
    """How far t has come from start to end, eased."""
    return ease((t - start) / (end - start))


def wave(mean, *parts, snap=0.0):
    """A curve over the phase of a walk: a mean, and swings (size, phase of the peak, swings a cycle = 1). snap > 0 makes it dwell
    at its ends and hurry between, as motors do."""

    def at(phase):
        total = mean
        for part in parts:
            size, peak, often = part if len(part) == 3 else (*part, 1)
            c = math.cos(TAU * often * (phase - peak))
            total += size * (math.tanh(snap * c) / math.tanh(snap) if snap else c)
        return total

    return at


def keyed(*keys):
    """A curve over the phase of a walk through keys (phase, value): the cubic spline that comes round with continuous curvature."""
    times = [k[0] for k in keys]
    values = [k[1] for k in keys]
    n = len(keys)
    gaps = [(times[(i + 1) % n] - times[i]) % 1.0 or 1.0 for i in range(n)]
    slopes = [0.0] * n
    for _ in range(200):  # Gauss–Seidel on the tridiagonal system that comes round: it is diagonally dominant
        for i in range(n):
            h0, h1, before, after = gaps[i - 1], gaps[i], (i - 1) % n, (i + 1) % n
            rise = 3 * ((values[i] - values[before]) * h1 / h0 + (values[after] - values[i]) * h0 / h1)
            slopes[i] = (rise - h1 * slopes[before] - h0 * slopes[after]) / (2 * (h0 + h1))

    def at(phase):
        phase = times[0] + (phase - times[0]) % 1.0
        i = max(i for i in range(n) if times[i] <= phase + 1e-12)
        h, j = gaps[i], (i + 1) % n
        s = (phase - times[i]) / h
        return hermite(values[i], slopes[i] * h, values[j], slopes[j] * h, s)

    return at


def hermite(p, v, q, w, s):
    return p + s * (v + s * (3 * (q - p) - 2 * v - w + s * (2 * (p - q) + v + w)))


def quintic(start, end, seconds, s):
    """Between two ends that each are (value, speed, acceleration)."""
    p, v, a = start[0], start[1] * seconds, start[2] * seconds ** 2
    q, w, b = end[0], end[1] * seconds, end[2] * seconds ** 2
    d = q - p
    return p + s * (v + s * (a / 2 + s * (10 * d - 6 * v - 4 * w - 1.5 * a + b / 2 + s * (
        -15 * d + 8 * v + 7 * w + 1.5 * a - b + s * (6 * d - 3 * v - 3 * w - a / 2 + b / 2)))))


# ---- Feet ------------------------------------------------------------------------------------------------------------


class Step:
    """One stance: the heel comes down, the foot lies flat, rolls over the ball and leaves.

    times: of heel down, foot flat, heel up, toe off. x, z: where the ankle is while it lies flat, on the ground below it.
    strike: toes up at the beginning; push: heel up at the end; out: how far the toes point outwards."""

    def __init__(self, times, x, z, strike, push, out):
        self.down, self.flat, self.rise, self.off = times
        self.x, self.z, self.strike, self.push, self.out = x, z, strike, push, out

    def pitch(self, t):
        """Toes down positive. Flat has neither speed nor curvature at its ends, so that nothing jerks."""

        def roll(s, speed):  # leaves 0 gently and comes to 1 with speed
            return s * s * s * (4 - speed + (speed - 3) * s)

        if t < self.flat:
            return -self.strike * roll((self.flat - t) / (self.flat - self.down), 1)
        if t > self.rise:
            return self.push * roll((t - self.rise) / (self.off - self.rise), 2)
        return 0.0


class Foot:
    """The way of one foot over a slope, from steps in their order.

    Lengths of the foot in its own frame, from the ankle: heel and ball lie on the sole, which is `sole` below the ankle.
    lift: how high the ankle is raised in the swing beyond the straight way, None: as far as `clear` needs; early: how much before the
    middle. hang: how far the toes hang (down positive) at `pass_at` of the swing; curl: toes bent up; sweep: outwards."""

    def __init__(self, steps, side, shape, slope=0.0, lift=None, clear=0.015, early=0.4, hang=0.0, pass_at=0.5, curl=0.1,
                 sweep=0.0, fling=9.5, leave=1.5, land=0.8):
        self.steps, self.side, self.shape, self.slope = steps, side, shape, slope
        self.lift, self.early, self.curl, self.sweep, self.hang, self.pass_at = lift, early, curl, sweep, hang, pass_at
        self.fling, self.leave, self.land = fling, leave, land
        if lift is None:
            self.clearance(clear)

    def ground(self, z):
        return z * math.tan(self.slope)

    def frame(self, step, pitch):
        """The turn of a foot that stands, rolled by pitch against the ground."""
        return turns(rx(-self.slope), ry(self.side * step.out), rx(pitch))

    def stance(self, step, t):
        """Ankle, turn of the foot, bend of the toes."""
        pitch = step.pitch(t)
        shape = self.shape  # it rolls about the edge of the heel, and about the joint of the toes, which stay flat
        pivot = (0, -shape["sole"], -shape["heel"]) if pitch < 0 else (0, shape["toe"] - shape["sole"], shape["ball"])
        flat, rolled = self.frame(step, 0.0), self.frame(step, pitch)
        spot = (step.x, self.ground(step.z), step.z)
        ankle = add(spot, turned(flat, (0.0, self.shape["sole"], 0.0)))
        return add(ankle, sub(turned(flat, pivot), turned(rolled, pivot))), rolled, max(pitch, 0.0)

    def __call__(self, t):
        for step, after in zip(self.steps, self.steps[1:] + [None]):
            if t <= step.off or after is None:
                return self.stance(step, t)
            if t < after.down:
                return self.swing(step, after, t)

    def swing(self, step, after, t):
        seconds = after.down - step.off
        s = (t - step.off) / seconds

        def ends(f):  # value, speed and acceleration where the swing begins and ends
            h = 1e-3
            a, b, c = f(step, step.off - 2 * h), f(step, step.off - h), f(step, step.off)
            d, e, g = f(after, after.down), f(after, after.down + h), f(after, after.down + 2 * h)
            return (c, (3 * c - 4 * b + a) / (2 * h), (a - 2 * b + c) / h ** 2), \
                (d, (4 * e - 3 * d - g) / (2 * h), (d - 2 * e + g) / h ** 2)

        lay = lambda st, u: turned(rx(self.slope), self.stance(st, u)[0])  # as if the slope were level
        ankle, bump = [], self.bump(s)
        for axis in range(3):
            start, end = ends(lambda st, u: lay(st, u)[axis])
            if axis == 2:  # it is flung forwards at once and until late, and stopped by the ground
                burst = self.fling * (end[0] - start[0]) / seconds ** 2
                start, end = (*start[:2], burst), (*end[:2], -burst)
            if axis == 1:  # it leaves upwards and comes from above, not skimming the ground
                start, end = (*start[:2], self.leave / seconds ** 2), (*end[:2], self.land / seconds ** 2)
            ankle.append(quintic(start, end, seconds, s))
        ankle = turned(rx(-self.slope), add(ankle, (self.side * self.sweep * bump, self.lift * bump, 0.0)))
        pitch = self.swing_pitch(*ends(lambda st, u: st.pitch(u)), seconds, s)
        out = step.out + (after.out - step.out) * ease(s)
        bent = (pitch + math.sqrt(pitch * pitch + 0.0009)) / 2  # toes bend only as far as the foot hangs
        bend = bent * (1 - 0.8 * ease(s / 0.8)) - self.curl * bump
        return ankle, turns(rx(-self.slope), ry(self.side * out), rx(pitch)), bend

    def bump(self, s):
        s += self.early * s * (1 - s)  # its top may come before the middle
        return 64 * (s * (1 - s)) ** 3

    def swing_pitch(self, start, end, seconds, s):
        """The toes come up by `pass_at` of the swing, to `hang`, and go on from there to the next strike."""
        m, middle = self.pass_at, (self.hang, (end[0] - self.hang) / seconds, 0.0)
        if s < m:
            return quintic(start, middle, seconds * m, s / m)
        return quintic(middle, end, seconds * (1 - m), (s - m) / (1 - m))

    def low(self, t):
        """How far the lowest point of the foot is above the ground: heel, ball, and tip of the toes."""
        ankle, turn, bend = self(t)
        shape = self.shape
        ball = add(ankle, turned(turn, (0.0, shape["toe"] - shape["sole"], shape["ball"])))
        tip = add(ball, turned(mul(turn, rx(-bend)), (0.0, -shape["toe"], shape["tip"])))
        points = [tip] + [add(ankle, turned(turn, (0.0, -shape["sole"], z))) for z in (-shape["heel"], shape["ball"])]
        return min((p[1] - self.ground(p[2])) * math.cos(self.slope) for p in points)

    def clearance(self, clear):
        """Raises the foot in every swing just so far that it passes the ground by `clear`."""
        step, after = self.steps[1], self.steps[2]
        self.lift, need = 0.0, -1.0
        for n in range(20, 88):
            s = n / 100
            need = max(need, clear - self.low(step.off + s * (after.down - step.off)) / self.bump(s))
        self.lift = need


# ---- Skeletons -------------------------------------------------------------------------------------------------------


class Skeleton:
    """joints: (name, parent's name or None, place from the parent at rest, place of an end site or None), parents first. At rest
    no joint is turned; arms are stretched to the sides."""

    def __init__(self, joints):
        self.joints = joints
        self.parent = {name: parent for name, parent, _, _ in joints}
        self.offset = {name: offset for name, _, offset, _ in joints}
        self.end = {name: end for name, _, _, end in joints}

    def globals(self, place, pose):
        """{joint: (place, turn)}; joints that the pose leaves out are at rest."""
        out = {}
        for name, parent, offset, _ in self.joints:
            q = pose.get(name, ONE)
            if parent is None:
                out[name] = (place, q)
            else:
                at, turn = out[parent]
                out[name] = (add(at, turned(turn, offset)), mul(turn, q))
        return out

    def thigh(self, side):
        return -self.offset["knee" + side][1]

    def shin(self, side):
        return -self.offset["ankle" + side][1]


def mirror_joints(joints):
    """Those whose names end in .l again on the other side."""
    out = list(joints)
    for name, parent, offset, end in joints:
        if name.endswith(".l"):
            other = parent[:-1] + "r" if parent.endswith(".l") else parent
            flip = lambda v: None if v is None else (-v[0], v[1], v[2])
            out.append((name[:-1] + "r", other, flip(offset), flip(end)))
    return out


def depth_first(joints):
    """As BVH nests them."""
    children = {}
    for joint in joints:
        children.setdefault(joint[1], []).append(joint)

    def walk(joint):
        yield joint
        for child in children.get(joint[0], []):
            yield from walk(child)

    return list(walk(children[None][0]))


def reach(skeleton, side, hip, pelvis, ankle, foot, out):
    """Turns of hip, knee and ankle that bring the ankle to its place, the knee pointing forwards and `out` to the side."""
    upper, lower = skeleton.thigh(side), skeleton.shin(side)
    way = sub(ankle, hip)
    far = length(way)
    if far > (upper + lower) * 0.9999:
        raise ValueError(f"the leg {side} is too short: {far:.3f} of {upper + lower:.3f}")
    down = unit(way)
    mean = heading(mix(pelvis, foot, 0.6)) + out * (1 if side == ".l" else -1)
    pole = (math.sin(mean), 0.0, math.cos(mean))
    hinge = unit(cross(down, pole))  # to the left where the leg hangs and the knee points forwards
    hinge = hinge if hinge[0] > 0 else scale(hinge, -1)
    forward = cross(hinge, scale(down, -1))
    cosine = (far * far + upper * upper - lower * lower) / (2 * far * upper)
    lift = math.acos(min(max(cosine, -1.0), 1.0))
    bend = math.acos(min(max((upper * upper + lower * lower - far * far) / (2 * upper * lower), -1.0), 1.0))
    along = from_columns(hinge, scale(down, -1), forward)
    thigh = mul(about(hinge, -lift), along)
    knee = rx(math.pi - bend)
    return {"hip" + side: mul(back(pelvis), thigh), "knee" + side: knee, "ankle" + side: mul(back(mul(thigh, knee)), foot)}


# ---- BVH -------------------------------------------------------------------------------------------------------------


def euler(q):
    """Degrees of z, x, y that turn one after the other as R = Rz Rx Ry, the order that most BVH files use."""
    x, y, z = turned(q, (1, 0, 0)), turned(q, (0, 1, 0)), turned(q, (0, 0, 1))
    return [math.degrees(a) for a in (math.atan2(-y[0], y[1]), math.asin(min(max(y[2], -1.0), 1.0)), math.atan2(-x[2], z[2]))]


def nearest(angles, before):
    """The same turn by the angles next to those before."""
    z, x, y = angles
    ways = [[a - 360 * round((a - b) / 360) for a, b in zip(way, before)] for way in ((z, x, y), (z + 180, 180 - x, y + 180))]
    return min(ways, key=lambda way: sum(abs(a - b) for a, b in zip(way, before)))


def bvh(skeleton, rate, frames):
    """frames: (place of the root, pose) each; one text."""
    lines = ["HIERARCHY"]
    open_joints = []

    def close(until):
        while open_joints and open_joints[-1] != until:
            open_joints.pop()
            lines.append("  " * len(open_joints) + "}")

    numbers = lambda v: " ".join(f"{a:.5g}" for a in v)
    for name, parent, offset, end in skeleton.joints:
        close(parent)
        pad = "  " * len(open_joints)
        lines += [pad + ("JOINT " if parent else "ROOT ") + name, pad + "{", pad + "  OFFSET " + numbers(offset)]
        turning = "Zrotation Xrotation Yrotation"
        lines.append(pad + ("  CHANNELS 3 " if parent else "  CHANNELS 6 Xposition Yposition Zposition ") + turning)
        open_joints.append(name)
        if end is not None:
            lines += [pad + "  End Site", pad + "  {", pad + "    OFFSET " + numbers(end), pad + "  }"]
    close(None)
    lines += ["MOTION", f"Frames: {len(frames)}", f"Frame Time: {1 / rate:.8f}"]
    last = {}
    for place, pose in frames:
        row = [f"{a:.5f}" for a in place]
        for name, *_ in skeleton.joints:
            angles = last[name] = nearest(euler(pose.get(name, ONE)), last.get(name, (0, 0, 0)))
            row += [f"{a:.3f}".rstrip("0").rstrip(".") for a in angles]
        lines.append(" ".join("0" if float(a) == 0 else a for a in row))
    return "\n".join(lines) + "\n"


# ---- Walks -----------------------------------------------------------------------------------------------------------


class Gait:
    """The lower half of a walk; time is counted in cycles, left heel down at 0.

    seconds, stride: of a cycle (two steps). strikes, duty: when each foot comes down, and for how much of the cycle it stands.
    flat, rise: when it lies flat and when the heel rises, as parts of the stance. width: of the ankles from the middle.
    ahead: how far in front of the middle of its stance a foot is set. extend: how straight the straightest leg becomes, at most
    1; crouch: how much lower than that the hips stay. The hips' waves: sway to the left, bounce, surge forwards; tilt (bow), twist
    (to the left), list (left side up). knees: how far they point outwards."""

    def __init__(self, skeleton, shape, *, seconds, stride, strikes=(0.0, 0.5), duty=(0.62, 0.62), flat=0.14, rise=0.6,
                 width=0.08, ahead=0.0, strike=rad(18), push=rad(50), out=rad(6), feet=({}, {}), slope=0.0, extend=0.998,
                 crouch=0.0, sway=wave(0), bounce=wave(0), surge=wave(0), tilt=wave(0), twist=wave(0), list=wave(0),
                 knees=0.0, rolls=({}, {}), hips="hip"):
        self.skeleton, self.shape, self.seconds, self.stride, self.slope = skeleton, shape, seconds, stride, slope
        self.strikes, self.duty, self.flat, self.rise, self.knees = strikes, duty, flat, rise, knees
        self.width, self.ahead, self.roll = width, ahead, [{"strike": strike, "push": push, "out": out, **r} for r in rolls]
        self.sway, self.bounce, self.surge, self.tilt, self.twist, self.list = sway, bounce, surge, tilt, twist, list
        self.feet = [Foot([self.step(i, n) for n in (-2, -1, 0, 1, 2)], (1, -1)[i], shape, slope, **feet[i]) for i in (0, 1)]
        self.base = 0.0
        self.base = min(self.room(t / 180, extend) for t in range(180)) - crouch

    def step(self, i, n):
        """The step of foot i (0 left, 1 right) in cycle n."""
        down, stands = self.strikes[i] + n, self.duty[i]
        times = (down, down + stands * self.flat, down + stands * self.rise, down + stands)
        z = self.stride * (down + stands / 2) + self.ahead
        return Step(times, (1, -1)[i] * self.width, z, **self.roll[i])

    def ground(self, z):
        return z * math.tan(self.slope)

    def hips(self, t):
        """Place and turn of the pelvis."""
        z = self.stride * t + self.surge(t)
        place = (self.sway(t), self.base + self.bounce(t) + self.ground(self.stride * t), z)
        return place, turns(ry(self.twist(t)), rx(self.tilt(t)), rz(self.list(t)))

    def room(self, t, extend):
        """How much higher the hips could be before a leg is straight."""
        place, pelvis = self.hips(t)
        rooms = []
        for side, foot in zip((".l", ".r"), self.feet):
            hip = add(place, turned(pelvis, self.skeleton.offset["hip" + side]))
            ankle = foot(t)[0]
            reach = extend * (self.skeleton.thigh(side) + self.skeleton.shin(side))
            across = (hip[0] - ankle[0]) ** 2 + (hip[2] - ankle[2]) ** 2
            if across > reach * reach:
                raise ValueError(f"at {t:.2f} the leg {side} does not reach its step")
            rooms.append(ankle[1] + math.sqrt(reach * reach - across) - hip[1])
        return min(rooms)

    def lower(self, t):
        return lower(self.skeleton, *self.hips(t), [foot(t) for foot in self.feet], self.knees)

    def keytimes(self):
        """(label, seconds) of what all walks share, from one coming down of the left foot to the next."""
        (_, right), (left_stands, right_stands) = self.strikes, self.duty
        marks = (("left down", 0), ("right up", right + right_stands - 1), ("right down", right), ("left up", left_stands), ("left down", 1))
        return [(label, when * self.seconds) for label, when in marks]


def lower(skeleton, place, pelvis, feet, knees=0.0):
    """The pose of pelvis and legs."""
    pose = {skeleton.joints[0][0]: pelvis}
    for side, (ankle, turn, bend) in zip((".l", ".r"), feet):
        hip = add(place, turned(pelvis, skeleton.offset["hip" + side]))
        pose.update(reach(skeleton, side, hip, pelvis, ankle, turn, knees))
        pose["toe" + side] = rx(-bend)
    return place, pose


def spine(pose, names, pelvis, chest, shares):
    """Bends the joints between pelvis and chest so that the chest, the last of them, is turned as told in the world."""
    done = pelvis
    for name, share in zip(names, shares):
        want = mix(pelvis, chest, share)
        pose[name] = mul(back(done), want)
        done = want


def neck(pose, chest, head, poke=0.0):
    """Turns the head as told in the world, the neck half of the way and poked forwards."""
    middle = turns(mix(chest, head, 0.5), rx(poke))
    pose["neck"] = mul(back(chest), middle)
    pose["head"] = mul(back(middle), head)


def arm(pose, side, carrier, facing, swing, out, twist, elbow, roll=0.0, flex=0.0, bend=0.0):
    """One arm that hangs: swung forwards, held out, turned inwards about itself, from a carrier (turn of what the shoulder sits on) that
    faces `facing`; elbow bent; forearm rolled (palm down), wrist flexed towards the palm and bent (thumb up). All as for a left arm."""
    hand = 1 if side == ".l" else -1
    flip = (lambda q: q) if hand == 1 else mirrored
    hang = flip(turns(rx(-swing), rz(out), ry(-twist), rz(-math.pi / 2)))
    pose["shoulder" + side] = mul(back(carrier), mul(ry(facing), hang))
    pose["elbow" + side] = flip(turns(ry(-elbow), rx(roll)))
    pose["wrist" + side] = flip(turns(rz(-flex), ry(-bend)))


# ---- What a script does ----------------------------------------------------------------------------------------------


def run(skeleton, rate, folder, clips, keytimes):
    """As a script is called: writes clips() = {name: frames} into a folder, its own or the one that is named; --keytimes prints
    keytimes() = {name: [(label, seconds)]} instead, rounded down, so that the last is not behind the end of the clip."""
    if sys.argv[1:] == ["--keytimes"]:
        down = lambda t: math.floor(t * 1e4 + 1e-6) / 1e4
        print(json.dumps({name: [(label, down(t)) for label, t in marks] for name, marks in keytimes().items()}, indent=1))
        return
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, frames in clips().items():
        (folder / f"{name}.bvh").write_text(bvh(skeleton, rate, frames))
