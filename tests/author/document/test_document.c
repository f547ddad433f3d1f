/* The document: reading and writing are inverse, undo and redo give every state back byte for byte, a refused command
 * changes nothing, and no failed allocation does harm. */
#include "tests/author/document/documents.h"

#include "author/document/state.h"

static void writing_gives_the_file_back(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    char *text = text_of(document);
    assert_string_equal(text, sample_project);
    free(text);
    vv_document_destroy(document);
}

static void keys_in_any_order_mean_the_same(void **state)
{
    (void)state;
    static const char shuffled[] =
        "{\"scenes\":[{\"keys\":[{\"place\":{\"b\":1},\"time\":0}],\"artwork\":\"a\",\"name\":\"s\"}],\"version\":1,"
        "\"artworks\":[{\"complex\":[[\"b\"]],\"examples\":[{\"pose\":{\"h\":{\"turn\":-0.0,\"move\":[0,0]}},\"name\":"
        "\"b\",\"pins\":{}}],\"mirror\":[],\"handles\":[{\"at\":[-0.0,0],\"kind\":\"point\",\"name\":\"h\"}],"
        "\"layers\":[{\"visible\":true,\"vertices\":300,\"image\":\"i.png\",\"name\":\"l\",\"at\":[0,0]}],\"scale\":"
        "256,"
        "\"name\":\"a\"}],\"name\":\"n\",\"format\":\"verve-project\"}";
    static const char plain[] = "{\n"
                                "  \"format\": \"verve-project\",\n"
                                "  \"version\": 1,\n"
                                "  \"name\": \"n\",\n"
                                "  \"artworks\": [\n"
                                "    {\n"
                                "      \"name\": \"a\",\n"
                                "      \"layers\": [\n"
                                "        { \"name\": \"l\", \"image\": \"i.png\" }\n"
                                "      ],\n"
                                "      \"handles\": [\n"
                                "        { \"name\": \"h\", \"kind\": \"point\", \"at\": [0, 0] }\n"
                                "      ],\n"
                                "      \"examples\": [\n"
                                "        {\n"
                                "          \"name\": \"b\",\n"
                                "          \"pose\": {}\n"
                                "        }\n"
                                "      ],\n"
                                "      \"complex\": [\n"
                                "        [\"b\"]\n"
                                "      ]\n"
                                "    }\n"
                                "  ],\n"
                                "  \"scenes\": [\n"
                                "    {\n"
                                "      \"name\": \"s\",\n"
                                "      \"artwork\": \"a\",\n"
                                "      \"keys\": [\n"
                                "        { \"time\": 0, \"place\": { \"b\": 1 } }\n"
                                "      ]\n"
                                "    }\n"
                                "  ]\n"
                                "}\n";
    vv_document *document = open_text(shuffled);
    char *text = text_of(document);
    assert_string_equal(text, plain);
    free(text);
    vv_document_destroy(document);
}

static void an_empty_project_has_a_name(void **state)
{
    (void)state;
    vv_document *document;
    vv_error error = {0};
    assert_int_equal(vv_document_create("Ball", NULL, &document, &error), VV_OK);
    char *text = text_of(document);
    assert_string_equal(text, "{\n  \"format\": \"verve-project\",\n  \"version\": 1,\n  \"name\": \"Ball\",\n"
                              "  \"artworks\": [],\n  \"scenes\": []\n}\n");
    free(text);
    assert_false(vv_document_undo(document));
    assert_false(vv_document_redo(document));
    assert_null(vv_document_undo_label(document));
    assert_null(vv_document_redo_label(document));
    vv_document_destroy(document);
    assert_int_equal(vv_document_create("a/b", NULL, &document, &error), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_document_create("", NULL, &document, &error), VV_ERROR_ARGUMENT);
}

