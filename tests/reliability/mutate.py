"""Gentle mutants of a project.json: what a hand, a merge or another program gets wrong. Each is one small change of a valid project,
and the same seed always makes the same mutant."""
import copy
import random
import re

TIMES = {"time", "from", "until", "to", "start", "length", "seconds", "begin", "end", "clip_start", "settle", "pause", "fade"}


def _walk(value, path="$"):
    yield path, value
    if isinstance(value, dict):
        for key in value:
            yield from _walk(value[key], f"{path}.{key}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _walk(item, f"{path}[{i}]")


def _steps(path):
    return [int(s[1:-1]) if s.startswith("[") else s[1:] for s in re.findall(r"\.[^.\[]+|\[\d+\]", path)]


def get_value(root, path):
    for step in _steps(path):
        root = root[step]
    return root


def set_value(root, path, value):
    steps = _steps(path)
    parent = root
    for step in steps[:-1]:
        parent = parent[step]
    parent[steps[-1]] = value


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _pattern(path):
    return re.sub(r"\[\d+\]", "[]", path)


def _key(path):
    steps = [s for s in _steps(path) if isinstance(s, str)]
    return steps[-1] if steps else ""


class Mutator:
    """All that can be changed in one project, in groups of the same kind of place, so that a thousand keys of a clip do not
    outweigh the one number of a scene."""

    def __init__(self, project):
        self.project = project
        places = [(p, v) for p, v in _walk(project) if p != "$" and not p.startswith(("$.format", "$.version"))
                  and re.fullmatch(r"[^ ]*", p) and _get_safe(project, p)]
        self.numbers = self._group(p for p, v in places if _is_number(v))
        self.times = self._group(p for p, v in places if _is_number(v) and _key(p) in TIMES)
        self.texts = self._group(p for p, v in places if isinstance(v, str))
        self.lists = self._group(p for p, v in places if isinstance(v, list) and v)
        self.pairs = self._group(p for p, v in places
                                 if isinstance(v, (list, dict)) and sum(map(_is_number, _items(v))) >= 2)
        self.keys = self._group(p for p, v in places if p.rsplit(".", 1)[-1].isidentifier() and "." in p)
        self.objects = self._group(p for p, v in places if isinstance(v, dict))
        self.flags = self._group(p for p, v in places if isinstance(v, bool))

    @staticmethod
    def _group(paths):
        groups = {}
        for path in paths:
            groups.setdefault(_pattern(path), []).append(path)
        return list(groups.values())

    def _pick(self, rng, groups):
        return rng.choice(rng.choice(groups)) if groups else None

    def make(self, seed):
        """(kind, path, mutated project), or None where this seed's change is none."""
        rng = random.Random(seed)
        kinds = [("number", 5), ("swap", 1), ("remove key", 2), ("duplicate item", 1), ("remove item", 2), ("rename", 1),
                 ("another word", 2), ("shift time", 2), ("empty list", 1), ("exchange", 1), ("borrow number", 2), ("flag", 1),
                 ("lend key", 2), ("lend item", 1), ("number kind", 1)]
        kind = rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
        mutant = copy.deepcopy(self.project)
        path = getattr(self, "_" + kind.replace(" ", "_"))(rng, mutant)
        if path is None or mutant == self.project:
            return None
        return kind, path, mutant

    def _number(self, rng, root):
        path = self._pick(rng, self.numbers)
        if path is None:
            return None
        value = get_value(root, path)
        change = rng.choice([lambda x: x * 0.1, lambda x: x * 0.5, lambda x: x * 1.1, lambda x: x * 2, lambda x: x * 10,
                             lambda x: -x, lambda x: 0, lambda x: x + 1, lambda x: x - 1, lambda x: x * 1000,
                             lambda x: x + 1e-3, lambda x: 1, lambda x: 1e6])
        new = change(value)
        set_value(root, path, int(new) if isinstance(value, int) and float(new).is_integer() else round(new, 6))
        return path

    def _borrow_number(self, rng, root):
        """The number of another place with the same key."""
        path = self._pick(rng, self.numbers)
        if path is None:
            return None
        others = [p for group in self.numbers for p in group if _key(p) == _key(path) and p != path]
        if not others:
            return None
        set_value(root, path, get_value(root, rng.choice(others)))
        return path

    def _shift_time(self, rng, root):
        path = self._pick(rng, self.times)
        if path is None:
            return None
        set_value(root, path, round(get_value(root, path) + rng.choice([-10, -1, -0.3, -0.05, 0.05, 0.3, 1, 10]), 6))
        return path

    def _swap(self, rng, root):
        path = self._pick(rng, self.pairs)
        if path is None:
            return None
        value = get_value(root, path)
        keys = [k for k in (value if isinstance(value, dict) else range(len(value))) if _is_number(value[k])]
        a, b = rng.sample(keys, 2)
        value[a], value[b] = value[b], value[a]
        return path

    def _remove_key(self, rng, root):
        path = self._pick(rng, self.keys)
        if path is None:
            return None
        parent = get_value(root, path.rsplit(".", 1)[0])
        if not isinstance(parent, dict):
            return None
        parent.pop(path.rsplit(".", 1)[1], None)
        return path

    def _duplicate_item(self, rng, root):
        path = self._pick(rng, self.lists)
        if path is None:
            return None
        value = get_value(root, path)
        i = rng.randrange(len(value))
        item = copy.deepcopy(value[i])
        if isinstance(item, dict) and "name" in item and rng.random() < 0.8:
            item["name"] += "-again"
        value.insert(i + 1, item)
        return path

    def _remove_item(self, rng, root):
        path = self._pick(rng, self.lists)
        if path is None:
            return None
        value = get_value(root, path)
        del value[rng.randrange(len(value))]
        return path

    def _empty_list(self, rng, root):
        path = self._pick(rng, self.lists)
        if path is None:
            return None
        set_value(root, path, [])
        return path

    def _rename(self, rng, root):
        path = self._pick(rng, self.texts)
        if path is None:
            return None
        set_value(root, path, get_value(root, path) + "x")
        return path

    def _another_word(self, rng, root):
        """A text that stands under the same key elsewhere."""
        path = self._pick(rng, self.texts)
        if path is None:
            return None
        words = sorted({get_value(root, p) for group in self.texts for p in group if _key(p) == _key(path)} - {get_value(root, path)})
        if not words:
            return None
        set_value(root, path, rng.choice(words))
        return path

    def _exchange(self, rng, root):
        path = self._pick(rng, self.texts)
        if path is None:
            return None
        others = [p for group in self.texts for p in group if _key(p) == _key(path) and get_value(root, p) != get_value(root, path)]
        if not others:
            return None
        other = rng.choice(others)
        a, b = get_value(root, path), get_value(root, other)
        set_value(root, path, b)
        set_value(root, other, a)
        return path

    def _lend_key(self, rng, root):
        """A key that another object of the same kind has."""
        group = rng.choice(self.objects) if self.objects else []
        if len(group) < 2:
            return None
        path, other = rng.sample(group, 2)
        keys = sorted(set(get_value(root, other)) - set(get_value(root, path)))
        if not keys:
            return None
        key = rng.choice(keys)
        get_value(root, path)[key] = copy.deepcopy(get_value(root, other)[key])
        return f"{path}.{key}"

    def _lend_item(self, rng, root):
        """An item of another list under the same key."""
        path = self._pick(rng, self.lists)
        if path is None:
            return None
        others = [p for group in self.lists for p in group if _key(p) == _key(path) and p != path]
        if not others:
            return None
        get_value(root, path).append(copy.deepcopy(rng.choice(get_value(root, rng.choice(others)))))
        return path

    def _number_kind(self, rng, root):
        """A number as somebody else's program may write it: of the order of the largest and smallest that make sense."""
        path = self._pick(rng, self.numbers)
        if path is None:
            return None
        set_value(root, path, rng.choice([1e-6, 1e-3, 0.999, 1.001, 100, 3600, 65536, -1e-3, 2147483647, 1e-9]))
        return path

    def _flag(self, rng, root):
        path = self._pick(rng, self.flags)
        if path is None:
            return None
        set_value(root, path, not get_value(root, path))
        return path


def _items(value):
    return value.values() if isinstance(value, dict) else value


def _get_safe(root, path):
    """Whether the path can be followed: keys with dots or brackets cannot."""
    try:
        get_value(root, path)
        return True
    except (KeyError, IndexError, TypeError):
        return False
