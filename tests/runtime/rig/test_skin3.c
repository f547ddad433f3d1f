/* Skins over skeletons: the definition in double, equal bits of both versions, eq. 8 as the exact inverse of eq. 9,
 * near-singular vertices named and kept, refused input, damaged bytes. */
#include "runtime/rig/rig.h"
#include "tests/testing.h"

#include <math.h>

enum { MOST_JOINTS = 40 };

typedef struct sample {
    uint32_t n, m;
    vv_vec3 *rest, *normals;
    uint16_t *joints;
    float *weights;
    vv_affine3 binds[MOST_JOINTS], globals[MOST_JOINTS], scratch[MOST_JOINTS];
    vv_skin3 *skin;
} sample;

static vv_vec3 random_vector(vvi_random *random, float size)
{
    float x = size * (2.0f * vvi_random_unit(random) - 1.0f), y = size * (2.0f * vvi_random_unit(random) - 1.0f);
    return (vv_vec3){x, y, size * (2.0f * vvi_random_unit(random) - 1.0f)};
}

static vv_affine3 random_rigid(vvi_random *random, float half_angle)
{
    return (vv_affine3){vv_quat_to_mat3(vv_quat_exp(random_vector(random, half_angle))), random_vector(random, 1.0f)};
}

static sample make_sample(uint32_t n, uint32_t m, float half_angle, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    sample s = {.n = n, .m = m};
    s.rest = calloc(n, sizeof *s.rest), s.normals = calloc(n, sizeof *s.normals);
    s.joints = calloc(4 * (size_t)n, 2), s.weights = calloc(4 * (size_t)n, 4);
    for (uint32_t v = 0; v < n; v++) {
        s.rest[v] = random_vector(&random, 2.0f);
        s.normals[v] = vv_vec3_normalize(random_vector(&random, 1.0f), (vv_vec3){0.0f, 1.0f, 0.0f});
        for (uint32_t k = 0; k < 4; k++) {
            s.joints[4 * v + k] = (uint16_t)vvi_random_below(&random, m);
            s.weights[4 * v + k] = k > v % 4 ? 0.0f : 0.1f + vvi_random_unit(&random);
        }
    }
    for (uint32_t j = 0; j < m; j++) {
        s.binds[j] = random_rigid(&random, 1.5f);
        vv_affine3 back, turn = random_rigid(&random, half_angle);
        assert_true(vv_affine3_invert(s.binds[j], &back));
        s.globals[j] = vv_affine3_multiply(turn, back);
    }
    vv_skin3_def def = {n, m, s.joints, s.weights, s.binds};
    assert_int_equal(vv_skin3_create(&def, NULL, &s.skin, NULL), VV_OK);
    return s;
}

static void free_sample(sample *s)
{
    vv_skin3_destroy(s->skin, NULL);
    free(s->rest), free(s->normals), free(s->joints), free(s->weights);
}

static void transform(const vv_affine3 *T, const double p[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        const vv_vec3 *r = &T->linear.row[i];
        out[i] = (double)r->x * p[0] + (double)r->y * p[1] + (double)r->z * p[2] + (double)(&T->translation.x)[i];
    }
}

static void skinning_agrees_with_its_definition(void **state)
{
    (void)state;
    for (uint32_t n = 1; n < 40; n++) {
        sample s = make_sample(n, 1 + n % 7, 1.5f, n);
        vv_vec3 *out = calloc(n + 1, sizeof *out);
        out[n] = (vv_vec3){7.0f, 8.0f, 9.0f};
        vv_skin3_apply(s.skin, s.globals, s.rest, NULL, s.scratch, out, NULL);
        for (uint32_t v = 0; v < n; v++) {
            double sum[3] = {0.0}, total = 0.0, p[3] = {(double)s.rest[v].x, (double)s.rest[v].y, (double)s.rest[v].z};
            for (uint32_t k = 0; k < 4; k++) {
                double bound[3], moved[3], w = (double)s.weights[4 * v + k];
                transform(&s.binds[s.joints[4 * v + k]], p, bound);
                transform(&s.globals[s.joints[4 * v + k]], bound, moved);
                total += w;
                for (int i = 0; i < 3; i++)
                    sum[i] += w * moved[i];
            }
            for (int i = 0; i < 3; i++)
                assert_true(fabs(sum[i] / total - (double)(&out[v].x)[i]) < 1e-5);
        }
        assert_true(out[n].x == 7.0f && out[n].y == 8.0f && out[n].z == 9.0f);
        free(out);
        free_sample(&s);
    }
}

