/* The step of a puppet: the integrator, damping and forces against closed forms; the iterations against the energy
 * written naively. */
#include "tests/runtime/stage/puppet/dense.h"

#include "tests/testing.h"

#include <math.h>

static const vv_elastic elastics[2] = {VV_ELASTIC_ARAP, VV_ELASTIC_SPRINGS};

/* ---- The integrator ---------------------------------------------------------------------------------------------- */

/* Stretches the drawing by a share along x; it then swings in its lowest modes. */
static void stretch(actor *a, double share)
{
    const dense *d = a->d;
    for (uint32_t k = 0; k < 3 * d->handle_count; k++)
        a->state.c[k] += share * (d->view.rest[k] - (k % 3 == 2 ? (double)d->view.centre.x : 0.0));
}

static double width_of(const actor *a)
{
    const dense *d = a->d;
    double *x = calloc(2 * (size_t)d->vertex_count, sizeof *x), sum = 0.0, weight = 0.0, centre = 0.0, mass = 0.0;
    dense_vertices(d, a->state.c, x);
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        centre += d->masses[i] * x[2 * i];
        mass += d->masses[i];
    }
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        double rest = (double)d->positions[i].x - (double)d->view.centre.x;
        sum += d->masses[i] * rest * (x[2 * i] - centre / mass);
        weight += d->masses[i] * rest * rest;
    }
    free(x);
    return sum / weight - 1.0;
}

/* Amplitudes of the swing, one a period: local maxima of |stretch|, every second one. Returns how many. */
static uint32_t swing(actor *a, uint32_t steps, double *peaks, double *times, uint32_t capacity)
{
    double before = width_of(a), now = before;
    uint32_t count = 0;
    for (uint32_t s = 0; s < steps && count < capacity; s++) {
        assert_true(actor_step(a));
        double next = width_of(a);
        if (now > before && now >= next && now > 0.0) { /* the top of the parabola through three */
            double slope = 0.5 * (next - before), curve = next - 2.0 * now + before, t = -slope / curve;
            peaks[count] = now + 0.5 * slope * t;
            times[count++] = ((double)s + t) * (double)a->input.h;
        }
        before = now;
        now = next;
    }
    return count;
}

static void motion_survives_a_period(void **state)
{
    (void)state;
    for (uint32_t e = 0; e < 2; e++) {
        dense_def def = dense_default();
        def.elastic = elastics[e];
        def.handle_count = 1; /* one affine map: stretching is a single mode */
        dense d = dense_create(&def);
        actor a = actor_create(&d, 0);
        a.input.material.half_life = 0.0f;
        a.input.material.iterations = 30;
        double hertz = 1.0, peaks[8], times[8];
        for (uint32_t round = 0; round < 6; round++) { /* find the stiffness that swings at 2 Hz */
            actor_free(&a);
            a = actor_create(&d, 0);
            a.input.material.half_life = 0.0f;
            a.input.material.iterations = 30;
            a.input.material.stiffness = (float)hertz;
            stretch(&a, 0.02);
            uint32_t count = swing(&a, 400, peaks, times, 4);
            assert_true(count >= 3);
            hertz *= 2.0 * (times[2] - times[1]);
        }
        double kept = peaks[2] / peaks[1], frequency = 1.0 / (times[2] - times[1]);
        printf("             %s: %.2f Hz keeps %.3f a period\n", e ? "springs" : "arap", frequency, kept);
        assert_true(fabs(frequency - 2.0) < 0.1);
        assert_true(kept > 0.9 && kept <= 1.001);
        actor_free(&a);
        dense_free(&d);
    }
}

static void half_life_is_what_it_says(void **state)
{
    (void)state;
    dense_def def = dense_default();
    def.handle_count = 1;
    dense d = dense_create(&def);
    for (float half = 0.1f; half < 2.0f; half *= 2.0f) {
        double rates[2];
        for (uint32_t damped = 0; damped < 2; damped++) {
            actor a = actor_create(&d, 0);
            double peaks[32], times[32];
            a.input.h = 0.005f;
            a.input.material.stiffness = 3.0f;
            a.input.material.iterations = 30;
            a.input.material.half_life = damped ? half : 0.0f;
            stretch(&a, 0.05);
            uint32_t count = swing(&a, 600, peaks, times, 6);
            while (count > 2 && peaks[count - 1] < 1e-3 * peaks[0]) /* below, single precision is all there is */
                count--;
            assert_true(count >= 2);
            rates[damped] = log(peaks[0] / peaks[count - 1]) / (times[count - 1] - times[0]);
            actor_free(&a);
        }
        double measured = log(2.0) / (rates[1] - rates[0]);
        printf("             half life %.2f: measured %.3f\n", (double)half, measured);
        assert_true(fabs(measured / (double)half - 1.0) < 0.05);
    }
    dense_free(&d);
}

