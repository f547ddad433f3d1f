/* Suggests handles from the drawing's shape: rasterises its triangles on a lattice, computes the medial axis, and
 * places a handle at each of its ends and joints. */
#include "guess.h"

#include "bones.h"

#include <string.h>

#define LEAST_DISTANCE (0.075f * VVI_GUESS_LATTICE) /* lattice cells: a suggestion nearer to a handle is dropped */
/* radii: a branch gets a handle between its ends for each multiple of this length */
#define LONG_BRANCH   5.5f
#define MOST_BETWEEN  2u
#define MOST_IN_A_ROW 8u

/* ---- The lattice ----------------------------------------------------------------------------------------------- */

static vv_vec2 to_lattice(const vvi_guess *g, vv_vec2 p)
{
    return vv_vec2_scale(vv_vec2_sub(p, g->origin), 1.0f / g->cell);
}

static vv_vec2 to_metres(const vvi_guess *g, vv_vec2 p) { return vv_vec2_add(g->origin, vv_vec2_scale(p, g->cell)); }

static void fill_triangle(vvi_mask *m, vv_vec2 a, vv_vec2 b, vv_vec2 c)
{
    float low_y = floorf(vvi_min(a.y, vvi_min(b.y, c.y))), high_y = vvi_max(a.y, vvi_max(b.y, c.y));
    float low_x = floorf(vvi_min(a.x, vvi_min(b.x, c.x))), high_x = vvi_max(a.x, vvi_max(b.x, c.x));
    for (int32_t y = (int32_t)low_y; (float)y <= high_y; y++)
        for (int32_t x = (int32_t)low_x; (float)x <= high_x; x++) {
            vv_vec2 p = {(float)x + 0.5f, (float)y + 0.5f};
            bool in = vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(p, a)) >= 0.0f &&
                      vv_vec2_cross(vv_vec2_sub(c, b), vv_vec2_sub(p, b)) >= 0.0f &&
                      vv_vec2_cross(vv_vec2_sub(a, c), vv_vec2_sub(p, c)) >= 0.0f;
            if (in)
                m->cells[(y - m->y) * m->width + (x - m->x)] = 1;
        }
}

