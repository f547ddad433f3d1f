/* Holds: points of a drawing that are kept at places on the stage. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

static uint32_t nearest_particle(const actor *a, vv_vec2 at)
{
    uint32_t best = 0;
    float best_distance = INFINITY;
    VVI_CHECK(a->view.particle_count > 0);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        float distance = vv_vec2_distance(artwork_at(a, i), at);
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

uint32_t vv_stage_add_hold(vv_stage *stage, vv_actor id, const vv_hold *h)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(h != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    uint32_t most = a && a->puppet ? a->puppet->hold_capacity : VV_STAGE_MAX_HOLDS;
    if (!a || a->hold_count >= most || !vvi_hold_is_sane(h))
        return VV_NONE;
    vvi_actor_wake(stage, a);
    VV_ASSERT(a->hold_count < VV_STAGE_MAX_HOLDS);
    a->holds[a->hold_count] = (hold){nearest_particle(a, h->at), h->to, h->to, h->strength};
    return a->hold_count++;
}

bool vv_stage_move_hold(vv_stage *stage, vv_actor id, uint32_t index, vv_vec2 to)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || index >= a->hold_count || !vvi_all_finite(&to.x, 2))
        return false;
    if (to.x != a->holds[index].to.x || to.y != a->holds[index].to.y)
        vvi_actor_wake(stage, a);
    a->holds[index].to = to;
    return true;
}

bool vv_stage_remove_hold(vv_stage *stage, vv_actor id, uint32_t index)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || index >= a->hold_count)
        return false;
    vvi_actor_wake(stage, a);
    a->hold_count--;
    memmove(&a->holds[index], &a->holds[index + 1], (a->hold_count - index) * sizeof a->holds[0]);
    a->holds[a->hold_count] = (hold){0};
    return true;
}

/* ---- Pulling ----------------------------------------------------------------------------------------------------- */

/* A particle is one of hundreds: pulled alone it makes a spike, and the drawing sinks under it. So the drawing goes
 * along as a rigid body first (one round over the holds, each closing its gap with the mass and inertia of the
 * whole), then the held particles close what is left. */
typedef struct rigid {
    vv_vec2 move;
    float turn;
} rigid;

/* A hold that was moved goes there evenly during the next step, so that it has a velocity: what lies on a platform
 * that is held goes along. */
static vv_vec2 wanted_now(const vv_stage *stage, const hold *held)
{
    VVI_CHECK(stage->substep >= 1 && stage->substep <= stage->def.substeps);
    return vv_vec2_lerp(held->from, held->to, (float)stage->substep / (float)stage->def.substeps);
}

void vvi_actor_finish_holds(actor *a)
{
    for (uint32_t i = 0; i < a->hold_count; i++)
        a->holds[i].from = a->holds[i].to;
}

/* However far away it is held, a drawing goes there no faster than half of what anything may: else the step would be
 * taken for one that ran away. */
static vv_vec2 gap_of(const vv_stage *stage, const actor *a, const hold *held, float h)
{
    VVI_CHECK(held->particle < a->view.particle_count && held->strength > 0.0f);
    vv_vec2 from = a->x0[held->particle], at = a->x[held->particle], wanted = wanted_now(stage, held);
    double to[2] = {(double)wanted.x - a->origin[0], (double)wanted.y - a->origin[1]};
    double way[2] = {to[0] - (double)from.x, to[1] - (double)from.y};
    double length = sqrt(way[0] * way[0] + way[1] * way[1]), most = 0.5 * (double)(VVI_MAX_SPEED * h);
    for (int k = 0; k < 2 && length > most; k++)
        to[k] += way[k] * (most / length - 1.0);
    return (vv_vec2){(float)to[0] - at.x, (float)to[1] - at.y};
}

static vv_vec2 moved_by(const rigid *r, vv_vec2 arm)
{
    return (vv_vec2){r->move.x - r->turn * arm.y, r->move.y + r->turn * arm.x};
}

