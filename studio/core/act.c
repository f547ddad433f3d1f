/* Shapes, verbs and graphs that play in the page. */
#include "act.h"

#include <string.h>

static void close_both(vvi_open_act *open)
{
    vv_performance3_destroy(open->act);
    vv_performance3_destroy(open->second);
    open->act = NULL;
    open->second = NULL;
}

void vvi_performance3_release(vv_studio *studio)
{
    if (studio->act == NULL)
        return;
    close_both(studio->act);
    vvi_release(studio->allocator, studio->act, 1, sizeof *studio->act);
    studio->act = NULL;
}

vvi_open_act *vvi_performance3_current(vv_studio *studio)
{
    if (studio->act != NULL && studio->act->act != NULL)
        return studio->act;
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "no shape, verb or graph is open");
    vvi_studio_fail(studio, &error);
    return NULL;
}

/* ---- The view -------------------------------------------------------------------------------------------------- */

static void update_look(vvi_open_act *open)
{
    vv_draw_data look = vv_performance3_draw_data(open->act);
    vv_performance3_view *view = &open->view;
    view->vertex_count = look.vertex_count;
    view->triangle_count = look.triangle_count;
    view->positions = look.positions;
    view->normals = look.normals;
    view->triangles = look.triangles;
    view->colors = look.colors;
    view->heat = look.heat;
    view->color = look.color;
    if (look.own_ground)
        view->version = ++open->serial;
    view->joints = look.globals;
    const vv_skeleton *skeleton = vv_performance3_skeleton(open->act);
    view->joint_count = look.globals == NULL || skeleton == NULL ? 0 : vv_skeleton_joint_count(skeleton);
}

static void update_state(vvi_open_act *open)
{
    vv_performance3_state now = vv_performance3_current_state(open->act);
    vv_performance3_view *view = &open->view;
    view->seconds = (float)now.seconds;
    view->phase = now.phase;
    view->length = now.length;
    view->slide = now.slide;
    view->root_x = now.root.x;
    view->root_y = now.root.y;
    view->root_z = now.root.z;
    view->heading = now.root.heading;
    view->slope = now.slope;
    const vv_field *field = vv_performance3_field(open->act);
    view->axis_count = field == NULL ? 0 : vv_field_axis_count(field);
    view->example_count = field == NULL ? 0 : vv_field_example_count(field);
    view->at = vv_performance3_place(open->act);
    view->weights = vv_performance3_weights(open->act);
    view->beyond = field == NULL ? 0.0f : vv_field_distance_outside(field, view->at);
    view->state = VV_NONE;
    view->fading = 0.0f;
    if (vv_performance3_graph_player(open->act) != NULL) {
        vv_graph_player_status status = vv_graph_player_current_status(vv_performance3_graph_player(open->act));
        view->state = status.state;
        view->fading = status.fading;
    }
}

static void update_view(vvi_open_act *open)
{
    update_look(open);
    update_state(open);
}

static void update_box(vv_performance3_view *view, uint32_t scenery)
{
    for (uint32_t k = 0; k < 3; k++) {
        view->low[k] = INFINITY;
        view->high[k] = -INFINITY;
    }
    for (uint32_t v = 0; v + scenery < view->vertex_count; v++) {
        float p[3] = {view->positions[v].x, view->positions[v].y, view->positions[v].z};
        for (uint32_t k = 0; k < 3; k++) {
            view->low[k] = vvi_min(view->low[k], p[k]);
            view->high[k] = vvi_max(view->high[k], p[k]);
        }
    }
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

static bool subject_exists(const vv_studio *studio, uint32_t kind, uint32_t subject)
{
    const vv_project *project = vv_document_project(studio->document);
    return (kind == VV_SCENE_VERB && subject < project->verb_count) ||
           (kind == VV_SCENE_GRAPH && subject < project->graph_count) ||
           (kind == VV_SCENE_SHAPE && subject < project->shape_count) ||
           (kind == VV_SCENE_LINE && subject < project->line_count) ||
           (kind == VV_SCENE_CREATURE && subject < project->scene_count &&
            project->scenes[subject]->kind == VV_SCENE_CREATURE);
}

static vv_result open_act(vv_studio *studio, uint32_t kind, uint32_t subject, vv_error *error)
{
    if (!subject_exists(studio, kind, subject))
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no such shape, verb, graph or scene of creatures");
    if (studio->act == NULL)
        studio->act = vvi_allocate_zeroed(studio->allocator, 1, sizeof *studio->act);
    vvi_open_act *open = studio->act;
    if (open == NULL)
        return vvi_fail_memory(error, sizeof *open);
    bool same = open->act != NULL && open->view.kind == kind && open->view.subject == subject;
    if (same && vv_performance3_is_current(open->act, studio->session, (vv_scene_kind)kind, subject))
        return VV_OK;
    vv_performance3 *act = NULL;
    vv_result result = vv_performance3_create(studio->session, (vv_scene_kind)kind, subject, &act, error);
    if (result == VV_OK && same)
        vv_performance3_inherit(act, open->act);
    close_both(open);
    open->act = act;
    if (result != VV_OK)
        return result;
    open->view.kind = kind;
    open->view.subject = subject;
    open->view.version = ++open->serial;
    update_view(open);
    if (!same)
        update_box(&open->view, vv_performance3_draw_data(open->act).scenery);
    return VV_OK;
}

const vv_performance3_view *vv_studio_performance3(vv_studio *studio, uint32_t kind, uint32_t subject)
{
    vv_error error = {0};
    if (open_act(studio, kind, subject, &error) != VV_OK) {
        vvi_studio_fail(studio, &error);
        return NULL;
    }
    update_view(studio->act);
    return &studio->act->view;
}

void vv_studio_performance3_end(vv_studio *studio)
{
    if (studio->act != NULL)
        close_both(studio->act);
}

vv_performance3 *vvi_performance3_second(vv_studio *studio, vvi_open_act *open)
{
    vv_error error = {0};
    if (open->second == NULL && vv_performance3_create(studio->session, (vv_scene_kind)open->view.kind,
                                                       open->view.subject, &open->second, &error) != VV_OK) {
        vvi_studio_fail(studio, &error);
        return NULL;
    }
    return open->second;
}

/* ---- Moving ---------------------------------------------------------------------------------------------------- */

static bool is_valid_place(const vvi_open_act *open, const float *at)
{
    const vv_field *field = vv_performance3_field(open->act);
    return field != NULL && vvi_all_finite(at, vv_field_axis_count(field));
}

static vv_result fail_place(vv_studio *studio)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_ARGUMENT, "a coordinate of the place is not a finite number");
    return vvi_studio_fail(studio, &error);
}

