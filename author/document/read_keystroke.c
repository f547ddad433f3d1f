/* The keystrokes of a line of action and its pulls out of JSON: strokes, the bones that follow them, tempers. */
#include "author/document/lines.h"

#include <stddef.h>
#include <string.h>

#define LEAST_LENGTH 1e-4f /* of a stroke, metres */
#define MOST_LENGTH  5e3f

static const char *const preset_words[] = {"normal", "snappy", "heavy", "rubbery", "floaty", NULL};

vvi_keys vvi_preset_words(void) { return preset_words; }

vv_project_line_key vvi_default_keystroke(void) { return (vv_project_line_key){.preset = VV_NONE}; }

/* ---- Tempers -------------------------------------------------------------------------------------------------------- */

#define NUMBER(key, low, high)                                                                                         \
    {                                                                                                                  \
#key, offsetof(vv_temper, key), low, high                                                                      \
    }
static const vvi_gait_number temper_numbers[] = {NUMBER(anticipation, 0.0f, 1.0f), NUMBER(overshoot, 0.0f, 1.0f),
                                                 NUMBER(cycles, 0.1f, 3.0f),       NUMBER(damping, 0.02f, 2.0f),
                                                 NUMBER(lag, 0.0f, 0.5f),          {NULL, 0, 0.0f, 0.0f}};
#undef NUMBER

const vvi_gait_number *vvi_temper_numbers(void) { return temper_numbers; }

void vv_project_temper_apply(const vv_project_temper *changes, vv_temper *temper)
{
    for (uint32_t i = 0; temper_numbers[i].key; i++) {
        size_t place = temper_numbers[i].place;
        if (changes->given >> i & 1u)
            *(float *)(void *)((char *)temper + place) =
                *(const float *)(const void *)((const char *)&changes->values + place);
    }
}

static void read_temper(vvi_reader *r, const vv_json *object, vv_project_temper *temper)
{
    static const char *const keys[] = {"anticipation", "overshoot", "cycles", "damping", "lag", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    for (uint32_t i = 0; temper_numbers[i].key && !vvi_stopped(r); i++) {
        const vvi_gait_number *number = &temper_numbers[i];
        const vv_json *value = vvi_member(object, number->key);
        float *out = (float *)(void *)((char *)&temper->values + number->place);
        if (value && vvi_number(r, value, number->low, number->high, out))
            temper->given |= 1u << i;
    }
}

void vvi_temper_member(vvi_reader *r, const vv_json *object, vv_project_temper *temper)
{
    bool reset;
    const vv_json *value = vvi_optional(object, "temper", &reset);
    if (value || reset)
        *temper = (vv_project_temper){0};
    if (value)
        read_temper(r, value, temper);
}

/* ---- Strokes -------------------------------------------------------------------------------------------------------- */

/* Lists of points that nobody could have drawn by hand would make a project too large. */
static uint32_t count_points(vvi_reader *r, const vv_json *list)
{
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return 0;
    if (list->count > VV_PROJECT_MAX_STROKE)
        vvi_problem(r, list, VV_RULE_TOO_MANY, "thin it out: few of its points say as much",
                    "this stroke has %u points, and at most %u are kept", list->count, VV_PROJECT_MAX_STROKE);
    return list->count > VV_PROJECT_MAX_STROKE ? 0 : list->count;
}

float vvi_stroke_length(uint32_t count, const vv_vec2 *points)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        double x = (double)points[i].x - (double)points[i - 1].x, y = (double)points[i].y - (double)points[i - 1].y;
        length += sqrt(x * x + y * y);
    }
    return (float)length;
}

static bool check_length(vvi_reader *r, const vv_json *list, uint32_t count, const vv_vec2 *points)
{
    float length = vvi_stroke_length(count, points);
    if (length == 0.0f)
        return vvi_problem(r, list, VV_RULE_STROKE, "draw it from one place to another",
                           count < 2 ? "a stroke has at least two points"
                                     : "the points of this stroke are all the same");
    return (length >= LEAST_LENGTH && length <= MOST_LENGTH) ||
           vvi_problem(r, list, VV_RULE_STROKE, length < LEAST_LENGTH ? "draw it longer" : "draw it shorter",
                       "this stroke is %g m long", (double)length);
}

