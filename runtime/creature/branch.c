/* Branch predicates (4.1.1): which creatures a motion is for. Three-valued: yes, no, or not asked. */
#include "bodies.h"

static bool agrees(vv_wish wish, bool is) { return wish == VV_WISH_ANY || (wish == VV_WISH_YES) == is; }

static uint32_t count_with(const vv_creature *c, const char *cap_name)
{
    uint32_t cap = vv_creature_find_cap(c, cap_name), count = 0;
    if (cap != VV_NONE)
        for (uint32_t b = 0; b < c->body_count; b++)
            count += (bodies_of(c)[b].caps & VV_CAP_BIT(cap)) != 0;
    return count;
}

bool vv_branch_holds(const vv_branch *branch, const vv_creature *creature)
{
    VV_ASSERT(branch != NULL);
    VV_ASSERT(creature != NULL);
    if (!agrees(branch->upright, vv_creature_is_upright(creature)) ||
        !agrees(branch->walks, vv_creature_leg_count(creature) > 0))
        return false;
    for (uint32_t i = 0; i < branch->cap_count; i++) {
        uint32_t least = branch->caps[i].has == VV_WISH_YES && branch->caps[i].least ? branch->caps[i].least : 1;
        if (!agrees(branch->caps[i].has, count_with(creature, branch->caps[i].cap) >= least))
            return false;
    }
    return true;
}
