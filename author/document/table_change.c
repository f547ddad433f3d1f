/* What a script can change of actors and obstacles while a stage plays. */
#include "author/document/schema.h"

#define CHANGE vv_project_change

static bool can_be_hidden(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    (void)scope;
    return found < VV_PROJECT_MAX_HIDDEN ||
           vvi_problem(r, value, VV_RULE_TOO_MANY, "move the layer further back",
                       "only the first %u layers of an artwork can be hidden", VV_PROJECT_MAX_HIDDEN);
}

const vvi_schema_reference vvi_hidden_layers = {
    .noun = VVI_LAYER, .remedy = "name a layer of its artwork", .suits = can_be_hidden};

/* In the order of vv_change. */
static const vvi_schema_field fields[] = {
    {"layers", VVI_BIT_SET(CHANGE, layers), VVI_DOC("", "which layers it is in; null: all")},
    {"sensor", VVI_FLAG(CHANGE, sensor), VVI_DOC("", "it feels, and does not stop")},
    {"tag", VVI_WHOLE(CHANGE, tag, 0, UINT32_MAX), VVI_DOC("", "a number for the game")},
    {"one_way", VVI_FLAG(CHANGE, one_way), VVI_DOC("", "of obstacles that are segments")},
    {"friction", VVI_NUMBER(CHANGE, friction, 0.0f, 1000.0f), VVI_DOC_SLIDER("", "of obstacles", 0.0, 2.0, false)},
    {"mask", VVI_BIT_SET(CHANGE, mask), VVI_DOC("", "of actors: in which layers others are that it meets; null: all")},
    {"kinematic", VVI_FLAG(CHANGE, kinematic), VVI_DOC("", "of actors: nothing pushes it")},
    {"scale", VVI_NUMBER(CHANGE, scale, VV_PROJECT_MIN_SCALE, VV_PROJECT_MAX_SCALE),
     VVI_DOC_SLIDER("", "of sprites: how many times as large as its artwork; it grows or shrinks there quickly", 0.1,
                    10.0, true)},
    {"density", VVI_NUMBER(CHANGE, density, VV_PROJECT_MIN_DENSITY, VV_PROJECT_MAX_DENSITY),
     VVI_DOC_SLIDER("", "of sprites: times that of drawings", 0.1, 10.0, true)},
    {"tint", VVI_COLOUR(CHANGE, tint),
     VVI_DOC("", "of actors: by which colour they are multiplied, with their opacity")},
    {"hidden", VVI_REFERENCE_SET(CHANGE, hidden, &vvi_hidden_layers),
     VVI_DOC("", "of actors: layers that are neither drawn nor touched; `[]`: none")},
};
_Static_assert(sizeof fields / sizeof *fields == VV_CHANGES, "a field for each change");

static const CHANGE defaults = {.layers = UINT32_MAX,
                                .mask = UINT32_MAX,
                                .friction = 0.6f,
                                .scale = 1.0f,
                                .density = 1.0f,
                                .tint = {255, 255, 255, 255}};
const vvi_schema vvi_change_schema = {VVI_TABLE("changes", CHANGE, fields),
                                      .flags = VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_ONE_LINE, .defaults = &defaults};
