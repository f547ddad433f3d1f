/* Legs. The position of a foot is chosen first, and the leg is made as long as needed, so that feet always stand on
 * the ground and no knee is locked. Some legs stand under the body, some are splayed like a spider's; some branch at
 * the knee and end in two feet. */
#include "sketch.h"

typedef enum leg_stance {
    STANCE_KNEE,   /* under the body, the knee in front */
    STANCE_HOCK,   /* under the body, the joint pointing backwards, as in birds */
    STANCE_ZIGZAG, /* three segments, like a dog's hind leg */
    STANCE_SPIDER, /* the knee on top, feet far to the side */
} leg_stance;

typedef struct leg_form {
    leg_stance stance;
    sketch_bend bend;
    float extension, splay, ahead, thick, thin, toe, width, yaw, ankle;
    bool branches;
    float fork; /* distance between the two feet of a branching leg, in heights of the hip */
} leg_form;

/* Where a leg is attached. */
typedef struct leg_hip {
    uint32_t body;
    vv_vec3 at;
    float side, radius;
} leg_hip;

static sketch_bend choose_bend(sketch *s, leg_stance stance)
{
    static const sketch_bend knee = {2, {0.5f, 0.5f}, {1.0f, -1.0f}};
    static const sketch_bend ankle = {3, {0.42f, 0.38f, 0.2f}, {1.0f, -1.0f, 0.5f}};
    static const sketch_bend zigzag = {3, {0.36f, 0.36f, 0.28f}, {1.0f, -1.15f, 0.75f}};
    static const sketch_bend arch3 = {3, {0.3f, 0.38f, 0.32f}, {1.0f, 0.05f, -1.0f}};
    static const sketch_bend arch4 = {4, {0.2f, 0.3f, 0.28f, 0.22f}, {1.1f, 0.4f, -0.4f, -1.1f}};
    sketch_bend bend = stance == STANCE_ZIGZAG      ? zigzag
                       : stance == STANCE_SPIDER    ? (vvi_sketch_chance(s, 0.4f)   ? arch3
                                                       : vvi_sketch_chance(s, 0.3f) ? arch4
                                                                                    : knee)
                       : vvi_sketch_chance(s, 0.2f) ? ankle
                                                    : knee;
    float shift = vvi_sketch_random_float(s, -0.06f, 0.06f);
    bend.shares[0] += shift;
    bend.shares[1] -= shift;
    return bend;
}

static leg_form choose_form(sketch *s, float trunk)
{
    static const uint8_t few[] = {40, 22, 22, 16}, many[] = {12, 8, 10, 70};
    leg_form f = {.stance = (leg_stance)vvi_sketch_random_index(s, 4, s->leg_pairs > 2 ? many : few)};
    bool spider = f.stance == STANCE_SPIDER;
    f.bend = choose_bend(s, f.stance);
    f.extension = vvi_sketch_random_float(s, 0.74f, 0.94f);
    f.splay = spider ? vvi_sketch_random_float(s, 0.55f, 1.3f) : vvi_sketch_random_float(s, 0.0f, 0.22f);
    f.ahead = vvi_sketch_random_float(s, -0.12f, 0.12f);
    f.thick = trunk * (spider ? vvi_sketch_random_float(s, 0.22f, 0.42f) : vvi_sketch_random_float(s, 0.35f, 0.6f));
    f.thin = f.thick * vvi_sketch_random_float(s, 0.5f, 0.8f);
    f.toe = vvi_sketch_random_float(s, 1.3f, 2.4f);
    f.width = vvi_sketch_random_float(s, 1.1f, 1.45f);
    f.yaw = vvi_sketch_random_float(s, 0.0f, 0.35f);
    f.ankle = vvi_sketch_random_float(s, 1.7f, 2.1f);
    f.branches = vvi_sketch_chance(s, 0.12f);
    f.fork = vvi_sketch_random_float(s, 0.35f, 0.6f);
    return f;
}

/* Adds a foot. The sole is at y = 0, the toes point along the foot's own +z. */
static void add_foot(sketch *s, const leg_form *f, uint32_t parent, vv_vec3 ankle, float thin, float side,
                     const char *name)
{
    float half = f->width * thin, sine, cosine;
    vv_sin_cos(f->yaw * side, &sine, &cosine);
    float reach = f->toe * half;
    vv_vec3 toe = {ankle.x + reach * sine, half, ankle.z + reach * cosine};
    sketch_bone part = {.parent = parent,
                        .from = ankle,
                        .to = toe,
                        .turn = vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, f->yaw * side),
                        .radius = {thin, half},
                        .caps = VV_CAP_BIT(VV_CAP_FOOT)};
    uint32_t foot = vvi_sketch_add_body(s, &part, "foot", name);
    if (foot == VV_NONE)
        return;
    vv_plan_body *body = &s->bodies[foot];
    float heel = vvi_max(half, thin);
    body->body.centre = (vv_vec3){0.0f, -ankle.y, 0.35f * reach};
    body->body.low = (vv_vec3){-half, -ankle.y, -heel};
    body->body.high = (vv_vec3){half, thin, reach + half};
}

static uint32_t add_segment(sketch *s, uint32_t parent, vv_vec3 from, vv_vec3 to, float r0, float r1, const char *name,
                            uint32_t number)
{
    char more[VV_CREATURE_NAME_BYTES];
    vvi_format(more, sizeof more, "%s-%u", name, number);
    sketch_bone part = {.parent = parent,
                        .from = from,
                        .to = to,
                        .turn = vvi_sketch_frame(vv_vec3_sub(to, from)),
                        .radius = {r0, r1},
                        .caps = VV_CAP_BIT(VV_CAP_LIMB)};
    return vvi_sketch_add_body(s, &part, "leg", more);
}

