/* The limbs of a shape without layers: what leaves its spine, told apart by where it leaves and how it looks, or what
 * leaves a hub. */
#include "body.h"

#include <math.h>
#include <string.h>

#define TAPERED    0.45f /* a tail's end is at most this share of its beginning */
#define FORK       0.17f /* of the drawing's size: the branch of a limb that becomes a limb of its own */
#define FAT        0.24f /* of its length: a wing is wider than this */
#define HANGING    0.62f /* share of the trunk: arms that hang and touch it further down begin at its shoulders */
#define MOST_LIMBS VVI_MOST_LEAVES

typedef struct limb_list {
    uint32_t count;
    vvi_limb limbs[MOST_LIMBS];
    float at[MOST_LIMBS]; /* share of the spine where each leaves it */
} limb_list;

/* ---- Where limbs begin ------------------------------------------------------------------------------------------- */

/* The first ancestor of a node that is on the spine. */
static uint32_t spine_node(const vvi_shape *s, uint32_t node, uint32_t *child)
{
    *child = node;
    while (!vvi_tree_is_below(&s->tree, s->end, node)) {
        *child = node;
        node = s->tree.parent[node];
    }
    return node;
}

/* Leaves out what is inside the body: a limb begins where the shape around it becomes as thin as the limb. */
static vvi_midline leave_body(const vvi_midline *curve, float body_radius)
{
    float width = 1.3f * vvi_midline_width(curve), most = 0.8f * body_radius / vvi_max(curve->length, 1.0f);
    float share = 0.0f;
    while (share < vvi_min(most, 0.5f) && vvi_midline_radius(curve, share) > width)
        share += 1.0f / 64.0f;
    return vvi_midline_part(curve, share, 1.0f);
}

static bool is_straight_inside(const vvi_mask *mask, vv_vec2 from, vv_vec2 to)
{
    for (uint32_t i = 0; i <= 16; i++)
        if (!vvi_mask_covers(mask, vv_vec2_lerp(from, to, (float)i / 16.0f)))
            return false;
    return true;
}

/* An arm that hangs beside the body touches it as far down as its elbow: it begins at the shoulder all the same. */
static vvi_midline from_shoulder(const vvi_shape *s, const vvi_midline *curve)
{
    vv_vec2 points[VVI_LIMB_POINTS + 1], tip = curve->at[VVI_LIMB_POINTS - 1];
    vv_vec2 top = vvi_midline_at(&s->spine, 0.92f * s->chest_at);
    float radius = vvi_midline_radius(&s->spine, 0.85f * s->chest_at), side = tip.x < top.x ? -1.0f : 1.0f;
    vv_vec2 shoulder = {top.x + side * 0.5f * radius, top.y};
    uint32_t count = 0, first = 0;
    while (first < VVI_LIMB_POINTS / 2 && vv_vec2_distance(curve->at[first], curve->at[0]) < 0.7f * curve->radius[0])
        first++;
    if (!is_straight_inside(s->mask, shoulder, curve->at[first]))
        return *curve;
    points[count++] = shoulder;
    for (uint32_t k = first; k < VVI_LIMB_POINTS; k++)
        points[count++] = curve->at[k];
    return vvi_midline_sample(s->tree.axis, points, count);
}

/* ---- What they are ----------------------------------------------------------------------------------------------- */

static void name_limb(vvi_limb *limb, vvi_role role, const char *stem)
{
    limb->role = role;
    vvi_format(limb->stem, sizeof limb->stem, "%s", stem);
}

static bool is_tapered(const vvi_midline *curve)
{
    return vvi_midline_radius(curve, 0.85f) < TAPERED * vvi_midline_radius(curve, 0.3f);
}

static vv_vec2 direction_of(const vvi_limb *limb)
{
    return vv_vec2_sub(limb->curve.at[VVI_LIMB_POINTS - 1], limb->curve.at[0]);
}

/* Whether it is like the leg that stands: the second one of a figure that runs. */
static bool is_second_leg(const vvi_shape *s, const vvi_limb *limb)
{
    if (s->legs != 1 || s->lies || is_tapered(&limb->curve))
        return false;
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        if (!s->leaves[i].stands)
            continue;
        float length = limb->curve.length / vvi_max(s->leaves[i].curve.length, 1.0f);
        float width = vvi_midline_width(&limb->curve) / vvi_max(vvi_midline_width(&s->leaves[i].curve), 1.0f);
        return length > 0.6f && length < 1.7f && width > 0.6f && width < 1.7f &&
               direction_of(limb).y < 0.4f * limb->curve.length;
    }
    return false;
}

