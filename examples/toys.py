"""What the makers of the playground and the pond share: a project from drawings, with nothing but the commands that a person has.

Metres, seconds, radians; x right and y up. Every toy stands on y = 0 of its own drawing, in the middle of its lower edge.
"""
import json
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAPER = "#F7F1E5"

# Pixels to a metre, pixels of the longer side, vertices, kg/m² and how firm: [stiffness, local, damping].
TOYS = {
    "car": (236, 520, 170, 0.7, (70, 35, 6)),
    "wheel": (524, 256, 90, 1.0, (120, 60, 8)),
    "plank": (569, 512, 60, 1.6, (150, 80, 8)),
    "catapult-arm": (250, 800, 130, 1.0, (120, 60, 6)),
    "duck": (340, 368, 150, 0.35, (25, 12, 3)),
}
# Those of other examples, with their poses.
POSED = {"ball": "bounce", "crate": "cannon"}
FIRM = {"stiffness": 150, "local": 80, "damping": 8}


def turned(x, y, angle):
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def tidy(values):
    return [round(v, 4) + 0.0 for v in values]


def box(left, low, right, high, **more):
    return dict({"kind": "polygon", "points": [[left, low], [right, low], [right, high], [left, high]]}, **more)


class Project:
    def __init__(self, name, about):
        self.verve = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parent / "build/verve")
        self.folder = Path(tempfile.mkdtemp()) / "project"
        self.run("new", self.folder, "--name", name)
        self.apply([{"do": "project.set", "about": about}])

    def run(self, *arguments):
        subprocess.run([self.verve, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)

    def apply(self, commands):
        file = self.folder.parent / "commands.json"
        file.write_text(json.dumps(commands))
        self.run("apply", self.folder, file)

    def toy(self, name):
        """One of the drawings made for this, or one of another example with its poses."""
        if name in POSED:
            other = HERE / POSED[name]
            project = json.loads((other / "project.json").read_text())
            artwork = next(a for a in project["artworks"] if a["name"] == name)
            artwork = {key: value for key, value in artwork.items() if key != "behaviours"}
            for file in (layer["image"] for layer in artwork["layers"]):
                (self.folder / "art").mkdir(exist_ok=True)
                shutil.copy(other / file, self.folder / file)
            shutil.copy(other / f"art/{name}.svg", self.folder / "art")
            self.apply([dict({"do": "artwork.add"}, **artwork)])
            return
        scale, pixels, vertices, density, (stiffness, local, damping) = TOYS[name]
        self.run("import", HERE / f"art/{name}.svg", "--into", self.folder, "--scale", scale, "--pixels", pixels, "--vertices", vertices)
        self.apply([{"do": "handle.add", "artwork": name, "name": "middle", "kind": "point", "at": [0, 0.1]},
                    {"do": "example.add", "artwork": name, "name": "rest"},
                    {"do": "sprite.set", "artwork": name, "density": density,
                     "strengths": {"stiffness": stiffness, "local": local, "damping": damping, "friction": 0.8}}])

    def scene(self, name, **keys):
        self.apply([dict({"do": "scene.add", "name": name, "size": [960, 540], "background": PAPER, "rate": 60}, **keys)])

    def finish(self, target):
        for file in ("project.json", "journal"):
            (target / file).unlink(missing_ok=True)
        shutil.rmtree(target / "art", ignore_errors=True)
        shutil.copy(self.folder / "project.json", target)
        shutil.copytree(self.folder / "art", target / "art")
        shutil.rmtree(self.folder.parent)
