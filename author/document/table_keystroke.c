/* The keystrokes of a line of action and its pulls: strokes, the bones that follow them, manners. */
#include "author/document/lines.h"
#include "author/document/schema.h"

#include <string.h>

#define KEY          vv_project_line_key
#define LEAST_LENGTH 1e-4f /* of a stroke, metres */
#define MOST_LENGTH  5e3f

/* ---- Strokes ----------------------------------------------------------------------------------------------------- */

float vvi_stroke_length(uint32_t count, const vv_vec2 *points)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        double x = (double)points[i].x - (double)points[i - 1].x, y = (double)points[i].y - (double)points[i - 1].y;
        length += sqrt(x * x + y * y);
    }
    return (float)length;
}

static void check_length(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    float length = vvi_stroke_length(scope->count, scope->list);
    bool good = vvi_scope_is_good(r, scope);
    if (good && length == 0.0f)
        vvi_problem(r, list, VV_RULE_STROKE, "draw it from one place to another",
                    scope->count < 2 ? "a stroke has at least two points"
                                     : "the points of this stroke are all the same");
    else if (good && !(length >= LEAST_LENGTH && length <= MOST_LENGTH))
        vvi_problem(r, list, VV_RULE_STROKE, length < LEAST_LENGTH ? "draw it longer" : "draw it shorter",
                    "this stroke is %g m long", (double)length);
}

/* Longer lists of points than a hand draws would make a project too large. */
#define STROKE_LIMIT                                                                                                   \
    .plural = "points", .limit = VV_PROJECT_MAX_STROKE,                                                                \
    .too_many = "this stroke has %u points, and at most %u are kept",                                                  \
    .too_many_remedy = "thin it out: few of its points say as much"

static const vvi_schema_field point_fields[] = {
    {NULL, .kind = VVI_KIND_VECTOR, .size = 2, .high = (double)VV_LINE_MAX_VALUE}};
static const vvi_schema point_schema = {VVI_TABLE("point", vv_vec2, point_fields)};
const vvi_schema_list vvi_stroke_list = {
    .item = &point_schema, STROKE_LIMIT, .one_line = true, .check_all = check_length};

/* ---- Bones ------------------------------------------------------------------------------------------------------- */

static const vvi_schema_field handle_fields[] = {{NULL, .kind = VVI_KIND_REFERENCE, .of.reference = &vvi_handles}};
static const vvi_schema handle_schema = {VVI_TABLE("handle", uint32_t, handle_fields)};
static const vvi_schema_field bone_fields[] = {{NULL, VVI_LABEL(vv_project_bone, name)}};
static const vvi_schema bone_schema = {VVI_TABLE("bone", vv_project_bone, bone_fields)};
#define BONE_LIMIT .plural = "bones", .limit = VV_PROJECT_MAX_BONES, .unique = "\"%s\" is here twice"
static const vvi_schema_list handle_list = {.item = &handle_schema, BONE_LIMIT};
static const vvi_schema_list bone_list = {.item = &bone_schema, BONE_LIMIT};

static bool is_drawn(const vvi_scope *scope)
{
    return ((const vv_project_line *)vvi_scope_find(scope, &vvi_line_schema)->item)->kind == VV_LINE_OF_ARTWORK;
}

/* Handles of an artwork, or names of joints or bodies. */
static void read_bones(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    KEY *key = scope->item;
    const void *read = NULL;
    bool drawn = is_drawn(scope);
    key->bone_count = 0;
    if (value)
        vvi_schema_read_list(r, value, drawn ? &handle_list : &bone_list, scope, &key->bone_count, &read);
    key->handles = drawn ? read : NULL;
    key->bones = drawn ? NULL : read;
}

static void write_bones(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const KEY *key = scope->item;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < key->bone_count; i++)
        vv_json_write_string(
            w->json, NULL, key->handles ? vvi_scope_artwork(scope)->handles[key->handles[i]].name : key->bones[i].name);
    vv_json_write_end(w->json);
}

