/* Shared by the files of the studio's core: the studio itself, how to answer, and notifications of changes. */
#ifndef VVI_STUDIO_STATE_H
#define VVI_STUDIO_STATE_H

#include "studio.h"

#include "runtime/base/base.h"

/* A file of the project folder as the page decoded it: an image (width > 0), or bytes. */
typedef struct vvi_file {
    char path[VV_PROJECT_PATH_BYTES];
    uint32_t width, height;
    uint8_t *bytes; /* [count] */
    size_t count;
} vvi_file;

/* What was last reported to the page (update.c). */
typedef struct vvi_reported {
    const vv_project *project; /* NULL: nothing was reported */
    uint64_t *steps;           /* [step_count] the revision that each step of the history leads to */
    size_t step_capacity;
    uint32_t step_count, at;
} vvi_reported;

struct vvi_figures;  /* figure.c, pose.c */
struct vvi_playing;  /* play.c */
struct vvi_open_act; /* act.c */
struct vvi_herd;     /* herd.c */
struct vvi_action;   /* action.c */

struct vv_studio {
    const vv_allocator *allocator;
    vv_host host; /* reads `files` */
    vvi_file *files;
    size_t file_count, file_capacity;

    vv_document *document;
    vv_session *session; /* of `document` */
    vv_journal *journal;
    bool journalling;                      /* there is a journal to add lines to */
    uint64_t project_hash;                 /* of project.json */
    uint64_t project_revision;             /* what project.json holds; 0: there is no project.json */
    uint64_t saving_hash, saving_revision; /* the same for the one that is being written; revision 0: none */

    vvi_reported reported;

    char *text; /* the answer of vv_studio_text */
    size_t text_length, text_capacity;
    const char *line; /* for the journal */
    size_t line_length;

    /* Each belongs to its file, which creates it when first needed. */
    struct vvi_figures *figures;
    struct vvi_playing *playing;
    struct vvi_open_act *act;
    struct vvi_herd *herd;
    struct vvi_action *action;
    vv_clip *clip; /* clip.c: the last one whose curves were requested */
    uint64_t clip_stamp;
};

/* ---- Answering (answer.c) -------------------------------------------------------------------------------------- */

/* Sets the studio's text to an error; returns its code. */
vv_result vvi_studio_fail(vv_studio *studio, const vv_error *error);
/* Sets the studio's text to text[length]. */
vv_result vvi_studio_set_text(vv_studio *studio, const char *text, size_t length);
/* vvi_studio_writer makes a compact writer; NULL, with the error as text, if there is no memory. vvi_studio_answer
 * sets the studio's text to what was written and destroys the writer. */
vv_json_writer *vvi_studio_writer(vv_studio *studio);
vv_result vvi_studio_answer(vv_studio *studio, vv_json_writer *writer);

/* ---- What was reported to the page (update.c) ------------------------------------------------------------------ */

void vvi_studio_write_history(vv_studio *studio, vv_json_writer *writer);
/* Forgets what was reported; the next update reports everything. */
void vvi_reported_release(vv_studio *studio);

/* ---- Files that the page passed in (files.c) ------------------------------------------------------------------- */

vv_host vvi_files_host(vv_studio *studio);
void vvi_files_release(vv_studio *studio);

/* ---- Commands (resolve.c, studio.c) ---------------------------------------------------------------------------- */

/* Replaces *json, a command or a list of them, by what the document and the journal get. Ends a preview; may leave
 * another one, of commands before a drag. */
vv_result vvi_studio_resolve(vv_studio *studio, vv_json_document **json, vv_error *error);
/* Notify the other files. */
void vvi_studio_changed(vv_studio *studio);
void vvi_studio_invalidate(vv_studio *studio);

/* ---- Notifications --------------------------------------------------------------------------------------------- */

/* The project that is shown may have changed: after a command, undo, redo, at each preview and its end, even if these
 * failed, and after an image or a file was replaced. */
void vvi_figures_changed(vv_studio *studio);
void vvi_playing_changed(vv_studio *studio);
/* What the session built is about to be released, because a file was replaced or a drag must be solved; nothing may
 * point to it afterwards. vvi_…_changed follows. */
void vvi_figures_invalidate(vv_studio *studio);
void vvi_playing_invalidate(vv_studio *studio);
/* Free everything and set the pointer to NULL, when the studio ends or opens another project. */
void vvi_figures_release(vv_studio *studio);
void vvi_playing_release(vv_studio *studio);
void vvi_clip_release(vv_studio *studio);
void vvi_performance3_release(vv_studio *studio);
void vvi_herd_release(vv_studio *studio);
void vvi_action_release(vv_studio *studio);
/* Undo and redo one step of posing by hand since the last command; false if there is none. */
bool vvi_figures_undo(vv_studio *studio);
bool vvi_figures_redo(vv_studio *studio);

#endif
