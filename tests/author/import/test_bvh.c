/* BVH: poses against a plain second reading of the text with matrices, real recordings, and what is refused. */
#include "tests/testing.h"

#include "author/import/import.h"
#include "runtime/base/base.h"
#include "tests/author/import/naive_bvh.h"

#include <math.h>

#define HEAD                                                                                                           \
    "HIERARCHY\nROOT Hips\n{\n OFFSET 0 1 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "           \
    "Yrotation\n JOINT Knee\n {\n  OFFSET 0 -0.5 0\n  CHANNELS 1 Xrotation\n  End Site\n  {\n   OFFSET 0 -0.4 0.1\n  " \
    "}\n }\n}\n"
#define MOTION "MOTION\nFrames: 2\nFrame Time: 0.5\n"
#define FRAMES "1 2 3 10 20 30 45\n1 2 4 15 25 35 50\n"
#define SMALL  HEAD MOTION FRAMES

static vv_take read_scaled(const char *text, double scale)
{
    vv_take take = {0};
    vv_error error = {0};
    vv_result result = vv_import_bvh(text, strlen(text), "folder.d/some walk.bvh", scale, NULL, &take, &error);
    if (result != VV_OK)
        fail_msg("line %u: %s", error.line, error.message);
    return take;
}

static vv_take read(const char *text) { return read_scaled(text, 0.0); }

static void globals_of(const vv_take *take, uint32_t frame, vv_affine3 *globals)
{
    size_t first = (size_t)frame * vv_skeleton_joint_count(take->skeleton);
    vv_skeleton_globals(take->skeleton, take->turns + first, take->moves + first, globals);
}

/* Every joint's place and axes in every frame (or every `step`th), and that turns are unit, continuous quaternions. */
static void is_the_same_as_naive(const vv_take *take, naive_bvh *naive, double scale, uint32_t step, double tolerance)
{
    uint32_t joints = vv_skeleton_joint_count(take->skeleton);
    assert_int_equal(joints, naive->joint_count);
    assert_int_equal(take->frame_count, naive->frame_count);
    vv_affine3 globals[VV_SKELETON_MAX_JOINTS];
    for (uint32_t f = 0; f < take->frame_count; f += step) {
        globals_of(take, f, globals);
        naive_bvh_pose(naive, f);
        for (uint32_t j = 0; j < joints; j++) {
            const double *m = naive->joints[j].global;
            const float *rows = &globals[j].linear.row[0].x, *move = &globals[j].translation.x;
            for (int r = 0; r < 3; r++) {
                assert_true(fabs(move[r] - scale * m[4 * r + 3]) < tolerance);
                for (int c = 0; c < 3; c++)
                    assert_true(fabs(rows[3 * r + c] - m[4 * r + c]) < tolerance);
            }
        }
    }
    for (size_t i = 0; i < (size_t)take->frame_count * joints; i++) {
        assert_true(fabsf(vv_quat_dot(take->turns[i], take->turns[i]) - 1.0f) < 1e-6f);
        if (i >= joints)
            assert_true(vv_quat_dot(take->turns[i], take->turns[i - joints]) >= 0.0f);
    }
}

static void is_read_as_naive(const char *text, bool added)
{
    vv_take take = read_scaled(text, 0.5);
    naive_bvh *naive = naive_bvh_read(text, strlen(text), added);
    is_the_same_as_naive(&take, naive, 0.5, 1, 4e-6);
    naive_bvh_free(naive);
    vv_take_destroy(&take);
    assert_null(take.turns);
}

static void a_small_file_is_read(void **state)
{
    (void)state;
    vv_take take = read(SMALL);
    assert_string_equal(take.name, "some walk");
    assert_true(take.rate == 2.0);
    assert_int_equal(take.frame_count, 2);
    assert_int_equal(vv_skeleton_joint_count(take.skeleton), 3);
    assert_string_equal(vv_skeleton_joint(take.skeleton, 0).name, "Hips");
    assert_string_equal(vv_skeleton_joint(take.skeleton, 2).name, "Knee end");
    assert_int_equal(vv_skeleton_joint(take.skeleton, 2).parent, 1);
    assert_int_equal(take.orders[0], 3 | 1 << 2 | 2 << 4);
    assert_int_equal(take.orders[1], 1);
    assert_int_equal(take.orders[2], 0);
    assert_true(take.moves[3].z == 4.0f && take.moves[0].z == 3.0f); /* the root's channels are its place */
    vv_take_destroy(&take);
    is_read_as_naive(SMALL, false);
}

