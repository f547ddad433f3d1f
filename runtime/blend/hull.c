/* The nearest convex combination of examples: min wᵀGw − 2bᵀw over w ≥ 0, Σw = 1, by an active-set method.
 * Beginning at the best corner, the example with the steepest descent enters the active set, the weights move to the
 * minimum over the set, and examples whose weight would become negative leave it. The cost decreases strictly with
 * every exchange, so that the method ends, at the exact solution. */
#include "blend.h"

typedef struct hull {
    uint32_t count, active_count;
    const float *G, *b;
    double *factor;    /* [count²] */
    double *w, *slope; /* [count] */
    double *y, *u;     /* [count] */
    uint32_t active[VV_BLEND_MAX_EXAMPLES];
    double tolerance; /* for slopes */
} hull;

/* Pivoted Cholesky factorisation of G: it is positive semi-definite if no negative pivot remains, up to the
 * single-precision rounding of its entries. */
static bool is_semidefinite(uint32_t n, const float *G, double *A, double *largest)
{
    bool used[VV_BLEND_MAX_EXAMPLES] = {false};
    *largest = 0.0;
    for (uint32_t i = 0; i < n * n; i++) {
        A[i] = 0.5 * ((double)G[i] + (double)G[(i % n) * n + i / n]);
        if (!(fabs(A[i]) <= 1e30))
            return false;
        *largest = i % n == i / n && A[i] > *largest ? A[i] : *largest;
    }
    double rounding = 1e-6 * *largest * (1.0 + 0.1 * n);
    for (uint32_t step = 0; step < n; step++) {
        uint32_t pivot = n;
        for (uint32_t i = 0; i < n; i++) {
            if (!used[i] && A[i * n + i] < -rounding)
                return false;
            if (!used[i] && (pivot == n || A[i * n + i] > A[pivot * n + pivot]))
                pivot = i;
        }
        double diagonal = A[pivot * n + pivot];
        used[pivot] = true;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                if (used[i] || used[j])
                    continue;
                if (diagonal <= rounding && fabs(A[i * n + j]) > 2.0 * rounding)
                    return false;
                if (diagonal > rounding)
                    A[i * n + j] -= A[i * n + pivot] * A[j * n + pivot] / diagonal;
            }
    }
    return true;
}

static double entry(const hull *h, uint32_t i, uint32_t j)
{
    return 0.5 * ((double)h->G[i * h->count + j] + (double)h->G[j * h->count + i]);
}

/* Computes the slopes ½ ∇(wᵀGw − 2bᵀw). Returns their mean weighted by w, which all active slopes equal at the
 * minimum over the active set. */
static double compute_slopes(hull *h)
{
    double mean = 0.0;
    for (uint32_t i = 0; i < h->count; i++) {
        double sum = -(double)h->b[i];
        for (uint32_t k = 0; k < h->active_count; k++)
            sum += entry(h, i, h->active[k]) * h->w[h->active[k]];
        h->slope[i] = sum;
        mean += h->w[i] * sum;
    }
    return mean;
}

/* The minimum over the active set with Σ = 1 and any signs: G y = b + λ. Because Σ is fixed, a multiple of 11ᵀ may
 * be added to G, which makes it definite unless examples coincide; a small ridge decides between those. */
static bool solve_active_set(hull *h, double size)
{
    uint32_t n = h->active_count;
    for (double ridge = 1e-14; ridge < 1e-3; ridge *= 100.0) {
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t j = 0; j < n; j++)
                h->factor[i * n + j] = entry(h, h->active[i], h->active[j]) + size + (i == j ? ridge * size : 0.0);
            h->y[i] = (double)h->b[h->active[i]] + size + ridge * size * h->w[h->active[i]];
            h->u[i] = 1.0;
        }
        if (!vvi_cholesky_factor_double(n, h->factor))
            continue;
        vvi_cholesky_solve_double(n, h->factor, 1, h->y);
        vvi_cholesky_solve_double(n, h->factor, 1, h->u);
        double sum_y = 0.0, sum_u = 0.0;
        for (uint32_t i = 0; i < n; i++) {
            sum_y += h->y[i];
            sum_u += h->u[i];
        }
        for (uint32_t i = 0; i < n; i++)
            h->y[i] += (1.0 - sum_y) / sum_u * h->u[i];
        return true;
    }
    return false;
}

