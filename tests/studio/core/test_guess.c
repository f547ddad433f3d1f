/* A first guess of handles: as many as a person would place, on the drawing, where its limbs end and join. */
#include "shipped.h"

#include "studio/core/figure.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void apply(vv_studio *studio, const char *command)
{
    char *copy = strdup(command);
    if (vv_studio_apply(studio, copy, (uint32_t)strlen(copy)) != VV_OK)
        fail_msg("%s: %s", command, vv_studio_text(studio));
    free(copy);
}

/* Takes all handles away, guesses, and applies what was guessed. */
static const vv_project_artwork *guess(vv_studio *studio, bool bones)
{
    const vv_project_artwork *artwork = vv_document_project(studio->document)->artworks[0];
    while (artwork->handle_count > 0) {
        char command[512];
        snprintf(command, sizeof command, "{\"do\":\"handle.remove\",\"artwork\":\"%s\",\"handle\":\"%s\"}",
                 artwork->name, artwork->handles[0].name);
        apply(studio, command);
        artwork = vv_document_project(studio->document)->artworks[0];
    }
    assert_int_equal(vv_studio_suggest_handles(studio, 0, bones), VV_OK);
    apply(studio, vv_studio_text(studio));
    assert_non_null(vv_studio_figure(studio, 0));
    return vv_document_project(studio->document)->artworks[0];
}

static bool on_drawing(const vv_figure *figure, vv_vec2 p)
{
    for (uint32_t t = 0; t < figure->triangle_count; t++) {
        const uint32_t *c = figure->triangles + 3 * (size_t)t;
        bool all = true;
        for (uint32_t i = 0; i < 3; i++) {
            vv_vec2 a = figure->rest[c[i]], b = figure->rest[c[(i + 1) % 3]];
            all = all && vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(p, a)) >= -1e-4f;
        }
        if (all)
            return true;
    }
    return false;
}

/* How many there are, all of them on the drawing, every layer moved by at least one. */
static void test_counts(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t least, most;
    } cases[] = {{"ball", 3, 8}, {"sack", 5, 9}, {"man", 16, 24}, {"cat", 16, 24}};
    for (uint32_t i = 0; i < 8; i++) {
        vv_studio *studio = shipped_open(cases[i / 2].name, NULL);
        const vv_project_artwork *artwork = guess(studio, i % 2);
        const vv_figure *figure = vv_studio_figure(studio, 0);
        if (i % 2 == 0)
            assert_in_range(artwork->handle_count, cases[i / 2].least, cases[i / 2].most);
        assert_in_range(artwork->handle_count, 3, 24);
        for (uint32_t h = 0; h < artwork->handle_count; h++)
            assert_true(on_drawing(figure, artwork->handles[h].shape.to));
        for (uint32_t l = 0; l < artwork->layer_count; l++) {
            bool moved = false;
            for (uint32_t h = 0; h < artwork->handle_count; h++)
                moved = moved || vv_project_handle_moves(&artwork->handles[h], l) || artwork->handles[h].every_layer;
            assert_true(moved);
        }
        vv_studio_destroy(studio);
    }
}

/* Near each of the artist's own joints and ends that a shape can tell, there is a guess. */
static void test_near_the_artists_own(void **state)
{
    (void)state;
    static const char *const own[] = {"neck",      "elbow-left",  "elbow-right",   "wrist-left", "hip-left",
                                      "hip-right", "knee-left",   "knee-right",    "ankle-left", "ankle-right",
                                      "belly",     "wrist-right", "shoulder-left", "hand-left"};
    vv_studio *studio = shipped_open("man", NULL);
    vv_vec2 wanted[14];
    const vv_project_artwork *artwork = vv_document_project(studio->document)->artworks[0];
    for (uint32_t i = 0; i < 14; i++)
        wanted[i] = artwork->handles[vv_project_find_handle(artwork, own[i])].shape.to;
    artwork = guess(studio, false);
    for (uint32_t i = 0; i < 14; i++) {
        float nearest = INFINITY;
        for (uint32_t h = 0; h < artwork->handle_count; h++)
            nearest = fminf(nearest, vv_vec2_distance(artwork->handles[h].shape.to, wanted[i]));
        if (nearest > 0.12f)
            print_message("%s: nearest guess is %g away\n", own[i], (double)nearest);
        assert_true(nearest <= 0.12f);
    }
    assert_int_not_equal(vv_project_find_handle(artwork, "arm-upper-left"), VV_NONE);
    vv_studio_destroy(studio);
}

