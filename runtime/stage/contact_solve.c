/* The rigid level: sequential impulses on positions, then on velocities.
 *
 * A constraint keeps the separation C = n·(q_a − q_b) ≥ C_min of a contact point by an accumulated impulse λ ≥ 0.
 * With the effective mass m = 1/(1/m_a + 1/m_b + (r_a×n)²/I_a + (r_b×n)²/I_b), one step of Gauss–Seidel is λ ← max(0,
 * λ + m·(C_min − C)); it moves a by Δλ n/m_a and rotates it by (r_a×n)·Δλ/I_a, and b the other way. Friction does the
 * same along the tangent for the displacement since the substep began, with |λ_t| ≤ μλ. Both bodies receive equal and
 * opposite impulses: linear momentum is conserved to rounding, angular momentum to first order in the rotation. */
#include "runtime/stage/joint.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"

#define MAX_RELAX_ANGLE 0.05f /* radians that relaxation may rotate a body by in a substep */
/* Of the penetration, what relaxation removes in a substep of LONGEST_RELAXATION s, and less in shorter ones; and the
 * same as far as it is shallow, that is less than SHALLOW slops. Relaxation moves bodies one contact at a time: at the
 * greater rate it pries a heap of sprites apart as fast as that settles, and the heap creeps. */
#define LONGEST_RELAXATION (1.0f / 120.0f)
#define RELAX_SHARE        0.2f
#define SHALLOW_SHARE      0.02f
#define SHALLOW            10.0f
/* Of size: a wider manifold does not roll. That of a ball, with the margin of contact, is narrower. */
#define NARROW_MANIFOLD 0.22f
#define MAX_PROJECTIONS 12u        /* iterations more that joints have which do not converge */
#define MAX_DELTA_ANGLE 6.2831853f /* radians that a correction may rotate a body by at once: a whole turn */
/* Radians up to which sine and cosine are expanded to second order; beyond, the error would inflate the drawing. */
#define SMALL_ANGLE 0.25f

/* ---- Constraints ------------------------------------------------------------------------------------------------- */

/* Inverse effective mass along a direction, 1/kg. */
static float compliance(const contact_constraint *g, vv_vec2 along, float lever_a, float lever_b)
{
    float sum =
        g->inv_mass_a + g->inv_mass_b + lever_a * lever_a * g->inv_inertia_a + lever_b * lever_b * g->inv_inertia_b;
    if (g->response_a)
        sum += vvi_bend_compliance(g->response_a, along);
    if (g->response_b)
        sum += vvi_bend_compliance(g->response_b, along);
    VVI_CHECK(!(sum < 0.0f));
    return sum;
}

static float inverse(float sum) { return sum > 0.0f ? 1.0f / sum : 0.0f; }

static const point_response *find_response(actor *a, contact_point *r, uint32_t which, bool whole)
{
    return whole ? vvi_puppet_bend_whole(a, r, which) : vvi_puppet_bend(a, r, which);
}

/* Sleepers may be touched by several islands, as kinematic actors are. */
static bool is_fixed(const actor *a) { return a->kinematic || a->asleep; }

/* One of the two that a constraint holds apart. */
typedef struct constraint_side {
    rigid_body *body;
    const point_response *response;
    float inv_mass, inv_inertia;
    vvi_levers levers;
} constraint_side;

/* Obstacles, sleepers and kinematic actors have infinite mass; puppets respond in the space of their handles, or as a
 * rigid `whole`. `at`: where the point is, relative to the actor's origin. */
static inline constraint_side find_side(vv_stage *stage, const pair *p, contact_point *r, uint32_t which, vv_vec2 at,
                                        bool whole)
{
    uint32_t index = which ? p->b : p->a;
    actor *a = &stage->actors[index];
    rigid_body *body = &stage->contacts->bodies[index];
    VVI_CHECK(a->used);
    constraint_side found = {.body = is_fixed(a) ? &stage->contacts->fixed_body : body};
    found.levers = vvi_contact_levers(stage, p, index, at, r->normal);
    found.response = p->is_driven[1u - which] ? NULL : find_response(a, r, which, whole);
    if (!is_fixed(a) && !a->puppet) {
        found.inv_mass = body->inverse_mass;
        found.inv_inertia = body->inverse_inertia;
    }
    return found;
}

/* Every field is written once where it belongs: a struct that is made elsewhere and copied costs more than its
 * contents. */
static void set_sides(contact_constraint *g, const constraint_side *a, const constraint_side *b)
{
    g->a = a->body;
    g->b = b->body;
    g->response_a = a->response;
    g->response_b = b->response;
    g->inv_mass_a = a->inv_mass;
    g->inv_mass_b = b->inv_mass;
    g->inv_inertia_a = a->inv_inertia;
    g->inv_inertia_b = b->inv_inertia;
    g->normal_lever_a = a->levers.normal;
    g->normal_lever_b = b->levers.normal;
    g->tangent_lever_a = a->levers.tangent;
    g->tangent_lever_b = b->levers.tangent;
}

static void set_masses(const vv_stage *stage, const pair *p, contact_constraint *g)
{
    float across = compliance(g, g->normal, g->normal_lever_a, g->normal_lever_b);
    float along = compliance(g, perpendicular(g->normal), g->tangent_lever_a, g->tangent_lever_b);
    bool responds = g->response_a || g->response_b;
    g->normal_softness = responds ? vvi_pair_softness(stage, p, across) : 0.0f;
    g->tangent_softness = responds ? vvi_pair_softness(stage, p, along) : 0.0f;
    g->normal_mass = inverse(across + g->normal_softness);
    g->tangent_mass = inverse(along + g->tangent_softness);
}

