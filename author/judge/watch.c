/* Watching a creature frame by frame: what is not a number, what slips, stretches and sinks. */
#include "watch.h"

#include <string.h>

/* ---- What is known beforehand -------------------------------------------------------------------------------------------- */

/* Who moves when a body is to be moved. */
static void find_carrier(vv_watch *w, uint32_t b, uint64_t caps, const vv_placement *rest)
{
    const uint64_t fixed =
        VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_EAR) | VV_CAP_BIT(VV_CAP_SPIKE);
    watched_body *body = &w->bodies[b];
    bool own = (caps & fixed) == 0 || (caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0 || body->parent == VV_NONE;
    body->carrier = own ? b : w->bodies[body->parent].carrier;
    vv_quat back = vv_quat_conjugate(rest[body->carrier].turn);
    vv_vec3 centre = point_of(rest[b], body->centre);
    body->point = vv_quat_rotate(back, vv_vec3_sub(centre, rest[body->carrier].place));
    body->against = vv_quat_multiply(back, rest[b].turn);
}

/* Bodies come after their parents, so what holds of the parent is there already. */
static void learn_body(vv_watch *w, const vv_plan_body *plan, uint32_t b, const vv_placement *rest)
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
    vv_vec3 points[3] = {rest[b].place, point_of(rest[b], body->centre), point_of(rest[b], body->tip)};
    for (uint32_t k = 0; k < 3; k++)
        body->depth = vvi_max(body->depth, -points[k].y);
    if (given.parent == VV_NONE)
        return;
    const watched_body *parent = &w->bodies[given.parent];
    for (uint32_t other = given.parent + 1; other < b; other++)
        body->sibling = w->bodies[other].parent == given.parent ? other : body->sibling;
    if (body->sibling != VV_NONE)
        body->aside = distance_of(rest[b].place, rest[body->sibling].place);
    body->length = distance_of(rest[b].place, rest[given.parent].place);
    if (body->spine) {
        w->spine_length += parent->spine ? body->length : 0.0f;
    } else if (parent->spine) {
        body->limb = b;
    } else if (parent->limb != VV_NONE) {
        body->limb = parent->limb;
        body->way = parent->way + body->length;
        body->longest = vvi_max(parent->longest, body->length);
    }
}

static void learn(vv_watch *w, const vv_creature_plan *plan, const vv_placement *rest)
{
    vv_vec3 low, high;
    vv_creature_bounds(w->creature, &low, &high);
    w->size = vvi_max(distance_of(low, high), 1e-6f);
    for (uint32_t b = 0; b < w->body_count; b++)
        learn_body(w, &plan->bodies[b], b, rest);
    w->spine_length = vvi_max(w->spine_length, 0.05f * w->size);
    for (uint32_t l = 0; l < w->leg_count; l++) {
        vv_leg leg = vv_creature_leg(w->creature, l);
        w->legs[l] = (watched_leg){leg.foot, vvi_max(leg.length, 1e-6f), leg.shared};
    }
}

