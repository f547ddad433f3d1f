/* Which moments of a take are alike: how well a cycle closes, and where a take comes round that no foot tells of. */
#include "author/fit/parts.h"

#define SAMPLES 240u /* moments that are compared with each other, at most */
#define RETURN  0.25 /* as near as this share of how far it has been away: it has come round */
#define APART   0.15 /* seconds, at least */

/* The place of a joint and its velocity, both seen from the root and turned by its heading. */
typedef struct seen {
    vv_vec3 place, velocity;
} seen;

static vv_vec3 from_root(const vv_take *take, uint32_t frame, uint32_t joint, vv_quat unturn)
{
    vv_vec3 p = vvi_fit_place(take, frame, joint), root = vvi_fit_place(take, frame, 0);
    return vv_quat_rotate(unturn, (vv_vec3){p.x - root.x, p.y - root.y, p.z - root.z});
}

static vv_quat unturn_at(const vv_take *take, uint32_t frame)
{
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    float yaw = vvi_fit_yaw(take->turns[frame * joints], vv_skeleton_joint(take->skeleton, 0).turn);
    return vv_quat_about((vv_vec3){0.0f, 1.0f, 0.0f}, -yaw);
}

static seen look(const vv_take *take, uint32_t frame, uint32_t joint)
{
    uint32_t a = frame > 0 ? frame - 1 : 0, b = frame + 1 < take->frame_count ? frame + 1 : frame;
    vv_quat unturn = unturn_at(take, frame);
    vv_vec3 way = vv_vec3_sub(from_root(take, b, joint, unturn), from_root(take, a, joint, unturn));
    float rate = b > a ? (float)(take->rate / (b - a)) : 0.0f;
    return (seen){from_root(take, frame, joint, unturn), vv_vec3_scale(way, rate)};
}

static double squared(vv_vec3 a, vv_vec3 b)
{
    vv_vec3 d = vv_vec3_sub(a, b);
    return (double)vv_vec3_dot(d, d);
}

static vvi_gap gap_between(uint32_t joints, const seen *a, const seen *b, double scale)
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
        seen p = look(take, a, j), q = look(take, b, j);
        place += squared(p.place, q.place);
        speed += squared(p.velocity, q.velocity);
    }
    return (vvi_gap){sqrt(place / joints) / scale, sqrt(speed / joints) / sqrt(FIT_GRAVITY * scale)};
}

/* ---- A take that comes round -------------------------------------------------------------------------------------------------- */

typedef struct search {
    uint32_t count, joints, step; /* moments, joints, frames from one moment to the next */
    double scale;
    seen *moments; /* [count · joints] */
    double apart;  /* moments, at least */
    double near;   /* moments; < 0: anywhere */
} search;

typedef struct pair {
    uint32_t a, b;
    double gap, farthest;
} pair;

static double distance(const search *s, uint32_t a, uint32_t b)
{
    vvi_gap gap =
        gap_between(s->joints, s->moments + (size_t)a * s->joints, s->moments + (size_t)b * s->joints, s->scale);
    return gap.place + 0.3 * gap.speed;
}

/* The best return to moment a: the least distance after the farthest, as a share of it. */
static void best_return(const search *s, uint32_t a, pair *best)
{
    double farthest = 0.0;
    for (uint32_t b = a + 1; b < s->count; b++) {
        double d = distance(s, a, b);
        farthest = d > farthest ? d : farthest;
        bool around = s->near < 0.0 || (a <= s->near && s->near <= b);
        if (around && b - a >= s->apart && d < best->gap * farthest) {
            *best = (pair){a, b, farthest > 0.0 ? d / farthest : 1.0, farthest};
        }
    }
}

static bool observe(const vv_take *take, vvi_arena *arena, search *s)
{
    s->moments = vvi_arena_take(arena, (size_t)s->count * s->joints, sizeof *s->moments);
    for (uint32_t i = 0; s->moments && i < s->count; i++)
        for (uint32_t j = 0; j < s->joints; j++)
            s->moments[(size_t)i * s->joints + j] = look(take, i * s->step, j);
    return s->moments != NULL;
}

vv_result vvi_fit_similar(const vv_take *take, double scale, double near, const vv_allocator *allocator, double *from,
                          double *to, vv_error *error)
{
    uint32_t step = 1 + (take->frame_count - 1) / SAMPLES;
    search s = {.count = 1 + (take->frame_count - 1) / step, .step = step, .scale = scale};
    s.joints = vv_skeleton_joint_count(take->skeleton);
    s.near = near < 0.0 ? -1.0 : near * take->rate / step;
    s.apart = APART * take->rate / step;
    vvi_arena arena = {.allocator = allocator};
    if (!observe(take, &arena, &s)) {
        vvi_arena_release(&arena);
        return vvi_fail_memory(error, (size_t)s.count * s.joints * sizeof *s.moments);
    }
    pair best = {.gap = RETURN};
    for (uint32_t a = 0; a < s.count; a++)
        best_return(&s, a, &best);
    vvi_arena_release(&arena);
    if (best.b == 0 || best.farthest < 1e-3) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "take \"%s\" never comes round to a pose that it has left", take->name);
        vvi_error_remedy(error, "cut the cycle by hand, or make the verb one that does not repeat");
        return VV_ERROR_ARGUMENT;
    }
    *from = best.a * step / take->rate;
    *to = best.b * step / take->rate;
    return VV_OK;
}
