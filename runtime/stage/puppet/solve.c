/* The rows of a step, which come and go (keys, holds, copies, contacts): they enter by their Schur complement, so the
 * factor of H (system.c) stays. */
#include "solver.h"

#include <string.h>

#define REGULARISATION  1e-11 /* of an exact row's compliance; regularises rows that repeat or contradict each other */
#define DAMPING_RATIO   3.0   /* damping ratio of soft rows: 1 is critical */
#define EXACT_STIFFNESS 1e8   /* a row stiffer than this, relative to the puppet's own stiffness, is exact */

double vvi_dot(uint32_t count, const double *a, const double *b)
{
    double sum[4] = {0.0};
    VVI_CHECK(count % 4u == 0);
    for (uint32_t k = 0; k < count; k += 4)
        for (uint32_t lane = 0; lane < 4; lane++)
            sum[lane] += a[k + lane] * b[k + lane];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void vvi_copy_state(const vvi_puppet_solver *solver, double *to, const double *from)
{
    memcpy(to, from, 2 * (size_t)solver->stride * sizeof *to);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

double *vvi_rows_next_coefficients(vvi_puppet_solver *solver)
{
    row_set *rows = &solver->rows;
    if (rows->count == rows->capacity)
        return NULL;
    double *coefficients = rows->own_coefficients + (size_t)rows->count * 2 * solver->stride;
    VVI_CHECK(rows->count < rows->capacity);
    memset(coefficients, 0, 2 * (size_t)solver->stride * sizeof *coefficients);
    return coefficients;
}

void vvi_row_rigid_derivative(const vvi_puppet_solver *solver, const double *r, const double *c, const double centre[2],
                              double change[3])
{
    const double *x = c, *y = c + solver->stride, *rx = r, *ry = r + solver->stride;
    change[0] = change[1] = change[2] = 0.0;
    for (uint32_t k = 0; k < solver->columns; k++) {
        bool place = k % 3 == 2;
        change[0] += place ? rx[k] : 0.0;
        change[1] += place ? ry[k] : 0.0;
        change[2] += ry[k] * (x[k] - (place ? centre[0] : 0.0)) - rx[k] * (y[k] - (place ? centre[1] : 0.0));
    }
}

/* The share of a row's compliance that is rigid motion of the whole puppet: within one step a row only accelerates
 * what is near it, over many steps all of the mass. */
static double rigid_compliance_fraction(const vvi_puppet_view *puppet, const vvi_puppet_solver *solver, const double *r,
                                        const double *start, double compliance)
{
    double G[3];
    vvi_row_rigid_derivative(solver, r, start, solver->centre, G);
    double move = (G[0] * G[0] + G[1] * G[1]) / (double)puppet->mass;
    VVI_CHECK(solver->key.mass > 0.0 && move >= 0.0);
    double whole =
        (move + (solver->rotational_inertia > 0.0 ? G[2] * G[2] / solver->rotational_inertia : 0.0)) / solver->key.mass;
    return whole > 1e-4 * compliance && whole < compliance ? whole / compliance : 1.0;
}

/* Strength s should close the fraction s of a gap in one step, without ringing. Relative to the puppet's own
 * stiffness 1/a the spring is σ/a and the damper δ/a; from rest they close σ/(1 + σ + δ). The slowest motion is that
 * of the whole puppet, whose mass is 1/ρ of what one step accelerates: δ = 2√(σ/ρ) is critical for it, and ζ times as
 * much also damps parts that vibrate on the row. Closing s then takes √σ = (sζ + √(s²ζ² + s(1 − s)ρ)) / ((1 − s)√ρ).
 * Spring and damper are both quadratic in r·c: together they make one row, whose target lies between theirs. */
static void soften(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_row *row, const double *start,
                   double h, double *target, double *stiffness)
{
    double s = row->strength;
    if (!(s < 1.0))
        return;
    double a = vvi_solver_compliance(puppet, solver, row->coefficients, solver->rotation[0], solver->rotation[1]);
    double rho = row->is_rigid_invariant ? 1.0 : rigid_compliance_fraction(puppet, solver, row->coefficients, start, a);
    double damping = s * DAMPING_RATIO,
           root = (damping + sqrt(damping * damping + s * (1.0 - s) * rho)) / ((1.0 - s) * sqrt(rho));
    double spring = root * root, damper = 2.0 * DAMPING_RATIO * root / sqrt(rho);
    VVI_CHECK(!(rho <= 0.0) && !(rho > 1.0));
    if (!(a > 0.0) || !(spring + damper < EXACT_STIFFNESS))
        return;
    double damper_target = vvi_dot(2 * solver->stride, row->coefficients, start) + row->rate * h;
    *stiffness = (spring + damper) / a;
    *target = (spring * row->target + damper * damper_target) / (spring + damper);
}

void vvi_rows_add(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_row *row, const double *start,
                  double h)
{
    row_set *rows = &solver->rows;
    uint32_t i = rows->count;
    VVI_CHECK(rows->count <= rows->capacity && row->coefficients != NULL);
    if (i == rows->capacity || (!(row->strength > 0.0) && !(row->stiffness > 0.0)))
        return;
    rows->coefficients[i] = row->coefficients;
    rows->shape_indices[i] = row->shape ? vvi_shapes_find(solver, row->shape) : VV_NONE;
    rows->directions[i][0] = row->direction[0];
    rows->directions[i][1] = row->direction[1];
    rows->targets[i] = row->target;
    rows->stiffness[i] = row->stiffness > 0.0 ? row->stiffness : 0.0;
    if (!(row->stiffness > 0.0))
        soften(puppet, solver, row, start, h, &rows->targets[i], &rows->stiffness[i]);
    rows->count++;
}

static const double *response(const vvi_puppet_solver *solver, uint32_t row)
{
    return solver->rows.responses + (size_t)row * 2 * solver->stride;
}

/* r · x over the nonzero coefficients of r. */
static double row_dot(const vvi_puppet_solver *solver, uint32_t row, const double *x)
{
    const row_set *rows = &solver->rows;
    VVI_CHECK(row < rows->count && rows->nonzero_counts[row] <= 2 * solver->stride);
    if (rows->shape_indices[row] != VV_NONE)
        return rows->directions[row][0] * vvi_shapes_dot(solver, rows->shape_indices[row], x) +
               rows->directions[row][1] * vvi_shapes_dot(solver, rows->shape_indices[row], x + solver->stride);
    const uint32_t *entries = rows->nonzeros + (size_t)row * 2 * solver->stride;
    const double *r = rows->coefficients[row];
    double sum = 0.0;
    for (uint32_t i = 0; i < rows->nonzero_counts[row]; i++)
        sum += r[entries[i]] * x[entries[i]];
    return sum;
}

/* Computes H⁻¹ r. For a row of few handles this is a sum of few columns, which are rows since H is symmetric. */
static void compute_response(vvi_puppet_solver *solver, uint32_t row)
{
    row_set *rows = &solver->rows;
    uint32_t stride = solver->stride, count = 0, *entries = rows->nonzeros + (size_t)row * 2 * stride;
    const double *r = rows->coefficients[row];
    double *out = rows->responses + (size_t)row * 2 * stride;
    for (uint32_t k = 0; k < 2 * stride; k++)
        if (r[k] != 0.0)
            entries[count++] = k;
    rows->nonzero_counts[row] = count;
    if (count > solver->columns / 2) {
        vvi_solver_solve(solver, r, out);
        return;
    }
    memset(out, 0, 2 * (size_t)stride * sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t half = entries[i] < stride ? 0 : stride;
        const double *column = vvi_solver_inverse_row(solver, entries[i] - half);
        for (uint32_t k = 0; k < stride; k++)
            out[half + k] += r[entries[i]] * column[k];
    }
}

/* r_a H⁻¹ r_b for two rows whose responses are known. */
static double row_product(vvi_puppet_solver *solver, uint32_t a, uint32_t b)
{
    const row_set *rows = &solver->rows;
    const double *d = rows->directions[a], *e = rows->directions[b];
    if (rows->shape_indices[b] == VV_NONE)
        return row_dot(solver, a, response(solver, b));
    if (rows->shape_indices[a] == VV_NONE)
        return row_dot(solver, b, response(solver, a));
    double along = d[0] * e[0] + d[1] * e[1];
    return along == 0.0 ? 0.0 : along * vvi_shapes_product(solver, rows->shape_indices[a], rows->shape_indices[b]);
}

static void update_responses(vvi_puppet_solver *solver)
{
    row_set *rows = &solver->rows;
    VVI_CHECK(rows->response_count <= rows->count);
    for (; rows->response_count < rows->count; rows->response_count++) {
        uint32_t i = rows->response_count;
        if (rows->shape_indices[i] == VV_NONE)
            compute_response(solver, i);
        for (uint32_t k = 0; k <= i; k++)
            rows->products[(size_t)i * rows->capacity + k] = row_product(solver, i, k);
    }
}

bool vvi_rows_factor(vvi_puppet_solver *solver, uint32_t count, const uint32_t *active)
{
    row_set *rows = &solver->rows;
    VVI_CHECK(count <= rows->count && vvi_is_ascending(active, count));
    for (double regularisation = REGULARISATION; regularisation < 1e-4; regularisation *= 100.0) {
        for (uint32_t i = 0; i < count; i++) {
            const double *products = rows->products + (size_t)active[i] * rows->capacity;
            double *row = rows->schur + (size_t)i * count, B = rows->stiffness[active[i]];
            for (uint32_t k = 0; k <= i; k++)
                row[k] = products[active[k]];
            row[i] += B > 0.0 ? 1.0 / B : regularisation * row[i];
            if (!(row[i] > 0.0)) {
                memset(row, 0, (i + 1) * sizeof *row);
                row[i] = 1.0;
            }
        }
        if (vvi_cholesky_factor_double(count, rows->schur))
            return true;
    }
    return false;
}

/* c += λ H⁻¹ r */
static void add_response(vvi_puppet_solver *solver, uint32_t row, double lambda, double *c)
{
    const row_set *rows = &solver->rows;
    uint32_t stride = solver->stride;
    if (rows->shape_indices[row] == VV_NONE) {
        const double *out = response(solver, row);
        for (uint32_t k = 0; k < 2 * stride; k++)
            c[k] += lambda * out[k];
        return;
    }
    const double *G = vvi_shapes_response(solver, rows->shape_indices[row]);
    double x = lambda * rows->directions[row][0], y = lambda * rows->directions[row][1];
    for (uint32_t k = 0; k < stride; k++) {
        c[k] += x * G[k];
        c[stride + k] += y * G[k];
    }
}

/* c += H⁻¹ Rᵀ λ with the multipliers λ that satisfy the chosen rows, each according to its stiffness. */
static void apply_multipliers(vvi_puppet_solver *solver, uint32_t count, const uint32_t *active, double *c)
{
    row_set *rows = &solver->rows;
    double *lambda = rows->multipliers;
    VVI_CHECK(count <= rows->response_count);
    for (uint32_t i = 0; i < count; i++)
        lambda[i] = rows->targets[active[i]] - row_dot(solver, active[i], c);
    vvi_cholesky_solve_double(count, rows->schur, 1, lambda);
    for (uint32_t i = 0; i < count; i++)
        add_response(solver, active[i], lambda[i], c);
}

bool vvi_solver_global_step(vvi_puppet_solver *solver, const double *c, const double *gradient, double *goal)
{
    row_set *rows = &solver->rows;
    VVI_CHECK(solver->factored && rows->count <= rows->capacity);
    vvi_solver_solve(solver, gradient, goal);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        goal[k] = c[k] - goal[k];
    if (rows->count == 0)
        return true;
    for (uint32_t i = 0; i < rows->count; i++)
        rows->active[i] = i;
    update_responses(solver);
    if (!rows->factored)
        rows->factored = vvi_rows_factor(solver, rows->count, rows->active);
    if (rows->factored)
        apply_multipliers(solver, rows->count, rows->active, goal);
    return rows->factored;
}

double vvi_solver_project_onto_rows(vvi_puppet_solver *solver, double size, double *c)
{
    row_set *rows = &solver->rows;
    uint32_t count = 0;
    double largest = 0.0;
    VVI_CHECK(size > 0.0);
    for (uint32_t i = 0; i < rows->count; i++)
        if (!(rows->stiffness[i] > 0.0)) {
            double gap = fabs(rows->targets[i] - vvi_dot(2 * solver->stride, rows->coefficients[i], c));
            double share = gap / (size + fabs(rows->targets[i]));
            largest = share > largest ? share : largest;
            rows->active[count++] = i;
        }
    if (count == 0 || largest < 1e-12)
        return largest;
    update_responses(solver);
    rows->factored = false;
    if (vvi_rows_factor(solver, count, rows->active))
        apply_multipliers(solver, count, rows->active, c);
    return largest;
}
