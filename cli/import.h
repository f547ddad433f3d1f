/* What the parts of `verve import` share. */
#ifndef VERVE_CLI_IMPORT_H
#define VERVE_CLI_IMPORT_H

#include "cli/keep.h"
#include "cli/table.h"

#include "author/base/take.h"
#include "runtime/base/base.h"

#define IMPORT_MOST_BYTES ((size_t)256 << 20) /* of a file that is read */
#define IMPORT_PATH_BYTES 4096

typedef struct import_request {
    const char *into, *artwork, *skeleton;
    const char
        *up; /* the axis of BVH files that points up, "y" or "z"; NULL: y, and a figure that lies down is warned of */
    double scale;      /* pixels to a metre; 0: chosen */
    double unit;       /* metres to a unit of a BVH file; 0: guessed */
    uint32_t vertices; /* of a drawing; 0: chosen */
    uint32_t pixels;
} import_request;

/* A file that was written, to be removed if a later step fails. */
typedef struct written_file {
    struct written_file *before;
    char path[IMPORT_PATH_BYTES];
} written_file;

/* Something that this run has added to the project. */
typedef struct added_name {
    struct added_name *before;
    const char *kind; /* "skeleton", "take", "form" */
    char name[64];
} added_name;

/* A skeleton of the project, or one that this run has added. */
typedef struct known_skeleton {
    struct known_skeleton *before;
    char name[64];
    vv_skeleton *skeleton;
} known_skeleton;

typedef struct import_job {
    const import_request *request;
    vv_error *error;
    vv_project_folder *folder;
    const vv_project *project;
    vv_json_writer *commands;
    vvi_arena arena;
    written_file *written;
    added_name *added;
    known_skeleton *skeletons;
    bool knows_skeletons; /* those of the project are in `skeletons` */
    cli_table report;     /* what is printed if all goes well */
} import_job;

/* The name of a file without folders and ending, as a name of a project. */
void import_name_from_file(const char *path, char name[64]);
/* Writes FOLDER/STEM.ENDING, or FOLDER/STEM-2.ENDING where that exists: nothing is ever overwritten. `inside` is the
 * path as the project has it. */
vv_result import_write(import_job *job, const char *folder, const char *stem, const char *ending, const void *bytes,
                       size_t count, char inside[VV_PROJECT_PATH_BYTES]);
/* Adds a line to what is printed at the end. */
void import_note(import_job *job, const char *format, ...) VV_PRINTF(2, 3);

/* Motions and models: .bvh, .gltf, .glb, .obj (import_model.c). */
bool import_is_model(const char *file);
vv_result import_model(import_job *job, const char *file);
void import_forget_skeletons(import_job *job);

/* Whether a figure lies along z in its first frame, as one does whose file has z up; and such a figure turned, so
 * that it stands. */
bool import_lies_down(const vv_take *take);
vv_result import_stand_up(vv_take *take, vv_error *error);

#endif
