/* Pixels in memory. */
#ifndef VV_IMAGE_H
#define VV_IMAGE_H

#include <verve/base.h>

#define VV_IMAGE_MAX_SIDE   16384u
#define VV_IMAGE_MAX_PIXELS (128u * 1024u * 1024u)

/* 8-bit RGBA, not premultiplied, rows from the top, no padding. */
typedef struct vv_image {
    uint32_t width, height;
    uint8_t *pixels; /* [4 · width · height] */
} vv_image;

/* Zeroed (transparent) pixels. */
vv_result vv_image_create(uint32_t width, uint32_t height, const vv_allocator *allocator, vv_image *out,
                          vv_error *error);
/* Also clears the struct; all zeros are fine. */
void vv_image_destroy(vv_image *image, const vv_allocator *allocator);

#endif
