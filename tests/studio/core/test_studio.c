/* One open project: commands, previews, files, questions. Refused calls change nothing and say why. */
#include "studio/core/state.h"
#include "tests/author/document/documents.h"
#include "tests/studio/core/shipped.h"

static vv_result apply(vv_studio *studio, const char *command)
{
    return vv_studio_apply(studio, command, (uint32_t)strlen(command));
}

static void must(vv_studio *studio, const char *command)
{
    if (apply(studio, command) != VV_OK)
        fail_msg("%s: %s", command, vv_studio_text(studio));
}

static vv_result preview(vv_studio *studio, const char *command)
{
    return vv_studio_preview(studio, command, (uint32_t)strlen(command));
}

/* What a question answers; free it. */
static char *ask(vv_studio *studio, vv_result (*question)(vv_studio *))
{
    assert_int_equal(question(studio), VV_OK);
    assert_int_equal(strlen(vv_studio_text(studio)), vv_studio_text_length(studio));
    return strdup(vv_studio_text(studio));
}

static void must_answer(vv_studio *studio, vv_result (*question)(vv_studio *), const char *expected)
{
    char *text = ask(studio, question);
    assert_string_equal(text, expected);
    free(text);
}

static uint64_t hash_of(vv_studio *studio)
{
    uint32_t hash[2];
    if (vv_studio_hash(studio, hash) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    return hash[0] | (uint64_t)hash[1] << 32;
}

static vv_studio *open_sample(const vv_allocator *allocator)
{
    vv_studio *studio = vv_studio_create(allocator);
    assert_non_null(studio);
    assert_int_equal(vv_studio_open(studio, sample_project, sizeof sample_project - 1, NULL, 0), VV_OK);
    return studio;
}

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

static void a_new_studio_is_empty_and_has_a_name(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    assert_string_equal(vv_studio_text(studio), "");
    must_answer(studio, vv_studio_project,
                "{\"$schema\":null,\"name\":\"Untitled\",\"about\":\"\",\"artworks\":[],\"clips\":[],\"families\":[],"
                "\"recordings\":[],"
                "\"skeletons\":[],\"takes\":[],\"forms\":[],\"shapes\":[],\"verbs\":[],\"graphs\":[],\"creatures\":[],"
                "\"motions\":[],\"gaits\":[],\"lines\":[],\"scenes\":[]}");
    must_answer(studio, vv_studio_history, "{\"at\":0,\"steps\":[]}");
    must_answer(studio, vv_studio_check, "[]");
    assert_false(vv_studio_undo(studio));
    assert_false(vv_studio_redo(studio));
    vv_studio_destroy(studio);
    vv_studio_destroy(NULL);
}

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    static char deep[4096], wide[200000];
    memset(deep, '[', sizeof deep - 1);
    memset(wide, 'a', sizeof wide - 1);
    const char *const bad[] = {
        "",
        " ",
        "{",
        "[",
        "]",
        "null",
        "5",
        "\"x\"",
        "{}",
        "[[]]",
        "[5]",
        deep,
        wide,
        "{\"do\":5}",
        "{\"do\":null}",
        "{\"do\":\"\"}",
        "{\"do\":\"group\"}",
        "{\"do\":\"group\",\"commands\":5}",
        "{\"do\":\"project.set\",\"name\":5}",
        "{\"do\":\"project.set\",\"name\":\"\xff\"}",
        "{\"do\":\"project.set\",\"name\":\"a\\u0000\"}",
        "{\"do\":\"project.set\",\"nam\":\"x\"}",
        "{\"do\":\"project.set\",\"name\":\"x\"} 5",
        "{\"do\":\"artwork.set\",\"artwork\":\"man\",\"scale\":1e999}",
        "{\"do\":\"artwork.set\",\"artwork\":\"nobody\",\"scale\":1}",
        "[{\"do\":\"project.set\",\"name\":\"x\"},{\"do\":\"nonsense\"}]",
        "[{\"do\":\"project.set\",\"name\":\"x\"},{\"do\":\"example.drag\"}]",
        "{\"do\":\"example.drag\",\"artwork\":\"man\",\"example\":\"wave\",\"pins\":{}}", /* its images are missing */
    };
    vv_studio *studio = open_sample(NULL);
    must(studio, "{\"do\":\"project.set\",\"about\":\"before\"}");
    char *before = ask(studio, vv_studio_project), *steps = ask(studio, vv_studio_history);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vv_result result = i % 2 ? apply(studio, bad[i]) : preview(studio, bad[i]);
        if (result == VV_OK)
            fail_msg("taken: %.80s", bad[i]);
        char code[16];
        snprintf(code, sizeof code, "{\"code\":%d,", result);
        assert_int_equal(strncmp(vv_studio_text(studio), code, strlen(code)), 0);
        assert_int_equal(vv_studio_line_length(studio), 0);
        must_answer(studio, vv_studio_project, before);
        must_answer(studio, vv_studio_history, steps);
    }
    free(steps);
    free(before);
    vv_studio_destroy(studio);
}

