/* Creatures as the command line names them: grown from a seed, one of the project, or from a file. */
#include "cli/creature_file.h"

#include "author/base/file.h"
#include "author/base/path.h"
#include "author/import/import.h"
#include "runtime/base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 256 * 1024 * 1024 };

static vv_result from_seed(const char *digits, vv_built_creature **out, vv_error *error)
{
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(digits, &end, 10);
    vv_creature_plan plan = {0};
    if (errno != 0 || *end != '\0' || digits[0] < '0' || digits[0] > '9')
        return cli_fail(error, VV_ERROR_ARGUMENT, NULL, "write it as seed:7", "“%s” is not a seed", digits);
    vv_result result = vv_plan_grow(seed, NULL, &plan, error);
    return result == VV_OK ? vv_built_creature_create(&plan, NULL, out, error) : result;
}

static vv_result from_plan(const char *file, const uint8_t *bytes, size_t count, vv_built_creature **out,
                           vv_error *error)
{
    vv_creature_plan plan = {0};
    vv_result result = vv_plan_read((const char *)bytes, count, file, NULL, &plan, error);
    return result == VV_OK ? vv_built_creature_create(&plan, NULL, out, error) : result;
}

/* ---- Skeletons --------------------------------------------------------------------------------------------------- */

/* user: the name of the file that refers to `path`. */
static vv_result load_beside(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error)
{
    return cli_read_beside(user, path, MOST_BYTES, allocator, bytes, count, error);
}

static vv_result from_gltf(const char *file, const uint8_t *bytes, size_t count, vv_built_creature **out,
                           vv_error *error)
{
    vv_model model = {0};
    vv_model_files files = {load_beside, (void *)(uintptr_t)file};
    vv_result result = vv_import_gltf(bytes, count, file, &files, 0.0, NULL, &model, error);
    if (result != VV_OK)
        return result;
    result = vv_built_creature_from_model(&model, file, NULL, out, error);
    vv_model_destroy(&model);
    return result;
}

static vv_result from_bvh(const char *file, const uint8_t *bytes, size_t count, vv_built_creature **out,
                          vv_error *error)
{
    vv_take take = {0};
    vv_result result = vv_import_bvh((const char *)bytes, count, file, 0.0, NULL, &take, error);
    if (result != VV_OK)
        return result;
    result = vv_built_creature_from_skeleton(take.skeleton, NULL, NULL, out, error);
    vv_take_destroy(&take);
    return result;
}

static vv_result from_file(const char *file, vv_built_creature **out, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(file, MOST_BYTES, NULL, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    result = vv_path_has_ending(file, ".json")  ? from_plan(file, bytes, count, out, error)
             : vv_path_has_ending(file, ".bvh") ? from_bvh(file, bytes, count, out, error)
                                                : from_gltf(file, bytes, count, out, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

/* ---- One of the project ------------------------------------------------------------------------------------------ */

static vv_result from_project(vv_session *session, const vv_project *project, const char *name, vv_built_creature **out,
                              vv_error *error)
{
    const vv_built_creature *built = NULL;
    uint32_t creature = vv_project_find_creature(project, name);
    if (creature != VV_NONE) {
        vv_result result = vv_session_creature(session, creature, &built, error);
        if (result == VV_OK)
            *out = vv_built_creature_retain(built);
        return result;
    }
    cli_choices choices = {0};
    for (uint32_t c = 0; c < project->creature_count; c++)
        cli_choices_add(&choices, project->creatures[c]->name);
    vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no creature “%s”", name);
    vvi_error_place(error, "--creature", 0, NULL);
    vvi_error_remedy(error, "write seed:7, a file (.json .gltf .glb .bvh)%s%s",
                     choices.length > 0 ? ", or one of the project's: " : "", choices.text);
    return VV_ERROR_NOT_FOUND;
}

/* Whether the ending of a name is that of a creature file or a skeleton. */
static bool is_creature_file(const char *path)
{
    return vv_path_has_ending(path, ".json") || vv_path_has_ending(path, ".gltf") || vv_path_has_ending(path, ".glb") ||
           vv_path_has_ending(path, ".bvh");
}

vv_result cli_creature_load(vv_session *session, const vv_project *project, const char *who, vv_built_creature **out,
                            vv_error *error)
{
    *out = NULL;
    if (strncmp(who, "seed:", 5) == 0)
        return from_seed(who + 5, out, error);
    bool named = project != NULL && vv_project_find_creature(project, who) != VV_NONE;
    if (!named && is_creature_file(who))
        return from_file(who, out, error);
    if (project != NULL)
        return from_project(session, project, who, out, error);
    return cli_fail(error, VV_ERROR_ARGUMENT, who, "name a .json, .gltf, .glb or .bvh",
                    "a creature cannot be made from this file");
}
