/* What the body does without the line at every sample; and flattening bones that stick out of the action plane.
 *
 * A rotation about the normal of the plane cannot bring a bone into the plane: the arms of a figure that stands with
 * arms spread, seen from its side, would point at the eye forever. Long bones of a set that rise more than SHALLOW
 * out of the plane (less if the plane is tilted, and shorter bones too) are rotated into it minimally, once, so that
 * the motion of the base stays smooth. Where a bone joins or leaves the sets, this blends in or out between the
 * keystrokes. */
#include "matching.h"

#define SHALLOW       0.5  /* sine of the rise, 30° */
#define LONG_SHARE    0.5  /* share of the longest bone of the same set */
#define MIN_EYE_SHARE 0.05 /* share of the body's size; points nearer to the eye are not projected reliably */

/* The rotation and translation of one joint of the base at a time. */
static void base_joint(const vv_match *match, double time, uint32_t joint, dq *turn, d3 *move)
{
    double at = match->base_count > 1 ? time * match->rate : 0.0;
    uint32_t last = match->base_count - 1, i = at < (double)last ? (uint32_t)at : last, j = i < last ? i + 1 : i;
    double share = at - (double)i;
    VVI_CHECK(i <= last && share >= 0.0);
    size_t a = (size_t)i * match->joint_count + joint, b = (size_t)j * match->joint_count + joint;
    if (i == j || share < 1e-6) {
        *turn = dq_normalize(dq_of(match->base_turns[a]));
        *move = d3_scale(d3_of(match->base_moves[a]), match->unit);
        return;
    }
    *turn = dq_of(vv_quat_slerp(match->base_turns[a], match->base_turns[b], (float)share));
    d3 from = d3_of(match->base_moves[a]);
    *move = d3_scale(d3_add_scaled(from, d3_sub(d3_of(match->base_moves[b]), from), share), match->unit);
}

/* The flattening of a joint at a sample: complete if the keystrokes on both sides have it in their sets. */
static dq flatten_at(const vv_match *match, const match_sample *sample, uint32_t joint)
{
    double before = match->paths[sample->before].in_set[joint] ? 1.0 : 0.0;
    double after = match->paths[sample->after].in_set[joint] ? 1.0 : 0.0;
    double share = before + sample->blend * (after - before);
    VVI_CHECK(share >= 0.0 && share <= 1.0);
    dq flatten = match->body.flatten[joint];
    return share < 1.0 ? vvi_rotation_exp(d3_scale(vvi_rotation_log(flatten), share)) : flatten;
}

static void base_globals(const vv_match *match, const match_sample *sample, dq *turns, d3 *places)
{
    for (uint32_t j = 0; j < match->joint_count; j++) {
        uint32_t parent = match->parents[j], node = match->body.node_of[j];
        VVI_CHECK(parent == VV_NONE ? j == 0 : parent < j);
        dq turn;
        d3 move;
        base_joint(match, sample->time, j, &turn, &move);
        if (node < match->body.joint_count)
            turn = dq_multiply(turn, flatten_at(match, sample, node));
        turns[j] = parent == VV_NONE ? turn : dq_normalize(dq_multiply(turns[parent], turn));
        places[j] = parent == VV_NONE ? move : d3_add(places[parent], dq_rotate(turns[parent], move));
    }
}

/* Fills base number `base` for a sample; uses the scratch arrays for all joints. */
static void fill_base(vv_match *match, size_t base, const match_sample *sample)
{
    const match_body *body = &match->body;
    dq *turns = match->skeleton_turns;
    d3 *places = match->skeleton_places, *nodes = match->base_places + base * body->node_count;
    base_globals(match, sample, turns, places);
    match->roots[base] = places[0];
    for (uint32_t i = 0; i < body->joint_count; i++) {
        uint32_t parent = match->parents[body->joints[i]];
        match->base_globals[base * body->joint_count + i] = turns[body->joints[i]];
        match->parent_globals[base * body->joint_count + i] =
            parent == VV_NONE ? (dq){0.0, 0.0, 0.0, 1.0} : turns[parent];
    }
    for (uint32_t i = 0; i < body->node_count; i++)
        nodes[i] = places[body->skeleton_joints[i]];
    for (uint32_t i = 0; i < match->contact_count; i++) {
        const match_contact *contact = &match->contacts[i];
        uint32_t bone = body->skeleton_joints[contact->node];
        nodes[contact->node] = d3_add(places[bone], dq_rotate(turns[bone], contact->point));
    }
    for (uint32_t i = 0; i < body->node_count; i++)
        match->levers[base * body->node_count + i] =
            body->parents[i] == VV_NONE ? nodes[i] : d3_sub(nodes[i], nodes[body->parents[i]]);
}

/* The only bone of a joint in the set of a keystroke; VV_NONE if there is none or several. */
static uint32_t only_bone(const vv_match *match, const match_path *path, uint32_t joint)
{
    uint32_t found = VV_NONE;
    for (uint32_t i = 0; i < match->body.node_count; i++)
        if (path->bone_directions[i] && match->body.parents[i] == joint) {
            if (found != VV_NONE)
                return VV_NONE;
            found = i;
        }
    return found;
}

