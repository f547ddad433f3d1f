/* Verbs from takes: at its examples a verb is the takes, cycles close, and what does not go together is refused in
 * words. */
#include "walkers.h"

enum { MOST = 4 };

/* A few walkers on one axis. */
typedef struct family {
    uint32_t count;
    walker walkers[MOST];
    vv_take takes[MOST];
    vv_cut cuts[MOST];
    vv_fit_example examples[MOST];
    vv_field *field;
    vv_fit_verb_def def;
} family;

static void found(family *f, uint32_t count, bool cyclic)
{
    *f = (family){.count = count};
    static const char *names[MOST] = {"plain", "quick", "bowed", "long"};
    for (uint32_t i = 0; i < count; i++)
        f->walkers[i] = default_walker(names[i]);
    f->walkers[1].period = 0.9;
    f->walkers[1].speed = 1.6;
    f->walkers[1].stance = 0.56;
    f->walkers[2].bend = 0.5;
    f->walkers[2].arms = 0.2;
    f->walkers[3].period = 1.4;
    f->def = vv_default_fit_verb_def();
    f->def.cyclic = cyclic;
}

static void found_rest(family *f)
{
    double places[MOST] = {0.0, 1.0, -1.0, 2.0};
    for (uint32_t i = 0; i < f->count; i++) {
        f->takes[i] = make_take(&f->walkers[i], NULL);
        if (f->def.cyclic)
            assert_int_equal(vv_fit_cycle(&f->takes[i], 2, walker_feet, -1.0, NULL, &f->cuts[i], NULL), VV_OK);
        else
            assert_int_equal(
                vv_fit_keytimes(&f->takes[i], 2, walker_feet, 0.3, 0.3 + f->walkers[i].period, NULL, &f->cuts[i], NULL),
                VV_OK);
        f->examples[i] = (vv_fit_example){&f->takes[i], &f->cuts[i], f->walkers[i].name};
    }
    vv_field_def field = {.axis_count = 1, .example_count = f->count, .examples = places};
    assert_int_equal(vv_field_create(&field, NULL, &f->field, NULL), VV_OK);
    f->def.field = f->field;
    f->def.examples = f->examples;
    f->def.example_count = f->count;
    f->def.foot_count = 2;
    f->def.feet = walker_feet;
}

static void part(family *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        vv_take_destroy(&f->takes[i]);
    vv_field_destroy(f->field, NULL);
}

static vv_verb *verb_of(const family *f, vv_fit_report *report)
{
    vv_verb *verb = NULL;
    vv_error error;
    vv_result result = vv_fit_verb(&f->def, NULL, &verb, report, &error);
    if (result != VV_OK)
        print_error("%s; %s\n", error.message, error.remedy);
    assert_int_equal(result, VV_OK);
    return verb;
}

static float angle_between(vv_quat a, vv_quat b)
{
    return 2.0f * vv_vec3_length(vv_quat_log(vv_quat_multiply(vv_quat_conjugate(a), b)));
}

/* Played at an example's weights from the beginning, the verb is that walker from the beginning of its cut, all over
 * its way. */
static void check_example(const family *f, const vv_verb *verb, uint32_t e, uint32_t rounds)
{
    const walker *w = &f->walkers[e];
    float weights[MOST] = {0};
    weights[e] = 1.0f;
    vv_take played;
    assert_int_equal(vv_fit_play(verb, weights, 60.0, rounds, false, NULL, &played, NULL), VV_OK);
    double period = f->cuts[e].to - f->cuts[e].from;
    assert_true(fabs((played.frame_count - 1) / 60.0 - period * (f->def.cyclic ? rounds : 1)) < 0.02);
    vv_quat turns[WALKER_JOINTS];
    vv_vec3 moves[WALKER_JOINTS];
    vv_skeleton_rest(played.skeleton, turns, moves);
    vvi_random random = vvi_random_seed(1);
    for (uint32_t i = 0; i + 1 < played.frame_count; i++) {
        double t = f->cuts[e].from + i / 60.0;
        walker_pose(w, t, &random, turns, moves);
        const vv_quat *got = played.turns + (size_t)i * WALKER_JOINTS;
        assert_true(angle_between(got[ARM_L], turns[ARM_L]) < 0.03f);
        assert_true(angle_between(got[SPINE], turns[SPINE]) < 0.03f);
        vv_vec3 at = played.moves[(size_t)i * WALKER_JOINTS];
        double gone = sqrt((double)(at.x * at.x + at.z * at.z));
        assert_true(fabs(gone - w->speed * i / 60.0) < 0.02);
        assert_true(fabsf(at.y - moves[ROOT].y + (float)(w->slope * w->speed * f->cuts[e].from)) < 0.02f);
    }
    vv_take_destroy(&played);
}