/* The constraint of a slot, but for its separation and slip. */
static void make_constraint_as(vv_stage *stage, const pair *p, const manifold *m, manifold_slot *slot, bool whole,
                               contact_constraint *g)
{
    contacts *c = stage->contacts;
    contact_point *r = &c->points[slot->point];
    VVI_CHECK(slot->point >= p->first_point && slot->point < p->first_point + p->point_count);
    vv_vec2 at = vvi_contact_place(stage, p, r);
    constraint_side a = find_side(stage, p, r, 0, at, whole), b = {.body = &c->fixed_body};
    slot->along = vv_vec2_dot(perpendicular(m->normal), vv_vec2_sub(at, c->bodies[p->a].pivot));
    if (!p->obstacle)
        b = find_side(stage, p, r, 1, edge_point_position(&r->b, stage->actors[p->b].x), whole);
    g->slot = slot;
    g->pair = (uint32_t)(p - c->pairs);
    g->normal = r->normal;
    set_sides(g, &a, &b);
    set_masses(stage, p, g);
    g->separation = g->slip = g->carrying_turn = g->rolling_lever = 0.0f;
    g->normal_impulse = slot->normal_impulse;
    g->tangent_impulse = slot->tangent_impulse;
    g->friction = p->friction;
    g->rolling_manifold = NULL;
    g->manifold_constraints = 0;
}

static void make_constraint(vv_stage *stage, const pair *p, const manifold *m, manifold_slot *slot,
                            contact_constraint *g)
{
    make_constraint_as(stage, p, m, slot, false, g);
}

/* Pending displacement of puppets along a direction, a's less b's. */
static float response_displacement(const contact_constraint *g, vv_vec2 along)
{
    return (g->response_a ? vvi_bend_motion(g->response_a, along) : 0.0f) -
           (g->response_b ? vvi_bend_motion(g->response_b, along) : 0.0f);
}

static void apply_to_responses(const contact_constraint *g, vv_vec2 along, float amount)
{
    if (g->response_a)
        vvi_bend_push(g->response_a, along, amount);
    if (g->response_b)
        vvi_bend_push(g->response_b, along, -amount);
}

static inline bool has_response(const contact_constraint *g) { return g->response_a || g->response_b; }

/* By how much what is pending moves the point of a relative to that of b. */
static inline float rigid_displacement(const contact_constraint *g, vv_vec2 along, float lever_a, float lever_b)
{
    vv_vec2 apart = vv_vec2_sub(g->a->delta_position, g->b->delta_position);
    return vv_vec2_dot(along, apart) + lever_a * g->a->delta_angle - lever_b * g->b->delta_angle;
}

static inline void apply_rigid_impulse(const contact_constraint *g, vv_vec2 along, float lever_a, float lever_b,
                                       float amount)
{
    g->a->delta_position = vv_vec2_add(g->a->delta_position, vv_vec2_scale(along, amount * g->inv_mass_a));
    g->b->delta_position = vv_vec2_sub(g->b->delta_position, vv_vec2_scale(along, amount * g->inv_mass_b));
    g->a->delta_angle += amount * g->inv_inertia_a * lever_a;
    g->b->delta_angle -= amount * g->inv_inertia_b * lever_b;
}

static float normal_displacement(const contact_constraint *g)
{
    float rigid = rigid_displacement(g, g->normal, g->normal_lever_a, g->normal_lever_b);
    return has_response(g) ? rigid + response_displacement(g, g->normal) : rigid;
}

static void apply_normal_impulse(const contact_constraint *g, float amount)
{
    apply_rigid_impulse(g, g->normal, g->normal_lever_a, g->normal_lever_b, amount);
    if (has_response(g))
        apply_to_responses(g, g->normal, amount);
}

static float tangent_displacement(const contact_constraint *g)
{
    vv_vec2 along = perpendicular(g->normal);
    float rigid = rigid_displacement(g, along, g->tangent_lever_a, g->tangent_lever_b);
    return has_response(g) ? rigid + response_displacement(g, along) : rigid;
}

static void apply_tangent_impulse(const contact_constraint *g, float amount)
{
    vv_vec2 along = perpendicular(g->normal);
    apply_rigid_impulse(g, along, g->tangent_lever_a, g->tangent_lever_b, amount);
    if (has_response(g))
        apply_to_responses(g, along, amount);
}

/* Rolling friction: an angular impulse against the relative rotation since the substep began, of at most the normal
 * impulse times a short lever. `last` is the last constraint of its manifold. */
static void solve_rolling(contact_constraint *last)
{
    float push = 0.0f, sum = last->inv_inertia_a + last->inv_inertia_b;
    VVI_CHECK(last->manifold_constraints >= 1 && last->manifold_constraints <= CONTACT_SLOTS);
    VVI_CHECK((last - (last->manifold_constraints - 1u))->pair == last->pair);
    for (uint32_t k = 0; k < last->manifold_constraints; k++)
        push += (last - k)->normal_impulse;
    if (!(sum > 0.0f))
        return;
    float turned = last->a->angle_since_start + last->a->delta_angle - last->b->angle_since_start -
                   last->b->delta_angle - last->carrying_turn,
          max_impulse = last->rolling_lever * push;
    float amount = vvi_clamp(last->rolling_manifold->rolling_impulse - turned / sum, -max_impulse, max_impulse),
          change = amount - last->rolling_manifold->rolling_impulse;
    last->rolling_manifold->rolling_impulse = amount;
    last->a->delta_angle += change * last->inv_inertia_a;
    last->b->delta_angle -= change * last->inv_inertia_b;
}

