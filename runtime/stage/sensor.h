/* Sensors from inside: obstacles and actors that report what overlaps them and block nothing (sensor.c), and whether
 * two shapes overlap (sensor_overlap.c). */
#ifndef VVI_STAGE_SENSOR_H
#define VVI_STAGE_SENSOR_H

#include "runtime/stage/state.h"

/* Two that overlap, at least one of them a sensor: actors a < b, or an actor and (b ≥ max_actors) an obstacle. */
typedef struct sensor_pair {
    uint32_t a, b;
} sensor_pair;

/* Its arrays belong to the buffers of contact, which grow with the number of actors and obstacles; the capacity is that
 * of pairs. */
typedef struct sensors {
    uint32_t count, found_count;
    sensor_pair *pairs;  /* [pair_capacity] that overlap since the last step, by a and b */
    sensor_pair *found;  /* [pair_capacity] scratch: those of this step */
    uint32_t *order;     /* [max_actors + max_obstacles] scratch: who takes part, by lower bound along x */
    vv_vec2 *low, *high; /* [max_actors + max_obstacles] bounds of the motion of this step */
    /* [max_actors + max_obstacles] Generation of what was tested when it rested already, or 0. Of two such, what was
     * found then still holds. */
    uint32_t *tested;
    bool overflow_reported; /* in the step before */
    bool was_idle;          /* there was no sensor in the step before */
} sensors;

/* One side of a test. Particles go from where the step before left them to where they are. */
typedef struct overlap_side {
    const vv_vec2 *from, *to;            /* by particle; of obstacles the same points */
    double from_offset[2], to_offset[2]; /* added to them */
    const uint32_t *particles;           /* of each point; NULL: itself */
    const uint32_t *edges;               /* [2 · edge_count] points; NULL: each and the next */
    uint32_t point_count, edge_count;
    bool closed;  /* false: a chain without an inside */
    bool is_half; /* all that is on the right of its two points */
} overlap_side;

/* Whether two sides overlap at the share t (0…1) of the step; `point` receives a point of a where they do. Not both may
 * be half planes; a is not. */
bool vvi_do_sides_overlap(const overlap_side *a, const overlap_side *b, float t, vv_vec2 *point);

#endif
