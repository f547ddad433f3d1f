/* Springs in closed form against Runge and Kutta's numbers, over all tempers; the curve of a line against
 * differences. */
#include "runtime/line/curve.h"
#include "runtime/line/spring.h"
#include "tests/runtime/line/strokes.h"

/* θ̈ = ω²(e0 + e1·s − θ) − 2ζωθ̇ by fourth-order steps. */
static motion_state integrate(spring own, motion_state at, double e0, double e1, double time)
{
    enum { STEPS = 4000 };
    double h = time / STEPS, w = own.frequency, c = 2.0 * own.damping * w;
    for (int i = 0; i < STEPS; i++) {
        double s = h * i, x[4], v[4], xs = at.position, vs = at.velocity, t = s;
        for (int k = 0; k < 4; k++) {
            x[k] = vs;
            v[k] = w * w * (e0 + e1 * t - xs) - c * vs;
            double part = k < 2 ? 0.5 * h : h;
            xs = at.position + part * x[k];
            vs = at.velocity + part * v[k];
            t = s + part;
        }
        at.position += h / 6.0 * (x[0] + 2.0 * x[1] + 2.0 * x[2] + x[3]);
        at.velocity += h / 6.0 * (v[0] + 2.0 * v[1] + 2.0 * v[2] + v[3]);
    }
    return at;
}

static void closed_forms_agree_with_integration(void **state)
{
    (void)state;
    static const double dampings[] = {0.001, 0.02, 0.15, 0.3, 0.9, 0.9999, 1.0, 1.0001, 1.1, 2.0, 4.0};
    vvi_random random = vvi_random_seed(2);
    for (size_t d = 0; d < sizeof dampings / sizeof *dampings; d++)
        for (int trial = 0; trial < 10; trial++) {
            spring own = {0.2 + 20.0 * (double)vvi_random_unit(&random), dampings[d]};
            motion_state from;
            from.position = (double)between(&random, -1.0f, 1.0f);
            from.velocity = (double)between(&random, -5.0f, 5.0f);
            double e0 = (double)between(&random, -2.0f, 2.0f);
            double e1 = (double)between(&random, -2.0f, 2.0f);
            double time = 0.01 + (double)vvi_random_unit(&random);
            spring_motion free = vvi_spring_free_motion(own, from, e0, e1);
            motion_state seen = vvi_spring_motion_at(&free, time), wanted = integrate(own, from, e0, e1, time);
            assert_true(fabs(seen.position - wanted.position) < 1e-7);
            assert_true(fabs(seen.velocity - wanted.velocity) < 1e-6);
        }
}

/* Over everything that tempers and factors allow: the goal is hit, and on the way nothing runs away. */
static void driven_motions_hit_place_and_speed(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    for (int trial = 0; trial < 20000; trial++) {
        double time = 0.01 + (double)vvi_random_unit(&random);
        double cycles = 0.005 + (SPRING_MAX_CYCLES - 0.005) * (double)vvi_random_unit(&random);
        double damping = 0.001 + 4.0 * (double)vvi_random_unit(&random) * (double)vvi_random_unit(&random);
        spring own = {6.283185307179586 * cycles / time, damping};
        motion_state to = {1.0, (double)between(&random, -5.0f, 5.0f) / time};
        spring_motion s = vvi_spring_driven_motion(own, time, (motion_state){0.0, 0.0}, to);
        motion_state end = vvi_spring_motion_at(&s, time);
        assert_true(fabs(end.position - to.position) < 1e-6 && fabs(end.velocity - to.velocity) * time < 1e-5);
        for (int i = 0; i <= 16; i++)
            assert_true(fabs(vvi_spring_motion_at(&s, time * i / 16.0).position) < 12.0);
    }
}

static void reach_is_the_peak_of_a_push(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        spring own = {3.0, 0.01 + 0.05 * i};
        spring_motion push = vvi_spring_free_motion(own, (motion_state){0.0, 1.0}, 0.0, 0.0);
        double peak = 0.0;
        for (int k = 0; k <= 20000; k++)
            peak = fmax(peak, vvi_spring_motion_at(&push, 0.0002 * k).position);
        assert_true(fabs(vvi_spring_reach(own) - peak) < 2e-6);
    }
}

/* ---- The curve --------------------------------------------------------------------------------------------------- */

static vv_line_pose random_pose(vvi_random *random, uint32_t elements, float bend)
{
    vv_line_pose pose = {.root = {0.3f, 1.1f}, .length = 1.7f};
    float angle = between(random, -3.0f, 3.0f);
    for (uint32_t i = 0; i < elements; i++) {
        angle += between(random, -bend, bend);
        pose.angles[i] = angle;
    }
    return pose;
}

