/* Draws triangles: textured layers and heat. Texture coordinates and heat are affine functions of the pixel, computed
 * from the triangle's unclipped corners in double precision. */
#include "author/render/texture.h"

/* value(x, y) = at + x·dx + y·dy at the centre of pixel (x, y). */
typedef struct color_ramp {
    double at, dx, dy;
    float low, high; /* of the corners */
} color_ramp;

/* False if the triangle is too thin for a slope; such a triangle covers nothing visible. */
static bool make_color_ramp(const vvi_corner p[3], const double value[3], color_ramp *out)
{
    double ax = p[1].x - p[0].x, ay = p[1].y - p[0].y, bx = p[2].x - p[0].x, by = p[2].y - p[0].y;
    double area = ax * by - ay * bx, a = value[1] - value[0], b = value[2] - value[0];
    out->dx = (a * by - b * ay) / area;
    out->dy = (b * ax - a * bx) / area;
    out->at = value[0] + out->dx * (0.5 - p[0].x) + out->dy * (0.5 - p[0].y);
    out->low = out->high = (float)value[0];
    for (int i = 1; i < 3; ++i) {
        out->low = vvi_min(out->low, (float)value[i]);
        out->high = vvi_max(out->high, (float)value[i]);
    }
    return fabs(out->at) < 1e15 && fabs(out->dx) < 1e15 && fabs(out->dy) < 1e15; /* false for NaN too */
}

static float ramp_at(const color_ramp *ramp, double row, int32_t x, float shift)
{
    return vvi_clamp((float)(row + ramp->dx * x) + shift, ramp->low, ramp->high);
}

/* ---- Painting a triangle --------------------------------------------------------------------------------------- */

typedef struct triangle_paint {
    const vvi_level *level; /* NULL: heat only */
    color_ramp u, v;        /* texels of the level with its border */
    bool two_taps;          /* sample twice, tap_u and tap_v texels to either side of a pixel's centre */
    float tap_u, tap_v;
    bool is_heated;
    color_ramp heat;
    vvi_rgba color; /* of the heat */
} triangle_paint;

static float heat_at(const triangle_paint *paint, double row, int32_t x)
{
    return vvi_clamp(ramp_at(&paint->heat, row, x, 0.0f), 0.0f, 1.0f);
}

/* Converts a colour to pale grey and multiplies it by a colour between white and `heat_color`: so heat is visible on
 * every colour, and lines show through it. */
static vvi_rgba is_heated(vvi_rgba color, vvi_rgba heat_color)
{
    float gray = 0.299f * color[0] + 0.587f * color[1] + 0.114f * color[2]; /* premultiplied, as the colour is */
    float pale = 0.6f * color[3] + 0.4f * gray, cold = 1.0f - heat_color[3];
    return (vvi_rgba){pale * (cold + heat_color[0]), pale * (cold + heat_color[1]), pale * (cold + heat_color[2]),
                      color[3]};
}

static vvi_rgba fetch(const triangle_paint *paint, double u, double v, int32_t x, float side)
{
    return vvi_texture_fetch(paint->level, ramp_at(&paint->u, u, x, side * paint->tap_u),
                             ramp_at(&paint->v, v, x, side * paint->tap_v));
}

static void paint_texture(vv_canvas *canvas, const triangle_paint *paint, int32_t y, int32_t first, int32_t end)
{
    size_t start = (size_t)y * canvas->width;
    double u = paint->u.at + paint->u.dy * y, v = paint->v.at + paint->v.dy * y;
    double heat = paint->heat.at + paint->heat.dy * y;
    for (int32_t x = first; x < end; ++x) {
        uint32_t mask = canvas->masks[x];
        if (!mask)
            continue;
        vvi_rgba color = fetch(paint, u, v, x, 1.0f);
        if (paint->two_taps)
            color = (color + fetch(paint, u, v, x, -1.0f)) * 0.5f;
        if (paint->is_heated)
            color = is_heated(color, paint->color * heat_at(paint, heat, x));
        size_t i = start + (size_t)x;
        vvi_add_samples(&canvas->layer[i], &canvas->covered[i], mask, color);
    }
}

