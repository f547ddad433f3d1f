/* Skeletons, takes and forms out of JSON: what a project brings in from files of motion and of models. */
#include "author/document/verbs.h"

#include <string.h>

static const char *const look_words[] = {"auto", "limbs", "blocks", "bones", "mesh", NULL};

vvi_keys vvi_look_words(void) { return look_words; }

vv_project_skeleton vvi_default_skeleton(void)
{
    return (vv_project_skeleton){.colour = {0xC8, 0xCC, 0xD4, 255}, .accent = {0xF2, 0xB1, 0x34, 255}, .plant = true};
}

vv_project_take vvi_default_take(void) { return (vv_project_take){.skeleton = VV_NONE}; }
vv_project_form vvi_default_form(void) { return (vv_project_form){.file = NULL}; }

/* ---- Files ---------------------------------------------------------------------------------------------------------- */

bool vvi_ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    for (size_t i = 0; i < tail && length > tail; i++) {
        char c = path[length - tail + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i])
            return false;
    }
    return length > tail;
}

static bool is_gltf(const char *path) { return vvi_ends_with(path, ".gltf") || vvi_ends_with(path, ".glb"); }

/* The required member "file": a glTF file, or one that ends in `ending`. */
static void read_file(vvi_reader *r, const vv_json *object, const char *ending, const char **file)
{
    const vv_json *value = vvi_required(r, object, "file");
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    const char *found = NULL;
    vvi_path_member(r, object, "file", &found);
    if (found && !is_gltf(found) && !vvi_ends_with(found, ending))
        vvi_problem(r, value, VV_RULE_FILE_ENDING, "name a file of another kind, or convert this one",
                    "\"%s\" ends in neither %s, .gltf nor .glb", found, ending);
    *file = found ? found : *file;
}

/* What a glTF file has several of; empty: the first. */
static void read_inside(vvi_reader *r, const vv_json *object, const char *key, const char *file, char *name)
{
    bool reset;
    const vv_json *value = vvi_optional(object, key, &reset);
    if (reset)
        name[0] = '\0';
    if (value)
        vvi_foreign_name(r, value, VV_PROJECT_NAME_BYTES, name);
    if (name[0] && file && !is_gltf(file))
        vvi_problem(r, value ? value : object, VV_RULE_FILE_ENDING, "remove it, or name a glTF file",
                    "\"%s\" is not a glTF file, so it has no \"%s\"", file, key);
}

void vvi_skeleton_member(vvi_reader *r, const vv_json *object, const vv_project *project, uint32_t *skeleton)
{
    const vv_json *value = vvi_required(r, object, "skeleton");
    uint32_t found = value ? vvi_listed_value(r, value, project, vv_project_find_skeleton, "skeleton") : VV_NONE;
    *skeleton = found == VV_NONE ? *skeleton : found;
}

/* ---- Skeletons ------------------------------------------------------------------------------------------------------ */

static void read_foot_joint(vvi_reader *r, const vv_json *object, const char *key, bool required, char *joint)
{
    const vv_json *value = required ? vvi_required(r, object, key) : vvi_member(object, key);
    if (value)
        vvi_foreign_name(r, value, VV_SKELETON_NAME_BYTES, joint);
}

static void read_foot(vvi_reader *r, const vv_json *object, vv_project_foot *foot)
{
    static const char *const keys[] = {"hip", "knee", "ankle", "toe", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    read_foot_joint(r, object, "hip", true, foot->hip);
    read_foot_joint(r, object, "knee", true, foot->knee);
    read_foot_joint(r, object, "ankle", true, foot->ankle);
    memcpy(foot->toe, foot->ankle, sizeof foot->toe);
    read_foot_joint(r, object, "toe", false, foot->toe);
}

static void read_feet(vvi_reader *r, const vv_json *object, vv_project_skeleton *skeleton)
{
    bool reset, editing = r->editing;
    const vv_json *list = vvi_optional(object, "feet", &reset);
    if (reset) {
        skeleton->footed = false;
        skeleton->foot_count = 0;
    }
    if (!list)
        return;
    uint32_t count = vvi_list(r, list, VV_VERB_MAX_FEET, "feet");
    vv_project_foot *feet = vvi_take(r, count, sizeof *feet);
    r->editing = false; /* feet that are given are given whole */
    for (const vv_json *item = feet && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_foot(r, item, &feet[item->index]);
    r->editing = editing;
    skeleton->footed = true;
    skeleton->feet = feet;
    skeleton->foot_count = feet ? count : 0;
}

void vvi_read_skeleton(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                       vv_project_skeleton *skeleton)
{
    static const char *const keys[] = {"file", "scale", "look", "colour", "accent", "feet", "plant", NULL};
    vv_project_skeleton usual = vvi_default_skeleton();
    uint32_t look = skeleton->look;
    (void)project;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_file(r, object, ".bvh", &skeleton->file);
    vvi_float_member(r, object, "scale", usual.scale, 0.0f, 1e4f, &skeleton->scale);
    vvi_word_member(r, object, "look", look_words, "write \"auto\", \"limbs\", \"blocks\", \"bones\" or \"mesh\"",
                    usual.look, &look);
    skeleton->look = (vv_figure_look)look;
    vvi_usual_colour_member(r, object, "colour", usual.colour, skeleton->colour);
    vvi_usual_colour_member(r, object, "accent", usual.accent, skeleton->accent);
    read_feet(r, object, skeleton);
    vvi_bool_member(r, object, "plant", usual.plant, &skeleton->plant);
}

/* ---- Takes and forms ------------------------------------------------------------------------------------------------ */

void vvi_read_take(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_take *take)
{
    static const char *const keys[] = {"skeleton", "file", "clip", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_skeleton_member(r, object, project, &take->skeleton);
    read_file(r, object, ".bvh", &take->file);
    read_inside(r, object, "clip", take->file, take->clip);
}

void vvi_read_form(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_form *form)
{
    static const char *const keys[] = {"file", "mesh", "morph", NULL};
    (void)project;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_file(r, object, ".obj", &form->file);
    read_inside(r, object, "mesh", form->file, form->mesh);
    read_inside(r, object, "morph", form->file, form->morph);
}
