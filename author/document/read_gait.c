/* Gaits out of JSON: rows by feet and speed, the arc of a foot, and numbers. */
#include "author/document/creatures.h"

#include <stddef.h>
#include <string.h>

#define MOST_SPEED  20.0f /* Froude */
#define MOST_STRIDE 20.0f /* leg lengths */
#define MOST_ARC    4.0f
#define LEAST_GAP   1e-3f /* of an arc's times */

/* The defaults of the file, which must stay what they are: those of vv_default_gait. */
vv_project_gait vvi_default_gait(void)
{
    return (vv_project_gait){.def = {.lift = 0.12f,
                                     .hurry = 1.0f,
                                     .bob = 0.02f,
                                     .sway = 0.02f,
                                     .roll = 0.04f,
                                     .yaw = 0.06f,
                                     .pitch = 0.05f,
                                     .lean = 0.08f}};
}

#define NUMBER(key, low, high)                                                                                         \
    {                                                                                                                  \
#key, offsetof(vv_gait_def, key), low, high                                                                    \
    }
static const vvi_gait_number gait_numbers[] = {
    NUMBER(lift, 0.0f, 1.0f),  NUMBER(hurry, 0.25f, 4.0f), NUMBER(crouch, -0.2f, 0.6f), NUMBER(bob, 0.0f, 0.3f),
    NUMBER(sway, 0.0f, 0.3f),  NUMBER(roll, 0.0f, 0.6f),   NUMBER(yaw, 0.0f, 0.6f),     NUMBER(pitch, 0.0f, 0.6f),
    NUMBER(lean, -0.6f, 0.6f), NUMBER(wide, -0.3f, 0.5f),  NUMBER(limp, 0.0f, 1.0f),    NUMBER(bounce, 0.0f, 1.0f),
    {NULL, 0, 0.0f, 0.0f}};
#undef NUMBER
#define NUMBER(key, low, high)                                                                                         \
    {                                                                                                                  \
#key, offsetof(vv_arc_key, key), low, high                                                                     \
    }
static const vvi_gait_number arc_numbers[] = {NUMBER(forward, -MOST_ARC, MOST_ARC),
                                              NUMBER(up, -MOST_ARC, MOST_ARC),
                                              NUMBER(out, -MOST_ARC, MOST_ARC),
                                              NUMBER(pitch, -MOST_ARC, MOST_ARC),
                                              {NULL, 0, 0.0f, 0.0f}};
#undef NUMBER

const vvi_gait_number *vvi_gait_numbers(void) { return gait_numbers; }
const vvi_gait_number *vvi_arc_numbers(void) { return arc_numbers; }

static void read_numbers(vvi_reader *r, const vv_json *object, const vvi_gait_number *numbers, const void *usual,
                         void *out)
{
    for (; numbers->key; numbers++) {
        const float *fallback = (const float *)(const void *)((const char *)usual + numbers->place);
        vvi_float_member(r, object, numbers->key, *fallback, numbers->low, numbers->high,
                         (float *)(void *)((char *)out + numbers->place));
    }
}

/* ---- Rows ----------------------------------------------------------------------------------------------------------- */

static void read_triggers(vvi_reader *r, const vv_json *list, vv_gait_row *row)
{
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return;
    if (list->count != row->feet) {
        vvi_problem(r, list, VV_RULE_GAIT, "give one for every foot", "there are %u triggers for %u feet", list->count,
                    row->feet);
        return;
    }
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next)
        vvi_number(r, item, 0.0f, 1.0f, &row->triggers[item->index]);
}

