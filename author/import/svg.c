/* Renders an SVG drawing to layers of pixels: librsvg draws each planned element alone, at its position and with the
 * styles and transforms that it inherits; cairo holds the pixels. Nothing outside the bytes is ever opened: a handle
 * made from memory has no base address, so librsvg follows no references except data: URLs, which the plan has
 * checked. */
#include "author/import/svg.h"

#include <librsvg/rsvg.h>
#include <string.h>

#define DEFAULT_SIDE 1024u
#define CSS_DPI      96.0 /* CSS pixels per inch; librsvg's default is 90 */
#define PADDING      2u   /* transparent pixels kept around the ink, so that a mesh can reach past it */

typedef struct svg_job {
    svg_plan plan;
    RsvgHandle *handle;
    double width, height; /* of the drawing in CSS pixels */
    double scale;         /* to our pixels */
    uint8_t *canvas;      /* [4 · drawing width · drawing height] premultiplied, as cairo has it */
    cairo_surface_t *surface;
    uint64_t layer_pixels; /* of all layers so far */
    const vv_allocator *allocator;
    vv_error *error;
} svg_job;

static vv_result fail_svg(svg_job *job, vv_result code, const char *what, GError *cause, const char *remedy)
{
    if (cause)
        vvi_fail(job->error, code, "%s: %s", what, cause->message);
    else
        vvi_fail(job->error, code, "%s", what);
    vvi_error_remedy(job->error, "%s", remedy);
    g_clear_error(&cause);
    return code;
}

/* ---- Size ------------------------------------------------------------------------------------------------------ */

/* Finds the size in CSS pixels: as stated by the file, else that of its view box, else the extent of its ink. */
static vv_result find_size(svg_job *job)
{
    gboolean has_width, has_height, has_box;
    RsvgLength width, height;
    RsvgRectangle box, any = {0, 0, 100, 100}, ink, logical;
    GError *cause = NULL;
    rsvg_handle_get_intrinsic_dimensions(job->handle, &has_width, &width, &has_height, &height, &has_box, &box);
    if (rsvg_handle_get_intrinsic_size_in_pixels(job->handle, &job->width, &job->height)) {
        /* stated by the file */
    } else if (has_box) {
        job->width = box.width, job->height = box.height;
    } else if (rsvg_handle_get_geometry_for_layer(job->handle, NULL, &any, &ink, &logical, &cause)) {
        job->width = ink.x + ink.width, job->height = ink.y + ink.height;
    } else {
        return fail_svg(job, VV_ERROR_FORMAT, "the drawing cannot be measured", cause, "give it a viewBox");
    }
    bool ok = job->width > 0 && job->height > 0 && job->width < 1e9 && job->height < 1e9;
    return ok ? VV_OK
              : fail_svg(job, VV_ERROR_FORMAT, "the drawing has no usable size", NULL,
                         "give its <svg> element a viewBox with a width and a height above zero");
}

static float find_pixels_per_unit(const svg_job *job)
{
    gboolean has_width, has_height, has_box;
    RsvgLength width, height;
    RsvgRectangle box;
    rsvg_handle_get_intrinsic_dimensions(job->handle, &has_width, &width, &has_height, &height, &has_box, &box);
    if (!has_box || !(box.width > 0) || !(box.height > 0))
        return (float)job->scale;
    double x = job->width / box.width, y = job->height / box.height;
    return (float)(job->scale * (x < y ? x : y));
}

static uint32_t round_up(double pixels)
{
    uint32_t whole = (uint32_t)pixels;
    whole += pixels - whole > 1e-6;
    return whole ? whole : 1;
}

static vv_result choose_pixels(svg_job *job, uint32_t longest_side, vv_drawing *drawing)
{
    uint32_t side = longest_side ? longest_side : DEFAULT_SIDE;
    job->scale = side / (job->width > job->height ? job->width : job->height);
    drawing->width = side > VV_IMAGE_MAX_SIDE ? side : round_up(job->width * job->scale);
    drawing->height = side > VV_IMAGE_MAX_SIDE ? side : round_up(job->height * job->scale);
    drawing->pixels_per_unit = find_pixels_per_unit(job);
    if (side <= VV_IMAGE_MAX_SIDE && (uint64_t)drawing->width * drawing->height <= VV_IMAGE_MAX_PIXELS)
        return VV_OK;
    vvi_fail(job->error, VV_ERROR_LIMIT, "the drawing would have %u × %u pixels, which is too many", drawing->width,
             drawing->height);
    vvi_error_remedy(job->error, "use at most %u on a side and %u in all", VV_IMAGE_MAX_SIDE, VV_IMAGE_MAX_PIXELS);
    return VV_ERROR_LIMIT;
}

