/* The bones of a drawing: gathered, made symmetric where the drawing is, and told which way they bend. */
#include "bones.h"

#include <math.h>
#include <string.h>

#define SHORTEST      1.2f  /* cells; a bone below is none */
#define DRAWN_BEND    0.42f /* radians: a limb that is drawn with such a bend goes on bending to that side */
#define SYMMETRIC     0.9f  /* share of a drawing that must fall onto its mirror image */
#define FACING_TOES   0.25f /* of their lengths: how far feet must agree for a drawing in profile */
#define PAIR_DISTANCE 0.05f /* of the drawing's size: how far mirror partners may be from each other's images */

/* ---- Adding ------------------------------------------------------------------------------------------------------ */

uint32_t vvi_bone_add(vvi_bones *b, const char *name, vv_vec2 from, vv_vec2 to, uint32_t parent, uint32_t layer)
{
    if (b->count == VV_RIG_MAX_HANDLES || vv_vec2_distance(from, to) < SHORTEST)
        return VV_NONE;
    vvi_bone_item *item = &b->items[b->count];
    *item = (vvi_bone_item){.from = from, .to = to, .parent = parent, .every_layer = layer == VV_NONE};
    vvi_format(item->name, sizeof item->name, "%s", name);
    if (layer != VV_NONE)
        item->layers[layer / 32] |= 1u << layer % 32;
    return b->count++;
}

/* ---- Facing ------------------------------------------------------------------------------------------------------ */

static uint32_t find_name(const vvi_bones *b, const char *name)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (strcmp(b->items[i].name, name) == 0)
            return i;
    return VV_NONE;
}

/* +1: it looks to the right, -1: to the left, 0: at us. Decided by feet; of a body that lies, by its chest; else by
 * where the head is beside the neck. */
static int facing(const vvi_bones *b)
{
    float toes = 0.0f, feet = 0.0f;
    for (uint32_t i = 0; i < b->count; i++)
        if (b->items[i].is_foot) {
            vv_vec2 way = vv_vec2_sub(b->items[i].to, b->items[i].from);
            toes += way.x;
            feet += vv_vec2_length(way);
        }
    uint32_t chest = find_name(b, "chest");
    vv_vec2 trunk = {0.0f, 0.0f};
    if (chest != VV_NONE)
        trunk = vv_vec2_sub(b->items[chest].to, b->items[0].from);
    if (fabsf(trunk.x) > 1.2f * fabsf(trunk.y) && fabsf(trunk.x) > 1.0f)
        return trunk.x > 0.0f ? 1 : -1;
    if (feet > 0.0f && fabsf(toes) > FACING_TOES * feet)
        return toes > 0.0f ? 1 : -1;
    return 0;
}

static int drawn_side(const vvi_bones *b, const vvi_bone_item *item)
{
    const vvi_bone_item *upper = &b->items[item->parent];
    vv_vec2 in = vv_vec2_sub(upper->to, upper->from), out = vv_vec2_sub(item->to, item->from);
    float turn = vv_atan2(vv_vec2_cross(in, out), vv_vec2_dot(in, out));
    return turn > DRAWN_BEND ? 1 : turn < -DRAWN_BEND ? -1 : 0;
}

/* Of a figure that looks at us: knees outwards; elbows outwards of arms that hang, downwards of others. */
static int frontal_side(const vvi_bones *b, const vvi_bone_item *item)
{
    const vvi_bone_item *upper = &b->items[item->parent];
    vv_vec2 way = vv_vec2_sub(item->to, upper->from);
    float beside = upper->from.x + item->to.x - 2.0f * b->items[0].from.x;
    int outwards = beside < 0.0f ? 1 : -1;
    bool hangs = -way.y > 0.7f * vv_vec2_length(way);
    return item->hinge == VVI_HINGE_KNEE || hangs ? outwards : -outwards;
}

static void set_bends(vvi_bones *b)
{
    int looks = facing(b);
    for (uint32_t i = 0; i < b->count; i++) {
        vvi_bone_item *item = &b->items[i];
        if (item->hinge == VVI_HINGE_NONE || item->parent == VV_NONE)
            continue;
        item->bend = drawn_side(b, item);
        if (item->bend == 0 && looks != 0)
            item->bend = item->hinge == VVI_HINGE_KNEE ? -looks : looks;
        else if (item->bend == 0)
            item->bend = frontal_side(b, item);
    }
}

/* ---- Symmetry ---------------------------------------------------------------------------------------------------- */

static bool any_covers(const vvi_guess *g, vv_vec2 p)
{
    for (uint32_t l = 0; l < g->layer_count; l++)
        if (vvi_mask_covers(&g->masks[l], p))
            return true;
    return false;
}

