/* The spine of a shape that stands: which end is its head, where its hips are, and where trunk and neck end. */
#include "body.h"

#include <math.h>

#define APART    0.22f /* of the width: legs further apart along a straight trunk are those of a quadruped */
#define STRAIGHT 1.22f /* a path is straight if it is at most this many times as long as its chord */
#define LOW_ARMS 0.62f /* share of the spine up to the neck: arms that leave it lower hang */

/* ---- Head and hips ----------------------------------------------------------------------------------------------- */

void vvi_find_head(vvi_shape *s)
{
    float best = -INFINITY, thickest = 1.0f, height = (float)s->mask->height, feet = 0.0f;
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        thickest = s->leaves[i].stands ? thickest : vvi_max(thickest, s->leaves[i].thickness);
        feet += s->leaves[i].stands ? s->leaves[i].tip.x / (float)s->legs : 0.0f;
    }
    s->head = VV_NONE;
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        const vvi_leaf *leaf = &s->leaves[i];
        float value = 1.1f * (leaf->tip.y - (float)s->mask->y) / height + leaf->thickness / thickest -
                      0.3f * fabsf(leaf->tip.x - feet) / (float)s->mask->width;
        if (!leaf->stands && value > best) {
            best = value;
            s->head = i;
        }
    }
}

/* The path between the joints of the two legs that are furthest apart is straight and long. */
static bool find_lies(vvi_shape *s)
{
    uint32_t left = VV_NONE, right = VV_NONE;
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        if (!s->leaves[i].stands)
            continue;
        float x = vvi_tree_point(&s->tree, s->leaves[i].joint).x;
        if (left == VV_NONE || x < vvi_tree_point(&s->tree, left).x)
            left = s->leaves[i].joint;
        if (right == VV_NONE || x > vvi_tree_point(&s->tree, right).x)
            right = s->leaves[i].joint;
    }
    vv_vec2 a = vvi_tree_point(&s->tree, left), c = vvi_tree_point(&s->tree, right);
    if (left == right || c.x - a.x < APART * (float)s->mask->width || fabsf(c.y - a.y) > c.x - a.x)
        return false;
    vvi_tree_root(&s->tree, left);
    vvi_midline path = vvi_tree_curve(&s->tree, left, right);
    return path.length < STRAIGHT * vv_vec2_distance(a, c);
}

static uint32_t common_ancestor(const vvi_tree *tree, uint32_t a, uint32_t c)
{
    while (!vvi_tree_is_below(tree, c, a))
        a = tree->parent[a];
    return a;
}

static float depth_of(const vvi_tree *tree, uint32_t node)
{
    float depth = 0.0f;
    for (; tree->parent[node] != VV_NONE; node = tree->parent[node])
        depth += tree->axis->branches[tree->via[node]].length;
    return depth;
}

static bool points_up(const vvi_shape *s, const vvi_leaf *leaf)
{
    vv_vec2 way = vv_vec2_sub(leaf->tip, vvi_tree_point(&s->tree, leaf->joint));
    return way.y > 0.45f * vv_vec2_length(way);
}

/* Ears leave the head where it is: its own end is no thicker than they are. */
static bool is_head_joint(const vvi_shape *s)
{
    const vvi_leaf *head = &s->leaves[s->head];
    if (head->thickness > 0.85f * vvi_tree_radius(&s->tree, head->joint))
        return false;
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        const vvi_leaf *leaf = &s->leaves[i];
        if (i != s->head && leaf->joint == head->joint && !leaf->stands && points_up(s, leaf) &&
            leaf->thickness > 0.6f * head->thickness)
            return true;
    }
    return false;
}

/* Two limbs to either side of a joint, rather sideways than up: the arms of a figure that cheers, not its head. */
static bool is_between_arms(const vvi_shape *s)
{
    const vvi_leaf *head = &s->leaves[s->head];
    vv_vec2 joint = vvi_tree_point(&s->tree, head->joint), way = vv_vec2_sub(head->tip, joint);
    for (uint32_t i = 0; i < s->leaf_count && fabsf(way.x) > 1.2f * way.y; i++) {
        const vvi_leaf *leaf = &s->leaves[i];
        vv_vec2 other = vv_vec2_sub(leaf->tip, joint);
        float ratio = leaf->curve.length / vvi_max(head->curve.length, 1.0f);
        if (i != s->head && leaf->joint == head->joint && !leaf->stands && other.x * way.x < 0.0f &&
            fabsf(other.x) > other.y && ratio > 0.6f && ratio < 1.6f)
            return true;
    }
    return false;
}

/* Where the spine ends: at the tip of the head; at the joint where ears leave it; of a head without an end of its own,
 * at the highest joint. */
