/* The skeleton of a shape without layers, from the tree of its medial axis. Ends that reach the ground are legs; the
 * thickest end at the top is the head; what leads from the legs to the head is the trunk. A shape without legs is a
 * fish if it is long, and has limbs around a hub if it has many; a long shape without limbs is a chain, a round one a
 * blob. */
#include "body.h"

#include <math.h>
#include <string.h>

#define GROUND      0.17f /* of the height: an end as low as this stands */
#define LEAST_LEG   0.07f /* of the drawing's size */
#define STEEP       2.3f  /* a leg is at most this many times as far sideways as down */
#define APART       0.22f /* of the width: legs further apart along a straight trunk are those of a quadruped */
#define STRAIGHT    1.22f /* a path is straight if it is at most this many times as long as its chord */
#define LOW_ARMS    0.62f /* share of the spine up to the neck: arms that leave it lower hang */
#define CHAIN_SHARE 0.8f  /* of the axis, the longest path of a chain */
#define STAR_ENDS   5u    /* … of a shape that does not stand and whose longest path is at most this share of all */
#define STAR_SHARE  0.62f
#define HUB_ENDS    6u    /* limbs around a hub */
#define MANY_ENDS   10u   /* … which may be a body of some length if they are many */
#define MANY_LOOPS  5u    /* a net: it is treated as a blob */
#define FAT_CHAIN   5.5f  /* radii: what is shorter is a blob */

/* ---- Ends -------------------------------------------------------------------------------------------------------- */

static float size_of(const vvi_shape *s)
{
    return (float)(s->mask->width > s->mask->height ? s->mask->width : s->mask->height) - 3.0f;
}

/* The first joint on the way from a leaf to the root. */
static uint32_t joint_of(const vvi_tree *tree, uint32_t leaf)
{
    uint32_t at = tree->parent[leaf];
    while (at != VV_NONE && tree->edge_count[at] < 3 && tree->parent[at] != VV_NONE)
        at = tree->parent[at];
    return at;
}

static bool find_stands(const vvi_shape *s, const vvi_leaf *leaf)
{
    vv_vec2 joint = vvi_tree_point(&s->tree, leaf->joint);
    float low = (float)s->mask->y + 1.0f, height = (float)s->mask->height - 3.0f;
    float down = joint.y - leaf->tip.y, beside = fabsf(joint.x - leaf->tip.x);
    return leaf->tip.y < low + GROUND * height && down > LEAST_LEG * size_of(s) && beside < STEEP * down;
}

static void gather_leaves(vvi_shape *s)
{
    for (uint32_t n = 0; n < s->tree.axis->node_count && s->leaf_count < VVI_MOST_LEAVES; n++) {
        if (!vvi_tree_is_leaf(&s->tree, n) || s->tree.parent[n] == VV_NONE)
            continue;
        vvi_leaf *leaf = &s->leaves[s->leaf_count++];
        *leaf = (vvi_leaf){.node = n, .joint = joint_of(&s->tree, n)};
        leaf->curve = vvi_tree_curve(&s->tree, leaf->joint, n);
        leaf->tip = leaf->curve.at[VVI_LIMB_POINTS - 1];
        for (uint32_t k = VVI_LIMB_POINTS * 2 / 5; k < VVI_LIMB_POINTS; k++)
            leaf->thickness = vvi_max(leaf->thickness, leaf->curve.radius[k]);
        leaf->stands = find_stands(s, leaf);
        s->legs += leaf->stands;
    }
}

/* The thickest joint, or VV_NONE. */
static uint32_t find_core(const vvi_tree *tree)
{
    uint32_t best = VV_NONE;
    for (uint32_t n = 0; n < tree->axis->node_count; n++)
        if (tree->in_main[n] && tree->edge_count[n] >= 3 &&
            (best == VV_NONE || vvi_tree_radius(tree, n) > vvi_tree_radius(tree, best)))
            best = n;
    return best;
}

/* ---- Chains and blobs -------------------------------------------------------------------------------------------- */

static void name_stem(const vvi_shape *s, char stem[VV_PROJECT_NAME_BYTES])
{
    const vv_project_artwork *artwork = s->b->g->artwork;
    vvi_format(stem, VV_PROJECT_NAME_BYTES - 12, "%s",
               s->layer == VV_NONE ? artwork->name : artwork->layers[s->layer].name);
}

