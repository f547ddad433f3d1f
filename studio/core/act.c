/* Shapes, verbs and graphs that play in the page. */
#include "act.h"

#include <string.h>

static void close_acts(vvi_acting *acting)
{
    vv_act_destroy(acting->act);
    vv_act_destroy(acting->beside);
    acting->act = NULL;
    acting->beside = NULL;
}

void vvi_acting_release(vv_studio *studio)
{
    if (studio->acting == NULL)
        return;
    close_acts(studio->acting);
    vvi_release(studio->allocator, studio->acting, 1, sizeof *studio->acting);
    studio->acting = NULL;
}

vvi_acting *vvi_acting_now(vv_studio *studio)
{
    if (studio->acting != NULL && studio->acting->act != NULL)
        return studio->acting;
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "no shape, verb or graph is open");
    vvi_studio_refuse(studio, &error);
    return NULL;
}

/* ---- The view ------------------------------------------------------------------------------------------------------------------ */

static void view_look(vvi_acting *acting)
{
    vv_act_look look = vv_act_looks(acting->act);
    vv_act_view *view = &acting->view;
    view->vertex_count = look.vertex_count;
    view->triangle_count = look.triangle_count;
    view->positions = look.positions;
    view->normals = look.normals;
    view->triangles = look.triangles;
    view->colors = look.colors;
    view->heat = look.heat;
    view->color = look.color;
    if (look.own_ground)
        view->version = ++acting->serial;
    view->joints = look.globals;
    const vv_skeleton *skeleton = vv_act_skeleton(acting->act);
    view->joint_count = look.globals == NULL || skeleton == NULL ? 0 : vv_skeleton_joint_count(skeleton);
}

static void view_state(vvi_acting *acting)
{
    vv_act_state now = vv_act_now(acting->act);
    vv_act_view *view = &acting->view;
    view->seconds = (float)now.seconds;
    view->phase = now.phase;
    view->length = now.length;
    view->slide = now.slide;
    view->root_x = now.root.x;
    view->root_y = now.root.y;
    view->root_z = now.root.z;
    view->heading = now.root.heading;
    view->slope = now.slope;
    const vv_field *field = vv_act_field(acting->act);
    view->axis_count = field == NULL ? 0 : vv_field_axis_count(field);
    view->example_count = field == NULL ? 0 : vv_field_example_count(field);
    view->at = vv_act_place(acting->act);
    view->weights = vv_act_weights(acting->act);
    view->beyond = field == NULL ? 0.0f : vv_field_beyond(field, view->at);
    view->state = VV_NONE;
    view->fading = 0.0f;
    if (vv_act_performer(acting->act) != NULL) {
        vv_performer_status status = vv_performer_state(vv_act_performer(acting->act));
        view->state = status.state;
        view->fading = status.fading;
    }
}

static void view_now(vvi_acting *acting)
{
    view_look(acting);
    view_state(acting);
}

static void view_box(vv_act_view *view, uint32_t scenery)
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

/* ---- Opening -------------------------------------------------------------------------------------------------------------------- */

static bool exists(const vv_studio *studio, uint32_t kind, uint32_t subject)
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
    if (!exists(studio, kind, subject))
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no such shape, verb, graph or scene of creatures");
    if (studio->acting == NULL)
        studio->acting = vvi_allocate_zeroed(studio->allocator, 1, sizeof *studio->acting);
    vvi_acting *acting = studio->acting;
    if (acting == NULL)
        return vvi_fail_memory(error, sizeof *acting);
    bool same = acting->act != NULL && acting->view.kind == kind && acting->view.subject == subject;
    if (same && vv_act_is_current(acting->act, studio->session, (vv_scene_kind)kind, subject))
        return VV_OK;
    vv_act *act = NULL;
    vv_result result = vv_act_create(studio->session, (vv_scene_kind)kind, subject, &act, error);
    if (result == VV_OK && same)
        vv_act_inherit(act, acting->act);
    close_acts(acting);
    acting->act = act;
    if (result != VV_OK)
        return result;
    acting->view.kind = kind;
    acting->view.subject = subject;
    acting->view.version = ++acting->serial;
    view_now(acting);
    if (!same)
        view_box(&acting->view, vv_act_looks(acting->act).scenery);
    return VV_OK;
}

const vv_act_view *vv_studio_act(vv_studio *studio, uint32_t kind, uint32_t subject)
{
    vv_error error = {0};
    if (open_act(studio, kind, subject, &error) != VV_OK) {
        vvi_studio_refuse(studio, &error);
        return NULL;
    }
    view_now(studio->acting);
    return &studio->acting->view;
}

