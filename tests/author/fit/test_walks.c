/* Real walks: feet, footfalls and cycles of every recorded take, or a refusal that says why; verbs of the styles of
 * two people; how near a style comes that the verb has not seen; how far feet slide. Prints the tables of
 * docs/verbs.md ("Measured on real walks"). */
#include "author/import/import.h"
#include "tests/author/files.h"
#include "walkers.h"

#define DEGREES (180.0 / 3.14159265358979)

enum { MOST = 8 };

typedef struct style {
    const char *name, *file;
    double at[2];
} style;

typedef struct people {
    uint32_t count;
    const style *styles;
    vv_take takes[MOST];
    vv_cut cuts[MOST];
    vv_fit_example examples[MOST];
    uint32_t foot_count;
    vv_foot feet[VV_VERB_MAX_FEET];
    vv_field *field;
    vv_verb *verb;
    vv_fit_report report;
} people;

static bool load(const char *file, vv_take *out)
{
    const char *data = testing_data();
    if (!data)
        return false;
    char path[1024];
    snprintf(path, sizeof path, "%s/bvh/%s", data, file);
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_error error;
    assert_int_equal(vv_file_read(path, 100000000, NULL, &bytes, &count, &error), VV_OK);
    assert_int_equal(vv_import_bvh((const char *)bytes, count, file, 0.0, NULL, out, &error), VV_OK);
    vv_file_release(NULL, bytes, count);
    return true;
}

/* ---- Cycles ------------------------------------------------------------------------------------------------------ */

typedef struct expectation {
    const char *file, *keytimes, *refusal; /* one of the last two */
} expectation;

#define WALK "left down, right up, right down, left up, left down"
static const expectation expected[] = {
    {"cmu91/91_12_too-cool.bvh", WALK, NULL},
    {"cmu91/91_14_depressed.bvh", WALK, NULL},
    {"cmu91/91_17_quick.bvh", WALK, NULL},
    {"cmu91/91_19_march.bvh", WALK, NULL},
    {"cmu91/91_26_hurt-stomach.bvh", WALK, NULL},
    {"cmu91/91_29_normal.bvh", WALK, NULL},
    {"cmu91/91_36_walk-straight.bvh", WALK, NULL},
    {"cmu104/104_02_neutral.bvh", WALK, NULL},
    {"cmu104/104_19_casual.bvh", WALK, NULL},
    {"cmu104/104_35_slow.bvh", WALK, NULL},
    {"cmu104/104_44_attitude.bvh", WALK, NULL},
    {"cmu104/104_37_run.bvh", "left down, left up, right down, right up, left down", NULL},
    {"cmu104/104_11_happy-go-lucky.bvh", NULL, "does not loop"},
    {"cmu104/104_13_stumble.bvh", NULL, "does not loop"},
    {"cmu104/104_16_spastic.bvh", NULL, "does not loop"},
    {"cmu74/74_01_stiff-walk.bvh", WALK, NULL},
    {"cmu74/74_14_slope1.bvh", WALK, NULL},
    {"cmu74/74_18_slope3.bvh", WALK, NULL},
    {"other/pybvh_cmu_12_01_walk.bvh", WALK, NULL},
    {"other/ad_jumping_jacks.bvh",
     "left down, right down, right up, left up, left down, right down, right up, left up, left down", NULL},
    {"other/ad_wave_hello.bvh", "start, end", NULL},
    {"other/ad_dab.bvh", NULL, "does not loop"},
    {"other/makehuman_tpose.bvh", NULL, "has only 1 frames"},
    {"other/makehuman_dance1.bvh", NULL, "has only 1 frames"},
    {"other/pybvh_standard_skeleton.bvh", NULL, "has only 1 frames"},
    {"other/pybvh_bvh_test1.bvh", NULL, "never returns to an earlier pose"},
};

static void list_keytimes(const vv_cut *cut, char *text, size_t room)
{
    text[0] = '\0';
    for (uint32_t k = 0; k < cut->keytime_count; k++)
        snprintf(text + strlen(text), room - strlen(text), "%s%s", k > 0 ? ", " : "", cut->keytimes[k].label);
}

