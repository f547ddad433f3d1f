/* Eq. 1: the angles, and the one length of all elements, whose curve is nearest to a stroke; Gauss–Newton with a damping that
 * grows while a step does not pay (Marquardt 1963). The root stays at the middle of the stroke.
 *
 * The curve is a fixed mix of the corners, so the stroke enters through one small matrix and one vector of sums, and a step
 * costs the same however long the stroke is. */
#include "stroke.h"

#include <string.h>

enum { MOST_STEPS = 40 };

static void sum_mixes(stroke_fit *fit, const spot *evenly)
{
    uint32_t corners = fit->element_count + 1;
    memset(fit->mixes, 0, sizeof fit->mixes);
    memset(fit->moments, 0, sizeof fit->moments);
    for (uint32_t p = 0; p <= STROKE_PIECES; p++) {
        curve_mix mix = vvi_curve_mix(fit->element_count, (double)p / STROKE_PIECES);
        for (uint32_t i = 0; i < mix.count; i++) {
            double *row = fit->mixes + (mix.first + i) * corners + mix.first;
            for (uint32_t k = 0; k < mix.count; k++)
                row[k] += mix.value[i] * mix.value[k];
            fit->moments[mix.first + i].x += mix.value[i] * evenly[p].x;
            fit->moments[mix.first + i].y += mix.value[i] * evenly[p].y;
        }
    }
}

/* The corners relative to the root, and the direction of each element. */
static void corners_of(const stroke_fit *fit, const double *angles, double element, spot *ways, spot *corners)
{
    uint32_t middle = fit->element_count / 2;
    for (uint32_t i = 0; i < fit->element_count; i++)
        vvi_sin_cos_double(angles[i], &ways[i].y, &ways[i].x);
    corners[middle] = (spot){0.0, 0.0};
    for (uint32_t i = middle; i < fit->element_count; i++)
        corners[i + 1] = (spot){corners[i].x + element * ways[i].x, corners[i].y + element * ways[i].y};
    for (uint32_t i = middle; i-- > 0;)
        corners[i] = (spot){corners[i + 1].x - element * ways[i].x, corners[i + 1].y - element * ways[i].y};
}

/* M C − m for corners C in place; half the gradient of the error by each corner. Returns the error without its constant. */
static double pull_of(const stroke_fit *fit, const spot *corners, spot *pulls)
{
    uint32_t count = fit->element_count + 1;
    double error = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        spot sum = {0.0, 0.0};
        for (uint32_t k = i < 3 ? 0 : i - 3; k < count && k <= i + 3; k++) {
            sum.x += fit->mixes[i * count + k] * corners[k].x;
            sum.y += fit->mixes[i * count + k] * corners[k].y;
        }
        pulls[i] = (spot){sum.x - fit->moments[i].x, sum.y - fit->moments[i].y};
        error += corners[i].x * (pulls[i].x - fit->moments[i].x) + corners[i].y * (pulls[i].y - fit->moments[i].y);
    }
    return error;
}

/* How corner c moves with unknown a: an angle, or last the length of the elements. */
static spot moves(const stroke_fit *fit, const spot *ways, const spot *corners, uint32_t c, uint32_t a)
{
    uint32_t n = fit->element_count, middle = n / 2;
    if (a == n)
        return (spot){corners[c].x / fit->element, corners[c].y / fit->element};
    if (a >= middle ? c <= a : c > a)
        return (spot){0.0, 0.0};
    double sign = a >= middle ? fit->element : -fit->element;
    return (spot){-sign * ways[a].y, sign * ways[a].x};
}

/* JᵀMJ and −Jᵀ(MC − m). */
static void normal_equations(stroke_fit *fit, const spot *ways, const spot *corners, const spot *pulls, double *right)
{
    uint32_t n = fit->element_count, unknowns = n + 1, count = n + 1;
    for (uint32_t a = 0; a < unknowns; a++) {
        right[a] = 0.0;
        for (uint32_t c = 0; c < count; c++) {
            spot own = moves(fit, ways, corners, c, a), sum = {0.0, 0.0};
            right[a] -= own.x * pulls[c].x + own.y * pulls[c].y;
            for (uint32_t k = c < 3 ? 0 : c - 3; k < count && k <= c + 3; k++) {
                spot move = moves(fit, ways, corners, k, a);
                sum.x += fit->mixes[c * count + k] * move.x;
                sum.y += fit->mixes[c * count + k] * move.y;
            }
            fit->columns[a * count + c] = sum;
        }
    }
    for (uint32_t a = 0; a < unknowns; a++)
        for (uint32_t b = 0; b <= a; b++) {
            double sum = 0.0;
            for (uint32_t c = 0; c < count; c++) {
                spot move = moves(fit, ways, corners, c, b), column = fit->columns[a * count + c];
                sum += move.x * column.x + move.y * column.y;
            }
            fit->normal[a * unknowns + b] = fit->normal[b * unknowns + a] = sum;
        }
}

