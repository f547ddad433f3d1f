/* Each measure is fed motion with a fault of a known size, finds it, says whose it is and when, and finds nothing
 * else. */
#include "figure.h"

enum { FRAMES = 120, WHEN = 60 };

typedef struct scene {
    figure figure;
    vv_watch *watch;
    vv_transform3 now[FIGURE_BODIES];
} scene;

static void open_scene(scene *s)
{
    vv_error error = {0};
    figure_open(&s->figure);
    assert_int_equal(vv_watch_create(&s->figure.plan, s->figure.creature, FRAMES, NULL, &s->watch, &error), VV_OK);
}

static void close_scene(scene *s)
{
    vv_watch_destroy(s->watch);
    figure_close(&s->figure);
}

static void at_rest(scene *s) { memcpy(s->now, s->figure.rest, sizeof s->now); }

static void see(scene *s, uint32_t goals, const vv_ik_goal *goal, uint32_t feet, const vv_foothold *foot)
{
    vv_watch_frame(s->watch, &(vv_watch_input){s->now, goals, feet, goal, foot, {0}});
}

/* The one thing that is wrong; nothing else may be. */
static vv_fault only_fault(const scene *s, vv_measure measure, vv_part part)
{
    vv_findings rest = *vv_watch_findings(s->watch);
    vv_fault fault, other;
    assert_true(vv_findings_worst_fault(&rest, true, &fault));
    assert_string_equal(vv_measure_name(fault.measure), vv_measure_name(measure));
    assert_int_equal(fault.part, part);
    rest.worst[part][measure].body = VV_NONE;
    if (vv_findings_worst_fault(&rest, true, &other))
        fail_msg("%s %g of body %u is found as well", vv_measure_name(other.measure), (double)other.worst.value,
                 other.worst.body);
    return fault;
}

static void nothing_is_wrong_with(const scene *s)
{
    vv_fault fault;
    if (vv_findings_worst_fault(vv_watch_findings(s->watch), true, &fault))
        fail_msg("%s %g of body %u", vv_measure_name(fault.measure), (double)fault.worst.value, fault.worst.body);
}

static void rest_is_faultless(void **state)
{
    scene s;
    (void)state;
    open_scene(&s);
    at_rest(&s);
    for (uint32_t f = 0; f < FRAMES; f++)
        see(&s, 0, NULL, 0, NULL);
    nothing_is_wrong_with(&s);
    assert_false(vv_watch_wants_half_steps(s.watch));
    assert_float_equal(vv_watch_findings(s.watch)->self.value, 0.0f, 0.0f);
    close_scene(&s);
}

static void what_is_not_a_number_is_found(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 3; kind++) {
        scene s;
        open_scene(&s);
        for (uint32_t f = 0; f < FRAMES; f++) {
            at_rest(&s);
            if (f == WHEN && kind == 0)
                s.now[HAND].position.y = NAN;
            if (f == WHEN && kind == 1)
                s.now[HAND].rotation.w = INFINITY;
            if (f == WHEN && kind == 2)
                s.now[HAND].rotation = (vv_quat){0.0f, 0.0f, 0.0f, 0.99f};
            see(&s, 0, NULL, 0, NULL);
        }
        vv_fault fault = only_fault(&s, VV_MEASURE_NAN, VV_PART_PLAIN);
        assert_int_equal(fault.worst.frame, WHEN);
        assert_int_equal(fault.worst.body, HAND);
        close_scene(&s);
    }
}

/* All of it glides, and a foot with it by `far` metres in its stance, and by as much as it likes in the air. */
static vv_findings with_slip(float far, bool firm)
{
    scene s;
    open_scene(&s);
    for (uint32_t f = 0; f < FRAMES; f++) {
        at_rest(&s);
        bool stands = f >= 20 && f <= 80;
        float glide = stands ? far * (float)(f - 20) / 60.0f : 0.002f * (float)f;
        for (uint32_t b = 0; b < FIGURE_BODIES; b++)
            s.now[b].position.z += glide;
        vv_foothold foot = {.body = LEFT_FOOT, .stands = stands, .weight = 1.0f};
        /* Where the goal is does not matter to slip: at the foot it is not missed. */
        vv_ik_goal goal = {
            .body = LEFT_FOOT, .position = s.now[LEFT_FOOT].position, .rotation = s.now[LEFT_FOOT].rotation};
        goal.position_weight = goal.rotation_weight = 1.0f;
        goal.hard = firm;
        see(&s, 1, &goal, 1, &foot);
    }
    vv_findings findings = *vv_watch_findings(s.watch);
    close_scene(&s);
    return findings;
}

