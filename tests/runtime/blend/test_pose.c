/* Poses: factored and composed, blended the short way, mirrored. */
#include "runtime/blend/blend.h"
#include "tests/testing.h"

#include <math.h>

static vv_handle_pose turn_of(float angle) { return (vv_handle_pose){{0.0f, 0.0f}, angle, 1.0f, 0.0f, 1.0f}; }

static float blend_angles(uint32_t count, const float *angles, const float *weights)
{
    vv_handle_pose turns[8], out;
    for (uint32_t i = 0; i < count; i++)
        turns[i] = turn_of(angles[i]);
    vv_pose_blend(1, count, turns, weights, &out);
    return out.angle;
}

/* Whether two angles are the same direction. */
static bool same_angle(double a, double b, double tolerance)
{
    double d = remainder(a - b, 2.0 * 3.14159265358979323846);
    return fabs(d) < tolerance;
}

static void random_poses(vvi_random *random, uint32_t count, vv_handle *handles, vv_affine *pose)
{
    for (uint32_t j = 0; j < count; j++) {
        handles[j] = (vv_handle){VV_HANDLE_POINT, {vvi_random_unit(random), vvi_random_unit(random)}, {0.0f, 0.0f}, 0};
        for (uint32_t k = 0; k < 6; k++)
            (&pose[j].linear.xx)[k] = 4.0f * vvi_random_unit(random) - 2.0f;
    }
}

static void composing_undoes_factoring(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    vv_handle handles[10];
    vv_affine pose[10], back[10];
    vv_handle_pose turns[10];
    for (int round = 0; round < 500; round++) {
        random_poses(&random, 10, handles, pose);
        vv_pose_factor(10, handles, pose, turns);
        vv_pose_compose(10, handles, turns, back);
        for (uint32_t k = 0; k < 60; k++)
            assert_true(fabsf((&pose[0].linear.xx)[k] - (&back[0].linear.xx)[k]) < 4e-6f);
        for (uint32_t j = 0; j < 10; j++) { /* the pivot moves by `move`, whatever the rest */
            vv_vec2 moved = vv_vec2_sub(vv_affine_apply(pose[j], handles[j].from), handles[j].from);
            assert_true(vv_vec2_distance(moved, turns[j].translation) < 1e-5f);
        }
    }
    vv_handle_pose identity = vv_handle_pose_identity();
    vv_pose_compose(1, handles, &identity, pose);
    vv_affine expected = vv_affine_identity();
    assert_memory_equal(&expected, pose, sizeof expected);
}

/* Each handle gets a parent among those that come earlier in a random order, or none. */
static void random_parents(vvi_random *random, uint32_t count, vv_handle *handles)
{
    uint32_t order[10];
    for (uint32_t j = 0; j < count; j++)
        order[j] = j;
    for (uint32_t j = count; j > 1; j--) {
        uint32_t k = vvi_random_below(random, j), other = order[j - 1];
        order[j - 1] = order[k], order[k] = other;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t above = vvi_random_below(random, k + 1);
        handles[order[k]].parent1 = above == k ? 0 : order[above] + 1;
    }
}

static void composing_undoes_factoring_in_trees(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    vv_handle handles[10];
    vv_affine pose[10], back[10];
    vv_handle_pose turns[10];
    for (int round = 0; round < 500; round++) {
        random_poses(&random, 10, handles, pose);
        random_parents(&random, 10, handles);
        vv_pose_factor(10, handles, pose, turns);
        vv_pose_compose(10, handles, turns, back);
        for (uint32_t k = 0; k < 60; k++)
            assert_true(fabsf((&pose[0].linear.xx)[k] - (&back[0].linear.xx)[k]) < 6e-5f);
    }
}

