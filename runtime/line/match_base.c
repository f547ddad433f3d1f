/* What the body does without the line, at every sample; and bones that stick out of the action plane laid into it.
 *
 * Turning about the plane's normal cannot bring a bone into the plane: arms of a figure that stands with arms spread, seen from
 * its side, would point at the eye for ever. Long bones of a set that rise more than SHALLOW out of the plane (of a tilted one less,
 * and shorter ones too) are laid into it by the least turn, once, so that what the base does stays smooth. Where a bone joins or leaves
 * the sets it is laid and raised between the keystrokes. */
#include "matching.h"

#define SHALLOW 0.5  /* sine of 30° */
#define LONG    0.5  /* of the longest bone of the same set */
#define CLOSE   0.05 /* of the body's size: nearer to the eye nothing is seen well */

/* The base's turns and moves of one joint at a time. */
static void base_joint(const vv_match *match, double time, uint32_t joint, dq *turn, d3 *move)
{
    double at = match->base_count > 1 ? time * match->rate : 0.0;
    uint32_t last = match->base_count - 1, i = at < (double)last ? (uint32_t)at : last, j = i < last ? i + 1 : i;
    double share = at - (double)i;
    size_t a = (size_t)i * match->joint_count + joint, b = (size_t)j * match->joint_count + joint;
    if (i == j || share < 1e-6) {
        *turn = dq_normalize(dq_of(match->base_turns[a]));
        *move = d3_scale(d3_of(match->base_moves[a]), match->unit);
        return;
    }
    *turn = dq_of(vv_quat_slerp(match->base_turns[a], match->base_turns[b], (float)share));
    d3 from = d3_of(match->base_moves[a]);
    *move = d3_scale(d3_along(from, d3_sub(d3_of(match->base_moves[b]), from), share), match->unit);
}

/* The lay of a joint at a sample: all of it where keystrokes on both sides have it. */
static dq lay_at(const vv_match *match, const match_sample *sample, uint32_t joint)
{
    double before = match->ways[sample->before].own[joint] ? 1.0 : 0.0;
    double after = match->ways[sample->after].own[joint] ? 1.0 : 0.0;
    double share = before + sample->mix * (after - before);
    dq lay = match->body.lay[joint];
    return share < 1.0 ? vvi_turn_exp(d3_scale(vvi_turn_log(lay), share)) : lay;
}

static void base_globals(const vv_match *match, const match_sample *sample, dq *turns, d3 *places)
{
    for (uint32_t j = 0; j < match->joint_count; j++) {
        uint32_t parent = match->parents[j], node = match->body.node_of[j];
        dq turn;
        d3 move;
        base_joint(match, sample->time, j, &turn, &move);
        if (node < match->body.joint_count)
            turn = dq_multiply(turn, lay_at(match, sample, node));
        turns[j] = parent == VV_NONE ? turn : dq_normalize(dq_multiply(turns[parent], turn));
        places[j] = parent == VV_NONE ? move : d3_add(places[parent], dq_rotate(turns[parent], move));
    }
}

/* Base number `base` at a sample, through room for all joints. */
static void fill_base(vv_match *match, size_t base, const match_sample *sample)
{
    const match_body *body = &match->body;
    dq *turns = match->all_turns;
    d3 *places = match->all_places, *nodes = match->base_places + base * body->node_count;
    base_globals(match, sample, turns, places);
    match->roots[base] = places[0];
    for (uint32_t i = 0; i < body->joint_count; i++) {
        uint32_t parent = match->parents[body->joints[i]];
        match->base_globals[base * body->joint_count + i] = turns[body->joints[i]];
        match->parent_globals[base * body->joint_count + i] =
            parent == VV_NONE ? (dq){0.0, 0.0, 0.0, 1.0} : turns[parent];
    }
    for (uint32_t i = 0; i < body->node_count; i++)
        nodes[i] = places[body->of[i]];
    for (uint32_t i = 0; i < match->hold_count; i++) {
        const match_hold *hold = &match->holds[i];
        uint32_t bone = body->of[hold->node];
        nodes[hold->node] = d3_add(places[bone], dq_rotate(turns[bone], hold->point));
    }
    for (uint32_t i = 0; i < body->node_count; i++)
        match->levers[base * body->node_count + i] =
            body->up[i] == VV_NONE ? nodes[i] : d3_sub(nodes[i], nodes[body->up[i]]);
}

/* The only bone of a joint in a keystroke's set, VV_NONE if there are none or several. */
static uint32_t only_bone(const vv_match *match, const match_way *way, uint32_t joint)
{
    uint32_t found = VV_NONE;
    for (uint32_t i = 0; i < match->body.node_count; i++)
        if (way->tip[i] && match->body.up[i] == joint) {
            if (found != VV_NONE)
                return VV_NONE;
            found = i;
        }
    return found;
}

