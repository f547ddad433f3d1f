/* Inverse kinematics of a creature of 25 bodies with five goals (both hands, both feet, the mouth), beside plain
 * FABRIK (Aristidou and Lasenby 2011) over the same tree of joints to a thousandth of a metre. FABRIK gives points;
 * the solver gives bodies with rotations. */
#include "cases.h"

#include <verve/retarget.h>

#include <stdlib.h>
#include <string.h>

enum { BODIES = 25, GOALS = 5, FRAMES = 64, MAX_ROUNDS = 50 };

typedef struct body_line {
    const char *name;
    int parent;
    vv_vec3 place, centre;
    uint64_t caps;
} body_line;

#define SPINE   VV_CAP_BIT(VV_CAP_SPINE)
#define LIMB    VV_CAP_BIT(VV_CAP_LIMB)
#define HAND    (LIMB | VV_CAP_BIT(VV_CAP_GRASPER))
#define FOOT    (LIMB | VV_CAP_BIT(VV_CAP_FOOT))
#define FEATURE VV_CAP_BIT(VV_CAP_EYE)

static const body_line biped[BODIES] = {
    {"pelvis", -1, {0, 0.95f, 0}, {0, 0.07f, 0}, SPINE},
    {"belly", 0, {0, 1.10f, 0}, {0, 0.07f, 0}, SPINE},
    {"chest", 1, {0, 1.25f, 0.01f}, {0, 0.12f, 0}, SPINE},
    {"neck", 2, {0, 1.50f, 0.01f}, {0, 0.05f, 0}, SPINE},
    {"head", 3, {0, 1.60f, 0.03f}, {0, 0.08f, 0}, SPINE},
    {"mouth", 4, {0, 1.62f, 0.12f}, {0, 0, 0.01f}, VV_CAP_BIT(VV_CAP_MOUTH)},
    {"left eye", 4, {0.04f, 1.70f, 0.12f}, {0, 0, 0}, FEATURE},
    {"right eye", 4, {-0.04f, 1.70f, 0.12f}, {0, 0, 0}, FEATURE},
    {"left ear", 4, {0.09f, 1.70f, 0.03f}, {0, 0, 0}, VV_CAP_BIT(VV_CAP_EAR)},
    {"right ear", 4, {-0.09f, 1.70f, 0.03f}, {0, 0, 0}, VV_CAP_BIT(VV_CAP_EAR)},
    {"left upper arm", 2, {0.20f, 1.45f, 0}, {0, -0.14f, 0}, LIMB},
    {"left fore arm", 10, {0.25f, 1.17f, 0}, {0, -0.11f, 0.04f}, LIMB},
    {"left hand", 11, {0.27f, 0.94f, 0.08f}, {0, -0.07f, 0.03f}, HAND},
    {"right upper arm", 2, {-0.20f, 1.45f, 0}, {0, -0.14f, 0}, LIMB},
    {"right fore arm", 13, {-0.25f, 1.17f, 0}, {0, -0.11f, 0.04f}, LIMB},
    {"right hand", 14, {-0.27f, 0.94f, 0.08f}, {0, -0.07f, 0.03f}, HAND},
    {"left thigh", 0, {0.11f, 0.92f, 0}, {0, -0.2f, 0}, LIMB},
    {"left shin", 16, {0.11f, 0.48f, 0.03f}, {0, -0.2f, 0}, LIMB},
    {"left foot", 17, {0.11f, 0.06f, 0}, {0, -0.06f, 0.05f}, FOOT},
    {"right thigh", 0, {-0.11f, 0.92f, 0}, {0, -0.2f, 0}, LIMB},
    {"right shin", 19, {-0.11f, 0.48f, 0.03f}, {0, -0.2f, 0}, LIMB},
    {"right foot", 20, {-0.11f, 0.06f, 0}, {0, -0.06f, 0.05f}, FOOT},
    {"tail 1", 0, {0, 0.95f, -0.10f}, {0, 0, -0.07f}, VV_CAP_BIT(VV_CAP_TAIL)},
    {"tail 2", 22, {0, 0.90f, -0.25f}, {0, 0, -0.07f}, VV_CAP_BIT(VV_CAP_TAIL)},
    {"tail 3", 23, {0, 0.85f, -0.40f}, {0, 0, -0.06f}, VV_CAP_BIT(VV_CAP_TAIL)},
};
static const uint32_t ends[GOALS] = {12, 15, 18, 21, 5};

typedef struct posing {
    vv_creature *creature;
    vv_ik_solver *solver;
    vv_ik_goal goals[FRAMES][GOALS];
    vv_transform3 placements[BODIES];
    uint32_t frame;
    vv_vec3 points[BODIES];
    float lengths[BODIES];
} posing;

/* Hands and mouth wave about within reach; feet step a little. */
static void make_goals(posing *p)
{
    static const float swing[GOALS] = {0.25f, 0.25f, 0.1f, 0.1f, 0.08f};
    for (int f = 0; f < FRAMES; f++)
        for (int g = 0; g < GOALS; g++) {
            float angle = 2.0f * VV_PI * (float)f / FRAMES + (float)g;
            vv_vec3 at = vv_vec3_add(biped[ends[g]].place, biped[ends[g]].centre);
            at = vv_vec3_add(at, (vv_vec3){swing[g] * 0.5f * vv_sin(2.0f * angle),
                                           swing[g] * (0.5f + 0.5f * vv_sin(angle)), swing[g] * vv_cos(angle)});
            p->goals[f][g] =
                (vv_ik_goal){.body = ends[g], .position = at, .rotation = vv_quat_identity(), .position_weight = 1.0f};
        }
}

