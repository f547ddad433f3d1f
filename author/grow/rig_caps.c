/* Assigns caps to the bodies of a rig, by names first. But where a limb ends counts more than its name: a tyrannosaur's
 * "front feet" do not reach the ground, and a fox's "hands" stand on it. */
#include "rig.h"

/* A limb stands if its end is below this share of the height, which is larger for legs and feet by name. Without a
 * mesh only joints tell where a limb ends, so the limits are larger. */
static float standing_height(const rig *r, bool leg) { return r->meshed ? (leg ? 0.14f : 0.05f) : leg ? 0.25f : 0.1f; }

static bool is_below(const rig *r, uint32_t j, uint32_t above)
{
    while (j != VV_NONE && j != above)
        j = r->parent[j];
    return j == above;
}

static uint32_t depth_of(const rig *r, uint32_t j)
{
    uint32_t depth = 0;
    for (; r->parent[j] != VV_NONE; j = r->parent[j])
        depth++;
    return depth;
}

/* The words of a body and of all its descendants. */
static uint32_t collect_words_below(const rig *r, uint32_t top)
{
    uint32_t words = 0;
    for (uint32_t j = 0; j < r->count; j++)
        if (vvi_rig_is_body(r, j) && is_below(r, j, top))
            words |= r->words[j];
    return words;
}

/* The deepest (or shallowest) descendant with one of `words` and none of `excluded`. */
static uint32_t find_below(const rig *r, uint32_t top, uint32_t words, uint32_t excluded, bool deepest)
{
    uint32_t best = VV_NONE;
    for (uint32_t j = 0; j < r->count; j++) {
        if (!vvi_rig_is_body(r, j) || !(r->words[j] & words) || (r->words[j] & excluded) != 0 || !is_below(r, j, top))
            continue;
        uint32_t depth = depth_of(r, j);
        if (best == VV_NONE || (deepest ? depth > depth_of(r, best) : depth < depth_of(r, best)))
            best = j;
    }
    return best;
}

/* The descendant that is furthest away, fingers and toes excepted. */
static uint32_t find_farthest_below(const rig *r, uint32_t top)
{
    uint32_t best = top;
    float most = 0.0f;
    for (uint32_t j = 0; j < r->count; j++) {
        float distance = vv_vec3_length(vv_vec3_sub(r->at[j], r->at[top]));
        if (vvi_rig_is_body(r, j) && !(r->words[j] & (RIG_FINGER | RIG_TOE)) && is_below(r, j, top) &&
            distance > most) {
            most = distance;
            best = j;
        }
    }
    return best;
}

/* The height above the ground of the lowest descendant. */
static float measure_lowest_below(const rig *r, uint32_t top)
{
    float low = 1e30f;
    for (uint32_t j = 0; j < r->count; j++)
        if (is_below(r, j, top) && !(r->words[j] & RIG_CONTROL && !(r->mass[j] > 0.0f)))
            low = vvi_min(low, r->lowest[j].y);
    return low;
}

/* The ankle instead of the toes, if the end of a limb is the toes of a flat foot. */
static uint32_t skip_toes(const rig *r, uint32_t end, uint32_t top)
{
    uint32_t ankle = r->parent[end];
    if (end == top || r->at[ankle].y > 0.1f * r->height)
        return end;
    vv_vec3 toes = vv_vec3_sub(r->at[end], r->at[ankle]);
    return toes.z > 0.3f * fabsf(toes.y) && vv_vec3_length(toes) < 0.15f * r->height ? ankle : end;
}

/* Assigns a cap to the end, and VV_CAP_LIMB to the bodies that lead to it. */
static void assign_cap(rig *r, uint32_t top, uint32_t end, uint64_t cap)
{
    r->caps[end] |= cap;
    for (uint32_t j = end; j != top;) {
        j = r->parent[j];
        r->caps[j] |= VV_CAP_BIT(VV_CAP_LIMB);
    }
}

/* ---- Limbs ----------------------------------------------------------------------------------------------------- */

static bool is_mirrored(const rig *r, uint32_t end)
{
    for (uint32_t j = 0; j < r->count; j++) {
        vv_vec3 p = r->at[j], q = r->at[end];
        if (j != end && vv_vec3_length(vv_vec3_sub((vv_vec3){-p.x, p.y, p.z}, q)) < 0.08f * r->height)
            return true;
    }
    return false;
}

static bool is_upright(const rig *r)
{
    vv_vec3 distance = vv_vec3_sub(r->at[r->head], r->at[r->spine_base]);
    return distance.y > 0.0f && distance.y * distance.y > distance.x * distance.x + distance.z * distance.z;
}

