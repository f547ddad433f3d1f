/* The cycle of steps (4.2): how often groups of legs step at a speed, and where in the cycle each unit ought to be. */
#include "walk.h"

#define START_SPEED     0.04f /* v̂ above which a standing creature begins to walk, */
#define STOP_SPEED      0.02f /* and below which a walking one stands */
#define NATURAL_STEP    1.5f  /* seconds of a flight per √(length/g), at most */
#define MOST_PER_SECOND 10.0f
#define MOST_HASTE      2.0f /* times the frequency */
#define EASY_HASTE      1.3f /* times the natural frequency, for legs that do not reach as far as a natural stride */
#define MOST_TWIST      1.0f /* radians that the body turns over a foot while it stands */

/* ---- Frequencies ------------------------------------------------------------------------------------------------------------- */

/* Over the ground, of a group's feet: the body's and that of turning. */
static float ground_speed(const walk_group *g, const moment *now)
{
    float turning = now->course.spin * g->radius;
    return sqrtf(now->ahead * now->ahead + now->aside * now->aside + turning * turning);
}

/* Half of a stance may last no longer than 1/this, or feet would get farther behind than legs reach. */
static float hurry_to_reach(const walk_group *g, const moment *now)
{
    float z = now->ahead / g->forward, x = now->aside / g->side;
    float turning = now->course.spin * g->radius / vvi_min(g->forward, g->side);
    return sqrtf(z * z + x * x + turning * turning);
}

static void find_pattern(vv_walk *walk, walk_group *g)
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
    g->patterned = g->speed;
    for (uint32_t u = 0; u < g->unit_count; u++)
        units[u].wanted = triggers[u];
    walk->sliding = true;
}

/* Whether it begins to walk now, having stood still. */
static bool is_fresh(const vv_walk *walk)
{
    return walk->body.at[BODY_AMOUNT] < 0.02f && walk->body.to[BODY_AMOUNT] == 0.0f;
}

/* The pattern's speed follows the real one in about a third of a step, or at once where there is no pattern yet. */
static void follow_speed(vv_walk *walk, walk_group *g, float speed)
{
    float off = speed - g->speed;
    bool at_once = fabsf(off) < 1e-5f || is_fresh(walk);
    walk->settled &= at_once;
    g->speed = at_once ? speed : g->speed + off * (walk->tick / (walk->tick + 0.35f * g->pace));
    if (fabsf(g->speed - g->patterned) > 1e-4f || g->patterned < 0.0f)
        find_pattern(walk, g);
}

static void set_filter(const vv_walk *walk, walk_group *g, float flight)
{
    float omega = 12.0f / flight;
    if (fabsf(omega - g->tick.omega) < 1e-3f * omega)
        return;
    g->tick = (smooth_time){omega, walk->tick, vv_exp(-omega * walk->tick)};
}

/* Legs too short for their stride stand shorter first, the faster they are the more so, and only then step more often. */
static float least_duty(const walk_group *g, float natural, float hurry)
{
    float floor = vvi_clamp(0.6f - 0.32f * g->speed, 0.28f, 0.6f);
    return vvi_min(g->pattern.duty, vvi_max(2.0f * EASY_HASTE * natural / vvi_max(hurry, 1e-6f), floor));
}

/* What the group's own legs want: the natural frequency at this speed, and no less than reach and twist ask for. */
static float wanted_frequency(walk_group *g, const moment *now, bool leads)
{
    float natural = g->speed / (g->pace * g->pattern.stride) * g->style.numbers.hurry, hurry = hurry_to_reach(g, now);
    g->least = least_duty(g, natural, hurry);
    float reach = 0.5f * g->least * hurry;
    float twist = g->least * fabsf(now->course.spin) / MOST_TWIST;
    return vvi_max(leads ? natural : 0.0f, vvi_max(reach, twist)) / g->ratio;
}

/* From standing, or as it gets faster, feet have less time left than the cycle gives them: then it goes so many times faster. */
static float haste_for(const vv_walk *walk, float frequency)
{
    float most = frequency;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        const walk_unit *unit = &walk->units[leg->unit];
        if (unit->swings || !leg->able)
            continue;
        float left = (1.0f - unit->progress) * unit->duty / walk->groups[unit->group].ratio;
        /* One that must leave now does so by itself. */
        float lasts = vvi_max(leg->lasts, 0.15f * walk->groups[unit->group].pace);
        most = left > most * lasts ? left / lasts : most;
    }
    return vvi_min(most / frequency, MOST_HASTE);
}

