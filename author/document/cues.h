/* The kinds of cues of a script, as a table that reading and writing share. */
#ifndef VVI_DOCUMENT_CUES_H
#define VVI_DOCUMENT_CUES_H

#include "author/document/read.h"

typedef enum vvi_cue_whose {
    VVI_CUE_ACTOR,
    VVI_CUE_SPRITE,
    VVI_CUE_PUPPET,
    VVI_CUE_STAGE, /* it names no actor */
} vvi_cue_whose;

typedef struct vvi_cue_row {
    const char *word;   /* what `do` says */
    vvi_keys keys;      /* beside `time`, `do` and `actor` */
    const char *vector; /* the key that vv_project_cue.vector comes from, or NULL */
    bool vector_required;
    const char *number; /* the key that vv_project_cue.number comes from, or NULL */
    vvi_cue_whose whose;
    const char *name; /* the key that vv_project_cue.name comes from, or NULL */
    bool name_required;
} vvi_cue_row;

const vvi_cue_row *vvi_cue(vv_cue_kind kind);

#endif
