/* Writing PNG: what is written reads back the same; running out of memory anywhere leaves nothing behind. */
#include "author/export/export.h"
#include "author/import/import.h"
#include "tests/testing.h"

static vv_image noise(uint32_t width, uint32_t height, bool opaque)
{
    vv_image image;
    assert_int_equal(vv_image_create(width, height, NULL, &image, NULL), VV_OK);
    uint32_t seed = 1;
    for (size_t i = 0; i < (size_t)width * height * 4; ++i) {
        seed = seed * 1664525u + 1013904223u;
        image.pixels[i] = opaque && i % 4 == 3 ? 255 : (uint8_t)(seed >> 24);
    }
    return image;
}

static void check_round_trip(uint32_t width, uint32_t height, bool opaque)
{
    vv_image image = noise(width, height, opaque), back;
    vv_bytes bytes;
    assert_int_equal(vv_export_png(&image, NULL, &bytes, NULL), VV_OK);
    assert_int_equal(bytes.data[25], opaque ? 2 : 6); /* the colour type in the header */
    assert_int_equal(vv_import_png(bytes.data, bytes.count, "a.png", NULL, &back, NULL), VV_OK);
    assert_int_equal(back.width, width);
    assert_int_equal(back.height, height);
    assert_memory_equal(back.pixels, image.pixels, (size_t)width * height * 4);
    vv_bytes_release(&bytes, NULL);
    assert_null(bytes.data);
    vv_image_destroy(&back, NULL);
    vv_image_destroy(&image, NULL);
}

static void what_is_written_reads_back_the_same(void **state)
{
    (void)state;
    check_round_trip(1, 1, true);
    check_round_trip(1, 1, false);
    check_round_trip(97, 31, true);
    check_round_trip(97, 31, false);
    check_round_trip(VV_IMAGE_MAX_SIDE, 1, false);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    vv_image image = noise(64, 64, false);
    for (uint64_t n = 1;; ++n) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_error error = {0};
        vv_bytes bytes;
        vv_result result = vv_export_png(&image, &allocator, &bytes, &error);
        if (counting.fail_at != 0) { /* it was never reached */
            assert_int_equal(result, VV_OK);
            assert_true(n > 4);
            vv_bytes_release(&bytes, &allocator);
            assert_int_equal(counting.used, 0);
            break;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(error.code, VV_ERROR_MEMORY);
        assert_null(bytes.data);
        assert_int_equal(counting.used, 0);
    }
    vv_image_destroy(&image, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back_the_same),
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