static void the_curve_is_smooth_and_passes_the_corners(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    for (uint32_t elements = 2; elements <= 64; elements += 2) {
        vv_line_pose pose = random_pose(&random, elements, 0.6f);
        vv_vec2 corners[65], tangent, last = {0}, last_tangent = {0};
        vv_line_points(elements, &pose, corners);
        for (uint32_t i = 0; i < elements; i++)
            assert_float_equal(vv_vec2_distance(corners[i], corners[i + 1]), 1.7f / (float)elements, 1e-6f);
        assert_true(vv_vec2_distance(corners[elements / 2], pose.root) == 0.0f);
        for (uint32_t i = 0; i <= elements; i++)
            assert_true(vv_vec2_distance(corners[i], vv_line_point(elements, &pose, (float)i / (float)elements, NULL)) <
                        2e-6f);
        /* Steps of a thousandth of an element, from beyond one end to beyond the other. */
        float step = 0.001f / (float)elements, length = 0.0f;
        for (float along = -step * 300.0f; along < 1.0f + step * 300.0f; along += step) {
            vv_vec2 at = vv_line_point(elements, &pose, along, &tangent);
            assert_float_equal(vv_vec2_length(tangent), 1.0f, 1e-5f);
            if (along > -step * 299.0f) {
                vv_vec2 moved = vv_vec2_sub(at, last);
                assert_true(vv_vec2_length(moved) < 2.2f * 1.7f * step + 2e-6f);
                assert_true(vv_vec2_distance(tangent, last_tangent) < 0.02f);
                length += vv_vec2_length(moved);
            }
            last = at;
            last_tangent = tangent;
        }
        if (elements <= 20)
            assert_true(fabsf(length / (1.7f * (1.0f + 600.0f * step)) - 1.0f) < 0.06f);
    }
}

/* An arc of a circle: the curve lies on it, and a share of the line is that share of the arc. */
static void an_arc_is_an_arc(void **state)
{
    (void)state;
    vv_line_pose pose = {.root = {0.0f, 0.0f}, .length = 2.0f * 10.0f * 0.15643447f};
    for (int i = 0; i < 10; i++)
        pose.angles[i] = VV_PI * 0.1f * ((float)i - 4.5f); /* 18 degrees an element, half a circle of radius 1 */
    for (int i = 0; i <= 200; i++) {
        float along = (float)i / 200.0f, angle = VV_PI * (along - 0.5f);
        vv_vec2 tangent, at = vv_line_point(10, &pose, along, &tangent);
        vv_vec2 wanted = {sinf(angle), 1.0f - cosf(angle)};
        assert_true(vv_vec2_distance(at, wanted) < 0.004f);
        assert_true(vv_vec2_distance(tangent, (vv_vec2){cosf(angle), sinf(angle)}) < 0.03f);
    }
}

static void turning_straight_back_has_a_direction(void **state)
{
    (void)state;
    vv_line_pose pose = {.length = 1.0f};
    for (int i = 0; i < 10; i++)
        pose.angles[i] = i < 4 ? 0.0f : VV_PI;
    for (int i = 0; i <= 100; i++) {
        vv_vec2 tangent, at = vv_line_point(10, &pose, (float)i / 100.0f, &tangent);
        assert_float_equal(vv_vec2_length(tangent), 1.0f, 1e-5f);
        assert_true(isfinite(at.x) && isfinite(at.y));
    }
}

static void jacobians_agree_with_differences(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int trial = 0; trial < 200; trial++) {
        uint32_t elements = 2u + 2u * vvi_random_below(&random, 16);
        vv_line_pose pose = random_pose(&random, elements, 0.8f);
        float along = vvi_random_unit(&random);
        vv_vec2 jacobian[64];
        vvi_curve_jacobian(elements, &pose, (double)along, jacobian);
        for (uint32_t i = 0; i < elements; i++) {
            vv_line_pose low = pose, high = pose;
            low.angles[i] -= 0.01f;
            high.angles[i] += 0.01f;
            vv_vec2 a = vv_line_point(elements, &low, along, NULL), b = vv_line_point(elements, &high, along, NULL);
            vv_vec2 seen = vv_vec2_scale(vv_vec2_sub(b, a), 50.0f);
            assert_true(vv_vec2_distance(seen, jacobian[i]) < 1e-4f);
        }
        /* The least move does what it says. */
        float angles[64], small = 1e-3f;
        vv_vec2 by = {small, -0.5f * small};
        vv_vec2 root = vvi_curve_smallest_move(elements, &pose, (double)along, by, angles);
        vv_line_pose moved = pose;
        moved.root = vv_vec2_add(moved.root, root);
        for (uint32_t i = 0; i < elements; i++)
            moved.angles[i] += angles[i];
        vv_vec2 done =
            vv_vec2_sub(vv_line_point(elements, &moved, along, NULL), vv_line_point(elements, &pose, along, NULL));
        assert_true(vv_vec2_distance(done, by) < 0.02f * small);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_agree_with_integration),
        cmocka_unit_test(driven_motions_hit_place_and_speed),
        cmocka_unit_test(reach_is_the_peak_of_a_push),
        cmocka_unit_test(the_curve_is_smooth_and_passes_the_corners),
        cmocka_unit_test(an_arc_is_an_arc),
        cmocka_unit_test(turning_straight_back_has_a_direction),
        cmocka_unit_test(jacobians_agree_with_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