static double longest_bone(const vv_match *match, const match_path *path, const d3 *levers)
{
    double longest = 0.0;
    for (uint32_t i = 0; i < match->body.node_count; i++)
        if (path->bone_directions[i] && d3_length(levers[i]) > longest)
            longest = d3_length(levers[i]);
    return longest;
}

/* 1 if the action plane faces the eye, 0 if it is seen edge-on: what rises out of a tilted plane is visible, and
 * stays as it is. */
static double facing_share(const vv_match *match)
{
    double cosine = d3_dot(match->n, match->out);
    return cosine * cosine;
}

/* The minimal rotation that takes a direction into the plane, as far as it is too steep; complete for a direction
 * along the normal. False: it is not too steep. */
static bool find_flattening(const vv_match *match, d3 direction, dq *turn)
{
    double rise = d3_dot(direction, match->n), shallow = SHALLOW * facing_share(match);
    if (fabs(rise) <= shallow)
        return false;
    d3 flat = d3_direction(d3_add_scaled(direction, match->n, -rise), match->u);
    double steep = shallow * (1.0 - fabs(rise)) / (1.0 - shallow) * (rise < 0.0 ? -1.0 : 1.0);
    VVI_CHECK(shallow < 1.0 && steep * steep <= 1.0);
    d3 to = d3_add_scaled(d3_scale(flat, sqrt(1.0 - steep * steep)), match->n, steep);
    *turn = vvi_rotation_between(direction, to, match->u);
    return true;
}

static void flatten_joint(vv_match *match, uint32_t joint)
{
    for (uint32_t k = 0; k < match->key_count; k++) {
        const match_path *path = &match->paths[k];
        uint32_t bone = only_bone(match, path, joint);
        if (bone == VV_NONE)
            continue;
        fill_base(match, 0, &match->samples[match->key_samples[k]]);
        double length = d3_length(match->levers[bone]);
        dq turn, global = match->base_globals[joint];
        if (length < 1e-6 ||
            length <
                LONG_SHARE * facing_share(match) * facing_share(match) * longest_bone(match, path, match->levers) ||
            !find_flattening(match, d3_scale(match->levers[bone], 1.0 / length), &turn))
            return;
        match->body.flatten[joint] = dq_multiply(dq_conjugate(global), dq_multiply(turn, global));
        return;
    }
}

/* With perspective, what is behind the eye would be projected upside down, and what is at the eye nowhere. */
static vv_result check_eye(const vv_match *match, vv_error *error)
{
    const match_body *body = &match->body;
    double nearest = INFINITY, size = 0.0;
    uint32_t joint = 0;
    for (size_t i = 0; i < match->bases * (size_t)body->node_count; i++) {
        d3 place = match->base_places[i], root = match->roots[i / body->node_count];
        double depth = match->eye_distance - d3_dot(d3_sub(place, match->view_centre), match->out);
        size = d3_length(d3_sub(place, root)) > size ? d3_length(d3_sub(place, root)) : size;
        if (depth < nearest) {
            nearest = depth;
            joint = body->skeleton_joints[i % body->node_count];
        }
    }
    double min_depth = MIN_EYE_SHARE * size;
    if (!(match->eye_distance > 0.0) || nearest > min_depth)
        return VV_OK;
    vv_result result =
        vvi_fail(error, VV_ERROR_ARGUMENT, "the eye is %g m from the centre of the view, and joint %s is %s it",
                 match->eye_distance / match->unit, vv_skeleton_joint(match->skeleton, joint).name,
                 nearest > 0.0 ? "at" : "behind");
    vvi_error_remedy(error, "set the distance to %g m or more, or to 0 for a view without perspective",
                     ceil(10.0 * (match->eye_distance + 2.0 * size - nearest) / match->unit) / 10.0);
    return result;
}

vv_result vvi_match_make_base(vv_match *match, vv_error *error)
{
    match_body *body = &match->body;
    vvi_arena *arena = &match->arena;
    size_t bases = match->bases = match->base_count > 1 || vvi_match_sets_change(match) ? match->sample_count : 1;
    VV_ASSERT(match->base_count > 0 && match->sample_count > 0 && body->joint_count <= body->node_count);
    match->skeleton_turns = vvi_arena_allocate(arena, match->joint_count, sizeof *match->skeleton_turns);
    match->roots = vvi_arena_allocate(arena, bases, sizeof *match->roots);
    match->skeleton_places = vvi_arena_allocate(arena, match->joint_count, sizeof *match->skeleton_places);
    match->base_globals = vvi_arena_allocate(arena, bases * body->joint_count, sizeof *match->base_globals);
    match->parent_globals = vvi_arena_allocate(arena, bases * body->joint_count, sizeof *match->parent_globals);
    match->levers = vvi_arena_allocate(arena, bases * body->node_count, sizeof *match->levers);
    match->base_places = vvi_arena_allocate(arena, bases * body->node_count, sizeof *match->base_places);
    if (!match->roots || !match->skeleton_turns || !match->skeleton_places || !match->base_globals ||
        !match->parent_globals || !match->levers || !match->base_places)
        return vvi_fail_memory(error, bases * body->node_count * sizeof *match->levers);
    for (uint32_t i = 0; i < body->joint_count; i++)
        flatten_joint(match, i);
    for (uint32_t s = 0; s < match->bases; s++)
        fill_base(match, s, &match->samples[s]);
    return check_eye(match, error);
}
