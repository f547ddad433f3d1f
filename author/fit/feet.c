/* Finds the legs of a skeleton: by the names that feet have in the usual rigs; failing that, by the names of legs;
 * failing that, by which joints are lowest. Hip and knee follow from the lengths of the bones and from names. */
#include "author/fit/parts.h"

#define MAX_CHAIN 12u

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }
static bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

bool vvi_fit_contains_word(const char *name, const char *word)
{
    for (; *name != '\0'; name++) {
        uint32_t i = 0;
        while (word[i] != '\0' && lower(name[i]) == word[i])
            i++;
        if (word[i] == '\0')
            return true;
    }
    return false;
}

static bool contains_any_word(const char *name, uint32_t count, const char *const *words)
{
    for (uint32_t i = 0; i < count; i++)
        if (vvi_fit_contains_word(name, words[i]))
            return true;
    return false;
}
#define HAS_WORD(name, ...)                                                                                            \
    contains_any_word(name, (uint32_t)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)),                   \
                      (const char *const[]){__VA_ARGS__})

/* Whether a name has the letter by itself, as the l of foot.l, Foot_L and L.DownLeg, or before a capital, as
 * LHipJoint. */
static bool has_separate_letter(const char *name, char letter)
{
    for (uint32_t i = 0; name[i] != '\0'; i++) {
        if (lower(name[i]) != letter || (i > 0 && is_letter(name[i - 1])))
            continue;
        char next = name[i + 1];
        if (!is_letter(next) || (name[i] == (char)(letter - 'a' + 'A') && next >= 'A' && next <= 'Z'))
            return true;
    }
    return false;
}

/* Whether a joint is a control of a rig, such as an IK target, and no part of a leg. */
static bool is_control(const char *name)
{
    return HAS_WORD(name, "pole", "target", "ctrl", "control", "_ik", ".ik", "ik_", "ik.", "footik", "ikfoot", "legik",
                    "ikleg", "ikback", "ikfront", "heel", "roll");
}
static bool is_foot(const char *name)
{
    return HAS_WORD(name, "foot", "feet", "ankle", "paw", "hoof") && !is_control(name);
}
static bool is_leg(const char *name)
{
    return HAS_WORD(name, "leg", "shin", "calf", "knee", "thigh") && !is_control(name);
}

static const char *name_of(const vv_skeleton *s, uint32_t joint) { return vv_skeleton_joint(s, joint).name; }
static uint32_t parent_of(const vv_skeleton *s, uint32_t joint) { return vv_skeleton_joint(s, joint).parent; }

vv_vec3 vvi_fit_rest_position(const vv_skeleton *skeleton, uint32_t joint)
{
    vv_joint at = vv_skeleton_joint(skeleton, joint);
    vv_vec3 p = at.translation;
    while (at.parent != VV_NONE) {
        at = vv_skeleton_joint(skeleton, at.parent);
        p = vv_vec3_add(vv_quat_rotate(at.rotation, p), at.translation);
    }
    return p;
}

static float distance_between(const vv_skeleton *s, uint32_t a, uint32_t b)
{
    return vv_vec3_length(vv_vec3_sub(vvi_fit_rest_position(s, a), vvi_fit_rest_position(s, b)));
}

static bool is_below(const vv_skeleton *s, uint32_t joint, uint32_t ancestor)
{
    while (joint != VV_NONE && joint != ancestor)
        joint = parent_of(s, joint);
    return joint == ancestor;
}

static bool has_child(const vv_skeleton *s, uint32_t joint)
{
    for (uint32_t j = joint + 1; j < vv_skeleton_joint_count(s); j++)
        if (parent_of(s, j) == joint)
            return true;
    return false;
}

static uint32_t depth_of(const vv_skeleton *s, uint32_t joint)
{
    uint32_t depth = 0;
    while ((joint = parent_of(s, joint)) != VV_NONE)
        depth++;
    return depth;
}

/* ---- Ankles ---------------------------------------------------------------------------------------------------- */

typedef struct ankles {
    uint32_t count, joint[VV_VERB_MAX_FEET];
} ankles;

/* Adds an ankle, unless it is an ancestor or a descendant of one already found. */
static void add_ankle(const vv_skeleton *s, uint32_t joint, ankles *found)
{
    for (uint32_t i = 0; i < found->count; i++)
        if (is_below(s, joint, found->joint[i]) || is_below(s, found->joint[i], joint))
            return;
    if (found->count < VV_VERB_MAX_FEET)
        found->joint[found->count++] = joint;
}

