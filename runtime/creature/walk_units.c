/* Units step (4.2): when each lifts, how it flies, where it treads, and how feet come home when the creature stands.
 *
 * A unit counts its progress through its own stance or flight, at a rate that keeps it with the pattern (its ideal phase). Duty and
 * triggers may so change at any time without a foot being where it cannot have come to. */
#include "walk.h"

#define SHORTEST_STEP 0.35f /* seconds of a flight per √(length/g), at least */
#define EASY_STEP     0.9f  /* shorter ones go less high */
#define STEP_AWAY     0.15f /* leg lengths that a standing foot may be away from home before it steps, */
#define STEP_HOME     0.02f /* and may stay away when all of them settle */

/* How far the pattern is ahead of the unit, in cycles. */
static float phase_off(const vv_walk *walk, const walk_unit *unit)
{
    float own = unit->swings ? unit->duty + unit->progress * (1.0f - unit->duty) : unit->progress * unit->duty;
    return wrap_cycle(ideal_phase(walk, unit) - own);
}

/* ---- Lifting and treading ---------------------------------------------------------------------------------------------------- */

static float flight_rate(const vv_walk *walk, const walk_unit *unit)
{
    const walk_group *g = &walk->groups[unit->group];
    if (!walk->going || g->frequency <= 0.0f)
        return g->style.numbers.hurry / (WALK_HOME_STEP * g->pace);
    float off = phase_off(walk, unit);
    float rate = g->frequency / (1.0f - unit->duty) * (1.0f + vvi_clamp(4.0f * off, -0.35f, 0.6f));
    return vvi_min(rate, 1.0f / (SHORTEST_STEP * g->pace));
}

/* A unit that is early waits, one that is late hastens. */
static float stance_rate(const vv_walk *walk, const walk_unit *unit)
{
    if (!walk->going)
        return 0.0f;
    float off = phase_off(walk, unit);
    return walk->groups[unit->group].frequency / unit->duty * (1.0f + vvi_clamp(4.0f * off, -1.0f, 2.0f));
}

/* Under the middle of the stance to come. */
static void plan_leg(vv_walk *walk, const moment *now, walk_leg *leg, float flight, float stance)
{
    leg->plan = vvi_walk_tread(walk, now, leg, flight + 0.5f * stance);
    if (walk->care > 0.0f)
        vvi_walk_draw_in(walk, now, leg, flight);
    leg->way.to[WAY_X] = leg->plan.place.x;
    leg->way.to[WAY_Y] = leg->plan.place.y;
    leg->way.to[WAY_Z] = leg->plan.place.z;
    leg->plan_turn = vvi_walk_turn(leg, &leg->plan);
    leg->way.to[WAY_HUMP] = vvi_walk_hump(walk, now, leg);
    leg->need = vvi_walk_need(walk, now, leg, leg->plan.ankle, flight, flight + stance);
}

static void plan(vv_walk *walk, const moment *now, walk_unit *unit, float rate)
{
    const walk_group *g = &walk->groups[unit->group];
    float flight = (1.0f - unit->progress) / rate;
    float stance = walk->going ? g->stance_time * unit->duty / g->duty : 0.0f;
    for (uint32_t k = 0; k < unit->leg_count; k++)
        plan_leg(walk, now, &walk->legs[unit->leg_start + k], flight, stance);
}

/* To the plan at once: the foot is still where it was. */
static void set_out(walk_leg *leg)
{
    for (uint32_t i = 0; i < 4; i++) {
        leg->way.at[i] = leg->way.to[i];
        leg->way.speed[i] = 0.0f;
    }
}

/* What rises and turns as much in less time does so the more violently. */
static float vigour_of(const vv_walk *walk, const walk_unit *unit)
{
    return vvi_clamp(1.0f / (EASY_STEP * walk->groups[unit->group].pace * flight_rate(walk, unit)), 0.25f, 1.0f);
}

