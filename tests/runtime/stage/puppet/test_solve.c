/* The solver of a puppet's step: what it finds is the minimum of eq. 4 written naively; strengths mean the same for
 * every mass, stiffness, size and time step; soft rows do not ring; rows that contradict each other share. */
#include "runtime/stage/puppet/solver.h"

#include "tests/runtime/stage/puppet/dense.h"
#include "tests/testing.h"

#include <math.h>
#include <string.h>

static const vv_elastic elastics[2] = {VV_ELASTIC_ARAP, VV_ELASTIC_SPRINGS};

/* ---- Against Newton's method on the naive energy ----------------------------------------------------------------- */

/* Eq. 4 as printed, over vertices, for two states before and two velocities (half-life and drag off). */
typedef struct naive {
    const dense *d;
    double h_e, stiffness, joins, gravity[2];
    double *predicted; /* [2][stride] */
    vvi_aim aim;       /* of a position; strength is the stiffness of its spring */
} naive;

static double naive_energy(const naive *n, const double *c, double *gradient)
{
    const dense *d = n->d;
    uint32_t stride = d->view.stride, columns = d->view.column_count;
    double *gap = state_room(d), *image = state_room(d), centre[2] = {0.0, 0.0};
    double energy = n->stiffness * dense_elastic(d, d->view.rest, c, gradient);
    for (uint32_t k = 0; k < 2 * stride; k++) {
        gap[k] = c[k] - n->predicted[k];
        gradient[k] *= n->stiffness;
    }
    energy += dense_kinetic(d, gap) / (n->h_e * n->h_e);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t a = 0; a < columns; a++) {
            double *g = &gradient[i * stride + a];
            for (uint32_t b = 0; b < columns; b++) {
                double J = n->joins * d->view.join_matrix[(size_t)a * stride + b];
                *g += d->view.mass_matrix[(size_t)a * stride + b] * gap[i * stride + b] / (n->h_e * n->h_e) +
                      J * c[i * stride + b];
                energy += 0.5 * c[i * stride + a] * J * c[i * stride + b];
            }
            *g -= n->gravity[i] * d->view.mass_vector[a];
            centre[i] += d->view.mass_vector[a] * c[i * stride + a];
        }
    energy -= n->gravity[0] * centre[0] + n->gravity[1] * centre[1];
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t at = i * stride + 3 * n->aim.handle + 2;
        double off = c[at] - n->aim.value[i];
        energy += 0.5 * n->aim.strength * off * off;
        gradient[at] += n->aim.strength * off;
    }
    state_free(d, gap);
    state_free(d, image);
    return energy;
}

/* Newton's method with the Hessian by differences; returns the minimum in c. */
static void newton(const naive *n, double *c)
{
    const dense *d = n->d;
    uint32_t stride = d->view.stride, columns = d->view.column_count, n2 = 2 * columns;
    double *g = state_room(d), *h = state_room(d), *at = state_room(d);
    double *A = calloc((size_t)n2 * n2, sizeof *A), *step = calloc(n2, sizeof *step);
    for (uint32_t round = 0; round < 12; round++) {
        double energy = naive_energy(n, c, g), share = 1.0;
        for (uint32_t k = 0; k < n2; k++) {
            uint32_t place = k < columns ? k : k - columns + stride;
            memcpy(at, c, 2 * (size_t)stride * sizeof *at);
            at[place] += 1e-5;
            naive_energy(n, at, h);
            for (uint32_t i = 0; i < n2; i++) {
                uint32_t from = i < columns ? i : i - columns + stride;
                A[(size_t)i * n2 + k] = (h[from] - g[from]) / 1e-5;
            }
            step[k] = -g[place];
        }
        for (uint32_t i = 0; i < n2; i++)
            for (uint32_t k = 0; k < i; k++)
                A[(size_t)i * n2 + k] = A[(size_t)k * n2 + i] = 0.5 * (A[(size_t)i * n2 + k] + A[(size_t)k * n2 + i]);
        assert_true(vvi_cholesky_factor_double(n2, A));
        vvi_cholesky_solve_double(n2, A, 1, step);
        for (uint32_t tries = 0; tries < 20; tries++, share *= 0.5) {
            memcpy(at, c, 2 * (size_t)stride * sizeof *at);
            for (uint32_t k = 0; k < n2; k++)
                at[k < columns ? k : k - columns + stride] += share * step[k];
            if (naive_energy(n, at, h) <= energy)
                break;
        }
        memcpy(c, at, 2 * (size_t)stride * sizeof *at);
    }
    state_free(d, g);
    state_free(d, h);
    state_free(d, at);
    free(A);
    free(step);
}

