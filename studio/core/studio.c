/* One open project: opening, changing and saving it. The page writes the journal's lines; a command is applied only
 * after its line has been made, so that there is never a change without a line. */
#include "state.h"

#include <string.h>

void vvi_studio_invalidate(vv_studio *studio)
{
    vvi_figures_invalidate(studio);
    vvi_playing_invalidate(studio);
}

void vvi_studio_changed(vv_studio *studio)
{
    vvi_figures_changed(studio);
    vvi_playing_changed(studio);
}

static void drop_line(vv_studio *studio)
{
    studio->line = "";
    studio->line_length = 0;
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

/* A document with its journal and session, before the studio adopts it. */
typedef struct project {
    vv_document *document;
    vv_journal *journal;
    vv_session *session;
} project;

static void release_project(project *p)
{
    vv_session_destroy(p->session);
    vv_journal_destroy(p->journal);
    vv_document_destroy(p->document);
}

static vv_result complete_project(vv_studio *studio, project *p, vv_error *error)
{
    vv_result result = vv_journal_create(studio->allocator, &p->journal, error);
    if (result == VV_OK)
        result = vv_session_create(p->document, &studio->host, studio->allocator, &p->session, error);
    return result;
}

static void adopt_project(vv_studio *studio, const project *p)
{
    project old = {studio->document, studio->journal, studio->session};
    vvi_reported_release(studio);
    vvi_figures_release(studio);
    vvi_playing_release(studio);
    vvi_clip_release(studio);
    vvi_performance3_release(studio);
    vvi_herd_release(studio);
    vvi_action_release(studio);
    release_project(&old);
    studio->document = p->document;
    studio->journal = p->journal;
    studio->session = p->session;
    studio->journalling = false;
    studio->project_hash = studio->project_revision = 0;
    studio->saving_hash = studio->saving_revision = 0;
    drop_line(studio);
}

static bool create_empty_project(vv_studio *studio)
{
    project p = {0};
    if (vvi_studio_set_text(studio, "", 0) != VV_OK)
        return false;
    if (vv_document_create("Untitled", studio->allocator, &p.document, NULL) != VV_OK ||
        complete_project(studio, &p, NULL) != VV_OK) {
        release_project(&p);
        return false;
    }
    adopt_project(studio, &p);
    return true;
}

vv_studio *vv_studio_create(const vv_allocator *allocator)
{
    vv_studio *studio = vvi_allocate_zeroed(allocator, 1, sizeof *studio);
    if (!studio)
        return NULL;
    studio->allocator = allocator;
    studio->host = vvi_files_host(studio);
    if (create_empty_project(studio))
        return studio;
    vv_studio_destroy(studio);
    return NULL;
}

void vv_studio_destroy(vv_studio *studio)
{
    if (!studio)
        return;
    vvi_reported_release(studio);
    vvi_figures_release(studio);
    vvi_playing_release(studio);
    vvi_clip_release(studio);
    vvi_performance3_release(studio);
    vvi_herd_release(studio);
    vvi_action_release(studio);
    release_project(&(project){studio->document, studio->journal, studio->session});
    vvi_files_release(studio);
    vvi_release(studio->allocator, studio->text, studio->text_capacity, 1);
    vvi_release(studio->allocator, studio, 1, sizeof *studio);
}

static vv_result report_journal(vv_studio *studio, const vv_journal_report *report, bool keep)
{
    static const char *const states[] = {
        [VV_JOURNAL_EMPTY] = "empty",       [VV_JOURNAL_CURRENT] = "current", [VV_JOURNAL_OLD] = "old",
        [VV_JOURNAL_UNPROVEN] = "unproven", [VV_JOURNAL_FOREIGN] = "foreign", [VV_JOURNAL_REFUSED] = "refused"};
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return VV_ERROR_MEMORY;
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "state", states[report->state]);
    vv_json_write_bool(writer, "keep", keep);
    vv_json_write_integer(writer, "replayed", report->replayed);
    vv_json_write_integer(writer, "whole", (int64_t)report->whole_bytes);
    vv_json_write_integer(writer, "dropped", (int64_t)report->dropped_bytes);
    vv_json_write_string(writer, "message", report->refusal.message);
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}

