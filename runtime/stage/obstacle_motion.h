/* How obstacles move: as rigid frames, evenly during a fixed step.
 *
 * Contact treats an obstacle that moves in its own frame: in a substep, where an actor's points began is carried along
 * with the obstacle (vvi_carry_point), and then the obstacle stands where it arrives. So everything that holds for what
 * stands, such as the swept search, one-way chains and walls that are never crossed, holds for what moves. Obstacles
 * that do not move in the step in hand take none of this, and keep their bits. */
#ifndef VVI_STAGE_OBSTACLE_MOTION_H
#define VVI_STAGE_OBSTACLE_MOTION_H

#include "runtime/stage/walk.h"

/* Limits of what the host asks for, m/s and rad/s. */
#define VVI_MAX_OBSTACLE_SPEED (0.5f * VVI_MAX_SPEED)
#define VVI_MAX_OBSTACLE_SPIN  1000.0f

/* Before a fixed step: how every obstacle moves in it. Wakes the sleepers that those that move meet. Until the substeps
 * begin, their motion is that of the whole step, which is what puppets need. */
void vvi_obstacles_begin_step(vv_stage *stage);
void vvi_obstacles_begin_substep(vv_stage *stage, uint32_t substep); /* 1…def.substeps */
void vvi_obstacles_finish_step(vv_stage *stage);

/* The motion of an obstacle in the substep (or step) in hand, relative to a point of the stage: a rotation about
 * `from`, then a translation by `shift`. */
typedef struct obstacle_carry {
    vv_vec2 from, shift;
    float sine, versine; /* of the rotation; the versine is 1 − cosine */
} obstacle_carry;
obstacle_carry vvi_obstacle_carry(const obstacle *o, const double origin[2]);
/* By how much the obstacle rotates in it, radians. */
static inline float vvi_obstacle_turn(const obstacle *o) { return (float)(o->end.angle - o->start.angle); }
/* Where a point that goes along with the obstacle arrives. */
static inline vv_vec2 vvi_carry_point(const obstacle_carry *c, vv_vec2 p)
{
    vv_vec2 arm = vv_vec2_sub(p, c->from);
    return (vv_vec2){p.x + c->shift.x - c->versine * arm.x - c->sine * arm.y,
                     p.y + c->shift.y + c->sine * arm.x - c->versine * arm.y};
}
/* How far a point that goes along and arrives at p has come. */
static inline vv_vec2 vvi_carry_displacement(const obstacle_carry *c, vv_vec2 p)
{
    vv_vec2 arm = vv_vec2_sub(vv_vec2_sub(p, c->from), c->shift);
    return (vv_vec2){c->shift.x + c->versine * arm.x - c->sine * arm.y,
                     c->shift.y + c->sine * arm.x + c->versine * arm.y};
}
/* The velocity of the obstacle at a point relative to that origin, at the end of the substep. */
vv_vec2 vvi_obstacle_velocity_at(const obstacle *o, const double origin[2], vv_vec2 point);
/* A point of it where the substep (or step) ends: on the stage, and relative to an origin. */
void vvi_obstacle_point_on_stage(const obstacle *o, uint32_t index, double point[2]);
vv_vec2 vvi_obstacle_point(const obstacle *o, uint32_t index, const double origin[2]);

/* Where a point of its frame is shown, on the stage. */
vv_vec2 vvi_obstacle_shown_point(const vv_stage *stage, const obstacle *o, vv_vec2 at);
/* Its points at the time shown, relative to an origin: points[point_count]. */
void vvi_obstacle_shown_points(const vv_stage *stage, const obstacle *o, const double origin[2], vv_vec2 *points);
/* Where its points were a step earlier. */
void vvi_obstacle_points_before(const obstacle *o, vv_vec2 *points);
/* Between steps: bounds at every time that can be shown before the next step. */
void vvi_obstacle_shown_bounds(const obstacle *o, vv_vec2 *low, vv_vec2 *high);

/* Puts an obstacle that was just made where its def says. */
void vvi_obstacle_place(obstacle *o, const vv_obstacle_def *def);
/* Its moving state in a save, at most vvi_obstacle_save_limit bytes. */
void vvi_obstacle_walk(walk *w, obstacle *o);
size_t vvi_obstacle_save_limit(void);
/* After its state was restored: its points and bounds. */
void vvi_obstacle_restored(obstacle *o);

#endif
