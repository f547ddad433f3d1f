/* One handle's bounded problem, min ½ wᵀQw with 0 ≤ w ≤ 1: a penalty path, then pins.
 *
 * Switching vertices on and off as a plain active set does fails for bilaplacians: a lobe of w below 0 wants force at its
 * rim only, but every vertex of it asks to be pinned, and a lobe pinned whole gives back one layer of vertices a round.
 * So a penalty ½ D (w − bound)² on the vertices outside is stiffened step by step, one Newton step each: the lobes shrink
 * onto the rims where the contact force really is. The few vertices left wrong are then exchanged with exact pins until
 * the KKT conditions hold:  g = Qw;  g = 0 where 0 < w < 1,  g ≥ 0 where w = 0,  g ≤ 0 where w = 1.
 * All tolerances are shares of the largest |g|, which is at a held vertex. */
#include "weigh_private.h"

#include <string.h>

enum { LOW = -1, BETWEEN = 0, HIGH = 1 };

/* Penalties are shares of a vertex's own stiffness Q_ii. */
#define PATH_FACTOR  4.0 /* stiffer by this each step */
#define LAST_PENALTY 16.0
#define PIN_PENALTY  1e9 /* as good as exact: w moves by less than 1e-9 of a force over Q_ii */

#define ROUNDS    25   /* exchanges before the interior-point method takes over */
#define RELEASE   6e-5 /* a pin that pulls harder than this is let go */
#define VIOLATION 1e-5 /* a vertex outside whose return would need more force than this is pinned */
#define TIGHTEN   0.25 /* both, when clipping what is left still shows */
#define SETTLED   1e-5 /* no weight moves by more when every wrong pin is mended */

/* Singular beyond rounding: a share of Q_ii is added, a hundred times more each time. */
#define FIRST_RIDGE 1e-13
#define LAST_RIDGE  1e-6

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

static void fill_added(bounded *b, double penalty)
{
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->added[i] = b->diagonal[i] * (b->ridge + (b->state[i] ? penalty : 0.0));
}

vv_result vvi_bounded_factor(bounded *b, double penalty, vv_error *error)
{
    for (;;) {
        fill_added(b, penalty);
        vv_result result = vvi_sparse_refactor(b->factor, &b->matrix, b->added, error);
        b->report->factorisations++;
        if (result != VV_ERROR_CONVERGENCE || b->ridge >= LAST_RIDGE)
            return result;
        b->ridge = b->ridge > 0.0 ? b->ridge * 100.0 : FIRST_RIDGE;
    }
}

/* (Q + D) w = load + D · bound, with D on the vertices that are not between the bounds. */
static vv_result solve(bounded *b, double penalty, vv_error *error)
{
    vv_result result = vvi_bounded_factor(b, penalty, error);
    if (result != VV_OK)
        return result;
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->x[i] = b->load[i] + (b->state[i] == HIGH ? penalty * b->diagonal[i] : 0.0);
    vvi_sparse_solve(b->factor, 1, b->x);
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->w[b->vertices[i]] = b->x[i];
    return VV_OK;
}

/* Every vertex takes the side its weight is on. Returns how many are outside the bounds. */
static uint32_t take_sides(bounded *b)
{
    uint32_t outside = 0;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]];
        b->state[i] = w < 0.0 ? LOW : w > 1.0 ? HIGH : BETWEEN;
        outside += b->state[i] != BETWEEN;
    }
    return outside;
}

/* ---- KKT --------------------------------------------------------------------------------------------------------- */

/* Renews the gradient; returns the largest, at held vertices and all others. */
static double take_gradient(bounded *b)
{
    double largest = 0.0;
    vvi_surface_bilaplacian(b->surface, b->w, b->gradient);
    for (uint32_t v = 0; v < b->surface->n; v++) {
        double size = fabs(b->gradient[v]);
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* The largest violation of the conditions above as a share of the largest gradient. */
static double measure_residual(bounded *b)
{
    double largest = take_gradient(b), worst = 0.0;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]], g = b->gradient[b->vertices[i]];
        double wrong = w <= 0.0 ? -g : w >= 1.0 ? g : fabs(g);
        worst = wrong > worst ? wrong : worst;
    }
    return largest > 0.0 ? worst / largest : 0.0;
}

static void clip(bounded *b)
{
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double *w = &b->w[b->vertices[i]];
        *w = b->state[i] == LOW || *w < 0.0 ? 0.0 : b->state[i] == HIGH || *w > 1.0 ? 1.0 : *w;
    }
}

