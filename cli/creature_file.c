/* Creatures as the command line names them: grown from a seed, the project's own, or out of a file. */
#include "cli/creature_file.h"

#include "author/base/file.h"
#include "author/import/import.h"
#include "runtime/base/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PATH_BYTES = 4096, MOST_BYTES = 256 * 1024 * 1024 };

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

static vv_result from_seed(const char *digits, vv_built_creature **out, vv_error *error)
{
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(digits, &end, 10);
    vv_creature_plan plan = {0};
    if (errno != 0 || *end != '\0' || digits[0] < '0' || digits[0] > '9') {
        vvi_fail(error, VV_ERROR_ARGUMENT, "“%s” is not a seed", digits);
        vvi_error_remedy(error, "write it as seed:7");
        return VV_ERROR_ARGUMENT;
    }
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

/* ---- Skeletons ------------------------------------------------------------------------------------------------------------------- */

static vv_result load_beside(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error)
{
    const char *file = user, *slash = strrchr(file, '/');
    char whole[PATH_BYTES];
    snprintf(whole, sizeof whole, "%.*s%s", slash != NULL ? (int)(slash - file + 1) : 0, file, path);
    return vv_file_read(whole, MOST_BYTES, allocator, bytes, count, error);
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
    result = ends_with(file, ".json")  ? from_plan(file, bytes, count, out, error)
             : ends_with(file, ".bvh") ? from_bvh(file, bytes, count, out, error)
                                       : from_gltf(file, bytes, count, out, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

/* ---- The project's ----------------------------------------------------------------------------------------------------------------- */

static vv_result from_project(vv_session *session, const vv_project *project, const char *name, vv_built_creature **out,
                              vv_error *error)
{
    const vv_built_creature *built = NULL;
    uint32_t creature = vv_project_find_creature(project, name);
    if (creature != VV_NONE) {
        vv_result result = vv_session_creature(session, creature, &built, error);
        if (result == VV_OK)
            *out = vv_built_creature_keep(built);
        return result;
    }
    char choices[sizeof error->remedy / 2] = "";
    size_t used = 0;
    for (uint32_t c = 0; c < project->creature_count && used + VV_PROJECT_NAME_BYTES + 8 < sizeof choices; c++)
        used += vvi_format(choices + used, sizeof choices - used, ", %s", project->creatures[c]->name);
    vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no creature “%s”", name);
    vvi_error_place(error, "--creature", 0, NULL);
    vvi_error_remedy(error, "write seed:7, a file (.json .gltf .glb .bvh)%s%s",
                     used ? ", or one of the project's: " : "", used ? choices + 2 : "");
    return VV_ERROR_NOT_FOUND;
}

vv_result cli_creature_load(vv_session *session, const vv_project *project, const char *who, vv_built_creature **out,
                            vv_error *error)
{
    *out = NULL;
    if (strncmp(who, "seed:", 5) == 0)
        return from_seed(who + 5, out, error);
    bool named = project != NULL && vv_project_find_creature(project, who) != VV_NONE;
    if (!named &&
        (ends_with(who, ".json") || ends_with(who, ".gltf") || ends_with(who, ".glb") || ends_with(who, ".bvh")))
        return from_file(who, out, error);
    if (project != NULL)
        return from_project(session, project, who, out, error);
    vvi_fail(error, VV_ERROR_ARGUMENT, "this is no file that a creature could be made of");
    vvi_error_place(error, who, 0, NULL);
    vvi_error_remedy(error, "name a .json, .gltf, .glb or .bvh");
    return VV_ERROR_ARGUMENT;
}
