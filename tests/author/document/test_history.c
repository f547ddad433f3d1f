/* Undo and redo outlive everything: whatever was done, saved, killed and opened again, the row of states is the one that
 * somebody who had kept all of it in memory would have; and whatever others do to the files, no state is ever seen that was
 * not there. */
#include "tests/author/document/documents.h"

#include "author/document/journal.h"

enum { MOST_STATES = 512 };

static const char small_project[] =
    "{\n  \"format\": \"verve-project\",\n  \"version\": 1,\n  \"name\": \"small\"\n}\n";

/* ---- A disk, a host, and a model that forgets nothing --------------------------------------------------------------- */

typedef struct text {
    char *bytes;
    size_t length;
} text;

static text copy_of(const char *bytes, size_t length)
{
    text copy = {malloc(length + 1), length};
    memcpy(copy.bytes, bytes, length);
    copy.bytes[length] = '\0';
    return copy;
}

typedef struct host {
    text project, journal; /* on the disk */
    vv_document *document;
    vv_journal *writer;
    uint64_t saved; /* revision */
    /* The model: hashes of the states as text, and every state that ever was. */
    uint64_t row[MOST_STATES], ever[2 * MOST_STATES];
    unsigned count, present, ever_count;
    unsigned unsaved;  /* changes since the last save that was said to be in place */
    bool every_byte;   /* kill at each of them */
    unsigned openings; /* how often it was looked at */
} host;

static uint64_t hash_now(const vv_document *document)
{
    char *now = text_of(document);
    uint64_t hash = vv_journal_hash(now, strlen(now));
    free(now);
    return hash;
}

static uint64_t project_hash(const host *h) { return vv_journal_hash(h->project.bytes, h->project.length); }

static vv_document *open_copy(const host *h, const char *journal, size_t length, vv_journal_report *report)
{
    vv_journal *reader;
    vv_document *document;
    char *exact = malloc(length ? length : 1);
    memcpy(exact, journal, length);
    assert_int_equal(vv_document_parse(h->project.bytes, h->project.length, "p", NULL, &document, NULL), VV_OK);
    vv_journal_create(NULL, &reader, NULL);
    assert_int_equal(vv_journal_replay(reader, document, exact, length, project_hash(h), report, NULL), VV_OK);
    vv_journal_destroy(reader);
    free(exact);
    return document;
}

static void assert_row(vv_document *document, const host *h, bool deep)
{
    assert_int_equal(vv_document_step_count(document), h->count - 1);
    assert_int_equal(vv_document_step(document), h->present);
    assert_true(hash_now(document) == h->row[h->present]);
    if (!deep)
        return;
    while (vv_document_undo(document))
        assert_true(hash_now(document) == h->row[vv_document_step(document)]);
    while (vv_document_redo(document))
        assert_true(hash_now(document) == h->row[vv_document_step(document)]);
}

