/* One step of a puppet: the incremental potential of eq. 4 in handle space, minimised by turns of a local step (best rotations)
 * and a global one (best handles), accelerated and guarded by the energy, so that it never rises.
 *
 * Time is second-order backward differences: with h_e = 2h/3, a = (4c − c₋)/3 and v* = (4v − v₋)/3,
 *
 *   c₊ = argmin ½ |c − (a + h_e v*)|²_M / h_e² + …,   v₊ = (c₊ − a)/h_e.
 *
 * Implicit Euler (h_e = h, a = c, v* = v), which eats most of a swing in a period, is only for a first step. */
#include "solver.h"

#include <string.h>

#define SETTLED  1e-7 /* of size: an iteration that moves less is the last */
#define STILL    1e-6 /* of size: what rounding may ask of a puppet on which nothing acts */
#define TOO_FAR  1e12 /* of size: nothing sane is there */
#define HALVINGS 8u

/* ---- Memory: one block -------------------------------------------------------------------------------------------- */

static void *carve(char *base, uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = vvi_section(cursor, count, size);
    return base ? base + start : NULL;
}

static void lay_out_rows(row_set *rows, uint64_t length, char *base, uint64_t *cursor)
{
    uint64_t capacity = rows->capacity;
    rows->coefficients = carve(base, cursor, capacity, sizeof *rows->coefficients);
    rows->own = carve(base, cursor, capacity * length, sizeof *rows->own);
    rows->responses = carve(base, cursor, capacity * length, sizeof *rows->responses);
    rows->targets = carve(base, cursor, capacity, sizeof *rows->targets);
    rows->stiffness = carve(base, cursor, capacity, sizeof *rows->stiffness);
    rows->multipliers = carve(base, cursor, capacity, sizeof *rows->multipliers);
    rows->schur = carve(base, cursor, capacity * capacity, sizeof *rows->schur);
    rows->chosen = carve(base, cursor, capacity, sizeof *rows->chosen);
    rows->offered = carve(base, cursor, capacity, sizeof *rows->offered);
}

static void lay_out_attract(attract *a, uint64_t examples, uint64_t length, char *base, uint64_t *cursor)
{
    a->list = carve(base, cursor, examples, sizeof *a->list);
    a->middle = carve(base, cursor, length, sizeof *a->middle);
    a->middle_image = carve(base, cursor, length, sizeof *a->middle_image);
    a->images = carve(base, cursor, examples * length, sizeof *a->images);
    a->G = carve(base, cursor, examples * examples, sizeof *a->G);
    a->b = carve(base, cursor, examples, sizeof *a->b);
    a->weights = carve(base, cursor, examples, sizeof *a->weights);
    a->all_G = carve(base, cursor, examples * (examples + 2), sizeof *a->all_G);
    a->scratch = carve(base, cursor, examples * (examples + 8), sizeof *a->scratch);
}

/* Points everything into `base` (NULL: only counts). Returns the bytes needed. */
static uint64_t lay_out(const vvi_puppet_view *puppet, vvi_puppet_solver *s, char *base)
{
    uint64_t cursor = sizeof *s, n = s->columns, length = 2 * (uint64_t)s->stride, matrix = n * s->stride;
    double **vectors[] = {&s->anchor,
                          &s->predicted,
                          &s->velocity,
                          &s->force,
                          &s->c,
                          &s->goal,
                          &s->next,
                          &s->pull,
                          &s->gradient,
                          &s->image,
                          &s->work,
                          &s->rest,
                          &s->rest_image,
                          &s->anderson.last_goal,
                          &s->anderson.last_residual,
                          &s->anderson.weights};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = carve(base, &cursor, length, sizeof(double));
    for (size_t i = 0; i < ANDERSON_DEPTH; i++) {
        s->anderson.residual_steps[i] = carve(base, &cursor, length, sizeof(double));
        s->anderson.goal_steps[i] = carve(base, &cursor, length, sizeof(double));
    }
    s->inertia = carve(base, &cursor, matrix, sizeof(double));
    s->inverse = carve(base, &cursor, matrix, sizeof(double));
    s->factor = carve(base, &cursor, n * n, sizeof(double));
    s->tangent = carve(base, &cursor, 4 * n * n, sizeof(double));
    s->tangent_factor = carve(base, &cursor, 4 * n * n, sizeof(double));
    s->compliance = carve(base, &cursor, 4 * n * n, sizeof(double));
    s->nonzero = carve(base, &cursor, 2 * n, sizeof *s->nonzero);
    lay_out_rows(&s->rows, length, base, &cursor);
    lay_out_attract(&s->attract, puppet->example_count, length, base, &cursor);
    s->local = carve(base, &cursor, vvi_puppet_local_bytes(puppet), 1);
    return (cursor + (VVI_ALIGNMENT - 1)) & ~(uint64_t)(VVI_ALIGNMENT - 1);
}

