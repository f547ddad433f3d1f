/* Patches: the part of a drawing that a joint holds, and its frame.
 *
 * A single vertex would make everything depend on the mesh, and a spike of a soft drawing. A patch is as large in every
 * mesh, and its rigid motion (the best rotation of its particles from where they are in the artwork) says where the
 * point is, be it a corner or outside of the drawing, and how far the drawing has turned there. */
#include "runtime/stage/joint.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_change.h"

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
    float nearest[JOINT_PATCH_LEAST], usual = JOINT_PATCH_RADIUS * a->view.size;
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
        p->rest[p->count++] = rest;
    }
    centre_patch(p, at);
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

static vv_vec2 mirrored_rest(const actor *a, vv_vec2 rest) { return a->flipped ? (vv_vec2){-rest.x, rest.y} : rest; }

joint_frame vvi_joint_frame_of(const actor *a, const joint_patch *p, const vv_vec2 *positions, const double origin[2])
{
    joint_frame f = {.base = {origin[0], origin[1]}};
    VVI_CHECK(p->count > 0 && p->mass > 0.0f);
    vv_vec2 sum = {0.0f, 0.0f};
    for (uint32_t k = 0; k < p->count; k++)
        sum = vv_vec2_add(sum, vv_vec2_scale(positions[p->particles[k]], p->masses[k]));
    f.centre = vv_vec2_scale(sum, 1.0f / p->mass);
    float dot = 0.0f, cross = 0.0f;
    for (uint32_t k = 0; k < p->count; k++) {
        vv_vec2 x = vv_vec2_sub(positions[p->particles[k]], f.centre), rest = mirrored_rest(a, p->rest[k]);
        dot += p->masses[k] * vv_vec2_dot(rest, x);
        cross += p->masses[k] * vv_vec2_cross(rest, x);
        f.inertia += p->masses[k] * vv_vec2_dot(x, x);
    }
    /* A patch that is crushed to a point, or one of a single particle, has no angle; the whole drawing has. */
    float length = sqrtf(dot * dot + cross * cross);
    bool degenerate = !(length > 1.0e-4f * p->rest_inertia);
    float cosine = degenerate ? a->fit.cosine : dot / length, sine = degenerate ? a->fit.sine : cross / length;
    f.inertia = vvi_max(f.inertia, 1.0e-4f * p->mass * a->view.size * a->view.size);
    vv_vec2 offset = mirrored_rest(a, p->offset);
    f.point =
        vv_vec2_add(f.centre, (vv_vec2){cosine * offset.x - sine * offset.y, sine * offset.x + cosine * offset.y});
    f.angle = vv_atan2(sine, cosine);
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
    if (a)
        return vvi_joint_frame_of(a, &j->patches[end], start ? a->x0 : a->x, a->origin);
    if (is_obstacle_end(j, end))
        return obstacle_point(&stage->obstacles[joint_end(j, end)->obstacle.index], joint_end(j, end)->at, start);
    return world_point(stage, j, end, start);
}

void vvi_joint_velocity(const vv_stage *stage, const joint *j, uint32_t end, vv_vec2 *velocity, float *spin)
{
    const actor *a = actor_of_end(stage, j, end);
    const joint_patch *p = &j->patches[end];
    const joint_frame *f = &j->now[end];
    *velocity = (vv_vec2){0.0f, 0.0f};
    *spin = 0.0f;
    if (is_obstacle_end(j, end)) {
        const obstacle *o = &stage->obstacles[joint_end(j, end)->obstacle.index];
        *velocity = vvi_obstacle_velocity_at(o, f->base, f->point);
        *spin = o->is_moving ? o->spin : 0.0f;
    } else if (!a) {
        *velocity = vv_vec2_scale(vv_vec2_sub(joint_end(j, end)->at, j->from[end]), 1.0f / stage->def.step);
    }
    if (!a)
        return;
    vv_vec2 sum = {0.0f, 0.0f};
    float angular = 0.0f;
    for (uint32_t k = 0; k < p->count; k++)
        sum = vv_vec2_add(sum, vv_vec2_scale(a->v[p->particles[k]], p->masses[k]));
    sum = vv_vec2_scale(sum, 1.0f / p->mass);
    for (uint32_t k = 0; k < p->count; k++)
        angular += p->masses[k] * vv_vec2_cross(vv_vec2_sub(a->x[p->particles[k]], f->centre),
                                                vv_vec2_sub(a->v[p->particles[k]], sum));
    *spin = angular / f->inertia;
    *velocity = vv_vec2_add(sum, vv_vec2_scale(perpendicular(vv_vec2_sub(f->point, f->centre)), *spin));
}

/* ---- Pushing ----------------------------------------------------------------------------------------------------- */

void vvi_joint_push_patch(vv_stage *stage, joint *j, uint32_t end, vv_vec2 impulse, float angular)
{
    actor *a = actor_of_end(stage, j, end);
    const joint_patch *p = &j->patches[end];
    joint_frame *f = &j->now[end];
    float torque = angular + vv_vec2_cross(vv_vec2_sub(f->point, f->centre), impulse);
    vv_vec2 shift = vv_vec2_scale(impulse, 1.0f / p->mass), centre = stage->contacts->bodies[a - stage->actors].pivot;
    float turn = vvi_clamp(torque / f->inertia, -0.5f, 0.5f);
    VVI_CHECK(!a->puppet && p->mass > 0.0f && f->inertia > 0.0f);
    for (uint32_t k = 0; k < p->count; k++) {
        uint32_t i = p->particles[k];
        vv_vec2 arm = vv_vec2_sub(a->x[i], f->centre), by = vv_vec2_add(shift, vv_vec2_scale(perpendicular(arm), turn));
        by = vv_vec2_scale(by, p->masses[k] / a->view.masses[i]);
        a->touch.torque += a->view.masses[i] * vv_vec2_cross(vv_vec2_sub(a->x[i], centre), by);
        a->x[i] = vv_vec2_add(a->x[i], by);
    }
    a->joint_shift = vv_vec2_add(a->joint_shift, vv_vec2_scale(impulse, 1.0f / a->view.mass));
    a->fit_is_stale = true;
}
