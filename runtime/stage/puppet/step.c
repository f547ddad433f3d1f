/* One step of a puppet: the incremental potential of eq. 4 in handle space, minimised by turns of a local step (best rotations)
 * and a global one (best handles), accelerated and guarded by the energy, so that it never rises. */
#include "solver.h"

#include <string.h>

#define SETTLED  1e-7 /* of size: an iteration that moves less is the last */
#define STILL    1e-6 /* of size: what rounding may ask of a puppet on which nothing acts */
#define TOO_FAR  1e12 /* of size: nothing sane is there */
#define HALVINGS 8u

/* How far b is from a, in shares of size. NaN where a number is not finite. */
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

/* ---- Energy -------------------------------------------------------------------------------------------------------- */

/* Rows that depend on the state. Returns the energy of contact. */
static double change_rows(const step_context *step, const double *c)
{
    vvi_puppet_solver *solver = step->solver;
    row_set *rows = &solver->rows;
    const vvi_puppet_input *input = step->input;
    double energy = 0.0;
    rows->count = rows->constant_count;
    vvi_keys_changing(step->puppet, solver, input, step->at, c);
    rows->keyed_count = rows->count;
    if (input->contact) {
        uint32_t first = rows->count, room = rows->capacity - first;
        for (uint32_t i = 0; i < room; i++)
            rows->offered[i] = (vvi_row){.coefficients = rows->own + (size_t)(first + i) * 2 * solver->stride};
        uint32_t count = input->contact(input->user, c, rows->offered, room, &energy);
        for (uint32_t i = 0; i < count; i++)
            vvi_rows_add(step->puppet, solver, &rows->offered[i], step->at, (double)input->h);
    }
    if (rows->count > rows->constant_count || rows->had_changing) {
        rows->factored = false;
        if (rows->responses_ready > rows->constant_count)
            rows->responses_ready = rows->constant_count;
    }
    rows->had_changing = rows->count > rows->constant_count;
    return energy;
}

static double rows_energy(const vvi_puppet_solver *solver, const double *c)
{
    const row_set *rows = &solver->rows;
    double sum = 0.0;
    for (uint32_t i = 0; i < rows->keyed_count; i++) {
        double gap = vvi_dot(2 * solver->stride, rows->coefficients[i], c) - rows->targets[i];
        sum += 0.5 * rows->stiffness[i] * gap * gap;
    }
    return sum;
}

/* The local step, the rows and the energy at c; solver->gradient is that of everything but rows. */
static double evaluate(const step_context *step, const double *c)
{
    vvi_puppet_solver *solver = step->solver;
    const vvi_puppet_view *puppet = step->puppet;
    uint32_t length = 2 * solver->stride;
    double *offset = solver->work, *gradient = solver->gradient, *elastic = solver->pull;
    solver->elastic_energy = vvi_puppet_local(puppet, c, elastic, solver->local);
    vvi_real_apply(solver->width, solver->stride, solver->columns, puppet->elastic_matrix, c, solver->image);
    for (uint32_t k = 0; k < length; k++) {
        elastic[k] = solver->image[k] - elastic[k];
        offset[k] = c[k] - solver->predicted[k];
    }
    vvi_real_apply(solver->width, solver->stride, solver->columns, solver->inertia, offset, gradient);
    double energy = 0.5 * vvi_dot(length, offset, gradient) - vvi_dot(length, solver->force, offset);
    for (uint32_t k = 0; k < length; k++)
        gradient[k] += solver->key.elastic * elastic[k] - solver->force[k];
    return energy + solver->key.elastic * solver->elastic_energy + change_rows(step, c) + rows_energy(solver, c);
}

/* ---- Iterations ----------------------------------------------------------------------------------------------------- */

/* Exact rows that change with the state (scale) bend: go back onto them. */
static void meet_rows(const step_context *step, double *c)
{
    vvi_puppet_solver *solver = step->solver;
    for (uint32_t round = 0; round < 4; round++) {
        change_rows(step, c);
        if (vvi_solver_meet(solver, (double)step->puppet->size, c) < 1e-9)
            return;
    }
}

/* Takes solver->next if the energy there is not higher. */
static bool accept(const step_context *step, double *energy)
{
    vvi_puppet_solver *solver = step->solver;
    if (solver->rows.bent)
        meet_rows(step, solver->next);
    double reached = evaluate(step, solver->next);
    if (!(reached <= *energy))
        return false;
    *energy = reached;
    return true;
}

