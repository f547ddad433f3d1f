/* Names of joints: what a file says, made into names that a skeleton takes. */
#ifndef VVI_IMPORT_JOINT_NAME_H
#define VVI_IMPORT_JOINT_NAME_H

#include "text.h"

#include <verve/skeleton.h>

typedef struct joint_name {
    char text[VV_SKELETON_NAME_BYTES];
    uint32_t next; /* the number to try next where this name comes again */
} joint_name;

/* `raw` as a name: bytes that are not UTF-8 and control characters become "_", blanks at the ends go, at most 63 bytes;
 * `fallback` where nothing is left. */
void vvi_joint_name_clean(text_span raw, const char *fallback, char name[VV_SKELETON_NAME_BYTES]);
/* Writes names[count]: `base`, followed by " 2", " 3" … where that is in names[0…count) already, cut so that it fits. */
void vvi_joint_name_add(const char *base, joint_name *names, uint32_t count);
/* The name of a file without its folder and its ending. */
text_span vvi_file_stem(const char *file);

#endif