static double share_at(const vv_cut *cut, uint32_t keytime)
{
    return (cut->keytimes[keytime].time - cut->from) / (cut->to - cut->from);
}

/* A walker's feet stand 50 to 72 % of a cycle, half a cycle apart. */
static void check_walk(const vv_cut *cut)
{
    double right_up = share_at(cut, 1), right_down = share_at(cut, 2), left_up = share_at(cut, 3);
    assert_true(left_up > 0.5 && left_up < 0.72);
    assert_true(right_down > 0.44 && right_down < 0.56);
    assert_true(1.0 - right_down + right_up > 0.5 && 1.0 - right_down + right_up < 0.72);
}

static void every_take_comes_round_or_says_why_not(void **state)
{
    (void)state;
    printf("\n| take | cycle | left stands | right stands | right after left |\n| --- | --- | --- | --- | --- |\n");
    for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const expectation *x = &expected[i];
        vv_take take;
        vv_cut cut;
        vv_error error = {0};
        vv_foot feet[VV_VERB_MAX_FEET];
        char text[400];
        if (!load(x->file, &take))
            return;
        uint32_t foot_count = vv_fit_feet(take.skeleton, VV_VERB_MAX_FEET, feet);
        assert_int_equal(foot_count, 2);
        vv_result result = vv_fit_cycle(&take, foot_count, feet, -1.0, NULL, &cut, &error);
        assert_int_equal(result == VV_OK, x->keytimes != NULL);
        if (result == VV_OK) {
            list_keytimes(&cut, text, sizeof text);
            assert_string_equal(text, x->keytimes);
        } else {
            assert_non_null(strstr(error.message, x->refusal));
            assert_true(error.remedy[0] != '\0');
            printf("| %s | %s | | | |\n", take.name, error.message);
        }
        if (result == VV_OK && strcmp(x->keytimes, WALK) == 0) {
            check_walk(&cut);
            printf("| %s | %.2f–%.2f s | %.0f %% | %.0f %% | %.0f %% |\n", take.name, cut.from, cut.to,
                   100.0 * share_at(&cut, 3), 100.0 * (1.0 - share_at(&cut, 2) + share_at(&cut, 1)),
                   100.0 * share_at(&cut, 2));
        }
        vv_take_destroy(&take);
    }
}

/* ---- Verbs ------------------------------------------------------------------------------------------------------- */

static bool gather(const style *styles, uint32_t count, people *p)
{
    *p = (people){.count = count, .styles = styles};
    double places[2 * MOST];
    vv_error error;
    for (uint32_t i = 0; i < count; i++) {
        if (!load(styles[i].file, &p->takes[i]))
            return false;
        if (i == 0)
            p->foot_count = vv_fit_feet(p->takes[0].skeleton, VV_VERB_MAX_FEET, p->feet);
        assert_int_equal(vv_fit_cycle(&p->takes[i], p->foot_count, p->feet, -1.0, NULL, &p->cuts[i], &error), VV_OK);
        p->examples[i] = (vv_fit_example){&p->takes[i], &p->cuts[i], styles[i].name};
        places[2 * i] = styles[i].at[0];
        places[2 * i + 1] = styles[i].at[1];
    }
    vv_field_def field = {.axis_count = 2, .example_count = count, .examples = places};
    assert_int_equal(vv_field_create(&field, NULL, &p->field, &error), VV_OK);
    vv_fit_verb_def def = vv_default_fit_verb_def();
    def.field = p->field;
    def.examples = p->examples;
    def.example_count = count;
    def.foot_count = p->foot_count;
    def.feet = p->feet;
    vv_result result = vv_fit_verb(&def, NULL, &p->verb, &p->report, &error);
    if (result != VV_OK)
        print_error("%s; %s\n", error.message, error.remedy);
    assert_int_equal(result, VV_OK);
    return true;
}

static void disperse(people *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->takes[i].skeleton)
            vv_take_destroy(&p->takes[i]);
    vv_field_destroy(p->field, NULL);
    vv_verb_destroy(p->verb, NULL);
}

/* weights[count] at the place of style `left_out`, by a field of all others, clamped to the ranges of their places or
 * not. Returns how far beyond these it lies, in ranges. */
