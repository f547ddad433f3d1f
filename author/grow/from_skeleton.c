/* Creatures out of skeletons: refused so far. */
#include "author/grow/grow.h"
#include "runtime/base/base.h"
vv_result vv_plan_from_skeleton(const vv_skeleton *skeleton, const vv_manikin *figure, const vv_allocator *allocator,
                                vv_creature_plan *out, vv_plan_origin *origin, vv_error *error)
{
    (void)skeleton;
    (void)figure;
    (void)allocator;
    (void)out;
    (void)origin;
    return vvi_fail(error, VV_ERROR_ARGUMENT, "not yet");
}
void vv_plan_origin_destroy(vv_plan_origin *origin) { (void)origin; }
vv_result vv_plan_figure(const vv_creature_plan *plan, const vv_plan_origin *origin, const vv_skeleton *skeleton,
                         const vv_manikin *figure, const vv_allocator *allocator, vv_manikin *out, vv_error *error)
{
    (void)plan;
    (void)origin;
    (void)skeleton;
    (void)figure;
    (void)allocator;
    (void)out;
    return vvi_fail(error, VV_ERROR_ARGUMENT, "not yet");
}
