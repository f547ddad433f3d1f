/* Regions: who is in them, and that their centroid and affine map are those that fit the moved vertices best. */
#include "runtime/stage/puppet/puppet.h"
#include "tests/runtime/rig/drawings.h"

enum { HANDLES = 5, STRIDE = 16 };

/* As much of a prepared puppet as regions look at. */
typedef struct body {
    drawing d;
    float *masses;
    vvi_puppet_view view;
} body;

static body body_of(drawing d)
{
    body b = {.d = d};
    vvi_random random = vvi_random_seed(4);
    b.masses = calloc(d.vertex_count, sizeof *b.masses);
    for (uint32_t i = 0; i < d.vertex_count; i++)
        b.masses[i] = 0.2f + vvi_random_unit(&random);
    b.view = (vvi_puppet_view){.vertex_count = d.vertex_count,
                               .handle_count = HANDLES,
                               .column_count = 3 * HANDLES,
                               .stride = STRIDE,
                               .radius = 2.1f,
                               .masses = b.masses,
                               .positions = d.positions,
                               .handles = d.handles,
                               .weights = d.weights};
    return b;
}

static void body_free(body *b)
{
    drawing_free(&b->d);
    free(b->masses);
}

/* A random pose, and the state that means the same about an origin. */
static void random_pose(const body *b, uint64_t seed, vv_affine *pose, const double origin[2], double *c)
{
    vvi_random random = vvi_random_seed(seed);
    for (uint32_t j = 0; j < HANDLES; j++) {
        float n[6];
        for (int k = 0; k < 6; k++)
            n[k] = 2.0f * vvi_random_unit(&random) - 1.0f;
        pose[j] = (vv_affine){{1.0f + n[0], n[1], n[2], 1.0f + n[3]}, {n[4], n[5]}};
        vv_vec2 to = vv_affine_apply(pose[j], b->d.handles[j].from);
        c[3 * j] = (double)pose[j].linear.xx;
        c[3 * j + 1] = (double)pose[j].linear.xy;
        c[3 * j + 2] = (double)to.x - origin[0];
        c[STRIDE + 3 * j] = (double)pose[j].linear.yx;
        c[STRIDE + 3 * j + 1] = (double)pose[j].linear.yy;
        c[STRIDE + 3 * j + 2] = (double)to.y - origin[1];
    }
}

static vv_vec2 *moved(const body *b, const vv_affine *pose)
{
    vv_vec2 *x = calloc(b->d.vertex_count + 16u, sizeof *x);
    for (uint32_t i = 0; i < b->d.vertex_count; i++)
        for (uint32_t j = 0; j < HANDLES; j++)
            x[i] = vv_vec2_add(
                x[i], vv_vec2_scale(vv_affine_apply(pose[j], b->d.positions[i]), b->d.weights[i * HANDLES + j]));
    return x;
}

/* Σ m |A Δr − Δx|² over who is in. */
static double misfit(const body *b, vv_region region, const vv_vec2 *x, const vv_region_state *s, vv_mat2 A)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < b->d.vertex_count; i++)
        if (b->d.weights[i * HANDLES + region.handle] > region.threshold) {
            vv_vec2 p = vv_mat2_apply(A, vv_vec2_sub(b->d.positions[i], s->rest));
            vv_vec2 gap = vv_vec2_sub(vv_vec2_sub(x[i], s->centre), p);
            sum += (double)b->masses[i] * (double)vv_vec2_dot(gap, gap);
        }
    return sum;
}

static vv_region_state state_of(const body *b, vv_region region, const double *c, const double origin[2], vv_mat2 still,
                                uint32_t *rank)
{
    double rows[3 * STRIDE];
    vvi_region_fit fit = vvi_region_rows(&b->view, region, rows, STRIDE);
    *rank = fit.rank;
    return vvi_region_state(&b->view, &fit, rows, STRIDE, c, origin, still);
}

