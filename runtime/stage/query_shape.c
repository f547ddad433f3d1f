/* A moving point, circle or box against the edges of one outline, and the point of an outline that is nearest to a
 * point.
 *
 * A circle or a box touches an edge while its centre is in the Minkowski sum of the edge and the shape: a stadium, or a
 * hexagon. Both are convex, so along the way of the centre that is one interval, and where it begins is the touch. */
#include "runtime/stage/query.h"

/* Of the shape's size: one that stands this deep in a one-way chain still counts as being above it. */
#define ONE_WAY_DEPTH 0.02f
/* As in contact: a one-way chain does not hold what touches its ends from the side. */
#define ONE_WAY_FACING 0.5f

/* An interval along the way. */
typedef struct interval {
    float first, last;
    vv_vec2 normal; /* of the side through which it is entered */
} interval;

static const interval everywhere = {-INFINITY, INFINITY, {0.0f, 0.0f}};

/* Cuts off what is not between low and high, for a coordinate that is rate·s. `axis` points to where it is greater.
 * False: nothing is left. */
static bool clip(interval *i, float low, float high, float rate, vv_vec2 axis)
{
    if (rate == 0.0f)
        return low <= 0.0f && high >= 0.0f;
    float enter = (rate > 0.0f ? low : high) / rate, leave = (rate > 0.0f ? high : low) / rate;
    if (enter > i->first) {
        i->first = enter;
        i->normal = rate > 0.0f ? vv_vec2_scale(axis, -1.0f) : axis;
    }
    i->last = vvi_min(i->last, leave);
    return i->first <= i->last;
}

typedef struct edge {
    vv_vec2 a, b;
    vv_vec2 left; /* unit normal, on the left of the direction from a to b; 0 if it has no length */
    float length;
} edge;

static edge edge_at(const query_outline *o, uint32_t k)
{
    uint32_t i = o->edges ? o->edges[2u * k] : k, j = o->edges ? o->edges[2u * k + 1u] : k + 1u;
    VVI_CHECK(i < o->point_count && j <= o->point_count);
    edge e = {.a = o->points[i], .b = o->points[j == o->point_count ? 0u : j]};
    return e;
}

static void find_normal(edge *e)
{
    vv_vec2 left = perpendicular(vv_vec2_sub(e->b, e->a));
    e->length = vv_vec2_length(left);
    e->left = e->length > 0.0f ? vv_vec2_scale(left, 1.0f / e->length) : (vv_vec2){0.0f, 0.0f};
}

static vv_vec2 centre_at(const query_outline *o, float s) { return vv_vec2_scale(o->way, s); }

/* +1 or −1 if the edge crosses the line from p along +x, upwards or downwards; otherwise 0. The sum over all edges of a
 * closed outline is its winding number about p. */
static int winding_of(edge e, vv_vec2 p)
{
    vv_vec2 a = vv_vec2_sub(e.a, p), b = vv_vec2_sub(e.b, p);
    if ((a.y <= 0.0f) == (b.y <= 0.0f))
        return 0;
    float cross = vv_vec2_cross(a, b);
    return b.y > a.y ? (cross > 0.0f) : -(cross < 0.0f);
}

/* ---- Each shape against an edge ---------------------------------------------------------------------------------- */

/* The way is the first axis of the frame, so the point meets the edge where its y is 0. Both ends are compared with the
 * same y for every edge that ends there, so that nothing passes between two edges. */
static bool enter_point(edge *e, interval *i)
{
    vv_vec2 a = e->a, b = e->b;
    if ((a.y > 0.0f && b.y > 0.0f) || (a.y < 0.0f && b.y < 0.0f))
        return false;
    if (a.y == b.y) {
        *i = (interval){vvi_min(a.x, b.x), vvi_max(a.x, b.x), {-1.0f, 0.0f}};
        return true;
    }
    float x = vvi_clamp(a.x + (b.x - a.x) * (a.y / (a.y - b.y)), vvi_min(a.x, b.x), vvi_max(a.x, b.x));
    find_normal(e);
    *i = (interval){x, x, e->left.x > 0.0f ? vv_vec2_scale(e->left, -1.0f) : e->left};
    return true;
}

/* Extends an interval by the one in which the point (s, 0) is within a radius of p. */
static void join_disc(interval *i, vv_vec2 p, float radius)
{
    float square = radius * radius - p.y * p.y;
    if (square < 0.0f)
        return;
    float half = sqrtf(square);
    i->first = vvi_min(i->first, p.x - half);
    i->last = vvi_max(i->last, p.x + half);
}

static bool enter_circle(edge *e, float radius, interval *i)
{
    if (vvi_min(e->a.y, e->b.y) > radius || vvi_max(e->a.y, e->b.y) < -radius)
        return false;
    *i = (interval){INFINITY, -INFINITY, {0.0f, 0.0f}};
    join_disc(i, e->a, radius);
    join_disc(i, e->b, radius);
    find_normal(e);
    if (e->length > 0.0f) {
        interval sides = everywhere;
        vv_vec2 along = {e->left.y, -e->left.x};
        float middle = vv_vec2_dot(e->left, e->a), from = vv_vec2_dot(along, e->a);
        if (clip(&sides, middle - radius, middle + radius, e->left.x, e->left) &&
            clip(&sides, from, from + e->length, along.x, along)) {
            i->first = vvi_min(i->first, sides.first);
            i->last = vvi_max(i->last, sides.last);
        }
    }
    return i->first <= i->last;
}

