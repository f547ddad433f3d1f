/* Solves one handle's bounded problem, min ½ wᵀQw with 0 ≤ w ≤ 1: a penalty path, then an active-set method.
 *
 * A plain active-set method converges badly for bilaplacians: a lobe of w below 0 needs contact force only at its
 * rim, but every vertex of it violates the bound, and once the whole lobe is pinned it releases only one layer of
 * vertices per round. So first a penalty ½ D (w − bound)² on the violating vertices is stiffened step by step, with
 * one Newton step each: the lobes shrink onto the rims, where the contact force really is. Then the few vertices that
 * are still wrong are exchanged with exact pins until the KKT conditions hold:
 *     g = Qw;  g = 0 where 0 < w < 1,  g ≥ 0 where w = 0,  g ≤ 0 where w = 1.
 * All tolerances are shares of the largest |g|, which occurs at a held vertex. */
#include "weigh_private.h"

#include <string.h>

enum { AT_LOWER = -1, FREE = 0, AT_UPPER = 1 };

/* Penalties are shares of a vertex's own stiffness Q_ii. */
#define PENALTY_GROWTH 4.0 /* of each step of the path */
#define LAST_PENALTY   16.0
#define PIN_PENALTY    1e9 /* practically exact: w moves by less than 1e-9 · force / Q_ii */

#define MOST_EXCHANGES 25   /* rounds before the interior-point method takes over */
#define RELEASE_FORCE  6e-5 /* a pin whose force pulls away from the bound harder than this is released */
#define PIN_FORCE      1e-5 /* a vertex outside the bounds that needs more force than this to return is pinned */
#define TIGHTEN        0.25 /* factor on both, if clamping the remaining violations leaves too large a residual */
/* weights that move by more once doubtful pins are released need the interior-point method */
#define MOST_CHANGE 1e-5

/* If Q is singular to working precision, a share of Q_ii is added to the diagonal, 100 times larger at each attempt. */
#define FIRST_RIDGE 1e-13
#define LAST_RIDGE  1e-6

/* ---- Solving --------------------------------------------------------------------------------------------------- */

static void set_added_diagonal(bounded *b, double penalty)
{
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->added[i] = b->diagonal[i] * (b->ridge + (b->state[i] ? penalty : 0.0));
}

vv_result vvi_bounded_factor(bounded *b, double penalty, vv_error *error)
{
    for (;;) {
        set_added_diagonal(b, penalty);
        vv_result result = vvi_sparse_refactor(b->factor, &b->matrix, b->added, error);
        b->report->factorisations++;
        if (result != VV_ERROR_CONVERGENCE || b->ridge >= LAST_RIDGE)
            return result;
        b->ridge = b->ridge > 0.0 ? b->ridge * 100.0 : FIRST_RIDGE;
    }
}

/* Solves (Q + D) w = load + D · bound, with D nonzero on the vertices of the active set. */
static vv_result solve_penalised(bounded *b, double penalty, vv_error *error)
{
    vv_result result = vvi_bounded_factor(b, penalty, error);
    if (result != VV_OK)
        return result;
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->x[i] = b->load[i] + (b->state[i] == AT_UPPER ? penalty * b->diagonal[i] : 0.0);
    vvi_sparse_solve(b->factor, 1, b->x);
    for (uint32_t i = 0; i < b->matrix.n; i++)
        b->w[b->vertices[i]] = b->x[i];
    return VV_OK;
}

/* Puts the vertices whose weights violate a bound into the active set. Returns how many there are. */
static uint32_t classify_by_value(bounded *b)
{
    uint32_t outside = 0;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]];
        b->state[i] = w < 0.0 ? AT_LOWER : w > 1.0 ? AT_UPPER : FREE;
        outside += b->state[i] != FREE;
    }
    return outside;
}

/* ---- KKT ------------------------------------------------------------------------------------------------------- */

/* Computes the gradient at all vertices, held ones included; returns its largest magnitude. */
static double compute_gradient(bounded *b)
{
    double largest = 0.0;
    vvi_surface_bilaplacian(b->surface, b->w, b->gradient);
    for (uint32_t v = 0; v < b->surface->n; v++) {
        double size = fabs(b->gradient[v]);
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* The largest violation of the KKT conditions, as a share of the largest gradient. */
static double measure_residual(bounded *b)
{
    double largest = compute_gradient(b), worst = 0.0;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]], g = b->gradient[b->vertices[i]];
        double violation = w <= 0.0 ? -g : w >= 1.0 ? g : fabs(g);
        worst = violation > worst ? violation : worst;
    }
    return largest > 0.0 ? worst / largest : 0.0;
}

static void clamp_weights(bounded *b)
{
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double *w = &b->w[b->vertices[i]];
        *w = b->state[i] == AT_LOWER || *w < 0.0 ? 0.0 : b->state[i] == AT_UPPER || *w > 1.0 ? 1.0 : *w;
    }
}

