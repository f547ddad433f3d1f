/* The public functions of the particle solver (4.3): goals are validated, the root is placed, the spine is solved,
 * then the limbs. */
#include "solver.h"

#include <string.h>

vv_ik_options vv_default_ik_options(void)
{
    return (vv_ik_options){.iterations = 5, .closed_form = true, .stretch = 1.0f, .carry_twist = false};
}

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

/* Reserves the next array of a solver; with base NULL only the size is counted. */
static void *reserve(char *base, uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = vvi_section(cursor, count, size);
    VVI_CHECK(*cursor >= start && start % VVI_ALIGNMENT == 0);
    return base ? base + start : NULL;
}

/* The scratch arrays of a creature that is too large for scratch memory on the stack. */
static void lay_out_scratch(vv_ik_solver *s, char *base, uint64_t *cursor, uint32_t bodies)
{
    s->pose = reserve(base, cursor, bodies, sizeof *s->pose);
    s->info = reserve(base, cursor, bodies, sizeof *s->info);
    s->goals = reserve(base, cursor, bodies, sizeof *s->goals);
    s->pulls = reserve(base, cursor, bodies, sizeof *s->pulls);
    s->targets = reserve(base, cursor, bodies, sizeof *s->targets);
    s->independent = reserve(base, cursor, bodies, sizeof *s->independent);
    s->rotation_sums = reserve(base, cursor, bodies, sizeof *s->rotation_sums);
    s->chain = reserve(base, cursor, bodies + 1u, sizeof *s->chain);
    s->points = reserve(base, cursor, bodies + 1u, sizeof *s->points);
    s->rotations = reserve(base, cursor, bodies + 1u, sizeof *s->rotations);
    s->lengths = reserve(base, cursor, bodies + 1u, sizeof *s->lengths);
    s->min_heights = reserve(base, cursor, bodies + 1u, sizeof *s->min_heights);
}

static uint64_t lay_out(vv_ik_solver *s, char *base, uint32_t bodies, uint32_t spine, uint32_t limbs)
{
    uint64_t cursor = sizeof *s;
    s->bodies = reserve(base, &cursor, bodies, sizeof *s->bodies);
    s->order = reserve(base, &cursor, bodies, sizeof *s->order);
    s->knots = reserve(base, &cursor, spine, sizeof *s->knots);
    s->limbs = reserve(base, &cursor, limbs, sizeof *s->limbs);
    s->had_goal = reserve(base, &cursor, bodies, sizeof *s->had_goal);
    s->last_aims = reserve(base, &cursor, bodies, sizeof *s->last_aims);
    s->aim_frames = reserve(base, &cursor, bodies, sizeof *s->aim_frames);
    s->last_rotations = reserve(base, &cursor, bodies, sizeof *s->last_rotations);
    s->rotation_frames = reserve(base, &cursor, bodies, sizeof *s->rotation_frames);
    s->last_spine_rotations = reserve(base, &cursor, spine, sizeof *s->last_spine_rotations);
    if (bodies > SOLVER_SCRATCH_BODIES)
        lay_out_scratch(s, base, &cursor, bodies);
    return cursor;
}

static void attach_scratch(vv_ik_solver *s, solver_scratch *scratch)
{
    if (s->body_count > SOLVER_SCRATCH_BODIES)
        return;
    s->pose = scratch->pose;
    s->info = scratch->info;
    s->goals = scratch->goals;
    s->pulls = scratch->pulls;
    s->targets = scratch->targets;
    s->independent = scratch->independent;
    s->rotation_sums = scratch->rotation_sums;
    s->chain = scratch->chain;
    s->points = scratch->points;
    s->rotations = scratch->rotations;
    s->lengths = scratch->lengths;
    s->min_heights = scratch->min_heights;
}

size_t vvi_solver_bytes(const vv_creature *creature)
{
    vv_ik_solver count;
    return (size_t)lay_out(&count, NULL, creature->body_count, creature->spine_count, creature->limb_count);
}

