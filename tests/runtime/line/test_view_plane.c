/* Papers: what is cast is seen where it was cast from, and the view is the one that its angles say. */
#include "runtime/line/line.h"
#include "tests/testing.h"

static void sides_are_where_the_header_says(void **state)
{
    (void)state;
    vv_view_plane front = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0.0f, 1.0f, 0.0f}, 0.0f);
    vv_vec2 left_hand = vv_view_plane_project(&front, (vv_vec3){0.5f, 1.25f, 3.0f});
    assert_float_equal(left_hand.x, 0.5f, 1e-6f);
    assert_float_equal(left_hand.y, 0.25f, 1e-6f);
    /* From its left side a figure looks to the left of the paper. */
    vv_view_plane side = vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, (vv_vec3){0}, 0.0f);
    assert_float_equal(vv_view_plane_project(&side, (vv_vec3){0.0f, 0.0f, 1.0f}).x, -1.0f, 1e-6f);
    /* From above, what is before the figure is lower on the paper. */
    vv_view_plane above = vv_view_plane_from_angles(0.0f, 0.5f, (vv_vec3){0}, 0.0f);
    assert_true(vv_view_plane_project(&above, (vv_vec3){0.0f, 0.0f, 1.0f}).y < -0.4f);
}

static void nearer_is_larger(void **state)
{
    (void)state;
    vv_view_plane paper = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0}, 4.0f);
    assert_float_equal(vv_view_plane_project(&paper, (vv_vec3){1.0f, 0.0f, 0.0f}).x, 1.0f, 1e-6f);
    assert_float_equal(vv_view_plane_project(&paper, (vv_vec3){1.0f, 0.0f, 2.0f}).x, 2.0f, 1e-6f);
    vv_vec2 behind = vv_view_plane_project(&paper, (vv_vec3){1.0f, 0.0f, 9.0f});
    assert_true(behind.x > 10.0f && behind.x < 1000.0f);
}

static float between(vvi_random *random, float low, float high) { return low + (high - low) * vvi_random_unit(random); }

static void casting_is_the_inverse(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int i = 0; i < 2000; i++) {
        float heading = between(&random, -3.0f, 3.0f);
        float pitch = between(&random, -1.0f, 1.0f);
        float distance = i % 2 == 0 ? 0.0f : between(&random, 3.0f, 9.0f);
        vv_view_plane paper = vv_view_plane_from_angles(heading, pitch, (vv_vec3){0.1f, 1.0f, -0.2f}, distance);
        vv_vec2 at;
        at.x = between(&random, -1.0f, 1.0f);
        at.y = between(&random, -1.0f, 1.0f);
        float tilt = between(&random, -1.0f, 1.0f);
        vv_quat plane = vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, tilt);
        vv_vec3 normal = vv_quat_rotate(vv_quat_multiply(paper.rotation, plane), (vv_vec3){0.0f, 0.0f, 1.0f});
        vv_vec3 hit = vv_view_plane_unproject(&paper, at, paper.centre, normal);
        assert_float_equal(vv_vec3_dot(vv_vec3_sub(hit, paper.centre), normal), 0.0f, 2e-5f);
        vv_vec2 seen = vv_view_plane_project(&paper, hit);
        assert_float_equal(seen.x, at.x, 2e-5f);
        assert_float_equal(seen.y, at.y, 2e-5f);
    }
}

static void edges_stay_finite(void **state)
{
    (void)state;
    vv_view_plane paper = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0}, 0.0f);
    vv_vec3 hit = vv_view_plane_unproject(&paper, (vv_vec2){1.0f, 0.0f}, (vv_vec3){0}, (vv_vec3){1.0f, 0.0f, 0.0f});
    assert_true(fabsf(hit.z) > 10.0f && fabsf(hit.z) < 1000.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_where_the_header_says),
        cmocka_unit_test(nearer_is_larger),
        cmocka_unit_test(casting_is_the_inverse),
        cmocka_unit_test(edges_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
