/* What happens on a stage and when, out of JSON: a list of cues in the order of time. */
#include "author/document/cues.h"

#include <string.h>

#define MOST_SECONDS 3600.0f

static const char *const places[] = {"place", NULL};
static const char *const strengths[] = {"strengths", NULL};
static const char *const holds[] = {"hold", "at", "to", "strength", NULL};
static const char *const releases[] = {"hold", NULL};
static const char *const nothing[] = {NULL};
static const char *const pushes[] = {"impulse", NULL};
static const char *const velocities[] = {"velocity", "spin", NULL};
static const char *const teleports[] = {"to", "angle", NULL};
static const char *const forces[] = {"force", NULL};
static const char *const inputs[] = {"input", "value", NULL};
static const char *const raises[] = {"event", NULL};
static const char *const materials[] = {"material", NULL};
static const char *const plays[] = {"clip", "start", NULL};
static const char *const aims[] = {"handle", "channel", "value", "strength", NULL};
static const char *const winds[] = {"wind", NULL};
static const char *const gravities[] = {"gravity", NULL};

static const vvi_cue_row rows[] = {
    [VV_CUE_PUSH] = {"push", pushes, "impulse", true, NULL, false, NULL, false},
    [VV_CUE_VELOCITY] = {"velocity", velocities, "velocity", false, "spin", false, NULL, false},
    [VV_CUE_TELEPORT] = {"teleport", teleports, "to", true, "angle", false, NULL, false},
    [VV_CUE_FLIP] = {"flip", nothing, NULL, false, NULL, false, NULL, false},
    [VV_CUE_PLACE] = {"place", places, NULL, false, NULL, false, NULL, false},
    [VV_CUE_STRENGTHS] = {"strengths", strengths, NULL, false, NULL, false, NULL, false},
    [VV_CUE_FORCE] = {"force", forces, "force", true, NULL, false, NULL, false},
    [VV_CUE_HOLD] = {"hold", holds, "to", false, "strength", false, "hold", false},
    [VV_CUE_RELEASE] = {"release", releases, NULL, false, NULL, false, "hold", false},
    [VV_CUE_INPUT] = {"input", inputs, NULL, false, "value", false, "input", true},
    [VV_CUE_RAISE] = {"raise", raises, NULL, false, NULL, false, "event", true},
    [VV_CUE_MATERIAL] = {"material", materials, NULL, false, NULL, false, NULL, false},
    [VV_CUE_PLAY] = {"play", plays, NULL, false, "start", false, NULL, false},
    [VV_CUE_AIM] = {"aim", aims, NULL, false, "strength", false, NULL, false},
    [VV_CUE_WIND] = {"wind", winds, "wind", true, NULL, true, NULL, false},
    [VV_CUE_GRAVITY] = {"gravity", gravities, "gravity", true, NULL, true, NULL, false},
};
_Static_assert(sizeof rows / sizeof *rows == VV_CUE_KINDS, "one row a kind");

const vvi_cue_row *vvi_cue(vv_cue_kind kind) { return &rows[kind]; }

static bool read_kind(vvi_reader *r, const vv_json *object, vv_cue_kind *kind)
{
    const char *words[VV_CUE_KINDS + 1];
    uint32_t word;
    const vv_json *value = vvi_required(r, object, "do");
    for (uint32_t i = 0; i < VV_CUE_KINDS; i++)
        words[i] = rows[i].word;
    words[VV_CUE_KINDS] = NULL;
    if (!value || !vvi_word(r, value, words, "docs/format.md lists what a script can do", &word))
        return false;
    *kind = (vv_cue_kind)word;
    return true;
}

static void read_actor_name(vvi_reader *r, const vv_json *object, const vv_project_stage *stage, vv_project_cue *cue)
{
    const vv_json *value = vvi_required(r, object, "actor");
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    for (uint32_t i = 0; i < stage->actor_count && cue->actor == VV_NONE; i++)
        cue->actor = strcmp(stage->actors[i].name, value->string) == 0 ? i : VV_NONE;
    if (cue->actor == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name an actor of this scene", "there is no actor \"%s\"",
                    value->string);
}

