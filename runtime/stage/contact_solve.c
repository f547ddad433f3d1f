/* The rigid level and the particles.
 *
 * A slot holds a row's gap C = n·(q_a − q_b) ≥ bound by a multiplier λ ≥ 0 that adds up over the substep: with the
 * effective mass m = 1/(1/m_a + 1/m_b + (r_a×n)²/I_a + (r_b×n)²/I_b), one step of Gauss–Seidel is
 * λ ← max(0, λ + m·(bound − C)), moving a by λn/m_a and turning it by (r_a×n)·λ/I_a, and b the other way. Friction does
 * the same along the tangent for the way slid since the substep began, with |λ_t| ≤ μλ. Both sides get equal and opposite
 * pushes: linear momentum is kept to rounding, angular to first order in the turn. */
#include "runtime/stage/contact.h"

#define MAX_TURN 0.05f /* radians, of push-out in a substep */

typedef struct sides {
    const actor *actors[2];
    solid *solids[2];
    float inverse_mass[2], inverse_inertia[2]; /* 0 for obstacles and sleepers */
} sides;

static sides sides_of(vv_stage *stage, const pair *p)
{
    sides s = {.actors = {&stage->actors[p->a], p->obstacle ? NULL : &stage->actors[p->b]},
               .solids = {&stage->contacts->solids[p->a], p->obstacle ? NULL : &stage->contacts->solids[p->b]}};
    for (uint32_t k = 0; k < 2; k++)
        if (s.actors[k] && !s.actors[k]->asleep) {
            s.inverse_mass[k] = s.solids[k]->inverse_mass;
            s.inverse_inertia[k] = s.solids[k]->inverse_inertia;
        }
    return s;
}

static float look(const sides *s, const row *r)
{
    float gap = vv_vec2_dot(r->normal, row_point(&r->a, s->actors[0]->x)) + r->offset;
    return s->actors[1] ? gap - vv_vec2_dot(r->normal, row_point(&r->b, s->actors[1]->x)) : gap;
}

/* The way along the tangent since the substep began. */
static float slide_of(const sides *s, const row *r, vv_vec2 tangent)
{
    const actor *a = s->actors[0], *b = s->actors[1];
    vv_vec2 way = vv_vec2_sub(row_point(&r->a, a->x), row_point(&r->a, a->x0));
    if (b)
        way = vv_vec2_sub(way, vv_vec2_sub(row_point(&r->b, b->x), row_point(&r->b, b->x0)));
    return vv_vec2_dot(tangent, way);
}

/* How a solid's correction that is not yet in its particles moves a point. */
static float moved(const solid *b, vv_vec2 arm, vv_vec2 along)
{
    return vv_vec2_dot(along, b->shift) + b->turn * vv_vec2_cross(arm, along);
}

static float effective_mass(const sides *s, vv_vec2 arm_a, vv_vec2 arm_b, vv_vec2 along)
{
    float a = vv_vec2_cross(arm_a, along), b = vv_vec2_cross(arm_b, along);
    float sum = s->inverse_mass[0] + s->inverse_mass[1] + a * a * s->inverse_inertia[0] + b * b * s->inverse_inertia[1];
    return sum > 0.0f ? 1.0f / sum : 0.0f;
}

static void push_body(solid *b, float inverse_mass, float inverse_inertia, vv_vec2 arm, vv_vec2 along, float amount)
{
    b->shift = vv_vec2_add(b->shift, vv_vec2_scale(along, amount * inverse_mass));
    b->turn += amount * inverse_inertia * vv_vec2_cross(arm, along);
    b->pending = true;
}

static void push_both(const sides *s, const slot *t, vv_vec2 along, float amount)
{
    push_body(s->solids[0], s->inverse_mass[0], s->inverse_inertia[0], t->arm_a, along, amount);
    if (s->solids[1])
        push_body(s->solids[1], s->inverse_mass[1], s->inverse_inertia[1], t->arm_b, along, -amount);
}

static float relative(const sides *s, const slot *t, vv_vec2 along)
{
    float way = moved(s->solids[0], t->arm_a, along);
    return s->solids[1] ? way - moved(s->solids[1], t->arm_b, along) : way;
}

