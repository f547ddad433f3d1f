/* The elastic sheet of one actor during a substep (elastic.c), and what constrains its particles
 * (elastic_constraints.c): holds, obstacles and edges that are too long. */
#ifndef VVI_STAGE_ELASTIC_H
#define VVI_STAGE_ELASTIC_H

#include "runtime/stage/contact.h"

/* A triangle; where it is flat at rest, it has no stiffness, and both are 0. */
typedef struct element {
    float by;     /* 1 over the determinant of the edges from its first corner at rest, 1/m² */
    float weight; /* 2 μ A */
} element;

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
    float *rates; /* [particle_count] in the memory of forces: Σ of the triangles' stiffness over the mass, 1/s²; or
                      * the weight of what `means` sums up */
    element *elements;       /* [triangle_count] */
    vv_mat2 *means;          /* [particle_count] F around each particle; then F − R of that */
    patch_particle *patches; /* [patch_limit] of all holds together */
    uint32_t patch_limit;
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
