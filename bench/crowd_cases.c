/* Verbs as in "Shape and Animation by Example" (section 6.3): a robot of 60 degrees of freedom, a person of 138, and
 * a crowd of people, each with a different mood. */
#include "cases.h"

#include "runtime/base/base.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { KEYTIMES = 5, CONTROLS = 32, MAX_JOINTS = 67, PERSON_JOINTS = 45, MAX_EXAMPLES = 9, MAX_AXES = 3, ROOM = 208 };
enum { CROWD = 10000, THREADS = 2 };

typedef struct cast {
    vv_verb *verb;
    uint32_t joints, people, frame;
    float *dofs;            /* [ROOM] */
    float *keep;            /* [people · MAX_AXES] each person's place in the field */
    vv_verb_state *walkers; /* [people] */
    vv_affine3 *globals;    /* [people · joints] */
} cast;

static void finish_cast(void *context)
{
    cast *c = context;
    vv_verb_destroy(c->verb, NULL);
    vvi_release(NULL, c->dofs, ROOM, sizeof *c->dofs);
    free(c->keep);
    free(c->walkers);
    free(c->globals);
    free(c);
}

vv_skeleton *bench_make_skeleton(uint32_t joints)
{
    static char names[MAX_JOINTS][8];
    vv_joint list[MAX_JOINTS];
    vv_skeleton *skeleton = NULL;
    for (uint32_t j = 0; j < joints; j++) {
        names[j][0] = 'j';
        names[j][1] = (char)('0' + j / 10);
        names[j][2] = (char)('0' + j % 10);
        uint32_t parent = j == 0 ? VV_NONE : j % 5 == 0 ? j / 10 * 5 : j - 1;
        list[j] = (vv_joint){names[j], parent, {0.02f, 0.1f, 0.01f}, {0, 0, 0, 1}};
    }
    (void)vv_skeleton_create(joints, list, NULL, &skeleton, NULL);
    return skeleton;
}

static vv_field *make_field(vvi_random *random, uint32_t examples, uint32_t axes)
{
    double places[MAX_EXAMPLES * MAX_AXES];
    vv_field *field = NULL;
    for (uint32_t i = 0; i < examples * axes; i++)
        places[i] = 2.0 * (double)vvi_random_unit(random) - 1.0;
    vv_field_def def = {.axis_count = axes, .example_count = examples, .examples = places};
    (void)vv_field_create(&def, NULL, &field, NULL);
    return field;
}

static vv_verb *make_verb(uint32_t joints, uint32_t examples, uint32_t axes)
{
    vvi_random random = vvi_random_seed(joints);
    vv_skeleton *skeleton = bench_make_skeleton(joints);
    vv_field *field = make_field(&random, examples, axes);
    vv_quat references[MAX_JOINTS];
    float keytimes[MAX_EXAMPLES * KEYTIMES];
    uint32_t dofs = VV_DOF_JOINTS + 3 * joints;
    float *controls = malloc(sizeof *controls * examples * CONTROLS * dofs);
    for (uint32_t i = 0; controls && i < examples * CONTROLS * dofs; i++)
        controls[i] = vvi_random_unit(&random) - 0.5f;
    for (uint32_t e = 0; e < examples; e++)
        for (uint32_t k = 0; k < KEYTIMES; k++)
            keytimes[e * KEYTIMES + k] = (float)k * (0.25f + 0.01f * (float)e);
    for (uint32_t j = 0; j < joints; j++)
        references[j] = vv_quat_identity();
    vv_verb_def def = {.field = field, .skeleton = skeleton, .cyclic = true, .control_count = CONTROLS};
    def.keytime_count = KEYTIMES;
    def.keytimes = keytimes;
    def.references = references;
    def.controls = controls;
    vv_verb *verb = NULL;
    if (skeleton && field && controls)
        (void)vv_verb_create(&def, NULL, &verb, NULL);
    free(controls);
    vv_field_destroy(field, NULL);
    vv_skeleton_destroy(skeleton, NULL);
    return verb;
}

