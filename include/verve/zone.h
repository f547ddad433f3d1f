/* Zones of a stage: parts of it, or all of it, in which forces, wind or water act on actors.
 *
 *     vv_zone_def pond = vv_default_zone_def(VV_ZONE_WATER);
 *     pond.point_count = 4;
 *     pond.points = corners;
 *     vv_stage_add_zone(stage, &pond, &zone, &error);
 *
 * A zone acts on the share of a drawing that is inside it: the area of all its layers, as it is deformed now, cut at
 * the borders of the zone. Sprites and puppets are accelerated and rotated as a whole; kinematic actors are not
 * affected. Zones may overlap: their effects add up, in the order of their indices. They have no contact. */
#ifndef VERVE_ZONE_H
#define VERVE_ZONE_H

#include <verve/stage.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_ZONE_MAX_POINTS 16u

typedef enum vv_zone_kind {
    VV_ZONE_FORCE, /* accelerates by `acceleration` */
    /* Air that moves with `velocity`, which is added to the stage's wind, and takes along what has drag; `drag` is
     * added to the drag of actors. */
    VV_ZONE_WIND,
    /* Water: the part of a drawing in it is pushed up, against gravity, by the weight of the water that it displaces,
     * which also rights or topples it; and slowed down relative to `velocity`, the flow. Its surface is where the shape
     * ends. */
    VV_ZONE_WATER,
} vv_zone_kind;

typedef struct vv_zone_def {
    vv_zone_kind kind;
    /* 0: the whole stage; 2: a half plane, on the right of the direction from the first point to the second, so two
     * points from left to right make a sea; 3…VV_ZONE_MAX_POINTS: a simple polygon in either direction. */
    uint32_t point_count;
    const vv_vec2 *points; /* [point_count] metres, within ±1e6, in the zone's own frame; copied */
    vv_vec2 position;      /* of its frame on the stage, metres, within ±1e6; default 0 */
    float angle;           /* radians; default 0 */
    uint32_t layers;       /* it acts on actors that have a common bit in their layers; default all */
    vv_vec2 acceleration;  /* of FORCE, m/s², within ±1e6 */
    vv_vec2 velocity;      /* of WIND and WATER, m/s, within ±1e6 */
    /* The rate, 1/s, 0…1e6, at which WIND slows what has no drag of its own (default 0), and WATER a drawing that is
     * wholly in it and as dense as water (default 0.5; a lighter one more). */
    float drag;
    /* Of WATER: the drag coefficient in ½·density·√area·C·v², 0…1e6; default 1. */
    float quadratic_drag;
    float angular_drag; /* of WATER: the rate at which rotation is slowed, as `drag`; default 1 */
    float density;      /* of WATER, kg/m², 0…1e6; default 1, that of drawings */
    uint64_t tag;       /* for the caller's own use */
    vv_zone_id id;      /* see vv_actor_def.id */
} vv_zone_def;
VV_API vv_zone_def vv_default_zone_def(vv_zone_kind kind);

/* Fails for numbers that are out of range, a polygon that crosses itself, and if there are vv_stage_def.max_zones.
 * Never allocates. Adding, changing and removing a zone wakes all actors. */
VV_API vv_result vv_stage_add_zone(vv_stage *stage, const vv_zone_def *def, vv_zone_id *out, vv_error *error);
/* Gives a zone another def, whose id is ignored: moves it, or changes what it does. A controller may do so. */
VV_API vv_result vv_stage_set_zone(vv_stage *stage, vv_zone_id zone, const vv_zone_def *def, vv_error *error);
/* Returns false if there is no such zone, or the call comes from inside a step. */
VV_API bool vv_stage_remove_zone(vv_stage *stage, vv_zone_id zone);
VV_API bool vv_stage_has_zone(const vv_stage *stage, vv_zone_id zone);
/* zones[capacity] receives the zones in the order of their indices; returns how many there are, which may be more. A
 * restore removes zones that were added after the save and brings back those removed after it, whole and with their
 * ids: nothing has to be kept for that, and it is not among vv_stage_restore_changes. */
VV_API uint32_t vv_stage_zones(const vv_stage *stage, vv_zone_id *zones, uint32_t capacity);
/* The def of a zone; its points are valid until it is changed. All members are zero if there is no such zone. */
VV_API vv_zone_def vv_stage_zone(const vv_stage *stage, vv_zone_id zone);
/* The share of an actor's drawing that is in a zone, 0…1, interpolated between the last two fixed steps like all that
 * is shown: how deep a swimmer is in. 0 if there is no such zone or actor; layers do not count. */
VV_API float vv_stage_zone_share(const vv_stage *stage, vv_zone_id zone, vv_actor actor);

#ifdef __cplusplus
}
#endif
#endif
