/* Correctives of an artwork: fields whose examples are its poses, and whose axes are the angles of its handles. */
#include "author/document/verbs.h"

#define CORRECTIVE vv_project_corrective

/* ---- Examples: which of the artwork's, or none ------------------------------------------------------------------- */

static const vvi_schema_field example_fields[] = {
    {"pose", .kind = VVI_KIND_REFERENCE,
     .of.reference = VVI_TO(.noun = VVI_EXAMPLE, .remedy = "name an example of this artwork"), .presence = VVI_NULLABLE,
     .flags = VVI_BOUND,
     VVI_DOC("", "an example of this artwork, whose pose is fully there; null: nothing is added there")},
    {"at", VVI_ROW(CORRECTIVE, field.at, field.axis_count, VV_PROJECT_FAR),
     VVI_DOC("", "where it is: a number for every axis")},
};
static const uint32_t example_defaults = VV_NONE;
static const vvi_schema example_schema = {VVI_TABLE("corrective example", uint32_t, example_fields),
                                          .flags = VVI_SCHEMA_ONE_LINE, .defaults = &example_defaults};
static const vvi_schema_list examples = {VVI_ITEMS_OF(&example_schema, "examples", VV_FIELD_MAX_EXAMPLES)};

/* ---- Correctives ------------------------------------------------------------------------------------------------- */

static const vvi_schema_field pseudo_fields[] = {VVI_PSEUDO_ROWS(CORRECTIVE)};
static const vvi_schema pseudo_schema = {"pseudo-example", VVI_FIELDS(pseudo_fields), .flags = VVI_SCHEMA_ONE_LINE};
static const vvi_schema_list pseudo = {VVI_ITEMS_OF(&pseudo_schema, "pseudo-examples", VV_FIELD_MAX_PSEUDO)};

static void warn_corrective(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vvi_warn_field(r, json, &((const CORRECTIVE *)scope->item)->field);
}

static const vvi_schema_field corrective_fields[] = {
    {"name", VVI_NAME(CORRECTIVE, name), .presence = VVI_REQUIRED, VVI_DOC("", "unlike other correctives'")},
    {"axes", VVI_LIST(CORRECTIVE, field.axis_count, field.axes, vv_project_axis, &vvi_handle_axis_list),
     .presence = VVI_REQUIRED, VVI_DOC("", "one or more")},
    {"radial", VVI_WORD(CORRECTIVE, field.radial, 0, vvi_radial_words),
     VVI_DOC("", "how the influence of an example falls off")},
    {"examples", VVI_LIST(CORRECTIVE, field.example_count, examples, uint32_t, &examples),
     VVI_DOC("", "poses of this artwork, and where on the axes each is fully there")},
    {"pseudo", VVI_LIST_OF_ROWS(CORRECTIVE, field.pseudo_count, &pseudo),
     VVI_DOC("", "what the field answers at `from` without them, it answers at `to` with them")},
    VVI_FIELD_MATRICES(CORRECTIVE),
};
static const vvi_schema corrective_schema = {VVI_TABLE("corrective", CORRECTIVE, corrective_fields),
                                             .warn = warn_corrective};
const vvi_schema_list vvi_corrective_list = {
    VVI_ITEMS_OF(&corrective_schema, "correctives", VV_PROJECT_MAX_CORRECTIVES), .named = true};