/* By the rigid part alone where no puppet is among them, which is by far the most frequent case. */
static inline __attribute__((always_inline)) void solve_constraint(contact_constraint *g, bool responses)
{
    float apart =
        responses ? normal_displacement(g) : rigid_displacement(g, g->normal, g->normal_lever_a, g->normal_lever_b);
    float error = g->separation + apart + g->normal_softness * g->normal_impulse;
    float push = vvi_max(0.0f, g->normal_impulse - g->normal_mass * error);
    if (push == 0.0f && g->normal_impulse == 0.0f && g->tangent_impulse == 0.0f && !g->rolling_manifold)
        return;
    if (responses)
        apply_normal_impulse(g, push - g->normal_impulse);
    else
        apply_rigid_impulse(g, g->normal, g->normal_lever_a, g->normal_lever_b, push - g->normal_impulse);
    g->normal_impulse = push;
    vv_vec2 tangent = perpendicular(g->normal);
    float slid =
        responses ? tangent_displacement(g) : rigid_displacement(g, tangent, g->tangent_lever_a, g->tangent_lever_b);
    error = g->slip + slid + g->tangent_softness * g->tangent_impulse;
    float limit = g->friction * push;
    float along = vvi_clamp(g->tangent_impulse - g->tangent_mass * error, -limit, limit);
    if (responses)
        apply_tangent_impulse(g, along - g->tangent_impulse);
    else
        apply_rigid_impulse(g, tangent, g->tangent_lever_a, g->tangent_lever_b, along - g->tangent_impulse);
    g->tangent_impulse = along;
    if (g->rolling_manifold)
        solve_rolling(g);
}

static void solve_constraints(vv_stage *stage, const contact_island *island)
{
    contacts *c = stage->contacts;
    contact_constraint *end = c->constraints + c->constraint_count;
    bool responses = false;
    VV_ASSERT(c->constraint_count <= c->constraint_capacity);
    for (contact_constraint *g = c->constraints; g < end; g++)
        responses = responses || has_response(g);
    for (uint32_t round = 0; round < CONTACT_ROUNDS; round++) {
        vvi_joints_solve_round(stage, island, round);
        if (responses)
            for (contact_constraint *g = c->constraints; g < end; g++)
                solve_constraint(g, true);
        else
            for (contact_constraint *g = c->constraints; g < end; g++)
                solve_constraint(g, false);
    }
    for (contact_constraint *g = c->constraints; g < end; g++) {
        g->slot->normal_impulse = g->normal_impulse;
        g->slot->tangent_impulse = g->tangent_impulse;
        g->a->pending = g->b->pending = true;
    }
}

/* ---- From rigid bodies to particles ------------------------------------------------------------------------------ */

static void clear_delta(rigid_body *body)
{
    body->delta_position = (vv_vec2){0.0f, 0.0f};
    body->delta_angle = 0.0f;
    body->pending = false;
}

/* Separations are linear in the rotation. A correction far beyond that overshoots, and the next one more: two drawings
 * of which one is dragged at the speed limit threw each other to 1e9 m within a substep. */
static void limit_delta(rigid_body *body)
{
    float angle = fabsf(body->delta_angle);
    if (!(angle > MAX_DELTA_ANGLE))
        return;
    body->delta_position = vv_vec2_scale(body->delta_position, MAX_DELTA_ANGLE / angle);
    body->delta_angle = body->delta_angle < 0.0f ? -MAX_DELTA_ANGLE : MAX_DELTA_ANGLE;
}

/* Applies a body's correction to its particles; `both`: to x0 as well, so that it causes no velocity. */
static void apply_delta(actor *a, rigid_body *body, bool both)
{
    if (a->puppet) {
        vvi_puppet_apply_displacement(a, both);
        clear_delta(body);
        return;
    }
    VVI_CHECK(!a->asleep && body->inertia > 0.0f);
    limit_delta(body);
    float sine = body->delta_angle,
          versine =
              0.5f * body->delta_angle * body->delta_angle; /* 1 − cos, so that rotation does not inflate the drawing */
    if (fabsf(body->delta_angle) > SMALL_ANGLE) {
        float cosine;
        vv_sin_cos(body->delta_angle, &sine, &cosine);
        versine = 1.0f - cosine;
    }
    if (both)
        vvi_positions_add_rigid(a->view.particle_count, a->x, body->pivot, body->delta_position, sine, versine, a->x0);
    if (both && a->start != a->x0)
        vvi_positions_add_rigid(a->view.particle_count, a->x, body->pivot, body->delta_position, sine, versine,
                                a->start);
    vvi_positions_add_rigid(a->view.particle_count, a->x, body->pivot, body->delta_position, sine, versine, a->x);
    if (!both) {
        a->touch.torque += body->inertia * body->delta_angle;
        body->angle_since_start += body->delta_angle;
    }
    a->fit_is_stale = true;
    body->pivot = vv_vec2_add(body->pivot, body->delta_position);
    if (both)
        body->start_pivot = vv_vec2_add(body->start_pivot, body->delta_position);
    clear_delta(body);
}

