/* Undo and redo outlive everything: whatever was done, saved, killed and opened again, the row of states is the one
 * that somebody who had kept all of it in memory would have; and whatever others do to the files, no state is ever seen
 * that was not there. */
#include "tests/author/document/histories.h"

static void random_work(host *h, vvi_random *random, unsigned turns, bool small)
{
    char command[6000];
    for (unsigned i = 0; i < turns; i++) {
        uint32_t what = vvi_random_below(random, 20);
        if (what < 10) {
            if (small)
                snprintf(command, sizeof command, "{\"do\":\"project.set\",\"name\":\"%u\"}",
                         vvi_random_below(random, 30));
            else
                random_command(random, command, sizeof command, 1);
            do_command(h, command);
        } else if (what < 15) {
            do_step(h, what < 13);
        } else if (what < 17) {
            do_save(h, 1 + vvi_random_below(random, 4));
        } else if (what < 19 || !h->project.bytes) {
            assert_int_equal(reopen(h).state, VV_JOURNAL_CURRENT);
            assert_row(h->document, h, false);
        } else {
            snprintf(command, sizeof command, "{\"format\":\"verve-project\",\"version\":1,\"name\":\"by hand %u\"}",
                     i);
            other_hands(h, command);
        }
    }
}

static void any_order_gives_the_row_of_one_who_forgets_nothing(void **state)
{
    (void)state;
    unsigned openings = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        host *h = calloc(1, sizeof *h);
        vvi_random random = vvi_random_seed(seed);
        bool small = seed % 4 != 0;
        h->every_byte = small && seed <= 12;
        begin(h, small ? small_project : sample_project);
        random_work(h, &random, small ? 80 : 60, small);
        openings += h->openings;
        end(h);
    }
    print_message("%u openings\n", openings);
    assert_true(openings > 10000);
}

/* ---- Damage and forgery ------------------------------------------------------------------------------------------ */

/* Ten states, of which the sixth is saved; then two more, and one undone. */
static host *worked_on(void)
{
    host *h = calloc(1, sizeof *h);
    begin(h, small_project);
    char command[64];
    for (unsigned i = 0; i < 9; i++) {
        snprintf(command, sizeof command, "{\"do\":\"project.set\",\"name\":\"%u\"}", i);
        do_command(h, command);
        if (i == 5)
            do_save(h, 3);
    }
    do_step(h, true);
    return h;
}

static void no_damage_shows_a_state_that_never_was(void **state)
{
    (void)state;
    host *h = worked_on();
    vvi_random random = vvi_random_seed(3);
    unsigned unproven = 0;
    const char *place = strstr(h->journal.bytes, "{\"saving\"");
    assert_non_null(place);
    for (int round = 0; round < 4000; round++) {
        size_t at = vvi_random_below(&random, (uint32_t)h->journal.length);
        char kept = h->journal.bytes[at];
        size_t length = round % 4 ? h->journal.length : at;
        if (round % 4)
            h->journal.bytes[at] = (char)(kept ^ (1 + (int)vvi_random_below(&random, 255)));
        vv_journal_report report;
        vv_document *document = open_copy(h, h->journal.bytes, length, &report);
        if (report.state == VV_JOURNAL_UNPROVEN) { /* the history is lost, and nothing else */
            assert_true(at < (size_t)(place - h->journal.bytes));
            assert_true(hash_now(document) == h->row[h->present]);
            assert_int_equal(vv_document_step(document), 2);
            assert_true(vv_journal_must_be_kept(&report, h->journal.bytes, length));
            unproven++;
        }
        while (vv_document_undo(document)) {}
        do
            assert_true(was_ever(h, hash_now(document)));
        while (vv_document_redo(document));
        vv_document_destroy(document);
        h->journal.bytes[at] = kept;
    }
    assert_true(unproven > 500);
    end(h);
}

/* The journal again with one of its lines replaced (`with` NULL: left out), every checksum right. */
static text forge(const host *h, const char *line, const char *with)
{
    text forged = {calloc(1, 2 * h->journal.length + 4096), 0};
    uint64_t sum = 0;
    bool done = false;
    for (const char *at = h->journal.bytes; *at;) {
        const char *end = strchr(at, '\n');
        size_t length = (size_t)(end - at) - VVI_SUM_TAIL_BYTES;
        bool here = !done && strncmp(at, line, strlen(line)) == 0;
        const char *body = here ? with : at;
        length = here && with ? strlen(with) : length;
        at = end + 1;
        done = done || here;
        if (!body)
            continue;
        sum = vv_hash_bytes(sum, body, length);
        forged.length += (size_t)sprintf(forged.bytes + forged.length, "%.*s,\"sum\":\"%016llx\"}\n", (int)length, body,
                                         (unsigned long long)sum);
    }
    assert_true(done);
    return forged;
}

