/* Any bytes as an SVG: a drawing or an error. */
#include "author/import/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_drawing drawing = {0};
    vv_error error;
    if (vv_import_svg(data, size, "fuzz.svg", 64, NULL, &drawing, &error) == VV_OK)
        vv_drawing_destroy(&drawing, NULL);
    return 0;
}
