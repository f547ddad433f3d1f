/* The steps of units (4.2): when each lifts, how it swings, where it lands, and how feet return home when the
 * creature stands.
 *
 * A unit counts its progress through its own stance or swing, at a rate that keeps it with the pattern (its ideal
 * phase). So duty factor and triggers may change at any time without a foot being where it cannot have moved to. */
#include "walk.h"

#define MIN_SWING_TIME 0.35f /* lower bound of a swing in seconds, in units of √(length/g) */
#define FULL_ARC_TIME  0.9f  /* swings shorter than this rise less */
#define MAX_AWAY       0.15f /* leg lengths that a standing foot may be away from home before it steps */
#define SETTLED_AWAY   0.02f /* leg lengths that it may stay away when all feet step home */

/* How far the pattern is ahead of the unit, in cycles. */
static float phase_error(const vv_walk *walk, const walk_unit *unit)
{
    float phase = unit->in_swing ? unit->duty + unit->progress * (1.0f - unit->duty) : unit->progress * unit->duty;
    VVI_CHECK(unit->duty > 0.0f && unit->duty < 1.0f && unit->progress >= 0.0f);
    return wrap_cycle(ideal_phase(walk, unit) - phase);
}

/* ---- Lift-off and landing ---------------------------------------------------------------------------------------- */

static float swing_rate(const vv_walk *walk, const walk_unit *unit)
{
    const walk_group *g = &walk->groups[unit->group];
    if (!walk->is_walking || g->frequency <= 0.0f)
        return g->style.numbers.hurry / (WALK_HOME_STEP_TIME * g->pace);
    float off = phase_error(walk, unit);
    float rate = g->frequency / (1.0f - unit->duty) * (1.0f + vvi_clamp(4.0f * off, -0.35f, 0.6f));
    return vvi_min(rate, 1.0f / (MIN_SWING_TIME * g->pace));
}

/* The rate of a stance: a unit that is ahead of the pattern waits, one that is behind hurries. */
static float stance_rate(const vv_walk *walk, const walk_unit *unit)
{
    if (!walk->is_walking)
        return 0.0f;
    float off = phase_error(walk, unit);
    return walk->groups[unit->group].frequency / unit->duty * (1.0f + vvi_clamp(4.0f * off, -1.0f, 2.0f));
}

/* Plans the footprint of a leg under the middle of the coming stance. */
static void plan_leg(vv_walk *walk, const course_state *now, walk_leg *leg, float flight, float stance)
{
    leg->plan = vvi_walk_find_footprint(walk, now, leg, flight + 0.5f * stance);
    if (walk->care_time > 0.0f)
        vvi_walk_limit_plan(walk, now, leg, flight);
    leg->target.goal[TARGET_X] = leg->plan.place.x;
    leg->target.goal[TARGET_Y] = leg->plan.place.y;
    leg->target.goal[TARGET_Z] = leg->plan.place.z;
    leg->plan_turn = vvi_walk_foot_rotation(leg, &leg->plan);
    leg->target.goal[TARGET_CLEARANCE] = vvi_walk_clearance(walk, now, leg);
    leg->needed_drop = vvi_walk_needed_drop(walk, now, leg, leg->plan.ankle, flight, flight + stance);
}

static void plan_unit(vv_walk *walk, const course_state *now, walk_unit *unit, float rate)
{
    const walk_group *g = &walk->groups[unit->group];
    float flight = (1.0f - unit->progress) / rate;
    VVI_CHECK(rate > 0.0f && unit->leg_count > 0);
    float stance = walk->is_walking ? g->stance_time * unit->duty / g->duty : 0.0f;
    for (uint32_t k = 0; k < unit->leg_count; k++)
        plan_leg(walk, now, &walk->legs[unit->leg_start + k], flight, stance);
}

/* Resets the target filter to the plan: the foot itself is still where it was. */
static void reset_target(walk_leg *leg)
{
    for (uint32_t i = 0; i < 4; i++) {
        leg->target.value[i] = leg->target.goal[i];
        leg->target.rate[i] = 0.0f;
    }
}

/* The scale of the arc of a swing: rising and rotating as much in less time would look violent. */
static float find_arc_scale(const vv_walk *walk, const walk_unit *unit)
{
    return vvi_clamp(1.0f / (FULL_ARC_TIME * walk->groups[unit->group].pace * swing_rate(walk, unit)), 0.25f, 1.0f);
}

/* Lifts a unit, `late` seconds in the past. */
static void lift_unit(vv_walk *walk, const course_state *now, walk_unit *unit, float late)
{
    unit->in_swing = true;
    VVI_CHECK(late >= 0.0f);
    unit->target_frozen = unit->footholds_current = false;
    unit->progress = 0.0f;
    unit->progress = vvi_min(late * swing_rate(walk, unit), 0.2f);
    unit->liftoff_progress = unit->progress;
    unit->arc_scale = find_arc_scale(walk, unit);
    plan_unit(walk, now, unit, swing_rate(walk, unit));
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        reset_target(leg);
    }
}

