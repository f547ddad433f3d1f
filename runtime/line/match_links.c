/* Segments of a path that do not follow the line in direction.
 *
 * A path from the spine into a leg steps aside from the pelvis to the hip: drawn along the line, this would tilt the
 * pelvis by the angle between the hip and the spine. And a path from hand to hand makes a detour into the chest and
 * out again. Such segments keep the pose that the rest of the body gives them. Of a sidestep only its advance counts
 * as length, and the joint after it has a small weight; a detour, and a corner that rotates as a whole, is bridged.
 * All of these are found in the rest pose. */
#include "matching.h"

#define MAX_SIDESTEP_SHARE   0.5  /* a sidestep is shorter than this share of the longer neighbour */
#define MIN_NEIGHBOUR_COSINE 0.75 /* smallest cosine between its neighbours */
#define MAX_SIDESTEP_COSINE  0.85 /* largest cosine to them */
#define MIN_DETOUR_COSINE    0.0  /* smallest cosine between the two segments of a detour */
#define MAX_CORNER_COSINE    0.9  /* largest cosine of a corner */
/* cosine to the line across a corner from which on a segment of it has a direction to follow */
#define MIN_ACROSS_COSINE 0.99
#define SMALL_WEIGHT      0.1

/* Whether the line bridges this segment, at the detour or corner at the joint nearest to the root. */
static bool is_across(const match_path *path, uint32_t segment)
{
    uint32_t top = path->top;
    VVI_CHECK(top < path->count);
    return (segment == top || segment + 1 == top) && path->weights[top] < 1.0;
}

/* The nearest segment with a length from `at` on, in steps of ±1; false: there is none that follows the line. */
static bool find_neighbour(const match_path *path, const d3 *places, uint32_t at, int by, d3 *segment)
{
    for (uint32_t i = at; i < path->count && i + 1 < path->count && !is_across(path, i); i += (uint32_t)by) {
        *segment = d3_sub(places[path->nodes[i + 1]], places[path->nodes[i]]);
        if (d3_length(*segment) > 1e-5)
            return true;
    }
    return false;
}

static d3 project_on_plane(const vv_match *match, d3 v) { return d3_add_scaled(v, match->n, -d3_dot(v, match->n)); }

static void find_sidestep(const vv_match *match, match_path *path, const d3 *places, uint32_t i)
{
    d3 before, after, here = d3_sub(places[path->nodes[i + 1]], places[path->nodes[i]]), none = {0.0, 0.0, 0.0};
    double length = d3_length(here);
    if (length < 1e-5 || i == 0 || !find_neighbour(path, places, i - 1, -1, &before) ||
        !find_neighbour(path, places, i + 1, 1, &after))
        return;
    double longer = d3_length(before) > d3_length(after) ? d3_length(before) : d3_length(after);
    before = d3_direction(before, none);
    after = d3_direction(after, none);
    d3 mean_direction = d3_direction(d3_add(before, after), none), direction = d3_scale(here, 1.0 / length);
    if (length > MAX_SIDESTEP_SHARE * longer || d3_dot(before, after) < MIN_NEIGHBOUR_COSINE ||
        d3_dot(direction, before) > MAX_SIDESTEP_COSINE || d3_dot(direction, after) > MAX_SIDESTEP_COSINE)
        return;
    d3 flat = project_on_plane(match, here);
    double advance = d3_dot(flat, d3_direction(project_on_plane(match, mean_direction), none)),
           flat_length = d3_length(flat);
    path->length_scales[i] = flat_length > 1e-6 && advance > 0.0 ? advance / flat_length : 0.0;
    path->is_link[i] = 1;
    path->weights[i < path->top ? i : i + 1] = SMALL_WEIGHT; /* the end that is away from the root */
}

static bool folds_back(d3 a, d3 b)
{
    double la = d3_length(a), lb = d3_length(b);
    return la > 1e-5 && lb > 1e-5 && d3_dot(a, b) >= MIN_DETOUR_COSINE * la * lb;
}

