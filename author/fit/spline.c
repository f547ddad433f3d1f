/* B-spline least squares: uniform cubic B-splines, open or periodic. The normal equations are factored by Cholesky
 * within their envelope, in double. A small smoothness term (squared second differences of the controls, weighted by
 * RIDGE relative to the samples) determines what the samples leave open: a take of few frames, or one whose frames
 * the time warp crowds together, may be fitted with many controls. It reduces the finest ripple that a control
 * polygon can have by 16 · RIDGE / 0.48 of its amplitude, and a wave of ten controls by a hundredth of that. */
#include "author/fit/parts.h"

#define RIDGE 1e-6

static void evaluate_basis(const vvi_spline *spline, double phase, uint32_t at[4], double weight[4])
{
    double x = phase * spline->span_count, whole = floor(x);
    if (whole > spline->span_count - 1.0)
        whole = spline->span_count - 1.0;
    double f = x - whole, g = 1.0 - f;
    for (uint32_t k = 0; k < 4; k++)
        at[k] = ((uint32_t)whole + k) % spline->control_count;
    weight[0] = g * g * g / 6.0;
    weight[1] = (3.0 * f * f * f - 6.0 * f * f + 4.0) / 6.0;
    weight[2] = (-3.0 * f * f * f + 3.0 * f * f + 3.0 * f + 1.0) / 6.0;
    weight[3] = f * f * f / 6.0;
}

/* The first non-zero column of a row. In a cycle the last three rows are coupled with the first column. */
static uint32_t first_column(const vvi_spline *spline, uint32_t row)
{
    if (spline->cyclic && row + 3 >= spline->control_count)
        return 0;
    return row > 3 ? row - 3 : 0;
}

static double *factor_entry(const vvi_spline *spline, uint32_t row, uint32_t column)
{
    return &spline->factor[spline->start[row] + (column - spline->first[row])];
}

static void add_to_entry(const vvi_spline *spline, uint32_t a, uint32_t b, double value)
{
    if (a >= b)
        *factor_entry(spline, a, b) += value;
}

static void add_samples(const vvi_spline *spline)
{
    for (uint32_t i = 0; i < spline->count; i++)
        for (uint32_t k = 0; k < 4; k++)
            for (uint32_t l = 0; l < 4; l++)
                add_to_entry(spline, spline->at[4 * i + k], spline->at[4 * i + l],
                             spline->weight[4 * i + k] * spline->weight[4 * i + l]);
}

static void add_smoothness(const vvi_spline *spline)
{
    static const double difference[3] = {1.0, -2.0, 1.0};
    uint32_t n = spline->control_count, count = spline->cyclic ? n : n - 2;
    double share = RIDGE * (spline->count > n ? spline->count / (double)n : 1.0);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 3; k++)
            for (uint32_t l = 0; l < 3; l++)
                add_to_entry(spline, (i + k) % n, (i + l) % n, share * difference[k] * difference[l]);
}

static double dot_rows(const vvi_spline *spline, uint32_t a, uint32_t b, uint32_t end)
{
    uint32_t from = spline->first[a] > spline->first[b] ? spline->first[a] : spline->first[b];
    double sum = 0.0;
    for (uint32_t k = from; k < end; k++)
        sum += *factor_entry(spline, a, k) * *factor_entry(spline, b, k);
    return sum;
}

/* Factors into L Lᵀ in place. With two or more samples the smoothness term makes every pivot positive. */
static void factorize(const vvi_spline *spline)
{
    for (uint32_t i = 0; i < spline->control_count; i++) {
        for (uint32_t j = spline->first[i]; j < i; j++)
            *factor_entry(spline, i, j) =
                (*factor_entry(spline, i, j) - dot_rows(spline, i, j, j)) / *factor_entry(spline, j, j);
        double pivot = *factor_entry(spline, i, i) - dot_rows(spline, i, i, i);
        *factor_entry(spline, i, i) = sqrt(pivot > 1e-14 ? pivot : 1e-14);
    }
}

bool vvi_spline_prepare(uint32_t control_count, bool cyclic, uint32_t count, const double *phase, vvi_arena *arena,
                        vvi_spline *out)
{
    *out = (vvi_spline){control_count, cyclic ? control_count : control_count - 3, count, .cyclic = cyclic};
    out->at = vvi_arena_allocate(arena, 4 * (size_t)count, sizeof *out->at);
    out->weight = vvi_arena_allocate(arena, 4 * (size_t)count, sizeof *out->weight);
    out->first = vvi_arena_allocate(arena, control_count, sizeof *out->first);
    out->start = vvi_arena_allocate(arena, control_count, sizeof *out->start);
    if (!out->at || !out->weight || !out->first || !out->start)
        return false;
    uint32_t entry_count = 0;
    for (uint32_t i = 0; i < control_count; i++) {
        out->first[i] = first_column(out, i);
        out->start[i] = entry_count;
        entry_count += i - out->first[i] + 1;
    }
    out->factor = vvi_arena_allocate(arena, entry_count, sizeof *out->factor);
    if (!out->factor)
        return false;
    for (uint32_t i = 0; i < count; i++)
        evaluate_basis(out, phase[i], out->at + 4 * (size_t)i, out->weight + 4 * (size_t)i);
    add_samples(out);
    add_smoothness(out);
    factorize(out);
    return true;
}

static void solve(const vvi_spline *spline, uint32_t columns, double *x)
{
    for (uint32_t i = 0; i < spline->control_count; i++) {
        for (uint32_t j = spline->first[i]; j < i; j++)
            for (uint32_t c = 0; c < columns; c++)
                x[i * columns + c] -= *factor_entry(spline, i, j) * x[j * columns + c];
        for (uint32_t c = 0; c < columns; c++)
            x[i * columns + c] /= *factor_entry(spline, i, i);
    }
    for (uint32_t i = spline->control_count; i-- > 0;) {
        for (uint32_t c = 0; c < columns; c++)
            x[i * columns + c] /= *factor_entry(spline, i, i);
        for (uint32_t j = spline->first[i]; j < i; j++)
            for (uint32_t c = 0; c < columns; c++)
                x[j * columns + c] -= *factor_entry(spline, i, j) * x[i * columns + c];
    }
}

void vvi_spline_fit(const vvi_spline *spline, uint32_t columns, const double *values, double *controls)
{
    for (uint32_t i = 0; i < spline->control_count * columns; i++)
        controls[i] = 0.0;
    for (uint32_t i = 0; i < spline->count; i++)
        for (uint32_t k = 0; k < 4; k++)
            for (uint32_t c = 0; c < columns; c++)
                controls[spline->at[4 * i + k] * columns + c] += spline->weight[4 * i + k] * values[i * columns + c];
    solve(spline, columns, controls);
}

void vvi_spline_at(const vvi_spline *spline, uint32_t i, uint32_t columns, const double *controls, double *values)
{
    for (uint32_t c = 0; c < columns; c++) {
        values[c] = 0.0;
        for (uint32_t k = 0; k < 4; k++)
            values[c] += spline->weight[4 * i + k] * controls[spline->at[4 * i + k] * columns + c];
    }
}
