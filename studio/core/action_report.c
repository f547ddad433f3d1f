/* Reports on a line of action: how well it is followed, its bones, strokes made of a pen's points, presets, and its
 * clip. */
#include "action.h"

#include "author/base/stroke_thin.h"
#include "author/export/model.h"

static void write_match(vv_json_writer *w, const vv_built_line *built)
{
    const vv_match_report *report = &built->report;
    vv_json_write_object(w, "report");
    vv_json_write_float(w, "key_error", built->key_error);
    vv_json_write_float(w, "key_distance", report->key_distance);
    vv_json_write_float(w, "mean_distance", report->mean_distance);
    vv_json_write_float(w, "worst_distance", report->worst_distance);
    vv_json_write_float(w, "tangent_degrees", report->tangent_degrees);
    vv_json_write_float(w, "contact_error", report->contact_error);
    vv_json_write_float(w, "twist_degrees", report->twist_degrees);
    vv_json_write_float(w, "plane_degrees", report->plane_degrees);
    vv_json_write_integer(w, "frames", report->frames);
    vv_json_write_integer(w, "iterations", report->iterations);
    vv_json_write_end(w);
}

static void write_bones(vv_json_writer *w, const char *name, const vv_skeleton *skeleton, uint32_t count,
                        const uint32_t *bones)
{
    vv_json_write_array(w, name);
    for (uint32_t b = 0; b < count; b++)
        vv_json_write_string(w, NULL, vv_skeleton_joint(skeleton, bones[b]).name);
    vv_json_write_end(w);
}

/* The total length of a keystroke's bones, up to the first child of the last one. */
static float bone_length(const vvi_action *action, const vv_match_key *set)
{
    float reach = 0.0f;
    uint32_t last = set->bone_count > 0 ? set->bones[set->bone_count - 1] : VV_NONE;
    for (uint32_t b = 1; b < set->bone_count; b++)
        reach += vv_vec3_length(
            vv_vec3_sub(action->globals[set->bones[b]].translation, action->globals[set->bones[b - 1]].translation));
    for (uint32_t j = 0; j < action->view.joint_count; j++)
        if (action->parents[j] == last)
            return reach +
                   vv_vec3_length(vv_vec3_sub(action->globals[j].translation, action->globals[last].translation));
    return reach;
}

static void write_key(vv_json_writer *w, const vvi_action *action, uint32_t k)
{
    const vv_built_line *built = action->built;
    vv_json_write_object(w, NULL);
    vv_json_write_float(w, "time", built->keys[k].time);
    vv_json_write_float(w, "length", built->keys[k].pose.length);
    vv_json_write_float(w, "error", built->fits[k].error);
    vv_json_write_integer(w, "crossings", built->fits[k].crossings);
    vv_json_write_bool(w, "reversed", built->fits[k].reversed);
    if (built->skeleton != NULL) {
        vv_json_write_float(w, "reach", bone_length(action, &built->sets[k]));
        write_bones(w, "bones", built->skeleton, built->sets[k].bone_count, built->sets[k].bones);
    }
    vv_json_write_end(w);
}

vv_result vv_studio_action_report(vv_studio *studio)
{
    vvi_action *action = vvi_action_current(studio);
    vv_json_writer *w = action != NULL ? vvi_studio_writer(studio) : NULL;
    if (w == NULL)
        return VV_ERROR_NOT_FOUND;
    const vv_built_line *built = action->built;
    vv_json_write_object(w, NULL);
    vv_json_write_array(w, "joints");
    for (uint32_t j = 0; j < action->view.joint_count; j++)
        vv_json_write_string(w, NULL, vv_skeleton_joint(built->skeleton, j).name);
    vv_json_write_end(w);
    if (built->skeleton != NULL && built->line != NULL)
        write_match(w, built);
    else
        vv_json_write_null(w, "report");
    vv_json_write_array(w, "keys");
    for (uint32_t k = 0; k < built->key_count; k++)
        write_key(w, action, k);
    vv_json_write_end(w);
    vv_json_write_end(w);
    return vvi_studio_answer(studio, w);
}

/* ---- Strokes --------------------------------------------------------------------------------------------------- */

