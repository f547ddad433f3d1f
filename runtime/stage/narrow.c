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

static vv_vec2 at(const side *s, const vv_vec2 *x, uint32_t point)
{
    return vv_vec2_add(x[s->particles ? s->particles[point] : point], s->offset);
}

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
        vv_vec2 p = at(e, e->x, n->i), q = at(e, e->x, n->j);
        vv_vec2 low = least(p, q), high = greatest(p, q);
        if (s->swept) {
            vv_vec2 p0 = at(e, e->x0, n->i), q0 = at(e, e->x0, n->j);
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

/* `count` near edges, four side by side. */
static void set_side_by_side(contacts *c, uint32_t count)
{
    for (uint32_t k = 0; k < count || k % 4u != 0; k++) {
        near_four *four = &c->near_fours[k / 4u];
        near_edge e = k < count ? c->near[k] : (near_edge){.length = -INFINITY};
        four->from_x[k % 4u] = e.from.x;
        four->from_y[k % 4u] = e.from.y;
        four->along_x[k % 4u] = e.along.x;
        four->along_y[k % 4u] = e.along.y;
        four->normal_x[k % 4u] = e.normal.x;
        four->normal_y[k % 4u] = e.normal.y;
        four->length[k % 4u] = e.length;
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
    vv_vec2 from0 = at(edges, edges->x0, e->i), to0 = at(edges, edges->x0, e->j);
    vv_vec2 from1 = e->from, to1 = at(edges, edges->x, e->j), normal = e->normal;
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
        vv_vec2 p = vv_vec2_sub(at(s, s->x, i), point), q = vv_vec2_sub(at(s, s->x, j), point);
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
        vv_vec2 from = at(e, e->x, i), to = at(e, e->x, j), way = vv_vec2_sub(to, from);
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
        vv_vec2 p0 = at(own, own->x0, point);
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
        vv_vec2 p = at(own, own->x, i), p0 = s->swept ? at(own, own->x0, i) : p;
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

/* ---- Two actors ---------------------------------------------------------------------------------------------------------- */

static side side_of(const vv_stage *stage, uint32_t index, vv_vec2 offset)
{
    const actor *a = &stage->actors[index];
    const outline *o = &stage->contacts->outlines[index];
    return (side){.x = a->x,
                  .x0 = a->x0,
                  .offset = offset,
                  .particles = o->points,
                  .point_count = o->point_count,
                  .edge_count = o->edge_count,
                  .edges = o->edges,
                  .out = o->out,
                  .sign = a->flipped ? -1.0f : 1.0f};
}

/* Heights of an outline's points along an axis, into `heights`; the lowest (or, negated, the highest) is returned. */
static float find_heights(const outline *o, vv_vec2 axis, float *heights)
{
    float lowest[OUTLINE_LANES];
    for (uint32_t k = 0; k < OUTLINE_LANES; k++)
        lowest[k] = INFINITY;
    for (uint32_t i = 0; i < o->point_count; i += OUTLINE_LANES)
        for (uint32_t k = 0; k < OUTLINE_LANES; k++) {
            float height = axis.x * o->x[i + k] + axis.y * o->y[i + k];
            heights[i + k] = height;
            lowest[k] = height < lowest[k] ? height : lowest[k];
        }
    for (uint32_t k = 1; k < OUTLINE_LANES; k++)
        lowest[0] = vvi_min(lowest[0], lowest[k]);
    return lowest[0];
}

/* Chooses the points that are not higher than `limit`, and the edges that begin or end at one of them. */
static void choose(const contacts *c, const outline *o, uint32_t which, float limit, side *s)
{
    const float *heights = c->heights[which];
    uint32_t *points = c->chosen[which], *edges = c->chosen_edges[which], count = 0, edge_count = 0;
    for (uint32_t i = 0; i < o->point_count; i++) {
        points[count] = i;
        count += heights[i] <= limit;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t leaving = o->leaving[points[k]], coming = o->coming[points[k]];
        if (leaving != VV_NONE)
            edges[edge_count++] = leaving;
        if (coming != VV_NONE && heights[o->edges[2u * coming]] > limit)
            edges[edge_count++] = coming;
    }
    s->chosen = points;
    s->chosen_count = count;
    s->chosen_edges = o->branched ? NULL : edges;
    s->chosen_edge_count = edge_count;
}

/* How far the two reach into one another along an axis that points from b to a. Heights of b are along the axis turned
 * round, so that on both sides the low ones are near the other. */
static float depth_along(const vv_stage *stage, const pair *p, vv_vec2 axis, float *low_a, float *low_b)
{
    contacts *c = stage->contacts;
    *low_a = find_heights(&c->outlines[p->a], axis, c->heights[0]);
    *low_b = find_heights(&c->outlines[p->b], vv_vec2_scale(axis, -1.0f), c->heights[1]) - vv_vec2_dot(axis, p->offset);
    return -*low_b - *low_a;
}

static vv_vec2 axis_between(const vv_stage *stage, const pair *p)
{
    const solid *solids = stage->contacts->solids;
    vv_vec2 d = vv_vec2_sub(solids[p->a].pivot, vv_vec2_add(solids[p->b].pivot, p->offset));
    float length = vv_vec2_length(d);
    return length > 0.0f ? vv_vec2_scale(d, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
}

/* Leaves out what cannot touch: along the axis on which the two touched last, or between their middles, only a thin slab of
 * each is near the other. False: there is a gap. */
static bool choose_near(const vv_stage *stage, pair *p, float near, side *a, side *b)
{
    contacts *c = stage->contacts;
    float low_a = 0.0f, low_b = 0.0f, depth = INFINITY;
    vv_vec2 axis = p->face_count ? p->faces[0].normal : p->axis;
    if (axis.x != 0.0f || axis.y != 0.0f)
        depth = depth_along(stage, p, axis, &low_a, &low_b);
    if (depth > 4.0f * near) {
        vv_vec2 other = axis_between(stage, p);
        float other_depth = depth_along(stage, p, other, &low_a, &low_b);
        if (other_depth <= depth)
            axis = other, depth = other_depth;
        else
            depth = depth_along(stage, p, axis, &low_a, &low_b);
    }
    p->axis = axis;
    if (depth < -near)
        return false;
    float offset = vv_vec2_dot(axis, p->offset);
    choose(c, &c->outlines[p->a], 0, near - low_b, a);
    choose(c, &c->outlines[p->b], 1, near - low_a + offset, b);
    return true;
}

static uint32_t nearest_particle(const actor *a, vv_vec2 p)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < a->view.particle_count; i++)
        if (vv_vec2_distance(a->x[i], p) < vv_vec2_distance(a->x[best], p))
            best = i;
    return best;
}

/* Whether a row was inside from the start, or has got there in this substep. */
static bool was_any_inside(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        if (c->found[k].start < -depth)
            return true;
    return false;
}

static bool has_any_entered(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        if (c->found[k].start >= 0.0f && c->found[k].gap < -depth)
            return true;
    return false;
}

/* Whether rows that are deeper than any contact push against one another. */
static bool do_rows_disagree(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        for (uint32_t l = 0; l < k && c->found[k].start < -depth; l++)
            if (c->found[l].start < -depth && vv_vec2_dot(c->found[k].normal, c->found[l].normal) < -0.5f)
                return true;
    return false;
}

/* Whether two lie on one another in such a way that their borders do not say where to go: their boxes overlap by more than
 * rows look, and no row is inside or deep ones push against one another; or by half, with middles so near that rows point
 * everywhere. */
static bool is_lost(const vv_stage *stage, const pair *p, const reach *where)
{
    const contacts *c = stage->contacts;
    const solid *m = &c->solids[p->a], *n = &c->solids[p->b];
    float wide = vvi_min(m->high.x - m->low.x, n->high.x - n->low.x);
    float tall = vvi_min(m->high.y - m->low.y, n->high.y - n->low.y);
    float depth = 0.25f * where->margin;
    vv_vec2 overlap = vv_vec2_sub(where->high, where->low);
    if (vvi_min(overlap.x, overlap.y) < 4.0f * where->margin || has_any_entered(c, depth))
        return false;
    float size = vvi_min(stage->actors[p->a].view.size, stage->actors[p->b].view.size);
    vv_vec2 apart = vv_vec2_sub(m->pivot, vv_vec2_add(n->pivot, p->offset));
    bool half = overlap.x >= 0.5f * wide && overlap.y >= 0.5f * tall;
    bool silent = half ? !was_any_inside(c, depth) : c->found_count == 0;
    return silent || (half && vv_vec2_length(apart) < 0.3f * size) || do_rows_disagree(c, 2.0f * where->margin);
}

/* Drawings that lie on one another, with borders that explain nothing: their middles go apart, sideways if they coincide. */
static void add_core_row(vv_stage *stage, pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    const solid *m = &c->solids[p->a], *n = &c->solids[p->b];
    vv_vec2 apart = vv_vec2_sub(m->pivot, vv_vec2_add(n->pivot, p->offset));
    float length = vv_vec2_length(apart), size = vvi_min(a->view.size, b->view.size);
    vv_vec2 normal = length > 1.0e-4f * size ? vv_vec2_scale(apart, 1.0f / length) : (vv_vec2){-1.0f, 0.0f};
    uint32_t i = nearest_particle(a, m->pivot), j = nearest_particle(b, n->pivot);
    row *r = &c->found[c->found_count++];
    *r = (row){.a = {i, i, 0.0f}, .b = {j, j, 0.0f}, .normal = normal, .face = CONTACT_NO_FACE};
    float depth = 0.25f * size;
    r->offset = -depth - vv_vec2_dot(normal, vv_vec2_sub(a->x0[i], b->x0[j]));
    r->start = r->bound = -depth;
    r->gap = vv_vec2_dot(normal, vv_vec2_sub(a->x[i], b->x[j])) + r->offset;
}

/* Some of its triangles' middles, and some points of its outline: the first are inside where two lie on one another wholly, the
 * second where they do by less than a triangle. */
static bool is_any_inside(const actor *a, const side *own, const side *other)
{
    uint32_t triangles = a->view.triangle_count, step = triangles / 8u + 1u;
    for (uint32_t t = 0; t < triangles; t += step) {
        const uint32_t *corner = a->view.triangles + 3u * t;
        vv_vec2 sum = vv_vec2_add(a->x[corner[0]], a->x[corner[1]]);
        vv_vec2 middle = vv_vec2_scale(vv_vec2_add(sum, a->x[corner[2]]), 1.0f / 3.0f);
        if (vvi_side_contains(other, vv_vec2_add(middle, own->offset)))
            return true;
    }
    step = own->point_count / 16u + 1u;
    for (uint32_t k = 0; k < own->point_count; k += step)
        if (vvi_side_contains(other, at(own, own->x, k)))
            return true;
    return false;
}

static bool is_overlapping(vv_stage *stage, const side *a, const side *b, const pair *p)
{
    return is_any_inside(&stage->actors[p->a], a, b) || is_any_inside(&stage->actors[p->b], b, a);
}

/* The normal of a row whose edge has turned since. */
static vv_vec2 normal_now(const actor *a, const actor *b, const row *r)
{
    const row_side *edge = r->b.i != r->b.j ? &r->b : &r->a;
    const vv_vec2 *x = r->b.i != r->b.j ? b->x : a->x;
    vv_vec2 normal = perpendicular(vv_vec2_sub(x[edge->j], x[edge->i]));
    float length = vv_vec2_length(normal);
    if (!(length > 0.0f))
        return r->normal;
    return vv_vec2_scale(normal, (vv_vec2_dot(normal, r->normal) < 0.0f ? -1.0f : 1.0f) / length);
}

/* In the later substeps of a step, what hardly moved meets at the same points as before. */
static void take_over(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    for (uint32_t k = 0; k < p->row_count; k++) {
        row r = c->rows_before[p->first_row + k];
        r.normal = normal_now(a, b, &r);
        r.offset = -vv_vec2_dot(r.normal, p->offset);
        r.start = r.offset + vv_vec2_dot(r.normal, vv_vec2_sub(row_point(&r.a, a->x0), row_point(&r.b, b->x0)));
        r.gap = r.offset + vv_vec2_dot(r.normal, vv_vec2_sub(row_point(&r.a, a->x), row_point(&r.b, b->x)));
        r.bound = vvi_min(r.start, 0.0f);
        r.push = 0.0f;
        r.face = CONTACT_NO_FACE;
        c->found[c->found_count++] = r;
    }
}

void vvi_narrow_actors(vv_stage *stage, pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    const solid *m = &c->solids[p->a], *n = &c->solids[p->b];
    p->offset = (vv_vec2){(float)(b->origin[0] - a->origin[0]), (float)(b->origin[1] - a->origin[1])};
    if (!c->fresh && p->searched && !p->deep && m->travel + n->travel < 0.2f * vvi_min(m->margin, n->margin)) {
        take_over(stage, p);
        return;
    }
    p->searched = true;
    side first = side_of(stage, p->a, (vv_vec2){0.0f, 0.0f}), second = side_of(stage, p->b, p->offset);
    reach where = {.margin = vvi_min(m->margin, n->margin), .travel = m->travel + n->travel, .deep = p->deep};
    where.low = (vv_vec2){(float)((double)vvi_max(m->low.x, n->low.x) - a->origin[0]),
                          (float)((double)vvi_max(m->low.y, n->low.y) - a->origin[1])};
    where.high = (vv_vec2){(float)((double)vvi_min(m->high.x, n->high.x) - a->origin[0]),
                           (float)((double)vvi_min(m->high.y, n->high.y) - a->origin[1])};
    bool look_deep = p->deep; /* set again where something is found */
    p->deep = false;
    if (!choose_near(stage, p, where.margin + where.travel, &first, &second))
        return;
    p->deep = vvi_narrow_sides(c, &first, &second, &where) > 0;
    if (look_deep && is_lost(stage, p, &where) && is_overlapping(stage, &first, &second, p)) {
        c->found_count = 0;
        add_core_row(stage, p);
        p->deep = true;
    }
}
