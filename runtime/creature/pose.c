/* One frame, as at the beginning of section 4: goals of the plays, composed with the gait; the spine; again the goals
 * relative to what the spine has moved; the limbs; then secondary motion of what no goal holds. */
#include "plays.h"
#include "solver.h"

#include <string.h>

static inline void prefetch_more(const vv_player *player)
{
    if (player->prefetch)
        vvi_prefetch_next(player->prefetch);
}

/* ---- The creature's frame and the gait --------------------------------------------------------------------------- */

static vv_transform3 frame_on_course(const vv_player *player)
{
    const vv_course *at = &player->course;
    float height = player->terrain.height ? player->terrain.height(player->terrain.user, at->x, at->z, NULL) : 0.0f;
    return (vv_transform3){{at->x, height, at->z}, vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, at->heading)};
}

static bool is_walking(const vv_player *player)
{
    for (uint32_t g = 0; g < player->creature->group_count; g++)
        if (vv_walk_frequency(player->walk, g) > 0.0f)
            return true;
    return vv_walk_kind_of(player->walk) == VV_WALK_CRAWL && vv_walk_frequency(player->walk, 0) > 0.0f;
}

static pose_state advance_walk(vv_player *player, float dt)
{
    pose_state state = {.terrain = player->terrain, .hips.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    if (!player->has_gaits) {
        state.frame = frame_on_course(player);
        return state;
    }
    prefetch_more(player);
    if (!player->jumped)
        vv_walk_step(player->walk, &player->course, &player->terrain, dt);
    state.frame = vv_walk_frame(player->walk);
    state.hips = vv_walk_hips(player->walk);
    state.hips_move = state.hips.position.x != 0.0f || state.hips.position.y != 0.0f || state.hips.position.z != 0.0f ||
                      state.hips.rotation.w != 1.0f;
    float aim = is_walking(player) ? 1.0f : 0.0f, step = dt / GAIT_FADE_SECONDS;
    player->gait_weight =
        player->jumped ? aim : player->gait_weight + vvi_clamp(aim - player->gait_weight, -step, step);
    return state;
}

/* ---- Goals for the solver ---------------------------------------------------------------------------------------- */

/* The root is not solved for: hips and motions give its pose. */
static vv_transform3 pose_root(const vv_player *player, const pose_state *state)
{
    uint32_t root = player->creature->root;
    const stored_body *body = &bodies_of(player->creature)[root];
    vv_transform3 pose = {vv_vec3_add(body->place, state->hips.position), multiply(state->hips.rotation, body->turn)};
    const pose_sum *wanted = &player->blended.items[root];
    if (!player->blended.is_listed[root])
        return pose;
    if (wanted->turn_weight > 0.0f) {
        vv_quat sum =
            q_add_scaled(q_scale(wanted->turn, wanted->turn_weight), pose.rotation, 1.0f - wanted->turn_weight);
        pose.rotation = q_scale(sum, q_inverse_length(sum));
    }
    if (wanted->place_weight > 0.0f) {
        vv_vec3 origin = vv_vec3_sub(wanted->place, rotate(pose.rotation, body->centre));
        pose.position = vv_vec3_add(vv_vec3_scale(pose.position, 1.0f - wanted->place_weight),
                                    vv_vec3_scale(origin, wanted->place_weight));
    }
    return pose;
}

/* Metres: goals farther away are ignored; squares of this are still finite numbers. */
#define MAX_GOAL_COORDINATE 1e6f

static void add_goal(vv_player *player, const vv_ik_goal *goal)
{
    if (fabsf(goal->position.x) < MAX_GOAL_COORDINATE && fabsf(goal->position.y) < MAX_GOAL_COORDINATE &&
        fabsf(goal->position.z) < MAX_GOAL_COORDINATE)
        player->goals[player->goal_count++] = *goal;
}

/* How far the ends of a crawling spine lie flat on the ground rather than along its arch. */
#define FLAT_END_SHARE 0.6f

/* The ends of a crawling spine are held in flight, too, so that nothing jerks when they land or leave. */
static bool is_spine_end(const vv_player *player, const vv_foothold *foothold)
{
    return vv_walk_kind_of(player->walk) == VV_WALK_CRAWL && foothold - vv_walk_footholds(player->walk) < 2;
}

/* Less than 1, so that the spine is still posed from end to end. */
#define MAX_TAKEN 0.98f

/* A mouth that motions move takes along the end of the spine that it sits on: the ground holds that end only as far
 * as they do not. */
static void yield_to_motions(const vv_player *player, uint32_t end, vv_ik_goal *goal)
{
    const stored_body *bodies = bodies_of(player->creature);
    float taken = 0.0f;
    for (uint32_t i = 0; i < player->blended.count; i++) {
        uint32_t body = player->blended.bodies[i];
        if (bodies[body].parent != end || bodies[body].limb == VV_NONE || bodies[body].first_child != VV_NONE)
            continue;
        taken = vvi_max(taken, player->blended.items[body].place_weight);
    }
    goal->position_weight *= 1.0f - MAX_TAKEN * vvi_min(taken, 1.0f);
    goal->rotation_weight *= 1.0f - MAX_TAKEN * vvi_min(taken, 1.0f);
}

/* The goal of a foot: that of the gait, covered by what motions want as far as the foot does not walk. */
static vv_ik_goal foot_goal(const vv_player *player, const pose_state *state, const vv_foothold *foothold)
{
    vv_ik_goal goal = {.body = foothold->body,
                       .position = from_world(state->frame, foothold->position),
                       .rotation = multiply(vv_quat_conjugate(state->frame.rotation), foothold->rotation),
                       .position_weight = foothold->weight,
                       .rotation_weight = foothold->weight,
                       .hard = foothold->stands || is_spine_end(player, foothold)};
    if (is_spine_end(player, foothold)) {
        goal.rotation_weight *= FLAT_END_SHARE;
        yield_to_motions(player, foothold->body, &goal);
    }
    const pose_sum *wanted = &player->blended.items[foothold->body];
    float free = 1.0f - vvi_smoothstep(player->gait_weight) * foothold->weight;
    if (!player->blended.is_listed[foothold->body] || free <= 0.0f)
        return goal;
    float over = wanted->place_weight * free, under = foothold->weight * (1.0f - over);
    if (over > 0.0f) {
        vv_vec3 sum = vv_vec3_add(vv_vec3_scale(wanted->place, over), vv_vec3_scale(goal.position, under));
        goal.position = vv_vec3_scale(sum, 1.0f / (over + under));
        goal.position_weight = over + under;
        goal.hard = false;
    }
    over = wanted->turn_weight * free;
    under = foothold->weight * (1.0f - over);
    if (over > 0.0f) {
        vv_quat sum = q_add_scaled(q_scale(wanted->turn, over), goal.rotation, under);
        goal.rotation = q_scale(sum, q_inverse_length(sum));
        goal.rotation_weight = over + under;
    }
    return goal;
}

static void add_foot_goals(vv_player *player, const pose_state *state)
{
    const vv_foothold *footholds = vv_walk_footholds(player->walk);
    uint32_t count = vv_walk_foothold_count(player->walk);
    for (uint32_t i = 0; i < count; i++)
        if (footholds[i].weight > 0.0f && footholds[i].body != player->creature->root) {
            vv_ik_goal goal = foot_goal(player, state, &footholds[i]);
            add_goal(player, &goal);
            player->blended.items[footholds[i].body].place_weight =
                player->blended.items[footholds[i].body].turn_weight = 0.0f;
        }
}

/* Keeps goals out of the ground, since motions do not know how low a hand hangs when the body crouches. A fist or a
 * chin is still pressed onto the ground. */
static vv_vec3 above_ground(const vv_player *player, const pose_state *state, uint32_t body, vv_vec3 place)
{
    const stored_body *stored = &bodies_of(player->creature)[body];
    vv_vec3 extent = vv_vec3_sub(stored->high, stored->low);
    float soft = 0.1f * vvi_min(extent.x, vvi_min(extent.y, extent.z)) + 1e-6f;
    float over = place.y - vvi_min(soft, stored->rest_centre.y), ground = 0.0f;
    if (state->terrain.height) {
        vv_vec3 at = to_world(state->frame, place);
        ground = state->terrain.height(state->terrain.user, at.x, at.z, NULL) - state->frame.position.y;
    }
    over -= ground;
    if (over < soft)
        place.y += soft * soft / (2.0f * soft - over) - over;
    return place;
}

/* Whether the body is on a limb with at least two bodies, so that it reaches its goal; bodies right on the spine only
 * go part of the way. */
static bool can_reach(const vv_creature *creature, uint32_t body)
{
    const stored_body *bodies = bodies_of(creature);
    return bodies[body].limb != VV_NONE && bodies[bodies[body].parent].limb != VV_NONE;
}

static void make_goals(vv_player *player, const pose_state *state, bool feet)
{
    player->goal_count = 0;
    if (feet)
        add_foot_goals(player, state);
    for (uint32_t i = 0; i < player->blended.count; i++) {
        uint32_t body = player->blended.bodies[i];
        const pose_sum *sum = &player->blended.items[body];
        if (body == player->creature->root || !(sum->place_weight > 0.0f || sum->turn_weight > 0.0f))
            continue;
        vv_ik_goal goal = {.body = body,
                           .position =
                               sum->place_weight > 0.0f ? sum->place : bodies_of(player->creature)[body].rest_centre,
                           .rotation = sum->turn_weight > 0.0f ? sum->turn : bodies_of(player->creature)[body].turn,
                           .position_weight = sum->place_weight,
                           .rotation_weight = sum->turn_weight};
        if (sum->place_weight > 0.0f && can_reach(player->creature, body))
            goal.position = above_ground(player, state, body, goal.position);
        add_goal(player, &goal);
    }
}

static bool has_relative_plays(const play_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].play->binding->has_relative_channels)
            return true;
    return false;
}

