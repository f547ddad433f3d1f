/* A joint as rows: what each one measures, along what it pushes, how far it is off and how soft it is. */
#include "runtime/stage/joint.h"
#include "runtime/stage/puppet_actor.h"

#include <string.h>

#define PI 3.14159265358979f

/* Of the gap at the start of a substep, how much is closed without a velocity, and (of size) how much at most. */
#define NEAR        0.5f /* of size: at this distance or nearer, two actors are pushed at one point */
#define RELAX_SHARE 0.5f
#define RELAX_MOST  0.25f
/* Of size: a rope or rod that is shorter is a point. Its direction would turn by more than a radian in a substep, and
 * that of one of length 0 is not defined. */
#define POINT_MOST 0.01f
/* What a motor does at most: radians a substep, and metres per second. */
#define MAX_MOTOR_TURN  0.75f
#define MAX_SLIDE_SPEED 1000.0f
/* Of size: what of a gap at soft drawings is closed with a velocity. */
#define CLOSE_MOST 0.002f

/* ---- Measures ---------------------------------------------------------------------------------------------------- */

static bool has_length(const joint *j) { return j->def.kind == VV_JOINT_ROPE || j->def.kind == VV_JOINT_ROD; }
static bool has_point(const joint *j)
{
    return j->def.kind == VV_JOINT_HINGE || j->def.kind == VV_JOINT_WELD || (has_length(j) && j->is_point) ||
           (j->def.kind == VV_JOINT_PULL && !j->is_central);
}
static bool has_distance(const joint *j)
{
    return (has_length(j) && !j->is_point) || (j->def.kind == VV_JOINT_PULL && j->is_central);
}
static bool has_fixed_angle(const joint *j) { return j->def.kind == VV_JOINT_WELD || j->def.kind == VV_JOINT_SLIDER; }
static bool has_drive(const joint *j) { return j->def.kind == VV_JOINT_HINGE || j->def.kind == VV_JOINT_SLIDER; }
static bool is_rigid(const joint *j) { return j->def.strength >= INFINITY; }

float vvi_joint_size(const vv_stage *stage, const joint *j)
{
    float size = INFINITY;
    for (uint32_t e = 0; e < 2; e++)
        if (is_actor_end(j, e))
            size = vvi_min(size, actor_of_end(stage, j, e)->view.size);
    return size;
}

/* From a to b; where they are at one point, up. */
static vv_vec2 direction_of(vv_vec2 way)
{
    float length = vv_vec2_length(way);
    return length > 1.0e-6f ? vv_vec2_scale(way, 1.0f / length) : (vv_vec2){0.0f, 1.0f};
}

/* What limits, motor and spring of a joint act on. */
static float drive_value(const joint *j, const joint_frame frames[2])
{
    if (j->def.kind == VV_JOINT_HINGE)
        return vvi_joint_angle(j, frames);
    return vv_vec2_dot(vvi_joint_axis(j, &frames[0]), vvi_joint_way(frames)) - j->start_translation;
}

/* ---- Gradients --------------------------------------------------------------------------------------------------- */

static void place_gradient(const vv_stage *stage, const joint *j, const joint_frame frames[2], bool start,
                           joint_gradient *g)
{
    for (uint32_t e = 0; e < 2; e++) {
        const actor *a = actor_of_end(stage, j, e);
        g->arm[e] = 0.0f;
        if (!a)
            continue;
        const rigid_body *body = &stage->contacts->bodies[a - stage->actors];
        vv_vec2 arm = vv_vec2_sub(frames[e].point, start ? body->start_pivot : body->pivot);
        g->arm[e] = vv_vec2_cross(arm, g->along);
    }
}

