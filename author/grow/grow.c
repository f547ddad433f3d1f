/* Generates creatures from seeds: draws traits, then trunk, limbs, heads and other parts, and finally scales the
 * result. An invalid sketch (a part under the ground, a straight limb, too many bodies) is drawn again. */
#include "sketch.h"

#include <string.h>

#define MOST_TRAITS   50
#define MOST_ATTEMPTS 100

static void draw_traits(sketch *s)
{
    static const uint8_t postures[] = {36, 42, 22}, tails[] = {36, 46, 10, 8}, heads[] = {7, 73, 12, 8};
    static const uint8_t legs[] = {9, 30, 29, 13, 8, 6, 5}, arms[] = {34, 45, 11, 6, 4};
    s->posture = (sketch_posture)vvi_sketch_random_index(s, 3, postures);
    s->asymmetric = vvi_sketch_chance(s, 0.25f);
    s->leg_pairs = vvi_sketch_random_index(s, 7, legs);
    s->arm_pairs = vvi_sketch_random_index(s, 5, arms);
    s->heads = vvi_sketch_random_index(s, 4, heads);
    s->tails = vvi_sketch_random_index(s, 4, tails);
    s->single_leg = s->leg_pairs == 0 ? vvi_sketch_chance(s, 0.25f)
                                      : s->leg_pairs < 6 && vvi_sketch_chance(s, s->asymmetric ? 0.12f : 0.02f);
    s->floats = s->leg_pairs == 0 && !s->single_leg && vvi_sketch_chance(s, 0.3f);
    s->wings = vvi_sketch_chance(s, 0.16f);
    s->spikes = vvi_sketch_chance(s, 0.3f);
    s->horns = vvi_sketch_chance(s, 0.14f);
    s->antennae = vvi_sketch_chance(s, 0.12f);
}

/* ---- Validity -------------------------------------------------------------------------------------------------- */

/* The height of the lowest corner of a body's bounds. */
static float lowest_corner(const vv_plan_body *body)
{
    float low = 1e9f;
    for (uint32_t corner = 0; corner < 8; corner++) {
        vv_vec3 p = {corner & 1u ? body->body.high.x : body->body.low.x,
                     corner & 2u ? body->body.high.y : body->body.low.y,
                     corner & 4u ? body->body.high.z : body->body.low.z};
        low = vvi_min(low, body->body.position.y + vv_quat_rotate(body->body.rotation, p).y);
    }
    return low;
}

/* Whether the chord from the end of a limb to the spine is shorter than SKETCH_CHORD_LIMIT of the limb's length, with a
 * margin. */
static bool is_bent(const sketch *s, uint32_t end)
{
    float length = 0.0f;
    uint32_t at = end;
    while (s->bodies[s->bodies[at].body.parent].body.caps & VV_CAP_BIT(VV_CAP_LIMB)) {
        uint32_t parent = s->bodies[at].body.parent;
        length += vv_vec3_length(vv_vec3_sub(s->bodies[at].body.position, s->bodies[parent].body.position));
        at = parent;
    }
    float chord = vv_vec3_length(vv_vec3_sub(s->bodies[end].body.position, s->bodies[at].body.position));
    return chord <= 0.965f * length;
}

/* Finds for each body the first body of its limb, or VV_NONE on the spine; and whether that limb has a foot, hand or
 * head. */
static void find_limbs(const sketch *s, uint32_t *limbs, bool *has_end)
{
    for (uint32_t b = 0; b < s->body_count; b++) {
        uint32_t parent = s->bodies[b].body.parent;
        uint64_t caps = s->bodies[b].body.caps;
        limbs[b] = caps & VV_CAP_BIT(VV_CAP_SPINE) ? VV_NONE : limbs[parent] == VV_NONE ? b : limbs[parent];
        has_end[b] = false;
        if (limbs[b] != VV_NONE && ((caps & (VV_CAP_BIT(VV_CAP_FOOT) | VV_CAP_BIT(VV_CAP_GRASPER))) != 0 ||
                                    strncmp(s->bodies[b].name, "head", 4) == 0))
            has_end[limbs[b]] = true;
    }
}

/* The part of a body that must not touch others. The first body of a limb may touch near the spine, so only its outer
 * half counts. */
static vv_plan_body get_outer_part(const sketch *s, uint32_t b, uint32_t limb)
{
    vv_plan_body body = s->bodies[b];
    if (limb != b)
        return body;
    body.tip = vv_vec3_scale(body.tip, 0.5f);
    body.body.position = vv_vec3_add(body.body.position, vv_quat_rotate(body.body.rotation, body.tip));
    body.radius[0] = 0.5f * (body.radius[0] + body.radius[1]);
    return body;
}

