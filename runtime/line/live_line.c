/* A live line that can be grabbed. Every component of its pose is driven by a spring towards the line's goal, stepped
 * in closed form in small steps of fixed length. A hand holds one point by position-based correction of the step
 * (Müller and others 2007), which no distance can make unstable. */
#include "curve.h"
#include "elastic.h"

#include <string.h>

#define STEP              (1.0 / 480.0) /* seconds */
#define MAX_TIME          0.1
#define MAX_ANGULAR_SPEED 100.0 /* radians a second */
#define MAX_SPEED         100.0 /* lengths a second */
#define MAX_BEND          0.2   /* radians that a hand may add in one step */
#define MAX_POSITION      1e5

struct vv_live_line {
    uint32_t element_count;
    spring spring;
    spring_response over_step;
    vv_line_pose goal, rates;
    double goal_age;  /* seconds since the goal was set; it moves on by its rates for at most MAX_TIME */
    double remainder; /* seconds that do not fill a step yet */
    float held_share; /* arc share of the held point; < 0: none is held */
    vv_vec2 hand, hand_goal;
    motion_state states[LINE_MAX_WIDTH];
    double last_values[LINE_MAX_WIDTH]; /* values one step ago */
};

static bool is_valid_pose(uint32_t elements, const vv_line_pose *pose)
{
    return vvi_all_finite(pose->angles, elements) && isfinite(pose->root.x) && isfinite(pose->root.y) &&
           isfinite(pose->length);
}

static double component_of(uint32_t elements, const vv_line_pose *pose, uint32_t component)
{
    return (double)(component < elements        ? pose->angles[component]
                    : component == elements     ? pose->length
                    : component == elements + 1 ? pose->root.x
                                                : pose->root.y);
}

static vv_line_pose make_pose(uint32_t elements, const double *components, double least)
{
    vv_line_pose pose = {.length = (float)vvi_max_double(components[elements], least)};
    for (uint32_t i = 0; i < elements; i++)
        pose.angles[i] = (float)components[i];
    pose.root = (vv_vec2){(float)components[elements + 1], (float)components[elements + 2]};
    return pose;
}

static vv_line_pose current_pose(const vv_live_line *wobble)
{
    double components[LINE_MAX_WIDTH] = {0.0};
    for (uint32_t i = 0; i < LINE_WIDTH(wobble->element_count); i++)
        components[i] = wobble->states[i].position;
    return make_pose(wobble->element_count, components, 0.05 * (double)wobble->goal.length);
}

vv_result vv_live_line_create(uint32_t element_count, const vv_line_pose *pose, const vv_allocator *allocator,
                              vv_live_line **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(pose != NULL);
    VV_ASSERT(out != NULL);
    if (element_count < 2 || element_count > VV_LINE_MAX_ELEMENTS || element_count % 2 != 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a line has an even component of elements, 2 to %u, not %u",
                        VV_LINE_MAX_ELEMENTS, element_count);
    if (!is_valid_pose(element_count, pose) || !(pose->length >= VV_LINE_MIN_LENGTH))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the line's pose is not made of finite components with a length");
    vv_live_line *wobble = vvi_allocate_zeroed(allocator, 1, sizeof *wobble);
    if (!wobble)
        return vvi_fail_memory(error, sizeof *wobble);
    wobble->element_count = element_count;
    wobble->goal = *pose;
    wobble->held_share = -1.0f;
    for (uint32_t i = 0; i < LINE_WIDTH(element_count); i++)
        wobble->states[i].position = wobble->last_values[i] = component_of(element_count, pose, i);
    vv_live_line_set_spring(wobble, 2.0f, 0.2f);
    *out = wobble;
    return VV_OK;
}

void vv_live_line_destroy(vv_live_line *wobble, const vv_allocator *allocator)
{
    vvi_release(allocator, wobble, 1, sizeof *wobble);
}

