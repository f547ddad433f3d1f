/* Eq. 2 and 7: hyperplanes by least squares, then radial functions for the residuals, Q r = q.
 *
 * With points p_i (examples and pseudo-examples, in local coordinates) and the fit matrix F, every weight is a
 * hyperplane a with [p 1] a = F in the least-squares sense, plus a radial part with R_j(p_i) r_j = F_i − [p_i 1] a
 * exactly. */
#include "field.h"

#include <string.h>

#define EPSILON   2.220446049250313e-16
#define ROUNDING  1e-12 /* smaller residuals are rounding errors */
#define MAX_ERROR 3e-7  /* of the weights 1 and 0 at the examples */
/* Examples that vary in a direction by less than this fraction of their extent count as not varying in it. */
#define FLAT 1e-9

typedef struct task {
    const vv_field *field;
    const vv_allocator *allocator;
    vvi_arena arena;
    uint32_t points, axes, examples;
    const double *fit; /* [points · examples] */
    double *local;     /* [points · axes] */
    double *plane;     /* [(axes + 1) · examples] slopes, then constants */
    double *residual;  /* [points · examples] */
    double *Q;         /* [points · points] */
    double *radial;    /* [points · examples] r */
} task;

static bool prepare(task *t)
{
    size_t n = t->points, m = t->examples;
    t->arena.allocator = t->allocator;
    t->local = vvi_arena_allocate(&t->arena, n * t->axes + 1u, sizeof(double));
    t->plane = vvi_arena_allocate(&t->arena, (t->axes + 1u) * m, sizeof(double));
    t->residual = vvi_arena_allocate(&t->arena, n * m, sizeof(double));
    t->Q = vvi_arena_allocate(&t->arena, n * n, sizeof(double));
    t->radial = vvi_arena_allocate(&t->arena, n * m, sizeof(double));
    if (!t->local || !t->plane || !t->residual || !t->Q || !t->radial)
        return false;
    const double *coordinates = field_open(t->field).coordinates;
    for (uint32_t i = 0; i < t->points; i++)
        for (uint32_t k = 0; k < t->axes; k++)
            t->local[(size_t)i * t->axes + k] = coordinates[(size_t)k * t->field->point_stride + i];
    return true;
}

/* ---- Hyperplanes ------------------------------------------------------------------------------------------------- */

/* Slopes about the mean of the points, of smallest norm. The constants follow from them, and weights sum to 1
 * everywhere. */
static bool fit_slopes(task *t, double tolerance)
{
    size_t n = t->points, m = t->examples, axes = t->axes;
    double mean[VV_FIELD_MAX_AXES] = {0.0}, *constants = t->plane + axes * m;
    double *centred = vvi_arena_allocate(&t->arena, n * axes + 1u, sizeof *centred);
    if (!centred)
        return false;
    for (size_t k = 0; k < axes; k++) {
        for (size_t i = 0; i < n; i++)
            mean[k] += t->local[i * axes + k] / (double)n;
        for (size_t i = 0; i < n; i++)
            centred[i * axes + k] = t->local[i * axes + k] - mean[k];
    }
    if (axes > 0 &&
        vvi_least_norm(t->points, t->axes, centred, tolerance, t->examples, t->fit, t->plane, t->allocator) == VV_NONE)
        return false;
    for (size_t e = 0; e < m; e++) {
        constants[e] = 0.0;
        for (size_t i = 0; i < n; i++)
            constants[e] += t->fit[i * m + e] / (double)n;
        for (size_t k = 0; k < axes; k++)
            constants[e] -= t->plane[k * m + e] * mean[k];
    }
    return true;
}

/* Slopes and constants together of smallest norm, in the coordinates of the axes: [p 1]⁺ F. Where the points span all
 * axes, this is the same as fit_slopes, which is more accurate for places far from 0. */
static bool fit_homogeneous(task *t)
{
    size_t n = t->points, m = t->examples, axes = t->axes, columns = axes + 1u;
    const field_axis *field_axes = field_open(t->field).axes;
    double *P = vvi_arena_allocate(&t->arena, n * columns, sizeof *P), *constants = t->plane + axes * m;
    if (!P)
        return false;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < axes; k++)
            P[i * columns + k] = field_open(t->field).places[i * axes + k] * field_axes[k].inverse_unit;
        P[i * columns + axes] = 1.0;
    }
    double tolerance = EPSILON * (double)(n > columns ? n : columns);
    uint32_t rank =
        vvi_least_norm(t->points, (uint32_t)columns, P, tolerance, t->examples, t->fit, t->plane, t->allocator);
    if (rank == VV_NONE)
        return false;
    if (rank == columns)
        return fit_slopes(t, 0.0);
    for (size_t k = 0; k < axes; k++)
        for (size_t e = 0; e < m; e++)
            constants[e] += t->plane[k * m + e] * field_axes[k].centre * field_axes[k].inverse_unit;
    return true;
}

