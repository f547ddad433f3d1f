/* Solids of revolution, gathered into one set of triangles; private to figures. */
#ifndef VV_LATHE_H
#define VV_LATHE_H

#include <verve/math.h>

typedef struct vv_lathe_vertex {
    vv_vec3 at, normal;
    uint32_t color, joint;
} vv_lathe_vertex;

typedef struct vv_lathe {
    const vv_allocator *allocator;
    vv_lathe_vertex *vertices; /* [vertex_count] */
    uint32_t *corners;         /* [corner_count] three a triangle */
    uint32_t vertex_count, corner_count;
    size_t vertex_room, corner_room;
    bool failed; /* memory ran out; what comes then is left out */
} vv_lathe;

typedef struct vv_lathe_bone {
    uint32_t joint; /* that moves it */
    vv_vec3 from, to;
    float thick, thin; /* radii at its ends */
    float flat;        /* how deep it is (z) for how wide */
    uint32_t color;
} vv_lathe_bone;

/* Rounded ends, smooth. */
void vv_lathe_limb(vv_lathe *lathe, const vv_lathe_bone *bone);
/* Eight flat sides with bevelled ends. */
void vv_lathe_plate(vv_lathe *lathe, const vv_lathe_bone *bone);
void vv_lathe_ball(vv_lathe *lathe, uint32_t joint, vv_vec3 middle, vv_vec3 radii, bool faceted, uint32_t color);
void vv_lathe_release(vv_lathe *lathe);

#endif
