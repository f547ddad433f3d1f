/* The skeleton of a drawing of many layers. The tree of their overlaps says which layer carries which; a layer of the
 * trunk becomes hips, spine, chest and neck, every other one the bones of a limb, from its joint to the joint of the
 * layer that goes on, or to its end. Layers whose names a program made are guessed as one shape. */
#include "bones.h"
#include "layers.h"

#include <math.h>
#include <string.h>

#define INSIDE     0.45f /* of a limb that overlaps its parent by more, the joint is the limb's own end */
#define LYING      1.15f /* a trunk this many times as wide as high lies */
#define LEAST_NECK 4.0f  /* cells */

typedef struct layered {
    vvi_bones *b;
    vvi_layout layout;
    uint32_t *parent; /* [layer_count] layer; VV_NONE */
    vv_vec2 *joint;   /* [layer_count] where it hangs on its parent */
    uint32_t *order;  /* [layer_count] parents before children */
    uint32_t count;   /* of order */
    bool *is_placed;
    uint32_t hips, chest, neck; /* bones */
    bool lies;
} layered;

static const vvi_mask *mask_of(const layered *d, uint32_t layer) { return &d->b->g->masks[layer]; }
static const vvi_words *words_of(const layered *d, uint32_t layer) { return &d->layout.words[layer]; }
static const char *name_of(const layered *d, uint32_t layer) { return d->b->g->artwork->layers[layer].name; }

/* ---- The tree of layers ------------------------------------------------------------------------------------------ */

/* The longest path through the axis of a layer, from the end that is nearer to a point; false if it is round. */
static bool layer_curve(layered *d, uint32_t layer, vv_vec2 start, vvi_midline *out)
{
    vvi_tree tree;
    const vvi_mask *mask = mask_of(d, layer);
    float best = 0.0f, side = (float)(mask->width > mask->height ? mask->width : mask->height);
    uint32_t from = VV_NONE, to = VV_NONE;
    if (!vvi_tree_create(&d->b->g->axes[layer], side, d->b->g->arena, &tree))
        return false;
    for (uint32_t a = 0; a < tree.axis->node_count; a++)
        for (uint32_t c = 0; c < a; c++) {
            float far = vv_vec2_distance(vvi_tree_point(&tree, a), vvi_tree_point(&tree, c));
            if (vvi_tree_is_leaf(&tree, a) && vvi_tree_is_leaf(&tree, c) && far > best) {
                best = far;
                from = a;
                to = c;
            }
        }
    if (from == VV_NONE)
        return false;
    if (vv_vec2_distance(vvi_tree_point(&tree, to), start) < vv_vec2_distance(vvi_tree_point(&tree, from), start)) {
        uint32_t swapped = from;
        from = to;
        to = swapped;
    }
    vvi_tree_root(&tree, from);
    *out = vvi_tree_curve(&tree, from, to);
    return true;
}

static float overlap_share(const layered *d, const vvi_overlap *o, uint32_t layer)
{
    return (float)o->area / (float)(mask_of(d, layer)->area + 1);
}

/* A limb drawn over the body hangs on its own end: arms and legs on the upper one, others on the one in the body. */
static vv_vec2 place_joint(layered *d, uint32_t layer, const vvi_overlap *o)
{
    vvi_midline curve;
    vvi_part kind = words_of(d, layer)->kind;
    bool limb = kind == VVI_PART_ARM || kind == VVI_PART_LEG;
    if (overlap_share(d, o, layer) < INSIDE || !layer_curve(d, layer, o->at, &curve))
        return o->at;
    vv_vec2 first = curve.at[0], last = curve.at[VVI_LIMB_POINTS - 1];
    bool turned = limb && last.y > first.y;
    float share = vvi_min(0.3f, 1.6f * vvi_midline_radius(&curve, turned ? 0.8f : 0.2f) / vvi_max(curve.length, 1.0f));
    return vvi_midline_at(&curve, turned ? 1.0f - share : share);
}

