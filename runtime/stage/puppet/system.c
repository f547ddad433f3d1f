/* The matrix of the global step, H = αM + κL + γJ: factored once for as long as its weights stay the same. Both
 * coordinates share one matrix. */
#include "solver.h"

#include <string.h>

#define MAX_INVERSE 32u  /* handles */
#define MIN_INERTIA 1e-5 /* of the stiffness */

void vvi_solver_apply(const vvi_puppet_solver *solver, const block *A, const double *c, double *out)
{
    vvi_puppet_matrix_apply(solver->width, &solver->pattern, solver->stride, A, c, out);
}

void vvi_solver_solve(const vvi_puppet_solver *solver, const double *c, double *out)
{
    VVI_CHECK(solver->factored && solver->system->is_valid);
    if (solver->system->has_whole_inverse && c != out) {
        vvi_real_apply(solver->width, solver->stride, solver->columns, solver->system->inverse, c, out);
        return;
    }
    vvi_puppet_matrix_solve(solver->width, &solver->pattern, solver->stride, &solver->system->factor, c, out);
}

/* ---- The inverse ------------------------------------------------------------------------------------------------- */

/* The three rows of a handle, which are columns since H is symmetric: two at a time, one as x and one as y. */
static void compute_inverse_rows(vvi_puppet_solver *solver, uint32_t handle)
{
    uint32_t stride = solver->stride;
    double *unit = solver->unit;
    for (uint32_t first = 0; first < 3; first += 2) {
        memset(unit, 0, 2 * (size_t)stride * sizeof *unit);
        unit[3 * handle + first] = 1.0;
        if (first == 0)
            unit[stride + 3 * handle + 1] = 1.0;
        vvi_solver_solve(solver, unit, unit);
        double *to = solver->system->inverse + (size_t)(3 * handle + first) * stride;
        memcpy(to, unit, (first == 0 ? 2 : 1) * (size_t)stride * sizeof *to);
    }
    solver->system->has_inverse[handle] = 1;
}

const double *vvi_solver_inverse_row(vvi_puppet_solver *solver, uint32_t k)
{
    VVI_CHECK(k < solver->columns);
    if (!solver->system->has_inverse[k / 3])
        compute_inverse_rows(solver, k / 3);
    return solver->system->inverse + (size_t)k * solver->stride;
}

static double trace(const block_pattern *pattern, const block *A)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < pattern->count; i++)
        for (uint32_t e = pattern->row_starts[i]; e < pattern->row_starts[i + 1]; e++)
            for (uint32_t k = 0; k < 3 && pattern->columns[e] == i; k++)
                sum += A[e].column[k][k];
    return sum;
}

/* A product with the whole inverse is quicker than two substitutions where there are few handles, each of which moves
 * most of the drawing. Without inertia (closest shapes) the system is ill-conditioned, and an inverse less exact. */
static bool prefers_inverse(const vvi_puppet_solver *solver)
{
    const block_pattern *pattern = &solver->pattern;
    return pattern->count <= MAX_INVERSE && 4u * pattern->fill_count > pattern->count * (pattern->count - 1u) &&
           solver->key.mass * trace(pattern, solver->mass) >
               MIN_INERTIA * solver->key.elastic * trace(pattern, solver->elastic);
}

static void complete_inverse(vvi_puppet_solver *solver)
{
    for (uint32_t k = 0; k < solver->columns && !solver->system->has_whole_inverse; k += 3)
        (void)vvi_solver_inverse_row(solver, k);
    solver->system->has_whole_inverse = true;
}

/* ---- Factors ----------------------------------------------------------------------------------------------------- */

static bool is_same_key(const system_key *a, const system_key *b)
{
    return a->mass == b->mass && a->elastic == b->elastic && a->joins == b->joins;
}

static void build_system(const vvi_puppet_solver *solver, system_factor *system)
{
    const system_key *key = &system->key;
    const double *M = solver->mass[0].column[0], *L = solver->elastic[0].column[0], *J = solver->joins[0].column[0];
    double *H = system->matrix[0].column[0];
    for (size_t i = 0; i < 12 * (size_t)solver->pattern.block_count; i++)
        H[i] = key->mass * M[i] + key->joins * J[i] + key->elastic * L[i];
}

/* Anderson acceleration measures lengths by the diagonal of H. */
static void set_norm(vvi_puppet_solver *solver)
{
    const block_pattern *pattern = &solver->pattern;
    for (uint32_t i = 0; i < pattern->count; i++)
        for (uint32_t e = pattern->row_starts[i]; e < pattern->row_starts[i + 1]; e++)
            for (uint32_t k = 0; k < 3 && pattern->columns[e] == i; k++)
                solver->anderson.weights[3 * i + k] = solver->anderson.weights[solver->stride + 3 * i + k] =
                    solver->system->matrix[e].column[k][k];
}