/* Numbered from one end to the other; the root is in the middle, so that both ends can be pulled. */
static void add_chain(vvi_shape *s, const vvi_midline *curve)
{
    char stem[VV_PROJECT_NAME_BYTES], name[VV_PROJECT_NAME_BYTES];
    float width = vvi_max(vvi_midline_radius(curve, 0.5f), 1.0f);
    uint32_t count = (uint32_t)vvi_clamp(floorf(curve->length / (3.0f * width) + 0.5f), 2.0f, 8.0f);
    uint32_t middle = count / 2, parent = VV_NONE, root = VV_NONE;
    name_stem(s, stem);
    for (uint32_t i = middle; i < count; i++) {
        vvi_format(name, sizeof name, "%s-%u", stem, i + 1);
        parent = vvi_bone_add(s->b, name, vvi_midline_at(curve, (float)i / (float)count),
                              vvi_midline_at(curve, (float)(i + 1) / (float)count), parent, s->layer);
        root = i == middle ? parent : root;
    }
    parent = root;
    for (uint32_t i = middle; i-- > 0;) {
        vvi_format(name, sizeof name, "%s-%u", stem, i + 1);
        parent = vvi_bone_add(s->b, name, vvi_midline_at(curve, (float)(i + 1) / (float)count),
                              vvi_midline_at(curve, (float)i / (float)count), parent, s->layer);
    }
}

/* From the bottom to the middle, and from there to the top and to the sides. */
static void add_blob(vvi_shape *s)
{
    const vvi_mask *m = s->mask;
    vv_vec2 middle = {(float)m->x + 0.5f * (float)m->width, (float)m->y + 0.5f * (float)m->height};
    if (s->tree.axis->loops < MANY_LOOPS || !vvi_mask_covers(m, middle))
        middle = vvi_mask_point(m, s->tree.axis->deepest);
    static const struct {
        const char *name;
        vv_vec2 way;
    } parts[] = {{"top", {0.0f, 1.0f}}, {"side-left", {-1.0f, 0.0f}}, {"side-right", {1.0f, 0.0f}}};
    vv_vec2 low = vvi_mask_extent(s->mask, middle, (vv_vec2){0.0f, -1.0f});
    uint32_t root = vvi_bone_add(s->b, "body", vv_vec2_lerp(low, middle, 0.12f), middle, VV_NONE, s->layer);
    for (uint32_t i = 0; i < 3; i++) {
        vv_vec2 end = vvi_mask_extent(s->mask, middle, parts[i].way);
        vvi_bone_add(s->b, parts[i].name, middle, vv_vec2_lerp(end, middle, 0.12f), root, s->layer);
    }
}

/* The two leaves that are furthest apart along the tree: the length of the path between them; rooted at the first. */
static float find_diameter(vvi_shape *s, uint32_t *from, uint32_t *to, float *total)
{
    float best = 0.0f;
    *total = 0.0f;
    for (uint32_t i = 0; i < s->tree.axis->branch_count; i++)
        if (s->tree.in_tree[i] && s->tree.in_main[s->tree.axis->branches[i].from])
            *total += s->tree.axis->branches[i].length;
    for (uint32_t a = 0; a < s->tree.axis->node_count; a++) {
        if (!vvi_tree_is_leaf(&s->tree, a))
            continue;
        vvi_tree_root(&s->tree, a);
        for (uint32_t c = 0; c < s->tree.axis->node_count; c++) {
            float length = 0.0f;
            for (uint32_t n = c; vvi_tree_is_leaf(&s->tree, c) && n != a; n = s->tree.parent[n])
                length += s->tree.axis->branches[s->tree.via[n]].length;
            if (length > best) {
                best = length;
                *from = a;
                *to = c;
            }
        }
    }
    if (best > 0.0f)
        vvi_tree_root(&s->tree, *from);
    return best;
}

/* ---- Head and hips ----------------------------------------------------------------------------------------------- */

static void find_head(vvi_shape *s)
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

/* Where the spine ends: at the tip of the head; at the joint where ears leave it; of a head without an end of its own,
 * at the highest joint. */
static void find_end(vvi_shape *s)
{
    const vvi_leaf *head = &s->leaves[s->head];
    vv_vec2 way = vv_vec2_sub(head->tip, vvi_tree_point(&s->tree, head->joint));
    s->lies = s->legs >= 2 && find_lies(s);
    s->headless = !s->lies && way.y < 0.05f * vv_vec2_length(way);
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
        float reach = (s->headless ? 2.0f : 0.8f) * vvi_tree_radius(&s->tree, end), distance = vv_vec2_distance(last, far);
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
static void add_axis(vvi_shape *s)
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
    uint32_t head = vvi_bone_add(s->b, "head", vvi_midline_at(&s->spine, neck), vvi_midline_at(&s->spine, 1.0f), s->skull,
                                 s->layer);
    s->skull = head != VV_NONE ? head : s->skull;
}