vv_result vv_studio_open(vv_studio *studio, const char *text, uint32_t length, const char *journal,
                         uint32_t journal_length)
{
    project p = {0};
    vv_error error = {0};
    vv_journal_report report = {0};
    uint64_t hash = vv_journal_hash(text, length);
    vv_result result = vv_document_parse(text, length, "project.json", studio->allocator, &p.document, &error);
    if (result == VV_OK)
        result = complete_project(studio, &p, &error);
    journal = journal_length ? journal : "";
    if (result == VV_OK)
        result = vv_journal_replay(p.journal, p.document, journal, journal_length, hash, &report, &error);
    if (result != VV_OK) {
        release_project(&p);
        return vvi_studio_fail(studio, &error);
    }
    if (report_journal(studio, &report, vv_journal_must_be_kept(&report, journal, journal_length)) != VV_OK) {
        release_project(&p);
        return VV_ERROR_MEMORY;
    }
    adopt_project(studio, &p);
    studio->journalling = report.state == VV_JOURNAL_CURRENT;
    studio->project_hash = hash;
    studio->project_revision = report.project_revision;
    return VV_OK;
}

/* ---- Changing -------------------------------------------------------------------------------------------------- */

/* Makes the journal's line for the document's current state; `command` is NULL after undo and redo. */
static vv_result make_line(vv_studio *studio, const vv_json *command, vv_error *error)
{
    drop_line(studio);
    if (!studio->journalling)
        return VV_OK;
    return vv_journal_note(studio->journal, studio->document, command, &studio->line, &studio->line_length, error);
}

/* Resolves and previews commands; *json is then what they were resolved to. */
static vv_result preview_commands(vv_studio *studio, const char *text, size_t length, vv_json_document **json,
                                  vv_error *error)
{
    vv_result result = vv_json_parse(text, length, "", studio->allocator, json, error);
    if (result != VV_OK)
        return result;
    result = vvi_studio_resolve(studio, json, error);
    if (result == VV_OK)
        result = vv_document_preview(studio->document, *json, vv_json_root(*json), error);
    return result;
}

vv_result vv_studio_apply(vv_studio *studio, const char *text, uint32_t length)
{
    vv_error error = {0};
    vv_json_document *json = NULL;
    drop_line(studio);
    vv_result result = preview_commands(studio, text, length, &json, &error);
    if (result == VV_OK)
        result = make_line(studio, vv_json_root(json), &error);
    if (result == VV_OK)
        vv_document_preview_keep(studio->document);
    else
        vv_document_preview_end(studio->document);
    if (json)
        vv_json_destroy(json);
    vvi_studio_changed(studio);
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}

vv_result vv_studio_preview(vv_studio *studio, const char *text, uint32_t length)
{
    vv_error error = {0};
    vv_json_document *json = NULL;
    vv_result result = preview_commands(studio, text, length, &json, &error);
    if (result != VV_OK)
        vv_document_preview_end(studio->document);
    if (json)
        vv_json_destroy(json);
    vvi_studio_changed(studio);
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}

/* Without a preview there is no notification, because undo must not end a drag in progress. */
void vv_studio_preview_end(vv_studio *studio)
{
    uint64_t shown = vv_document_revision(studio->document);
    vv_document_preview_end(studio->document);
    if (vv_document_revision(studio->document) != shown)
        vvi_studio_changed(studio);
}

/* Moves in the history, and back again if the line cannot be made. */
static bool step_history(vv_studio *studio, bool (*move)(vv_document *), bool (*revert)(vv_document *))
{
    vv_error error = {0};
    drop_line(studio);
    bool moved = move(studio->document);
    if (moved && make_line(studio, NULL, &error) != VV_OK) {
        revert(studio->document);
        vvi_studio_fail(studio, &error);
        moved = false;
    }
    vvi_studio_changed(studio);
    return moved;
}

bool vv_studio_undo(vv_studio *studio)
{
    drop_line(studio);
    return vvi_figures_undo(studio) || step_history(studio, vv_document_undo, vv_document_redo);
}