/* residual = fit − hyperplanes at the points. Returns the largest. */
static double find_residuals(task *t)
{
    size_t m = t->examples, axes = t->axes;
    double largest = 0.0;
    for (size_t i = 0; i < t->points; i++)
        for (size_t e = 0; e < m; e++) {
            double sum = t->plane[axes * m + e];
            for (size_t k = 0; k < axes; k++)
                sum += t->plane[k * m + e] * t->local[i * axes + k];
            double residual = t->fit[i * m + e] - sum;
            t->residual[i * m + e] = residual;
            largest = fabs(residual) > largest ? fabs(residual) : largest;
        }
    return largest;
}

/* ---- Radial functions -------------------------------------------------------------------------------------------- */

static void fill_Q(task *t)
{
    double values[FIELD_POINTS];
    for (uint32_t i = 0; i < t->points; i++) {
        vvi_field_radials(t->field, t->local + (size_t)i * t->axes, values, vvi_best_width());
        memcpy(t->Q + (size_t)i * t->points, values, t->points * sizeof *values);
    }
}

/* remainder = residual − Q r − [p 1] planes; `planes` may be NULL. Returns the largest; NaN counts as infinite. */
static double find_remainder(const task *t, const double *planes, double *remainder)
{
    size_t n = t->points, m = t->examples, axes = t->axes;
    double largest = 0.0;
    memcpy(remainder, t->residual, n * m * sizeof *remainder);
    for (size_t i = 0; i < n; i++) {
        double *row = remainder + i * m;
        for (size_t j = 0; j < n; j++)
            for (size_t e = 0; e < m; e++)
                row[e] -= t->Q[i * n + j] * t->radial[j * m + e];
        for (size_t k = 0; planes && k <= axes; k++)
            for (size_t e = 0; e < m; e++)
                row[e] -= (k < axes ? t->local[i * axes + k] : 1.0) * planes[k * m + e];
        for (size_t e = 0; e < m; e++)
            largest = fabs(row[e]) <= largest ? largest : fabs(row[e]) >= 0.0 ? fabs(row[e]) : (double)INFINITY;
    }
    return largest;
}

/* By elimination, with one step of iterative refinement. */
static bool solve_directly(task *t, double *remainder, double *largest_error)
{
    size_t n = t->points, m = t->examples;
    double *LU = vvi_arena_allocate(&t->arena, n * n, sizeof *LU);
    uint32_t *pivot = vvi_arena_allocate(&t->arena, n, sizeof *pivot);
    *largest_error = INFINITY;
    if (!LU || !pivot)
        return false;
    memcpy(LU, t->Q, n * n * sizeof *LU);
    if (!vvi_lu_factor(t->points, LU, pivot))
        return true;
    for (int round = 0; round < 2; round++) {
        *largest_error = find_remainder(t, NULL, remainder);
        vvi_lu_solve(t->points, LU, pivot, t->examples, remainder);
        for (size_t i = 0; i < n * m; i++)
            t->radial[i] += remainder[i];
    }
    *largest_error = find_remainder(t, NULL, remainder);
    return true;
}

/* For a singular Q: the solution of smallest norm, if there is one. */
static bool solve_least_norm(task *t, double *remainder, double *largest_error)
{
    if (vvi_least_norm(t->points, t->points, t->Q, EPSILON * (double)t->points, t->examples, t->residual, t->radial,
                       t->allocator) == VV_NONE)
        return false;
    *largest_error = find_remainder(t, NULL, remainder);
    return true;
}

/* For a singular Q without a solution (thin plates through 0, 1 and 2, for example, because log 1 is 0): the
 * hyperplanes change too, and the radial part stays orthogonal to them: [Q P; Pᵀ 0] [r; planes] = [q; 0]. For thin
 * plates this always has a solution. */