/* The impulse λ along the gap that closes it: gap = λ·(1/M + (arm × n)²/I). */
static void pull_rigid(rigid *r, vv_vec2 arm, vv_vec2 gap, float inverse_mass, float inverse_inertia)
{
    float length = vv_vec2_length(gap);
    if (!(length > 1e-12f))
        return;
    vv_vec2 n = vv_vec2_scale(gap, 1.0f / length);
    float cross = vv_vec2_cross(arm, n);
    VVI_CHECK(inverse_mass > 0.0f && inverse_inertia > 0.0f);
    float lambda = length / (inverse_mass + inverse_inertia * cross * cross);
    r->move = vv_vec2_add(r->move, vv_vec2_scale(n, lambda * inverse_mass));
    r->turn += lambda * cross * inverse_inertia;
}

static float share_of(const vv_stage *stage, const hold *held, float h)
{
    return held->strength < 1e6f ? vvi_stage_correction_share(held->strength, h, stage->def.iterations) : 1.0f;
}

/* One point that is held swings the drawing about it; of several, each in turn is brought all the way. */
static rigid solve_in_turn(const vv_stage *stage, const actor *a, float h, vv_vec2 centre, float inertia)
{
    rigid r = {{0.0f, 0.0f}, 0.0f};
    for (int round = 0; round < 4; round++)
        for (uint32_t i = 0; i < a->hold_count; i++) {
            const hold *held = &a->holds[i];
            vv_vec2 arm = vv_vec2_sub(a->x[held->particle], centre);
            vv_vec2 want = vv_vec2_scale(gap_of(stage, a, held, h), share_of(stage, held, h));
            pull_rigid(&r, arm, vv_vec2_sub(want, moved_by(&r, arm)), 1.0f / a->view.mass, 1.0f / inertia);
        }
    return r;
}

/* Several soft ones leave the whole no freedom, and may pull against each other: move and turn are those nearest to
 * what all of them want, none before another: least Σ |move + turn × arm − want|². */
static rigid solve_together(const vv_stage *stage, const actor *a, float h, vv_vec2 centre)
{
    float count = (float)a->hold_count, cross = 0.0f, square = 0.0f;
    VVI_CHECK(a->hold_count > 1);
    vv_vec2 arm = {0.0f, 0.0f}, want = {0.0f, 0.0f};
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < a->hold_count; i++) {
            vv_vec2 r = vv_vec2_sub(a->x[a->holds[i].particle], centre);
            vv_vec2 w = vv_vec2_scale(gap_of(stage, a, &a->holds[i], h), share_of(stage, &a->holds[i], h));
            if (pass == 0) {
                arm = vv_vec2_add(arm, vv_vec2_scale(r, 1.0f / count));
                want = vv_vec2_add(want, vv_vec2_scale(w, 1.0f / count));
            } else {
                vv_vec2 apart = vv_vec2_sub(r, arm);
                cross += vv_vec2_cross(apart, vv_vec2_sub(w, want));
                square += vv_vec2_dot(apart, apart);
            }
        }
    float turn = square > 1e-12f * a->view.size * a->view.size ? vvi_clamp(cross / square, -0.5f, 0.5f) : 0.0f;
    return (rigid){vv_vec2_sub(want, (vv_vec2){-turn * arm.y, turn * arm.x}), turn};
}

bool vvi_hold_is_exact(const hold *held) { return !(held->strength < 1e6f); }

static bool is_any_exact(const actor *a)
{
    for (uint32_t i = 0; i < a->hold_count; i++)
        if (vvi_hold_is_exact(&a->holds[i]))
            return true;
    return false;
}

/* Whether two points that are held exactly are wanted nearer to each other, or farther apart, than they are by more
 * than a radius. */
static bool do_exact_holds_contradict(const actor *a)
{
    for (uint32_t i = 0; i < a->hold_count; i++)
        for (uint32_t j = i + 1; j < a->hold_count; j++) {
            const hold *one = &a->holds[i], *other = &a->holds[j];
            float apart = vv_vec2_distance(a->x[one->particle], a->x[other->particle]);
            if (vvi_hold_is_exact(one) && vvi_hold_is_exact(other) &&
                fabsf(vv_vec2_distance(one->to, other->to) - apart) > a->view.radius)
                return true;
        }
    return false;
}

