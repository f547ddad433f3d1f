/* Making a match: everything is sized here; solving allocates nothing. */
#include "matching.h"

#include <string.h>

static void set_view(vv_match *match, const vv_match_def *def)
{
    vv_quat view = vv_quat_normalize(def->paper.turn);
    dq turn = dq_normalize(dq_of(view)), plane = dq_multiply(turn, dq_normalize(dq_of(def->plane)));
    match->right = dq_rotate(turn, (d3){1.0, 0.0, 0.0});
    match->up = dq_rotate(turn, (d3){0.0, 1.0, 0.0});
    match->out = dq_rotate(turn, (d3){0.0, 0.0, 1.0});
    match->u = dq_rotate(plane, (d3){1.0, 0.0, 0.0});
    match->v = dq_rotate(plane, (d3){0.0, 1.0, 0.0});
    match->n = dq_rotate(plane, (d3){0.0, 0.0, 1.0});
    match->eye = d3_of(def->paper.centre);
    match->distance = (double)def->paper.distance;
}

static void set_weights(vv_match *match, const vv_match_def *def)
{
    bool none =
        def->place == 0.0f && def->tangent == 0.0f && def->smooth == 0.0f && def->rest == 0.0f && def->key == 0.0f;
    match->place = none ? 1.0 : (double)def->place;
    match->tangent = none ? 0.05 : (double)def->tangent;
    match->smooth = none ? 1e-3 : (double)def->smooth;
    match->rest = none ? 1e-5 : (double)def->rest;
    match->key = none ? 20.0 : (double)def->key;
}

static vv_result copy_base(vv_match *match, const vv_match_def *def, vv_error *error)
{
    size_t joints = match->joint_count, count = (def->base_count > 0 ? def->base_count : 1) * joints;
    match->base_count = def->base_count > 0 ? def->base_count : 1;
    match->parents = vvi_arena_take(&match->arena, joints, sizeof *match->parents);
    match->base_turns = vvi_arena_take(&match->arena, count, sizeof *match->base_turns);
    match->base_moves = vvi_arena_take(&match->arena, count, sizeof *match->base_moves);
    if (!match->parents || !match->base_turns || !match->base_moves)
        return vvi_fail_memory(error, count * sizeof *match->base_turns);
    for (size_t i = 0; i < count; i++) {
        vv_joint joint = vv_skeleton_joint(match->skeleton, (uint32_t)(i % joints));
        bool given = def->base_count > 0;
        match->parents[i % joints] = joint.parent;
        match->base_turns[i] = given && def->base_turns ? def->base_turns[i] : joint.turn;
        match->base_moves[i] = given && def->base_moves ? def->base_moves[i] : joint.move;
    }
    return VV_OK;
}

/* Unknowns of a pose up to which blocks are factored where sets change: poses look different from knot to knot then, and conjugate
 * gradients would need many rounds. */
#define BLOCKS 96u

/* Unknowns: of every joint on a way in the plane, of all joints in space; joints between go along with what is above. */
static vv_result make_stage(vv_match *match, match_stage *stage, uint32_t dof, vv_error *error)
{
    const match_body *body = &match->body;
    stage->dof = dof;
    stage->root = match->hold_root ? 0 : dof == 1 ? 2 : 3;
    stage->variable = vvi_arena_take(&match->arena, body->joint_count, sizeof *stage->variable);
    if (!stage->variable)
        return vvi_fail_memory(error, body->joint_count * sizeof *stage->variable);
    for (uint32_t i = 0; i < body->joint_count; i++) {
        if (dof == 3 || body->on_way[i]) {
            stage->variable[i] = stage->size;
            stage->size += dof;
        } else
            stage->variable[i] = body->up[i] == VV_NONE ? VV_NONE : stage->variable[body->up[i]];
    }
    stage->size += stage->root;
    stage->direct = dof == 3 || (stage->size <= BLOCKS && vvi_match_sets_change(match));
    size_t knot = 2 * (size_t)stage->size, knots = match->knot_count;
    stage->x = vvi_arena_take(&match->arena, knots * knot, sizeof *stage->x);
    if (!stage->x || !vvi_match_quiet(match, stage))
        return vvi_fail_memory(error, knots * knot * sizeof *stage->x);
    return VV_OK;
}