static void the_structs_say_what_the_file_says(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    const vv_project *project = vv_document_project(document);
    assert_int_equal(project->artwork_count, 2);
    const vv_project_artwork *man = project->artworks[vv_project_find_artwork(project, "man")];
    assert_true(man->scale == 300.0f);
    assert_string_equal(man->layers[0].mesh, "art/arm.obj");
    assert_null(man->layers[1].image);
    assert_int_equal(man->layers[1].vertices, 300);
    assert_true(man->layers[0].locked && !man->layers[0].visible);
    uint32_t left = vv_project_find_handle(man, "hand-left"), right = vv_project_find_handle(man, "hand-right");
    assert_int_equal(man->partner[left], right);
    assert_int_equal(man->partner[right], left);
    assert_int_equal(man->partner[2], 2);
    assert_int_equal(man->handles[left].shape.kind, VV_HANDLE_BONE);
    assert_true(vv_project_handle_moves(&man->handles[left], 0) && !vv_project_handle_moves(&man->handles[left], 1));
    assert_true(vv_project_handle_moves(&man->handles[2], 1));
    const vv_project_example *wave = &man->examples[vv_project_find_example(man, "wave")];
    assert_true(wave->turns[left].angle == 0.7f && wave->turns[left].xy == 0.1f && wave->turns[right].xx == 1.0f);
    assert_true(wave->pins[left].held && !wave->pins[right].held);
    assert_int_equal(wave->pins[left].kind, VV_PIN_ROTATION);
    assert_true(wave->pins[left].from.x == -0.75f);
    assert_int_equal(man->simplices[0].corner[2], 2);
    const vv_project_artwork *ball = project->artworks[0];
    assert_int_equal(ball->examples[1].pins[0].kind, VV_PIN_STRETCH);
    assert_int_equal(ball->examples[1].pins[1].kind, VV_PIN_POSITION);
    assert_true(ball->examples[1].pins[1].from.y == 0.1f);
    assert_int_equal(ball->simplices[1].corner[2], VV_NONE);
    const vv_project_scene *hello = project->scenes[vv_project_find_scene(project, "hello")];
    assert_int_equal(hello->artwork, 1);
    assert_int_equal(hello->background[3], 0x80);
    assert_true(hello->framed && hello->zoom == 200.0f && hello->seconds == 2.0f);
    assert_int_equal(hello->keys[0].place.share_count, 3);
    assert_int_equal(vv_project_find_layer(man, "nothing"), VV_NONE);
    vv_document_destroy(document);
}

/* ---- Random sequences ------------------------------------------------------------------------------------------- */

static void assert_sound(const char *text)
{
    vv_problems problems = {0};
    assert_int_equal(vv_project_check(text, strlen(text), "x", &problems, NULL), VV_OK);
    if (problems.count > 0)
        fail_msg("a command left a project that does not open: %s: %s\n%s", problems.items[0].error.path,
                 problems.items[0].error.message, text);
    vv_problems_release(&problems);
    vv_document *again = open_text(text);
    char *same = text_of(again);
    assert_string_equal(text, same);
    free(same);
    vv_document_destroy(again);
}

enum { STEPS = 400 };

static unsigned run_sequence(uint64_t seed, unsigned *labels)
{
    vvi_random random = vvi_random_seed(seed);
    vv_document *document = open_text(sample_project);
    static char *texts[STEPS + 1];
    uint64_t revisions[STEPS + 1];
    char command[6000];
    unsigned applied = 0;
    texts[0] = text_of(document);
    revisions[0] = vv_document_revision(document);
    for (int i = 0; i < STEPS; i++) {
        vv_error error = {0};
        random_command(&random, command, sizeof command, 2);
        vv_result result = apply_text(document, command, &error);
        char *text = text_of(document);
        if (result == VV_OK) {
            assert_sound(text);
            texts[++applied] = text;
            revisions[applied] = vv_document_revision(document);
            *labels += strcmp(vv_document_undo_label(document), "two") == 0;
        } else {
            assert_true(error.message[0] && error.remedy[0]);
            assert_int_equal(vv_document_revision(document), revisions[applied]);
            assert_string_equal(text, texts[applied]);
            free(text);
        }
    }
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = applied; i > 0; i--) {
            assert_true(vv_document_undo(document));
            char *text = text_of(document);
            assert_string_equal(text, texts[i - 1]);
            assert_int_equal(vv_document_revision(document), revisions[i - 1]);
            free(text);
        }
        assert_false(vv_document_undo(document));
        for (unsigned i = 1; i <= applied; i++) {
            assert_true(vv_document_redo(document));
            char *text = text_of(document);
            assert_string_equal(text, texts[i]);
            free(text);
        }
        assert_false(vv_document_redo(document));
    }
    for (unsigned i = 0; i <= applied; i++)
        free(texts[i]);
    vv_document_destroy(document);
    return applied;
}

