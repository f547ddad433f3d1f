/* Drawings between surfaces that nothing stops: in a press, between walls that close, under something that is far
 * heavier.
 *
 * There the rest shape has no room, and contact alone would push it out of one surface into the other. So the rest
 * shape itself gives way: it is mapped by a symmetric matrix A, which along the axis of the press makes it as thin as
 * the room is, and across as much wider as keeps its area, up to WIDEST and to what the room there allows. The
 * drawing goes along, inside as outside, without gaining velocity, and matching and elasticity hold it in that shape.
 * When the surfaces part, A grows back to the identity, no further than they are apart.
 *
 * A is found anew at the end of each substep, from the contact points as they are then. */
#include "runtime/stage/contact.h"

#include <string.h>

/* Something is begun to be squeezed where the room lacks this share of its width. */
#define LACK 0.015f
/* A press that closes wholly leaves a sheet of this share of the width. */
#define THINNEST 0.04f
/* From this share of a gap on, which is its own to close, what it meets does not give way: that is far heavier. */
#define UNYIELDING 0.998f
/* At most so many times as wide. */
#define WIDEST 3.0f
/* Cosine of the angle up to which a surface faces an axis. */
#define FACING 0.7f
/* Twice the cosine of half of the angle between two surfaces beyond which they are no press: things slip out. */
#define PARALLEL 1.97f
/* Of size: what is nearer has a say in the axis. */
#define NEAR 0.02f
/* It springs back as fast as it is stiff, but without leaping, Hz. */
#define LEAST_RATE 1.0f
#define MOST_RATE  4.0f

bool vvi_is_squeezed(const actor *a) { return a->squeeze[0] != 0.0f || a->squeeze[1] != 0.0f || a->squeeze[2] != 0.0f; }

static vv_mat2 matrix_of(const actor *a)
{
    return (vv_mat2){1.0f + a->squeeze[0], a->squeeze[1], a->squeeze[1], 1.0f + a->squeeze[2]};
}

static vv_mat2 inverse_of(vv_mat2 m)
{
    float by = 1.0f / vv_mat2_determinant(m);
    return (vv_mat2){m.yy * by, -m.xy * by, -m.yx * by, m.xx * by};
}

bool vvi_is_squeeze_sane(const actor *a)
{
    vv_mat2 m = matrix_of(a);
    float mean = 0.5f * (m.xx + m.yy), apart = sqrtf(0.25f * (m.xx - m.yy) * (m.xx - m.yy) + m.xy * m.xy);
    return mean - apart > 0.9f * THINNEST && mean + apart < 1.1f * WIDEST;
}

void vvi_actor_squeeze_rest(const actor *a, vv_vec2 *rest)
{
    vv_mat2 m = matrix_of(a);
    for (uint32_t i = 0; vvi_is_squeezed(a) && i < a->view.particle_count; i++)
        rest[i] = vv_mat2_apply(m, rest[i]);
}

/* x = centre + by·(x − centre) */
static void map_positions(uint32_t count, vv_mat2 by, vv_vec2 centre, vv_vec2 *x)
{
    for (uint32_t i = 0; i < count; i++)
        x[i] = vv_vec2_add(centre, vv_mat2_apply(by, vv_vec2_sub(x[i], centre)));
}

/* A map of the rest shape, for a drawing that is rotated by R. */
static vv_mat2 rotated(vv_mat2 turn, vv_mat2 m)
{
    return vv_mat2_multiply(turn, vv_mat2_multiply(m, vv_mat2_transpose(turn)));
}

static vv_mat2 turn_of(const vvi_fit *fit) { return (vv_mat2){fit->cosine, -fit->sine, fit->sine, fit->cosine}; }

/* ---- The room ---------------------------------------------------------------------------------------------------- */

/* From where to where, along an axis. */
typedef struct range {
    float low, high;
} range;

static bool is_closed(range r) { return r.low > -INFINITY && r.high < INFINITY; }

/* An actor that touches as one of a pair. */
typedef struct touching_side {
    const pair *pair;
    uint32_t which; /* 0: it is the pair's a */
    float share;    /* of the distance between the two that is its own to close */
} touching_side;

