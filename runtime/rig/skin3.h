/* The layout of a vv_skin3, for the files of this room that create, verify and apply it. */
#ifndef VVI_RIG_SKIN3_H
#define VVI_RIG_SKIN3_H

#include "rig.h"

struct vv_skin3 {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t vertex_count, joint_count;
    uint64_t binds;   /* vv_affine3[joint_count] */
    uint64_t joints;  /* uint16_t[vertex_count][VV_SKIN3_INFLUENCES] */
    uint64_t weights; /* float[vertex_count][VV_SKIN3_INFLUENCES], those of a vertex sum to 1 */
};

/* The same sections as pointers. */
typedef struct skin3_view {
    const vv_affine3 *binds;
    const uint16_t (*joints)[VV_SKIN3_INFLUENCES];
    const float (*weights)[VV_SKIN3_INFLUENCES];
} skin3_view;

static inline skin3_view skin3_open(const vv_skin3 *skin)
{
    const char *base = (const char *)skin;
    return (skin3_view){(const vv_affine3 *)(base + skin->binds),
                        (const uint16_t(*)[VV_SKIN3_INFLUENCES])(base + skin->joints),
                        (const float(*)[VV_SKIN3_INFLUENCES])(base + skin->weights)};
}

#endif
