/* The journal: replaying gives the document back; cut at any byte it gives the state after the last whole line; damage
 * is seen; saving is safe at every point where a process can die. */
#include "tests/author/document/documents.h"

/* A session: commands, undo and redo at random, some saves; every line and the text after it. */
enum { MOST_LINES = 400 };
typedef struct session {
    char *journal;
    size_t length, capacity;
    size_t ends[MOST_LINES]; /* where each line ends */
    char *texts[MOST_LINES]; /* the document after it */
    char *project;           /* the project.json that the journal began with */
    unsigned lines, commands, undos, sets;
} session;

static void add_line(session *s, const vv_document *document, const char *line, size_t length)
{
    assert_int_equal(line[length - 1], '\n');
    size_t first = (size_t)((const char *)memchr(line, '\n', length) - line) + 1;
    if (first < length) { /* several at once */
        add_line(s, document, line, first);
        add_line(s, document, line + first, length - first);
        return;
    }
    s->journal = realloc(s->journal, s->length + length + 1);
    memcpy(s->journal + s->length, line, length);
    s->length += length;
    s->undos += strncmp(line, "{\"undo\"", 7) == 0 || strncmp(line, "{\"redo\"", 7) == 0;
    s->sets += strncmp(line, "{\"set\"", 6) == 0;
    s->ends[s->lines] = s->length;
    s->texts[s->lines++] = text_of(document);
    assert_true(s->lines < MOST_LINES);
}

static void do_random(session *s, vvi_random *random, vv_document *document, vv_journal *journal)
{
    const char *line;
    size_t length;
    uint32_t what = vvi_random_below(random, 10);
    if (what < 3) {
        bool done = what < 2 ? vv_document_undo(document) : vv_document_redo(document);
        if (!done)
            return;
        assert_int_equal(vv_journal_note(journal, document, NULL, &line, &length, NULL), VV_OK);
    } else {
        char command[6000];
        vv_json_document *json;
        random_command(random, command, sizeof command, 1);
        if (vv_json_parse(command, strlen(command), "c", NULL, &json, NULL) != VV_OK)
            return; /* a name twice */
        bool done = vv_document_apply(document, json, vv_json_root(json), NULL) == VV_OK;
        if (done)
            assert_int_equal(vv_journal_note(journal, document, vv_json_root(json), &line, &length, NULL), VV_OK);
        vv_json_destroy(json);
        if (!done)
            return;
        s->commands++;
    }
    vv_journal_written(journal);
    add_line(s, document, line, length);
}

static uint64_t hash_of(const char *text) { return vv_journal_hash(text, strlen(text)); }

static void begin(session *s, vv_document *document, vv_journal *journal)
{
    const char *line;
    size_t length;
    s->project = text_of(document);
    assert_int_equal(
        vv_journal_begin(journal, document, vv_document_revision(document), hash_of(s->project), &line, &length, NULL),
        VV_OK);
    vv_journal_written(journal);
    add_line(s, document, line, length);
}

/* `before` random changes come before the project is saved and the journal begins: their undo leads out of it. */
static session make_session(uint64_t seed, int before, int count)
{
    session s = {0}, unused = {0};
    vvi_random random = vvi_random_seed(seed);
    vv_document *document = open_text(sample_project);
    vv_journal *journal;
    assert_int_equal(vv_journal_create(NULL, &journal, NULL), VV_OK);
    begin(&unused, document, journal);
    for (int i = 0; i < before; i++)
        do_random(&unused, &random, document, journal);
    vv_journal_destroy(journal); /* what is in the other one cannot be undone by lines */
    assert_int_equal(vv_journal_create(NULL, &journal, NULL), VV_OK);
    begin(&s, document, journal);
    for (int i = 0; i < count; i++)
        do_random(&s, &random, document, journal);
    for (unsigned i = 0; i < unused.lines; i++)
        free(unused.texts[i]);
    free(unused.journal);
    free(unused.project);
    vv_journal_destroy(journal);
    vv_document_destroy(document);
    return s;
}

static void free_session(session *s)
{
    for (unsigned i = 0; i < s->lines; i++)
        free(s->texts[i]);
    free(s->journal);
    free(s->project);
}

