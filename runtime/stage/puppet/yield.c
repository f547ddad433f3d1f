/* How a puppet gives way to a push within a step: as its implicit step would, with what is elastic, keyed and held in it.
 *
 * A push f over a step adds H'⁻¹ f to the state, with H' = αM + K + Σ rows B r rᵀ and K = κL + γJ. L holds rotations, so turning
 * the whole would cost something: with g = ∂c/∂angle, K − (Kg)(Kg)ᵀ/gᵀKg is the same without that, and still not negative.
 * Neither it nor K resists a shift. So linear and angular momentum come out as the push wants them, and the kinetic energy that
 * contact's metric α⁻¹H' measures has the elastic energy in it. */
#include "solver.h"

#include <string.h>

#define TURNS 1e-12 /* of gᵀKg: less than this is rounding */

static void apply_stiffness(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c, double *out)
{
    double *joins = solver->work;
    vvi_real_apply(solver->width, solver->stride, solver->columns, puppet->elastic_matrix, c, out);
    vvi_real_apply(solver->width, solver->stride, solver->columns, puppet->join_matrix, c, joins);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        out[k] = solver->key.elastic * out[k] + solver->key.joins * joins[k];
}

/* w = H⁻¹Kg and gᵀKg − (Kg)ᵀw, from which H without turning has the inverse H⁻¹ + w wᵀ / slack (Sherman and Morrison). */
static void free_turning(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c)
{
    uint32_t stride = solver->stride;
    double *g = solver->goal, *pull = solver->pull;
    memset(g, 0, 2 * (size_t)stride * sizeof *g);
    for (uint32_t k = 0; k < solver->columns; k++) {
        g[k] = -c[stride + k];
        g[stride + k] = c[k];
    }
    apply_stiffness(puppet, solver, g, pull);
    vvi_real_apply(solver->width, stride, solver->columns, solver->inverse, pull, solver->yield.turn);
    double whole = vvi_dot(2 * stride, g, pull), slack = whole - vvi_dot(2 * stride, pull, solver->yield.turn);
    solver->yield.turn_share = slack > TURNS * whole ? 1.0 / slack : 0.0;
}

static void answer_freely(vvi_puppet_solver *solver, const double *push, double *out)
{
    const double *turn = solver->yield.turn;
    vvi_real_apply(solver->width, solver->stride, solver->columns, solver->inverse, push, out);
    double share = solver->yield.turn_share * vvi_dot(2 * solver->stride, turn, push);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        out[k] += share * turn[k];
}

static bool weigh_whole(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c)
{
    double *A = solver->yield.whole, *centre = solver->yield.centre, inertia = vvi_rigid_inertia(puppet, solver, c);
    memset(A, 0, sizeof solver->yield.whole);
    vvi_centre_of(puppet, c, centre);
    A[0] = A[4] = (double)puppet->mass;
    A[8] = inertia;
    for (uint32_t i = 0; i < solver->rows.count; i++) {
        double G[3], weight = vvi_row_weight(puppet, solver, i, c, centre, inertia, G);
        for (uint32_t a = 0; a < 3; a++)
            for (uint32_t b = 0; b < 3; b++)
                A[3 * a + b] += weight * G[a] * G[b];
    }
    solver->yield.c = c;
    return vvi_cholesky_factor_double(3, A);
}

bool vvi_puppet_yields(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c)
{
    row_set *rows = &solver->rows;
    uint32_t length = 2 * solver->stride;
    solver->yield.ready = false;
    if (!solver->factored)
        return false;
    free_turning(puppet, solver, c);
    rows->count = rows->keyed_count;
    rows->factored = false;
    rows->responses_ready = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->chosen[i] = i;
        answer_freely(solver, rows->coefficients[i], rows->responses + (size_t)i * length);
        for (uint32_t k = 0; k <= i; k++)
            rows->products[(size_t)i * rows->capacity + k] =
                vvi_dot(length, rows->coefficients[i], rows->responses + (size_t)k * length);
    }
    solver->yield.ready =
        weigh_whole(puppet, solver, c) && (rows->count == 0 || vvi_rows_factor(solver, rows->count, rows->chosen));
    return solver->yield.ready;
}

void vvi_puppet_yield(vvi_puppet_solver *solver, const double *push, double *out)
{
    row_set *rows = &solver->rows;
    uint32_t length = 2 * solver->stride;
    if (!solver->yield.ready) {
        memset(out, 0, length * sizeof *out);
        return;
    }
    answer_freely(solver, push, out);
    for (uint32_t i = 0; i < rows->count; i++)
        rows->multipliers[i] = vvi_dot(length, rows->coefficients[i], out);
    if (rows->count > 0)
        vvi_cholesky_solve_double(rows->count, rows->schur, 1, rows->multipliers);
    for (uint32_t i = 0; i < rows->count; i++) {
        const double *answer = rows->responses + (size_t)i * length;
        for (uint32_t k = 0; k < length; k++)
            out[k] -= rows->multipliers[i] * answer[k];
    }
    for (uint32_t k = 0; k < length; k++)
        out[k] *= solver->key.mass;
}

void vvi_puppet_yield_whole(vvi_puppet_solver *solver, const double *push, double *out)
{
    uint32_t stride = solver->stride;
    const double *c = solver->yield.c, *centre = solver->yield.centre;
    double motion[3];
    memset(out, 0, 2 * (size_t)stride * sizeof *out);
    if (!solver->yield.ready)
        return;
    vvi_row_rigid(solver, push, c, centre, motion);
    vvi_cholesky_solve_double(3, solver->yield.whole, 1, motion);
    for (uint32_t k = 0; k < solver->columns; k++) {
        bool place = k % 3 == 2;
        out[k] = -motion[2] * (c[stride + k] - (place ? centre[1] : 0.0)) + (place ? motion[0] : 0.0);
        out[stride + k] = motion[2] * (c[k] - (place ? centre[0] : 0.0)) + (place ? motion[1] : 0.0);
    }
}
