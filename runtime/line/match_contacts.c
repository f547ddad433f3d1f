/* Meets contact constraints exactly at one sample: damped Gauss–Newton on the rotations of all joints above them,
 * with the smallest weights where the line is.
 *
 * A contact of strength g < 1 is a spring between the pose without it and its target. With A = J W Jᵀ (how far the
 * joints let points move) and the compliance C = A_hh (1 − g) / g, the equations (A + C) λ = e bring a single contact
 * by exactly g of the distance to its target, ignore it at g = 0 and hold it at g = 1, where it dominates every
 * spring. λ is summed over the iterations, so the residual e − C λ tells how far the springs are from equilibrium. */
#include "matching.h"

#include <string.h>

/* where a chain is nearly straight, the last tenths of a millimetre take many iterations */
#define MAX_ITERATIONS       60u
#define MAX_JOINT_ITERATIONS 20u
#define TOLERANCE            2e-6 /* tolerance in metres or radians */
#define CONTRADICTION        1e-3 /* tolerance in metres or radians beyond which contacts contradict each other */
#define MAX_ROTATION         0.4  /* largest rotation of a joint in one iteration, radians */
#define MIN_STRENGTH         1e-6 /* smallest strength that counts */
#define RESIDUAL_DAMPING     0.2  /* damping for a metre of residual and a metre of reach */
#define CONSTANT_DAMPING     1e-6 /* constant damping for a square metre of reach */

/* The goal of a contact: position of its point and rotation of its joint. */
typedef struct contact_goal {
    const match_contact *contact;
    double strength;
    double trust;    /* 1 within reach, less the farther it is beyond */
    double firmness; /* 0…1: how much it counts among the contacts that hold */
    d3 place;
    dq turn;
} contact_goal;

void vvi_match_update_places(const vv_match *match, uint32_t sample, match_final_pose *f)
{
    const match_body *body = &match->body;
    const d3 *levers = match->planar_levers + (size_t)sample * body->node_count;
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->parents[i];
        f->places[i] =
            up == VV_NONE ? d3_add(f->root, levers[i]) : d3_add(f->places[up], dq_rotate(f->turns[up], levers[i]));
    }
}

dq vvi_match_current_turn(const vv_match *match, uint32_t sample, uint32_t joint)
{
    return dq_multiply(match->final_pose.turns[joint],
                       match->planar_turns[(size_t)sample * match->body.joint_count + joint]);
}

/* ---- Goals ------------------------------------------------------------------------------------------------------- */

/* The offset to a target, shortened smoothly if it is longer than `near`: the second stage has weighed the line
 * against contacts already, and a contact that it left farther away is out of reach or contradicts the line. */
static d3 limit_offset(d3 offset, double near, double *trust)
{
    double length = d3_length(offset), beyond = length / near - 1.0;
    *trust = beyond > 0.0 ? 1.0 / (1.0 + beyond * beyond) : 1.0;
    return beyond > 0.0 ? d3_scale(offset, (1.0 + beyond / (1.0 + beyond)) * near / length) : offset;
}

static uint32_t find_goals(const vv_match *match, uint32_t sample, double near, contact_goal *goals)
{
    const match_final_pose *f = &match->final_pose;
    uint32_t count = 0;
    double time = match->samples[sample].time;
    for (uint32_t h = 0; h < match->contact_count; h++) {
        const match_contact *contact = &match->contacts[h];
        contact_goal *g = &goals[count];
        g->contact = contact;
        g->strength = vvi_match_contact_strength(contact, time);
        if (!(g->strength > MIN_STRENGTH))
            continue;
        vvi_match_contact_target(contact, time, &g->place, &g->turn);
        d3 from = f->places[contact->node];
        g->place = d3_add(from, limit_offset(d3_sub(g->place, from), near * contact->reach, &g->trust));
        count++;
    }
    return count;
}

static bool overlap_in_time(const match_contact *a, const match_contact *b)
{
    return a->from <= b->to && b->from <= a->to;
}

/* The firmness of the goals. Among contacts within reach only those that nearly hold can contradict others, and never
 * those that they do not hold together with at any time. */
static void find_firmness(uint32_t count, contact_goal *goals)
{
    for (uint32_t g = 0; g < count; g++) {
        double strength2 = goals[g].strength * goals[g].strength,
               strength8 = strength2 * strength2 * strength2 * strength2;
        goals[g].firmness = goals[g].trust * strength8 * strength8 + (1.0 - goals[g].trust) * goals[g].strength;
        for (uint32_t k = 0; k < count; k++)
            if (k != g && !overlap_in_time(goals[g].contact, goals[k].contact))
                goals[g].firmness *= 1.0 - goals[k].strength;
    }
}