static void a_foot_that_slips_is_found(void **state)
{
    (void)state;
    float leg = 2.0f * sqrtf(0.45f * 0.45f + 0.01f);
    vv_worst slip = with_slip(0.01f, true).worst[VV_PART_PLAIN][VV_MEASURE_SLIP];
    assert_float_equal(slip.value, 0.01f / leg, 1e-5f);
    assert_int_equal(slip.frame, 80);
    assert_int_equal(slip.body, LEFT_FOOT);
    vv_fault fault;
    vv_findings much = with_slip(0.006f * leg, true), little = with_slip(0.004f * leg, true);
    assert_true(vv_findings_worst_fault(&much, true, &fault));
    assert_false(vv_findings_worst_fault(&little, true, &fault));
    /* A motion has the foot: it may go where it likes. */
    assert_int_equal(with_slip(0.01f, false).worst[VV_PART_PLAIN][VV_MEASURE_SLIP].body, VV_NONE);
}

static void a_bone_that_stretches_is_found(void **state)
{
    scene s;
    (void)state;
    open_scene(&s);
    for (uint32_t f = 0; f < FRAMES; f++) {
        at_rest(&s);
        /* Up to 2 % longer and back, slowly. */
        float more = 0.3f * 0.02f * (1.0f - fabsf((float)f - WHEN) / WHEN);
        s.now[HAND].position.x += more;
        see(&s, 0, NULL, 0, NULL);
    }
    vv_fault fault = only_fault(&s, VV_MEASURE_STRETCH, VV_PART_PLAIN);
    assert_float_equal(fault.worst.value, 0.02f, 1e-4f);
    assert_int_equal(fault.worst.frame, WHEN);
    assert_int_equal(fault.worst.body, HAND);
    close_scene(&s);
}

static void a_spine_may_stretch_further(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 2; kind++) {
        scene s;
        open_scene(&s);
        at_rest(&s);
        s.now[HEAD].position.y += kind == 0 ? 0.19f * 0.4f : 0.21f * 0.4f;
        see(&s, 0, NULL, 0, NULL);
        if (kind == 0)
            nothing_is_wrong_with(&s);
        else
            assert_int_equal(only_fault(&s, VV_MEASURE_STRETCH, VV_PART_SPINE).worst.body, HEAD);
        close_scene(&s);
    }
}

static void what_sinks_is_found_in_any_ground(void **state)
{
    scene s;
    (void)state;
    open_scene(&s);
    float size = vv_watch_size(s.watch), deep = 0.03f * size;
    at_rest(&s);
    for (uint32_t b = 0; b < FIGURE_BODIES; b++)
        s.now[b].position.y -= deep;
    see(&s, 0, NULL, 0, NULL);
    vv_fault fault = only_fault(&s, VV_MEASURE_SINK, VV_PART_PLAIN);
    assert_float_equal(fault.worst.value, 0.03f, 1e-5f);
    assert_true(fault.worst.body == LEFT_FOOT || fault.worst.body == RIGHT_FOOT);
    close_scene(&s);
}

static float steep(void *user, float x, float z, vv_vec3 *normal)
{
    (void)user;
    (void)x;
    (void)normal;
    return 0.5f * z;
}

/* The foot's end at z = 0.1 is five centimetres inside a slope of one half. */
static void the_ground_is_the_terrain(void **state)
{
    scene s;
    (void)state;
    open_scene(&s);
    at_rest(&s);
    vv_watch_frame(s.watch, &(vv_watch_input){.placements = s.now, .terrain = {steep, NULL}});
    vv_worst sink = vv_watch_findings(s.watch)->worst[VV_PART_PLAIN][VV_MEASURE_SINK];
    assert_float_equal(sink.value, 0.05f / vv_watch_size(s.watch), 1e-5f);
    close_scene(&s);
}

/* ---- Jumps ------------------------------------------------------------------------------------------------------- */

/* Plays a motion of the head, given for any time, at both rates. */
typedef vv_transform3 head_at(vv_transform3 rest, double time, float size);

