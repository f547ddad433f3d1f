/* The normal equations of one pose.
 *
 * The position of a node depends on all rotations above it. For two bones e above c, the sum over everything below c
 * of (∂x/∂e)ᵀ W (∂x/∂c) is g_eᵀ S_c g_c, where S_c is the sum of W over the descendants of c and g are the
 * derivatives of the arms: one sweep up the tree gives all of JᵀJ in time (number of bones · depth). The direction of
 * a bone p → c in the view, (π(c) − π(p))·k, changes by k (J_c − J_p) δx_p + k J_c g_c δ: the first part is added to
 * the sums above p, the second one concerns the bone alone. match_system.c then spreads the equations of a pose over
 * the four quantities of its two knots by the Hermite weights. */
#include "matching.h"

#include <string.h>

#define CONTACT_WEIGHT 100.0 /* weight of the position of a contact */
/* share of the distance from the root to a contact: beyond it, the contact pulls no harder, or it would take
 * everything with it */
#define MAX_CONTACT_STRAIN      0.05
#define CONTACT_ROTATION_WEIGHT 10.0 /* weight of a radian of the rotation of a contact */
#define TWIST_WEIGHT            1.0  /* weight of a radian of a twist */

/* ---- One pose ---------------------------------------------------------------------------------------------------- */

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

/* The direction term of the bone above a node: its contribution to the sums above it, to the bone itself, and to the
 * coupling of both. */
typedef struct bone_term {
    double above[9], own[9], across[9], above_force[3], own_force[3];
} bone_term;

static double direction_cost(const match_target *target, const double from[2], const double to[2], double r[2])
{
    for (uint32_t k = 0; k < 2; k++)
        r[k] = (to[k] - from[k]) * target->inverse - target->chord[k];
    return target->direction_weight * (r[0] * r[0] + r[1] * r[1]);
}

static void direction_term(const match_target *target, const match_pose *pose, uint32_t node, uint32_t up,
                           const double r[2], bone_term *t)
{
    double A[6], B[6];
    VVI_CHECK(up != VV_NONE && target->direction_weight > 0.0);
    *t = (bone_term){0};
    for (uint32_t k = 0; k < 6; k++) {
        B[k] = target->inverse * pose->view_jacobians[node][k];
        A[k] = B[k] - target->inverse * pose->view_jacobians[up][k];
    }
    add_product(t->above, target->direction_weight, A, A);
    add_product(t->own, target->direction_weight, B, B);
    add_product(t->across, target->direction_weight, A, B);
    add_force(t->above_force, target->direction_weight, A, r);
    add_force(t->own_force, target->direction_weight, B, r);
}

/* The cost of the position of a node; with S and f not NULL its terms are added to them. */
static double position_term(const match_target *target, const match_pose *pose, uint32_t node, double *S, double *f)
{
    double r[2] = {pose->projected[node][0] - target->place[0], pose->projected[node][1] - target->place[1]};
    if (S) {
        add_product(S, target->position_weight, pose->view_jacobians[node], pose->view_jacobians[node]);
        add_force(f, target->position_weight, pose->view_jacobians[node], r);
    }
    return target->position_weight * (r[0] * r[0] + r[1] * r[1]);
}

/* out (rows × dof) = Gᵀ Y, with G 3 × rows and Y 3 × dof. Inline and called with constants, so that the loops are
 * unrolled. */
static inline void transpose_times(const double *G, uint32_t rows, const double *Y, uint32_t dof, double *out)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < dof; c++)
            out[r * dof + c] = G[r] * Y[c] + G[rows + r] * Y[dof + c] + G[2 * rows + r] * Y[2 * dof + c];
}

static inline void multiply_columns(const double S[9], const double *G, uint32_t dof, double *out)
{
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < dof; c++)
            out[r * dof + c] = S[3 * r] * G[c] + S[3 * r + 1] * G[dof + c] + S[3 * r + 2] * G[2 * dof + c];
}

/* Adds M to rows of length `width`. */
static inline void add_block(double *to, uint32_t width, uint32_t rows, uint32_t columns, const double *M)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            to[(size_t)r * width + c] += M[r * columns + c];
}

/* The rows of a bone in the panel of its joint: Yᵀ times the derivatives of every bone above, and of the root. A
 * joint that shares the unknowns of one above shares its columns, and their common part counts twice. */
