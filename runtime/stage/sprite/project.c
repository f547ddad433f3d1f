/* The place whose drawing is nearest to the shape as it is now (eq. 2): Newton's method on the weights of every simplex
 * that shares a corner with the one the place is in, with exact derivatives and the rotation eliminated (project.h). */
#include "project.h"

#define MAX_STEPS    30u
#define MAX_HALVINGS 12u

/* The search within one simplex: weights of its corners, and the cost there. */
typedef struct search {
    vvi_projection *p;
    double w[3], cost;
    double gradient[3]; /* towards each corner, away from corner 0: gradient[0] = 0 */
    bool fixed[3];      /* at 0, and the cost rises with it */
} search;

/* At the weights w every corner that has weight, or whose weight would grow, is free: at a minimum all free corners
 * have the mean gradient. Returns how far they are from that. */
static double find_free_corners(search *s)
{
    uint32_t count = s->p->count;
    VVI_CHECK(count >= 1 && count <= 3);
    double mean = 0.0, off = 0.0;
    for (uint32_t k = 0; k < count; k++)
        mean += s->w[k] * s->gradient[k];
    for (uint32_t k = 0; k < count; k++) {
        s->fixed[k] = s->w[k] == 0.0 && s->gradient[k] >= mean;
        double here = fabs(s->gradient[k] - mean);
        if (!s->fixed[k] && here > off)
            off = here;
    }
    return off;
}

/* The Newton step q in one or two variables; an indefinite Hessian is made convex by shifting its eigenvalues. */
static void solve_newton_step(uint32_t variables, const double g[2], const double h[3], double q[2])
{
    if (variables == 1) {
        double curvature = fabs(h[0]) > 1e-12 * fabs(g[0]) ? fabs(h[0]) : 1e-12 * fabs(g[0]);
        q[0] = -g[0] / curvature;
        return;
    }
    double middle = 0.5 * (h[0] + h[2]), half = 0.5 * (h[0] - h[2]), radius = sqrt(half * half + h[1] * h[1]);
    VVI_CHECK(variables == 2);
    double least = middle - radius, size = fabs(middle) + radius;
    double lift = least > 1e-9 * size ? 0.0 : 1e-3 * size - least;
    double a = h[0] + lift, c = h[2] + lift, determinant = a * c - h[1] * h[1];
    q[0] = -(c * g[0] - h[1] * g[1]) / determinant;
    q[1] = -(a * g[1] - h[1] * g[0]) / determinant;
}

/* The second derivative along corners k and m, each away from corner 0. */
static double hessian_entry(const double hessian[3], uint32_t k, uint32_t m)
{
    return k == 0 || m == 0 ? 0.0 : hessian[k + m - 2];
}

/* The Newton direction over the free corners: weight flows between them and the heaviest. */
static void find_direction(const search *s, const double hessian[3], double direction[3])
{
    uint32_t heavy = 0, variables = 0, free[2] = {0, 0};
    for (uint32_t k = 1; k < s->p->count; k++)
        heavy = s->w[k] > s->w[heavy] ? k : heavy;
    for (uint32_t k = 0; k < s->p->count; k++)
        if (k != heavy && !s->fixed[k])
            free[variables++] = k;
    double g[2] = {0.0, 0.0}, h[3] = {0.0, 0.0, 0.0}, q[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < variables; i++) {
        g[i] = s->gradient[free[i]] - s->gradient[heavy];
        for (uint32_t j = i; j < variables; j++)
            h[i + j] = hessian_entry(hessian, free[i], free[j]) - hessian_entry(hessian, free[i], heavy) -
                       hessian_entry(hessian, heavy, free[j]) + hessian_entry(hessian, heavy, heavy);
    }
    VVI_CHECK(!s->fixed[heavy] && variables < s->p->count);
    direction[0] = direction[1] = direction[2] = 0.0;
    if (variables == 0)
        return;
    solve_newton_step(variables, g, h, q);
    for (uint32_t i = 0; i < variables; i++) {
        direction[free[i]] = q[i];
        direction[heavy] -= q[i];
    }
}

/* Fixes corners at 0 whose weight the direction would make negative. True if there were any. */
static bool fix_active_corners(search *s, const double direction[3])
{
    bool changed = false;
    for (uint32_t k = 0; k < s->p->count; k++)
        if (s->w[k] == 0.0 && direction[k] < 0.0 && !s->fixed[k])
            s->fixed[k] = changed = true;
    return changed;
}