/* All 27 triples and shorter lists of rotation axes, with angles beyond a turn and at the poles. */
static void every_order_of_rotations_is_read(void **state)
{
    (void)state;
    for (int order = 1; order < 64; order++) {
        const int axes[3] = {order & 3, order >> 2 & 3, order >> 4};
        int count = axes[0] == 0 ? 0 : axes[1] == 0 ? 1 : axes[2] == 0 ? 2 : 3;
        if (count == 0 || (axes[1] == 0 && axes[2] > 0))
            continue;
        char text[1000], *at = text;
        at += sprintf(at, "HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS %d", count);
        for (int k = 0; k < count; k++)
            at += sprintf(at, " %crotation", "?XYZ"[axes[k]]);
        at += sprintf(at, "\nEnd Site\n{ OFFSET 1 2 3 }}\nMOTION\nFrames: 7\nFrame Time: 1\n");
        const double angles[7][3] = {{0, 0, 0},      {10, 20, 30},     {-10, 90, 40},     {180, 180, 180},
                                     {-300, 400, 1}, {3600.5, -90, 2}, {179, -181, 12345}};
        for (int f = 0; f < 7; f++)
            for (int k = 0; k < count; k++)
                at += sprintf(at, "%g%c", angles[f][k], k + 1 < count ? ' ' : '\n');
        is_read_as_naive(text, false);
        vv_take take = read(text);
        assert_int_equal(take.orders[0], order);
        vv_take_destroy(&take);
    }
}

static void positions_are_read_on_any_joint(void **state)
{
    (void)state;
#define TWO(channels) /* a root without positions, and a joint with some */                                            \
    "HIERARCHY\nROOT a\n{\nOFFSET 5 6 7\nCHANNELS 1 Yrotation\nJOINT b\n{\nOFFSET 1 2 3\nCHANNELS " channels           \
    "\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n"
    is_read_as_naive(TWO("3 Zposition Xrotation Xposition") "0 3.1 5 1.2\n90 3.2 6 0.9\n", false);
    is_read_as_naive(TWO("3 Zposition Xrotation Xposition") "0 0.1 5 0.2\n90 0.2 6 -0.1\n", true);
    is_read_as_naive(TWO("1 Yposition") "30 2.5\n40 1.5\n", false);
    is_read_as_naive(TWO("0") "30\n40\n", false);
    vv_take take = read(TWO("1 Yposition") "30 2.5\n40 1.5\n");
    assert_true(take.moves[0].x == 5.0f && take.moves[1].x == 1.0f && take.moves[1].y == 2.5f);
    vv_take_destroy(&take);
}

static void odd_spelling_is_read(void **state)
{
    (void)state;
    const char *texts[] = {
        "\xEF\xBB\xBF" SMALL,
        HEAD "MOTION\r\nFrames:\t2\r\nFrame Time:.5\r\n1 2 3 10 20 30 45\r\n1 2 4 15 25 35 50",
        HEAD "MOTION\rFrames :2\rFrame  Time :\t5e-1\r\r1 2 3 10 20 30 45\r1 2 4 15 25 35 50\r\r",
        HEAD "motion\nFRAMES: 2\nFRAME TIME: 0.5\n\n1.0 +2. 3e0 1E+1 200.0e-1 30 4.5e1\n\n1\t2\t4 15 25 35 50 \n\n \n",
        HEAD
        "MOTION # a remark\nFrames: 2 # two\nFrame Time: 0.5\n# none\n1 2 3 10 20 30 45 # one\n1 2 4 15 25 35 50\n",
        "hierarchy root Hips{offset 0 1 0\nchannels 6 XPOSITION yposition zposition zrotation xrotation "
        "yrotation\njoint Knee{offset 0 -0.5 0\nchannels 1 xrotation\nend site{offset 0 -0.4 0.1\n}}}" MOTION FRAMES,
    };
    vv_take expected = read(SMALL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        vv_take take = read(texts[i]);
        assert_true(take.rate == 2.0 && take.frame_count == 2 &&
                    vv_skeleton_has_same_joints(take.skeleton, expected.skeleton));
        assert_memory_equal(take.turns, expected.turns, 6 * sizeof *take.turns);
        assert_memory_equal(take.moves, expected.moves, 6 * sizeof *take.moves);
        vv_take_destroy(&take);
    }
    vv_take_destroy(&expected);
    vv_take pose = read("HIERARCHY\nROOT a\n{OFFSET 0 0 0\nCHANNELS 1 Xrotation\n}MOTION\nFrames: 1\nFrame Time: 0\n7");
    assert_true(pose.rate == 30.0);
    vv_take_destroy(&pose);
}