/* What is there stays, and a second guess adds nothing beside what the first placed. */
static void test_handles_that_are_there_stay(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("sack", NULL);
    uint32_t count = guess(studio, false)->handle_count;
    assert_int_equal(vv_studio_suggest_handles(studio, 0, false), VV_OK);
    assert_string_equal(vv_studio_text(studio), "[]");
    assert_int_equal(vv_document_project(studio->document)->artworks[0]->handle_count, count);
    assert_int_equal(vv_studio_suggest_handles(studio, 7, false), VV_ERROR_NOT_FOUND);
    vv_studio_destroy(studio);
}

/* ---- Crouching --------------------------------------------------------------------------------------------------- */

static vv_vec2 pivot_of(const vv_project_artwork *artwork, const char *name)
{
    uint32_t h = vv_project_find_handle(artwork, name);
    if (h == VV_NONE)
        fail_msg("no bone %s was guessed", name);
    return artwork->handles[h].shape.from;
}

/* Guesses bones and drags the hips down by a share of their height above the feet, which are pinned; pose[handles]. */
static const vv_project_artwork *crouch(vv_studio *studio, const char *const *feet, float share, vv_affine *pose)
{
    const vv_project_artwork *artwork = guess(studio, true);
    vv_handle handles[VV_RIG_MAX_HANDLES];
    char command[1024];
    vv_vec2 hips = pivot_of(artwork, "hips"), a = pivot_of(artwork, feet[0]), c = pivot_of(artwork, feet[1]);
    snprintf(command, sizeof command,
             "{\"do\":\"example.drag\",\"artwork\":\"%s\",\"example\":\"crouch\",\"pins\":{\"hips\":{\"to\":[%g,%g]},"
             "\"%s\":{\"to\":[%g,%g]},\"%s\":{\"to\":[%g,%g]}}}",
             artwork->name, (double)hips.x, (double)(hips.y - share * (hips.y - a.y)), feet[0], (double)a.x,
             (double)a.y, feet[1], (double)c.x, (double)c.y);
    apply(studio, command);
    artwork = vv_document_project(studio->document)->artworks[0];
    uint32_t example = vv_project_find_example(artwork, "crouch");
    assert_int_not_equal(example, VV_NONE);
    vv_project_handles(artwork, handles);
    vv_pose_compose(artwork->handle_count, handles, artwork->examples[example].turns, pose);
    return artwork;
}

static vv_vec2 moved(const vv_project_artwork *artwork, const vv_affine *pose, const char *name)
{
    uint32_t h = vv_project_find_handle(artwork, name);
    return vv_affine_apply(pose[h], artwork->handles[h].shape.from);
}

static float turned(const vv_project_artwork *artwork, const vv_affine *pose, const char *name)
{
    uint32_t h = vv_project_find_handle(artwork, name);
    vv_vec2 way = vv_vec2_sub(artwork->handles[h].shape.to, artwork->handles[h].shape.from);
    vv_vec2 now = vv_mat2_apply(pose[h].linear, way);
    return fabsf(vv_atan2(vv_vec2_cross(way, now), vv_vec2_dot(way, now)));
}

/* A figure that crouches keeps its head up and its feet where they are; its knees go `way[i]` (x) of the line from the
 * hip to the foot. */