static vvi_puppet_solver header(const vvi_puppet_view *puppet, uint32_t row_capacity)
{
    return (vvi_puppet_solver){.columns = puppet->column_count,
                               .stride = puppet->stride,
                               .width = vvi_best_width(),
                               .rows = {.capacity = row_capacity}};
}

size_t vvi_puppet_solver_bytes(const vvi_puppet_view *puppet, uint32_t row_capacity)
{
    vvi_puppet_solver solver = header(puppet, row_capacity);
    return (size_t)lay_out(puppet, &solver, NULL);
}

vvi_puppet_solver *vvi_puppet_solver_begin(const vvi_puppet_view *puppet, uint32_t row_capacity, void *memory)
{
    vvi_puppet_solver *solver = memory;
    memset(memory, 0, vvi_puppet_solver_bytes(puppet, row_capacity));
    *solver = header(puppet, row_capacity);
    lay_out(puppet, solver, memory);
    vvi_real_apply(solver->width, solver->stride, solver->columns, puppet->elastic_matrix, puppet->rest,
                   solver->rest_image);
    return solver;
}

const double *vvi_puppet_solver_energies(const vvi_puppet_solver *solver, uint32_t *count)
{
    *count = solver->energy_count;
    return solver->energies;
}

/* ---- What a step works on ------------------------------------------------------------------------------------------ */

typedef struct step_context {
    const vvi_puppet_view *puppet;
    vvi_puppet_solver *solver;
    const vvi_puppet_input *input;
    const double *at; /* the state that the step began with */
    uint32_t iterations;
    bool accelerated;
} step_context;

static void copy(const vvi_puppet_solver *solver, double *to, const double *from)
{
    memcpy(to, from, 2 * (size_t)solver->stride * sizeof *to);
}

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

static void centre_of(const vvi_puppet_view *puppet, const double *c, double centre[2])
{
    double mass = 0.0; /* as the vector has it, to the last digit: momentum is kept by that */
    for (uint32_t k = 2; k < puppet->column_count; k += 3)
        mass += puppet->mass_vector[k];
    for (uint32_t i = 0; i < 2; i++)
        centre[i] = vvi_dot(puppet->stride, puppet->mass_vector, c + i * puppet->stride) / mass;
}

/* c += move for the whole puppet. */
static void shift(const vvi_puppet_view *puppet, double *c, double x, double y)
{
    for (uint32_t k = 2; k < puppet->column_count; k += 3) {
        c[k] += x;
        c[puppet->stride + k] += y;
    }
}

/* out = c about its centre, without handles that move nothing. */
static void about_centre(const vvi_puppet_view *puppet, const double *c, double *out)
{
    double centre[2];
    centre_of(puppet, c, centre);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < puppet->stride; k++)
            out[i * puppet->stride + k] =
                puppet->carry[k] * (c[i * puppet->stride + k] - (k % 3 == 2 ? centre[i] : 0.0));
}

/* Σ a·b and Σ a×b of two states in the metric of mass, both about their centres. */
static void mass_products(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *a, const double *b,
                          double *dot, double *cross)
{
    uint32_t stride = solver->stride;
    double *offset = solver->work, *image = solver->image;
    about_centre(puppet, b, offset);
    vvi_real_apply(solver->width, stride, solver->columns, puppet->mass_matrix, offset, image);
    about_centre(puppet, a, offset);
    *dot = vvi_dot(2 * stride, offset, image);
    *cross = vvi_dot(stride, offset, image + stride) - vvi_dot(stride, offset + stride, image);
}

