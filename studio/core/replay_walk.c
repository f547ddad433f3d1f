/* A random figure plays a random verb at changing places of its field: weights, keytimes, root motion, poses and
 * planted feet are hashed frame by frame. */
#include "replay.h"

#include "runtime/base/base.h"

#include <verve/verb.h>

enum { MOST_JOINTS = 64, MOST_EXAMPLES = 16, AXES = 3, KEYTIMES = 5, CONTROLS = 12 };

typedef struct random_script {
    vvi_random random;
    uint32_t joints, examples;
    vv_field *field;
    vv_skeleton *skeleton;
    vv_verb *verb;
    float *controls, *dofs;
} random_script;

static float random_between(random_script *l, float low, float high)
{
    return low + (high - low) * vvi_random_unit(&l->random);
}

static vv_quat random_rotation(random_script *l)
{
    float q[4];
    for (uint32_t i = 0; i < 4; i++)
        q[i] = random_between(l, -1.0f, 1.0f);
    return vv_quat_normalize((vv_quat){q[0], q[1], q[2], q[3]});
}

/* The first five joints are a leg. */
static vv_result random_skeleton(random_script *l, vv_error *error)
{
    char names[MOST_JOINTS][4];
    vv_joint joints[MOST_JOINTS];
    for (uint32_t j = 0; j < l->joints; j++) {
        uint32_t parent = j == 0 ? VV_NONE : j < 5 ? j - 1 : vvi_random_below(&l->random, j);
        float x = random_between(l, -0.1f, 0.1f), y = random_between(l, -0.4f, -0.2f),
              z = random_between(l, -0.1f, 0.1f);
        vvi_format(names[j], sizeof names[j], "%u", j);
        joints[j] = (vv_joint){names[j], parent, {x, y, z}, random_rotation(l)};
    }
    return vv_skeleton_create(l->joints, joints, NULL, &l->skeleton, error);
}

static vv_result random_field(random_script *l, vv_radial radial, vv_error *error)
{
    double at[MOST_EXAMPLES * AXES];
    for (uint32_t i = 0; i < l->examples * AXES; i++)
        at[i] = (double)random_between(l, -1.0f, 1.0f);
    vv_field_def def = {.axis_count = AXES, .example_count = l->examples, .examples = at, .radial = radial};
    return vv_field_create(&def, NULL, &l->field, error);
}

static vv_result random_verb(random_script *l, bool cyclic, vv_error *error)
{
    uint32_t numbers = l->examples * CONTROLS * ((uint32_t)VV_DOF_JOINTS + 3 * l->joints);
    float keytimes[MOST_EXAMPLES * KEYTIMES];
    vv_quat references[MOST_JOINTS];
    const vv_foot foot = {1, 2, 3, 4};
    const uint32_t planted = 5;
    l->controls = vvi_allocate(NULL, numbers, sizeof *l->controls);
    if (!l->controls)
        return vvi_fail_memory(error, numbers * sizeof *l->controls);
    for (uint32_t i = 0; i < numbers; i++)
        l->controls[i] = random_between(l, -1.0f, 1.0f);
    for (uint32_t i = 0; i < l->examples * KEYTIMES; i++)
        keytimes[i] = i % KEYTIMES == 0 ? 0.0f : keytimes[i - 1] + random_between(l, 0.1f, 0.4f);
    for (uint32_t j = 0; j < l->joints; j++)
        references[j] = random_rotation(l);
    vv_verb_def def = {.field = l->field, .skeleton = l->skeleton, .cyclic = cyclic, .control_count = CONTROLS};
    def.keytime_count = KEYTIMES;
    def.keytimes = keytimes;
    def.references = references;
    def.controls = l->controls;
    def.foot_count = 1;
    def.feet = &foot;
    def.planted = &planted;
    return vv_verb_create(&def, NULL, &l->verb, error);
}

/* Plays one frame and returns the chained hash. Places reach beyond the examples, so that joints also rotate far. */
static uint64_t play_frame(random_script *l, uint32_t frame, vv_verb_state *walker, vv_foot_plants *plants,
                           uint64_t hash)
{
    vv_quat turns[MOST_JOINTS];
    vv_vec3 moves[MOST_JOINTS];
    vv_affine3 globals[MOST_JOINTS];
    float at[AXES], weights[MOST_EXAMPLES], keytimes[KEYTIMES], dt = 1.0f / (float)(24 + frame % 121);
    for (uint32_t a = 0; a < AXES; a++)
        at[a] = 1.5f * vv_sin(0.05f * (float)(frame * (a + 1)));
    vv_field_weights(vv_verb_field(l->verb), at, weights);
    vv_verb_keytimes(l->verb, weights, keytimes);
    vv_verb_advance(l->verb, weights, dt, walker);
    vv_verb_mix(l->verb, weights, walker->phase, l->dofs);
    vv_verb_pose(l->verb, l->dofs, &walker->root, turns, moves);
    vv_skeleton_globals(l->skeleton, turns, moves, globals);
    vv_verb_plant_feet(l->verb, walker->phase, dt, plants, turns, moves, globals);
    hash = vv_hash_bytes(hash, weights, l->examples * sizeof *weights);
    hash = vv_hash_bytes(hash, keytimes, sizeof keytimes);
    hash = vv_hash_bytes(hash, &walker->root, sizeof walker->root);
    hash = vv_hash_bytes(hash, turns, l->joints * sizeof *turns);
    return vv_hash_bytes(hash, globals, l->joints * sizeof *globals);
}

vv_result vv_replay_walk(const vv_replay_walk_def *def, uint64_t *hash, vv_error *error)
{
    random_script l = {.random = vvi_random_seed(def->seed), .joints = def->joints, .examples = def->examples};
    if (l.joints < 5 || l.joints > MOST_JOINTS || l.examples == 0 || l.examples > MOST_EXAMPLES)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a walk must have 5 to %u joints and 1 to %u examples", MOST_JOINTS,
                        MOST_EXAMPLES);
    vv_result result = random_skeleton(&l, error);
    if (result == VV_OK)
        result = random_field(&l, (vv_radial)(def->seed % 4), error);
    if (result == VV_OK)
        result = random_verb(&l, def->seed % 2 == 0, error);
    uint32_t dof_capacity = result == VV_OK ? vv_verb_dof_capacity(l.verb) : 0;
    if (result == VV_OK && !(l.dofs = vvi_allocate(NULL, dof_capacity, sizeof *l.dofs)))
        result = vvi_fail_memory(error, dof_capacity * sizeof *l.dofs);
    vv_verb_state walker = vv_default_verb_state();
    vv_foot_plants plants = {0};
    for (uint32_t frame = 0; result == VV_OK && frame < def->frames; frame++)
        *hash = play_frame(&l, frame, &walker, &plants, *hash);
    vvi_release(NULL, l.dofs, dof_capacity, sizeof *l.dofs);
    vvi_release(NULL, l.controls, l.examples * CONTROLS * ((uint32_t)VV_DOF_JOINTS + 3 * l.joints), sizeof *l.controls);
    vv_verb_destroy(l.verb, NULL);
    vv_field_destroy(l.field, NULL);
    vv_skeleton_destroy(l.skeleton, NULL);
    return result;
}