/* Solves for posed[body_count], in the creature's frame. */
static void solve(vv_player *player, pose_state *state, const play_list *list, const vv_ik_options *options, bool feet,
                  float dt, vv_transform3 *posed)
{
    solver_scratch scratch;
    player->solver->prefetch = player->prefetch;
    vvi_goals_gather(player, state, list);
    vv_transform3 root = pose_root(player, state);
    prefetch_more(player);
    make_goals(player, state, feet);
    vvi_solver_spine(player->solver, &scratch, options, root, player->goal_count, player->goals, dt);
    prefetch_more(player);
    bool again = has_relative_plays(list);
    if (again) {
        state->spine_posed = true;
        vvi_goals_gather(player, state, list);
        make_goals(player, state, feet);
    }
    vvi_solver_limbs(player->solver, options, player->goal_count, again ? player->goals : NULL, dt, posed);
}

/* ---- To the world ------------------------------------------------------------------------------------------------ */

/* Goals that are only fading in let a body swing a little longer, so that nothing stops abruptly. */
#define FULL_HOLD_WEIGHT 0.25f

static void hold_jiggles(vv_player *player)
{
    for (uint32_t i = 0; i < player->goal_count; i++) {
        const vv_ik_goal *goal = &player->goals[i];
        float weight = vvi_max(goal->position_weight, goal->rotation_weight);
        /* A body half way to its goal is still half where it hangs, maybe in the ground. */
        float place = goal->position_weight * goal->position_weight;
        vvi_jiggle_hold(player->jiggle, goal->body, 1.0f - vvi_smoothstep(weight * (1.0f / FULL_HOLD_WEIGHT)),
                        1.0f - place * place);
    }
}

