/* The rigid level.
 *
 * A grip holds a row's gap C = n·(q_a − q_b) ≥ bound by a multiplier λ ≥ 0 that adds up over the substep: with the
 * effective mass m = 1/(1/m_a + 1/m_b + (r_a×n)²/I_a + (r_b×n)²/I_b), one step of Gauss–Seidel is
 * λ ← max(0, λ + m·(bound − C)), moving a by λn/m_a and turning it by (r_a×n)·λ/I_a, and b the other way. Friction does
 * the same along the tangent for the way slid since the substep began, with |λ_t| ≤ μλ. Both sides get equal and opposite
 * pushes: linear momentum is kept to rounding, angular to first order in the turn. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

#define MAX_TURN 0.05f /* radians, of push-out in a substep */
#define NARROW   0.22f /* of size: a face that is wider does not roll; a ball's, with our margin, is not */
/* Radians up to which sin and cos are taken to second order. Beyond, 1 − cos is nothing like it: the drawing would burst. */
#define SMALL_TURN 0.25f

/* Two particles at once: x, y, x, y. */
typedef float four __attribute__((vector_size(16)));

/* ---- Grips ------------------------------------------------------------------------------------------------------------------ */

/* 1/kg, along a direction. */
static float compliance(const grip *g, vv_vec2 along, float lever_a, float lever_b)
{
    float sum = g->light_a + g->light_b + lever_a * lever_a * g->spin_a + lever_b * lever_b * g->spin_b;
    if (g->bend_a)
        sum += vvi_bend_compliance(g->bend_a, along);
    if (g->bend_b)
        sum += vvi_bend_compliance(g->bend_b, along);
    return sum;
}

static float inverse(float sum) { return sum > 0.0f ? 1.0f / sum : 0.0f; }

static const bend *bend_of(actor *a, row *r, uint32_t which, bool whole)
{
    return whole ? vvi_puppet_bend_whole(a, r, which) : vvi_puppet_bend(a, r, which);
}

/* Takes hold of a row, without its gap and slide. Obstacles and sleepers do not give way; puppets bend, or move as a whole. */
static grip grasp_as(vv_stage *stage, const pair *p, const face *f, slot *t, bool whole)
{
    contacts *c = stage->contacts;
    row *r = &c->rows[t->row];
    actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    grip g = {.a = &c->solids[p->a],
              .b = p->obstacle ? &c->nobody : &c->solids[p->b],
              .slot = t,
              .pair = (uint32_t)(p - c->pairs),
              .normal = r->normal};
    vv_vec2 tangent = perpendicular(r->normal), arm = vv_vec2_sub(row_point(&r->a, a->x), g.a->pivot);
    t->along = vv_vec2_dot(perpendicular(f->normal), arm);
    g.lever_a = vv_vec2_cross(arm, r->normal);
    g.rub_lever_a = vv_vec2_cross(arm, tangent);
    g.bend_a = p->led[1] ? NULL : bend_of(a, r, 0, whole);
    if (!a->asleep && !a->puppet)
        g.light_a = g.a->inverse_mass, g.spin_a = g.a->inverse_inertia;
    if (!p->obstacle) {
        arm = vv_vec2_sub(row_point(&r->b, b->x), g.b->pivot);
        g.lever_b = vv_vec2_cross(arm, r->normal);
        g.rub_lever_b = vv_vec2_cross(arm, tangent);
        g.bend_b = p->led[0] ? NULL : bend_of(b, r, 1, whole);
        if (!b->asleep && !b->puppet)
            g.light_b = g.b->inverse_mass, g.spin_b = g.b->inverse_inertia;
    }
    float across = compliance(&g, r->normal, g.lever_a, g.lever_b);
    float along = compliance(&g, tangent, g.rub_lever_a, g.rub_lever_b);
    if (g.bend_a || g.bend_b) {
        g.soft = vvi_pair_softness(stage, p, across);
        g.rub_soft = vvi_pair_softness(stage, p, along);
    }
    g.mass = inverse(across + g.soft);
    g.rub_mass = inverse(along + g.rub_soft);
    g.push = t->push;
    g.rub = t->rub;
    g.friction = p->friction;
    return g;
}

