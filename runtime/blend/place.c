/* Places in a complex: their weights, the distance between two, moving from one to another along the shortest path,
 * and the place that fits a target best. */
#include "complex.h"

vv_place vv_complex_at_example(const vv_complex *complex, uint32_t example)
{
    VV_ASSERT(complex != NULL);
    VV_ASSERT(example < complex->example_count);
    complex_view view = vvi_complex_open(complex);
    vv_place place = {view.stars[view.star_starts[example]], {0.0f, 0.0f, 0.0f}};
    for (uint32_t k = 0; k < 3; k++)
        place.weights[k] = view.simplices[place.simplex].corner[k] == example ? 1.0f : 0.0f;
    return place;
}

const uint32_t *vvi_complex_star(const vv_complex *complex, uint32_t example, uint32_t *count)
{
    VV_ASSERT(example < complex->example_count);
    complex_view view = vvi_complex_open(complex);
    *count = view.star_starts[example + 1] - view.star_starts[example];
    return view.stars + view.star_starts[example];
}

bool vvi_place_is_valid(const vv_complex *complex, vv_place place)
{
    if (place.simplex >= complex->simplex_count || !vvi_all_finite(place.weights, 3))
        return false;
    uint32_t count = corner_count(vv_complex_simplex(complex, place.simplex));
    for (uint32_t k = 0; k < 3; k++)
        if (place.weights[k] < 0.0f || (k >= count && place.weights[k] != 0.0f))
            return false;
    return fabsf(place.weights[0] + place.weights[1] + place.weights[2] - 1.0f) <= 1e-3f;
}

bool vv_complex_has_place(const vv_complex *complex, vv_place place)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(complex != NULL);
    return vvi_place_is_valid(complex, place);
}

void vv_complex_weights(const vv_complex *complex, vv_place place, float *weights)
{
    VV_ASSERT(complex != NULL);
    VV_ASSERT(weights != NULL);
    vv_simplex simplex = vv_complex_simplex(complex, place.simplex);
    for (uint32_t v = 0; v < complex->example_count; v++)
        weights[v] = 0.0f;
    for (uint32_t k = 0; k < corner_count(simplex); k++)
        weights[simplex.corner[k]] = place.weights[k];
}

/* Sums the shares of the corners of a simplex into weights, which are not yet scaled. Returns their total. */
static float sum_shares(vv_simplex simplex, uint32_t share_count, const vv_example_weight *shares, float *weights)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < corner_count(simplex); k++)
        for (uint32_t i = 0; i < share_count; i++)
            if (shares[i].example == simplex.corner[k] && shares[i].weight > 0.0f && shares[i].weight < INFINITY) {
                weights[k] += shares[i].weight;
                sum += shares[i].weight;
            }
    return sum;
}

vv_place vv_complex_place_from_weights(const vv_complex *complex, uint32_t share_count, const vv_example_weight *shares)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(complex != NULL);
    VV_ASSERT(shares != NULL || share_count == 0);
    complex_view view = vvi_complex_open(complex);
    vv_place best = vv_complex_at_example(complex, 0);
    float most = 0.0f;
    for (uint32_t s = 0; s < complex->simplex_count; s++) {
        vv_place place = {s, {0.0f, 0.0f, 0.0f}};
        float sum = sum_shares(view.simplices[s], share_count, shares, place.weights);
        if (!(sum > most * (1.0f + 1e-6f) && sum < INFINITY))
            continue;
        for (uint32_t k = 0; k < 3; k++)
            place.weights[k] /= sum;
        most = sum;
        best = place;
    }
    return best;
}

/* ---- Paths ---------------------------------------------------------------------------------------------------- */

/* Normalises a place so that its weights sum to 1 up to rounding; otherwise its position in the plane would depend on
 * which corner lies at the origin. Weights that are too small to move it off a face become 0: in the plane it is on
 * the face, and must be able to leave through the simplices behind the face. */
static vv_place normalize_place(vv_place place)
{
    double sum = 0.0;
    bool dropped = false;
    for (uint32_t k = 0; k < 3; k++) {
        dropped |= place.weights[k] > 0.0f && place.weights[k] < 1e-7f;
        place.weights[k] = place.weights[k] < 1e-7f ? 0.0f : place.weights[k];
        sum += (double)place.weights[k];
    }
    for (uint32_t k = 0; k < 3 && (dropped || fabs(sum - 1.0) > 1e-6); k++)
        place.weights[k] = (float)((double)place.weights[k] / sum);
    return place;
}

float vv_complex_distance(const vv_complex *complex, vv_place from, vv_place to)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(complex != NULL);
    VV_ASSERT(vvi_place_is_valid(complex, from) && vvi_place_is_valid(complex, to));
    complex_view view = vvi_complex_open(complex);
    double from_to[VV_BLEND_MAX_EXAMPLES];
    leg first;
    from = normalize_place(from);
    to = normalize_place(to);
    vvi_geodesic_to_examples(&view, to, true, from_to);
    return (float)vvi_geodesic_first_leg(&view, from, to, from_to, &first);
}