static double weights_without(const people *p, uint32_t left_out, bool clamped, float *weights)
{
    double places[2 * MOST];
    float others[MOST], at[2] = {(float)p->styles[left_out].at[0], (float)p->styles[left_out].at[1]};
    vv_axis axes[2] = {{1e9f, -1e9f, 1.0f, clamped}, {1e9f, -1e9f, 1.0f, clamped}};
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        for (uint32_t a = 0; a < 2 && i != left_out; a++) {
            places[2 * count + a] = p->styles[i].at[a];
            axes[a].low = fminf(axes[a].low, (float)p->styles[i].at[a]);
            axes[a].high = fmaxf(axes[a].high, (float)p->styles[i].at[a]);
        }
        count += i != left_out;
    }
    vv_field *field;
    vv_field_def def = {.axis_count = 2, .axes = axes, .example_count = count, .examples = places};
    assert_int_equal(vv_field_create(&def, NULL, &field, NULL), VV_OK);
    vv_field_weights(field, at, others);
    double beyond = (double)vv_field_distance_outside(field, at);
    for (uint32_t i = 0; i < p->count; i++)
        weights[i] = i == left_out ? 0.0f : others[i < left_out ? i : i - 1];
    vv_field_destroy(field, NULL);
    return beyond;
}

typedef struct body {
    float *dofs;
    vv_quat *turns;
    vv_vec3 *moves;
    vv_affine3 *globals;
} body;

static body pose_of(const vv_verb *verb, const float *weights, float phase)
{
    uint32_t joints = vv_skeleton_joint_count(vv_verb_skeleton(verb));
    body b = {aligned_alloc(64, vv_verb_dof_capacity(verb) * sizeof(float)), calloc(joints, sizeof(vv_quat)),
              calloc(joints, sizeof(vv_vec3)), calloc(joints, sizeof(vv_affine3))};
    vv_verb_mix(verb, weights, phase, b.dofs);
    vv_verb_pose(verb, b.dofs, &(vv_root){0}, b.turns, b.moves);
    vv_skeleton_globals(vv_verb_skeleton(verb), b.turns, b.moves, b.globals);
    return b;
}

static void release(body *b)
{
    free(b->dofs);
    free(b->turns);
    free(b->moves);
    free(b->globals);
}

/* Mean over joints and a cycle: degrees of their angles, millimetres of their places. */
typedef struct distance {
    double degrees, millimetres;
} distance;

static distance between(const vv_verb *verb, const float *a, const float *b)
{
    uint32_t joints = vv_skeleton_joint_count(vv_verb_skeleton(verb)), moments = 50;
    distance d = {0};
    for (uint32_t i = 0; i < moments; i++) {
        body x = pose_of(verb, a, (float)i / (float)moments), y = pose_of(verb, b, (float)i / (float)moments);
        for (uint32_t j = 0; j < joints; j++) {
            vv_vec3 turn = vv_quat_log(vv_quat_multiply(vv_quat_conjugate(x.turns[j]), y.turns[j]));
            vv_vec3 way = vv_vec3_sub(x.globals[j].translation, y.globals[j].translation);
            d.degrees += 2.0 * (double)vv_vec3_length(turn) * DEGREES / (joints * moments);
            d.millimetres += 1000.0 * (double)vv_vec3_length(way) / (joints * moments);
        }
        release(&x);
        release(&y);
    }
    return d;
}

/* Each style left out in turn: what the others say at its place, freely extrapolated and clamped to their ranges,
 * beside their mean. A measurement: how near it comes depends on where an artist puts the styles, so nothing is
 * demanded of it. */