/* The directions of all rows of this kind of joint. */
static void find_gradients(const vv_stage *stage, const joint *j, const joint_frame frames[2], bool start, bool pushes,
                           joint_gradient out[JOINT_ROWS])
{
    const joint_gradient turning = {.twist = {1.0f, 1.0f}};
    vv_vec2 way = vvi_joint_way(frames);
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        out[k] = turning;
    if (has_point(j)) {
        out[JOINT_X] = (joint_gradient){.along = {1.0f, 0.0f}};
        out[JOINT_Y] = (joint_gradient){.along = {0.0f, 1.0f}};
        /* Both ends are pushed at one point, so that what they push each other with has no torque. */
        bool near = vv_vec2_length(way) < NEAR * vvi_joint_size(stage, j);
        for (uint32_t k = JOINT_X; k <= JOINT_Y && near && pushes && !j->fixed[0] && !j->fixed[1]; k++) {
            float half = 0.5f * vv_vec2_cross(way, out[k].along);
            out[k].twist[0] = half;
            out[k].twist[1] = -half;
        }
    } else if (has_distance(j)) {
        out[JOINT_X] = (joint_gradient){.along = direction_of(way)};
    } else {
        vv_vec2 axis = vvi_joint_axis(j, &frames[0]), across = perpendicular(axis);
        out[JOINT_X] = (joint_gradient){.along = across, .twist = {vv_vec2_cross(way, across), 0.0f}};
        for (uint32_t k = JOINT_LIMIT; k <= JOINT_SPRING; k++)
            out[k] = (joint_gradient){.along = axis, .twist = {vv_vec2_cross(way, axis), 0.0f}};
    }
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        place_gradient(stage, j, frames, start, &out[k]);
}

/* ---- The start of a substep -------------------------------------------------------------------------------------- */

static bool is_finite_frame(const joint_frame *f)
{
    return vvi_all_finite(&f->point.x, 2) && vvi_all_finite(&f->angle, 1) && vvi_all_finite(&f->inertia, 1);
}

static bool is_end_fixed(const vv_stage *stage, const joint *j, uint32_t end)
{
    const actor *a = actor_of_end(stage, j, end);
    if (!a || a->asleep || a->kinematic)
        return true;
    const rigid_body *body = &stage->contacts->bodies[a - stage->actors];
    return !a->puppet && body->inverse_mass == 0.0f && body->inverse_inertia == 0.0f;
}

static float find_softness(const vv_stage *stage, const joint *j, uint32_t end)
{
    const actor *a = actor_of_end(stage, j, end);
    return j->fixed[end] || a->puppet ? 0.0f : vvi_joint_softness(a);
}

/* What the rows x and y measure at x0. */
static vv_vec2 find_start_error(const vv_stage *stage, const joint *j)
{
    if (has_point(j))
        return j->start_way;
    if (!has_distance(j))
        return (vv_vec2){vv_vec2_dot(perpendicular(vvi_joint_axis(j, &j->start[0])), j->start_way), 0.0f};
    float gap = vv_vec2_length(j->start_way) - vvi_joint_length(stage, j, true);
    return (vv_vec2){j->def.kind == VV_JOINT_ROPE ? vvi_max(0.0f, gap) : gap, 0.0f};
}

/* Matching always pulls a patch away a little. What is as small as that is closed by the impulses that move it, not by
 * moving drawings without a velocity, which is no way to treat momentum. */
static float find_closing(const vv_stage *stage, const joint *j)
{
    float softness = vvi_max(j->softness[0], j->softness[1]), gap = vv_vec2_length(j->start_error);
    float most = CLOSE_MOST * vvi_joint_size(stage, j);
    return gap > most ? softness * most / gap : softness;
}

void vvi_joint_begin(vv_stage *stage, joint *j)
{
    for (uint32_t e = 0; e < 2; e++) {
        j->fixed[e] = is_end_fixed(stage, j, e);
        j->softness[e] = find_softness(stage, j, e);
        j->patch_shift[e] = (vv_vec2){0.0f, 0.0f};
        j->patch_turn[e] = j->patch_torque[e] = 0.0f;
        j->start[e] = vvi_joint_frame(stage, j, e, true);
        j->now[e] = vvi_joint_frame(stage, j, e, false);
    }
    j->failed = !is_finite_frame(&j->start[0]) || !is_finite_frame(&j->start[1]) || !is_finite_frame(&j->now[0]) ||
                !is_finite_frame(&j->now[1]) || (j->fixed[0] && j->fixed[1]);
    j->start_way = vvi_joint_way(j->start);
    /* From afar, two actors pull each other along the line between their points, which is no torque. */
    j->is_central = j->def.kind == VV_JOINT_PULL && !j->fixed[0] && !j->fixed[1] &&
                    !(vv_vec2_length(j->start_way) < NEAR * vvi_joint_size(stage, j));
    j->is_point = has_length(j) && vvi_max(vvi_joint_length(stage, j, true), vvi_joint_length(stage, j, false)) <
                                       POINT_MOST * vvi_joint_size(stage, j);
    j->start_angle = vvi_joint_angle(j, j->start);
    j->start_drive = has_drive(j) ? drive_value(j, j->start) : 0.0f;
    j->start_error = find_start_error(stage, j);
    j->closing = find_closing(stage, j);
    for (uint32_t k = 0; k < JOINT_ROWS; k++) {
        j->rows[k].active = false;
        j->rows[k].impulse = 0.0f;
        j->rows[k].responses[0] = j->rows[k].responses[1] = NULL;
    }
    j->pushed = (vv_vec2){0.0f, 0.0f};
}

