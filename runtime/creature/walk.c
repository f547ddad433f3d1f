/* Walking (4.2): styles, the step from frame to frame in ticks, and the movement of the body. */
#include "walk.h"

#include <string.h>

/* ---- The ground and the course ----------------------------------------------------------------------------------- */

float vvi_walk_ground(const vv_terrain *terrain, float x, float z, vv_vec3 *normal)
{
    vv_vec3 up = {0.0f, 1.0f, 0.0f};
    if (normal)
        *normal = up;
    if (!terrain || !terrain->height)
        return 0.0f;
    float y = terrain->height(terrain->user, x, z, normal);
    /* An invalid normal is ignored; a cliff counts as steep as feet can stand on. */
    if (normal && !(vvi_all_finite(&normal->x, 3) && normal->y > 0.3f && normal->y <= 1.0f + 1e-4f))
        *normal = up;
    return vvi_all_finite(&y, 1) ? y : 0.0f;
}

static course_state course_state_at(vv_walk *walk, const vv_course *course, const vv_terrain *terrain)
{
    if (course->heading != walk->heading) {
        walk->heading = course->heading;
        vv_sin_cos(course->heading, &walk->sine, &walk->cosine);
    }
    course_state now = {.course = *course, .sine = walk->sine, .cosine = walk->cosine, .terrain = terrain};
    now.ahead = course->speed_x * now.sine + course->speed_z * now.cosine;
    now.aside = course->speed_x * now.cosine - course->speed_z * now.sine;
    return now;
}

/* Interpolates the course. The course of the last frame comes first. */
static vv_course interpolate_course(const vv_course *a, const vv_course *b, float t)
{
    if (t >= 1.0f)
        return *b;
    return (vv_course){a->x + (b->x - a->x) * t,
                       a->z + (b->z - a->z) * t,
                       a->heading + vv_wrap_angle(b->heading - a->heading) * t,
                       a->speed_x + (b->speed_x - a->speed_x) * t,
                       a->speed_z + (b->speed_z - a->speed_z) * t,
                       a->yaw_rate + (b->yaw_rate - a->yaw_rate) * t};
}

/* 0·x is 0 for a finite x and NaN otherwise, and NaN propagates. */
static bool is_finite_course(const vv_course *c)
{
    return 0.0f * c->x + 0.0f * c->z + 0.0f * c->heading + 0.0f * c->speed_x + 0.0f * c->speed_z + 0.0f * c->yaw_rate ==
           0.0f;
}

/* ---- Styles ------------------------------------------------------------------------------------------------------ */

static void mix_numbers(walk_style *style)
{
    float sums[GAIT_NUMBER_COUNT] = {0.0f}, values[GAIT_NUMBER_COUNT];
    for (uint32_t i = 0; i < style->count; i++) {
        memcpy(values, &style->gaits[i]->numbers, sizeof values);
        for (uint32_t k = 0; k < GAIT_NUMBER_COUNT; k++)
            sums[k] += style->weights[i] * values[k];
    }
    memcpy(&style->numbers, sums, sizeof sums);
}

static void set_style(vv_walk *walk, walk_group *g, const walk_style *style)
{
    g->style = *style;
    g->pattern_speed = -1.0f;
    walk->settled = false;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        if (&walk->groups[walk->units[leg->unit].group] != g)
            continue;
        leg->home = leg->rest_centre;
        if (walk->kind == VV_WALK_LEGS)
            leg->home.x += (float)leg->side * style->numbers.wide * leg->length;
    }
}

/* Swings rise in proportion to the length of the leg, but so that the foot stays well below its hip when the root is
 * as low as it may be; less where several feet share a limb, which cannot fold for each of them. */
static void find_lift_lengths(vv_walk *walk)
{
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        float x = leg->home.x + leg->gather_offset.x + leg->ankle.x - leg->hip_position.x,
              y = leg->hip_height - walk->max_drop;
        float z = leg->home.z + leg->gather_offset.z + leg->ankle.z - leg->hip_position.z;
        float room = (walk->units[leg->unit].leg_count > 1 ? 0.9f : 1.6f) * sqrtf(x * x + y * y + z * z);
        leg->lift_length = walk->kind == VV_WALK_LEGS ? vvi_min(leg->length, room) : leg->length;
    }
}

