/* What the parts of `verve import` share. */
#ifndef VERVE_CLI_IMPORT_H
#define VERVE_CLI_IMPORT_H

#include "cli/cli.h"

#include "author/base/take.h"
#include "author/document/folder.h"
#include "runtime/base/base.h"

#define IMPORT_MOST_BYTES ((size_t)256 << 20) /* of a file that is read */
#define IMPORT_PATH_BYTES 4096

/* A file that was written, to be removed if a later step fails. */
typedef struct written_file {
    struct written_file *before;
    char path[IMPORT_PATH_BYTES];
} written_file;

/* Something this run has added to the project. */
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
    const char *into, *artwork, *skeleton;
    double scale; /* pixels to a metre; 0: chosen */
    double unit;  /* metres to a unit of a BVH file; 0: guessed */
    const char
        *up; /* the axis of BVH files that points up, "y" or "z"; NULL: y, with a word to who has one that lies */
    uint32_t vertices; /* of a drawing; 0: chosen */
    uint32_t pixels;
    vv_project_folder *folder;
    vv_json_writer *commands;
    vvi_arena arena;
    written_file *written;
    added_name *added;
    known_skeleton *skeletons;
    bool knows_skeletons; /* those of the project are in `skeletons` */
    void *report;         /* what is printed if all goes well */
    size_t report_length, report_capacity;
} import_job;

bool import_ends_in(const char *path, const char *ending);
/* The name of a file without folders and ending, as a name of a project. */
void import_name_from_file(const char *path, char name[64]);
/* Writes FOLDER/STEM.ENDING, or FOLDER/STEM-2.ENDING where that exists: nothing is ever overwritten. `inside` is the path as
 * the project has it. */
vv_result import_write(import_job *job, const char *folder, const char *stem, const char *ending, const void *bytes,
                       size_t count, char inside[VV_PROJECT_PATH_BYTES], vv_error *error);
/* `name` with what is awkward in a file's name made into dashes. */
void import_make_stem(const char *name, const char *part, char stem[160]);
/* A line for the end. */
vv_result import_note(import_job *job, vv_error *error, const char *format, ...) VV_PRINTF(3, 4);

/* Motions and models: .bvh, .gltf, .glb, .obj (import_model.c). */
bool import_is_model(const char *file);
vv_result import_model(import_job *job, const char *file, vv_error *error);
void import_forget_skeletons(import_job *job);

/* Whether a figure lies along z in its first frame, as one does whose file has z up; and such a one turned, so that it stands. */
bool import_lies(const vv_take *take);
vv_result import_stand(vv_take *take, vv_error *error);

#endif
