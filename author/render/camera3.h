/* How points in space become points of a picture; private to the renderer. */
#ifndef VV_CAMERA3_H
#define VV_CAMERA3_H

#include "author/render/render.h"

typedef struct vv_view {
    vv_vec3 eye, right, up, forward; /* a frame; of a parallel view the eye is in the plane of the target */
    float scale;                     /* pixels a metre, of a lens at distance 1 */
    float centre_x, centre_y;        /* pixels */
    bool parallel;
} vv_view;

vv_view vv_view_of(const vv_camera3 *camera, uint32_t width, uint32_t height);
/* x, y in pixels from the top left, z how near it is: larger is nearer, and linear over a triangle of the picture. False behind
 * the lens. */
bool vv_view_project(const vv_view *view, vv_vec3 point, vv_vec3 *out);
/* Where the ray through a pixel meets a plane; false where it does not in front of the eye.  */
bool vv_view_meet(const vv_view *view, float x, float y, vv_vec3 at, vv_vec3 normal, vv_vec3 *point);

#endif
