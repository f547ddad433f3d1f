/* Creating and verifying a skin: rest positions and weights laid out for linear blend skinning, as one block of bytes
 * that an asset stores unchanged. */
#include "skin.h"

#include <string.h>

#define SKIN_MAGIC   0x4e4b5356u /* "VSKN" */
#define SKIN_VERSION 1u

bool vvi_weights_normalize(uint32_t handle_count, const float *row, float *out)
{
    double sum = 0.0;
    if (!vvi_all_within(row, handle_count, VV_RIG_MAX_WEIGHT))
        return false;
    for (uint32_t j = 0; j < handle_count; j++)
        sum += (double)row[j];
    if (!(fabs(sum - 1.0) <= 1e-3))
        return false;
    for (uint32_t j = 0; j < handle_count; j++)
        out[j] = (float)((double)row[j] / sum);
    return true;
}

/* The header: all of it follows from three counts. */
static vv_skin layout(uint32_t vertex_count, uint32_t handle_count, uint32_t entry_count)
{
    uint32_t block_count = (vertex_count + SKIN_LANES - 1u) / SKIN_LANES;
    vv_skin skin = {SKIN_MAGIC, SKIN_VERSION, 0, vertex_count, handle_count, block_count, entry_count, 0, 0, 0, 0};
    uint64_t cursor = sizeof skin;
    skin.rest = vvi_section(&cursor, block_count, 2 * SKIN_LANES * sizeof(float));
    skin.starts = vvi_section(&cursor, (uint64_t)block_count + 1u, sizeof(uint32_t));
    skin.handles = vvi_section(&cursor, entry_count, sizeof(uint32_t));
    skin.weights = vvi_section(&cursor, entry_count, SKIN_LANES * sizeof(float));
    skin.byte_count = vvi_section(&cursor, 0, 0);
    return skin;
}

static vv_result check_def(const vv_skin_def *def, vv_error *error)
{
    if (def->vertex_count == 0 || def->vertex_count > VV_MESH_MAX_VERTICES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a skin has 1 to %u vertices, not %u", VV_MESH_MAX_VERTICES,
                        def->vertex_count);
    if (def->handle_count == 0 || def->handle_count > VV_RIG_MAX_HANDLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a skin has 1 to %u handles, not %u", VV_RIG_MAX_HANDLES,
                        def->handle_count);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        float row[VV_RIG_MAX_HANDLES];
        if (!vvi_all_within(&def->positions[v].x, 2, VV_MESH_MAX_POSITION))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the position of vertex %u is not within ±%g m", v,
                            (double)VV_MESH_MAX_POSITION);
        if (!vvi_weights_normalize(def->handle_count, def->weights + (size_t)v * def->handle_count, row)) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "the weights of vertex %u do not sum to 1, or one is beyond ±1000", v);
            vvi_error_remedy(error, "compute the weights again for this mesh and these handles");
            return VV_ERROR_ARGUMENT;
        }
    }
    return VV_OK;
}

/* True if a handle moves any vertex of a block. */
static bool moves_block(const vv_skin_def *def, uint32_t block, uint32_t handle)
{
    uint32_t end = (block + 1u) * SKIN_LANES < def->vertex_count ? (block + 1u) * SKIN_LANES : def->vertex_count;
    for (uint32_t v = block * SKIN_LANES; v < end; v++)
        if (def->weights[(size_t)v * def->handle_count + handle] != 0.0f)
            return true;
    return false;
}

static uint32_t count_entries(const vv_skin_def *def)
{
    uint32_t count = 0, block_count = (def->vertex_count + SKIN_LANES - 1u) / SKIN_LANES;
    for (uint32_t b = 0; b < block_count; b++)
        for (uint32_t j = 0; j < def->handle_count; j++)
            count += moves_block(def, b, j);
    return count;
}

static void fill(const vv_skin_def *def, vv_skin *skin)
{
    char *base = (char *)skin;
    float *rest = (float *)(base + skin->rest), *weights = (float *)(base + skin->weights);
    uint32_t *starts = (uint32_t *)(base + skin->starts), *handles = (uint32_t *)(base + skin->handles), entry = 0;
    for (uint32_t b = 0; b < skin->block_count; b++) {
        float rows[SKIN_LANES][VV_RIG_MAX_HANDLES] = {{0.0f}};
        for (uint32_t lane = 0, v = b * SKIN_LANES; lane < SKIN_LANES && v < def->vertex_count; lane++, v++) {
            rest[2 * SKIN_LANES * (size_t)b + lane] = def->positions[v].x;
            rest[2 * SKIN_LANES * (size_t)b + SKIN_LANES + lane] = def->positions[v].y;
            (void)vvi_weights_normalize(def->handle_count, def->weights + (size_t)v * def->handle_count, rows[lane]);
        }
        starts[b] = entry;
        for (uint32_t j = 0; j < def->handle_count; j++) {
            if (!moves_block(def, b, j))
                continue;
            for (uint32_t lane = 0; lane < SKIN_LANES; lane++)
                weights[SKIN_LANES * (size_t)entry + lane] = rows[lane][j];
            handles[entry++] = j;
        }
    }
    starts[skin->block_count] = entry;
}