static void set_slot(const sides *s, const row *r, slot *t)
{
    t->normal = r->normal;
    t->arm_a = vv_vec2_sub(row_point(&r->a, s->actors[0]->x), s->solids[0]->pivot);
    t->arm_b =
        s->actors[1] ? vv_vec2_sub(row_point(&r->b, s->actors[1]->x), s->solids[1]->pivot) : (vv_vec2){0.0f, 0.0f};
    vv_vec2 tangent = perpendicular(r->normal);
    t->gap = r->gap - r->bound;
    t->slide = slide_of(s, r, tangent);
    t->mass_normal = effective_mass(s, t->arm_a, t->arm_b, r->normal);
    t->mass_rub = effective_mass(s, t->arm_a, t->arm_b, tangent);
}

/* The third slot goes to whichever row is deepest now, unless an end is. */
static void choose_deepest(const pair *p, face *f, const row *rows, uint8_t which)
{
    uint32_t deepest = VV_NONE;
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
        if (rows[k].face == which &&
            (deepest == VV_NONE || rows[k].gap - rows[k].bound < rows[deepest].gap - rows[deepest].bound))
            deepest = k;
    bool end = deepest == f->slots[0].row || deepest == f->slots[1].row;
    if (!end || f->slots[2].row == VV_NONE)
        f->slots[2].row = end ? VV_NONE : deepest;
}

/* ---- Particles ---------------------------------------------------------------------------------------------------------- */

typedef struct share {
    actor *actor;
    uint32_t particle;
    float inverse_mass, weight;
} share;

/* The up to four particles of a row with their weights: w_i of the point is w_i of the push. */
static uint32_t shares_of(vv_stage *stage, const pair *p, const row *r, share *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < (p->obstacle ? 1u : 2u); k++) {
        uint32_t index = k ? p->b : p->a;
        actor *a = &stage->actors[index];
        const uint8_t *held = stage->contacts->outlines[index].held;
        const row_side *s = k ? &r->b : &r->a;
        float sign = k ? -1.0f : 1.0f;
        uint32_t particles[2] = {s->i, s->j};
        float weights[2] = {s->i == s->j ? 1.0f : 1.0f - s->t, s->t};
        for (uint32_t e = 0; e < (s->i == s->j ? 1u : 2u); e++) {
            uint32_t i = particles[e];
            out[count++] = (share){a, i, a->asleep || held[i] ? 0.0f : 1.0f / a->view.masses[i], sign * weights[e]};
        }
    }
    return count;
}

static void move_shares(const share *s, uint32_t count, vv_vec2 along, float amount)
{
    for (uint32_t k = 0; k < count; k++) {
        if (s[k].inverse_mass == 0.0f)
            continue;
        vv_vec2 *x = &s[k].actor->x[s[k].particle];
        vv_vec2 arm = vv_vec2_sub(*x, s[k].actor->fit.centre);
        s[k].actor->touch.torque += amount * s[k].weight * vv_vec2_cross(arm, along);
        *x = vv_vec2_add(*x, vv_vec2_scale(along, amount * s[k].weight * s[k].inverse_mass));
    }
}

/* Pushes the particles of a row apart by a share of what is missing beyond `slack`, and rubs them by at most μ times the
 * push. */
static void push_row(vv_stage *stage, const pair *p, const sides *s, row *r, float part, float slack)
{
    r->gap = look(s, r);
    if (r->gap >= r->bound - slack)
        return;
    share shares[4];
    uint32_t count = shares_of(stage, p, r, shares);
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++)
        sum += shares[k].weight * shares[k].weight * shares[k].inverse_mass;
    if (!(sum > 0.0f))
        return;
    float push = part * (r->bound - slack - r->gap) / sum;
    move_shares(shares, count, r->normal, push);
    r->push += push;
    vv_vec2 tangent = perpendicular(r->normal);
    float most = p->friction * push;
    move_shares(shares, count, tangent, vvi_clamp(-slide_of(s, r, tangent) / sum, -most, most));
}

