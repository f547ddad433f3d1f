/* Weights and colours of the flesh's vertices. A vertex follows the nearest body and those of about the same distance
 * that are its neighbours in the tree. Siblings share a vertex only if their parent does too, so that thighs do not
 * stick together. */
#include "skin.h"

#include <string.h>

#define MOST_INFLUENCES 24u

typedef struct influence {
    uint32_t body;
    float distance, weight;
} influence;

typedef struct influences {
    uint32_t count;
    influence list[MOST_INFLUENCES];
} influences;

static void add_influence(influences *set, uint32_t body, float distance)
{
    uint32_t i = 0;
    while (i < set->count && set->list[i].body != body)
        i++;
    if (i == MOST_INFLUENCES)
        return;
    if (i == set->count)
        set->list[set->count++] = (influence){body, distance, 0.0f};
    else
        set->list[i].distance = vvi_min(set->list[i].distance, distance);
}

/* Collects the bodies of the given parts, of the parts they grow out of, and of the parts that grow out of them. */
static void gather_influences(const flesh *f, uint32_t count, const uint32_t *parts, vv_vec3 p, influences *set)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t link = f->parts[parts[i]].link;
        add_influence(set, f->parts[parts[i]].body, vvi_flesh_part_distance(f, parts[i], p));
        add_influence(set, f->parts[link].body, vvi_flesh_part_distance(f, link, p));
    }
    for (uint32_t part = 0; part < f->part_count; part++)
        for (uint32_t i = 0; i < count; i++)
            if (f->parts[part].link == parts[i] && f->parts[part].body != f->parts[parts[i]].body)
                add_influence(set, f->parts[part].body, vvi_flesh_part_distance(f, part, p));
}

static uint32_t link_body(const flesh *f, uint32_t body) { return f->parts[f->parts[f->main_part[body]].link].body; }

/* The distance over which two neighbours share vertices: about the radius of the child. */
static float blend_distance(const flesh *f, uint32_t body, uint32_t nearest)
{
    const flesh_part *child = &f->parts[f->main_part[link_body(f, nearest) == body ? nearest : body]];
    return vvi_max(child->blend, 0.8f * child->radius[0]);
}

static float compute_weight(const flesh *f, const influence *one, const influence *nearest)
{
    float falloff = (one->distance - nearest->distance) / blend_distance(f, one->body, nearest->body);
    float weight = falloff < 1.0f ? 1.0f - falloff : 0.0f;
    return weight * weight;
}

static void weight_influences(const flesh *f, influences *set)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < set->count; i++)
        first = set->list[i].distance < set->list[first].distance ? i : first;
    uint32_t nearest = set->list[first].body, parent = link_body(f, nearest);
    float shared = 0.0f; /* weight of the parent of the nearest body */
    set->list[first].weight = 1.0f;
    for (uint32_t i = 0; i < set->count; i++) {
        influence *one = &set->list[i];
        if (i == first || (one->body != parent && link_body(f, one->body) != nearest))
            continue;
        one->weight = compute_weight(f, one, &set->list[first]);
        shared = one->body == parent ? one->weight : shared;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        influence *one = &set->list[i];
        if (i != first && one->body != parent && parent != nearest && link_body(f, one->body) == parent)
            one->weight = vvi_min(shared, compute_weight(f, one, &set->list[first]));
    }
}

/* Stores the largest weights, normalised to a sum of 1. */
static void store_largest_weights(influences *set, skin_vertex *vertex)
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

/* ---- Colour ---------------------------------------------------------------------------------------------------- */

/* The direction of a body's back: up if the body is horizontal, backwards if it is upright. */
static vv_vec3 back_direction(const vv_plan_body *body)
{
    vv_vec3 axis = vv_quat_rotate(body->body.rotation, body->tip);
    vv_vec3 back = vv_vec3_normalize((vv_vec3){0.0f, axis.z, -axis.y}, (vv_vec3){0.0f, 1.0f, 0.0f});
    return 0.9f * back.y - 0.45f * back.z < 0.0f ? vv_vec3_scale(back, -1.0f) : back;
}

/* Spots or stripes, chosen by the creature's name. */
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

typedef struct shading {
    float back, belly;
} shading;

static shading shade_body(const flesh *f, uint32_t b, const skin_vertex *vertex)
{
    const vv_plan_body *body = &f->plan->bodies[b];
    if (has_cap(body, VV_CAP_FOOT) || has_cap(body, VV_CAP_GRASPER) || has_cap(body, VV_CAP_EAR))
        return (shading){1.0f, 0.0f};
    bool head = vvi_plan_has(f->plan, b, "head");
    if (has_cap(body, VV_CAP_MOUTH) && !head)
        return (shading){0.0f, 1.0f};
    if (!f->trunk[b])
        return (shading){0.0f, 0.0f};
    float c = vv_vec3_dot(vertex->normal, head ? (vv_vec3){0.0f, 0.86f, -0.5f} : back_direction(body));
    float marks = pattern(f->plan, vertex->at, f->size);
    return (shading){smoothstep_between(0.26f, 0.62f, c + (head ? 0.0f : marks)), smoothstep_between(0.35f, 0.68f, -c)};
}

static uint32_t compute_colour(const flesh *f, const skin_vertex *vertex)
{
    const vv_plan_colors *colors = &f->plan->colors;
    shading sum = {0.0f, 0.0f};
    for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
        if (!(vertex->weights[k] > 0.0f))
            continue;
        shading one = shade_body(f, vertex->joints[k], vertex);
        sum.back += vertex->weights[k] * one.back;
        sum.belly += vertex->weights[k] * one.belly;
    }
    uint32_t color = vvi_skin_mix(colors->skin, colors->belly, smoothstep_between(0.1f, 0.9f, sum.belly));
    return vvi_skin_mix(color, colors->back, smoothstep_between(0.1f, 0.9f, sum.back));
}

void vvi_flesh_paint(const flesh *f, uint32_t count, const uint32_t *parts, skin_vertex *vertex)
{
    influences set = {.count = 0};
    gather_influences(f, count, parts, vertex->at, &set);
    weight_influences(f, &set);
    store_largest_weights(&set, vertex);
    vertex->color = compute_colour(f, vertex);
}