static bool take_pose(vv_match *match, size_t size)
{
    match_pose *pose = &match->work.pose;
    size_t joints = match->body.joint_count, nodes = match->body.node_count;
    pose->values = vvi_arena_take(&match->arena, size, sizeof *pose->values);
    pose->rotations = vvi_arena_take(&match->arena, joints, sizeof *pose->rotations);
    pose->left = vvi_arena_take(&match->arena, joints, sizeof *pose->left);
    pose->arms = vvi_arena_take(&match->arena, nodes, sizeof *pose->arms);
    pose->places = vvi_arena_take(&match->arena, nodes, sizeof *pose->places);
    pose->gains = vvi_arena_take(&match->arena, nodes * 9, sizeof *pose->gains);
    pose->seen = vvi_arena_take(&match->arena, nodes, sizeof *pose->seen);
    pose->slopes = vvi_arena_take(&match->arena, nodes, sizeof *pose->slopes);
    return pose->values && pose->rotations && pose->left && pose->arms && pose->places && pose->gains && pose->seen &&
           pose->slopes;
}

static bool take_work(vv_match *match, size_t size)
{
    match_work *work = &match->work;
    vvi_arena *arena = &match->arena;
    size_t nodes = match->body.node_count, knots = match->knot_count, block = 4 * size * size;
    work->H = vvi_arena_take(arena, size * size, sizeof *work->H);
    work->b = vvi_arena_take(arena, size, sizeof *work->b);
    work->S = vvi_arena_take(arena, nodes, sizeof *work->S);
    work->f = vvi_arena_take(arena, nodes, sizeof *work->f);
    work->diagonal = vvi_arena_take(arena, knots * block, sizeof *work->diagonal);
    work->above = vvi_arena_take(arena, knots * block, sizeof *work->above);
    work->factor = vvi_arena_take(arena, knots * block, sizeof *work->factor);
    work->factor_above = vvi_arena_take(arena, knots * block, sizeof *work->factor_above);
    work->right = vvi_arena_take(arena, knots * 2 * size, sizeof *work->right);
    work->step = vvi_arena_take(arena, knots * 2 * size, sizeof *work->step);
    work->trial = vvi_arena_take(arena, knots * 2 * size, sizeof *work->trial);
    work->room = vvi_arena_take(arena, knots * 2 * size, sizeof *work->room);
    return work->H && work->b && work->S && work->f && work->diagonal && work->above && work->factor &&
           work->factor_above && work->right && work->step && work->trial && work->room && take_pose(match, size);
}

static bool take_slopes(vv_match *match)
{
    match_work *work = &match->work;
    vvi_arena *arena = &match->arena;
    size_t nodes = match->body.node_count;
    work->slopes = vvi_arena_take(arena, match->sample_count * nodes, sizeof *work->slopes);
    work->moved = vvi_arena_take(arena, nodes, sizeof *work->moved);
    work->glimpse = vvi_arena_take(arena, nodes, sizeof *work->glimpse);
    work->pulls = vvi_arena_take(arena, nodes, sizeof *work->pulls);
    work->damping = vvi_arena_take(arena, (size_t)match->knot_count * match->planar.size, sizeof *work->damping);
    return work->slopes && work->moved && work->glimpse && work->pulls && work->damping;
}

static bool take_finishing(vv_match *match)
{
    match_finishing *f = &match->finishing;
    vvi_arena *arena = &match->arena;
    size_t joints = match->body.joint_count, rows = 6 * (size_t)match->hold_count + 1;
    f->turns = vvi_arena_take(arena, joints, sizeof *f->turns);
    f->sums = vvi_arena_take(arena, joints, sizeof *f->sums);
    f->kept = vvi_arena_take(arena, joints, sizeof *f->kept);
    f->places = vvi_arena_take(arena, match->body.node_count, sizeof *f->places);
    f->rows = vvi_arena_take(arena, rows * (3 * joints + 3), sizeof *f->rows);
    f->square = vvi_arena_take(arena, rows * rows, sizeof *f->square);
    f->errors = vvi_arena_take(arena, rows, sizeof *f->errors);
    f->ease = vvi_arena_take(arena, joints + 1, sizeof *f->ease);
    return f->turns && f->sums && f->kept && f->places && f->rows && f->square && f->errors && f->ease;
}

