/* A puppet among other actors: in the sprites' substeps it goes along the way of its own step, and contact moves it from there
 * in the space of its handles. When the step ends, that becomes its state's. */
#include "runtime/stage/puppet/change.h"

#include <string.h>

/* Largest numbers of a state: linear parts, and pivots in radii. */
#define MOST_LINEAR 1e4
#define MOST_PIVOT  1e4

static size_t state_bytes(const actor *a) { return 2u * (size_t)member_now(a)->view.stride * sizeof(double); }

/* ---- The way -------------------------------------------------------------------------------------------------------- */

void vvi_puppet_set_out(actor *a)
{
    member *m = member_now(a);
    journey *t = &a->puppet->travel;
    size_t bytes = m->view.vertex_count * sizeof *a->x;
    vvi_puppet_refresh(a);
    memcpy(t->to, a->x, bytes);
    memcpy(a->x, t->from, bytes);
    memcpy(a->x0, t->from, bytes);
    memset(t->moved, 0, state_bytes(a));
    memset(t->gained, 0, state_bytes(a));
    memset(t->pushed, 0, state_bytes(a));
    memset(t->pending, 0, state_bytes(a));
    t->done = 0;
    t->met = false;
}

/* values[vertex_count] += Φ c on the stage. */
static void add_vertices(actor *a, const double *c, vv_vec2 *values)
{
    vv_vec2 *shift = a->puppet->travel.shift;
    vvi_puppet_vertices(&member_now(a)->view, c, shift);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        values[i] = vv_vec2_add(values[i], mirror_vector(a, shift[i]));
}

static void add_states(const actor *a, const double *c, double times, double *out)
{
    for (uint32_t k = 0; k < 2u * member_now(a)->view.stride; k++)
        out[k] += times * c[k];
}

void vvi_puppet_travel(vv_stage *stage, actor *a, float h)
{
    journey *t = &a->puppet->travel;
    float share = (float)++t->done / (float)stage->def.substeps, rate = 1.0f / stage->def.step;
    t->share = (double)share;
    t->bend_count = 0;
    t->yields = false;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        a->x0[i] = a->x[i];
        a->x[i] = vv_vec2_mix(t->from[i], t->to[i], share);
        a->v[i] = vv_vec2_scale(vv_vec2_sub(t->to[i], t->from[i]), rate);
    }
    if (t->met) {
        add_states(a, t->gained, (double)h, t->moved);
        add_vertices(a, t->moved, a->x);
        add_vertices(a, t->gained, a->v);
    }
    a->now = vvi_actor_motion(a);
    a->predicted[0] = a->now.velocity[0];
    a->predicted[1] = a->now.velocity[1];
    a->predicted[2] = a->now.angular;
}

/* ---- What contact does ------------------------------------------------------------------------------------------------ */

void vvi_puppet_pushed(actor *a, bool both)
{
    journey *t = &a->puppet->travel;
    add_vertices(a, t->pending, a->x);
    if (both)
        add_vertices(a, t->pending, a->x0);
    else
        add_states(a, t->pending, 1.0, t->pushed);
    add_states(a, t->pending, 1.0, t->moved);
    memset(t->pending, 0, state_bytes(a));
    t->met = true;
}

void vvi_puppet_speeded(actor *a)
{
    journey *t = &a->puppet->travel;
    add_vertices(a, t->pending, a->v);
    add_states(a, t->pending, 1.0, t->gained);
    memset(t->pending, 0, state_bytes(a));
    t->met = true;
}

void vvi_puppet_velocities(actor *a, float h)
{
    journey *t = &a->puppet->travel;
    if (!t->met)
        return;
    for (uint32_t k = 0; k < 2u * member_now(a)->view.stride; k++)
        t->pending[k] = t->pushed[k] / (double)h;
    memset(t->pushed, 0, state_bytes(a));
    vvi_puppet_speeded(a);
}

/* ---- The end of a step ---------------------------------------------------------------------------------------------------- */

/* What contact did becomes the state's. It was a jump: second-order differences over it would make of what springs back in a step
 * twice the speed, so that history begins here, with a step of implicit Euler. */
