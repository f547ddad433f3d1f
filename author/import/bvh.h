/* What reading the joints of a BVH file and reading its frames share. */
#ifndef VVI_IMPORT_BVH_H
#define VVI_IMPORT_BVH_H

#include "author/import/import.h"

#include "joint_name.h"

/* Beyond this a number of a file is damage, and a float would lose the millimetres. */
#define BVH_LARGEST 1e7

enum { BVH_POSITION_X, BVH_POSITION_Y, BVH_POSITION_Z, BVH_ROTATION_X, BVH_ROTATION_Y, BVH_ROTATION_Z };

typedef struct bvh_joint {
    uint32_t parent;
    double offset[3];    /* in the file's units */
    uint8_t channels[6]; /* BVH_POSITION_X …, in file order */
    uint8_t channel_count;
    bool has_offset, has_channels, is_end;
} bvh_joint;

typedef struct bvh_reader {
    text_reader text;
    text_span line; /* what is left of the current line */
    const char *file;
    const vv_allocator *allocator;
    vv_error *error;
    uint32_t joint_count, channel_count;
    bvh_joint joints[VV_SKELETON_MAX_JOINTS];
    joint_name names[VV_SKELETON_MAX_JOINTS];
} bvh_reader;

/* The next word, on whichever line it is: a brace, or what stands between blanks and braces. Empty at the end of the
 * file. "#" and what follows on its line is passed over. */
text_span vvi_bvh_word(bvh_reader *reader);
/* The same, but empty at the end of the line. */
text_span vvi_bvh_word_of_line(bvh_reader *reader);
/* Whatever the case of its letters. */
bool vvi_bvh_is(text_span word, const char *text);
/* A number of at most BVH_LARGEST either way, from the current line; `what` is for the message. */
vv_result vvi_bvh_number(bvh_reader *reader, const char *what, double *value);
/* From HIERARCHY to MOTION: fills the joints. */
vv_result vvi_bvh_joints(bvh_reader *reader);

#endif
