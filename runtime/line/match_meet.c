/* Meets contacts exactly at one sample: damped Gauss–Newton on the turns of all joints above them, least where the line goes.
 *
 * A contact that grips by g < 1 is a spring between the pose without it and its target. With A = J W Jᵀ (how far the joints let points
 * go) and compliance C = A_hh (1 − g) / g, the equations (A + C) λ = e bring a contact alone by exactly g of its way, leave
 * it out at g = 0 and hold it at g = 1: there it wins against every spring. λ is summed over the rounds, so that what is left of
 * e − C λ tells how far the springs are from their balance. */
#include "matching.h"

#include <string.h>

#define ROUNDS   60u /* where a chain is nearly straight, the last tenths of a millimetre take many */
#define TRIES    20u
#define CLOSE    2e-6 /* metres, radians */
#define AGREE    1e-3 /* the same: contacts that come no closer together contradict each other */
#define LARGEST  0.4  /* radians that a joint turns in one round */
#define FAINTEST 1e-6 /* grip */
#define CALM     0.2  /* damping, for a metre that is left and a metre of reach */
#define FLOOR    1e-6 /* the same for a square metre of reach, always */

/* Where a contact wants its point and its joint. */
typedef struct goal {
    const match_hold *hold;
    double grip;
    double trust; /* 1 within reach, less the further it is beyond */
    double firm;  /* how much it counts among those that hold, 0…1 */
    d3 place;
    dq turn;
} goal;

void vvi_match_place_all(const vv_match *match, uint32_t sample, match_finishing *f)
{
    const match_body *body = &match->body;
    const d3 *levers = match->flat_levers + (size_t)sample * body->node_count;
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->up[i];
        f->places[i] =
            up == VV_NONE ? d3_add(f->root, levers[i]) : d3_add(f->places[up], dq_rotate(f->turns[up], levers[i]));
    }
}

dq vvi_match_turn_now(const vv_match *match, uint32_t sample, uint32_t joint)
{
    return dq_multiply(match->finishing.turns[joint],
                       match->flat_turns[(size_t)sample * match->body.joint_count + joint]);
}

/* ---- Goals ---------------------------------------------------------------------------------------------------------------- */

/* The way to a target, shortened smoothly where it is longer than `near`: the second stage has weighed the line against contacts already, and
 * what it left further apart is out of reach, or against the line beyond measure. */
static d3 shorten(d3 way, double near, double *trust)
{
    double length = d3_length(way), beyond = length / near - 1.0;
    *trust = beyond > 0.0 ? 1.0 / (1.0 + beyond * beyond) : 1.0;
    return beyond > 0.0 ? d3_scale(way, (1.0 + beyond / (1.0 + beyond)) * near / length) : way;
}

static uint32_t find_goals(const vv_match *match, uint32_t sample, double near, goal *goals)
{
    const match_finishing *f = &match->finishing;
    uint32_t count = 0;
    double time = match->samples[sample].time;
    for (uint32_t h = 0; h < match->hold_count; h++) {
        const match_hold *hold = &match->holds[h];
        goal *g = &goals[count];
        g->hold = hold;
        g->grip = vvi_match_grip(hold, time);
        if (!(g->grip > FAINTEST))
            continue;
        vvi_match_hold_target(hold, time, &g->place, &g->turn);
        d3 from = f->places[hold->node];
        g->place = d3_add(from, shorten(d3_sub(g->place, from), near * hold->reach, &g->trust));
        count++;
    }
    return count;
}

static bool hold_together(const match_hold *a, const match_hold *b) { return a->from <= b->to && b->from <= a->to; }

/* Of contacts within reach only those that nearly hold contradict others, and never such as they do not hold together with at any
 * time. */
static void find_firm(uint32_t count, goal *goals)
{
    for (uint32_t g = 0; g < count; g++) {
        double square = goals[g].grip * goals[g].grip, eighth = square * square * square * square;
        goals[g].firm = goals[g].trust * eighth * eighth + (1.0 - goals[g].trust) * goals[g].grip;
        for (uint32_t k = 0; k < count; k++)
            if (k != g && !hold_together(goals[g].hold, goals[k].hold))
                goals[g].firm *= 1.0 - goals[k].grip;
    }
}