static void *prepare_cast(uint32_t joints, uint32_t examples, uint32_t axes, uint32_t people)
{
    vvi_random random = vvi_random_seed(2);
    cast *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->joints = joints;
    c->people = people;
    c->verb = make_verb(joints, examples, axes);
    c->dofs = vvi_allocate(NULL, ROOM, sizeof *c->dofs);
    c->keep = malloc(sizeof *c->keep * people * MAX_AXES);
    c->walkers = calloc(people, sizeof *c->walkers);
    c->globals = calloc((size_t)people * joints, sizeof *c->globals);
    if (!c->verb || !c->dofs || !c->keep || !c->walkers || !c->globals) {
        finish_cast(c);
        return NULL;
    }
    for (uint32_t i = 0; i < people * MAX_AXES; i++)
        c->keep[i] = 2.0f * vvi_random_unit(&random) - 1.0f;
    for (uint32_t i = 0; i < people; i++)
        c->walkers[i].phase = vvi_random_unit(&random);
    return c;
}

static void *prepare_robot(void) { return prepare_cast(19, 9, 2, 1); }

static void *prepare_person(void) { return prepare_cast(PERSON_JOINTS, 7, 3, 1); }

static void *prepare_crowd(void) { return prepare_cast(PERSON_JOINTS, 7, 3, CROWD); }

/* A different mood and time in every run: weights, keytimes, phase, and all degrees of freedom. */
static void evaluate(cast *c, float *weights)
{
    float at[MAX_AXES], keytimes[KEYTIMES];
    c->frame++;
    for (uint32_t k = 0; k < MAX_AXES; k++)
        at[k] = (float)((c->frame * (k + 3u)) & 63u) / 32.0f - 1.0f;
    vv_field_weights(vv_verb_field(c->verb), at, weights);
    float length = vv_verb_keytimes(c->verb, weights, keytimes);
    float phase = vv_verb_phase(c->verb, keytimes, length * (float)(c->frame & 1023u) / 1024.0f);
    vv_verb_mix(c->verb, weights, phase, c->dofs);
}

static void run_mix(void *context, uint32_t repeat)
{
    float weights[MAX_EXAMPLES];
    for (uint32_t r = 0; r < repeat; r++)
        evaluate(context, weights);
}

static void run_pose(void *context, uint32_t repeat)
{
    cast *c = context;
    float weights[MAX_EXAMPLES];
    vv_quat turns[MAX_JOINTS];
    vv_vec3 moves[MAX_JOINTS];
    for (uint32_t r = 0; r < repeat; r++) {
        evaluate(c, weights);
        vv_verb_pose(c->verb, c->dofs, &c->walkers[0].root, turns, moves);
        vv_skeleton_globals(vv_verb_skeleton(c->verb), turns, moves, c->globals);
    }
}

/* ---- Ten thousand of them ---------------------------------------------------------------------------------------- */

typedef struct shift {
    cast *cast;
    uint32_t first, end;
} shift;

static void *work_shift(void *context)
{
    const shift *s = context;
    cast *c = s->cast;
    float weights[MAX_EXAMPLES];
    float dofs[ROOM] __attribute__((aligned(64)));
    vv_quat turns[MAX_JOINTS];
    vv_vec3 moves[MAX_JOINTS];
    for (uint32_t i = s->first; i < s->end; i++) {
        vv_field_weights(vv_verb_field(c->verb), c->keep + (size_t)i * MAX_AXES, weights);
        vv_verb_advance(c->verb, weights, 1.0f / 60, &c->walkers[i]);
        vv_verb_mix(c->verb, weights, c->walkers[i].phase, dofs);
        vv_verb_pose(c->verb, dofs, &c->walkers[i].root, turns, moves);
        vv_skeleton_globals(vv_verb_skeleton(c->verb), turns, moves, c->globals + (size_t)i * c->joints);
    }
    return NULL;
}

