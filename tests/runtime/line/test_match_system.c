/* The equations of matching against other ways to find them: finite differences, dense matrices, products without
 * matrices. */
#include "matches.h"

static const uint32_t left_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
static const uint32_t right_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, RIGHT_THIGH, RIGHT_KNEE, RIGHT_FOOT};
static const bow bows[3] = {{0.0f, {0, 0}, 1.7f, -1.57f, 0.3f, 0, 1},
                            {0.3f, {0.1f, 0}, 1.7f, -1.3f, 1.5f, 0.1f, 1},
                            {0.7f, {-0.1f, 0.1f}, 1.7f, -1.8f, -1.5f, 0.3f, 1}};
static const vv_match_constraint_key turns[2] = {{.time = 0.0f, .angle = 0.0f}, {.time = 0.5f, .angle = 0.9f}};
static const vv_match_constraint_key held[2] = {
    {.time = 0.0f, .position = {-0.1f, 0.1f, 0.2f}, .rotation = {0, 0, 0, 1}},
    {.time = 0.6f, .position = {-0.2f, 0.2f, 0.1f}, .rotation = {0.6f, 0, 0, 0.8f}}};

typedef struct problem {
    vv_skeleton *skeleton;
    vv_line *line;
    vv_match_key keys[3];
    vv_match_twist twist;
    vv_match_contact contact;
    vv_match *match;
} problem;

/* Perspective, a tilted plane, sets that change, a can and a contact with its turn. */
static void open_problem(problem *p, bool change, uint32_t cans, uint32_t contacts)
{
    p->skeleton = figure_make();
    p->line = bows_line(3, bows, VV_LINE_ELASTIC, 0.1f);
    for (int k = 0; k < 3; k++)
        p->keys[k] = (vv_match_key){8, change && k == 1 ? right_leg : left_leg, 0, 0};
    p->twist = (vv_match_twist){CHEST, 2, turns};
    p->contact = (vv_match_contact){RIGHT_FOOT, {0, -0.05f, 0.05f}, true, 0.1f, 0.5f, 0.1f, 2, held};
    vv_match_def def = {.skeleton = p->skeleton, .line = p->line, .keys = p->keys, .rate = 20.0f};
    def.view_plane = vv_view_plane_from_angles(0.4f, 0.2f, (vv_vec3){0, 0.9f, 0}, 4.0f);
    def.action_plane = vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, 0.5f);
    def.twists = &p->twist;
    def.contacts = &p->contact;
    def.twist_count = cans;
    def.contact_count = contacts;
    assert_int_equal(vv_match_create(&def, NULL, &p->match, NULL), VV_OK);
    assert_int_equal(vv_match_solve(p->match, NULL, NULL), VV_OK);
}

static void close_problem(problem *p)
{
    vv_match_destroy(p->match, NULL);
    vv_line_destroy(p->line, NULL);
    vv_skeleton_destroy(p->skeleton, NULL);
}

static void shake(vvi_random *random, double size, size_t count, double *x)
{
    for (size_t i = 0; i < count; i++)
        x[i] += size * ((double)vvi_random_unit(random) - 0.5);
}

static size_t unknowns(const vv_match *match, const match_stage *stage)
{
    return (size_t)match->knot_count * 2 * stage->size;
}

/* right = half of the cost's gradient. */
static void check_gradient(vv_match *match, match_stage *stage)
{
    size_t count = unknowns(match, stage);
    vvi_random random = vvi_random_seed(3);
    shake(&random, 0.6, count, stage->x);
    vvi_match_basis(match, stage, &match->work);
    vvi_match_system(match, stage, &match->work, true);
    double *gradient = malloc(count * sizeof *gradient), largest = 0.0;
    memcpy(gradient, match->work.right, count * sizeof *gradient);
    for (size_t i = 0; i < count; i++)
        largest = fabs(gradient[i]) > largest ? fabs(gradient[i]) : largest;
    for (size_t i = 0; i < count; i += 7) {
        double x = stage->x[i], h = 1e-5;
        stage->x[i] = x + h;
        double up = vvi_match_system(match, stage, &match->work, false);
        stage->x[i] = x - h;
        double down = vvi_match_system(match, stage, &match->work, false);
        stage->x[i] = x;
        assert_true(fabs((up - down) / (4.0 * h) - gradient[i]) < 1e-6 * largest);
    }
    free(gradient);
}