static double noise(vvi_random *random, double size) { return size * (2.0 * (double)vvi_random_unit(random) - 1.0); }

static void steps_are_the_minimum_of_the_potential(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    double worst = 0.0;
    for (uint32_t round = 0; round < 8; round++) {
        dense_def def = dense_default();
        def.columns = 6;
        def.rows = 2;
        def.handle_count = 3 + round % 2;
        def.elastic = elastics[round / 2 % 2];
        def.seed = round + 1;
        dense d = dense_create(&def);
        actor a = actor_create(&d, 2);
        uint32_t stride = d.view.stride;
        naive n = {.d = &d, .h_e = 0.02 * 2.0 / 3.0, .gravity = {1.0, -9.81}, .predicted = state_room(&d)};
        a.input.material.half_life = 0.0f;
        a.input.material.stiffness = round < 4 ? 3.0f : 12.0f;
        a.input.material.iterations = 64;
        a.input.gravity[0] = 1.0;
        a.input.gravity[1] = -9.81;
        a.state.fresh = false;
        for (uint32_t i = 0; i < 2; i++)
            for (uint32_t k = 0; k < d.view.column_count; k++) {
                uint32_t at = i * stride + k;
                a.state.c[at] = d.view.rest[at] + noise(&random, 0.1);
                a.state.before[at] = a.state.c[at] + noise(&random, 0.02);
                a.state.v[at] = noise(&random, 1.0);
                a.state.v_before[at] = noise(&random, 1.0);
                n.predicted[at] = (4.0 * a.state.c[at] - a.state.before[at]) / 3.0 +
                                  n.h_e * (4.0 * a.state.v[at] - a.state.v_before[at]) / 3.0;
            }
        double row[2][512] = {{0}};
        vvi_row rows[2];
        n.aim = (vvi_aim){.handle = 1, .value = {0.3, 0.4}, .strength = 500.0};
        for (uint32_t i = 0; i < 2; i++) {
            row[i][i * stride + 5] = 1.0;
            rows[i] = (vvi_row){.coefficients = row[i], .target = n.aim.value[i], .stiffness = 500.0};
        }
        a.input.row_count = 2;
        a.input.rows = rows;
        n.stiffness = vvi_puppet_stiffness(&d.view, a.input.material.stiffness);
        n.joins = vvi_puppet_join_stiffness(&d.view, n.h_e, n.stiffness);
        double *c = state_room(&d);
        memcpy(c, a.state.c, 2 * (size_t)stride * sizeof *c);
        assert_true(actor_step(&a));
        double moved = state_distance(&d, c, a.state.c);
        memcpy(c, a.state.c, 2 * (size_t)stride * sizeof *c);
        newton(&n, c);
        double off = state_distance(&d, c, a.state.c) / moved;
        worst = off > worst ? off : worst;
        state_free(&d, c);
        state_free(&d, n.predicted);
        actor_free(&a);
        dense_free(&d);
    }
    printf("             at most %.2g of a step from Newton's minimum\n", worst);
    assert_true(worst < 1e-3);
}

/* ---- Strength ---------------------------------------------------------------------------------------------------- */

