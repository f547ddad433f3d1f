/* A walk out of a creature (4.2): its legs with their reach, units that step as one, groups and how their frequencies go together. */
#include "walk.h"

#include <string.h>

/* ---- Legs -------------------------------------------------------------------------------------------------------------------- */

/* The way from the limb's joint with the spine along the joints to the foot's. */
static float chain_length(const vv_creature *c, const stored_leg *leg)
{
    const uint32_t *path = paths_of(c) + leg->path;
    float sum = 0.0f;
    for (uint32_t i = 1; i < leg->path_count; i++)
        sum += vv_vec3_length(vv_vec3_sub(bodies_of(c)[path[i]].joint, bodies_of(c)[path[i - 1]].joint));
    return sum;
}

/* How far the foot's bounds stick out before or behind its centre, as it is turned at rest. */
static float toe_length(const hung_body *foot)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < 8; i++) {
        vv_vec3 corner = {i & 1 ? foot->high.x : foot->low.x, i & 2 ? foot->high.y : foot->low.y,
                          i & 4 ? foot->high.z : foot->low.z};
        most = vvi_max(most, fabsf(vv_quat_rotate(foot->turn, vv_vec3_sub(corner, foot->centre)).z));
    }
    return most;
}

static walk_leg make_leg(const vv_creature *c, const stored_leg *stored)
{
    const hung_body *foot = &bodies_of(c)[stored->leg.foot], *first = &bodies_of(c)[paths_of(c)[stored->path]];
    walk_leg leg = {.body = stored->leg.foot, .side = stored->leg.side, .able = true, .hip_place = first->joint};
    leg.hip = vv_vec3_sub(first->joint, bodies_of(c)[c->root].place);
    leg.rest = leg.home = foot->middle;
    leg.ankle = vv_vec3_sub(foot->joint, foot->middle);
    leg.reach = chain_length(c, stored);
    if (leg.reach < 0.1f * vv_vec3_length(leg.ankle)) { /* a foot right on the spine: it turns about its joint */
        leg.reach = vvi_max(vv_vec3_length(leg.ankle), 0.01f * c->size);
        leg.ankle = (vv_vec3){0.0f, 0.0f, 0.0f};
    }
    leg.whole = leg.reach + vv_vec3_length(leg.ankle);
    leg.turn = foot->turn;
    leg.sole = foot->sole;
    leg.length = vvi_max(stored->leg.length, 0.01f * c->size);
    leg.toe = toe_length(foot);
    return leg;
}

static vv_vec3 ankle_on_ground(const walk_leg *leg)
{
    return vv_vec3_add((vv_vec3){leg->rest.x, leg->sole, leg->rest.z}, leg->ankle);
}

static float bone_length(const vv_creature *c, uint32_t from, uint32_t to)
{
    return vv_vec3_length(vv_vec3_sub(bodies_of(c)[to].joint, bodies_of(c)[from].joint));
}

/* Of what both legs of a limb reach at once: at rest they are no farther away, so that they can go. */
#define SHARED_REACH 0.9f

/* Legs of one limb: no farther than both of them reach at once, but as far as they are at rest. */
static void reach_together(const vv_creature *c, const stored_leg *const *stored, walk_leg *const *legs)
{
    const uint32_t *path = paths_of(c) + stored[0]->path, *other = paths_of(c) + stored[1]->path;
    uint32_t last = (stored[0]->path_count < stored[1]->path_count ? stored[0] : stored[1])->path_count - 1, fork = 0;
    float trunk = 0.0f;
    while (fork < last && path[fork] == other[fork]) {
        trunk += bone_length(c, path[fork], path[fork + 1]);
        fork++;
    }
    const bool rigid[2] = {stored[0]->path_count == fork + 2, stored[1]->path_count == fork + 2};
    vv_vec3 ankles[2] = {ankle_on_ground(legs[0]), ankle_on_ground(legs[1])};
    float reaches[2] = {legs[0]->reach, legs[1]->reach};
    vvi_legs_together(trunk, legs[0]->hip_place, SHARED_REACH, rigid, ankles, reaches);
    for (uint32_t i = 0; i < 2; i++) {
        float far = vv_vec3_length(vv_vec3_sub(ankles[i], legs[i]->hip_place));
        legs[i]->ankle = vv_vec3_sub(ankles[i], (vv_vec3){legs[i]->rest.x, legs[i]->sole, legs[i]->rest.z});
        legs[i]->reach = vvi_max(reaches[i], vvi_min(legs[i]->reach, far / WALK_REACH));
    }
}