static inline void couple_above(const vv_match *match, const match_stage *stage, uint32_t dof, uint32_t up,
                                const double *Y, match_work *work)
{
    const match_body *body = &match->body;
    uint32_t group = stage->group[up], width = stage->pose.width[group], own = group, at = 0;
    VVI_CHECK(group < stage->pose.count && stage->root <= width);
    double *H = work->H + stage->pose.panel[group], M[9];
    for (uint32_t e = up; body->parents[e] != VV_NONE; e = body->parents[e]) {
        uint32_t other = stage->group[body->parents[e]];
        if (other == VV_NONE)
            break;
        at += other != group ? dof : 0;
        VVI_CHECK(other >= group && at + dof <= width);
        group = other;
        transpose_times(Y, dof, work->pose.arm_jacobians + (size_t)e * 3 * dof, dof, M);
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

/* Couples the bone above a node with its own joint, with every bone above that, and with the root; t NULL: it has no
 * direction to follow. */
static inline void couple(const vv_match *match, const match_stage *stage, uint32_t dof, uint32_t node,
                          const bone_term *t, match_work *work)
{
    uint32_t up = match->body.parents[node], group = stage->group[up], v = stage->variable[up];
    const double *g = work->pose.arm_jacobians + (size_t)node * 3 * dof;
    double S[9], Y[9], M[9];
    for (uint32_t k = 0; k < 9; k++)
        S[k] = work->S[node][k] + (t ? t->own[k] : 0.0);
    multiply_columns(S, g, dof, Y);
    transpose_times(g, dof, Y, dof, M);
    add_block(work->H + stage->pose.panel[group], stage->pose.width[group], dof, dof, M);
    for (uint32_t r = 0; r < dof; r++)
        for (uint32_t k = 0; k < 3; k++)
            work->b[v + r] += g[k * dof + r] * (work->f[node][k] + (t ? t->own_force[k] : 0.0));
    for (uint32_t k = 0; k < 9; k++)
        S[k] = work->S[node][k] + (t ? t->across[k] : 0.0);
    multiply_columns(S, g, dof, Y);
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
    multiply_columns(S, work->basis, n, Y);
    transpose_times(work->basis, n, Y, n, M);
    add_block(work->H + stage->pose.panel[stage->pose.count - 1], n, n, n, M);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t k = 0; k < 3; k++)
            work->b[at + r] += work->basis[k * n + r] * f[k];
}

/* Contacts: positions are added to the sums of their nodes, rotations to their joints (Guay et al. 4.1, with the
 * logarithm, since the norm of a unit quaternion as printed is constant). */
static double contact_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work,
                            bool normal)
{
    double cost = 0.0, time = match->samples[sample].time;
    for (uint32_t h = 0; h < match->contact_count; h++) {
        const match_contact *contact = &match->contacts[h];
        double strength = vvi_match_contact_strength(contact, time), w = CONTACT_WEIGHT * strength;
        VVI_CHECK(strength >= 0.0 && strength <= 1.0 && contact->node < match->body.node_count);
        d3 place;
        dq turn;
        if (strength <= 0.0)
            continue;
        vvi_match_contact_target(contact, time, &place, &turn);
        d3 error = d3_sub(work->pose.places[contact->node], place);
        double distance = d3_length(error), max_distance = MAX_CONTACT_STRAIN * contact->reach;
        cost += w * (distance > max_distance ? max_distance * (2.0 * distance - max_distance) : distance * distance);
        w *= distance > max_distance ? max_distance / distance : 1.0;
        const double r[3] = {error.x, error.y, error.z};
        for (uint32_t k = 0; normal && k < 3; k++) {
            work->S[contact->node][4 * k] += w;
            work->f[contact->node][k] += w * r[k];
        }
        if (!contact->has_rotation)
            continue;
        uint32_t v = stage->variable[contact->joint], group = stage->group[contact->joint];
        VVI_CHECK(v != VV_NONE && group != VV_NONE && stage->dof == 3);
        const double *x = work->pose.values + v;
        dq now = dq_multiply(vvi_rotation_exp(vvi_match_rotation_vector(match, x)),
                             stage->turns[(size_t)sample * match->body.joint_count + contact->joint]);
        d3 off = vvi_rotation_log(dq_multiply(now, dq_conjugate(turn)));
        cost += CONTACT_ROTATION_WEIGHT * strength * d3_dot(off, off);
        if (!normal)
            continue;
        d33 a = vvi_left_jacobian_inverse(off);
        const d33 *b = &work->pose.left_jacobians[contact->joint];
        double J[9], M[9];
        for (uint32_t i = 0; i < 3; i++)
            for (uint32_t k = 0; k < 3; k++)
                J[3 * i + k] = a.m[i][0] * b->m[0][k] + a.m[i][1] * b->m[1][k] + a.m[i][2] * b->m[2][k];
        transpose_times(J, 3, J, 3, M);
        for (uint32_t k = 0; k < 9; k++)
            M[k] *= CONTACT_ROTATION_WEIGHT * strength;
        add_block(work->H + stage->pose.panel[group], stage->pose.width[group], 3, 3, M);
        for (uint32_t i = 0; i < 3; i++)
            work->b[v + i] += CONTACT_ROTATION_WEIGHT * strength * (J[i] * off.x + J[3 + i] * off.y + J[6 + i] * off.z);
    }
    return cost;
}

