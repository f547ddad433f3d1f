/* A puppet among other actors: in the sprites' substeps it goes along the way of its own step, and contact moves it as a rigid
 * body. When the step ends, that motion becomes its state's, and the impulses of others less that motion, which have no
 * momentum left but bend it, are kept as forces for its next step, where the implicit solve answers them. */
#include "runtime/stage/puppet/change.h"

#include <string.h>

/* Largest numbers of a state: linear parts, and pivots in radii. */
#define MOST_LINEAR 1e4
#define MOST_PIVOT  1e4

/* ---- The way -------------------------------------------------------------------------------------------------------- */

void vvi_puppet_set_out(actor *a)
{
    member *m = member_now(a);
    journey *t = &a->puppet->travel;
    size_t bytes = m->view.vertex_count * sizeof *a->x;
    vvi_puppet_refresh(a);
    memcpy(t->to, a->x, bytes);
    memcpy(t->speed_to, a->v, bytes);
    memcpy(a->x, t->from, bytes);
    memcpy(a->x0, t->from, bytes);
    memset(t->hits, 0, bytes);
    vvi_state_centre(&m->view, m->state.c, t->centre_to);
    t->centre_to[0] = mirrored(a, t->centre_to[0]);
    t->done = 0;
    t->offset[0] = t->offset[1] = t->turn = t->velocity[0] = t->velocity[1] = t->spin = 0.0;
    t->pushed[0] = t->pushed[1] = t->turned = 0.0;
    t->met = t->hit = false;
}

/* Where the centre of mass is now: its own way, and what contact added. */
static void centre_now(const journey *t, double share, double at[2])
{
    for (int k = 0; k < 2; k++) /* the way begins at the origin, which is the centre */
        at[k] = share * t->centre_to[k] + t->offset[k];
}

void vvi_puppet_travel(vv_stage *stage, actor *a, float h)
{
    journey *t = &a->puppet->travel;
    double share = (double)++t->done / (double)stage->def.substeps, centre[2];
    for (int k = 0; k < 2; k++)
        t->offset[k] += (double)h * t->velocity[k];
    t->turn += (double)h * t->spin;
    centre_now(t, share, centre);
    vv_mat2 turn = vv_mat2_rotation((float)t->turn);
    vv_vec2 middle = {(float)(share * t->centre_to[0]), (float)(share * t->centre_to[1])};
    vv_vec2 to = {(float)centre[0], (float)centre[1]}, velocity = {(float)t->velocity[0], (float)t->velocity[1]};
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 x = vv_vec2_sub(vv_vec2_mix(t->from[i], t->to[i], (float)share), middle);
        vv_vec2 v = vv_vec2_mix(t->speed_from[i], t->speed_to[i], (float)share);
        if (t->turn != 0.0)
            x = vv_mat2_apply(turn, x);
        a->x0[i] = a->x[i];
        a->x[i] = vv_vec2_add(x, to);
        a->v[i] = (vv_vec2){v.x + velocity.x - (float)t->spin * x.y, v.y + velocity.y + (float)t->spin * x.x};
    }
    a->now = vvi_actor_motion(a);
    a->predicted[0] = a->now.velocity[0];
    a->predicted[1] = a->now.velocity[1];
    a->predicted[2] = a->now.angular;
}

/* ---- What contact does ------------------------------------------------------------------------------------------------ */

void vvi_puppet_pushed(actor *a, vv_vec2 shift, float turn, bool both)
{
    journey *t = &a->puppet->travel;
    t->offset[0] += (double)shift.x;
    t->offset[1] += (double)shift.y;
    t->turn += (double)turn;
    if (both)
        return;
    t->pushed[0] += (double)shift.x;
    t->pushed[1] += (double)shift.y;
    t->turned += (double)turn;
}

void vvi_puppet_speeded(actor *a, vv_vec2 velocity, float spin)
{
    journey *t = &a->puppet->travel;
    t->velocity[0] += (double)velocity.x;
    t->velocity[1] += (double)velocity.y;
    t->spin += (double)spin;
}

