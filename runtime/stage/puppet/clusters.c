/* Rotation clusters for the reduced local step: a group of triangles with similar weights shares one rotation, whose
 * sum S_c = Σ A tr(F F_restᵀ) is a bilinear form of the handles that move the group. */
#include "prepare.h"

#include <string.h>

/* Marks the handles that move each cluster: marks[cluster · handle_count + handle]. */
static bool mark_handles(puppet_maker *m, bool *marks)
{
    uint32_t handles = m->def->handle_count;
    for (size_t k = 0; k < 3 * (size_t)m->def->mesh.triangle_count; k++) {
        const float *row = m->weights + (size_t)m->def->mesh.triangles[k] * handles;
        bool *cluster_marks = marks + (size_t)m->clusters[k / 3] * handles;
        for (uint32_t j = 0; j < handles; j++)
            cluster_marks[j] = cluster_marks[j] || row[j] != 0.0f;
    }
    m->cluster_starts = vvi_arena_allocate(&m->arena, (size_t)m->cluster_count + 1u, sizeof *m->cluster_starts);
    m->cluster_matrix_starts =
        vvi_arena_allocate(&m->arena, (size_t)m->cluster_count + 1u, sizeof *m->cluster_matrix_starts);
    m->cluster_handles = vvi_arena_allocate(&m->arena, (size_t)m->cluster_count * handles, sizeof *m->cluster_handles);
    return m->cluster_starts && m->cluster_matrix_starts && m->cluster_handles;
}

static vv_result list_handles(puppet_maker *m, const bool *marks, vv_error *error)
{
    uint32_t handles = m->def->handle_count;
    uint64_t doubles = 0;
    for (uint32_t c = 0; c < m->cluster_count; c++) {
        m->cluster_starts[c] = m->entry_count;
        m->cluster_matrix_starts[c] = (uint32_t)doubles;
        for (uint32_t j = 0; j < handles; j++)
            if (marks[(size_t)c * handles + j])
                m->cluster_handles[m->entry_count++] = j;
        uint64_t n = m->entry_count - m->cluster_starts[c];
        doubles += 12 * n * n;
        if (doubles > PUPPET_MAX_CLUSTER_DOUBLES) {
            vvi_fail(error, VV_ERROR_LIMIT,
                     "%u clusters need too much memory: many of the %u handles move the whole drawing",
                     m->cluster_count, handles);
            vvi_error_remedy(error, "use fewer clusters");
            return VV_ERROR_LIMIT;
        }
    }
    m->cluster_starts[m->cluster_count] = m->entry_count;
    VV_ASSERT(vvi_are_starts(m->cluster_starts, m->cluster_count, m->entry_count));
    m->cluster_matrix_starts[m->cluster_count] = m->cluster_double_count = (uint32_t)doubles;
    return VV_OK;
}

vv_result vvi_puppet_find_clusters(puppet_maker *m, vv_error *error)
{
    const vv_mesh *mesh = &m->def->mesh;
    vvi_cluster_task task = {mesh, m->weights, m->def->handle_count, m->areas, m->def->cluster_count};
    uint32_t piece_count, *pieces = vvi_arena_allocate(&m->arena, mesh->triangle_count, sizeof *pieces);
    m->clusters = vvi_arena_allocate(&m->arena, mesh->triangle_count, sizeof *m->clusters);
    if (!pieces || !m->clusters ||
        !vvi_cluster_triangles(&task, m->allocator, m->clusters, &m->cluster_count, pieces, &piece_count))
        return vvi_fail_memory(error, mesh->triangle_count * sizeof *pieces);
    size_t marks_bytes = (size_t)m->cluster_count * m->def->handle_count;
    bool *marks = vvi_arena_allocate(&m->arena, marks_bytes, sizeof *marks);
    if (!marks || !mark_handles(m, marks))
        return vvi_fail_memory(error, marks_bytes);
    return list_handles(m, marks, error);
}

/* The index of a handle among those that move a cluster, which is the place of its columns in the cluster's matrix. */
static uint32_t slot_of(const puppet_maker *m, uint32_t cluster, uint32_t handle)
{
    uint32_t start = m->cluster_starts[cluster], slot = 0;
    VVI_CHECK(cluster < m->cluster_count && handle < m->def->handle_count);
    while (m->cluster_handles[start + slot] != handle)
        slot++;
    VVI_CHECK(start + slot < m->cluster_starts[cluster + 1]);
    return slot;
}

static void add_triangle(const puppet_maker *m, uint32_t triangle, double *matrices)
{
    double gradients[3 * VV_RIG_MAX_HANDLES][2];
    uint32_t columns[3 * VV_RIG_MAX_HANDLES], slots[3 * VV_RIG_MAX_HANDLES], cluster = m->clusters[triangle];
    uint32_t rows = vvi_puppet_gradients(m, triangle, gradients, columns);
    uint32_t n = m->cluster_starts[cluster + 1] - m->cluster_starts[cluster];
    double *K = matrices + m->cluster_matrix_starts[cluster];
    for (uint32_t r = 0; r < rows; r++)
        slots[r] = slot_of(m, cluster, columns[r] / 3);
    for (uint32_t l = 0; l < rows; l++)
        for (uint32_t k = 0; k < rows; k++)
            K[(size_t)(3 * slots[l] + columns[l] % 3) * 4 * n + 4 * slots[k] + columns[k] % 3] +=
                m->stiffness[triangle] * (gradients[l][0] * gradients[k][0] + gradients[l][1] * gradients[k][1]);
}

void vvi_puppet_fill_clusters(const puppet_maker *m, vv_puppet *puppet)
{
    char *base = (char *)puppet;
    if (m->cluster_count == 0 || !m->clusters)
        return;
    memcpy(base + puppet->cluster_starts, m->cluster_starts, ((size_t)m->cluster_count + 1u) * sizeof(uint32_t));
    memcpy(base + puppet->cluster_handles, m->cluster_handles, m->entry_count * sizeof(uint32_t));
    for (uint32_t t = 0; t < m->def->mesh.triangle_count; t++)
        add_triangle(m, t, (double *)(base + puppet->cluster_matrices));
}
