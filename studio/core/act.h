/* Shared by the files about acts: shapes, verbs and graphs that play in the page. */
#ifndef VVI_STUDIO_ACT_H
#define VVI_STUDIO_ACT_H

#include "state.h"

typedef struct vvi_open_act {
    vv_performance3 *act;    /* what is shown */
    vv_performance3 *second; /* a second instance, for other places; made when first needed */
    vv_performance3_view view;
    uint32_t serial; /* counts versions of the view */
} vvi_open_act;

/* The open act; NULL, with the error as text, if there is none. */
vvi_open_act *vvi_performance3_current(vv_studio *studio);
/* The second instance; NULL, with the error as text, on failure. */
vv_performance3 *vvi_performance3_second(vv_studio *studio, vvi_open_act *open);
/* Writes {"from":…,"to":…,"keytimes":[{"label":…,"time":…}, …]}. */
void vvi_performance3_write_cut(vv_json_writer *writer, const vv_cut *cut);

#endif