void vvi_solver_init(vv_ik_solver *s, const vv_creature *creature)
{
    s->byte_count = lay_out(s, (char *)s, creature->body_count, creature->spine_count, creature->limb_count);
    VV_ASSERT(s->byte_count == vvi_solver_bytes(creature));
    s->body_count = creature->body_count;
    solver_scratch scratch;
    memset(scratch.info, 0, sizeof scratch.info); /* goals_below is used for counting there */
    attach_scratch(s, &scratch);
    vvi_solver_prepare(s, creature);
    vv_ik_solver_reset(s);
}

vv_result vv_ik_solver_create(const vv_creature *creature, const vv_allocator *allocator, vv_ik_solver **out,
                              vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(creature != NULL);
    VV_ASSERT(out != NULL);
    size_t bytes = vvi_solver_bytes(creature);
    *out = vvi_allocate_zeroed(allocator, 1, bytes);
    if (!*out)
        return vvi_fail_memory(error, bytes);
    vvi_solver_init(*out, creature);
    return VV_OK;
}

void vv_ik_solver_destroy(vv_ik_solver *solver, const vv_allocator *allocator)
{
    if (solver)
        vvi_release(allocator, solver, 1, (size_t)solver->byte_count);
}

void vv_ik_solver_reset(vv_ik_solver *s)
{
    VV_ASSERT(s != NULL);
    s->frame = 1;
    s->has_last_spine = false;
    for (uint32_t i = 0; i < s->body_count; i++)
        s->aim_frames[i] = s->rotation_frames[i] = 0;
}

bool vv_ik_solver_has_goal(const vv_ik_solver *s, uint32_t body)
{
    VV_ASSERT(s != NULL);
    return body < s->body_count && (s->order[body] == 0 || s->had_goal[s->order[body]]);
}

/* ---- Goals ------------------------------------------------------------------------------------------------------- */

/* Metres: farther away than any creature is large; greater distances might overflow when squared. */
#define FARTHEST 1e5f

static bool is_finite3(vv_vec3 v) { return vvi_all_finite(&v.x, 3); }
static bool is_finite4(vv_quat q) { return vvi_all_finite(&q.x, 4); }

static vv_vec3 clamp_position(vv_vec3 p)
{
    return (vv_vec3){vvi_clamp(p.x, -FARTHEST, FARTHEST), vvi_clamp(p.y, -FARTHEST, FARTHEST),
                     vvi_clamp(p.z, -FARTHEST, FARTHEST)};
}

/* Clamps a weight to 0…1; NaN becomes 0. */
static float clamp_weight(float weight) { return weight > 0.0f ? vvi_min(weight, 1.0f) : 0.0f; }

/* Validates a goal; false: it is to be ignored. */
static bool read_goal(const vv_ik_solver *s, const vv_ik_goal *goal, solver_goal *out)
{
    if (goal->body >= s->body_count || !is_finite3(goal->position) || !is_finite4(goal->rotation))
        return false;
    const solver_body *b = &s->bodies[s->order[goal->body]];
    *out = (solver_goal){
        .body = s->order[goal->body], .count = 1, .place = clamp_position(goal->position), .firm = goal->hard};
    out->effector = b->centre;
    out->q = normalize(multiply(goal->rotation, vv_quat_conjugate(b->turn)));
    out->place_weight = out->place_sum = clamp_weight(goal->position_weight);
    out->turn_weight =
        vv_quat_dot(goal->rotation, goal->rotation) > 1e-12f ? clamp_weight(goal->rotation_weight) : 0.0f;
    VVI_CHECK(out->place_weight <= 1.0f && out->turn_weight <= 1.0f && out->body < s->body_count);
    return out->body != 0 && !s->info[out->body].has_goal && (out->place_weight > 0.0f || out->turn_weight > 0.0f);
}

