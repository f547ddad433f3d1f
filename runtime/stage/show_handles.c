/* Handles as they are shown: the transforms of their parts of the artwork. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

/* ---- Puppets ----------------------------------------------------------------------------------------------------- */

static void find_puppet_pose(const vv_stage *stage, const actor *a, vv_affine *pose)
{
    const double zero[2] = {0.0, 0.0};
    double t = (double)vvi_shown_share(stage), origin[2];
    float angle;
    vv_place place;
    const member *m = current_member(a);
    const double *old = a->shown[0].c, *new = a->shown[1].c;
    double *c = a->puppet->scratch;
    vvi_actor_shown_pose(stage, a, origin, &angle, &place);
    for (uint32_t k = 0; k < 2u * m->view.stride; k++)
        c[k] = a->jumped ? m->state.c[k] : old[k] + (new[k] - old[k]) * t;
    vvi_puppet_pose(&m->view, c, zero, pose);
    for (uint32_t j = 0; j < m->view.handle_count; j++) {
        vv_affine *p = &pose[j];
        if (a->flipped) {
            p->linear.xx = -p->linear.xx;
            p->linear.xy = -p->linear.xy;
            p->translation.x = -p->translation.x;
        }
        p->translation =
            (vv_vec2){(float)(origin[0] + (double)p->translation.x), (float)(origin[1] + (double)p->translation.y)};
    }
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

/* The rigid motion that takes one set of weighted points nearest to another, from sums over both. */
typedef struct rigid_sums {
    double weight, from[2], to[2], along, across;
} rigid_sums;

static void add_point(rigid_sums *s, double weight, vv_vec2 from, vv_vec2 to)
{
    double fx = (double)from.x, fy = (double)from.y, tx = (double)to.x, ty = (double)to.y;
    s->weight += weight;
    s->from[0] += weight * fx;
    s->from[1] += weight * fy;
    s->to[0] += weight * tx;
    s->to[1] += weight * ty;
    s->along += weight * (fx * tx + fy * ty);
    s->across += weight * (fx * ty - fy * tx);
}

/* False: all of its points are at one place. */
static bool solve_rigid(const rigid_sums *s, vv_affine *rigid)
{
    if (!(s->weight > 0.0))
        return false;
    double along = s->along - (s->from[0] * s->to[0] + s->from[1] * s->to[1]) / s->weight;
    double across = s->across - (s->from[0] * s->to[1] - s->from[1] * s->to[0]) / s->weight;
    double length = sqrt(along * along + across * across);
    if (!(length > 0.0))
        return false;
    double c = along / length, d = across / length, fx = s->from[0] / s->weight, fy = s->from[1] / s->weight;
    rigid->linear = (vv_mat2){(float)c, (float)-d, (float)d, (float)c};
    rigid->translation =
        (vv_vec2){(float)(s->to[0] / s->weight - c * fx + d * fy), (float)(s->to[1] / s->weight - d * fx - c * fy)};
    return true;
}

/* Particles in the rest shape and as they are shown, relative to `origin`, fitted by one rigid motion for each handle:
 * with its weights, so that it moves with its part of the drawing; where it moves nothing, with all. */
static void fit_handles(const vv_stage *stage, const actor *a, const vv_vec2 *rest, const double origin[2],
                        vv_affine *motions)
{
    rigid_sums sums[VV_RIG_MAX_HANDLES], whole = {.weight = 0.0};
    float weights[VV_RIG_MAX_HANDLES];
    double t = (double)vvi_shown_share(stage);
    memset(sums, 0, a->view.handle_count * sizeof *sums);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 p = vvi_shown_particle(a, i, t);
        vv_vec2 to = {(float)((double)p.x - origin[0]), (float)((double)p.y - origin[1])};
        (void)vvi_skin_read_vertex(a->view.skin, i, weights);
        add_point(&whole, (double)a->view.masses[i], rest[i], to);
        for (uint32_t j = 0; j < a->view.handle_count; j++)
            add_point(&sums[j], (double)a->view.masses[i] * (double)weights[j], rest[i], to);
    }
    for (uint32_t j = 0; j < a->view.handle_count; j++)
        if (!solve_rigid(&sums[j], &motions[j]) && !solve_rigid(&whole, &motions[j]))
            motions[j] = vv_affine_identity();
}

/* Where the drawing's centre of mass is in the frame in which handles are composed. `rest` is about it, and mirrored
 * where the actor is flipped. */
static vv_vec2 centre_of_pose(const actor *a, const vv_affine *pose, const vv_vec2 *rest)
{
    float weights[VV_RIG_MAX_HANDLES];
    vv_vec2 at = vvi_skin_read_vertex(a->view.skin, 0, weights), skinned = {0.0f, 0.0f};
    for (uint32_t j = 0; j < a->view.handle_count; j++)
        skinned = vv_vec2_add(skinned, vv_vec2_scale(vv_affine_apply(pose[j], at), weights[j]));
    vv_vec2 about = vv_vec2_scale(rest[0], 1.0f / a->scale);
    return vv_vec2_sub(skinned, (vv_vec2){a->flipped ? -about.x : about.x, about.y});
}

static void find_sprite_pose(const vv_stage *stage, const actor *a, vv_affine *pose)
{
    double origin[2], time = vv_stage_time(stage);
    float angle;
    vv_place place;
    vv_affine motions[VV_RIG_MAX_HANDLES];
    vv_vec2 *rest = stage->shape;
    VVI_CHECK(stage->shape_count >= a->view.particle_count && a->view.handle_count <= VV_RIG_MAX_HANDLES);
    vvi_actor_shown_pose(stage, a, origin, &angle, &place);
    vvi_actor_rest_shape(stage, a, place, time, time, rest);
    const vv_affine *composed = stage->scratch; /* which vvi_sprite_shape has left there */
    vv_vec2 centre = centre_of_pose(a, composed, rest);
    fit_handles(stage, a, rest, origin, motions);
    for (uint32_t j = 0; j < a->view.handle_count; j++) {
        vv_affine to_drawing = {{1.0f, 0.0f, 0.0f, 1.0f}, {-a->view.centre.x, -a->view.centre.y}};
        vv_affine handle = vv_affine_multiply(composed[j], to_drawing);
        handle.translation = vv_vec2_sub(handle.translation, centre);
        vv_affine mirror = {{a->flipped ? -a->scale : a->scale, 0.0f, 0.0f, a->scale}, {0.0f, 0.0f}};
        pose[j] = vv_affine_multiply(motions[j], vv_affine_multiply(mirror, handle));
        pose[j].translation = (vv_vec2){(float)(origin[0] + (double)pose[j].translation.x),
                                        (float)(origin[1] + (double)pose[j].translation.y)};
    }
}

void vv_stage_pose(const vv_stage *stage, vv_actor id, vv_affine *pose)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(pose != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    if (a && a->puppet)
        find_puppet_pose(stage, a, pose);
    else if (a)
        find_sprite_pose(stage, a, pose);
}
