/* Setting up a walk for a creature (4.2): legs with their reach, units that step as one, and groups with the ratios
 * of their frequencies. */
#include "walk.h"

#include <string.h>

/* ---- Legs -------------------------------------------------------------------------------------------------------- */

/* The length from the joint of the limb with the spine along the joints to that of the foot. */
static float chain_length(const vv_creature *c, const stored_leg *leg)
{
    const uint32_t *path = paths_of(c) + leg->path;
    float sum = 0.0f;
    for (uint32_t i = 1; i < leg->path_count; i++)
        sum += vv_vec3_length(vv_vec3_sub(bodies_of(c)[path[i]].joint, bodies_of(c)[path[i - 1]].joint));
    return sum;
}

/* How far the bounds of the foot extend before or behind its centre, in its rest rotation. */
static float toe_length(const stored_body *foot)
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
    const stored_body *foot = &bodies_of(c)[stored->leg.foot], *first = &bodies_of(c)[paths_of(c)[stored->path]];
    walk_leg leg = {.body = stored->leg.foot, .side = stored->leg.side, .can_walk = true, .hip_position = first->joint};
    leg.hip_offset = vv_vec3_sub(first->joint, bodies_of(c)[c->root].place);
    leg.rest_centre = leg.home = foot->rest_centre;
    leg.ankle = vv_vec3_sub(foot->joint, foot->rest_centre);
    leg.reach = chain_length(c, stored);
    if (leg.reach < 0.1f * vv_vec3_length(leg.ankle)) { /* a foot right on the spine rotates about its joint */
        leg.reach = vvi_max(vv_vec3_length(leg.ankle), 0.01f * c->size);
        leg.ankle = (vv_vec3){0.0f, 0.0f, 0.0f};
    }
    leg.full_reach = leg.reach + vv_vec3_length(leg.ankle);
    leg.turn = foot->turn;
    leg.sole_height = foot->sole_height;
    leg.length = vvi_max(stored->leg.length, 0.01f * c->size);
    leg.toe_length = toe_length(foot);
    return leg;
}

static vv_vec3 ankle_on_ground(const walk_leg *leg)
{
    return vv_vec3_add((vv_vec3){leg->rest_centre.x, leg->sole_height, leg->rest_centre.z}, leg->ankle);
}

static float bone_length(const vv_creature *c, uint32_t from, uint32_t to)
{
    return vv_vec3_length(vv_vec3_sub(bodies_of(c)[to].joint, bodies_of(c)[from].joint));
}

/* The share of the joint reach of two legs of one limb within which they are at rest, so that they can step. */
#define SHARED_REACH 0.9f

/* Limits the reach of two legs of one limb to what both reach at once, but no less than at rest. */
static void limit_joint_reach(const vv_creature *c, const stored_leg *const *stored, walk_leg *const *legs)
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
    vvi_limit_shared_reach(trunk, legs[0]->hip_position, SHARED_REACH, rigid, ankles, reaches);
    for (uint32_t i = 0; i < 2; i++) {
        float far = vv_vec3_length(vv_vec3_sub(ankles[i], legs[i]->hip_position));
        legs[i]->ankle =
            vv_vec3_sub(ankles[i], (vv_vec3){legs[i]->rest_centre.x, legs[i]->sole_height, legs[i]->rest_centre.z});
        legs[i]->reach = vvi_max(reaches[i], vvi_min(legs[i]->reach, far / WALK_REACH_SHARE));
    }
}

static void measure_reach(walk_leg *leg)
{
    float far = vv_vec3_length(vv_vec3_sub(ankle_on_ground(leg), leg->hip_position));
    leg->hip_height = leg->hip_position.y - ankle_on_ground(leg).y;
    leg->usable_reach = vvi_max(WALK_REACH_SHARE * leg->reach, vvi_min(far, 0.99f * leg->reach));
    leg->plan_reach = vvi_max(0.9f * leg->reach, vvi_min(far, 0.985f * leg->reach));
}

/* How much lower the root must be for the leg to stand, stretched out. */
static float min_drop(const walk_leg *leg) { return leg->hip_height - leg->usable_reach; }

/* Legs that would pull the body far down do not walk. */
static void find_walking_legs(vv_walk *walk)
{
    float least = 1e30f;
    for (uint32_t i = 0; i < walk->leg_count; i++)
        least = vvi_min(least, min_drop(&walk->legs[i]));
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        walk_leg *leg = &walk->legs[i];
        leg->can_walk = min_drop(leg) <= vvi_max(least, 0.0f) + 0.3f * leg->reach;
        walk->walking_leg_count += leg->can_walk;
    }
}

/* The squared horizontal distance that a foot may have from its hip when the root is lowered as far as is allowed for
 * that. */
