/* Lines, discs, rings, bones and shadows. Coverage follows from a pixel's signed distance to the outline: full at
 * half a pixel inside, none at half a pixel outside. That is exact for axis-aligned straight edges and within 0.04
 * for slanted ones, at any width. */
#include "author/render/shape.h"

static float coverage_at(float distance) { return vvi_clamp(0.5f - distance, 0.0f, 1.0f); }

/* ---- Capsules -------------------------------------------------------------------------------------------------- */

/* The capsule in the frame of its axis: `unit` points from one end to the other; `slope` = (r0 − r1) / length is the
 * sine of the tangents' angle to the axis, `cosine` its cosine. |slope| ≥ 1: one disc contains the other. */
typedef struct capsule_frame {
    float x, y, unit_x, unit_y, length, from_radius, to_radius, slope, cosine;
} capsule_frame;

static capsule_frame make_frame(const vvi_capsule *capsule)
{
    float dx = (float)(capsule->to.x - capsule->from.x), dy = (float)(capsule->to.y - capsule->from.y);
    capsule_frame frame = {.x = (float)capsule->from.x,
                           .y = (float)capsule->from.y,
                           .unit_x = 1.0f,
                           .length = sqrtf(dx * dx + dy * dy),
                           .from_radius = capsule->from_radius,
                           .to_radius = capsule->to_radius,
                           .cosine = 1.0f};
    if (frame.length > 0.0f) {
        frame.unit_x = dx / frame.length;
        frame.unit_y = dy / frame.length;
        frame.slope = vvi_clamp((frame.from_radius - frame.to_radius) / frame.length, -1.0f, 1.0f);
        frame.cosine = sqrtf(1.0f - frame.slope * frame.slope);
    }
    return frame;
}

/* The signed distance, negative inside. The lines through the ends along the tangents' normals divide the plane into
 * the regions of the two discs and of the tangents. */
static float capsule_distance(const capsule_frame *frame, float px, float py)
{
    float x = px - frame->x, y = py - frame->y;
    float along = x * frame->unit_x + y * frame->unit_y, across = fabsf(x * frame->unit_y - y * frame->unit_x);
    /* along the tangent, from the first end's touch point */
    float position = along * frame->cosine - across * frame->slope;
    if (position <= 0.0f)
        return sqrtf(along * along + across * across) - frame->from_radius;
    if (position >= frame->length * frame->cosine) {
        float beyond = along - frame->length;
        return sqrtf(beyond * beyond + across * across) - frame->to_radius;
    }
    return along * frame->slope + across * frame->cosine - frame->from_radius;
}

typedef struct row_span {
    int32_t first, end;
} row_span;

/* The pixels of row y that the capsule can reach, around where its axis crosses the row. Without this, a long slanted
 * line would cost its whole bounding box. */
static row_span find_span(const capsule_frame *frame, vvi_box box, int32_t y)
{
    float reach = vvi_max(frame->from_radius, frame->to_radius) + 1.0f;
    float cosine = fabsf(frame->unit_y);
    if (cosine * frame->length < 4.0f)
        return (row_span){box.left, box.right};
    float t = ((float)y + 0.5f - frame->y) / frame->unit_y, slack = reach / cosine;
    float low = vvi_clamp(t - slack, 0.0f, frame->length), high = vvi_clamp(t + slack, 0.0f, frame->length);
    float a = frame->x + low * frame->unit_x, b = frame->x + high * frame->unit_x;
    float left = vvi_min(a, b) - reach, right = vvi_max(a, b) + reach + 1.0f;
    return (row_span){left > (float)box.left ? (int32_t)left : box.left,
                      right < (float)box.right ? (int32_t)right : box.right};
}

static vvi_box capsule_box(const vv_canvas *canvas, const vvi_capsule *capsule)
{
    vvi_corner a = capsule->from, b = capsule->to;
    if (!vvi_is_drawable(a) || !vvi_is_drawable(b))
        return (vvi_box){0, 0, 0, 0};
    double reach = (double)vvi_max(capsule->from_radius, capsule->to_radius) + 1.0;
    return vvi_clip_box(canvas, (a.x < b.x ? a.x : b.x) - reach, (a.y < b.y ? a.y : b.y) - reach,
                        (a.x > b.x ? a.x : b.x) + reach, (a.y > b.y ? a.y : b.y) + reach);
}

void vvi_draw_capsule(vv_canvas *canvas, const vvi_capsule *capsule, vv_color color)
{
    vvi_box box = capsule_box(canvas, capsule);
    capsule_frame frame = make_frame(capsule);
    vvi_rgba ink = vvi_premultiply(color);
    for (int32_t y = box.top; y < box.bottom; ++y) {
        row_span span = find_span(&frame, box, y);
        vvi_rgba *row = canvas->pixels + (size_t)y * canvas->width;
        for (int32_t x = span.first; x < span.end; ++x) {
            float coverage = coverage_at(capsule_distance(&frame, (float)x + 0.5f, (float)y + 0.5f));
            if (coverage > 0.0f)
                vvi_blend(&row[x], ink * coverage);
        }
    }
}