/* ---- Integrator --------------------------------------------------------------------------------------------------- */

/* A vibration whose velocity decays at the rate γ loses its amplitude at γ/2: half of it in half_life for γ = 2 ln 2 /
 * half_life. Backward differences with the factor f on v* have v₊ = f(4v − v₋)/3, whose root is z = exp(−γh) for
 * f = 3z²/(4z − 1); beyond z = ½, where this has its least, f goes on to 0. */
static double damping(double half_life, double h)
{
    double z = (double)vv_exp((float)(-2.0 * 0.6931471805599453 * h / half_life));
    return z > 0.5 ? 3.0 * z * z / (4.0 * z - 1.0) : 1.5 * z;
}

/* What moves as a rigid whole is not a vibration: only the rest of the velocity is shortened. Done before the step, not in it,
 * so that short half-lives make a puppet dead, not slow. */
static void damp_vibration(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c, double keep,
                           double *v)
{
    uint32_t stride = solver->stride;
    double centre[2], move[2], inertia, momentum, unused;
    mass_products(puppet, solver, c, c, &inertia, &unused);
    mass_products(puppet, solver, c, v, &unused, &momentum);
    double spin = inertia > 0.0 ? momentum / inertia : 0.0;
    centre_of(puppet, c, centre);
    centre_of(puppet, v, move);
    for (uint32_t k = 0; k < solver->columns; k++) {
        bool place = k % 3 == 2;
        double rigid[2] = {-spin * (c[stride + k] - (place ? centre[1] : 0.0)) + (place ? move[0] : 0.0),
                           spin * (c[k] - (place ? centre[0] : 0.0)) + (place ? move[1] : 0.0)};
        v[k] = rigid[0] + keep * (v[k] - rigid[0]);
        v[stride + k] = rigid[1] + keep * (v[stride + k] - rigid[1]);
    }
}

/* Where the puppet goes without elasticity and rows. Gravity and the force on the whole accelerate everything alike, so they
 * are part of it; handles that move nothing stay. Returns α: drag takes d·h_e·(v − wind) from the new velocity, as mass would. */
static double predict(const step_context *step, const vvi_puppet_state *state, double h_e)
{
    vvi_puppet_solver *solver = step->solver;
    const vvi_puppet_input *input = step->input;
    const vv_material *material = &input->material;
    double drag = (double)material->drag * h_e, heavy = 1.0 + drag, *v = solver->velocity;
    for (uint32_t k = 0; k < 2 * solver->stride; k++) {
        solver->anchor[k] = state->c[k] + (state->fresh ? 0.0 : (state->c[k] - state->before[k]) / 3.0);
        v[k] = state->v[k] + (state->fresh ? 0.0 : (state->v[k] - state->v_before[k]) / 3.0);
    }
    if (material->half_life > 0.0f)
        damp_vibration(step->puppet, solver, solver->anchor, damping((double)material->half_life, (double)input->h), v);
    for (uint32_t i = 0; i < 2; i++) {
        double pull = (double)material->gravity * input->gravity[i] + input->force[i] / (double)step->puppet->mass;
        double gain = h_e * pull + drag * input->wind[i];
        for (uint32_t k = 0; k < solver->stride; k++) {
            uint32_t at = i * solver->stride + k;
            double speed = (v[at] + (k % 3 == 2 ? gain : 0.0)) / heavy;
            solver->predicted[at] =
                state->c[at] + step->puppet->carry[k] * (solver->anchor[at] - state->c[at] + h_e * speed);
        }
    }
    return heavy / (h_e * h_e);
}

