/* The rest shape of a substep: the place in the complex (eq. 2–6).
 *
 * Contact energy and speed do not push the place; they shift the target q′ towards which it moves, and the place
 * follows as a damped oscillator. Its exact solution over a step h, from the place m and the inertial place m̂ (the
 * predicted shape, projected onto the complex), is a blend of three places:
 *
 *     m′ = D·m̂ + (T − 2D)·m + (1 − T + D)·q′,    D = e^(−2ζω),  T = 2 e^(−ζω) cos(ω√(1 − ζ²)),  ω = 2π f h
 *
 * so frequency and damping ratio mean the same at every step. The drawing moves along: x += R (e(m′) − e(m̂));
 * deformation outside the complex is left to matching. Blends consist of ways inside the complex, so the place never
 * leaves it. */
#include "runtime/stage/contact.h"

#include <string.h>

static bool are_places_equal(vv_place a, vv_place b)
{
    return a.simplex == b.simplex && a.weights[0] == b.weights[0] && a.weights[1] == b.weights[1] &&
           a.weights[2] == b.weights[2];
}

/* From the predicted shape towards that of the beginning. */
#define SOFT_LAG 0.5f

/* While momentum is released, the squash decays with this time constant, s, however long it would last otherwise. The
 * decay begins as long before the release, so that the drawing stretches while it is on the ground. */
#define RELEASE_TIME 0.02f

/* ---- The target -------------------------------------------------------------------------------------------------- */

/* Two places nearer than this share of an edge of length 1 define no direction. */
#define MIN_DIRECTION 0.01f

/* The place towards which energy shifts the target: an example, or the end of the way from one place through another.
 * Where that way has no direction, the last goal is used; at first, the neighbouring example that is furthest. */
static vv_place find_energy_goal(actor *a, vv_place inertial_place)
{
    const vv_complex *complex = a->view.complex;
    const vv_strengths *s = &a->strengths;
    if (s->energy_towards == VV_ENERGY_EXAMPLE)
        return vv_complex_at_example(complex, s->energy_example);
    /* One impact has one direction: a direction that turned with the place would pump it like a swing. */
    bool is_known = vv_complex_distance(complex, a->equilibrium, a->energy_goal) > MIN_DIRECTION;
    if (is_known && !a->energy_rose)
        return a->energy_goal;
    bool is_away = s->energy_towards == VV_ENERGY_AWAY;
    vv_place from = is_away ? a->equilibrium : a->place_before, through = is_away ? inertial_place : a->place;
    float distance = vv_complex_distance(complex, from, through);
    if (distance > (is_away ? MIN_DIRECTION : 0.1f * MIN_DIRECTION) && distance < INFINITY)
        a->energy_goal = vvi_place_far_end(complex, from, through);
    else if (!is_known)
        a->energy_goal = vvi_place_neighbour(complex, a->equilibrium);
    return a->energy_goal;
}

/* The share a/(1 + a) by which speed shifts the target. */
static float velocity_shift(const vv_stage *stage, const actor *a)
{
    const vv_strengths *s = &a->strengths;
    float unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    bool touches = a->contact_normal.x != 0.0f || a->contact_normal.y != 0.0f;
    vv_vec2 velocity = touches ? vv_vec2_sub(a->velocity, a->carrier) : a->velocity;
    float over = vv_vec2_length(velocity) / unit - s->velocity_threshold;
    float amount = over > 0.0f ? s->velocity * over : 0.0f;
    return amount / (1.0f + amount);
}

static float energy_shift(const actor *a)
{
    float over = a->energy - a->strengths.energy_threshold;
    return over > 0.0f ? 1.0f - vv_exp(-a->strengths.energy * over) : 0.0f;
}

/* q′: the equilibrium place, shifted towards velocity_example by speed and then further by energy. */
static vv_place find_target(const vv_stage *stage, actor *a, vv_place inertial_place)
{
    const vv_complex *complex = a->view.complex;
    float by_energy = energy_shift(a), by_speed = velocity_shift(stage, a) * (1.0f - by_energy);
    vv_place target = a->equilibrium;
    if (by_speed > 0.0f)
        target =
            vvi_place_lerp(complex, target, vv_complex_at_example(complex, a->strengths.velocity_example), by_speed);
    if (by_energy > 0.0f)
        target = vvi_place_lerp(complex, target, find_energy_goal(a, inertial_place), by_energy);
    return target;
}

/* ---- The oscillator ---------------------------------------------------------------------------------------------- */

