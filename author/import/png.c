/* Reads any PNG as 8-bit RGBA with libpng. There is no colour management on purpose: a drawing's numbers are its
 * colours. libpng reports errors by longjmp; everything that must survive one is in the `reader`, which the function
 * that calls setjmp gets from its caller, so that no local variable can be clobbered. */
#include "author/import/import.h"

#include "author/base/sized.h"
#include "runtime/base/base.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

typedef struct png_reader {
    const uint8_t *bytes;
    size_t count, position;
    const char *file;
    const vv_allocator *allocator;
    vv_error *error;
    vv_result result;
    png_structp png;
    png_infop info;
    vv_image image;
} png_reader;

static void set_remedy(png_reader *reader, vv_result code, const char *remedy)
{
    reader->result = code;
    vvi_error_remedy(reader->error, "%s", remedy);
    vvi_error_place(reader->error, reader->file, 0, NULL);
}

static void report_damage(png_reader *reader, const char *what)
{
    vv_result code = vvi_fail(reader->error, VV_ERROR_FORMAT, "the PNG is damaged: %s", what);
    set_remedy(reader, code, "save it again from the program that made it");
}

/* libpng's error handler; must not return. png_allocate has already recorded a lack of memory. */
static void on_png_error(png_structp png, const char *message)
{
    png_reader *reader = png_get_error_ptr(png);
    if (reader->result == VV_OK)
        report_damage(reader, message);
    png_longjmp(png, 1);
}

static void on_png_warning(png_structp png, const char *message) { (void)png, (void)message; }

static void *png_allocate(png_structp png, png_alloc_size_t bytes)
{
    png_reader *reader = png_get_mem_ptr(png);
    void *memory = vvi_sized_allocate(reader->allocator, bytes);
    if (!memory)
        reader->result = vvi_fail_memory(reader->error, bytes);
    return memory;
}

static void png_release(png_structp png, png_voidp memory)
{
    const png_reader *reader = png_get_mem_ptr(png);
    vvi_sized_release(reader->allocator, memory);
}

static void read_bytes(png_structp png, png_bytep to, size_t count)
{
    png_reader *reader = png_get_io_ptr(png);
    if (count > reader->count - reader->position)
        png_error(png, "it ends too early");
    memcpy(to, reader->bytes + reader->position, count);
    reader->position += count;
}

static void check_size(png_reader *reader, uint32_t width, uint32_t height)
{
    if (width <= VV_IMAGE_MAX_SIDE && height <= VV_IMAGE_MAX_SIDE && (uint64_t)width * height <= VV_IMAGE_MAX_PIXELS)
        return;
    vv_result code = vvi_fail(reader->error, VV_ERROR_LIMIT,
                              "the picture has %u × %u pixels; at most %u on a side and "
                              "%u in all can be read",
                              width, height, VV_IMAGE_MAX_SIDE, VV_IMAGE_MAX_PIXELS);
    set_remedy(reader, code, "make it smaller");
    png_longjmp(reader->png, 1);
}

/* Requests conversion of every kind of PNG to rows of 8-bit red, green, blue, alpha. */
static void request_rgba(png_structp png, png_infop info)
{
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    if (!png_get_valid(png, info, PNG_INFO_tRNS))
        png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

static void read_rows(png_reader *reader)
{
    int passes = png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    size_t stride = (size_t)reader->image.width * 4u;
    if (png_get_rowbytes(reader->png, reader->info) != stride)
        png_error(reader->png, "its rows have the wrong length");
    for (int pass = 0; pass < passes; ++pass)
        for (uint32_t y = 0; y < reader->image.height; ++y)
            png_read_row(reader->png, reader->image.pixels + y * stride, NULL);
}

/* Ancillary chunks except tRNS are skipped unread, so that nothing in them is expanded or trusted; a wrong checksum
 * in any chunk counts as damage. */
static void read_picture(png_reader *reader)
{
    png_structp png = reader->png;
    if (setjmp(png_jmpbuf(png)))
        return;
    png_set_read_fn(png, reader, read_bytes);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_read_info(png, reader->info);
    uint32_t width = png_get_image_width(png, reader->info), height = png_get_image_height(png, reader->info);
    check_size(reader, width, height);
    request_rgba(png, reader->info);
    vv_result created = vv_image_create(width, height, reader->allocator, &reader->image, reader->error);
    if (created != VV_OK) {
        reader->result = created;
        return;
    }
    read_rows(reader);
    png_read_end(png, NULL);
}

static bool create_reader(png_reader *reader)
{
    reader->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, on_png_error, on_png_warning, reader,
                                           png_allocate, png_release);
    reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
    if (!reader->info && reader->result == VV_OK)
        reader->result = vvi_fail_memory(reader->error, sizeof(void *));
    return reader->info != NULL;
}

vv_result vv_import_png(const void *bytes, size_t count, const char *file, const vv_allocator *allocator, vv_image *out,
                        vv_error *error)
{
    *out = (vv_image){0};
    png_reader reader = {.bytes = bytes, .count = count, .file = file, .allocator = allocator, .error = error};
    if (count < 8 || png_sig_cmp(reader.bytes, 0, 8) != 0) {
        vv_result code = vvi_fail(error, VV_ERROR_FORMAT, "this is not a PNG file");
        set_remedy(&reader, code, "choose a .png or .svg drawing");
        return code;
    }
    if (create_reader(&reader))
        read_picture(&reader);
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    if (reader.result == VV_OK)
        *out = reader.image;
    else
        vv_image_destroy(&reader.image, allocator);
    return reader.result;
}
