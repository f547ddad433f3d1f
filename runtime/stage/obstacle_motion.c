/* Obstacles move: what the host asks for, the way in a step and its substeps, what is shown and what is saved. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/contact.h"

#include <string.h>

#define MAX_POSITION 1.0e6 /* metres */
#define MAX_ANGLE    1.0e9 /* radians */
#define TURN         6.283185307179586

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

/* Sine and cosine in double from those in float, normalised, so that a point far from the frame's centre moves
 * smoothly. */
static void find_direction(double angle, double *cosine, double *sine)
{
    double reduced = angle - TURN * floor(angle / TURN + 0.5);
    float s, c;
    vv_sin_cos((float)reduced, &s, &c);
    double rest = reduced - (double)(float)reduced;
    *sine = (double)s + rest * (double)c;
    *cosine = (double)c - rest * (double)s;
    double length = sqrt(*sine * *sine + *cosine * *cosine);
    VVI_CHECK(length > 0.9 && length < 1.1);
    *sine /= length;
    *cosine /= length;
}

static obstacle_frame lerp_frame(const obstacle_frame *a, const obstacle_frame *b, double t)
{
    return (obstacle_frame){{a->position[0] + (b->position[0] - a->position[0]) * t,
                             a->position[1] + (b->position[1] - a->position[1]) * t},
                            a->angle + (b->angle - a->angle) * t};
}

static bool are_frames_equal(const obstacle_frame *a, const obstacle_frame *b)
{
    return a->position[0] == b->position[0] && a->position[1] == b->position[1] && a->angle == b->angle;
}

typedef struct bounds {
    vv_vec2 low, high;
} bounds;

static const bounds no_bounds = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

/* points[count] of an obstacle whose frame is there (NULL: not wanted); adds all of them to `around`. */
static void find_points(const obstacle *o, const obstacle_frame *frame, vv_vec2 *points, uint32_t count, bounds *around)
{
    double cosine, sine;
    bool is_displaced = frame->position[0] != 0.0 || frame->position[1] != 0.0 || frame->angle != 0.0;
    find_direction(frame->angle, &cosine, &sine);
    for (uint32_t i = 0; i < o->point_count; i++) {
        double x = (double)o->local[i].x, y = (double)o->local[i].y;
        vv_vec2 p = is_displaced ? (vv_vec2){(float)(frame->position[0] + cosine * x - sine * y),
                                             (float)(frame->position[1] + sine * x + cosine * y)}
                                 : o->local[i];
        if (i < count)
            points[i] = p;
        around->low = (vv_vec2){vvi_min(around->low.x, p.x), vvi_min(around->low.y, p.y)};
        around->high = (vv_vec2){vvi_max(around->high.x, p.x), vvi_max(around->high.y, p.y)};
    }
}

