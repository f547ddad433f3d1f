/* Solids of revolution, collected in one triangle mesh; private to manikins. */
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
    size_t vertex_capacity, corner_capacity;
    bool failed; /* memory ran out; everything added afterwards is dropped */
} vv_lathe;

typedef struct vv_lathe_bone {
    uint32_t joint; /* the joint that moves the bone */
    vv_vec3 from, to;
    float from_radius, to_radius; /* radii at its ends */
    float depth_ratio;            /* depth (z) over width */
    uint32_t color;
} vv_lathe_bone;

/* A smooth limb with rounded ends. */
void vv_lathe_limb(vv_lathe *lathe, const vv_lathe_bone *bone);
/* A plate of eight flat sides with bevelled ends. */
void vv_lathe_plate(vv_lathe *lathe, const vv_lathe_bone *bone);
void vv_lathe_ball(vv_lathe *lathe, uint32_t joint, vv_vec3 middle, vv_vec3 radii, bool faceted, uint32_t color);
void vv_lathe_release(vv_lathe *lathe);

#endif
