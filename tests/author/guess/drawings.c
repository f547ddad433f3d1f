/* Reads drawings for tests of guesses. */
#include "drawings.h"

#include "author/base/file.h"
#include "author/base/path.h"
#include "author/cut/cut.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHT 2.0f /* metres */

static void take_image(vv_image image, vv_drawing *out)
{
    *out = (vv_drawing){.width = image.width, .height = image.height, .layer_count = 1, .layer_capacity = 1};
    out->layers = vvi_allocate_zeroed(NULL, 1, sizeof *out->layers);
    out->layers[0].image = image;
    strcpy(out->layers[0].name, "drawing");
}

static bool read_drawing(const char *path, vv_drawing *out)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (vv_file_read(path, 1 << 26, NULL, &bytes, &count, NULL) != VV_OK)
        return false;
    bool good = true;
    *out = (vv_drawing){0};
    if (vv_path_has_ending(path, ".svg")) {
        good = vv_import_svg(bytes, count, path, 512, NULL, out, NULL) == VV_OK;
    } else {
        vv_image image;
        good = vv_import_png(bytes, count, path, NULL, &image, NULL) == VV_OK;
        if (good)
            take_image(image, out);
    }
    vv_file_release(NULL, bytes, count);
    return good;
}

static float scale_of(const test_drawing *d) { return (float)d->drawing.height / HEIGHT; }

static vv_vec2 to_metres(const test_drawing *d, float x, float y)
{
    return (vv_vec2){(x - 0.5f * (float)d->drawing.width) / scale_of(d), ((float)d->drawing.height - y) / scale_of(d)};
}

vv_vec2 test_drawing_point(const test_drawing *d, float x, float y)
{
    return to_metres(d, x * (float)d->drawing.width, y * (float)d->drawing.height);
}

/* Animated Drawings' masks are white on black without alpha. */
static void make_mask_transparent(vv_image *image)
{
    size_t count = (size_t)image->width * image->height, opaque = 0;
    for (size_t i = 0; i < count; i++)
        opaque += image->pixels[4 * i + 3] == 255;
    for (size_t i = 0; i < count && opaque == count; i++)
        image->pixels[4 * i + 3] = image->pixels[4 * i] > 127 ? 255 : 0;
    for (size_t i = 0; i < count && opaque == count; i++)
        memset(image->pixels + 4 * i, 120, 3);
}

static bool cut_all(test_drawing *d, vv_cut *cuts)
{
    uint32_t n = d->drawing.layer_count, each = n == 1 ? 300 : 600 / n;
    for (uint32_t l = 0; l < n; l++) {
        vv_cut_def def = vv_default_cut_def();
        def.vertices = each < 60 ? 60 : each;
        if (vv_cut_image(&d->drawing.layers[l].image, &def, NULL, NULL, &cuts[l], NULL) != VV_OK)
            return false;
        d->ranges[l] =
            (vv_layer){d->mesh.vertex_count, cuts[l].vertex_count, d->mesh.triangle_count, cuts[l].triangle_count};
        d->mesh.vertex_count += cuts[l].vertex_count;
        d->mesh.triangle_count += cuts[l].triangle_count;
    }
    return true;
}

static void join_cuts(test_drawing *d, const vv_cut *cuts)
{
    vv_vec2 *positions = calloc(d->mesh.vertex_count, sizeof *positions);
    vv_vec2 *uvs = calloc(d->mesh.vertex_count, sizeof *uvs);
    uint32_t *triangles = calloc(3 * (size_t)d->mesh.triangle_count, sizeof *triangles);
    for (uint32_t l = 0; l < d->drawing.layer_count; l++) {
        const vv_drawing_layer *layer = &d->drawing.layers[l];
        const vv_layer *range = &d->ranges[l];
        for (uint32_t v = 0; v < range->vertex_count; v++) {
            vv_vec2 p = cuts[l].positions[v];
            positions[range->vertex_start + v] =
                to_metres(d, (float)layer->offset_x + p.x, (float)layer->offset_y + p.y);
            uvs[range->vertex_start + v] = (vv_vec2){p.x / (float)layer->image.width, p.y / (float)layer->image.height};
        }
        for (uint32_t i = 0; i < 3 * range->triangle_count; i++)
            triangles[3 * (size_t)range->triangle_start + i] = cuts[l].triangles[i] + range->vertex_start;
    }
    d->mesh.positions = positions;
    d->mesh.uvs = uvs;
    d->mesh.triangles = triangles;
    d->mesh.layers = d->ranges;
    d->mesh.layer_count = d->drawing.layer_count;
}

static bool cut_drawing(test_drawing *d)
{
    vv_cut *cuts = calloc(d->drawing.layer_count, sizeof *cuts);
    vv_cut_def def = vv_default_cut_def();
    bool good = cut_all(d, cuts);
    if (good)
        join_cuts(d, cuts);
    for (uint32_t l = 0; l < d->drawing.layer_count; l++) {
        vv_cut_destroy(&cuts[l], &def, NULL);
        memcpy(d->layers[l].name, d->drawing.layers[l].name, sizeof d->layers[l].name);
    }
    free(cuts);
    d->artwork.scale = scale_of(d);
    d->artwork.layer_count = d->drawing.layer_count;
    d->artwork.layers = d->layers;
    if (!good)
        test_drawing_close(d);
    return good;
}

bool test_drawing_open(const char *path, test_drawing *d)
{
    memset(d, 0, sizeof *d);
    if (!read_drawing(path, &d->drawing))
        return false;
    if (strstr(path, "mask"))
        make_mask_transparent(&d->drawing.layers[0].image);
    const char *name = strrchr(path, '/');
    snprintf(d->artwork.name, sizeof d->artwork.name, "%s", name ? name + 1 : path);
    d->artwork.name[strcspn(d->artwork.name, ".")] = '\0';
    return cut_drawing(d);
}

bool test_drawing_make(vv_image image, test_drawing *d)
{
    memset(d, 0, sizeof *d);
    take_image(image, &d->drawing);
    strcpy(d->artwork.name, "random");
    return cut_drawing(d);
}

void test_drawing_close(test_drawing *d)
{
    free((void *)(uintptr_t)d->mesh.positions);
    free((void *)(uintptr_t)d->mesh.uvs);
    free((void *)(uintptr_t)d->mesh.triangles);
    vv_drawing_destroy(&d->drawing, NULL);
}

bool test_drawing_covers(const test_drawing *d, vv_vec2 point)
{
    vv_mesh_point unused;
    return vv_mesh_pick(&d->mesh, NULL, point, &unused);
}