static bool take_room(vv_watch *w)
{
    size_t steps = (size_t)w->frame_room * w->body_count;
    w->bodies = vvi_arena_take(&w->arena, w->body_count, sizeof *w->bodies);
    w->legs = vvi_arena_take(&w->arena, w->leg_count + 1, sizeof *w->legs);
    w->before = vvi_arena_take(&w->arena, w->body_count, sizeof *w->before);
    w->steps = vvi_arena_take(&w->arena, steps, sizeof *w->steps);
    w->turns = vvi_arena_take(&w->arena, steps, sizeof *w->turns);
    w->joints = vvi_arena_take(&w->arena, w->body_count, sizeof *w->joints);
    w->held = vvi_arena_take(&w->arena, w->body_count, sizeof *w->held);
    return w->bodies && w->legs && w->before && w->steps && w->turns && w->joints && w->held;
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
    bool room = take_room(w);
    if (room) {
        vv_creature_rest(creature, w->before);
        learn(w, plan, w->before);
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

/* ---- Frame by frame ---------------------------------------------------------------------------------------------------------- */

static bool is_sound(const vv_placement *p)
{
    float norm = vv_quat_dot(p->turn, p->turn);
    return vvi_all_finite(&p->place.x, 3) && vvi_all_finite(&p->turn.x, 4) && fabsf(norm - 1.0f) < 2e-3f;
}

/* False: nothing else can be said of this frame. */
static bool watch_numbers(vv_watch *w, const vv_placement *placements)
{
    for (uint32_t b = 0; b < w->body_count; b++) {
        if (is_sound(&placements[b]))
            continue;
        vvi_worse(&w->findings.worst[VV_PART_PLAIN][VV_MEASURE_NAN], 1.0f, w->frame, b);
        return false;
    }
    return true;
}

/* Segments shorter than a hundredth of the creature are judged as if they were so long: rounding is no stretch. */
static void watch_stretch(vv_watch *w, const vv_placement *placements)
{
    for (uint32_t b = 1; b < w->body_count; b++) {
        const watched_body *body = &w->bodies[b];
        vv_part part = body->spine ? VV_PART_SPINE : VV_PART_PLAIN;
        float length = distance_of(placements[b].place, placements[body->parent].place);
        float share = fabsf(length - body->length) / vvi_max(body->length, 0.01f * w->size);
        vvi_worse(&w->findings.worst[part][VV_MEASURE_STRETCH], share, w->frame, b);
    }
}

static void watch_sink(vv_watch *w, const vv_seen *seen)
{
    vv_worst *worst = &w->findings.worst[VV_PART_PLAIN][VV_MEASURE_SINK];
    for (uint32_t b = 0; b < w->body_count; b++) {
        const watched_body *body = &w->bodies[b];
        vv_placement at = seen->placements[b];
        vv_vec3 points[3] = {at.place, point_of(at, body->centre), point_of(at, body->tip)};
        for (uint32_t k = 0; k < 3; k++) {
            float ground = seen->terrain.height != NULL
                               ? seen->terrain.height(seen->terrain.user, points[k].x, points[k].z, NULL)
                               : 0.0f;
            vvi_worse(worst, vvi_max(ground - points[k].y - body->depth, 0.0f) / w->size, w->frame, b);
        }
    }
}

/* A leg's length and kind; what is not a foot crawls. */
static watched_leg leg_of(const vv_watch *w, uint32_t foot)
{
    for (uint32_t l = 0; l < w->leg_count; l++)
        if (w->legs[l].foot == foot)
            return w->legs[l];
    return (watched_leg){foot, w->spine_length, true};
}

/* A foot that stands has a firm goal: one that a motion lifts has not, whatever the walk says. */
static bool is_held(const vv_seen *seen, uint32_t foot)
{
    for (uint32_t g = 0; g < seen->goal_count; g++)
        if (seen->goals[g].body == foot)
            return seen->goals[g].firm && seen->goals[g].place_weight >= 0.999f;
    return false;
}

static void watch_slip(vv_watch *w, const vv_seen *seen)
{
    for (uint32_t f = 0; f < seen->foothold_count && f < VV_CREATURE_MAX_BODIES; f++) {
        const vv_foothold *foot = &seen->footholds[f];
        stance *s = &w->stances[f];
        bool stands = foot->stands && foot->body < w->body_count && is_held(seen, foot->body);
        if (stands) {
            vv_vec3 at = point_of(seen->placements[foot->body], w->bodies[foot->body].centre);
            watched_leg leg = leg_of(w, foot->body);
            if (!s->stands)
                s->at = at;
            vvi_worse(&w->findings.worst[leg.shared ? VV_PART_BRANCHING : VV_PART_PLAIN][VV_MEASURE_SLIP],
                      distance_of(at, s->at) / leg.length, w->frame, foot->body);
        }
        s->stands = stands;
    }
}

void vv_watch_frame(vv_watch *watch, const vv_seen *seen)
{
    if (watch->frame >= watch->frame_room)
        return;
    if (watch_numbers(watch, seen->placements)) {
        vvi_watch_steps(watch, seen->placements);
        watch_stretch(watch, seen->placements);
        watch_sink(watch, seen);
        watch_slip(watch, seen);
        vvi_watch_goals(watch, seen);
        vvi_watch_self(watch, seen->placements);
    }
    watch->frame++;
}