void vvi_puppet_hit(actor *a, const row_side *at, vv_vec2 impulse)
{
    vv_vec2 *hits = a->puppet->travel.hits;
    a->puppet->travel.hit = true;
    hits[at->i] = vv_vec2_add(hits[at->i], vv_vec2_scale(impulse, 1.0f - at->t));
    hits[at->j] = vv_vec2_add(hits[at->j], vv_vec2_scale(impulse, at->t));
}

/* What it was moved by in a substep was its velocity too. */
void vvi_puppet_velocities(vv_stage *stage, actor *a, float h)
{
    journey *t = &a->puppet->travel;
    double centre[2], more[2] = {t->pushed[0] / (double)h, t->pushed[1] / (double)h}, spin = t->turned / (double)h;
    if (more[0] == 0.0 && more[1] == 0.0 && spin == 0.0)
        return;
    centre_now(t, (double)t->done / (double)stage->def.substeps, centre);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        double x = (double)a->x[i].x - centre[0], y = (double)a->x[i].y - centre[1];
        a->v[i].x += (float)(more[0] - spin * y);
        a->v[i].y += (float)(more[1] + spin * x);
    }
    vvi_puppet_speeded(a, (vv_vec2){(float)more[0], (float)more[1]}, (float)spin);
    t->pushed[0] = t->pushed[1] = t->turned = 0.0;
}

/* ---- The end of a step ---------------------------------------------------------------------------------------------------- */

/* out[2][stride] −= M̃ v. */
static void subtract_momentum(const vvi_puppet_view *view, const double *v, double *out)
{
    for (uint32_t i = 0; i < view->column_count; i++) {
        const double *mass = view->mass_matrix + (size_t)i * view->stride;
        double x = 0.0, y = 0.0;
        for (uint32_t k = 0; k < view->column_count; k++) {
            x += mass[k] * v[k];
            y += mass[k] * v[view->stride + k];
        }
        out[i] -= x;
        out[view->stride + i] -= y;
    }
}

/* The impulses of others, less what they gave as a rigid motion already, become forces of the next step. */
static void keep_push(const vv_stage *stage, actor *a, const double *given)
{
    puppet *p = a->puppet;
    const vvi_puppet_view *view = &member_now(a)->view;
    if (!p->travel.hit)
        return;
    for (uint32_t i = 0; i < view->vertex_count && a->flipped; i++)
        p->travel.hits[i].x = -p->travel.hits[i].x;
    vvi_puppet_gather(view, p->travel.hits, p->push);
    subtract_momentum(view, given, p->push);
    for (uint32_t k = 0; k < 2u * view->stride; k++)
        p->push[k] /= (double)stage->def.step;
    p->pushed = true;
}

/* Contact's rigid motion becomes the state's. */
static void take_travel(const vv_stage *stage, actor *a)
{
    member *m = member_now(a);
    journey *t = &a->puppet->travel;
    vvi_puppet_state *s = &m->state;
    double turn = mirrored(a, t->turn), *given = a->puppet->scratch;
    double centre[2] = {mirrored(a, t->centre_to[0]), t->centre_to[1]}, zero[2] = {0.0, 0.0};
    double offset[2] = {mirrored(a, t->offset[0]), t->offset[1]};
    double velocity[2] = {mirrored(a, t->velocity[0]), t->velocity[1]};
    double *places[2] = {s->c, s->before}, *speeds[2] = {s->v, s->v_before};
    for (int k = 0; k < 2; k++) {
        vvi_state_turn(&m->view, places[k], turn, centre);
        vvi_state_shift(&m->view, places[k], offset);
        vvi_state_turn(&m->view, speeds[k], turn, zero);
    }
    for (int k = 0; k < 2; k++)
        centre[k] += offset[k];
    vvi_state_rigid(&m->view, s->c, velocity, mirrored(a, t->spin), centre, given);
    vvi_state_hurry(&m->view, s, given, (double)stage->def.step);
    keep_push(stage, a, given);
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
    journey *t = &a->puppet->travel;
    double centre[2];
    if (t->hit || t->turn != 0.0 || t->offset[0] != 0.0 || t->offset[1] != 0.0)
        take_travel(stage, a);
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
