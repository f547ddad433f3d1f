/* Shapes: fields whose examples are forms. */
#include "author/document/verbs.h"

#define SHAPE   vv_project_shape
#define EXAMPLE vv_project_shape_example

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

static const vvi_schema_field bend_fields[] = {
    {NULL, VVI_LABEL(vv_project_bend, joint)},
    {NULL, VVI_VECTOR(vv_project_bend, turn, 100.0f)},
};
static const vvi_schema bend_schema = {VVI_TABLE("bend", vv_project_bend, bend_fields)};
static const vvi_schema_list bends = {VVI_ITEMS_OF(&bend_schema, "joints", VV_SKELETON_MAX_JOINTS),
                                      .too_many = "a pose names %u joints, and at most %u are possible"};

static const vvi_schema_field example_fields[] = {
    {"form", VVI_REFERENCE(EXAMPLE, form, VVI_TO(.noun = VVI_FORM)), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"at", VVI_ROW(SHAPE, field.at, field.axis_count, VV_PROJECT_FAR),
     VVI_DOC("", "where it is: a number for every axis")},
    {"pose", VVI_MAP(EXAMPLE, bend_count, bends, vv_project_bend, &bends),
     VVI_DOC("rad", "on a skeleton: the pose the form was made in, as rotation vectors by the names of joints, `{ "
                    "\"elbow\": [0, 0, 1.2] }`, −100 … 100 each")},
};
static const EXAMPLE example_defaults = {.form = VV_NONE};
static const vvi_schema example_schema = {VVI_TABLE("shape example", EXAMPLE, example_fields),
                                          .flags = VVI_SCHEMA_ONE_LINE, .defaults = &example_defaults};
const vvi_schema_list vvi_shape_example_list = {
    VVI_ITEMS_OF(&example_schema, "examples", VV_FIELD_MAX_EXAMPLES),
    .twins = {vvi_is_same_example, VV_RULE_REPEATED, "remove one", "example %u is the same form", .each = true}};

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static void check_shape(vvi_reader *r, const vv_json *place, const vvi_scope *scope)
{
    const SHAPE *shape = scope->item;
    const char *what = shape->file_weights ? "weights \"file\"" : NULL;
    if (shape->skeleton != VV_NONE || vvi_stopped(r))
        return;
    for (uint32_t i = 0; i < shape->field.axis_count; i++)
        what = shape->field.axes[i].joint[0] ? "an axis that a joint drives" : what;
    for (uint32_t i = 0; i < shape->field.example_count; i++)
        what = shape->examples[i].bend_count ? "a pose" : what;
    if (what)
        vvi_problem(r, place, VV_RULE_NO_SKELETON, "give it a \"skeleton\", or remove that",
                    "this shape has %s, and no skeleton", what);
}

static bool begin_shape(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    return vvi_replaces_axes_whole(r, object, &((const SHAPE *)scope->item)->field);
}

static const vvi_schema_field pseudo_fields[] = {VVI_PSEUDO_ROWS(SHAPE)};
static const vvi_schema pseudo_schema = {"pseudo-example", VVI_FIELDS(pseudo_fields), .flags = VVI_SCHEMA_ONE_LINE};
const vvi_schema_list vvi_shape_pseudo_list = {VVI_ITEMS_OF(&pseudo_schema, "pseudo-examples", VV_FIELD_MAX_PSEUDO)};

static void warn_shape(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vvi_warn_field(r, json, &((const SHAPE *)scope->item)->field);
}

static const vvi_schema_field shape_fields[] = {
    {"name", VVI_NAME(SHAPE, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"axes", VVI_LIST(SHAPE, field.axis_count, field.axes, vv_project_axis, &vvi_joint_axis_list),
     VVI_DOC("", "what can be chosen; no two of one name")},
    {"radial", VVI_WORD(SHAPE, field.radial, 0, vvi_radial_words),
     VVI_DOC("", "how the influence of an example falls off")},
    {"examples", VVI_LIST(SHAPE, field.example_count, examples, vv_project_shape_example, &vvi_shape_example_list),
     VVI_DOC("", "no form twice; with none it cannot be built yet")},
    {"pseudo", VVI_LIST_OF_ROWS(SHAPE, field.pseudo_count, &vvi_shape_pseudo_list),
     VVI_DOC("", "what the field answers at `from` without them, it answers at `to` with them")},
    {"levels", VVI_WHOLE(SHAPE, levels, 0, VV_SHAPE_MAX_LEVELS), VVI_DOC("", "steps of Loop subdivision")},
    {"colour", VVI_COLOUR(SHAPE, colour), VVI_DOC("", "")},
    {"skeleton", VVI_REFERENCE(SHAPE, skeleton, VVI_TO(.noun = VVI_SKELETON)), .presence = VVI_NULLABLE,
     VVI_DOC("", "that moves it")},
    {"weights", VVI_WORD(SHAPE, file_weights, 0, VVI_WORDS("auto", "file")),
     VVI_DOC(
         "",
         "`\"auto\"`: found from the form of the first example; `\"file\"`: those of the skin in the skeleton's file")},
    VVI_FIELD_MATRICES(SHAPE),
};
static const SHAPE shape_defaults = {.colour = {0x8F, 0xB3, 0xC9, 255}, .skeleton = VV_NONE};
const vvi_schema vvi_shape_schema = {VVI_TABLE("shape", SHAPE, shape_fields),
                                     .flags = VVI_SCHEMA_NOUN,
                                     .defaults = &shape_defaults,
                                     .begin = begin_shape,
                                     .whole = check_shape,
                                     .warn = warn_shape};
