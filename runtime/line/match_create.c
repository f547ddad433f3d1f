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
}

static void set_eye(vv_match *match, const vv_match_def *def)
{
    match->eye = d3_scale(d3_of(def->paper.centre), match->unit);
    match->distance = (double)def->paper.distance * match->unit;
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

static bool has_branches(const vv_match *match)
{
    bool branches = false;
    for (uint32_t k = 0; k < match->key_count; k++)
        branches = branches || match->ways[k].branch_count > 0;
    return branches;
}

/* Unknowns: of every joint on a way in the plane, of all joints in space, the lowest first, so that those of a limb follow one another
 * up to where it hangs; joints between go along with what is above. */
static vv_result make_stage(vv_match *match, match_stage *stage, uint32_t dof, vv_error *error)
{
    const match_body *body = &match->body;
    stage->dof = dof;
    stage->root = match->hold_root ? 0 : dof == 1 ? 2 : 3;
    stage->variable = vvi_arena_take(&match->arena, body->joint_count, sizeof *stage->variable);
    if (!stage->variable)
        return vvi_fail_memory(error, body->joint_count * sizeof *stage->variable);
    for (uint32_t i = body->joint_count; i-- > 0;)
        if (dof == 3 || body->on_way[i]) {
            stage->variable[i] = stage->size;
            stage->size += dof;
        }
    for (uint32_t i = 0; i < body->joint_count; i++)
        if (dof != 3 && !body->on_way[i])
            stage->variable[i] = body->up[i] == VV_NONE ? VV_NONE : stage->variable[body->up[i]];
    stage->size += stage->root;
    size_t knot = 2 * (size_t)stage->size, knots = match->knot_count;
    stage->x = vvi_arena_take(&match->arena, knots * knot, sizeof *stage->x);
    if (!stage->x || !vvi_match_trees(match, stage) || !vvi_match_quiet(match, stage))
        return vvi_fail_memory(error, knots * knot * sizeof *stage->x);
    stage->direct = dof == 3 || has_branches(match) || vvi_match_sets_change(match);
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

/* Panels of knots, of a stage that is solved by them; or else of poses at knots. */
static bool take_blocks(vv_match *match, const match_stage *stage, match_blocks *blocks)
{
    size_t size = match->knot_count * (stage->direct ? stage->knot.size : stage->pose.size);
    blocks->own = vvi_arena_take(&match->arena, size, sizeof *blocks->own);
    if (!stage->direct)
        return blocks->own;
    blocks->ahead = vvi_arena_take(&match->arena, size, sizeof *blocks->ahead);
    blocks->behind = vvi_arena_take(&match->arena, size, sizeof *blocks->behind);
    return blocks->own && blocks->ahead && blocks->behind;
}

static bool take_vectors(vv_match *match, size_t size)
{
    match_work *work = &match->work;
    double **vectors[] = {&work->right, &work->step, &work->trial, &work->room,   &work->residual,
                          &work->guess, &work->way,  &work->image, &work->damping};
    bool ok = true;
    for (uint32_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        ok = ok && (*vectors[i] = vvi_arena_take(&match->arena, match->knot_count * 2 * size, sizeof(double)));
    work->path = vvi_arena_take(&match->arena, 2 * size, sizeof *work->path);
    return ok && work->path;
}

static bool take_work(vv_match *match, const match_stage *stage)
{
    match_work *work = &match->work;
    vvi_arena *arena = &match->arena;
    size_t nodes = match->body.node_count;
    work->H = vvi_arena_take(arena, stage->pose.size, sizeof *work->H);
    work->sums = vvi_arena_take(arena, stage->direct ? 10 * stage->pose.size : 1, sizeof *work->sums);
    work->b = vvi_arena_take(arena, stage->size, sizeof *work->b);
    work->S = vvi_arena_take(arena, nodes, sizeof *work->S);
    work->f = vvi_arena_take(arena, nodes, sizeof *work->f);
    return work->H && work->sums && work->b && work->S && work->f && take_vectors(match, stage->size) &&
           take_blocks(match, stage, &work->system) && take_blocks(match, stage, &work->factor) &&
           take_pose(match, stage->size);
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
    return work->slopes && work->moved && work->glimpse && work->pulls;
}

static bool take_finishing(vv_match *match)
{
    match_finishing *f = &match->finishing;
    vvi_arena *arena = &match->arena;
    size_t joints = match->body.joint_count, rows = 6 * (size_t)match->hold_count + 1;
    f->turns = vvi_arena_take(arena, joints, sizeof *f->turns);
    f->sums = vvi_arena_take(arena, joints, sizeof *f->sums);
    f->places = vvi_arena_take(arena, match->body.node_count, sizeof *f->places);
    f->rows = vvi_arena_take(arena, rows * (3 * joints + 3), sizeof *f->rows);
    f->square = vvi_arena_take(arena, rows * rows, sizeof *f->square);
    f->errors = vvi_arena_take(arena, rows, sizeof *f->errors);
    f->pulls = vvi_arena_take(arena, rows, sizeof *f->pulls);
    f->give = vvi_arena_take(arena, rows, sizeof *f->give);
    f->ease = vvi_arena_take(arena, joints + 1, sizeof *f->ease);
    f->kept = vvi_arena_take(arena, joints, sizeof *f->kept);
    return f->turns && f->sums && f->places && f->rows && f->square && f->errors && f->pulls && f->give && f->ease &&
           f->kept;
}

static bool take_live(vv_match *match)
{
    match_live *live = &match->live;
    vvi_arena *arena = &match->arena;
    size_t nodes = match->body.node_count, size = match->planar.size, joints = match->joint_count;
    live->aims = vvi_arena_take(arena, nodes, sizeof *live->aims);
    live->arms = vvi_arena_take(arena, nodes, sizeof *live->arms);
    live->targets = vvi_arena_take(arena, nodes, sizeof *live->targets);
    live->weights = vvi_arena_take(arena, nodes, sizeof *live->weights);
    live->rows = vvi_arena_take(arena, 2 * size, sizeof *live->rows);
    live->trial = vvi_arena_take(arena, size, sizeof *live->trial);
    live->turns = vvi_arena_take(arena, joints, sizeof *live->turns);
    live->moves = vvi_arena_take(arena, joints, sizeof *live->moves);
    live->body = vvi_arena_take(arena, match->body.joint_count, sizeof *live->body);
    return live->aims && live->arms && live->targets && live->weights && live->rows && live->trial && live->turns &&
           live->moves && live->body;
}

static vv_result take_results(vv_match *match, vv_error *error)
{
    vvi_arena *arena = &match->arena;
    size_t joints = match->body.joint_count, nodes = match->body.node_count, samples = match->sample_count;
    match->starts = vvi_arena_take(arena, samples * match->planar.size, sizeof *match->starts);
    match->followed = vvi_arena_take(arena, joints, sizeof *match->followed);
    match->drawn = vvi_arena_take(arena, joints, sizeof *match->drawn);
    match->twisted = vvi_arena_take(arena, joints, sizeof *match->twisted);
    match->flat_turns = vvi_arena_take(arena, samples * joints, sizeof *match->flat_turns);
    match->flat_levers = vvi_arena_take(arena, samples * nodes, sizeof *match->flat_levers);
    match->flat_moves = vvi_arena_take(arena, samples, sizeof *match->flat_moves);
    match->turns = vvi_arena_take(arena, match->frame_count * joints, sizeof *match->turns);
    match->moves = vvi_arena_take(arena, match->frame_count, sizeof *match->moves);
    const match_stage *larger = match->in_space ? &match->space : &match->planar;
    bool ok = match->starts && match->followed && match->drawn && match->twisted && match->flat_turns &&
              match->flat_levers && match->flat_moves && match->turns && match->moves && take_work(match, larger) &&
              take_slopes(match) && take_finishing(match) && take_live(match);
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
    set_eye(match, def);
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
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
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
    vvi_match_limbs(match);
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
