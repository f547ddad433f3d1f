/* Heads with faces. A single head is the end of the spine; two or three have their own necks; without a head the face
 * is on the end of the trunk. */
#include "sketch.h"

/* A ball that carries a face. */
typedef struct skull {
    uint32_t body;
    vv_vec3 middle;
    float radius;
    const char *name; /* appended to the names of its features; may be empty */
} skull;

static vv_vec3 point_on_skull(const skull *head, vv_vec3 direction, float out)
{
    vv_vec3 d = vv_vec3_normalize(direction, (vv_vec3){0.0f, 0.0f, 1.0f});
    return vv_vec3_add(head->middle, vv_vec3_scale(d, out * head->radius));
}

static uint32_t add_feature(sketch *s, uint32_t parent, vv_vec3 from, vv_vec3 to, float r0, float r1, uint64_t caps,
                            uint32_t deforms, const char *what, const char *name)
{
    vv_vec3 axis = vv_vec3_sub(to, from);
    bool level = (caps & (VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_MOUTH))) != 0;
    sketch_bone part = {.parent = parent,
                        .from = from,
                        .to = to,
                        .turn = level ? vv_quat_identity() : vvi_sketch_frame(axis),
                        .radius = {r0, r1},
                        .caps = caps,
                        .deforms = deforms};
    return vvi_sketch_add_body(s, &part, what, name);
}

/* Formats a side and the head's name, such as "left" or "right-a". */
static void format_side_name(char text[VV_CREATURE_NAME_BYTES], float side, const skull *head)
{
    vvi_format(text, VV_CREATURE_NAME_BYTES, *head->name != '\0' ? "%s-%s" : "%s%s", vvi_grow_side_name(side),
               head->name);
}

static void add_eye(sketch *s, const skull *head, vv_vec3 direction, float size, float stalk, const char *name)
{
    vv_vec3 at = point_on_skull(head, direction, 0.82f);
    uint32_t parent = head->body;
    if (stalk > 0.0f) {
        vv_vec3 up = {direction.x, direction.y + 1.2f, 0.4f * direction.z};
        vv_vec3 top = vv_vec3_add(at, vv_vec3_scale(vv_vec3_normalize(up, (vv_vec3){0.0f, 1.0f, 0.0f}), stalk));
        parent = add_feature(s, parent, at, top, 0.55f * size, 0.45f * size, VV_CAP_BIT(VV_CAP_LIMB), 0, "stalk", name);
        at = top;
    }
    add_feature(s, parent, at, at, size, size, VV_CAP_BIT(VV_CAP_EYE), SKETCH_BLINK, "eye", name);
}

static void add_eyes(sketch *s, const skull *head)
{
    static const uint8_t odds[] = {4, 14, 66, 8, 8};
    uint32_t count = vvi_sketch_random_index(s, 5, odds);
    float size = vvi_sketch_random_float(s, 0.28f, 0.42f) * head->radius,
          wide = vvi_sketch_random_float(s, 0.4f, 0.75f);
    float high = vvi_sketch_random_float(s, 0.25f, 0.6f);
    float stalk = vvi_sketch_chance(s, 0.1f) ? vvi_sketch_random_float(s, 0.4f, 0.9f) * head->radius : 0.0f;
    char name[VV_CREATURE_NAME_BYTES], upper[VV_CREATURE_NAME_BYTES];
    if (count == 1 || count == 3) {
        format_side_name(name, 0.0f, head);
        add_eye(s, head, (vv_vec3){0.0f, count == 3 ? high + 0.6f : high, 1.0f}, (count == 1 ? 1.4f : 0.85f) * size,
                stalk, name);
    }
    for (float side = 1.0f; side >= -1.0f && count >= 2; side -= 2.0f) {
        bool odd = s->asymmetric && side < 0.0f && vvi_sketch_chance(s, 0.3f);
        format_side_name(name, side, head);
        add_eye(s, head, (vv_vec3){wide * side, high, 1.0f}, odd ? 0.7f * size : size, stalk, name);
        vvi_format(upper, sizeof upper, "upper-%s", name);
        if (count == 4)
            add_eye(s, head, (vv_vec3){0.8f * wide * side, high + 0.75f, 0.8f}, 0.55f * size, 0.0f, upper);
    }
}

