/* The rest shape that a puppet is drawn to (eq. 6–9, 16): (1 − e)·drawing + e·Σ w_k corner_k with the mix w nearest to the
 * state.
 *
 * Eq. 16 compares edges, so it does not see translations; as printed it lacks Σ w = 1 and sees rotations. Here one rotation R
 * for the whole puppet is fitted too: min |R⁻¹c − Σ w_k corner_k| in the norm of the elastic matrix, whose null space are
 * translations. For a given R this is a small quadratic programme over the simplex; R and w are found in turns. All shapes are
 * taken relative to the mean of the corners, so that single precision measures their differences. */
#include "solver.h"

#include <string.h>

#define ROUNDS 4u

/* ---- Preparing a list of examples --------------------------------------------------------------------------------- */

static const double *corner(const vvi_puppet_view *puppet, uint32_t example)
{
    return puppet->corners + (size_t)example * 2 * puppet->stride;
}

static bool same_list(const attract *a, uint32_t count, const uint32_t *examples)
{
    return a->count == count && memcmp(a->list, examples, count * sizeof *examples) == 0;
}

static void find_middle(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    attract *a = &solver->attract;
    uint32_t length = 2 * puppet->stride;
    memset(a->middle, 0, length * sizeof *a->middle);
    for (uint32_t k = 0; k < a->count; k++)
        for (uint32_t i = 0; i < length; i++)
            a->middle[i] += corner(puppet, a->list[k])[i] / a->count;
    vvi_real_apply(solver->width, puppet->stride, puppet->column_count, puppet->elastic_matrix, a->middle,
                   a->middle_image);
}

static double *image(const attract *a, uint32_t length, uint32_t k) { return a->images + (size_t)k * length; }

/* G_kl = ⟨corner_k − middle, corner_l − middle⟩, divided by its largest entry. */
static void find_gram(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    attract *a = &solver->attract;
    uint32_t length = 2 * puppet->stride;
    double *offset = solver->work, *products = a->scratch;
    a->scale = 0.0;
    for (uint32_t k = 0; k < a->count; k++) {
        for (uint32_t i = 0; i < length; i++)
            offset[i] = corner(puppet, a->list[k])[i] - a->middle[i];
        vvi_real_apply(solver->width, puppet->stride, puppet->column_count, puppet->elastic_matrix, offset,
                       image(a, length, k));
        for (uint32_t l = 0; l <= k; l++)
            products[k * a->count + l] = vvi_dot(length, offset, image(a, length, l));
        a->scale = products[k * a->count + k] > a->scale ? products[k * a->count + k] : a->scale;
    }
    a->scale = a->scale > 0.0 ? a->scale : 1.0;
    for (uint32_t k = 0; k < a->count; k++)
        for (uint32_t l = 0; l <= k; l++)
            a->G[k * a->count + l] = a->G[l * a->count + k] = (float)(products[k * a->count + l] / a->scale);
}

static void prepare(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, uint32_t count, const uint32_t *examples)
{
    attract *a = &solver->attract;
    if (same_list(a, count, examples))
        return;
    a->count = count;
    memcpy(a->list, examples, count * sizeof *examples);
    find_middle(puppet, solver);
    find_gram(puppet, solver);
}

/* ---- Weights for a given rotation ---------------------------------------------------------------------------------- */

/* ⟨image, c⟩ as a complex number: its angle is how far c is turned against the shape of `image`. */
static void turned_product(uint32_t stride, const double *shape, const double *c, double out[2])
{
    out[0] = vvi_dot(2 * stride, shape, c);
    out[1] = vvi_dot(stride, shape, c + stride) - vvi_dot(stride, shape + stride, c);
}

static void find_targets(vvi_puppet_solver *solver, const double *c, const double turn[2])
{
    attract *a = &solver->attract;
    uint32_t stride = solver->stride;
    for (uint32_t k = 0; k < a->count; k++) {
        double z[2], *shape = image(a, 2 * stride, k);
        turned_product(stride, shape, c, z);
        a->b[k] = (float)((turn[0] * z[0] + turn[1] * z[1] - vvi_dot(2 * stride, shape, a->middle)) / a->scale);
    }
}

/* Koyama's projection: the best affine mix, whose most negative weight is set to 0 and taken evenly from the others, until
 * none is negative. */
static void drop_negative(uint32_t count, float *weights)
{
    bool dropped[VV_BLEND_MAX_EXAMPLES] = {false};
    for (uint32_t left = count; left > 1; left--) {
        uint32_t worst = VV_NONE;
        for (uint32_t k = 0; k < count; k++)
            if (weights[k] < 0.0f && (worst == VV_NONE || weights[k] < weights[worst]))
                worst = k;
        if (worst == VV_NONE)
            return;
        float share = weights[worst] / (float)(left - 1);
        dropped[worst] = true;
        for (uint32_t k = 0; k < count; k++)
            weights[k] = dropped[k] ? 0.0f : weights[k] + share;
    }
}

