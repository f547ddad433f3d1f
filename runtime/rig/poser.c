/* Preparing a drawing for posing: the as-rigid-as-possible energy of its triangles in the unknowns of the handles
 * (see poser.h), and its regularisation.
 *
 * Some transforms may not move the mesh at all: that of a handle whose weight is non-zero at one vertex only, or
 * those of handles with equal weights. Two small terms determine them without preferring any place or angle in the
 * world:
 *  - material that moves with one handle alone, 1e-5 of the area that the handle moves: E += ½ a |L_j − R|², with
 *    the rotation R of the handle's home cluster, which is the one that it moves most;
 *  - springs between the pivots of handles of one part: E += ½ κ |(q_j − q_k) − R (p_j − p_k)|², κ = 1e-5 /
 *    handles.
 *
 * Both are zero in every rigid motion. One translation for each part remains free; pins must fix it. */
#include "poser.h"

#include "runtime/mesh/mesh.h"

#include <string.h>

#define REGULARIZATION 1e-5

typedef struct builder {
    const vv_poser_def *def;
    vvi_arena arena;
    double *areas;                   /* [triangle_count] */
    float *weights;                  /* normalised */
    uint32_t *clusters, *components; /* [triangle_count] */
    uint32_t *parts, *homes;         /* [handle_count]: part, home cluster */
    double *moved_areas;             /* [handle_count]: area times weight */
    uint32_t cluster_count, component_count;
    /* in the block that is being filled */
    double *K, *B, constant;
    uint32_t n, n_stride, c_stride;
} builder;

static vv_result check_def(const vv_poser_def *def, vv_error *error)
{
    vv_result result = vv_mesh_check(&def->mesh, error);
    if (result != VV_OK)
        return result;
    if (def->handle_count == 0 || def->handle_count > VV_RIG_MAX_HANDLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "posing needs 1 to %u handles, not %u", VV_RIG_MAX_HANDLES,
                        def->handle_count);
    if (def->cluster_count == 0 || def->cluster_count > VV_RIG_MAX_CLUSTERS)
        return vvi_fail(error, VV_ERROR_LIMIT, "posing needs 1 to %u clusters, not %u", VV_RIG_MAX_CLUSTERS,
                        def->cluster_count);
    for (uint32_t j = 0; j < def->handle_count; j++)
        if (!vvi_all_within(&def->handles[j].from.x, 2, VV_MESH_MAX_POSITION))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the position of handle %u is not within ±%g m", j,
                            (double)VV_MESH_MAX_POSITION);
    return VV_OK;
}

static vv_result normalize_weights(builder *b, vv_error *error)
{
    const vv_poser_def *def = b->def;
    for (uint32_t v = 0; v < def->mesh.vertex_count; v++) {
        size_t row = (size_t)v * def->handle_count;
        if (!vvi_weights_normalize(def->handle_count, def->weights + row, b->weights + row)) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "the weights of vertex %u do not sum to 1, or one is beyond ±1000", v);
            vvi_error_remedy(error, "compute the weights again for this mesh and these handles");
            return VV_ERROR_ARGUMENT;
        }
    }
    return VV_OK;
}

/* Handles that move a common component of the mesh, directly or through other handles, form a part. */
static bool find_parts(builder *b)
{
    uint32_t m = b->def->handle_count;
    uint32_t *first = vvi_arena_allocate(&b->arena, b->component_count, sizeof *first);
    if (!first)
        return false;
    memset(first, 0xff, b->component_count * sizeof *first);
    for (uint32_t j = 0; j < m; j++)
        b->parts[j] = j;
    for (uint32_t k = 0; k < 3 * b->def->mesh.triangle_count; k++) {
        const float *row = b->weights + (size_t)b->def->mesh.triangles[k] * m;
        uint32_t *component = &first[b->components[k / 3]];
        for (uint32_t j = 0; j < m; j++) {
            if (row[j] == 0.0f)
                continue;
            if (*component == UINT32_MAX)
                *component = j;
            else if (b->parts[j] != b->parts[*component])
                set_join(b->parts, j, *component);
        }
    }
    for (uint32_t j = 0; j < m; j++)
        b->parts[j] = set_root(b->parts, j);
    return true;
}

