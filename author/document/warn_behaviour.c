/* What a behaviour may say but probably does not mean. Runs only where nothing is wrong, so every index is good. */
#include "author/document/behaviours.h"

static void warn_places(vvi_reader *r, const vv_json *keys, const vv_project_artwork *artwork,
                        const vv_project_state *state)
{
    for (const vv_json *item = keys ? keys->child : NULL; item && !vvi_stopped(r); item = item->next)
        vvi_warn_place(r, item, artwork, &state->keys[item->index].place);
}

/* One bit a state that can be reached from the first. */
static uint64_t reached_states(const vv_project_behaviour *behaviour)
{
    uint64_t reached = 1, before;
    do {
        before = reached;
        for (uint32_t i = 0; i < behaviour->transition_count; i++) {
            const vv_transition *t = &behaviour->transitions[i];
            if (t->from == VV_NONE || (reached >> t->from & 1u))
                reached |= (uint64_t)1 << t->to;
        }
        for (uint32_t i = 0; i < behaviour->state_count; i++) {
            const vv_behaviour_state_def *def = &behaviour->states[i].def;
            if ((reached >> i & 1u) && def->end == VV_KEYS_NEXT)
                reached |= (uint64_t)1 << def->next;
        }
    } while (reached != before);
    return reached;
}

static void warn_behaviour(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                           const vv_project_behaviour *behaviour)
{
    uint64_t reached = reached_states(behaviour);
    const vv_json *states = vv_json_member(object, "states");
    for (const vv_json *item = states ? states->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_project_state *state = &behaviour->states[item->index];
        warn_places(r, vv_json_member(item, "keys"), artwork, state);
        if (!(reached >> item->index & 1u))
            vvi_problem(r, item, VV_RULE_STATE_UNREACHED, "add a transition to it, or remove it",
                        "nothing leads to \"%s\"", state->name);
    }
}

void vvi_warn_behaviours(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork)
{
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        warn_behaviour(r, item, artwork, &artwork->behaviours[item->index]);
}

static bool has_word(const vv_project_word *words, uint32_t count, const char *text)
{
    return vvi_find_word(words, count, text) != VV_NONE;
}

static const vv_project_behaviour *behaviour_of(const vv_project *project, const vv_project_actor *actor)
{
    return actor->behaviour == VV_NONE ? NULL : &project->artworks[actor->artwork]->behaviours[actor->behaviour];
}

void vvi_warn_inputs(vvi_reader *r, const vv_json *item, const vv_project *project, const vv_project_actor *actor)
{
    const vv_project_behaviour *b = behaviour_of(project, actor);
    for (uint32_t i = 0; i < actor->input_count; i++) {
        if (!b || !has_word(b->inputs, b->input_count, actor->inputs[i].name))
            vvi_problem(r, item, VV_RULE_SCRIPT_WORD, "give the actor a behaviour that has it, or remove the input",
                        "the behaviour of \"%s\" has no input \"%s\"", actor->name, actor->inputs[i].name);
    }
}

/* A script may name what its actor's behaviour does not have: then nothing happens. */
void vvi_warn_script(vvi_reader *r, const vv_json *list, const vv_project *project, const vv_project_stage *stage)
{
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_project_cue *cue = &stage->cues[item->index];
        if (cue->kind != VV_CUE_INPUT && cue->kind != VV_CUE_RAISE)
            continue;
        const vv_project_actor *actor = &stage->actors[cue->actor];
        const vv_project_behaviour *b = behaviour_of(project, actor);
        bool input = cue->kind == VV_CUE_INPUT;
        if (!b ||
            !(input ? has_word(b->inputs, b->input_count, cue->name) : has_word(b->events, b->event_count, cue->name)))
            vvi_problem(r, item, VV_RULE_SCRIPT_WORD, "give the actor a behaviour that has it, or remove this entry",
                        "the behaviour of \"%s\" has no %s \"%s\"", actor->name, input ? "input" : "event", cue->name);
    }
}
