/* The particle solver as its callers see it (4.3): goals are taken, the root is put where it is wanted, the spine follows, then the limbs. */
#include "solver.h"

#include <string.h>

vv_solver_options vv_default_solver_options(void)
{
    return (vv_solver_options){.rounds = 5, .finish = true, .stretch = 1.0f, .carry = false};
}

/* ---- Creation -------------------------------------------------------------------------------------------------------- */

/* Hands out the arrays of a solver; with base NULL only their size is counted. */
static void *take(char *base, uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = vvi_section(cursor, count, size);
    return base ? base + start : NULL;
}

/* Of a creature that is too large for a room on the stack. */
static void lay_room(vv_solver *s, char *base, uint64_t *cursor, uint32_t bodies)
{
    s->pose = take(base, cursor, bodies, sizeof *s->pose);
    s->notes = take(base, cursor, bodies, sizeof *s->notes);
    s->goals = take(base, cursor, bodies, sizeof *s->goals);
    s->pulls = take(base, cursor, bodies, sizeof *s->pulls);
    s->wishes = take(base, cursor, bodies, sizeof *s->wishes);
    s->goal_places = take(base, cursor, bodies, sizeof *s->goal_places);
    s->sums = take(base, cursor, bodies, sizeof *s->sums);
    s->chain = take(base, cursor, bodies + 1u, sizeof *s->chain);
    s->points = take(base, cursor, bodies + 1u, sizeof *s->points);
    s->turns = take(base, cursor, bodies + 1u, sizeof *s->turns);
    s->lengths = take(base, cursor, bodies + 1u, sizeof *s->lengths);
    s->heights = take(base, cursor, bodies + 1u, sizeof *s->heights);
}

static uint64_t lay_out(vv_solver *s, char *base, uint32_t bodies, uint32_t spine, uint32_t limbs)
{
    uint64_t cursor = sizeof *s;
    s->bodies = take(base, &cursor, bodies, sizeof *s->bodies);
    s->order = take(base, &cursor, bodies, sizeof *s->order);
    s->knots = take(base, &cursor, spine, sizeof *s->knots);
    s->limbs = take(base, &cursor, limbs, sizeof *s->limbs);
    s->held = take(base, &cursor, bodies, sizeof *s->held);
    s->aims = take(base, &cursor, bodies, sizeof *s->aims);
    s->aimed = take(base, &cursor, bodies, sizeof *s->aimed);
    s->lasts = take(base, &cursor, bodies, sizeof *s->lasts);
    s->lasted = take(base, &cursor, bodies, sizeof *s->lasted);
    s->spine_turns = take(base, &cursor, spine, sizeof *s->spine_turns);
    if (bodies > ROOM_BODIES)
        lay_room(s, base, &cursor, bodies);
    return cursor;
}

static void enter(vv_solver *s, solver_room *room)
{
    if (s->body_count > ROOM_BODIES)
        return;
    s->pose = room->pose;
    s->notes = room->notes;
    s->goals = room->goals;
    s->pulls = room->pulls;
    s->wishes = room->wishes;
    s->goal_places = room->goal_places;
    s->sums = room->sums;
    s->chain = room->chain;
    s->points = room->points;
    s->turns = room->turns;
    s->lengths = room->lengths;
    s->heights = room->heights;
}

size_t vvi_solver_bytes(const vv_creature *creature)
{
    vv_solver count;
    return (size_t)lay_out(&count, NULL, creature->body_count, creature->spine_count, creature->limb_count);
}

void vvi_solver_lay(vv_solver *s, const vv_creature *creature)
{
    s->byte_count = lay_out(s, (char *)s, creature->body_count, creature->spine_count, creature->limb_count);
    s->body_count = creature->body_count;
    solver_room room;
    memset(room.notes, 0, sizeof room.notes); /* something is counted there */
    enter(s, &room);
    vvi_solver_prepare(s, creature);
    vv_solver_reset(s);
}

vv_result vv_solver_create(const vv_creature *creature, const vv_allocator *allocator, vv_solver **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(creature != NULL);
    VV_ASSERT(out != NULL);
    size_t bytes = vvi_solver_bytes(creature);
    *out = vvi_allocate_zeroed(allocator, 1, bytes);
    if (!*out)
        return vvi_fail_memory(error, bytes);
    vvi_solver_lay(*out, creature);
    return VV_OK;
}

void vv_solver_destroy(vv_solver *solver, const vv_allocator *allocator)
{
    if (solver)
        vvi_release(allocator, solver, 1, (size_t)solver->byte_count);
}

void vv_solver_reset(vv_solver *s)
{
    VV_ASSERT(s != NULL);
    s->frame = 1;
    s->followed = false;
    for (uint32_t i = 0; i < s->body_count; i++)
        s->aimed[i] = s->lasted[i] = 0;
}