/* Finds joints named as feet. A foot directly below the root is a control of a rig, not the end of a leg. */
static void find_ankles_by_foot_names(const vv_skeleton *s, ankles *found)
{
    for (uint32_t j = 0; j < vv_skeleton_joint_count(s); j++)
        if (is_foot(name_of(s, j)) && depth_of(s, j) >= 3)
            add_ankle(s, j, found);
}

/* Finds leaves whose two ancestors are named as parts of a leg. */
static void find_ankles_by_leg_names(const vv_skeleton *s, ankles *found)
{
    for (uint32_t j = 0; j < vv_skeleton_joint_count(s); j++) {
        uint32_t parent = parent_of(s, j), above = parent == VV_NONE ? VV_NONE : parent_of(s, parent);
        if (above != VV_NONE && !has_child(s, j) && is_leg(name_of(s, parent)) && is_leg(name_of(s, above)))
            add_ankle(s, j, found);
    }
}

static void measure_rest_heights(const vv_skeleton *s, float *low, float *high)
{
    *low = *high = vvi_fit_rest_position(s, 0).y;
    for (uint32_t j = 1; j < vv_skeleton_joint_count(s); j++) {
        float y = vvi_fit_rest_position(s, j).y;
        *low = vvi_min(*low, y);
        *high = vvi_max(*high, y);
    }
}

/* From a low leaf up past the toes: the first joint whose bone is at least a quarter of the distance to the root. */
static uint32_t find_ankle_above(const vv_skeleton *s, uint32_t leaf)
{
    float whole = distance_between(s, leaf, 0);
    uint32_t joint = leaf;
    while (parent_of(s, joint) != VV_NONE && distance_between(s, joint, parent_of(s, joint)) < 0.25f * whole)
        joint = parent_of(s, joint);
    return parent_of(s, joint) == VV_NONE ? leaf : joint;
}

/* Finds leaves in the lowest tenth of the figure. */
static void find_ankles_by_height(const vv_skeleton *s, ankles *found)
{
    float low, high;
    measure_rest_heights(s, &low, &high);
    if (!(high > low))
        return;
    for (uint32_t j = 0; j < vv_skeleton_joint_count(s); j++) {
        if (has_child(s, j) || is_control(name_of(s, j)) || depth_of(s, j) < 3 ||
            vvi_fit_rest_position(s, j).y > low + 0.1f * (high - low))
            continue;
        add_ankle(s, find_ankle_above(s, j), found);
    }
}

/* ---- Hip, knee and toe ----------------------------------------------------------------------------------------- */

/* Lists the ancestors of an ankle that have no other ankle below them, nearest first. */
static uint32_t collect_leg_chain(const vv_skeleton *s, const ankles *all, uint32_t ankle, uint32_t chain[MAX_CHAIN])
{
    uint32_t count = 0;
    for (uint32_t j = parent_of(s, ankle); j != VV_NONE && count < MAX_CHAIN; j = parent_of(s, j)) {
        for (uint32_t i = 0; i < all->count; i++)
            if (all->joint[i] != ankle && is_below(s, all->joint[i], j))
                return count;
        if (parent_of(s, j) == VV_NONE)
            return count;
        chain[count++] = j;
    }
    return count;
}

/* Scores a leg: thigh and shin should be long and of similar length; joints named as knee or hip are preferred. */
static float leg_score(const vv_skeleton *s, uint32_t hip, uint32_t knee, uint32_t ankle)
{
    float thigh = distance_between(s, hip, knee), shin = distance_between(s, knee, ankle);
    float score = vvi_min(thigh, shin) - 0.25f * fabsf(thigh - shin);
    if (HAS_WORD(name_of(s, knee), "knee", "lowerleg", "lowleg", "loleg", "downleg", "shin", "calf"))
        score *= 1.5f;
    bool thighbone = HAS_WORD(name_of(s, hip), "thigh", "upleg", "upperleg", "femur");
    return score * (thighbone ? 2.0f : vvi_fit_contains_word(name_of(s, hip), "hip") ? 1.2f : 1.0f);
}

static bool choose_leg(const vv_skeleton *s, const ankles *all, uint32_t ankle, vv_foot *out)
{
    uint32_t chain[MAX_CHAIN], count = collect_leg_chain(s, all, ankle, chain);
    float best = 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t h = k + 1; h < count; h++) {
            float score = leg_score(s, chain[h], chain[k], ankle);
            /* Helper joints are close above the joints that they help, so a slightly better score does not count. */
            if (score > best * 1.05f) {
                best = score;
                *out = (vv_foot){chain[h], chain[k], ankle, ankle};
            }
        }
    }
    return best > 0.0f;
}

