/* What commands read and write: whole files, JSON, standard input and output. */
#include "cli/cli.h"

#include "author/base/file.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

bool cli_is_stream(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

vv_result cli_write(const char *path, const void *bytes, size_t count, vv_error *error)
{
    if (!cli_is_stream(path))
        return vv_file_write(path, bytes, count, error);
    if (fwrite(bytes, 1, count, stdout) == count)
        return VV_OK;
    *error = (vv_error){.code = VV_ERROR_FILE,
                        .file = "standard output",
                        .message = "cannot be written",
                        .remedy = "check the disk or the program it is piped into"};
    return VV_ERROR_FILE;
}

vv_result cli_write_json(const char *path, cli_json_writer *write, const void *subject, vv_error *error)
{
    vv_json_writer *writer = NULL;
    size_t length = 0;
    vv_result result = vv_json_writer_create(NULL, false, &writer, error);
    if (result != VV_OK)
        return result;
    write(writer, subject);
    const char *text = vv_json_writer_text(writer, &length);
    result = text != NULL ? cli_write(path, text, length, error) : vvi_fail_memory(error, length);
    vv_json_writer_destroy(writer);
    return result;
}

vv_result cli_read_json(const char *path, vv_json_document **out, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    const char *file = cli_is_stream(path) ? "/dev/stdin" : path;
    vv_result result = vv_file_read(file, VV_JSON_MAX_BYTES, NULL, &bytes, &count, error);
    if (result == VV_OK)
        result = vv_json_parse((const char *)bytes, count, path, NULL, out, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

vv_result cli_read_beside(const char *file, const char *path, size_t limit, const vv_allocator *allocator,
                          uint8_t **bytes, size_t *count, vv_error *error)
{
    char whole[8192];
    const char *slash = strrchr(file, '/');
    snprintf(whole, sizeof whole, "%.*s%s", slash != NULL ? (int)(slash - file + 1) : 0, file, path);
    return vv_file_read(whole, limit, allocator, bytes, count, error);
}

/* The last step of a path is path[*start…end). Returns the end. */
static size_t find_last_step(const char *path, size_t *start)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    *start = end;
    while (*start > 0 && path[*start - 1] != '/')
        --*start;
    return end;
}

void cli_last_step(const char *path, char *name, size_t bytes)
{
    size_t start, end = find_last_step(path, &start);
    snprintf(name, bytes, "%.*s", (int)(end - start), path + start);
}

void cli_stem(const char *path, char *name, size_t bytes)
{
    size_t start, end = find_last_step(path, &start), dot = end;
    while (dot > start + 1 && path[dot - 1] != '.')
        dot--;
    snprintf(name, bytes, "%.*s", (int)((dot > start + 1 ? dot - 1 : end) - start), path + start);
}
