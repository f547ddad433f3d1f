/* Local steps against a plain double loop over the definition, and against finite differences. */
#include "puppets.h"

#define FULL 0u

/* pull = L̃ c − dE/dc, with dE/dc by central differences of the energy's definition. */
static void check_gradient(doll *s, double (*energy)(const doll *, const double *, const double *), double tolerance)
{
    double step = 1e-5, most = 0.0, scale = 0.0;
    double found = vvi_puppet_local_step(&s->view, s->c, s->pull, s->scratch), exact = energy(s, s->c, s->rest);
    assert_true(fabs(found - exact) <= tolerance * exact + 1e-9);
    for (uint32_t row = 0; row < 2; row++)
        for (uint32_t k = 0; k < s->view.column_count; k++) {
            double *z = s->c + row * s->view.stride + k, keep = *z;
            *z = keep + step;
            double above = energy(s, s->c, s->rest);
            *z = keep - step;
            double below = energy(s, s->c, s->rest);
            *z = keep;
            double slope = (above - below) / (2.0 * step);
            double pull = doll_product(s, s->view.elastic_matrix, k, s->c + row * s->view.stride) - slope;
            most = fmax(most, fabs(pull - s->pull[row * s->view.stride + k]));
            scale = fmax(scale, fabs(pull));
        }
    if (most > tolerance * scale)
        fail_msg("the pull is off by %g of %g", most, scale);
}

static void the_pull_is_the_gradient_of_the_energy(void **state)
{
    (void)state;
    for (uint32_t elastic = 0; elastic < 2; elastic++)
        for (uint64_t seed = 1; seed < 6; seed++) {
            doll s = doll_bar(12, 4, (vv_elastic)elastic, FULL);
            doll_disturb(&s, s.c, 0.3, seed);
            doll_turn(&s, s.c, (double)seed, 3.0, -2.0);
            if (seed > 2) { /* against another rest shape */
                doll_disturb(&s, s.rest, 0.2, seed + 77);
                vvi_puppet_set_rest_shape(&s.view, s.rest, s.scratch);
            }
            check_gradient(&s, elastic == VV_ELASTIC_ARAP ? doll_arap : doll_springs, 3e-5);
            doll_free(&s);
        }
}

static void a_rigid_motion_costs_nothing(void **state)
{
    (void)state;
    for (uint32_t elastic = 0; elastic < 2; elastic++)
        for (uint32_t clusters = 0; clusters < 2; clusters++) {
            doll s = doll_bar(20, 5, (vv_elastic)elastic, clusters * 20);
            double area = (double)s.view.area;
            for (uint32_t i = 0; i < 20; i++) {
                doll_turn(&s, s.c, 0.7, 10.0, 3.0);
                double energy = vvi_puppet_local_step(&s.view, s.c, s.pull, s.scratch);
                assert_true(fabs(energy) < 1e-9 * area);
                for (uint32_t k = 0; k < s.view.column_count; k++)
                    for (uint32_t row = 0; row < 2; row++) {
                        uint32_t at = row * s.view.stride;
                        double force = doll_product(&s, s.view.elastic_matrix, k, s.c + at) - s.pull[at + k];
                        assert_true(fabs(force) < 2e-6 * area);
                    }
            }
            doll_free(&s);
        }
}

/* ---- Momentum ---------------------------------------------------------------------------------------------------- */

static void inner_forces_have_no_sum_and_no_moment(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 4; kind++) {
        doll s = doll_bar(20, 4, (vv_elastic)(kind % 2), kind < 2 ? FULL : 7);
        doll_disturb(&s, s.c, 0.4, kind + 1);
        vvi_puppet_local_step(&s.view, s.c, s.pull, s.scratch);
        const double *x = s.c, *y = x + s.view.stride, *px = s.pull, *py = px + s.view.stride;
        double force[2] = {0.0, 0.0}, moment = 0.0, scale = 0.0;
        for (uint32_t k = 0; k < s.view.column_count; k++) {
            force[0] += k % 3 == 2 ? px[k] : 0.0;
            force[1] += k % 3 == 2 ? py[k] : 0.0;
            moment += x[k] * py[k] - y[k] * px[k];
            scale += fabs(px[k]) + fabs(py[k]);
        }
        if (fabs(force[0]) + fabs(force[1]) + fabs(moment) > 1e-12 * scale)
            fail_msg("kind %u: %g %g %g of %g are left", kind, force[0], force[1], moment, scale);
        doll_free(&s);
    }
}

/* ---- Widths ------------------------------------------------------------------------------------------------------ */

static void check_widths(doll *s)
{
    double *plain = calloc(2 * s->view.stride, sizeof *plain);
    size_t bytes = vvi_puppet_local_step_bytes(&s->view);
    void *other = vvi_allocate_zeroed(NULL, 1, bytes);
    double energy = 0.0;
    for (uint32_t width = 0; width <= (uint32_t)vvi_best_width(); width++) {
        memset(other, 0xff, bytes); /* scratch need not be clean */
        vvi_puppet_set_rest_shape_width(&s->view, s->rest, other, (vvi_width)width);
        double found = vvi_puppet_local_step_width(&s->view, s->c, s->pull, other, (vvi_width)width);
        if (width == 0) {
            energy = found;
            memcpy(plain, s->pull, 2 * s->view.stride * sizeof *plain);
        }
        assert_true(found == energy);
        assert_memory_equal(plain, s->pull, 2 * s->view.stride * sizeof *plain);
    }
    vvi_release(NULL, other, 1, bytes);
    free(plain);
}

