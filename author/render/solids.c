/* Lit triangles in space with a depth buffer: several samples per pixel, a light over the viewer's left shoulder, and
 * shadows projected along it onto a plane. */
#include "author/render/camera3.h"

#include "author/base/image.h"
#include "runtime/base/base.h"

#include <string.h>

/* Samples per pixel in each direction. */
enum { SAMPLES_PER_SIDE = 3, MAX_SIDE = 8192 };

struct vv_solids {
    const vv_allocator *allocator;
    uint32_t width, height;  /* pixels */
    uint32_t columns, rows;  /* samples */
    float *nearness;         /* [columns · rows] of the visible surface, larger is nearer; −INFINITY: nothing */
    uint32_t *color_samples; /* [columns · rows] its colour, red in the lowest byte */
    uint8_t *in_shadow;      /* [columns · rows] 1: the ground is in shadow here */
    float *shadow, *blurred; /* [width · height] */
    vv_image picture;
    vv_view view; /* in samples */
    vv_ground ground;
    vv_vec3 light; /* unit vector towards the light */
};

static size_t sample_count(const vv_solids *solids) { return (size_t)solids->columns * solids->rows; }
static size_t pixel_count(const vv_solids *solids) { return (size_t)solids->width * solids->height; }

vv_result vv_solids_create(uint32_t width, uint32_t height, const vv_allocator *allocator, vv_solids **out,
                           vv_error *error)
{
    if (width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE)
        return vvi_fail(error, VV_ERROR_LIMIT,
                        "a picture of solids cannot have %u × %u pixels; each side can have 1 to %u", width, height,
                        (unsigned)MAX_SIDE);
    vv_solids *solids = vvi_allocate_zeroed(allocator, 1, sizeof *solids);
    if (solids == NULL)
        return vvi_fail_memory(error, sizeof *solids);
    *solids = (vv_solids){.allocator = allocator, .width = width, .height = height};
    solids->columns = SAMPLES_PER_SIDE * width;
    solids->rows = SAMPLES_PER_SIDE * height;
    solids->nearness = vvi_allocate(allocator, sample_count(solids), sizeof *solids->nearness);
    solids->color_samples = vvi_allocate(allocator, sample_count(solids), sizeof *solids->color_samples);
    solids->in_shadow = vvi_allocate(allocator, sample_count(solids), sizeof *solids->in_shadow);
    solids->shadow = vvi_allocate(allocator, pixel_count(solids), sizeof *solids->shadow);
    solids->blurred = vvi_allocate(allocator, pixel_count(solids), sizeof *solids->blurred);
    if (!solids->nearness || !solids->color_samples || !solids->in_shadow || !solids->shadow || !solids->blurred ||
        vv_image_create(width, height, allocator, &solids->picture, error) != VV_OK) {
        size_t bytes = sample_count(solids) * 9;
        vv_solids_destroy(solids);
        return vvi_fail_memory(error, bytes);
    }
    *out = solids;
    return VV_OK;
}

void vv_solids_destroy(vv_solids *solids)
{
    if (solids == NULL)
        return;
    const vv_allocator *allocator = solids->allocator;
    vv_image_destroy(&solids->picture, allocator);
    vvi_release(allocator, solids->nearness, sample_count(solids), sizeof *solids->nearness);
    vvi_release(allocator, solids->color_samples, sample_count(solids), sizeof *solids->color_samples);
    vvi_release(allocator, solids->in_shadow, sample_count(solids), sizeof *solids->in_shadow);
    vvi_release(allocator, solids->shadow, pixel_count(solids), sizeof *solids->shadow);
    vvi_release(allocator, solids->blurred, pixel_count(solids), sizeof *solids->blurred);
    vvi_release(allocator, solids, 1, sizeof *solids);
}

void vv_solids_begin(vv_solids *solids, vv_camera3 camera, vv_ground ground)
{
    solids->view = vv_view_create(&camera, solids->columns, solids->rows);
    solids->ground = ground;
    const vv_view *view = &solids->view;
    vv_vec3 light = vv_vec3_add(vv_vec3_scale(view->right, -0.42f), vv_vec3_scale(view->forward, -0.5f));
    light.y = 0.95f;
    solids->light = vv_vec3_normalize(light, (vv_vec3){0.0f, 1.0f, 0.0f});
    for (size_t i = 0; i < sample_count(solids); i++)
        solids->nearness[i] = -INFINITY;
    memset(solids->color_samples, 0, sample_count(solids) * sizeof *solids->color_samples);
    memset(solids->in_shadow, 0, sample_count(solids));
}

/* ---- Light ----------------------------------------------------------------------------------------------------- */

typedef struct vv_paint {
    float r, g, b; /* 0…255 */
} vv_paint;

