/* Private to author/export: the buffer of a glTF file, which is filled before its JSON is written. */
#ifndef VVI_EXPORT_GLTF_H
#define VVI_EXPORT_GLTF_H

#include "bytes.h"

enum { GLTF_U8 = 5121, GLTF_U16 = 5123, GLTF_U32 = 5125, GLTF_FLOAT = 5126 };

/* An accessor with its own buffer view. */
typedef struct gltf_accessor {
    uint32_t offset, bytes, count;
    uint32_t component;
    const char *type;
    uint32_t target;           /* 34962 vertices, 34963 indices, 0 neither */
    uint32_t bound_components; /* 0: no bounds are written */
    float low[3], high[3];
} gltf_accessor;

/* A channel of the animation. */
typedef struct gltf_curve {
    uint32_t joint, output;
    bool is_rotation; /* else a translation */
} gltf_curve;

typedef struct gltf_data {
    const vv_take *take;
    const vv_gltf_figure *figure; /* NULL: none */
    uint32_t joint_count;
    vvi_arena arena;
    vvi_out buffer;
    uint32_t accessor_count, curve_count;
    gltf_accessor *accessors;                                                    /* [2 · joint_count + 8] */
    gltf_curve *curves;                                                          /* [2 · joint_count] */
    uint32_t times, binds, positions, normals, colors, joints, weights, indices; /* VV_NONE: none */
} gltf_data;

/* Fills everything from take and figure; false if memory ran out. */
bool vvi_gltf_collect(gltf_data *data);

#endif