static void push_rows(vv_stage *stage, pair *p, float part, float slack)
{
    sides s = sides_of(stage, p);
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
        push_row(stage, p, &s, &stage->contacts->rows[k], part, slack);
}

/* ---- The rigid level ------------------------------------------------------------------------------------------------------ */

static void prepare_pair(vv_stage *stage, pair *p)
{
    row *rows = stage->contacts->rows;
    sides s = sides_of(stage, p);
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
        rows[k].gap = look(&s, &rows[k]);
    for (uint32_t f = 0; f < faces_now(p); f++) {
        choose_deepest(p, &p->faces[f], rows, (uint8_t)f);
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++)
            if (p->faces[f].slots[k].row != VV_NONE)
                set_slot(&s, &rows[p->faces[f].slots[k].row], &p->faces[f].slots[k]);
    }
}

static void solve_slot(const sides *s, slot *t, float friction)
{
    float push = vvi_max(0.0f, t->push - t->mass_normal * (t->gap + relative(s, t, t->normal)));
    push_both(s, t, t->normal, push - t->push);
    t->push = push;
    vv_vec2 tangent = perpendicular(t->normal);
    float rub = t->rub - t->mass_rub * (t->slide + relative(s, t, tangent));
    rub = vvi_clamp(rub, -friction * push, friction * push);
    push_both(s, t, tangent, rub - t->rub);
    t->rub = rub;
}

/* Friction against rolling: a torque against the relative turn since the substep began, of at most the push times a short
 * lever. */
static void solve_roll(const sides *s, face *f, float push, float friction)
{
    solid *a = s->solids[0], *b = s->solids[1];
    float sum = s->inverse_inertia[0] + s->inverse_inertia[1];
    if (!(sum > 0.0f) || !(friction > 0.0f))
        return;
    float turned = a->turned + a->turn - (b ? b->turned + b->turn : 0.0f);
    float most = CONTACT_ROLLING * s->actors[0]->view.size * push;
    float roll = vvi_clamp(f->roll - turned / sum, -most, most), change = roll - f->roll;
    f->roll = roll;
    a->turn += change * s->inverse_inertia[0];
    if (b)
        b->turn -= change * s->inverse_inertia[1];
}

static void solve_pair(vv_stage *stage, pair *p)
{
    sides s = sides_of(stage, p);
    for (uint32_t f = 0; f < faces_now(p); f++) {
        float push = 0.0f;
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            slot *t = &p->faces[f].slots[k];
            if (t->row == VV_NONE)
                continue;
            solve_slot(&s, t, p->friction);
            push += t->push;
        }
        solve_roll(&s, &p->faces[f], push, p->friction);
    }
}

/* Gives a solid's correction to its particles; `both`: to x0 as well, so that it makes no velocity. */
static void flush(actor *a, solid *b, bool both)
{
    float turn = b->turn, less = 0.5f * turn * turn; /* 1 − cos, so that turning does not swell the drawing */
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 arm = vv_vec2_sub(a->x[i], b->pivot);
        vv_vec2 way = {b->shift.x - turn * arm.y - less * arm.x, b->shift.y + turn * arm.x - less * arm.y};
        a->x[i] = vv_vec2_add(a->x[i], way);
        if (both)
            a->x0[i] = vv_vec2_add(a->x0[i], way);
    }
    if (!both) {
        a->touch.torque += b->inertia * turn;
        b->turned += turn;
    }
    b->pivot = vv_vec2_add(b->pivot, b->shift);
    b->shift = (vv_vec2){0.0f, 0.0f};
    b->turn = 0.0f;
    b->pending = false;
}

static void flush_all(vv_stage *stage, bool both)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (stage->contacts->solids[i].pending && is_awake(&stage->actors[i]))
            flush(&stage->actors[i], &stage->contacts->solids[i], both);
}

