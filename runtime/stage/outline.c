/* Actors' drawings seen from outside: which border others can touch, prepared once when an actor comes; and the actor as
 * a rigid body for contact, prepared once a substep. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

/* ---- The outline ------------------------------------------------------------------------------------------------------ */

static vv_vec2 outwards(const actor *a, vv_vec2 from, vv_vec2 to)
{
    vv_vec2 right = {to.y - from.y, from.x - to.x};
    return a->flipped ? vv_vec2_scale(right, -1.0f) : right;
}

/* Fills edges with particles, then numbers the points they use in the order of their particles. */
static void number_points(outline *o, uint32_t particle_count, uint32_t *numbers)
{
    for (uint32_t i = 0; i < particle_count; i++)
        numbers[i] = VV_NONE;
    for (uint32_t i = 0; i < 2u * o->edge_count; i++)
        numbers[o->edges[i]] = 0;
    o->point_count = 0;
    for (uint32_t i = 0; i < particle_count; i++)
        if (numbers[i] != VV_NONE) {
            o->points[o->point_count] = i;
            numbers[i] = o->point_count++;
        }
    for (uint32_t i = 0; i < 2u * o->edge_count; i++)
        o->edges[i] = numbers[o->edges[i]];
}

static void link_edges(outline *o)
{
    for (uint32_t i = 0; i < o->point_count; i++)
        o->leaving[i] = o->coming[i] = VV_NONE;
    for (uint32_t k = 0; k < o->edge_count; k++) {
        uint32_t *leaving = &o->leaving[o->edges[2u * k]], *coming = &o->coming[o->edges[2u * k + 1u]];
        o->branched = o->branched || *leaving != VV_NONE || *coming != VV_NONE;
        *leaving = *coming = k;
    }
}

static void carve(outline *o, uint32_t particles, uint32_t edges)
{
    uint64_t cursor = 0;
    uint64_t at_points = vvi_section(&cursor, 2u * (uint64_t)edges, sizeof *o->points);
    uint64_t at_edges = vvi_section(&cursor, 2u * (uint64_t)edges, sizeof *o->edges);
    uint64_t at_out = vvi_section(&cursor, 2u * (uint64_t)edges, sizeof *o->out);
    uint64_t at_held = vvi_section(&cursor, particles, 1);
    uint64_t at_leaving = vvi_section(&cursor, 2u * (uint64_t)edges, sizeof *o->leaving);
    uint64_t at_coming = vvi_section(&cursor, 2u * (uint64_t)edges, sizeof *o->coming);
    uint64_t at_x = vvi_section(&cursor, 2u * (uint64_t)edges + OUTLINE_LANES, sizeof *o->x);
    uint64_t at_y = vvi_section(&cursor, 2u * (uint64_t)edges + OUTLINE_LANES, sizeof *o->y);
    o->bytes = (size_t)cursor;
    if (!o->memory)
        return;
    uint8_t *memory = o->memory;
    o->points = (uint32_t *)(void *)(memory + at_points);
    o->edges = (uint32_t *)(void *)(memory + at_edges);
    o->out = (vv_vec2 *)(void *)(memory + at_out);
    o->held = memory + at_held;
    o->leaving = (uint32_t *)(void *)(memory + at_leaving);
    o->coming = (uint32_t *)(void *)(memory + at_coming);
    o->x = (float *)(void *)(memory + at_x);
    o->y = (float *)(void *)(memory + at_y);
}

/* `numbers` [particle_count] is scratch. */
static void fill_outline(outline *o, const vvi_sprite_view *view, uint32_t *numbers)
{
    carve(o, view->particle_count, view->boundary_count);
    o->edge_count = view->boundary_count;
    memcpy(o->edges, view->boundary, 2u * (size_t)o->edge_count * sizeof *o->edges);
    number_points(o, view->particle_count, numbers);
    link_edges(o);
}

