/* Outlines of actors: which border others can touch, prepared once when an actor is added; and the actor as a rigid
 * body for contact, prepared once a substep. */
#include "runtime/stage/puppet_actor.h"

#include "runtime/base/lanes.h"

#include <string.h>

/* ---- The outline ------------------------------------------------------------------------------------------------- */

static vv_vec2 outward_normal(const actor *a, vv_vec2 from, vv_vec2 to)
{
    vv_vec2 right = {to.y - from.y, from.x - to.x};
    return a->flipped ? vv_vec2_scale(right, -1.0f) : right;
}

/* Numbers the points that the edges use in the order of their particles: numbers[particle_count], VV_NONE for others.
 * Returns how many there are. */
static uint32_t number_points(const vvi_sprite_view *view, uint32_t *numbers)
{
    uint32_t count = 0;
    VVI_CHECK(vvi_all_below(view->boundary, 2u * (size_t)view->boundary_count, view->particle_count));
    for (uint32_t i = 0; i < view->particle_count; i++)
        numbers[i] = VV_NONE;
    for (uint32_t i = 0; i < 2u * view->boundary_count; i++)
        numbers[view->boundary[i]] = 0;
    for (uint32_t i = 0; i < view->particle_count; i++)
        if (numbers[i] != VV_NONE)
            numbers[i] = count++;
    return count;
}

static void link_edges(outline *o)
{
    for (uint32_t i = 0; i < o->point_count; i++)
        o->leaving[i] = o->coming[i] = VV_NONE;
    for (uint32_t k = 0; k < o->edge_count; k++) {
        uint32_t *leaving = &o->leaving[o->edges[2u * k]], *coming = &o->coming[o->edges[2u * k + 1u]];
        VVI_CHECK(o->edges[2u * k] != o->edges[2u * k + 1u]);
        o->branched = o->branched || *leaving != VV_NONE || *coming != VV_NONE;
        *leaving = *coming = k;
    }
}

/* Sizes are those of point_count and edge_count. */
static void assign_sections(outline *o, uint32_t particles)
{
    uint64_t cursor = 0, points = o->point_count;
    uint64_t at_points = vvi_section(&cursor, points, sizeof *o->points);
    uint64_t at_edges = vvi_section(&cursor, 2u * (uint64_t)o->edge_count, sizeof *o->edges);
    uint64_t at_out = vvi_section(&cursor, points, sizeof *o->out);
    uint64_t at_held = vvi_section(&cursor, particles, 1);
    uint64_t at_leaving = vvi_section(&cursor, points, sizeof *o->leaving);
    uint64_t at_coming = vvi_section(&cursor, points, sizeof *o->coming);
    uint64_t at_x = vvi_section(&cursor, points + OUTLINE_LANES, sizeof *o->x);
    uint64_t at_y = vvi_section(&cursor, points + OUTLINE_LANES, sizeof *o->y);
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

/* `numbers` [particle_count]: of number_points. */
static outline measure_outline(const vvi_sprite_view *view, uint32_t *numbers)
{
    outline o = {.point_count = number_points(view, numbers), .edge_count = view->boundary_count};
    VV_ASSERT(o.edge_count >= 3 && o.point_count >= 3);
    assign_sections(&o, view->particle_count);
    return o;
}

/* Fills an outline that was measured and has its memory, all zeros. */
static void fill_outline(outline *o, const vvi_sprite_view *view, const uint32_t *numbers)
{
    assign_sections(o, view->particle_count);
    for (uint32_t i = 0; i < view->particle_count; i++)
        if (numbers[i] != VV_NONE)
            o->points[numbers[i]] = i;
    for (uint32_t i = 0; i < 2u * o->edge_count; i++)
        o->edges[i] = numbers[view->boundary[i]];
    VVI_CHECK(o->point_count <= 2u * o->edge_count && vvi_is_ascending(o->points, o->point_count));
    link_edges(o);
}

bool vvi_outline_create(outline *o, const vvi_sprite_view *view, vvi_arena *arena)
{
    uint32_t *numbers = vvi_arena_allocate(arena, view->particle_count, sizeof *numbers);
    *o = (outline){0};
    if (!numbers)
        return false;
    *o = measure_outline(view, numbers);
    o->memory = vvi_arena_allocate(arena, o->bytes, 1);
    if (!o->memory)
        return false;
    fill_outline(o, view, numbers);
    return true;
}

vv_result vvi_rigid_body_create(vv_stage *stage, uint32_t index, vv_error *error)
{
    const actor *a = &stage->actors[index];
    const vvi_sprite_view *view = &a->view;
    if (a->puppet) { /* it has one for each member, which is copied here when the puppet becomes that member */
        uint32_t now = a->puppet->current;
        stage->contacts->outlines[index] = a->puppet->members[now].outline;
        stage->contacts->outlines[index].memory = NULL;
        return VV_OK;
    }
    uint32_t *numbers = vvi_allocate(&stage->allocator, view->particle_count, sizeof *numbers);
    if (!numbers)
        return vvi_fail_memory(error, view->particle_count * sizeof *numbers);
    outline o = measure_outline(view, numbers);
    o.memory = vvi_allocate_zeroed(&stage->allocator, o.bytes, 1);
    if (o.memory)
        fill_outline(&o, view, numbers);
    vvi_release(&stage->allocator, numbers, view->particle_count, sizeof *numbers);
    if (!o.memory)
        return vvi_fail_memory(error, o.bytes);
    stage->contacts->outlines[index] = o;
    return VV_OK;
}

void vvi_rigid_body_destroy(vv_stage *stage, uint32_t index)
{
    outline *o = &stage->contacts->outlines[index];
    vvi_release(&stage->allocator, o->memory, o->bytes, 1);
    *o = (outline){0};
}

static void compute_outwards(const actor *a, outline *o)
{
    memset(o->out, 0, o->point_count * sizeof *o->out);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        uint32_t from = o->edges[2u * i], to = o->edges[2u * i + 1u];
        vv_vec2 out = outward_normal(a, a->x[o->points[from]], a->x[o->points[to]]);
        o->out[from] = vv_vec2_add(o->out[from], out);
        o->out[to] = vv_vec2_add(o->out[to], out);
    }
}

