/* Skeletons: what is refused, what is kept, globals against composing by hand, and bytes from outside. */
#include "runtime/rig/rig.h"
#include "tests/testing.h"

static vv_vec3 random_vec3(vvi_random *random)
{
    float x = vvi_random_unit(random) - 0.5f, y = vvi_random_unit(random) - 0.5f, z = vvi_random_unit(random) - 0.5f;
    return (vv_vec3){x, y, z};
}

static vv_quat random_turn(vvi_random *random)
{
    vv_vec3 v = random_vec3(random);
    return vv_quat_normalize((vv_quat){v.x, v.y, v.z, vvi_random_unit(random) - 0.5f});
}

/* A tree of `count` joints whose parents are random earlier ones. */
static vv_skeleton *random_skeleton(uint32_t count, uint64_t seed, const vv_allocator *allocator)
{
    vvi_random random = vvi_random_seed(seed);
    vv_joint *joints = calloc(count, sizeof *joints);
    char(*names)[16] = calloc(count, sizeof *names);
    for (uint32_t j = 0; j < count; j++) {
        snprintf(names[j], sizeof names[j], "joint %u", j);
        uint32_t parent = j == 0 ? VV_NONE : vvi_random_below(&random, j);
        joints[j] = (vv_joint){names[j], parent, random_vec3(&random), random_turn(&random)};
    }
    vv_skeleton *skeleton = NULL;
    (void)vv_skeleton_create(count, joints, allocator, &skeleton, NULL);
    free(names);
    free(joints);
    return skeleton;
}

static void a_skeleton_keeps_what_it_was_given(void **state)
{
    (void)state;
    const vv_joint joints[3] = {{"hips", VV_NONE, {0, 1, 0}, {0, 0, 0, 1}},
                                {"Füße", 0, {0, -0.5f, 0.25f}, {0, 1, 0, 0}},
                                {"toe", 1, {1, 2, 3}, {0.5f, 0.5f, 0.5f, 0.5f}}};
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(3, joints, NULL, &skeleton, NULL), VV_OK);
    assert_int_equal(vv_skeleton_joint_count(skeleton), 3);
    vv_quat turns[3];
    vv_vec3 moves[3];
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_rest(skeleton, NULL, NULL);
    for (uint32_t j = 0; j < 3; j++) {
        vv_joint seen = vv_skeleton_joint(skeleton, j);
        assert_string_equal(seen.name, joints[j].name);
        assert_int_equal(seen.parent, joints[j].parent);
        assert_memory_equal(&seen.translation, &joints[j].translation, sizeof seen.translation);
        assert_memory_equal(&seen.rotation, &joints[j].rotation, sizeof seen.rotation);
        assert_memory_equal(&turns[j], &joints[j].rotation, sizeof seen.rotation);
        assert_memory_equal(&moves[j], &joints[j].translation, sizeof seen.translation);
        assert_int_equal(vv_skeleton_find(skeleton, joints[j].name), j);
    }
    assert_int_equal(vv_skeleton_find(skeleton, "hip"), VV_NONE);
    vv_skeleton_destroy(skeleton, NULL);
    vv_skeleton_destroy(NULL, NULL);
}

static void skeletons_of_other_places_are_the_same_those_of_other_names_or_parents_are_not(void **state)
{
    (void)state;
    vv_joint joints[3] = {{"a", VV_NONE, {0, 1, 0}, {0, 0, 0, 1}},
                          {"b", 0, {0, -0.5f, 0.25f}, {0, 1, 0, 0}},
                          {"c", 1, {1, 2, 3}, {0.5f, 0.5f, 0.5f, 0.5f}}};
    vv_skeleton *own = NULL, *moved = NULL, *named = NULL, *hung = NULL, *shorter = NULL;
    assert_int_equal(vv_skeleton_create(3, joints, NULL, &own, NULL), VV_OK);
    assert_int_equal(vv_skeleton_create(2, joints, NULL, &shorter, NULL), VV_OK);
    joints[1].translation.x = 4.0f;
    assert_int_equal(vv_skeleton_create(3, joints, NULL, &moved, NULL), VV_OK);
    joints[2].name = "d";
    assert_int_equal(vv_skeleton_create(3, joints, NULL, &named, NULL), VV_OK);
    joints[2].name = "c";
    joints[2].parent = 0;
    assert_int_equal(vv_skeleton_create(3, joints, NULL, &hung, NULL), VV_OK);
    assert_true(vv_skeleton_has_same_joints(own, moved));
    assert_false(vv_skeleton_has_same_joints(own, named));
    assert_false(vv_skeleton_has_same_joints(own, hung));
    assert_false(vv_skeleton_has_same_joints(own, shorter));
    vv_skeleton *all[5] = {own, moved, named, hung, shorter};
    for (int i = 0; i < 5; i++)
        vv_skeleton_destroy(all[i], NULL);
}

