/* The picture: premultiplied alpha in float, so that blending many layers loses no precision. */
#include "author/render/canvas.h"

#include <string.h>

static const vvi_box empty_box = {INT32_MAX, INT32_MAX, 0, 0};

vv_result vv_canvas_create(uint32_t width, uint32_t height, const vv_allocator *allocator, vv_canvas **out,
                           vv_error *error)
{
    *out = NULL;
    size_t pixels = (size_t)width * height;
    if (pixels == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a picture cannot have %u × %u pixels; each side needs at least 1",
                        width, height);
    if (width > VV_IMAGE_MAX_SIDE || height > VV_IMAGE_MAX_SIDE || pixels > VV_IMAGE_MAX_PIXELS) {
        vvi_fail(error, VV_ERROR_LIMIT, "a picture of %u × %u pixels is too large", width, height);
        vvi_error_remedy(error, "use at most %u pixels a side and %u in all", VV_IMAGE_MAX_SIDE, VV_IMAGE_MAX_PIXELS);
        return VV_ERROR_LIMIT;
    }
    vv_canvas *canvas = vvi_allocate_zeroed(allocator, 1, sizeof *canvas);
    if (!canvas)
        return vvi_fail_memory(error, sizeof *canvas);
    *canvas = (vv_canvas){.allocator = allocator,
                          .width = width,
                          .height = height,
                          .touched = empty_box,
                          .multiply = {1.0f, 1.0f, 1.0f, 1.0f}};
    canvas->pixels = vvi_allocate_zeroed(allocator, pixels, sizeof *canvas->pixels);
    canvas->layer = vvi_allocate_zeroed(allocator, pixels, sizeof *canvas->layer);
    canvas->covered = vvi_allocate_zeroed(allocator, pixels, sizeof *canvas->covered);
    canvas->masks = vvi_allocate_zeroed(allocator, width, sizeof *canvas->masks);
    if (!canvas->pixels || !canvas->layer || !canvas->covered || !canvas->masks) {
        vv_canvas_destroy(canvas);
        return vvi_fail_memory(error, pixels * sizeof *canvas->pixels);
    }
    *out = canvas;
    return VV_OK;
}

void vv_canvas_destroy(vv_canvas *canvas)
{
    if (!canvas)
        return;
    const vv_allocator *allocator = canvas->allocator;
    size_t pixels = (size_t)canvas->width * canvas->height;
    vvi_release(allocator, canvas->pixels, pixels, sizeof *canvas->pixels);
    vvi_release(allocator, canvas->layer, pixels, sizeof *canvas->layer);
    vvi_release(allocator, canvas->covered, pixels, sizeof *canvas->covered);
    vvi_release(allocator, canvas->masks, canvas->width, sizeof *canvas->masks);
    vvi_release(allocator, canvas, 1, sizeof *canvas);
}

uint32_t vv_canvas_width(const vv_canvas *canvas) { return canvas->width; }
uint32_t vv_canvas_height(const vv_canvas *canvas) { return canvas->height; }

void vv_canvas_clear(vv_canvas *canvas, vv_color background)
{
    vvi_rgba color = vvi_premultiply(background);
    for (size_t i = 0, n = (size_t)canvas->width * canvas->height; i < n; ++i)
        canvas->pixels[i] = color;
}

static uint8_t to_byte(float share)
{
    float scaled = share * 255.0f + 0.5f;
    return (uint8_t)(scaled > 255.0f ? 255.0f : scaled);
}

void vv_canvas_resolve(const vv_canvas *canvas, vv_image *out)
{
    VV_ASSERT(out->width == canvas->width && out->height == canvas->height);
    for (size_t i = 0, n = (size_t)canvas->width * canvas->height; i < n; ++i) {
        vvi_rgba pixel = canvas->pixels[i];
        uint8_t *to = out->pixels + 4 * i;
        float scale = pixel[3] > 0.0f ? 1.0f / pixel[3] : 0.0f;
        to[3] = to_byte(pixel[3]);
        for (int c = 0; c < 3; ++c)
            to[c] = to[3] ? to_byte(pixel[c] * scale) : 0;
    }
}

/* ---- Layers ---------------------------------------------------------------------------------------------------- */