/* Adds a muzzle with the mouth at its end, or a mouth on the face itself. */
static void add_mouth(sketch *s, const skull *head)
{
    if (vvi_sketch_chance(s, 0.06f))
        return;
    float low = vvi_sketch_random_float(s, 0.3f, 0.5f), size = vvi_sketch_random_float(s, 0.3f, 0.48f) * head->radius;
    float muzzle = vvi_sketch_chance(s, 0.45f) ? vvi_sketch_random_float(s, 0.3f, 0.9f) * head->radius : 0.0f;
    vv_vec3 from = point_on_skull(head, (vv_vec3){0.0f, -low, 1.0f}, muzzle > 0.0f ? 0.6f : 0.75f);
    vv_vec3 to = {from.x, from.y - 0.1f * muzzle, from.z + muzzle};
    uint32_t mouth = add_feature(s, head->body, from, to, muzzle > 0.0f ? 1.25f * size : size, size,
                                 VV_CAP_BIT(VV_CAP_MOUTH), SKETCH_OPEN, "mouth", head->name);
    if (mouth != VV_NONE)
        s->bodies[mouth].body.centre =
            vv_vec3_add(s->bodies[mouth].tip, (vv_vec3){0.0f, 0.0f, s->bodies[mouth].radius[1]});
}

/* Adds a symmetric pair of features that stick out of the head. */
static void add_feature_pair(sketch *s, const skull *head, vv_vec3 direction, float length, float r0, float r1,
                             uint64_t caps, const char *what)
{
    for (float side = 1.0f; side >= -1.0f; side -= 2.0f) {
        char name[VV_CREATURE_NAME_BYTES];
        float own = s->asymmetric && vvi_sketch_chance(s, 0.3f) ? 0.6f * length : length;
        vv_vec3 d = {side * direction.x, direction.y, direction.z};
        format_side_name(name, side, head);
        add_feature(s, head->body, point_on_skull(head, d, 0.8f), point_on_skull(head, d, 0.8f + own),
                    r0 * head->radius, r1 * head->radius, caps, 0, what, name);
    }
}

static void add_ears_and_horns(sketch *s, const skull *head, bool ears)
{
    if (ears) {
        vv_vec3 d = vvi_sketch_random_vec3(s, (vv_vec3){0.4f, 0.3f, -0.1f}, (vv_vec3){1.2f, 1.0f, -0.1f});
        float length = vvi_sketch_random_float(s, 0.4f, 1.1f), thick = vvi_sketch_random_float(s, 0.22f, 0.34f);
        float end = vvi_sketch_random_float(s, 0.12f, 0.3f);
        add_feature_pair(s, head, d, length, thick, end, VV_CAP_BIT(VV_CAP_EAR), "ear");
    }
    if (s->horns) {
        vv_vec3 d = {vvi_sketch_random_float(s, 0.25f, 0.6f), 1.0f, 0.2f};
        add_feature_pair(s, head, d, vvi_sketch_random_float(s, 0.3f, 0.8f), 0.16f, 0.03f,
                         vvi_sketch_own_cap(s, "horn"), "horn");
    }
    if (s->antennae) {
        vv_vec3 d = vvi_sketch_random_vec3(s, (vv_vec3){0.2f, 1.0f, 0.3f}, (vv_vec3){0.5f, 1.0f, 0.8f});
        add_feature_pair(s, head, d, vvi_sketch_random_float(s, 0.8f, 1.4f), 0.09f, 0.1f,
                         vvi_sketch_own_cap(s, "antenna"), "antenna");
    }
}

static void add_face(sketch *s, const skull *head, bool ears)
{
    add_eyes(s, head);
    add_mouth(s, head);
    add_ears_and_horns(s, head, ears);
}

/* The shape of a neck: number of bodies, length of each, first and last direction. */
typedef struct neck {
    uint32_t count;
    float length;
    vv_vec3 from, to;
    float radius;
} neck;