static uint32_t goal_rows(const contact_goal *g) { return g->contact->has_rotation ? 6 : 3; }

static uint32_t row_count(uint32_t count, const contact_goal *goals)
{
    uint32_t rows = 0;
    for (uint32_t g = 0; g < count; g++)
        rows += goal_rows(&goals[g]);
    return rows;
}

/* ---- Equations --------------------------------------------------------------------------------------------------- */

/* Three rows of J·√W: how `at` (a position; NULL: the rotation) moves with every joint above and with the root. */
static void fill_jacobian_rows(const vv_match *match, const match_final_pose *f, uint32_t joint, const d3 *at,
                               double *rows, uint32_t columns)
{
    memset(rows, 0, 3 * (size_t)columns * sizeof *rows);
    for (uint32_t i = joint; i != VV_NONE; i = match->body.parents[i]) {
        double w = f->joint_weights[i], *r0 = rows + 3 * i, *r1 = r0 + columns, *r2 = r1 + columns;
        d3 arm = at ? d3_sub(*at, f->places[i]) : (d3){0.0, 0.0, 0.0};
        r0[0] = r1[1] = r2[2] = at ? 0.0 : w;
        if (!at)
            continue;
        r0[1] = w * arm.z; /* ω × arm */
        r0[2] = -w * arm.y;
        r1[0] = -w * arm.z;
        r1[2] = w * arm.x;
        r2[0] = w * arm.y;
        r2[1] = -w * arm.x;
    }
    for (uint32_t k = 0; at && !match->hold_root && k < 3; k++)
        rows[k * columns + columns - 3 + k] = f->joint_weights[match->body.joint_count];
}

/* The residuals of the goals into f->residuals, J into f->jacobian. */
static void fill_equations(const vv_match *match, uint32_t sample, match_final_pose *f, uint32_t count,
                           const contact_goal *goals)
{
    uint32_t row = 0, columns = 3 * match->body.joint_count + 3;
    for (uint32_t g = 0; g < count; g++) {
        const match_contact *contact = goals[g].contact;
        d3 miss = d3_sub(goals[g].place, f->places[contact->node]);
        fill_jacobian_rows(match, f, contact->joint, &f->places[contact->node], f->jacobian + (size_t)row * columns,
                           columns);
        for (uint32_t block = 0; block < (contact->has_rotation ? 2u : 1u); block++, row += 3) {
            f->residuals[row] = miss.x;
            f->residuals[row + 1] = miss.y;
            f->residuals[row + 2] = miss.z;
            if (!contact->has_rotation || block == 1)
                continue;
            dq now = vvi_match_current_turn(match, sample, contact->joint);
            miss = vvi_rotation_log(dq_multiply(goals[g].turn, dq_conjugate(now)));
            fill_jacobian_rows(match, f, contact->joint, NULL, f->jacobian + (size_t)(row + 3) * columns, columns);
        }
    }
}

/* J W Jᵀ, the lower triangle. */
static void fill_system_matrix(match_final_pose *f, uint32_t rows, uint32_t columns)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c <= r; c++) {
            double sum = 0.0;
            for (uint32_t k = 0; k < columns; k++)
                sum += f->jacobian[(size_t)r * columns + k] * f->jacobian[(size_t)c * columns + k];
            f->system_matrix[(size_t)r * rows + c] = sum;
        }
}

/* C of every goal: f->compliance[rows][6], the rows of its own block. */
static void find_compliance(match_final_pose *f, uint32_t rows, uint32_t count, const contact_goal *goals)
{
    for (uint32_t g = 0, row = 0; g < count; g++) {
        uint32_t size = goal_rows(&goals[g]);
        double compliance_share = (1.0 - goals[g].strength) / goals[g].strength;
        for (uint32_t i = 0; i < size; i++)
            for (uint32_t k = 0; k < size; k++) {
                uint32_t r = row + (i > k ? i : k), c = row + (i > k ? k : i);
                f->compliance[row + i][k] = compliance_share * f->system_matrix[(size_t)r * rows + c];
            }
        row += size;
    }
}