bool vv_studio_redo(vv_studio *studio)
{
    drop_line(studio);
    return vvi_figures_redo(studio) || step_history(studio, vv_document_redo, vv_document_undo);
}

/* ---- Journal and saving ---------------------------------------------------------------------------------------- */

const char *vv_studio_line(const vv_studio *studio) { return studio->line; }
uint32_t vv_studio_line_length(const vv_studio *studio) { return (uint32_t)studio->line_length; }

void vv_studio_lines_written(vv_studio *studio)
{
    if (studio->line_length > 0)
        vv_journal_written(studio->journal);
    drop_line(studio);
}

static vv_result announce_save(vv_studio *studio, const char *text, size_t length, vv_error *error)
{
    uint64_t hash = vv_journal_hash(text, length);
    if (vvi_studio_set_text(studio, text, length) != VV_OK)
        return vvi_fail_memory(error, length);
    if (studio->journalling &&
        vv_journal_saving(studio->journal, studio->document, hash, &studio->line, &studio->line_length, error) != VV_OK)
        return VV_ERROR_MEMORY;
    studio->saving_hash = hash;
    studio->saving_revision = vv_document_revision(studio->document);
    return VV_OK;
}

vv_result vv_studio_write(vv_studio *studio)
{
    vv_error error = {0};
    char *text;
    size_t length;
    vv_result result =
        vv_project_write(vv_document_project(studio->document), studio->allocator, &text, &length, &error);
    if (result == VV_OK) {
        if (vvi_studio_set_text(studio, text, length) != VV_OK)
            result = vvi_fail_memory(&error, length);
        vv_project_text_release(studio->allocator, text, length);
    }
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}

vv_result vv_studio_begin_save(vv_studio *studio)
{
    vv_error error = {0};
    char *text;
    size_t length;
    drop_line(studio);
    vv_document_preview_hide(studio->document, true); /* autosave may happen while the artist drags */
    vv_result result =
        vv_project_write(vv_document_project(studio->document), studio->allocator, &text, &length, &error);
    if (result == VV_OK) {
        result = announce_save(studio, text, length, &error);
        vv_project_text_release(studio->allocator, text, length);
    }
    vv_document_preview_hide(studio->document, false);
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}

static vv_result fail_unsaved(vv_studio *studio)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "this project has never been saved");
    vvi_error_remedy(&error, "save it first");
    return vvi_studio_fail(studio, &error);
}

vv_result vv_studio_end_save(vv_studio *studio)
{
    vv_error error = {0};
    drop_line(studio);
    if (studio->saving_revision == 0)
        return fail_unsaved(studio);
    if (studio->journalling &&
        vv_journal_saved(studio->journal, studio->saving_hash, &studio->line, &studio->line_length, &error) != VV_OK) {
        drop_line(studio);
        return vvi_studio_fail(studio, &error);
    }
    studio->project_hash = studio->saving_hash;
    studio->project_revision = studio->saving_revision;
    studio->saving_revision = 0;
    return VV_OK;
}

bool vv_studio_journal_is_long(const vv_studio *studio)
{
    return studio->journalling && vv_journal_is_long(studio->journal);
}

vv_result vv_studio_begin_journal(vv_studio *studio)
{
    vv_error error = {0};
    drop_line(studio);
    if (studio->project_revision == 0)
        return fail_unsaved(studio);
    vv_document_preview_hide(studio->document, true);
    vv_result result = vv_journal_begin(studio->journal, studio->document, studio->project_revision,
                                        studio->project_hash, &studio->line, &studio->line_length, &error);
    vv_document_preview_hide(studio->document, false);
    if (result != VV_OK) {
        drop_line(studio);
        return vvi_studio_fail(studio, &error);
    }
    studio->journalling = true;
    return VV_OK;
}

bool vv_studio_is_saved(vv_studio *studio)
{
    vv_document_preview_hide(studio->document, true);
    uint64_t revision = vv_document_revision(studio->document);
    vv_document_preview_hide(studio->document, false);
    return revision == studio->project_revision;
}
