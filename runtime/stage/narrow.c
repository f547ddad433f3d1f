/* Rows between two outlines: each point of one before the nearest edge of the other that faces it, found where the boxes
 * overlap. Where something moves further in a substep than contact's margin, the way from x0 to x of the point against the
 * moving edge is tested instead, so that nothing passes through however thin it is. A point deep inside, which no edge
 * near it explains (after a teleport), goes to the nearest edge of all. */
#include "runtime/stage/contact.h"

#include <string.h>

typedef int32_t int4 __attribute__((vector_size(16)));

#define MAX_DEEP 8u /* rows for points deep inside, of one side of a pair */
#define FACING   0.1f
#define SWEPT    0.3f

typedef struct search {
    contacts *c;
    const side *points, *edges;
    bool swapped; /* the point is on side b */
    float outside, inside;
    bool swept, deep;
    vv_vec2 low, high;
} search;

/* What stands before a point. */
typedef struct hit {
    uint32_t i, j;
    float t;
    vv_vec2 normal; /* out of the edge */
    float gap;      /* at the end; VV_NONE as i: nothing found */
    bool swept;
} hit;

static void edge_ends(const side *s, uint32_t edge, uint32_t *i, uint32_t *j)
{
    *i = s->edges ? s->edges[2u * edge] : edge;
    *j = s->edges ? s->edges[2u * edge + 1u] : edge + 1u == s->point_count ? 0u : edge + 1u;
}

/* The outward unit normal of the way from p to q; zero where they coincide. */
static vv_vec2 edge_normal(const side *s, vv_vec2 p, vv_vec2 q, float *length)
{
    vv_vec2 right = {q.y - p.y, p.x - q.x};
    *length = vv_vec2_length(right);
    return *length > 0.0f ? vv_vec2_scale(right, s->sign / *length) : (vv_vec2){0.0f, 0.0f};
}

static vv_vec2 least(vv_vec2 p, vv_vec2 q) { return (vv_vec2){vvi_min(p.x, q.x), vvi_min(p.y, q.y)}; }
static vv_vec2 greatest(vv_vec2 p, vv_vec2 q) { return (vv_vec2){vvi_max(p.x, q.x), vvi_max(p.y, q.y)}; }
static bool are_apart(vv_vec2 low, vv_vec2 high, vv_vec2 other_low, vv_vec2 other_high)
{
    return high.x < other_low.x || low.x > other_high.x || high.y < other_low.y || low.y > other_high.y;
}

static uint32_t gather_edges(const search *s)
{
    uint32_t count = 0;
    const side *e = s->edges;
    uint32_t edges = e->chosen_edges ? e->chosen_edge_count : e->edge_count;
    for (uint32_t k = 0; k < edges && count < s->c->edge_capacity; k++) {
        near_edge *n = &s->c->near[count];
        edge_ends(e, e->chosen_edges ? e->chosen_edges[k] : k, &n->i, &n->j);
        vv_vec2 p = side_point(e, e->x, n->i), q = side_point(e, e->x, n->j);
        vv_vec2 low = least(p, q), high = greatest(p, q);
        if (s->swept) {
            vv_vec2 p0 = side_point(e, e->x0, n->i), q0 = side_point(e, e->x0, n->j);
            low = least(low, least(p0, q0));
            high = greatest(high, greatest(p0, q0));
        }
        if (are_apart(low, high, s->low, s->high))
            continue;
        n->from = p;
        n->normal = edge_normal(e, p, q, &n->length);
        n->along = vv_vec2_scale(vv_vec2_sub(q, p), n->length > 0.0f ? 1.0f / n->length : 0.0f);
        count += n->length > 0.0f;
    }
    return count;
}

/* The `member` of four edges as a vector. */
#define FOUR(member)                                                                                                   \
    {                                                                                                                  \
        e[0].member, e[1].member, e[2].member, e[3].member                                                             \
    }

/* `count` near edges, four side by side. Whole vectors are stored: with lanes stored one by one at a varying index, clang 14 for
 * SSE4.1 and above gave other bits than every other build. */
