/* The drawing as a linear function of its handles' transforms, prepared for the projection (eq. 2): with the columns
 * c of all transforms, e = Φc. Stored are MΦ, centred, which reduces a shape to inner products with the basis, and
 * the Gram matrix G = ΦᵀMΦ of the centred basis, so that the cost of any pose needs no particles. */
#include "prepare.h"
#include "project.h"

#include <string.h>

/* φ of one particle: phi[3 · handle_count]. */
static void particle_basis(const making *m, uint32_t i, double *phi)
{
    for (uint32_t j = 0; j < m->def->handle_count; j++) {
        double w = (double)m->weights[(size_t)i * m->def->handle_count + j];
        phi[3 * j] = w * ((double)m->positions[i].x - (double)m->handles[j].from.x);
        phi[3 * j + 1] = w * ((double)m->positions[i].y - (double)m->handles[j].from.y);
        phi[3 * j + 2] = w;
    }
}

static void find_mean(const making *m, uint32_t columns, double *phi, double *mean)
{
    double mass = 0.0;
    for (uint32_t i = 0; i < m->def->mesh.vertex_count; i++) {
        particle_basis(m, i, phi);
        mass += m->masses[i];
        for (uint32_t k = 0; k < columns; k++)
            mean[k] += m->masses[i] * phi[k];
    }
    VVI_CHECK(mass > 0.0);
    for (uint32_t k = 0; k < columns; k++)
        mean[k] /= mass;
}

/* Σ m φ φᵀ over handles that move the particle, less the mean's share: weights are mostly zero. */
static void add_gram(const making *m, uint32_t i, uint32_t stride, const double *phi, double *gram)
{
    uint32_t handles = m->def->handle_count;
    const float *weights = m->weights + (size_t)i * handles;
    for (uint32_t j = 0; j < handles; j++)
        for (uint32_t l = 0; l < handles && weights[j] != 0.0f; l++) {
            if (weights[l] == 0.0f)
                continue;
            for (uint32_t a = 3 * j; a < 3 * j + 3; a++)
                for (uint32_t b = 3 * l; b < 3 * l + 3; b++)
                    gram[(size_t)a * stride + b] += m->masses[i] * phi[a] * phi[b];
        }
}

static void fill_basis(const making *m, uint32_t columns, uint32_t stride, const double *mean, double *phi,
                       float *basis, double *gram)
{
    uint32_t n = m->def->mesh.vertex_count, row = padded(n);
    double mass = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        particle_basis(m, i, phi);
        mass += m->masses[i];
        add_gram(m, i, stride, phi, gram);
        for (uint32_t k = 0; k < columns; k++)
            basis[(size_t)k * row + i] = (float)(m->masses[i] * (phi[k] - mean[k]));
    }
    for (uint32_t k = 0; k < columns; k++)
        for (uint32_t l = 0; l < columns; l++)
            gram[(size_t)k * stride + l] -= mass * (mean[k] * mean[l]);
}

/* c of every example, and its energy: the cost of matching it to an empty shape. */
static bool fill_examples(making *m, vv_sprite *sprite)
{
    vvi_sprite_view view = vvi_sprite_open(sprite);
    char *base = (char *)sprite;
    double *corners = (double *)(base + sprite->corners), *energies = (double *)(base + sprite->energies), whole = 1.0;
    vv_vec2 *nothing = vvi_arena_allocate(&m->arena, view.particle_count, sizeof *nothing);
    void *memory = vvi_arena_allocate(&m->arena, 1, vvi_projection_bytes(&view));
    if (!nothing || !memory)
        return false;
    vvi_projection p = vvi_projection_begin(&view, nothing, false, memory, VVI_WIDTH_PLAIN);
    for (uint32_t e = 0; e < view.example_count; e++) {
        vvi_projection_select(&p, 1, &e);
        energies[e] = vvi_projection_cost(&p, &whole);
        VVI_CHECK(vvi_is_finite(energies[e]));
        memcpy(corners + 2 * (size_t)view.stride * e, p.c, 2 * (size_t)view.stride * sizeof *corners);
    }
    return true;
}

bool vvi_sprite_fill_basis(making *m, vv_sprite *sprite)
{
    uint32_t columns = 3 * m->def->handle_count, stride = sprite_stride(m->def->handle_count);
    char *base = (char *)sprite;
    double *mean = vvi_arena_allocate(&m->arena, columns, sizeof *mean);
    double *phi = vvi_arena_allocate(&m->arena, columns, sizeof *phi);
    if (!mean || !phi)
        return false;
    find_mean(m, columns, phi, mean);
    fill_basis(m, columns, stride, mean, phi, (float *)(base + sprite->basis), (double *)(base + sprite->gram));
    return fill_examples(m, sprite);
}
