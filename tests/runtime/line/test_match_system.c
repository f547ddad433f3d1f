/* The equations of matching against other ways to find them: finite differences, dense matrices, products without matrices. */
#include "matches.h"

static const uint32_t left_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
static const uint32_t right_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, RIGHT_THIGH, RIGHT_KNEE, RIGHT_FOOT};
static const bow bows[3] = {{0.0f, {0, 0}, 1.7f, -1.57f, 0.3f, 0, 1},
                            {0.3f, {0.1f, 0}, 1.7f, -1.3f, 1.5f, 0.1f, 1},
                            {0.7f, {-0.1f, 0.1f}, 1.7f, -1.8f, -1.5f, 0.3f, 1}};
static const vv_match_step turns[2] = {{.time = 0.0f, .angle = 0.0f}, {.time = 0.5f, .angle = 0.9f}};
static const vv_match_step held[2] = {{.time = 0.0f, .place = {-0.1f, 0.1f, 0.2f}, .turn = {0, 0, 0, 1}},
                                      {.time = 0.6f, .place = {-0.2f, 0.2f, 0.1f}, .turn = {0.6f, 0, 0, 0.8f}}};

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
    def.paper = vv_paper_from(0.4f, 0.2f, (vv_vec3){0, 0.9f, 0}, 4.0f);
    def.plane = vv_quat_about((vv_vec3){0, 1, 0}, 0.5f);
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
        match_aim *aims = match->aims + (size_t)s * nodes;
        vvi_match_pose(match, stage, s, &match->work.pose, false);
        for (uint32_t i = 0; i < nodes; i++) {
            double(*seen)[2] = match->work.pose.seen;
            for (uint32_t k = 0; k < 2; k++) {
                aims[i].place[k] = seen[i][k];
                aims[i].chord[k] =
                    aims[i].direct > 0.0 ? (seen[i][k] - seen[match->body.up[i]][k]) * aims[i].inverse : 0.0;
            }
        }
    }
}

