/* Bodies that run through each other: capsules of bodies that are not neighbours, ten times a second. */
#include "watch.h"

enum { EVERY = VV_JUDGE_RATE / 10 };

typedef struct segment {
    vv_vec3 from, way;
} segment;

static segment segment_of(const watched_body *body, vv_placement at)
{
    return (segment){at.place, vv_quat_rotate(at.turn, body->tip)};
}

static vv_vec3 along(segment s, float t) { return vv_vec3_add(s.from, vv_vec3_scale(s.way, t)); }
static float radius_at(const watched_body *body, float t)
{
    return body->radius[0] + t * (body->radius[1] - body->radius[0]);
}

/* The nearest points of two segments: the unbounded solution, then each clamped and the other found again. */
static void nearest(segment p, segment q, float *s, float *t)
{
    vv_vec3 r = vv_vec3_sub(p.from, q.from);
    float a = vv_vec3_dot(p.way, p.way), e = vv_vec3_dot(q.way, q.way), f = vv_vec3_dot(q.way, r);
    float b = vv_vec3_dot(p.way, q.way), c = vv_vec3_dot(p.way, r), cross = a * e - b * b;
    *s = cross > 1e-9f * a * e && cross > 0.0f ? vvi_clamp((b * f - c * e) / cross, 0.0f, 1.0f) : 0.0f;
    *t = e > 0.0f ? vvi_clamp((b * *s + f) / e, 0.0f, 1.0f) : 0.0f;
    *s = a > 0.0f ? vvi_clamp((b * *t - c) / a, 0.0f, 1.0f) : 0.0f;
}

static float depth_of(const vv_watch *w, uint32_t a, uint32_t b, const vv_placement *placements)
{
    const watched_body *first = &w->bodies[a], *second = &w->bodies[b];
    segment p = segment_of(first, placements[a]), q = segment_of(second, placements[b]);
    float s, t;
    nearest(p, q, &s, &t);
    return radius_at(first, s) + radius_at(second, t) - distance_of(along(p, s), along(q, t));
}

/* Parent and child, and children of one parent, always touch. */
static bool are_neighbours(const vv_watch *w, uint32_t a, uint32_t b)
{
    return w->bodies[b].parent == a || w->bodies[a].parent == b || w->bodies[a].parent == w->bodies[b].parent;
}

bool vvi_watch_pairs(vv_watch *w, const vv_placement *rest)
{
    size_t most = (size_t)w->body_count * w->body_count / 2 + 1;
    w->pairs = vvi_arena_take(&w->arena, most, sizeof *w->pairs);
    if (w->pairs == NULL)
        return false;
    for (uint32_t a = 0; a < w->body_count; a++)
        for (uint32_t b = a + 1; b < w->body_count; b++)
            if (!are_neighbours(w, a, b) && w->bodies[a].radius[0] > 0.0f && w->bodies[b].radius[0] > 0.0f)
                w->pairs[w->pair_count++] = (watched_pair){a, b, vvi_max(depth_of(w, a, b, rest), 0.0f)};
    return true;
}

void vvi_watch_self(vv_watch *w, const vv_placement *placements)
{
    if (w->frame % EVERY != 0)
        return;
    for (uint32_t p = 0; p < w->pair_count; p++) {
        const watched_pair *pair = &w->pairs[p];
        float deeper = depth_of(w, pair->a, pair->b, placements) - pair->depth;
        vvi_worse(&w->findings.self, vvi_max(deeper, 0.0f) / w->size, w->frame, pair->b);
    }
}