static void at_its_examples_a_verb_is_the_takes(void **state)
{
    (void)state;
    for (uint32_t cyclic = 0; cyclic < 2; cyclic++) {
        family f;
        found(&f, 4, cyclic == 1);
        f.walkers[2].heading = 2.0; /* where a take goes does not matter */
        found_rest(&f);
        vv_fit_report report;
        vv_verb *verb = verb_of(&f, &report);
        for (uint32_t e = 0; e < f.count; e++)
            check_example(&f, verb, e, 2);
        assert_true(report.angle_rms < 0.01f && report.angle_worst < 0.05f && report.place_worst < 0.05f);
        assert_true(report.control_count >= 8 && report.control_count <= 256);
        vv_verb_destroy(verb, NULL);
        part(&f);
    }
}

static void walks_up_a_slope_climb(void **state)
{
    (void)state;
    family f;
    found(&f, 2, true);
    f.walkers[0].slope = 0.2;
    f.walkers[1].slope = -0.15;
    found_rest(&f);
    vv_verb *verb = verb_of(&f, NULL);
    for (uint32_t e = 0; e < 2; e++) {
        float weights[2] = {e == 0, e == 1};
        vv_verb_state going = vv_default_verb_state();
        for (uint32_t i = 0; i < 120; i++)
            vv_verb_advance(verb, weights, 1.0f / 60.0f, &going);
        double rise = 2.0 * f.walkers[e].speed * f.walkers[e].slope;
        assert_true(fabs((double)going.root.y - rise) < 0.05 * fabs(rise));
    }
    vv_verb_destroy(verb, NULL);
    part(&f);
}

/* The spine of one take straightens all through its cycle; the verb closes that, in value and nearly so in speed. */
static void cycles_come_round_without_a_seam(void **state)
{
    (void)state;
    family f;
    found(&f, 1, true);
    found_rest(&f);
    for (uint32_t i = 0; i < f.takes[0].frame_count; i++)
        f.takes[0].turns[i * WALKER_JOINTS + SPINE] = about(1, 0, 0, 0.002 * i);
    vv_fit_report report;
    vv_verb *verb = verb_of(&f, &report);
    double missed = 0.002 * 60.0 * (f.cuts[0].to - f.cuts[0].from);
    assert_true(fabs((double)report.seam - missed) < 0.02 * missed);
    float weights[1] = {1.0f}, *a = aligned_alloc(64, 4096), *b = aligned_alloc(64, 4096), *c = aligned_alloc(64, 4096);
    vv_verb_mix(verb, weights, 0.9995f, a);
    vv_verb_mix(verb, weights, 0.0f, b);
    vv_verb_mix(verb, weights, 0.0005f, c);
    for (uint32_t d = 0; d < vv_verb_dof_count(verb); d++) {
        assert_true(fabsf(a[d] - b[d]) < 0.02f);
        assert_true(fabsf(a[d] - 2.0f * b[d] + c[d]) < 1e-3f);
    }
    free(a);
    free(b);
    free(c);
    vv_verb_destroy(verb, NULL);
    part(&f);
}

static void more_controls_come_nearer(void **state)
{
    (void)state;
    family f;
    found(&f, 3, true);
    found_rest(&f);
    float before = 1e9f;
    for (uint32_t controls = 6; controls <= 48; controls *= 2) {
        f.def.control_count = controls;
        vv_fit_report report;
        vv_verb_destroy(verb_of(&f, &report), NULL);
        assert_int_equal(report.control_count, controls);
        assert_true(report.angle_rms < 0.5f * before);
        before = report.angle_rms;
    }
    part(&f);
}