void vvi_contacts_solve(vv_stage *stage, float h, bool last)
{
    contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (faces_now(&c->pairs[k]) > 0) {
            if (c->pairs[k].share > 0.0f)
                push_rows(stage, &c->pairs[k], c->pairs[k].share, 0.0f);
            prepare_pair(stage, &c->pairs[k]);
        }
    for (uint32_t round = 0; round < CONTACT_ROUNDS; round++)
        for (uint32_t k = 0; k < c->pair_count; k++)
            solve_pair(stage, &c->pairs[k]);
    flush_all(stage, false);
    if (!last)
        return;
    /* Particles between slots that are still inside. The rigid level's own remainders, which the next substep takes, are
     * left alone: pushing single particles for them would shake what rests. */
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (faces_now(&c->pairs[k]) > 0)
            push_rows(stage, &c->pairs[k], 1.0f, CONTACT_SLOP * stage->actors[c->pairs[k].a].view.size);
    vvi_contacts_sum(stage, h);
}

/* Starts a face with the multipliers of the substep before, divided between its ends so that the push is centred where it
 * was. */
static void warm_face(const sides *s, face *f, warmth w, float friction)
{
    slot *left = &f->slots[0], *right = &f->slots[1];
    vv_vec2 along = perpendicular(f->normal);
    float from = vv_vec2_dot(along, left->arm_a), part = 0.0f;
    if (right->row != VV_NONE) {
        float wide = vv_vec2_dot(along, right->arm_a) - from;
        part = wide > 0.0f ? vvi_clamp((w.centre - from) / wide, 0.0f, 1.0f) : 0.0f;
    }
    float rub = vvi_clamp(w.rub, -friction * w.push, friction * w.push);
    for (uint32_t k = 0; k < 2; k++) {
        slot *t = k ? right : left;
        if (t->row == VV_NONE)
            continue;
        t->push = w.push * (k ? part : 1.0f - part);
        t->rub = rub * (k ? part : 1.0f - part);
        push_both(s, t, t->normal, t->push);
        push_both(s, t, perpendicular(t->normal), t->rub);
    }
}

/* ---- Velocities ------------------------------------------------------------------------------------------------------------- */

/* Positions were predicted with the mean velocity of the substep, so that at its end half of what gravity gave in it is still
 * to come. Where contact holds, it takes that too: the same system once more, for velocities. During this, `gap`
 * and `slide` of slots are velocities. */
static void set_speeds(const sides *s, const row *r, slot *t)
{
    const actor *a = s->actors[0], *b = s->actors[1];
    vv_vec2 speed = row_point(&r->a, a->v);
    if (b)
        speed = vv_vec2_sub(speed, row_point(&r->b, b->v));
    t->gap = vv_vec2_dot(r->normal, speed);
    t->slide = vv_vec2_dot(perpendicular(r->normal), speed);
}

static void stop_pair(vv_stage *stage, pair *p)
{
    sides s = sides_of(stage, p);
    for (uint32_t f = 0; f < faces_now(p); f++) {
        bool holds = false;
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            slot *t = &p->faces[f].slots[k];
            if (t->row == VV_NONE)
                continue;
            set_speeds(&s, &stage->contacts->rows[t->row], t);
            t->held = t->push > 0.0f;
            t->push = t->rub = 0.0f;
            holds = holds || t->held;
        }
        if (holds) /* else what held in the substep before would hold it up over a gap */
            warm_face(&s, &p->faces[f], p->faces[f].speed, p->friction);
    }
}

static void stop_slots(vv_stage *stage, pair *p)
{
    sides s = sides_of(stage, p);
    for (uint32_t f = 0; f < faces_now(p); f++)
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            slot *t = &p->faces[f].slots[k];
            if (t->row != VV_NONE && (t->held || t->push > 0.0f))
                solve_slot(&s, t, p->friction);
        }
}

static void give_velocity(actor *a, solid *b)
{
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 arm = vv_vec2_sub(a->x[i], b->pivot);
        a->v[i] = vv_vec2_add(a->v[i], (vv_vec2){b->shift.x - b->turn * arm.y, b->shift.y + b->turn * arm.x});
    }
    b->shift = (vv_vec2){0.0f, 0.0f};
    b->turn = 0.0f;
    b->pending = false;
}

