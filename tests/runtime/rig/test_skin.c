/* Skinning: the definition in double precision, equal bits of every version, refused input, damaged bytes. */
#include "runtime/rig/rig.h"
#include "tests/testing.h"

#include <math.h>

typedef struct sample {
    uint32_t n, m;
    vv_vec2 *positions;
    float *weights;
    vv_affine *pose;
    vv_skin *skin;
} sample;

/* `zeros` of 16: how often a weight is zero, as bounded biharmonic weights mostly are. */
static sample make_sample(uint32_t n, uint32_t m, uint32_t zeros, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    sample s = {n, m, calloc(n, sizeof *s.positions), calloc((size_t)n * m, 4), calloc(m, sizeof *s.pose), NULL};
    for (uint32_t v = 0; v < n; v++) {
        float sum = 0.0f, *row = s.weights + (size_t)v * m;
        s.positions[v] = (vv_vec2){4.0f * vvi_random_unit(&random) - 2.0f, vvi_random_unit(&random)};
        for (uint32_t j = 0; j < m; j++)
            sum += row[j] = vvi_random_below(&random, 16) < zeros ? 0.0f : vvi_random_unit(&random);
        if (sum == 0.0f)
            sum = row[v % m] = 1.0f;
        for (uint32_t j = 0; j < m; j++)
            row[j] /= sum;
    }
    float *numbers = &s.pose[0].linear.xx;
    for (uint32_t k = 0; k < 6 * m; k++)
        numbers[k] = 3.0f * vvi_random_unit(&random) - 1.5f;
    vv_skin_def def = {n, m, s.positions, s.weights};
    assert_int_equal(vv_skin_create(&def, NULL, &s.skin, NULL), VV_OK);
    return s;
}

static void free_sample(sample *s)
{
    vv_skin_destroy(s->skin, NULL);
    free(s->positions);
    free(s->weights);
    free(s->pose);
}

static void skinning_agrees_with_its_definition(void **state)
{
    (void)state;
    for (uint32_t n = 1; n < 70; n++) {
        sample s = make_sample(n, 1 + n % 11, n % 16, n);
        vv_vec2 *out = calloc(n + 1, sizeof *out);
        out[n] = (vv_vec2){7.0f, 8.0f};
        vv_skin_apply(s.skin, s.pose, out);
        for (uint32_t v = 0; v < n; v++) {
            double x = 0.0, y = 0.0, rx = (double)s.positions[v].x, ry = (double)s.positions[v].y;
            for (uint32_t j = 0; j < s.m; j++) {
                const vv_affine *T = &s.pose[j];
                double w = (double)s.weights[v * s.m + j];
                x += w * ((double)T->linear.xx * rx + (double)T->linear.xy * ry + (double)T->translation.x);
                y += w * ((double)T->linear.yx * rx + (double)T->linear.yy * ry + (double)T->translation.y);
            }
            assert_true(fabs(x - (double)out[v].x) < 3e-6 && fabs(y - (double)out[v].y) < 3e-6);
        }
        assert_true(out[n].x == 7.0f && out[n].y == 8.0f); /* nothing is written past the end */
        assert_int_equal(vv_skin_vertex_count(s.skin), n);
        assert_int_equal(vv_skin_handle_count(s.skin), s.m);
        free(out);
        free_sample(&s);
    }
}

static void every_version_gives_the_same_bits(void **state)
{
    (void)state;
    uint32_t shapes[][3] = {{1, 1, 0}, {15, 3, 4}, {16, 8, 0}, {17, 8, 12}, {333, 10, 8}, {5000, 8, 0}, {5000, 40, 14}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        sample s = make_sample(shapes[k][0], shapes[k][1], shapes[k][2], 77 + k);
        vv_vec2 *plain = calloc(s.n, sizeof *plain), *wide = calloc(s.n, sizeof *wide);
        vvi_skin_apply_width(s.skin, s.pose, plain, VVI_WIDTH_PLAIN);
        for (vvi_width width = VVI_WIDTH_PLAIN; width <= vvi_best_width(); width++) {
            memset(wide, 0xee, s.n * sizeof *wide);
            vvi_skin_apply_width(s.skin, s.pose, wide, width);
            assert_memory_equal(plain, wide, s.n * sizeof *wide);
        }
        free(plain);
        free(wide);
        free_sample(&s);
    }
}

/* A sum over all handles, zeros and all, in the same order: leaving zeros out must not change a bit. */
static void skipping_zero_weights_changes_nothing(void **state)
{
    (void)state;
    sample s = make_sample(500, 12, 14, 5);
    vv_vec2 *out = calloc(s.n, sizeof *out);
    vv_skin_apply(s.skin, s.pose, out);
    for (uint32_t v = 0; v < s.n; v++) {
        float row[12], sum[6] = {0.0f};
        assert_true(vvi_weights_normalize(12, s.weights + 12 * v, row));
        for (uint32_t j = 0; j < 12; j++)
            for (uint32_t k = 0; k < 6; k++)
                sum[k] += row[j] * (&s.pose[j].linear.xx)[k];
        vv_affine T = {{sum[0], sum[1], sum[2], sum[3]}, {sum[4], sum[5]}};
        vv_vec2 expected = vv_affine_apply(T, s.positions[v]);
        assert_memory_equal(&expected, &out[v], sizeof expected);
    }
    free(out);
    free_sample(&s);
}

