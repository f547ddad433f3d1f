/* Patches: the part of a drawing that a joint holds, and its frame.
 *
 * A single vertex would make everything depend on the mesh, and a spike of a soft drawing. A patch is as large in every
 * mesh, and its rigid motion (the best rotation of its particles from where they are in the artwork) says where the
 * point is, be it a corner or outside of the drawing, and how far the drawing has turned there. */
#include "runtime/stage/joint.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_change.h"

/* Hertz: from the second on a drawing is held as a whole, below the first by its patch alone. */
#define SOFT_STIFFNESS 5.0f
#define FIRM_STIFFNESS 20.0f

#define MAX_TURN 0.5f /* radians that a patch turns by in an iteration */

/* ---- Choosing the particles -------------------------------------------------------------------------------------- */

/* Where the handle of an end is in the artwork, or its point. A puppet that changed looks for the handle that
 * corresponds to it. */
static vv_vec2 point_in_artwork(const actor *a, const vv_joint_end *end)
{
    if (end->handle == VV_NONE)
        return end->at;
    if (!a->puppet)
        return vv_vec2_add(a->view.handles[end->handle].from, a->view.centre);
    const member *m = current_member(a);
    uint32_t handle = vvi_change_handle(a->puppet, end->handle, VV_PART_POSITION);
    return handle == VV_NONE ? end->at : m->view.handles[handle].from;
}

/* The square of the radius in which the particles of a patch are: a share of the size, or as far as the least number
 * of them. `*count`: how many these are. */
static float squared_radius(const actor *a, vv_vec2 at, uint32_t *count)
{
    float nearest[JOINT_PATCH_LEAST], usual = JOINT_PATCH_RADIUS * a->view.size / a->scale;
    uint32_t found = 0;
    for (uint32_t k = 0; k < JOINT_PATCH_LEAST; k++)
        nearest[k] = INFINITY;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 way = vv_vec2_sub(artwork_at(a, i), at);
        float square = vv_vec2_dot(way, way);
        for (uint32_t k = 0; k < JOINT_PATCH_LEAST; k++)
            if (square < nearest[k]) {
                float next = nearest[k];
                nearest[k] = square;
                square = next;
            }
    }
    float least = nearest[0];
    for (uint32_t k = 0; k < JOINT_PATCH_LEAST; k++)
        least = nearest[k] < INFINITY ? nearest[k] : least;
    float radius = vvi_max(usual * usual, 1.44f * least);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 way = vv_vec2_sub(artwork_at(a, i), at);
        found += vv_vec2_dot(way, way) <= radius;
    }
    VVI_CHECK(found > 0);
    *count = found;
    return radius;
}

/* 1 in the middle, 0 at the border; never quite, so that a patch has mass. */
static float falloff(float square, float radius)
{
    float rest = radius > 0.0f ? 1.0f - square / radius : 1.0f;
    return vvi_max(rest * rest, 1.0e-3f);
}

/* From positions in the artwork to positions about their centre of mass. */
static void centre_patch(joint_patch *p, vv_vec2 at)
{
    vv_vec2 sum = {0.0f, 0.0f};
    p->mass = p->rest_inertia = 0.0f;
    for (uint32_t k = 0; k < p->count; k++) {
        p->mass += p->masses[k];
        sum = vv_vec2_add(sum, vv_vec2_scale(vv_vec2_sub(p->rest[k], at), p->masses[k]));
    }
    VVI_CHECK(p->mass > 0.0f);
    vv_vec2 centre = vv_vec2_add(at, vv_vec2_scale(sum, 1.0f / p->mass));
    p->offset = vv_vec2_sub(at, centre);
    for (uint32_t k = 0; k < p->count; k++) {
        p->rest[k] = vv_vec2_sub(p->rest[k], centre);
        p->rest_inertia += p->masses[k] * vv_vec2_dot(p->rest[k], p->rest[k]);
    }
}