static vv_findings with_head(head_at *at, bool *again)
{
    scene s;
    open_scene(&s);
    float size = vv_watch_size(s.watch);
    for (uint32_t f = 0; f < FRAMES; f++) {
        at_rest(&s);
        s.now[HEAD] = at(s.now[HEAD], f / 240.0, size);
        see(&s, 0, NULL, 0, NULL);
    }
    *again = vv_watch_wants_half_steps(s.watch);
    for (uint32_t f = 0; *again && f < 2 * FRAMES - 1; f++) {
        at_rest(&s);
        s.now[HEAD] = at(s.now[HEAD], f / 480.0, size);
        vv_watch_half_frame(s.watch, s.now);
    }
    vv_findings findings = *vv_watch_findings(s.watch);
    findings.worst[VV_PART_SPINE][VV_MEASURE_STRETCH].body = VV_NONE;
    close_scene(&s);
    return findings;
}

static vv_transform3 jumps(vv_transform3 rest, double time, float size)
{
    rest.position.z += time > 0.2501 ? 0.03f * size : 0.0f;
    return rest;
}

/* Four times as fast as a jump may be large, and as smooth as can be. */
static vv_transform3 rushes(vv_transform3 rest, double time, float size)
{
    rest.position.z += 0.5f * size * (float)sin(20.0 * time);
    return rest;
}

static vv_transform3 jumps_in_a_rush(vv_transform3 rest, double time, float size)
{
    return jumps(rushes(rest, time, size), time, size);
}

static vv_transform3 flips(vv_transform3 rest, double time, float size)
{
    (void)size;
    rest.rotation = vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, time > 0.2501 ? 2.0f : 0.0f);
    return rest;
}

static vv_transform3 spins(vv_transform3 rest, double time, float size)
{
    (void)size;
    rest.rotation = vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, (float)(60.0 * time));
    return rest;
}

static void a_jump_is_found_and_haste_is_not(void **state)
{
    bool again;
    vv_fault fault;
    (void)state;
    vv_findings found = with_head(jumps, &again);
    vv_worst jump = found.worst[VV_PART_PLAIN][VV_MEASURE_JUMP];
    assert_true(again);
    assert_float_equal(jump.value, 0.03f, 1e-4f);
    assert_int_equal(jump.frame, 61);
    assert_int_equal(jump.body, HEAD);
    found = with_head(rushes, &again);
    assert_true(again);
    if (vv_findings_worst_fault(&found, true, &fault))
        fail_msg("%s %g", vv_measure_name(fault.measure), (double)fault.worst.value);
    found = with_head(jumps_in_a_rush, &again);
    jump = found.worst[VV_PART_PLAIN][VV_MEASURE_JUMP];
    assert_float_equal(jump.value, 0.03f, 0.003f);
}

static void a_flip_is_found_and_a_spin_is_not(void **state)
{
    bool again;
    vv_fault fault;
    (void)state;
    vv_findings found = with_head(flips, &again);
    vv_worst twist = found.worst[VV_PART_PLAIN][VV_MEASURE_TWIST];
    assert_true(again);
    assert_float_equal(twist.value, 2.0f, 1e-3f);
    assert_int_equal(twist.frame, 61);
    assert_int_equal(twist.body, HEAD);
    found = with_head(spins, &again);
    assert_true(again);
    if (vv_findings_worst_fault(&found, true, &fault))
        fail_msg("%s %g", vv_measure_name(fault.measure), (double)fault.worst.value);
}

/* ---- Goals ------------------------------------------------------------------------------------------------------- */

static vv_ik_goal goal_for(uint32_t body, vv_vec3 place)
{
    return (vv_ik_goal){.body = body, .position = place, .rotation = {0, 0, 0, 1}, .position_weight = 1.0f};
}

static vv_findings with_goals(uint32_t count, const vv_ik_goal *goals)
{
    scene s;
    open_scene(&s);
    at_rest(&s);
    see(&s, count, goals, 0, NULL);
    vv_findings findings = *vv_watch_findings(s.watch);
    close_scene(&s);
    return findings;
}