static void a_refused_project_leaves_the_open_one(void **state)
{
    (void)state;
    vv_studio *studio = open_sample(NULL);
    must(studio, "{\"do\":\"project.set\",\"name\":\"mine\"}");
    char *before = ask(studio, vv_studio_project);
    static const char *const bad[] = {"", "{}", "{\"format\":\"verve-project\",\"version\":9,\"name\":\"n\"}"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_not_equal(vv_studio_open(studio, bad[i], (uint32_t)strlen(bad[i]), "x", 1), VV_OK);
        assert_non_null(strstr(vv_studio_text(studio), "\"file\":\"project.json\""));
        must_answer(studio, vv_studio_project, before);
        assert_true(vv_studio_undo(studio) && vv_studio_redo(studio));
    }
    free(before);
    vv_studio_destroy(studio);
}

static void a_preview_is_shown_and_is_no_step(void **state)
{
    (void)state;
    vv_studio *studio = open_sample(NULL);
    must(studio, "{\"do\":\"project.set\",\"name\":\"one\"}");
    char *before = ask(studio, vv_studio_project);
    assert_int_equal(preview(studio, "{\"do\":\"project.set\",\"name\":\"shown\"}"), VV_OK);
    char *shown = ask(studio, vv_studio_project);
    assert_non_null(strstr(shown, "{\"$schema\":null,\"name\":\"shown\""));
    must_answer(studio, vv_studio_history, "{\"at\":1,\"steps\":[\"project.set\"]}");
    vv_studio_preview_end(studio);
    must_answer(studio, vv_studio_project, before);
    assert_int_equal(preview(studio, "{\"do\":\"project.set\",\"name\":\"shown\"}"), VV_OK);
    must(studio, "{\"do\":\"project.set\",\"name\":\"two\"}");
    assert_true(vv_studio_undo(studio));
    must_answer(studio, vv_studio_project, before);
    must_answer(studio, vv_studio_history, "{\"at\":1,\"steps\":[\"project.set\",\"project.set\"]}");
    free(shown);
    free(before);
    vv_studio_destroy(studio);
}

/* The page saves by itself, in the middle of a drag too: what is, not what is shown, and the drag goes on. */
static void saving_saves_what_is_and_leaves_what_is_shown(void **state)
{
    (void)state;
    vv_studio *studio = open_sample(NULL);
    must(studio, "{\"do\":\"project.set\",\"name\":\"one\"}");
    assert_int_equal(preview(studio, "{\"do\":\"project.set\",\"name\":\"shown\"}"), VV_OK);
    char *shown = ask(studio, vv_studio_project);
    assert_false(vv_studio_is_saved(studio));
    assert_int_equal(vv_studio_begin_save(studio), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"name\": \"one\""));
    vv_studio_lines_written(studio);
    must_answer(studio, vv_studio_project, shown);
    assert_int_equal(vv_studio_end_save(studio), VV_OK);
    assert_int_equal(vv_studio_begin_journal(studio), VV_OK);
    assert_null(strstr(vv_studio_line(studio), "shown"));
    vv_studio_lines_written(studio);
    assert_true(vv_studio_is_saved(studio));
    must_answer(studio, vv_studio_project, shown);
    must_answer(studio, vv_studio_history, "{\"at\":1,\"steps\":[\"project.set\"]}");
    must(studio, "{\"do\":\"project.set\",\"name\":\"shown\"}");
    must_answer(studio, vv_studio_project, shown);
    assert_false(vv_studio_is_saved(studio));
    assert_non_null(strstr(vv_studio_line(studio), "project.set"));
    free(shown);
    vv_studio_destroy(studio);
}