static bool find_side(const vv_stage *stage, const pair *p, uint32_t index, touching_side *out)
{
    if (p->point_count == 0 || (p->a != index && (p->obstacle || p->b != index)))
        return false;
    *out = (touching_side){p, p->a == index ? 0u : 1u, 1.0f};
    if (p->obstacle)
        return true;
    uint32_t other = out->which ? p->a : p->b;
    const actor *o = &stage->actors[other];
    float own = 1.0f / stage->actors[index].view.mass;
    out->share = own / (own + (o->asleep || o->kinematic ? 0.0f : 1.0f / o->view.mass));
    return true;
}

/* Whether it is near an actor that may give way: those of a heap overlap a little, and nothing squeezes them. */
static bool is_among_others(const vv_stage *stage, const contact_island *island, const actor *a)
{
    touching_side s;
    for (uint32_t k = 0; k < island->pair_count; k++) {
        const pair *p = pair_of(stage->contacts, island, k);
        if (find_side(stage, p, (uint32_t)(a - stage->actors), &s) && s.share < UNYIELDING)
            return true;
    }
    return false;
}

/* Towards the actor. */
static vv_vec2 normal_to(const touching_side *s, const contact_point *r)
{
    return s->which ? vv_vec2_scale(r->normal, -1.0f) : r->normal;
}

/* Of the outline, along an axis. */
static range find_range(const actor *a, vv_vec2 axis)
{
    range out = {INFINITY, -INFINITY};
    for (uint32_t k = 0; k < 2u * a->view.boundary_count; k++) {
        float at = vv_vec2_dot(axis, a->x[a->view.boundary[k]]);
        out.low = vvi_min(out.low, at);
        out.high = vvi_max(out.high, at);
    }
    return out;
}

/* The cosine between an axis and the normal of a contact point; 0 where that stops something else than the end that it
 * faces, as the corner of a smaller press does. */
static float facing_end(const vv_stage *stage, const touching_side *s, const contact_point *r, vv_vec2 axis,
                        float middle)
{
    float facing = vv_vec2_dot(axis, normal_to(s, r));
    vv_vec2 place = vvi_contact_place(stage, s->pair, r);
    if (s->which)
        place = vv_vec2_sub(place, s->pair->offset);
    float beyond = vv_vec2_dot(axis, place) - middle;
    return facing * beyond < 0.0f ? facing : 0.0f;
}

/* The speed with which the surface of a contact point comes towards the actor, m/s. */
static float approach(const vv_stage *stage, const touching_side *s, const contact_point *r)
{
    if (s->pair->obstacle)
        return vv_vec2_dot(r->normal, vvi_contact_surface_velocity(stage, s->pair, r));
    const actor *o = &stage->actors[s->which ? s->pair->a : s->pair->b];
    vv_vec2 velocity = {(float)o->now.velocity[0], (float)o->now.velocity[1]};
    return o->asleep ? 0.0f : vv_vec2_dot(normal_to(s, r), velocity);
}

/* How far the outline may go along an axis, by the distances from what it meets there when the next substep ends. */
static range find_room(const vv_stage *stage, const contact_island *island, const actor *a, vv_vec2 axis, float h)
{
    const contacts *c = stage->contacts;
    range at = find_range(a, axis), gap = {INFINITY, INFINITY};
    touching_side s;
    for (uint32_t k = 0; k < island->pair_count; k++) {
        const pair *p = pair_of(c, island, k);
        if (!find_side(stage, p, (uint32_t)(a - stage->actors), &s))
            continue;
        for (uint32_t i = p->first_point; i < p->first_point + p->point_count; i++) {
            float facing = facing_end(stage, &s, &c->points[i], axis, 0.5f * (at.low + at.high));
            float way =
                s.share * (vvi_contact_separation(stage, p, &c->points[i]) - h * approach(stage, &s, &c->points[i]));
            if (facing > FACING)
                gap.low = vvi_min(gap.low, way / facing);
            else if (facing < -FACING)
                gap.high = vvi_min(gap.high, way / -facing);
        }
    }
    return (range){at.low - gap.low, at.high + gap.high};
}