/* `late`: seconds ago. */
static void lift(vv_walk *walk, const moment *now, walk_unit *unit, float late)
{
    unit->swings = true;
    unit->frozen = unit->shown = false;
    unit->progress = 0.0f;
    unit->progress = vvi_min(late * flight_rate(walk, unit), 0.2f);
    unit->left_at = unit->progress;
    unit->vigour = vigour_of(walk, unit);
    plan(walk, now, unit, flight_rate(walk, unit));
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        set_out(leg);
    }
}

static void land(vv_walk *walk, const moment *now, walk_unit *unit)
{
    float late = (unit->progress - 1.0f) / unit->rate;
    unit->swings = false;
    unit->progress = 0.0f;
    unit->progress = vvi_min(late * stance_rate(walk, unit), 0.5f);
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        leg->stands = leg->plan;
        leg->stands_turn = leg->plan_turn;
        leg->lasts = vvi_walk_lasts(walk, now, leg);
    }
}

static bool all_reach(const vv_walk *walk, const moment *now, const walk_unit *unit, float after)
{
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        const walk_leg *leg = &walk->legs[unit->leg_start + k];
        if (leg->able && !vvi_walk_reaches(walk, now, leg, leg->plan.ankle, after))
            return false;
    }
    return true;
}

/* For how long the unit's feet can still stand. */
static float lasting(const vv_walk *walk, const walk_unit *unit)
{
    float least = 1e6f;
    for (uint32_t k = 0; walk->care > 0.0f && k < unit->leg_count; k++) {
        const walk_leg *leg = &walk->legs[unit->leg_start + k];
        least = leg->able ? vvi_min(least, leg->lasts) : least;
    }
    return least;
}

/* Decides where the unit treads. */
static void freeze(vv_walk *walk, walk_unit *unit)
{
    unit->frozen = true;
    unit->froze_at = unit->progress;
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        leg->frozen_from = (vv_vec3){leg->way.at[WAY_X], leg->way.at[WAY_Y], leg->way.at[WAY_Z]};
    }
}

/* Where the plan changed just now there is a way to go to it: no faster than this. */
static float rate_to_plan(const vv_walk *walk, const moment *now, const walk_unit *unit)
{
    const walk_group *g = &walk->groups[unit->group];
    float far = 1e-6f, fastest = 2.0f * g->length / g->pace + 2.5f * (fabsf(now->ahead) + fabsf(now->aside));
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        const smooth4 *way = &walk->legs[unit->leg_start + k].way;
        float dx = way->to[WAY_X] - way->at[WAY_X], dz = way->to[WAY_Z] - way->at[WAY_Z];
        far = vvi_max(far, sqrtf(dx * dx + dz * dz));
    }
    return (1.0f - unit->progress) * fastest / (1.5f * far);
}

/* The body went elsewhere after all: a new flight from where the foot is in the air. */
static void relaunch(vv_walk *walk, walk_unit *unit)
{
    smooth_time none = {0.0f, 0.0f, 1.0f};
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        float pitch;
        vv_vec3 ankle = vv_vec3_sub(leg->stands.ankle, leg->stands.place);
        leg->stands.place = vvi_walk_flight(walk, leg, unit->progress, none, &pitch);
        leg->stands.ankle = vv_vec3_add(leg->stands.place, ankle);
        leg->stands.contact.y = leg->stands.place.y - leg->sole;
        leg->stands_turn = walk->footholds[unit->leg_start + k].turn;
        set_out(leg);
    }
    unit->frozen = false;
    unit->left_at = unit->progress = 0.4f;
}

/* The last plan, and the rate at which it is flown to; 0: there is nothing to tread on, it waits in the air. */
static float decide(vv_walk *walk, const moment *now, walk_unit *unit, float rate)
{
    if (walk->care > 0.0f) {
        unit->most_rate = rate_to_plan(walk, now, unit);
        if (unit->most_rate < rate) {
            rate = unit->most_rate;
            plan(walk, now, unit, rate);
        }
        if (!all_reach(walk, now, unit, (1.0f - unit->progress) / rate))
            return 0.0f;
    } else {
        unit->most_rate = rate;
    }
    freeze(walk, unit);
    return rate;
}

