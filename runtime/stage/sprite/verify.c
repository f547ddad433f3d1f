/* Whether bytes from outside are a sprite: checks every count, offset, index and number that the kernels later use
 * without checks, and that derived numbers are consistent (sane.h). Nested skin and complex verify themselves. */
#include "layout.h"
#include "runtime/stage/drawing/drawing.h"
#include "runtime/stage/drawing/sane.h"

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

/* Whether vertices and particles are inverse permutations. */
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

/* Whether every run lies within the prefix sums. */
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

/* ---- Derived numbers --------------------------------------------------------------------------------------------- */

static vvi_sane sane_of(const vvi_sprite_view *v)
{
    return (vvi_sane){.skin = v->skin,
                      .vertex_count = v->particle_count,
                      .triangle_count = v->triangle_count,
                      .boundary_count = v->boundary_count,
                      .handle_count = v->handle_count,
                      .example_count = v->example_count,
                      .stride = v->stride,
                      .triangles = v->triangles,
                      .boundary = v->boundary,
                      .boundary_triangles = v->boundary_triangles,
                      .masses = v->masses,
                      .handles = v->handles,
                      .turns = v->turns,
                      .corners = v->corners,
                      .mass = v->mass,
                      .size = v->size,
                      .radius = v->radius,
                      .spacing = v->spacing};
}

/* One neighbourhood: number of particles, their shares, and hashes that tell whether membership is mutual. */
typedef struct ring {
    uint32_t count;
    double shares;
    uint64_t members;
    bool has_own;
} ring;

static bool add_run(const vvi_sprite_view *v, uint32_t own, const uint16_t run[2], ring *r)
{
    uint32_t span = run[0] / (VVI_SPRITE_SPAN + 1u);
    if (run[0] == run[1])
        return true;
    if (run[1] / (VVI_SPRITE_SPAN + 1u) != span || run[1] - span > v->particle_count)
        return false;
    for (uint32_t j = run[0] - span; j < run[1] - span; j++) {
        r->count++;
        r->shares += (double)v->shares[j];
        r->members += vvi_sane_hash(3 * (uint64_t)j + 1);
        r->has_own = r->has_own || j == own;
    }
    return true;
}

/* Whether each particle is in its own neighbourhood, membership is mutual, and scales are what matching divides by. */
static bool rings_are_sound(const vvi_sprite_view *v)
{
    uint64_t one_way = 0, other_way = 0;
    for (uint32_t i = 0; i < v->particle_count; i++) {
        uint32_t block = i / VVI_SPRITE_BLOCK, lane = i % VVI_SPRITE_BLOCK;
        ring r = {0};
        for (uint32_t row = v->run_starts[block]; row < v->run_starts[block + 1]; row++)
            if (!add_run(v, i, v->runs[row][lane], &r))
                return false;
        if (!r.has_own || !vvi_sane_near((double)v->count_scales[i] * r.count, 1.0, 1e-4) ||
            !vvi_sane_near((double)v->ring_scales[i] * r.shares, 1.0, 1e-3) ||
            !vvi_sane_near((double)v->shares[i] * r.count, (double)v->masses[i], 1e-4 * (double)v->masses[i]))
            return false;
        one_way += vvi_sane_hash(5 * (uint64_t)i + 2) * r.members;
        for (uint32_t row = v->run_starts[block]; row < v->run_starts[block + 1]; row++) {
            const uint16_t *run = v->runs[row][lane];
            uint32_t span = run[0] / (VVI_SPRITE_SPAN + 1u);
            for (uint32_t j = run[0] - span; run[0] < run[1] && j < run[1] - span; j++)
                other_way += vvi_sane_hash(5 * (uint64_t)j + 2) * vvi_sane_hash(3 * (uint64_t)i + 1);
        }
    }
    return one_way == other_way;
}

static bool basis_follows(const vvi_sprite_view *v, const vvi_sane *s, const vvi_sane_columns *c)
{
    double phi[VVI_SANE_COLUMNS];
    uint32_t row = padded(v->particle_count);
    for (uint32_t i = 0; i < row; i++) {
        bool is_padding = i >= v->particle_count;
        if (!is_padding)
            vvi_sane_row(s, i, phi);
        for (uint32_t k = 0; k < v->column_count; k++) {
            double m = is_padding ? 0.0 : (double)v->masses[i], expected = is_padding ? 0.0 : m * (phi[k] - c->mean[k]);
            if (!vvi_sane_near((double)v->basis[(size_t)k * row + i], expected, 1e-4 * m * c->scale[k]))
                return false;
        }
    }
    return true;
}

static bool energies_follow(const vvi_sprite_view *v)
{
    for (uint32_t e = 0; e < v->example_count; e++) {
        const double *x = v->corners + 2 * (size_t)v->stride * e, *y = x + v->stride;
        double sum = 0.0, size = 0.0;
        for (uint32_t k = 0; k < v->column_count; k++)
            for (uint32_t l = 0; l < v->column_count; l++) {
                double term = v->gram[(size_t)k * v->stride + l] * (x[k] * x[l] + y[k] * y[l]);
                sum += term;
                size += fabs(term);
            }
        if (!vvi_sane_near(v->energies[e], sum, 1e-6 * size))
            return false;
    }
    return true;
}

static bool numbers_follow(const vvi_sprite_view *v)
{
    vvi_sane s = sane_of(v);
    vvi_sane_columns c;
    return vvi_sane_begin(&s, &c) && vvi_sane_mesh(&s) && rings_are_sound(v) && basis_follows(v, &s, &c) &&
           vvi_sane_square(&s, &c, v->gram) && vvi_sane_masses(&s, &c, c.mean, NULL, v->gram) &&
           vvi_sane_examples(&s, &c, NULL) && energies_follow(v);
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
    static const vvi_block_kind kind = {"a sprite", SPRITE_MAGIC, SPRITE_VERSION, VVI_ALIGNMENT, sizeof(vv_sprite)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!counts_are_sound(sprite, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's counts and offsets do not agree");
    vvi_sprite_view view = vvi_sprite_open(sprite);
    if (!measures_are_sound(&view) || !order_is_sound(&view) || !mesh_is_sound(&view))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's particles are damaged, or too large or small");
    if (!vvi_rig_is_sane(view.handle_count, view.handles, view.example_count, view.turns) || !pins_are_sound(&view) ||
        !basis_is_sound(&view))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's examples or pins are damaged, or too large");
    if (!runs_are_sound(&view, sprite->counts.runs))
        return vvi_fail(error, VV_ERROR_FORMAT, "the sprite's neighbourhoods are damaged");
    result = check_parts(&view, error);
    if (result == VV_OK && !numbers_follow(&view))
        result =
            vvi_fail(error, VV_ERROR_FORMAT, "the sprite's masses, measures or matrices do not belong to its drawing");
    return result;
}
