/* The shipped examples, baked in memory. */
#ifndef VV_TESTS_RELIABILITY_EXAMPLES_H
#define VV_TESTS_RELIABILITY_EXAMPLES_H

#include "author/build/creatures.h"
#include "author/build/folder_host.h"
#include "author/folder/folder.h"
#include "fuzz/items.h"
#include "tests/testing.h"

typedef struct example {
    uint8_t *bytes; /* at a multiple of 64 */
    size_t count;
} example;

static inline void example_must(vv_result result, const vv_error *error)
{
    if (result != VV_OK)
        fail_msg("%s: %s", error->path, error->message);
}

static inline example example_bake_with(const char *name, vv_bake_def def)
{
    char path[4096];
    vv_error error = {0};
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    uint8_t *bytes;
    example made;
    def.images = false;
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), name);
    example_must(vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &folder, &error), &error);
    example_must(vv_folder_host_open(path, &host, &error), &error);
    example_must(vv_session_create(vv_project_folder_document(folder), &host.host, NULL, &session, &error), &error);
    example_must(vv_bake(session, &def, NULL, &bytes, &made.count, &error), &error);
    made.bytes = items_allocate(made.count, 1);
    memcpy(made.bytes, bytes, made.count);
    vv_bake_release(session, bytes, made.count);
    vv_session_destroy(session);
    vv_project_folder_close(folder);
    return made;
}

static inline example example_bake(const char *name) { return example_bake_with(name, vv_default_bake_def()); }

#endif
