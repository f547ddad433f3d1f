/* A stage out of JSON: gravity and time, obstacles, and actors. Its script is in read_script.c. */
#include "author/document/read.h"

#include <string.h>

static const char *const named[] = {"name", NULL};

/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
vv_project_stage vvi_default_stage(void)
{
    return (vv_project_stage){
        .gravity = {0.0f, -9.81f}, .step = 1.0f / 60.0f, .substeps = 2, .iterations = 4, .follow = VV_NONE};
}

vv_project_obstacle vvi_default_obstacle(void)
{
    return (vv_project_obstacle){.friction = 0.6f, .layers = UINT32_MAX, .visible = true};
}

vv_project_actor vvi_default_actor(void)
{
    return (vv_project_actor){.artwork = VV_NONE,
                              .scale = 1.0f,
                              .behaviour = VV_NONE,
                              .strengths = vvi_default_strengths(),
                              .layers = UINT32_MAX,
                              .mask = UINT32_MAX};
}

/* ---- Values --------------------------------------------------------------------------------------------------------- */

/* Which of 32 layers: a list of numbers from 0; all where it is missing. */
static void read_layer_bits(vvi_reader *r, const vv_json *object, const char *key, uint32_t *bits)
{
    bool reset;
    float number;
    const vv_json *list = vvi_optional(object, key, &reset);
    if (reset)
        *bits = UINT32_MAX;
    if (!list || !vvi_is(r, list, VV_JSON_ARRAY))
        return;
    *bits = 0;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_number(r, item, 0.0f, 31.0f, &number))
            continue;
        uint32_t bit = 1u << (uint32_t)number;
        if (number != floorf(number))
            vvi_problem(r, item, VV_RULE_RANGE, "write a number from 0 to 31", "layers are whole numbers");
        else if (*bits & bit)
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "layer %u is here for the second time",
                        (uint32_t)number);
        else
            *bits |= bit;
    }
}

/* ---- Obstacles ------------------------------------------------------------------------------------------------------ */

static const char *const obstacle_words[] = {"ground", "half-plane", "segments", "polygon", NULL};

static void read_points(vvi_reader *r, const vv_json *object, uint32_t least, uint32_t most,
                        vv_project_obstacle *obstacle)
{
    const vv_json *list = vvi_required(r, object, "points");
    uint32_t count = list ? vvi_list(r, list, VV_PROJECT_MAX_POINTS, "points") : 0;
    vv_vec2 *points = vvi_take(r, count, sizeof *points);
    if (!list || list->kind != VV_JSON_ARRAY || !points)
        return;
    obstacle->points = points;
    obstacle->point_count = count;
    if (list->count <= VV_PROJECT_MAX_POINTS && (count < least || count > most))
        vvi_problem(r, list, VV_RULE_OBSTACLE,
                    "a half-plane has two points, segments two or more, a polygon three or more",
                    "an obstacle of this kind cannot have %u points", count);
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        float pair[2];
        if (vvi_numbers(r, item, 2, VV_PROJECT_FAR, pair))
            points[item->index] = (vv_vec2){pair[0], pair[1]};
        if (item->index > 0 && points[item->index].x == points[item->index - 1].x &&
            points[item->index].y == points[item->index - 1].y)
            vvi_problem(r, item, VV_RULE_OBSTACLE, "move one of them", "this point is where the one before it is");
    }
}

static void read_ground(vvi_reader *r, const vv_json *object, vv_project_obstacle *obstacle)
{
    vv_vec2 *points = vvi_take(r, 2, sizeof *points);
    float height = 0.0f;
    vvi_refuse_key(r, object, "points", "a ground", "give its \"height\", or make it a half-plane");
    vvi_float_member(r, object, "height", 0.0f, -VV_PROJECT_FAR, VV_PROJECT_FAR, &height);
    if (!points)
        return;
    points[0] = (vv_vec2){0.0f, height};
    points[1] = (vv_vec2){1.0f, height};
    obstacle->points = points;
    obstacle->point_count = 2;
}

static void read_obstacle_shape(vvi_reader *r, const vv_json *object, vv_project_obstacle *obstacle)
{
    static const vv_obstacle_kind kinds[] = {VV_OBSTACLE_HALF_PLANE, VV_OBSTACLE_HALF_PLANE, VV_OBSTACLE_SEGMENTS,
                                             VV_OBSTACLE_POLYGON};
    const vv_json *kind = vvi_required(r, object, "kind");
    uint32_t word;
    if (!kind ||
        !vvi_word(r, kind, obstacle_words, "write \"ground\", \"half-plane\", \"segments\" or \"polygon\"", &word))
        return;
    obstacle->kind = kinds[word];
    vvi_bool_member(r, object, "one_way", false, &obstacle->one_way);
    if (obstacle->one_way && obstacle->kind != VV_OBSTACLE_SEGMENTS)
        vvi_refuse_key(r, object, "one_way", "only a chain of segments", "remove it, or make it segments");
    if (word == 0) {
        read_ground(r, object, obstacle);
        return;
    }
    vvi_refuse_key(r, object, "height", "only a ground", "give \"points\", or make it a ground");
    read_points(r, object, word == 3 ? 3 : 2, word == 1 ? 2 : VV_PROJECT_MAX_POINTS, obstacle);
}

