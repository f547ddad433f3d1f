/* The response of a puppet to an impulse within a step: what its implicit step would answer, with elasticity, keys
 * and holds.
 *
 * A force f over a step adds H'⁻¹ f to the state, with H' = αM + K + Σ rows B r rᵀ and K = κL + γJ. L holds
 * rotations, so rotating the whole would cost energy: with g = ∂c/∂angle, K − (Kg)(Kg)ᵀ/gᵀKg is the same matrix
 * without that cost, and still positive semidefinite. Neither it nor K resists a translation. So the impulse changes
 * linear and angular momentum exactly, and the kinetic energy that contact measures in the metric α⁻¹H' includes the
 * elastic energy. */
#include "solver.h"

#include <string.h>

#define ROTATION_EPSILON 1e-12 /* of gᵀKg: less than this is rounding */

static void apply_stiffness(vvi_puppet_solver *solver, const double *c, double *out)
{
    double *joins = solver->work;
    vvi_solver_apply(solver, solver->elastic, c, out);
    vvi_solver_apply(solver, solver->joins, c, joins);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        out[k] = solver->key.elastic * out[k] + solver->key.joins * joins[k];
}

/* Computes w = H⁻¹Kg and slack = gᵀKg − (Kg)ᵀw. H without the cost of rotation has the inverse H⁻¹ + w wᵀ / slack
 * (Sherman–Morrison). */
static void remove_rotation_cost(vvi_puppet_solver *solver, const double *c)
{
    uint32_t stride = solver->stride;
    double *g = solver->goal, *pull = solver->pull;
    memset(g, 0, 2 * (size_t)stride * sizeof *g);
    for (uint32_t k = 0; k < solver->columns; k++) {
        g[k] = -c[stride + k];
        g[stride + k] = c[k];
    }
    apply_stiffness(solver, g, pull);
    vvi_solver_solve(solver, pull, solver->response.rotation);
    double cost = vvi_dot(2 * stride, g, pull), slack = cost - vvi_dot(2 * stride, pull, solver->response.rotation);
    solver->response.rotation_gain = slack > ROTATION_EPSILON * cost ? 1.0 / slack : 0.0;
}

static void respond_without_rows(vvi_puppet_solver *solver, const double *push, double *out)
{
    const double *rotation = solver->response.rotation;
    vvi_solver_solve(solver, push, out);
    double share = solver->response.rotation_gain * vvi_dot(2 * solver->stride, rotation, push);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        out[k] += share * rotation[k];
}

static bool factor_rigid_mass(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c)
{
    double *A = solver->response.rigid_mass, *centre = solver->response.centre,
           inertia = vvi_rigid_inertia(puppet, solver, c);
    memset(A, 0, sizeof solver->response.rigid_mass);
    vvi_centre_of(puppet, c, centre);
    A[0] = A[4] = (double)puppet->mass;
    A[8] = inertia;
    for (uint32_t i = 0; i < solver->rows.count; i++) {
        double G[3], weight = vvi_row_rigid_weight(puppet, solver, i, c, centre, inertia, G);
        for (uint32_t a = 0; a < 3; a++)
            for (uint32_t b = 0; b < 3; b++)
                A[3 * a + b] += weight * G[a] * G[b];
    }
    solver->response.c = c;
    return vvi_cholesky_factor_double(3, A);
}

bool vvi_puppet_prepare_response(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c)
{
    row_set *rows = &solver->rows;
    uint32_t length = 2 * solver->stride;
    solver->response.is_ready = false;
    if (!solver->factored)
        return false;
    remove_rotation_cost(solver, c);
    rows->count = rows->noncontact_count;
    rows->factored = false;
    rows->response_count = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->active[i] = i;
        respond_without_rows(solver, rows->coefficients[i], rows->responses + (size_t)i * length);
        for (uint32_t k = 0; k <= i; k++)
            rows->products[(size_t)i * rows->capacity + k] =
                vvi_dot(length, rows->coefficients[i], rows->responses + (size_t)k * length);
    }
    solver->response.is_ready = factor_rigid_mass(puppet, solver, c) &&
                                (rows->count == 0 || vvi_rows_factor(solver, rows->count, rows->active));
    return solver->response.is_ready;
}

void vvi_puppet_respond(vvi_puppet_solver *solver, const double *push, double *out)
{
    row_set *rows = &solver->rows;
    uint32_t length = 2 * solver->stride;
    if (!solver->response.is_ready) {
        memset(out, 0, length * sizeof *out);
        return;
    }
    respond_without_rows(solver, push, out);
    for (uint32_t i = 0; i < rows->count; i++)
        rows->multipliers[i] = vvi_dot(length, rows->coefficients[i], out);
    if (rows->count > 0)
        vvi_cholesky_solve_double(rows->count, rows->schur, 1, rows->multipliers);
    for (uint32_t i = 0; i < rows->count; i++) {
        const double *response = rows->responses + (size_t)i * length;
        for (uint32_t k = 0; k < length; k++)
            out[k] -= rows->multipliers[i] * response[k];
    }
    for (uint32_t k = 0; k < length; k++)
        out[k] *= solver->key.mass;
}

void vvi_puppet_respond_rigidly(vvi_puppet_solver *solver, const double *push, double *out)
{
    uint32_t stride = solver->stride;
    const double *c = solver->response.c, *centre = solver->response.centre;
    double motion[3];
    memset(out, 0, 2 * (size_t)stride * sizeof *out);
    if (!solver->response.is_ready)
        return;
    vvi_row_rigid_derivative(solver, push, c, centre, motion);
    vvi_cholesky_solve_double(3, solver->response.rigid_mass, 1, motion);
    for (uint32_t k = 0; k < solver->columns; k++) {
        bool is_pivot = k % 3 == 2;
        out[k] = -motion[2] * (c[stride + k] - (is_pivot ? centre[1] : 0.0)) + (is_pivot ? motion[0] : 0.0);
        out[stride + k] = motion[2] * (c[k] - (is_pivot ? centre[0] : 0.0)) + (is_pivot ? motion[1] : 0.0);
    }
}
