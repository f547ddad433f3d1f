/* Obstacles of a stage. */
#include "author/document/schema.h"
#include "runtime/stage/stage.h"

#define FAR      VV_PROJECT_FAR
#define OBSTACLE vv_project_obstacle

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static void check_apart(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_vec2 *points = scope->list;
    uint32_t i = scope->index;
    if (i > 0 && points[i].x == points[i - 1].x && points[i].y == points[i - 1].y)
        vvi_problem(r, json, VV_RULE_OBSTACLE, "move one of them", "this point is where the one before it is");
}

static const vvi_schema_field point_fields[] = {{NULL, .kind = VVI_KIND_VECTOR, .size = 2, .high = (double)FAR}};
const vvi_schema vvi_point_schema = {VVI_TABLE("point", vv_vec2, point_fields)};
static const vvi_schema_list points = {VVI_ITEMS_OF(&vvi_point_schema, "points", VV_PROJECT_MAX_POINTS),
                                       .check = check_apart};

/* A half-plane has two, a polygon three or more. */
static void read_points(vvi_reader *r, const vv_json *object, uint32_t least, uint32_t most, const vvi_scope *scope,
                        OBSTACLE *obstacle)
{
    const vv_json *list = vvi_required(r, object, "points");
    const void *read = NULL;
    if (!list)
        return;
    vvi_schema_read_list(r, list, &points, scope, &obstacle->point_count, &read);
    obstacle->points = read;
    if (list->kind == VV_JSON_ARRAY && list->count <= VV_PROJECT_MAX_POINTS &&
        (list->count < least || list->count > most))
        vvi_problem(r, list, VV_RULE_OBSTACLE,
                    "a half-plane has two points, segments two or more, a polygon three or more",
                    "an obstacle of this kind cannot have %u points", list->count);
}

/* ---- Level grounds: half-planes that the file describes by their height ------------------------------------------ */

static bool is_ground(const OBSTACLE *obstacle)
{
    const vv_vec2 *p = obstacle->points;
    return obstacle->kind == VV_OBSTACLE_HALF_PLANE && p[0].x == 0.0f && p[1].x == 1.0f && p[0].y == p[1].y;
}

static void read_ground(vvi_reader *r, const vv_json *object, OBSTACLE *obstacle)
{
    vv_vec2 *ends = vvi_take(r, 2, sizeof *ends);
    float height = 0.0f;
    vvi_refuse_key(r, object, "points", "a ground", "give its \"height\", or make it a half-plane");
    vvi_float_member(r, object, "height", 0.0f, -FAR, FAR, &height);
    if (!ends)
        return;
    ends[0] = (vv_vec2){0.0f, height};
    ends[1] = (vv_vec2){1.0f, height};
    obstacle->points = ends;
    obstacle->point_count = 2;
}

/* ---- Kinds: what the points mean --------------------------------------------------------------------------------- */

static const char *const kind_words[] = {"ground", "half-plane", "segments", "polygon", NULL};
static const char *const kind_nouns[] = {"a ground", "a half-plane", "a chain of segments", "a polygon"};

static const char *noun_of(const OBSTACLE *obstacle)
{
    return kind_nouns[is_ground(obstacle) ? 0 : 1 + obstacle->kind];
}

static void refuse_height(vvi_reader *r, const vv_json *object, const char *noun)
{
    vvi_refuse_key(r, object, "height", noun, "give \"points\", or make it a ground");
}

static void read_kind(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    static const vv_obstacle_kind kinds[] = {VV_OBSTACLE_HALF_PLANE, VV_OBSTACLE_HALF_PLANE, VV_OBSTACLE_SEGMENTS,
                                             VV_OBSTACLE_POLYGON};
    uint32_t word;
    if (!value ||
        !vvi_word(r, value, kind_words, "write \"ground\", \"half-plane\", \"segments\" or \"polygon\"", &word))
        return;
    ((OBSTACLE *)scope->item)->kind = kinds[word];
    if (word == 0) {
        read_ground(r, value->parent, scope->item);
        return;
    }
    refuse_height(r, value->parent, kind_nouns[word]);
    read_points(r, value->parent, word == 3 ? 3 : 2, word == 1 ? 2 : VV_PROJECT_MAX_POINTS, scope, scope->item);
}

static void write_kind(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const OBSTACLE *obstacle = scope->item;
    vv_json_write_string(w->json, name, is_ground(obstacle) ? kind_words[0] : kind_words[1 + obstacle->kind]);
}

/* Both are read with the kind; or, in a command that leaves the kind as it is, here. */
static bool keeps_kind(const vv_json *value, const vvi_scope *scope)
{
    return value && !vv_json_member(value->parent, "kind") && ((const OBSTACLE *)scope->item)->point_count > 0;
}