vv_result vv_studio_performance3_place(vv_studio *studio, const float *at)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return VV_ERROR_NOT_FOUND;
    if (!is_valid_place(open, at))
        return fail_place(studio);
    vv_performance3_set_place(open->act, at);
    vv_performance3_advance(open->act, 0.0f);
    update_view(open);
    return VV_OK;
}

void vv_studio_performance3_set_options(vv_studio *studio, bool planting, bool still, bool heat)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return;
    vv_performance3_set_planting(open->act, planting);
    vv_performance3_set_in_place(open->act, still);
    vv_performance3_set_heat(open->act, heat);
    vv_performance3_advance(open->act, 0.0f);
    update_view(open);
}

void vv_studio_performance3_advance(vv_studio *studio, float seconds)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL || !vvi_all_finite(&seconds, 1))
        return;
    vv_performance3_advance(open->act, vvi_clamp(seconds, 0.0f, 1.0f));
    update_view(open);
}

void vv_studio_performance3_restart(vv_studio *studio)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return;
    vv_performance3_restart(open->act);
    update_view(open);
}

void vv_studio_performance3_phase(vv_studio *studio, float phase)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL || open->view.kind != VV_SCENE_VERB || !vvi_all_finite(&phase, 1))
        return;
    vv_performance3_set_phase(open->act, vvi_clamp(phase, 0.0f, 1.0f));
    update_view(open);
}

static vv_result fail_unless_done(vv_studio *studio, bool done, const char *name)
{
    vv_error error = {0};
    if (done)
        return VV_OK;
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "the graph has no input or event \"%s\"", name);
    return vvi_studio_fail(studio, &error);
}

vv_result vv_studio_performance3_set_input(vv_studio *studio, const char *input, float value)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return VV_ERROR_NOT_FOUND;
    const vv_graph *graph = vv_performance3_graph(open->act);
    bool done = graph != NULL && vv_graph_player_set_input(vv_performance3_graph_player(open->act),
                                                           vv_graph_find_input(graph, input), value);
    return fail_unless_done(studio, done, input);
}

vv_result vv_studio_performance3_raise_event(vv_studio *studio, const char *event)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return VV_ERROR_NOT_FOUND;
    const vv_graph *graph = vv_performance3_graph(open->act);
    bool done = graph != NULL &&
                vv_graph_player_raise_event(vv_performance3_graph_player(open->act), vv_graph_find_event(graph, event));
    return fail_unless_done(studio, done, event);
}

/* ---- Other places ---------------------------------------------------------------------------------------------- */

vv_result vv_studio_performance3_sample(vv_studio *studio, const float *at, float phase, vv_vec3 *positions,
                                        vv_vec3 *normals)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return VV_ERROR_NOT_FOUND;
    if (!is_valid_place(open, at) || !vvi_all_finite(&phase, 1))
        return fail_place(studio);
    vv_performance3 *second = vvi_performance3_second(studio, open);
    if (second == NULL)
        return VV_ERROR_MEMORY;
    vv_performance3_set_in_place(second, true);
    vv_performance3_set_place(second, at);
    vv_performance3_set_phase(second, phase);
    vv_draw_data look = vv_performance3_draw_data(second);
    memcpy(positions, look.positions, look.vertex_count * sizeof *positions);
    memcpy(normals, look.normals, look.vertex_count * sizeof *normals);
    return VV_OK;
}

float vv_studio_performance3_trouble(vv_studio *studio, const float *at)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL || !is_valid_place(open, at))
        return 0.0f;
    vv_performance3 *second = vvi_performance3_second(studio, open);
    return second == NULL ? 0.0f : vv_performance3_defect(second, at);
}
