/* Histories that have become long: a journal is written anew without its oldest steps, and nothing depends on whether
 * the new one arrived. */
#include "tests/author/document/histories.h"

/* Without looking at every byte. */
static void quick_append(host *h, const vv_json *command)
{
    const char *line;
    size_t length;
    assert_int_equal(vv_journal_note(h->writer, h->document, command, &line, &length, NULL), VV_OK);
    assert_null(strstr(line, "{\"set\"")); /* the row of the journal is the document's */
    vv_journal_written(h->writer);
    h->journal.bytes = realloc(h->journal.bytes, h->journal.length + length + 1);
    memcpy(h->journal.bytes + h->journal.length, line, length + 1);
    h->journal.length += length;
}

static void quick_command(host *h, unsigned number)
{
    vv_json_document *json;
    char command[64];
    snprintf(command, sizeof command, "{\"do\":\"project.set\",\"name\":\"%u\"}", number);
    vv_json_parse(command, strlen(command), "c", NULL, &json, NULL);
    assert_int_equal(vv_document_apply(h->document, json, vv_json_root(json), NULL), VV_OK);
    quick_append(h, vv_json_root(json));
    vv_json_destroy(json);
}

static void quick_steps(host *h, bool undo, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        assert_true(undo ? vv_document_undo(h->document) : vv_document_redo(h->document));
        quick_append(h, NULL);
    }
}

static unsigned number_of(const vv_document *document)
{
    return (unsigned)strtoul(vv_document_project(document)->name, NULL, 10);
}

/* Saves, and writes the journal anew; gives the old one, with room for more. */
static text save_and_shorten(host *h)
{
    const char *line;
    size_t length;
    char *now = text_of(h->document);
    uint64_t hash = vv_journal_hash(now, strlen(now));
    free(h->project.bytes);
    h->project = (text){now, strlen(now)};
    h->saved = vv_document_revision(h->document);
    assert_true(vv_journal_is_long(h->writer));
    assert_int_equal(vv_journal_saving(h->writer, h->document, hash, &line, &length, NULL), VV_OK);
    text old = {malloc(h->journal.length + length + 4096), h->journal.length + length};
    memcpy(old.bytes, h->journal.bytes, h->journal.length);
    memcpy(old.bytes + h->journal.length, line, length);
    vv_journal_written(h->writer);
    assert_int_equal(vv_journal_begin(h->writer, h->document, h->saved, hash, &line, &length, NULL), VV_OK);
    free(h->journal.bytes);
    h->journal = copy_of(line, length);
    vv_journal_written(h->writer);
    assert_true(!vv_journal_is_long(h->writer) && h->journal.length < old.length);
    return old;
}

static void assert_numbers(const host *h, const text *journal, unsigned now, unsigned step, unsigned step_count)
{
    vv_journal_report report;
    vv_document *document = open_copy(h, journal->bytes, journal->length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_int_equal(number_of(document), now);
    assert_int_equal(vv_document_step(document), step);
    assert_int_equal(vv_document_step_count(document), step_count);
    for (unsigned n = now; vv_document_step(document) > 0; vv_document_undo(document))
        assert_int_equal(number_of(document), n--);
    vv_document_destroy(document);
}

/* The row is too long for the model: names count the steps. */
static void a_long_journal_loses_its_oldest_steps_first(void **state)
{
    (void)state;
    host *h = calloc(1, sizeof *h);
    begin(h, small_project);
    unsigned number = 0;
    while (!vv_journal_is_long(h->writer))
        quick_command(h, ++number);
    assert_true(number > VVI_JOURNAL_LINES - 10);
    text old = save_and_shorten(h);
    /* What comes next fits behind both: the new one may never have arrived. */
    size_t before = h->journal.length;
    quick_command(h, ++number);
    quick_steps(h, true, 3);
    quick_steps(h, false, 2);
    memcpy(old.bytes + old.length, h->journal.bytes + before, h->journal.length - before);
    old.length += h->journal.length - before;
    assert_numbers(h, &old, number - 1, number - 1, number);
    assert_numbers(h, &h->journal, number - 1, VVI_HISTORY_STEPS, VVI_HISTORY_STEPS + 1);
    free(old.bytes);
    end(h);
}

/* Where most of it was undone, there is nothing older: then what lies furthest ahead goes. */
static void a_long_journal_of_undone_steps_loses_the_furthest(void **state)
{
    (void)state;
    host *h = calloc(1, sizeof *h);
    begin(h, small_project);
    for (unsigned number = 1; number <= 8000; number++)
        quick_command(h, number);
    quick_steps(h, true, 7900);
    text old = save_and_shorten(h);
    assert_numbers(h, &h->journal, 100, 0, VVI_HISTORY_STEPS);
    quick_steps(h, false, 5);
    assert_numbers(h, &h->journal, 105, 5, VVI_HISTORY_STEPS);
    free(old.bytes);
    end(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_journal_loses_its_oldest_steps_first),
        cmocka_unit_test(a_long_journal_of_undone_steps_loses_the_furthest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
