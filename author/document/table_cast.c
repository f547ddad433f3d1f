/* Creatures of a scene: which ones, where they go, and what they do when. */
#include "author/document/creatures.h"
#include "author/document/schema.h"

#include <string.h>

#define FAR         VV_PROJECT_FAR
#define MOST_TIME   3600.0f /* seconds, of a scene */
#define MOST_PACE   100.0f  /* metres a second */
#define MOST_LAYER  100.0f
#define MOST_NUMBER 65535u /* of variants and rounds */

bool vvi_action_exists(const vv_project *project, const char *action)
{
    for (uint32_t i = 0; i < project->motion_count; i++) {
        if (strcmp(vv_project_motion_action(project->motions[i]), action) == 0 ||
            strcmp(project->motions[i]->name, action) == 0)
            return true;
    }
    return false;
}

/* ---- Targets: places, or bodies of others, by their numbers ------------------------------------------------------ */

#define AIM vv_project_aim
static const vv_project_scene *scene_of(const vvi_scope *scope)
{
    return vvi_scope_find(scope, &vvi_scene_schema)->item;
}

static const vvi_schema_reference cast_members = {
    .noun = VVI_CAST, .remedy = "name a creature of this scene", .text = "this scene has no creature \"%s\""};
static const vvi_schema_field aim_fields[] = {{NULL, VVI_REFERENCE(AIM, of, &cast_members)}};
static const vvi_schema aim_schema = {VVI_TABLE("target", AIM, aim_fields)};
static const vvi_schema_list aims = {VVI_ITEMS_OF(&aim_schema, "targets", VV_MOTION_MAX_TARGETS)};

static void read_aim(vvi_reader *r, const vv_json *value, const vvi_scope *scope, AIM *aim)
{
    static const char *const keys[] = {"of", "select", NULL};
    float place[3] = {0.0f};
    if (value->kind == VV_JSON_ARRAY) {
        vvi_numbers(r, value, 3, FAR, place);
        aim->place = (vv_vec3){place[0], place[1], place[2]};
        return;
    }
    if (!vvi_known_keys(r, value, keys, NULL))
        return;
    const vv_json *of = vvi_required(r, value, "of");
    if (of)
        vvi_schema_read_reference(r, of, &cast_members, scope, &aim->of);
    vvi_read_context(r, vvi_member(value, "select"), &aim->context);
}

static uint32_t target_number(const char *name)
{
    return name[0] >= '0' && name[0] < '0' + (int)VV_MOTION_MAX_TARGETS && !name[1] ? (uint32_t)(name[0] - '0')
                                                                                    : VV_NONE;
}

/* Sorted by target, whatever their order in the file. */
static void insert_aim(AIM *list, uint32_t count, AIM aim)
{
    for (; count > 0 && list[count - 1].target > aim.target; count--)
        list[count] = list[count - 1];
    list[count] = aim;
}

static void read_aims(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    vv_project_play *play = scope->item;
    AIM *list = object && vvi_is(r, object, VV_JSON_OBJECT) ? vvi_take(r, VV_MOTION_MAX_TARGETS, sizeof *list) : NULL;
    play->aims = list;
    play->aim_count = 0;
    for (const vv_json *member = list ? object->child : NULL; member && !vvi_stopped(r); member = member->next) {
        AIM aim = {.target = target_number(member->name), .of = VV_NONE};
        if (aim.target == VV_NONE) {
            vvi_problem(r, member, VV_RULE_REFERENCE, "number targets from \"0\" to \"7\"", "there is no target \"%s\"",
                        member->name);
            continue;
        }
        read_aim(r, member, scope, &aim);
        insert_aim(list, play->aim_count++, aim); /* names differ, so there are at most as many as targets */
    }
}

