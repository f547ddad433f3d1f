/* Whether two outlines overlap: their borders cross, or a part of one lies inside the other. A drawing may consist of
 * several pieces, layered or with holes; a point is inside if the borders wind around it. */
#include "runtime/stage/sensor.h"

static vv_vec2 add_offset(vv_vec2 p, const double offset[2])
{
    return (vv_vec2){(float)((double)p.x + offset[0]), (float)((double)p.y + offset[1])};
}

static vv_vec2 side_position(const overlap_side *s, uint32_t point, float t)
{
    uint32_t i = s->particles ? s->particles[point] : point;
    vv_vec2 to = add_offset(s->to[i], s->to_offset);
    return t < 1.0f ? vv_vec2_lerp(add_offset(s->from[i], s->from_offset), to, t) : to;
}

static uint32_t edge_start(const overlap_side *s, uint32_t edge) { return s->edges ? s->edges[2u * edge] : edge; }

static uint32_t edge_end(const overlap_side *s, uint32_t edge)
{
    if (s->edges)
        return s->edges[2u * edge + 1u];
    return edge + 1u == s->point_count ? 0u : edge + 1u;
}

typedef struct box {
    vv_vec2 low, high;
} box;

static box box_of(vv_vec2 p, vv_vec2 q)
{
    return (box){{vvi_min(p.x, q.x), vvi_min(p.y, q.y)}, {vvi_max(p.x, q.x), vvi_max(p.y, q.y)}};
}

static bool do_boxes_overlap(box a, box b)
{
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

static box side_bounds(const overlap_side *s, float t)
{
    box all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t k = 0; k < s->point_count; k++) {
        vv_vec2 p = side_position(s, k, t);
        all.low = (vv_vec2){vvi_min(all.low.x, p.x), vvi_min(all.low.y, p.y)};
        all.high = (vv_vec2){vvi_max(all.high.x, p.x), vvi_max(all.high.y, p.y)};
    }
    return all;
}

/* Whether two edges cross; touching ends count on one side, so that an edge that passes through a corner crosses
 * exactly one of its edges. */
static bool do_edges_cross(vv_vec2 p, vv_vec2 q, vv_vec2 r, vv_vec2 s, vv_vec2 *point)
{
    vv_vec2 pq = vv_vec2_sub(q, p), rs = vv_vec2_sub(s, r);
    float at_r = vv_vec2_cross(pq, vv_vec2_sub(r, p)), at_s = vv_vec2_cross(pq, vv_vec2_sub(s, p));
    float at_p = vv_vec2_cross(rs, vv_vec2_sub(p, r)), at_q = vv_vec2_cross(rs, vv_vec2_sub(q, r));
    if ((at_r > 0.0f) == (at_s > 0.0f) || (at_p > 0.0f) == (at_q > 0.0f))
        return false;
    float t = at_p / (at_p - at_q);
    *point = vv_vec2_lerp(p, q, t >= 0.0f && t <= 1.0f ? t : 0.5f);
    return true;
}

/* Edges of both that are in the bounds of the other. */
static bool do_borders_cross(const overlap_side *a, const overlap_side *b, box both, float t, vv_vec2 *point)
{
    for (uint32_t i = 0; i < a->edge_count; i++) {
        vv_vec2 p = side_position(a, edge_start(a, i), t), q = side_position(a, edge_end(a, i), t);
        box own = box_of(p, q);
        if (!do_boxes_overlap(own, both))
            continue;
        for (uint32_t k = 0; k < b->edge_count; k++) {
            vv_vec2 r = side_position(b, edge_start(b, k), t), s = side_position(b, edge_end(b, k), t);
            if (do_boxes_overlap(own, box_of(r, s)) && do_edges_cross(p, q, r, s, point))
                return true;
        }
    }
    return false;
}

static bool does_side_contain(const overlap_side *s, vv_vec2 point, float t)
{
    int winding = 0;
    for (uint32_t k = 0; k < s->edge_count && s->closed; k++) {
        vv_vec2 p = vv_vec2_sub(side_position(s, edge_start(s, k), t), point);
        vv_vec2 q = vv_vec2_sub(side_position(s, edge_end(s, k), t), point);
        if ((p.y <= 0.0f) != (q.y <= 0.0f)) {
            float cross = vv_vec2_cross(p, q);
            winding += q.y > p.y ? (cross > 0.0f) : -(cross < 0.0f);
        }
    }
    return winding != 0;
}

/* Where no borders cross, each piece is inside wholly or not at all. Edges are listed piece by piece, so a new piece
 * begins only where an edge does not continue the one before. */
static bool is_piece_inside(const overlap_side *piece, const overlap_side *other, box both, float t, vv_vec2 *point)
{
    for (uint32_t k = 0; k < piece->edge_count; k++) {
        uint32_t start = edge_start(piece, k);
        if (k > 0 && start == edge_end(piece, k - 1u))
            continue;
        vv_vec2 p = side_position(piece, start, t);
        if (do_boxes_overlap((box){p, p}, both) && does_side_contain(other, p, t)) {
            *point = p;
            return true;
        }
    }
    return false;
}

static bool is_below_line(const overlap_side *a, const overlap_side *half, float t, vv_vec2 *point)
{
    vv_vec2 from = side_position(half, 0, t), along = vv_vec2_sub(side_position(half, 1, t), from);
    for (uint32_t k = 0; k < a->point_count; k++) {
        vv_vec2 p = side_position(a, k, t);
        if (vv_vec2_cross(along, vv_vec2_sub(p, from)) <= 0.0f) {
            *point = p;
            return true;
        }
    }
    return false;
}

bool vvi_do_sides_overlap(const overlap_side *a, const overlap_side *b, float t, vv_vec2 *point)
{
    VVI_CHECK(a->point_count > 1 && b->point_count > 1 && !a->is_half);
    if (b->is_half)
        return is_below_line(a, b, t, point);
    box of_a = side_bounds(a, t), of_b = side_bounds(b, t);
    if (!do_boxes_overlap(of_a, of_b))
        return false;
    return do_borders_cross(a, b, of_b, t, point) || is_piece_inside(a, b, of_b, t, point) ||
           is_piece_inside(b, a, of_a, t, point);
}
