/* Compares moments of a take: how well a cycle closes, and where a take without footfalls returns to an earlier
 * pose. */
#include "author/fit/parts.h"

#define SAMPLES 240u /* most moments that are compared with each other */
/* a pose has returned if its distance is less than this share of the largest distance in between */
#define MOST_RETURN   0.25
#define LEAST_SECONDS 0.15 /* least duration of a cycle */

/* The position and velocity of a joint, relative to the root and its heading. */
typedef struct joint_state {
    vv_vec3 place, velocity;
} joint_state;

static vv_vec3 from_root(const vv_take *take, uint32_t frame, uint32_t joint, vv_quat inverse)
{
    vv_vec3 p = vvi_fit_joint_position(take, frame, joint), root = vvi_fit_joint_position(take, frame, 0);
    return vv_quat_rotate(inverse, (vv_vec3){p.x - root.x, p.y - root.y, p.z - root.z});
}

static vv_quat inverse_heading(const vv_take *take, uint32_t frame)
{
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    float yaw = vvi_fit_yaw(take->turns[frame * joints], vv_skeleton_joint(take->skeleton, 0).rotation);
    return vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, -yaw);
}

static joint_state observe_joint(const vv_take *take, uint32_t frame, uint32_t joint)
{
    uint32_t a = frame > 0 ? frame - 1 : 0, b = frame + 1 < take->frame_count ? frame + 1 : frame;
    vv_quat inverse = inverse_heading(take, frame);
    vv_vec3 way = vv_vec3_sub(from_root(take, b, joint, inverse), from_root(take, a, joint, inverse));
    float rate = b > a ? (float)(take->rate / (b - a)) : 0.0f;
    return (joint_state){from_root(take, frame, joint, inverse), vv_vec3_scale(way, rate)};
}

static double squared(vv_vec3 a, vv_vec3 b)
{
    vv_vec3 d = vv_vec3_sub(a, b);
    return (double)vv_vec3_dot(d, d);
}

static vvi_gap gap_between(uint32_t joints, const joint_state *a, const joint_state *b, double scale)
{
    double place = 0.0, speed = 0.0;
    for (uint32_t j = 0; j < joints; j++) {
        place += squared(a[j].place, b[j].place);
        speed += squared(a[j].velocity, b[j].velocity);
    }
    return (vvi_gap){sqrt(place / joints) / scale, sqrt(speed / joints) / sqrt(FIT_GRAVITY * scale)};
}

vvi_gap vvi_fit_gap(const vv_take *take, uint32_t a, uint32_t b, double scale)
{
    uint32_t joints = vv_skeleton_joint_count(take->skeleton);
    double place = 0.0, speed = 0.0;
    for (uint32_t j = 0; j < joints; j++) {
        joint_state p = observe_joint(take, a, j), q = observe_joint(take, b, j);
        place += squared(p.place, q.place);
        speed += squared(p.velocity, q.velocity);
    }
    return (vvi_gap){sqrt(place / joints) / scale, sqrt(speed / joints) / sqrt(FIT_GRAVITY * scale)};
}

/* ---- Takes that loop ------------------------------------------------------------------------------------------- */

typedef struct search {
    uint32_t count, joints, step; /* number of moments, number of joints, frames from one moment to the next */
    double scale;
    joint_state *moments;  /* [count · joints] */
    double least_distance; /* moments, at least */
    double near;           /* moments; < 0: anywhere */
} search;

typedef struct pair {
    uint32_t a, b;
    double gap, farthest;
} pair;

static double pose_distance(const search *s, uint32_t a, uint32_t b)
{
    vvi_gap gap =
        gap_between(s->joints, s->moments + (size_t)a * s->joints, s->moments + (size_t)b * s->joints, s->scale);
    return gap.place + 0.3 * gap.speed;
}

/* Finds the best return to moment a: the smallest ratio of distance to the largest distance before. */
static void find_best_return(const search *s, uint32_t a, pair *best)
{
    double farthest = 0.0;
    for (uint32_t b = a + 1; b < s->count; b++) {
        double d = pose_distance(s, a, b);
        farthest = d > farthest ? d : farthest;
        bool around = s->near < 0.0 || (a <= s->near && s->near <= b);
        if (around && b - a >= s->least_distance && d < best->gap * farthest) {
            *best = (pair){a, b, farthest > 0.0 ? d / farthest : 1.0, farthest};
        }
    }
}

static bool observe_moments(const vv_take *take, vvi_arena *arena, search *s)
{
    s->moments = vvi_arena_allocate(arena, (size_t)s->count * s->joints, sizeof *s->moments);
    for (uint32_t i = 0; s->moments && i < s->count; i++)
        for (uint32_t j = 0; j < s->joints; j++)
            s->moments[(size_t)i * s->joints + j] = observe_joint(take, i * s->step, j);
    return s->moments != NULL;
}

vv_result vvi_fit_similar(const vv_take *take, double scale, double near, const vv_allocator *allocator, double *from,
                          double *to, vv_error *error)
{
    uint32_t step = 1 + (take->frame_count - 1) / SAMPLES;
    search s = {.count = 1 + (take->frame_count - 1) / step, .step = step, .scale = scale};
    s.joints = vv_skeleton_joint_count(take->skeleton);
    s.near = near < 0.0 ? -1.0 : near * take->rate / step;
    s.least_distance = LEAST_SECONDS * take->rate / step;
    vvi_arena arena = {.allocator = allocator};
    if (!observe_moments(take, &arena, &s)) {
        vvi_arena_release(&arena);
        return vvi_fail_memory(error, (size_t)s.count * s.joints * sizeof *s.moments);
    }
    pair best = {.gap = MOST_RETURN};
    for (uint32_t a = 0; a < s.count; a++)
        find_best_return(&s, a, &best);
    vvi_arena_release(&arena);
    if (best.b == 0 || best.farthest < 1e-3) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "take \"%s\" does not loop: it never returns to an earlier pose",
                 take->name);
        vvi_error_remedy(error, "cut the cycle by hand, or make the verb not cyclic");
        return VV_ERROR_ARGUMENT;
    }
    *from = best.a * step / take->rate;
    *to = best.b * step / take->rate;
    return VV_OK;
}