/* Quickly there, slowly back. */
static void follow_haste(vv_walk *walk, float frequency)
{
    float wanted = walk->care > 0.0f && frequency > 0.0f ? haste_for(walk, frequency) : 1.0f;
    float share = walk->tick / (walk->tick + (wanted > walk->haste ? 0.05f : 0.4f) * walk->groups[walk->lead].pace);
    walk->haste = fabsf(wanted - walk->haste) < 1e-3f ? wanted : walk->haste + (wanted - walk->haste) * share;
    walk->settled &= walk->haste == 1.0f;
}

/* Times are those that will be when there is no haste any more. */
static void set_times(vv_walk *walk, walk_group *g, const moment *now, float frequency)
{
    float hurry = g->style.numbers.hurry, f = frequency * g->ratio;
    g->frequency = f * walk->haste;
    if (!walk->going || f <= 0.0f) {
        g->stance_time = 0.0f;
        set_filter(walk, g, WALK_HOME_STEP * g->pace / hurry);
        return;
    }
    /* Slow walkers stand longer rather than fly in slow motion, as far as reach lets them. */
    float natural = 1.0f - NATURAL_STEP * g->pace / hurry * f;
    float longest = 2.0f * f / vvi_max(hurry_to_reach(g, now), 1e-6f);
    g->duty = vvi_max(g->least, vvi_min(vvi_max(g->pattern.duty, natural), longest));
    g->stance_time = g->duty / f;
    if (g->duty * hurry_to_reach(g, now) > 2.02f * f) /* faster than its legs can */
        walk->care = vvi_max(walk->care, 2.0f * walk->tick);
    set_filter(walk, g, (1.0f - g->duty) / f);
}

/* Whether all is as it was at the last tick; after a change, care is taken until every leg has stepped. */
static bool is_steady(vv_walk *walk, const moment *now)
{
    const walk_group *lead = &walk->groups[walk->lead];
    float change = fabsf(now->ahead - walk->ahead) + fabsf(now->aside - walk->aside) +
                   fabsf(now->course.spin - walk->spin) * lead->radius;
    float scale = lead->length / lead->pace;
    bool uneven = now->terrain && now->terrain->height;
    walk->ahead = now->ahead;
    walk->aside = now->aside;
    walk->spin = now->course.spin;
    if (uneven || change > (1e-3f * lead->speed + 1e-5f) * scale)
        walk->care = 2.0f / vvi_max(walk->frequency, 0.25f / lead->pace);
    else
        walk->care = vvi_max(0.0f, walk->care - walk->tick);
    return walk->settled && walk->care <= 0.0f && change < 1e-5f * scale;
}

/* What a foot that stands can stand for: how long, and how low the root must be for that. */
static void watch(vv_walk *walk, const moment *now)
{
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        const walk_unit *unit = &walk->units[leg->unit];
        if (unit->swings || !leg->able)
            continue;
        leg->lasts = vvi_walk_lasts(walk, now, leg);
        float left = unit->rate > 0.0f ? vvi_max(1.0f - unit->progress, 0.0f) / unit->rate : 0.0f;
        left = vvi_min(left, vvi_min(leg->lasts, walk->groups[unit->group].stance_time));
        leg->need = vvi_walk_need(walk, now, leg, leg->stands.ankle, 0.0f, left);
    }
}

void vvi_walk_groups(vv_walk *walk, const moment *now)
{
    if (is_steady(walk, now))
        return;
    if (walk->care > 0.0f)
        watch(walk, now);
    float most = 0.0f, frequency = 0.0f;
    walk->settled = true;
    for (uint32_t i = 0; i < walk->group_count; i++) {
        walk_group *g = &walk->groups[i];
        if (g->style.count == 0)
            continue;
        float speed = ground_speed(g, now) * g->pace / g->length;
        most = vvi_max(most, speed);
        follow_speed(walk, g, speed);
        frequency = vvi_max(frequency, wanted_frequency(g, now, i == walk->lead));
    }
    bool went = walk->going;
    walk->going = most > (went ? STOP_SPEED : START_SPEED);
    /* When between two ticks it got fast enough: all frame rates agree on that better than on the tick. */
    if (walk->going && !went)
        walk->late = walk->tick * (most - START_SPEED) / vvi_max(most - walk->fastest, 1e-6f);
    walk->fastest = most;
    frequency = walk->going ? vvi_min(frequency, MOST_PER_SECOND) : 0.0f;
    follow_haste(walk, went ? frequency : 0.0f);
    walk->frequency = frequency * walk->haste;
    for (uint32_t i = 0; i < walk->group_count; i++)
        if (walk->groups[i].style.count > 0)
            set_times(walk, &walk->groups[i], now, frequency);
}