void vv_studio_act_end(vv_studio *studio)
{
    if (studio->acting != NULL)
        close_acts(studio->acting);
}

vv_act *vvi_acting_beside(vv_studio *studio, vvi_acting *acting)
{
    vv_error error = {0};
    if (acting->beside == NULL && vv_act_create(studio->session, (vv_scene_kind)acting->view.kind, acting->view.subject,
                                                &acting->beside, &error) != VV_OK) {
        vvi_studio_refuse(studio, &error);
        return NULL;
    }
    return acting->beside;
}

/* ---- Moving --------------------------------------------------------------------------------------------------------------------- */

static bool is_place(const vvi_acting *acting, const float *at)
{
    const vv_field *field = vv_act_field(acting->act);
    return field != NULL && vvi_all_finite(at, vv_field_axis_count(field));
}

static vv_result refuse_place(vv_studio *studio)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_ARGUMENT, "this is no place of the axes");
    return vvi_studio_refuse(studio, &error);
}

vv_result vv_studio_act_place(vv_studio *studio, const float *at)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL)
        return VV_ERROR_NOT_FOUND;
    if (!is_place(acting, at))
        return refuse_place(studio);
    vv_act_set_place(acting->act, at);
    vv_act_advance(acting->act, 0.0f);
    view_now(acting);
    return VV_OK;
}

void vv_studio_act_switch(vv_studio *studio, bool planting, bool still, bool heat)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL)
        return;
    vv_act_set_planting(acting->act, planting);
    vv_act_set_still(acting->act, still);
    vv_act_set_heat(acting->act, heat);
    vv_act_advance(acting->act, 0.0f);
    view_now(acting);
}

void vv_studio_act_advance(vv_studio *studio, float seconds)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL || !vvi_all_finite(&seconds, 1))
        return;
    vv_act_advance(acting->act, vvi_clamp(seconds, 0.0f, 1.0f));
    view_now(acting);
}

void vv_studio_act_restart(vv_studio *studio)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL)
        return;
    vv_act_restart(acting->act);
    view_now(acting);
}

void vv_studio_act_phase(vv_studio *studio, float phase)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL || acting->view.kind != VV_SCENE_VERB || !vvi_all_finite(&phase, 1))
        return;
    vv_act_set_phase(acting->act, vvi_clamp(phase, 0.0f, 1.0f));
    view_now(acting);
}

static vv_result answer_graph(vv_studio *studio, bool done, const char *name)
{
    vv_error error = {0};
    if (done)
        return VV_OK;
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "the graph knows no \"%s\"", name);
    return vvi_studio_refuse(studio, &error);
}

vv_result vv_studio_act_set(vv_studio *studio, const char *input, float value)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL)
        return VV_ERROR_NOT_FOUND;
    const vv_graph *graph = vv_act_graph(acting->act);
    bool done =
        graph != NULL && vv_performer_set(vv_act_performer(acting->act), vv_graph_find_input(graph, input), value);
    return answer_graph(studio, done, input);
}

vv_result vv_studio_act_raise(vv_studio *studio, const char *event)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL)
        return VV_ERROR_NOT_FOUND;
    const vv_graph *graph = vv_act_graph(acting->act);
    bool done = graph != NULL && vv_performer_raise(vv_act_performer(acting->act), vv_graph_find_event(graph, event));
    return answer_graph(studio, done, event);
}

/* ---- Other places ------------------------------------------------------------------------------------------------------------------ */

vv_result vv_studio_act_glance(vv_studio *studio, const float *at, float phase, vv_vec3 *positions, vv_vec3 *normals)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL)
        return VV_ERROR_NOT_FOUND;
    if (!is_place(acting, at) || !vvi_all_finite(&phase, 1))
        return refuse_place(studio);
    vv_act *beside = vvi_acting_beside(studio, acting);
    if (beside == NULL)
        return VV_ERROR_MEMORY;
    vv_act_set_still(beside, true);
    vv_act_set_place(beside, at);
    vv_act_set_phase(beside, phase);
    vv_act_look look = vv_act_looks(beside);
    memcpy(positions, look.positions, look.vertex_count * sizeof *positions);
    memcpy(normals, look.normals, look.vertex_count * sizeof *normals);
    return VV_OK;
}

float vv_studio_act_trouble(vv_studio *studio, const float *at)
{
    vvi_acting *acting = vvi_acting_now(studio);
    if (acting == NULL || !is_place(acting, at))
        return 0.0f;
    vv_act *beside = vvi_acting_beside(studio, acting);
    return beside == NULL ? 0.0f : vv_act_trouble(beside, at);
}
