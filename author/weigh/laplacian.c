/* The operators of a triangle surface: cotangent Laplacian and mixed Voronoi masses (Meyer and others 2003), and the
 * bilaplacian Q = L M⁻¹ L made of them (Jacobson and others 2011, section 4). */
#include "weigh_private.h"

#include <string.h>

/* A triangle's stiffness is the Gram matrix of its edges divided by 4·area. The ratio of 2·area to the square of the
 * longest edge is bounded below by this: a sliver then still couples its corners (values at three corners on a line
 * must vary linearly along it), but not so strongly that rounding errors drown everything else. */
#define FLATTEST 1e-5
/* Lower bound of a vertex's mass, as a share of the mean: a vertex among slivers has hardly any. */
#define LEAST_MASS 1e-9
/* A smaller mesh counts as one point, because the square of a length would underflow. */
#define SMALLEST_MESH 1e-150
/* Bound of the entries of Q that vertices with many neighbours cause: Q couples all neighbours of a vertex with each
 * other, so their number counts squared. */
#define MOST_PAIRS ((size_t)1 << 22)

/* ---- One triangle ---------------------------------------------------------------------------------------------- */

typedef struct corner_terms {
    double cotangent[3]; /* half the cotangent at each corner: the weight of the opposite edge */
    double mass[3];
} corner_terms;

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static double double_area(const double *a, const double *b)
{
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    return sqrt(x * x + y * y + z * z);
}

/* The area of each corner's Voronoi region inside the triangle: the sum over the other two angles of cotangent ·
 * squared opposite edge / 8. In an obtuse triangle the obtuse corner gets half the area, the others a quarter each. */
static void voronoi_masses(const double corner_dot[3], const double squared[3], double area2, double mass[3])
{
    for (int c = 0; c < 3; c++) {
        if (corner_dot[c] >= 0.0)
            continue;
        mass[c] = area2 / 4.0;
        mass[(c + 1) % 3] = mass[(c + 2) % 3] = area2 / 8.0;
        return;
    }
    for (int c = 0; c < 3; c++) {
        int a = (c + 1) % 3, b = (c + 2) % 3;
        mass[c] = area2 > 0.0 ? (corner_dot[a] * squared[a] + corner_dot[b] * squared[b]) / (8.0 * area2) : 0.0;
    }
}

