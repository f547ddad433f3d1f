/* Project folders in a temporary place. */
#ifndef VV_TEST_FOLDERS_H
#define VV_TEST_FOLDERS_H

#include "author/base/file.h"
#include "author/folder/folder.h"
#include "tests/author/document/documents.h"

#include <dirent.h>
#include <unistd.h>

/* In memory where the system allows it: these tests flush files thousands of times. */
static char test_folder[64] = "/dev/shm/verve-folder-XXXXXX";

static inline bool make_test_folder(void)
{
    if (mkdtemp(test_folder))
        return true;
    strcpy(test_folder, "/tmp/verve-folder-XXXXXX");
    return mkdtemp(test_folder) != NULL;
}

static inline const char *in_folder(const char *name)
{
    static char paths[4][512];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", test_folder, name);
    return paths[turn];
}

static inline void write_text(const char *name, const char *bytes, size_t count)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

/* The whole file, ended by a zero; free it. */
static inline char *read_text(const char *name, size_t *length)
{
    uint8_t *bytes;
    size_t count;
    assert_int_equal(vv_file_read(in_folder(name), 1u << 30, NULL, &bytes, &count, NULL), VV_OK);
    char *copy = malloc(count + 1);
    memcpy(copy, bytes, count + 1);
    vv_file_release(NULL, bytes, count);
    if (length)
        *length = count;
    return copy;
}

/* Empties the folder and puts project.json there. */
static inline void start_with(const char *project)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'/*", test_folder);
    assert_int_equal(system(command), 0);
    write_text("project.json", project, strlen(project));
}

static inline vv_project_folder *open_for(vv_folder_mode mode)
{
    vv_project_folder *folder = NULL;
    vv_error error = {0};
    if (vv_project_folder_open(test_folder, mode, VV_FLUSH_HOST, NULL, &folder, &error) != VV_OK)
        fail_msg("%s:%u: %s: %s", error.file, error.line, error.path, error.message);
    return folder;
}

static inline vv_result apply_to(vv_project_folder *folder, const char *command, vv_error *error)
{
    vv_json_document *json;
    vv_result result = vv_json_parse(command, strlen(command), "command", NULL, &json, error);
    if (result != VV_OK)
        return result;
    result = vv_project_folder_apply(folder, json, vv_json_root(json), error);
    vv_json_destroy(json);
    return result;
}

static inline char *folder_text(const vv_project_folder *folder) { return text_of(vv_project_folder_document(folder)); }

static inline unsigned count_files(const char *start)
{
    unsigned count = 0;
    DIR *entries = opendir(test_folder);
    for (const struct dirent *entry; (entry = readdir(entries));)
        count += strncmp(entry->d_name, start, strlen(start)) == 0 && entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", test_folder);
    return system(command);
}

#endif