static uint32_t own_rows(const goal *g) { return g->hold->turned ? 6 : 3; }

static uint32_t row_count(uint32_t count, const goal *goals)
{
    uint32_t rows = 0;
    for (uint32_t g = 0; g < count; g++)
        rows += own_rows(&goals[g]);
    return rows;
}

/* ---- Equations ------------------------------------------------------------------------------------------------------------ */

/* Three rows of J·√W: how `at` (a place; NULL: the turn) moves with every joint above and the root. */
static void fill_rows(const vv_match *match, const match_finishing *f, uint32_t joint, const d3 *at, double *rows,
                      uint32_t columns)
{
    memset(rows, 0, 3 * (size_t)columns * sizeof *rows);
    for (uint32_t i = joint; i != VV_NONE; i = match->body.up[i]) {
        double w = f->ease[i], *r0 = rows + 3 * i, *r1 = r0 + columns, *r2 = r1 + columns;
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
        rows[k * columns + columns - 3 + k] = f->ease[match->body.joint_count];
}

/* What is left to the goals into f->errors, J into f->rows. */
static void fill_goals(const vv_match *match, uint32_t sample, match_finishing *f, uint32_t count, const goal *goals)
{
    uint32_t row = 0, columns = 3 * match->body.joint_count + 3;
    for (uint32_t g = 0; g < count; g++) {
        const match_hold *hold = goals[g].hold;
        d3 miss = d3_sub(goals[g].place, f->places[hold->node]);
        fill_rows(match, f, hold->joint, &f->places[hold->node], f->rows + (size_t)row * columns, columns);
        for (uint32_t part = 0; part < (hold->turned ? 2u : 1u); part++, row += 3) {
            f->errors[row] = miss.x;
            f->errors[row + 1] = miss.y;
            f->errors[row + 2] = miss.z;
            if (!hold->turned || part == 1)
                continue;
            dq now = vvi_match_turn_now(match, sample, hold->joint);
            miss = vvi_turn_log(dq_multiply(goals[g].turn, dq_conjugate(now)));
            fill_rows(match, f, hold->joint, NULL, f->rows + (size_t)(row + 3) * columns, columns);
        }
    }
}

/* J W Jᵀ, the lower triangle. */
static void fill_square(match_finishing *f, uint32_t rows, uint32_t columns)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c <= r; c++) {
            double sum = 0.0;
            for (uint32_t k = 0; k < columns; k++)
                sum += f->rows[(size_t)r * columns + k] * f->rows[(size_t)c * columns + k];
            f->square[(size_t)r * rows + c] = sum;
        }
}

/* C of every goal: f->give[rows][6], rows of its own block. */
static void find_give(match_finishing *f, uint32_t rows, uint32_t count, const goal *goals)
{
    for (uint32_t g = 0, row = 0; g < count; g++) {
        uint32_t own = own_rows(&goals[g]);
        double soft = (1.0 - goals[g].grip) / goals[g].grip;
        for (uint32_t i = 0; i < own; i++)
            for (uint32_t k = 0; k < own; k++) {
                uint32_t r = row + (i > k ? i : k), c = row + (i > k ? k : i);
                f->give[row + i][k] = soft * f->square[(size_t)r * rows + c];
            }
        row += own;
    }
}

/* f->errors −= C·(sum of λ): how far springs are from their balance. Returns the root of the sum of squares, weighted. */
static double balance(match_finishing *f, uint32_t count, const goal *goals, bool together)
{
    double sum = 0.0;
    for (uint32_t g = 0, row = 0; g < count; row += own_rows(&goals[g++]))
        for (uint32_t i = 0; i < own_rows(&goals[g]); i++) {
            double *e = &f->errors[row + i];
            for (uint32_t k = 0; !together && k < own_rows(&goals[g]); k++)
                *e -= f->give[row + i][k] * f->pulls[row + k];
            sum += *e * *e * (together ? goals[g].grip : 1.0);
        }
    return sqrt(sum);
}

