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
#define CHAIN_SHARE 0.8f  /* of the axis, the longest path of a chain */
#define QUADRUPED   4u
#define STAR_ENDS   5u /* … of a shape that does not stand and whose longest path is at most this share of all */
#define STAR_SHARE  0.62f
#define HUB_ENDS    6u   /* limbs around a hub */
#define MANY_ENDS   10u  /* … which may be a body of some length if they are many */
#define MANY_LOOPS  5u   /* a net: it is treated as a blob */
#define FAT_CHAIN   5.5f /* radii: what is shorter is a blob */

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

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

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
    s->skull =
        vvi_bone_add(s->b, "head", vvi_midline_at(&path, 0.78f), vvi_midline_at(&path, 1.0f), s->chest, s->layer);
    vvi_limb tail = {.curve = vvi_midline_part(&path, 0.35f, 0.0f), .role = VVI_ROLE_CHAIN, .stem = "tail"};
    tail.curve.length = 0.35f * path.length;
    tail.parent = s->root;
    tail.layer = s->layer;
    vvi_limb_add(s->b, &tail);
    s->chest_at = 0.78f;
}

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
    if (s->legs >= QUADRUPED && s->leaf_count < MANY_ENDS)
        return false;
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
    vvi_find_head(s);
    if (s->legs == 0 || s->head == VV_NONE) {
        vvi_tree_root(&s->tree, from);
        s->head = VV_NONE;
        s->end = to;
        add_fish(s, from, to);
    } else {
        vvi_find_hips(s);
        if (s->headless && is_astride(s)) {
            vvi_tree_root(&s->tree, core);
            s->hip = core;
            vvi_add_radial(s);
            return;
        }
        vvi_add_axis(s);
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
