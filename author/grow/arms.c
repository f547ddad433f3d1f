/* Arms with hands, and wings. As with feet, the position of a hand at rest is chosen first. */
#include "sketch.h"

typedef struct arm_form {
    sketch_bend bend;
    vv_vec3 reach; /* from shoulder to hand, for a left arm */
    vv_vec3 elbow; /* direction in which the elbow points */
    float extension, thick, thin, palm;
    uint32_t hands; /* 1, or 2 if the arm branches at the elbow */
    float spread;
} arm_form;

static arm_form choose_arm(sketch *s, float trunk, float height)
{
    arm_form f = {.bend = {2, {0.5f, 0.5f}, {1.0f, -1.0f}}};
    if (vvi_sketch_chance(s, 0.25f))
        f.bend = (sketch_bend){3, {0.38f, 0.36f, 0.26f}, {1.0f, -0.2f, -1.0f}};
    float length = vvi_sketch_random_float(s, 0.4f, 0.95f);
    f.reach = vvi_sketch_random_vec3(s, (vv_vec3){0.15f, -0.9f, 0.1f}, (vv_vec3){0.8f, 0.15f, 0.7f});
    f.reach = vv_vec3_scale(vv_vec3_normalize(f.reach, (vv_vec3){1.0f, 0.0f, 0.0f}), length);
    f.extension = vvi_sketch_random_float(s, 0.74f, 0.93f);
    f.elbow = height > 0.8f * length ? (vv_vec3){0.5f, -0.7f, -0.6f} : (vv_vec3){0.7f, 0.7f, -0.3f};
    f.thick = vvi_min(trunk * vvi_sketch_random_float(s, 0.25f, 0.48f), 0.14f * length);
    f.thin = f.thick * vvi_sketch_random_float(s, 0.55f, 0.85f);
    f.palm = vvi_sketch_random_float(s, 1.25f, 1.6f);
    f.hands = vvi_sketch_chance(s, 0.12f) ? 2 : 1;
    f.spread = vvi_sketch_random_float(s, 0.25f, 0.45f) * length;
    return f;
}

/* Adds a hand. Its centre is the palm; its fingers point along its own +z. */
static void add_hand(sketch *s, const arm_form *f, uint32_t parent, vv_vec3 wrist, vv_vec3 axis, const char *name)
{
    float r = f->palm * f->thin;
    vv_vec3 tip = vv_vec3_add(wrist, vv_vec3_scale(axis, 1.3f * r));
    sketch_bone part = {.parent = parent,
                        .from = wrist,
                        .to = tip,
                        .turn = vvi_sketch_frame(axis),
                        .radius = {f->thin, r},
                        .caps = VV_CAP_BIT(VV_CAP_GRASPER),
                        .deforms = SKETCH_OPEN};
    uint32_t hand = vvi_sketch_add_body(s, &part, "hand", name);
    if (hand != VV_NONE)
        s->bodies[hand].body.centre = (vv_vec3){0.0f, 0.0f, 1.1f * r};
}

static uint32_t add_bones(sketch *s, uint32_t parent, uint32_t first, uint32_t count, const vv_vec3 *joints, float r0,
                          float r1, const char *name)
{
    for (uint32_t k = 0; k < count; k++) {
        char more[VV_CREATURE_NAME_BYTES];
        vvi_format(more, sizeof more, "%s-%u", name, first + k);
        float step = (r0 - r1) / (float)count, thick = r0 - step * (float)k;
        sketch_bone part = {.parent = parent,
                            .from = joints[k],
                            .to = joints[k + 1],
                            .turn = vvi_sketch_frame(vv_vec3_sub(joints[k + 1], joints[k])),
                            .radius = {thick, thick - step},
                            .caps = VV_CAP_BIT(VV_CAP_LIMB)};
        parent = vvi_sketch_add_body(s, &part, "arm", more);
    }
    return parent;
}

static vv_vec3 last_direction(const vv_vec3 *joints, uint32_t count)
{
    return vv_vec3_normalize(vv_vec3_sub(joints[count], joints[count - 1]), (vv_vec3){0.0f, 0.0f, 1.0f});
}

/* Raises a hand so that it stays off the ground. */
static vv_vec3 above_ground(const arm_form *f, vv_vec3 hand)
{
    hand.y = vvi_max(hand.y, 4.5f * f->palm * f->thin);
    return hand;
}

static void add_arm(sketch *s, const arm_form *f, uint32_t body, vv_vec3 shoulder, float side, const char *name)
{
    vv_vec3 elbow = {f->elbow.x * side, f->elbow.y, f->elbow.z}, joints[SKETCH_MOST_JOINTS + 1];
    vv_vec3 hand =
        above_ground(f, (vv_vec3){shoulder.x + f->reach.x * side, shoulder.y + f->reach.y, shoulder.z + f->reach.z});
    vvi_sketch_bend(&f->bend, shoulder, hand, elbow, f->extension, joints);
    uint32_t count = f->bend.count;
    uint32_t upper = add_bones(s, body, 1, 1, joints, f->thick, 0.5f * (f->thick + f->thin), name);
    uint32_t last = add_bones(s, upper, 2, count - 1, joints + 1, 0.5f * (f->thick + f->thin), f->thin, name);
    add_hand(s, f, last, hand, last_direction(joints, count), name);
    if (f->hands == 1)
        return;
    char more[VV_CREATURE_NAME_BYTES];
    vvi_format(more, sizeof more, "%s-b", name);
    vv_vec3 other = above_ground(f, (vv_vec3){hand.x + 0.4f * f->spread * side, hand.y + f->spread, hand.z}),
            second[SKETCH_MOST_JOINTS + 1];
    sketch_bend bend = {2, {0.5f, 0.5f}, {1.0f, -1.0f}};
    vvi_sketch_bend(&bend, joints[1], other, elbow, f->extension, second);
    last = add_bones(s, upper, 2, 2, second, 0.5f * (f->thick + f->thin), f->thin, more);
    add_hand(s, f, last, other, last_direction(second, 2), more);
}

