/* Two-bone reach against closed forms, and what must not jump. */
#include "runtime/rig/rig.h"
#include "tests/testing.h"

#define LENGTH 0.9f /* thigh 0.5, shin 0.4 */
static const vv_vec3 FORWARD = {0, 0, 1};

/* Hips, a thigh with a rigid twist joint between it and the knee, a shin, a foot, a toe; and an arm that must not
 * move. */
enum { HIPS, HIP, TWIST, KNEE, ANKLE, TOE, ARM, JOINTS };

typedef struct figure {
    vv_skeleton *skeleton;
    vv_quat turns[JOINTS];
    vv_vec3 moves[JOINTS];
    vv_affine3 globals[JOINTS];
} figure;

/* The knee bent by `bend` radians about +x (it points forward for a positive one), the hips turned and moved. */
static figure make_figure(float bend)
{
    const vv_quat still = {0, 0, 0, 1};
    const vv_joint joints[JOINTS] = {{"hips", VV_NONE, {0, 1, 0}, still},     {"hip", HIPS, {0.1f, 0, 0}, still},
                                     {"twist", HIP, {0, -0.2f, 0}, still},    {"knee", TWIST, {0, -0.3f, 0}, still},
                                     {"ankle", KNEE, {0, -0.4f, 0}, still},   {"toe", ANKLE, {0, -0.05f, 0.1f}, still},
                                     {"arm", HIPS, {0.2f, 0.5f, 0.1f}, still}};
    figure f = {0};
    assert_int_equal(vv_skeleton_create(JOINTS, joints, NULL, &f.skeleton, NULL), VV_OK);
    vv_skeleton_rest(f.skeleton, f.turns, f.moves);
    f.turns[HIPS] = vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, 0.4f);
    f.moves[HIPS] = (vv_vec3){2.0f, 1.1f, -3.0f};
    f.turns[HIP] = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, -0.5f * bend);
    f.turns[KNEE] = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, bend);
    f.turns[ANKLE] = vv_quat_from_axis_angle((vv_vec3){0.6f, 0.8f, 0}, 0.3f);
    vv_skeleton_globals(f.skeleton, f.turns, f.moves, f.globals);
    return f;
}

static float distance(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

static void globals_agree_with_turns(const figure *f)
{
    vv_affine3 again[JOINTS];
    vv_skeleton_globals(f->skeleton, f->turns, f->moves, again);
    for (int j = 0; j < JOINTS; j++) {
        assert_true(distance(again[j].translation, f->globals[j].translation) < 1e-6f);
        assert_true(fabsf(vv_quat_dot(f->turns[j], f->turns[j]) - 1.0f) < 1e-6f);
    }
}

/* Which way the knee points from the line between hip and ankle. */
static vv_vec3 knee_side(const figure *f)
{
    vv_vec3 axis =
        vv_vec3_normalize(vv_vec3_sub(f->globals[ANKLE].translation, f->globals[HIP].translation), (vv_vec3){0, -1, 0});
    vv_vec3 thigh = vv_vec3_sub(f->globals[KNEE].translation, f->globals[HIP].translation);
    return vv_vec3_sub(thigh, vv_vec3_scale(axis, vv_vec3_dot(thigh, axis)));
}

static void a_target_within_reach_is_met_and_the_knee_has_the_angle_of_the_triangle(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int i = 0; i < 500; i++) {
        figure f = make_figure(0.3f + 1.5f * vvi_random_unit(&random)), before = f;
        float d = 0.12f + (0.98f * LENGTH - 0.12f) * vvi_random_unit(&random);
        float x = vvi_random_unit(&random) - 0.5f, z = vvi_random_unit(&random) - 0.5f;
        vv_vec3 way = vv_vec3_normalize((vv_vec3){x, -1.0f, z}, FORWARD);
        vv_vec3 target = vv_vec3_add(f.globals[HIP].translation, vv_vec3_scale(way, d));
        float left = vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, target, FORWARD, 0.02f, f.turns,
                                                   f.moves, f.globals);
        assert_true(left < 2e-6f && distance(f.globals[ANKLE].translation, target) < 2e-6f);
        /* d² = a² + b² + 2ab cos(knee), the knee 0 where straight */
        vv_vec3 thigh = vv_vec3_sub(f.globals[KNEE].translation, f.globals[HIP].translation),
                shin = vv_vec3_sub(f.globals[ANKLE].translation, f.globals[KNEE].translation);
        float cosine = (d * d - 0.25f - 0.16f) / (2 * 0.5f * 0.4f);
        assert_true(fabsf(vv_vec3_dot(thigh, shin) / (0.5f * 0.4f) - cosine) < 1e-5f);
        /* The foot looks where it did, the knee is a hinge about x still and bends forward (3 m away, places are
         * rounded to 2.4e-7 m, which a bend of 0.07 m shows as 3e-6), the arm is where it was. */
        for (int r = 0; r < 3; r++)
            assert_true(distance(f.globals[ANKLE].linear.row[r], before.globals[ANKLE].linear.row[r]) < 2e-6f);
        assert_true(fabsf(f.turns[KNEE].y) < 3e-6f && fabsf(f.turns[KNEE].z) < 3e-6f && f.turns[KNEE].x > 0.0f);
        assert_memory_equal(&f.turns[TWIST], &before.turns[TWIST], sizeof(vv_quat));
        assert_memory_equal(&f.globals[ARM], &before.globals[ARM], sizeof(vv_affine3));
        assert_memory_equal(&f.globals[HIPS], &before.globals[HIPS], sizeof(vv_affine3));
        globals_agree_with_turns(&f);
        vv_skeleton_destroy(f.skeleton, NULL);
    }
}