static void forged_histories_are_not_believed(void **state)
{
    (void)state;
    static const struct {
        const char *line, *with;
    } forgeries[] = {
        {"{\"base\"", "{\"base\":{\"name\":\"never\",\"about\":\"there\"}"},
        {"{\"base\"", "{\"base\":{\"name\":5}"},
        {"{\"base\"", "{\"base\":[]"},
        {"{\"base\"", "{\"base\":7"},
        {"{\"base\"", "{\"base\""},
        {"{\"base\"", NULL},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"5\"", "{\"do\":{\"do\":\"project.set\",\"name\":\"never\"}"},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"5\"", "{\"undo\":true"},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"5\"", NULL},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"2\"", "{\"do\":{\"do\":\"no.such\"}"},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"2\"", "{\"redo\":true"},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"2\"", "{\"do\":{\"do\":\"project.set\",\"about\":\"never\"}"},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"2\"", "{\"set\":{\"name\":\"x\",\"artworks\":3}"},
        {"{\"do\":{\"do\":\"project.set\",\"name\":\"2\"", "not json"},
    };
    host *h = worked_on();
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        text forged = forge(h, forgeries[i].line, forgeries[i].with);
        vv_journal_report report;
        vv_document *document = open_copy(h, forged.bytes, forged.length, &report);
        assert_int_equal(report.state, VV_JOURNAL_UNPROVEN);
        assert_true(report.refusal.message[0] && report.replayed == 4);
        assert_true(hash_now(document) == h->row[h->present]);
        assert_int_equal(vv_document_step(document), 2);
        while (vv_document_undo(document))
            assert_true(was_ever(h, hash_now(document)));
        assert_true(hash_now(document) == project_hash(h));
        vv_document_destroy(document);
        free(forged.bytes);
    }
    end(h);
}

/* What a file says of itself is not believed, but this history really leads to the project.json that is there. */
static void a_history_that_leads_there_is_taken(void **state)
{
    (void)state;
    host *h = worked_on();
    text forged =
        forge(h, "{\"do\":{\"do\":\"project.set\",\"name\":\"2\"", "{\"do\":{\"do\":\"project.set\",\"name\":\"x\"}");
    vv_journal_report report;
    vv_document *document = open_copy(h, forged.bytes, forged.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_int_equal(vv_document_step(document), h->present);
    vv_document_destroy(document);
    free(forged.bytes);
    end(h);
}

static void an_older_version_that_is_put_back_is_what_is_opened(void **state)
{
    (void)state;
    host *h = calloc(1, sizeof *h);
    begin(h, small_project);
    do_command(h, "{\"do\":\"project.set\",\"name\":\"first\"}");
    do_save(h, 3);
    text first = copy_of(h->project.bytes, h->project.length);
    do_command(h, "{\"do\":\"project.set\",\"name\":\"second\"}");
    do_save(h, 3);
    other_hands(h, first.bytes); /* git checkout */
    assert_string_equal(vv_document_project(h->document)->name, "first");
    free(first.bytes);
    end(h);
}

/* A line that cannot be read any more may have been work that no save has seen. */
static void damaged_work_of_another_project_is_kept(void **state)
{
    (void)state;
    host *h = calloc(1, sizeof *h);
    begin(h, small_project);
    do_command(h, "{\"do\":\"project.set\",\"name\":\"a\"}");
    do_save(h, 3);
    vv_journal_report report;
    h->project.bytes[h->project.length - 1] = ' ';
    vv_document_destroy(open_copy(h, h->journal.bytes, h->journal.length, &report));
    assert_int_equal(report.state, VV_JOURNAL_FOREIGN);
    assert_false(vv_journal_must_be_kept(&report, h->journal.bytes, h->journal.length));
    h->project.bytes[h->project.length - 1] = '\n';
    do_command(h, "{\"do\":\"project.set\",\"name\":\"b\"}");
    h->journal.bytes[h->journal.length - 30] ^= 1;
    h->project.bytes[h->project.length - 1] = ' ';
    vv_document_destroy(open_copy(h, h->journal.bytes, h->journal.length, &report));
    assert_int_equal(report.state, VV_JOURNAL_FOREIGN);
    assert_true(vv_journal_must_be_kept(&report, h->journal.bytes, h->journal.length));
    end(h);
}

static void every_failed_allocation_leaves_the_document_whole(void **state)
{
    (void)state;
    host *h = worked_on();
    vv_result result = VV_ERROR_MEMORY;
    unsigned without = 0;
    bool whole = false;
    for (uint64_t n = 1; result != VV_OK || !whole; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_document *document;
        vv_journal *journal = NULL;
        vv_journal_report report;
        const char *line;
        size_t length;
        assert_int_equal(vv_document_parse(h->project.bytes, h->project.length, "p", &allocator, &document, NULL),
                         VV_OK);
        counting.fail_at = n;
        result = vv_journal_create(&allocator, &journal, NULL);
        if (result == VV_OK)
            result = vv_journal_replay(journal, document, h->journal.bytes, h->journal.length, project_hash(h), &report,
                                       NULL);
        if (result == VV_OK) { /* with the history, or without it */
            assert_true(hash_now(document) == h->row[h->present]);
            without += report.state == VV_JOURNAL_UNPROVEN;
            result =
                vv_journal_begin(journal, document, report.project_revision, project_hash(h), &line, &length, NULL);
            whole = result == VV_OK && report.state == VV_JOURNAL_CURRENT;
        }
        if (whole)
            assert_opens(h, line, length, true);
        vv_journal_destroy(journal);
        vv_document_destroy(document);
        assert_int_equal(counting.used, 0);
    }
    assert_true(without > 10);
    end(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_gives_the_row_of_one_who_forgets_nothing),
        cmocka_unit_test(no_damage_shows_a_state_that_never_was),
        cmocka_unit_test(forged_histories_are_not_believed),
        cmocka_unit_test(a_history_that_leads_there_is_taken),
        cmocka_unit_test(an_older_version_that_is_put_back_is_what_is_opened),
        cmocka_unit_test(damaged_work_of_another_project_is_kept),
        cmocka_unit_test(every_failed_allocation_leaves_the_document_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