static void finish(void *context)
{
    posing *p = context;
    vv_ik_solver_destroy(p->solver, NULL);
    vv_creature_destroy(p->creature, NULL);
    free(p);
}

vv_creature *bench_biped(void)
{
    vv_creature *creature = NULL;
    vv_creature_body bodies[BODIES];
    for (int b = 0; b < BODIES; b++) {
        const body_line *line = &biped[b];
        uint32_t parent = line->parent < 0 ? VV_NONE : (uint32_t)line->parent;
        bodies[b] = (vv_creature_body){.name = line->name,
                                       .parent = parent,
                                       .position = line->place,
                                       .caps = line->caps,
                                       .rotation = vv_quat_identity(),
                                       .centre = line->centre,
                                       .low = {-0.04f, -0.04f, -0.04f},
                                       .high = {0.04f, 0.04f, 0.04f}};
    }
    vv_creature_def def = {.body_count = BODIES, .bodies = bodies};
    return vv_creature_create(&def, NULL, &creature, NULL) == VV_OK ? creature : NULL;
}

static void *prepare(void)
{
    posing *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    for (int b = 1; b < BODIES; b++)
        p->lengths[b] = vv_vec3_length(vv_vec3_sub(biped[b].place, biped[biped[b].parent].place));
    make_goals(p);
    p->creature = bench_biped();
    if (!p->creature || vv_ik_solver_create(p->creature, NULL, &p->solver, NULL) != VV_OK) {
        finish(p);
        return NULL;
    }
    return p;
}

static void run_solver(void *context, uint32_t repeat)
{
    posing *p = context;
    vv_ik_options options = vv_default_ik_options();
    options.carry_twist = true;
    for (uint32_t i = 0; i < repeat; i++) {
        p->frame = (p->frame + 1u) % FRAMES;
        vv_ik_solver_solve(p->solver, &options, (vv_transform3){biped[0].place, vv_quat_identity()}, GOALS,
                           p->goals[p->frame], 1.0f / 60.0f, p->placements);
    }
}

/* ---- FABRIK ------------------------------------------------------------------------------------------------------ */

static vv_vec3 at_length(vv_vec3 from, vv_vec3 to, float length)
{
    vv_vec3 way = vv_vec3_sub(to, from);
    return vv_vec3_add(from, vv_vec3_scale(way, length / (vv_vec3_length(way) + 1e-12f)));
}

/* Backwards each joint moves to the mean of what its children require; forwards from the root. Returns the largest
 * error. */
static float fabrik_round(posing *p, const vv_ik_goal *goals)
{
    vv_vec3 sums[BODIES] = {{0, 0, 0}};
    float counts[BODIES] = {0}, worst = 0.0f;
    for (int g = 0; g < GOALS; g++) {
        sums[ends[g]] = goals[g].position;
        counts[ends[g]] = 1.0f;
    }
    for (int b = BODIES - 1; b > 0; b--) {
        if (counts[b] <= 0.0f)
            continue;
        int on = biped[b].parent;
        p->points[b] = vv_vec3_scale(sums[b], 1.0f / counts[b]);
        sums[on] = vv_vec3_add(sums[on], at_length(p->points[b], p->points[on], p->lengths[b]));
        counts[on] += 1.0f;
    }
    for (int b = 1; b < BODIES; b++)
        p->points[b] = at_length(p->points[biped[b].parent], p->points[b], p->lengths[b]);
    for (int g = 0; g < GOALS; g++) {
        float error = vv_vec3_length(vv_vec3_sub(p->points[ends[g]], goals[g].position));
        worst = error > worst ? error : worst;
    }
    return worst;
}

static void run_fabrik(void *context, uint32_t repeat)
{
    posing *p = context;
    for (uint32_t i = 0; i < repeat; i++) {
        p->frame = (p->frame + 1u) % FRAMES;
        for (int b = 0; b < BODIES; b++)
            p->points[b] = biped[b].place;
        for (int round = 0; round < MAX_ROUNDS; round++)
            if (fabrik_round(p, p->goals[p->frame]) < 1e-3f)
                break;
    }
}

const bench_case bench_creature_ik_fabrik = {.name = "creature.ik.fabrik",
                                             .workload =
                                                 "FABRIK over 25 joints, 5 goals, to a thousandth: points alone",
                                             .repeat = 640,
                                             .prepare = prepare,
                                             .run = run_fabrik,
                                             .finish = finish};
const bench_case bench_creature_ik = {.name = "creature.ik",
                                      .workload = "a creature of 25 bodies, 5 goals: spine, limbs and turns",
                                      .versus = "creature.ik.fabrik",
                                      .repeat = 640,
                                      .prepare = prepare,
                                      .run = run_solver,
                                      .finish = finish};
