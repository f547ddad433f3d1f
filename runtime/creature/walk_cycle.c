/* The step cycle (4.2): how often groups of legs step at a speed, and which phase each unit should have. */
#include "walk.h"

#define START_SPEED   0.04f /* v̂ above which a standing creature starts to walk */
#define STOP_SPEED    0.02f /* v̂ below which a walking creature stops */
#define NATURAL_STEP  1.5f  /* upper bound of a swing in seconds, in units of √(length/g) */
#define MAX_FREQUENCY 10.0f
#define MAX_HASTE     2.0f /* upper bound of the haste factor */
/* factor of the natural frequency for legs that do not reach as far as a natural stride */
#define REACH_HASTE 1.3f
#define MAX_TWIST   1.0f /* radians by which the body may rotate over a foot during its stance */

/* ---- Frequencies ------------------------------------------------------------------------------------------------- */

/* The ground speed of the feet of a group: that of the body, and that of rotation. */
static float ground_speed(const walk_group *g, const course_state *now)
{
    float turning = now->course.yaw_rate * g->radius;
    return sqrtf(now->ahead * now->ahead + now->aside * now->aside + turning * turning);
}

/* The inverse of the time in which a foot uses up its travel: half of a stance may last no longer than its inverse,
 * or feet would get out of reach. */
static float reach_rate(const walk_group *g, const course_state *now)
{
    float z = now->ahead / g->travel_forward, x = now->aside / g->travel_side;
    float turning = now->course.yaw_rate * g->radius / vvi_min(g->travel_forward, g->travel_side);
    return sqrtf(z * z + x * x + turning * turning);
}

static void update_pattern(vv_walk *walk, walk_group *g)
{
    float triggers[VV_CREATURE_MAX_LEGS];
    int32_t sides[VV_CREATURE_MAX_LEGS];
    walk_unit *units = walk->units + g->unit_start;
    for (uint32_t u = 0; u < g->unit_count; u++)
        sides[u] = units[u].side;
    if (walk->kind == VV_WALK_CRAWL)
        g->pattern = vvi_crawl_pattern(g, triggers);
    else
        g->pattern =
            vvi_gait_mix(g->style.count, g->style.gaits, g->style.weights, g->unit_count, g->speed, sides, triggers);
    g->pattern_speed = g->speed;
    for (uint32_t u = 0; u < g->unit_count; u++)
        units[u].pattern_trigger = triggers[u];
    walk->triggers_moving = true;
}

/* Whether the creature has stood still until now. */
static bool is_at_rest(const vv_walk *walk)
{
    return walk->body.value[BODY_AMOUNT] < 0.02f && walk->body.goal[BODY_AMOUNT] == 0.0f;
}

/* The speed of the pattern follows the real one within about a third of a step, or at once if there is no pattern
 * yet. */
static void update_speed(vv_walk *walk, walk_group *g, float speed)
{
    float difference = speed - g->speed;
    bool at_once = fabsf(difference) < 1e-5f || is_at_rest(walk);
    walk->settled &= at_once;
    g->speed = at_once ? speed : g->speed + difference * (walk->tick_seconds / (walk->tick_seconds + 0.35f * g->pace));
    if (fabsf(g->speed - g->pattern_speed) > 1e-4f || g->pattern_speed < 0.0f)
        update_pattern(walk, g);
}

static void set_filter(const vv_walk *walk, walk_group *g, float flight)
{
    float omega = 12.0f / flight;
    if (fabsf(omega - g->tick_time.omega) < 1e-3f * omega)
        return;
    g->tick_time = (filter_time){omega, walk->tick_seconds, vv_exp(-omega * walk->tick_seconds)};
}

/* Legs that are too short for their stride shorten their stance first, the more the faster they are, and only then
 * step more often. */
static float find_min_duty(const walk_group *g, float natural, float hurry)
{
    float floor = vvi_clamp(0.6f - 0.32f * g->speed, 0.28f, 0.6f);
    return vvi_min(g->pattern.duty, vvi_max(2.0f * REACH_HASTE * natural / vvi_max(hurry, 1e-6f), floor));
}

/* The frequency that the legs of the group want: the natural one at this speed, but no less than reach and twist
 * require. */
static float wanted_frequency(walk_group *g, const course_state *now, bool is_leading)
{
    float natural = g->speed / (g->pace * g->pattern.stride) * g->style.numbers.hurry, hurry = reach_rate(g, now);
    g->min_duty = find_min_duty(g, natural, hurry);
    float reach = 0.5f * g->min_duty * hurry;
    float twist = g->min_duty * fabsf(now->course.yaw_rate) / MAX_TWIST;
    return vvi_max(is_leading ? natural : 0.0f, vvi_max(reach, twist)) / g->ratio;
}

/* When starting, or getting faster, feet have less time left than the cycle gives them: by this factor the cycle must
 * be faster. */
