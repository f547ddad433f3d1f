/* Loop's weights (Loop 1987; limits after Hoppe and others 1994, appendix A; borders after Biermann, Levin and Zorin
 * 2000). The limit of a vertex and its tangents are left eigenvectors of the matrix that subdivides its
 * neighbourhood: the limit for the eigenvalue 1, the tangents for the next two. */
#include "subdivide.h"

bool vvi_ring_finder_create(vvi_arena *arena, uint32_t vertex_count, ring_finder *out)
{
    out->after = vvi_arena_allocate(arena, vertex_count, sizeof(uint32_t));
    out->after_mark = vvi_arena_allocate(arena, vertex_count, sizeof(uint32_t));
    out->before_mark = vvi_arena_allocate(arena, vertex_count, sizeof(uint32_t));
    return out->after && out->after_mark && out->before_mark;
}

/* Notes which neighbour follows which around the centre. Returns the first one: where a border begins, or any. */
static uint32_t mark_triangles(ring_finder *f, const uint32_t *triangles, const vvi_adjacency *a, uint32_t centre,
                               bool *border)
{
    uint32_t begin = VV_NONE, mark = centre + 1;
    for (uint32_t s = a->triangle_starts[centre]; s < a->triangle_starts[centre + 1]; s++) {
        const uint32_t *corner = triangles + 3 * (size_t)a->triangles[s];
        int k = corner[0] == centre ? 0 : corner[1] == centre ? 1 : 2;
        uint32_t from = corner[(k + 1) % 3], to = corner[(k + 2) % 3];
        f->after[from] = to;
        f->after_mark[from] = mark;
        f->before_mark[to] = mark;
    }
    *border = false;
    for (uint32_t s = a->starts[centre]; s < a->starts[centre + 1]; s++) {
        uint32_t i = a->neighbours[s];
        if (f->after_mark[i] == mark && f->before_mark[i] != mark) {
            *border = true;
            return i;
        }
        if (begin == VV_NONE)
            begin = i;
    }
    return begin;
}

void vvi_ring_find(ring_finder *f, const uint32_t *triangles, const vvi_adjacency *a, uint32_t centre, ring *out)
{
    uint32_t mark = centre + 1, neighbours = a->starts[centre + 1] - a->starts[centre];
    uint32_t begin = mark_triangles(f, triangles, a, centre, &out->border);
    out->centre = centre;
    out->count = 0;
    for (uint32_t i = begin; i != VV_NONE; i = f->after[i]) {
        out->around[out->count++] = i;
        VVI_CHECK(out->count <= VVI_LOOP_MAX_VALENCE + 1u);
        if (f->after_mark[i] != mark || (!out->border && f->after[i] == begin))
            break;
    }
    out->fixed = neighbours == 0 || out->count != neighbours;
}

/* The cosine and sine of an angle in 0…π: a series for an eighth of the angle, then three doublings.
 * vvi_sin_cos_double rounds differently in the last bit, and the bits of limit surfaces are part of every project's
 * hash. */
static void cos_sin(double angle, double *cosine, double *sine)
{
    double x = angle / 8.0, square = x * x, c = 1.0, s = 1.0;
    for (int k = 9; k > 0; k--) {
        c = 1.0 - c * square / (double)((2 * k) * (2 * k - 1));
        s = 1.0 - s * square / (double)((2 * k) * (2 * k + 1));
    }
    s *= x;
    for (int k = 0; k < 3; k++) {
        double doubled = 2.0 * s * c;
        c = 1.0 - 2.0 * s * s;
        s = doubled;
    }
    *cosine = c;
    *sine = s;
}

static const double pi = 3.14159265358979323846;

/* Loop's β: the weight of each of the n neighbours of a vertex inside. */
static double loop_beta(uint32_t n)
{
    double c, s;
    cos_sin(2.0 * pi / (double)n, &c, &s);
    double inner = 0.375 + 0.25 * c;
    VVI_CHECK(n > 0);
    return (0.625 - inner * inner) / (double)n;
}

static void clear(const ring *r, stencil out)
{
    for (uint32_t i = 0; i <= r->count; i++)
        out[i][0] = out[i][1] = out[i][2] = 0.0;
}