/* Adds a neck, which is part of the spine or a limb of it, and the skull at its end. */
static skull add_head(sketch *s, const neck *n, uint64_t caps, const char *name, float size)
{
    vv_vec3 at = s->spine[s->trunk_count];
    uint32_t parent = s->trunk_count - 1;
    float r = vvi_min(n->radius, 0.7f * size);
    for (uint32_t k = 0; k < n->count; k++) {
        char more[VV_CREATURE_NAME_BYTES];
        vvi_format(more, sizeof more, *name != '\0' ? "%s-%u" : "%s%u", name, k + 1u);
        float t = n->count > 1 ? (float)k / (float)(n->count - 1) : 1.0f;
        vv_vec3 d = vv_vec3_add(vv_vec3_scale(n->from, 1.0f - t), vv_vec3_scale(n->to, t));
        vv_vec3 next = vv_vec3_add(at, vv_vec3_scale(vv_vec3_normalize(d, (vv_vec3){0.0f, 1.0f, 0.0f}), n->length));
        parent = add_feature(s, parent, at, next, k == 0 ? 1.15f * r : r, r, caps, 0, "neck", more);
        at = next;
    }
    vv_vec3 lean = {0.35f * n->to.x, vvi_max(0.6f * n->to.y, 0.15f), 0.35f + 0.4f * n->to.z};
    vv_vec3 middle = vv_vec3_add(at, vv_vec3_scale(lean, size));
    sketch_bone part = {.parent = parent,
                        .from = at,
                        .to = middle,
                        .turn = vv_quat_identity(),
                        .radius = {0.85f * size, size},
                        .caps = (caps & VV_CAP_BIT(VV_CAP_SPINE)) | vvi_sketch_own_cap(s, "head")};
    return (skull){vvi_sketch_add_body(s, &part, "head", name), middle, size, name};
}

static neck choose_neck(sketch *s)
{
    neck n = {.count = vvi_random_below(&s->random, 4)};
    vv_vec3 axis = vv_vec3_sub(s->spine[s->trunk_count], s->spine[s->trunk_count - 1]);
    n.from = vv_vec3_normalize(axis, (vv_vec3){0.0f, 0.0f, 1.0f});
    n.length = vvi_sketch_random_float(s, 0.08f, 0.2f);
    float pitch =
        s->posture == POSTURE_UPRIGHT ? vvi_sketch_random_float(s, 1.0f, 1.6f) : vvi_sketch_random_float(s, 0.2f, 1.4f);
    vv_sin_cos(pitch, &n.to.y, &n.to.z);
    n.from.y = vvi_max(n.from.y, 0.0f);
    n.radius = s->thickness[s->trunk_count] * vvi_sketch_random_float(s, 0.5f, 0.85f);
    return n;
}

void vvi_grow_heads(sketch *s)
{
    static const char *const names[] = {"left", "right", "middle"};
    static const float sides[] = {1.0f, -1.0f, 0.0f};
    bool ears = vvi_sketch_chance(s, 0.4f);
    float size = vvi_sketch_random_float(s, 0.14f, 0.3f);
    if (s->heads == 0) {
        uint32_t end = s->trunk_count;
        skull face = {end - 1, s->spine[end], s->thickness[end], ""};
        add_face(s, &face, ears);
        return;
    }
    neck n = choose_neck(s);
    if (s->heads == 1) {
        skull head = add_head(s, &n, VV_CAP_BIT(VV_CAP_SPINE), "", size);
        add_face(s, &head, ears);
        return;
    }
    n.count = n.count > 0 ? n.count : 1;
    size *= 0.8f;
    n.length = vvi_max(n.length, (s->heads == 2 ? 2.2f : 3.4f) * size / (float)n.count); /* heads fit side by side */
    vvi_random faces = s->random; /* mirrored heads need the same face */
    for (uint32_t i = 0; i < s->heads; i++) {
        neck own = n;
        own.from.x += 0.8f * sides[i];
        own.to.x += 0.9f * sides[i];
        if (!s->asymmetric)
            s->random = faces;
        skull head = add_head(s, &own, VV_CAP_BIT(VV_CAP_LIMB), names[i], size);
        add_face(s, &head, ears);
    }
}