/* Plain steps lower the energy, except where contact begins or rows bend: then a shorter one does. Elsewhere only rounding is
 * left to raise it. */
static bool step_plainly(const step_context *step, double *energy)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t tries = step->input->contact || solver->rows.bends ? HALVINGS : 1;
    double share = 1.0;
    for (uint32_t halving = 0; halving < tries; halving++, share *= 0.5) {
        for (uint32_t k = 0; k < 2 * solver->stride; k++)
            solver->next[k] = share == 1.0 ? solver->goal[k] : solver->c[k] + share * (solver->goal[k] - solver->c[k]);
        if (accept(step, energy))
            return true;
    }
    return false;
}

/* One local–global iteration from solver->c, whose local step is done. Returns how far it moved, 0 where nothing is lower. */
static double iterate(const step_context *step, double *energy)
{
    vvi_puppet_solver *solver = step->solver;
    if (!vvi_solver_global(solver, solver->c, solver->gradient, solver->goal))
        return NAN;
    bool taken = false;
    if (step->accelerated) {
        vvi_anderson_step(&solver->anderson, 2 * solver->stride, solver->c, solver->goal, solver->next);
        taken = accept(step, energy);
        if (!taken)
            vvi_anderson_forget(&solver->anderson);
    }
    if (!taken && !step_plainly(step, energy))
        return 0.0;
    double moved = distance(step->puppet, solver->c, solver->next), *swap = solver->c;
    solver->c = solver->next;
    solver->next = swap;
    return moved;
}

/* Minimises the potential from solver->c. False: numbers ran away. */
static bool minimise(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    vvi_anderson_forget(&solver->anderson);
    meet_rows(step, solver->c);
    double energy = evaluate(step, solver->c);
    solver->energies[0] = energy;
    solver->energy_count = 1;
    for (uint32_t i = 0; i < step->iterations; i++) {
        double moved = iterate(step, &energy);
        if (!(moved < TOO_FAR))
            return false;
        if (moved == 0.0)
            break;
        solver->energies[solver->energy_count++] = energy;
        if (moved < SETTLED)
            break;
    }
    meet_rows(step, solver->c);
    return isfinite(energy) && distance(step->puppet, step->at, solver->c) < TOO_FAR;
}

/* ---- The step ------------------------------------------------------------------------------------------------------- */

/* Rows that stay for the whole step. */
static bool begin_rows(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    row_set *rows = &solver->rows;
    const vvi_puppet_input *input = step->input;
    rows->count = rows->responses_ready = rows->keyed_count = rows->lent_count = 0;
    rows->factored = rows->had_changing = rows->bent = rows->bends = false;
    for (uint32_t i = 0; i < input->row_count; i++)
        vvi_rows_add(step->puppet, solver, &input->rows[i], step->at, (double)input->h);
    bool good = vvi_keys_constant(step->puppet, solver, input, step->at);
    rows->constant_count = rows->keyed_count = rows->count;
    for (uint32_t i = 0; i < input->aim_count; i++) {
        bool scale = input->aims[i].channel == VV_CHANNEL_SCALE;
        rows->bends |= scale;
        rows->bent |= scale && input->aims[i].strength >= 1.0;
    }
    return good;
}

/* Nothing acts and nothing moves: what is left is rounding, and solver->c stays the state bit for bit. */
static bool is_still(const step_context *step, const vvi_puppet_state *state)
{
    vvi_puppet_solver *solver = step->solver;
    size_t bytes = 2 * (size_t)solver->stride * sizeof(double);
    if (step->input->push || memcmp(solver->predicted, state->c, bytes) != 0)
        return false;
    evaluate(step, solver->c);
    return solver->rows.count == 0 && vvi_solver_global(solver, solver->c, solver->gradient, solver->goal) &&
           distance(step->puppet, solver->c, solver->goal) < STILL;
}

static bool try_step(const step_context *step, const vvi_puppet_state *state)
{
    vvi_puppet_solver *solver = step->solver;
    vvi_guess(step, solver->c);
    vvi_keys_start(step->puppet, solver, step->input, step->at, solver->c);
    return is_still(step, state) || minimise(step);
}

/* Again, where a key of angle shrank its handle. */
static bool try_upright(const step_context *step, const vvi_puppet_state *state)
{
    bool good = try_step(step, state);
    for (uint32_t again = 0; good && again < 2; again++) {
        if (!vvi_keys_collapsed(step->puppet, step->solver, step->input, step->at, step->solver->c))
            break;
        good = begin_rows(step) && try_step(step, state);
    }
    return good;
}