void vv_live_line_set_target(vv_live_line *wobble, const vv_line_pose *pose, const vv_line_pose *rates)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    VV_ASSERT(pose != NULL);
    if (!is_valid_pose(wobble->element_count, pose) || !(pose->length >= VV_LINE_MIN_LENGTH) ||
        (rates && !is_valid_pose(wobble->element_count, rates)))
        return;
    wobble->goal = *pose;
    wobble->rates = rates ? *rates : (vv_line_pose){0};
    wobble->goal_age = 0.0;
}

void vv_live_line_set_spring(vv_live_line *wobble, float frequency, float damping)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    double hertz = (double)vvi_clamp(isfinite(frequency) ? frequency : 2.0f, 0.05f, 30.0f);
    wobble->spring.frequency = 6.283185307179586 * hertz;
    wobble->spring.damping = (double)vvi_clamp(isfinite(damping) ? damping : 0.2f, 0.0f, 4.0f);
    wobble->over_step = vvi_spring_response(wobble->spring, STEP);
}

void vv_live_line_grab(vv_live_line *wobble, float arc_share, vv_vec2 at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    if (!(arc_share >= 0.0f)) {
        wobble->held_share = -1.0f;
        return;
    }
    if (!isfinite(at.x) || !isfinite(at.y))
        return;
    arc_share = vvi_min(arc_share, 1.0f);
    vv_line_pose pose = current_pose(wobble);
    if (wobble->held_share != arc_share)
        wobble->hand = vv_line_point(wobble->element_count, &pose, arc_share, NULL);
    wobble->held_share = arc_share;
    wobble->hand_goal = (vv_vec2){vvi_clamp(at.x, -VV_LINE_MAX_VALUE, VV_LINE_MAX_VALUE),
                                  vvi_clamp(at.y, -VV_LINE_MAX_VALUE, VV_LINE_MAX_VALUE)};
}

/* Changes positions, or only velocities if step is 0, so that the point at `arc_share` changes by `by`; returns the
 * share of it that was applied. */
static float move_point(vv_live_line *wobble, float arc_share, vv_vec2 by, double step, double most_bend)
{
    uint32_t n = wobble->element_count;
    float angles[VV_LINE_MAX_ELEMENTS], largest = 0.0f;
    vv_line_pose pose = current_pose(wobble);
    vv_vec2 root = vvi_curve_smallest_move(n, &pose, (double)arc_share, by, angles);
    for (uint32_t i = 0; i < n; i++)
        largest = vvi_max(largest, fabsf(angles[i]));
    double share = (double)largest > most_bend ? most_bend / (double)largest : 1.0;
    VVI_CHECK(!(share < 0.0) && !(share > 1.0) && most_bend > 0.0);
    double speeds = step > 0.0 ? share / step : share, places = step > 0.0 ? share : 0.0;
    for (uint32_t i = 0; i < n; i++) {
        wobble->states[i].position += places * (double)angles[i];
        wobble->states[i].velocity += speeds * (double)angles[i];
    }
    wobble->states[n + 1].position += places * (double)root.x;
    wobble->states[n + 1].velocity += speeds * (double)root.x;
    wobble->states[n + 2].position += places * (double)root.y;
    wobble->states[n + 2].velocity += speeds * (double)root.y;
    return (float)share;
}

static void clamp_component(double *x, double most) { *x = *x < -most ? -most : *x > most ? most : *x; }

static void clamp_all(vv_live_line *wobble)
{
    uint32_t n = wobble->element_count;
    for (uint32_t i = 0; i < LINE_WIDTH(n); i++) {
        clamp_component(&wobble->states[i].velocity,
                        i < n ? MAX_ANGULAR_SPEED : MAX_SPEED * (double)wobble->goal.length);
        clamp_component(&wobble->states[i].position, MAX_POSITION);
    }
}

