/* Any bytes as a creature: the block of a baked file as it is, or (where the first byte is odd) bodies to create one
 * from. What is accepted is used: bodies are selected, movement is framed there and back in every mode, keys are
 * remapped. What was created must verify. */
#include "runtime/creature/bodies.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes one after the other; zeroes after the last. */
typedef struct tape {
    const uint8_t *data;
    size_t left;
} tape;

static uint8_t take(tape *t)
{
    if (t->left == 0)
        return 0;
    t->left--;
    return *t->data++;
}

static float take_number(tape *t, bool raw)
{
    if (!raw)
        return (float)(int8_t)take(t) / 32.0f;
    uint8_t bytes[4] = {take(t), take(t), take(t), take(t)};
    float number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

static vv_vec3 take_point(tape *t, bool raw)
{
    float x = take_number(t, raw), y = take_number(t, raw), z = take_number(t, raw);
    return (vv_vec3){x, y, z};
}

/* ---- Use --------------------------------------------------------------------------------------------------------- */

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool is_finite(const vv_body_transform *pose)
{
    const float numbers[7] = {pose->position.x, pose->position.y, pose->position.z, pose->rotation.x,
                              pose->rotation.y, pose->rotation.z, pose->rotation.w};
    return vvi_all_finite(numbers, 7);
}

static void use_context(const vv_creature *c, tape *t, uint32_t *bodies)
{
    vv_body_context context = {.extent = (vv_extent)(take(t) % 8), .spine = take(t) % 2};
    const char *cap = vv_creature_cap_name(c, take(t) % 16);
    for (int axis = 0; axis < 3; axis++) {
        context.zones[axis] = (vv_zone)(take(t) % 4);
        context.setspace[axis] = take(t) % 2;
    }
    if (cap)
        memcpy(context.cap, cap, strlen(cap));
    if (vv_body_context_is_valid(&context))
        must(vv_body_context_select(c, &context, bodies) <= vv_creature_body_count(c));
}

static vv_body_frame take_frame(const vv_creature *c, tape *t, uint32_t body)
{
    uint8_t bits = take(t), more = take(t);
    vv_movement_mode mode = {bits & 1,  bits & 2, (vv_movement_scale)(more % 3), bits & 4, bits & 8, bits & 16,
                             bits & 32, bits & 64};
    bool raw = more & 64;
    vv_movement_target target = {take_point(t, raw), bits & 128};
    float ground = take_number(t, raw);
    return vv_movement_mode_frame(mode, c, body, target, ground, more & 128);
}

static void use_mode(const vv_creature *c, tape *t, uint32_t body)
{
    vv_body_frame frame = take_frame(c, t, body), other = take_frame(c, t, body);
    vv_body_transform q = {take_point(t, false), vv_quat_identity()}, pose = vv_specialise(&frame, q);
    vv_body_transform back = vv_generalise(&frame, pose);
    must(is_finite(&pose) && is_finite(&back));
    vv_motion_key key = {.value = {q.position.x, q.position.y, q.position.z}, .slope_in = VV_SLOPE_FREE};
    vv_motion_keys_remap(VV_TRACK_POSITION, 1, &key, &frame, &other);
    must(vvi_all_finite(key.value, 4));
}

static void use(const vv_creature *c, tape *t)
{
    uint32_t n = vv_creature_body_count(c), *bodies = malloc(n * sizeof *bodies);
    vv_transform3 *rest = malloc(n * sizeof *rest);
    vv_branch branch = {
        .upright = VV_REQUIREMENT_YES, .cap_count = 1, .caps = {{"grasper", VV_REQUIREMENT_YES, take(t)}}};
    vv_creature_rest(c, rest);
    vv_branch_matches(&branch, c);
    for (int i = 0; i < 8; i++)
        use_context(c, t, bodies);
    for (uint32_t b = 0; b < n; b++) {
        must(vv_creature_find(c, vv_creature_body_at(c, b).name) == b);
        must(vv_creature_limb_length(c, b) >= 0.0f);
        use_mode(c, t, b);
    }
    for (uint32_t l = 0; l < vv_creature_leg_count(c); l++)
        must(vv_creature_leg(c, l).length > 0.0f && vv_creature_leg(c, l).foot < n);
    free(bodies);
    free(rest);
}

/* ---- Bytes, and bodies ------------------------------------------------------------------------------------------- */

static void read_block(tape *t)
{
    size_t size = t->left;
    uint8_t *bytes = aligned_alloc(64, (size + 64) / 64 * 64);
    memcpy(bytes, t->data, size);
    vv_error error;
    if (vvi_creature_verify(bytes, size, &error) == VV_OK)
        use((const vv_creature *)(const void *)bytes, t);
    free(bytes);
}

#define MOST 96

static void take_body(tape *t, uint32_t index, char *name, vv_creature_body *body)
{
    uint8_t bits = take(t), parent = take(t);
    bool raw = bits & 1;
    vvi_format(name, VV_CREATURE_NAME_BYTES, "%u", bits & 2 ? index : index / 2u * 2u);
    *body = (vv_creature_body){.name = name, .parent = index ? parent % (index + (bits >> 7)) : VV_NONE};
    body->caps = take(t) | (uint64_t)(take(t) & 31u) << 8;
    body->deforms = take(t) % 4;
    body->position = take_point(t, raw);
    body->centre = take_point(t, raw);
    body->low = take_point(t, raw);
    body->high = bits & 4 ? take_point(t, raw) : vv_vec3_add(body->low, (vv_vec3){0.1f, 0.2f, 0.3f});
    float w = take_number(t, raw);
    vv_vec3 axis = take_point(t, raw);
    body->rotation =
        bits & 8 ? (vv_quat){axis.x, axis.y, axis.z, w} : vv_quat_normalize((vv_quat){axis.x, axis.y, axis.z, w});
}

static void read_bodies(tape *t)
{
    vv_creature_body bodies[MOST];
    char names[MOST][VV_CREATURE_NAME_BYTES];
    const char *own[2] = {"horn", "nose"}, *deforms[2] = {"open", "curl"};
    uint32_t count = take(t) % MOST;
    for (uint32_t b = 0; b < count; b++)
        take_body(t, b, names[b], &bodies[b]);
    vv_creature_def def = {count, bodies, 2, own, 2, deforms};
    vv_creature *creature = NULL;
    vv_error error;
    if (vv_creature_create(&def, NULL, &creature, &error) != VV_OK)
        return;
    must(vvi_creature_verify(creature, vvi_creature_bytes(creature), &error) == VV_OK);
    use(creature, t);
    vv_creature_destroy(creature, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tape t = {data, size};
    if (take(&t) % 2)
        read_bodies(&t);
    else
        read_block(&t);
    return 0;
}