static void measure_reach(walk_leg *leg)
{
    float far = vv_vec3_length(vv_vec3_sub(ankle_on_ground(leg), leg->hip_place));
    leg->tall = leg->hip_place.y - ankle_on_ground(leg).y;
    leg->most = vvi_max(WALK_REACH * leg->reach, vvi_min(far, 0.99f * leg->reach));
    leg->near = vvi_max(0.9f * leg->reach, vvi_min(far, 0.985f * leg->reach));
}

/* How much lower the root must be for the leg to stand straight. */
static float least_drop(const walk_leg *leg) { return leg->tall - leg->most; }

/* Legs that would drag the others' body far down do not walk. */
static void find_able(vv_walk *walk)
{
    float least = 1e30f;
    for (uint32_t i = 0; i < walk->leg_count; i++)
        least = vvi_min(least, least_drop(&walk->legs[i]));
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        leg->able = least_drop(leg) <= vvi_max(least, 0.0f) + 0.3f * leg->reach;
        walk->able_count += leg->able;
    }
}

/* How far over the ground a foot may be from its hip, squared, when the root is lowered as far as it goes for that. */
static float room_below(const walk_leg *leg, float spare)
{
    float tall = vvi_max(leg->tall - vvi_min(WALK_SINK * leg->reach, spare), 0.0f);
    return vvi_max(leg->most * leg->most - tall * tall, 0.0f);
}

static float nearer(float from, float most) { return vvi_clamp(from, -most, most) - from; }

/* A foot that rests at the end of its reach has no stride there: while it goes it belongs nearer to its hip, fore and aft first, then to the
 * side as well. */
static vv_vec3 gathered(const walk_leg *leg, float spare)
{
    float x = leg->rest.x + leg->ankle.x - leg->hip_place.x, z = leg->rest.z + leg->ankle.z - leg->hip_place.z;
    float room = room_below(leg, spare), stride = WALK_STRIDE * leg->reach;
    float wide = sqrtf(vvi_max(room - stride * stride, 0.0f)), along = sqrtf(vvi_max(room - x * x, 0.0f));
    return (vv_vec3){nearer(x, wide), 0.0f, nearer(z, vvi_max(along - stride, 0.0f))};
}

/* The root never goes so low that a leg which is to stand upright folds up under it: there feet in flight would pass by their hips. */
static void find_spare(vv_walk *walk)
{
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        if (leg->able)
            walk->spare =
                vvi_min(walk->spare, vvi_max(leg->tall - 0.5f * leg->reach, 0.08f * vvi_max(leg->tall, 0.0f)));
    }
    for (uint32_t i = 0; i < walk->leg_count; i++)
        walk->legs[i].gather = gathered(&walk->legs[i], walk->spare);
}

/* ---- Units and groups --------------------------------------------------------------------------------------------------------- */

/* The legs of a limb, as a unit. */
static void put_legs(vv_walk *walk, walk_unit *unit, uint32_t limb_of, uint32_t *put)
{
    const vv_creature *c = walk->creature;
    const stored_leg *stored[VV_CREATURE_MAX_LEGS];
    walk_leg *legs = walk->legs + *put;
    uint32_t count = 0;
    for (uint32_t k = 0; k < c->leg_count; k++)
        if (bodies_of(c)[legs_of(c)[k].leg.foot].limb == limb_of) {
            stored[count] = &legs_of(c)[k];
            legs[count] = make_leg(c, stored[count]);
            legs[count++].unit = walk->unit_count;
        }
    for (uint32_t k = 1; k < count; k++)
        for (uint32_t other = 0; other < k; other++)
            reach_together(c, (const stored_leg *[]){stored[other], stored[k]}, (walk_leg *[]){&legs[other], &legs[k]});
    for (uint32_t k = 0; k < count; k++)
        measure_reach(&legs[k]);
    unit->leg_count = count;
    *put += count;
}

/* Legs of one limb are one unit, in the group of the first. Units keep the order of their first legs; legs are put in the units'. */
static void make_units(vv_walk *walk)
{
    const vv_creature *c = walk->creature;
    const stored_leg *stored = legs_of(c);
    uint32_t put = 0;
    for (uint32_t i = 0; i < c->leg_count; i++) {
        uint32_t limb_of = bodies_of(c)[stored[i].leg.foot].limb, k = 0;
        while (k < i && bodies_of(c)[stored[k].leg.foot].limb != limb_of)
            k++;
        if (k < i)
            continue;
        walk_unit *unit = &walk->units[walk->unit_count];
        *unit = (walk_unit){.leg_start = put, .group = stored[i].leg.group, .side = stored[i].leg.side};
        put_legs(walk, unit, limb_of, &put);
        walk->unit_count++;
    }
    walk->leg_count = put;
}

