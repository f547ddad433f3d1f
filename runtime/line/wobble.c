/* A live line that can be grabbed: every number of its pose hangs on a spring at what the line is to be, stepped in closed form in
 * small steps of fixed length; a hand holds one point by correcting the step (position-based, as Müller and others 2007), which
 * no distance can make unstable. */
#include "curve.h"
#include "elastic.h"

#include <string.h>

#define STEP         (1.0 / 480.0)
#define MOST_TIME    0.1
#define MOST_TURNING 100.0 /* radians a second */
#define MOST_SPEED   100.0 /* lengths a second */
#define MOST_BEND    0.2   /* radians a step that a hand may add */
#define MOST_PLACE   1e5

struct vv_wobble {
    uint32_t element_count;
    spring own;
    spring_response over_step;
    vv_line_pose aim, rates;
    double aimed; /* seconds since the aim was set; it goes on by its rates for MOST_TIME at most */
    double left;  /* seconds that do not fill a step yet */
    float along;  /* held there; < 0: free */
    vv_vec2 hand, hand_to;
    motion_state states[LINE_MOST_WIDTH];
    double before[LINE_MOST_WIDTH]; /* places one step ago */
};

static bool is_sound(uint32_t elements, const vv_line_pose *pose)
{
    return vvi_all_finite(pose->angles, elements) && isfinite(pose->root.x) && isfinite(pose->root.y) &&
           isfinite(pose->length);
}

static double number_of(uint32_t elements, const vv_line_pose *pose, uint32_t number)
{
    return (double)(number < elements        ? pose->angles[number]
                    : number == elements     ? pose->length
                    : number == elements + 1 ? pose->root.x
                                             : pose->root.y);
}

static vv_line_pose pose_of(uint32_t elements, const double *numbers, double least)
{
    vv_line_pose pose = {.length = (float)vvi_most(numbers[elements], least)};
    for (uint32_t i = 0; i < elements; i++)
        pose.angles[i] = (float)numbers[i];
    pose.root = (vv_vec2){(float)numbers[elements + 1], (float)numbers[elements + 2]};
    return pose;
}

static vv_line_pose pose_now(const vv_wobble *wobble)
{
    double numbers[LINE_MOST_WIDTH] = {0.0};
    for (uint32_t i = 0; i < LINE_WIDTH(wobble->element_count); i++)
        numbers[i] = wobble->states[i].place;
    return pose_of(wobble->element_count, numbers, 0.05 * (double)wobble->aim.length);
}

vv_result vv_wobble_create(uint32_t element_count, const vv_line_pose *pose, const vv_allocator *allocator,
                           vv_wobble **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(pose != NULL);
    VV_ASSERT(out != NULL);
    if (element_count < 2 || element_count > VV_LINE_MAX_ELEMENTS || element_count % 2 != 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a line has an even number of elements, 2 to %u, not %u",
                        VV_LINE_MAX_ELEMENTS, element_count);
    if (!is_sound(element_count, pose) || !(pose->length >= VV_LINE_MIN_LENGTH))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the line's pose is not made of finite numbers with a length");
    vv_wobble *wobble = vvi_allocate_zeroed(allocator, 1, sizeof *wobble);
    if (!wobble)
        return vvi_fail_memory(error, sizeof *wobble);
    wobble->element_count = element_count;
    wobble->aim = *pose;
    wobble->along = -1.0f;
    for (uint32_t i = 0; i < LINE_WIDTH(element_count); i++)
        wobble->states[i].place = wobble->before[i] = number_of(element_count, pose, i);
    vv_wobble_set_spring(wobble, 2.0f, 0.2f);
    *out = wobble;
    return VV_OK;
}

void vv_wobble_destroy(vv_wobble *wobble, const vv_allocator *allocator)
{
    vvi_release(allocator, wobble, 1, sizeof *wobble);
}

void vv_wobble_aim(vv_wobble *wobble, const vv_line_pose *pose, const vv_line_pose *rates)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    VV_ASSERT(pose != NULL);
    if (!is_sound(wobble->element_count, pose) || !(pose->length >= VV_LINE_MIN_LENGTH) ||
        (rates && !is_sound(wobble->element_count, rates)))
        return;
    wobble->aim = *pose;
    wobble->rates = rates ? *rates : (vv_line_pose){0};
    wobble->aimed = 0.0;
}

void vv_wobble_set_spring(vv_wobble *wobble, float frequency, float damping)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    double hertz = (double)vvi_clamp(isfinite(frequency) ? frequency : 2.0f, 0.05f, 30.0f);
    wobble->own.frequency = 6.283185307179586 * hertz;
    wobble->own.damping = (double)vvi_clamp(isfinite(damping) ? damping : 0.2f, 0.0f, 4.0f);
    wobble->over_step = vvi_spring_response(wobble->own, STEP);
}

void vv_wobble_grab(vv_wobble *wobble, float along, vv_vec2 at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    if (!(along >= 0.0f)) {
        wobble->along = -1.0f;
        return;
    }
    if (!isfinite(at.x) || !isfinite(at.y))
        return;
    along = vvi_min(along, 1.0f);
    vv_line_pose pose = pose_now(wobble);
    if (wobble->along != along)
        wobble->hand = vv_line_point(wobble->element_count, &pose, along, NULL);
    wobble->along = along;
    wobble->hand_to = (vv_vec2){vvi_clamp(at.x, -VV_LINE_MAX_VALUE, VV_LINE_MAX_VALUE),
                                vvi_clamp(at.y, -VV_LINE_MAX_VALUE, VV_LINE_MAX_VALUE)};
}