static void leave_each_out(const people *p)
{
    printf("\n| left out | by the field | clamped | mean of the others | seconds a cycle: its own, by the field, "
           "clamped |\n"
           "| --- | --- | --- | --- | --- |\n");
    for (uint32_t i = 0; i < p->count; i++) {
        float own[MOST] = {0}, loose[MOST], clamped[MOST], mean[MOST], keytimes[VV_VERB_MAX_KEYTIMES];
        own[i] = 1.0f;
        double beyond = weights_without(p, i, false, loose);
        weights_without(p, i, true, clamped);
        for (uint32_t o = 0; o < p->count; o++)
            mean[o] = o == i ? 0.0f : 1.0f / (float)(p->count - 1);
        distance f = between(p->verb, own, loose), c = between(p->verb, own, clamped), m = between(p->verb, own, mean);
        printf("| %s%s | %.1f°, %.0f mm | %.1f°, %.0f mm | %.1f°, %.0f mm | %.2f, %.2f, %.2f |\n", p->styles[i].name,
               beyond > 0.0 ? " (beyond the others)" : "", f.degrees, f.millimetres, c.degrees, c.millimetres,
               m.degrees, m.millimetres, (double)vv_verb_keytimes(p->verb, own, keytimes),
               (double)vv_verb_keytimes(p->verb, loose, keytimes),
               (double)vv_verb_keytimes(p->verb, clamped, keytimes));
        assert_true(isfinite(f.millimetres) && isfinite(c.millimetres));
    }
}

static void slide_at(const people *p, const char *name, const float *weights)
{
    vv_slide loose = vv_fit_slide(p->verb, weights, 60.0f, false),
             planted = vv_fit_slide(p->verb, weights, 60.0f, true);
    printf("| %s | %.1f, %.1f | %.1f, %.1f |\n", name, 1e3 * (double)loose.mean, 1e3 * (double)loose.worst,
           1e3 * (double)planted.mean, 1e3 * (double)planted.worst);
    assert_true(planted.mean < loose.mean && planted.mean < 0.005f); /* the worst is told, not judged */
}

static void slide_everywhere(const people *p)
{
    printf("\n| place | slide, mm a frame at 60 Hz: mean, worst | with planting |\n| --- | --- | --- |\n");
    float weights[MOST];
    for (uint32_t i = 0; i < p->count; i++) {
        for (uint32_t o = 0; o < p->count; o++)
            weights[o] = o == i ? 1.0f : 0.0f;
        slide_at(p, p->styles[i].name, weights);
    }
    for (uint32_t o = 0; o < p->count; o++)
        weights[o] = 1.0f / (float)p->count;
    slide_at(p, "mean of all", weights);
    static const float places[8][2] = {{0.1f, -0.4f},  {0.1f, 0.4f},  {0.4f, 0.2f},  {0.0f, 0.8f},
                                       {-0.5f, -0.5f}, {-0.5f, 0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}};
    for (uint32_t k = 0; k < 8; k++) {
        char name[40];
        snprintf(name, sizeof name, "at %.1f, %.1f", (double)places[k][0], (double)places[k][1]);
        vv_field_weights(p->field, places[k], weights);
        slide_at(p, name, weights);
    }
}

/* Seconds to phase and back at examples, between and beyond. */
static double round_trip(const people *p)
{
    double worst = 0.0;
    for (int x = -4; x <= 4; x++) {
        for (int y = -4; y <= 4; y++) {
            float at[2] = {0.5f * (float)x, 0.5f * (float)y}, weights[MOST], keytimes[VV_VERB_MAX_KEYTIMES];
            vv_field_weights(p->field, at, weights);
            float length = vv_verb_keytimes(p->verb, weights, keytimes);
            for (uint32_t k = 1; k < vv_verb_keytime_count(p->verb); k++)
                assert_true(keytimes[k] > keytimes[k - 1]);
            for (uint32_t i = 0; i < 100; i++) {
                float t = length * (float)i / 100.0f,
                      back = vv_verb_seconds(p->verb, keytimes, vv_verb_phase(p->verb, keytimes, t));
                worst = fmax(worst, fabs((double)(back - t)) / (double)length);
            }
        }
    }
    return worst;
}

static void measure(const char *title, const style *styles, uint32_t count)
{
    people p;
    if (!gather(styles, count, &p)) {
        disperse(&p);
        return;
    }
    const vv_fit_report *r = &p.report;
    double warp = round_trip(&p);
    printf("\n%s: %u control points for each of %u degrees of freedom. Fit: %.2f° rms, worst %.1f° (%s of %s); closing "
           "spread at most "
           "%.0f° of a joint. There and back through the time warp: %.1e of a cycle.\n",
           title, r->control_count, vv_verb_dof_count(p.verb), (double)r->angle_rms * DEGREES,
           (double)r->angle_worst * DEGREES, vv_skeleton_joint(p.takes[0].skeleton, r->worst_joint).name,
           styles[r->worst_example].name, (double)r->seam * DEGREES, warp);
    assert_true(warp < 2e-6);
    assert_true(r->angle_rms < 0.02f && r->control_count <= 64);
    leave_each_out(&p);
    slide_everywhere(&p);
    disperse(&p);
}