static void apply_all_deltas(vv_stage *stage, const contact_island *island, bool both)
{
    for (uint32_t k = 0; k < island->actor_count; k++) {
        rigid_body *body = &stage->contacts->bodies[island->actors[k]];
        if (body->pending)
            apply_delta(&stage->actors[island->actors[k]], body, both);
    }
}

/* Shape matching commutes with rigid motion, and constraints include what is pending, so corrections may wait until
 * the end of the substep, except where holds or single particles depend on them or where they are too large to be
 * linear. */
static void apply_large_deltas(vv_stage *stage, const contact_island *island)
{
    for (uint32_t k = 0; k < island->actor_count; k++) {
        rigid_body *body = &stage->contacts->bodies[island->actors[k]];
        actor *a = &stage->actors[island->actors[k]];
        if (!body->pending)
            continue;
        float far = CONTACT_MARGIN * a->view.size;
        bool joined = island->joint_count > 0; /* what joints measure is not linear */
        bool large =
            fabsf(body->delta_angle) > 0.01f || vv_vec2_dot(body->delta_position, body->delta_position) > far * far;
        if (large || joined || a->puppet || a->hold_count > 0 || body->stiffness < 1.0f)
            apply_delta(a, body, false);
    }
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

/* The third slot takes the contact point that is deepest now, unless that is one of the ends. */
static void choose_deepest_slot(const pair *p, manifold *m, const contact_point *points, uint8_t which)
{
    uint32_t deepest = VV_NONE;
    float least = INFINITY;
    VVI_CHECK(which < p->manifold_count);
    for (uint32_t k = p->first_point; k < p->first_point + p->point_count; k++)
        if (points[k].manifold == which && points[k].separation - points[k].min_separation < least) {
            least = points[k].separation - points[k].min_separation;
            deepest = k;
        }
    bool end = deepest == m->slots[0].point || deepest == m->slots[1].point;
    if (!end || m->slots[2].point == VV_NONE)
        m->slots[2].point = end ? VV_NONE : deepest;
}

/* By how much an obstacle or a kinematic actor has rotated in the substep, b's less a's. */
static float carrying_turn(const vv_stage *stage, const pair *p)
{
    const rigid_body *bodies = stage->contacts->bodies;
    if (p->obstacle)
        return stage->obstacles[p->b].is_moving ? vvi_obstacle_turn(&stage->obstacles[p->b]) : 0.0f;
    return stage->actors[p->b].kinematic   ? bodies[p->b].angle_since_start
           : stage->actors[p->a].kinematic ? -bodies[p->a].angle_since_start
                                           : 0.0f;
}

/* Adds the constraints of a manifold; a narrow one, like that under a ball, has rolling friction too, but not in an
 * impact, whose impulse is no weight that rolls. */
static void add_manifold_constraints(vv_stage *stage, pair *p, manifold *m)
{
    contacts *c = stage->contacts;
    uint32_t first = c->constraint_count;
    VVI_CHECK(c->constraint_count + CONTACT_SLOTS <= c->constraint_capacity);
    for (uint32_t k = 0; k < CONTACT_SLOTS && c->constraint_count < c->constraint_capacity; k++) {
        manifold_slot *slot = &m->slots[k];
        if (slot->point == VV_NONE)
            continue;
        const contact_point *r = &c->points[slot->point];
        contact_constraint *g = &c->constraints[c->constraint_count++];
        make_constraint(stage, p, m, slot, g);
        g->separation = r->separation - r->min_separation;
        g->slip = vvi_contact_slip(stage, p, r);
    }
    float size = stage->actors[p->a].view.size;
    bool wide = m->slots[1].point != VV_NONE && m->slots[1].along - m->slots[0].along > NARROW_MANIFOLD * size;
    bool bounces = p->closing_speed > vvi_pair_impact_speed(stage, p);
    if (c->constraint_count > first && !wide && !bounces && p->friction > 0.0f) {
        contact_constraint *last = &c->constraints[c->constraint_count - 1u];
        last->rolling_manifold = m;
        last->manifold_constraints = c->constraint_count - first;
        last->rolling_lever = CONTACT_ROLLING * size;
        last->carrying_turn = carrying_turn(stage, p);
    }
}

static void add_pair_constraints(vv_stage *stage, pair *p)
{
    contact_point *points = stage->contacts->points;
    VVI_CHECK(p->first_point + p->point_count <= stage->contacts->point_count);
    vvi_pair_update_separations(stage, p);
    for (uint32_t f = 0; f < active_manifold_count(p); f++) {
        choose_deepest_slot(p, &p->manifolds[f], points, (uint8_t)f);
        add_manifold_constraints(stage, p, &p->manifolds[f]);
    }
}

/* Elasticity has held its particles up already (elastic.c): moved as a whole for what is left, it would start to
 * swing. */
static bool is_sheet_at_rest(const vv_stage *stage, const pair *p)
{
    const actor *a = &stage->actors[p->a];
    bool rests = p->touching && !(p->closing_speed > vvi_pair_impact_speed(stage, p)) && !(a->squeezed_time > 0.0f);
    return p->obstacle && rests && vvi_actor_elasticity(a) > 0.0f;
}

static bool is_carried(const actor *a) { return a->carrier.x != 0.0f || a->carrier.y != 0.0f; }

/* Where a slip is taken back: on what moves, and between drawings that are nothing but bodies. A heap of lively ones,
 * whose contact comes and goes with their poses, would be stirred by it. */
static bool may_stick(const vv_stage *stage, const pair *p)
{
    const actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    if (a->puppet || (b && b->puppet))
        return false;
    if (!vvi_is_actor_active(a) && !(b && vvi_is_actor_active(b)))
        return true;
    return b ? is_carried(a) || is_carried(b) || find_kinematic(stage, p) : stage->obstacles[p->b].is_moving;
}

/* Of the limit of friction: with less of it a manifold is held. */
#define HELD_SHARE 0.99f

/* What a manifold with these constraints has slipped in this substep, and whether friction has held it. */
static float find_slip(const contact_constraint *constraints, uint32_t count, bool *held)
{
    float normal = 0.0f, tangent = 0.0f, slip = 0.0f, friction = constraints[0].friction;
    for (const contact_constraint *g = constraints; g < constraints + count; g++) {
        normal += g->normal_impulse;
        tangent += g->tangent_impulse;
        slip += g->normal_impulse * (g->slip + tangent_displacement(g));
    }
    *held = normal > 0.0f && fabsf(tangent) < HELD_SHARE * friction * normal;
    return normal > 0.0f ? slip / normal : constraints[0].slip + tangent_displacement(&constraints[0]);
}

/* What holds at the end of two steps is at rest between them, and every slip in the second one was an error; at most
 * as far as gravity moves a body in a step. */
static void record_slip(const vv_stage *stage, manifold *m, float slip, bool held)
{
    float most = 0.5f * vvi_stage_gravity(stage) * stage->def.step * stage->def.step;
    if (does_stick(m))
        m->slip = vvi_clamp(m->slip + slip, -most, most);
    if (stage->substep < stage->def.substeps)
        return;
    if (!held)
        m->slip = INFINITY;
    else if (!does_stick(m))
        m->slip = 0.0f;
}

/* The constraints are in the order in which add_pair_constraints has made them. */
static void record_slips(vv_stage *stage, const contact_island *island)
{
    contacts *c = stage->contacts;
    const contact_constraint *g = c->constraints, *end = g + c->constraint_count;
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(c, island, k);
        bool sticks = may_stick(stage, p);
        for (uint32_t f = 0; f < active_manifold_count(p); f++) {
            manifold *m = &p->manifolds[f];
            uint32_t count = 0;
            for (uint32_t s = 0; s < CONTACT_SLOTS; s++)
                count += m->slots[s].point != VV_NONE;
            if (count == 0 || g + count > end)
                continue;
            bool held = false;
            float slip = sticks ? find_slip(g, count, &held) : 0.0f;
            g += count;
            if (sticks)
                record_slip(stage, m, slip, held);
            else
                m->slip = INFINITY;
        }
    }
}

