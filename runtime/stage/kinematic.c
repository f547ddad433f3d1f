/* Kinematic actors: they go where they are told, evenly during a fixed step, and push what they meet.
 *
 * The shape of a kinematic sprite is its rest shape, exactly: that of its place, which energy, equilibrium and velocity
 * move as they move any other, and of its clip. A kinematic puppet makes its own step in a frame that moves. To contact
 * both are what an obstacle is, a surface with a velocity and without a mass that could be moved; the velocity contains
 * the change of shape. They are solved after all that they touch (step.c), and those never wait for them. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

#define MAX_SPEED (0.5f * VVI_MAX_SPEED)
#define MAX_SPIN  1000.0f /* rad/s */
/* Sizes per second: a shape that changes more slowly stands. */
#define SHAPE_AT_REST 1.0e-4f

/* ---- From outside ------------------------------------------------------------------------------------------------ */

/* A sprite takes its rest shape; the state of a puppet is relative to its frame from now on. */
void vvi_kinematic_begin(const vv_stage *stage, actor *a)
{
    vv_mat2 turn = vv_mat2_rotation(a->angle);
    a->has_goal = a->stops = false;
    float speed = vv_vec2_length(a->velocity);
    a->velocity = speed > MAX_SPEED ? vv_vec2_scale(a->velocity, MAX_SPEED / speed) : a->velocity;
    a->spin = vvi_clamp(a->spin, -MAX_SPIN, MAX_SPIN);
    if (a->puppet) {
        rigid_motion w = vvi_puppet_rigid_motion(a);
        vvi_puppet_add_rigid_motion(stage, a, &w, (double[2]){-w.velocity[0], -w.velocity[1]}, -w.spin);
        a->puppet->anchor_count = a->puppet->point_count = 0;
        return;
    }
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        a->x[i] = a->x0[i] = vv_mat2_apply(turn, a->rest[i]);
        a->v[i] = (vv_vec2){a->velocity.x - a->spin * a->x[i].y, a->velocity.y + a->spin * a->x[i].x};
    }
    a->rebound = a->carrier = (vv_vec2){0.0f, 0.0f};
    a->stored_time = 0.0f;
    a->releasing = false;
}

bool vv_stage_set_kinematic(vv_stage *stage, vv_actor id, bool kinematic)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a)
        return false;
    if (a->kinematic == kinematic)
        return true;
    vvi_actor_wake(stage, a);
    a->kinematic = kinematic;
    if (kinematic)
        vvi_kinematic_begin(stage, a);
    else if (a->puppet)
        vvi_puppet_add_motion(stage, a, (double[2]){(double)a->velocity.x, (double)a->velocity.y}, (double)a->spin);
    a->has_goal = a->stops = false;
    return true;
}

bool vv_stage_move_actor(vv_stage *stage, vv_actor id, vv_vec2 position, float angle)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !a->kinematic || !vvi_all_finite(&position.x, 2) || !(fabsf(angle) <= 1.0e9f))
        return false;
    vvi_actor_wake(stage, a);
    double goal[2] = {(double)vvi_clamp(position.x, stage->def.low.x, stage->def.high.x),
                      (double)vvi_clamp(position.y, stage->def.low.y, stage->def.high.y)};
    double way[2] = {goal[0] - a->origin[0], goal[1] - a->origin[1]}, step = (double)stage->def.step;
    double most = (double)MAX_SPEED * step;
    if (way[0] * way[0] + way[1] * way[1] > most * most ||
        fabs((double)angle - (double)a->angle) > (double)MAX_SPIN * step) {
        vv_stage_set_velocity(stage, id, (vv_vec2){0.0f, 0.0f}, 0.0f);
        return vv_stage_teleport(stage, id, position, angle);
    }
    a->has_goal = true;
    a->goal[0] = goal[0];
    a->goal[1] = goal[1];
    a->goal_angle = (double)angle;
    return true;
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