/* Rotating one handle rotates everything that it carries about its pivot, and nothing else. */
static void parents_carry_their_children(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    vv_handle handles[10];
    vv_affine pose[10], moved[10];
    vv_handle_pose turns[10];
    for (int round = 0; round < 200; round++) {
        random_poses(&random, 10, handles, pose);
        random_parents(&random, 10, handles);
        for (uint32_t j = 0; j < 10; j++)
            turns[j] = (vv_handle_pose){{0.3f * vvi_random_unit(&random), 0.1f},
                                        6.0f * vvi_random_unit(&random),
                                        1.0f + vvi_random_unit(&random),
                                        0.1f,
                                        1.0f};
        vv_pose_compose(10, handles, turns, pose);
        uint32_t turned = vvi_random_below(&random, 10);
        float angle = 4.0f * vvi_random_unit(&random) - 2.0f;
        turns[turned].angle += angle;
        vv_pose_compose(10, handles, turns, moved);
        vv_vec2 pivot = vv_affine_apply(pose[turned], handles[turned].from), at = {0.37f, -0.81f};
        for (uint32_t j = 0; j < 10; j++) {
            uint32_t up = j;
            while (up != turned && handles[up].parent1 != 0)
                up = handles[up].parent1 - 1;
            vv_vec2 before = vv_affine_apply(pose[j], at), after = vv_affine_apply(moved[j], at), expected = before;
            if (up == turned)
                expected = vv_vec2_add(pivot, vv_mat2_apply(vv_mat2_rotation(angle), vv_vec2_sub(before, pivot)));
            assert_true(vv_vec2_distance(after, expected) < 1e-4f);
        }
    }
}

/* A chain that only rotates stays connected at any blend. */
static void blended_chains_stay_connected(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    vv_handle handles[6];
    vv_handle_pose turns[3 * 6], blended[6];
    vv_affine pose[6];
    for (uint32_t j = 0; j < 6; j++)
        handles[j] =
            (vv_handle){VV_HANDLE_BONE, {(float)j, 0.1f * (float)j}, {(float)j + 1, 0.1f * (float)j + 0.1f}, j};
    for (int round = 0; round < 300; round++) {
        float w[3] = {vvi_random_unit(&random), vvi_random_unit(&random), vvi_random_unit(&random)};
        float sum = w[0] + w[1] + w[2];
        for (uint32_t k = 0; k < 3; k++)
            w[k] /= sum;
        for (uint32_t i = 0; i < 18; i++)
            turns[i] = turn_of(3.0f * vvi_random_unit(&random) - 1.5f);
        vv_pose_blend(6, 3, turns, w, blended);
        vv_pose_compose(6, handles, blended, pose);
        for (uint32_t j = 1; j < 6; j++) {
            vv_vec2 end = vv_affine_apply(pose[j - 1], handles[j - 1].to),
                    begin = vv_affine_apply(pose[j], handles[j].from);
            assert_true(vv_vec2_distance(end, begin) < 2e-5f);
        }
    }
}

static void circles_of_parents_are_refused(void **state)
{
    (void)state;
    uint32_t order[3];
    vv_handle handles[3] = {{.parent1 = 2}, {.parent1 = 3}, {.parent1 = 0}};
    assert_true(vvi_handle_order(3, handles, order));
    assert_int_equal(order[0], 2);
    assert_int_equal(order[2], 0);
    handles[2].parent1 = 1;
    assert_false(vvi_handle_order(3, handles, order));
    handles[2].parent1 = 3;
    assert_false(vvi_handle_order(3, handles, order));
    handles[2].parent1 = 4;
    assert_false(vvi_handle_order(3, handles, order));
}

static void two_poses_turn_the_short_way(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (int round = 0; round < 20000; round++) {
        float a = (2.0f * vvi_random_unit(&random) - 1.0f) * VV_PI,
              b = (2.0f * vvi_random_unit(&random) - 1.0f) * VV_PI;
        float t = vvi_random_unit(&random), angles[2] = {a, b}, weights[2] = {1.0f - t, t};
        float swapped[2] = {b, a}, swapped_weights[2] = {t, 1.0f - t};
        double way = remainder((double)b - (double)a, 2.0 * 3.14159265358979323846);
        float blended = blend_angles(2, angles, weights);
        if (fabs(way) < 3.1415)
            assert_true(same_angle((double)blended, (double)a + (double)t * way, 3e-6));
        assert_true(blended > -VV_PI && blended <= VV_PI);
        assert_true(blended == blend_angles(2, swapped, swapped_weights)); /* to the bit */
    }
}