static void read_obstacle(vvi_reader *r, const vv_json *object, vv_project_obstacle *obstacle)
{
    static const char *const keys[] = {"kind",   "height", "points",  "friction", "one_way",
                                       "sensor", "layers", "visible", "colour",   NULL};
    *obstacle = vvi_default_obstacle();
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    read_obstacle_shape(r, object, obstacle);
    vvi_float_member(r, object, "friction", obstacle->friction, 0.0f, 1e6f, &obstacle->friction);
    vvi_bool_member(r, object, "sensor", false, &obstacle->sensor);
    read_layer_bits(r, object, "layers", &obstacle->layers);
    vvi_bool_member(r, object, "visible", true, &obstacle->visible);
    obstacle->coloured = vvi_colour_member(r, object, "colour", obstacle->colour);
}

static void read_obstacles(vvi_reader *r, const vv_json *list, vv_project_stage *stage)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_OBSTACLES, "obstacles");
    vv_project_obstacle *obstacles = vvi_take(r, count, sizeof *obstacles);
    if (!obstacles)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_obstacle(r, item, &obstacles[item->index]);
    stage->obstacles = obstacles;
    stage->obstacle_count = count;
}

/* ---- Actors --------------------------------------------------------------------------------------------------------- */

static void read_hold(vvi_reader *r, const vv_json *object, vv_project_hold *hold)
{
    static const char *const keys[] = {"name", "at", "to", "strength", NULL};
    const vv_json *name = vvi_member(object, "name");
    *hold = (vv_project_hold){.strength = INFINITY};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    if (name)
        vvi_name(r, name, hold->name);
    vvi_required(r, object, "at");
    vvi_vec2_member(r, object, "at", (vv_vec2){0.0f, 0.0f}, &hold->at);
    hold->moved = vvi_member(object, "to") != NULL;
    vvi_vec2_member(r, object, "to", (vv_vec2){0.0f, 0.0f}, &hold->to);
    vvi_float_member(r, object, "strength", INFINITY, 1e-3f, 1e6f, &hold->strength);
}

static void read_holds(vvi_reader *r, const vv_json *list, vv_project_actor *actor)
{
    uint32_t count = vvi_list(r, list, VV_STAGE_MAX_HOLDS, "holds");
    vv_project_hold *holds = vvi_take(r, count, sizeof *holds);
    if (!holds)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_hold(r, item, &holds[item->index]);
    if (count)
        vvi_refuse_same_names(r, list, holds->name, sizeof *holds);
    actor->holds = holds;
    actor->hold_count = count;
}

/* What an actor shows can only change together with what it says about the artwork's examples. */
static void read_actor_artwork(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_actor *actor)
{
    const vv_json *value = vvi_required(r, object, "artwork");
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    uint32_t found = vv_project_find_artwork(project, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name an artwork of this project", "there is no artwork \"%s\"",
                    value->string);
    else if (r->editing && found != actor->artwork)
        vvi_problem(r, value, VV_RULE_REFERENCE, "remove the actor and add another",
                    "an actor keeps its artwork: its place, strengths and script name that artwork's examples");
    else
        actor->artwork = found;
}

static void read_actor_behaviour(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                                 vv_project_actor *actor)
{
    bool reset;
    const vv_json *value = vvi_optional(object, "behaviour", &reset);
    if (reset)
        actor->behaviour = VV_NONE;
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    actor->behaviour = vv_project_find_behaviour(artwork, value->string);
    if (actor->behaviour == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name a behaviour of its artwork", "there is no behaviour \"%s\"",
                    value->string);
}

static void read_inputs(vvi_reader *r, const vv_json *object, vv_project_actor *actor)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    if (object->count > VV_BEHAVIOUR_MAX_INPUTS) {
        vvi_problem(r, object, VV_RULE_TOO_MANY, "remove some", "there are %u inputs, and at most %u are possible",
                    object->count, VV_BEHAVIOUR_MAX_INPUTS);
        return;
    }
    vv_project_input *inputs = vvi_take(r, object->count, sizeof *inputs);
    for (const vv_json *member = object->child; inputs && member && !vvi_stopped(r); member = member->next) {
        size_t length = strlen(member->name);
        if (length == 0 || length >= sizeof inputs->name)
            vvi_problem(r, member, VV_RULE_NAME, "name an input of its behaviour", "this name has %zu bytes", length);
        else
            memcpy(inputs[member->index].name, member->name, length);
        vvi_number(r, member, -1e6f, 1e6f, &inputs[member->index].value);
    }
    actor->inputs = inputs;
    actor->input_count = inputs ? object->count : 0;
}

