/* Scenes: tours through the places of an artwork, stages with actors, and what shows verbs, graphs, shapes, creatures
 * and lines. */
#include "author/document/behaviours.h"
#include "author/document/verbs.h"

#include "author/base/image.h"

#include <string.h>

#define SCENE        vv_project_scene
#define FAR          VV_PROJECT_FAR
#define MOST_SECONDS 3600.0f
#define MOST_RATE    240.0f
#define BIT(kind)    (1u << VV_SCENE_##kind)
enum {
    TOUR = BIT(TOUR),
    STAGE = BIT(STAGE),
    VERB = BIT(VERB),
    GRAPH = BIT(GRAPH),
    SHAPE = BIT(SHAPE),
    CREATURE = BIT(CREATURE),
    LINE = BIT(LINE),
    FRAMED = TOUR | STAGE | LINE,
    AIMED = VERB | GRAPH | SHAPE | CREATURE | LINE,
    FOLLOWING = VERB | GRAPH | CREATURE | LINE,
};

static const SCENE *scene_of(const vvi_scope *scope) { return vvi_scope_find(scope, &vvi_scene_schema)->item; }

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

enum { USUAL_SIDE = 640 };

static void read_size(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    SCENE *scene = scope->item;
    float size[2] = {USUAL_SIDE, USUAL_SIDE};
    if (value && !vvi_numbers(r, value, 2, (float)VV_IMAGE_MAX_SIDE, size))
        return;
    bool whole = size[0] >= 1.0f && size[1] >= 1.0f && size[0] == floorf(size[0]) && size[1] == floorf(size[1]);
    if (!whole || size[0] * size[1] > (float)VV_IMAGE_MAX_PIXELS) {
        vvi_problem(r, value, VV_RULE_RANGE, "write width and height like [640, 480]",
                    "this is not a size of a picture in pixels");
        return;
    }
    scene->width = (uint32_t)size[0];
    scene->height = (uint32_t)size[1];
}

static void write_size(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const SCENE *scene = scope->item;
    vvi_write_vec2(w, name, (vv_vec2){(float)scene->width, (float)scene->height});
}

static bool has_own_size(const vvi_scope *scope)
{
    const SCENE *scene = scope->item;
    return scene->width != USUAL_SIDE || scene->height != USUAL_SIDE;
}

static const vvi_schema_custom size = {read_size, write_size, has_own_size, VVI_DOC_TYPE("readonly [number, number]")};

/* ---- What is shown ----------------------------------------------------------------------------------------------- */

static bool keeps_keys(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    const SCENE *scene = scope->item;
    return found == scene->artwork || scene->key_count == 0 || vv_json_member(value->parent, "keys") ||
           vvi_problem(r, value, VV_RULE_REFERENCE, "give \"keys\" in the same command",
                       "the keys of this scene name examples of another artwork");
}

static bool keeps_path(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    const SCENE *scene = scope->item;
    return found == scene->subject || scene->path_count == 0 || vv_json_member(value->parent, "path") ||
           vvi_problem(r, value, VV_RULE_REFERENCE, "give \"path\" in the same command",
                       "the path of this scene names axes of another %s", value->name);
}

static bool is_drawn(const vvi_scope *scope, uint32_t line)
{
    return line != VV_NONE && scope->project->lines[line]->kind == VV_LINE_OF_ARTWORK;
}

/* Lines of artworks and of bodies are seen in different ways. */
static bool keeps_view(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    const SCENE *scene = scope->item;
    bool drawn = is_drawn(scope, found);
    return scene->subject == VV_NONE || is_drawn(scope, scene->subject) == drawn ||
           vvi_problem(r, value, VV_RULE_SCENE_KIND, "make another scene", "this is a scene of the line of %s",
                       drawn ? "a body" : "an artwork");
}

static const vvi_schema_reference artworks = {
    .noun = VVI_ARTWORK, .remedy = "name an artwork of this project", .suits = keeps_keys};

/* ---- Keys of a tour ---------------------------------------------------------------------------------------------- */

