/* Algebra against definitions: reconstruction, orthogonality, and brute force over rotations. */
#include "runtime/base/base.h"
#include "tests/testing.h"

static float signed_unit(vvi_random *random) { return 2.0f * vvi_random_unit(random) - 1.0f; }

static float difference2(vv_mat2 a, vv_mat2 b)
{
    return fabsf(a.xx - b.xx) + fabsf(a.xy - b.xy) + fabsf(a.yx - b.yx) + fabsf(a.yy - b.yy);
}

static void polar_decomposition_reconstructs_and_is_closest(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    for (int i = 0; i < 2000; i++) {
        vv_mat2 m = {signed_unit(&random), signed_unit(&random), signed_unit(&random), signed_unit(&random)};
        vv_polar2 polar = vv_mat2_polar(m);
        assert_true(difference2(vv_polar2_compose(polar), m) < 2e-6f);
        double best = 1e30; /* brute force: the nearest of 20,000 rotations is no nearer */
        for (int k = 0; k < 20000; k += 7) {
            double a = k * 6.283185307179586 / 20000, c = cos(a), s = sin(a);
            double xx = (double)m.xx - c, xy = (double)m.xy + s, yx = (double)m.yx - s, yy = (double)m.yy - c;
            best = fmin(best, xx * xx + xy * xy + yx * yx + yy * yy);
        }
        double c = cos((double)polar.angle), s = sin((double)polar.angle);
        double xx = (double)m.xx - c, xy = (double)m.xy + s, yx = (double)m.yx - s, yy = (double)m.yy - c;
        assert_true(xx * xx + xy * xy + yx * yx + yy * yy <= best + 1e-5);
    }
}

static void polar_decomposition_of_special_matrices(void **state)
{
    (void)state;
    vv_polar2 zero = vv_mat2_polar((vv_mat2){0, 0, 0, 0}), mirror = vv_mat2_polar((vv_mat2){-1, 0, 0, 1});
    assert_true(zero.angle == 0.0f && zero.xx == 0.0f && zero.yy == 0.0f);
    assert_true(mirror.angle == 0.0f && mirror.xx == -1.0f && mirror.yy == 1.0f && mirror.xy == 0.0f);
    vv_polar2 half_turn = vv_mat2_polar((vv_mat2){-1, 0, 0, -1});
    assert_true(half_turn.angle == VV_PI && half_turn.xx == 1.0f && half_turn.yy == 1.0f);
}

static void polar_decomposition_holds_for_very_small_and_very_large_matrices(void **state)
{
    (void)state;
    for (float scale = 1e-36f; scale < 1e38f; scale *= 10.0f) {
        vv_mat2 m = {0.0f, -2.0f * scale, scale, 0.0f};
        vv_polar2 polar = vv_mat2_polar(m);
        assert_float_equal(polar.angle, VV_PI / 2, 1e-6f);
        vv_mat2 back = vv_polar2_compose(polar);
        assert_true(fabsf(back.xy / scale + 2.0f) < 1e-5f && fabsf(back.yx / scale - 1.0f) < 1e-5f);
    }
}

static void what_has_no_finite_inverse_is_not_inverted(void **state)
{
    (void)state;
    vv_affine small = {{1e-39f, 0, 0, 1e-39f}, {1, 1}}, untouched = vv_affine_identity();
    assert_false(vv_affine_invert(small, &untouched));
    assert_true(untouched.linear.xx == 1.0f && untouched.translation.x == 0.0f);
    vv_mat3 m = {{{1e-14f, 0, 0}, {0, 1e-14f, 0}, {0, 0, 1e-14f}}}, out = vv_mat3_identity();
    assert_false(vv_mat3_invert(m, &out));
    assert_true(out.row[0].x == 1.0f);
}

static void affine_inverse_undoes(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    for (int i = 0; i < 1000; i++) {
        vv_affine a = {{signed_unit(&random) + 2, signed_unit(&random), signed_unit(&random), signed_unit(&random) + 2},
                       {signed_unit(&random), signed_unit(&random)}};
        vv_affine inverse;
        assert_true(vv_affine_invert(a, &inverse));
        vv_vec2 p = {signed_unit(&random), signed_unit(&random)};
        assert_true(vv_vec2_distance(vv_affine_apply(inverse, vv_affine_apply(a, p)), p) < 1e-5f);
        vv_affine both = vv_affine_multiply(inverse, a);
        assert_true(difference2(both.linear, vv_mat2_identity()) < 1e-5f);
    }
    vv_affine out;
    assert_false(vv_affine_invert((vv_affine){{1, 2, 2, 4}, {0, 0}}, &out));
}

static vv_quat random_quat(vvi_random *random)
{
    return vv_quat_normalize(
        (vv_quat){signed_unit(random), signed_unit(random), signed_unit(random), signed_unit(random)});
}

static float quat_difference(vv_quat a, vv_quat b) { return 1.0f - fabsf(vv_quat_dot(a, b)); }