static void read_numbers(vvi_reader *r, const vv_json *object, const vvi_cue_row *row, vv_project_cue *cue)
{
    if (row->vector_required)
        vvi_required(r, object, row->vector);
    if (row->vector && vvi_member(object, row->vector)) {
        cue->has_vector = true;
        vvi_vec2_member(r, object, row->vector, (vv_vec2){0.0f, 0.0f}, &cue->vector);
    }
    if (cue->kind == VV_CUE_INPUT)
        vvi_required(r, object, row->number);
    if (row->number && vvi_member(object, row->number)) {
        float low = cue->kind == VV_CUE_HOLD ? 1e-3f : cue->kind == VV_CUE_INPUT ? -1e6f : -1000.0f;
        float high = cue->kind == VV_CUE_HOLD || cue->kind == VV_CUE_INPUT ? 1e6f : 1000.0f;
        cue->has_number = true;
        vvi_float_member(r, object, row->number, 0.0f, low, high, &cue->number);
    }
}

/* What names an artwork's examples, a hold, an input or an event. */
static void read_names(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_project_cue *cue)
{
    const vvi_cue_row *row = &rows[cue->kind];
    const vv_json *name = NULL, *part = NULL;
    if (row->name)
        name = row->name_required ? vvi_required(r, object, row->name) : vvi_member(object, row->name);
    if (name)
        vvi_name(r, name, cue->name);
    if (cue->kind == VV_CUE_HOLD) {
        vvi_required(r, object, "at");
        vvi_vec2_member(r, object, "at", (vv_vec2){0.0f, 0.0f}, &cue->at);
    }
    if (cue->kind == VV_CUE_PLACE && (part = vvi_required(r, object, "place")))
        vvi_read_place(r, part, artwork, &cue->place);
    if (cue->kind == VV_CUE_STRENGTHS && (part = vvi_required(r, object, "strengths")))
        vvi_read_strengths(r, part, artwork, &cue->strengths);
}

/* `timed`: false where it happens now, and says no time. */
static void read_cue(vvi_reader *r, const vv_json *object, bool timed, const vv_project *project,
                     const vv_project_stage *stage, vv_project_cue *cue)
{
    static const char *const of_stage[] = {"time", "do", NULL}, *const of_actor[] = {"time", "do", "actor", NULL};
    *cue = (vv_project_cue){.actor = VV_NONE, .strengths = vvi_default_strengths()};
    if (!vvi_is(r, object, VV_JSON_OBJECT) || !read_kind(r, object, &cue->kind))
        return;
    const vvi_cue_row *row = &rows[cue->kind];
    vvi_known_keys(r, object, row->keys, (row->of_stage ? of_stage : of_actor) + (timed ? 0 : 1));
    if (timed)
        vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, MOST_SECONDS, &cue->time);
    read_numbers(r, object, row, cue);
    if (row->of_stage)
        return;
    read_actor_name(r, object, stage, cue);
    if (cue->actor != VV_NONE && stage->actors[cue->actor].artwork != VV_NONE)
        read_names(r, object, project->artworks[stage->actors[cue->actor].artwork], cue);
}

void vvi_read_script(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_stage *stage)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_CUES, "entries");
    vv_project_cue *cues = vvi_take(r, count, sizeof *cues);
    if (!cues)
        return;
    stage->cues = cues;
    stage->cue_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_cue(r, item, true, project, stage, &cues[item->index]);
        if (item->index > 0 && cues[item->index].time < cues[item->index - 1].time)
            vvi_problem(r, item, VV_RULE_TIMES, "sort the script by time", "this is earlier than the entry before it");
    }
}

vv_result vv_project_read_cue(const vv_json_document *json, const vv_json *object, const vv_project *project,
                              const vv_project_scene *scene, const vv_allocator *allocator, vv_project_share *shares,
                              vv_project_cue *cue, vv_error *error)
{
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_arena arena = {.allocator = allocator};
    vvi_reader reader = {.json = json, .arena = &arena, .problems = &problems};
    read_cue(&reader, object, false, project, &scene->stage, cue);
    vv_result result = vvi_first_problem(&problems, error);
    if (result == VV_OK && cue->place.share_count > 0)
        memcpy(shares, cue->place.shares, cue->place.share_count * sizeof *shares);
    cue->place.shares = shares;
    vvi_arena_release(&arena);
    vv_problems_release(&problems);
    return result;
}