static void find_end(vvi_shape *s)
{
    const vvi_leaf *head = &s->leaves[s->head];
    vv_vec2 way = vv_vec2_sub(head->tip, vvi_tree_point(&s->tree, head->joint));
    s->lies = s->legs >= 2 && find_lies(s);
    s->headless = !s->lies && (way.y < 0.05f * vv_vec2_length(way) || is_between_arms(s));
    s->head_is_joint = s->headless || is_head_joint(s);
    s->end = s->head_is_joint ? head->joint : head->node;
    for (uint32_t i = 0; s->headless && i < s->leaf_count; i++)
        if (vvi_tree_point(&s->tree, s->leaves[i].joint).y > vvi_tree_point(&s->tree, s->end).y)
            s->end = s->leaves[i].joint;
}

/* Of three that stand like one on two legs, the highest is an arm. */
static void find_third_leg(vvi_shape *s)
{
    uint32_t highest = VV_NONE;
    for (uint32_t i = 0; i < s->leaf_count; i++)
        if (s->leaves[i].stands && (highest == VV_NONE || s->leaves[i].tip.y > s->leaves[highest].tip.y))
            highest = i;
    if (s->legs != 3 || s->lies)
        return;
    s->leaves[highest].stands = false;
    s->legs--;
}

/* Where the legs meet; of a quadruped, the joint of the legs that are furthest from its head. */
static void find_hip(vvi_shape *s)
{
    vvi_tree_root(&s->tree, s->end);
    s->hip = VV_NONE;
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        uint32_t joint = s->leaves[i].joint;
        if (!s->leaves[i].stands)
            continue;
        if (s->hip == VV_NONE)
            s->hip = joint;
        else if (!s->lies)
            s->hip = common_ancestor(&s->tree, s->hip, joint);
        else if (depth_of(&s->tree, joint) > depth_of(&s->tree, s->hip))
            s->hip = joint;
    }
    vvi_tree_root(&s->tree, s->hip);
}

/* Where the spine is left by a limb before the head; `at` VV_NONE where it is an end of the spine or an ear. */
static uint32_t leaving_node(const vvi_shape *s, const vvi_leaf *leaf)
{
    uint32_t at = leaf->node;
    if (at == s->end || (s->head_is_joint && !s->headless && leaf->joint == s->end))
        return VV_NONE;
    while (!vvi_tree_is_below(&s->tree, s->end, at))
        at = s->tree.parent[at];
    return at == s->hip ? VV_NONE : at;
}

/* If limbs leave the spine below its last joint, those are the arms, and what leaves it there belongs to a head. */
static void find_head_limbs(vvi_shape *s)
{
    for (uint32_t i = 0; i < s->leaf_count && s->headless; i++) {
        uint32_t at = leaving_node(s, &s->leaves[i]);
        if (at != VV_NONE && at != s->end && !s->leaves[i].stands)
            s->headless = false;
    }
}

/* The number of feet that are further to the left. */
static uint32_t feet_before(const vvi_shape *s, uint32_t leaf)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < s->leaf_count; i++)
        before += s->leaves[i].stands && (s->leaves[i].tip.x < s->leaves[leaf].tip.x ||
                                          (s->leaves[i].tip.x == s->leaves[leaf].tip.x && i < leaf));
    return before;
}

/* Four legs or more whose feet are in two groups, although their joints are not: a quadruped. */
static void find_feet_apart(vvi_shape *s)
{
    float split = 0.0f, low = 1e9f, high = -1e9f, back = 0.0f;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        uint32_t before = s->leaves[i].stands ? feet_before(s, i) : VV_NONE;
        if (before == VV_NONE)
            continue;
        low = vvi_min(low, s->leaves[i].tip.x);
        high = vvi_max(high, s->leaves[i].tip.x);
        if (before == s->legs / 2 || before == s->legs / 2 - 1)
            split += 0.5f * s->leaves[i].tip.x;
    }
    if (s->lies || s->legs < 4 || high - low < 2.0f * APART * (float)s->mask->width)
        return;
    bool left = s->leaves[s->head].tip.x > split; /* the back legs */
    for (uint32_t i = 0; i < s->leaf_count; i++)
        if (s->leaves[i].stands && (s->leaves[i].tip.x < split) == left) {
            back += s->leaves[i].tip.x;
            count++;
        }
    s->lies = true;
    s->split = split;
    vv_vec2 below = {count ? back / (float)count : split, vvi_tree_point(&s->tree, s->hip).y};
    float top = (float)(s->mask->y + s->mask->height);
    while (below.y < top && !vvi_mask_covers(s->mask, below))
        below.y += 1.0f;
    s->rump = vv_vec2_lerp(below, vvi_mask_extent(s->mask, below, (vv_vec2){0.0f, 1.0f}), 0.5f);
    s->has_rump = count > 0 && below.y < top;
}

void vvi_find_hips(vvi_shape *s)
{
    find_end(s);
    find_third_leg(s);
    find_hip(s);
    find_head_limbs(s);
    find_feet_apart(s);
}

/* ---- Trunk, neck and head ---------------------------------------------------------------------------------------- */