/* Whether legs, arms and necks are clear of each other, and of the trunk except where they are attached. */
static bool limbs_are_clear(const sketch *s)
{
    uint32_t limbs[SKETCH_MOST_BODIES];
    bool has_end[SKETCH_MOST_BODIES];
    find_limbs(s, limbs, has_end);
    for (uint32_t a = 0; a < s->body_count; a++) {
        if (limbs[a] == VV_NONE || !has_end[limbs[a]])
            continue;
        vv_plan_body one = get_outer_part(s, a, limbs[a]);
        for (uint32_t b = 0; b < s->body_count; b++) {
            bool trunk = limbs[b] == VV_NONE;
            if (limbs[b] == limbs[a] || (trunk ? limbs[a] == a : !has_end[limbs[b]]))
                continue;
            vv_plan_body other = get_outer_part(s, b, limbs[b]);
            float clearance = trunk ? 0.0f : vvi_min(0.02f, 0.6f * vvi_min(one.radius[1], other.radius[1]));
            if (vvi_sketch_clearance(&one, &other) < clearance)
                return false;
        }
    }
    return true;
}

static bool is_valid(const sketch *s)
{
    const uint64_t ends = VV_CAP_BIT(VV_CAP_FOOT) | VV_CAP_BIT(VV_CAP_GRASPER);
    uint32_t feet = 0, hands = 0;
    if (s->full || s->body_count < 5)
        return false;
    for (uint32_t b = 0; b < s->body_count; b++) {
        const vv_plan_body *body = &s->bodies[b];
        if (!(body->body.caps & VV_CAP_BIT(VV_CAP_FOOT)) && lowest_corner(body) < 0.0f)
            return false;
        if ((body->body.caps & ends) != 0 && !is_bent(s, b))
            return false;
        feet += (body->body.caps & VV_CAP_BIT(VV_CAP_FOOT)) != 0;
        hands += (body->body.caps & VV_CAP_BIT(VV_CAP_GRASPER)) != 0;
    }
    return feet <= 12 && hands <= 8 && limbs_are_clear(s);
}

/* ---- Generation ------------------------------------------------------------------------------------------------ */

static void draw_bodies(sketch *s)
{
    s->full = false;
    s->body_count = s->own_cap_count = 0;
    vvi_grow_trunk(s);
    vvi_grow_legs(s);
    vvi_grow_arms(s);
    vvi_grow_wings(s);
    vvi_grow_heads(s);
    vvi_grow_tails(s);
    vvi_grow_spikes(s);
}

/* Bodies are redrawn until they fit the traits, so that traits that are hard to fit (such as twelve legs) do not
 * become rare. New traits are drawn only after MOST_ATTEMPTS failures. */
static bool draw_valid_sketch(sketch *s)
{
    for (int trait = 0; trait < MOST_TRAITS; trait++) {
        draw_traits(s);
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            draw_bodies(s);
            if (is_valid(s))
                return true;
        }
    }
    return false;
}

/* The longest edge of the box around all capsules. */
static float measure_size(const sketch *s)
{
    float low[3] = {1e9f, 0.0f, 1e9f}, high[3] = {-1e9f, -1e9f, -1e9f}, size = 0.0f;
    for (uint32_t b = 0; b < s->body_count; b++) {
        const vv_plan_body *body = &s->bodies[b];
        vv_vec3 tip = vv_vec3_add(body->body.position, vv_quat_rotate(body->body.rotation, body->tip));
        for (uint32_t axis = 0; axis < 3; axis++) {
            float a = vvi_component(body->body.position, axis), c = vvi_component(tip, axis);
            low[axis] = vvi_min(low[axis], vvi_min(a - body->radius[0], c - body->radius[1]));
            high[axis] = vvi_max(high[axis], vvi_max(a + body->radius[0], c + body->radius[1]));
        }
    }
    for (uint32_t axis = 0; axis < 3; axis++)
        size = vvi_max(size, high[axis] - low[axis]);
    return size;
}

static void scale_bodies(sketch *s, float by)
{
    for (uint32_t b = 0; b < s->body_count; b++) {
        vv_plan_body *body = &s->bodies[b];
        vv_vec3 *points[] = {&body->body.position, &body->body.centre, &body->body.low, &body->body.high, &body->tip};
        for (uint32_t i = 0; i < 5; i++)
            *points[i] = vv_vec3_scale(*points[i], by);
        body->radius[0] *= by;
        body->radius[1] *= by;
    }
}

/* A size of 0.35 to 3.8 metres, with the median at 1.15. */
static float draw_size(sketch *s)
{
    float t = vvi_random_unit(&s->random);
    return 0.35f * vv_exp(t * 2.3848f);
}

