/* Copies inside the stage: motion of regions of one drawing as rows for another (eq. 12–15 of "Artist-Directed Dynamics for 2D
 * Animation").
 *
 * What is copied is motion in the drawing: where a region goes, and how it turns and stretches, as seen from where its actor was
 * put. It is played where the target was put, like keys of a clip: a target that was put there turned or flipped moves along its
 * own directions, and mirrored. Displacements grow with the drawings' sizes, turns and stretches are the same. A target's
 * centroid is wanted at its own rest centroid plus that displacement, so a source at rest holds nobody away from his place. */
#ifndef VVI_STAGE_PUPPET_COPY_H
#define VVI_STAGE_PUPPET_COPY_H

#include "runtime/stage/puppet/family.h"

/* One side of a copy: a drawing, its state, and where its artwork was put: x ↦ at + R(angle) F x, F the mirror where it is
 * flipped. The state of one that is flipped is seen in the mirror about its origin. */
typedef struct vvi_copy_side {
    const vvi_puppet_view *view;
    const double *c, *before; /* [2][stride] now, and a step ago */
    double origin[2];
    double at[2], angle;
    bool flipped;
} vvi_copy_side;

typedef struct vvi_copy_pair {
    vv_region_pair def;
    vvi_region_fit from, to;
    double *from_rows; /* [3][stride of the source]; NULL: from a recording */
    double
        *to_rows;  /* [7][stride of the target]: zeros and rows by turns, so that each row can be read as one of x, with
                          zeros for y, and as one of y */
    bool is_there; /* the member that the target is now has this region */
} vvi_copy_pair;

typedef struct vvi_copying {
    vv_actor from;
    const vv_recording *recording;
    double start, size; /* size: target by source */
    uint32_t pair_count;
    vvi_copy_pair *pairs; /* [pair_count] */
} vvi_copying;

/* Refused: regions of handles that do not exist, numbers out of range, a recording with other regions. `source` is NULL for a
 * recording. */
vv_result vvi_copy_check(const vv_copy *def, const vvi_puppet_view *source, const vvi_puppet_view *target,
                         vv_error *error);
/* False: out of memory. `stride` is the most that any member of the target has. */
bool vvi_copy_begin(vvi_copying *copy, const vv_copy *def, const vvi_puppet_view *source, const vvi_puppet_view *target,
                    uint32_t stride, vvi_arena *arena);
/* The target has become a member of its family: its regions are those of the handles that answer to the ones the copy was made
 * for. A region without such a handle moves freely. */
void vvi_copy_aim_at(vvi_copying *copy, const vv_family *family, uint32_t first, uint32_t member,
                     const vvi_puppet_view *target);
/* The most rows that it can ask for. */
uint32_t vvi_copy_row_count(const vvi_copying *copy);
/* What it wants of the target now: rows[vvi_copy_row_count]; returns how many. `source` is NULL for a recording. A recording
 * wants nothing before it starts. */
uint32_t vvi_copy_rows(const vvi_copying *copy, const vvi_copy_side *source, const vvi_copy_side *target, double time,
                       double h, vvi_row *rows);

/* How a region moves on the stage; and as seen from where the actor was put, what recordings keep. rows[3][stride] is scratch. */
vv_region_state vvi_copy_measure(const vvi_copy_side *side, vv_region region, bool own, double *rows);

#endif