static void read_row(vvi_reader *r, const vv_json *object, vv_gait_row *row)
{
    static const char *const keys[] = {"feet", "speed", "duty", "stride", "triggers", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    for (vvi_keys key = keys; *key; key++)
        vvi_required(r, object, *key);
    const vv_json *triggers = vvi_member(object, "triggers");
    vvi_whole_member(r, object, "feet", 0, 1, VV_GAIT_MAX_FEET, &row->feet);
    vvi_float_member(r, object, "speed", 0.0f, 0.0f, MOST_SPEED, &row->speed);
    vvi_float_member(r, object, "duty", 0.0f, 0.05f, 0.95f, &row->duty);
    vvi_float_member(r, object, "stride", 0.0f, 0.01f, MOST_STRIDE, &row->stride);
    if (triggers && row->feet > 0)
        read_triggers(r, triggers, row);
}

/* The row before it of as many feet, or NULL. */
static const vv_gait_row *row_before(const vv_gait_row *rows, uint32_t index)
{
    for (uint32_t i = index; i-- > 0;) {
        if (rows[i].feet == rows[index].feet)
            return &rows[i];
    }
    return NULL;
}

static void read_rows(vvi_reader *r, const vv_json *list, vv_gait_def *def)
{
    uint32_t count = vvi_list(r, list, VV_GAIT_MAX_ROWS, "rows"), before = r->problems->errors;
    vv_gait_row *rows = vvi_take(r, count, sizeof *rows);
    if (!rows)
        return;
    if (list->kind == VV_JSON_ARRAY && list->count == 0)
        vvi_problem(r, list, VV_RULE_GAIT, "add rows, or leave \"rows\" out for the usual ones", "there are no rows");
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_row(r, item, &rows[item->index]);
        const vv_gait_row *last = r->problems->errors == before ? row_before(rows, item->index) : NULL;
        if (last && !(rows[item->index].speed > last->speed))
            vvi_problem(r, item, VV_RULE_GAIT, "sort the rows of as many feet by speed",
                        "this row is not faster than the one before it for %u feet", last->feet);
    }
    def->rows = rows;
    def->row_count = count;
}

/* ---- Arcs ----------------------------------------------------------------------------------------------------------- */

static void read_arc_key(vvi_reader *r, const vv_json *object, vv_arc_key *key)
{
    static const char *const keys[] = {"time", "forward", "up", "out", "pitch", NULL};
    static const vv_arc_key usual;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, 1.0f, &key->time);
    read_numbers(r, object, arc_numbers, &usual, key);
}

static bool is_on_ground(const vv_arc_key *key, float end)
{
    return key->time == end && key->forward == end && key->up == 0.0f && key->out == 0.0f && key->pitch == 0.0f;
}

static void check_arc(vvi_reader *r, const vv_json *list, const vv_arc_key *arc, uint32_t count)
{
    if (!is_on_ground(&arc[0], 0.0f) || !is_on_ground(&arc[count - 1], 1.0f))
        vvi_problem(r, list, VV_RULE_GAIT, "begin with time 0 alone, end with time and forward 1 alone",
                    "this arc does not lead from where a foot leaves the ground to where it treads");
}

static void read_arc(vvi_reader *r, const vv_json *list, vv_gait_def *def)
{
    uint32_t count = vvi_list(r, list, VV_GAIT_MAX_ARC, "keys"), before = r->problems->errors;
    vv_arc_key *arc = vvi_take(r, count, sizeof *arc);
    if (!arc)
        return;
    if (list->kind == VV_JSON_ARRAY && list->count == 1)
        vvi_problem(r, list, VV_RULE_GAIT, "add one for its end", "this arc has one key");
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_arc_key(r, item, &arc[item->index]);
        if (item->index > 0 && r->problems->errors == before &&
            !(arc[item->index].time >= arc[item->index - 1].time + LEAST_GAP))
            vvi_problem(r, item, VV_RULE_GAIT, "sort the keys by time, at least 0.001 apart",
                        "this key is not later than the one before it");
    }
    if (count >= 2 && r->problems->errors == before && !vvi_stopped(r))
        check_arc(r, list, arc, count);
    def->arc = count ? arc : NULL;
    def->arc_count = count;
}

/* ---- Gaits ---------------------------------------------------------------------------------------------------------- */

void vvi_read_gait(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_gait *gait)
{
    static const char *const keys[] = {"rows", "arc",   "lift", "hurry", "crouch", "bob",    "sway", "roll",
                                       "yaw",  "pitch", "lean", "wide",  "limp",   "bounce", NULL};
    vv_gait_def usual = vvi_default_gait().def, *def = &gait->def;
    bool editing = r->editing, no_rows, no_arc;
    (void)project;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    const vv_json *rows = vvi_optional(object, "rows", &no_rows), *arc = vvi_optional(object, "arc", &no_arc);
    if (no_rows) {
        def->rows = NULL;
        def->row_count = 0;
    }
    if (no_arc) {
        def->arc = NULL;
        def->arc_count = 0;
    }
    r->editing = false; /* lists that are given are given whole */
    if (rows)
        read_rows(r, rows, def);
    if (arc)
        read_arc(r, arc, def);
    r->editing = editing;
    read_numbers(r, object, gait_numbers, &usual, def);
}
