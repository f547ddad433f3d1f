/* Symmetric matrices with the sparsity of a tree. A *group* is the unknowns of one joint. Two groups are coupled in
 * the equations only if one is above the other, since a rotation moves what is below it and nothing else. So a matrix
 * is stored as one *panel* per group: its rows, with the group itself and all groups above it as columns, nearest
 * first. The columns of the group above are the tail of its own, so panels line up along rows; and eliminating the
 * lowest groups first causes no fill-in (Featherstone 2005). A = RᵀR then takes time proportional to squares of
 * depths, not to the cube of the number of unknowns. */
#include "matching.h"

#include <string.h>

void vvi_subtract_rows(uint32_t count, const double *factors, uint32_t step, const double *rows, uint32_t stride,
                       uint32_t width, double *restrict to)
{
    uint32_t m = 0;
    for (; m + 6 <= count; m += 6) { /* the six unknowns of a joint at a knot, in space */
        const double *restrict a = rows + (size_t)m * stride, *restrict b = a + stride, *restrict c = b + stride,
                               *restrict d = c + stride, *restrict e = d + stride, *restrict f = e + stride;
        const double *by = factors + (size_t)m * step;
        double p = by[0], q = by[step], r = by[2 * (size_t)step], s = by[3 * (size_t)step], t = by[4 * (size_t)step],
               u = by[5 * (size_t)step];
        for (uint32_t j = 0; j < width; j++)
            to[j] = (((((to[j] - p * a[j]) - q * b[j]) - r * c[j]) - s * d[j]) - t * e[j]) - u * f[j];
    }
    for (; m + 3 <= count; m += 3) {
        const double *restrict a = rows + (size_t)m * stride, *restrict b = a + stride, *restrict c = b + stride;
        double p = factors[(size_t)m * step], q = factors[(size_t)(m + 1) * step], r = factors[(size_t)(m + 2) * step];
        for (uint32_t j = 0; j < width; j++)
            to[j] = ((to[j] - p * a[j]) - q * b[j]) - r * c[j];
    }
    for (; m < count; m++) {
        const double *restrict a = rows + (size_t)m * stride;
        double p = factors[(size_t)m * step];
        for (uint32_t j = 0; j < width; j++)
            to[j] -= p * a[j];
    }
}

void vvi_subtract_products(uint32_t count, const double *rows, uint32_t stride, const double *x, uint32_t width,
                           double *to)
{
    uint32_t m = 0;
    for (; m + 3 <= count; m += 3) {
        const double *a = rows + (size_t)m * stride, *b = a + stride, *c = b + stride;
        double p = 0.0, q = 0.0, r = 0.0;
        for (uint32_t j = 0; j < width; j++) {
            p += a[j] * x[j];
            q += b[j] * x[j];
            r += c[j] * x[j];
        }
        to[m] -= p;
        to[m + 1] -= q;
        to[m + 2] -= r;
    }
    for (; m < count; m++) {
        const double *a = rows + (size_t)m * stride;
        double p = 0.0;
        for (uint32_t j = 0; j < width; j++)
            p += a[j] * x[j];
        to[m] -= p;
    }
}

void vvi_tree_gather(const match_tree *tree, uint32_t group, const double *x, double *path)
{
    for (uint32_t g = group; g != VV_NONE; path += tree->run[g], g = tree->next[g])
        memcpy(path, x + tree->first[g], tree->run[g] * sizeof *path);
}

void vvi_tree_scatter(const match_tree *tree, uint32_t group, const double *path, double *x)
{
    for (uint32_t g = group; g != VV_NONE; path += tree->run[g], g = tree->next[g])
        memcpy(x + tree->first[g], path, tree->run[g] * sizeof *path);
}

/* Factors the rows of a group, in a panel from which everything below has been eliminated. */
static bool factor_panel(uint32_t rows, uint32_t width, double *panel)
{
    for (uint32_t r = 0; r < rows; r++) {
        double *row = panel + (size_t)r * width + r, before = row[0];
        VVI_CHECK(rows <= width);
        vvi_subtract_rows(r, panel + r, width, panel + r, width, width - r, row);
        if (!(row[0] > 1e-14 * before))
            return false;
        double root = sqrt(row[0]), inverse = 1.0 / root;
        row[0] = root;
        for (uint32_t j = 1; j < width - r; j++)
            row[j] *= inverse;
    }
    return true;
}

