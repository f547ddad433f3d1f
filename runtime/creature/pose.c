/* A frame, as section 4 begins: goals of what plays, composed with the gait; the spine; goals relative to what the spine has moved, again;
 * the limbs; then what nothing holds swings. */
#include "plays.h"
#include "solver.h"

#include <string.h>

static inline void fetch_on(const vv_player *player)
{
    if (player->ahead)
        vvi_fetch(player->ahead);
}

/* ---- The creature's frame and the gait --------------------------------------------------------------------------------------------- */

static vv_placement frame_on_course(const vv_player *player)
{
    const vv_course *at = &player->course;
    float height = player->terrain.height ? player->terrain.height(player->terrain.user, at->x, at->z, NULL) : 0.0f;
    return (vv_placement){{at->x, height, at->z}, vv_quat_about((vv_vec3){0.0f, 1.0f, 0.0f}, at->heading)};
}

static bool is_walking(const vv_player *player)
{
    for (uint32_t g = 0; g < player->creature->group_count; g++)
        if (vv_walk_frequency(player->walk, g) > 0.0f)
            return true;
    return vv_walk_kind_of(player->walk) == VV_WALK_CRAWL && vv_walk_frequency(player->walk, 0) > 0.0f;
}

static view go_about(vv_player *player, float dt)
{
    view v = {.terrain = player->terrain, .hips.turn = {0.0f, 0.0f, 0.0f, 1.0f}};
    if (!player->has_gaits) {
        v.frame = frame_on_course(player);
        return v;
    }
    fetch_on(player);
    if (!player->jumped)
        vv_walk_step(player->walk, &player->course, &player->terrain, dt);
    v.frame = vv_walk_frame(player->walk);
    v.hips = vv_walk_hips(player->walk);
    v.hips_move = v.hips.place.x != 0.0f || v.hips.place.y != 0.0f || v.hips.place.z != 0.0f || v.hips.turn.w != 1.0f;
    float aim = is_walking(player) ? 1.0f : 0.0f, step = dt / FEET_SECONDS;
    player->walking = player->jumped ? aim : player->walking + vvi_clamp(aim - player->walking, -step, step);
    return v;
}

/* ---- Goals for the solver ---------------------------------------------------------------------------------------------------------------- */

/* The root is posed, not solved for: where hips and motions put it. */
static vv_placement pose_root(const vv_player *player, const view *v)
{
    uint32_t root = player->creature->root;
    const hung_body *body = &bodies_of(player->creature)[root];
    vv_placement pose = {vv_vec3_add(body->place, v->hips.place), multiply(v->hips.turn, body->turn)};
    const blend *wanted = &player->wanted.of[root];
    if (!player->wanted.listed[root])
        return pose;
    if (wanted->turn_weight > 0.0f) {
        vv_quat sum = q_add(q_scale(wanted->turn, wanted->turn_weight), pose.turn, 1.0f - wanted->turn_weight);
        pose.turn = q_scale(sum, q_unit_scale(sum));
    }
    if (wanted->place_weight > 0.0f) {
        vv_vec3 origin = vv_vec3_sub(wanted->place, rotate(pose.turn, body->centre));
        pose.place = vv_vec3_add(vv_vec3_scale(pose.place, 1.0f - wanted->place_weight),
                                 vv_vec3_scale(origin, wanted->place_weight));
    }
    return pose;
}

/* Beyond this nothing that happens could still be seen; squares of it are still numbers. */
#define FAR_AWAY 1e6f

static void add_goal(vv_player *player, const vv_goal *goal)
{
    if (fabsf(goal->place.x) < FAR_AWAY && fabsf(goal->place.y) < FAR_AWAY && fabsf(goal->place.z) < FAR_AWAY)
        player->goals[player->goal_count++] = *goal;
}

/* How much ends of a crawling spine lie flat on the ground rather than along its arch. */
#define FLAT_END 0.6f

/* Ends of a crawling spine are held in flight, too, so that nothing jerks when they tread or leave. */
static bool is_spine_end(const vv_player *player, const vv_foothold *hold)
{
    return vv_walk_kind_of(player->walk) == VV_WALK_CRAWL && hold - vv_walk_footholds(player->walk) < 2;
}

/* Never all of it: the spine is still posed from end to end. */
#define MOST_TAKEN 0.98f

/* A mouth that motions move takes along the end of the spine that it sits on: the ground has that only as far as they do not. */
static void give_way(const vv_player *player, uint32_t end, vv_goal *goal)
{
    const hung_body *bodies = bodies_of(player->creature);
    float taken = 0.0f;
    for (uint32_t i = 0; i < player->wanted.count; i++) {
        uint32_t body = player->wanted.bodies[i];
        if (bodies[body].parent != end || bodies[body].limb == VV_NONE || bodies[body].first_child != VV_NONE)
            continue;
        taken = vvi_max(taken, player->wanted.of[body].place_weight);
    }
    goal->place_weight *= 1.0f - MOST_TAKEN * vvi_min(taken, 1.0f);
    goal->turn_weight *= 1.0f - MOST_TAKEN * vvi_min(taken, 1.0f);
}