static void every_width_gives_the_same_bits(void **state)
{
    (void)state;
    for (uint32_t columns = 2; columns < 40; columns += 3)
        for (uint32_t kind = 0; kind < 4; kind++) {
            doll s = doll_bar(columns, 2 + columns % 4, (vv_elastic)(kind % 2), kind < 2 ? FULL : 3);
            doll_disturb(&s, s.c, 0.5, columns);
            doll_disturb(&s, s.rest, 0.1, columns + 1);
            check_widths(&s);
            doll_free(&s);
        }
}

/* ---- Reduced ----------------------------------------------------------------------------------------------------- */

/* ½ Σ A |F − R_c F_rest|² with one rotation a cluster, the clusters found again. */
static double doll_clusters(const doll *s, const double *c, const double *rest)
{
    vv_mesh mesh = drawing_mesh(&s->d);
    uint32_t n = mesh.triangle_count, clusters[512], pieces[512], count, piece_count;
    double areas[512], sums[512][2] = {{0.0}}, energy = 0.0;
    assert_true(n <= 512);
    for (uint32_t t = 0; t < n; t++)
        areas[t] = doll_area(s, t);
    vvi_cluster_task task = {&mesh, s->view.weights, s->view.handle_count, areas, s->def.cluster_count};
    assert_true(vvi_cluster_triangles(&task, NULL, clusters, &count, pieces, &piece_count));
    assert_int_equal(count, s->view.cluster_count);
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t t = 0; t < n; t++) {
            double F[2][2], G[2][2], *sum = sums[clusters[t]], length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
            doll_gradient(s, c, t, F);
            doll_gradient(s, rest, t, G);
            for (uint32_t k = 0; k < 2 && pass == 0; k++) {
                sum[0] += areas[t] * (F[0][k] * G[0][k] + F[1][k] * G[1][k]);
                sum[1] += areas[t] * (F[1][k] * G[0][k] - F[0][k] * G[1][k]);
            }
            for (uint32_t k = 0; k < 2 && pass == 1; k++) {
                double u = F[0][k] - (sum[0] * G[0][k] - sum[1] * G[1][k]) / length;
                double v = F[1][k] - (sum[1] * G[0][k] + sum[0] * G[1][k]) / length;
                energy += 0.5 * areas[t] * (u * u + v * v);
            }
        }
    return energy;
}

static void clusters_have_the_energy_of_their_rotations(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        doll s = doll_bar(12, 4, VV_ELASTIC_ARAP, 4 + 6 * (uint32_t)seed);
        doll_disturb(&s, s.c, 0.3, seed);
        doll_turn(&s, s.c, (double)seed, 3.0, -2.0);
        if (seed > 2) {
            doll_disturb(&s, s.rest, 0.2, seed + 77);
            vvi_puppet_set_rest_shape(&s.view, s.rest, s.scratch);
        }
        check_gradient(&s, doll_clusters, 1e-6); /* weights sum to 1 as far as floats can tell, matrices to doubles */
        doll_free(&s);
    }
}

/* c minimises ½ (c − goal) M (c − goal)/h² + k E(c): what a step does, by plain local–global iterations. */
static void relax(doll *s, const double *goal, double hertz, uint32_t iterations, double *c)
{
    uint32_t n = s->view.column_count;
    double h = 0.02, k = vvi_puppet_stiffness(&s->view, (float)hertz),
           joins = vvi_puppet_join_stiffness(&s->view, h, k);
    double *H = calloc((size_t)n * n, sizeof *H), *b = calloc(2 * n, sizeof *b);
    for (uint32_t i = 0; i < n * n; i++) {
        size_t at = (size_t)(i / n) * s->view.stride + i % n;
        H[i] = s->view.mass_matrix[at] / (h * h) + k * s->view.elastic_matrix[at] + joins * s->view.join_matrix[at];
    }
    assert_true(vvi_cholesky_factor_double(n, H));
    memcpy(c, goal, 2 * s->view.stride * sizeof *c);
    for (uint32_t iteration = 0; iteration < iterations; iteration++) {
        vvi_puppet_local_step(&s->view, c, s->pull, s->scratch);
        for (uint32_t i = 0; i < 2 * n; i++)
            b[i] = doll_product(s, s->view.mass_matrix, i / 2, goal + i % 2 * s->view.stride) / (h * h) +
                   k * s->pull[i % 2 * s->view.stride + i / 2];
        vvi_cholesky_solve_double(n, H, 2, b);
        for (uint32_t i = 0; i < 2 * n; i++)
            c[i % 2 * s->view.stride + i / 2] = b[i];
    }
    free(H);
    free(b);
}

