/* What moves a vertex of the flesh, and its colour. A vertex follows the bodies whose flesh is about as near as that of the nearest, as long as
 * they are its neighbours in the tree; siblings share a vertex only where their parent does too, so that thighs do not stick together. */
#include "skin.h"

#include <string.h>

#define MOST_PULLS 24u

typedef struct pull {
    uint32_t body;
    float distance, weight;
} pull;

typedef struct pulls {
    uint32_t count;
    pull list[MOST_PULLS];
} pulls;

static void add_pull(pulls *set, uint32_t body, float distance)
{
    uint32_t i = 0;
    while (i < set->count && set->list[i].body != body)
        i++;
    if (i == MOST_PULLS)
        return;
    if (i == set->count)
        set->list[set->count++] = (pull){body, distance, 0.0f};
    else
        set->list[i].distance = vvi_min(set->list[i].distance, distance);
}

/* The near parts, what they grow out of, and what grows out of them. */
static void gather(const flesh *f, uint32_t count, const uint32_t *near, vv_vec3 p, pulls *set)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t link = f->parts[near[i]].link;
        add_pull(set, f->parts[near[i]].body, vvi_flesh_part(f, near[i], p));
        add_pull(set, f->parts[link].body, vvi_flesh_part(f, link, p));
    }
    for (uint32_t part = 0; part < f->part_count; part++)
        for (uint32_t i = 0; i < count; i++)
            if (f->parts[part].link == near[i] && f->parts[part].body != f->parts[near[i]].body)
                add_pull(set, f->parts[part].body, vvi_flesh_part(f, part, p));
}

static uint32_t link_body(const flesh *f, uint32_t body) { return f->parts[f->parts[f->main_part[body]].link].body; }

/* Over how far two neighbours share what lies between them: as far as the one that grows is thick. */
static float reach_of(const flesh *f, uint32_t body, uint32_t nearest)
{
    const flesh_part *child = &f->parts[f->main_part[link_body(f, nearest) == body ? nearest : body]];
    return vvi_max(child->melt, 0.8f * child->radius[0]);
}

static float pull_of(const flesh *f, const pull *one, const pull *nearest)
{
    float off = (one->distance - nearest->distance) / reach_of(f, one->body, nearest->body);
    float near = off < 1.0f ? 1.0f - off : 0.0f;
    return near * near;
}

static void weigh(const flesh *f, pulls *set)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < set->count; i++)
        first = set->list[i].distance < set->list[first].distance ? i : first;
    uint32_t nearest = set->list[first].body, parent = link_body(f, nearest);
    float shared = 0.0f; /* by the parent of the nearest */
    set->list[first].weight = 1.0f;
    for (uint32_t i = 0; i < set->count; i++) {
        pull *one = &set->list[i];
        if (i == first || (one->body != parent && link_body(f, one->body) != nearest))
            continue;
        one->weight = pull_of(f, one, &set->list[first]);
        shared = one->body == parent ? one->weight : shared;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        pull *one = &set->list[i];
        if (i != first && one->body != parent && parent != nearest && link_body(f, one->body) == parent)
            one->weight = vvi_min(shared, pull_of(f, one, &set->list[first]));
    }
}

/* The heaviest, so that they sum to 1. */
static void keep_heaviest(pulls *set, skin_vertex *vertex)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < set->count; i++)
            best = set->list[i].weight > set->list[best].weight ? i : best;
        vertex->joints[k] = (uint16_t)set->list[best].body;
        vertex->weights[k] = set->list[best].weight;
        sum += vertex->weights[k];
        set->list[best].weight = 0.0f;
    }
    for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++)
        vertex->weights[k] /= sum;
}

/* ---- Colour ------------------------------------------------------------------------------------------------------------------ */

/* Where the back of a body is: up where it lies, backwards where it stands. */
static vv_vec3 back_of(const vv_plan_body *body)
{
    vv_vec3 along = vv_quat_rotate(body->body.turn, body->tip);
    vv_vec3 back = vv_vec3_direction((vv_vec3){0.0f, along.z, -along.y}, (vv_vec3){0.0f, 1.0f, 0.0f});
    return 0.9f * back.y - 0.45f * back.z < 0.0f ? vv_vec3_scale(back, -1.0f) : back;
}

/* Spots and stripes differ from creature to creature by their names. */
static float pattern(const vv_creature_plan *plan, vv_vec3 p, float size)
{
    uint64_t kind = vv_hash_bytes(7, plan->name, strlen(plan->name)) % 5u;
    float s = 1.0f / size;
    if (kind == 0) /* stripes round the body */
        return 0.5f * vv_sin(34.0f * s * (p.z - p.y));
    if (kind == 1) /* spots */
        return 1.1f * vv_sin(38.0f * s * p.x + 1.0f) * vv_sin(38.0f * s * p.z) * vv_sin(38.0f * s * p.y) - 0.05f;
    return 0.0f;
}

typedef struct shade {
    float back, belly;
} shade;

static shade shade_of(const flesh *f, uint32_t b, const skin_vertex *vertex)
{
    const vv_plan_body *body = &f->plan->bodies[b];
    if (has_cap(body, VV_CAP_FOOT) || has_cap(body, VV_CAP_GRASPER) || has_cap(body, VV_CAP_EAR))
        return (shade){1.0f, 0.0f};
    bool head = vvi_plan_has(f->plan, b, "head");
    if (has_cap(body, VV_CAP_MOUTH) && !head)
        return (shade){0.0f, 1.0f};
    if (!f->trunk[b])
        return (shade){0.0f, 0.0f};
    float c = vv_vec3_dot(vertex->normal, head ? (vv_vec3){0.0f, 0.86f, -0.5f} : back_of(body));
    float marks = pattern(f->plan, vertex->at, f->size);
    return (shade){smooth_step(0.26f, 0.62f, c + (head ? 0.0f : marks)), smooth_step(0.35f, 0.68f, -c)};
}

static uint32_t color_of(const flesh *f, const skin_vertex *vertex)
{
    const vv_plan_colors *colors = &f->plan->colors;
    shade sum = {0.0f, 0.0f};
    for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
        if (!(vertex->weights[k] > 0.0f))
            continue;
        shade one = shade_of(f, vertex->joints[k], vertex);
        sum.back += vertex->weights[k] * one.back;
        sum.belly += vertex->weights[k] * one.belly;
    }
    uint32_t color = vvi_skin_mix(colors->skin, colors->belly, smooth_step(0.1f, 0.9f, sum.belly));
    return vvi_skin_mix(color, colors->back, smooth_step(0.1f, 0.9f, sum.back));
}

void vvi_flesh_paint(const flesh *f, uint32_t count, const uint32_t *near, skin_vertex *vertex)
{
    pulls set = {.count = 0};
    gather(f, count, near, vertex->at, &set);
    weigh(f, &set);
    keep_heaviest(&set, vertex);
    vertex->color = color_of(f, vertex);
}