/* w + t·direction; a corner that reaches 0 is set to exactly 0; the sum stays 1. */
static void move_along(const search *s, const double direction[3], double t, double out[3])
{
    double sum = 0.0;
    for (uint32_t k = 0; k < s->p->count; k++) {
        out[k] = s->w[k] + t * direction[k];
        out[k] = out[k] > 1e-9 ? out[k] : 0.0;
        sum += out[k];
    }
    for (uint32_t k = 0; k < s->p->count; k++)
        out[k] /= sum;
}

/* The greatest t ≤ 1 for which w + t·direction is in the simplex. */
static double max_step(const search *s, const double direction[3])
{
    double t = 1.0;
    for (uint32_t k = 0; k < s->p->count; k++)
        if (direction[k] < 0.0 && s->w[k] + t * direction[k] < 0.0)
            t = -s->w[k] / direction[k];
    return t;
}

/* Halves the step until it lowers the cost. False where none does, or the step is too short to matter. */
static bool line_search(search *s, const double direction[3])
{
    double descent = 0.0, t = max_step(s, direction);
    for (uint32_t k = 0; k < s->p->count; k++)
        descent += direction[k] * s->gradient[k];
    if (!(descent < -1e-14 * fabs(s->cost))) /* less than rounding */
        return false;
    for (uint32_t i = 0; i < MAX_HALVINGS; i++, t *= 0.5) {
        double trial[3];
        move_along(s, direction, t, trial);
        VVI_CHECK(t >= 0.0 && t <= 1.0);
        double cost = vvi_projection_cost(s->p, trial), moved = 0.0;
        if (!(cost <= s->cost + 1e-4 * t * descent))
            continue;
        for (uint32_t k = 0; k < s->p->count; k++) {
            moved += fabs(trial[k] - s->w[k]);
            s->w[k] = trial[k];
        }
        s->cost = cost;
        VVI_CHECK(s->w[0] >= 0.0 && s->w[0] <= 1.0);
        return moved > 1e-5; /* the next step would be about its square */
    }
    return false;
}

/* Minimises within the selected simplex, from s->w, whose cost was evaluated last. */
static void descend(search *s)
{
    for (uint32_t i = 0; i < MAX_STEPS && s->p->count > 1; i++) {
        double hessian[3], direction[3];
        s->gradient[0] = 0.0;
        vvi_projection_gradient(s->p, s->gradient + 1);
        if (!(find_free_corners(s) > 1e-8 * fabs(s->cost)))
            return;
        vvi_projection_hessian(s->p, hessian);
        do
            find_direction(s, hessian, direction);
        while (fix_active_corners(s, direction));
        if (!line_search(s, direction))
            return;
    }
}

/* ---- Simplices --------------------------------------------------------------------------------------------------- */

typedef struct best {
    vv_place place;
    vv_simplex simplex; /* the place's */
    double cost, margin;
} best;

static uint32_t corners_of(vv_simplex s) { return s.corner[1] == VV_NONE ? 1u : s.corner[2] == VV_NONE ? 2u : 3u; }

/* The weights that the best place so far has in the corners of this face, not yet summing to 1. Returns their sum. */
static double shared_part(const best *b, uint32_t count, const uint32_t *corner, double w[3])
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        w[k] = 0.0;
        for (uint32_t c = 0; c < corners_of(b->simplex); c++)
            if (b->simplex.corner[c] == corner[k])
                w[k] = (double)b->place.weights[c];
        sum += w[k];
    }
    return sum;
}

/* Chooses where to start: what the face shares with the best place so far, or its best corner if that costs less. */
static void choose_start(search *s, const best *b, const uint32_t *corner)
{
    uint32_t count = s->p->count, cheapest = 0;
    double least = INFINITY, sum = shared_part(b, count, corner, s->w);
    for (uint32_t k = 0; k < count; k++) {
        double cost = vvi_projection_cost_of_example(s->p, corner[k]);
        if (cost < least) {
            least = cost;
            cheapest = k;
        }
    }
    if (sum > 0.0) {
        for (uint32_t k = 0; k < count; k++)
            s->w[k] /= sum;
        s->cost = vvi_projection_cost(s->p, s->w);
        if (s->cost <= least || s->w[cheapest] == 1.0)
            return;
    }
    for (uint32_t k = 0; k < count; k++)
        s->w[k] = k == cheapest ? 1.0 : 0.0;
    s->cost = vvi_projection_cost(s->p, s->w);
}

/* A new place must be better by more than rounding, so that the place does not alternate between simplices that share
 * it. */