/* |a − b| in the mass norm: what is seen. */
static double distance(const doll *s, const double *a, const double *b)
{
    double sum = 0.0, d[2][3 * 16];
    for (uint32_t row = 0; row < 2; row++) {
        for (uint32_t k = 0; k < s->view.column_count; k++)
            d[row][k] = a[row * s->view.stride + k] - b[row * s->view.stride + k];
        for (uint32_t k = 0; k < s->view.column_count; k++)
            sum += d[row][k] * doll_product(s, s->view.mass_matrix, k, d[row]);
    }
    return sqrt(sum);
}

/* The mean error of one stiff step from bent and stretched states, as a share of how far the step goes. */
static double reduction_error(vv_elastic elastic, uint32_t clusters)
{
    doll full = doll_bar(72, 18, elastic, FULL), reduced = doll_bar(72, 18, elastic, clusters);
    double *a = calloc(2 * full.view.stride, sizeof *a), *b = calloc(2 * full.view.stride, sizeof *b), sum = 0.0;
    for (uint64_t seed = 1; seed < 5; seed++) {
        memcpy(full.c, full.view.rest, 2 * full.view.stride * sizeof(double));
        doll_disturb(&full, full.c, 0.35, seed);
        relax(&full, full.c, 12.0, 60, a);
        relax(&reduced, full.c, 12.0, 60, b);
        sum += distance(&full, a, b) / distance(&full, a, full.c) / 4.0;
    }
    free(a);
    free(b);
    doll_free(&full);
    doll_free(&reduced);
    return sum;
}

static void more_clusters_come_nearer_to_all_triangles(void **state)
{
    (void)state;
    static const uint32_t counts[4] = {20, 40, 80, 160};
    static const double most[4] = {0.015, 0.008, 0.005, 0.003}, springs[4] = {0.15, 0.05, 0.03, 0.03};
    for (uint32_t i = 0; i < 4; i++) {
        double error = reduction_error(VV_ELASTIC_ARAP, counts[i]);
        print_message("%u rotation clusters: %.2f %% of the step\n", counts[i], 100.0 * error);
        assert_true(error < most[i]);
    }
    for (uint32_t i = 0; i < 4; i++) {
        double error = reduction_error(VV_ELASTIC_SPRINGS, counts[i]);
        print_message("%u springs a handle: %.2f %% of the step\n", counts[i], 100.0 * error);
        assert_true(error < springs[i]);
    }
}

/* ---- Recovery ---------------------------------------------------------------------------------------------------- */

static void a_square_finds_back_from_inside_out(void **state)
{
    (void)state;
    for (uint32_t clusters = 0; clusters < 21; clusters += 20)
        for (uint32_t kind = 0; kind < 4; kind++) {
            static const vv_vec2 places[5] = {{0.1f, 0.1f}, {0.9f, 0.1f}, {0.9f, 0.9f}, {0.1f, 0.9f}, {0.5f, 0.55f}};
            doll s = {0};
            drawing_add_grid(&s.d, 8, 8, (vv_vec2){0.0f, 0.0f}, (vv_vec2){1.0f, 1.0f}, 0.3f);
            drawing_add_handles(&s.d, 5, places, 0.9f);
            doll_def(&s);
            s.def.cluster_count = clusters;
            doll_make(&s);
            for (uint32_t k = 0; k < s.view.column_count; k++) {
                if (kind == 0) /* mirrored */
                    s.c[k] = -s.c[k];
                if (kind == 1) /* flattened to a line, not quite */
                    s.c[s.view.stride + k] *= 1e-3;
                if (kind == 2 && k / 3 == 4) /* its middle pushed out through a side */
                    s.c[k] += k % 3 == 2 ? 1.5 : -2.0;
                if (kind == 3 && k / 3 < 2) /* two corners exchanged */
                    s.c[k] = s.view.rest[(k + 3 - 6 * (k / 3)) % s.view.column_count];
            }
            double before = vvi_puppet_local_step(&s.view, s.c, s.pull, s.scratch),
                   *goal = calloc(2 * s.view.stride, sizeof *goal);
            for (uint32_t step = 0; step < 60; step++) { /* each begins where the last ended, without speed */
                memcpy(goal, s.c, 2 * s.view.stride * sizeof *goal);
                relax(&s, goal, 20.0, 20, s.c);
            }
            double after = vvi_puppet_local_step(&s.view, s.c, s.pull, s.scratch);
            if (!(before > 0.01 && after < 1e-6 * before))
                fail_msg("kind %u: energy %g became %g", kind, before, after);
            free(goal);
            doll_free(&s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pull_is_the_gradient_of_the_energy),
        cmocka_unit_test(a_rigid_motion_costs_nothing),
        cmocka_unit_test(inner_forces_have_no_sum_and_no_moment),
        cmocka_unit_test(every_width_gives_the_same_bits),
        cmocka_unit_test(clusters_have_the_energy_of_their_rotations),
        cmocka_unit_test(more_clusters_come_nearer_to_all_triangles),
        cmocka_unit_test(a_square_finds_back_from_inside_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
