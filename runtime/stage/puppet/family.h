/* Families inside the stage: what a family holds, the candidates that an actor keeps of every member (eq. 10), and jumps from
 * one to another (eq. 11 of "Artist-Directed Dynamics for 2D Animation"). An actor without a family has none of this. */
#ifndef VVI_STAGE_PUPPET_FAMILY_H
#define VVI_STAGE_PUPPET_FAMILY_H

#include "runtime/stage/puppet/puppet.h"

/* ---- The family (family.c) ------------------------------------------------------------------------------------------- */

/* A link with its points found: `at` are handles or vertices. */
typedef struct vvi_family_link {
    uint32_t member[2], at[2];
    uint32_t parts; /* of vv_parts; 0: vertices */
} vvi_family_link;

struct vv_family {
    size_t byte_count;
    uint32_t member_count, link_count;
    float lambda, margin, pause, fade;
    vvi_puppet_view *members; /* [member_count] */
    vvi_family_link *links;   /* [link_count] */
};

/* Which member a puppet is; VV_NONE: none. */
uint32_t vvi_family_find(const vv_family *family, const vv_puppet *puppet);
bool vvi_family_is_linked(const vv_family *family, uint32_t a, uint32_t b);
/* The handle of member `to` that answers to a handle of member `from` in one of these parts; VV_NONE: none. The first link
 * that says so counts. Within one member every handle answers to itself. */
uint32_t vvi_family_handle(const vv_family *family, uint32_t from, uint32_t to, uint32_t handle, uint32_t parts);
/* The most columns (padded) of any member, and the most rows that correspondence with it has. */
uint32_t vvi_family_stride(const vv_family *family);
uint32_t vvi_family_row_count(const vv_family *family);

/* ---- Candidates (candidate.c) ------------------------------------------------------------------------------------------ */

/* Correspondence (eq. 10) as rows for member `to`, from the state of member `from` about the same origin. Rows hold their
 * coefficients[2][stride of `to`] already; they are overwritten. `start` is the state that the search begins with: scales are
 * told about its rotations. Angles and scales count by half the drawing's size, so that all are metres. Returns how many rows
 * there are. */
uint32_t vvi_candidate_rows(const vv_family *family, uint32_t from, const double *c, uint32_t to, const double *start,
                            vvi_row *rows);
/* Where a search without a past begins: the drawing at rest, turned as the state c of another member is as a whole. */
void vvi_candidate_start(const vvi_puppet_view *from, const double *c, const vvi_puppet_view *to, double *start);

/* ---- Jumps (transition.c) ---------------------------------------------------------------------------------------------- */

#define VVI_LONG_AGO 1e7f

/* A member of an actor's family as it would be if it were shown. */
typedef struct vvi_candidate {
    vvi_puppet_state *state; /* in the actor's memory. Of candidates c and before count; the rest is made on a jump */
    vvi_puppet_solver *solver;
    uint32_t age;  /* states in a row that are worth something: 0…2 */
    double energy; /* elastic, of c, in stiffness × area; the member that is shown too. −1: not known */
} vvi_candidate;

typedef struct vvi_transitions {
    const vv_family *family;   /* NULL: the actor is always the same */
    uint32_t member, before;   /* shown now, and before the last jump */
    float since;               /* seconds since that; VVI_LONG_AGO at most, and where there was none */
    double origin[2];          /* of the candidates' states */
    vvi_candidate *candidates; /* [member_count] */
    vvi_row *rows;             /* [vvi_family_row_count] scratch, as is: */
    double *scratch;           /* [2][vvi_family_stride] */
} vvi_transitions;

/* What a step knows of the actor. */
typedef struct vvi_transition_input {
    double origin[2]; /* of the state of the member that is shown */
    float h;
    uint32_t first; /* the member that the actor was made with, and whose examples these are: */
    uint32_t attraction_count;
    const uint32_t *attractions;
} vvi_transition_input;

/* False: out of memory. Candidates' states and solvers are for the caller to fill in; solvers have room for
 * vvi_family_row_count rows. */
bool vvi_transitions_begin(vvi_transitions *t, const vv_family *family, uint32_t member, vvi_arena *arena);
/* The candidates' past is not worth anything any more: the actor was teleported, flipped, or failed. */
void vvi_transitions_forget(vvi_transitions *t);
/* After the step of the member that is shown: its solver has just evaluated its state. True: another is shown now. */
bool vvi_transitions_step(vvi_transitions *t, const vvi_transition_input *input);
/* How much of the member before is still seen, 0…1. */
float vvi_transitions_fading(const vvi_transitions *t);

#endif
