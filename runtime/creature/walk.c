/* A creature that goes somewhere (4.2): styles, the step from frame to frame in ticks, and the ground that the body follows. */
#include "walk.h"

#include <string.h>

/* ---- The ground and the course ------------------------------------------------------------------------------------------------ */

float vvi_walk_ground(const vv_terrain *terrain, float x, float z, vv_vec3 *normal)
{
    vv_vec3 up = {0.0f, 1.0f, 0.0f};
    if (normal)
        *normal = up;
    if (!terrain || !terrain->height)
        return 0.0f;
    float y = terrain->height(terrain->user, x, z, normal);
    /* A normal that cannot be is none; a cliff counts as steep as feet can stand on. */
    if (normal && !(vvi_all_finite(&normal->x, 3) && normal->y > 0.3f && normal->y <= 1.0f + 1e-4f))
        *normal = up;
    return vvi_all_finite(&y, 1) ? y : 0.0f;
}

static moment moment_of(vv_walk *walk, const vv_course *course, const vv_terrain *terrain)
{
    if (course->heading != walk->heading) {
        walk->heading = course->heading;
        vv_sin_cos(course->heading, &walk->sine, &walk->cosine);
    }
    moment now = {.course = *course, .sine = walk->sine, .cosine = walk->cosine, .terrain = terrain};
    now.ahead = course->speed_x * now.sine + course->speed_z * now.cosine;
    now.aside = course->speed_x * now.cosine - course->speed_z * now.sine;
    return now;
}

/* The first of two frames is the course when the walk was last shown. */
static vv_course between(const vv_course *a, const vv_course *b, float t)
{
    if (t >= 1.0f)
        return *b;
    return (vv_course){a->x + (b->x - a->x) * t,
                       a->z + (b->z - a->z) * t,
                       a->heading + vv_wrap_angle(b->heading - a->heading) * t,
                       a->speed_x + (b->speed_x - a->speed_x) * t,
                       a->speed_z + (b->speed_z - a->speed_z) * t,
                       a->spin + (b->spin - a->spin) * t};
}

/* 0·x is 0 for a finite x and NaN otherwise; NaN sticks. */
static bool is_finite(const vv_course *c)
{
    return 0.0f * c->x + 0.0f * c->z + 0.0f * c->heading + 0.0f * c->speed_x + 0.0f * c->speed_z + 0.0f * c->spin ==
           0.0f;
}

/* ---- Styles ------------------------------------------------------------------------------------------------------------------- */

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
    g->patterned = -1.0f;
    walk->settled = false;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        if (&walk->groups[walk->units[leg->unit].group] != g)
            continue;
        leg->home = leg->rest;
        if (walk->kind == VV_WALK_LEGS)
            leg->home.x += (float)leg->side * style->numbers.wide * leg->length;
    }
}

/* Flights are as high as legs are long, but no higher than leaves the foot well below its hip, the root as low as it goes; lower where
 * several feet share a limb, which cannot fold for each of them. */
static void find_lifts(vv_walk *walk)
{
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        float x = leg->home.x + leg->gather.x + leg->ankle.x - leg->hip_place.x, y = leg->tall - walk->deepest;
        float z = leg->home.z + leg->gather.z + leg->ankle.z - leg->hip_place.z;
        float room = (walk->units[leg->unit].leg_count > 1 ? 0.9f : 1.6f) * sqrtf(x * x + y * y + z * z);
        leg->lift = walk->kind == VV_WALK_LEGS ? vvi_min(leg->length, room) : leg->length;
    }
}

/* Crouched, or as low as feet at home ask for, and from there as much lower as strides may cost. */
static void find_deepest(vv_walk *walk)
{
    const walk_group *lead = &walk->groups[walk->lead];
    float deepest = vvi_min(lead->style.numbers.crouch * lead->length, walk->spare);
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        float x = leg->home.x + leg->ankle.x - leg->hip_place.x, z = leg->home.z + leg->ankle.z - leg->hip_place.z;
        float tall = sqrtf(vvi_max(leg->most * leg->most - x * x - z * z, 0.04f * leg->most * leg->most));
        if (leg->able)
            deepest = vvi_max(deepest, leg->tall - tall);
    }
    deepest = vvi_max(deepest, 0.0f);
    walk->deepest = vvi_max(deepest, vvi_min(deepest + WALK_SINK * lead->length, walk->spare));
    find_lifts(walk);
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
        if (group == VV_NONE || walk->groups[g].given == group)
            set_style(walk, &walk->groups[g], &style);
    find_deepest(walk);
}