static grip grasp(vv_stage *stage, const pair *p, const face *f, slot *t) { return grasp_as(stage, p, f, t, false); }

/* What is pending of puppets along a direction, a's less b's. */
static float bent(const grip *g, vv_vec2 along)
{
    return (g->bend_a ? vvi_bend_motion(g->bend_a, along) : 0.0f) -
           (g->bend_b ? vvi_bend_motion(g->bend_b, along) : 0.0f);
}

static void bend_both(const grip *g, vv_vec2 along, float amount)
{
    if (g->bend_a)
        vvi_bend_push(g->bend_a, along, amount);
    if (g->bend_b)
        vvi_bend_push(g->bend_b, along, -amount);
}

static inline bool is_bent(const grip *g) { return g->bend_a || g->bend_b; }

static inline float approach(const grip *g)
{
    vv_vec2 apart = vv_vec2_sub(g->a->shift, g->b->shift);
    float rigid = vv_vec2_dot(g->normal, apart) + g->lever_a * g->a->turn - g->lever_b * g->b->turn;
    return is_bent(g) ? rigid + bent(g, g->normal) : rigid;
}

static inline void push_both(const grip *g, float amount)
{
    g->a->shift = vv_vec2_add(g->a->shift, vv_vec2_scale(g->normal, amount * g->light_a));
    g->b->shift = vv_vec2_sub(g->b->shift, vv_vec2_scale(g->normal, amount * g->light_b));
    g->a->turn += amount * g->spin_a * g->lever_a;
    g->b->turn -= amount * g->spin_b * g->lever_b;
    if (is_bent(g))
        bend_both(g, g->normal, amount);
}

static inline float slip(const grip *g)
{
    vv_vec2 apart = vv_vec2_sub(g->a->shift, g->b->shift), along = perpendicular(g->normal);
    float rigid = vv_vec2_dot(along, apart) + g->rub_lever_a * g->a->turn - g->rub_lever_b * g->b->turn;
    return is_bent(g) ? rigid + bent(g, along) : rigid;
}

static inline void rub_both(const grip *g, float amount)
{
    vv_vec2 tangent = perpendicular(g->normal);
    g->a->shift = vv_vec2_add(g->a->shift, vv_vec2_scale(tangent, amount * g->light_a));
    g->b->shift = vv_vec2_sub(g->b->shift, vv_vec2_scale(tangent, amount * g->light_b));
    g->a->turn += amount * g->spin_a * g->rub_lever_a;
    g->b->turn -= amount * g->spin_b * g->rub_lever_b;
    if (is_bent(g))
        bend_both(g, tangent, amount);
}

/* Friction against rolling: a torque against the relative turn since the substep began, of at most the push times a short
 * lever. `last` is the last grip of its face. */
static void roll(grip *last)
{
    float push = 0.0f, sum = last->spin_a + last->spin_b;
    for (uint32_t k = 0; k < last->grips; k++)
        push += (last - k)->push;
    if (!(sum > 0.0f))
        return;
    float turned = last->a->turned + last->a->turn - last->b->turned - last->b->turn, most = last->roll_lever * push;
    float amount = vvi_clamp(last->rolling->roll - turned / sum, -most, most), change = amount - last->rolling->roll;
    last->rolling->roll = amount;
    last->a->turn += change * last->spin_a;
    last->b->turn -= change * last->spin_b;
}