static float support_of(const query *q, vv_vec2 normal)
{
    if (q->shape == QUERY_BOX)
        return fabsf(normal.x) * q->half.x + fabsf(normal.y) * q->half.y;
    return q->shape == QUERY_CIRCLE ? q->radius : 0.0f;
}

static bool enter_box(const query *q, vv_vec2 way, edge *e, interval *i)
{
    vv_vec2 low = {vvi_min(e->a.x, e->b.x) - q->half.x, vvi_min(e->a.y, e->b.y) - q->half.y};
    vv_vec2 high = {vvi_max(e->a.x, e->b.x) + q->half.x, vvi_max(e->a.y, e->b.y) + q->half.y};
    *i = everywhere;
    if (!clip(i, low.x, high.x, way.x, (vv_vec2){1.0f, 0.0f}) || !clip(i, low.y, high.y, way.y, (vv_vec2){0.0f, 1.0f}))
        return false;
    find_normal(e);
    float middle = vv_vec2_dot(e->left, e->a), support = support_of(q, e->left);
    return !(e->length > 0.0f) || clip(i, middle - support, middle + support, vv_vec2_dot(e->left, way), e->left);
}

static bool enter(const query *q, const query_outline *o, edge *e, interval *i)
{
    if (q->shape == QUERY_BOX)
        return enter_box(q, o->way, e, i);
    return q->shape == QUERY_CIRCLE ? enter_circle(e, q->radius, i) : enter_point(e, i);
}

/* ---- Where it touches -------------------------------------------------------------------------------------------- */

static vv_vec2 nearest_on_edge(edge e, vv_vec2 p)
{
    vv_vec2 way = vv_vec2_sub(e.b, e.a);
    float squared = vv_vec2_dot(way, way);
    float t = squared > 0.0f ? vvi_clamp(vv_vec2_dot(vv_vec2_sub(p, e.a), way) / squared, 0.0f, 1.0f) : 0.0f;
    return vv_vec2_lerp(e.a, e.b, t);
}

/* The middle of what two intervals have in common. */
static float middle_of(float low, float high, float other_low, float other_high)
{
    return 0.5f * (vvi_max(low, other_low) + vvi_min(high, other_high));
}

/* Entered through a side of the box: the end of the edge that is farthest out along the normal. Entered through the
 * edge: the corner of the box that is deepest. */
static vv_vec2 box_point(const query *q, const edge *e, vv_vec2 centre, vv_vec2 normal)
{
    vv_vec2 low = {vvi_min(e->a.x, e->b.x), vvi_min(e->a.y, e->b.y)},
            high = {vvi_max(e->a.x, e->b.x), vvi_max(e->a.y, e->b.y)};
    vv_vec2 common = {middle_of(low.x, high.x, centre.x - q->half.x, centre.x + q->half.x),
                      middle_of(low.y, high.y, centre.y - q->half.y, centre.y + q->half.y)};
    if (normal.y == 0.0f && e->a.x == e->b.x)
        return (vv_vec2){e->a.x, common.y};
    if (normal.x == 0.0f && e->a.y == e->b.y)
        return (vv_vec2){common.x, e->a.y};
    if (normal.x == 0.0f || normal.y == 0.0f)
        return vv_vec2_dot(normal, e->a) > vv_vec2_dot(normal, e->b) ? e->a : e->b;
    return (vv_vec2){centre.x - (normal.x > 0.0f ? q->half.x : -q->half.x),
                     centre.y - (normal.y > 0.0f ? q->half.y : -q->half.y)};
}

static query_touch touch_at(const query *q, const query_outline *o, edge e, const interval *i)
{
    query_touch t = {.s = i->first, .normal = i->normal};
    vv_vec2 centre = centre_at(o, t.s);
    if (q->shape == QUERY_POINT) {
        t.point = centre;
    } else if (q->shape == QUERY_BOX) {
        t.point = box_point(q, &e, centre, t.normal);
    } else {
        t.point = nearest_on_edge(e, centre);
        vv_vec2 out = vv_vec2_sub(centre, t.point);
        float length = vv_vec2_length(out);
        t.normal = length > 0.0f ? vv_vec2_scale(out, 1.0f / length) : (vv_vec2){-o->way.x, -o->way.y};
    }
    return t;
}

/* Whether an edge of a one-way chain stops the shape: it comes from wholly on the left. */
static bool does_stop(const query *q, const query_outline *o, edge e, const interval *i)
{
    query_touch t = touch_at(q, o, e, i);
    find_normal(&e);
    float above = vv_vec2_dot(e.left, vv_vec2_sub(centre_at(o, o->first), e.a));
    return vv_vec2_dot(o->way, e.left) < 0.0f && above >= (1.0f - ONE_WAY_DEPTH) * support_of(q, e.left) &&
           vv_vec2_dot(t.normal, e.left) > ONE_WAY_FACING;
}

