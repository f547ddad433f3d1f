/* A puppet among other actors: in the sprites' substeps it moves along its own step, and contact moves it from there
 * in handle space. When the step ends, that is added to its state. */
#include "runtime/stage/puppet_change.h"

#include <string.h>

static size_t state_bytes(const actor *a) { return 2u * (size_t)current_member(a)->view.stride * sizeof(double); }

/* ---- Substeps ---------------------------------------------------------------------------------------------------- */

void vvi_puppet_begin_substeps(actor *a)
{
    member *m = current_member(a);
    substep_motion *t = &a->puppet->travel;
    size_t bytes = m->view.vertex_count * sizeof *a->x;
    vvi_puppet_update_vertices(a);
    memcpy(t->end, a->x, bytes);
    memcpy(a->x, t->start, bytes);
    memcpy(a->x0, t->start, bytes);
    memset(t->displacement, 0, state_bytes(a));
    memset(t->velocity_change, 0, state_bytes(a));
    memset(t->substep_displacement, 0, state_bytes(a));
    memset(t->pending, 0, state_bytes(a));
    t->done = 0;
    t->was_pushed = false;
}

/* values[vertex_count] += Φ c on the stage. */
static void add_vertices(actor *a, const double *c, vv_vec2 *values)
{
    vv_vec2 *shift = a->puppet->travel.offsets;
    vvi_puppet_vertices(&current_member(a)->view, c, shift);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        values[i] = vv_vec2_add(values[i], mirror_vector(a, shift[i]));
}

static void add_states(const actor *a, const double *c, double times, double *out)
{
    for (uint32_t k = 0; k < 2u * current_member(a)->view.stride; k++)
        out[k] += times * c[k];
}

void vvi_puppet_begin_substep(vv_stage *stage, actor *a, float h)
{
    substep_motion *t = &a->puppet->travel;
    float share = (float)++t->done / (float)stage->def.substeps, rate = 1.0f / stage->def.step;
    VVI_CHECK(t->done <= stage->def.substeps && share > 0.0f && share <= 1.0f);
    t->fraction = (double)share;
    t->bend_count = 0;
    t->has_response = false;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        a->x0[i] = a->x[i];
        a->x[i] = vv_vec2_lerp(t->start[i], t->end[i], share);
        a->v[i] = vv_vec2_scale(vv_vec2_sub(t->end[i], t->start[i]), rate);
    }
    if (t->was_pushed) {
        add_states(a, t->velocity_change, (double)h, t->displacement);
        add_vertices(a, t->displacement, a->x);
        add_vertices(a, t->velocity_change, a->v);
    }
    a->now = vvi_actor_motion(a);
    a->predicted[0] = a->now.velocity[0];
    a->predicted[1] = a->now.velocity[1];
    a->predicted[2] = a->now.angular;
}

/* ---- Contact ----------------------------------------------------------------------------------------------------- */

void vvi_puppet_apply_displacement(actor *a, bool both)
{
    substep_motion *t = &a->puppet->travel;
    add_vertices(a, t->pending, a->x);
    if (both)
        add_vertices(a, t->pending, a->x0);
    else
        add_states(a, t->pending, 1.0, t->substep_displacement);
    add_states(a, t->pending, 1.0, t->displacement);
    memset(t->pending, 0, state_bytes(a));
    t->was_pushed = true;
}

void vvi_puppet_apply_velocity_change(actor *a)
{
    substep_motion *t = &a->puppet->travel;
    add_vertices(a, t->pending, a->v);
    add_states(a, t->pending, 1.0, t->velocity_change);
    memset(t->pending, 0, state_bytes(a));
    t->was_pushed = true;
}

void vvi_puppet_add_displacement_velocity(actor *a, float h)
{
    substep_motion *t = &a->puppet->travel;
    if (!t->was_pushed)
        return;
    for (uint32_t k = 0; k < 2u * current_member(a)->view.stride; k++)
        t->pending[k] = t->substep_displacement[k] / (double)h;
    memset(t->substep_displacement, 0, state_bytes(a));
    vvi_puppet_apply_velocity_change(a);
}

/* ---- The end of a step ------------------------------------------------------------------------------------------- */

/* Adds what contact did to the state. Second-order differences across such a jump would double the speed of what
 * springs back within a step, so the history restarts here, with a step of implicit Euler. */
static void add_contact_motion(const vv_stage *stage, actor *a)
{
    member *m = current_member(a);
    VVI_CHECK(a->puppet->travel.was_pushed && stage->def.step > 0.0f);
    const substep_motion *t = &a->puppet->travel;
    vvi_puppet_state *s = &m->state;
    for (uint32_t k = 0; k < 2u * m->view.stride; k++) {
        s->c[k] += t->displacement[k];
        s->v[k] += t->velocity_change[k];
        s->v_before[k] = s->v[k];
        s->before[k] = s->c[k] - (double)stage->def.step * s->v[k];
    }
    s->fresh = true;
}

