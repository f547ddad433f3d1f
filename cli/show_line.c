/* Lines of action over what follows them. */
#include "cli/show_line.h"

#include "runtime/base/base.h"

#define SAMPLES 48

static const vv_color tomato = {0xE4, 0x57, 0x2E, 0xFF};
static const vv_color halo = {0xFF, 0xFC, 0xF5, 0xC8};
static const vv_color teal = {0x17, 0x87, 0x7D, 0xC0};
static const vv_color plum = {0x6B, 0x3E, 0x75, 0xC0};

/* Draws a stroke through these points, with a light edge so that it stands out on anything, and a dot where it
 * begins. */
static void draw_stroke(vv_canvas *canvas, vv_camera camera, uint32_t count, const vv_vec2 *points)
{
    float width = vvi_max(2.0f, (float)vv_canvas_height(canvas) / 110.0f);
    for (uint32_t pass = 0; pass < 2; pass++) {
        float wide = pass == 0 ? 1.9f * width : width;
        vv_color color = pass == 0 ? halo : tomato;
        for (uint32_t i = 0; i + 1 < count; i++)
            vv_draw_line(canvas, camera, points[i], points[i + 1], wide, color);
        if (count > 0)
            vv_draw_disc(canvas, camera, points[0], pass == 0 ? 1.4f * width : 1.0f * width, color);
    }
}

void show_line_in_space(vv_canvas *canvas, const vv_camera3 *camera, const vv_built_line *built, double time,
                        vv_vec3 through)
{
    uint32_t width = vv_canvas_width(canvas), height = vv_canvas_height(canvas), count = 0;
    vv_vec2 points[SAMPLES + 1];
    vv_line_pose pose;
    vv_built_line_at(built, time, &pose);
    for (uint32_t i = 0; i <= SAMPLES; i++) {
        vv_vec3 at = vv_built_line_point3(built, &pose, (float)i / SAMPLES, through);
        count += vv_camera3_project(camera, width, height, at, &points[count]);
    }
    draw_stroke(canvas, (vv_camera){{0.0f, 0.0f}, 1.0f}, count, points);
}

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

/* Makes the picture hold the drawing at all times. */
static void frame_motion(show_line *s)
{
    show_bounds bounds = {0};
    vv_affine pose[VV_RIG_MAX_HANDLES];
    double length = (double)vv_built_line_duration(s->built);
    for (uint32_t i = 0; i <= SAMPLES; i++) {
        vv_built_line_pose(s->built, length * i / SAMPLES, pose);
        vv_rigged_skin(s->show.rigged, pose, s->show.vertices);
        show_grow(&bounds, s->show.rigged->body->mesh.vertex_count, s->show.vertices);
    }
    bounds.low.y = vvi_min(bounds.low.y, s->show.ground);
    show_frame(&s->show, &bounds);
}

vv_result show_line_open(const show_def *def, const vv_project_artwork *artwork, const vv_built_line *built, bool bare,
                         show_line *out, vv_error *error)
{
    *out = (show_line){.built = built, .bare = bare};
    vv_result result = show_open(def, artwork, built->rigged, &out->show, error);
    if (result == VV_OK)
        frame_motion(out);
    return result;
}

void show_line_close(show_line *s)
{
    if (s->built != NULL)
        show_close(&s->show);
}

void show_line_draw(show_line *s, double time)
{
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_canvas_clear(s->show.canvas, s->show.def.background);
    for (uint32_t k = 0; s->show.def.ghosts && k < s->built->key_count; k++) {
        double at = (double)s->built->keys[k].time;
        vv_built_line_pose(s->built, at, pose);
        show_ghost_pose(&s->show, pose, at < time ? teal : plum);
    }
    vv_built_line_pose(s->built, time, pose);
    show_draw_pose(&s->show, pose);
    if (s->bare)
        return;
    vv_line_pose line;
    vv_vec2 points[SAMPLES + 1];
    vv_line_sample(s->built->line, time, &line, NULL);
    for (uint32_t i = 0; i <= SAMPLES; i++)
        points[i] = vv_line_point(vv_line_element_count(s->built->line), &line, (float)i / SAMPLES, NULL);
    draw_stroke(s->show.canvas, s->show.camera, SAMPLES + 1, points);
}
