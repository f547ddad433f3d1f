/* Gaits: rows by feet and speed, the arc of a foot, and numbers. */
#include "author/document/schema.h"

#define MOST_ARC 4.0f /* leg lengths, or of the way */

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

#define ROW vv_gait_row
static const vvi_schema_numbers one_a_foot = {VV_RULE_GAIT, "give one for every foot",
                                              "there are %u triggers for %u feet"};
static const vvi_schema_field row_fields[] = {
    {"feet", VVI_WHOLE(ROW, feet, 1, VV_GAIT_MAX_FEET), .presence = VVI_REQUIRED, VVI_DOC("", "for how many")},
    {"speed", VVI_NUMBER(ROW, speed, 0.0f, 20.0f), .presence = VVI_REQUIRED, VVI_DOC("", "a Froude number")},
    {"duty", VVI_NUMBER(ROW, duty, 0.05f, 0.95f), .presence = VVI_REQUIRED,
     VVI_DOC("", "the share of a cycle that a foot stands")},
    {"stride", VVI_NUMBER(ROW, stride, 0.01f, 20.0f), .presence = VVI_REQUIRED,
     VVI_DOC_SLIDER("", "of one cycle", 0.01, 8.0, false)},
    {"triggers", VVI_NUMBERS(ROW, triggers, feet, 0.0f, 1.0f, &one_a_foot), .presence = VVI_REQUIRED,
     VVI_DOC("", "when each foot's cycle begins, of the cycle after the first; from the hindmost hip to the foremost, "
                 "left before right")},
};
static const vvi_schema row_schema = {VVI_TABLE("row", ROW, row_fields), .flags = VVI_SCHEMA_ONE_LINE};

/* Rows of as many feet ascend in speed. */
static void check_row(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const ROW *rows = scope->list, *row = scope->item;
    uint32_t i = scope->index;
    while (i > 0 && rows[i - 1].feet != row->feet)
        i--;
    if (vvi_scope_is_good(r, scope) && i > 0 && !(row->speed > rows[i - 1].speed))
        vvi_problem(r, json, VV_RULE_GAIT, "sort the rows of as many feet by speed",
                    "this row is not faster than the one before it for %u feet", row->feet);
}

static const vvi_schema_list rows = {
    VVI_ITEMS_OF(&row_schema, "rows", VV_GAIT_MAX_ROWS),
    .least = {1, VV_RULE_GAIT, "add rows, or leave \"rows\" out for the usual ones", "there are no rows"},
    .check = check_row};

/* ---- Arcs -------------------------------------------------------------------------------------------------------- */

#define ARC_KEY vv_arc_key
static const vvi_schema_field arc_fields[] = {
    {"time", VVI_NUMBER(ARC_KEY, time, 0.0f, 1.0f), .presence = VVI_REQUIRED,
     VVI_DOC("", "of the flight, at least 0.001 after the key before; the first is at 0 with nothing else, the last at "
                 "1 with `forward` 1")},
    {"forward", VVI_NUMBER(ARC_KEY, forward, -MOST_ARC, MOST_ARC), VVI_DOC("", "share of the way")},
    {"up", VVI_NUMBER(ARC_KEY, up, -MOST_ARC, MOST_ARC), VVI_DOC("", "")},
    {"out", VVI_NUMBER(ARC_KEY, out, -MOST_ARC, MOST_ARC), VVI_DOC("", "away from the middle")},
    {"pitch", VVI_NUMBER(ARC_KEY, pitch, -MOST_ARC, MOST_ARC), VVI_DOC("rad", "toe down")},
};
static const vvi_schema arc_key_schema = {VVI_TABLE("arc key", ARC_KEY, arc_fields), .flags = VVI_SCHEMA_ONE_LINE};

static bool is_on_ground(const ARC_KEY *key, float end)
{
    return key->time == end && key->forward == end && key->up == 0.0f && key->out == 0.0f && key->pitch == 0.0f;
}