/* The spine from the hip to the tip of the head; a short one begins lower, towards the legs. */
static void measure_spine(vvi_shape *s)
{
    vv_vec2 points[VVI_LIMB_POINTS + 2];
    uint32_t count = 0, end = s->end;
    vvi_midline path = vvi_tree_curve(&s->tree, s->hip, end);
    vv_vec2 hip = vvi_tree_point(&s->tree, s->hip), feet = {0.0f, 0.0f};
    float radius = vvi_tree_radius(&s->tree, s->hip);
    for (uint32_t i = 0; i < s->leaf_count; i++)
        if (s->leaves[i].stands)
            feet = vv_vec2_add(feet, vv_vec2_scale(s->leaves[i].tip, 1.0f / (float)s->legs));
    vv_vec2 down = vv_vec2_sub(feet, hip);
    float length = vvi_max(vv_vec2_length(down), 1e-3f);
    if (!s->lies && s->legs > 0)
        points[count++] = vv_vec2_add(hip, vv_vec2_scale(down, 0.45f * vvi_min(radius, length) / length));
    if (s->has_rump)
        points[count++] = s->rump;
    for (uint32_t k = end == s->hip ? VVI_LIMB_POINTS - 1 : 0; k < VVI_LIMB_POINTS; k++)
        points[count++] = path.at[k];
    if (s->head_is_joint) {
        vv_vec2 last = points[count - 1], way = vv_vec2_sub(last, points[count > 8 ? count - 8 : 0]);
        way = vv_vec2_length(way) > 0.0f && !s->headless ? way : (vv_vec2){0.0f, 1.0f};
        vv_vec2 far = vvi_mask_extent(s->mask, last, way);
        float reach = (s->headless ? 2.0f : 0.8f) * vvi_tree_radius(&s->tree, end),
              distance = vv_vec2_distance(last, far);
        points[count++] = vv_vec2_lerp(last, far, distance > 0.0f ? vvi_min(0.94f, reach / distance) : 0.0f);
    }
    s->spine = vvi_midline_sample(s->tree.axis, points, count);
}

/* Where arms or front legs leave the spine, before the head; 0: none do. Shorter limbs above them are ears. */
static float last_joint(const vvi_shape *s)
{
    float last = 0.0f, longest = 0.0f;
    for (uint32_t i = 0; i < s->leaf_count; i++)
        if (leaving_node(s, &s->leaves[i]) != VV_NONE)
            longest = vvi_max(longest, s->leaves[i].curve.length);
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        uint32_t at = leaving_node(s, &s->leaves[i]);
        if (at != VV_NONE && s->leaves[i].curve.length > 0.6f * longest)
            last = vvi_max(last, vvi_midline_nearest(&s->spine, vvi_tree_point(&s->tree, at)));
    }
    return last;
}

static void add_neck(vvi_shape *s, float from, float to)
{
    vvi_limb neck = {.curve = vvi_midline_part(&s->spine, from, to),
                     .role = VVI_ROLE_CHAIN,
                     .parent = s->chest,
                     .layer = s->layer,
                     .stem = "neck"};
    uint32_t before = s->b->count;
    if (neck.curve.length > 0.35f * VVI_GUESS_LATTICE) {
        vvi_limb_add(s->b, &neck);
        s->skull = s->b->count - 1;
    } else if (vvi_bone_add(s->b, "neck", neck.curve.at[0], neck.curve.at[VVI_LIMB_POINTS - 1], s->chest, s->layer) !=
               VV_NONE)
        s->skull = before;
}

/* The share of the spine where the head begins behind a long neck; `neck` if the neck is short. */
static float head_begin(const vvi_shape *s, float neck)
{
    float thickest = 0.0f, length = (1.0f - neck) * s->spine.length;
    for (float share = 0.75f; share <= 1.0f; share += 1.0f / 32.0f)
        thickest = vvi_max(thickest, vvi_midline_radius(&s->spine, share));
    return length > 6.0f * thickest ? 1.0f - 3.2f * thickest / s->spine.length : neck;
}

/* The trunk ends where the arms leave it; where they touch it further down because they hang, below the neck. */
void vvi_add_axis(vvi_shape *s)
{
    measure_spine(s);
    float arms = last_joint(s), low = vvi_min(vvi_max(arms + 0.02f, 0.3f), 0.75f);
    float neck = vvi_midline_thinnest(&s->spine, low, s->lies ? 0.85f : 0.75f);
    s->chest_at = arms > LOW_ARMS * neck ? arms : vvi_max(neck - 0.06f, 0.5f * neck);
    if ((neck - s->chest_at) * s->spine.length < 3.0f)
        s->chest_at = neck;
    vvi_midline trunk = vvi_midline_part(&s->spine, 0.0f, s->chest_at);
    vvi_trunk_add(s->b, &trunk, s->layer, &s->root, &s->chest);
    s->skull = s->chest;
    neck = head_begin(s, neck);
    if (neck > s->chest_at)
        add_neck(s, s->chest_at, neck);
    uint32_t head = vvi_bone_add(s->b, "head", vvi_midline_at(&s->spine, neck), vvi_midline_at(&s->spine, 1.0f),
                                 s->skull, s->layer);
    s->skull = head != VV_NONE ? head : s->skull;
}
