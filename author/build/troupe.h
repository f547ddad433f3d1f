/* What the files about troupes share; private to this room. */
#ifndef VVI_TROUPE_H
#define VVI_TROUPE_H

#include "creatures.h"

#include "runtime/base/base.h"

typedef struct vvi_member {
    const vv_project_cast *cast;
    vv_being *being;
    const vv_binding **bindings; /* [play_count] NULL where no motion of the action suits the creature */
    uint32_t *plays;             /* [play_count] the player's; VV_NONE: not begun */
    bool *stopped;               /* [play_count] */
    uint32_t next;               /* the next play */
    uint32_t point;              /* the point of its way that it goes to */
    vv_course course;
} vvi_member;

struct vv_troupe {
    const vv_allocator *allocator;
    vvi_arena arena;
    const vv_project_scene *scene; /* the document's */
    vv_terrain terrain;
    uint32_t count;
    vvi_member *members; /* [count] */
    double seconds;      /* of whole steps */
    double wanted;       /* asked for so far */
    /* What is seen (troupe_look.c). */
    vv_act_look look;
    vv_vec3 *positions, *normals; /* [look.vertex_count] beings, then balls, then ground */
    uint32_t *colors;             /* the same; those of the ground change, since shadows fall on it */
    uint32_t first_ball, ball_count;
};

/* The way (troupe_way.c): on by dt to where it should be then. */
void vvi_member_go(vvi_member *member, double seconds, float dt);
vv_terrain vvi_hills(void);

/* Where a play of a member reaches now, in the world. */
vv_vec3 vvi_troupe_aim(const vv_troupe *troupe, const vvi_member *member, const vv_project_aim *aim);

vv_result vvi_troupe_make_look(vv_troupe *troupe, vv_error *error);
void vvi_troupe_dress(vv_troupe *troupe);

#endif
