/* What is drawn: the state interpolated between the last two fixed steps, at the time shown. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

/* Failures within this time of one another are reported once, s. */
#define FAILURE_TIME 1.0f

static void copy_shown(struct shown *shown, const actor *a)
{
    memcpy(shown->x, a->x, a->view.particle_count * sizeof *a->x);
    shown->origin[0] = a->origin[0];
    shown->origin[1] = a->origin[1];
    shown->angle = a->angle;
    shown->place = a->place;
    if (a->puppet) {
        shown->member = a->puppet->current;
        VVI_CHECK(2u * current_member(a)->view.stride <= a->state_capacity);
        memcpy(shown->c, current_member(a)->state.c, 2u * (size_t)current_member(a)->view.stride * sizeof *shown->c);
    }
}

void vvi_actor_show_now(actor *a)
{
    copy_shown(&a->shown[0], a);
    copy_shown(&a->shown[1], a);
    a->jumped = false;
}

/* Both states between which is interpolated are mirrored about their own centres: the next frame shows the mirror image
 * of what it would have shown, and time goes on between them. The newer one is also the last good state, to which a
 * failure in the next step returns. */
void vvi_actor_mirror_shown(actor *a)
{
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < a->view.particle_count; i++)
            a->shown[k].x[i].x = -a->shown[k].x[i].x;
        a->shown[k].angle = -a->shown[k].angle;
    }
}

static void advance_shown(actor *a)
{
    struct shown newer = a->shown[1];
    a->shown[1] = a->shown[0];
    a->shown[0] = newer;
    copy_shown(&a->shown[1], a);
}

void vvi_stage_record_shown(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (!a->used)
            continue;
        a->failed_time = vvi_min(a->failed_time + stage->def.step, 1000.0f);
        VVI_CHECK(a->puppet || vvi_place_is_valid(a->view.complex, a->place));
        a->failed = a->failed && a->failed_time < FAILURE_TIME;
        bool changed = a->puppet && a->puppet->current != a->shown[1].member;
        if (a->jumped || changed)
            vvi_actor_show_now(a);
        else
            advance_shown(a);
    }
}

float vvi_shown_share(const vv_stage *stage)
{
    return stage->step_count ? vvi_clamp(stage->pending / stage->def.step, 0.0f, 1.0f) : 1.0f;
}

/* A drawing that was teleported after the last step is shown where it is already. */
static void interpolate_pose(const vv_stage *stage, const actor *a, double origin[2], float *angle, vv_place *place)
{
    double t = (double)vvi_shown_share(stage);
    const struct shown *old = &a->shown[0], *new = &a->shown[1];
    for (int k = 0; k < 2; k++)
        origin[k] = a->jumped ? a->origin[k] : old->origin[k] + (new->origin[k] - old->origin[k]) * t;
    *angle = a->jumped ? a->angle : old->angle + (new->angle - old->angle) * (float)t;
    *place = a->jumped || a->puppet ? a->place : vvi_place_lerp(a->view.complex, old->place, new->place, (float)t);
}

/* Particle i at the time shown. */
static vv_vec2 shown_particle(const actor *a, uint32_t i, double t)
{
    const struct shown *old = &a->shown[0], *new = &a->shown[1];
    if (a->jumped)
        return particle_at(a, i);
    double x0 = old->origin[0] + (double)old->x[i].x, y0 = old->origin[1] + (double)old->x[i].y;
    double x1 = new->origin[0] + (double)new->x[i].x, y1 = new->origin[1] + (double)new->x[i].y;
    return (vv_vec2){(float)(x0 + (x1 - x0) * t), (float)(y0 + (y1 - y0) * t)};
}

vv_actor_state vv_stage_actor_state(const vv_stage *stage, vv_actor id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    vv_actor_state s = {0};
    double origin[2];
    if (!a)
        return s;
    interpolate_pose(stage, a, origin, &s.angle, &s.place);
    s.position = (vv_vec2){(float)origin[0], (float)origin[1]};
    s.velocity = a->velocity;
    s.angular_velocity = a->spin;
    s.equilibrium = a->equilibrium;
    s.flipped = a->flipped;
    s.asleep = a->asleep;
    s.grounded = a->air_time < 0.05f;
    s.touching = a->touch_time <= 0.5f * stage->def.step;
    s.contact_normal = s.touching ? a->contact_normal : (vv_vec2){0.0f, 0.0f};
    s.ground_velocity = a->carrier;
    s.contact_energy = a->energy;
    s.kinematic = a->kinematic;
    s.tag = a->tag;
    return s;
}

void vv_stage_weights(const vv_stage *stage, vv_actor id, float *weights)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(weights != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    if (a && a->puppet && a->view.example_count)
        memcpy(weights, current_member(a)->state.mix, a->view.example_count * sizeof *weights);
    else if (a && !a->puppet)
        vv_complex_weights(a->view.complex, vv_stage_actor_state(stage, id).place, weights);
}