static void check_arc(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    const ARC_KEY *keys = scope->list;
    uint32_t count = scope->count;
    if (vvi_scope_is_good(r, scope) && count > 1 &&
        (!is_on_ground(&keys[0], 0.0f) || !is_on_ground(&keys[count - 1], 1.0f)))
        vvi_problem(r, list, VV_RULE_GAIT, "begin with time 0 alone, end with time and forward 1 alone",
                    "this arc does not lead from where a foot leaves the ground to where it treads");
}

static const vvi_schema_list arc = {
    VVI_ITEMS_OF(&arc_key_schema, "keys", VV_GAIT_MAX_ARC),
    VVI_TIMES(ARC_KEY, time, VVI_GAP_AFTER_SUM, VV_RULE_GAIT),
    .gap = 1e-3f,
    .when_good = true,
    .sort = "sort the keys by time, at least 0.001 apart",
    .least = {2, VV_RULE_GAIT, "add one for its end", "this arc has one key", .or_none = true},
    .check_all = check_arc};

/* ---- Gaits ------------------------------------------------------------------------------------------------------- */

#define GAIT                 vv_project_gait
#define NUMBER(m, low, high) #m, VVI_NUMBER(GAIT, def.m, low, high)
static const vvi_schema_field gait_fields[] = {
    {"name", VVI_NAME(GAIT, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"rows", VVI_LIST(GAIT, def.row_count, def.rows, vv_gait_row, &rows), .presence = VVI_NULLABLE,
     VVI_DOC("", "when feet tread, for groups of 1 to 6 legs of about the same length at several speeds; null: those "
                 "of every walker")},
    {"arc", VVI_LIST(GAIT, def.arc_count, def.arc, vv_arc_key, &arc),
     VVI_DOC("", "how a foot flies; without one `lift` alone says it")},
    {NUMBER(lift, 0.0f, 1.0f),
     VVI_DOC("", "how high feet are lifted; the `up` of an arc is multiplied by `lift` / 0.12")},
    {NUMBER(hurry, 0.25f, 4.0f), VVI_DOC("", "times the frequency, with steps so much shorter")},
    {NUMBER(crouch, -0.2f, 0.6f), VVI_DOC("", "the body is lower by so much")},
    {NUMBER(bob, 0.0f, 0.3f), VVI_DOC("", "hips up and down")},
    {NUMBER(sway, 0.0f, 0.3f), VVI_DOC("", "hips towards the standing side")},
    {NUMBER(roll, 0.0f, 0.6f), VVI_DOC("rad", "of the hips with the steps")},
    {NUMBER(yaw, 0.0f, 0.6f), VVI_DOC("rad", "of the hips with the steps")},
    {NUMBER(pitch, 0.0f, 0.6f), VVI_DOC("rad", "of the hips with the steps")},
    {NUMBER(lean, -0.6f, 0.6f), VVI_DOC("rad", "forward with speed, at speed 1")},
    {NUMBER(wide, -0.3f, 0.5f), VVI_DOC("", "feet farther out")},
    {NUMBER(limp, 0.0f, 1.0f), VVI_DOC("", "one leg stands shorter, and the body dips on it")},
    {NUMBER(bounce, 0.0f, 1.0f), VVI_DOC("", "how much of `bob` happens in flight instead of stance")},
};
/* The defaults of the file, which must stay what they are: those of vv_default_gait_def. */
static const GAIT gait_defaults = {.def = {.lift = 0.12f,
                                           .hurry = 1.0f,
                                           .bob = 0.02f,
                                           .sway = 0.02f,
                                           .roll = 0.04f,
                                           .yaw = 0.06f,
                                           .pitch = 0.05f,
                                           .lean = 0.08f}};
const vvi_schema vvi_gait_schema = {VVI_TABLE("gait", GAIT, gait_fields), .flags = VVI_SCHEMA_NOUN,
                                    .defaults = &gait_defaults};
