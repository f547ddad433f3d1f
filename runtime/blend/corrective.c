/* Correctives: poses to be added to a drawing's pose, blended over a field whose axes are angles of its handles. What section 5
 * of "Shape and Animation by Example" does to forms, in the space of poses. */
#include "blend.h"

#include <string.h>

#define CORRECTIVE_MAGIC   0x524f4356u /* "VCOR" */
#define CORRECTIVE_VERSION 1u

struct vv_corrective {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t handle_count, axis_count, example_count, unused;
    uint64_t field_bytes;
    uint64_t field;
    uint64_t axis_handles; /* uint32_t[axis_count] */
    uint64_t axis_bases;   /* uint32_t[axis_count] */
    uint64_t turns;        /* vv_turn[example_count][handle_count] */
};

static vv_corrective layout(uint32_t handles, uint32_t axes, uint32_t examples, uint64_t field_bytes)
{
    vv_corrective c = {.magic = CORRECTIVE_MAGIC, .version = CORRECTIVE_VERSION, .handle_count = handles};
    c.axis_count = axes;
    c.example_count = examples;
    c.field_bytes = field_bytes;
    uint64_t cursor = sizeof c;
    c.field = vvi_section(&cursor, 1, field_bytes);
    c.axis_handles = vvi_section(&cursor, axes, sizeof(uint32_t));
    c.axis_bases = vvi_section(&cursor, axes, sizeof(uint32_t));
    c.turns = vvi_section(&cursor, (uint64_t)examples * handles, sizeof(vv_turn));
    c.byte_count = vvi_section(&cursor, 0, 0);
    return c;
}

static const uint32_t *axis_handles(const vv_corrective *c)
{
    return (const uint32_t *)(const void *)((const char *)c + c->axis_handles);
}

static const uint32_t *axis_bases(const vv_corrective *c)
{
    return (const uint32_t *)(const void *)((const char *)c + c->axis_bases);
}

static const vv_turn *all_turns(const vv_corrective *c)
{
    return (const vv_turn *)(const void *)((const char *)c + c->turns);
}

const vv_field *vv_corrective_field(const vv_corrective *corrective)
{
    VV_ASSERT(corrective != NULL);
    return (const vv_field *)(const void *)((const char *)corrective + corrective->field);
}

/* ---- Making ---------------------------------------------------------------------------------------------------- */

uint32_t vv_corrective_handle_count(const vv_corrective *corrective)
{
    VV_ASSERT(corrective != NULL);
    return corrective->handle_count;
}

static bool driver_is_sound(uint32_t handle, uint32_t handle_count)
{
    return handle == VV_NONE || handle < handle_count;
}

static vv_result check_def(const vv_corrective_def *def, vv_error *error)
{
    if (def->handle_count == 0 || def->handle_count > VV_RIG_MAX_HANDLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a corrective is of 1 to %u handles, not %u", VV_RIG_MAX_HANDLES,
                        def->handle_count);
    for (uint32_t a = 0; a < vv_field_axis_count(def->field); a++)
        if (!driver_is_sound(def->axis_handles[a], def->handle_count) ||
            !driver_is_sound(def->axis_bases[a], def->handle_count))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "axis %u is driven by a handle that does not exist", a);
    for (uint32_t e = 0; e < vv_field_example_count(def->field); e++)
        if (!vvi_turns_are_sane(def->handle_count, &def->turns[e * (size_t)def->handle_count]))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "the pose of example %u is not within ±%g m, ±%g radians or a stretch of ±%g", e,
                            (double)VV_MESH_MAX_POSITION, (double)VV_BLEND_MAX_ANGLE, (double)VV_BLEND_MAX_STRETCH);
    return VV_OK;
}

vv_result vv_corrective_create(const vv_corrective_def *def, const vv_allocator *allocator, vv_corrective **out,
                               vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    vv_corrective header = layout(def->handle_count, vv_field_axis_count(def->field),
                                  vv_field_example_count(def->field), vvi_field_bytes(def->field));
    vv_corrective *c = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!c)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *c = header;
    char *base = (char *)c;
    memcpy(base + c->field, def->field, (size_t)c->field_bytes);
    if (c->axis_count > 0) {
        memcpy(base + c->axis_handles, def->axis_handles, c->axis_count * sizeof(uint32_t));
        memcpy(base + c->axis_bases, def->axis_bases, c->axis_count * sizeof(uint32_t));
    }
    memcpy(base + c->turns, def->turns, (size_t)c->example_count * c->handle_count * sizeof(vv_turn));
    *out = c;
    return VV_OK;
}

void vv_corrective_destroy(vv_corrective *corrective, const vv_allocator *allocator)
{
    if (corrective)
        vvi_release(allocator, corrective, 1, (size_t)corrective->byte_count);
}