static void take_state(const step_context *step, vvi_puppet_state *state, double h_e)
{
    vvi_puppet_solver *solver = step->solver;
    vvi_copy_state(solver, state->before, state->c);
    vvi_copy_state(solver, state->v_before, state->v);
    vvi_copy_state(solver, state->c, solver->c);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        state->v[k] = (solver->c[k] - solver->anchor[k]) / h_e;
    memcpy(state->mix, solver->attract.mix, step->puppet->example_count * sizeof *state->mix);
    state->fresh = false;
}

/* Forces that do not depend on the state. Energies are in c − p, so joins pull by −Jp there. */
static void take_force(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *push)
{
    vvi_real_apply(solver->width, solver->stride, solver->columns, puppet->join_matrix, solver->predicted,
                   solver->force);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        solver->force[k] = (push ? push[k] : 0.0) - solver->key.joins * solver->force[k];
}

bool vvi_puppet_step(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                     vvi_puppet_state *state)
{
    const vv_material *material = &input->material;
    uint32_t most = material->iterations < MOST_ITERATIONS ? material->iterations : MOST_ITERATIONS;
    step_context step = {puppet, solver, input, state->c, most, material->accelerated};
    double h_e = (double)input->h * (state->fresh ? 1.0 : 2.0 / 3.0);
    double mass = (1.0 + (double)material->drag * h_e) / (h_e * h_e);
    double stiffness = vvi_puppet_stiffness(puppet, material->stiffness);
    double joins = vvi_puppet_join_stiffness(puppet, h_e, stiffness);
    solver->energy_count = 0;
    memset(solver->upright, 0, sizeof solver->upright);
    if (!vvi_solver_factor(puppet, solver, (system_key){mass, stiffness, joins}))
        return false;
    vvi_find_stance(&step);
    if (!begin_rows(&step))
        return false;
    vvi_extrapolate(&step, state);
    vvi_predict(&step, state, h_e);
    take_force(puppet, solver, input->push);
    vvi_attract_rest(puppet, solver, material->attraction, (double)material->examples, input->attraction_count,
                     input->attractions, state->c);
    if (!try_upright(&step, state))
        return false;
    take_state(&step, state, h_e);
    return true;
}

/* ---- Settling (eq. 10) ----------------------------------------------------------------------------------------------- */

static double trace(const vvi_puppet_view *puppet, const double *A)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < puppet->column_count; k++)
        sum += A[(size_t)k * puppet->stride + k];
    return sum;
}

/* Rows as least squares: ½ B gap² with B = 2. */
static void settle_rows(vvi_puppet_solver *solver, uint32_t row_count, const vvi_row *rows)
{
    row_set *set = &solver->rows;
    set->count = set->responses_ready = set->lent_count = 0;
    set->factored = set->had_changing = set->bent = set->bends = false;
    for (uint32_t i = 0; i < row_count && set->count < set->capacity; i++) {
        set->coefficients[set->count] = rows[i].coefficients;
        set->targets[set->count] = rows[i].target;
        set->stiffness[set->count++] = 2.0;
    }
    set->constant_count = set->keyed_count = set->count;
}

bool vvi_puppet_settle(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, double lambda, uint32_t row_count,
                       const vvi_row *rows, uint32_t attraction_count, const uint32_t *attractions, double *c,
                       double *energy)
{
    vvi_puppet_input nothing = {0};
    step_context step = {puppet, solver, &nothing, c, 30, true};
    double elastic = trace(puppet, puppet->elastic_matrix), mass = trace(puppet, puppet->mass_matrix);
    /* A millionth of mass keeps what nothing else decides. */
    system_key key = {1e-6 * lambda * elastic / mass, lambda, vvi_puppet_join_stiffness(puppet, 0.0, lambda)};
    if (!vvi_solver_factor(puppet, solver, key))
        return false;
    vvi_copy_state(solver, solver->c, c);
    vvi_copy_state(solver, solver->predicted, c);
    take_force(puppet, solver, NULL);
    settle_rows(solver, row_count, rows);
    vvi_attract_rest(puppet, solver, VV_ATTRACT_HULL, 1.0, attraction_count, attractions, c);
    if (!minimise(&step))
        return false;
    vvi_copy_state(solver, c, solver->c);
    *energy = vvi_puppet_local(puppet, c, solver->pull, solver->local);
    return true;
}
