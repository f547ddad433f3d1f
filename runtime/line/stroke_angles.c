/* Eq. 1: finds the angles, and the one length of all elements, whose curve is closest to a stroke, by Gauss–Newton
 * with a damping that grows while a step does not lower the error (Levenberg–Marquardt; Marquardt 1963). The root
 * stays at the middle of the stroke.
 *
 * The curve is a fixed linear combination of the corners, so the stroke enters through one small matrix and one
 * vector of sums, and a step costs the same however long the stroke is. */
#include "stroke.h"

#include <string.h>

enum { MAX_STEPS = 40 };

static void sum_mixes(stroke_fit *fit, const stroke_vec *resampled)
{
    uint32_t corners = fit->element_count + 1;
    memset(fit->weight_products, 0, sizeof fit->weight_products);
    memset(fit->moments, 0, sizeof fit->moments);
    for (uint32_t p = 0; p <= STROKE_SEGMENTS; p++) {
        curve_weights mix = vvi_curve_weights_at(fit->element_count, (double)p / STROKE_SEGMENTS);
        for (uint32_t i = 0; i < mix.count; i++) {
            double *row = fit->weight_products + (mix.first + i) * corners + mix.first;
            for (uint32_t k = 0; k < mix.count; k++)
                row[k] += mix.value[i] * mix.value[k];
            fit->moments[mix.first + i].x += mix.value[i] * resampled[p].x;
            fit->moments[mix.first + i].y += mix.value[i] * resampled[p].y;
        }
    }
}

/* The corners relative to the root, and the direction of each element. */
static void find_corners(const stroke_fit *fit, const double *angles, double element, stroke_vec *directions,
                         stroke_vec *corners)
{
    uint32_t middle = fit->element_count / 2;
    VVI_CHECK(element > 0.0 && fit->element_count % 2u == 0);
    for (uint32_t i = 0; i < fit->element_count; i++)
        vvi_sin_cos_double(angles[i], &directions[i].y, &directions[i].x);
    corners[middle] = (stroke_vec){0.0, 0.0};
    for (uint32_t i = middle; i < fit->element_count; i++)
        corners[i + 1] =
            (stroke_vec){corners[i].x + element * directions[i].x, corners[i].y + element * directions[i].y};
    for (uint32_t i = middle; i-- > 0;)
        corners[i] =
            (stroke_vec){corners[i + 1].x - element * directions[i].x, corners[i + 1].y - element * directions[i].y};
}

/* residuals = M C − m for corners C: half the gradient of the error by each corner. Returns the error without its
 * constant. */
static double find_residuals(const stroke_fit *fit, const stroke_vec *corners, stroke_vec *residuals)
{
    uint32_t count = fit->element_count + 1;
    double error = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        stroke_vec sum = {0.0, 0.0};
        for (uint32_t k = i < 3 ? 0 : i - 3; k < count && k <= i + 3; k++) {
            sum.x += fit->weight_products[i * count + k] * corners[k].x;
            sum.y += fit->weight_products[i * count + k] * corners[k].y;
        }
        residuals[i] = (stroke_vec){sum.x - fit->moments[i].x, sum.y - fit->moments[i].y};
        error +=
            corners[i].x * (residuals[i].x - fit->moments[i].x) + corners[i].y * (residuals[i].y - fit->moments[i].y);
    }
    return error;
}

/* The derivative of corner c by unknown a: an angle, or last the length of the elements. */
static stroke_vec corner_jacobian(const stroke_fit *fit, const stroke_vec *directions, const stroke_vec *corners,
                                  uint32_t c, uint32_t a)
{
    uint32_t n = fit->element_count, middle = n / 2;
    if (a == n)
        return (stroke_vec){corners[c].x / fit->element, corners[c].y / fit->element};
    if (a >= middle ? c <= a : c > a)
        return (stroke_vec){0.0, 0.0};
    double sign = a >= middle ? fit->element : -fit->element;
    return (stroke_vec){-sign * directions[a].y, sign * directions[a].x};
}