void vv_stage_vertices(const vv_stage *stage, vv_actor id, vv_vec2 *vertices)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(vertices != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    double t = (double)vvi_shown_share(stage);
    if (!a)
        return;
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        vertices[a->view.vertices[i]] = shown_particle(a, i, t);
}

void vv_stage_pose(const vv_stage *stage, vv_actor id, vv_affine *pose)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(pose != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    const double zero[2] = {0.0, 0.0};
    double t = (double)vvi_shown_share(stage), origin[2];
    float angle;
    vv_place place;
    if (!a || !a->puppet)
        return;
    const member *m = current_member(a);
    const double *old = a->shown[0].c, *new = a->shown[1].c;
    double *c = a->puppet->scratch;
    interpolate_pose(stage, a, origin, &angle, &place);
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

/* The rest shape of what is shown; for a puppet, the mix of its examples. */
static void rest_shape_shown(const vv_stage *stage, const actor *a, vv_place place, vv_vec2 *rest)
{
    if (!a->puppet) {
        double time = vv_stage_time(stage);
        vvi_actor_rest_shape(stage, a, place, time, time, rest);
        return;
    }
    vvi_puppet_rest(a, rest);
}

/* Summed in double here: the kernels need padded arrays, and an overlay is not urgent. */
void vv_stage_goal_positions(const vv_stage *stage, vv_actor id, vv_vec2 *goals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(goals != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    double t = (double)vvi_shown_share(stage), centre[2] = {0.0, 0.0}, along = 0.0, across = 0.0, origin[2];
    vv_place place;
    float angle;
    if (!a)
        return;
    VVI_CHECK(a->puppet || stage->shape_count >= a->view.particle_count);
    vv_vec2 *rest = a->puppet ? a->rest : stage->shape;
    interpolate_pose(stage, a, origin, &angle, &place);
    rest_shape_shown(stage, a, place, rest);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 x = goals[a->view.vertices[i]] = shown_particle(a, i, t);
        centre[0] += (double)a->view.masses[i] * (double)x.x / a->mass;
        centre[1] += (double)a->view.masses[i] * (double)x.y / a->mass;
    }
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 x = goals[a->view.vertices[i]];
        double dx = (double)x.x - centre[0], dy = (double)x.y - centre[1], m = (double)a->view.masses[i];
        along += m * ((double)rest[i].x * dx + (double)rest[i].y * dy);
        across += m * ((double)rest[i].x * dy - (double)rest[i].y * dx);
    }
    double length = sqrt(along * along + across * across);
    double cosine = length > 0.0 ? along / length : 1.0, sine = length > 0.0 ? across / length : 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        double x = (double)rest[i].x, y = (double)rest[i].y;
        goals[a->view.vertices[i]] =
            (vv_vec2){(float)(centre[0] + cosine * x - sine * y), (float)(centre[1] + sine * x + cosine * y)};
    }
}

/* ---- Picking ----------------------------------------------------------------------------------------------------- */

/* Barycentric coordinates of p; false outside. For either orientation: a drawing may be flipped. */
static bool is_inside_triangle(vv_vec2 p, vv_vec2 a, vv_vec2 b, vv_vec2 c, float weights[3])
{
    float area = vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(c, a));
    if (area == 0.0f)
        return false;
    weights[0] = vv_vec2_cross(vv_vec2_sub(b, p), vv_vec2_sub(c, p)) / area;
    weights[1] = vv_vec2_cross(vv_vec2_sub(c, p), vv_vec2_sub(a, p)) / area;
    weights[2] = 1.0f - weights[0] - weights[1];
    return weights[0] >= 0.0f && weights[1] >= 0.0f && weights[2] >= 0.0f;
}

static bool pick_actor(const vv_stage *stage, const actor *a, vv_vec2 point, vv_vec2 *at)
{
    double t = (double)vvi_shown_share(stage);
    for (uint32_t k = a->view.triangle_count; k-- > 0;) {
        const uint32_t *corner = a->view.triangles + 3 * (size_t)k;
        VVI_CHECK(vvi_all_below(corner, 3, a->view.particle_count));
        vv_vec2 p[3];
        float weights[3];
        for (int c = 0; c < 3; c++)
            p[c] = shown_particle(a, corner[c], t);
        if (!is_inside_triangle(point, p[0], p[1], p[2], weights))
            continue;
        *at = (vv_vec2){0.0f, 0.0f};
        for (int c = 0; c < 3; c++)
            *at = vv_vec2_add(*at, vv_vec2_scale(artwork_at(a, corner[c]), weights[c]));
        return true;
    }
    return false;
}

bool vv_stage_pick(const vv_stage *stage, vv_vec2 point, vv_actor *id, vv_vec2 *at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(id != NULL);
    VV_ASSERT(at != NULL);
    const actor *best = NULL;
    if (!vvi_all_finite(&point.x, 2))
        return false;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        vv_vec2 here;
        if (a->used && (!best || a->order > best->order) && pick_actor(stage, a, point, &here)) {
            best = a;
            *at = here;
        }
    }
    if (best)
        *id = actor_id(stage, best);
    return best != NULL;
}