/* A bar clamped at one end swings as a whole, too: beside the clamp that is vibration. */
static void what_is_clamped_is_damped_as_well(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    double rates[2];
    for (uint32_t damped = 0; damped < 2; damped++) {
        actor a = actor_create(&d, 8);
        vvi_aim aims[3];
        for (uint32_t k = 0; k < 3; k++)
            aims[k] = (vvi_aim){.channel = (vv_handle_channel)k, .strength = 1.0};
        aims[0].value[0] = (double)d.handles[0].from.x;
        aims[0].value[1] = (double)d.handles[0].from.y;
        aims[2].value[0] = aims[2].value[1] = 1.0;
        a.input.h = 0.005f;
        a.input.aims = aims;
        a.input.aim_count = 3;
        double *push = state_room(&d), energies[2];
        push[d.view.stride + 3 * (d.handle_count - 1) + 2] = 2.0; /* bends it; then it is let go */
        a.input.push = push;
        a.input.material.half_life = 0.05f;
        for (uint32_t s = 0; s < 400; s++)
            assert_true(actor_step(&a));
        a.input.push = NULL;
        a.input.material.half_life = damped ? 0.5f : 0.0f;
        for (uint32_t part = 0; part < 2; part++) {
            for (uint32_t s = 0; s < 800; s++)
                assert_true(actor_step(&a));
            double elastic = dense_elastic(&d, d.view.rest, a.state.c, NULL);
            energies[part] = dense_kinetic(&d, a.state.v) + vvi_puppet_stiffness(&d.view, 3.0f) * elastic;
        }
        rates[damped] = 0.5 * log(energies[0] / energies[1]) / 4.0; /* a second, of the amplitude */
        state_free(&d, push);
        actor_free(&a);
    }
    double measured = log(2.0) / (rates[1] - rates[0]);
    printf("             clamped, half life 0.50: measured %.3f\n", measured);
    assert_true(fabs(measured / 0.5 - 1.0) < 0.1);
    dense_free(&d);
}

/* ---- Rigid motion ------------------------------------------------------------------------------------------------ */

static void push_rigidly(actor *a, double vx, double vy, double spin)
{
    const dense *d = a->d;
    uint32_t stride = d->view.stride;
    for (uint32_t k = 0; k < 3 * d->handle_count; k++) {
        bool place = k % 3 == 2;
        a->state.v[k] =
            -spin * (a->state.c[stride + k] - (place ? (double)d->view.centre.y : 0.0)) + (place ? vx : 0.0);
        a->state.v[stride + k] = spin * (a->state.c[k] - (place ? (double)d->view.centre.x : 0.0)) + (place ? vy : 0.0);
    }
}

static void rigid_motion_is_not_damped(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    double spins[2];
    for (uint32_t damped = 0; damped < 2; damped++) {
        actor a = actor_create(&d, 0);
        double linear[2], angular, start;
        a.input.material.half_life = damped ? 0.02f : 0.0f;
        a.input.material.stiffness = 8.0f;
        push_rigidly(&a, 3.0, -2.0, 2.0);
        dense_momentum(&d, a.state.c, a.state.v, linear, &start);
        for (uint32_t s = 0; s < 100; s++)
            assert_true(actor_step(&a));
        dense_momentum(&d, a.state.c, a.state.v, linear, &angular);
        double mass = (double)d.view.mass;
        assert_true(fabs(linear[0] / mass - 3.0) < 1e-6 && fabs(linear[1] / mass + 2.0) < 1e-6);
        spins[damped] = angular / start;
        actor_free(&a);
    }
    printf("             spin kept in 2 s: %.4f undamped, %.4f damped\n", spins[0], spins[1]);
    assert_true(fabs(spins[0] - 1.0) < 1e-6);
    assert_true(fabs(spins[1] - 1.0) < 1e-6);
    dense_free(&d);
}

