/* Suggests handles for a drawing of many layers. Layers that overlap are connected; a maximum spanning tree of the
 * overlaps is chosen, preferring those at the ends of limbs. Each overlap of the tree is a joint that moves both
 * layers. A leaf of the tree gets a handle at its far end, a layer with several joints gets one in its middle. Layers
 * that lie within another, such as eyes, are assigned to the nearest handle of that layer. */
#include "guess_work.h"

#include <string.h>

#define SHARE_WITHIN 0.8f /* share of a layer's area inside another for which it counts as lying within it */

typedef struct overlap {
    uint32_t a, b;
    uint32_t area;
    vv_vec2 at; /* its cell nearest to its centroid */
    float score_overlap;
    bool in_tree;
} overlap;

typedef struct layout {
    vvi_guess *g;
    uint32_t overlap_count;
    overlap *overlaps;
    uint32_t *host;   /* [layer_count] the layer that it lies within; VV_NONE */
    uint32_t *group;  /* [layer_count] connected component */
    uint32_t *degree; /* [layer_count] number of joints in the tree */
    uint32_t root;
} layout;

static bool covers(const vvi_mask *m, int32_t x, int32_t y)
{
    x -= m->x, y -= m->y;
    return x >= 0 && y >= 0 && x < m->width && y < m->height && m->cells[y * m->width + x];
}

/* ---- Overlaps -------------------------------------------------------------------------------------------------- */

static void measure_overlap(const vvi_mask *a, const vvi_mask *b, overlap *o)
{
    double x = 0.0, y = 0.0;
    float nearest = INFINITY;
    for (int32_t i = 0; i < a->width * a->height; i++)
        if (a->cells[i] && covers(b, a->x + i % a->width, a->y + i / a->width)) {
            vv_vec2 p = vvi_mask_point(a, i);
            x += (double)p.x, y += (double)p.y;
            o->area++;
        }
    if (o->area == 0)
        return;
    vv_vec2 centre = {(float)(x / o->area), (float)(y / o->area)};
    for (int32_t i = 0; i < a->width * a->height; i++) {
        vv_vec2 p = vvi_mask_point(a, i);
        float d = vv_vec2_distance(p, centre);
        if (a->cells[i] && d < nearest && covers(b, a->x + i % a->width, a->y + i / a->width)) {
            nearest = d;
            o->at = p;
        }
    }
}

static vv_vec2 middle_of(const vvi_mask *m)
{
    return (vv_vec2){(float)m->x + 0.5f * (float)m->width, (float)m->y + 0.5f * (float)m->height};
}

/* How near a point is to the end of a layer: 0 in its middle, 1 at its end. */
static float nearness_to_end(const vvi_mask *m, vv_vec2 p)
{
    float half = 0.5f * (float)(m->width > m->height ? m->width : m->height);
    return vvi_min(vv_vec2_distance(p, middle_of(m)) / half, 1.0f);
}

static bool has_word(const char *name, const char *word) { return strstr(name, word) != NULL; }