static void paint_heat(vv_canvas *canvas, const triangle_paint *paint, int32_t y, int32_t first, int32_t end)
{
    size_t start = (size_t)y * canvas->width;
    double heat = paint->heat.at + paint->heat.dy * y;
    for (int32_t x = first; x < end; ++x)
        if (canvas->masks[x]) {
            size_t i = start + (size_t)x;
            vvi_add_samples(&canvas->layer[i], &canvas->covered[i], canvas->masks[x],
                            paint->color * heat_at(paint, heat, x));
        }
}

static void rasterise_triangle(vv_canvas *canvas, const triangle_paint *paint, vvi_corner a, vvi_corner b, vvi_corner c)
{
    vvi_raster raster;
    if (!vvi_raster_begin(&raster, a, b, c, canvas->width, canvas->height))
        return;
    for (int32_t y, first, end; vvi_raster_row(&raster, canvas->masks, &y, &first, &end);) {
        if (first >= end)
            continue;
        vvi_mark_touched(canvas, y, first, end);
        if (paint->level)
            paint_texture(canvas, paint, y, first, end);
        else
            paint_heat(canvas, paint, y, first, end);
    }
}

static void paint_triangle(vv_canvas *canvas, const triangle_paint *paint, const vvi_corner corners[3])
{
    vvi_polygon polygon;
    if (!vvi_clip(corners, canvas->width, canvas->height, &polygon))
        return;
    for (uint32_t i = 2; i < polygon.count; ++i)
        rasterise_triangle(canvas, paint, polygon.corners[0], polygon.corners[i - 1], polygon.corners[i]);
}

static bool project_corners(const vv_canvas *canvas, vv_camera camera, const vv_vec2 *vertices,
                            const uint32_t *triangle, vvi_corner corners[3])
{
    bool drawable = true;
    for (int i = 0; i < 3; ++i) {
        corners[i] = vvi_to_pixels(canvas, camera, vertices[triangle[i]]);
        drawable = drawable && vvi_is_drawable(corners[i]);
    }
    return drawable;
}

/* ---- Layers ---------------------------------------------------------------------------------------------------- */

/* Limits a texture coordinate to one texel beyond the triangle, which is as far as the centre of a partly covered pixel
 * usually is; slivers have steep slopes and would reach further. It never goes beyond the transparent border. */
static void limit_ramp(color_ramp *ramp, uint32_t texels)
{
    float high = (float)texels + 1.0f;
    ramp->low = vvi_clamp(ramp->low - 1.0f, 0.0f, high);
    ramp->high = vvi_clamp(ramp->high + 1.0f, 0.0f, high);
}

/* The number of texels of the full picture per pixel: squares of the largest and the smallest rate over all
 * directions on screen, and the direction of the largest. */
typedef struct texel_rate {
    double most, least, along_x, along_y;
} texel_rate;

/* Computes the eigenvalues of JᵀJ, where the Jacobian J is the texels per step to the right and down. */
static texel_rate find_rate(const color_ramp *u, const color_ramp *v, const vvi_level *full)
{
    double ux = u->dx * full->width, uy = u->dy * full->width, vx = v->dx * full->height, vy = v->dy * full->height;
    double a = ux * ux + vx * vx, b = uy * uy + vy * vy, c = ux * uy + vx * vy;
    double middle = 0.5 * (a + b), half = 0.5 * (a - b), spread = sqrt(half * half + c * c);
    double x = half >= 0.0 ? half + spread : c, y = half >= 0.0 ? c : spread - half, length = sqrt(x * x + y * y);
    double scale = length > 0.0 ? 1.0 / length : 0.0;
    return (texel_rate){middle + spread, middle - spread > 0.0 ? middle - spread : 0.0, x * scale, y * scale};
}

/* Chooses the level of detail. In an anisotropic mapping a pixel spans more texels in one direction than in the
 * other. Two samples in that direction, a quarter of a pixel to either side, halve what each must cover; the level is
 * then chosen by the mean square of the two rates, a compromise between blur in one direction and shimmer in the
 * other. */