bool vvi_tree_factor(const match_tree *tree, double *A)
{
    for (uint32_t g = 0; g < tree->count; g++) {
        uint32_t rows = tree->rows[g], width = tree->width[g], at = rows;
        VVI_CHECK(tree->parent[g] == VV_NONE ? width == rows : width == rows + tree->width[tree->parent[g]]);
        double *panel = A + tree->panel[g];
        if (!factor_panel(rows, width, panel))
            return false;
        for (uint32_t a = tree->parent[g]; a != VV_NONE; at += tree->rows[a], a = tree->parent[a])
            for (uint32_t r = 0; r < tree->rows[a]; r++)
                vvi_subtract_rows(rows, panel + at + r, width, panel + at + r, width, width - at - r,
                                  A + tree->panel[a] + (size_t)r * tree->width[a] + r);
    }
    return true;
}

/* x = R⁻ᵀ x for a single group. */
static void solve_group(uint32_t rows, uint32_t width, const double *panel, double *x)
{
    for (uint32_t r = 0; r < rows; r++) {
        double y = x[r] /= panel[(size_t)r * width + r];
        VVI_CHECK(panel[(size_t)r * width + r] > 0.0);
        for (uint32_t j = r + 1; j < rows; j++)
            x[j] -= panel[(size_t)r * width + j] * y;
    }
}

void vvi_tree_solve_path(const match_tree *tree, const double *R, uint32_t group, double *path)
{
    for (uint32_t g = group; g != VV_NONE; path += tree->rows[g], g = tree->parent[g]) {
        uint32_t rows = tree->rows[g], width = tree->width[g];
        const double *panel = R + tree->panel[g];
        solve_group(rows, width, panel, path);
        vvi_subtract_rows(rows, path, 1, panel + rows, width, width - rows, path + rows);
    }
}

void vvi_tree_solve_transposed(const match_tree *tree, const double *R, double *x)
{
    for (uint32_t g = 0; g < tree->count; g++) {
        uint32_t rows = tree->rows[g], width = tree->width[g], at = tree->run[g];
        VVI_CHECK(at >= rows && at <= width && tree->first[g] + at <= tree->unknowns);
        const double *panel = R + tree->panel[g];
        double *group_x = x + tree->first[g];
        solve_group(rows, width, panel, group_x);
        vvi_subtract_rows(rows, group_x, 1, panel + rows, width, tree->run[g] - rows, group_x + rows);
        for (uint32_t a = tree->next[g]; a != VV_NONE; at += tree->run[a], a = tree->next[a])
            vvi_subtract_rows(rows, group_x, 1, panel + at, width, tree->run[a], x + tree->first[a]);
    }
}

void vvi_tree_solve(const match_tree *tree, const double *R, double *x)
{
    for (uint32_t g = tree->count; g-- > 0;) {
        uint32_t rows = tree->rows[g], width = tree->width[g], at = tree->run[g];
        const double *panel = R + tree->panel[g];
        double *group_x = x + tree->first[g];
        vvi_subtract_products(rows, panel + rows, width, group_x + rows, tree->run[g] - rows, group_x);
        for (uint32_t a = tree->next[g]; a != VV_NONE; at += tree->run[a], a = tree->next[a])
            vvi_subtract_products(rows, panel + at, width, x + tree->first[a], tree->run[a], group_x);
        for (uint32_t r = rows; r-- > 0;) {
            for (uint32_t j = r + 1; j < rows; j++)
                group_x[r] -= panel[(size_t)r * width + j] * group_x[j];
            group_x[r] /= panel[(size_t)r * width + r];
        }
    }
}

/* ---- The trees of a stage ---------------------------------------------------------------------------------------- */