/* The first joint below the ankle that is named toe or ball, the furthest if there are several; else its furthest
 * child. */
static uint32_t choose_toe(const vv_skeleton *s, uint32_t ankle)
{
    uint32_t toe = ankle;
    float best = 0.0f;
    for (uint32_t j = ankle + 1; j < vv_skeleton_joint_count(s); j++) {
        uint32_t parent = parent_of(s, j);
        if (!is_below(s, j, ankle) || is_control(name_of(s, j)))
            continue;
        bool named = HAS_WORD(name_of(s, j), "toe", "ball") && !HAS_WORD(name_of(s, parent), "toe", "ball");
        float score = distance_between(s, j, ankle) * (named ? 100.0f : 1.0f);
        if ((named || parent == ankle) && score > best) {
            best = score;
            toe = j;
        }
    }
    return toe;
}

/* ---- Order ----------------------------------------------------------------------------------------------------- */

static bool is_left(const vv_skeleton *s, const vv_foot *foot)
{
    const uint32_t joints[] = {foot->ankle, foot->knee, foot->hip};
    for (uint32_t i = 0; i < 3; i++) {
        const char *name = name_of(s, joints[i]);
        bool left = vvi_fit_contains_word(name, "left") || has_separate_letter(name, 'l'),
             right = vvi_fit_contains_word(name, "right") || has_separate_letter(name, 'r');
        if (left != right)
            return left;
    }
    return vvi_fit_rest_position(s, foot->ankle).x > 0.0f;
}

/* Orders legs in pairs from front to back, left before right. Hips within `near` of each other are a pair. */
static bool comes_before(const vv_skeleton *s, const vv_foot *a, const vv_foot *b, float near)
{
    float forward = vvi_fit_rest_position(s, a->hip).z - vvi_fit_rest_position(s, b->hip).z;
    if (fabsf(forward) > near)
        return forward > 0.0f;
    return is_left(s, a) && !is_left(s, b);
}

static void sort_feet(const vv_skeleton *s, uint32_t count, vv_foot *feet)
{
    float near = count > 2 ? 0.2f * (float)vvi_fit_leg_length(s, &feet[0]) : INFINITY;
    for (uint32_t i = 1; i < count; i++) {
        vv_foot foot = feet[i];
        uint32_t at = i;
        for (; at > 0 && comes_before(s, &foot, &feet[at - 1], near); at--)
            feet[at] = feet[at - 1];
        feet[at] = foot;
    }
}

uint32_t vv_fit_feet(const vv_skeleton *skeleton, uint32_t capacity, vv_foot *feet)
{
    ankles found = {0};
    find_ankles_by_foot_names(skeleton, &found);
    if (found.count < 2)
        find_ankles_by_leg_names(skeleton, &found);
    if (found.count < 2)
        find_ankles_by_height(skeleton, &found);
    vv_foot all[VV_VERB_MAX_FEET];
    uint32_t count = 0;
    for (uint32_t i = 0; i < found.count; i++)
        if (choose_leg(skeleton, &found, found.joint[i], &all[count]))
            all[count++].toe = choose_toe(skeleton, found.joint[i]);
    if (count > 0)
        sort_feet(skeleton, count, all);
    count = count < capacity ? count : capacity;
    for (uint32_t i = 0; i < count; i++)
        feet[i] = all[i];
    return count;
}

double vvi_fit_leg_length(const vv_skeleton *skeleton, const vv_foot *foot)
{
    return (double)distance_between(skeleton, foot->hip, foot->knee) +
           (double)distance_between(skeleton, foot->knee, foot->ankle);
}

void vvi_fit_foot_name(const vv_skeleton *skeleton, uint32_t foot_count, const vv_foot *feet, uint32_t foot,
                       char name[FIT_FOOT_NAME_BYTES])
{
    const char *side = is_left(skeleton, &feet[foot]) ? "left" : "right";
    if (foot_count == 2 && is_left(skeleton, &feet[0]) != is_left(skeleton, &feet[1]))
        vvi_format(name, FIT_FOOT_NAME_BYTES, "%s", side);
    else if (foot_count == 4)
        vvi_format(name, FIT_FOOT_NAME_BYTES, "%s %s", foot < 2 ? "front" : "hind", side);
    else
        vvi_format(name, FIT_FOOT_NAME_BYTES, "%s %u", side, foot + 1);
}