static void opposite_poses_have_one_way(void **state)
{
    (void)state;
    float angles[2] = {-0.5f * VV_PI, 0.5f * VV_PI};
    for (int i = 0; i <= 100; i++) { /* through 0, without a jump */
        float t = (float)i / 100.0f, weights[2] = {1.0f - t, t};
        assert_true(fabsf(blend_angles(2, angles, weights) - (t - 0.5f) * VV_PI) < 1e-6f);
    }
    float full[2] = {0.0f, VV_PI}, half[2] = {0.5f, 0.5f};
    assert_true(fabsf(blend_angles(2, full, half) - 0.5f * VV_PI) < 1e-6f);
    float thirds[3] = {-2.0f * VV_PI / 3.0f, 0.0f, 2.0f * VV_PI / 3.0f}, even[3] = {0.4f, 0.2f, 0.4f};
    assert_true(isfinite(blend_angles(3, thirds, even)));
    float cancel[3] = {1.0f / 3.0f, 1.0f / 3.0f, 1.0f / 3.0f}; /* Σ = 0: about the heaviest, here the first */
    assert_true(same_angle((double)blend_angles(3, thirds, cancel), (double)thirds[0], 1e-5));
}

/* Angles inside a half circle that may lie anywhere, also across π: the mean of the unwrapped angles. */
static void nearby_angles_blend_to_their_mean(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    for (int round = 0; round < 20000; round++) {
        uint32_t count = 2 + vvi_random_below(&random, 6);
        double start = 6.28318 * (double)vvi_random_unit(&random), mean = 0.0;
        float angles[8], weights[8], sum = 0.0f, reversed[8], reversed_weights[8];
        double offsets[8];
        for (uint32_t i = 0; i < count; i++) {
            offsets[i] = 3.14 * (double)vvi_random_unit(&random);
            angles[i] = vv_wrap_angle((float)(start + offsets[i]));
            sum += weights[i] = vvi_random_unit(&random) + 0.01f;
        }
        for (uint32_t i = 0; i < count; i++) {
            weights[i] /= sum;
            mean += (double)weights[i] * offsets[i];
            reversed[count - 1 - i] = angles[i];
            reversed_weights[count - 1 - i] = weights[i];
        }
        float blended = blend_angles(count, angles, weights);
        assert_true(same_angle((double)blended, start + mean, 5e-6));
        assert_true(same_angle((double)blended, (double)blend_angles(count, reversed, reversed_weights), 2e-6));
    }
}

/* Any three angles, by the definition in double precision. */
static void spread_angles_follow_the_definition(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    int spread = 0;
    for (int round = 0; round < 20000; round++) {
        float angles[3], weights[3], sum = 0.0f;
        double x = 0.0, y = 0.0, deviation = 0.0, nearest_cut = 9.0;
        for (uint32_t i = 0; i < 3; i++) {
            angles[i] = (2.0f * vvi_random_unit(&random) - 1.0f) * VV_PI;
            sum += weights[i] = vvi_random_unit(&random);
        }
        for (uint32_t i = 0; i < 3; i++) {
            weights[i] /= sum;
            x += (double)weights[i] * cos((double)angles[i]);
            y += (double)weights[i] * sin((double)angles[i]);
        }
        double reference = atan2(y, x);
        for (uint32_t i = 0; i < 3; i++) {
            double d = remainder((double)angles[i] - reference, 2.0 * 3.14159265358979323846);
            deviation += (double)weights[i] * d;
            nearest_cut = 3.14159265 - fabs(d) < nearest_cut ? 3.14159265 - fabs(d) : nearest_cut;
        }
        if (x * x + y * y < 1e-3 || nearest_cut < 1e-3)
            continue; /* no single answer there */
        spread++;
        assert_true(same_angle((double)blend_angles(3, angles, weights), reference + deviation, 2e-5));
    }
    assert_true(spread > 15000);
}

static void blends_agree_on_shared_faces(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int round = 0; round < 2000; round++) {
        float angles[3], t = vvi_random_unit(&random);
        for (uint32_t i = 0; i < 3; i++)
            angles[i] = (2.0f * vvi_random_unit(&random) - 1.0f) * VV_PI;
        float three[3] = {1.0f - t, t, 0.0f}, two[2] = {1.0f - t, t};
        assert_true(blend_angles(3, angles, three) == blend_angles(2, angles, two));
        float corner[3] = {0.0f, 1.0f, 0.0f};
        assert_true(blend_angles(3, angles, corner) == angles[1]);
    }
}

