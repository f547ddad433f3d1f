/* The moment at which a gait fails: the trial it was judged by, shown again frame by frame. It is played as it was judged, so that the
 * frame that is shown is the frame that was measured. */
#include "herd.h"

void vvi_herd_try_end(vv_studio *studio, herd_creature *creature)
{
    if (creature->tried == NULL)
        return;
    vv_player_destroy(creature->tried->player);
    vvi_release(studio->allocator, creature->tried, 1, sizeof *creature->tried);
    creature->tried = NULL;
}

/* From its first frame. */
static vv_result begin(herd_trial *tried, const vv_creature *creature, const vv_allocator *allocator, vv_error *error)
{
    vv_player_destroy(tried->player);
    tried->player = NULL;
    tried->frame = 0;
    return vv_trial_open(&tried->trial, creature, allocator, &tried->player, error);
}

vv_result vvi_herd_try(vv_studio *studio, herd_creature *creature, const vv_gait *gait, uint32_t number,
                       vv_error *error)
{
    vv_trial trials[VV_MAX_TRIALS];
    const vv_creature *body = creature->built->creature;
    if (creature->tried != NULL && creature->tried->trial.gait == gait && creature->tried->number == number)
        return VV_OK;
    vvi_herd_try_end(studio, creature);
    if (gait == NULL || number >= vv_trials_of_gait(gait, body, trials))
        return VV_OK;
    creature->tried = vvi_allocate_zeroed(studio->allocator, 1, sizeof *creature->tried);
    if (creature->tried == NULL)
        return vvi_fail_memory(error, sizeof *creature->tried);
    creature->tried->trial = trials[number];
    creature->tried->number = number;
    return begin(creature->tried, body, studio->allocator, error);
}

float vvi_herd_tried(herd_creature *creature, float time)
{
    herd_trial *tried = creature->tried;
    const vv_creature *body = creature->built->creature;
    float most = (float)(vv_trial_frames(&tried->trial) - 1u);
    uint32_t frame = (uint32_t)(vvi_clamp(time * (float)VV_JUDGE_RATE, 0.0f, most) + 0.5f);
    vv_error error = {0};
    if (tried->player == NULL || frame < tried->frame)
        begin(tried, body, creature->built->allocator, &error);
    if (tried->player == NULL) {
        vv_creature_rest(body, creature->placements);
        return 0.0f;
    }
    while (tried->frame < frame)
        vv_trial_step(&tried->trial, tried->player, ++tried->frame, VV_JUDGE_RATE);
    vv_vec3 at = vv_player_frame(tried->player).place;
    const vv_placement *placements = vv_player_placements(tried->player);
    for (uint32_t b = 0; b < vv_creature_body_count(body); b++) {
        creature->placements[b] = placements[b];
        creature->placements[b].place.x -= at.x;
        creature->placements[b].place.y -= tried->trial.slope * at.z;
        creature->placements[b].place.z -= at.z;
    }
    return at.z;
}
