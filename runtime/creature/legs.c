/* Legs (4.2): the path from each foot through its limb, branching or not, to the spine; and groups of legs of about
 * the same length. */
#include "bodies.h"

#include <string.h>

/* Legs whose lengths differ by more than this factor do not step together. */
#define GROUP_RATIO 1.25f
/* A leg of several bones that shares its limb is counted on to reach this share of its length beyond the fork. */
#define FORK_REACH_SHARE 0.97f
/* No leg counts as shorter than this share of the creature's size: even a foot right on the spine has to step. */
#define SHORTEST_SHARE 0.02f

typedef struct found_leg {
    vv_leg leg;
    uint32_t first;     /* first body of its limb, next to the spine */
    uint32_t count;     /* number of bodies from there to the foot */
    uint32_t rank;      /* how many legs of the same group, hip and side are farther back */
    uint32_t hip_index; /* index of the hip along the spine, from the tail */
    float hip_z, foot_z;
} found_leg;

static uint32_t index_on_spine(const vv_creature *c, uint32_t body)
{
    uint32_t s = 0;
    while (spine_of(c)[s] != body)
        s++;
    return s;
}

static found_leg measure_leg(const vv_creature *c, uint32_t foot)
{
    const stored_body *bodies = bodies_of(c), *foot_body = &bodies[foot];
    found_leg f = {.leg = {.foot = foot, .hip = foot_body->hip}, .first = foot, .count = 1};
    for (; bodies[f.first].parent != foot_body->hip; f.first = bodies[f.first].parent)
        f.count++;
    f.leg.length = vvi_max(foot_body->limb_length, SHORTEST_SHARE * c->size);
    f.leg.side = foot_body->side ? foot_body->side : bodies[f.first].side;
    f.hip_index = index_on_spine(c, foot_body->hip);
    f.hip_z = bodies[foot_body->hip].joint.z;
    f.foot_z = foot_body->rest_centre.z;
    return f;
}

/* Insertion sort: legs are few, and equals keep their order. */
static void sort(uint32_t count, found_leg *legs, bool (*before)(const found_leg *, const found_leg *))
{
    for (uint32_t i = 1; i < count; i++) {
        found_leg leg = legs[i];
        uint32_t k = i;
        for (; k > 0 && before(&leg, &legs[k - 1]); k--)
            legs[k] = legs[k - 1];
        legs[k] = leg;
    }
}

static bool is_longer(const found_leg *a, const found_leg *b) { return a->leg.length > b->leg.length; }

/* Legs are sorted by length, longest first. A run that spans too large a ratio is split at its widest gap,
 * recursively, until none does: a pair whose lengths differ by rounding only stays together wherever the limit
 * falls. */
static uint32_t split_groups(uint32_t first, uint32_t end, found_leg *legs, uint32_t group)
{
    if (legs[first].leg.length > GROUP_RATIO * (1.0f + 1e-5f) * legs[end - 1].leg.length) {
        uint32_t cut = first + 1;
        for (uint32_t i = first + 2; i < end; i++)
            if (legs[i - 1].leg.length * legs[cut].leg.length > legs[cut - 1].leg.length * legs[i].leg.length)
                cut = i;
        group = split_groups(first, cut, legs, group);
        return split_groups(cut, end, legs, group);
    }
    for (uint32_t i = first; i < end; i++)
        legs[i].leg.group = group;
    return group + 1;
}

static void rank_legs(uint32_t count, found_leg *legs)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            const vv_leg *a = &legs[i].leg, *b = &legs[k].leg;
            bool alike = a->group == b->group && a->hip == b->hip && a->side == b->side;
            bool behind = legs[k].foot_z < legs[i].foot_z || (legs[k].foot_z == legs[i].foot_z && b->foot < a->foot);
            legs[i].rank += alike && behind;
        }
}

/* By group, then from the hindmost hip to the foremost; at one hip pair by pair from the back, left before right. */
static bool steps_before(const found_leg *a, const found_leg *b)
{
    if (a->leg.group != b->leg.group)
        return a->leg.group < b->leg.group;
    if (a->hip_z != b->hip_z)
        return a->hip_z < b->hip_z;
    if (a->hip_index != b->hip_index)
        return a->hip_index < b->hip_index;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a->leg.side != b->leg.side)
        return a->leg.side > b->leg.side;
    return a->leg.foot < b->leg.foot;
}