void vvi_contacts_solve(vv_stage *stage, const contact_island *island, float h, bool last)
{
    contacts *c = stage->contacts;
    c->constraint_count = 0;
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(c, island, k);
        if (p->point_count > 0 && p->particle_share > 0.0f)
            vvi_pair_push_particles(stage, p, p->particle_share, 0.0f);
        if (!is_sheet_at_rest(stage, p))
            add_pair_constraints(stage, p);
    }
    vvi_joints_evaluate(stage, island, h, last);
    solve_constraints(stage, island);
    if (last)
        record_slips(stage, island);
    vvi_joints_move_patches(stage, island, false);
    if (!last) {
        apply_large_deltas(stage, island);
        return;
    }
    apply_all_deltas(stage, island, false);
    for (uint32_t k = 0; k < MAX_PROJECTIONS && vvi_joints_continue(stage, island, h); k++) {
        vvi_joints_solve_round(stage, island, k);
        vvi_joints_move_patches(stage, island, false);
        apply_all_deltas(stage, island, false);
    }
    /* Particles between the slots that still penetrate. The residual of the rigid level is left to the next substep:
     * moving single particles for it would make resting drawings jitter. */
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(c, island, k);
        vvi_pair_push_particles(stage, p, 1.0f, CONTACT_SLOP * stage->actors[p->a].view.size);
    }
    apply_all_deltas(stage, island, false); /* a puppet responds to single particles as a whole */
    vvi_joints_finish_positions(stage, island, h);
    vvi_contacts_sum_impulses(stage, island, h);
}

/* ---- Before the iterations --------------------------------------------------------------------------------------- */

/* Starts a manifold with the impulses of the substep before, divided between its ends so that the normal impulse is
 * centred where it was. constraints[constraint_count] are the manifold's. */
static void warm_start_constraints(contact_constraint *constraints, uint32_t constraint_count, warm_start w)
{
    float part = 0.0f;
    VVI_CHECK(w.normal_impulse >= 0.0f && constraint_count <= CONTACT_SLOTS);
    if (constraint_count > 1) {
        float from = constraints[0].slot->along, wide = constraints[1].slot->along - from;
        part = wide > 0.0f ? vvi_clamp((w.centre - from) / wide, 0.0f, 1.0f) : 0.0f;
    }
    for (uint32_t k = 0; k < constraint_count && k < 2; k++) {
        contact_constraint *g = &constraints[k];
        float max_impulse = g->friction * w.normal_impulse, amount = k ? part : 1.0f - part;
        g->normal_impulse = amount * w.normal_impulse;
        g->tangent_impulse = amount * vvi_clamp(w.tangent_impulse, -max_impulse, max_impulse);
        apply_normal_impulse(g, g->normal_impulse);
        apply_tangent_impulse(g, g->tangent_impulse);
        g->slot->normal_impulse = g->normal_impulse;
        g->slot->tangent_impulse = g->tangent_impulse;
        g->a->pending = g->b->pending = true;
    }
}