/* The share of the ink whose mirror image about x = middle is ink. */
static float mirrored_share(const vvi_guess *g, float middle)
{
    uint32_t all = 0, both = 0;
    for (float y = 0.5f; y < VVI_GUESS_LATTICE; y += 2.0f)
        for (float x = 0.5f; x < VVI_GUESS_LATTICE; x += 2.0f)
            if (any_covers(g, (vv_vec2){x, y})) {
                all++;
                both += any_covers(g, (vv_vec2){2.0f * middle - x, y});
            }
    return all ? (float)both / (float)all : 0.0f;
}

/* The vertical line about which the drawing is most symmetric; false if it is not. */
static bool find_middle(const vvi_bones *b, float *middle)
{
    const vvi_guess *g = b->g;
    double sum = 0.0, count = 0.0;
    for (uint32_t l = 0; l < g->layer_count; l++)
        for (int32_t i = 0; i < g->masks[l].width * g->masks[l].height; i++)
            if (g->masks[l].cells[i]) {
                sum += (double)vvi_mask_point(&g->masks[l], i).x;
                count += 1.0;
            }
    float centre = (float)(sum / vvi_max_double(count, 1.0)), best = 0.0f;
    for (float shift = -3.0f; shift <= 3.0f; shift += 0.5f) {
        float share = mirrored_share(g, centre + shift);
        if (share > best) {
            best = share;
            *middle = centre + shift;
        }
    }
    return best >= SYMMETRIC;
}

static bool other_side(const char *name, char other[VV_PROJECT_NAME_BYTES])
{
    const char *left = strstr(name, "left"), *right = strstr(name, "right"), *at = left ? left : right;
    if (!at)
        return false;
    size_t before = (size_t)(at - name);
    memcpy(other, name, before);
    vvi_format(other + before, VV_PROJECT_NAME_BYTES - before, "%s%s", left ? "right" : "left", at + (left ? 4 : 5));
    return true;
}

static vv_vec2 mirrored(vv_vec2 p, float middle) { return (vv_vec2){2.0f * middle - p.x, p.y}; }

static void make_pair(const vvi_guess *g, vvi_bone_item *a, vvi_bone_item *c, float middle)
{
    vv_vec2 from = vv_vec2_lerp(a->from, mirrored(c->from, middle), 0.5f);
    vv_vec2 to = vv_vec2_lerp(a->to, mirrored(c->to, middle), 0.5f);
    float most = PAIR_DISTANCE * VVI_GUESS_LATTICE;
    if (vv_vec2_distance(a->from, from) > most || vv_vec2_distance(a->to, to) > most)
        return;
    if (!any_covers(g, vv_vec2_lerp(from, to, 0.5f)) || !any_covers(g, mirrored(vv_vec2_lerp(from, to, 0.5f), middle)))
        return;
    a->from = from;
    a->to = to;
    c->from = mirrored(from, middle);
    c->to = mirrored(to, middle);
}

static void make_symmetric(vvi_bones *b)
{
    float middle = 0.0f, near = 0.06f * VVI_GUESS_LATTICE;
    if (!find_middle(b, &middle))
        return;
    for (uint32_t i = 0; i < b->count; i++) {
        char other[VV_PROJECT_NAME_BYTES];
        vvi_bone_item *item = &b->items[i];
        if (!other_side(item->name, other)) {
            item->from.x = fabsf(item->from.x - middle) < near ? middle : item->from.x;
            item->to.x = fabsf(item->to.x - middle) < near ? middle : item->to.x;
            continue;
        }
        uint32_t partner = find_name(b, other);
        if (partner != VV_NONE && partner > i)
            make_pair(b->g, item, &b->items[partner], middle);
    }
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

static bool is_taken(const vvi_bones *b, uint32_t before)
{
    for (uint32_t i = 0; i < before; i++)
        if (strcmp(b->items[i].name, b->items[before].name) == 0)
            return true;
    return vv_project_find_handle(b->g->artwork, b->items[before].name) != VV_NONE;
}

static void make_names_unique(vvi_bones *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        char base[VV_PROJECT_NAME_BYTES];
        vvi_format(base, sizeof base - 4, "%s", b->items[i].name);
        for (uint32_t n = 2; is_taken(b, i) && n < 999; n++)
            vvi_format(b->items[i].name, sizeof b->items[i].name, "%s-%u", base, n);
    }
}

vvi_bones *vvi_bones_guess(vvi_guess *g)
{
    vvi_bones *b = vvi_arena_allocate(g->arena, 1, sizeof *b);
    if (!b)
        return NULL;
    b->g = g;
    if (!(g->layer_count == 1 ? vvi_bones_of_shape(b, &g->masks[0], &g->axes[0], VV_NONE) : vvi_bones_of_layers(b)))
        return NULL;
    make_names_unique(b);
    make_symmetric(b);
    set_bends(b);
    return b;
}