/* ---- Relaxing ---------------------------------------------------------------------------------------------------- */

static void place_relax_row(joint *j, uint32_t which, const joint_gradient *g, float gap, float most)
{
    joint_row *r = &j->rows[which];
    r->active = true;
    r->change = r->push = *g;
    r->error = vvi_clamp(RELAX_SHARE * gap, -most, most);
}

/* How far a value is out of its limits: < 0 below, > 0 above. */
static float beyond_limits(const joint *j, float value)
{
    return value < j->def.low ? value - j->def.low : value > j->def.high ? value - j->def.high : 0.0f;
}

void vvi_joint_place_relax_rows(vv_stage *stage, joint *j)
{
    joint_gradient g[JOINT_ROWS];
    float most = RELAX_MOST * vvi_joint_size(stage, j);
    vv_vec2 gap = vv_vec2_scale(j->start_error, 1.0f - j->closing);
    for (uint32_t k = 0; k < JOINT_ROWS; k++) {
        j->rows[k].active = false;
        j->rows[k].softness = 0.0f;
        j->rows[k].low = -INFINITY;
        j->rows[k].high = INFINITY;
    }
    for (uint32_t e = 0; e < 2; e++)
        j->softness[e] = 0.0f; /* torn apart, it goes as a whole */
    if (j->failed || j->def.kind == VV_JOINT_PULL)
        return;
    find_gradients(stage, j, j->start, true, true, g);
    if (is_rigid(j) && has_point(j)) {
        float length = RELAX_SHARE * vv_vec2_length(gap);
        gap = length > most ? vv_vec2_scale(gap, most / length) : gap;
        place_relax_row(j, JOINT_X, &g[JOINT_X], gap.x, most);
        place_relax_row(j, JOINT_Y, &g[JOINT_Y], gap.y, most);
    } else if (is_rigid(j) && gap.x != 0.0f) {
        place_relax_row(j, JOINT_X, &g[JOINT_X], gap.x, most);
    }
    if (has_fixed_angle(j) && is_rigid(j))
        place_relax_row(j, JOINT_ANGLE, &g[JOINT_ANGLE], j->start_angle, RELAX_MOST);
    if (has_drive(j) && j->def.limited && beyond_limits(j, j->start_drive) != 0.0f)
        place_relax_row(j, JOINT_LIMIT, &g[JOINT_LIMIT], beyond_limits(j, j->start_drive),
                        j->def.kind == VV_JOINT_HINGE ? RELAX_MOST : most);
}

/* ---- Softness ---------------------------------------------------------------------------------------------------- */

/* A spring of frequency ω and damping ratio ζ, whose force acts over a substep of h: F = −m(ω²(θ C1 + (1 − θ) C0) +
 * 2ζω (C1 − C0)/h), of which s h² F moves positions and the rest is added to velocities later. θ = s = 1/2 is the
 * trapezoidal rule, which keeps the energy of the spring; a spring too fast for the substep gets closer to implicit
 * Euler. So λ = −α m (C1 + β C0). */
typedef struct spring {
    float alpha, beta; /* beta: factor on C0 */
    float share;       /* s */
} spring;

static spring make_spring(float frequency, float damping, float h)
{
    float w = 2.0f * PI * frequency * h, s = w > 1.0f ? 1.0f - 0.5f / w : 0.5f;
    spring p = {.share = s, .alpha = s * (w * w * s + 2.0f * damping * w)};
    VVI_CHECK(w > 0.0f && p.alpha > 0.0f);
    p.beta = s * (w * w * (1.0f - s) - 2.0f * damping * w) / p.alpha;
    return p;
}