/* ---- What the body follows ------------------------------------------------------------------------------------------------------ */

/* The ground that carries the body: at each foot's home, as the foothold and its slope have it there; a plane through these, softly:
 * few feet close together do not tilt it. */
typedef struct support {
    float height, slope_x, slope_z;
} support;

static const tread *tread_of(const vv_walk *walk, const walk_leg *leg)
{
    return walk->units[leg->unit].swings ? &leg->plan : &leg->stands;
}

static support find_support(const vv_walk *walk, const moment *now, float lead)
{
    float sum = 0.0f, along_x = 0.0f, along_z = 0.0f;
    float x = now->course.x + now->course.speed_x * lead, z = now->course.z + now->course.speed_z * lead;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        if (!leg->able)
            continue;
        const tread *at = tread_of(walk, leg);
        float y = at->contact.y;
        if (at->normal.y < 1.0f) {
            vv_vec2 home = turn_ahead(now->sine, now->cosine, leg->home.x, leg->home.z);
            float dx = x + home.x - at->contact.x, dz = z + home.y - at->contact.z;
            y -= (at->normal.x * dx + at->normal.z * dz) / at->normal.y;
        }
        sum += y;
        along_x += y * (leg->rest.x - walk->middle.x);
        along_z += y * (leg->rest.z - walk->middle.z);
    }
    support s = {sum / (float)walk->able_count, along_x / walk->spread_x, along_z / walk->spread_z};
    s.height += s.slope_x * (walk->root.x - walk->middle.x) + s.slope_z * (walk->root.z - walk->middle.z);
    return s;
}

/* How much lower the root must be for all legs to reach where they stand until they lift, and where they will tread. */
static float find_drop(const vv_walk *walk)
{
    float most = -1e30f;
    for (uint32_t i = 0; i < walk->leg_count; i++)
        if (walk->legs[i].able)
            most = vvi_max(most, walk->legs[i].need);
    return most;
}

static void follow_legs(vv_walk *walk, const moment *now)
{
    smooth12 *b = &walk->body;
    /* A filter lags 2/ω behind a ramp: it is shown the ground so far ahead. */
    support s = {0.0f, 0.0f, 0.0f};
    if (now->terrain && now->terrain->height)
        s = find_support(walk, now, 2.0f / walk->body_tick.omega);
    b->to[BODY_GROUND] = s.height;
    b->to[BODY_SLOPE_X] = s.slope_x;
    b->to[BODY_SLOPE_Z] = s.slope_z;
    if (walk->kind != VV_WALK_LEGS)
        return;
    const walk_group *lead = &walk->groups[walk->lead];
    float crouch = lead->style.numbers.crouch * lead->length;
    b->to[BODY_DROP] = vvi_min(vvi_max(crouch, find_drop(walk)), walk->deepest);
}

static void follow(vv_walk *walk, const moment *now)
{
    const walk_group *lead = &walk->groups[walk->lead];
    smooth12 *b = &walk->body;
    float lean = lead->style.numbers.lean * lead->pace / lead->length, lead_time = 2.0f / walk->body_tick.omega;
    float lean_z = lean * walk->upright_z, lean_x = lean * walk->upright_x;
    b->to[BODY_AMOUNT] = walk->going ? vvi_clamp(4.0f * lead->speed, 0.01f, 1.0f) : 0.0f;
    b->to[BODY_DUTY] = lead->duty;
    b->to[BODY_LEAN_Z] = vvi_clamp(lean_z * now->ahead, -0.6f, 0.6f);
    b->to[BODY_LEAN_X] = vvi_clamp(lean_x * now->aside, -0.6f, 0.6f);
    if (walk->able_count > 0)
        follow_legs(walk, now);
    else
        b->to[BODY_GROUND] = vvi_walk_ground(now->terrain, now->course.x + now->course.speed_x * lead_time,
                                             now->course.z + now->course.speed_z * lead_time, NULL);
}

/* ---- Steps ---------------------------------------------------------------------------------------------------------------------- */