static vv_result take_results(vv_match *match, vv_error *error)
{
    vvi_arena *arena = &match->arena;
    size_t joints = match->body.joint_count, nodes = match->body.node_count, samples = match->sample_count;
    match->starts = vvi_arena_take(arena, samples * match->planar.size, sizeof *match->starts);
    match->followed = vvi_arena_take(arena, joints, sizeof *match->followed);
    match->twisted = vvi_arena_take(arena, joints, sizeof *match->twisted);
    match->flat_turns = vvi_arena_take(arena, samples * joints, sizeof *match->flat_turns);
    match->flat_levers = vvi_arena_take(arena, samples * nodes, sizeof *match->flat_levers);
    match->flat_moves = vvi_arena_take(arena, samples, sizeof *match->flat_moves);
    match->turns = vvi_arena_take(arena, match->frame_count * joints, sizeof *match->turns);
    match->moves = vvi_arena_take(arena, match->frame_count, sizeof *match->moves);
    size_t size = match->in_space ? match->space.size : match->planar.size;
    bool ok = match->starts && match->followed && match->twisted && match->flat_turns && match->flat_levers &&
              match->flat_moves && match->turns && match->moves && take_work(match, size) && take_slopes(match) &&
              take_finishing(match);
    return ok ? VV_OK : vvi_fail_memory(error, samples * nodes * sizeof *match->flat_levers);
}

/* Stages look at what they turn. */
static void point_stages(vv_match *match)
{
    match->planar.turns = match->base_globals;
    match->planar.levers = match->levers;
    match->space.turns = match->flat_turns;
    match->space.levers = match->flat_levers;
}

static vv_result take_room(vv_match *match, vv_error *error)
{
    uint32_t nodes = match->body.node_count;
    match->along = vvi_arena_take(&match->arena, 2 * (size_t)nodes, sizeof *match->along);
    match->lengths = vvi_arena_take(&match->arena, nodes + 1u, sizeof *match->lengths);
    match->aims = vvi_arena_take(&match->arena, (size_t)match->sample_count * nodes, sizeof *match->aims);
    if (!match->along || !match->lengths || !match->aims)
        return vvi_fail_memory(error, (size_t)match->sample_count * nodes * sizeof *match->aims);
    return VV_OK;
}

static vv_result prepare(vv_match *match, const vv_match_def *def, vv_error *error)
{
    match->skeleton = def->skeleton;
    match->line = def->line;
    match->joint_count = vv_skeleton_joint_count(def->skeleton);
    match->key_count = vv_line_key_count(def->line);
    match->rate = (double)def->rate;
    match->hold_root = def->hold_root;
    match->in_space = def->twist_count > 0 || def->contact_count > 0;
    set_view(match, def);
    set_weights(match, def);
    vv_result result = copy_base(match, def, error);
    if (result == VV_OK)
        result = vvi_match_body(match, def, error);
    if (result == VV_OK)
        result = vvi_match_time(match, error);
    if (result == VV_OK)
        result = vvi_match_base(match, error);
    if (result == VV_OK)
        result = take_room(match, error);
    if (result == VV_OK)
        result = vvi_match_cans(match, def, error);
    if (result == VV_OK)
        vvi_match_orient(match, def->keys);
    if (result == VV_OK)
        result = make_stage(match, &match->planar, 1, error);
    if (result == VV_OK && match->in_space)
        result = make_stage(match, &match->space, 3, error);
    if (result == VV_OK)
        result = take_results(match, error);
    return result;
}

vv_result vv_match_create(const vv_match_def *def, const vv_allocator *allocator, vv_match **out, vv_error *error)
{
    vv_result result = vvi_match_check(def, error);
    if (result != VV_OK)
        return result;
    vv_match *match = vvi_allocate_zeroed(allocator, 1, sizeof *match);
    if (!match)
        return vvi_fail_memory(error, sizeof *match);
    match->arena.allocator = allocator;
    result = prepare(match, def, error);
    if (result != VV_OK) {
        vv_match_destroy(match, allocator);
        return result;
    }
    point_stages(match);
    vvi_match_finish_weights(match);
    vvi_match_map(match);
    *out = match;
    return VV_OK;
}

void vv_match_destroy(vv_match *match, const vv_allocator *allocator)
{
    if (!match)
        return;
    match->arena.allocator = allocator;
    vvi_arena_release(&match->arena);
    vvi_release(allocator, match, 1, sizeof *match);
}