static void take_travel(const vv_stage *stage, actor *a)
{
    member *m = member_now(a);
    const journey *t = &a->puppet->travel;
    vvi_puppet_state *s = &m->state;
    for (uint32_t k = 0; k < 2u * m->view.stride; k++) {
        s->c[k] += t->moved[k];
        s->v[k] += t->gained[k];
        s->v_before[k] = s->v[k];
        s->before[k] = s->c[k] - (double)stage->def.step * s->v[k];
    }
    s->fresh = true;
}

bool vvi_state_is_sane(const vvi_puppet_view *view, const double *c)
{
    for (uint32_t k = 0; k < view->column_count; k++) {
        double most = k % 3u == 2u ? MOST_PIVOT * (double)view->radius : MOST_LINEAR;
        if (!(fabs(c[k]) <= most && fabs(c[view->stride + k]) <= most))
            return false;
    }
    return true;
}

static bool is_sane(const actor *a)
{
    const member *m = member_now(a);
    float far = PUPPET_MAX_SPREAD * a->view.radius;
    bool sane = vvi_state_is_sane(&m->view, m->state.c);
    for (uint32_t i = 0; i < a->view.particle_count && sane; i++)
        sane = vv_vec2_dot(a->x[i], a->x[i]) <= far * far &&
               vv_vec2_dot(a->v[i], a->v[i]) <= VVI_MAX_SPEED * VVI_MAX_SPEED;
    return sane;
}

/* The rotation of the whole drawing from the one that was drawn, continuous. */
static void find_angle(actor *a)
{
    double along = 0.0, across = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 r = mirror_vector(a, vv_vec2_sub(a->artwork[i], a->view.centre)), x = a->x[i];
        double m = (double)a->view.masses[i];
        along += m * ((double)r.x * (double)x.x + (double)r.y * (double)x.y);
        across += m * ((double)r.x * (double)x.y - (double)r.y * (double)x.x);
    }
    if (along != 0.0 || across != 0.0) {
        double length = sqrt(along * along + across * across);
        a->fit.cosine = (float)(along / length);
        a->fit.sine = (float)(across / length);
        a->angle += vv_wrap_angle(vv_atan2(a->fit.sine, a->fit.cosine) - a->angle);
    }
}

/* Nobody's centre leaves the world's box; the wall takes the speed that leads out. */
static void stay_in_box(const vv_stage *stage, actor *a)
{
    const double low[2] = {(double)stage->def.low.x, (double)stage->def.low.y};
    const double high[2] = {(double)stage->def.high.x, (double)stage->def.high.y};
    double speed[2] = {(double)a->velocity.x, (double)a->velocity.y}, stop[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        bool under = a->origin[k]<low[k], over = a->origin[k]> high[k];
        if ((under && speed[k] < 0.0) || (over && speed[k] > 0.0))
            stop[k] = -speed[k];
        a->origin[k] = under ? low[k] : over ? high[k] : a->origin[k];
    }
    if (stop[0] != 0.0 || stop[1] != 0.0) {
        vvi_puppet_add_motion(stage, a, stop, 0.0);
        a->velocity = (vv_vec2){(float)(speed[0] + stop[0]), (float)(speed[1] + stop[1])};
    }
}

static void arrive(vv_stage *stage, actor *a)
{
    member *m = member_now(a);
    double centre[2];
    if (a->puppet->travel.met) {
        vvi_puppet_support(a);
        take_travel(stage, a);
    }
    vvi_puppet_change(stage, a);
    m = member_now(a);
    vvi_state_centre(&m->view, m->state.c, centre);
    double back[2] = {-centre[0], -centre[1]};
    vvi_state_shift(&m->view, m->state.c, back);
    vvi_state_shift(&m->view, m->state.before, back);
    a->origin[0] += mirrored(a, centre[0]);
    a->origin[1] += centre[1];
    vvi_puppet_refresh(a);
    if (!is_sane(a)) {
        vvi_actor_recover(stage, a);
        return;
    }
    motion now = vvi_actor_motion(a);
    a->velocity = (vv_vec2){(float)now.velocity[0], (float)now.velocity[1]};
    a->spin = (float)(now.angular / now.inertia);
    find_angle(a);
    stay_in_box(stage, a);
    memcpy(m->good, m->state.c, 2u * (size_t)m->view.stride * sizeof(double));
}

void vvi_puppets_arrive(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->puppet_count; i++)
        arrive(stage, &stage->actors[stage->puppets[i]]);
}
