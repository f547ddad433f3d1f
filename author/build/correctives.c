/* Correctives of an artwork: poses that are added as its handles turn. */
#include "behaviours.h"
#include "library.h"

#include "runtime/base/base.h"

#include <string.h>

/* An example without a pose changes nothing at its place. */
static void gather_turns(const vv_project_corrective *corrective, const vv_rigged *rigged, vv_handle_pose *turns)
{
    uint32_t handles = rigged->body->handle_count;
    for (uint32_t e = 0; e < corrective->field.example_count; e++) {
        uint32_t example = corrective->examples[e];
        for (uint32_t h = 0; h < handles; h++)
            turns[e * handles + h] =
                example == VV_NONE ? vv_handle_pose_identity() : rigged->example_poses[(size_t)example * handles + h];
    }
}

static vv_result build_corrective(const vv_project_corrective *corrective, const vv_rigged *rigged, vv_corrective **out,
                                  vv_error *error)
{
    const vv_allocator *allocator = rigged->allocator;
    uint32_t handles = rigged->body->handle_count, drivers[VV_FIELD_MAX_AXES], bases[VV_FIELD_MAX_AXES];
    size_t count = (size_t)corrective->field.example_count * handles;
    vv_handle_pose *turns = vvi_allocate(allocator, count, sizeof *turns);
    vv_field *field = NULL;
    vv_result result = turns == NULL ? vvi_fail_memory(error, count * sizeof *turns)
                                     : vvi_field_build(&corrective->field, allocator, &field, error);
    if (result == VV_OK) {
        gather_turns(corrective, rigged, turns);
        for (uint32_t a = 0; a < corrective->field.axis_count; a++) {
            drivers[a] = corrective->field.axes[a].handle;
            bases[a] = corrective->field.axes[a].base;
        }
        vv_corrective_def def = {handles, field, drivers, bases, turns};
        result = vv_corrective_create(&def, allocator, out, error);
    }
    vv_field_destroy(field, allocator);
    vvi_release(allocator, turns, count, sizeof *turns);
    return result;
}

/* Correctives without examples are still being made, and correct nothing yet. */
vv_result vvi_build_correctives(const vv_project_artwork *artwork, vv_rigged *rigged, vv_error *error)
{
    if (artwork->corrective_count == 0 || artwork->handle_count != rigged->body->handle_count)
        return VV_OK;
    rigged->correctives =
        vvi_allocate_zeroed(rigged->allocator, artwork->corrective_count, sizeof *rigged->correctives);
    if (rigged->correctives == NULL)
        return vvi_fail_memory(error, artwork->corrective_count * sizeof *rigged->correctives);
    rigged->corrective_count = artwork->corrective_count;
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < artwork->corrective_count; i++)
        if (artwork->correctives[i].field.example_count > 0)
            result = vvi_prefix_error_path(
                build_corrective(&artwork->correctives[i], rigged, &rigged->correctives[i], error), error,
                "correctives[%u]", i);
    return result;
}

void vvi_release_correctives(vv_rigged *rigged)
{
    for (uint32_t i = 0; i < rigged->corrective_count; i++)
        vv_corrective_destroy(rigged->correctives[i], rigged->allocator);
    vvi_release(rigged->allocator, rigged->correctives, rigged->corrective_count, sizeof *rigged->correctives);
}

/* Correctives act one after another, in the artwork's order. */
void vv_rigged_apply_correctives(const vv_rigged *rigged, vv_handle_pose *turns)
{
    for (uint32_t i = 0; i < rigged->corrective_count; i++)
        if (rigged->correctives[i] != NULL)
            vv_corrective_apply(rigged->correctives[i], NULL, turns);
}

void vv_rigged_skin(const vv_rigged *rigged, const vv_affine *pose, vv_vec2 *vertices)
{
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    vv_affine corrected[VV_RIG_MAX_HANDLES];
    uint32_t handles = rigged->body->handle_count;
    if (rigged->corrective_count > 0) {
        vv_pose_factor(handles, rigged->body->handles, pose, turns);
        vv_rigged_apply_correctives(rigged, turns);
        vv_pose_compose(handles, rigged->body->handles, turns, corrected);
        pose = corrected;
    }
    vv_skin_apply(rigged->body->skin, pose, vertices);
}
