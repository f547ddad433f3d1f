/* Pieces of a way that are no bones to be drawn along the line.
 *
 * A way from the spine into a leg steps aside from the pelvis to the hip: drawn along the line, it would tilt the pelvis by what lies
 * between the hip and the spine. And a way from hand to hand dips into the chest and out again. Such pieces keep the pose that
 * the rest of the body gives them: of a sidestep only what it advances counts as length, and the joint after it is drawn
 * gently; a dip, and a corner that turns as a whole, is jumped across. Found in the pose at rest. */
#include "matching.h"

#define SHORT    0.5  /* a sidestep is shorter than this share of the longer neighbour */
#define PARALLEL 0.75 /* cosine between its neighbours, at least */
#define ASIDE    0.85 /* cosine to them, at most */
#define DIP      0.0  /* cosine between the two pieces of a dip, at least */
#define STRAIGHT 0.9  /* cosine of a corner, at least */
#define LEVEL    0.99 /* cosine to the line across a corner from which on a piece of it has a direction to follow */
#define GENTLY   0.1

/* The line goes across the dip or the corner at the joint nearest to the root. */
static bool is_across(const match_way *way, uint32_t piece)
{
    uint32_t top = way->top;
    return (piece == top || piece + 1 == top) && way->drags[top] < 1.0;
}

/* The nearest piece with a length from `at` on, `by` ±1 at a time; false: there is none that the line goes along. */
static bool neighbour(const match_way *way, const d3 *places, uint32_t at, int by, d3 *piece)
{
    for (uint32_t i = at; i < way->count && i + 1 < way->count && !is_across(way, i); i += (uint32_t)by) {
        *piece = d3_sub(places[way->nodes[i + 1]], places[way->nodes[i]]);
        if (d3_length(*piece) > 1e-5)
            return true;
    }
    return false;
}

static d3 in_plane(const vv_match *match, d3 v) { return d3_along(v, match->n, -d3_dot(v, match->n)); }

static void find_sidestep(const vv_match *match, match_way *way, const d3 *places, uint32_t i)
{
    d3 before, after, here = d3_sub(places[way->nodes[i + 1]], places[way->nodes[i]]), none = {0.0, 0.0, 0.0};
    double length = d3_length(here);
    if (length < 1e-5 || i == 0 || !neighbour(way, places, i - 1, -1, &before) ||
        !neighbour(way, places, i + 1, 1, &after))
        return;
    double longer = d3_length(before) > d3_length(after) ? d3_length(before) : d3_length(after);
    before = d3_direction(before, none);
    after = d3_direction(after, none);
    d3 along = d3_direction(d3_add(before, after), none), own = d3_scale(here, 1.0 / length);
    if (length > SHORT * longer || d3_dot(before, after) < PARALLEL || d3_dot(own, before) > ASIDE ||
        d3_dot(own, after) > ASIDE)
        return;
    d3 flat = in_plane(match, here);
    double advance = d3_dot(flat, d3_direction(in_plane(match, along), none)), whole = d3_length(flat);
    way->scales[i] = whole > 1e-6 && advance > 0.0 ? advance / whole : 0.0;
    way->linked[i] = 1;
    way->drags[i < way->top ? i : i + 1] = GENTLY; /* the end away from the root */
}

static bool folds(d3 a, d3 b)
{
    double la = d3_length(a), lb = d3_length(b);
    return la > 1e-5 && lb > 1e-5 && d3_dot(a, b) >= DIP * la * lb;
}

/* More in the plane than across it. */
static bool is_flat(const vv_match *match, d3 piece)
{
    double rise = d3_dot(piece, match->n);
    return 2.0 * rise * rise < d3_dot(piece, piece);
}

static void find_dip(const vv_match *match, match_way *way, const d3 *places)
{
    uint32_t top = way->top;
    if (top == 0 || top + 1 >= way->count)
        return;
    d3 a = d3_sub(places[way->nodes[top - 1]], places[way->nodes[top]]), flat_a = in_plane(match, a);
    d3 b = d3_sub(places[way->nodes[top + 1]], places[way->nodes[top]]), flat_b = in_plane(match, b);
    if (!folds(a, b) && !(is_flat(match, a) && is_flat(match, b) && folds(flat_a, flat_b)))
        return;
    double across = d3_length(d3_sub(flat_a, flat_b)), la = d3_length(flat_a) + 1e-9, lb = d3_length(flat_b) + 1e-9;
    way->scales[top - 1] = 0.5 * across / la;
    way->scales[top] = 0.5 * across / lb;
    way->linked[top - 1] = way->linked[top] = 1;
    way->drags[top] = 0.0;
}

/* Both pieces at the joint nearest to the root turn with it, so a corner between them, as from a spine that lies to a leg that stands, is one
 * that no line undoes: the line goes from end to end of both, and the joint between keeps beside it. Each counts as far as it goes along. */
static void find_corner(const vv_match *match, match_way *way, const d3 *places)
{
    uint32_t top = way->top;
    if (top == 0 || top + 1 >= way->count || way->linked[top - 1] || way->linked[top])
        return;
    d3 a = in_plane(match, d3_sub(places[way->nodes[top]], places[way->nodes[top - 1]]));
    d3 b = in_plane(match, d3_sub(places[way->nodes[top + 1]], places[way->nodes[top]])), across = d3_add(a, b);
    double la = d3_length(a), lb = d3_length(b), whole = d3_length(across);
    if (la < 1e-5 || lb < 1e-5 || whole < 1e-5 || d3_dot(a, b) > STRAIGHT * la * lb)
        return;
    double first = d3_dot(a, across) / whole;
    first = first < 0.0 ? 0.0 : first > whole ? whole : first;
    way->scales[top - 1] = first / la;
    way->scales[top] = (whole - first) / lb;
    way->linked[top - 1] = d3_dot(a, across) < LEVEL * la * whole;
    way->linked[top] = d3_dot(b, across) < LEVEL * lb * whole;
    way->drags[top] = GENTLY;
}

bool vvi_match_links(vv_match *match, const d3 *places, match_way *way)
{
    way->scales = vvi_arena_take(&match->arena, way->count, sizeof *way->scales);
    way->drags = vvi_arena_take(&match->arena, way->count, sizeof *way->drags);
    way->linked = vvi_arena_take(&match->arena, way->count, sizeof *way->linked);
    if (!way->scales || !way->drags || !way->linked)
        return false;
    for (uint32_t i = 0; i < way->count; i++)
        way->scales[i] = way->drags[i] = 1.0;
    for (uint32_t i = way->top > 0 ? way->top - 1 : 0; i <= way->top && i + 1 < way->count; i++)
        find_sidestep(match, way, places, i);
    find_dip(match, way, places);
    find_corner(match, way, places);
    for (uint32_t i = 0; i + 1 < way->count; i++)
        if (i != way->top && i + 1 != way->top)
            find_sidestep(match, way, places, i);
    return true;
}