/* Blends m̂ and q′ first; then towards m or, weakly damped, away from it. */
static vv_place blend_places(const vv_complex *complex, vvi_oscillator b, vv_place inertial_place, vv_place place,
                             vv_place target)
{
    float both = b.inertia + b.target;
    VVI_CHECK(both > 0.0f && fabsf(both + b.stay - 1.0f) < 1e-4f);
    vv_place ahead = vvi_place_lerp(complex, inertial_place, target, b.target / both);
    if (b.stay >= 0.0f)
        return vvi_place_lerp(complex, ahead, place, b.stay);
    return vvi_place_extrapolate(complex, place, ahead, both);
}

/* ---- Moving the drawing along ------------------------------------------------------------------------------------ */

/* From a change of the rest shape to that of the drawing which is moved along. */
static vv_mat2 carried_turn(const actor *a, float angle)
{
    float share = vvi_actor_carried_share(a);
    vv_mat2 turn = vv_mat2_rotation(angle);
    if (share < 1.0f)
        turn = (vv_mat2){turn.xx * share, turn.xy * share, turn.yx * share, turn.yy * share};
    return turn;
}

static void move_with_shape(actor *a, const vv_vec2 *from, const vv_vec2 *to, float angle)
{
    vvi_positions_add_change(a->view.particle_count, carried_turn(a, angle), from, to, a->x);
}

/* A shape changes about its centre of mass, but the point on which it stands must stay. The shift is recorded, so
 * that it does not count as velocity. */
static void keep_support_point(actor *a, float lifted)
{
    a->support_shift = vv_vec2_scale(a->contact_normal, -lifted * vvi_actor_carried_share(a));
    vvi_positions_add(a->view.particle_count, a->support_shift, a->x);
}

/* The same for the single point at which it is held: otherwise the hold, pulling it back, would turn the shift into
 * velocity, which in turn may move the place. */
static void keep_held_point(actor *a, vv_vec2 before, float angle)
{
    vv_vec2 way = vv_vec2_sub(a->rest[a->holds[0].particle], before);
    a->support_shift = vv_vec2_scale(vv_mat2_apply(carried_turn(a, angle), way), -1.0f);
    vvi_positions_add(a->view.particle_count, a->support_shift, a->x);
}

/* posed = x0 + R(e(m′) − e(m)) + support_shift. Before the rest shape changes, less what it is; */
static void begin_posed(actor *a)
{
    vvi_positions_subtract_turned(a->view.particle_count, carried_turn(a, a->angle), a->x0, a->rest, a->posed);
}

/* and afterwards what it has become. */
static void end_posed(actor *a)
{
    vvi_positions_add_turned(a->view.particle_count, carried_turn(a, a->angle), a->support_shift, a->rest, a->posed);
    a->start = a->posed;
}

/* A change of pose gives what is soft no momentum: matching would not stop it, and it would swing on with all the
 * energy that the pose had. */
static bool is_carried_without_momentum(const actor *a) { return vvi_actor_elasticity(a) > 0.0f && !a->clip; }

/* So where it starts goes along, too. */
static void carry_start(actor *a, const vv_vec2 *from, bool moves, float angle)
{
    memcpy(a->posed, a->x0, a->view.particle_count * sizeof *a->posed);
    if (moves)
        vvi_positions_add_change(a->view.particle_count, carried_turn(a, angle), from, a->rest, a->posed);
    vvi_positions_add(a->view.particle_count, a->support_shift, a->posed);
    a->start = a->posed;
}

/* Whether it stands on something: it touched in the last substep and is not leaving, or it is held in its squash
 * (momentum.c). */
static bool is_standing(const actor *a)
{
    vv_vec2 n = a->contact_normal;
    if (n.x == 0.0f && n.y == 0.0f)
        return false;
    return a->touch_time == 0.0f || (a->stored_time > 0.0f && !a->releasing) ||
           vv_vec2_dot(vv_vec2_sub(a->velocity, a->carrier), n) <= 0.0f;
}

/* What is soft gets to its predicted shape only at the end of the substep: a rest shape that followed that would be
 * ahead of it all the time, and push it on. */
static void average_positions(const actor *a, vv_vec2 *out)
{
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        out[i] = vv_vec2_lerp(a->x[i], a->x0[i], SOFT_LAG);
}

static const vv_vec2 *shape_to_project(vv_stage *stage, const actor *a, float angle)
{
    if (a->clip)
        return vvi_actor_positions_without_clip(stage, a, angle);
    if (!is_carried_without_momentum(a))
        return a->x;
    average_positions(a, stage->shape);
    return stage->shape;
}

