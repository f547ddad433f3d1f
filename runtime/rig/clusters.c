/* Rotation clusters (Jacobson and others 2012, section 4.2): k-means over the triangles, by the handles' weights,
 * because triangles with equal weights move alike, and a little by position. Each seed is the triangle farthest from
 * the seeds before it, and ties go to the first one, so that the result depends on the mesh alone. */
#include "poser.h"

#define MAX_ROUNDS      16u
#define POSITION_WEIGHT 1.0 /* the distance across the mesh counts as much as this difference of weights */

/* Features are [triangle][dimension], centres [dimension][cluster], so that the inner loop runs over clusters. */
typedef struct kmeans {
    uint32_t triangle_count, dimensions, capacity, count;
    const uint32_t *components;
    const double *areas;
    float *features, *centres, *distances;
    uint32_t *clusters, *cluster_components;
} kmeans;

/* Numbers the connected components of the mesh in the order of their first triangles. */
static bool find_components(const vv_mesh *mesh, const vv_allocator *allocator, uint32_t *components,
                            uint32_t *component_count)
{
    uint32_t *parent = vvi_allocate(allocator, mesh->vertex_count, 2 * sizeof *parent);
    if (!parent)
        return false;
    uint32_t *number = parent + mesh->vertex_count, count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        parent[v] = v;
        number[v] = UINT32_MAX;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        set_join(parent, mesh->triangles[3 * t], mesh->triangles[3 * t + 1]);
        set_join(parent, mesh->triangles[3 * t], mesh->triangles[3 * t + 2]);
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t root = set_root(parent, mesh->triangles[3 * t]);
        if (number[root] == UINT32_MAX)
            number[root] = count++;
        components[t] = number[root];
    }
    *component_count = count;
    vvi_release(allocator, parent, mesh->vertex_count, 2 * sizeof *parent);
    return true;
}

static double mesh_size(const vv_mesh *mesh)
{
    vv_vec2 low = mesh->positions[0], high = low;
    for (uint32_t v = 1; v < mesh->vertex_count; v++) {
        vv_vec2 p = mesh->positions[v];
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    double x = (double)high.x - (double)low.x, y = (double)high.y - (double)low.y, size = sqrt(x * x + y * y);
    return size > 0.0 ? size : 1.0;
}

static void fill_features(const vvi_cluster_task *task, kmeans *k)
{
    double scale = POSITION_WEIGHT / (3.0 * mesh_size(task->mesh));
    for (uint32_t t = 0; t < k->triangle_count; t++) {
        const uint32_t *corner = task->mesh->triangles + 3 * (size_t)t;
        float *feature = k->features + (size_t)t * k->dimensions;
        double x = 0.0, y = 0.0;
        for (uint32_t c = 0; c < 3; c++) {
            const float *row = task->weights + (size_t)corner[c] * task->handle_count;
            for (uint32_t j = 0; j < task->handle_count; j++)
                feature[j] += row[j] / 3.0f;
            x += (double)task->mesh->positions[corner[c]].x;
            y += (double)task->mesh->positions[corner[c]].y;
        }
        feature[task->handle_count] = (float)(scale * x);
        feature[task->handle_count + 1] = (float)(scale * y);
    }
}

static const float *feature_of(const kmeans *k, uint32_t triangle)
{
    return k->features + (size_t)triangle * k->dimensions;
}

static void add_centre(kmeans *k, uint32_t triangle)
{
    for (uint32_t d = 0; d < k->dimensions; d++)
        k->centres[(size_t)d * k->capacity + k->count] = feature_of(k, triangle)[d];
    k->cluster_components[k->count++] = k->components[triangle];
}

static float distance_between(const kmeans *k, uint32_t s, uint32_t t)
{
    const float *a = feature_of(k, s), *b = feature_of(k, t);
    float sum = 0.0f;
    for (uint32_t d = 0; d < k->dimensions; d++)
        sum += (a[d] - b[d]) * (a[d] - b[d]);
    return sum;
}

/* Makes a triangle a seed; distances[t] is the distance to the nearest seed of the same component. */
static void add_seed(kmeans *k, uint32_t triangle)
{
    add_centre(k, triangle);
    for (uint32_t t = 0; t < k->triangle_count; t++)
        if (k->components[t] == k->components[triangle])
            k->distances[t] = vvi_min(k->distances[t], distance_between(k, t, triangle));
}

/* One seed for each component, then each further seed where the distance to the seeds of its component is greatest. */
static void choose_seeds(kmeans *k, uint32_t component_count, uint32_t wanted)
{
    for (uint32_t t = 0; t < k->triangle_count; t++)
        k->distances[t] = INFINITY;
    for (uint32_t t = 0; t < k->triangle_count && k->count < component_count; t++)
        if (k->components[t] == k->count)
            add_seed(k, t);
    while (k->count < wanted) {
        uint32_t farthest = 0;
        for (uint32_t t = 1; t < k->triangle_count; t++)
            farthest = k->distances[t] > k->distances[farthest] ? t : farthest;
        if (k->distances[farthest] <= 0.0f)
            break;
        add_seed(k, farthest);
    }
}

/* distances[c] = squared distance from a feature to each centre. */
static void measure_distances(const kmeans *k, const float *feature, float *restrict distances)
{
    for (uint32_t c = 0; c < k->count; c++)
        distances[c] = 0.0f;
    for (uint32_t d = 0; d < k->dimensions; d++) {
        const float *restrict centres = k->centres + (size_t)d * k->capacity;
        float x = feature[d];
        for (uint32_t c = 0; c < k->count; c++)
            distances[c] += (x - centres[c]) * (x - centres[c]);
    }
}

/* Assigns each triangle to its nearest centre; false where nothing changed. */
static bool assign_triangles(kmeans *k, float *distances)
{
    bool changed = false;
    for (uint32_t t = 0; t < k->triangle_count; t++) {
        uint32_t best = k->components[t]; /* the first seed of a component has the number of the component */
        float nearest = INFINITY;
        measure_distances(k, feature_of(k, t), distances);
        for (uint32_t c = 0; c < k->count; c++)
            if (distances[c] < nearest && k->cluster_components[c] == k->components[t]) {
                nearest = distances[c];
                best = c;
            }
        changed = changed || k->clusters[t] != best;
        k->clusters[t] = best;
    }
    return changed;
}

/* Moves each centre to the mean of its triangles, by area; an empty cluster keeps its centre. sums[cluster] holds a
 * sum for each dimension, then the area. */
static void update_centres(kmeans *k, double *sums)
{
    size_t stride = k->dimensions + 1u;
    for (size_t i = 0; i < k->count * stride; i++)
        sums[i] = 0.0;
    for (uint32_t t = 0; t < k->triangle_count; t++) {
        double *sum = sums + k->clusters[t] * stride;
        for (uint32_t d = 0; d < k->dimensions; d++)
            sum[d] += k->areas[t] * (double)feature_of(k, t)[d];
        sum[k->dimensions] += k->areas[t];
    }
    for (uint32_t c = 0; c < k->count; c++)
        for (uint32_t d = 0; d < k->dimensions && sums[c * stride + k->dimensions] > 0.0; d++)
            k->centres[(size_t)d * k->capacity + c] = (float)(sums[c * stride + d] / sums[c * stride + k->dimensions]);
}

/* Numbers the clusters that are not empty, in the order of their first triangles. */
static uint32_t renumber(kmeans *k, uint32_t *number)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < k->count; c++)
        number[c] = UINT32_MAX;
    for (uint32_t t = 0; t < k->triangle_count; t++) {
        uint32_t *renumbered = &number[k->clusters[t]];
        if (*renumbered == UINT32_MAX)
            *renumbered = count++;
        k->clusters[t] = *renumbered;
    }
    return count;
}

