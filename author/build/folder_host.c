/* A host for native programs: the files of a project folder, out of which no link may lead; PNG through libpng. */
#include "folder_host.h"

#include "author/base/file.h"
#include "author/import/import.h"

#include "runtime/base/base.h"

static vv_result load_bytes(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                            vv_error *error)
{
    const vv_folder_host *folder = user;
    return vv_file_read_inside(folder->folder, path, VV_FOLDER_HOST_LIMIT, allocator, bytes, count, error);
}

static vv_result load_image(void *user, const char *path, const vv_allocator *allocator, vv_image *out, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = load_bytes(user, path, allocator, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    result = vv_import_png(bytes, count, path, allocator, out, error);
    vv_file_release(allocator, bytes, count);
    return result;
}

vv_result vv_folder_host_open(const char *folder, vv_folder_host *out, vv_error *error)
{
    if (vvi_format(out->folder, sizeof out->folder, "%s", folder) >= sizeof out->folder) {
        vvi_fail(error, VV_ERROR_FILE, "the name of the project's folder is too long");
        vvi_error_remedy(error, "move the project to a folder with a shorter path");
        return VV_ERROR_FILE;
    }
    out->host = (vv_host){load_bytes, load_image, out};
    return VV_OK;
}
