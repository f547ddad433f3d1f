/* The rest shape that attracts a puppet (eq. 6–9, 16): (1 − e)·drawing + e·Σ w_k example_k with the weights w nearest
 * to the state.
 *
 * Eq. 16 compares edges, so it is invariant to translation; as printed it lacks Σ w = 1 and depends on rotation. Here
 * one rotation R of the whole puppet is fitted too: min |R⁻¹c − Σ w_k example_k| in the norm of the elastic matrix,
 * whose null space is the translations. For a given R this is a small quadratic programme over the simplex; R and w
 * are found alternately. All shapes are taken relative to the mean of the examples, so that single precision measures
 * their differences. */
#include "solver.h"

#include <string.h>

#define ROUNDS 4u

/* ---- Preparing a list of examples -------------------------------------------------------------------------------- */

static const double *example_state(const vvi_puppet_view *puppet, uint32_t example)
{
    return puppet->example_states + (size_t)example * 2 * puppet->stride;
}

static bool is_same_list(const attract *a, uint32_t count, const uint32_t *examples)
{
    return a->count == count && memcmp(a->list, examples, count * sizeof *examples) == 0;
}

static void compute_mean(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    attract *a = &solver->attract;
    uint32_t length = 2 * puppet->stride;
    memset(a->mean, 0, length * sizeof *a->mean);
    for (uint32_t k = 0; k < a->count; k++)
        for (uint32_t i = 0; i < length; i++)
            a->mean[i] += example_state(puppet, a->list[k])[i] / a->count;
    vvi_real_apply(solver->width, puppet->stride, puppet->column_count, puppet->elastic_matrix, a->mean, a->mean_image);
}

static double *elastic_image(const attract *a, uint32_t length, uint32_t k) { return a->images + (size_t)k * length; }

/* G_kl = ⟨example_k − mean, example_l − mean⟩, divided by its largest entry. */
static void compute_gram(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    attract *a = &solver->attract;
    uint32_t length = 2 * puppet->stride;
    double *offset = solver->work, *products = a->scratch;
    a->scale = 0.0;
    for (uint32_t k = 0; k < a->count; k++) {
        for (uint32_t i = 0; i < length; i++)
            offset[i] = example_state(puppet, a->list[k])[i] - a->mean[i];
        vvi_real_apply(solver->width, puppet->stride, puppet->column_count, puppet->elastic_matrix, offset,
                       elastic_image(a, length, k));
        for (uint32_t l = 0; l <= k; l++)
            products[k * a->count + l] = vvi_dot(length, offset, elastic_image(a, length, l));
        a->scale = products[k * a->count + k] > a->scale ? products[k * a->count + k] : a->scale;
    }
    a->scale = a->scale > 0.0 ? a->scale : 1.0;
    VVI_CHECK(vvi_is_finite(a->scale));
    for (uint32_t k = 0; k < a->count; k++)
        for (uint32_t l = 0; l <= k; l++)
            a->G[k * a->count + l] = a->G[l * a->count + k] = (float)(products[k * a->count + l] / a->scale);
}

static void prepare(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, uint32_t count, const uint32_t *examples)
{
    attract *a = &solver->attract;
    if (is_same_list(a, count, examples))
        return;
    a->count = count;
    VV_ASSERT(vvi_all_below(examples, count, puppet->example_count));
    memcpy(a->list, examples, count * sizeof *examples);
    compute_mean(puppet, solver);
    compute_gram(puppet, solver);
}

/* ---- Weights for a given rotation -------------------------------------------------------------------------------- */

/* ⟨image, c⟩ as a complex number: its angle is the rotation of c relative to the shape of `elastic_image`. */
static void rotated_product(uint32_t stride, const double *shape, const double *c, double out[2])
{
    out[0] = vvi_dot(2 * stride, shape, c);
    out[1] = vvi_dot(stride, shape, c + stride) - vvi_dot(stride, shape + stride, c);
}

static void compute_targets(vvi_puppet_solver *solver, const double *c, const double rotation[2])
{
    attract *a = &solver->attract;
    uint32_t stride = solver->stride;
    for (uint32_t k = 0; k < a->count; k++) {
        double z[2], *shape = elastic_image(a, 2 * stride, k);
        rotated_product(stride, shape, c, z);
        a->b[k] = (float)((rotation[0] * z[0] + rotation[1] * z[1] - vvi_dot(2 * stride, shape, a->mean)) / a->scale);
    }
}

