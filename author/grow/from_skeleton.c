/* Makes creatures from skeletons; rig.h lists the steps. */
#include "rig.h"

#include "plan_file.h"

#include <string.h>

void vv_plan_origin_destroy(vv_plan_origin *origin)
{
    if (origin == NULL)
        return;
    vvi_release(origin->allocator, origin->joints, origin->joint_count, sizeof *origin->joints);
    *origin = (vv_plan_origin){0};
}

bool vvi_rig_mesh_at_rest(const vv_skeleton *skeleton, const vv_manikin *figure, vvi_arena *arena, vv_vec3 *vertices,
                          vv_vec3 *normals)
{
    uint32_t n = vv_skeleton_joint_count(skeleton);
    vv_quat *turns = vvi_arena_allocate(arena, n, sizeof *turns);
    vv_vec3 *moves = vvi_arena_allocate(arena, n, sizeof *moves);
    vv_affine3 *globals = vvi_arena_allocate(arena, n, sizeof *globals);
    vv_affine3 *scratch = vvi_arena_allocate(arena, n, sizeof *scratch);
    if (!turns || !moves || !globals || !scratch)
        return false;
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, globals);
    vv_skin3_apply(figure->skin, globals, figure->form.positions, normals ? figure->normals : NULL, scratch, vertices,
                   normals);
    return true;
}

/* ---- The plan -------------------------------------------------------------------------------------------------- */

/* Orders bodies: parents before children, otherwise as in the skeleton. Fills joints[count] and its inverse
 * ranks[count]. */
static void order_bodies(const rig *r, uint32_t *joints, uint32_t *ranks)
{
    uint32_t next = 0, before = VV_NONE;
    for (uint32_t j = 0; j < r->count; j++)
        ranks[j] = VV_NONE;
    while (next < r->count && next != before) {
        before = next;
        for (uint32_t j = 0; j < r->count; j++)
            if (ranks[j] == VV_NONE && (r->parent[j] == VV_NONE || ranks[r->parent[j]] != VV_NONE)) {
                joints[next] = j;
                ranks[j] = next++;
            }
    }
    VV_ASSERT(next == r->count);
}

static vv_result fill_plan(const rig *r, vvi_arena *arena, vv_creature_plan *plan, vv_plan_origin *origin,
                           vv_error *error)
{
    static const char own_caps[2][VV_CREATURE_NAME_BYTES] = {"head", "fin"};
    static const char deforms[1][VV_CREATURE_NAME_BYTES] = {"open"};
    uint32_t *ranks = vvi_arena_allocate(arena, r->count, sizeof *ranks);
    plan->bodies = vvi_allocate_zeroed(plan->allocator, r->count, sizeof *plan->bodies);
    plan->own_caps = vvi_allocate(plan->allocator, 2, sizeof *plan->own_caps);
    plan->deforms = vvi_allocate(plan->allocator, 1, sizeof *plan->deforms);
    origin->joints = vvi_allocate(origin->allocator, r->count, sizeof *origin->joints);
    plan->body_count = origin->joint_count = r->count;
    plan->own_cap_count = 2;
    plan->deform_count = 1;
    if (!ranks || !plan->bodies || !plan->own_caps || !plan->deforms || !origin->joints)
        return vvi_fail_memory(error, r->count * sizeof *plan->bodies);
    memcpy(plan->own_caps, own_caps, sizeof own_caps);
    memcpy(plan->deforms, deforms, sizeof deforms);
    order_bodies(r, origin->joints, ranks);
    for (uint32_t b = 0; b < r->count; b++) {
        uint32_t j = origin->joints[b];
        vv_plan_body *body = &plan->bodies[b];
        vvi_format(body->name, sizeof body->name, "%s", vv_skeleton_joint(r->skeleton, j).name);
        vvi_rig_shape_body(r, j, body);
        body->body.parent = r->parent[j] == VV_NONE ? VV_NONE : ranks[r->parent[j]];
        if (body->body.caps & (VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_GRASPER)))
            body->body.deforms = 1u;
    }
    return VV_OK;
}

static vv_result build_plan(const vv_skeleton *skeleton, const vv_manikin *figure, vvi_arena *arena,
                            vv_creature_plan *plan, vv_plan_origin *origin, vv_error *error)
{
    rig r;
    vv_vec3 *vertices = figure ? vvi_arena_allocate(arena, figure->form.vertex_count, sizeof *vertices) : NULL;
    if ((figure && (!vertices || !vvi_rig_mesh_at_rest(skeleton, figure, arena, vertices, NULL))) ||
        !vvi_rig_analyse(&r, skeleton, figure, vertices, arena))
        return vvi_fail_memory(error, vv_skeleton_joint_count(skeleton) * sizeof(vv_vec3));
    vvi_rig_orient(&r);
    vvi_rig_build_tree(&r);
    vvi_rig_find_caps(&r, VV_CAP_BIT(VV_CAP_OWN), VV_CAP_BIT(VV_CAP_OWN + 1));
    origin->turned = r.turned;
    origin->scale = r.scale;
    vvi_format(plan->name, sizeof plan->name, "%s", vv_skeleton_joint(skeleton, 0).name);
    plan->colors = vvi_plan_usual_colors();
    return fill_plan(&r, arena, plan, origin, error);
}

vv_result vv_plan_from_skeleton(const vv_skeleton *skeleton, const vv_manikin *figure, const vv_allocator *allocator,
                                vv_creature_plan *out, vv_plan_origin *origin, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    vv_creature_plan plan = {.allocator = allocator};
    vv_plan_origin built_origin = {.allocator = allocator};
    vv_creature *creature = NULL;
    vv_result result = build_plan(skeleton, figure, &arena, &plan, &built_origin, error);
    if (result == VV_OK)
        result = vv_plan_creature(&plan, allocator, &creature, error); /* reports whatever it refuses */
    vv_creature_destroy(creature, allocator);
    vvi_arena_release(&arena);
    if (result != VV_OK) {
        vv_plan_destroy(&plan);
        vv_plan_origin_destroy(&built_origin);
        return result;
    }
    *out = plan;
    *origin = built_origin;
    return VV_OK;
}
