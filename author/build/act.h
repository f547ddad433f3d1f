/* An act from inside; private to this room. */
#ifndef VVI_ACT_H
#define VVI_ACT_H

#include "library.h"
#include "session.h"

#include "runtime/base/base.h"

struct vv_act {
    const vv_allocator *allocator;
    vvi_arena arena;
    vv_scene_kind kind;
    vv_built_shape *shape;
    vv_built_verb *verb;
    vv_built_graph *graph;
    vv_built_line *line;
    const vv_character *character; /* of one of these, or NULL */
    const vv_skeleton *skeleton;   /* of that or of a creature, or NULL */
    const vv_manikin *figure;      /* the same */
    vv_performer *performer;
    uint64_t key;      /* of the troupe */
    vv_troupe *troupe; /* of a scene with creatures; then nothing below is used */
    uint32_t color;
    /* Which joint each axis of a shape turns, and about what; VV_NONE: none. */
    uint32_t driven[VV_FIELD_MAX_AXES];
    vv_vec3 about[VV_FIELD_MAX_AXES];
    /* Where it is. */
    float at[VV_FIELD_MAX_AXES];
    float weights[VV_FIELD_MAX_EXAMPLES];
    vv_walker walker;
    vv_plants plants;
    double seconds;
    bool planting, still, heats, plain;
    float slide, slope;
    /* What is seen: arrays of the counts in `look`. */
    vv_act_look look;
    float *dofs;
    vv_quat *turns;
    vv_vec3 *moves, *form, *positions, *normals;
    vv_affine3 *globals, *scratch;
    float *heat;
    vv_vec3 ankles[VV_VERB_MAX_FEET]; /* when it was last shown */
};

/* What an act of a line looks like at its time; its figure's body is at positions[0], ghosts follow. */
void vvi_act_show_line(vv_act *act);
/* Dresses the figure in globals[joint_count]: positions and normals [vertices of the figure]. */
void vvi_act_dress(vv_act *act, const vv_affine3 *globals, vv_vec3 *positions, vv_vec3 *normals);

#endif