static void set_side_by_side(contacts *c, uint32_t count)
{
    for (uint32_t k = 0; k < count; k += 4u) {
        near_edge e[4];
        for (uint32_t lane = 0; lane < 4; lane++)
            e[lane] = k + lane < count ? c->near[k + lane] : (near_edge){.length = -INFINITY};
        c->near_fours[k / 4u] = (near_four){.from_x = FOUR(from.x),
                                            .from_y = FOUR(from.y),
                                            .along_x = FOUR(along.x),
                                            .along_y = FOUR(along.y),
                                            .normal_x = FOUR(normal.x),
                                            .normal_y = FOUR(normal.y),
                                            .length = FOUR(length)};
    }
}

/* The normal with which the edge stands against a point whose outline goes `out` there. False: it faces away. */
static bool faces(const side *e, vv_vec2 *normal, vv_vec2 out, float limit)
{
    float facing = vv_vec2_dot(*normal, out), length = vv_vec2_dot(out, out);
    if (length == 0.0f)
        return true;
    if (e->two_sided && !e->one_way && facing > 0.0f) {
        *normal = vv_vec2_scale(*normal, -1.0f);
        facing = -facing;
    }
    return facing < 0.0f && facing * facing > limit * limit * length;
}

static void try_near(const search *s, const near_edge *e, vv_vec2 p, vv_vec2 out, hit *best)
{
    vv_vec2 d = vv_vec2_sub(p, e->from);
    float along = vv_vec2_dot(d, e->along), slack = 0.5f * s->outside;
    if (along < -slack || along > e->length + slack)
        return;
    vv_vec2 normal = e->normal;
    float gap = vv_vec2_dot(d, normal);
    if (fabsf(gap) >= best->gap || !faces(s->edges, &normal, out, FACING))
        return;
    gap = vv_vec2_dot(d, normal);
    if (gap > s->outside || gap < -s->inside)
        return;
    *best = (hit){e->i, e->j, vvi_clamp(along / e->length, 0.0f, 1.0f), normal, fabsf(gap), false};
}

/* From which side a point came to a moving edge: `start` and `end` are its distances. A thin wall is solid from the side
 * the point was on; where it was too near to tell, from the side its own drawing is on. */
static bool came_from_outside(const search *s, vv_vec2 *normal, vv_vec2 out, float *start, float *end)
{
    const side *e = s->edges;
    if (e->two_sided && !e->one_way) {
        vv_vec2 before = *normal;
        if (fabsf(*start) > s->inside ? *start < 0.0f : !faces(e, normal, out, FACING))
            *normal = vv_vec2_scale(*normal, -1.0f);
        float sign = vv_vec2_dot(before, *normal) > 0.0f ? 1.0f : -1.0f;
        *start *= sign;
        *end *= sign;
    } else if (vv_vec2_dot(*normal, out) > SWEPT * vv_vec2_length(out)) {
        return false;
    }
    return *start >= -0.5f * s->inside && *end < 0.0f && *end < *start;
}

/* The first edge that the point passes from outside to inside on its way. `best->gap` is the time, 0…1. */
static void try_swept(const search *s, const near_edge *e, vv_vec2 p0, vv_vec2 p1, vv_vec2 out, hit *best)
{
    const side *edges = s->edges;
    float length, end = vv_vec2_dot(e->normal, vv_vec2_sub(p1, e->from));
    if (end >= 0.0f && (!edges->two_sided || edges->one_way)) /* most edges: it does not end behind them */
        return;
    vv_vec2 from0 = side_point(edges, edges->x0, e->i), to0 = side_point(edges, edges->x0, e->j);
    vv_vec2 from1 = e->from, to1 = side_point(edges, edges->x, e->j), normal = e->normal;
    vv_vec2 normal0 = edge_normal(edges, from0, to0, &length);
    float start = vv_vec2_dot(normal0, vv_vec2_sub(p0, from0));
    if (length == 0.0f || !came_from_outside(s, &normal, out, &start, &end))
        return;
    float time = start > 0.0f ? start / (start - end) : 0.0f;
    if (time >= best->gap)
        return;
    vv_vec2 p = vv_vec2_mix(p0, p1, time), from = vv_vec2_mix(from0, from1, time), to = vv_vec2_mix(to0, to1, time);
    vv_vec2 way = vv_vec2_sub(to, from);
    float squared = vv_vec2_dot(way, way), slack = 0.5f * s->outside / e->length;
    float t = squared > 0.0f ? vv_vec2_dot(vv_vec2_sub(p, from), way) / squared : 0.5f;
    if (t >= -slack && t <= 1.0f + slack)
        *best = (hit){e->i, e->j, vvi_clamp(t, 0.0f, 1.0f), normal, time, true};
}

