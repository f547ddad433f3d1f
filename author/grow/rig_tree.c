/* Finds the spine and attaches everything to it. Rigs often have the parts of a body as siblings under a control
 * ("Body", "Root"), and feet separate from legs. A creature needs one chain from tail to head, limbs on this chain,
 * and feet on the limbs. */
#include "rig.h"

static float distance_between(const rig *r, uint32_t a, uint32_t b)
{
    return vv_vec3_length(vv_vec3_sub(r->at[a], r->at[b]));
}

static bool is_sided(const rig *r, uint32_t j) { return (r->words[j] & (RIG_LEFT | RIG_RIGHT)) != 0; }

static bool is_trunk(const rig *r, uint32_t j)
{
    return (r->words[j] & (RIG_SPINE | RIG_NECK | RIG_HEAD | RIG_BODY)) != 0 && !is_sided(r, j) &&
           vvi_rig_is_body(r, j);
}

static uint32_t depth_of(const rig *r, uint32_t j)
{
    uint32_t depth = 0;
    for (; r->given[j] != VV_NONE; j = r->given[j])
        depth++;
    return depth;
}

/* The next child of j in the skeleton, after child `after` (VV_NONE: from the first), that has all these words. */
static uint32_t find_child_with(const rig *r, uint32_t j, uint32_t words, uint32_t after)
{
    for (uint32_t c = after == VV_NONE ? j + 1 : after + 1; c < r->count; c++)
        if (r->given[c] == j && (r->words[c] & words) == words && !is_sided(r, c) && vvi_rig_is_body(r, c))
            return c;
    return VV_NONE;
}

/* ---- The head -------------------------------------------------------------------------------------------------- */

/* The shallowest (or deepest) joint with a word. */
static uint32_t find_word(const rig *r, uint32_t word, bool deepest)
{
    uint32_t best = VV_NONE;
    for (uint32_t j = 0; j < r->count; j++) {
        if (!(r->words[j] & word) || is_sided(r, j) || !vvi_rig_is_body(r, j))
            continue;
        if (best == VV_NONE || (deepest ? depth_of(r, j) > depth_of(r, best) : depth_of(r, j) < depth_of(r, best)))
            best = j;
    }
    return best;
}

/* The highest joint near the middle, for skeletons whose names say nothing. */
static uint32_t find_highest_in_the_middle(const rig *r)
{
    uint32_t best = 0;
    for (uint32_t j = 1; j < r->count; j++)
        if (vvi_rig_is_body(r, j) && !is_sided(r, j) && fabsf(r->at[j].x - r->at[0].x) < 0.1f * r->height &&
            r->at[j].y > r->at[best].y)
            best = j;
    return best;
}

static uint32_t find_head(const rig *r)
{
    uint32_t head = find_word(r, RIG_HEAD, false), next;
    if (head == VV_NONE)
        head = find_word(r, RIG_NECK, true);
    if (head == VV_NONE)
        head = find_word(r, RIG_SPINE, true);
    if (head == VV_NONE)
        return find_highest_in_the_middle(r);
    while ((next = find_child_with(r, head, RIG_HEAD, VV_NONE)) != VV_NONE)
        head = next;
    return head;
}

/* ---- The spine ------------------------------------------------------------------------------------------------- */

/* Whether a joint is a control with parts of the trunk as children. */
static bool is_handle(const rig *r, uint32_t j)
{
    return (r->words[j] & (RIG_BODY | RIG_ROOT)) != 0 && !(r->words[j] & RIG_SPINE) &&
           find_child_with(r, j, RIG_SPINE, VV_NONE) != VV_NONE;
}

static void find_spine(rig *r)
{
    uint32_t base, top;
    r->head = base = top = find_head(r);
    for (uint32_t a = r->given[base]; a != VV_NONE && !is_handle(r, a); a = r->given[a]) {
        if (is_trunk(r, a))
            base = a;
        if (!(r->words[a] & (RIG_ROOT | RIG_CONTROL)))
            top = a;
    }
    if (base == r->head && !is_trunk(r, base)) /* no joint has a known name */
        base = top;
    for (uint32_t j = r->head; j != base; j = r->given[j])
        r->spine[j] = true;
    r->spine[base] = true;
    r->spine_base = base;
}

static uint32_t find_nearest_on_spine(const rig *r, uint32_t j)
{
    uint32_t best = r->head;
    for (uint32_t s = 0; s < r->count; s++)
        if (r->spine[s] && s != j && distance_between(r, s, j) < distance_between(r, best, j))
            best = s;
    return best;
}

