/* A first guess of handles: as many as a person would place, on the drawing, where its limbs end and join. */
#include "shipped.h"

#include "studio/core/figure.h"

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
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