static void classify_leg_or_arm(rig *r, uint32_t top, uint32_t words)
{
    uint32_t end = find_below(r, top, RIG_FOOT, RIG_TOE, true);
    if (end == VV_NONE)
        end = find_below(r, top, RIG_HAND, RIG_FINGER, false);
    if (end == VV_NONE)
        end = skip_toes(r, find_farthest_below(r, top), top);
    bool named = (words & (RIG_LEG | RIG_FOOT | RIG_ARM | RIG_HAND)) != 0;
    bool leg = (words & (RIG_LEG | RIG_FOOT)) != 0 && !(words & (RIG_ARM | RIG_HAND));
    bool arm = named && !leg && is_upright(r); /* hands of an upright body are hands, however long its arms are */
    float low = measure_lowest_below(r, end);
    if (!arm && low < standing_height(r, leg) * r->height) {
        if (named || vv_vec3_length(vv_vec3_sub(r->at[end], r->at[top])) > 0.1f * r->height)
            assign_cap(r, top, end, VV_CAP_BIT(VV_CAP_FOOT));
    } else if (named ||
               (is_mirrored(r, end) && vv_vec3_length(vv_vec3_sub(r->at[end], r->at[top])) > 0.15f * r->height)) {
        assign_cap(r, top, end, VV_CAP_BIT(VV_CAP_GRASPER));
    }
}

static void classify_limb(rig *r, uint32_t top, uint64_t fin)
{
    static const struct {
        uint32_t word;
        vv_cap cap;
    } kinds[] = {{RIG_TAIL, VV_CAP_TAIL}, {RIG_WING, VV_CAP_WING}, {RIG_EAR, VV_CAP_EAR}};
    uint32_t words = collect_words_below(r, top);
    for (uint32_t i = 0; i < 3; i++)
        if (words & kinds[i].word) {
            assign_cap(r, top, find_below(r, top, kinds[i].word, 0, true), VV_CAP_BIT(kinds[i].cap));
            return;
        }
    if (words & RIG_FIN)
        assign_cap(r, top, find_below(r, top, RIG_FIN, 0, true), fin);
    else if (!(words & (RIG_HEAD | RIG_EYE | RIG_MOUTH | RIG_NOSE | RIG_ROOT | RIG_SPIKE)))
        classify_leg_or_arm(r, top, words);
}

/* Classifies the limbs at a child of the spine, which may be a girdle that carries several limbs. */
static void find_limbs(rig *r, uint32_t top, uint64_t fin, uint32_t depth)
{
    uint32_t limbs = 0;
    for (uint32_t c = 0; c < r->count; c++)
        limbs += r->parent[c] == top && (collect_words_below(r, c) & RIG_LIMB) != 0;
    if (limbs >= 2 && !(r->words[top] & RIG_LIMB) && depth < 8) {
        for (uint32_t c = 0; c < r->count; c++)
            if (r->parent[c] == top)
                find_limbs(r, c, fin, depth + 1);
    } else if (vvi_rig_is_body(r, top)) {
        classify_limb(r, top, fin);
    }
}

void vvi_rig_find_caps(rig *r, uint64_t head, uint64_t fin)
{
    bool mouth = false;
    for (uint32_t j = 0; j < r->count; j++) {
        if (r->spine[j])
            r->caps[j] |= VV_CAP_BIT(VV_CAP_SPINE);
        else if (r->parent[j] != VV_NONE && r->spine[r->parent[j]])
            find_limbs(r, j, fin, 0);
    }
    for (uint32_t j = 0; j < r->count; j++) {
        if (!vvi_rig_is_body(r, j))
            continue;
        uint32_t words = r->words[j];
        r->caps[j] |= words & RIG_EYE ? VV_CAP_BIT(VV_CAP_EYE) : 0;
        r->caps[j] |= words & RIG_SPIKE ? VV_CAP_BIT(VV_CAP_SPIKE) : 0;
        r->caps[j] |= (words & RIG_MOUTH) != 0 && !mouth ? VV_CAP_BIT(VV_CAP_MOUTH) : 0;
        mouth = mouth || (words & RIG_MOUTH) != 0;
        if (r->spine[j] && (words & RIG_TAIL) != 0)
            r->caps[j] |= VV_CAP_BIT(VV_CAP_TAIL);
    }
    r->caps[r->head] |= head | (mouth ? 0 : VV_CAP_BIT(VV_CAP_MOUTH));
}