/* ---- Phases ------------------------------------------------------------------------------------------------------------------ */

/* How much of the first harmonic of the leading group's steps goes to the sides, and fore and aft: the hips follow it. */
static void find_harmonics(vv_walk *walk)
{
    const walk_group *lead = &walk->groups[walk->lead];
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f}, share = 1.0f / (float)lead->unit_count;
    for (uint32_t u = lead->unit_start; u < lead->unit_start + lead->unit_count; u++) {
        const walk_unit *unit = &walk->units[u];
        float sine, cosine, side = (float)unit->side;
        float z = walk->legs[unit->leg_start].home.z - walk->middle.z;
        float fore = z > 0.1f * lead->length ? 1.0f : z < -0.1f * lead->length ? -1.0f : 0.0f;
        vv_sin_cos(2.0f * VV_PI * unit->trigger, &sine, &cosine);
        sums[0] += side * cosine;
        sums[1] += side * sine;
        sums[2] += fore * cosine;
        sums[3] += fore * sine;
    }
    walk->body.to[BODY_SIDE] = sums[0] * share;
    walk->body.to[BODY_SIDE_SINE] = sums[1] * share;
    walk->body.to[BODY_FORE] = sums[2] * share;
    walk->body.to[BODY_FORE_SINE] = sums[3] * share;
}

/* Triggers go where the pattern has them, the short way round; half a cycle takes a cycle at least. */
static void slide_triggers(vv_walk *walk, bool at_once)
{
    bool sliding = false;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        float way = wrap_cycle(unit->wanted - unit->trigger), turn = walk->groups[unit->group].frequency * walk->tick;
        if (at_once || fabsf(way) < 1e-4f) {
            unit->trigger = unit->wanted;
            continue;
        }
        float trigger = unit->trigger + vvi_clamp(3.0f * way * turn, -0.5f * turn, 0.5f * turn);
        unit->trigger = within_cycle(trigger);
        sliding = true;
    }
    if (!sliding || (walk->ticks & 3u) == 0) /* the body follows them through filters */
        find_harmonics(walk);
    walk->sliding = sliding;
}

/* How far a unit's foot lags behind where it belongs, along the way. */
static float lag(const walk_leg *leg, const moment *now)
{
    vv_vec2 home = turn_ahead(now->sine, now->cosine, leg->home.x, leg->home.z);
    float dx = now->course.x + home.x - leg->stands.contact.x, dz = now->course.z + home.y - leg->stands.contact.z;
    return dx * now->course.speed_x + dz * now->course.speed_z;
}

/* The unit of the leading group that lags most; one that is on its way home is ahead of all of them. */
static uint32_t first_to_step(const vv_walk *walk, const moment *now)
{
    const walk_group *lead = &walk->groups[walk->lead];
    uint32_t first = lead->unit_start;
    float most = -1e30f, margin = 0.01f * lead->length * (1.0f + lead->length);
    for (uint32_t u = lead->unit_start; u < lead->unit_start + lead->unit_count; u++) {
        float behind = walk->units[u].swings ? 1e30f : lag(&walk->legs[walk->units[u].leg_start], now);
        if (behind > most + margin) {
            most = behind;
            first = u;
        }
    }
    return first;
}

/* From standing: the first to step is the one that lifts now, or flies on; of those that fly at this phase, others wait for their turn. */
static void begin(vv_walk *walk, const moment *now, float late)
{
    slide_triggers(walk, true);
    const walk_group *lead = &walk->groups[walk->lead];
    walk_unit *first = &walk->units[first_to_step(walk, now)];
    float flown = first->swings ? first->progress * (1.0f - lead->duty) : late * walk->frequency;
    walk->cycle = first->trigger + lead->duty + flown;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        unit->duty = walk->groups[unit->group].duty;
        float phase = ideal_phase(walk, unit);
        if (!unit->swings)
            unit->progress = phase < unit->duty ? phase / unit->duty : 0.0f;
    }
    if (first->swings)
        return;
    first->rate = walk->frequency / first->duty;
    first->progress = 1.0f + late * first->rate;
}

void vvi_walk_phases(vv_walk *walk, const moment *now)
{
    if (walk->going && is_fresh(walk))
        begin(walk, now, walk->late);
    else if (walk->sliding)
        slide_triggers(walk, !walk->going);
}