/* The nearest p/q with q ≤ 3; of equals the one with the smaller q. */
static float small_ratio(float ratio)
{
    float best = 1.0f, off = 1e30f;
    for (float q = 1.0f; q <= 3.0f; q += 1.0f) {
        float p = vvi_max(1.0f, floorf(vvi_min(ratio, 12.0f) * q + 0.5f));
        if (fabsf(p / q - ratio) < off - 1e-4f) {
            off = fabsf(p / q - ratio);
            best = p / q;
        }
    }
    return best;
}

/* How far from home a foot may be along one axis. */
static float travel(const vv_walk *walk, const walk_leg *leg, float along, float across)
{
    float room = room_below(leg, walk->spare) - across * across;
    return vvi_clamp(sqrtf(vvi_max(room, 0.0f)) - fabsf(along), 0.08f * leg->reach, 0.6f * leg->reach);
}

static void measure_group(const vv_walk *walk, walk_group *g)
{
    float count = 0.0f, squares = 0.0f;
    g->length = 0.0f;
    g->forward = g->side = 1e30f;
    for (uint32_t u = g->unit_start; u < g->unit_start + g->unit_count; u++)
        for (uint32_t k = 0; k < walk->units[u].leg_count; k++) {
            const walk_leg *leg = &walk->legs[walk->units[u].leg_start + k];
            float x = leg->rest.x + leg->gather.x + leg->ankle.x - leg->hip_place.x;
            float z = leg->rest.z + leg->gather.z + leg->ankle.z - leg->hip_place.z;
            g->forward = vvi_min(g->forward, travel(walk, leg, z, x));
            g->side = vvi_min(g->side, travel(walk, leg, x, z));
            g->length += leg->length;
            squares += leg->rest.x * leg->rest.x + leg->rest.z * leg->rest.z;
            count += 1.0f;
        }
    g->length /= count;
    g->radius = vvi_max(sqrtf(squares / count), 0.3f * g->length);
    g->pace = sqrtf(g->length / WALK_GRAVITY);
}

/* Units of a group lie together; a group all of whose legs step with others' limbs is left out. The one with the most units leads, of
 * equals the first. */
static void make_groups(vv_walk *walk)
{
    uint32_t most = 0;
    for (uint32_t u = 0; u < walk->unit_count;) {
        walk_group *g = &walk->groups[walk->group_count];
        *g = (walk_group){.unit_start = u, .given = walk->units[u].group};
        for (; u < walk->unit_count && walk->units[u].group == g->given; u++)
            g->unit_count++;
        measure_group(walk, g);
        if (g->unit_count > most) {
            most = g->unit_count;
            walk->lead = walk->group_count;
        }
        for (uint32_t k = g->unit_start; k < u; k++)
            walk->units[k].group = walk->group_count;
        walk->group_count++;
    }
    for (uint32_t i = 0; i < walk->group_count; i++)
        walk->groups[i].ratio = small_ratio(walk->groups[walk->lead].length / walk->groups[i].length);
}

/* The first of the right side in the leading group limps, or the first of all. */
static void choose_limper(vv_walk *walk)
{
    const walk_group *lead = &walk->groups[walk->lead];
    uint32_t limps = lead->unit_start;
    for (uint32_t u = lead->unit_start + lead->unit_count; u-- > lead->unit_start;)
        if (walk->units[u].side < 0)
            limps = u;
    if (lead->unit_count > 0)
        walk->units[limps].limps = true;
}

/* ---- All of it ---------------------------------------------------------------------------------------------------------------- */

static void make_legs(vv_walk *walk)
{
    make_units(walk);
    find_able(walk);
    find_spare(walk);
    make_groups(walk);
    walk->foothold_count = walk->leg_count;
}

/* A floating creature has a group without units: what its style says is all there is. */
static void make_float(vv_walk *walk)
{
    float length = 0.4f * walk->creature->size;
    walk->group_count = 1;
    walk->groups[0] = (walk_group){.ratio = 1.0f, .length = length, .pace = sqrtf(length / WALK_GRAVITY)};
    walk->groups[0].forward = walk->groups[0].side = walk->groups[0].radius = length;
    walk->hover = vvi_max(0.0f, 0.15f * walk->creature->size - walk->creature->low.y);
}

