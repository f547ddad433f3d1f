/* What the files about acts share. */
#ifndef VVI_STUDIO_ACT_H
#define VVI_STUDIO_ACT_H

#include "state.h"

typedef struct vvi_acting {
    vv_act *act;    /* what is shown */
    vv_act *beside; /* another of the same, for other places; made when first needed */
    vv_act_view view;
    uint32_t serial; /* of acts opened */
} vvi_acting;

/* What is open; NULL, with an error as the studio's text, if nothing is. */
vvi_acting *vvi_acting_now(vv_studio *studio);
/* The one for other places; NULL with an error as text. */
vv_act *vvi_acting_beside(vv_studio *studio, vvi_acting *acting);
/* {"from":…,"to":…,"keytimes":[{"label":…,"time":…}, …]} */
void vvi_acting_write_cut(vv_json_writer *writer, const vv_cut *cut);

#endif