/* A half plane has no end. */
static bounds limit_bounds(const obstacle *o, bounds around)
{
    if (o->kind == VV_OBSTACLE_HALF_PLANE)
        return (bounds){{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    return around;
}

/* Of a whole way. A corner that turns leaves the box of both ends by at most the height of its arc. */
static bounds find_swept_bounds(const obstacle *o, const obstacle_frame *start, const obstacle_frame *end)
{
    bounds around = no_bounds;
    find_points(o, start, NULL, 0, &around);
    find_points(o, end, NULL, 0, &around);
    float turn = (float)fabs(end->angle - start->angle), wide = vv_vec2_distance(around.low, around.high);
    float arc = 0.25f * vvi_min(turn * turn, 4.0f) * wide;
    around.low = vv_vec2_sub(around.low, (vv_vec2){arc, arc});
    around.high = vv_vec2_add(around.high, (vv_vec2){arc, arc});
    return around;
}

/* Sets the motion in hand: points are those at its end, bounds those of the whole way. */
static void set_motion(obstacle *o, obstacle_frame start, obstacle_frame end)
{
    o->start = start;
    o->end = end;
    find_direction(end.angle, &o->cosine, &o->sine);
    bounds around = are_frames_equal(&start, &end) ? no_bounds : find_swept_bounds(o, &start, &end);
    find_points(o, &end, o->points, o->point_count, &around);
    around = limit_bounds(o, around);
    o->low = around.low;
    o->high = around.high;
}

static obstacle_frame first_frame(const obstacle *o)
{
    return (obstacle_frame){{(double)o->first[0], (double)o->first[1]}, (double)o->first[2]};
}

void vvi_obstacle_place(obstacle *o, const vv_obstacle_def *def)
{
    o->first[0] = def->position.x;
    o->first[1] = def->position.y;
    o->first[2] = def->angle;
    o->now = o->before = first_frame(o);
    o->velocity = def->velocity;
    o->spin = def->angular_velocity;
    o->has_moved = o->velocity.x != 0.0f || o->velocity.y != 0.0f || o->spin != 0.0f;
    set_motion(o, o->now, o->now);
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

static double clamp_position(double x) { return vvi_clamp_double(x, -MAX_POSITION, MAX_POSITION); }

/* Where it is at the end of the step, and the velocity of the way there. */
static void plan_step(obstacle *o, double step)
{
    if (o->has_goal) {
        o->velocity = (vv_vec2){(float)((o->goal.position[0] - o->now.position[0]) / step),
                                (float)((o->goal.position[1] - o->now.position[1]) / step)};
        o->spin = (float)((o->goal.angle - o->now.angle) / step);
        o->has_goal = false;
        o->stops = true;
        return;
    }
    if (o->stops) {
        o->velocity = (vv_vec2){0.0f, 0.0f};
        o->spin = 0.0f;
        o->stops = false;
    }
    o->goal.position[0] = clamp_position(o->now.position[0] + (double)o->velocity.x * step);
    o->goal.position[1] = clamp_position(o->now.position[1] + (double)o->velocity.y * step);
    o->goal.angle = o->now.angle + (double)o->spin * step;
    if (fabs(o->goal.angle) > MAX_ANGLE)
        o->goal.angle = o->now.angle;
}

void vvi_obstacles_begin_step(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        obstacle *o = &stage->obstacles[i];
        o->is_moving = false;
        if (!o->used || !o->has_moved)
            continue;
        plan_step(o, (double)stage->def.step);
        o->is_moving = !are_frames_equal(&o->now, &o->goal);
        if (!o->is_moving)
            continue;
        set_motion(o, o->now, o->goal);
        vvi_contacts_wake_met(stage, i);
    }
}

void vvi_obstacles_begin_substep(vv_stage *stage, uint32_t substep)
{
    double count = (double)stage->def.substeps;
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        obstacle *o = &stage->obstacles[i];
        if (!o->used || !o->is_moving)
            continue;
        obstacle_frame start = lerp_frame(&o->now, &o->goal, (double)(substep - 1u) / count);
        obstacle_frame end =
            substep == stage->def.substeps ? o->goal : lerp_frame(&o->now, &o->goal, (double)substep / count);
        set_motion(o, start, end);
    }
}

void vvi_obstacles_finish_step(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        obstacle *o = &stage->obstacles[i];
        if (!o->used || !o->has_moved)
            continue;
        o->before = o->now;
        o->jumped = false;
        if (o->is_moving) {
            o->now = o->goal;
            set_motion(o, o->now, o->now);
        }
    }
}

obstacle_carry vvi_obstacle_carry(const obstacle *o, const double origin[2])
{
    obstacle_carry c = {.from = {(float)(o->start.position[0] - origin[0]), (float)(o->start.position[1] - origin[1])},
                        .shift = {(float)(o->end.position[0] - o->start.position[0]),
                                  (float)(o->end.position[1] - o->start.position[1])}};
    float turn = vvi_obstacle_turn(o);
    if (turn != 0.0f) {
        float half = vv_sin(0.5f * turn);
        c.sine = vv_sin(turn);
        c.versine = 2.0f * half * half;
    }
    return c;
}

vv_vec2 vvi_obstacle_velocity_at(const obstacle *o, const double origin[2], vv_vec2 point)
{
    vv_vec2 arm = {(float)(origin[0] - o->end.position[0]) + point.x,
                   (float)(origin[1] - o->end.position[1]) + point.y};
    if (!o->is_moving)
        return (vv_vec2){0.0f, 0.0f};
    return (vv_vec2){o->velocity.x - o->spin * arm.y, o->velocity.y + o->spin * arm.x};
}

void vvi_obstacle_point_on_stage(const obstacle *o, uint32_t index, double point[2])
{
    VVI_CHECK(index < o->point_count);
    double x = (double)o->local[index].x, y = (double)o->local[index].y;
    point[0] = o->has_moved ? o->end.position[0] + (o->cosine * x - o->sine * y) : (double)o->points[index].x;
    point[1] = o->has_moved ? o->end.position[1] + (o->sine * x + o->cosine * y) : (double)o->points[index].y;
}