static vv_vec3 bend_direction(const leg_form *f, float side)
{
    if (f->stance == STANCE_SPIDER)
        return (vv_vec3){0.3f * side, 1.0f, 0.0f};
    return (vv_vec3){0.15f * side, 0.0f, f->stance == STANCE_HOCK ? -1.0f : 1.0f};
}

/* Adds a second shin at the knee, with its foot. */
static void branch_leg(sketch *s, const leg_form *f, const leg_hip *hip, vv_vec3 knee, vv_vec3 ankle, uint32_t thigh,
                       float r0, float r1, const char *name)
{
    char more[VV_CREATURE_NAME_BYTES];
    vvi_format(more, sizeof more, "%s-b", name);
    sketch_bend bend = {2, {0.5f, 0.5f}, {1.0f, -1.0f}};
    vv_vec3 joints[SKETCH_MOST_JOINTS + 1];
    vvi_sketch_bend(&bend, knee, ankle, bend_direction(f, hip->side), f->extension, joints);
    float middle = 0.5f * (r0 + r1);
    uint32_t parent = add_segment(s, thigh, joints[0], joints[1], r0, middle, more, 2);
    parent = add_segment(s, parent, joints[1], joints[2], middle, r1, more, 3);
    add_foot(s, f, parent, ankle, r1, hip->side, more);
}

static void add_leg(sketch *s, const leg_form *f, const leg_hip *hip, const char *name)
{
    float h = hip->at.y, thick = vvi_min(f->thick, 0.2f * h), thin = vvi_min(f->thin, 0.8f * thick);
    float fork = f->branches ? 0.5f * f->fork * h : 0.0f;
    vv_vec3 ankle = {hip->at.x + hip->side * f->splay * h, vvi_max(f->ankle * thin, 0.05f * h),
                     hip->at.z + f->ahead * h + fork};
    vv_vec3 joints[SKETCH_MOST_JOINTS + 1];
    vvi_sketch_bend(&f->bend, hip->at, ankle, bend_direction(f, hip->side), f->extension, joints);
    uint32_t parent = hip->body, thigh = VV_NONE;
    float step = (thick - thin) / (float)f->bend.count;
    for (uint32_t k = 0; k < f->bend.count; k++) {
        float r0 = thick - step * (float)k;
        parent = add_segment(s, parent, joints[k], joints[k + 1], r0, r0 - step, name, k + 1);
        thigh = k == 0 ? parent : thigh;
    }
    add_foot(s, f, parent, ankle, thin, hip->side, name);
    if (f->branches) {
        vv_vec3 other = {ankle.x, ankle.y, ankle.z - 2.0f * fork};
        branch_leg(s, f, hip, joints[1], other, thigh, thick - step, thin, name);
    }
}

/* The position of a pair's hips along the trunk, 0…1. Pairs are numbered from the front and evenly spaced; on an
 * upright trunk they are at its lower end. */
static float hip_position(const sketch *s, uint32_t pair)
{
    float from = 0.05f, to = s->posture == POSTURE_PRONE ? 0.92f : s->posture == POSTURE_CURVED ? 0.5f : 0.3f;
    if (s->leg_pairs == 1)
        return s->posture == POSTURE_PRONE ? 0.4f : 0.05f;
    return to - (to - from) * (float)pair / (float)(s->leg_pairs - 1);
}

static leg_hip place_hip(const sketch *s, float axis, float side)
{
    uint32_t k;
    float r;
    vv_vec3 p = vvi_grow_trunk_at(s, axis, &k, &r);
    return (leg_hip){k, {p.x + side * 0.75f * r, p.y - 0.25f * r, p.z}, side, r};
}

static void grow_pair(sketch *s, uint32_t pair)
{
    leg_hip left = place_hip(s, hip_position(s, pair), 1.0f), right = place_hip(s, hip_position(s, pair), -1.0f);
    leg_form form = choose_form(s, left.radius), other = form;
    uint32_t missing = 2;
    if (s->asymmetric && vvi_sketch_chance(s, 0.5f)) {
        other = choose_form(s, left.radius);
        if (vvi_sketch_chance(s, 0.4f))
            missing = vvi_random_below(&s->random, 2);
    }
    if (form.stance == STANCE_SPIDER && s->leg_pairs > 1) /* the first pair points forwards, the last backwards */
        form.ahead = other.ahead = 0.9f - 1.8f * (float)pair / (float)(s->leg_pairs - 1);
    for (uint32_t k = 0; k < 2; k++) {
        char text[16], name[VV_CREATURE_NAME_BYTES];
        const char *row = vvi_grow_row_name(pair, s->leg_pairs, text);
        const leg_hip *hip = k == 0 ? &left : &right;
        vvi_format(name, sizeof name, *row != '\0' ? "%s-%s" : "%s%s", row, vvi_grow_side_name(hip->side));
        if (k != missing)
            add_leg(s, k == 0 ? &form : &other, hip, name);
    }
}

void vvi_grow_legs(sketch *s)
{
    for (uint32_t pair = 0; pair < s->leg_pairs; pair++)
        grow_pair(s, pair);
    if (s->single_leg) {
        leg_hip hip = place_hip(s, s->posture == POSTURE_PRONE ? 0.5f : 0.0f, 0.0f);
        leg_form form = choose_form(s, hip.radius);
        if (form.stance == STANCE_SPIDER)
            form.stance = STANCE_KNEE;
        add_leg(s, &form, &hip, "middle");
    }
}