/* Transforms poses and goals to the world; `posed` too. */
static void transform_to_world(vv_player *player, vv_transform3 frame)
{
    player->frame = frame;
    vv_mat3 m = vv_quat_to_mat3(frame.rotation);
    for (uint32_t b = 0; b < player->body_count; b++) {
        vv_transform3 *posed = &player->posed[b];
        vv_vec3 p = posed->position;
        posed->position =
            (vv_vec3){frame.position.x + vv_vec3_dot(m.row[0], p), frame.position.y + vv_vec3_dot(m.row[1], p),
                      frame.position.z + vv_vec3_dot(m.row[2], p)};
        posed->rotation = multiply(frame.rotation, posed->rotation);
        player->placements[b] = *posed;
    }
    player->world_goal_count = player->goal_count;
    for (uint32_t i = 0; i < player->goal_count; i++) {
        player->world_goals[i] = player->goals[i];
        player->world_goals[i].position = to_world(frame, player->goals[i].position);
        player->world_goals[i].rotation = multiply(frame.rotation, player->goals[i].rotation);
    }
}

void vvi_player_pose(vv_player *player, float dt)
{
    play_list list;
    pose_state state = advance_walk(player, dt);
    vvi_plays_collect(player, &list);
    prefetch_more(player);
    solve(player, &state, &list, &player->solver_options, player->has_gaits, player->jumped ? 0.0f : dt, player->posed);
    prefetch_more(player);
    transform_to_world(player, state.frame);
    prefetch_more(player);
    if (player->jiggle_amount > 0.0f) {
        hold_jiggles(player);
        vvi_jiggle_step(player->jiggle, player->jiggle_amount, dt, player->posed, player->placements);
        vvi_jiggle_lift(player->jiggle, &state.terrain, player->placements[player->creature->root].position,
                        player->placements);
    }
    player->jumped = false;
}

