/* Creating a match: all memory is allocated here; solving allocates nothing. */
#include "matching.h"

#include <string.h>

static void set_view(vv_match *match, const vv_match_def *def)
{
    vv_quat view = vv_quat_normalize(def->view_plane.rotation);
    dq turn = dq_normalize(dq_of(view)), plane = dq_multiply(turn, dq_normalize(dq_of(def->action_plane)));
    match->right = dq_rotate(turn, (d3){1.0, 0.0, 0.0});
    match->up = dq_rotate(turn, (d3){0.0, 1.0, 0.0});
    match->out = dq_rotate(turn, (d3){0.0, 0.0, 1.0});
    match->u = dq_rotate(plane, (d3){1.0, 0.0, 0.0});
    match->v = dq_rotate(plane, (d3){0.0, 1.0, 0.0});
    match->n = dq_rotate(plane, (d3){0.0, 0.0, 1.0});
}

static void set_view_centre(vv_match *match, const vv_match_def *def)
{
    match->view_centre = d3_scale(d3_of(def->view_plane.centre), match->unit);
    match->eye_distance = (double)def->view_plane.eye_distance * match->unit;
}

static void set_weights(vv_match *match, const vv_match_def *def)
{
    bool none =
        def->position == 0.0f && def->tangent == 0.0f && def->smooth == 0.0f && def->rest == 0.0f && def->key == 0.0f;
    match->position_weight = none ? 1.0 : (double)def->position;
    match->tangent_weight = none ? 0.05 : (double)def->tangent;
    match->smooth_weight = none ? 1e-3 : (double)def->smooth;
    match->rest_weight = none ? 1e-5 : (double)def->rest;
    match->key_weight = none ? 20.0 : (double)def->key;
}

static vv_result copy_base(vv_match *match, const vv_match_def *def, vv_error *error)
{
    size_t joints = match->joint_count, count = (def->base_count > 0 ? def->base_count : 1) * joints;
    match->base_count = def->base_count > 0 ? def->base_count : 1;
    match->parents = vvi_arena_allocate(&match->arena, joints, sizeof *match->parents);
    match->base_turns = vvi_arena_allocate(&match->arena, count, sizeof *match->base_turns);
    match->base_moves = vvi_arena_allocate(&match->arena, count, sizeof *match->base_moves);
    if (!match->parents || !match->base_turns || !match->base_moves)
        return vvi_fail_memory(error, count * sizeof *match->base_turns);
    for (size_t i = 0; i < count; i++) {
        vv_joint joint = vv_skeleton_joint(match->skeleton, (uint32_t)(i % joints));
        bool given = def->base_count > 0;
        match->parents[i % joints] = joint.parent;
        match->base_turns[i] = given && def->base_rotations ? def->base_rotations[i] : joint.rotation;
        match->base_moves[i] = given && def->base_translations ? def->base_translations[i] : joint.translation;
    }
    return VV_OK;
}

static bool has_branches(const vv_match *match)
{
    bool branches = false;
    for (uint32_t k = 0; k < match->key_count; k++)
        branches = branches || match->paths[k].branch_count > 0;
    return branches;
}

/* Chooses the unknowns: those of every joint on a path in the plane, or of all joints in space, the lowest joint
 * first, so that those of a limb are contiguous up to where it is attached; other joints share the unknowns of a
 * joint above. */