/* A foot on the ground under what motions want of it: they have it as far as it does not walk. */
static vv_goal foot_goal(const vv_player *player, const view *v, const vv_foothold *hold)
{
    vv_goal goal = {.body = hold->body,
                    .place = from_world(v->frame, hold->place),
                    .turn = multiply(vv_quat_conjugate(v->frame.turn), hold->turn),
                    .place_weight = hold->weight,
                    .turn_weight = hold->weight,
                    .firm = hold->stands || is_spine_end(player, hold)};
    if (is_spine_end(player, hold)) {
        goal.turn_weight *= FLAT_END;
        give_way(player, hold->body, &goal);
    }
    const blend *wanted = &player->wanted.of[hold->body];
    float free = 1.0f - ease(player->walking) * hold->weight;
    if (!player->wanted.listed[hold->body] || free <= 0.0f)
        return goal;
    float over = wanted->place_weight * free, under = hold->weight * (1.0f - over);
    if (over > 0.0f) {
        vv_vec3 sum = vv_vec3_add(vv_vec3_scale(wanted->place, over), vv_vec3_scale(goal.place, under));
        goal.place = vv_vec3_scale(sum, 1.0f / (over + under));
        goal.place_weight = over + under;
        goal.firm = false;
    }
    over = wanted->turn_weight * free;
    under = hold->weight * (1.0f - over);
    if (over > 0.0f) {
        vv_quat sum = q_add(q_scale(wanted->turn, over), goal.turn, under);
        goal.turn = q_scale(sum, q_unit_scale(sum));
        goal.turn_weight = over + under;
    }
    return goal;
}

static void add_foot_goals(vv_player *player, const view *v)
{
    const vv_foothold *holds = vv_walk_footholds(player->walk);
    uint32_t count = vv_walk_foothold_count(player->walk);
    for (uint32_t i = 0; i < count; i++)
        if (holds[i].weight > 0.0f && holds[i].body != player->creature->root) {
            vv_goal goal = foot_goal(player, v, &holds[i]);
            add_goal(player, &goal);
            player->wanted.of[holds[i].body].place_weight = player->wanted.of[holds[i].body].turn_weight = 0.0f;
        }
}

/* Motions do not know how low a body's hands hang when it crouches: none of their goals is in the ground. A fist or a chin is
 * pressed onto it all the same. */
static vv_vec3 above_ground(const vv_player *player, const view *v, uint32_t body, vv_vec3 place)
{
    const hung_body *own = &bodies_of(player->creature)[body];
    vv_vec3 extent = vv_vec3_sub(own->high, own->low);
    float soft = 0.1f * vvi_min(extent.x, vvi_min(extent.y, extent.z)) + 1e-6f;
    float over = place.y - vvi_min(soft, own->middle.y), ground = 0.0f;
    if (v->terrain.height) {
        vv_vec3 at = to_world(v->frame, place);
        ground = v->terrain.height(v->terrain.user, at.x, at.z, NULL) - v->frame.place.y;
    }
    over -= ground;
    if (over < soft)
        place.y += soft * soft / (2.0f * soft - over) - over;
    return place;
}

/* On a limb, so that it gets where it should; what sits on the spine only goes some of the way. */
static bool reaches_out(const vv_creature *creature, uint32_t body)
{
    const hung_body *bodies = bodies_of(creature);
    return bodies[body].limb != VV_NONE && bodies[bodies[body].parent].limb != VV_NONE;
}

static void make_goals(vv_player *player, const view *v, bool feet)
{
    player->goal_count = 0;
    if (feet)
        add_foot_goals(player, v);
    for (uint32_t i = 0; i < player->wanted.count; i++) {
        uint32_t body = player->wanted.bodies[i];
        const blend *own = &player->wanted.of[body];
        if (body == player->creature->root || !(own->place_weight > 0.0f || own->turn_weight > 0.0f))
            continue;
        vv_goal goal = {.body = body,
                        .place = own->place_weight > 0.0f ? own->place : bodies_of(player->creature)[body].middle,
                        .turn = own->turn_weight > 0.0f ? own->turn : bodies_of(player->creature)[body].turn,
                        .place_weight = own->place_weight,
                        .turn_weight = own->turn_weight};
        if (own->place_weight > 0.0f && reaches_out(player->creature, body))
            goal.place = above_ground(player, v, body, goal.place);
        add_goal(player, &goal);
    }
}

static bool any_relative(const part_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->parts[i].play->binding->relative)
            return true;
    return false;
}

/* posed[body_count] in the creature's frame. */
static void solve(vv_player *player, view *v, const part_list *list, const vv_solver_options *options, bool feet,
                  float dt, vv_placement *posed)
{
    solver_room room;
    player->solver->ahead = player->ahead;
    vvi_goals_gather(player, v, list);
    vv_placement root = pose_root(player, v);
    fetch_on(player);
    make_goals(player, v, feet);
    vvi_solver_spine(player->solver, &room, options, root, player->goal_count, player->goals, dt);
    fetch_on(player);
    bool again = any_relative(list);
    if (again) {
        v->spine_posed = true;
        vvi_goals_gather(player, v, list);
        make_goals(player, v, feet);
    }
    vvi_solver_limbs(player->solver, options, player->goal_count, again ? player->goals : NULL, dt, posed);
}

