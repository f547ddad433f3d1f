/* Skin weights found by heat: they add up, follow the bones, change smoothly over a joint and do not leak into another
 * limb. */
#include "author/fit/fit.h"

#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

enum { RINGS = 41, SIDES = 12, TUBE = RINGS * SIDES, TUBE_FACES = 2 * (RINGS - 1) * SIDES };

/* Open tubes of radius 0.1 along y from 0 to 2, beside each other. */
static vv_form make_tubes(uint32_t tubes, float apart)
{
    vv_form form = {.vertex_count = tubes * TUBE, .triangle_count = tubes * TUBE_FACES};
    form.positions = calloc(form.vertex_count, sizeof *form.positions);
    form.triangles = calloc(3 * form.triangle_count, sizeof *form.triangles);
    uint32_t *c = form.triangles;
    for (uint32_t i = 0; i < tubes * TUBE; i++) {
        float turn = 2.0f * VV_PI * (float)(i % SIDES) / SIDES;
        form.positions[i] = (vv_vec3){0.1f * vv_cos(turn) + apart * (float)(i / TUBE),
                                      2.0f * (float)(i % TUBE / SIDES) / (RINGS - 1), -0.1f * vv_sin(turn)};
        if (i % TUBE / SIDES + 1 == RINGS)
            continue;
        uint32_t b = i - i % SIDES + (i % SIDES + 1) % SIDES;
        uint32_t six[6] = {i, b, i + SIDES, b, b + SIDES, i + SIDES};
        memcpy(c, six, sizeof six);
        c += 6;
    }
    return form;
}

static void free_form(vv_form *form) { free(form->positions), free(form->triangles); }

/* Each limb: from y = 0 over the elbow at 1 to an end at 2. One root for all. */
static vv_skeleton *make_skeleton(uint32_t limbs, float apart)
{
    vv_joint joints[16];
    static const char *const names[3][3] = {
        {"upper", "lower", "lower end"}, {"upper2", "lower2", "lower2 end"}, {"u3", "l3", "l3 end"}};
    uint32_t n = 0;
    joints[n++] = (vv_joint){"root", VV_NONE, {0, 0, 0}, vv_quat_identity()};
    for (uint32_t i = 0; i < limbs; i++) {
        joints[n] = (vv_joint){names[i][0], 0, {apart * (float)i, 0, 0}, vv_quat_identity()};
        joints[n + 1] = (vv_joint){names[i][1], n, {0, 1, 0}, vv_quat_identity()};
        joints[n + 2] = (vv_joint){names[i][2], n + 1, {0, 1, 0}, vv_quat_identity()};
        n += 3;
    }
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(n, joints, NULL, &skeleton, NULL), VV_OK);
    return skeleton;
}

static float weight_of(const uint16_t *joints, const float *weights, uint32_t vertex, uint32_t joint)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < 4; k++)
        sum += joints[4 * vertex + k] == joint ? weights[4 * vertex + k] : 0.0f;
    return sum;
}

static void weights_follow_the_bones(void **state)
{
    (void)state;
    vv_form form = make_tubes(1, 0.0f);
    vv_skeleton *skeleton = make_skeleton(1, 0.0f);
    uint16_t joints[4 * TUBE];
    float weights[4 * TUBE];
    assert_int_equal(vv_fit_skin_weights(&form, skeleton, NULL, joints, weights, NULL), VV_OK);
    float before = 0.0f;
    for (uint32_t v = 0; v < TUBE; v++) {
        float sum = weights[4 * v] + weights[4 * v + 1] + weights[4 * v + 2] + weights[4 * v + 3];
        assert_true(fabsf(sum - 1.0f) < 1e-6f);
        assert_true(weights[4 * v] >= weights[4 * v + 1] && weights[4 * v + 3] >= 0.0f);
        if (v % SIDES != 0)
            continue;
        float lower = weight_of(joints, weights, v, 2), y = form.positions[v].y;
        assert_true(lower >= before - 1e-4f); /* rises along the limb */
        assert_true(lower - before < 0.3f);   /* smoothly: 0.05 m from ring to ring, radius 0.1 m */
        assert_true(fabsf(y - 1.0f) > 1e-3f || fabsf(lower - 0.5f) < 0.1f);
        assert_true((y > 0.6f || lower < 0.05f) && (y < 1.4f || lower > 0.95f));
        before = lower;
    }
    vv_skeleton_destroy(skeleton, NULL);
    free_form(&form);
}

/* Two limbs that nearly touch: each is moved by its own bones alone. */
static void weights_stay_in_their_limb(void **state)
{
    (void)state;
    vv_form form = make_tubes(2, 0.21f);
    vv_skeleton *skeleton = make_skeleton(2, 0.21f);
    uint16_t *joints = calloc(4 * form.vertex_count, 2);
    float *weights = calloc(4 * form.vertex_count, 4);
    assert_int_equal(vv_fit_skin_weights(&form, skeleton, NULL, joints, weights, NULL), VV_OK);
    for (uint32_t v = 0; v < form.vertex_count; v++) {
        uint32_t other = v < TUBE ? 4 : 1;
        float leak = weight_of(joints, weights, v, other) + weight_of(joints, weights, v, other + 1);
        assert_true(form.positions[v].y < 0.2f || leak < 0.02f);
    }
    free(joints), free(weights);
    vv_skeleton_destroy(skeleton, NULL);
    free_form(&form);
}

static void bad_forms_are_refused_and_allocations_may_fail(void **state)
{
    (void)state;
    vv_form form = make_tubes(1, 0.0f);
    vv_skeleton *skeleton = make_skeleton(1, 0.0f);
    uint16_t joints[4 * TUBE];
    float weights[4 * TUBE];
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_result result = vv_fit_skin_weights(&form, skeleton, &allocator, joints, weights, NULL);
        assert_int_equal(counting.used, 0);
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
    }
    form.positions[5].x = NAN;
    assert_int_equal(vv_fit_skin_weights(&form, skeleton, NULL, joints, weights, NULL), VV_ERROR_ARGUMENT);
    form.positions[5].x = 0.0f;
    form.triangles[7] = 100000;
    assert_int_equal(vv_fit_skin_weights(&form, skeleton, NULL, joints, weights, NULL), VV_ERROR_ARGUMENT);
    vv_skeleton_destroy(skeleton, NULL);
    free_form(&form);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_follow_the_bones),
        cmocka_unit_test(weights_stay_in_their_limb),
        cmocka_unit_test(bad_forms_are_refused_and_allocations_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