static void quaternions_agree_with_their_matrices(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int i = 0; i < 2000; i++) {
        vv_quat a = random_quat(&random), b = random_quat(&random);
        vv_vec3 p = {signed_unit(&random), signed_unit(&random), signed_unit(&random)};
        vv_vec3 direct = vv_quat_rotate(vv_quat_multiply(a, b), p);
        vv_vec3 by_matrix = vv_mat3_apply(vv_mat3_multiply(vv_quat_to_mat3(a), vv_quat_to_mat3(b)), p);
        assert_true(vv_vec3_length(vv_vec3_sub(direct, by_matrix)) < 3e-6f);
        assert_true(quat_difference(vv_mat3_to_quat(vv_quat_to_mat3(a)), a) < 1e-6f);
        assert_true(quat_difference(vv_quat_exp(vv_quat_log(a)), a) < 1e-6f);
    }
}

static void slerp_turns_at_even_speed_the_short_way(void **state)
{
    (void)state;
    vv_vec3 axis = {0, 0.6f, 0.8f};
    for (int i = 0; i <= 10; i++) {
        float t = (float)i / 10.0f;
        vv_quat expected = vv_quat_from_axis_angle(axis, 0.3f + t * 2.0f);
        vv_quat end = vv_quat_from_axis_angle(axis, 2.3f), negated = {-end.x, -end.y, -end.z, -end.w};
        assert_true(quat_difference(vv_quat_slerp(vv_quat_from_axis_angle(axis, 0.3f), end, t), expected) < 1e-6f);
        assert_true(quat_difference(vv_quat_slerp(vv_quat_from_axis_angle(axis, 0.3f), negated, t), expected) < 1e-6f);
    }
}

static void between_takes_one_direction_to_the_other(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(6);
    for (int i = 0; i < 2000; i++) {
        vv_vec3 x = {1, 0, 0};
        vv_vec3 a = vv_vec3_normalize((vv_vec3){signed_unit(&random), signed_unit(&random), signed_unit(&random)}, x);
        vv_vec3 b = vv_vec3_normalize((vv_vec3){signed_unit(&random), signed_unit(&random), signed_unit(&random)}, x);
        if (i % 3 == 0)
            b = vv_vec3_scale(a, -1.0f);
        vv_vec3 turned = vv_quat_rotate(vv_quat_between(a, b), a);
        assert_true(vv_vec3_length(vv_vec3_sub(turned, b)) < 2e-3f);
    }
}

/* R orthogonal and proper, S symmetric, R S = m; and S positive where m is not mirrored, which makes R the closest. */
static void check_polar3(vv_mat3 m)
{
    vv_quat rotation;
    vv_mat3 stretch;
    vv_mat3_polar(m, &rotation, &stretch);
    vv_mat3 back = vv_mat3_multiply(vv_quat_to_mat3(rotation), stretch);
    for (int r = 0; r < 3; r++) {
        assert_true(vv_vec3_length(vv_vec3_sub(back.row[r], m.row[r])) < 1e-5f);
    }
    assert_float_equal(stretch.row[0].y, stretch.row[1].x, 1e-6f);
    float determinant = vv_mat3_determinant(m);
    float trace = stretch.row[0].x + stretch.row[1].y + stretch.row[2].z;
    assert_true(trace > -1e-5f);
    if (determinant > 1e-3f) {
        assert_true(stretch.row[0].x > 0 && vv_mat3_determinant(stretch) > 0);
    }
}

static void polar_decomposition_in_three_dimensions(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(7);
    for (int i = 0; i < 3000; i++) {
        vv_mat3 m;
        for (int r = 0; r < 3; r++)
            m.row[r] = (vv_vec3){signed_unit(&random), signed_unit(&random), signed_unit(&random)};
        if (i % 5 == 0)
            m.row[2] = vv_vec3_add(m.row[0], m.row[1]); /* rank 2 */
        if (i % 50 == 0)
            m.row[1] = m.row[0]; /* rank 1 */
        check_polar3(m);
    }
    check_polar3((vv_mat3){{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}});
    check_polar3((vv_mat3){{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    check_polar3((vv_mat3){{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}});
}

static void affine3_inverse_undoes(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    for (int i = 0; i < 500; i++) {
        vv_affine3 a = {vv_quat_to_mat3(random_quat(&random)), {signed_unit(&random), 2, 3}}, inverse;
        a.linear.row[0] = vv_vec3_scale(a.linear.row[0], 1.0f + vvi_random_unit(&random));
        assert_true(vv_affine3_invert(a, &inverse));
        vv_vec3 p = {signed_unit(&random), signed_unit(&random), signed_unit(&random)};
        vv_vec3 back = vv_affine3_apply(vv_affine3_multiply(inverse, a), p);
        assert_true(vv_vec3_length(vv_vec3_sub(back, p)) < 1e-5f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polar_decomposition_reconstructs_and_is_closest),
        cmocka_unit_test(polar_decomposition_of_special_matrices),
        cmocka_unit_test(polar_decomposition_holds_for_very_small_and_very_large_matrices),
        cmocka_unit_test(what_has_no_finite_inverse_is_not_inverted),
        cmocka_unit_test(affine_inverse_undoes),
        cmocka_unit_test(quaternions_agree_with_their_matrices),
        cmocka_unit_test(slerp_turns_at_even_speed_the_short_way),
        cmocka_unit_test(between_takes_one_direction_to_the_other),
        cmocka_unit_test(polar_decomposition_in_three_dimensions),
        cmocka_unit_test(affine3_inverse_undoes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
