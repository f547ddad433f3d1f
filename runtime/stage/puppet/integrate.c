/* Time integration and the motion of a puppet as a whole: the predicted state, which part of its velocity is
 * vibration, and the initial guess of the iterations.
 *
 * Time is second-order backward differences: with h_e = 2h/3, a = (4c − c₋)/3 and v* = (4v − v₋)/3,
 *
 *   c₊ = argmin ½ |c − (a + h_e v*)|²_M / h_e² + …,   v₊ = (c₊ − a)/h_e.
 *
 * Implicit Euler (h_e = h, a = c, v* = v) damps most of a vibration within a period, so only a first step uses it. */
#include "solver.h"

#include <string.h>

/* ---- Motion of the whole ----------------------------------------------------------------------------------------- */

/* The mass as mass_vector sums to it, to the last digit: this conserves momentum exactly. */
static double total_mass(const vvi_puppet_view *puppet)
{
    double mass = 0.0;
    for (uint32_t k = 2; k < puppet->column_count; k += 3)
        mass += puppet->mass_vector[k];
    return mass;
}

void vvi_centre_of(const vvi_puppet_view *puppet, const double *c, double centre[2])
{
    double mass = total_mass(puppet);
    VVI_CHECK(mass > 0.0);
    for (uint32_t i = 0; i < 2; i++)
        centre[i] = vvi_dot(puppet->stride, puppet->mass_vector, c + i * puppet->stride) / mass;
}

/* Translates the whole puppet. */
static void translate(const vvi_puppet_view *puppet, double *c, double x, double y)
{
    for (uint32_t k = 2; k < puppet->column_count; k += 3) {
        c[k] += x;
        c[puppet->stride + k] += y;
    }
}

/* out = c about its centre; 0 for handles that move no vertex. */
static void subtract_centre(const vvi_puppet_view *puppet, const double *c, double *out)
{
    double centre[2];
    vvi_centre_of(puppet, c, centre);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < puppet->stride; k++)
            out[i * puppet->stride + k] =
                puppet->inertia_mask[k] * (c[i * puppet->stride + k] - (k % 3 == 2 ? centre[i] : 0.0));
}

/* Σ a·b and Σ a×b of two states in the metric of mass, both about their centres. */
static void mass_products(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *a, const double *b,
                          double *dot, double *cross)
{
    uint32_t stride = solver->stride;
    double *offset = solver->work, *image = solver->image;
    subtract_centre(puppet, b, offset);
    vvi_solver_apply(solver, solver->mass, offset, image);
    subtract_centre(puppet, a, offset);
    *dot = vvi_dot(2 * stride, offset, image);
    *cross = vvi_dot(stride, offset, image + stride) - vvi_dot(stride, offset + stride, image);
}

void vvi_find_rigid_frame(const step_context *step)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t stride = solver->stride;
    const double *shape = solver->rest_image, *c = step->start;
    double dot = vvi_dot(2 * stride, shape, c);
    double cross = vvi_dot(stride, shape, c + stride) - vvi_dot(stride, shape + stride, c);
    double length = sqrt(dot * dot + cross * cross);
    solver->rotation[0] = length > 0.0 ? dot / length : 1.0;
    solver->rotation[1] = length > 0.0 ? cross / length : 0.0;
    VVI_CHECK(vvi_is_unit2((vv_vec2){(float)solver->rotation[0], (float)solver->rotation[1]}));
    vvi_centre_of(step->puppet, c, solver->centre);
    mass_products(step->puppet, solver, c, c, &solver->rotational_inertia, &cross);
}

/* ---- Integrator -------------------------------------------------------------------------------------------------- */

/* A vibration whose velocity decays at the rate γ loses amplitude at γ/2, so half of it is left after half_life for
 * γ = 2 ln 2 / half_life. Backward differences with a factor f on v* have v₊ = f(4v − v₋)/3, whose root is z =
 * exp(−γh) for f = 3z²/(4z − 1). That function has its minimum at z = ½; below, f continues linearly to 0. */
static double velocity_decay(double half_life, double h)
{
    double z = (double)vv_exp((float)(-2.0 * 0.6931471805599453 * h / half_life));
    VVI_CHECK(half_life > 0.0 && z >= 0.0 && z <= 1.0);
    return z > 0.5 ? 3.0 * z * z / (4.0 * z - 1.0) : 1.5 * z;
}

double vvi_rigid_inertia(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const double *c)
{
    double inertia, unused;
    mass_products(puppet, solver, c, c, &inertia, &unused);
    return inertia > 0.0 ? inertia : 1.0;
}

double vvi_row_rigid_weight(const vvi_puppet_view *puppet, const vvi_puppet_solver *solver, uint32_t row,
                            const double *c, const double centre[2], double inertia, double G[3])
{
    const row_set *rows = &solver->rows;
    vvi_row_rigid_derivative(solver, rows->coefficients[row], c, centre, G);
    double inverse_mass = (G[0] * G[0] + G[1] * G[1]) / total_mass(puppet) + G[2] * G[2] / inertia;
    VVI_CHECK(row < rows->count && inertia > 0.0 && rows->stiffness[row] >= 0.0);
    double weight = inverse_mass > 0.0 ? 1e6 / inverse_mass : 0.0, row_mass = rows->stiffness[row] / solver->key.mass;
    return row_mass > 0.0 && row_mass < weight ? row_mass : weight;
}

/* The rigid motion (x, y, rotation) that is nearest to v. Rows count by their stiffness: with a clamped handle,
 * swinging about it is vibration; with one that is only held softly, it is not. */