/* Breadth first from a root over the joints of the layout. */
static void order_from(layered *d, uint32_t root)
{
    uint32_t first = d->count;
    d->parent[root] = VV_NONE;
    d->order[d->count++] = root;
    d->is_placed[root] = true;
    for (uint32_t k = first; k < d->count; k++)
        for (uint32_t i = 0; i < d->layout.overlap_count; i++) {
            const vvi_overlap *o = &d->layout.overlaps[i];
            uint32_t layer = d->order[k], other = o->a == layer ? o->b : o->b == layer ? o->a : VV_NONE;
            if (!o->in_tree || other == VV_NONE || d->is_placed[other])
                continue;
            d->parent[other] = layer;
            d->joint[other] = place_joint(d, other, o);
            d->order[d->count++] = other;
            d->is_placed[other] = true;
        }
}

/* ---- The trunk --------------------------------------------------------------------------------------------------- */

/* The mean of the joints of the children of one kind; their number. `rear`: of legs, those in the back or in front. */
static uint32_t mean_joint(const layered *d, uint32_t layer, vvi_part kind, uint32_t side, vv_vec2 *mean)
{
    vv_vec2 sum = {0.0f, 0.0f};
    uint32_t count = 0;
    for (uint32_t k = 0; k < d->count; k++) {
        uint32_t child = d->order[k];
        if (d->parent[child] != layer || words_of(d, child)->kind != kind)
            continue;
        if (side && !(words_of(d, child)->sides & side))
            continue;
        sum = vv_vec2_add(sum, d->joint[child]);
        count++;
    }
    if (count)
        *mean = vv_vec2_scale(sum, 1.0f / (float)count);
    return count;
}

/* The middle of a shape above and below a point. */
static vv_vec2 middle_at(const vvi_mask *mask, float x)
{
    float low = 1e9f, high = -1e9f;
    for (int32_t j = 0; j < mask->height; j++) {
        float y = (float)(mask->y + j) + 0.5f;
        if (vvi_mask_covers(mask, (vv_vec2){x, y})) {
            low = vvi_min(low, y);
            high = vvi_max(high, y);
        }
    }
    return low > high ? vvi_mask_middle(mask) : (vv_vec2){x, 0.5f * (low + high)};
}

static bool find_lying(layered *d, uint32_t layer, vv_vec2 *back, vv_vec2 *front)
{
    const vvi_mask *mask = mask_of(d, layer);
    enum { FRONT = 1u << 4, BACK = 1u << 5 };
    if ((float)mask->width < LYING * (float)mask->height)
        return false;
    return mean_joint(d, layer, VVI_PART_LEG, BACK, back) > 0 && mean_joint(d, layer, VVI_PART_LEG, FRONT, front) > 0;
}

static void add_straight_trunk(layered *d, uint32_t layer, vv_vec2 from, vv_vec2 to)
{
    vv_vec2 points[2] = {from, to};
    vvi_midline curve = vvi_midline_sample(&d->b->g->axes[layer], points, 2);
    vvi_trunk_add(d->b, &curve, layer, &d->hips, &d->chest);
    d->neck = d->chest;
}

static void add_neck(layered *d, uint32_t layer, vv_vec2 from, vv_vec2 to)
{
    if (d->chest == VV_NONE || vv_vec2_distance(from, to) < LEAST_NECK)
        return;
    uint32_t neck = vvi_bone_add(d->b, "neck", from, to, d->chest, layer);
    d->neck = neck != VV_NONE ? neck : d->neck;
}