static vvi_aim aim_away(const dense *d, vv_handle_channel channel, uint32_t handle, double strength)
{
    double gap = 0.01 * (double)d->view.size;
    vvi_aim aim = {.handle = handle, .channel = channel, .strength = strength};
    vv_vec2 p = d->handles[handle].from;
    aim.value[0] = channel == VV_CHANNEL_POSITION ? (double)p.x : channel == VV_CHANNEL_SCALE ? 1.0 : 0.02;
    aim.value[1] = channel == VV_CHANNEL_POSITION ? (double)p.y + gap : channel == VV_CHANNEL_SCALE ? 1.02 : 0.0;
    return aim;
}

/* The share of the way to aim_away that the handle has gone. */
static double closed(const dense *d, const double *c, vv_handle_channel channel, uint32_t handle)
{
    if (channel == VV_CHANNEL_POSITION)
        return (c[d->view.stride + 3 * handle + 2] - (double)d->handles[handle].from.y) / (0.01 * (double)d->view.size);
    if (channel == VV_CHANNEL_ANGLE)
        return handle_angle(d, c, handle) / 0.02;
    return (handle_scale(d, c, handle, 1) - 1.0) / 0.02;
}

static void strength_means_the_same_everywhere(void **state)
{
    (void)state;
    static const float hertz[] = {0.1f, 3.0f, 30.0f}, densities[] = {1e-3f, 1.0f, 1e3f},
                       steps[] = {0.002f, 0.02f, 0.05f}, sizes[] = {0.02f, 1.0f, 50.0f};
    double least = 2.0, most = 0.0;
    for (uint32_t i = 0; i < 3 * 3 * 3 * 3; i++) {
        dense_def def = dense_default();
        uint32_t k[4] = {i % 3, i / 3 % 3, i / 9 % 3, i / 27};
        def.columns = 8;
        def.rows = 3;
        def.elastic = elastics[i % 2];
        def.cluster_count = i % 5 == 0 ? 20 : 0;
        def.density = densities[k[1]];
        def.width *= sizes[k[3]];
        def.height *= sizes[k[3]];
        dense d = dense_create(&def);
        for (uint32_t channel = 0; channel < 3; channel++)
            for (uint32_t handle = 0; handle < 2; handle++) {
                actor a = actor_create(&d, 2);
                vvi_aim aim = aim_away(&d, (vv_handle_channel)channel, handle, 0.5);
                a.input.h = steps[k[2]];
                a.input.material.stiffness = hertz[k[0]];
                a.input.material.iterations = 64;
                a.input.aim_count = 1;
                a.input.aims = &aim;
                assert_true(actor_step(&a));
                double share = closed(&d, a.state.c, (vv_handle_channel)channel, handle);
                if (share < 0.495 || share > 0.515)
                    printf("             %s channel %u handle %u: %.3f at %g Hz, %g kg/m2, h = %g, size %g\n",
                           i % 2 ? "springs" : "arap", channel, handle, share, (double)hertz[k[0]],
                           (double)densities[k[1]], (double)steps[k[2]], (double)sizes[k[3]]);
                least = share < least ? share : least;
                most = share > most ? share : most;
                actor_free(&a);
            }
        dense_free(&d);
    }
    printf("             strength 0.5 closes %.3f to %.3f\n", least, most);
    assert_true(least > 0.495 && most < 0.515);
}

/* The row of a scale turns with the guess. How stiff it is may follow the compliance along it, which differs by less
 * than a factor of two over a turn of half a radian, and nothing else: a spring that hardens on the way is no
 * potential. */