static void one_transform_for_all_moves_rigidly(void **state)
{
    (void)state;
    sample s = make_sample(200, 9, 5, 3);
    vv_affine T = {{0.6f, -0.8f, 0.8f, 0.6f}, {100.0f, -50.0f}};
    vv_vec2 out[200];
    for (uint32_t j = 0; j < s.m; j++)
        s.pose[j] = T;
    vv_skin_apply(s.skin, s.pose, out);
    for (uint32_t v = 0; v < s.n; v++)
        assert_true(vv_vec2_distance(out[v], vv_affine_apply(T, s.positions[v])) < 6e-5f);
    free_sample(&s);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    vv_vec2 positions[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    float weights[4] = {1.0f, 0.0f, 0.5f, 0.5f};
    vv_skin_def good = {2, 2, positions, weights}, def = good;
    vv_skin *skin = NULL;
    vv_error error = {0};
    def.vertex_count = 0;
    assert_int_equal(vv_skin_create(&def, NULL, &skin, &error), VV_ERROR_LIMIT);
    def = good;
    def.handle_count = VV_RIG_MAX_HANDLES + 1;
    assert_int_equal(vv_skin_create(&def, NULL, &skin, &error), VV_ERROR_LIMIT);
    weights[2] = 0.6f;
    assert_int_equal(vv_skin_create(&good, NULL, &skin, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "vertex 1"));
    weights[2] = NAN;
    assert_int_equal(vv_skin_create(&good, NULL, &skin, &error), VV_ERROR_ARGUMENT);
    weights[2] = 0.5f;
    positions[1].y = INFINITY;
    assert_int_equal(vv_skin_create(&good, NULL, &skin, &error), VV_ERROR_ARGUMENT);
    assert_null(skin);
    positions[1].y = 0.0f;
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    assert_int_equal(vv_skin_create(&good, &allocator, &skin, &error), VV_ERROR_MEMORY);
    assert_int_equal(counting.used, 0);
    assert_int_equal(vv_skin_create(&good, &allocator, &skin, &error), VV_OK);
    vv_skin_destroy(skin, &allocator);
    assert_int_equal(counting.used, 0);
    vv_skin_destroy(NULL, NULL);
}

static void equal_defs_give_equal_bytes_usable_anywhere(void **state)
{
    (void)state;
    sample a = make_sample(77, 5, 9, 1), b = make_sample(77, 5, 9, 1);
    size_t bytes = vvi_skin_bytes(a.skin);
    vv_vec2 first[77], second[77];
    assert_int_equal(bytes, vvi_skin_bytes(b.skin));
    assert_memory_equal(a.skin, b.skin, bytes);
    char *memory = aligned_alloc(64, bytes + 64);
    memcpy(memory + 16, a.skin, bytes); /* an asset lies at a multiple of 16 only */
    assert_int_equal(vvi_skin_verify(memory + 16, bytes, NULL), VV_OK);
    vv_skin_apply(a.skin, a.pose, first);
    vv_skin_apply((const vv_skin *)(void *)(memory + 16), a.pose, second);
    assert_memory_equal(first, second, sizeof first);
    free(memory);
    free_sample(&a);
    free_sample(&b);
}

/* Every truncation is refused; every flipped byte is refused or harmless. The sanitizers watch the use. */
static void damaged_bytes_never_harm(void **state)
{
    (void)state;
    sample s = make_sample(37, 4, 8, 2);
    size_t bytes = vvi_skin_bytes(s.skin), refused = 0;
    for (size_t length = 0; length < bytes; length++) {
        void *copy = aligned_alloc(16, (length + 15) / 16 * 16 + 16);
        memcpy(copy, s.skin, length);
        assert_int_not_equal(vvi_skin_verify(copy, length, NULL), VV_OK);
        free(copy);
    }
    unsigned char *copy = aligned_alloc(64, bytes);
    const unsigned char masks[] = {0x01, 0x80, 0xff, 0x10};
    for (size_t k = 0; k < bytes * sizeof masks; k++) {
        vv_vec2 out[37];
        memcpy(copy, s.skin, bytes);
        copy[k / sizeof masks] ^= masks[k % sizeof masks];
        if (vvi_skin_verify(copy, bytes, NULL) != VV_OK)
            refused++;
        else
            vv_skin_apply((const vv_skin *)(void *)copy, s.pose, out);
    }
    assert_true(refused > 64); /* at least the header's */
    assert_int_equal(vvi_skin_verify(copy + 1, bytes - 1, NULL), VV_ERROR_ARGUMENT);
    free(copy);
    free_sample(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skinning_agrees_with_its_definition),
        cmocka_unit_test(every_version_gives_the_same_bits),
        cmocka_unit_test(skipping_zero_weights_changes_nothing),
        cmocka_unit_test(one_transform_for_all_moves_rigidly),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(equal_defs_give_equal_bytes_usable_anywhere),
        cmocka_unit_test(damaged_bytes_never_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