static void check_crouch(const char *name, const char *const *feet, const char *const *knees, const char *const *thighs,
                         const float *ways)
{
    static const float shares[] = {0.1f, 0.25f, 0.4f};
    for (uint32_t k = 0; k < 3; k++) {
        vv_affine pose[VV_RIG_MAX_HANDLES];
        vv_studio *studio = shipped_open(name, NULL);
        const vv_project_artwork *artwork = crouch(studio, feet, shares[k], pose);
        assert_true(turned(artwork, pose, "head") < 0.05f);
        assert_true(turned(artwork, pose, "chest") < 0.05f);
        for (uint32_t i = 0; i < 2; i++) {
            vv_vec2 foot = moved(artwork, pose, feet[i]), hip = moved(artwork, pose, thighs[i]);
            vv_vec2 knee = moved(artwork, pose, knees[i]), line = vv_vec2_sub(foot, hip);
            assert_true(vv_vec2_distance(foot, pivot_of(artwork, feet[i])) < 0.01f);
            float side = vv_vec2_cross(line, vv_vec2_sub(knee, hip)) / vv_vec2_length(line);
            if (!(side * ways[i] > 0.02f))
                print_message("%s: %s is %g beside the line from the hip\n", name, knees[i], (double)side);
            assert_true(side * ways[i] > 0.02f);
        }
        vv_studio_destroy(studio);
    }
}

/* Downwards, what is to the right of a figure has a positive cross product. */
static void test_knees_of_a_frontal_figure_go_outwards(void **state)
{
    (void)state;
    static const char *const feet[] = {"foot-left", "foot-right"},
                             *const knees[] = {"leg-lower-left", "leg-lower-right"},
                             *const thighs[] = {"leg-upper-left", "leg-upper-right"};
    static const float ways[] = {-1.0f, 1.0f};
    check_crouch("man", feet, knees, thighs, ways);
}

static void test_knees_of_a_profile_go_forwards(void **state)
{
    (void)state;
    static const char *const feet[] = {"foot-near", "foot-far"}, *const knees[] = {"leg-near-lower", "leg-far-lower"},
                             *const thighs[] = {"leg-near-upper", "leg-far-upper"};
    static const float ways[] = {1.0f, 1.0f};
    check_crouch("puppet-walk", feet, knees, thighs, ways);
}

/* Parents come before their children, and mirror partners have partners as parents: the page pairs them by name. */
static void test_bones_are_a_skeleton(void **state)
{
    (void)state;
    static const char *const names[] = {"man", "cat", "puppet-walk", "sack"};
    for (uint32_t i = 0; i < 4; i++) {
        vv_studio *studio = shipped_open(names[i], NULL);
        const vv_project_artwork *artwork = guess(studio, true);
        uint32_t roots = 0;
        for (uint32_t h = 0; h < artwork->handle_count; h++) {
            roots += artwork->handles[h].parent == VV_NONE;
            assert_int_equal(artwork->handles[h].shape.kind, VV_HANDLE_BONE);
        }
        assert_int_equal(roots, 1);
        assert_int_equal(artwork->handles[0].parent, VV_NONE);
        vv_studio_destroy(studio);
    }
}

/* On a stage every layer is joined to its parent's, and to no other. */
static void test_guessed_bones_join_layers_on_a_stage(void **state)
{
    (void)state;
    static const char *const names[] = {"man", "cat", "puppet-walk"};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t joins = 0;
        vv_studio *studio = shipped_open(names[i], NULL);
        const vv_project_artwork *artwork = guess(studio, true);
        assert_int_equal(vv_studio_joins(studio, 0), VV_OK);
        for (const char *at = strstr(vv_studio_text(studio), "\"onto\""); at; at = strstr(at + 1, "\"onto\""))
            joins++;
        assert_non_null(strstr(vv_studio_text(studio), "\"loose\":null"));
        assert_int_equal(joins, artwork->layer_count - 1);
        vv_studio_destroy(studio);
    }
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_studio *studio = shipped_open("cat", &allocator);
    assert_non_null(vv_studio_figure(studio, 0));
    size_t used = 0;
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result != VV_OK; n++) {
        counting.fail_at = n;
        result = vv_studio_suggest_handles(studio, 0, n & 1);
        counting.fail_at = 0;
        assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
        assert_true(used == 0 || result == VV_OK || counting.used == used); /* nothing leaks */
        used = counting.used;
    }
    vv_studio_destroy(studio);
    assert_int_equal(counting.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_near_the_artists_own),
        cmocka_unit_test(test_handles_that_are_there_stay),
        cmocka_unit_test(test_knees_of_a_frontal_figure_go_outwards),
        cmocka_unit_test(test_knees_of_a_profile_go_forwards),
        cmocka_unit_test(test_bones_are_a_skeleton),
        cmocka_unit_test(test_guessed_bones_join_layers_on_a_stage),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
