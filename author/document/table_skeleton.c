/* Skeletons, takes and forms: what a project brings in from files of motion and of models. */
#include "author/document/schema.h"

#include "author/base/path.h"

#include <string.h>

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static const char *const motion_endings[] = {".bvh", ".gltf", ".glb", NULL};
static const char *const model_endings[] = {".obj", ".gltf", ".glb", NULL};
static const vvi_schema_endings motion_files = {motion_endings, "\"%s\" ends in neither .bvh, .gltf nor .glb"};
static const vvi_schema_endings model_files = {model_endings, "\"%s\" ends in neither .obj, .gltf nor .glb"};

/* Only a glTF file has several of what this key chooses from. */
static void check_inside(vvi_reader *r, const vv_json *object, const char *key, const char *file, const char *name)
{
    const vv_json *value = vvi_member(object, key);
    if (name[0] && file && !vv_path_has_ending(file, ".gltf") && !vv_path_has_ending(file, ".glb"))
        vvi_problem(r, value ? value : object, VV_RULE_FILE_ENDING, "remove it, or name a glTF file",
                    "\"%s\" is not a glTF file, so it has no \"%s\"", file, key);
}

/* ---- Skeletons --------------------------------------------------------------------------------------------------- */

#define FOOT vv_project_foot
/* A foot without a toe ends at its ankle. */
static void settle_toe(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    (void)r, (void)object;
    FOOT *foot = scope->item;
    if (!foot->toe[0])
        memcpy(foot->toe, foot->ankle, sizeof foot->toe);
}

static bool has_toe(const vvi_scope *scope)
{
    const FOOT *foot = scope->item;
    return strcmp(foot->toe, foot->ankle) != 0;
}

static const vvi_schema_field foot_fields[] = {
    {"hip", VVI_LABEL(FOOT, hip), .presence = VVI_REQUIRED, VVI_DOC("", "the joint at the hip")},
    {"knee", VVI_LABEL(FOOT, knee), .presence = VVI_REQUIRED, VVI_DOC("", "at the knee")},
    {"ankle", VVI_LABEL(FOOT, ankle), .presence = VVI_REQUIRED, VVI_DOC("", "at the ankle")},
    {"toe", VVI_LABEL(FOOT, toe), .given = has_toe, VVI_DOC("", "at the toe; null: the ankle")},
};
static const vvi_schema foot_schema = {VVI_TABLE("foot", FOOT, foot_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                       .check = settle_toe};
static const vvi_schema_list feet = {VVI_ITEMS_OF(&foot_schema, "feet", VV_VERB_MAX_FEET)};

#define SKELETON vv_project_skeleton
static const vvi_schema_field skeleton_fields[] = {
    {"name", VVI_NAME(SKELETON, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"file", VVI_FILE(SKELETON, file, &motion_files), .presence = VVI_REQUIRED,
     VVI_DOC("", "defines the joints; a glTF with meshes also gives the figure its skin")},
    {"scale", VVI_NUMBER(SKELETON, scale, 0.0f, 1e4f),
     VVI_DOC_SLIDER("", "metres to a unit of this file and of its takes; 0: as the figure's size suggests", 0.001, 10.0,
                    true)},
    {"look", VVI_WORD(SKELETON, look, 0, VVI_WORDS("auto", "limbs", "blocks", "bones", "mesh")),
     VVI_DOC("", "how the figure is drawn; `\"auto\"`: the mesh of its file where there is one, else limbs")},
    {"colour", VVI_COLOUR(SKELETON, colour), VVI_DOC("", "")},
    {"accent", VVI_COLOUR(SKELETON, accent), VVI_DOC("", "of joints, eyes and what else stands out")},
    {"feet", VVI_LIST(SKELETON, foot_count, feet, vv_project_foot, &feet), .presence = VVI_FLAGGED,
     .flag = VVI_AT(SKELETON, footed, bool),
     VVI_DOC("", "its legs by the names of their joints; an empty list: it has none; null: found in the skeleton")},
    {"plant", VVI_FLAG(SKELETON, plant), VVI_DOC("", "feet that stand stay where they tread")},
};
static const SKELETON skeleton_defaults = {
    .colour = {0xC8, 0xCC, 0xD4, 255}, .accent = {0xF2, 0xB1, 0x34, 255}, .plant = true};
const vvi_schema vvi_skeleton_schema = {VVI_TABLE("skeleton", SKELETON, skeleton_fields), .flags = VVI_SCHEMA_NOUN,
                                        .defaults = &skeleton_defaults};

/* ---- Takes ------------------------------------------------------------------------------------------------------- */

#define TAKE vv_project_take
static void check_take(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const TAKE *take = scope->item;
    check_inside(r, object, "clip", take->file, take->clip);
}

static const vvi_schema_field take_fields[] = {
    {"name", VVI_NAME(TAKE, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"skeleton", VVI_REFERENCE(TAKE, skeleton, VVI_TO(.noun = VVI_SKELETON)), .presence = VVI_REQUIRED,
     VVI_DOC("", "whose motion it is: the file has the same joints")},
    {"file", VVI_FILE(TAKE, file, &motion_files), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"clip", VVI_LABEL(TAKE, clip), .presence = VVI_NULLABLE,
     VVI_DOC("", "which animation of a glTF file; null: its first")},
};
static const TAKE take_defaults = {.skeleton = VV_NONE};
const vvi_schema vvi_take_schema = {VVI_TABLE("take", TAKE, take_fields),
                                    .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_ONE_LINE, .defaults = &take_defaults,
                                    .check = check_take};

/* ---- Forms ------------------------------------------------------------------------------------------------------- */

#define FORM vv_project_form
static void check_form(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const FORM *form = scope->item;
    check_inside(r, object, "mesh", form->file, form->mesh);
    check_inside(r, object, "morph", form->file, form->morph);
}

static const vvi_schema_field form_fields[] = {
    {"name", VVI_NAME(FORM, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"file", VVI_FILE(FORM, file, &model_files), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"mesh", VVI_LABEL(FORM, mesh), .presence = VVI_NULLABLE,
     VVI_DOC("", "which mesh of a glTF file; null: its first")},
    {"morph", VVI_LABEL(FORM, morph), .presence = VVI_NULLABLE,
     VVI_DOC("", "which morph target of it is fully on; null: none, at rest")},
};
const vvi_schema vvi_form_schema = {VVI_TABLE("form", FORM, form_fields),
                                    .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_ONE_LINE, .check = check_form};
