/* What the files about troupes share; private to this room. */
#ifndef VVI_TROUPE_H
#define VVI_TROUPE_H

#include "creatures.h"

#include "runtime/base/base.h"

typedef struct vvi_member {
    const vv_project_cast *cast;
    vv_creature_instance *being;
    const vv_binding **bindings; /* [play_count] NULL where no motion of the action suits the creature */
    uint32_t *plays;             /* [play_count] ids of the player; VV_NONE: not begun */
    bool *stopped;               /* [play_count] */
    uint32_t next;               /* index of the next play */
    uint32_t point;              /* index of the point of its way that it goes to */
    vv_course course;
} vvi_member;

struct vv_creature_performance {
    const vv_allocator *allocator;
    vvi_arena arena;
    const vv_project_scene *scene; /* belongs to the document */
    vv_terrain terrain;
    uint32_t count;
    vvi_member *members; /* [count] */
    double seconds;      /* of whole steps */
    double requested;    /* by all calls of vv_creature_performance_advance */
    /* The surface that is seen (troupe_look.c). */
    vv_draw_data look;
    vv_vec3 *positions, *normals; /* [look.vertex_count] creatures, then balls, then ground */
    uint32_t *colors;             /* the same; those of the ground change, since shadows fall on it */
    uint32_t first_ball, ball_count;
};

/* Moves a member along its way by dt (troupe_way.c). */
void vvi_member_move(vvi_member *member, double seconds, float dt);
vv_terrain vvi_hills(void);

/* The present target of a play, in the world. */
vv_vec3 vvi_creature_performance_aim(const vv_creature_performance *troupe, const vvi_member *member,
                                     const vv_project_aim *aim);

vv_result vvi_creature_performance_make_draw_data(vv_creature_performance *troupe, vv_error *error);
void vvi_creature_performance_skin(vv_creature_performance *troupe);

#endif