/* ---- Using ----------------------------------------------------------------------------------------------------- */

void vv_corrective_place(const vv_corrective *corrective, const vv_turn *turns, const float *game, float *at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(corrective != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(at != NULL);
    const uint32_t *handles = axis_handles(corrective), *bases = axis_bases(corrective);
    for (uint32_t a = 0; a < corrective->axis_count; a++)
        if (handles[a] == VV_NONE)
            at[a] = game ? game[a] : 0.0f;
        else
            at[a] = vv_wrap_angle(turns[handles[a]].angle - (bases[a] == VV_NONE ? 0.0f : turns[bases[a]].angle));
}

/* Σ weights[i] · examples[i] of one handle, straight: a change is small, and 0 means none. */
static vv_turn mix_turns(const vv_corrective *c, uint32_t handle, const float *weights)
{
    vv_turn sum = {{0.0f, 0.0f}, 0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t e = 0; e < c->example_count; e++) {
        const vv_turn *own = all_turns(c) + e * (size_t)c->handle_count + handle;
        float w = weights[e];
        sum.move.x += w * own->move.x;
        sum.move.y += w * own->move.y;
        sum.angle += w * own->angle;
        sum.xx += w * own->xx;
        sum.xy += w * own->xy;
        sum.yy += w * own->yy;
    }
    return sum;
}

/* R(a) S after R(c) C: the turns add, and S C, which need not be symmetric, is factored again. */
static vv_turn correct(vv_turn pose, vv_turn change)
{
    vv_mat2 S = {pose.xx, pose.xy, pose.xy, pose.yy}, C = {change.xx, change.xy, change.xy, change.yy};
    vv_vec2 moved = vv_mat2_apply(vv_mat2_rotation(pose.angle), change.move);
    vv_polar2 both = vv_mat2_polar(vv_mat2_multiply(S, C));
    return (vv_turn){vv_vec2_add(pose.move, moved), pose.angle + change.angle + both.angle, both.xx, both.xy, both.yy};
}

void vv_corrective_apply(const vv_corrective *corrective, const float *game, vv_turn *turns)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(corrective != NULL);
    VV_ASSERT(turns != NULL);
    float at[VV_FIELD_MAX_AXES], weights[VV_FIELD_MAX_EXAMPLES];
    vv_corrective_place(corrective, turns, game, at);
    vv_field_weights(vv_corrective_field(corrective), at, weights);
    for (uint32_t j = 0; j < corrective->handle_count; j++)
        turns[j] = correct(turns[j], mix_turns(corrective, j, weights));
}

/* ---- Verifying ------------------------------------------------------------------------------------------------- */

size_t vvi_corrective_bytes(const vv_corrective *corrective) { return (size_t)corrective->byte_count; }

static bool counts_are_sound(const vv_corrective *c, size_t byte_count)
{
    if (c->handle_count == 0 || c->handle_count > VV_RIG_MAX_HANDLES || c->axis_count > VV_FIELD_MAX_AXES ||
        c->example_count == 0 || c->example_count > VV_FIELD_MAX_EXAMPLES || c->field_bytes > byte_count)
        return false;
    vv_corrective expected = layout(c->handle_count, c->axis_count, c->example_count, c->field_bytes);
    return memcmp(c, &expected, sizeof expected) == 0 && c->byte_count == byte_count;
}

static bool contents_are_sound(const vv_corrective *c)
{
    const vv_field *field = vv_corrective_field(c);
    if (vv_field_axis_count(field) != c->axis_count || vv_field_example_count(field) != c->example_count)
        return false;
    for (uint32_t a = 0; a < c->axis_count; a++)
        if (!driver_is_sound(axis_handles(c)[a], c->handle_count) ||
            !driver_is_sound(axis_bases(c)[a], c->handle_count))
            return false;
    return vvi_turns_are_sane((size_t)c->example_count * c->handle_count, all_turns(c));
}

vv_result vvi_corrective_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_corrective *c = bytes;
    if ((uintptr_t)bytes % VVI_ALIGNMENT != 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a corrective must lie at a multiple of %u bytes", VVI_ALIGNMENT);
    if (byte_count < sizeof *c || c->magic != CORRECTIVE_MAGIC)
        return vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a corrective");
    if (c->version != CORRECTIVE_VERSION)
        return vvi_fail(error, VV_ERROR_VERSION, "this corrective has version %u, this library reads %u", c->version,
                        CORRECTIVE_VERSION);
    if (!counts_are_sound(c, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the corrective's counts and offsets do not agree");
    vv_result result = vvi_field_verify(vv_corrective_field(c), (size_t)c->field_bytes, error);
    if (result != VV_OK)
        return result;
    if (!contents_are_sound(c))
        return vvi_fail(error, VV_ERROR_FORMAT, "the corrective's handles or poses are damaged");
    return VV_OK;
}
