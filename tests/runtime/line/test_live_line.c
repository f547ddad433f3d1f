/* Live lines: they swing as springs do, alike at every frame rate, hold on to a hand and never run away; and what
 * hangs on lines is carried along. */
#include "tests/runtime/line/strokes.h"

enum { N = 10 };

static vv_line_pose arc(float bend)
{
    vv_line_pose pose = {.root = {0.2f, 1.0f}, .length = 1.0f};
    for (int i = 0; i < N; i++)
        pose.angles[i] = 1.0f + bend * ((float)i - 4.5f);
    return pose;
}

static vv_live_line *make(const vv_line_pose *pose)
{
    vv_live_line *wobble = NULL;
    assert_int_equal(vv_live_line_create(N, pose, NULL, &wobble, NULL), VV_OK);
    return wobble;
}

static vv_line_pose seen(const vv_live_line *wobble)
{
    vv_line_pose pose;
    vv_live_line_pose(wobble, &pose);
    return pose;
}

static float apart(const vv_line_pose *a, const vv_line_pose *b)
{
    float most = vv_vec2_distance(a->root, b->root) + fabsf(a->length - b->length);
    for (int i = 0; i < N; i++)
        most = vvi_max(most, fabsf(a->angles[i] - b->angles[i]));
    return most;
}

/* Let go away from its aim: off(t) = off₀ · e^(−ζωt)(cos ω′t + ζω/ω′ sin ω′t). */
static void it_swings_as_a_spring(void **state)
{
    (void)state;
    vv_line_pose from = arc(0.3f), aim = arc(0.1f);
    vv_live_line *wobble = make(&from);
    vv_live_line_set_target(wobble, &aim, NULL);
    vv_live_line_set_spring(wobble, 2.0f, 0.25f);
    double w = 6.283185307 * 2.0, decay = 0.25 * w, turn = w * sqrt(1.0 - 0.0625);
    for (int f = 1; f <= 120; f++) {
        vv_live_line_step(wobble, 1.0f / 60.0f);
        vv_line_pose pose = seen(wobble);
        double t = f / 60.0 - 1.0 / 480.0; /* shown one small step late */
        double share = exp(-decay * t) * (cos(turn * t) + decay / turn * sin(turn * t));
        for (int i = 0; i < N; i++) {
            double wanted = (double)aim.angles[i] + share * (double)(from.angles[i] - aim.angles[i]);
            assert_float_equal(pose.angles[i], wanted, 2e-3f);
        }
    }
    vv_live_line_destroy(wobble, NULL);
}

/* Held, led round, let go. */
static vv_line_pose play(float rate)
{
    vv_line_pose rest = arc(0.1f);
    vv_live_line *wobble = make(&rest);
    vv_vec2 tip = vv_line_point(N, &rest, 1.0f, NULL);
    int frames = (int)(rate * 1.5f + 0.5f);
    for (int f = 1; f <= frames; f++) {
        float t = (float)f / rate;
        vv_live_line_grab(wobble, t < 1.0f + 0.5f / rate ? 1.0f : -1.0f, (vv_vec2){tip.x + 0.3f * t, tip.y - 0.2f * t});
        vv_live_line_step(wobble, 1.0f / rate);
    }
    vv_line_pose pose = seen(wobble);
    vv_live_line_destroy(wobble, NULL);
    return pose;
}

static void frame_rates_do_not_matter(void **state)
{
    (void)state;
    vv_line_pose fine = play(240.0f), rest = arc(0.1f);
    assert_true(apart(&fine, &rest) > 0.05f);
    static const float rates[] = {30.0f, 60.0f, 120.0f, 144.0f, 90.0f};
    for (int i = 0; i < 5; i++) {
        vv_line_pose coarse = play(rates[i]);
        assert_true(apart(&fine, &coarse) < 0.03f);
    }
}

