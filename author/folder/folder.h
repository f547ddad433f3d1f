/* A project folder on disk (native hosts): project.json, the journal beside it, and the files they name.
 *
 * Every command is in the journal before the next one comes; saving marks the place in the journal, writes project.json
 * aside and renames it into place. A kill at any byte of this loses neither what was saved nor a line that was wholly
 * written, and what could be undone and redone still can. */
#ifndef VV_FOLDER_H
#define VV_FOLDER_H

#include "author/document/document.h"

typedef struct vv_project_folder vv_project_folder;

typedef enum vv_folder_mode {
    VV_FOLDER_READ,  /* looks, changes nothing, and needs no lock: others may have it open */
    VV_FOLDER_WRITE, /* the only one that writes: refused while another program has it */
} vv_folder_mode;

typedef enum vv_folder_flush {
    VV_FLUSH_COMMAND, /* each command is on the disk when the call returns */
    VV_FLUSH_HOST,    /* the host calls vv_project_folder_flush, at least twice a second */
} vv_folder_flush;

/* Makes the folder (it may exist, but must hold no project.json) with an empty project of this name and art/. */
vv_result vv_project_folder_create(const char *path, const char *name, const vv_allocator *allocator, vv_error *error);

/* Takes a folder's lock without reading what is in it, for hosts that hand its bytes to somebody else; removes what a
 * killed writer left half written. *lock is the open folder; closing it gives the lock back. Where another program has
 * it, the message says which. */
vv_result vv_project_folder_lock(const char *folder, int *lock, vv_error *error);
/* The same for a folder that is open already, and is closed after an error; `path` is for messages. */
vv_result vv_project_folder_lock_open(int folder, const char *path, vv_error *error);

/* `path` is the folder, or its project.json. Replays the journal; after VV_FOLDER_WRITE a journal that could not be
 * used is kept under another name, which vv_project_folder_aside tells. */
vv_result vv_project_folder_open(const char *path, vv_folder_mode mode, vv_folder_flush flush,
                                 const vv_allocator *allocator, vv_project_folder **out, vv_error *error);
/* Does not save: what was journalled comes back at the next opening. NULL is fine. */
void vv_project_folder_close(vv_project_folder *folder);

/* To look at; to change it, use the calls below. */
const vv_document *vv_project_folder_document(const vv_project_folder *folder);
const char *vv_project_folder_path(const vv_project_folder *folder);
/* The contents of the journal at opening. */
const vv_journal_report *vv_project_folder_report(const vv_project_folder *folder);
/* Where a journal that could not be used was put, or "". */
const char *vv_project_folder_aside(const vv_project_folder *folder);
/* project.json holds the document as it is now. */
bool vv_project_folder_is_saved(const vv_project_folder *folder);

/* Change the document and journal the change. VV_ERROR_FILE means that the change was made but could not be journalled;
 * the next line that can be written makes up for it. Undo and redo give VV_ERROR_NOT_FOUND where nothing is left. */
vv_result vv_project_folder_apply(vv_project_folder *folder, const vv_json_document *json, const vv_json *command,
                                  vv_error *error);
vv_result vv_project_folder_undo(vv_project_folder *folder, vv_error *error);
vv_result vv_project_folder_redo(vv_project_folder *folder, vv_error *error);

/* Brings journalled lines to the disk. Cheap if there are none. */
vv_result vv_project_folder_flush(vv_project_folder *folder, vv_error *error);
vv_result vv_project_folder_save(vv_project_folder *folder, vv_error *error);

/* Applies and saves, both or neither: after an error, neither project.json nor the journal holds the change. */
vv_result vv_project_folder_change(vv_project_folder *folder, const vv_json_document *json, const vv_json *command,
                                   vv_error *error);

/* Everything that is wrong with a folder: project.json, the journal, the files they name, files that nothing names.
 * VV_OK however many problems there are; an error only where project.json cannot be read at all. */
vv_result vv_project_folder_check(const char *path, vv_problems *problems, vv_error *error);

/* Completes the place of an error about what is built from the folder: a JSON path gets project.json and the line there
 * (none where the journal holds changes that are not saved), a file inside the folder the folder before it, and one
 * that has neither the folder. */
void vv_project_folder_place(const vv_project_folder *folder, vv_error *error);

#endif