static void a_target_where_the_end_already_is_changes_nothing(void **state)
{
    (void)state;
    figure f = make_figure(0.9f), before = f;
    vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, f.globals[ANKLE].translation, FORWARD, 0.02f, f.turns,
                                  f.moves, f.globals);
    for (int j = 0; j < JOINTS; j++)
        assert_true(fabsf(fabsf(vv_quat_dot(f.turns[j], before.turns[j])) - 1.0f) < 1e-6f);
    vv_skeleton_destroy(f.skeleton, NULL);
}

/* How far the ankle gets from the hip for a target `d` away, and the knee's angle. */
static float reached(float d, float softness, float *knee)
{
    figure f = make_figure(0.8f);
    vv_vec3 hip = f.globals[HIP].translation, target = vv_vec3_add(hip, (vv_vec3){0, -d, 0});
    vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, target, FORWARD, softness, f.turns, f.moves, f.globals);
    vv_skeleton_destroy(f.skeleton, NULL);
    *knee = 2.0f * vv_atan2(f.turns[KNEE].x, f.turns[KNEE].w);
    return distance(f.globals[ANKLE].translation, hip);
}

static void full_length_is_approached_with_a_continuous_slope_and_no_pop(void **state)
{
    (void)state;
    const float softness = 0.1f, room = softness * LENGTH, begin = LENGTH - room, step = 1e-3f;
    float last_knee = 0.0f, last = 0.0f, last_slope = 0.0f;
    for (int i = 0; i < 400; i++) {
        float d = 0.7f + step * (float)i, knee, got = reached(d, softness, &knee);
        double closed = d <= begin ? (double)d : (double)LENGTH - (double)room * exp((double)((begin - d) / room));
        assert_true(fabs((double)got - closed) < 2e-6);
        if (i > 0) {
            float slope = (got - last) / step;
            assert_true(slope > -2e-3f && slope < 1.0f + 2e-3f);
            assert_true(i == 1 || fabsf(slope - last_slope) < 0.02f); /* ≤ step / room, and rounding */
            assert_true(knee > 0.0f && fabsf(knee - last_knee) < 0.01f);
            last_slope = slope;
        }
        last = got;
        last_knee = knee;
    }
    float knee;
    assert_true(fabsf(reached(50.0f, softness, &knee) - LENGTH) < 2e-6f && fabsf(knee) < 2e-3f);
    assert_true(fabsf(reached(2.0f, 0.0f, &knee) - LENGTH) < 2e-6f);
}

static void a_straight_leg_bends_towards_the_pole(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        figure f = make_figure(0.0f);
        float angle = 0.39f * (float)i;
        vv_vec3 pole = {vv_sin(angle), 0.0f, vv_cos(angle)};
        vv_vec3 target = vv_vec3_add(f.globals[HIP].translation, (vv_vec3){0, -0.7f, 0});
        float left = vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, target, pole, 0.02f, f.turns, f.moves,
                                                   f.globals);
        assert_true(left < 2e-6f);
        vv_vec3 side = vv_vec3_normalize(knee_side(&f), (vv_vec3){0, 0, 0});
        assert_true(distance(side, pole) < 1e-4f);
        globals_agree_with_turns(&f);
        vv_skeleton_destroy(f.skeleton, NULL);
    }
}