static void gradients_are_those_of_finite_differences(void **state)
{
    (void)state;
    problem p;
    open_problem(&p, true, 1, 1);
    check_gradient(p.match, &p.match->planar);
    check_gradient(p.match, &p.match->space);
    close_problem(&p);
}

/* Where a line asks for exactly what is there, the cost's second derivative is JᵀJ and nothing else. */
static void ask_for_what_is(vv_match *match, const match_stage *stage)
{
    uint32_t nodes = match->body.node_count;
    for (uint32_t s = 0; s < match->sample_count; s++) {
        match_target *targets = match->line_targets + (size_t)s * nodes;
        vvi_match_pose_at(match, stage, s, &match->work.pose, false);
        for (uint32_t i = 0; i < nodes; i++) {
            double(*seen)[2] = match->work.pose.projected;
            for (uint32_t k = 0; k < 2; k++) {
                targets[i].place[k] = seen[i][k];
                targets[i].chord[k] = targets[i].direction_weight > 0.0
                                          ? (seen[i][k] - seen[match->body.parents[i]][k]) * targets[i].inverse
                                          : 0.0;
            }
        }
    }
}

/* Where unknown i of a group is among values and tangents of all knots. */
static size_t plain_place(const match_stage *stage, size_t knot, uint32_t group, uint32_t i)
{
    uint32_t rows = stage->pose.rows[group], first = stage->pose.first[group];
    return knot * 2 * stage->size + (i < rows ? first + i : stage->size + first + i - rows);
}

static void both(double *A, size_t all, size_t i, size_t j, double value) { A[i * all + j] = A[j * all + i] = value; }

/* All of a system, from its panels. stage NULL: unknowns stay in the tree's order. */
static void dense_system(const match_tree *t, const match_stage *stage, uint32_t count, const match_blocks *blocks,
                         double *A)
{
    size_t all = (size_t)count * t->unknowns;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t g = 0; g < t->count; g++)
            for (uint32_t a = g, at = 0; a != VV_NONE; at += t->rows[a], a = t->parent[a])
                for (uint32_t r = 0; r < t->rows[g]; r++)
                    for (uint32_t c = 0; c < t->rows[a]; c++) {
                        size_t from = k * t->size + t->panel[g] + (size_t)r * t->width[g] + at + c, n = t->unknowns;
                        size_t i = stage ? plain_place(stage, k, g, r) : k * n + t->first[g] + r;
                        size_t j = stage ? plain_place(stage, k, a, c) : k * n + t->first[a] + c;
                        both(A, all, i, j, blocks->diagonal[from]);
                        if (k + 1 == count)
                            continue;
                        both(A, all, i, j + n, blocks->upper[from]);
                        if (a != g)
                            both(A, all, i + n, j, blocks->lower[from]);
                    }
}

/* y = A x. */
static void dense_times(size_t count, const double *A, const double *x, double *y)
{
    memset(y, 0, count * sizeof *y);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            y[i] += A[i * count + j] * x[j];
}

static double *dense_of(const vv_match *match, const match_stage *stage)
{
    size_t count = unknowns(match, stage);
    double *A = calloc(count * count, sizeof *A);
    dense_system(&stage->knot, stage, match->knot_count, &match->work.system, A);
    return A;
}

static void check_hessian(vv_match *match, match_stage *stage)
{
    size_t count = unknowns(match, stage);
    double *v = calloc(count, sizeof *v), *Av = calloc(count, sizeof *v), *x = malloc(count * sizeof *x);
    vvi_random random = vvi_random_seed(9);
    shake(&random, 0.3, count, stage->x);
    ask_for_what_is(match, stage);
    memcpy(x, stage->x, count * sizeof *x);
    vvi_match_basis(match, stage, &match->work);
    double here = vvi_match_system(match, stage, &match->work, true), *A = dense_of(match, stage);
    for (int round = 0; round < 20; round++) {
        double expected = 0.0, h = 1e-4;
        memset(v, 0, count * sizeof *v);
        shake(&random, 1.0, count, v);
        dense_times(count, A, v, Av);
        for (size_t i = 0; i < count; i++)
            expected += v[i] * Av[i];
        for (size_t i = 0; i < count; i++)
            stage->x[i] = x[i] + h * v[i];
        double up = vvi_match_system(match, stage, &match->work, false);
        for (size_t i = 0; i < count; i++)
            stage->x[i] = x[i] - h * v[i];
        double down = vvi_match_system(match, stage, &match->work, false);
        assert_true(fabs((up + down - 2.0 * here) / (2.0 * h * h) - expected) < 1e-4 * expected);
    }
    memcpy(stage->x, x, count * sizeof *x);
    free(v);
    free(A);
    free(Av);
    free(x);
}

