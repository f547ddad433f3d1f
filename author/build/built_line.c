/* Lines of a project as the runtime plays them: fitted strokes, the elastic line, and what follows it. */
#include "line_parts.h"

#include "runtime/base/base.h"

#include <string.h>

vv_built_line *vv_built_line_retain(const vv_built_line *built)
{
    vv_built_line *kept = (vv_built_line *)(uintptr_t)built;
    kept->references++;
    return kept;
}

static uint32_t joint_count(const vv_built_line *built)
{
    return built->skeleton == NULL ? 0 : vv_skeleton_joint_count(built->skeleton);
}

void vv_built_line_destroy(vv_built_line *built)
{
    if (built == NULL || --built->references > 0)
        return;
    const vv_allocator *allocator = built->allocator;
    uint32_t joints = joint_count(built);
    vv_match_destroy(built->match, allocator);
    vv_line_destroy(built->line, allocator);
    vv_pose_sequence_destroy(built->frames, allocator);
    vvi_release(allocator, built->shifts, built->shift_count, sizeof *built->shifts);
    vvi_release(allocator, built->bones, (size_t)built->key_count * joints, sizeof *built->bones);
    vvi_release(allocator, built->sets, built->key_count, sizeof *built->sets);
    vvi_release(allocator, built->keys, built->key_count, sizeof *built->keys);
    vvi_release(allocator, built->fits, built->key_count, sizeof *built->fits);
    vvi_release(allocator, built->handles, built->grip_count, sizeof *built->handles);
    if (built->rigged != NULL)
        vvi_release(allocator, built->grips, built->rigged->body->handle_count, sizeof *built->grips);
    vv_rigged_destroy((vv_rigged *)(uintptr_t)built->rigged);
    vv_character_destroy((vv_character *)(uintptr_t)built->character);
    vv_built_creature_destroy((vv_built_creature *)(uintptr_t)built->creature);
    vvi_release(allocator, built, 1, sizeof *built);
}

/* ---- Strokes ----------------------------------------------------------------------------------------------------- */

vv_result vvi_line_fit(const vv_project_line *line, uint32_t count, const vv_vec2 *points, const float *pressures,
                       const vv_allocator *allocator, vv_line_pose *out, vv_stroke_report *report, vv_error *error)
{
    vv_stroke_point *stroke = vvi_allocate(allocator, count, sizeof *stroke);
    if (stroke == NULL)
        return vvi_fail_memory(error, count * sizeof *stroke);
    for (uint32_t i = 0; i < count; i++)
        stroke[i] = (vv_stroke_point){.at = points[i], .pressure = pressures != NULL ? pressures[i] : 1.0f};
    vv_result result = vv_stroke_fit(line->element_count, count, stroke, NULL, allocator, out, report, error);
    vvi_release(allocator, stroke, count, sizeof *stroke);
    return result;
}

/* Chooses the direction of each stroke. Where the root is held, a stroke hangs on its joint wherever it was drawn, so
 * that only its shape tells its direction. */
static vv_result orient_keys(const vv_project_line *line, vv_built_line *built, vv_error *error)
{
    vv_line_pose *poses = vvi_allocate(built->allocator, line->key_count, sizeof *poses);
    bool *reversed = vvi_allocate(built->allocator, line->key_count, sizeof *reversed);
    bool allocated = poses != NULL && reversed != NULL;
    for (uint32_t k = 0; k < line->key_count && allocated; k++)
        poses[k] = built->keys[k].pose;
    if (allocated)
        vv_strokes_orient(line->element_count, line->key_count, line->hold_root, poses, reversed);
    for (uint32_t k = 0; k < line->key_count && allocated; k++) {
        built->keys[k].pose = poses[k];
        built->fits[k].reversed = reversed[k];
    }
    vvi_release(built->allocator, reversed, line->key_count, sizeof *reversed);
    vvi_release(built->allocator, poses, line->key_count, sizeof *poses);
    return allocated ? VV_OK : vvi_fail_memory(error, line->key_count * sizeof *poses);
}

