/* What contact leaves to others: sums for the filters (eq. 4 and 11), warm starts, and which pairs touch. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"

/* For so long after it was touched last, an actor counts as carried, s. */
#define CARRIED_TIME 0.05f
/* Of the sum of impulses: where their resultant is less, they are squeezing. */
#define SQUEEZED_SHARE 0.7f
/* What touches an actor of so many times its mass meets it as it meets an obstacle. */
#define HEAVY_RATIO 500.0f

static float gravity_of(const vv_stage *stage) { return vv_vec2_length(stage->def.gravity); }

/* Below this speed contact is rest, not an impact: 0.3 √(g·size) of the smaller. */
float vvi_pair_impact_speed(const vv_stage *stage, const pair *p)
{
    float size = stage->actors[p->a].view.size, g = gravity_of(stage);
    if (!p->obstacle)
        size = vvi_min(size, stage->actors[p->b].view.size);
    return 0.3f * sqrtf((g > 0.0f ? g : 9.81f) * size);
}

/* ---- Touch ------------------------------------------------------------------------------------------------------- */

/* Adds an impulse of `amount` kg·m along the normal, at a point relative to the actor's origin, by something with that
 * velocity, to the actor's touch. Normal, point and velocity are divided by the whole impulse at the end. Sleepers have
 * no touch: several islands may touch them. */
static void add_touch(vv_stage *stage, uint32_t index, vv_vec2 normal, vv_vec2 point, vv_vec2 carrier, float amount,
                      float closing_speed)
{
    touch *t = &stage->actors[index].touch;
    float g = gravity_of(stage);
    if (stage->actors[index].asleep)
        return;
    VVI_CHECK(amount > 0.0f && !(closing_speed < 0.0f));
    t->count++;
    t->impulse = vv_vec2_add(t->impulse, vv_vec2_scale(normal, amount));
    t->point = vv_vec2_add(t->point, vv_vec2_scale(point, amount));
    t->carrier = vv_vec2_add(t->carrier, vv_vec2_scale(carrier, amount));
    t->carrier_low = (vv_vec2){vvi_min(t->carrier_low.x, carrier.x), vvi_min(t->carrier_low.y, carrier.y)};
    t->carrier_high = (vv_vec2){vvi_max(t->carrier_high.x, carrier.x), vvi_max(t->carrier_high.y, carrier.y)};
    t->closing_speed = vvi_max(t->closing_speed, closing_speed);
    stage->contacts->bodies[index].impulse_sum += amount;
    if (-vv_vec2_dot(normal, stage->def.gravity) > 0.5f * g && g > 0.0f)
        t->supported = true;
}

/* The velocity of a point of an actor as a rigid body, without its deformation. */
static vv_vec2 rigid_velocity(const actor *a, vv_vec2 point)
{
    return (vv_vec2){(float)a->predicted[0] - a->spin * point.y, (float)a->predicted[1] + a->spin * point.x};
}

/* A collision gives at most twice the speed of the other one, contact that lasts no more than its speed. */
static void bound_speed(const pair *p, actor *a, vv_vec2 other_velocity)
{
    float times = p->was_touching ? 1.0f : 2.0f;
    a->touch.max_speed = vvi_max(a->touch.max_speed, times * vv_vec2_length(other_velocity));
    a->touch.new_contact = a->touch.new_contact || !p->was_touching;
}

/* An impulse p = λ/h that stops the approach of two actors at speed v dissipates ½·p·v. Only rigid motion counts: a
 * drawing that expands against another does not strike it. The speed gained by falling for one substep is no impact,
 * nor is slow motion while the two touch already. */
static void add_collision(vv_stage *stage, const pair *p, vv_vec2 normal, vv_vec2 point, float amount, float h)
{
    VVI_CHECK(!p->obstacle && h > 0.0f);
    actor *both[2] = {&stage->actors[p->a], &stage->actors[p->b]};
    vv_vec2 va = rigid_velocity(both[0], point), vb = rigid_velocity(both[1], vv_vec2_sub(point, p->offset));
    float closing_speed = vv_vec2_dot(normal, vv_vec2_sub(vb, va)) - 2.0f * gravity_of(stage) * h;
    bool is_rest = p->was_touching && closing_speed < 2.5f * vvi_pair_impact_speed(stage, p);
    float energy = 0.5f * (amount / h) * vvi_max(0.0f, closing_speed);
    VVI_CHECK(!(energy < 0.0f));
    for (uint32_t k = 0; k < 2; k++) {
        touch *t = &both[k]->touch;
        if (both[k]->asleep)
            continue;
        bound_speed(p, both[k], k ? va : vb);
        if (is_rest)
            continue;
        t->energy += energy;
        t->impact_speed = vvi_max(t->impact_speed, closing_speed);
    }
}

