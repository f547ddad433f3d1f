/* The drawing as a linear function of its handles' transforms, prepared for the projection (eq. 2): with the columns c of
 * all transforms, e = Φc. Kept are MΦ, centred, which turns a shape into inner products with the basis, and the Gram matrix
 * G = ΦᵀMΦ of the centred basis, so that the cost of any pose needs no particles at all. */
#include "prepare.h"

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

/* c of an example: the columns of R·S, and where the pivot goes. */
static void fill_corner(const making *m, uint32_t example, uint32_t stride, float *corner)
{
    for (uint32_t j = 0; j < m->def->handle_count; j++) {
        vv_turn turn = m->def->turns[(size_t)example * m->def->handle_count + j];
        vv_mat2 linear = vv_polar2_compose((vv_polar2){turn.angle, turn.xx, turn.xy, turn.yy});
        const float columns[2][3] = {{linear.xx, linear.xy, m->handles[j].from.x + turn.move.x},
                                     {linear.yx, linear.yy, m->handles[j].from.y + turn.move.y}};
        for (uint32_t k = 0; k < 3; k++) {
            corner[3 * j + k] = columns[0][k];
            corner[stride + 3 * j + k] = columns[1][k];
        }
    }
}

static double energy(uint32_t columns, uint32_t stride, const double *gram, const float *corner)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < columns; k++)
        for (uint32_t l = 0; l < columns; l++)
            sum += gram[(size_t)k * stride + l] *
                   ((double)corner[k] * (double)corner[l] + (double)corner[stride + k] * (double)corner[stride + l]);
    return sum;
}

bool vvi_sprite_fill_basis(making *m, vv_sprite *sprite)
{
    uint32_t columns = 3 * m->def->handle_count, stride = sprite_stride(m->def->handle_count);
    char *base = (char *)sprite;
    double *gram = (double *)(base + sprite->gram), *energies = (double *)(base + sprite->energies);
    float *corners = (float *)(base + sprite->corners);
    double *mean = vvi_arena_take(&m->arena, columns, sizeof *mean),
           *phi = vvi_arena_take(&m->arena, columns, sizeof *phi);
    if (!mean || !phi)
        return false;
    find_mean(m, columns, phi, mean);
    fill_basis(m, columns, stride, mean, phi, (float *)(base + sprite->basis), gram);
    for (uint32_t e = 0; e < m->def->example_count; e++) {
        fill_corner(m, e, stride, corners + 2 * (size_t)stride * e);
        energies[e] = energy(columns, stride, gram, corners + 2 * (size_t)stride * e);
    }
    return true;
}
