/* A poser as bytes: its layout, the verification of bytes from outside, and getters. */
#include "poser.h"

#include <string.h>

vv_poser vvi_poser_layout(uint32_t vertices, uint32_t triangles, uint32_t handles, uint32_t clusters)
{
    vv_poser p = {.magic = POSER_MAGIC, .version = POSER_VERSION, .vertex_count = vertices};
    p.triangle_count = triangles;
    p.handle_count = handles;
    p.cluster_count = clusters;
    uint64_t cursor = sizeof p, n = 3 * (uint64_t)handles;
    p.positions = vvi_section(&cursor, vertices, sizeof(vv_vec2));
    p.triangles = vvi_section(&cursor, triangles, 3 * sizeof(uint32_t));
    p.clusters = vvi_section(&cursor, triangles, sizeof(uint32_t));
    p.weights = vvi_section(&cursor, (uint64_t)vertices * handles, sizeof(float));
    p.pivots = vvi_section(&cursor, handles, sizeof(vv_vec2));
    p.lengths = vvi_section(&cursor, handles, sizeof(double));
    p.parts = vvi_section(&cursor, handles, sizeof(uint32_t));
    p.K = vvi_section(&cursor, n * padded((uint32_t)n), sizeof(double));
    p.B = vvi_section(&cursor, n * 2 * padded(clusters), sizeof(double));
    p.byte_count = vvi_section(&cursor, 0, 0);
    return p;
}

poser_view vvi_poser_open(const vv_poser *poser)
{
    const char *base = (const char *)poser;
    poser_view view = {.n = 3 * poser->handle_count, .c = poser->cluster_count};
    view.n_stride = padded(view.n);
    view.c_stride = padded(view.c);
    view.positions = (const vv_vec2 *)(base + poser->positions);
    view.pivots = (const vv_vec2 *)(base + poser->pivots);
    view.triangles = (const uint32_t *)(base + poser->triangles);
    view.clusters = (const uint32_t *)(base + poser->clusters);
    view.parts = (const uint32_t *)(base + poser->parts);
    view.weights = (const float *)(base + poser->weights);
    view.lengths = (const double *)(base + poser->lengths);
    view.K = (const double *)(base + poser->K);
    view.B = (const double *)(base + poser->B);
    return view;
}

void vv_poser_destroy(vv_poser *poser, const vv_allocator *allocator)
{
    if (poser)
        vvi_release(allocator, poser, 1, (size_t)poser->byte_count);
}

uint32_t vv_poser_handle_count(const vv_poser *poser)
{
    VV_ASSERT(poser != NULL);
    return poser->handle_count;
}

uint32_t vv_poser_vertex_count(const vv_poser *poser)
{
    VV_ASSERT(poser != NULL);
    return poser->vertex_count;
}

uint32_t vv_poser_triangle_count(const vv_poser *poser)
{
    VV_ASSERT(poser != NULL);
    return poser->triangle_count;
}

uint32_t vv_poser_cluster_count(const vv_poser *poser)
{
    VV_ASSERT(poser != NULL);
    return poser->cluster_count;
}

uint32_t vv_poser_cluster(const vv_poser *poser, uint32_t triangle)
{
    VV_ASSERT(poser != NULL);
    VV_ASSERT(triangle < poser->triangle_count);
    return vvi_poser_open(poser).clusters[triangle];
}

size_t vvi_poser_bytes(const vv_poser *poser) { return (size_t)poser->byte_count; }

/* True if all magnitudes are at most 1e100, so that what is computed from them stays far from infinity. */
static bool are_all_moderate(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs(values[i]) <= 1e100))
            return false;
    return true;
}

static bool is_content_valid(const vv_poser *poser)
{
    poser_view view = vvi_poser_open(poser);
    for (uint32_t j = 0; j < poser->handle_count; j++)
        if (!(view.lengths[j] >= 1e-50 && view.lengths[j] <= 1e50))
            return false;
    return vvi_all_below(view.triangles, 3 * (size_t)poser->triangle_count, poser->vertex_count) &&
           vvi_all_below(view.clusters, poser->triangle_count, poser->cluster_count) &&
           vvi_all_below(view.parts, poser->handle_count, poser->handle_count) &&
           vvi_all_within(&view.positions[0].x, 2 * (size_t)poser->vertex_count, VV_MESH_MAX_POSITION) &&
           vvi_all_within(view.weights, (size_t)poser->vertex_count * poser->handle_count, VV_RIG_MAX_WEIGHT) &&
           vvi_all_within(&view.pivots[0].x, 2 * (size_t)poser->handle_count, VV_MESH_MAX_POSITION) &&
           are_all_moderate(view.K, (size_t)view.n * view.n_stride) &&
           are_all_moderate(view.B, 2 * (size_t)view.n * view.c_stride);
}

static bool are_counts_valid(const vv_poser *poser, size_t byte_count)
{
    vv_poser expected =
        vvi_poser_layout(poser->vertex_count, poser->triangle_count, poser->handle_count, poser->cluster_count);
    memcpy(&expected.constant, &poser->constant, sizeof expected.constant);
    return poser->vertex_count > 0 && poser->vertex_count <= VV_MESH_MAX_VERTICES && poser->triangle_count > 0 &&
           poser->triangle_count <= 2 * VV_MESH_MAX_VERTICES && poser->handle_count > 0 &&
           poser->handle_count <= VV_RIG_MAX_HANDLES && poser->cluster_count > 0 &&
           poser->cluster_count <= VV_RIG_MAX_CLUSTERS + VV_RIG_MAX_HANDLES &&
           memcmp(poser, &expected, sizeof expected) == 0 && poser->byte_count == byte_count;
}

vv_result vvi_poser_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_poser *poser = bytes;
    static const vvi_block_kind kind = {"a poser", POSER_MAGIC, POSER_VERSION, 16, sizeof(vv_poser)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!are_counts_valid(poser, byte_count) || !are_all_moderate(&poser->constant, 1))
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the poser do not agree");
    if (!is_content_valid(poser))
        return vvi_fail(error, VV_ERROR_FORMAT, "the numbers of the poser are damaged");
    return VV_OK;
}
