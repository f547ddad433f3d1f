/* Delaunay refinement (Ruppert 1995) with off-centres (Üngör 2004): the worst triangle gets a vertex at its
 * circumcentre or off-centre; if that point encroaches on an edge of the outline or a bone, the edge is split
 * instead.
 *
 * Where two such edges meet at a small angle, splitting one would require splitting the other, and so on for ever. So
 * edges are split at powers of two from such a corner (concentric shells), which splits neighbours at the same
 * distance, and a triangle whose shortest edge joins two points on the same shell is left alone (Miller, Pav and
 * Walkington 2003). These triangles, and those at the corner itself, are excused. No edge shorter than VVI_SHORTEST
 * and no more than `limit` vertices are created, so refinement terminates for every input. */
#include "mesher.h"

#define TOO_LARGE 0.78 /* largest circumradius, in wanted spacings; an equilateral triangle has 0.577 */
#define GRADING   0.3f /* how quickly spacing may grow inwards */

typedef struct candidate {
    float key; /* the triangle with the smallest key is refined first */
    uint32_t triangle, corner[3];
} candidate;

typedef struct refiner {
    vvi_mesher *m;
    candidate *heap;
    size_t capacity;
    uint32_t count;
    double cosine_squared;   /* of the smallest angle allowed */
    double offcentre_height; /* height of an off-centre over its edge, in lengths of the edge */
} refiner;

/* ---- The heap -------------------------------------------------------------------------------------------------- */

static bool is_worse(const candidate *a, const candidate *b)
{
    return a->key != b->key ? a->key < b->key : a->triangle < b->triangle;
}

static bool push(refiner *r, candidate c)
{
    if (!vvi_grow(r->m->t.allocator, (void **)&r->heap, &r->capacity, (size_t)r->count + 1, sizeof *r->heap))
        return false;
    uint32_t at = r->count++;
    for (; at > 0 && is_worse(&c, &r->heap[(at - 1) / 2]); at = (at - 1) / 2)
        r->heap[at] = r->heap[(at - 1) / 2];
    r->heap[at] = c;
    return true;
}

static candidate pop(refiner *r)
{
    candidate top = r->heap[0], last = r->heap[--r->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= r->count)
            break;
        if (child + 1 < r->count && is_worse(&r->heap[child + 1], &r->heap[child]))
            child++;
        if (!is_worse(&r->heap[child], &last))
            break;
        r->heap[at] = r->heap[child];
        at = child;
    }
    r->heap[at] = last;
    return top;
}

/* ---- Finding bad triangles ------------------------------------------------------------------------------------- */

/* Whether the segments of two vertices share an end, and both vertices are equally far from it. */
static bool are_on_same_shell(const vvi_triangulation *t, uint32_t p, uint32_t q)
{
    const vvi_vertex *v = &t->vertices[p], *w = &t->vertices[q];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            if (v->ends[i] == VV_NONE || v->ends[i] != w->ends[j])
                continue;
            double a = (double)vvi_distance_squared(vvi_at(t, v->ends[i]), v->at);
            double b = (double)vvi_distance_squared(vvi_at(t, v->ends[i]), w->at);
            /* Rounding moves a point by less than a grid unit; 1 % of the distance is plenty. */
            if (a < b * 1.02 && b < a * 1.02)
                return true;
        }
    return false;
}

/* Whether both edges at corner r of the triangle are constrained, so that refinement cannot change its angle. */
static bool is_input_angle(const vvi_triangle *triangle, uint32_t r)
{
    int at = triangle->corner[0] == r ? 0 : triangle->corner[1] == r ? 1 : 2;
    return triangle->kind[at] && triangle->kind[(at + 2) % 3];
}

/* The triangle seen from its shortest edge: p → q → r. */
typedef struct triangle_shape {
    uint32_t p, q, r;
    double shortest, area; /* squared length; twice the area */
    double cosine_squared; /* of the smallest angle; 0 if it is not acute */
    double radius_squared; /* of the circumcircle */
} triangle_shape;