/* The weighted mean of two goals on one body. */
static void merge_goals(solver_goal *a, const solver_goal *b)
{
    float sum = a->place_sum + b->place_sum, share = sum > 0.0f ? b->place_sum / sum : 0.5f;
    float turn = a->turn_weight + b->turn_weight;
    VVI_CHECK(a->body == b->body && a->place_sum >= 0.0f && b->place_sum >= 0.0f);
    a->place = lerp(a->place, b->place, share);
    a->effector = lerp(a->effector, b->effector, share);
    a->q = nlerp(a->q, b->q, turn > 0.0f ? b->turn_weight / turn : 0.5f);
    a->place_sum = sum;
    a->place_weight = vvi_max(a->place_weight, b->place_weight);
    a->turn_weight = vvi_max(a->turn_weight, b->turn_weight);
    a->firm = a->firm || b->firm;
    a->count++;
}

/* Adds a goal to the first body inwards that can rotate. */
static void add_goal(vv_ik_solver *s, solver_goal goal)
{
    s->info[goal.body].has_goal = 1;
    for (; s->bodies[goal.body].rigid; goal.body = s->bodies[goal.body].parent)
        goal.effector = add(goal.effector, s->bodies[goal.body].offset);
    body_info *info = &s->info[goal.body];
    if (goal.body == 0)
        return;
    if (info->goal != VV_NONE) {
        merge_goals(&s->goals[info->goal], &goal);
    } else {
        VVI_CHECK(s->goal_count < s->body_count && !s->bodies[goal.body].rigid);
        info->goal = s->goal_count;
        info->goals_below = 1;
        s->goals[s->goal_count++] = goal;
    }
}

/* Adds the counts of a body to its parent, from the leaves inwards. This is branch-free, since which bodies have
 * goals differs from creature to creature. */
static void count_goals(vv_ik_solver *s, uint32_t i)
{
    body_info *info = &s->info[i], *parent = &s->info[s->bodies[i].parent];
    VVI_CHECK(s->bodies[i].parent < i && info->leaf_goals <= info->goals_below);
    info->has_goal |= info->goals_below > 0;
    parent->has_goal |= info->has_goal;
    info->leaf_goals += (info->leaf_goals == 0) & (info->goal != VV_NONE);
    parent->goals_below += info->goals_below;
    parent->leaf_goals += info->leaf_goals;
}

static void count_all_goals(vv_ik_solver *s)
{
    for (uint32_t i = 0; i < s->limb_count; i++)
        s->limbs[i].active = 0;
    for (uint32_t i = s->body_count; i-- > s->spine_count;) {
        count_goals(s, i);
        s->limbs[s->bodies[i].limb].active |= s->info[i].has_goal;
    }
    for (uint32_t i = s->spine_count; i-- > 1;)
        count_goals(s, i);
    for (uint32_t i = 0; i < s->body_count; i++)
        s->had_goal[i] = (uint8_t)s->info[i].has_goal;
}

static void add_goals(vv_ik_solver *s, uint32_t goal_count, const vv_ik_goal *goals)
{
    solver_goal goal;
    for (uint32_t i = 0; i < s->body_count; i++)
        s->info[i] = (body_info){.goal = VV_NONE};
    s->goal_count = 0;
    for (uint32_t i = 0; i < goal_count; i++)
        if (read_goal(s, &goals[i], &goal))
            add_goal(s, goal);
    count_all_goals(s);
}

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

static void write_placement(const vv_ik_solver *s, uint32_t i, vv_transform3 *placements)
{
    const solver_body *b = &s->bodies[i];
    const body_pose *pose = &s->pose[i];
    VVI_CHECK(vvi_is_unit_quat(pose->q) && is_finite3(pose->x) && b->body < s->body_count);
    placements[b->body] = (vv_transform3){b->has_origin_offset ? add(pose->x, rotate(pose->q, b->origin)) : pose->x,
                                          multiply(pose->q, b->turn)};
}

static void place_root(vv_ik_solver *s, vv_transform3 root)
{
    const solver_body *b = &s->bodies[0];
    if (!is_finite3(root.position) || !is_finite4(root.rotation) ||
        !(vv_quat_dot(root.rotation, root.rotation) > 1e-12f))
        root = (vv_transform3){b->rest, b->turn};
    s->pose[0].x = clamp_position(root.position);
    s->pose[0].q = normalize(multiply(normalize(root.rotation), vv_quat_conjugate(b->turn)));
    VVI_CHECK(vvi_is_unit_quat(s->pose[0].q));
}