/* Whether two names are of opposite sides: left and right legs overlap, but are not connected. */
static bool are_opposite(const char *a, const char *b)
{
    static const char *const sides[][2] = {{"left", "right"}, {"near", "far"}, {"front", "back"}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if ((has_word(a, sides[i][0]) && has_word(b, sides[i][1])) ||
            (has_word(a, sides[i][1]) && has_word(b, sides[i][0])))
            return true;
    return false;
}

/* The share of the words between hyphens that two names have in common. */
static float common_words(const char *a, const char *b)
{
    uint32_t words = 0, common = 0;
    while (*a) {
        size_t length = strcspn(a, "-_ ");
        for (const char *at = b; length > 0 && *at; at += strcspn(at, "-_ "), at += *at != '\0')
            if (strcspn(at, "-_ ") == length && memcmp(a, at, length) == 0) {
                common++;
                break;
            }
        words++;
        a += length;
        a += *a != '\0';
    }
    return words ? (float)common / (float)words : 0.0f;
}

/* Scores an overlap: best is a small overlap at the end of one of the two layers, with a large layer or one of a
 * similar name rather than with another limb. */
static float score_overlap(const layout *l, const overlap *o)
{
    const vvi_mask *a = &l->g->masks[o->a], *b = &l->g->masks[o->b];
    float share = (float)o->area / (float)(a->area < b->area ? a->area : b->area);
    float ends = vvi_max(nearness_to_end(a, o->at), nearness_to_end(b, o->at));
    bool opposite = are_opposite(l->g->artwork->layers[o->a].name, l->g->artwork->layers[o->b].name);
    uint32_t larger = a->area > b->area ? a->area : b->area, largest = 1;
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        largest = l->g->masks[i].area > largest ? l->g->masks[i].area : largest;
    float named = common_words(l->g->artwork->layers[o->a].name, l->g->artwork->layers[o->b].name);
    bool unrelated = named == 0.0f && 2 * larger < largest;
    return ends - 0.5f * share + 0.4f * (float)larger / (float)largest + 0.8f * named - (opposite ? 2.0f : 0.0f) -
           (unrelated ? 0.7f : 0.0f);
}

static bool find_overlaps(layout *l)
{
    vvi_guess *g = l->g;
    size_t most = (size_t)g->layer_count * (g->layer_count - 1) / 2;
    l->overlaps = vvi_arena_allocate(g->arena, most, sizeof *l->overlaps);
    if (!l->overlaps)
        return false;
    for (uint32_t a = 0; a < g->layer_count; a++)
        for (uint32_t b = a + 1; b < g->layer_count; b++) {
            overlap *o = &l->overlaps[l->overlap_count];
            *o = (overlap){.a = a, .b = b};
            measure_overlap(&g->masks[a], &g->masks[b], o);
            if (o->area < 2)
                continue;
            o->score_overlap = score_overlap(l, o);
            l->overlap_count++;
        }
    return true;
}

/* ---- Connections ----------------------------------------------------------------------------------------------- */

/* Whether a layer that lies within another also overlaps a third one outside of that; it is then a limb in front of a
 * body. */
static bool reaches_other_layer(const layout *l, uint32_t layer, uint32_t host)
{
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const overlap *o = &l->overlaps[i];
        uint32_t other = o->a == layer ? o->b : o->b == layer ? o->a : VV_NONE;
        if (other == VV_NONE || other == host || l->g->masks[other].area * 4 < l->g->masks[layer].area)
            continue;
        const overlap *both = NULL;
        for (uint32_t k = 0; k < l->overlap_count; k++)
            if ((l->overlaps[k].a == other && l->overlaps[k].b == host) ||
                (l->overlaps[k].b == other && l->overlaps[k].a == host))
                both = &l->overlaps[k];
        if (!both || (float)both->area < SHARE_WITHIN * (float)l->g->masks[other].area)
            return true;
    }
    return false;
}

/* Finds for each layer the smallest layer that contains it. */
static void find_hosts(layout *l)
{
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        l->host[i] = VV_NONE;
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const overlap *o = &l->overlaps[i];
        bool a_smaller = l->g->masks[o->a].area < l->g->masks[o->b].area;
        uint32_t inner = a_smaller ? o->a : o->b, outer = a_smaller ? o->b : o->a;
        if ((float)o->area < SHARE_WITHIN * (float)l->g->masks[inner].area || reaches_other_layer(l, inner, outer))
            continue;
        if (l->host[inner] == VV_NONE || l->g->masks[outer].area < l->g->masks[l->host[inner]].area)
            l->host[inner] = outer;
    }
}

static void join_groups(layout *l, uint32_t a, uint32_t b)
{
    uint32_t from = l->group[a], to = l->group[b];
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        if (l->group[i] == from)
            l->group[i] = to;
}

/* Kruskal's algorithm: takes the best overlaps that close no cycle. */
static void build_spanning_tree(layout *l)
{
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        l->group[i] = i;
    for (;;) {
        overlap *best = NULL;
        for (uint32_t i = 0; i < l->overlap_count; i++) {
            overlap *o = &l->overlaps[i];
            bool open = l->host[o->a] == VV_NONE && l->host[o->b] == VV_NONE && l->group[o->a] != l->group[o->b];
            if (open && (!best || o->score_overlap > best->score_overlap))
                best = o;
        }
        if (!best)
            return;
        best->in_tree = true;
        l->degree[best->a]++;
        l->degree[best->b]++;
        join_groups(l, best->a, best->b);
    }
}

/* ---- Handles --------------------------------------------------------------------------------------------------- */

static void assign_layer(vvi_guess_item *item, uint32_t layer) { item->layers[layer / 32] |= 1u << layer % 32; }

static void name_after_layer(const layout *l, vvi_guess_item *item, uint32_t layer, const char *ending)
{
    vvi_format(item->name, sizeof item->name - 6, "%s", l->g->artwork->layers[layer].name);
    size_t length = strlen(item->name);
    vvi_format(item->name + length, sizeof item->name - length, "%s", ending);
}