/* Without legs: the longest path, its thicker end the head, its other end a tail. */
static void add_fish(vvi_shape *s, uint32_t from, uint32_t to)
{
    vvi_midline path = vvi_tree_curve(&s->tree, from, to);
    float first = 0.0f, last = 0.0f;
    for (uint32_t k = 0; k < VVI_LIMB_POINTS / 3; k++) {
        first += path.radius[k];
        last += path.radius[VVI_LIMB_POINTS - 1 - k];
    }
    if (first > last) {
        vvi_tree_root(&s->tree, to);
        s->end = from;
        path = vvi_tree_curve(&s->tree, to, from);
    }
    vvi_midline trunk = vvi_midline_part(&path, 0.35f, 0.78f);
    s->spine = path;
    vvi_trunk_add(s->b, &trunk, s->layer, &s->root, &s->chest);
    s->skull = vvi_bone_add(s->b, "head", vvi_midline_at(&path, 0.78f), vvi_midline_at(&path, 1.0f), s->chest, s->layer);
    vvi_limb tail = {.curve = vvi_midline_part(&path, 0.35f, 0.0f), .role = VVI_ROLE_CHAIN, .stem = "tail"};
    tail.curve.length = 0.35f * path.length;
    tail.parent = s->root;
    tail.layer = s->layer;
    vvi_limb_add(s->b, &tail);
    s->chest_at = 0.78f;
}

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

static bool is_chain(const vvi_midline *path, float length, float total)
{
    float radius = 0.0f;
    for (uint32_t k = 0; k < VVI_LIMB_POINTS; k++)
        radius += path->radius[k] / (float)VVI_LIMB_POINTS;
    return length > CHAIN_SHARE * total && path->length > 6.5f * radius;
}

/* Limbs around one place. */
static bool is_hub(const vvi_shape *s)
{
    vv_vec2 low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        vv_vec2 p = vvi_tree_point(&s->tree, s->leaves[i].joint);
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    float spread = vvi_max(high.x - low.x, high.y - low.y);
    if (s->legs == 0 && s->leaf_count >= HUB_ENDS)
        return true;
    return s->leaf_count >= HUB_ENDS && spread < (s->leaf_count >= MANY_ENDS ? 0.45f : 0.28f) * VVI_GUESS_LATTICE;
}

/* Legs that leave a shape without a head far apart: those of an octopus. */
static bool is_astride(const vvi_shape *s)
{
    float low = 1e9f, high = -1e9f;
    for (uint32_t i = 0; i < s->leaf_count; i++)
        if (s->leaves[i].stands) {
            float x = vvi_tree_point(&s->tree, s->leaves[i].joint).x;
            low = vvi_min(low, x);
            high = vvi_max(high, x);
        }
    return high - low > 0.25f * VVI_GUESS_LATTICE;
}

static void add_all(vvi_shape *s)
{
    uint32_t from = VV_NONE, to = VV_NONE, core = find_core(&s->tree);
    float total, length = find_diameter(s, &from, &to, &total);
    float deepest = s->tree.axis->radius[s->tree.axis->deepest];
    if (length <= 0.0f || (core == VV_NONE && length < FAT_CHAIN * deepest) || s->tree.axis->loops >= MANY_LOOPS) {
        add_blob(s);
        return;
    }
    vvi_midline path = vvi_tree_curve(&s->tree, from, to);
    if (core == VV_NONE || is_chain(&path, length, total)) {
        if (path.at[0].x > path.at[VVI_LIMB_POINTS - 1].x)
            path = vvi_midline_part(&path, 1.0f, 0.0f);
        path.length = fabsf(path.length);
        add_chain(s, &path);
        return;
    }
    vvi_tree_root(&s->tree, core);
    gather_leaves(s);
    bool star = s->legs == 0 && s->leaf_count >= STAR_ENDS && length < STAR_SHARE * total;
    if (star || is_hub(s)) {
        s->hip = core;
        vvi_add_radial(s);
        return;
    }
    find_head(s);
    if (s->legs == 0 || s->head == VV_NONE) {
        vvi_tree_root(&s->tree, from);
        s->head = VV_NONE;
        s->end = to;
        add_fish(s, from, to);
    } else {
        find_end(s);
        find_third_leg(s);
        find_hip(s);
        find_head_limbs(s);
        find_feet_apart(s);
        if (s->headless && is_astride(s)) {
            vvi_tree_root(&s->tree, core);
            s->hip = core;
            vvi_add_radial(s);
            return;
        }
        add_axis(s);
    }
    vvi_add_limbs(s);
}

bool vvi_bones_of_shape(vvi_bones *b, const vvi_mask *mask, vvi_axis *axis, uint32_t layer)
{
    vvi_shape *s = vvi_arena_allocate(b->g->arena, 1, sizeof *s);
    if (!s)
        return false;
    s->b = b;
    s->mask = mask;
    s->layer = layer;
    s->root = s->chest = s->skull = VV_NONE;
    if (!vvi_tree_create(axis, size_of(s), b->g->arena, &s->tree))
        return false;
    add_all(s);
    if (b->count == 0)
        add_blob(s);
    return true;
}