static void run_crowd(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++) {
        pthread_t others[THREADS - 1];
        shift shifts[THREADS];
        bool begun[THREADS] = {false};
        for (uint32_t t = 0; t < THREADS; t++) {
            shifts[t] = (shift){context, CROWD / THREADS * t, CROWD / THREADS * (t + 1)};
            begun[t] = t > 0 && pthread_create(&others[t - 1], NULL, work_shift, &shifts[t]) == 0;
        }
        for (uint32_t t = 0; t < THREADS; t++)
            if (!begun[t])
                work_shift(&shifts[t]);
        for (uint32_t t = 1; t < THREADS; t++)
            if (begun[t])
                pthread_join(others[t - 1], NULL);
    }
}

/* ---- 67 joints, on one core -------------------------------------------------------------------------------------- */

static void *prepare_play_1(void) { return prepare_cast(MAX_JOINTS, 7, 3, 1); }
static void *prepare_play_1000(void) { return prepare_cast(MAX_JOINTS, 7, 3, 1000); }
static void *prepare_play_10000(void) { return prepare_cast(MAX_JOINTS, 7, 3, 10000); }

/* One unit is a frame of one character. */
static void run_play(void *context, uint32_t repeat)
{
    cast *c = context;
    shift all = {c, 0, c->people};
    for (uint32_t r = 0; r < repeat; r += c->people)
        work_shift(&all);
}

const bench_case bench_verbs_robot = {
    .name = "verbs.robot",
    .workload = "62 degrees of freedom of a robot from 9 examples over 2 axes, weights and keytimes with it",
    .limit = "limit.fma",
    .work = 2.0 * 4 * 9 * 62,
    .repeat = 1000,
    .prepare = prepare_robot,
    .run = run_mix,
    .finish = finish_cast};
const bench_case bench_verbs_person = {
    .name = "verbs.person",
    .workload = "140 degrees of freedom of a person from 7 examples over 3 axes, weights and keytimes with it",
    .limit = "limit.fma",
    .work = 2.0 * 4 * 7 * 140,
    .repeat = 1000,
    .prepare = prepare_person,
    .run = run_mix,
    .finish = finish_cast};
const bench_case bench_verbs_person_pose = {.name = "verbs.person.pose",
                                            .workload = "… and its 45 joints turned and taken to the figure's frame",
                                            .limit = "limit.fma",
                                            .work = 2.0 * 4 * 7 * 140 + 45 * (60 + 20 + 63),
                                            .repeat = 1000,
                                            .prepare = prepare_person,
                                            .run = run_pose,
                                            .finish = finish_cast};
const bench_case bench_verbs_crowd = {
    .name = "verbs.crowd",
    .workload = "a frame of 10,000 people, each with a different mood and phase, to all transforms, on two cores",
    .repeat = 1,
    .threads = THREADS,
    .prepare = prepare_crowd,
    .run = run_crowd,
    .finish = finish_cast,
    .frame = 1e9 / 60.0};

/* Four rows of controls of each example are mixed; then joints are turned and taken to the figure's frame. */
#define PLAY_CASE(size, words, compared)                                                                               \
    const bench_case bench_verbs_play_##size = {                                                                       \
        .name = "verbs.play." #size,                                                                                   \
        .workload = words,                                                                                             \
        .limit = "limit.fma",                                                                                          \
        .work = 2.0 * 4 * 7 * (VV_DOF_JOINTS + 3 * MAX_JOINTS) + MAX_JOINTS * (60 + 20 + 63),                          \
        .versus = compared,                                                                                            \
        .repeat = 10000,                                                                                               \
        .prepare = prepare_play_##size,                                                                                \
        .run = run_play,                                                                                               \
        .finish = finish_cast,                                                                                         \
    }

PLAY_CASE(1, "a frame of a character of 67 joints: a verb of 7 examples over 3 axes to model space", NULL);
PLAY_CASE(1000, "… of one of 1,000, each with a different mood and phase", "verbs.play.1");
PLAY_CASE(10000, "… of one of 10,000", "verbs.play.1");
