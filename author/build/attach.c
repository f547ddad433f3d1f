/* Which handles move which layers, and which vertices they hold. */
#include "attach.h"

#include "runtime/base/base.h"

#include <string.h>

static vv_vec2 to_pixels(const vv_project_artwork *artwork, const vv_project_layer *layer, vv_vec2 p)
{
    return (vv_vec2){(p.x - layer->at.x) * artwork->scale, (layer->at.y - p.y) * artwork->scale};
}

static float distance_to_segment(vv_vec2 p, vv_vec2 a, vv_vec2 b)
{
    vv_vec2 along = vv_vec2_sub(b, a), to = vv_vec2_sub(p, a);
    float length2 = vv_vec2_dot(along, along);
    float t = length2 > 0.0f ? vvi_clamp(vv_vec2_dot(to, along) / length2, 0.0f, 1.0f) : 0.0f;
    return vv_vec2_distance(p, vv_vec2_lerp(a, b, t));
}

static bool has_ink(const vv_image *image, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < (int64_t)image->width && y < (int64_t)image->height &&
           image->pixels[4 * ((size_t)y * image->width + (size_t)x) + 3] >= 8;
}

/* Whether there is ink in the pixel under p or in one beside it: soft edges count. */
static bool has_ink_near(const vv_image *image, vv_vec2 p)
{
    if (!(fabsf(p.x) < 1e6f && fabsf(p.y) < 1e6f))
        return false;
    int64_t x = (int64_t)floorf(p.x), y = (int64_t)floorf(p.y);
    for (int64_t dy = -1; dy <= 1; dy++)
        for (int64_t dx = -1; dx <= 1; dx++)
            if (has_ink(image, x + dx, y + dy))
                return true;
    return false;
}

/* A point is on a layer that has ink there; a bone, where half its length has ink. */
static bool is_on_layer(const vv_image *image, vv_vec2 a, vv_vec2 b)
{
    enum { STEPS = 64 };
    int inked = 0;
    for (int i = 0; i <= STEPS; i++)
        inked += has_ink_near(image, vv_vec2_lerp(a, b, (float)i / STEPS));
    return 2 * inked > STEPS;
}

/* The distance, in pixels, from a segment to the nearest pixel with any ink at all. */
static float distance_to_ink(const vv_image *image, vv_vec2 a, vv_vec2 b)
{
    float nearest = INFINITY;
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++)
            if (image->pixels[4 * ((size_t)y * image->width + x) + 3] > 0)
                nearest = vvi_min(nearest, distance_to_segment((vv_vec2){(float)x + 0.5f, (float)y + 0.5f}, a, b));
    return nearest;
}

static void attach_to_nearest(const vv_project_artwork *artwork, const vv_image *images, uint32_t h, bool *attached)
{
    const vv_handle *shape = &artwork->handles[h].shape;
    float nearest = INFINITY;
    uint32_t nearest_layer = VV_NONE;
    for (uint32_t l = 0; l < artwork->layer_count; l++) {
        const vv_project_layer *layer = &artwork->layers[l];
        float d =
            distance_to_ink(&images[l], to_pixels(artwork, layer, shape->from), to_pixels(artwork, layer, shape->to));
        if (d < nearest) {
            nearest = d;
            nearest_layer = l;
        }
    }
    if (nearest_layer != VV_NONE)
        attached[h * artwork->layer_count + nearest_layer] = true;
}

static void attach_by_position(const vv_project_artwork *artwork, const vv_image *images, uint32_t h, bool *attached)
{
    const vv_handle *shape = &artwork->handles[h].shape;
    bool any = false;
    for (uint32_t l = 0; l < artwork->layer_count; l++) {
        const vv_project_layer *layer = &artwork->layers[l];
        bool on = images[l].width == 0 || /* every handle moves a mesh without an image */
                  is_on_layer(&images[l], to_pixels(artwork, layer, shape->from), to_pixels(artwork, layer, shape->to));
        attached[h * artwork->layer_count + l] = on;
        any = any || on;
    }
    if (!any)
        attach_to_nearest(artwork, images, h, attached);
}

void vvi_attach_handles(const vv_project_artwork *artwork, const vv_image *images, bool *attached)
{
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        if (artwork->handles[h].every_layer) {
            attach_by_position(artwork, images, h, attached);
            continue;
        }
        for (uint32_t l = 0; l < artwork->layer_count; l++)
            attached[h * artwork->layer_count + l] = vv_project_handle_moves(&artwork->handles[h], l);
    }
}

/* ---- Held vertices ----------------------------------------------------------------------------------------------- */