static vv_paint vertex_paint(const vv_solid *solid, uint32_t vertex)
{
    vv_paint paint = {solid->color.r, solid->color.g, solid->color.b};
    if (solid->colors != NULL) {
        uint32_t c = solid->colors[vertex];
        paint = (vv_paint){(float)(c & 255u), (float)(c >> 8 & 255u), (float)(c >> 16 & 255u)};
    }
    float heat = solid->heat == NULL ? 0.0f : vvi_clamp(solid->heat[vertex], 0.0f, 1.0f);
    return (vv_paint){paint.r + (232.0f - paint.r) * heat, paint.g + (72.0f - paint.g) * heat,
                      paint.b + (60.0f - paint.b) * heat};
}

/* Shades a point: hemispheric ambient light, one lamp with wrapped diffuse shading, slight gloss, and a darker rim that
 * separates overlapping limbs. */
static uint32_t shade(const vv_solids *solids, vv_vec3 normal, vv_paint paint)
{
    vv_vec3 n = vv_vec3_normalize(normal, solids->view.up), eye = vv_vec3_scale(solids->view.forward, -1.0f);
    float facing = vvi_max(vv_vec3_dot(n, eye), 0.0f);
    float lamp = vvi_max((vv_vec3_dot(n, solids->light) + 0.3f) / 1.3f, 0.0f), sky = 0.44f + 0.13f * n.y;
    vv_vec3 half = vv_vec3_normalize(vv_vec3_add(solids->light, eye), eye);
    float gloss = vvi_max(vv_vec3_dot(n, half), 0.0f);
    for (uint32_t i = 0; i < 5; i++)
        gloss *= gloss;
    float edge = 1.0f - facing, rim = edge * edge * edge;
    float light = (sky + 0.62f * lamp) * (1.0f - 0.35f * rim), shine = 26.0f * gloss;
    uint32_t r = (uint32_t)vvi_clamp(paint.r * light + shine, 0.0f, 255.0f);
    uint32_t g = (uint32_t)vvi_clamp(paint.g * light + shine, 0.0f, 255.0f);
    uint32_t b = (uint32_t)vvi_clamp(paint.b * light + shine, 0.0f, 255.0f);
    return r | g << 8 | b << 16 | 0xff000000u;
}

/* ---- Triangles ------------------------------------------------------------------------------------------------- */

/* The barycentric coordinates and the bounding box of a projected triangle. */
typedef struct vv_triangle_setup {
    float x0, y0;                      /* of the first corner */
    float ux, uy, vx, vy;              /* change of the second and third barycentric coordinate with x and y */
    uint32_t left, right, top, bottom; /* samples, right and bottom excluded */
} vv_triangle_setup;

static uint32_t to_sample(float at, uint32_t limit)
{
    return at <= 0.0f ? 0 : at >= (float)limit ? limit : (uint32_t)at;
}

static bool set_up_triangle(const vv_solids *solids, const vv_vec3 corner[3], vv_triangle_setup *out)
{
    float ax = corner[1].x - corner[0].x, ay = corner[1].y - corner[0].y;
    float bx = corner[2].x - corner[0].x, by = corner[2].y - corner[0].y;
    float area = ax * by - ay * bx;
    if (!(fabsf(area) > 1e-12f))
        return false;
    float low_x = vvi_min(corner[0].x, vvi_min(corner[1].x, corner[2].x));
    float high_x = vvi_max(corner[0].x, vvi_max(corner[1].x, corner[2].x));
    float low_y = vvi_min(corner[0].y, vvi_min(corner[1].y, corner[2].y));
    float high_y = vvi_max(corner[0].y, vvi_max(corner[1].y, corner[2].y));
    *out = (vv_triangle_setup){corner[0].x,
                               corner[0].y,
                               by / area,
                               -bx / area,
                               -ay / area,
                               ax / area,
                               to_sample(low_x, solids->columns),
                               to_sample(high_x + 1.0f, solids->columns),
                               to_sample(low_y, solids->rows),
                               to_sample(high_y + 1.0f, solids->rows)};
    return true;
}

static inline bool barycentric_at(const vv_triangle_setup *cover, uint32_t x, uint32_t y, float weights[3])
{
    float dx = (float)x + 0.5f - cover->x0, dy = (float)y + 0.5f - cover->y0;
    weights[1] = cover->ux * dx + cover->uy * dy;
    weights[2] = cover->vx * dx + cover->vy * dy;
    weights[0] = 1.0f - weights[1] - weights[2];
    return weights[0] >= 0.0f && weights[1] >= 0.0f && weights[2] >= 0.0f;
}

