/* The compliance of a row r: rᵀ A⁻¹ r with A = H − κ B, the second derivative of the potential at rest with rotations
 * free. Rotations give way, which relieves the matrix H of the global step by κ B.
 *
 * With clusters, E = ½ cᵀ L c − Σ |S_c| + const, and the moment S_c is linear in the state. At rest S_c is real and
 * positive, so the second derivative of |S_c| is b bᵀ / S_c with b the derivative of its imaginary part: B is one
 * outer product a cluster. By the Woodbury identity
 *
 *   rᵀ A⁻¹ r = rᵀ H⁻¹ r + |Vᵀ r|²,   V = H⁻¹ [b] G⁻ᵀ,   G Gᵀ = diag(S / κ) − [b]ᵀ H⁻¹ [b].
 *
 * V (`relief`) is computed once for each set of weights. Without clusters A is formed by differences and inverted. */
#include "local.h"
#include "solver.h"

#include <string.h>

#define MIN_AREA 1e-12 /* of the drawing: clusters of less have no rotation */

/* ---- With clusters ----------------------------------------------------------------------------------------------- */

/* The derivatives of the clusters' moments at rest. */
static void compute_relief_rows(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    relief_parts *relief = &solver->relief;
    vvi_puppet_set_rest_shape(puppet, puppet->rest, solver->local);
    vvi_local_cluster_moments(puppet, puppet->rest, solver->local, relief->rows, relief->lengths);
    if (!solver->rest_is_drawing) /* this may be called in the middle of a step */
        vvi_puppet_set_rest_shape(puppet, solver->rest, solver->local);
    for (uint32_t c = 0, count = rotation_cluster_count(puppet); c < count; c++)
        if (!(relief->lengths[c] > MIN_AREA * (double)puppet->area)) { /* nothing to relieve */
            memset(relief->rows + c * 2 * (size_t)solver->stride, 0, 2 * (size_t)solver->stride * sizeof(double));
            relief->lengths[c] = (double)puppet->area;
        }
    relief->is_ready = true;
}

/* Into solver->nonzero. */
static uint32_t list_nonzeros(const vvi_puppet_solver *solver, const double *r)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        if (r[k] != 0.0)
            solver->nonzero[count++] = k;
    return count;
}

static bool factor_relief(vvi_puppet_solver *solver, uint32_t clusters)
{
    const relief_parts *relief = &solver->relief;
    size_t length = 2 * (size_t)solver->stride;
    for (uint32_t c = 0; c < clusters; c++) {
        const double *row = relief->rows + c * length;
        uint32_t count = list_nonzeros(solver, row);
        for (uint32_t d = 0; d <= c; d++) {
            const double *response = relief->responses + d * length;
            double sum = 0.0;
            for (uint32_t i = 0; i < count; i++)
                sum += row[solver->nonzero[i]] * response[solver->nonzero[i]];
            relief->factor[(size_t)c * clusters + d] = (c == d ? relief->lengths[c] / solver->key.elastic : 0.0) - sum;
        }
    }
    return vvi_cholesky_factor_double(clusters, relief->factor);
}

/* Row k of V from row k of H⁻¹ [b]: G is a lower triangle. */
static void compute_relief_row(const vvi_puppet_solver *solver, uint32_t clusters, uint32_t k)
{
    const relief_parts *relief = &solver->relief;
    double *row = solver->system->relief + (size_t)k * clusters;
    for (uint32_t c = 0; c < clusters; c++) {
        const double *G = relief->factor + (size_t)c * clusters;
        double sum = relief->responses[c * 2 * (size_t)solver->stride + k];
        for (uint32_t d = 0; d < c; d++)
            sum -= G[d] * row[d];
        row[c] = sum / G[c];
    }
}

static void compute_relief(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    relief_parts *relief = &solver->relief;
    uint32_t clusters = rotation_cluster_count(puppet);
    size_t length = 2 * (size_t)solver->stride;
    if (!relief->is_ready)
        compute_relief_rows(puppet, solver);
    solver->system->has_relief = true;
    memset(solver->system->relief, 0, length * clusters * sizeof(double));
    if (!(solver->key.elastic > 0.0))
        return;
    for (uint32_t c = 0; c < clusters; c++)
        vvi_solver_solve(solver, relief->rows + c * length, relief->responses + c * length);
    if (factor_relief(solver, clusters))
        for (uint32_t k = 0; k < length; k++)
            compute_relief_row(solver, clusters, k);
}