static void grow_pair(sketch *s, uint32_t pair)
{
    uint32_t body;
    float radius, t = s->arm_pairs > 1 ? 0.9f - 0.55f * (float)pair / (float)(s->arm_pairs - 1) : 0.85f;
    vv_vec3 p = vvi_grow_trunk_at(s, t, &body, &radius);
    arm_form form = choose_arm(s, radius, p.y), other = form;
    uint32_t missing = 2;
    if (s->asymmetric && vvi_sketch_chance(s, 0.6f)) {
        other = choose_arm(s, radius, p.y);
        if (vvi_sketch_chance(s, 0.4f))
            missing = vvi_random_below(&s->random, 2);
    }
    for (uint32_t k = 0; k < 2; k++) {
        char text[16], name[VV_CREATURE_NAME_BYTES];
        float side = k == 0 ? 1.0f : -1.0f;
        const char *row = vvi_grow_row_name(pair, s->arm_pairs, text);
        vvi_format(name, sizeof name, *row != '\0' ? "%s-%s" : "%s%s", row, vvi_grow_side_name(side));
        vv_vec3 shoulder = {p.x + side * 0.8f * radius, p.y + 0.1f * radius, p.z};
        if (k != missing)
            add_arm(s, k == 0 ? &form : &other, body, shoulder, side, name);
    }
}

void vvi_grow_arms(sketch *s)
{
    for (uint32_t pair = 0; pair < s->arm_pairs; pair++)
        grow_pair(s, pair);
}

/* ---- Wings ----------------------------------------------------------------------------------------------------- */

/* Sets the bounds of a wing's body to the flat membrane at its bone. Its own x axis points down and back on the left
 * side and, by mirroring, up on the right. */
static void set_wing_bounds(vv_plan_body *body, float side, float breadth)
{
    float thin = 0.6f * body->radius[1];
    float *low = &body->body.low.x, *high = &body->body.high.x;
    low[0] = side > 0.0f ? -body->radius[0] : -breadth;
    high[0] = side > 0.0f ? breadth : body->radius[0];
    low[1] = -thin;
    high[1] = thin;
    body->body.centre.x = 0.4f * breadth * side;
}

static void add_wing(sketch *s, uint32_t body, vv_vec3 root, vv_vec3 reach, float side, uint32_t count, float breadth)
{
    sketch_bend two = {2, {0.45f, 0.55f}, {1.0f, -0.8f}}, three = {3, {0.3f, 0.35f, 0.35f}, {1.0f, 0.1f, -0.8f}};
    vv_vec3 tip = {root.x + side * reach.x, root.y + reach.y, root.z + reach.z}, joints[SKETCH_MOST_JOINTS + 1];
    vvi_sketch_bend(count == 2 ? &two : &three, root, tip, (vv_vec3){0.0f, 1.0f, 0.2f}, 0.9f, joints);
    for (uint32_t k = 0; k < count; k++) {
        char more[VV_CREATURE_NAME_BYTES];
        vvi_format(more, sizeof more, "%s-%u", vvi_grow_side_name(side), k + 1u);
        float r0 = 0.05f - 0.012f * (float)k, share = 1.0f - 0.25f * (float)k;
        vv_vec3 axis = vv_vec3_sub(joints[k + 1], joints[k]);
        sketch_bone part = {.parent = body,
                            .from = joints[k],
                            .to = joints[k + 1],
                            .turn = vvi_sketch_frame_beside(axis, (vv_vec3){0.0f, -0.8f * side, -0.6f * side}),
                            .radius = {r0, r0 - 0.012f},
                            .caps = VV_CAP_BIT(k + 1 < count ? VV_CAP_LIMB : VV_CAP_WING)};
        body = vvi_sketch_add_body(s, &part, "wing", more);
        if (body != VV_NONE)
            set_wing_bounds(&s->bodies[body], side, breadth * share);
    }
}

void vvi_grow_wings(sketch *s)
{
    if (!s->wings)
        return;
    uint32_t body, count = 2 + vvi_random_below(&s->random, 2);
    float radius;
    vv_vec3 p = vvi_grow_trunk_at(s, vvi_sketch_random_float(s, 0.6f, 0.9f), &body, &radius);
    vv_vec3 reach = vvi_sketch_random_vec3(s, (vv_vec3){0.5f, 0.1f, -0.4f}, (vv_vec3){1.1f, 0.6f, -0.1f});
    float breadth = vvi_sketch_random_float(s, 0.24f, 0.48f);
    bool upright = s->posture != POSTURE_PRONE;
    for (float side = 1.0f; side >= -1.0f; side -= 2.0f) {
        vv_vec3 root = {p.x + 0.5f * side * radius, p.y + (upright ? 0.1f : 0.75f) * radius,
                        p.z - (upright ? 0.75f : 0.0f) * radius};
        add_wing(s, body, root, reach, side, count, breadth);
    }
}