static void undo_and_redo_give_every_state_back(void **state)
{
    (void)state;
    unsigned applied = 0, groups = 0;
    for (uint64_t seed = 1; seed <= 40; seed++)
        applied += run_sequence(seed, &groups);
    print_message("%u of %u random commands were applied, %u of them groups\n", applied, 40 * STEPS, groups);
    assert_true(applied > 40 * STEPS / 10 && applied < 40 * STEPS * 9 / 10);
    assert_true(groups > 40);
}

static void a_command_after_undo_ends_what_could_be_redone(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    uint64_t first = vv_document_revision(document);
    must_apply(document, "{\"do\":\"project.set\",\"name\":\"a\"}");
    must_apply(document, "{\"do\":\"project.set\",\"name\":\"b\"}");
    uint64_t gone = vv_document_revision(document);
    assert_true(vv_document_undo(document) && vv_document_undo(document));
    assert_int_equal(vv_document_revision(document), first);
    assert_string_equal(vv_document_redo_label(document), "project.set");
    must_apply(document, "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}");
    assert_false(vv_document_redo(document));
    assert_true(vv_document_revision(document) > gone);
    assert_string_equal(vv_document_undo_label(document), "artwork.remove");
    vv_document_destroy(document);
}

/* What a command did not touch stays where it is; what it touched gets a new stamp, and undo brings the old one. */
static void untouched_artworks_keep_their_stamp(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    const vv_project *project = vv_document_project(document);
    const vv_project_artwork *ball = project->artworks[0], *man = project->artworks[1];
    uint64_t ball_stamp = ball->stamp, man_stamp = man->stamp;
    assert_true(ball_stamp != man_stamp && ball_stamp != 0);
    must_apply(document, "{\"do\":\"artwork.set\",\"artwork\":\"man\",\"scale\":301}");
    project = vv_document_project(document);
    assert_ptr_equal(project->artworks[0], ball);
    assert_true(project->artworks[1] != man && project->artworks[1]->stamp > man_stamp);
    assert_int_equal(ball->stamp, ball_stamp);
    vv_document_undo(document);
    assert_int_equal(vv_document_project(document)->artworks[1]->stamp, man_stamp);
    vv_document_destroy(document);
}

/* ---- Failing memory --------------------------------------------------------------------------------------------- */

static void reading_survives_every_failed_allocation(void **state)
{
    (void)state;
    vv_result result = VV_ERROR_MEMORY;
    uint64_t n = 0;
    while (result == VV_ERROR_MEMORY) {
        vv_counting counting = {.fail_at = ++n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_document *document;
        vv_error error = {0};
        result = vv_document_parse(sample_project, sizeof sample_project - 1, "x", &allocator, &document, &error);
        if (result == VV_OK) {
            char *text;
            size_t length;
            counting.fail_at = 0;
            vv_project_write(vv_document_project(document), &allocator, &text, &length, NULL);
            assert_string_equal(text, sample_project);
            vv_project_text_release(&allocator, text, length);
            vv_document_destroy(document);
        }
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
    assert_true(n > 10);
}

static void commands_survive_every_failed_allocation(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "{\"do\":\"handle.remove\",\"artwork\":\"man\",\"handle\":\"hand-left\"}",
        "{\"do\":\"example.remove\",\"artwork\":\"ball\",\"example\":\"squashed\"}",
        "{\"do\":\"example.mirror\",\"artwork\":\"man\",\"example\":\"wave\",\"name\":\"other\"}",
        "{\"do\":\"layer.move\",\"artwork\":\"man\",\"layer\":\"torso\",\"before\":\"arm\"}",
        "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}",
        "{\"do\":\"artwork.move\",\"artwork\":\"ball\"}",
        "{\"do\":\"artwork.add\",\"name\":\"new\",\"before\":\"ball\",\"layers\":[{\"name\":\"l\",\"image\":\"i.png\"}]"
        "}",
        "{\"do\":\"scene.add\",\"name\":\"new\",\"artwork\":\"ball\",\"before\":\"tour\",\"keys\":[]}",
        "{\"do\":\"complex.unlink\",\"artwork\":\"man\",\"examples\":[\"rest\",\"bow\"]}",
        "[{\"do\":\"scene.remove\",\"scene\":\"tour\"},{\"do\":\"layer.set\",\"artwork\":\"man\",\"layer\":\"arm\","
        "\"image\":\"x.png\"}]",
    };
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
        must_survive_failed_allocations(sample_project, commands[c]);
}

/* ---- Migration --------------------------------------------------------------------------------------------------- */

/* Two imagined upgrades: 1 → 2 renames a key, 2 → 3 wraps it. */
static void upgrade_1(const vv_json *root, vv_json_writer *writer)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_integer(writer, "version", 2);
    vv_json_write_value(writer, "title", vv_json_member(root, "name"));
    vv_json_write_end(writer);
}

