/* Questions answered by brute force, in double: all edges of everything that the public functions show. Casts advance
 * by the distance to the nearest thing, which cannot be too far, until they touch: another way than closed forms. */
#ifndef TESTS_QUERY_BRUTE_H
#define TESTS_QUERY_BRUTE_H

#include <verve/verve.h>

enum { BRUTE_MOST_EDGES = 1024, BRUTE_MOST_THINGS = 64 };

typedef struct point2 {
    double x, y;
} point2;

/* Something solid or thin, as it is shown. */
typedef struct brute_thing {
    vv_hit id; /* its actor or obstacle */
    bool half_plane, solid, sensor;
    uint32_t layers;
    uint32_t edge_count;
    point2 edges[BRUTE_MOST_EDGES][2];
    uint32_t triangle_count; /* of an actor: its inside */
    point2 (*triangles)[3];
} brute_thing;

typedef struct brute_scene {
    uint32_t count;
    brute_thing things[BRUTE_MOST_THINGS];
} brute_scene;

/* The shape that is asked about: a point, a circle, or a box. */
typedef struct brute_shape {
    double radius, half[2], angle;
} brute_shape;

void brute_clear(brute_scene *scene);
/* The edges of a mesh that belong to one triangle: triangles[3 · count], at vertices[]. */
void brute_add_actor(brute_scene *scene, const vv_stage *stage, vv_actor actor, uint32_t layers, uint32_t vertex_count,
                     const uint32_t *triangles, uint32_t triangle_count);
void brute_add_obstacle(brute_scene *scene, const vv_stage *stage, vv_obstacle obstacle);

/* How far a shape with its centre there is from something; 0: it overlaps. */
double brute_distance(const brute_thing *thing, const brute_shape *shape, point2 centre);
/* The free share of the way; above 1: it touches nothing. */
double brute_cast(const brute_thing *thing, const brute_shape *shape, point2 from, point2 to);

#endif