/* No spring moves its ends faster than half of what anything may move. */
static float max_spring_impulse(float inv_mass, float h)
{
    return inv_mass > 0.0f ? 0.5f * VVI_MAX_SPEED * h / inv_mass : 0.0f;
}

static void soften(joint *j, uint32_t which, const spring *p, float inv_mass, float h)
{
    joint_row *r = &j->rows[which];
    if (!(j->masses[which] > 0.0f) && inv_mass > 0.0f)
        j->masses[which] = 1.0f / inv_mass;
    float most = max_spring_impulse(inv_mass, h), mass = j->masses[which];
    r->softness = mass > 0.0f ? 1.0f / (mass * p->alpha) : 0.0f;
    r->later = (1.0f - p->share) / p->share;
    r->low = -most;
    r->high = most;
}

/* The inverse effective mass of a row, where others (at most two, rigid) take part: 1/m − bᵀ A⁻¹ b. */
static float reduced_compliance(const vv_stage *stage, const joint *j, uint32_t row, const uint32_t others[2])
{
    const joint_row *r = &j->rows[row], *p = &j->rows[others[0]], *q = &j->rows[others[1]];
    float own = vvi_joint_compliance(stage, j, r, r);
    float pp = vvi_joint_compliance(stage, j, p, p), qq = vvi_joint_compliance(stage, j, q, q);
    float pq = vvi_joint_compliance(stage, j, p, q);
    float rp = vvi_joint_compliance(stage, j, r, p), rq = vvi_joint_compliance(stage, j, r, q);
    float determinant = pp * qq - pq * pq;
    if (!(determinant > 1.0e-9f * pp * qq))
        return own;
    float reduced = own - (rp * (qq * rp - pq * rq) + rq * (pp * rq - pq * rp)) / determinant;
    return vvi_clamp(reduced, 1.0e-6f * own, own);
}

/* A point that gives way does so alike in all directions. */
static float soft_compliance(const vv_stage *stage, const joint *j, uint32_t row)
{
    const joint_row *x = &j->rows[JOINT_X], *y = &j->rows[JOINT_Y], *r = &j->rows[row];
    if (row == JOINT_ANGLE || !y->active)
        return vvi_joint_compliance(stage, j, r, r);
    return 0.5f * (vvi_joint_compliance(stage, j, x, x) + vvi_joint_compliance(stage, j, y, y));
}

/* ---- Rows of puppets --------------------------------------------------------------------------------------------- */

/* The row of a puppet's end in the space of its handles. The point moves with the patch: q = x̄ + R o, so a particle
 * that moves by δ moves q by w δ/W and turns it by w (r × δ)/I. */
static void make_puppet_row(vv_stage *stage, joint *j, uint32_t end, joint_row *r)
{
    actor *a = actor_of_end(stage, j, end);
    const joint_patch *p = &j->patches[end];
    const joint_frame *f = &j->now[end];
    double *row = vvi_puppet_claim_row(a);
    if (!row)
        return;
    vv_vec2 offset = vv_vec2_sub(f->point, f->centre);
    float sign = end ? 1.0f : -1.0f, turn = (r->push.twist[end] + vv_vec2_cross(offset, r->push.along)) / f->inertia;
    for (uint32_t k = 0; k < p->count; k++) {
        vv_vec2 arm = vv_vec2_sub(a->x[p->particles[k]], f->centre);
        vv_vec2 by = vv_vec2_add(vv_vec2_scale(r->push.along, 1.0f / p->mass), vv_vec2_scale(perpendicular(arm), turn));
        vvi_puppet_add_to_row(a, row, p->particles[k], vv_vec2_scale(by, sign * p->masses[k]));
    }
    vvi_puppet_solve_row(a, row);
    r->responses[end] = row;
}

static void make_responses(vv_stage *stage, joint *j)
{
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        for (uint32_t e = 0; e < 2; e++) {
            const actor *a = actor_of_end(stage, j, e);
            if (j->rows[k].active && a && a->puppet && !a->asleep)
                make_puppet_row(stage, j, e, &j->rows[k]);
        }
}

/* ---- Rows for positions ------------------------------------------------------------------------------------------ */