bool vvi_cluster_triangles(const vvi_cluster_task *task, const vv_allocator *allocator, uint32_t *clusters,
                           uint32_t *cluster_count, uint32_t *components, uint32_t *component_count)
{
    uint32_t triangle_count = task->mesh->triangle_count;
    if (!find_components(task->mesh, allocator, components, component_count))
        return false;
    for (uint32_t t = 0; t < triangle_count; t++)
        clusters[t] = t;
    *cluster_count = triangle_count;
    if (task->cluster_count >= triangle_count)
        return true;
    vvi_arena arena = {.allocator = allocator};
    /* With very many components, clusters may span several of them, or the time would be quadratic. */
    bool many = *component_count > VV_RIG_MAX_CLUSTERS;
    uint32_t groups = many ? 1 : *component_count,
             capacity = task->cluster_count > groups ? task->cluster_count : groups;
    kmeans k = {.triangle_count = triangle_count, .dimensions = task->handle_count + 2u, .clusters = clusters};
    k.areas = task->areas;
    k.capacity = capacity;
    k.components = many ? vvi_arena_allocate(&arena, triangle_count, sizeof(uint32_t)) : components;
    k.features = vvi_arena_allocate(&arena, (size_t)triangle_count * k.dimensions, sizeof(float));
    k.centres = vvi_arena_allocate(&arena, (size_t)capacity * k.dimensions, sizeof(float));
    k.distances = vvi_arena_allocate(&arena, triangle_count, sizeof(float));
    k.cluster_components = vvi_arena_allocate(&arena, capacity, sizeof(uint32_t));
    float *distances = vvi_arena_allocate(&arena, capacity, sizeof(float));
    double *sums = vvi_arena_allocate(&arena, (size_t)capacity * (k.dimensions + 1u), sizeof(double));
    bool ok = k.components && k.features && k.centres && k.distances && k.cluster_components && distances && sums;
    if (ok) {
        fill_features(task, &k);
        choose_seeds(&k, groups, task->cluster_count);
        for (uint32_t round = 0; round < MAX_ROUNDS && assign_triangles(&k, distances); round++)
            update_centres(&k, sums);
        *cluster_count = renumber(&k, k.cluster_components);
    }
    vvi_arena_release(&arena);
    return ok;
}
