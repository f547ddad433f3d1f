/* The rest shape of a substep: where the place goes in its complex (eq. 2–6).
 *
 * Contact energy and speed do not push the place; they shift the target q′ that it is drawn to, and the place follows as a
 * damped oscillator. Its exact solution over a step h, from where it is (m) and where it would go by itself (m̂, the shape as
 * predicted, projected onto the complex), is a blend of three places:
 *
 *     m′ = D·m̂ + (T − 2D)·m + (1 − T + D)·q′,    D = e^(−2ζω),  T = 2 e^(−ζω) cos(ω√(1 − ζ²)),  ω = 2π f h
 *
 * so frequency and damping ratio mean the same at every step. The drawing is carried along: x += R (e(m′) − e(m̂)); what it
 * does beside the complex is left to matching. Blends are made of ways inside the complex, so the place never leaves it. */
#include "runtime/stage/state.h"

#include <string.h>

static bool same_place(vv_place a, vv_place b)
{
    return a.simplex == b.simplex && a.weights[0] == b.weights[0] && a.weights[1] == b.weights[1] &&
           a.weights[2] == b.weights[2];
}

/* A drawing that pushes off stretches out again within this time constant, s, however long its squash would last. It begins
 * as long before it gets its momentum, so that it does so on the ground. */
#define RELEASE_TIME 0.02f

/* ---- The target ------------------------------------------------------------------------------------------------------ */

/* Places that are nearer than this share of an edge of length 1 have no direction. */
#define NO_DIRECTION 0.01f

/* Where energy pushes: towards an example, or on along the way from one place to another as far as it goes. Where there is no
 * way yet, on as the last time; the first time towards the neighbour that is furthest. */
static vv_place energy_goal(actor *a, vv_place moved)
{
    const vv_complex *complex = a->view.complex;
    const vv_strengths *s = &a->strengths;
    if (s->energy_towards == VV_ENERGY_EXAMPLE)
        return vv_complex_at_example(complex, s->energy_example);
    /* One blow pushes one way: a direction that turned with the place would pump it like a swing. */
    bool is_known = vv_complex_distance(complex, a->equilibrium, a->away) > NO_DIRECTION;
    if (is_known && !a->struck)
        return a->away;
    bool is_away = s->energy_towards == VV_ENERGY_AWAY;
    vv_place from = is_away ? a->equilibrium : a->place_before, through = is_away ? moved : a->place;
    float distance = vv_complex_distance(complex, from, through);
    if (distance > (is_away ? NO_DIRECTION : 0.1f * NO_DIRECTION) && distance < INFINITY)
        a->away = vvi_place_far_end(complex, from, through);
    else if (!is_known)
        a->away = vvi_place_neighbour(complex, a->equilibrium);
    return a->away;
}

/* How far speed moves the target: a/(1 + a) of the way. */
static float speed_share(const vv_stage *stage, const actor *a)
{
    const vv_strengths *s = &a->strengths;
    float unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    float over = vv_vec2_length(a->velocity) / unit - s->velocity_threshold;
    float amount = over > 0.0f ? s->velocity * over : 0.0f;
    return amount / (1.0f + amount);
}

static float energy_share(const actor *a)
{
    float over = a->energy - a->strengths.energy_threshold;
    return over > 0.0f ? 1.0f - vv_exp(-a->strengths.energy * over) : 0.0f;
}

/* q′: the equilibrium place, drawn to velocity_example by speed and then further by energy. */
static vv_place target_of(const vv_stage *stage, actor *a, vv_place moved)
{
    const vv_complex *complex = a->view.complex;
    float by_energy = energy_share(a), by_speed = speed_share(stage, a) * (1.0f - by_energy);
    vv_place target = a->equilibrium;
    if (by_speed > 0.0f)
        target =
            vvi_place_between(complex, target, vv_complex_at_example(complex, a->strengths.velocity_example), by_speed);
    if (by_energy > 0.0f)
        target = vvi_place_between(complex, target, energy_goal(a, moved), by_energy);
    return target;
}

/* ---- The oscillator ---------------------------------------------------------------------------------------------------- */

typedef struct blend {
    float inertia, stay, target; /* of m̂, m and q′; sum 1 */
} blend;

static blend oscillate(float frequency, float ratio, float h)
{
    float w = 2.0f * VV_PI * frequency * h, decay = vv_exp(-ratio * w), D = decay * decay, T;
    if (ratio < 1.0f) {
        T = 2.0f * decay * vv_cos(w * sqrtf(1.0f - ratio * ratio));
    } else {
        float root = w * sqrtf(ratio * ratio - 1.0f);
        T = vv_exp(-ratio * w + root) + vv_exp(-ratio * w - root);
    }
    /* Beyond a radian a step, an oscillation cannot be told from noise: there the blend stays convex. */
    if (w > 1.0f && T < 2.0f * D)
        T = 2.0f * D;
    return (blend){D, T - 2.0f * D, 1.0f - T + D};
}