static void normal_equations_are_second_derivatives(void **state)
{
    (void)state;
    problem p;
    open_problem(&p, true, 0, 0);
    check_hessian(p.match, &p.match->planar);
    close_problem(&p);
    open_problem(&p, true, 1, 0);
    check_hessian(p.match, &p.match->space);
    close_problem(&p);
}

static void products_are_those_of_the_blocks(void **state)
{
    (void)state;
    problem p;
    open_problem(&p, true, 0, 0);
    vv_match *match = p.match;
    match_stage *stage = &match->planar;
    size_t count = unknowns(match, stage);
    double *v = calloc(count, sizeof *v), *blocks = calloc(count, sizeof *v), *product = calloc(count, sizeof *v),
           *right = malloc(count * sizeof *v);
    vvi_random random = vvi_random_seed(4);
    shake(&random, 0.3, count, stage->x);
    shake(&random, 1.0, count, v);
    vvi_match_basis(match, stage, &match->work);
    double cost = vvi_match_system(match, stage, &match->work, true), *A = dense_of(match, stage);
    memcpy(right, match->work.right, count * sizeof *right);
    dense_times(count, A, v, blocks);
    assert_true(fabs(vvi_match_linearise(match, stage, &match->work) - cost) < 1e-12 * cost);
    vvi_match_product(match, stage, v, product, &match->work);
    double size = 0.0;
    for (size_t i = 0; i < count; i++)
        size = fabs(blocks[i]) > size ? fabs(blocks[i]) : size;
    for (size_t i = 0; i < count; i++) {
        assert_true(fabs(product[i] - blocks[i]) < 1e-11 * size);
        assert_true(fabs(match->work.right[i] - right[i]) < 1e-11 * size);
    }
    free(A);
    free(v);
    free(blocks);
    free(product);
    free(right);
    close_problem(&p);
}

/* By how much a step lowers the damped system's own cost: 2 sᵀb − sᵀ(A + μ)s. */
static double lowers(size_t count, const double *A, const double *right, const double *step)
{
    double sum = 0.0, *As = malloc(count * sizeof *As);
    dense_times(count, A, step, As);
    for (size_t i = 0; i < count; i++)
        sum += step[i] * (2.0 * right[i] - As[i]);
    free(As);
    return sum;
}

/* Steps by conjugate gradients and by elimination with pivots go down equally far; where hardly anything is asked
 * for, they may differ. */
static void check_step(vv_match *match, match_stage *stage, bool direct)
{
    size_t count = unknowns(match, stage);
    double *step = malloc(count * sizeof *step), *dense = malloc(count * sizeof *dense), damping = 1e-9;
    uint32_t *pivot = malloc(count * sizeof *pivot);
    vvi_random random = vvi_random_seed(4);
    assert_int_equal(stage->uses_blocks, direct);
    shake(&random, 0.05, count, stage->x);
    vvi_match_basis(match, stage, &match->work);
    if (direct)
        vvi_match_system(match, stage, &match->work, true);
    else {
        vvi_match_linearise(match, stage, &match->work);
        vvi_match_precondition(match, stage, &match->work);
    }
    assert_true(vvi_match_solve_step(match, stage, damping, &match->work));
    memcpy(step, match->work.step, count * sizeof *step);
    vvi_match_system(match, stage, &match->work, true);
    double *A = dense_of(match, stage), *right = match->work.right;
    for (size_t i = 0; i < count; i++)
        A[i * count + i] *= 1.0 + damping;
    double by_gradients = lowers(count, A, right, step);
    memcpy(dense, right, count * sizeof *dense);
    double *factor = malloc(count * count * sizeof *factor);
    memcpy(factor, A, count * count * sizeof *factor);
    assert_true(vvi_lu_factor((uint32_t)count, factor, pivot));
    vvi_lu_solve((uint32_t)count, factor, pivot, 1, dense);
    double by_dense = lowers(count, A, right, dense);
    assert_true(by_dense > 0.0 && by_gradients < by_dense * (1.0 + 1e-9) && by_gradients > (1.0 - 1e-3) * by_dense);
    free(A);
    free(factor);
    free(pivot);
    free(step);
    free(dense);
}