/* Whether a segment lies more in the plane than across it. */
static bool is_flat(const vv_match *match, d3 segment)
{
    double rise = d3_dot(segment, match->n);
    return 2.0 * rise * rise < d3_dot(segment, segment);
}

static void find_detour(const vv_match *match, match_path *path, const d3 *places)
{
    uint32_t top = path->top;
    if (top == 0 || top + 1 >= path->count)
        return;
    d3 a = d3_sub(places[path->nodes[top - 1]], places[path->nodes[top]]), flat_a = project_on_plane(match, a);
    d3 b = d3_sub(places[path->nodes[top + 1]], places[path->nodes[top]]), flat_b = project_on_plane(match, b);
    if (!folds_back(a, b) && !(is_flat(match, a) && is_flat(match, b) && folds_back(flat_a, flat_b)))
        return;
    double across = d3_length(d3_sub(flat_a, flat_b)), la = d3_length(flat_a) + 1e-9, lb = d3_length(flat_b) + 1e-9;
    path->length_scales[top - 1] = 0.5 * across / la;
    path->length_scales[top] = 0.5 * across / lb;
    path->is_link[top - 1] = path->is_link[top] = 1;
    path->weights[top] = 0.0;
}

/* Both segments at the joint nearest to the root rotate with it, so no line can straighten a corner between them, as
 * from a lying spine to a standing leg: the line leads from end to end of both, and the joint between stays beside
 * it. Each segment counts as far as it advances along the line. */
static void find_corner(const vv_match *match, match_path *path, const d3 *places)
{
    uint32_t top = path->top;
    if (top == 0 || top + 1 >= path->count || path->is_link[top - 1] || path->is_link[top])
        return;
    d3 a = project_on_plane(match, d3_sub(places[path->nodes[top]], places[path->nodes[top - 1]]));
    d3 b = project_on_plane(match, d3_sub(places[path->nodes[top + 1]], places[path->nodes[top]])),
       across = d3_add(a, b);
    double la = d3_length(a), lb = d3_length(b), whole = d3_length(across);
    if (la < 1e-5 || lb < 1e-5 || whole < 1e-5 || d3_dot(a, b) > MAX_CORNER_COSINE * la * lb)
        return;
    double first = d3_dot(a, across) / whole;
    VVI_CHECK(whole > 0.0 && la > 0.0 && lb > 0.0);
    first = vvi_clamp_double(first, 0.0, whole);
    path->length_scales[top - 1] = first / la;
    path->length_scales[top] = (whole - first) / lb;
    path->is_link[top - 1] = d3_dot(a, across) < MIN_ACROSS_COSINE * la * whole;
    path->is_link[top] = d3_dot(b, across) < MIN_ACROSS_COSINE * lb * whole;
    path->weights[top] = SMALL_WEIGHT;
}

bool vvi_match_find_links(vv_match *match, const d3 *places, match_path *path)
{
    path->length_scales = vvi_arena_allocate(&match->arena, path->count, sizeof *path->length_scales);
    path->weights = vvi_arena_allocate(&match->arena, path->count, sizeof *path->weights);
    path->is_link = vvi_arena_allocate(&match->arena, path->count, sizeof *path->is_link);
    if (!path->length_scales || !path->weights || !path->is_link)
        return false;
    for (uint32_t i = 0; i < path->count; i++)
        path->length_scales[i] = path->weights[i] = 1.0;
    for (uint32_t i = path->top > 0 ? path->top - 1 : 0; i <= path->top && i + 1 < path->count; i++)
        find_sidestep(match, path, places, i);
    find_detour(match, path, places);
    find_corner(match, path, places);
    for (uint32_t i = 0; i + 1 < path->count; i++)
        if (i != path->top && i + 1 != path->top)
            find_sidestep(match, path, places, i);
    return true;
}
