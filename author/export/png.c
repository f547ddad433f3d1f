/* Encodes a picture as PNG with libpng. As in the reader, everything that must survive a longjmp is in a struct that
 * the function calling setjmp gets from its caller. */
#include "author/export/export.h"

#include "author/base/sized.h"
#include "runtime/base/base.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

typedef struct png_writer {
    const vv_allocator *allocator;
    vv_error *error;
    vv_result result;
    png_structp png;
    png_infop info;
    void *data;
    size_t count, capacity;
} png_writer;

static void on_png_error(png_structp png, const char *message)
{
    png_writer *writer = png_get_error_ptr(png);
    if (writer->result == VV_OK)
        writer->result = vvi_fail(writer->error, VV_ERROR_ARGUMENT, "the picture cannot be written: %s", message);
    png_longjmp(png, 1);
}

static void on_png_warning(png_structp png, const char *message) { (void)png, (void)message; }

static void *png_allocate(png_structp png, png_alloc_size_t bytes)
{
    png_writer *writer = png_get_mem_ptr(png);
    void *memory = vvi_sized_allocate(writer->allocator, bytes);
    if (!memory)
        writer->result = vvi_fail_memory(writer->error, bytes);
    return memory;
}

static void png_release(png_structp png, png_voidp memory)
{
    const png_writer *writer = png_get_mem_ptr(png);
    vvi_sized_release(writer->allocator, memory);
}

static void write_bytes(png_structp png, png_bytep from, size_t count)
{
    png_writer *writer = png_get_io_ptr(png);
    if (!vvi_grow(writer->allocator, &writer->data, &writer->capacity, writer->count + count, 1)) {
        writer->result = vvi_fail_memory(writer->error, writer->count + count);
        png_longjmp(png, 1);
    }
    memcpy((char *)writer->data + writer->count, from, count);
    writer->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static bool is_opaque(const vv_image *image)
{
    for (size_t i = 0, n = (size_t)image->width * image->height; i < n; ++i)
        if (image->pixels[4 * i + 3] != 255)
            return false;
    return true;
}

/* An opaque picture is written without alpha: it is a quarter smaller, and no viewer shows a chequerboard. */
static void write_picture(png_writer *writer, const vv_image *image)
{
    png_structp png = writer->png;
    if (setjmp(png_jmpbuf(png)))
        return;
    bool opaque = is_opaque(image);
    png_set_write_fn(png, writer, write_bytes, flush_nothing);
    png_set_user_limits(png, VV_IMAGE_MAX_SIDE, VV_IMAGE_MAX_SIDE);
    png_set_compression_level(png, 6);
    png_set_IHDR(png, writer->info, image->width, image->height, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, writer->info);
    if (opaque)
        png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < image->height; ++y)
        png_write_row(png, image->pixels + (size_t)y * image->width * 4u);
    png_write_end(png, writer->info);
}

static bool create_writer(png_writer *writer)
{
    writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, writer, on_png_error, on_png_warning, writer,
                                            png_allocate, png_release);
    writer->info = writer->png ? png_create_info_struct(writer->png) : NULL;
    if (!writer->info && writer->result == VV_OK)
        writer->result = vvi_fail_memory(writer->error, sizeof(void *));
    return writer->info != NULL;
}

/* Copies the bytes to an allocation of exactly their size, so that the caller need not know the capacity. */
static vv_result copy_exact(png_writer *writer, vv_bytes *out)
{
    uint8_t *data = vvi_allocate(writer->allocator, writer->count, 1);
    if (!data)
        return vvi_fail_memory(writer->error, writer->count);
    memcpy(data, writer->data, writer->count);
    *out = (vv_bytes){data, writer->count};
    return VV_OK;
}

vv_result vv_export_png(const vv_image *image, const vv_allocator *allocator, vv_bytes *out, vv_error *error)
{
    *out = (vv_bytes){0};
    png_writer writer = {.allocator = allocator, .error = error};
    if (create_writer(&writer))
        write_picture(&writer, image);
    png_destroy_write_struct(&writer.png, &writer.info);
    if (writer.result == VV_OK)
        writer.result = copy_exact(&writer, out);
    vvi_release(allocator, writer.data, writer.capacity, 1);
    return writer.result;
}
