/* One step of a puppet: the incremental potential of eq. 4 in handle space, minimised by alternating a local step
 * (best rotations) and a global step (best handles). The iterations are accelerated, and guarded by the energy so
 * that it never rises. */
#include "local.h"
#include "solver.h"

#include <string.h>

#define CONVERGED      1e-7 /* of size: an iteration that moves less is the last */
#define STILL_DISTANCE 1e-6 /* of size: how far rounding may move a puppet on which nothing acts */
#define DIVERGED       1e12 /* of size: a step that goes further has diverged */
#define MAX_HALVINGS   8u
#define FIRST_REVISION 3u /* iterations before friction is revised for the first time */
#define MAX_REVISIONS  3u /* of contact at results */
/* Who asks for fewer iterations than this wants to see that: revisions then begin anew, and add none. */
#define FEW_ITERATIONS 5u

/* Distance between a and b relative to size. NaN where a number is not finite. */
static double distance(const vvi_puppet_view *puppet, const double *a, const double *b)
{
    double farthest = 0.0, size = (double)puppet->size;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < puppet->column_count; k++) {
            double gap = fabs(b[i * puppet->stride + k] - a[i * puppet->stride + k]);
            gap = k % 3 == 2 ? gap / size : gap;
            farthest = gap <= farthest ? farthest : gap;
        }
    return farthest;
}

/* ---- Energy ------------------------------------------------------------------------------------------------------ */

/* Rebuilds the rows that depend on the state. Returns the energy of contact. */
static double update_state_dependent_rows(const step_context *step, const double *c)
{
    vvi_puppet_solver *solver = step->solver;
    row_set *rows = &solver->rows;
    const vvi_puppet_input *input = step->input;
    double energy = 0.0;
    rows->count = rows->constant_count;
    VVI_CHECK(rows->constant_count <= rows->capacity);
    vvi_add_scale_key_rows(step->puppet, solver, input, step->start, c);
    vvi_strain_add_rows(step, c);
    rows->noncontact_count = rows->count;
    if (input->contact) {
        uint32_t first = rows->count, room = rows->capacity - first;
        for (uint32_t i = 0; i < room; i++)
            rows->contact_rows[i] =
                (vvi_row){.coefficients = rows->own_coefficients + (size_t)(first + i) * 2 * solver->stride};
        uint32_t count = input->contact(input->user, c, rows->contact_rows, room, &energy);
        VVI_CHECK(count <= room && !(energy < 0.0));
        for (uint32_t i = 0; i < count; i++)
            vvi_rows_add(step->puppet, solver, &rows->contact_rows[i], step->start, (double)input->h);
    }
    if (rows->count > rows->constant_count || rows->had_state_dependent) {
        rows->factored = false;
        if (rows->response_count > rows->constant_count)
            rows->response_count = rows->constant_count;
    }
    rows->had_state_dependent = rows->count > rows->constant_count;
    return energy;
}

static double compute_rows_energy(const vvi_puppet_solver *solver, const double *c)
{
    const row_set *rows = &solver->rows;
    double sum = 0.0;
    for (uint32_t i = 0; i < rows->noncontact_count; i++) {
        double gap = vvi_dot(2 * solver->stride, rows->coefficients[i], c) - rows->targets[i];
        sum += 0.5 * rows->stiffness[i] * gap * gap;
    }
    return sum;
}

/* Once a step, when p and the rest shape are known. Energies are expanded about p: with d = c − p and clusters,
 * κE = ½ κ dᵀ L d + κ dᵀ L p + κ (½ pᵀ L p + ½ restᵀ L rest − Σ |S|), so that all quadratic terms are ½ dᵀ H d. */
static void begin_energy(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    const vvi_puppet_view *puppet = step->puppet;
    vvi_solver_apply(solver, solver->elastic, solver->predicted, solver->linear);
    solver->rest_energy = 0.5 * vvi_dot(2 * solver->stride, solver->predicted, solver->linear) +
                          vvi_local_rest_energy(puppet, solver->local);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        solver->linear[k] = solver->key.elastic * solver->linear[k] - solver->force[k];
}

/* The elastic and linear terms without ½ dᵀ H d, for d = solver->work; solver->pull becomes the pull of rotations. */
static double compute_elastic_terms(const step_context *step, const double *c)
{
    vvi_puppet_solver *solver = step->solver;
    const vvi_puppet_view *puppet = step->puppet;
    uint32_t length = 2 * solver->stride;
    double *d = solver->work, *pull = solver->pull, *image = solver->image;
    if (rotation_cluster_count(puppet) > 0) {
        double lengths = vvi_local_cluster_step(puppet, c, pull, solver->local);
        return vvi_dot(length, d, solver->linear) + solver->key.elastic * (solver->rest_energy - lengths);
    }
    vvi_solver_apply(solver, solver->mass, c, image);
    double energy = vvi_local_element_step(puppet, c, image, pull, solver->local);
    vvi_solver_apply(solver, solver->elastic, d, image);
    return solver->key.elastic * (energy - 0.5 * vvi_dot(length, d, image)) - vvi_dot(length, d, solver->force);
}