static void warm_start_pair(vv_stage *stage, pair *p)
{
    for (uint32_t f = 0; f < active_manifold_count(p); f++) {
        manifold *m = &p->manifolds[f];
        contact_constraint ends[2];
        uint32_t count = 0;
        for (uint32_t e = 0; e < 2 && m->position_warm_start.normal_impulse > 0.0f; e++)
            if (m->slots[e].point != VV_NONE)
                make_constraint(stage, p, m, &m->slots[e], &ends[count++]);
        warm_start_constraints(ends, count, m->position_warm_start);
    }
}

/* How a change of pose, or of size, has displaced a point of an actor in this substep. */
static vv_vec2 posed_displacement(const actor *a, const edge_point *point)
{
    const sizing *size = a->sizing;
    if (a->start == a->x0 && !(size && size->growth != 0.0f))
        return (vv_vec2){0.0f, 0.0f};
    vv_vec2 start = edge_point_position(point, a->start), x0 = edge_point_position(point, a->x0);
    vv_vec2 posed = vv_vec2_sub(start, x0);
    return size ? vv_vec2_add(posed, vv_vec2_scale(vv_vec2_sub(x0, size->growth_from), size->growth)) : posed;
}

/* What relaxation may do in a substep. */
typedef struct relaxation {
    float h;                    /* s */
    float share, shallow_share; /* of penetration that it removes */
} relaxation;

static relaxation find_relaxation(float h)
{
    float part = vvi_min(1.0f, h / LONGEST_RELAXATION);
    return (relaxation){h, RELAX_SHARE * part, SHALLOW_SHARE * part};
}

/* How much of a depth beyond the slop relaxation removes between drawings that move as rigid bodies, m. */
static float relaxed_depth(const relaxation *how, float depth, float slop)
{
    float shallow = vvi_min(depth, SHALLOW * slop);
    VVI_CHECK(depth >= 0.0f && shallow >= 0.0f);
    return how->shallow_share * shallow + how->share * (depth - shallow);
}

/* Removes a share of the penetration that a contact point had when the substep began, less the slop, and no faster
 * than a body is after falling by its own size; but all of what a change of pose has made of it just now and what its
 * own way out will not undo. */
static void relax_point(vv_stage *stage, const pair *p, const manifold *m, uint32_t which, float slop,
                        float max_impulse, const relaxation *how)
{
    VVI_CHECK(slop > 0.0f && max_impulse > 0.0f);
    manifold_slot t = {.point = which};
    contact_constraint g;
    make_constraint_as(stage, p, m, &t, true, &g);
    float depth = -(stage->contacts->points[which].start_separation + normal_displacement(&g)) - slop;
    if (!(depth > 0.0f))
        return;
    const contact_point *r = &stage->contacts->points[which];
    vv_vec2 posed = posed_displacement(&stage->actors[p->a], &r->a);
    if (!p->obstacle)
        posed = vv_vec2_sub(posed, posed_displacement(&stage->actors[p->b], &r->b));
    float remains = vvi_clamp(-(r->separation + normal_displacement(&g)), 0.0f, depth);
    float grown = vvi_clamp(-vv_vec2_dot(r->normal, posed), 0.0f, remains);
    float way = has_response(&g) ? how->share * (depth - grown) : relaxed_depth(how, depth - grown, slop);
    apply_normal_impulse(&g, g.normal_mass * (grown + vvi_min(way, max_impulse)));
    g.a->delta_angle = vvi_clamp(g.a->delta_angle, -MAX_RELAX_ANGLE, MAX_RELAX_ANGLE);
    g.b->delta_angle = vvi_clamp(g.b->delta_angle, -MAX_RELAX_ANGLE, MAX_RELAX_ANGLE);
    g.a->pending = g.b->pending = true;
}

static bool relax_pair(vv_stage *stage, const pair *p, const relaxation *how)
{
    const contact_point *points = stage->contacts->points;
    float size = stage->actors[p->a].view.size;
    if (!p->obstacle)
        size = vvi_min(size, stage->actors[p->b].view.size);
    float max_impulse = sqrtf(9.81f * size) * how->h, slop = CONTACT_SLOP * size;
    uint32_t deepest[CONTACT_MANIFOLDS] = {VV_NONE, VV_NONE};
    bool any = false;
    for (uint32_t k = p->first_point; k < p->first_point + p->point_count; k++) {
        uint32_t *best = points[k].manifold < CONTACT_MANIFOLDS ? &deepest[points[k].manifold] : NULL;
        if (best && points[k].start_separation < -slop &&
            (*best == VV_NONE || points[k].start_separation < points[*best].start_separation))
            *best = k;
    }
    for (uint32_t f = 0; f < active_manifold_count(p); f++) {
        if (deepest[f] == VV_NONE)
            continue;
        any = true;
        relax_point(stage, p, &p->manifolds[f], deepest[f], slop, max_impulse, how);
        for (uint32_t k = 0; k < 2; k++)
            if (p->manifolds[f].slots[k].point != VV_NONE && p->manifolds[f].slots[k].point != deepest[f])
                relax_point(stage, p, &p->manifolds[f], p->manifolds[f].slots[k].point, slop, max_impulse, how);
    }
    return any;
}

