/* Reading PNG: every kind against samples worked out by hand from the specification, damage of every sort refused. */
#include "author/import/import.h"
#include "tests/author/files.h"
#include "tests/testing.h"

#include <png.h>

/* ---- A PNG of any kind, with known samples ----------------------------------------------------------------------- */

typedef struct png_kind {
    int color_type, depth, interlace;
    bool transparent; /* has a tRNS chunk */
} png_kind;

enum { WIDTH = 13, HEIGHT = 11, PALETTE = 16 };

typedef struct buffer {
    uint8_t bytes[65536];
    size_t count;
} buffer;

static void append(png_structp png, png_bytep bytes, size_t count)
{
    buffer *to = png_get_io_ptr(png);
    assert_true(to->count + count <= sizeof to->bytes);
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

static void nothing(png_structp png) { (void)png; }

static int channels(int color_type)
{
    return color_type == PNG_COLOR_TYPE_RGBA         ? 4
           : color_type == PNG_COLOR_TYPE_RGB        ? 3
           : color_type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
                                                     : 1;
}

/* Sample c of pixel (x, y), at full depth. Pixel (0, 0) has the tRNS colour: all samples 1. */
static unsigned sample(png_kind kind, unsigned x, unsigned y, unsigned c)
{
    if (x == 0 && y == 0)
        return 1;
    unsigned mixed = (x * 7919u + y * 104729u + c * 1299709u + 17u) * 2654435761u;
    unsigned top = kind.color_type == PNG_COLOR_TYPE_PALETTE && kind.depth > 4 ? PALETTE : 1u << kind.depth;
    unsigned value = (mixed >> 11) % top;
    return kind.depth > 1 && value == 1 ? 2 : value; /* only the one pixel is transparent, but for 1 bit */
}

static void palette_color(unsigned index, png_byte rgb[3])
{
    rgb[0] = (png_byte)(index * 15u), rgb[1] = (png_byte)(255u - index * 9u), rgb[2] = (png_byte)(index * index);
}

static void pack_row(png_kind kind, unsigned y, uint8_t *row)
{
    memset(row, 0, WIDTH * 8);
    unsigned n = (unsigned)channels(kind.color_type), depth = (unsigned)kind.depth;
    for (unsigned x = 0; x < WIDTH; ++x)
        for (unsigned c = 0; c < n; ++c) {
            unsigned value = sample(kind, x, y, c), bit = (x * n + c) * depth;
            if (depth == 16) {
                row[bit / 8] = (uint8_t)(value >> 8);
                row[bit / 8 + 1] = (uint8_t)value;
            } else {
                row[bit / 8] = (uint8_t)(row[bit / 8] | value << (8 - depth - bit % 8));
            }
        }
}

static void set_extras(png_structp png, png_infop info, png_kind kind)
{
    if (kind.color_type == PNG_COLOR_TYPE_PALETTE) {
        png_color palette[PALETTE];
        for (unsigned i = 0; i < PALETTE; ++i) {
            png_byte rgb[3];
            palette_color(i, rgb);
            palette[i] = (png_color){rgb[0], rgb[1], rgb[2]};
        }
        png_set_PLTE(png, info, palette, kind.depth < 4 ? 1 << kind.depth : PALETTE);
    }
    if (kind.transparent && kind.color_type == PNG_COLOR_TYPE_PALETTE) {
        const png_byte alpha[2] = {200, 7};
        png_set_tRNS(png, info, alpha, 2, NULL);
    } else if (kind.transparent) {
        png_color_16 color = {.red = 1, .green = 1, .blue = 1, .gray = 1};
        png_set_tRNS(png, info, NULL, 0, &color);
    }
    png_set_gAMA(png, info, 1.0); /* must change nothing */
}

static void make(png_kind kind, buffer *out)
{
    out->count = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, out, append, nothing);
    png_set_IHDR(png, info, WIDTH, HEIGHT, kind.depth, kind.color_type, kind.interlace, 0, 0);
    set_extras(png, info, kind);
    uint8_t rows[HEIGHT][WIDTH * 8];
    uint8_t *pointers[HEIGHT];
    for (unsigned y = 0; y < HEIGHT; ++y) {
        pack_row(kind, y, rows[y]);
        pointers[y] = rows[y];
    }
    png_set_rows(png, info, pointers);
    png_write_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    png_destroy_write_struct(&png, &info);
}