/* Runs the local step, rebuilds the rows and returns the energy at c. solver->gradient becomes the gradient of all
 * terms but the rows. */
static double evaluate(const step_context *step, const double *c)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t length = 2 * solver->stride;
    double *d = solver->work, *gradient = solver->gradient;
    VVI_CHECK(solver->rows.noncontact_count <= solver->rows.capacity);
    for (uint32_t k = 0; k < length; k++)
        d[k] = c[k] - solver->predicted[k];
    vvi_solver_apply(solver, solver->system->matrix, d, gradient);
    double energy = 0.5 * vvi_dot(length, d, gradient) + compute_elastic_terms(step, c);
    for (uint32_t k = 0; k < length; k++)
        gradient[k] += solver->linear[k] - solver->key.elastic * solver->pull[k];
    return energy + update_state_dependent_rows(step, c) + compute_rows_energy(solver, c);
}

/* ---- Iterations -------------------------------------------------------------------------------------------------- */

/* Moves c back onto the exact rows. Those of scale depend on the state, so this is a few Newton steps. */
static void project_onto_rows(const step_context *step, double *c)
{
    vvi_puppet_solver *solver = step->solver;
    for (uint32_t round = 0; round < 4; round++) {
        update_state_dependent_rows(step, c);
        if (vvi_solver_project_onto_rows(solver, (double)step->puppet->size, c) < 1e-9)
            return;
    }
}

/* Accepts solver->next if the energy there is not higher. */
static bool accept(const step_context *step, double *energy)
{
    vvi_puppet_solver *solver = step->solver;
    if (solver->rows.has_exact_nonlinear)
        project_onto_rows(step, solver->next);
    double reached = evaluate(step, solver->next);
    if (!(reached <= *energy))
        return false;
    VVI_CHECK(!isnan(reached));
    *energy = reached;
    return true;
}

/* Plain steps lower the energy, except where contact begins or rows are nonlinear; there a shorter step does.
 * Elsewhere only rounding can raise it, so one attempt is enough. */
static bool take_plain_step(const step_context *step, double *energy)
{
    vvi_puppet_solver *solver = step->solver;
    bool bends = step->input->contact || solver->rows.has_nonlinear || solver->strain.is_active;
    uint32_t attempts = bends ? MAX_HALVINGS : 1;
    double share = 1.0;
    for (uint32_t halving = 0; halving < attempts; halving++, share *= 0.5) {
        for (uint32_t k = 0; k < 2 * solver->stride; k++)
            solver->next[k] = share == 1.0 ? solver->goal[k] : solver->c[k] + share * (solver->goal[k] - solver->c[k]);
        if (accept(step, energy))
            return true;
    }
    return false;
}

/* One local–global iteration from solver->c, whose local step is done. Returns how far it moved; 0 where no lower
 * energy was found. */
static double iterate(const step_context *step, double *energy)
{
    vvi_puppet_solver *solver = step->solver;
    if (!vvi_solver_global_step(solver, solver->c, solver->gradient, solver->goal))
        return NAN;
    bool accepted = false;
    if (step->accelerated) {
        vvi_anderson_step(&solver->anderson, 2 * solver->stride, solver->c, solver->goal, solver->next);
        accepted = accept(step, energy);
        if (!accepted)
            vvi_anderson_reset(&solver->anderson);
    }
    if (!accepted && !take_plain_step(step, energy))
        return 0.0;
    double moved = distance(step->puppet, solver->c, solver->next), *swap = solver->c;
    solver->c = solver->next;
    solver->next = swap;
    return moved;
}

/* The energy at solver->c, with which iterations begin. */
static double begin_iterations(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    vvi_anderson_reset(&solver->anderson);
    project_onto_rows(step, solver->c);
    double energy = evaluate(step, solver->c);
    solver->energies[0] = energy;
    solver->energy_count = 1;
    return energy;
}

/* Iterates until nothing moves any more, or `most` iterations are made. False: the numbers diverged. */
static bool run_iterations(const step_context *step, uint32_t most)
{
    vvi_puppet_solver *solver = step->solver;
    const vvi_puppet_input *input = step->input;
    double energy = begin_iterations(step);
    for (uint32_t i = 0; i < most; i++) {
        if (i == FIRST_REVISION && input->revise && input->revise(input->user, solver->c, false))
            energy = begin_iterations(step);
        double moved = iterate(step, &energy);
        VVI_CHECK(solver->energy_count <= MAX_ITERATIONS);
        if (!(moved < DIVERGED))
            return false;
        if (moved == 0.0)
            break;
        solver->energies[solver->energy_count++] = energy;
        VVI_CHECK(energy <= solver->energies[solver->energy_count - 2]);
        if (moved < CONVERGED)
            break;
    }
    project_onto_rows(step, solver->c);
    return isfinite(energy) && distance(step->puppet, step->start, solver->c) < DIVERGED;
}