bool vvi_outline_create(outline *o, const vvi_sprite_view *view, vvi_arena *arena)
{
    *o = (outline){0};
    carve(o, view->particle_count, view->boundary_count);
    o->memory = vvi_arena_take(arena, o->bytes, 1);
    uint32_t *numbers = vvi_arena_take(arena, view->particle_count, sizeof *numbers);
    if (!o->memory || !numbers)
        return false;
    fill_outline(o, view, numbers);
    return true;
}

vv_result vvi_solid_create(vv_stage *stage, uint32_t index, vv_error *error)
{
    const actor *a = &stage->actors[index];
    const vvi_sprite_view *view = &a->view;
    outline o = {0};
    if (a->puppet) { /* it has one for each member, which is put here when it becomes that */
        uint32_t now = a->puppet->current;
        stage->contacts->outlines[index] = a->puppet->members[now].outline;
        stage->contacts->outlines[index].memory = NULL;
        return VV_OK;
    }
    carve(&o, view->particle_count, view->boundary_count);
    o.memory = vvi_allocate_zeroed(&stage->allocator, o.bytes, 1);
    uint32_t *numbers = vvi_allocate(&stage->allocator, view->particle_count, sizeof *numbers);
    if (!o.memory || !numbers) {
        vvi_release(&stage->allocator, o.memory, o.bytes, 1);
        vvi_release(&stage->allocator, numbers, view->particle_count, sizeof *numbers);
        return vvi_fail_memory(error, o.bytes);
    }
    fill_outline(&o, view, numbers);
    vvi_release(&stage->allocator, numbers, view->particle_count, sizeof *numbers);
    stage->contacts->outlines[index] = o;
    return VV_OK;
}

void vvi_solid_destroy(vv_stage *stage, uint32_t index)
{
    outline *o = &stage->contacts->outlines[index];
    vvi_release(&stage->allocator, o->memory, o->bytes, 1);
    *o = (outline){0};
}

static void find_outwards(const actor *a, outline *o)
{
    memset(o->out, 0, o->point_count * sizeof *o->out);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        uint32_t from = o->edges[2u * i], to = o->edges[2u * i + 1u];
        vv_vec2 out = outwards(a, a->x[o->points[from]], a->x[o->points[to]]);
        o->out[from] = vv_vec2_add(o->out[from], out);
        o->out[to] = vv_vec2_add(o->out[to], out);
    }
}

/* ---- The solid ---------------------------------------------------------------------------------------------------------- */

typedef struct moments {
    vv_vec2 first;      /* Σ m·x */
    float second, turn; /* Σ m·|x|², Σ m·(x0 × x); x0 is about the centre of mass */
} moments;

/* Two particles at once: x, y, x, y. */
typedef float four __attribute__((vector_size(16)));

static moments find_moments(const actor *a)
{
    uint32_t count = a->view.particle_count, i = 0;
    four first = {0}, second = {0}, cross = {0};
    for (; i < count; i += 2) {
        four x = {0}, x0 = {0}, m = {a->view.masses[i]};
        size_t bytes = (i + 1u < count ? 2u : 1u) * sizeof *a->x;
        if (bytes == sizeof x) {
            memcpy(&x, a->x + i, sizeof x);
            memcpy(&x0, a->x0 + i, sizeof x0);
            m[2] = a->view.masses[i + 1u];
        } else {
            memcpy(&x, a->x + i, bytes);
            memcpy(&x0, a->x0 + i, bytes);
        }
        four masses = __builtin_shufflevector(m, m, 0, 0, 2, 2), turned = __builtin_shufflevector(x, x, 1, 0, 3, 2);
        first += masses * x;
        second += masses * x * x;
        cross += masses * (x0 * turned); /* x0·y and y0·x in turn */
    }
    return (moments){{first[0] + first[2], first[1] + first[3]},
                     (second[0] + second[1]) + (second[2] + second[3]),
                     (cross[0] + cross[2]) - (cross[1] + cross[3])};
}

