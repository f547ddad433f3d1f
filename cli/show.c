/* Drawing a rigged artwork: ghosts behind, shadow, layers, then what the artist wants to see of the rig. */
#include "cli/show.h"

#include "runtime/base/base.h"

#include <string.h>

/* The colours of the studio (docs/rendering.md). */
static const vv_color tomato = {0xE4, 0x57, 0x2E, 0xFF};
static const vv_color teal = {0x17, 0x87, 0x7D, 0xC0};
static const vv_color plum = {0x6B, 0x3E, 0x75, 0xC0};
static const vv_color ink = {0x2A, 0x24, 0x30, 0x90};
static const vv_color shade = {0x2A, 0x24, 0x30, 0x38};

vv_result show_textures_create(const vv_project_artwork *artwork, const vv_body *body, vv_texture ***out,
                               vv_error *error)
{
    *out = vvi_allocate_zeroed(NULL, artwork->layer_count, sizeof **out);
    if (!*out)
        return vvi_fail_memory(error, artwork->layer_count * sizeof **out);
    for (uint32_t l = 0; l < artwork->layer_count; l++) {
        if (body->images[l].width == 0 || !artwork->layers[l].visible)
            continue;
        vv_result result = vv_texture_create(&body->images[l], NULL, &(*out)[l], error);
        if (result != VV_OK)
            return result;
    }
    return VV_OK;
}

void show_textures_destroy(const vv_project_artwork *artwork, vv_texture **textures)
{
    for (uint32_t l = 0; textures && l < artwork->layer_count; l++)
        vv_texture_destroy(textures[l]);
    vvi_release(NULL, textures, artwork->layer_count, sizeof *textures);
}

vv_result show_open(const show_def *def, const vv_project_artwork *artwork, const vv_rigged *rigged, show *out,
                    vv_error *error)
{
    const vv_mesh *mesh = &rigged->body->mesh;
    *out = (show){.def = *def, .artwork = artwork, .rigged = rigged, .ground = INFINITY};
    out->vertices = vvi_allocate(NULL, mesh->vertex_count, sizeof *out->vertices);
    out->values = vvi_allocate(NULL, mesh->vertex_count, sizeof *out->values);
    vv_result result = out->vertices && out->values
                           ? show_textures_create(artwork, rigged->body, &out->textures, error)
                           : vvi_fail_memory(error, mesh->vertex_count * sizeof *out->vertices);
    if (result == VV_OK)
        result = vv_canvas_create(def->width, def->height, NULL, &out->canvas, error);
    if (result == VV_OK && def->ghosts)
        result = vv_canvas_create(def->width, def->height, NULL, &out->ghost, error);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        out->ground = vvi_min(out->ground, mesh->positions[i].y);
    if (result != VV_OK)
        show_close(out);
    return result;
}

void show_close(show *s)
{
    if (s->rigged) {
        show_textures_destroy(s->artwork, s->textures);
        vvi_release(NULL, s->vertices, s->rigged->body->mesh.vertex_count, sizeof *s->vertices);
        vvi_release(NULL, s->values, s->rigged->body->mesh.vertex_count, sizeof *s->values);
    }
    vv_canvas_destroy(s->canvas);
    vv_canvas_destroy(s->ghost);
    *s = (show){0};
}

/* ---- Framing ----------------------------------------------------------------------------------------------------- */

void show_grow(show_bounds *bounds, uint32_t count, const vv_vec2 *points)
{
    for (uint32_t i = 0; i < count; i++) {
        vv_vec2 p = points[i];
        bounds->low = bounds->any ? (vv_vec2){vvi_min(bounds->low.x, p.x), vvi_min(bounds->low.y, p.y)} : p;
        bounds->high = bounds->any ? (vv_vec2){vvi_max(bounds->high.x, p.x), vvi_max(bounds->high.y, p.y)} : p;
        bounds->any = true;
    }
}

void show_measure(show *s, const float *weights, show_bounds *bounds)
{
    vv_rigged_vertices(s->rigged, weights, NULL, s->vertices);
    show_grow(bounds, s->rigged->body->mesh.vertex_count, s->vertices);
}

vv_camera show_framed(const show_def *def, const vv_project_scene *scene)
{
    float across = (float)def->width / (float)scene->width, upward = (float)def->height / (float)scene->height;
    return (vv_camera){scene->centre, scene->zoom * vvi_min(across, upward)};
}

