/* Cameras in space, with parallel or perspective projection. */
#include "author/render/camera3.h"

#include "runtime/base/base.h"

static const float near_plane = 1e-3f; /* metres in front of the eye */

static void set_view_axes(vv_view *view, float heading, float pitch)
{
    float sh, ch, sp, cp;
    vv_sin_cos(heading, &sh, &ch);
    vv_sin_cos(pitch, &sp, &cp);
    view->right = (vv_vec3){ch, 0.0f, -sh};
    view->forward = (vv_vec3){-sh * cp, -sp, -ch * cp};
    view->up = vv_vec3_cross(view->right, view->forward);
}

/* The distance at which `height` metres fill the field of view. */
static float camera_distance(const vv_camera3 *camera)
{
    float sine, cosine;
    vv_sin_cos(0.5f * camera->lens, &sine, &cosine);
    return 0.5f * camera->height * cosine / sine;
}

vv_view vv_view_create(const vv_camera3 *camera, uint32_t width, uint32_t height)
{
    vv_view view = {
        .parallel = camera->lens <= 0.0f, .centre_x = 0.5f * (float)width, .centre_y = 0.5f * (float)height};
    set_view_axes(&view, camera->heading, camera->pitch);
    view.eye = camera->target;
    view.scale = (float)height / camera->height;
    if (!view.parallel) {
        float distance = camera_distance(camera);
        view.eye = vv_vec3_sub(camera->target, vv_vec3_scale(view.forward, distance));
        view.scale *= distance;
    }
    return view;
}

bool vv_view_project(const vv_view *view, vv_vec3 point, vv_vec3 *out)
{
    vv_vec3 p = vv_vec3_sub(point, view->eye);
    float x = vv_vec3_dot(p, view->right), y = vv_vec3_dot(p, view->up), z = vv_vec3_dot(p, view->forward);
    if (!(z > near_plane) && !view->parallel)
        return false;
    float scale = view->parallel ? view->scale : view->scale / z;
    *out = (vv_vec3){view->centre_x + x * scale, view->centre_y - y * scale, view->parallel ? -z : 1.0f / z};
    return out->x - out->x == 0.0f && out->y - out->y == 0.0f && out->z - out->z == 0.0f;
}

bool vv_view_intersect_plane(const vv_view *view, float x, float y, vv_vec3 at, vv_vec3 normal, vv_vec3 *point)
{
    float right = (x - view->centre_x) / view->scale, up = (view->centre_y - y) / view->scale;
    vv_vec3 offset = vv_vec3_add(vv_vec3_scale(view->right, right), vv_vec3_scale(view->up, up));
    vv_vec3 origin = view->parallel ? vv_vec3_add(view->eye, offset) : view->eye;
    vv_vec3 ray = view->parallel ? view->forward : vv_vec3_add(view->forward, offset);
    float slope = vv_vec3_dot(ray, normal);
    float depth = vv_vec3_dot(vv_vec3_sub(at, origin), normal) / slope;
    if (!(slope < -1e-4f) || !(view->parallel || depth > near_plane))
        return false;
    *point = vv_vec3_add(origin, vv_vec3_scale(ray, depth));
    return true;
}

/* Half the height of the picture, at the target, that is needed to show a point, if the usable part of the picture is
 * `wide` and `high` times that half height. Points behind the target need less. */
static float half_height_for(const vv_view *view, const vv_camera3 *camera, vv_vec3 point, float wide, float high)
{
    vv_vec3 p = vv_vec3_sub(point, camera->target);
    float x = fabsf(vv_vec3_dot(p, view->right)) / wide, y = fabsf(vv_vec3_dot(p, view->up)) / high;
    float slope = camera->lens <= 0.0f ? 0.0f : 0.5f * camera->height / camera_distance(camera);
    return vvi_max(x, y) - slope * vv_vec3_dot(p, view->forward);
}

vv_camera3 vv_camera3_framing(uint32_t point_count, const vv_vec3 *points, float heading, float pitch, float lens,
                              float aspect, float margin)
{
    vv_camera3 camera = {.heading = heading, .pitch = pitch, .height = 1.0f, .lens = lens};
    vv_view view = vv_view_create(&camera, 1, 1);
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < point_count; i++) {
        float coordinates[3] = {vv_vec3_dot(points[i], view.right), vv_vec3_dot(points[i], view.up),
                                vv_vec3_dot(points[i], view.forward)};
        for (uint32_t k = 0; k < 3; k++) {
            low[k] = vvi_min(low[k], coordinates[k]);
            high[k] = vvi_max(high[k], coordinates[k]);
        }
    }
    if (point_count == 0)
        return camera;
    camera.target = vv_vec3_add(vv_vec3_add(vv_vec3_scale(view.right, 0.5f * (low[0] + high[0])),
                                            vv_vec3_scale(view.up, 0.5f * (low[1] + high[1]))),
                                vv_vec3_scale(view.forward, 0.5f * (low[2] + high[2])));
    float half = 5e-4f, used = 1.0f - 2.0f * margin;
    for (uint32_t i = 0; i < point_count; i++)
        half = vvi_max(half, half_height_for(&view, &camera, points[i], aspect * used, used));
    camera.height = 2.0f * half;
    return camera;
}

bool vv_camera3_project(const vv_camera3 *camera, uint32_t width, uint32_t height, vv_vec3 point, vv_vec2 *out)
{
    vv_view view = vv_view_create(camera, width, height);
    vv_vec3 projected;
    if (!vv_view_project(&view, point, &projected))
        return false;
    *out = (vv_vec2){projected.x - 0.5f * (float)width, 0.5f * (float)height - projected.y};
    return true;
}