static void falls_along_a_parabola(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 0);
    double *start = state_room(&d);
    memcpy(start, a.state.c, 2 * (size_t)d.view.stride * sizeof *start);
    a.input.gravity[1] = -9.81;
    push_rigidly(&a, 1.0, 4.0, 0.0);
    for (uint32_t s = 1; s <= 100; s++) {
        assert_true(actor_step(&a));
        double t = 0.02 * s, x = t, y = 4.0 * t - 0.5 * 9.81 * t * t, span = 0.5 * 9.81 * t * t + 4.0 * t;
        assert_true(fabs(a.state.c[2] - start[2] - x) < 1e-3 * t);
        double gap = fabs(a.state.c[d.view.stride + 2] - start[d.view.stride + 2] - y);
        assert_true(gap < 0.75 * 9.81 * 0.02 * 0.02 + 1e-6); /* what one step of Euler costs */
        assert_true(s < 50 || gap < 1e-3 * span);
    }
    state_free(&d, start);
    actor_free(&a);
    dense_free(&d);
}

static void drag_and_wind_follow_the_exponential(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 0);
    a.input.material.drag = 1.5f;
    a.input.wind[0] = 2.0;
    push_rigidly(&a, -1.0, 3.0, 0.0);
    double linear[2], angular;
    for (uint32_t s = 0; s < 50; s++)
        assert_true(actor_step(&a));
    dense_momentum(&d, a.state.c, a.state.v, linear, &angular);
    double mass = (double)d.view.mass;
    assert_true(fabs(linear[0] / mass - (2.0 - 3.0 * exp(-1.5))) < 0.01);
    assert_true(fabs(linear[1] / mass - 3.0 * exp(-1.5)) < 0.01);
    a.input.gravity[1] = -9.81; /* and falls at last at g/drag */
    for (uint32_t s = 0; s < 500; s++)
        assert_true(actor_step(&a));
    dense_momentum(&d, a.state.c, a.state.v, linear, &angular);
    assert_true(fabs(linear[1] / mass + 9.81 / 1.5) < 1e-3);
    actor_free(&a);
    dense_free(&d);
}

static void forces_accelerate_the_whole(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 0), b = actor_create(&d, 0);
    double *push = state_room(&d), linear[2], angular;
    a.input.force[0] = 3.0;
    for (uint32_t k = 0; k < d.view.stride; k++) /* the same as vertex forces */
        push[k] = 3.0 * d.view.mass_vector[k] / (double)d.view.mass;
    b.input.push = push;
    for (uint32_t s = 0; s < 50; s++)
        assert_true(actor_step(&a) && actor_step(&b));
    dense_momentum(&d, a.state.c, a.state.v, linear, &angular);
    assert_true(fabs(linear[0] - 3.0) < 1e-6);
    assert_true(state_distance(&d, a.state.c, b.state.c) < 1e-6);
    state_free(&d, push);
    actor_free(&a);
    actor_free(&b);
    dense_free(&d);
}

static void momentum_is_kept(void **state)
{
    (void)state;
    for (uint32_t e = 0; e < 2; e++) {
        dense_def def = dense_default();
        def.elastic = elastics[e];
        dense d = dense_create(&def);
        actor a = actor_create(&d, 0);
        double linear[2], angular, start;
        push_rigidly(&a, 1.0, 2.0, 1.0);
        stretch(&a, 0.2);
        a.state.c[3] += 0.2;
        dense_momentum(&d, a.state.c, a.state.v, linear, &start);
        double before[2] = {linear[0], linear[1]};
        for (uint32_t s = 0; s < 100; s++)
            assert_true(actor_step(&a));
        dense_momentum(&d, a.state.c, a.state.v, linear, &angular);
        assert_true(fabs(linear[0] - before[0]) < 1e-6 * fabs(before[0]) + 1e-9);
        assert_true(fabs(linear[1] - before[1]) < 1e-6 * fabs(before[1]) + 1e-9);
        printf("             %s: angular momentum kept %.4f\n", e ? "springs" : "arap", angular / start);
        assert_true(fabs(angular / start - 1.0) < 1e-6);
        actor_free(&a);
        dense_free(&d);
    }
}

