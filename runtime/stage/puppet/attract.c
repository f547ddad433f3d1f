/* The rest shape that attracts a puppet (eq. 6–9, 16): a blend of examples with the weights w nearest to the state,
 * blended with the drawing by the share e.
 *
 * Poses blend as those of sprites do: by the angles of their handles (vv_pose_blend). Near weights w such a blend is
 * Σ w_k P_k with the tangent shapes P_k = B(w) + ∂B/∂(towards k), so a few rounds of the linear fit below, each with
 * the tangent shapes of the one before, find the nearest blend (Gauss–Newton). The paper adds transforms as matrices,
 * Σ w_k example_k, which shrinks what turns; `quick` and `linear` do so.
 *
 * Eq. 16 compares edges, so it is invariant to translation; as printed it lacks Σ w = 1 and depends on rotation. Here
 * one rotation R of the whole puppet is fitted too: min |R⁻¹c − Σ w_k example_k| in the norm of the elastic matrix,
 * whose null space is the translations. For a given R this is a small quadratic programme over the simplex; R and w
 * are found alternately. All shapes are taken relative to the mean of the examples, so that single precision measures
 * their differences. */
#include "solver.h"

#include <string.h>

#define ROUNDS          4u    /* of rotation and weights */
#define BLEND_ROUNDS    6u    /* of tangent shapes */
#define BLEND_CONVERGED 1e-4f /* of a weight */

/* ---- Preparing a list of examples -------------------------------------------------------------------------------- */

static bool blends_linearly(vv_attraction attraction)
{
    return attraction == VV_ATTRACT_QUICK || attraction == VV_ATTRACT_LINEAR;
}

static const double *example_state(const vvi_puppet_view *puppet, uint32_t example)
{
    return puppet->example_states + (size_t)example * 2 * puppet->stride;
}

/* The k-th shape of a linear fit. */
static const double *shape_of(const vvi_puppet_view *puppet, const attract *a, uint32_t k)
{
    return a->tangents ? a->tangents + (size_t)k * 2 * puppet->stride : example_state(puppet, a->list[k]);
}

static bool is_same_list(const attract *a, uint32_t count, const uint32_t *examples)
{
    return a->count == count && memcmp(a->list, examples, count * sizeof *examples) == 0;
}

static void compute_mean(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, attract *a)
{
    uint32_t length = 2 * puppet->stride;
    memset(a->mean, 0, length * sizeof *a->mean);
    for (uint32_t k = 0; k < a->count; k++)
        for (uint32_t i = 0; i < length; i++)
            a->mean[i] += shape_of(puppet, a, k)[i] / a->count;
    vvi_solver_apply(solver, solver->elastic, a->mean, a->mean_image);
}

static double *elastic_image(const attract *a, uint32_t length, uint32_t k) { return a->images + (size_t)k * length; }

