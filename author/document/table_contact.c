/* The twists and contacts of a line of action: turns of one bone about itself, and places that bones keep. */
#include "author/document/lines.h"
#include "author/document/schema.h"

#include <float.h>

#define STEP       vv_match_constraint_key
#define MOST_ANGLE 100.0f /* radians: more turns than anyone means */

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

#define TIME                                                                                                           \
    {                                                                                                                  \
        "time", VVI_NUMBER(STEP, time, 0.0f, VV_LINE_MAX_TIME), .presence = VVI_REQUIRED, VVI_DOC("s", "")             \
    }
static const STEP step_defaults = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
#define STEP_RULES                                                                                                     \
    .plural = "keys", .limit = VV_MATCH_MAX_CONSTRAINT_KEYS, VVI_TIMES(STEP, time, VVI_LATER, VV_RULE_LINE_TIMES),     \
    .when_good = true, .least = {1, VV_RULE_LINE_TIMES, "give one, or remove this", "there are no keys"}

/* ---- Twists ------------------------------------------------------------------------------------------------------ */

#define TWIST vv_project_twist
static const vvi_schema_field angle_fields[] = {
    TIME,
    {"angle", VVI_NUMBER(STEP, angle, -MOST_ANGLE, MOST_ANGLE), .presence = VVI_REQUIRED,
     VVI_DOC("rad", "about the bone, beyond where the line alone takes it")},
};
static const vvi_schema angle_schema = {VVI_TABLE("twist key", STEP, angle_fields), .defaults = &step_defaults};
static const vvi_schema_list angles = {.item = &angle_schema, STEP_RULES};
static void warn_twist(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vvi_warn_late(r, json, scope, ((const TWIST *)scope->item)->steps[0].time);
}

static const vvi_schema_field twist_fields[] = {
    {"bone", VVI_LABEL(TWIST, bone), .presence = VVI_REQUIRED, VVI_DOC("", "of which joint or body")},
    {"keys", VVI_LIST(TWIST, step_count, steps, vv_match_constraint_key, &angles), .presence = VVI_REQUIRED,
     VVI_DOC("", "how far it is turned when; times ascend")},
};
const vvi_schema vvi_twist_schema = {VVI_TABLE("twist", TWIST, twist_fields),
                                     .flags = VVI_SCHEMA_PART | VVI_SCHEMA_ONE_LINE, .warn = warn_twist};

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

#define CONTACT vv_project_contact

/* A rotation need not be of unit length to the last digit. */
static bool is_rotation(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    vv_quat q = ((const STEP *)scope->item)->rotation;
    float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return fabsf(square - 1.0f) <= 0.01f || /* as vv_match_create wants it */
           vvi_problem(r, value, VV_RULE_RANGE, "divide its numbers by its length",
                       "this rotation has the length %g, and a quaternion x y z w of length 1 is needed",
                       sqrt((double)square));
}

static bool is_turned(const vvi_scope *scope)
{
    return ((const CONTACT *)vvi_scope_find(scope, &vvi_contact_schema)->item)->turned;
}

/* Turns: in all keys or in none. */
static void settle_turns(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    uint32_t turned = 0;
    for (const vv_json *step = list->child; step; step = step->next)
        turned += vvi_member(step, "turn") != NULL;
    if (vvi_scope_is_good(r, scope) && turned > 0 && turned != list->count)
        vvi_problem(r, list, VV_RULE_ONE_OF, "give a \"turn\" to every key, or to none",
                    "%u of these %u keys have a \"turn\"", turned, list->count);
    ((CONTACT *)scope->outer->item)->turned = turned > 0;
}

/* Whether a number is as the object has it: one that was wrong is as it was. */
static bool was_read(const vvi_reader *r, const vv_json *object, const char *key, float number)
{
    const vv_json *value = vvi_member(object, key);
    if (!value)
        return r->editing;
    return value->kind == VV_JSON_NUMBER && fabs(value->number) <= (double)FLT_MAX && (float)value->number == number;
}

static void check_contact(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const CONTACT *contact = scope->item;
    if (was_read(r, object, "from", contact->from) && was_read(r, object, "to", contact->to) &&
        !(contact->to > contact->from))
        vvi_problem(r, object, VV_RULE_LINE_TIMES, "make \"to\" greater than \"from\"",
                    "this contact lasts from %g to %g s", (double)contact->from, (double)contact->to);
}

static const vvi_schema_field place_fields[] = {
    TIME,
    {"place", VVI_VECTOR(STEP, position, VV_LINE_MAX_VALUE), .presence = VVI_REQUIRED,
     VVI_DOC("m", "where the point is in the world")},
    {"turn", VVI_VECTOR(STEP, rotation, 2.0f), .presence = VVI_NULLABLE, .given = is_turned, .check = is_rotation,
     VVI_DOC("", "how the bone is turned there, in all keys or in none: a quaternion x y z w")},
};
static const vvi_schema place_schema = {VVI_TABLE("contact key", STEP, place_fields), .defaults = &step_defaults};
static const vvi_schema_list places = {.item = &place_schema, STEP_RULES, .check_all = settle_turns};
static void warn_contact(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vvi_warn_late(r, json, scope, ((const CONTACT *)scope->item)->from);
}

static const vvi_schema_field contact_fields[] = {
    {"bone", VVI_LABEL(CONTACT, bone), .presence = VVI_REQUIRED, VVI_DOC("", "of which joint or body")},
    {"point", VVI_VECTOR(CONTACT, point, VV_LINE_MAX_VALUE), VVI_DOC("m", "which of its points is held, in its frame")},
    {"from", VVI_NUMBER(CONTACT, from, 0.0f, VV_LINE_MAX_TIME), .presence = VVI_REQUIRED,
     VVI_DOC("s", "when it begins to be held")},
    {"to", VVI_NUMBER(CONTACT, to, 0.0f, VV_LINE_MAX_TIME), .presence = VVI_REQUIRED,
     VVI_DOC("s", "until when, later than `from`")},
    {"ease", VVI_NUMBER(CONTACT, ease, 0.0f, 10.0f),
     VVI_DOC_SLIDER("s", "in how long before and after it takes hold and lets go", 0.0, 1.0, false)},
    {"keys", VVI_LIST(CONTACT, step_count, steps, vv_match_constraint_key, &places), .presence = VVI_REQUIRED,
     VVI_DOC("", "where the point is when; times ascend")},
};
static const CONTACT contact_defaults = {.ease = 0.15f};
const vvi_schema vvi_contact_schema = {VVI_TABLE("contact", CONTACT, contact_fields),
                                       .flags = VVI_SCHEMA_PART | VVI_SCHEMA_ONE_LINE, .defaults = &contact_defaults,
                                       .check = check_contact, .warn = warn_contact};