static void centroid_is_that_of_the_masses(void **state)
{
    (void)state;
    body b = body_of(drawing_bar(16, 4));
    const double origin[2] = {0.4, -0.7};
    for (uint32_t h = 0; h < HANDLES; h++) {
        vv_affine pose[HANDLES];
        double c[2 * STRIDE] = {0}, mass = 0, x = 0, y = 0;
        uint32_t rank;
        random_pose(&b, 100 + h, pose, origin, c);
        vv_vec2 *at = moved(&b, pose);
        for (uint32_t i = 0; i < b.d.vertex_count; i++)
            if (b.d.weights[i * HANDLES + h] > 0.4f) {
                mass += (double)b.masses[i];
                x += (double)b.masses[i] * (double)at[i].x;
                y += (double)b.masses[i] * (double)at[i].y;
            }
        vv_region_state s = state_of(&b, (vv_region){h, 0.4f}, c, origin, vv_mat2_identity(), &rank);
        assert_true(mass > 0.0);
        assert_true(fabs((double)s.centre.x - x / mass) < 1e-5 && fabs((double)s.centre.y - y / mass) < 1e-5);
        free(at);
    }
    body_free(&b);
}

/* No other matrix fits better: the misfit rises whichever entry is changed, and by the same amount both ways. */
static void affine_map_fits_best(void **state)
{
    (void)state;
    body b = body_of(drawing_bar(16, 4));
    const double origin[2] = {0.0, 0.0};
    for (uint32_t h = 0; h < HANDLES; h++) {
        vv_region region = {h, 0.3f};
        vv_affine pose[HANDLES];
        double c[2 * STRIDE] = {0};
        uint32_t rank;
        random_pose(&b, 7 + h, pose, origin, c);
        vv_vec2 *x = moved(&b, pose);
        vv_region_state s = state_of(&b, region, c, origin, vv_mat2_identity(), &rank);
        assert_int_equal(rank, 2);
        double best = misfit(&b, region, x, &s, s.linear);
        assert_true(best > 1e-4); /* it is not affine: there is something to fit */
        for (int entry = 0; entry < 4; entry++) {
            double sides[2];
            for (int side = 0; side < 2; side++) {
                vv_mat2 A = s.linear;
                (&A.xx)[entry] += side ? 0.05f : -0.05f;
                sides[side] = misfit(&b, region, x, &s, A) - best;
            }
            assert_true(sides[0] > 0.0 && sides[1] > 0.0);
            assert_true(fabs(sides[0] - sides[1]) < 2e-3 * (sides[0] + sides[1]));
        }
        free(x);
    }
    body_free(&b);
}

static void one_transform_for_all_is_told_exactly(void **state)
{
    (void)state;
    body b = body_of(drawing_bar(12, 3));
    const double origin[2] = {3.0, 1.0};
    vv_affine all = {{0.3f, -1.2f, 0.9f, 0.7f}, {2.0f, -1.0f}};
    for (uint32_t h = 0; h < HANDLES; h++) {
        double c[2 * STRIDE] = {0};
        uint32_t rank;
        for (uint32_t j = 0; j < HANDLES; j++) {
            vv_vec2 to = vv_affine_apply(all, b.d.handles[j].from);
            const double columns[6] = {(double)all.linear.xx, (double)all.linear.xy, (double)to.x - origin[0],
                                       (double)all.linear.yx, (double)all.linear.yy, (double)to.y - origin[1]};
            memcpy(c + 3 * j, columns, 3 * sizeof *c);
            memcpy(c + STRIDE + 3 * j, columns + 3, 3 * sizeof *c);
        }
        vv_region_state s = state_of(&b, (vv_region){h, 0.5f}, c, origin, vv_mat2_identity(), &rank);
        vv_vec2 centre = vv_affine_apply(all, s.rest);
        assert_true(vv_vec2_distance(centre, s.centre) < 1e-5f);
        for (int entry = 0; entry < 4; entry++)
            assert_true(fabsf((&s.linear.xx)[entry] - (&all.linear.xx)[entry]) < 1e-5f);
    }
    body_free(&b);
}