static bool solve_with_planes(task *t, double *remainder, double *largest_error)
{
    size_t n = t->points, m = t->examples, axes = t->axes, size = n + axes + 1u;
    double *K = vvi_arena_allocate(&t->arena, size * size, sizeof *K);
    double *b = vvi_arena_allocate(&t->arena, size * m, sizeof *b),
           *x = vvi_arena_allocate(&t->arena, size * m, sizeof *x);
    if (!K || !b || !x)
        return false;
    for (size_t i = 0; i < n; i++) {
        memcpy(K + i * size, t->Q + i * n, n * sizeof *K);
        for (size_t k = 0; k <= axes; k++)
            K[i * size + n + k] = K[(n + k) * size + i] = k < axes ? t->local[i * axes + k] : 1.0;
    }
    memcpy(b, t->residual, n * m * sizeof *b);
    if (vvi_least_norm((uint32_t)size, (uint32_t)size, K, EPSILON * (double)size, t->examples, b, x, t->allocator) ==
        VV_NONE)
        return false;
    memcpy(t->radial, x, n * m * sizeof *x);
    *largest_error = find_remainder(t, x + n * m, remainder);
    for (size_t i = 0; i < (axes + 1u) * m; i++)
        t->plane[i] += x[n * m + i];
    return true;
}

static bool solve_radial(task *t, double *largest_error)
{
    double *remainder = vvi_arena_allocate(&t->arena, (size_t)t->points * t->examples, sizeof *remainder);
    if (!remainder)
        return false;
    fill_Q(t);
    bool ok = solve_directly(t, remainder, largest_error);
    if (ok && !(*largest_error <= MAX_ERROR))
        ok = solve_least_norm(t, remainder, largest_error);
    if (ok && !(*largest_error <= MAX_ERROR))
        ok = solve_with_planes(t, remainder, largest_error);
    return ok;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* Stores the matrix of the field; false where a number is too large. */
static bool store_matrix(const task *t, double *matrix)
{
    size_t m = t->examples, axes = t->axes, stride = t->field->weight_stride;
    bool bounded = true;
    for (size_t row = 0; row < 1u + axes + t->points; row++) {
        const double *from = row == 0      ? t->plane + axes * m
                             : row <= axes ? t->plane + (row - 1u) * m
                                           : t->radial + (row - 1u - axes) * m;
        for (size_t e = 0; e < m; e++) {
            matrix[row * stride + e] = from[e];
            bounded &= fabs(from[e]) <= FIELD_MAX;
        }
    }
    return bounded;
}

/* Names the two points that are nearest to each other, because they make Q singular. */
static vv_result refuse_closest(const task *t, double largest_error, vv_error *error)
{
    double smallest = INFINITY;
    uint32_t a = 0, b = 0, n = t->examples;
    for (uint32_t j = 1; j < t->points; j++)
        for (uint32_t i = 0; i < j; i++) {
            double square = 0.0;
            for (uint32_t k = 0; k < t->axes; k++) {
                double difference = t->local[(size_t)i * t->axes + k] - t->local[(size_t)j * t->axes + k];
                square += difference * difference;
            }
            if (square < smallest) {
                smallest = square;
                a = i;
                b = j;
            }
        }
    vvi_fail(error, VV_ERROR_CONVERGENCE,
             "%s %u and %s %u are too close together for these radial functions: weights would be off by %g",
             a < n ? "example" : "pseudo-example", a < n ? a : a - n, b < n ? "example" : "pseudo-example",
             b < n ? b : b - n, largest_error);
    vvi_error_remedy(error, "move one of them, or use B-splines");
    return VV_ERROR_CONVERGENCE;
}

static vv_result solve(task *t, bool homogeneous, double *matrix, vv_error *error)
{
    double largest_error = 0.0;
    if (!prepare(t) || !(homogeneous ? fit_homogeneous(t) : fit_slopes(t, FLAT)) ||
        (find_residuals(t) > ROUNDING && !solve_radial(t, &largest_error)))
        return vvi_fail_memory(error, (size_t)t->points * t->points * sizeof(double));
    if (largest_error <= MAX_ERROR && store_matrix(t, matrix))
        return VV_OK;
    return refuse_closest(t, largest_error, error);
}

vv_result vvi_field_solve(vv_field *field, const double *fit, bool homogeneous, const vv_allocator *allocator,
                          vv_error *error)
{
    task t = {.field = field, .allocator = allocator, .points = field_points(field), .axes = field->axis_count};
    t.examples = field->example_count;
    t.fit = fit;
    vv_result result = solve(&t, homogeneous, (double *)((char *)field + field->matrix), error);
    vvi_arena_release(&t.arena);
    return result;
}
