/* A body with its examples: their poses, their distances, and the complex over them. */
#include "behaviours.h"

#include "runtime/base/base.h"

#include <string.h>

static const char *const rest_name = "rest";

void vv_rigged_vertices(const vv_rigged *rigged, const float *weights, vv_affine *pose, vv_vec2 *vertices)
{
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    vv_affine own_pose[VV_RIG_MAX_HANDLES];
    uint32_t handles = rigged->body->handle_count;
    if (!pose)
        pose = own_pose;
    vv_pose_blend(handles, rigged->example_count, rigged->example_poses, weights, turns);
    vv_rigged_apply_correctives(rigged, turns);
    vv_pose_compose(handles, rigged->body->handles, turns, pose);
    vv_skin_apply(rigged->body->skin, pose, vertices);
}

static void copy_examples(const vv_project_artwork *artwork, vv_rigged *rigged)
{
    uint32_t handles = rigged->body->handle_count;
    for (uint32_t e = 0; e < rigged->example_count; e++) {
        bool given = e < artwork->example_count && artwork->handle_count == handles;
        const char *name = e < artwork->example_count ? artwork->examples[e].name : rest_name;
        memcpy(rigged->names[e].text, name, strlen(name) + 1);
        rigged->example_names[e] = rigged->names[e].text;
        for (uint32_t h = 0; h < handles; h++)
            rigged->example_poses[e * handles + h] = given ? artwork->examples[e].turns[h] : vv_handle_pose_identity();
    }
}

static float root_mean_square(uint32_t count, const vv_vec2 *a, const vv_vec2 *b)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        vv_vec2 d = vv_vec2_sub(a[i], b[i]);
        sum += (double)vv_vec2_dot(d, d);
    }
    return (float)sqrt(sum / count);
}

/* distances[example_count²]: the root mean square distance, in metres, of the drawing's vertices between two
 * examples. Examples that coincide are given 10 µm, so that a path between them has a direction. */
static vv_result measure_distances(const vv_rigged *rigged, vvi_arena *arena, float *distances, vv_error *error)
{
    uint32_t examples = rigged->example_count, n = rigged->body->mesh.vertex_count;
    vv_vec2 *vertices = vvi_arena_allocate(arena, (size_t)examples * n, sizeof *vertices);
    float *weights = vvi_arena_allocate(arena, examples, sizeof *weights);
    if (!vertices || !weights)
        return vvi_fail_memory(error, (size_t)examples * n * sizeof *vertices);
    for (uint32_t e = 0; e < examples; e++) {
        memset(weights, 0, examples * sizeof *weights);
        weights[e] = 1.0f;
        vv_rigged_vertices(rigged, weights, NULL, vertices + (size_t)e * n);
    }
    for (uint32_t a = 0; a < examples; a++)
        for (uint32_t b = 0; b < a; b++) {
            float d = root_mean_square(n, vertices + (size_t)a * n, vertices + (size_t)b * n);
            distances[a * examples + b] = distances[b * examples + a] = vvi_max(d, 1e-5f);
        }
    return VV_OK;
}

static vv_result make_complex(const vv_project_artwork *artwork, vv_rigged *rigged, vv_error *error)
{
    vvi_arena arena = {.allocator = rigged->allocator};
    uint32_t examples = rigged->example_count;
    float *distances = vvi_arena_allocate(&arena, (size_t)examples * examples, sizeof *distances);
    vv_result result = distances ? measure_distances(rigged, &arena, distances, error)
                                 : vvi_fail_memory(error, (size_t)examples * examples * sizeof *distances);
    if (result == VV_OK) {
        vv_complex_def def = {examples, artwork->simplex_count, artwork->simplices, distances};
        result = vv_complex_create(&def, rigged->allocator, &rigged->complex, error);
    }
    vvi_arena_release(&arena);
    return result;
}

vv_result vv_rigged_create(const vv_project_artwork *artwork, const vv_body *body, const vv_allocator *allocator,
                           vv_rigged **out, vv_error *error)
{
    vv_rigged *rigged = vvi_allocate_zeroed(allocator, 1, sizeof *rigged);
    if (!rigged)
        return vvi_fail_memory(error, sizeof *rigged);
    rigged->allocator = allocator;
    rigged->references = 1;
    rigged->body = vv_body_retain(body);
    rigged->example_count = artwork->example_count ? artwork->example_count : 1;
    size_t count = (size_t)rigged->example_count * body->handle_count;
    rigged->example_poses = vvi_allocate(allocator, count, sizeof *rigged->example_poses);
    rigged->example_names = vvi_allocate(allocator, rigged->example_count, sizeof *rigged->example_names);
    rigged->names = vvi_allocate_zeroed(allocator, rigged->example_count, sizeof *rigged->names);
    vv_result result = VV_OK;
    if (!rigged->example_poses || !rigged->example_names || !rigged->names) {
        result = vvi_fail_memory(error, count * sizeof *rigged->example_poses);
    } else {
        copy_examples(artwork, rigged);
        result = vvi_build_correctives(artwork, rigged, error);
        if (result == VV_OK)
            result = make_complex(artwork, rigged, error);
        if (result == VV_OK)
            result = vvi_build_behaviours(artwork, rigged, error);
    }
    if (result != VV_OK)
        vv_rigged_destroy(rigged);
    else
        *out = rigged;
    return result;
}

vv_rigged *vv_rigged_retain(const vv_rigged *rigged)
{
    vv_rigged *kept = (vv_rigged *)rigged; /* everything but the count is immutable */
    kept->references++;
    return kept;
}

void vv_rigged_destroy(vv_rigged *rigged)
{
    if (!rigged || --rigged->references > 0)
        return;
    const vv_allocator *allocator = rigged->allocator;
    size_t count = (size_t)rigged->example_count * rigged->body->handle_count;
    vvi_release(allocator, rigged->example_poses, count, sizeof *rigged->example_poses);
    vvi_release(allocator, (void *)rigged->example_names, rigged->example_count, sizeof *rigged->example_names);
    vvi_release(allocator, rigged->names, rigged->example_count, sizeof *rigged->names);
    vvi_release_behaviours(rigged);
    vvi_release_correctives(rigged);
    if (rigged->complex)
        vv_complex_destroy(rigged->complex, allocator);
    vv_body_destroy((vv_body *)rigged->body);
    vvi_release(allocator, rigged, 1, sizeof *rigged);
}