/* Changes places, or speeds, so that the point `along` changes by `by`; returns the share of it that was done. */
static float move_point(vv_wobble *wobble, float along, vv_vec2 by, double step, double most_bend)
{
    uint32_t n = wobble->element_count;
    float angles[VV_LINE_MAX_ELEMENTS], largest = 0.0f;
    vv_line_pose pose = pose_now(wobble);
    vv_vec2 root = vvi_curve_least_move(n, &pose, (double)along, by, angles);
    for (uint32_t i = 0; i < n; i++)
        largest = vvi_max(largest, fabsf(angles[i]));
    double share = (double)largest > most_bend ? most_bend / (double)largest : 1.0;
    double speeds = step > 0.0 ? share / step : share, places = step > 0.0 ? share : 0.0;
    for (uint32_t i = 0; i < n; i++) {
        wobble->states[i].place += places * (double)angles[i];
        wobble->states[i].speed += speeds * (double)angles[i];
    }
    wobble->states[n + 1].place += places * (double)root.x;
    wobble->states[n + 1].speed += speeds * (double)root.x;
    wobble->states[n + 2].place += places * (double)root.y;
    wobble->states[n + 2].speed += speeds * (double)root.y;
    return (float)share;
}

static void bound(double *x, double most) { *x = *x < -most ? -most : *x > most ? most : *x; }

static void bound_all(vv_wobble *wobble)
{
    uint32_t n = wobble->element_count;
    for (uint32_t i = 0; i < LINE_WIDTH(n); i++) {
        bound(&wobble->states[i].speed, i < n ? MOST_TURNING : MOST_SPEED * (double)wobble->aim.length);
        bound(&wobble->states[i].place, MOST_PLACE);
    }
}

void vv_wobble_push(vv_wobble *wobble, float along, vv_vec2 speed)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    if (!isfinite(along) || !isfinite(speed.x) || !isfinite(speed.y))
        return;
    speed = (vv_vec2){vvi_clamp(speed.x, -1e6f, 1e6f), vvi_clamp(speed.y, -1e6f, 1e6f)};
    move_point(wobble, vvi_clamp(along, 0.0f, 1.0f), speed, 0.0, MOST_TURNING);
    bound_all(wobble);
}

/* ---- Stepping ----------------------------------------------------------------------------------------------------------- */

/* Every number relative to its aim, exactly. */
static void swing_on(vv_wobble *wobble)
{
    double w = wobble->own.frequency, p = wobble->over_step.p, q = wobble->over_step.q;
    double p_speed = -w * w * q, q_speed = p - 2.0 * wobble->own.damping * w * q;
    bool moves = wobble->aimed < MOST_TIME;
    for (uint32_t i = 0; i < LINE_WIDTH(wobble->element_count); i++) {
        motion_state *state = &wobble->states[i];
        double rate = number_of(wobble->element_count, &wobble->rates, i);
        double aim = number_of(wobble->element_count, &wobble->aim, i) + rate * vvi_least(wobble->aimed, MOST_TIME);
        double speed = moves ? rate : 0.0, off = state->place - aim, off_speed = state->speed - speed;
        wobble->before[i] = state->place;
        state->place = aim + speed * STEP + p * off + q * off_speed;
        state->speed = speed + p_speed * off + q_speed * off_speed;
    }
    wobble->aimed += STEP;
}

/* Brings the point to the hand; what cannot be bent at once the whole line is moved by, which gives it no speed. */
static void hold(vv_wobble *wobble)
{
    uint32_t n = wobble->element_count;
    double most = MOST_BEND;
    for (int round = 0; round < 2; round++) {
        vv_line_pose pose = pose_now(wobble);
        vv_vec2 off = vv_vec2_sub(wobble->hand, vv_line_point(n, &pose, wobble->along, NULL));
        float share = move_point(wobble, wobble->along, off, STEP, most);
        most *= 0.5;
        if (share < 1.0f) {
            pose = pose_now(wobble);
            off = vv_vec2_sub(wobble->hand, vv_line_point(n, &pose, wobble->along, NULL));
            wobble->states[n + 1].place += (double)off.x;
            wobble->states[n + 2].place += (double)off.y;
            return;
        }
    }
}

void vv_wobble_step(vv_wobble *wobble, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    if (!(dt > 0.0f))
        return;
    double seconds = vvi_least((double)dt, MOST_TIME);
    wobble->left += seconds;
    uint32_t steps = (uint32_t)floor(wobble->left / STEP + 1e-4);
    wobble->left = vvi_most(wobble->left - steps * STEP, 0.0);
    vv_vec2 from = wobble->hand;
    for (uint32_t i = 0; i < steps; i++) {
        swing_on(wobble);
        if (wobble->along >= 0.0f) {
            wobble->hand = vv_vec2_mix(from, wobble->hand_to, (float)(i + 1) / (float)steps);
            hold(wobble);
        }
        bound_all(wobble);
    }
}

void vv_wobble_pose(const vv_wobble *wobble, vv_line_pose *pose)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(wobble != NULL);
    VV_ASSERT(pose != NULL);
    double numbers[LINE_MOST_WIDTH] = {0.0}, share = vvi_least(wobble->left / STEP, 1.0);
    /* One step late, so that what does not fill a step yet can be shown. */
    for (uint32_t i = 0; i < LINE_WIDTH(wobble->element_count); i++)
        numbers[i] = wobble->before[i] + share * (wobble->states[i].place - wobble->before[i]);
    *pose = pose_of(wobble->element_count, numbers, 0.05 * (double)wobble->aim.length);
}
