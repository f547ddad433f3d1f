/* Any bytes as an OBJ: triangles that index their vertices, or an error. */
#include "author/import/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_obj obj = {0};
    vv_error error;
    if (vv_import_obj((const char *)data, size, "fuzz.obj", NULL, &obj, &error) != VV_OK)
        return 0;
    for (size_t i = 0; i < 3 * (size_t)obj.triangle_count; i++)
        if (obj.triangles[i] >= obj.vertex_count)
            __builtin_trap();
    vv_obj_destroy(&obj, NULL);
    return 0;
}