static vv_result make_stage(vv_match *match, match_stage *stage, uint32_t dof, vv_error *error)
{
    const match_body *body = &match->body;
    stage->dof = dof;
    stage->root = match->hold_root ? 0 : dof == 1 ? 2 : 3;
    stage->variable = vvi_arena_allocate(&match->arena, body->joint_count, sizeof *stage->variable);
    if (!stage->variable)
        return vvi_fail_memory(error, body->joint_count * sizeof *stage->variable);
    for (uint32_t i = body->joint_count; i-- > 0;)
        if (dof == 3 || body->on_path[i]) {
            stage->variable[i] = stage->size;
            stage->size += dof;
        }
    for (uint32_t i = 0; i < body->joint_count; i++)
        if (dof != 3 && !body->on_path[i])
            stage->variable[i] = body->parents[i] == VV_NONE ? VV_NONE : stage->variable[body->parents[i]];
    stage->size += stage->root;
    size_t knot = 2 * (size_t)stage->size, knots = match->knot_count;
    stage->x = vvi_arena_allocate(&match->arena, knots * knot, sizeof *stage->x);
    if (!stage->x || !vvi_match_make_trees(match, stage) || !vvi_match_find_regularizer(match, stage))
        return vvi_fail_memory(error, knots * knot * sizeof *stage->x);
    stage->uses_blocks = dof == 3 || has_branches(match) || vvi_match_sets_change(match);
    return VV_OK;
}

static bool allocate_pose(vv_match *match, size_t size)
{
    match_pose *pose = &match->work.pose;
    size_t joints = match->body.joint_count, nodes = match->body.node_count;
    pose->values = vvi_arena_allocate(&match->arena, size, sizeof *pose->values);
    pose->rotations = vvi_arena_allocate(&match->arena, joints, sizeof *pose->rotations);
    pose->left_jacobians = vvi_arena_allocate(&match->arena, joints, sizeof *pose->left_jacobians);
    pose->arms = vvi_arena_allocate(&match->arena, nodes, sizeof *pose->arms);
    pose->places = vvi_arena_allocate(&match->arena, nodes, sizeof *pose->places);
    pose->arm_jacobians = vvi_arena_allocate(&match->arena, nodes * 9, sizeof *pose->arm_jacobians);
    pose->projected = vvi_arena_allocate(&match->arena, nodes, sizeof *pose->projected);
    pose->view_jacobians = vvi_arena_allocate(&match->arena, nodes, sizeof *pose->view_jacobians);
    return pose->values && pose->rotations && pose->left_jacobians && pose->arms && pose->places &&
           pose->arm_jacobians && pose->projected && pose->view_jacobians;
}

/* Panels for knots if the stage uses blocks, otherwise for poses at knots. */
static bool allocate_blocks(vv_match *match, const match_stage *stage, match_blocks *blocks)
{
    size_t size = match->knot_count * (stage->uses_blocks ? stage->knot.size : stage->pose.size);
    blocks->diagonal = vvi_arena_allocate(&match->arena, size, sizeof *blocks->diagonal);
    if (!stage->uses_blocks)
        return blocks->diagonal;
    blocks->upper = vvi_arena_allocate(&match->arena, size, sizeof *blocks->upper);
    blocks->lower = vvi_arena_allocate(&match->arena, size, sizeof *blocks->lower);
    return blocks->diagonal && blocks->upper && blocks->lower;
}

