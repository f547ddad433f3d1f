/* Previews: shown as the present state, outside the row. And the row as a list of steps. */
#include "tests/author/document/documents.h"

static vv_result preview_text(vv_document *document, const char *command, vv_error *error)
{
    vv_json_document *json;
    assert_int_equal(vv_json_parse(command, strlen(command), "command", NULL, &json, NULL), VV_OK);
    vv_result result = vv_document_preview(document, json, vv_json_root(json), error);
    vv_json_destroy(json);
    return result;
}

static const char *project_name(const vv_document *document) { return vv_document_project(document)->name; }

static void set_name(vv_document *document, const char *name)
{
    char command[128];
    snprintf(command, sizeof command, "{\"do\":\"project.set\",\"name\":\"%s\"}", name);
    must_apply(document, command);
}

static void a_preview_leaves_the_row_alone(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    set_name(document, "one");
    set_name(document, "two");
    assert_true(vv_document_undo(document));
    uint64_t revision = vv_document_revision(document);
    char *before = text_of(document);
    for (int i = 0; i < 3; i++) { /* each takes the place of the one before */
        assert_int_equal(preview_text(document, "{\"do\":\"artwork.rename\",\"artwork\":\"man\",\"to\":\"boy\"}", NULL),
                         VV_OK);
        assert_string_equal(vv_document_project(document)->artworks[1]->name, "boy");
        assert_int_not_equal(vv_document_revision(document), revision);
    }
    assert_string_equal(vv_document_undo_label(document), "project.set");
    assert_int_equal(vv_document_step_count(document), 2);
    assert_int_equal(vv_document_step(document), 1);
    vv_document_preview_end(document);
    vv_document_preview_end(document);
    char *after = text_of(document);
    assert_string_equal(after, before);
    assert_int_equal(vv_document_revision(document), revision);
    assert_true(vv_document_redo(document));
    assert_string_equal(project_name(document), "two");
    free(after);
    free(before);
    vv_document_destroy(document);
}

static void undo_redo_and_commands_end_a_preview(void **state)
{
    (void)state;
    static const char other[] = "{\"do\":\"project.set\",\"name\":\"shown\"}";
    vv_document *document = open_text(sample_project);
    set_name(document, "one");
    assert_int_equal(preview_text(document, other, NULL), VV_OK);
    assert_true(vv_document_undo(document));
    assert_string_equal(project_name(document), "Man and ball");
    assert_int_equal(preview_text(document, other, NULL), VV_OK);
    assert_false(vv_document_undo(document)); /* nothing to undo, but the preview ends */
    assert_string_equal(project_name(document), "Man and ball");
    assert_int_equal(preview_text(document, other, NULL), VV_OK);
    assert_true(vv_document_redo(document));
    assert_string_equal(project_name(document), "one");
    assert_int_equal(preview_text(document, other, NULL), VV_OK);
    must_apply(document, "{\"do\":\"scene.rename\",\"scene\":\"hello\",\"to\":\"goodbye\"}");
    assert_string_equal(project_name(document), "one"); /* applied to the state in the row, not to what was shown */
    assert_int_equal(preview_text(document, other, NULL), VV_OK);
    assert_int_not_equal(preview_text(document, "{\"do\":\"nothing\"}", NULL), VV_OK);
    assert_string_equal(project_name(document), "one");
    assert_int_equal(vv_document_step_count(document), 2);
    vv_document_destroy(document);
}

static void a_preview_that_is_kept_is_a_step(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    set_name(document, "one");
    assert_true(vv_document_undo(document));
    assert_int_equal(preview_text(document, "{\"do\":\"project.set\",\"name\":\"kept\"}", NULL), VV_OK);
    uint64_t revision = vv_document_revision(document);
    vv_document_preview_keep(document);
    vv_document_preview_keep(document); /* nothing is shown any more */
    assert_int_equal(vv_document_revision(document), revision);
    assert_int_equal(vv_document_step_count(document), 1);
    assert_false(vv_document_redo(document));
    assert_true(vv_document_undo(document));
    assert_string_equal(project_name(document), "Man and ball");
    vv_document_destroy(document);
}