/* On four legs: from above the back legs to above the front ones. */
static void add_lying_trunk(layered *d, uint32_t layer, vv_vec2 back, vv_vec2 front)
{
    const vvi_mask *mask = mask_of(d, layer);
    vv_vec2 hips = middle_at(mask, back.x), chest = middle_at(mask, front.x), head;
    bool has_head = mean_joint(d, layer, VVI_PART_HEAD, 0, &head) > 0;
    d->lies = true;
    add_straight_trunk(d, layer, hips, chest);
    if (has_head && vvi_mask_covers(mask, vv_vec2_lerp(chest, head, 0.5f))) {
        add_neck(d, layer, chest, head);
        return;
    }
    if (has_head)
        return;
    float way = chest.x > hips.x ? 1.0f : -1.0f; /* the head is a part of the body */
    vv_vec2 end = vvi_mask_extent(mask, chest, (vv_vec2){way, 0.0f});
    if (fabsf(end.x - chest.x) > 0.1f * VVI_GUESS_LATTICE) {
        vv_vec2 nape = middle_at(mask, chest.x + 0.35f * (end.x - chest.x));
        vv_vec2 snout = middle_at(mask, chest.x + 0.93f * (end.x - chest.x));
        add_neck(d, layer, chest, nape);
        vvi_bone_add(d->b, "head", nape, snout, d->neck, layer);
    }
    vv_vec2 rump = vvi_mask_extent(mask, hips, (vv_vec2){-way, 0.0f}), unused;
    if (mean_joint(d, layer, VVI_PART_TAIL, 0, &unused) || fabsf(rump.x - hips.x) < 0.18f * VVI_GUESS_LATTICE)
        return;
    vvi_limb tail = {.role = VVI_ROLE_CHAIN, .parent = d->hips, .layer = layer, .mask = mask, .stem = "tail"};
    vvi_midline path;
    if (!layer_curve(d, layer, rump, &path))
        return;
    tail.curve = vvi_midline_part(&path, vvi_midline_nearest(&path, hips) - 0.06f, 0.0f);
    tail.curve.length = fabsf(tail.curve.length);
    vvi_limb_add(d->b, &tail);
}

static void add_trunk(layered *d, uint32_t layer)
{
    const vvi_mask *mask = mask_of(d, layer);
    vv_vec2 legs, arms, head, back, front, middle = vvi_mask_middle(mask);
    if (find_lying(d, layer, &back, &front)) {
        add_lying_trunk(d, layer, back, front);
        return;
    }
    float low = (float)mask->y + 1.5f, height = (float)mask->height - 3.0f;
    bool has_legs = mean_joint(d, layer, VVI_PART_LEG, 0, &legs) > 0;
    bool has_arms = mean_joint(d, layer, VVI_PART_ARM, 0, &arms) > 0;
    bool has_head =
        mean_joint(d, layer, VVI_PART_HEAD, 0, &head) > 0 || mean_joint(d, layer, VVI_PART_NECK, 0, &head) > 0;
    vv_vec2 bottom = has_legs ? legs : (vv_vec2){middle.x, low + 0.08f * height};
    vv_vec2 top = has_head ? head : (vv_vec2){middle.x, low + 0.94f * height};
    vv_vec2 chest = top;
    float reach = top.y - bottom.y;
    if (has_arms && reach > 0.0f && arms.y < top.y)
        chest = vv_vec2_lerp(bottom, top, vvi_clamp((arms.y - bottom.y) / reach, 0.7f, 1.0f));
    add_straight_trunk(d, layer, bottom, chest);
    add_neck(d, layer, chest, top);
}

/* ---- Limbs ------------------------------------------------------------------------------------------------------- */

/* The child that goes on where a limb's layer ends: a lower arm, a hand. */
static uint32_t continuation(const layered *d, uint32_t layer)
{
    uint32_t found = VV_NONE;
    vvi_part kind = words_of(d, layer)->kind;
    for (uint32_t k = 0; k < d->count; k++) {
        uint32_t child = d->order[k];
        vvi_part part = words_of(d, child)->kind;
        if (d->parent[child] != layer || d->layout.host[child] != VV_NONE)
            continue;
        if (part == kind || (kind == VVI_PART_ARM && part == VVI_PART_HAND) ||
            (kind == VVI_PART_LEG && part == VVI_PART_FOOT))
            found = child;
    }
    return found;
}

