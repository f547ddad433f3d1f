/* A studio with one of the shipped examples open, as the page would open it. */
#ifndef VV_TEST_SHIPPED_H
#define VV_TEST_SHIPPED_H

#include "author/base/file.h"
#include "author/build/folder_host.h"
#include "studio/core/studio.h"

#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Hands every image of project.json, whose paths stand in it as "image": "art/….png", to the studio. */
static inline bool shipped_images(vv_studio *studio, vv_folder_host *folder, const char *text)
{
    for (const char *at = strstr(text, "\"image\": \""); at; at = strstr(at + 1, "\"image\": \"")) {
        char path[VV_PROJECT_PATH_BYTES];
        const char *from = at + strlen("\"image\": \"");
        snprintf(path, sizeof path, "%.*s", (int)strcspn(from, "\""), from);
        vv_image image = {0};
        if (folder->host.load_image(folder->host.user, path, NULL, &image, NULL) != VV_OK)
            return false;
        vv_result result = vv_studio_put_image(studio, path, image.width, image.height, image.pixels);
        vv_image_destroy(&image, NULL);
        if (result != VV_OK)
            return false;
    }
    return true;
}

/* `folder` may be one of examples/ or a path. */
static inline vv_studio *shipped_open(const char *name, const vv_allocator *allocator)
{
    char path[4096];
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_folder_host folder;
    const char *source = getenv("VV_SOURCE");
    snprintf(path, sizeof path, "%s/examples/%s", source ? source : ".", name);
    if (name[0] == '/')
        snprintf(path, sizeof path, "%s", name);
    vv_studio *studio = vv_studio_create(allocator);
    if (!studio || vv_folder_host_open(path, &folder, NULL) != VV_OK ||
        folder.host.load_bytes(folder.host.user, "project.json", NULL, &bytes, &count, NULL) != VV_OK)
        return NULL;
    bool there = vv_studio_open(studio, (const char *)bytes, (uint32_t)count, NULL, 0) == VV_OK &&
                 shipped_images(studio, &folder, (const char *)bytes);
    vvi_release(NULL, bytes, count + 1, 1);
    if (there)
        return studio;
    vv_studio_destroy(studio);
    return NULL;
}

#endif
