/* Planting: a figure whose legs walk slower than its root travels, and turns on its feet besides. */
#include "verbs.h"

enum { CONTROLS = 40, JOINTS = 9, LEFT = 1, RIGHT = 5, FRAMES = 240 };
#define LENGTH 1.0f /* seconds a cycle */
#define STRIDE 0.5f /* metres that a foot goes back while it stands, half a cycle */

static const vv_vec3 FORWARD = {0, 0, 1};

static vv_skeleton *make_skeleton(void)
{
    const vv_quat q = {0, 0, 0, 1};
    const vv_joint joints[JOINTS] = {{"hips", VV_NONE, {0, 0.8f, 0}, q},   {"l hip", 0, {0.1f, 0, 0}, q},
                                     {"l knee", 1, {0, -0.45f, 0.02f}, q}, {"l ankle", 2, {0, -0.45f, -0.02f}, q},
                                     {"l toe", 3, {0, 0, 0.15f}, q},       {"r hip", 0, {-0.1f, 0, 0}, q},
                                     {"r knee", 5, {0, -0.45f, 0.02f}, q}, {"r ankle", 6, {0, -0.45f, -0.02f}, q},
                                     {"r toe", 7, {0, 0, 0.15f}, q}};
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(JOINTS, joints, NULL, &skeleton, NULL), VV_OK);
    return skeleton;
}

/* Where an ankle is beside the root: it stands in the first half of its own cycle, and swings in the second. */
static vv_vec3 ankle_at(float phase, float side)
{
    float u = phase - floorf(phase);
    if (u < 0.5f)
        return (vv_vec3){side, 0.0f, STRIDE * (0.5f - 2.0f * u)};
    float s = 2.0f * u - 1.0f;
    return (vv_vec3){side, 0.1f * vv_sin(VV_PI * s), STRIDE * (s * s * (3.0f - 2.0f * s) - 0.5f)};
}

/* A verb of one example. Its rotation vectors are those of legs that reach for their ankles at the controls; `travel`
 * is how fast the root goes for every metre a second that the feet would have it, `spin` how fast it turns. */
