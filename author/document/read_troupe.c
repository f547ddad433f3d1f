/* Scenes of creatures out of JSON: who is there, where they go, and what they do when. */
#include "author/document/creatures.h"

#include <string.h>

#define MOST_TIME   3600.0f /* seconds, of a scene */
#define MOST_PACE   100.0f  /* metres a second */
#define MOST_LAYER  100.0f
#define MOST_NUMBER 65535u /* of variants and rounds */

static const char *const ground_words[] = {"flat", "hills", NULL};

vvi_keys vvi_ground_words(void) { return ground_words; }

vv_project_cast vvi_default_cast(void) { return (vv_project_cast){.creature = VV_NONE, .jiggle = 1.0f}; }
vv_project_play vvi_default_play(void) { return (vv_project_play){.weight = 1.0f, .speed = 1.0f}; }

bool vvi_action_exists(const vv_project *project, const char *action)
{
    for (uint32_t i = 0; i < project->motion_count; i++) {
        if (strcmp(vv_project_motion_action(project->motions[i]), action) == 0 ||
            strcmp(project->motions[i]->name, action) == 0)
            return true;
    }
    return false;
}

/* ---- Targets -------------------------------------------------------------------------------------------------------- */

static void read_aim(vvi_reader *r, const vv_json *value, const vv_project_scene *scene, vv_project_aim *aim)
{
    static const char *const keys[] = {"of", "select", NULL};
    if (value->kind == VV_JSON_ARRAY) {
        float place[3] = {0.0f};
        vvi_numbers(r, value, 3, VV_PROJECT_FAR, place);
        aim->place = (vv_vec3){place[0], place[1], place[2]};
        return;
    }
    if (!vvi_known_keys(r, value, keys, NULL))
        return;
    const vv_json *of = vvi_required(r, value, "of");
    if (of && vvi_is(r, of, VV_JSON_STRING)) {
        aim->of = vv_project_find_cast(scene, of->string);
        if (aim->of == VV_NONE)
            vvi_problem(r, of, VV_RULE_REFERENCE, "name a creature of this scene", "nobody here is called \"%s\"",
                        of->string);
    }
    vvi_read_context(r, vvi_member(value, "select"), &aim->context);
}

static uint32_t target_number(const char *name)
{
    return name[0] >= '0' && name[0] < '0' + (int)VV_MAX_TARGETS && !name[1] ? (uint32_t)(name[0] - '0') : VV_NONE;
}

/* Sorted by target, whatever their order in the file. */
static void read_aims(vvi_reader *r, const vv_json *object, const vv_project_scene *scene, vv_project_play *play)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    vv_project_aim *aims = vvi_take(r, VV_MAX_TARGETS, sizeof *aims);
    play->aims = aims;
    for (const vv_json *member = aims ? object->child : NULL; member && !vvi_stopped(r); member = member->next) {
        vv_project_aim aim = {.target = target_number(member->name), .of = VV_NONE};
        if (aim.target == VV_NONE) {
            vvi_problem(r, member, VV_RULE_REFERENCE, "number targets from \"0\" to \"7\"", "there is no target \"%s\"",
                        member->name);
            continue;
        }
        read_aim(r, member, scene, &aim);
        uint32_t i = play->aim_count++; /* names differ, so there are at most as many as targets */
        for (; i > 0 && aims[i - 1].target > aim.target; i--)
            aims[i] = aims[i - 1];
        aims[i] = aim;
    }
}

/* ---- Plays ---------------------------------------------------------------------------------------------------------- */

static void read_variant(vvi_reader *r, const vv_json *object, vv_project_play *play)
{
    static const char *const words[] = {"nearest", NULL};
    const vv_json *value = vvi_member(object, "variant");
    uint32_t word;
    if (!value)
        return;
    if (value->kind != VV_JSON_STRING)
        vvi_whole(r, value, 0, MOST_NUMBER, &play->variant);
    else if (vvi_word(r, value, words, "write its number, or \"nearest\"", &word))
        play->variant = VV_VARIANT_NEAREST;
}