static double relieved_compliance(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *r)
{
    uint32_t clusters = rotation_cluster_count(puppet), stride = solver->stride, count = list_nonzeros(solver, r);
    double *shares = solver->relief.shares, sum = 0.0;
    memset(shares, 0, clusters * sizeof *shares);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = solver->nonzero[i], half = a < stride ? 0 : stride;
        const double *row = vvi_solver_inverse_row(solver, a - half),
                     *V = solver->system->relief + (size_t)a * clusters;
        for (uint32_t k = 0; k < count; k++)
            if ((solver->nonzero[k] < stride) == (half == 0))
                sum += r[a] * r[solver->nonzero[k]] * row[solver->nonzero[k] - half];
        for (uint32_t c = 0; c < clusters; c++)
            shares[c] += r[a] * V[c];
    }
    for (uint32_t c = 0; c < clusters; c++)
        sum += shares[c] * shares[c];
    return sum;
}

/* ---- Without clusters -------------------------------------------------------------------------------------------- */

/* Replaces the factor of A = L Lᵀ by A⁻¹: first X = L⁻¹, row by row, then XᵀX, whose row i needs no row of X before
 * i. */
static void invert_factor(uint32_t n, double *A)
{
    for (uint32_t i = 0; i < n; i++) {
        double *row = A + (size_t)i * n;
        VVI_CHECK(row[i] > 0.0);
        row[i] = 1.0 / row[i];
        for (uint32_t j = 0; j < i; j++) {
            double sum = 0.0;
            for (uint32_t k = j; k < i; k++)
                sum += row[k] * A[(size_t)k * n + j];
            row[j] = -sum * row[i];
        }
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (uint32_t k = i; k < n; k++)
                sum += A[(size_t)k * n + i] * A[(size_t)k * n + j];
            A[(size_t)i * n + j] = A[(size_t)j * n + i] = sum;
        }
}

/* Column `column` of the tangent stiffness at rest, ∂(L c − pull)/∂c, by central differences of fourth order. The
 * kernels work in single precision, so the steps are long. */
static void compute_tangent_column(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, uint32_t column)
{
    static const double steps[4] = {1.0, -1.0, 2.0, -2.0}, weights[4] = {8.0, -8.0, -1.0, 1.0};
    uint32_t n = solver->columns, stride = solver->stride, entry = column < n ? column : column - n + stride;
    double step = entry % stride % 3 == 2 ? 0.03 * (double)puppet->size : 0.03;
    VVI_CHECK(column < 2 * n);
    double *out = solver->relief.tangent + (size_t)column * 2 * n;
    memset(out, 0, 2 * (size_t)n * sizeof *out);
    for (uint32_t s = 0; s < 4; s++) {
        memcpy(solver->turned, puppet->rest, 2 * (size_t)stride * sizeof *solver->turned);
        solver->turned[entry] += steps[s] * step;
        vvi_puppet_local_step(puppet, solver->turned, solver->pull, solver->local);
        for (uint32_t k = 0; k < 2 * n; k++)
            out[k] -= weights[s] / (12.0 * step) * solver->pull[k < n ? k : k - n + stride];
    }
    for (uint32_t k = 0; k < n; k++)
        out[k + (column < n ? 0 : n)] += puppet->elastic_matrix[(size_t)(entry % stride) * stride + k];
}

/* Rotation costs no energy: removes what the differences left of it. `rotation_direction` is the rotation of the rest
 * shape. */
static void remove_rotation_cost(uint32_t n, double *A, const double *rotation_direction)
{
    double square = 0.0;
    for (uint32_t k = 0; k < n; k++)
        square += rotation_direction[k] * rotation_direction[k];
    VVI_CHECK(square > 0.0);
    for (uint32_t pass = 0; pass < 2; pass++) /* rows, then columns */
        for (uint32_t i = 0; i < n; i++) {
            double sum = 0.0;
            for (uint32_t k = 0; k < n; k++)
                sum += (pass ? A[(size_t)k * n + i] : A[(size_t)i * n + k]) * rotation_direction[k];
            for (uint32_t k = 0; k < n; k++)
                *(pass ? &A[(size_t)k * n + i] : &A[(size_t)i * n + k]) -= sum / square * rotation_direction[k];
        }
}