/* The normal equations JᵀMJ and −Jᵀ(MC − m). */
static void build_normal_equations(stroke_fit *fit, const stroke_vec *directions, const stroke_vec *corners,
                                   const stroke_vec *residuals, double *right)
{
    uint32_t n = fit->element_count, unknowns = n + 1, count = n + 1;
    for (uint32_t a = 0; a < unknowns; a++) {
        right[a] = 0.0;
        for (uint32_t c = 0; c < count; c++) {
            stroke_vec derivative = corner_jacobian(fit, directions, corners, c, a), sum = {0.0, 0.0};
            right[a] -= derivative.x * residuals[c].x + derivative.y * residuals[c].y;
            for (uint32_t k = c < 3 ? 0 : c - 3; k < count && k <= c + 3; k++) {
                stroke_vec move = corner_jacobian(fit, directions, corners, k, a);
                sum.x += fit->weight_products[c * count + k] * move.x;
                sum.y += fit->weight_products[c * count + k] * move.y;
            }
            fit->columns[a * count + c] = sum;
        }
    }
    for (uint32_t a = 0; a < unknowns; a++)
        for (uint32_t b = 0; b <= a; b++) {
            double sum = 0.0;
            for (uint32_t c = 0; c < count; c++) {
                stroke_vec move = corner_jacobian(fit, directions, corners, c, b), column = fit->columns[a * count + c];
                sum += move.x * column.x + move.y * column.y;
            }
            fit->normal[a * unknowns + b] = fit->normal[b * unknowns + a] = sum;
        }
}

/* Solves for a step with this damping; false if the matrix is not positive definite. */
static bool solve_step(stroke_fit *fit, double damping, const double *right, double *step)
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

/* Takes the first step that lowers the error, with increasing damping; returns its size (the largest angle), 0 if
 * there is none. */
static double take_step(stroke_fit *fit, double *damping)
{
    enum { UNKNOWNS = VV_LINE_MAX_ELEMENTS + 1 };
    stroke_vec directions[VV_LINE_MAX_ELEMENTS], corners[UNKNOWNS], residuals[UNKNOWNS];
    double right[UNKNOWNS], step[UNKNOWNS], tried[VV_LINE_MAX_ELEMENTS];
    find_corners(fit, fit->angles, fit->element, directions, corners);
    double error = find_residuals(fit, corners, residuals);
    build_normal_equations(fit, directions, corners, residuals, right);
    for (; *damping < 1e6; *damping *= 8.0) {
        if (!solve_step(fit, *damping, right, step))
            continue;
        double element = fit->element + step[fit->element_count], largest = 0.0;
        for (uint32_t i = 0; i < fit->element_count; i++) {
            tried[i] = fit->angles[i] + step[i];
            largest = vvi_max_double(largest, fabs(step[i]));
        }
        if (!(element > 0.25 * fit->element) || !(largest < 1.0))
            continue;
        find_corners(fit, tried, element, directions, corners);
        if (!(find_residuals(fit, corners, residuals) < error))
            continue;
        memcpy(fit->angles, tried, sizeof(double) * fit->element_count);
        fit->element = element;
        *damping = vvi_max_double(*damping * 0.1, 1e-9);
        return largest;
    }
    return 0.0;
}

/* Starts from the chords of the stroke, which are nearly the solution. An element whose chord vanishes continues the
 * one before it. */
static void initialize(stroke_fit *fit, const stroke_vec *resampled, double length)
{
    uint32_t n = fit->element_count;
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        stroke_vec from = resampled[i * STROKE_SEGMENTS / n], to = resampled[(i + 1) * STROKE_SEGMENTS / n];
        double chord = stroke_distance(from, to);
        bool has_direction = chord > 1e-6 * length;
        fit->angles[i] = has_direction
                             ? (double)vv_atan2((float)((to.y - from.y) / chord), (float)((to.x - from.x) / chord))
                         : i == 0 ? 0.0
                                  : fit->angles[i - 1];
        sum += chord;
    }
    fit->element = vvi_max_double(sum, 0.1 * length) / n;
    VVI_CHECK(fit->element > 0.0);
}

void vvi_stroke_fit_angles(stroke_fit *fit, const stroke_vec *resampled, double length)
{
    double damping = 1e-6;
    sum_mixes(fit, resampled);
    fit->root = resampled[STROKE_SEGMENTS / 2];
    /* From here on relative to the root: the weights of a point sum to 1. */
    for (uint32_t i = 0; i <= fit->element_count; i++) {
        double weight = 0.0;
        for (uint32_t k = 0; k <= fit->element_count; k++)
            weight += fit->weight_products[i * (fit->element_count + 1) + k];
        fit->moments[i].x -= weight * fit->root.x;
        fit->moments[i].y -= weight * fit->root.y;
    }
    initialize(fit, resampled, length);
    for (uint32_t step = 0; step < MAX_STEPS; step++)
        if (take_step(fit, &damping) < 1e-7)
            break;
}