static void read_layer(vvi_reader *r, const vv_json *object, vv_project_play *play)
{
    const vv_json *value = vvi_member(object, "layer");
    float layer = 0.0f;
    if (!value || !vvi_number(r, value, -MOST_LAYER, MOST_LAYER, &layer))
        return;
    if (layer != floorf(layer))
        vvi_problem(r, value, VV_RULE_RANGE, "choose a whole number", "layers are numbered");
    play->layer = (int32_t)layer;
}

static void read_times(vvi_reader *r, const vv_json *object, vv_project_play *play)
{
    const vv_json *until = vvi_member(object, "until");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, MOST_TIME, &play->time);
    play->stops = until && vvi_number(r, until, 0.0f, MOST_TIME, &play->until);
    if (play->stops && !(play->until > play->time))
        vvi_problem(r, until, VV_RULE_TIMES, "stop it later", "this ends before it begins");
}

static void read_play(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene,
                      vv_project_play *play)
{
    static const char *const keys[] = {"time",  "action", "variant", "mirror", "layer",   "weight",
                                       "speed", "rounds", "queue",   "until",  "targets", NULL};
    *play = vvi_default_play();
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *action = vvi_required(r, object, "action"), *targets = vvi_member(object, "targets");
    read_times(r, object, play);
    if (action && vvi_name(r, action, play->action) && !vvi_action_exists(project, play->action))
        vvi_problem(r, action, VV_RULE_REFERENCE, "name the action or the name of a motion", "no motion does \"%s\"",
                    play->action);
    read_variant(r, object, play);
    vvi_bool_member(r, object, "mirror", false, &play->mirror);
    read_layer(r, object, play);
    vvi_float_member(r, object, "weight", 1.0f, 0.0f, 1.0f, &play->weight);
    vvi_float_member(r, object, "speed", 1.0f, -4.0f, 4.0f, &play->speed);
    vvi_whole_member(r, object, "rounds", 0, 0, MOST_NUMBER, &play->rounds);
    vvi_bool_member(r, object, "queue", false, &play->queue);
    if (targets)
        read_aims(r, targets, scene, play);
}

static void read_plays(vvi_reader *r, const vv_json *list, const vv_project *project, const vv_project_scene *scene,
                       vv_project_cast *cast)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_PLAYS, "plays");
    vv_project_play *plays = vvi_take(r, count, sizeof *plays);
    if (!plays)
        return;
    cast->plays = plays;
    cast->play_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_play(r, item, project, scene, &plays[item->index]);
        if (item->index > 0 && plays[item->index].time < plays[item->index - 1].time)
            vvi_problem(r, item, VV_RULE_TIMES, "sort them by time", "this is earlier than what comes before it");
    }
}

/* ---- Where it goes -------------------------------------------------------------------------------------------------- */

static void add_gait(vvi_reader *r, const vv_json *place, const char *name, const vv_project *project, float weight,
                     vv_project_cast *cast)
{
    uint32_t gait = vv_project_find_gait(project, name);
    if (gait == VV_NONE)
        vvi_problem(r, place, VV_RULE_REFERENCE, "name one of this project", "there is no gait \"%s\"", name);
    else
        cast->gaits[cast->gait_count++] = (vv_project_gait_share){gait, weight};
}

/* A name, or several with their weights. */
static void read_gaits(vvi_reader *r, const vv_json *value, const vv_project *project, vv_project_cast *cast)
{
    if (value->kind == VV_JSON_STRING) {
        add_gait(r, value, value->string, project, 1.0f, cast);
        return;
    }
    if (!vvi_is(r, value, VV_JSON_OBJECT))
        return;
    if (value->count > VV_GAIT_MAX_STYLES) {
        vvi_problem(r, value, VV_RULE_TOO_MANY, "remove some", "there are %u gaits, and at most %u can be mixed",
                    value->count, VV_GAIT_MAX_STYLES);
        return;
    }
    for (const vv_json *member = value->child; member && !vvi_stopped(r); member = member->next) {
        float weight;
        if (vvi_number(r, member, 1e-3f, 1.0f, &weight))
            add_gait(r, member, member->name, project, weight, cast);
    }
}

