/* Zones from inside.
 *
 *   zone.c         zones are added, changed and removed; what is saved; who entered and left
 *   zone_area.c    the area of a drawing that is in a zone, and its centroid
 *   zone_effect.c  what zones do to an actor in a substep
 *
 * A zone is all data, points included: it has no memory of its own, and a save contains it whole. */
#ifndef VVI_STAGE_ZONE_H
#define VVI_STAGE_ZONE_H

#include "runtime/stage/contact.h"

#include <verve/zone.h>

#define ZONE_MOST_PIECES  (VV_ZONE_MAX_POINTS - 2u)
#define ZONE_MOST_CORNERS (3u * ZONE_MOST_PIECES)

/* One of the stage's. Its shape is cut into convex pieces, corners counter-clockwise. */
typedef struct zone {
    uint32_t generation;
    bool used;
    vv_zone_def def; /* points is NULL */
    vv_vec2 local[VV_ZONE_MAX_POINTS];
    /* What follows is derived from the rest. */
    vv_mat2 turn;      /* from its frame to the stage */
    vv_vec2 low, high; /* bounds; infinite unless it is a polygon */
    uint32_t piece_count;
    uint8_t starts[ZONE_MOST_PIECES + 1u], corners[ZONE_MOST_CORNERS]; /* corners starts[k] … of piece k */
} zone;

struct zones {
    zone *list;   /* [def.max_zones] */
    uint32_t end; /* one past the last index in use */
};

/* How much of a drawing is in a zone: centroids are relative to its origin. */
typedef struct zone_part {
    float area, whole; /* m² */
    vv_vec2 centre, whole_centre;
} zone_part;

static inline vv_vec2 zone_point(const zone *z, uint32_t i)
{
    return vv_vec2_add(vv_mat2_apply(z->turn, z->local[i]), z->def.position);
}

/* zone_area.c */
void vvi_zone_cut(zone *z); /* what is derived */
/* The outline of an actor relative to its origin, after it has moved by `shift` and rotated by `turn` about that; x may
 * be those of another time. */
zone_part vvi_zone_part(const zone *z, const outline *o, const vv_vec2 *x, const double origin[2], bool flipped,
                        vv_vec2 shift, float turn);

/* zone_effect.c: the sum over all zones. */
typedef struct zone_effect {
    vv_vec2 acceleration;    /* of forces and buoyancy, m/s² */
    float spin_rate;         /* rad/s² */
    vv_vec2 wind;            /* m/s */
    float drag;              /* 1/s, relative to the wind */
    vv_vec2 flow;            /* of water, m/s */
    float linear, quadratic; /* drag relative to the flow, 1/s and 1/m */
    float angular;           /* 1/s */
} zone_effect;
/* False: no zone does anything to the actor. `ahead` is the time, s, after which its motion is halfway. */
bool vvi_zones_find_effect(vv_stage *stage, actor *a, float ahead, zone_effect *effect);
/* The share of a velocity relative to water that is left after h seconds: dv/dt = −linear·v − quadratic·v². */
float vvi_zone_kept_speed(const zone_effect *e, float speed, float h);

#endif
