/* Local steps against a plain double loop over the definition, and against finite differences. */
#include "puppets.h"

#define FULL 0u

/* pull = L̃ c − dE/dc, with dE/dc by central differences of the energy's definition. */
static void check_gradient(doll *s, double (*energy)(const doll *, const double *, const double *), double tolerance)
{
    double step = 1e-5, most = 0.0, scale = 0.0;
    double found = vvi_puppet_local(&s->view, s->c, s->pull, s->scratch), exact = energy(s, s->c, s->rest);
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
                vvi_puppet_take_rest(&s.view, s.rest, s.scratch);
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
                double energy = vvi_puppet_local(&s.view, s.c, s.pull, s.scratch);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pull_is_the_gradient_of_the_energy),
        cmocka_unit_test(a_rigid_motion_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
