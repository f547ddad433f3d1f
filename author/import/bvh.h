/* Shared by the readers of a BVH file's joints and of its frames. */
#ifndef VVI_IMPORT_BVH_H
#define VVI_IMPORT_BVH_H

#include "author/import/import.h"

#include "joint_name.h"

/* A larger number means that the file is damaged, and a float of that size would lose the millimetres. */
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
    text_span line; /* the rest of the current line */
    const char *file;
    const vv_allocator *allocator;
    vv_error *error;
    uint32_t joint_count, channel_count;
    bvh_joint joints[VV_SKELETON_MAX_JOINTS];
    joint_name names[VV_SKELETON_MAX_JOINTS];
} bvh_reader;

/* The next word, on this line or a later one: a brace, or text between blanks and braces. Empty at the end of the file.
 * Comments from "#" to the end of the line are skipped. */
text_span vvi_bvh_word(bvh_reader *reader);
/* The same, but empty at the end of the line. */
text_span vvi_bvh_word_of_line(bvh_reader *reader);
/* Compares without regard to case. */
bool vvi_bvh_is(text_span word, const char *text);
/* Reads a number of magnitude at most BVH_LARGEST from the current line; `what` names it in messages. */
vv_result vvi_bvh_number(bvh_reader *reader, const char *what, double *value);
/* Reads from HIERARCHY to MOTION and fills the joints. */
vv_result vvi_bvh_joints(bvh_reader *reader);

#endif