void vvi_contacts_stop(vv_stage *stage, float h)
{
    contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++)
        stop_pair(stage, &c->pairs[k]);
    for (uint32_t round = 0; round < CONTACT_ROUNDS; round++)
        for (uint32_t k = 0; k < c->pair_count; k++)
            stop_slots(stage, &c->pairs[k]);
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (c->solids[i].pending && is_awake(&stage->actors[i]))
            give_velocity(&stage->actors[i], &c->solids[i]);
    for (uint32_t k = 0; k < c->pair_count; k++) {
        pair *p = &c->pairs[k];
        for (uint32_t f = 0; f < faces_now(p); f++)
            p->faces[f].speed = vvi_face_warmth(&p->faces[f], vvi_pair_carries(stage, p) * h);
    }
}

/* ---- Before the iterations -------------------------------------------------------------------------------------------------- */

void vvi_contacts_warm(vv_stage *stage)
{
    contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        pair *p = &c->pairs[k];
        sides s = sides_of(stage, p);
        for (uint32_t f = 0; f < faces_now(p); f++)
            if (p->faces[f].way.push > 0.0f) {
                for (uint32_t e = 0; e < 2; e++)
                    if (p->faces[f].slots[e].row != VV_NONE)
                        set_slot(&s, &c->rows[p->faces[f].slots[e].row], &p->faces[f].slots[e]);
                warm_face(&s, &p->faces[f], p->faces[f].way, p->friction);
            }
    }
    flush_all(stage, false);
}

/* What a slot's point was inside when the substep began, beyond the slop, goes out by a fifth, and not faster than a solid
 * falls its own size. */
static bool stabilise_slot(const sides *s, const row *r, slot *t, float slop, float most)
{
    set_slot(s, r, t);
    float depth = -(r->start + relative(s, t, r->normal)) - slop;
    if (!(depth > 0.0f))
        return false;
    push_both(s, t, r->normal, t->mass_normal * vvi_min(0.2f * depth, most));
    for (uint32_t k = 0; k < 2; k++)
        if (s->solids[k])
            s->solids[k]->turn = vvi_clamp(s->solids[k]->turn, -MAX_TURN, MAX_TURN);
    return true;
}

static bool stabilise_pair(vv_stage *stage, pair *p, float h)
{
    const row *rows = stage->contacts->rows;
    sides s = sides_of(stage, p);
    float size = s.actors[1] ? vvi_min(s.actors[0]->view.size, s.actors[1]->view.size) : s.actors[0]->view.size;
    float most = sqrtf(9.81f * size) * h, slop = CONTACT_SLOP * size;
    bool any = false;
    for (uint32_t f = 0; f < faces_now(p); f++) {
        face *g = &p->faces[f];
        uint32_t deepest = VV_NONE;
        for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
            if (rows[k].face == f && (deepest == VV_NONE || rows[k].start < rows[deepest].start))
                deepest = k;
        if (deepest == VV_NONE) /* another face has taken all its rows */
            continue;
        slot middle = {.row = deepest};
        any |= stabilise_slot(&s, &rows[deepest], &middle, slop, most);
        for (uint32_t k = 0; k < 2; k++)
            if (g->slots[k].row != VV_NONE && g->slots[k].row != deepest)
                any |= stabilise_slot(&s, &rows[g->slots[k].row], &g->slots[k], slop, most);
    }
    return any;
}

/* After x0 has moved: rows begin elsewhere. */
static void start_again(vv_stage *stage, pair *p)
{
    sides s = sides_of(stage, p);
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++) {
        row *r = &stage->contacts->rows[k];
        float way = r->gap - r->start;
        r->gap = look(&s, r);
        r->start = r->gap - way;
        r->bound = vvi_min(r->start, 0.0f);
    }
}

void vvi_contacts_stabilise(vv_stage *stage, float h)
{
    contacts *c = stage->contacts;
    bool any = false;
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (faces_now(&c->pairs[k]) > 0)
            any |= stabilise_pair(stage, &c->pairs[k], h);
    if (!any)
        return;
    flush_all(stage, true);
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (faces_now(&c->pairs[k]) > 0)
            start_again(stage, &c->pairs[k]);
}