/* False if all three corners coincide; such a triangle contributes nothing. */
static bool measure_triangle(const double *p[3], double scale, corner_terms *out)
{
    double edge[3][3], squared[3], corner_dot[3], longest = 0.0;
    for (int c = 0; c < 3; c++) { /* edge[c] is opposite corner c */
        for (int k = 0; k < 3; k++)
            edge[c][k] = (p[(c + 2) % 3][k] - p[(c + 1) % 3][k]) * scale;
        squared[c] = dot(edge[c], edge[c]);
        longest = squared[c] > longest ? squared[c] : longest;
    }
    if (!(longest > 0.0))
        return false;
    double area2 = double_area(edge[0], edge[1]);
    double divisor = area2 > FLATTEST * longest ? area2 : FLATTEST * longest;
    for (int c = 0; c < 3; c++) {
        corner_dot[c] = -dot(edge[(c + 1) % 3], edge[(c + 2) % 3]);
        out->cotangent[c] = corner_dot[c] / (2.0 * divisor);
    }
    voronoi_masses(corner_dot, squared, area2, out->mass);
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* The reciprocal of the longest side of the mesh's box, so that nothing depends on its size; 1 if the mesh is one
 * point. */
static double unit_scale(const vv_weigh_def *def)
{
    double longest = 0.0;
    for (size_t k = 0; k < 3; k++) {
        double low = def->positions[k], high = low;
        for (size_t v = 1; v < def->vertex_count; v++) {
            double x = def->positions[3 * v + k];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        longest = longest > high - low ? longest : high - low;
    }
    return longest > SMALLEST_MESH ? 1.0 / longest : 1.0;
}

/* Computes where each row starts, with space for the diagonal and two entries per corner; duplicates are merged later.
 * False if some vertices have so many triangles that the bilaplacian would be nearly dense. */
static bool count_rows(const vv_weigh_def *def, uint32_t *starts)
{
    size_t pairs = 0;
    for (uint32_t v = 0; v < def->vertex_count; v++)
        starts[v + 1] = 1;
    for (size_t i = 0; i < 3 * (size_t)def->triangle_count; i++)
        starts[def->triangles[i] + 1] += 2;
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        size_t length = starts[v + 1] / 2;
        pairs += length > 64 ? length * length : 0;
        starts[v + 1] += starts[v];
    }
    return pairs <= MOST_PAIRS;
}

/* Adds to entry (row, column), searching the row's entries so far; rows are short. */
static void add_entry(surface *s, uint32_t *ends, uint32_t row, uint32_t column, double value)
{
    uint32_t e = s->starts[row];
    while (e < ends[row] && s->columns[e] != column)
        e++;
    if (e == ends[row])
        s->columns[ends[row]++] = column;
    s->values[e] += value;
}

static void add_triangle(surface *s, uint32_t *ends, const uint32_t *corners, const corner_terms *terms)
{
    for (int c = 0; c < 3; c++) {
        uint32_t a = corners[(c + 1) % 3], b = corners[(c + 2) % 3];
        add_entry(s, ends, a, b, -terms->cotangent[c]);
        add_entry(s, ends, b, a, -terms->cotangent[c]);
        add_entry(s, ends, a, a, terms->cotangent[c]);
        add_entry(s, ends, b, b, terms->cotangent[c]);
        s->inverse_mass[corners[c]] += terms->mass[c];
    }
}

static void add_triangles(const vv_weigh_def *def, surface *s, uint32_t *ends)
{
    double scale = unit_scale(def);
    for (uint32_t v = 0; v < s->n; v++)
        s->columns[ends[v]++] = v;
    for (size_t t = 0; t < def->triangle_count; t++) {
        const uint32_t *corners = def->triangles + 3 * t;
        const double *p[3];
        corner_terms terms;
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
            continue;
        for (int c = 0; c < 3; c++)
            p[c] = def->positions + 3 * (size_t)corners[c];
        if (measure_triangle(p, scale, &terms))
            add_triangle(s, ends, corners, &terms);
    }
}

/* Closes the gaps that merged duplicates left and sorts each row by column. */
static void pack_rows(surface *s, const uint32_t *ends)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        uint32_t start = count;
        for (uint32_t e = s->starts[v]; e < ends[v]; e++, count++) {
            uint32_t column = s->columns[e], k = count;
            double value = s->values[e];
            for (; k > start && s->columns[k - 1] > column; k--) {
                s->columns[k] = s->columns[k - 1];
                s->values[k] = s->values[k - 1];
            }
            s->columns[k] = column;
            s->values[k] = value;
        }
        s->starts[v] = start;
    }
    s->starts[s->n] = count;
}

static void invert_masses(surface *s)
{
    double total = 0.0;
    uint32_t used = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        total += s->inverse_mass[v];
        used += s->starts[v + 1] - s->starts[v] > 1;
    }
    s->mean_mass = used ? total / used : 0.0;
    double least = s->mean_mass > 0.0 ? LEAST_MASS * s->mean_mass : 1.0;
    for (uint32_t v = 0; v < s->n; v++) {
        double mass = s->inverse_mass[v] > least ? s->inverse_mass[v] : least;
        s->inverse_mass[v] = s->starts[v + 1] - s->starts[v] > 1 ? 1.0 / mass : 0.0;
    }
}

vv_result vvi_surface_create(const vv_weigh_def *def, vvi_arena *arena, surface *out, vv_error *error)
{
    uint32_t n = def->vertex_count;
    size_t capacity = (size_t)n + 6 * (size_t)def->triangle_count;
    surface s = {.n = n};
    uint32_t *ends = vvi_arena_allocate(arena, n, sizeof *ends);
    bool ok = ends && (s.starts = vvi_arena_allocate(arena, (size_t)n + 1, sizeof *s.starts));
    ok = ok && (s.columns = vvi_arena_allocate(arena, capacity, sizeof *s.columns));
    ok = ok && (s.values = vvi_arena_allocate(arena, capacity, sizeof *s.values));
    ok = ok && (s.inverse_mass = vvi_arena_allocate(arena, n, sizeof *s.inverse_mass));
    ok = ok && (s.scratch = vvi_arena_allocate(arena, n, sizeof *s.scratch));
    if (!ok)
        return vvi_fail_memory(error, capacity * sizeof(double));
    if (!count_rows(def, s.starts))
        return vvi_fail(error, VV_ERROR_LIMIT,
                        "some vertices have too many triangles around them; use a more regular mesh");
    memcpy(ends, s.starts, n * sizeof *ends);
    add_triangles(def, &s, ends);
    pack_rows(&s, ends);
    invert_masses(&s);
    *out = s;
    return VV_OK;
}