bool vvi_is_actor_active(const actor *a)
{
    const vv_strengths *s = &a->strengths;
    return s->energy > 0.0f || s->velocity > 0.0f || (s->orient != VV_ORIENT_FREE && s->orient_rate > 0.0f);
}

/* What carries an actor that others touch: it carries these too. One that is far heavier than `other` carries it by
 * itself. */
static vv_vec2 carrier_of(const actor *a, const actor *other)
{
    if (other && a->view.mass > HEAVY_RATIO * other->view.mass)
        return a->velocity;
    return a->touch_time > CARRIED_TIME ? (vv_vec2){0.0f, 0.0f} : a->carrier;
}

/* What a kinematic actor does to another one is what an obstacle does. Its own touch is summed at the end. */
static void add_touch_of_kinematic(vv_stage *stage, const pair *p, const contact_point *r, float amount)
{
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    vv_vec2 point = edge_point_position(&r->a, a->x);
    uint32_t index = a->kinematic ? p->b : p->a;
    if (a->kinematic)
        add_touch(stage, index, vv_vec2_scale(r->normal, -1.0f), vv_vec2_sub(point, p->offset),
                  edge_point_position(&r->a, a->v), amount, r->closing_speed);
    else
        add_touch(stage, index, r->normal, point, edge_point_position(&r->b, b->v), amount, r->closing_speed);
}

static void add_touch_to_both(vv_stage *stage, const pair *p, const contact_point *r, float amount, float h)
{
    if (!(amount > 0.0f))
        return;
    actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    vv_vec2 point = edge_point_position(&r->a, a->x);
    if (find_kinematic(stage, p)) {
        add_touch_of_kinematic(stage, p, r, amount);
        return;
    }
    add_touch(stage, p->a, r->normal, point, b ? carrier_of(b, a) : vvi_contact_surface_velocity(stage, p, r), amount,
              r->closing_speed);
    if (p->obstacle)
        return;
    add_touch(stage, p->b, vv_vec2_scale(r->normal, -1.0f), vv_vec2_sub(point, p->offset), carrier_of(a, b), amount,
              r->closing_speed);
    if (!a->asleep)
        a->touch.touches_actor = true;
    if (!b->asleep)
        b->touch.touches_actor = true;
    add_collision(stage, p, r->normal, point, amount, h);
}

/* The sums of a manifold, with which the next substep begins; at most `max_impulse`, so that jammed drawings do not
 * pump themselves up. */
warm_start vvi_manifold_warm_start(const manifold *f, float max_impulse)
{
    warm_start w = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < CONTACT_SLOTS && max_impulse > 0.0f; k++) {
        const manifold_slot *s = &f->slots[k];
        if (s->point == VV_NONE)
            continue;
        w.normal_impulse += s->normal_impulse;
        w.tangent_impulse += s->tangent_impulse;
        w.centre += s->normal_impulse * s->along;
    }
    w.centre = w.normal_impulse > 0.0f ? w.centre / w.normal_impulse : 0.0f;
    if (w.normal_impulse > max_impulse) {
        w.tangent_impulse *= max_impulse / w.normal_impulse;
        w.normal_impulse = max_impulse;
    }
    /* A state that diverged in this substep is repaired at its end; it must not come back from here. */
    return vvi_all_finite(&w.normal_impulse, 3) ? w : (warm_start){0.0f, 0.0f, 0.0f};
}

/* The greatest force that a warm start may stand for, newton: nothing at rest carries more than the weight of all
 * actors of its island, and the impulse of an impact does not recur. What is soft is held up by its particles: borne as
 * a whole, it would not feel its weight. */
float vvi_pair_warm_start_limit(const vv_stage *stage, const contact_island *island, const pair *p)
{
    float firm = 1.0f - vvi_actor_elasticity(&stage->actors[p->a]);
    if (!p->obstacle)
        firm *= 1.0f - vvi_actor_elasticity(&stage->actors[p->b]);
    return p->closing_speed > vvi_pair_impact_speed(stage, p) ? 0.0f : firm * firm * island->weight;
}

