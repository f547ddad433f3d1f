/* The layout of a vv_shape, for the files of this room that create, verify and use it. */
#ifndef VVI_BLEND_SHAPE_H
#define VVI_BLEND_SHAPE_H

#include "blend.h"

/* Forms begin at multiples of 64 bytes and are padded with zeros to `room`, a multiple of sixteen vertices, as vv_mix
 * requires. The matrices of the surface share their columns; without subdivision there are none. */
struct vv_shape {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t vertex_count, room, example_count, levels;
    uint32_t surface_vertex_count, surface_triangle_count, entry_count, reserved;
    uint64_t field_bytes;
    uint64_t field;
    uint64_t forms;     /* vv_vec3[example_count][room] */
    uint64_t triangles; /* uint32_t[surface_triangle_count][3] */
    uint64_t starts;    /* uint32_t[surface_vertex_count + 1], where levels > 0 */
    uint64_t columns;   /* uint32_t[entry_count], ascending inside a row */
    uint64_t positions; /* float[entry_count] */
    uint64_t tangents;  /* float[entry_count][2] */
};

/* The same sections as pointers. */
typedef struct shape_view {
    const vv_vec3 *forms;
    const uint32_t *triangles, *starts, *columns;
    const float *positions;
    const float (*tangents)[2];
} shape_view;

static inline shape_view shape_open(const vv_shape *shape)
{
    const char *base = (const char *)shape;
    return (shape_view){
        (const vv_vec3 *)(base + shape->forms),   (const uint32_t *)(base + shape->triangles),
        (const uint32_t *)(base + shape->starts), (const uint32_t *)(base + shape->columns),
        (const float *)(base + shape->positions), (const float(*)[2])(base + shape->tangents),
    };
}

#endif