static vv_verb *make_walk(float travel, float spin)
{
    vv_skeleton *skeleton = make_skeleton();
    vv_field *field = NULL;
    vv_field_def field_def = {.example_count = 1};
    assert_int_equal(vv_field_create(&field_def, NULL, &field, NULL), VV_OK);
    static float controls[CONTROLS][VV_DOF_JOINTS + 3 * JOINTS];
    vv_quat turns[JOINTS], references[JOINTS];
    vv_vec3 moves[JOINTS];
    vv_affine3 globals[JOINTS];
    for (int c = 0; c < CONTROLS; c++) {
        float phase = ((float)c - 1.0f) / CONTROLS; /* where this control counts most */
        vv_skeleton_rest(skeleton, turns, moves);
        vv_skeleton_globals(skeleton, turns, moves, globals);
        for (uint32_t leg = 0; leg < 2; leg++) {
            vv_vec3 target = ankle_at(phase + 0.5f * (float)leg, leg ? -0.1f : 0.1f);
            uint32_t hip = leg ? RIGHT : LEFT;
            assert_true(vv_skeleton_solve_two_bone_ik(skeleton, hip, hip + 1, hip + 2, target, FORWARD, 0.0f, turns,
                                                      moves, globals) < 1e-5f);
        }
        float *row = controls[c];
        memset(row, 0, sizeof controls[c]);
        row[VV_DOF_FORWARD] = travel * 2.0f * STRIDE / LENGTH;
        row[VV_DOF_YAW_RATE] = spin;
        row[VV_DOF_HEIGHT] = 0.8f;
        for (uint32_t j = 0; j < JOINTS; j++) {
            references[j] = vv_quat_identity();
            vv_vec3 h = vv_vec3_scale(vv_quat_log(turns[j]), 2.0f);
            memcpy(row + VV_DOF_JOINTS + 3 * j, &h, sizeof h);
        }
    }
    const float keytimes[3] = {0.0f, 0.5f * LENGTH, LENGTH};
    const vv_foot feet[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    const uint32_t planted[2] = {1, 2};
    vv_verb_def def = {.field = field, .skeleton = skeleton, .cyclic = true, .control_count = CONTROLS};
    def.keytime_count = 3;
    def.keytimes = keytimes;
    def.references = references;
    def.controls = controls[0];
    def.foot_count = 2;
    def.feet = feet;
    def.planted = planted;
    vv_verb *verb = NULL;
    assert_int_equal(vv_verb_create(&def, NULL, &verb, NULL), VV_OK);
    vv_field_destroy(field, NULL);
    vv_skeleton_destroy(skeleton, NULL);
    return verb;
}

typedef struct figure {
    const vv_verb *verb;
    vv_verb_state walker;
    vv_foot_plants plants;
    vv_quat turns[JOINTS];
    vv_vec3 moves[JOINTS];
    vv_affine3 globals[JOINTS];
} figure;

static void frame(figure *f, float dt, bool planting)
{
    const float weight = 1.0f;
    float *dofs = aligned_alloc(64, vv_verb_dof_capacity(f->verb) * sizeof *dofs);
    vv_verb_advance(f->verb, &weight, dt, &f->walker);
    vv_verb_mix(f->verb, &weight, f->walker.phase, dofs);
    vv_verb_pose(f->verb, dofs, &f->walker.root, f->turns, f->moves);
    vv_skeleton_globals(vv_verb_skeleton(f->verb), f->turns, f->moves, f->globals);
    if (planting)
        vv_verb_plant_feet(f->verb, f->walker.phase, dt, &f->plants, f->turns, f->moves, f->globals);
    free(dofs);
}

static float over_ground(vv_vec3 a, vv_vec3 b) { return sqrtf((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z)); }

static float foot_heading(const figure *f, uint32_t hip)
{
    vv_vec3 along = vv_vec3_sub(f->globals[hip + 3].translation, f->globals[hip + 2].translation);
    return vv_atan2(along.x, along.z);
}

typedef struct slides {
    float mean, worst;     /* metres a frame, of what bears a standing foot */
    float worst_twist;     /* radians a frame */
    float worst_knee;      /* radians a frame */
    float lowest, highest; /* how far ankles are from where the verb has them, in height */
} slides;

/* Frames in which a foot stood before and stands now. */
static void add_foot(const figure *now, const figure *before, uint32_t leg, uint32_t *count, slides *s)
{
    uint32_t hip = leg ? RIGHT : LEFT;
    const vv_affine3 *g = now->globals, *b = before->globals;
    float knee =
        2.0f *
        vv_vec3_length(vv_quat_log(vv_quat_multiply(vv_quat_conjugate(before->turns[hip + 1]), now->turns[hip + 1])));
    s->worst_knee = fmaxf(s->worst_knee, knee);
    if (!vv_verb_foot_is_planted(now->verb, leg, now->walker.phase) ||
        !vv_verb_foot_is_planted(now->verb, leg, before->walker.phase))
        return;
    float slide = fminf(over_ground(g[hip + 2].translation, b[hip + 2].translation),
                        over_ground(g[hip + 3].translation, b[hip + 3].translation));
    s->mean += slide;
    s->worst = fmaxf(s->worst, slide);
    s->worst_twist = fmaxf(s->worst_twist, fabsf(vv_wrap_angle(foot_heading(now, hip) - foot_heading(before, hip))));
    *count += 1;
}

static slides measure(const vv_verb *verb, float rate, bool planting)
{
    figure now = {.verb = verb}, free_one = {.verb = verb};
    slides s = {0};
    uint32_t count = 0;
    frame(&now, 1.0f / rate, planting);
    frame(&free_one, 1.0f / rate, false);
    for (int i = 0; i < FRAMES; i++) {
        figure before = now;
        frame(&now, 1.0f / rate, planting);
        frame(&free_one, 1.0f / rate, false);
        for (uint32_t leg = 0; leg < 2; leg++) {
            add_foot(&now, &before, leg, &count, &s);
            float rise = now.globals[leg ? 7 : 3].translation.y - free_one.globals[leg ? 7 : 3].translation.y;
            s.lowest = fminf(s.lowest, rise);
            s.highest = fmaxf(s.highest, rise);
        }
        for (int j = 0; j < JOINTS; j++)
            assert_true(fabsf(vv_quat_dot(now.turns[j], now.turns[j]) - 1.0f) < 1e-5f);
    }
    s.mean /= (float)count;
    return s;
}

static void feet_that_would_slide_stay_where_they_tread(void **state)
{
    (void)state;
    vv_verb *verb = make_walk(1.15f, 0.0f);
    slides loose = measure(verb, 60.0f, false), held = measure(verb, 60.0f, true);
    printf("slide %.2f mm a frame, worst %.2f; planted %.3f, worst %.2f; knee %.3f, planted %.3f\n",
           (double)loose.mean * 1e3, (double)loose.worst * 1e3, (double)held.mean * 1e3, (double)held.worst * 1e3,
           (double)loose.worst_knee, (double)held.worst_knee);
    assert_true(loose.mean > 2.3e-3f);                         /* 0.15 m/s over 60 */
    assert_true(held.mean < 0.3e-3f && held.worst < 5e-3f);    /* the landing is eased */
    assert_true(held.worst_knee < loose.worst_knee + 0.03f);   /* no pops */
    assert_true(held.lowest > -1e-4f && held.highest < 1e-3f); /* heights are the verb's own */
    vv_verb_destroy(verb, NULL);
}

static void feet_do_not_twist_on_the_ground(void **state)
{
    (void)state;
    vv_verb *verb = make_walk(1.0f, 0.6f);
    slides loose = measure(verb, 60.0f, false), held = measure(verb, 60.0f, true);
    assert_true(loose.worst_twist > 0.009f); /* 0.6 rad/s over 60 */
    assert_true(held.worst_twist < 0.008f && held.mean < 0.4e-3f && held.worst < 5e-3f);
    vv_verb_destroy(verb, NULL);
}

static void a_walk_that_does_not_slide_is_left_alone(void **state)
{
    (void)state;
    vv_verb *verb = make_walk(1.0f, 0.0f);
    figure free_one = {.verb = verb}, held = {.verb = verb};
    for (int i = 0; i < FRAMES; i++) {
        frame(&free_one, 1.0f / 60, false);
        frame(&held, 1.0f / 60, true);
        for (int j = 0; j < JOINTS; j++) /* what the splines round off at the ends of a stand is all there is */
            assert_true(vv_vec3_length(vv_vec3_sub(free_one.globals[j].translation, held.globals[j].translation)) <
                        0.02f);
    }
    vv_verb_destroy(verb, NULL);
}

static void other_frame_rates_hold_as_well(void **state)
{
    (void)state;
    vv_verb *verb = make_walk(1.15f, 0.0f);
    const float rates[3] = {24.0f, 30.0f, 144.0f};
    for (int r = 0; r < 3; r++) {
        slides held = measure(verb, rates[r], true), loose = measure(verb, rates[r], false);
        assert_true(held.mean < 0.25f * loose.mean && held.worst * rates[r] < 0.5f);
    }
    vv_verb_destroy(verb, NULL);
}

/* Carried away in mid-step, a foot is let go and follows within moments; nothing breaks. */
static void a_foot_carried_too_far_is_let_go(void **state)
{
    (void)state;
    vv_verb *verb = make_walk(1.0f, 0.0f);
    figure f = {.verb = verb};
    for (int i = 0; i < 12; i++)
        frame(&f, 1.0f / 60, true);
    f.walker.root.x += 5.0f;
    frame(&f, 1.0f / 60, true);
    assert_true(f.plants.foot[0].released);
    assert_true(vv_vec3_length(f.plants.foot[0].offset) <= 0.3f * 0.91f);
    float last = 1.0f;
    for (int i = 0; i < 10; i++) {
        frame(&f, 1.0f / 60, true);
        float left = vv_vec3_length(f.plants.foot[0].offset);
        assert_true(left < last || left < 1e-4f);
        last = left;
    }
    f.walker.root.x = NAN;
    frame(&f, 1.0f / 60, true);
    f.walker.root.x = 0.0f;
    f.plants = (vv_foot_plants){0};
    frame(&f, 1.0f / 60, true);
    assert_true(vvi_all_finite(&f.globals[0].linear.row[0].x, 12 * JOINTS));
    vv_verb_destroy(verb, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_that_would_slide_stay_where_they_tread),
        cmocka_unit_test(feet_do_not_twist_on_the_ground),
        cmocka_unit_test(a_walk_that_does_not_slide_is_left_alone),
        cmocka_unit_test(other_frame_rates_hold_as_well),
        cmocka_unit_test(a_foot_carried_too_far_is_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
