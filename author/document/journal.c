/* The journal's lines: making them, and replaying them.
 *
 * A line is an object whose last member is a checksum over the line and, through the seed, all lines before it. So a
 * line that was cut, damaged, or left over from an older journal is seen for what it is, and everything before it is
 * known to be whole.
 *
 * Undo is journalled as a step in the row of states that a *replay* would have, which is shorter than the document's own
 * after a save. `states` mirrors that row; where an undo leads out of it, the whole project is written instead. */
#include "author/document/state.h"

#include <string.h>

#define JOURNAL_VERSION 1u
#define HASH_DIGITS     16u

static const char sum_member[] = ",\"sum\":\"";
#define SUM_MEMBER_BYTES (sizeof sum_member - 1)
#define TAIL_BYTES       (SUM_MEMBER_BYTES + HASH_DIGITS + 2) /* …"} */

typedef enum change {
    CHANGE_NONE,
    CHANGE_RESTART, /* the row is this one state */
    CHANGE_PUSH,
    CHANGE_UNDO,
    CHANGE_REDO,
} change;

struct vv_journal {
    const vv_allocator *allocator;
    uint64_t sum;     /* of the last line */
    uint64_t *states; /* [count] revisions of the states that a replay would have */
    size_t count, capacity, present;
    /* The line that waits to be written. */
    char *line;
    size_t line_length, line_capacity;
    uint64_t line_sum, line_revision;
    uint64_t line_pushed; /* the state that a second line adds after CHANGE_RESTART; 0: there is none */
    change line_change;
};

vv_result vv_journal_create(const vv_allocator *allocator, vv_journal **out, vv_error *error)
{
    vv_journal *journal = vvi_allocate_zeroed(allocator, 1, sizeof *journal);
    if (!journal)
        return vvi_fail_memory(error, sizeof *journal);
    journal->allocator = allocator;
    *out = journal;
    return VV_OK;
}

void vv_journal_destroy(vv_journal *journal)
{
    if (!journal)
        return;
    vvi_release(journal->allocator, journal->states, journal->capacity, sizeof *journal->states);
    vvi_release(journal->allocator, journal->line, journal->line_capacity, 1);
    vvi_release(journal->allocator, journal, 1, sizeof *journal);
}

uint64_t vv_journal_hash(const char *project_text, size_t length) { return vv_hash_bytes(0, project_text, length); }

static void print_hash(uint64_t hash, char *digits)
{
    for (uint32_t i = 0; i < HASH_DIGITS; i++)
        digits[i] = "0123456789abcdef"[hash >> (4 * (HASH_DIGITS - 1 - i)) & 15u];
}

/* ---- The mirrored row --------------------------------------------------------------------------------------------- */

/* Room for one more state: asked for before a line is handed out, so that vv_journal_written cannot fail. */
static bool reserve(vv_journal *journal)
{
    void *states = journal->states;
    bool grown =
        vvi_grow(journal->allocator, &states, &journal->capacity, journal->present + 2, sizeof *journal->states);
    journal->states = states;
    return grown;
}

static void make_change(vv_journal *journal, change what, uint64_t revision)
{
    switch (what) {
    case CHANGE_NONE:
        return;
    case CHANGE_RESTART:
        journal->count = 1;
        journal->present = 0;
        break;
    case CHANGE_PUSH:
        journal->present++;
        journal->count = journal->present + 1;
        break;
    case CHANGE_UNDO:
        journal->present--;
        break;
    case CHANGE_REDO:
        journal->present++;
        break;
    }
    journal->states[journal->present] = revision;
}

void vv_journal_written(vv_journal *journal)
{
    if (journal->line_change == CHANGE_NONE)
        return;
    make_change(journal, journal->line_change, journal->line_revision);
    if (journal->line_pushed)
        make_change(journal, CHANGE_PUSH, journal->line_pushed);
    journal->sum = journal->line_sum;
    journal->line_change = CHANGE_NONE;
}

/* ---- Making lines ------------------------------------------------------------------------------------------------- */