static void write_aims(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const vv_project_play *play = scope->item;
    if (!vvi_writes_list(w, play->aim_count))
        return;
    vv_json_write_object(w->json, name);
    for (uint32_t i = 0; i < play->aim_count; i++) {
        const AIM *aim = &play->aims[i];
        const char number[2] = {(char)('0' + aim->target), '\0'};
        if (aim->of == VV_NONE) {
            vvi_write_vec3(w, number, aim->place);
            continue;
        }
        vv_json_write_object(w->json, number);
        vv_json_write_string(w->json, "of", scene_of(scope)->cast[aim->of].name);
        vvi_write_context(w, "select", &aim->context);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

/* ---- Plays ------------------------------------------------------------------------------------------------------- */

#define PLAY vv_project_play
static void read_variant(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    static const char *const words[] = {"nearest", NULL};
    PLAY *play = scope->item;
    uint32_t word;
    if (!value)
        play->variant = 0;
    else if (value->kind != VV_JSON_STRING)
        vvi_whole(r, value, 0, MOST_NUMBER, &play->variant);
    else if (vvi_word(r, value, words, "write its number, or \"nearest\"", &word))
        play->variant = VV_VARIANT_NEAREST;
}

static void write_variant(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    uint32_t variant = ((const PLAY *)scope->item)->variant;
    if (variant == VV_VARIANT_NEAREST)
        vv_json_write_string(w->json, name, "nearest");
    else
        vvi_write_integer_member(w, name, variant, 0);
}

static void read_layer(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    float layer = 0.0f;
    if (value && !vvi_number(r, value, -MOST_LAYER, MOST_LAYER, &layer))
        return;
    if (layer != floorf(layer))
        vvi_problem(r, value, VV_RULE_RANGE, "choose a whole number", "a layer is a whole number");
    ((PLAY *)scope->item)->layer = (int32_t)layer;
}

static void write_layer(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    int32_t layer = ((const PLAY *)scope->item)->layer;
    if (w->whole || layer != 0)
        vv_json_write_integer(w->json, name, layer);
}

static bool is_done(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    return vvi_action_exists(scope->project, value->string) ||
           vvi_problem(r, value, VV_RULE_REFERENCE, "name the action or the name of a motion", "no motion does \"%s\"",
                       value->string);
}

static bool ends_later(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const PLAY *play = scope->item;
    return play->until > play->time ||
           vvi_problem(r, value, VV_RULE_TIMES, "stop it later", "this ends before it begins");
}

static const vvi_schema_custom variant = {read_variant, write_variant, NULL, VVI_DOC_TYPE("number | \"nearest\"")};
static const vvi_schema_custom layer = {read_layer, write_layer, NULL, VVI_DOC_TYPE("number")};
static const vvi_schema_custom targets = {read_aims, write_aims, NULL,
                                          VVI_DOC_TYPE("{ readonly [target: string]: readonly [number, number, number] "
                                                       "| { readonly [key: string]: string | Context } }")};
/* Bit t: a motion that the action means reaches for external target t. */
static uint32_t targets_of(const vv_project *project, const char *action)
{
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < project->motion_count; i++) {
        const vv_motion_def *def = &project->motions[i]->def;
        for (uint32_t c = 0; vv_project_motion_does(project, i, action) && c < def->channel_count; c++) {
            if (def->channels[c].secondary == VV_SECONDARY_EXTERNAL)
                wanted |= 1u << def->channels[c].target;
        }
    }
    return wanted;
}

static void warn_play(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const PLAY *play = scope->item;
    uint32_t wanted = targets_of(scope->project, play->action), given = 0;
    for (uint32_t i = 0; i < play->aim_count; i++)
        given |= 1u << play->aims[i].target;
    for (uint32_t t = 0; t < VV_MOTION_MAX_TARGETS; t++) {
        if ((wanted >> t & 1u) && !(given >> t & 1u))
            vvi_problem(r, json, VV_RULE_NO_AIM, "name it in \"targets\"",
                        "\"%s\" reaches for target %u, which is nowhere", play->action, t);
        if (!(wanted >> t & 1u) && (given >> t & 1u))
            vvi_problem(r, json, VV_RULE_NO_AIM, "remove it from \"targets\"", "\"%s\" does not reach for target %u",
                        play->action, t);
    }
}

static const vvi_schema_field play_fields[] = {
    {"time", VVI_NUMBER(PLAY, time, 0.0f, MOST_TIME), VVI_DOC("s", "when it begins")},
    {"action", VVI_NAME(PLAY, action), .presence = VVI_REQUIRED, .check = is_done,
     VVI_DOC("", "of motions; or, where no motion has such an action, the name of one")},
    {"variant", VVI_CUSTOM(&variant),
     VVI_DOC("", "which of the ways it can be played; \"nearest\": with the body that is nearest to its first target")},
    {"mirror", VVI_FLAG(PLAY, mirror), VVI_DOC("", "all of it the other way round")},
    {"layer", VVI_CUSTOM(&layer), VVI_DOC("", "higher ones go over lower")},
    {"weight", VVI_NUMBER(PLAY, weight, 0.0f, 1.0f), VVI_DOC("", "")},
    {"speed", VVI_NUMBER(PLAY, speed, -4.0f, 4.0f), VVI_DOC("", "times its own")},
    {"rounds", VVI_WHOLE(PLAY, rounds, 0, MOST_NUMBER), VVI_DOC("", "of a loop; 0: for ever")},
    {"queue", VVI_FLAG(PLAY, queue), VVI_DOC("", "begins when what plays on its layer ends")},
    {"until", VVI_NUMBER(PLAY, until, 0.0f, MOST_TIME), .presence = VVI_FLAGGED, .flag = VVI_AT(PLAY, stops, bool),
     .check = ends_later, VVI_DOC("s", "when it is stopped, after `time`; null: it plays to its end")},
    {"targets", VVI_CUSTOM(&targets),
     VVI_DOC("",
             "what it reaches for, by the motion's numbers, \"0\" to \"7\": a place in the world; or the nearest of "
             "these bodies of one of the scene's creatures, by its name")},
    {NULL, VVI_LIST(PLAY, aim_count, aims, vv_project_aim, &aims)},
};
static const PLAY play_defaults = {.weight = 1.0f, .speed = 1.0f};
static const vvi_schema play_schema = {VVI_TABLE("play", PLAY, play_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                       .defaults = &play_defaults, .warn = warn_play};
static const vvi_schema_list plays = {
    VVI_ITEMS_OF(&play_schema, "plays", VV_PROJECT_MAX_PLAYS), VVI_TIMES(PLAY, time, VVI_NOT_EARLIER, VV_RULE_TIMES),
    .sort = "sort them by time", .out_of_order = "this is earlier than what comes before it"};

/* ---- Gaits: a name, or several with their weights ---------------------------------------------------------------- */

#define CAST  vv_project_cast
#define SHARE vv_project_gait_share
static const vvi_schema_reference gait_names = {.noun = VVI_GAIT};
static const vvi_schema_field share_fields[] = {
    {NULL, VVI_REFERENCE(SHARE, gait, &gait_names)},
    {NULL, VVI_NUMBER(SHARE, weight, 1e-3f, 1.0f)},
};
static const vvi_schema share_schema = {VVI_TABLE("gait share", SHARE, share_fields)};
static const vvi_schema_list shares = {VVI_ITEMS_OF(&share_schema, "gaits", VV_GAIT_MAX_STYLES),
                                       .too_many = "there are %u gaits, and at most %u can be mixed", .one_line = true};

static void read_gaits(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    CAST *cast = scope->item;
    const void *mixed = NULL;
    cast->gait_count = 0;
    if (!value)
        return;
    if (value->kind == VV_JSON_STRING) {
        cast->gaits[0].weight = 1.0f;
        cast->gait_count = vvi_schema_read_reference(r, value, &gait_names, scope, &cast->gaits[0].gait);
        return;
    }
    vvi_schema_read_map(r, value, &shares, scope, &cast->gait_count, &mixed);
    if (mixed)
        memcpy(cast->gaits, mixed, cast->gait_count * sizeof(SHARE));
}

static void write_gaits(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const CAST *cast = scope->item;
    const vv_project *project = scope->project;
    if (cast->gait_count == 1 && cast->gaits[0].weight == 1.0f) {
        vv_json_write_string(w->json, name, project->gaits[cast->gaits[0].gait]->name);
        return;
    }
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, name);
    for (uint32_t i = 0; i < cast->gait_count; i++)
        vv_json_write_float(w->json, project->gaits[cast->gaits[i].gait]->name, cast->gaits[i].weight);
    vv_json_write_end(w->json);
}

static bool has_gaits(const vvi_scope *scope) { return ((const CAST *)scope->item)->gait_count > 0; }

/* ---- Speeds: a number, or what it is when ------------------------------------------------------------------------ */

#define PACE vv_project_pace
static void check_pace(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const PACE *pace = scope->item;
    if (!(pace->time >= 0.0f && pace->speed >= 0.0f && pace->speed <= MOST_PACE))
        vvi_problem(r, json, VV_RULE_RANGE, "write a time and a speed like [2.5, 1.2]",
                    "times are not negative, and speeds between 0 and %g m/s", (double)MOST_PACE);
}

static const vvi_schema_field pace_fields[] = {{NULL, .kind = VVI_KIND_VECTOR, .size = 2, .high = (double)MOST_TIME}};
static const vvi_schema pace_schema = {VVI_TABLE("pace", PACE, pace_fields)};
static const vvi_schema_list paces = {VVI_ITEMS_OF(&pace_schema, "speeds", VV_PROJECT_MAX_PACES),
                                      VVI_TIMES(PACE, time, VVI_LATER, VV_RULE_TIMES),
                                      .sort = "sort them by time, no two at the same time", .check = check_pace};

static void read_paces(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    CAST *cast = scope->item;
    const void *read = NULL;
    cast->pace_count = 0;
    if (value && value->kind != VV_JSON_NUMBER)
        vvi_schema_read_list(r, value, &paces, scope, &cast->pace_count, &read);
    PACE *steady = value && value->kind == VV_JSON_NUMBER ? vvi_take(r, 1, sizeof *steady) : NULL;
    if (steady) {
        vvi_number(r, value, 0.0f, MOST_PACE, &steady->speed);
        cast->pace_count = steady->speed != 0.0f;
        read = steady;
    }
    cast->paces = cast->pace_count ? read : NULL;
}

/* A number where it never changes. */
static void write_paces(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const CAST *cast = scope->item;
    if (cast->pace_count == 0 || (cast->pace_count == 1 && cast->paces[0].time == 0.0f)) {
        vvi_write_float_member(w, name, cast->pace_count ? cast->paces[0].speed : 0.0f, 0.0f);
        return;
    }
    vv_json_write_on_one_line(w->json);
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < cast->pace_count; i++)
        vvi_write_vec2(w, NULL, (vv_vec2){cast->paces[i].time, cast->paces[i].speed});
    vv_json_write_end(w->json);
}