void vv_live_line_add_velocity(vv_live_line *wobble, float arc_share, vv_vec2 speed)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    if (!isfinite(arc_share) || !isfinite(speed.x) || !isfinite(speed.y))
        return;
    speed = (vv_vec2){vvi_clamp(speed.x, -1e6f, 1e6f), vvi_clamp(speed.y, -1e6f, 1e6f)};
    move_point(wobble, vvi_clamp(arc_share, 0.0f, 1.0f), speed, 0.0, MAX_ANGULAR_SPEED);
    clamp_all(wobble);
}

/* ---- Stepping ---------------------------------------------------------------------------------------------------- */

/* Steps every component relative to its goal, exactly. */
static void step_springs(vv_live_line *wobble)
{
    double w = wobble->spring.frequency, p = wobble->over_step.p, q = wobble->over_step.q;
    double p_rate = -w * w * q, q_rate = p - 2.0 * wobble->spring.damping * w * q;
    bool moves = wobble->goal_age < MAX_TIME;
    for (uint32_t i = 0; i < LINE_WIDTH(wobble->element_count); i++) {
        motion_state *state = &wobble->states[i];
        double rate = component_of(wobble->element_count, &wobble->rates, i);
        double goal =
            component_of(wobble->element_count, &wobble->goal, i) + rate * vvi_min_double(wobble->goal_age, MAX_TIME);
        double speed = moves ? rate : 0.0, offset = state->position - goal, rate_offset = state->velocity - speed;
        wobble->last_values[i] = state->position;
        state->position = goal + speed * STEP + p * offset + q * rate_offset;
        state->velocity = speed + p_rate * offset + q_rate * rate_offset;
    }
    wobble->goal_age += STEP;
}

/* Moves the held point to the hand. What cannot be bent at once moves the whole line, without giving it velocity. */
static void hold_point(vv_live_line *wobble)
{
    uint32_t n = wobble->element_count;
    double max_bend = MAX_BEND;
    for (int iteration = 0; iteration < 2; iteration++) {
        vv_line_pose pose = current_pose(wobble);
        vv_vec2 error = vv_vec2_sub(wobble->hand, vv_line_point(n, &pose, wobble->held_share, NULL));
        float share = move_point(wobble, wobble->held_share, error, STEP, max_bend);
        max_bend *= 0.5;
        if (share < 1.0f) {
            pose = current_pose(wobble);
            error = vv_vec2_sub(wobble->hand, vv_line_point(n, &pose, wobble->held_share, NULL));
            wobble->states[n + 1].position += (double)error.x;
            wobble->states[n + 2].position += (double)error.y;
            return;
        }
    }
}

void vv_live_line_step(vv_live_line *wobble, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    if (!(dt > 0.0f))
        return;
    double seconds = vvi_min_double((double)dt, MAX_TIME);
    wobble->remainder += seconds;
    uint32_t steps = (uint32_t)floor(wobble->remainder / STEP + 1e-4);
    wobble->remainder = vvi_max_double(wobble->remainder - steps * STEP, 0.0);
    VVI_CHECK(wobble->remainder < STEP * 1.001);
    vv_vec2 from = wobble->hand;
    for (uint32_t i = 0; i < steps; i++) {
        step_springs(wobble);
        if (wobble->held_share >= 0.0f) {
            wobble->hand = vv_vec2_lerp(from, wobble->hand_goal, (float)(i + 1) / (float)steps);
            hold_point(wobble);
        }
        clamp_all(wobble);
    }
}

void vv_live_line_pose(const vv_live_line *wobble, vv_line_pose *pose)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    VV_ASSERT(pose != NULL);
    double components[LINE_MAX_WIDTH] = {0.0}, share = vvi_min_double(wobble->remainder / STEP, 1.0);
    /* One step late, so that time which does not fill a step yet can be shown. */
    for (uint32_t i = 0; i < LINE_WIDTH(wobble->element_count); i++)
        components[i] = wobble->last_values[i] + share * (wobble->states[i].position - wobble->last_values[i]);
    *pose = make_pose(wobble->element_count, components, 0.05 * (double)wobble->goal.length);
}
