/* The candidate whose spelling is nearest to a name that is none of them: what was probably meant. */
#ifndef VV_DOCUMENT_NEAREST_H
#define VV_DOCUMENT_NEAREST_H

#include "author/document/read.h"

typedef struct vvi_nearest {
    const char *name; /* what was written */
    const char *best; /* NULL: none is near enough */
    uint32_t distance;
    uint32_t tried;
} vvi_nearest;

/* At most a third of the letters may differ; capital letters count as small ones. Of equally near ones the first
 * stays. */
void vvi_nearest_try(vvi_nearest *nearest, const char *candidate);
void vvi_nearest_try_keys(vvi_nearest *nearest, vvi_keys keys);

/* Adds the candidate, if there is one, to the remedy of the problem that was told last, if any was told since there
 * were `before`. */
void vvi_nearest_suggest(const vvi_nearest *nearest, vvi_reader *r, uint32_t before);

#endif
