/* What happens on a stage and when, out of JSON: a list of cues in the order of time. */
#include "author/document/cues.h"
#include "author/document/puppets.h"

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
    [VV_CUE_PUSH] = {"push", pushes, "impulse", true, NULL, VVI_CUE_ACTOR, NULL, false},
    [VV_CUE_VELOCITY] = {"velocity", velocities, "velocity", false, "spin", VVI_CUE_ACTOR, NULL, false},
    [VV_CUE_TELEPORT] = {"teleport", teleports, "to", true, "angle", VVI_CUE_ACTOR, NULL, false},
    [VV_CUE_FLIP] = {"flip", nothing, NULL, false, NULL, VVI_CUE_ACTOR, NULL, false},
    [VV_CUE_PLACE] = {"place", places, NULL, false, NULL, VVI_CUE_SPRITE, NULL, false},
    [VV_CUE_STRENGTHS] = {"strengths", strengths, NULL, false, NULL, VVI_CUE_SPRITE, NULL, false},
    [VV_CUE_FORCE] = {"force", forces, "force", true, NULL, VVI_CUE_ACTOR, NULL, false},
    [VV_CUE_HOLD] = {"hold", holds, "to", false, "strength", VVI_CUE_ACTOR, "hold", false},
    [VV_CUE_RELEASE] = {"release", releases, NULL, false, NULL, VVI_CUE_ACTOR, "hold", false},
    [VV_CUE_INPUT] = {"input", inputs, NULL, false, "value", VVI_CUE_SPRITE, "input", true},
    [VV_CUE_RAISE] = {"raise", raises, NULL, false, NULL, VVI_CUE_SPRITE, "event", true},
    [VV_CUE_MATERIAL] = {"material", materials, NULL, false, NULL, VVI_CUE_PUPPET, NULL, false},
    [VV_CUE_PLAY] = {"play", plays, NULL, false, "start", VVI_CUE_ACTOR, NULL, false},
    [VV_CUE_AIM] = {"aim", aims, NULL, false, "strength", VVI_CUE_PUPPET, NULL, false},
    [VV_CUE_WIND] = {"wind", winds, "wind", true, NULL, VVI_CUE_STAGE, NULL, false},
    [VV_CUE_GRAVITY] = {"gravity", gravities, "gravity", true, NULL, VVI_CUE_STAGE, NULL, false},
};
_Static_assert(sizeof rows / sizeof *rows == VV_CUE_KINDS, "one row a kind");

const vvi_cue_row *vvi_cue(vv_cue_kind kind) { return &rows[kind]; }

bool vv_project_cue_suits(vv_cue_kind cue, vv_actor_kind actor)
{
    return rows[cue].whose != (actor == VV_ACTOR_PUPPET ? VVI_CUE_SPRITE : VVI_CUE_PUPPET);
}

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

typedef struct range {
    float low, high;
} range;

static range number_range(vv_cue_kind kind)
{
    switch (kind) {
    case VV_CUE_HOLD:
        return (range){1e-3f, 1e6f};
    case VV_CUE_INPUT:
        return (range){-1e6f, 1e6f};
    case VV_CUE_PLAY:
        return (range){-MOST_SECONDS, MOST_SECONDS};
    case VV_CUE_AIM:
        return (range){0.0f, 1.0f};
    default:
        return (range){-1000.0f, 1000.0f};
    }
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
        range within = number_range(cue->kind);
        cue->has_number = true;
        vvi_float_member(r, object, row->number, 0.0f, within.low, within.high, &cue->number);
    }
}

/* Where a hand holds a handle. To let go of it needs no value. */
static void read_aim(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_project_cue *cue)
{
    cue->handle = vvi_handle_member(r, object, "handle", artwork);
    if (!cue->has_number)
        cue->number = 1.0f;
    cue->has_number = cue->number != 1.0f;
    const vv_json *value = vvi_member(object, "value");
    if (cue->number > 0.0f)
        value = vvi_required(r, object, "value");
    if (vvi_channel_member(r, object, &cue->channel) && value)
        vvi_channel_value(r, value, cue->channel, cue->value);
    if (cue->number == 0.0f)
        memset(cue->value, 0, sizeof cue->value);
}

static void read_direction(vvi_reader *r, const vv_json *object, const vv_project *project,
                           const vv_project_actor *actor, vv_project_cue *cue)
{
    const vv_json *material, *clip;
    if (cue->kind == VV_CUE_AIM)
        read_aim(r, object, project->artworks[actor->artwork], cue);
    if (cue->kind == VV_CUE_MATERIAL && (material = vvi_required(r, object, "material")))
        vvi_read_material(r, material, &cue->material);
    if (cue->kind == VV_CUE_PLAY && (clip = vvi_member(object, "clip")))
        cue->clip = vvi_clip_value(r, clip, project, actor->artwork);
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
    *cue = (vv_project_cue){.actor = VV_NONE,
                            .strengths = vvi_default_strengths(),
                            .material = vvi_default_material(),
                            .clip = VV_NONE,
                            .handle = VV_NONE};
    if (!vvi_is(r, object, VV_JSON_OBJECT) || !read_kind(r, object, &cue->kind))
        return;
    const vvi_cue_row *row = &rows[cue->kind];
    vvi_known_keys(r, object, row->keys, (row->whose == VVI_CUE_STAGE ? of_stage : of_actor) + (timed ? 0 : 1));
    if (timed)
        vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, MOST_SECONDS, &cue->time);
    read_numbers(r, object, row, cue);
    if (row->whose == VVI_CUE_STAGE)
        return;
    read_actor_name(r, object, stage, cue);
    const vv_project_actor *actor = cue->actor == VV_NONE ? NULL : &stage->actors[cue->actor];
    if (!actor || actor->artwork == VV_NONE)
        return;
    if (!vv_project_cue_suits(cue->kind, actor->kind)) {
        vvi_problem(r, vvi_member(object, "do"), VV_RULE_ACTOR_KIND, "remove it, or change the actor's \"kind\"",
                    "\"%s\" is a %s, which cannot do \"%s\"", actor->name,
                    actor->kind == VV_ACTOR_PUPPET ? "puppet" : "sprite", row->word);
        return;
    }
    read_names(r, object, project->artworks[actor->artwork], cue);
    read_direction(r, object, project, actor, cue);
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
