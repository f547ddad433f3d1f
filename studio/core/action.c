/* Lines of action in the page: the line and what follows it at a time. */
#include "action.h"

#include <string.h>

static void close_line(vv_studio *studio, vvi_action *action)
{
    vvi_action_stop_wobble(studio, action);
    vv_built_line_destroy(action->built);
    action->built = NULL;
    vvi_arena_release(&action->arena);
}

void vvi_action_release(vv_studio *studio)
{
    if (studio->action == NULL)
        return;
    close_line(studio, studio->action);
    vvi_release(studio->allocator, studio->action, 1, sizeof *studio->action);
    studio->action = NULL;
}

vvi_action *vvi_action_current(vv_studio *studio)
{
    if (studio->action != NULL && studio->action->built != NULL)
        return studio->action;
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "no line of action is open");
    vvi_studio_fail(studio, &error);
    return NULL;
}

vvi_action *vvi_action_with_strokes(vv_studio *studio)
{
    vvi_action *action = vvi_action_current(studio);
    if (action == NULL || action->built->line != NULL)
        return action;
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "the line has no strokes yet");
    vvi_error_remedy(&error, "draw a stroke over the body");
    vvi_studio_fail(studio, &error);
    return NULL;
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

static bool allocate_body(vvi_action *action)
{
    const vv_built_line *built = action->built;
    uint32_t joints = vv_skeleton_joint_count(built->skeleton), vertices = built->figure->form.vertex_count;
    action->turns = vvi_arena_allocate(&action->arena, joints, sizeof *action->turns);
    action->moves = vvi_arena_allocate(&action->arena, joints, sizeof *action->moves);
    action->globals = vvi_arena_allocate(&action->arena, joints, sizeof *action->globals);
    action->scratch = vvi_arena_allocate(&action->arena, joints, sizeof *action->scratch);
    action->parents = vvi_arena_allocate(&action->arena, joints, sizeof *action->parents);
    action->positions = vvi_arena_allocate(&action->arena, vertices, sizeof *action->positions);
    action->normals = vvi_arena_allocate(&action->arena, vertices, sizeof *action->normals);
    if (!action->turns || !action->moves || !action->globals || !action->scratch || !action->parents ||
        !action->positions || !action->normals)
        return false;
    for (uint32_t j = 0; j < joints; j++)
        action->parents[j] = vv_skeleton_joint(built->skeleton, j).parent;
    return true;
}

static bool allocate_drawing(vvi_action *action)
{
    const vv_body *body = action->built->rigged->body;
    action->flat = vvi_arena_allocate(&action->arena, body->mesh.vertex_count, sizeof *action->flat);
    action->pose = vvi_arena_allocate(&action->arena, body->handle_count, sizeof *action->pose);
    return action->flat && action->pose;
}

/* ---- The view -------------------------------------------------------------------------------------------------- */

static void update_body_view(vvi_action *action)
{
    const vv_built_line *built = action->built;
    vv_action_view *view = &action->view;
    view->vertex_count = built->figure->form.vertex_count;
    view->triangle_count = built->figure->form.triangle_count;
    view->triangles = built->figure->form.triangles;
    view->colors = built->figure->colors;
    view->positions = action->positions;
    view->normals = action->normals;
    view->joint_count = vv_skeleton_joint_count(built->skeleton);
    view->joints = action->globals;
    view->parents = action->parents;
    view->frame_count = vv_pose_sequence_frame_count(built->frames);
    vv_vec3 normal =
        vv_quat_rotate(vv_quat_multiply(built->view_plane.rotation, built->action_plane), (vv_vec3){0.0f, 0.0f, 1.0f});
    memcpy(view->paper_turn, &built->view_plane.rotation, sizeof view->paper_turn);
    memcpy(view->paper_centre, &built->view_plane.centre, sizeof view->paper_centre);
    view->paper_distance = built->view_plane.eye_distance;
    memcpy(view->normal, &normal, sizeof view->normal);
}