static void upgrade_2(const vv_json *root, vv_json_writer *writer)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_integer(writer, "version", 3);
    vv_json_write_array(writer, "titles");
    vv_json_write_value(writer, NULL, vv_json_member(root, "title"));
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

static const vvi_upgrade upgrades[] = {{1, upgrade_1}, {2, upgrade_2}};

static vv_result migrate(const char *text, const vv_allocator *allocator, vv_json_document **json, vv_error *error)
{
    vv_result result = vv_json_parse(text, strlen(text), "old.json", allocator, json, error);
    if (result != VV_OK)
        return result;
    result = vvi_migrate(upgrades, 2, 3, allocator, "old.json", json, error);
    if (result != VV_OK)
        vv_json_destroy(*json);
    return result;
}

static void old_versions_are_brought_up_step_by_step(void **state)
{
    (void)state;
    vv_json_document *json;
    vv_error error = {0};
    assert_int_equal(migrate("{\"version\":1,\"name\":\"x\"}", NULL, &json, &error), VV_OK);
    assert_string_equal(vv_json_member(vv_json_root(json), "titles")->child->string, "x");
    vv_json_destroy(json);
    assert_int_equal(migrate("{\"version\":3}", NULL, &json, &error), VV_OK);
    vv_json_destroy(json);
    assert_int_equal(migrate("{\n\"version\":4}", NULL, &json, &error), VV_ERROR_VERSION);
    assert_non_null(strstr(error.message, "newer"));
    assert_int_equal(error.line, 2);
    static const char *const wrong[] = {"{\"version\":0}",  "{\"version\":1.5}",  "{\"version\":\"1\"}", "{}",
                                        "{\"version\":-1}", "{\"version\":1e300}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(migrate(wrong[i], NULL, &json, &error), VV_ERROR_VERSION);
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        result = migrate("{\"version\":1,\"name\":\"x\"}", &allocator, &json, &error);
        if (result == VV_OK)
            vv_json_destroy(json);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
}

static void a_newer_project_is_refused_with_a_sentence(void **state)
{
    (void)state;
    vv_document *document;
    vv_error error = {0};
    static const char newer[] = "{\"format\":\"verve-project\",\"version\":2,\"name\":\"n\",\"future\":[]}";
    assert_int_equal(vv_document_parse(newer, sizeof newer - 1, "p", NULL, &document, &error), VV_ERROR_VERSION);
    assert_non_null(strstr(error.message, "newer Verve"));
    assert_non_null(strstr(error.remedy, "newer Verve"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_gives_the_file_back),
        cmocka_unit_test(keys_in_any_order_mean_the_same),
        cmocka_unit_test(an_empty_project_has_a_name),
        cmocka_unit_test(the_structs_say_what_the_file_says),
        cmocka_unit_test(undo_and_redo_give_every_state_back),
        cmocka_unit_test(a_command_after_undo_ends_what_could_be_redone),
        cmocka_unit_test(untouched_artworks_keep_their_stamp),
        cmocka_unit_test(reading_survives_every_failed_allocation),
        cmocka_unit_test(commands_survive_every_failed_allocation),
        cmocka_unit_test(old_versions_are_brought_up_step_by_step),
        cmocka_unit_test(a_newer_project_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
