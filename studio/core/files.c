/* The files of the project folder that the page has passed in; the core's host reads them. */
#include "state.h"

#include <string.h>

static vvi_file *find_file(const vv_studio *studio, const char *path)
{
    for (size_t i = 0; i < studio->file_count; i++) {
        if (strcmp(studio->files[i].path, path) == 0)
            return &studio->files[i];
    }
    return NULL;
}

/* ---- Storing --------------------------------------------------------------------------------------------------- */

static bool is_same(const vvi_file *a, const vvi_file *b)
{
    return a->width == b->width && a->height == b->height && a->count == b->count &&
           (a->count == 0 || memcmp(a->bytes, b->bytes, a->count) == 0);
}

static void replace_file(vv_studio *studio, vvi_file *old, const vvi_file *replacement)
{
    vvi_studio_invalidate(studio);
    vv_session_forget_file(studio->session, old->path);
    vvi_release(studio->allocator, old->bytes, old->count + 1, 1);
    *old = *replacement;
    vvi_studio_changed(studio);
}

/* `file` points to the page's bytes; a copy with a terminating zero is stored. */
static vv_result store_file(vv_studio *studio, const char *path, vvi_file file)
{
    vv_error error = {0};
    size_t length = strlen(path);
    vvi_file *old = find_file(studio, path);
    if (old && is_same(old, &file))
        return VV_OK;
    if (length == 0 || length >= VV_PROJECT_PATH_BYTES) {
        vvi_fail(&error, VV_ERROR_ARGUMENT, "the path has %zu bytes; it must have 1 to %u", length,
                 VV_PROJECT_PATH_BYTES - 1);
        return vvi_studio_fail(studio, &error);
    }
    void *files = studio->files;
    bool grown = vvi_grow(studio->allocator, &files, &studio->file_capacity, studio->file_count + 1, sizeof(vvi_file));
    studio->files = files;
    uint8_t *copy = grown ? vvi_allocate(studio->allocator, file.count + 1, 1) : NULL;
    if (!copy) {
        vvi_fail_memory(&error, file.count + 1);
        return vvi_studio_fail(studio, &error);
    }
    if (file.count > 0)
        memcpy(copy, file.bytes, file.count);
    copy[file.count] = 0;
    file.bytes = copy;
    memcpy(file.path, path, length + 1);
    old = find_file(studio, path); /* the table may have moved */
    if (old)
        replace_file(studio, old, &file);
    else
        studio->files[studio->file_count++] = file;
    return VV_OK;
}

vv_result vv_studio_put_image(vv_studio *studio, const char *path, uint32_t width, uint32_t height,
                              const uint8_t *pixels)
{
    vv_error error = {0};
    if (width == 0 || height == 0 || width > VV_IMAGE_MAX_SIDE || height > VV_IMAGE_MAX_SIDE ||
        (uint64_t)width * height > VV_IMAGE_MAX_PIXELS) {
        vvi_fail(&error, VV_ERROR_LIMIT, "this image of %u × %u pixels is too large", width, height);
        if (width == 0 || height == 0)
            vvi_fail(&error, VV_ERROR_ARGUMENT, "this image has no pixels");
        vvi_error_remedy(&error, "use an image of at most %u pixels a side", VV_IMAGE_MAX_SIDE);
        vvi_error_place(&error, path, 0, "");
        return vvi_studio_fail(studio, &error);
    }
    return store_file(studio, path,
                      (vvi_file){.width = width,
                                 .height = height,
                                 .bytes = (uint8_t *)(uintptr_t)pixels,
                                 .count = 4 * (size_t)width * height});
}

vv_result vv_studio_put_file(vv_studio *studio, const char *path, const uint8_t *bytes, uint32_t count)
{
    return store_file(studio, path, (vvi_file){.bytes = (uint8_t *)(uintptr_t)bytes, .count = count});
}

void vvi_files_release(vv_studio *studio)
{
    for (size_t i = 0; i < studio->file_count; i++)
        vvi_release(studio->allocator, studio->files[i].bytes, studio->files[i].count + 1, 1);
    vvi_release(studio->allocator, studio->files, studio->file_capacity, sizeof(vvi_file));
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static const vvi_file *open_file(const vv_studio *studio, const char *path, bool image, vv_error *error)
{
    const vvi_file *file = find_file(studio, path);
    if (file && (file->width > 0) == image)
        return file;
    if (file)
        vvi_fail(error, VV_ERROR_FORMAT, "“%s” %s", path, image ? "is not an image" : "is an image");
    else
        vvi_fail(error, VV_ERROR_NOT_FOUND, "“%s” is missing", path);
    vvi_error_remedy(error, file ? "choose another file" : "put it back, or choose another file for the layer");
    vvi_error_place(error, path, 0, "");
    return NULL;
}

static vv_result load_bytes(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                            vv_error *error)
{
    const vvi_file *file = open_file(user, path, false, error);
    if (!file)
        return find_file(user, path) ? VV_ERROR_FORMAT : VV_ERROR_NOT_FOUND;
    *bytes = vvi_allocate(allocator, file->count + 1, 1);
    if (!*bytes)
        return vvi_fail_memory(error, file->count + 1);
    memcpy(*bytes, file->bytes, file->count + 1);
    *count = file->count;
    return VV_OK;
}

static vv_result load_image(void *user, const char *path, const vv_allocator *allocator, vv_image *out, vv_error *error)
{
    const vvi_file *file = open_file(user, path, true, error);
    if (!file)
        return find_file(user, path) ? VV_ERROR_FORMAT : VV_ERROR_NOT_FOUND;
    vv_result result = vv_image_create(file->width, file->height, allocator, out, error);
    if (result == VV_OK)
        memcpy(out->pixels, file->bytes, file->count);
    return result;
}

vv_host vvi_files_host(vv_studio *studio) { return (vv_host){load_bytes, load_image, studio}; }