/* Its place, strengths and holds: the place and the holds are given whole, of strengths only those that change. */
static void read_actor_parts(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                             vv_project_actor *actor)
{
    bool editing = r->editing, no_place, no_strengths, no_holds, no_inputs;
    const vv_json *place = vvi_optional(object, "place", &no_place);
    const vv_json *strengths = vvi_optional(object, "strengths", &no_strengths);
    const vv_json *holds = vvi_optional(object, "holds", &no_holds);
    const vv_json *inputs = vvi_optional(object, "inputs", &no_inputs);
    if (no_place)
        actor->place.share_count = 0;
    if (no_strengths)
        actor->strengths = vvi_default_strengths();
    if (no_holds)
        actor->hold_count = 0;
    if (no_inputs)
        actor->input_count = 0;
    if (strengths)
        vvi_read_strengths(r, strengths, artwork, &actor->strengths);
    r->editing = false;
    if (place)
        vvi_read_place(r, place, artwork, &actor->place);
    if (holds)
        read_holds(r, holds, actor);
    if (inputs)
        read_inputs(r, inputs, actor);
    r->editing = editing;
}

void vvi_read_actor(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_actor *actor)
{
    static const char *const keys[] = {"artwork", "at",      "angle",     "scale",     "velocity",
                                       "spin",    "flipped", "place",     "strengths", "holds",
                                       "layers",  "mask",    "behaviour", "inputs",    NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_actor_artwork(r, object, project, actor);
    vvi_vec2_member(r, object, "at", (vv_vec2){0.0f, 0.0f}, &actor->at);
    vvi_float_member(r, object, "angle", 0.0f, -1000.0f, 1000.0f, &actor->angle);
    vvi_float_member(r, object, "scale", 1.0f, VV_PROJECT_MIN_SCALE, VV_PROJECT_MAX_SCALE, &actor->scale);
    vvi_vec2_member(r, object, "velocity", (vv_vec2){0.0f, 0.0f}, &actor->velocity);
    vvi_float_member(r, object, "spin", 0.0f, -1000.0f, 1000.0f, &actor->spin);
    vvi_bool_member(r, object, "flipped", false, &actor->flipped);
    if (actor->artwork != VV_NONE) {
        read_actor_parts(r, object, project->artworks[actor->artwork], actor);
        read_actor_behaviour(r, object, project->artworks[actor->artwork], actor);
    }
    read_layer_bits(r, object, "layers", &actor->layers);
    read_layer_bits(r, object, "mask", &actor->mask);
}

static void read_actors(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_stage *stage)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_ACTORS, "actors");
    vv_project_actor *actors = vvi_take(r, count, sizeof *actors);
    if (!actors)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        actors[item->index] = vvi_default_actor();
        vvi_read_actor(r, item, named, project, &actors[item->index]);
        vvi_name_member(r, item, actors[item->index].name);
    }
    if (count)
        vvi_refuse_same_names(r, list, actors->name, sizeof *actors);
    stage->actors = actors;
    stage->actor_count = count;
}

/* ---- Stage ---------------------------------------------------------------------------------------------------------- */

/* New actors need a new script, since the old one names the old actors. */
static void read_lists(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_stage *stage)
{
    bool editing = r->editing, no_obstacles, no_actors, no_script;
    const vv_json *obstacles = vvi_optional(object, "obstacles", &no_obstacles);
    const vv_json *actors = vvi_optional(object, "actors", &no_actors);
    const vv_json *script = vvi_optional(object, "script", &no_script);
    if ((actors || no_actors) && stage->cue_count > 0 && !script && !no_script)
        vvi_problem(r, object, VV_RULE_REFERENCE, "give \"script\" in the same command, or change actors one by one",
                    "the script of this scene names other actors");
    r->editing = false; /* lists that are given are given whole */
    if (no_obstacles)
        stage->obstacle_count = 0;
    if (obstacles)
        read_obstacles(r, obstacles, stage);
    if (no_actors)
        stage->actor_count = 0;
    if (actors)
        read_actors(r, actors, project, stage);
    if (actors || no_actors)
        stage->follow = VV_NONE;
    if (no_script)
        stage->cue_count = 0;
    if (script)
        vvi_read_script(r, script, project, stage);
    r->editing = editing;
}

static void read_follow(vvi_reader *r, const vv_json *object, vv_project_scene *scene)
{
    bool reset;
    const vv_json *value = vvi_optional(object, "follow", &reset);
    if (reset)
        scene->stage.follow = VV_NONE;
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    scene->stage.follow = vv_project_find_actor(scene, value->string);
    if (scene->stage.follow == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name an actor of this scene", "there is no actor \"%s\"",
                    value->string);
}

void vvi_read_stage(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    vv_project_stage usual = vvi_default_stage(), *stage = &scene->stage;
    vvi_vec2_member(r, object, "gravity", usual.gravity, &stage->gravity);
    vvi_vec2_member(r, object, "wind", usual.wind, &stage->wind);
    vvi_float_member(r, object, "step", usual.step, 1e-3f, 0.1f, &stage->step);
    vvi_whole_member(r, object, "substeps", usual.substeps, 1, 16, &stage->substeps);
    vvi_whole_member(r, object, "iterations", usual.iterations, 1, 32, &stage->iterations);
    read_lists(r, object, project, stage);
    read_follow(r, object, scene);
}