static triangle_shape measure_triangle(const vvi_triangulation *t, const uint32_t corner[3])
{
    double side[3];
    int low = 0;
    for (int i = 0; i < 3; ++i) {
        side[i] = (double)vvi_distance_squared(vvi_at(t, corner[i]), vvi_at(t, corner[(i + 1) % 3]));
        low = side[i] < side[low] ? i : low;
    }
    triangle_shape s = {
        .p = corner[low], .q = corner[(low + 1) % 3], .r = corner[(low + 2) % 3], .shortest = side[low]};
    double dot = (double)vvi_dot(vvi_at(t, s.r), vvi_at(t, s.p), vvi_at(t, s.q));
    double product = side[(low + 1) % 3] * side[(low + 2) % 3];
    s.area = (double)vvi_orient(vvi_at(t, s.p), vvi_at(t, s.q), vvi_at(t, s.r));
    s.cosine_squared = dot > 0.0 ? dot * dot / product : 0.0;
    s.radius_squared = s.shortest * product / (4.0 * s.area * s.area);
    return s;
}

static double wanted_size(const vvi_triangulation *t, const uint32_t corner[3])
{
    return ((double)t->vertices[corner[0]].size + (double)t->vertices[corner[1]].size +
            (double)t->vertices[corner[2]].size) /
           3.0;
}

/* Queues a triangle if it is too sharp or too large. Sharp ones (negative keys) come first. */
static bool queue_if_bad(refiner *r, uint32_t triangle)
{
    const vvi_triangulation *t = &r->m->t;
    const vvi_triangle *here = &t->triangles[triangle];
    if (!here->inside)
        return true;
    triangle_shape s = measure_triangle(t, here->corner);
    double size = wanted_size(t, here->corner);
    candidate c = {0.0f, triangle, {here->corner[0], here->corner[1], here->corner[2]}};
    if (s.cosine_squared > r->cosine_squared && !is_input_angle(here, s.r) && !are_on_same_shell(t, s.p, s.q))
        c.key = (float)-s.cosine_squared;
    else if (s.radius_squared > TOO_LARGE * TOO_LARGE * size * size)
        c.key = (float)(size * size / s.radius_squared);
    else
        return true;
    return push(r, c);
}

static bool queue_bad_star(refiner *r, uint32_t vertex)
{
    uint32_t first = r->m->t.vertices[vertex].outgoing, side = first;
    do {
        if (!queue_if_bad(r, side >> 2))
            return false;
        side = vvi_next_outgoing(&r->m->t, side);
    } while (side != first);
    return true;
}

/* ---- Splitting edges ------------------------------------------------------------------------------------------- */

/* Whether two constrained edges at the vertex enclose less than 60° of the inside. */
static bool is_sharp(const vvi_triangulation *t, uint32_t vertex)
{
    uint32_t first = t->vertices[vertex].outgoing, side = first;
    do {
        if (vvi_kind(t, side) && t->triangles[side >> 2].inside) {
            uint32_t other = side;
            while (!vvi_kind(t, vvi_previous(other)))
                other = vvi_next_outgoing(t, other);
            vvi_grid_point v = vvi_at(t, vertex), a = vvi_at(t, vvi_origin(t, vvi_next(side)));
            vvi_grid_point b = vvi_at(t, vvi_origin(t, vvi_previous(other)));
            double dot = (double)vvi_dot(v, a, b);
            double product = (double)vvi_distance_squared(v, a) * (double)vvi_distance_squared(v, b);
            if (dot > 0.0 && dot * dot > 0.25 * product && vvi_orient(v, a, b) > 0)
                return true;
        }
        side = vvi_next_outgoing(t, side);
    } while (side != first);
    return false;
}

