/* Blocks: bytes that are not aligned, too short, of another kind or of another version are refused, each with its own
 * result and a sentence that names the kind; the rest of the header is not read. */
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <string.h>

#define MAGIC 0x12345678u

static const vvi_block_kind kind = {"a block", MAGIC, 3, VVI_ALIGNMENT, 24};

static void refuses(const void *bytes, size_t count, vv_result wanted, const char *message)
{
    vv_error error = {0};
    assert_int_equal(vvi_check_block(bytes, count, &kind, &error), wanted);
    assert_int_equal(error.code, wanted);
    assert_string_equal(error.message, message);
    assert_int_equal(vvi_check_block(bytes, count, &kind, NULL), wanted);
}

static void a_block_begins_with_its_kind(void **state)
{
    (void)state;
    _Alignas(64) uint32_t words[32] = {MAGIC, 3};
    vv_error error = {0};
    assert_int_equal(vvi_check_block(words, 24, &kind, &error), VV_OK);
    assert_int_equal(vvi_check_block(words, sizeof words, &kind, NULL), VV_OK);
    for (size_t count = 0; count < 24; count++)
        refuses(words, count, VV_ERROR_FORMAT, "these bytes are not a block");
    words[0] ^= 1u;
    refuses(words, 24, VV_ERROR_FORMAT, "these bytes are not a block");
    words[0] ^= 1u;
    words[1] = 4;
    refuses(words, 24, VV_ERROR_VERSION, "these bytes are a block of version 4; this library reads version 3");
}

static void a_block_is_aligned(void **state)
{
    (void)state;
    _Alignas(64) uint32_t words[64];
    for (uint32_t shift = 1; shift < 16; shift++) {
        memcpy(words + shift, (const uint32_t[]){MAGIC, 3}, 8);
        refuses(words + shift, 24, VV_ERROR_ARGUMENT, "a block must lie at a multiple of 64 bytes");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_begins_with_its_kind),
        cmocka_unit_test(a_block_is_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