static void solve_grips(contacts *c)
{
    for (uint32_t round = 0; round < CONTACT_ROUNDS; round++)
        for (grip *g = c->grips; g < c->grips + c->grip_count; g++) {
            float push = vvi_max(0.0f, g->push - g->mass * (g->gap + approach(g) + g->soft * g->push));
            push_both(g, push - g->push);
            g->push = push;
            float most = g->friction * push;
            float rub = vvi_clamp(g->rub - g->rub_mass * (g->slide + slip(g) + g->rub_soft * g->rub), -most, most);
            rub_both(g, rub - g->rub);
            g->rub = rub;
            if (g->rolling)
                roll(g);
        }
    for (grip *g = c->grips; g < c->grips + c->grip_count; g++) {
        g->slot->push = g->push;
        g->slot->rub = g->rub;
        g->a->pending = g->b->pending = true;
    }
}

/* ---- From solids to particles -------------------------------------------------------------------------------------------------- */

/* values[count] += shift + turn × (x − pivot) − less·(x − pivot). */
static void move_all(uint32_t count, const vv_vec2 *x, vv_vec2 pivot, vv_vec2 shift, float turn, float less,
                     vv_vec2 *values)
{
    float sx = shift.x + turn * pivot.y + less * pivot.x, sy = shift.y - turn * pivot.x + less * pivot.y;
    four move = {sx, sy, sx, sy}, turns = {-turn, turn, -turn, turn}, shrink = {less, less, less, less};
    uint32_t i = 0;
    for (; i + 2u <= count; i += 2) {
        four at, to;
        memcpy(&at, x + i, sizeof at);
        memcpy(&to, values + i, sizeof to);
        four turned = __builtin_shufflevector(at, at, 1, 0, 3, 2);
        to += (move + turns * turned) - shrink * at;
        memcpy(values + i, &to, sizeof to);
    }
    for (; i < count; i++) {
        vv_vec2 at = x[i];
        values[i].x += (sx + -turn * at.y) - less * at.x;
        values[i].y += (sy + turn * at.x) - less * at.y;
    }
}

static void settle(solid *s)
{
    s->shift = (vv_vec2){0.0f, 0.0f};
    s->turn = 0.0f;
    s->pending = false;
}

/* Gives a solid's correction to its particles; `both`: to x0 as well, so that it makes no velocity. */
static void flush(actor *a, solid *s, bool both)
{
    if (a->puppet) {
        vvi_puppet_pushed(a, both);
        settle(s);
        return;
    }
    float sine = s->turn, less = 0.5f * s->turn * s->turn; /* 1 − cos, so that turning does not swell the drawing */
    if (fabsf(s->turn) > SMALL_TURN) {
        float cosine;
        vv_sin_cos(s->turn, &sine, &cosine);
        less = 1.0f - cosine;
    }
    if (both)
        move_all(a->view.particle_count, a->x, s->pivot, s->shift, sine, less, a->x0);
    move_all(a->view.particle_count, a->x, s->pivot, s->shift, sine, less, a->x);
    if (!both) {
        a->touch.torque += s->inertia * s->turn;
        s->turned += s->turn;
    }
    a->moved = true;
    s->pivot = vv_vec2_add(s->pivot, s->shift);
    settle(s);
}

static void flush_all(vv_stage *stage, const island *isle, bool both)
{
    for (uint32_t k = 0; k < isle->actor_count; k++) {
        solid *s = &stage->contacts->solids[isle->actors[k]];
        if (s->pending)
            flush(&stage->actors[isle->actors[k]], s, both);
    }
}

/* Shape matching commutes with rigid motion, and grips see what is pending: so corrections may wait until the end of the
 * substep. Not where holds or single particles must see them, or where they are too large to be taken as linear. */
static void flush_some(vv_stage *stage, const island *isle)
{
    for (uint32_t k = 0; k < isle->actor_count; k++) {
        solid *s = &stage->contacts->solids[isle->actors[k]];
        actor *a = &stage->actors[isle->actors[k]];
        if (!s->pending)
            continue;
        float far = CONTACT_MARGIN * a->view.size;
        bool large = fabsf(s->turn) > 0.01f || vv_vec2_dot(s->shift, s->shift) > far * far;
        if (large || a->puppet || a->hold_count > 0 || s->stiffness < 1.0f)
            flush(a, s, false);
    }
}

