/* Makes the creature of a plan. */
#include "author/grow/grow.h"

#include "runtime/base/base.h"

vv_result vv_plan_creature(const vv_creature_plan *plan, const vv_allocator *allocator, vv_creature **out,
                           vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    vv_creature_body *bodies = vvi_arena_allocate(&arena, plan->body_count, sizeof *bodies);
    const char **own_caps = vvi_arena_allocate(&arena, plan->own_cap_count + 1u, sizeof *own_caps);
    const char **deforms = vvi_arena_allocate(&arena, plan->deform_count + 1u, sizeof *deforms);
    vv_result result = VV_OK;
    if (bodies && own_caps && deforms) {
        for (uint32_t b = 0; b < plan->body_count; b++) {
            bodies[b] = plan->bodies[b].body;
            bodies[b].name = plan->bodies[b].name;
        }
        for (uint32_t i = 0; i < plan->own_cap_count; i++)
            own_caps[i] = plan->own_caps[i];
        for (uint32_t i = 0; i < plan->deform_count; i++)
            deforms[i] = plan->deforms[i];
        vv_creature_def def = {plan->body_count, bodies, plan->own_cap_count, own_caps, plan->deform_count, deforms};
        result = vv_creature_create(&def, allocator, out, error);
    } else {
        result = vvi_fail_memory(error, plan->body_count * sizeof *bodies);
    }
    vvi_arena_release(&arena);
    return result;
}