void vvi_joint_find_patch(const vv_stage *stage, joint *j, uint32_t end)
{
    const actor *a = actor_of_end(stage, j, end);
    joint_patch *p = &j->patches[end];
    p->count = 0;
    if (!a)
        return;
    vv_vec2 at = point_in_artwork(a, joint_end(j, end));
    uint32_t count, seen = 0;
    float radius = squared_radius(a, at, &count);
    uint32_t every = (count + JOINT_PATCH - 1u) / JOINT_PATCH;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 rest = artwork_at(a, i), way = vv_vec2_sub(rest, at);
        float square = vv_vec2_dot(way, way);
        if (!(square <= radius) || seen++ % every != 0)
            continue;
        VVI_CHECK(p->count < JOINT_PATCH);
        p->particles[p->count] = i;
        p->masses[p->count] = a->view.masses[i] * falloff(square, radius);
        p->rest[p->count++] = vv_vec2_scale(rest, a->scale);
    }
    centre_patch(p, vv_vec2_scale(at, a->scale));
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

static vv_vec2 mirrored_rest(const actor *a, vv_vec2 rest) { return a->flipped ? (vv_vec2){-rest.x, rest.y} : rest; }

/* The best rotation of a patch: cosine and sine times `length`, which is 0 where it has none. */
typedef struct patch_fit {
    vv_vec2 centre;
    float cosine, sine, length, inertia;
} patch_fit;

static patch_fit fit_patch(const actor *a, const joint_patch *p, const vv_vec2 *positions)
{
    patch_fit f = {.length = 0.0f};
    VVI_CHECK(p->count > 0 && p->mass > 0.0f);
    vv_vec2 sum = {0.0f, 0.0f};
    for (uint32_t k = 0; k < p->count; k++)
        sum = vv_vec2_add(sum, vv_vec2_scale(positions[p->particles[k]], p->masses[k]));
    f.centre = vv_vec2_scale(sum, 1.0f / p->mass);
    for (uint32_t k = 0; k < p->count; k++) {
        vv_vec2 x = vv_vec2_sub(positions[p->particles[k]], f.centre), rest = mirrored_rest(a, p->rest[k]);
        f.cosine += p->masses[k] * vv_vec2_dot(rest, x);
        f.sine += p->masses[k] * vv_vec2_cross(rest, x);
        f.inertia += p->masses[k] * vv_vec2_dot(x, x);
    }
    f.length = sqrtf(f.cosine * f.cosine + f.sine * f.sine);
    f.inertia = vvi_max(f.inertia, 1.0e-4f * p->mass * a->view.size * a->view.size);
    return f;
}

joint_frame vvi_joint_frame_of(const actor *a, const joint_patch *p, const vv_vec2 *positions, const double origin[2])
{
    patch_fit fit = fit_patch(a, p, positions);
    /* A patch that is crushed to a point, or one of a single particle, has no angle; the whole drawing has. */
    bool degenerate = !(fit.length > 1.0e-4f * p->rest_inertia);
    float cosine = degenerate ? a->fit.cosine : fit.cosine / fit.length;
    float sine = degenerate ? a->fit.sine : fit.sine / fit.length;
    vv_vec2 offset = mirrored_rest(a, p->offset);
    joint_frame f = {.base = {origin[0], origin[1]}, .centre = fit.centre, .inertia = fit.inertia};
    f.point =
        vv_vec2_add(f.centre, (vv_vec2){cosine * offset.x - sine * offset.y, sine * offset.x + cosine * offset.y});
    f.angle = vv_atan2(sine, cosine);
    return f;
}

/* The point of a sprite as part of the whole drawing: where shape matching wants it. The angle is that of the whole and
 * that by which its pose turns the patch in it; of puppets, whose limbs turn by themselves, it is that of the patch. */
static joint_frame frame_of_whole(const actor *a, const joint_patch *p, const vv_vec2 *positions)
{
    joint_frame pose = vvi_joint_frame_of(a, p, a->rest, a->origin);
    vvi_fit fit = vvi_match_fit(&a->view, a->rest, positions);
    joint_frame f = {.base = {a->origin[0], a->origin[1]}, .inertia = pose.inertia};
    f.point = (vv_vec2){fit.origin.x + fit.cosine * pose.point.x - fit.sine * pose.point.y,
                        fit.origin.y + fit.sine * pose.point.x + fit.cosine * pose.point.y};
    f.centre = f.point;
    f.angle = vv_atan2(fit.sine, fit.cosine) + pose.angle;
    return f;
}