static float needed_haste(const vv_walk *walk, float frequency)
{
    float most = frequency;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        const walk_unit *unit = &walk->units[leg->unit];
        if (unit->in_swing || !leg->can_walk)
            continue;
        float left = (1.0f - unit->progress) * unit->duty / walk->groups[unit->group].ratio;
        /* A foot that must leave now does so without this. */
        float lasts = vvi_max(leg->reach_time, 0.15f * walk->groups[unit->group].pace);
        most = left > most * lasts ? left / lasts : most;
    }
    return vvi_min(most / frequency, MAX_HASTE);
}

/* The haste rises quickly and falls slowly. */
static void update_haste(vv_walk *walk, float frequency)
{
    float wanted = walk->care_time > 0.0f && frequency > 0.0f ? needed_haste(walk, frequency) : 1.0f;
    float share = walk->tick_seconds /
                  (walk->tick_seconds + (wanted > walk->haste ? 0.05f : 0.4f) * walk->groups[walk->lead].pace);
    walk->haste = fabsf(wanted - walk->haste) < 1e-3f ? wanted : walk->haste + (wanted - walk->haste) * share;
    walk->settled &= walk->haste == 1.0f;
}

/* Sets duty factor and stance time, as they will be without haste. */
static void set_times(vv_walk *walk, walk_group *g, const course_state *now, float frequency)
{
    float hurry = g->style.numbers.hurry, f = frequency * g->ratio;
    g->frequency = f * walk->haste;
    if (!walk->is_walking || f <= 0.0f) {
        g->stance_time = 0.0f;
        set_filter(walk, g, WALK_HOME_STEP_TIME * g->pace / hurry);
        return;
    }
    /* Slow walkers stand longer instead of swinging in slow motion, as far as reach allows. */
    float natural = 1.0f - NATURAL_STEP * g->pace / hurry * f;
    float longest = 2.0f * f / vvi_max(reach_rate(g, now), 1e-6f);
    g->duty = vvi_max(g->min_duty, vvi_min(vvi_max(g->pattern.duty, natural), longest));
    g->stance_time = g->duty / f;
    if (g->duty * reach_rate(g, now) > 2.02f * f) /* faster than its legs can step */
        walk->care_time = vvi_max(walk->care_time, 2.0f * walk->tick_seconds);
    set_filter(walk, g, (1.0f - g->duty) / f);
}

/* Whether nothing has changed since the last tick; after a change, reach is checked until every leg has stepped. */
static bool is_steady(vv_walk *walk, const course_state *now)
{
    const walk_group *lead = &walk->groups[walk->lead];
    float change = fabsf(now->ahead - walk->ahead) + fabsf(now->aside - walk->aside) +
                   fabsf(now->course.yaw_rate - walk->spin) * lead->radius;
    float scale = lead->length / lead->pace;
    bool uneven = now->terrain && now->terrain->height;
    walk->ahead = now->ahead;
    walk->aside = now->aside;
    walk->spin = now->course.yaw_rate;
    if (uneven || change > (1e-3f * lead->speed + 1e-5f) * scale)
        walk->care_time = 2.0f / vvi_max(walk->frequency, 0.25f / lead->pace);
    else
        walk->care_time = vvi_max(0.0f, walk->care_time - walk->tick_seconds);
    return walk->settled && walk->care_time <= 0.0f && change < 1e-5f * scale;
}

/* Updates for every standing foot how long it can stay, and how low the root must be for that. */
static void check_stances(vv_walk *walk, const course_state *now)
{
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        const walk_unit *unit = &walk->units[leg->unit];
        if (unit->in_swing || !leg->can_walk)
            continue;
        leg->reach_time = vvi_walk_reach_time(walk, now, leg);
        float left = unit->rate > 0.0f ? vvi_max(1.0f - unit->progress, 0.0f) / unit->rate : 0.0f;
        left = vvi_min(left, vvi_min(leg->reach_time, walk->groups[unit->group].stance_time));
        leg->needed_drop = vvi_walk_needed_drop(walk, now, leg, leg->stance.ankle, 0.0f, left);
    }
}

void vvi_walk_update_groups(vv_walk *walk, const course_state *now)
{
    if (is_steady(walk, now))
        return;
    if (walk->care_time > 0.0f)
        check_stances(walk, now);
    float most = 0.0f, frequency = 0.0f;
    walk->settled = true;
    for (uint32_t i = 0; i < walk->group_count; i++) {
        walk_group *g = &walk->groups[i];
        if (g->style.count == 0)
            continue;
        float speed = ground_speed(g, now) * g->pace / g->length;
        most = vvi_max(most, speed);
        update_speed(walk, g, speed);
        frequency = vvi_max(frequency, wanted_frequency(g, now, i == walk->lead));
    }
    bool was_walking = walk->is_walking;
    walk->is_walking = most > (was_walking ? STOP_SPEED : START_SPEED);
    /* The time between two ticks at which the speed was reached: frame rates agree on that better than on the tick. */
    if (walk->is_walking && !was_walking)
        walk->start_delay = walk->tick_seconds * (most - START_SPEED) / vvi_max(most - walk->max_speed, 1e-6f);
    walk->max_speed = most;
    frequency = walk->is_walking ? vvi_min(frequency, MAX_FREQUENCY) : 0.0f;
    update_haste(walk, was_walking ? frequency : 0.0f);
    walk->frequency = frequency * walk->haste;
    for (uint32_t i = 0; i < walk->group_count; i++)
        if (walk->groups[i].style.count > 0)
            set_times(walk, &walk->groups[i], now, frequency);
}

