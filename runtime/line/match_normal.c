/* The normal equations of one pose, and of all poses over the knots.
 *
 * A node's place depends on all rotations above it. For two bones e above c, the sum over everything below c of
 * (∂x/∂e)ᵀ W (∂x/∂c) is g_eᵀ S_c g_c, where S_c sums W over what hangs below c and g are the arms' derivatives: one sweep up the
 * tree gives all of JᵀJ in (number of bones · depth). The direction of a bone p → c in the view, (π(c) − π(p))·k, changes by
 * k (J_c − J_p) δx_p + k J_c g_c δ: the first part joins the sums above p, the second stays with the bone.
 * Hermite weights then spread a pose's equations over the four quantities of its two knots. */
#include "matching.h"

#include <string.h>

#define HOLD      100.0 /* weight of a contact's place */
#define STRAIN    0.05  /* of the way from the root to it: beyond, it draws no harder, lest it take all with it */
#define HOLD_TURN 10.0  /* of its turn, for a radian */
#define CAN       1.0   /* of a can's */

/* ---- One pose ---------------------------------------------------------------------------------------------------------- */

/* S += w AᵀB of two 2 × 3 matrices. */
static inline void add_product(double *S, double w, const double A[6], const double B[6])
{
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < 3; c++)
            S[3 * r + c] += w * (A[r] * B[c] + A[3 + r] * B[3 + c]);
}

/* f += w Aᵀr. */
static void add_force(double f[3], double w, const double A[6], const double r[2])
{
    for (uint32_t k = 0; k < 3; k++)
        f[k] += w * (A[k] * r[0] + A[3 + k] * r[1]);
}

/* What the bone above a node adds by its direction: to the sums above it, to itself, and between both. */
typedef struct bone_term {
    double above[9], own[9], across[9], above_force[3], own_force[3];
} bone_term;

static double direction_cost(const match_aim *aim, const double from[2], const double to[2], double r[2])
{
    for (uint32_t k = 0; k < 2; k++)
        r[k] = (to[k] - from[k]) * aim->inverse - aim->chord[k];
    return aim->direct * (r[0] * r[0] + r[1] * r[1]);
}

static void direction_term(const match_aim *aim, const match_pose *pose, uint32_t node, uint32_t up, const double r[2],
                           bone_term *t)
{
    double A[6], B[6];
    *t = (bone_term){0};
    for (uint32_t k = 0; k < 6; k++) {
        B[k] = aim->inverse * pose->slopes[node][k];
        A[k] = B[k] - aim->inverse * pose->slopes[up][k];
    }
    add_product(t->above, aim->direct, A, A);
    add_product(t->own, aim->direct, B, B);
    add_product(t->across, aim->direct, A, B);
    add_force(t->above_force, aim->direct, A, r);
    add_force(t->own_force, aim->direct, B, r);
}

/* The place of a node: what it costs, and into S and f of that node. */
static double place_term(const match_aim *aim, const match_pose *pose, uint32_t node, double *S, double *f)
{
    double r[2] = {pose->seen[node][0] - aim->place[0], pose->seen[node][1] - aim->place[1]};
    if (S) {
        add_product(S, aim->pull, pose->slopes[node], pose->slopes[node]);
        add_force(f, aim->pull, pose->slopes[node], r);
    }
    return aim->pull * (r[0] * r[0] + r[1] * r[1]);
}

/* out (rows × dof) = Gᵀ Y, G 3 × rows, Y 3 × dof. Inline, with the numbers written where they are called, for loops without counters. */
static inline void transpose_times(const double *G, uint32_t rows, const double *Y, uint32_t dof, double *out)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < dof; c++)
            out[r * dof + c] = G[r] * Y[c] + G[rows + r] * Y[dof + c] + G[2 * rows + r] * Y[2 * dof + c];
}

static inline void times(const double S[9], const double *G, uint32_t dof, double *out)
{
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < dof; c++)
            out[r * dof + c] = S[3 * r] * G[c] + S[3 * r + 1] * G[dof + c] + S[3 * r + 2] * G[2 * dof + c];
}

/* to (rows of `width`) += M. */
static inline void add_block(double *to, uint32_t width, uint32_t rows, uint32_t columns, const double *M)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            to[(size_t)r * width + c] += M[r * columns + c];
}

/* The rows of a bone in the panel of its joint: Yᵀ times the gains of every bone above, and of the root. A joint that goes along with
 * one above shares its columns, and what both have in common counts twice. */