/* ---- Stills ------------------------------------------------------------------------------------------------------ */

/* A motion at one time, as a play that neither starts nor ends. */
static void make_still_play(const vv_pose_request *still, play *p)
{
    memset(p, 0, sizeof *p);
    p->state = PLAY_ACTIVE;
    p->binding = still->binding;
    p->options = (vv_play_options){.weight = 1.0f};
    p->position = still->time == still->time ? (double)still->time : 0.0;
    p->stop_age = p->overtaken_strength = -1.0f;
    p->stop_level = 1.0f;
    for (uint32_t t = 0; still->targets && t < VV_MOTION_MAX_TARGETS; t++)
        if (still->targets[t].known && vvi_all_finite(&still->targets[t].position.x, 3)) {
            p->known_targets = (uint8_t)(p->known_targets | 1u << t);
            p->targets[t] = still->targets[t].position;
        }
    vvi_binding_choose_variant(still->binding, still->variant, still->mirror, &p->chosen);
}

void vv_player_sample_pose(vv_player *player, const vv_pose_request *still, vv_transform3 *placements, float *deforms,
                           vv_ik_goal *goals, uint32_t *goal_count)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(still != NULL);
    VV_ASSERT(placements != NULL);
    VV_ASSERT(!player->locked);
    play frozen;
    step_scratch scratch;
    play_list list = {.count = 0};
    vv_transform3 level = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    pose_state state = {.frame = level, .hips = level, .targets_in_frame = true, .terrain = still->terrain};
    vv_ik_options options = player->solver_options;
    options.carry_twist = false;
    vvi_player_begin_scratch(player, &scratch);
    if (still->binding->creature == player->creature && still->variant < still->binding->variant_count) {
        make_still_play(still, &frozen);
        list = (play_list){1, {{&frozen, 1.0f}}};
    }
    float *saved_deforms = player->deforms;
    bool saved_has_deforms = player->has_deforms;
    player->deforms = deforms ? deforms : player->unused_deforms;
    player->has_deforms = true; /* so that these deforms are cleared first */
    player->locked = true;
    solve(player, &state, &list, &options, false, 0.0f, placements);
    player->locked = false;
    player->deforms = saved_deforms;
    player->has_deforms = saved_has_deforms;
    if (goals)
        memcpy(goals, player->goals, player->goal_count * sizeof *goals);
    if (goal_count)
        *goal_count = player->goal_count;
}
