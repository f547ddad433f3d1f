/* The spine, and everything hung on it. Rigs carry the parts of a body side by side under a handle ("Body", "Root"), and keep feet apart from
 * legs; a creature wants one chain from tail to head, limbs on the chain, and feet on the limbs. */
#include "rig.h"

static float apart(const rig *r, uint32_t a, uint32_t b) { return vv_vec3_length(vv_vec3_sub(r->at[a], r->at[b])); }

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

/* A child of j in the skeleton that has all these words, after `after` (VV_NONE: from the first). */
static uint32_t child_with(const rig *r, uint32_t j, uint32_t words, uint32_t after)
{
    for (uint32_t c = after == VV_NONE ? j + 1 : after + 1; c < r->count; c++)
        if (r->given[c] == j && (r->words[c] & words) == words && !is_sided(r, c) && vvi_rig_is_body(r, c))
            return c;
    return VV_NONE;
}

/* ---- The head ------------------------------------------------------------------------------------------------------------------ */

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

/* Where names say nothing: the highest joint near the middle. */
static uint32_t highest_in_the_middle(const rig *r)
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
        return highest_in_the_middle(r);
    while ((next = child_with(r, head, RIG_HEAD, VV_NONE)) != VV_NONE)
        head = next;
    return head;
}

/* ---- The spine ------------------------------------------------------------------------------------------------------------------ */

/* A handle that parts of the trunk hang on side by side. */
static bool is_handle(const rig *r, uint32_t j)
{
    return (r->words[j] & (RIG_BODY | RIG_ROOT)) != 0 && !(r->words[j] & RIG_SPINE) &&
           child_with(r, j, RIG_SPINE, VV_NONE) != VV_NONE;
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
    if (base == r->head && !is_trunk(r, base)) /* nothing is called by a name that is known */
        base = top;
    for (uint32_t j = r->head; j != base; j = r->given[j])
        r->spine[j] = true;
    r->spine[base] = true;
    r->spine_base = base;
}

static uint32_t nearest_of_spine(const rig *r, uint32_t j)
{
    uint32_t best = r->head;
    for (uint32_t s = 0; s < r->count; s++)
        if (r->spine[s] && s != j && apart(r, s, j) < apart(r, best, j))
            best = s;
    return best;
}

/* A part of the trunk that lies beyond the spine's end, end to end with it, makes it longer. */
static bool lengthen(rig *r, uint32_t first)
{
    uint32_t last = first, next, base = r->spine_base;
    while ((next = child_with(r, last, RIG_SPINE, VV_NONE)) != VV_NONE &&
           child_with(r, last, RIG_SPINE, next) == VV_NONE)
        last = next;
    bool begins = apart(r, first, base) < apart(r, last, base), top = r->parent[base] == VV_NONE;
    if (nearest_of_spine(r, begins ? first : last) != base || (!begins && !top && first != last))
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

/* ---- Limbs ------------------------------------------------------------------------------------------------------------------------ */

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

/* Something that moves a part of the mesh, or is called a foot, hangs below. */
static bool carries_body(const rig *r, uint32_t top)
{
    for (uint32_t j = 0; j < r->count; j++)
        if ((r->mass[j] > 0.0f || ((r->words[j] & RIG_FOOT) != 0 && vvi_rig_is_body(r, j))) && is_below(r, j, top))
            return true;
    return false;
}

/* The end of the leg that a foot belongs to. */
static uint32_t find_leg(const rig *r, uint32_t foot)
{
    const uint32_t sides = RIG_LEFT | RIG_RIGHT;
    uint32_t best = VV_NONE;
    float least = 1e30f;
    if (!(r->words[foot] & (RIG_FOOT | RIG_TOE | RIG_CONTROL)) || !carries_body(r, foot))
        return VV_NONE;
    for (uint32_t j = 0; j < r->count; j++) {
        if (!(r->words[j] & RIG_LEG) || !vvi_rig_is_body(r, j) || has_limb_child(r, j) || is_below(r, j, foot) ||
            (r->words[j] & sides) != (r->words[foot] & sides))
            continue;
        const char *a = vv_skeleton_joint(r->skeleton, j).name, *b = vv_skeleton_joint(r->skeleton, foot).name;
        float way = apart(r, j, foot) - 0.2f * r->height * (float)vvi_rig_likeness(a, b);
        if (way < least) {
            least = way;
            best = j;
        }
    }
    return best;
}

/* What hung on what was above the spine: feet on their legs, else on the spine's nearest. */
static void hang_anew(rig *r, uint32_t above)
{
    for (uint32_t c = 0; c < r->count; c++) {
        if (r->given[c] != above || r->spine[c] || r->parent[c] != above)
            continue;
        r->parent[c] = VV_NONE; /* so that it is not below what it may come to hang on */
        uint32_t leg = find_leg(r, c);
        r->parent[c] = leg != VV_NONE ? leg : nearest_of_spine(r, c);
    }
}

/* In the skeleton as it was. */
static bool is_above(const rig *r, uint32_t above, uint32_t j)
{
    while (j != VV_NONE && j != above)
        j = r->given[j];
    return j == above;
}

void vvi_rig_hang(rig *r)
{
    find_spine(r);
    uint32_t base = r->spine_base;
    r->parent[base] = VV_NONE;
    for (uint32_t a = r->given[base]; a != VV_NONE; a = r->given[a])
        for (uint32_t c = 0; c < r->count; c++)
            if (r->given[c] == a && !r->spine[c] && is_trunk(r, c) && (r->words[c] & (RIG_SPINE | RIG_BODY)) != 0 &&
                !is_above(r, c, base))
                lengthen(r, c);
    for (uint32_t a = r->given[base]; a != VV_NONE; a = r->given[a])
        hang_anew(r, a);
    for (uint32_t a = r->given[base]; a != VV_NONE; a = r->given[a])
        if (!r->spine[a]) {
            r->parent[a] = nearest_of_spine(r, a);
            r->words[a] |= RIG_ROOT;
        }
}
