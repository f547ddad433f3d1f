/* Scenes of verbs, graphs, shapes and creatures. */
#include "acts.h"
#include "session.h"

#include "runtime/base/base.h"

/* Places and inputs change this often. */
static const double beat = 0.01;

static const vv_project_field *field_of(const vv_act_scene *s)
{
    return s->scene->kind == VV_SCENE_SHAPE  ? &s->project->shapes[s->scene->subject]->field
           : s->scene->kind == VV_SCENE_VERB ? &s->project->verbs[s->scene->subject]->field
                                             : NULL;
}

static void go_to_place(vv_act_scene *s, double time)
{
    float at[VV_FIELD_MAX_AXES];
    vv_project_scene_place(field_of(s), s->scene, (float)time, at);
    vv_act_set_place(s->act, at);
}

static void fire_cues(vv_act_scene *s, double time)
{
    const vv_graph *graph = vv_act_graph(s->act);
    vv_performer *performer = vv_act_performer(s->act);
    for (; s->cue < s->scene->graph_cue_count && (double)s->scene->graph_cues[s->cue].time <= time; s->cue++) {
        const vv_project_graph_cue *cue = &s->scene->graph_cues[s->cue];
        if (cue->raise[0] != '\0')
            vv_performer_raise(performer, vv_graph_find_event(graph, cue->raise));
        for (uint32_t i = 0; i < cue->input_count; i++)
            vv_performer_set(performer, vv_graph_find_input(graph, cue->inputs[i].name), cue->inputs[i].value);
    }
}

static void begin(vv_act_scene *s)
{
    s->time = 0.0;
    s->cue = 0;
    if (field_of(s) != NULL)
        go_to_place(s, 0.0);
    vv_act_restart(s->act);
}

vv_result vv_act_scene_open(vv_session *session, uint32_t scene, vv_act_scene *out, vv_error *error)
{
    const vv_project *project = vv_document_project(vvi_session_document(session));
    *out = (vv_act_scene){.project = project, .scene = project->scenes[scene]};
    vv_result result =
        vv_act_create(session, out->scene->kind, out->scene->kind == VV_SCENE_CREATURE ? scene : out->scene->subject,
                      &out->act, error);
    if (result == VV_OK && out->scene->kind == VV_SCENE_LINE)
        result = vv_act_set_ghosts(out->act, out->scene->ghosts, error);
    if (result == VV_OK)
        begin(out);
    return vvi_placed(result, error, "$.scenes[%u]", scene);
}

void vv_act_scene_close(vv_act_scene *scene)
{
    vv_act_destroy(scene->act);
    *scene = (vv_act_scene){0};
}

void vv_act_scene_show(vv_act_scene *s, double time)
{
    if (time < s->time)
        begin(s);
    while (s->time < time) {
        double next = s->time + beat < time - 1e-9 ? s->time + beat : time;
        if (field_of(s) != NULL)
            go_to_place(s, next);
        else if (s->scene->kind == VV_SCENE_GRAPH)
            fire_cues(s, s->time);
        vv_act_advance(s->act, (float)(next - s->time));
        s->time = next;
    }
}
