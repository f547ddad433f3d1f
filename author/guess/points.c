/* Points for a drawing: a handle at each end and joint of the medial axis, and along its long branches; those that are
 * near to others are dropped. */
#include "guess_work.h"

#include <math.h>
#include <string.h>

#define LEAST_DISTANCE (0.075f * VVI_GUESS_LATTICE) /* lattice cells: a point nearer to a handle is dropped */
/* radii: a branch gets a handle between its ends for each multiple of this length */
#define LONG_BRANCH   5.5f
#define MOST_BETWEEN  2u
#define MOST_IN_A_ROW 8u

/* ---- One shape ------------------------------------------------------------------------------------------------- */

vvi_guess_item *vvi_guess_add(vvi_guess *g, vv_vec2 at, uint32_t rank)
{
    if (g->count == g->capacity)
        return NULL;
    g->items[g->count] = (vvi_guess_item){.at = at, .rank = rank};
    return &g->items[g->count++];
}

static void add_in_layer(vvi_guess *g, uint32_t layer, bool everywhere, vv_vec2 at, uint32_t rank)
{
    vvi_guess_item *item = vvi_guess_add(g, at, rank);
    if (item && !everywhere)
        item->layers[layer / 32] |= 1u << layer % 32;
}

vv_vec2 vvi_guess_between(const vvi_axis *s, const vvi_axis_branch *branch, uint32_t index, uint32_t count)
{
    uint32_t at = branch->count ? (index + 1) * branch->count / (count + 1) : 0;
    int32_t cell = branch->count ? s->path[branch->first + (at < branch->count ? at : branch->count - 1)]
                                 : s->nodes[branch->from].cell;
    return vvi_mask_point(s->mask, cell);
}

/* The last cell of the shape from a cell in a direction, moved slightly inwards. */
static vv_vec2 find_extent(const vvi_axis *s, int32_t cell, int32_t dx, int32_t dy)
{
    const vvi_mask *m = s->mask;
    int32_t at = cell, steps = 0;
    while (m->cells[at + dx + dy * m->width]) {
        at += dx + dy * m->width;
        steps++;
    }
    return vv_vec2_lerp(vvi_mask_point(m, at), vvi_mask_point(m, cell), steps > 0 ? 0.06f : 0.0f);
}

/* A shape without limbs: its middle, and its extent in four directions. */
static void guess_blob(vvi_guess *g, uint32_t layer, bool everywhere)
{
    const vvi_axis *s = &g->axes[layer];
    static const int32_t ways[4][2] = {{0, 1}, {0, -1}, {-1, 0}, {1, 0}};
    vv_vec2 middle = vvi_mask_point(s->mask, s->deepest);
    add_in_layer(g, layer, everywhere, middle, 0);
    for (uint32_t i = 0; i < 4; i++)
        add_in_layer(g, layer, everywhere, find_extent(s, s->deepest, ways[i][0], ways[i][1]), 1);
}

/* The number of handles between the ends of a branch. A long chain, such as a snake, may have more; a single branch
 * has at least one in its middle. */
static uint32_t count_between(const vvi_axis *s, const vvi_axis_branch *branch)
{
    float count = floorf(branch->length / (LONG_BRANCH * vvi_max(branch->radius, 1.0f)));
    float most = s->branch_count <= 3 ? (float)MOST_IN_A_ROW : (float)MOST_BETWEEN;
    return (uint32_t)vvi_clamp(count, s->branch_count == 1 ? 1.0f : 0.0f, most);
}

/* Whether a shape has no joint and is hardly longer than wide. */
static bool is_blob(const vvi_axis *s)
{
    if (s->branch_count == 0)
        return true;
    return s->branch_count == 1 && s->branches[0].length < 2.5f * s->radius[s->deepest];
}

