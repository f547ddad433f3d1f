/* Every frame's pose: what the stages solved, with contacts then met exactly. Hermite curves of few knots leave a planted foot some
 * millimetres to slide; small turns of the joints above it, least where the line goes, take them away. Each frame begins from the
 * smooth solution and goes as far as the contact grips, so that the corrections are smooth too. */
#include "matching.h"

#include <string.h>

#define ROUNDS  24u
#define DAMPING 1e-7 /* of the equations' diagonal, from where a step that led away is tried again with more */
#define HARDER  100.0
#define MOST    10.0 /* … up to here */
#define CLOSE   2e-6 /* metres, radians */
#define LARGEST 0.4  /* radians that a joint turns in one round */
#define REACH   1.0  /* what joints off the line may turn */
#define FOLLOW  0.05 /* the same of joints that the line hangs on */
#define TWISTED 0.002
#define ROOT    0.02

typedef struct goal {
    const match_hold *hold;
    double grip;
    d3 place;
    dq turn;
} goal;

/* Places from rotations: x = x_up + E_up·lever. */
static void place_all(const vv_match *match, uint32_t sample, match_finishing *f)
{
    const match_body *body = &match->body;
    const d3 *levers = match->flat_levers + (size_t)sample * body->node_count;
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->up[i];
        f->places[i] =
            up == VV_NONE ? d3_add(f->root, levers[i]) : d3_add(f->places[up], dq_rotate(f->turns[up], levers[i]));
    }
}

static void begin_pose(const vv_match *match, uint32_t sample, bool zero, match_finishing *f)
{
    const match_stage *stage = &match->space;
    double *x = match->work.pose.values;
    f->root = (d3){0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < match->body.joint_count; i++)
        f->turns[i] = (dq){0.0, 0.0, 0.0, 1.0};
    if (match->in_space && !zero) {
        vvi_match_values(stage, &match->samples[sample], match->samples[sample].value, x);
        for (uint32_t i = 0; i < match->body.joint_count; i++)
            f->turns[i] = vvi_turn_exp(vvi_match_vector(match, x + 3 * i));
        const double *r = x + stage->size - stage->root;
        for (uint32_t k = 0; k < stage->root; k++)
            f->root = d3_along(f->root, k == 0 ? match->u : k == 1 ? match->v : match->n, r[k]);
    }
    place_all(match, sample, f);
}

static dq turn_now(const vv_match *match, uint32_t sample, const match_finishing *f, uint32_t joint)
{
    return dq_multiply(f->turns[joint], match->flat_turns[(size_t)sample * match->body.joint_count + joint]);
}

/* Goals of contacts that grip now: as far from here to their targets as they grip. */
static uint32_t find_goals(const vv_match *match, uint32_t sample, const match_finishing *f, goal *goals)
{
    uint32_t count = 0;
    double time = match->samples[sample].time;
    for (uint32_t h = 0; h < match->hold_count; h++) {
        const match_hold *hold = &match->holds[h];
        double grip = vvi_match_grip(hold, time);
        d3 place;
        dq turn, now = turn_now(match, sample, f, hold->joint);
        if (!(grip > 0.0))
            continue;
        vvi_match_hold_target(hold, time, &place, &turn);
        d3 from = f->places[hold->node], off = vvi_turn_log(dq_multiply(turn, dq_conjugate(now)));
        goals[count++] = (goal){hold, grip, d3_along(from, d3_sub(place, from), grip),
                                dq_multiply(vvi_turn_exp(d3_scale(off, grip)), now)};
    }
    return count;
}

static uint32_t row_count(uint32_t count, const goal *goals)
{
    uint32_t rows = 0;
    for (uint32_t g = 0; g < count; g++)
        rows += goals[g].hold->turned ? 6 : 3;
    return rows;
}

static double ease_of(const vv_match *match, uint32_t joint) { return match->finishing.ease[joint]; }