/* f->residuals −= C·(sum of λ): how far springs are from equilibrium. Returns the weighted norm. */
static double subtract_compliance(match_final_pose *f, uint32_t count, const contact_goal *goals, bool together)
{
    double sum = 0.0;
    for (uint32_t g = 0, row = 0; g < count; row += goal_rows(&goals[g++]))
        for (uint32_t i = 0; i < goal_rows(&goals[g]); i++) {
            double *e = &f->residuals[row + i];
            for (uint32_t k = 0; !together && k < goal_rows(&goals[g]); k++)
                *e -= f->compliance[row + i][k] * f->multipliers[row + k];
            sum += *e * *e * (together ? goals[g].strength : 1.0);
        }
    return sqrt(sum);
}

/* Solves (A + C + μ) λ = e for λ, into f->residuals. The damping μ is proportional to the residual: a stretched limb
 * needs it to come to rest, and it vanishes where goals are met. */
static bool solve_multipliers(match_final_pose *f, uint32_t rows, uint32_t count, const contact_goal *goals,
                              bool together, double residual)
{
    for (uint32_t g = 0, row = 0; g < count; row += goal_rows(&goals[g++])) {
        double reach = goals[g].contact->reach;
        double damping =
            (RESIDUAL_DAMPING * residual + CONSTANT_DAMPING * reach) * reach / (together ? goals[g].strength : 1.0);
        for (uint32_t i = 0; i < goal_rows(&goals[g]); i++) {
            double *to = f->system_matrix + (size_t)(row + i) * rows + row;
            for (uint32_t k = 0; !together && k <= i; k++)
                to[k] += f->compliance[row + i][k];
            to[i] += damping;
        }
    }
    if (!vvi_cholesky_factor_double(rows, f->system_matrix))
        return false;
    vvi_cholesky_solve_double(rows, f->system_matrix, 1, f->residuals);
    return true;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* Rotates every joint by √W (J√W)ᵀ λ, with everything attached to it. */
static void apply_multipliers(const vv_match *match, match_final_pose *f, uint32_t rows, uint32_t columns)
{
    const match_body *body = &match->body;
    for (uint32_t r = 0; r < rows; r++)
        f->multipliers[r] += f->residuals[r];
    for (uint32_t i = 0; i <= body->joint_count; i++) {
        double w = f->joint_weights[i], vector[3] = {0.0, 0.0, 0.0};
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t k = 0; k < 3; k++)
                vector[k] += w * f->jacobian[(size_t)r * columns + 3 * i + k] * f->residuals[r];
        d3 turn = {vector[0], vector[1], vector[2]};
        if (i == body->joint_count) {
            f->root = d3_add(f->root, turn);
            break;
        }
        double angle = d3_length(turn);
        dq rotation = vvi_rotation_exp(angle > MAX_ROTATION ? d3_scale(turn, MAX_ROTATION / angle) : turn);
        f->scratch_turns[i] =
            body->parents[i] == VV_NONE ? rotation : dq_multiply(f->scratch_turns[body->parents[i]], rotation);
        f->turns[i] = dq_normalize(dq_multiply(f->scratch_turns[i], f->turns[i]));
    }
}

static void save_pose(vv_match *match)
{
    match_final_pose *f = &match->final_pose;
    f->saved_root = f->root;
    memcpy(f->saved_turns, f->turns, match->body.joint_count * sizeof *f->saved_turns);
}

static void restore_pose(vv_match *match, uint32_t sample)
{
    match_final_pose *f = &match->final_pose;
    f->root = f->saved_root;
    memcpy(f->turns, f->saved_turns, match->body.joint_count * sizeof *f->saved_turns);
    vvi_match_update_places(match, sample, f);
}

/* Iterates to the equilibrium of all springs; together: to the least squares of all goals, each weighted by its
 * strength. False if it was not reached: contacts that hold contradict each other, or are out of reach. Steps do not
 * depend on how well earlier ones went, so the result moves as smoothly as the input. */
static bool iterate_contacts(vv_match *match, uint32_t sample, uint32_t count, const contact_goal *goals, bool together)
{
    match_final_pose *f = &match->final_pose;
    uint32_t rows = row_count(count, goals), columns = 3 * match->body.joint_count + 3;
    memset(f->multipliers, 0, rows * sizeof *f->multipliers);
    for (uint32_t iteration = 0;; iteration++) {
        fill_equations(match, sample, f, count, goals);
        fill_system_matrix(f, rows, columns);
        if (iteration == 0)
            find_compliance(f, rows, count, goals);
        double residual = subtract_compliance(f, count, goals, together);
        if (residual < TOLERANCE || iteration == (together ? MAX_JOINT_ITERATIONS : MAX_ITERATIONS))
            return residual < TOLERANCE;
        if (!solve_multipliers(f, rows, count, goals, together, residual))
            return false;
        apply_multipliers(match, f, rows, columns);
        vvi_match_update_places(match, sample, f);
    }
}