/* ---- Drawing --------------------------------------------------------------------------------------------------- */

static vv_result open_canvas(svg_job *job, const vv_drawing *drawing)
{
    size_t pixels = (size_t)drawing->width * drawing->height;
    job->canvas = vvi_allocate(job->allocator, pixels, 4);
    if (!job->canvas)
        return vvi_fail_memory(job->error, pixels * 4);
    job->surface = cairo_image_surface_create_for_data(job->canvas, CAIRO_FORMAT_ARGB32, (int)drawing->width,
                                                       (int)drawing->height, (int)drawing->width * 4);
    bool ok = cairo_surface_status(job->surface) == CAIRO_STATUS_SUCCESS;
    return ok ? VV_OK : vvi_fail_memory(job->error, pixels * 4);
}

static vv_result draw_part(svg_job *job, const char *id)
{
    cairo_t *cairo = cairo_create(job->surface);
    cairo_scale(cairo, job->scale, job->scale);
    RsvgRectangle viewport = {0, 0, job->width, job->height};
    GError *cause = NULL;
    bool drawn = rsvg_handle_render_layer(job->handle, cairo, id, &viewport, &cause);
    cairo_destroy(cairo);
    return drawn ? VV_OK : fail_svg(job, VV_ERROR_FORMAT, "the drawing cannot be drawn", cause, "simplify it");
}

/* Draws the parts of one layer, from *part on, onto an empty canvas. */
static vv_result draw_layer(svg_job *job, const vv_drawing *drawing, uint32_t layer, uint32_t *part)
{
    memset(job->canvas, 0, (size_t)drawing->width * drawing->height * 4);
    cairo_surface_mark_dirty(job->surface);
    vv_result result = VV_OK;
    for (; *part < job->plan.part_count && job->plan.parts[*part].layer == layer && result == VV_OK; ++*part)
        result = draw_part(job, job->plan.parts[*part].id);
    cairo_surface_flush(job->surface);
    return result;
}

/* ---- From the canvas to a layer -------------------------------------------------------------------------------- */

typedef struct box {
    uint32_t left, top, right, bottom; /* right and bottom are exclusive */
} box;

static uint32_t canvas_pixel(const svg_job *job, const vv_drawing *drawing, uint32_t x, uint32_t y)
{
    uint32_t pixel;
    memcpy(&pixel, job->canvas + 4 * ((size_t)y * drawing->width + x), 4);
    return pixel;
}

static bool row_has_ink(const svg_job *job, const vv_drawing *drawing, uint32_t y, uint32_t *first, uint32_t *last)
{
    uint32_t left = 0, right = drawing->width;
    while (left < right && !(canvas_pixel(job, drawing, left, y) >> 24))
        ++left;
    while (right > left && !(canvas_pixel(job, drawing, right - 1, y) >> 24))
        --right;
    *first = left, *last = right;
    return left < right;
}

static bool find_ink(const svg_job *job, const vv_drawing *drawing, box *out)
{
    box ink = {drawing->width, drawing->height, 0, 0};
    for (uint32_t y = 0; y < drawing->height; ++y) {
        uint32_t first, last;
        if (!row_has_ink(job, drawing, y, &first, &last))
            continue;
        ink.left = first < ink.left ? first : ink.left;
        ink.right = last > ink.right ? last : ink.right;
        ink.top = y < ink.top ? y : ink.top;
        ink.bottom = y + 1;
    }
    if (ink.left >= ink.right)
        return false;
    ink.left -= ink.left < PADDING ? ink.left : PADDING;
    ink.top -= ink.top < PADDING ? ink.top : PADDING;
    ink.right = drawing->width - ink.right < PADDING ? drawing->width : ink.right + PADDING;
    ink.bottom = drawing->height - ink.bottom < PADDING ? drawing->height : ink.bottom + PADDING;
    *out = ink;
    return true;
}

/* Converts cairo's pixel (premultiplied ARGB in one native word) to RGBA bytes with straight alpha. */
static void divide_alpha(uint32_t argb, uint8_t *rgba)
{
    uint32_t alpha = argb >> 24;
    for (uint32_t c = 0; c < 3; ++c) {
        uint32_t premultiplied = argb >> (16 - 8 * c) & 255u;
        uint32_t value = alpha ? (premultiplied * 255u + alpha / 2) / alpha : 0;
        rgba[c] = (uint8_t)(value > 255 ? 255 : value);
    }
    rgba[3] = (uint8_t)alpha;
}

