/* Creatures: where their bodies come from, and what is different about them here. */
#include "author/document/schema.h"

#define CREATURE vv_project_creature

/* ---- Where it comes from ----------------------------------------------------------------------------------------- */

static const char *const endings[] = {".json", ".gltf", ".glb", ".bvh", NULL};
static const vvi_schema_endings files = {endings, "\"%s\" ends in neither .json, .gltf, .glb nor .bvh"};
static const char *const source_keys[] = {"file", "seed", NULL};
static const vvi_schema_choice sources = {.keys = source_keys};

static bool is_grown(const vvi_scope *scope) { return !((const CREATURE *)scope->item)->file; }

/* ---- Caps: lists by the names of bodies -------------------------------------------------------------------------- */

static const vvi_schema_field cap_fields[] = {{NULL, VVI_LABEL(vv_project_word, text)}};
static const vvi_schema cap_schema = {VVI_TABLE("cap", vv_project_word, cap_fields)};
static const vvi_schema_list body_caps = {VVI_ITEMS_OF(&cap_schema, "caps", VV_CREATURE_MAX_CAPS), .one_line = true,
                                          .unique = "\"%s\" is here twice"};
static const vvi_schema_field body_fields[] = {
    {NULL, VVI_LABEL(vv_project_caps, body)},
    {NULL, VVI_LIST(vv_project_caps, cap_count, caps, vv_project_word, &body_caps)},
};
static const vvi_schema body_schema = {VVI_TABLE("body", vv_project_caps, body_fields)};
static const vvi_schema_list caps = {VVI_ITEMS_OF(&body_schema, "bodies", VV_CREATURE_MAX_BODIES)};

/* ---- Creatures --------------------------------------------------------------------------------------------------- */

static const CREATURE creature_defaults = {.scale = 1.0f, .mesh = true};

#define COLOUR(part) VVI_COLOUR(CREATURE, colours[part]), .presence = VVI_NULLABLE
static const vvi_schema_field colour_fields[] = {
    {"skin", COLOUR(VV_CREATURE_SKIN), VVI_DOC("", "of the sides")},
    {"back", COLOUR(VV_CREATURE_BACK), VVI_DOC("", "also of feet and hands")},
    {"belly", COLOUR(VV_CREATURE_BELLY), VVI_DOC("", "")},
    {"eyes", COLOUR(VV_CREATURE_EYES), VVI_DOC("", "their whites")},
};
static const vvi_schema colour_schema = {VVI_TABLE("colours", CREATURE, colour_fields),
                                         .flags = VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_FLAT | VVI_SCHEMA_ONE_LINE,
                                         .defaults = &creature_defaults, .given = offsetof(CREATURE, coloured)};

static const vvi_schema_field creature_fields[] = {
    {"name", VVI_NAME(CREATURE, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {NULL, VVI_UNTAGGED_CHOICE(&sources)},
    {"file", VVI_FILE(CREATURE, file, &files), .presence = VVI_NULLABLE,
     VVI_DOC("", "a creature file, or a skeleton that one is made of")},
    {"seed", VVI_WHOLE(CREATURE, seed, 0, UINT32_MAX), .presence = VVI_NULLABLE, .given = is_grown,
     VVI_DOC("", "it is grown: the same number, the same creature, everywhere and for ever")},
    {"caps", VVI_MAP(CREATURE, caps_count, caps, vv_project_caps, &caps),
     VVI_DOC("", "what bodies are, instead of what the file says or was guessed: lists of caps by the names of bodies. "
                 "Every creature knows `spine`, `root`, `limb`, `grasper`, `foot`, `mouth`, `eye`, `ear`, `tail`, "
                 "`wing` and `spike`; other names are its own; an empty list: none")},
    {"scale", VVI_NUMBER(CREATURE, scale, VV_PROJECT_MIN_SCALE, VV_PROJECT_MAX_SCALE),
     VVI_DOC_SLIDER("", "times the size that the file or the seed gives it", 0.1, 10.0, true)},
    {"mesh", VVI_FLAG(CREATURE, mesh),
     VVI_DOC("", "shows the mesh of its file where there is one; false: a skin is made for it")},
    {"colours", VVI_FLAT_OBJECT(&colour_schema),
     VVI_DOC("", "of a skin that is made; what is not given is as the file or the seed has it")},
};
const vvi_schema vvi_creature_schema = {VVI_TABLE("creature", CREATURE, creature_fields), .flags = VVI_SCHEMA_NOUN,
                                        .defaults = &creature_defaults};
