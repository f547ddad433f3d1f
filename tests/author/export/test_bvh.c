/* BVH out: read again it is the same motion, and angles go on without jumps. */
#include "author/export/model.h"
#include "author/import/import.h"
#include "tests/author/export/takes.h"

static vv_bytes write_take(const vv_take *take)
{
    vv_bytes bytes = {0};
    assert_int_equal(vv_export_bvh(take, NULL, &bytes, NULL), VV_OK);
    return bytes;
}

static vv_take read_again(const vv_bytes *bytes)
{
    vv_take take = {0};
    vv_error error = {0};
    vv_result result = vv_import_bvh((const char *)bytes->data, bytes->count, "a.bvh", 1.0, NULL, &take, &error);
    if (result != VV_OK)
        fail_msg("line %u: %s", error.line, error.message);
    return take;
}

static void goes_round(const vv_take *take)
{
    vv_bytes bytes = write_take(take);
    vv_take again = read_again(&bytes);
    is_same_motion(take, &again);
    vv_take_destroy(&again);
    vv_bytes_release(&bytes, NULL);
    assert_null(bytes.data);
}

static void takes_go_round(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        vv_take take = make_take(seed, 1 + (uint32_t)seed * 5, 130, seed % 2 == 0);
        goes_round(&take);
        vv_take_destroy(&take);
    }
    vv_take pose = make_take(3, 4, 1, false);
    goes_round(&pose);
    vv_take_destroy(&pose);
}

/* Joints that move far from a small offset, or near zero with a large one, mean the same when they are read. */
static void places_go_round_wherever_they_are(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        vv_take take = make_take(2, 3, 5, false);
        for (uint32_t f = 0; f < 5; f++)
            take.moves[3 * f + 2] = (vv_vec3){(float)k * 0.3f - 0.4f, 0.01f * (float)f, (float)(k - 1)};
        goes_round(&take);
        vv_take_destroy(&take);
    }
}

/* Numbers of the lines after the frame time: frame f, channel c. */
static double *read_numbers(const vv_bytes *bytes, size_t *count)
{
    char *text = malloc(bytes->count + 1);
    memcpy(text, bytes->data, bytes->count);
    text[bytes->count] = '\0';
    char *at = strchr(strstr(text, "Frame Time:"), '\n');
    double *numbers = malloc(bytes->count * sizeof *numbers);
    for (*count = 0;; ++*count) {
        char *end;
        numbers[*count] = strtod(at, &end);
        if (end == at)
            break;
        at = end;
    }
    free(text);
    return numbers;
}

/* 2.5 rad a second at 24 frames: six degrees a frame about one axis, which three angles share. Away from the poles no
 * angle changes by more than a few times that; about the first, second or third axis alone, by no more. */
static void angles_do_not_jump(void **state)
{
    (void)state;
    const vv_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2f, 0.1f, 0.9746794f}};
    const double most[] = {6.1, 6.1, 6.1, 15.0};
    for (size_t a = 0; a < 4; a++) {
        vv_take take = make_take(1, 1, 200, false);
        take.orders[0] = 3 | 1 << 2 | 2 << 4;
        for (uint32_t f = 0; f < 200; f++) {
            vv_quat turn = vv_quat_from_axis_angle(axes[a], 2.5f * (float)f / 24.0f);
            take.turns[f] = vv_quat_dot(turn, f ? take.turns[f - 1] : turn) < 0.0f
                                ? (vv_quat){-turn.x, -turn.y, -turn.z, -turn.w}
                                : turn;
        }
        vv_bytes bytes = write_take(&take);
        size_t count;
        double *numbers = read_numbers(&bytes, &count);
        assert_int_equal(count, 200 * 6);
        for (size_t i = 6; i < count; i++)
            if (i % 6 >= 3 && fabs(numbers[i] - numbers[i - 6]) > most[a])
                fail_msg("axis %zu: %g after %g", a, numbers[i], numbers[i - 6]);
        if (a < 3) /* three turns and more, not wrapped */
            assert_true(fabs(numbers[count - 3] + numbers[count - 2] + numbers[count - 1]) > 1080.0);
        free(numbers);
        vv_bytes_release(&bytes, NULL);
        vv_take_destroy(&take);
    }
}

static void end_sites_and_names_come_back(void **state)
{
    (void)state;
    const char *text =
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
        "Yrotation\nJOINT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\nEnd Site\n{\nOFFSET 0 0.5 0\n}\nEnd Site\n{\n"
        "OFFSET 0.5 0 0\n}\n}\nJOINT still\n{\nOFFSET 1 0 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.25\n"
        "0 1 0 0 0 0 5\n0 1 0.5 1 2 3 6\n";
    vv_bytes source = {(uint8_t *)(uintptr_t)text, strlen(text)};
    vv_take take = read_again(&source);
    vv_bytes bytes = write_take(&take);
    vv_take again = read_again(&bytes);
    assert_true(vv_skeleton_has_same_joints(take.skeleton, again.skeleton));
    is_same_motion(&take, &again);
    assert_non_null(strstr((const char *)bytes.data, "End Site"));
    vv_take_destroy(&again);
    vv_take_destroy(&take);
    vv_bytes_release(&bytes, NULL);
}

static void failed_allocations_are_survived(void **state)
{
    (void)state;
    vv_take take = make_take(5, 9, 10, true);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_bytes bytes = {0};
        vv_result result = vv_export_bvh(&take, &allocator, &bytes, NULL);
        if (result == VV_OK)
            vv_bytes_release(&bytes, &allocator);
        assert_true(counting.used == 0 && bytes.data == NULL);
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
    }
    vv_take_destroy(&take);
}

static void real_recordings_go_round(void **state)
{
    (void)state;
    static const char *const files[] = {"bvh/cmu104/104_37_run.bvh", "bvh/other/ad_dab.bvh",
                                        "bvh/other/pybvh_bvh_test2.bvh", "bvh/other/makehuman_tpose.bvh",
                                        "bvh/other/makehuman_zombieWalk1.bvh"};
    const char *folder = testing_data();
    for (size_t i = 0; folder && i < sizeof files / sizeof *files; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        vv_bytes source = {malloc(1u << 20), 0};
        source.count = fread(source.data, 1, 1u << 20, file);
        fclose(file);
        vv_take take = {0};
        assert_int_equal(vv_import_bvh((const char *)source.data, source.count, path, 0, NULL, &take, NULL), VV_OK);
        free(source.data);
        goes_round(&take);
        vv_take_destroy(&take);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_go_round),
        cmocka_unit_test(places_go_round_wherever_they_are),
        cmocka_unit_test(angles_do_not_jump),
        cmocka_unit_test(end_sites_and_names_come_back),
        cmocka_unit_test(failed_allocations_are_survived),
        cmocka_unit_test(real_recordings_go_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
