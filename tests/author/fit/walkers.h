/* Walkers of which everything is known: feet that stand and swing as told, over any slope, while arms and spine
 * swing. */
#ifndef VV_TEST_WALKERS_H
#define VV_TEST_WALKERS_H

#include "author/fit/parts.h"
#include "tests/testing.h"

enum { ROOT, HIP_L, KNEE_L, ANKLE_L, TOE_L, HIP_R, KNEE_R, ANKLE_R, TOE_R, SPINE, ARM_L, ARM_R, HEAD, WALKER_JOINTS };

typedef struct walker {
    const char *name;
    double rate, seconds;
    double period, stance; /* seconds of a cycle; the share of it that a foot stands */
    double speed, heading; /* m/s, radians: straight on */
    double slope;          /* rise over run */
    double lift;           /* metres that a swinging foot rises */
    double phase;          /* of a cycle, at time 0: 0 as the left foot comes down */
    double arms, bend;     /* radians: how far arms swing, and how bowed the spine is */
    double noise;          /* radians by which arms and spine tremble */
    bool arms_double;      /* arms swing twice a cycle: another action */
} walker;

static inline walker default_walker(const char *name)
{
    return (walker){.name = name,
                    .rate = 60.0,
                    .seconds = 4.0,
                    .period = 1.1,
                    .stance = 0.6,
                    .speed = 1.2,
                    .lift = 0.12,
                    .arms = 0.5};
}

static inline vv_skeleton *walker_skeleton(const vv_allocator *allocator)
{
    static const struct {
        const char *name;
        uint32_t parent;
        float x, y, z;
    } joints[WALKER_JOINTS] = {
        {"root", VV_NONE, 0, 0.95f, 0},   {"hip.l", ROOT, 0.1f, -0.05f, 0},     {"knee.l", HIP_L, 0, -0.42f, 0},
        {"ankle.l", KNEE_L, 0, -0.4f, 0}, {"toe.l", ANKLE_L, 0, -0.07f, 0.15f}, {"hip.r", ROOT, -0.1f, -0.05f, 0},
        {"knee.r", HIP_R, 0, -0.42f, 0},  {"ankle.r", KNEE_R, 0, -0.4f, 0},     {"toe.r", ANKLE_R, 0, -0.07f, 0.15f},
        {"spine", ROOT, 0, 0.2f, 0},      {"arm.l", SPINE, 0.2f, 0.3f, 0},      {"arm.r", SPINE, -0.2f, 0.3f, 0},
        {"head", SPINE, 0, 0.5f, 0},
    };
    vv_joint made[WALKER_JOINTS];
    for (uint32_t j = 0; j < WALKER_JOINTS; j++)
        made[j] =
            (vv_joint){joints[j].name, joints[j].parent, {joints[j].x, joints[j].y, joints[j].z}, vv_quat_identity()};
    vv_skeleton *skeleton = NULL;
    vv_error error;
    assert_int_equal(vv_skeleton_create(WALKER_JOINTS, made, allocator, &skeleton, &error), VV_OK);
    return skeleton;
}

/* How far along its way the ankle is at time t: it stands where the body is in the middle of its stance, then swings
 * to the next. */
static inline double walker_step(const walker *w, double t, bool right, double *lift)
{
    double cycles = t / w->period + w->phase + (right ? 0.5 : 0.0), whole = floor(cycles), u = cycles - whole;
    double stride = w->speed * w->period, s = (u - w->stance) / (1.0 - w->stance);
    double began = (whole - w->phase - (right ? 0.5 : 0.0)) * stride, from = began + 0.5 * w->stance * stride;
    *lift = 0.0;
    if (u < w->stance)
        return from;
    *lift = w->lift * 16.0 * s * s * (1.0 - s) * (1.0 - s);
    return from + stride * s * s * (3.0 - 2.0 * s);
}

static inline vv_vec3 walker_ankle(const walker *w, double t, bool right)
{
    double lift, along = walker_step(w, t, right, &lift), aside = right ? -0.1 : 0.1;
    double sine = sin(w->heading), cosine = cos(w->heading);
    return (vv_vec3){(float)(along * sine + aside * cosine), (float)(0.08 + lift + w->slope * along),
                     (float)(along * cosine - aside * sine)};
}

static inline vv_vec3 walker_root(const walker *w, double t)
{
    double along = w->speed * t, bob = 0.02 * cos(4.0 * 3.14159265358979323846 * (t / w->period + w->phase));
    return (vv_vec3){(float)(along * sin(w->heading)), (float)(0.95 + bob + w->slope * along),
                     (float)(along * cos(w->heading))};
}

static inline vv_quat about(float x, float y, float z, double angle)
{
    return vv_quat_from_axis_angle((vv_vec3){x, y, z}, (float)angle);
}

static inline void walker_pose(const walker *w, double t, vvi_random *random, vv_quat *turns, vv_vec3 *moves)
{
    double round = 2.0 * 3.14159265358979323846 * (t / w->period + w->phase),
           swing = w->arms * sin(w->arms_double ? 2.0 * round : round);
    double tremble = w->noise * (2.0 * (double)vvi_random_unit(random) - 1.0);
    turns[ROOT] = about(0, 1, 0, w->heading + 0.1 * sin(round));
    moves[ROOT] = walker_root(w, t);
    turns[SPINE] = about(1, 0, 0, w->bend + tremble);
    turns[ARM_L] = about(1, 0, 0, swing + tremble);
    turns[ARM_R] = about(1, 0, 0, -swing + tremble);
    for (uint32_t right = 0; right < 2; right++) {
        uint32_t hip = right ? HIP_R : HIP_L;
        vv_vec3 way = vv_vec3_sub(walker_ankle(w, t, right == 1), moves[ROOT]);
        vv_vec3 below = vv_quat_rotate(vv_quat_conjugate(turns[ROOT]), way);
        moves[hip + 2] = vv_vec3_sub(below, vv_vec3_add(moves[hip], moves[hip + 1]));
        turns[hip + 2] = vv_quat_conjugate(about(0, 1, 0, 0.1 * sin(round))); /* the foot keeps pointing ahead */
    }
}

static inline vv_take make_take(const walker *w, const vv_allocator *allocator)
{
    vv_take take = {.allocator = allocator, .skeleton = walker_skeleton(allocator), .rate = w->rate};
    snprintf(take.name, sizeof take.name, "%s", w->name);
    take.frame_count = (uint32_t)(w->seconds * w->rate) + 1;
    size_t poses = (size_t)take.frame_count * WALKER_JOINTS;
    take.turns = vvi_allocate(allocator, poses, sizeof *take.turns);
    take.moves = vvi_allocate(allocator, poses, sizeof *take.moves);
    take.orders = vvi_allocate_zeroed(allocator, WALKER_JOINTS, sizeof *take.orders);
    vvi_random random = vvi_random_seed(7);
    for (uint32_t f = 0; f < take.frame_count; f++) {
        vv_skeleton_rest(take.skeleton, take.turns + f * WALKER_JOINTS, take.moves + f * WALKER_JOINTS);
        walker_pose(w, f / w->rate, &random, take.turns + f * WALKER_JOINTS, take.moves + f * WALKER_JOINTS);
    }
    return take;
}

static const vv_foot walker_feet[2] = {{HIP_L, KNEE_L, ANKLE_L, TOE_L}, {HIP_R, KNEE_R, ANKLE_R, TOE_R}};

#endif