/* A sample of `depth` bits as 8 bits: the nearest of value · 255 / (2^depth − 1). */
static uint8_t to_byte(unsigned value, int depth)
{
    unsigned top = (1u << depth) - 1u;
    return (uint8_t)((value * 255u * 2u + top) / (2u * top));
}

static void expect(png_kind kind, unsigned x, unsigned y, uint8_t rgba[4])
{
    unsigned s[4];
    for (unsigned c = 0; c < 4; ++c)
        s[c] = sample(kind, x, y, c);
    bool gray = kind.color_type == PNG_COLOR_TYPE_GRAY || kind.color_type == PNG_COLOR_TYPE_GRAY_ALPHA;
    if (kind.color_type == PNG_COLOR_TYPE_PALETTE) {
        palette_color(s[0], rgba);
        rgba[3] = (uint8_t)(!kind.transparent || s[0] > 1 ? 255 : s[0] == 1 ? 7 : 200);
        return;
    }
    for (unsigned c = 0; c < 3; ++c)
        rgba[c] = to_byte(s[gray ? 0 : c], kind.depth);
    rgba[3] = 255;
    if (kind.color_type & PNG_COLOR_MASK_ALPHA)
        rgba[3] = to_byte(s[gray ? 1 : 3], kind.depth);
    else if (kind.transparent && s[0] == 1 && (gray || (s[1] == 1 && s[2] == 1)))
        rgba[3] = 0;
}

static void check_kind(png_kind kind)
{
    static buffer file;
    make(kind, &file);
    vv_image image;
    vv_error error;
    assert_int_equal(vv_import_png(file.bytes, file.count, "a.png", NULL, &image, &error), VV_OK);
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    for (unsigned y = 0; y < HEIGHT; ++y)
        for (unsigned x = 0; x < WIDTH; ++x) {
            uint8_t rgba[4];
            expect(kind, x, y, rgba);
            assert_memory_equal(image.pixels + 4 * (y * WIDTH + x), rgba, 4);
        }
    vv_image_destroy(&image, NULL);
}

static void every_kind_gives_the_samples_of_the_specification(void **state)
{
    (void)state;
    static const int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_PALETTE,
                                PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGBA};
    unsigned kinds = 0;
    for (unsigned t = 0; t < 5; ++t)
        for (int depth = 1; depth <= 16; depth *= 2)
            for (int interlace = 0; interlace < 2; ++interlace)
                for (int transparent = 0; transparent < 2; ++transparent) {
                    bool small = depth < 8, palette = types[t] == PNG_COLOR_TYPE_PALETTE;
                    if ((small && types[t] != PNG_COLOR_TYPE_GRAY && !palette) || (palette && depth == 16) ||
                        (transparent && (types[t] & PNG_COLOR_MASK_ALPHA)))
                        continue;
                    check_kind((png_kind){types[t], depth, interlace, transparent});
                    ++kinds;
                }
    assert_int_equal(kinds, 2 * (2 * (5 + 2 + 4) + 2 + 2)); /* the 15 kinds of the specification */
}

/* ---- Damage ------------------------------------------------------------------------------------------------------ */

static const png_kind plain = {PNG_COLOR_TYPE_PALETTE, 4, 1, true};

static vv_result read_exactly(const uint8_t *bytes, size_t count, const vv_allocator *allocator, vv_error *error)
{
    /* In memory of exactly this size, so that the sanitizer sees every byte read past the end. */
    uint8_t *copy = malloc(count ? count : 1);
    memcpy(copy, bytes, count);
    vv_image image;
    vv_result result = vv_import_png(copy, count, "a.png", allocator, &image, error);
    free(copy);
    if (result == VV_OK) {
        vv_image_destroy(&image, allocator);
    } else {
        assert_null(image.pixels);
        assert_int_equal(image.width, 0);
    }
    return result;
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    static buffer file;
    make(plain, &file);
    for (size_t count = 0; count < file.count; ++count) {
        vv_error error = {0};
        assert_int_equal(read_exactly(file.bytes, count, NULL, &error), VV_ERROR_FORMAT);
        assert_string_equal(error.file, "a.png");
        assert_true(error.message[0] && error.remedy[0]);
    }
}