/* The arm is 0.6 m long from the shoulder at (0.3, 1.6, 0), and at rest stretched out to x = 0.9. */
static void a_goal_within_reach_is_missed(void **state)
{
    (void)state;
    vv_ik_goal near = goal_for(HAND, (vv_vec3){0.8f, 1.6f, 0.1f});
    vv_worst miss = with_goals(1, &near).worst[VV_PART_PLAIN][VV_MEASURE_MISS];
    assert_float_equal(miss.value, sqrtf(0.02f) / 0.6f, 1e-5f);
    assert_int_equal(miss.body, HAND);
    vv_ik_goal fading = near, far = goal_for(HAND, (vv_vec3){1.0f, 1.6f, 0.0f});
    fading.position_weight = 0.9f;
    assert_int_equal(with_goals(1, &fading).worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, VV_NONE);
    assert_int_equal(with_goals(1, &far).worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, VV_NONE);
}

/* From 95 % of the way on goals are eased; those of standing feet never. */
static void reach_ends_where_it_is_said_to(void **state)
{
    (void)state;
    for (uint32_t firm = 0; firm < 2; firm++) {
        float edge = firm ? 0.999f : 0.95f;
        vv_ik_goal inside = goal_for(HAND, (vv_vec3){0.3f, 1.6f, (edge - 0.001f) * 0.6f}), outside = inside;
        outside.position.z = (edge + 0.0005f) * 0.6f;
        inside.hard = outside.hard = firm != 0;
        assert_int_equal(with_goals(1, &inside).worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, HAND);
        assert_int_equal(with_goals(1, &outside).worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, VV_NONE);
    }
}

/* With one segment of three quarters the way there is a hole in the middle. */
static void what_is_too_near_cannot_be_reached(void **state)
{
    figure f;
    (void)state;
    figure_open(&f);
    vv_creature_destroy(f.creature, NULL);
    f.bodies[LOWER_ARM].body.position.x = 0.75f;
    vv_error error = {0};
    assert_int_equal(vv_plan_creature(&f.plan, NULL, &f.creature, &error), VV_OK);
    vv_watch *watch;
    assert_int_equal(vv_watch_create(&f.plan, f.creature, 4, NULL, &watch, &error), VV_OK);
    vv_creature_rest(f.creature, f.rest);
    for (uint32_t k = 0; k < 2; k++) {
        vv_ik_goal goal = goal_for(HAND, (vv_vec3){0.3f, 1.6f, k == 0 ? 0.3f : 0.35f});
        vv_watch_begin(watch);
        vv_watch_frame(watch, &(vv_watch_input){.placements = f.rest, .goal_count = 1, .goals = &goal});
        assert_int_equal(vv_watch_findings(watch)->worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, k == 0 ? VV_NONE : HAND);
    }
    vv_watch_destroy(watch);
    figure_close(&f);
}

/* The trunk is 0.3 m, each branch 0.316: hands 0.5 apart can both be served, a metre apart each alone only. */
static void goals_on_one_limb_count_if_they_can_be_met_together(void **state)
{
    (void)state;
    vv_ik_goal both[2] = {goal_for(HAND_A, (vv_vec3){-0.6f, 1.8f, 0.25f}),
                          goal_for(HAND_B, (vv_vec3){-0.6f, 1.4f, 0.25f})};
    vv_findings found = with_goals(2, both);
    assert_true(found.worst[VV_PART_BRANCHING][VV_MEASURE_MISS].value > 0.1f);
    assert_int_equal(found.worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, VV_NONE);
    vv_ik_goal apart[2] = {goal_for(HAND_A, (vv_vec3){-0.5f, 2.1f, 0.0f}),
                           goal_for(HAND_B, (vv_vec3){-0.5f, 1.1f, 0.0f})};
    assert_int_equal(with_goals(2, apart).worst[VV_PART_BRANCHING][VV_MEASURE_MISS].body, VV_NONE);
    assert_int_equal(with_goals(1, apart).worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, HAND_A);
    assert_int_equal(with_goals(1, apart + 1).worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, HAND_B);
}

/* A hand that is called a mouth goes with the lower arm: 0.3 m of arm and 0.3 m of what is fixed to its end. Turned
 * as at rest, only what the upper arm can do counts, which is a sphere: nothing within. */