static void quick_nearest(attract *a)
{
    uint32_t n = a->count;
    double *A = a->scratch, *x = A + (size_t)n * n, sums[2] = {0.0};
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t l = 0; l < n; l++)
            A[k * n + l] = (double)a->G[k * n + l] + (k == l ? 1e-6 : 0.0);
        x[2 * k] = (double)a->b[k];
        x[2 * k + 1] = 1.0;
    }
    bool good = vvi_cholesky_factor_double(n, A);
    if (good)
        vvi_cholesky_solve_double(n, A, 2, x);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < 2; i++)
            sums[i] += x[2 * k + i];
    for (uint32_t k = 0; k < n; k++)
        a->weights[k] = good ? (float)(x[2 * k] + (1.0 - sums[0]) / sums[1] * x[2 * k + 1]) : 1.0f / (float)n;
    drop_negative(n, a->weights);
}

/* The complex is over all examples: those not listed are made too dear to take. */
static void complex_nearest(const vvi_puppet_view *puppet, attract *a)
{
    uint32_t all = puppet->example_count;
    float *G = a->all_G, *b = G + (size_t)all * all, *weights = b + all, sum = 0.0f;
    memset(G, 0, ((size_t)all * all + all) * sizeof *G);
    for (uint32_t k = 0; k < all; k++)
        G[k * all + k] = 1e6f;
    for (uint32_t k = 0; k < a->count; k++) {
        b[a->list[k]] = a->b[k];
        for (uint32_t l = 0; l < a->count; l++)
            G[a->list[k] * all + a->list[l]] = a->G[k * a->count + l];
    }
    vv_complex_weights(puppet->complex, vv_complex_nearest(puppet->complex, G, b, NULL), weights);
    for (uint32_t k = 0; k < a->count; k++)
        sum += weights[a->list[k]];
    for (uint32_t k = 0; k < a->count; k++)
        a->weights[k] = sum > 0.5f ? weights[a->list[k]] / sum : k == 0 ? 1.0f : 0.0f;
}

static void find_weights(const vvi_puppet_view *puppet, attract *a, vv_attraction attraction)
{
    if (attraction == VV_ATTRACT_QUICK)
        quick_nearest(a);
    else if (attraction == VV_ATTRACT_COMPLEX && puppet->complex)
        complex_nearest(puppet, a);
    else
        vv_hull_nearest(a->count, a->G, a->b, a->weights, a->scratch);
}

/* ---- Rotation and weights in turns ---------------------------------------------------------------------------------- */

static void normalize(const double z[2], double turn[2])
{
    double length = sqrt(z[0] * z[0] + z[1] * z[1]);
    turn[0] = length > 0.0 ? z[0] / length : 1.0;
    turn[1] = length > 0.0 ? z[1] / length : 0.0;
}

/* The rotation that brings the mix onto c. */
static void find_turn(vvi_puppet_solver *solver, const double *c, double turn[2])
{
    attract *a = &solver->attract;
    double z[2], sum[2];
    turned_product(solver->stride, a->middle_image, c, sum);
    for (uint32_t k = 0; k < a->count; k++) {
        turned_product(solver->stride, image(a, 2 * solver->stride, k), c, z);
        sum[0] += (double)a->weights[k] * z[0];
        sum[1] += (double)a->weights[k] * z[1];
    }
    normalize(sum, turn);
}

static void find_mix(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                     const double *c)
{
    attract *a = &solver->attract;
    double turn[2] = {1.0, 0.0};
    memset(a->weights, 0, a->count * sizeof *a->weights);
    for (uint32_t round = 0; round < ROUNDS; round++) { /* the first turn is that of the corners' mean */
        double before[2] = {turn[0], turn[1]};
        find_turn(solver, c, turn);
        if (round > 0 && fabs(before[0] - turn[0]) + fabs(before[1] - turn[1]) < 1e-6)
            return;
        find_targets(solver, c, turn);
        find_weights(puppet, a, attraction);
    }
}

static void take_drawing(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    if (!solver->rest_is_drawing)
        vvi_puppet_take_rest(puppet, puppet->rest, solver->local);
    solver->rest_is_drawing = true;
}

void vvi_attract_rest(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                      double strength, uint32_t count, const uint32_t *examples, const double *c)
{
    attract *a = &solver->attract;
    uint32_t length = 2 * puppet->stride;
    memset(a->mix, 0, puppet->example_count * sizeof *a->mix);
    if (count == 0 || !(strength > 0.0)) {
        take_drawing(puppet, solver);
        return;
    }
    prepare(puppet, solver, count, examples);
    find_mix(puppet, solver, attraction, c);
    for (uint32_t i = 0; i < length; i++)
        solver->rest[i] = (1.0 - strength) * puppet->rest[i];
    for (uint32_t k = 0; k < count; k++) {
        const double *shape = corner(puppet, examples[k]);
        a->mix[examples[k]] += a->weights[k];
        for (uint32_t i = 0; i < length; i++)
            solver->rest[i] += strength * (double)a->weights[k] * shape[i];
    }
    vvi_puppet_take_rest(puppet, solver->rest, solver->local);
    solver->rest_is_drawing = false;
}