/* Three rows of J·√W: how `at` (a place; NULL: the turn) moves with every joint above and the root. */
static void fill_rows(const vv_match *match, const match_finishing *f, uint32_t joint, const d3 *at, double *rows,
                      uint32_t columns)
{
    memset(rows, 0, 3 * (size_t)columns * sizeof *rows);
    for (uint32_t i = joint; i != VV_NONE; i = match->body.up[i]) {
        double w = ease_of(match, i), *r0 = rows + 3 * i, *r1 = r0 + columns, *r2 = r1 + columns;
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
        rows[k * columns + columns - 3 + k] = match->finishing.ease[match->body.joint_count];
}

/* Residuals into f->errors, J into f->rows; returns the largest, and the sum of their squares. */
static double fill_goals(const vv_match *match, uint32_t sample, match_finishing *f, uint32_t count, const goal *goals,
                         double *sum)
{
    uint32_t row = 0, columns = 3 * match->body.joint_count + 3;
    double most = *sum = 0.0;
    for (uint32_t g = 0; g < count; g++) {
        const match_hold *hold = goals[g].hold;
        d3 miss = d3_sub(goals[g].place, f->places[hold->node]);
        fill_rows(match, f, hold->joint, &f->places[hold->node], f->rows + (size_t)row * columns, columns);
        for (uint32_t part = 0; part < (hold->turned ? 2u : 1u); part++, row += 3) {
            f->errors[row] = miss.x;
            f->errors[row + 1] = miss.y;
            f->errors[row + 2] = miss.z;
            most = d3_length(miss) > most ? d3_length(miss) : most;
            *sum += d3_dot(miss, miss);
            if (!hold->turned || part == 1)
                continue;
            miss = vvi_turn_log(dq_multiply(goals[g].turn, dq_conjugate(turn_now(match, sample, f, hold->joint))));
            fill_rows(match, f, hold->joint, NULL, f->rows + (size_t)(row + 3) * columns, columns);
        }
    }
    return most;
}

/* λ of (J W Jᵀ + μ) λ = e into f->errors. */
static bool solve_goals(match_finishing *f, uint32_t rows, uint32_t columns, double damping)
{
    double trace = 0.0;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c <= r; c++) {
            double sum = 0.0;
            for (uint32_t k = 0; k < columns; k++)
                sum += f->rows[(size_t)r * columns + k] * f->rows[(size_t)c * columns + k];
            f->square[(size_t)r * rows + c] = sum;
            trace += r == c ? sum : 0.0;
        }
    for (uint32_t r = 0; r < rows; r++)
        f->square[(size_t)r * rows + r] += damping * trace / rows + 1e-12;
    if (!vvi_cholesky_factor_double(rows, f->square))
        return false;
    vvi_cholesky_solve_double(rows, f->square, 1, f->errors);
    return true;
}