/* Corners of something round are between these angles, radians; beyond the outer ones they are flat, or meant. */
#define FLAT_ANGLE    0.02f
#define ROUND_ANGLE   0.04f
#define BLUNT_ANGLE   0.4f
#define POINTED_ANGLE 0.8f

/* A corner of an outline: the edges that meet there, with the angle between them; 0 where it is no blunt corner. */
typedef struct corner {
    vv_vec2 out; /* unit */
    float bend, length;
} corner;

static corner corner_at(const actor *a, const outline *o, const vv_vec2 *positions, uint32_t point)
{
    corner none = {{0.0f, 0.0f}, 0.0f, 0.0f};
    vv_vec2 zero = {0.0f, 0.0f}, at = positions[o->points[point]];
    vv_vec2 in = vv_vec2_sub(at, positions[o->points[o->edges[2u * o->coming[point]]]]);
    vv_vec2 on = vv_vec2_sub(positions[o->points[o->edges[2u * o->leaving[point] + 1u]]], at);
    float in_length = vv_vec2_length(in), on_length = vv_vec2_length(on);
    if (!(in_length > 0.0f && on_length > 0.0f && vv_vec2_dot(in, on) > 0.0f))
        return none;
    float sine = (a->flipped ? -1.0f : 1.0f) * vv_vec2_cross(in, on) / (in_length * on_length);
    vv_vec2 out = vv_vec2_add(outward_normal(a, zero, vv_vec2_scale(in, 1.0f / in_length)),
                              outward_normal(a, zero, vv_vec2_scale(on, 1.0f / on_length)));
    return (corner){vv_vec2_scale(out, 1.0f / vv_vec2_length(out)), sine + sine * sine * sine / 6.0f,
                    0.5f * (in_length + on_length)};
}

/* 1 for corners of something round, 0 for what is flat or a corner that is meant. */
static float roundness(float bend)
{
    return vvi_clamp((POINTED_ANGLE - bend) / (POINTED_ANGLE - BLUNT_ANGLE), 0.0f, 1.0f) *
           vvi_clamp((bend - FLAT_ANGLE) / (ROUND_ANGLE - FLAT_ANGLE), 0.0f, 1.0f);
}

/* A side that is straight in the shape that the drawing is meant to have stays one where contact bends it for a
 * moment, so both shapes must be round there. What is driven has no such shape: a foot treads, it does not roll. */