static vv_result fit_keys(const vv_project_line *line, vv_built_line *built, vv_error *error)
{
    if (line->key_count == 0) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the line “%s” has no strokes yet", line->name);
        vvi_error_remedy(error, "draw one over the body");
        return VV_ERROR_ARGUMENT;
    }
    built->key_count = line->key_count;
    built->keys = vvi_allocate_zeroed(built->allocator, line->key_count, sizeof *built->keys);
    built->fits = vvi_allocate_zeroed(built->allocator, line->key_count, sizeof *built->fits);
    if (built->keys == NULL || built->fits == NULL)
        return vvi_fail_memory(error, line->key_count * sizeof *built->keys);
    for (uint32_t k = 0; k < line->key_count; k++) {
        const vv_project_line_key *key = &line->keys[k];
        built->keys[k].time = key->time;
        built->keys[k].dynamics = vv_project_line_temper(line, k);
        vv_result result = vvi_line_fit(line, key->point_count, key->points, key->pressures, built->allocator,
                                        &built->keys[k].pose, &built->fits[k], error);
        if (result != VV_OK) {
            vvi_error_remedy(error, "draw keystroke %u of the line “%s” again", k + 1, line->name);
            return vvi_prefix_error_path(result, error, "keys[%u]", k);
        }
    }
    return orient_keys(line, built, error);
}

/* The largest error over all keystrokes and along them; only rounding should be left. */
static float find_key_error(const vv_built_line *built)
{
    float worst = 0.0f;
    uint32_t elements = vv_line_element_count(built->line);
    for (uint32_t k = 0; k < built->key_count; k++) {
        const vv_line_key *key = &built->keys[k];
        vv_line_pose now;
        vv_vec2 actual[VV_LINE_MAX_ELEMENTS + 1], drawn[VV_LINE_MAX_ELEMENTS + 1];
        vv_line_sample(built->line, (double)key->time, &now, NULL);
        vv_line_points(elements, &now, actual);
        vv_line_points(elements, &key->pose, drawn);
        for (uint32_t i = 0; i <= elements; i++)
            worst = vvi_max(worst, vv_vec2_distance(actual[i], drawn[i]) / key->pose.length);
    }
    return worst;
}

static vv_result make_elastic_line(const vv_project_line *line, vv_built_line *built, vv_error *error)
{
    vv_line_def def = {.element_count = line->element_count,
                       .frame_count = line->frame_count,
                       .key_count = built->key_count,
                       .keys = built->keys,
                       .method = line->way,
                       .stiffness = line->stiffness,
                       .damping = line->damping,
                       .pull_count = line->pull_count,
                       .pulls = line->pulls,
                       .settle = line->settle};
    vv_result result = vv_line_create(&def, built->allocator, &built->line, error);
    if (result == VV_OK)
        built->key_error = find_key_error(built);
    return result;
}

/* ---- Keys of the cache ------------------------------------------------------------------------------------------- */

static uint64_t mix_key(uint64_t key, uint64_t value) { return vv_hash_bytes(key, &value, sizeof value); }

/* The key of what follows the line, and of its motion without the line. */
static uint64_t subject_key(const vv_session *session, const vv_project_line *line)
{
    const vv_project *project = vvi_session_project(session);
    uint64_t key = line->kind == VV_LINE_OF_SKELETON   ? vvi_character_key(session, line->subject)
                   : line->kind == VV_LINE_OF_CREATURE ? vvi_creature_key(session, line->subject)
                                                       : mix_key(vv_body_key(project->artworks[line->subject]),
                                                                 project->artworks[line->subject]->stamp);
    if (line->over_line != VV_NONE)
        key = mix_key(key, vvi_line_key(session, line->over_line));
    if (line->over_take != VV_NONE)
        key = mix_key(key, project->takes[line->over_take]->stamp);
    return mix_key(key, line->kind);
}