/* The home of a handle is the cluster that it moves most. A handle that moves nothing gets a cluster of its own. */
static bool find_homes(builder *b)
{
    uint32_t m = b->def->handle_count;
    double *areas = vvi_arena_allocate(&b->arena, (size_t)m * b->cluster_count, sizeof *areas);
    if (!areas)
        return false;
    for (uint32_t k = 0; k < 3 * b->def->mesh.triangle_count; k++) {
        const float *row = b->weights + (size_t)b->def->mesh.triangles[k] * m;
        for (uint32_t j = 0; j < m; j++)
            areas[(size_t)j * b->cluster_count + b->clusters[k / 3]] += b->areas[k / 3] * (double)fabsf(row[j]) / 3.0;
    }
    uint32_t mesh_clusters = b->cluster_count;
    for (uint32_t j = 0; j < m; j++) {
        const double *moved = areas + (size_t)j * mesh_clusters;
        for (uint32_t c = 0; c < mesh_clusters; c++) {
            b->moved_areas[j] += moved[c];
            b->homes[j] = moved[c] > moved[b->homes[j]] ? c : b->homes[j];
        }
        if (b->moved_areas[j] == 0.0)
            b->homes[j] = b->cluster_count++;
    }
    return true;
}

static void add_triangle(builder *b, uint32_t t)
{
    double gradients[3 * VV_RIG_MAX_HANDLES][2], area = b->areas[t];
    uint32_t unknown[3 * VV_RIG_MAX_HANDLES],
        rows = vvi_basis_gradients(&b->def->mesh, t, b->def->handle_count, b->def->handles, b->weights, gradients,
                                   unknown);
    for (uint32_t r = 0; r < rows; r++) {
        double gx = area * gradients[r][0], gy = area * gradients[r][1];
        double *K = b->K + (size_t)unknown[r] * b->n_stride, *B = b->B + 2 * (size_t)unknown[r] * b->c_stride;
        for (uint32_t q = 0; q < rows; q++)
            K[unknown[q]] += gx * gradients[q][0] + gy * gradients[q][1];
        B[b->clusters[t]] += gx;
        B[b->c_stride + b->clusters[t]] -= gy;
    }
    b->constant += area;
}

static void add_handle_material(builder *b, uint32_t j, double area)
{
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t unknown = 3 * j + k;
        b->K[(size_t)unknown * b->n_stride + unknown] += area;
        b->B[(2 * (size_t)unknown + k) * b->c_stride + b->homes[j]] += k == 0 ? area : -area;
    }
    b->constant += area;
}

static void add_spring(builder *b, uint32_t j, uint32_t k, uint32_t cluster, double stiffness)
{
    uint32_t u = 3 * j + 2, v = 3 * k + 2;
    vv_vec2 p = b->def->handles[j].from, q = b->def->handles[k].from;
    double dx = (double)p.x - (double)q.x, dy = (double)p.y - (double)q.y;
    b->K[(size_t)u * b->n_stride + u] += stiffness;
    b->K[(size_t)v * b->n_stride + v] += stiffness;
    b->K[(size_t)u * b->n_stride + v] -= stiffness;
    b->K[(size_t)v * b->n_stride + u] -= stiffness;
    b->B[2 * (size_t)u * b->c_stride + cluster] += stiffness * dx;
    b->B[(2 * (size_t)u + 1) * b->c_stride + cluster] -= stiffness * dy;
    b->B[2 * (size_t)v * b->c_stride + cluster] -= stiffness * dx;
    b->B[(2 * (size_t)v + 1) * b->c_stride + cluster] += stiffness * dy;
    b->constant += 0.5 * stiffness * (dx * dx + dy * dy);
}

static void add_regularization(builder *b)
{
    uint32_t m = b->def->handle_count, of_part[VV_RIG_MAX_HANDLES] = {0};
    double total = b->constant;
    for (uint32_t j = 0; j < m; j++) {
        of_part[b->parts[j]]++;
        add_handle_material(b, j, REGULARIZATION * (b->moved_areas[j] > 0.0 ? b->moved_areas[j] : total / m));
    }
    for (uint32_t j = 0; j < m; j++)
        for (uint32_t k = j + 1; k < m; k++)
            if (b->parts[j] == b->parts[k]) {
                double stiffness = 0.5 * REGULARIZATION / of_part[b->parts[j]];
                add_spring(b, j, k, b->homes[j], stiffness);
                add_spring(b, j, k, b->homes[k], stiffness);
            }
}

/* The greatest power of two that is not above x. */
static double floor_power_of_two(double x)
{
    double power = 1.0;
    while (power > x)
        power *= 0.5;
    while (power * 2.0 <= x)
        power *= 2.0;
    return power;
}

/* Jacobi scaling with one length for each handle: with unknowns ℓ·L the diagonal entries of K have similar sizes.
 * The stiffness of a position has no unit. It is at least that of the springs, or zero up to rounding for a handle
 * that is a part of its own; ℓ is then the size of what the handle moves, so that poses do not depend on the unit of
 * length. */