static void every_version_gives_the_same_bits(void **state)
{
    (void)state;
    sample s = make_sample(1335, 20, 1.5f, 3);
    vv_vec3 *plain[2], *wide[2], *in_place = calloc(s.n, sizeof *in_place);
    for (int i = 0; i < 2; i++)
        plain[i] = calloc(s.n, sizeof(vv_vec3)), wide[i] = calloc(s.n, sizeof(vv_vec3));
    vvi_skin3_apply_width(s.skin, s.globals, s.rest, s.normals, s.scratch, plain[0], plain[1], VVI_WIDTH_PLAIN);
    vvi_skin3_apply_width(s.skin, s.globals, s.rest, s.normals, s.scratch, wide[0], wide[1], vvi_best_width());
    memcpy(in_place, s.rest, s.n * sizeof *in_place);
    vv_skin3_apply(s.skin, s.globals, in_place, NULL, s.scratch, in_place, NULL);
    assert_memory_equal(plain[0], wide[0], s.n * sizeof(vv_vec3));
    assert_memory_equal(plain[1], wide[1], s.n * sizeof(vv_vec3));
    assert_memory_equal(plain[0], in_place, s.n * sizeof(vv_vec3));
    for (int i = 0; i < 2; i++)
        free(plain[i]), free(wide[i]);
    free(in_place);
    free_sample(&s);
}

/* Normals are those of the plane that the blended transform takes the old plane to. */
static void normals_stay_perpendicular(void **state)
{
    (void)state;
    sample s = make_sample(300, 5, 0.8f, 5);
    vv_vec3 *at = calloc(s.n, sizeof *at), *moved = calloc(s.n, sizeof *moved), *normals = calloc(s.n, sizeof *normals);
    vv_skin3_apply(s.skin, s.globals, s.rest, s.normals, s.scratch, at, normals);
    for (int side = 0; side < 2; side++) {
        vv_vec3 shifted[300], across[300];
        for (uint32_t v = 0; v < s.n; v++) {
            vv_vec3 n = s.normals[v], other = fabsf(n.x) < 0.7f ? (vv_vec3){1, 0, 0} : (vv_vec3){0, 1, 0};
            across[v] = vv_vec3_cross(n, other);
            across[v] = side ? vv_vec3_cross(n, across[v]) : across[v];
            shifted[v] = vv_vec3_add(s.rest[v], across[v]);
        }
        vv_skin3_apply(s.skin, s.globals, shifted, NULL, s.scratch, moved, NULL);
        for (uint32_t v = 0; v < s.n; v++) {
            assert_true(fabsf(vv_vec3_length(normals[v]) - 1.0f) < 1e-5f);
            assert_true(fabsf(vv_vec3_dot(normals[v], vv_vec3_sub(moved[v], at[v]))) < 1e-4f);
        }
    }
    free(at), free(moved), free(normals);
    free_sample(&s);
}

/* Eq. 8 then eq. 9 at the designer's pose gives the designer's form; at rest, eq. 8 changes nothing. */
static void unapply_is_the_inverse_of_apply(void **state)
{
    (void)state;
    sample s = make_sample(500, 6, 0.5f, 9);
    vvi_random random = vvi_random_seed(1);
    vv_vec3 *form = calloc(s.n, sizeof *form), *at_rest = calloc(s.n, sizeof *form), *again = calloc(s.n, sizeof *form);
    for (uint32_t v = 0; v < s.n; v++)
        form[v] = random_vector(&random, 2.0f);
    assert_int_equal(vv_skin3_apply_inverse(s.skin, s.globals, form, s.rest, 20.0f, s.scratch, at_rest, 0, NULL), 0);
    vv_skin3_apply(s.skin, s.globals, at_rest, NULL, s.scratch, again, NULL);
    for (uint32_t v = 0; v < s.n; v++)
        assert_true(vv_vec3_length(vv_vec3_sub(form[v], again[v])) < 1e-5f);
    for (uint32_t j = 0; j < s.m; j++)
        assert_true(vv_affine3_invert(s.binds[j], &s.globals[j]));
    assert_int_equal(vv_skin3_apply_inverse(s.skin, s.globals, s.rest, s.rest, 20.0f, s.scratch, again, 0, NULL), 0);
    for (uint32_t v = 0; v < s.n; v++)
        assert_true(vv_vec3_length(vv_vec3_sub(s.rest[v], again[v])) < 1e-5f);
    free(form), free(at_rest), free(again);
    free_sample(&s);
}

