/* What the files of the studio's core share: the studio itself, ways to answer, and what each file is told of changes. */
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

struct vvi_figures; /* figure.c, pose.c */
struct vvi_playing; /* play.c */
struct vvi_acting;  /* act.c */
struct vvi_herd;    /* herd.c */
struct vvi_action;  /* action.c */

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
    uint64_t saving_hash, saving_revision; /* the same of the one that is being written; revision 0: none is */

    char *text; /* what vv_studio_text answers */
    size_t text_length, text_capacity;
    const char *line; /* the journal's */
    size_t line_length;

    /* Each belongs to its file, which makes it when first needed. */
    struct vvi_figures *figures;
    struct vvi_playing *playing;
    struct vvi_acting *acting;
    struct vvi_herd *herd;
    struct vvi_action *action;
    vv_clip *clip; /* clip.c: the one whose curves were asked for last */
    uint64_t clip_stamp;
};

/* ---- Answering (answer.c) ------------------------------------------------------------------------------------------ */

/* The error becomes the studio's text; returns its code. */
vv_result vvi_studio_refuse(vv_studio *studio, const vv_error *error);
/* text[length] becomes the studio's. */
vv_result vvi_studio_say(vv_studio *studio, const char *text, size_t length);
/* What was written becomes the studio's text; destroys the writer. A writer begins with vvi_studio_writer: compact, NULL
 * with the error as text where there is no memory. */
vv_json_writer *vvi_studio_writer(vv_studio *studio);
vv_result vvi_studio_answer(vv_studio *studio, vv_json_writer *writer);

/* ---- Files that the page handed over (files.c) ---------------------------------------------------------------------- */

vv_host vvi_files_host(vv_studio *studio);
void vvi_files_release(vv_studio *studio);

/* ---- Commands (resolve.c, studio.c) ---------------------------------------------------------------------------------- */

/* *json, a command or a list of them, becomes what goes to the document and into the journal. Ends a preview; may leave
 * another, of commands before a drag. */
vv_result vvi_studio_resolve(vv_studio *studio, vv_json_document **json, vv_error *error);
/* Tell the other files. */
void vvi_studio_changed(vv_studio *studio);
void vvi_studio_forget(vv_studio *studio);

/* ---- What the other files are told --------------------------------------------------------------------------------- */

/* The project shown may be another: after a command, undo, redo, with each preview and when it ends, also where these were
 * refused, and after an image or a file that was there already was replaced. */
void vvi_figures_changed(vv_studio *studio);
void vvi_playing_changed(vv_studio *studio);
/* What the session built is about to go, since a file behind it is another or a drag has to be solved: nothing may point
 * to it afterwards. vvi_…_changed follows. */
void vvi_figures_forget(vv_studio *studio);
void vvi_playing_forget(vv_studio *studio);
/* Frees everything and sets the pointer to NULL: the studio ends, or opens another project. */
void vvi_figures_release(vv_studio *studio);
void vvi_playing_release(vv_studio *studio);
void vvi_clip_release(vv_studio *studio);
void vvi_acting_release(vv_studio *studio);
void vvi_herd_release(vv_studio *studio);
void vvi_action_release(vv_studio *studio);
/* Takes back what was posed by hand since the last command, a step at a time, and does it again; false if there is
 * nothing. */
bool vvi_figures_undo(vv_studio *studio);
bool vvi_figures_redo(vv_studio *studio);

#endif