const vv_vec2 *vvi_read_stroke(vvi_reader *r, const vv_json *list, uint32_t *count)
{
    uint32_t before = r->problems->errors;
    *count = count_points(r, list);
    vv_vec2 *points = r->problems->errors == before ? vvi_take(r, *count, sizeof *points) : NULL;
    for (const vv_json *item = points ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        float pair[2] = {0.0f, 0.0f};
        if (vvi_numbers(r, item, 2, VV_LINE_MAX_VALUE, pair))
            points[item->index] = (vv_vec2){pair[0], pair[1]};
    }
    if (points && r->problems->errors == before && !vvi_stopped(r))
        check_length(r, list, *count, points);
    *count = points ? *count : 0;
    return points;
}

const float *vvi_read_shares(vvi_reader *r, const vv_json *list, uint32_t count, float low, float high, vv_rule rule,
                             const char *what)
{
    bool unusual = false;
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return NULL;
    if (list->count != count) {
        vvi_problem(r, list, rule, "give one for each", "there are %u of these numbers for %u %s", list->count, count,
                    what);
        return NULL;
    }
    float *numbers = vvi_take(r, count, sizeof *numbers);
    for (const vv_json *item = numbers ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vvi_number(r, item, low, high, &numbers[item->index]);
        unusual = unusual || numbers[item->index] != 1.0f;
    }
    return unusual ? numbers : NULL;
}

/* Pressures stay with their points: where those are as many as before, they may be drawn anew without them. */
static void read_points(vvi_reader *r, const vv_json *object, vv_project_line_key *key)
{
    const vv_json *points = vvi_required(r, object, "points");
    bool none;
    const vv_json *pressure = vvi_optional(object, "pressure", &none);
    uint32_t before = key->point_count, errors = r->problems->errors;
    if (points)
        key->points = vvi_read_stroke(r, points, &key->point_count);
    if (r->problems->errors != errors || vvi_stopped(r))
        return;
    if (none)
        key->pressures = NULL;
    else if (pressure)
        key->pressures = vvi_read_shares(r, pressure, key->point_count, 0.0f, 1.0f, VV_RULE_STROKE, "points");
    else if (key->pressures && key->point_count != before)
        vvi_problem(r, points, VV_RULE_STROKE, "give \"pressure\" in the same command",
                    "the stroke had pressures for %u points, and has %u now", before, key->point_count);
}

/* ---- Bones ---------------------------------------------------------------------------------------------------------- */

static void read_handles(vvi_reader *r, const vv_json *list, uint32_t count, const vv_project_artwork *artwork,
                         vv_project_line_key *key)
{
    uint32_t *handles = vvi_take(r, count, sizeof *handles);
    for (const vv_json *item = handles && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        handles[item->index] = vvi_handle_value(r, item, artwork);
        for (uint32_t i = 0; i < item->index && handles[item->index] != VV_NONE; i++) {
            if (handles[i] == handles[item->index])
                vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here twice", item->string);
        }
    }
    key->handles = handles;
}

static void read_joints(vvi_reader *r, const vv_json *list, uint32_t count, vv_project_line_key *key)
{
    vv_project_bone *bones = vvi_take(r, count, sizeof *bones);
    for (const vv_json *item = bones && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_foreign_name(r, item, sizeof bones->name, bones[item->index].name))
            continue;
        for (uint32_t i = 0; i < item->index; i++) {
            if (strcmp(bones[i].name, bones[item->index].name) == 0)
                vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here twice", item->string);
        }
    }
    key->bones = bones;
}

