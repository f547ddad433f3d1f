/* Replaying the journal: what was done since project.json was saved, and what led there.
 *
 * Journals come from outside like every file. A line counts only with its checksum; every command goes through the same
 * checks as an artist's; and the history before project.json is believed only where it leads to exactly the bytes that
 * project.json has. Where it does not, the history is given up and the rest is replayed on project.json itself. */
#include "author/document/journal.h"

#include <string.h>

/* A history longer than any that Verve writes is not replayed: it would only take memory. */
#define MOST_LINES (4 * VVI_JOURNAL_LINES)
#define MOST_BYTES (4 * VVI_JOURNAL_BYTES)

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* Walks the lines that are whole. */
typedef struct walk {
    const char *text;
    size_t length, at, next; /* the line is text[at…next), with its line feed */
    uint64_t sum;            /* the seed of the line after it */
    uint32_t number;         /* of the line, from 1 */
} walk;

static size_t body_length(const walk *w) { return w->next - w->at - 1 - VVI_SUM_TAIL_BYTES; }

static bool starts_with(const walk *w, const char *start)
{
    size_t length = strlen(start);
    return w->next - w->at > length && memcmp(w->text + w->at, start, length) == 0;
}

static bool read_hash(const char *digits, uint64_t *hash)
{
    *hash = 0;
    for (uint32_t i = 0; i < VVI_HASH_DIGITS; i++) {
        const char *digit = memchr("0123456789abcdef", digits[i], 16);
        if (!digit)
            return false;
        *hash = *hash << 4 | (uint64_t)(digit - "0123456789abcdef");
    }
    return true;
}

/* The hash of a line such as {"saved":"0123456789abcdef" */
static bool read_mark(const walk *w, const char *name, uint64_t *hash)
{
    size_t start = strlen(name) + 5; /* {"…":" */
    return body_length(w) == start + VVI_HASH_DIGITS + 1 && memcmp(w->text + w->at, "{\"", 2) == 0 &&
           memcmp(w->text + w->at + 2, name, start - 5) == 0 && memcmp(w->text + w->at + start - 3, "\":\"", 3) == 0 &&
           read_hash(w->text + w->at + start, hash);
}

/* False at the end, or where a line is cut or damaged. */
static bool next_line(walk *w)
{
    const char *start = w->text + w->next;
    const char *end = memchr(start, '\n', w->length - w->next);
    size_t length = end ? (size_t)(end - start) : 0;
    if (length < VVI_SUM_TAIL_BYTES + 1)
        return false;
    size_t body = length - VVI_SUM_TAIL_BYTES;
    uint64_t sum = vv_hash_bytes(w->sum, start, body), after;
    char tail[VVI_SUM_TAIL_BYTES];
    memcpy(tail, VVI_SUM_MEMBER, sizeof VVI_SUM_MEMBER - 1);
    vvi_print_hash(sum, tail + sizeof VVI_SUM_MEMBER - 1);
    memcpy(tail + sizeof tail - 2, "\"}", 2);
    if (memcmp(start + body, tail, sizeof tail) != 0)
        return false;
    w->at = w->next;
    w->next += length + 1;
    w->sum = sum;
    w->number++;
    if (read_mark(w, "after", &after))
        w->sum = after;
    return true;
}

/* Leaves a damaged line behind. The one after it can be checked all the same where the damaged one ends with a
 * checksum. */
static bool skip_line(walk *w)
{
    const char *start = w->text + w->next;
    const char *end = memchr(start, '\n', w->length - w->next);
    if (!end)
        return false;
    if ((size_t)(end - start) > VVI_SUM_TAIL_BYTES)
        read_hash(end - 2 - VVI_HASH_DIGITS, &w->sum);
    w->at = w->next;
    w->next += (size_t)(end - start) + 1;
    w->number++;
    return true;
}

static vv_result parse_line(const walk *w, const vv_allocator *allocator, vv_json_document **json, vv_error *error)
{
    return vv_json_parse(w->text + w->at, w->next - w->at, "journal.jsonl", allocator, json, error);
}

