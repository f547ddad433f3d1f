/* A walk over the moving state either writes or reads, so that saving, hashing, checking and restoring cannot
 * disagree about what the state is. Invalid input sets the reader's `failed`. */
#ifndef VVI_STAGE_WALK_H
#define VVI_STAGE_WALK_H

#include "runtime/stage/state.h"

/* Either writes or reads; reading stores arrays only if `store` is set. */
typedef struct walk {
    vvi_writer *writer;
    vvi_reader *reader;
    bool store; /* arrays too; otherwise they are checked and skipped */
} walk;

void vvi_walk_u32(walk *w, uint32_t *value);
void vvi_walk_u64(walk *w, uint64_t *value);
void vvi_walk_bool(walk *w, bool *value);
void vvi_walk_float(walk *w, float *value);
/* Numbers first, then choices, whole numbers and flags; an unknown choice fails. */
void vvi_walk_parameters(walk *w, vvi_parameters p, void *item);
void vvi_walk_double(walk *w, double *value);
void vvi_walk_vec2(walk *w, vv_vec2 *value);
/* When read, none may be longer than `most`: particles are near their origin and no faster than those of any game. */
void vvi_walk_vectors(walk *w, vv_vec2 *values, uint32_t count, float most);
void vvi_walk_origin(walk *w, const vv_stage_def *def, double origin[2]);
void vvi_walk_place(walk *w, const vv_complex *complex, vv_place *place);

/* What the host may change of an actor and of an obstacle at any time (properties.c). */
void vvi_walk_actor_properties(walk *w, actor *a);
void vvi_walk_actor_size(walk *w, actor *a); /* resize.c; the same */
void vvi_walk_obstacle_properties(walk *w, obstacle *o);
enum { VVI_OBSTACLE_PROPERTY_BYTES = 4 * 4 };

#endif