static void names_are_made_unique(void **state)
{
    (void)state;
    const char *text = "HIERARCHY\nROOT  Left Hip \n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n"
                       "JOINT a\n{\nOFFSET 0 1 0\nJOINT a\n{\nOFFSET 0 1 0\nJOINT a 2\n{\nOFFSET 0 1 0\n}\n}\n}\n"
                       "JOINT a {\nOFFSET 0 1 0\nEnd Site\n{\nOFFSET 0 1 0\n}\nEnd Site\n{\nOFFSET 1 0 0\n}\n}\n"
                       "JOINT \n{\nOFFSET 1 1 1\n}\nJOINT \xff\x01z\n{\nOFFSET 1 2 1\n}\n"
                       "JOINT 0123456789012345678901234567890123456789012345678901234567890\xc3\xa9x {\nOFFSET 0 0 1\n"
                       "End Site\n{\nOFFSET 0 0 1\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0\n";
    const char *names[] = {"Left Hip",
                           "a",
                           "a 2",
                           "a 2 2",
                           "a 3",
                           "a 3 end",
                           "a 3 end 2",
                           "joint",
                           "__z",
                           "0123456789012345678901234567890123456789012345678901234567890\xc3\xa9",
                           "01234567890123456789012345678901234567890123456789012345678 end"};
    vv_take take = read(text);
    assert_int_equal(vv_skeleton_joint_count(take.skeleton), 11);
    for (uint32_t j = 0; j < 11; j++)
        assert_string_equal(vv_skeleton_joint(take.skeleton, j).name, names[j]);
    vv_take_destroy(&take);
}

/* A chain of one joint and an end site `size` units tall. */
static double scale_of(double size)
{
    char text[400];
    sprintf(text,
            "HIERARCHY\nROOT a\n{\nOFFSET 900 900 900\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\n"
            "OFFSET 0 %g 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 %g 0\n",
            size, size);
    vv_take take = read(text);
    double scale = take.moves[0].y / size;
    vv_take_destroy(&take);
    return scale;
}

