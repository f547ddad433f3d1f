/* Verbs for tests: random ones of any size, and a walker with two legs. */
#ifndef VV_TESTING_VERBS_H
#define VV_TESTING_VERBS_H

#include "runtime/motion/motion.h"
#include "runtime/rig/rig.h"
#include "tests/testing.h"

enum { VERB_MOST_JOINTS = 64, VERB_MOST_EXAMPLES = 12, VERB_MOST_CONTROLS = 40, VERB_MOST_KEYS = 12 };

/* All that a def points to. */
typedef struct verb_parts {
    vv_field *field;
    vv_skeleton *skeleton;
    float keytimes[VERB_MOST_EXAMPLES * VERB_MOST_KEYS];
    float phases[VERB_MOST_KEYS];
    vv_quat references[VERB_MOST_JOINTS];
    uint32_t movers[VERB_MOST_JOINTS];
    float *controls;
    vv_foot feet[2];
    uint32_t planted[2];
    uint32_t dof_count;
    vv_verb_def def;
} verb_parts;

typedef struct verb_size {
    uint32_t joints, examples, axes, controls, keys, movers;
    bool cyclic;
} verb_size;

static inline float verbs_between(vvi_random *random, float low, float high)
{
    return low + (high - low) * vvi_random_unit(random);
}

static inline vv_quat verbs_turn(vvi_random *random)
{
    float q[4];
    for (int i = 0; i < 4; i++)
        q[i] = verbs_between(random, -1.0f, 1.0f);
    return vv_quat_normalize((vv_quat){q[0], q[1], q[2], q[3]});
}

static inline vv_skeleton *verbs_skeleton(vvi_random *random, uint32_t count)
{
    static char names[VERB_MOST_JOINTS][16];
    vv_joint joints[VERB_MOST_JOINTS];
    for (uint32_t j = 0; j < count; j++) {
        snprintf(names[j], sizeof names[j], "joint %u", j);
        float m[3];
        for (int i = 0; i < 3; i++)
            m[i] = verbs_between(random, -0.5f, 0.5f);
        /* The first four are a chain, so that there is a leg. */
        uint32_t parent = j == 0 ? VV_NONE : j < 5 ? j - 1 : vvi_random_below(random, j);
        joints[j] = (vv_joint){names[j], parent, {m[0], m[1], m[2]}, verbs_turn(random)};
    }
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(count, joints, NULL, &skeleton, NULL), VV_OK);
    return skeleton;
}

static inline vv_field *verbs_field(vvi_random *random, uint32_t axes, uint32_t examples)
{
    double at[VERB_MOST_EXAMPLES * 4];
    for (uint32_t i = 0; i < examples * axes; i++)
        at[i] = (double)verbs_between(random, -1.0f, 1.0f);
    vv_field *field = NULL;
    vv_field_def def = {.axis_count = axes, .example_count = examples, .examples = at};
    assert_int_equal(vv_field_create(&def, NULL, &field, NULL), VV_OK);
    return field;
}

static inline void verbs_times(vvi_random *random, const verb_size *size, verb_parts *parts)
{
    float *phases = parts->phases;
    for (uint32_t e = 0; e < size->examples; e++)
        for (uint32_t k = 0; k < size->keys; k++)
            parts->keytimes[e * size->keys + k] =
                k == 0 ? 0.0f : parts->keytimes[e * size->keys + k - 1] + verbs_between(random, 0.1f, 0.5f);
    for (uint32_t k = 1; k < size->keys; k++)
        phases[k] = phases[k - 1] + verbs_between(random, 0.2f, 1.0f);
    for (uint32_t k = 1; k + 1 < size->keys; k++)
        phases[k] /= phases[size->keys - 1];
    phases[size->keys - 1] = 1.0f;
}

/* Its leg is joints 1 to 4, planted in every other span. */
static inline verb_parts *verbs_random(const verb_size *size, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    verb_parts *p = calloc(1, sizeof *p);
    p->field = verbs_field(&random, size->axes, size->examples);
    p->skeleton = verbs_skeleton(&random, size->joints);
    verbs_times(&random, size, p);
    for (uint32_t j = 0; j < size->joints; j++)
        p->references[j] = verbs_turn(&random);
    for (uint32_t m = 0; m < size->movers; m++)
        p->movers[m] = size->joints - 1 - m;
    p->dof_count = VV_DOF_JOINTS + 3 * (size->joints + size->movers);
    size_t numbers = (size_t)size->examples * size->controls * p->dof_count;
    p->controls = malloc(numbers * sizeof *p->controls);
    for (size_t i = 0; i < numbers; i++)
        p->controls[i] = verbs_between(&random, -1.0f, 1.0f);
    p->feet[0] = (vv_foot){1, 2, 3, 4};
    p->planted[0] = 0x55555555u;
    p->def = (vv_verb_def){.field = p->field,
                           .skeleton = p->skeleton,
                           .cyclic = size->cyclic,
                           .control_count = size->controls,
                           .keytime_count = size->keys,
                           .keytimes = p->keytimes,
                           .phases = p->phases,
                           .references = p->references,
                           .translating_joint_count = size->movers,
                           .translating_joints = p->movers,
                           .controls = p->controls,
                           .foot_count = size->joints > 4 ? 1 : 0,
                           .feet = p->feet,
                           .planted = p->planted};
    return p;
}

static inline void verbs_release(verb_parts *parts)
{
    vv_field_destroy(parts->field, NULL);
    vv_skeleton_destroy(parts->skeleton, NULL);
    free(parts->controls);
    free(parts);
}

static inline vv_verb *verbs_create(const verb_parts *parts)
{
    vv_verb *verb = NULL;
    vv_error error = {0};
    if (vv_verb_create(&parts->def, NULL, &verb, &error) != VV_OK)
        fail_msg("%s", error.message);
    return verb;
}

#endif