/* ---- The path ---------------------------------------------------------------------------------------------------- */

static vv_result follow_path(bounded *b, vv_error *error)
{
    for (double penalty = b->first_penalty;; penalty *= PATH_FACTOR) {
        bool last = penalty >= LAST_PENALTY;
        if (take_sides(b) == 0)
            return VV_OK;
        vv_result result = solve(b, last ? LAST_PENALTY : penalty, error);
        if (result != VV_OK)
            return result;
        b->report->path_steps++;
        if (last)
            return VV_OK;
    }
}

/* ---- The finish -------------------------------------------------------------------------------------------------- */

/* Pins what is outside, releases what is pulled inwards; returns how many changed. */
static uint32_t exchange(bounded *b, double tightness)
{
    double largest = take_gradient(b), release = tightness * RELEASE * largest;
    double violation = tightness * VIOLATION * largest;
    uint32_t changed = 0;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]], g = b->gradient[b->vertices[i]];
        int8_t next = b->state[i];
        if (next == BETWEEN && (w < 0.0 ? -w : w - 1.0) * b->diagonal[i] > violation)
            next = w < 0.0 ? LOW : HIGH;
        else if (next != BETWEEN && next * g > release) /* g < 0 at LOW, g > 0 at HIGH */
            next = BETWEEN;
        changed += next != b->state[i];
        b->state[i] = next;
    }
    return changed;
}

static vv_result finish(bounded *b, double *residual, vv_error *error)
{
    double tightness = 1.0;
    take_sides(b);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        vv_result result = solve(b, PIN_PENALTY, error);
        if (result != VV_OK)
            return result;
        b->report->finish_rounds++;
        for (uint32_t i = 0; i < b->matrix.n; i++) {
            if (b->state[i] != BETWEEN)
                b->w[b->vertices[i]] = b->state[i] == HIGH ? 1.0 : 0.0;
        }
        if (exchange(b, tightness) > 0)
            continue;
        memcpy(b->kept, b->w, b->surface->n * sizeof *b->w);
        clip(b);
        *residual = measure_residual(b);
        if (*residual <= VV_WEIGH_TOLERANCE)
            return VV_OK;
        memcpy(b->w, b->kept, b->surface->n * sizeof *b->w);
        tightness *= TIGHTEN;
        if (exchange(b, tightness) == 0)
            break;
    }
    clip(b);
    *residual = measure_residual(b);
    return VV_OK;
}

/* Handles side by side pull on each other so hard that pins may be wrong within all tolerances and still bend the rest of
 * the mesh far out of shape. Pins everything that is on a bound, except where the force points inwards at all: *moved is
 * the most any weight changes. The weights stay as they were. */
static vv_result measure_doubt(bounded *b, double *moved, vv_error *error)
{
    memcpy(b->kept, b->w, b->surface->n * sizeof *b->w);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]], g = b->gradient[b->vertices[i]];
        b->state[i] = w <= 0.0 && g >= 0.0 ? LOW : w >= 1.0 && g <= 0.0 ? HIGH : BETWEEN;
    }
    vv_result result = solve(b, PIN_PENALTY, error);
    if (result != VV_OK)
        return result;
    clip(b);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double change = fabs(b->w[b->vertices[i]] - b->kept[b->vertices[i]]);
        *moved = change > *moved ? change : *moved;
    }
    memcpy(b->w, b->kept, b->surface->n * sizeof *b->w);
    return VV_OK;
}

vv_result vvi_bounded_solve(bounded *b, double *residual, vv_error *error)
{
    double moved = 0.0, before;
    vv_result result = follow_path(b, error);
    if (result == VV_OK)
        result = finish(b, residual, error);
    if (result == VV_OK && *residual <= VV_WEIGH_TOLERANCE)
        result = measure_doubt(b, &moved, error);
    if (result != VV_OK || (*residual <= VV_WEIGH_TOLERANCE && moved <= SETTLED))
        return result;
    before = *residual;
    memcpy(b->kept, b->w, b->surface->n * sizeof *b->w);
    result = vvi_interior_solve(b, error);
    *residual = measure_residual(b);
    if (result == VV_OK && (*residual <= VV_WEIGH_TOLERANCE || *residual < before))
        return VV_OK;
    memcpy(b->w, b->kept, b->surface->n * sizeof *b->w);
    *residual = before;
    return result == VV_ERROR_CONVERGENCE ? VV_OK : result;
}