static inline void couple_above(const vv_match *match, const match_stage *stage, uint32_t dof, uint32_t up,
                                const double *Y, match_work *work)
{
    const match_body *body = &match->body;
    uint32_t group = stage->group[up], width = stage->pose.width[group], own = group, at = 0;
    double *H = work->H + stage->pose.panel[group], M[9];
    for (uint32_t e = up; body->up[e] != VV_NONE; e = body->up[e]) {
        uint32_t other = stage->group[body->up[e]];
        if (other == VV_NONE)
            break;
        at += other != group ? dof : 0;
        group = other;
        transpose_times(Y, dof, work->pose.gains + (size_t)e * 3 * dof, dof, M);
        add_block(H + at, width, dof, dof, M);
        for (uint32_t r = 0; group == own && r < dof; r++)
            for (uint32_t c = 0; c < dof; c++)
                H[(size_t)r * width + c] += M[c * dof + r];
    }
    if (stage->root > 0) {
        transpose_times(Y, dof, work->basis, dof == 3 ? 3 : 2, M);
        add_block(H + width - stage->root, width, dof, dof == 3 ? 3 : 2, M);
    }
}

/* The bone above a node with its own joint, with every bone above that, and with the root; t NULL: it has no direction to follow. */
static inline void couple(const vv_match *match, const match_stage *stage, uint32_t dof, uint32_t node,
                          const bone_term *t, match_work *work)
{
    uint32_t up = match->body.up[node], group = stage->group[up], v = stage->variable[up];
    const double *g = work->pose.gains + (size_t)node * 3 * dof;
    double S[9], Y[9], M[9];
    for (uint32_t k = 0; k < 9; k++)
        S[k] = work->S[node][k] + (t ? t->own[k] : 0.0);
    times(S, g, dof, Y);
    transpose_times(g, dof, Y, dof, M);
    add_block(work->H + stage->pose.panel[group], stage->pose.width[group], dof, dof, M);
    for (uint32_t r = 0; r < dof; r++)
        for (uint32_t k = 0; k < 3; k++)
            work->b[v + r] += g[k * dof + r] * (work->f[node][k] + (t ? t->own_force[k] : 0.0));
    for (uint32_t k = 0; k < 9; k++)
        S[k] = work->S[node][k] + (t ? t->across[k] : 0.0);
    times(S, g, dof, Y);
    couple_above(match, stage, dof, up, Y, work);
}

static void couple_bone(const vv_match *match, const match_stage *stage, uint32_t node, const bone_term *t,
                        match_work *work)
{
    if (stage->dof == 3)
        couple(match, stage, 3, node, t, work);
    else
        couple(match, stage, 1, node, t, work);
}

static void couple_root(const match_stage *stage, const double S[9], const double f[3], match_work *work)
{
    uint32_t n = stage->root, at = stage->size - n;
    double Y[9], M[9];
    times(S, work->basis, n, Y);
    transpose_times(work->basis, n, Y, n, M);
    add_block(work->H + stage->pose.panel[stage->pose.count - 1], n, n, n, M);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t k = 0; k < 3; k++)
            work->b[at + r] += work->basis[k * n + r] * f[k];
}

/* Contacts: places into the sums of their nodes, turns onto their joints (Guay et al. 4.1, with the logarithm: the printed norm of
 * a unit quaternion is constant). */
static double hold_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work,
                         bool normal)
{
    double cost = 0.0, time = match->samples[sample].time;
    for (uint32_t h = 0; h < match->hold_count; h++) {
        const match_hold *hold = &match->holds[h];
        double grip = vvi_match_grip(hold, time), w = HOLD * grip;
        d3 place;
        dq turn;
        if (grip <= 0.0)
            continue;
        vvi_match_hold_target(hold, time, &place, &turn);
        d3 miss = d3_sub(work->pose.places[hold->node], place);
        double far = d3_length(miss), near = STRAIN * hold->reach;
        cost += w * (far > near ? near * (2.0 * far - near) : far * far);
        w *= far > near ? near / far : 1.0;
        const double r[3] = {miss.x, miss.y, miss.z};
        for (uint32_t k = 0; normal && k < 3; k++) {
            work->S[hold->node][4 * k] += w;
            work->f[hold->node][k] += w * r[k];
        }
        if (!hold->turned)
            continue;
        uint32_t v = stage->variable[hold->joint], group = stage->group[hold->joint];
        const double *x = work->pose.values + v;
        dq now = dq_multiply(vvi_turn_exp(vvi_match_vector(match, x)),
                             stage->turns[(size_t)sample * match->body.joint_count + hold->joint]);
        d3 off = vvi_turn_log(dq_multiply(now, dq_conjugate(turn)));
        cost += HOLD_TURN * grip * d3_dot(off, off);
        if (!normal)
            continue;
        d33 a = vvi_turn_left_inverse(off);
        const d33 *b = &work->pose.left[hold->joint];
        double J[9], M[9];
        for (uint32_t i = 0; i < 3; i++)
            for (uint32_t k = 0; k < 3; k++)
                J[3 * i + k] = a.m[i][0] * b->m[0][k] + a.m[i][1] * b->m[1][k] + a.m[i][2] * b->m[2][k];
        transpose_times(J, 3, J, 3, M);
        for (uint32_t k = 0; k < 9; k++)
            M[k] *= HOLD_TURN * grip;
        add_block(work->H + stage->pose.panel[group], stage->pose.width[group], 3, 3, M);
        for (uint32_t i = 0; i < 3; i++)
            work->b[v + i] += HOLD_TURN * grip * (J[i] * off.x + J[3 + i] * off.y + J[6 + i] * off.z);
    }
    return cost;
}