static void keep_if_better(best *b, const search *s, uint32_t index, const uint32_t *slots)
{
    if (!(s->cost < b->cost - b->margin))
        return;
    VVI_CHECK(index < vv_complex_simplex_count(s->p->sprite->complex));
    b->cost = s->cost;
    b->place = (vv_place){index, {0.0f, 0.0f, 0.0f}};
    for (uint32_t k = 0; k < s->p->count; k++)
        b->place.weights[slots[k]] = (float)s->w[k];
    b->simplex = vv_complex_simplex(s->p->sprite->complex, index);
    VVI_CHECK(vvi_place_is_valid(s->p->sprite->complex, b->place));
}

/* Searches a simplex or a side of it: slots[count] says which of its corners. In a triangle where the angles of some
 * handle do not fit into half a circle, vv_pose_blend is not continuous at the sides: then only a place inside
 * counts, and this returns true, so that the sides are searched separately. */
static bool search_face(vvi_projection *p, uint32_t index, const vv_simplex *simplex, uint32_t count,
                        const uint32_t *slots, best *b)
{
    uint32_t corner[3] = {VV_NONE, VV_NONE, VV_NONE};
    search s = {.p = p};
    for (uint32_t k = 0; k < count; k++)
        corner[k] = simplex->corner[slots[k]];
    vvi_projection_select(p, count, corner);
    choose_start(&s, b, corner);
    descend(&s);
    bool inside_only = count == 3 && p->uneven;
    if (!inside_only || (s.w[0] > 0.0 && s.w[1] > 0.0 && s.w[2] > 0.0))
        keep_if_better(b, &s, index, slots);
    return inside_only;
}

static void search_simplex(vvi_projection *p, uint32_t index, best *b)
{
    static const uint32_t all[3] = {0, 1, 2}, sides[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    vv_simplex simplex = vv_complex_simplex(p->sprite->complex, index);
    if (!search_face(p, index, &simplex, corners_of(simplex), all, b))
        return;
    for (uint32_t i = 0; i < 3; i++)
        search_face(p, index, &simplex, 2, sides[i], b);
}

static bool has_corner(vv_simplex s, uint32_t example)
{
    return s.corner[0] == example || s.corner[1] == example || s.corner[2] == example;
}

/* All simplices that share a corner with the one of the place, itself first, each once. */
static void search_near(vvi_projection *p, vv_place from, vv_simplex own, best *b)
{
    const vv_complex *complex = p->sprite->complex;
    search_simplex(p, from.simplex, b);
    for (uint32_t k = 0; k < corners_of(own); k++) {
        uint32_t count;
        const uint32_t *star = vvi_complex_star(complex, own.corner[k], &count);
        for (uint32_t i = 0; i < count; i++) {
            vv_simplex other = vv_complex_simplex(complex, star[i]);
            bool known = star[i] == from.simplex || (k > 0 && has_corner(other, own.corner[0])) ||
                         (k > 1 && has_corner(other, own.corner[1]));
            if (!known)
                search_simplex(p, star[i], b);
        }
    }
}

/* Σ m |x|² about the centre of mass. */
static double second_moment(const vvi_sprite_view *sprite, const vv_vec2 *x)
{
    double sx = 0.0, sy = 0.0, sum = 0.0;
    for (uint32_t i = 0; i < sprite->particle_count; i++) {
        double m = (double)sprite->masses[i], px = (double)x[i].x, py = (double)x[i].y;
        sx += m * px;
        sy += m * py;
        sum += m * (px * px + py * py);
    }
    return sum - (sx * sx + sy * sy) / (double)sprite->mass;
}

/* Whether the simplex is a point that no other simplex touches: there is nothing to choose. */
static bool has_no_neighbour(const vvi_sprite_view *sprite, vv_simplex own)
{
    uint32_t count;
    vvi_complex_star(sprite->complex, own.corner[0], &count);
    return corners_of(own) == 1 && count == 1;
}

vv_place vvi_sprite_project_width(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, vv_place from,
                                  float *cost, void *scratch, vvi_width width)
{
    VV_ASSERT(vvi_place_is_valid(sprite->complex, from));
    vv_simplex own = vv_complex_simplex(sprite->complex, from.simplex);
    if (!cost && has_no_neighbour(sprite, own))
        return from;
    vvi_projection p = vvi_projection_begin(sprite, x, flipped, scratch, width);
    best b = {from, own, INFINITY, 1e-9 * fabs(sprite->energies[own.corner[0]])};
    search_near(&p, from, own, &b);
    if (cost)
        *cost = (float)(b.cost + second_moment(sprite, x));
    return b.place;
}

vv_place vvi_sprite_project(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, vv_place from, float *cost,
                            void *scratch)
{
    return vvi_sprite_project_width(sprite, x, flipped, from, cost, scratch, vvi_best_width());
}
