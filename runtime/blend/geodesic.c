/* Shortest paths in a piecewise flat complex. From a point, a cone of directions is followed through the triangles
 * that it crosses, each unfolded beside the previous one into one plane (the windows of Mitchell, Mount and
 * Papadimitriou 1987; Chen and Han 1990), with any number of triangles at an edge. A shortest path is a chain of such
 * straight legs from example to example: it bends nowhere else.
 *
 * A window is dropped where the way round through a corner of its edge is no longer at any of its points (Xin and
 * Wang 2009), or where the distance to its nearest point, plus a lower bound of the remaining distance, exceeds the
 * best path found. */
#include "complex.h"

/* For each search: bounds the time in complexes that are made to be slow. The best path found so far is kept. */
#define MAX_WINDOWS 65536u
#define SLACK       1e-12

typedef struct search {
    const complex_view *c;
    double *known;         /* [examples] upper bounds of the distances of the examples from the start */
    const vv_place *to;    /* NULL: all examples */
    const double *from_to; /* [examples] distances of the examples from `to` */
    double best, farthest; /* the length of the best path to `to`; the greatest finite bound in `known` */
    bool exact;            /* the complex's distances between examples are exact, not upper bounds */
    uint32_t budget, depth, strip[MAX_STRIP];
    bool depth_limited; /* a window was not followed because of the depth */
    leg *leg;
} search;

/* An edge as it is seen from the origin through a cone: its right end a at A, its left end b at B; directions R…L. */
typedef struct window {
    uint32_t edge, from, a, b;
    point A, B, R, L;
} window;

static double cross(point a, point b) { return a.x * b.y - a.y * b.x; }
static double length_of(point a) { return sqrt(a.x * a.x + a.y * a.y); }
static point subtract(point a, point b) { return (point){a.x - b.x, a.y - b.y}; }
static double distance_between(point a, point b) { return length_of(subtract(a, b)); }

/* The corners of simplex s in the plane, with the place at the origin. */
static void place_corners(const complex_view *c, uint32_t s, vv_simplex corners_of, const float *weights, point *out)
{
    flat_simplex flat = c->flats[s];
    point corner[3] = {{0.0, 0.0}, {flat.x1, 0.0}, {flat.x2, flat.y2}}, at = {0.0, 0.0};
    for (uint32_t k = 0; k < corner_count(corners_of); k++) {
        at.x += (double)weights[k] * corner[k].x;
        at.y += (double)weights[k] * corner[k].y;
    }
    for (uint32_t k = 0; k < 3; k++)
        out[k] = subtract(corner[k], at);
}

/* The weights of a place in another simplex; false where that does not contain it. */
static bool weights_in_simplex(const complex_view *c, vv_place place, uint32_t simplex, float weights[3])
{
    vv_simplex own = c->simplices[place.simplex], other = c->simplices[simplex];
    weights[0] = weights[1] = weights[2] = 0.0f;
    for (uint32_t i = 0; i < corner_count(own); i++) {
        uint32_t k = 0;
        if (place.weights[i] == 0.0f)
            continue;
        while (k < 3 && other.corner[k] != own.corner[i])
            k++;
        if (k == 3)
            return false;
        weights[k] = place.weights[i];
    }
    return true;
}

/* ---- Results of a search -------------------------------------------------------------------------------------- */

static void record_leg(search *s, double length, double total, uint32_t example, point end, uint32_t depth)
{
    s->best = total;
    s->leg->length = length;
    s->leg->example = example;
    s->leg->end = end;
    s->leg->strip_count = depth + 1;
    for (uint32_t k = 0; k <= depth; k++)
        s->leg->strip[k] = s->strip[k];
}

static void update_farthest(search *s)
{
    s->farthest = 0.0;
    for (uint32_t v = 0; v < s->c->examples; v++)
        if (s->known[v] < INFINITY && s->known[v] > s->farthest)
            s->farthest = s->known[v];
}

static void reach_example(search *s, uint32_t example, point at, uint32_t depth)
{
    double length = length_of(at);
    if (length < s->known[example] * (1.0 - SLACK)) {
        const double *row = s->c->distances + (size_t)example * s->c->examples;
        s->known[example] = length;
        for (uint32_t v = 0; v < s->c->examples; v++)
            if (length + row[v] < s->known[v])
                s->known[v] = length + row[v];
        update_farthest(s);
    }
    if (s->to && length > 0.0 && length + s->from_to[example] < s->best)
        record_leg(s, length, length + s->from_to[example], example, at, depth);
}

static void reach_target(search *s, point at, uint32_t depth)
{
    double length = length_of(at);
    if (length < s->best)
        record_leg(s, length, length, VV_NONE, at, depth);
}