/* What an actor of a pair, or the obstacle, moves as. */
static rigid_body *moving_body(vv_stage *stage, const pair *p, uint32_t which)
{
    uint32_t index = which ? p->b : p->a;
    bool fixed = (which && p->obstacle) || is_fixed(&stage->actors[index]);
    return fixed ? &stage->contacts->fixed_body : &stage->contacts->bodies[index];
}

/* By how much what relaxation has moved so far makes a slip on b. */
static float relaxed_slip(vv_stage *stage, const pair *p, const manifold *m)
{
    const manifold_slot *slot = &m->slots[m->slots[0].point == VV_NONE];
    vv_vec2 along = perpendicular(m->normal);
    if (slot->point == VV_NONE)
        return 0.0f;
    vv_vec2 at = vvi_contact_place(stage, p, &stage->contacts->points[slot->point]);
    float slip = 0.0f;
    for (uint32_t k = 0; k < 2; k++) {
        const rigid_body *b = moving_body(stage, p, k);
        vv_vec2 arm = vv_vec2_sub(vv_vec2_sub(at, k ? p->offset : (vv_vec2){0.0f, 0.0f}), b->pivot);
        float way = vv_vec2_dot(along, b->delta_position) + vv_vec2_cross(arm, along) * b->delta_angle;
        slip += k ? -way : way;
    }
    return slip;
}

/* Takes back a share of what a manifold has slipped, by moving the two along the tangent: without a rotation, since
 * that would lift an end of what stands, and without a velocity. */
static void relax_slip(vv_stage *stage, const pair *p, const manifold *m, const relaxation *how)
{
    rigid_body *a = moving_body(stage, p, 0), *b = moving_body(stage, p, 1);
    float inv_a = a->inverse_mass, inv_b = b->inverse_mass; /* of the fixed body it is 0 */
    float slip = m->slip + relaxed_slip(stage, p, m);
    if (!(inv_a + inv_b > 0.0f) || slip == 0.0f)
        return;
    vv_vec2 way = vv_vec2_scale(perpendicular(m->normal), -how->share * slip / (inv_a + inv_b));
    a->delta_position = vv_vec2_add(a->delta_position, vv_vec2_scale(way, inv_a));
    b->delta_position = vv_vec2_sub(b->delta_position, vv_vec2_scale(way, inv_b));
    a->pending = a->pending || inv_a > 0.0f;
    b->pending = b->pending || inv_b > 0.0f;
}

/* Of all manifolds in which friction holds: what relaxation itself moves counts as a slip too. */
static bool relax_slips(vv_stage *stage, const contact_island *island, const relaxation *how, bool relaxed)
{
    contacts *c = stage->contacts;
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t k = 0; k < island->pair_count; k++) {
            pair *p = pair_of(c, island, k);
            for (uint32_t f = 0; f < active_manifold_count(p) && may_stick(stage, p); f++) {
                manifold *m = &p->manifolds[f];
                if (!does_stick(m) || (!relaxed && m->slip == 0.0f))
                    continue;
                if (round == 0)
                    relax_slip(stage, p, m, how);
                else
                    m->slip += relaxed_slip(stage, p, m);
                relaxed = true;
            }
        }
    return relaxed;
}

/* After x0 has moved: contact points have new start separations. */
static void update_start_separations(vv_stage *stage, const pair *p)
{
    for (uint32_t k = p->first_point; k < p->first_point + p->point_count; k++) {
        contact_point *r = &stage->contacts->points[k];
        float way = r->separation - r->start_separation;
        r->separation = vvi_contact_separation(stage, p, r);
        r->start_separation = r->separation - way;
        r->min_separation = vvi_min(r->start_separation, 0.0f);
    }
}

static void relax_penetration(vv_stage *stage, const contact_island *island, float h)
{
    VV_ASSERT(h > 0.0f && island->actor_count > 0);
    contacts *c = stage->contacts;
    const relaxation how = find_relaxation(h);
    bool any = false;
    for (uint32_t k = 0; k < island->pair_count; k++)
        any |= relax_pair(stage, pair_of(c, island, k), &how);
    any = relax_slips(stage, island, &how, any);
    if (island->joint_count > 0 && any)
        apply_all_deltas(stage, island, true);
    any |= vvi_joints_relax(stage, island, h);
    if (!any)
        return;
    apply_all_deltas(stage, island, true);
    for (uint32_t k = 0; k < island->pair_count; k++)
        update_start_separations(stage, pair_of(c, island, k));
}

void vvi_contacts_prepare(vv_stage *stage, const contact_island *island, float h)
{
    VV_ASSERT(h > 0.0f);
    /* It has no inverse mass; but NaN times 0 is NaN, and would spread from an actor that fails to other islands. */
    clear_delta(&stage->contacts->fixed_body);
    relax_penetration(stage, island, h);
    vvi_joints_prepare(stage, island, h);
    for (uint32_t k = 0; k < island->pair_count; k++)
        warm_start_pair(stage, pair_of(stage->contacts, island, k));
    vvi_joints_move_patches(stage, island, false);
    apply_large_deltas(stage, island);
}

/* ---- Velocities -------------------------------------------------------------------------------------------------- */