static void carry_limb(vv_ik_solver *s, const solver_limb *limb)
{
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++) {
        const body_pose *parent = &s->pose[s->bodies[i].parent];
        VVI_CHECK(s->bodies[i].parent < i && i < s->body_count);
        s->pose[i] = (body_pose){add(parent->x, rotate(parent->q, s->bodies[i].offset)), parent->q};
    }
}

static solver_frame frame_of(const vv_ik_options *options, float dt)
{
    return (solver_frame){.options = options, .dt = dt > 0.0f ? vvi_min(dt, 1.0f) : 0.0f, .twist_kept = 1.0f};
}

static void solve_spine(vv_ik_solver *s, const vv_ik_options *options, vv_transform3 root, float dt)
{
    solver_frame frame = frame_of(options, dt);
    place_root(s, root);
    if (vvi_spine_pose_held_ends(s))
        return;
    float farthest = vvi_spine_correct_root(s, &frame);
    for (int i = 0; i < 2; i++)
        if (s->sides[i].count > 0)
            vvi_spine_solve(s, options, &s->sides[i]);
    vvi_spine_correct_feet(s, &frame, farthest);
}

static void solve_limbs(vv_ik_solver *s, const vv_ik_options *options, float dt)
{
    solver_frame frame = frame_of(options, dt);
    frame.twist_kept = options->carry_twist ? vv_exp(-frame.dt / TWIST_RELAXING) : 1.0f;
    VVI_CHECK(frame.dt >= 0.0f && frame.dt <= 1.0f && frame.twist_kept >= 0.0f && frame.twist_kept <= 1.0f);
    for (uint32_t i = 0; i < s->limb_count; i++) {
        if (s->prefetch)
            vvi_prefetch_next(s->prefetch);
        if (!s->limbs[i].active) {
            carry_limb(s, &s->limbs[i]);
            continue;
        }
        vvi_limit_turn_rate(&frame, s->limbs[i].max_turn_rate);
        vvi_limb_solve(s, &frame, &s->limbs[i]);
    }
    if (options->carry_twist)
        s->frame++;
}

void vv_ik_solver_solve(vv_ik_solver *s, const vv_ik_options *options, vv_transform3 root, uint32_t goal_count,
                        const vv_ik_goal *goals, float dt, vv_transform3 *placements)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(s != NULL);
    VV_ASSERT(options != NULL);
    VV_ASSERT(goals != NULL || goal_count == 0);
    VV_ASSERT(placements != NULL);
    solver_scratch scratch;
    attach_scratch(s, &scratch);
    add_goals(s, goal_count, goals);
    solve_spine(s, options, root, dt);
    solve_limbs(s, options, dt);
    for (uint32_t i = 0; i < s->body_count; i++)
        write_placement(s, i, placements);
}

void vvi_solver_spine(vv_ik_solver *s, solver_scratch *scratch, const vv_ik_options *options, vv_transform3 root,
                      uint32_t goal_count, const vv_ik_goal *goals, float dt)
{
    attach_scratch(s, scratch);
    add_goals(s, goal_count, goals);
    solve_spine(s, options, root, dt);
}

vv_vec3 vvi_solver_centre(const vv_ik_solver *s, uint32_t body)
{
    uint32_t index = s->order[body], hip = index;
    VVI_CHECK(body < s->body_count);
    while (s->bodies[hip].limb != VV_NONE)
        hip = s->bodies[hip].parent;
    vv_vec3 offset = add(sub(s->bodies[index].rest, s->bodies[hip].rest), s->bodies[index].centre);
    return add(s->pose[hip].x, rotate(s->pose[hip].q, offset));
}

void vvi_solver_limbs(vv_ik_solver *s, const vv_ik_options *options, uint32_t goal_count, const vv_ik_goal *goals,
                      float dt, vv_transform3 *placements)
{
    if (goals)
        add_goals(s, goal_count, goals);
    solve_limbs(s, options, dt);
    for (uint32_t i = 0; i < s->body_count; i++)
        write_placement(s, i, placements);
}
