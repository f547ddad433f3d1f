/* The page's part in saving, played natively: what the studio writes, a folder reads, and the reverse; and whatever is
 * cut, left over or killed in between, nothing is lost. */
#include "studio/core/state.h"
#include "tests/author/document/folders.h"

static vv_studio *studio;
static bool same_history = true; /* false where a line got lost */

/* ---- What the page does ------------------------------------------------------------------------------------------ */

static void append(const char *bytes, size_t count)
{
    FILE *file = fopen(in_folder("journal.jsonl"), "ab");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static void write_line(void)
{
    append(vv_studio_line(studio), vv_studio_line_length(studio));
    vv_studio_lines_written(studio);
    assert_int_equal(vv_studio_line_length(studio), 0);
    assert_string_equal(vv_studio_line(studio), "");
}

static void write_new_journal(void)
{
    assert_int_equal(vv_studio_begin_journal(studio), VV_OK);
    write_text("journal.jsonl", vv_studio_line(studio), vv_studio_line_length(studio));
    vv_studio_lines_written(studio);
}

/* Opens what is in the folder, and does with the journal what studio.h says. */
static void page_open(void)
{
    size_t length = 0, journal_length = 0;
    char *project = read_text("project.json", &length), *journal = NULL;
    if (access(in_folder("journal.jsonl"), F_OK) == 0)
        journal = read_text("journal.jsonl", &journal_length);
    vv_studio_destroy(studio);
    studio = vv_studio_create(NULL);
    assert_int_equal(vv_studio_open(studio, project, (uint32_t)length, journal, (uint32_t)journal_length), VV_OK);
    const char *report = vv_studio_text(studio);
    unsigned whole = 0;
    sscanf(strstr(report, "\"whole\":"), "\"whole\":%u", &whole);
    if (strstr(report, "\"keep\":true"))
        rename(in_folder("journal.jsonl"), in_folder("journal-kept-1.jsonl"));
    if (!strstr(report, "\"current\""))
        write_new_journal();
    else if (whole < journal_length)
        assert_int_equal(truncate(in_folder("journal.jsonl"), (off_t)whole), 0);
    free(journal);
    free(project);
}

static void page_apply(const char *command)
{
    if (vv_studio_apply(studio, command, (uint32_t)strlen(command)) != VV_OK)
        fail_msg("%s: %s", command, vv_studio_text(studio));
    write_line();
}

/* A kill comes after so many of the three steps; the fourth is a new journal where the old one has become long. */
static void page_save(int steps)
{
    assert_int_equal(vv_studio_begin_save(studio), VV_OK);
    write_line(); /* leaves the text alone */
    if (steps >= 2)
        write_text("project.json", vv_studio_text(studio), vv_studio_text_length(studio));
    if (steps >= 3) {
        assert_int_equal(vv_studio_end_save(studio), VV_OK);
        write_line();
    }
    if (steps >= 4)
        write_new_journal();
}

static char *studio_text(void) { return text_of(studio->document); }

/* What can be undone and redone, and by what. */
static void assert_same_history(const vv_document *found, const vv_document *expected)
{
    assert_int_equal(vv_document_step_count(found), vv_document_step_count(expected));
    assert_int_equal(vv_document_step(found), vv_document_step(expected));
    for (uint32_t i = 0; i < vv_document_step_count(found); i++)
        assert_string_equal(vv_document_step_label(found, i), vv_document_step_label(expected, i));
}

/* A folder that opens now finds what the page shows, and what can be undone and redone there. */
static void assert_folder_agrees(void)
{
    char *expected = studio_text();
    vv_project_folder *folder = open_for(VV_FOLDER_READ);
    char *found = folder_text(folder);
    assert_string_equal(found, expected);
    if (same_history)
        assert_same_history(vv_project_folder_document(folder), studio->document);
    vv_project_folder_close(folder);
    free(found);
    free(expected);
}

/* So does another page. */
static void assert_page_agrees(void)
{
    char *expected = studio_text();
    page_open();
    char *found = studio_text();
    assert_string_equal(found, expected);
    free(found);
    free(expected);
}

static const char *const commands[] = {
    "{\"do\":\"project.set\",\"name\":\"one\"}",
    "{\"do\":\"handle.add\",\"artwork\":\"man\",\"name\":\"ear\",\"kind\":\"point\",\"at\":[0.1,2]}",
    "[{\"do\":\"example.set\",\"artwork\":\"ball\",\"example\":\"rest\",\"board\":[3,4]},{\"do\":\"project.set\","
    "\"about\":"
    "\"Grüße\"}]",
    "{\"do\":\"artwork.set\",\"artwork\":\"ball\",\"scale\":99}",
    "{\"do\":\"scene.rename\",\"scene\":\"hello\",\"to\":\"goodbye\"}",
};

/* ---- Both read each other's journals ----------------------------------------------------------------------------- */

static void a_folder_reads_what_the_page_writes(void **state)
{
    (void)state;
    start_with(sample_project);
    page_open();
    assert_true(vv_studio_is_saved(studio));
    for (size_t i = 0; i < 5; i++) {
        page_apply(commands[i]);
        assert_folder_agrees();
    }
    assert_false(vv_studio_is_saved(studio));
    for (int i = 0; i < 5; i++) {
        assert_true(vv_studio_undo(studio));
        write_line();
        assert_folder_agrees();
    }
    assert_true(vv_studio_is_saved(studio));
    assert_false(vv_studio_undo(studio));
    assert_int_equal(vv_studio_line_length(studio), 0);
    for (int i = 0; i < 3; i++) {
        assert_true(vv_studio_redo(studio));
        write_line();
        assert_folder_agrees();
    }
    assert_page_agrees();
    assert_true(vv_studio_redo(studio)); /* what could be redone comes back, too */
}

static void the_page_reads_what_a_folder_writes(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(apply_to(folder, commands[i], NULL), VV_OK);
    assert_int_equal(vv_project_folder_undo(folder, NULL), VV_OK);
    assert_int_equal(vv_project_folder_save(folder, NULL), VV_OK);
    assert_int_equal(vv_project_folder_undo(folder, NULL), VV_OK); /* of before the save */
    char *expected = folder_text(folder);
    vv_project_folder_close(folder);
    page_open();
    assert_int_equal(vv_document_step(studio->document), 3);
    assert_int_equal(vv_document_step_count(studio->document), 5);
    assert_non_null(strstr(vv_studio_text(studio), "\"state\":\"current\",\"keep\":false,\"replayed\":1"));
    char *found = studio_text();
    assert_string_equal(found, expected);
    page_apply("{\"do\":\"project.set\",\"name\":\"next\"}"); /* and goes on where it ended */
    assert_folder_agrees();
    free(found);
    free(expected);
}

/* Commands, undo, redo and saves in any order, a folder looking after each. */
static void any_order_agrees(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    start_with(sample_project);
    page_open();
    for (int i = 0; i < 300; i++) {
        char command[128];
        switch (vvi_random_below(&random, 8)) {
        case 0:
            page_save(3 + (int)vvi_random_below(&random, 2));
            assert_true(vv_studio_is_saved(studio));
            break;
        case 1:
            page_save((int)vvi_random_below(&random, 3)); /* and nobody noticed that it failed */
            break;
        case 2:
        case 3:
            vv_studio_undo(studio);
            write_line();
            break;
        case 4:
            vv_studio_redo(studio);
            write_line();
            break;
        case 5:
            assert_page_agrees();
            break;
        default:
            snprintf(command, sizeof command, "{\"do\":\"project.set\",\"name\":\"%d\"}", i);
            page_apply(command);
        }
        assert_folder_agrees();
    }
}

/* ---- Bad weather ------------------------------------------------------------------------------------------------- */

static void killed_while_saving(void **state)
{
    (void)state;
    for (int steps = 0; steps <= 4; steps++) {
        start_with(sample_project);
        page_open();
        page_apply(commands[0]);
        page_apply(commands[3]);
        page_save(steps);
        assert_folder_agrees();
        assert_page_agrees();
        assert_int_equal(vv_studio_is_saved(studio), steps >= 2);
        page_apply(commands[1]);
        assert_folder_agrees();
        for (int i = 0; i < 3; i++) {
            assert_true(vv_studio_undo(studio));
            write_line();
            assert_folder_agrees();
        }
        assert_page_agrees();
        for (int i = 0; i < 3; i++)
            assert_true(vv_studio_redo(studio));
    }
}

static void a_cut_journal_loses_only_its_last_line(void **state)
{
    (void)state;
    start_with(sample_project);
    page_open();
    for (size_t i = 0; i < 3; i++)
        page_apply(commands[i]);
    page_save(1);
    page_apply(commands[3]);
    size_t length;
    char *journal = read_text("journal.jsonl", &length);
    unsigned lines = 0;
    for (size_t cut = 0; cut <= length; cut++) {
        write_text("journal.jsonl", journal, cut);
        lines += cut > 0 && journal[cut - 1] == '\n';
        vv_project_folder *folder = open_for(VV_FOLDER_READ);
        char *expected = folder_text(folder);
        vv_project_folder_close(folder);
        page_open();
        char *found = studio_text();
        assert_string_equal(found, expected);
        page_apply(commands[4]); /* what comes next stands on a whole line */
        assert_folder_agrees();
        free(found);
        free(expected);
    }
    assert_int_equal(lines, 7); /* the save made two */
    free(journal);
}

static void a_foreign_journal_is_kept_and_not_replayed(void **state)
{
    (void)state;
    start_with(sample_project);
    page_open();
    page_apply(commands[0]);
    size_t length;
    char *journal = read_text("journal.jsonl", &length);
    write_text("project.json", sample_project, strlen(sample_project) - 1); /* another hash, the same project */
    page_open();
    char *kept = read_text("journal-kept-1.jsonl", NULL), *found = studio_text();
    assert_string_equal(kept, journal);
    assert_string_equal(found, sample_project);
    page_apply(commands[1]);
    assert_folder_agrees();
    free(found);
    free(kept);
    free(journal);
}

/* A whole line that cannot be followed, as a newer Verve might write it. */
static void what_came_before_a_refused_line_is_in_the_new_journal(void **state)
{
    (void)state;
    start_with(sample_project);
    page_open();
    page_apply(commands[0]);
    size_t length;
    char *journal = read_text("journal.jsonl", &length), line[128];
    uint64_t sum = strtoull(journal + length - 19, NULL, 16); /* …<16 digits>"}\n */
    static const char body[] = "{\"do\":{\"do\":\"teleport\"}";
    snprintf(line, sizeof line, "%s,\"sum\":\"%016llx\"}\n", body,
             (unsigned long long)vv_hash_bytes(sum, body, sizeof body - 1));
    append(line, strlen(line));
    page_open();
    assert_string_equal(vv_document_project(studio->document)->name, "one");
    assert_false(vv_studio_is_saved(studio));
    free(journal);
    journal = read_text("journal.jsonl", &length);
    assert_non_null(strstr(journal, "\n{\"do\":{\"do\":\"project.set\",\"name\":\"one\"}"));
    assert_folder_agrees();
    assert_true(vv_studio_undo(studio));
    write_line();
    assert_folder_agrees();
    assert_true(vv_studio_redo(studio));
    write_line();
    assert_folder_agrees();
    free(journal);
}

static void the_project_may_go_on_while_it_is_saved(void **state)
{
    (void)state;
    start_with(sample_project);
    page_open();
    page_apply(commands[0]);
    assert_int_equal(vv_studio_begin_save(studio), VV_OK);
    write_line();
    char *project = malloc(vv_studio_text_length(studio) + 1);
    memcpy(project, vv_studio_text(studio), vv_studio_text_length(studio) + 1);
    page_apply(commands[1]); /* the file is on its way */
    assert_folder_agrees();
    write_text("project.json", project, strlen(project));
    assert_folder_agrees();
    page_apply(commands[3]);
    assert_folder_agrees();
    assert_int_equal(vv_studio_end_save(studio), VV_OK);
    write_line();
    assert_folder_agrees();
    write_new_journal();
    assert_folder_agrees();
    assert_false(vv_studio_is_saved(studio));
    for (int i = 0; i < 3; i++) {
        assert_true(vv_studio_undo(studio));
        write_line();
        assert_folder_agrees();
        assert_int_equal(vv_studio_is_saved(studio), i == 1);
    }
    for (int i = 0; i < 3; i++) {
        assert_true(vv_studio_redo(studio));
        write_line();
        assert_folder_agrees();
    }
    assert_page_agrees();
    free(project);
}

static void a_copy_is_what_would_be_saved_and_saves_nothing(void **state)
{
    (void)state;
    start_with(sample_project);
    page_open();
    page_apply(commands[0]);
    char *expected = studio_text();
    assert_int_equal(vv_studio_write(studio), VV_OK);
    assert_string_equal(vv_studio_text(studio), expected);
    assert_int_equal(vv_studio_line_length(studio), 0);
    assert_false(vv_studio_is_saved(studio));
    assert_folder_agrees();
    free(expected);
}

static void a_line_that_was_never_written_is_made_up_for(void **state)
{
    (void)state;
    start_with(sample_project);
    page_open();
    assert_int_equal(vv_studio_apply(studio, commands[0], (uint32_t)strlen(commands[0])), VV_OK);
    same_history = false;
    page_apply(commands[1]); /* the line before got lost */
    assert_folder_agrees();
    same_history = true;
}

static void there_is_nothing_to_write_before_there_is_a_file(void **state)
{
    (void)state;
    vv_studio_destroy(studio);
    studio = vv_studio_create(NULL);
    assert_false(vv_studio_is_saved(studio));
    assert_int_equal(vv_studio_end_save(studio), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_studio_apply(studio, commands[0], (uint32_t)strlen(commands[0])), VV_OK);
    assert_int_equal(vv_studio_line_length(studio), 0);
    vv_studio_lines_written(studio);
    start_with(sample_project);
    page_save(3);
    assert_true(vv_studio_is_saved(studio));
    assert_int_equal(truncate(in_folder("journal.jsonl"), 0), 0);
    write_new_journal();
    same_history = false; /* there is nothing that the first project.json could be undone to */
    assert_folder_agrees();
    page_apply("{\"do\":\"project.set\",\"name\":\"two\"}");
    assert_folder_agrees();
}

/* What the studio says is written stays true whatever fails: a change is made with its line, or not at all. */
static void changes_and_their_lines_fail_together(void **state)
{
    (void)state;
    typedef enum { APPLY, UNDO, REDO, SAVING, SAVED, BEGIN, WRITE, KINDS } kind;
    for (kind k = APPLY; k < KINDS; k++) {
        bool done = false;
        for (uint64_t n = 1; !done; n++) {
            vv_counting counting = {0};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_studio *s = vv_studio_create(&allocator);
            uint32_t length = (uint32_t)strlen(commands[1]);
            assert_int_equal(vv_studio_open(s, sample_project, sizeof sample_project - 1, NULL, 0), VV_OK);
            assert_int_equal(vv_studio_begin_journal(s), VV_OK);
            vv_studio_lines_written(s);
            assert_int_equal(vv_studio_apply(s, commands[0], (uint32_t)strlen(commands[0])), VV_OK);
            vv_studio_lines_written(s);
            if (k == REDO) {
                assert_true(vv_studio_undo(s));
                vv_studio_lines_written(s);
            }
            if (k == SAVED || k == BEGIN) {
                assert_int_equal(vv_studio_begin_save(s), VV_OK);
                vv_studio_lines_written(s);
            }
            if (k == BEGIN)
                assert_int_equal(vv_studio_end_save(s), VV_OK);
            uint64_t revision = vv_document_revision(s->document);
            counting.fail_at = n;
            done = k == APPLY    ? vv_studio_apply(s, commands[1], length) == VV_OK
                   : k == UNDO   ? vv_studio_undo(s)
                   : k == REDO   ? vv_studio_redo(s)
                   : k == SAVING ? vv_studio_begin_save(s) == VV_OK
                   : k == WRITE  ? vv_studio_write(s) == VV_OK
                   : k == BEGIN  ? vv_studio_begin_journal(s) == VV_OK
                                 : vv_studio_end_save(s) == VV_OK;
            counting.fail_at = 0;
            assert_true((vv_studio_line_length(s) > 0) == (done && k != WRITE));
            if (!done || k >= SAVING)
                assert_int_equal(vv_document_revision(s->document), revision);
            if (!done)
                assert_non_null(strstr(vv_studio_text(s), "{\"code\":1,"));
            vv_studio_lines_written(s);
            assert_int_equal(vv_studio_apply(s, commands[1], length) == VV_OK, k != APPLY || !done);
            vv_studio_destroy(s);
            assert_int_equal(counting.used, 0);
        }
    }
}

static int clean_up(void **state)
{
    vv_studio_destroy(studio);
    return remove_folder(state);
}

int main(void)
{
    if (!make_test_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_reads_what_the_page_writes),
        cmocka_unit_test(the_page_reads_what_a_folder_writes),
        cmocka_unit_test(any_order_agrees),
        cmocka_unit_test(killed_while_saving),
        cmocka_unit_test(a_cut_journal_loses_only_its_last_line),
        cmocka_unit_test(a_foreign_journal_is_kept_and_not_replayed),
        cmocka_unit_test(what_came_before_a_refused_line_is_in_the_new_journal),
        cmocka_unit_test(the_project_may_go_on_while_it_is_saved),
        cmocka_unit_test(a_copy_is_what_would_be_saved_and_saves_nothing),
        cmocka_unit_test(a_line_that_was_never_written_is_made_up_for),
        cmocka_unit_test(there_is_nothing_to_write_before_there_is_a_file),
        cmocka_unit_test(changes_and_their_lines_fail_together),
    };
    return cmocka_run_group_tests(tests, NULL, clean_up);
}