void vvi_guess_layer(vvi_guess *g, uint32_t layer, bool everywhere)
{
    uint32_t before = g->count;
    const vvi_axis *s = &g->axes[layer];
    if (is_blob(s)) {
        guess_blob(g, layer, everywhere);
        return;
    }
    for (uint32_t n = 0; n < s->node_count; n++) {
        vv_vec2 p = vvi_mask_point(s->mask, s->nodes[n].cell);
        if (s->nodes[n].degree > 0)
            add_in_layer(g, layer, everywhere, p, s->nodes[n].degree == 1);
    }
    for (uint32_t b = 0; b < s->branch_count; b++) {
        uint32_t between = count_between(s, &s->branches[b]);
        for (uint32_t i = 0; i < between; i++) {
            vv_vec2 p = vvi_guess_between(s, &s->branches[b], i, between);
            add_in_layer(g, layer, everywhere, p, 2);
        }
    }
    if (g->count < before + 3)
        guess_blob(g, layer, everywhere);
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

static bool is_taken(const vvi_guess *g, uint32_t before, const char *name)
{
    for (uint32_t i = 0; i < before; i++)
        if (strcmp(g->items[i].name, name) == 0)
            return true;
    return vv_project_find_handle(g->artwork, name) != VV_NONE;
}

/* Names an item by its position relative to the middle of all: "top-left", "bottom", "middle". */
static void name_by_place(vvi_guess_item *item, vv_vec2 low, vv_vec2 high)
{
    vv_vec2 p = item->at;
    float x = (p.x - low.x) / vvi_max(high.x - low.x, 1e-6f), y = (p.y - low.y) / vvi_max(high.y - low.y, 1e-6f);
    bool wide = high.x - low.x > 0.3f * (high.y - low.y), tall = high.y - low.y > 0.3f * (high.x - low.x);
    const char *row = !tall ? "" : y > 0.67f ? "top" : y < 0.33f ? "bottom" : "";
    const char *column = !wide ? "" : x < 0.33f ? "left" : x > 0.67f ? "right" : "";
    if (!row[0] && !column[0])
        vvi_format(item->name, sizeof item->name, "middle");
    else
        vvi_format(item->name, sizeof item->name, "%s%s%s", row, row[0] && column[0] ? "-" : "", column);
}

static void name_all(vvi_guess *g)
{
    vv_vec2 low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    for (uint32_t i = 0; i < g->count; i++) {
        vv_vec2 p = g->items[i].at;
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    for (uint32_t i = 0; i < g->count; i++) {
        vvi_guess_item *item = &g->items[i];
        char base[VV_PROJECT_NAME_BYTES];
        if (!item->name[0])
            name_by_place(item, low, high);
        vvi_format(base, sizeof base - 4, "%s", item->name);
        for (uint32_t n = 2; is_taken(g, i, item->name) && n < 999; n++)
            vvi_format(item->name, sizeof item->name, "%s-%u", base, n);
    }
}

/* ---- Selection ------------------------------------------------------------------------------------------------- */

/* In lattice coordinates. */
static float distance_to_existing(const vvi_guess *g, vv_vec2 p)
{
    float nearest = INFINITY;
    for (uint32_t h = 0; h < g->artwork->handle_count; h++) {
        const vv_handle *shape = &g->artwork->handles[h].shape;
        vv_vec2 a = vvi_guess_to_lattice(g, shape->from), along = vv_vec2_sub(vvi_guess_to_lattice(g, shape->to), a);
        float length2 = vv_vec2_dot(along, along);
        float t = length2 > 0.0f ? vvi_clamp(vv_vec2_dot(vv_vec2_sub(p, a), along) / length2, 0.0f, 1.0f) : 0.0f;
        nearest = vvi_min(nearest, vv_vec2_distance(p, vv_vec2_add(a, vv_vec2_scale(along, t))));
    }
    return nearest;
}

static void remove_item(vvi_guess *g, uint32_t i)
{
    memmove(&g->items[i], &g->items[i + 1], (g->count - i - 1) * sizeof *g->items);
    g->count--;
}

/* Whether item a makes item b redundant: b moves no layer that a does not, and comes after it. */
static bool supersedes(const vvi_guess *g, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < VV_PROJECT_MAX_LAYERS / 32; i++)
        if (g->items[b].layers[i] & ~g->items[a].layers[i])
            return false;
    return g->items[a].rank < g->items[b].rank || (g->items[a].rank == g->items[b].rank && a < b);
}

/* Drops items near an existing handle or near a preceding item; if there are too many, drops those of the lowest
 * rank. */
static void drop_redundant(vvi_guess *g)
{
    for (uint32_t i = g->count; i-- > 0;) {
        bool close = distance_to_existing(g, g->items[i].at) < LEAST_DISTANCE;
        for (uint32_t k = 0; k < g->count; k++)
            close = close || (supersedes(g, k, i) && vv_vec2_distance(g->items[k].at, g->items[i].at) <
                                                         (g->items[i].rank == 2 ? 1.5f : 1.0f) * 0.7f * LEAST_DISTANCE);
        if (close)
            remove_item(g, i);
    }
    for (uint32_t rank = 2; rank > 0; rank--)
        for (uint32_t i = g->count; i-- > 0 && g->count > VVI_GUESS_MOST;)
            if (g->items[i].rank == rank)
                remove_item(g, i);
    while (g->count > VVI_GUESS_MOST)
        remove_item(g, g->count - 1);
}

bool vvi_points_guess(vvi_guess *g)
{
    if (g->layer_count == 1)
        vvi_guess_layer(g, 0, true);
    else if (!vvi_guess_layers(g))
        return false;
    drop_redundant(g);
    if (g->layer_count > 1)
        vvi_guess_assign_hosted(g);
    name_all(g);
    return true;
}