static void cast_shadow(vv_solids *solids, const vv_vec3 place[3])
{
    const vv_ground *ground = &solids->ground;
    float cosine = vv_vec3_dot(solids->light, ground->normal);
    vv_vec3 corner[3];
    vv_triangle_setup cover;
    for (uint32_t k = 0; k < 3; k++) {
        float height = vv_vec3_dot(vv_vec3_sub(place[k], ground->at), ground->normal);
        vv_vec3 on_ground = vv_vec3_sub(place[k], vv_vec3_scale(solids->light, height / cosine));
        if (!vv_view_project(&solids->view, on_ground, &corner[k]))
            return;
    }
    if (!set_up_triangle(solids, corner, &cover))
        return;
    float weights[3];
    for (uint32_t y = cover.top; y < cover.bottom; y++)
        for (uint32_t x = cover.left; x < cover.right; x++)
            if (barycentric_at(&cover, x, y, weights))
                solids->in_shadow[(size_t)y * solids->columns + x] = 1;
}

typedef struct vv_corners {
    vv_vec3 normal[3];
    vv_paint paint[3];
} vv_corners;

static void fill_triangle(vv_solids *solids, const vv_vec3 corner[3], const vv_corners *at)
{
    vv_triangle_setup cover;
    if (!set_up_triangle(solids, corner, &cover))
        return;
    float w[3];
    for (uint32_t y = cover.top; y < cover.bottom; y++) {
        for (uint32_t x = cover.left; x < cover.right; x++) {
            size_t sample = (size_t)y * solids->columns + x;
            if (!barycentric_at(&cover, x, y, w))
                continue;
            float nearness = w[0] * corner[0].z + w[1] * corner[1].z + w[2] * corner[2].z;
            if (nearness <= solids->nearness[sample])
                continue;
            vv_vec3 normal = {0};
            vv_paint paint = {0};
            for (uint32_t k = 0; k < 3; k++) {
                normal = vv_vec3_add(normal, vv_vec3_scale(at->normal[k], w[k]));
                paint.r += at->paint[k].r * w[k];
                paint.g += at->paint[k].g * w[k];
                paint.b += at->paint[k].b * w[k];
            }
            solids->nearness[sample] = nearness;
            solids->color_samples[sample] = shade(solids, normal, paint);
        }
    }
}

/* Flips the normals of a triangle that is seen from its inside, so that it is lit like an outside. The triangle's own
 * normal decides, because near a silhouette vertex normals may face away although the triangle does not. */
static void orient_normals(const vv_view *view, const vv_vec3 place[3], vv_vec3 face, vv_vec3 normal[3])
{
    vv_vec3 out = vv_vec3_add(normal[0], vv_vec3_add(normal[1], normal[2]));
    vv_vec3 eye = view->parallel ? vv_vec3_scale(view->forward, -1.0f) : vv_vec3_sub(view->eye, place[0]);
    if (vv_vec3_dot(face, out) * vv_vec3_dot(face, eye) < 0.0f)
        for (uint32_t k = 0; k < 3; k++)
            normal[k] = vv_vec3_scale(normal[k], -1.0f);
}

void vv_solids_draw(vv_solids *solids, const vv_solid *solid)
{
    bool shadows = solids->ground.radius > 0.0f && vv_vec3_dot(solids->light, solids->ground.normal) > 0.05f;
    for (uint32_t t = 0; t < solid->triangle_count; t++) {
        const uint32_t *triangle = &solid->triangles[3 * (size_t)t];
        vv_vec3 place[3], corner[3];
        vv_corners at;
        bool in_front = true;
        for (uint32_t k = 0; k < 3; k++) {
            place[k] = solid->positions[triangle[k]];
            in_front = vv_view_project(&solids->view, place[k], &corner[k]) && in_front;
        }
        if (!in_front)
            continue;
        vv_vec3 face = vv_vec3_cross(vv_vec3_sub(place[1], place[0]), vv_vec3_sub(place[2], place[0]));
        for (uint32_t k = 0; k < 3; k++) {
            at.normal[k] = solid->normals == NULL ? face : solid->normals[triangle[k]];
            at.paint[k] = vertex_paint(solid, triangle[k]);
        }
        orient_normals(&solids->view, place, face, at.normal);
        fill_triangle(solids, corner, &at);
        if (shadows)
            cast_shadow(solids, place);
    }
}

/* ---- The ground and the picture -------------------------------------------------------------------------------- */

/* One pass of a box filter along rows, with transposed result; two passes blur in both directions. */
static void blur_rows(uint32_t width, uint32_t height, uint32_t radius, const float *from, float *to)
{
    for (uint32_t y = 0; y < height; y++) {
        const float *row = &from[(size_t)y * width];
        for (uint32_t x = 0; x < width; x++) {
            uint32_t first = x < radius ? 0 : x - radius, last = x + radius < width ? x + radius : width - 1;
            float sum = 0.0f;
            for (uint32_t k = first; k <= last; k++)
                sum += row[k];
            to[(size_t)x * height + y] = sum / (float)(last - first + 1);
        }
    }
}