static void scale_unknowns(builder *b, double *lengths)
{
    for (uint32_t j = 0; j < b->def->handle_count; j++) {
        const double *K = b->K + 3 * (size_t)j * (b->n_stride + 1);
        double linear = K[0] + K[b->n_stride + 1], position = K[2 * b->n_stride + 2];
        lengths[j] = floor_power_of_two(sqrt(0.5 * linear / (position > 1e-20 ? position : 1.0)));
    }
    for (uint32_t r = 0; r < b->n; r++) {
        double row = r % 3 == 2 ? 1.0 : 1.0 / lengths[r / 3];
        for (uint32_t c = 0; c < b->n; c++)
            b->K[(size_t)r * b->n_stride + c] *= row * (c % 3 == 2 ? 1.0 : 1.0 / lengths[c / 3]);
        for (uint32_t c = 0; c < 2 * b->c_stride; c++)
            b->B[2 * (size_t)r * b->c_stride + c] *= row;
    }
}

static bool allocate_builder(builder *b)
{
    const vv_mesh *mesh = &b->def->mesh;
    uint32_t m = b->def->handle_count;
    b->areas = vvi_arena_allocate(&b->arena, mesh->triangle_count, sizeof(double));
    b->weights = vvi_arena_allocate(&b->arena, (size_t)mesh->vertex_count * m, sizeof(float));
    b->clusters = vvi_arena_allocate(&b->arena, mesh->triangle_count, sizeof(uint32_t));
    b->components = vvi_arena_allocate(&b->arena, mesh->triangle_count, sizeof(uint32_t));
    b->parts = vvi_arena_allocate(&b->arena, m, sizeof(uint32_t));
    b->homes = vvi_arena_allocate(&b->arena, m, sizeof(uint32_t));
    b->moved_areas = vvi_arena_allocate(&b->arena, m, sizeof(double));
    if (!b->areas || !b->weights || !b->clusters || !b->components || !b->parts || !b->homes || !b->moved_areas)
        return false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        b->areas[t] = fabs(vvi_triangle_area(mesh, t));
    return true;
}

static bool group_triangles(builder *b)
{
    vvi_cluster_task task = {&b->def->mesh, b->weights, b->def->handle_count, b->areas, b->def->cluster_count};
    return vvi_cluster_triangles(&task, b->arena.allocator, b->clusters, &b->cluster_count, b->components,
                                 &b->component_count) &&
           find_parts(b) && find_homes(b);
}

static void fill(builder *b, vv_poser *poser)
{
    const vv_mesh *mesh = &b->def->mesh;
    char *base = (char *)poser;
    vv_vec2 *pivots = (vv_vec2 *)(base + poser->pivots);
    uint32_t m = b->def->handle_count;
    memcpy(base + poser->positions, mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
    memcpy(base + poser->triangles, mesh->triangles, 3 * (size_t)mesh->triangle_count * sizeof *mesh->triangles);
    memcpy(base + poser->clusters, b->clusters, mesh->triangle_count * sizeof *b->clusters);
    memcpy(base + poser->weights, b->weights, (size_t)mesh->vertex_count * m * sizeof *b->weights);
    memcpy(base + poser->parts, b->parts, m * sizeof *b->parts);
    b->n = 3 * m;
    b->n_stride = padded(b->n);
    b->c_stride = padded(b->cluster_count);
    b->K = (double *)(base + poser->K);
    b->B = (double *)(base + poser->B);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        if (b->areas[t] > 0.0)
            add_triangle(b, t);
    add_regularization(b);
    scale_unknowns(b, (double *)(base + poser->lengths));
    for (uint32_t j = 0; j < m; j++)
        pivots[j] = b->def->handles[j].from;
    poser->constant = b->constant;
}

static vv_result build(builder *b, const vv_allocator *allocator, vv_poser **out, vv_error *error)
{
    if (!allocate_builder(b))
        return vvi_fail_memory(error, 0);
    vv_result result = normalize_weights(b, error);
    if (result != VV_OK)
        return result;
    if (!group_triangles(b))
        return vvi_fail_memory(error, 0);
    const vv_mesh *mesh = &b->def->mesh;
    vv_poser header =
        vvi_poser_layout(mesh->vertex_count, mesh->triangle_count, b->def->handle_count, b->cluster_count);
    vv_poser *poser =
        header.byte_count > SIZE_MAX ? NULL : vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!poser)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *poser = header;
    fill(b, poser);
    *out = poser;
    return VV_OK;
}

vv_poser_def vv_default_poser_def(void) { return (vv_poser_def){.cluster_count = 50}; }

vv_result vv_poser_create(const vv_poser_def *def, const vv_allocator *allocator, vv_poser **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->handles, def->handle_count);
    VVI_ASSERT_ARRAY(def->weights, def->handle_count);
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    builder b = {.def = def, .arena = {.allocator = allocator}};
    result = build(&b, allocator, out, error);
    vvi_arena_release(&b.arena);
    return result;
}