static void every_flipped_byte_is_refused(void **state)
{
    (void)state;
    static buffer file;
    make(plain, &file);
    for (size_t i = 0; i < file.count; ++i)
        for (unsigned bit = 0; bit < 8; ++bit) {
            vv_error error = {0};
            file.bytes[i] ^= (uint8_t)(1u << bit);
            vv_result result = read_exactly(file.bytes, file.count, NULL, &error);
            file.bytes[i] ^= (uint8_t)(1u << bit);
            /* Checksums cover everything after a chunk's length. */
            assert_true(result == VV_ERROR_FORMAT || result == VV_ERROR_LIMIT);
        }
}

static void bytes_after_the_end_are_ignored(void **state)
{
    (void)state;
    static buffer file;
    make(plain, &file);
    memset(file.bytes + file.count, 0xa5, 100);
    assert_int_equal(read_exactly(file.bytes, file.count + 100, NULL, NULL), VV_OK);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static buffer file;
    make(plain, &file);
    for (uint64_t n = 1;; ++n) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_error error = {0};
        vv_result result = read_exactly(file.bytes, file.count, &allocator, &error);
        assert_int_equal(counting.used, 0);
        if (counting.fail_at != 0) { /* it was never reached */
            assert_int_equal(result, VV_OK);
            assert_true(n > 4);
            return;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(error.code, VV_ERROR_MEMORY);
    }
}

static void put32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t checksum(const uint8_t *bytes, size_t count)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < count; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void a_header_that_claims_too_much_allocates_nothing_big(void **state)
{
    (void)state;
    static buffer file;
    static const uint32_t sizes[][2] = {{VV_IMAGE_MAX_SIDE + 1, 1},
                                        {1, VV_IMAGE_MAX_SIDE + 1},
                                        {VV_IMAGE_MAX_SIDE, VV_IMAGE_MAX_SIDE},
                                        {0x7fffffff, 0x7fffffff}};
    for (unsigned i = 0; i < 4; ++i) {
        make(plain, &file);
        put32(file.bytes + 16, sizes[i][0]);
        put32(file.bytes + 20, sizes[i][1]);
        put32(file.bytes + 29, checksum(file.bytes + 12, 17));
        vv_counting counting = {.limit = 1 << 20};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_error error = {0};
        assert_int_equal(read_exactly(file.bytes, file.count, &allocator, &error), VV_ERROR_LIMIT);
        assert_int_equal(counting.used, 0);
    }
}

/* ---- Real files -------------------------------------------------------------------------------------------------- */

static void read_real(const char *path)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_error error = {0};
    assert_int_equal(vv_file_read(path, 1u << 28, NULL, &bytes, &count, &error), VV_OK);
    vv_image image;
    vv_result result = vv_import_png(bytes, count, path, NULL, &image, &error);
    const char *slash = strrchr(path, '/');
    bool broken = strstr(path, "png-edge/x") == slash - (sizeof "png-edge" - 1);
    if ((result == VV_OK) == broken)
        fail_msg("%s: %s", path, result == VV_OK ? "read, though it is broken" : error.message);
    vv_image_destroy(&image, NULL);
    vv_file_release(NULL, bytes, count);
}

static void real_files_are_read_and_broken_ones_refused(void **state)
{
    (void)state;
    const char *folder = testing_data();
    if (!folder)
        skip();
    char art[1024];
    snprintf(art, sizeof art, "%s/art", folder);
    assert_true(testing_each_file(art, ".png", read_real) > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_gives_the_samples_of_the_specification),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_flipped_byte_is_refused),
        cmocka_unit_test(bytes_after_the_end_are_ignored),
        cmocka_unit_test(every_failing_allocation_is_reported),
        cmocka_unit_test(a_header_that_claims_too_much_allocates_nothing_big),
        cmocka_unit_test(real_files_are_read_and_broken_ones_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