static bool allocate_vectors(vv_match *match, size_t size)
{
    match_work *work = &match->work;
    double **vectors[] = {&work->right,          &work->step,      &work->trial,   &work->scratch, &work->residual,
                          &work->preconditioned, &work->direction, &work->product, &work->damping};
    bool ok = true;
    for (uint32_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        ok = ok && (*vectors[i] = vvi_arena_allocate(&match->arena, match->knot_count * 2 * size, sizeof(double)));
    work->path = vvi_arena_allocate(&match->arena, 2 * size, sizeof *work->path);
    return ok && work->path;
}

static bool allocate_work(vv_match *match, const match_stage *stage)
{
    match_work *work = &match->work;
    vvi_arena *arena = &match->arena;
    size_t nodes = match->body.node_count;
    work->H = vvi_arena_allocate(arena, stage->pose.size, sizeof *work->H);
    work->sums = vvi_arena_allocate(arena, stage->uses_blocks ? 10 * stage->pose.size : 1, sizeof *work->sums);
    work->b = vvi_arena_allocate(arena, stage->size, sizeof *work->b);
    work->S = vvi_arena_allocate(arena, nodes, sizeof *work->S);
    work->f = vvi_arena_allocate(arena, nodes, sizeof *work->f);
    return work->H && work->sums && work->b && work->S && work->f && allocate_vectors(match, stage->size) &&
           allocate_blocks(match, stage, &work->system) && allocate_blocks(match, stage, &work->factor) &&
           allocate_pose(match, stage->size);
}

static bool allocate_linearizations(vv_match *match)
{
    match_work *work = &match->work;
    vvi_arena *arena = &match->arena;
    size_t nodes = match->body.node_count;
    work->linearizations = vvi_arena_allocate(arena, match->sample_count * nodes, sizeof *work->linearizations);
    work->displacements = vvi_arena_allocate(arena, nodes, sizeof *work->displacements);
    work->view_displacements = vvi_arena_allocate(arena, nodes, sizeof *work->view_displacements);
    work->view_forces = vvi_arena_allocate(arena, nodes, sizeof *work->view_forces);
    return work->linearizations && work->displacements && work->view_displacements && work->view_forces;
}

static bool allocate_final_pose(vv_match *match)
{
    match_final_pose *f = &match->final_pose;
    vvi_arena *arena = &match->arena;
    size_t joints = match->body.joint_count, rows = 6 * (size_t)match->contact_count + 1;
    f->turns = vvi_arena_allocate(arena, joints, sizeof *f->turns);
    f->scratch_turns = vvi_arena_allocate(arena, joints, sizeof *f->scratch_turns);
    f->places = vvi_arena_allocate(arena, match->body.node_count, sizeof *f->places);
    f->jacobian = vvi_arena_allocate(arena, rows * (3 * joints + 3), sizeof *f->jacobian);
    f->system_matrix = vvi_arena_allocate(arena, rows * rows, sizeof *f->system_matrix);
    f->residuals = vvi_arena_allocate(arena, rows, sizeof *f->residuals);
    f->multipliers = vvi_arena_allocate(arena, rows, sizeof *f->multipliers);
    f->compliance = vvi_arena_allocate(arena, rows, sizeof *f->compliance);
    f->joint_weights = vvi_arena_allocate(arena, joints + 1, sizeof *f->joint_weights);
    f->saved_turns = vvi_arena_allocate(arena, joints, sizeof *f->saved_turns);
    return f->turns && f->scratch_turns && f->places && f->jacobian && f->system_matrix && f->residuals &&
           f->multipliers && f->compliance && f->joint_weights && f->saved_turns;
}

static bool allocate_live(vv_match *match)
{
    match_live *live = &match->live;
    vvi_arena *arena = &match->arena;
    size_t nodes = match->body.node_count, size = match->planar.size, joints = match->joint_count;
    live->line_targets = vvi_arena_allocate(arena, nodes, sizeof *live->line_targets);
    live->arms = vvi_arena_allocate(arena, nodes, sizeof *live->arms);
    live->view_targets = vvi_arena_allocate(arena, nodes, sizeof *live->view_targets);
    live->weights = vvi_arena_allocate(arena, nodes, sizeof *live->weights);
    live->rows = vvi_arena_allocate(arena, 2 * size, sizeof *live->rows);
    live->trial = vvi_arena_allocate(arena, size, sizeof *live->trial);
    live->turns = vvi_arena_allocate(arena, joints, sizeof *live->turns);
    live->moves = vvi_arena_allocate(arena, joints, sizeof *live->moves);
    live->body_turns = vvi_arena_allocate(arena, match->body.joint_count, sizeof *live->body_turns);
    return live->line_targets && live->arms && live->view_targets && live->weights && live->rows && live->trial &&
           live->turns && live->moves && live->body_turns;
}

static vv_result allocate_results(vv_match *match, vv_error *error)
{
    vvi_arena *arena = &match->arena;
    size_t joints = match->body.joint_count, nodes = match->body.node_count, samples = match->sample_count;
    match->initial_values = vvi_arena_allocate(arena, samples * match->planar.size, sizeof *match->initial_values);
    match->was_followed = vvi_arena_allocate(arena, joints, sizeof *match->was_followed);
    match->followed_bones = vvi_arena_allocate(arena, joints, sizeof *match->followed_bones);
    match->twist_turns = vvi_arena_allocate(arena, joints, sizeof *match->twist_turns);
    match->planar_turns = vvi_arena_allocate(arena, samples * joints, sizeof *match->planar_turns);
    match->planar_levers = vvi_arena_allocate(arena, samples * nodes, sizeof *match->planar_levers);
    match->planar_moves = vvi_arena_allocate(arena, samples, sizeof *match->planar_moves);
    match->turns = vvi_arena_allocate(arena, match->frame_count * joints, sizeof *match->turns);
    match->moves = vvi_arena_allocate(arena, match->frame_count, sizeof *match->moves);
    const match_stage *larger = match->has_space_stage ? &match->space : &match->planar;
    bool ok = match->initial_values && match->was_followed && match->followed_bones && match->twist_turns &&
              match->planar_turns && match->planar_levers && match->planar_moves && match->turns && match->moves &&
              allocate_work(match, larger) && allocate_linearizations(match) && allocate_final_pose(match) &&
              allocate_live(match);
    return ok ? VV_OK : vvi_fail_memory(error, samples * nodes * sizeof *match->planar_levers);
}

/* Points the stages at the rotations and levers that they start from. */
static void connect_stages(vv_match *match)
{
    match->planar.turns = match->base_globals;
    match->planar.levers = match->levers;
    match->space.turns = match->planar_turns;
    match->space.levers = match->planar_levers;
}

static vv_result allocate_scratch(vv_match *match, vv_error *error)
{
    uint32_t nodes = match->body.node_count;
    match->arc_shares = vvi_arena_allocate(&match->arena, 2 * (size_t)nodes, sizeof *match->arc_shares);
    match->lengths = vvi_arena_allocate(&match->arena, nodes + 1u, sizeof *match->lengths);
    match->line_targets =
        vvi_arena_allocate(&match->arena, (size_t)match->sample_count * nodes, sizeof *match->line_targets);
    if (!match->arc_shares || !match->lengths || !match->line_targets)
        return vvi_fail_memory(error, (size_t)match->sample_count * nodes * sizeof *match->line_targets);
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
    match->has_space_stage = def->twist_count > 0 || def->contact_count > 0;
    set_view(match, def);
    set_weights(match, def);
    vv_result result = copy_base(match, def, error);
    if (result == VV_OK)
        result = vvi_match_make_body(match, def, error);
    set_view_centre(match, def);
    if (result == VV_OK)
        result = vvi_match_make_samples(match, error);
    if (result == VV_OK)
        result = vvi_match_make_base(match, error);
    if (result == VV_OK)
        result = allocate_scratch(match, error);
    if (result == VV_OK)
        result = vvi_match_set_twists(match, def, error);
    if (result == VV_OK)
        vvi_match_orient(match, def->keys);
    if (result == VV_OK)
        result = make_stage(match, &match->planar, 1, error);
    if (result == VV_OK && match->has_space_stage)
        result = make_stage(match, &match->space, 3, error);
    if (result == VV_OK)
        result = allocate_results(match, error);
    return result;
}

vv_result vv_match_create(const vv_match_def *def, const vv_allocator *allocator, vv_match **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VV_ASSERT(def->skeleton != NULL);
    VV_ASSERT(def->line != NULL);
    VV_ASSERT(def->keys != NULL);
    VVI_ASSERT_ARRAY(def->twists, def->twist_count);
    VVI_ASSERT_ARRAY(def->contacts, def->contact_count);
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
    connect_stages(match);
    vvi_match_finish_weights(match);
    vvi_match_find_limbs(match);
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