/* Whether a point is inside, by the winding of the whole outline about it. */
bool vvi_side_contains(const side *s, vv_vec2 point)
{
    int winding = 0;
    if (s->two_sided)
        return false;
    for (uint32_t k = 0; k < s->edge_count; k++) {
        uint32_t i, j;
        edge_ends(s, k, &i, &j);
        vv_vec2 p = vv_vec2_sub(side_point(s, s->x, i), point), q = vv_vec2_sub(side_point(s, s->x, j), point);
        if ((p.y <= 0.0f) != (q.y <= 0.0f)) {
            float cross = vv_vec2_cross(p, q);
            winding += q.y > p.y ? (cross > 0.0f) : -(cross < 0.0f);
        }
    }
    return winding != 0;
}

/* The nearest edge of all, facing or not. */
static void try_deep(const search *s, vv_vec2 p, hit *best)
{
    const side *e = s->edges;
    for (uint32_t k = 0; k < e->edge_count; k++) {
        uint32_t i, j;
        edge_ends(e, k, &i, &j);
        vv_vec2 from = side_point(e, e->x, i), to = side_point(e, e->x, j), way = vv_vec2_sub(to, from);
        float squared = vv_vec2_dot(way, way), length;
        if (!(squared > 0.0f))
            continue;
        float t = vvi_clamp(vv_vec2_dot(vv_vec2_sub(p, from), way) / squared, 0.0f, 1.0f);
        float distance = vv_vec2_distance(p, vv_vec2_mix(from, to, t));
        if (distance < best->gap)
            *best = (hit){i, j, t, edge_normal(e, from, to, &length), distance, false};
    }
}

static row_side single(const side *s, uint32_t point)
{
    uint32_t particle = s->particles ? s->particles[point] : point;
    return (row_side){particle, particle, 0.0f};
}

static row_side between(const side *s, const hit *h)
{
    return (row_side){s->particles ? s->particles[h->i] : h->i, s->particles ? s->particles[h->j] : h->j, h->t};
}

static void add_row(const search *s, uint32_t point, const hit *h)
{
    contacts *c = s->c;
    if (c->found_count >= c->found_capacity)
        return;
    const side *p = s->points, *e = s->edges;
    row *r = &c->found[c->found_count++];
    row_side on_point = single(p, point), on_edge = between(e, h);
    vv_vec2 away = vv_vec2_sub(p->offset, e->offset);
    float offset = vv_vec2_dot(h->normal, away);
    float start = vv_vec2_dot(h->normal, vv_vec2_sub(row_point(&on_point, p->x0), row_point(&on_edge, e->x0))) + offset;
    float gap = vv_vec2_dot(h->normal, vv_vec2_sub(row_point(&on_point, p->x), row_point(&on_edge, e->x))) + offset;
    *r = (row){.offset = offset, .start = start, .gap = gap, .face = CONTACT_NO_FACE};
    if (h->swept)
        r->start = vvi_max(r->start, 0.0f);
    r->bound = vvi_min(r->start, 0.0f);
    r->a = s->swapped ? on_edge : on_point;
    r->b = s->swapped ? on_point : on_edge;
    r->normal = s->swapped ? vv_vec2_scale(h->normal, -1.0f) : h->normal;
}

static bool is_in(vv_vec2 p, vv_vec2 low, vv_vec2 high)
{
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
}