static void steps_are_those_of_dense_matrices(void **state)
{
    (void)state;
    problem p;
    open_problem(&p, false, 0, 1); /* with a contact there is room for the blocks of the first stage, too */
    check_step(p.match, &p.match->planar, false);
    check_step(p.match, &p.match->space, true);
    close_problem(&p);
    open_problem(&p, true, 1, 1);
    check_step(p.match, &p.match->planar, true);
    check_step(p.match, &p.match->space, true);
    close_problem(&p);
}

/* ---- Matrices of trees ------------------------------------------------------------------------------------------- */

enum { KNOTS = 4, GROUPS = 6, MOST = 13, ALL = KNOTS * MOST, PANELS = 1024 };

typedef struct forest {
    match_tree tree;
    uint32_t up[GROUPS], first[GROUPS], rows[GROUPS], width[GROUPS], run[GROUPS], then[GROUPS];
    size_t panel[GROUPS];
    double own[KNOTS * PANELS], ahead[KNOTS * PANELS], behind[KNOTS * PANELS], A[ALL * ALL];
    match_blocks blocks;
} forest;

static const uint32_t chain_up[GROUPS] = {1, 2, 3, 4, 5, VV_NONE}, branched_up[GROUPS] = {2, 4, 4, 5, 5, VV_NONE};

/* Numbers at random where the tree has any, firm on the diagonal. */
static void plant(forest *f, const uint32_t *ups)
{
    static const uint32_t rows[GROUPS] = {2, 3, 1, 2, 3, 2};
    vvi_random random = vvi_random_seed(8);
    *f = (forest){.tree = {GROUPS, f->up, f->first, f->rows, f->width, f->run, f->then, f->panel, 0, 0}};
    f->blocks = (match_blocks){f->own, f->ahead, f->behind};
    for (uint32_t g = 0; g < GROUPS; g++) {
        f->up[g] = ups[g];
        f->rows[g] = rows[g];
        f->first[g] = f->tree.unknowns;
        f->tree.unknowns += rows[g];
    }
    for (uint32_t g = GROUPS; g-- > 0;) {
        bool follows = ups[g] == g + 1;
        f->width[g] = rows[g] + (ups[g] == VV_NONE ? 0 : f->width[ups[g]]);
        f->run[g] = rows[g] + (follows ? f->run[ups[g]] : 0);
        f->then[g] = follows ? f->then[ups[g]] : ups[g];
    }
    for (uint32_t g = 0; g < GROUPS; g++) {
        f->panel[g] = f->tree.size;
        f->tree.size += (size_t)rows[g] * f->width[g];
    }
    for (size_t i = 0; i < KNOTS * f->tree.size; i++) {
        f->own[i] = (double)vvi_random_unit(&random) - 0.5;
        f->ahead[i] = (double)vvi_random_unit(&random) - 0.5;
        f->behind[i] = (double)vvi_random_unit(&random) - 0.5;
    }
    for (uint32_t k = 0; k < KNOTS; k++)
        for (uint32_t g = 0; g < GROUPS; g++)
            for (uint32_t r = 0; r < rows[g]; r++) {
                double *row = f->own + k * f->tree.size + f->panel[g] + (size_t)r * f->width[g];
                row[r] += 9.0;
                for (uint32_t c = 0; c < r; c++)
                    row[c] = row[(ptrdiff_t)r + ((ptrdiff_t)c - (ptrdiff_t)r) * (ptrdiff_t)f->width[g]];
            }
    dense_system(&f->tree, NULL, KNOTS, &f->blocks, f->A);
}

static void random_vector(double *x, int seed)
{
    vvi_random random = vvi_random_seed((uint64_t)seed);
    memset(x, 0, ALL * sizeof *x);
    shake(&random, 2.0, ALL, x);
}

static void panels_multiply_as_dense_matrices_do(void **state)
{
    (void)state;
    static forest f;
    double x[ALL], y[ALL], expected[ALL], room[MOST];
    plant(&f, branched_up);
    assert_true(f.tree.unknowns == MOST && f.tree.size <= PANELS);
    random_vector(x, 1);
    memset(y, 0, sizeof y);
    dense_times(ALL, f.A, x, expected);
    vvi_blocks_subtract(&f.tree, KNOTS, &f.blocks, x, y, room);
    for (int i = 0; i < ALL; i++)
        assert_true(fabs(y[i] + expected[i]) < 1e-12);
}