static float planar_reach2(const walk_leg *leg, float spare)
{
    float hip_height = vvi_max(leg->hip_height - vvi_min(WALK_SINK_SHARE * leg->reach, spare), 0.0f);
    return vvi_max(leg->usable_reach * leg->usable_reach - hip_height * hip_height, 0.0f);
}

/* The shift that brings `from` to within ±`most`. */
static float shift_within(float from, float most) { return vvi_clamp(from, -most, most) - from; }

/* A foot that rests at the limit of its reach has no space for a stride: while walking it belongs nearer to its hip,
 * fore and aft first, then sideways as well. */
static vv_vec3 find_gather_offset(const walk_leg *leg, float spare)
{
    float x = leg->rest_centre.x + leg->ankle.x - leg->hip_position.x,
          z = leg->rest_centre.z + leg->ankle.z - leg->hip_position.z;
    float room = planar_reach2(leg, spare), stride = WALK_STRIDE_SHARE * leg->reach;
    float wide = sqrtf(vvi_max(room - stride * stride, 0.0f)), along = sqrtf(vvi_max(room - x * x, 0.0f));
    return (vv_vec3){shift_within(x, wide), 0.0f, shift_within(z, vvi_max(along - stride, 0.0f))};
}

/* Limits how low the root may go so that no leg which is to stand upright folds up: its foot would pass by its hip in
 * a swing. */
static void find_max_fold_drop(vv_walk *walk)
{
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        if (leg->can_walk)
            walk->max_fold_drop = vvi_min(walk->max_fold_drop, vvi_max(leg->hip_height - 0.5f * leg->reach,
                                                                       0.08f * vvi_max(leg->hip_height, 0.0f)));
    }
    for (uint32_t i = 0; i < walk->leg_count; i++)
        walk->legs[i].gather_offset = find_gather_offset(&walk->legs[i], walk->max_fold_drop);
}

/* ---- Units and groups -------------------------------------------------------------------------------------------- */

/* Adds the legs of a limb as one unit. */
static void make_unit_legs(vv_walk *walk, walk_unit *unit, uint32_t limb_of, uint32_t *put)
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
            limit_joint_reach(c, (const stored_leg *[]){stored[other], stored[k]},
                              (walk_leg *[]){&legs[other], &legs[k]});
    for (uint32_t k = 0; k < count; k++)
        measure_reach(&legs[k]);
    unit->leg_count = count;
    *put += count;
}

/* The legs of one limb are one unit, in the group of the first of them. Units are in the order of their first legs,
 * and legs in the order of the units. */
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
        make_unit_legs(walk, unit, limb_of, &put);
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
static float max_foot_offset(const vv_walk *walk, const walk_leg *leg, float along, float across)
{
    float room = planar_reach2(leg, walk->max_fold_drop) - across * across;
    return vvi_clamp(sqrtf(vvi_max(room, 0.0f)) - fabsf(along), 0.08f * leg->reach, 0.6f * leg->reach);
}

static void measure_group(const vv_walk *walk, walk_group *g)
{
    float count = 0.0f, squares = 0.0f;
    g->length = 0.0f;
    g->travel_forward = g->travel_side = 1e30f;
    for (uint32_t u = g->unit_start; u < g->unit_start + g->unit_count; u++)
        for (uint32_t k = 0; k < walk->units[u].leg_count; k++) {
            const walk_leg *leg = &walk->legs[walk->units[u].leg_start + k];
            float x = leg->rest_centre.x + leg->gather_offset.x + leg->ankle.x - leg->hip_position.x;
            float z = leg->rest_centre.z + leg->gather_offset.z + leg->ankle.z - leg->hip_position.z;
            g->travel_forward = vvi_min(g->travel_forward, max_foot_offset(walk, leg, z, x));
            g->travel_side = vvi_min(g->travel_side, max_foot_offset(walk, leg, x, z));
            g->length += leg->length;
            squares += leg->rest_centre.x * leg->rest_centre.x + leg->rest_centre.z * leg->rest_centre.z;
            count += 1.0f;
        }
    g->length /= count;
    g->radius = vvi_max(sqrtf(squares / count), 0.3f * g->length);
    g->pace = sqrtf(g->length / WALK_GRAVITY);
}

/* The units of a group are contiguous; a group whose legs all step with limbs of other groups is left out. The group
 * with the most units leads, of equals the first. */