static bool allocate_tree(vvi_arena *arena, uint32_t count, match_tree *tree)
{
    tree->count = count;
    tree->parent = vvi_arena_allocate(arena, count, sizeof *tree->parent);
    tree->first = vvi_arena_allocate(arena, count, sizeof *tree->first);
    tree->rows = vvi_arena_allocate(arena, count, sizeof *tree->rows);
    tree->width = vvi_arena_allocate(arena, count, sizeof *tree->width);
    tree->run = vvi_arena_allocate(arena, count, sizeof *tree->run);
    tree->next = vvi_arena_allocate(arena, count, sizeof *tree->next);
    tree->panel = vvi_arena_allocate(arena, count, sizeof *tree->panel);
    return tree->parent && tree->first && tree->rows && tree->width && tree->run && tree->next && tree->panel;
}

/* Finds widths and contiguous runs from the groups above, which come later; then the offsets of the panels. */
static void place_panels(match_tree *tree)
{
    for (uint32_t g = tree->count; g-- > 0;) {
        uint32_t up = tree->parent[g], rows = tree->rows[g];
        VVI_CHECK(rows > 0 && (up == VV_NONE || (up > g && up < tree->count)));
        bool follows = up != VV_NONE && tree->first[up] == tree->first[g] + rows;
        tree->width[g] = rows + (up == VV_NONE ? 0 : tree->width[up]);
        tree->run[g] = rows + (follows ? tree->run[up] : 0);
        tree->next[g] = follows ? tree->next[up] : up;
    }
    for (uint32_t g = 0; g < tree->count; g++) {
        tree->panel[g] = tree->size;
        tree->size += (size_t)tree->rows[g] * tree->width[g];
        tree->unknowns += tree->rows[g];
    }
}

/* Numbers the groups: joints that have unknowns of their own, the lowest first; the position of the root is above
 * all. */
static void number_groups(const vv_match *match, match_stage *stage)
{
    const match_body *body = &match->body;
    match_tree *pose = &stage->pose;
    uint32_t root = pose->count - 1, group = 0;
    for (uint32_t i = body->joint_count; i-- > 0;) {
        uint32_t v = stage->variable[i], up = body->parents[i];
        if (v == VV_NONE || (up != VV_NONE && v == stage->variable[up]))
            continue;
        pose->first[group] = v;
        pose->rows[group] = stage->dof;
        stage->group[i] = group++;
        VVI_CHECK(group <= pose->count && v + stage->dof <= stage->size - stage->root);
    }
    for (uint32_t i = 0; i < body->joint_count; i++) {
        uint32_t v = stage->variable[i], up = body->parents[i], above = up == VV_NONE ? VV_NONE : stage->group[up];
        if (v == VV_NONE)
            stage->group[i] = VV_NONE;
        else if (above != VV_NONE && v == stage->variable[up])
            stage->group[i] = above;
        else
            pose->parent[stage->group[i]] = above == VV_NONE && stage->root > 0 ? root : above;
    }
    if (stage->root > 0) {
        pose->first[root] = stage->size - stage->root;
        pose->rows[root] = stage->root;
        pose->parent[root] = VV_NONE;
    }
}

bool vvi_match_make_trees(vv_match *match, match_stage *stage)
{
    uint32_t groups = (stage->size - stage->root) / stage->dof + (stage->root > 0 ? 1 : 0);
    match_tree *pose = &stage->pose, *knot = &stage->knot;
    stage->group = vvi_arena_allocate(&match->arena, match->body.joint_count, sizeof *stage->group);
    if (!stage->group || !allocate_tree(&match->arena, groups, pose) || !allocate_tree(&match->arena, groups, knot))
        return false;
    number_groups(match, stage);
    VV_ASSERT(groups * stage->dof + stage->root >= stage->size);
    for (uint32_t g = 0; g < groups; g++) {
        knot->parent[g] = pose->parent[g];
        knot->first[g] = 2 * pose->first[g];
        knot->rows[g] = 2 * pose->rows[g];
    }
    place_panels(pose);
    place_panels(knot);
    VV_ASSERT(pose->unknowns == stage->size && knot->unknowns == 2 * stage->size && knot->size == 4 * pose->size);
    return true;
}
