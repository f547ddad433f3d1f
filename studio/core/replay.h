/* Replays a script of commands on an empty project and hashes all results. The same function runs natively and in
 * WebAssembly; equal hashes mean equal bits. */
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
 * A scene that is run is also saved after `save` fixed steps, restored and run again; both final states must be the
 * same. A file used as an image has one character per pixel: '.' or a space is clear, 0–9 are increasingly opaque,
 * '#' is opaque. */
vv_result vv_replay(const char *script, size_t length, uint64_t *hash, vv_error *error);

/* Plays a random verb for so many frames and chains the hash of all results to *hash. The radial function is seed
 * modulo 4; even seeds are cyclic. */
typedef struct vv_replay_walk_def {
    uint64_t seed;
    uint32_t joints, examples, frames;
} vv_replay_walk_def;
vv_result vv_replay_walk(const vv_replay_walk_def *def, uint64_t *hash, vv_error *error);

/* Hashes random strokes and the line through them in all its kinds, pulled, grabbed and with a grip. */
vv_result vv_replay_line(uint64_t seed, uint32_t elements, uint32_t keys, uint64_t *hash, vv_error *error);

/* Hashes a figure that follows a line of so many keys, at most 16, and then the same line pulled; `variant` selects the
 * options. */
vv_result vv_replay_match(uint32_t variant, uint32_t key_count, const vv_line *line, const vv_line *pulled,
                          uint64_t *hash, vv_error *error);

#endif