static void reset_view(vvi_action *action, const vv_project_line *line, uint32_t index)
{
    vv_action_view *view = &action->view;
    double seconds = view->line == index ? (double)view->seconds : 0.0;
    uint32_t version = view->version;
    *view = (vv_action_view){.line = index,
                             .version = version,
                             .serial = ++action->serial,
                             .kind = (uint32_t)line->kind,
                             .subject = line->subject,
                             .key_count = action->built->key_count,
                             .length = vv_built_line_duration(action->built),
                             .rate = action->built->rate,
                             .seconds = (float)seconds};
    if (action->built->skeleton != NULL) {
        update_body_view(action);
    } else {
        view->flat_count = action->built->rigged->body->mesh.vertex_count;
        view->flat = action->flat;
    }
}

void vvi_action_sample(const vv_built_line *built, const vv_line_pose *pose, vv_vec2 *points)
{
    uint32_t elements = vv_line_element_count(built->line);
    for (uint32_t i = 0; i < VV_ACTION_POINTS; i++)
        points[i] = vv_line_point(elements, pose, (float)i / (float)(VV_ACTION_POINTS - 1), NULL);
}

/* Poses the body. line: the line as a hand holds it; NULL: as it is built. */
static void show_body(vvi_action *action, double seconds, const vv_line_pose *line)
{
    const vv_built_line *built = action->built;
    const vv_manikin *figure = built->figure;
    if (line != NULL && built->match != NULL) {
        vv_match_solve_live(built->match, seconds, line, action->turns, action->moves);
        vv_skeleton_globals(built->skeleton, action->turns, action->moves, action->globals);
    } else {
        vv_pose_sequence_sample(built->frames, seconds, action->turns, action->moves, action->globals);
    }
    vv_skin3_apply(figure->skin, action->globals, figure->form.positions, figure->normals, action->scratch,
                   action->positions, action->normals);
}

static void show_drawing(vvi_action *action, const vv_line_pose *pose)
{
    const vv_built_line *built = action->built;
    uint32_t elements = vv_line_element_count(built->line);
    for (uint32_t h = 0; h < built->rigged->body->handle_count; h++)
        action->pose[h] = vv_line_anchor_transform(elements, &built->rest, pose, built->grips[h], built->stretch);
    vv_rigged_skin(built->rigged, action->pose, action->flat);
}

/* Shows the body or drawing of a line without strokes, which does not follow anything yet. */
static void show_unposed(vvi_action *action)
{
    if (action->built->skeleton != NULL) {
        show_body(action, (double)action->view.seconds, NULL);
        return;
    }
    for (uint32_t h = 0; h < action->built->rigged->body->handle_count; h++)
        action->pose[h] = vv_affine_identity();
    vv_rigged_skin(action->built->rigged, action->pose, action->flat);
}

