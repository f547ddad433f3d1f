/* Changing a project by commands, and putting files into it. */
#include "cli/keep.h"

#include "author/base/file.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

vv_result cli_change(vv_project_folder *folder, const char *name, vv_json_writer *commands, vv_error *error)
{
    size_t length = 0;
    vv_json_document *json = NULL;
    const char *text = vv_json_writer_text(commands, &length);
    if (text == NULL)
        return vvi_fail_memory(error, length);
    vv_result result = vv_json_parse(text, length, name, NULL, &json, error);
    if (result == VV_OK)
        result = vv_project_folder_change(folder, json, vv_json_root(json), error);
    vv_json_destroy(json);
    return result;
}

void cli_begin_command(vv_json_writer *writer, const char *what, const char *name)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", what);
    vv_json_write_string(writer, "name", name);
}

vv_result cli_keep(vv_project_folder *folder, cli_json_writer *write, const void *subject, vv_error *error)
{
    vv_json_writer *writer = NULL;
    vv_result result = vv_json_writer_create(NULL, true, &writer, error);
    if (result != VV_OK)
        return result;
    write(writer, subject);
    result = cli_change(folder, "--keep", writer, error);
    vv_json_writer_destroy(writer);
    return result;
}

vv_result cli_keep_file(cli_call *call, vv_project_folder *project, const char *folder, const char *ending,
                        cli_kept_file *file, cli_json_writer *write, const void *subject)
{
    char path[1024], stem[160];
    const char *root = vv_project_folder_path(project);
    cli_file_stem(file->name, NULL, stem);
    vvi_format(file->path, sizeof file->path, "%s/%s%s", folder, stem, ending);
    vvi_format(path, sizeof path, "%s/%s", root, file->path);
    if (vv_file_exists(path))
        return cli_misuse(call, "choose another name", "there already is a file “%s”", file->path);
    vv_result result = vv_file_write_inside(root, file->path, file->bytes.data, file->bytes.count, &call->error);
    if (result != VV_OK)
        return result;
    result = cli_keep(project, write, subject, &call->error);
    if (result != VV_OK)
        remove(path);
    return result;
}

vv_result cli_check_metres(cli_call *call, const vv_project_skeleton *skeleton)
{
    if (skeleton->scale == 0.0f || skeleton->scale == 1.0f)
        return VV_OK;
    return cli_misuse(call, "leave out its scale, so that it is found for each file",
                      "the skeleton “%s” has a scale, and takes are written in metres", skeleton->name);
}

/* Letters of every language stay. */
void cli_file_stem(const char *name, const char *part, char stem[160])
{
    vvi_format(stem, 160, "%s%s%s", name, part ? "-" : "", part ? part : "");
    for (char *c = stem; *c; ++c)
        if ((unsigned char)*c < 0x80 &&
            !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.", *c))
            *c = '-';
}
