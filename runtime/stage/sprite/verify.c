/* Whether bytes from outside are a sprite: every count, offset, index and number that the kernels later use without
 * looking. Nested skin and complex verify themselves. */
#include "layout.h"
#include "runtime/stage/drawing.h"

#include <string.h>

static bool counts_are_sound(const vv_sprite *s, size_t byte_count)
{
    const sprite_counts *c = &s->counts;
    if (c->particles == 0 || c->particles > VV_SPRITE_MAX_PARTICLES || c->triangles == 0 ||
        c->triangles > 2 * VV_MESH_MAX_VERTICES || c->boundary > 3 * c->triangles || c->handles == 0 ||
        c->handles > VV_RIG_MAX_HANDLES || c->examples == 0 || c->examples > VV_BLEND_MAX_EXAMPLES ||
        c->pins > VV_SPRITE_MAX_PINS || c->runs > SPRITE_MAX_RUNS || c->skin_bytes > byte_count ||
        c->complex_bytes > byte_count)
        return false;
    vv_sprite expected = vvi_sprite_layout(c);
    expected.mass = s->mass;
    expected.size = s->size;
    expected.radius = s->radius;
    expected.spacing = s->spacing;
    expected.centre = s->centre;
    return memcmp(s, &expected, sizeof expected) == 0 && s->byte_count == byte_count;
}

static bool measures_are_sound(const vvi_sprite_view *v)
{
    const float measures[] = {v->mass, v->size, v->spacing, v->radius};
    return vvi_all_positive(measures, 4) && vvi_floats_in_range(measures, 4) && vvi_floats_in_range(&v->centre.x, 2) &&
           vvi_all_positive(v->masses, v->particle_count) && vvi_floats_in_range(v->masses, v->particle_count);
}

/* vertices and particles undo each other. */
static bool order_is_sound(const vvi_sprite_view *v)
{
    if (!vvi_all_below(v->vertices, v->particle_count, v->particle_count))
        return false;
    for (uint32_t i = 0; i < v->particle_count; i++)
        if (v->particles[v->vertices[i]] != i)
            return false;
    return true;
}

static bool mesh_is_sound(const vvi_sprite_view *v)
{
    return vvi_all_below(v->triangles, 3 * (size_t)v->triangle_count, v->particle_count) &&
           vvi_all_below(v->boundary, 2 * (size_t)v->boundary_count, v->particle_count) &&
           vvi_all_below(v->boundary_triangles, v->boundary_count, v->triangle_count);
}

static bool pins_are_sound(const vvi_sprite_view *v)
{
    for (uint32_t p = 0; p < v->pin_count; p++)
        for (uint32_t side = 0; side < 2; side++) {
            const float *w = v->pins[p].weights[side];
            float sum = w[0] + w[1] + w[2];
            if (!vvi_all_below(v->pins[p].corners[side], 3, v->particle_count) ||
                !(w[0] >= 0.0f && w[1] >= 0.0f && w[2] >= 0.0f && fabsf(sum - 1.0f) <= 1e-3f))
                return false;
        }
    return true;
}

/* Every run lies among the prefix sums. */
static bool runs_are_sound(const vvi_sprite_view *v, uint32_t row_count)
{
    uint32_t blocks = sprite_blocks(v->particle_count);
    if (v->run_starts[0] != 0 || v->run_starts[blocks] != row_count)
        return false;
    for (uint32_t b = 0; b < blocks; b++)
        if (v->run_starts[b] > v->run_starts[b + 1])
            return false;
    for (uint32_t r = 0; r < row_count; r++)
        for (uint32_t l = 0; l < VVI_SPRITE_BLOCK; l++)
            if (v->runs[r][l][0] > v->runs[r][l][1] || v->runs[r][l][1] >= sprite_slots(v->particle_count))
                return false;
    return vvi_all_positive(v->shares, v->particle_count) && vvi_all_positive(v->ring_scales, v->particle_count) &&
           vvi_all_positive(v->count_scales, v->particle_count);
}

static bool basis_is_sound(const vvi_sprite_view *v)
{
    uint32_t row = padded(v->particle_count);
    return vvi_floats_in_range(v->basis, (size_t)v->stride * row) &&
           vvi_doubles_in_range(v->gram, (size_t)v->column_count * v->stride) &&
           vvi_doubles_in_range(v->corners, 2 * (size_t)v->stride * v->example_count) &&
           vvi_doubles_in_range(v->energies, v->example_count);
}

static vv_result check_parts(const vvi_sprite_view *v, vv_error *error)
{
    const sprite_counts *c = &v->sprite->counts;
    vv_result result = vvi_skin_verify(v->skin, (size_t)c->skin_bytes, error);
    if (result == VV_OK)
        result = vvi_complex_verify(v->complex, (size_t)c->complex_bytes, error);
    if (result == VV_OK &&
        (vv_skin_vertex_count(v->skin) != c->particles || vv_skin_handle_count(v->skin) != c->handles ||
         vv_complex_example_count(v->complex) != c->examples))
        result = vvi_fail(error, VV_ERROR_FORMAT, "the sprite's skin or complex belongs to another drawing");
    return result;
}

vv_result vvi_sprite_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_sprite *sprite = bytes;
    if (((uintptr_t)bytes & (VVI_ALIGNMENT - 1u)) != 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a sprite must lie at a multiple of %u bytes", VVI_ALIGNMENT);
    if (byte_count < sizeof *sprite || sprite->magic != SPRITE_MAGIC)
        return vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a sprite");
    if (sprite->version != SPRITE_VERSION)
        return vvi_fail(error, VV_ERROR_VERSION, "this sprite has version %u, this library reads %u", sprite->version,
                        SPRITE_VERSION);
    if (!counts_are_sound(sprite, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's counts and offsets do not agree");
    vvi_sprite_view view = vvi_sprite_open(sprite);
    if (!measures_are_sound(&view) || !order_is_sound(&view) || !mesh_is_sound(&view))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's particles are damaged, or too large or small");
    if (!vvi_rig_in_range(view.handle_count, view.handles, view.example_count, view.turns) || !pins_are_sound(&view) ||
        !basis_is_sound(&view))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's examples or pins are damaged, or too large");
    if (!runs_are_sound(&view, sprite->counts.runs))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's neighbourhoods are damaged");
    return check_parts(&view, error);
}
