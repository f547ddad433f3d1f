/* Questions to a stage: casts of rays, circles and boxes, what overlaps a shape, what is nearest, bounds, contacts and
 * velocities.
 *
 *     vv_query_filter filter = vv_default_query_filter();
 *     filter.except = hero;
 *     vv_hit hit;
 *     if (vv_stage_cast_ray(stage, feet, below, &filter, &hit)) …
 *
 * Questions see what is shown (vv_stage_vertices): the state at the time shown, interpolated between the last two fixed
 * steps. A controller sees the state after the last fixed step, so that what it does never depends on the frame rate.
 * Drawings are the outlines of all their layers, as they are deformed now. Of half planes, polygons and actors the
 * inside is solid; segments are thin.
 *
 * No question allocates, changes the state or its hash, or depends on what was asked before. The first question after
 * the stage has changed sorts everything anew, which takes a few microseconds for every hundred actors and is not
 * repeated until it changes again. Asked in the middle of a step (by an observer), every question finds nothing. */
#ifndef VERVE_QUERY_H
#define VERVE_QUERY_H

#include <verve/stage.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a question is about. Wherever a filter is expected, NULL stands for the default one. */
typedef struct vv_query_filter {
    uint32_t layers;        /* what has none of these layers is ignored; default all */
    bool actors, obstacles; /* default true */
    bool sensors;           /* sensors too; default false */
    /* A cast ignores what it begins in, such as the platform that a body stands in; default false: it is hit at
     * fraction 0. */
    bool skip_inside;
    vv_actor except; /* this actor is ignored; default none */
} vv_query_filter;
VV_API vv_query_filter vv_default_query_filter(void);

typedef struct vv_hit {
    vv_actor actor;       /* generation 0: it is an obstacle */
    vv_obstacle obstacle; /* generation 0: it is an actor */
    vv_vec2 point;        /* on its outline, where it is touched, on the stage */
    vv_vec2 normal;       /* unit, out of it, towards what touches it */
    float fraction;       /* of casts: the share of the way that is free, 0…1 */
    float distance; /* m. Of casts: the way that is free; otherwise from the centre of what was asked to `point` */
} vv_hit;

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Each finds what a point, circle or box touches first on its way from `from` to `to`, and returns false, and leaves
 * *hit unchanged, if that is nothing. Of several that are touched at once it is an actor rather than an obstacle, and
 * the one with the smallest index.
 *
 * A cast that begins in something hits it at fraction 0: `point` is then the point of it that is nearest to the centre
 * (the centre itself, if that is inside), and `normal` the shortest way out. From `from` to `from` nothing moves, and
 * what is there is found. A chain of one-way segments stops only what comes from its left, from wholly on that side;
 * from the other side, and from the midst of it, casts go through.
 *
 * Coordinates beyond ±1e9, and numbers that are not finite, touch nothing. */

VV_API bool vv_stage_cast_ray(const vv_stage *stage, vv_vec2 from, vv_vec2 to, const vv_query_filter *filter,
                              vv_hit *hit);
/* All that a ray meets, each with the first point at which it meets it: hits[capacity] receives the first ones, in the
 * order of their fractions; returns how many there are, which may be more. */
VV_API uint32_t vv_stage_cast_ray_all(const vv_stage *stage, vv_vec2 from, vv_vec2 to, const vv_query_filter *filter,
                                      vv_hit *hits, uint32_t capacity);
/* radius ≥ 0. */
VV_API bool vv_stage_cast_circle(const vv_stage *stage, vv_vec2 from, vv_vec2 to, float radius,
                                 const vv_query_filter *filter, vv_hit *hit);
/* A box of twice `half` in width and height, rotated by `angle`, whose centre moves; half.x and half.y ≥ 0. */
VV_API bool vv_stage_cast_box(const vv_stage *stage, vv_vec2 from, vv_vec2 to, vv_vec2 half, float angle,
                              const vv_query_filter *filter, vv_hit *hit);

/* ---- What is at a place ------------------------------------------------------------------------------------------ */

/* All that overlaps a point, a circle or a box, each once: hits[capacity] receives them, first actors, then obstacles, in
 * the order of their indices; returns how many there are, which may be more. `point`, `normal` and `distance` of a hit
 * are those of vv_stage_nearest from the centre. */
VV_API uint32_t vv_stage_overlap_point(const vv_stage *stage, vv_vec2 point, const vv_query_filter *filter,
                                       vv_hit *hits, uint32_t capacity);
VV_API uint32_t vv_stage_overlap_circle(const vv_stage *stage, vv_vec2 centre, float radius,
                                        const vv_query_filter *filter, vv_hit *hits, uint32_t capacity);
VV_API uint32_t vv_stage_overlap_box(const vv_stage *stage, vv_vec2 centre, vv_vec2 half, float angle,
                                     const vv_query_filter *filter, vv_hit *hits, uint32_t capacity);

/* What is nearest to a point, within max_distance (INFINITY: anywhere). Where the point is inside something, that is it:
 * `point` is then the point asked for, `normal` the shortest way out, and `distance` 0. Otherwise `point` is the nearest
 * point of its outline, and `normal` points from there to the point asked for. Returns false, and leaves *hit unchanged,
 * if there is nothing. */
VV_API bool vv_stage_nearest(const vv_stage *stage, vv_vec2 point, float max_distance, const vv_query_filter *filter,
                             vv_hit *hit);

/* ---- One actor --------------------------------------------------------------------------------------------------- */

/* The bounds of its drawing at the time shown. Returns false, and changes nothing, if there is no such actor. (Those of
 * an artwork: vv_mesh_bounds.) */
VV_API bool vv_stage_actor_bounds(const vv_stage *stage, vv_actor actor, vv_vec2 *low, vv_vec2 *high);
/* The velocity of the point of its drawing that is at `point` on the stage, m/s: as it is drawn and deforms where it is,
 * and beside it that of its motion as a rigid body. 0 if there is no such actor. */
VV_API vv_vec2 vv_stage_velocity_at(const vv_stage *stage, vv_actor actor, vv_vec2 point);
/* What touches it after the last fixed step: as vv_stage_contacts, but of this actor alone, which is `actor` in each of
 * them whatever its index is; normals point towards it. */
VV_API uint32_t vv_stage_actor_contacts(const vv_stage *stage, vv_actor actor, vv_contact *contacts, uint32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