static void seven_styles_of_one_person(void **state)
{
    (void)state;
    static const style styles[] = {
        {"normal", "cmu91/91_29_normal.bvh", {0.0, 0.0}},
        {"walk straight", "cmu91/91_36_walk-straight.bvh", {-0.05, 0.1}},
        {"depressed", "cmu91/91_14_depressed.bvh", {-0.2, -1.0}},
        {"quick", "cmu91/91_17_quick.bvh", {1.0, 0.0}},
        {"march", "cmu91/91_19_march.bvh", {0.15, 0.6}},
        {"hurt stomach", "cmu91/91_26_hurt-stomach.bvh", {0.0, -0.7}},
        {"too cool", "cmu91/91_12_too-cool.bvh", {0.2, 1.0}},
    };
    measure("Subject 91, seven styles over *energy* and *mood*", styles, 7);
}

static void four_styles_of_another(void **state)
{
    (void)state;
    static const style styles[] = {
        {"neutral", "cmu104/104_02_neutral.bvh", {0.0, 0.0}},
        {"casual", "cmu104/104_19_casual.bvh", {1.0, 0.4}},
        {"slow", "cmu104/104_35_slow.bvh", {-1.0, 0.3}},
        {"attitude", "cmu104/104_44_attitude.bvh", {0.0, 1.0}},
    };
    measure("Subject 104, four styles over *pace* and *attitude*", styles, 4);
}

/* A run among walks, and slopes: the first is refused by its keytimes, the others climb. */
static void a_run_is_no_walk_and_slopes_climb(void **state)
{
    (void)state;
    people p = {.count = 2};
    static const char *files[] = {"cmu104/104_02_neutral.bvh", "cmu104/104_37_run.bvh", "cmu74/74_14_slope1.bvh"};
    double places[2] = {0.0, 1.0};
    for (uint32_t i = 0; i < 3; i++)
        if (!load(files[i], &p.takes[i]))
            return;
    p.foot_count = vv_fit_feet(p.takes[0].skeleton, VV_VERB_MAX_FEET, p.feet);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(vv_fit_cycle(&p.takes[i], 2, p.feet, -1.0, NULL, &p.cuts[i], NULL), VV_OK);
        p.examples[i] = (vv_fit_example){&p.takes[i], &p.cuts[i], p.takes[i].name};
    }
    vv_field_def field = {.axis_count = 1, .example_count = 2, .examples = places};
    assert_int_equal(vv_field_create(&field, NULL, &p.field, NULL), VV_OK);
    vv_fit_verb_def def = vv_default_fit_verb_def();
    def.field = p.field;
    def.examples = p.examples;
    def.example_count = 2;
    def.foot_count = p.foot_count;
    def.feet = p.feet;
    vv_error error;
    assert_int_equal(vv_fit_verb(&def, NULL, &p.verb, NULL, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "keytime 2 of \"104_02_neutral\" is \"right up\""));
    p.examples[1] = p.examples[2];
    assert_int_equal(vv_fit_verb(&def, NULL, &p.verb, NULL, &error), VV_OK);
    vv_verb_state going = vv_default_verb_state();
    float weights[2] = {0.0f, 1.0f};
    for (uint32_t i = 0; i < 60; i++)
        vv_verb_advance(p.verb, weights, 1.0f / 60.0f, &going);
    assert_true(going.root.y > 0.1f && going.root.y < 0.3f);
    p.count = 3;
    disperse(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_take_comes_round_or_says_why_not),
        cmocka_unit_test(seven_styles_of_one_person),
        cmocka_unit_test(four_styles_of_another),
        cmocka_unit_test(a_run_is_no_walk_and_slopes_climb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
