/* Filled outlines by scanline coverage. Every edge adds the signed area to its right to the pixels that it crosses;
 * the running sum along a row is then the covered area of each pixel: exact for an outline that does not intersect
 * itself. */
#include "author/render/canvas.h"

/* Adds the part of an edge within row y, from x0 to x1 over `height` of the row (positive downwards). The coverage of
 * pixel i is the mean over its width of the share of the height that the edge has passed there, which is the area to
 * its right. */
static void add_row_coverage(vv_canvas *canvas, int32_t y, double x0, double x1, double height)
{
    double low = x0 < x1 ? x0 : x1, high = x0 < x1 ? x1 : x0, before = 0.0;
    if (low >= canvas->width)
        return;
    int32_t first = low > 0.0 ? (int32_t)low : 0;
    vvi_rgba *row = canvas->layer + (size_t)y * canvas->width;
    for (int32_t i = first; i < (int32_t)canvas->width && before < 1.0; i++) {
        double from = low > i ? low : i, to = high < i + 1 ? high : i + 1, coverage = i + 1 - from;
        if (high > low && to > from)
            coverage = 0.5 * ((from - low) + (to - low)) / (high - low) * (to - from) +
                       (i + 1 - to) * (to - low) / (high - low);
        else if (high > low)
            coverage = 1.0;
        row[i][3] += (float)(height * (coverage - before));
        before = coverage;
    }
    vvi_mark_touched(canvas, y, first, (int32_t)canvas->width);
}

static void add_edge(vv_canvas *canvas, vvi_corner a, vvi_corner b)
{
    if (a.y == b.y)
        return;
    double sign = a.y < b.y ? 1.0 : -1.0;
    vvi_corner top = a.y < b.y ? a : b, bottom = a.y < b.y ? b : a;
    double slope = (bottom.x - top.x) / (bottom.y - top.y);
    double first = top.y < 0.0 ? 0.0 : top.y, end = bottom.y > canvas->height ? canvas->height : bottom.y;
    for (int32_t y = (int32_t)first; y < end; y++) {
        double from = top.y > y ? top.y : y, to = bottom.y < y + 1 ? bottom.y : y + 1;
        if (to > from)
            add_row_coverage(canvas, y, top.x + (from - top.y) * slope, top.x + (to - top.y) * slope,
                             sign * (to - from));
    }
}

static void accumulate_coverage(vv_canvas *canvas, vv_color color)
{
    vvi_box box = canvas->touched;
    for (int32_t y = box.top; y < box.bottom; ++y) {
        vvi_rgba *row = canvas->layer + (size_t)y * canvas->width;
        float sum = 0.0f;
        for (int32_t x = box.left; x < box.right; ++x) {
            sum += row[x][3];
            row[x][3] = vvi_min(fabsf(sum), 1.0f);
        }
    }
    vvi_finish_stencil(canvas, color);
}

void vv_draw_polygon(vv_canvas *canvas, vv_camera camera, uint32_t point_count, const vv_vec2 *points, vv_color color)
{
    for (uint32_t i = 0; i < point_count; i++) {
        if (!vvi_is_drawable(vvi_to_pixels(canvas, camera, points[i])))
            return;
    }
    for (uint32_t i = 0; i < point_count; i++)
        add_edge(canvas, vvi_to_pixels(canvas, camera, points[i]),
                 vvi_to_pixels(canvas, camera, points[(i + 1) % point_count]));
    accumulate_coverage(canvas, color);
}