static void read_height(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    OBSTACLE *obstacle = scope->item;
    if (!keeps_kind(value, scope))
        return;
    if (is_ground(obstacle))
        read_ground(r, value->parent, obstacle);
    else
        refuse_height(r, value->parent, noun_of(obstacle));
}

static void read_own_points(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    OBSTACLE *obstacle = scope->item;
    bool plane = obstacle->kind == VV_OBSTACLE_HALF_PLANE;
    if (keeps_kind(value, scope))
        read_points(r, value->parent, obstacle->kind == VV_OBSTACLE_POLYGON ? 3 : 2, plane ? 2 : VV_PROJECT_MAX_POINTS,
                    scope, obstacle);
}

static void write_height(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const OBSTACLE *obstacle = scope->item;
    if (is_ground(obstacle))
        vvi_write_float_member(w, name, obstacle->points[0].y, 0.0f);
}

static void write_points(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const OBSTACLE *obstacle = scope->item;
    if (is_ground(obstacle))
        return;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < obstacle->point_count; i++)
        vvi_write_vec2(w, NULL, obstacle->points[i]);
    vv_json_write_end(w->json);
}

static const vvi_schema_custom kind = {read_kind, write_kind, NULL,
                                       VVI_DOC_TYPE("\"ground\" | \"half-plane\" | \"segments\" | \"polygon\"")};
static const vvi_schema_custom height = {read_height, write_height, NULL, VVI_DOC_TYPE("number")};
static const vvi_schema_custom outline = {read_own_points, write_points, NULL,
                                          VVI_DOC_TYPE("readonly (readonly [number, number])[]")};

/* ---- Frames and paths -------------------------------------------------------------------------------------------- */

#define PATH_KEY     vv_scene_path_key
#define MOST_SECONDS 3600.0f
static const vvi_schema_field path_key_fields[] = {
    {"time", VVI_NUMBER(PATH_KEY, time, 0.0f, MOST_SECONDS), .presence = VVI_REQUIRED,
     VVI_DOC("s", "when it is there")},
    {"at", VVI_VECTOR(PATH_KEY, position, FAR), .presence = VVI_REQUIRED, VVI_DOC("m", "where, as its own `at`")},
    {"angle", VVI_NUMBER(PATH_KEY, angle, -1000.0f, 1000.0f), VVI_DOC_SLIDER("rad", "", -3.2, 3.2, false)},
    {"ease", VVI_WORD(PATH_KEY, linear, 0, VVI_WORDS("smooth", "linear")),
     VVI_DOC("", "how it comes here from the key before: it starts and stops gently, or at constant speed")},
};
static const vvi_schema path_key_schema = {VVI_TABLE("obstacle key", PATH_KEY, path_key_fields),
                                           .flags = VVI_SCHEMA_ONE_LINE};
static const vvi_schema_list path = {VVI_ITEMS_OF(&path_key_schema, "keys", VV_SCENE_MAX_KEYS),
                                     VVI_TIMES(PATH_KEY, time, VVI_LATER, VV_RULE_TIMES)};

vv_affine vvi_obstacle_frame(const vv_project_obstacle *obstacle)
{
    bool moves = obstacle->key_count > 0;
    return (vv_affine){vv_mat2_rotation(moves ? obstacle->keys[0].angle : obstacle->angle),
                       moves ? obstacle->keys[0].position : obstacle->at};
}

static void check_obstacle(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    static const char *const keys[] = {"at", "angle", "velocity", "spin", NULL};
    const OBSTACLE *obstacle = scope->item;
    for (vvi_keys key = keys; obstacle->key_count > 0 && *key; key++)
        vvi_refuse_key(r, object, *key, "an obstacle with a path",
                       "remove it: the path says how it moves; or remove the path");
}

static void warn_path(vvi_reader *r, const vv_json *json, const OBSTACLE *o)
{
    const PATH_KEY *first = &o->keys[0], *last = &o->keys[o->key_count - 1];
    bool same = first->position.x == last->position.x && first->position.y == last->position.y;
    if (o->repeat == VV_PATH_LOOP && !same)
        vvi_problem(r, vv_json_member(json, "path"), VV_RULE_PATH_ENDS,
                    "give the last key the place of the first, or make \"repeat\" \"ping-pong\"",
                    "this path jumps back to its beginning");
    else if (o->repeat != VV_PATH_ONCE && o->key_count == 1)
        vvi_problem(r, vv_json_member(json, "repeat"), VV_RULE_PATH_ENDS, "add keys, or remove \"repeat\"",
                    "this path has one key, so there is nothing to repeat");
}

/* ---- Obstacles --------------------------------------------------------------------------------------------------- */

