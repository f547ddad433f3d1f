/* Pictures, films and contact sheets of anything that can be drawn at a moment. */
#ifndef VERVE_CLI_PICTURE_H
#define VERVE_CLI_PICTURE_H

#include "cli/cli.h"

#include "author/render/render.h"

/* The background where nothing says another: warm paper. */
#define PICTURE_PAPER ((vv_color){0xF7, 0xF1, 0xE5, 0xFF})

typedef struct picture {
    const char *out; /* its ending says what it becomes */
    vv_canvas *canvas;
    vv_color background;
    /* Draws on the canvas what is to be seen in frame `index`; films ask for all frames in order. */
    void (*draw)(void *user, uint32_t index);
    /* What a contact sheet says below it. */
    void (*describe)(void *user, uint32_t index, char *caption, size_t bytes);
    void *user;
} picture;

vv_result picture_still(const picture *p, uint32_t index, vv_error *error);
vv_result picture_film(const picture *p, uint32_t frames, float rate, vv_error *error);
/* columns 0: as many as look well. */
vv_result picture_sheet(const picture *p, uint32_t count, uint32_t columns, bool captions, vv_error *error);
/* What is on a canvas, as a picture. */
vv_result picture_write(const char *out, const vv_canvas *canvas, vv_error *error);

/* Whether the ending of a name is that of a single picture. */
bool picture_is_png(const char *name);

/* Reads --size, such as "640x480", of at most `most` pixels a side; where it is NULL, the size stays as it is. */
vv_result picture_read_size(cli_call *call, const char *text, uint32_t most, uint32_t *width, uint32_t *height);

/* The options of a picture of something in space. */
typedef struct picture_view {
    const char *size;      /* NULL: the usual one */
    double heading, pitch; /* degrees; NaN: the usual ones */
    bool plain;            /* no ground and no shadow */
} picture_view;
#define PICTURE_VIEW                                                                                                   \
    {                                                                                                                  \
        .heading = NAN, .pitch = NAN                                                                                   \
    }

#endif