/* From its joint, through its axis, to the joint of the layer that goes on, or to its end. */
static vvi_midline limb_curve(layered *d, uint32_t layer, uint32_t next)
{
    vvi_midline path;
    vv_vec2 points[VVI_LIMB_POINTS + 2], start = d->joint[layer];
    uint32_t count = 0;
    const vvi_axis *axis = &d->b->g->axes[layer];
    vv_vec2 middle = vvi_mask_point(mask_of(d, layer), axis->deepest), way = vv_vec2_sub(middle, start);
    points[count++] = start;
    bool head = words_of(d, layer)->kind == VVI_PART_HEAD, hand = words_of(d, layer)->kind == VVI_PART_HAND;
    /* The longest path of a head may lead to an ear, that of a hand to its thumb. */
    if (head || hand || !layer_curve(d, layer, start, &path)) {
        if (vv_vec2_length(way) < 1.0f)
            way = (vv_vec2){0.0f, 1.0f};
        vv_vec2 end = vvi_mask_extent(mask_of(d, layer), middle, way);
        points[count++] = next != VV_NONE ? d->joint[next] : vv_vec2_lerp(middle, end, head ? 0.72f : 0.88f);
        return vvi_midline_sample(axis, points, count);
    }
    float from = vvi_midline_nearest(&path, start), to = 1.0f, step = 1.0f / (float)(VVI_LIMB_POINTS - 1);
    if (next != VV_NONE) {
        to = vvi_midline_nearest(&path, d->joint[next]);
        to -= 1.2f * vvi_midline_radius(&path, to) / vvi_max(path.length, 1.0f);
    }
    from += 1.2f * vvi_midline_radius(&path, from) / vvi_max(path.length, 1.0f);
    for (float share = from; share <= to; share += step)
        points[count++] = vvi_midline_at(&path, share);
    if (next != VV_NONE)
        points[count++] = d->joint[next];
    if (count == 1)
        points[count++] = path.at[VVI_LIMB_POINTS - 1];
    return vvi_midline_sample(axis, points, count);
}

