/* Making the journal's lines.
 *
 * A line is an object whose last member is a checksum over the line and, through the seed, all lines before it. So a
 * line that was cut, damaged, or left over from an older journal is seen for what it is, and everything before it is
 * known to be whole.
 *
 * The journal holds the history too: undo and redo are steps in the row of states that a replay would have, and saving
 * only marks a place in it. `steps` mirrors that row with the lines that made it, so that a journal that has become too
 * long can be written anew without its oldest steps. Where an undo leads out of the row, which happens only after the
 * oldest steps went or a line could not be written, the whole project is written instead. */
#include "author/document/journal.h"

#include <string.h>

vv_result vv_journal_create(const vv_allocator *allocator, vv_journal **out, vv_error *error)
{
    vv_journal *journal = vvi_allocate_zeroed(allocator, 1, sizeof *journal);
    if (!journal)
        return vvi_fail_memory(error, sizeof *journal);
    journal->allocator = allocator;
    *out = journal;
    return VV_OK;
}

/* ---- The mirrored row -------------------------------------------------------------------------------------------- */

static void release_body(vv_journal *journal, vvi_step *step)
{
    if (step->body)
        vvi_release(journal->allocator, step->body, step->length, 1);
    *step = (vvi_step){0};
}

static bool copy_body(vv_journal *journal, const char *body, size_t length, vvi_step *step)
{
    step->body = vvi_allocate(journal->allocator, length, 1);
    if (!step->body)
        return false;
    memcpy(step->body, body, length);
    step->length = length;
    return true;
}

static void drop_steps_after(vv_journal *journal, size_t kept)
{
    while (journal->count > kept)
        release_body(journal, &journal->steps[--journal->count]);
}

/* Room for `more` states after the present one: asked for before a line is handed out, so that vv_journal_written
 * cannot fail. */
static bool reserve(vv_journal *journal, size_t more)
{
    void *steps = journal->steps;
    size_t needed = journal->count ? journal->present + 1 + more : more;
    bool grown = vvi_grow(journal->allocator, &steps, &journal->capacity, needed, sizeof *journal->steps);
    journal->steps = steps;
    return grown;
}

static void put_step(vv_journal *journal, vvi_step step)
{
    size_t next = journal->count ? journal->present + 1 : 0;
    drop_steps_after(journal, next);
    journal->steps[journal->count++] = step;
    journal->present = next;
}

static void restart(vv_journal *journal, uint64_t revision)
{
    drop_steps_after(journal, 0);
    put_step(journal, (vvi_step){.revision = revision});
}

bool vvi_journal_restart(vv_journal *journal, uint64_t revision)
{
    if (!reserve(journal, 1))
        return false;
    restart(journal, revision);
    return true;
}

bool vvi_journal_push(vv_journal *journal, uint64_t revision, const char *body, size_t length)
{
    vvi_step step = {.revision = revision};
    if (!reserve(journal, 1) || !copy_body(journal, body, length, &step))
        return false;
    put_step(journal, step);
    return true;
}

/* Steps first … last stay; the first of them becomes the state that the row begins with. */
static void trim(vv_journal *journal, size_t first, size_t last, size_t present)
{
    drop_steps_after(journal, last + 1);
    for (size_t i = 0; i < first; i++)
        release_body(journal, &journal->steps[i]);
    uint64_t revision = journal->steps[first].revision;
    release_body(journal, &journal->steps[first]);
    journal->steps[first].revision = revision;
    journal->count = last + 1 - first;
    memmove(journal->steps, journal->steps + first, journal->count * sizeof *journal->steps);
    journal->present = present - first;
}

/* The step that holds this state, or `count`; the present one where several do. */
static size_t find_step(const vv_journal *journal, uint64_t revision)
{
    if (journal->count > 0 && journal->steps[journal->present].revision == revision)
        return journal->present;
    size_t i = 0;
    while (i < journal->count && journal->steps[i].revision != revision)
        i++;
    return i;
}

void vv_journal_destroy(vv_journal *journal)
{
    if (!journal)
        return;
    drop_steps_after(journal, 0);
    release_body(journal, &journal->pending.pushed);
    vvi_release(journal->allocator, journal->steps, journal->capacity, sizeof *journal->steps);
    vvi_release(journal->allocator, journal->pending.text, journal->pending.capacity, 1);
    vvi_release(journal->allocator, journal, 1, sizeof *journal);
}

