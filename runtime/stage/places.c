/* Places in a complex: blends of places, and ways continued beyond a place. Inside one simplex these are straight
 * lines in weights; between simplices they follow the shortest path. */
#include "runtime/stage/state.h"

static uint32_t corner_count(vv_simplex s) { return s.corner[1] == VV_NONE ? 1u : s.corner[2] == VV_NONE ? 2u : 3u; }

/* The weights of a place in another simplex; false if that simplex does not contain it. */
static bool weights_in_simplex(const vv_complex *complex, vv_place place, uint32_t simplex, float weights[3])
{
    vv_simplex from = vv_complex_simplex(complex, place.simplex), to = vv_complex_simplex(complex, simplex);
    weights[0] = weights[1] = weights[2] = 0.0f;
    VVI_CHECK(place.simplex < vv_complex_simplex_count(complex) && simplex < vv_complex_simplex_count(complex));
    for (uint32_t k = 0; k < 3; k++) {
        bool found = place.weights[k] == 0.0f;
        for (uint32_t q = 0; q < corner_count(to) && !found; q++)
            if (to.corner[q] == from.corner[k]) {
                weights[q] = place.weights[k];
                found = true;
            }
        if (!found)
            return false;
    }
    return true;
}

/* Rewrites both places in one simplex, that of either: a place on a common face may be written in both. */
static bool move_to_common_simplex(const vv_complex *complex, vv_place *a, vv_place *b)
{
    vv_place other;
    if (a->simplex == b->simplex)
        return true;
    other.simplex = a->simplex;
    if (weights_in_simplex(complex, *b, a->simplex, other.weights)) {
        *b = other;
        return true;
    }
    other.simplex = b->simplex;
    if (weights_in_simplex(complex, *a, b->simplex, other.weights)) {
        *a = other;
        return true;
    }
    return false;
}

vv_place vvi_place_lerp(const vv_complex *complex, vv_place a, vv_place b, float t)
{
    if (!(t > 0.0f))
        return a;
    if (t >= 1.0f)
        return b;
    if (!move_to_common_simplex(complex, &a, &b))
        return vv_complex_advance(complex, a, b, t * vv_complex_distance(complex, a, b));
    for (uint32_t k = 0; k < 3; k++)
        a.weights[k] = (1.0f - t) * a.weights[k] + t * b.weights[k];
    VVI_CHECK(vvi_place_is_valid(complex, a));
    return a;
}

/* Continues from a through b to the border of their simplex; b if it is on the border already. */
static vv_place find_border(vv_place a, vv_place b)
{
    float most = INFINITY, sum = 0.0f;
    uint32_t first = 0;
    for (uint32_t k = 0; k < 3; k++) {
        float fall = a.weights[k] - b.weights[k];
        if (fall > 0.0f && b.weights[k] / fall < most) {
            most = b.weights[k] / fall;
            first = k;
        }
    }
    if (!(most < INFINITY))
        return b;
    for (uint32_t k = 0; k < 3; k++) {
        float w = k == first ? 0.0f : b.weights[k] + most * (b.weights[k] - a.weights[k]);
        b.weights[k] = w > 0.0f ? w : 0.0f;
        sum += b.weights[k];
    }
    VVI_CHECK(sum > 0.0f);
    for (uint32_t k = 0; k < 3; k++)
        b.weights[k] /= sum;
    return b;
}

/* The neighbouring example of `at` with the greatest score, if that is above 0: how much further it is from `from`
 * than from `at`; without `from`, how far it is from `at`. */
static vv_place find_best_neighbour(const vv_complex *complex, const vv_place *from, vv_place at)
{
    vv_place best = at;
    float best_score = 1e-6f;
    for (uint32_t s = 0; s < vv_complex_simplex_count(complex); s++) {
        vv_simplex simplex = vv_complex_simplex(complex, s);
        float weights[3];
        if (!weights_in_simplex(complex, at, s, weights))
            continue;
        for (uint32_t k = 0; k < corner_count(simplex); k++) {
            vv_place corner = {s, {0.0f, 0.0f, 0.0f}};
            corner.weights[k] = 1.0f;
            float near = vv_complex_distance(complex, at, corner);
            float score = from ? vv_complex_distance(complex, *from, corner) - near : near;
            if (near > 0.0f && score > best_score) {
                best_score = score;
                best = corner;
            }
        }
    }
    return best;
}

vv_place vvi_place_neighbour(const vv_complex *complex, vv_place at) { return find_best_neighbour(complex, NULL, at); }

vv_place vvi_place_far_end(const vv_complex *complex, vv_place from, vv_place through)
{
    vv_place a = from, b = through;
    if (move_to_common_simplex(complex, &a, &b)) {
        vv_place end = find_border(a, b);
        if (vv_complex_distance(complex, b, end) > 1e-6f)
            return end;
    }
    return find_best_neighbour(complex, &from, through);
}

vv_place vvi_place_extrapolate(const vv_complex *complex, vv_place a, vv_place b, float t)
{
    float distance = vv_complex_distance(complex, a, b), left = (t - 1.0f) * distance;
    VVI_CHECK(t >= 1.0f && !(distance < 0.0f));
    if (!(distance > 1e-6f) || !(distance < INFINITY))
        return b;
    for (uint32_t leg = 0; leg < 4; leg++) { /* past an example, into the next simplex */
        vv_place end = vvi_place_far_end(complex, a, b);
        float room = vv_complex_distance(complex, b, end);
        if (!(left > room) || !(room > 0.0f))
            return vv_complex_advance(complex, b, end, left);
        left -= room;
        b = end;
    }
    return b;
}