/* Extends the spine by a chain of the trunk, if that chain's nearer end is nearest to the spine's base. */
static bool extend_spine(rig *r, uint32_t first)
{
    uint32_t last = first, next, base = r->spine_base;
    while ((next = find_child_with(r, last, RIG_SPINE, VV_NONE)) != VV_NONE &&
           find_child_with(r, last, RIG_SPINE, next) == VV_NONE)
        last = next;
    bool begins = distance_between(r, first, base) < distance_between(r, last, base), top = r->parent[base] == VV_NONE;
    if (find_nearest_on_spine(r, begins ? first : last) != base || (!begins && !top && first != last))
        return false;
    for (uint32_t j = last; j != first; j = r->given[j])
        r->spine[j] = true;
    r->spine[first] = true;
    r->parent[first] = VV_NONE;
    if (top)
        r->parent[base] = begins ? first : last;
    else
        r->parent[first] = base;
    r->spine_base = begins ? last : first;
    return true;
}

/* ---- Limbs ----------------------------------------------------------------------------------------------------- */

static bool is_below(const rig *r, uint32_t j, uint32_t above)
{
    while (j != VV_NONE && j != above)
        j = r->parent[j];
    return j == above;
}

static bool has_limb_child(const rig *r, uint32_t j)
{
    for (uint32_t c = 0; c < r->count; c++)
        if (r->parent[c] == j && (r->words[c] & (RIG_LEG | RIG_FOOT | RIG_ARM | RIG_HAND)) != 0 &&
            vvi_rig_is_body(r, c))
            return true;
    return false;
}

/* Whether a joint or a descendant moves part of the mesh or is named as a foot. */
static bool carries_mesh_or_foot(const rig *r, uint32_t top)
{
    for (uint32_t j = 0; j < r->count; j++)
        if ((r->mass[j] > 0.0f || ((r->words[j] & RIG_FOOT) != 0 && vvi_rig_is_body(r, j))) && is_below(r, j, top))
            return true;
    return false;
}

/* The end of the leg that a foot belongs to; VV_NONE if there is none. */
static uint32_t find_leg(const rig *r, uint32_t foot)
{
    const uint32_t sides = RIG_LEFT | RIG_RIGHT;
    uint32_t best = VV_NONE;
    float least = 1e30f;
    if (!(r->words[foot] & (RIG_FOOT | RIG_TOE | RIG_CONTROL)) || !carries_mesh_or_foot(r, foot))
        return VV_NONE;
    for (uint32_t j = 0; j < r->count; j++) {
        if (!(r->words[j] & RIG_LEG) || !vvi_rig_is_body(r, j) || has_limb_child(r, j) || is_below(r, j, foot) ||
            (r->words[j] & sides) != (r->words[foot] & sides))
            continue;
        const char *a = vv_skeleton_joint(r->skeleton, j).name, *b = vv_skeleton_joint(r->skeleton, foot).name;
        float cost = distance_between(r, j, foot) - 0.2f * r->height * (float)vvi_rig_count_shared_words(a, b);
        if (cost < least) {
            least = cost;
            best = j;
        }
    }
    return best;
}

/* Attaches the children of a joint above the spine: feet to their legs, others to the nearest body of the spine. */
static void reattach_children(rig *r, uint32_t above)
{
    for (uint32_t c = 0; c < r->count; c++) {
        if (r->given[c] != above || r->spine[c] || r->parent[c] != above)
            continue;
        r->parent[c] = VV_NONE; /* so that it is not a descendant of its new parent */
        uint32_t leg = find_leg(r, c);
        r->parent[c] = leg != VV_NONE ? leg : find_nearest_on_spine(r, c);
    }
}

/* Whether `above` is an ancestor of j in the original skeleton. */
static bool is_ancestor(const rig *r, uint32_t above, uint32_t j)
{
    while (j != VV_NONE && j != above)
        j = r->given[j];
    return j == above;
}

void vvi_rig_build_tree(rig *r)
{
    find_spine(r);
    uint32_t base = r->spine_base;
    r->parent[base] = VV_NONE;
    for (uint32_t a = r->given[base]; a != VV_NONE; a = r->given[a])
        for (uint32_t c = 0; c < r->count; c++)
            if (r->given[c] == a && !r->spine[c] && is_trunk(r, c) && (r->words[c] & (RIG_SPINE | RIG_BODY)) != 0 &&
                !is_ancestor(r, c, base))
                extend_spine(r, c);
    for (uint32_t a = r->given[base]; a != VV_NONE; a = r->given[a])
        reattach_children(r, a);
    for (uint32_t a = r->given[base]; a != VV_NONE; a = r->given[a])
        if (!r->spine[a]) {
            r->parent[a] = find_nearest_on_spine(r, a);
            r->words[a] |= RIG_ROOT;
        }
}