/* G_kl = ⟨example_k − mean, example_l − mean⟩, divided by its largest entry. */
static void compute_gram(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, attract *a)
{
    uint32_t length = 2 * puppet->stride;
    double *offset = solver->work, *products = a->scratch;
    a->scale = 0.0;
    for (uint32_t k = 0; k < a->count; k++) {
        for (uint32_t i = 0; i < length; i++)
            offset[i] = shape_of(puppet, a, k)[i] - a->mean[i];
        vvi_solver_apply(solver, solver->elastic, offset, elastic_image(a, length, k));
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

/* The examples themselves; what is computed from them stays until the list changes. */
static void use_examples(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, uint32_t count,
                         const uint32_t *examples)
{
    attract *a = &solver->attract;
    if (is_same_list(a, count, examples))
        return;
    a->count = count;
    memcpy(a->list, examples, count * sizeof *examples);
    compute_mean(puppet, solver, a);
    compute_gram(puppet, solver, a);
}

/* ---- Blends by rotations ----------------------------------------------------------------------------------------- */

/* R(angle) S and its derivative when the angle and S change, as rows of x and y. */
static void compose(const vv_handle_pose *pose, double angle_rate, const double rate[3], double value[4],
                    double derivative[4])
{
    float sine, cosine;
    vv_sin_cos(pose->angle, &sine, &cosine);
    double c = (double)cosine, s = (double)sine, xx = (double)pose->xx, xy = (double)pose->xy, yy = (double)pose->yy;
    value[0] = c * xx - s * xy;
    value[1] = c * xy - s * yy;
    value[2] = s * xx + c * xy;
    value[3] = s * xy + c * yy;
    derivative[0] = c * rate[0] - s * rate[1] - angle_rate * value[2];
    derivative[1] = c * rate[1] - s * rate[2] - angle_rate * value[3];
    derivative[2] = s * rate[0] + c * rate[1] + angle_rate * value[0];
    derivative[3] = s * rate[1] + c * rate[2] + angle_rate * value[1];
}

/* state[2][stride] = the blend, moved along its derivative towards a pose; towards itself: the blend. */
static void compute_tangent_shape(const vvi_puppet_view *puppet, const vv_handle_pose *blend, const vv_handle_pose *to,
                                  double *state)
{
    double *x = state, *y = state + puppet->stride;
    memset(state, 0, 2 * (size_t)puppet->stride * sizeof *state);
    for (uint32_t j = 0; j < puppet->handle_count; j++, x += 3, y += 3) {
        const double rate[3] = {(double)to[j].xx - (double)blend[j].xx, (double)to[j].xy - (double)blend[j].xy,
                                (double)to[j].yy - (double)blend[j].yy};
        double value[4], derivative[4];
        compose(&blend[j], (double)vv_wrap_angle(to[j].angle - blend[j].angle), rate, value, derivative);
        for (uint32_t k = 0; k < 2; k++) {
            x[k] = value[k] + derivative[k];
            y[k] = value[2 + k] + derivative[2 + k];
        }
        x[2] = (double)puppet->handles[j].from.x + (double)to[j].translation.x;
        y[2] = (double)puppet->handles[j].from.y + (double)to[j].translation.y;
    }
}

/* a->blend = the poses blended with a->weights. */
static void blend_poses(const vvi_puppet_view *puppet, attract *a)
{
    float weights[VV_BLEND_MAX_EXAMPLES] = {0.0f};
    VVI_CHECK(puppet->example_count <= VV_BLEND_MAX_EXAMPLES);
    for (uint32_t k = 0; k < a->count; k++)
        weights[a->list[k]] += a->weights[k];
    vv_pose_blend(puppet->handle_count, puppet->example_count, puppet->turns, weights, a->blend);
}

/* Rotating the whole is free: removes from the tangents what it would do, so that weights and the rotation, which are
 * found in turn, do not wait for each other (variable projection). */
static void remove_rotation(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    attract *a = &solver->tangent;
    uint32_t stride = solver->stride, length = 2 * stride;
    double *blend = solver->work, *turned = solver->unit, *image = solver->image;
    compute_tangent_shape(puppet, a->blend, a->blend, blend);
    for (uint32_t k = 0; k < stride; k++) {
        turned[k] = -blend[stride + k];
        turned[stride + k] = blend[k];
    }
    vvi_solver_apply(solver, solver->elastic, turned, image);
    double square = vvi_dot(length, turned, image), start = vvi_dot(length, blend, image);
    for (uint32_t k = 0; k < a->count && square > 0.0; k++) {
        double *shape = a->tangents + (size_t)k * length, share = (vvi_dot(length, shape, image) - start) / square;
        for (uint32_t i = 0; i < length; i++)
            shape[i] -= share * turned[i];
    }
}

static void use_tangents(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    attract *a = &solver->tangent;
    blend_poses(puppet, a);
    for (uint32_t k = 0; k < a->count; k++)
        compute_tangent_shape(puppet, a->blend, puppet->turns + (size_t)a->list[k] * puppet->handle_count,
                              a->tangents + (size_t)k * 2 * puppet->stride);
    remove_rotation(puppet, solver);
    compute_mean(puppet, solver, a);
    compute_gram(puppet, solver, a);
}

/* ---- Weights for a given rotation -------------------------------------------------------------------------------- */

/* ⟨image, c⟩ as a complex number: its angle is the rotation of c relative to the shape of `elastic_image`. */
static void rotated_product(uint32_t stride, const double *shape, const double *c, double out[2])
{
    out[0] = vvi_dot(2 * stride, shape, c);
    out[1] = vvi_dot(stride, shape, c + stride) - vvi_dot(stride, shape + stride, c);
}

static void compute_targets(const vvi_puppet_solver *solver, attract *a, const double *c, const double rotation[2])
{
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
static void find_rotation(const vvi_puppet_solver *solver, const attract *a, const double *c, double rotation[2])
{
    double z[2], sum[2];
    rotated_product(solver->stride, a->mean_image, c, sum);
    for (uint32_t k = 0; k < a->count; k++) {
        rotated_product(solver->stride, elastic_image(a, 2 * solver->stride, k), c, z);
        sum[0] += (double)a->weights[k] * z[0];
        sum[1] += (double)a->weights[k] * z[1];
    }
    normalize(sum, rotation);
}

static void fit_shapes(const vvi_puppet_view *puppet, const vvi_puppet_solver *solver, attract *a,
                       vv_attraction attraction, const double *c)
{
    double rotation[2] = {1.0, 0.0};
    memset(a->weights, 0, a->count * sizeof *a->weights);
    for (uint32_t round = 0; round < ROUNDS; round++) { /* the first rotation is that of the examples' mean */
        double before[2] = {rotation[0], rotation[1]};
        find_rotation(solver, a, c, rotation);
        if (round > 0 && fabs(before[0] - rotation[0]) + fabs(before[1] - rotation[1]) < 1e-6)
            return;
        compute_targets(solver, a, c, rotation);
        find_weights(puppet, a, attraction);
    }
}

/* How far the blend is from c, but for what is the same for all blends: |B|² − 2 |⟨B, c⟩| with the best rotation. */
static double blend_cost(const vvi_puppet_solver *solver, const attract *a, const double *c, double *image)
{
    uint32_t length = 2 * solver->stride;
    double square = 0.0, z[2];
    memcpy(image, a->mean_image, length * sizeof *image);
    for (uint32_t k = 0; k < a->count; k++)
        for (uint32_t i = 0; i < length; i++)
            image[i] += (double)a->weights[k] * elastic_image(a, length, k)[i];
    for (uint32_t k = 0; k < a->count; k++)
        square += (double)a->weights[k] * vvi_dot(length, image, a->tangents + (size_t)k * length);
    rotated_product(solver->stride, image, c, z);
    return square - 2.0 * sqrt(z[0] * z[0] + z[1] * z[1]);
}

/* Refines the weights of the linear fit. The best of all rounds counts. */
static void fit_blend(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                      const double *c)
{
    attract *linear = &solver->attract, *a = &solver->tangent;
    float change = 1.0f;
    double least = 0.0;
    a->count = linear->count;
    memcpy(a->list, linear->list, a->count * sizeof *a->list);
    memcpy(a->weights, linear->weights, a->count * sizeof *a->weights);
    for (uint32_t round = 0; round <= BLEND_ROUNDS && change > BLEND_CONVERGED; round++) {
        float before[VV_BLEND_MAX_EXAMPLES];
        use_tangents(puppet, solver);
        double cost = blend_cost(solver, a, c, solver->work);
        if (round == 0 || cost < least) {
            least = cost;
            memcpy(linear->weights, a->weights, a->count * sizeof *a->weights);
        }
        memcpy(before, a->weights, a->count * sizeof *before);
        fit_shapes(puppet, solver, a, attraction, c);
        change = 0.0f;
        for (uint32_t k = 0; k < a->count; k++)
            change = vvi_max(change, fabsf(a->weights[k] - before[k]));
    }
}

/* ---- The rest shape ---------------------------------------------------------------------------------------------- */

static void use_drawing_as_rest_shape(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    if (!solver->rest_is_drawing)
        vvi_puppet_set_rest_shape(puppet, puppet->rest, solver->local);
    solver->rest_is_drawing = true;
}

static void add_linearly(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, double strength)
{
    const attract *a = &solver->attract;
    for (uint32_t i = 0; i < 2 * puppet->stride; i++)
        solver->rest[i] = (1.0 - strength) * puppet->rest[i];
    for (uint32_t k = 0; k < a->count; k++) {
        const double *shape = example_state(puppet, a->list[k]);
        for (uint32_t i = 0; i < 2 * puppet->stride; i++)
            solver->rest[i] += strength * (double)a->weights[k] * shape[i];
    }
}

/* The drawing and the blend, as two poses. */
static void blend_by_rotations(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, double strength)
{
    attract *a = &solver->tangent;
    vv_handle_pose both[2 * VV_RIG_MAX_HANDLES];
    const float weights[2] = {(float)(1.0 - strength), (float)strength};
    memcpy(a->weights, solver->attract.weights, a->count * sizeof *a->weights);
    blend_poses(puppet, a);
    for (uint32_t j = 0; j < puppet->handle_count; j++)
        both[j] = vv_handle_pose_identity();
    memcpy(both + puppet->handle_count, a->blend, puppet->handle_count * sizeof *both);
    vv_pose_blend(puppet->handle_count, 2, both, weights, both);
    compute_tangent_shape(puppet, both, both, solver->rest);
}

void vvi_find_rest_shape(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, vv_attraction attraction,
                         double strength, uint32_t count, const uint32_t *examples, const double *c)
{
    attract *a = &solver->attract;
    memset(a->mix, 0, puppet->example_count * sizeof *a->mix);
    if (count == 0 || !(strength > 0.0)) {
        use_drawing_as_rest_shape(puppet, solver);
        return;
    }
    use_examples(puppet, solver, count, examples);
    fit_shapes(puppet, solver, a, attraction, c);
    if (blends_linearly(attraction)) {
        add_linearly(puppet, solver, strength);
    } else {
        fit_blend(puppet, solver, attraction, c);
        blend_by_rotations(puppet, solver, strength);
    }
    VVI_CHECK(vvi_is_partition(a->weights, count, 1e-2f) && strength <= 1.0);
    for (uint32_t k = 0; k < count; k++)
        a->mix[examples[k]] += a->weights[k];
    vvi_puppet_set_rest_shape(puppet, solver->rest, solver->local);
    solver->rest_is_drawing = false;
}