void vv_journal_written(vv_journal *journal)
{
    vvi_pending *pending = &journal->pending;
    bool whole = pending->change == VVI_CHANGE_TRIM || pending->change == VVI_CHANGE_RESTART;
    if (pending->change == VVI_CHANGE_NONE)
        return;
    if (pending->change == VVI_CHANGE_TRIM)
        trim(journal, pending->first, pending->last, pending->index);
    else if (pending->change == VVI_CHANGE_RESTART)
        restart(journal, pending->revision);
    else if (pending->change == VVI_CHANGE_UNDO)
        journal->present--;
    else if (pending->change == VVI_CHANGE_REDO)
        journal->present++;
    if (pending->pushed.revision)
        put_step(journal, pending->pushed);
    pending->pushed = (vvi_step){0};
    journal->sum = pending->sum;
    journal->bytes = (whole ? 0 : journal->bytes) + pending->length;
    journal->lines = (whole ? 0 : journal->lines) + pending->lines;
    journal->has_base = pending->has_base || (!whole && journal->has_base);
    if (whole)
        journal->too_large = false;
    pending->change = VVI_CHANGE_NONE;
}

/* ---- Making lines ------------------------------------------------------------------------------------------------ */

uint64_t vv_journal_hash(const char *project_text, size_t length) { return vv_hash_bytes(0, project_text, length); }

void vvi_print_hash(uint64_t hash, char digits[VVI_HASH_DIGITS])
{
    for (uint32_t i = 0; i < VVI_HASH_DIGITS; i++)
        digits[i] = "0123456789abcdef"[hash >> (4 * (VVI_HASH_DIGITS - 1 - i)) & 15u];
}

/* Forgets lines that were never written. */
static void begin_lines(vv_journal *journal, uint64_t seed)
{
    vvi_pending *pending = &journal->pending;
    release_body(journal, &pending->pushed);
    *pending = (vvi_pending){.text = pending->text, .capacity = pending->capacity, .sum = seed};
}

/* body[length] is an object without its last brace; the line is the same with the checksum as its last member. */
static bool add_body(vv_journal *journal, const char *body, size_t length)
{
    vvi_pending *pending = &journal->pending;
    void *text = pending->text;
    size_t bytes = length + VVI_SUM_TAIL_BYTES + 1;
    bool grown = vvi_grow(journal->allocator, &text, &pending->capacity, pending->length + bytes + 1, 1);
    pending->text = text;
    if (!grown)
        return false;
    pending->sum = vv_hash_bytes(pending->sum, body, length);
    char *at = pending->text + pending->length;
    memcpy(at, body, length);
    memcpy(at + length, VVI_SUM_MEMBER, sizeof VVI_SUM_MEMBER - 1);
    vvi_print_hash(pending->sum, at + length + sizeof VVI_SUM_MEMBER - 1);
    memcpy(at + bytes - 3, "\"}\n", 4); /* with the ending zero */
    pending->length += bytes;
    pending->lines++;
    return true;
}

static bool add_hash(vv_journal *journal, const char *name, uint64_t hash)
{
    char body[64] = {0}, digits[VVI_HASH_DIGITS + 1] = {0};
    vvi_print_hash(hash, digits);
    size_t length = vvi_format(body, sizeof body, "{\"%s\":\"%s\"", name, digits);
    return add_body(journal, body, length);
}

static bool add_header(vv_journal *journal, uint64_t project_hash)
{
    char body[96] = {0}, digits[VVI_HASH_DIGITS + 1] = {0};
    vvi_print_hash(project_hash, digits);
    size_t length = vvi_format(body, sizeof body, "{\"format\":\"verve-journal\",\"version\":%u,\"project\":\"%s\"",
                               VVI_JOURNAL_VERSION, digits);
    return add_body(journal, body, length);
}

/* The line that holds a command, or a whole project where that is NULL, under this name. `pushed`, if not NULL, gets a
 * copy of it. */
