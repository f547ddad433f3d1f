"""Six ways to walk. What is not said here is as every walker does it; lengths are in legs."""

# Diagonals together (two and three feet have none: they jog), the whole range of speeds.
TROT = [
    {"feet": 2, "speed": 0.1, "duty": 0.6, "stride": 0.5, "triggers": [0, 0.5]},
    {"feet": 2, "speed": 0.6, "duty": 0.47, "stride": 1.5, "triggers": [0, 0.5]},
    {"feet": 2, "speed": 1.5, "duty": 0.36, "stride": 2.7, "triggers": [0, 0.5]},
    {"feet": 4, "speed": 0.1, "duty": 0.6, "stride": 0.5, "triggers": [0, 0.5, 0.5, 0]},
    {"feet": 4, "speed": 0.6, "duty": 0.48, "stride": 1.55, "triggers": [0, 0.5, 0.5, 0]},
    {"feet": 4, "speed": 1.5, "duty": 0.38, "stride": 2.8, "triggers": [0, 0.5, 0.5, 0]},
    {"feet": 6, "speed": 0.1, "duty": 0.6, "stride": 0.5, "triggers": [0, 0.5, 0.5, 0, 0, 0.5]},
    {"feet": 6, "speed": 0.6, "duty": 0.5, "stride": 1.6, "triggers": [0, 0.5, 0.5, 0, 0, 0.5]},
    {"feet": 6, "speed": 1.5, "duty": 0.42, "stride": 2.8, "triggers": [0, 0.5, 0.5, 0, 0, 0.5]},
]

# Nobody touches the ground for a while: two feet run, four gallop, six bound along in tripods.
RUN = [
    {"feet": 2, "speed": 0.1, "duty": 0.5, "stride": 0.6, "triggers": [0, 0.5]},
    {"feet": 2, "speed": 0.7, "duty": 0.4, "stride": 1.9, "triggers": [0, 0.5]},
    {"feet": 2, "speed": 2.2, "duty": 0.29, "stride": 3.7, "triggers": [0, 0.5]},
    {"feet": 4, "speed": 0.1, "duty": 0.55, "stride": 0.6, "triggers": [0, 0.12, 0.45, 0.57]},
    {"feet": 4, "speed": 0.7, "duty": 0.42, "stride": 2, "triggers": [0, 0.12, 0.48, 0.6]},
    {"feet": 4, "speed": 2.2, "duty": 0.27, "stride": 3.7, "triggers": [0, 0.1, 0.5, 0.6]},
    {"feet": 6, "speed": 0.1, "duty": 0.55, "stride": 0.6, "triggers": [0, 0.5, 0.5, 0, 0, 0.5]},
    {"feet": 6, "speed": 0.7, "duty": 0.45, "stride": 1.9, "triggers": [0, 0.5, 0.5, 0, 0, 0.5]},
    {"feet": 6, "speed": 2.2, "duty": 0.38, "stride": 3.6, "triggers": [0, 0.5, 0.5, 0, 0, 0.5]},
]

# The foot is drawn up, hangs where it is highest, feels its way, and only then comes down toes first.
CREEPING = [
    {"time": 0},
    {"time": 0.2, "forward": 0.1, "up": 0.13, "pitch": 0.45},
    {"time": 0.5, "forward": 0.6, "up": 0.2, "pitch": 0.3},
    {"time": 0.75, "forward": 0.92, "up": 0.14, "pitch": 0.35},
    {"time": 1, "forward": 1},
]

# Swung round the outside, hardly lifted, and dropped.
HEAVY = [
    {"time": 0},
    {"time": 0.3, "forward": 0.2, "up": 0.1, "out": 0.07, "pitch": 0.25},
    {"time": 0.65, "forward": 0.75, "up": 0.12, "out": 0.08, "pitch": -0.12},
    {"time": 0.85, "forward": 0.98, "up": 0.06, "out": 0.02, "pitch": -0.06},
    {"time": 1, "forward": 1},
]

GAITS = [
    {"name": "walk", "bob": 0.025, "sway": 0.03},
    {"name": "trot", "rows": TROT, "lift": 0.17, "bob": 0.05, "sway": 0.01, "roll": 0.03, "pitch": 0.03, "bounce": 0.6},
    {"name": "run", "rows": RUN, "lift": 0.18, "hurry": 1.15, "bob": 0.07, "sway": 0.01, "roll": 0.03, "yaw": 0.1, "pitch": 0.1, "lean": 0.16,
     "bounce": 1},
    {"name": "limp", "lift": 0.09, "hurry": 1.05, "bob": 0.035, "sway": 0.05, "roll": 0.09, "yaw": 0.04, "limp": 0.85},
    {"name": "sneak", "arc": CREEPING, "crouch": 0.1, "bob": 0.012, "sway": 0.025, "roll": 0.03, "yaw": 0.03,
     "pitch": 0.02, "lean": 0.14},
    {"name": "lumber", "arc": HEAVY, "crouch": 0.06, "bob": 0.055, "sway": 0.06, "roll": 0.09, "yaw": 0.08, "wide": 0.06},
]
