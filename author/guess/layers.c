/* Which layers of a drawing are joined: those that overlap, one place for each pair, as a maximum spanning tree of how
 * well the overlaps and the names fit. Layers that lie within another, such as eyes, are hosted by it. */
#include "layers.h"

#include <string.h>

#define SHARE_WITHIN 0.8f /* share of a layer's area inside another for which it counts as lying within it */

static bool covers(const vvi_mask *m, int32_t x, int32_t y)
{
    x -= m->x, y -= m->y;
    return x >= 0 && y >= 0 && x < m->width && y < m->height && m->cells[y * m->width + x];
}

/* ---- Overlaps -------------------------------------------------------------------------------------------------- */

static void measure_overlap(const vvi_mask *a, const vvi_mask *b, vvi_overlap *o)
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

vv_vec2 vvi_mask_middle(const vvi_mask *m)
{
    return (vv_vec2){(float)m->x + 0.5f * (float)m->width, (float)m->y + 0.5f * (float)m->height};
}

/* How near a point is to the end of a layer: 0 in its middle, 1 at its end. */
static float nearness_to_end(const vvi_mask *m, vv_vec2 p)
{
    float half = 0.5f * (float)(m->width > m->height ? m->width : m->height);
    return vvi_min(vv_vec2_distance(p, vvi_mask_middle(m)) / half, 1.0f);
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

/* Scores an overlap: best is one that names explain; else a small overlap at the end of one of the two layers, with a
 * large layer or one of a similar name rather than with another limb. */
static float score_overlap(const vvi_layout *l, const vvi_overlap *o)
{
    const vvi_mask *a = &l->g->masks[o->a], *b = &l->g->masks[o->b];
    const char *name_a = l->g->artwork->layers[o->a].name, *name_b = l->g->artwork->layers[o->b].name;
    float share = (float)o->area / (float)(a->area < b->area ? a->area : b->area);
    float ends = vvi_max(nearness_to_end(a, o->at), nearness_to_end(b, o->at));
    uint32_t larger = a->area > b->area ? a->area : b->area, largest = 1;
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        largest = l->g->masks[i].area > largest ? l->g->masks[i].area : largest;
    float named = common_words(name_a, name_b);
    bool unrelated = named == 0.0f && 2 * larger < largest;
    return ends - 0.5f * share + 0.4f * (float)larger / (float)largest + 0.8f * named +
           (o->relation == VVI_RELATED ? 2.0f : 0.0f) - (unrelated ? 0.7f : 0.0f);
}

static bool find_overlaps(vvi_layout *l)
{
    vvi_guess *g = l->g;
    size_t most = (size_t)g->layer_count * (g->layer_count - 1) / 2;
    l->overlaps = vvi_arena_allocate(g->arena, most, sizeof *l->overlaps);
    if (!l->overlaps)
        return false;
    for (uint32_t a = 0; a < g->layer_count; a++)
        for (uint32_t b = a + 1; b < g->layer_count; b++) {
            vvi_overlap *o = &l->overlaps[l->overlap_count];
            *o = (vvi_overlap){.a = a, .b = b};
            measure_overlap(&g->masks[a], &g->masks[b], o);
            if (o->area < 2)
                continue;
            o->relation = vvi_name_relation(&l->words[a], &l->words[b]);
            o->score = score_overlap(l, o);
            l->overlap_count++;
        }
    return true;
}

/* ---- Connections ----------------------------------------------------------------------------------------------- */

/* Whether a layer that lies within another also overlaps a third one outside of that; it is then a limb in front of a
 * body. */
static bool reaches_other_layer(const vvi_layout *l, uint32_t layer, uint32_t host)
{
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const vvi_overlap *o = &l->overlaps[i];
        uint32_t other = o->a == layer ? o->b : o->b == layer ? o->a : VV_NONE;
        if (other == VV_NONE || other == host || l->g->masks[other].area * 4 < l->g->masks[layer].area)
            continue;
        const vvi_overlap *both = NULL;
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
static void find_hosts(vvi_layout *l)
{
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        l->host[i] = VV_NONE;
    for (uint32_t i = 0; i < l->overlap_count; i++) {
        const vvi_overlap *o = &l->overlaps[i];
        bool a_smaller = l->g->masks[o->a].area < l->g->masks[o->b].area;
        uint32_t inner = a_smaller ? o->a : o->b, outer = a_smaller ? o->b : o->a;
        if (l->words[inner].kind != VVI_PART_OTHER && l->words[inner].kind != VVI_PART_FACE)
            continue; /* a limb in front of the body */
        if ((float)o->area < SHARE_WITHIN * (float)l->g->masks[inner].area || reaches_other_layer(l, inner, outer))
            continue;
        if (l->host[inner] == VV_NONE || l->g->masks[outer].area < l->g->masks[l->host[inner]].area)
            l->host[inner] = outer;
    }
}

static void join_groups(vvi_layout *l, uint32_t a, uint32_t b)
{
    uint32_t from = l->group[a], to = l->group[b];
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        if (l->group[i] == from)
            l->group[i] = to;
}

/* Kruskal's algorithm: takes the best overlaps that close no cycle. */
static void build_spanning_tree(vvi_layout *l)
{
    for (uint32_t i = 0; i < l->g->layer_count; i++)
        l->group[i] = i;
    for (;;) {
        vvi_overlap *best = NULL;
        for (uint32_t i = 0; i < l->overlap_count; i++) {
            vvi_overlap *o = &l->overlaps[i];
            bool open = o->relation != VVI_APART && l->host[o->a] == VV_NONE && l->host[o->b] == VV_NONE &&
                        l->group[o->a] != l->group[o->b];
            if (open && (!best || o->score > best->score))
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

/* The layer of the trunk by its name; else the one with most joints, the largest of these. */
static void find_root(vvi_layout *l)
{
    for (uint32_t i = 1; i < l->g->layer_count; i++) {
        bool trunk = l->words[i].kind == VVI_PART_TRUNK, has = l->words[l->root].kind == VVI_PART_TRUNK;
        uint32_t area = l->g->masks[i].area, most = l->g->masks[l->root].area;
        if (trunk != has ? trunk
            : trunk      ? area > most
                         : l->degree[i] > l->degree[l->root] || (l->degree[i] == l->degree[l->root] && area > most))
            l->root = i;
    }
}

bool vvi_layout_create(vvi_guess *g, vvi_layout *l)
{
    *l = (vvi_layout){.g = g};
    l->host = vvi_arena_allocate(g->arena, g->layer_count, sizeof *l->host);
    l->group = vvi_arena_allocate(g->arena, g->layer_count, sizeof *l->group);
    l->degree = vvi_arena_allocate(g->arena, g->layer_count, sizeof *l->degree);
    l->words = vvi_arena_allocate(g->arena, g->layer_count, sizeof *l->words);
    if (!l->host || !l->group || !l->degree || !l->words)
        return false;
    for (uint32_t i = 0; i < g->layer_count; i++)
        l->words[i] = vvi_name_read(g->artwork->layers[i].name);
    if (!find_overlaps(l))
        return false;
    find_hosts(l);
    build_spanning_tree(l);
    find_root(l);
    return true;
}
