/* Takes to write: a tree of joints that turn through poles and half turns, some of which move. */
#ifndef TESTS_EXPORT_TAKES_H
#define TESTS_EXPORT_TAKES_H

#include "author/base/take.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

/* Joint 0 is the root; the last of a chain may be an end site as BVH has them. */
static inline vv_take make_take(uint64_t seed, uint32_t joint_count, uint32_t frame_count, bool moving)
{
    vvi_random random = vvi_random_seed(seed);
    vv_joint joints[64];
    char names[64][VV_SKELETON_NAME_BYTES];
    vv_take take = {.rate = 24.0, .frame_count = frame_count};
    snprintf(take.name, sizeof take.name, "take %u", (unsigned)seed);
    take.orders = vvi_allocate_zeroed(NULL, joint_count, 1);
    take.turns = vvi_allocate(NULL, (size_t)joint_count * frame_count, sizeof *take.turns);
    take.moves = vvi_allocate(NULL, (size_t)joint_count * frame_count, sizeof *take.moves);
    static const uint8_t orders[] = {3 | 1 << 2 | 2 << 4,
                                     1 | 2 << 2 | 3 << 4,
                                     2 | 1 << 2 | 3 << 4,
                                     2 | 3 << 2 | 1 << 4,
                                     1 | 3 << 2 | 2 << 4,
                                     3 | 2 << 2 | 1 << 4,
                                     0,
                                     1,
                                     3 | 1 << 2,
                                     3 | 1 << 2 | 3 << 4};
    for (uint32_t j = 0; j < joint_count; j++) {
        uint32_t parent = j == 0 ? VV_NONE : vvi_random_below(&random, j);
        snprintf(names[j], sizeof names[j], "joint %u", j);
        joints[j] = (vv_joint){names[j], parent, {0, 0, 0}, vv_quat_identity()};
        joints[j].translation = (vv_vec3){vvi_random_unit(&random) - 0.5f, vvi_random_unit(&random), 0.1f};
        take.orders[j] = orders[j % sizeof orders];
        vv_vec3 axis = vv_vec3_normalize((vv_vec3){vvi_random_unit(&random) - 0.5f, vvi_random_unit(&random) - 0.5f,
                                                   vvi_random_unit(&random) - 0.5f},
                                         (vv_vec3){0, 1, 0});
        if (j % 3 == 1) /* straight through the poles of zxy and xyz */
            axis = j % 2 ? (vv_vec3){1, 0, 0} : (vv_vec3){0, 1, 0};
        bool still = j % 7 == 6, goes = j == 0 || (moving && j % 4 == 2);
        for (uint32_t f = 0; f < frame_count; f++) {
            float t = (float)f / 24.0f, angle = still ? 0.0f : 2.5f * t + 0.3f * (float)j;
            vv_quat turn = vv_quat_from_axis_angle(axis, angle),
                    before = f ? take.turns[(f - 1) * joint_count + j] : turn;
            if (vv_quat_dot(turn, before) < 0.0f)
                turn = (vv_quat){-turn.x, -turn.y, -turn.z, -turn.w};
            take.turns[f * joint_count + j] = turn;
            vv_vec3 by = goes ? (vv_vec3){t, 0.1f * vv_sin(5.0f * t), -2.0f * t} : (vv_vec3){0, 0, 0};
            take.moves[f * joint_count + j] = vv_vec3_add(joints[j].translation, by);
        }
    }
    assert_int_equal(vv_skeleton_create(joint_count, joints, NULL, &take.skeleton, NULL), VV_OK);
    return take;
}

/* Joint for joint by name: the writer may put them in another order. */
static inline void is_same_motion(const vv_take *a, const vv_take *b)
{
    uint32_t joints = vv_skeleton_joint_count(a->skeleton);
    assert_int_equal(vv_skeleton_joint_count(b->skeleton), joints);
    assert_int_equal(a->frame_count, b->frame_count);
    assert_true(fabs(a->rate / b->rate - 1.0) < 1e-9);
    for (uint32_t j = 0; j < joints; j++) {
        vv_joint own = vv_skeleton_joint(a->skeleton, j);
        uint32_t other = vv_skeleton_find(b->skeleton, own.name);
        assert_int_not_equal(other, VV_NONE);
        if (own.parent != VV_NONE)
            assert_string_equal(vv_skeleton_joint(b->skeleton, vv_skeleton_joint(b->skeleton, other).parent).name,
                                vv_skeleton_joint(a->skeleton, own.parent).name);
        for (uint32_t f = 0; f < a->frame_count; f++) {
            vv_quat p = a->turns[(size_t)f * joints + j], q = b->turns[(size_t)f * joints + other];
            vv_quat apart = vv_quat_multiply(vv_quat_conjugate(p), q);
            double angle =
                2.0 * sqrt((double)apart.x * apart.x + (double)apart.y * apart.y + (double)apart.z * apart.z);
            if (angle > 1e-4)
                fail_msg("%s is %g rad away in frame %u", own.name, angle, f);
            vv_vec3 by = vv_vec3_sub(a->moves[(size_t)f * joints + j], b->moves[(size_t)f * joints + other]);
            if (vv_vec3_length(by) > 1e-5f)
                fail_msg("%s is %g m away in frame %u", own.name, (double)vv_vec3_length(by), f);
            if (f > 0)
                assert_true(vv_quat_dot(q, b->turns[(size_t)(f - 1) * joints + other]) >= 0.0f);
        }
    }
}

#endif