/* Replays bytes on a project; returns the text. */
static char *replay(const char *project, const char *bytes, size_t length, vv_journal_report *report)
{
    vv_document *document = open_text(project);
    vv_journal *journal;
    char *exact = malloc(length ? length : 1);
    memcpy(exact, bytes, length);
    vv_journal_create(NULL, &journal, NULL);
    assert_int_equal(vv_journal_replay(journal, document, exact, length, hash_of(project), report, NULL), VV_OK);
    free(exact);
    char *text = text_of(document);
    vv_journal_destroy(journal);
    vv_document_destroy(document);
    return text;
}

static void replaying_gives_the_document_back(void **state)
{
    (void)state;
    unsigned sets = 0, undos = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        session s = make_session(seed, 30, 120);
        vv_journal_report report;
        char *text = replay(s.project, s.journal, s.length, &report);
        assert_int_equal(report.state, VV_JOURNAL_CURRENT);
        assert_int_equal(report.replayed, s.lines - 1);
        assert_int_equal(report.dropped_bytes, 0);
        assert_string_equal(text, s.texts[s.lines - 1]);
        free(text);
        sets += s.sets;
        undos += s.undos;
        free_session(&s);
    }
    print_message("%u undo and redo lines, %u whole projects\n", undos, sets);
    assert_true(undos > 300 && sets > 30); /* both ways of undo were met */
}

static void cut_at_every_byte_it_gives_the_last_whole_line(void **state)
{
    (void)state;
    session s = make_session(5, 6, 60);
    unsigned line = 0;
    for (size_t cut = 0; cut <= s.length; cut++) {
        while (line < s.lines && s.ends[line] <= cut)
            line++;
        vv_journal_report report;
        char *text = replay(s.project, s.journal, cut, &report);
        assert_string_equal(text, line ? s.texts[line - 1] : s.project);
        assert_int_equal(report.state, line ? VV_JOURNAL_CURRENT : VV_JOURNAL_EMPTY);
        assert_int_equal(report.whole_bytes, line ? s.ends[line - 1] : 0);
        assert_int_equal(report.dropped_bytes, cut - report.whole_bytes);
        free(text);
    }
    free_session(&s);
}

static void any_damage_drops_that_line_and_what_follows(void **state)
{
    (void)state;
    session s = make_session(8, 0, 60);
    vvi_random random = vvi_random_seed(1);
    for (int round = 0; round < 3000; round++) {
        size_t at = vvi_random_below(&random, (uint32_t)s.length);
        char kept = s.journal[at], other = (char)vvi_random_below(&random, 256);
        unsigned line = 0;
        while (s.ends[line] <= at)
            line++;
        s.journal[at] = other;
        vv_journal_report report;
        char *text = replay(s.project, s.journal, s.length, &report);
        if (other == kept)
            line = s.lines;
        assert_string_equal(text, line ? s.texts[line - 1] : s.project);
        assert_int_equal(report.whole_bytes, line ? s.ends[line - 1] : 0);
        free(text);
        s.journal[at] = kept;
    }
    free_session(&s);
}

/* Lines of an older journal that happen to lie after the end of a newer, shorter one are not taken for its own. */
static void lines_of_another_journal_are_not_taken(void **state)
{
    (void)state;
    session a = make_session(11, 0, 40), b = make_session(12, 0, 40);
    char *mixed = malloc(a.length + b.length);
    vv_journal_report report;
    for (unsigned line = 0; line + 1 < a.lines && line + 1 < b.lines; line++) {
        size_t tail = b.length - b.ends[line];
        memcpy(mixed, a.journal, a.ends[line]);
        memcpy(mixed + a.ends[line], b.journal + b.ends[line], tail);
        char *text = replay(a.project, mixed, a.ends[line] + tail, &report);
        if (line > 0 || strcmp(a.project, b.project) != 0)
            assert_string_equal(text, a.texts[line]);
        free(text);
    }
    free(mixed);
    free_session(&a);
    free_session(&b);
}

static void a_replayed_journal_goes_on(void **state)
{
    (void)state;
    session s = make_session(21, 4, 50);
    vv_document *document = open_text(s.project);
    vv_journal *journal;
    vv_journal_report report;
    vv_journal_create(NULL, &journal, NULL);
    vv_journal_replay(journal, document, s.journal, s.length, hash_of(s.project), &report, NULL);
    vvi_random random = vvi_random_seed(22);
    for (int i = 0; i < 60; i++)
        do_random(&s, &random, document, journal);
    char *text = replay(s.project, s.journal, s.length, &report);
    assert_int_equal(report.replayed, s.lines - 1);
    assert_string_equal(text, s.texts[s.lines - 1]);
    free(text);
    vv_journal_destroy(journal);
    vv_document_destroy(document);
    free_session(&s);
}