static void stretch_and_movement_blend_linearly(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(6);
    vv_handle_pose turns[3 * 4], out[4];
    float weights[3] = {0.5f, 0.2f, 0.3f};
    for (uint32_t k = 0; k < 3 * 4 * 6; k++)
        (&turns[0].translation.x)[k] = vvi_random_unit(&random);
    vv_pose_blend(4, 3, turns, weights, out);
    for (uint32_t k = 0; k < 4 * 6; k++) {
        float expected = 0.0f;
        for (uint32_t e = 0; e < 3; e++)
            expected += weights[e] * (&turns[4 * e].translation.x)[k];
        assert_true(fabsf((&out[0].translation.x)[k] - expected) < 1e-6f);
    }
    vv_pose_blend(4, 3, turns, weights, turns + 4); /* onto one of the poses */
    assert_memory_equal(turns + 4, out, sizeof out);
}

/* Angles outside (−π, π] mean the same as inside. */
static void angles_of_several_turns_are_understood(void **state)
{
    (void)state;
    float angles[2] = {1.0f + 4.0f * VV_PI, -1.0f - 2.0f * VV_PI}, plain[2] = {1.0f, -1.0f}, weights[2] = {0.3f, 0.7f};
    assert_true(fabsf(blend_angles(2, angles, weights) - blend_angles(2, plain, weights)) < 1e-5f);
}

/* A mirrored pose moves mirrored points to mirrored places. Handles 0 and 1 are partners, 2 lies on the mirror. */
static void the_mirrored_pose_is_the_picture_in_a_mirror(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(7);
    vv_handle handles[3] = {{VV_HANDLE_POINT, {-1.0f, 0.5f}, {-1.0f, 0.5f}, 0},
                            {VV_HANDLE_POINT, {1.0f, 0.5f}, {1.0f, 0.5f}, 0},
                            {VV_HANDLE_POINT, {0.0f, 2.0f}, {0.0f, 2.0f}, 0}};
    const uint32_t partner[3] = {1, 0, 2};
    for (int round = 0; round < 300; round++) {
        vv_affine pose[3], mirrored[3];
        vv_handle_pose turns[3], out[3], back[3];
        for (uint32_t k = 0; k < 18; k++)
            (&pose[0].linear.xx)[k] = 4.0f * vvi_random_unit(&random) - 2.0f;
        vv_pose_factor(3, handles, pose, turns);
        vv_pose_mirror(3, partner, turns, out);
        vv_pose_compose(3, handles, out, mirrored);
        for (uint32_t j = 0; j < 3; j++) {
            vv_vec2 p = {vvi_random_unit(&random), vvi_random_unit(&random)}, q = {-p.x, p.y};
            vv_vec2 moved = vv_affine_apply(mirrored[j], p), image = vv_affine_apply(pose[partner[j]], q);
            assert_true(vv_vec2_distance(moved, (vv_vec2){-image.x, image.y}) < 2e-5f);
        }
        vv_pose_mirror(3, partner, out, back);
        assert_memory_equal(back, turns, sizeof back);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(composing_undoes_factoring),
        cmocka_unit_test(composing_undoes_factoring_in_trees),
        cmocka_unit_test(parents_carry_their_children),
        cmocka_unit_test(blended_chains_stay_connected),
        cmocka_unit_test(circles_of_parents_are_refused),
        cmocka_unit_test(two_poses_turn_the_short_way),
        cmocka_unit_test(opposite_poses_have_one_way),
        cmocka_unit_test(nearby_angles_blend_to_their_mean),
        cmocka_unit_test(spread_angles_follow_the_definition),
        cmocka_unit_test(blends_agree_on_shared_faces),
        cmocka_unit_test(stretch_and_movement_blend_linearly),
        cmocka_unit_test(angles_of_several_turns_are_understood),
        cmocka_unit_test(the_mirrored_pose_is_the_picture_in_a_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