static void turn_all(const body *b, vv_mat2 turn, double *c)
{
    for (uint32_t j = 0; j < HANDLES; j++) {
        vv_vec2 to = vv_mat2_apply(turn, b->d.handles[j].from);
        const double columns[6] = {(double)turn.xx, (double)turn.xy, (double)to.x,
                                   (double)turn.yx, (double)turn.yy, (double)to.y};
        memcpy(c + 3 * j, columns, 3 * sizeof *c);
        memcpy(c + STRIDE + 3 * j, columns + 3, 3 * sizeof *c);
    }
}

/* Nobody is above the threshold: the heaviest vertex alone, which turns as the placement has it. */
static void one_vertex_has_a_place_and_no_turn(void **state)
{
    (void)state;
    body b = body_of(drawing_bar(16, 4));
    const double origin[2] = {0.0, 0.0};
    double c[2 * STRIDE] = {0};
    uint32_t rank, heaviest = 0;
    vv_mat2 turn = vv_mat2_rotation(1.0f), still = {-1.0f, 0.0f, 0.0f, 1.0f};
    turn_all(&b, turn, c);
    for (uint32_t i = 0; i < b.d.vertex_count; i++)
        if (b.d.weights[i * HANDLES + 2] > b.d.weights[heaviest * HANDLES + 2])
            heaviest = i;
    vv_region_state s = state_of(&b, (vv_region){2, 1.0f}, c, origin, still, &rank);
    assert_int_equal(rank, 0);
    assert_true(vv_vec2_distance(s.rest, b.d.positions[heaviest]) < 1e-6f);
    assert_true(vv_vec2_distance(s.centre, vv_mat2_apply(turn, s.rest)) < 1e-5f);
    assert_memory_equal(&s.linear, &still, sizeof still);
    body_free(&b);
}

/* Vertices on a slanting line: along it the map is told, across it the region turns along, mirrored where it is placed
 * so. */
static void line_turns_without_stretching_across(void **state)
{
    (void)state;
    const double origin[2] = {0.0, 0.0};
    drawing d = drawing_bar(8, 1);
    for (uint32_t i = 0; i < d.vertex_count; i++)
        d.positions[i].y = 0.5f * d.positions[i].x;
    body b = body_of(d);
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        double c[2 * STRIDE] = {0};
        uint32_t rank;
        vv_mat2 still = {mirrored ? -1.0f : 1.0f, 0.0f, 0.0f, 1.0f};
        vv_mat2 turn = vv_mat2_multiply(vv_mat2_rotation(0.8f), still), stretched = turn;
        for (int entry = 0; entry < 4; entry++)
            (&stretched.xx)[entry] *= 1.5f;
        turn_all(&b, stretched, c);
        vv_region_state s = state_of(&b, (vv_region){2, 0.2f}, c, origin, still, &rank);
        assert_int_equal(rank, 1);
        vv_vec2 u = {2.0f / sqrtf(5.0f), 1.0f / sqrtf(5.0f)}, across = {-u.y, u.x};
        assert_true(vv_vec2_distance(vv_mat2_apply(s.linear, u), vv_mat2_apply(stretched, u)) < 1e-5f);
        assert_true(vv_vec2_distance(vv_mat2_apply(s.linear, across), vv_mat2_apply(turn, across)) < 1e-5f);
        memset(c, 0, sizeof c); /* and one that shrank to nothing is as it was placed */
        s = state_of(&b, (vv_region){2, 0.2f}, c, origin, still, &rank);
        assert_true(vvi_all_finite(&s.linear.xx, 4));
        assert_true(vv_vec2_distance(vv_mat2_apply(s.linear, across), vv_mat2_apply(still, across)) < 1e-5f);
    }
    body_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(centroid_is_that_of_the_masses),        cmocka_unit_test(affine_map_fits_best),
        cmocka_unit_test(one_transform_for_all_is_told_exactly), cmocka_unit_test(one_vertex_has_a_place_and_no_turn),
        cmocka_unit_test(line_turns_without_stretching_across),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