/* Drawings, stiffnesses, spins and dampings at random, for 2.5 s. */
static void any_free_spin_is_kept(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(17);
    for (uint32_t round = 0; round < 16; round++) {
        dense_def def = dense_default();
        def.elastic = elastics[round % 2];
        def.seed = round + 1;
        dense d = dense_create(&def);
        actor a = actor_create(&d, 0);
        double linear[2], angular, start, spin = 1.0 + 9.0 * (double)vvi_random_unit(&random);
        a.input.material.stiffness = 1.0f + 20.0f * vvi_random_unit(&random);
        a.input.material.half_life = round % 3 ? vvi_random_unit(&random) : 0.0f;
        a.input.gravity[1] = -9.81;
        push_rigidly(&a, 3.0, -2.0, round % 4 < 2 ? spin : -spin);
        dense_momentum(&d, a.state.c, a.state.v, linear, &start);
        for (uint32_t s = 0; s < 125; s++)
            assert_true(actor_step(&a));
        dense_momentum(&d, a.state.c, a.state.v, linear, &angular);
        assert_true(fabs(angular / start - 1.0) < 1e-5);
        actor_free(&a);
        dense_free(&d);
    }
}

static void at_rest_it_does_not_move(void **state)
{
    (void)state;
    for (uint32_t e = 0; e < 4; e++) {
        dense_def def = dense_default();
        def.elastic = elastics[e % 2];
        def.cluster_count = e < 2 ? 0 : 20;
        def.bend = 1.0f;
        dense d = dense_create(&def);
        actor a = actor_create(&d, 0);
        for (uint32_t s = 0; s < 10000; s++)
            assert_true(actor_step(&a));
        assert_memory_equal(a.state.c, d.view.rest, 2 * (size_t)d.view.stride * sizeof(double));
        actor_free(&a);
        dense_free(&d);
    }
}

/* ---- Iterations -------------------------------------------------------------------------------------------------- */

static double noise(vvi_random *random, double size) { return size * (2.0 * (double)vvi_random_unit(random) - 1.0); }

static void shake(actor *a, vvi_random *random, double amount, double speed)
{
    const dense *d = a->d;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < 3 * d->handle_count; k++) {
            uint32_t at = i * d->view.stride + k;
            double unit = k % 3 == 2 ? (double)d->view.size : 1.0;
            a->state.c[at] = d->view.rest[at] + noise(random, amount * unit);
            a->state.before[at] = a->state.c[at] - 0.02 * noise(random, speed * unit);
            a->state.v[at] = noise(random, speed * unit);
            a->state.v_before[at] = noise(random, speed * unit);
        }
    a->state.fresh = vvi_random_below(random, 2) == 0;
}

static vvi_aim random_aim(const dense *d, vvi_random *random)
{
    vvi_aim aim = {.handle = vvi_random_below(random, d->handle_count),
                   .channel = (vv_handle_channel)vvi_random_below(random, 3),
                   .strength = vvi_random_below(random, 3) == 0 ? 1.0 : (double)vvi_random_unit(random)};
    for (uint32_t i = 0; i < 2; i++) {
        aim.value[i] = aim.channel == VV_CHANNEL_SCALE ? 0.5 + (double)vvi_random_unit(random) : noise(random, 1.0);
        aim.rate[i] = noise(random, 1.0);
    }
    return aim;
}

static void energy_never_rises(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    uint32_t iterations = 0, steps = 0;
    for (uint32_t round = 0; round < 60; round++) {
        dense_def def = dense_default();
        def.elastic = elastics[round % 2];
        def.cluster_count = round % 3 == 0 ? 30 : 0;
        def.example_count = round % 4 == 0 ? 4 : 0;
        def.seed = round + 1;
        dense d = dense_create(&def);
        actor a = actor_create(&d, 16);
        static const uint32_t list[4] = {0, 1, 2, 3};
        vvi_aim aims[4];
        shake(&a, &random, 0.3, 5.0);
        a.input.material.stiffness = 0.5f + 30.0f * vvi_random_unit(&random);
        a.input.material.accelerated = round % 5 != 0;
        a.input.material.iterations = 20;
        a.input.aims = aims;
        a.input.attraction_count = def.example_count;
        a.input.attractions = list;
        for (uint32_t s = 0; s < 5; s++) {
            uint32_t count;
            a.input.aim_count = round % 2 ? 0 : vvi_random_below(&random, 5);
            for (uint32_t i = 0; i < a.input.aim_count; i++)
                aims[i] = random_aim(&d, &random);
            assert_true(actor_step(&a));
            const double *energies = vvi_puppet_solver_energies(a.solver, &count);
            assert_true(count >= 1 && count <= 21);
            for (uint32_t i = 1; i < count; i++)
                assert_true(energies[i] <= energies[i - 1]);
            iterations += count - 1;
            steps++;
        }
        actor_free(&a);
        dense_free(&d);
    }
    printf("             %u steps, %u iterations\n", steps, iterations);
    assert_true(iterations > 5 * steps);
}