static vv_result create_with(vv_joint second, vv_error *error)
{
    vv_joint joints[2] = {{"root", VV_NONE, {0, 0, 0}, {0, 0, 0, 1}}, second};
    vv_skeleton *skeleton = NULL;
    vv_result result = vv_skeleton_create(2, joints, NULL, &skeleton, error);
    assert_true((result == VV_OK) == (skeleton != NULL));
    vv_skeleton_destroy(skeleton, NULL);
    return result;
}

static void what_is_not_a_skeleton_is_refused(void **state)
{
    (void)state;
    const vv_joint good = {"knee", 0, {0, 1, 0}, {0, 0, 0, 1}};
    vv_joint bad[16];
    for (int i = 0; i < 16; i++)
        bad[i] = good;
    char longest[VV_SKELETON_NAME_BYTES + 8];
    memset(longest, 'x', sizeof longest);
    longest[VV_SKELETON_NAME_BYTES] = 0;
    bad[0].name = "";
    bad[1].name = NULL;
    bad[2].name = longest;
    bad[3].name = "root";
    bad[4].name = "a\nb";
    bad[5].name = "\xc3(";
    bad[6].name = "\xe2\x82";
    bad[7].name = "\xed\xa0\x80";
    bad[8].name = "\xf8\x88\x80\x80";
    bad[9].name = "\xc0\x80";
    bad[10].parent = 1;
    bad[11].parent = VV_NONE;
    bad[12].translation.y = NAN;
    bad[13].translation.z = INFINITY;
    bad[14].rotation = (vv_quat){0, 0, 0, 0.9f};
    bad[15].rotation.x = NAN;
    assert_int_equal(create_with(good, NULL), VV_OK);
    longest[VV_SKELETON_NAME_BYTES - 1] = 0;
    assert_int_equal(create_with(bad[2], NULL), VV_OK);
    longest[VV_SKELETON_NAME_BYTES - 1] = 'x';
    for (int i = 0; i < 16; i++) {
        vv_error error = {0};
        assert_int_equal(create_with(bad[i], &error), VV_ERROR_ARGUMENT);
        assert_true(error.message[0] != 0);
    }
    vv_joint root = {"root", 0, {0, 0, 0}, {0, 0, 0, 1}};
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(1, &root, NULL, &skeleton, NULL), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_skeleton_create(0, &root, NULL, &skeleton, NULL), VV_ERROR_LIMIT);
    assert_int_equal(vv_skeleton_create(VV_SKELETON_MAX_JOINTS + 1, &root, NULL, &skeleton, NULL), VV_ERROR_LIMIT);
    assert_null(skeleton);
}

/* Where a point of joint j lies, by walking up to the root in double. */
static void carry(const vv_skeleton *skeleton, uint32_t j, const vv_quat *turns, const vv_vec3 *moves, double p[3])
{
    for (; j != VV_NONE; j = vv_skeleton_joint(skeleton, j).parent) {
        double x = (double)turns[j].x, y = (double)turns[j].y, z = (double)turns[j].z, w = (double)turns[j].w;
        double tx = 2 * (y * p[2] - z * p[1]), ty = 2 * (z * p[0] - x * p[2]), tz = 2 * (x * p[1] - y * p[0]);
        double q[3] = {p[0] + w * tx + y * tz - z * ty, p[1] + w * ty + z * tx - x * tz,
                       p[2] + w * tz + x * ty - y * tx};
        p[0] = q[0] + (double)moves[j].x;
        p[1] = q[1] + (double)moves[j].y;
        p[2] = q[2] + (double)moves[j].z;
    }
}