static void a_hand_holds(void **state)
{
    (void)state;
    static const float along[] = {0.0f, 0.3f, 0.5f, 0.77f, 1.0f};
    for (int a = 0; a < 5; a++) {
        vv_line_pose rest = arc(0.15f);
        vv_live_line *wobble = make(&rest);
        vv_vec2 at = vv_vec2_add(vv_line_point(N, &rest, along[a], NULL), (vv_vec2){0.2f, 0.25f});
        vv_live_line_grab(wobble, along[a], at);
        for (int f = 0; f < 240; f++)
            vv_live_line_step(wobble, 1.0f / 60.0f);
        vv_line_pose pose = seen(wobble);
        assert_true(vv_vec2_distance(vv_line_point(N, &pose, along[a], NULL), at) < 5e-3f);
        vv_live_line_grab(wobble, -1.0f, at);
        for (int f = 0; f < 900; f++)
            vv_live_line_step(wobble, 1.0f / 60.0f);
        pose = seen(wobble);
        assert_true(apart(&pose, &rest) < 1e-3f);
        vv_live_line_destroy(wobble, NULL);
    }
}

/* Σ of squares of places and speeds (by differences, over the frequency): never more from one moment to the next. */
static void energy_falls_when_let_go(void **state)
{
    (void)state;
    vv_line_pose rest = arc(0.1f);
    vv_live_line *wobble = make(&rest);
    vv_live_line_set_spring(wobble, 1.5f, 0.1f);
    vv_live_line_add_velocity(wobble, 0.9f, (vv_vec2){1.0f, -2.0f});
    double last = 1e30, w = 6.283185307 * 1.5;
    vv_line_pose before = seen(wobble);
    for (int f = 0; f < 480; f++) {
        vv_live_line_step(wobble, 1.0f / 480.0f);
        vv_line_pose pose = seen(wobble);
        double energy = 0.0;
        for (int i = 0; i < N; i++) {
            double speed = (double)(pose.angles[i] - before.angles[i]) * 480.0 / w;
            double place = 0.5 * (double)(pose.angles[i] + before.angles[i]) - (double)rest.angles[i];
            energy += speed * speed + place * place;
        }
        if (f > 1)
            assert_true(energy < last * 1.0005 + 1e-9);
        last = energy;
        before = pose;
    }
    vv_live_line_destroy(wobble, NULL);
}

static void a_push_gives_the_point_its_speed(void **state)
{
    (void)state;
    vv_line_pose rest = arc(0.1f);
    vv_live_line *wobble = make(&rest);
    vv_live_line_add_velocity(wobble, 0.8f, (vv_vec2){0.4f, -0.3f});
    for (int i = 0; i < 2; i++)
        vv_live_line_step(wobble, 1.0f / 480.0f);
    vv_line_pose pose = seen(wobble);
    vv_vec2 moved = vv_vec2_sub(vv_line_point(N, &pose, 0.8f, NULL), vv_line_point(N, &rest, 0.8f, NULL));
    assert_true(vv_vec2_distance(vv_vec2_scale(moved, 480.0f), (vv_vec2){0.4f, -0.3f}) < 0.03f);
    vv_live_line_destroy(wobble, NULL);
}

static void nothing_blows_it_up(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(31);
    vv_line_pose rest = arc(0.1f), broken = rest;
    vv_live_line *wobble = make(&rest);
    broken.angles[4] = NAN;
    for (int f = 0; f < 2000; f++) {
        float size = f % 7 == 0 ? 1000.0f : 1.0f, along = between(&random, -0.5f, 1.5f);
        vv_vec2 at;
        at.x = between(&random, -size, size);
        at.y = f % 11 == 0 ? NAN : between(&random, -size, size);
        vv_live_line_grab(wobble, along, at);
        if (f % 13 == 0)
            vv_live_line_add_velocity(wobble, along, (vv_vec2){1e9f, f % 2 ? INFINITY : -1e9f});
        vv_live_line_set_target(wobble, f % 5 ? &rest : &broken, f % 3 ? &rest : NULL);
        vv_live_line_set_spring(wobble, f % 17 ? 5.0f : NAN, f % 19 ? 0.0f : INFINITY);
        vv_live_line_step(wobble, f % 23 ? 0.1f : NAN);
        vv_line_pose pose = seen(wobble);
        assert_true(isfinite(pose.root.x) && isfinite(pose.root.y) && pose.length > 0.0f);
        for (int i = 0; i < N; i++)
            assert_true(fabsf(pose.angles[i]) <= 1e5f);
    }
    vv_live_line_grab(wobble, -1.0f, (vv_vec2){0});
    vv_live_line_set_target(wobble, &rest, NULL);
    vv_live_line_set_spring(wobble, 2.0f, 0.7f);
    for (int f = 0; f < 1200; f++)
        vv_live_line_step(wobble, 1.0f / 60.0f);
    vv_line_pose pose = seen(wobble);
    assert_true(apart(&pose, &rest) < 1e-2f);
    vv_live_line_destroy(wobble, NULL);
}