/* A puppet's own step knows the forces of obstacles on it. */
static float sum_puppet_contact(vv_stage *stage, pair *p, float h)
{
    actor *a = &stage->actors[p->a];
    vv_vec2 at = {0.0f, 0.0f}, normal = {0.0f, 0.0f};
    VVI_CHECK(p->obstacle && a->puppet);
    float closing_speed = 0.0f, amount = (float)vvi_puppet_contact_force(a, p->b, &at, &normal, &closing_speed) * h * h;
    if (!(amount > 0.0f))
        return 0.0f;
    vv_vec2 point = {(float)((double)at.x - a->origin[0]), (float)((double)at.y - a->origin[1])};
    p->closing_speed = a->puppet->travel.done == 1 ? closing_speed : 0.0f;
    if (p->point_count == 0) { /* for later queries: it has no contact points */
        p->manifold_count = 1;
        p->manifolds[0] = (manifold){.normal = normal};
    }
    add_touch(stage, p->a, normal, point, vvi_obstacle_velocity_at(&stage->obstacles[p->b], a->origin, point), amount,
              closing_speed);
    return amount;
}

static float sum_pair(vv_stage *stage, const contact_island *island, pair *p, float h)
{
    const contact_point *points = stage->contacts->points;
    float pushed = 0.0f;
    for (uint32_t f = 0; f < active_manifold_count(p); f++) {
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            manifold_slot *s = &p->manifolds[f].slots[k];
            if (s->point != VV_NONE) {
                s->impulse = s->normal_impulse / h;
                add_touch_to_both(stage, p, &points[s->point], s->normal_impulse, h);
                pushed += s->normal_impulse;
            }
        }
        p->manifolds[f].position_warm_start =
            vvi_manifold_warm_start(&p->manifolds[f], vvi_pair_warm_start_limit(stage, island, p) * h * h);
    }
    for (uint32_t k = p->first_point; k < p->first_point + p->point_count; k++) {
        add_touch_to_both(stage, p, &points[k], points[k].normal_impulse, h);
        pushed += points[k].normal_impulse;
    }
    return pushed;
}

static void finish_touch(actor *a, float felt)
{
    touch *t = &a->touch;
    float length = vv_vec2_length(t->impulse);
    if (!(felt > 0.0f))
        return;
    VVI_CHECK(t->count > 0 && a->view.mass > 0.0f);
    /* Under a much heavier actor it receives no more energy than at twice the speed of the impact. */
    t->energy = vvi_min(t->energy, 2.0f * a->view.mass * t->impact_speed * t->impact_speed);
    t->point = (vv_vec2){(float)(a->origin[0] + (double)(t->point.x / felt)),
                         (float)(a->origin[1] + (double)(t->point.y / felt))};
    a->carrier = (vv_vec2){t->carrier.x / felt, t->carrier.y / felt};
    t->squeezed = length < SQUEEZED_SHARE * felt;
    /* Where impulses cancel, there is no normal. */
    t->normal = length > 1.0e-3f * felt ? vv_vec2_scale(t->impulse, 1.0f / length) : (vv_vec2){0.0f, 0.0f};
}

void vvi_contacts_sum_impulses(vv_stage *stage, const contact_island *island, float h)
{
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(stage->contacts, island, k);
        p->was_touching = p->touching;
        if (p->obstacle && stage->actors[p->a].puppet)
            p->impulse_sum = sum_puppet_contact(stage, p, h);
        else if (p->point_count > 0)
            p->impulse_sum = sum_pair(stage, island, p, h);
    }
}

static const contact_point *find_deepest(const contacts *c, const pair *p)
{
    const contact_point *deepest = &c->points[p->first_point];
    for (const contact_point *r = deepest; r < c->points + p->first_point + p->point_count; r++)
        if (r->separation < deepest->separation)
            deepest = r;
    return deepest;
}

static vv_vec2 velocity_at(const actor *a, vv_vec2 point)
{
    motion m = vvi_actor_motion(a);
    float spin = (float)(m.angular / m.inertia), x = point.x - (float)m.centre[0], y = point.y - (float)m.centre[1];
    return (vv_vec2){(float)m.velocity[0] - spin * y, (float)m.velocity[1] + spin * x};
}

