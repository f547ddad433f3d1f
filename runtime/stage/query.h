/* Questions to a stage from inside.
 *
 *   query.c          the public functions, and what they collect
 *   query_tree.c     a tree of bounds over actors and obstacles, made anew when it is needed
 *   query_outline.c  outlines as they are shown, in the frame of a question
 *   query_shape.c    a moving point, circle or box against the edges of one outline
 *   query_actor.c    questions about one actor
 *
 * The tree is no part of the state. Whatever changes what is shown calls vvi_queries_outdate; the next question makes
 * the tree again. Results do not depend on how it was made: hits are ordered by distance, kind and index. */
#ifndef VVI_STAGE_QUERY_H
#define VVI_STAGE_QUERY_H

#include "runtime/stage/contact.h"

#include <verve/query.h>

/* An actor, or (id ≥ max_actors) an obstacle, with bounds that contain it at every time between the last two fixed
 * steps. */
typedef struct query_entry {
    vv_vec2 low, high;
    uint32_t id, key; /* key: where its centre is along a Z-order curve */
} query_entry;

/* Of `count` entries, from `first` on. A node has either few entries or two children: the next node, with the first
 * half of its entries, and `right`, with the others. */
typedef struct query_node {
    vv_vec2 low, high;
    uint32_t first, count, right;
} query_node;

struct queries {
    uint32_t capacity;
    uint32_t entry_count, node_count, plane_count;
    bool is_current;
    uint32_t steps_in_use;         /* for so many steps bounds are computed as soon as there are positions */
    query_entry *entries, *sorted; /* [capacity] */
    query_node *nodes;             /* [capacity] */
    uint32_t *planes;              /* [capacity] obstacles that are half planes: they have no bounds */
};

typedef enum query_shape {
    QUERY_POINT,
    QUERY_CIRCLE,
    QUERY_BOX,
} query_shape;

/* What is asked: a shape that moves from `from` by s·way, 0 ≤ s ≤ length, without rotating. */
typedef struct query {
    query_shape shape;
    float radius;
    vv_vec2 half; /* of a box, along its own axes */
    vv_vec2 axis; /* the first axis of the frame in which it is solved: that of a box, otherwise `way` */
    double from[2], to[2], way[2];
    float length;
    vv_vec2 extent; /* half the size of the shape's bounds on the stage */
    bool is_cast;   /* one-way chains let it pass; otherwise they are thin walls */
    bool skip_inside;
} query;

/* An outline in the frame of a question: its origin is the point of the way that is nearest to the outline, so that
 * floats are exact enough however far away the way begins. The shape's centre is at s·way, first ≤ s ≤ last. */
typedef struct query_outline {
    const vv_vec2 *points; /* [point_count] */
    const uint32_t *edges; /* [2 · edge_count] points; NULL: each and the next */
    uint32_t point_count, edge_count;
    float sign;          /* of solid ones 1: the inside is on the left of its edges; −1: on the right */
    bool solid, one_way; /* one_way: stops only what comes from the left */
    vv_vec2 way;
    float first, last;
    double origin[2], start; /* on the stage; the distance along the way where the origin is */
} query_outline;

/* Where a shape touches an outline, in that frame. */
typedef struct query_touch {
    float s; /* along the way from the origin of the frame; of vvi_query_nearest: the distance */
    bool inside;
    vv_vec2 point, normal;
} query_touch;

/* query_tree.c */
vv_result vvi_queries_create(vv_stage *stage, vv_error *error);
void vvi_queries_destroy(vv_stage *stage);
/* Room for as many actors and obstacles. */
vv_result vvi_queries_reserve(vv_stage *stage, uint32_t count, vv_error *error);
void vvi_queries_update(const vv_stage *stage);
/* Walks over the entries whose bounds the shape meets within the distance `most` along its way, or (near) whose bounds
 * are within `most` of its start; those that are probably met first come first. */
typedef struct query_walk {
    const queries *tree;
    const query *query;
    bool near;
    float pad; /* by which bounds are extended for the rounding of coordinates */
    uint32_t stack[64], depth, entry, end;
} query_walk;
query_walk vvi_query_walk(const vv_stage *stage, const query *q, bool near);
const query_entry *vvi_query_next(query_walk *walk, float most); /* NULL: no more */

/* query_outline.c */
/* The time shown between the last two fixed steps, 0…1, is `t`. The points are valid until the next call. */
query_outline vvi_query_outline(const vv_stage *stage, const query *q, uint32_t id, float t);
vv_vec2 vvi_query_to_stage(const query *q, const query_outline *o, vv_vec2 point, bool is_vector);

/* query_shape.c */
/* False: it touches nothing up to `most`, a distance along the frame's way. Of what it is in already, only `inside` is
 * set. */
bool vvi_query_touch(const query *q, const query_outline *o, float most, query_touch *touch);
/* The point of an outline that is nearest to the start of the shape's centre. */
query_touch vvi_query_nearest(const query_outline *o);
/* The same two for the half plane on the right of points[2]; `s` is from the start of the way, and the point is on the
 * stage. */
bool vvi_query_touch_plane(const query *q, const vv_vec2 *points, query_touch *touch);
query_touch vvi_query_nearest_on_plane(const query *q, const vv_vec2 *points);

#endif