/* Turns every joint by √W (J√W)ᵀ λ, with all that hangs on it. */
static void turn_all(const vv_match *match, match_finishing *f, uint32_t rows, uint32_t columns)
{
    const match_body *body = &match->body;
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

static void keep_pose(const vv_match *match, match_finishing *f)
{
    f->kept_root = f->root;
    memcpy(f->kept, f->turns, match->body.joint_count * sizeof *f->kept);
}

static void restore_pose(const vv_match *match, uint32_t sample, match_finishing *f)
{
    f->root = f->kept_root;
    memcpy(f->turns, f->kept, match->body.joint_count * sizeof *f->kept);
    place_all(match, sample, f);
}

/* Damped Gauss–Newton. Goals out of reach would be overshot from frame to frame, each to another side: a step that leads away
 * from them is taken back and tried again, shorter. */
static void reach(vv_match *match, uint32_t sample, uint32_t count, const goal *goals)
{
    match_finishing *f = &match->finishing;
    uint32_t rows = row_count(count, goals), columns = 3 * match->body.joint_count + 3;
    double damping = DAMPING, best = INFINITY, sum;
    for (uint32_t round = 0; round < ROUNDS && damping < MOST; round++) {
        double most = fill_goals(match, sample, f, count, goals, &sum);
        if (most < CLOSE)
            return;
        if (sum < best) {
            best = sum;
            keep_pose(match, f);
            damping = damping > DAMPING ? 0.1 * damping : DAMPING;
        } else {
            restore_pose(match, sample, f);
            damping *= HARDER;
            fill_goals(match, sample, f, count, goals, &sum);
        }
        if (!solve_goals(f, rows, columns, damping))
            break;
        turn_all(match, f, rows, columns);
        place_all(match, sample, f);
    }
    fill_goals(match, sample, f, count, goals, &sum);
    if (!(sum < best))
        restore_pose(match, sample, f);
}

/* Contacts that are taking hold or letting go give way to those that hold. */
void vvi_match_meet(vv_match *match, uint32_t sample)
{
    goal goals[VV_MATCH_MAX_CONTACTS];
    uint32_t count = find_goals(match, sample, &match->finishing, goals), full = 0;
    if (count == 0)
        return;
    reach(match, sample, count, goals);
    for (uint32_t g = 0; g < count; g++)
        if (goals[g].grip >= 1.0)
            goals[full++] = goals[g];
    if (full > 0 && full < count)
        reach(match, sample, full, goals);
}

/* The frame's turns relative to parents. */
static void keep_frame(vv_match *match, uint32_t sample, uint32_t frame)
{
    const match_body *body = &match->body;
    const match_finishing *f = &match->finishing;
    size_t base = vvi_match_base_of(match, sample) * body->joint_count;
    for (uint32_t i = 0; i < body->joint_count; i++) {
        uint32_t up = body->up[i];
        dq parent = match->parent_globals[base + i];
        if (up != VV_NONE)
            parent = dq_multiply(
                dq_multiply(turn_now(match, sample, f, up), dq_conjugate(match->base_globals[base + up])), parent);
        dq local = dq_normalize(dq_multiply(dq_conjugate(parent), turn_now(match, sample, f, i)));
        match->turns[(size_t)frame * body->joint_count + i] = dq_float(local);
    }
    d3 move = d3_add(match->roots[vvi_match_base_of(match, sample)], match->flat_moves[sample]);
    match->moves[frame] = d3_float(d3_add(move, f->root));
}

/* Unknowns of the second stage at a sample: what meets the contacts there. */
static void begin_sample(vv_match *match, uint32_t sample, double *x)
{
    const match_stage *stage = &match->space;
    const match_finishing *f = &match->finishing;
    begin_pose(match, sample, true, &match->finishing);
    vvi_match_meet(match, sample);
    for (uint32_t i = 0; i < match->body.joint_count; i++) {
        d3 turn = vvi_turn_log(f->turns[i]);
        x[3 * i] = d3_dot(turn, match->u);
        x[3 * i + 1] = d3_dot(turn, match->v);
        x[3 * i + 2] = d3_dot(turn, match->n);
    }
    const d3 axes[3] = {match->u, match->v, match->n};
    for (uint32_t k = 0; k < stage->root; k++)
        x[stage->size - stage->root + k] = d3_dot(f->root, axes[k]);
}

void vvi_match_begin_space(vv_match *match)
{
    const match_stage *stage = &match->space;
    uint32_t n = stage->size;
    double *before = match->work.right, *after = before + n;
    for (uint32_t knot = 0; knot < match->knot_count; knot++) {
        uint32_t s = match->knot_samples[knot][0], a = s > 0 ? s - 1 : s, b = s + 1 < match->sample_count ? s + 1 : s;
        double *x = stage->x + (size_t)knot * 2 * n, time = match->samples[b].time - match->samples[a].time;
        begin_sample(match, a, before);
        begin_sample(match, b, after);
        begin_sample(match, s, x);
        for (uint32_t i = 0; i < n; i++)
            x[n + i] = time > 1e-9 ? (after[i] - before[i]) / time * match->spans[knot] : 0.0;
    }
}

void vvi_match_finish(vv_match *match)
{
    vvi_match_measure_begin(match);
    for (uint32_t s = 0; s < match->sample_count; s++) {
        begin_pose(match, s, false, &match->finishing);
        vvi_match_meet(match, s);
        if (match->samples[s].frame != VV_NONE)
            keep_frame(match, s, match->samples[s].frame);
        vvi_match_measure(match, s);
    }
    vvi_match_measure_end(match);
}

void vvi_match_finish_weights(vv_match *match)
{
    const match_body *body = &match->body;
    double *ease = match->finishing.ease;
    for (uint32_t i = 0; i < body->joint_count; i++)
        ease[i] = REACH;
    for (uint32_t i = body->node_count; i-- > 0;) {
        bool followed = i < body->joint_count && (body->on_way[i] || ease[i] == FOLLOW);
        for (uint32_t k = 0; k < match->key_count; k++)
            followed = followed || match->ways[k].present[i];
        if (followed && i < body->joint_count)
            ease[i] = FOLLOW;
        if (followed && body->up[i] != VV_NONE)
            ease[body->up[i]] = FOLLOW;
    }
    for (uint32_t c = 0; c < match->can_count; c++)
        ease[match->cans[c].joint] = TWISTED;
    ease[body->joint_count] = match->hold_root ? 0.0 : ROOT;
    for (uint32_t i = 0; i <= body->joint_count; i++)
        ease[i] = sqrt(ease[i]);
}
