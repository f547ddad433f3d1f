/* Creatures out of JSON: where their bodies come from, and what is different about them here. */
#include "author/document/creatures.h"

#include <string.h>

static const char *const part_words[] = {"skin", "back", "belly", "eyes", NULL};

vvi_keys vvi_part_colour_words(void) { return part_words; }

vv_project_creature vvi_default_creature(void) { return (vv_project_creature){.scale = 1.0f, .mesh = true}; }

/* ---- Where it comes from -------------------------------------------------------------------------------------------- */

static void read_file(vvi_reader *r, const vv_json *object, vv_project_creature *creature)
{
    static const char *const endings[] = {".json", ".gltf", ".glb", ".bvh", NULL};
    const char *file = NULL;
    vvi_path_member(r, object, "file", &file);
    bool known = false;
    for (vvi_keys ending = endings; file && *ending; ending++)
        known = known || vvi_ends_with(file, *ending);
    if (file && !known)
        vvi_problem(r, vvi_member(object, "file"), VV_RULE_FILE_ENDING,
                    "name a file of another kind, or convert this one",
                    "\"%s\" ends in neither .json, .gltf, .glb nor .bvh", file);
    creature->file = file ? file : creature->file;
}

/* One that is given takes the place of the other. */
static void read_source(vvi_reader *r, const vv_json *object, vv_project_creature *creature)
{
    bool given = vvi_member(object, "file") || vvi_member(object, "seed");
    uint32_t which = given || !r->editing ? vvi_one_of(r, object, "file", "seed") : 2;
    if (which == 0) {
        creature->seed = 0;
        read_file(r, object, creature);
    }
    if (which == 1) {
        creature->file = NULL;
        vvi_whole(r, vvi_member(object, "seed"), 0, UINT32_MAX, &creature->seed);
    }
}

/* ---- Caps ----------------------------------------------------------------------------------------------------------- */

static void read_body_caps(vvi_reader *r, const vv_json *list, vv_project_caps *caps)
{
    uint32_t count = vvi_list(r, list, VV_CREATURE_MAX_CAPS, "caps");
    vv_project_word *words = vvi_take(r, count, sizeof *words);
    if (!words)
        return;
    caps->caps = words;
    caps->cap_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_foreign_name(r, item, VV_CREATURE_NAME_BYTES, words[item->index].text))
            continue;
        for (uint32_t i = 0; i < item->index; i++) {
            if (strcmp(words[i].text, item->string) == 0)
                vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here twice", item->string);
        }
    }
}

/* JSON has no name twice in an object, so no body comes twice. */
static void read_caps(vvi_reader *r, const vv_json *object, vv_project_creature *creature)
{
    bool reset;
    const vv_json *bodies = vvi_optional(object, "caps", &reset);
    creature->caps_count = reset ? 0 : creature->caps_count;
    if (!bodies || !vvi_is(r, bodies, VV_JSON_OBJECT))
        return;
    if (bodies->count > VV_CREATURE_MAX_BODIES) {
        vvi_problem(r, bodies, VV_RULE_TOO_MANY, "remove some", "there are %u bodies, and at most %u are possible",
                    bodies->count, VV_CREATURE_MAX_BODIES);
        return;
    }
    vv_project_caps *caps = vvi_take(r, bodies->count, sizeof *caps);
    uint32_t count = 0;
    for (const vv_json *member = caps ? bodies->child : NULL; member && !vvi_stopped(r); member = member->next) {
        vvi_foreign_key(r, member, VV_CREATURE_NAME_BYTES, caps[count].body);
        read_body_caps(r, member, &caps[count++]);
    }
    creature->caps = caps;
    creature->caps_count = count;
}

/* ---- Colours -------------------------------------------------------------------------------------------------------- */

static void read_colours(vvi_reader *r, const vv_json *object, vv_project_creature *creature)
{
    bool reset;
    const vv_json *colours = vvi_optional(object, "colours", &reset);
    if (colours || reset) {
        creature->coloured = 0;
        memset(creature->colours, 0, sizeof creature->colours);
    }
    if (!colours || !vvi_known_keys(r, colours, part_words, NULL))
        return;
    for (uint32_t i = 0; i < VV_CREATURE_PARTS; i++)
        creature->coloured |= (uint32_t)vvi_colour_member(r, colours, part_words[i], creature->colours[i]) << i;
}

void vvi_read_creature(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                       vv_project_creature *creature)
{
    static const char *const keys[] = {"file", "seed", "caps", "scale", "mesh", "colours", NULL};
    vv_project_creature usual = vvi_default_creature();
    (void)project;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_source(r, object, creature);
    read_caps(r, object, creature);
    vvi_float_member(r, object, "scale", usual.scale, VV_PROJECT_MIN_SCALE, VV_PROJECT_MAX_SCALE, &creature->scale);
    vvi_bool_member(r, object, "mesh", usual.mesh, &creature->mesh);
    read_colours(r, object, creature);
}
