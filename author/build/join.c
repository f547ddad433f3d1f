/* How the layers of a sprite are pinned together where the artist has not listed pins: at handles that move two
 * layers and lie on both, and where handles begin, to the layers of their parents; a layer that is still loose then, at
 * two points of its overlap with another. */
#include "staged.h"

typedef struct joiner {
    const vv_project_artwork *artwork;
    const vv_mesh *mesh;
    vv_sprite_pin *pins; /* [VV_SPRITE_MAX_PINS] */
    uint32_t pin_count;
    uint32_t part[VV_PROJECT_MAX_LAYERS]; /* the lowest layer that each is joined to */
} joiner;

static bool is_on_layer(const vv_mesh *mesh, uint32_t layer, vv_vec2 point)
{
    vv_mesh_point unused;
    vv_mesh one = *mesh;
    one.layers = &mesh->layers[layer];
    one.layer_count = 1;
    return vv_mesh_pick(&one, NULL, point, &unused);
}

static void add_join(joiner *j, uint32_t layer, uint32_t onto, vv_vec2 at)
{
    if (j->pin_count == VV_SPRITE_MAX_PINS)
        return;
    j->pins[j->pin_count++] = (vv_sprite_pin){layer, onto, at};
    uint32_t a = j->part[layer], b = j->part[onto], least = a < b ? a : b, other = a < b ? b : a;
    for (uint32_t l = 0; l < j->mesh->layer_count; l++)
        j->part[l] = j->part[l] == other ? least : j->part[l];
}

/* ---- At handles -------------------------------------------------------------------------------------------------- */

/* Joins layers that a handle moves and lies on; layers that merely overlap there stay apart. */
static void join_at_handle(joiner *j, const vv_project_handle *handle, vv_vec2 at)
{
    uint32_t before = VV_NONE;
    for (uint32_t l = 0; l < j->mesh->layer_count; l++) {
        if (!vv_project_handle_moves(handle, l) || !is_on_layer(j->mesh, l, at))
            continue;
        if (before != VV_NONE)
            add_join(j, l, before, at);
        before = l;
    }
}

/* Where a handle begins, its layers are joined to those of its parent. */
static void join_to_parent(joiner *j, const vv_project_handle *handle)
{
    const vv_project_handle *parent = &j->artwork->handles[handle->parent];
    for (uint32_t a = 0; a < j->mesh->layer_count; a++)
        for (uint32_t b = 0; b < j->mesh->layer_count; b++)
            if (j->part[a] != j->part[b] && vv_project_handle_moves(handle, a) && vv_project_handle_moves(parent, b) &&
                is_on_layer(j->mesh, a, handle->shape.from) && is_on_layer(j->mesh, b, handle->shape.from))
                add_join(j, a, b, handle->shape.from);
}

/* ---- At overlaps ------------------------------------------------------------------------------------------------- */

typedef struct overlap {
    uint32_t layer, onto, count;
    vv_vec2 ends[2]; /* two vertices of `layer` on `onto`, far apart */
} overlap;

static vv_vec2 find_farthest(const vv_vec2 *points, uint32_t count, vv_vec2 from)
{
    vv_vec2 best = points[0];
    for (uint32_t i = 1; i < count; i++)
        best = vv_vec2_distance(points[i], from) > vv_vec2_distance(best, from) ? points[i] : best;
    return best;
}

/* points[vertex_count] is scratch. */
static overlap measure_overlap(const joiner *j, uint32_t layer, uint32_t onto, vv_vec2 *points)
{
    overlap found = {layer, onto, 0, {{0.0f, 0.0f}, {0.0f, 0.0f}}};
    const vv_layer *range = &j->mesh->layers[layer];
    for (uint32_t i = 0; i < range->vertex_count; i++) {
        vv_vec2 p = j->mesh->positions[range->vertex_start + i];
        if (is_on_layer(j->mesh, onto, p))
            points[found.count++] = p;
    }
    if (found.count > 0) {
        found.ends[0] = find_farthest(points, found.count, points[0]);
        found.ends[1] = find_farthest(points, found.count, found.ends[0]);
    }
    return found;
}

/* Joins the two layers of different parts that overlap most; false if no two do. */
static bool join_overlap(joiner *j, vv_vec2 *points)
{
    overlap best = {0};
    for (uint32_t a = 0; a < j->mesh->layer_count; a++)
        for (uint32_t b = 0; b < j->mesh->layer_count; b++) {
            if (j->part[a] == j->part[b])
                continue;
            overlap here = measure_overlap(j, a, b, points);
            best = here.count > best.count ? here : best;
        }
    if (best.count == 0 || j->pin_count + 2 > VV_SPRITE_MAX_PINS)
        return false;
    for (int e = 0; e < 2; e++)
        add_join(j, best.layer, best.onto, best.ends[e]);
    return true;
}

vv_result vvi_join_layers(const vv_project_artwork *artwork, const vv_body *body, vvi_arena *arena, vv_staged *staged,
                          vv_error *error)
{
    joiner j = {.artwork = artwork, .mesh = &body->mesh, .pins = staged->pins};
    vv_vec2 *points = vvi_arena_allocate(arena, body->mesh.vertex_count, sizeof *points);
    if (!points)
        return vvi_fail_memory(error, body->mesh.vertex_count * sizeof *points);
    for (uint32_t l = 0; l < body->mesh.layer_count; l++)
        j.part[l] = l;
    for (uint32_t i = 0; i < artwork->sprite.pin_count; i++)
        add_join(&j, artwork->sprite.pins[i].layer, artwork->sprite.pins[i].onto, artwork->sprite.pins[i].at);
    for (uint32_t h = 0; !artwork->sprite.pinned && h < artwork->handle_count; h++) {
        const vv_project_handle *handle = &artwork->handles[h];
        join_at_handle(&j, handle, handle->shape.from);
        if (handle->shape.kind == VV_HANDLE_BONE)
            join_at_handle(&j, handle, handle->shape.to);
        if (handle->parent != VV_NONE)
            join_to_parent(&j, handle);
    }
    while (!artwork->sprite.pinned && join_overlap(&j, points)) {}
    staged->pin_count = j.pin_count;
    staged->loose_layer = VV_NONE;
    for (uint32_t l = body->mesh.layer_count; l-- > 1;)
        staged->loose_layer = j.part[l] != 0 ? l : staged->loose_layer;
    return VV_OK;
}
