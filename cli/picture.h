/* Pictures, films and contact sheets of anything that can be drawn at a moment. */
#ifndef VERVE_CLI_PICTURE_H
#define VERVE_CLI_PICTURE_H

#include "author/render/render.h"

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

/* Whether the ending of a name is that of a single picture. */
bool picture_is_png(const char *name);

#endif