void vvi_stencil_capsule(vv_canvas *canvas, const vvi_capsule *capsule)
{
    vvi_box box = capsule_box(canvas, capsule);
    capsule_frame frame = make_frame(capsule);
    for (int32_t y = box.top; y < box.bottom; ++y) {
        row_span span = find_span(&frame, box, y);
        if (span.first >= span.end)
            continue;
        vvi_mark_touched(canvas, y, span.first, span.end);
        vvi_rgba *row = canvas->layer + (size_t)y * canvas->width;
        for (int32_t x = span.first; x < span.end; ++x) {
            float coverage = coverage_at(capsule_distance(&frame, (float)x + 0.5f, (float)y + 0.5f));
            row[x][3] = vvi_max(row[x][3], coverage);
        }
    }
}

/* ---- Public functions ------------------------------------------------------------------------------------------ */

/* Lines thinner than a pixel are drawn one pixel wide with less alpha, so that hairlines do not break up. */
static float fade_hairline(float width_pixels, vv_color *color)
{
    if (width_pixels >= 1.0f)
        return width_pixels;
    color->a = (uint8_t)((float)color->a * vvi_max(width_pixels, 0.0f) + 0.5f);
    return 1.0f;
}

void vv_draw_line(vv_canvas *canvas, vv_camera camera, vv_vec2 from, vv_vec2 to, float width_pixels, vv_color color)
{
    float radius = 0.5f * fade_hairline(width_pixels, &color);
    vvi_capsule capsule = {vvi_to_pixels(canvas, camera, from), vvi_to_pixels(canvas, camera, to), radius, radius};
    vvi_draw_capsule(canvas, &capsule, color);
}

void vv_draw_disc(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, float radius_pixels, vv_color color)
{
    vvi_corner at = vvi_to_pixels(canvas, camera, centre);
    vvi_draw_capsule(canvas, &(vvi_capsule){at, at, radius_pixels, radius_pixels}, color);
}

void vvi_draw_ring(vv_canvas *canvas, vvi_corner centre, float radius, float width, vv_color color)
{
    if (!vvi_is_drawable(centre))
        return;
    double reach = (double)(radius + 0.5f * width) + 1.0;
    vvi_box box = vvi_clip_box(canvas, centre.x - reach, centre.y - reach, centre.x + reach, centre.y + reach);
    vvi_rgba ink = vvi_premultiply(color);
    for (int32_t y = box.top; y < box.bottom; ++y)
        for (int32_t x = box.left; x < box.right; ++x) {
            float dx = (float)(x + 0.5 - centre.x), dy = (float)(y + 0.5 - centre.y);
            float coverage = coverage_at(fabsf(sqrtf(dx * dx + dy * dy) - radius) - 0.5f * width);
            if (coverage > 0.0f)
                vvi_blend(&canvas->pixels[(size_t)y * canvas->width + (size_t)x], ink * coverage);
        }
}

void vv_draw_ring(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, float radius_pixels, float width_pixels,
                  vv_color color)
{
    float width = fade_hairline(width_pixels, &color);
    vvi_draw_ring(canvas, vvi_to_pixels(canvas, camera, centre), radius_pixels, width, color);
}

void vv_draw_wire(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, const vv_vec2 *vertices, float width_pixels,
                  vv_color color)
{
    float radius = 0.5f * fade_hairline(width_pixels, &color);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t *triangle = mesh->triangles + 3 * (size_t)t;
        for (int i = 0; i < 3; ++i) {
            vvi_corner a = vvi_to_pixels(canvas, camera, vertices[triangle[i]]);
            vvi_corner b = vvi_to_pixels(canvas, camera, vertices[triangle[(i + 1) % 3]]);
            vvi_stencil_capsule(canvas, &(vvi_capsule){a, b, radius, radius});
        }
    }
    vvi_finish_stencil(canvas, color);
}

/* The falloff is (1 − r²)²: flat in the middle, without an edge at the end. */
void vv_draw_shadow(vv_canvas *canvas, vv_camera camera, vv_vec2 centre, vv_vec2 radius, vv_vec2 along, vv_color color)
{
    vvi_corner at = vvi_to_pixels(canvas, camera, centre);
    double rx = (double)(radius.x * camera.pixels_per_metre), ry = (double)(radius.y * camera.pixels_per_metre);
    if (!vvi_is_drawable(at) || !(rx > 0.0) || !(ry > 0.0) || rx > 1e9 || ry > 1e9)
        return;
    double c = (double)along.x, s = (double)along.y;
    double wide = hypot(c * rx, s * ry), high = hypot(s * rx, c * ry);
    vvi_box box = vvi_clip_box(canvas, at.x - wide, at.y - high, at.x + wide, at.y + high);
    vvi_rgba ink = vvi_premultiply(color);
    for (int32_t y = box.top; y < box.bottom; ++y)
        for (int32_t x = box.left; x < box.right; ++x) {
            double right = x + 0.5 - at.x, down = y + 0.5 - at.y; /* the picture's y points down */
            float dx = (float)((right * c - down * s) / rx), dy = (float)((right * s + down * c) / ry);
            float falloff = 1.0f - (dx * dx + dy * dy);
            if (falloff > 0.0f)
                vvi_blend(&canvas->pixels[(size_t)y * canvas->width + (size_t)x], ink * (falloff * falloff));
        }
}