static void scale_is_as_stiff_wherever_a_guess_looks(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 2);
    vvi_aim aim = aim_away(&d, VV_CHANNEL_SCALE, 0, 0.8);
    a.input.aim_count = 1;
    a.input.aims = &aim;
    assert_true(actor_step(&a));
    double first = 0.0, *guess = state_room(&d);
    for (double turn = 0.0; turn < 0.5; turn += 0.01) {
        uint32_t stride = d.view.stride;
        memcpy(guess, a.state.c, 2 * (size_t)stride * sizeof *guess);
        for (uint32_t k = 0; k < 2; k++) {
            double x = guess[k], y = guess[stride + k];
            guess[k] = cos(turn) * x - sin(turn) * y;
            guess[stride + k] = sin(turn) * x + cos(turn) * y;
        }
        a.solver->rows.count = 0;
        vvi_add_scale_key_rows(&d.view, a.solver, &a.input, a.state.c, guess);
        assert_int_equal(a.solver->rows.count, 2);
        first = first > 0.0 ? first : a.solver->rows.stiffness[1];
        assert_true(a.solver->rows.stiffness[1] > 0.5 * first && a.solver->rows.stiffness[1] < 2.0 * first);
    }
    state_free(&d, guess);
    actor_free(&a);
    dense_free(&d);
}

static void strength_is_the_share(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    for (double strength = 0.1; strength <= 1.0; strength += 0.1) {
        actor a = actor_create(&d, 2);
        vvi_aim aim = aim_away(&d, VV_CHANNEL_POSITION, 0, strength);
        a.input.aim_count = 1;
        a.input.aims = &aim;
        assert_true(actor_step(&a));
        assert_true(fabs(closed(&d, a.state.c, VV_CHANNEL_POSITION, 0) - strength) < 0.01);
        actor_free(&a);
    }
    dense_free(&d);
}

static void soft_keys_do_not_ring(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint32_t e = 0; e < 2; e++) {
        dense_def def = dense_default();
        def.elastic = elastics[e];
        dense d = dense_create(&def);
        for (uint32_t i = 0; i < 3 * 4 * 2; i++) {
            static const double strengths[] = {0.05, 0.3, 0.7, 0.95};
            actor a = actor_create(&d, 2);
            vv_handle_channel channel = (vv_handle_channel)(i % 3);
            vvi_aim aim = aim_away(&d, channel, 2, strengths[i / 3 % 4]);
            a.input.material.half_life = i / 12 ? 0.0f : 0.35f;
            a.input.aim_count = 1;
            a.input.aims = &aim;
            double top = 0.0;
            for (uint32_t s = 0; s < 150; s++) {
                assert_true(actor_step(&a));
                double over = closed(&d, a.state.c, channel, 2) - 1.0;
                top = over > top ? over : top;
            }
            if (top > 0.01)
                printf("             %s channel %u strength %.2f half-life %.2f: %.1f %%\n", e ? "springs" : "arap",
                       channel, aim.strength, (double)a.input.material.half_life, 100.0 * top);
            worst = top > worst ? top : worst;
            actor_free(&a);
        }
        dense_free(&d);
    }
    printf("             overshoot at most %.2f %%\n", 100.0 * worst);
    assert_true(worst < 0.01);
}

/* ---- Rows that cannot all hold ----------------------------------------------------------------------------------- */

static void rows_that_contradict_share(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    double x = (double)d.handles[1].from.x, y = (double)d.handles[1].from.y;
    for (uint32_t conflict = 0; conflict < 2; conflict++) {
        actor a = actor_create(&d, 8);
        vvi_aim aims[3];
        for (uint32_t i = 0; i < 3; i++)
            aims[i] = (vvi_aim){.handle = 1, .value = {x + 0.1 + (conflict ? 0.1 * i : 0.0), y}, .strength = 1.0};
        a.input.aim_count = 3;
        a.input.aims = aims;
        for (uint32_t s = 0; s < 20; s++)
            assert_true(actor_step(&a));
        assert_true(fabs(a.state.c[5] - (x + (conflict ? 0.2 : 0.1))) < 1e-4);
        assert_true(fabs(a.state.c[d.view.stride + 5] - y) < 1e-4);
        actor_free(&a);
    }
    dense_free(&d);
}

