/* A project in memory: the commands that change it, undo and redo, and the journal that keeps a crash from losing
 * anything. Pure C: the page runs it too.
 *
 * A document is a row of immutable states; each shares with its neighbour all artworks and scenes that the command did
 * not touch. Undo is a step to the left. A refused command never made a state, so it changed nothing. */
#ifndef VV_DOCUMENT_H
#define VV_DOCUMENT_H

#include "author/document/project.h"

typedef struct vv_document vv_document;

/* An empty project of this name. */
vv_result vv_document_create(const char *name, const vv_allocator *allocator, vv_document **out, vv_error *error);
/* From the text of a project.json of this version or an older one. Refused with the first problem; vv_project_check
 * lists them all. */
vv_result vv_document_parse(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                            vv_document **out, vv_error *error);
void vv_document_destroy(vv_document *document);

/* Valid until the next call that changes the document. */
const vv_project *vv_document_project(const vv_document *document);
/* The same, kept: it stays as it is whatever becomes of the document, until it is released. NULL if there is no
 * memory. */
const vv_project *vv_document_keep(const vv_document *document);
void vv_project_release(const vv_project *project);

/* A number for the state now. Undo and redo bring a state's number back; no two states ever share one. */
uint64_t vv_document_revision(const vv_document *document);

/* Applies one command, or a list of commands, as one step (docs/format.md has them all). `json` is the document that
 * holds `command`. */
vv_result vv_document_apply(vv_document *document, const vv_json_document *json, const vv_json *command,
                            vv_error *error);

/* Shows what a command makes as the state now, with a revision of its own, outside the row: what could be undone and
 * redone stays. Any further preview, command, undo or redo ends it, also one that is refused. */
vv_result vv_document_preview(vv_document *document, const vv_json_document *json, const vv_json *command,
                              vv_error *error);
void vv_document_preview_end(vv_document *document);
/* While a preview is hidden, everything above and the journal see the document as its steps made it: it can be saved
 * while something is being dragged. */
void vv_document_preview_hide(vv_document *document, bool hidden);
/* Makes what is shown the next step, as vv_document_apply would have. Cannot fail. */
void vv_document_preview_keep(vv_document *document);

/* False, and nothing happens, at the end of the row. */
bool vv_document_undo(vv_document *document);
bool vv_document_redo(vv_document *document);
/* The command that undo or redo would act on, such as "handle.add"; NULL if none. */
const char *vv_document_undo_label(const vv_document *document);
const char *vv_document_redo_label(const vv_document *document);
/* All steps of the row, those that were undone too: step i is the one that redo does when vv_document_step gives i. */
uint32_t vv_document_step_count(const vv_document *document);
uint32_t vv_document_step(const vv_document *document);
/* step < vv_document_step_count. */
const char *vv_document_step_label(const vv_document *document, uint32_t step);
/* The revision that the step leads to. */
uint64_t vv_document_step_revision(const vv_document *document, uint32_t step);

/* ---- Journal ----------------------------------------------------------------------------------------------------- */

/* The journal's text, line by line; files are the host's part (folder.h natively). Lines are compact JSON, each with a
 * checksum over itself and all lines before it. docs/format.md has the format. A journal goes on over saves, so that
 * everything can be undone and redone after the project was opened again. */
typedef struct vv_journal vv_journal;

vv_result vv_journal_create(const vv_allocator *allocator, vv_journal **out, vv_error *error);
void vv_journal_destroy(vv_journal *journal);

/* The hash of a project.json that a journal refers to. */
uint64_t vv_journal_hash(const char *project_text, size_t length);

/* Each makes one line or several, in *line with their line feeds, *length bytes and a zero, valid until the next call.
 * When the host has written them, it calls vv_journal_written; what was never written is forgotten. */
/* A whole journal, in place of the old one if there was any, for a project.json of this hash that holds the document at
 * `revision`. It holds as much of the history as there may be. What comes next may follow it or the old one. */
vv_result vv_journal_begin(vv_journal *journal, const vv_document *document, uint64_t revision, uint64_t project_hash,
                           const char **line, size_t *length, vv_error *error);
/* After a command (`command` is it; as a preview that is then kept, or as a step), or after undo or redo (NULL). */
vv_result vv_journal_note(vv_journal *journal, const vv_document *document, const vv_json *command, const char **line,
                          size_t *length, vv_error *error);
/* Before a project.json of this hash, which holds the document as it is now, is renamed into place, and after it was:
 * other changes may come between the two. */
vv_result vv_journal_saving(vv_journal *journal, const vv_document *document, uint64_t project_hash, const char **line,
                            size_t *length, vv_error *error);
vv_result vv_journal_saved(vv_journal *journal, uint64_t project_hash, const char **line, size_t *length,
                           vv_error *error);
void vv_journal_written(vv_journal *journal);
/* It has become so long that the host should begin a new one after the next save. */
bool vv_journal_is_long(const vv_journal *journal);

typedef enum vv_journal_state {
    VV_JOURNAL_EMPTY,    /* no whole first line: nothing was ever journalled */
    VV_JOURNAL_CURRENT,  /* it applies to this project.json, and goes on */
    VV_JOURNAL_OLD,      /* it applies, but an older Verve wrote it */
    VV_JOURNAL_UNPROVEN, /* lines after the last save were replayed; those before do not lead to this project.json */
    VV_JOURNAL_FOREIGN,  /* it belongs to another project.json: another program changed that file */
    VV_JOURNAL_REFUSED,  /* a line that is whole cannot be applied, or comes from a newer Verve */
} vv_journal_state;

typedef struct vv_journal_report {
    vv_journal_state state;
    uint32_t replayed;         /* lines that changed the document as project.json has it */
    uint32_t unsaved;          /* VV_JOURNAL_FOREIGN: lines that came after the last save */
    uint64_t project_revision; /* the state that project.json holds */
    size_t whole_bytes;        /* the journal up to the end of the last line that was used */
    size_t dropped_bytes;      /* cut or damaged bytes after it */
    vv_error refusal;          /* VV_JOURNAL_REFUSED, VV_JOURNAL_UNPROVEN: why */
} vv_journal_report;

/* Replays text[length] on `document`, which holds the project.json of this hash; what led there can then be undone, as
 * far as it provably did. After VV_JOURNAL_CURRENT the journal goes on after report->whole_bytes; after the others,
 * begin a new one, and keep what vv_journal_must_be_kept says under another name. VV_OK but for want of memory. */
vv_result vv_journal_replay(vv_journal *journal, vv_document *document, const char *text, size_t length,
                            uint64_t project_hash, vv_journal_report *report, vv_error *error);
/* A journal text[length] of which this was found holds what is nowhere else. */
bool vv_journal_must_be_kept(const vv_journal_report *report, const char *text, size_t length);

#endif
