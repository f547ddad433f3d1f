/* Figures and shapes in space, lit, on their ground. */
#include "cli/show_act.h"

#include "cli/show_line.h"

#include "runtime/base/base.h"

vv_result show_act_open(show_act *s, vv_error *error)
{
    vv_result result = vv_canvas_create(s->width, s->height, NULL, &s->canvas, error);
    return result == VV_OK ? vv_solids_create(s->width, s->height, NULL, &s->solids, error) : result;
}

void show_act_close(show_act *s)
{
    if (s->canvas != NULL)
        vv_canvas_destroy(s->canvas);
    vv_solids_destroy(s->solids);
}

void show_act_aim(vv_scene_kind kind, float *heading, float *pitch)
{
    *heading = kind == VV_SCENE_SHAPE ? 0.25f : kind == VV_SCENE_CREATURE ? 0.45f : 0.95f;
    *pitch = kind == VV_SCENE_SHAPE ? 0.15f : kind == VV_SCENE_CREATURE ? 0.2f : 0.12f;
}

static vv_vec3 root_of(const show_act *s, const vv_act *act)
{
    vv_root root = vv_act_now(act).root;
    return s->follows ? (vv_vec3){root.x, root.y, root.z} : (vv_vec3){0};
}

/* The camera's own directions. */
typedef struct directions {
    vv_vec3 right, up, forward;
} directions;

static directions directions_of(const show_act *s)
{
    float sh, ch, sp, cp;
    vv_sin_cos(s->heading, &sh, &ch);
    vv_sin_cos(s->pitch, &sp, &cp);
    return (directions){{ch, 0.0f, -sh}, {-sh * sp, cp, -ch * sp}, {-sh * cp, -sp, -ch * cp}};
}

void show_act_measure(show_act *s, const vv_act *act)
{
    vv_act_look look = vv_act_looks(act);
    show_look_measure(s, &look, root_of(s, act));
}

void show_look_measure(show_act *s, const vv_act_look *look, vv_vec3 root)
{
    directions d = directions_of(s);
    for (uint32_t v = 0; v + look->scenery < look->vertex_count; v++) {
        vv_vec3 w = vv_vec3_sub(look->positions[v], root);
        vv_vec3 p = {vv_vec3_dot(w, d.right), vv_vec3_dot(w, d.up), vv_vec3_dot(w, d.forward)};
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
    directions d = directions_of(s);
    for (uint32_t k = 0; k < 8; k++) {
        vv_vec3 p = {k & 1 ? s->most.x : s->least.x, k & 2 ? s->most.y : s->least.y, k & 4 ? s->most.z : s->least.z};
        vv_vec3 across = vv_vec3_add(vv_vec3_scale(d.right, p.x), vv_vec3_scale(d.up, p.y));
        corners[k] = vv_vec3_add(across, vv_vec3_scale(d.forward, p.z));
    }
    s->camera = vv_camera3_framing(s->any ? 8 : 0, corners, s->heading, s->pitch, 0.4f,
                                   (float)s->width / (float)s->height, 0.05f);
}

/* The plane a character walks on, through where it stands; under a shape, level with its lowest point. */
static vv_ground ground_of(const show_act *s, const vv_act *act)
{
    float size = vvi_max(s->high - s->low, 0.01f), square = size > 0.7f ? 0.5f : size > 0.07f ? 0.05f : 0.005f;
    vv_ground ground = {.normal = {0.0f, 1.0f, 0.0f},
                        .square = square,
                        .radius = vvi_max(1.9f * size, 0.7f * (s->most.x - s->least.x))};
    if (s->plain || vv_act_looks(act).own_ground)
        ground.radius = 0.0f;
    if (vv_act_kind(act) == VV_SCENE_SHAPE) {
        ground.at = (vv_vec3){s->camera.target.x, s->low, s->camera.target.z};
        ground.square = 0.0f;
        return ground;
    }
    vv_act_state now = vv_act_now(act);
    float sine, cosine;
    vv_sin_cos(now.root.heading, &sine, &cosine);
    vv_vec3 along = {sine, now.slope, cosine}, aside = {cosine, 0.0f, -sine};
    ground.normal = vv_vec3_direction(vv_vec3_cross(along, aside), ground.normal);
    ground.at = (vv_vec3){now.root.x, now.root.y, now.root.z};
    return ground;
}

void show_act_draw(show_act *s, const vv_act *act)
{
    vv_act_look look = vv_act_looks(act);
    vv_vec3 root = root_of(s, act);
    show_look_draw(s, &look, root, ground_of(s, act));
    if (s->line && vv_act_line(act) != NULL) {
        vv_camera3 camera = s->camera;
        camera.target = vv_vec3_add(camera.target, root);
        show_line_in_space(s->canvas, &camera, vv_act_line(act), vv_act_now(act).seconds, look.globals[0].move);
    }
}

void show_look_draw(show_act *s, const vv_act_look *look, vv_vec3 root, vv_ground ground)
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
