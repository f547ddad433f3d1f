/* Takes in the page: their feet over time, suggested cuts, and poses at a time. */
#include "act.h"

#include <string.h>

static vv_result find_take(vv_studio *studio, uint32_t index, const vv_take **take, const vv_character **character,
                           vv_error *error)
{
    const vv_project *project = vv_document_project(studio->document);
    if (index >= project->take_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no take %u", index);
    vv_result result = vv_session_character(studio->session, project->takes[index]->skeleton, character, error);
    if (result == VV_OK)
        result = vv_session_take(studio->session, index, take, error);
    if (result == VV_OK && !vv_skeleton_has_same_joints((*take)->skeleton, (*character)->skeleton))
        result = vvi_fail(error, VV_ERROR_ARGUMENT, "take \"%s\" has other joints than its skeleton",
                          project->takes[index]->name);
    return result;
}

static double length_of(const vv_take *take) { return (double)(take->frame_count - 1) / take->rate; }

vv_result vv_studio_take_size(vv_studio *studio, uint32_t index, float *out)
{
    const vv_take *take = NULL;
    const vv_character *character = NULL;
    vv_error error = {0};
    if (find_take(studio, index, &take, &character, &error) != VV_OK)
        return vvi_studio_fail(studio, &error);
    out[0] = (float)length_of(take);
    out[1] = (float)take->rate;
    out[2] = (float)character->foot_count;
    return VV_OK;
}

/* ---- Frames ---------------------------------------------------------------------------------------------------- */

typedef struct frame_scratch {
    vvi_arena arena;
    vv_affine3 *globals, *scratch;
} frame_scratch;

static bool allocate_scratch(frame_scratch *scratch, const vv_allocator *allocator, uint32_t joints)
{
    *scratch = (frame_scratch){.arena = {.allocator = allocator}};
    scratch->globals = vvi_arena_allocate(&scratch->arena, joints, sizeof *scratch->globals);
    scratch->scratch = vvi_arena_allocate(&scratch->arena, joints, sizeof *scratch->scratch);
    return scratch->globals != NULL && scratch->scratch != NULL;
}

static void pose_frame(const vv_take *take, uint32_t frame, vv_affine3 *globals)
{
    size_t first = (size_t)frame * vv_skeleton_joint_count(take->skeleton);
    vv_skeleton_globals(take->skeleton, &take->turns[first], &take->moves[first], globals);
}

static uint32_t frame_at(const vv_take *take, double seconds)
{
    double frame = seconds * take->rate + 0.5;
    return !(frame > 0.0) ? 0 : frame >= (double)take->frame_count ? take->frame_count - 1 : (uint32_t)frame;
}

static void sample_feet(const vv_take *take, const vv_character *character, uint32_t count, frame_scratch *scratch,
                        float *samples)
{
    uint32_t feet = character->foot_count;
    float lowest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double share = count > 1 ? (double)i / (double)(count - 1) : 0.0;
        uint32_t frame = frame_at(take, share * length_of(take)), other = frame > 0 ? frame - 1 : frame + 1;
        other = other < take->frame_count ? other : frame;
        pose_frame(take, frame, scratch->globals);
        pose_frame(take, other, scratch->scratch);
        for (uint32_t f = 0; f < feet; f++) {
            vv_vec3 here = scratch->globals[character->feet[f].ankle].translation,
                    there = scratch->scratch[character->feet[f].ankle].translation;
            float *sample = &samples[2 * ((size_t)i * feet + f)];
            sample[0] = here.y;
            sample[1] = vv_vec3_length(vv_vec3_sub(here, there)) * (float)take->rate;
            lowest = vvi_min(lowest, here.y);
        }
    }
    for (size_t i = 0; i < (size_t)count * feet; i++)
        samples[2 * i] -= lowest;
}

vv_result vv_studio_take_feet(vv_studio *studio, uint32_t index, uint32_t count, float *samples)
{
    const vv_take *take = NULL;
    const vv_character *character = NULL;
    frame_scratch scratch = {0};
    vv_error error = {0};
    vv_result result = find_take(studio, index, &take, &character, &error);
    if (result == VV_OK && !allocate_scratch(&scratch, studio->allocator, vv_skeleton_joint_count(take->skeleton)))
        result = vvi_fail_memory(&error, sizeof *scratch.globals);
    if (result == VV_OK)
        sample_feet(take, character, count, &scratch, samples);
    vvi_arena_release(&scratch.arena);
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}

vv_result vv_studio_take_glance(vv_studio *studio, uint32_t index, double time, vv_vec3 *positions, vv_vec3 *normals)
{
    const vv_take *take = NULL;
    const vv_character *character = NULL;
    frame_scratch scratch = {0};
    vv_error error = {0};
    const vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return VV_ERROR_NOT_FOUND;
    vv_result result = find_take(studio, index, &take, &character, &error);
    if (result == VV_OK && character->figure.form.vertex_count != open->view.vertex_count)
        result = vvi_fail(&error, VV_ERROR_ARGUMENT, "the act that is open does not have the take's skeleton");
    if (result == VV_OK && !allocate_scratch(&scratch, studio->allocator, vv_skeleton_joint_count(take->skeleton)))
        result = vvi_fail_memory(&error, sizeof *scratch.globals);
    if (result == VV_OK) {
        const vv_manikin *figure = &character->figure;
        pose_frame(take, frame_at(take, time), scratch.globals);
        vv_skin3_apply(figure->skin, scratch.globals, figure->form.positions, figure->normals, scratch.scratch,
                       positions, normals);
    }
    vvi_arena_release(&scratch.arena);
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}

static void write_stands(vv_json_writer *writer, uint32_t foot_count, const vv_footfalls *falls)
{
    vv_json_write_array(writer, NULL);
    for (uint32_t f = 0; f < foot_count; f++) {
        vv_json_write_array(writer, NULL);
        for (uint32_t i = 0; i < falls->count; i++) {
            if (falls->list[i].foot != f)
                continue;
            vv_json_write_array(writer, NULL);
            vv_json_write_double(writer, NULL, falls->list[i].from);
            vv_json_write_double(writer, NULL, falls->list[i].to);
            vv_json_write_end(writer);
        }
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
}

vv_result vv_studio_take_footfalls(vv_studio *studio, uint32_t index)
{
    const vv_take *take = NULL;
    const vv_character *character = NULL;
    vv_footfalls falls = {0};
    vv_error error = {0};
    vv_result result = find_take(studio, index, &take, &character, &error);
    if (result == VV_OK)
        result = vv_fit_footfalls(take, character->foot_count, character->feet, studio->allocator, &falls, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer != NULL)
        write_stands(writer, character->foot_count, &falls);
    vv_footfalls_destroy(&falls);
    return writer == NULL ? VV_ERROR_MEMORY : vvi_studio_answer(studio, writer);
}

/* ---- Keytimes -------------------------------------------------------------------------------------------------- */

vv_result vv_studio_suggest_cut(vv_studio *studio, uint32_t index, bool cyclic, double near)
{
    const vv_take *take = NULL;
    const vv_character *character = NULL;
    vv_cut cut = {0};
    vv_error error = {0};
    vv_result result = find_take(studio, index, &take, &character, &error);
    if (result == VV_OK && cyclic)
        result = vv_fit_cycle(take, character->foot_count, character->feet, near, studio->allocator, &cut, &error);
    else if (result == VV_OK)
        result =
            vv_fit_keytimes(take, character->foot_count, character->feet, 0.0, 0.0, studio->allocator, &cut, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vvi_performance3_write_cut(writer, &cut);
    return vvi_studio_answer(studio, writer);
}