static void globals_carry_points_up_the_tree_in_every_width(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= 70; count++) {
        vvi_random random = vvi_random_seed(count);
        vv_skeleton *skeleton = random_skeleton(count, count, NULL);
        vv_quat turns[70];
        vv_vec3 moves[70];
        vv_affine3 plain[70], wide[70];
        for (uint32_t j = 0; j < count; j++) {
            turns[j] = random_turn(&random);
            moves[j] = random_vec3(&random);
        }
        vvi_skeleton_globals_width(skeleton, turns, moves, plain, VVI_WIDTH_PLAIN);
        for (vvi_width width = VVI_WIDTH_PLAIN; width <= vvi_best_width(); width++) {
            memset(wide, 0xff, sizeof wide);
            vvi_skeleton_globals_width(skeleton, turns, moves, wide, width);
            assert_memory_equal(wide, plain, count * sizeof *plain);
        }
        for (uint32_t j = 0; j < count; j++) {
            double p[3] = {0.3, -0.2, 0.7};
            carry(skeleton, j, turns, moves, p);
            vv_vec3 seen = vv_affine3_apply(plain[j], (vv_vec3){0.3f, -0.2f, 0.7f});
            assert_true(fabs(p[0] - (double)seen.x) < 1e-5 && fabs(p[1] - (double)seen.y) < 1e-5 &&
                        fabs(p[2] - (double)seen.z) < 1e-5);
        }
        vv_skeleton_destroy(skeleton, NULL);
    }
}

static void every_damaged_byte_is_refused_or_harmless(void **state)
{
    (void)state;
    vv_skeleton *skeleton = random_skeleton(5, 3, NULL);
    size_t bytes = vvi_skeleton_bytes(skeleton);
    assert_int_equal(vvi_skeleton_verify(skeleton, bytes, NULL), VV_OK);
    unsigned char *copy = aligned_alloc(64, bytes);
    for (size_t length = 0; length < bytes; length++)
        assert_int_not_equal(vvi_skeleton_verify(skeleton, length, NULL), VV_OK);
    uint32_t accepted = 0;
    for (size_t i = 0; i < bytes; i++)
        for (uint32_t bit = 0; bit < 8; bit++) {
            memcpy(copy, skeleton, bytes);
            copy[i] ^= (unsigned char)(1u << bit);
            const vv_skeleton *damaged = (const void *)copy;
            if (vvi_skeleton_verify(copy, bytes, NULL) != VV_OK)
                continue;
            vv_quat turns[5];
            vv_vec3 moves[5];
            vv_affine3 globals[5];
            vv_skeleton_rest(damaged, turns, moves);
            vv_skeleton_globals(damaged, turns, moves, globals);
            assert_true(vvi_all_finite(&globals[0].linear.row[0].x, 5 * 12));
            accepted++;
        }
    assert_true(accepted > 0); /* another place of a joint is as good as any */
    assert_int_equal(vvi_skeleton_verify(copy + 16, bytes - 16, NULL), VV_ERROR_ARGUMENT);
    free(copy);
    vv_skeleton_destroy(skeleton, NULL);
}

static void a_failed_allocation_leaves_nothing_behind(void **state)
{
    (void)state;
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    assert_null(random_skeleton(4, 1, &allocator));
    assert_int_equal(counting.used, 0);
    counting.fail_at = 0;
    vv_skeleton *skeleton = random_skeleton(4, 1, &allocator);
    assert_non_null(skeleton);
    vv_skeleton_destroy(skeleton, &allocator);
    assert_int_equal(counting.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skeleton_keeps_what_it_was_given),
        cmocka_unit_test(skeletons_of_other_places_are_the_same_those_of_other_names_or_parents_are_not),
        cmocka_unit_test(what_is_not_a_skeleton_is_refused),
        cmocka_unit_test(globals_carry_points_up_the_tree_in_every_width),
        cmocka_unit_test(every_damaged_byte_is_refused_or_harmless),
        cmocka_unit_test(a_failed_allocation_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
