/* A contact sheet: many frames in a grid with even gaps, each with a caption below. */
#include "author/render/canvas.h"

#include <string.h>

#define CAPTION_CAPITALS 11.0f /* height of a capital in pixels */
#define CAPTION_HEIGHT   26u   /* below a frame */

vv_sheet_def vv_default_sheet_def(void) { return (vv_sheet_def){.gap = 16}; }

static uint32_t cell_height(const vv_sheet_def *def) { return def->height + (def->captions ? CAPTION_HEIGHT : 0); }

/* Chooses the number of columns so that the sheet is near 3 : 2 and its last row is well filled. */
static uint32_t choose_columns(const vv_sheet_def *def)
{
    if (def->columns)
        return def->columns < def->count ? def->columns : def->count;
    double best = 0.0;
    uint32_t chosen = 1;
    for (uint32_t columns = 1; columns <= def->count && columns <= 64; ++columns) {
        uint32_t rows = (def->count + columns - 1) / columns;
        double shape = (double)columns * def->width / ((double)rows * cell_height(def)) / 1.5;
        double fit = (shape < 1.0 ? shape : 1.0 / shape) * def->count / ((double)rows * columns);
        if (fit > best)
            best = fit, chosen = columns;
    }
    return chosen;
}

vv_result vv_sheet_create(const vv_sheet_def *def, const vv_allocator *allocator, vv_canvas **out, vv_error *error)
{
    *out = NULL;
    if (def->count == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a sheet needs at least one frame");
    uint64_t columns = choose_columns(def), rows = (def->count + columns - 1) / columns;
    uint64_t width = columns * ((uint64_t)def->width + def->gap) + def->gap;
    uint64_t height = rows * ((uint64_t)cell_height(def) + def->gap) + def->gap;
    if (width > VV_IMAGE_MAX_SIDE || height > VV_IMAGE_MAX_SIDE) {
        vvi_fail(error, VV_ERROR_LIMIT, "a sheet of %u frames of %u × %u pixels is too large", def->count, def->width,
                 def->height);
        vvi_error_remedy(error, "use fewer or smaller frames");
        return VV_ERROR_LIMIT;
    }
    vv_result result = vv_canvas_create((uint32_t)width, (uint32_t)height, allocator, out, error);
    if (result == VV_OK)
        vv_canvas_clear(*out, def->background);
    return result;
}

/* Truncates a caption that is too long, ending in three dots. */
static void fit_caption(const char *caption, float width, char text[128])
{
    size_t length = strlen(caption) < 120 ? strlen(caption) : 120;
    memcpy(text, caption, length);
    text[length] = '\0';
    bool complete = caption[length] == '\0';
    while (length > 0 && (!complete || vv_text_width(text, CAPTION_CAPITALS) > width)) {
        do
            --length;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
        memcpy(text + length, "...", 4);
        complete = true;
    }
}

void vv_sheet_add(vv_canvas *sheet, const vv_sheet_def *def, uint32_t index, const vv_image *frame, const char *caption)
{
    VV_ASSERT(index < def->count && frame->width == def->width && frame->height == def->height);
    uint32_t columns = choose_columns(def), column = index % columns, row = index / columns;
    uint32_t left = def->gap + column * (def->width + def->gap);
    uint32_t top = def->gap + row * (cell_height(def) + def->gap);
    vv_draw_image(sheet, frame, (int32_t)left, (int32_t)top);
    if (!def->captions || !caption)
        return;
    char text[128];
    fit_caption(caption, (float)def->width, text);
    float indent = 0.5f * ((float)def->width - vv_text_width(text, CAPTION_CAPITALS));
    int32_t complete = (int32_t)indent; /* on whole pixels, so that equal captions look equal */
    const vv_color ink = {0x2A, 0x24, 0x30, 255};
    vv_draw_text(sheet, (float)((int32_t)left + complete), (float)(top + def->height + 20), CAPTION_CAPITALS, ink,
                 text);
}