/* ---- The penalty path ------------------------------------------------------------------------------------------ */

static vv_result follow_path(bounded *b, vv_error *error)
{
    for (double penalty = b->first_penalty;; penalty *= PENALTY_GROWTH) {
        bool last = penalty >= LAST_PENALTY;
        if (classify_by_value(b) == 0)
            return VV_OK;
        vv_result result = solve_penalised(b, last ? LAST_PENALTY : penalty, error);
        if (result != VV_OK)
            return result;
        b->report->path_steps++;
        if (last)
            return VV_OK;
    }
}

/* ---- The active set -------------------------------------------------------------------------------------------- */

/* Pins vertices outside the bounds and releases pins that are pulled inwards; returns how many changed. */
static uint32_t update_active_set(bounded *b, double tightness)
{
    double largest = compute_gradient(b), release = tightness * RELEASE_FORCE * largest;
    double violation = tightness * PIN_FORCE * largest;
    uint32_t changed = 0;
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]], g = b->gradient[b->vertices[i]];
        int8_t state = b->state[i];
        if (state == FREE && (w < 0.0 ? -w : w - 1.0) * b->diagonal[i] > violation)
            state = w < 0.0 ? AT_LOWER : AT_UPPER;
        else if (state != FREE && state * g > release) /* g < 0 at the lower bound, g > 0 at the upper one */
            state = FREE;
        changed += state != b->state[i];
        b->state[i] = state;
    }
    return changed;
}

static vv_result exchange_pins(bounded *b, double *residual, vv_error *error)
{
    double tightness = 1.0;
    classify_by_value(b);
    for (uint32_t round = 0; round < MOST_EXCHANGES; round++) {
        vv_result result = solve_penalised(b, PIN_PENALTY, error);
        if (result != VV_OK)
            return result;
        b->report->finish_rounds++;
        for (uint32_t i = 0; i < b->matrix.n; i++) {
            if (b->state[i] != FREE)
                b->w[b->vertices[i]] = b->state[i] == AT_UPPER ? 1.0 : 0.0;
        }
        if (update_active_set(b, tightness) > 0)
            continue;
        memcpy(b->saved, b->w, b->surface->n * sizeof *b->w);
        clamp_weights(b);
        *residual = measure_residual(b);
        if (*residual <= VV_WEIGH_TOLERANCE)
            return VV_OK;
        memcpy(b->w, b->saved, b->surface->n * sizeof *b->w);
        tightness *= TIGHTEN;
        if (update_active_set(b, tightness) == 0)
            break;
    }
    clamp_weights(b);
    *residual = measure_residual(b);
    return VV_OK;
}

/* Neighbouring handles act on each other with such large forces that pins may be wrong within all tolerances and
 * still distort the rest of the mesh. So this pins every vertex that is on a bound, unless the force points inwards
 * at all, and solves again: *moved is the largest change of a weight. The weights themselves stay as they were. */
static vv_result measure_pin_sensitivity(bounded *b, double *moved, vv_error *error)
{
    memcpy(b->saved, b->w, b->surface->n * sizeof *b->w);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double w = b->w[b->vertices[i]], g = b->gradient[b->vertices[i]];
        b->state[i] = w <= 0.0 && g >= 0.0 ? AT_LOWER : w >= 1.0 && g <= 0.0 ? AT_UPPER : FREE;
    }
    vv_result result = solve_penalised(b, PIN_PENALTY, error);
    if (result != VV_OK)
        return result;
    clamp_weights(b);
    for (uint32_t i = 0; i < b->matrix.n; i++) {
        double change = fabs(b->w[b->vertices[i]] - b->saved[b->vertices[i]]);
        *moved = change > *moved ? change : *moved;
    }
    memcpy(b->w, b->saved, b->surface->n * sizeof *b->w);
    return VV_OK;
}

vv_result vvi_bounded_solve(bounded *b, double *residual, vv_error *error)
{
    double moved = 0.0, before;
    vv_result result = follow_path(b, error);
    if (result == VV_OK)
        result = exchange_pins(b, residual, error);
    if (result == VV_OK && *residual <= VV_WEIGH_TOLERANCE)
        result = measure_pin_sensitivity(b, &moved, error);
    if (result != VV_OK || (*residual <= VV_WEIGH_TOLERANCE && moved <= MOST_CHANGE))
        return result;
    before = *residual;
    memcpy(b->saved, b->w, b->surface->n * sizeof *b->w);
    result = vvi_interior_solve(b, error);
    *residual = measure_residual(b);
    if (result == VV_OK && (*residual <= VV_WEIGH_TOLERANCE || *residual < before))
        return VV_OK;
    memcpy(b->w, b->saved, b->surface->n * sizeof *b->w);
    *residual = before;
    return result == VV_ERROR_CONVERGENCE ? VV_OK : result;
}