contact_arc vvi_outline_arc(const actor *a, const outline *o, const vv_vec2 *positions, uint32_t point, vv_vec2 normal)
{
    contact_arc none = {{0.0f, 0.0f}, 0.0f};
    if (vvi_is_actor_driven(a) || o->branched || o->coming[point] == VV_NONE || o->leaving[point] == VV_NONE)
        return none;
    corner now = corner_at(a, o, positions, point);
    float round = now.bend > FLAT_ANGLE ? roundness(now.bend) : 0.0f;
    if (round > 0.0f)
        round *= roundness(corner_at(a, o, a->rest, point).bend);
    if (!(round > 0.0f))
        return none;
    float radius = round * now.length / now.bend;
    vv_vec2 centre = vv_vec2_scale(now.out, -radius);
    float across = fabsf(vv_vec2_cross(now.out, normal)), along = -vv_vec2_dot(now.out, normal);
    float most = 0.5f * now.bend;
    if (across <= most && along > 0.0f)
        return (contact_arc){centre, radius};
    /* Beyond its end only that is near: so far below the centre, which goes on to carry the drawing as it rolls. */
    return (contact_arc){centre, radius * (along * (1.0f - 0.5f * most * most) + across * most)};
}

/* ---- The rigid body ---------------------------------------------------------------------------------------------- */

typedef struct moments {
    vv_vec2 first;      /* Σ m·x */
    float second, turn; /* Σ m·|x|², Σ m·(x0 × x); x0 is about the centre of mass */
} moments;

static moments compute_moments(const actor *a)
{
    uint32_t count = a->view.particle_count, left = count & 1u;
    float4 first = {0}, second = {0}, cross = {0};
    const float *m = a->view.masses;
    for (uint32_t i = 0; i < count; i += 2) {
        float4 four = *(const float4 *)(m + i), masses = __builtin_shufflevector(four, four, 0, 0, 1, 1);
        float4 x = *(const float4 *)(const void *)(a->x + i), x0 = *(const float4 *)(const void *)(a->start + i);
        if (left && i + 1u == count) /* what follows the last particle of an odd count may be anything */
            masses = (float4){m[i], m[i], 0.0f, 0.0f}, x = (float4){x[0], x[1], 0.0f, 0.0f},
            x0 = (float4){x0[0], x0[1], 0.0f, 0.0f};
        float4 weighted = masses * x, turned = __builtin_shufflevector(x, x, 1, 0, 3, 2);
        first += weighted;
        second += weighted * x;
        cross += masses * (x0 * turned); /* x0·y and y0·x in turn */
    }
    return (moments){{first[0] + first[2], first[1] + first[3]},
                     (second[0] + second[1]) + (second[2] + second[3]),
                     (cross[0] + cross[2]) - (cross[1] + cross[3])};
}

/* Marks particles that are held exactly: of a kinematic actor all. With one, the drawing can still rotate about it;
 * with two or more it cannot move as a whole. */
static void mark_held_particles(const actor *a, outline *o, uint32_t *count, uint32_t *which)
{
    *count = a->kinematic ? a->view.particle_count : 0u;
    memset(o->held, a->kinematic, a->view.particle_count);
    if (a->kinematic)
        return;
    VVI_CHECK(a->hold_count <= VV_STAGE_MAX_HOLDS);
    for (uint32_t i = 0; i < a->hold_count; i++)
        if (a->holds[i].strength >= INFINITY && !o->held[a->holds[i].particle]) {
            o->held[a->holds[i].particle] = 1;
            *which = a->holds[i].particle;
            ++*count;
        }
}

static void compute_masses(const actor *a, outline *o, rigid_body *b)
{
    moments sums = compute_moments(a);
    float mass = a->view.mass;
    uint32_t held = 0, which = 0;
    if (!a->puppet || a->kinematic)
        mark_held_particles(a, o, &held, &which);
    vv_vec2 centre = vv_vec2_scale(sums.first, 1.0f / mass);
    VVI_CHECK(mass > 0.0f && (a->kinematic || held <= VV_STAGE_MAX_HOLDS));
    float inertia = sums.second - mass * vv_vec2_dot(centre, centre);
    float least = 1.0e-4f * mass * a->view.size * a->view.size;
    b->inertia = inertia = vvi_max(inertia, least);
    b->angle_since_start = b->angle_predicted = sums.turn / inertia;
    b->pivot = centre;
    b->inverse_mass = held ? 0.0f : 1.0f / mass;
    if (held == 1) {
        b->pivot = a->x[which];
        b->start_pivot = a->x0[which];
        vv_vec2 arm = vv_vec2_sub(centre, b->pivot);
        inertia += mass * vv_vec2_dot(arm, arm);
    }
    b->inverse_inertia = held > 1 ? 0.0f : 1.0f / inertia;
    VVI_CHECK(b->inertia > 0.0f && !(b->inverse_inertia < 0.0f));
}

