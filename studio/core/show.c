/* What a figure shows: rest, an example, a place, or what was posed by hand, which can be kept as an example. */
#include "figure.h"

#include <string.h>

/* What was posed by hand is lost when something else is shown; a step of undo brings it back. */
static vv_result leave(vv_studio *studio, uint32_t artwork, vvi_figure *f)
{
    if (f->grip.held)
        vv_studio_let_go(studio, artwork, true);
    return f->stance->shown == VVI_SHOWN_HAND ? vvi_trial_push(studio, artwork, f) : VV_OK;
}

vv_result vv_studio_show_rest(vv_studio *studio, uint32_t artwork)
{
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result == VV_OK)
        result = leave(studio, artwork, f);
    if (result != VV_OK)
        return result;
    vvi_stance_rest(f->stance);
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
        return vvi_studio_refuse(studio, &error);
    }
    if (result == VV_OK)
        result = leave(studio, artwork, f);
    if (result != VV_OK)
        return result;
    vvi_stance_example(f->stance, f->rigged, vvi_figure_artwork(studio, artwork), example);
    vvi_figure_present(f);
    return VV_OK;
}

static vv_result check_weights(vv_studio *studio, const vvi_figure *f, const float *weights)
{
    vv_error error = {0};
    if (vvi_all_finite(weights, f->view.example_count))
        return VV_OK;
    vvi_fail(&error, VV_ERROR_ARGUMENT, "a weight is not a number");
    return vvi_studio_refuse(studio, &error);
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
        result = leave(studio, artwork, f);
    if (result != VV_OK)
        return result;
    vvi_stance_place(f->stance, f->rigged, weights);
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

/* ---- Keeping --------------------------------------------------------------------------------------------------------- */

static vv_project_pin kept_pin(const vvi_figure *f, uint32_t h, const vv_turn *turn)
{
    vv_vec2 to = f->ends[2 * h];
    return (vv_project_pin){.held = f->stance->pins[h] != 0,
                            .kind = f->stance->pins[h] == 2 ? VV_PIN_STRETCH : VV_PIN_POSITION,
                            .from = f->rest_handles[h].from,
                            .to = {vv_pose_rounded(to.x), vv_pose_rounded(to.y)},
                            .angle = vv_pose_rounded(turn->angle),
                            .xx = vv_pose_rounded(turn->xx),
                            .xy = vv_pose_rounded(turn->xy),
                            .yy = vv_pose_rounded(turn->yy)};
}

vv_result vv_studio_keep(vv_studio *studio, uint32_t artwork, const char *name)
{
    vv_turn turns[VV_RIG_MAX_HANDLES];
    vv_project_pin pins[VV_RIG_MAX_HANDLES];
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    vv_json_writer *writer = result == VV_OK ? vvi_studio_writer(studio) : NULL;
    if (!writer)
        return result == VV_OK ? VV_ERROR_MEMORY : result;
    vv_pose_factor(f->stance->handle_count, f->rest_handles, f->stance->pose, turns);
    for (uint32_t h = 0; h < f->stance->handle_count; h++)
        pins[h] = kept_pin(f, h, &turns[h]);
    vv_pose_write_command(writer, vvi_figure_artwork(studio, artwork), name, turns, pins);
    return vvi_studio_answer(studio, writer);
}
