/* The medial axis as a tree: loops are cut at their thinnest branch, twigs that hardly leave the body are removed. */
#include "bones.h"

#include <math.h>
#include <string.h>

/* A twig is kept if it leaves the disc around its joint by these shares of the joint's radius and of the drawing. */
#define TWIG_RADII 0.45f
#define TWIG_SIDE  0.055f
/* Of the drawing's size: loops with such a long branch to the ground are opened there, others lose their branch. */
#define LONG_LOOP 0.15f

vv_vec2 vvi_tree_point(const vvi_tree *tree, uint32_t node)
{
    return vvi_mask_point(tree->axis->mask, tree->axis->nodes[node].cell);
}

float vvi_tree_radius(const vvi_tree *tree, uint32_t node) { return tree->axis->radius[tree->axis->nodes[node].cell]; }

bool vvi_tree_is_leaf(const vvi_tree *tree, uint32_t node)
{
    return tree->in_main[node] && tree->edge_count[node] == 1;
}

static void merge_groups(uint32_t *group, uint32_t count, uint32_t a, uint32_t b)
{
    uint32_t from = group[a], to = group[b];
    for (uint32_t n = 0; n < count; n++)
        if (group[n] == from)
            group[n] = to;
}

/* Kruskal's algorithm, the thickest branches first. */
static void span(vvi_tree *tree, uint32_t *group)
{
    const vvi_axis *axis = tree->axis;
    for (uint32_t n = 0; n < axis->node_count; n++)
        group[n] = n;
    for (;;) {
        uint32_t best = VV_NONE;
        for (uint32_t i = 0; i < axis->branch_count; i++)
            if (group[axis->branches[i].from] != group[axis->branches[i].to] &&
                (best == VV_NONE || axis->branches[i].radius > axis->branches[best].radius))
                best = i;
        if (best == VV_NONE)
            return;
        tree->in_tree[best] = true;
        tree->edge_count[axis->branches[best].from]++;
        tree->edge_count[axis->branches[best].to]++;
        merge_groups(group, axis->node_count, axis->branches[best].from, axis->branches[best].to);
    }
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

/* Where a branch that closes a loop is cut: two legs whose feet touch, in the middle of what is near the ground; 0: it
 * does not reach the ground. */
static uint32_t find_cut(const vvi_axis *axis, const vvi_axis_branch *branch)
{
    float low = 1e9f, high = -1e9f, ground = (float)axis->mask->y + 0.25f * (float)axis->mask->height;
    uint32_t sum = 0, count = 0;
    for (uint32_t k = 0; k < branch->count; k++) {
        vv_vec2 p = vvi_mask_point(axis->mask, axis->path[branch->first + k]);
        low = vvi_min(low, p.y);
        high = vvi_max(high, p.y);
    }
    for (uint32_t k = 0; k < branch->count; k++)
        if (vvi_mask_point(axis->mask, axis->path[branch->first + k]).y < low + 0.25f * (high - low)) {
            sum += k;
            count++;
        }
    return low < ground && count > 0 ? sum / count : 0;
}

static void cut_branch(vvi_axis *axis, uint32_t index)
{
    vvi_axis_branch *branch = &axis->branches[index], *half = &axis->branches[axis->branch_count];
    uint32_t at = find_cut(axis, branch);
    if (at < 2 || at + 3 > branch->count)
        return;
    float share = (float)at / (float)branch->count;
    *half = *branch;
    half->first = branch->first + at + 1;
    half->count = branch->count - at - 1;
    half->length = (1.0f - share) * branch->length;
    half->from = axis->node_count + 1;
    branch->count = at - 1;
    branch->length *= share;
    branch->to = axis->node_count;
    axis->nodes[branch->to] = (vvi_axis_node){axis->path[branch->first + at - 1], 1};
    axis->nodes[half->from] = (vvi_axis_node){axis->path[half->first], 1};
    axis->node_count += 2;
    axis->branch_count++;
}

/* Opens long loops, so that what is on either side of the cut remains a limb. */
static bool open_loops(vvi_axis *axis, vvi_arena *arena)
{
    vvi_tree tree = {.axis = axis};
    uint32_t count = axis->branch_count;
    uint32_t *group = vvi_arena_allocate(arena, axis->node_count + 1, sizeof *group);
    tree.edge_count = vvi_arena_allocate(arena, axis->node_count + 1, sizeof *tree.edge_count);
    tree.in_tree = vvi_arena_allocate(arena, count + 1, sizeof *tree.in_tree);
    if (!group || !tree.edge_count || !tree.in_tree)
        return false;
    span(&tree, group);
    for (uint32_t i = 0; i < count; i++)
        if (!tree.in_tree[i] && axis->branches[i].length > LONG_LOOP * VVI_GUESS_LATTICE) {
            axis->loops++;
            cut_branch(axis, i);
        }
    return true;
}

/* ---- Twigs ------------------------------------------------------------------------------------------------------- */

static void find_main_piece(vvi_tree *tree, const uint32_t *group)
{
    const vvi_axis *axis = tree->axis;
    uint32_t main = axis->node_count ? group[0] : 0;
    float most = -1.0f;
    for (uint32_t n = 0; n < axis->node_count; n++) {
        float sum = vvi_tree_radius(tree, n);
        for (uint32_t i = 0; i < axis->branch_count; i++)
            if (group[axis->branches[i].from] == n)
                sum += axis->branches[i].length * axis->branches[i].radius;
        if (sum > most && group[n] == n) {
            most = sum;
            main = n;
        }
    }
    for (uint32_t n = 0; n < axis->node_count; n++)
        tree->in_main[n] = group[n] == main;
}

static uint32_t other_end(const vvi_axis_branch *branch, uint32_t node)
{
    return branch->from == node ? branch->to : branch->from;
}

/* The next branch of the tree at a node, other than `except`; VV_NONE: none. */
static uint32_t next_branch(const vvi_tree *tree, uint32_t node, uint32_t except)
{
    for (uint32_t i = 0; i < tree->axis->branch_count; i++)
        if (tree->in_tree[i] && i != except &&
            (tree->axis->branches[i].from == node || tree->axis->branches[i].to == node))
            return i;
    return VV_NONE;
}

/* How far a leaf protrudes from the disc around the first joint inwards; INFINITY if there is no joint. */
static float protrusion(const vvi_tree *tree, uint32_t leaf, uint32_t *joint)
{
    float length = 0.0f;
    uint32_t at = leaf, branch = VV_NONE;
    do {
        branch = next_branch(tree, at, branch);
        if (branch == VV_NONE)
            return INFINITY;
        length += tree->axis->branches[branch].length;
        at = other_end(&tree->axis->branches[branch], at);
    } while (tree->edge_count[at] == 2);
    *joint = at;
    return tree->edge_count[at] < 3 ? INFINITY : length + vvi_tree_radius(tree, leaf) - vvi_tree_radius(tree, at);
}

static void remove_twig(vvi_tree *tree, uint32_t leaf)
{
    uint32_t at = leaf;
    while (tree->edge_count[at] == 1) {
        uint32_t branch = next_branch(tree, at, VV_NONE);
        if (branch == VV_NONE)
            return;
        tree->in_tree[branch] = false;
        tree->edge_count[at]--;
        at = other_end(&tree->axis->branches[branch], at);
        tree->edge_count[at]--;
        if (tree->edge_count[at] != 1)
            return;
    }
}

/* The least protruding first, until all protrude enough. */
static void prune(vvi_tree *tree, float side)
{
    for (;;) {
        uint32_t worst = VV_NONE, joint = 0;
        float least = 1.0f;
        for (uint32_t n = 0; n < tree->axis->node_count; n++) {
            if (tree->edge_count[n] != 1)
                continue;
            float out = protrusion(tree, n, &joint);
            float share = vvi_min(out / (TWIG_RADII * vvi_tree_radius(tree, joint)), out / (TWIG_SIDE * side));
            if (out < INFINITY && share < least) {
                least = share;
                worst = n;
            }
        }
        if (worst == VV_NONE)
            return;
        remove_twig(tree, worst);
    }
}

bool vvi_tree_create(vvi_axis *axis, float side, vvi_arena *arena, vvi_tree *out)
{
    if (!open_loops(axis, arena))
        return false;
    uint32_t n = axis->node_count + 1, cells = (uint32_t)(axis->mask->width * axis->mask->height);
    uint32_t *group = vvi_arena_allocate(arena, n, sizeof *group);
    *out = (vvi_tree){.axis = axis};
    out->edge_count = vvi_arena_allocate(arena, n, sizeof *out->edge_count);
    out->in_tree = vvi_arena_allocate(arena, axis->branch_count + 1, sizeof *out->in_tree);
    out->in_main = vvi_arena_allocate(arena, n, sizeof *out->in_main);
    out->parent = vvi_arena_allocate(arena, n, sizeof *out->parent);
    out->via = vvi_arena_allocate(arena, n, sizeof *out->via);
    out->order = vvi_arena_allocate(arena, n, sizeof *out->order);
    out->points = vvi_arena_allocate(arena, (size_t)cells + 2 * n, sizeof *out->points);
    if (!group || !out->edge_count || !out->in_tree || !out->in_main || !out->parent || !out->via || !out->order ||
        !out->points)
        return false;
    span(out, group);
    find_main_piece(out, group);
    prune(out, side);
    return true;
}

void vvi_tree_root(vvi_tree *tree, uint32_t root)
{
    tree->order_count = 0;
    tree->order[tree->order_count++] = root;
    tree->parent[root] = VV_NONE;
    tree->via[root] = VV_NONE;
    for (uint32_t k = 0; k < tree->order_count; k++) {
        uint32_t node = tree->order[k];
        for (uint32_t i = 0; i < tree->axis->branch_count; i++) {
            const vvi_axis_branch *branch = &tree->axis->branches[i];
            if (!tree->in_tree[i] || i == tree->via[node] || (branch->from != node && branch->to != node))
                continue;
            uint32_t child = other_end(branch, node);
            tree->parent[child] = node;
            tree->via[child] = i;
            tree->order[tree->order_count++] = child;
        }
    }
}

bool vvi_tree_is_below(const vvi_tree *tree, uint32_t node, uint32_t above)
{
    for (; node != VV_NONE; node = tree->parent[node])
        if (node == above)
            return true;
    return false;
}

/* Beyond a leaf on the way from a point before it: where its limb ends. */
static vv_vec2 outline_beyond(const vvi_tree *tree, uint32_t leaf, vv_vec2 tip, vv_vec2 before)
{
    vv_vec2 end = vvi_mask_extent(tree->axis->mask, tip, vv_vec2_sub(tip, before));
    float most = 1.3f * vvi_tree_radius(tree, leaf), far = vv_vec2_distance(tip, end);
    return vv_vec2_lerp(tip, end, far > 0.0f ? 0.9f * vvi_min(1.0f, most / far) : 0.0f);
}

vvi_midline vvi_tree_curve(vvi_tree *tree, uint32_t above, uint32_t node)
{
    const vvi_axis *axis = tree->axis;
    uint32_t count = 0;
    vv_vec2 *points = tree->points;
    points[count++] = vvi_tree_point(tree, node);
    for (uint32_t at = node; at != above && tree->parent[at] != VV_NONE; at = tree->parent[at]) {
        const vvi_axis_branch *branch = &axis->branches[tree->via[at]];
        for (uint32_t i = 0; i < branch->count; i++) {
            uint32_t k = branch->from == at ? i : branch->count - 1 - i;
            points[count++] = vvi_mask_point(axis->mask, axis->path[branch->first + k]);
        }
        points[count++] = vvi_tree_point(tree, tree->parent[at]);
    }
    for (uint32_t i = 0; i < count / 2; i++) {
        vv_vec2 swapped = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swapped;
    }
    if (vvi_tree_is_leaf(tree, above) && count > 1) {
        memmove(points + 1, points, count * sizeof *points);
        points[0] = outline_beyond(tree, above, points[1], points[count > 6 ? 6 : count]);
        count++;
    }
    if (vvi_tree_is_leaf(tree, node) && count > 1) {
        points[count] = outline_beyond(tree, node, points[count - 1], points[count > 6 ? count - 6 : 0]);
        count++;
    }
    return vvi_midline_sample(axis, points, count);
}
