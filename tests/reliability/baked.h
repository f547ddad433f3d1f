/* A shipped example, baked and loaded as a game would. The environment variable VV_SOURCE says where the repository is. */
#ifndef TESTS_RELIABILITY_BAKED_H
#define TESTS_RELIABILITY_BAKED_H

#include "author/build/folder_host.h"
#include "author/build/session.h"
#include "author/document/folder.h"
#include "tests/testing.h"

#include <verve/asset.h>

typedef struct baked {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    uint8_t *bytes;
    size_t count;
    const vv_asset *asset;
    vv_family *family; /* the first one, or NULL */
} baked;

static inline void must(vv_result result, const vv_error *error)
{
    if (result != VV_OK)
        fail_msg("%s: %s", error->path, error->message);
}

static inline baked bake(const char *name)
{
    baked b = {0};
    char path[4096];
    vv_error error = {0};
    vv_bake_def def = vv_default_bake_def();
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), name);
    must(vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &b.folder, &error), &error);
    must(vv_folder_host_open(path, &b.host, &error), &error);
    must(vv_session_create(vv_project_folder_document(b.folder), &b.host.host, NULL, &b.session, &error), &error);
    must(vv_bake(b.session, &def, NULL, &b.bytes, &b.count, &error), &error);
    must(vv_asset_load(b.bytes, b.count, &b.asset, &error), &error);
    if (vv_asset_family_count(b.asset) > 0)
        must(vv_asset_family_create(b.asset, 0, NULL, &b.family, &error), &error);
    return b;
}

static inline void release(baked *b)
{
    vv_family_destroy(b->family, NULL);
    vv_bake_release(b->session, b->bytes, b->count);
    vv_session_destroy(b->session);
    vv_project_folder_close(b->folder);
}

#endif