static void the_knee_keeps_its_side_whatever_the_pole_says(void **state)
{
    (void)state;
    figure f = make_figure(0.5f);
    vv_vec3 side = vv_vec3_normalize(knee_side(&f), FORWARD);
    vv_vec3 target = vv_vec3_add(f.globals[ANKLE].translation, (vv_vec3){0, 0.1f, 0});
    vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, target, (vv_vec3){0, 0, -1}, 0.02f, f.turns, f.moves,
                                  f.globals);
    assert_true(vv_vec3_dot(vv_vec3_normalize(knee_side(&f), FORWARD), side) > 0.99f);
    vv_skeleton_destroy(f.skeleton, NULL);
}

/* As a leg straightens from one frame to the next, nothing turns at once. */
static void the_side_goes_over_to_the_pole_without_a_jump(void **state)
{
    (void)state;
    vv_vec3 last = {0, 0, 0}, pole = {1, 0, 0};
    for (int i = 0; i <= 400; i++) {
        figure f = make_figure(0.1f * (1.0f - (float)i / 400.0f));
        vv_vec3 target = vv_vec3_add(f.globals[HIP].translation, (vv_vec3){0, -0.8f, 0});
        vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, target, pole, 0.02f, f.turns, f.moves, f.globals);
        vv_vec3 side = vv_vec3_normalize(knee_side(&f), FORWARD);
        assert_true(i == 0 || distance(side, last) < 0.05f);
        last = side;
        vv_skeleton_destroy(f.skeleton, NULL);
    }
    assert_true(distance(last, pole) < 1e-3f);
}

static void check_finite(const figure *f)
{
    assert_true(vvi_all_finite(&f->turns[0].x, 4 * JOINTS));
    assert_true(vvi_all_finite(&f->globals[0].linear.row[0].x, 12 * JOINTS));
    globals_agree_with_turns(f);
}

static void degenerate_legs_and_targets_stay_finite(void **state)
{
    (void)state;
    const float bends[4] = {0.0f, 0.7f, 3.14159265f, -1.0f};
    for (int thigh = 0; thigh < 2; thigh++)
        for (int shin = 0; shin < 2; shin++)
            for (int b = 0; b < 4; b++)
                for (int t = 0; t < 7; t++) {
                    figure f = make_figure(bends[b]);
                    if (!thigh)
                        f.moves[TWIST] = f.moves[KNEE] = (vv_vec3){0, 0, 0};
                    if (!shin)
                        f.moves[ANKLE] = (vv_vec3){0, 0, 0};
                    vv_skeleton_globals(f.skeleton, f.turns, f.moves, f.globals);
                    vv_vec3 hip = f.globals[HIP].translation;
                    const vv_vec3 targets[7] = {hip,
                                                f.globals[ANKLE].translation,
                                                f.globals[KNEE].translation,
                                                vv_vec3_add(hip, (vv_vec3){0, 5, 0}),
                                                vv_vec3_add(hip, (vv_vec3){1e-8f, 0, 0}),
                                                {INFINITY, 0, 0},
                                                {NAN, NAN, NAN}};
                    float left = vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, targets[t],
                                                               (vv_vec3){0, 0, 0}, 0.1f, f.turns, f.moves, f.globals);
                    assert_true(t >= 5 || (left >= 0.0f && left < 10.0f));
                    check_finite(&f);
                    vv_skeleton_destroy(f.skeleton, NULL);
                }
}

static void a_target_at_the_hip_folds_the_leg_as_far_as_it_goes(void **state)
{
    (void)state;
    figure f = make_figure(0.5f);
    vv_vec3 hip = f.globals[HIP].translation;
    float left =
        vv_skeleton_solve_two_bone_ik(f.skeleton, HIP, KNEE, ANKLE, hip, FORWARD, 0.02f, f.turns, f.moves, f.globals);
    assert_true(fabsf(left - 0.1f) < 1e-5f); /* |0.5 − 0.4| */
    vv_skeleton_destroy(f.skeleton, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_within_reach_is_met_and_the_knee_has_the_angle_of_the_triangle),
        cmocka_unit_test(a_target_where_the_end_already_is_changes_nothing),
        cmocka_unit_test(full_length_is_approached_with_a_continuous_slope_and_no_pop),
        cmocka_unit_test(a_straight_leg_bends_towards_the_pole),
        cmocka_unit_test(the_knee_keeps_its_side_whatever_the_pole_says),
        cmocka_unit_test(the_side_goes_over_to_the_pole_without_a_jump),
        cmocka_unit_test(degenerate_legs_and_targets_stay_finite),
        cmocka_unit_test(a_target_at_the_hip_folds_the_leg_as_far_as_it_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
