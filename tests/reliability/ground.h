/* Invariants of contact over random scenes that nobody tuned (docs/reliability.md). */
#ifndef VV_TESTS_RELIABILITY_GROUND_H
#define VV_TESTS_RELIABILITY_GROUND_H

#include "tests/runtime/stage/bodies.h"
#include "tests/testing.h"

#include "runtime/base/base.h"

/* The defaults; the recipe of docs/sprites.md; its “cartoon ball”; the recipe with a free angle. */
typedef enum temper { TEMPER_DEFAULT, TEMPER_RECIPE, TEMPER_CARTOON, TEMPER_FREE, TEMPERS } temper;
extern const char *const ground_temper_names[TEMPERS];
vv_strengths ground_strengths(temper which);

enum { BALL_MESHES = 7 };
extern const uint32_t ground_ball_rings[BALL_MESHES]; /* 91 … 1,141 vertices */

extern vvi_random ground_numbers;
extern bool ground_verbose;
float ground_between(float low, float high);
/* Prints what was measured, and counts what falls short. */
void ground_judge(bool good, const char *format, ...) VV_PRINTF(2, 3);

/* A stage with a level ground. */
vv_stage *ground_stage(float step, bool sleep);
vv_actor ground_add(vv_stage *stage, const vv_sprite *sprite, vv_vec2 at, vv_vec2 velocity, const vv_strengths *s);
void ground_add_polygon(vv_stage *stage, const vv_vec2 *points, uint32_t count);

void ground_throws(uint32_t scenes);
void ground_steps(uint32_t scenes);
void ground_bounce(uint32_t scenes);
void ground_alone(uint32_t scenes);
void ground_squash(uint32_t scenes);
void ground_heaps(uint32_t scenes);
void ground_calm(uint32_t scenes);
void ground_heads(uint32_t scenes);
void ground_walls(uint32_t scenes);
void ground_sag(uint32_t scenes);
void ground_rope(uint32_t scenes);
void ground_limbs(uint32_t scenes);
void ground_posts(uint32_t scenes);
void ground_press(uint32_t scenes);
void ground_flips(uint32_t scenes);
void ground_rides(uint32_t scenes);
void ground_touches(uint32_t scenes);

#endif
