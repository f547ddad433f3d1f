/* Rows looked at, and their particles pushed apart: what the rigid level leaves, and what soft drawings take first. */
#include "runtime/stage/puppet/actor.h"

/* One particle of a row, or a point of a puppet, which answers as a whole. */
typedef struct share {
    actor *actor;
    uint32_t particle;
    float inverse_mass, weight; /* of a puppet: its bend knows */
    solid *whole;               /* of a puppet */
    const bend *bend;
} share;

float vvi_row_gap(const vv_stage *stage, const pair *p, const row *r)
{
    float gap = vv_vec2_dot(r->normal, row_point(&r->a, stage->actors[p->a].x)) + r->offset;
    return p->obstacle ? gap : gap - vv_vec2_dot(r->normal, row_point(&r->b, stage->actors[p->b].x));
}

float vvi_row_slide(const vv_stage *stage, const pair *p, const row *r)
{
    const actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    vv_vec2 way = vv_vec2_sub(row_point(&r->a, a->x), row_point(&r->a, a->x0));
    if (!p->obstacle)
        way = vv_vec2_sub(way, vv_vec2_sub(row_point(&r->b, b->x), row_point(&r->b, b->x0)));
    return vv_vec2_dot(perpendicular(r->normal), way);
}

/* What is pending of puppets, which the particles do not show yet, along a direction. */
static float pending_along(const share *s, uint32_t count, vv_vec2 along)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++)
        if (s[k].bend)
            sum += s[k].weight * vvi_bend_motion(s[k].bend, along);
    return sum;
}

static share share_of_puppet(const vv_stage *stage, const pair *p, uint32_t index, row *r, uint32_t which, float sign)
{
    actor *a = &stage->actors[index];
    const bend *b = p->led[1u - which] ? NULL : vvi_puppet_bend(a, r, which);
    return (share){a, 0, b ? 1.0f : 0.0f, sign, &stage->contacts->solids[index], b};
}

/* The up to four particles of a row with their weights: w_i of the point is w_i of the push. */
static uint32_t shares_of(vv_stage *stage, const pair *p, row *r, share *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < (p->obstacle ? 1u : 2u); k++) {
        uint32_t index = k ? p->b : p->a;
        actor *a = &stage->actors[index];
        const uint8_t *held = stage->contacts->outlines[index].held;
        const row_side *s = k ? &r->b : &r->a;
        float sign = k ? -1.0f : 1.0f;
        if (a->puppet) {
            out[count++] = share_of_puppet(stage, p, index, r, k, sign);
            continue;
        }
        uint32_t particles[2] = {s->i, s->j};
        float weights[2] = {s->i == s->j ? 1.0f : 1.0f - s->t, s->t};
        for (uint32_t e = 0; e < (s->i == s->j ? 1u : 2u); e++) {
            uint32_t i = particles[e];
            out[count++] =
                (share){a, i, a->asleep || held[i] ? 0.0f : 1.0f / a->view.masses[i], sign * weights[e], NULL, NULL};
        }
    }
    return count;
}

static void move_shares(const share *s, uint32_t count, vv_vec2 along, float amount)
{
    for (uint32_t k = 0; k < count; k++) {
        if (s[k].inverse_mass == 0.0f)
            continue;
        if (s[k].bend) {
            vvi_bend_push(s[k].bend, along, amount * s[k].weight);
            s[k].whole->pending = true;
            continue;
        }
        vv_vec2 *x = &s[k].actor->x[s[k].particle];
        s[k].actor->moved = true;
        vv_vec2 arm = vv_vec2_sub(*x, s[k].actor->fit.centre);
        s[k].actor->touch.torque += amount * s[k].weight * vv_vec2_cross(arm, along);
        *x = vv_vec2_add(*x, vv_vec2_scale(along, amount * s[k].weight * s[k].inverse_mass));
    }
}

/* How far the point between them moves along a direction by a push along it, 1/kg. */
static float compliance(const share *s, uint32_t count, vv_vec2 along)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++)
        sum += s[k].weight * s[k].weight * (s[k].bend ? vvi_bend_compliance(s[k].bend, along) : s[k].inverse_mass);
    return sum;
}

/* By a share of what is missing beyond `slack`; rubs by at most μ times the push. */
static void push_row(vv_stage *stage, const pair *p, row *r, float part, float slack)
{
    share shares[4];
    bool bends = stage->actors[p->a].puppet || (!p->obstacle && stage->actors[p->b].puppet);
    uint32_t count = bends ? shares_of(stage, p, r, shares) : 0;
    r->gap = vvi_row_gap(stage, p, r);
    if (r->gap + pending_along(shares, count, r->normal) >= r->bound - slack)
        return;
    float gap = r->gap + pending_along(shares, count, r->normal);
    if (!bends)
        count = shares_of(stage, p, r, shares);
    float sum = compliance(shares, count, r->normal);
    if (!(sum > 0.0f))
        return;
    float soft = bends ? vvi_pair_softness(stage, p, sum) : 0.0f, missing = r->bound - slack - gap - soft * r->push;
    if (!(missing > 0.0f))
        return;
    float push = part * missing / (sum + soft), most = p->friction * push;
    move_shares(shares, count, r->normal, push);
    r->push += push;
    vv_vec2 tangent = perpendicular(r->normal);
    float slide = vvi_row_slide(stage, p, r) + pending_along(shares, count, tangent);
    float along = bends ? compliance(shares, count, tangent) : sum;
    along = bends ? along + vvi_pair_softness(stage, p, along) : along;
    float rub = vvi_clamp(-slide / along, -most, most);
    move_shares(shares, count, tangent, rub);
    r->rub += rub;
}

void vvi_pair_push_particles(vv_stage *stage, pair *p, float part, float slack)
{
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
        push_row(stage, p, &stage->contacts->rows[k], part, slack);
}
