/* Changing a project by commands: what --keep keeps, and what `verve import` brings in. */
#ifndef VERVE_CLI_KEEP_H
#define VERVE_CLI_KEEP_H

#include "cli/cli.h"

#include "author/export/model.h"
#include "author/folder/folder.h"

/* Applies the commands in the writer and saves. `name` stands for them in error messages. */
vv_result cli_change(vv_project_folder *folder, const char *name, vv_json_writer *commands, vv_error *error);

/* Begins a command, such as "take.add" of a name; end it with vv_json_write_end. */
void cli_begin_command(vv_json_writer *writer, const char *what, const char *name);

/* Applies the commands that `write` makes of a subject, and saves. */
vv_result cli_keep(vv_project_folder *folder, cli_json_writer *write, const void *subject, vv_error *error);

/* A file to keep. */
typedef struct cli_kept_file {
    const char *name;
    vv_bytes bytes;
    char path[VV_PROJECT_PATH_BYTES]; /* in the project: set when it is kept */
} cli_kept_file;
/* Writes the file as FOLDER/NAME.ENDING, and keeps the commands that add it to the project; where they are refused,
 * the file is removed again. Refuses a file that exists: nothing is overwritten. */
vv_result cli_keep_file(cli_call *call, vv_project_folder *project, const char *folder, const char *ending,
                        cli_kept_file *file, cli_json_writer *write, const void *subject);

/* Refuses a skeleton whose files are in another unit than metres: what Verve writes is in metres. */
vv_result cli_check_metres(cli_call *call, const vv_project_skeleton *skeleton);

/* `name`, and `part` (may be NULL) after a dash, with what is awkward in a file name made into dashes. */
void cli_file_stem(const char *name, const char *part, char stem[160]);

#endif
