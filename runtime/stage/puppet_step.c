/* A puppet's own step: once a fixed step, before the sprites' substeps, with everything that directs it
 * ("Artist-Directed Dynamics for 2D Animation", eq. 4). Puppets are stepped in the order in which they were added, so
 * that one may follow or copy those before it. */
#include "runtime/stage/puppet_change.h"
#include "runtime/stage/zone.h"

#include <string.h>

/* ---- Holds ------------------------------------------------------------------------------------------------------- */

#define PI 3.14159265358979

/* Limits the distance to the target of a hold, so that it moves at no more than half the largest speed of the stage. */
static double limit_distance(double gap, double h)
{
    double limit = 0.5 * (double)VVI_MAX_SPEED * h;
    return gap > limit ? limit : gap < -limit ? -limit : gap;
}

/* Two rows per hold: x and y of the nearest vertex. A frequency becomes the stiffness at which the whole drawing
 * swings about the held point with it. */
void vvi_puppet_find_holds(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    const vvi_puppet_view *view = &current_member(a)->view;
    size_t stride = view->stride;
    for (uint32_t i = 0; i < a->hold_count; i++) {
        const hold *held = &a->holds[i];
        double to[2] = {mirrored(a, (double)held->to.x - a->origin[0]), (double)held->to.y - a->origin[1]};
        vv_vec2 x = mirror_vector(a, a->x[held->particle]);
        double at[2] = {(double)x.x, (double)x.y}, hertz = (double)held->strength;
        bool exact = !(held->strength < 1e6f);
        for (uint32_t k = 0; k < 2; k++) {
            vvi_row *r = &p->rows[p->row_count];
            VVI_CHECK(p->row_count < p->row_capacity && held->particle < view->vertex_count);
            double *coefficients = p->row_memory + 2u * stride * p->row_count++;
            memset(coefficients, 0, 2u * stride * sizeof *coefficients);
            vvi_state_add_basis(view, held->particle, 1.0, coefficients + k * stride);
            *r = (vvi_row){.coefficients = coefficients,
                           .target = at[k] + limit_distance(to[k] - at[k], (double)stage->def.step),
                           .strength = exact ? 1.0 : 0.0,
                           .stiffness = exact ? 0.0 : (double)view->mass * 4.0 * PI * PI * hertz * hertz};
        }
    }
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

static vvi_puppet_input make_input(const vv_stage *stage, const actor *a)
{
    const puppet *p = a->puppet;
    const vv_stage_def *def = &stage->def;
    VVI_CHECK(p->aim_count <= p->aim_capacity && p->row_count <= p->row_capacity);
    const uint32_t *attractions;
    uint32_t attraction_count = vvi_change_attractions(p, &attractions);
    const vv_vec2 zero = {0.0f, 0.0f}, gravity = a->kinematic ? zero : def->gravity,
                  wind = a->kinematic ? zero : def->wind, force = a->kinematic ? zero : a->force;
    return (vvi_puppet_input){.h = def->step,
                              .material = p->material,
                              .gravity = {mirrored(a, (double)gravity.x), (double)gravity.y},
                              .wind = {mirrored(a, (double)wind.x), (double)wind.y},
                              .force = {mirrored(a, (double)force.x), (double)force.y},
                              .aim_count = p->aim_count,
                              .aims = p->aims,
                              .row_count = p->row_count,
                              .rows = p->rows,
                              .attraction_count = attraction_count,
                              .attractions = attractions};
}

static void copy_state(const actor *a, bool restore)
{
    const puppet *p = a->puppet;
    member *m = current_member(a);
    size_t length = 2u * (size_t)m->view.stride, bytes = length * sizeof(double);
    VVI_CHECK(m->view.example_count <= VV_BLEND_MAX_EXAMPLES);
    double *arrays[4] = {m->state.c, m->state.before, m->state.v, m->state.v_before};
    for (uint32_t k = 0; k < 4; k++)
        memcpy(restore ? arrays[k] : p->backup + k * length, restore ? p->backup + k * length : arrays[k], bytes);
    bytes = m->view.example_count * sizeof(float);
    if (bytes)
        memcpy(restore ? m->state.mix : p->backup_mix, restore ? p->backup_mix : m->state.mix, bytes);
}

/* Solves the step, and once more where an obstacle stops the drawing: that step is one of implicit Euler. */
static bool solve(actor *a, const vvi_puppet_input *input)
{
    member *m = current_member(a);
    copy_state(a, false);
    if (!vvi_puppet_step(&m->view, m->solver, input, &m->state))
        return false;
    if (!a->puppet->had_impact)
        return true;
    copy_state(a, true);
    m->state.fresh = true;
    return vvi_puppet_step(&m->view, m->solver, input, &m->state);
}

/* What zones do in this step, as a force on the whole and a change of its spin. Its own drag, and the wind on it, are
 * part of the implicit step. */
static void apply_zones(vv_stage *stage, actor *a, vvi_puppet_input *input)
{
    const vv_material *material = &a->puppet->material;
    float h = stage->def.step;
    zone_effect e;
    if (a->kinematic || !vvi_zones_find_effect(stage, a, 0.5f * h, &e))
        return;
    vv_vec2 gravity = vv_vec2_scale(stage->def.gravity, material->gravity);
    vv_vec2 push = vv_vec2_scale(e.acceleration, h), wind = vv_vec2_add(stage->def.wind, e.wind);
    vv_vec2 before = vv_vec2_add(vv_vec2_add(a->velocity, vv_vec2_scale(gravity, h)), push);
    vv_vec2 after = vv_vec2_lerp(wind, before, vv_exp(-e.drag * h));
    after = vv_vec2_lerp(e.flow, after, vvi_zone_kept_speed(&e, vv_vec2_distance(after, e.flow), h));
    push = vv_vec2_scale(vv_vec2_add(push, vv_vec2_sub(after, before)), a->view.mass / h);
    input->force[0] += mirrored(a, (double)push.x);
    input->force[1] += (double)push.y;
    input->wind[0] += mirrored(a, (double)e.wind.x);
    input->wind[1] += (double)e.wind.y;
    float spin = (a->spin + e.spin_rate * h) * vv_exp(-e.angular * h) - a->spin;
    rigid_motion whole = vvi_puppet_rigid_motion(a);
    vvi_puppet_add_rigid_motion(stage, a, &whole, (double[2]){0.0, 0.0}, mirrored(a, (double)spin));
}

/* Forces accelerate no actor by more than a step can take (limit.c). */
static void limit_forces(const vv_stage *stage, const actor *a, vvi_puppet_input *input)
{
    double h = (double)stage->def.step, gravity = (double)a->puppet->material.gravity, gain[2];
    for (int k = 0; k < 2; k++)
        gain[k] = h * (gravity * input->gravity[k] + input->force[k] / (double)a->view.mass);
    double speed = sqrt(gain[0] * gain[0] + gain[1] * gain[1]), most = 0.5 * (double)VVI_MAX_SPEED;
    for (int k = 0; k < 2 && speed > most; k++) {
        input->gravity[k] *= most / speed;
        input->force[k] *= most / speed;
    }
}

static void step_puppet(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    member *m = current_member(a);
    VVI_CHECK(a->used && m->view.vertex_count <= a->capacity && a->hold_count <= p->hold_capacity);
    memcpy(p->travel.start, a->x, m->view.vertex_count * sizeof *a->x);
    memcpy(p->travel.start_velocity, a->v, m->view.vertex_count * sizeof *a->v);
    if (a->kinematic)
        vvi_kinematic_move_frame(a);
    memset(p->fixed, 0, m->view.column_count);
    p->aim_count = p->row_count = 0;
    double time = (double)(stage->step_count + 1u) * (double)stage->def.step;
    vvi_puppet_find_aims(stage, a, time);
    if (!a->kinematic)
        vvi_puppet_find_holds(stage, a);
    vvi_paste_rows(stage, a, time);
    vvi_puppet_input input = make_input(stage, a);
    apply_zones(stage, a, &input);
    limit_forces(stage, a, &input);
    obstacle_user user = {stage, a};
    input.limits_strain = p->aim_count == 0; /* keys may press a drawing as they like */
    if (!a->kinematic && vvi_puppet_begin_contact(stage, a)) {
        vvi_puppet_limit_approach(stage, a);
        input.contact = vvi_puppet_obstacle_rows;
        input.revise = vvi_puppet_revise_obstacles;
        input.user = &user;
    }
    if (!solve(a, &input))
        vvi_actor_recover(stage, a);
    else if (a->kinematic)
        vvi_kinematic_center(stage, a);
    else {
        vvi_puppet_finish_contact(stage, a);
        vvi_puppet_hold_walls(stage, a);
    }
    vvi_puppet_begin_substeps(a);
}

void vvi_puppets_step(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->puppet_count; i++)
        step_puppet(stage, &stage->actors[stage->puppets[i]]);
}
