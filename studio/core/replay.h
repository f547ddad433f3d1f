/* Replays a script of commands on an empty project and hashes all that comes of it. The same function runs natively and
 * in WebAssembly; equal hashes mean equal bits. */
#ifndef VV_REPLAY_H
#define VV_REPLAY_H

#include <verve/match.h>

/* A script is JSON:
 *   {"files":    {"art/strip.obj": "v 0 0 0\n…", "art/blob.txt": "..39#93..\n…"},
 *    "commands": [{"do": "artwork.add", …}, …],
 *    "blend":    [{"artwork": "blob", "weights": [0.3, 0.7]}, …],
 *    "run":      [{"scene": "pile", "steps": 10000, "save": 5000}, …],
 *    "show":     [{"scene": "parade", "frames": 600}, …],
 *    "walk":     [{"seed": 1, "joints": 19, "examples": 9, "frames": 600}, …],
 *    "line":     [{"seed": 1, "elements": 10, "keys": 5}, …]}
 * A scene that is run is also saved after `save` fixed steps, restored and run on; both ends must be the same.
 * A file named as an image holds one character a pixel: '.' or a space is clear, 0–9 grow opaque, '#' is opaque. */
vv_result vv_replay(const char *script, size_t length, uint64_t *hash, vv_error *error);

/* A verb drawn by lot and played for so many frames: its hash, chained to what *hash was. Every fourth seed has the same radial
 * function, every other one is a cycle. */
typedef struct vv_replay_walk_def {
    uint64_t seed;
    uint32_t joints, examples, frames;
} vv_replay_walk_def;
vv_result vv_replay_walk(const vv_replay_walk_def *def, uint64_t *hash, vv_error *error);

/* Strokes drawn by lot, the line through them in every way, pulled, grabbed and with something hanging on it. */
vv_result vv_replay_line(uint64_t seed, uint32_t elements, uint32_t keys, uint64_t *hash, vv_error *error);

/* A figure that follows a line of so many keys, at most 16, and then the same line pulled; `variant` says with what. */
vv_result vv_replay_match(uint32_t variant, uint32_t key_count, const vv_line *line, const vv_line *pulled,
                          uint64_t *hash, vv_error *error);

#endif