/* ---- Positions ------------------------------------------------------------------------------------------------------------------ */

/* The third slot goes to whichever row is deepest now, unless an end is. */
static void choose_deepest(const pair *p, face *f, const row *rows, uint8_t which)
{
    uint32_t deepest = VV_NONE;
    float least = INFINITY;
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
        if (rows[k].face == which && rows[k].gap - rows[k].bound < least) {
            least = rows[k].gap - rows[k].bound;
            deepest = k;
        }
    bool end = deepest == f->slots[0].row || deepest == f->slots[1].row;
    if (!end || f->slots[2].row == VV_NONE)
        f->slots[2].row = end ? VV_NONE : deepest;
}

/* Adds the grips of a face; a narrow one, like that under a ball, holds against rolling too. */
static void grip_face(vv_stage *stage, pair *p, face *f)
{
    contacts *c = stage->contacts;
    uint32_t first = c->grip_count;
    for (uint32_t k = 0; k < CONTACT_SLOTS && c->grip_count < c->grip_capacity; k++) {
        if (f->slots[k].row == VV_NONE)
            continue;
        const row *r = &c->rows[f->slots[k].row];
        grip *g = &c->grips[c->grip_count++];
        *g = grasp(stage, p, f, &f->slots[k]);
        g->gap = r->gap - r->bound;
        g->slide = vvi_row_slide(stage, p, r);
    }
    float size = stage->actors[p->a].view.size;
    bool wide = f->slots[1].row != VV_NONE && f->slots[1].along - f->slots[0].along > NARROW * size;
    if (c->grip_count > first && !wide && p->friction > 0.0f) {
        grip *last = &c->grips[c->grip_count - 1u];
        last->rolling = f;
        last->grips = c->grip_count - first;
        last->roll_lever = CONTACT_ROLLING * size;
    }
}

static void grip_pair(vv_stage *stage, pair *p)
{
    row *rows = stage->contacts->rows;
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
        rows[k].gap = vvi_row_gap(stage, p, &rows[k]);
    for (uint32_t f = 0; f < faces_now(p); f++) {
        choose_deepest(p, &p->faces[f], rows, (uint8_t)f);
        grip_face(stage, p, &p->faces[f]);
    }
}

void vvi_contacts_solve(vv_stage *stage, const island *isle, float h, bool last)
{
    contacts *c = stage->contacts;
    c->grip_count = 0;
    for (uint32_t k = 0; k < isle->pair_count; k++) {
        pair *p = pair_of(c, isle, k);
        if (p->row_count > 0 && p->share > 0.0f)
            vvi_pair_push_particles(stage, p, p->share, 0.0f);
        grip_pair(stage, p);
    }
    solve_grips(c);
    if (!last) {
        flush_some(stage, isle);
        return;
    }
    flush_all(stage, isle, false);
    /* Particles between slots that are still inside. The rigid level's own remainders, which the next substep takes, are
     * left alone: pushing single particles for them would shake what rests. */
    for (uint32_t k = 0; k < isle->pair_count; k++) {
        pair *p = pair_of(c, isle, k);
        vvi_pair_push_particles(stage, p, 1.0f, CONTACT_SLOP * stage->actors[p->a].view.size);
    }
    flush_all(stage, isle, false); /* puppets answer single particles as a whole */
    vvi_contacts_sum(stage, isle, h);
}

/* ---- Before the iterations -------------------------------------------------------------------------------------------------------- */

/* Starts a face with the multipliers of the substep before, divided between its ends so that the push is centred where it
 * was. grips[grip_count] are the face's. */
