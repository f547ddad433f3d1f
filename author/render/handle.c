/* Draws handles as the studio does: rings ten pixels wide for points, tapered shapes for bones, each with a white
 * hairline around it so that it is visible on any drawing. */
#include "author/render/shape.h"

#define RING_RADIUS 5.0f
#define RING_WIDTH  2.5f
#define BONE_FROM   4.0f
#define BONE_TO     1.0f
#define HAIRLINE    1.0f

static const vv_color white = {255, 255, 255, 255};
static const vv_color normal_color = {0x17, 0x87, 0x7D, 255};   /* teal */
static const vv_color selected_color = {0xF2, 0xB1, 0x34, 255}; /* mustard */

static void draw_point(vv_canvas *canvas, vvi_corner at, vv_color color)
{
    vvi_draw_ring(canvas, at, RING_RADIUS, RING_WIDTH + 2.0f * HAIRLINE, white);
    vvi_draw_ring(canvas, at, RING_RADIUS, RING_WIDTH, color);
}

static void draw_bone(vv_canvas *canvas, vvi_corner from, vvi_corner to, vv_color color)
{
    vvi_draw_capsule(canvas, &(vvi_capsule){from, to, BONE_FROM + HAIRLINE, BONE_TO + HAIRLINE}, white);
    vvi_draw_capsule(canvas, &(vvi_capsule){from, to, BONE_FROM, BONE_TO}, color);
    vvi_draw_capsule(canvas, &(vvi_capsule){from, from, 1.5f, 1.5f}, white);
}

void vv_draw_handles(vv_canvas *canvas, vv_camera camera, uint32_t handle_count, const vv_handle *handles,
                     const vv_affine *pose, uint32_t selected)
{
    for (uint32_t pass = 0; pass < 2; ++pass) /* bones first, because points lie on them */
        for (uint32_t i = 0; i < handle_count; ++i) {
            const vv_handle *handle = &handles[i];
            if ((handle->kind == VV_HANDLE_BONE) != (pass == 0))
                continue;
            vv_affine transform = pose ? pose[i] : vv_affine_identity();
            vvi_corner from = vvi_to_pixels(canvas, camera, vv_affine_apply(transform, handle->from));
            vvi_corner to = vvi_to_pixels(canvas, camera, vv_affine_apply(transform, handle->to));
            vv_color color = i == selected ? selected_color : normal_color;
            if (handle->kind == VV_HANDLE_BONE)
                draw_bone(canvas, from, to, color);
            else
                draw_point(canvas, from, color);
        }
}