/* m̂ and q′ first; then towards m, or (weakly damped) away from it. */
static vv_place follow(const vv_complex *complex, blend b, vv_place moved, vv_place place, vv_place target)
{
    float both = b.inertia + b.target;
    vv_place ahead = vvi_place_between(complex, moved, target, b.target / both);
    if (b.stay >= 0.0f)
        return vvi_place_between(complex, ahead, place, b.stay);
    return vvi_place_beyond(complex, place, ahead, both);
}

/* ---- Carrying the drawing along ------------------------------------------------------------------------------------------ */

static void carry(actor *a, const vv_vec2 *from, const vv_vec2 *to, float angle)
{
    vv_mat2 turn = vv_mat2_rotation(angle);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->x[i] = vv_vec2_add(a->x[i], vv_mat2_apply(turn, vv_vec2_sub(to[i], from[i])));
}

/* A shape changes about its centre of mass; while it stands on something, the point it stands on must stay instead. This is
 * booked, and not taken for velocity. */
static void keep_support(actor *a, float lifted)
{
    a->lowered = vv_vec2_scale(a->contact_normal, -lifted);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->x[i] = vv_vec2_add(a->x[i], a->lowered);
}

/* So must the one point that it is held by: else the hold, pulling the whole back, would make a speed of it, which in turn may
 * move the place. */
static void keep_held(actor *a, vv_vec2 before, float angle)
{
    vv_vec2 way = vv_vec2_sub(a->rest[a->holds[0].particle], before);
    a->lowered = vv_vec2_scale(vv_mat2_apply(vv_mat2_rotation(angle), way), -1.0f);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->x[i] = vv_vec2_add(a->x[i], a->lowered);
}

/* Whether it stands on something: it touched just now and is not leaving, or it is held in its squash (momentum.c). */
static bool stands(const actor *a)
{
    vv_vec2 n = a->contact_normal;
    if (n.x == 0.0f && n.y == 0.0f)
        return false;
    return a->touch_time == 0.0f || (a->stored_time > 0.0f && !a->releasing) || vv_vec2_dot(a->velocity, n) <= 0.0f;
}

static vv_place moved_place(vv_stage *stage, actor *a, float angle)
{
    const vv_complex *complex = a->view.complex;
    float projection = a->strengths.projection;
    vv_place shape = a->place, inertial = a->place;
    if (projection > 0.0f) {
        const vv_vec2 *x = a->clip ? vvi_actor_without_clip(stage, a, angle) : a->x;
        shape = vvi_sprite_project(&a->view, x, a->flipped, a->place, NULL, stage->scratch);
    }
    if (projection < 1.0f)
        inertial = vvi_place_beyond(complex, a->place_before, a->place, 2.0f);
    return vvi_place_between(complex, inertial, shape, projection);
}

/* Where a clip leads it, its shape changes without its place, from what the clip wanted at the beginning of the substep to what it wants
 * at the end; what it begins to want in between is left to matching, as any other blow. */
static void move_to(vv_stage *stage, actor *a, vv_place moved, vv_place place, float angle, float h)
{
    bool standing = stands(a), held = a->hold_count == 1 && !standing;
    bool carried = a->clip || !same_place(moved, place), changed = a->clip || !same_place(a->place, place);
    vv_vec2 before = held ? a->rest[a->holds[0].particle] : (vv_vec2){0.0f, 0.0f};
    float support = standing ? vvi_support(&a->view, a->rest, angle, a->contact_normal) : 0.0f;
    if (carried)
        vvi_actor_rest(stage, a, moved, stage->now - (double)h, stage->now, stage->shape);
    if (changed)
        vvi_actor_rest(stage, a, place, stage->now, stage->now, a->rest);
    if (carried)
        carry(a, stage->shape, a->rest, angle);
    if (held && changed)
        keep_held(a, before, angle);
    if (standing && changed)
        keep_support(a, vvi_support(&a->view, a->rest, angle, a->contact_normal) - support);
}

/* How far the energy decays in this substep: slowly, and quickly for as much of it as the drawing pushes off. */
static float decay(const actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    float quick = a->releasing ? h : 0.0f;
    if (a->stored_time > 0.0f && !a->releasing)
        quick = vvi_clamp(a->stored_time + h - (s->bounce_time - RELEASE_TIME), 0.0f, h);
    return (h - quick) / s->energy_time + quick / vvi_min(RELEASE_TIME, s->energy_time);
}

void vvi_actor_navigate(vv_stage *stage, actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    if (a->view.example_count < 2 && !a->clip)
        return;
    float angle = a->angle + a->spin * h;
    bool let_go = vvi_actor_is_let_go(stage, a, h);
    if (let_go)
        vvi_actor_find_place(stage, a, angle);
    vv_place moved = let_go ? a->place : moved_place(stage, a, angle), place = moved;
    vv_place target = target_of(stage, a, moved);
    if (s->equilibrium > 0.0f)
        place = follow(a->view.complex, oscillate(s->equilibrium, s->settle, h), moved, a->place, target);
    move_to(stage, a, moved, place, angle, h);
    a->place_before = a->place;
    a->place = place;
    if (a->energy > 0.0f)
        a->energy *= vv_exp(-decay(a, h));
}