/* The system with these weights, or the one that was not used last, to be built anew. */
static system_factor *find_system(vvi_puppet_solver *solver, const system_key *key)
{
    for (uint32_t i = 0; i < SYSTEM_COUNT; i++)
        if (solver->systems[i].is_valid && is_same_key(&solver->systems[i].key, key))
            return &solver->systems[i];
    return &solver->systems[solver->system == &solver->systems[0] ? 1 : 0];
}

bool vvi_solver_factor(vvi_puppet_solver *solver, system_key key)
{
    VVI_CHECK(key.mass > 0.0 && key.elastic >= 0.0 && key.joins >= 0.0);
    system_factor *system = find_system(solver, &key);
    if (solver->factored && solver->system == system && system->is_valid && is_same_key(&system->key, &key))
        return true;
    solver->system = system;
    solver->key = key;
    if (!system->is_valid || !is_same_key(&system->key, &key)) {
        system->key = key;
        system->has_relief = false;
        memset(system->has_inverse, 0, solver->pattern.count);
        build_system(solver, system);
        system->has_whole_inverse = false;
        system->is_valid = vvi_puppet_matrix_factor(solver->width, &solver->pattern, system->matrix, &system->factor);
    }
    solver->factored = system->is_valid;
    if (solver->factored)
        set_norm(solver);
    if (solver->factored && prefers_inverse(solver))
        complete_inverse(solver);
    return solver->factored;
}

/* ---- Masses alone ------------------------------------------------------------------------------------------------ */

void vvi_puppet_mass_image(const vvi_puppet_solver *solver, const double *c, double *out)
{
    vvi_solver_apply(solver, solver->mass, c, out);
}

/* M̃ with rows and columns of what is fixed replaced by the largest mass on the diagonal. */
static void hold_columns(const vvi_puppet_solver *solver, const uint8_t *fixed, double largest, double regularisation,
                         block *out)
{
    const block_pattern *pattern = &solver->pattern;
    for (uint32_t i = 0; i < pattern->count; i++)
        for (uint32_t e = pattern->row_starts[i]; e < pattern->row_starts[i + 1]; e++) {
            uint32_t other = pattern->columns[e];
            for (uint32_t column = 0; column < 3; column++)
                for (uint32_t row = 0; row < 3; row++) {
                    bool is_diagonal = other == i && row == column;
                    bool is_fixed = fixed[3 * i + row] || fixed[3 * other + column];
                    double mass = solver->mass[e].column[column][row];
                    out[e].column[column][row] =
                        (is_fixed ? (is_diagonal ? largest : 0.0) : mass) + (is_diagonal ? regularisation : 0.0);
                }
        }
}

static double find_largest_mass(const vvi_puppet_solver *solver)
{
    const block_pattern *pattern = &solver->pattern;
    double largest = 0.0;
    for (uint32_t i = 0; i < pattern->count; i++)
        for (uint32_t e = pattern->row_starts[i]; e < pattern->row_starts[i + 1]; e++)
            for (uint32_t k = 0; k < 3 && pattern->columns[e] == i; k++) {
                double mass = solver->mass[e].column[k][k];
                largest = mass > largest ? mass : largest;
            }
    return largest;
}

/* Handles that move no vertex have no mass: a small share of the largest mass makes the matrix regular, and they stay
 * where they are. */
static void factor_masses(vvi_puppet_solver *solver, const uint8_t *fixed)
{
    double largest = find_largest_mass(solver);
    VVI_CHECK(largest > 0.0);
    for (double regularisation = 1e-12 * largest; regularisation < largest; regularisation *= 100.0) {
        hold_columns(solver, fixed, largest, regularisation, solver->mass_work);
        if (vvi_puppet_matrix_factor(solver->width, &solver->pattern, solver->mass_work, &solver->mass_factor))
            break;
    }
    memcpy(solver->mass_fixed, fixed, solver->columns);
    solver->has_mass_factor = true;
}

void vvi_puppet_apply_masses_inverse(vvi_puppet_solver *solver, const uint8_t *fixed, double *x)
{
    if (!solver->has_mass_factor || memcmp(solver->mass_fixed, fixed, solver->columns) != 0)
        factor_masses(solver, fixed);
    for (uint32_t k = 0; k < solver->columns; k++)
        if (fixed[k])
            x[k] = x[solver->stride + k] = 0.0;
    vvi_puppet_matrix_solve(solver->width, &solver->pattern, solver->stride, &solver->mass_factor, x, x);
}