/* The bone of a layer that a joint is nearest to the end of. */
static uint32_t nearest_bone(const layered *d, uint32_t layer, vv_vec2 joint)
{
    uint32_t best = VV_NONE;
    float least = INFINITY;
    for (uint32_t i = 0; i < d->b->count; i++) {
        const vvi_bone_item *item = &d->b->items[i];
        float middle = vv_vec2_distance(vv_vec2_lerp(item->from, item->to, 0.5f), joint);
        float distance = vvi_min(vv_vec2_distance(item->to, joint), middle + 1.0f);
        if ((item->layers[layer / 32] >> layer % 32 & 1u) && distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

static uint32_t parent_bone(const layered *d, uint32_t layer)
{
    uint32_t parent = d->parent[layer];
    const vvi_words *words = words_of(d, layer);
    if (parent == VV_NONE)
        return VV_NONE;
    if (words_of(d, parent)->kind != VVI_PART_TRUNK || parent != d->layout.root)
        return nearest_bone(d, parent, d->joint[layer]);
    switch (words->kind) {
    case VVI_PART_LEG:
        return d->lies && (words->sides & 1u << 4) ? d->chest : d->hips;
    case VVI_PART_TAIL:
        return d->hips;
    case VVI_PART_ARM:
    case VVI_PART_WING:
        return d->chest;
    case VVI_PART_HEAD:
    case VVI_PART_NECK:
        return d->neck;
    default:
        return nearest_bone(d, parent, d->joint[layer]);
    }
}

/* What leaves a head's outline upwards: its ears. */
static void add_ears(layered *d, uint32_t layer, uint32_t head)
{
    vvi_tree tree;
    const vvi_mask *mask = mask_of(d, layer);
    vv_vec2 middle = vvi_mask_point(mask, d->b->g->axes[layer].deepest);
    float radius = d->b->g->axes[layer].radius[d->b->g->axes[layer].deepest];
    if (head == VV_NONE || !vvi_tree_create(&d->b->g->axes[layer], 2.0f * radius, d->b->g->arena, &tree))
        return;
    for (uint32_t n = 0; n < tree.axis->node_count; n++) {
        vv_vec2 way = vv_vec2_sub(vvi_tree_point(&tree, n), middle);
        float far = vv_vec2_length(way);
        if (!vvi_tree_is_leaf(&tree, n) || way.y < 0.35f * far || fabsf(way.x) < 0.2f * far || far < 0.75f * radius ||
            vvi_tree_radius(&tree, n) > 0.5f * radius)
            continue;
        vv_vec2 tip = vvi_mask_extent(mask, vvi_tree_point(&tree, n), way);
        vvi_bone_add(d->b, way.x < 0.0f ? "ear-left" : "ear-right", vv_vec2_lerp(middle, tip, 0.55f),
                     vv_vec2_lerp(middle, tip, 0.94f), head, layer);
    }
}

static vvi_role role_of(const vvi_words *words)
{
    switch (words->kind) {
    case VVI_PART_ARM:
        return VVI_ROLE_ARM;
    case VVI_PART_LEG:
        return VVI_ROLE_LEG;
    case VVI_PART_TAIL:
        return VVI_ROLE_CHAIN;
    case VVI_PART_HEAD:
    case VVI_PART_JAW:
    case VVI_PART_HAND:
    case VVI_PART_FOOT:
    case VVI_PART_NECK:
        return VVI_ROLE_BONE;
    default:
        return VVI_ROLE_FLAP;
    }
}

static void add_limb(layered *d, uint32_t layer)
{
    const vvi_words *words = words_of(d, layer);
    uint32_t next = continuation(d, layer);
    vvi_limb limb = {.curve = limb_curve(d, layer, next),
                     .role = role_of(words),
                     .parent = parent_bone(d, layer),
                     .layer = layer,
                     .mask = mask_of(d, layer),
                     .has_end = next != VV_NONE,
                     .is_front = d->lies && (words->sides & 1u << 4)};
    vvi_format(limb.stem, sizeof limb.stem - 12, "%s", name_of(d, layer));
    uint32_t first = vvi_limb_add(d->b, &limb);
    if (first != VV_NONE && words->kind == VVI_PART_FOOT)
        d->b->items[first].is_foot = true;
    if (words->kind == VVI_PART_HEAD)
        add_ears(d, layer, first);
}

/* ---- What has no joint ------------------------------------------------------------------------------------------- */

/* A layer that no other carries, beside the trunk: where it is thickest, to its furthest end. */
static void add_loose(layered *d, uint32_t layer)
{
    vvi_midline path;
    const vvi_mask *mask = mask_of(d, layer);
    if (words_of(d, layer)->kind == VVI_PART_TRUNK && d->hips == VV_NONE) {
        add_trunk(d, layer);
        return;
    }
    vv_vec2 middle = vvi_mask_point(mask, d->b->g->axes[layer].deepest);
    d->joint[layer] = middle;
    if (layer_curve(d, layer, middle, &path))
        d->joint[layer] = path.at[0];
    else
        d->joint[layer] = vv_vec2_lerp(vvi_mask_extent(mask, middle, (vv_vec2){0.0f, -1.0f}), middle, 0.15f);
    add_limb(d, layer);
}

/* Layers within others move with the nearest bone of these. */
static void assign_hosted(layered *d, uint32_t layer)
{
    uint32_t host = layer;
    for (uint32_t i = 0; i < d->b->g->layer_count && d->layout.host[host] != VV_NONE; i++)
        host = d->layout.host[host];
    uint32_t best = VV_NONE;
    float least = INFINITY;
    for (uint32_t i = 0; i < d->b->count; i++) {
        const vvi_bone_item *item = &d->b->items[i];
        float far = vv_vec2_distance(vv_vec2_lerp(item->from, item->to, 0.5f), vvi_mask_middle(mask_of(d, layer)));
        if (host != layer && (item->layers[host / 32] >> host % 32 & 1u) && far < least) {
            least = far;
            best = i;
        }
    }
    if (best != VV_NONE)
        d->b->items[best].layers[layer / 32] |= 1u << layer % 32;
}

static void add_named(layered *d)
{
    const vvi_guess *g = d->b->g;
    order_from(d, d->layout.root);
    for (uint32_t l = 0; l < g->layer_count; l++)
        if (!d->is_placed[l] && d->layout.host[l] == VV_NONE)
            order_from(d, l);
    for (uint32_t k = 0; k < d->count && d->b->count < VV_RIG_MAX_HANDLES - 8; k++) {
        uint32_t layer = d->order[k];
        if (d->parent[layer] == VV_NONE)
            add_loose(d, layer);
        else
            add_limb(d, layer);
    }
    for (uint32_t l = 0; l < g->layer_count; l++)
        if (d->layout.host[l] != VV_NONE)
            assign_hosted(d, l);
}

/* ---- As one shape ------------------------------------------------------------------------------------------------ */

/* Whether names say too little: most layers were named by a program. */
static bool is_unnamed(const layered *d)
{
    uint32_t automatic = 0, limbs = 0, small = 0, count = d->b->g->layer_count;
    for (uint32_t l = 0; l < count; l++) {
        vvi_part kind = words_of(d, l)->kind;
        automatic += vvi_name_is_automatic(name_of(d, l));
        bool detail = kind == VVI_PART_FACE || kind == VVI_PART_HAIR;
        small += detail;
        limbs += kind != VVI_PART_OTHER && !detail;
    }
    return limbs < 2 && 2 * automatic + small >= count;
}

static bool guess_as_one(vvi_bones *b)
{
    vvi_guess *g = b->g;
    int32_t side = (int32_t)VVI_GUESS_LATTICE + 4;
    vvi_mask *whole = vvi_arena_allocate(g->arena, 1, sizeof *whole);
    vvi_axis *axis = vvi_arena_allocate(g->arena, 1, sizeof *axis);
    uint8_t *cells = vvi_arena_allocate(g->arena, (size_t)side * (size_t)side, 1);
    if (!whole || !axis || !cells)
        return false;
    *whole = (vvi_mask){-2, -2, side, side, cells, 0};
    for (uint32_t l = 0; l < g->layer_count; l++)
        for (int32_t i = 0; i < g->masks[l].width * g->masks[l].height; i++) {
            int32_t x = g->masks[l].x + i % g->masks[l].width + 2, y = g->masks[l].y + i / g->masks[l].width + 2;
            if (g->masks[l].cells[i] && x > 0 && y > 0 && x < side - 1 && y < side - 1)
                cells[y * side + x] = 1;
        }
    for (int32_t i = 0; i < side * side; i++)
        whole->area += cells[i];
    if (!vvi_axis_create(whole, g->arena, axis))
        return false;
    return vvi_bones_of_shape(b, whole, axis, VV_NONE);
}

bool vvi_bones_of_layers(vvi_bones *b)
{
    vvi_guess *g = b->g;
    layered d = {.b = b, .hips = VV_NONE, .chest = VV_NONE, .neck = VV_NONE};
    if (!vvi_layout_create(g, &d.layout))
        return false;
    if (is_unnamed(&d))
        return guess_as_one(b);
    d.parent = vvi_arena_allocate(g->arena, g->layer_count, sizeof *d.parent);
    d.joint = vvi_arena_allocate(g->arena, g->layer_count, sizeof *d.joint);
    d.order = vvi_arena_allocate(g->arena, g->layer_count, sizeof *d.order);
    d.is_placed = vvi_arena_allocate(g->arena, g->layer_count, sizeof *d.is_placed);
    if (!d.parent || !d.joint || !d.order || !d.is_placed)
        return false;
    add_named(&d);
    return true;
}