static void make_groups(vv_walk *walk)
{
    uint32_t most = 0;
    for (uint32_t u = 0; u < walk->unit_count;) {
        walk_group *g = &walk->groups[walk->group_count];
        *g = (walk_group){.unit_start = u, .leg_group = walk->units[u].group};
        for (; u < walk->unit_count && walk->units[u].group == g->leg_group; u++)
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

/* The first unit on the right side of the leading group limps, or its first unit if there is none. */
static void choose_limper(vv_walk *walk)
{
    const walk_group *lead = &walk->groups[walk->lead];
    uint32_t limps = lead->unit_start;
    for (uint32_t u = lead->unit_start + lead->unit_count; u-- > lead->unit_start;)
        if (walk->units[u].side < 0)
            limps = u;
    if (lead->unit_count > 0)
        walk->units[limps].is_limping = true;
}

/* ---- The walk ---------------------------------------------------------------------------------------------------- */

static void make_legs(vv_walk *walk)
{
    make_units(walk);
    find_walking_legs(walk);
    find_max_fold_drop(walk);
    make_groups(walk);
    walk->foothold_count = walk->leg_count;
}

/* A floating creature has one group without units, which only holds the style. */
static void set_up_floating(vv_walk *walk)
{
    float length = 0.4f * walk->creature->size;
    walk->group_count = 1;
    walk->groups[0] = (walk_group){.ratio = 1.0f, .length = length, .pace = sqrtf(length / WALK_GRAVITY)};
    walk->groups[0].travel_forward = walk->groups[0].travel_side = walk->groups[0].radius = length;
    walk->hover_height = vvi_max(0.0f, 0.15f * walk->creature->size - walk->creature->low.y);
}

static void measure_spread(vv_walk *walk)
{
    float share = 1.0f / (float)(walk->walking_leg_count > 0 ? walk->walking_leg_count : 1u),
          soft = 0.25f * walk->length;
    walk->rest_mean = (vv_vec3){0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < walk->leg_count; i++)
        if (walk->legs[i].can_walk)
            walk->rest_mean = vv_vec3_add(walk->rest_mean, vv_vec3_scale(walk->legs[i].rest_centre, share));
    walk->spread_x = walk->spread_z = soft * soft / share;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        vv_vec3 off = vv_vec3_sub(walk->legs[i].rest_centre, walk->rest_mean);
        walk->spread_x += walk->legs[i].can_walk ? off.x * off.x : 0.0f;
        walk->spread_z += walk->legs[i].can_walk ? off.z * off.z : 0.0f;
    }
    walk->lean_share_x = soft * soft / (share * walk->spread_x);
    walk->lean_share_z = soft * soft / (share * walk->spread_z);
}

/* Small creatures step more often, so they get shorter ticks. */
static float tick_for(const vv_walk *walk)
{
    float pace = walk->groups[walk->lead].pace;
    for (uint32_t i = 0; i < walk->group_count; i++)
        pace = vvi_min(pace, walk->groups[i].pace);
    pace *= walk->kind == VV_WALK_CRAWL ? 0.3f : 1.0f; /* since their strides are short */
    return pace > 0.25f ? 1.0f / 60.0f : pace > 0.12f ? 1.0f / 120.0f : 1.0f / 240.0f;
}

/* With walk NULL it only measures. */
static size_t lay_out(vv_walk *walk, const vv_creature *creature)
{
    /* at least the two legs of a crawling creature, and the top of its arch */
    uint32_t legs = creature->leg_count > 3 ? creature->leg_count : 3;
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

void vvi_walk_init(vv_walk *walk, const vv_creature *creature)
{
    lay_out(walk, creature);
    walk->root_rest = bodies_of(creature)[creature->root].place;
    walk->arch_body = VV_NONE;
    walk->max_fold_drop = 1e30f;
    walk->cosine = 1.0f;
    walk->kind = creature->leg_count > 0 ? VV_WALK_LEGS : vvi_crawl_applies(creature) ? VV_WALK_CRAWL : VV_WALK_FLOAT;
    if (walk->kind == VV_WALK_LEGS)
        make_legs(walk);
    else if (walk->kind == VV_WALK_CRAWL)
        vvi_crawl_set_up_legs(walk);
    else
        set_up_floating(walk);
    walk->length = walk->groups[walk->lead].length;
    measure_spread(walk);
    choose_limper(walk);
    float omega = 4.0f / walk->groups[walk->lead].pace;
    walk->tick_seconds = tick_for(walk);
    walk->body_tick = (filter_time){omega, walk->tick_seconds, vv_exp(-omega * walk->tick_seconds)};
    for (uint32_t i = 0; i < walk->leg_count; i++)
        walk->footholds[i] = (vv_foothold){
            .body = walk->legs[i].body, .weight = walk->legs[i].can_walk ? 1.0f : 0.0f, .rotation.w = 1.0f};
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
    vvi_walk_init(*out, creature);
    return VV_OK;
}

void vv_walk_destroy(vv_walk *walk, const vv_allocator *allocator)
{
    if (walk)
        vvi_release(allocator, walk, 1, walk->byte_count);
}
