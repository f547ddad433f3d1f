/* Fields: axes, and what the tables of shapes, verbs and correctives share. Places on axes are rows of matrices. */
#include "author/document/verbs.h"

#include <string.h>

#define AXIS vv_project_axis

const char *const vvi_radial_words[] = {"bspline", "thin plate", "gaussian", "linear", NULL};

/* ---- Axes: what may drive them depends on whose they are --------------------------------------------------------- */

static void check_axis(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const AXIS *axis = scope->item;
    if (!(axis->low < axis->high))
        vvi_problem(r, object, VV_RULE_AXIS, "make \"high\" greater than \"low\"", "this axis goes from %g to %g",
                    (double)axis->low, (double)axis->high);
}

static bool has_joint(const vvi_scope *scope) { return ((const AXIS *)scope->item)->joint[0] != '\0'; }

static void check_joint_axis(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    AXIS *axis = scope->item;
    if (!has_joint(scope) && vvi_member(object, "about"))
        vvi_problem(r, object, VV_RULE_AXIS, "give \"joint\" too", "this axis turns about something of no joint");
    if (!has_joint(scope))
        axis->about = 0;
    check_axis(r, object, scope);
}

static void check_handle_axis(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const AXIS *axis = scope->item;
    if (axis->base != VV_NONE && (axis->handle == VV_NONE || axis->handle == axis->base))
        vvi_problem(r, object, VV_RULE_AXIS, "name two different handles, or leave out \"base\"",
                    "the angle of this axis is measured from a handle, but %s",
                    axis->handle == VV_NONE ? "it has none of its own" : "it is that handle's own");
    check_axis(r, object, scope);
}

#define NAME                                                                                                           \
    {                                                                                                                  \
        "name", VVI_NAME(AXIS, name), .presence = VVI_REQUIRED, VVI_DOC("", "")                                        \
    }
#define LOW                                                                                                            \
    {                                                                                                                  \
        "low", VVI_NUMBER(AXIS, low, -VV_PROJECT_FAR, VV_PROJECT_FAR),                                                 \
            VVI_DOC(                                                                                                   \
                "",                                                                                                    \
                "where its range begins, below `high`; distances on it are measured in units of half of the range")    \
    }
#define HIGH                                                                                                           \
    {                                                                                                                  \
        "high", VVI_NUMBER(AXIS, high, -VV_PROJECT_FAR, VV_PROJECT_FAR), VVI_DOC("", "where it ends")                  \
    }
#define EXTRAPOLATE                                                                                                    \
    {                                                                                                                  \
        "extrapolate", VVI_WORD(AXIS, clamped, 0, VVI_WORDS("free", "clamped")),                                       \
            VVI_DOC("", "what happens beyond: it goes on, or stays as it is at the end")                               \
    }
static const AXIS axis_defaults = {.high = 1.0f, .handle = VV_NONE, .base = VV_NONE};

static const vvi_schema_field axis_fields[] = {NAME, LOW, HIGH, EXTRAPOLATE};
static const vvi_schema axis_schema = {VVI_TABLE("axis", AXIS, axis_fields),
                                       .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_ONE_LINE, .defaults = &axis_defaults,
                                       .check = check_axis};
const vvi_schema_list vvi_axis_list = {&axis_schema, "axes", VV_FIELD_MAX_AXES, .named = true, .noun = VVI_AXIS};

static const vvi_schema_field joint_fields[] = {
    NAME,
    LOW,
    HIGH,
    EXTRAPOLATE,
    {"joint", VVI_LABEL(AXIS, joint), .presence = VVI_NULLABLE,
     VVI_DOC("rad", "on a skeleton: the joint whose angle it is; null: the game says it")},
    {"about", VVI_WORD(AXIS, about, 0, VVI_WORDS("x", "y", "z")), .presence = VVI_DEPENDENT, .given = has_joint,
     VVI_DOC("", "about which axis of that joint")},
};
static const vvi_schema joint_schema = {VVI_TABLE("shape axis", AXIS, joint_fields),
                                        .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_ONE_LINE, .defaults = &axis_defaults,
                                        .check = check_joint_axis};
const vvi_schema_list vvi_joint_axis_list = {&joint_schema, "axes", VV_FIELD_MAX_AXES, .named = true, .noun = VVI_AXIS};

/* An axis of which a handle is gone means nothing any more. */
static const vvi_schema_field handle_fields[] = {
    NAME,
    LOW,
    HIGH,
    EXTRAPOLATE,
    {"handle", VVI_REFERENCE(AXIS, handle, &vvi_handles), .presence = VVI_NULLABLE, .flags = VVI_BOUND,
     VVI_DOC("rad", "whose angle it is; null: the game says it")},
    {"base", VVI_REFERENCE(AXIS, base, &vvi_handles), .presence = VVI_NULLABLE, .flags = VVI_BOUND,
     VVI_DOC("", "the handle whose angle it is measured from, as a forearm's from its upper arm; null: from rest")},
};
static const vvi_schema handle_schema = {VVI_TABLE("corrective axis", AXIS, handle_fields),
                                         .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_ONE_LINE, .defaults = &axis_defaults,
                                         .check = check_handle_axis};