void vvi_action_show(vvi_action *action, const vv_line_pose *hand)
{
    const vv_built_line *built = action->built;
    vv_action_view *view = &action->view;
    vv_line_pose now;
    if (built->line == NULL) {
        show_unposed(action);
        return;
    }
    if (hand != NULL)
        now = *hand;
    else
        vv_built_line_at(built, (double)view->seconds, &now);
    if (built->skeleton == NULL) {
        vvi_action_sample(built, &now, view->points);
        show_drawing(action, &now);
        return;
    }
    show_body(action, (double)view->seconds, hand);
    if (hand != NULL && built->match != NULL) /* if the root is held, the line is shifted to it */
        now.root = vv_vec2_add(now.root, vv_match_shift(built->match, (double)view->seconds, hand));
    vvi_action_sample(built, &now, view->points);
    for (uint32_t i = 0; i < VV_ACTION_POINTS; i++)
        view->places[i] =
            vv_built_line_point3(built, &now, (float)i / (float)(VV_ACTION_POINTS - 1), action->globals[0].translation);
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

/* Builds a line, or updates it; the caller destroys it. */
static vv_result build_line(vv_studio *studio, uint32_t index, vv_built_line *before, vv_built_line **out,
                            vv_error *error)
{
    const vv_built_line *built = NULL;
    if (vv_document_project(studio->document)->lines[index]->key_count == 0)
        return vv_session_build_line_subject(studio->session, index, before, out, error);
    vv_result result = vv_session_line(studio->session, index, NULL, &built, error);
    if (result == VV_OK)
        *out = vv_built_line_retain(built);
    return result;
}

static vv_result open_line(vv_studio *studio, uint32_t index, vv_error *error)
{
    const vv_project *project = vv_document_project(studio->document);
    vv_built_line *built_line = NULL;
    if (index >= project->line_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no such line");
    if (studio->action == NULL)
        studio->action = vvi_allocate_zeroed(studio->allocator, 1, sizeof *studio->action);
    vvi_action *action = studio->action;
    if (action == NULL)
        return vvi_fail_memory(error, sizeof *action);
    vv_result result = build_line(studio, index, action->built, &built_line, error);
    if (result != VV_OK)
        return result;
    if (built_line == action->built) {
        vv_built_line_destroy(built_line);
        return VV_OK;
    }
    const vv_manikin *figure = action->built != NULL ? action->built->figure : NULL;
    close_line(studio, action);
    action->built = built_line;
    action->arena = (vvi_arena){.allocator = studio->allocator};
    if (built_line->skeleton != NULL ? !allocate_body(action) : !allocate_drawing(action)) {
        close_line(studio, action);
        return vvi_fail_memory(error, 0);
    }
    if (built_line->figure != figure || figure == NULL)
        action->view.version++;
    reset_view(action, project->lines[index], index);
    vvi_action_show_current(action);
    return VV_OK;
}

const vv_action_view *vv_studio_action(vv_studio *studio, uint32_t line)
{
    vv_error error = {0};
    if (open_line(studio, line, &error) != VV_OK) {
        vvi_studio_fail(studio, &error);
        return NULL;
    }
    return &studio->action->view;
}

void vv_studio_action_end(vv_studio *studio)
{
    if (studio->action != NULL)
        close_line(studio, studio->action);
}

void vv_studio_action_show(vv_studio *studio, double seconds)
{
    vvi_action *action = vvi_action_current(studio);
    if (action == NULL || !(seconds >= 0.0 && seconds <= (double)VV_LINE_MAX_TIME))
        return;
    action->view.seconds = (float)seconds;
    vvi_action_show(action, NULL);
}

/* ---- Other times ----------------------------------------------------------------------------------------------- */

vv_result vv_studio_action_ghosts(vv_studio *studio, double from, double to, uint32_t count, float *points)
{
    vvi_action *action = vvi_action_with_strokes(studio);
    if (action == NULL)
        return VV_ERROR_NOT_FOUND;
    for (uint32_t i = 0; i < count; i++) {
        vv_line_pose pose;
        double share = count > 1 ? (double)i / (double)(count - 1) : 0.0;
        vv_built_line_at(action->built, from + (to - from) * share, &pose);
        vvi_action_sample(action->built, &pose, (vv_vec2 *)(void *)(points + 2 * (size_t)VV_ACTION_POINTS * i));
    }
    return VV_OK;
}

vv_result vv_studio_action_strokes(vv_studio *studio, float *points)
{
    vvi_action *action = vvi_action_with_strokes(studio);
    if (action == NULL)
        return VV_ERROR_NOT_FOUND;
    for (uint32_t k = 0; k < action->built->key_count; k++)
        vvi_action_sample(action->built, &action->built->keys[k].pose,
                          (vv_vec2 *)(void *)(points + 2 * (size_t)VV_ACTION_POINTS * k));
    return VV_OK;
}

vv_result vv_studio_action_sample(vv_studio *studio, double seconds, vv_vec3 *positions, vv_vec3 *normals)
{
    vvi_action *action = vvi_action_current(studio);
    if (action == NULL || action->built->skeleton == NULL)
        return VV_ERROR_NOT_FOUND;
    show_body(action, seconds, NULL);
    memcpy(positions, action->positions, action->view.vertex_count * sizeof *positions);
    memcpy(normals, action->normals, action->view.vertex_count * sizeof *normals);
    vvi_action_show_current(action);
    return VV_OK;
}
