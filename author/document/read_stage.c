/* A stage out of JSON: gravity and time, and obstacles. Its actors are in read_actor.c, its script in read_script.c. */
#include "author/document/read.h"

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

bool vvi_has_puppets(const vv_project_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        if (stage->actors[i].kind == VV_ACTOR_PUPPET)
            return true;
    }
    return false;
}

float vvi_usual_step(const vv_project_stage *stage)
{
    return vvi_has_puppets(stage) ? VV_PUPPET_STEP : vvi_default_stage().step;
}

void vvi_settle_step(vv_project_stage *stage, float before)
{
    if (stage->step == before)
        stage->step = vvi_usual_step(stage);
}

/* ---- Values --------------------------------------------------------------------------------------------------------- */

/* Which of 32 layers: a list of numbers from 0; all where it is missing. */
void vvi_layer_bits_member(vvi_reader *r, const vv_json *object, const char *key, uint32_t *bits)
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
    vvi_layer_bits_member(r, object, "layers", &obstacle->layers);
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
        vvi_read_actors(r, actors, project, stage);
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
    vvi_whole_member(r, object, "substeps", usual.substeps, 1, 16, &stage->substeps);
    vvi_whole_member(r, object, "iterations", usual.iterations, 1, 32, &stage->iterations);
    float before = vvi_usual_step(stage);
    read_lists(r, object, project, stage);
    vvi_settle_step(stage, before);
    vvi_float_member(r, object, "step", vvi_usual_step(stage), 1e-3f, 0.1f, &stage->step);
    read_follow(r, object, scene);
}