static uint32_t find_legs(const vv_creature *c, found_leg *legs)
{
    const stored_body *bodies = bodies_of(c);
    uint32_t count = 0;
    for (uint32_t b = 0; b < c->body_count; b++)
        if (bodies[b].caps & VV_CAP_BIT(VV_CAP_FOOT) && !is_spine(&bodies[b])) {
            if (count == VV_CREATURE_MAX_LEGS)
                return VV_NONE;
            legs[count++] = measure_leg(c, b);
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            legs[i].leg.shared |= i != k && legs[i].first == legs[k].first;
    return count;
}

static bool derive_leg(derivation *d, uint32_t index, const found_leg *found, uint32_t path)
{
    vv_creature *c = d->creature;
    stored_leg stored;
    memset(&stored, 0, sizeof stored); /* padding too: the block is compared and hashed as bytes */
    stored.leg.foot = found->leg.foot;
    stored.leg.hip = found->leg.hip;
    stored.leg.length = found->leg.length;
    stored.leg.group = found->leg.group;
    stored.leg.side = found->leg.side;
    stored.leg.shared = found->leg.shared;
    stored.path = path;
    stored.path_count = found->count;
    if (found->count > c->path_count - path ||
        !vvi_derive_bytes(d, found->leg.foot, (stored_leg *)((char *)c + c->legs) + index, &stored, sizeof stored))
        return false;
    uint32_t b = found->leg.foot, *paths = (uint32_t *)((char *)c + c->paths) + path;
    for (uint32_t i = found->count; i-- > 0; b = bodies_of(c)[b].parent)
        if (!vvi_derive_bytes(d, b, &paths[i], &b, sizeof b))
            return false;
    return true;
}

bool vvi_derive_legs(derivation *d)
{
    vv_creature *c = d->creature;
    found_leg legs[VV_CREATURE_MAX_LEGS];
    uint32_t count = find_legs(c, legs), path = 0, groups = 0;
    if (count != c->leg_count)
        return false;
    if (count) {
        sort(count, legs, is_longer);
        groups = split_groups(0, count, legs, 0);
        rank_legs(count, legs);
        sort(count, legs, steps_before);
    }
    for (uint32_t i = 0; i < count; path += legs[i].count, i++)
        if (!derive_leg(d, i, &legs[i], path))
            return false;
    return path == c->path_count && vvi_derive_bytes(d, c->root, &c->group_count, &groups, sizeof groups);
}

/* Consider balls around points on the line from an ankle towards R that all touch each other on the far side of R,
 * where leg and trunk are straight: the farther the point, the smaller the ball. Returns how far along the line the
 * point may be if the hip is to be within `share` of the ball's radius. `whole` is the length of leg and trunk
 * together. */
static float farthest_point(vv_vec3 hip, vv_vec3 towards, float whole, float share)
{
    float k = share * share, p = vv_vec3_dot(hip, towards) - k * whole, c = vv_vec3_dot(hip, hip) - k * whole * whole;
    return c < 0.0f ? (p + sqrtf(vvi_max(p * p - (1.0f - k) * c, 0.0f))) / (1.0f - k) : 0.0f;
}

/* Two ankles that stand d apart leave the fork a lens-shaped region, whose points farthest from both are on its rim.
 * R is the rim point in the plane of the hip. A hip at most `trunk` from R, in a direction from R between those in
 * which the ankles see R, has a bounded distance from each ankle; and wherever it is no farther than that from both,
 * there is a solution for the fork. Among these directions the one closest to the given hip is taken.
 *
 * If exactly one of the two legs is a single bone from the fork on, the fork lies on a sphere around its ankle,
 * within what the other leg reaches. As long as that ankle sees the hip inside this region too, it is enough that
 * each leg reaches on its own; otherwise the trunk must reach R itself. A ball around a point on the line from that
 * ankle to R is a bound between the two, and stays continuous as hips move. */
void vvi_limit_shared_reach(float trunk, vv_vec3 hip, float share, const bool *rigid, vv_vec3 *ankles, float *reaches)
{
    vv_vec3 delta = vv_vec3_sub(ankles[1], ankles[0]), from = vv_vec3_sub(hip, ankles[0]);
    float d = vv_vec3_length(delta), a = (rigid[0] ? 1.0f : FORK_REACH_SHARE) * (reaches[0] - trunk);
    float b = (rigid[1] ? 1.0f : FORK_REACH_SHARE) * (reaches[1] - trunk);
    if (trunk <= 0.0f || d <= fabsf(a - b) || d >= a + b)
        return;
    float fork_x = (a * a - b * b + d * d) / (2.0f * d), fork_y = sqrtf(vvi_max(a * a - fork_x * fork_x, 0.0f));
    float x = vv_vec3_dot(from, delta) / d, y = sqrtf(vvi_max(vv_vec3_dot(from, from) - x * x, 0.0f));
    if (rigid[0] != rigid[1]) {
        uint32_t bone = rigid[1], other = rigid[0];
        float length = bone ? b : a, far = length;
        bool is_visible = bone ? (d - x) * fork_y >= (d - fork_x) * y : x * fork_y >= fork_x * y;
        if (y <= 1e-6f * d)
            return;
        vv_vec3 rise = vv_vec3_scale(vv_vec3_sub(from, vv_vec3_scale(delta, x / d)), fork_y / y);
        vv_vec3 rim = vv_vec3_add(vv_vec3_add(ankles[0], vv_vec3_scale(delta, fork_x / d)), rise);
        vv_vec3 towards = vv_vec3_scale(vv_vec3_sub(rim, ankles[bone]), 1.0f / length);
        if (share > 0.0f)
            far = vvi_min(far, farthest_point(vv_vec3_sub(hip, ankles[bone]), towards, trunk + length, share));
        if (far <= 0.0f || (is_visible && share <= 0.0f))
            return;
        ankles[other] = vv_vec3_add(ankles[bone], vv_vec3_scale(towards, far));
        reaches[other] = trunk + length - far;
        return;
    }
    float over = vvi_max(y - fork_y, 0.0f), u_x = vvi_clamp((x - fork_x) * fork_y, (fork_x - d) * over, fork_x * over);
    float u_y = fork_y * over, length = sqrtf(u_x * u_x + u_y * u_y);
    vv_vec2 u = length > 1e-20f ? (vv_vec2){u_x / length, u_y / length} : (vv_vec2){0.0f, 1.0f};
    x = fork_x + trunk * u.x;
    y = fork_y + trunk * u.y;
    reaches[0] = vvi_min(reaches[0], sqrtf(x * x + y * y));
    reaches[1] = vvi_min(reaches[1], sqrtf((d - x) * (d - x) + y * y));
}