static void choose_level(const vv_texture *texture, triangle_paint *out)
{
    texel_rate rate = find_rate(&out->u, &out->v, &texture->levels[0]);
    out->two_taps = rate.most > 2.0 * rate.least && rate.most > 1.0;
    double density = 0.5 * ((out->two_taps ? 0.25 * rate.most : rate.most) + rate.least);
    out->level = &texture->levels[vvi_texture_level(texture, (float)density)];
    double tap_offset = out->two_taps ? 0.25 : 0.0;
    out->tap_u = (float)((out->u.dx * rate.along_x + out->u.dy * rate.along_y) * tap_offset * out->level->width);
    out->tap_v = (float)((out->v.dx * rate.along_x + out->v.dy * rate.along_y) * tap_offset * out->level->height);
}

static bool make_texture_paint(const vv_texture *texture, const vvi_corner corners[3], const vv_vec2 *uvs,
                               const uint32_t *triangle, triangle_paint *out)
{
    double u[3], v[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = (double)uvs[triangle[i]].x;
        v[i] = (double)uvs[triangle[i]].y;
    }
    if (!make_color_ramp(corners, u, &out->u) || !make_color_ramp(corners, v, &out->v))
        return false;
    choose_level(texture, out);
    for (int i = 0; i < 3; ++i) {
        u[i] = u[i] * out->level->width + 0.5;
        v[i] = v[i] * out->level->height + 0.5;
    }
    bool ok = make_color_ramp(corners, u, &out->u) && make_color_ramp(corners, v, &out->v);
    limit_ramp(&out->u, out->level->width);
    limit_ramp(&out->v, out->level->height);
    return ok;
}

/* Draws a layer's triangles into canvas->layer; values[vertex_count] may be NULL. */
static void paint_layer(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, const vv_layer *layer,
                        const vv_vec2 *vertices, const vv_texture *texture, const float *values, vv_color color)
{
    triangle_paint paint = {.is_heated = values != NULL, .color = vvi_premultiply(color)};
    for (uint32_t t = layer->triangle_start; t < layer->triangle_start + layer->triangle_count; ++t) {
        const uint32_t *triangle = mesh->triangles + 3 * (size_t)t;
        vvi_corner corners[3];
        bool ok = project_corners(canvas, camera, vertices, triangle, corners);
        if (ok && texture)
            ok = make_texture_paint(texture, corners, mesh->uvs, triangle, &paint);
        if (ok && values) {
            const double heat[3] = {(double)values[triangle[0]], (double)values[triangle[1]],
                                    (double)values[triangle[2]]};
            ok = make_color_ramp(corners, heat, &paint.heat);
        }
        if (ok)
            paint_triangle(canvas, &paint, corners);
    }
}

static const vv_color no_tint = {0, 0, 0, 0};

void vv_draw_layer(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, uint32_t layer, const vv_vec2 *vertices,
                   const vv_texture *texture, float opacity, vv_color tint)
{
    VV_ASSERT(layer < mesh->layer_count && mesh->uvs);
    paint_layer(canvas, camera, mesh, &mesh->layers[layer], vertices, texture, NULL, no_tint);
    vvi_finish_layer(canvas, vvi_clamp(opacity, 0.0f, 1.0f), tint);
}

void vv_draw_layer_heat(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, uint32_t layer,
                        const vv_vec2 *vertices, const vv_texture *texture, const float *values, vv_color color)
{
    VV_ASSERT(layer < mesh->layer_count && mesh->uvs);
    paint_layer(canvas, camera, mesh, &mesh->layers[layer], vertices, texture, values, color);
    vvi_finish_layer(canvas, 1.0f, no_tint);
}

void vv_draw_heat(vv_canvas *canvas, vv_camera camera, const vv_mesh *mesh, const vv_vec2 *vertices,
                  const float *values, vv_color color)
{
    const vv_layer all = {0, mesh->vertex_count, 0, mesh->triangle_count};
    paint_layer(canvas, camera, mesh, &all, vertices, NULL, values, color);
    vvi_finish_layer(canvas, 1.0f, no_tint);
}
