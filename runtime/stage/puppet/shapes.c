/* Rows of points: d · x of a point with the basis φ is the row (d.x φ, d.y φ), and its response is (d.x G, d.y G) with
 * G = H⁻¹ φ. Contact has two rows a point, which come and go with every state; G and the products φ_a · G_b are
 * computed once a step. */
#include "solver.h"

#include <string.h>

void vvi_shapes_reset(shape_cache *cache) { cache->count = cache->solved = 0; }

static void list_columns(shape_cache *cache, uint32_t columns, uint32_t shape)
{
    uint32_t *list = cache->columns + (size_t)shape * columns, count = 0;
    for (uint32_t k = 0; k < columns; k++)
        if (cache->shapes[shape][k] != 0.0)
            list[count++] = k;
    cache->column_counts[shape] = count;
}

uint32_t vvi_shapes_find(vvi_puppet_solver *solver, const double *shape)
{
    shape_cache *cache = &solver->rows.shapes;
    for (uint32_t i = 0; i < cache->count; i++)
        if (cache->shapes[i] == shape)
            return i;
    if (cache->count == MAX_SHAPES)
        return VV_NONE;
    cache->shapes[cache->count] = shape;
    cache->known[cache->count] = 0;
    list_columns(cache, solver->columns, cache->count);
    return cache->count++;
}

/* G of a shape, and with it that of another, since a solve has two right-hand sides. */
static void solve_shapes(vvi_puppet_solver *solver, uint32_t shape)
{
    shape_cache *cache = &solver->rows.shapes;
    uint32_t stride = solver->stride, other = shape + 1;
    double *both = solver->unit;
    while (other < cache->count && cache->solved >> other & 1u)
        other++;
    memset(both, 0, 2 * (size_t)stride * sizeof *both);
    memcpy(both, cache->shapes[shape], solver->columns * sizeof *both);
    if (other < cache->count)
        memcpy(both + stride, cache->shapes[other], solver->columns * sizeof *both);
    vvi_solver_solve(solver, both, both);
    memcpy(cache->responses + (size_t)shape * stride, both, stride * sizeof *both);
    cache->solved |= 1u << shape;
    if (other < cache->count) {
        memcpy(cache->responses + (size_t)other * stride, both + stride, stride * sizeof *both);
        cache->solved |= 1u << other;
    }
}

const double *vvi_shapes_response(vvi_puppet_solver *solver, uint32_t shape)
{
    shape_cache *cache = &solver->rows.shapes;
    VVI_CHECK(shape < cache->count);
    if (!(cache->solved >> shape & 1u))
        solve_shapes(solver, shape);
    return cache->responses + (size_t)shape * solver->stride;
}

double vvi_shapes_dot(const vvi_puppet_solver *solver, uint32_t shape, const double *x)
{
    const shape_cache *cache = &solver->rows.shapes;
    const uint32_t *columns = cache->columns + (size_t)shape * solver->columns;
    const double *phi = cache->shapes[shape];
    double sum = 0.0;
    for (uint32_t i = 0; i < cache->column_counts[shape]; i++)
        sum += phi[columns[i]] * x[columns[i]];
    return sum;
}

double vvi_shapes_product(vvi_puppet_solver *solver, uint32_t a, uint32_t b)
{
    shape_cache *cache = &solver->rows.shapes;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (!(cache->known[high] >> low & 1u)) {
        cache->products[high][low] = vvi_shapes_dot(solver, low, vvi_shapes_response(solver, high));
        cache->known[high] |= 1u << low;
    }
    return cache->products[high][low];
}