/* At the rear: a tail, unless a second leg that does not stand. */
static void classify_rear(const vvi_shape *s, vvi_limb *limb)
{
    bool second = is_second_leg(s, limb);
    limb->parent = s->root;
    name_limb(limb, second ? VVI_ROLE_LEG : VVI_ROLE_CHAIN, second ? "leg" : "tail");
}

static void classify_front(const vvi_shape *s, vvi_limb *limb)
{
    bool fat = vvi_midline_width(&limb->curve) > FAT * limb->curve.length;
    limb->parent = s->chest;
    if (s->legs == 0)
        name_limb(limb, VVI_ROLE_FLAP, "fin");
    else if (s->lies && direction_of(limb).y > 0.0f)
        name_limb(limb, VVI_ROLE_FLAP, "wing");
    else if (fat && !s->lies && limb->curve.length > 0.25f * VVI_GUESS_LATTICE)
        name_limb(limb, VVI_ROLE_FLAP, "wing");
    else
        name_limb(limb, VVI_ROLE_ARM, "arm");
}

/* Of a body that lies: away from its head. */
static bool points_back(const vvi_shape *s, const vvi_limb *limb)
{
    float along = vvi_midline_at(&s->spine, s->chest_at).x - s->spine.at[0].x;
    return s->lies && direction_of(limb).x * along < 0.0f &&
           (limb->curve.at[VVI_LIMB_POINTS - 1].x - s->spine.at[0].x) * along < 0.0f;
}

static void classify_limb(const vvi_shape *s, vvi_limb *limb, const vvi_leaf *leaf, float at)
{
    bool on_head =
        s->head != VV_NONE && !s->headless && (s->head_is_joint ? leaf->joint == s->end : at > s->chest_at + 0.1f);
    float share = at / vvi_max(s->chest_at, 0.05f);
    if (leaf->stands) {
        limb->is_front = s->lies && share > 0.5f;
        if (s->has_rump)
            limb->is_front = (leaf->tip.x > s->split) != (s->rump.x > s->split);
        limb->parent = limb->is_front ? s->chest : s->root;
        name_limb(limb, VVI_ROLE_LEG, "leg");
    } else if (on_head) {
        limb->parent = s->skull;
        name_limb(limb, VVI_ROLE_FLAP, direction_of(limb).y > 0.0f ? "ear" : "jaw");
    } else if (s->legs == 0 && share < 0.42f) {
        limb->parent = s->root;
        name_limb(limb, VVI_ROLE_FLAP, "tail-fin");
    } else if (s->legs > 0 && (share < 0.42f || points_back(s, limb))) {
        classify_rear(s, limb);
    } else {
        classify_front(s, limb);
    }
}

/* Whether bones along a limb would be inside the ink. */
static bool is_inside(const vvi_limb *limb)
{
    uint32_t inside = 0;
    for (uint32_t i = 0; i < 36; i++) {
        float first = (float)(i / 12) / 3.0f, share = ((float)(i % 12) + 0.5f) / 12.0f;
        vv_vec2 from = vvi_midline_at(&limb->curve, first), to = vvi_midline_at(&limb->curve, first + 1.0f / 3.0f);
        inside += vvi_mask_covers(limb->mask, vv_vec2_lerp(from, to, share));
    }
    return inside >= 22;
}

/* ---- Gathering --------------------------------------------------------------------------------------------------- */

/* Whether it is the longest of those that leave the spine together. */
static bool is_longest(const vvi_shape *s, const vvi_leaf *leaf, uint32_t child)
{
    uint32_t at = s->tree.parent[child];
    vvi_tree *tree = (vvi_tree *)&s->tree;
    float own = vvi_tree_curve(tree, at, leaf->node).length;
    for (uint32_t i = 0; i < s->leaf_count; i++)
        if (&s->leaves[i] != leaf && vvi_tree_is_below(tree, s->leaves[i].node, child) &&
            vvi_tree_curve(tree, at, s->leaves[i].node).length > own)
            return false;
    return true;
}