static bool is_in_cone(const window *w, point p)
{
    double slack = SLACK * length_of(p);
    return cross(w->R, p) >= -slack * length_of(w->R) && cross(p, w->L) >= -slack * length_of(w->L);
}

/* ---- Windows -------------------------------------------------------------------------------------------------- */

/* The intersection of the ray along `direction` with the line from A to B. */
static point intersect_line(point direction, point A, point B)
{
    point along = subtract(B, A);
    double down = cross(direction, along), t = down != 0.0 ? cross(A, along) / down : 0.0;
    return (point){direction.x * t, direction.y * t};
}

static double distance_to_segment(point P, point Q)
{
    point along = subtract(Q, P);
    double squared = along.x * along.x + along.y * along.y;
    double t = squared > 0.0 ? -(P.x * along.x + P.y * along.y) / squared : 0.0;
    t = vvi_clamp_double(t, 0.0, 1.0);
    return length_of((point){P.x + t * along.x, P.y + t * along.y});
}

/* A lower bound of the distance from any point of the window to a target whose distances from the ends of the edge
 * are `from_a` and `from_b`: the distance from an end less the way to that end, or the mean of both. */
static double remaining_bound(double from_a, double from_b, double A_to_Q, double B_to_P, double edge_length)
{
    double bound = 0.5 * (from_a + from_b - edge_length);
    bound = from_a - A_to_Q > bound ? from_a - A_to_Q : bound;
    bound = from_b - B_to_P > bound ? from_b - B_to_P : bound;
    return bound > 0.0 ? bound : 0.0;
}

/* True if a shortest path may still go through the window. */
static bool is_promising(const search *s, const window *w)
{
    if (s->c->edges[w->edge].count < 2) /* there is no triangle beyond it */
        return false;
    point P = intersect_line(w->R, w->A, w->B), Q = intersect_line(w->L, w->A, w->B);
    double to_P = length_of(P), to_Q = length_of(Q), A_to_Q = distance_between(w->A, Q),
           B_to_P = distance_between(w->B, P);
    if (s->known[w->a] + A_to_Q <= to_Q * (1.0 + SLACK) || s->known[w->b] + B_to_P <= to_P * (1.0 + SLACK))
        return false;
    double nearest = distance_to_segment(P, Q), whole = s->c->edges[w->edge].length;
    if (s->to)
        return nearest + remaining_bound(s->from_to[w->a], s->from_to[w->b], A_to_Q, B_to_P, whole) <
               s->best * (1.0 - SLACK);
    if (nearest >= s->farthest || !s->exact)
        return nearest < s->farthest;
    const double *from_a = s->c->distances + (size_t)w->a * s->c->examples;
    const double *from_b = s->c->distances + (size_t)w->b * s->c->examples;
    for (uint32_t v = 0; v < s->c->examples; v++)
        if (nearest + remaining_bound(from_a[v], from_b[v], A_to_Q, B_to_P, whole) < s->known[v] * (1.0 - SLACK))
            return true;
    return false;
}

static void follow_window(search *s, const window *w, uint32_t depth);

/* Follows the two other edges of a triangle that was entered through w, and whose corner k unfolds to C. */
static void split_window(search *s, const window *w, uint32_t triangle, uint32_t k, point C, uint32_t depth)
{
    const uint32_t *corner = s->c->simplices[triangle].corner, *edges = s->c->simplex_edges[triangle];
    uint32_t opposite_a = corner[(k + 1) % 3] == w->a ? (k + 1) % 3 : (k + 2) % 3, opposite_b = 3 - k - opposite_a;
    window right = {edges[opposite_b], triangle, w->a, corner[k], w->A, C, w->R, w->L};
    window left = {edges[opposite_a], triangle, corner[k], w->b, C, w->B, w->R, w->L};
    if (cross(C, w->L) > 0.0)
        right.L = C;
    if (cross(w->R, C) > 0.0)
        left.R = C;
    if (cross(w->R, C) > 0.0 && is_promising(s, &right))
        follow_window(s, &right, depth);
    if (cross(C, w->L) > 0.0 && is_promising(s, &left))
        follow_window(s, &left, depth);
}

/* Unfolds the corner beyond edge AB: u along the edge and h off it, on the side away from the origin. */
static point unfold_corner(const complex_view *c, uint32_t triangle, uint32_t k, const window *w)
{
    flat_simplex flat = c->flats[triangle];
    point corner[3] = {{0.0, 0.0}, {flat.x1, 0.0}, {flat.x2, flat.y2}};
    uint32_t a = c->simplices[triangle].corner[(k + 1) % 3] == w->a ? (k + 1) % 3 : (k + 2) % 3, b = 3 - k - a;
    point base = subtract(corner[b], corner[a]), arm = subtract(corner[k], corner[a]), along = subtract(w->B, w->A);
    double squared = base.x * base.x + base.y * base.y;
    double u = (arm.x * base.x + arm.y * base.y) / squared, h = fabs(cross(base, arm)) / squared;
    return (point){w->A.x + u * along.x + h * along.y, w->A.y + u * along.y - h * along.x};
}