vv_vec2 vvi_obstacle_point(const obstacle *o, uint32_t index, const double origin[2])
{
    double point[2];
    vvi_obstacle_point_on_stage(o, index, point);
    return (vv_vec2){(float)(point[0] - origin[0]), (float)(point[1] - origin[1])};
}

/* ---- From outside ------------------------------------------------------------------------------------------------ */

/* The obstacle of an id, for a caller that is going to change it. */
static obstacle *find_to_change(vv_stage *stage, vv_obstacle which)
{
    return vv_stage_has_obstacle(stage, which) && stage->lock != STAGE_IN_STEP ? &stage->obstacles[which.index] : NULL;
}

static bool is_position(vv_vec2 position, float angle)
{
    return (double)fabsf(position.x) <= MAX_POSITION && (double)fabsf(position.y) <= MAX_POSITION &&
           (double)fabsf(angle) <= MAX_ANGLE;
}

static void teleport(vv_stage *stage, obstacle *o, obstacle_frame to)
{
    uint32_t index = (uint32_t)(o - stage->obstacles);
    vvi_contacts_wake_met(stage, index);
    o->has_moved = true;
    o->has_goal = false;
    o->now = o->before = to;
    set_motion(o, to, to);
    vvi_contacts_obstacle_jumped(stage, index);
    vvi_sensors_obstacle_changed(stage, index);
    vvi_queries_outdate(stage);
}

bool vv_stage_teleport_obstacle(vv_stage *stage, vv_obstacle which, vv_vec2 position, float angle)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    obstacle *o = find_to_change(stage, which);
    if (!o || !is_position(position, angle))
        return false;
    teleport(stage, o, (obstacle_frame){{(double)position.x, (double)position.y}, (double)angle});
    return true;
}

bool vv_stage_move_obstacle(vv_stage *stage, vv_obstacle which, vv_vec2 position, float angle)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    obstacle *o = find_to_change(stage, which);
    if (!o || !is_position(position, angle))
        return false;
    obstacle_frame goal = {{(double)position.x, (double)position.y}, (double)angle};
    double way[2] = {goal.position[0] - o->now.position[0], goal.position[1] - o->now.position[1]};
    double step = (double)stage->def.step, most = (double)VVI_MAX_OBSTACLE_SPEED * step;
    if (way[0] * way[0] + way[1] * way[1] > most * most ||
        fabs(goal.angle - o->now.angle) > (double)VVI_MAX_OBSTACLE_SPIN * step) {
        o->velocity = (vv_vec2){0.0f, 0.0f};
        o->spin = 0.0f;
        teleport(stage, o, goal);
        return true;
    }
    o->has_moved = o->has_goal = true;
    o->goal = goal;
    return true;
}

bool vv_stage_set_obstacle_velocity(vv_stage *stage, vv_obstacle which, vv_vec2 velocity, float angular_velocity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    obstacle *o = find_to_change(stage, which);
    if (!o || !(vv_vec2_length(velocity) <= VVI_MAX_OBSTACLE_SPEED) ||
        !(fabsf(angular_velocity) <= VVI_MAX_OBSTACLE_SPIN))
        return false;
    o->has_moved = true;
    o->has_goal = o->stops = false;
    o->velocity = velocity;
    o->spin = angular_velocity;
    return true;
}

/* ---- What is shown ----------------------------------------------------------------------------------------------- */

static obstacle_frame shown_frame(const vv_stage *stage, const obstacle *o)
{
    return are_frames_equal(&o->before, &o->now) ? o->now : lerp_frame(&o->before, &o->now, vvi_shown_share(stage));
}

vv_vec2 vvi_obstacle_shown_point(const vv_stage *stage, const obstacle *o, vv_vec2 at)
{
    obstacle_frame frame = shown_frame(stage, o);
    double cosine, sine, x = (double)at.x, y = (double)at.y;
    find_direction(frame.angle, &cosine, &sine);
    return (vv_vec2){(float)(frame.position[0] + (cosine * x - sine * y)),
                     (float)(frame.position[1] + (sine * x + cosine * y))};
}

