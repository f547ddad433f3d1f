/* The area of a drawing that is in a zone, by Green's theorem over the edges of its outline: each is cut at the borders
 * of a convex piece, one after the other, and where it crosses a border, the way from there along the border is added.
 * Ways along a border lead to or from one point of it, whichever that is; those of all edges together close the
 * outline. So edges need no order, layers that overlap count as often as they are drawn, as their masses do, and the
 * area changes continuously with every position. */
#include "runtime/stage/zone.h"

/* ---- Convex pieces ----------------------------------------------------------------------------------------------- */

static double side_of(vv_vec2 p, vv_vec2 q, vv_vec2 r)
{
    return ((double)q.x - (double)p.x) * ((double)r.y - (double)p.y) -
           ((double)q.y - (double)p.y) * ((double)r.x - (double)p.x);
}

static void add_piece(zone *z, const uint8_t *corners, uint32_t count)
{
    VVI_CHECK(z->piece_count < ZONE_MOST_PIECES && z->starts[z->piece_count] + count <= ZONE_MOST_CORNERS);
    for (uint32_t i = 0; i < count; i++)
        z->corners[z->starts[z->piece_count] + i] = corners[i];
    z->starts[z->piece_count + 1u] = (uint8_t)(z->starts[z->piece_count] + count);
    z->piece_count++;
}

static bool is_convex(const zone *z, const uint8_t *corners, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (side_of(z->local[corners[i]], z->local[corners[(i + 1u) % count]], z->local[corners[(i + 2u) % count]]) <
            0.0)
            return false;
    return true;
}

/* Whether the corner is convex and the triangle with its neighbours contains no other corner. */
static bool is_ear(const zone *z, const uint8_t *corners, uint32_t count, uint32_t at)
{
    uint8_t before = corners[(at + count - 1u) % count], ear = corners[at], after = corners[(at + 1u) % count];
    vv_vec2 a = z->local[before], b = z->local[ear], c = z->local[after];
    if (side_of(a, b, c) <= 0.0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        vv_vec2 p = z->local[corners[i]];
        if (corners[i] != before && corners[i] != ear && corners[i] != after && side_of(a, b, p) >= 0.0 &&
            side_of(b, c, p) >= 0.0 && side_of(c, a, p) >= 0.0)
            return false;
    }
    return true;
}

/* Cuts off ears until what is left is convex. A polygon that does not cross itself has one always; if rounding hides
 * it, a corner is cut off nevertheless. */
static void cut_polygon(zone *z)
{
    uint8_t corners[VV_ZONE_MAX_POINTS];
    uint32_t count = z->def.point_count;
    double area = 0.0;
    for (uint32_t i = 1; i + 1u < count; i++)
        area += side_of(z->local[0], z->local[i], z->local[i + 1u]);
    for (uint32_t i = 0; i < count; i++)
        corners[i] = (uint8_t)(area < 0.0 ? count - 1u - i : i);
    while (count > 3 && !is_convex(z, corners, count)) {
        uint32_t at = 0;
        while (at + 1u < count && !is_ear(z, corners, count, at))
            at++;
        const uint8_t ear[3] = {corners[(at + count - 1u) % count], corners[at], corners[(at + 1u) % count]};
        add_piece(z, ear, 3);
        for (uint32_t i = at; i + 1u < count; i++)
            corners[i] = corners[i + 1u];
        count--;
    }
    add_piece(z, corners, count);
}

void vvi_zone_cut(zone *z)
{
    z->turn = vv_mat2_rotation(z->def.angle);
    z->piece_count = 0;
    z->starts[0] = 0;
    z->low = (vv_vec2){-INFINITY, -INFINITY};
    z->high = (vv_vec2){INFINITY, INFINITY};
    if (z->def.point_count == 2) /* the solid side is on the right: the left of the other direction */
        add_piece(z, (const uint8_t[]){1, 0}, 2);
    if (z->def.point_count < 3)
        return;
    cut_polygon(z);
    z->low = z->high = zone_point(z, 0);
    for (uint32_t i = 1; i < z->def.point_count; i++) {
        vv_vec2 p = zone_point(z, i);
        z->low = (vv_vec2){vvi_min(z->low.x, p.x), vvi_min(z->low.y, p.y)};
        z->high = (vv_vec2){vvi_max(z->high.x, p.x), vvi_max(z->high.y, p.y)};
    }
}