static bool changes_document(const walk *w)
{
    return starts_with(w, "{\"do\":") || starts_with(w, "{\"set\":") || starts_with(w, "{\"undo\":") ||
           starts_with(w, "{\"redo\":");
}

/* ---- Where project.json stands ----------------------------------------------------------------------------------- */

typedef struct survey {
    uint32_t version;
    uint64_t header_hash;
    walk header, place, base; /* `place` is the line at which the document was as project.json has it */
    bool found, has_base;
    bool damaged; /* there is a damaged line before the place */
    uint32_t unsaved;
} survey;

static void refuse(vv_journal_report *report, const walk *w, const vv_error *error)
{
    report->state = VV_JOURNAL_REFUSED;
    report->refusal = *error;
    report->refusal.line = w->number;
}

/* Reads the first line; false after it was refused, or memory ran out. */
static bool read_header(survey *s, const vv_allocator *allocator, vv_journal_report *report, vv_result *result)
{
    vv_json_document *json = NULL;
    vv_error error = {0};
    *result = parse_line(&s->header, allocator, &json, &error);
    if (*result == VV_ERROR_MEMORY)
        return false;
    const vv_json *root = *result == VV_OK ? vv_json_root(json) : NULL;
    const vv_json *format = vv_json_member(root, "format"), *version = vv_json_member(root, "version");
    const vv_json *project = vv_json_member(root, "project");
    *result = VV_OK;
    if (!format || format->kind != VV_JSON_STRING || strcmp(format->string, "verve-journal") != 0 || !version ||
        version->kind != VV_JSON_NUMBER)
        vvi_fail(&error, VV_ERROR_FORMAT, "this is not a journal of Verve");
    else if (version->number != VVI_JOURNAL_VERSION && version->number != VVI_JOURNAL_OLDEST)
        vvi_fail(&error, VV_ERROR_VERSION, "this journal was written by a newer Verve");
    else if (!project || project->kind != VV_JSON_STRING || strlen(project->string) != VVI_HASH_DIGITS ||
             !read_hash(project->string, &s->header_hash))
        vvi_fail(&error, VV_ERROR_FORMAT, "the journal does not say which project.json it belongs to");
    else
        s->version = (uint32_t)version->number;
    if (json)
        vv_json_destroy(json);
    if (s->version == 0)
        refuse(report, &s->header, &error);
    return s->version != 0;
}

/* What one line tells about project.json: which it was going to be (`saving`), and which it has become (`saved`). One
 * that it was before that is not expected any more: another program has put it back. */
static void survey_line(survey *s, const walk *w, uint64_t project_hash, bool damaged)
{
    uint64_t hash;
    bool announces = read_mark(w, s->version == VVI_JOURNAL_OLDEST ? "saved" : "saving", &hash);
    if (announces && hash == project_hash) {
        s->place = *w;
        s->found = true;
        s->damaged = damaged;
    } else if (!announces && read_mark(w, "saved", &hash)) {
        s->found = s->found && hash == project_hash;
        s->unsaved = 0;
    } else if (!s->has_base && starts_with(w, "{\"base\":")) {
        s->base = *w;
        s->has_base = true;
    }
    s->unsaved += changes_document(w);
}

static void survey_lines(survey *s, uint64_t project_hash)
{
    walk w = s->header;
    bool damaged = false;
    s->found = s->header_hash == project_hash;
    s->place = s->header;
    if (s->found && s->version == VVI_JOURNAL_OLDEST)
        return;
    for (;;) {
        if (next_line(&w)) {
            survey_line(s, &w, project_hash, damaged);
        } else if (skip_line(&w)) {
            damaged = true;
            s->unsaved++; /* for all we know */
        } else {
            return;
        }
    }
}

/* ---- Following lines --------------------------------------------------------------------------------------------- */

static vv_result read_state(const vv_json_document *json, const vv_json *project, const vv_allocator *allocator,
                            vvi_state **out, vv_error *error)
{
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_reader reader = {.json = json, .problems = &problems};
    vvi_state *state = vvi_state_create(allocator);
    problems.memory = !state;
    if (state)
        vvi_read_project(&reader, project, state);
    vv_result result = vvi_first_problem(&problems, error);
    vv_problems_release(&problems);
    if (result == VV_OK)
        *out = state;
    else
        vvi_state_destroy(state);
    return result;
}

