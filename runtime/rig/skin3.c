/* Creating and verifying a skin over a skeleton: four joints and weights for each vertex, as one block of bytes that
 * an asset stores unchanged. */
#include "skin3.h"

#include <string.h>

#define SKIN3_MAGIC   0x334b5356u /* "VSK3" */
#define SKIN3_VERSION 1u

/* The header: all of it follows from two counts. */
static vv_skin3 layout(uint32_t vertex_count, uint32_t joint_count)
{
    vv_skin3 skin = {.magic = SKIN3_MAGIC, .version = SKIN3_VERSION};
    skin.vertex_count = vertex_count;
    skin.joint_count = joint_count;
    uint64_t cursor = sizeof skin;
    skin.binds = vvi_section(&cursor, joint_count, sizeof(vv_affine3));
    skin.joints = vvi_section(&cursor, vertex_count, VV_SKIN3_INFLUENCES * sizeof(uint16_t));
    skin.weights = vvi_section(&cursor, vertex_count, VV_SKIN3_INFLUENCES * sizeof(float));
    skin.byte_count = vvi_section(&cursor, 0, 0);
    return skin;
}

static bool are_counts_valid(uint32_t vertex_count, uint32_t joint_count)
{
    return vertex_count > 0 && vertex_count <= VV_SKIN3_MAX_VERTICES && joint_count > 0 &&
           joint_count <= VV_SKELETON_MAX_JOINTS;
}

/* Divides the weights of one vertex by their sum; false where that is not possible. */
static bool normalize_weights(const float *weights, float *out)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
        if (!(weights[k] >= 0.0f && weights[k] <= 1e30f))
            return false;
        sum += (double)weights[k];
    }
    if (!(sum > 1e-30))
        return false;
    for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++)
        out[k] = (float)((double)weights[k] / sum);
    return true;
}

static vv_result check_counts(const vv_skin3_def *def, vv_error *error)
{
    if (are_counts_valid(def->vertex_count, def->joint_count))
        return VV_OK;
    return vvi_fail(error, VV_ERROR_LIMIT, "a skin has 1 to %u vertices and 1 to %u joints, not %u and %u",
                    VV_SKIN3_MAX_VERTICES, VV_SKELETON_MAX_JOINTS, def->vertex_count, def->joint_count);
}

static vv_result fill(const vv_skin3_def *def, vv_skin3 *skin, vv_error *error)
{
    char *base = (char *)skin;
    float(*weights)[VV_SKIN3_INFLUENCES] = (float(*)[VV_SKIN3_INFLUENCES])(base + skin->weights);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        for (size_t k = VV_SKIN3_INFLUENCES * (size_t)v; k < VV_SKIN3_INFLUENCES * ((size_t)v + 1); k++)
            if (def->joints[k] >= def->joint_count)
                return vvi_fail(error, VV_ERROR_ARGUMENT, "vertex %u names joint %u, but there are only %u joints", v,
                                def->joints[k], def->joint_count);
        if (!normalize_weights(def->weights + VV_SKIN3_INFLUENCES * (size_t)v, weights[v]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the weights of vertex %u are negative, not finite, or all 0", v);
    }
    for (uint32_t j = 0; j < def->joint_count; j++)
        if (!vvi_all_within(&def->binds[j].linear.row[0].x, 12, VV_SKIN3_MAX_BIND))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the bind transform of joint %u is not within ±%g", j,
                            (double)VV_SKIN3_MAX_BIND);
    memcpy(base + skin->binds, def->binds, def->joint_count * sizeof *def->binds);
    memcpy(base + skin->joints, def->joints, VV_SKIN3_INFLUENCES * def->vertex_count * sizeof *def->joints);
    return VV_OK;
}

vv_result vv_skin3_create(const vv_skin3_def *def, const vv_allocator *allocator, vv_skin3 **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->joints, def->vertex_count);
    VVI_ASSERT_ARRAY(def->weights, def->vertex_count);
    VVI_ASSERT_ARRAY(def->binds, def->joint_count);
    vv_result result = check_counts(def, error);
    if (result != VV_OK)
        return result;
    vv_skin3 header = layout(def->vertex_count, def->joint_count);
    vv_skin3 *skin = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!skin)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *skin = header;
    result = fill(def, skin, error);
    if (result == VV_OK)
        *out = skin;
    else
        vv_skin3_destroy(skin, allocator);
    return result;
}

void vv_skin3_destroy(vv_skin3 *skin, const vv_allocator *allocator)
{
    if (skin)
        vvi_release(allocator, skin, 1, (size_t)skin->byte_count);
}

uint32_t vv_skin3_vertex_count(const vv_skin3 *skin)
{
    VV_ASSERT(skin != NULL);
    return skin->vertex_count;
}

uint32_t vv_skin3_joint_count(const vv_skin3 *skin)
{
    VV_ASSERT(skin != NULL);
    return skin->joint_count;
}

size_t vvi_skin3_bytes(const vv_skin3 *skin3) { return (size_t)skin3->byte_count; }

static bool is_content_valid(const vv_skin3 *skin)
{
    skin3_view view = skin3_open(skin);
    for (uint32_t v = 0; v < skin->vertex_count; v++) {
        float sum = 0.0f;
        for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
            if (view.joints[v][k] >= skin->joint_count || !(view.weights[v][k] >= 0.0f))
                return false;
            sum += view.weights[v][k];
        }
        if (!(fabsf(sum - 1.0f) <= 1e-5f))
            return false;
    }
    return vvi_all_within(&view.binds[0].linear.row[0].x, 12 * (size_t)skin->joint_count, VV_SKIN3_MAX_BIND);
}

vv_result vvi_skin3_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_skin3 *skin = bytes;
    static const vvi_block_kind kind = {"a skin over a skeleton", SKIN3_MAGIC, SKIN3_VERSION, VVI_ALIGNMENT,
                                        sizeof(vv_skin3)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    vv_skin3 expected = layout(skin->vertex_count, skin->joint_count);
    if (!are_counts_valid(skin->vertex_count, skin->joint_count) || memcmp(skin, &expected, sizeof expected) != 0 ||
        skin->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the skin do not agree");
    if (!is_content_valid(skin))
        return vvi_fail(error, VV_ERROR_FORMAT, "the weights or transforms of the skin are damaged");
    return VV_OK;
}