static void compute_tangent(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    uint32_t n = solver->columns, stride = solver->stride, n2 = 2 * n;
    double *A = solver->relief.tangent, *rotation_direction = solver->goal;
    vvi_puppet_set_rest_shape(puppet, puppet->rest, solver->local);
    for (uint32_t column = 0; column < n2; column++)
        compute_tangent_column(puppet, solver, column);
    if (!solver->rest_is_drawing) /* this may be called in the middle of a step */
        vvi_puppet_set_rest_shape(puppet, solver->rest, solver->local);
    for (uint32_t k = 0; k < n; k++) {
        bool move = k % 3 == 2; /* about the centre: translations are exact already */
        rotation_direction[k] = -puppet->rest[stride + k] + (move ? (double)puppet->centre.y : 0.0);
        rotation_direction[n + k] = puppet->rest[k] - (move ? (double)puppet->centre.x : 0.0);
    }
    remove_rotation_cost(n2, A, rotation_direction);
    for (uint32_t i = 0; i < n2; i++)
        for (uint32_t k = 0; k < i; k++)
            A[(size_t)i * n2 + k] = A[(size_t)k * n2 + i] = 0.5 * (A[(size_t)i * n2 + k] + A[(size_t)k * n2 + i]);
    solver->relief.has_tangent = true;
}

/* Computes (αM + κ·tangent + γJ)⁻¹, or 0 where the differences left it indefinite. */
static void compute_compliance(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    uint32_t n = solver->columns, n2 = 2 * n;
    double *A = solver->relief.compliance;
    if (!solver->relief.has_tangent)
        compute_tangent(puppet, solver);
    for (uint32_t i = 0; i < n2; i++)
        for (uint32_t k = 0; k < n2; k++) {
            bool same = (i < n) == (k < n);
            size_t at = (size_t)(i % n) * solver->stride + k % n;
            double inertia =
                same ? solver->key.mass * puppet->mass_matrix[at] + solver->key.joins * puppet->join_matrix[at] : 0.0;
            A[(size_t)i * n2 + k] = inertia + solver->key.elastic * solver->relief.tangent[(size_t)i * n2 + k];
        }
    if (vvi_cholesky_factor_double(n2, A))
        invert_factor(n2, A);
    else
        memset(A, 0, (size_t)n2 * n2 * sizeof *A);
    solver->relief.key = solver->key;
    solver->relief.has_compliance = true;
}

static double dense_compliance(const vvi_puppet_solver *solver, const double *r)
{
    uint32_t n = solver->columns, stride = solver->stride, count = list_nonzeros(solver, r);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            uint32_t a = solver->nonzero[i], b = solver->nonzero[k];
            size_t row = a < stride ? a : n + a - stride, column = b < stride ? b : n + b - stride;
            sum += r[a] * r[b] * solver->relief.compliance[row * 2 * n + column];
        }
    return sum;
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

static void prepare_compliance(const vvi_puppet_view *puppet, vvi_puppet_solver *solver)
{
    const relief_parts *relief = &solver->relief;
    const system_key *key = &relief->key, *now = &solver->key;
    bool is_same = key->mass == now->mass && key->elastic == now->elastic && key->joins == now->joins;
    if (rotation_cluster_count(puppet) > 0 && !solver->system->has_relief)
        compute_relief(puppet, solver);
    else if (rotation_cluster_count(puppet) == 0 && !(relief->has_compliance && is_same))
        compute_compliance(puppet, solver);
}

double vvi_solver_compliance(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *r, double cosine,
                             double sine)
{
    uint32_t stride = solver->stride;
    double *turned = solver->turned, sum;
    prepare_compliance(puppet, solver);
    for (uint32_t k = 0; k < stride; k++) {
        turned[k] = cosine * r[k] + sine * r[stride + k];
        turned[stride + k] = cosine * r[stride + k] - sine * r[k];
    }
    sum = rotation_cluster_count(puppet) > 0 ? relieved_compliance(puppet, solver, turned)
                                             : dense_compliance(solver, turned);
    if (sum > 0.0)
        return sum;
    /* fall back on the compliance with rotations held, which is smaller */
    vvi_solver_solve(solver, r, turned);
    return vvi_dot(2 * stride, r, turned);
}