/* Moves the weights towards y as far as none becomes negative; an example whose weight reaches zero leaves the set.
 * True if y was reached. */
static bool move_towards_minimum(hull *h)
{
    double step = 1.0;
    uint32_t leaving = UINT32_MAX;
    for (uint32_t k = 0; k < h->active_count; k++) {
        double w = h->w[h->active[k]];
        if (h->y[k] <= 0.0 && w / (w - h->y[k]) < step) {
            step = w / (w - h->y[k]);
            leaving = k;
        }
    }
    for (uint32_t k = 0; k < h->active_count; k++) {
        double *w = &h->w[h->active[k]];
        *w += step * (h->y[k] - *w);
        *w = *w > 0.0 ? *w : 0.0;
    }
    if (leaving == UINT32_MAX)
        return true;
    h->w[h->active[leaving]] = 0.0;
    for (uint32_t k = leaving + 1; k < h->active_count; k++)
        h->active[k - 1] = h->active[k];
    h->active_count--;
    return false;
}

static uint32_t best_corner(uint32_t count, const float *G, const float *b)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++)
        if ((double)G[i * count + i] - 2.0 * (double)b[i] < (double)G[best * count + best] - 2.0 * (double)b[best])
            best = i;
    return best;
}

/* The inactive example with the steepest descent; VV_NONE where no example can lower the cost. */
static uint32_t find_entering(const hull *h, double mean)
{
    uint32_t best = VV_NONE;
    double lowest = mean - h->tolerance;
    for (uint32_t i = 0; i < h->count; i++) {
        bool active = false;
        for (uint32_t k = 0; k < h->active_count; k++)
            active = active || h->active[k] == i;
        if (!active && h->slope[i] < lowest) {
            lowest = h->slope[i];
            best = i;
        }
    }
    return best;
}

static void descend(hull *h, double size)
{
    for (uint32_t round = 0; round < 16 * h->count; round++) {
        uint32_t next = find_entering(h, compute_slopes(h));
        if (next == VV_NONE)
            return;
        h->active[h->active_count++] = next;
        do {
            if (!solve_active_set(h, size))
                return;
        } while (!move_towards_minimum(h));
    }
}

bool vv_hull_nearest(uint32_t count, const float *G, const float *b, float *weights, double *scratch)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(G != NULL);
    VV_ASSERT(b != NULL);
    VV_ASSERT(weights != NULL);
    VV_ASSERT(scratch != NULL);
    VV_ASSERT(count > 0 && count <= VV_BLEND_MAX_EXAMPLES);
    hull h = {.count = count, .G = G, .b = b, .factor = scratch};
    double largest, total = 0.0, *rest = scratch + (size_t)count * count;
    h.w = rest;
    h.slope = rest + count;
    h.y = rest + 2 * (size_t)count;
    h.u = rest + 3 * (size_t)count;
    uint32_t corner = best_corner(count, G, b);
    bool ok = is_semidefinite(count, G, scratch, &largest);
    for (uint32_t i = 0; i < count; i++)
        h.w[i] = i == corner ? 1.0 : 0.0;
    h.active[h.active_count++] = corner;
    double size = largest;
    for (uint32_t i = 0; i < count; i++)
        size = fabs((double)b[i]) > size ? fabs((double)b[i]) : size;
    h.tolerance = 1e-12 * size;
    if (ok && size > 0.0)
        descend(&h, size);
    for (uint32_t i = 0; i < count; i++)
        total += h.w[i];
    for (uint32_t i = 0; i < count; i++)
        weights[i] = (float)(h.w[i] / total);
    return ok;
}
