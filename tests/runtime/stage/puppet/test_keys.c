/* Keys: exact ones are met, on every channel, together and apart; a handle that is released is free at once; a key on
 * one handle leaves the others free; whatever a key says, the numbers stay sane. */
#include "tests/runtime/stage/puppet/dense.h"

#include "tests/testing.h"

#include <math.h>

static const vv_elastic elastics[2] = {VV_ELASTIC_ARAP, VV_ELASTIC_SPRINGS};

/* How far a handle is from what an aim says, in sizes, radians or factors. */
static double missed(const dense *d, const double *c, const vvi_aim *aim)
{
    uint32_t j = aim->handle;
    if (aim->channel == VV_CHANNEL_POSITION)
        return hypot(c[3 * j + 2] - aim->value[0], c[d->view.stride + 3 * j + 2] - aim->value[1]) /
               (double)d->view.size;
    if (aim->channel == VV_CHANNEL_ANGLE)
        return fabs(remainder(handle_angle(d, c, j) - aim->value[0], 2.0 * 3.14159265358979));
    return fmax(fabs(handle_scale(d, c, j, 0) - aim->value[0]), fabs(handle_scale(d, c, j, 1) - aim->value[1]));
}

/* A motion for every channel, smooth in t. */
static vvi_aim moving_aim(const dense *d, uint32_t handle, vv_handle_channel channel, double t)
{
    vvi_aim aim = {.handle = handle, .channel = channel, .strength = 1.0};
    double s = (double)d->view.size, phase = handle;
    vv_vec2 p = d->handles[handle].from;
    if (channel == VV_CHANNEL_POSITION) {
        aim.value[0] = (double)p.x + 0.4 * s * (sin(4.0 * t + phase) - sin(phase));
        aim.value[1] = (double)p.y + 0.4 * s * (cos(5.0 * t + phase) - cos(phase));
    } else if (channel == VV_CHANNEL_ANGLE) {
        aim.value[0] = 8.0 * t; /* several turns */
    } else {
        aim.value[0] = 1.0 + 0.5 * sin(6.0 * t + phase);
        aim.value[1] = 1.0 + 0.4 * sin(5.0 * t);
    }
    return aim;
}

static void exact_keys_are_met(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint32_t mask = 1; mask < 8; mask++) /* which channels */
        for (uint32_t round = 0; round < 4; round++) {
            dense_def def = dense_default();
            def.elastic = elastics[round % 2];
            def.cluster_count = round / 2 ? 30 : 0;
            dense d = dense_create(&def);
            actor a = actor_create(&d, 16);
            vvi_aim aims[6];
            a.input.aims = aims;
            a.input.gravity[1] = -9.81;
            for (uint32_t s = 1; s <= 60; s++) {
                a.input.aim_count = 0;
                for (uint32_t handle = 0; handle < 4; handle += 3)
                    for (uint32_t channel = 0; channel < 3; channel++)
                        if (mask >> channel & 1)
                            aims[a.input.aim_count++] = moving_aim(&d, handle, (vv_handle_channel)channel, 0.02 * s);
                assert_true(actor_step(&a));
                for (uint32_t i = 0; i < a.input.aim_count; i++) {
                    double off = missed(&d, a.state.c, &aims[i]);
                    worst = off > worst ? off : worst;
                }
            }
            actor_free(&a);
            dense_free(&d);
        }
    printf("             missed by %.2g at most\n", worst);
    assert_true(worst < 1e-3);
}

static void far_turns_are_met_at_once(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    for (double turn = -3.1; turn < 3.14; turn += 0.62) {
        actor a = actor_create(&d, 4);
        vvi_aim aim = {.handle = 2, .channel = VV_CHANNEL_ANGLE, .value = {turn + 62.83185307179586}, .strength = 1.0};
        a.input.aim_count = 1;
        a.input.aims = &aim;
        assert_true(actor_step(&a));
        assert_true(missed(&d, a.state.c, &aim) < 1e-3);
        for (uint32_t s = 0; s < 300; s++) /* and all of it turns along */
            assert_true(actor_step(&a));
        for (uint32_t j = 0; j < d.handle_count; j++)
            assert_true(fabs(remainder(handle_angle(&d, a.state.c, j) - turn, 2.0 * 3.14159265358979)) < 0.02);
        actor_free(&a);
    }
    dense_free(&d);
}

