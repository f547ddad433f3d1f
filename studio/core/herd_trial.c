/* Shows the trial in which a gait failed validation, frame by frame. It is played exactly as in validation, so that
 * the frame that is shown is the frame that was measured. */
#include "herd.h"

void vvi_herd_end_trial(vv_studio *studio, herd_creature *creature)
{
    if (creature->gait_trial == NULL)
        return;
    vv_player_destroy(creature->gait_trial->player);
    vvi_release(studio->allocator, creature->gait_trial, 1, sizeof *creature->gait_trial);
    creature->gait_trial = NULL;
}

/* Restarts the trial at its first frame. */
static vv_result restart_trial(herd_trial *gait_trial, const vv_creature *creature, const vv_allocator *allocator,
                               vv_error *error)
{
    vv_player_destroy(gait_trial->player);
    gait_trial->player = NULL;
    gait_trial->frame = 0;
    return vv_trial_open(&gait_trial->trial, creature, allocator, &gait_trial->player, error);
}

vv_result vvi_herd_begin_trial(vv_studio *studio, herd_creature *creature, const vv_gait *gait, uint32_t number,
                               vv_error *error)
{
    vv_trial trials[VV_MAX_TRIALS];
    const vv_creature *body = creature->built->creature;
    if (creature->gait_trial != NULL && creature->gait_trial->trial.gait == gait &&
        creature->gait_trial->number == number)
        return VV_OK;
    vvi_herd_end_trial(studio, creature);
    if (gait == NULL || number >= vv_make_gait_trials(gait, body, trials))
        return VV_OK;
    creature->gait_trial = vvi_allocate_zeroed(studio->allocator, 1, sizeof *creature->gait_trial);
    if (creature->gait_trial == NULL)
        return vvi_fail_memory(error, sizeof *creature->gait_trial);
    creature->gait_trial->trial = trials[number];
    creature->gait_trial->number = number;
    return restart_trial(creature->gait_trial, body, studio->allocator, error);
}

float vvi_herd_seek_trial(herd_creature *creature, float time)
{
    herd_trial *gait_trial = creature->gait_trial;
    const vv_creature *body = creature->built->creature;
    float most = (float)(vv_trial_frames(&gait_trial->trial) - 1u);
    uint32_t frame = (uint32_t)(vvi_clamp(time * (float)VV_JUDGE_RATE, 0.0f, most) + 0.5f);
    vv_error error = {0};
    if (gait_trial->player == NULL || frame < gait_trial->frame)
        restart_trial(gait_trial, body, creature->built->allocator, &error);
    if (gait_trial->player == NULL) {
        vv_creature_rest(body, creature->placements);
        return 0.0f;
    }
    while (gait_trial->frame < frame)
        vv_trial_step(&gait_trial->trial, gait_trial->player, ++gait_trial->frame, VV_JUDGE_RATE);
    vv_vec3 at = vv_player_frame(gait_trial->player).position;
    const vv_transform3 *placements = vv_player_transforms(gait_trial->player);
    for (uint32_t b = 0; b < vv_creature_body_count(body); b++) {
        creature->placements[b] = placements[b];
        creature->placements[b].position.x -= at.x;
        creature->placements[b].position.y -= gait_trial->trial.slope * at.z;
        creature->placements[b].position.z -= at.z;
    }
    return at.z;
}
