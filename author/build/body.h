/* What the files that make a body share. */
#ifndef VVI_BODY_H
#define VVI_BODY_H

#include "build.h"

#include "runtime/base/base.h"

/* The triangles of one layer in artwork space, before all layers become one mesh. */
typedef struct vvi_piece {
    uint32_t vertex_count, triangle_count;
    vv_vec2 *positions, *uvs;
    uint32_t *triangles;
} vvi_piece;

/* State of building a body. The arena holds everything that the body does not take over. */
typedef struct vvi_maker {
    const vv_project_artwork *artwork;
    const vv_host *host;
    const vv_progress *progress;
    vv_error *error;
    const vv_body *before; /* whose unchanged layers are copied; may be NULL */
    vv_body *body;
    vvi_arena arena;
    vvi_piece *pieces; /* [layer_count] */
    bool *attached;    /* [handle_count · layer_count] */
} vvi_maker;

/* Reports progress; VV_ERROR_CANCELLED where the caller asks to stop. */
vv_result vvi_maker_report(const vvi_maker *m, float done);

/* Loads the images of all layers, finds which handles move which layers, and cuts or loads the triangles: m->pieces. */
vv_result vvi_make_pieces(vvi_maker *m);

/* The key of a layer's triangles: a hash of what it is cut from, how finely, and the handles that become its
 * vertices. */
uint64_t vvi_cut_key(const vvi_maker *m, uint32_t layer);

#endif