/* body[length] is an object; the line is the same with the checksum as its last member. It goes after what `line` holds. */
static bool finish_line(vv_journal *journal, uint64_t seed, const char *body, size_t length)
{
    void *line = journal->line;
    size_t before = journal->line_length;
    if (!vvi_grow(journal->allocator, &line, &journal->line_capacity, before + length + TAIL_BYTES + 1, 1))
        return false;
    journal->line = line;
    journal->line_length = before + length - 1 + TAIL_BYTES + 1;
    journal->line_sum = vv_hash_bytes(seed, body, length - 1);
    char *start = journal->line + before, *end = start + length - 1;
    memcpy(start, body, length - 1);
    memcpy(end, sum_member, SUM_MEMBER_BYTES);
    print_hash(journal->line_sum, end + SUM_MEMBER_BYTES);
    memcpy(end + SUM_MEMBER_BYTES + HASH_DIGITS, "\"}\n", 4); /* with the ending zero */
    return true;
}

/* Destroys the writer. */
static vv_result add_line(vv_journal *journal, uint64_t seed, vv_json_writer *writer, vv_error *error)
{
    size_t length = 0;
    const char *body = vv_json_writer_text(writer, &length);
    bool good = body && reserve(journal) && finish_line(journal, seed, body, length);
    vv_json_writer_destroy(writer);
    return good ? VV_OK : vvi_fail_memory(error, length + TAIL_BYTES);
}

/* The one line that waits; destroys the writer. */
static vv_result offer(vv_journal *journal, uint64_t seed, uint64_t revision, vv_json_writer *writer, change what,
                       const char **line, size_t *length, vv_error *error)
{
    journal->line_change = CHANGE_NONE;
    journal->line_length = 0;
    journal->line_pushed = 0;
    vv_result result = add_line(journal, seed, writer, error);
    if (result != VV_OK)
        return result;
    journal->line_change = what;
    journal->line_revision = revision;
    *line = journal->line;
    *length = journal->line_length;
    return VV_OK;
}

static void write_hash(vv_json_writer *writer, const char *name, uint64_t hash)
{
    char digits[HASH_DIGITS + 1] = {0};
    print_hash(hash, digits);
    vv_json_write_string(writer, name, digits);
}

static void write_set(vv_json_writer *writer, const vv_document *document)
{
    vv_json_write_object(writer, "set");
    vvi_write_project(writer, vv_document_project(document));
    vv_json_write_end(writer);
}

/* The line that brings a journal from its project.json to the document as it is now, after the first one. */
static vv_result add_set(vv_journal *journal, const vv_document *document, const char **line, size_t *length,
                         vv_error *error)
{
    vv_json_writer *writer;
    vv_result result = vv_json_writer_create(journal->allocator, true, &writer, error);
    if (result == VV_OK) {
        vv_json_write_object(writer, NULL);
        write_set(writer, document);
        vv_json_write_end(writer);
        result = add_line(journal, journal->line_sum, writer, error);
    }
    if (result != VV_OK)
        journal->line_change = CHANGE_NONE;
    journal->line_pushed = vv_document_revision(document);
    *line = journal->line;
    *length = journal->line_length;
    return result;
}

vv_result vv_journal_begin(vv_journal *journal, const vv_document *document, uint64_t revision, uint64_t project_hash,
                           const char **line, size_t *length, vv_error *error)
{
    vv_json_writer *writer;
    vv_result result = vv_json_writer_create(journal->allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "format", "verve-journal");
    vv_json_write_integer(writer, "version", JOURNAL_VERSION);
    write_hash(writer, "project", project_hash);
    vv_json_write_end(writer);
    result = offer(journal, 0, revision, writer, CHANGE_RESTART, line, length, error);
    if (result == VV_OK && revision != vv_document_revision(document))
        result = add_set(journal, document, line, length, error);
    return result;
}

static change choose_change(const vv_journal *journal, const vv_document *document, bool command)
{
    uint64_t revision = vv_document_revision(document);
    const uint64_t *now = &journal->states[journal->present];
    if (command)
        return now[0] == vvi_document_previous(document) ? CHANGE_PUSH : CHANGE_NONE;
    if (journal->present > 0 && now[-1] == revision)
        return CHANGE_UNDO;
    if (journal->present + 1 < journal->count && now[1] == revision)
        return CHANGE_REDO;
    return CHANGE_NONE;
}