static void a_hidden_preview_comes_back(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    set_name(document, "one");
    uint64_t revision = vv_document_revision(document);
    vv_document_preview_hide(document, true); /* there is none: the next one is seen */
    assert_int_equal(preview_text(document, "{\"do\":\"project.set\",\"name\":\"shown\"}", NULL), VV_OK);
    uint64_t shown = vv_document_revision(document);
    assert_string_equal(project_name(document), "shown");
    vv_document_preview_hide(document, true);
    assert_string_equal(project_name(document), "one");
    assert_int_equal(vv_document_revision(document), revision);
    vv_document_preview_hide(document, false);
    assert_string_equal(project_name(document), "shown");
    assert_int_equal(vv_document_revision(document), shown);
    vv_document_preview_hide(document, true);
    vv_document_preview_keep(document);
    assert_string_equal(project_name(document), "shown");
    assert_int_equal(vv_document_step(document), 2);
    vv_document_destroy(document);
}

/* A cache that compares stamps sees a preview, and afterwards that all is as it was. */
static void stamps_follow_previews(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    uint64_t ball = vv_document_project(document)->artworks[0]->stamp,
             man = vv_document_project(document)->artworks[1]->stamp;
    assert_int_equal(preview_text(document, "{\"do\":\"artwork.set\",\"artwork\":\"man\",\"scale\":100}", NULL), VV_OK);
    uint64_t shown = vv_document_project(document)->artworks[1]->stamp;
    assert_int_equal(vv_document_project(document)->artworks[0]->stamp, ball);
    assert_int_not_equal(shown, man);
    vv_document_preview_end(document);
    assert_int_equal(vv_document_project(document)->artworks[1]->stamp, man);
    must_apply(document, "{\"do\":\"artwork.set\",\"artwork\":\"man\",\"scale\":200}");
    assert_int_not_equal(vv_document_project(document)->artworks[1]->stamp, shown);
    vv_document_destroy(document);
}

static void steps_are_listed(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    assert_int_equal(vv_document_step_count(document), 0);
    set_name(document, "one");
    must_apply(document, "{\"do\":\"group\",\"label\":\"tidy up\",\"commands\":[]}");
    must_apply(document, "[{\"do\":\"scene.rename\",\"scene\":\"hello\",\"to\":\"goodbye\"}]");
    assert_true(vv_document_undo(document));
    assert_int_equal(vv_document_step_count(document), 3);
    assert_int_equal(vv_document_step(document), 2);
    assert_string_equal(vv_document_step_label(document, 0), "project.set");
    assert_string_equal(vv_document_step_label(document, 1), "tidy up");
    assert_string_equal(vv_document_step_label(document, 2), vv_document_redo_label(document));
    vv_document_destroy(document);
}

static void previews_survive_every_failed_allocation(void **state)
{
    (void)state;
    static const char command[] =
        "{\"do\":\"layer.add\",\"artwork\":\"man\",\"name\":\"hat\",\"image\":\"art/hat.png\"}";
    vv_json_document *json;
    assert_int_equal(vv_json_parse(command, sizeof command - 1, "command", NULL, &json, NULL), VV_OK);
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_document *document;
        assert_int_equal(vv_document_parse(sample_project, sizeof sample_project - 1, "", &allocator, &document, NULL),
                         VV_OK);
        uint64_t revision = vv_document_revision(document);
        counting.fail_at = n;
        result = vv_document_preview(document, json, vv_json_root(json), NULL);
        if (result != VV_OK)
            assert_int_equal(vv_document_revision(document), revision);
        vv_document_destroy(document);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
    vv_json_destroy(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_preview_leaves_the_row_alone),
        cmocka_unit_test(undo_redo_and_commands_end_a_preview),
        cmocka_unit_test(a_preview_that_is_kept_is_a_step),
        cmocka_unit_test(a_hidden_preview_comes_back),
        cmocka_unit_test(stamps_follow_previews),
        cmocka_unit_test(steps_are_listed),
        cmocka_unit_test(previews_survive_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