/* λ of (A + C + μ) λ = e into f->errors. Damped by what is left to do: a stretched limb needs that to come to rest, and it vanishes
 * where goals are met. */
static bool solve_goals(match_finishing *f, uint32_t rows, uint32_t count, const goal *goals, bool together,
                        double left)
{
    for (uint32_t g = 0, row = 0; g < count; row += own_rows(&goals[g++])) {
        double reach = goals[g].hold->reach;
        double calm = (CALM * left + FLOOR * reach) * reach / (together ? goals[g].grip : 1.0);
        for (uint32_t i = 0; i < own_rows(&goals[g]); i++) {
            double *to = f->square + (size_t)(row + i) * rows + row;
            for (uint32_t k = 0; !together && k <= i; k++)
                to[k] += f->give[row + i][k];
            to[i] += calm;
        }
    }
    if (!vvi_cholesky_factor_double(rows, f->square))
        return false;
    vvi_cholesky_solve_double(rows, f->square, 1, f->errors);
    return true;
}

/* ---- Steps ---------------------------------------------------------------------------------------------------------------- */

/* Turns every joint by √W (J√W)ᵀ λ, with all that hangs on it. */
static void turn_all(const vv_match *match, match_finishing *f, uint32_t rows, uint32_t columns)
{
    const match_body *body = &match->body;
    for (uint32_t r = 0; r < rows; r++)
        f->pulls[r] += f->errors[r];
    for (uint32_t i = 0; i <= body->joint_count; i++) {
        double w = f->ease[i], by[3] = {0.0, 0.0, 0.0};
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t k = 0; k < 3; k++)
                by[k] += w * f->rows[(size_t)r * columns + 3 * i + k] * f->errors[r];
        d3 turn = {by[0], by[1], by[2]};
        if (i == body->joint_count) {
            f->root = d3_add(f->root, turn);
            break;
        }
        double angle = d3_length(turn);
        dq own = vvi_turn_exp(angle > LARGEST ? d3_scale(turn, LARGEST / angle) : turn);
        f->sums[i] = body->up[i] == VV_NONE ? own : dq_multiply(f->sums[body->up[i]], own);
        f->turns[i] = dq_normalize(dq_multiply(f->sums[i], f->turns[i]));
    }
}

static void keep_pose(vv_match *match)
{
    match_finishing *f = &match->finishing;
    f->kept_root = f->root;
    memcpy(f->kept, f->turns, match->body.joint_count * sizeof *f->kept);
}

static void restore_pose(vv_match *match, uint32_t sample)
{
    match_finishing *f = &match->finishing;
    f->root = f->kept_root;
    memcpy(f->turns, f->kept, match->body.joint_count * sizeof *f->kept);
    vvi_match_place_all(match, sample, f);
}

/* To the balance of all springs; together: to the least squares of all goals, each weighted by its grip. False where it was not found:
 * contacts that hold contradict each other, or are out of reach. No step is chosen by how well it went, so that what comes out
 * moves as smoothly as what goes in. */
static bool settle(vv_match *match, uint32_t sample, uint32_t count, const goal *goals, bool together)
{
    match_finishing *f = &match->finishing;
    uint32_t rows = row_count(count, goals), columns = 3 * match->body.joint_count + 3;
    memset(f->pulls, 0, rows * sizeof *f->pulls);
    for (uint32_t round = 0;; round++) {
        fill_goals(match, sample, f, count, goals);
        fill_square(f, rows, columns);
        if (round == 0)
            find_give(f, rows, count, goals);
        double left = balance(f, count, goals, together);
        if (left < CLOSE || round == (together ? TRIES : ROUNDS))
            return left < CLOSE;
        if (!solve_goals(f, rows, count, goals, together, left))
            return false;
        turn_all(match, f, rows, columns);
        vvi_match_place_all(match, sample, f);
    }
}