static void a_mouth_goes_with_what_carries_it(void **state)
{
    figure f;
    (void)state;
    figure_open(&f);
    vv_creature_destroy(f.creature, NULL);
    f.bodies[HAND].body.caps = VV_CAP_BIT(VV_CAP_MOUTH);
    vv_error error = {0};
    vv_watch *watch;
    assert_int_equal(vv_plan_creature(&f.plan, NULL, &f.creature, &error), VV_OK);
    assert_int_equal(vv_watch_create(&f.plan, f.creature, 4, NULL, &watch, &error), VV_OK);
    for (uint32_t turned = 0; turned < 2; turned++) {
        vv_ik_goal goal = goal_for(HAND, (vv_vec3){0.7f, 1.6f, 0.2f});
        goal.rotation_weight = (float)turned;
        vv_watch_begin(watch);
        vv_watch_frame(watch, &(vv_watch_input){.placements = f.rest, .goal_count = 1, .goals = &goal});
        assert_int_equal(vv_watch_findings(watch)->worst[VV_PART_PLAIN][VV_MEASURE_MISS].body, turned ? VV_NONE : HAND);
    }
    vv_watch_destroy(watch);
    figure_close(&f);
}

static void goals_of_the_spine_are_told_and_do_not_fail(void **state)
{
    (void)state;
    vv_ik_goal head = goal_for(HEAD, (vv_vec3){0.0f, 1.8f, 0.4f});
    vv_findings found = with_goals(1, &head);
    vv_fault fault;
    assert_false(vv_findings_worst_fault(&found, true, &fault));
    assert_float_equal(found.spine.value, 0.4f / 0.8f, 1e-5f);
}

static void branching_limbs_are_judged_apart_when_relaxed(void **state)
{
    (void)state;
    vv_findings found = vv_no_findings();
    vv_fault fault;
    found.worst[VV_PART_BRANCHING][VV_MEASURE_MISS] = (vv_worst){.value = 0.05f, .body = 3};
    assert_false(vv_findings_worst_fault(&found, false, &fault));
    assert_true(vv_findings_worst_fault(&found, true, &fault));
    found.worst[VV_PART_PLAIN][VV_MEASURE_SLIP] = (vv_worst){.value = 0.02f, .body = 4};
    assert_true(vv_findings_worst_fault(&found, false, &fault));
    assert_int_equal(fault.measure, VV_MEASURE_SLIP);
    /* Four times the limit of slip, five times that of the miss. */
    assert_true(vv_findings_worst_fault(&found, true, &fault));
    assert_int_equal(fault.measure, VV_MEASURE_MISS);
}

/* A hand goes through the head: both capsules 3 cm thick, their middle lines crossing. */
static void bodies_inside_each_other_are_told(void **state)
{
    scene s;
    (void)state;
    open_scene(&s);
    at_rest(&s);
    s.now[HAND].position = (vv_vec3){-0.025f, 1.9f, 0.0f};
    see(&s, 0, NULL, 0, NULL);
    assert_float_equal(vv_watch_findings(s.watch)->self.value, 0.06f / vv_watch_size(s.watch), 1e-5f);
    close_scene(&s);
}

static void no_memory_is_survived(void **state)
{
    (void)state;
    figure f;
    figure_open(&f);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_error error = {0};
        vv_watch *watch;
        if (vv_watch_create(&f.plan, f.creature, 16, &allocator, &watch, &error) == VV_OK) {
            vv_watch_destroy(watch);
            assert_true(n > 1);
            assert_int_equal((int)counting.used, 0);
            break;
        }
        assert_null(watch);
        assert_int_equal((int)counting.used, 0);
    }
    figure_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_is_faultless),
        cmocka_unit_test(what_is_not_a_number_is_found),
        cmocka_unit_test(a_foot_that_slips_is_found),
        cmocka_unit_test(a_bone_that_stretches_is_found),
        cmocka_unit_test(a_spine_may_stretch_further),
        cmocka_unit_test(what_sinks_is_found_in_any_ground),
        cmocka_unit_test(the_ground_is_the_terrain),
        cmocka_unit_test(a_jump_is_found_and_haste_is_not),
        cmocka_unit_test(a_flip_is_found_and_a_spin_is_not),
        cmocka_unit_test(a_goal_within_reach_is_missed),
        cmocka_unit_test(reach_ends_where_it_is_said_to),
        cmocka_unit_test(what_is_too_near_cannot_be_reached),
        cmocka_unit_test(goals_on_one_limb_count_if_they_can_be_met_together),
        cmocka_unit_test(a_mouth_goes_with_what_carries_it),
        cmocka_unit_test(goals_of_the_spine_are_told_and_do_not_fail),
        cmocka_unit_test(branching_limbs_are_judged_apart_when_relaxed),
        cmocka_unit_test(bodies_inside_each_other_are_told),
        cmocka_unit_test(no_memory_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
