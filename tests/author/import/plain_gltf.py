"""glTF 2.0 by its specification, in plain Python and no hurry: for comparing."""
import base64
import json
import math
import struct
from pathlib import Path

FORMATS = {5120: ("b", 127), 5121: ("B", 255), 5122: ("h", 32767), 5123: ("H", 65535), 5125: ("I", 1), 5126: ("f", 1)}
COUNTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def identity():
    return [[float(r == c) for c in range(4)] for r in range(4)]


def multiply(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(4)) for c in range(4)] for r in range(4)]


def point(m, p):
    return [m[r][0] * p[0] + m[r][1] * p[1] + m[r][2] * p[2] + m[r][3] for r in range(3)]


def by_columns(values):
    return [[values[4 * c + r] for c in range(4)] for r in range(4)]


def from_trs(move, turn, scale):
    length = math.sqrt(sum(x * x for x in turn))
    x, y, z, w = (v / length for v in turn)
    rotation = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [[rotation[r][c] * scale[c] for c in range(3)] + [move[r]] for r in range(3)] + [[0.0, 0.0, 0.0, 1.0]]


def slerp(a, b, u):
    dot = sum(x * y for x, y in zip(a, b))
    if dot < 0:
        b, dot = [-x for x in b], -dot
    angle = math.acos(min(1.0, dot))
    if angle < 1e-6:
        return [x + (y - x) * u for x, y in zip(a, b)]
    p, q = math.sin((1 - u) * angle) / math.sin(angle), math.sin(u * angle) / math.sin(angle)
    return [p * x + q * y for x, y in zip(a, b)]


def unit(q):
    length = math.sqrt(sum(x * x for x in q))
    return [x / length for x in q]