/* The root may be crouched, or as low as feet at home require, and from there lower by what long strides may cost. */
static void find_max_drop(vv_walk *walk)
{
    const walk_group *lead = &walk->groups[walk->lead];
    float drop = vvi_min(lead->style.numbers.crouch * lead->length, walk->max_fold_drop);
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        float x = leg->home.x + leg->ankle.x - leg->hip_position.x,
              z = leg->home.z + leg->ankle.z - leg->hip_position.z;
        float straight_height = sqrtf(vvi_max(leg->usable_reach * leg->usable_reach - x * x - z * z,
                                              0.04f * leg->usable_reach * leg->usable_reach));
        if (leg->can_walk)
            drop = vvi_max(drop, leg->hip_height - straight_height);
    }
    drop = vvi_max(drop, 0.0f);
    walk->max_drop = vvi_max(drop, vvi_min(drop + WALK_SINK_SHARE * lead->length, walk->max_fold_drop));
    find_lift_lengths(walk);
}

void vv_walk_set_styles(vv_walk *walk, uint32_t group, uint32_t count, const vv_gait *const *gaits,
                        const float *weights)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(walk != NULL);
    VV_ASSERT(gaits != NULL || count == 0);
    VV_ASSERT(weights != NULL || count == 0);
    VV_ASSERT(!walk->locked);
    walk_style style = {0};
    float sum = 0.0f;
    for (uint32_t i = 0; i < count && style.count < VV_GAIT_MAX_STYLES; i++)
        if (weights[i] > 0.0f && weights[i] < 1e30f) {
            style.gaits[style.count] = gaits[i];
            style.weights[style.count++] = weights[i];
            sum += weights[i];
        }
    for (uint32_t i = 0; i < style.count; i++)
        style.weights[i] /= sum;
    if (style.count > 0)
        mix_numbers(&style);
    else
        style.numbers.hurry = 1.0f;
    for (uint32_t g = 0; g < walk->group_count; g++)
        if (group == VV_NONE || walk->groups[g].leg_group == group)
            set_style(walk, &walk->groups[g], &style);
    find_max_drop(walk);
}

/* ---- Goals of the body filters ----------------------------------------------------------------------------------- */

/* The ground that supports the body: a plane through the heights at the homes of the feet, extrapolated from each
 * foothold along its slope. The fit is regularised, so that a few feet close together do not tilt it. */
typedef struct support {
    float height, slope_x, slope_z;
} support;

static const footprint *next_footprint(const vv_walk *walk, const walk_leg *leg)
{
    return walk->units[leg->unit].in_swing ? &leg->plan : &leg->stance;
}

static support find_support(const vv_walk *walk, const course_state *now, float lead)
{
    float sum = 0.0f, along_x = 0.0f, along_z = 0.0f;
    float x = now->course.x + now->course.speed_x * lead, z = now->course.z + now->course.speed_z * lead;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        if (!leg->can_walk)
            continue;
        const footprint *at = next_footprint(walk, leg);
        float y = at->contact.y;
        if (at->normal.y < 1.0f) {
            vv_vec2 home = rotate_by_heading(now->sine, now->cosine, leg->home.x, leg->home.z);
            float dx = x + home.x - at->contact.x, dz = z + home.y - at->contact.z;
            y -= (at->normal.x * dx + at->normal.z * dz) / at->normal.y;
        }
        sum += y;
        along_x += y * (leg->rest_centre.x - walk->rest_mean.x);
        along_z += y * (leg->rest_centre.z - walk->rest_mean.z);
    }
    support s = {sum / (float)walk->walking_leg_count, along_x / walk->spread_x, along_z / walk->spread_z};
    s.height +=
        s.slope_x * (walk->root_rest.x - walk->rest_mean.x) + s.slope_z * (walk->root_rest.z - walk->rest_mean.z);
    return s;
}

/* How much lower the root must be for every leg to reach where it stands until it lifts, or where it will land. */
static float find_drop(const vv_walk *walk)
{
    float most = -1e30f;
    for (uint32_t i = 0; i < walk->leg_count; i++)
        if (walk->legs[i].can_walk)
            most = vvi_max(most, walk->legs[i].needed_drop);
    return most;
}