/* ---- The axis ---------------------------------------------------------------------------------------------------- */

/* The axis along which it is thinnest now, on the stage. */
static vv_vec2 thin_axis(vv_mat2 m)
{
    float sine, cosine;
    vv_sin_cos(0.5f * vv_atan2(m.xy, 0.5f * (m.xx - m.yy)), &sine, &cosine); /* along which it is widest */
    return (vv_vec2){-sine, cosine};
}

/* The normal of the contact point that presses most; 0: none does. */
static vv_vec2 strongest_normal(const vv_stage *stage, const contact_island *island, uint32_t index)
{
    const contacts *c = stage->contacts;
    vv_vec2 out = {0.0f, 0.0f};
    float strongest = 0.0f;
    touching_side s;
    for (uint32_t k = 0; k < island->pair_count; k++) {
        const pair *p = pair_of(c, island, k);
        if (!find_side(stage, p, index, &s) || !(p->impulse_sum > strongest))
            continue;
        float most = -1.0f;
        for (uint32_t i = p->first_point; i < p->first_point + p->point_count; i++)
            if (c->points[i].normal_impulse > most) {
                most = c->points[i].normal_impulse;
                out = normal_to(&s, &c->points[i]);
            }
        strongest = p->impulse_sum;
    }
    return out;
}

/* Turns an axis halfway between the normals that face it from both sides. False: none does from one of them, or they
 * are a wedge. */
static bool align_axis(const vv_stage *stage, const contact_island *island, const actor *a, vv_vec2 *axis)
{
    const contacts *c = stage->contacts;
    vv_vec2 sides[2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    range at = find_range(a, *axis);
    touching_side s;
    for (uint32_t k = 0; k < island->pair_count; k++) {
        const pair *p = pair_of(c, island, k);
        if (!find_side(stage, p, (uint32_t)(a - stage->actors), &s))
            continue;
        for (uint32_t i = p->first_point; i < p->first_point + p->point_count; i++) {
            vv_vec2 normal = normal_to(&s, &c->points[i]);
            float facing = facing_end(stage, &s, &c->points[i], *axis, 0.5f * (at.low + at.high));
            if (fabsf(facing) > FACING && vvi_contact_separation(stage, p, &c->points[i]) < NEAR * a->view.size)
                sides[facing < 0.0f] = vv_vec2_add(sides[facing < 0.0f], normal);
        }
    }
    float low = vv_vec2_length(sides[0]), high = vv_vec2_length(sides[1]);
    if (!(low > 0.0f && high > 0.0f))
        return false;
    vv_vec2 both = vv_vec2_sub(vv_vec2_scale(sides[0], 1.0f / low), vv_vec2_scale(sides[1], 1.0f / high));
    *axis = vv_vec2_scale(both, 1.0f / vv_vec2_length(both));
    return vv_vec2_length(both) > PARALLEL;
}

/* ---- The shape --------------------------------------------------------------------------------------------------- */

/* Of the rest shape without A, rotated, along an axis. */
static range find_extent(const actor *a, vv_mat2 to_stage, vv_vec2 axis)
{
    range out = {INFINITY, -INFINITY};
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        float at = vv_vec2_dot(axis, vv_mat2_apply(to_stage, a->rest[i]));
        out.low = vvi_min(out.low, at);
        out.high = vvi_max(out.high, at);
    }
    return out;
}

/* Along one of the two axes. */
typedef struct span {
    vv_vec2 axis;
    range room, extent;    /* the latter relative to the centre of mass, where A is the identity */
    float now, fits, next; /* factors: of A as it is; that fits into the room; that A gets */
} span;

static span find_span(const vv_stage *stage, const contact_island *island, const actor *a, vv_mat2 squeeze,
                      vv_mat2 to_stage, vv_vec2 axis, float h)
{
    span s = {.axis = axis, .fits = INFINITY};
    s.room = find_room(stage, island, a, axis, h);
    s.extent = find_extent(a, to_stage, axis);
    s.now = vv_vec2_dot(axis, vv_mat2_apply(squeeze, axis));
    float wide = s.extent.high - s.extent.low;
    if (is_closed(s.room) && wide > 0.0f)
        s.fits = vvi_max(THINNEST, (s.room.high - s.room.low) / wide);
    return s;
}

