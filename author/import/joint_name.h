/* Converts the joint names of files to valid, unique names. */
#ifndef VVI_IMPORT_JOINT_NAME_H
#define VVI_IMPORT_JOINT_NAME_H

#include "text.h"

#include <verve/skeleton.h>

typedef struct joint_name {
    char text[VV_SKELETON_NAME_BYTES];
    uint32_t next; /* the number to try next if this name is repeated */
} joint_name;

/* Makes a name of `raw`: invalid UTF-8 and control characters become "_", blanks at the ends are removed, at most 63
 * bytes; `fallback` if nothing remains. */
void vvi_joint_name_clean(text_span raw, const char *fallback, char name[VV_SKELETON_NAME_BYTES]);
/* Writes names[count]: `base`, with " 2", " 3" … appended if it is already in names[0…count), truncated to fit. */
void vvi_joint_name_add(const char *base, joint_name *names, uint32_t count);
/* The name of a file without folder and extension. */
text_span vvi_file_stem(const char *file);

#endif
