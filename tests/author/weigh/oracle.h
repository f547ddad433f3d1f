/* An independent solver of the same problem, dense and slow: operators from edge lengths alone (Heron), and a
 * primal–dual interior-point method driven far beyond the tolerance asked of the other. */
#ifndef VV_TEST_WEIGH_ORACLE_H
#define VV_TEST_WEIGH_ORACLE_H

#include "meshes.h"

static inline double oracle_length(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Q[n·n] = L M⁻¹ L. cot α = (b² + c² − a²) / (4·area); Voronoi areas by (a² cot α + b² cot β) / 8. */
static inline double *oracle_bilaplacian(const test_mesh *m)
{
    uint32_t n = m->vertex_count;
    double *L = calloc((size_t)n * n, sizeof *L), *Q = calloc((size_t)n * n, sizeof *Q),
           *mass = calloc(n, sizeof *mass);
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const uint32_t *v = m->triangles + 3 * (size_t)t;
        double l[3], cot[3];
        for (int c = 0; c < 3; c++)
            l[c] = oracle_length(m->positions + 3 * (size_t)v[(c + 1) % 3], m->positions + 3 * (size_t)v[(c + 2) % 3]);
        double s = (l[0] + l[1] + l[2]) / 2.0, area = sqrt(s * (s - l[0]) * (s - l[1]) * (s - l[2]));
        int obtuse = -1;
        for (int c = 0; c < 3; c++) {
            double a = l[c], b = l[(c + 1) % 3], d = l[(c + 2) % 3];
            cot[c] = (b * b + d * d - a * a) / (4.0 * area);
            obtuse = cot[c] < 0.0 ? c : obtuse;
        }
        for (int c = 0; c < 3; c++) {
            uint32_t a = v[(c + 1) % 3], b = v[(c + 2) % 3];
            L[a * n + b] -= cot[c] / 2.0;
            L[b * n + a] -= cot[c] / 2.0;
            L[a * n + a] += cot[c] / 2.0;
            L[b * n + b] += cot[c] / 2.0;
            int i = (c + 1) % 3, k = (c + 2) % 3;
            mass[v[c]] += obtuse < 0    ? (l[i] * l[i] * cot[i] + l[k] * l[k] * cot[k]) / 8.0
                          : obtuse == c ? area / 2.0
                                        : area / 4.0;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            double factor = L[i * n + k] / mass[k];
            if (factor == 0.0)
                continue;
            for (uint32_t j = 0; j < n; j++)
                Q[i * n + j] += factor * L[k * n + j];
        }
    }
    free(L);
    free(mass);
    return Q;
}

/* One Newton step towards x·zl = y·zu = mu, where y = 1 − x keeps its digits near 0; returns the step length taken. */
static inline double oracle_step(uint32_t n, const double *Q, const double *load, double mu, double *x, double *y,
                                 double *zl, double *zu, double *A, double *d)
{
    memcpy(A, Q, (size_t)n * n * sizeof *A);
    for (uint32_t i = 0; i < n; i++) {
        double g = -load[i];
        for (uint32_t j = 0; j < n; j++)
            g += Q[i * n + j] * x[j];
        A[i * n + i] += zl[i] / x[i] + zu[i] / y[i];
        d[i] = -g + mu / x[i] - mu / y[i];
    }
    assert_true(vvi_cholesky_factor_double(n, A));
    vvi_cholesky_solve_double(n, A, 1, d);
    double step = 1.0;
    for (uint32_t i = 0; i < n; i++) {
        double dl = mu / x[i] - zl[i] - zl[i] / x[i] * d[i];
        double du = mu / y[i] - zu[i] + zu[i] / y[i] * d[i];
        step = d[i] < 0.0 ? fmin(step, -0.99 * x[i] / d[i]) : step;
        step = d[i] > 0.0 ? fmin(step, 0.99 * y[i] / d[i]) : step;
        step = dl < 0.0 ? fmin(step, -0.99 * zl[i] / dl) : step;
        step = du < 0.0 ? fmin(step, -0.99 * zu[i] / du) : step;
    }
    for (uint32_t i = 0; i < n; i++) {
        double dl = mu / x[i] - zl[i] - zl[i] / x[i] * d[i];
        double du = mu / y[i] - zu[i] + zu[i] / y[i] * d[i];
        x[i] += step * d[i];
        y[i] -= step * d[i];
        zl[i] += step * dl;
        zu[i] += step * du;
    }
    return step;
}