static void scales_are_guessed(void **state)
{
    (void)state;
    const double table[][2] = {
        {0.1, 1},     {1.7, 1},      {10, 1},     {17, 0.1}, {30, 0.0254 / 0.45}, {67, 0.0254},       {170, 0.01},
        {1700, 1e-3}, {1e6, 1.5e-6}, {0.01, 150}, {1e-5, 1}, {182, 0.01},         {26, 0.0254 / 0.45}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(fabs(scale_of(table[i][0]) / table[i][1] - 1.0) < 1e-6);
    vv_take take = read_scaled(SMALL, 3.0);
    assert_true(take.moves[0].z == 9.0f && vv_skeleton_joint(take.skeleton, 0).translation.y == 3.0f);
    vv_take_destroy(&take);
    const double wrong[] = {-1.0, NAN, INFINITY, 1e7, 1e-7};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(vv_import_bvh(SMALL, strlen(SMALL), "a.bvh", wrong[i], NULL, &take, NULL), VV_ERROR_ARGUMENT);
}

/* ---- Damage ------------------------------------------------------------------------------------------------------ */

static void is_refused(const char *text, uint32_t line)
{
    vv_take take = {0};
    vv_error error = {0};
    vv_counting counting = {.limit = 4u << 20};
    vv_allocator allocator = vv_counting_allocator(&counting);
    assert_int_equal(vv_import_bvh(text, strlen(text), "test.bvh", 0, &allocator, &take, &error), VV_ERROR_FORMAT);
    assert_string_equal(error.file, "test.bvh");
    if (error.line != line)
        fail_msg("line %u instead of %u: %s", error.line, line, error.message);
    assert_true(error.message[0] && error.remedy[0]);
    assert_null(take.skeleton);
    assert_int_equal(counting.used, 0);
    assert_int_equal(vv_import_bvh(text, strlen(text), "test.bvh", 0, NULL, &take, NULL), VV_ERROR_FORMAT);
}

static void damage_is_refused_with_its_line(void **state)
{
    (void)state;
    is_refused("", 0);
    is_refused("\n\n\n", 3);
    is_refused("glTF\x02", 1);
    is_refused("HIERARCHY", 1);
    is_refused("HIERARCHY\nJOINT a\n{\n", 2);
    is_refused("HIERARCHY\nROOT a\nOFFSET 0 0 0\n", 3);
    is_refused("HIERARCHY\nROOT a\n{\n", 3);
    is_refused("HIERARCHY\nROOT a\n{\n}\n", 4); /* no offset */
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0\n}\n", 4);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 nan 0\n}\n", 4);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 inf 0\n}\n", 4);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 1e300 0\n}\n", 4);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 1e999 0\n}\n", 4);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0,5 0\n}\n", 4);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nOFFSET 0 0 0\n}\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 7 Xrotation\n}\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS -1\n}\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation\n}\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Wrotation\n}\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xposition Xposition\n}\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 4 Xrotation Xrotation Xrotation Xrotation\n}\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\nCHANNELS 0\n}\n", 6);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nEnd Site\n{\nCHANNELS 0\n}\n}\n", 7);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nEnd Site\n{\nOFFSET 0 0 0\nJOINT b\n{\n", 8);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nROOT b\n{\n", 5);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n}\nMOTION\n", 6);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nROOT b\n{\nOFFSET 0 0 0\n}\nMOTION\n", 6);
    is_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 1\nFrame Time: 1\n\n", 7); /* no channels */
    is_refused(HEAD, 16 - 1);
    is_refused(HEAD "MOTION\n", 16);
    is_refused(HEAD "MOTION\nFrames:\nFrame Time: 1\n", 17);
    is_refused(HEAD "MOTION\nFrames: 0\nFrame Time: 1\n", 17);
    is_refused(HEAD "MOTION\nFrames: 1.5\nFrame Time: 1\n" FRAMES, 17);
    is_refused(HEAD "MOTION\nFrames: -2\nFrame Time: 1\n" FRAMES, 17);
    is_refused(HEAD "MOTION\nFrames: 4294967298\nFrame Time: 1\n" FRAMES, 17);
    is_refused(HEAD "MOTION\nFrames: 200000\nFrame Time: 1\n" FRAMES, 17); /* refused before memory is taken */
    is_refused(HEAD "MOTION\nFrames: 1e300\nFrame Time: 1\n" FRAMES, 17);
    is_refused(HEAD "MOTION\nFrames: 2\nTime: 1\n" FRAMES, 18);
    is_refused(HEAD "MOTION\nFrames: 2\nFrame Time: 0\n" FRAMES, 18);
    is_refused(HEAD "MOTION\nFrames: 2\nFrame Time: -1\n" FRAMES, 18);
    is_refused(HEAD "MOTION\nFrames: 2\nFrame Time: nan\n" FRAMES, 18);
    is_refused(HEAD MOTION "1 2 3 10 20 30 45\n1 2 4 15 25 35\n", 20);
    is_refused(HEAD MOTION "1 2 3 10 20 30\n1 2 4 15 25 35 50\n", 19);
    is_refused(HEAD MOTION "1 2 3 10 20 30 45 5\n1 2 4 15 25 35 50\n", 19);
    is_refused(HEAD MOTION "1 2 3 10 20 30 45\n1 2 4 15 25 35 50\n1 2 4 15 25 35 50\n", 21);
    is_refused(HEAD MOTION "1 2 3 10 20 30.0000000000000 45\n\n", 20);
    is_refused(HEAD MOTION "1 2 3 10 20 30 45\n1 2 4 15 nan 35 50\n", 20);
    is_refused(HEAD MOTION "1 2 3 10 20 30 45\n1 2 4 15 1.#IND 35 50\n", 20);
    is_refused(HEAD MOTION "1 2 3 10 20 30 45\n1 2 -1e9 15 0 35 50\n", 20);
}