static void advance(vv_walk *walk)
{
    walk->cycle += walk->frequency * walk->tick;
    if (walk->cycle >= 6.0f)
        walk->cycle -= 6.0f;
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        unit->progress += unit->rate * walk->tick;
        if (!unit->swings || unit->frozen)
            continue;
        unit->progress = vvi_min(unit->progress, WALK_UNDECIDED);
        for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++) {
            walk_leg *leg = &walk->legs[i];
            smooth_step(4, leg->way.at, leg->way.speed, leg->way.to, walk->groups[unit->group].tick);
        }
    }
    smooth_step(BODY_COUNT, walk->body.at, walk->body.speed, walk->body.to, walk->body_tick);
}

static void tick(vv_walk *walk, const moment *now)
{
    advance(walk);
    walk->ticks++;
    if (walk->kind == VV_WALK_CRAWL)
        vvi_crawl_homes(walk);
    vvi_walk_groups(walk, now);
    vvi_walk_phases(walk, now);
    vvi_walk_units(walk, now);
    follow(walk, now);
}

static void stand(vv_walk *walk, const moment *now)
{
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        unit->swings = unit->frozen = unit->shown = false;
        unit->progress = unit->rate = 0.0f;
    }
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        leg->stands = vvi_walk_tread(walk, now, leg, 0.0f);
        leg->stands_turn = vvi_walk_turn(leg, &leg->stands);
        leg->need = vvi_walk_need(walk, now, leg, leg->stands.ankle, 0.0f, 0.0f);
        leg->lasts = 1e6f;
    }
}

static void settle(vv_walk *walk, const moment *now)
{
    follow(walk, now);
    memcpy(walk->body.at, walk->body.to, sizeof walk->body.at);
}

static void reset(vv_walk *walk, const vv_course *course, const vv_terrain *terrain)
{
    vv_course still = is_finite(course) ? *course : walk->course;
    walk->course = still;
    still.speed_x = still.speed_z = still.spin = 0.0f;
    moment now = moment_of(walk, &still, terrain);
    walk->going = walk->homing = walk->settled = false;
    walk->rest = walk->cycle = walk->frequency = walk->extra = 0.0f;
    walk->haste = 1.0f;
    walk->care = walk->ahead = walk->aside = walk->spin = walk->fastest = walk->late = 0.0f;
    memset(&walk->body, 0, sizeof walk->body);
    walk->body.at[BODY_GROUND] = vvi_walk_ground(terrain, still.x, still.z, NULL);
    for (uint32_t i = 0; i < walk->group_count; i++) {
        walk_group *g = &walk->groups[i];
        g->speed = g->frequency = g->stance_time = 0.0f;
        g->duty = 0.7f;
        g->patterned = -1.0f;
    }
    /* Where the body is and where the feet can stand depend on each other. */
    for (uint32_t round = 0; round < 3; round++) {
        stand(walk, &now);
        settle(walk, &now);
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

/* Farther than it can have gone: somebody put it there. */
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

static void step(vv_walk *walk, const vv_course *course, const vv_terrain *terrain, float dt)
{
    if (!is_finite(course) || !(dt >= 0.0f && dt < 1e30f))
        return;
    dt = vvi_min(dt, 1.0f);
    if (has_jumped(walk, course, dt)) {
        reset(walk, course, terrain);
        return;
    }
    float total = walk->rest + dt, into = walk->tick - walk->rest;
    moment now = {.terrain = NULL};
    for (; total >= walk->tick; total -= walk->tick, into += walk->tick) {
        vv_course at = between(&walk->course, course, into / dt);
        now = moment_of(walk, &at, terrain);
        tick(walk, &now);
    }
    walk->rest = total;
    walk->course = *course;
    walk->time += dt;
    if (total > 0.0f)
        now = moment_of(walk, course, terrain);
    vvi_walk_pose(walk, &now, dt);
}

void vv_walk_step(vv_walk *walk, const vv_course *course, const vv_terrain *terrain, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(walk != NULL);
    VV_ASSERT(course != NULL);
    VV_ASSERT(!walk->locked);
    walk->locked = true;
    step(walk, course, terrain, dt);
    walk->locked = false;
}

/* ---- Questions -------------------------------------------------------------------------------------------------------------------- */

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
vv_placement vv_walk_frame(const vv_walk *walk)
{
    VV_ASSERT(walk != NULL);
    return walk->frame;
}
vv_placement vv_walk_hips(const vv_walk *walk)
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
        if (walk->groups[i].given == group)
            return walk->groups[i].frequency;
    return 0.0f;
}