/* Of four edges, those (as −1) before which the point may be near enough for try_near to take it. */
static int4 are_near(const search *s, const near_four *e, vv_vec2 p)
{
    float4 x = p.x - e->from_x, y = p.y - e->from_y;
    float4 along = x * e->along_x + y * e->along_y, gap = x * e->normal_x + y * e->normal_y;
    float slack = 0.5f * s->outside, depth = vvi_max(s->inside, s->outside);
    return (along >= -slack) & (along <= e->length + slack) & (gap <= depth) & (gap >= -depth);
}

/* Those behind which it may be, so that try_swept may find that it passed them. */
static int4 are_passed(const search *s, const near_four *e, vv_vec2 p)
{
    float4 x = p.x - e->from_x, y = p.y - e->from_y;
    if (s->edges->two_sided && !s->edges->one_way)
        return e->length > 0.0f;
    return (x * e->normal_x + y * e->normal_y < 0.0f) & (e->length > 0.0f);
}

static bool is_any(int4 mask)
{
    int64_t halves[2];
    memcpy(halves, &mask, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* Nearest edge that faces the point; where things are fast, the first it passes. */
static hit find_hit(const search *s, uint32_t edges, uint32_t point, vv_vec2 p)
{
    const side *own = s->points;
    vv_vec2 out = own->out ? own->out[point] : (vv_vec2){0.0f, 0.0f};
    hit best = {.i = VV_NONE, .gap = INFINITY};
    if (s->swept) {
        vv_vec2 p0 = side_point(own, own->x0, point);
        for (uint32_t k = 0; k < edges; k += 4) {
            int4 passed = are_passed(s, &s->c->near_fours[k / 4u], p);
            for (uint32_t lane = 0; lane < 4 && is_any(passed); lane++)
                if (passed[lane])
                    try_swept(s, &s->c->near[k + lane], p0, p, out, &best);
        }
    }
    for (uint32_t k = 0; k < edges && !best.swept; k += 4) {
        int4 near = are_near(s, &s->c->near_fours[k / 4u], p);
        for (uint32_t lane = 0; lane < 4 && is_any(near); lane++)
            if (near[lane])
                try_near(s, &s->c->near[k + lane], p, out, &best);
    }
    return best;
}

/* Deep inside, further than a row looks. */
static hit find_deep(const search *s, vv_vec2 p)
{
    hit best = {.i = VV_NONE, .gap = INFINITY};
    vv_vec2 inwards = {s->inside, s->inside};
    if (is_in(p, vv_vec2_add(s->low, inwards), vv_vec2_sub(s->high, inwards)) && vvi_side_contains(s->edges, p))
        try_deep(s, p, &best);
    return best;
}

static uint32_t find_rows(const search *s)
{
    const side *own = s->points;
    uint32_t points = own->chosen ? own->chosen_count : own->point_count, deep = 0;
    uint32_t edges = points ? gather_edges(s) : 0;
    set_side_by_side(s->c, edges);
    for (uint32_t k = 0; k < points; k++) {
        uint32_t i = own->chosen ? own->chosen[k] : k;
        vv_vec2 p = side_point(own, own->x, i), p0 = s->swept ? side_point(own, own->x0, i) : p;
        if (are_apart(least(p0, p), greatest(p0, p), s->low, s->high))
            continue;
        hit h = find_hit(s, edges, i, p);
        if (h.i == VV_NONE && s->deep && deep < MAX_DEEP) {
            h = find_deep(s, p);
            deep += h.i != VV_NONE;
        }
        if (h.i != VV_NONE)
            add_row(s, i, &h);
    }
    return deep;
}

uint32_t vvi_narrow_sides(contacts *c, const side *a, const side *b, const reach *where)
{
    search s = {.c = c,
                .points = a,
                .edges = b,
                .outside = where->margin,
                .inside = 2.0f * where->margin,
                .swept = where->travel > 0.5f * where->margin,
                .deep = where->deep,
                .low = where->low,
                .high = where->high};
    uint32_t deep = find_rows(&s);
    s.points = b;
    s.edges = a;
    s.swapped = true;
    return deep + find_rows(&s);
}