float vvi_joint_softness(const actor *a)
{
    if (a->puppet)
        return 1.0f;
    float soft = 1.0f - vvi_smoothstep((a->strengths.stiffness - SOFT_STIFFNESS) / (FIRM_STIFFNESS - SOFT_STIFFNESS));
    return soft * (1.0f - vvi_actor_elasticity(a));
}

static joint_frame frame_of_sprite(const actor *a, const joint_patch *p, const vv_vec2 *positions)
{
    joint_frame f = frame_of_whole(a, p, positions);
    float softness = vvi_joint_softness(a);
    if (!(softness > 0.0f))
        return f;
    joint_frame patch = vvi_joint_frame_of(a, p, positions, a->origin);
    f.centre = patch.centre;
    f.inertia = patch.inertia;
    f.point = vv_vec2_lerp(f.point, patch.point, softness);
    return f;
}

/* A point of an obstacle, which moves evenly during a step. */
static joint_frame obstacle_point(const obstacle *o, vv_vec2 at, bool start)
{
    const obstacle_frame *frame = start ? &o->start : &o->end;
    float sine, cosine;
    VVI_CHECK(o->used);
    vv_sin_cos((float)frame->angle, &sine, &cosine);
    return (joint_frame){.base = {frame->position[0], frame->position[1]},
                         .point = {cosine * at.x - sine * at.y, sine * at.x + cosine * at.y},
                         .angle = vv_wrap_angle((float)frame->angle)};
}

/* A point of the world, which arrives at its target evenly during a step. */
static joint_frame world_point(const vv_stage *stage, const joint *j, uint32_t end, bool start)
{
    uint32_t substep = stage->lock == STAGE_IN_STEP ? stage->substep - (start ? 1u : 0u) : stage->def.substeps;
    vv_vec2 at = vv_vec2_lerp(j->from[end], joint_end(j, end)->at, (float)substep / (float)stage->def.substeps);
    return (joint_frame){.base = {(double)at.x, (double)at.y}};
}

joint_frame vvi_joint_frame(const vv_stage *stage, const joint *j, uint32_t end, bool start)
{
    const actor *a = actor_of_end(stage, j, end);
    if (a && a->puppet)
        return vvi_joint_frame_of(a, &j->patches[end], start ? a->x0 : a->x, a->origin);
    if (a)
        return frame_of_sprite(a, &j->patches[end], start ? a->x0 : a->x);
    if (is_obstacle_end(j, end))
        return obstacle_point(&stage->obstacles[joint_end(j, end)->obstacle.index], joint_end(j, end)->at, start);
    return world_point(stage, j, end, start);
}

/* Of a point of a patch that moves as a small rigid body. */
static vv_vec2 patch_velocity(const actor *a, const joint_patch *p, const joint_frame *f, float *spin)
{
    vv_vec2 sum = {0.0f, 0.0f};
    float angular = 0.0f;
    for (uint32_t k = 0; k < p->count; k++)
        sum = vv_vec2_add(sum, vv_vec2_scale(a->v[p->particles[k]], p->masses[k]));
    sum = vv_vec2_scale(sum, 1.0f / p->mass);
    for (uint32_t k = 0; k < p->count; k++)
        angular += p->masses[k] * vv_vec2_cross(vv_vec2_sub(a->x[p->particles[k]], f->centre),
                                                vv_vec2_sub(a->v[p->particles[k]], sum));
    *spin = angular / f->inertia;
    return vv_vec2_add(sum, vv_vec2_scale(perpendicular(vv_vec2_sub(f->point, f->centre)), *spin));
}