/* Where the place would be without target and spring; `*from`: from where the drawing is moved along. */
static vv_place find_inertial_place(vv_stage *stage, actor *a, float angle, vv_place *from)
{
    const vv_complex *complex = a->view.complex;
    float projection = a->kinematic ? 0.0f : a->strengths.projection; /* its particles have no motion of their own */
    vv_place shape = a->place, inertial = a->place;
    if (projection > 0.0f) {
        shape = vvi_actor_project(stage, a, shape_to_project(stage, a, angle));
    }
    if (projection < 1.0f)
        inertial = vvi_place_extrapolate(complex, a->place_before, a->place, 2.0f);
    if (is_carried_without_momentum(a)) {
        *from = vvi_place_lerp(complex, a->place, shape, projection);
        return vvi_place_lerp(complex, inertial, shape, projection);
    }
    return *from = vvi_place_lerp(complex, inertial, shape, projection);
}

/* With a clip, the shape changes without the place, from the aims of the clip at the beginning of the substep to
 * those at its end; tracks that begin in between are left to matching, like any other disturbance. */
static void move_to_place(vv_stage *stage, actor *a, vv_place from, vv_place place, float angle, float h)
{
    bool standing = is_standing(a), held = a->hold_count == 1 && !standing;
    float frame = vvi_actor_next_frame(stage, a, angle, h);
    if (vvi_is_round_place(a, from) && vvi_is_round_place(a, place) && vvi_is_round_place(a, a->place))
        a->frame_angle = frame; /* without changing a shape */
    bool turns = frame != a->frame_angle;
    bool moves = turns || a->clip || !are_places_equal(from, place),
         changed = turns || a->clip || !are_places_equal(a->place, place);
    vv_vec2 before = held ? a->rest[a->holds[0].particle] : (vv_vec2){0.0f, 0.0f};
    float support = standing ? vvi_support_distance(&a->view, a->rest, angle, a->contact_normal) : 0.0f;
    bool carried = is_carried_without_momentum(a), posed = changed && !carried && !vvi_does_shape_slide(a);
    if (posed)
        begin_posed(a);
    if (moves)
        vvi_actor_rest_shape(stage, a, from, stage->now - (double)h, stage->now, stage->shape);
    a->frame_angle = frame;
    if (changed)
        vvi_actor_rest_shape(stage, a, place, stage->now, stage->now, a->rest);
    if (moves)
        move_with_shape(a, stage->shape, a->rest, angle);
    if (held && changed)
        keep_held_point(a, before, angle);
    if (standing && changed)
        keep_support_point(a, vvi_support_distance(&a->view, a->rest, angle, a->contact_normal) - support);
    if (posed)
        end_posed(a);
    if (carried && (moves || changed))
        carry_start(a, stage->shape, moves, angle);
}

/* The exponent of the decay of energy in this substep: slow, but fast while momentum is released. */
static float energy_decay(const actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    float quick = a->releasing ? h : 0.0f;
    if (a->stored_time > 0.0f && !a->releasing)
        quick = vvi_clamp(a->stored_time + h - (s->bounce_time - RELEASE_TIME), 0.0f, h);
    return (h - quick) / s->energy_time + quick / vvi_min(RELEASE_TIME, s->energy_time);
}

static void decay_energy(actor *a, float h)
{
    if (a->energy > 0.0f)
        a->energy *= vv_exp(-energy_decay(a, h));
    VVI_CHECK(a->energy >= 0.0f);
}

void vvi_actor_navigate(vv_stage *stage, actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    if (a->view.example_count < 2 && !a->clip)
        return;
    if (vvi_is_squeezed(a) && !a->clip) { /* in a press there is no room for another pose */
        a->place_before = a->place;
        decay_energy(a, h);
        return;
    }
    float angle = a->angle + a->spin * h;
    bool let_go = vvi_actor_is_clip_released(stage, a, h);
    if (let_go)
        vvi_actor_project_place(stage, a, angle);
    vv_place from = a->place;
    vv_place inertial_place = let_go ? a->place : find_inertial_place(stage, a, angle, &from), place = inertial_place;
    vv_place target = find_target(stage, a, inertial_place);
    if (s->equilibrium > 0.0f)
        place = blend_places(a->view.complex, vvi_actor_rates(a, h, stage->def.iterations)->place, inertial_place,
                             a->place, target);
    VVI_CHECK(vvi_place_is_valid(a->view.complex, place) && vvi_place_is_valid(a->view.complex, target));
    if (!a->kinematic)
        move_to_place(stage, a, from, place, angle, h);
    else if (a->clip || !are_places_equal(a->place, place))
        vvi_actor_rest_shape(stage, a, place, stage->now, stage->now, a->rest);
    a->place_before = a->place;
    a->place = place;
    decay_energy(a, h);
}