/* Follows a window into every triangle on its other side. strip[0…depth) are the simplices before it. */
static void follow_window(search *s, const window *w, uint32_t depth)
{
    const complex_view *c = s->c;
    const edge *e = &c->edges[w->edge];
    s->depth_limited = s->depth_limited || depth >= s->depth;
    for (uint32_t i = 0; i < e->count && depth < s->depth && s->budget > 0; i++) {
        uint32_t triangle = c->sides[e->side_start + i], k = 0;
        const uint32_t *corner = c->simplices[triangle].corner;
        if (triangle == w->from)
            continue;
        s->budget--;
        s->strip[depth] = triangle;
        while (k < 2 && (corner[k] == w->a || corner[k] == w->b))
            k++;
        point C = unfold_corner(c, triangle, k, w);
        if (is_in_cone(w, C))
            reach_example(s, corner[k], C, depth);
        float weights[3];
        if (s->to && weights_in_simplex(c, *s->to, triangle, weights)) {
            point at = {0.0, 0.0};
            for (uint32_t q = 0; q < 3; q++) {
                point p = q == k ? C : corner[q] == w->a ? w->A : w->B;
                at.x += (double)weights[q] * p.x;
                at.y += (double)weights[q] * p.y;
            }
            if (is_in_cone(w, at))
                reach_target(s, at, depth);
        }
        split_window(s, w, triangle, k, C, depth + 1);
    }
}

/* Searches from the place in one simplex that contains it: straight to its corners, to the target, and through the
 * edges on which the place does not lie. */
static void search_from_simplex(search *s, vv_place from, uint32_t simplex)
{
    const complex_view *c = s->c;
    vv_simplex own = c->simplices[simplex];
    float weights[3], target[3];
    point corner[3];
    if (!weights_in_simplex(c, from, simplex, weights))
        return;
    place_corners(c, simplex, own, weights, corner);
    s->strip[0] = simplex;
    for (uint32_t k = 0; k < corner_count(own); k++)
        reach_example(s, own.corner[k], corner[k], 0);
    if (s->to && weights_in_simplex(c, *s->to, simplex, target)) {
        point at = {0.0, 0.0};
        for (uint32_t k = 0; k < corner_count(own); k++) {
            at.x += (double)target[k] * corner[k].x;
            at.y += (double)target[k] * corner[k].y;
        }
        reach_target(s, at, 0);
    }
    for (uint32_t k = 0; k < 3 && corner_count(own) == 3; k++) {
        uint32_t a = (k + 1) % 3, b = (k + 2) % 3; /* counter-clockwise, so that a is on the right */
        window w = {c->simplex_edges[simplex][k],
                    simplex,
                    own.corner[a],
                    own.corner[b],
                    corner[a],
                    corner[b],
                    corner[a],
                    corner[b]};
        if (weights[k] > 0.0f && cross(w.A, w.B) > 0.0 && is_promising(s, &w))
            follow_window(s, &w, 1);
    }
}

/* Searches from every simplex that contains the place; all of them share its corner of greatest weight. The first
 * rounds do not go far, so that the bounds are tight when long strips are followed. */
static void search_from(search *s, vv_place from)
{
    static const uint32_t depths[] = {3, 6, MAX_STRIP};
    const complex_view *c = s->c;
    uint32_t heaviest = 0;
    for (uint32_t k = 1; k < 3; k++)
        heaviest = from.weights[k] > from.weights[heaviest] ? k : heaviest;
    uint32_t example = c->simplices[from.simplex].corner[heaviest];
    s->depth_limited = true;
    for (uint32_t round = 0; round < 3 && s->depth_limited; round++) {
        s->depth = depths[round];
        s->depth_limited = false;
        for (uint32_t i = c->star_starts[example]; i < c->star_starts[example + 1]; i++)
            search_from_simplex(s, from, c->stars[i]);
    }
}

/* Initialises the upper bounds: straight to a corner, then along paths between examples. */
static void init_known(search *s, vv_place from)
{
    vv_simplex own = s->c->simplices[from.simplex];
    point corner[3];
    place_corners(s->c, from.simplex, own, from.weights, corner);
    for (uint32_t v = 0; v < s->c->examples; v++) {
        s->known[v] = INFINITY;
        for (uint32_t k = 0; k < corner_count(own); k++) {
            double path = length_of(corner[k]) + s->c->distances[(size_t)own.corner[k] * s->c->examples + v];
            s->known[v] = path < s->known[v] ? path : s->known[v];
        }
    }
    update_farthest(s);
}

