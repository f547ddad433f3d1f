/* A file that grows in memory. */
#include "bytes.h"

#include <string.h>

void vvi_out_add(vvi_out *out, const void *bytes, size_t count)
{
    if (out->failed || !vvi_grow(out->allocator, &out->data, &out->capacity, out->count + count, 1)) {
        out->failed = true;
        return;
    }
    if (count > 0)
        memcpy((uint8_t *)out->data + out->count, bytes, count);
    out->count += count;
}

void vvi_out_text(vvi_out *out, const char *text) { vvi_out_add(out, text, strlen(text)); }

void vvi_out_float(vvi_out *out, float value)
{
    char text[32];
    vvi_out_add(out, text, vvi_print_float(text, value));
}

void vvi_out_double(vvi_out *out, double value)
{
    char text[32];
    vvi_out_add(out, text, vvi_print_double(text, value));
}

vv_result vvi_out_finish(vvi_out *out, vv_bytes *bytes, vv_error *error)
{
    uint8_t *data = out->failed ? NULL : vvi_allocate(out->allocator, out->count, 1);
    size_t count = out->count;
    if (data)
        memcpy(data, out->data, count);
    vvi_out_release(out);
    if (!data)
        return vvi_fail_memory(error, count);
    *bytes = (vv_bytes){data, count};
    return VV_OK;
}

void vvi_out_release(vvi_out *out)
{
    vvi_release(out->allocator, out->data, out->capacity, 1);
    *out = (vvi_out){.allocator = out->allocator};
}