static int32_t clamp_to_pixels(double value, uint32_t high)
{
    return !(value > 0.0) ? 0 : value >= high ? (int32_t)high : (int32_t)value;
}

vvi_box vvi_clip_box(const vv_canvas *canvas, double left, double top, double right, double bottom)
{
    if (!(left <= right) || !(top <= bottom))
        return (vvi_box){0, 0, 0, 0};
    return (vvi_box){clamp_to_pixels(left, canvas->width), clamp_to_pixels(top, canvas->height),
                     clamp_to_pixels(right + 1.0, canvas->width), clamp_to_pixels(bottom + 1.0, canvas->height)};
}

void vvi_mark_touched(vv_canvas *canvas, int32_t y, int32_t first, int32_t end)
{
    vvi_box *box = &canvas->touched;
    box->left = first < box->left ? first : box->left;
    box->right = end > box->right ? end : box->right;
    box->top = y < box->top ? y : box->top;
    box->bottom = y + 1 > box->bottom ? y + 1 : box->bottom;
}

void vv_canvas_set_multiply(vv_canvas *canvas, float r, float g, float b)
{
    canvas->multiply = (vvi_rgba){r, g, b, 1.0f};
}

void vvi_finish_layer(vv_canvas *canvas, float opacity, vv_color tint)
{
    vvi_box box = canvas->touched;
    float tint_share = (float)tint.a / 255.0f, remaining = 1.0f - tint_share;
    vv_color solid = {tint.r, tint.g, tint.b, 255};
    vvi_rgba tint_color = vvi_premultiply(solid) * tint_share;
    const vvi_rgba nothing = {0};
    for (int32_t y = box.top; y < box.bottom; ++y) {
        size_t row = (size_t)y * canvas->width;
        for (size_t i = row + (size_t)box.left; i < row + (size_t)box.right; ++i) {
            if (!canvas->covered[i])
                continue;
            vvi_rgba color = canvas->layer[i];
            color = (color * remaining + tint_color * color[3]) * canvas->multiply * opacity;
            vvi_blend(&canvas->pixels[i], color);
            canvas->layer[i] = nothing;
            canvas->covered[i] = 0;
        }
    }
    canvas->touched = empty_box;
}

void vvi_finish_stencil(vv_canvas *canvas, vv_color color)
{
    vvi_box box = canvas->touched;
    vvi_rgba ink = vvi_premultiply(color);
    const vvi_rgba nothing = {0};
    for (int32_t y = box.top; y < box.bottom; ++y) {
        size_t row = (size_t)y * canvas->width;
        for (size_t i = row + (size_t)box.left; i < row + (size_t)box.right; ++i) {
            vvi_blend(&canvas->pixels[i], ink * canvas->layer[i][3]);
            canvas->layer[i] = nothing;
        }
    }
    canvas->touched = empty_box;
}

/* ---- Blending pictures ----------------------------------------------------------------------------------------- */

void vv_draw_canvas(vv_canvas *canvas, const vv_canvas *over, float opacity, vv_color tint)
{
    VV_ASSERT(over != canvas && over->width == canvas->width && over->height == canvas->height);
    float tint_share = (float)tint.a / 255.0f, remaining = 1.0f - tint_share;
    vv_color solid = {tint.r, tint.g, tint.b, 255};
    vvi_rgba tint_color = vvi_premultiply(solid) * tint_share;
    for (size_t i = 0, n = (size_t)canvas->width * canvas->height; i < n; ++i) {
        vvi_rgba color = over->pixels[i];
        vvi_blend(&canvas->pixels[i], (color * remaining + tint_color * color[3]) * opacity);
    }
}

void vv_draw_image(vv_canvas *canvas, const vv_image *image, int32_t left, int32_t top)
{
    for (uint32_t y = 0; y < image->height; ++y) {
        int64_t to_y = (int64_t)top + y;
        for (uint32_t x = 0; to_y >= 0 && to_y < canvas->height && x < image->width; ++x) {
            int64_t to_x = (int64_t)left + x;
            const uint8_t *from = image->pixels + 4 * ((size_t)y * image->width + x);
            if (to_x >= 0 && to_x < canvas->width)
                vvi_blend(&canvas->pixels[(size_t)to_y * canvas->width + (size_t)to_x],
                          vvi_premultiply((vv_color){from[0], from[1], from[2], from[3]}));
        }
    }
}