/* Cans: the second stage begins where they are met, so what they ask for is that a joint's unknowns stay 0. */
static double can_terms(const vv_match *match, const match_stage *stage, match_work *work, bool normal)
{
    double cost = 0.0;
    for (uint32_t i = 0; i < match->can_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = stage->variable[match->cans[i].joint] + k, group = stage->group[match->cans[i].joint];
            double x = work->pose.values[v];
            cost += CAN * x * x;
            if (normal) {
                work->H[stage->pose.panel[group] + k * (size_t)(stage->pose.width[group] + 1)] += CAN;
                work->b[v] += CAN * x;
            }
        }
    return cost;
}

double vvi_match_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work, bool normal)
{
    const match_body *body = &match->body;
    const match_aim *aims = match->aims + (size_t)sample * body->node_count;
    double cost = 0.0, root_S[9] = {0.0}, root_f[3] = {0.0};
    vvi_match_pose(match, stage, sample, &work->pose, normal);
    if (normal) {
        memset(work->S, 0, body->node_count * sizeof *work->S);
        memset(work->f, 0, body->node_count * sizeof *work->f);
        memset(work->H, 0, stage->pose.size * sizeof *work->H);
        memset(work->b, 0, stage->size * sizeof *work->b);
    }
    if (stage->dof == 3)
        cost += hold_terms(match, stage, sample, work, normal) + can_terms(match, stage, work, normal) +
                vvi_match_hinges(match, stage, sample, work, normal);
    for (uint32_t i = body->node_count; i-- > 0;) {
        uint32_t up = body->up[i];
        bone_term t;
        bool direct = aims[i].direct > 0.0;
        double r[2];
        if (aims[i].pull > 0.0)
            cost += place_term(&aims[i], &work->pose, i, normal ? work->S[i] : NULL, work->f[i]);
        if (direct)
            cost += direction_cost(&aims[i], work->pose.seen[up], work->pose.seen[i], r);
        if (!normal)
            continue;
        if (direct)
            direction_term(&aims[i], &work->pose, i, up, r, &t);
        if (up != VV_NONE && stage->variable[up] != VV_NONE)
            couple_bone(match, stage, i, direct ? &t : NULL, work);
        double *S = up == VV_NONE ? root_S : work->S[up], *f = up == VV_NONE ? root_f : work->f[up];
        for (uint32_t k = 0; k < 9; k++)
            S[k] += work->S[i][k] + (direct ? t.above[k] : 0.0);
        for (uint32_t k = 0; k < 3; k++)
            f[k] += work->f[i][k] + (direct ? t.above_force[k] : 0.0);
    }
    if (normal && stage->root > 0)
        couple_root(stage, root_S, root_f, work);
    return cost;
}

/* Forces in the view go up the body; the first stage has no others. */
double vvi_match_gradient(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work)
{
    const match_body *body = &match->body;
    const match_aim *aims = match->aims + (size_t)sample * body->node_count;
    double cost = 0.0, total[3] = {0.0, 0.0, 0.0};
    vvi_match_pose(match, stage, sample, &work->pose, true);
    memset(work->f, 0, body->node_count * sizeof *work->f);
    memset(work->b, 0, stage->size * sizeof *work->b);
    for (uint32_t i = body->node_count; i-- > 0;) {
        uint32_t up = body->up[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        const double *g = work->pose.gains + 3 * (size_t)i;
        double r[2] = {work->pose.seen[i][0] - aims[i].place[0], work->pose.seen[i][1] - aims[i].place[1]};
        cost += aims[i].pull * (r[0] * r[0] + r[1] * r[1]);
        add_force(work->f[i], aims[i].pull, work->pose.slopes[i], r);
        if (aims[i].direct > 0.0) {
            cost += direction_cost(&aims[i], work->pose.seen[up], work->pose.seen[i], r);
            add_force(work->f[i], aims[i].direct * aims[i].inverse, work->pose.slopes[i], r);
            add_force(work->f[up], -aims[i].direct * aims[i].inverse, work->pose.slopes[up], r);
        }
        double *f = work->f[i], *to = up == VV_NONE ? total : work->f[up];
        for (uint32_t k = 0; k < 3; k++)
            to[k] += f[k];
        if (v != VV_NONE)
            work->b[v] += g[0] * f[0] + g[1] * f[1] + g[2] * f[2];
    }
    for (uint32_t r = 0; r < stage->root; r++)
        work->b[stage->size - stage->root + r] = work->basis[r] * total[0] + work->basis[stage->root + r] * total[1] +
                                                 work->basis[2 * stage->root + r] * total[2];
    return cost;
}