void vvi_obstacle_shown_points(const vv_stage *stage, const obstacle *o, const double origin[2], vv_vec2 *points)
{
    obstacle_frame frame = shown_frame(stage, o);
    double cosine, sine, x = frame.position[0] - origin[0], y = frame.position[1] - origin[1];
    find_direction(frame.angle, &cosine, &sine);
    for (uint32_t i = 0; i < o->point_count; i++) {
        double px = (double)o->local[i].x, py = (double)o->local[i].y;
        points[i] = (vv_vec2){(float)(x + (cosine * px - sine * py)), (float)(y + (sine * px + cosine * py))};
    }
}

void vvi_obstacle_points_before(const obstacle *o, vv_vec2 *points)
{
    bounds around = no_bounds;
    find_points(o, &o->before, points, o->point_count, &around);
}

void vvi_obstacle_shown_bounds(const obstacle *o, vv_vec2 *low, vv_vec2 *high)
{
    bounds around = {o->low, o->high};
    if (!are_frames_equal(&o->before, &o->now))
        around = limit_bounds(o, find_swept_bounds(o, &o->before, &o->now));
    *low = around.low;
    *high = around.high;
}

vv_obstacle_state vv_stage_obstacle_state(const vv_stage *stage, vv_obstacle which)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    if (!vv_stage_has_obstacle(stage, which))
        return (vv_obstacle_state){0};
    const obstacle *o = &stage->obstacles[which.index];
    obstacle_frame frame = shown_frame(stage, o);
    bounds around = no_bounds;
    find_points(o, &frame, NULL, 0, &around);
    around = limit_bounds(o, around);
    return (vv_obstacle_state){.kind = o->kind,
                               .point_count = o->point_count,
                               .friction = o->friction,
                               .one_way = o->one_way,
                               .sensor = o->sensor,
                               .layers = o->layers,
                               .tag = o->tag,
                               .low = around.low,
                               .high = around.high,
                               .position = {(float)frame.position[0], (float)frame.position[1]},
                               .angle = (float)frame.angle,
                               .velocity = o->velocity,
                               .angular_velocity = o->spin};
}

uint32_t vv_stage_obstacle_points(const vv_stage *stage, vv_obstacle which, vv_vec2 *points, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(points != NULL || capacity == 0);
    if (!vv_stage_has_obstacle(stage, which))
        return 0;
    const obstacle *o = &stage->obstacles[which.index];
    obstacle_frame frame = shown_frame(stage, o);
    bounds around = no_bounds;
    find_points(o, &frame, points, capacity, &around);
    return o->point_count;
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void walk_number(walk *w, double *value, double most)
{
    vvi_walk_double(w, value);
    if (w->reader && !(fabs(*value) <= most)) {
        w->reader->failed = true;
        *value = 0.0;
    }
}

static void walk_frame(walk *w, obstacle_frame *frame)
{
    walk_number(w, &frame->position[0], MAX_POSITION);
    walk_number(w, &frame->position[1], MAX_POSITION);
    walk_number(w, &frame->angle, MAX_ANGLE);
}

void vvi_obstacle_walk(walk *w, obstacle *o)
{
    vvi_walk_obstacle_properties(w, o);
    vvi_walk_bool(w, &o->has_moved);
    if (!o->has_moved) {
        o->now = o->before = first_frame(o);
        o->velocity = (vv_vec2){0.0f, 0.0f};
        o->spin = 0.0f;
        o->stops = o->has_goal = o->jumped = false;
        return;
    }
    walk_frame(w, &o->now);
    walk_frame(w, &o->before);
    vvi_walk_bool(w, &o->stops);
    vvi_walk_bool(w, &o->jumped);
    vvi_walk_bool(w, &o->has_goal);
    if (o->has_goal)
        walk_frame(w, &o->goal);
    vvi_walk_vec2(w, &o->velocity);
    vvi_walk_float(w, &o->spin);
    if (w->reader && (!(vv_vec2_length(o->velocity) <= 1.001f * VVI_MAX_OBSTACLE_SPEED) ||
                      !(fabsf(o->spin) <= 1.001f * VVI_MAX_OBSTACLE_SPIN)))
        w->reader->failed = true;
}

size_t vvi_obstacle_save_limit(void)
{
    return VVI_OBSTACLE_PROPERTY_BYTES + 3u * 3u * sizeof(double) + 4u * sizeof(uint32_t) + 3u * sizeof(float);
}

void vvi_obstacle_restored(obstacle *o)
{
    o->is_moving = false;
    set_motion(o, o->now, o->now);
}
