/* Correctives: changes that are added to a drawing's pose, blended over a field whose axes are angles of its handles.
 * This is what section 5 of "Shape and Animation by Example" does with forms, in the space of poses. */
#include "blend.h"

#include <string.h>

#define CORRECTIVE_MAGIC   0x524f4356u /* "VCOR" */
#define CORRECTIVE_VERSION 1u

struct vv_corrective {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t handle_count, axis_count, example_count, reserved;
    uint64_t field_bytes;
    uint64_t field;
    uint64_t axis_handles; /* uint32_t[axis_count] */
    uint64_t axis_bases;   /* uint32_t[axis_count] */
    uint64_t turns;        /* vv_handle_pose[example_count][handle_count] */
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
    c.turns = vvi_section(&cursor, (uint64_t)examples * handles, sizeof(vv_handle_pose));
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

static const vv_handle_pose *all_turns(const vv_corrective *c)
{
    return (const vv_handle_pose *)(const void *)((const char *)c + c->turns);
}

const vv_field *vv_corrective_field(const vv_corrective *corrective)
{
    VV_ASSERT(corrective != NULL);
    return (const vv_field *)(const void *)((const char *)corrective + corrective->field);
}

/* ---- Creating -------------------------------------------------------------------------------------------------- */

uint32_t vv_corrective_handle_count(const vv_corrective *corrective)
{
    VV_ASSERT(corrective != NULL);
    return corrective->handle_count;
}

static bool is_driver_valid(uint32_t handle, uint32_t handle_count)
{
    return handle == VV_NONE || handle < handle_count;
}

static vv_result check_def(const vv_corrective_def *def, vv_error *error)
{
    if (def->handle_count == 0 || def->handle_count > VV_RIG_MAX_HANDLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a corrective has 1 to %u handles, not %u", VV_RIG_MAX_HANDLES,
                        def->handle_count);
    for (uint32_t a = 0; a < vv_field_axis_count(def->field); a++)
        if (!is_driver_valid(def->axis_handles[a], def->handle_count) ||
            !is_driver_valid(def->axis_bases[a], def->handle_count))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the handle that drives axis %u does not exist", a);
    for (uint32_t e = 0; e < vv_field_example_count(def->field); e++)
        if (!vvi_turns_are_sane(def->handle_count, &def->example_poses[e * (size_t)def->handle_count]))
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
    VV_ASSERT(def->field != NULL);
    VVI_ASSERT_ARRAY(def->axis_handles, vv_field_axis_count(def->field));
    VVI_ASSERT_ARRAY(def->axis_bases, vv_field_axis_count(def->field));
    VVI_ASSERT_ARRAY(def->example_poses, def->handle_count);
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
    memcpy(base + c->turns, def->example_poses, (size_t)c->example_count * c->handle_count * sizeof(vv_handle_pose));
    *out = c;
    return VV_OK;
}

void vv_corrective_destroy(vv_corrective *corrective, const vv_allocator *allocator)
{
    if (corrective)
        vvi_release(allocator, corrective, 1, (size_t)corrective->byte_count);
}

/* ---- Using ----------------------------------------------------------------------------------------------------- */

void vv_corrective_place(const vv_corrective *corrective, const vv_handle_pose *turns, const float *game, float *at)
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

/* Σ weights[i] · examples[i] for one handle. Angles are added as numbers, because a change is small, and 0 means no
 * change. */
static vv_handle_pose blend_changes(const vv_corrective *c, uint32_t handle, const float *weights)
{
    vv_handle_pose sum = {{0.0f, 0.0f}, 0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t e = 0; e < c->example_count; e++) {
        const vv_handle_pose *change = all_turns(c) + e * (size_t)c->handle_count + handle;
        float w = weights[e];
        vvi_turn_add_scaled(&sum, w, change);
        sum.angle += w * change->angle;
    }
    return sum;
}

/* R(a) S after R(c) C: the angles add, and S C, which need not be symmetric, is factored again. */
static vv_handle_pose apply_change(vv_handle_pose pose, vv_handle_pose change)
{
    vv_mat2 S = {pose.xx, pose.xy, pose.xy, pose.yy}, C = {change.xx, change.xy, change.xy, change.yy};
    vv_vec2 moved = vv_mat2_apply(vv_mat2_rotation(pose.angle), change.translation);
    vv_polar2 product = vv_mat2_polar(vv_mat2_multiply(S, C));
    return (vv_handle_pose){vv_vec2_add(pose.translation, moved), pose.angle + change.angle + product.angle, product.xx,
                            product.xy, product.yy};
}

void vv_corrective_apply(const vv_corrective *corrective, const float *game, vv_handle_pose *turns)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(corrective != NULL);
    VV_ASSERT(turns != NULL);
    float at[VV_FIELD_MAX_AXES], weights[VV_FIELD_MAX_EXAMPLES];
    vv_corrective_place(corrective, turns, game, at);
    vv_field_weights(vv_corrective_field(corrective), at, weights);
    for (uint32_t j = 0; j < corrective->handle_count; j++)
        turns[j] = apply_change(turns[j], blend_changes(corrective, j, weights));
}

/* ---- Verifying ------------------------------------------------------------------------------------------------- */

size_t vvi_corrective_bytes(const vv_corrective *corrective) { return (size_t)corrective->byte_count; }

static bool are_counts_valid(const vv_corrective *c, size_t byte_count)
{
    if (c->handle_count == 0 || c->handle_count > VV_RIG_MAX_HANDLES || c->axis_count > VV_FIELD_MAX_AXES ||
        c->example_count == 0 || c->example_count > VV_FIELD_MAX_EXAMPLES || c->field_bytes > byte_count)
        return false;
    vv_corrective expected = layout(c->handle_count, c->axis_count, c->example_count, c->field_bytes);
    return memcmp(c, &expected, sizeof expected) == 0 && c->byte_count == byte_count;
}

static bool is_content_valid(const vv_corrective *c)
{
    const vv_field *field = vv_corrective_field(c);
    if (vv_field_axis_count(field) != c->axis_count || vv_field_example_count(field) != c->example_count)
        return false;
    for (uint32_t a = 0; a < c->axis_count; a++)
        if (!is_driver_valid(axis_handles(c)[a], c->handle_count) ||
            !is_driver_valid(axis_bases(c)[a], c->handle_count))
            return false;
    return vvi_turns_are_sane((size_t)c->example_count * c->handle_count, all_turns(c));
}

vv_result vvi_corrective_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_corrective *c = bytes;
    static const vvi_block_kind kind = {"a corrective", CORRECTIVE_MAGIC, CORRECTIVE_VERSION, VVI_ALIGNMENT,
                                        sizeof(vv_corrective)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!are_counts_valid(c, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the corrective do not agree");
    result = vvi_field_verify(vv_corrective_field(c), (size_t)c->field_bytes, error);
    if (result != VV_OK)
        return result;
    if (!is_content_valid(c))
        return vvi_fail(error, VV_ERROR_FORMAT, "the handles or poses of the corrective are damaged");
    return VV_OK;
}