/* min ½ xᵀQx − load·x, 0 ≤ x ≤ 1 */
static inline void oracle_bounded(uint32_t n, const double *Q, const double *load, double *x)
{
    double *zl = calloc(n, sizeof *zl), *zu = calloc(n, sizeof *zu), *A = calloc((size_t)n * n, sizeof *A);
    double *d = calloc(n, sizeof *d), *y = calloc(n, sizeof *y), scale = 0.0;
    for (uint32_t i = 0; i < n; i++)
        scale = fmax(scale, Q[i * n + i]);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = y[i] = 0.5;
        zl[i] = zu[i] = scale;
    }
    for (int iteration = 0; iteration < 200; iteration++) {
        double gap = 0.0;
        for (uint32_t i = 0; i < n; i++)
            gap += (x[i] * zl[i] + y[i] * zu[i]) / (2.0 * n);
        if (gap < 1e-18 * scale)
            break;
        oracle_step(n, Q, load, 0.1 * gap, x, y, zl, zu, A, d);
    }
    free(zl);
    free(zu);
    free(A);
    free(d);
    free(y);
}

/* Grows `reached` over edges, never above x, until nothing changes. */
static inline void oracle_grow(const test_mesh *m, uint32_t stride, const double *x, double *reached)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < 3 * (size_t)m->triangle_count; e++) {
            uint32_t ends[2] = {m->triangles[e], m->triangles[e % 3 == 2 ? e - 2 : e + 1]};
            for (int k = 0; k < 2; k++) {
                double through = fmin(reached[ends[k]], x[(size_t)ends[1 - k] * stride]);
                if (through > reached[ends[1 - k]]) {
                    reached[ends[1 - k]] = through;
                    changed = true;
                }
            }
        }
    }
}

/* How far one must go down from v to get higher: by the widest way to each higher vertex. The handle's own vertices
 * (shares[v · stride] > 0) are higher than all. */
static inline double oracle_prominence(const test_mesh *m, const double *shares, uint32_t stride, const double *x,
                                       uint32_t v, double *reached)
{
    double pass = 0.0, here = x[(size_t)v * stride];
    for (uint32_t u = 0; u < m->vertex_count; u++)
        reached[u] = u == v ? here : -1.0;
    oracle_grow(m, stride, x, reached);
    for (uint32_t u = 0; u < m->vertex_count; u++) {
        if (shares[(size_t)u * stride] > 0.0 || x[(size_t)u * stride] > here)
            pass = fmax(pass, reached[u]);
    }
    return here - pass;
}

/* What is left of x[vertex · stride] when it is grown from the handle's own vertices and from every top that stands
 * more than `highest` above its pass: all other tops are gone. */
static inline void oracle_cut_peaks(const test_mesh *m, const double *shares, uint32_t stride, double highest,
                                    double *x)
{
    uint32_t n = m->vertex_count;
    double *reached = calloc(n, sizeof *reached), *room = calloc(n, sizeof *room);
    for (uint32_t v = 0; v < n; v++) {
        bool own = shares[(size_t)v * stride] > 0.0;
        bool stays = !own && oracle_prominence(m, shares, stride, x, v, room) > highest;
        reached[v] = own || stays ? x[(size_t)v * stride] : 0.0;
    }
    oracle_grow(m, stride, x, reached);
    for (uint32_t v = 0; v < n; v++)
        x[(size_t)v * stride] = reached[v];
    free(reached);
    free(room);
}

/* Rows normalised, one column a handle. shares[n · handles]: how much of a held vertex is a handle's; rows of zeros are
 * unknown. */
static inline double *oracle_weigh(const test_mesh *m, uint32_t handles, const double *shares)
{
    uint32_t n = m->vertex_count, count = 0, *unknown = calloc(n, sizeof *unknown);
    double *Q = oracle_bilaplacian(m), *W = calloc((size_t)n * handles, sizeof *W);
    for (uint32_t v = 0; v < n; v++) {
        double held = 0.0;
        for (uint32_t j = 0; j < handles; j++)
            held += shares[v * handles + j];
        if (held == 0.0)
            unknown[count++] = v;
    }
    double *F = calloc((size_t)count * count + 1, sizeof *F), *load = calloc(count + 1, sizeof *load);
    double *x = calloc(count + 1, sizeof *x);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++)
            F[i * count + k] = Q[unknown[i] * n + unknown[k]];
    }
    for (uint32_t j = 0; j < handles; j++) {
        memset(load, 0, count * sizeof *load);
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t i = 0; i < count && shares[v * handles + j] > 0.0; i++)
                load[i] -= Q[unknown[i] * n + v] * shares[v * handles + j];
        }
        oracle_bounded(count, F, load, x);
        for (uint32_t v = 0; v < n; v++)
            W[v * handles + j] = shares[v * handles + j];
        for (uint32_t i = 0; i < count; i++)
            W[unknown[i] * handles + j] = x[i];
        oracle_cut_peaks(m, shares + j, handles, 0.005, W + j);
    }
    for (uint32_t v = 0; v < n; v++) {
        double sum = 0.0;
        for (uint32_t j = 0; j < handles; j++)
            sum += W[v * handles + j];
        for (uint32_t j = 0; j < handles; j++)
            W[v * handles + j] /= sum;
    }
    free(Q);
    free(F);
    free(load);
    free(x);
    free(unknown);
    return W;
}

#endif