static void begin_from_guess(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    vvi_find_initial_guess(step, solver->c);
    vvi_rotate_keyed_handles(step->puppet, solver, step->input, step->start, solver->c);
}

/* Minimises the potential from solver->c. Contact and what is pressed too far are only known at a result: where that is
 * another than was expected, the iterations go on from there. False: the numbers diverged. */
static bool minimise(const step_context *step)
{
    const vvi_puppet_input *input = step->input;
    bool good = run_iterations(step, step->iterations);
    for (uint32_t round = 0; good && round < MAX_REVISIONS; round++) {
        bool revised = input->revise && input->revise(input->user, step->solver->c, true);
        if (!vvi_strain_find_pressed(step, step->solver->c) && !revised)
            break;
        if (step->iterations < FEW_ITERATIONS)
            begin_from_guess(step);
        good = run_iterations(step, step->iterations < FEW_ITERATIONS ? step->iterations : (step->iterations + 1) / 2);
    }
    return good;
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

/* Adds the rows that stay the same for the whole step. */
static bool begin_rows(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    row_set *rows = &solver->rows;
    const vvi_puppet_input *input = step->input;
    rows->count = rows->response_count = rows->noncontact_count = 0;
    vvi_shapes_reset(&rows->shapes);
    rows->factored = rows->had_state_dependent = rows->has_exact_nonlinear = rows->has_nonlinear = false;
    for (uint32_t i = 0; i < input->row_count; i++)
        vvi_rows_add(step->puppet, solver, &input->rows[i], step->start, (double)input->h);
    bool good = vvi_add_constant_key_rows(step->puppet, solver, input, step->start);
    rows->constant_count = rows->noncontact_count = rows->count;
    VVI_CHECK(rows->count <= rows->capacity && rows->response_count <= rows->count);
    for (uint32_t i = 0; i < input->aim_count; i++) {
        bool scale = input->aims[i].channel == VV_CHANNEL_SCALE;
        rows->has_nonlinear |= scale;
        rows->has_exact_nonlinear |= scale && input->aims[i].strength >= 1.0;
    }
    return good;
}

/* Whether nothing acts and nothing moves. What remains is rounding, and solver->c stays the state bit for bit. */
static bool is_still(const step_context *step, const vvi_puppet_state *state)
{
    vvi_puppet_solver *solver = step->solver;
    size_t bytes = 2 * (size_t)solver->stride * sizeof(double);
    if (step->input->push || memcmp(solver->predicted, state->c, bytes) != 0)
        return false;
    evaluate(step, solver->c);
    return solver->rows.count == 0 && vvi_solver_global_step(solver, solver->c, solver->gradient, solver->goal) &&
           distance(step->puppet, solver->c, solver->goal) < STILL_DISTANCE;
}

static bool try_step(const step_context *step, const vvi_puppet_state *state)
{
    begin_from_guess(step);
    return is_still(step, state) || minimise(step);
}

/* Repeats the step where a key of angle has shrunk its handle. */
static bool step_without_collapse(const step_context *step, const vvi_puppet_state *state)
{
    bool good = try_step(step, state);
    for (uint32_t repeat = 0; good && repeat < 2; repeat++) {
        if (!vvi_find_collapsed_handles(step->puppet, step->solver, step->input, step->start, step->solver->c))
            break;
        good = begin_rows(step) && try_step(step, state);
    }
    return good;
}

/* Second-order differences across the end of a compression would turn it into a leap. */
static void stop_what_is_pressed(const step_context *step, vvi_puppet_state *state)
{
    double h = (double)step->input->h;
    for (uint32_t k = 0; k < 2 * step->solver->stride; k++) {
        state->v[k] = (state->c[k] - state->before[k]) / h;
        state->v_before[k] = state->v[k];
    }
    state->fresh = true;
}

static void store_state(const step_context *step, vvi_puppet_state *state, double h_e)
{
    vvi_puppet_solver *solver = step->solver;
    VVI_CHECK(h_e > 0.0 && vvi_all_finite_double(solver->c, 2 * (size_t)solver->stride));
    vvi_copy_state(solver, state->before, state->c);
    vvi_copy_state(solver, state->v_before, state->v);
    vvi_copy_state(solver, state->c, solver->c);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        state->v[k] = (solver->c[k] - solver->anchor[k]) / h_e;
    state->fresh = false;
    if (solver->strain.row_count > 0)
        stop_what_is_pressed(step, state);
    memcpy(state->mix, solver->attract.mix, step->puppet->example_count * sizeof *state->mix);
}

/* Forces that do not depend on the state. Energies are functions of c − p, where joins pull by −Jp. */
static void compute_constant_force(vvi_puppet_solver *solver, const double *push)
{
    vvi_solver_apply(solver, solver->joins, solver->predicted, solver->force);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        solver->force[k] = (push ? push[k] : 0.0) - solver->key.joins * solver->force[k];
}

bool vvi_puppet_step(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                     vvi_puppet_state *state)
{
    const vv_material *material = &input->material;
    VV_ASSERT(input->h > 0.0f && material->iterations >= 1);
    VVI_CHECK(vvi_all_finite_double(state->c, 2 * (size_t)solver->stride));
    uint32_t most = material->iterations < MAX_ITERATIONS ? material->iterations : MAX_ITERATIONS;
    step_context step = {puppet, solver, input, state->c, most, material->accelerated};
    double h_e = (double)input->h * (state->fresh ? 1.0 : 2.0 / 3.0);
    double mass = (1.0 + (double)material->drag * h_e) / (h_e * h_e);
    double stiffness = vvi_puppet_stiffness(puppet, material->stiffness);
    double joins = vvi_puppet_join_stiffness(puppet, h_e, stiffness);
    solver->energy_count = 0;
    memset(solver->holds_stretch, 0, sizeof solver->holds_stretch);
    if (!vvi_solver_factor(solver, (system_key){mass, stiffness, joins}))
        return false;
    vvi_find_rigid_frame(&step);
    if (!begin_rows(&step))
        return false;
    vvi_extrapolate_history(&step, state);
    vvi_predict(&step, state, h_e);
    compute_constant_force(solver, input->push);
    vvi_find_rest_shape(puppet, solver, material->attraction, (double)material->examples, input->attraction_count,
                        input->attractions, state->c);
    begin_energy(&step);
    vvi_strain_begin(&step);
    if (!step_without_collapse(&step, state))
        return false;
    store_state(&step, state, h_e);
    vvi_restore_angular_momentum(&step, state);
    return true;
}

/* ---- Closest shapes (eq. 10) ------------------------------------------------------------------------------------- */

static double trace(const vvi_puppet_view *puppet, const double *A)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < puppet->column_count; k++)
        sum += A[(size_t)k * puppet->stride + k];
    return sum;
}

