/* Where on the disk something is that could not be built. */
#include "author/folder/folder.h"

#include "author/base/file.h"
#include "runtime/base/base.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* The line of project.json in which the value of a path begins; 0: unknown. */
static uint32_t find_line(const char *file, const char *path)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_json_document *json = NULL;
    uint32_t line = 0;
    if (vv_file_read(file, VV_PROJECT_MAX_BYTES, NULL, &bytes, &count, NULL) != VV_OK)
        return 0;
    if (vv_json_parse((const char *)bytes, count, file, NULL, &json, NULL) == VV_OK) {
        line = vv_json_nearest(json, path)->line;
        vv_json_destroy(json);
    }
    vv_file_release(NULL, bytes, count);
    return line;
}

void vv_project_folder_place(const vv_project_folder *folder, vv_error *error)
{
    char file[PATH_MAX], path[sizeof error->path];
    const char *root = vv_project_folder_path(folder);
    bool in_project = error->path[0] == '$', in_text = in_project && error->file[0] == '\0';
    int length = snprintf(file, sizeof file, "%s/%s", root, in_text ? "project.json" : error->file);
    if (length < 0 || length >= (int)sizeof file)
        return;
    memcpy(path, error->path, sizeof path);
    if (in_text)
        vvi_error_place(error, file, vv_project_folder_is_saved(folder) ? find_line(file, path) : 0, path);
    else if (error->file[0] == '\0')
        vvi_error_place(error, root, 0, path);
    else if (in_project && error->file[0] != '/' && vv_file_exists(file))
        vvi_error_place(error, file, error->line, path);
}
