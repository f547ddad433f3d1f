/* Acts of lines: the body at its time, and ghosts of it at keystrokes. */
#include "performance3_parts.h"

#include <string.h>

/* The share of a ghost's colour that is the paper's. */
static const float ghost_fading = 0.72f;
static const uint8_t paper[3] = {0xF7, 0xF1, 0xE5};

static void pose_body(vv_performance3 *act, double time)
{
    vv_pose_sequence_sample(act->line->frames, time, act->turns, act->moves, act->globals);
}

void vvi_performance3_show_line(vv_performance3 *act)
{
    pose_body(act, act->seconds);
    vvi_performance3_skin(act, act->globals, act->positions, act->normals);
    act->look.globals = act->globals;
}

static uint32_t fade_color(uint32_t color)
{
    uint32_t out = color & 0xff000000u;
    for (uint32_t k = 0; k < 3; k++) {
        float own = (float)(color >> (8 * k) & 0xffu);
        out |= (uint32_t)(own + ghost_fading * ((float)paper[k] - own) + 0.5f) << (8 * k);
    }
    return out;
}

/* Writes triangles and colours of the figure, and of its ghosts in faded colours. */
static void copy_figure(const vv_manikin *figure, uint32_t copies, uint32_t *triangles, uint32_t *colors)
{
    size_t corners = 3 * (size_t)figure->form.triangle_count, vertices = figure->form.vertex_count;
    for (uint32_t c = 0; c < copies; c++) {
        for (size_t i = 0; i < corners; i++)
            triangles[c * corners + i] = figure->form.triangles[i] + c * (uint32_t)vertices;
        for (size_t v = 0; v < vertices; v++)
            colors[c * vertices + v] = c == 0 ? figure->colors[v] : fade_color(figure->colors[v]);
    }
}

vv_result vv_performance3_set_ghosts(vv_performance3 *act, uint32_t every, vv_error *error)
{
    if (act->line == NULL || every == 0)
        return VV_OK;
    const vv_manikin *figure = act->figure;
    uint32_t ghosts = (act->line->key_count + every - 1) / every, copies = 1 + ghosts;
    size_t vertices = (size_t)copies * figure->form.vertex_count;
    vv_vec3 *positions = vvi_arena_allocate(&act->arena, vertices, sizeof *positions);
    vv_vec3 *normals = vvi_arena_allocate(&act->arena, vertices, sizeof *normals);
    uint32_t *colors = vvi_arena_allocate(&act->arena, vertices, sizeof *colors);
    uint32_t *triangles =
        vvi_arena_allocate(&act->arena, 3 * (size_t)copies * figure->form.triangle_count, sizeof *triangles);
    if (positions == NULL || normals == NULL || colors == NULL || triangles == NULL)
        return vvi_fail_memory(error, vertices * sizeof *positions);
    copy_figure(figure, copies, triangles, colors);
    for (uint32_t g = 0; g < ghosts; g++) {
        size_t first = (size_t)(g + 1) * figure->form.vertex_count;
        pose_body(act, (double)act->line->keys[g * every].time);
        vvi_performance3_skin(act, act->globals, positions + first, normals + first);
    }
    act->positions = positions;
    act->normals = normals;
    act->look.positions = positions;
    act->look.normals = normals;
    act->look.colors = colors;
    act->look.triangles = triangles;
    act->look.vertex_count = (uint32_t)vertices;
    act->look.triangle_count = copies * figure->form.triangle_count;
    vvi_performance3_show_line(act);
    return VV_OK;
}