/* Here each layer is a mesh of its own: a handle holds vertices of every layer it moves, and of no other. */
typedef struct layer_hold {
    uint32_t *triangles; /* counted from the layer's first vertex */
    uint32_t *handles;   /* [grip_count] the handle of each grip */
    uint32_t *starts, *held;
    vv_weigh_handle *grips;
    uint32_t grip_count;
} layer_hold;

static bool allocate_hold(const vvi_hold_def *def, const vv_layer *layer, vvi_arena *arena, layer_hold *hold)
{
    hold->triangles = vvi_arena_allocate(arena, 3 * (size_t)layer->triangle_count, sizeof *hold->triangles);
    hold->handles = vvi_arena_allocate(arena, def->handle_count, sizeof *hold->handles);
    hold->grips = vvi_arena_allocate(arena, def->handle_count, sizeof *hold->grips);
    hold->starts = vvi_arena_allocate(arena, (size_t)def->handle_count + 1, sizeof *hold->starts);
    return hold->triangles && hold->handles && hold->grips && hold->starts;
}

static void gather_layer_grips(const vvi_hold_def *def, uint32_t l, layer_hold *hold)
{
    const vv_layer *layer = &def->mesh->layers[l];
    for (uint32_t h = 0; h < def->handle_count; h++) {
        const vv_handle *handle = &def->handles[h];
        if (!def->attached[h * def->mesh->layer_count + l])
            continue;
        hold->handles[hold->grip_count] = h;
        hold->grips[hold->grip_count++] = (vv_weigh_handle){handle->kind == VV_HANDLE_BONE,
                                                            {(double)handle->from.x, (double)handle->from.y, 0.0},
                                                            {(double)handle->to.x, (double)handle->to.y, 0.0}};
    }
    for (uint32_t i = 0; i < 3 * layer->triangle_count; i++)
        hold->triangles[i] = def->mesh->triangles[3 * (size_t)layer->triangle_start + i] - layer->vertex_start;
}

static vv_result hold_layer_vertices(const vvi_hold_def *def, uint32_t l, vvi_arena *arena, layer_hold *hold,
                                     vv_error *error)
{
    const vv_layer *layer = &def->mesh->layers[l];
    if (!allocate_hold(def, layer, arena, hold))
        return vvi_fail_memory(error, layer->triangle_count * sizeof *hold->triangles);
    gather_layer_grips(def, l, hold);
    if (hold->grip_count == 0)
        return VV_OK;
    vv_weigh_def mesh = {.vertex_count = layer->vertex_count,
                         .triangle_count = layer->triangle_count,
                         .positions = def->positions + 3 * (size_t)layer->vertex_start,
                         .triangles = hold->triangles};
    vv_result result =
        vv_weigh_find_held_vertices(&mesh, hold->grip_count, hold->grips, def->allocator, hold->starts, NULL, error);
    if (result != VV_OK)
        return result;
    hold->held = vvi_arena_allocate(arena, hold->starts[hold->grip_count], sizeof *hold->held);
    if (!hold->held)
        return vvi_fail_memory(error, hold->starts[hold->grip_count] * sizeof *hold->held);
    return vv_weigh_find_held_vertices(&mesh, hold->grip_count, hold->grips, def->allocator, hold->starts, hold->held,
                                       error);
}

/* Appends the vertices that handle h holds in a layer. */
static void append_held(const vvi_hold_def *def, uint32_t l, const layer_hold *hold, uint32_t h, uint32_t *held,
                        uint32_t *count)
{
    for (uint32_t g = 0; g < hold->grip_count; g++)
        for (uint32_t i = hold->starts[g]; hold->handles[g] == h && i < hold->starts[g + 1]; i++)
            held[(*count)++] = def->mesh->layers[l].vertex_start + hold->held[i];
}

vv_result vvi_hold_vertices(const vvi_hold_def *def, vvi_arena *arena, uint32_t *starts, uint32_t **held,
                            vv_error *error)
{
    uint32_t layers = def->mesh->layer_count, total = 0, count = 0;
    layer_hold *holds = vvi_arena_allocate(arena, layers, sizeof *holds);
    if (!holds)
        return vvi_fail_memory(error, layers * sizeof *holds);
    for (uint32_t l = 0; l < layers; l++) {
        vv_result result = hold_layer_vertices(def, l, arena, &holds[l], error);
        if (result != VV_OK)
            return result;
        total += holds[l].starts[holds[l].grip_count];
    }
    *held = vvi_arena_allocate(arena, total, sizeof **held);
    if (!*held)
        return vvi_fail_memory(error, total * sizeof **held);
    for (uint32_t h = 0; h < def->handle_count; h++) {
        starts[h] = count;
        for (uint32_t l = 0; l < layers; l++)
            append_held(def, l, &holds[l], h, *held, &count);
    }
    starts[def->handle_count] = count;
    return VV_OK;
}