/* One particle that is held exactly: the drawing can still turn about it. Two or more: it cannot move as a whole. */
static void find_held(const actor *a, outline *o, uint32_t *count, uint32_t *which)
{
    *count = 0;
    memset(o->held, 0, a->view.particle_count);
    for (uint32_t i = 0; i < a->hold_count; i++)
        if (a->holds[i].strength >= INFINITY && !o->held[a->holds[i].particle]) {
            o->held[a->holds[i].particle] = 1;
            *which = a->holds[i].particle;
            ++*count;
        }
}

static void find_masses(const actor *a, outline *o, solid *b)
{
    moments sums = find_moments(a);
    float mass = a->view.mass;
    uint32_t held = 0, which = 0;
    if (!a->puppet)
        find_held(a, o, &held, &which);
    vv_vec2 centre = vv_vec2_scale(sums.first, 1.0f / mass);
    float inertia = sums.second - mass * vv_vec2_dot(centre, centre);
    float least = 1.0e-4f * mass * a->view.size * a->view.size;
    b->inertia = inertia = vvi_max(inertia, least);
    b->turned = sums.turn / inertia;
    b->pivot = centre;
    b->inverse_mass = held ? 0.0f : 1.0f / mass;
    if (held == 1) {
        b->pivot = a->x[which];
        vv_vec2 arm = vv_vec2_sub(centre, b->pivot);
        inertia += mass * vv_vec2_dot(arm, arm);
    }
    b->inverse_inertia = held > 1 ? 0.0f : 1.0f / inertia;
}

static void widen(vv_vec2 *low, vv_vec2 *high, vv_vec2 p)
{
    low->x = vvi_min(low->x, p.x);
    low->y = vvi_min(low->y, p.y);
    high->x = vvi_max(high->x, p.x);
    high->y = vvi_max(high->y, p.y);
}

/* Rounded outwards: a float at 10 km is as coarse as a millimetre. */
static float below(double x) { return (float)(x - 2.4e-7 * fabs(x)); }
static float above(double x) { return (float)(x + 2.4e-7 * fabs(x)); }

static void find_bounds(const actor *a, outline *o, solid *b)
{
    vv_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    float travel = 0.0f;
    for (uint32_t i = 0; i < o->point_count; i++) {
        vv_vec2 x = a->x[o->points[i]], x0 = a->x0[o->points[i]], way = vv_vec2_sub(x, x0);
        o->x[i] = x.x;
        o->y[i] = x.y;
        widen(&low, &high, x);
        widen(&low, &high, x0);
        travel = vvi_max(travel, vv_vec2_dot(way, way));
    }
    for (uint32_t i = o->point_count; i % OUTLINE_LANES != 0 && i > 0; i++) {
        o->x[i] = o->x[i - 1u];
        o->y[i] = o->y[i - 1u];
    }
    b->travel = sqrtf(travel);
    double margin = (double)b->margin;
    b->low = (vv_vec2){below(a->origin[0] + (double)low.x - margin), below(a->origin[1] + (double)low.y - margin)};
    b->high = (vv_vec2){above(a->origin[0] + (double)high.x + margin), above(a->origin[1] + (double)high.y + margin)};
    b->present = b->low.x <= b->high.x && b->low.y <= b->high.y && b->travel < INFINITY && b->low.x > -INFINITY &&
                 b->high.x < INFINITY && b->low.y > -INFINITY && b->high.y < INFINITY;
}

void vvi_solid_prepare(vv_stage *stage, uint32_t index, float h)
{
    const actor *a = &stage->actors[index];
    outline *o = &stage->contacts->outlines[index];
    solid *b = &stage->contacts->solids[index];
    *b = (solid){.margin = CONTACT_MARGIN * a->view.size, .slept = a->asleep};
    /* From about 20 Hz on a drawing answers as a whole; softer ones let single particles go first. */
    b->stiffness = vvi_min(1.0f, 2.0f * vvi_stage_share(a->strengths.stiffness, h, 1));
    find_bounds(a, o, b);
    find_masses(a, o, b);
    find_outwards(a, o);
}
