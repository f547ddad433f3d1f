/* Events of contact. The substeps of a step only record: whether a pair touched, how fast it met, and what they
 * exchanged. What is told of it is decided once, when the step ends, by a state that belongs to the pair and is saved
 * with it. So there is at most one begin, stay or end of a pair in a step, and their order is that of the pairs.
 *
 * A touch outlasts the moments in which a drawing rattles, hops or is lifted by rounding: it ends when the two have not
 * pressed on each other for a while, or part as fast as after an impact. A hit is reported once in a
 * touch, however long a soft drawing takes to be stopped. The exception is an obstacle with several sides: whoever
 * lands on a chain of walls and runs into another one of them later, hits that one too. */
#include "runtime/stage/puppet_actor.h"

#include <verve/query.h>

#define SHORT_GAP     0.05f /* s without an impulse that may interrupt a touch, whatever touches; */
#define HOP_TIME      0.2f  /* √(size/g): the same, since a large drawing hops for longer; */
#define LONG_GAP      0.15f /* s: but no longer than this */
#define HOP_SPEED     0.5f  /* of the speed of a hit: what parts faster than that does not hop, it leaves */
#define CALM_TIME     0.1f  /* s without the speed of a hit, after which another side may be hit */
#define OTHER_SIDE    0.5f  /* cosine between the normals of two hits, below which they are of different sides */
#define LONGEST_COUNT 1.0f  /* s; both times are counted up to here */

/* ---- During substeps --------------------------------------------------------------------------------------------- */

/* The contact point with the greatest impulse of this substep gives the place. */
static void find_place(const vv_stage *stage, const pair *p, vv_vec2 *point, vv_vec2 *normal)
{
    const contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a];
    float greatest = -1.0f, closing_speed = 0.0f;
    if (p->obstacle && a->puppet) {
        (void)vvi_puppet_contact_force(a, p->b, point, normal, &closing_speed);
        return;
    }
    for (uint32_t f = 0; f < active_manifold_count(p); f++)
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            const manifold_slot *s = &p->manifolds[f].slots[k];
            if (s->point == VV_NONE || s->impulse <= greatest)
                continue;
            const contact_point *r = &c->points[s->point];
            vv_vec2 at = edge_point_position(&r->a, a->x);
            greatest = s->impulse;
            *normal = r->normal;
            *point = (vv_vec2){(float)(a->origin[0] + (double)at.x), (float)(a->origin[1] + (double)at.y)};
        }
}

/* Of this substep, N·s: of positions, of what that takes at the end of the substep, and of the velocity pass, which
 * the slots hold still. */
static float sum_impulses(const vv_stage *stage, pair *p, float h)
{
    float end_share = stage->actors[p->a].touch.end_share;
    if (!p->obstacle)
        end_share = vvi_max(end_share, stage->actors[p->b].touch.end_share);
    float sum = p->impulse_sum / h * (1.0f + end_share);
    for (uint32_t f = 0; f < active_manifold_count(p); f++)
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            manifold_slot *s = &p->manifolds[f].slots[k];
            if (s->point == VV_NONE)
                continue;
            s->impulse += s->normal_impulse;
            sum += s->normal_impulse;
        }
    return sum;
}

/* At which a contact point strikes, m/s. On an arc, one corner after the other comes down as it rolls; but only the
 * motion of the arc's centre brings what touches nearer. */
static float point_speed(const vv_stage *stage, const pair *p, const contact_point *r)
{
    const actor *a = &stage->actors[p->a];
    if (r->arc.to_centre.x == 0.0f && r->arc.to_centre.y == 0.0f)
        return r->closing_speed;
    vv_vec2 arm = vv_vec2_add(edge_point_position(&r->a, a->x), r->arc.to_centre);
    arm = vv_vec2_sub(arm, stage->contacts->bodies[p->a].pivot);
    vv_vec2 velocity = {(float)a->predicted[0] - a->spin * arm.y, (float)a->predicted[1] + a->spin * arm.x};
    velocity = vv_vec2_sub(velocity, vvi_contact_surface_velocity(stage, p, r));
    return vvi_min(r->closing_speed, vvi_max(0.0f, -vv_vec2_dot(r->normal, velocity)));
}

/* The greatest at which the two have met as wholes, of the points that carry them. */
static float striking_speed(const vv_stage *stage, const pair *p)
{
    float speed = -1.0f;
    for (uint32_t f = 0; f < active_manifold_count(p); f++)
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            const manifold_slot *s = &p->manifolds[f].slots[k];
            if (s->point != VV_NONE && s->impulse > 0.0f)
                speed = vvi_max(speed, point_speed(stage, p, &stage->contacts->points[s->point]));
        }
    return speed >= 0.0f ? vvi_min(speed, p->closing_speed) : p->closing_speed;
}

