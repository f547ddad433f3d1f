/* The particle level: contact points evaluated, and their particles pushed apart. It removes what the rigid level
 * leaves, and takes a share before the rigid level where drawings are soft. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"

/* For so long after its equilibrium place has moved, a drawing is taken to walk, s. */
#define STEPPING_TIME 0.3f

static bool is_angle_controlled(const actor *a)
{
    return !a->puppet && a->strengths.orient != VV_ORIENT_FREE && a->strengths.orient_rate > 0.0f;
}

/* One particle of a contact point, or a point of a puppet, which responds as a whole. */
typedef struct participant {
    actor *actor;
    uint32_t particle;
    float inverse_mass, weight; /* 1/kg; of a puppet it is in its response */
    rigid_body *whole;          /* of a puppet */
    const point_response *point_response;
} participant;

vv_vec2 vvi_contact_place(const vv_stage *stage, const pair *p, const contact_point *r)
{
    return vv_vec2_add(edge_point_position(&r->a, stage->actors[p->a].x),
                       touching_offset(&stage->contacts->bodies[p->a], r));
}

/* `b`: positions of the other actor, or NULL. */
static inline float separation_of(const contact_point *r, const vv_vec2 *a, const rigid_body *body, const vv_vec2 *b)
{
    vv_vec2 place = vv_vec2_add(edge_point_position(&r->a, a), touching_offset(body, r));
    float separation = vv_vec2_dot(r->normal, place) + r->offset;
    return b ? separation - vv_vec2_dot(r->normal, edge_point_position(&r->b, b)) : separation;
}

float vvi_contact_separation(const vv_stage *stage, const pair *p, const contact_point *r)
{
    return separation_of(r, stage->actors[p->a].x, &stage->contacts->bodies[p->a],
                         p->obstacle ? NULL : stage->actors[p->b].x);
}

void vvi_pair_update_separations(vv_stage *stage, const pair *p)
{
    const rigid_body body = stage->contacts->bodies[p->a]; /* a copy: writing to contact points does not change it */
    const vv_vec2 *a = stage->actors[p->a].x, *b = p->obstacle ? NULL : stage->actors[p->b].x;
    contact_point *first = stage->contacts->points + p->first_point;
    for (contact_point *r = first; r < first + p->point_count; r++)
        r->separation = separation_of(r, a, &body, b);
}

bool vvi_is_actor_driven(const actor *a)
{
    return a->puppet || a->hold_count > 0 || a->clip || a->equilibrium_time < STEPPING_TIME;
}

bool vvi_does_shape_slide(const actor *a) { return a->kinematic || vvi_is_actor_driven(a) || !vvi_is_actor_active(a); }

/* Whether contact treats it as a disc of its area: an obstacle does, where its angle is controlled, or where it is
 * round but for a pose that is turned within it. */
static bool rolls_as_disc(const vv_stage *stage, const actor *a, const pair *p)
{
    return (is_angle_controlled(a) || vvi_has_frame(a)) && !vvi_does_shape_slide(a) &&
           (p->obstacle || find_kinematic(stage, p));
}

/* Speeds in √(g·size), relative to what carries it: up to the first, what is kept upright stands; from the second on it
 * rolls. What rolled at any speed would creep down every slope, since the control takes its spin and not its speed. */
#define STANDING_SPEED 0.05f
#define ROLLING_SPEED  0.25f
#define STANDING_TIME  0.2f /* s: for so long it has touched then; before, it may land or bounce */

/* 0…1: how much a drawing that is treated as a disc rolls. What is pushed is not held by friction at rest. */
static float rolling_share(const vv_stage *stage, const actor *a)
{
    bool pushed = a->force.x != 0.0f || a->force.y != 0.0f || a->controller.step;
    if (!is_angle_controlled(a) || pushed || a->contact_time < STANDING_TIME || a->stored_time > 0.0f)
        return 1.0f;
    float speed = vv_vec2_distance(a->velocity, a->carrier) / sqrtf(vvi_stage_gravity(stage) * a->view.size);
    return vvi_smoothstep((speed - STANDING_SPEED) / (ROLLING_SPEED - STANDING_SPEED));
}

