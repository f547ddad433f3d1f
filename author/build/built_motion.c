/* Motions and gaits of a project, as the runtime plays them. */
#include "creatures.h"
#include "library.h"
#include "session.h"

#include "runtime/base/base.h"

vv_built_motion *vv_built_motion_retain(const vv_built_motion *built)
{
    vv_built_motion *kept = (vv_built_motion *)(uintptr_t)built;
    kept->references++;
    return kept;
}

void vv_built_motion_destroy(vv_built_motion *built)
{
    if (built == NULL || --built->references > 0)
        return;
    vv_motion_destroy(built->motion, built->allocator);
    vvi_release(built->allocator, built, 1, sizeof *built);
}

vv_built_gait *vv_built_gait_retain(const vv_built_gait *built)
{
    vv_built_gait *kept = (vv_built_gait *)(uintptr_t)built;
    kept->references++;
    return kept;
}

void vv_built_gait_destroy(vv_built_gait *built)
{
    if (built == NULL || --built->references > 0)
        return;
    vv_gait_destroy(built->gait, built->allocator);
    vvi_release(built->allocator, built, 1, sizeof *built);
}

/* No file goes into these, so their stamps are their keys. */
uint64_t vvi_motion_key(const vv_session *session, uint32_t motion)
{
    return vvi_session_project(session)->motions[motion]->stamp;
}

uint64_t vvi_gait_key(const vv_session *session, uint32_t gait)
{
    return vvi_session_project(session)->gaits[gait]->stamp;
}

vv_result vv_session_motion(vv_session *session, uint32_t motion, const vv_built_motion **out, vv_error *error)
{
    const vv_project_motion *project = vvi_session_project(session)->motions[motion];
    const vv_allocator *allocator = vvi_session_allocator(session);
    uint64_t key = vvi_motion_key(session, motion);
    *out = vvi_library_find(vvi_session_library(session), VVI_MOTION, key);
    if (*out != NULL)
        return VV_OK;
    vv_built_motion *built = vvi_allocate_zeroed(allocator, 1, sizeof *built);
    if (built == NULL)
        return vvi_fail_memory(error, sizeof *built);
    *built = (vv_built_motion){.allocator = allocator, .key = key, .references = 1};
    vv_result result = vv_motion_create(&project->def, allocator, &built->motion, error);
    if (result != VV_OK) {
        vvi_release(allocator, built, 1, sizeof *built);
        return vvi_prefix_error_path(result, error, "$.motions[%u]", motion);
    }
    *out = built;
    return vvi_library_add(session, VVI_MOTION, key, built, error);
}

vv_result vv_session_gait(vv_session *session, uint32_t gait, const vv_built_gait **out, vv_error *error)
{
    const vv_project_gait *project = vvi_session_project(session)->gaits[gait];
    const vv_allocator *allocator = vvi_session_allocator(session);
    uint64_t key = vvi_gait_key(session, gait);
    *out = vvi_library_find(vvi_session_library(session), VVI_GAIT, key);
    if (*out != NULL)
        return VV_OK;
    vv_built_gait *built = vvi_allocate_zeroed(allocator, 1, sizeof *built);
    if (built == NULL)
        return vvi_fail_memory(error, sizeof *built);
    *built = (vv_built_gait){.allocator = allocator, .key = key, .references = 1};
    vv_result result = vv_gait_create(&project->def, allocator, &built->gait, error);
    if (result != VV_OK) {
        vvi_release(allocator, built, 1, sizeof *built);
        return vvi_prefix_error_path(result, error, "$.gaits[%u]", gait);
    }
    *out = built;
    return vvi_library_add(session, VVI_GAIT, key, built, error);
}
