/* Outlines as they are shown, in the frame in which a question is solved. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/query.h"

/* From the stage to the frame: relative to its origin and rotated. The axis is that of the frame on the stage. */
static vv_vec2 into_frame(vv_vec2 axis, float x, float y)
{
    return (vv_vec2){axis.x * x + axis.y * y, axis.x * y - axis.y * x};
}

vv_vec2 vvi_query_to_stage(const query *q, const query_outline *o, vv_vec2 p, bool is_vector)
{
    vv_vec2 v = {q->axis.x * p.x - q->axis.y * p.y, q->axis.x * p.y + q->axis.y * p.x};
    return is_vector ? v : (vv_vec2){(float)(o->origin[0] + (double)v.x), (float)(o->origin[1] + (double)v.y)};
}

/* The origin is the point of the way that is nearest to `about`. */
static void place_frame(const query *q, const double about[2], query_outline *o)
{
    double along = (about[0] - q->from[0]) * q->way[0] + (about[1] - q->from[1]) * q->way[1];
    o->start = along > 0.0 ? along : 0.0;
    o->start = o->start < (double)q->length ? o->start : (double)q->length;
    for (int k = 0; k < 2; k++)
        o->origin[k] = q->from[k] + o->start * q->way[k];
    o->way = into_frame(q->axis, (float)q->way[0], (float)q->way[1]);
    o->first = (float)-o->start;
    o->last = (float)((double)q->length - o->start);
}

static void gather_actor(const vv_stage *stage, const query *q, uint32_t index, float t, query_outline *o)
{
    const actor *a = &stage->actors[index];
    const outline *border = &stage->contacts->outlines[index];
    const vv_vec2 *old = a->jumped ? a->x : a->shown[0].x, *new = a->jumped ? a->x : a->shown[1].x;
    const double *from = a->jumped ? a->origin : a->shown[0].origin, *to = a->jumped ? a->origin : a->shown[1].origin;
    double centre[2] = {from[0] + (to[0] - from[0]) * (double)t, from[1] + (to[1] - from[1]) * (double)t};
    vv_vec2 *points = idle_points(stage->contacts), axis = q->axis;
    VVI_CHECK(border->point_count <= stage->contacts->outline_capacity);
    place_frame(q, centre, o);
    float x = (float)(centre[0] - o->origin[0]), y = (float)(centre[1] - o->origin[1]);
    if (t >= 1.0f)
        old = new;
    for (uint32_t i = 0; i < border->point_count; i++) {
        vv_vec2 p = old[border->points[i]], r = new[border->points[i]];
        points[i] = into_frame(axis, p.x + (r.x - p.x) * t + x, p.y + (r.y - p.y) * t + y);
    }
    o->edges = border->edges;
    o->point_count = border->point_count;
    o->edge_count = border->edge_count;
    o->sign = a->flipped ? -1.0f : 1.0f;
    o->solid = true;
}

static void gather_obstacle(const vv_stage *stage, const query *q, uint32_t index, query_outline *o)
{
    const obstacle *from = &stage->obstacles[index];
    vv_vec2 *points = idle_points(stage->contacts);
    const double centre[2] = {0.5 * ((double)from->low.x + (double)from->high.x),
                              0.5 * ((double)from->low.y + (double)from->high.y)};
    VVI_CHECK(from->point_count <= stage->contacts->outline_capacity && from->kind != VV_OBSTACLE_HALF_PLANE);
    place_frame(q, centre, o);
    vvi_obstacle_shown_points(stage, from, o->origin, points);
    for (uint32_t i = 0; i < from->point_count; i++)
        points[i] = into_frame(q->axis, points[i].x, points[i].y);
    o->point_count = from->point_count;
    o->solid = from->kind == VV_OBSTACLE_POLYGON;
    o->edge_count = o->solid ? o->point_count : o->point_count - 1u;
    o->sign = 1.0f;
    o->one_way = from->one_way;
}

query_outline vvi_query_outline(const vv_stage *stage, const query *q, uint32_t id, float t)
{
    query_outline o = {.points = idle_points(stage->contacts)};
    if (id < stage->def.max_actors)
        gather_actor(stage, q, id, t, &o);
    else
        gather_obstacle(stage, q, id - stage->def.max_actors, &o);
    return o;
}