static bool add_value(vv_journal *journal, const char *name, const vv_project *project, const vv_json *command,
                      vvi_step *pushed)
{
    vv_json_writer *writer;
    size_t length = 0;
    if (vv_json_writer_create(journal->allocator, true, &writer, NULL) != VV_OK)
        return false;
    vv_json_write_object(writer, NULL);
    if (command) {
        vv_json_write_value(writer, name, command);
    } else {
        vv_json_write_object(writer, name);
        vvi_write_project(writer, project);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
    const char *body = vv_json_writer_text(writer, &length);
    bool good =
        body && add_body(journal, body, length - 1) && (!pushed || copy_body(journal, body, length - 1, pushed));
    vv_json_writer_destroy(writer);
    return good;
}

/* The line that makes the document as it is now the next step. */
static bool add_step(vv_journal *journal, const vv_document *document, const vv_json *command)
{
    journal->pending.pushed.revision = vv_document_revision(document);
    return add_value(journal, command ? "do" : "set", vv_document_project(document), command, &journal->pending.pushed);
}

/* Hands out what was made, or forgets it. */
static vv_result hand_out_line(vv_journal *journal, bool good, vvi_journal_change change, const char **line,
                               size_t *length, vv_error *error)
{
    vvi_pending *pending = &journal->pending;
    if (!good || !reserve(journal, 2)) {
        release_body(journal, &pending->pushed);
        return vvi_fail_memory(error, pending->length + VVI_SUM_TAIL_BYTES);
    }
    pending->change = change;
    *line = pending->text;
    *length = pending->length;
    return VV_OK;
}

static vvi_journal_change choose_change(const vv_journal *journal, const vv_document *document, bool command)
{
    uint64_t revision = vv_document_revision(document);
    const vvi_step *now = &journal->steps[journal->present];
    if (command)
        return now->revision == vvi_document_previous(document) ? VVI_CHANGE_PUSH : VVI_CHANGE_NONE;
    if (journal->present > 0 && now[-1].revision == revision)
        return VVI_CHANGE_UNDO;
    if (journal->present + 1 < journal->count && now[1].revision == revision)
        return VVI_CHANGE_REDO;
    return VVI_CHANGE_NONE;
}

vv_result vv_journal_note(vv_journal *journal, const vv_document *document, const vv_json *command, const char **line,
                          size_t *length, vv_error *error)
{
    VV_ASSERT(journal->count > 0);
    static const char undo[] = "{\"undo\":true", redo[] = "{\"redo\":true";
    vvi_journal_change change = choose_change(journal, document, command != NULL);
    bool good;
    begin_lines(journal, journal->sum);
    if (change == VVI_CHANGE_UNDO || change == VVI_CHANGE_REDO) {
        good = add_body(journal, change == VVI_CHANGE_UNDO ? undo : redo, sizeof undo - 1);
    } else {
        good = add_step(journal, document, change == VVI_CHANGE_PUSH ? command : NULL);
        change = VVI_CHANGE_PUSH;
    }
    return hand_out_line(journal, good, change, line, length, error);
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

/* The state that the row begins with, for the time when project.json holds it no more. */
static bool add_base(vv_journal *journal, const vv_document *document, uint64_t revision)
{
    const vvi_state *base = vvi_document_find(document, revision);
    size_t before = journal->pending.length, lines = journal->pending.lines;
    uint64_t sum = journal->pending.sum;
    if (base && !add_value(journal, "base", &base->view, NULL, NULL))
        return false;
    journal->pending.has_base = base && journal->pending.length - before <= VVI_HISTORY_BYTES;
    if (journal->pending.has_base)
        return true;
    journal->pending.length = before;
    journal->pending.lines = lines;
    journal->pending.sum = sum;
    return true;
}

vv_result vv_journal_saving(vv_journal *journal, const vv_document *document, uint64_t project_hash, const char **line,
                            size_t *length, vv_error *error)
{
    VV_ASSERT(journal->count > 0);
    begin_lines(journal, journal->sum);
    bool good = journal->has_base || journal->too_large || add_base(journal, document, journal->steps[0].revision);
    journal->too_large = good && !journal->has_base && !journal->pending.has_base;
    return hand_out_line(journal, good && add_hash(journal, "saving", project_hash), VVI_CHANGE_MARK, line, length,
                         error);
}

vv_result vv_journal_saved(vv_journal *journal, uint64_t project_hash, const char **line, size_t *length,
                           vv_error *error)
{
    begin_lines(journal, journal->sum);
    return hand_out_line(journal, add_hash(journal, "saved", project_hash), VVI_CHANGE_MARK, line, length, error);
}

bool vv_journal_is_long(const vv_journal *journal)
{
    return journal->too_large || journal->bytes > VVI_JOURNAL_BYTES || journal->lines > VVI_JOURNAL_LINES;
}

/* ---- Whole journals ---------------------------------------------------------------------------------------------- */

/* Which steps stay: the oldest go first, then those furthest ahead, but never `saved` and `present`. */
static void choose_part(const vv_journal *journal, size_t saved, size_t present, size_t *first, size_t *last)
{
    size_t bytes = 0, low = saved < present ? saved : present, high = saved < present ? present : saved;
    for (size_t i = 1; i < journal->count; i++)
        bytes += journal->steps[i].length + VVI_SUM_TAIL_BYTES + 1;
    *first = 0;
    *last = journal->count - 1;
    while (*first < low && (bytes > VVI_HISTORY_BYTES || *last - *first > VVI_HISTORY_STEPS))
        bytes -= journal->steps[++*first].length + VVI_SUM_TAIL_BYTES + 1;
    while (*last > high && (bytes > VVI_HISTORY_BYTES || *last - *first > VVI_HISTORY_STEPS))
        bytes -= journal->steps[(*last)--].length + VVI_SUM_TAIL_BYTES + 1;
}

static bool add_bodies(vv_journal *journal, size_t from, size_t to)
{
    bool good = true;
    for (size_t i = from; good && i < to; i++)
        good = add_body(journal, journal->steps[i].body, journal->steps[i].length);
    return good;
}

/* A journal with the row, in which project.json is step `saved`; VV_ERROR_LIMIT where the state that it would begin
 * with is too large. */
static vv_result add_row(vv_journal *journal, const vv_document *document, size_t saved, uint64_t project_hash)
{
    vvi_pending *pending = &journal->pending;
    static const char undo[] = "{\"undo\":true";
    uint64_t base_hash = project_hash;
    bool history = pending->first != saved;
    if (history) {
        const vvi_state *base = vvi_document_find(document, journal->steps[pending->first].revision);
        vv_result result = base ? vvi_hash_project(&base->view, journal->allocator, &base_hash) : VV_ERROR_LIMIT;
        if (result != VV_OK)
            return result;
    }
    bool good = add_header(journal, base_hash);
    if (good && history) {
        good = add_base(journal, document, journal->steps[pending->first].revision);
        if (good && !pending->has_base)
            return VV_ERROR_LIMIT;
        good = good && add_bodies(journal, pending->first + 1, saved + 1) &&
               add_hash(journal, "saving", project_hash) && add_hash(journal, "saved", project_hash);
    }
    good = good && add_bodies(journal, saved + 1, pending->last + 1);
    for (size_t i = pending->last; good && i > pending->index; i--)
        good = add_body(journal, undo, sizeof undo - 1);
    return good ? VV_OK : VV_ERROR_MEMORY;
}

/* Whatever was handed out to follow the old journal may follow the new one: where it cannot be written, the old one
 * goes on. */
static bool add_chain(vv_journal *journal)
{
    if (!add_hash(journal, "after", journal->sum))
        return false;
    journal->pending.sum = journal->sum;
    return true;
}

vv_result vv_journal_begin(vv_journal *journal, const vv_document *document, uint64_t revision, uint64_t project_hash,
                           const char **line, size_t *length, vv_error *error)
{
    vvi_pending *pending = &journal->pending;
    uint64_t now = vv_document_revision(document);
    size_t saved = find_step(journal, revision), present = find_step(journal, now);
    vvi_journal_change change = VVI_CHANGE_TRIM;
    begin_lines(journal, 0);
    vv_result result = VV_ERROR_LIMIT;
    if (saved < journal->count) {
        pending->index = present < journal->count ? present : journal->present;
        choose_part(journal, saved, pending->index, &pending->first, &pending->last);
        result = add_row(journal, document, saved, project_hash);
    }
    bool good = result == VV_OK;
    if (result == VV_ERROR_LIMIT) {
        begin_lines(journal, 0);
        pending->revision = revision;
        change = VVI_CHANGE_RESTART;
        good = add_header(journal, project_hash);
    }
    bool held = change == VVI_CHANGE_TRIM ? present < journal->count : revision == now;
    good = good && (held || add_step(journal, document, NULL)) && (journal->lines == 0 || add_chain(journal));
    return hand_out_line(journal, good, change, line, length, error);
}