static bool has_bones(const vvi_scope *scope) { return ((const KEY *)scope->item)->bone_count > 0; }

static const vvi_schema_custom bones = {read_bones, write_bones, has_bones, VVI_DOC_TYPE("readonly string[]")};

/* ---- Keystrokes -------------------------------------------------------------------------------------------------- */

/* Pressures stay with their points: where those are as many as before, they may be drawn anew without them. */
static bool begin_keystroke(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const KEY *key = scope->item;
    const vv_json *points = vvi_member(object, "points");
    bool kept = key->pressures && !vv_json_member(object, "pressure");
    return !kept || !points || points->kind != VV_JSON_ARRAY || points->count == key->point_count ||
           points->count < 2 || points->count > VV_PROJECT_MAX_STROKE ||
           vvi_problem(r, points, VV_RULE_STROKE, "give \"pressure\" in the same command",
                       "the stroke had pressures for %u points, and has %u now", key->point_count, points->count);
}

/* The part of the line that its bones lie on; a number that was wrong is not given. */
static void check_keystroke(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const KEY *key = scope->item;
    bool wrong = (vvi_member(object, "from") && !key->from_given) || (vvi_member(object, "to") && !key->to_given);
    if (!wrong && key->from_given != key->to_given)
        vvi_problem(r, object, VV_RULE_STROKE, "give both or neither",
                    "this keystroke has \"from\" without \"to\", or the reverse");
    else if (!wrong && key->from_given && key->from == key->to)
        vvi_problem(r, object, VV_RULE_STROKE, "leave both out for all of the line",
                    "its bones would lie on one point of the line");
}

static bool same_bones(const vv_project_line_key *a, const vv_project_line_key *b)
{
    if (a->bone_count != b->bone_count || a->from != b->from || a->to != b->to)
        return false;
    for (uint32_t i = 0; i < a->bone_count; i++) {
        if (strcmp(a->bones[i].name, b->bones[i].name) != 0)
            return false;
    }
    return true;
}

/* It is compared with the first of its bones, which is most likely drawn over the body as it is. */
static void warn_keystroke(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const float unlike = 0.25f; /* share of a length */
    const KEY *key = scope->item, *first = scope->list;
    if (is_drawn(scope))
        return;
    while (!same_bones(first, key))
        first++;
    float usual = vvi_stroke_length(first->point_count, first->points);
    float length = vvi_stroke_length(key->point_count, key->points);
    if (fabsf(length - usual) > unlike * usual)
        vvi_problem(r, json, VV_RULE_STROKE_LENGTH, "draw it about as long, or name other bones",
                    "this keystroke is %g m long, and keystroke %u of the same bones %g m", (double)length,
                    (uint32_t)(first - (const KEY *)scope->list) + 1, (double)usual);
}

static const vvi_schema_numbers one_a_point = {VV_RULE_STROKE, "give one for each",
                                               "there are %u of these numbers for %u points"};
