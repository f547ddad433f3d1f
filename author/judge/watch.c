/* Watches a creature frame by frame: numbers that are not finite, and what slips, stretches and sinks. */
#include "watch.h"

#include <string.h>

/* ---- The creature ------------------------------------------------------------------------------------------------ */

/* Finds the body that has to move for a body to move. */
static void find_carrier(vv_watch *w, uint32_t b, uint64_t caps, const vv_transform3 *rest)
{
    const uint64_t fixed =
        VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_EAR) | VV_CAP_BIT(VV_CAP_SPIKE);
    watched_body *body = &w->bodies[b];
    bool own = (caps & fixed) == 0 || (caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0 || body->parent == VV_NONE;
    body->carrier = own ? b : w->bodies[body->parent].carrier;
    vv_quat back = vv_quat_conjugate(rest[body->carrier].rotation);
    vv_vec3 centre = transform_point(rest[b], body->centre);
    body->carrier_point = vv_quat_rotate(back, vv_vec3_sub(centre, rest[body->carrier].position));
    body->carrier_turn = vv_quat_multiply(back, rest[b].rotation);
}

/* Bodies come after their parents, so that what is found of the parent can be used. */
static void measure_body(vv_watch *w, const vv_plan_body *plan, uint32_t b, const vv_transform3 *rest)
{
    vv_creature_body given = vv_creature_body_at(w->creature, b);
    watched_body *body = &w->bodies[b];
    *body = (watched_body){.parent = given.parent,
                           .limb = VV_NONE,
                           .sibling = VV_NONE,
                           .spine = (given.caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0,
                           .centre = given.centre,
                           .tip = plan->tip,
                           .radius = {plan->radius[0], plan->radius[1]}};
    find_carrier(w, b, given.caps, rest);
    vv_vec3 points[3] = {rest[b].position, transform_point(rest[b], body->centre), transform_point(rest[b], body->tip)};
    for (uint32_t k = 0; k < 3; k++)
        body->rest_depth = vvi_max(body->rest_depth, -points[k].y);
    if (given.parent == VV_NONE)
        return;
    const watched_body *parent = &w->bodies[given.parent];
    for (uint32_t other = given.parent + 1; other < b; other++)
        body->sibling = w->bodies[other].parent == given.parent ? other : body->sibling;
    if (body->sibling != VV_NONE)
        body->sibling_distance = find_distance(rest[b].position, rest[body->sibling].position);
    body->length = find_distance(rest[b].position, rest[given.parent].position);
    if (body->spine) {
        w->spine_length += parent->spine ? body->length : 0.0f;
    } else if (parent->spine) {
        body->limb = b;
    } else if (parent->limb != VV_NONE) {
        body->limb = parent->limb;
        body->limb_distance = parent->limb_distance + body->length;
        body->longest = vvi_max(parent->longest, body->length);
    }
}

static void measure_creature(vv_watch *w, const vv_creature_plan *plan, const vv_transform3 *rest)
{
    vv_vec3 low, high;
    vv_creature_bounds(w->creature, &low, &high);
    w->size = vvi_max(find_distance(low, high), 1e-6f);
    for (uint32_t b = 0; b < w->body_count; b++)
        measure_body(w, &plan->bodies[b], b, rest);
    w->spine_length = vvi_max(w->spine_length, 0.05f * w->size);
    for (uint32_t l = 0; l < w->leg_count; l++) {
        vv_leg leg = vv_creature_leg(w->creature, l);
        w->legs[l] = (watched_leg){leg.foot, vvi_max(leg.length, 1e-6f), leg.shared};
    }
}

static bool allocate_watch(vv_watch *w)
{
    size_t steps = (size_t)w->frame_room * w->body_count;
    w->bodies = vvi_arena_allocate(&w->arena, w->body_count, sizeof *w->bodies);
    w->legs = vvi_arena_allocate(&w->arena, w->leg_count + 1, sizeof *w->legs);
    w->before = vvi_arena_allocate(&w->arena, w->body_count, sizeof *w->before);
    w->steps = vvi_arena_allocate(&w->arena, steps, sizeof *w->steps);
    w->turns = vvi_arena_allocate(&w->arena, steps, sizeof *w->turns);
    w->joints = vvi_arena_allocate(&w->arena, w->body_count, sizeof *w->joints);
    w->joint_goals = vvi_arena_allocate(&w->arena, w->body_count, sizeof *w->joint_goals);
    return w->bodies && w->legs && w->before && w->steps && w->turns && w->joints && w->joint_goals;
}

vv_result vv_watch_create(const vv_creature_plan *plan, const vv_creature *creature, uint32_t frame_count,
                          const vv_allocator *allocator, vv_watch **out, vv_error *error)
{
    *out = NULL;
    VV_ASSERT(plan->body_count == vv_creature_body_count(creature));
    vv_watch *w = vvi_allocate_zeroed(allocator, 1, sizeof *w);
    if (w == NULL)
        return vvi_fail_memory(error, sizeof *w);
    w->allocator = w->arena.allocator = allocator;
    w->creature = creature;
    w->body_count = plan->body_count;
    w->leg_count = vv_creature_leg_count(creature);
    w->frame_room = frame_count;
    bool room = allocate_watch(w);
    if (room) {
        vv_creature_rest(creature, w->before);
        measure_creature(w, plan, w->before);
        room = vvi_watch_pairs(w, w->before);
    }
    if (!room) {
        vv_watch_destroy(w);
        return vvi_fail_memory(error, (size_t)frame_count * plan->body_count * 2 * sizeof(float));
    }
    vv_watch_begin(w);
    *out = w;
    return VV_OK;
}

void vv_watch_destroy(vv_watch *watch)
{
    if (watch == NULL)
        return;
    vvi_arena_release(&watch->arena);
    vvi_release(watch->allocator, watch, 1, sizeof *watch);
}

const vv_creature *vv_watch_creature(const vv_watch *watch) { return watch->creature; }
const vv_allocator *vv_watch_allocator(const vv_watch *watch) { return watch->allocator; }
float vv_watch_size(const vv_watch *watch) { return watch->size; }
const vv_findings *vv_watch_findings(const vv_watch *watch) { return &watch->findings; }

void vv_watch_begin(vv_watch *watch)
{
    watch->frame = watch->half_frame = 0;
    watch->fast = false;
    memset(watch->stances, 0, sizeof watch->stances);
    watch->findings = vv_no_findings();
}

/* ---- Frame by frame ---------------------------------------------------------------------------------------------- */

static bool is_sound(const vv_transform3 *p)
{
    float norm = vv_quat_dot(p->rotation, p->rotation);
    return vvi_all_finite(&p->position.x, 3) && vvi_all_finite(&p->rotation.x, 4) && fabsf(norm - 1.0f) < 2e-3f;
}

/* False where nothing else can be measured in this frame. */
static bool check_numbers(vv_watch *w, const vv_transform3 *placements)
{
    for (uint32_t b = 0; b < w->body_count; b++) {
        if (is_sound(&placements[b]))
            continue;
        vvi_raise_worst(&w->findings.worst[VV_PART_PLAIN][VV_MEASURE_NAN], 1.0f, w->frame, b);
        return false;
    }
    return true;
}

/* Segments shorter than a hundredth of the creature are judged as if they were that long: rounding is not stretch. */
static void check_stretch(vv_watch *w, const vv_transform3 *placements)
{
    for (uint32_t b = 1; b < w->body_count; b++) {
        const watched_body *body = &w->bodies[b];
        vv_part part = body->spine ? VV_PART_SPINE : VV_PART_PLAIN;
        float length = find_distance(placements[b].position, placements[body->parent].position);
        float share = fabsf(length - body->length) / vvi_max(body->length, 0.01f * w->size);
        vvi_raise_worst(&w->findings.worst[part][VV_MEASURE_STRETCH], share, w->frame, b);
    }
}

static void check_sink(vv_watch *w, const vv_watch_input *input)
{
    vv_worst *worst = &w->findings.worst[VV_PART_PLAIN][VV_MEASURE_SINK];
    for (uint32_t b = 0; b < w->body_count; b++) {
        const watched_body *body = &w->bodies[b];
        vv_transform3 at = input->placements[b];
        vv_vec3 points[3] = {at.position, transform_point(at, body->centre), transform_point(at, body->tip)};
        for (uint32_t k = 0; k < 3; k++) {
            float ground = input->terrain.height != NULL
                               ? input->terrain.height(input->terrain.user, points[k].x, points[k].z, NULL)
                               : 0.0f;
            vvi_raise_worst(worst, vvi_max(ground - points[k].y - body->rest_depth, 0.0f) / w->size, w->frame, b);
        }
    }
}

/* The leg of a foot; a body that is not a foot crawls. */
static watched_leg find_leg(const vv_watch *w, uint32_t foot)
{
    for (uint32_t l = 0; l < w->leg_count; l++)
        if (w->legs[l].foot == foot)
            return w->legs[l];
    return (watched_leg){foot, w->spine_length, true};
}

/* Whether a foot is meant to stand: it has a firm goal then. A foot that a motion lifts has none, whatever the walk
 * says. */
static bool is_planted(const vv_watch_input *input, uint32_t foot)
{
    for (uint32_t g = 0; g < input->goal_count; g++)
        if (input->goals[g].body == foot)
            return input->goals[g].hard && input->goals[g].position_weight >= 0.999f;
    return false;
}

static void check_slip(vv_watch *w, const vv_watch_input *input)
{
    for (uint32_t f = 0; f < input->foothold_count && f < VV_CREATURE_MAX_BODIES; f++) {
        const vv_foothold *foot = &input->footholds[f];
        stance *s = &w->stances[f];
        bool stands = foot->stands && foot->body < w->body_count && is_planted(input, foot->body);
        if (stands) {
            vv_vec3 at = transform_point(input->placements[foot->body], w->bodies[foot->body].centre);
            watched_leg leg = find_leg(w, foot->body);
            if (!s->stands)
                s->at = at;
            vvi_raise_worst(&w->findings.worst[leg.shared ? VV_PART_BRANCHING : VV_PART_PLAIN][VV_MEASURE_SLIP],
                            find_distance(at, s->at) / leg.length, w->frame, foot->body);
        }
        s->stands = stands;
    }
}

void vv_watch_frame(vv_watch *watch, const vv_watch_input *input)
{
    if (watch->frame >= watch->frame_room)
        return;
    if (check_numbers(watch, input->placements)) {
        vvi_watch_steps(watch, input->placements);
        check_stretch(watch, input->placements);
        check_sink(watch, input);
        check_slip(watch, input);
        vvi_watch_goals(watch, input);
        vvi_watch_self(watch, input->placements);
    }
    watch->frame++;
}
