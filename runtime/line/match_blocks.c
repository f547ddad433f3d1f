/* Systems over the knots: blocks on the diagonal and between neighbours, each a matrix of the tree (match_tree.c).
 *
 * Eliminating knot after knot, A = RᵀR, keeps the tree's pattern but for one thing: two limbs that hang on the same joint meet at the
 * next knot, because both went along with it at this one. What is filled in there is left out (an incomplete factor: Meijerink and van
 * der Vorst 1977), so that RᵀR is A where the body is one chain, and otherwise near enough that conjugate gradients need a few rounds. */
#include "matching.h"

/* X = R⁻ᵀ of what ties a knot to the next. Rows go from the lowest group up; what is above takes its share of them, and so do columns
 * of groups further down, which `behind` has as rows. */
static void solve_ties(const match_tree *t, const double *R, double *ahead, double *behind)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g], at = 0;
        const double *panel = R + t->panel[g];
        double *own = ahead + t->panel[g];
        for (uint32_t r = 0; r < rows; r++) {
            double inverse = 1.0 / panel[(size_t)r * width + r];
            vvi_subtract_rows(r, panel + r, width, own, width, width, own + (size_t)r * width);
            for (uint32_t j = 0; j < width; j++)
                own[(size_t)r * width + j] *= inverse;
        }
        for (uint32_t a = g; a != VV_NONE; at += t->rows[a], a = t->up[a])
            for (uint32_t r = 0, n = t->rows[a]; r < n; r++) {
                size_t row = t->panel[a] + (size_t)r * t->width[a];
                vvi_subtract_rows(rows, own + at + r, width, panel + at + n, width, width - at - n, behind + row + n);
                if (a != g)
                    vvi_subtract_rows(rows, panel + at + r, width, own + at, width, width - at, ahead + row);
            }
        for (uint32_t r = 0; r < rows; r++)
            vvi_tree_along(t, R, t->up[g], behind + t->panel[g] + (size_t)r * width + rows);
    }
}

/* next −= XᵀX, as far as the tree goes: through groups at or below the lower of two, between both, and above both. */
static void reduce_next(const match_tree *t, const double *ahead, const double *behind, double *next)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g], at = 0;
        const double *own = ahead + t->panel[g], *back = behind + t->panel[g];
        double *to = next + t->panel[g];
        for (uint32_t a = g; a != VV_NONE; at += t->rows[a], a = t->up[a]) {
            uint32_t n = t->rows[a], wide = t->width[a];
            for (uint32_t r = 0; r < n; r++)
                vvi_subtract_rows(rows, own + at + r, width, own + at + r, width, width - at - r,
                                  next + t->panel[a] + (size_t)r * wide + r);
            for (uint32_t r = 0; r < rows; r++) {
                const double *row = back + (size_t)r * width + at;
                if (a != g)
                    vvi_subtract_rows(n, row, 1, ahead + t->panel[a], wide, wide, to + (size_t)r * width + at);
                vvi_subtract_products(n, behind + t->panel[a] + n, wide, row + n, wide - n,
                                      to + (size_t)r * width + at);
            }
        }
    }
}

bool vvi_blocks_factor(const match_tree *tree, uint32_t count, const match_blocks *blocks)
{
    for (uint32_t k = 0; k < count; k++) {
        size_t at = k * tree->size;
        if (!vvi_tree_factor(tree, blocks->own + at))
            return false;
        if (k + 1 == count)
            break;
        solve_ties(tree, blocks->own + at, blocks->ahead + at, blocks->behind + at);
        reduce_next(tree, blocks->ahead + at, blocks->behind + at, blocks->own + at + tree->size);
    }
    return true;
}

/* later −= Xᵀ x. */
static void pass_on(const match_tree *t, const double *ahead, const double *behind, const double *x, double *later,
                    double *room)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g];
        const double *back = behind + t->panel[g];
        vvi_tree_gather(t, g, later, room);
        vvi_subtract_rows(rows, x + t->first[g], 1, ahead + t->panel[g], width, width, room);
        vvi_tree_scatter(t, g, room, later);
        vvi_tree_gather(t, t->up[g], x, room);
        vvi_subtract_products(rows, back + rows, width, room, width - rows, later + t->first[g]);
    }
}

/* x −= X later. */
static void pass_back(const match_tree *t, const double *ahead, const double *behind, const double *later, double *x,
                      double *room)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g];
        vvi_tree_gather(t, g, later, room);
        vvi_subtract_products(rows, ahead + t->panel[g], width, room, width, x + t->first[g]);
        vvi_tree_gather(t, t->up[g], x, room);
        vvi_subtract_rows(rows, later + t->first[g], 1, behind + t->panel[g] + rows, width, width - rows, room);
        vvi_tree_scatter(t, t->up[g], room, x);
    }
}

void vvi_blocks_solve(const match_tree *tree, uint32_t count, const match_blocks *blocks, double *x, double *room)
{
    size_t size = tree->size, n = tree->unknowns;
    for (uint32_t k = 0; k < count; k++) {
        if (k > 0)
            pass_on(tree, blocks->ahead + (k - 1) * size, blocks->behind + (k - 1) * size, x + (k - 1) * n, x + k * n,
                    room);
        vvi_tree_down(tree, blocks->own + k * size, x + k * n);
    }
    for (uint32_t k = count; k-- > 0;) {
        if (k + 1 < count)
            pass_back(tree, blocks->ahead + k * size, blocks->behind + k * size, x + (k + 1) * n, x + k * n, room);
        vvi_tree_up(tree, blocks->own + k * size, x + k * n);
    }
}

/* y −= A x of one block on the diagonal, whose groups have all of their own rows and columns. */
static void subtract_own(const match_tree *t, const double *A, const double *x, double *y, double *room)
{
    for (uint32_t g = 0; g < t->count; g++) {
        uint32_t rows = t->rows[g], width = t->width[g];
        const double *panel = A + t->panel[g];
        vvi_tree_gather(t, g, x, room);
        vvi_subtract_products(rows, panel, width, room, width, y + t->first[g]);
        vvi_tree_gather(t, t->up[g], y, room);
        vvi_subtract_rows(rows, x + t->first[g], 1, panel + rows, width, width - rows, room);
        vvi_tree_scatter(t, t->up[g], room, y);
    }
}

void vvi_blocks_subtract(const match_tree *tree, uint32_t count, const match_blocks *blocks, const double *x, double *y,
                         double *room)
{
    size_t size = tree->size, n = tree->unknowns;
    for (uint32_t k = 0; k < count; k++) {
        const double *ahead = blocks->ahead + k * size, *behind = blocks->behind + k * size;
        subtract_own(tree, blocks->own + k * size, x + k * n, y + k * n, room);
        if (k + 1 == count)
            break;
        pass_on(tree, ahead, behind, x + k * n, y + (k + 1) * n, room);
        pass_back(tree, ahead, behind, x + (k + 1) * n, y + k * n, room);
    }
}
