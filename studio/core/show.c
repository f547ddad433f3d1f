/* What a figure shows: rest, an example, a place, or a pose by hand, which can be stored as an example. */
#include "figure.h"

#include <string.h>

/* Ends posing by hand; a pose by hand becomes a step that undo can restore. */
static vv_result leave_pose(vv_studio *studio, uint32_t artwork, vvi_figure *f)
{
    if (f->grab.held)
        vv_studio_release(studio, artwork, true);
    return f->pose_state->shown == VVI_SHOWN_HAND ? vvi_pose_step_push(studio, artwork, f) : VV_OK;
}

vv_result vv_studio_show_rest(vv_studio *studio, uint32_t artwork)
{
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result == VV_OK)
        result = leave_pose(studio, artwork, f);
    if (result != VV_OK)
        return result;
    vvi_pose_state_rest(f->pose_state);
    vvi_figure_present(f);
    return VV_OK;
}

vv_result vv_studio_show_example(vv_studio *studio, uint32_t artwork, uint32_t example)
{
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result == VV_OK && example >= f->view.example_count) {
        vv_error error = {0};
        vvi_fail(&error, VV_ERROR_NOT_FOUND, "there is no example %u", example);
        return vvi_studio_fail(studio, &error);
    }
    if (result == VV_OK)
        result = leave_pose(studio, artwork, f);
    if (result != VV_OK)
        return result;
    vvi_pose_state_example(f->pose_state, f->rigged, vvi_figure_artwork(studio, artwork), example);
    vvi_figure_present(f);
    return VV_OK;
}

static vv_result check_weights(vv_studio *studio, const vvi_figure *f, const float *weights)
{
    vv_error error = {0};
    if (vvi_all_finite(weights, f->view.example_count))
        return VV_OK;
    vvi_fail(&error, VV_ERROR_ARGUMENT, "a weight is not a finite number");
    return vvi_studio_fail(studio, &error);
}

vv_result vv_studio_show_place(vv_studio *studio, uint32_t artwork, const float *weights)
{
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result == VV_OK && f->view.example_count == 0)
        return vv_studio_show_rest(studio, artwork);
    if (result == VV_OK)
        result = check_weights(studio, f, weights);
    if (result == VV_OK)
        result = leave_pose(studio, artwork, f);
    if (result != VV_OK)
        return result;
    vvi_pose_state_place(f->pose_state, f->rigged, weights);
    vvi_figure_present(f);
    return VV_OK;
}

vv_result vv_studio_vertices(vv_studio *studio, uint32_t artwork, const float *weights, vv_vec2 *vertices)
{
    const float rest = 1.0f;
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result == VV_OK)
        result = check_weights(studio, f, weights);
    if (result == VV_OK)
        vv_rigged_vertices(f->rigged, f->view.example_count ? weights : &rest, NULL, vertices);
    return result;
}

/* ---- Storing --------------------------------------------------------------------------------------------------- */

static vv_project_pin stored_pin(const vvi_figure *f, uint32_t h, const vv_handle_pose *turn)
{
    vv_vec2 to = f->ends[2 * h];
    return (vv_project_pin){.held = f->pose_state->pins[h] != 0,
                            .kind = f->pose_state->pins[h] == 2 ? VV_PIN_STRETCH : VV_PIN_POSITION,
                            .from = f->rest_handles[h].from,
                            .to = {vv_pose_round(to.x), vv_pose_round(to.y)},
                            .angle = vv_pose_round(turn->angle),
                            .xx = vv_pose_round(turn->xx),
                            .xy = vv_pose_round(turn->xy),
                            .yy = vv_pose_round(turn->yy)};
}

vv_result vv_studio_store_example(vv_studio *studio, uint32_t artwork, const char *name)
{
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    vv_project_pin pins[VV_RIG_MAX_HANDLES];
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    vv_json_writer *writer = result == VV_OK ? vvi_studio_writer(studio) : NULL;
    if (!writer)
        return result == VV_OK ? VV_ERROR_MEMORY : result;
    vv_pose_factor(f->pose_state->handle_count, f->rest_handles, f->pose_state->pose, turns);
    for (uint32_t h = 0; h < f->pose_state->handle_count; h++)
        pins[h] = stored_pin(f, h, &turns[h]);
    vv_pose_write_command(writer, vvi_figure_artwork(studio, artwork), name, turns, pins);
    return vvi_studio_answer(studio, writer);
}