static void rows_beyond_the_capacity_have_no_say(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 1);
    vvi_aim aims[2] = {{.handle = 0, .value = {1.0, 1.0}, .strength = 1.0}, {.handle = 1, .strength = 1.0}};
    a.input.aim_count = 2;
    a.input.aims = aims;
    assert_true(actor_step(&a));
    assert_true(fabs(a.state.c[2] - 1.0) < 1e-6 && fabs(a.state.c[d.view.stride + 2] - 1.0) > 0.1);
    actor_free(&a);
    a = actor_create(&d, 0);
    a.input.aim_count = 2;
    a.input.aims = aims;
    assert_true(actor_step(&a));
    actor_free(&a);
    dense_free(&d);
}

/* ---- Settling ---------------------------------------------------------------------------------------------------- */

/* Rows that ask every pivot to be where a rigid motion takes it: settling finds that motion, from far away, and
 * nothing is strained; rows that stretch the drawing are met half way, as the naive energy says. */
static void settling_minimises_shape_and_gaps(void **state)
{
    (void)state;
    dense_def def = dense_default();
    def.columns = 6;
    def.rows = 2;
    def.handle_count = 3;
    dense d = dense_create(&def);
    actor a = actor_create(&d, 16);
    double *wanted = state_room(&d), *c = state_room(&d), rows[6][64] = {{0}}, energy = 0.0;
    uint32_t stride = d.view.stride;
    vvi_row list[6];
    for (uint32_t stretched = 0; stretched < 2; stretched++) {
        memcpy(wanted, d.view.rest, 2 * (size_t)stride * sizeof *c);
        memcpy(c, d.view.rest, 2 * (size_t)stride * sizeof *c);
        turn_state(&d, wanted, 2.0, 3.0, -1.0);
        for (uint32_t r = 0; r < 6; r++) {
            uint32_t at = r / 3 * stride + 3 * (r % 3) + 2;
            rows[r][at] = 1.0;
            list[r] = (vvi_row){.coefficients = rows[r], .target = wanted[at] * (stretched ? 1.3 : 1.0)};
        }
        for (uint32_t s = 0; s < 4; s++)
            assert_true(vvi_puppet_find_closest_shape(&d.view, a.solver, 0.5, 6, list, 0, NULL, c, &energy));
        double *g = state_room(&d), most = 0.0, scale = 0.0;
        assert_true(fabs(energy - dense_elastic(&d, d.view.rest, c, g)) < 1e-4 * (energy + 1e-2));
        assert_true(stretched || (energy < 1e-6 && state_distance(&d, c, wanted) < 1e-3));
        for (uint32_t k = 0; k < 2 * stride; k++)
            g[k] *= 0.5;
        for (uint32_t r = 0; r < 6; r++) { /* λ ∂E/∂c + 2 Σ gap r = 0 */
            uint32_t at = r / 3 * stride + 3 * (r % 3) + 2;
            double pull = 2.0 * (c[at] - list[r].target);
            g[at] += pull;
            scale = fmax(scale, fabs(pull));
        }
        for (uint32_t k = 0; k < 2 * stride; k++)
            most = fmax(most, fabs(g[k]));
        assert_true(stretched ? most < 1e-2 * scale : most < 1e-3);
        state_free(&d, g);
    }
    state_free(&d, wanted);
    state_free(&d, c);
    actor_free(&a);
    dense_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_the_minimum_of_the_potential),
        cmocka_unit_test(strength_means_the_same_everywhere),
        cmocka_unit_test(scale_is_as_stiff_wherever_a_guess_looks),
        cmocka_unit_test(strength_is_the_share),
        cmocka_unit_test(soft_keys_do_not_ring),
        cmocka_unit_test(rows_that_contradict_share),
        cmocka_unit_test(rows_beyond_the_capacity_have_no_say),
        cmocka_unit_test(settling_minimises_shape_and_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