vv_result vv_skin_create(const vv_skin_def *def, const vv_allocator *allocator, vv_skin **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->positions, def->vertex_count);
    VVI_ASSERT_ARRAY(def->weights, (size_t)def->vertex_count * def->handle_count);
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    vv_skin header = layout(def->vertex_count, def->handle_count, count_entries(def));
    if (header.byte_count > SIZE_MAX)
        return vvi_fail_memory(error, SIZE_MAX);
    vv_skin *skin = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!skin)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *skin = header;
    fill(def, skin);
    *out = skin;
    return VV_OK;
}

void vv_skin_destroy(vv_skin *skin, const vv_allocator *allocator)
{
    if (skin)
        vvi_release(allocator, skin, 1, (size_t)skin->byte_count);
}

uint32_t vv_skin_vertex_count(const vv_skin *skin)
{
    VV_ASSERT(skin != NULL);
    return skin->vertex_count;
}

uint32_t vv_skin_handle_count(const vv_skin *skin)
{
    VV_ASSERT(skin != NULL);
    return skin->handle_count;
}

size_t vvi_skin_bytes(const vv_skin *skin) { return (size_t)skin->byte_count; }

vv_vec2 vvi_skin_read_vertex(const vv_skin *skin, uint32_t vertex, float *weights)
{
    skin_view view = skin_open(skin);
    uint32_t block = vertex / SKIN_LANES, lane = vertex % SKIN_LANES;
    const float *rest = view.rest + 2 * SKIN_LANES * (size_t)block;
    if (weights)
        memset(weights, 0, skin->handle_count * sizeof *weights);
    for (uint32_t e = view.starts[block]; weights && e < view.starts[block + 1]; e++)
        weights[view.handles[e]] = view.weights[SKIN_LANES * (size_t)e + lane];
    return (vv_vec2){rest[lane], rest[SKIN_LANES + lane]};
}

static bool are_entries_valid(const vv_skin *skin)
{
    skin_view view = skin_open(skin);
    if (view.starts[0] != 0 || view.starts[skin->block_count] != skin->entry_count)
        return false;
    for (uint32_t b = 0; b < skin->block_count; b++) {
        if (view.starts[b] > view.starts[b + 1] || view.starts[b + 1] > skin->entry_count)
            return false;
        for (uint32_t e = view.starts[b]; e < view.starts[b + 1]; e++)
            if (view.handles[e] >= skin->handle_count || (e > view.starts[b] && view.handles[e - 1] >= view.handles[e]))
                return false;
    }
    return true;
}

/* True if vv_skin_create accepts these positions and weights. */
static bool are_numbers_valid(const vv_skin *skin)
{
    skin_view view = skin_open(skin);
    float weights[VV_RIG_MAX_HANDLES];
    for (uint32_t v = 0; v < skin->vertex_count; v++) {
        vvi_skin_read_vertex(skin, v, weights);
        if (!vvi_weights_normalize(skin->handle_count, weights, weights))
            return false;
    }
    return vvi_all_within(view.rest, (size_t)skin->block_count * 2 * SKIN_LANES, VV_MESH_MAX_POSITION) &&
           vvi_all_within(view.weights, (size_t)skin->entry_count * SKIN_LANES, VV_RIG_MAX_WEIGHT);
}

vv_result vvi_skin_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_skin *skin = bytes;
    static const vvi_block_kind kind = {"a skin", SKIN_MAGIC, SKIN_VERSION, 16, sizeof(vv_skin)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    vv_skin expected = layout(skin->vertex_count, skin->handle_count, skin->entry_count);
    if (skin->vertex_count == 0 || skin->vertex_count > VV_MESH_MAX_VERTICES || skin->handle_count == 0 ||
        skin->handle_count > VV_RIG_MAX_HANDLES || memcmp(skin, &expected, sizeof expected) != 0 ||
        skin->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the skin do not agree");
    if (!are_entries_valid(skin) || !are_numbers_valid(skin))
        return vvi_fail(error, VV_ERROR_FORMAT, "the weights or positions of the skin are damaged");
    return VV_OK;
}