/* A line that was offered but could not be written leaves no trace, and the next one makes up for it. */
static void lines_that_were_never_written_are_made_up_for(void **state)
{
    (void)state;
    session s = {0};
    vv_document *document = open_text(sample_project);
    vv_journal *journal;
    const char *line;
    size_t length;
    vv_json_document *json;
    static const char command[] = "{\"do\":\"project.set\",\"name\":\"second\"}";
    vv_journal_create(NULL, &journal, NULL);
    begin(&s, document, journal);
    must_apply(document, "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}");
    vv_json_parse(command, sizeof command - 1, "c", NULL, &json, NULL);
    assert_int_equal(vv_journal_note(journal, document, vv_json_root(json), &line, &length, NULL), VV_OK); /* lost */
    assert_int_equal(vv_document_apply(document, json, vv_json_root(json), NULL), VV_OK);
    assert_int_equal(vv_journal_note(journal, document, vv_json_root(json), &line, &length, NULL), VV_OK);
    vv_journal_written(journal);
    add_line(&s, document, line, length);
    assert_int_equal(s.sets, 1);
    vv_journal_report report;
    char *text = replay(s.project, s.journal, s.length, &report);
    assert_string_equal(text, s.texts[1]);
    free(text);
    vv_json_destroy(json);
    vv_journal_destroy(journal);
    vv_document_destroy(document);
    free_session(&s);
}