class Model:
    def __init__(self, path):
        data, chunk = Path(path).read_bytes(), None
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            text = data[20:20 + length]
            at = 20 + length
            if at + 8 <= len(data):
                chunk = data[at + 8:at + 8 + struct.unpack_from("<I", data, at)[0]]
        else:
            text = data
        self.json = json.loads(text)
        self.nodes = self.json.get("nodes", [])
        self.buffers = [self.load(buffer, chunk, Path(path).parent) for buffer in self.json.get("buffers", [])]
        self.cache = {}
        scenes = self.json.get("scenes")
        self.roots = scenes[self.json.get("scene", 0)].get("nodes", []) if scenes else \
            [i for i in range(len(self.nodes)) if not any(i in n.get("children", []) for n in self.nodes)]
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}

    @staticmethod
    def load(buffer, chunk, folder):
        uri = buffer.get("uri")
        if uri is None:
            return chunk
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        return (folder / uri).read_bytes()

    def raw(self, view, offset, stride, count, component, n):
        letter = FORMATS[component][0]
        size = struct.calcsize("<" + letter)
        view = self.json["bufferViews"][view]
        data, start = self.buffers[view["buffer"]], view.get("byteOffset", 0) + offset
        stride = stride and view.get("byteStride") or size * n
        return [list(struct.unpack_from(f"<{n}{letter}", data, start + i * stride)) for i in range(count)]

    def accessor(self, index):
        if index in self.cache:
            return self.cache[index]
        a = self.json["accessors"][index]
        n, component = COUNTS[a["type"]], a["componentType"]
        values = [[0] * n for _ in range(a["count"])]
        if "bufferView" in a:
            values = self.raw(a["bufferView"], a.get("byteOffset", 0), True, a["count"], component, n)
        if "sparse" in a:
            s = a["sparse"]
            indices = self.raw(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0), False, s["count"],
                               s["indices"]["componentType"], 1)
            changes = self.raw(s["values"]["bufferView"], s["values"].get("byteOffset", 0), False, s["count"], component, n)
            for (i,), change in zip(indices, changes):
                values[i] = change
        if a.get("normalized"):
            values = [[max(x / FORMATS[component][1], -1.0) for x in value] for value in values]
        self.cache[index] = values
        return values

    def sample(self, animation, channel, time):
        sampler = animation["samplers"][channel["sampler"]]
        times = [t[0] for t in self.accessor(sampler["input"])]
        values = self.accessor(sampler["output"])
        mode, turning = sampler.get("interpolation", "LINEAR"), channel["target"]["path"] == "rotation"
        k = max([0] + [i for i, t in enumerate(times) if t <= time])
        last = k == len(times) - 1
        span = 0 if last else times[k + 1] - times[k]
        u = 0 if last or time < times[k] else (time - times[k]) / span
        if mode == "STEP":
            return values[k]
        if mode == "CUBICSPLINE":
            a, out = values[3 * k + 1], values[3 * k + 2]
            b, into = (a, out) if last else (values[3 * k + 4], values[3 * k + 3])
            return [(2 * u ** 3 - 3 * u ** 2 + 1) * a[c] + span * (u ** 3 - 2 * u ** 2 + u) * out[c]
                    + (3 * u ** 2 - 2 * u ** 3) * b[c] + span * (u ** 3 - u ** 2) * into[c] for c in range(len(a))]
        b = values[k if last else k + 1]
        return slerp(unit(values[k]), unit(b), u) if turning else [x + (y - x) * u for x, y in zip(values[k], b)]

    def world(self, animation, time):
        poses = [dict(node) for node in self.nodes]
        for channel in animation["channels"] if animation else []:
            if "node" in channel["target"] and channel["target"]["path"] != "weights":
                poses[channel["target"]["node"]][channel["target"]["path"]] = self.sample(animation, channel, time)
        world = {}

        def local(node):
            if "matrix" in node:
                return by_columns(node["matrix"])
            return from_trs(node.get("translation", [0, 0, 0]), node.get("rotation", [0, 0, 0, 1]),
                            node.get("scale", [1, 1, 1]))

        def visit(i):
            if i not in world:
                world[i] = multiply(visit(self.parents[i]), local(poses[i])) if i in self.parents else local(poses[i])
            return world[i]

        for i in range(len(poses)):
            visit(i)
        return world

    def span(self, animation):
        times = [t[0] for channel in animation["channels"] if channel["target"]["path"] != "weights"
                 for t in self.accessor(animation["samplers"][channel["sampler"]]["input"])]
        return min(times), max(times)

    def scales_change(self, animation):
        for channel in animation["channels"]:
            if channel["target"]["path"] == "scale":
                rest = self.nodes[channel["target"]["node"]].get("scale", [1, 1, 1])
                for value in self.accessor(animation["samplers"][channel["sampler"]]["output"]):
                    if any(abs(a - b) > 1e-5 for a, b in zip(rest, value)):
                        return True
        return False

    def mesh_nodes(self):
        inside, waiting = set(), list(self.roots)
        while waiting:
            i = waiting.pop()
            inside.add(i)
            waiting += self.nodes[i].get("children", [])
        return [i for i, node in enumerate(self.nodes) if "mesh" in node and i in inside]

    def primitives(self, node):
        return self.json["meshes"][self.nodes[node]["mesh"]]["primitives"]

    def vertices(self, node, morph=None):
        """(position, joints, weights) of every vertex."""
        found = []
        for primitive in self.primitives(node):
            attributes = primitive["attributes"]
            positions = self.accessor(attributes["POSITION"])
            if morph is not None and "POSITION" in primitive["targets"][morph]:
                changes = self.accessor(primitive["targets"][morph]["POSITION"])
                positions = [[a + b for a, b in zip(p, d)] for p, d in zip(positions, changes)]
            joints = self.accessor(attributes["JOINTS_0"]) if "JOINTS_0" in attributes else [None] * len(positions)
            weights = self.accessor(attributes["WEIGHTS_0"]) if "WEIGHTS_0" in attributes else [None] * len(positions)
            found += list(zip(positions, joints, weights))
        return found

    def triangle_count(self, node):
        count = 0
        for primitive in self.primitives(node):
            n = len(self.accessor(primitive["attributes"]["POSITION"]))
            indices = [i[0] for i in self.accessor(primitive["indices"])] if "indices" in primitive else list(range(n))
            for k in range(0, len(indices) - 2, 3):
                count += len(set(indices[k:k + 3])) == 3
        return count

    def morph_names(self, node):
        mesh = self.json["meshes"][self.nodes[node]["mesh"]]
        count = len(mesh["primitives"][0].get("targets", []))
        names = mesh.get("extras", {}).get("targetNames", [])
        return [names[i] if i < len(names) else f"morph {i + 1}" for i in range(count)]

    def place(self, world, node, vertex):
        position, joints, weights = vertex
        if "skin" not in self.nodes[node]:
            return point(world[node], position)
        skin = self.json["skins"][self.nodes[node]["skin"]]
        binds = self.accessor(skin["inverseBindMatrices"]) if "inverseBindMatrices" in skin else None
        if not sum(weights) > 0:  # none, or 0/0
            joints, weights = [0], [1.0]
        total, out = sum(weights), [0.0, 0.0, 0.0]
        for joint, weight in zip(joints, weights):
            m = world[skin["joints"][joint]]
            m = multiply(m, by_columns(binds[joint])) if binds else m
            out = [o + weight / total * x for o, x in zip(out, point(m, position))]
        return out