/* ---- The cast ---------------------------------------------------------------------------------------------------- */

static const vvi_schema_custom gait = {read_gaits, write_gaits, has_gaits,
                                       VVI_DOC_TYPE("string | { readonly [gait: string]: number }")};
static const vvi_schema_custom speed = {read_paces, write_paces, NULL,
                                        VVI_DOC_TYPE("number | readonly (readonly [number, number])[]")};
static const vvi_schema_list way = {VVI_ITEMS_OF(&vvi_point_schema, "points", VV_PROJECT_MAX_WAY), .one_line = true};
static const vvi_schema_field cast_fields[] = {
    {"name", VVI_NAME(CAST, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"creature", VVI_REFERENCE(CAST, creature, VVI_TO(.noun = VVI_CREATURE)), .presence = VVI_REQUIRED,
     VVI_DOC("", "")},
    {"at", VVI_VECTOR(CAST, at, FAR), VVI_DOC("m", "where it begins: x and z")},
    {"heading", VVI_NUMBER(CAST, heading, -10.0f, 10.0f),
     VVI_DOC_SLIDER("rad", "counter-clockwise from above, 0 along +z", -3.2, 3.2, false)},
    {"gait", VVI_CUSTOM(&gait), .presence = VVI_NULLABLE,
     VVI_DOC("", "a gait, or up to four that are mixed: weights by their names; null: it stands")},
    {NULL, VVI_INLINE_LIST(CAST, gait_count, gaits, vv_project_gait_share, &shares)},
    {"speed", VVI_CUSTOM(&speed),
     VVI_DOC("m/s", "how fast it goes, or times and speeds between which it changes evenly, times ascending")},
    {NULL, VVI_LIST(CAST, pace_count, paces, vv_project_pace, &paces)},
    {"path", VVI_LIST(CAST, way_count, way, vv_vec2, &way),
     VVI_DOC("m", "where it goes, one point after the other, and stops at the last")},
    {"jiggle", VVI_NUMBER(CAST, jiggle, 0.0f, 2.0f), VVI_DOC("", "how much what nothing moves swings")},
    {"plays", VVI_LIST(CAST, play_count, plays, vv_project_play, &plays), VVI_DOC("", "what it does")},
};
static const CAST cast_defaults = {.creature = VV_NONE, .jiggle = 1.0f};
const vvi_schema vvi_cast_schema = {VVI_TABLE("cast", CAST, cast_fields), .flags = VVI_SCHEMA_NAMED,
                                    .defaults = &cast_defaults};
const vvi_schema_list vvi_cast_list = {VVI_ITEMS_OF(&vvi_cast_schema, "creatures", VV_PROJECT_MAX_CAST), .named = true,
                                       .names_first = true, .noun = VVI_CAST};