/* The number of joints from a layer to the root; a joint is named after its layer that is further from the root. */
static uint32_t steps_to_root(const layout *l, uint32_t layer, uint32_t before)
{
    if (layer == l->root)
        return 0;
    uint32_t best = VV_NONE - 1;
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const overlap *o = &l->overlaps[i];
        uint32_t other = o->a == layer ? o->b : o->b == layer ? o->a : VV_NONE;
        if (!o->in_tree || other == VV_NONE || other == before)
            continue;
        uint32_t steps = steps_to_root(l, other, layer);
        best = steps < best ? steps + 1 : best;
    }
    return best;
}

static void add_joints(layout *l)
{
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const overlap *o = &l->overlaps[i];
        vvi_guess_item *item = o->in_tree ? vvi_guess_add(l->g, o->at, o->at, 0) : NULL;
        if (!item)
            continue;
        assign_layer(item, o->a);
        assign_layer(item, o->b);
        name_after_layer(l, item, steps_to_root(l, o->a, o->b) > steps_to_root(l, o->b, o->a) ? o->a : o->b, "");
    }
}

static vv_vec2 find_joint(const layout *l, uint32_t layer)
{
    for (uint32_t i = 0; i < l->overlap_count; i++)
        if (l->overlaps[i].in_tree && (l->overlaps[i].a == layer || l->overlaps[i].b == layer))
            return l->overlaps[i].at;
    return middle_of(&l->g->masks[layer]);
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
static void add_between(layout *l, uint32_t layer)
{
    const vvi_axis *s = &l->g->axes[layer];
    for (uint32_t b = 0; b < s->branch_count; b++) {
        float count = floorf(s->branches[b].length / (6.0f * vvi_max(s->branches[b].radius, 1.0f)));
        uint32_t between = count > 3.0f ? 3 : (uint32_t)count;
        for (uint32_t i = 0; i < between; i++) {
            vv_vec2 p = vvi_guess_between(s, &s->branches[b], i, between);
            vvi_guess_item *item = vvi_guess_add(l->g, p, p, 2);
            if (!item)
                return;
            assign_layer(item, layer);
            name_after_layer(l, item, layer, "-mid");
        }
    }
}

/* Adds handles at the limbs of a large leaf layer, such as the ears of a head. */
static void add_own_ends(layout *l, uint32_t layer, vv_vec2 joint, vv_vec2 end)
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
        vvi_guess_item *item = vvi_guess_add(l->g, l->g->bones ? vv_vec2_lerp(joint, p, 0.5f) : p, p, 1);
        if (!item)
            return;
        assign_layer(item, layer);
        name_after_layer(l, item, layer, "-tip");
    }
}

static void add_end(layout *l, uint32_t layer)
{
    vv_vec2 joint = find_joint(l, layer), end = find_far_end(&l->g->axes[layer], joint);
    vvi_guess_item *item = vvi_guess_add(l->g, l->g->bones ? vv_vec2_lerp(joint, end, 0.35f) : end, end, 1);
    if (!item)
        return;
    assign_layer(item, layer);
    name_after_layer(l, item, layer, "-tip");
    add_own_ends(l, layer, joint, end);
    add_between(l, layer);
}

static void add_middle(layout *l, uint32_t layer)
{
    const vvi_axis *s = &l->g->axes[layer];
    vv_vec2 p = vvi_mask_point(s->mask, s->deepest);
    vvi_guess_item *item = vvi_guess_add(l->g, p, p, 0);
    if (!item)
        return;
    assign_layer(item, layer);
    name_after_layer(l, item, layer, "");
}

static void find_root(layout *l)
{
    for (uint32_t i = 1; i < l->g->layer_count; i++)
        if (l->degree[i] > l->degree[l->root] ||
            (l->degree[i] == l->degree[l->root] && l->g->masks[i].area > l->g->masks[l->root].area))
            l->root = i;
}

bool vvi_guess_layers(vvi_guess *g)
{
    layout l = {.g = g};
    l.host = vvi_arena_allocate(g->arena, g->layer_count, sizeof *l.host);
    l.group = vvi_arena_allocate(g->arena, g->layer_count, sizeof *l.group);
    l.degree = vvi_arena_allocate(g->arena, g->layer_count, sizeof *l.degree);
    if (!l.host || !l.group || !l.degree || !find_overlaps(&l))
        return false;
    find_hosts(&l);
    build_spanning_tree(&l);
    find_root(&l);
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
        float d = vv_vec2_distance(item->to, middle_of(&g->masks[layer]));
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