void vvi_contacts_record_impulses(vv_stage *stage, const contact_island *island, float h)
{
    for (uint32_t k = 0; k < island->pair_count; k++) {
        pair *p = pair_of(stage->contacts, island, k);
        pair_report *r = &p->report;
        r->touched = r->touched || p->touching;
        if (!(p->impulse_sum > 0.0f))
            continue;
        float impulse = sum_impulses(stage, p, h), speed = striking_speed(stage, p);
        r->struck = r->struck || speed > vvi_pair_impact_speed(stage, p);
        r->speed = vvi_max(r->speed, speed);
        if (!vvi_all_finite(&impulse, 1)) /* of a state that diverged, and is repaired */
            continue;
        r->impulse += impulse;
        if (impulse > r->strongest) {
            r->strongest = impulse;
            find_place(stage, p, &r->point, &r->normal);
        }
    }
}

void vvi_contacts_clear_records(vv_stage *stage)
{
    for (pair *p = stage->contacts->pairs; p < stage->contacts->pairs + stage->contacts->pair_count; p++) {
        pair_report *r = &p->report;
        r->touched = r->struck = false;
        r->impulse = r->strongest = r->speed = 0.0f;
        r->point = r->normal = (vv_vec2){0.0f, 0.0f};
    }
}

/* ---- At the end of a step ---------------------------------------------------------------------------------------- */

static vv_event event_of(const vv_stage *stage, const pair *p, vv_event_kind kind)
{
    vv_event e = {.kind = kind, .actor = actor_id(stage, &stage->actors[p->a])};
    VVI_CHECK(stage->actors[p->a].used);
    VVI_CHECK(p->obstacle ? stage->obstacles[p->b].used : stage->actors[p->b].used);
    if (p->obstacle)
        e.obstacle = (vv_obstacle){p->b, stage->obstacles[p->b].generation};
    else
        e.other = actor_id(stage, &stage->actors[p->b]);
    return e;
}

static void report(vv_stage *stage, const pair *p, vv_event_kind kind)
{
    vv_event e = event_of(stage, p, kind);
    if (kind != VV_EVENT_CONTACT_END) {
        e.point = p->report.point;
        e.normal = p->report.normal;
        e.speed = p->report.speed;
        e.impulse = p->report.impulse;
    }
    vvi_stage_report(stage, &e);
}

/* A puppet has no contact points with obstacles. */
static bool is_near(const vv_stage *stage, const pair *p)
{
    return p->point_count > 0 || (p->obstacle && stage->actors[p->a].puppet);
}

/* For so long the two may be apart in one touch, s. */
static float longest_gap(const vv_stage *stage, const pair *p)
{
    float size = stage->actors[p->a].view.size;
    if (!p->obstacle)
        size = vvi_min(size, stage->actors[p->b].view.size);
    return vvi_clamp(HOP_TIME * sqrtf(size / vvi_stage_gravity(stage)), SHORT_GAP, LONG_GAP);
}

/* How fast the two move apart at least, wherever they have touched, in the speed of a hit. */
static float parting_speed(const vv_stage *stage, const pair *p)
{
    const actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    vv_vec2 normal = a->contact_normal, velocity = vv_vec2_sub(a->velocity, b ? b->velocity : a->carrier);
    float turning = fabsf(a->spin) * a->view.radius + (b ? fabsf(b->spin) * b->view.radius : 0.0f);
    if (b)
        normal = (vv_vec2){(float)(a->origin[0] - b->origin[0]), (float)(a->origin[1] - b->origin[1])};
    float length = vv_vec2_length(normal);
    if (!(length > 0.0f))
        return 0.0f;
    return (vv_vec2_dot(normal, velocity) / length - turning) / vvi_pair_impact_speed(stage, p);
}

static bool has_parted(const vv_stage *stage, const pair *p)
{
    if (p->report.touched)
        return false;
    return p->report.apart_time >= longest_gap(stage, p) || (!is_near(stage, p) && parting_speed(stage, p) > HOP_SPEED);
}

bool vvi_pair_may_touch_again(const vv_stage *stage, pair *p)
{
    p->touching = p->landed = false;
    p->impulse_sum = p->closing_speed = 0.0f;
    p->manifold_count = 0;
    return p->report.touched || (p->report.begun && !has_parted(stage, p));
}

/* Whether this is the first hit of a touch, or the first of another side of an obstacle. */
static bool is_new_hit(const pair *p)
{
    const pair_report *r = &p->report;
    bool is_other_side = p->obstacle && r->calm_time >= CALM_TIME && vv_vec2_dot(r->hit_normal, r->normal) < OTHER_SIDE;
    return r->struck && (!r->hit || is_other_side);
}