static void gather_limb(vvi_shape *s, limb_list *list, const vvi_leaf *leaf)
{
    uint32_t child, at = spine_node(s, leaf->node, &child);
    if (child == leaf->node && at == leaf->node)
        return; /* an end of the spine */
    bool longest = is_longest(s, leaf, child);
    vvi_midline own = vvi_tree_curve(&s->tree, leaf->joint, leaf->node);
    if (!longest && !leaf->stands && own.length < FORK * VVI_GUESS_LATTICE)
        return;
    vvi_limb *limb = &list->limbs[list->count];
    *limb = (vvi_limb){.layer = s->layer, .mask = s->mask};
    limb->curve = longest || leaf->stands ? vvi_tree_curve(&s->tree, at, leaf->node) : own;
    limb->curve = leave_body(&limb->curve, vvi_tree_radius(&s->tree, at));
    list->at[list->count] = vvi_midline_nearest(&s->spine, vvi_tree_point(&s->tree, at));
    classify_limb(s, limb, leaf, list->at[list->count]);
    bool hangs = direction_of(limb).y < 0.0f;
    if (limb->role == VVI_ROLE_ARM && hangs && list->at[list->count] < HANGING * s->chest_at && !s->lies)
        limb->curve = from_shoulder(s, &limb->curve);
    list->count += is_inside(limb);
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

static float tip_x(const vvi_limb *limb) { return limb->curve.at[VVI_LIMB_POINTS - 1].x; }

static bool same_kind(const vvi_limb *a, const vvi_limb *c)
{
    return strcmp(a->stem, c->stem) == 0 && a->is_front == c->is_front;
}

/* Two of a kind are left and right, as they are seen; more are numbered. The legs of a quadruped are in front or in
 * the back. */
static void name_side(const vvi_shape *s, limb_list *list, uint32_t i)
{
    vvi_limb *limb = &list->limbs[i];
    uint32_t count = 0, before = 0;
    const char *end = !s->lies || limb->role != VVI_ROLE_LEG ? "" : limb->is_front ? "front" : "back";
    for (uint32_t k = 0; k < list->count; k++) {
        if (!same_kind(&list->limbs[k], limb))
            continue;
        count++;
        before += tip_x(&list->limbs[k]) < tip_x(limb) || (tip_x(&list->limbs[k]) == tip_x(limb) && k < i);
    }
    const char *side = count != 2 ? "" : before == 0 ? "left" : "right";
    vvi_format(limb->side, sizeof limb->side, "%s%s%s", end, end[0] && side[0] ? "-" : "", side);
    if (count > 2)
        vvi_format(limb->side, sizeof limb->side, "%s%s%u", end, end[0] ? "-" : "", before + 1);
}

/* A figure that stands on two legs and has no arms where they are expected: two limbs on either side are its arms. */
static void find_arms(const vvi_shape *s, limb_list *list)
{
    uint32_t sides[2] = {VV_NONE, VV_NONE}, others = 0;
    float middle = vvi_midline_at(&s->spine, 0.5f * s->chest_at).x;
    for (uint32_t i = 0; i < list->count; i++) {
        vvi_limb *limb = &list->limbs[i];
        if (limb->role == VVI_ROLE_ARM)
            return;
        bool raised = strcmp(limb->stem, "ear") == 0 && limb->curve.length > 1.5f * s->chest_at * s->spine.length;
        if (!raised && strcmp(limb->stem, "tail") != 0 && strcmp(limb->stem, "jaw") != 0)
            continue;
        sides[tip_x(limb) < middle] = i;
        others++;
    }
    for (uint32_t k = 0; k < 2 && !s->lies && s->legs > 0; k++)
        if (sides[k] != VV_NONE && (others == 2 || (others == 1 && !is_tapered(&list->limbs[sides[k]].curve)))) {
            name_limb(&list->limbs[sides[k]], VVI_ROLE_ARM, "arm");
            list->limbs[sides[k]].parent = s->chest;
        }
}

/* If one of two has a hand or a foot, so has the other. */
static void match_ends(limb_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            vvi_limb *a = &list->limbs[i], *c = &list->limbs[k];
            if (!same_kind(a, c) || (a->role != VVI_ROLE_ARM && a->role != VVI_ROLE_LEG))
                continue;
            float end_a = vvi_limb_end(a), end_c = vvi_limb_end(c);
            if (end_a >= 1.0f)
                a->end = end_c < 1.0f ? end_c : 0.0f;
            if (end_c >= 1.0f)
                c->end = end_a < 1.0f ? end_a : 0.0f;
        }
}

/* Two of a kind have as many bones. */
static void match_links(limb_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            vvi_limb *a = &list->limbs[i], *c = &list->limbs[k];
            float longer = vvi_max(a->curve.length, c->curve.length);
            if (!same_kind(a, c) || a->role == VVI_ROLE_ARM || a->role == VVI_ROLE_LEG)
                continue;
            if (longer > 1.6f * vvi_min(a->curve.length, c->curve.length))
                continue;
            uint32_t links_a = vvi_limb_links(a), links_c = vvi_limb_links(c);
            a->links = c->links = links_a < links_c ? links_a : links_c;
        }
}