void vvi_stencil_next(const ring *r, stencil out)
{
    clear(r, out);
    if (r->fixed) {
        out[0][0] = 1.0;
    } else if (r->border) {
        out[0][0] = 0.75;
        out[1][0] = out[r->count][0] = 0.125;
    } else {
        double beta = loop_beta(r->count);
        VVI_CHECK(beta > 0.0 && beta * (double)r->count < 1.0);
        out[0][0] = 1.0 - beta * (double)r->count;
        for (uint32_t i = 1; i <= r->count; i++)
            out[i][0] = beta;
    }
}

static void limit_inside(const ring *r, stencil out)
{
    uint32_t n = r->count;
    double weight = 1.0 / ((double)n + 0.375 / loop_beta(n)), c, s, x = 1.0, y = 0.0;
    VVI_CHECK(n > 0 && weight * (double)n < 1.0);
    cos_sin(2.0 * pi / (double)n, &c, &s);
    out[0][0] = 1.0 - weight * (double)n;
    for (uint32_t i = 1; i <= n; i++) {
        out[i][0] = weight;
        out[i][1] = x;
        out[i][2] = y;
        double rotated = c * x - s * y;
        y = s * x + c * y;
        x = rotated;
    }
}

/* Next to a border the first subdivision step differs from all later ones, which are Loop's. So the weights of the
 * limit are those of the ring after one step, multiplied by the matrix of that step. */
static void apply_border_step(const ring *r, stencil weights)
{
    uint32_t n = r->count;
    double beta = loop_beta(n);
    for (uint32_t k = 0; k < 3; k++) {
        double centre = weights[0][k], first = weights[1][k], before = weights[n][k], sum = 0.0;
        for (uint32_t i = 1; i <= n; i++) {
            double current = weights[i][k], after = i < n ? weights[i + 1][k] : first;
            weights[i][k] = beta * centre + (0.75 - r->centre_weights[i - 1]) * current + 0.125 * (before + after);
            sum += r->centre_weights[i - 1] * current;
            before = current;
        }
        weights[0][k] = (1.0 - beta * (double)n) * centre + sum;
    }
}

double vvi_border_gamma(uint32_t k)
{
    double c, s;
    cos_sin(k > 2 ? pi / (double)(k - 1) : 0.5 * pi, &c, &s);
    return 0.5 - 0.25 * c;
}

/* A border vertex with neighbours p₁…p_k, of which p₁ and p_k lie on the border. The first tangent is
 * that of the border curve. The second, across the border, also has λ = ½: with θ = π/(k − 1) the left
 * eigenvector is sin((i − 1)θ) on p₂…p_{k−1}; then the column of p₁ gives l₀ = −sin θ, and that of the
 * centre l₁ = l_k = −l₀/4 − (¾ − γ) Σ sin((i − 1)θ). An ear, k = 2, has nothing but its curve: its
 * second tangent is the second difference, λ = ¼. */
static void limit_border(const ring *r, stencil out)
{
    uint32_t k = r->count;
    out[0][0] = 2.0 / 3.0;
    out[1][0] = out[k][0] = 1.0 / 6.0;
    out[1][1] = 1.0;
    out[k][1] = -1.0;
    if (k == 2) {
        out[0][2] = -2.0;
        out[1][2] = out[2][2] = 1.0;
        return;
    }
    double c, s, sum = 0.0;
    cos_sin(pi / (double)(k - 1), &c, &s);
    double x = c, y = s;
    for (uint32_t i = 2; i < k; i++) {
        out[i][2] = y;
        sum += y;
        double rotated = c * x - s * y;
        y = s * x + c * y;
        x = rotated;
    }
    out[0][2] = -s;
    out[1][2] = out[k][2] = 0.25 * s - (0.75 - vvi_border_gamma(k)) * sum;
}

void vvi_stencil_limit(const ring *r, stencil out)
{
    clear(r, out);
    if (r->fixed) { /* its plane is that of the first triangle, if there is one */
        out[0][0] = 1.0;
        for (uint32_t t = 1; t <= 2 && r->count >= 2; t++) {
            out[0][t] = -1.0;
            out[t][t] = 1.0;
        }
    } else if (r->border) {
        limit_border(r, out);
    } else {
        limit_inside(r, out);
        if (r->near_border)
            apply_border_step(r, out);
    }
}
