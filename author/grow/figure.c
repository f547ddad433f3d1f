/* Converts the mesh of a file for the creature made from its skeleton. */
#include "author/grow/grow.h"

#include "rig.h"
#include "skin.h"

#include <string.h>

static bool allocate_figure(const vv_manikin *from, uint32_t body_count, const vv_allocator *allocator, vv_manikin *out)
{
    uint32_t n = from->form.vertex_count, triangles = from->form.triangle_count;
    *out = (vv_manikin){.allocator = allocator, .joint_count = body_count};
    out->form = (vv_form){.allocator = allocator, .vertex_count = n, .triangle_count = triangles};
    memcpy(out->form.name, from->form.name, sizeof out->form.name);
    out->form.positions = vvi_allocate(allocator, n, sizeof(vv_vec3));
    out->form.triangles = vvi_allocate(allocator, 3 * (size_t)triangles, sizeof(uint32_t));
    out->normals = vvi_allocate(allocator, n, sizeof(vv_vec3));
    out->colors = vvi_allocate(allocator, n, sizeof(uint32_t));
    out->joints = vvi_allocate(allocator, (size_t)n * VV_SKIN3_INFLUENCES, sizeof(uint16_t));
    out->weights = vvi_allocate(allocator, (size_t)n * VV_SKIN3_INFLUENCES, sizeof(float));
    out->binds = vvi_allocate(allocator, body_count, sizeof(vv_affine3));
    return out->form.positions && out->form.triangles && out->normals && out->colors && out->joints && out->weights &&
           out->binds;
}

/* Transforms the mesh into the creature's frame and maps joints to bodies. ranks[joint_count]: the body of each
 * joint. */
static void transform_figure(const vv_plan_origin *origin, const vv_manikin *from, const uint32_t *ranks,
                             vv_manikin *out)
{
    uint32_t n = from->form.vertex_count;
    for (uint32_t v = 0; v < n; v++) {
        vv_vec3 p = vv_vec3_scale(out->form.positions[v], origin->scale);
        out->form.positions[v] = vv_vec3_add(origin->turned.position, vv_quat_rotate(origin->turned.rotation, p));
        out->normals[v] = vv_quat_rotate(origin->turned.rotation, out->normals[v]);
    }
    for (size_t i = 0; i < (size_t)n * VV_SKIN3_INFLUENCES; i++)
        out->joints[i] = (uint16_t)(from->joints[i] < origin->joint_count ? ranks[from->joints[i]] : 0u);
    memcpy(out->weights, from->weights, (size_t)n * VV_SKIN3_INFLUENCES * sizeof(float));
    memcpy(out->colors, from->colors, n * sizeof(uint32_t));
    memcpy(out->form.triangles, from->form.triangles, 3 * (size_t)from->form.triangle_count * sizeof(uint32_t));
}

vv_result vv_plan_figure(const vv_creature_plan *plan, const vv_plan_origin *origin, const vv_skeleton *skeleton,
                         const vv_manikin *figure, const vv_allocator *allocator, vv_manikin *out, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    vv_manikin built = {0};
    vv_result result = VV_OK;
    uint32_t *ranks = vvi_arena_allocate(&arena, origin->joint_count, sizeof *ranks);
    if (allocate_figure(figure, plan->body_count, allocator, &built) && ranks &&
        vvi_rig_mesh_at_rest(skeleton, figure, &arena, built.form.positions, built.normals)) {
        for (uint32_t b = 0; b < origin->joint_count; b++)
            ranks[origin->joints[b]] = b;
        transform_figure(origin, figure, ranks, &built);
        result = vvi_skin_bind(plan, &built, error);
    } else {
        result = vvi_fail_memory(error, (size_t)figure->form.vertex_count * sizeof(vv_vec3));
    }
    vvi_arena_release(&arena);
    if (result == VV_OK)
        *out = built;
    else
        vv_manikin_destroy(&built);
    return result;
}