static void activate_rows(joint *j)
{
    const vv_joint_def *d = &j->def;
    j->rows[JOINT_X].active = true;
    j->rows[JOINT_Y].active = has_point(j);
    j->rows[JOINT_ANGLE].active = has_fixed_angle(j);
    j->rows[JOINT_LIMIT].active = has_drive(j) && d->limited;
    j->rows[JOINT_MOTOR].active = has_drive(j) && d->motor;
    j->rows[JOINT_SPRING].active = has_drive(j) && d->spring > 0.0f;
}

/* Positions have the share 1/(1 + later) of what lasts a substep. */
float vvi_joint_max_pull(const joint *j, float h)
{
    return vvi_min(j->def.max_force * h * h / (1.0f + j->rows[JOINT_X].later), j->rows[JOINT_X].high);
}

/* What does not change during a substep: along what λ pushes, softness and bounds. */
void vvi_joint_begin_rows(vv_stage *stage, joint *j, float h)
{
    joint_gradient g[JOINT_ROWS];
    const vv_joint_def *d = &j->def;
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        j->rows[k] = (joint_row){.low = -INFINITY, .high = INFINITY};
    if (j->failed)
        return;
    find_gradients(stage, j, j->start, true, true, g);
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        j->rows[k].push = g[k];
    find_gradients(stage, j, j->start, true, false, g);
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        j->rows[k].change = g[k];
    activate_rows(j);
    make_responses(stage, j);
    if (!is_rigid(j)) {
        spring p = make_spring(d->strength, d->damping, h);
        for (uint32_t k = JOINT_X; k <= JOINT_ANGLE; k++)
            if (j->rows[k].active)
                soften(j, k, &p, soft_compliance(stage, j, k), h);
    }
    if (j->rows[JOINT_MOTOR].active) {
        j->rows[JOINT_MOTOR].high = d->motor_limit * 0.5f * h * h;
        j->rows[JOINT_MOTOR].low = -j->rows[JOINT_MOTOR].high;
    }
    if (j->rows[JOINT_SPRING].active) {
        const uint32_t others[2] = {JOINT_X, d->kind == VV_JOINT_HINGE ? JOINT_Y : JOINT_ANGLE};
        spring p = make_spring(d->spring, d->spring_damping, h);
        soften(j, JOINT_SPRING, &p, reduced_compliance(stage, j, JOINT_SPRING, others), h);
    }
    if (d->kind == VV_JOINT_ROPE && !j->is_point)
        j->rows[JOINT_X].high = 0.0f;
    if (j->is_central)
        j->rows[JOINT_X].low = -vvi_joint_max_pull(j, h);
}

/* The error of a row that is to keep what it measures: rigid ones keep what they had when the substep began, soft ones
 * go towards 0. */
static void set_error(joint_row *r, float now, float start, float frequency, float damping, float h)
{
    if (frequency >= INFINITY) {
        r->error = now - start;
        return;
    }
    spring p = make_spring(frequency, damping, h);
    r->error = now + p.beta * start;
}

/* Turned by a radian, an end is not where a substep's directions say. */
static float motor_speed(const vv_joint_def *d, float h)
{
    float most = d->kind == VV_JOINT_HINGE ? MAX_MOTOR_TURN / h : MAX_SLIDE_SPEED;
    return vvi_clamp(d->motor_speed, -most, most);
}

static void place_limit(joint *j, float now)
{
    joint_row *r = &j->rows[JOINT_LIMIT];
    const vv_joint_def *d = &j->def;
    bool lower = now - d->low < d->high - now, both = !(d->high > d->low);
    float allowed = lower ? vvi_min(0.0f, j->start_drive - d->low) : vvi_max(0.0f, j->start_drive - d->high);
    r->error = now - (lower ? d->low : d->high) - allowed;
    r->low = lower && !both ? 0.0f : -INFINITY;
    r->high = !lower && !both ? 0.0f : INFINITY;
}