/* y = A x of the whole system in blocks, of which the upper triangle is there. */
static void block_times(const vv_match *match, const match_stage *stage, const double *x, double *y)
{
    size_t n2 = 2 * (size_t)stage->size, block = n2 * n2;
    memset(y, 0, match->knot_count * n2 * sizeof *y);
    for (size_t k = 0; k < match->knot_count; k++)
        for (size_t r = 0; r < n2; r++)
            for (size_t c = 0; c < n2; c++) {
                double d = match->work.diagonal[k * block + (r < c ? r : c) * n2 + (r < c ? c : r)];
                y[k * n2 + r] += d * x[k * n2 + c];
                if (k + 1 == match->knot_count)
                    continue;
                double a = match->work.above[k * block + r * n2 + c];
                y[k * n2 + r] += a * x[(k + 1) * n2 + c];
                y[(k + 1) * n2 + c] += a * x[k * n2 + r];
            }
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
    double here = vvi_match_system(match, stage, &match->work, true);
    for (int round = 0; round < 20; round++) {
        double expected = 0.0, h = 1e-4;
        memset(v, 0, count * sizeof *v);
        shake(&random, 1.0, count, v);
        block_times(match, stage, v, Av);
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
    double cost = vvi_match_system(match, stage, &match->work, true);
    memcpy(right, match->work.right, count * sizeof *right);
    block_times(match, stage, v, blocks);
    assert_true(fabs(vvi_match_linearise(match, stage, &match->work) - cost) < 1e-12 * cost);
    vvi_match_product(match, stage, v, product, &match->work);
    double size = 0.0;
    for (size_t i = 0; i < count; i++)
        size = fabs(blocks[i]) > size ? fabs(blocks[i]) : size;
    for (size_t i = 0; i < count; i++) {
        assert_true(fabs(product[i] - blocks[i]) < 1e-11 * size);
        assert_true(fabs(match->work.right[i] - right[i]) < 1e-11 * size);
    }
    free(v);
    free(blocks);
    free(product);
    free(right);
    close_problem(&p);
}

/* Steps by conjugate gradients and by blocks go down equally far; where hardly anything is asked for, they may differ. */
static void conjugate_gradients_find_the_step_of_the_blocks(void **state)
{
    (void)state;
    problem p;
    open_problem(&p, false, 0, 0);
    vv_match *match = p.match;
    match_stage *stage = &match->planar;
    size_t count = unknowns(match, stage);
    double *step = malloc(count * sizeof *step);
    vvi_random random = vvi_random_seed(4);
    shake(&random, 0.05, count, stage->x);
    vvi_match_basis(match, stage, &match->work);
    vvi_match_linearise(match, stage, &match->work);
    vvi_match_precondition(match, stage, &match->work);
    assert_true(vvi_match_conjugate(match, stage, 1e-9, &match->work));
    memcpy(step, match->work.step, count * sizeof *step);
    double before = vvi_match_system(match, stage, &match->work, true);
    assert_true(vvi_blocks_factor(match->knot_count, 2 * stage->size, match->work.diagonal, match->work.above));
    vvi_blocks_solve(match->knot_count, 2 * stage->size, match->work.diagonal, match->work.above, match->work.right);
    for (size_t i = 0; i < count; i++)
        stage->x[i] -= step[i];
    double by_gradients = vvi_match_system(match, stage, &match->work, false);
    for (size_t i = 0; i < count; i++)
        stage->x[i] += step[i] - match->work.right[i];
    double by_blocks = vvi_match_system(match, stage, &match->work, false);
    assert_true(by_blocks < before && fabs(by_gradients - by_blocks) < 1e-3 * (before - by_blocks));
    free(step);
    close_problem(&p);
}

/* A dense symmetric positive definite matrix with tridiagonal blocks, against elimination with pivots. */
static void blocks_solve_as_dense_matrices_do(void **state)
{
    (void)state;
    enum { BLOCKS = 5, N = 7, ALL = BLOCKS * N };
    static double A[ALL * ALL], D[BLOCKS * N * N], U[BLOCKS * N * N], x[ALL], y[ALL];
    uint32_t pivot[ALL];
    vvi_random random = vvi_random_seed(1);
    for (int i = 0; i < ALL; i++)
        for (int j = i; j < ALL && j / N - i / N < 2; j++)
            A[i * ALL + j] = A[j * ALL + i] = (double)vvi_random_unit(&random) - 0.5 + (i == j ? 12.0 : 0.0);
    for (int i = 0; i < ALL; i++) {
        x[i] = y[i] = (double)vvi_random_unit(&random);
        for (int j = 0; j < ALL; j++) {
            double *to = j / N == i / N ? D : U;
            if (j / N - i / N == 0 || j / N - i / N == 1)
                to[i / N * N * N + i % N * N + j % N] = A[i * ALL + j];
        }
    }
    assert_true(vvi_lu_factor(ALL, A, pivot));
    vvi_lu_solve(ALL, A, pivot, 1, y);
    assert_true(vvi_blocks_factor(BLOCKS, N, D, U));
    vvi_blocks_solve(BLOCKS, N, D, U, x);
    for (int i = 0; i < ALL; i++)
        assert_true(fabs(x[i] - y[i]) < 1e-12);
    D[0] = -1.0;
    assert_false(vvi_blocks_factor(BLOCKS, N, D, U));
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
        d33 left = vvi_turn_left(vector);
        dq moved = vvi_turn_exp(d3_add(vector, by)),
           expected = dq_multiply(vvi_turn_exp(d33_apply(&left, by)), vvi_turn_exp(vector));
        assert_true(d3_length(vvi_turn_log(dq_multiply(moved, dq_conjugate(expected)))) < 1e-9);
        if (d3_length(vector) > 3.0)
            continue;
        assert_true(d3_length(d3_sub(vvi_turn_log(vvi_turn_exp(vector)), vector)) < 1e-12);
        d33 inverse = vvi_turn_left_inverse(vector);
        assert_true(d3_length(d3_sub(d33_apply(&inverse, d33_apply(&left, by)), by)) < 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_those_of_finite_differences),
        cmocka_unit_test(normal_equations_are_second_derivatives),
        cmocka_unit_test(products_are_those_of_the_blocks),
        cmocka_unit_test(conjugate_gradients_find_the_step_of_the_blocks),
        cmocka_unit_test(blocks_solve_as_dense_matrices_do),
        cmocka_unit_test(rotations_change_as_their_matrices_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