static void read_bones(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_line *line,
                       vv_project_line_key *key)
{
    bool reset;
    const vv_json *list = vvi_optional(object, "bones", &reset);
    if (list || reset) {
        key->bone_count = 0;
        key->bones = NULL;
        key->handles = NULL;
    }
    uint32_t count = list ? vvi_list(r, list, VV_PROJECT_MAX_BONES, "bones") : 0;
    if (count == 0)
        return;
    if (line->kind == VV_LINE_OF_ARTWORK)
        read_handles(r, list, count, project->artworks[line->subject], key);
    else
        read_joints(r, list, count, key);
    key->bone_count = key->bones || key->handles ? count : 0;
}

/* The part of the line that they lie on; both ends at 0: all of it. */
static void read_part(vvi_reader *r, const vv_json *object, vv_project_line_key *key)
{
    bool no_from, no_to, whole = key->from == key->to;
    bool from = vvi_optional(object, "from", &no_from) != NULL || (!whole && !no_from);
    bool to = vvi_optional(object, "to", &no_to) != NULL || (!whole && !no_to);
    uint32_t before = r->problems->errors;
    vvi_float_member(r, object, "from", 0.0f, 0.0f, 1.0f, &key->from);
    vvi_float_member(r, object, "to", 0.0f, 0.0f, 1.0f, &key->to);
    if (r->problems->errors != before)
        return;
    if (from != to)
        vvi_problem(r, object, VV_RULE_STROKE, "give both or neither",
                    "this keystroke has \"from\" without \"to\", or the reverse");
    else if (from && key->from == key->to)
        vvi_problem(r, object, VV_RULE_STROKE, "leave both out for all of the line",
                    "its bones would lie on one point of the line");
}

/* ---- Keystrokes ----------------------------------------------------------------------------------------------------- */

void vvi_read_keystroke(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                        const vv_project_line *line, vv_project_line_key *key)
{
    static const char *const keys[] = {"time", "points", "pressure", "bones", "from", "to", "preset", "temper", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, VV_LINE_MAX_TIME, &key->time);
    read_points(r, object, key);
    read_bones(r, object, project, line, key);
    read_part(r, object, key);
    vvi_word_member(r, object, "preset", preset_words,
                    "write \"normal\", \"snappy\", \"heavy\", \"rubbery\" or \"floaty\"", VV_NONE, &key->preset);
    vvi_temper_member(r, object, &key->temper);
}

/* ---- Pulls ---------------------------------------------------------------------------------------------------------- */

static void read_pull_points(vvi_reader *r, const vv_json *list, vv_line_pull *pull)
{
    uint32_t before = r->problems->errors, count = count_points(r, list);
    vv_pull_point *points = r->problems->errors == before ? vvi_take(r, count, sizeof *points) : NULL;
    for (const vv_json *item = points && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        float three[3] = {0.0f, 0.0f, 0.0f};
        vv_pull_point *point = &points[item->index];
        if (!vvi_numbers(r, item, 3, VV_LINE_MAX_VALUE, three) ||
            !vvi_number(r, item->child, 0.0f, VV_LINE_MAX_TIME, &point->time))
            continue;
        point->by = (vv_vec2){three[1], three[2]};
        if (item->index > 0 && r->problems->errors == before && point->time < point[-1].time)
            vvi_problem(r, item, VV_RULE_LINE_TIMES, "sort the points by time",
                        "this point is earlier than the one before it");
    }
    if (points && count == 0)
        vvi_problem(r, list, VV_RULE_STROKE, "give one, or remove the pull", "this pull has no points");
    pull->points = points;
    pull->point_count = points ? count : 0;
}

void vvi_read_pull(vvi_reader *r, const vv_json *object, vvi_keys address, vv_line_pull *pull)
{
    static const char *const keys[] = {"along", "points", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    const vv_json *along = vvi_required(r, object, "along"), *points = vvi_required(r, object, "points");
    if (along)
        vvi_number(r, along, 0.0f, 1.0f, &pull->along);
    if (points)
        read_pull_points(r, points, pull);
}
