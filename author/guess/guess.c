/* Guesses handles from the drawing's shape: rasterises the triangles of its layers on a lattice, computes their medial
 * axes, and has points (points.c) or bones (bones.c) found on them. */
#include "guess.h"

#include "bones.h"

#include <math.h>
#include <string.h>

#define LEAST_ROUNDED 1e-3f /* metres to a cell */

/* ---- The lattice ----------------------------------------------------------------------------------------------- */

vv_vec2 vvi_guess_to_lattice(const vvi_guess *g, vv_vec2 p)
{
    return vv_vec2_scale(vv_vec2_sub(p, g->origin), 1.0f / g->cell);
}

static vv_vec2 to_metres(const vvi_guess *g, vv_vec2 p) { return vv_vec2_add(g->origin, vv_vec2_scale(p, g->cell)); }

static void fill_triangle(vvi_mask *m, vv_vec2 a, vv_vec2 b, vv_vec2 c)
{
    float low_y = floorf(vvi_min(a.y, vvi_min(b.y, c.y))), high_y = vvi_max(a.y, vvi_max(b.y, c.y));
    float low_x = floorf(vvi_min(a.x, vvi_min(b.x, c.x))), high_x = vvi_max(a.x, vvi_max(b.x, c.x));
    for (int32_t y = (int32_t)low_y; (float)y <= high_y; y++)
        for (int32_t x = (int32_t)low_x; (float)x <= high_x; x++) {
            vv_vec2 p = {(float)x + 0.5f, (float)y + 0.5f};
            bool in = vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(p, a)) >= 0.0f &&
                      vv_vec2_cross(vv_vec2_sub(c, b), vv_vec2_sub(p, b)) >= 0.0f &&
                      vv_vec2_cross(vv_vec2_sub(a, c), vv_vec2_sub(p, c)) >= 0.0f;
            if (in)
                m->cells[(y - m->y) * m->width + (x - m->x)] = 1;
        }
}

static bool make_mask(vvi_guess *g, uint32_t l)
{
    const vv_layer *layer = &g->mesh->layers[l];
    vvi_mask *m = &g->masks[l];
    vv_vec2 low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    for (uint32_t v = layer->vertex_start; v < layer->vertex_start + layer->vertex_count; v++) {
        vv_vec2 p = vvi_guess_to_lattice(g, g->mesh->positions[v]);
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    m->x = (int32_t)floorf(low.x) - 1;
    m->y = (int32_t)floorf(low.y) - 1;
    m->width = (int32_t)floorf(high.x) - m->x + 2;
    m->height = (int32_t)floorf(high.y) - m->y + 2;
    m->cells = vvi_arena_allocate(g->arena, (size_t)m->width * (size_t)m->height, 1);
    if (!m->cells)
        return false;
    for (uint32_t t = layer->triangle_start; t < layer->triangle_start + layer->triangle_count; t++) {
        const uint32_t *c = g->mesh->triangles + 3 * (size_t)t;
        vv_vec2 p[3];
        for (uint32_t i = 0; i < 3; i++) {
            p[i] = vvi_guess_to_lattice(g, g->mesh->positions[c[i]]);
            m->cells[((int32_t)floorf(p[i].y) - m->y) * m->width + ((int32_t)floorf(p[i].x) - m->x)] = 1;
        }
        fill_triangle(m, p[0], p[1], p[2]);
    }
    for (int32_t i = 0; i < m->width * m->height; i++)
        m->area += m->cells[i];
    return vvi_axis_create(m, g->arena, &g->axes[l]);
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

/* To 0.1 mm, so that files stay short; not in drawings that are so small that it shows. */
static vv_vec2 place_point(const vvi_guess *g, vv_vec2 at)
{
    vv_vec2 p = to_metres(g, at);
    if (g->cell < LEAST_ROUNDED)
        return p;
    return (vv_vec2){(float)(floor((double)p.x * 1e4 + 0.5) / 1e4), (float)(floor((double)p.y * 1e4 + 0.5) / 1e4)};
}

static vv_project_handle point_handle(const vvi_guess *g, const vvi_guess_item *item)
{
    bool limited = false;
    vv_vec2 at = place_point(g, item->at);
    vv_project_handle handle = {.shape = {VV_HANDLE_POINT, at, at, 0}, .parent = VV_NONE};
    handle.bone = vv_default_bone();
    memcpy(handle.name, item->name, sizeof handle.name);
    for (uint32_t l = 0; l < g->layer_count; l++)
        limited = limited || (item->layers[l / 32] >> l % 32 & 1u);
    handle.every_layer = !limited;
    memcpy(handle.layers, item->layers, sizeof handle.layers);
    return handle;
}

static bool prepare(vvi_guess *g)
{
    g->capacity = 8 * g->layer_count + 1024;
    g->masks = vvi_arena_allocate(g->arena, g->layer_count, sizeof *g->masks);
    g->axes = vvi_arena_allocate(g->arena, g->layer_count, sizeof *g->axes);
    g->items = vvi_arena_allocate(g->arena, g->capacity, sizeof *g->items);
    if (!g->masks || !g->axes || !g->items)
        return false;
    for (uint32_t l = 0; l < g->layer_count; l++)
        if (!make_mask(g, l))
            return false;
    return true;
}

static vv_project_handle bone_handle(const vvi_guess *g, const vvi_bone_item *item)
{
    vv_vec2 from = place_point(g, item->from), to = place_point(g, item->to);
    vv_project_handle handle = {.shape = {VV_HANDLE_BONE, from, to, 0}, .parent = item->parent};
    handle.bone = vv_default_bone();
    handle.bone.bend = item->bend;
    handle.every_layer = item->every_layer;
    memcpy(handle.name, item->name, sizeof handle.name);
    memcpy(handle.layers, item->layers, sizeof handle.layers);
    return handle;
}

static bool has_bones(const vv_project_artwork *artwork)
{
    for (uint32_t h = 0; h < artwork->handle_count; h++)
        if (artwork->handles[h].shape.kind == VV_HANDLE_BONE)
            return true;
    return false;
}

static bool guess_all(vvi_guess *g, vv_guess *out)
{
    if (!prepare(g))
        return false;
    if (g->bones) {
        const vvi_bones *bones = vvi_bones_guess(g);
        for (uint32_t i = 0; bones && i < bones->count; i++)
            out->handles[out->handle_count++] = bone_handle(g, &bones->items[i]);
        return bones != NULL;
    }
    if (!vvi_points_guess(g))
        return false;
    for (uint32_t i = 0; i < g->count && i < VV_RIG_MAX_HANDLES; i++)
        out->handles[out->handle_count++] = point_handle(g, &g->items[i]);
    return true;
}

vv_result vv_guess_handles(const vv_project_artwork *artwork, const vv_mesh *mesh, bool bones,
                           const vv_allocator *allocator, vv_guess *out, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    vv_vec2 low, high;
    vv_mesh_bounds(mesh, NULL, &low, &high);
    out->handle_count = 0;
    vvi_guess g = {.artwork = artwork,
                   .mesh = mesh,
                   .arena = &arena,
                   .bones = bones,
                   .cell = vvi_max(vvi_max(high.x - low.x, high.y - low.y), 1e-6f) / VVI_GUESS_LATTICE,
                   .origin = low,
                   .layer_count = mesh->layer_count};
    if (bones && has_bones(artwork))
        return VV_OK;
    vv_result result = guess_all(&g, out) ? VV_OK : vvi_fail_memory(error, 0);
    vvi_arena_release(&arena);
    return result;
}