static void many_and_deep_joints_are_refused_quickly(void **state)
{
    (void)state;
    const uint32_t count = 1000000;
    char *text = malloc(64 + 32 * (size_t)count), *at = text;
    at += sprintf(at, "HIERARCHY\nROOT a\n");
    for (uint32_t i = 0; i < count; i++)
        at += sprintf(at, "{OFFSET 0 1 0\nJOINT a\n");
    is_refused(text, 2 + 2 * 1024);
    at = text + sprintf(text, "HIERARCHY\nROOT a\n{OFFSET 0 1 0 CHANNELS 1 Xrotation\n");
    for (uint32_t i = 1; i < 1024; i++)
        at += sprintf(at, "JOINT a\n{OFFSET 0 1 0\n");
    for (uint32_t i = 0; i < 1024; i++)
        at += sprintf(at, "}");
    sprintf(at, "MOTION\nFrames: 1\nFrame Time: 1\n5\n");
    vv_take take = read(text); /* as deep as it may be, all of one name */
    assert_int_equal(vv_skeleton_joint_count(take.skeleton), 1024);
    assert_string_equal(vv_skeleton_joint(take.skeleton, 1023).name, "a 1024");
    vv_take_destroy(&take);
    free(text);
}

static void cut_and_corrupted_texts_are_survived(void **state)
{
    (void)state;
    const char bytes[] = {0, '\n', '\r', '\\', '#', '-', '.', 'e', '9', ' ', '{', '}', ':', (char)0xff};
    size_t length = strlen(SMALL);
    for (size_t cut = 0; cut <= length; cut++)
        for (size_t k = 0; k < sizeof bytes; k++) {
            size_t size = k == 0 ? cut : length;
            char *copy = malloc(size + 1);
            memcpy(copy + 1, SMALL, size);
            if (k > 0 && cut < length)
                copy[1 + cut] = bytes[k];
            vv_take take = {0};
            vv_error error = {0};
            vv_result result = vv_import_bvh(copy + 1, size, "test.bvh", 0, NULL, &take, &error);
            size_t poses = result == VV_OK ? take.frame_count * vv_skeleton_joint_count(take.skeleton) : 0;
            for (size_t i = 0; i < poses; i++)
                assert_true(isfinite(take.turns[i].w) && isfinite(take.moves[i].x) && isfinite(take.moves[i].z));
            assert_true(result == VV_OK || error.message[0]);
            if (k == 0 && cut + 2 < length) /* cut inside the last number it is another number */
                assert_int_equal(result, VV_ERROR_FORMAT);
            vv_take_destroy(&take);
            free(copy);
        }
}

static void failed_allocations_are_survived(void **state)
{
    (void)state;
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_take take = {0};
        vv_result result = vv_import_bvh(SMALL, strlen(SMALL), "test.bvh", 0, &allocator, &take, NULL);
        vv_take_destroy(&take);
        assert_true(counting.used == 0);
        if (result == VV_OK) {
            assert_true(n > 5);
            break;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
    }
}

/* ---- Real recordings --------------------------------------------------------------------------------------------- */

typedef struct recording {
    const char *file;
    uint32_t joints, frames; /* counted with awk: ROOT, JOINT and End lines; lines after the frame time */
    double height;           /* longest side at rest in the guessed unit: CMU's, tenths, inches, centimetres */
} recording;

static char *load(const char *folder, const char *name, size_t *length)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*length + 1);
    assert_int_equal(fread(text, 1, *length, file), *length);
    text[*length] = '\0';
    fclose(file);
    return text;
}

static double height_of(const vv_take *take)
{
    vv_affine3 globals[VV_SKELETON_MAX_JOINTS];
    vv_quat turns[VV_SKELETON_MAX_JOINTS];
    vv_vec3 moves[VV_SKELETON_MAX_JOINTS];
    vv_skeleton_rest(take->skeleton, turns, moves);
    vv_skeleton_globals(take->skeleton, turns, moves, globals);
    float low[3] = {1e9f, 1e9f, 1e9f}, high[3] = {-1e9f, -1e9f, -1e9f}, size = 0.0f;
    for (uint32_t j = 0; j < vv_skeleton_joint_count(take->skeleton); j++)
        for (int k = 0; k < 3; k++) {
            low[k] = vvi_min(low[k], (&globals[j].translation.x)[k]);
            high[k] = vvi_max(high[k], (&globals[j].translation.x)[k]);
        }
    for (int k = 0; k < 3; k++)
        size = vvi_max(size, high[k] - low[k]);
    return size;
}