void vvi_joint_place_rows(vv_stage *stage, joint *j, float h)
{
    joint_gradient g[JOINT_ROWS];
    const vv_joint_def *d = &j->def;
    if (j->failed)
        return;
    for (uint32_t e = 0; e < 2; e++)
        j->now[e] = vvi_joint_frame(stage, j, e, false);
    if (!is_finite_frame(&j->now[0]) || !is_finite_frame(&j->now[1])) {
        j->failed = true;
        return;
    }
    find_gradients(stage, j, j->now, false, false, g);
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        j->rows[k].change = g[k];
    vv_vec2 way = vvi_joint_way(j->now), gap = j->start_error;
    joint_row *rows = j->rows;
    if (is_rigid(j))
        gap = vv_vec2_scale(gap, 1.0f - j->closing);
    float along =
        has_distance(j) ? vv_vec2_length(way) - vvi_joint_length(stage, j, false) : vv_vec2_dot(g[JOINT_X].along, way);
    set_error(&rows[JOINT_X], along, gap.x, d->strength, d->damping, h);
    if (has_point(j))
        set_error(&rows[JOINT_Y], way.y, gap.y, d->strength, d->damping, h);
    if (has_fixed_angle(j))
        set_error(&rows[JOINT_ANGLE], vvi_joint_angle(j, j->now), j->start_angle, d->strength, d->damping, h);
    if (!has_drive(j) || !(d->limited || d->motor || d->spring > 0.0f))
        return;
    float now = drive_value(j, j->now);
    if (d->limited)
        place_limit(j, now);
    rows[JOINT_MOTOR].error = now - j->start_drive - motor_speed(d, h) * h;
    if (rows[JOINT_SPRING].active)
        set_error(&rows[JOINT_SPRING], now - d->spring_target, j->start_drive - d->spring_target, d->spring,
                  d->spring_damping, h);
}

void vvi_joint_use_directions_now(const vv_stage *stage, joint *j)
{
    joint_gradient g[JOINT_ROWS];
    find_gradients(stage, j, j->now, false, true, g);
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        j->rows[k].change = j->rows[k].push = g[k];
}

/* ---- Rows for velocities ----------------------------------------------------------------------------------------- */

/* What a one-sided row may add to what it has pushed already. */
static void bound_velocity_row(joint_row *r, bool one_sided, float pushed)
{
    r->low = one_sided && pushed > 0.0f ? 0.0f : -INFINITY;
    r->high = one_sided && pushed < 0.0f ? 0.0f : INFINITY;
    r->active = r->active && (!one_sided || pushed != 0.0f);
}

void vvi_joint_place_velocity_rows(vv_stage *stage, joint *j, float h)
{
    joint_gradient g[JOINT_ROWS];
    vv_vec2 velocity[2];
    float spin[2];
    const vv_joint_def *d = &j->def;
    if (j->failed)
        return;
    for (uint32_t e = 0; e < 2; e++) {
        j->now[e] = vvi_joint_frame(stage, j, e, false);
        vvi_joint_velocity(stage, j, e, &velocity[e], &spin[e]);
    }
    if (!is_finite_frame(&j->now[0]) || !is_finite_frame(&j->now[1])) {
        j->failed = true;
        return;
    }
    joint_gradient push[JOINT_ROWS];
    find_gradients(stage, j, j->now, false, true, push);
    find_gradients(stage, j, j->now, false, false, g);
    vv_vec2 apart = vv_vec2_sub(velocity[1], velocity[0]);
    for (uint32_t k = 0; k < JOINT_ROWS; k++) {
        joint_row *r = &j->rows[k];
        float pushed = r->impulse;
        r->change = g[k];
        r->push = push[k];
        r->error = vv_vec2_dot(g[k].along, apart) + g[k].twist[1] * spin[1] - g[k].twist[0] * spin[0];
        bool one_sided =
            (k == JOINT_LIMIT && d->high > d->low) || (k == JOINT_X && d->kind == VV_JOINT_ROPE && !j->is_point);
        if (r->softness == 0.0f && k != JOINT_MOTOR)
            bound_velocity_row(r, one_sided, pushed);
    }
    if (has_distance(j))
        j->rows[JOINT_X].error -= (vvi_joint_length_to(stage, j) - j->length_from) / stage->def.step;
    j->rows[JOINT_MOTOR].error -= motor_speed(d, h);
    j->rows[JOINT_MOTOR].high = d->motor_limit * 0.5f * h;
    j->rows[JOINT_MOTOR].low = -j->rows[JOINT_MOTOR].high;
}