/* 0 below a millimetre (or a milliradian), 1 from some: goals that are nearly met stay as they are. */
static double contradiction_share(double off)
{
    double t = (off - CONTRADICTION) / (4.0 * CONTRADICTION);
    return vvi_smoothstep_double(t);
}

/* Whether all goals could be met at once if each of them held. */
static bool can_meet_all(vv_match *match, uint32_t sample, uint32_t count, const contact_goal *goals)
{
    contact_goal firm[VV_MATCH_MAX_CONTACTS];
    bool within = true;
    for (uint32_t g = 0; g < count; g++) {
        firm[g] = goals[g];
        firm[g].strength = 1.0;
        within = within && goals[g].trust == 1.0;
    }
    bool reached = within && iterate_contacts(match, sample, count, firm, false);
    restore_pose(match, sample);
    return reached;
}

/* Where contacts contradict each other, those that hold would be thrown about when another one becomes firm. So their
 * goals are moved to their joint least-squares solution, gradually with their firmness. */
static void reconcile_goals(vv_match *match, uint32_t sample, uint32_t count, contact_goal *goals)
{
    match_final_pose *f = &match->final_pose;
    contact_goal together[VV_MATCH_MAX_CONTACTS];
    uint32_t firm = 0;
    find_firmness(count, goals);
    for (uint32_t g = 0; g < count; g++)
        if (goals[g].firmness * goals[g].trust * goals[g].trust > MIN_STRENGTH) {
            together[firm] = goals[g];
            together[firm++].strength = goals[g].firmness * goals[g].trust * goals[g].trust;
        }
    if (can_meet_all(match, sample, firm, together))
        return;
    iterate_contacts(match, sample, firm, together, true);
    for (uint32_t g = 0; g < count; g++) {
        const match_contact *contact = goals[g].contact;
        d3 off = d3_sub(f->places[contact->node], goals[g].place);
        dq now = vvi_match_current_turn(match, sample, contact->joint);
        d3 turned = vvi_rotation_log(dq_multiply(now, dq_conjugate(goals[g].turn)));
        goals[g].place = d3_add_scaled(goals[g].place, off, goals[g].firmness * contradiction_share(d3_length(off)));
        turned = d3_scale(turned, goals[g].firmness * contradiction_share(d3_length(turned)));
        goals[g].turn = dq_multiply(vvi_rotation_exp(turned), goals[g].turn);
    }
    restore_pose(match, sample);
}

void vvi_match_bend_limbs(vv_match *match, uint32_t sample)
{
    double time = match->samples[sample].time;
    for (uint32_t h = 0; h < match->contact_count; h++) {
        const match_contact *contact = &match->contacts[h];
        double strength = vvi_match_contact_strength(contact, time);
        d3 place, from = match->final_pose.places[contact->node];
        dq turn, now = vvi_match_current_turn(match, sample, contact->joint);
        if (!(strength > MIN_STRENGTH))
            continue;
        vvi_match_contact_target(contact, time, &place, &turn);
        place = d3_add_scaled(from, d3_sub(place, from), strength);
        turn = dq_multiply(vvi_rotation_exp(d3_scale(vvi_rotation_log(dq_multiply(turn, dq_conjugate(now))), strength)),
                           now);
        vvi_match_keep_foot(match, sample, contact, strength);
        vvi_match_bend_limb(match, sample, contact, place, turn);
    }
}

void vvi_match_meet_contacts(vv_match *match, uint32_t sample, double near)
{
    contact_goal goals[VV_MATCH_MAX_CONTACTS + 1];
    uint32_t count = find_goals(match, sample, near, goals), uncertain = 0;
    if (count == 0)
        return;
    for (uint32_t g = 0; g < count; g++)
        uncertain += goals[g].trust < 1.0 || (goals[g].strength < 1.0 && count > 1) ? 1 : 0;
    save_pose(match);
    for (uint32_t h = 0; h < match->contact_count; h++)
        vvi_match_set_hinge_weight(match, sample, &match->contacts[h]);
    if (uncertain == 0 && iterate_contacts(match, sample, count, goals, false))
        return;
    restore_pose(match, sample);
    reconcile_goals(match, sample, count, goals);
    iterate_contacts(match, sample, count, goals, false);
}