static void real_recordings_are_read(void **state)
{
    (void)state;
    static const recording recordings[] = {
        {"bvh/cmu104/104_02_neutral.bvh", 38, 886, 1.4288},
        {"bvh/cmu104/104_11_happy-go-lucky.bvh", 38, 540, 1.4288},
        {"bvh/cmu104/104_13_stumble.bvh", 38, 551, 1.4288},
        {"bvh/cmu104/104_16_spastic.bvh", 38, 328, 1.4288},
        {"bvh/cmu104/104_19_casual.bvh", 38, 922, 1.4288},
        {"bvh/cmu104/104_35_slow.bvh", 38, 1075, 1.4288},
        {"bvh/cmu104/104_37_run.bvh", 38, 151, 1.4288},
        {"bvh/cmu104/104_44_attitude.bvh", 38, 1088, 1.4288},
        {"bvh/cmu74/74_01_stiff-walk.bvh", 38, 465, 1.4139},
        {"bvh/cmu74/74_14_slope1.bvh", 38, 448, 1.4139},
        {"bvh/cmu74/74_18_slope3.bvh", 38, 493, 1.4139},
        {"bvh/cmu91/91_12_too-cool.bvh", 38, 2223, 1.2709},
        {"bvh/cmu91/91_14_depressed.bvh", 38, 2770, 1.2709},
        {"bvh/cmu91/91_17_quick.bvh", 38, 1521, 1.2709},
        {"bvh/cmu91/91_19_march.bvh", 38, 1886, 1.2709},
        {"bvh/cmu91/91_26_hurt-stomach.bvh", 38, 2083, 1.2709},
        {"bvh/cmu91/91_29_normal.bvh", 38, 2182, 1.2709},
        {"bvh/cmu91/91_36_walk-straight.bvh", 38, 888, 1.2709},
        {"bvh/other/ad_dab.bvh", 34, 339, 1.1520},
        {"bvh/other/ad_jumping_jacks.bvh", 38, 125, 1.4555},
        {"bvh/other/ad_wave_hello.bvh", 34, 839, 1.0240},
        {"bvh/other/makehuman_dance1.bvh", 91, 1, 1.5926},
        {"bvh/other/makehuman_face-poseunits.bvh", 212, 60, 1.6679},
        {"bvh/other/makehuman_tpose.bvh", 222, 1, 1.6571},
        {"bvh/other/makehuman_walk1.bvh", 91, 14, 1.6363},
        {"bvh/other/makehuman_zombieWalk1.bvh", 91, 31, 1.6363},
        {"bvh/other/pybvh_bvh_test1.bvh", 29, 75, 1.6258},
        {"bvh/other/pybvh_bvh_test2.bvh", 28, 61, 1.8235},
        {"bvh/other/pybvh_cmu_12_01_walk.bvh", 38, 524, 1.4258},
        {"bvh/other/pybvh_full_precision_frame_time.bvh", 3, 3, 1.5000},
        {"bvh/other/pybvh_standard_skeleton.bvh", 29, 1, 1.5103},
    };
    const char *folder = testing_data();
    for (size_t i = 0; folder && i < sizeof recordings / sizeof *recordings; i++) {
        const recording *expected = &recordings[i];
        size_t length;
        char *text = load(folder, expected->file, &length);
        vv_take take = {0};
        vv_error error = {0};
        vv_result result = vv_import_bvh(text, length, expected->file, 0, NULL, &take, &error);
        if (result != VV_OK)
            fail_msg("%s:%u: %s", expected->file, error.line, error.message);
        assert_int_equal(vv_skeleton_joint_count(take.skeleton), expected->joints);
        assert_int_equal(take.frame_count, expected->frames);
        double height = height_of(&take);
        if (fabs(height - expected->height) > 1e-4)
            fail_msg("%s is %g m", expected->file, height);
        vv_take_destroy(&take);
        assert_int_equal(vv_import_bvh(text, length, expected->file, 0.01, NULL, &take, &error), VV_OK);
        naive_bvh *naive = naive_bvh_read(text, length, strstr(expected->file, "tpose") != NULL);
        is_the_same_as_naive(&take, naive, 0.01, 7, 1e-5);
        naive_bvh_free(naive);
        vv_take_destroy(&take);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_file_is_read),
        cmocka_unit_test(every_order_of_rotations_is_read),
        cmocka_unit_test(positions_are_read_on_any_joint),
        cmocka_unit_test(odd_spelling_is_read),
        cmocka_unit_test(names_are_made_unique),
        cmocka_unit_test(scales_are_guessed),
        cmocka_unit_test(damage_is_refused_with_its_line),
        cmocka_unit_test(many_and_deep_joints_are_refused_quickly),
        cmocka_unit_test(cut_and_corrupted_texts_are_survived),
        cmocka_unit_test(failed_allocations_are_survived),
        cmocka_unit_test(real_recordings_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