static vv_result replay_set(vv_document *document, const vv_json_document *json, const vv_json *project,
                            vv_error *error)
{
    vvi_state *state;
    vv_result result = read_state(json, project, vvi_document_allocator(document), &state, error);
    if (result != VV_OK)
        return result;
    vvi_format(state->label, sizeof state->label, "project.set");
    return vvi_document_push(document, state, error);
}

/* Does what a line says. */
static vv_result follow_line(vv_journal *journal, vv_document *document, const walk *w, const vv_json_document *json,
                             uint32_t version, vv_error *error)
{
    const vv_json *line = vv_json_root(json)->child;
    const char *name = line && line->name ? line->name : "";
    bool command = strcmp(name, "do") == 0;
    if (command || strcmp(name, "set") == 0) {
        vv_result result =
            command ? vv_document_apply(document, json, line, error) : replay_set(document, json, line, error);
        bool pushed = result != VV_OK ||
                      vvi_journal_push(journal, vv_document_revision(document), w->text + w->at, body_length(w));
        return pushed ? result : VV_ERROR_MEMORY;
    }
    if (version == VVI_JOURNAL_OLDEST && strcmp(name, "saved") == 0) {
        vvi_document_forget(document);
        return vvi_journal_restart(journal, vv_document_revision(document)) ? VV_OK : VV_ERROR_MEMORY;
    }
    static const char *const marks[] = {"saving", "saved", "base", "after"};
    for (size_t i = 0; version != VVI_JOURNAL_OLDEST && i < sizeof marks / sizeof *marks; i++) {
        if (strcmp(name, marks[i]) == 0)
            return VV_OK;
    }
    bool undo = strcmp(name, "undo") == 0;
    if (undo ? vv_document_undo(document) : strcmp(name, "redo") == 0 && vv_document_redo(document)) {
        journal->present = undo ? journal->present - 1 : journal->present + 1;
        return VV_OK;
    }
    return vvi_fail(error, VV_ERROR_FORMAT, "this line of the journal cannot be followed");
}

/* Follows the lines up to `end`; VV_OK also where one is refused, as the report then tells. */
static vv_result follow_lines(vv_journal *journal, vv_document *document, walk *w, size_t end, uint32_t version,
                              vv_journal_report *report)
{
    while (w->next < end && next_line(w)) {
        vv_json_document *json;
        vv_error error = {0};
        vv_result result = parse_line(w, journal->allocator, &json, &error);
        if (result == VV_OK) {
            result = follow_line(journal, document, w, json, version, &error);
            vv_json_destroy(json);
        }
        if (result == VV_ERROR_MEMORY)
            return result;
        if (result != VV_OK) {
            refuse(report, w, &error);
            return VV_OK;
        }
        journal->sum = w->sum;
        journal->lines = w->number;
        journal->has_base = journal->has_base || starts_with(w, "{\"base\":");
        report->replayed += changes_document(w);
        report->whole_bytes = journal->bytes = w->next;
    }
    return VV_OK;
}

static vv_result start_row(vv_journal *journal, const vv_document *document, const walk *w, vv_journal_report *report)
{
    journal->sum = w->sum;
    journal->lines = w->number;
    journal->has_base = false;
    report->whole_bytes = journal->bytes = w->next;
    return vvi_journal_restart(journal, vv_document_revision(document)) ? VV_OK : VV_ERROR_MEMORY;
}

/* ---- History ----------------------------------------------------------------------------------------------------- */

/* A document with the state that the journal begins with. */
static vv_result open_base(const survey *s, uint64_t project_hash, const vv_document *document, vv_document **past,
                           vv_error *error)
{
    const vv_allocator *allocator = vvi_document_allocator(document);
    vvi_state *state = NULL;
    vv_json_document *json;
    vv_result result = VV_OK;
    if (s->header_hash == project_hash) {
        state = vvi_state_copy(vvi_document_state(document));
        result = state ? VV_OK : VV_ERROR_MEMORY;
    } else {
        result = parse_line(&s->base, allocator, &json, error);
        if (result == VV_OK) {
            result = read_state(json, vv_json_root(json)->child, allocator, &state, error);
            vv_json_destroy(json);
        }
    }
    return result == VV_OK ? vvi_document_create_with(state, allocator, past, error) : result;
}

