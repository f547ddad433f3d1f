/* A figure that follows a line, with changing sets of bones, a twist and a contact: solved from scratch, again after
 * the line was pulled, and with the line in a hand. Everything is hashed. */
#include "replay.h"

#include "runtime/base/base.h"

enum { JOINTS = 14, MOST_KEYS = 16 };

static const vv_joint figure[JOINTS] = {
    {"hips", VV_NONE, {0.0f, 0.95f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"waist", 0, {0.0f, 0.12f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"chest", 1, {0.0f, 0.2f, 0.01f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"neck", 2, {0.0f, 0.22f, -0.01f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"head", 3, {0.0f, 0.12f, 0.02f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"crown", 4, {0.0f, 0.2f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"arm", 2, {-0.17f, 0.16f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"elbow", 6, {-0.28f, 0.0f, 0.01f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"hand", 7, {-0.26f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"thigh", 0, {-0.1f, -0.05f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"knee", 9, {0.0f, -0.42f, 0.02f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"foot", 10, {0.0f, -0.41f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"other", 0, {0.1f, -0.05f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
    {"shin", 12, {0.0f, -0.42f, 0.02f}, {0.0f, 0.0f, 0.0f, 1.0f}},
};

static void hash_frames(const vv_match *match, uint64_t *hash)
{
    vv_quat turns[JOINTS];
    vv_vec3 moves[JOINTS];
    vv_match_report report = vv_match_last_report(match);
    for (uint32_t f = 0; f < vv_match_frame_count(match); f++) {
        vv_match_frame_pose(match, f, turns, moves);
        *hash = vv_hash_bytes(*hash, turns, sizeof turns);
        *hash = vv_hash_bytes(*hash, moves, sizeof moves);
    }
    *hash = vv_hash_bytes(*hash, &report.mean_distance, sizeof report.mean_distance);
    *hash = vv_hash_bytes(*hash, &report.iterations, sizeof report.iterations);
}

static void hash_live(vv_match *match, const vv_line *line, uint64_t *hash)
{
    vv_quat turns[JOINTS];
    vv_vec3 moves[JOINTS];
    vv_line_pose pose;
    for (double time = 0.1; time < (double)vv_line_duration(line); time += 0.5) {
        vv_line_sample(line, time, &pose, NULL);
        pose.root.x += 0.1f;
        pose.angles[0] += 0.2f;
        vv_match_solve_live(match, time, &pose, turns, moves);
        *hash = vv_hash_bytes(*hash, turns, sizeof turns);
        *hash = vv_hash_bytes(*hash, moves, sizeof moves);
    }
}

vv_result vv_replay_match(uint32_t variant, uint32_t key_count, const vv_line *line, const vv_line *pulled,
                          uint64_t *hash, vv_error *error)
{
    static const uint32_t trunk[] = {10, 9, 0, 1, 2, 3}, whole[] = {10, 9, 0, 1, 2, 6, 7};
    vv_match_key keys[MOST_KEYS];
    for (uint32_t k = 0; k < key_count; k++)
        keys[k] = k % 3 == variant % 3 ? (vv_match_key){7, whole, 0.0f, 0.0f} : (vv_match_key){6, trunk, 0.0f, 0.0f};
    const vv_match_constraint_key steps[2] = {{0.2f, 0.3f, {0.1f, 0.1f, 0.1f}, {0.0f, 0.0f, 0.0f, 1.0f}},
                                              {1.1f, -0.5f, {0.1f, 0.1f, 0.4f}, {0.0f, 0.0f, 0.0f, 1.0f}}};
    const vv_match_twist twist = {2, 2, steps};
    const vv_match_contact contact = {13, {0.0f, -0.41f, 0.0f}, false, 0.3f, 1.0f, 0.2f, 2, steps};
    vv_match_def def = {.line = line, .keys = keys, .rate = 20.0f, .twists = &twist, .contacts = &contact};
    def.view_plane =
        vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, (vv_vec3){0.0f, 1.0f, 0.0f}, variant % 2 ? 8.0f : 0.0f);
    def.action_plane = vv_view_plane_from_angles(0.2f, -0.1f, (vv_vec3){0.0f, 0.0f, 0.0f}, 0.0f).rotation;
    def.twist_count = variant / 2 % 2;
    def.contact_count = variant / 4 % 2;
    vv_skeleton *skeleton = NULL;
    vv_match *match = NULL;
    vv_result result = vv_skeleton_create(JOINTS, figure, NULL, &skeleton, error);
    def.skeleton = skeleton;
    if (result == VV_OK)
        result = vv_match_create(&def, NULL, &match, error);
    for (uint32_t round = 0; round < 2 && result == VV_OK; round++) {
        if (round > 0)
            result = vv_match_set_line(match, pulled, error);
        if (result == VV_OK)
            result = vv_match_solve(match, NULL, error);
        if (result == VV_OK)
            hash_frames(match, hash);
    }
    if (result == VV_OK)
        hash_live(match, pulled, hash);
    vv_match_destroy(match, NULL);
    vv_skeleton_destroy(skeleton, NULL);
    return result;
}