/* A step with this damping; false where it cannot be found. */
static bool step_of(stroke_fit *fit, double damping, const double *right, double *step)
{
    uint32_t unknowns = fit->element_count + 1;
    memcpy(fit->factor, fit->normal, sizeof(double) * unknowns * unknowns);
    for (uint32_t a = 0; a < unknowns; a++)
        fit->factor[a * unknowns + a] *= 1.0 + damping;
    memcpy(step, right, sizeof(double) * unknowns);
    if (!vvi_cholesky_factor_double(unknowns, fit->factor))
        return false;
    vvi_cholesky_solve_double(unknowns, fit->factor, 1, step);
    return true;
}

/* Takes the first step that pays; returns its size (the largest angle), 0 where none does. */
static double improve(stroke_fit *fit, double *damping)
{
    enum { UNKNOWNS = VV_LINE_MAX_ELEMENTS + 1 };
    spot ways[VV_LINE_MAX_ELEMENTS], corners[UNKNOWNS], pulls[UNKNOWNS];
    double right[UNKNOWNS], step[UNKNOWNS], tried[VV_LINE_MAX_ELEMENTS];
    corners_of(fit, fit->angles, fit->element, ways, corners);
    double error = pull_of(fit, corners, pulls);
    normal_equations(fit, ways, corners, pulls, right);
    for (; *damping < 1e6; *damping *= 8.0) {
        if (!step_of(fit, *damping, right, step))
            continue;
        double element = fit->element + step[fit->element_count], largest = 0.0;
        for (uint32_t i = 0; i < fit->element_count; i++) {
            tried[i] = fit->angles[i] + step[i];
            largest = vvi_most(largest, fabs(step[i]));
        }
        if (!(element > 0.25 * fit->element) || !(largest < 1.0))
            continue;
        corners_of(fit, tried, element, ways, corners);
        if (!(pull_of(fit, corners, pulls) < error))
            continue;
        memcpy(fit->angles, tried, sizeof(double) * fit->element_count);
        fit->element = element;
        *damping = vvi_most(*damping * 0.1, 1e-9);
        return largest;
    }
    return 0.0;
}

/* The chords of the stroke: nearly the answer. An element whose chord vanishes goes on as the one before it. */
static void begin(stroke_fit *fit, const spot *evenly, double length)
{
    uint32_t n = fit->element_count;
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        spot from = evenly[i * STROKE_PIECES / n], to = evenly[(i + 1) * STROKE_PIECES / n];
        double chord = spot_distance(from, to);
        bool clear = chord > 1e-6 * length;
        fit->angles[i] = clear    ? (double)vv_atan2((float)((to.y - from.y) / chord), (float)((to.x - from.x) / chord))
                         : i == 0 ? 0.0
                                  : fit->angles[i - 1];
        sum += chord;
    }
    fit->element = vvi_most(sum, 0.1 * length) / n;
}

void vvi_stroke_angles(stroke_fit *fit, const spot *evenly, double length)
{
    double damping = 1e-6;
    sum_mixes(fit, evenly);
    fit->root = evenly[STROKE_PIECES / 2];
    /* From now on seen from the root: the weights of a point sum to 1. */
    for (uint32_t i = 0; i <= fit->element_count; i++) {
        double weight = 0.0;
        for (uint32_t k = 0; k <= fit->element_count; k++)
            weight += fit->mixes[i * (fit->element_count + 1) + k];
        fit->moments[i].x -= weight * fit->root.x;
        fit->moments[i].y -= weight * fit->root.y;
    }
    begin(fit, evenly, length);
    for (uint32_t step = 0; step < MOST_STEPS; step++)
        if (improve(fit, &damping) < 1e-7)
            break;
}
