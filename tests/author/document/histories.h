/* A disk, a host that works on it as folder.c does, and a model that keeps every state in memory. */
#ifndef VV_TEST_HISTORIES_H
#define VV_TEST_HISTORIES_H

#include "author/document/journal.h"
#include "tests/author/document/documents.h"

enum { MOST_STATES = 512 };

static const char small_project[] =
    "{\n  \"format\": \"verve-project\",\n  \"version\": 1,\n  \"name\": \"small\"\n}\n";

/* ---- A disk, a host, and a model that forgets nothing ------------------------------------------------------------ */

typedef struct text {
    char *bytes;
    size_t length;
} text;

static inline text copy_of(const char *bytes, size_t length)
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

static inline uint64_t hash_now(const vv_document *document)
{
    char *now = text_of(document);
    uint64_t hash = vv_journal_hash(now, strlen(now));
    free(now);
    return hash;
}

static inline uint64_t project_hash(const host *h) { return vv_journal_hash(h->project.bytes, h->project.length); }

static inline vv_document *open_copy(const host *h, const char *journal, size_t length, vv_journal_report *report)
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

static inline void assert_row(vv_document *document, const host *h, bool deep)
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
static inline void assert_opens(host *h, const char *journal, size_t length, bool deep)
{
    vv_journal_report report;
    vv_document *document = open_copy(h, journal, length, &report);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    assert_row(document, h, deep);
    vv_document_destroy(document);
    h->openings++;
}

/* Lines reach the disk a byte at a time; a kill after any of them leaves the row as it was before or as it is after. */
static inline void append(host *h, const char *line, size_t length, const host *before)
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

static inline void replace_journal(host *h)
{
    const char *line;
    size_t length;
    assert_int_equal(vv_journal_begin(h->writer, h->document, h->saved, project_hash(h), &line, &length, NULL), VV_OK);
    free(h->journal.bytes);
    h->journal = copy_of(line, length);
    vv_journal_written(h->writer);
    assert_opens(h, h->journal.bytes, h->journal.length, true);
}

static inline void remember(host *h, uint64_t hash)
{
    assert_true(h->ever_count < 2 * MOST_STATES);
    h->ever[h->ever_count++] = hash;
}

static inline bool was_ever(const host *h, uint64_t hash)
{
    unsigned i = 0;
    while (i < h->ever_count && h->ever[i] != hash)
        i++;
    return i < h->ever_count;
}

/* Another process opens the project to go on with it. */
static inline vv_journal_report reopen(host *h)
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

static inline void begin(host *h, const char *project)
{
    h->project = copy_of(project, strlen(project));
    h->journal = copy_of("", 0);
    assert_int_equal(reopen(h).state, VV_JOURNAL_EMPTY);
    h->row[0] = hash_now(h->document);
    h->count = 1;
    remember(h, h->row[0]);
    replace_journal(h);
}

static inline void end(host *h)
{
    vv_journal_destroy(h->writer);
    vv_document_destroy(h->document);
    free(h->project.bytes);
    free(h->journal.bytes);
    free(h);
}

/* ---- What is done ------------------------------------------------------------------------------------------------ */

static inline void do_command(host *h, const char *command)
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

static inline void do_step(host *h, bool undo)
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
static inline void do_save(host *h, unsigned steps)
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
static inline void other_hands(host *h, const char *project)
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

#endif
