/* Any bytes as a TGF: finite handles, or an error. */
#include "author/import/import.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_tgf tgf = {0};
    vv_error error;
    if (vv_import_tgf((const char *)data, size, "fuzz.tgf", NULL, &tgf, &error) != VV_OK)
        return 0;
    for (uint32_t i = 0; i < tgf.handle_count; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(tgf.handles[i].from[k]) || !isfinite(tgf.handles[i].to[k]))
                __builtin_trap();
    vv_tgf_destroy(&tgf, NULL);
    return 0;
}