static vv_result store_layer(svg_job *job, vv_drawing *drawing, box ink, const char *raw_name)
{
    vv_drawing_layer *layer = &drawing->layers[drawing->layer_count];
    uint32_t width = ink.right - ink.left, height = ink.bottom - ink.top;
    job->layer_pixels += (uint64_t)width * height;
    if (job->layer_pixels > VV_IMAGE_MAX_PIXELS)
        return fail_svg(job, VV_ERROR_LIMIT, "the layers are too large together", NULL, "use fewer pixels a side");
    vv_result result = vv_image_create(width, height, job->allocator, &layer->image, job->error);
    if (result != VV_OK)
        return result;
    layer->offset_x = ink.left, layer->offset_y = ink.top;
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x)
            divide_alpha(canvas_pixel(job, drawing, ink.left + x, ink.top + y),
                         layer->image.pixels + 4 * ((size_t)y * width + x));
    vv_layer_name(raw_name, drawing->layers, drawing->layer_count, layer->name);
    ++drawing->layer_count;
    return VV_OK;
}

/* Draws all planned layers; those without ink are dropped. */
static vv_result draw_layers(svg_job *job, vv_drawing *drawing)
{
    uint32_t planned = job->plan.layer_count, part = 0;
    drawing->layers = vvi_allocate_zeroed(job->allocator, planned, sizeof *drawing->layers);
    if (!drawing->layers)
        return vvi_fail_memory(job->error, planned * sizeof *drawing->layers);
    drawing->layer_capacity = planned;
    drawing->has_text = job->plan.has_text;
    drawing->has_outside = job->plan.has_outside;
    vv_result result = open_canvas(job, drawing);
    for (uint32_t layer = 0; layer < planned && result == VV_OK; ++layer) {
        box ink;
        result = draw_layer(job, drawing, layer, &part);
        if (result == VV_OK && find_ink(job, drawing, &ink))
            result = store_layer(job, drawing, ink, job->plan.names[layer]);
    }
    if (result == VV_OK && drawing->layer_count == 0)
        result = fail_svg(job, VV_ERROR_ARGUMENT, "there is nothing to see in this drawing", NULL,
                          job->plan.has_outside
                              ? "it refers to pictures or styles outside itself, which are left out; embed them"
                              : "draw something inside its view box and make sure that it is not hidden");
    return result;
}

static vv_result import_drawing(svg_job *job, const void *bytes, size_t count, uint32_t longest_side,
                                vv_drawing *drawing)
{
    vv_result result = vvi_svg_plan(bytes, count, job->allocator, &job->plan, job->error);
    if (result != VV_OK)
        return result;
    GError *cause = NULL;
    job->handle = rsvg_handle_new_from_data(job->plan.text, (gsize)job->plan.text_count, &cause);
    if (!job->handle)
        return fail_svg(job, VV_ERROR_FORMAT, "this is not an SVG that can be drawn", cause, "simplify it");
    rsvg_handle_set_dpi(job->handle, CSS_DPI);
    result = find_size(job);
    if (result == VV_OK)
        result = choose_pixels(job, longest_side, drawing);
    return result == VV_OK ? draw_layers(job, drawing) : result;
}

vv_result vv_import_svg(const void *bytes, size_t count, const char *file, uint32_t longest_side,
                        const vv_allocator *allocator, vv_drawing *out, vv_error *error)
{
    svg_job job = {.allocator = allocator, .error = error};
    vv_drawing drawing = {0};
    vv_result result = import_drawing(&job, bytes, count, longest_side, &drawing);
    if (job.surface)
        cairo_surface_destroy(job.surface);
    vvi_release(allocator, job.canvas, (size_t)drawing.width * drawing.height, 4);
    g_clear_object(&job.handle);
    vvi_svg_plan_release(&job.plan);
    if (result != VV_OK) {
        vvi_error_place(error, file, error ? error->line : 0, NULL);
        vv_drawing_destroy(&drawing, allocator);
    }
    *out = drawing;
    return result;
}

void vv_drawing_destroy(vv_drawing *drawing, const vv_allocator *allocator)
{
    for (uint32_t i = 0; i < drawing->layer_count; ++i)
        vv_image_destroy(&drawing->layers[i].image, allocator);
    vvi_release(allocator, drawing->layers, drawing->layer_capacity, sizeof *drawing->layers);
    *drawing = (vv_drawing){0};
}
