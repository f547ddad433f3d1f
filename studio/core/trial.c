/* Stances, and the steps of posing by hand that undo takes back before it comes to commands. A step holds the stance
 * before it; taking it back swaps that with the one now, so that doing it again is the same swap. */
#include "figure.h"

#include <string.h>

/* ---- Stances -------------------------------------------------------------------------------------------------------- */

static size_t stance_bytes(uint32_t handle_count, uint32_t example_count)
{
    return sizeof(vvi_stance) + handle_count * (sizeof(vv_affine) + 1) + example_count * sizeof(float);
}

vvi_stance *vvi_stance_create(uint32_t handle_count, uint32_t example_count, const vv_allocator *allocator)
{
    vvi_stance *stance = vvi_allocate_zeroed(allocator, stance_bytes(handle_count, example_count), 1);
    if (!stance)
        return NULL;
    stance->handle_count = handle_count;
    stance->example_count = example_count;
    stance->pose = (vv_affine *)(stance + 1);
    stance->place = (float *)(stance->pose + handle_count);
    stance->pins = (uint8_t *)(stance->place + example_count);
    vvi_stance_rest(stance);
    return stance;
}

void vvi_stance_destroy(vvi_stance *stance, const vv_allocator *allocator)
{
    if (stance)
        vvi_release(allocator, stance, stance_bytes(stance->handle_count, stance->example_count), 1);
}

void vvi_stance_copy(vvi_stance *to, const vvi_stance *from)
{
    to->shown = from->shown;
    to->example = from->example;
    memcpy(to->pose, from->pose, from->handle_count * sizeof *to->pose);
    memcpy(to->place, from->place, from->example_count * sizeof *to->place);
    memcpy(to->pins, from->pins, from->handle_count);
}

void vvi_stance_rest(vvi_stance *stance)
{
    stance->shown = VVI_SHOWN_REST;
    stance->example = VV_NONE;
    for (uint32_t h = 0; h < stance->handle_count; h++)
        stance->pose[h] = vv_affine_identity();
    memset(stance->place, 0, stance->example_count * sizeof *stance->place);
    memset(stance->pins, 0, stance->handle_count);
}

void vvi_stance_example(vvi_stance *stance, const vv_rigged *rigged, const vv_project_artwork *artwork,
                        uint32_t example)
{
    const vv_body *body = rigged->body;
    vvi_stance_rest(stance);
    stance->shown = VVI_SHOWN_EXAMPLE;
    stance->example = example;
    vv_pose_compose(body->handle_count, body->handles, rigged->turns + (size_t)example * body->handle_count,
                    stance->pose);
    const vv_project_pin *pins = artwork->examples[example].pins;
    for (uint32_t h = 0; pins && h < artwork->handle_count; h++)
        stance->pins[h] = !pins[h].held ? 0 : pins[h].kind == VV_PIN_POSITION ? 1 : 2;
}

void vvi_stance_place(vvi_stance *stance, const vv_rigged *rigged, const float *weights)
{
    vv_turn turns[VV_RIG_MAX_HANDLES];
    const vv_body *body = rigged->body;
    vvi_stance_rest(stance);
    stance->shown = VVI_SHOWN_PLACE;
    memmove(stance->place, weights, stance->example_count * sizeof *weights);
    vv_pose_blend(body->handle_count, stance->example_count, rigged->turns, stance->place, turns);
    vv_pose_compose(body->handle_count, body->handles, turns, stance->pose);
}

/* ---- Steps ---------------------------------------------------------------------------------------------------------- */

static void forget(vv_studio *studio, uint32_t first, uint32_t count)
{
    struct vvi_figures *figures = studio->figures;
    vvi_trial *trials = figures->trials;
    for (uint32_t i = first; i < first + count; i++)
        vvi_stance_destroy(trials[i].stance, studio->allocator);
    memmove(trials + first, trials + first + count, (figures->trial_count - first - count) * sizeof *trials);
    figures->trial_count -= count;
}

void vvi_trials_cut(vv_studio *studio)
{
    forget(studio, studio->figures->trial_at, studio->figures->trial_count - studio->figures->trial_at);
}

void vvi_trials_release(vv_studio *studio)
{
    forget(studio, 0, studio->figures->trial_count);
    studio->figures->trial_at = 0;
}

/* A drag is taken back by the last step, so that one has to be its own. */
vv_result vvi_trial_push(vv_studio *studio, uint32_t artwork, vvi_figure *figure)
{
    struct vvi_figures *figures = studio->figures;
    const vvi_stance *now = figure->stance;
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++)
        vv_studio_let_go(studio, a, true);
    vvi_stance *stance = vvi_stance_create(now->handle_count, now->example_count, studio->allocator);
    if (!stance) {
        vv_error error = {0};
        vvi_fail_memory(&error, stance_bytes(now->handle_count, now->example_count));
        return vvi_studio_refuse(studio, &error);
    }
    vvi_stance_copy(stance, now);
    vvi_trials_cut(studio);
    if (figures->trial_count == VVI_TRIALS)
        forget(studio, 0, 1);
    figures->trials[figures->trial_count++] = (vvi_trial){vv_document_revision(studio->document), artwork, stance};
    figures->trial_at = figures->trial_count;
    return VV_OK;
}

void vvi_trial_drop(vv_studio *studio)
{
    studio->figures->trial_at--;
    vvi_trials_cut(studio);
}

/* Swaps a step's stance with the figure's. False where the project is not the one that was posed. */
static bool swap(vv_studio *studio, vvi_trial *trial)
{
    vvi_figure *figure = NULL;
    if (trial->revision != vv_document_revision(studio->document) ||
        vvi_figure_at(studio, trial->artwork, &figure) != VV_OK ||
        figure->stance->handle_count != trial->stance->handle_count ||
        figure->stance->example_count != trial->stance->example_count)
        return false;
    vvi_stance *stance = figure->stance;
    figure->stance = trial->stance;
    trial->stance = stance;
    vvi_figure_present(figure);
    return true;
}

static bool let_go_of_all(vv_studio *studio)
{
    bool any = false;
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++) {
        if (studio->figures->items[a] && studio->figures->items[a]->grip.held) {
            vv_studio_let_go(studio, a, false);
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
    if (let_go_of_all(studio))
        return true;
    vv_studio_preview_end(studio);
    if (figures->trial_at == 0 || !swap(studio, &figures->trials[figures->trial_at - 1]))
        return false;
    figures->trial_at--;
    return true;
}

bool vvi_figures_redo(vv_studio *studio)
{
    struct vvi_figures *figures = studio->figures;
    if (!figures)
        return false;
    vv_studio_preview_end(studio);
    if (figures->trial_at == figures->trial_count || !swap(studio, &figures->trials[figures->trial_at]))
        return false;
    figures->trial_at++;
    return true;
}
