/* What is refused, what happens without memory, and cancelling. */
#include "check.h"
#include "draw.h"

static bool ring(double x, double y) { return in_disc(x, y, 30, 30, 26) && !in_disc(x, y, 32, 30, 10); }

static const vv_vec2 points[3] = {{12, 30}, {30, 12}, {90, 90}};
static const vv_cut_bone bones[2] = {{{10, 30}, {50, 33}}, {{30, 8}, {30, 52}}};

static vv_cut_def full_def(void)
{
    vv_cut_def def = vv_default_cut_def();
    def.points = points, def.point_count = 3;
    def.bones = bones, def.bone_count = 2;
    return def;
}

static void nothing_to_cut_is_refused(void **state)
{
    (void)state;
    vv_image image = blank(40, 40);
    vv_cut_def def = vv_default_cut_def();
    vv_cut cut;
    vv_error error = {0};
    assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, &error), VV_ERROR_ARGUMENT);
    assert_true(error.message[0] && error.remedy[0]);
    set_alpha(&image, 7, 7, 7); /* below the threshold */
    assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, NULL), VV_ERROR_ARGUMENT);
    set_alpha(&image, 7, 7, 8);
    assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, NULL), VV_OK);
    vv_cut_destroy(&cut, &def, NULL);
    vv_image none = {0, 0, NULL};
    assert_int_equal(vv_cut_image(&none, &def, NULL, NULL, &cut, NULL), VV_ERROR_ARGUMENT);
    vv_image_destroy(&image, NULL);
}

static void every_wrong_setting_is_refused(void **state)
{
    (void)state;
    vv_image image = draw(60, 60, ring);
    vv_vec2 bad_point = {NAN, 3};
    vv_cut_bone bad_bone = {{1, 2}, {3, INFINITY}};
    for (int i = 0; i < 16; ++i) {
        vv_cut_def def = full_def();
        const float wrong[4] = {-0.01f, NAN, INFINITY, 1e6f};
        switch (i) {
        case 0:
        case 1:
        case 2:
        case 3:
            def.threshold = wrong[i % 4];
            break;
        case 4:
        case 5:
        case 6:
        case 7:
            def.margin = wrong[i % 4];
            break;
        case 8:
        case 9:
        case 10:
            def.minimum_angle = wrong[i % 4];
            break;
        case 11:
            def.minimum_angle = 30.5f;
            break;
        case 12:
            def.speck = NAN;
            break;
        case 13:
            def.vertices = 2;
            break;
        case 14:
            def.points = &bad_point, def.point_count = 1;
            break;
        default:
            def.bones = &bad_bone, def.bone_count = 1;
            break;
        }
        vv_cut cut;
        vv_error error = {0};
        assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, &error), VV_ERROR_ARGUMENT);
        assert_true(error.message[0] != 0);
    }
    vv_image_destroy(&image, NULL);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    vv_image image = draw(60, 60, ring);
    vv_cut_def def = full_def();
    def.vertices = 200;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    bool done = false;
    uint64_t n = 1;
    for (; !done; ++n) {
        assert_true(n < 100000);
        counting.fail_at = n;
        vv_cut cut;
        vv_error error = {0};
        vv_result result = vv_cut_image(&image, &def, &allocator, NULL, &cut, &error);
        done = result == VV_OK;
        if (done)
            vv_cut_destroy(&cut, &def, &allocator);
        else
            assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(counting.used, 0);
    }
    assert_true(n > 50);
    vv_image_destroy(&image, NULL);
}

typedef struct reports {
    unsigned count, stop_at;
    float last;
    bool monotone;
} reports;

static bool report(void *user, float done)
{
    reports *r = user;
    r->monotone &= done >= r->last && done <= 1.0f;
    r->last = done;
    return ++r->count != r->stop_at;
}

static void progress_is_reported_and_cancels_anywhere(void **state)
{
    (void)state;
    vv_image image = draw(60, 60, ring);
    vv_cut_def def = full_def();
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    reports all = {.monotone = true};
    vv_cut cut;
    assert_int_equal(vv_cut_image(&image, &def, &allocator, &(vv_progress){report, &all}, &cut, NULL), VV_OK);
    vv_cut_destroy(&cut, &def, &allocator);
    assert_true(all.monotone && all.count > 5);
    for (unsigned stop = 1; stop <= all.count; ++stop) {
        reports r = {.stop_at = stop, .monotone = true};
        vv_error error = {0};
        assert_int_equal(vv_cut_image(&image, &def, &allocator, &(vv_progress){report, &r}, &cut, &error),
                         VV_ERROR_CANCELLED);
        assert_int_equal(r.count, stop);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(vv_cut_image(&image, &def, &allocator, &(vv_progress){NULL, NULL}, &cut, NULL), VV_OK);
    vv_cut_destroy(&cut, &def, &allocator);
    vv_image_destroy(&image, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_cut_is_refused),
        cmocka_unit_test(every_wrong_setting_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(progress_is_reported_and_cancels_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
