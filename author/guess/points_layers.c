/* Points for a drawing of many layers. Each overlap of the tree of layers is a joint that moves both layers. A leaf of
 * the tree gets a handle at its far end, a layer with several joints gets one in its middle. Layers that lie within
 * another, such as eyes, are assigned to the nearest handle of that layer. */
#include "layers.h"

#include <string.h>

/* ---- Handles --------------------------------------------------------------------------------------------------- */

static void assign_layer(vvi_guess_item *item, uint32_t layer) { item->layers[layer / 32] |= 1u << layer % 32; }

static void name_after_layer(const vvi_layout *l, vvi_guess_item *item, uint32_t layer, const char *ending)
{
    vvi_format(item->name, sizeof item->name - 6, "%s", l->g->artwork->layers[layer].name);
    size_t length = strlen(item->name);
    vvi_format(item->name + length, sizeof item->name - length, "%s", ending);
}

/* The number of joints from a layer to the root; a joint is named after its layer that is further from the root. */
static uint32_t steps_to_root(const vvi_layout *l, uint32_t layer, uint32_t before)
{
    if (layer == l->root)
        return 0;
    uint32_t best = VV_NONE - 1;
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const vvi_overlap *o = &l->overlaps[i];
        uint32_t other = o->a == layer ? o->b : o->b == layer ? o->a : VV_NONE;
        if (!o->in_tree || other == VV_NONE || other == before)
            continue;
        uint32_t steps = steps_to_root(l, other, layer);
        best = steps < best ? steps + 1 : best;
    }
    return best;
}

static void add_joints(vvi_layout *l)
{
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const vvi_overlap *o = &l->overlaps[i];
        vvi_guess_item *item = o->in_tree ? vvi_guess_add(l->g, o->at, 0) : NULL;
        if (!item)
            continue;
        assign_layer(item, o->a);
        assign_layer(item, o->b);
        name_after_layer(l, item, steps_to_root(l, o->a, o->b) > steps_to_root(l, o->b, o->a) ? o->a : o->b, "");
    }
}

static vv_vec2 find_joint(const vvi_layout *l, uint32_t layer)
{
    for (uint32_t i = 0; i < l->overlap_count; i++)
        if (l->overlaps[i].in_tree && (l->overlaps[i].a == layer || l->overlaps[i].b == layer))
            return l->overlaps[i].at;
    return vvi_mask_middle(&l->g->masks[layer]);
}

/* The cell of a layer furthest from a point, with a preference for the interior of the layer. */
static vv_vec2 find_far_end(const vvi_axis *s, vv_vec2 from)
{
    int32_t best = s->deepest;
    float furthest = -1.0f;
    for (int32_t i = 0; i < s->mask->width * s->mask->height; i++) {
        float d = vv_vec2_distance(vvi_mask_point(s->mask, i), from);
        /* A larger distance to the outline is preferred: the middle of an end and not its corner. */
        float value = d + 1.5f * vvi_min(s->radius[i], 0.35f * s->radius[s->deepest]);
        if (s->mask->cells[i] && value > furthest) {
            furthest = value;
            best = i;
        }
    }
    return vvi_mask_point(s->mask, best);
}

/* Adds up to three handles between the joint and the end of a long layer, such as a tail. */
static void add_between(vvi_layout *l, uint32_t layer)
{
    const vvi_axis *s = &l->g->axes[layer];
    for (uint32_t b = 0; b < s->branch_count; b++) {
        float count = floorf(s->branches[b].length / (6.0f * vvi_max(s->branches[b].radius, 1.0f)));
        uint32_t between = count > 3.0f ? 3 : (uint32_t)count;
        for (uint32_t i = 0; i < between; i++) {
            vv_vec2 p = vvi_guess_between(s, &s->branches[b], i, between);
            vvi_guess_item *item = vvi_guess_add(l->g, p, 2);
            if (!item)
                return;
            assign_layer(item, layer);
            name_after_layer(l, item, layer, "-mid");
        }
    }
}

/* Adds handles at the limbs of a large leaf layer, such as the ears of a head. */
static void add_own_ends(vvi_layout *l, uint32_t layer, vv_vec2 joint, vv_vec2 end)
{
    const vvi_axis *s = &l->g->axes[layer];
    uint32_t total = 0;
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        total += l->g->masks[i].area;
    if (s->mask->area * 8 < total)
        return;
    for (uint32_t n = 0; n < s->node_count; n++) {
        vv_vec2 p = vvi_mask_point(s->mask, s->nodes[n].cell);
        if (s->nodes[n].degree != 1 || vv_vec2_distance(p, joint) < s->radius[s->deepest] ||
            vv_vec2_distance(p, end) < 0.6f * s->radius[s->deepest])
            continue;
        vvi_guess_item *item = vvi_guess_add(l->g, p, 1);
        if (!item)
            return;
        assign_layer(item, layer);
        name_after_layer(l, item, layer, "-tip");
    }
}

static void add_end(vvi_layout *l, uint32_t layer)
{
    vv_vec2 joint = find_joint(l, layer), end = find_far_end(&l->g->axes[layer], joint);
    vvi_guess_item *item = vvi_guess_add(l->g, end, 1);
    if (!item)
        return;
    assign_layer(item, layer);
    name_after_layer(l, item, layer, "-tip");
    add_own_ends(l, layer, joint, end);
    add_between(l, layer);
}

static void add_middle(vvi_layout *l, uint32_t layer)
{
    const vvi_axis *s = &l->g->axes[layer];
    vv_vec2 p = vvi_mask_point(s->mask, s->deepest);
    vvi_guess_item *item = vvi_guess_add(l->g, p, 0);
    if (!item)
        return;
    assign_layer(item, layer);
    name_after_layer(l, item, layer, "");
}

bool vvi_guess_layers(vvi_guess *g)
{
    vvi_layout l;
    if (!vvi_layout_create(g, &l))
        return false;
    for (uint32_t i = 0; i < g->layer_count; i++)
        if (l.host[i] == VV_NONE && l.degree[i] == 0)
            vvi_guess_layer(g, i, false);
    add_joints(&l);
    for (uint32_t i = 0; i < g->layer_count; i++) {
        if (l.host[i] != VV_NONE)
            continue;
        if (l.degree[i] == 1)
            add_end(&l, i);
        else if (l.degree[i] >= 3)
            add_middle(&l, i);
    }
    g->hosts = l.host;
    return true;
}

static void assign_to_host(vvi_guess *g, uint32_t layer)
{
    uint32_t host = layer;
    for (uint32_t i = 0; i < g->layer_count && g->hosts[host] != VV_NONE; i++)
        host = g->hosts[host];
    vvi_guess_item *nearest = NULL;
    float best = INFINITY;
    for (uint32_t i = 0; i < g->count; i++) {
        vvi_guess_item *item = &g->items[i];
        float d = vv_vec2_distance(item->at, vvi_mask_middle(&g->masks[layer]));
        if ((item->layers[host / 32] >> host % 32 & 1u) && d < best) {
            best = d;
            nearest = item;
        }
    }
    if (nearest)
        assign_layer(nearest, layer);
}

void vvi_guess_assign_hosted(vvi_guess *g)
{
    for (uint32_t i = 0; i < g->layer_count; i++)
        if (g->hosts[i] != VV_NONE)
            assign_to_host(g, i);
}
