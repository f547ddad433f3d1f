/* The multifrontal factorisation (Duff and Reid 1983): a front is assembled from entries of the matrix and the update
 * matrices of its children, then eliminated. Update matrices are kept, so that a front is only factored again where
 * its own entries or one of its children changed. */
#include "sparse_private.h"

#include <string.h>

/* A pivot that is smaller in proportion to its diagonal entry is rounding error: the matrix is singular or
 * indefinite. */
#define SMALLEST_PIVOT 1e-14

/* Copies the front's entries from the matrix; true if any of them changed. */
static bool update_values(vvi_sparse_factor *factor, const vvi_front *front, const double *values, const double *added)
{
    bool changed = false;
    VVI_CHECK(front->entry_start <= front->entry_end && front->entry_end <= factor->entry_count);
    for (uint32_t e = front->entry_start; e < front->entry_end; e++) {
        double value = values[factor->entries[e].source];
        changed |= factor->last_values[e] != value;
        factor->last_values[e] = value;
    }
    const uint32_t *rows = factor->rows + front->row_start;
    for (uint32_t i = 0; i < front->columns; i++) {
        double value = added ? added[rows[i]] : 0.0;
        changed |= factor->last_added[rows[i]] != value;
        factor->last_added[rows[i]] = value;
    }
    return changed;
}

/* Adds a child's update matrix to its parent. Rows keep their order, so that the lower triangle stays lower. */
static void add_child(const vvi_sparse_factor *factor, const vvi_front *front, const vvi_front *child)
{
    const double *from = factor->numbers + child->update;
    const uint32_t *to_parent = factor->to_parent + child->row_start + child->columns;
    uint32_t boundary = child->rows - child->columns;
    VVI_CHECK(vvi_is_ascending(to_parent, boundary) && vvi_all_below(to_parent, boundary, front->rows));
    for (uint32_t j = 0; j < boundary; j++, from += child->update_stride) {
        uint32_t column = to_parent[j];
        if (column < front->columns) {
            double *to = factor->numbers + front->panel + (size_t)column * front->stride;
            for (uint32_t i = j; i < boundary; i++)
                to[to_parent[i]] += from[i];
        } else {
            column -= front->columns;
            double *to = factor->numbers + front->update + (size_t)column * front->update_stride;
            for (uint32_t i = j; i < boundary; i++)
                to[to_parent[i] - front->columns] += from[i];
        }
    }
}

static void assemble(vvi_sparse_factor *factor, const vvi_front *front)
{
    double *panel = factor->numbers + front->panel, *update = factor->numbers + front->update;
    size_t panel_size = front->update - front->panel;
    VVI_CHECK(front->panel <= front->update && front->update <= factor->number_count);
    memset(panel, 0, panel_size * sizeof *panel);
    memset(update, 0, (size_t)front->update_stride * front->update_stride * sizeof *update);
    for (uint32_t e = front->entry_start; e < front->entry_end; e++)
        panel[factor->entries[e].target] += factor->last_values[e];
    const uint32_t *rows = factor->rows + front->row_start;
    for (uint32_t i = 0; i < front->columns; i++) {
        double *diagonal = &panel[i + (size_t)i * front->stride];
        *diagonal += factor->last_added[rows[i]];
        factor->floors[i] = SMALLEST_PIVOT * fabs(*diagonal);
    }
    for (uint32_t child = front->first_child; child != VVI_SPARSE_NONE; child = factor->fronts[child].next_sibling)
        add_child(factor, front, &factor->fronts[child]);
}

static bool eliminate(vvi_sparse_factor *factor, const vvi_front *front)
{
    double *panel = factor->numbers + front->panel, *update = factor->numbers + front->update;
    if (vvi_sparse_is_wide(factor))
        return vvi_front_eliminate_wide(front, panel, update, factor->floors);
    return vvi_front_eliminate(front, panel, update, factor->floors);
}

vv_result vvi_sparse_refactor(vvi_sparse_factor *factor, const vvi_sparse_matrix *matrix, const double *added,
                              vv_error *error)
{
    VV_ASSERT(matrix->n == factor->n);
    bool all = !factor->valid;
    factor->valid = false;
    VVI_CHECK(matrix->starts[matrix->n] == factor->entry_count && factor->front_count > 0);
    memset(factor->changed, 0, factor->front_count * sizeof *factor->changed);
    for (uint32_t f = 0; f < factor->front_count; f++) {
        const vvi_front *front = &factor->fronts[f];
        VVI_CHECK(front->parent == VVI_SPARSE_NONE || front->parent > f);
        factor->changed[f] |= update_values(factor, front, matrix->values, added) || all;
        if (factor->changed[f] && front->parent != VVI_SPARSE_NONE)
            factor->changed[front->parent] = true;
    }
    for (uint32_t f = 0; f < factor->front_count; f++) {
        if (!factor->changed[f])
            continue;
        assemble(factor, &factor->fronts[f]);
        if (!eliminate(factor, &factor->fronts[f]))
            return vvi_fail(error, VV_ERROR_CONVERGENCE, "the system is not positive definite");
    }
    factor->valid = true;
    return VV_OK;
}

void vvi_sparse_use_plain(vvi_sparse_factor *factor, bool plain)
{
    factor->plain = plain;
    factor->valid = false;
}