/* Twists: the second stage begins where they are met, so their term keeps the unknowns of a joint at 0. */
static double twist_terms(const vv_match *match, const match_stage *stage, match_work *work, bool normal)
{
    double cost = 0.0;
    for (uint32_t i = 0; i < match->twist_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = stage->variable[match->twists[i].joint] + k, group = stage->group[match->twists[i].joint];
            double x = work->pose.values[v];
            cost += TWIST_WEIGHT * x * x;
            if (normal) {
                work->H[stage->pose.panel[group] + k * (size_t)(stage->pose.width[group] + 1)] += TWIST_WEIGHT;
                work->b[v] += TWIST_WEIGHT * x;
            }
        }
    return cost;
}

double vvi_match_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work, bool normal)
{
    const match_body *body = &match->body;
    const match_target *targets = match->line_targets + (size_t)sample * body->node_count;
    double cost = 0.0, root_S[9] = {0.0}, root_f[3] = {0.0};
    vvi_match_pose_at(match, stage, sample, &work->pose, normal);
    if (normal) {
        memset(work->S, 0, body->node_count * sizeof *work->S);
        memset(work->f, 0, body->node_count * sizeof *work->f);
        memset(work->H, 0, stage->pose.size * sizeof *work->H);
        memset(work->b, 0, stage->size * sizeof *work->b);
    }
    if (stage->dof == 3)
        cost += contact_terms(match, stage, sample, work, normal) + twist_terms(match, stage, work, normal) +
                vvi_match_hinge_terms(match, stage, sample, work, normal);
    for (uint32_t i = body->node_count; i-- > 0;) {
        uint32_t up = body->parents[i];
        bone_term t;
        bool has_direction = targets[i].direction_weight > 0.0;
        double r[2];
        VVI_CHECK(targets[i].position_weight >= 0.0 && (!has_direction || up != VV_NONE) && (up == VV_NONE || up < i));
        if (targets[i].position_weight > 0.0)
            cost += position_term(&targets[i], &work->pose, i, normal ? work->S[i] : NULL, work->f[i]);
        if (has_direction)
            cost += direction_cost(&targets[i], work->pose.projected[up], work->pose.projected[i], r);
        if (!normal)
            continue;
        if (has_direction)
            direction_term(&targets[i], &work->pose, i, up, r, &t);
        if (up != VV_NONE && stage->variable[up] != VV_NONE)
            couple_bone(match, stage, i, has_direction ? &t : NULL, work);
        double *S = up == VV_NONE ? root_S : work->S[up], *f = up == VV_NONE ? root_f : work->f[up];
        for (uint32_t k = 0; k < 9; k++)
            S[k] += work->S[i][k] + (has_direction ? t.above[k] : 0.0);
        for (uint32_t k = 0; k < 3; k++)
            f[k] += work->f[i][k] + (has_direction ? t.above_force[k] : 0.0);
    }
    if (normal && stage->root > 0)
        couple_root(stage, root_S, root_f, work);
    return cost;
}

/* Forces in the view are propagated up the body; the first stage has no others. */
double vvi_match_gradient(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work)
{
    const match_body *body = &match->body;
    const match_target *targets = match->line_targets + (size_t)sample * body->node_count;
    double cost = 0.0, total[3] = {0.0, 0.0, 0.0};
    vvi_match_pose_at(match, stage, sample, &work->pose, true);
    memset(work->f, 0, body->node_count * sizeof *work->f);
    memset(work->b, 0, stage->size * sizeof *work->b);
    for (uint32_t i = body->node_count; i-- > 0;) {
        uint32_t up = body->parents[i], v = up == VV_NONE ? VV_NONE : stage->variable[up];
        const double *g = work->pose.arm_jacobians + 3 * (size_t)i;
        double r[2] = {work->pose.projected[i][0] - targets[i].place[0],
                       work->pose.projected[i][1] - targets[i].place[1]};
        cost += targets[i].position_weight * (r[0] * r[0] + r[1] * r[1]);
        add_force(work->f[i], targets[i].position_weight, work->pose.view_jacobians[i], r);
        if (targets[i].direction_weight > 0.0) {
            cost += direction_cost(&targets[i], work->pose.projected[up], work->pose.projected[i], r);
            add_force(work->f[i], targets[i].direction_weight * targets[i].inverse, work->pose.view_jacobians[i], r);
            add_force(work->f[up], -targets[i].direction_weight * targets[i].inverse, work->pose.view_jacobians[up], r);
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