void vvi_geodesic_to_examples(const complex_view *c, vv_place place, bool exact, double *from_place)
{
    search s = {.c = c, .known = from_place, .exact = exact, .budget = MAX_WINDOWS};
    init_known(&s, place);
    search_from(&s, place);
}

double vvi_geodesic_first_leg(const complex_view *c, vv_place from, vv_place to, const double *from_to, leg *out)
{
    double known[VV_BLEND_MAX_EXAMPLES];
    search s = {.c = c, .known = known, .to = &to, .from_to = from_to, .best = INFINITY, .budget = MAX_WINDOWS};
    s.leg = out;
    init_known(&s, from);
    search_from(&s, from);
    return s.best;
}

/* ---- Along a leg ---------------------------------------------------------------------------------------------- */

/* The barycentric weights of p in a triangle. */
static void find_barycentric(const point corner[3], point p, double weights[3])
{
    point a = subtract(corner[1], corner[0]), b = subtract(corner[2], corner[0]), q = subtract(p, corner[0]);
    double area = cross(a, b);
    weights[1] = cross(q, b) / area;
    weights[2] = cross(a, q) / area;
    weights[0] = 1.0 - weights[1] - weights[2];
}

/* A place with these weights, of which negative ones count as 0. */
static vv_place make_place(uint32_t simplex, const double weights[3])
{
    vv_place place = {simplex, {0.0f, 0.0f, 0.0f}};
    double sum = 0.0, kept[3];
    for (uint32_t k = 0; k < 3; k++) {
        kept[k] = weights[k] > 0.0 ? weights[k] : 0.0;
        sum += kept[k];
    }
    for (uint32_t k = 0; k < 3; k++)
        place.weights[k] = (float)(kept[k] / sum);
    return place;
}

/* Unfolds the next triangle of the strip beside `triangle`: replaces corner[] by its corners, in its own order. */
static bool unfold_next(const complex_view *c, uint32_t triangle, uint32_t next, point corner[3])
{
    const uint32_t *old_ids = c->simplices[triangle].corner, *ids = c->simplices[next].corner;
    uint32_t k = 0, from_a = 3, from_b = 3;
    while (k < 3 && (ids[k] == old_ids[0] || ids[k] == old_ids[1] || ids[k] == old_ids[2]))
        k++;
    if (k == 3) /* no two triangles have the same three examples */
        return false;
    for (uint32_t q = 0; q < 3; q++) {
        from_a = old_ids[q] == ids[(k + 1) % 3] ? q : from_a;
        from_b = old_ids[q] == ids[(k + 2) % 3] ? q : from_b;
    }
    if (from_a == 3 || from_b == 3)
        return false;
    window w = {.a = ids[(k + 1) % 3], .b = ids[(k + 2) % 3], .A = corner[from_a], .B = corner[from_b]};
    point away = corner[3 - from_a - from_b];
    bool swap = cross(subtract(w.B, w.A), subtract(away, w.A)) < 0.0; /* the old triangle must lie to the left of AB */
    if (swap)
        w = (window){.a = w.b, .b = w.a, .A = w.B, .B = w.A};
    point C = unfold_corner(c, next, k, &w);
    corner[(k + 1) % 3] = swap ? w.B : w.A;
    corner[(k + 2) % 3] = swap ? w.A : w.B;
    corner[k] = C;
    return true;
}

vv_place vvi_geodesic_along(const complex_view *c, vv_place from, const leg *l, double distance)
{
    float start_weights[3];
    double share = l->length > 0.0 ? distance / l->length : 0.0, best = -INFINITY;
    point corner[3], at = {l->end.x * share, l->end.y * share};
    vv_simplex first = c->simplices[l->strip[0]];
    vv_place place = from;
    if (!weights_in_simplex(c, from, l->strip[0], start_weights))
        return from;
    place_corners(c, l->strip[0], first, start_weights, corner);
    if (corner_count(first) == 2) {
        double t = (at.x - corner[0].x) / c->flats[l->strip[0]].x1, weights[3] = {1.0 - t, t, 0.0};
        return make_place(l->strip[0], weights);
    }
    for (uint32_t i = 0; i < l->strip_count; i++) { /* take the triangle that contains the point best */
        double weights[3], least = INFINITY;
        if (i > 0 && !unfold_next(c, l->strip[i - 1], l->strip[i], corner))
            break;
        find_barycentric(corner, at, weights);
        for (uint32_t k = 0; k < 3; k++)
            least = weights[k] < least ? weights[k] : least;
        if (least > best) {
            best = least;
            place = make_place(l->strip[i], weights);
        }
    }
    return place;
}
