/* Self-penetration: capsules of bodies that are not neighbours, ten times a second. */
#include "watch.h"

enum { INTERVAL = VV_JUDGE_RATE / 10 }; /* frames */

typedef struct segment {
    vv_vec3 from, axis;
} segment;

static segment make_segment(const watched_body *body, vv_transform3 at)
{
    return (segment){at.position, vv_quat_rotate(at.rotation, body->tip)};
}

static vv_vec3 segment_point(segment s, float t) { return vv_vec3_add(s.from, vv_vec3_scale(s.axis, t)); }
static float find_radius(const watched_body *body, float t)
{
    return body->radius[0] + t * (body->radius[1] - body->radius[0]);
}

/* The nearest points of two segments: the solution for lines, then each parameter is clamped and the other one found
 * again. */
static void find_nearest(segment p, segment q, float *s, float *t)
{
    vv_vec3 r = vv_vec3_sub(p.from, q.from);
    float a = vv_vec3_dot(p.axis, p.axis), e = vv_vec3_dot(q.axis, q.axis), f = vv_vec3_dot(q.axis, r);
    float b = vv_vec3_dot(p.axis, q.axis), c = vv_vec3_dot(p.axis, r), cross = a * e - b * b;
    *s = cross > 1e-9f * a * e && cross > 0.0f ? vvi_clamp((b * f - c * e) / cross, 0.0f, 1.0f) : 0.0f;
    *t = e > 0.0f ? vvi_clamp((b * *s + f) / e, 0.0f, 1.0f) : 0.0f;
    *s = a > 0.0f ? vvi_clamp((b * *t - c) / a, 0.0f, 1.0f) : 0.0f;
}

static float find_depth(const vv_watch *w, uint32_t a, uint32_t b, const vv_transform3 *placements)
{
    const watched_body *first = &w->bodies[a], *second = &w->bodies[b];
    segment p = make_segment(first, placements[a]), q = make_segment(second, placements[b]);
    float s, t;
    find_nearest(p, q, &s, &t);
    return find_radius(first, s) + find_radius(second, t) - find_distance(segment_point(p, s), segment_point(q, t));
}

/* Parent and child, and children of one parent, always touch. */
static bool are_neighbours(const vv_watch *w, uint32_t a, uint32_t b)
{
    return w->bodies[b].parent == a || w->bodies[a].parent == b || w->bodies[a].parent == w->bodies[b].parent;
}

bool vvi_watch_pairs(vv_watch *w, const vv_transform3 *rest)
{
    size_t most = (size_t)w->body_count * w->body_count / 2 + 1;
    w->pairs = vvi_arena_allocate(&w->arena, most, sizeof *w->pairs);
    if (w->pairs == NULL)
        return false;
    for (uint32_t a = 0; a < w->body_count; a++)
        for (uint32_t b = a + 1; b < w->body_count; b++)
            if (!are_neighbours(w, a, b) && w->bodies[a].radius[0] > 0.0f && w->bodies[b].radius[0] > 0.0f)
                w->pairs[w->pair_count++] = (watched_pair){a, b, vvi_max(find_depth(w, a, b, rest), 0.0f)};
    return true;
}

void vvi_watch_self(vv_watch *w, const vv_transform3 *placements)
{
    if (w->frame % INTERVAL != 0)
        return;
    for (uint32_t p = 0; p < w->pair_count; p++) {
        const watched_pair *pair = &w->pairs[p];
        float deeper = find_depth(w, pair->a, pair->b, placements) - pair->depth;
        vvi_raise_worst(&w->findings.self, vvi_max(deeper, 0.0f) / w->size, w->frame, pair->b);
    }
}