/* Contradicting aims, or a blow near the end of a long drawing, may make a vertex faster than the stage allows; it is
 * slowed down then, as sprites are (limit.c). */
static void limit_speed(actor *a)
{
    if (vvi_all_finite(&a->v->x, 2u * (size_t)a->view.particle_count))
        vvi_actor_limit_speed(a, 0.95f * VVI_MAX_SPEED);
}

static bool is_sane(const actor *a)
{
    const member *m = current_member(a);
    float max_distance = PUPPET_MAX_SPREAD * a->view.radius;
    bool sane = vvi_state_is_sane(&m->view, m->state.c);
    for (uint32_t i = 0; i < a->view.particle_count && sane; i++)
        sane = vv_vec2_dot(a->x[i], a->x[i]) <= max_distance * max_distance &&
               vv_vec2_dot(a->v[i], a->v[i]) <= VVI_MAX_SPEED * VVI_MAX_SPEED;
    return sane;
}

/* The rotation of the whole drawing relative to the artwork, continuous. */
static void find_angle(actor *a)
{
    double dot = 0.0, cross = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 r = mirror_vector(a, vv_vec2_sub(a->artwork[i], a->view.centre)), x = a->x[i];
        double m = (double)a->view.masses[i];
        dot += m * ((double)r.x * (double)x.x + (double)r.y * (double)x.y);
        cross += m * ((double)r.x * (double)x.y - (double)r.y * (double)x.x);
    }
    if (dot != 0.0 || cross != 0.0) {
        double length = sqrt(dot * dot + cross * cross);
        VVI_CHECK(length > 0.0);
        a->fit.cosine = (float)(dot / length);
        a->fit.sine = (float)(cross / length);
        a->angle += vv_wrap_angle(vv_atan2(a->fit.sine, a->fit.cosine) - a->angle);
    }
}

/* The centre of an actor stays in the box of the world; the wall takes the velocity that leads out. */
static void keep_in_world(const vv_stage *stage, actor *a)
{
    const double low[2] = {(double)stage->def.low.x, (double)stage->def.low.y};
    const double high[2] = {(double)stage->def.high.x, (double)stage->def.high.y};
    double speed[2] = {(double)a->velocity.x, (double)a->velocity.y}, stop[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        bool is_below = a->origin[k]<low[k], is_above = a->origin[k]> high[k];
        if ((is_below && speed[k] < 0.0) || (is_above && speed[k] > 0.0))
            stop[k] = -speed[k];
        a->origin[k] = is_below ? low[k] : is_above ? high[k] : a->origin[k];
    }
    if (stop[0] != 0.0 || stop[1] != 0.0) {
        vvi_puppet_add_motion(stage, a, stop, 0.0);
        a->velocity = (vv_vec2){(float)(speed[0] + stop[0]), (float)(speed[1] + stop[1])};
    }
}

/* The state of a kinematic puppet is relative to its frame, whose velocity is that of the actor. */
static void add_frame_velocity(actor *a)
{
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 turning = vv_vec2_scale(perpendicular(a->x[i]), a->spin);
        a->v[i] = vv_vec2_add(a->v[i], vv_vec2_add(a->velocity, turning));
    }
}

static void finish_step(vv_stage *stage, actor *a)
{
    member *m = current_member(a);
    double centre[2];
    if (a->puppet->travel.was_pushed) {
        vvi_puppet_support(stage, a);
        add_contact_motion(stage, a);
    }
    vvi_puppet_change(stage, a);
    m = current_member(a);
    vvi_state_centre(&m->view, m->state.c, centre);
    double to_centre[2] = {-centre[0], -centre[1]};
    vvi_state_translate(&m->view, m->state.c, to_centre);
    vvi_state_translate(&m->view, m->state.before, to_centre);
    a->origin[0] += mirrored(a, centre[0]);
    a->origin[1] += centre[1];
    vvi_puppet_update_vertices(a);
    limit_speed(a);
    if (!is_sane(a)) {
        vvi_actor_recover(stage, a);
        return;
    }
    find_angle(a);
    if (a->kinematic) {
        add_frame_velocity(a);
    } else {
        motion now = vvi_actor_motion(a);
        a->velocity = (vv_vec2){(float)now.velocity[0], (float)now.velocity[1]};
        a->spin = (float)(now.angular / now.inertia);
        keep_in_world(stage, a);
    }
    memcpy(m->last_good, m->state.c, 2u * (size_t)m->view.stride * sizeof(double));
    VVI_CHECK(vvi_all_finite_double(m->last_good, 2u * (size_t)m->view.stride));
}

void vvi_puppets_finish_step(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->puppet_count; i++)
        finish_step(stage, &stage->actors[stage->puppets[i]]);
}