/* ---- Into the world ------------------------------------------------------------------------------------------------------------------------ */

/* Goals that are only fading in let a body swing a little longer, so that nothing stops dead. */
#define HOLDS_FULLY 0.25f

static void hold_jiggles(vv_player *player)
{
    for (uint32_t i = 0; i < player->goal_count; i++) {
        const vv_goal *goal = &player->goals[i];
        float weight = vvi_max(goal->place_weight, goal->turn_weight);
        /* What is half way to its goal is still half where it hangs, maybe in the ground. */
        float place = goal->place_weight * goal->place_weight;
        vvi_jiggle_hold(player->jiggle, goal->body, 1.0f - ease(weight * (1.0f / HOLDS_FULLY)), 1.0f - place * place);
    }
}

/* From here on `posed` is in the world, too. */
static void show(vv_player *player, vv_placement frame)
{
    player->frame = frame;
    vv_mat3 m = vv_quat_to_mat3(frame.turn);
    for (uint32_t b = 0; b < player->body_count; b++) {
        vv_placement *posed = &player->posed[b];
        vv_vec3 p = posed->place;
        posed->place = (vv_vec3){frame.place.x + vv_vec3_dot(m.row[0], p), frame.place.y + vv_vec3_dot(m.row[1], p),
                                 frame.place.z + vv_vec3_dot(m.row[2], p)};
        posed->turn = multiply(frame.turn, posed->turn);
        player->placements[b] = *posed;
    }
    player->shown_count = player->goal_count;
    for (uint32_t i = 0; i < player->goal_count; i++) {
        player->shown[i] = player->goals[i];
        player->shown[i].place = to_world(frame, player->goals[i].place);
        player->shown[i].turn = multiply(frame.turn, player->goals[i].turn);
    }
}

void vvi_player_pose(vv_player *player, float dt)
{
    part_list list;
    view v = go_about(player, dt);
    vvi_plays_list(player, &list);
    fetch_on(player);
    solve(player, &v, &list, &player->solver_options, player->has_gaits, player->jumped ? 0.0f : dt, player->posed);
    fetch_on(player);
    show(player, v.frame);
    fetch_on(player);
    if (player->jiggle_amount > 0.0f) {
        hold_jiggles(player);
        vvi_jiggle_step(player->jiggle, player->jiggle_amount, dt, player->posed, player->placements);
        vvi_jiggle_lift(player->jiggle, &v.terrain, player->placements[player->creature->root].place,
                        player->placements);
    }
    player->jumped = false;
}

/* ---- Stills ---------------------------------------------------------------------------------------------------------------------------------- */

/* A motion at one moment, as a play that neither began nor ends. */
static void freeze(const vv_still *still, play *p)
{
    memset(p, 0, sizeof *p);
    p->state = PLAY_GOES;
    p->binding = still->binding;
    p->options = (vv_play_options){.weight = 1.0f};
    p->position = still->time == still->time ? (double)still->time : 0.0;
    p->stopped = p->held = -1.0f;
    p->stop_level = 1.0f;
    for (uint32_t t = 0; still->targets && t < VV_MAX_TARGETS; t++)
        if (still->targets[t].known && vvi_all_finite(&still->targets[t].place.x, 3)) {
            p->known = (uint8_t)(p->known | 1u << t);
            p->targets[t] = still->targets[t].place;
        }
    vvi_binding_choose(still->binding, still->variant, still->mirror, &p->way);
}

void vv_player_still(vv_player *player, const vv_still *still, vv_placement *placements, float *deforms, vv_goal *goals,
                     uint32_t *goal_count)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(still != NULL);
    VV_ASSERT(placements != NULL);
    VV_ASSERT(!player->locked);
    play frozen;
    desk room;
    part_list list = {.count = 0};
    vv_placement level = {.turn = {0.0f, 0.0f, 0.0f, 1.0f}};
    view v = {.frame = level, .hips = level, .targets_in_frame = true, .terrain = still->terrain};
    vv_solver_options options = player->solver_options;
    options.carry = false;
    vvi_player_sit(player, &room);
    if (still->binding->creature == player->creature && still->variant < still->binding->variant_count) {
        freeze(still, &frozen);
        list = (part_list){1, {{&frozen, 1.0f}}};
    }
    float *own = player->deforms;
    bool deformed = player->deformed;
    player->deforms = deforms ? deforms : player->still_deforms;
    player->deformed = true; /* whatever these hold: they begin at 0 */
    player->locked = true;
    solve(player, &v, &list, &options, false, 0.0f, placements);
    player->locked = false;
    player->deforms = own;
    player->deformed = deformed;
    if (goals)
        memcpy(goals, player->goals, player->goal_count * sizeof *goals);
    if (goal_count)
        *goal_count = player->goal_count;
}
