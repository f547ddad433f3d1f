/* A puppet's own step: once a fixed step, before the sprites' substeps, with everything that directs it ("Artist-Directed
 * Dynamics", eq. 4). Puppets go in the order in which they came, so that one may follow or copy those before it. */
#include "runtime/stage/puppet/change.h"

#include <string.h>

/* ---- Holds ------------------------------------------------------------------------------------------------------------ */

#define PI         3.14159265358979
#define MOST_AGAIN 3u

/* However far away it is held, it goes there no faster than half of what anything may. */
static double within_reach(double gap, double h)
{
    double most = 0.5 * (double)VVI_MAX_SPEED * h;
    return gap > most ? most : gap < -most ? -most : gap;
}

/* Two rows for each: x and y of the nearest vertex. A frequency becomes the stiffness that lets the whole drawing swing at
 * it, about the point that is held. */
void vvi_puppet_find_holds(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    const vvi_puppet_view *view = &member_now(a)->view;
    size_t stride = view->stride;
    for (uint32_t i = 0; i < a->hold_count; i++) {
        const hold *held = &a->holds[i];
        double to[2] = {mirrored(a, (double)held->to.x - a->origin[0]), (double)held->to.y - a->origin[1]};
        vv_vec2 x = mirror_vector(a, a->x[held->particle]);
        double at[2] = {(double)x.x, (double)x.y}, hertz = (double)held->strength;
        bool exact = !(held->strength < 1e6f);
        for (uint32_t k = 0; k < 2; k++) {
            vvi_row *r = &p->rows[p->row_count];
            double *coefficients = p->row_memory + 2u * stride * p->row_count++;
            memset(coefficients, 0, 2u * stride * sizeof *coefficients);
            vvi_state_row(view, held->particle, 1.0, coefficients + k * stride);
            *r = (vvi_row){.coefficients = coefficients,
                           .target = at[k] + within_reach(to[k] - at[k], (double)stage->def.step),
                           .strength = exact ? 1.0 : 0.0,
                           .stiffness = exact ? 0.0 : (double)view->mass * 4.0 * PI * PI * hertz * hertz};
        }
    }
}

/* ---- The step ----------------------------------------------------------------------------------------------------------- */

static vvi_puppet_input input_of(const vv_stage *stage, const actor *a)
{
    const puppet *p = a->puppet;
    const vv_stage_def *def = &stage->def;
    const uint32_t *attractions;
    uint32_t attraction_count = vvi_change_attractions(p, &attractions);
    return (vvi_puppet_input){.h = def->step,
                              .material = p->material,
                              .gravity = {mirrored(a, (double)def->gravity.x), (double)def->gravity.y},
                              .wind = {mirrored(a, (double)def->wind.x), (double)def->wind.y},
                              .force = {mirrored(a, (double)a->force.x), (double)a->force.y},
                              .aim_count = p->aim_count,
                              .aims = p->aims,
                              .row_count = p->row_count,
                              .rows = p->rows,
                              .attraction_count = attraction_count,
                              .attractions = attractions};
}

static void keep_state(const actor *a, bool back)
{
    const puppet *p = a->puppet;
    member *m = member_now(a);
    size_t length = 2u * (size_t)m->view.stride, bytes = length * sizeof(double);
    double *arrays[4] = {m->state.c, m->state.before, m->state.v, m->state.v_before};
    for (uint32_t k = 0; k < 4; k++)
        memcpy(back ? arrays[k] : p->backup + k * length, back ? p->backup + k * length : arrays[k], bytes);
    bytes = m->view.example_count * sizeof(float);
    if (bytes)
        memcpy(back ? m->state.mix : p->backup_mix, back ? p->backup_mix : m->state.mix, bytes);
}

/* The solve, once more where it showed that obstacles are elsewhere, or push otherwise, than was expected. */
static bool solve(vv_stage *stage, actor *a, const vvi_puppet_input *input)
{
    member *m = member_now(a);
    bool fresh = m->state.fresh;
    keep_state(a, false);
    for (uint32_t round = 0;; round++) {
        if (!vvi_puppet_step(&m->view, m->solver, input, &m->state))
            return false;
        if (round == MOST_AGAIN || !input->contact || !vvi_puppet_must_step_again(stage, a))
            return true;
        keep_state(a, true);
        m->state.fresh = fresh || a->puppet->struck;
    }
}

static void step_one(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    member *m = member_now(a);
    memcpy(p->travel.from, a->x, m->view.vertex_count * sizeof *a->x);
    memcpy(p->travel.speed_from, a->v, m->view.vertex_count * sizeof *a->v);
    memset(p->fixed, 0, m->view.column_count);
    p->aim_count = p->row_count = 0;
    double time = (double)(stage->step_count + 1u) * (double)stage->def.step;
    vvi_puppet_find_aims(stage, a, time);
    vvi_puppet_find_holds(stage, a);
    vvi_paste_rows(stage, a, time);
    vvi_puppet_input input = input_of(stage, a);
    obstacle_user user = {stage, a};
    if (vvi_puppet_meets_obstacles(stage, a)) {
        vvi_puppet_brake(stage, a);
        input.contact = vvi_puppet_obstacle_rows;
        input.user = &user;
    }
    if (solve(stage, a, &input))
        vvi_puppet_leave_obstacles(stage, a);
    else
        vvi_actor_recover(stage, a);
    vvi_puppet_set_out(a);
}

void vvi_puppets_step(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->puppet_count; i++)
        step_one(stage, &stage->actors[stage->puppets[i]]);
}