static void plan_step(const vv_stage *stage, actor *a)
{
    const vv_stage_def *def = &stage->def;
    const double low[2] = {(double)def->low.x, (double)def->low.y},
                 high[2] = {(double)def->high.x, (double)def->high.y};
    double step = (double)def->step;
    kinematic_way *way = &a->way;
    way->angle = (double)a->angle;
    for (int k = 0; k < 2; k++)
        way->from[k] = a->origin[k];
    if (a->has_goal) {
        a->velocity =
            (vv_vec2){(float)((a->goal[0] - a->origin[0]) / step), (float)((a->goal[1] - a->origin[1]) / step)};
        a->spin = (float)((a->goal_angle - way->angle) / step);
        a->has_goal = false;
        a->stops = true;
        return;
    }
    if (a->stops) {
        a->velocity = (vv_vec2){0.0f, 0.0f};
        a->spin = 0.0f;
        a->stops = false;
    }
    a->goal[0] = vvi_clamp_double(a->origin[0] + (double)a->velocity.x * step, low[0], high[0]);
    a->goal[1] = vvi_clamp_double(a->origin[1] + (double)a->velocity.y * step, low[1], high[1]);
    a->goal_angle = way->angle + (double)a->spin * step;
}

static bool is_on_the_way(const actor *a)
{
    const kinematic_way *w = &a->way;
    return w->from[0] != a->goal[0] || w->from[1] != a->goal[1] || w->angle != a->goal_angle;
}

bool vvi_is_surface_moving(const actor *a)
{
    float fastest = 0.0f, still = SHAPE_AT_REST * a->view.size;
    if (a->velocity.x != 0.0f || a->velocity.y != 0.0f || a->spin != 0.0f || a->has_goal)
        return true;
    for (uint32_t i = 0; i < a->view.particle_count && !a->asleep; i++)
        fastest = vvi_max(fastest, vv_vec2_dot(a->v[i], a->v[i]));
    return fastest > still * still;
}

/* What rests on a surface that begins to move does not sleep on. */
static void wake_carried(vv_stage *stage)
{
    const contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
        if (!b || !p->touching || a->kinematic == b->kinematic)
            continue;
        actor *rider = a->kinematic ? b : a;
        if (rider->asleep && vvi_is_surface_moving(a->kinematic ? a : b))
            vvi_actor_wake(stage, rider);
    }
}

void vvi_kinematic_begin_step(vv_stage *stage)
{
    bool any = false;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        any = any || (a->used && a->kinematic);
    }
    if (!any)
        return;
    wake_carried(stage);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (!a->used || !a->kinematic)
            continue;
        plan_step(stage, a);
        if (is_on_the_way(a) && a->asleep)
            vvi_actor_wake(stage, a);
    }
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

/* Where it is at the end of the substep, relative to the origin. */
static vv_vec2 shift_of(const vv_stage *stage, const actor *a)
{
    double t = (double)stage->substep / (double)stage->def.substeps;
    const kinematic_way *w = &a->way;
    double x = stage->substep == stage->def.substeps ? a->goal[0] : w->from[0] + (a->goal[0] - w->from[0]) * t;
    double y = stage->substep == stage->def.substeps ? a->goal[1] : w->from[1] + (a->goal[1] - w->from[1]) * t;
    return (vv_vec2){(float)(x - a->origin[0]), (float)(y - a->origin[1])};
}

static float angle_of(const vv_stage *stage, const actor *a)
{
    double t = (double)stage->substep / (double)stage->def.substeps;
    return (float)(a->way.angle + (a->goal_angle - a->way.angle) * t);
}

/* Its particles go where the frame and the rest shape have them; their velocities are those at the end of the substep,
 * of the frame and of the change of shape. */
static void place_particles(const vv_stage *stage, actor *a, float h)
{
    float angle = angle_of(stage, a);
    vv_vec2 shift = shift_of(stage, a);
    vv_mat2 turn = vv_mat2_rotation(angle), turned = vv_mat2_rotation(angle - a->angle);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 arm = vv_mat2_apply(turn, a->rest[i]), before = vv_mat2_apply(turned, a->x0[i]);
        vv_vec2 shape = vv_vec2_scale(vv_vec2_sub(arm, before), 1.0f / h);
        a->x[i] = vv_vec2_add(shift, arm);
        a->v[i] = (vv_vec2){a->velocity.x - a->spin * arm.y + shape.x, a->velocity.y + a->spin * arm.x + shape.y};
    }
    a->angle = angle;
    a->fit = (vvi_fit){.cosine = turn.xx, .sine = turn.yx, .centre = shift};
    a->fit_is_stale = false;
}

