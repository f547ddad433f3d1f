/* The triangles of an artwork: all its layers in one set of arrays. */
#ifndef VERVE_MESH_H
#define VERVE_MESH_H

#include <verve/math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_MESH_MAX_VERTICES 1000000u
#define VV_MESH_MAX_POSITION 1e6f /* metres, of any coordinate, ±: of vertices, handles and where examples move them */
#define VV_MESH_MAX_UV       1e6f

/* A layer of the drawing: a range of vertices, and a range of triangles that use only those vertices. Layers are in
 * draw order: the first is furthest back. */
typedef struct vv_layer {
    uint32_t vertex_start, vertex_count;
    uint32_t triangle_start, triangle_count;
} vv_layer;

/* A view of a mesh; it owns no memory. Triangles are counter-clockwise at rest (y up). */
typedef struct vv_mesh {
    uint32_t vertex_count, triangle_count, layer_count;
    const vv_vec2 *positions; /* [vertex_count] at rest, metres */
    /* [vertex_count] in the layer's image: (0, 0) is its top left corner, (1, 1) its bottom right; NULL: no
     * images. */
    const vv_vec2 *uvs;
    const uint32_t *triangles; /* [3 · triangle_count] */
    const vv_layer *layers;    /* [layer_count] */
} vv_mesh;

/* Checks every count, index, range and number of a mesh that comes from outside the program. */
VV_API vv_result vv_mesh_check(const vv_mesh *mesh, vv_error *error);

/* The total area at rest, m²; every triangle counts as positive. */
VV_API float vv_mesh_area(const vv_mesh *mesh);

/* The bounds of its vertices, at rest or (unless NULL) at vertices[vertex_count]. */
VV_API void vv_mesh_bounds(const vv_mesh *mesh, const vv_vec2 *vertices, vv_vec2 *low, vv_vec2 *high);

/* A point in a triangle. */
typedef struct vv_mesh_point {
    uint32_t triangle;
    float weights[3]; /* barycentric, sum 1 */
} vv_mesh_point;

/* Finds the topmost triangle (the last layer first) under `point`, of a mesh whose vertices are at
 * vertices[vertex_count] (NULL: at rest). Returns false, and leaves `out` unchanged, if there is none. It tests every
 * triangle: call it once a click, not for every sprite in every frame. */
VV_API bool vv_mesh_pick(const vv_mesh *mesh, const vv_vec2 *vertices, vv_vec2 point, vv_mesh_point *out);

#ifdef __cplusplus
}
#endif
#endif