const vvi_schema_list vvi_handle_axis_list = {VVI_ITEMS_OF(&handle_schema, "axes", VV_FIELD_MAX_AXES), .named = true,
                                              .least = {1, VV_RULE_AXIS, "add an axis", "this corrective has no axes"}};

/* ---- Places ------------------------------------------------------------------------------------------------------ */

/* Whether a list that a command does not change has anything. */
static bool keeps_list(const vv_json *object, const char *key, uint32_t count)
{
    return count > 0 && !vv_json_member(object, key);
}

bool vvi_replaces_axes_whole(vvi_reader *r, const vv_json *object, const vv_project_field *field)
{
    const vv_json *axes = r->editing ? vv_json_member(object, "axes") : NULL;
    if (!axes ||
        !(keeps_list(object, "examples", field->example_count) || keeps_list(object, "pseudo", field->pseudo_count)))
        return true;
    return vvi_problem(r, axes->kind == VV_JSON_NULL ? object : axes, VV_RULE_AXIS,
                       "give \"examples\" and \"pseudo\" in the same command",
                       "examples and pseudo-examples have a place on the axes that are replaced");
}

bool vvi_is_same_example(const void *a, const void *b)
{
    const uint32_t *first = a, *second = b;
    return *first == *second && *first != VV_NONE;
}

/* ---- Warnings ---------------------------------------------------------------------------------------------------- */

/* Distances are measured in units of half an axis's range; nearer than this much of one the bases cannot be told
 * apart. */
#define SAME_SPOT 1e-5f

static bool same_spot(const vv_project_field *field, const float *a, const float *b)
{
    for (uint32_t i = 0; i < field->axis_count; i++) {
        if (fabsf(a[i] - b[i]) > SAME_SPOT * (field->axes[i].high - field->axes[i].low))
            return false;
    }
    return true;
}

/* Place `index` of the examples and, after them, of where pseudo-examples are put. */
static const float *spot_of(const vv_project_field *field, uint32_t index)
{
    bool real = index < field->example_count;
    return real ? field->at + (size_t)index * field->axis_count
                : field->to + (size_t)(index - field->example_count) * field->axis_count;
}

static void warn_spots(vvi_reader *r, const vv_json *list, const vv_project_field *field, uint32_t begin)
{
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        uint32_t index = begin + item->index;
        for (uint32_t i = 0; i < index; i++) {
            if (same_spot(field, spot_of(field, i), spot_of(field, index)))
                vvi_problem(r, item, VV_RULE_SAME_SPOT, "move one of them, or remove it",
                            "this is at the same place as %s %u, so the field cannot be built",
                            i < field->example_count ? "example" : "pseudo-example",
                            i < field->example_count ? i : i - field->example_count);
        }
    }
}

static void warn_axis(vvi_reader *r, const vv_json *item, const vv_project_field *field)
{
    const vv_project_axis *axis = &field->axes[item->index];
    /* The angle of a joint turns the skeleton, whatever the forms do. */
    bool varies = field->example_count < 2 || axis->joint[0] != '\0', beyond = false;
    for (uint32_t i = 0; i < field->example_count; i++) {
        float value = spot_of(field, i)[item->index];
        varies = varies || value != spot_of(field, 0)[item->index];
        beyond = beyond || value < axis->low || value > axis->high;
    }
    if (!varies)
        vvi_problem(r, item, VV_RULE_IDLE_AXIS, "add an example elsewhere on it, or remove the axis",
                    "all examples are at the same place of \"%s\", so it changes nothing", axis->name);
    if (beyond && axis->clamped)
        vvi_problem(r, item, VV_RULE_BEYOND_AXIS, "widen its range, or let it extrapolate",
                    "an example is beyond the range of \"%s\", which is clamped, so nothing gets there", axis->name);
}

void vvi_warn_field(vvi_reader *r, const vv_json *object, const vv_project_field *field)
{
    const vv_json *axes = vv_json_member(object, "axes");
    if (field->example_count < field->axis_count + 1)
        vvi_problem(r, object, VV_RULE_FEW_EXAMPLES, "add examples, or remove an axis",
                    "there are %u examples for %u axes, and %u are needed to tell how all of them matter",
                    field->example_count, field->axis_count, field->axis_count + 1);
    warn_spots(r, vv_json_member(object, "examples"), field, 0);
    warn_spots(r, vv_json_member(object, "pseudo"), field, field->example_count);
    for (const vv_json *item = axes ? axes->child : NULL; item && !vvi_stopped(r); item = item->next)
        warn_axis(r, item, field);
}