/* Somebody opens what is on the disk, with this journal. */
static void assert_opens(host *h, const char *journal, size_t length, bool deep)
{
    vv_journal_report report;
    vv_document *document = open_copy(h, journal, length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_row(document, h, deep);
    vv_document_destroy(document);
    h->openings++;
}

/* Lines reach the disk a byte at a time; a kill after any of them leaves the row as it was before or as it is after. */
static void append(host *h, const char *line, size_t length, const host *before)
{
    text whole = {malloc(h->journal.length + length + 1), h->journal.length + length};
    memcpy(whole.bytes, h->journal.bytes, h->journal.length);
    memcpy(whole.bytes + h->journal.length, line, length + 1);
    host was = *before;
    for (size_t cut = 0; cut < length; cut += h->every_byte ? 1 : 1 + length / 3)
        assert_opens(&was, whole.bytes, h->journal.length + cut, cut == 0);
    h->openings += was.openings - before->openings;
    free(h->journal.bytes);
    h->journal = whole;
    vv_journal_written(h->writer);
    assert_opens(h, whole.bytes, whole.length, true);
}

static void replace_journal(host *h)
{
    const char *line;
    size_t length;
    assert_int_equal(vv_journal_begin(h->writer, h->document, h->saved, project_hash(h), &line, &length, NULL), VV_OK);
    free(h->journal.bytes);
    h->journal = copy_of(line, length);
    vv_journal_written(h->writer);
    assert_opens(h, h->journal.bytes, h->journal.length, true);
}

static void remember(host *h, uint64_t hash)
{
    assert_true(h->ever_count < 2 * MOST_STATES);
    h->ever[h->ever_count++] = hash;
}

static bool was_ever(const host *h, uint64_t hash)
{
    unsigned i = 0;
    while (i < h->ever_count && h->ever[i] != hash)
        i++;
    return i < h->ever_count;
}

/* Another process opens the project to go on with it. */
static vv_journal_report reopen(host *h)
{
    vv_journal_report report;
    vv_journal_destroy(h->writer);
    vv_document_destroy(h->document);
    assert_int_equal(vv_document_parse(h->project.bytes, h->project.length, "p", NULL, &h->document, NULL), VV_OK);
    vv_journal_create(NULL, &h->writer, NULL);
    assert_int_equal(vv_journal_replay(h->writer, h->document, h->journal.bytes ? h->journal.bytes : "",
                                       h->journal.length, project_hash(h), &report, NULL),
                     VV_OK);
    h->saved = report.project_revision;
    return report;
}

static void begin(host *h, const char *project)
{
    h->project = copy_of(project, strlen(project));
    h->journal = copy_of("", 0);
    assert_int_equal(reopen(h).state, VV_JOURNAL_EMPTY);
    h->row[0] = hash_now(h->document);
    h->count = 1;
    remember(h, h->row[0]);
    replace_journal(h);
}

static void end(host *h)
{
    vv_journal_destroy(h->writer);
    vv_document_destroy(h->document);
    free(h->project.bytes);
    free(h->journal.bytes);
    free(h);
}

/* ---- What is done --------------------------------------------------------------------------------------------------- */

static void do_command(host *h, const char *command)
{
    const char *line;
    size_t length;
    vv_json_document *json;
    host before = *h;
    if (vv_json_parse(command, strlen(command), "c", NULL, &json, NULL) != VV_OK)
        return; /* a name twice */
    if (vv_document_apply(h->document, json, vv_json_root(json), NULL) == VV_OK) {
        assert_int_equal(vv_journal_note(h->writer, h->document, vv_json_root(json), &line, &length, NULL), VV_OK);
        h->row[++h->present] = hash_now(h->document);
        h->count = h->present + 1;
        h->unsaved++;
        remember(h, h->row[h->present]);
        append(h, line, length, &before);
    }
    vv_json_destroy(json);
}

static void do_step(host *h, bool undo)
{
    const char *line;
    size_t length;
    host before = *h;
    bool done = undo ? vv_document_undo(h->document) : vv_document_redo(h->document);
    assert_int_equal(done, undo ? h->present > 0 : h->present + 1 < h->count);
    if (!done)
        return;
    assert_int_equal(vv_journal_note(h->writer, h->document, NULL, &line, &length, NULL), VV_OK);
    h->present = undo ? h->present - 1 : h->present + 1;
    h->unsaved++;
    append(h, line, length, &before);
}

/* The steps of folder.c. A kill comes after so many of them, but the host may go on and never notice. */
static void do_save(host *h, unsigned steps)
{
    const char *line;
    size_t length;
    char *now = text_of(h->document);
    uint64_t hash = vv_journal_hash(now, strlen(now));
    assert_int_equal(vv_journal_saving(h->writer, h->document, hash, &line, &length, NULL), VV_OK);
    append(h, line, length, h);
    if (steps > 1) {
        free(h->project.bytes);
        h->project = copy_of(now, strlen(now));
        h->saved = vv_document_revision(h->document);
        assert_opens(h, h->journal.bytes, h->journal.length, true);
    }
    if (steps > 2) {
        assert_int_equal(vv_journal_saved(h->writer, hash, &line, &length, NULL), VV_OK);
        append(h, line, length, h);
        h->unsaved = 0;
    }
    if (steps > 3)
        replace_journal(h);
    free(now);
}

/* Somebody replaces project.json while it is not open. */
static void other_hands(host *h, const char *project)
{
    free(h->project.bytes);
    h->project = copy_of(project, strlen(project));
    vv_journal_report report = reopen(h);
    assert_int_equal(report.state, VV_JOURNAL_FOREIGN);
    assert_int_equal(vv_journal_must_be_kept(&report, h->journal.bytes, h->journal.length), h->unsaved > 0);
    assert_int_equal(vv_document_step_count(h->document), 0);
    h->row[0] = hash_now(h->document);
    h->count = 1;
    h->present = h->unsaved = 0;
    remember(h, h->row[0]);
    replace_journal(h);
}

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

/* ---- Damage and forgery ----------------------------------------------------------------------------------------------- */

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

/* ---- Length ----------------------------------------------------------------------------------------------------------- */

static void quick_command(host *h, unsigned number)
{
    const char *line;
    size_t length;
    vv_json_document *json;
    char command[64];
    snprintf(command, sizeof command, "{\"do\":\"project.set\",\"name\":\"%u\"}", number);
    vv_json_parse(command, strlen(command), "c", NULL, &json, NULL);
    assert_int_equal(vv_document_apply(h->document, json, vv_json_root(json), NULL), VV_OK);
    assert_int_equal(vv_journal_note(h->writer, h->document, vv_json_root(json), &line, &length, NULL), VV_OK);
    vv_journal_written(h->writer);
    h->journal.bytes = realloc(h->journal.bytes, h->journal.length + length + 1);
    memcpy(h->journal.bytes + h->journal.length, line, length + 1);
    h->journal.length += length;
    vv_json_destroy(json);
}

static unsigned number_of(const vv_document *document)
{
    return (unsigned)strtoul(vv_document_project(document)->name, NULL, 10);
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
    assert_true(number > 2 * VVI_HISTORY_STEPS - 10);
    const char *line;
    size_t length;
    char *now = text_of(h->document);
    uint64_t hash = vv_journal_hash(now, strlen(now));
    free(h->project.bytes);
    h->project = (text){now, strlen(now)};
    h->saved = vv_document_revision(h->document);
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
    /* What comes next fits behind both: the new one may never have arrived. */
    size_t before = h->journal.length;
    quick_command(h, ++number);
    memcpy(old.bytes + old.length, h->journal.bytes + before, h->journal.length - before);
    old.length += h->journal.length - before;
    vv_journal_report report;
    vv_document *document = open_copy(h, old.bytes, old.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_int_equal(number_of(document), number);
    assert_int_equal(vv_document_step(document), number);
    vv_document_destroy(document);
    document = open_copy(h, h->journal.bytes, h->journal.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_int_equal(vv_document_step(document), VVI_HISTORY_STEPS + 1);
    for (unsigned n = number; vv_document_step(document) > 0; n--) {
        assert_int_equal(number_of(document), n);
        vv_document_undo(document);
    }
    vv_document_destroy(document);
    free(old.bytes);
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
        cmocka_unit_test(a_long_journal_loses_its_oldest_steps_first),
        cmocka_unit_test(every_failed_allocation_leaves_the_document_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
