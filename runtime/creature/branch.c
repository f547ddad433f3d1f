/* Branch predicates (4.1.1): which creatures a motion is for. Each condition is yes, no, or ignored. */
#include "bodies.h"

static bool matches_requirement(vv_requirement wish, bool value)
{
    return wish == VV_REQUIREMENT_ANY || (wish == VV_REQUIREMENT_YES) == value;
}

static uint32_t count_bodies_with_cap(const vv_creature *c, const char *cap_name)
{
    uint32_t cap = vv_creature_find_cap(c, cap_name), count = 0;
    if (cap != VV_NONE)
        for (uint32_t b = 0; b < c->body_count; b++)
            count += (bodies_of(c)[b].caps & VV_CAP_BIT(cap)) != 0;
    return count;
}

bool vv_branch_matches(const vv_branch *branch, const vv_creature *creature)
{
    VV_ASSERT(branch != NULL);
    VV_ASSERT(creature != NULL);
    if (!matches_requirement(branch->upright, vv_creature_is_upright(creature)) ||
        !matches_requirement(branch->walks, vv_creature_leg_count(creature) > 0))
        return false;
    for (uint32_t i = 0; i < branch->cap_count; i++) {
        uint32_t least =
            branch->caps[i].has == VV_REQUIREMENT_YES && branch->caps[i].min_count ? branch->caps[i].min_count : 1;
        if (!matches_requirement(branch->caps[i].has, count_bodies_with_cap(creature, branch->caps[i].cap) >= least))
            return false;
    }
    return true;
}