static void update_ground_goals(vv_walk *walk, const course_state *now)
{
    filter12 *b = &walk->body;
    /* A filter lags 2/ω behind a ramp, so it is fed with the ground that much further ahead. */
    support s = {0.0f, 0.0f, 0.0f};
    if (now->terrain && now->terrain->height)
        s = find_support(walk, now, 2.0f / walk->body_tick.omega);
    b->goal[BODY_GROUND] = s.height;
    b->goal[BODY_SLOPE_X] = s.slope_x;
    b->goal[BODY_SLOPE_Z] = s.slope_z;
    if (walk->kind != VV_WALK_LEGS)
        return;
    const walk_group *lead = &walk->groups[walk->lead];
    float crouch = lead->style.numbers.crouch * lead->length;
    b->goal[BODY_DROP] = vvi_min(vvi_max(crouch, find_drop(walk)), walk->max_drop);
}

static void update_body_goals(vv_walk *walk, const course_state *now)
{
    const walk_group *lead = &walk->groups[walk->lead];
    filter12 *b = &walk->body;
    float lean = lead->style.numbers.lean * lead->pace / lead->length, lead_time = 2.0f / walk->body_tick.omega;
    float lean_z = lean * walk->lean_share_z, lean_x = lean * walk->lean_share_x;
    b->goal[BODY_AMOUNT] = walk->is_walking ? vvi_clamp(4.0f * lead->speed, 0.01f, 1.0f) : 0.0f;
    b->goal[BODY_DUTY] = lead->duty;
    b->goal[BODY_LEAN_Z] = vvi_clamp(lean_z * now->ahead, -0.6f, 0.6f);
    b->goal[BODY_LEAN_X] = vvi_clamp(lean_x * now->aside, -0.6f, 0.6f);
    if (walk->walking_leg_count > 0)
        update_ground_goals(walk, now);
    else
        b->goal[BODY_GROUND] = vvi_walk_ground(now->terrain, now->course.x + now->course.speed_x * lead_time,
                                               now->course.z + now->course.speed_z * lead_time, NULL);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void advance_to_tick(vv_walk *walk)
{
    walk->cycle += walk->frequency * walk->tick_seconds;
    if (walk->cycle >= 6.0f)
        walk->cycle -= 6.0f;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        unit->progress += unit->rate * walk->tick_seconds;
        if (!unit->in_swing || unit->target_frozen)
            continue;
        unit->progress = vvi_min(unit->progress, WALK_MAX_UNDECIDED);
        for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++) {
            walk_leg *leg = &walk->legs[i];
            filter_step(4, leg->target.value, leg->target.rate, leg->target.goal, walk->groups[unit->group].tick_time);
        }
    }
    filter_step(BODY_COUNT, walk->body.value, walk->body.rate, walk->body.goal, walk->body_tick);
}

static void tick(vv_walk *walk, const course_state *now)
{
    advance_to_tick(walk);
    walk->ticks++;
    if (walk->kind == VV_WALK_CRAWL)
        vvi_crawl_update_homes(walk);
    vvi_walk_update_groups(walk, now);
    vvi_walk_update_phases(walk, now);
    vvi_walk_update_units(walk, now);
    update_body_goals(walk, now);
}

static void place_all_feet(vv_walk *walk, const course_state *now)
{
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        unit->in_swing = unit->target_frozen = unit->footholds_current = false;
        unit->progress = unit->rate = 0.0f;
    }
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        leg->stance = vvi_walk_find_footprint(walk, now, leg, 0.0f);
        leg->stance_turn = vvi_walk_foot_rotation(leg, &leg->stance);
        leg->needed_drop = vvi_walk_needed_drop(walk, now, leg, leg->stance.ankle, 0.0f, 0.0f);
        leg->reach_time = 1e6f;
    }
}

static void settle_body(vv_walk *walk, const course_state *now)
{
    update_body_goals(walk, now);
    memcpy(walk->body.value, walk->body.goal, sizeof walk->body.value);
}