static void land_unit(vv_walk *walk, const course_state *now, walk_unit *unit)
{
    float delay = (unit->progress - 1.0f) / unit->rate;
    VVI_CHECK(unit->in_swing && unit->target_frozen && unit->rate > 0.0f && delay >= 0.0f);
    unit->in_swing = false;
    unit->progress = 0.0f;
    unit->progress = vvi_min(delay * stance_rate(walk, unit), 0.5f);
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        leg->stance = leg->plan;
        leg->stance_turn = leg->plan_turn;
        leg->reach_time = vvi_walk_reach_time(walk, now, leg);
    }
}

static bool all_legs_reach(const vv_walk *walk, const course_state *now, const walk_unit *unit, float after)
{
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        const walk_leg *leg = &walk->legs[unit->leg_start + k];
        if (leg->can_walk && !vvi_walk_reaches(walk, now, leg, leg->plan.ankle, after))
            return false;
    }
    return true;
}

/* For how many seconds the feet of the unit can stay where they are. */
static float remaining_reach_time(const vv_walk *walk, const walk_unit *unit)
{
    float least = 1e6f;
    for (uint32_t k = 0; walk->care_time > 0.0f && k < unit->leg_count; k++) {
        const walk_leg *leg = &walk->legs[unit->leg_start + k];
        least = leg->can_walk ? vvi_min(least, leg->reach_time) : least;
    }
    return least;
}

/* Fixes the footprints of the unit. */
static void freeze_target(vv_walk *walk, walk_unit *unit)
{
    unit->target_frozen = true;
    VVI_CHECK(unit->in_swing);
    unit->freeze_progress = unit->progress;
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        leg->frozen_target =
            (vv_vec3){leg->target.value[TARGET_X], leg->target.value[TARGET_Y], leg->target.value[TARGET_Z]};
    }
}

/* The largest rate for the rest of a swing whose plan has just changed, since the distance to it takes time. */
static float max_rate_to_plan(const vv_walk *walk, const course_state *now, const walk_unit *unit)
{
    const walk_group *g = &walk->groups[unit->group];
    float far = 1e-6f, fastest = 2.0f * g->length / g->pace + 2.5f * (fabsf(now->ahead) + fabsf(now->aside));
    VVI_CHECK(g->length > 0.0f && g->pace > 0.0f);
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        const filter4 *target = &walk->legs[unit->leg_start + k].target;
        float dx = target->goal[TARGET_X] - target->value[TARGET_X],
              dz = target->goal[TARGET_Z] - target->value[TARGET_Z];
        far = vvi_max(far, sqrtf(dx * dx + dz * dz));
    }
    return (1.0f - unit->progress) * fastest / (1.5f * far);
}

/* Starts a new swing from where the foot is in the air, since the body went elsewhere. */
static void restart_swing(vv_walk *walk, walk_unit *unit)
{
    filter_time none = {0.0f, 0.0f, 1.0f};
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        walk_leg *leg = &walk->legs[unit->leg_start + k];
        float pitch;
        vv_vec3 ankle = vv_vec3_sub(leg->stance.ankle, leg->stance.place);
        leg->stance.place = vvi_walk_swing_position(walk, leg, unit->progress, none, &pitch);
        leg->stance.ankle = vv_vec3_add(leg->stance.place, ankle);
        leg->stance.contact.y = leg->stance.place.y - leg->sole_height;
        leg->stance_turn = walk->footholds[unit->leg_start + k].rotation;
        reset_target(leg);
    }
    unit->target_frozen = false;
    unit->liftoff_progress = unit->progress = 0.4f;
}

/* Decides the footprint and returns the rate of the rest of the swing; 0: it cannot be reached, so the foot waits in
 * the air. */
static float decide_footprint(vv_walk *walk, const course_state *now, walk_unit *unit, float rate)
{
    if (walk->care_time > 0.0f) {
        unit->max_rate = max_rate_to_plan(walk, now, unit);
        if (unit->max_rate < rate) {
            rate = unit->max_rate;
            plan_unit(walk, now, unit, rate);
        }
        if (!all_legs_reach(walk, now, unit, (1.0f - unit->progress) / rate))
            return 0.0f;
    } else {
        unit->max_rate = rate;
    }
    freeze_target(walk, unit);
    return rate;
}

/* Updates a swing. It is planned again until its footprint is decided: at every tick while reach is checked, every
 * fourth tick otherwise. */