static void a_soft_turn_finds_the_short_way(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 4);
    vvi_aim aim = {.handle = 2, .channel = VV_CHANNEL_ANGLE, .value = {3.0}, .strength = 0.3};
    a.input.aim_count = 1;
    a.input.aims = &aim;
    double before = 0.0;
    for (uint32_t s = 0; s < 200; s++) {
        assert_true(actor_step(&a));
        double now = handle_angle(&d, a.state.c, 2);
        assert_true(now > before - 0.02);
        before = now;
    }
    assert_true(fabs(before - 3.0) < 0.02);
    actor_free(&a);
    dense_free(&d);
}

/* What is released falls like what was never held. */
static void released_it_is_free_from_the_next_step(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 8);
    vvi_aim aims[3];
    double before[2], after[2], angular;
    a.input.gravity[1] = -9.81;
    a.input.aims = aims;
    for (uint32_t s = 0; s < 30; s++) {
        a.input.aim_count = 3;
        for (uint32_t channel = 0; channel < 3; channel++)
            aims[channel] = moving_aim(&d, 1, (vv_handle_channel)channel, 0.02 * s);
        assert_true(actor_step(&a));
    }
    a.input.aim_count = 0;
    a.state.fresh = true; /* Euler: momentum grows by exactly g h */
    dense_momentum(&d, a.state.c, a.state.v, before, &angular);
    assert_true(actor_step(&a));
    dense_momentum(&d, a.state.c, a.state.v, after, &angular);
    double mass = (double)d.view.mass;
    assert_true(fabs(after[0] - before[0]) < 1e-5 * mass);
    assert_true(fabs(after[1] - before[1] + 9.81 * 0.02 * mass) < 1e-5 * mass);
    actor_free(&a);
    dense_free(&d);
}

/* The others' freedom: how far a push moves a handle in one step while another is keyed on all channels, against the
 * same push with no key at all. */
static void a_key_on_one_handle_leaves_the_others_free(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    double *push = state_room(&d), moved[2], least = 2.0;
    for (uint32_t other = 1; other < d.handle_count; other++) {
        for (uint32_t keyed = 0; keyed < 2; keyed++) {
            actor a = actor_create(&d, 8);
            vvi_aim aims[3];
            for (uint32_t channel = 0; channel < 3; channel++)
                aims[channel] = moving_aim(&d, 0, (vv_handle_channel)channel, 0.0);
            aims[2].value[0] = aims[2].value[1] = 1.0;
            a.input.aims = aims;
            a.input.aim_count = keyed ? 3 : 0;
            memset(push, 0, 2 * (size_t)d.view.stride * sizeof *push);
            push[d.view.stride + 3 * other + 2] = 1.0;
            a.input.push = push;
            assert_true(actor_step(&a));
            moved[keyed] = a.state.c[d.view.stride + 3 * other + 2] - (double)d.handles[other].from.y;
            actor_free(&a);
        }
        least = moved[1] / moved[0] < least ? moved[1] / moved[0] : least;
    }
    printf("             beside a keyed handle the others move at least %.2f as far\n", least);
    assert_true(least > 0.5);
    state_free(&d, push);
    dense_free(&d);
}

static void assert_sane(const dense *d, const actor *a)
{
    for (uint32_t k = 0; k < 2 * d->view.stride; k++)
        assert_true(isfinite(a->state.c[k]) && isfinite(a->state.v[k]) && fabs(a->state.c[k]) < 1e14);
}

