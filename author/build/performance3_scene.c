/* Scenes of verbs, graphs, shapes, lines and creatures: what their paths and scripts say, over time. */
#include "performance3.h"
#include "session.h"

#include "runtime/base/base.h"

/* How often places and inputs change, seconds. */
static const double update_interval = 0.01;

static const vv_project_field *scene_field(const vv_performance3_scene *s)
{
    return s->scene->kind == VV_SCENE_SHAPE  ? &s->project->shapes[s->scene->subject]->field
           : s->scene->kind == VV_SCENE_VERB ? &s->project->verbs[s->scene->subject]->field
                                             : NULL;
}

static void set_place(vv_performance3_scene *s, double time)
{
    float at[VV_FIELD_MAX_AXES];
    vv_project_scene_place(scene_field(s), s->scene, (float)time, at);
    vv_performance3_set_place(s->act, at);
}

static void fire_cues(vv_performance3_scene *s, double time)
{
    const vv_graph *graph = vv_performance3_graph(s->act);
    vv_graph_player *performer = vv_performance3_graph_player(s->act);
    for (; s->cue < s->scene->graph_cue_count && (double)s->scene->graph_cues[s->cue].time <= time; s->cue++) {
        const vv_project_graph_cue *cue = &s->scene->graph_cues[s->cue];
        if (cue->raise[0] != '\0')
            vv_graph_player_raise_event(performer, vv_graph_find_event(graph, cue->raise));
        for (uint32_t i = 0; i < cue->input_count; i++)
            vv_graph_player_set_input(performer, vv_graph_find_input(graph, cue->inputs[i].name), cue->inputs[i].value);
    }
}

static void begin(vv_performance3_scene *s)
{
    s->time = 0.0;
    s->cue = 0;
    if (scene_field(s) != NULL)
        set_place(s, 0.0);
    vv_performance3_restart(s->act);
}

vv_result vv_performance3_scene_open(vv_session *session, uint32_t scene, vv_performance3_scene *out, vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    *out = (vv_performance3_scene){.project = project, .scene = project->scenes[scene]};
    vv_result result =
        vv_performance3_create(session, out->scene->kind,
                               out->scene->kind == VV_SCENE_CREATURE ? scene : out->scene->subject, &out->act, error);
    if (result == VV_OK && out->scene->kind == VV_SCENE_LINE)
        result = vv_performance3_set_ghosts(out->act, out->scene->ghosts, error);
    if (result == VV_OK)
        begin(out);
    return vvi_prefix_error_path(result, error, "$.scenes[%u]", scene);
}

void vv_performance3_scene_close(vv_performance3_scene *scene)
{
    vv_performance3_destroy(scene->act);
    *scene = (vv_performance3_scene){0};
}

void vv_performance3_scene_show(vv_performance3_scene *s, double time)
{
    if (time < s->time)
        begin(s);
    while (s->time < time) {
        double next = s->time + update_interval < time - 1e-9 ? s->time + update_interval : time;
        if (scene_field(s) != NULL)
            set_place(s, next);
        else if (s->scene->kind == VV_SCENE_GRAPH)
            fire_cues(s, s->time);
        vv_performance3_advance(s->act, (float)(next - s->time));
        s->time = next;
    }
}