/* What is driven by a joint pushes with the speed that it has after the joint was solved, which was not predicted. */
static void bound_speeds_of_joined(vv_stage *stage, const contact_island *island)
{
    for (uint32_t k = 0; k < island->pair_count && island->joint_count > 0; k++) {
        const pair *p = pair_of(stage->contacts, island, k);
        if (p->obstacle || p->point_count == 0 || !(p->impulse_sum > 0.0f) || find_kinematic(stage, p))
            continue;
        actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
        vv_vec2 point = edge_point_position(&find_deepest(stage->contacts, p)->a, a->x);
        if (a->first_joint && !a->puppet && !a->asleep && !b->asleep)
            bound_speed(p, b, velocity_at(a, point));
        if (b->first_joint && !b->puppet && !a->asleep && !b->asleep)
            bound_speed(p, a, velocity_at(b, vv_vec2_sub(point, p->offset)));
    }
}

/* In an impact, the impulses of the velocity pass count too: j kg·m/s like j·h kg·m. Two actors that reach each other
 * at the very end of a substep are stopped by these alone. */
void vvi_contacts_sum_velocity_impulses(vv_stage *stage, const contact_island *island, float h)
{
    contacts *c = stage->contacts;
    for (const contact_constraint *g = c->constraints; g < c->constraints + c->constraint_count; g++)
        if (c->points[g->slot->point].closing_speed > vvi_pair_impact_speed(stage, &c->pairs[g->pair]))
            add_touch_to_both(stage, &c->pairs[g->pair], &c->points[g->slot->point], g->normal_impulse * h, h);
    bound_speeds_of_joined(stage, island);
    for (uint32_t k = 0; k < island->actor_count; k++)
        finish_touch(&stage->actors[island->actors[k]], c->bodies[island->actors[k]].impulse_sum);
}

/* The impulse of a pair on its kinematic actor, which lies at the deepest of its points, and what it dissipated. */
static void add_touch_to_kinematic(vv_stage *stage, const pair *p, actor *k, float h)
{
    const actor *a = &stage->actors[p->a];
    uint32_t index = (uint32_t)(k - stage->actors);
    const contact_point *r = find_deepest(stage->contacts, p);
    vv_vec2 point = edge_point_position(&r->a, a->x);
    if (k == a)
        add_touch(stage, index, r->normal, point, carrier_of(k, NULL), p->impulse_sum, p->closing_speed);
    else
        add_touch(stage, index, vv_vec2_scale(r->normal, -1.0f), vv_vec2_sub(point, p->offset), carrier_of(k, NULL),
                  p->impulse_sum, p->closing_speed);
    k->touch.touches_actor = true;
    float closing_speed = p->closing_speed - 2.0f * gravity_of(stage) * h;
    if (p->was_touching && closing_speed < 2.5f * vvi_pair_impact_speed(stage, p))
        return;
    k->touch.energy += 0.5f * (p->impulse_sum / h) * vvi_max(0.0f, closing_speed);
    k->touch.impact_speed = vvi_max(k->touch.impact_speed, closing_speed);
}

void vvi_contacts_sum_kinematic(vv_stage *stage, float h)
{
    const contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (p->obstacle || p->point_count == 0 || !(p->impulse_sum > 0.0f) || !find_kinematic(stage, p))
            continue;
        actor *kinematic = &stage->actors[stage->actors[p->a].kinematic ? p->a : p->b];
        if (!kinematic->asleep)
            add_touch_to_kinematic(stage, p, kinematic, h);
    }
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]) && stage->actors[i].kinematic)
            finish_touch(&stage->actors[i], c->bodies[i].impulse_sum);
}

/* ---- Which pairs touch ------------------------------------------------------------------------------------------- */

/* Near enough to count as touching although there was no impulse: resting contact varies by rounding. */
static bool is_near_contact(const vv_stage *stage, const pair *p)
{
    const contacts *c = stage->contacts;
    float margin = c->bodies[p->a].margin;
    for (uint32_t k = p->first_point; k < p->first_point + p->point_count; k++)
        if (c->points[k].separation < 0.5f * margin)
            return true;
    return false;
}

void vvi_contacts_update_touching(vv_stage *stage, const contact_island *island)
{
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(stage->contacts, island, k);
        p->touching = p->landed = p->impulse_sum > 0.0f || (p->touching && is_near_contact(stage, p));
    }
}