static void warm_grips(grip *grips, uint32_t grip_count, warmth w)
{
    float part = 0.0f;
    if (grip_count > 1) {
        float from = grips[0].slot->along, wide = grips[1].slot->along - from;
        part = wide > 0.0f ? vvi_clamp((w.centre - from) / wide, 0.0f, 1.0f) : 0.0f;
    }
    for (uint32_t k = 0; k < grip_count && k < 2; k++) {
        grip *g = &grips[k];
        float most = g->friction * w.push, amount = k ? part : 1.0f - part;
        g->push = amount * w.push;
        g->rub = amount * vvi_clamp(w.rub, -most, most);
        push_both(g, g->push);
        rub_both(g, g->rub);
        g->slot->push = g->push;
        g->slot->rub = g->rub;
        g->a->pending = g->b->pending = true;
    }
}

static void warm_pair(vv_stage *stage, pair *p)
{
    for (uint32_t f = 0; f < faces_now(p); f++) {
        face *g = &p->faces[f];
        grip ends[2];
        uint32_t count = 0;
        for (uint32_t e = 0; e < 2 && g->way.push > 0.0f; e++)
            if (g->slots[e].row != VV_NONE)
                ends[count++] = grasp(stage, p, g, &g->slots[e]);
        warm_grips(ends, count, g->way);
    }
}

/* What a row was inside when the substep began, beyond the slop, goes out by a fifth, and not faster than a body falls its
 * own size. */
static void stabilise_row(vv_stage *stage, const pair *p, const face *f, uint32_t which, float slop, float most)
{
    slot t = {.row = which};
    grip g = grasp_as(stage, p, f, &t, true);
    float depth = -(stage->contacts->rows[which].start + approach(&g)) - slop;
    if (!(depth > 0.0f))
        return;
    push_both(&g, g.mass * vvi_min(0.2f * depth, most));
    g.a->turn = vvi_clamp(g.a->turn, -MAX_TURN, MAX_TURN);
    g.b->turn = vvi_clamp(g.b->turn, -MAX_TURN, MAX_TURN);
    g.a->pending = g.b->pending = true;
}

static bool stabilise_pair(vv_stage *stage, const pair *p, float h)
{
    const row *rows = stage->contacts->rows;
    float size = stage->actors[p->a].view.size;
    if (!p->obstacle)
        size = vvi_min(size, stage->actors[p->b].view.size);
    float most = sqrtf(9.81f * size) * h, slop = CONTACT_SLOP * size;
    uint32_t deepest[CONTACT_FACES] = {VV_NONE, VV_NONE};
    bool any = false;
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++) {
        uint32_t *best = rows[k].face < CONTACT_FACES ? &deepest[rows[k].face] : NULL;
        if (best && rows[k].start < -slop && (*best == VV_NONE || rows[k].start < rows[*best].start))
            *best = k;
    }
    for (uint32_t f = 0; f < faces_now(p); f++) {
        if (deepest[f] == VV_NONE)
            continue;
        any = true;
        stabilise_row(stage, p, &p->faces[f], deepest[f], slop, most);
        for (uint32_t k = 0; k < 2; k++)
            if (p->faces[f].slots[k].row != VV_NONE && p->faces[f].slots[k].row != deepest[f])
                stabilise_row(stage, p, &p->faces[f], p->faces[f].slots[k].row, slop, most);
    }
    return any;
}

/* After x0 has moved: rows begin elsewhere. */
static void start_again(vv_stage *stage, const pair *p)
{
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++) {
        row *r = &stage->contacts->rows[k];
        float way = r->gap - r->start;
        r->gap = vvi_row_gap(stage, p, r);
        r->start = r->gap - way;
        r->bound = vvi_min(r->start, 0.0f);
    }
}