static void add_list(vvi_shape *s, limb_list *list)
{
    match_links(list);
    match_ends(list);
    for (uint32_t i = 0; i < list->count; i++)
        name_side(s, list, i);
    for (uint32_t i = 0; i < list->count; i++)
        vvi_limb_add(s->b, &list->limbs[i]);
}

void vvi_add_limbs(vvi_shape *s)
{
    limb_list *list = vvi_arena_allocate(s->b->g->arena, 1, sizeof *list);
    if (!list)
        return;
    for (uint32_t i = 0; i < s->leaf_count; i++)
        if (i != s->head || s->head_is_joint)
            gather_limb(s, list, &s->leaves[i]);
    find_arms(s, list);
    add_list(s, list);
}

/* ---- Hubs -------------------------------------------------------------------------------------------------------- */

/* The nearest joint inwards that is thick enough to be a part of the hub. */
static uint32_t hub_of(const vvi_shape *s, uint32_t joint)
{
    float least = 0.6f * vvi_tree_radius(&s->tree, s->hip);
    while (s->tree.parent[joint] != VV_NONE && vvi_tree_radius(&s->tree, joint) < least)
        joint = s->tree.parent[joint];
    return joint;
}

/* Numbered from above on both sides. */
static void name_around(limb_list *list, uint32_t i, float middle)
{
    vvi_limb *limb = &list->limbs[i];
    bool left = tip_x(limb) < middle;
    uint32_t number = 1;
    for (uint32_t k = 0; k < list->count; k++) {
        vv_vec2 a = list->limbs[k].curve.at[VVI_LIMB_POINTS - 1], c = limb->curve.at[VVI_LIMB_POINTS - 1];
        if (k != i && (a.x < middle) == left && (a.y > c.y || (a.y == c.y && k < i)))
            number++;
    }
    vvi_format(limb->stem, sizeof limb->stem, "limb-%u", number);
    vvi_format(limb->side, sizeof limb->side, "%s", left ? "left" : "right");
}

/* What leaves a hub, with its parts that are long enough. */
static void gather_around(vvi_shape *s, limb_list *list)
{
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        uint32_t from = hub_of(s, s->leaves[i].joint), child = s->leaves[i].node;
        while (s->tree.parent[child] != from)
            child = s->tree.parent[child];
        if (!is_longest(s, &s->leaves[i], child) && s->leaves[i].curve.length < 0.5f * FORK * VVI_GUESS_LATTICE)
            continue;
        vvi_limb *limb = &list->limbs[list->count++];
        *limb = (vvi_limb){.layer = s->layer, .mask = s->mask, .role = VVI_ROLE_TENTACLE};
        vvi_midline curve = vvi_tree_curve(&s->tree, from, s->leaves[i].node);
        limb->curve = leave_body(&curve, vvi_tree_radius(&s->tree, from));
    }
}

/* In the middle of where the limbs begin, if that is ink; else where the shape is thickest. */
static vv_vec2 find_hub(const vvi_shape *s, const limb_list *list)
{
    vv_vec2 sum = {0.0f, 0.0f};
    for (uint32_t i = 0; i < list->count; i++)
        sum = vv_vec2_add(sum, vv_vec2_scale(list->limbs[i].curve.at[0], 1.0f / (float)list->count));
    return vvi_mask_covers(s->mask, sum) ? sum : vvi_mask_point(s->mask, s->tree.axis->deepest);
}

void vvi_add_radial(vvi_shape *s)
{
    limb_list *list = vvi_arena_allocate(s->b->g->arena, 1, sizeof *list);
    if (!list)
        return;
    gather_around(s, list);
    vv_vec2 hub = find_hub(s, list), top = vvi_mask_extent(s->mask, hub, (vv_vec2){0.0f, 1.0f});
    vv_vec2 bottom = vvi_mask_extent(s->mask, hub, (vv_vec2){0.0f, -1.0f});
    s->root =
        vvi_bone_add(s->b, "body", vv_vec2_lerp(hub, bottom, 0.35f), vv_vec2_lerp(hub, top, 0.75f), VV_NONE, s->layer);
    for (uint32_t i = 0; i < list->count; i++) {
        list->limbs[i].parent = s->root;
        name_around(list, i, hub.x);
    }
    match_links(list);
    for (uint32_t i = 0; i < list->count; i++)
        vvi_limb_add(s->b, &list->limbs[i]);
}