void vvi_kinematic_predict(vv_stage *stage, actor *a, float h)
{
    VVI_CHECK(is_awake(a) && a->kinematic && !a->puppet && h > 0.0f);
    memcpy(a->x0, a->x, a->view.particle_count * sizeof *a->x);
    a->start = a->x0;
    a->support_shift = a->force_velocity = (vv_vec2){0.0f, 0.0f};
    a->came_from[0] = a->origin[0];
    a->came_from[1] = a->origin[1];
    vvi_actor_navigate(stage, a, h);
    place_particles(stage, a, h);
    a->now = vvi_actor_motion(a);
    a->predicted[0] = (double)a->velocity.x;
    a->predicted[1] = (double)a->velocity.y;
    a->predicted[2] = a->now.inertia * (double)a->spin;
}

/* The energy of blows moves the place of a kinematic sprite as it moves that of any other: a platform gives way. */
static void take_energy(const vv_stage *stage, actor *a)
{
    float gain = a->touch.energy / (a->view.mass * vvi_stage_gravity(stage) * a->view.size);
    a->energy_rose = gain > 0.25f * a->energy;
    a->energy += gain;
}

void vvi_kinematic_finish(vv_stage *stage, actor *a, float h)
{
    VVI_CHECK(is_awake(a) && a->kinematic);
    if (!a->puppet) {
        vv_vec2 shift = a->fit.centre;
        bool arrives = stage->substep == stage->def.substeps;
        take_energy(stage, a);
        for (int k = 0; k < 2; k++)
            a->origin[k] = arrives ? a->goal[k] : a->origin[k] + (double)(k ? shift.y : shift.x);
        for (uint32_t i = 0; i < a->view.particle_count; i++)
            a->x[i] = vv_vec2_sub(a->x[i], shift);
        a->fit.centre = (vv_vec2){0.0f, 0.0f};
    }
    vvi_actor_update_times(a, h);
}

/* ---- Puppets ----------------------------------------------------------------------------------------------------- */

void vvi_kinematic_move_frame(actor *a)
{
    const kinematic_way *w = &a->way;
    member *m = current_member(a);
    vvi_puppet_state *s = &m->state;
    const double zero[2] = {0.0, 0.0};
    double *arrays[5] = {s->c, s->before, m->last_good, s->v, s->v_before};
    vv_vec2 shift = {(float)(a->goal[0] - w->from[0]), (float)(a->goal[1] - w->from[1])};
    double turn = a->goal_angle - w->angle;
    VVI_CHECK(a->kinematic && a->puppet);
    if (!is_on_the_way(a))
        return;
    for (int k = 0; k < 5 && turn != 0.0; k++)
        vvi_state_rotate(&m->view, arrays[k], mirrored(a, turn), zero);
    a->origin[0] = a->goal[0];
    a->origin[1] = a->goal[1];
    vvi_puppet_move_clip(a, w->from, (float)turn);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->puppet->travel.start[i] = vv_vec2_sub(a->puppet->travel.start[i], shift);
    vvi_puppet_update_vertices(a);
}

void vvi_kinematic_center(const vv_stage *stage, actor *a)
{
    const puppet *p = a->puppet;
    member *m = current_member(a);
    vvi_puppet_state *s = &m->state;
    if (p->aim_count > 0 || p->row_count > 0)
        return;
    rigid_motion w = vvi_puppet_rigid_motion(a);
    double back[2] = {-w.centre[0], -w.centre[1]};
    vvi_puppet_add_rigid_motion(stage, a, &w, (double[2]){-w.velocity[0], -w.velocity[1]}, -w.spin);
    vvi_state_translate(&m->view, s->c, back);
    vvi_state_translate(&m->view, s->before, back);
}
