/* Fields out of JSON: axes, where examples are on them, and pseudo-examples. Shapes, verbs and correctives share them. */
#include "author/document/verbs.h"

#include <string.h>

static const char *const radial_words[] = {"bspline", "thin plate", "gaussian", "linear", NULL};
static const char *const extrapolate_words[] = {"free", "clamped", NULL};
static const char *const about_words[] = {"x", "y", "z", NULL};

vvi_keys vvi_radial_words(void) { return radial_words; }
vvi_keys vvi_extrapolate_words(void) { return extrapolate_words; }
vvi_keys vvi_about_words(void) { return about_words; }

vv_project_axis vvi_default_axis(void) { return (vv_project_axis){.high = 1.0f, .handle = VV_NONE, .base = VV_NONE}; }

/* ---- Axes ----------------------------------------------------------------------------------------------------------- */

/* Whose angle it is: a joint, and about which of its axes. */
static void read_joint(vvi_reader *r, const vv_json *object, vv_project_axis *axis)
{
    bool reset;
    const vv_json *joint = vvi_optional(object, "joint", &reset);
    if (reset)
        axis->joint[0] = '\0';
    if (joint)
        vvi_foreign_name(r, joint, sizeof axis->joint, axis->joint);
    bool given = vvi_member(object, "about") != NULL, known = axis->joint[0] != '\0';
    vvi_word_member(r, object, "about", about_words, "write \"x\", \"y\" or \"z\"", 0, &axis->about);
    if (given && !known)
        vvi_problem(r, object, VV_RULE_AXIS, "give \"joint\" too", "this axis turns about something of no joint");
    if (!known)
        axis->about = 0;
}

static void handle_member(vvi_reader *r, const vv_json *object, const char *key, const vv_project_artwork *artwork,
                          uint32_t *handle)
{
    const vv_json *value = vvi_member(object, key);
    *handle = value ? vvi_handle_value(r, value, artwork) : VV_NONE;
}

/* Correctives are given whole. */
static void read_axis_handles(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                              vv_project_axis *axis)
{
    handle_member(r, object, "handle", artwork, &axis->handle);
    handle_member(r, object, "base", artwork, &axis->base);
    if (axis->base != VV_NONE && (axis->handle == VV_NONE || axis->handle == axis->base))
        vvi_problem(r, object, VV_RULE_AXIS, "name two different handles, or leave out \"base\"",
                    "the angle of this axis is measured from a handle, but %s",
                    axis->handle == VV_NONE ? "it has none of its own" : "it is that handle's own");
}

