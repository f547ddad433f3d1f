/* Draws what is guessed for drawings on a contact sheet, to be looked at: bones points|bones|unnamed SHEET.png FILE…,
 * `unnamed`: bones without the names of layers */
#include "drawings.h"

#include "author/base/file.h"
#include "author/export/export.h"
#include "author/guess/guess.h"
#include "author/render/render.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 460u

static void draw_layers(vv_canvas *canvas, vv_camera camera, const test_drawing *d)
{
    for (uint32_t l = 0; l < d->mesh.layer_count; l++) {
        vv_texture *texture = NULL;
        if (vv_texture_create(&d->drawing.layers[l].image, NULL, &texture, NULL) == VV_OK)
            vv_draw_layer(canvas, camera, &d->mesh, l, d->mesh.positions, texture, 0.45f, (vv_color){0});
        vv_texture_destroy(texture);
    }
}

static void draw_names(vv_canvas *canvas, vv_camera camera, const vv_guess *guess)
{
    const vv_color ink = {0x90, 0x10, 0x30, 255};
    for (uint32_t h = 0; h < guess->handle_count; h++) {
        const vv_project_handle *handle = &guess->handles[h];
        vv_vec2 p = vv_vec2_lerp(handle->shape.from, handle->shape.to, 0.5f);
        char text[80];
        snprintf(text, sizeof text, "%s%s", handle->name,
                 handle->bone.bend > 0   ? " +"
                 : handle->bone.bend < 0 ? " -"
                                         : "");
        float x = (p.x - camera.centre.x) * camera.pixels_per_metre + 0.5f * (float)SIDE;
        float y = (camera.centre.y - p.y) * camera.pixels_per_metre + 0.5f * (float)SIDE;
        vv_draw_text(canvas, x + 4.0f, y + 3.0f, 6.5f, ink, text);
    }
}

static bool draw_one(vv_canvas *canvas, const test_drawing *d, const vv_guess *guess)
{
    vv_vec2 low, high;
    vv_handle shapes[VV_RIG_MAX_HANDLES];
    vv_mesh_bounds(&d->mesh, NULL, &low, &high);
    float side = vvi_max(high.x - low.x, high.y - low.y);
    vv_camera camera = {vv_vec2_lerp(low, high, 0.5f), 0.92f * (float)SIDE / side};
    vv_canvas_clear(canvas, (vv_color){255, 255, 255, 255});
    draw_layers(canvas, camera, d);
    for (uint32_t h = 0; h < guess->handle_count; h++)
        shapes[h] = guess->handles[h].shape;
    vv_draw_handles(canvas, camera, guess->handle_count, shapes, NULL, VV_NONE);
    draw_names(canvas, camera, guess);
    return true;
}

static bool write_png(const vv_image *image, const char *path)
{
    vv_bytes bytes = {0};
    bool good = vv_export_png(image, NULL, &bytes, NULL) == VV_OK &&
                vv_file_write(path, bytes.data, bytes.count, NULL) == VV_OK;
    vv_bytes_release(&bytes, NULL);
    return good;
}

int main(int count, char **words)
{
    static test_drawing drawing;
    static vv_guess guess;
    vv_canvas *sheet = NULL, *frame = NULL;
    vv_image image = {0};
    if (count < 4)
        return fprintf(stderr, "usage: bones points|bones SHEET.png FILE...\n"), 2;
    vv_sheet_def def = vv_default_sheet_def();
    def.count = (uint32_t)count - 3;
    def.width = def.height = SIDE;
    def.captions = true;
    def.gap = 6;
    def.background = (vv_color){0xF0, 0xEC, 0xE4, 255};
    if (vv_sheet_create(&def, NULL, &sheet, NULL) != VV_OK || vv_canvas_create(SIDE, SIDE, NULL, &frame, NULL) != VV_OK)
        return 1;
    image = (vv_image){.width = SIDE, .height = SIDE};
    image.pixels = calloc((size_t)SIDE * SIDE, 4);
    for (int i = 3; i < count; i++) {
        vv_error error = {0};
        if (!test_drawing_open(words[i], &drawing))
            continue;
        for (uint32_t l = 0; strcmp(words[1], "unnamed") == 0 && l < drawing.mesh.layer_count; l++)
            snprintf(drawing.layers[l].name, sizeof drawing.layers[l].name, "layer-%u", l + 1);
        if (vv_guess_handles(&drawing.artwork, &drawing.mesh, strcmp(words[1], "points") != 0, NULL, &guess, &error) !=
            VV_OK)
            fprintf(stderr, "%s: %s\n", words[i], error.message);
        draw_one(frame, &drawing, &guess);
        vv_canvas_resolve(frame, &image);
        const char *name = strrchr(words[i], '/');
        char caption[160];
        snprintf(caption, sizeof caption, "%s (%u layers)", name ? name + 1 : words[i], drawing.mesh.layer_count);
        vv_sheet_add(sheet, &def, (uint32_t)(i - 3), &image, caption);
        test_drawing_close(&drawing);
    }
    vv_image whole = {.width = vv_canvas_width(sheet), .height = vv_canvas_height(sheet)};
    whole.pixels = calloc((size_t)whole.width * whole.height, 4);
    vv_canvas_resolve(sheet, &whole);
    bool good = write_png(&whole, words[2]);
    free(whole.pixels);
    free(image.pixels);
    vv_canvas_destroy(frame);
    vv_canvas_destroy(sheet);
    return good ? 0 : 1;
}