/* The velocity of a point of an actor along the tangent, as far as friction is concerned. */
static float sliding_velocity(const vv_stage *stage, const pair *p, const contact_point *r, uint32_t which)
{
    uint32_t index = which ? p->b : p->a;
    const edge_point *point = which ? &r->b : &r->a;
    const actor *a = &stage->actors[index];
    vv_vec2 tangent = perpendicular(r->normal), at = edge_point_position(point, a->x);
    if (vvi_does_shape_slide(a))
        return vv_vec2_dot(tangent, edge_point_position(point, a->v));
    if (!which)
        at = vv_vec2_add(at, touching_offset(&stage->contacts->bodies[index], r));
    vv_vec2 velocity = {(float)a->now.velocity[0], (float)a->now.velocity[1]};
    vvi_levers levers = vvi_contact_levers(stage, p, index, at, r->normal);
    return vv_vec2_dot(tangent, velocity) + levers.tangent * (float)(a->now.angular / a->now.inertia);
}

static float sliding_speed(const vv_stage *stage, const pair *p, const contact_point *r)
{
    float speed = sliding_velocity(stage, p, r, 0);
    return p->obstacle || stage->actors[p->b].asleep ? speed : speed - sliding_velocity(stage, p, r, 1);
}

/* The velocity of a point of an actor, without that of a change of pose. */
static vv_vec2 moving_velocity(const actor *a, const edge_point *point, float h)
{
    vv_vec2 velocity = edge_point_position(point, a->v);
    if (a->start == a->x0)
        return velocity;
    vv_vec2 way = vv_vec2_sub(posed_displacement(a, point), a->support_shift);
    return vv_vec2_sub(velocity, vv_vec2_scale(way, 1.0f / h));
}

/* What the spin of an actor adds to that for the centre of the arc on which it touches: as something round rolls, one
 * corner after the other comes down to the ground, but what touches stays below the centre. */
static vv_vec2 arc_velocity(const vv_stage *stage, const pair *p, const contact_point *r)
{
    const actor *a = &stage->actors[p->a];
    return vv_vec2_scale(perpendicular(r->arc.to_centre), (float)(a->now.angular / a->now.inertia));
}

/* Positions are predicted with the mean velocity of the substep, so half of the velocity that gravity adds is still
 * missing at its end. Where contact holds, it takes that too: the same system is solved once more, for velocities. */
static void add_manifold_velocity_constraints(vv_stage *stage, pair *p, manifold *m, float h)
{
    contacts *c = stage->contacts;
    uint32_t first = c->constraint_count;
    VVI_CHECK(c->constraint_count + CONTACT_SLOTS <= c->constraint_capacity);
    for (uint32_t k = 0; k < CONTACT_SLOTS && c->constraint_count < c->constraint_capacity; k++) {
        manifold_slot *slot = &m->slots[k];
        if (slot->point == VV_NONE || !(slot->normal_impulse > 0.0f))
            continue;
        const contact_point *r = &c->points[slot->point];
        vv_vec2 speed = vv_vec2_add(moving_velocity(&stage->actors[p->a], &r->a, h), arc_velocity(stage, p, r));
        if (!p->obstacle)
            speed = vv_vec2_sub(speed, moving_velocity(&stage->actors[p->b], &r->b, h));
        vv_vec2 surface = vvi_contact_surface_velocity(stage, p, r);
        slot->normal_impulse = slot->tangent_impulse = 0.0f;
        contact_constraint *g = &c->constraints[c->constraint_count++];
        make_constraint(stage, p, m, slot, g);
        g->separation = vv_vec2_dot(r->normal, vv_vec2_sub(speed, surface));
        g->slip = sliding_speed(stage, p, r) - vv_vec2_dot(perpendicular(r->normal), surface);
    }
    warm_start_constraints(c->constraints + first, c->constraint_count - first, m->velocity_warm_start);
}

static void add_velocity_constraints(vv_stage *stage, const contact_island *island, float h)
{
    contacts *c = stage->contacts;
    c->constraint_count = 0;
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(c, island, k);
        for (uint32_t f = 0; f < active_manifold_count(p); f++)
            add_manifold_velocity_constraints(stage, p, &p->manifolds[f], h);
    }
}

void vvi_contacts_solve_velocities(vv_stage *stage, const contact_island *island, float h)
{
    contacts *c = stage->contacts;
    add_velocity_constraints(stage, island, h);
    vvi_joints_prepare_velocities(stage, island, h);
    solve_constraints(stage, island);
    for (uint32_t k = 0; k < island->actor_count; k++) {
        actor *a = &stage->actors[island->actors[k]];
        rigid_body *body = &c->bodies[island->actors[k]];
        VVI_CHECK(is_awake(a) && body->present);
        if (body->pending && a->puppet)
            vvi_puppet_apply_velocity_change(a);
        else if (body->pending)
            vvi_positions_add_rigid(a->view.particle_count, a->x, body->pivot, body->delta_position, body->delta_angle,
                                    0.0f, a->v);
        clear_delta(body);
    }
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(c, island, k);
        for (uint32_t f = 0; f < active_manifold_count(p); f++)
            p->manifolds[f].velocity_warm_start =
                vvi_manifold_warm_start(&p->manifolds[f], vvi_pair_warm_start_limit(stage, island, p) * h);
    }
    vvi_joints_finish_velocities(stage, island, h);
    vvi_contacts_sum_velocity_impulses(stage, island, h);
}