static void a_saved_journal_is_known_as_contained(void **state)
{
    (void)state;
    session s = make_session(40, 0, 40);
    vv_document *document = open_text(s.project);
    vv_journal *journal;
    vv_journal_report report;
    const char *line;
    size_t length;
    vv_journal_create(NULL, &journal, NULL);
    vv_journal_replay(journal, document, s.journal, s.length, hash_of(s.project), &report, NULL);
    char *saved = text_of(document);
    assert_string_not_equal(saved, s.project); /* else this seed proves nothing */
    assert_int_equal(vv_journal_saving(journal, document, hash_of(saved), &line, &length, NULL), VV_OK);
    vv_journal_written(journal);
    add_line(&s, document, line, length);
    /* Killed before the rename: the old project and the whole journal. */
    char *text = replay(s.project, s.journal, s.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_int_not_equal(report.replayed, 0);
    assert_string_equal(text, saved);
    free(text);
    /* Killed after it: the new project, and nothing to replay. */
    text = replay(saved, s.journal, s.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_int_equal(report.replayed, 0);
    assert_string_equal(text, saved);
    free(text);
    /* It could not be put in place, or nobody could say that it was, and work goes on. */
    vvi_random random = vvi_random_seed(32);
    while (s.lines < 70)
        do_random(&s, &random, document, journal);
    text = replay(saved, s.journal, s.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_string_equal(text, s.texts[s.lines - 1]);
    free(text);
    text = replay(s.project, s.journal, s.length, &report);
    assert_string_equal(text, s.texts[s.lines - 1]);
    free(text);
    /* Somebody else's project.json. */
    text = replay("{\"format\":\"verve-project\",\"version\":1,\"name\":\"other\"}", s.journal, s.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_FOREIGN);
    assert_true(report.unsaved > 0 && vv_journal_must_be_kept(&report, s.journal, s.length));
    assert_non_null(strstr(text, "other"));
    free(text);
    /* It was put in place: whoever puts the one before it back means it. */
    assert_int_equal(vv_journal_saved(journal, hash_of(saved), &line, &length, NULL), VV_OK);
    vv_journal_written(journal);
    add_line(&s, document, line, length);
    text = replay(saved, s.journal, s.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_string_equal(text, s.texts[s.lines - 1]);
    free(text);
    text = replay(s.project, s.journal, s.length, &report);
    assert_int_equal(report.state, VV_JOURNAL_FOREIGN);
    assert_string_equal(text, s.project);
    free(text);
    free(saved);
    vv_journal_destroy(journal);
    vv_document_destroy(document);
    free_session(&s);
}

/* Whole lines that say something impossible: made with the journal's own checksum. */
static void add_forged(session *s, uint64_t *sum, const char *body)
{
    char line[256];
    *sum = vv_hash_bytes(*sum, body, strlen(body));
    int length = snprintf(line, sizeof line, "%s,\"sum\":\"%016llx\"}\n", body, (unsigned long long)*sum);
    s->journal = realloc(s->journal, s->length + (size_t)length);
    memcpy(s->journal + s->length, line, (size_t)length);
    s->length += (size_t)length;
}

static void lines_that_cannot_be_followed_are_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {"{\"undo\":true", "{\"redo\":true",
                                         "{\"sing\":true", "{\"do\":{\"do\":\"no.such\"}",
                                         "{\"do\":5",      "{\"set\":{\"name\":\"x\",\"artworks\":3}",
                                         "{\"set\":[]",    "{\"set\":{}",
                                         "{\"do\":[}",     "not json"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        session s = {0};
        uint64_t sum = 0;
        char header[128];
        snprintf(header, sizeof header, "{\"format\":\"verve-journal\",\"version\":%u,\"project\":\"%016llx\"",
                 i % 2 ? 1u : 2u, (unsigned long long)hash_of(sample_project));
        add_forged(&s, &sum, header);
        add_forged(&s, &sum, "{\"do\":{\"do\":\"project.set\",\"name\":\"kept\"}");
        if (i == 0)
            add_forged(&s, &sum, "{\"undo\":true");
        size_t whole = s.length;
        add_forged(&s, &sum, bodies[i]);
        add_forged(&s, &sum, "{\"do\":{\"do\":\"project.set\",\"name\":\"never\"}");
        vv_journal_report report;
        char *text = replay(sample_project, s.journal, s.length, &report);
        assert_int_equal(report.state, VV_JOURNAL_REFUSED);
        assert_int_equal(report.whole_bytes, whole);
        assert_true(report.refusal.message[0]);
        assert_int_equal(report.refusal.line, i == 0 ? 4 : 3);
        assert_true((strstr(text, "\"kept\"") != NULL) == (i > 0));
        assert_null(strstr(text, "\"never\""));
        free(text);
        free(s.journal);
    }
    static const char *const headers[] = {
        "{\"format\":\"verve-journal\",\"version\":3,\"project\":\"0123456789abcdef\"",
        "{\"format\":\"verve-journal\",\"version\":2,\"project\":\"0123456789abcdeg\"",
        "{\"format\":\"verve-journal\",\"version\":2",
        "{\"format\":\"other\",\"version\":1",
        "{\"version\":1",
        "{\"format\":[]",
        "[1"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        session s = {0};
        uint64_t sum = 0;
        add_forged(&s, &sum, headers[i]);
        vv_journal_report report;
        free(replay(sample_project, s.journal, s.length, &report));
        assert_int_equal(report.state, VV_JOURNAL_REFUSED);
        free(s.journal);
    }
}

static void replaying_survives_every_failed_allocation(void **state)
{
    (void)state;
    session s = make_session(41, 3, 24);
    vv_result result = VV_ERROR_MEMORY;
    uint64_t n = 0;
    while (result == VV_ERROR_MEMORY) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_document *document;
        vv_journal *journal = NULL;
        vv_journal_report report;
        assert_int_equal(vv_document_parse(s.project, strlen(s.project), "p", &allocator, &document, NULL), VV_OK);
        counting.fail_at = ++n;
        result = vv_journal_create(&allocator, &journal, NULL);
        if (result == VV_OK)
            result = vv_journal_replay(journal, document, s.journal, s.length, hash_of(s.project), &report, NULL);
        const char *line;
        size_t length;
        if (result == VV_OK)
            result = vv_journal_saving(journal, document, 1, &line, &length, NULL);
        vv_journal_destroy(journal);
        vv_document_destroy(document);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
    assert_true(n > 30);
    free_session(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaying_gives_the_document_back),
        cmocka_unit_test(cut_at_every_byte_it_gives_the_last_whole_line),
        cmocka_unit_test(any_damage_drops_that_line_and_what_follows),
        cmocka_unit_test(lines_of_another_journal_are_not_taken),
        cmocka_unit_test(a_replayed_journal_goes_on),
        cmocka_unit_test(lines_that_were_never_written_are_made_up_for),
        cmocka_unit_test(a_saved_journal_is_known_as_contained),
        cmocka_unit_test(lines_that_cannot_be_followed_are_refused),
        cmocka_unit_test(replaying_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