static void draw_name(sketch *s, char name[VV_CREATURE_NAME_BYTES])
{
    static const char first[] = "bdfgklmnprstvwz", vowels[] = "aeiou";
    uint32_t syllables = 2 + vvi_random_below(&s->random, 2), n = 0;
    for (uint32_t i = 0; i < syllables; i++) {
        name[n++] = first[vvi_random_below(&s->random, sizeof first - 1)];
        name[n++] = vowels[vvi_random_below(&s->random, sizeof vowels - 1)];
    }
    name[0] = (char)(name[0] - 32);
    if (vvi_sketch_chance(s, 0.5f))
        name[n++] = "nrlsx"[vvi_random_below(&s->random, 5)];
    name[n] = '\0';
}

/* Palettes of skin, back, belly and the whites of the eyes, as in docs/format.md. */
static vv_plan_colors draw_colors(sketch *s)
{
    static const vv_plan_colors palettes[] = {
        {0xff7d8717u, 0xff34b1f2u, 0xffdcf3ffu, 0xfff4f8fcu}, /* teal, mustard back */
        {0xff2e57e4u, 0xff753e6bu, 0xffb8dcf7u, 0xfff4f8fcu}, /* tomato, plum back */
        {0xff34b1f2u, 0xff2e57e4u, 0xffdcf3ffu, 0xfff4f8fcu}, /* mustard, tomato back */
        {0xffd0be76u, 0xff7d8717u, 0xffdcf3ffu, 0xfff4f8fcu}, /* sky, teal back */
        {0xff945a8cu, 0xff573058u, 0xffa5c9f3u, 0xfff4f8fcu}, /* plum and skin */
        {0xff3fa27bu, 0xff5a6f17u, 0xffb4e6f5u, 0xfff4f8fcu}, /* leaf */
        {0xff4a81b9u, 0xff324b7au, 0xffdcf3ffu, 0xfff4f8fcu}, /* wood, brown back */
        {0xffa6948au, 0xff753e6bu, 0xffd0be76u, 0xfff4f8fcu}, /* steel, plum back, sky belly */
        {0xff638fc9u, 0xff7d8717u, 0xffdcf3ffu, 0xfff4f8fcu}, /* skin, teal back */
        {0xff3fa27bu, 0xff34b1f2u, 0xffdcf3ffu, 0xfff4f8fcu}, /* leaf, mustard back */
        {0xff8f7ae8u, 0xff753e6bu, 0xffdcf3ffu, 0xfff4f8fcu}, /* rose, plum back */
        {0xffd0be76u, 0xff2e57e4u, 0xffdcf3ffu, 0xfff4f8fcu}, /* sky, tomato back */
    };
    return palettes[vvi_random_below(&s->random, sizeof palettes / sizeof *palettes)];
}

static vv_result finish_plan(sketch *s, const vv_allocator *allocator, vv_creature_plan *out, vv_error *error)
{
    static const char deforms[SKETCH_DEFORM_COUNT][VV_CREATURE_NAME_BYTES] = {"open", "blink"};
    vv_creature_plan plan = {.allocator = allocator, .body_count = s->body_count, .deform_count = SKETCH_DEFORM_COUNT};
    scale_bodies(s, draw_size(s) / measure_size(s));
    plan.own_cap_count = s->own_cap_count;
    draw_name(s, plan.name);
    plan.colors = draw_colors(s);
    plan.bodies = vvi_allocate(allocator, plan.body_count, sizeof *plan.bodies);
    plan.own_caps = vvi_allocate(allocator, plan.own_cap_count, sizeof *plan.own_caps);
    plan.deforms = vvi_allocate(allocator, plan.deform_count, sizeof *plan.deforms);
    if (!plan.bodies || !plan.deforms || (!plan.own_caps && plan.own_cap_count > 0)) {
        vv_plan_destroy(&plan);
        return vvi_fail_memory(error, s->body_count * sizeof *plan.bodies);
    }
    memcpy(plan.bodies, s->bodies, plan.body_count * sizeof *plan.bodies);
    if (plan.own_cap_count > 0)
        memcpy(plan.own_caps, s->own_caps, plan.own_cap_count * sizeof *plan.own_caps);
    memcpy(plan.deforms, deforms, sizeof deforms);
    *out = plan;
    return VV_OK;
}

vv_result vv_plan_grow(uint64_t seed, const vv_allocator *allocator, vv_creature_plan *out, vv_error *error)
{
    sketch *s = vvi_allocate_zeroed(allocator, 1, sizeof *s);
    if (s == NULL)
        return vvi_fail_memory(error, sizeof *s);
    s->random = vvi_random_seed(seed * 0x9e3779b97f4a7c15u + 1u); /* so that neighbouring seeds are uncorrelated */
    vv_result result = draw_valid_sketch(s) ? finish_plan(s, allocator, out, error)
                                            : vvi_fail(error, VV_ERROR_CONVERGENCE,
                                                       "no valid creature was found for this seed; try another");
    vvi_release(allocator, s, 1, sizeof *s);
    return result;
}