static void write_stroke(vv_json_writer *w, const float *samples, uint32_t count, const uint32_t *chosen)
{
    bool has_pressure = false;
    for (uint32_t i = 0; i < count; i++)
        has_pressure = has_pressure || samples[3 * (size_t)chosen[i] + 2] != 1.0f;
    vv_json_write_object(w, NULL);
    vv_json_write_array(w, "points");
    for (uint32_t i = 0; i < count; i++) {
        vv_json_write_array(w, NULL);
        vv_json_write_float(w, NULL, vv_pose_round(samples[3 * (size_t)chosen[i]]));
        vv_json_write_float(w, NULL, vv_pose_round(samples[3 * (size_t)chosen[i] + 1]));
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    if (has_pressure) {
        vv_json_write_array(w, "pressure");
        for (uint32_t i = 0; i < count; i++)
            vv_json_write_float(w, NULL, vv_pose_round(vvi_clamp(samples[3 * (size_t)chosen[i] + 2], 0.0f, 1.0f)));
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

vv_result vv_studio_action_stroke(vv_studio *studio, const float *samples, uint32_t count)
{
    vv_error error = {0};
    uint32_t chosen[VV_PROJECT_MAX_STROKE], chosen_count = 0;
    vv_vec2 *points = vvi_allocate(studio->allocator, count, sizeof *points);
    vv_result result = points != NULL ? VV_OK : vvi_fail_memory(&error, count * sizeof *points);
    for (uint32_t i = 0; result == VV_OK && i < count; i++)
        points[i] = (vv_vec2){samples[3 * (size_t)i], samples[3 * (size_t)i + 1]};
    if (result == VV_OK)
        result = vv_stroke_thin(count, points, VV_PROJECT_MAX_STROKE, studio->allocator, chosen, &chosen_count, &error);
    vvi_release(studio->allocator, points, count, sizeof *points);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    vv_json_writer *w = vvi_studio_writer(studio);
    if (w == NULL)
        return VV_ERROR_MEMORY;
    write_stroke(w, samples, chosen_count, chosen);
    return vvi_studio_answer(studio, w);
}

/* ---- Bones ----------------------------------------------------------------------------------------------------- */

static vvi_action *require_body(vv_studio *studio)
{
    vvi_action *action = vvi_action_current(studio);
    if (action == NULL || action->built->skeleton != NULL)
        return action;
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_ARGUMENT, "this line is followed by a drawing, which has handles and no bones");
    vvi_studio_fail(studio, &error);
    return NULL;
}

static vv_result answer_bones(vv_studio *studio, const vvi_action *action, uint32_t count, const uint32_t *bones)
{
    vv_json_writer *w = vvi_studio_writer(studio);
    if (w == NULL)
        return VV_ERROR_MEMORY;
    write_bones(w, NULL, action->built->skeleton, count, bones);
    return vvi_studio_answer(studio, w);
}

vv_result vv_studio_action_scribble(vv_studio *studio, const float *points, uint32_t count, float radius)
{
    vvi_action *action = require_body(studio);
    uint32_t bones[VV_SKELETON_MAX_JOINTS];
    if (action == NULL || !vvi_all_finite(points, 2 * (size_t)count) || !(radius > 0.0f))
        return VV_ERROR_ARGUMENT;
    uint32_t found = vv_match_scribbled_bones(action->built->skeleton, action->globals, &action->built->view_plane,
                                              count, (const vv_vec2 *)(const void *)points, radius, bones);
    return answer_bones(studio, action, found, bones);
}

vv_result vv_studio_action_propose(vv_studio *studio, const float *points, uint32_t count)
{
    vvi_action *action = require_body(studio);
    uint32_t bones[VV_SKELETON_MAX_JOINTS];
    if (action == NULL)
        return VV_ERROR_ARGUMENT;
    vv_stroke_point *stroke = vvi_allocate(studio->allocator, count, sizeof *stroke);
    vv_error error = {0};
    vv_line_pose pose;
    vv_result result = stroke != NULL ? VV_OK : vvi_fail_memory(&error, count * sizeof *stroke);
    for (uint32_t i = 0; result == VV_OK && i < count; i++)
        stroke[i] = (vv_stroke_point){.at = {points[2 * (size_t)i], points[2 * (size_t)i + 1]}, .pressure = 1.0f};
    uint32_t elements = vv_document_project(studio->document)->lines[action->view.line]->element_count;
    if (result == VV_OK)
        result = vv_stroke_fit(elements, count, stroke, NULL, studio->allocator, &pose, NULL, &error);
    vvi_release(studio->allocator, stroke, count, sizeof *stroke);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    uint32_t found = vv_match_propose_bones(action->built->skeleton, action->globals, &action->built->view_plane,
                                            elements, &pose, bones);
    return answer_bones(studio, action, found, bones);
}

/* ---- Presets --------------------------------------------------------------------------------------------------- */

static vv_result check_preset(vv_studio *studio, uint32_t preset)
{
    vv_error error = {0};
    if (preset < VV_LINE_PRESET_COUNT)
        return VV_OK;
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "there is no such preset");
    return vvi_studio_fail(studio, &error);
}

vv_result vv_studio_action_preset_parameters(vv_studio *studio, uint32_t preset, float *out)
{
    vv_result result = check_preset(studio, preset);
    if (result != VV_OK)
        return result;
    vv_line_dynamics temper = vv_line_preset_dynamics((vv_line_preset)preset);
    const float numbers[5] = {temper.anticipation, temper.overshoot, temper.cycles, temper.damping, temper.lag};
    for (uint32_t i = 0; i < 5; i++)
        out[i] = numbers[i];
    return VV_OK;
}

float vv_studio_action_twist(vv_studio *studio, uint32_t twist, double seconds)
{
    vvi_action *action = vvi_action_current(studio);
    const vv_project *project = vv_document_project(studio->document);
    if (action == NULL || action->view.line >= project->line_count)
        return 0.0f;
    const vv_project_line *line = project->lines[action->view.line];
    if (twist >= line->twist_count)
        return 0.0f;
    vv_match_twist own = {.key_count = line->twists[twist].step_count, .keys = line->twists[twist].steps};
    return vv_match_twist_angle(&own, seconds);
}

/* Simulates a straight line that swings by 90° between two keystrokes, with time before and after the swing. */
vv_result vv_studio_action_preset_curve(vv_studio *studio, uint32_t preset, uint32_t count, float *out)
{
    vv_error error = {0};
    vv_line *line = NULL;
    vv_result known = check_preset(studio, preset);
    if (known != VV_OK)
        return known;
    vv_line_key keys[2] = {{.time = 0.4f}, {.time = 1.2f}};
    for (uint32_t k = 0; k < 2; k++) {
        keys[k].pose.length = 2.0f;
        keys[k].dynamics = vv_line_preset_dynamics((vv_line_preset)preset);
        for (uint32_t e = 0; e < 4; e++)
            keys[k].pose.angles[e] = k == 0 ? 0.75f * VV_PI : 0.25f * VV_PI;
    }
    vv_line_def def = {.element_count = 4, .frame_count = 40, .key_count = 2, .keys = keys, .settle = 1.2f};
    if (vv_line_create(&def, studio->allocator, &line, &error) != VV_OK)
        return vvi_studio_fail(studio, &error);
    for (uint32_t i = 0; i < count; i++) {
        vv_line_pose pose;
        vv_vec2 points[5];
        vv_line_sample(line, (double)vv_line_duration(line) * (double)i / (double)(count > 1 ? count - 1 : 1), &pose,
                       NULL);
        vv_line_points(4, &pose, points);
        const float ends[4] = {points[0].x, points[0].y, points[4].x, points[4].y};
        for (uint32_t k = 0; k < 4; k++)
            out[4 * (size_t)i + k] = ends[k];
    }
    vv_line_destroy(line, studio->allocator);
    return VV_OK;
}

/* ---- Clips ----------------------------------------------------------------------------------------------------- */

vv_result vv_studio_action_poses(vv_studio *studio, const char *name)
{
    vvi_action *action = vvi_action_with_strokes(studio);
    vv_error error = {0};
    if (action == NULL)
        return VV_ERROR_NOT_FOUND;
    if (action->built->skeleton != NULL) {
        vvi_fail(&error, VV_ERROR_ARGUMENT, "this line is followed by a body; only drawings have poses");
        return vvi_studio_fail(studio, &error);
    }
    vv_json_writer *w = vvi_studio_writer(studio);
    if (w == NULL)
        return VV_ERROR_MEMORY;
    vv_built_line_write_poses(action->built, vv_document_project(studio->document)->artworks[action->view.subject],
                              name, w);
    return vvi_studio_answer(studio, w);
}

vv_result vv_studio_action_clip(vv_studio *studio, const char *name)
{
    vvi_action *action = vvi_action_with_strokes(studio);
    if (action == NULL)
        return VV_ERROR_NOT_FOUND;
    if (action->built->skeleton == NULL) {
        vv_json_writer *w = vvi_studio_writer(studio);
        if (w == NULL)
            return VV_ERROR_MEMORY;
        vv_built_line_write_clip(action->built, vv_document_project(studio->document)->artworks[action->view.subject],
                                 name, w);
        return vvi_studio_answer(studio, w);
    }
    vv_error error = {0};
    vv_take take = {0};
    vv_bytes bytes = {0};
    vv_result result = vv_built_line_take(action->built, name, &take, &error);
    if (result == VV_OK)
        result = vv_export_bvh(&take, studio->allocator, &bytes, &error);
    if (result == VV_OK)
        result = vvi_studio_set_text(studio, (const char *)bytes.data, bytes.count);
    else
        result = vvi_studio_fail(studio, &error);
    vv_bytes_release(&bytes, studio->allocator);
    vv_take_destroy(&take);
    return result;
}