static void find_rigid_motion(const step_context *step, const double *c, const double centre[2], const double *v,
                              double motion[3])
{
    vvi_puppet_solver *solver = step->solver;
    const row_set *rows = &solver->rows;
    double A[9] = {0.0}, move[2], unused, mass = total_mass(step->puppet);
    double inertia = vvi_rigid_inertia(step->puppet, solver, c);
    mass_products(step->puppet, solver, c, v, &unused, &motion[2]);
    vvi_centre_of(step->puppet, v, move);
    A[0] = A[4] = mass;
    A[8] = inertia;
    motion[0] = mass * move[0];
    motion[1] = mass * move[1];
    for (uint32_t i = 0; i < rows->count; i++) {
        double G[3], velocity = vvi_dot(2 * solver->stride, rows->coefficients[i], v);
        double weight = vvi_row_rigid_weight(step->puppet, solver, i, c, centre, inertia, G);
        for (uint32_t a = 0; a < 3; a++) {
            motion[a] += weight * G[a] * velocity;
            for (uint32_t b = 0; b < 3; b++)
                A[3 * a + b] += weight * G[a] * G[b];
        }
    }
    if (vvi_cholesky_factor_double(3, A))
        vvi_cholesky_solve_double(3, A, 1, motion);
}

/* Rigid motion is not vibration: only the rest of the velocity is reduced. This is done before the step, not in it,
 * so that short half-lives remove vibration without slowing the puppet down. */
static void damp_vibration(const step_context *step, const double *c, double decay, double *v)
{
    uint32_t stride = step->solver->stride;
    double centre[2], motion[3];
    vvi_centre_of(step->puppet, c, centre);
    find_rigid_motion(step, c, centre, v, motion);
    for (uint32_t k = 0; k < step->solver->columns; k++) {
        bool is_pivot = k % 3 == 2;
        double rigid[2] = {-motion[2] * (c[stride + k] - (is_pivot ? centre[1] : 0.0)) + (is_pivot ? motion[0] : 0.0),
                           motion[2] * (c[k] - (is_pivot ? centre[0] : 0.0)) + (is_pivot ? motion[1] : 0.0)};
        v[k] = rigid[0] + decay * (v[k] - rigid[0]);
        v[stride + k] = rigid[1] + decay * (v[stride + k] - rigid[1]);
    }
}

void vvi_extrapolate_history(const step_context *step, const vvi_puppet_state *state)
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
    double drag = (double)material->drag * h_e, mass_factor = 1.0 + drag, *v = solver->velocity;
    VVI_CHECK(h_e > 0.0 && drag >= 0.0);
    if (material->half_life > 0.0f)
        damp_vibration(step, solver->anchor, velocity_decay((double)material->half_life, (double)input->h), v);
    for (uint32_t i = 0; i < 2; i++) {
        double acceleration =
            (double)material->gravity * input->gravity[i] + input->force[i] / (double)step->puppet->mass;
        double velocity_gain = h_e * acceleration + drag * input->wind[i];
        for (uint32_t k = 0; k < solver->stride; k++) {
            uint32_t entry = i * solver->stride + k;
            double velocity = (v[entry] + (k % 3 == 2 ? velocity_gain : 0.0)) / mass_factor;
            solver->predicted[entry] = state->c[entry] + step->puppet->inertia_mask[k] *
                                                             (solver->anchor[entry] - state->c[entry] + h_e * velocity);
        }
    }
}

/* Backward differences lose angular momentum: 2 % of a spin of 4 rad/s in 2.5 s. Where nothing acts on the puppet that
 * could change it, the velocities get back what was lost, as a spin of the whole. */
void vvi_restore_angular_momentum(const step_context *step, vvi_puppet_state *state)
{
    const vvi_puppet_view *puppet = step->puppet;
    uint32_t stride = step->solver->stride;
    double before, now, unused, centre[2], inertia = vvi_rigid_inertia(puppet, step->solver, state->c);
    if (step->solver->rows.count > step->solver->strain.row_count || step->input->push ||
        step->input->material.drag > 0.0f)
        return;
    mass_products(puppet, step->solver, state->before, state->v_before, &unused, &before);
    mass_products(puppet, step->solver, state->c, state->v, &unused, &now);
    vvi_centre_of(puppet, state->c, centre);
    double spin = (before - now) / inertia;
    for (uint32_t k = 0; k < step->solver->columns; k++) {
        bool is_pivot = k % 3 == 2;
        state->v[k] -= spin * puppet->inertia_mask[k] * (state->c[stride + k] - (is_pivot ? centre[1] : 0.0));
        state->v[stride + k] += spin * puppet->inertia_mask[k] * (state->c[k] - (is_pivot ? centre[0] : 0.0));
    }
}

void vvi_find_initial_guess(const step_context *step, double *c)
{
    vvi_puppet_solver *solver = step->solver;
    uint32_t stride = solver->stride;
    double from[2], to[2], dot, cross;
    mass_products(step->puppet, solver, step->start, solver->predicted, &dot, &cross);
    vvi_centre_of(step->puppet, step->start, from);
    vvi_centre_of(step->puppet, solver->predicted, to);
    double length = sqrt(dot * dot + cross * cross), cosine = length > 0.0 ? dot / length : 1.0;
    double sine = length > 0.0 ? cross / length : 0.0;
    vvi_copy_state(solver, c, step->start);
    if (memcmp(solver->predicted, step->start, 2 * (size_t)stride * sizeof *c) == 0)
        return;
    translate(step->puppet, c, -from[0], -from[1]);
    for (uint32_t k = 0; k < stride; k++) {
        double x = c[k], y = c[stride + k];
        c[k] = cosine * x - sine * y;
        c[stride + k] = sine * x + cosine * y;
    }
    translate(step->puppet, c, to[0], to[1]);
}