/* Koyama's projection: starting from the best affine combination, the most negative weight is set to 0 and its value
 * spread evenly over the others, until none is negative. */
static void remove_negative_weights(uint32_t count, float *weights)
{
    bool removed[VV_BLEND_MAX_EXAMPLES] = {false};
    for (uint32_t remaining = count; remaining > 1; remaining--) {
        uint32_t worst = VV_NONE;
        for (uint32_t k = 0; k < count; k++)
            if (weights[k] < 0.0f && (worst == VV_NONE || weights[k] < weights[worst]))
                worst = k;
        if (worst == VV_NONE)
            return;
        float share = weights[worst] / (float)(remaining - 1);
        removed[worst] = true;
        for (uint32_t k = 0; k < count; k++)
            weights[k] = removed[k] ? 0.0f : weights[k] + share;
    }
}

static void project_koyama(attract *a)
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
    remove_negative_weights(n, a->weights);
    VVI_CHECK(vvi_is_partition(a->weights, n, 1e-2f));
}

/* The complex is over all examples: a large diagonal entry keeps the projection away from those that are not listed. */
static void project_onto_complex(const vvi_puppet_view *puppet, attract *a)
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
        project_koyama(a);
    else if (attraction == VV_ATTRACT_COMPLEX && puppet->complex)
        project_onto_complex(puppet, a);
    else
        vv_hull_nearest(a->count, a->G, a->b, a->weights, a->scratch);
}

/* ---- Rotation and weights in turns ------------------------------------------------------------------------------- */

static void normalize(const double z[2], double rotation[2])
{
    double length = sqrt(z[0] * z[0] + z[1] * z[1]);
    rotation[0] = length > 0.0 ? z[0] / length : 1.0;
    rotation[1] = length > 0.0 ? z[1] / length : 0.0;
}

/* The rotation that fits the blend to c. */
static void find_rotation(vvi_puppet_solver *solver, const double *c, double rotation[2])
{
    attract *a = &solver->attract;
    double z[2], sum[2];
    rotated_product(solver->stride, a->mean_image, c, sum);
    for (uint32_t k = 0; k < a->count; k++) {
        rotated_product(solver->stride, elastic_image(a, 2 * solver->stride, k), c, z);
        sum[0] += (double)a->weights[k] * z[0];
        sum[1] += (double)a->weights[k] * z[1];
    }
    normalize(sum, rotation);
}

static void fit_examples(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                         const double *c)
{
    attract *a = &solver->attract;
    double rotation[2] = {1.0, 0.0};
    memset(a->weights, 0, a->count * sizeof *a->weights);
    for (uint32_t round = 0; round < ROUNDS; round++) { /* the first rotation is that of the examples' mean */
        double before[2] = {rotation[0], rotation[1]};
        find_rotation(solver, c, rotation);
        if (round > 0 && fabs(before[0] - rotation[0]) + fabs(before[1] - rotation[1]) < 1e-6)
            return;
        compute_targets(solver, c, rotation);
        find_weights(puppet, a, attraction);
    }
}

static void use_drawing_as_rest_shape(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    if (!solver->rest_is_drawing)
        vvi_puppet_set_rest_shape(puppet, puppet->rest, solver->local);
    solver->rest_is_drawing = true;
}

void vvi_find_rest_shape(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                         double strength, uint32_t count, const uint32_t *examples, const double *c)
{
    attract *a = &solver->attract;
    uint32_t length = 2 * puppet->stride;
    memset(a->mix, 0, puppet->example_count * sizeof *a->mix);
    if (count == 0 || !(strength > 0.0)) {
        use_drawing_as_rest_shape(puppet, solver);
        return;
    }
    prepare(puppet, solver, count, examples);
    fit_examples(puppet, solver, attraction, c);
    VVI_CHECK(vvi_is_partition(a->weights, count, 1e-2f) && strength <= 1.0);
    for (uint32_t i = 0; i < length; i++)
        solver->rest[i] = (1.0 - strength) * puppet->rest[i];
    for (uint32_t k = 0; k < count; k++) {
        const double *shape = example_state(puppet, examples[k]);
        a->mix[examples[k]] += a->weights[k];
        for (uint32_t i = 0; i < length; i++)
            solver->rest[i] += strength * (double)a->weights[k] * shape[i];
    }
    vvi_puppet_set_rest_shape(puppet, solver->rest, solver->local);
    solver->rest_is_drawing = false;
}