static double longest_bone(const vv_match *match, const match_way *way, const d3 *levers)
{
    double longest = 0.0;
    for (uint32_t i = 0; i < match->body.node_count; i++)
        if (way->tip[i] && d3_length(levers[i]) > longest)
            longest = d3_length(levers[i]);
    return longest;
}

/* 1 where the action plane faces the eye, 0 from its edge: what rises out of a tilted plane is seen, and moves with nothing. */
static double facing(const vv_match *match)
{
    double cosine = d3_dot(match->n, match->out);
    return cosine * cosine;
}

/* The least turn that takes a direction into the plane, as far as it is too steep; from straight up it goes all the way. */
static bool lay_turn(const vv_match *match, d3 direction, dq *turn)
{
    double rise = d3_dot(direction, match->n), shallow = SHALLOW * facing(match);
    if (fabs(rise) <= shallow)
        return false;
    d3 flat = d3_direction(d3_along(direction, match->n, -rise), match->u);
    double steep = shallow * (1.0 - fabs(rise)) / (1.0 - shallow) * (rise < 0.0 ? -1.0 : 1.0);
    d3 to = d3_along(d3_scale(flat, sqrt(1.0 - steep * steep)), match->n, steep);
    *turn = vvi_turn_between(direction, to, match->u);
    return true;
}

static void lay_joint(vv_match *match, uint32_t joint)
{
    for (uint32_t k = 0; k < match->key_count; k++) {
        const match_way *way = &match->ways[k];
        uint32_t bone = only_bone(match, way, joint);
        if (bone == VV_NONE)
            continue;
        fill_base(match, 0, &match->samples[match->key_samples[k]]);
        double length = d3_length(match->levers[bone]);
        dq turn, global = match->base_globals[joint];
        if (length < 1e-6 || length < LONG * facing(match) * facing(match) * longest_bone(match, way, match->levers) ||
            !lay_turn(match, d3_scale(match->levers[bone], 1.0 / length), &turn))
            return;
        match->body.lay[joint] = dq_multiply(dq_conjugate(global), dq_multiply(turn, global));
        return;
    }
}

/* With perspective, what is behind the eye is seen upside down, and what is at it is nowhere. */
static vv_result check_eye(const vv_match *match, vv_error *error)
{
    const match_body *body = &match->body;
    double nearest = INFINITY, size = 0.0;
    uint32_t joint = 0;
    for (size_t i = 0; i < match->bases * (size_t)body->node_count; i++) {
        d3 place = match->base_places[i], root = match->roots[i / body->node_count];
        double depth = match->distance - d3_dot(d3_sub(place, match->eye), match->out);
        size = d3_length(d3_sub(place, root)) > size ? d3_length(d3_sub(place, root)) : size;
        if (depth < nearest) {
            nearest = depth;
            joint = body->of[i % body->node_count];
        }
    }
    double room = CLOSE * size;
    if (!(match->distance > 0.0) || nearest > room)
        return VV_OK;
    vv_result result = vvi_fail(error, VV_ERROR_ARGUMENT, "the eye is %g m from the view's centre, and %s is %s it",
                                match->distance / match->unit, vv_skeleton_joint(match->skeleton, joint).name,
                                nearest > 0.0 ? "at" : "behind");
    vvi_error_remedy(error, "look from %g m or more, or from 0: without perspective",
                     ceil(10.0 * (match->distance + 2.0 * size - nearest) / match->unit) / 10.0);
    return result;
}

vv_result vvi_match_base(vv_match *match, vv_error *error)
{
    match_body *body = &match->body;
    vvi_arena *arena = &match->arena;
    size_t bases = match->bases = match->base_count > 1 || vvi_match_sets_change(match) ? match->sample_count : 1;
    match->all_turns = vvi_arena_take(arena, match->joint_count, sizeof *match->all_turns);
    match->roots = vvi_arena_take(arena, bases, sizeof *match->roots);
    match->all_places = vvi_arena_take(arena, match->joint_count, sizeof *match->all_places);
    match->base_globals = vvi_arena_take(arena, bases * body->joint_count, sizeof *match->base_globals);
    match->parent_globals = vvi_arena_take(arena, bases * body->joint_count, sizeof *match->parent_globals);
    match->levers = vvi_arena_take(arena, bases * body->node_count, sizeof *match->levers);
    match->base_places = vvi_arena_take(arena, bases * body->node_count, sizeof *match->base_places);
    if (!match->roots || !match->all_turns || !match->all_places || !match->base_globals || !match->parent_globals ||
        !match->levers || !match->base_places)
        return vvi_fail_memory(error, bases * body->node_count * sizeof *match->levers);
    for (uint32_t i = 0; i < body->joint_count; i++)
        lay_joint(match, i);
    for (uint32_t s = 0; s < match->bases; s++)
        fill_base(match, s, &match->samples[s]);
    return check_eye(match, error);
}
