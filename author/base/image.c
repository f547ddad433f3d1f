/* Pixels in memory. */
#include "image.h"

#include "runtime/base/base.h"

vv_result vv_image_create(uint32_t width, uint32_t height, const vv_allocator *allocator, vv_image *out,
                          vv_error *error)
{
    if (width == 0 || height == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "an image of %u × %u pixels has no pixels", width, height);
    if (width > VV_IMAGE_MAX_SIDE || height > VV_IMAGE_MAX_SIDE || (uint64_t)width * height > VV_IMAGE_MAX_PIXELS) {
        vvi_fail(error, VV_ERROR_LIMIT, "an image of %u × %u pixels is too large", width, height);
        vvi_error_remedy(error, "scale it to at most %u pixels a side and %u million in all", VV_IMAGE_MAX_SIDE,
                         VV_IMAGE_MAX_PIXELS >> 20);
        return VV_ERROR_LIMIT;
    }
    uint8_t *pixels = vvi_allocate_zeroed(allocator, (size_t)width * height, 4);
    if (!pixels)
        return vvi_fail_memory(error, (size_t)width * height * 4);
    *out = (vv_image){width, height, pixels};
    return VV_OK;
}

void vv_image_destroy(vv_image *image, const vv_allocator *allocator)
{
    vvi_release(allocator, image->pixels, (size_t)image->width * image->height, 4);
    *image = (vv_image){0, 0, NULL};
}
