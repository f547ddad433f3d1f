/* Figures and shapes in space, lit, on their ground. */
#include "cli/show_act.h"

#include "cli/show_line.h"

#include "runtime/base/base.h"

#include <math.h>

vv_result show_act_open(show_act *s, vv_error *error)
{
    vv_result result = vv_canvas_create(s->width, s->height, NULL, &s->canvas, error);
    return result == VV_OK ? vv_solids_create(s->width, s->height, NULL, &s->solids, error) : result;
}

vv_result show_act_open_view(show_act *s, cli_call *call, const picture_view *view)
{
    s->background = PICTURE_PAPER;
    s->plain = view->plain;
    if (!isnan(view->heading))
        s->heading = (float)(view->heading * 3.14159265358979 / 180.0);
    if (!isnan(view->pitch))
        s->pitch = (float)(view->pitch * 3.14159265358979 / 180.0);
    vv_result result = picture_read_size(call, view->size, 4096, &s->width, &s->height);
    return result == VV_OK ? show_act_open(s, &call->error) : result;
}

void show_act_close(show_act *s)
{
    vv_canvas_destroy(s->canvas);
    vv_solids_destroy(s->solids);
}

void show_act_aim(vv_scene_kind kind, float *heading, float *pitch)
{
    *heading = kind == VV_SCENE_SHAPE ? 0.25f : kind == VV_SCENE_CREATURE ? 0.45f : 0.95f;
    *pitch = kind == VV_SCENE_SHAPE ? 0.15f : kind == VV_SCENE_CREATURE ? 0.2f : 0.12f;
}

static vv_vec3 camera_root(const show_act *s, const vv_performance3 *act)
{
    vv_root root = vv_performance3_current_state(act).root;
    return s->follows ? (vv_vec3){root.x, root.y, root.z} : (vv_vec3){0};
}

/* The camera's axes. */
typedef struct camera_axes {
    vv_vec3 right, up, forward;
} camera_axes;

static camera_axes axes_of(const show_act *s)
{
    float sh, ch, sp, cp;
    vv_sin_cos(s->heading, &sh, &ch);
    vv_sin_cos(s->pitch, &sp, &cp);
    return (camera_axes){{ch, 0.0f, -sh}, {-sh * sp, cp, -ch * sp}, {-sh * cp, -sp, -ch * cp}};
}

void show_act_measure(show_act *s, const vv_performance3 *act)
{
    vv_draw_data look = vv_performance3_draw_data(act);
    show_look_measure(s, &look, camera_root(s, act));
}

void show_look_measure(show_act *s, const vv_draw_data *look, vv_vec3 root)
{
    camera_axes axes = axes_of(s);
    for (uint32_t v = 0; v + look->scenery < look->vertex_count; v++) {
        vv_vec3 w = vv_vec3_sub(look->positions[v], root);
        vv_vec3 p = {vv_vec3_dot(w, axes.right), vv_vec3_dot(w, axes.up), vv_vec3_dot(w, axes.forward)};
        if (!s->any) {
            s->least = s->most = p;
            s->low = s->high = w.y;
        }
        s->any = true;
        s->least = (vv_vec3){vvi_min(s->least.x, p.x), vvi_min(s->least.y, p.y), vvi_min(s->least.z, p.z)};
        s->most = (vv_vec3){vvi_max(s->most.x, p.x), vvi_max(s->most.y, p.y), vvi_max(s->most.z, p.z)};
        s->low = vvi_min(s->low, w.y);
        s->high = vvi_max(s->high, w.y);
    }
}

void show_act_frame(show_act *s)
{
    vv_vec3 corners[8];
    camera_axes axes = axes_of(s);
    for (uint32_t k = 0; k < 8; k++) {
        vv_vec3 p = {k & 1 ? s->most.x : s->least.x, k & 2 ? s->most.y : s->least.y, k & 4 ? s->most.z : s->least.z};
        vv_vec3 across = vv_vec3_add(vv_vec3_scale(axes.right, p.x), vv_vec3_scale(axes.up, p.y));
        corners[k] = vv_vec3_add(across, vv_vec3_scale(axes.forward, p.z));
    }
    s->camera = vv_camera3_framing(s->any ? 8 : 0, corners, s->heading, s->pitch, 0.4f,
                                   (float)s->width / (float)s->height, 0.05f);
}

/* The ground of a character is the plane it walks on, through where it stands; that of a shape is level, at its
 * lowest point. */
static vv_ground find_ground(const show_act *s, const vv_performance3 *act)
{
    float size = vvi_max(s->high - s->low, 0.01f), square = size > 0.7f ? 0.5f : size > 0.07f ? 0.05f : 0.005f;
    vv_ground ground = {.normal = {0.0f, 1.0f, 0.0f},
                        .square = square,
                        .radius = vvi_max(1.9f * size, 0.7f * (s->most.x - s->least.x))};
    if (s->plain || vv_performance3_draw_data(act).own_ground)
        ground.radius = 0.0f;
    if (vv_performance3_kind(act) == VV_SCENE_SHAPE) {
        ground.at = (vv_vec3){s->camera.target.x, s->low, s->camera.target.z};
        ground.square = 0.0f;
        return ground;
    }
    vv_performance3_state now = vv_performance3_current_state(act);
    float sine, cosine;
    vv_sin_cos(now.root.heading, &sine, &cosine);
    vv_vec3 forward = {sine, now.slope, cosine}, left = {cosine, 0.0f, -sine};
    ground.normal = vv_vec3_normalize(vv_vec3_cross(forward, left), ground.normal);
    ground.at = (vv_vec3){now.root.x, now.root.y, now.root.z};
    return ground;
}

void show_act_draw(show_act *s, const vv_performance3 *act)
{
    vv_draw_data look = vv_performance3_draw_data(act);
    vv_vec3 root = camera_root(s, act);
    show_look_draw(s, &look, root, find_ground(s, act));
    if (s->line && vv_performance3_line(act) != NULL) {
        vv_camera3 camera = s->camera;
        camera.target = vv_vec3_add(camera.target, root);
        show_line_in_space(s->canvas, &camera, vv_performance3_line(act), vv_performance3_current_state(act).seconds,
                           look.globals[0].translation);
    }
}

void show_look_draw(show_act *s, const vv_draw_data *look, vv_vec3 root, vv_ground ground)
{
    vv_camera3 camera = s->camera;
    camera.target = vv_vec3_add(camera.target, root);
    vv_color color = {(uint8_t)look->color, (uint8_t)(look->color >> 8), (uint8_t)(look->color >> 16), 255};
    vv_solid solid = {look->vertex_count, look->triangle_count, look->positions, look->normals,
                      look->triangles,    look->colors,         look->heat,      color};
    vv_canvas_clear(s->canvas, s->background);
    vv_solids_begin(s->solids, camera, ground);
    vv_solids_draw(s->solids, &solid);
    vv_solids_end(s->solids, s->canvas, 0, 0);
}
