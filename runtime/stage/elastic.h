/* The elastic sheet of one actor during a substep (elastic.c), and what constrains its particles
 * (elastic_constraints.c): holds, obstacles and edges that are too long. */
#ifndef VVI_STAGE_ELASTIC_H
#define VVI_STAGE_ELASTIC_H

#include "runtime/stage/contact.h"

/* A triangle: the inverse of the matrix whose columns are the edges from its first corner at rest, row by row. */
typedef struct element {
    float inverse[4];
    float weight; /* 2 μ A; 0: it is flat at rest, and has no stiffness */
} element;

/* A matrix, row by row. */
typedef struct gradient {
    float xx, xy, yx, yy;
} gradient;

/* One of the particles that a hold takes along, by the share `weight` of what it does to the held one. */
typedef struct patch_particle {
    uint32_t particle;
    float weight;
} patch_particle;

typedef struct sheet {
    const actor *actor;
    const vvi_sprite_view *view;
    const vv_vec2 *rest;
    vv_vec2 *x, *v;  /* [particle_count] the actor's own */
    vv_vec2 *forces; /* [particle_count] */
    float *rates;    /* [particle_count] in the memory of forces: Σ of the triangles' stiffness over the mass, 1/s² */
    element *elements;       /* [triangle_count] */
    gradient *gradients;     /* [triangle_count] F */
    gradient *means;         /* [particle_count] F around each particle; then F − R of that */
    float *weights;          /* [particle_count] third parts of the weights of its triangles */
    patch_particle *patches; /* [particle_count + VV_STAGE_MAX_HOLDS] of all holds together */
} sheet;

/* A held particle. Exactly: it goes to its goal evenly. What holds it also takes a patch of its neighbourhood along: a
 * force on a single particle would sink into a fine mesh more deeply than into a coarse one. */
typedef struct pull {
    uint32_t particle;
    bool exact;
    vv_vec2 goal, velocity; /* at the end of the substep; of the goal */
    float stiffness, damping;
    uint32_t first, count; /* of sheet.patches */
    float mass;            /* of the patch, weighted */
} pull;

typedef struct sheet_constraints {
    pull pulls[VV_STAGE_MAX_HOLDS];
    uint32_t pull_count;
    vv_stage *stage;
    const contact_island *island;
    uint32_t actor;
    float pressed; /* the sum of the obstacles' impulses, N·s */
} sheet_constraints;

void vvi_sheet_list_constraints(vv_stage *stage, const contact_island *island, const sheet *s, float h,
                                sheet_constraints *out);
/* Changes the velocities of a step of `time`, after which `left` of the substep remains; h is the whole substep. */
void vvi_sheet_constrain(const sheet *s, sheet_constraints *c, float time, float left, float h);
/* Edges that would become too long do not lengthen. */
void vvi_sheet_limit_edges(const sheet *s, const sheet_constraints *c, float most, float time);

#endif