static void update_swing(vv_walk *walk, const course_state *now, walk_unit *unit)
{
    bool careful = walk->care_time > 0.0f, must_decide = unit->progress >= WALK_FREEZE_PROGRESS;
    float rate = swing_rate(walk, unit);
    if (unit->target_frozen) {
        unit->rate = vvi_min(rate, unit->max_rate);
        if (!careful || all_legs_reach(walk, now, unit, vvi_max(1.0f - unit->progress, 0.0f) / unit->rate))
            return;
        restart_swing(walk, unit);
        must_decide = false;
    }
    if (careful || must_decide || (walk->ticks & 3u) == 0)
        plan_unit(walk, now, unit, rate);
    unit->rate = must_decide ? decide_footprint(walk, now, unit, rate) : rate;
}

/* ---- Steps home -------------------------------------------------------------------------------------------------- */

/* How far a standing unit is away from home, in leg lengths; a rotated foot counts too. */
static float distance_from_home(const vv_walk *walk, const course_state *now, const walk_unit *unit)
{
    float most = 0.0f;
    for (uint32_t k = 0; k < unit->leg_count; k++) {
        const walk_leg *leg = &walk->legs[unit->leg_start + k];
        vv_vec2 home = rotate_by_heading(now->sine, now->cosine, leg->home.x, leg->home.z);
        float dx = now->course.x + home.x - leg->stance.contact.x, dz = now->course.z + home.y - leg->stance.contact.z;
        float turned = fabsf(vv_wrap_angle(now->course.heading - leg->stance.heading));
        most = vvi_max(most, sqrtf(dx * dx + dz * dz) / leg->length + 0.25f * turned);
    }
    return most;
}

/* Steps home: the unit farthest away first, with those that step at the same time as it; never more than a quarter of
 * all units at once. */
static void step_home(vv_walk *walk, const course_state *now)
{
    uint32_t flying = 0, farthest = VV_NONE;
    float most = walk->is_stepping_home ? SETTLED_AWAY : MAX_AWAY;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        const walk_unit *unit = &walk->units[u];
        flying += unit->in_swing;
        float far =
            unit->in_swing || walk->groups[unit->group].style.count == 0 ? 0.0f : distance_from_home(walk, now, unit);
        if (far > most) {
            most = far;
            farthest = u;
        }
    }
    walk->is_stepping_home = farthest != VV_NONE || (walk->is_stepping_home && flying > 0);
    if (farthest == VV_NONE || (flying > 0 && (flying + 1) * 4 > walk->unit_count))
        return;
    const walk_unit *first = &walk->units[farthest];
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        bool together =
            u == farthest || (unit->group == first->group && unit->pattern_trigger == first->pattern_trigger);
        if (together && !unit->in_swing && distance_from_home(walk, now, unit) > SETTLED_AWAY)
            lift_unit(walk, now, unit, 0.0f);
    }
}

/* ---- Ticks ------------------------------------------------------------------------------------------------------- */

/* A limping leg has a shorter stance. */
static void set_duty(const vv_walk *walk, walk_unit *unit)
{
    const walk_group *g = &walk->groups[unit->group];
    unit->duty = unit->is_limping ? g->duty * (1.0f - 0.35f * g->style.numbers.limp) : g->duty;
}

/* Lifts a unit at the end of its stance, or if a foot would be out of reach at the next tick. The start of the swing
 * is shifted within the tick accordingly, so that the exact times of ticks do not matter. */
static void lift_if_due(vv_walk *walk, const course_state *now, walk_unit *unit)
{
    float lasts = remaining_reach_time(walk, unit);
    if (walk->is_walking && unit->progress >= 1.0f)
        lift_unit(walk, now, unit, unit->rate > 0.0f ? (unit->progress - 1.0f) / unit->rate : 0.0f);
    else if (lasts <= walk->tick_seconds)
        lift_unit(walk, now, unit, walk->tick_seconds - lasts);
}

static void step_unit(vv_walk *walk, const course_state *now, walk_unit *unit)
{
    set_duty(walk, unit);
    if (!unit->in_swing)
        lift_if_due(walk, now, unit);
    else if (unit->target_frozen && unit->progress >= 1.0f)
        land_unit(walk, now, unit);
    if (unit->in_swing)
        update_swing(walk, now, unit);
    else
        unit->rate = stance_rate(walk, unit);
}

void vvi_walk_update_units(vv_walk *walk, const course_state *now)
{
    for (uint32_t u = 0; u < walk->unit_count; u++)
        if (walk->groups[walk->units[u].group].style.count > 0)
            step_unit(walk, now, &walk->units[u]);
    if (walk->is_walking)
        walk->is_stepping_home = true;
    else
        step_home(walk, now);
}