static void report_hit(vv_stage *stage, pair *p)
{
    pair_report *r = &p->report;
    if (!is_new_hit(p))
        return;
    r->hit = true;
    r->hit_normal = r->normal;
    report(stage, p, VV_EVENT_CONTACT_HIT);
}

static void report_begin(vv_stage *stage, pair *p)
{
    p->report.begun = true;
    p->report.hit = false;
    report(stage, p, VV_EVENT_CONTACT_BEGIN);
    report_hit(stage, p);
}

static void report_end(vv_stage *stage, pair *p)
{
    p->report = (pair_report){0};
    report(stage, p, VV_EVENT_CONTACT_END);
}

static bool is_stay_wanted(const vv_stage *stage, const pair *p)
{
    return stage->actors[p->a].report_stay || (!p->obstacle && stage->actors[p->b].report_stay);
}

static void report_pair(vv_stage *stage, pair *p)
{
    pair_report *r = &p->report;
    float seconds = stage->def.step;
    r->apart_time = r->touched ? 0.0f : vvi_min(r->apart_time + seconds, LONGEST_COUNT);
    if (!r->begun && r->touched) {
        report_begin(stage, p);
    } else if (r->begun && has_parted(stage, p)) {
        report_end(stage, p);
    } else if (r->begun) {
        if (is_stay_wanted(stage, p))
            report(stage, p, VV_EVENT_CONTACT_STAY);
        report_hit(stage, p);
    }
    r->calm_time = r->struck ? 0.0f : vvi_min(r->calm_time + seconds, LONGEST_COUNT);
}

void vvi_contacts_report_events(vv_stage *stage)
{
    contacts *c = stage->contacts;
    for (pair *p = c->pairs; p < c->pairs + c->pair_count; p++)
        if (is_pair_awake(stage, p))
            report_pair(stage, p);
}

void vvi_pair_report_removal(vv_stage *stage, pair *p)
{
    if (!p->report.begun && p->report.touched)
        report_begin(stage, p);
    if (p->report.begun)
        report_end(stage, p);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

/* Pairs of sleepers, and of a state that was just restored, have no contact points. The centre of the last impulse
 * along the manifold stands for them. */
static void place_resting(const vv_stage *stage, const pair *p, vv_contact *contact)
{
    const actor *a = &stage->actors[p->a];
    contact->normal = p->manifold_count > 0 ? p->manifolds[0].normal : (vv_vec2){0.0f, 0.0f};
    float low = vvi_support_distance(&a->view, a->x, 0.0f, contact->normal);
    vv_vec2 along = perpendicular(contact->normal);
    float centre = p->manifold_count > 0 ? p->manifolds[0].position_warm_start.centre : 0.0f;
    contact->point = (vv_vec2){(float)(a->origin[0] + (double)(low * contact->normal.x + centre * along.x)),
                               (float)(a->origin[1] + (double)(low * contact->normal.y + centre * along.y))};
}

static vv_contact contact_of(const vv_stage *stage, const pair *p)
{
    vv_event e = event_of(stage, p, VV_EVENT_CONTACT_BEGIN);
    vv_contact contact = {.actor = e.actor, .other = e.other, .obstacle = e.obstacle};
    bool pressed = p->obstacle && stage->actors[p->a].puppet && stage->actors[p->a].puppet->point_count > 0;
    if (active_manifold_count(p) == 0 && !pressed) {
        place_resting(stage, p, &contact);
        return contact;
    }
    find_place(stage, p, &contact.point, &contact.normal);
    contact.speed = p->closing_speed;
    contact.impulse = p->report.impulse;
    return contact;
}

uint32_t vv_stage_contacts(const vv_stage *stage, vv_contact *contacts_out, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(contacts_out != NULL || capacity == 0);
    const contacts *c = stage->contacts;
    uint32_t count = 0;
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].touching && count++ < capacity)
            contacts_out[count - 1u] = contact_of(stage, &c->pairs[k]);
    return count;
}

/* The same contact as `id` sees it, where that is the second actor of the pair. */
static vv_contact seen_from(vv_contact contact, vv_actor id)
{
    if (contact.actor.index == id.index)
        return contact;
    contact.other = contact.actor;
    contact.actor = id;
    contact.normal = vv_vec2_scale(contact.normal, -1.0f);
    return contact;
}

uint32_t vv_stage_actor_contacts(const vv_stage *stage, vv_actor id, vv_contact *contacts_out, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(contacts_out != NULL || capacity == 0);
    const contacts *c = stage->contacts;
    uint32_t count = 0;
    for (uint32_t k = 0; vvi_stage_actor(stage, id) && k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        bool takes_part = p->a == id.index || (!p->obstacle && p->b == id.index);
        if (p->touching && takes_part && count++ < capacity)
            contacts_out[count - 1u] = seen_from(contact_of(stage, p), id);
    }
    return count;
}
