/* Systems over the knots: block-tridiagonal, with blocks on the diagonal and between neighbours, each a matrix of the
 * tree (match_tree.c).
 *
 * Eliminating knot after knot, A = RᵀR, keeps the sparsity of the tree except for one thing: two limbs attached to
 * the same joint become coupled at the next knot, because both are coupled to it at this one. This fill-in is dropped
 * (incomplete factorisation: Meijerink and van der Vorst 1977). So RᵀR equals A if the body is one chain, and is
 * otherwise close enough for conjugate gradients to need a few iterations. */
#include "matching.h"

/* X = R⁻ᵀ times the coupling of a knot to the next. Rows are solved from the lowest group up: groups above it have
 * their share subtracted, and so have the columns of groups further down, which `lower` stores as rows. */
static void solve_coupling(const match_tree *t, const double *R, double *upper, double *lower)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g], at = 0;
        const double *panel = R + t->panel[g];
        double *upper_panel = upper + t->panel[g];
        for (uint32_t r = 0; r < rows; r++) {
            double inverse = 1.0 / panel[(size_t)r * width + r];
            vvi_subtract_rows(r, panel + r, width, upper_panel, width, width, upper_panel + (size_t)r * width);
            for (uint32_t j = 0; j < width; j++)
                upper_panel[(size_t)r * width + j] *= inverse;
        }
        for (uint32_t a = g; a != VV_NONE; at += t->rows[a], a = t->parent[a])
            for (uint32_t r = 0, n = t->rows[a]; r < n; r++) {
                size_t row = t->panel[a] + (size_t)r * t->width[a];
                vvi_subtract_rows(rows, upper_panel + at + r, width, panel + at + n, width, width - at - n,
                                  lower + row + n);
                if (a != g)
                    vvi_subtract_rows(rows, panel + at + r, width, upper_panel + at, width, width - at, upper + row);
            }
        for (uint32_t r = 0; r < rows; r++)
            vvi_tree_solve_path(t, R, t->parent[g], lower + t->panel[g] + (size_t)r * width + rows);
    }
}

/* next −= XᵀX, restricted to the sparsity of the tree: products through groups at or below the lower one of two,
 * between both, and above both. */
static void subtract_coupling(const match_tree *t, const double *upper, const double *lower, double *next)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g], at = 0;
        const double *upper_panel = upper + t->panel[g], *lower_panel = lower + t->panel[g];
        double *to = next + t->panel[g];
        for (uint32_t a = g; a != VV_NONE; at += t->rows[a], a = t->parent[a]) {
            uint32_t n = t->rows[a], wide = t->width[a];
            for (uint32_t r = 0; r < n; r++)
                vvi_subtract_rows(rows, upper_panel + at + r, width, upper_panel + at + r, width, width - at - r,
                                  next + t->panel[a] + (size_t)r * wide + r);
            for (uint32_t r = 0; r < rows; r++) {
                const double *row = lower_panel + (size_t)r * width + at;
                if (a != g)
                    vvi_subtract_rows(n, row, 1, upper + t->panel[a], wide, wide, to + (size_t)r * width + at);
                vvi_subtract_products(n, lower + t->panel[a] + n, wide, row + n, wide - n, to + (size_t)r * width + at);
            }
        }
    }
}

bool vvi_blocks_factor(const match_tree *tree, uint32_t count, const match_blocks *blocks)
{
    for (uint32_t k = 0; k < count; k++) {
        size_t at = k * tree->size;
        VVI_CHECK(tree->count > 0 && tree->size > 0);
        if (!vvi_tree_factor(tree, blocks->diagonal + at))
            return false;
        if (k + 1 == count)
            break;
        solve_coupling(tree, blocks->diagonal + at, blocks->upper + at, blocks->lower + at);
        subtract_coupling(tree, blocks->upper + at, blocks->lower + at, blocks->diagonal + at + tree->size);
    }
    return true;
}

/* later −= Xᵀ x, with X the coupling of a knot to the later one. */
static void forward_coupling(const match_tree *t, const double *upper, const double *lower, const double *x,
                             double *later, double *scratch)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g];
        const double *lower_panel = lower + t->panel[g];
        vvi_tree_gather(t, g, later, scratch);
        vvi_subtract_rows(rows, x + t->first[g], 1, upper + t->panel[g], width, width, scratch);
        vvi_tree_scatter(t, g, scratch, later);
        vvi_tree_gather(t, t->parent[g], x, scratch);
        vvi_subtract_products(rows, lower_panel + rows, width, scratch, width - rows, later + t->first[g]);
    }
}

/* x −= X later. */
static void backward_coupling(const match_tree *t, const double *upper, const double *lower, const double *later,
                              double *x, double *scratch)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g];
        vvi_tree_gather(t, g, later, scratch);
        vvi_subtract_products(rows, upper + t->panel[g], width, scratch, width, x + t->first[g]);
        vvi_tree_gather(t, t->parent[g], x, scratch);
        vvi_subtract_rows(rows, later + t->first[g], 1, lower + t->panel[g] + rows, width, width - rows, scratch);
        vvi_tree_scatter(t, t->parent[g], scratch, x);
    }
}

void vvi_blocks_solve(const match_tree *tree, uint32_t count, const match_blocks *blocks, double *x, double *scratch)
{
    size_t size = tree->size, n = tree->unknowns;
    for (uint32_t k = 0; k < count; k++) {
        if (k > 0)
            forward_coupling(tree, blocks->upper + (k - 1) * size, blocks->lower + (k - 1) * size, x + (k - 1) * n,
                             x + k * n, scratch);
        vvi_tree_solve_transposed(tree, blocks->diagonal + k * size, x + k * n);
    }
    for (uint32_t k = count; k-- > 0;) {
        if (k + 1 < count)
            backward_coupling(tree, blocks->upper + k * size, blocks->lower + k * size, x + (k + 1) * n, x + k * n,
                              scratch);
        vvi_tree_solve(tree, blocks->diagonal + k * size, x + k * n);
    }
}

/* y −= A x for one diagonal block, in which a group with itself has all rows and columns. */
static void subtract_diagonal(const match_tree *t, const double *A, const double *x, double *y, double *scratch)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g];
        const double *panel = A + t->panel[g];
        vvi_tree_gather(t, g, x, scratch);
        vvi_subtract_products(rows, panel, width, scratch, width, y + t->first[g]);
        vvi_tree_gather(t, t->parent[g], y, scratch);
        vvi_subtract_rows(rows, x + t->first[g], 1, panel + rows, width, width - rows, scratch);
        vvi_tree_scatter(t, t->parent[g], scratch, y);
    }
}

void vvi_blocks_subtract(const match_tree *tree, uint32_t count, const match_blocks *blocks, const double *x, double *y,
                         double *scratch)
{
    size_t size = tree->size, n = tree->unknowns;
    for (uint32_t k = 0; k < count; k++) {
        const double *upper = blocks->upper + k * size, *lower = blocks->lower + k * size;
        subtract_diagonal(tree, blocks->diagonal + k * size, x + k * n, y + k * n, scratch);
        if (k + 1 == count)
            break;
        forward_coupling(tree, upper, lower, x + k * n, y + (k + 1) * n, scratch);
        backward_coupling(tree, upper, lower, x + (k + 1) * n, y + k * n, scratch);
    }
}