/* A chain over knots, and a tree at one knot, fill nothing in: their factors are exact. */
static void check_exact(forest *f, uint32_t count)
{
    double x[ALL], y[ALL], room[MOST];
    uint32_t pivot[ALL], all = count * MOST;
    static double A[ALL * ALL];
    random_vector(x, 2);
    memcpy(y, x, sizeof y);
    for (uint32_t i = 0; i < all; i++)
        memcpy(A + (size_t)i * all, f->A + (size_t)i * ALL, all * sizeof *A);
    assert_true(vvi_lu_factor(all, A, pivot));
    vvi_lu_solve(all, A, pivot, 1, y);
    assert_true(vvi_blocks_factor(&f->tree, count, &f->blocks));
    vvi_blocks_solve(&f->tree, count, &f->blocks, x, room);
    for (uint32_t i = 0; i < all; i++)
        assert_true(fabs(x[i] - y[i]) < 1e-12);
}

static void chains_and_single_trees_solve_as_dense_matrices_do(void **state)
{
    (void)state;
    static forest f;
    plant(&f, chain_up);
    check_exact(&f, KNOTS);
    plant(&f, branched_up);
    check_exact(&f, 1);
    plant(&f, branched_up);
    f.own[f.panel[3]] = -1.0;
    assert_false(vvi_blocks_factor(&f.tree, KNOTS, &f.blocks));
}

/* A factor that leaves out what would be filled in has A's numbers wherever the tree has any, and nowhere is far from
 * it. */
static void factors_of_trees_agree_with_the_matrix_on_the_tree(void **state)
{
    (void)state;
    static forest f;
    static double inverse[ALL * ALL], M[ALL * ALL], pattern[ALL * ALL];
    double room[MOST];
    uint32_t pivot[ALL];
    plant(&f, branched_up);
    for (size_t i = 0; i < KNOTS * f.tree.size; i++)
        f.own[i] = f.ahead[i] = f.behind[i] = 1.0;
    dense_system(&f.tree, NULL, KNOTS, &f.blocks, pattern);
    plant(&f, branched_up);
    assert_true(vvi_blocks_factor(&f.tree, KNOTS, &f.blocks));
    for (int i = 0; i < ALL; i++) { /* rows, since it is symmetric */
        inverse[i * ALL + i] = M[i * ALL + i] = 1.0;
        vvi_blocks_solve(&f.tree, KNOTS, &f.blocks, inverse + i * ALL, room);
    }
    assert_true(vvi_lu_factor(ALL, inverse, pivot));
    for (int i = 0; i < ALL; i++)
        vvi_lu_solve(ALL, inverse, pivot, 1, M + i * ALL);
    int filled = 0;
    for (int i = 0; i < ALL * ALL; i++) {
        if (pattern[i] != 0.0)
            assert_true(fabs(M[i] - f.A[i]) < 1e-11);
        else
            filled += fabs(M[i]) > 1e-6;
        assert_true(fabs(M[i] - f.A[i]) < 1.0);
    }
    assert_true(filled > 0);
}

static void rotations_change_as_their_matrices_say(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (int round = 0; round < 200; round++) {
        double v[6] = {0};
        shake(&random, round % 10 == 0 ? 1e-4 : 5.0, 3, v);
        shake(&random, 2e-5, 3, v + 3);
        d3 vector = {v[0], v[1], v[2]}, by = {v[3], v[4], v[5]};
        d33 left = vvi_left_jacobian(vector);
        dq moved = vvi_rotation_exp(d3_add(vector, by)),
           expected = dq_multiply(vvi_rotation_exp(d33_apply(&left, by)), vvi_rotation_exp(vector));
        assert_true(d3_length(vvi_rotation_log(dq_multiply(moved, dq_conjugate(expected)))) < 1e-9);
        if (d3_length(vector) > 3.0)
            continue;
        assert_true(d3_length(d3_sub(vvi_rotation_log(vvi_rotation_exp(vector)), vector)) < 1e-12);
        d33 inverse = vvi_left_jacobian_inverse(vector);
        assert_true(d3_length(d3_sub(d33_apply(&inverse, d33_apply(&left, by)), by)) < 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_those_of_finite_differences),
        cmocka_unit_test(normal_equations_are_second_derivatives),
        cmocka_unit_test(products_are_those_of_the_blocks),
        cmocka_unit_test(steps_are_those_of_dense_matrices),
        cmocka_unit_test(panels_multiply_as_dense_matrices_do),
        cmocka_unit_test(chains_and_single_trees_solve_as_dense_matrices_do),
        cmocka_unit_test(factors_of_trees_agree_with_the_matrix_on_the_tree),
        cmocka_unit_test(rotations_change_as_their_matrices_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