static void standing_feet_stay(void **state)
{
    (void)state;
    family f;
    found(&f, 2, true);
    found_rest(&f);
    vv_verb *verb = verb_of(&f, NULL);
    float weights[2] = {1.0f, 0.0f}, mixed[2] = {0.5f, 0.5f};
    vv_slide free_foot = vv_fit_slide(verb, weights, 60.0f, false);
    assert_true(free_foot.mean < 0.004f);
    vv_slide blend = vv_fit_slide(verb, mixed, 60.0f, false), planted = vv_fit_slide(verb, mixed, 60.0f, true);
    assert_true(planted.mean <= blend.mean && planted.worst < 0.005f);
    vv_verb_destroy(verb, NULL);
    part(&f);
}

static void refused(const family *f, const char *message, const char *remedy)
{
    vv_verb *verb = NULL;
    vv_error error = {0};
    assert_int_equal(vv_fit_verb(&f->def, NULL, &verb, NULL, &error), VV_ERROR_ARGUMENT);
    if (!strstr(error.message, message) || !strstr(error.remedy, remedy))
        print_error("%s; %s\n", error.message, error.remedy);
    assert_non_null(strstr(error.message, message));
    assert_non_null(strstr(error.remedy, remedy));
    assert_null(verb);
}

static void other_keytimes_are_refused(void **state)
{
    (void)state;
    family f;
    found(&f, 2, true);
    found_rest(&f);
    vv_cut cut = f.cuts[1];
    strcpy(f.cuts[1].keytimes[2].label, "jump");
    refused(&f, "keytime 3 of \"plain\" is \"right down\"", "until both have the same");
    f.cuts[1] = cut;
    f.cuts[1].keytime_count = 4;
    f.cuts[1].to = f.cuts[1].keytimes[3].time;
    refused(&f, "has 5 keytimes, but \"quick\" has 4", "same");
    f.cuts[1] = cut;
    f.cuts[1].keytimes[2].time = f.cuts[1].keytimes[1].time;
    refused(&f, "is not later than", "later");
    f.cuts[1] = cut;
    f.cuts[1].to = 77.0;
    refused(&f, "is not within \"quick\"", "");
    f.cuts[1] = cut;
    f.cuts[1].from = NAN;
    refused(&f, "is not within \"quick\"", "");
    f.cuts[1] = cut;
    f.cuts[1].keytimes[0].time += 0.01;
    refused(&f, "not at the ends", "");
    part(&f);
}

/* The same walk, cut from one coming down of the right foot to the next. */
static void the_other_foot_first_is_told_where_to_start(void **state)
{
    (void)state;
    family f;
    found(&f, 2, true);
    found_rest(&f);
    const vv_foot other[2] = {walker_feet[1], walker_feet[0]};
    assert_int_equal(vv_fit_cycle(&f.takes[1], 2, other, -1.0, NULL, &f.cuts[1], NULL), VV_OK);
    assert_string_equal(f.cuts[1].keytimes[0].label, "right down");
    char remedy[100];
    snprintf(remedy, sizeof remedy, "start at %g s, where its \"left down\" is",
             (double)(float)(floor(100.0 * f.cuts[1].keytimes[2].time + 0.5) / 100.0));
    refused(&f, "begins with \"left down\", but \"quick\" with \"right down\"", remedy);
    part(&f);
}

/* Cut half a cycle off, and all keytimes called as if it were not. */
static void another_phase_is_refused(void **state)
{
    (void)state;
    family f;
    found(&f, 3, true);
    found_rest(&f);
    double half = 0.5 * (f.cuts[1].to - f.cuts[1].from), shift = f.cuts[1].from > half ? -half : half;
    f.cuts[1].from += shift;
    f.cuts[1].to += shift;
    for (uint32_t k = 0; k < f.cuts[1].keytime_count; k++)
        f.cuts[1].keytimes[k].time += shift;
    refused(&f, "\"quick\" is in another phase than", "let \"quick\" start at");
    f.def.any_phase = true;
    vv_verb_destroy(verb_of(&f, NULL), NULL);
    part(&f);
}

static void another_action_is_refused(void **state)
{
    (void)state;
    family f;
    found(&f, 3, true);
    f.walkers[1].arms_double = true;
    f.walkers[1].arms = 0.9;
    found_rest(&f);
    refused(&f, "\"quick\" is another action than", "separate verb");
    part(&f);
}