vvi_levers vvi_contact_levers(const vv_stage *stage, const pair *p, uint32_t index, vv_vec2 point, vv_vec2 normal)
{
    const actor *a = &stage->actors[index];
    const rigid_body *body = &stage->contacts->bodies[index];
    vv_vec2 arm = vv_vec2_sub(point, body->pivot);
    if (!rolls_as_disc(stage, a, p))
        return (vvi_levers){vv_vec2_cross(arm, normal), vv_vec2_cross(arm, perpendicular(normal))};
    float radius = 0.5f * a->view.size, disc = 0.5f * a->view.mass * radius * radius;
    return (vvi_levers){0.0f, -rolling_share(stage, a) * radius * body->inertia / disc};
}

/* How far a body has rotated since the substep began. A disc rolls as its angular momentum has it, which a change of
 * pose keeps: by the rotation of the drawing, whose inertia changes, it would seem to skid. */
static float rolled_angle(const vv_stage *stage, const pair *p, const actor *a, const rigid_body *body)
{
    float h = stage->def.step / (float)stage->def.substeps;
    VVI_CHECK(body->inertia > 0.0f);
    if (a->asleep || !rolls_as_disc(stage, a, p))
        return body->angle_since_start;
    return (float)a->predicted[2] / body->inertia * h + (body->angle_since_start - body->angle_predicted);
}

/* How far a point of an actor has moved along the tangent since the substep began, as far as friction is concerned. */
static float sliding_displacement(const vv_stage *stage, const pair *p, const contact_point *r, uint32_t which)
{
    uint32_t index = which ? p->b : p->a;
    const edge_point *point = which ? &r->b : &r->a;
    const actor *a = &stage->actors[index];
    const rigid_body *body = &stage->contacts->bodies[index];
    vv_vec2 at = edge_point_position(point, a->x), tangent = perpendicular(r->normal);
    if (vvi_does_shape_slide(a))
        return vv_vec2_dot(tangent, vv_vec2_sub(at, edge_point_position(point, a->x0)));
    if (!which)
        at = vv_vec2_add(at, touching_offset(body, r));
    return vv_vec2_dot(tangent, vv_vec2_sub(body->pivot, a->support_shift)) +
           rolled_angle(stage, p, a, body) * vvi_contact_levers(stage, p, index, at, r->normal).tangent;
}

/* How far an obstacle has moved along the tangent at a contact point since the substep began. */
static float carrying_displacement(const vv_stage *stage, const pair *p, const contact_point *r)
{
    const obstacle *o = &stage->obstacles[p->b];
    if (!o->is_moving)
        return 0.0f;
    obstacle_carry carry = vvi_obstacle_carry(o, stage->actors[p->a].origin);
    return vv_vec2_dot(perpendicular(r->normal), vvi_carry_displacement(&carry, vvi_contact_place(stage, p, r)));
}

float vvi_contact_slip(const vv_stage *stage, const pair *p, const contact_point *r)
{
    float slip = sliding_displacement(stage, p, r, 0);
    if (p->obstacle)
        return slip - carrying_displacement(stage, p, r);
    return stage->actors[p->b].asleep ? slip : slip - sliding_displacement(stage, p, r, 1);
}

vv_vec2 vvi_contact_surface_velocity(const vv_stage *stage, const pair *p, const contact_point *r)
{
    const obstacle *o = p->obstacle ? &stage->obstacles[p->b] : NULL;
    if (!o || !o->is_moving)
        return (vv_vec2){0.0f, 0.0f};
    return vvi_obstacle_velocity_at(o, stage->actors[p->a].origin, vvi_contact_place(stage, p, r));
}

/* The pending displacement of puppets along a direction, which their particles do not include yet. */
static float pending_displacement(const participant *s, uint32_t count, vv_vec2 along)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++)
        if (s[k].point_response)
            sum += s[k].weight * vvi_bend_motion(s[k].point_response, along);
    return sum;
}

static participant participant_of_puppet(const vv_stage *stage, const pair *p, uint32_t index, contact_point *r,
                                         uint32_t which, float sign)
{
    actor *a = &stage->actors[index];
    const point_response *b = p->is_driven[1u - which] ? NULL : vvi_puppet_bend(a, r, which);
    return (participant){a, 0, b ? 1.0f : 0.0f, sign, &stage->contacts->bodies[index], b};
}

/* The up to four particles of a contact point. A particle that makes up the share w of the point receives w of the
 * impulse. */