/* Rows as least squares: ½ B gap² with B = 2. */
static void add_least_squares_rows(vvi_puppet_solver *solver, uint32_t row_count, const vvi_row *rows)
{
    row_set *set = &solver->rows;
    set->count = set->response_count = 0;
    vvi_shapes_reset(&set->shapes);
    set->factored = set->had_state_dependent = set->has_exact_nonlinear = set->has_nonlinear = false;
    for (uint32_t i = 0; i < row_count && set->count < set->capacity; i++) {
        set->coefficients[set->count] = rows[i].coefficients;
        set->shape_indices[set->count] = VV_NONE;
        set->targets[set->count] = rows[i].target;
        set->stiffness[set->count++] = 2.0;
    }
    set->constant_count = set->noncontact_count = set->count;
    VVI_CHECK(set->count == row_count);
}

bool vvi_puppet_find_closest_shape(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, double lambda,
                                   uint32_t row_count, const vvi_row *rows, uint32_t attraction_count,
                                   const uint32_t *attractions, double *c, double *energy)
{
    vvi_puppet_input nothing = {0};
    step_context step = {puppet, solver, &nothing, c, 30, true};
    double elastic = trace(puppet, puppet->elastic_matrix), mass = trace(puppet, puppet->mass_matrix);
    VVI_CHECK(lambda > 0.0 && elastic >= 0.0 && mass > 0.0);
    /* A millionth of mass determines what no other term does. */
    system_key key = {1e-6 * lambda * elastic / mass, lambda, vvi_puppet_join_stiffness(puppet, 0.0, lambda)};
    if (!vvi_solver_factor(solver, key))
        return false;
    vvi_copy_state(solver, solver->c, c);
    vvi_copy_state(solver, solver->predicted, c);
    compute_constant_force(solver, NULL);
    add_least_squares_rows(solver, row_count, rows);
    vvi_find_rest_shape(puppet, solver, VV_ATTRACT_HULL, 1.0, attraction_count, attractions, c);
    begin_energy(&step);
    solver->strain.is_active = false;
    solver->strain.row_count = 0;
    if (!minimise(&step))
        return false;
    vvi_copy_state(solver, c, solver->c);
    *energy = vvi_puppet_local_step(puppet, c, solver->pull, solver->local);
    return true;
}