#define KEY vv_project_key
/* Marks every example with the least example that its part of the complex holds. */
static void label_parts(const vv_project_artwork *artwork, uint32_t *part)
{
    for (uint32_t i = 0; i < artwork->example_count; i++)
        part[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < artwork->simplex_count; i++) {
            const vv_simplex *simplex = &artwork->simplices[i];
            uint32_t least = VV_NONE;
            for (uint32_t c = 0; c < vvi_simplex_size(simplex); c++)
                least = part[simplex->corner[c]] < least ? part[simplex->corner[c]] : least;
            for (uint32_t c = 0; c < vvi_simplex_size(simplex); c++) {
                changed = changed || part[simplex->corner[c]] != least;
                part[simplex->corner[c]] = least;
            }
        }
    }
}

static void warn_key(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    uint32_t part[VV_BLEND_MAX_EXAMPLES];
    const vv_project_artwork *artwork = vvi_scope_artwork(scope);
    const KEY *key = scope->item;
    vvi_warn_place(r, json, artwork, &key->place);
    if (scope->index == 0)
        return;
    label_parts(artwork, part);
    const vv_project_share *now = key->place.shares, *before = key[-1].place.shares;
    if (part[now->example] != part[before->example])
        vvi_problem(r, json, VV_RULE_UNREACHABLE, "join their parts in \"complex\"",
                    "nothing in the complex leads from \"%s\" to \"%s\"; the scene jumps here",
                    artwork->examples[before->example].name, artwork->examples[now->example].name);
}