static void stabilise(vv_stage *stage, const island *isle, float h)
{
    contacts *c = stage->contacts;
    bool any = false;
    for (uint32_t k = 0; k < isle->pair_count; k++)
        any |= stabilise_pair(stage, pair_of(c, isle, k), h);
    if (!any)
        return;
    flush_all(stage, isle, true);
    for (uint32_t k = 0; k < isle->pair_count; k++)
        start_again(stage, pair_of(c, isle, k));
}

/* Obstacles and sleepers do not give way; but NaN times no inverse mass is NaN, and what one who fails left in them would
 * reach everyone else who touches them. */
static void settle_fixed(vv_stage *stage, const island *isle)
{
    contacts *c = stage->contacts;
    settle(&c->nobody);
    for (uint32_t k = 0; k < isle->pair_count; k++) {
        const pair *p = pair_of(c, isle, k);
        if (!p->obstacle && stage->actors[p->a].asleep)
            settle(&c->solids[p->a]);
        if (!p->obstacle && stage->actors[p->b].asleep)
            settle(&c->solids[p->b]);
    }
}

void vvi_contacts_prepare(vv_stage *stage, const island *isle, float h)
{
    settle_fixed(stage, isle);
    stabilise(stage, isle, h);
    for (uint32_t k = 0; k < isle->pair_count; k++)
        warm_pair(stage, pair_of(stage->contacts, isle, k));
    flush_some(stage, isle);
}

/* ---- Velocities -------------------------------------------------------------------------------------------------------------------- */

/* Positions were predicted with the mean velocity of the substep, so that at its end half of what gravity gave in it is still
 * to come. Where contact holds, it takes that too: the same system once more, for velocities. */
static void grip_speeds(vv_stage *stage, pair *p, face *f)
{
    contacts *c = stage->contacts;
    uint32_t first = c->grip_count;
    for (uint32_t k = 0; k < CONTACT_SLOTS && c->grip_count < c->grip_capacity; k++) {
        slot *t = &f->slots[k];
        if (t->row == VV_NONE || !(t->push > 0.0f))
            continue;
        const row *r = &c->rows[t->row];
        vv_vec2 speed = row_point(&r->a, stage->actors[p->a].v);
        if (!p->obstacle)
            speed = vv_vec2_sub(speed, row_point(&r->b, stage->actors[p->b].v));
        t->push = t->rub = 0.0f;
        grip *g = &c->grips[c->grip_count++];
        *g = grasp(stage, p, f, t);
        g->gap = vv_vec2_dot(r->normal, speed);
        g->slide = vv_vec2_dot(perpendicular(r->normal), speed);
    }
    warm_grips(c->grips + first, c->grip_count - first, f->speed);
}

static void grip_all_speeds(vv_stage *stage, const island *isle)
{
    contacts *c = stage->contacts;
    c->grip_count = 0;
    for (uint32_t k = 0; k < isle->pair_count; k++) {
        pair *p = pair_of(c, isle, k);
        for (uint32_t f = 0; f < faces_now(p); f++)
            grip_speeds(stage, p, &p->faces[f]);
    }
}

void vvi_contacts_stop(vv_stage *stage, const island *isle, float h)
{
    contacts *c = stage->contacts;
    grip_all_speeds(stage, isle);
    solve_grips(c);
    for (uint32_t k = 0; k < isle->actor_count; k++) {
        actor *a = &stage->actors[isle->actors[k]];
        solid *s = &c->solids[isle->actors[k]];
        if (s->pending && a->puppet)
            vvi_puppet_speeded(a);
        else if (s->pending)
            move_all(a->view.particle_count, a->x, s->pivot, s->shift, s->turn, 0.0f, a->v);
        settle(s);
    }
    for (uint32_t k = 0; k < isle->pair_count; k++) {
        pair *p = pair_of(c, isle, k);
        for (uint32_t f = 0; f < faces_now(p); f++)
            p->faces[f].speed = vvi_face_warmth(&p->faces[f], vvi_pair_carries(stage, p) * h);
    }
    vvi_contacts_sum_speeds(stage, isle, h);
}