vv_place vv_complex_advance(const vv_complex *complex, vv_place from, vv_place to, float distance)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(complex != NULL);
    VV_ASSERT(vvi_place_is_valid(complex, from) && vvi_place_is_valid(complex, to));
    complex_view view = vvi_complex_open(complex);
    double from_to[VV_BLEND_MAX_EXAMPLES], left = (double)distance;
    vv_place at = normalize_place(from), target = normalize_place(to);
    if (!(left > 0.0))
        return from;
    vvi_geodesic_to_examples(&view, target, true, from_to);
    for (uint32_t legs = 0; legs < complex->example_count + 2u; legs++) { /* every leg ends nearer to `to` */
        leg next;
        double length = vvi_geodesic_first_leg(&view, at, target, from_to, &next);
        if (length == INFINITY)
            return from;
        if (left >= length)
            return to;
        if (next.example == VV_NONE || left < next.length)
            return vvi_geodesic_along(&view, at, &next, left);
        left -= next.length;
        at = vv_complex_at_example(complex, next.example);
    }
    return at;
}

/* ---- Nearest -------------------------------------------------------------------------------------------------- */

typedef struct fit {
    uint32_t count;
    double G[3][3], b[3]; /* the entries of the corners */
    double best, w[3];
} fit;

/* Keeps these weights if they cost less than the best ones. */
static void try_weights(fit *f, double w0, double w1, double w2)
{
    double w[3] = {w0, w1, w2}, cost = 0.0;
    for (uint32_t i = 0; i < 3; i++) {
        double row = -2.0 * f->b[i];
        for (uint32_t j = 0; j < 3; j++)
            row += f->G[i][j] * w[j];
        cost += w[i] * row;
    }
    if (cost < f->best) {
        f->best = cost;
        for (uint32_t i = 0; i < 3; i++)
            f->w[i] = w[i];
    }
}

/* Along the edge from corner i to corner j, the cost is a parabola in t. */
static void try_edge(fit *f, uint32_t i, uint32_t j)
{
    double curve = f->G[i][i] - 2.0 * f->G[i][j] + f->G[j][j];
    double slope = f->G[i][j] - f->G[i][i] - f->b[j] + f->b[i], w[3] = {0.0, 0.0, 0.0};
    double t = curve > 0.0 ? -slope / curve : 0.0;
    if (t > 0.0 && t < 1.0) {
        w[i] = 1.0 - t;
        w[j] = t;
        try_weights(f, w[0], w[1], w[2]);
    }
}

/* In the interior, both slopes away from corner 0 are zero at the minimum. In a direction without curvature, there is
 * also a minimum on an edge. */
static void try_interior(fit *f)
{
    double A[2][2], r[2];
    for (uint32_t i = 0; i < 2; i++) {
        r[i] = f->b[i + 1] - f->b[0] - f->G[i + 1][0] + f->G[0][0];
        for (uint32_t j = 0; j < 2; j++)
            A[i][j] = f->G[i + 1][j + 1] - f->G[i + 1][0] - f->G[0][j + 1] + f->G[0][0];
    }
    double det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
    if (!(det > 1e-14 * A[0][0] * A[1][1]))
        return;
    double u = (r[0] * A[1][1] - r[1] * A[0][1]) / det, v = (A[0][0] * r[1] - A[1][0] * r[0]) / det;
    if (u > 0.0 && v > 0.0 && u + v < 1.0)
        try_weights(f, 1.0 - u - v, u, v);
}

/* Finds the best place in one simplex: at a corner, on an edge or in the interior. */
static void fit_simplex(fit *f)
{
    f->best = INFINITY;
    for (uint32_t k = 0; k < f->count; k++)
        try_weights(f, k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0);
    for (uint32_t k = 1; k < f->count; k++)
        for (uint32_t q = 0; q < k; q++)
            try_edge(f, q, k);
    if (f->count == 3)
        try_interior(f);
}

static double gram_entry(const float *G, uint32_t n, uint32_t i, uint32_t j)
{
    if (!G)
        return i == j ? 1.0 : 0.0;
    return 0.5 * ((double)G[(size_t)i * n + j] + (double)G[(size_t)j * n + i]);
}

vv_place vv_complex_nearest(const vv_complex *complex, const float *G, const float *b, float *cost)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(complex != NULL);
    VV_ASSERT(b != NULL);
    complex_view view = vvi_complex_open(complex);
    vv_place place = vv_complex_at_example(complex, 0);
    double best = INFINITY;
    for (uint32_t s = 0; s < complex->simplex_count; s++) {
        const uint32_t *corner = view.simplices[s].corner;
        fit f = {.count = corner_count(view.simplices[s])};
        for (uint32_t i = 0; i < f.count; i++) {
            f.b[i] = (double)b[corner[i]];
            for (uint32_t j = 0; j < f.count; j++)
                f.G[i][j] = gram_entry(G, complex->example_count, corner[i], corner[j]);
        }
        fit_simplex(&f);
        if (f.best < best) {
            best = f.best;
            place = (vv_place){s, {(float)f.w[0], (float)f.w[1], (float)f.w[2]}};
        }
    }
    if (cost)
        *cost = (float)best;
    return place;
}