void vvi_read_axis(vvi_reader *r, const vv_json *object, vvi_keys address, vvi_drive drive,
                   const vv_project_artwork *artwork, vv_project_axis *axis)
{
    static const char *const keys[][6] = {
        [VVI_DRIVE_GAME] = {"low", "high", "extrapolate", NULL},
        [VVI_DRIVE_JOINT] = {"low", "high", "extrapolate", "joint", "about", NULL},
        [VVI_DRIVE_HANDLE] = {"low", "high", "extrapolate", "handle", "base", NULL},
    };
    vv_project_axis usual = vvi_default_axis();
    uint32_t word = axis->clamped;
    vvi_known_keys(r, object, keys[drive], address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_float_member(r, object, "low", usual.low, -VV_PROJECT_FAR, VV_PROJECT_FAR, &axis->low);
    vvi_float_member(r, object, "high", usual.high, -VV_PROJECT_FAR, VV_PROJECT_FAR, &axis->high);
    vvi_word_member(r, object, "extrapolate", extrapolate_words, "write \"free\" or \"clamped\"", 0, &word);
    axis->clamped = word == 1;
    if (drive == VVI_DRIVE_JOINT)
        read_joint(r, object, axis);
    if (drive == VVI_DRIVE_HANDLE)
        read_axis_handles(r, object, artwork, axis);
    if (!(axis->low < axis->high) && !vvi_stopped(r))
        vvi_problem(r, object, VV_RULE_AXIS, "make \"high\" greater than \"low\"", "this axis goes from %g to %g",
                    (double)axis->low, (double)axis->high);
}

static void read_axes(vvi_reader *r, const vv_json *list, vvi_drive drive, const vv_project_artwork *artwork,
                      vv_project_field *field)
{
    static const char *const named[] = {"name", NULL};
    uint32_t count = vvi_list(r, list, VV_FIELD_MAX_AXES, "axes");
    vv_project_axis *axes = vvi_take(r, count, sizeof *axes);
    field->axis_count = axes ? count : 0;
    field->axes = axes;
    for (const vv_json *item = field->axis_count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        axes[item->index] = vvi_default_axis();
        vvi_read_axis(r, item, named, drive, artwork, &axes[item->index]);
        if (item->kind == VV_JSON_OBJECT)
            vvi_name_member(r, item, axes[item->index].name);
    }
    if (field->axis_count)
        vvi_refuse_same_names(r, list, axes->name, sizeof *axes);
}

/* ---- Places --------------------------------------------------------------------------------------------------------- */

void vvi_place_member(vvi_reader *r, const vv_json *object, const char *key, const vv_project_field *field, float *row)
{
    const vv_json *value = field->axis_count ? vvi_required(r, object, key) : vvi_member(object, key);
    if (value)
        vvi_numbers(r, value, field->axis_count, VV_PROJECT_FAR, row);
}

uint32_t vvi_read_examples(vvi_reader *r, const vv_json *list, vv_project_field *field)
{
    uint32_t count = vvi_list(r, list, VV_FIELD_MAX_EXAMPLES, "examples");
    field->at = vvi_take(r, (size_t)count * field->axis_count, sizeof *field->at);
    field->example_count = field->at ? count : 0;
    return field->example_count;
}

static void read_pseudo(vvi_reader *r, const vv_json *list, vv_project_field *field)
{
    static const char *const keys[] = {"from", "to", NULL};
    uint32_t count = vvi_list(r, list, VV_FIELD_MAX_PSEUDO, "pseudo-examples"), axes = field->axis_count;
    float *from = vvi_take(r, (size_t)count * axes, sizeof *from), *to = vvi_take(r, (size_t)count * axes, sizeof *to);
    if (!from || !to)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_known_keys(r, item, keys, NULL))
            continue;
        vvi_place_member(r, item, "from", field, from + item->index * axes);
        vvi_place_member(r, item, "to", field, to + item->index * axes);
    }
    field->from = from;
    field->to = to;
    field->pseudo_count = count;
}

/* ---- Fields --------------------------------------------------------------------------------------------------------- */

const vv_json *vvi_read_field(vvi_reader *r, const vv_json *object, vvi_drive drive, const vv_project_artwork *artwork,
                              vv_project_field *field)
{
    bool editing = r->editing, no_axes, no_examples, no_pseudo;
    const vv_json *axes = vvi_optional(object, "axes", &no_axes);
    const vv_json *examples = vvi_optional(object, "examples", &no_examples);
    const vv_json *pseudo = vvi_optional(object, "pseudo", &no_pseudo);
    uint32_t radial = field->radial;
    vvi_word_member(r, object, "radial", radial_words, "write \"bspline\", \"thin plate\", \"gaussian\" or \"linear\"",
                    VV_RADIAL_BSPLINE, &radial);
    field->radial = (vv_radial)radial;
    if (editing && (axes || no_axes) &&
        ((!examples && !no_examples && field->example_count) || (!pseudo && !no_pseudo && field->pseudo_count))) {
        vvi_problem(r, axes ? axes : object, VV_RULE_AXIS, "give \"examples\" and \"pseudo\" in the same command",
                    "examples and pseudo-examples have a place on the axes that are replaced");
        return NULL;
    }
    r->editing = false; /* lists that are given are given whole */
    if (axes)
        read_axes(r, axes, drive, artwork, field);
    field->axis_count = no_axes ? 0 : field->axis_count;
    field->example_count = no_examples ? 0 : field->example_count;
    field->pseudo_count = no_pseudo ? 0 : field->pseudo_count;
    if (pseudo && !vvi_stopped(r))
        read_pseudo(r, pseudo, field);
    r->editing = editing;
    return examples;
}