bool vvi_query_touch(const query *q, const query_outline *o, float most, query_touch *result)
{
    const vv_vec2 start = centre_at(o, o->first);
    const bool one_way = q->is_cast && o->one_way;
    int winding = 0;
    edge first = {.length = 0.0f};
    interval met = {.first = INFINITY};
    *result = (query_touch){.inside = true};
    for (uint32_t k = 0; k < o->edge_count; k++) {
        edge e = edge_at(o, k);
        interval i;
        if (o->solid)
            winding += winding_of(e, start);
        if (!enter(q, o, &e, &i) || i.last < o->first || i.first > most)
            continue;
        if (i.first <= o->first && !one_way)
            return true;
        i.first = vvi_max(i.first, o->first);
        if (i.first < met.first && !(one_way && !does_stop(q, o, e, &i))) {
            met = i;
            first = e;
        }
    }
    if (winding != 0)
        return true;
    if (met.first < INFINITY)
        *result = touch_at(q, o, first, &met);
    return met.first < INFINITY;
}

/* ---- Nearest ----------------------------------------------------------------------------------------------------- */

query_touch vvi_query_nearest(const query_outline *o)
{
    const vv_vec2 at = centre_at(o, o->first);
    query_touch t = {.s = INFINITY};
    int winding = 0;
    for (uint32_t k = 0; k < o->edge_count; k++) {
        edge e = edge_at(o, k);
        if (o->solid)
            winding += winding_of(e, at);
        vv_vec2 p = nearest_on_edge(e, at), out = vv_vec2_sub(at, p);
        float distance = vv_vec2_length(out);
        if (!(distance < t.s))
            continue;
        find_normal(&e);
        t.s = distance;
        t.point = p;
        t.normal = distance > 0.0f ? vv_vec2_scale(out, 1.0f / distance) : vv_vec2_scale(e.left, -o->sign);
    }
    VVI_CHECK(t.s < INFINITY);
    if (winding == 0)
        return t;
    if (t.s > 0.0f)
        t.normal = vv_vec2_scale(t.normal, -1.0f);
    return (query_touch){.inside = true, .point = at, .normal = t.normal};
}

/* ---- Half planes ------------------------------------------------------------------------------------------------- */

/* The height of the start above it; its normal. */
static double height_above(const query *q, const vv_vec2 *points, double up[2])
{
    double x = (double)points[1].x - (double)points[0].x, y = (double)points[1].y - (double)points[0].y;
    double length = sqrt(x * x + y * y);
    up[0] = -y / length;
    up[1] = x / length;
    return (q->from[0] - (double)points[0].x) * up[0] + (q->from[1] - (double)points[0].y) * up[1];
}

/* The point of the shape that is lowest along a normal, from its centre. */
static vv_vec2 lowest_of(const query *q, vv_vec2 normal)
{
    if (q->shape == QUERY_POINT)
        return (vv_vec2){0.0f, 0.0f};
    if (q->shape == QUERY_CIRCLE)
        return vv_vec2_scale(normal, -q->radius);
    vv_vec2 x = q->axis, y = perpendicular(q->axis);
    float along = vv_vec2_dot(x, normal), across = vv_vec2_dot(y, normal);
    float right = along > 0.0f ? -q->half.x : along < 0.0f ? q->half.x : 0.0f;
    float up = across > 0.0f ? -q->half.y : across < 0.0f ? q->half.y : 0.0f;
    return vv_vec2_add(vv_vec2_scale(x, right), vv_vec2_scale(y, up));
}

bool vvi_query_touch_plane(const query *q, const vv_vec2 *points, query_touch *result)
{
    double up[2], height = height_above(q, points, up), rate = up[0] * q->way[0] + up[1] * q->way[1];
    vv_vec2 normal = {(float)up[0], (float)up[1]}, lowest = lowest_of(q, normal);
    height += (double)lowest.x * up[0] + (double)lowest.y * up[1];
    *result = (query_touch){.inside = true, .normal = normal};
    if (height <= 0.0)
        return true;
    double s = rate < 0.0 ? height / -rate : (double)INFINITY;
    if (s > (double)q->length)
        return false;
    *result = (query_touch){.s = (float)s,
                            .normal = normal,
                            .point = {(float)(q->from[0] + s * q->way[0] + (double)lowest.x),
                                      (float)(q->from[1] + s * q->way[1] + (double)lowest.y)}};
    return true;
}

query_touch vvi_query_nearest_on_plane(const query *q, const vv_vec2 *points)
{
    double up[2], height = height_above(q, points, up), down = height > 0.0 ? height : 0.0;
    return (query_touch){.s = (float)down,
                         .inside = height <= 0.0,
                         .point = {(float)(q->from[0] - down * up[0]), (float)(q->from[1] - down * up[1])},
                         .normal = {(float)up[0], (float)up[1]}};
}