static const vvi_schema_field key_fields[] = {
    {"time", VVI_NUMBER(KEY, time, 0.0f, MOST_SECONDS), .presence = VVI_REQUIRED, VVI_DOC("s", "when it is there")},
    {"place", VVI_MAP(KEY, place.share_count, place.shares, vv_project_share, &vvi_place_list),
     .presence = VVI_REQUIRED, VVI_DOC("", "a weight for each example that takes part, by its name; they add up to 1")},
};
static const vvi_schema key_schema = {VVI_TABLE("tour key", KEY, key_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                      .warn = warn_key};
static const vvi_schema_list keys = {VVI_ITEMS_OF(&key_schema, "keys", VV_PROJECT_MAX_KEYS),
                                     VVI_TIMES(KEY, time, VVI_LATER, VV_RULE_TIMES)};

/* ---- Paths of verbs and shapes ----------------------------------------------------------------------------------- */

/* The verb or the shape that is shown, which has the axes. */
static vvi_scope shown(const vvi_scope *scope)
{
    const SCENE *scene = scene_of(scope);
    vvi_noun noun = scene->kind == VV_SCENE_VERB ? VVI_VERB : VVI_SHAPE;
    return vvi_scope_of(vvi_noun_schema(noun), scope->project, vvi_noun_item(noun, scope->project, scene->subject));
}

#define VALUE    vv_project_axis_value
#define PATH_KEY vv_project_path_key
static const vvi_schema_reference axes = {
    .noun = VVI_AXIS, .remedy = "name an axis of what the scene shows", .owner = shown};
static const vvi_schema_field value_fields[] = {
    {NULL, VVI_REFERENCE(VALUE, axis, &axes)},
    {NULL, VVI_NUMBER(VALUE, value, -FAR, FAR)},
};
static const vvi_schema value_schema = {VVI_TABLE("axis value", VALUE, value_fields)};
static const vvi_schema_list values = {VVI_ITEMS_OF(&value_schema, "axes", UINT32_MAX), .sorted = true,
                                       .one_line = true};
static const vvi_schema_field path_key_fields[] = {
    {"time", VVI_NUMBER(PATH_KEY, time, 0.0f, FAR), .presence = VVI_REQUIRED, VVI_DOC("s", "when it is there")},
    {"at", VVI_MAP(PATH_KEY, value_count, values, vv_project_axis_value, &values), .presence = VVI_REQUIRED,
     VVI_DOC("", "numbers by the names of axes")},
};
static const vvi_schema path_key_schema = {VVI_TABLE("path key", PATH_KEY, path_key_fields),
                                           .flags = VVI_SCHEMA_ONE_LINE};
static const vvi_schema_list path = {VVI_ITEMS_OF(&path_key_schema, "keys", VV_PROJECT_MAX_KEYS),
                                     VVI_TIMES(PATH_KEY, time, VVI_LATER, VV_RULE_TIMES)};

/* ---- Scripts of graphs ------------------------------------------------------------------------------------------- */

#define CUE vv_project_graph_cue
static bool sets_inputs(const vvi_scope *scope) { return !((const CUE *)scope->item)->raise[0]; }

static const char *const cue_keys[] = {"set", "raise", NULL};
static const vvi_schema_choice cue_choice = {.keys = cue_keys};
static bool has_input(const vv_project *project, const vv_project_graph *graph, const char *name)
{
    bool found = vvi_find_word(graph->inputs, graph->input_count, name) != VV_NONE;
    for (uint32_t i = 0; i < graph->state_count && !found; i++)
        found = vv_project_find_axis(&project->verbs[graph->states[i].verb]->field, name) != VV_NONE;
    return found;
}

static void warn_cue(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_graph *graph = scope->project->graphs[scene_of(scope)->subject];
    const CUE *cue = scope->item;
    if (cue->raise[0] && vvi_find_word(graph->events, graph->event_count, cue->raise) == VV_NONE)
        vvi_problem(r, json, VV_RULE_SCRIPT_WORD, "list it in \"events\" of the graph, or remove this entry",
                    "the graph \"%s\" has no event \"%s\"", graph->name, cue->raise);
    for (uint32_t i = 0; i < cue->input_count; i++) {
        if (!has_input(scope->project, graph, cue->inputs[i].name))
            vvi_problem(r, json, VV_RULE_SCRIPT_WORD, "name an axis of its verbs, or one of its \"inputs\"",
                        "the graph \"%s\" has no input \"%s\"", graph->name, cue->inputs[i].name);
    }
}

static const vvi_schema_field cue_fields[] = {
    {"time", VVI_NUMBER(CUE, time, 0.0f, FAR), .presence = VVI_REQUIRED, VVI_DOC("s", "when it happens")},
    {NULL, VVI_UNTAGGED_CHOICE(&cue_choice)},
    {"set", VVI_MAP(CUE, input_count, inputs, vv_project_input, &vvi_input_list), .presence = VVI_NULLABLE,
     .given = sets_inputs, VVI_DOC("", "inputs, axes among them: numbers by their names")},
    {"raise", VVI_NAME(CUE, raise), .presence = VVI_NULLABLE, VVI_DOC("", "an event")},
};
static const vvi_schema cue_schema = {VVI_TABLE("graph cue", CUE, cue_fields),
                                      .flags = VVI_SCHEMA_ONE_LINE | VVI_SCHEMA_BRIEF, .warn = warn_cue};
static const vvi_schema_list graph_cues = {
    VVI_ITEMS_OF(&cue_schema, "entries", VV_PROJECT_MAX_CUES), VVI_TIMES(CUE, time, VVI_NOT_EARLIER, VV_RULE_TIMES),
    .sort = "sort the script by time", .out_of_order = "this is earlier than the entry before it"};

/* ---- From where one looks ---------------------------------------------------------------------------------------- */

static const SCENE defaults;
static const vvi_schema_field camera_fields[] = {
    {"heading", VVI_NUMBER(SCENE, heading, -10.0f, 10.0f),
     VVI_DOC_SLIDER("rad", "counter-clockwise from above, 0 from the front", -3.2, 3.2, false)},
    {"pitch", VVI_NUMBER(SCENE, pitch, -VV_PI / 2.0f, VV_PI / 2.0f), VVI_DOC("rad", "how far down")},
};
static const vvi_schema camera_schema = {VVI_TABLE("camera", SCENE, camera_fields),
                                         .flags = VVI_SCHEMA_FLAT | VVI_SCHEMA_ONE_LINE, .defaults = &defaults};

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

static const char *const kind_words[] = {
    [VV_SCENE_TOUR] = "a tour",
    [VV_SCENE_STAGE] = "a stage",
    [VV_SCENE_VERB] = "a scene of a verb",
    [VV_SCENE_GRAPH] = "a scene of a graph",
    [VV_SCENE_SHAPE] = "a scene of a shape",
    [VV_SCENE_CREATURE] = "a scene of creatures",
    [VV_SCENE_LINE] = "a scene of a line",
};
/* The key that determines the kind of a scene. */
static const char *const kind_keys[] = {[VV_SCENE_TOUR] = "artwork", [VV_SCENE_STAGE] = "actors",
                                        [VV_SCENE_VERB] = "verb",    [VV_SCENE_GRAPH] = "graph",
                                        [VV_SCENE_SHAPE] = "shape",  [VV_SCENE_CREATURE] = "creatures",
                                        [VV_SCENE_LINE] = "line",    NULL};

/* The kind whose key is there, a stage's first. False after a problem. */
static bool find_kind(vvi_reader *r, const vv_json *object, vv_scene_kind *kind)
{
    *kind = VV_SCENE_STAGE;
    if (vvi_member(object, kind_keys[*kind]))
        return true;
    for (uint32_t i = 0; kind_keys[i]; i++) {
        *kind = (vv_scene_kind)i;
        if (vvi_member(object, kind_keys[i]))
            return true;
    }
    return vvi_problem(
        r, object, VV_RULE_MISSING_KEY,
        "add \"artwork\" and \"keys\" for a tour, \"actors\" for a stage, or what it shows",
        "this scene has none of \"artwork\", \"actors\", \"verb\", \"graph\", \"shape\", \"creatures\" and \"line\"");
}

/* False, and a problem, where it is there and a scene of this kind has no such key. */
static bool suits_kind(vvi_reader *r, const vv_json *object, const char *key, vv_scene_kind kind)
{
    const vv_json *member = vvi_member(object, key);
    uint32_t only = 0;
    for (uint32_t i = 0; member && i < vvi_scene_schema.field_count; i++) {
        const vvi_schema_field *f = &vvi_scene_schema.fields[i];
        if (strcmp(f->key, key) == 0)
            only |= f->only ? f->only : UINT16_MAX;
    }
    return !member || (only >> kind & 1u) ||
           vvi_problem(r, member, VV_RULE_SCENE_KIND, "remove it, or make two scenes", "%s has no \"%s\"",
                       kind_words[kind], key);
}

/* A scene that was made stays what it is. False after a problem: what makes a scene another kind is told first. */
static bool choose_kind(vvi_reader *r, const vv_json *object, SCENE *scene)
{
    bool good = r->editing || find_kind(r, object, &scene->kind);
    for (uint32_t i = 0; kind_keys[i] && good; i++)
        good = suits_kind(r, object, kind_keys[i], scene->kind);
    for (uint32_t i = 0; i < vvi_scene_schema.field_count && good; i++)
        good = suits_kind(r, object, vvi_scene_schema.fields[i].key, scene->kind);
    return good;
}

/* New actors need a new script, since the old one names the old actors. */
static bool begin_scene(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    vv_project_stage *stage = &((SCENE *)scope->item)->stage;
    const vv_json *cast = vv_json_member(object, "creatures");
    if (!choose_kind(r, object, scope->item) ||
        (cast && ((SCENE *)scope->item)->kind == VV_SCENE_CREATURE && !vvi_is(r, cast, VV_JSON_ARRAY)))
        return false;
    bool replaced = vv_json_member(object, "actors") != NULL;
    if (replaced && stage->cue_count > 0 && !vv_json_member(object, "script"))
        vvi_problem(r, object, VV_RULE_REFERENCE, "give \"script\" in the same command, or change actors one by one",
                    "the script of this scene names other actors");
    if (replaced)
        stage->follow = VV_NONE;
    if (replaced && stage->joint_count > 0 && !vv_json_member(object, "joints"))
        vvi_problem(r, object, VV_RULE_REFERENCE, "give \"joints\" in the same command, or change actors one by one",
                    "the joints of this scene name other actors");
    return true;
}

static void check_framing(vvi_reader *r, const vv_json *object, const SCENE *scene)
{
    bool centre = vvi_member(object, "centre") || scene->framed,
         zoom = vvi_member(object, "zoom") || scene->zoom > 0.0f;
    if (centre != zoom)
        vvi_problem(r, object, VV_RULE_FRAMING, "give both or neither",
                    "this scene has \"centre\" without \"zoom\", or the reverse");
}

static void check_last(vvi_reader *r, const vv_json *object, const char *key, float last, float seconds)
{
    const vv_json *list = vvi_member(object, key);
    if (last > seconds)
        vvi_problem(r, list ? list : object, VV_RULE_TIMES, "move the key, or make the scene longer",
                    "the last key is later than the end of the scene");
}

/* Lines of artworks are seen from the front, those of bodies from anywhere. */
static void check_view(vvi_reader *r, const vv_json *object, const vvi_scope *scope, const SCENE *scene)
{
    static const char *const of_bodies[] = {"camera", "follow", NULL}, *const of_drawings[] = {"centre", "zoom", NULL};
    bool drawn = is_drawn(scope, scene->subject);
    for (vvi_keys key = drawn ? of_bodies : of_drawings; scene->subject != VV_NONE && *key; key++) {
        const vv_json *member = vvi_member(object, *key);
        if (member)
            vvi_problem(r, member, VV_RULE_SCENE_KIND, "remove it", "a scene of the line of %s has no \"%s\"",
                        drawn ? "an artwork" : "a body", *key);
    }
}

static void check_scene(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    SCENE *scene = scope->item;
    check_framing(r, object, scene);
    if (scene->key_count > 0)
        check_last(r, object, "keys", scene->keys[scene->key_count - 1].time, scene->seconds);
    if (scene->path_count > 0)
        check_last(r, object, "path", scene->path[scene->path_count - 1].time, scene->seconds);
    if (scene->kind == VV_SCENE_LINE)
        check_view(r, object, scope, scene);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static bool is_held(const vv_project_stage *stage, const vv_project_actor *actor, const vv_project_artwork *artwork)
{
    if (actor->kind == VV_ACTOR_PUPPET)
        return true; /* keys, follows and copies hold it, and falling freely may be all that is wanted */
    vv_strengths strengths = artwork->sprite.strengths;
    vv_project_strengths_apply(&actor->strengths, &strengths);
    if (actor->hold_count > 0 || actor->kinematic || strengths.gravity == 0.0f ||
        (stage->gravity.x == 0.0f && stage->gravity.y == 0.0f))
        return true;
    for (uint32_t i = 0; i < stage->zone_count; i++) {
        if (stage->zones[i].kind != VV_ZONE_WIND && (stage->zones[i].layers & actor->layers))
            return true;
    }
    for (uint32_t i = 0; i < stage->obstacle_count; i++) {
        if (!stage->obstacles[i].sensor && (stage->obstacles[i].layers & actor->layers))
            return true;
    }
    return false;
}

static void warn_scene(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_stage *stage = &((const SCENE *)scope->item)->stage;
    bool held = stage->actor_count == 0;
    for (uint32_t i = 0; i < stage->actor_count && !held; i++)
        held = is_held(stage, &stage->actors[i], scope->project->artworks[stage->actors[i].artwork]);
    if (!held)
        vvi_problem(r, vv_json_member(json, "actors"), VV_RULE_NOTHING_HOLDS,
                    "add a ground to \"obstacles\", or \"holds\" to an actor",
                    "nothing holds these actors up: they fall out of the picture");
}

/* A drawing is seen from the front. */
static bool has_camera(const vvi_scope *scope)
{
    const SCENE *scene = scope->item;
    return scene->kind != VV_SCENE_LINE || !is_drawn(scope, scene->subject);
}

#define SUBJECT(names, kinds)                                                                                          \
    VVI_REFERENCE(SCENE, subject, names), .presence = VVI_REQUIRED, .only = kinds, .flags = VVI_ABSENT | VVI_ESSENTIAL
static const vvi_schema_field fields[] = {
    {"name", VVI_NAME(SCENE, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"artwork", VVI_REFERENCE(SCENE, artwork, &artworks), .presence = VVI_REQUIRED, .only = TOUR,
     .flags = VVI_ABSENT | VVI_ESSENTIAL, VVI_DOC("", "tours: which artwork it shows")},
    {"verb", SUBJECT(VVI_TO(.noun = VVI_VERB, .suits = keeps_path), VERB),
     VVI_DOC("", "scenes of verbs: what it shows")},
    {"graph", SUBJECT(VVI_TO(.noun = VVI_GRAPH), GRAPH), VVI_DOC("", "scenes of graphs: what it shows")},
    {"shape", SUBJECT(VVI_TO(.noun = VVI_SHAPE, .suits = keeps_path), SHAPE),
     VVI_DOC("", "scenes of shapes: what it shows")},
    {"line", SUBJECT(VVI_TO(.noun = VVI_LINE, .suits = keeps_view), LINE),
     VVI_DOC("", "scenes of lines: what it shows")},
    {"size", VVI_CUSTOM(&size),
     VVI_DOC("", "pixels of the picture, width and height, 1 … 16,384 each; at most 134,217,728 in all; 640 each where "
                 "it is left out")},
    {"background", VVI_COLOUR(SCENE, background), VVI_DOC("", "what lies behind")},
    {"centre", VVI_VECTOR(SCENE, centre, FAR), .presence = VVI_FLAGGED, .flag = VVI_AT(SCENE, framed, bool),
     .only = FRAMED, .flags = VVI_NULLED,
     VVI_DOC("m", "tours, stages and lines of artworks: the point in the middle of the picture; null, with `zoom`: the "
                  "picture shows the whole tour or run")},
    {"zoom", VVI_NUMBER(SCENE, zoom, 1e-3f, 1e6f), .presence = VVI_NULLABLE, .only = FRAMED, .flags = VVI_NULLED,
     VVI_DOC("", "tours, stages and lines of artworks: pixels of the picture to a metre; null, with `centre`: the "
                 "picture shows the whole tour or run")},
    {"seconds", VVI_NUMBER(SCENE, seconds, 1e-3f, MOST_SECONDS),
     VVI_DOC_SLIDER("s", "how long it is", 0.5, 60.0, true)},
    {"rate", VVI_NUMBER(SCENE, rate, 0.1f, MOST_RATE), VVI_DOC_SLIDER("", "frames a second", 1.0, 60.0, false)},
    {"keys", VVI_LIST(SCENE, key_count, keys, vv_project_key, &keys), .only = TOUR, .flags = VVI_ABSENT | VVI_GUARDED,
     VVI_DOC("", "tours, times ascending: between two keys the place walks along the shortest path inside the complex; "
                 "it rests at a key "
                 "where that path turns back, and passes one without stopping where it goes on")},
    {"gravity", VVI_VECTOR(SCENE, stage.gravity, FAR), .only = STAGE, .flags = VVI_ABSENT, VVI_DOC("m/s²", "stages")},
    {"wind", VVI_VECTOR(SCENE, stage.wind, FAR), .only = STAGE, .flags = VVI_ABSENT,
     VVI_DOC("m/s", "stages: it moves what has drag")},
    {"step", VVI_NUMBER(SCENE, stage.step, 1e-3f, 0.1f), .only = STAGE, .flags = VVI_ABSENT,
     VVI_DOC("s",
             "stages: of a fixed step; 1/60 where it is left out, whoever is on it; puppets alone do well with 0.02")},
    {"substeps", VVI_WHOLE(SCENE, stage.substeps, 1, 16), .only = STAGE, .flags = VVI_ABSENT,
     VVI_DOC("", "stages: of a step")},
    {"iterations", VVI_WHOLE(SCENE, stage.iterations, 1, 32), .only = STAGE, .flags = VVI_ABSENT,
     VVI_DOC("", "stages: of matching and contact in a substep")},
    {"follow", VVI_REFERENCE(SCENE, stage.follow, &vvi_stage_actors), .presence = VVI_NULLABLE, .only = STAGE,
     .flags = VVI_ABSENT | VVI_LATE,
     VVI_DOC("",
             "stages: an actor that the picture moves along with sideways, and upwards where it would leave the middle "
             "half; the "
             "first number of `centre` is then seen from there, and without `zoom` the picture shows five times its "
             "size; null: the picture stands still")},
    {"obstacles", VVI_LIST(SCENE, stage.obstacle_count, stage.obstacles, vv_project_obstacle, &vvi_obstacle_list),
     .only = STAGE, .flags = VVI_ABSENT, VVI_DOC("", "stages: the ground, walls and platforms, which nothing pushes")},
    {"zones", VVI_LIST(SCENE, stage.zone_count, stage.zones, vv_project_zone, &vvi_zone_list), .only = STAGE,
     .flags = VVI_ABSENT, VVI_DOC("", "stages: where forces, winds and water act")},
    {"actors", VVI_LIST(SCENE, stage.actor_count, stage.actors, vv_project_actor, &vvi_actor_list),
     .presence = VVI_ALWAYS, .only = STAGE, .flags = VVI_ABSENT,
     VVI_DOC("", "stages: what moves, the furthest back first; required there")},
    {"joints", VVI_LIST(SCENE, stage.joint_count, stage.joints, vv_project_joint, &vvi_joint_list), .only = STAGE,
     .flags = VVI_ABSENT, VVI_DOC("", "stages: what is joined")},
    {"script", VVI_LIST(SCENE, stage.cue_count, stage.cues, vv_project_cue, &vvi_cue_list), .only = STAGE,
     .flags = VVI_ABSENT, VVI_DOC("", "stages: what happens when, times never descending")},
    {"path", VVI_LIST(SCENE, path_count, path, vv_project_path_key, &path), .only = VERB | SHAPE,
     .flags = VVI_ABSENT | VVI_GUARDED,
     VVI_DOC(
         "",
         "verbs and shapes: where it is on its axes when, times ascending. Between the keys that name it an axis moves "
         "evenly, before the first and "
         "after the last it stays; an axis that none names is at 0, or at the end of its range that is nearest to 0")},
    {"script", VVI_LIST(SCENE, graph_cue_count, graph_cues, vv_project_graph_cue, &graph_cues), .only = GRAPH,
     .flags = VVI_ABSENT, VVI_DOC("", "graphs: what happens when, times never descending")},
    {"creatures", VVI_LIST(SCENE, cast_count, cast, vv_project_cast, &vvi_cast_list), .presence = VVI_ALWAYS,
     .only = CREATURE, .flags = VVI_ABSENT, VVI_DOC("", "scenes of creatures: the creatures in it; required there")},
    {"ground", VVI_WORD(SCENE, ground, 0, VVI_WORDS("flat", "hills")), .only = CREATURE, .flags = VVI_ABSENT,
     VVI_DOC("", "of scenes of creatures")},
    {"show", VVI_FLAG(SCENE, show_line), .only = LINE, .flags = VVI_ABSENT,
     VVI_DOC("", "lines: the line itself is drawn too")},
    {"ghosts", VVI_WHOLE(SCENE, ghosts, 0, VV_LINE_MAX_KEYS), .only = LINE, .flags = VVI_ABSENT,
     VVI_DOC("", "lines: faint poses at every so many keystrokes; 0: none")},
    {"camera", VVI_FLAT_OBJECT(&camera_schema), .presence = VVI_FLAGGED, .flag = VVI_AT(SCENE, aimed, bool),
     .only = AIMED, .flags = VVI_ABSENT, .given = has_camera,
     VVI_DOC("", "all but tours, stages and lines of artworks: from where one looks; null: as suits the figure")},
    {"follow", VVI_FLAG(SCENE, follows), .presence = VVI_DEPENDENT, .only = FOLLOWING, .flags = VVI_ABSENT,
     .given = has_camera, VVI_DOC("", "verbs, graphs, creatures and lines of bodies: the camera follows what travels")},
};
static const SCENE defaults = {
    .artwork = VV_NONE,
    .subject = VV_NONE,
    .follows = true,
    .show_line = true,
    .width = USUAL_SIDE,
    .height = USUAL_SIDE,
    .background = {255, 255, 255, 255},
    .seconds = 2.0f,
    .rate = 30.0f,
    .stage = {.gravity = {0.0f, -9.81f}, .step = 1.0f / 60.0f, .substeps = 2, .iterations = 4, .follow = VV_NONE}};
const vvi_schema vvi_scene_schema = {VVI_TABLE("scene", SCENE, fields),
                                     .flags = VVI_SCHEMA_NOUN,
                                     .defaults = &defaults,
                                     .tag = offsetof(SCENE, kind),
                                     .begin = begin_scene,
                                     .artwork_at = offsetof(SCENE, artwork),
                                     .check = check_scene,
                                     .warn = warn_scene};