/* Moves it into its room along an axis, where contact has not; it goes no further into what it is kept out of. */
static void move_into_room(actor *a, const span *s)
{
    range at = find_range(a, s->axis);
    float up = s->room.low - at.low, down = at.high - s->room.high, shift = 0.0f;
    if (up > 0.0f && down > 0.0f)
        shift = 0.5f * (up - down);
    else if (up + down > 0.0f)
        shift = up > 0.0f ? -down : up; /* it cannot but touch both */
    else if (up > 0.0f || down > 0.0f)
        shift = up > 0.0f ? up : -down;
    if (shift == 0.0f)
        return;
    vvi_positions_add(a->view.particle_count, vv_vec2_scale(s->axis, shift), a->x);
    a->now = vvi_actor_motion(a);
    float speed = (float)a->now.velocity[0] * s->axis.x + (float)a->now.velocity[1] * s->axis.y;
    if (speed * shift < 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(s->axis, -speed));
}

static void set_squeeze(vv_stage *stage, actor *a, const vvi_fit *fit, const span *thin, const span *wide)
{
    vv_mat2 old = matrix_of(a), turn = turn_of(fit);
    vv_vec2 u = thin->axis, centre = {(float)a->now.centre[0], (float)a->now.centre[1]};
    float s = thin->next, c = wide->next;
    vv_mat2 m = {c + (s - c) * u.x * u.x, (s - c) * u.x * u.y, (s - c) * u.x * u.y, c + (s - c) * u.y * u.y};
    vv_mat2 own = rotated(vv_mat2_transpose(turn), m);
    if (fabsf(s - 1.0f) < 1e-3f && fabsf(c - 1.0f) < 1e-3f)
        own = (vv_mat2){1.0f, 0.0f, 0.0f, 1.0f};
    vv_mat2 change = vv_mat2_multiply(own, inverse_of(old));
    map_positions(a->view.particle_count, rotated(turn, change), centre, a->x);
    a->squeeze[0] = own.xx - 1.0f;
    a->squeeze[1] = 0.5f * (own.xy + own.yx);
    a->squeeze[2] = own.yy - 1.0f;
    vvi_actor_update_rest(stage,
                          a); /* and not by the change: rounded in another way, it would differ after a restore */
    a->now = vvi_actor_motion(a);
    move_into_room(a, thin);
    move_into_room(a, wide);
    VVI_CHECK(vvi_is_squeeze_sane(a));
}

void vvi_actor_squeeze(vv_stage *stage, const contact_island *island, actor *a, float h)
{
    bool was = vvi_is_squeezed(a);
    if (!was && !(a->squeezed_time > 0.0f))
        return;
    vvi_fit fit = vvi_match_fit(&a->view, a->rest, a->x);
    vv_mat2 turn = turn_of(&fit), squeeze = rotated(turn, matrix_of(a));
    vv_vec2 axis = was ? thin_axis(squeeze) : strongest_normal(stage, island, (uint32_t)(a - stage->actors));
    if (!align_axis(stage, island, a, &axis) && !was)
        return;
    vv_mat2 to_stage = vv_mat2_multiply(turn, inverse_of(matrix_of(a)));
    span thin = find_span(stage, island, a, squeeze, to_stage, axis, h);
    span wide = find_span(stage, island, a, squeeze, to_stage, perpendicular(axis), h);
    bool begins = vvi_min(thin.fits, wide.fits) < 1.0f - LACK && !is_among_others(stage, island, a);
    if (!was && !begins)
        return;
    float rate = 2.0f * VV_PI * vvi_clamp(a->strengths.stiffness, LEAST_RATE, MOST_RATE);
    float back = thin.now + (1.0f - thin.now) * (1.0f - vv_exp(-rate * h));
    thin.next = vvi_max(THINNEST, vvi_min(vvi_min(back, 1.0f), thin.fits));
    wide.next = vvi_max(THINNEST, vvi_min(vvi_min(1.0f / thin.next, WIDEST), wide.fits));
    set_squeeze(stage, a, &fit, &thin, &wide);
}
