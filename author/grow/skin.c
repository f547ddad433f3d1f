/* Makes the skin of a plan: the flesh, then separate solids such as eyes. */
#include "skin.h"

static vv_result build_skin(const vv_creature_plan *plan, vvi_arena *arena, skin_mesh *mesh, vv_manikin *out,
                            vv_error *error)
{
    flesh f;
    if (!vvi_flesh_create(plan, arena, &f) || !vvi_flesh_mesh(&f, arena, mesh))
        return vvi_fail_memory(error, plan->body_count * sizeof(flesh_part));
    vvi_skin_add_solids(&f, mesh);
    if (mesh->failed)
        return vvi_fail_memory(error, mesh->vertex_capacity * sizeof(skin_vertex));
    if (mesh->corner_count == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "no body of \"%s\" has a radius above 0", plan->name);
    return vvi_skin_create_manikin(mesh, plan, out, error);
}

vv_result vv_plan_skin(const vv_creature_plan *plan, const vv_allocator *allocator, vv_manikin *out, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    skin_mesh mesh = {.allocator = allocator};
    vv_result result = build_skin(plan, &arena, &mesh, out, error);
    vvi_skin_release(&mesh);
    vvi_arena_release(&arena);
    return result;
}
