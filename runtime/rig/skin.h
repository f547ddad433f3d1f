/* The layout of a vv_skin, for the files of this room that create, verify and apply it. */
#ifndef VVI_RIG_SKIN_H
#define VVI_RIG_SKIN_H

#include "rig.h"

#define SKIN_LANES 16u

/* Vertices in blocks of sixteen, as a structure of arrays. A block lists only the handles that move one of its
 * vertices: bounded biharmonic weights are mostly zero, and omitting 0 · (finite) changes no bit of a sum that begins
 * at +0. With sixteen vertices, a transform that is broadcast once serves two registers of AVX2 or four of SSE2. */
struct vv_skin {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t vertex_count, handle_count, block_count, entry_count;
    uint64_t rest;    /* float[block_count][2][16]: x of sixteen vertices, then y */
    uint64_t starts;  /* uint32_t[block_count + 1]: the first entry of each block */
    uint64_t handles; /* uint32_t[entry_count], ascending inside a block */
    uint64_t weights; /* float[entry_count][16] */
};

/* The same sections as pointers. */
typedef struct skin_view {
    const float *rest;
    const uint32_t *starts, *handles;
    const float *weights;
} skin_view;

static inline skin_view skin_open(const vv_skin *skin)
{
    const char *base = (const char *)skin;
    return (skin_view){(const float *)(base + skin->rest), (const uint32_t *)(base + skin->starts),
                       (const uint32_t *)(base + skin->handles), (const float *)(base + skin->weights)};
}

#endif
