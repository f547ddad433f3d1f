/* Flesh: each body is a capsule with two radii, blended with its parent's by a smooth minimum of signed distances
 * (Quílez's polynomial, which has compact support: away from the joint each keeps its own shape). */
#include "skin.h"

#include <string.h>

bool vvi_plan_has(const vv_creature_plan *plan, uint32_t body, const char *cap)
{
    for (uint32_t i = 0; i < plan->own_cap_count; i++)
        if ((plan->bodies[body].body.caps & VV_CAP_BIT(VV_CAP_OWN + i)) && strcmp(plan->own_caps[i], cap) == 0)
            return true;
    return false;
}

/* Whether a body is part of the flesh; eyes, spikes and the like are separate solids. */
static bool is_flesh(const vv_creature_plan *plan, uint32_t b)
{
    const vv_plan_body *body = &plan->bodies[b];
    return body->radius[0] > 0.0f && body->radius[1] > 0.0f && !has_cap(body, VV_CAP_EYE) &&
           !has_cap(body, VV_CAP_SPIKE) && !vvi_plan_has(plan, b, "horn") && !vvi_plan_has(plan, b, "antenna");
}

static void add_part(flesh *f, uint32_t body, uint32_t link, vv_vec3 from, vv_vec3 to, float r0, float r1, float blend)
{
    vv_vec3 axis = vv_vec3_sub(to, from);
    float size = vv_vec3_dot(axis, axis);
    f->parts[f->part_count] = (flesh_part){
        from, axis, {r0, r1}, size > 1e-12f ? 1.0f / size : 0.0f, body, link == VV_NONE ? f->part_count : link, blend};
    f->part_count++;
}

/* The main part of the nearest ancestor that has one. */
static uint32_t find_link(const flesh *f, uint32_t body)
{
    uint32_t at = f->plan->bodies[body].body.parent;
    while (at != VV_NONE && f->main_part[at] == VV_NONE)
        at = f->plan->bodies[at].body.parent;
    return at == VV_NONE ? VV_NONE : f->main_part[at];
}

/* The blend radius of a part. Parts that continue straight from their parent's end need little, or trunks would look
 * like strings of beads; parts at an angle need more, and parts that grow out of a side need most. */
static float choose_blend_radius(const flesh *f, uint32_t link, vv_vec3 from, vv_vec3 to, float radius)
{
    if (link == VV_NONE)
        return 0.0f;
    const flesh_part *parent = &f->parts[link];
    float offset = vv_vec3_length(vv_vec3_sub(from, vv_vec3_add(parent->from, parent->axis))) / radius;
    vv_vec3 d = vv_vec3_normalize(vv_vec3_sub(to, from), parent->axis);
    vv_vec3 e = vv_vec3_normalize(parent->axis, d);
    float bent = 1.0f - vv_vec3_dot(d, e);
    return radius *
           (0.1f + 0.45f * smoothstep_between(0.02f, 0.5f, bent) + 0.75f * smoothstep_between(0.1f, 1.0f, offset));
}

/* Adds a thumb, which makes a ball look like a mitten. */
static void add_thumb(flesh *f, uint32_t b)
{
    const vv_plan_body *hand = &f->plan->bodies[b];
    float r = hand->radius[1], side = hand->body.position.x < 0.0f ? 1.0f : -1.0f;
    vv_vec3 from = to_creature_frame(hand, vv_vec3_scale(hand->tip, 0.7f));
    vv_vec3 out = vv_quat_rotate(hand->body.rotation, (vv_vec3){0.9f * side, 0.35f, 0.55f});
    add_part(f, b, f->main_part[b], from, vv_vec3_add(from, vv_vec3_scale(out, 1.3f * r)), 0.45f * r, 0.36f * r,
             0.3f * r);
}

