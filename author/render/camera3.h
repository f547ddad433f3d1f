/* Projection of points in space to a picture; private to the renderer. */
#ifndef VV_CAMERA3_H
#define VV_CAMERA3_H

#include "author/render/render.h"

typedef struct vv_view {
    vv_vec3 eye, right, up, forward; /* a frame; the eye of a parallel view is in the plane of the target */
    float scale;                     /* pixels per metre; in perspective at distance 1 */
    float centre_x, centre_y;        /* pixels */
    bool parallel;
} vv_view;

vv_view vv_view_create(const vv_camera3 *camera, uint32_t width, uint32_t height);
/* Projects a point: x, y in pixels from the top left, z the nearness, which is larger for nearer points and linear
 * over a projected triangle. False behind the near plane. */
bool vv_view_project(const vv_view *view, vv_vec3 point, vv_vec3 *out);
/* Intersects the ray through a pixel with a plane; false if there is no intersection in front of the eye. */
bool vv_view_intersect_plane(const vv_view *view, float x, float y, vv_vec3 at, vv_vec3 normal, vv_vec3 *point);

#endif
