/* One trial: a creature plays a motion, walks along a course, or both, as it would in a game, and is watched. */
#include "watch.h"

#define STAND_SECONDS      0.1f /* it stands still at first */
#define ACCELERATE_SECONDS 0.5f /* and then takes so long to reach its speed */

/* ---- The course -------------------------------------------------------------------------------------------------- */

/* Distance and speed at a time, for a full speed of 1: the speed is 3u² − 2u³ until it is full, whose integral is u³
 * − u⁴/2. */
static void unit_pace(float time, float *distance, float *speed)
{
    float u = vvi_clamp((time - STAND_SECONDS) / ACCELERATE_SECONDS, 0.0f, 1.0f);
    *speed = vvi_smoothstep(u);
    *distance =
        ACCELERATE_SECONDS * u * u * u * (1.0f - 0.5f * u) + vvi_max(time - STAND_SECONDS - ACCELERATE_SECONDS, 0.0f);
}

static vv_course course_at(const vv_trial *trial, float time)
{
    float distance, speed, sine, cosine;
    unit_pace(time, &distance, &speed);
    distance *= trial->speed;
    speed *= trial->speed;
    float angle = trial->radius > 0.0f ? distance / trial->radius : 0.0f;
    vv_sin_cos(angle, &sine, &cosine);
    return (vv_course){.x = trial->radius * (1.0f - cosine),
                       .z = trial->radius > 0.0f ? trial->radius * sine : distance,
                       .heading = angle,
                       .speed_x = speed * sine,
                       .speed_z = speed * cosine,
                       .yaw_rate = trial->radius > 0.0f ? speed / trial->radius : 0.0f};
}

static float height_at(void *user, float x, float z, vv_vec3 *normal)
{
    const vv_trial *trial = user;
    (void)x;
    if (normal != NULL)
        *normal = vv_vec3_normalize((vv_vec3){0.0f, 1.0f, -trial->slope}, (vv_vec3){0.0f, 1.0f, 0.0f});
    return trial->slope * z;
}

vv_terrain vv_trial_terrain(const vv_trial *trial)
{
    return trial->slope != 0.0f ? (vv_terrain){height_at, (void *)(uintptr_t)trial} : (vv_terrain){0};
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

vv_result vv_trial_open(const vv_trial *trial, const vv_creature *creature, const vv_allocator *allocator,
                        vv_player **out, vv_error *error)
{
    vv_player_def def = vv_default_player_def(creature);
    def.terrain = vv_trial_terrain(trial);
    vv_result result = vv_player_create(&def, allocator, out, error);
    if (result != VV_OK)
        return result;
    const float whole = 1.0f;
    if (trial->gait != NULL)
        vv_player_set_gaits(*out, VV_NONE, 1, &trial->gait, &whole);
    vv_course start = course_at(trial, 0.0f);
    vv_player_teleport(*out, &start);
    if (trial->binding != NULL) {
        vv_play_options options = vv_default_play_options(vv_binding_motion(trial->binding));
        options.variant = trial->variant;
        options.mirror = trial->mirror;
        uint32_t play = vv_player_play(*out, trial->binding, &options);
        for (uint32_t t = 0; t < trial->target_count; t++)
            vv_player_set_target(*out, play, t, &trial->targets[t]);
    }
    vv_player_step(*out, 0.0f);
    return VV_OK;
}

/* Times follow from the number of the frame, not from steps added up, so that both rates are at the same place at the
 * same time. */
void vv_trial_step(const vv_trial *trial, vv_player *player, uint32_t frame, uint32_t rate)
{
    if (trial->gait != NULL) {
        vv_course course = course_at(trial, (float)frame / (float)rate);
        vv_player_set_course(player, &course);
    }
    vv_player_step(player, 1.0f / (float)rate);
}

uint32_t vv_trial_frames(const vv_trial *trial)
{
    return (uint32_t)(vvi_clamp(trial->seconds, 0.0f, VV_TRIAL_MAX_SECONDS) * (float)VV_JUDGE_RATE + 0.5f) + 1u;
}

/* ---- Judging ----------------------------------------------------------------------------------------------------- */

static void watch_player(vv_watch *watch, const vv_trial *trial, const vv_player *player)
{
    vv_watch_input input = {.placements = vv_player_transforms(player), .terrain = vv_trial_terrain(trial)};
    const vv_walk *walk = vv_player_walk(player);
    input.goals = vv_player_goals(player, &input.goal_count);
    if (walk != NULL) {
        input.footholds = vv_walk_footholds(walk);
        input.foothold_count = vv_walk_foothold_count(walk);
    }
    vv_watch_frame(watch, &input);
}

vv_result vv_judge_trial(vv_watch *watch, const vv_trial *trial, vv_error *error)
{
    uint32_t frames = vv_trial_frames(trial);
    vv_player *player = NULL;
    vv_watch_begin(watch);
    vv_result result = vv_trial_open(trial, vv_watch_creature(watch), vv_watch_allocator(watch), &player, error);
    if (result != VV_OK)
        return result;
    watch_player(watch, trial, player);
    for (uint32_t f = 1; f < frames; f++) {
        vv_trial_step(trial, player, f, VV_JUDGE_RATE);
        watch_player(watch, trial, player);
    }
    vv_player_destroy(player);
    if (!vv_watch_wants_half_steps(watch))
        return VV_OK;
    result = vv_trial_open(trial, vv_watch_creature(watch), vv_watch_allocator(watch), &player, error);
    if (result != VV_OK)
        return result;
    vv_watch_half_frame(watch, vv_player_transforms(player));
    for (uint32_t f = 1; f <= 2 * (frames - 1); f++) {
        vv_trial_step(trial, player, f, 2 * VV_JUDGE_RATE);
        vv_watch_half_frame(watch, vv_player_transforms(player));
    }
    vv_player_destroy(player);
    return VV_OK;
}

vv_result vv_judge_play(vv_watch *watch, uint32_t trial_count, const vv_trial *trials, vv_findings *out,
                        vv_error *error)
{
    *out = vv_no_findings();
    for (uint32_t t = 0; t < trial_count; t++) {
        vv_result result = vv_judge_trial(watch, &trials[t], error);
        if (result != VV_OK)
            return result;
        vv_findings_add(out, vv_watch_findings(watch), t);
    }
    return VV_OK;
}