/* Two joints half and half, one turned by nearly half a circle about z: x and y collapse, z does not. */
static void squeezed_vertices_are_named_and_keep_their_place(void **state)
{
    (void)state;
    vv_affine3 one = {vv_mat3_identity(), {0.0f, 0.0f, 0.0f}}, binds[2] = {one, one}, globals[2] = {one, one},
               scratch[2];
    uint16_t joints[12] = {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0};
    float weights[12] = {1.0f, 0.0f, 0.0f, 0.0f, 0.5f, 0.5f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f};
    vv_vec3 rest[3] = {{1, 0, 0}, {1, 2, 3}, {0, 1, 0}}, form[3] = {{1, 0, 0}, {5, 6, 7}, {0, 1, 1}}, out[3];
    globals[1].linear = vv_quat_to_mat3(vv_quat_from_axis_angle((vv_vec3){0, 0, 1}, 3.1f));
    vv_skin3_def def = {3, 2, joints, weights, binds};
    vv_skin3 *skin = NULL;
    uint32_t bad[3] = {99, 99, 99};
    assert_int_equal(vv_skin3_create(&def, NULL, &skin, NULL), VV_OK);
    assert_int_equal(vv_skin3_apply_inverse(skin, globals, form, rest, 20.0f, scratch, out, 3, bad), 1);
    assert_int_equal(bad[0], 1);
    assert_int_equal(bad[1], 99);
    assert_true(fabsf(out[1].x - 1.0f) < 1e-6f && fabsf(out[1].y - 2.0f) < 1e-6f && fabsf(out[1].z - 7.0f) < 1e-5f);
    assert_int_equal(vv_skin3_apply_inverse(skin, globals, form, rest, 20.0f, scratch, out, 0, NULL), 1);
    /* cos(3.1/2) = 0.0208: within 1 : 60 it is undone as well as anything. */
    assert_int_equal(vv_skin3_apply_inverse(skin, globals, form, rest, 60.0f, scratch, out, 3, bad), 0);
    vv_vec3 again[3];
    vv_skin3_apply(skin, globals, out, NULL, scratch, again, NULL);
    assert_true(vv_vec3_length(vv_vec3_sub(again[1], form[1])) < 1e-4f);
    vv_skin3_destroy(skin, NULL);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    uint16_t joints[4] = {0, 1, 0, 0};
    float weights[4] = {2.0f, 2.0f, 0.0f, 0.0f};
    vv_affine3 one = {vv_mat3_identity(), {0.0f, 0.0f, 0.0f}}, binds[2] = {one, one};
    vv_skin3_def good = {1, 2, joints, weights, binds}, def = good;
    vv_skin3 *skin = NULL;
    vv_error error = {0};
    def.vertex_count = 0;
    assert_int_equal(vv_skin3_create(&def, NULL, &skin, &error), VV_ERROR_LIMIT);
    def = good, def.joint_count = VV_SKELETON_MAX_JOINTS + 1;
    assert_int_equal(vv_skin3_create(&def, NULL, &skin, &error), VV_ERROR_LIMIT);
    joints[1] = 2;
    assert_int_equal(vv_skin3_create(&good, NULL, &skin, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "joint 2, but there are only 2 joints"));
    joints[1] = 1;
    const float wrong[] = {-1.0f, NAN, INFINITY};
    for (int k = 0; k < 3; k++) {
        weights[0] = wrong[k];
        assert_int_equal(vv_skin3_create(&good, NULL, &skin, &error), VV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "vertex 0"));
    }
    weights[0] = weights[1] = 0.0f;
    assert_int_equal(vv_skin3_create(&good, NULL, &skin, &error), VV_ERROR_ARGUMENT);
    weights[0] = 1.0f;
    binds[1].translation.y = NAN;
    assert_int_equal(vv_skin3_create(&good, NULL, &skin, &error), VV_ERROR_ARGUMENT);
    binds[1].translation.y = 0.0f;
    assert_null(skin);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    assert_int_equal(vv_skin3_create(&good, &allocator, &skin, &error), VV_ERROR_MEMORY);
    assert_int_equal(vv_skin3_create(&good, &allocator, &skin, &error), VV_OK);
    vv_skin3_destroy(skin, &allocator);
    assert_int_equal(counting.used, 0);
}

static void damaged_bytes_never_harm(void **state)
{
    (void)state;
    sample s = make_sample(37, 4, 1.0f, 2);
    size_t bytes = vvi_skin3_bytes(s.skin), refused = 0;
    assert_int_equal(vvi_skin3_verify(s.skin, bytes, NULL), VV_OK);
    for (size_t length = 0; length < bytes; length++) {
        void *copy = aligned_alloc(64, (length + 63) / 64 * 64 + 64);
        memcpy(copy, s.skin, length);
        assert_int_not_equal(vvi_skin3_verify(copy, length, NULL), VV_OK);
        free(copy);
    }
    unsigned char *copy = aligned_alloc(64, (bytes + 63) / 64 * 64);
    const unsigned char masks[] = {0x01, 0x80, 0xff, 0x10};
    for (size_t k = 0; k < bytes * sizeof masks; k++) {
        vv_vec3 out[37];
        memcpy(copy, s.skin, bytes);
        copy[k / sizeof masks] ^= masks[k % sizeof masks];
        if (vvi_skin3_verify(copy, bytes, NULL) != VV_OK)
            refused++;
        else
            vv_skin3_apply((const vv_skin3 *)(void *)copy, s.globals, s.rest, NULL, s.scratch, out, NULL);
    }
    assert_true(refused > 4 * sizeof(uint32_t) * 10);
    assert_int_equal(vvi_skin3_verify(copy + 1, bytes - 1, NULL), VV_ERROR_ARGUMENT);
    free(copy);
    free_sample(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skinning_agrees_with_its_definition),
        cmocka_unit_test(every_version_gives_the_same_bits),
        cmocka_unit_test(normals_stay_perpendicular),
        cmocka_unit_test(unapply_is_the_inverse_of_apply),
        cmocka_unit_test(squeezed_vertices_are_named_and_keep_their_place),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(damaged_bytes_never_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