/* Follows the history to the place of project.json; false where it does not lead to that very file. */
static bool follow_history(vv_journal *journal, vv_document *past, const survey *s, uint64_t project_hash,
                           vv_journal_report *report)
{
    walk w = s->header;
    uint64_t hash;
    return start_row(journal, past, &w, report) == VV_OK &&
           follow_lines(journal, past, &w, s->place.next, s->version, report) == VV_OK &&
           report->state != VV_JOURNAL_REFUSED && w.next == s->place.next &&
           vvi_hash_project(vv_document_project(past), journal->allocator, &hash) == VV_OK && hash == project_hash;
}

/* The document becomes one with the whole history; false, and it is as it was, where that cannot be. */
static bool restore_history(vv_journal *journal, vv_document *document, const survey *s, uint64_t project_hash,
                            vv_journal_report *report)
{
    vv_document *past = NULL;
    vv_journal_report attempt = {0};
    vv_error error = {0};
    bool possible = !s->damaged && (s->has_base || s->header_hash == project_hash) && s->place.number <= MOST_LINES &&
                    s->place.next <= MOST_BYTES;
    bool good = possible && open_base(s, project_hash, document, &past, &error) == VV_OK &&
                follow_history(journal, past, s, project_hash, &attempt);
    if (good)
        vvi_document_swap(document, past);
    else
        vvi_fail(&report->refusal, VV_ERROR_FORMAT, "%s",
                 s->damaged ? "lines before the last save are damaged"
                            : "the steps before the last save do not lead to this project.json");
    vv_document_destroy(past);
    return good;
}

static vv_result replay(vv_journal *journal, vv_document *document, const survey *s, uint64_t project_hash,
                        vv_journal_report *report)
{
    walk w = s->place;
    bool old = s->version == VVI_JOURNAL_OLDEST, begun = s->place.number == s->header.number;
    report->state = old ? VV_JOURNAL_OLD : VV_JOURNAL_CURRENT;
    if (!old && !begun && restore_history(journal, document, s, project_hash, report)) {
        report->whole_bytes = w.next;
    } else {
        vv_result result = start_row(journal, document, &w, report);
        if (result != VV_OK)
            return result;
        if (!old && !begun)
            report->state = VV_JOURNAL_UNPROVEN;
    }
    report->project_revision = vv_document_revision(document);
    return follow_lines(journal, document, &w, w.length, s->version, report);
}

vv_result vv_journal_replay(vv_journal *journal, vv_document *document, const char *text, size_t length,
                            uint64_t project_hash, vv_journal_report *report, vv_error *error)
{
    survey s = {.header = {.text = text, .length = length}};
    vv_result result = VV_OK;
    *report = (vv_journal_report){.state = VV_JOURNAL_EMPTY, .project_revision = vv_document_revision(document)};
    if (next_line(&s.header) && read_header(&s, journal->allocator, report, &result)) {
        survey_lines(&s, project_hash);
        report->state = VV_JOURNAL_FOREIGN;
        report->unsaved = s.unsaved;
        if (s.found)
            result = replay(journal, document, &s, project_hash, report);
    }
    report->dropped_bytes = length - report->whole_bytes;
    return result == VV_OK ? VV_OK : vvi_fail_memory(error, length);
}

bool vv_journal_must_be_kept(const vv_journal_report *report, const char *text, size_t length)
{
    if (report->state == VV_JOURNAL_REFUSED || report->state == VV_JOURNAL_UNPROVEN)
        return true;
    if (report->state == VV_JOURNAL_FOREIGN)
        return report->unsaved > 0;
    /* One line that was cut is a process that was killed while it wrote. */
    return report->dropped_bytes > 0 && memchr(text + length - report->dropped_bytes, '\n', report->dropped_bytes);
}