static void read_pace(vvi_reader *r, const vv_json *value, vv_project_pace *pace)
{
    float pair[2] = {0.0f};
    if (!vvi_numbers(r, value, 2, MOST_TIME, pair))
        return;
    *pace = (vv_project_pace){pair[0], pair[1]};
    if (!(pair[0] >= 0.0f && pair[1] >= 0.0f && pair[1] <= MOST_PACE))
        vvi_problem(r, value, VV_RULE_RANGE, "write a time and a speed like [2.5, 1.2]",
                    "times are not negative, and speeds between 0 and %g m/s", (double)MOST_PACE);
}

/* A number, or what it is when. */
static void read_paces(vvi_reader *r, const vv_json *value, vv_project_cast *cast)
{
    bool steady = value->kind == VV_JSON_NUMBER;
    uint32_t count = steady ? 1 : vvi_list(r, value, VV_PROJECT_MAX_PACES, "speeds");
    vv_project_pace *paces = vvi_take(r, count, sizeof *paces);
    if (!paces)
        return;
    if (steady)
        vvi_number(r, value, 0.0f, MOST_PACE, &paces->speed);
    for (const vv_json *item = !steady && count ? value->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_pace(r, item, &paces[item->index]);
        if (item->index > 0 && !(paces[item->index].time > paces[item->index - 1].time))
            vvi_problem(r, item, VV_RULE_TIMES, "sort them by time, no two at the same time",
                        "this speed is not later than the one before it");
    }
    cast->paces = paces;
    cast->pace_count = steady && paces->speed == 0.0f ? 0 : count;
}

static void read_way(vvi_reader *r, const vv_json *list, vv_project_cast *cast)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_WAY, "points");
    vv_vec2 *way = vvi_take(r, count, sizeof *way);
    for (const vv_json *item = way && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        float point[2] = {0.0f};
        vvi_numbers(r, item, 2, VV_PROJECT_FAR, point);
        way[item->index] = (vv_vec2){point[0], point[1]};
    }
    cast->way = way;
    cast->way_count = way ? count : 0;
}

/* ---- The cast ------------------------------------------------------------------------------------------------------- */

/* All but its name, which is there already: others may aim at it. */
static void read_cast(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene,
                      vv_project_cast *cast)
{
    static const char *const keys[] = {"name",  "creature", "at",     "heading", "gait",
                                       "speed", "path",     "jiggle", "plays",   NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *creature = vvi_required(r, object, "creature"), *gait = vvi_member(object, "gait"),
                  *speed = vvi_member(object, "speed"), *way = vvi_member(object, "path"),
                  *plays = vvi_member(object, "plays");
    if (creature)
        cast->creature = vvi_listed_value(r, creature, project, vv_project_find_creature, "creature");
    vvi_vec2_member(r, object, "at", (vv_vec2){0.0f, 0.0f}, &cast->at);
    vvi_float_member(r, object, "heading", 0.0f, -10.0f, 10.0f, &cast->heading);
    if (gait)
        read_gaits(r, gait, project, cast);
    if (speed)
        read_paces(r, speed, cast);
    if (way)
        read_way(r, way, cast);
    vvi_float_member(r, object, "jiggle", 1.0f, 0.0f, 2.0f, &cast->jiggle);
    if (plays)
        read_plays(r, plays, project, scene, cast);
}

static void read_all(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_scene *scene)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_CAST, "creatures");
    vv_project_cast *cast = vvi_take(r, count, sizeof *cast);
    if (!cast)
        return;
    scene->cast = cast;
    scene->cast_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        cast[item->index] = vvi_default_cast();
        if (vvi_is(r, item, VV_JSON_OBJECT))
            vvi_name_member(r, item, cast[item->index].name);
    }
    if (count && !vvi_stopped(r))
        vvi_refuse_same_names(r, list, cast->name, sizeof *cast);
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (item->kind == VV_JSON_OBJECT)
            read_cast(r, item, project, scene, &cast[item->index]);
    }
}

void vvi_read_troupe(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    bool editing = r->editing;
    uint32_t ground = scene->ground;
    const vv_json *list = vvi_required(r, object, "creatures");
    r->editing = false; /* creatures that are given are given whole */
    if (list)
        read_all(r, list, project, scene);
    r->editing = editing;
    vvi_word_member(r, object, "ground", ground_words, "write \"flat\" or \"hills\"", VV_SCENE_GROUND_FLAT, &ground);
    scene->ground = (vv_scene_ground)ground;
}