static void blur_shadow(vv_solids *solids)
{
    for (uint32_t y = 0; y < solids->height; y++) {
        for (uint32_t x = 0; x < solids->width; x++) {
            uint32_t dark = 0;
            for (uint32_t k = 0; k < SAMPLES_PER_SIDE * SAMPLES_PER_SIDE; k++)
                dark += solids->in_shadow[(size_t)(y * SAMPLES_PER_SIDE + k / SAMPLES_PER_SIDE) * solids->columns +
                                          x * SAMPLES_PER_SIDE + k % SAMPLES_PER_SIDE];
            solids->shadow[(size_t)y * solids->width + x] = (float)dark / (float)(SAMPLES_PER_SIDE * SAMPLES_PER_SIDE);
        }
    }
    uint32_t radius = 1 + (solids->height < solids->width ? solids->height : solids->width) / 120;
    for (uint32_t pass = 0; pass < 2; pass++) {
        blur_rows(solids->width, solids->height, radius, solids->shadow, solids->blurred);
        blur_rows(solids->height, solids->width, radius, solids->blurred, solids->shadow);
    }
}

/* The coverage of a pixel of `size` metres by grid lines in one direction of the ground. */
static float grid_line_coverage(float along, float square, float size)
{
    float phase = along / square, off = fabsf(phase - floorf(phase + 0.5f)) * square;
    return vvi_clamp(1.2f - off / vvi_max(size, 1e-6f), 0.0f, 1.0f);
}

/* The opacity of the ground at a pixel, 0…1; 0 if there is none. */
static float ground_opacity(const vv_solids *solids, uint32_t x, uint32_t y)
{
    const vv_ground *ground = &solids->ground;
    float step = (float)SAMPLES_PER_SIDE, px = ((float)x + 0.5f) * step, py = ((float)y + 0.5f) * step;
    vv_vec3 point, beside;
    if (ground->radius <= 0.0f || !vv_view_intersect_plane(&solids->view, px, py, ground->at, ground->normal, &point))
        return 0.0f;
    vv_vec3 off = vv_vec3_sub(point, ground->at);
    float fade = 1.0f - vv_vec3_dot(off, off) / (ground->radius * ground->radius);
    if (fade <= 0.0f || !vv_view_intersect_plane(&solids->view, px, py + step, ground->at, ground->normal, &beside))
        return 0.0f;
    float lines = 0.0f;
    if (ground->square > 0.0f) {
        float size = 0.5f * vv_vec3_length(vv_vec3_sub(beside, point));
        lines =
            vvi_max(grid_line_coverage(off.x, ground->square, size), grid_line_coverage(off.z, ground->square, size));
    }
    return fade * vvi_min(0.08f + 0.20f * lines + 0.42f * solids->shadow[(size_t)y * solids->width + x], 1.0f);
}

static void resolve_pixel(vv_solids *solids, uint32_t x, uint32_t y)
{
    float dark = ground_opacity(solids, x, y);
    uint32_t sum[3] = {0, 0, 0}, covered = 0;
    for (uint32_t k = 0; k < SAMPLES_PER_SIDE * SAMPLES_PER_SIDE; k++) {
        size_t sample = (size_t)(y * SAMPLES_PER_SIDE + k / SAMPLES_PER_SIDE) * solids->columns + x * SAMPLES_PER_SIDE +
                        k % SAMPLES_PER_SIDE;
        if (solids->color_samples[sample] == 0)
            continue;
        covered++;
        for (uint32_t c = 0; c < 3; c++)
            sum[c] += solids->color_samples[sample] >> (8 * c) & 255u;
    }
    /* The ground is a transparent veil of one colour, visible only where no solid covers it. */
    const float veil[3] = {52.0f, 46.0f, 50.0f};
    float cover = (float)covered / (float)(SAMPLES_PER_SIDE * SAMPLES_PER_SIDE), under = dark * (1.0f - cover);
    float alpha = cover + under;
    uint8_t *pixel = &solids->picture.pixels[4 * ((size_t)y * solids->width + x)];
    for (uint32_t c = 0; c < 3; c++) {
        float solid = covered == 0 ? 0.0f : (float)sum[c] / (float)covered;
        pixel[c] = alpha <= 0.0f ? 0 : (uint8_t)vvi_clamp((solid * cover + veil[c] * under) / alpha, 0.0f, 255.0f);
    }
    pixel[3] = (uint8_t)(255.0f * vvi_min(alpha, 1.0f) + 0.5f);
}

void vv_solids_end(vv_solids *solids, vv_canvas *canvas, int32_t left, int32_t top)
{
    blur_shadow(solids);
    for (uint32_t y = 0; y < solids->height; y++)
        for (uint32_t x = 0; x < solids->width; x++)
            resolve_pixel(solids, x, y);
    vv_draw_image(canvas, &solids->picture, left, top);
}