/* ---- The bilaplacian ------------------------------------------------------------------------------------------- */

static void apply_laplacian(const surface *s, const double *w, double *out)
{
    for (uint32_t v = 0; v < s->n; v++) {
        double sum = 0.0;
        for (uint32_t e = s->starts[v]; e < s->starts[v + 1]; e++)
            sum += s->values[e] * w[s->columns[e]];
        out[v] = sum;
    }
}

void vvi_surface_bilaplacian(const surface *s, const double *w, double *out)
{
    apply_laplacian(s, w, s->scratch);
    for (uint32_t v = 0; v < s->n; v++)
        s->scratch[v] *= s->inverse_mass[v];
    apply_laplacian(s, s->scratch, out);
}

/* Gathers column `v` of Q from the diagonal down, Σ_k L_vk / m_k · L_k·, in `sum` by row; `rows` lists its rows. */
static uint32_t gather_column(const surface *s, const uint32_t *unknown_of, uint32_t v, double *sum, uint32_t *mark,
                              uint32_t *rows)
{
    uint32_t count = 0;
    for (uint32_t e = s->starts[v]; e < s->starts[v + 1]; e++) {
        uint32_t k = s->columns[e];
        double factor = s->values[e] * s->inverse_mass[k];
        for (uint32_t f = s->starts[k]; f < s->starts[k + 1]; f++) {
            uint32_t row = unknown_of[s->columns[f]];
            if (row == UINT32_MAX || row < unknown_of[v])
                continue;
            if (mark[row] != unknown_of[v] + 1) {
                mark[row] = unknown_of[v] + 1;
                sum[row] = 0.0;
                rows[count++] = row;
            }
            sum[row] += factor * s->values[f];
        }
    }
    for (uint32_t i = 1; i < count; i++) { /* ascending */
        uint32_t row = rows[i], k = i;
        for (; k > 0 && rows[k - 1] > row; k--)
            rows[k] = rows[k - 1];
        rows[k] = row;
    }
    return count;
}

/* An upper bound of the entries that gathering finds: it counts repeats, but needs no second pass over Q. */
static size_t bound_entries(const surface *s, const uint32_t *unknown_of)
{
    size_t total = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        if (unknown_of[v] == UINT32_MAX)
            continue;
        for (uint32_t e = s->starts[v]; e < s->starts[v + 1]; e++)
            total += s->starts[s->columns[e] + 1] - s->starts[s->columns[e]];
    }
    return total;
}

vv_result vvi_surface_assemble(const surface *s, const uint32_t *unknown_of, uint32_t free_count, vvi_arena *arena,
                               vvi_sparse_matrix *out, vv_error *error)
{
    size_t capacity = bound_entries(s, unknown_of);
    if (capacity > UINT32_MAX)
        return vvi_fail(error, VV_ERROR_LIMIT, "the mesh has too many vertices to compute weights");
    uint32_t *starts = vvi_arena_allocate(arena, (size_t)free_count + 1, sizeof *starts);
    uint32_t *rows = vvi_arena_allocate(arena, capacity, sizeof *rows);
    double *values = vvi_arena_allocate(arena, capacity, sizeof *values);
    double *sum = vvi_arena_allocate(arena, free_count, sizeof *sum);
    uint32_t *mark = vvi_arena_allocate(arena, free_count, sizeof *mark);
    if (!starts || !rows || !values || !sum || !mark)
        return vvi_fail_memory(error, capacity * sizeof(double));
    uint32_t count = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        if (unknown_of[v] == UINT32_MAX)
            continue;
        uint32_t found = gather_column(s, unknown_of, v, sum, mark, rows + count);
        for (uint32_t i = 0; i < found; i++)
            values[count + i] = sum[rows[count + i]];
        count += found;
        starts[unknown_of[v] + 1] = count;
    }
    *out = (vvi_sparse_matrix){free_count, starts, rows, values};
    return VV_OK;
}
