#!/usr/bin/env python3
"""Draws the flour sack's leap and writes project.json: make.py [VERVE]

The sack is that of ../sack, with its poses. The line goes up through its middle and is longer or shorter than at rest: squash and stretch.
What `verve line` makes of it is kept as a clip, which a puppet plays on a stage, and a sprite: there the line
says what shape it has, and a push carries it through the air.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from strokes import frames, sweep, write  # noqa: E402

VERVE = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parent.parent / "build" / "verve")
LOOSE = "hand"  # on the stage these are left to the simulation, and flap
REST = sweep((0, 0.1), 1.6, 90)


def key(at, foot, length, *degrees, **more):
    return {"time": frames(at), "points": sweep(foot, length, *degrees), **more}


def leap():
    calm = {"anticipation": 0.0, "overshoot": 0.0}
    return {"name": "leap", "artwork": "sack", "preset": "rubbery", "rate": 24, "settle": 0.75, "rest": REST, "keys": [
        key(0, (0, 0.1), 1.6, 90, temper=calm),
        key(4, (0, 0.1), 1.68, 90, 91, 93, temper=calm),
        key(11, (-0.03, 0.07), 1.06, 90, 93, 86, temper=calm),
        key(15, (-0.04, 0.06), 0.96, 90, 95, 82, temper=calm),
        key(18, (0.0, 0.1), 1.95, 90, 66, 56, temper=calm),
        key(20, (0.34, 0.6), 2.1, 56, 60, 66, temper=calm),
        key(25, (1.2, 1.3), 1.5, 56, 92, 128, temper=calm),
        key(30, (2.08, 0.62), 1.85, 118, 106, 92, temper=calm),
        key(32, (2.32, 0.1), 1.8, 98, 100, 98, temper=calm),
        key(35, (2.32, 0.06), 1.0, 90, 88, 80, temper=calm),
        key(37, (2.32, 0.06), 0.98, 90, 89, 84, temper=calm),
        key(43, (2.32, 0.1), 1.86, 90, 95, 102, temper=calm),
        key(50, (2.32, 0.09), 1.42, 90, 88, 84, temper=calm),
        key(57, (2.32, 0.1), 1.66, 90, 92, 95, preset="normal"),
        key(65, (2.32, 0.1), 1.6, 90),
    ]}


def clip(project):
    """What the line makes of it, as `verve line --keep` would keep it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "clip.json"
        write(HERE, project)
        subprocess.run([VERVE, "line", str(HERE), "--name", "leap", "-o", str(out)], check=True, stdout=subprocess.DEVNULL)
        kept = json.loads(out.read_text())
    return {key: value for key, value in kept.items() if key != "do"}


if __name__ == "__main__":
    sack = json.loads((HERE.parent / "sack" / "project.json").read_text())
    seen = {"size": [960, 540], "background": "#F7F1E5", "centre": [1.15, 1.5], "zoom": 160}
    project = {
        "format": "verve-project", "version": 1, "name": "A leap",
        "about": "A flour sack leaps along a line: squash, stretch, an arc, and a landing that takes a while to settle.",
        "artworks": sack["artworks"], "lines": [leap()],
        "scenes": [{"name": "leap", **seen, "seconds": 3.4, "rate": 24, "line": "leap"}],
    }
    kept = clip(project)
    kept["tracks"] = [track for track in kept["tracks"] if not track["handle"].startswith(LOOSE)]
    project["clips"] = [kept]
    project["scenes"].append({
        "name": "stage", **seen, "seconds": 3.4, "rate": 50, "step": 0.02, "obstacles": [{"kind": "ground", "friction": 0.8}],
        "actors": [{"name": "sack", "artwork": "sack", "kind": "puppet", "at": [0, 0], "material": {"stiffness": 6, "half_life": 0.2}, "clip": "leap"}],
    })
    project["scenes"].append({
        "name": "sprite", **seen, "seconds": 3.4, "rate": 60, "obstacles": [{"kind": "ground", "friction": 0.8}],
        "actors": [{"name": "sack", "artwork": "sack", "at": [0, 0], "clip": "leap",
                    "strengths": {"stiffness": 14, "local": 14, "damping": 4, "friction": 1.2}}],
        "script": [{"time": 0.72, "do": "velocity", "actor": "sack", "velocity": [2.7, 3.2]},
                   {"time": 0.72, "do": "strengths", "actor": "sack", "strengths": {"orient": "angle", "orient_rate": 14}}],
    })
    write(HERE, project)