static void other_skeletons_are_refused(void **state)
{
    (void)state;
    family f;
    found(&f, 2, true);
    found_rest(&f);
    vv_skeleton *own = f.takes[1].skeleton;
    vv_joint joints[WALKER_JOINTS];
    for (uint32_t j = 0; j < WALKER_JOINTS; j++)
        joints[j] = vv_skeleton_joint(own, j);
    joints[ARM_R].name = "wing";
    assert_int_equal(vv_skeleton_create(WALKER_JOINTS, joints, NULL, &f.takes[1].skeleton, NULL), VV_OK);
    refused(&f, "joint 12 of \"plain\" is \"arm.r\", but that of \"quick\" is \"wing\"", "same skeleton");
    vv_skeleton_destroy(f.takes[1].skeleton, NULL);
    joints[ARM_R].name = "arm.r";
    joints[HEAD].parent = ROOT;
    assert_int_equal(vv_skeleton_create(WALKER_JOINTS, joints, NULL, &f.takes[1].skeleton, NULL), VV_OK);
    refused(&f, "joint \"head\" has different parents", "same skeleton");
    vv_skeleton_destroy(f.takes[1].skeleton, NULL);
    f.takes[1].skeleton = own;
    part(&f);
}

static void a_joint_that_does_not_come_round_is_refused(void **state)
{
    (void)state;
    family f;
    found(&f, 1, true);
    found_rest(&f);
    for (uint32_t i = 0; i < f.takes[0].frame_count; i++)
        f.takes[0].turns[i * WALKER_JOINTS + SPINE] = about(1, 0, 0, 0.03 * i);
    refused(&f, "\"plain\" does not loop: joint \"spine\" ends", "same moment of its cycle");
    part(&f);
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    family f;
    found(&f, 2, true);
    found_rest(&f);
    vv_fit_verb_def good = f.def;
    f.def.example_count = 1;
    refused(&f, "field has 2 examples", "");
    f.def = good;
    f.def.tolerance = NAN;
    refused(&f, "tolerance", "");
    f.def = good;
    vv_verb *verb = verb_of(&f, NULL);
    vv_take take;
    vv_error error;
    float weights[2] = {1.0f, 0.0f};
    assert_int_equal(vv_fit_play(verb, weights, NAN, 1, false, NULL, &take, &error), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_fit_play(verb, weights, 60.0, 0, false, NULL, &take, &error), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_fit_play(verb, weights, 60.0, 4000000000u, false, NULL, &take, &error), VV_ERROR_LIMIT);
    vv_verb_destroy(verb, NULL);
    part(&f);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    family f;
    found(&f, 2, true);
    found_rest(&f);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_verb *verb = NULL;
        vv_error error;
        vv_result result = vv_fit_verb(&f.def, &allocator, &verb, NULL, &error);
        if (result == VV_OK) {
            vv_verb_destroy(verb, &allocator);
            assert_int_equal(counting.used, 0);
            break;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_null(verb);
        assert_int_equal(counting.used, 0);
        assert_true(n < 2000);
    }
    vv_verb *verb = verb_of(&f, NULL);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_take take;
        float weights[2] = {0.5f, 0.5f};
        vv_result result = vv_fit_play(verb, weights, 60.0, 1, true, &allocator, &take, NULL);
        if (result == VV_OK) {
            vv_take_destroy(&take);
            break;
        }
        assert_int_equal(counting.used, 0);
    }
    vv_verb_destroy(verb, NULL);
    part(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_its_examples_a_verb_is_the_takes),
        cmocka_unit_test(walks_up_a_slope_climb),
        cmocka_unit_test(cycles_come_round_without_a_seam),
        cmocka_unit_test(more_controls_come_nearer),
        cmocka_unit_test(standing_feet_stay),
        cmocka_unit_test(other_keytimes_are_refused),
        cmocka_unit_test(the_other_foot_first_is_told_where_to_start),
        cmocka_unit_test(another_phase_is_refused),
        cmocka_unit_test(another_action_is_refused),
        cmocka_unit_test(other_skeletons_are_refused),
        cmocka_unit_test(a_joint_that_does_not_come_round_is_refused),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
