/* Families inside the stage: what a family holds, the candidates of an actor for every member (eq. 10), and jumps
 * from one member to another (eq. 11 of "Artist-Directed Dynamics for 2D Animation"). An actor without a family has
 * none of this. */
#ifndef VVI_STAGE_PUPPET_FAMILY_H
#define VVI_STAGE_PUPPET_FAMILY_H

#include "runtime/stage/puppet/puppet.h"

/* ---- The family (family.c) --------------------------------------------------------------------------------------- */

/* A link whose points are resolved: `at` are handles or vertices. */
typedef struct vvi_family_link {
    uint32_t member[2], at[2];
    uint32_t parts; /* of vv_handle_parts; 0: vertices */
} vvi_family_link;

struct vv_family {
    size_t byte_count;
    uint32_t member_count, link_count;
    float lambda, margin, pause, fade;
    vvi_puppet_view *members; /* [member_count] */
    vvi_family_link *links;   /* [link_count] */
};

/* The member that a puppet is; VV_NONE: none. */
uint32_t vvi_family_find(const vv_family *family, const vv_puppet *puppet);
bool vvi_family_is_linked(const vv_family *family, uint32_t a, uint32_t b);
/* The handle of member `to` that corresponds to a handle of member `from` in one of these parts, by a link or by the
 * shortest chain of links; VV_NONE: none. The first that matches counts. Within one member every handle corresponds to
 * itself. */
uint32_t vvi_family_handle(const vv_family *family, uint32_t from, uint32_t to, uint32_t handle, uint32_t parts);
/* The largest number of columns (padded) of a member, and the largest number of rows for the correspondence with
 * one. */
uint32_t vvi_family_stride(const vv_family *family);
uint32_t vvi_family_row_count(const vv_family *family);

/* Whether a family can be made from this: VV_OK, or what vv_family_create would say. */
vv_result vvi_family_check(const vv_family_def *def, vv_error *error);

/* ---- Candidates (candidate.c) ------------------------------------------------------------------------------------ */

/* Writes the correspondence (eq. 10) as rows for member `to`, from the state of member `from` about the same origin.
 * Rows have room for their coefficients[2][stride of `to`], which are overwritten. `start` is the initial guess of
 * the search: scales are linearised about its rotations. Angles and scales are multiplied by half the drawing's size,
 * so that all gaps are in metres. Returns the number of rows. */
uint32_t vvi_candidate_rows(const vv_family *family, uint32_t from, const double *c, uint32_t to, const double *start,
                            vvi_row *rows);
/* The initial guess of a search without history: the drawing at rest, rotated like the whole of the state c of
 * another member. */
void vvi_candidate_initial_guess(const vvi_puppet_view *from, const double *c, const vvi_puppet_view *to,
                                 double *start);

/* ---- Jumps (transition.c) ---------------------------------------------------------------------------------------- */

#define VVI_LONG_AGO 1e7f

/* A member of an actor's family as it would be if it were shown. */
typedef struct vvi_candidate {
    /* in the actor's memory; for candidates only c and before are valid, the rest is set by a jump */
    vvi_puppet_state *state;
    vvi_puppet_solver *solver;
    uint32_t age;  /* number of consecutive valid states: 0…2 */
    double energy; /* elastic energy of c in stiffness × area, of the shown member too; −1: unknown */
} vvi_candidate;

typedef struct vvi_transitions {
    const vv_family *family;   /* NULL: the actor has no family */
    uint32_t member, before;   /* shown now, and before the last jump */
    float since;               /* seconds since that jump, at most VVI_LONG_AGO, which also stands for none */
    double origin[2];          /* of the candidates' states */
    vvi_candidate *candidates; /* [member_count] */
    vvi_row *rows;             /* [vvi_family_row_count] scratch */
    double *scratch;           /* [2][vvi_family_stride] scratch */
} vvi_transitions;

/* What a step needs of the actor. */
typedef struct vvi_transition_input {
    double origin[2]; /* of the state of the shown member */
    float h;
    uint32_t first; /* the member that the actor was created with, which the following examples belong to */
    uint32_t attraction_count;
    const uint32_t *attractions;
    /* bit m: no link takes what is keyed now to member m, so that nothing would lead it back from there */
    uint32_t barred;
} vvi_transition_input;

/* False: out of memory. The caller sets the states and solvers of the candidates; solvers have room for
 * vvi_family_row_count rows. */
bool vvi_transitions_begin(vvi_transitions *t, const vv_family *family, uint32_t member, vvi_arena *arena);
/* Invalidates the candidates' history: the actor was teleported, flipped, or failed. */
void vvi_transitions_reset_history(vvi_transitions *t);
/* After the step of the shown member, whose solver has just evaluated its state. True: another is shown now. */
bool vvi_transitions_step(vvi_transitions *t, const vvi_transition_input *input);
/* The opacity of the previous member while it fades out, 0…1. */
float vvi_transitions_fade_opacity(const vvi_transitions *t);

#endif