/* Where iterations begin: the shape now, moved and turned as a whole to where it is predicted. */
static void guess(const step_context *step, double *c)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t stride = solver->stride;
    double from[2], to[2], dot, cross;
    mass_products(step->puppet, solver, step->at, solver->predicted, &dot, &cross);
    centre_of(step->puppet, step->at, from);
    centre_of(step->puppet, solver->predicted, to);
    double length = sqrt(dot * dot + cross * cross), cosine = length > 0.0 ? dot / length : 1.0;
    double sine = length > 0.0 ? cross / length : 0.0;
    copy(solver, c, step->at);
    if (memcmp(solver->predicted, step->at, 2 * (size_t)stride * sizeof *c) == 0)
        return;
    shift(step->puppet, c, -from[0], -from[1]);
    for (uint32_t k = 0; k < stride; k++) {
        double x = c[k], y = c[stride + k];
        c[k] = cosine * x - sine * y;
        c[stride + k] = sine * x + cosine * y;
    }
    shift(step->puppet, c, to[0], to[1]);
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

/* Plain steps lower the energy, except where contact begins or rows bend: then a shorter one does. */
static bool step_plainly(const step_context *step, double *energy)
{
    vvi_puppet_solver *solver = step->solver;
    double share = 1.0;
    for (uint32_t halving = 0; halving < HALVINGS; halving++, share *= 0.5) {
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

static void find_turn(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t stride = solver->stride;
    const double *shape = solver->rest_image, *c = step->at;
    double dot = vvi_dot(2 * stride, shape, c);
    double cross = vvi_dot(stride, shape, c + stride) - vvi_dot(stride, shape + stride, c);
    double length = sqrt(dot * dot + cross * cross);
    solver->turn[0] = length > 0.0 ? dot / length : 1.0;
    solver->turn[1] = length > 0.0 ? cross / length : 0.0;
}

/* Rows that stay for the whole step, and where iterations begin. */
static bool begin_rows(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    row_set *rows = &solver->rows;
    const vvi_puppet_input *input = step->input;
    rows->count = rows->responses_ready = rows->keyed_count = 0;
    rows->factored = rows->had_changing = rows->bent = false;
    for (uint32_t i = 0; i < input->row_count; i++)
        vvi_rows_add(step->puppet, solver, &input->rows[i], step->at, (double)input->h);
    bool good = vvi_keys_constant(step->puppet, solver, input, step->at, solver->c);
    rows->constant_count = rows->keyed_count = rows->count;
    for (uint32_t i = 0; i < input->aim_count; i++)
        rows->bent |= input->aims[i].channel == VV_CHANNEL_SCALE && input->aims[i].strength >= 1.0;
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

static void take_state(const step_context *step, vvi_puppet_state *state, double h_e)
{
    vvi_puppet_solver *solver = step->solver;
    copy(solver, state->before, state->c);
    copy(solver, state->v_before, state->v);
    copy(solver, state->c, solver->c);
    for (uint32_t k = 0; k < 2 * solver->stride; k++)
        state->v[k] = (solver->c[k] - solver->anchor[k]) / h_e;
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
    double mass = predict(&step, state, h_e), stiffness = vvi_puppet_stiffness(puppet, material->stiffness);
    solver->energy_count = 0;
    if (!vvi_solver_factor(puppet, solver,
                           (system_key){mass, stiffness, vvi_puppet_join_stiffness(puppet, h_e, stiffness)}))
        return false;
    find_turn(&step);
    guess(&step, solver->c);
    take_force(puppet, solver, input->push);
    if (!begin_rows(&step))
        return false;
    vvi_attract_rest(puppet, solver, material->attraction, (double)material->examples, input->attraction_count,
                     input->attractions, state->c, state->mix);
    if (!is_still(&step, state) && !minimise(&step))
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
    set->count = set->responses_ready = 0;
    set->factored = set->had_changing = set->bent = false;
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
    copy(solver, solver->c, c);
    copy(solver, solver->predicted, c);
    take_force(puppet, solver, NULL);
    settle_rows(solver, row_count, rows);
    vvi_attract_rest(puppet, solver, VV_ATTRACT_HULL, 1.0, attraction_count, attractions, c, NULL);
    if (!minimise(&step))
        return false;
    copy(solver, c, solver->c);
    *energy = vvi_puppet_local(puppet, c, solver->pull, solver->local);
    return true;
}