/* ---- Phases ------------------------------------------------------------------------------------------------------ */

/* The first harmonic of the steps of the leading group, sideways and fore and aft: the hips follow it. */
static void update_harmonics(vv_walk *walk)
{
    const walk_group *lead = &walk->groups[walk->lead];
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f}, share = 1.0f / (float)lead->unit_count;
    for (uint32_t u = lead->unit_start; u < lead->unit_start + lead->unit_count; u++) {
        const walk_unit *unit = &walk->units[u];
        float sine, cosine, side = (float)unit->side;
        float z = walk->legs[unit->leg_start].home.z - walk->rest_mean.z;
        float fore = z > 0.1f * lead->length ? 1.0f : z < -0.1f * lead->length ? -1.0f : 0.0f;
        vv_sin_cos(2.0f * VV_PI * unit->trigger, &sine, &cosine);
        sums[0] += side * cosine;
        sums[1] += side * sine;
        sums[2] += fore * cosine;
        sums[3] += fore * sine;
    }
    walk->body.goal[BODY_SIDE] = sums[0] * share;
    walk->body.goal[BODY_SIDE_SINE] = sums[1] * share;
    walk->body.goal[BODY_FORE] = sums[2] * share;
    walk->body.goal[BODY_FORE_SINE] = sums[3] * share;
}

/* Moves triggers towards those of the pattern, the short way round the cycle; half a cycle takes at least one cycle. */
static void move_triggers(vv_walk *walk, bool at_once)
{
    bool moving = false;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        float difference = wrap_cycle(unit->pattern_trigger - unit->trigger),
              turn = walk->groups[unit->group].frequency * walk->tick_seconds;
        if (at_once || fabsf(difference) < 1e-4f) {
            unit->trigger = unit->pattern_trigger;
            continue;
        }
        float trigger = unit->trigger + vvi_clamp(3.0f * difference * turn, -0.5f * turn, 0.5f * turn);
        unit->trigger = within_cycle(trigger);
        moving = true;
    }
    if (!moving || (walk->ticks & 3u) == 0) /* the body filters smooth the harmonics */
        update_harmonics(walk);
    walk->triggers_moving = moving;
}

/* How far the foot of a unit is behind its home, along the direction of movement. */
static float distance_behind_home(const walk_leg *leg, const course_state *now)
{
    vv_vec2 home = rotate_by_heading(now->sine, now->cosine, leg->home.x, leg->home.z);
    float dx = now->course.x + home.x - leg->stance.contact.x, dz = now->course.z + home.y - leg->stance.contact.z;
    return dx * now->course.speed_x + dz * now->course.speed_z;
}

/* The unit of the leading group that lags most; a unit that is stepping home comes before all others. */
static uint32_t first_to_step(const vv_walk *walk, const course_state *now)
{
    const walk_group *lead = &walk->groups[walk->lead];
    uint32_t first = lead->unit_start;
    float most = -1e30f, margin = 0.01f * lead->length * (1.0f + lead->length);
    for (uint32_t u = lead->unit_start; u < lead->unit_start + lead->unit_count; u++) {
        float behind =
            walk->units[u].in_swing ? 1e30f : distance_behind_home(&walk->legs[walk->units[u].leg_start], now);
        if (behind > most + margin) {
            most = behind;
            first = u;
        }
    }
    return first;
}

/* Starts the cycle: the first unit to step lifts now, or continues its swing; other units that would be in their
 * swing at this phase wait for their next turn. */
static void start_cycle(vv_walk *walk, const course_state *now, float delay)
{
    move_triggers(walk, true);
    const walk_group *lead = &walk->groups[walk->lead];
    walk_unit *first = &walk->units[first_to_step(walk, now)];
    float flown = first->in_swing ? first->progress * (1.0f - lead->duty) : delay * walk->frequency;
    walk->cycle = first->trigger + lead->duty + flown;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        unit->duty = walk->groups[unit->group].duty;
        float phase = ideal_phase(walk, unit);
        if (!unit->in_swing)
            unit->progress = phase < unit->duty ? phase / unit->duty : 0.0f;
    }
    if (first->in_swing)
        return;
    first->rate = walk->frequency / first->duty;
    first->progress = 1.0f + delay * first->rate;
}

void vvi_walk_update_phases(vv_walk *walk, const course_state *now)
{
    if (walk->is_walking && is_at_rest(walk))
        start_cycle(walk, now, walk->start_delay);
    else if (walk->triggers_moving)
        move_triggers(walk, !walk->is_walking);
}
