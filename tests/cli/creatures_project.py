"""A small project of motions and a gait, for the tests of `verve retarget` and `verve validate`."""
import json


def key(time, *value, **more):
    return {"time": time, "value": list(value) if len(value) > 1 else value[0], **more}


def wave(name="wave", curve="smooth"):
    return {"name": name, "length": 0.8, "fade_in": 0.1, "fade_out": 0.1, "branch": {"caps": {"grasper": True}},
            "channels": [{"name": "hand", "select": {"cap": "grasper"}, "mode": {"scale": "limb"}, "group": 1,
                          "place": [key(0, 0, 0, 0), key(0.3, 0, 0, 0, curve=curve), key(0.5, 0.02, 0.1, 0.1), key(0.8, 0, 0, 0)]}],
            "events": [{"time": 0.3, "name": "up"}]}


def pick():
    return {"name": "pick", "action": "take", "length": 1, "fade_in": 0.1, "fade_out": 0.1, "branch": {"caps": {"grasper": True}},
            "channels": [{"name": "hand", "select": {"cap": "grasper"}, "mode": {"secondary": True}, "relative": {"target": 0}, "group": 1,
                          "place": [key(0, 0, 0, 0), key(0.4, 0, 0, 1), key(0.6, 0, 0, 1), key(1, 0, 0, 0)]}]}


def nod():
    return {"name": "nod", "action": "take", "length": 0.5, "loop": True,
            "channels": [{"name": "root", "select": {"cap": "root"}, "mode": {"scale": "creature"},
                          "place": [key(0, 0, 0, 0), key(0.25, 0, -0.02, 0), key(0.5, 0, 0, 0)]}]}


def write(folder, motions, gaits=()):
    folder.mkdir()
    project = {"format": "verve-project", "version": 1, "name": folder.name, "creatures": [{"name": "pet", "seed": 7}],
               "motions": list(motions), "gaits": [{"name": name} for name in gaits]}
    (folder / "project.json").write_text(json.dumps(project))
    return folder