/* Where to split an edge, 0…1: in the middle, or on a shell around its sharp end. */
static double split_share(const vvi_triangulation *t, uint32_t a, uint32_t b, double length)
{
    bool sharp_a = is_sharp(t, a), sharp_b = is_sharp(t, b);
    if (sharp_a == sharp_b)
        return 0.5;
    double radius = (double)VVI_SHORTEST;
    while (radius * 1.5 < 0.5 * length * 1.0001)
        radius *= 2.0;
    double share = radius / length;
    if (share < 0.25 || share > 0.75)
        return 0.5;
    return sharp_a ? share : 1.0 - share;
}

/* Splits a side at a share of its length. If a vertex is so near to the edge that the rounded point would lie beyond
 * it, tries points two grid units to the left and right. */
static bool split_at(vvi_triangulation *t, uint32_t side, double share, double length, uint32_t *vertex)
{
    vvi_grid_point a = vvi_at(t, vvi_origin(t, side)), b = vvi_at(t, vvi_origin(t, vvi_next(side)));
    double dx = b.x - a.x, dy = b.y - a.y;
    const double beside[3] = {0.0, 2.0 / length, -2.0 / length};
    *vertex = VV_NONE;
    for (int i = 0; i < 3 && *vertex == VV_NONE; ++i)
        if (!vvi_split(t, side, vvi_grid_round(a.x + share * dx - beside[i] * dy, a.y + share * dy + beside[i] * dx),
                       vertex))
            return false;
    return true;
}

/* Splits an edge of the outline or a bone. *done: whether anything changed. */
static bool split_edge(refiner *r, uint32_t side, bool *done)
{
    vvi_triangulation *t = &r->m->t;
    uint32_t from = vvi_origin(t, side), to = vvi_origin(t, vvi_next(side)), vertex = VV_NONE;
    double length = sqrt((double)vvi_distance_squared(vvi_at(t, from), vvi_at(t, to)));
    *done = false;
    if (length < 2.0 * (double)VVI_SHORTEST)
        return true;
    if (!split_at(t, side, split_share(t, from, to, length), length, &vertex))
        return false;
    if (vertex == VV_NONE)
        return true;
    /* A vertex that subdivides a segment lies on no other: the new vertex subdivides the same one. */
    const vvi_vertex *v = &t->vertices[from], *w = &t->vertices[to];
    uint32_t first = v->ends[0] != VV_NONE ? v->ends[0] : w->ends[0] != VV_NONE ? w->ends[0] : from;
    uint32_t last = v->ends[0] != VV_NONE ? v->ends[1] : w->ends[0] != VV_NONE ? w->ends[1] : to;
    vvi_mesher_adopt(r->m, vertex, first, last, (float)(0.5 * length));
    *done = true;
    return queue_bad_star(r, vertex);
}

/* ---- Inserting vertices ---------------------------------------------------------------------------------------- */

/* The circumcentre, or the off-centre if it is nearer: the point above the middle of the shortest edge that makes a
 * good angle with that edge. */
static vvi_grid_point choose_point(const refiner *r, const triangle_shape *s, bool skinny)
{
    const vvi_triangulation *t = &r->m->t;
    vvi_grid_point p = vvi_at(t, s->p), q = vvi_at(t, s->q), apex = vvi_at(t, s->r);
    double ux = q.x - p.x, uy = q.y - p.y, vx = apex.x - p.x, vy = apex.y - p.y;
    /* The circumcentre is at height h above the middle of pq: |middle + h·n − apex|² = |middle + h·n − p|². */
    double height = (vx * vx + vy * vy - (ux * vx + uy * vy)) / (2.0 * s->area);
    if (skinny && height > r->offcentre_height)
        height = r->offcentre_height;
    return vvi_grid_round(p.x + 0.5 * ux - height * uy, p.y + 0.5 * uy + height * ux);
}