bool vv_solver_has_goal(const vv_solver *s, uint32_t body)
{
    VV_ASSERT(s != NULL);
    return body < s->body_count && (s->order[body] == 0 || s->held[s->order[body]]);
}

/* ---- Goals ------------------------------------------------------------------------------------------------------------- */

/* So far away that no creature is as large; farther would overflow when squared. */
#define FARTHEST 1e5f

static bool finite3(vv_vec3 v) { return vvi_all_finite(&v.x, 3); }
static bool finite4(vv_quat q) { return vvi_all_finite(&q.x, 4); }

static vv_vec3 within(vv_vec3 p)
{
    return (vv_vec3){vvi_clamp(p.x, -FARTHEST, FARTHEST), vvi_clamp(p.y, -FARTHEST, FARTHEST),
                     vvi_clamp(p.z, -FARTHEST, FARTHEST)};
}

/* A share between 0 and 1; what is no number counts as 0. */
static float share(float weight) { return weight > 0.0f ? vvi_min(weight, 1.0f) : 0.0f; }

/* False: not a goal. */
static bool read_goal(const vv_solver *s, const vv_goal *goal, taken_goal *out)
{
    if (goal->body >= s->body_count || !finite3(goal->place) || !finite4(goal->turn))
        return false;
    const solver_body *b = &s->bodies[s->order[goal->body]];
    *out = (taken_goal){.body = s->order[goal->body], .count = 1, .place = within(goal->place), .firm = goal->firm};
    out->point = b->centre;
    out->q = unit(multiply(goal->turn, vv_quat_conjugate(b->turn)));
    out->place_weight = out->place_sum = share(goal->place_weight);
    out->turn_weight = vv_quat_dot(goal->turn, goal->turn) > 1e-12f ? share(goal->turn_weight) : 0.0f;
    return out->body != 0 && !s->notes[out->body].wanted && (out->place_weight > 0.0f || out->turn_weight > 0.0f);
}

/* Means, weighted; the more is wanted the more it counts. */
static void merge_goals(taken_goal *a, const taken_goal *b)
{
    float sum = a->place_sum + b->place_sum, part = sum > 0.0f ? b->place_sum / sum : 0.5f;
    float turn = a->turn_weight + b->turn_weight;
    a->place = mix(a->place, b->place, part);
    a->point = mix(a->point, b->point, part);
    a->q = mix_turns(a->q, b->q, turn > 0.0f ? b->turn_weight / turn : 0.5f);
    a->place_sum = sum;
    a->place_weight = vvi_max(a->place_weight, b->place_weight);
    a->turn_weight = vvi_max(a->turn_weight, b->turn_weight);
    a->firm = a->firm || b->firm;
    a->count++;
}

/* A goal goes to the first body inwards that can turn. */
static void take_goal(vv_solver *s, taken_goal goal)
{
    s->notes[goal.body].wanted = 1;
    for (; s->bodies[goal.body].rigid; goal.body = s->bodies[goal.body].parent)
        goal.point = add(goal.point, s->bodies[goal.body].offset);
    body_note *note = &s->notes[goal.body];
    if (goal.body == 0)
        return;
    if (note->goal != VV_NONE) {
        merge_goals(&s->goals[note->goal], &goal);
    } else {
        note->goal = s->goal_count;
        note->below = 1;
        s->goals[s->goal_count++] = goal;
    }
}

/* Counts, from the leaves inwards. Which bodies have goals is another thing for every creature, so nothing is decided by it, only counted. */
static void count_in(vv_solver *s, uint32_t i)
{
    body_note *note = &s->notes[i], *above = &s->notes[s->bodies[i].parent];
    note->wanted |= note->below > 0;
    above->wanted |= note->wanted;
    note->leaves += (note->leaves == 0) & (note->goal != VV_NONE);
    above->below += note->below;
    above->leaves += note->leaves;
}

static void note_bodies(vv_solver *s)
{
    for (uint32_t i = 0; i < s->limb_count; i++)
        s->limbs[i].active = 0;
    for (uint32_t i = s->body_count; i-- > s->spine_count;) {
        count_in(s, i);
        s->limbs[s->bodies[i].limb].active |= s->notes[i].wanted;
    }
    for (uint32_t i = s->spine_count; i-- > 1;)
        count_in(s, i);
    for (uint32_t i = 0; i < s->body_count; i++)
        s->held[i] = (uint8_t)s->notes[i].wanted;
}