void show_frame(show *s, const show_bounds *bounds)
{
    vv_vec2 size = vv_vec2_sub(bounds->high, bounds->low);
    float room = 1.12f;
    float across = (float)s->def.width / (vvi_max(size.x, 1e-3f) * room);
    float upward = (float)s->def.height / (vvi_max(size.y, 1e-3f) * room);
    s->camera = (vv_camera){vv_vec2_lerp(bounds->low, bounds->high, 0.5f), vvi_min(across, upward)};
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_layers(show *s, vv_canvas *canvas)
{
    const vv_mesh *mesh = &s->rigged->body->mesh;
    for (uint32_t l = 0; l < mesh->layer_count; l++)
        if (s->textures[l])
            vv_draw_layer(canvas, s->camera, mesh, l, s->vertices, s->textures[l], 1.0f, (vv_color){0, 0, 0, 0});
}

/* Where the drawing is above the ground, its shadow is wide below it and fades as it rises. */
static void draw_shadow(show *s)
{
    show_bounds bounds = {0};
    show_grow(&bounds, s->rigged->body->mesh.vertex_count, s->vertices);
    float width = bounds.high.x - bounds.low.x, height = vvi_max(bounds.low.y - s->ground, 0.0f);
    float near = 1.0f / (1.0f + 3.0f * height / vvi_max(width, 1e-3f));
    vv_color color = shade;
    color.a = (uint8_t)((float)shade.a * near);
    vv_vec2 centre = {0.5f * (bounds.low.x + bounds.high.x), s->ground};
    vv_draw_shadow(s->canvas, s->camera, centre, (vv_vec2){0.48f * width, 0.06f * width}, (vv_vec2){1.0f, 0.0f}, color);
}

/* The examples that a place may blend into: those before the heaviest in the list in teal, those after in plum. */
static void draw_ghosts(show *s, const float *weights)
{
    float *only = vvi_allocate_zeroed(NULL, s->rigged->example_count, sizeof *only);
    uint32_t here = 0;
    for (uint32_t e = 1; only && e < s->rigged->example_count; e++)
        here = weights[e] > weights[here] ? e : here;
    for (uint32_t e = 0; only && e < s->rigged->example_count; e++) {
        if (e == here && weights[e] > 0.999f)
            continue;
        only[e] = 1.0f;
        vv_rigged_vertices(s->rigged, only, NULL, s->vertices);
        only[e] = 0.0f;
        vv_canvas_clear(s->ghost, (vv_color){0, 0, 0, 0});
        draw_layers(s, s->ghost);
        vv_draw_canvas(s->canvas, s->ghost, 0.22f, e < here ? teal : plum);
    }
    vvi_release(NULL, only, s->rigged->example_count, sizeof *only);
}

/* The layers, their ink coloured by one handle's weights; what a layer hides stays hidden. */
static void draw_heat(show *s)
{
    const vv_body *body = s->rigged->body;
    for (uint32_t i = 0; i < body->mesh.vertex_count; i++)
        s->values[i] = body->weights[(size_t)i * body->handle_count + s->def.heat];
    for (uint32_t l = 0; l < body->mesh.layer_count; l++)
        if (s->textures[l])
            vv_draw_layer_heat(s->canvas, s->camera, &body->mesh, l, s->vertices, s->textures[l], s->values, tomato);
}

/* All handles; where the place is one example, those that the artist held while posing it stand out. */
static void draw_handles(show *s, const float *weights, const vv_affine *pose)
{
    const vv_body *body = s->rigged->body;
    vv_draw_handles(s->canvas, s->camera, body->handle_count, body->handles, pose, s->def.heat);
    for (uint32_t e = 0; e < s->artwork->example_count; e++)
        for (uint32_t h = 0; h < s->artwork->handle_count && weights[e] > 0.999f && s->artwork->examples[e].pins; h++)
            if (s->artwork->examples[e].pins[h].held)
                vv_draw_handles(s->canvas, s->camera, 1, &body->handles[h], &pose[h], 0);
}

/* The layers as `vertices` are, and what else is asked for but handles. */
static void draw_drawing(show *s)
{
    if (s->def.shadow)
        draw_shadow(s);
    if (s->def.heat != VV_NONE)
        draw_heat(s);
    else
        draw_layers(s, s->canvas);
    if (s->def.mesh)
        vv_draw_wire(s->canvas, s->camera, &s->rigged->body->mesh, s->vertices, 1.0f, ink);
}

void show_draw(show *s, const float *weights)
{
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_canvas_clear(s->canvas, s->def.background);
    if (s->def.ghosts)
        draw_ghosts(s, weights);
    vv_rigged_vertices(s->rigged, weights, pose, s->vertices);
    draw_drawing(s);
    if (s->def.handles)
        draw_handles(s, weights, pose);
}

void show_draw_pose(show *s, const vv_affine *pose)
{
    const vv_body *body = s->rigged->body;
    vv_rigged_skin(s->rigged, pose, s->vertices);
    draw_drawing(s);
    if (s->def.handles)
        vv_draw_handles(s->canvas, s->camera, body->handle_count, body->handles, pose, s->def.heat);
}

void show_ghost_pose(show *s, const vv_affine *pose, vv_color tint)
{
    vv_rigged_skin(s->rigged, pose, s->vertices);
    vv_canvas_clear(s->ghost, (vv_color){0, 0, 0, 0});
    draw_layers(s, s->ghost);
    vv_draw_canvas(s->canvas, s->ghost, 0.22f, tint);
}
