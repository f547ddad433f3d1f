/* Time and the motion of a puppet as a whole: where it would go by itself, what of its velocity is vibration, and where
 * iterations begin.
 *
 * Time is second-order backward differences: with h_e = 2h/3, a = (4c − c₋)/3 and v* = (4v − v₋)/3,
 *
 *   c₊ = argmin ½ |c − (a + h_e v*)|²_M / h_e² + …,   v₊ = (c₊ − a)/h_e.
 *
 * Implicit Euler (h_e = h, a = c, v* = v), which eats most of a swing in a period, is only for a first step. */
#include "solver.h"

#include <string.h>

/* ---- Motion of the whole ---------------------------------------------------------------------------------------------- */

/* As the vector has it, to the last digit: momentum is kept by that. */
static double mass_of(const vvi_puppet_view *puppet)
{
    double mass = 0.0;
    for (uint32_t k = 2; k < puppet->column_count; k += 3)
        mass += puppet->mass_vector[k];
    return mass;
}

void vvi_centre_of(const vvi_puppet_view *puppet, const double *c, double centre[2])
{
    double mass = mass_of(puppet);
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
    vvi_centre_of(puppet, c, centre);
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

void vvi_find_stance(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t stride = solver->stride;
    const double *shape = solver->rest_image, *c = step->at;
    double dot = vvi_dot(2 * stride, shape, c);
    double cross = vvi_dot(stride, shape, c + stride) - vvi_dot(stride, shape + stride, c);
    double length = sqrt(dot * dot + cross * cross);
    solver->turn[0] = length > 0.0 ? dot / length : 1.0;
    solver->turn[1] = length > 0.0 ? cross / length : 0.0;
    vvi_centre_of(step->puppet, c, solver->middle);
    mass_products(step->puppet, solver, c, c, &solver->moment, &cross);
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

double vvi_rigid_inertia(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c)
{
    double inertia, unused;
    mass_products(puppet, solver, c, c, &inertia, &unused);
    return inertia > 0.0 ? inertia : 1.0;
}

double vvi_row_weight(const vvi_puppet_view *puppet, const vvi_puppet_solver *solver, uint32_t row, const double *c,
                      const double centre[2], double inertia, double G[3])
{
    const row_set *rows = &solver->rows;
    vvi_row_rigid(solver, rows->coefficients[row], c, centre, G);
    double light = (G[0] * G[0] + G[1] * G[1]) / mass_of(puppet) + G[2] * G[2] / inertia;
    double weight = light > 0.0 ? 1e6 / light : 0.0, soft = rows->stiffness[row] / solver->key.mass;
    return soft > 0.0 && soft < weight ? soft : weight;
}

/* The motion (x, y, turning) of a rigid puppet that is nearest to v. Rows count as what they are stiff: beside a clamped handle,
 * swinging about it is vibration; about one that is only held, it is not. */
static void rigid_motion(const step_context *step, const double *c, const double centre[2], const double *v,
                         double motion[3])
{
    vvi_puppet_solver *solver = step->solver;
    const row_set *rows = &solver->rows;
    double A[9] = {0.0}, move[2], unused, mass = mass_of(step->puppet);
    double inertia = vvi_rigid_inertia(step->puppet, solver, c);
    mass_products(step->puppet, solver, c, v, &unused, &motion[2]);
    vvi_centre_of(step->puppet, v, move);
    A[0] = A[4] = mass;
    A[8] = inertia;
    motion[0] = mass * move[0];
    motion[1] = mass * move[1];
    for (uint32_t i = 0; i < rows->count; i++) {
        double G[3], speed = vvi_dot(2 * solver->stride, rows->coefficients[i], v);
        double weight = vvi_row_weight(step->puppet, solver, i, c, centre, inertia, G);
        for (uint32_t a = 0; a < 3; a++) {
            motion[a] += weight * G[a] * speed;
            for (uint32_t b = 0; b < 3; b++)
                A[3 * a + b] += weight * G[a] * G[b];
        }
    }
    if (vvi_cholesky_factor_double(3, A))
        vvi_cholesky_solve_double(3, A, 1, motion);
}

/* What moves as a rigid whole is not a vibration: only the rest of the velocity is shortened. Done before the step, not in it,
 * so that short half-lives make a puppet dead, not slow. */
static void damp_vibration(const step_context *step, const double *c, double keep, double *v)
{
    uint32_t stride = step->solver->stride;
    double centre[2], motion[3];
    vvi_centre_of(step->puppet, c, centre);
    rigid_motion(step, c, centre, v, motion);
    for (uint32_t k = 0; k < step->solver->columns; k++) {
        bool place = k % 3 == 2;
        double rigid[2] = {-motion[2] * (c[stride + k] - (place ? centre[1] : 0.0)) + (place ? motion[0] : 0.0),
                           motion[2] * (c[k] - (place ? centre[0] : 0.0)) + (place ? motion[1] : 0.0)};
        v[k] = rigid[0] + keep * (v[k] - rigid[0]);
        v[stride + k] = rigid[1] + keep * (v[stride + k] - rigid[1]);
    }
}

void vvi_extrapolate(const step_context *step, const vvi_puppet_state *state)
{
    vvi_puppet_solver *solver = step->solver;
    for (uint32_t k = 0; k < 2 * solver->stride; k++) {
        solver->anchor[k] = state->c[k] + (state->fresh ? 0.0 : (state->c[k] - state->before[k]) / 3.0);
        solver->velocity[k] = state->v[k] + (state->fresh ? 0.0 : (state->v[k] - state->v_before[k]) / 3.0);
    }
}

void vvi_predict(const step_context *step, const vvi_puppet_state *state, double h_e)
{
    vvi_puppet_solver *solver = step->solver;
    const vvi_puppet_input *input = step->input;
    const vv_material *material = &input->material;
    double drag = (double)material->drag * h_e, heavy = 1.0 + drag, *v = solver->velocity;
    if (material->half_life > 0.0f)
        damp_vibration(step, solver->anchor, damping((double)material->half_life, (double)input->h), v);
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
}

void vvi_guess(const step_context *step, double *c)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t stride = solver->stride;
    double from[2], to[2], dot, cross;
    mass_products(step->puppet, solver, step->at, solver->predicted, &dot, &cross);
    vvi_centre_of(step->puppet, step->at, from);
    vvi_centre_of(step->puppet, solver->predicted, to);
    double length = sqrt(dot * dot + cross * cross), cosine = length > 0.0 ? dot / length : 1.0;
    double sine = length > 0.0 ? cross / length : 0.0;
    vvi_copy_state(solver, c, step->at);
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