static void reset(vv_walk *walk, const vv_course *course, const vv_terrain *terrain)
{
    vv_course course_at_rest = is_finite_course(course) ? *course : walk->course;
    walk->course = course_at_rest;
    course_at_rest.speed_x = course_at_rest.speed_z = course_at_rest.yaw_rate = 0.0f;
    course_state now = course_state_at(walk, &course_at_rest, terrain);
    walk->is_walking = walk->is_stepping_home = walk->settled = false;
    walk->since_tick = walk->cycle = walk->frequency = walk->extra_drop = 0.0f;
    walk->haste = 1.0f;
    walk->care_time = walk->ahead = walk->aside = walk->spin = walk->max_speed = walk->start_delay = 0.0f;
    memset(&walk->body, 0, sizeof walk->body);
    walk->body.value[BODY_GROUND] = vvi_walk_ground(terrain, course_at_rest.x, course_at_rest.z, NULL);
    for (uint32_t i = 0; i < walk->group_count; i++) {
        walk_group *g = &walk->groups[i];
        g->speed = g->frequency = g->stance_time = 0.0f;
        g->duty = 0.7f;
        g->pattern_speed = -1.0f;
    }
    /* The position of the body and the footprints depend on each other, hence the iterations. */
    for (uint32_t round = 0; round < 3; round++) {
        place_all_feet(walk, &now);
        settle_body(walk, &now);
    }
    vvi_walk_pose(walk, &now, 0.0f);
}

void vv_walk_reset(vv_walk *walk, const vv_course *course, const vv_terrain *terrain)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(walk != NULL);
    VV_ASSERT(course != NULL);
    VV_ASSERT(!walk->locked);
    walk->locked = true;
    reset(walk, course, terrain);
    walk->locked = false;
}

/* Whether the course jumped farther than the creature can have walked: it was teleported. */
static bool has_jumped(const vv_walk *walk, const vv_course *to, float dt)
{
    float dx = to->x - walk->course.x, dz = to->z - walk->course.z, near = 3.0f * walk->length;
    if (dx * dx + dz * dz <= near * near)
        return false;
    float speed = sqrtf(to->speed_x * to->speed_x + to->speed_z * to->speed_z);
    float before = sqrtf(walk->course.speed_x * walk->course.speed_x + walk->course.speed_z * walk->course.speed_z);
    float most = 1.5f * vvi_max(speed, before) * dt + near;
    return dx * dx + dz * dz > most * most;
}

static void step_walk(vv_walk *walk, const vv_course *course, const vv_terrain *terrain, float dt)
{
    if (!is_finite_course(course) || !(dt >= 0.0f && dt < 1e30f))
        return;
    dt = vvi_min(dt, 1.0f);
    if (has_jumped(walk, course, dt)) {
        reset(walk, course, terrain);
        return;
    }
    float total = walk->since_tick + dt, into = walk->tick_seconds - walk->since_tick;
    course_state now = {.terrain = NULL};
    for (; total >= walk->tick_seconds; total -= walk->tick_seconds, into += walk->tick_seconds) {
        vv_course at = interpolate_course(&walk->course, course, into / dt);
        now = course_state_at(walk, &at, terrain);
        tick(walk, &now);
    }
    walk->since_tick = total;
    walk->course = *course;
    walk->time += dt;
    if (total > 0.0f)
        now = course_state_at(walk, course, terrain);
    vvi_walk_pose(walk, &now, dt);
}

void vv_walk_step(vv_walk *walk, const vv_course *course, const vv_terrain *terrain, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(walk != NULL);
    VV_ASSERT(course != NULL);
    VV_ASSERT(!walk->locked);
    walk->locked = true;
    step_walk(walk, course, terrain, dt);
    walk->locked = false;
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

uint32_t vv_walk_foothold_count(const vv_walk *walk)
{
    VV_ASSERT(walk != NULL);
    return walk->foothold_count;
}
const vv_foothold *vv_walk_footholds(const vv_walk *walk)
{
    VV_ASSERT(walk != NULL);
    return walk->footholds;
}
vv_transform3 vv_walk_frame(const vv_walk *walk)
{
    VV_ASSERT(walk != NULL);
    return walk->frame;
}
vv_transform3 vv_walk_hips(const vv_walk *walk)
{
    VV_ASSERT(walk != NULL);
    return walk->hips;
}
vv_walk_kind vv_walk_kind_of(const vv_walk *walk)
{
    VV_ASSERT(walk != NULL);
    return walk->kind;
}

float vv_walk_frequency(const vv_walk *walk, uint32_t group)
{
    VV_ASSERT(walk != NULL);
    for (uint32_t i = 0; i < walk->group_count; i++)
        if (walk->groups[i].leg_group == group)
            return walk->groups[i].frequency;
    return 0.0f;
}