/* Adds three toes that show the direction of a foot. */
static void add_toes(flesh *f, uint32_t b)
{
    const vv_plan_body *foot = &f->plan->bodies[b];
    float r = foot->radius[1];
    for (int k = -1; k <= 1; k++) {
        float toe = 0.42f * r;
        vv_vec3 from = to_creature_frame(foot, foot->tip), to = foot->tip;
        to.x += 0.75f * r * (float)k;
        to.z += r * (k == 0 ? 0.95f : 0.75f);
        to = to_creature_frame(foot, to);
        to.y = toe;
        add_part(f, b, f->main_part[b], from, to, 0.5f * r, toe, 0.25f * r);
    }
}

static void add_body(flesh *f, uint32_t b)
{
    const vv_plan_body *body = &f->plan->bodies[b];
    uint32_t link = find_link(f, b);
    vv_vec3 from = body->body.position, to = to_creature_frame(body, body->tip);
    f->main_part[b] = f->part_count;
    add_part(f, b, link, from, to, body->radius[0], body->radius[1],
             choose_blend_radius(f, link, from, to, body->radius[0]));
    if (has_cap(body, VV_CAP_GRASPER))
        add_thumb(f, b);
    if (has_cap(body, VV_CAP_FOOT))
        add_toes(f, b);
}

/* Marks the bodies with a back and a belly: spine, heads and tails, and the limbs that lead to them. */
static void mark_trunk(flesh *f)
{
    for (uint32_t b = f->plan->body_count; b-- > 0;) {
        const vv_plan_body *body = &f->plan->bodies[b];
        f->trunk[b] = f->trunk[b] || has_cap(body, VV_CAP_SPINE) || has_cap(body, VV_CAP_TAIL) ||
                      vvi_plan_has(f->plan, b, "head");
        if (f->trunk[b] && body->body.parent != VV_NONE && has_cap(&f->plan->bodies[body->body.parent], VV_CAP_LIMB))
            f->trunk[body->body.parent] = true;
    }
}

bool vvi_flesh_create(const vv_creature_plan *plan, vvi_arena *arena, flesh *out)
{
    *out = (flesh){.plan = plan};
    out->parts = vvi_arena_allocate(arena, 4u * (size_t)plan->body_count, sizeof *out->parts);
    out->main_part = vvi_arena_allocate(arena, plan->body_count, sizeof *out->main_part);
    out->trunk = vvi_arena_allocate(arena, plan->body_count, sizeof *out->trunk);
    if (!out->parts || !out->main_part || !out->trunk)
        return false;
    for (uint32_t b = 0; b < plan->body_count; b++) {
        out->main_part[b] = VV_NONE;
        if (is_flesh(plan, b))
            add_body(out, b);
    }
    mark_trunk(out);
    return true;
}

/* ---- Distances ------------------------------------------------------------------------------------------------- */

float vvi_flesh_part_distance(const flesh *f, uint32_t part, vv_vec3 p)
{
    const flesh_part *c = &f->parts[part];
    vv_vec3 d = vv_vec3_sub(p, c->from);
    float t = vvi_clamp(vv_vec3_dot(d, c->axis) * c->inverse, 0.0f, 1.0f);
    d = vv_vec3_sub(d, vv_vec3_scale(c->axis, t));
    return vv_vec3_length(d) - (c->radius[0] + (c->radius[1] - c->radius[0]) * t);
}

float vvi_flesh_blended_distance(const flesh *f, uint32_t part, vv_vec3 p)
{
    const flesh_part *c = &f->parts[part];
    float a = vvi_flesh_part_distance(f, part, p);
    if (c->link == part)
        return a;
    float b = vvi_flesh_part_distance(f, c->link, p), near = c->blend - fabsf(a - b);
    return vvi_min(a, b) - (near > 0.0f ? near * near / (4.0f * c->blend) : 0.0f);
}

float vvi_flesh_distance(const flesh *f, uint32_t count, const uint32_t *parts, vv_vec3 p)
{
    float distance = 1e9f;
    for (uint32_t i = 0; i < count; i++)
        distance = vvi_min(distance, vvi_flesh_blended_distance(f, parts[i], p));
    return distance;
}
