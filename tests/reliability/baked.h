/* A shipped example, baked and loaded as a game would. */
#ifndef VV_TESTS_RELIABILITY_BAKED_H
#define VV_TESTS_RELIABILITY_BAKED_H

#include "tests/reliability/examples.h"

typedef struct baked {
    example file;
    const vv_asset *asset;
    vv_family *family; /* the first one, or NULL */
} baked;

static inline baked bake(const char *name)
{
    baked b = {.file = example_bake(name)};
    vv_error error = {0};
    example_must(vv_asset_load(b.file.bytes, b.file.count, &b.asset, &error), &error);
    if (vv_asset_family_count(b.asset) > 0)
        example_must(vv_asset_family_create(b.asset, 0, NULL, &b.family, &error), &error);
    return b;
}

static inline void release(baked *b)
{
    vv_family_destroy(b->family, NULL);
    free(b->file.bytes);
}

#endif