vv_result vv_journal_note(vv_journal *journal, const vv_document *document, const vv_json *command, const char **line,
                          size_t *length, vv_error *error)
{
    VV_ASSERT(journal->count > 0);
    vv_json_writer *writer;
    vv_result result = vv_json_writer_create(journal->allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    change what = choose_change(journal, document, command != NULL);
    vv_json_write_object(writer, NULL);
    if (what == CHANGE_PUSH) {
        vv_json_write_value(writer, "do", command);
    } else if (what == CHANGE_UNDO || what == CHANGE_REDO) {
        vv_json_write_bool(writer, what == CHANGE_UNDO ? "undo" : "redo", true);
    } else {
        what = CHANGE_PUSH;
        write_set(writer, document);
    }
    vv_json_write_end(writer);
    return offer(journal, journal->sum, vv_document_revision(document), writer, what, line, length, error);
}

vv_result vv_journal_saving(vv_journal *journal, const vv_document *document, uint64_t project_hash, const char **line,
                            size_t *length, vv_error *error)
{
    vv_json_writer *writer;
    vv_result result = vv_json_writer_create(journal->allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(writer, NULL);
    write_hash(writer, "saved", project_hash);
    vv_json_write_end(writer);
    return offer(journal, journal->sum, vv_document_revision(document), writer, CHANGE_RESTART, line, length, error);
}

/* ---- Replaying ---------------------------------------------------------------------------------------------------- */

/* Walks the lines that are whole. */
typedef struct walk {
    const char *text;
    size_t length, at, next; /* the line is text[at…next), with its line feed */
    uint64_t sum;            /* of the line, and the seed of the next */
    uint32_t number;         /* of the line, from 1 */
} walk;

/* False at the end, or where a line is cut or damaged. */
static bool next_line(walk *w)
{
    const char *start = w->text + w->next;
    const char *end = memchr(start, '\n', w->length - w->next);
    size_t length = end ? (size_t)(end - start) : 0;
    if (length < TAIL_BYTES + 1)
        return false;
    size_t body = length - TAIL_BYTES;
    uint64_t sum = vv_hash_bytes(w->sum, start, body);
    char tail[TAIL_BYTES];
    memcpy(tail, sum_member, SUM_MEMBER_BYTES);
    print_hash(sum, tail + SUM_MEMBER_BYTES);
    memcpy(tail + SUM_MEMBER_BYTES + HASH_DIGITS, "\"}", 2);
    if (memcmp(start + body, tail, TAIL_BYTES) != 0)
        return false;
    w->at = w->next;
    w->next += length + 1;
    w->sum = sum;
    w->number++;
    return true;
}

static vv_result parse_line(const walk *w, const vv_allocator *allocator, vv_json_document **json, vv_error *error)
{
    return vv_json_parse(w->text + w->at, w->next - w->at, "journal.jsonl", allocator, json, error);
}

static bool is_hash(const vv_json *value, uint64_t hash)
{
    char digits[HASH_DIGITS + 1] = {0};
    print_hash(hash, digits);
    return value && value->kind == VV_JSON_STRING && strcmp(value->string, digits) == 0;
}

static void refuse(vv_journal_report *report, const walk *w, const vv_error *error)
{
    report->state = VV_JOURNAL_REFUSED;
    report->refusal = *error;
    report->refusal.line = w->number;
}

/* Reads the first line; CURRENT or FOREIGN by its hash, or REFUSED. */
static vv_result read_header(const walk *w, uint64_t hash, const vv_allocator *allocator, vv_journal_report *report)
{
    vv_json_document *json;
    vv_error error = {0};
    vv_result result = parse_line(w, allocator, &json, &error);
    if (result == VV_ERROR_MEMORY)
        return result;
    const vv_json *root = result == VV_OK ? vv_json_root(json) : NULL;
    const vv_json *format = vv_json_member(root, "format"), *version = vv_json_member(root, "version");
    if (!format || format->kind != VV_JSON_STRING || strcmp(format->string, "verve-journal") != 0 || !version) {
        vvi_fail(&error, VV_ERROR_FORMAT, "this is not a journal of Verve");
        refuse(report, w, &error);
    } else if (version->kind != VV_JSON_NUMBER || version->number != JOURNAL_VERSION) {
        vvi_fail(&error, VV_ERROR_VERSION, "this journal was written by a newer Verve");
        refuse(report, w, &error);
    } else {
        report->state = is_hash(vv_json_member(root, "project"), hash) ? VV_JOURNAL_CURRENT : VV_JOURNAL_FOREIGN;
    }
    vv_json_destroy(result == VV_OK ? json : NULL);
    return VV_OK;
}

/* The last line that says that this project.json was about to be saved; the walk then stands on it. */
static vv_result find_saved(walk *w, uint64_t hash, const vv_allocator *allocator, bool *found)
{
    walk ahead = *w;
    *found = false;
    while (next_line(&ahead)) {
        static const char start[] = "{\"saved\":";
        if (memcmp(ahead.text + ahead.at, start, sizeof start - 1) != 0)
            continue;
        vv_json_document *json;
        vv_result result = parse_line(&ahead, allocator, &json, NULL);
        if (result == VV_ERROR_MEMORY)
            return result;
        if (result != VV_OK)
            continue;
        if (is_hash(vv_json_member(vv_json_root(json), "saved"), hash)) {
            *w = ahead;
            *found = true;
        }
        vv_json_destroy(json);
    }
    return VV_OK;
}

static vv_result replay_set(vv_document *document, const vv_json_document *json, const vv_json *project,
                            vv_error *error)
{
    const vv_allocator *allocator = vvi_document_allocator(document);
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_reader reader = {.json = json, .problems = &problems};
    vvi_state *state = vvi_state_create(allocator);
    problems.memory = !state;
    if (state)
        vvi_read_project(&reader, project, state);
    vv_result result = vvi_first_problem(&problems, error);
    vv_problems_release(&problems);
    if (result == VV_OK)
        return vvi_document_push(document, state, error);
    vvi_state_destroy(state);
    return result;
}

/* Does what a line says; *what is how the row changed. */
static vv_result replay_line(vv_document *document, const vv_json_document *json, change *what, vv_error *error)
{
    const vv_json *line = vv_json_root(json)->child;
    const char *name = line ? line->name : "";
    *what = CHANGE_PUSH;
    if (strcmp(name, "do") == 0)
        return vv_document_apply(document, json, line, error);
    if (strcmp(name, "set") == 0)
        return replay_set(document, json, line, error);
    if (strcmp(name, "saved") == 0) {
        *what = CHANGE_RESTART;
        vvi_document_forget(document);
        return VV_OK;
    }
    *what = strcmp(name, "undo") == 0 ? CHANGE_UNDO : CHANGE_REDO;
    if (*what == CHANGE_UNDO ? vv_document_undo(document) : strcmp(name, "redo") == 0 && vv_document_redo(document))
        return VV_OK;
    return vvi_fail(error, VV_ERROR_FORMAT, "this line of the journal cannot be followed");
}

static vv_result replay_lines(vv_journal *journal, vv_document *document, walk *w, vv_journal_report *report)
{
    while (next_line(w)) {
        vv_json_document *json;
        vv_error error = {0};
        change what = CHANGE_NONE;
        vv_result result = reserve(journal) ? parse_line(w, journal->allocator, &json, &error) : VV_ERROR_MEMORY;
        if (result == VV_OK) {
            result = replay_line(document, json, &what, &error);
            vv_json_destroy(json);
        }
        if (result == VV_ERROR_MEMORY)
            return result;
        if (result != VV_OK) {
            refuse(report, w, &error);
            return VV_OK;
        }
        make_change(journal, what, vv_document_revision(document));
        journal->sum = w->sum;
        report->replayed += what != CHANGE_RESTART;
        report->whole_bytes = w->next;
    }
    return VV_OK;
}

vv_result vv_journal_replay(vv_journal *journal, vv_document *document, const char *text, size_t length,
                            uint64_t project_hash, vv_journal_report *report, vv_error *error)
{
    walk w = {.text = text, .length = length};
    *report = (vv_journal_report){.state = VV_JOURNAL_EMPTY};
    vv_result result = VV_OK;
    bool found = true;
    if (next_line(&w))
        result = read_header(&w, project_hash, journal->allocator, report);
    if (result == VV_OK && report->state == VV_JOURNAL_FOREIGN) {
        result = find_saved(&w, project_hash, journal->allocator, &found);
        if (found)
            report->state = VV_JOURNAL_SAVED;
    }
    if (result == VV_OK && (report->state == VV_JOURNAL_CURRENT || report->state == VV_JOURNAL_SAVED)) {
        journal->present = 0;
        result = reserve(journal) ? VV_OK : VV_ERROR_MEMORY;
        if (result == VV_OK) {
            make_change(journal, CHANGE_RESTART, vv_document_revision(document));
            journal->sum = w.sum;
            report->whole_bytes = w.next;
            result = replay_lines(journal, document, &w, report);
        }
        if (report->state == VV_JOURNAL_SAVED && report->replayed > 0)
            report->state = VV_JOURNAL_CURRENT;
    }
    report->dropped_bytes = length - report->whole_bytes;
    return result == VV_OK ? VV_OK : vvi_fail_memory(error, length);
}
