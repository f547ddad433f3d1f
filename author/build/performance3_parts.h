/* An act from inside; private to this room. */
#ifndef VVI_ACT_H
#define VVI_ACT_H

#include "library.h"
#include "session.h"

#include "runtime/base/base.h"

struct vv_performance3 {
    const vv_allocator *allocator;
    vvi_arena arena;
    vv_scene_kind kind;
    vv_built_shape *shape;
    vv_built_verb *verb;
    vv_built_graph *graph;
    vv_built_line *line;
    const vv_character *character; /* of one of these, or NULL */
    const vv_skeleton *skeleton;   /* of the character or of a creature, or NULL */
    const vv_manikin *figure;      /* the same */
    vv_graph_player *performer;
    uint64_t key;                    /* of the troupe */
    vv_creature_performance *troupe; /* of a scene with creatures; nothing below is used then */
    uint32_t color;
    /* Which joint each axis of a shape turns, and about what; VV_NONE: none. */
    uint32_t driven[VV_FIELD_MAX_AXES];
    vv_vec3 about[VV_FIELD_MAX_AXES];
    /* Its state. */
    float at[VV_FIELD_MAX_AXES];
    float weights[VV_FIELD_MAX_EXAMPLES];
    vv_verb_state walker;
    vv_foot_plants plants;
    double seconds;
    bool planting, still, shows_heat, plain;
    float slide, slope;
    /* What is seen: arrays of the counts in `look`. */
    vv_draw_data look;
    float *dofs;
    vv_quat *turns;
    vv_vec3 *moves, *form, *positions, *normals;
    vv_affine3 *globals, *scratch;
    float *heat;
    vv_vec3 ankles[VV_VERB_MAX_FEET]; /* at the last step */
};

/* Makes the surface of a body on a line at its time: the body comes first in `positions`, its ghosts follow. */
void vvi_performance3_show_line(vv_performance3 *act);
/* Skins the figure by globals[joint_count]: positions and normals [vertices of the figure] out. */
void vvi_performance3_skin(vv_performance3 *act, const vv_affine3 *globals, vv_vec3 *positions, vv_vec3 *normals);

#endif