/* Exact holds that contradict each other would throw the drawing to and fro, if each were obeyed in turn. */
static rigid solve_rigid(const vv_stage *stage, const actor *a, float h, vv_vec2 centre, float inertia)
{
    bool together = a->hold_count > 1 && (!is_any_exact(a) || do_exact_holds_contradict(a));
    rigid r = together ? solve_together(stage, a, h, centre) : solve_in_turn(stage, a, h, centre, inertia);
    r.turn = vvi_clamp(r.turn, -0.5f, 0.5f);
    return r;
}

/* Holds that contradict each other, or an obstacle, cannot all be obeyed. A held particle goes no farther from the
 * centre than this (radii): beyond, the drawing would be torn. */
#define MAX_REACH 3.0f

static vv_vec2 within_reach(const actor *a, vv_vec2 goal, vv_vec2 centre)
{
    vv_vec2 arm = vv_vec2_sub(goal, centre);
    float length = vv_vec2_length(arm), most = MAX_REACH * a->view.radius;
    return length > most ? vv_vec2_add(centre, vv_vec2_scale(arm, most / length)) : goal;
}

vv_vec2 vvi_hold_goal(const vv_stage *stage, const actor *a, const hold *held, float h)
{
    return within_reach(a, vv_vec2_add(a->x[held->particle], gap_of(stage, a, held, h)), (vv_vec2){0.0f, 0.0f});
}

/* Elasticity has drawings that are soft follow their holds, which are constraints on particles there. What is left for
 * the whole is little: moved as a rigid body, a drawing would not feel its weight. */
static rigid soften(rigid r, float firm) { return (rigid){vv_vec2_scale(r.move, firm * firm), r.turn * firm * firm}; }

void vvi_actor_solve_holds(vv_stage *stage, actor *a, float h)
{
    if (!a->hold_count)
        return;
    a->fit_is_stale = true;
    motion m = vvi_actor_motion(a);
    vv_vec2 centre = {(float)m.centre[0], (float)m.centre[1]};
    float shares[VV_STAGE_MAX_HOLDS];
    vv_vec2 goals[VV_STAGE_MAX_HOLDS];
    float firm = 1.0f - vvi_actor_elasticity(a);
    for (uint32_t i = 0; i < a->hold_count; i++) {
        shares[i] = share_of(stage, &a->holds[i], h) * (vvi_hold_is_exact(&a->holds[i]) ? 1.0f : firm);
        VVI_CHECK(shares[i] >= 0.0f && shares[i] <= 1.0f);
        goals[i] = vv_vec2_add(a->x[a->holds[i].particle], vv_vec2_scale(gap_of(stage, a, &a->holds[i], h), shares[i]));
    }
    rigid r = solve_rigid(stage, a, h, centre, (float)m.inertia);
    if (firm < 1.0f)
        r = soften(r, firm);
    vv_mat2 turn = vv_mat2_rotation(r.turn);
    double torque = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 arm = vv_vec2_sub(a->x[i], centre);
        vv_vec2 to = vv_vec2_add(vv_mat2_apply(turn, arm), r.move);
        torque += (double)(a->view.masses[i] * vv_vec2_cross(arm, to));
        a->x[i] = vv_vec2_add(centre, to);
    }
    for (uint32_t i = 0; i < a->hold_count; i++) {
        uint32_t p = a->holds[i].particle;
        vv_vec2 goal = within_reach(a, goals[i], vv_vec2_add(centre, r.move)), step = vv_vec2_sub(goal, a->x[p]);
        torque += (double)(a->view.masses[p] * vv_vec2_cross(vv_vec2_sub(a->x[p], centre), step));
        a->x[p] = goal;
    }
    a->touch.torque += (float)torque;
}