/* Plans are made again until the target is decided: at every tick where care is taken, now and then otherwise. */
static void fly(vv_walk *walk, const moment *now, walk_unit *unit)
{
    bool careful = walk->care > 0.0f, late = unit->progress >= WALK_FREEZE;
    float rate = flight_rate(walk, unit);
    if (unit->frozen) {
        unit->rate = vvi_min(rate, unit->most_rate);
        if (!careful || all_reach(walk, now, unit, vvi_max(1.0f - unit->progress, 0.0f) / unit->rate))
            return;
        relaunch(walk, unit);
        late = false;
    }
    if (careful || late || (walk->ticks & 3u) == 0)
        plan(walk, now, unit, rate);
    unit->rate = late ? decide(walk, now, unit, rate) : rate;
}

/* ---- Steps home -------------------------------------------------------------------------------------------------------------- */

/* How far a unit that stands is away from where it belongs, in leg lengths; turned feet count too. */
static float away(const vv_walk *walk, const moment *now, const walk_unit *unit)
{
    float most = 0.0f;
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        const walk_leg *leg = &walk->legs[unit->leg_start + k];
        vv_vec2 home = turn_ahead(now->sine, now->cosine, leg->home.x, leg->home.z);
        float dx = now->course.x + home.x - leg->stands.contact.x, dz = now->course.z + home.y - leg->stands.contact.z;
        float turned = fabsf(vv_wrap_angle(now->course.heading - leg->stands.heading));
        most = vvi_max(most, sqrtf(dx * dx + dz * dz) / leg->length + 0.25f * turned);
    }
    return most;
}

/* The farthest first, with those that step when it does; never more than a quarter of all units at once. */
static void step_home(vv_walk *walk, const moment *now)
{
    uint32_t flying = 0, farthest = VV_NONE;
    float most = walk->homing ? STEP_HOME : STEP_AWAY;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        const walk_unit *unit = &walk->units[u];
        flying += unit->swings;
        float far = unit->swings || walk->groups[unit->group].style.count == 0 ? 0.0f : away(walk, now, unit);
        if (far > most) {
            most = far;
            farthest = u;
        }
    }
    walk->homing = farthest != VV_NONE || (walk->homing && flying > 0);
    if (farthest == VV_NONE || (flying > 0 && (flying + 1) * 4 > walk->unit_count))
        return;
    const walk_unit *first = &walk->units[farthest];
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        bool together = u == farthest || (unit->group == first->group && unit->wanted == first->wanted);
        if (together && !unit->swings && away(walk, now, unit) > STEP_HOME)
            lift(walk, now, unit, 0.0f);
    }
}

/* ---- A tick ------------------------------------------------------------------------------------------------------------------ */

/* The limping leg stands shorter. */
static void set_duty(const vv_walk *walk, walk_unit *unit)
{
    const walk_group *g = &walk->groups[unit->group];
    unit->duty = unit->limps ? g->duty * (1.0f - 0.35f * g->style.numbers.limp) : g->duty;
}

/* At the end of its stance, or where a foot would be out of reach at the next tick; then it lifts as much late as it is nearer than
 * that, so that it does not matter when exactly ticks are. */
static void leave(vv_walk *walk, const moment *now, walk_unit *unit)
{
    float lasts = lasting(walk, unit);
    if (walk->going && unit->progress >= 1.0f)
        lift(walk, now, unit, unit->rate > 0.0f ? (unit->progress - 1.0f) / unit->rate : 0.0f);
    else if (lasts <= walk->tick)
        lift(walk, now, unit, walk->tick - lasts);
}

static void step_unit(vv_walk *walk, const moment *now, walk_unit *unit)
{
    set_duty(walk, unit);
    if (!unit->swings)
        leave(walk, now, unit);
    else if (unit->frozen && unit->progress >= 1.0f)
        land(walk, now, unit);
    if (unit->swings)
        fly(walk, now, unit);
    else
        unit->rate = stance_rate(walk, unit);
}

void vvi_walk_units(vv_walk *walk, const moment *now)
{
    for (uint32_t u = 0; u < walk->unit_count; u++)
        if (walk->groups[walk->units[u].group].style.count > 0)
            step_unit(walk, now, &walk->units[u]);
    if (walk->going)
        walk->homing = true;
    else
        step_home(walk, now);
}