const char *const vvi_preset_words[] = {"normal", "snappy", "heavy", "rubbery", "floaty", NULL};
static const vvi_schema_field keystroke_fields[] = {
    {"time", VVI_NUMBER(KEY, time, 0.0f, VV_LINE_MAX_TIME), .presence = VVI_REQUIRED, .flags = VVI_NULL_RESETS,
     VVI_DOC("s", "when the line is there")},
    {"points", VVI_LIST(KEY, point_count, points, vv_vec2, &vvi_stroke_list), .presence = VVI_REQUIRED,
     .flags = VVI_ESSENTIAL,
     VVI_DOC("", "the stroke, 0.0001 to 5000 m long, of at least two points; the studio and the command thin one of "
                 "more points")},
    {"pressure", VVI_NUMBERS_POINTER(KEY, pressures, point_count, 0.0f, 1.0f, &one_a_point), .presence = VVI_NULLABLE,
     VVI_DOC("", "of the pen at every point; null: 1 each")},
    {"bones", VVI_CUSTOM(&bones), .presence = VVI_NULLABLE,
     VVI_DOC("", "which joints, bodies or handles follow it, no two the same; null: those that fill the stroke best")},
    {NULL, VVI_LIST(KEY, bone_count, bones, vv_project_bone, &bone_list)},
    {NULL, VVI_LIST(KEY, bone_count, handles, uint32_t, &handle_list)},
    {"from", VVI_NUMBER(KEY, from, 0.0f, 1.0f), .presence = VVI_FLAGGED, .flag = VVI_AT(KEY, from_given, bool),
     VVI_DOC(
         "",
         "where the part of the line begins that they lie on, with `to` or not at all; null: all of it, the better way "
         "round")},
    {"to", VVI_NUMBER(KEY, to, 0.0f, 1.0f), .presence = VVI_FLAGGED, .flag = VVI_AT(KEY, to_given, bool),
     VVI_DOC(
         "",
         "where that part ends, elsewhere than `from`; from > to: the other way round; null: all of it, the better way "
         "round")},
    {"preset", VVI_WORD(KEY, preset, 0, vvi_preset_words), .presence = VVI_NULLABLE,
     VVI_DOC("", "the manner from here to the next keystroke; null: that of the line, with its temper")},
    {"temper", VVI_OBJECT(KEY, temper, &vvi_temper_schema), VVI_DOC("", "what differs from that")},
};
static const KEY keystroke_defaults = {.preset = VV_NONE};
const vvi_schema vvi_keystroke_schema = {VVI_TABLE("keystroke", KEY, keystroke_fields),
                                         .flags = VVI_SCHEMA_PART | VVI_SCHEMA_ONE_LINE,
                                         .defaults = &keystroke_defaults,
                                         .begin = begin_keystroke,
                                         .check = check_keystroke,
                                         .warn = warn_keystroke};

/* ---- Pulls ------------------------------------------------------------------------------------------------------- */

#define POINT vv_line_pull_point

/* Other numbers that were out of range were refused, and are 0. */
static void check_pull_point(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const POINT *point = scope->item;
    float time;
    if (!(point->time >= 0.0f && point->time <= VV_LINE_MAX_TIME))
        vvi_number(r, json->child, 0.0f, VV_LINE_MAX_TIME, &time);
    else if (vvi_scope_is_good(r, scope) && scope->index > 0 && point->time < point[-1].time)
        vvi_problem(r, json, VV_RULE_LINE_TIMES, "sort the points by time",
                    "this point is earlier than the one before it");
}

static const vvi_schema_field pull_point_fields[] = {
    {NULL, .kind = VVI_KIND_VECTOR, .size = sizeof(POINT) / sizeof(float), .high = (double)VV_LINE_MAX_VALUE,
     VVI_DOC("", "`[time, x, y]`")}};
static const vvi_schema pull_point_schema = {VVI_TABLE("point", POINT, pull_point_fields)};
static const vvi_schema_list pull_points = {
    .item = &pull_point_schema,
    STROKE_LIMIT,
    .least = {1, VV_RULE_STROKE, "give one, or remove the pull", "this pull has no points"},
    .check = check_pull_point};
static void warn_pull(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vvi_warn_late(r, json, scope, ((const vv_line_pull *)scope->item)->points[0].time);
}

static const vvi_schema_field pull_fields[] = {
    {"along", VVI_NUMBER(vv_line_pull, fraction, 0.0f, 1.0f), .presence = VVI_REQUIRED,
     VVI_DOC("", "where it pulls: the share of the line from its beginning")},
    {"points", VVI_LIST(vv_line_pull, point_count, points, vv_line_pull_point, &pull_points), .presence = VVI_REQUIRED,
     VVI_DOC("", "by how many metres that point would be moved then; between them it changes evenly, before the first "
                 "and after the last nothing pulls; times never descend")},
};
const vvi_schema vvi_pull_schema = {VVI_TABLE("pull", vv_line_pull, pull_fields),
                                    .flags = VVI_SCHEMA_PART | VVI_SCHEMA_ONE_LINE, .warn = warn_pull};
