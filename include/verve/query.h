/* Queries of a stage: ray, circle and box casts, overlaps, the nearest shape, bounds, contacts and velocities.
 *
 *     vv_query_filter filter = vv_default_query_filter();
 *     filter.except = hero;
 *     vv_hit hit;
 *     if (vv_stage_cast_ray(stage, feet, below, &filter, &hit)) …
 *
 * Queries use the state that is shown (vv_stage_vertices), interpolated between the last two fixed steps. From a
 * controller they use the state after the last fixed step, so that its decisions never depend on the frame rate. The
 * shape of a drawing is the outlines of all its layers, as they are deformed now. Half planes, polygons and actors are
 * solid inside; segments are thin.
 *
 * No query allocates, changes the state or its hash, or depends on earlier queries. The first one after the stage has
 * changed sorts everything, which takes a few microseconds for every hundred actors and is not repeated until the stage
 * changes again. In the middle of a step (from an observer), every query finds nothing. */
#ifndef VERVE_QUERY_H
#define VERVE_QUERY_H

#include <verve/stage.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a query considers. Wherever a filter is expected, NULL stands for the default one. */
typedef struct vv_query_filter {
    uint32_t layers;        /* shapes without any of these layers are ignored; default all */
    bool actors, obstacles; /* default true */
    bool sensors;           /* sensors too; default false */
    /* A cast ignores shapes that contain its start, such as a platform that a body overlaps; default false: they are
     * hit at fraction 0. */
    bool skip_inside;
    vv_actor except; /* this actor is ignored; default none */
} vv_query_filter;
VV_API vv_query_filter vv_default_query_filter(void);

typedef struct vv_hit {
    vv_actor actor;       /* generation 0: it is an obstacle */
    vv_obstacle obstacle; /* generation 0: it is an actor */
    vv_vec2 point;        /* on its outline, where it was hit, on the stage */
    vv_vec2 normal;       /* unit, out of the shape that was hit */
    float fraction;       /* of casts: the free fraction of the way, 0…1 */
    float distance;       /* m. Of casts: the free way; otherwise from the centre of the query to `point` */
} vv_hit;

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Each finds the first shape that a point, circle or box hits on its way from `from` to `to`. Returns false, and leaves
 * *hit unchanged, if there is none. If several are hit at once, an actor comes before an obstacle, and a smaller index
 * before a larger one.
 *
 * A cast that begins in something hits it at fraction 0: `point` is then the point of it that is nearest to the centre
 * (the centre itself, if that is inside), and `normal` the shortest way out. With `to` equal to `from` a cast finds
 * the shapes there. A chain of one-way segments stops only what comes from its left, from wholly on that side;
 * from the other side, and from the midst of it, casts go through.
 *
 * Coordinates beyond ±1e9, and numbers that are not finite, touch nothing. */

VV_API bool vv_stage_cast_ray(const vv_stage *stage, vv_vec2 from, vv_vec2 to, const vv_query_filter *filter,
                              vv_hit *hit);
/* All shapes that a ray hits, each at its first point: hits[capacity] receives the first ones, in the order of their
 * fractions; returns how many there are, which may be more. */
VV_API uint32_t vv_stage_cast_ray_all(const vv_stage *stage, vv_vec2 from, vv_vec2 to, const vv_query_filter *filter,
                                      vv_hit *hits, uint32_t capacity);
/* radius ≥ 0. */
VV_API bool vv_stage_cast_circle(const vv_stage *stage, vv_vec2 from, vv_vec2 to, float radius,
                                 const vv_query_filter *filter, vv_hit *hit);
/* A box of twice `half` in width and height, rotated by `angle`, whose centre moves; half.x and half.y ≥ 0. */
VV_API bool vv_stage_cast_box(const vv_stage *stage, vv_vec2 from, vv_vec2 to, vv_vec2 half, float angle,
                              const vv_query_filter *filter, vv_hit *hit);

/* ---- Overlaps and nearest ---------------------------------------------------------------------------------------- */

/* All shapes that overlap a point, a circle or a box, each once: hits[capacity] receives them, first actors, then
 * obstacles, in the order of their indices; returns how many there are, which may be more. `point`, `normal` and
 * `distance` of a hit are those of vv_stage_nearest from the centre. */
VV_API uint32_t vv_stage_overlap_point(const vv_stage *stage, vv_vec2 point, const vv_query_filter *filter,
                                       vv_hit *hits, uint32_t capacity);
VV_API uint32_t vv_stage_overlap_circle(const vv_stage *stage, vv_vec2 centre, float radius,
                                        const vv_query_filter *filter, vv_hit *hits, uint32_t capacity);
VV_API uint32_t vv_stage_overlap_box(const vv_stage *stage, vv_vec2 centre, vv_vec2 half, float angle,
                                     const vv_query_filter *filter, vv_hit *hits, uint32_t capacity);

/* The shape nearest to a point, within max_distance (INFINITY: anywhere). If the point is inside a shape, that shape is
 * the nearest: `point` is then the given point, `normal` the shortest way out, and `distance` 0. Otherwise `point` is
 * the nearest point of the outline, and `normal` points from there to the given point. Returns false, and leaves *hit
 * unchanged, if there is nothing. */
VV_API bool vv_stage_nearest(const vv_stage *stage, vv_vec2 point, float max_distance, const vv_query_filter *filter,
                             vv_hit *hit);

/* ---- One actor --------------------------------------------------------------------------------------------------- */

/* The bounds of its drawing at the time shown. Returns false, and changes nothing, if there is no such actor. (Those of
 * an artwork: vv_mesh_bounds.) */
VV_API bool vv_stage_actor_bounds(const vv_stage *stage, vv_actor actor, vv_vec2 *low, vv_vec2 *high);
/* The velocity of the point of its drawing that is at `point` on the stage, m/s: as it is drawn and deforms where it
 * is, and beside it that of its motion as a rigid body. 0 if there is no such actor. */
VV_API vv_vec2 vv_stage_velocity_at(const vv_stage *stage, vv_actor actor, vv_vec2 point);
/* What touches it after the last fixed step: as vv_stage_contacts, but of this actor alone, which is `actor` in each of
 * them whatever its index is; normals point towards it. */
VV_API uint32_t vv_stage_actor_contacts(const vv_stage *stage, vv_actor actor, vv_contact *contacts, uint32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
