/* Drawings made by formula for the stage's tests: a ball, a crate and a beam, each with its examples, standing on the
 * artwork's origin. */
#ifndef TESTS_STAGE_BODIES_H
#define TESTS_STAGE_BODIES_H

#include "runtime/stage/stage.h"

enum { BALL_REST, BALL_SQUASHED, BALL_STRETCHED, BALL_EXAMPLES };
enum { CRATE_REST, CRATE_FLAT, CRATE_LEANING, CRATE_EXAMPLES };
enum { LIMB_REST, LIMB_TURNED, LIMB_EXAMPLES };
enum { BEAM_REST, BEAM_UP, BEAM_DOWN, BEAM_EXAMPLES };

typedef struct body {
    vv_sprite *sprite;
    uint32_t vertex_count, triangle_count;
    vv_vec2 *positions; /* [vertex_count] at rest */
    uint32_t *triangles;
    vv_vec2 *posed; /* of body_limb: [vertex_count] with its arm turned */
} body;

/* A disc of this diameter, 1 + 3·rings·(rings + 1) vertices, five handles as in examples/ball; the complex is
 * squashed – rest – stretched. Rings of 8: 217 vertices. */
body body_ball(float diameter, uint32_t rings);
/* A square of cells × cells; rest – flat and rest – leaning. */
body body_crate(float side, uint32_t cells);
/* The same with round corners, like the crates of the examples. */
body body_rounded_crate(float side, uint32_t cells);
/* A bar of length × length/8 with cells along it; up – rest – down: its ends bent by a quarter of its length. */
body body_beam(float length, uint32_t cells);
/* A bar that stands on the artwork's origin, with just its rest example; its cells are about as wide as high. Vertices
 * are moved by up to `jitter` of a cell, those of the border along it. */
body body_strip(float length, float thickness, uint32_t rows, float jitter, uint32_t seed);
/* A square of cells × cells with an arm as long, a quarter as thick, on its right; its second example, LIMB_TURNED,
 * turns the arm by `angle`. */
body body_limb(float side, uint32_t cells, float angle);
void body_free(body *b);

#endif