static vv_vec2 sprite_velocity(const actor *a, const joint_patch *p, const joint_frame *f, float *spin)
{
    float softness = vvi_joint_softness(a), unused;
    *spin = (float)(a->now.angular / a->now.inertia);
    vv_vec2 arm = vv_vec2_sub(f->point, (vv_vec2){(float)a->now.centre[0], (float)a->now.centre[1]});
    vv_vec2 velocity = {(float)a->now.velocity[0] - *spin * arm.y, (float)a->now.velocity[1] + *spin * arm.x};
    return softness > 0.0f ? vv_vec2_lerp(velocity, patch_velocity(a, p, f, &unused), softness) : velocity;
}

void vvi_joint_velocity(const vv_stage *stage, const joint *j, uint32_t end, vv_vec2 *velocity, float *spin)
{
    const actor *a = actor_of_end(stage, j, end);
    const joint_frame *f = &j->now[end];
    *velocity = (vv_vec2){0.0f, 0.0f};
    *spin = 0.0f;
    if (a && a->puppet) {
        *velocity = patch_velocity(a, &j->patches[end], f, spin);
    } else if (a) {
        if (!a->asleep)
            *velocity = sprite_velocity(a, &j->patches[end], f, spin);
    } else if (is_obstacle_end(j, end)) {
        const obstacle *o = &stage->obstacles[joint_end(j, end)->obstacle.index];
        *velocity = vvi_obstacle_velocity_at(o, f->base, f->point);
        *spin = o->is_moving ? o->spin : 0.0f;
    } else {
        *velocity = vv_vec2_scale(vv_vec2_sub(joint_end(j, end)->at, j->from[end]), 1.0f / stage->def.step);
    }
}

vv_vec2 vvi_joint_way(const joint_frame frames[2])
{
    return (vv_vec2){
        (float)(frames[1].base[0] - frames[0].base[0] + ((double)frames[1].point.x - (double)frames[0].point.x)),
        (float)(frames[1].base[1] - frames[0].base[1] + ((double)frames[1].point.y - (double)frames[0].point.y))};
}

float vvi_joint_angle(const joint *j, const joint_frame frames[2])
{
    return j->angle + vv_wrap_angle(frames[1].angle - frames[0].angle - j->reference - j->angle);
}

vv_vec2 vvi_joint_axis(const joint *j, const joint_frame *a)
{
    return vv_mat2_apply(vv_mat2_rotation(a->angle), j->axis);
}

/* ---- Pushing ----------------------------------------------------------------------------------------------------- */

void vvi_joint_move_patch(vv_stage *stage, joint *j, uint32_t end, bool velocities)
{
    actor *a = actor_of_end(stage, j, end);
    const joint_patch *p = &j->patches[end];
    const joint_frame *f = &j->now[end];
    vv_vec2 shift = j->patch_shift[end];
    float turn = velocities ? j->patch_turn[end] : vvi_clamp(j->patch_turn[end], -MAX_TURN, MAX_TURN);
    VVI_CHECK(!a->puppet && p->mass > 0.0f && f->inertia > 0.0f);
    for (uint32_t k = 0; k < p->count; k++) {
        uint32_t i = p->particles[k];
        vv_vec2 arm = vv_vec2_sub(a->x[i], f->centre), by = vv_vec2_add(shift, vv_vec2_scale(perpendicular(arm), turn));
        vv_vec2 *value = velocities ? &a->v[i] : &a->x[i];
        *value = vv_vec2_add(*value, vv_vec2_scale(by, p->masses[k] / a->view.masses[i]));
    }
    j->patch_shift[end] = (vv_vec2){0.0f, 0.0f};
    /* As the impulse had it at the start of the substep, where that of the other end was the opposite one. */
    if (!velocities) {
        rigid_body *body = &stage->contacts->bodies[a - stage->actors];
        a->touch.torque += j->patch_torque[end];
        body->pivot = vv_vec2_add(body->pivot, vv_vec2_scale(shift, p->mass / a->view.mass));
    }
    j->patch_turn[end] = j->patch_torque[end] = 0.0f;
    a->fit_is_stale = a->fit_is_stale || !velocities;
}
