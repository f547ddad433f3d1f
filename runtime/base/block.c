/* Prepared objects are blocks of bytes: whether bytes from outside begin like one. */
#include "base.h"

vv_result vvi_check_block(const void *bytes, size_t byte_count, const vvi_block_kind *kind, vv_error *error)
{
    const uint32_t *words = bytes; /* magic number, version */
    VVI_CHECK(kind->header_bytes >= 2 * sizeof *words && kind->alignment >= sizeof *words);
    if (((uintptr_t)bytes & (kind->alignment - 1u)) != 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "%s must lie at a multiple of %u bytes", kind->name, kind->alignment);
    if (byte_count < kind->header_bytes || words[0] != kind->magic)
        return vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not %s", kind->name);
    if (words[1] != kind->version)
        return vvi_fail(error, VV_ERROR_VERSION, "these bytes are %s of version %u; this library reads version %u",
                        kind->name, words[1], kind->version);
    return VV_OK;
}