/* 0 below a millimetre (or a milliradian), 1 from some: goals that are nearly met stay what they are. */
static double doubt(double off)
{
    double t = (off - AGREE) / (4.0 * AGREE);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}

/* Whether all goals could be met at once, if every one held. */
static bool reach_all(vv_match *match, uint32_t sample, uint32_t count, const goal *goals)
{
    goal firm[VV_MATCH_MAX_CONTACTS];
    bool within = true;
    for (uint32_t g = 0; g < count; g++) {
        firm[g] = goals[g];
        firm[g].grip = 1.0;
        within = within && goals[g].trust == 1.0;
    }
    bool reached = within && settle(match, sample, count, firm, false);
    restore_pose(match, sample);
    return reached;
}

/* Where contacts contradict each other, what holds would be thrown about when another passes from a spring to a hold. Their goals become
 * what they come to together, by least squares, gradually as they become firm. */
static void agree(vv_match *match, uint32_t sample, uint32_t count, goal *goals)
{
    match_finishing *f = &match->finishing;
    goal together[VV_MATCH_MAX_CONTACTS];
    uint32_t firm = 0;
    find_firm(count, goals);
    for (uint32_t g = 0; g < count; g++)
        if (goals[g].firm * goals[g].trust * goals[g].trust > FAINTEST) {
            together[firm] = goals[g];
            together[firm++].grip = goals[g].firm * goals[g].trust * goals[g].trust;
        }
    if (reach_all(match, sample, firm, together))
        return;
    settle(match, sample, firm, together, true);
    for (uint32_t g = 0; g < count; g++) {
        const match_hold *hold = goals[g].hold;
        d3 off = d3_sub(f->places[hold->node], goals[g].place);
        dq now = vvi_match_turn_now(match, sample, hold->joint);
        d3 turned = vvi_turn_log(dq_multiply(now, dq_conjugate(goals[g].turn)));
        goals[g].place = d3_along(goals[g].place, off, goals[g].firm * doubt(d3_length(off)));
        turned = d3_scale(turned, goals[g].firm * doubt(d3_length(turned)));
        goals[g].turn = dq_multiply(vvi_turn_exp(turned), goals[g].turn);
    }
    restore_pose(match, sample);
}

void vvi_match_bend_limbs(vv_match *match, uint32_t sample)
{
    double time = match->samples[sample].time;
    for (uint32_t h = 0; h < match->hold_count; h++) {
        const match_hold *hold = &match->holds[h];
        double grip = vvi_match_grip(hold, time);
        d3 place, from = match->finishing.places[hold->node];
        dq turn, now = vvi_match_turn_now(match, sample, hold->joint);
        if (!(grip > FAINTEST))
            continue;
        vvi_match_hold_target(hold, time, &place, &turn);
        place = d3_along(from, d3_sub(place, from), grip);
        turn = dq_multiply(vvi_turn_exp(d3_scale(vvi_turn_log(dq_multiply(turn, dq_conjugate(now))), grip)), now);
        vvi_match_plant(match, sample, hold, grip);
        vvi_match_bend(match, sample, hold, place, turn);
    }
}

void vvi_match_meet(vv_match *match, uint32_t sample, double near)
{
    goal goals[VV_MATCH_MAX_CONTACTS + 1];
    uint32_t count = find_goals(match, sample, near, goals), doubtful = 0;
    if (count == 0)
        return;
    for (uint32_t g = 0; g < count; g++)
        doubtful += goals[g].trust < 1.0 || (goals[g].grip < 1.0 && count > 1) ? 1 : 0;
    keep_pose(match);
    for (uint32_t h = 0; h < match->hold_count; h++)
        vvi_match_slacken(match, sample, &match->holds[h]);
    if (doubtful == 0 && settle(match, sample, count, goals, false))
        return;
    restore_pose(match, sample);
    agree(match, sample, count, goals);
    settle(match, sample, count, goals, false);
}