static vvi_aim wild_aim(const dense *d, vvi_random *random)
{
    static const double far[] = {0.0, 1e-6, 0.3, 5.0, 1e3, 1e6};
    vvi_aim aim = {.handle = vvi_random_below(random, d->handle_count),
                   .channel = (vv_handle_channel)vvi_random_below(random, 3)};
    double sizes[2] = {far[vvi_random_below(random, 6)], far[vvi_random_below(random, 6)]};
    for (uint32_t i = 0; i < 2; i++) {
        double sign = vvi_random_below(random, 2) ? 1.0 : -1.0;
        aim.value[i] =
            aim.channel == VV_CHANNEL_SCALE ? pow(10.0, (double)vvi_random_below(random, 7) - 3.0) : sign * sizes[i];
        aim.rate[i] = sign * sizes[1 - i];
    }
    aim.strength = vvi_random_below(random, 2) ? 1.0 : (double)vvi_random_unit(random);
    return aim;
}

static void wild_keys_break_nothing(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(99);
    uint32_t refused = 0, steps = 0;
    for (uint32_t round = 0; round < 24; round++) {
        dense_def def = dense_default();
        def.elastic = elastics[round % 2];
        def.cluster_count = round % 3 == 0 ? 30 : 0;
        def.seed = round + 1;
        dense d = dense_create(&def);
        actor a = actor_create(&d, 24);
        vvi_aim aims[12];
        a.input.aims = aims;
        a.input.gravity[1] = -9.81;
        for (uint32_t s = 0; s < 40; s++, steps++) {
            a.input.aim_count = vvi_random_below(&random, 13);
            for (uint32_t i = 0; i < a.input.aim_count; i++)
                aims[i] = wild_aim(&d, &random);
            refused += !actor_step(&a);
            assert_sane(&d, &a);
        }
        actor_free(&a);
        dense_free(&d);
    }
    printf("             %u of %u steps refused\n", refused, steps);
}

static void reversed_every_step(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    for (uint32_t channel = 0; channel < 3; channel++) {
        actor a = actor_create(&d, 4);
        vvi_aim aim = {.handle = 1, .channel = (vv_handle_channel)channel, .strength = 1.0};
        a.input.aim_count = 1;
        a.input.aims = &aim;
        for (uint32_t s = 0; s < 200; s++) {
            double sign = s % 2 ? 1.0 : -1.0;
            aim.value[0] = channel == VV_CHANNEL_SCALE ? (s % 2 ? 1e3 : 1e-3) : sign * (channel ? 3000.0 : 1e6);
            aim.value[1] = channel == VV_CHANNEL_SCALE ? (s % 2 ? 1e-3 : 1e3) : -sign * 1e6;
            actor_step(&a);
            assert_sane(&d, &a);
        }
        a.input.aim_count = 0;
        for (uint32_t s = 0; s < 50; s++) {
            actor_step(&a);
            assert_sane(&d, &a);
        }
        actor_free(&a);
    }
    dense_free(&d);
}

static void numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 4);
    double *before = state_room(&d);
    vvi_aim aims[2] = {{.handle = 1, .value = {NAN, 0.0}, .strength = 1.0},
                       {.handle = 1, .value = {0.0, INFINITY}, .strength = 1.0}};
    memcpy(before, a.state.c, 2 * (size_t)d.view.stride * sizeof *before);
    for (uint32_t i = 0; i < 2; i++) {
        a.input.aim_count = 1;
        a.input.aims = &aims[i];
        assert_false(actor_step(&a));
        assert_memory_equal(before, a.state.c, 2 * (size_t)d.view.stride * sizeof *before);
    }
    double push = NAN;
    a.input.aim_count = 0;
    double *pushes = state_room(&d);
    pushes[2] = push;
    a.input.push = pushes;
    assert_false(actor_step(&a));
    assert_memory_equal(before, a.state.c, 2 * (size_t)d.view.stride * sizeof *before);
    state_free(&d, before);
    state_free(&d, pushes);
    actor_free(&a);
    dense_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_keys_are_met),
        cmocka_unit_test(far_turns_are_met_at_once),
        cmocka_unit_test(a_soft_turn_finds_the_short_way),
        cmocka_unit_test(released_it_is_free_from_the_next_step),
        cmocka_unit_test(a_key_on_one_handle_leaves_the_others_free),
        cmocka_unit_test(wild_keys_break_nothing),
        cmocka_unit_test(reversed_every_step),
        cmocka_unit_test(numbers_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