/* The longest constrained edge of the cavity whose diametral circle contains p; VV_NONE if there is none. */
static uint32_t find_encroached(const vvi_triangulation *t, vvi_grid_point p)
{
    uint32_t found = VV_NONE;
    int64_t longest = 0;
    for (uint32_t i = 0; i < t->cavity_count; ++i)
        for (uint32_t k = 0; k < 3; ++k) {
            const vvi_triangle *here = &t->triangles[t->cavity[i]];
            vvi_grid_point a = vvi_at(t, here->corner[k]), b = vvi_at(t, here->corner[k == 2 ? 0 : k + 1]);
            if (!here->kind[k] || vvi_dot(p, a, b) >= 0 || vvi_distance_squared(a, b) <= longest)
                continue;
            longest = vvi_distance_squared(a, b);
            found = 4 * t->cavity[i] + k;
        }
    return found;
}

static bool is_too_near(const vvi_triangulation *t, vvi_grid_point p)
{
    for (uint32_t i = 0; i < t->cavity_count; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            if ((float)vvi_distance_squared(vvi_at(t, t->triangles[t->cavity[i]].corner[k]), p) <
                VVI_SHORTEST * VVI_SHORTEST)
                return true;
    return false;
}

static bool insert_steiner_point(refiner *r, vvi_grid_point p, vvi_location where, const candidate *c)
{
    vvi_triangulation *t = &r->m->t;
    uint32_t vertex = VV_NONE;
    if (!vvi_insert(t, p, where, &vertex))
        return false;
    float size = r->m->spacing;
    for (int i = 0; i < 3; ++i) {
        float far = (float)sqrt((double)vvi_distance_squared(vvi_at(t, c->corner[i]), p));
        size = vvi_min(size, t->vertices[c->corner[i]].size + GRADING * far);
    }
    t->vertices[vertex].size = size;
    return queue_bad_star(r, vertex);
}

/* Inserts one vertex for one bad triangle. */
static bool improve(refiner *r, const candidate *c)
{
    vvi_triangulation *t = &r->m->t;
    bool skinny = c->key < 0.0f, blocked = false, done = false;
    triangle_shape s = measure_triangle(t, c->corner);
    vvi_grid_point p = choose_point(r, &s, skinny);
    vvi_location where = vvi_locate(t, p, 4 * c->triangle, true, &blocked);
    uint32_t edge = where.side;
    if (!blocked) {
        if (where.on_vertex || !t->triangles[where.side >> 2].inside)
            return true;
        if (!vvi_find_cavity(t, p, where.side))
            return false;
        edge = find_encroached(t, p);
        if (edge == VV_NONE)
            return is_too_near(t, p) || insert_steiner_point(r, p, where, c);
    }
    if (!skinny)
        return true;
    if (!split_edge(r, edge, &done))
        return false;
    /* If the triangle still exists, it is queued again. */
    const uint32_t *corner = t->triangles[c->triangle].corner;
    bool same = corner[0] == c->corner[0] && corner[1] == c->corner[1] && corner[2] == c->corner[2];
    return !done || !same || queue_if_bad(r, c->triangle);
}

static bool refine(refiner *r)
{
    vvi_mesher *m = r->m;
    for (uint32_t i = 0; i < m->t.triangle_count; ++i)
        if (!queue_if_bad(r, i))
            return false;
    for (uint32_t steps = 1; r->count > 0 && m->t.vertex_count < m->limit; ++steps) {
        candidate c = pop(r);
        const uint32_t *corner = m->t.triangles[c.triangle].corner;
        if (corner[0] != c.corner[0] || corner[1] != c.corner[1] || corner[2] != c.corner[2])
            continue;
        if (!improve(r, &c) || (steps % 4096 == 0 && !vvi_mesher_report(m)))
            return false;
    }
    return true;
}

bool vvi_mesher_refine(vvi_mesher *m)
{
    /* Slightly more than requested, so that a check with another arc cosine does not fail by rounding. */
    double cosine = (double)vv_cos((m->minimum_angle + 0.05f) * (VV_PI / 180.0f));
    refiner r = {.m = m, .cosine_squared = cosine * cosine};
    r.offcentre_height = 0.475 * sqrt((1.0 + cosine) / (1.0 - cosine));
    bool ok = refine(&r);
    vvi_release(m->t.allocator, r.heap, r.capacity, sizeof *r.heap);
    return ok && vvi_mesher_report(m);
}