/* A hand that leaps 1000 m in one frame is followed, and a line let go there comes home without having been flung
 * further. */
static void a_leap_is_followed(void **state)
{
    (void)state;
    vv_line_pose rest = arc(0.1f);
    vv_live_line *wobble = make(&rest);
    vv_live_line_grab(wobble, 1.0f, (vv_vec2){1000.0f, 0.0f});
    for (int f = 0; f < 60; f++)
        vv_live_line_step(wobble, 1.0f / 60.0f);
    vv_line_pose pose = seen(wobble);
    assert_true(vv_vec2_distance(vv_line_point(N, &pose, 1.0f, NULL), (vv_vec2){1000.0f, 0.0f}) < 1.0f);
    vv_live_line_grab(wobble, -1.0f, (vv_vec2){0});
    for (int f = 0; f < 60; f++) {
        vv_live_line_step(wobble, 1.0f / 60.0f);
        pose = seen(wobble);
        assert_true(vv_vec2_length(pose.root) < 1100.0f);
    }
    vv_live_line_destroy(wobble, NULL);
}

static void it_follows_a_moving_aim(void **state)
{
    (void)state;
    vv_line_pose aim = arc(0.1f), rates = {0};
    vv_live_line *wobble = make(&aim);
    rates.root.x = 2.0f;
    rates.angles[3] = -1.0f;
    float x = aim.root.x, angle = aim.angles[3];
    for (int f = 0; f < 120; f++) {
        aim.root.x = x + 2.0f * (float)f / 60.0f;
        aim.angles[3] = angle - (float)f / 60.0f;
        vv_live_line_set_target(wobble, &aim, &rates);
        vv_live_line_step(wobble, 1.0f / 60.0f);
    }
    vv_line_pose pose = seen(wobble);
    assert_float_equal(pose.root.x, x + 4.0f, 0.05f);
    assert_float_equal(pose.angles[3], angle - 2.0f, 0.02f);
    vv_live_line_destroy(wobble, NULL);
}

static void creation_is_refused_or_fails_cleanly(void **state)
{
    (void)state;
    vv_line_pose pose = arc(0.1f), broken = pose;
    vv_live_line *wobble = NULL;
    assert_int_equal(vv_live_line_create(7, &pose, NULL, &wobble, NULL), VV_ERROR_ARGUMENT);
    broken.length = 0.0f;
    assert_int_equal(vv_live_line_create(N, &broken, NULL, &wobble, NULL), VV_ERROR_ARGUMENT);
    broken = pose;
    broken.root.y = NAN;
    assert_int_equal(vv_live_line_create(N, &broken, NULL, &wobble, NULL), VV_ERROR_ARGUMENT);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    assert_int_equal(vv_live_line_create(N, &pose, &allocator, &wobble, NULL), VV_ERROR_MEMORY);
    assert_null(wobble);
    assert_int_equal(vv_live_line_create(N, &pose, &allocator, &wobble, NULL), VV_OK);
    uint64_t made = counting.allocations;
    vv_live_line_step(wobble, 0.05f);
    assert_int_equal(counting.allocations, made);
    vv_live_line_destroy(wobble, &allocator);
    vv_live_line_destroy(NULL, &allocator);
    assert_int_equal(counting.used, 0);
}

/* ---- Grips ------------------------------------------------------------------------------------------------------- */