/* The positions of two particles. */
static inline float4 load_two(const vv_vec2 *x, uint32_t i, uint32_t j)
{
    double2 both; /* eight bytes each, whatever they are */
    memcpy(&both, x + i, sizeof *x);
    memcpy((char *)&both + sizeof *x, x + j, sizeof *x);
    return (float4)both;
}

/* Rounded outwards: a float at 10 km has a resolution of a millimetre. */
static float below(double x) { return (float)(x - 2.4e-7 * fabs(x)); }
static float above(double x) { return (float)(x + 2.4e-7 * fabs(x)); }

static void compute_bounds(const actor *a, outline *o, rigid_body *b)
{
    float4 low = {INFINITY, INFINITY, INFINITY, INFINITY}, high = -low, travel = {0.0f, 0.0f, 0.0f, 0.0f};
    VVI_CHECK(o->point_count > 0 && o->points[o->point_count - 1u] < a->view.particle_count && b->margin > 0.0f);
    for (uint32_t i = 0; i < o->point_count; i += 2) {
        uint32_t first = o->points[i], second = o->points[i + 1u < o->point_count ? i + 1u : i];
        float4 x = load_two(a->x, first, second), x0 = load_two(a->x0, first, second), way = x - x0;
        o->x[i] = x[0];
        o->y[i] = x[1];
        o->x[i + 1u] = x[2]; /* of an odd count this is the padding */
        o->y[i + 1u] = x[3];
        low = float4_min(float4_min(low, x), x0);
        high = float4_max(float4_max(high, x), x0);
        way *= way;
        travel = float4_max(travel, way + __builtin_shufflevector(way, way, 1, 0, 3, 2));
    }
    for (uint32_t i = o->point_count; i % OUTLINE_LANES != 0 && i > 0; i++) {
        o->x[i] = o->x[i - 1u];
        o->y[i] = o->y[i - 1u];
    }
    b->travel = sqrtf(vvi_max(travel[0], travel[2]));
    double margin = (double)b->margin, origin[2] = {a->origin[0], a->origin[1]};
    b->low = (vv_vec2){below(origin[0] + (double)vvi_min(low[0], low[2]) - margin),
                       below(origin[1] + (double)vvi_min(low[1], low[3]) - margin)};
    b->high = (vv_vec2){above(origin[0] + (double)vvi_max(high[0], high[2]) + margin),
                        above(origin[1] + (double)vvi_max(high[1], high[3]) + margin)};
    b->present = b->low.x <= b->high.x && b->low.y <= b->high.y && b->travel < INFINITY && b->low.x > -INFINITY &&
                 b->high.x < INFINITY && b->low.y > -INFINITY && b->high.y < INFINITY;
}

/* From WHOLE_FREQUENCY on (Hz) a drawing responds as a whole; in softer ones single particles respond first. How much
 * of an impact the whole receives at once depends on the drawing alone: if it fell with the step, a heap that stands at
 * one step would be stirred by its particles at a shorter one. Only in substeps longer than RESOLVED s does it rise,
 * since they do not resolve what particles do. */
#define WHOLE_FREQUENCY 19.1f
#define RESOLVED        (1.0f / 120.0f)

static float wholeness(const vv_stage *stage, float stiffness)
{
    float h = stage->def.step / (float)stage->def.substeps;
    float ratio = stiffness / WHOLE_FREQUENCY * vvi_max(1.0f, h / RESOLVED), square = ratio * ratio;
    return vvi_min(1.0f, 2.0f * square / (1.0f + square));
}

void vvi_rigid_body_prepare(vv_stage *stage, uint32_t index)
{
    const actor *a = &stage->actors[index];
    outline *o = &stage->contacts->outlines[index];
    rigid_body *b = &stage->contacts->bodies[index];
    float margin = vvi_is_squeezed(a) ? CONTACT_SQUEEZED_MARGIN : CONTACT_MARGIN;
    *b = (rigid_body){.margin = margin * a->view.size, .prepared_asleep = a->asleep};
    b->stiffness = a->kinematic ? 1.0f : wholeness(stage, a->strengths.stiffness);
    VVI_CHECK(b->stiffness >= 0.0f && b->stiffness <= 1.0f);
    compute_bounds(a, o, b);
    compute_masses(a, o, b);
    if (o->branched) /* otherwise the narrow phase computes them where it needs them */
        compute_outwards(a, o);
}
