/* Poses of figures, and the steps of posing by hand, which undo reverts before it reverts commands. A step has the
 * state before it; undo swaps that with the current state, so that redo is the same swap. */
#include "figure.h"

#include <string.h>

/* ---- Poses ----------------------------------------------------------------------------------------------------- */

static size_t stance_bytes(uint32_t handle_count, uint32_t example_count)
{
    return sizeof(vvi_pose_state) + handle_count * (sizeof(vv_affine) + 1) + example_count * sizeof(float);
}

vvi_pose_state *vvi_pose_state_create(uint32_t handle_count, uint32_t example_count, const vv_allocator *allocator)
{
    vvi_pose_state *pose_state = vvi_allocate_zeroed(allocator, stance_bytes(handle_count, example_count), 1);
    if (!pose_state)
        return NULL;
    pose_state->handle_count = handle_count;
    pose_state->example_count = example_count;
    pose_state->pose = (vv_affine *)(pose_state + 1);
    pose_state->place = (float *)(pose_state->pose + handle_count);
    pose_state->pins = (uint8_t *)(pose_state->place + example_count);
    vvi_pose_state_rest(pose_state);
    return pose_state;
}

void vvi_pose_state_destroy(vvi_pose_state *pose_state, const vv_allocator *allocator)
{
    if (pose_state)
        vvi_release(allocator, pose_state, stance_bytes(pose_state->handle_count, pose_state->example_count), 1);
}

void vvi_pose_state_copy(vvi_pose_state *to, const vvi_pose_state *from)
{
    to->shown = from->shown;
    to->example = from->example;
    memcpy(to->pose, from->pose, from->handle_count * sizeof *to->pose);
    memcpy(to->place, from->place, from->example_count * sizeof *to->place);
    memcpy(to->pins, from->pins, from->handle_count);
}

void vvi_pose_state_rest(vvi_pose_state *pose_state)
{
    pose_state->shown = VVI_SHOWN_REST;
    pose_state->example = VV_NONE;
    for (uint32_t h = 0; h < pose_state->handle_count; h++)
        pose_state->pose[h] = vv_affine_identity();
    memset(pose_state->place, 0, pose_state->example_count * sizeof *pose_state->place);
    memset(pose_state->pins, 0, pose_state->handle_count);
}

void vvi_pose_state_example(vvi_pose_state *pose_state, const vv_rigged *rigged, const vv_project_artwork *artwork,
                            uint32_t example)
{
    const vv_body *body = rigged->body;
    vvi_pose_state_rest(pose_state);
    pose_state->shown = VVI_SHOWN_EXAMPLE;
    pose_state->example = example;
    vv_pose_compose(body->handle_count, body->handles, rigged->example_poses + (size_t)example * body->handle_count,
                    pose_state->pose);
    const vv_project_pin *pins = artwork->examples[example].pins;
    for (uint32_t h = 0; pins && h < artwork->handle_count; h++)
        pose_state->pins[h] = !pins[h].held ? 0 : pins[h].kind == VV_PIN_POSITION ? 1 : 2;
}

void vvi_pose_state_place(vvi_pose_state *pose_state, const vv_rigged *rigged, const float *weights)
{
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    const vv_body *body = rigged->body;
    vvi_pose_state_rest(pose_state);
    pose_state->shown = VVI_SHOWN_PLACE;
    memmove(pose_state->place, weights, pose_state->example_count * sizeof *weights);
    vv_pose_blend(body->handle_count, pose_state->example_count, rigged->example_poses, pose_state->place, turns);
    vv_pose_compose(body->handle_count, body->handles, turns, pose_state->pose);
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

static void release_steps(vv_studio *studio, uint32_t first, uint32_t count)
{
    struct vvi_figures *figures = studio->figures;
    vvi_pose_step *pose_steps = figures->pose_steps;
    for (uint32_t i = first; i < first + count; i++)
        vvi_pose_state_destroy(pose_steps[i].pose_state, studio->allocator);
    memmove(pose_steps + first, pose_steps + first + count,
            (figures->pose_step_count - first - count) * sizeof *pose_steps);
    figures->pose_step_count -= count;
}

void vvi_pose_steps_truncate(vv_studio *studio)
{
    release_steps(studio, studio->figures->pose_step_next,
                  studio->figures->pose_step_count - studio->figures->pose_step_next);
}

void vvi_pose_steps_release(vv_studio *studio)
{
    release_steps(studio, 0, studio->figures->pose_step_count);
    studio->figures->pose_step_next = 0;
}

/* Cancelling a drag reverts the last step, so every other grab is released first. */
vv_result vvi_pose_step_push(vv_studio *studio, uint32_t artwork, vvi_figure *figure)
{
    struct vvi_figures *figures = studio->figures;
    const vvi_pose_state *now = figure->pose_state;
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++)
        vv_studio_release(studio, a, true);
    vvi_pose_state *pose_state = vvi_pose_state_create(now->handle_count, now->example_count, studio->allocator);
    if (!pose_state) {
        vv_error error = {0};
        vvi_fail_memory(&error, stance_bytes(now->handle_count, now->example_count));
        return vvi_studio_fail(studio, &error);
    }
    vvi_pose_state_copy(pose_state, now);
    vvi_pose_steps_truncate(studio);
    if (figures->pose_step_count == VVI_MOST_POSE_STEPS)
        release_steps(studio, 0, 1);
    figures->pose_steps[figures->pose_step_count++] =
        (vvi_pose_step){vv_document_revision(studio->document), artwork, pose_state};
    figures->pose_step_next = figures->pose_step_count;
    return VV_OK;
}

void vvi_pose_step_drop(vv_studio *studio)
{
    studio->figures->pose_step_next--;
    vvi_pose_steps_truncate(studio);
}

/* Swaps a step's state with the figure's. False if the project is not the one that was posed. */
static bool swap_state(vv_studio *studio, vvi_pose_step *trial)
{
    vvi_figure *figure = NULL;
    if (trial->revision != vv_document_revision(studio->document) ||
        vvi_figure_at(studio, trial->artwork, &figure) != VV_OK ||
        figure->pose_state->handle_count != trial->pose_state->handle_count ||
        figure->pose_state->example_count != trial->pose_state->example_count)
        return false;
    vvi_pose_state *pose_state = figure->pose_state;
    figure->pose_state = trial->pose_state;
    trial->pose_state = pose_state;
    vvi_figure_present(figure);
    return true;
}

static bool release_all_grabs(vv_studio *studio)
{
    bool any = false;
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++) {
        if (studio->figures->items[a] && studio->figures->items[a]->grab.held) {
            vv_studio_release(studio, a, false);
            any = true;
        }
    }
    return any;
}

bool vvi_figures_undo(vv_studio *studio)
{
    struct vvi_figures *figures = studio->figures;
    if (!figures)
        return false;
    if (release_all_grabs(studio))
        return true;
    vv_studio_preview_end(studio);
    if (figures->pose_step_next == 0 || !swap_state(studio, &figures->pose_steps[figures->pose_step_next - 1]))
        return false;
    figures->pose_step_next--;
    return true;
}

bool vvi_figures_redo(vv_studio *studio)
{
    struct vvi_figures *figures = studio->figures;
    if (!figures)
        return false;
    vv_studio_preview_end(studio);
    if (figures->pose_step_next == figures->pose_step_count ||
        !swap_state(studio, &figures->pose_steps[figures->pose_step_next]))
        return false;
    figures->pose_step_next++;
    return true;
}
