/* Writing what is drawn, by the ending of a name. */
#include "cli/picture.h"

#include "author/base/path.h"
#include "author/export/export.h"

#include <stdio.h>

bool picture_is_png(const char *name) { return vv_path_has_ending(name, ".png"); }

vv_result picture_read_size(cli_call *call, const char *text, uint32_t most, uint32_t *width, uint32_t *height)
{
    unsigned wide = *width, high = *height;
    char remedy[64], end = 0;
    if (text != NULL &&
        (sscanf(text, "%ux%u%c", &wide, &high, &end) != 2 || wide < 1 || high < 1 || wide > most || high > most)) {
        snprintf(remedy, sizeof remedy, "write it as 640x480, at most %ux%u", most, most);
        return cli_misuse(call, remedy, "“%s” is not a value for --size", text);
    }
    *width = wide;
    *height = high;
    return VV_OK;
}

vv_result picture_write(const char *out, const vv_canvas *canvas, vv_error *error)
{
    vv_image image = {0};
    vv_film *film = NULL;
    vv_film_def def = {.path = out,
                       .width = vv_canvas_width(canvas),
                       .height = vv_canvas_height(canvas),
                       .frames_per_second = 1.0f,
                       .frame_count = 1};
    vv_result result = vv_image_create(def.width, def.height, NULL, &image, error);
    if (result == VV_OK)
        result = vv_film_open(&def, NULL, &film, error);
    if (result == VV_OK) {
        vv_canvas_resolve(canvas, &image);
        result = vv_film_add(film, &image, error);
    }
    if (result == VV_OK)
        result = vv_film_close(film, error);
    else
        vv_film_abandon(film);
    vv_image_destroy(&image, NULL);
    return result;
}

vv_result picture_still(const picture *p, uint32_t index, vv_error *error)
{
    p->draw(p->user, index);
    return picture_write(p->out, p->canvas, error);
}

vv_result picture_film(const picture *p, uint32_t frames, float rate, vv_error *error)
{
    vv_film *film = NULL;
    vv_film_def def = {.path = p->out,
                       .width = vv_canvas_width(p->canvas),
                       .height = vv_canvas_height(p->canvas),
                       .frames_per_second = rate,
                       .frame_count = frames};
    vv_image image = {0};
    vv_result result = vv_image_create(def.width, def.height, NULL, &image, error);
    cli_interrupt_begin();
    if (result == VV_OK)
        result = vv_film_open(&def, NULL, &film, error);
    cli_progress bar;
    cli_progress_begin(&bar, "rendering");
    for (uint32_t f = 0; result == VV_OK && f < frames && !cli_interrupted(); f++) {
        cli_progress_show(&bar, f, frames);
        p->draw(p->user, f);
        vv_canvas_resolve(p->canvas, &image);
        result = vv_film_add(film, &image, error);
    }
    cli_progress_end(&bar);
    if (result == VV_OK && !cli_interrupted())
        result = vv_film_close(film, error);
    else
        vv_film_abandon(film);
    cli_interrupt_end();
    vv_image_destroy(&image, NULL);
    return result;
}

vv_result picture_sheet(const picture *p, uint32_t count, uint32_t columns, bool captions, vv_error *error)
{
    vv_sheet_def def = vv_default_sheet_def();
    def.count = count;
    def.width = vv_canvas_width(p->canvas);
    def.height = vv_canvas_height(p->canvas);
    def.columns = columns;
    def.captions = captions;
    def.background = p->background;
    vv_canvas *sheet = NULL;
    vv_image frame = {0};
    vv_result result = vv_sheet_create(&def, NULL, &sheet, error);
    if (result == VV_OK)
        result = vv_image_create(def.width, def.height, NULL, &frame, error);
    cli_progress bar;
    cli_progress_begin(&bar, "rendering");
    for (uint32_t i = 0; result == VV_OK && i < count; i++) {
        char caption[96];
        cli_progress_show(&bar, i, count);
        p->draw(p->user, i);
        vv_canvas_resolve(p->canvas, &frame);
        p->describe(p->user, i, caption, sizeof caption);
        vv_sheet_add(sheet, &def, i, &frame, captions ? caption : NULL);
    }
    cli_progress_end(&bar);
    if (result == VV_OK)
        result = picture_write(p->out, sheet, error);
    vv_canvas_destroy(sheet);
    vv_image_destroy(&frame, NULL);
    return result;
}