static void take_goals(vv_solver *s, uint32_t goal_count, const vv_goal *goals)
{
    taken_goal goal;
    for (uint32_t i = 0; i < s->body_count; i++)
        s->notes[i] = (body_note){.goal = VV_NONE};
    s->goal_count = 0;
    for (uint32_t i = 0; i < goal_count; i++)
        if (read_goal(s, &goals[i], &goal))
            take_goal(s, goal);
    note_bodies(s);
}

/* ---- Solving ------------------------------------------------------------------------------------------------------------- */

static void put(const vv_solver *s, uint32_t i, vv_placement *placements)
{
    const solver_body *b = &s->bodies[i];
    const body_pose *pose = &s->pose[i];
    placements[b->body] =
        (vv_placement){b->aside ? add(pose->x, rotate(pose->q, b->origin)) : pose->x, multiply(pose->q, b->turn)};
}

static void put_root(vv_solver *s, vv_placement root)
{
    const solver_body *b = &s->bodies[0];
    if (!finite3(root.place) || !finite4(root.turn) || !(vv_quat_dot(root.turn, root.turn) > 1e-12f))
        root = (vv_placement){b->rest, b->turn};
    s->pose[0].x = within(root.place);
    s->pose[0].q = unit(multiply(unit(root.turn), vv_quat_conjugate(b->turn)));
}

static void carry_limb(vv_solver *s, const solver_limb *part)
{
    for (uint32_t i = part->first; i < part->first + part->count; i++) {
        const body_pose *on = &s->pose[s->bodies[i].parent];
        s->pose[i] = (body_pose){add(on->x, rotate(on->q, s->bodies[i].offset)), on->q};
    }
}

static limb_frame frame_of(const vv_solver_options *options, float dt)
{
    return (limb_frame){.options = options, .dt = dt > 0.0f ? vvi_min(dt, 1.0f) : 0.0f, .kept = 1.0f};
}

static void solve_spine(vv_solver *s, const vv_solver_options *options, vv_placement root, float dt)
{
    limb_frame frame = frame_of(options, dt);
    put_root(s, root);
    if (vvi_spine_ends(s))
        return;
    float farthest = vvi_spine_root(s, &frame);
    for (int i = 0; i < 2; i++)
        if (s->sides[i].count > 0)
            vvi_spine_solve(s, options, &s->sides[i]);
    vvi_spine_feet(s, &frame, farthest);
}

static void solve_limbs(vv_solver *s, const vv_solver_options *options, float dt)
{
    limb_frame frame = frame_of(options, dt);
    frame.kept = options->carry ? vv_exp(-frame.dt / TWIST_RELAXING) : 1.0f;
    for (uint32_t i = 0; i < s->limb_count; i++) {
        if (s->ahead)
            vvi_fetch(s->ahead);
        if (!s->limbs[i].active) {
            carry_limb(s, &s->limbs[i]);
            continue;
        }
        vvi_hold_back(&frame, s->limbs[i].fastest);
        vvi_limb_solve(s, &frame, &s->limbs[i]);
    }
    if (options->carry)
        s->frame++;
}

void vv_solver_solve(vv_solver *s, const vv_solver_options *options, vv_placement root, uint32_t goal_count,
                     const vv_goal *goals, float dt, vv_placement *placements)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(s != NULL);
    VV_ASSERT(options != NULL);
    VV_ASSERT(goals != NULL || goal_count == 0);
    VV_ASSERT(placements != NULL);
    solver_room room;
    enter(s, &room);
    take_goals(s, goal_count, goals);
    solve_spine(s, options, root, dt);
    solve_limbs(s, options, dt);
    for (uint32_t i = 0; i < s->body_count; i++)
        put(s, i, placements);
}

void vvi_solver_spine(vv_solver *s, solver_room *room, const vv_solver_options *options, vv_placement root,
                      uint32_t goal_count, const vv_goal *goals, float dt)
{
    enter(s, room);
    take_goals(s, goal_count, goals);
    solve_spine(s, options, root, dt);
}

vv_vec3 vvi_solver_centre(const vv_solver *s, uint32_t body)
{
    uint32_t own = s->order[body], hip = own;
    while (s->bodies[hip].limb != VV_NONE)
        hip = s->bodies[hip].parent;
    vv_vec3 way = add(sub(s->bodies[own].rest, s->bodies[hip].rest), s->bodies[own].centre);
    return add(s->pose[hip].x, rotate(s->pose[hip].q, way));
}

void vvi_solver_limbs(vv_solver *s, const vv_solver_options *options, uint32_t goal_count, const vv_goal *goals,
                      float dt, vv_placement *placements)
{
    if (goals)
        take_goals(s, goal_count, goals);
    solve_limbs(s, options, dt);
    for (uint32_t i = 0; i < s->body_count; i++)
        put(s, i, placements);
}