/* A motion that an artist would key: one handle led round, the others free; every step again from the same state with
 * few and with many iterations. Returns the worst share of a step that few leave. */
static double unconverged(const dense_def *def, float hertz, vvi_random *random, double *mean)
{
    dense d = dense_create(def);
    actor few = actor_create(&d, 8), many = actor_create(&d, 8);
    double worst = 0.0, sum = 0.0, phase = 6.0 * (double)vvi_random_unit(random);
    vvi_aim aim = {.handle = vvi_random_below(random, d.handle_count), .strength = 1.0};
    vvi_puppet_state *a = &few.state, *b = &many.state;
    size_t bytes = 2 * (size_t)d.view.stride * sizeof(double);
    few.input.material.stiffness = hertz;
    few.input.aims = &aim;
    few.input.gravity[1] = -9.81;
    few.input.aim_count = 1;
    many.input = few.input;
    many.input.material.iterations = 64;
    uint32_t steps = 60;
    for (uint32_t s = 0; s < steps; s++) {
        double t = 0.02 * s, reach = 0.5 * (double)d.view.size;
        aim.value[0] = (double)d.handles[aim.handle].from.x + reach * (sin(5.0 * t + phase) - sin(phase));
        aim.value[1] = (double)d.handles[aim.handle].from.y + reach * (cos(4.0 * t + phase) - cos(phase));
        memcpy(a->c, b->c, bytes);
        memcpy(a->before, b->before, bytes);
        memcpy(a->v, b->v, bytes);
        memcpy(a->v_before, b->v_before, bytes);
        a->fresh = b->fresh;
        assert_true(actor_step(&few) && actor_step(&many));
        double moved = state_distance(&d, b->before, b->c), left = state_distance(&d, a->c, b->c);
        if (moved > 1e-4) {
            worst = left / moved > worst ? left / moved : worst;
            sum += left / moved / steps;
        }
    }
    *mean = sum;
    actor_free(&few);
    actor_free(&many);
    dense_free(&d);
    return worst;
}

static void ten_iterations_are_enough(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    static const float stiffness[] = {0.5f, 3.0f, 10.0f, 30.0f};
    for (uint32_t e = 0; e < 4; e++)
        for (uint32_t k = 0; k < 4; k++) {
            double worst = 0.0, mean, all = 0.0;
            for (uint32_t seed = 0; seed < 6; seed++) {
                dense_def def = dense_default();
                def.elastic = elastics[e / 2];
                def.cluster_count = e % 2 ? 40 : 0;
                def.seed = seed;
                def.bend = seed % 2 ? 1.5f : 0.0f;
                def.handle_count = 4 + seed;
                double share = unconverged(&def, stiffness[k], &random, &mean);
                worst = share > worst ? share : worst;
                all += mean / 6.0;
            }
            printf("             %s%s at %4.1f Hz: at most %.2f %% left, %.3f %% on average\n",
                   e / 2 ? "springs" : "arap", e % 2 ? " reduced" : "", (double)stiffness[k], 100.0 * worst,
                   100.0 * all);
            assert_true(worst < (k < 3 || e < 2 ? 0.01 : 0.05) && all < 0.002);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_survives_a_period),
        cmocka_unit_test(half_life_is_what_it_says),
        cmocka_unit_test(what_is_clamped_is_damped_as_well),
        cmocka_unit_test(rigid_motion_is_not_damped),
        cmocka_unit_test(falls_along_a_parabola),
        cmocka_unit_test(drag_and_wind_follow_the_exponential),
        cmocka_unit_test(forces_accelerate_the_whole),
        cmocka_unit_test(momentum_is_kept),
        cmocka_unit_test(any_free_spin_is_kept),
        cmocka_unit_test(at_rest_it_does_not_move),
        cmocka_unit_test(energy_never_rises),
        cmocka_unit_test(ten_iterations_are_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
