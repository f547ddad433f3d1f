/* When feet stand, and cycles: against walkers whose every step is known. */
#include "walkers.h"

static vv_footfalls footfalls_of(const vv_take *take)
{
    vv_footfalls footfalls;
    vv_error error;
    assert_int_equal(vv_fit_footfalls(take, 2, walker_feet, NULL, &footfalls, &error), VV_OK);
    return footfalls;
}

/* A foot's own moments: `down` at whole cycles, `up` a stance later. A swing begins and ends with no speed at all, so a
 * threshold on speed is late and early by a little. */
static void check_footfalls(const walker *w, double slack)
{
    vv_take take = make_take(w, NULL);
    vv_footfalls footfalls = footfalls_of(&take);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < footfalls.count; i++) {
        const vv_footfall *c = &footfalls.list[i];
        double cycle = c->foot == 1 ? 0.5 + w->phase : w->phase, end = (take.frame_count - 1) / w->rate;
        double whole = floor(c->from / w->period + cycle + 0.3), down = (whole - cycle) * w->period;
        double up = down + w->stance * w->period;
        assert_true(i == 0 || footfalls.list[i - 1].from <= c->from);
        assert_true(fabs(c->from - (down > 0.0 ? down : 0.0)) < slack * w->period);
        assert_true(fabs(c->to - (up < end ? up : end)) < slack * w->period);
        seen++;
    }
    assert_in_range(seen, (uint32_t)(2.0 * w->seconds / w->period), (uint32_t)(2.0 * w->seconds / w->period) + 2);
    vv_footfalls_destroy(&footfalls);
    vv_take_destroy(&take);
}

static void walks_and_runs_are_told_by_their_feet(void **state)
{
    (void)state;
    walker w = default_walker("walk");
    check_footfalls(&w, 0.06);
    w.rate = 120.0;
    w.heading = 1.0;
    check_footfalls(&w, 0.06);
    w.stance = 0.35;
    w.speed = 3.5;
    w.period = 0.7;
    check_footfalls(&w, 0.06);
    w = default_walker("slow");
    w.period = 2.0;
    w.seconds = 7.0;
    w.speed = 0.4;
    w.rate = 30.0;
    check_footfalls(&w, 0.06);
}

static void slopes_up_and_down_make_no_difference(void **state)
{
    (void)state;
    for (double slope = -0.3; slope < 0.31; slope += 0.1) {
        walker w = default_walker("slope");
        w.slope = slope;
        check_footfalls(&w, 0.06);
    }
}

static void the_ground_is_where_feet_stand(void **state)
{
    (void)state;
    walker w = default_walker("walk");
    vv_take take = make_take(&w, NULL);
    vv_footfalls footfalls = footfalls_of(&take);
    assert_true(fabsf(footfalls.ground - 0.01f) < 1e-4f); /* toes 0.07 below ankles at 0.08 */
    vv_footfalls_destroy(&footfalls);
    vv_take_destroy(&take);
}

static void cycles_begin_as_the_left_foot_comes_down(void **state)
{
    (void)state;
    static const char *labels[] = {"left down", "right up", "right down", "left up", "left down"};
    walker w = default_walker("walk");
    w.phase = 0.3;
    vv_take take = make_take(&w, NULL);
    vv_cut cut;
    assert_int_equal(vv_fit_cycle(&take, 2, walker_feet, -1.0, NULL, &cut, NULL), VV_OK);
    const double phases[] = {0.0, 0.1, 0.5, 0.6, 1.0};
    assert_int_equal(cut.keytime_count, 5);
    assert_true(cut.from == cut.keytimes[0].time && cut.to == cut.keytimes[4].time);
    assert_true(fabs(cut.to - cut.from - w.period) < 0.01);
    for (uint32_t k = 0; k < 5; k++) {
        assert_string_equal(cut.keytimes[k].label, labels[k]);
        assert_true(fabs((cut.keytimes[k].time - cut.from) / w.period - phases[k]) < 0.06);
    }
    vv_cut late;
    assert_int_equal(vv_fit_cycle(&take, 2, walker_feet, 2.5, NULL, &late, NULL), VV_OK);
    assert_true(late.from <= 2.5 && late.to >= 2.5);
    vv_take_destroy(&take);
}

static void runs_have_flights(void **state)
{
    (void)state;
    static const char *labels[] = {"left down", "left up", "right down", "right up", "left down"};
    walker w = default_walker("run");
    w.stance = 0.35;
    w.speed = 3.0;
    w.period = 0.7;
    vv_take take = make_take(&w, NULL);
    vv_cut cut;
    assert_int_equal(vv_fit_cycle(&take, 2, walker_feet, -1.0, NULL, &cut, NULL), VV_OK);
    assert_int_equal(cut.keytime_count, 5);
    for (uint32_t k = 0; k < 5; k++)
        assert_string_equal(cut.keytimes[k].label, labels[k]);
    vv_take_destroy(&take);
}