static void measure_spread(vv_walk *walk)
{
    float share = 1.0f / (float)(walk->able_count > 0 ? walk->able_count : 1u), soft = 0.25f * walk->length;
    walk->middle = (vv_vec3){0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < walk->leg_count; i++)
        if (walk->legs[i].able)
            walk->middle = vv_vec3_add(walk->middle, vv_vec3_scale(walk->legs[i].rest, share));
    walk->spread_x = walk->spread_z = soft * soft / share;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        vv_vec3 off = vv_vec3_sub(walk->legs[i].rest, walk->middle);
        walk->spread_x += walk->legs[i].able ? off.x * off.x : 0.0f;
        walk->spread_z += walk->legs[i].able ? off.z * off.z : 0.0f;
    }
    walk->upright_x = soft * soft / (share * walk->spread_x);
    walk->upright_z = soft * soft / (share * walk->spread_z);
}

/* Small creatures step more often, so they are looked at more often. */
static float tick_for(const vv_walk *walk)
{
    float pace = walk->groups[walk->lead].pace;
    for (uint32_t i = 0; i < walk->group_count; i++)
        pace = vvi_min(pace, walk->groups[i].pace);
    pace *= walk->kind == VV_WALK_CRAWL ? 0.3f : 1.0f; /* their strides are short */
    return pace > 0.25f ? 1.0f / 60.0f : pace > 0.12f ? 1.0f / 120.0f : 1.0f / 240.0f;
}

/* With walk NULL only measured. */
static size_t lay_out(vv_walk *walk, const vv_creature *creature)
{
    uint32_t legs = creature->leg_count > 3 ? creature->leg_count : 3; /* a crawler's two, and its arch */
    uint64_t cursor = sizeof(vv_walk);
    uint64_t groups = vvi_section(&cursor, legs, sizeof(walk_group));
    uint64_t units = vvi_section(&cursor, legs, sizeof(walk_unit));
    uint64_t all_legs = vvi_section(&cursor, legs, sizeof(walk_leg));
    uint64_t footholds = vvi_section(&cursor, legs, sizeof(vv_foothold));
    if (!walk)
        return (size_t)cursor;
    char *base = (char *)walk;
    walk->byte_count = (size_t)cursor;
    walk->creature = creature;
    walk->groups = (walk_group *)(base + groups);
    walk->units = (walk_unit *)(base + units);
    walk->legs = (walk_leg *)(base + all_legs);
    walk->footholds = (vv_foothold *)(base + footholds);
    return walk->byte_count;
}

size_t vvi_walk_bytes(const vv_creature *creature) { return lay_out(NULL, creature); }

void vvi_walk_lay(vv_walk *walk, const vv_creature *creature)
{
    lay_out(walk, creature);
    walk->root = bodies_of(creature)[creature->root].place;
    walk->arch = VV_NONE;
    walk->spare = 1e30f;
    walk->cosine = 1.0f;
    walk->kind = creature->leg_count > 0 ? VV_WALK_LEGS : vvi_crawl_applies(creature) ? VV_WALK_CRAWL : VV_WALK_FLOAT;
    if (walk->kind == VV_WALK_LEGS)
        make_legs(walk);
    else if (walk->kind == VV_WALK_CRAWL)
        vvi_crawl_legs(walk);
    else
        make_float(walk);
    walk->length = walk->groups[walk->lead].length;
    measure_spread(walk);
    choose_limper(walk);
    float omega = 4.0f / walk->groups[walk->lead].pace;
    walk->tick = tick_for(walk);
    walk->body_tick = (smooth_time){omega, walk->tick, vv_exp(-omega * walk->tick)};
    for (uint32_t i = 0; i < walk->leg_count; i++)
        walk->footholds[i] =
            (vv_foothold){.body = walk->legs[i].body, .weight = walk->legs[i].able ? 1.0f : 0.0f, .turn.w = 1.0f};
    vv_walk_set_styles(walk, VV_NONE, 0, NULL, NULL);
    vv_course origin = {0};
    vv_walk_reset(walk, &origin, NULL);
}

vv_result vv_walk_create(const vv_creature *creature, const vv_allocator *allocator, vv_walk **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(creature != NULL);
    VV_ASSERT(out != NULL);
    size_t bytes = vvi_walk_bytes(creature);
    *out = vvi_allocate_zeroed(allocator, 1, bytes);
    if (!*out)
        return vvi_fail_memory(error, bytes);
    vvi_walk_lay(*out, creature);
    return VV_OK;
}

void vv_walk_destroy(vv_walk *walk, const vv_allocator *allocator)
{
    if (walk)
        vvi_release(allocator, walk, 1, walk->byte_count);
}