/* ---- Cutting edges ----------------------------------------------------------------------------------------------- */

typedef struct point2 {
    double x, y;
} point2;

/* The piece is where normal · p ≤ distance; `foot` is the point of the border that is nearest to the origin. */
typedef struct border {
    point2 normal, foot;
    double distance;
} border;

typedef struct sums {
    double area, x, y; /* ∫ 1, x, y */
} sums;

static void add_edge(sums *s, point2 p, point2 q)
{
    double cross = p.x * q.y - p.y * q.x;
    s->area += 0.5 * cross;
    s->x += cross * (p.x + q.x) / 6.0;
    s->y += cross * (p.y + q.y) / 6.0;
}

static double height_over(const border *b, point2 p) { return b->normal.x * p.x + b->normal.y * p.y - b->distance; }

static void add_cut_edge(sums *s, const border *borders, uint32_t count, point2 p, point2 q)
{
    for (; count > 0; borders++, count--) {
        double from = height_over(borders, p), to = height_over(borders, q);
        if (from <= 0.0 && to <= 0.0)
            continue;
        if (from > 0.0 && to > 0.0)
            return;
        double t = from / (from - to);
        point2 crossing = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        if (from > 0.0) {
            add_cut_edge(s, borders + 1, count - 1u, borders->foot, crossing);
            p = crossing;
        } else {
            add_cut_edge(s, borders + 1, count - 1u, crossing, borders->foot);
            q = crossing;
        }
    }
    add_edge(s, p, q);
}

/* The borders of piece k, relative to an origin. */
static uint32_t find_borders(const zone *z, uint32_t k, const double origin[2], border *borders)
{
    uint32_t first = z->starts[k], count = z->starts[k + 1u] - first, found = 0;
    for (uint32_t i = 0; i < (count == 2 ? 1u : count); i++) {
        vv_vec2 a = zone_point(z, z->corners[first + i]), b = zone_point(z, z->corners[first + (i + 1u) % count]);
        double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y, length = sqrt(x * x + y * y);
        if (!(length > 0.0))
            continue;
        border *w = &borders[found++];
        w->normal = (point2){y / length, -x / length};
        w->distance = w->normal.x * ((double)a.x - origin[0]) + w->normal.y * ((double)a.y - origin[1]);
        w->foot = (point2){w->normal.x * w->distance, w->normal.y * w->distance};
    }
    return found;
}

static vv_vec2 centroid(const sums *s)
{
    return s->area != 0.0 ? (vv_vec2){(float)(s->x / s->area), (float)(s->y / s->area)} : (vv_vec2){0.0f, 0.0f};
}

zone_part vvi_zone_part(const zone *z, const outline *o, const vv_vec2 *x, const double origin[2], bool flipped,
                        vv_vec2 shift, float turn)
{
    sums inside = {0.0, 0.0, 0.0}, whole = {0.0, 0.0, 0.0};
    border borders[ZONE_MOST_PIECES][VV_ZONE_MAX_POINTS];
    uint32_t counts[ZONE_MOST_PIECES];
    vv_mat2 rotation = vv_mat2_rotation(turn);
    for (uint32_t k = 0; k < z->piece_count; k++)
        counts[k] = find_borders(z, k, origin, borders[k]);
    for (uint32_t e = 0; e < o->edge_count; e++) {
        vv_vec2 a = vv_mat2_apply(rotation, x[o->points[o->edges[2u * e]]]);
        vv_vec2 b = vv_mat2_apply(rotation, x[o->points[o->edges[2u * e + 1u]]]);
        point2 p = {(double)a.x + (double)shift.x, (double)a.y + (double)shift.y};
        point2 q = {(double)b.x + (double)shift.x, (double)b.y + (double)shift.y};
        add_edge(&whole, p, q);
        for (uint32_t k = 0; k < z->piece_count; k++)
            add_cut_edge(&inside, borders[k], counts[k], p, q);
    }
    if (z->piece_count == 0)
        inside = whole;
    double sign = flipped ? -1.0 : 1.0;
    return (zone_part){.area = (float)vvi_clamp_double(sign * inside.area, 0.0, fabs(whole.area)),
                       .whole = (float)(sign * whole.area),
                       .centre = centroid(&inside),
                       .whole_centre = centroid(&whole)};
}