static bool is_chain(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const OBSTACLE *obstacle = scope->item;
    const vv_json *word = vvi_member(value->parent, "kind");
    bool known = word && word->kind == VV_JSON_STRING && vvi_is_listed(kind_words, word->string);
    if (known && obstacle->one_way && obstacle->kind != VV_OBSTACLE_SEGMENTS)
        vvi_refuse_key(r, value->parent, "one_way", noun_of(obstacle), "remove it, or make it segments");
    return true;
}

static void warn_obstacle(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const OBSTACLE *obstacle = scope->item;
    vv_error error = {0};
    if (obstacle->key_count > 0)
        warn_path(r, json, obstacle);
    if (obstacle->kind == VV_OBSTACLE_POLYGON &&
        vvi_check_polygon(obstacle->point_count, obstacle->points, &error) != VV_OK)
        vvi_problem(r, vv_json_member(json, "points"), VV_RULE_CROSSING,
                    "split it into polygons that do not cross themselves", "%s", error.message);
}

static const vvi_schema_field fields[] = {
    {"name", VVI_NAME(OBSTACLE, name), .presence = VVI_NULLABLE,
     VVI_DOC("", "for the script and for joints, unlike other obstacles' of the scene; null: none")},
    {"kind", VVI_CUSTOM(&kind), .presence = VVI_REQUIRED,
     VVI_DOC(
         "",
         "a level ground; a half-plane, solid on the right of the way from its first point to its second; a chain of "
         "thin walls; a closed outline, solid inside")},
    {"height", VVI_CUSTOM(&height), VVI_DOC("m", "of a ground")},
    {"points", VVI_CUSTOM(&outline),
     VVI_DOC("m",
             "of the others: a half-plane has two, segments two or more, a polygon three or more, which do not cross "
             "themselves")},
    {NULL, VVI_LIST(OBSTACLE, point_count, points, vv_vec2, &points)},
    {"at", VVI_VECTOR(OBSTACLE, at, FAR), VVI_DOC("m", "where its origin is: its points are relative to it")},
    {"angle", VVI_NUMBER(OBSTACLE, angle, -1000.0f, 1000.0f),
     VVI_DOC_SLIDER("rad", "how it is turned about `at`", -3.2, 3.2, false)},
    {"velocity", VVI_VECTOR(OBSTACLE, velocity, 2500.0f),
     VVI_DOC("m/s", "it moves by itself, and carries what is on it")},
    {"spin", VVI_NUMBER(OBSTACLE, spin, -1000.0f, 1000.0f),
     VVI_DOC_SLIDER("rad/s", "it turns about `at` by itself", -10.0, 10.0, false)},
    {"path", VVI_LIST(OBSTACLE, key_count, keys, vv_scene_path_key, &path),
     VVI_DOC("", "where it is when, times ascending; instead of the four before")},
    {"repeat", VVI_WORD(OBSTACLE, repeat, 0, VVI_WORDS("once", "loop", "ping-pong")),
     VVI_DOC("", "after the last key of its path it stays, begins anew, or goes back and forth")},
    {"friction", VVI_NUMBER(OBSTACLE, friction, 0.0f, 1e6f), VVI_DOC_SLIDER("", "", 0.0, 2.0, false)},
    {"one_way", VVI_FLAG(OBSTACLE, one_way), .check = is_chain,
     VVI_DOC("", "segments: stops only what comes from the left of its direction")},
    {"sensor", VVI_FLAG(OBSTACLE, sensor), VVI_DOC("", "feels, does not stop")},
    {"layers", VVI_BIT_SET(OBSTACLE, layers),
     VVI_DOC("", "which actors it meets: those with one of these layers; null: all")},
    {"tag", VVI_WHOLE(OBSTACLE, tag, 0, UINT32_MAX), VVI_DOC("", "a number for the game")},
    {"visible", VVI_FLAG(OBSTACLE, visible), VVI_DOC("", "whether it is drawn")},
    {"colour", VVI_COLOUR(OBSTACLE, colour), .presence = VVI_FLAGGED, .flag = VVI_AT(OBSTACLE, coloured, bool),
     VVI_DOC("", "null: the stage's own")},
};
static const OBSTACLE defaults = {.friction = 0.6f, .layers = UINT32_MAX, .visible = true};
static const vvi_schema schema = {VVI_TABLE("obstacle", OBSTACLE, fields), .flags = VVI_SCHEMA_ONE_LINE,
                                  .defaults = &defaults, .check = check_obstacle, .warn = warn_obstacle};
const vvi_schema_list vvi_obstacle_list = {VVI_ITEMS_OF(&schema, "obstacles", VV_PROJECT_MAX_OBSTACLES), .named = true};