uint64_t vvi_line_key(const vv_session *session, uint32_t line)
{
    const vv_project_line *project = vvi_session_project(session)->lines[line];
    return mix_key(subject_key(session, project), project->stamp);
}

static uint64_t mix_bytes(uint64_t key, const void *bytes, size_t count)
{
    return count == 0 ? key : vv_hash_bytes(key, bytes, count);
}

static uint64_t mix_float(uint64_t key, float value) { return vv_hash_bytes(key, &value, sizeof value); }

static uint64_t mix_steps(uint64_t key, uint32_t count, const vv_match_constraint_key *steps)
{
    return mix_bytes(mix_key(key, count), steps, count * sizeof *steps);
}

uint64_t vvi_line_structure(const vv_session *session, const vv_project_line *line)
{
    uint64_t key = subject_key(session, line);
    const float numbers[] = {line->rate,     line->settle,   line->heading,  line->pitch,         line->distance,
                             line->centre.x, line->centre.y, line->centre.z, line->plane_heading, line->plane_pitch};
    key = mix_bytes(mix_key(key, line->hold_root), numbers, sizeof numbers);
    for (uint32_t k = 0; k < line->key_count; k++) {
        const vv_project_line_key *at = &line->keys[k];
        key = mix_float(mix_float(mix_float(key, at->time), at->from), at->to);
        key = mix_key(key, at->bone_count);
        for (uint32_t b = 0; b < at->bone_count && at->bones != NULL; b++)
            key = mix_bytes(key, at->bones[b].name, strlen(at->bones[b].name) + 1);
    }
    for (uint32_t t = 0; t < line->twist_count; t++)
        key = mix_steps(mix_bytes(key, line->twists[t].bone, strlen(line->twists[t].bone) + 1),
                        line->twists[t].step_count, line->twists[t].steps);
    for (uint32_t c = 0; c < line->contact_count; c++) {
        const vv_project_contact *contact = &line->contacts[c];
        const float about[] = {contact->point.x,
                               contact->point.y,
                               contact->point.z,
                               contact->from,
                               contact->to,
                               contact->ease,
                               contact->turned ? 1.0f : 0.0f};
        key = mix_bytes(mix_bytes(key, contact->bone, strlen(contact->bone) + 1), about, sizeof about);
        key = mix_steps(key, contact->step_count, contact->steps);
    }
    return key;
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

static vv_result build(vv_session *session, const vv_project_line *line, vv_built_line *before,
                       const vv_progress *progress, vv_built_line *built, vv_error *error)
{
    vv_result result = fit_keys(line, built, error);
    if (result == VV_OK)
        result = make_elastic_line(line, built, error);
    if (result != VV_OK)
        return result;
    return line->kind == VV_LINE_OF_ARTWORK ? vvi_line_hang(session, line, progress, built, error)
                                            : vvi_line_embody(session, line, before, progress, built, error);
}

static vv_built_line *new_built(vv_session *session, const vv_project_line *line, vv_error *error)
{
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_built_line *built = vvi_allocate_zeroed(allocator, 1, sizeof *built);
    if (built == NULL) {
        vvi_fail_memory(error, sizeof *built);
        return NULL;
    }
    built->allocator = allocator;
    built->references = 1;
    built->rate = line->rate;
    return built;
}

vv_result vv_session_build_line_subject(vv_session *session, uint32_t line, vv_built_line *before, vv_built_line **out,
                                        vv_error *error)
{
    const vv_project_line *project = vvi_session_project(session)->lines[line];
    uint64_t key = vvi_line_key(session, line);
    if (before != NULL && before->line == NULL && before->key == key) {
        *out = vv_built_line_retain(before);
        return VV_OK;
    }
    vv_built_line *built = new_built(session, project, error);
    if (built == NULL)
        return VV_ERROR_MEMORY;
    built->key = key;
    vv_result result = project->kind == VV_LINE_OF_ARTWORK ? vvi_line_hang_bare(session, project, built, error)
                                                           : vvi_line_embody_bare(session, project, built, error);
    if (result != VV_OK)
        vv_built_line_destroy(built);
    else
        *out = built;
    return result;
}

vv_result vv_session_build_line(vv_session *session, const vv_project_line *line, vv_built_line *before,
                                const vv_progress *progress, vv_built_line **out, vv_error *error)
{
    vv_built_line *built = new_built(session, line, error);
    if (built == NULL)
        return VV_ERROR_MEMORY;
    built->structure = vvi_line_structure(session, line);
    vv_result result = build(session, line, before, progress, built, error);
    if (result != VV_OK)
        vv_built_line_destroy(built);
    else
        *out = built;
    return result;
}

vv_result vv_session_line(vv_session *session, uint32_t line, const vv_progress *progress, const vv_built_line **out,
                          vv_error *error)
{
    vvi_library *library = vvi_session_library(session);
    const vv_project_line *project = vvi_session_project(session)->lines[line];
    uint64_t key = vvi_line_key(session, line), structure = vvi_line_structure(session, project);
    vv_built_line *built = vvi_library_find(library, VVI_LINE, key);
    if (built != NULL) {
        *out = built;
        return VV_OK;
    }
    vv_built_line *before = NULL, *other = NULL;
    for (uint32_t i = 0; before == NULL && (other = vvi_library_at(library, VVI_LINE, i)) != NULL; i++)
        if (other->structure == structure && other->match != NULL)
            before = other;
    vv_result result = vv_session_build_line(session, project, before, progress, &built, error);
    if (result != VV_OK)
        return vvi_prefix_error_path(result, error, "$.lines[%u]", line);
    built->key = key;
    *out = built;
    return vvi_library_add(session, VVI_LINE, key, built, error);
}

vv_result vv_session_line_solver(vv_session *session, uint32_t line, vv_built_line *built, vv_error *error)
{
    if (built->match != NULL || built->skeleton == NULL || built->line == NULL)
        return VV_OK;
    vv_built_line *again = NULL;
    const vv_project_line *project = vvi_session_project(session)->lines[line];
    vv_result result = vv_session_build_line(session, project, NULL, NULL, &again, error);
    if (result == VV_OK)
        result = vv_match_set_line(again->match, built->line, error);
    if (result == VV_OK) {
        built->match = again->match;
        again->match = NULL;
    }
    vv_built_line_destroy(again);
    return result;
}

float vv_built_line_duration(const vv_built_line *built)
{
    if (built->line != NULL)
        return vv_line_duration(built->line);
    return built->frames != NULL ? (float)(vv_pose_sequence_frame_count(built->frames) - 1) / built->rate : 0.0f;
}

void vv_built_line_at(const vv_built_line *built, double time, vv_line_pose *pose)
{
    vv_line_sample(built->line, time, pose, NULL);
    if (built->shifts == NULL)
        return;
    double place = time * (double)built->rate, last = (double)(built->shift_count - 1);
    place = !(place > 0.0) ? 0.0 : place < last ? place : last;
    uint32_t frame = (uint32_t)place, next = frame + 1 < built->shift_count ? frame + 1 : frame;
    vv_vec2 shift = vv_vec2_lerp(built->shifts[frame], built->shifts[next], (float)(place - (double)frame));
    pose->root = vv_vec2_add(pose->root, shift);
}

vv_vec3 vv_built_line_point3(const vv_built_line *built, const vv_line_pose *pose, float along, vv_vec3 through)
{
    vv_vec2 at = vv_line_point(vv_line_element_count(built->line), pose, along, NULL);
    vv_vec3 normal =
        vv_quat_rotate(vv_quat_multiply(built->view_plane.rotation, built->action_plane), (vv_vec3){0.0f, 0.0f, 1.0f});
    return vv_view_plane_unproject(&built->view_plane, at, through, normal);
}