static void poses_tell_where_feet_do_not(void **state)
{
    (void)state;
    walker w = default_walker("in the air");
    vv_take take = make_take(&w, NULL);
    vv_cut cut;
    assert_int_equal(vv_fit_cycle(&take, 0, NULL, -1.0, NULL, &cut, NULL), VV_OK);
    assert_int_equal(cut.keytime_count, 2);
    double rounds = (cut.to - cut.from) / w.period;
    assert_true(fabs(rounds - floor(rounds + 0.5)) < 0.02 && rounds > 0.5);
    vv_take_destroy(&take);
}

static void refuses(const vv_take *take, const char *message)
{
    vv_cut cut;
    vv_error error;
    assert_int_equal(vv_fit_cycle(take, 2, walker_feet, -1.0, NULL, &cut, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, message));
    assert_true(error.remedy[0] != '\0');
}

static void what_does_not_come_round_is_refused(void **state)
{
    (void)state;
    walker w = default_walker("short");
    w.seconds = 0.03;
    vv_take take = make_take(&w, NULL);
    refuses(&take, "has only 2 frames");
    vv_take_destroy(&take);
    w = default_walker("half");
    w.seconds = 0.5;
    take = make_take(&w, NULL);
    refuses(&take, "never returns to an earlier pose");
    vv_take_destroy(&take);
    w = default_walker("spin");
    w.period = 1.0;
    take = make_take(&w, NULL);
    for (uint32_t f = 0; f < take.frame_count; f++) /* the spine folds ever further */
        take.turns[f * WALKER_JOINTS + SPINE] = about(1, 0, 0, 0.025 * f);
    refuses(&take, "does not loop");
    vv_take_destroy(&take);
}

static void a_piece_gets_keytimes_between_its_ends(void **state)
{
    (void)state;
    walker w = default_walker("piece");
    vv_take take = make_take(&w, NULL);
    vv_cut cut;
    assert_int_equal(vv_fit_keytimes(&take, 2, walker_feet, 0.3, 1.5, NULL, &cut, NULL), VV_OK);
    static const char *labels[] = {"start", "right down", "left up", "left down", "right up", "end"};
    assert_int_equal(cut.keytime_count, 6);
    for (uint32_t k = 0; k < 6; k++) {
        assert_string_equal(cut.keytimes[k].label, labels[k]);
        assert_true(k == 0 || cut.keytimes[k].time > cut.keytimes[k - 1].time);
    }
    assert_int_equal(vv_fit_keytimes(&take, 2, walker_feet, 0.0, 0.0, NULL, &cut, NULL), VV_OK);
    assert_true(cut.from == 0.0 && fabs(cut.to - 4.0) < 1e-9);
    vv_error error;
    assert_int_equal(vv_fit_keytimes(&take, 2, walker_feet, 1.0, 5.0, NULL, &cut, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "which lasts 4 s"));
    vv_take_destroy(&take);
    w.seconds = 60.0;
    take = make_take(&w, NULL);
    assert_int_equal(vv_fit_keytimes(&take, 2, walker_feet, 0.0, 0.0, NULL, &cut, &error), VV_ERROR_LIMIT);
    vv_take_destroy(&take);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    walker w = default_walker("walk");
    vv_take take = make_take(&w, NULL);
    for (uint32_t feet = 0; feet <= 2; feet += 2) {
        for (uint64_t n = 1;; n++) {
            vv_counting counting = {.fail_at = n};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_cut cut;
            vv_error error;
            vv_result result = vv_fit_cycle(&take, feet, walker_feet, -1.0, &allocator, &cut, &error);
            assert_int_equal(counting.used, 0);
            if (result == VV_OK)
                break;
            assert_int_equal(result, VV_ERROR_MEMORY);
            assert_true(n < 50);
        }
    }
    vv_take_destroy(&take);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_and_runs_are_told_by_their_feet),
        cmocka_unit_test(slopes_up_and_down_make_no_difference),
        cmocka_unit_test(the_ground_is_where_feet_stand),
        cmocka_unit_test(cycles_begin_as_the_left_foot_comes_down),
        cmocka_unit_test(runs_have_flights),
        cmocka_unit_test(poses_tell_where_feet_do_not),
        cmocka_unit_test(what_does_not_come_round_is_refused),
        cmocka_unit_test(a_piece_gets_keytimes_between_its_ends),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
