/* Any bytes as a PNG: an image or an error. */
#include "author/import/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_counting counting = {.limit = 256u << 20};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_image image = {0};
    vv_error error;
    if (vv_import_png(data, size, "fuzz.png", &allocator, &image, &error) == VV_OK)
        vv_image_destroy(&image, &allocator);
    if (counting.used != 0)
        __builtin_trap();
    return 0;
}
