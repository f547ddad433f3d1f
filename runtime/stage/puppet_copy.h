/* Copies inside the stage: the motion of regions of one drawing as rows for another (eq. 12–15 of "Artist-Directed
 * Dynamics for 2D Animation").
 *
 * What is copied is the motion in the drawing: where a region goes, and how it rotates and stretches, relative to
 * where its actor was placed. It plays relative to where the target was placed, like keys of a clip: a target that
 * was placed rotated or flipped moves along its own directions, and mirrored. Displacements scale with the drawings'
 * sizes; rotation and stretch are the same. The target of a centroid is its own rest centroid plus that displacement,
 * so a source at rest leaves the target drawing where it was placed. */
#ifndef VVI_STAGE_PUPPET_COPY_H
#define VVI_STAGE_PUPPET_COPY_H

#include "runtime/stage/puppet/family.h"
#include "runtime/stage/stage.h"

/* One side of a copy: a drawing, its state, and where its artwork was placed: x ↦ at + R(angle) F x, with F the
 * mirror if it is flipped. The state of a flipped one is mirrored about its origin. */
typedef struct vvi_copy_side {
    const vvi_puppet_view *view;
    const double *c, *before; /* [2][stride] now, and one step ago */
    double origin[2];
    double at[2], angle;
    bool flipped;
} vvi_copy_side;

typedef struct vvi_copy_pair {
    vv_region_pair def;
    vvi_region_fit from, to;
    double *from_rows; /* [3][stride of the source]; NULL: from a recording */
    /* [7][stride of the target]: zeros and rows alternately, so that each row can be read as a row of x, with zeros
     * for y, and as one of y */
    double *to_rows;
    bool is_present; /* the current member of the target has this region */
} vvi_copy_pair;

typedef struct vvi_copying {
    vv_actor from;
    const vv_recording *recording;
    double start, size; /* size: of the target relative to the source */
    uint32_t pair_count;
    vvi_copy_pair *pairs; /* [pair_count] */
} vvi_copying;

/* Refuses regions of handles that do not exist, numbers out of range, and recordings with other regions. `source` is
 * NULL for a recording. */
vv_result vvi_copy_check(const vv_region_copy *def, const vvi_puppet_view *source, const vvi_puppet_view *target,
                         vv_error *error);
/* False: out of memory. `stride` is the largest of any member of the target. */
bool vvi_copy_begin(vvi_copying *copy, const vv_region_copy *def, const vvi_puppet_view *source,
                    const vvi_puppet_view *target, uint32_t stride, vvi_arena *arena);
/* The target has switched to a member of its family: its regions are now those of the handles that correspond to the
 * ones that the copy was made for. A region without such a handle moves freely. */
void vvi_copy_set_target_member(vvi_copying *copy, const vv_family *family, uint32_t first, uint32_t member,
                                const vvi_puppet_view *target);
/* The largest number of rows that it can write. */
uint32_t vvi_copy_row_count(const vvi_copying *copy);
/* Writes the rows for the target at `time` into rows[vvi_copy_row_count], and returns their number. `source` is NULL
 * for a recording, which has no rows before it starts. */
uint32_t vvi_copy_rows(const vvi_copying *copy, const vvi_copy_side *source, const vvi_copy_side *target, double time,
                       double h, vvi_row *rows);

/* The motion of a region on the stage; `own`: relative to where the actor was placed, which is what recordings store.
 * rows[3][stride] is scratch. */
vv_region_state vvi_copy_measure(const vvi_copy_side *side, vv_region region, bool own, double *rows);

#endif