static bool make_mask(vvi_guess *g, uint32_t l)
{
    const vv_layer *layer = &g->mesh->layers[l];
    vvi_mask *m = &g->masks[l];
    vv_vec2 low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    for (uint32_t v = layer->vertex_start; v < layer->vertex_start + layer->vertex_count; v++) {
        vv_vec2 p = to_lattice(g, g->mesh->positions[v]);
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    m->x = (int32_t)floorf(low.x) - 1;
    m->y = (int32_t)floorf(low.y) - 1;
    m->width = (int32_t)floorf(high.x) - m->x + 2;
    m->height = (int32_t)floorf(high.y) - m->y + 2;
    m->cells = vvi_arena_allocate(g->arena, (size_t)m->width * (size_t)m->height, 1);
    if (!m->cells)
        return false;
    for (uint32_t t = layer->triangle_start; t < layer->triangle_start + layer->triangle_count; t++) {
        const uint32_t *c = g->mesh->triangles + 3 * (size_t)t;
        vv_vec2 p[3];
        for (uint32_t i = 0; i < 3; i++) {
            p[i] = to_lattice(g, g->mesh->positions[c[i]]);
            m->cells[((int32_t)floorf(p[i].y) - m->y) * m->width + ((int32_t)floorf(p[i].x) - m->x)] = 1;
        }
        fill_triangle(m, p[0], p[1], p[2]);
    }
    for (int32_t i = 0; i < m->width * m->height; i++)
        m->area += m->cells[i];
    return vvi_axis_create(m, g->arena, &g->axes[l]);
}

/* ---- One shape ------------------------------------------------------------------------------------------------- */

vvi_guess_item *vvi_guess_add(vvi_guess *g, vv_vec2 from, vv_vec2 to, uint32_t rank)
{
    if (g->count == g->capacity)
        return NULL;
    g->items[g->count] = (vvi_guess_item){.from = from, .to = to, .rank = rank};
    return &g->items[g->count++];
}

static void add_in_layer(vvi_guess *g, uint32_t layer, bool everywhere, vv_vec2 from, vv_vec2 to, uint32_t rank)
{
    vvi_guess_item *item = vvi_guess_add(g, from, g->bones ? to : from, rank);
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
    if (!g->bones)
        add_in_layer(g, layer, everywhere, middle, middle, 0);
    for (uint32_t i = 0; i < 4; i++) {
        vv_vec2 end = find_extent(s, s->deepest, ways[i][0], ways[i][1]);
        if (!g->bones)
            add_in_layer(g, layer, everywhere, end, end, 1);
        else
            add_in_layer(g, layer, everywhere, vv_vec2_lerp(middle, end, 0.15f), end, 1);
    }
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

/* Adds a chain of bones along a branch, the first at its inner end. */
static void add_bones(vvi_guess *g, uint32_t layer, bool everywhere, const vvi_axis_branch *branch)
{
    const vvi_axis *s = &g->axes[layer];
    bool turned = s->nodes[branch->from].degree < s->nodes[branch->to].degree;
    uint32_t between = count_between(s, branch);
    vv_vec2 before = vvi_mask_point(s->mask, s->nodes[turned ? branch->to : branch->from].cell);
    for (uint32_t i = 0; i <= between; i++) {
        vv_vec2 next = vvi_mask_point(s->mask, s->nodes[turned ? branch->from : branch->to].cell);
        if (i < between)
            next = vvi_guess_between(s, branch, turned ? between - 1 - i : i, between);
        add_in_layer(g, layer, everywhere, before, next, i == 0 ? 0 : 1);
        before = next;
    }
}

void vvi_guess_layer(vvi_guess *g, uint32_t layer, bool everywhere)
{
    uint32_t before = g->count;
    const vvi_axis *s = &g->axes[layer];
    if (is_blob(s)) {
        guess_blob(g, layer, everywhere);
        return;
    }
    for (uint32_t n = 0; !g->bones && n < s->node_count; n++) {
        vv_vec2 p = vvi_mask_point(s->mask, s->nodes[n].cell);
        if (s->nodes[n].degree > 0)
            add_in_layer(g, layer, everywhere, p, p, s->nodes[n].degree == 1);
    }
    for (uint32_t b = 0; b < s->branch_count; b++) {
        uint32_t between = count_between(s, &s->branches[b]);
        if (g->bones)
            add_bones(g, layer, everywhere, &s->branches[b]);
        for (uint32_t i = 0; !g->bones && i < between; i++) {
            vv_vec2 p = vvi_guess_between(s, &s->branches[b], i, between);
            add_in_layer(g, layer, everywhere, p, p, 2);
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
static void name_by_place(vvi_guess *g, vvi_guess_item *item, vv_vec2 low, vv_vec2 high)
{
    vv_vec2 p = item->to;
    float x = (p.x - low.x) / vvi_max(high.x - low.x, 1e-6f), y = (p.y - low.y) / vvi_max(high.y - low.y, 1e-6f);
    bool wide = high.x - low.x > 0.3f * (high.y - low.y), tall = high.y - low.y > 0.3f * (high.x - low.x);
    const char *row = !tall ? "" : y > 0.67f ? "top" : y < 0.33f ? "bottom" : "";
    const char *column = !wide ? "" : x < 0.33f ? "left" : x > 0.67f ? "right" : "";
    if (!row[0] && !column[0])
        vvi_format(item->name, sizeof item->name, "middle");
    else
        vvi_format(item->name, sizeof item->name, "%s%s%s", row, row[0] && column[0] ? "-" : "", column);
    (void)g;
}

static void name_all(vvi_guess *g)
{
    vv_vec2 low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    for (uint32_t i = 0; i < g->count; i++) {
        vv_vec2 p = g->items[i].to;
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    for (uint32_t i = 0; i < g->count; i++) {
        vvi_guess_item *item = &g->items[i];
        char base[VV_PROJECT_NAME_BYTES];
        if (!item->name[0])
            name_by_place(g, item, low, high);
        vvi_format(base, sizeof base - 4, "%s", item->name);
        for (uint32_t n = 2; is_taken(g, i, item->name) && n < 999; n++)
            vvi_format(item->name, sizeof item->name, "%s-%u", base, n);
    }
}

/* ---- Selection ------------------------------------------------------------------------------------------------- */

static float distance_to_existing(const vvi_guess *g, vv_vec2 p)
{
    float nearest = INFINITY;
    for (uint32_t h = 0; h < g->artwork->handle_count; h++) {
        const vv_handle *shape = &g->artwork->handles[h].shape;
        vv_vec2 a = to_lattice(g, shape->from), along = vv_vec2_sub(to_lattice(g, shape->to), a);
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
        bool close = distance_to_existing(g, g->items[i].to) < LEAST_DISTANCE;
        for (uint32_t k = 0; k < g->count && !g->bones; k++)
            close = close || (supersedes(g, k, i) && vv_vec2_distance(g->items[k].to, g->items[i].to) <
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

/* To 0.1 mm, so that files stay short. */
static vv_vec2 round_point(vv_vec2 p)
{
    return (vv_vec2){(float)(floor((double)p.x * 1e4 + 0.5) / 1e4), (float)(floor((double)p.y * 1e4 + 0.5) / 1e4)};
}

static vv_project_handle to_handle(const vvi_guess *g, const vvi_guess_item *item)
{
    bool bone = vv_vec2_distance(item->from, item->to) > 1.0f, limited = false;
    vv_vec2 to = round_point(to_metres(g, item->to)), from = bone ? round_point(to_metres(g, item->from)) : to;
    vv_project_handle handle = {.shape = {bone ? VV_HANDLE_BONE : VV_HANDLE_POINT, from, to, 0}, .parent = VV_NONE};
    handle.bone = vv_default_bone();
    memcpy(handle.name, item->name, sizeof handle.name);
    for (uint32_t l = 0; l < g->layer_count; l++)
        limited = limited || (item->layers[l / 32] >> l % 32 & 1u);
    handle.every_layer = !limited;
    memcpy(handle.layers, item->layers, sizeof handle.layers);
    return handle;
}

static bool prepare(vvi_guess *g)
{
    g->capacity = 8 * g->layer_count + 1024;
    g->masks = vvi_arena_allocate(g->arena, g->layer_count, sizeof *g->masks);
    g->axes = vvi_arena_allocate(g->arena, g->layer_count, sizeof *g->axes);
    g->items = vvi_arena_allocate(g->arena, g->capacity, sizeof *g->items);
    if (!g->masks || !g->axes || !g->items)
        return false;
    for (uint32_t l = 0; l < g->layer_count; l++)
        if (!make_mask(g, l))
            return false;
    return true;
}

static bool guess_points(vvi_guess *g)
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

static vv_project_handle bone_handle(const vvi_guess *g, const vvi_bone_item *item)
{
    vv_vec2 from = round_point(to_metres(g, item->from)), to = round_point(to_metres(g, item->to));
    vv_project_handle handle = {.shape = {VV_HANDLE_BONE, from, to, 0}, .parent = item->parent};
    handle.bone = vv_default_bone();
    handle.bone.bend = item->bend;
    handle.every_layer = item->every_layer;
    memcpy(handle.name, item->name, sizeof handle.name);
    memcpy(handle.layers, item->layers, sizeof handle.layers);
    return handle;
}

static bool has_bones(const vv_project_artwork *artwork)
{
    for (uint32_t h = 0; h < artwork->handle_count; h++)
        if (artwork->handles[h].shape.kind == VV_HANDLE_BONE)
            return true;
    return false;
}

static bool guess_all(vvi_guess *g, vv_guess *out)
{
    if (!prepare(g))
        return false;
    if (g->bones) {
        const vvi_bones *bones = vvi_bones_guess(g);
        for (uint32_t i = 0; bones && i < bones->count; i++)
            out->handles[out->handle_count++] = bone_handle(g, &bones->items[i]);
        return bones != NULL;
    }
    if (!guess_points(g))
        return false;
    for (uint32_t i = 0; i < g->count && i < VV_RIG_MAX_HANDLES; i++)
        out->handles[out->handle_count++] = to_handle(g, &g->items[i]);
    return true;
}

vv_result vv_guess_handles(const vv_project_artwork *artwork, const vv_mesh *mesh, bool bones,
                           const vv_allocator *allocator, vv_guess *out, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    vv_vec2 low, high;
    vv_mesh_bounds(mesh, NULL, &low, &high);
    out->handle_count = 0;
    vvi_guess g = {.artwork = artwork,
                   .mesh = mesh,
                   .arena = &arena,
                   .bones = bones,
                   .cell = vvi_max(vvi_max(high.x - low.x, high.y - low.y), 1e-6f) / VVI_GUESS_LATTICE,
                   .origin = low,
                   .layer_count = mesh->layer_count};
    if (bones && has_bones(artwork))
        return VV_OK;
    vv_result result = guess_all(&g, out) ? VV_OK : vvi_fail_memory(error, 0);
    vvi_arena_release(&arena);
    return result;
}