static uint32_t list_participants(vv_stage *stage, const pair *p, contact_point *r, participant *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < (p->obstacle ? 1u : 2u); k++) {
        uint32_t index = k ? p->b : p->a;
        actor *a = &stage->actors[index];
        const uint8_t *held = stage->contacts->outlines[index].held;
        const edge_point *s = k ? &r->b : &r->a;
        float sign = k ? -1.0f : 1.0f;
        if (a->puppet) {
            out[count++] = participant_of_puppet(stage, p, index, r, k, sign);
            continue;
        }
        uint32_t particles[2] = {s->i, s->j};
        float weights[2] = {s->i == s->j ? 1.0f : 1.0f - s->t, s->t};
        for (uint32_t e = 0; e < (s->i == s->j ? 1u : 2u); e++) {
            uint32_t i = particles[e];
            VVI_CHECK(i < a->view.particle_count && a->view.masses[i] > 0.0f);
            out[count++] = (participant){
                a, i, a->asleep || held[i] ? 0.0f : 1.0f / a->view.masses[i], sign * weights[e], NULL, NULL};
        }
    }
    VVI_CHECK(count >= 1 && count <= 4);
    return count;
}

static void apply_impulse(const participant *s, uint32_t count, vv_vec2 along, float amount)
{
    for (uint32_t k = 0; k < count; k++) {
        if (s[k].inverse_mass == 0.0f)
            continue;
        if (s[k].point_response) {
            vvi_bend_push(s[k].point_response, along, amount * s[k].weight);
            s[k].whole->pending = true;
            continue;
        }
        vv_vec2 *x = &s[k].actor->x[s[k].particle];
        s[k].actor->fit_is_stale = true;
        vv_vec2 arm = vv_vec2_sub(*x, s[k].actor->fit.centre);
        s[k].actor->touch.torque += amount * s[k].weight * vv_vec2_cross(arm, along);
        *x = vv_vec2_add(*x, vv_vec2_scale(along, amount * s[k].weight * s[k].inverse_mass));
    }
}

/* How far the point between them moves along a direction by a unit impulse along it, 1/kg. */
static float compliance(const participant *s, uint32_t count, vv_vec2 along)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++)
        sum += s[k].weight * s[k].weight *
               (s[k].point_response ? vvi_bend_compliance(s[k].point_response, along) : s[k].inverse_mass);
    return sum;
}

/* Removes the share `part` of the penetration beyond `slack`, with friction of at most μ times the normal impulse. */
static void solve_particle_contact(vv_stage *stage, const pair *p, contact_point *r, float part, float slack)
{
    participant participants[4];
    VVI_CHECK(part > 0.0f && part <= 1.0f && slack >= 0.0f);
    bool responses = stage->actors[p->a].puppet || (!p->obstacle && stage->actors[p->b].puppet);
    uint32_t count = responses ? list_participants(stage, p, r, participants) : 0;
    r->separation = vvi_contact_separation(stage, p, r);
    if (r->separation + pending_displacement(participants, count, r->normal) >= r->min_separation - slack)
        return;
    float separation = r->separation + pending_displacement(participants, count, r->normal);
    if (!responses)
        count = list_participants(stage, p, r, participants);
    float sum = compliance(participants, count, r->normal);
    if (!(sum > 0.0f))
        return;
    float soft = responses ? vvi_pair_softness(stage, p, sum) : 0.0f,
          missing = r->min_separation - slack - separation - soft * r->normal_impulse;
    if (!(missing > 0.0f))
        return;
    VVI_CHECK(!(soft < 0.0f) && p->friction >= 0.0f);
    float push = part * missing / (sum + soft), most = p->friction * push;
    apply_impulse(participants, count, r->normal, push);
    r->normal_impulse += push;
    if (!responses && !vvi_does_shape_slide(&stage->actors[p->a]) &&
        (p->obstacle || !vvi_does_shape_slide(&stage->actors[p->b])))
        return; /* they slide as wholes: the rigid level has done it */
    vv_vec2 tangent = perpendicular(r->normal);
    float slide = vvi_contact_slip(stage, p, r) + pending_displacement(participants, count, tangent);
    float along = responses ? compliance(participants, count, tangent) : sum;
    along = responses ? along + vvi_pair_softness(stage, p, along) : along;
    float tangent_impulse = vvi_clamp(-slide / along, -most, most);
    apply_impulse(participants, count, tangent, tangent_impulse);
    r->tangent_impulse += tangent_impulse;
}

void vvi_pair_push_particles(vv_stage *stage, pair *p, float part, float slack)
{
    for (uint32_t k = p->first_point; k < p->first_point + p->point_count; k++)
        solve_particle_contact(stage, p, &stage->contacts->points[k], part, slack);
}
