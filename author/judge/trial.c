/* One trial: a creature plays a motion, goes along a course, or both, as a game would have it do; and is watched. */
#include "watch.h"

#define START 0.1f /* seconds it stands still */
#define HURRY 0.5f /* seconds until it is up to speed */

/* ---- Where it goes ------------------------------------------------------------------------------------------------------------ */

/* The way gone and the speed at a time, of speed 1: (3u² − 2u³) up to full speed; its integral is u³ − u⁴/2. */
static void pace(float time, float *way, float *speed)
{
    float u = vvi_clamp((time - START) / HURRY, 0.0f, 1.0f);
    *speed = u * u * (3.0f - 2.0f * u);
    *way = HURRY * u * u * u * (1.0f - 0.5f * u) + vvi_max(time - START - HURRY, 0.0f);
}

static vv_course course_at(const vv_trial *trial, float time)
{
    float way, speed, sine, cosine;
    pace(time, &way, &speed);
    way *= trial->speed;
    speed *= trial->speed;
    float angle = trial->radius > 0.0f ? way / trial->radius : 0.0f;
    vv_sin_cos(angle, &sine, &cosine);
    return (vv_course){.x = trial->radius * (1.0f - cosine),
                       .z = trial->radius > 0.0f ? trial->radius * sine : way,
                       .heading = angle,
                       .speed_x = speed * sine,
                       .speed_z = speed * cosine,
                       .spin = trial->radius > 0.0f ? speed / trial->radius : 0.0f};
}

static float height_at(void *user, float x, float z, vv_vec3 *normal)
{
    const vv_trial *trial = user;
    (void)x;
    if (normal != NULL)
        *normal = vv_vec3_direction((vv_vec3){0.0f, 1.0f, -trial->slope}, (vv_vec3){0.0f, 1.0f, 0.0f});
    return trial->slope * z;
}

vv_terrain vv_trial_terrain(const vv_trial *trial)
{
    return trial->slope != 0.0f ? (vv_terrain){height_at, (void *)(uintptr_t)trial} : (vv_terrain){0};
}

/* ---- Playing -------------------------------------------------------------------------------------------------------------------- */

vv_result vv_trial_open(const vv_trial *trial, const vv_creature *creature, const vv_allocator *allocator,
                        vv_player **out, vv_error *error)
{
    vv_player_def def = vv_default_player(creature);
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
        vv_play_options options = vv_default_play(vv_binding_motion(trial->binding));
        options.variant = trial->variant;
        options.mirror = trial->mirror;
        uint32_t play = vv_player_play(*out, trial->binding, &options);
        for (uint32_t t = 0; t < trial->target_count; t++)
            vv_player_set_target(*out, play, t, &trial->targets[t]);
    }
    vv_player_step(*out, 0.0f);
    return VV_OK;
}

/* Times are those of frames counted, not of steps added up: both rates are at the same places at the same time. */
void vv_trial_step(const vv_trial *trial, vv_player *player, uint32_t frame, uint32_t rate)
{
    if (trial->gait != NULL) {
        vv_course course = course_at(trial, (float)frame / (float)rate);
        vv_player_move(player, &course);
    }
    vv_player_step(player, 1.0f / (float)rate);
}

uint32_t vv_trial_frames(const vv_trial *trial)
{
    return (uint32_t)(vvi_clamp(trial->seconds, 0.0f, VV_TRIAL_MOST) * (float)VV_JUDGE_RATE + 0.5f) + 1u;
}

/* ---- Judging ---------------------------------------------------------------------------------------------------------------------- */

static void watch_player(vv_watch *watch, const vv_trial *trial, const vv_player *player)
{
    vv_seen seen = {.placements = vv_player_placements(player), .terrain = vv_trial_terrain(trial)};
    const vv_walk *walk = vv_player_walk(player);
    seen.goals = vv_player_goals(player, &seen.goal_count);
    if (walk != NULL) {
        seen.footholds = vv_walk_footholds(walk);
        seen.foothold_count = vv_walk_foothold_count(walk);
    }
    vv_watch_frame(watch, &seen);
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
    vv_watch_half_frame(watch, vv_player_placements(player));
    for (uint32_t f = 1; f <= 2 * (frames - 1); f++) {
        vv_trial_step(trial, player, f, 2 * VV_JUDGE_RATE);
        vv_watch_half_frame(watch, vv_player_placements(player));
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