/* Every shipped example: what the page reads is the same project, with nothing left out. */
static void whole_projects_read_back_as_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"ball",      "sack", "man",    "cat",    "bounce",
                                        "platforms", "walk", "cannon", "bridge", "strengths"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vv_studio *studio = shipped_open(names[i], NULL), *again = vv_studio_create(NULL);
        assert_non_null(studio);
        char *whole = ask(studio, vv_studio_project), *text = text_of(studio->document);
        assert_true(vv_document_project(studio->document)->about[0] != '\0');
        char *file = malloc(strlen(whole) + 64);
        sprintf(file, "{\"format\":\"verve-project\",\"version\":1,%s", whole + 1);
        if (vv_studio_open(again, file, (uint32_t)strlen(file), NULL, 0) != VV_OK)
            fail_msg("%s: %s", names[i], vv_studio_text(again));
        char *text_again = text_of(again->document);
        assert_string_equal(text_again, text);
        must_answer(again, vv_studio_project, whole);
        free(text_again);
        free(file);
        free(text);
        free(whole);
        vv_studio_destroy(again);
        vv_studio_destroy(studio);
    }
}

static void problems_are_told(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    must(studio,
         "[{\"do\":\"artwork.add\",\"name\":\"a\",\"layers\":[{\"name\":\"l\",\"image\":\"i.png\"}]},"
         "{\"do\":\"handle.add\",\"artwork\":\"a\",\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0],\"layers\":[]}]");
    char *text = ask(studio, vv_studio_check);
    assert_int_equal(strncmp(text, "[{\"rule\":\"V104\",\"warning\":true,\"path\":\"$.artworks[0].handles[0]\",", 62),
                     0);
    free(text);
    vv_studio_destroy(studio);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* An artwork without layers opens and can be edited, but nothing can be built of it. */
static void problems_of_what_is_built_are_told(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    must(studio, "{\"do\":\"artwork.add\",\"name\":\"a\"}");
    must_answer(studio, vv_studio_check, "[]");
    assert_int_equal(vv_studio_check_built(studio, 0), VV_OK);
    static const char told[] =
        "{\"count\":2,\"problems\":[{\"rule\":\"V060\",\"warning\":false,\"path\":\"$.artworks[0]\",";
    assert_int_equal(strncmp(vv_studio_text(studio), told, sizeof told - 1), 0);
    must(studio, "{\"do\":\"artwork.remove\",\"artwork\":\"a\"}");
    for (uint32_t item = 0; item < 2; item++) { /* the baked file is left, and then nothing */
        assert_int_equal(vv_studio_check_built(studio, item), VV_OK);
        assert_string_equal(vv_studio_text(studio), "{\"count\":1,\"problems\":[]}");
    }
    vv_studio_destroy(studio);
}

/* A disc of this radius on `size` × `size` pixels. */
static void put_disc(vv_studio *studio, const char *path, uint32_t size, uint32_t radius)
{
    uint8_t *pixels = calloc(4 * size, size);
    for (uint32_t i = 0; i < size * size; i++) {
        int x = (int)(i % size) - (int)size / 2, y = (int)(i / size) - (int)size / 2;
        pixels[4 * i + 3] = x * x + y * y < (int)(radius * radius) ? 255 : 0;
    }
    if (vv_studio_put_image(studio, path, size, size, pixels) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    free(pixels);
}

static const char two_discs[] =
    "[{\"do\":\"artwork.add\",\"name\":\"a\",\"layers\":[{\"name\":\"l\",\"image\":\"art/a.png\",\"vertices\":40}]},"
    "{\"do\":\"artwork.add\",\"name\":\"b\",\"layers\":[{\"name\":\"l\",\"image\":\"art/b.png\",\"vertices\":40}]},"
    "{\"do\":\"handle.add\",\"artwork\":\"b\",\"name\":\"h\",\"kind\":\"point\",\"at\":[0.1,-0.1]},"
    "{\"do\":\"example.add\",\"artwork\":\"b\",\"name\":\"rest\"}]";

static void a_missing_image_is_named_and_harms_no_other(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    must(studio, two_discs);
    put_disc(studio, "art/b.png", 64, 28);
    assert_null(vv_studio_figure(studio, 0));
    assert_int_equal(strncmp(vv_studio_text(studio), "{\"code\":5,\"file\":\"art/a.png\"", 28), 0);
    const vv_figure *figure = vv_studio_figure(studio, 1);
    assert_non_null(figure);
    assert_true(figure->vertex_count > 10);
    uint32_t hash[2];
    assert_int_equal(vv_studio_hash(studio, hash), VV_ERROR_NOT_FOUND);
    assert_non_null(strstr(vv_studio_text(studio), "art/a.png"));
    put_disc(studio, "art/a.png", 64, 20);
    assert_non_null(vv_studio_figure(studio, 0));
    assert_int_equal(vv_studio_hash(studio, hash), VV_OK);
    vv_studio_destroy(studio);
}

static void a_replaced_image_is_built_anew(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    must(studio, two_discs);
    put_disc(studio, "art/a.png", 64, 20);
    put_disc(studio, "art/b.png", 64, 28);
    uint64_t first = hash_of(studio);
    const vv_rigged *a, *b, *again;
    assert_int_equal(vv_session_artwork(studio->session, 0, NULL, &a, NULL), VV_OK);
    assert_int_equal(vv_session_artwork(studio->session, 1, NULL, &b, NULL), VV_OK);
    float area = vv_mesh_area(&b->body->mesh);
    put_disc(studio, "art/b.png", 64, 28); /* the same pixels */
    assert_int_equal(vv_session_artwork(studio->session, 1, NULL, &again, NULL), VV_OK);
    assert_ptr_equal(again, b);
    put_disc(studio, "art/b.png", 64, 14);
    assert_int_equal(vv_session_artwork(studio->session, 0, NULL, &again, NULL), VV_OK);
    assert_ptr_equal(again, a); /* of another file */
    assert_int_equal(vv_session_artwork(studio->session, 1, NULL, &b, NULL), VV_OK);
    float ratio = vv_mesh_area(&b->body->mesh) / area; /* a quarter, but for the cut's margin of a pixel or two */
    assert_true(ratio > 0.25f && ratio < 0.3f);
    assert_true(hash_of(studio) != first);
    put_disc(studio, "art/b.png", 64, 28);
    assert_true(hash_of(studio) == first);
    vv_studio_destroy(studio);
}

static void files_have_their_kind_and_limits(void **state)
{
    (void)state;
    static const char mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    uint8_t pixel[4] = {0};
    char path[VV_PROJECT_PATH_BYTES + 1];
    vv_studio *studio = vv_studio_create(NULL);
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_int_equal(vv_studio_put_file(studio, path, pixel, 4), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_put_file(studio, "", pixel, 4), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_put_image(studio, "i", 0, 1, pixel), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_put_image(studio, "i", VV_IMAGE_MAX_SIDE + 1, 1, pixel), VV_ERROR_LIMIT);
    assert_int_equal(vv_studio_put_image(studio, "i", VV_IMAGE_MAX_SIDE, VV_IMAGE_MAX_SIDE, pixel), VV_ERROR_LIMIT);
    must(studio, "{\"do\":\"artwork.add\",\"name\":\"a\",\"layers\":[{\"name\":\"l\",\"mesh\":\"m.obj\"}]}");
    assert_int_equal(vv_studio_put_image(studio, "m.obj", 1, 1, pixel), VV_OK);
    assert_null(vv_studio_figure(studio, 0));
    assert_non_null(strstr(vv_studio_text(studio), "is an image"));
    assert_int_equal(vv_studio_put_file(studio, "m.obj", NULL, 0), VV_OK);
    assert_null(vv_studio_figure(studio, 0));
    assert_int_equal(vv_studio_put_file(studio, "m.obj", (const uint8_t *)mesh, sizeof mesh - 1), VV_OK);
    const vv_figure *figure = vv_studio_figure(studio, 0);
    assert_non_null(figure);
    assert_int_equal(figure->vertex_count, 3);
    vv_studio_destroy(studio);
}

/* ---- Drags ------------------------------------------------------------------------------------------------------- */

static const char add_pose[] =
    "{\"do\":\"handle.add\",\"artwork\":\"b\",\"name\":\"low\",\"kind\":\"point\",\"at\":[0.1,-0.2]}";
static const char drag_one[] = "{\"do\":\"example.drag\",\"artwork\":\"b\",\"example\":\"up\",\"pins\":{\"h\":{\"to\":["
                               "0.1,0.1]},\"low\":{\"to\":[0.1,-0.2]}}}";
static const char drag_two[] = "{\"do\":\"example.drag\",\"artwork\":\"b\",\"example\":\"side\",\"from\":\"up\","
                               "\"pins\":{\"h\":{\"to\":[0.3,0.1],\"turn\":0.5}}}";

/* A list is one step, each drag solved on what the commands before it made. */
static void drags_in_a_list_come_to_the_same(void **state)
{
    (void)state;
    vv_studio *one = vv_studio_create(NULL), *all = vv_studio_create(NULL);
    char list[2048];
    snprintf(list, sizeof list, "[%s,%s,{\"do\":\"project.set\",\"name\":\"x\"},%s]", add_pose, drag_one, drag_two);
    must(one, two_discs);
    must(all, two_discs);
    put_disc(one, "art/b.png", 64, 28);
    put_disc(all, "art/b.png", 64, 28);
    must(one, add_pose);
    must(one, drag_one);
    must(one, "{\"do\":\"project.set\",\"name\":\"x\"}");
    must(one, drag_two);
    char *expected = ask(one, vv_studio_project), *before = ask(all, vv_studio_project);
    assert_int_equal(preview(all, list), VV_OK);
    must_answer(all, vv_studio_project, expected);
    vv_studio_preview_end(all);
    must_answer(all, vv_studio_project, before);
    assert_int_equal(vv_studio_begin_save(all), VV_OK);
    assert_int_equal(vv_studio_end_save(all), VV_OK);
    assert_int_equal(vv_studio_begin_journal(all), VV_OK);
    vv_studio_lines_written(all);
    must(all, list);
    must_answer(all, vv_studio_project, expected);
    assert_null(strstr(vv_studio_line(all), "example.drag"));
    assert_non_null(strstr(vv_studio_line(all), "{\"do\":\"example.add\",\"artwork\":\"b\",\"name\":\"side\""));
    assert_true(vv_studio_undo(all));
    must_answer(all, vv_studio_project, before);
    free(before);
    free(expected);
    vv_studio_destroy(all);
    vv_studio_destroy(one);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Whatever fails, the studio shows what it did, or what it would have after success. */
static bool check_drag(vv_studio *studio, vv_counting *counting, uint64_t n)
{
    char list[1024];
    snprintf(list, sizeof list, "[%s,%s]", add_pose, drag_one);
    char *before = ask(studio, vv_studio_project);
    counting->fail_at = n;
    vv_result result = apply(studio, list);
    counting->fail_at = 0;
    assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
    if (result != VV_OK)
        must_answer(studio, vv_studio_project, before);
    free(before);
    return result == VV_OK;
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    bool done = false;
    for (uint64_t n = 1; !done; n += n < 200 ? 1 : 1 + n / 50) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_studio *studio = vv_studio_create(&allocator);
        if (studio) {
            counting.fail_at = 0;
            must(studio, two_discs);
            put_disc(studio, "art/b.png", 32, 14);
            done = check_drag(studio, &counting, n);
        }
        vv_studio_destroy(studio);
        assert_int_equal(counting.used, 0);
    }
}

typedef vv_result (*question)(vv_studio *studio);

static vv_result ask_hash(vv_studio *studio)
{
    uint32_t hash[2];
    return vv_studio_hash(studio, hash);
}

static vv_result reopen(vv_studio *studio)
{
    return vv_studio_open(studio, sample_project, sizeof sample_project - 1, "x", 1);
}

static vv_result put(vv_studio *studio)
{
    static const uint8_t bytes[9] = {1, 2, 3};
    return vv_studio_put_file(studio, "new.obj", bytes, 9);
}

static vv_result check_first(vv_studio *studio) { return vv_studio_check_built(studio, 0); }
static vv_result check_baked(vv_studio *studio) { return vv_studio_check_built(studio, 2); }

static void every_question_survives_every_failed_allocation(void **state)
{
    (void)state;
    static const question questions[] = {vv_studio_project, vv_studio_history, vv_studio_check, ask_hash, reopen, put,
                                         check_first,       check_baked};
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        vv_result result = VV_ERROR_MEMORY;
        for (uint64_t n = 1; result == VV_ERROR_MEMORY; n += n < 200 ? 1 : 1 + n / 50) {
            vv_counting counting = {0};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_studio *studio = vv_studio_create(&allocator);
            must(studio, two_discs);
            put_disc(studio, "art/a.png", 32, 10);
            put_disc(studio, "art/b.png", 32, 14);
            counting.fail_at = n;
            result = questions[q](studio);
            counting.fail_at = 0;
            if (result == VV_ERROR_MEMORY)
                assert_int_equal(strncmp(vv_studio_text(studio), "{\"code\":1,", 10), 0);
            vv_studio_destroy(studio);
            assert_int_equal(counting.used, 0);
        }
        assert_int_equal(result, VV_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_studio_is_empty_and_has_a_name),
        cmocka_unit_test(problems_of_what_is_built_are_told),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(a_refused_project_leaves_the_open_one),
        cmocka_unit_test(a_preview_is_shown_and_is_no_step),
        cmocka_unit_test(saving_saves_what_is_and_leaves_what_is_shown),
        cmocka_unit_test(whole_projects_read_back_as_the_same),
        cmocka_unit_test(problems_are_told),
        cmocka_unit_test(a_missing_image_is_named_and_harms_no_other),
        cmocka_unit_test(a_replaced_image_is_built_anew),
        cmocka_unit_test(files_have_their_kind_and_limits),
        cmocka_unit_test(drags_in_a_list_come_to_the_same),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(every_question_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