static void grips_are_at_the_nearest_point(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(32);
    vv_line_pose rest = arc(0.2f);
    for (int trial = 0; trial < 300; trial++) {
        vv_vec2 point;
        point.x = between(&random, -1.0f, 1.5f);
        point.y = between(&random, 0.0f, 2.0f);
        vv_line_anchor grip = vv_line_find_anchor(N, &rest, point);
        float least = INFINITY;
        for (int i = -2000; i <= 4000; i++)
            least = vvi_min(least, vv_vec2_distance(point, vv_line_point(N, &rest, (float)i / 2000.0f, NULL)));
        assert_true(vv_vec2_length(grip.offset) < least + 1e-4f);
        vv_vec2 tangent, foot = vv_line_point(N, &rest, grip.fraction, &tangent);
        vv_vec2 back = {foot.x + tangent.x * grip.offset.x - tangent.y * grip.offset.y,
                        foot.y + tangent.y * grip.offset.x + tangent.x * grip.offset.y};
        assert_true(vv_vec2_distance(back, point) < 1e-5f);
    }
}

static void the_resting_line_carries_nothing_away(void **state)
{
    (void)state;
    vv_line_pose rest = arc(0.2f);
    vv_affine identity = vv_affine_identity();
    for (int i = -10; i <= 30; i++)
        for (int stretch = 0; stretch < 2; stretch++) {
            vv_affine carry = vv_line_anchor_transform(N, &rest, &rest,
                                                       (vv_line_anchor){(float)i / 20.0f, {0.1f, 0.2f}}, stretch == 1);
            assert_memory_equal(&carry, &identity, sizeof carry);
        }
}

static void carrying_turns_and_keeps_areas(void **state)
{
    (void)state;
    vv_line_pose rest = arc(0.2f), pose = arc(-0.1f);
    pose.length = 1.6f;
    pose.root = (vv_vec2){-1.0f, 0.4f};
    for (int i = 0; i <= 20; i++) {
        vv_line_anchor grip = {(float)i / 20.0f, {0.0f, 0.0f}};
        vv_vec2 was, is, from = vv_line_point(N, &rest, grip.fraction, &was),
                         to = vv_line_point(N, &pose, grip.fraction, &is);
        for (int stretch = 0; stretch < 2; stretch++) {
            vv_affine carry = vv_line_anchor_transform(N, &rest, &pose, grip, stretch == 1);
            assert_true(vv_vec2_distance(vv_affine_apply(carry, from), to) < 1e-5f);
            assert_float_equal(vv_mat2_determinant(carry.linear), 1.0f, 1e-4f);
            vv_vec2 along = vv_mat2_apply(carry.linear, was);
            assert_true(vv_vec2_distance(along, vv_vec2_scale(is, stretch ? 1.6f : 1.0f)) < 1e-4f);
        }
    }
}

/* Sides of a wide drawing on a line that bends evenly: what is next to each other stays in order, inside the bend
 * too. */
static void wide_drawings_do_not_fold(void **state)
{
    (void)state;
    for (uint32_t b = 0; b <= 4; b++)
        for (uint32_t w = 1; w <= 7; w++) {
            vv_line_pose rest = {.length = 2.0f}, bent = {.length = 2.0f};
            for (uint32_t e = 0; e < 10; e++)
                bent.angles[e] = 0.4f * (float)b * ((float)e - 4.5f) / 9.0f;
            vv_vec2 last = {0};
            for (uint32_t i = 0; i <= 10; i++) {
                vv_vec2 point = {-1.0f + 0.2f * (float)i, 0.2f * (float)w};
                vv_line_anchor grip = vv_line_find_anchor(10, &rest, point);
                vv_vec2 at = vv_affine_apply(vv_line_anchor_transform(10, &rest, &bent, grip, false), point);
                if (i > 0)
                    assert_true(at.x > last.x);
                last = at;
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_swings_as_a_spring),
        cmocka_unit_test(frame_rates_do_not_matter),
        cmocka_unit_test(a_hand_holds),
        cmocka_unit_test(energy_falls_when_let_go),
        cmocka_unit_test(a_push_gives_the_point_its_speed),
        cmocka_unit_test(nothing_blows_it_up),
        cmocka_unit_test(a_leap_is_followed),
        cmocka_unit_test(it_follows_a_moving_aim),
        cmocka_unit_test(creation_is_refused_or_fails_cleanly),
        cmocka_unit_test(grips_are_at_the_nearest_point),
        cmocka_unit_test(the_resting_line_carries_nothing_away),
        cmocka_unit_test(carrying_turns_and_keeps_areas),
        cmocka_unit_test(wide_drawings_do_not_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
