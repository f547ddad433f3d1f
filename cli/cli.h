/* What the subcommands of `verve` share: a table of commands, options, errors, time and a progress bar.
 *
 * One file a subcommand: it defines one `const cli_command cli_NAME`, declared here and listed in main.c. Its `run`
 * gets the arguments after its name and returns a cli_exit. Everything below prints and measures, so it stays at the rim:
 * the libraries never see it. */
#ifndef VERVE_CLI_H
#define VERVE_CLI_H

#include "author/base/json.h"

#include <verve/base.h>

typedef enum cli_exit {
    CLI_OK = 0,
    CLI_FAILED = 1, /* the work could not be done */
    CLI_USAGE = 2,  /* the command line is wrong */
} cli_exit;

typedef struct cli_command {
    const char *name;
    const char *summary; /* one line for `verve --help` */
    cli_exit (*run)(int count, char **arguments);
} cli_command;

/* ---- The commands ------------------------------------------------------------------------------------------------ */

/* In the order of `verve --help`, here and in main.c. */
extern const cli_command cli_new;
extern const cli_command cli_import;
extern const cli_command cli_check;
extern const cli_command cli_apply;
extern const cli_command cli_render;
extern const cli_command cli_simulate;
extern const cli_command cli_bake;
extern const cli_command cli_bench;
extern const cli_command cli_weights;
extern const cli_command cli_field;
extern const cli_command cli_verb;
extern const cli_command cli_creature;
extern const cli_command cli_retarget;
extern const cli_command cli_validate;
extern const cli_command cli_line;
extern const cli_command cli_studio;

/* Brings a drawing into a project and saves it, as `verve import FILE --into PROJECT` does with its defaults. Prints what
 * it did, or what is wrong. */
cli_exit cli_import_into(const char *project, const char *file);

/* ---- Options ----------------------------------------------------------------------------------------------------- */

typedef enum cli_kind {
    CLI_FLAG,   /* bool: set by being there */
    CLI_TEXT,   /* const char * */
    CLI_WHOLE,  /* uint32_t */
    CLI_NUMBER, /* double, finite */
} cli_kind;

typedef struct cli_option {
    const char *name; /* "--json"; a name that is a single letter, "-o", may also be written -oVALUE */
    cli_kind kind;
    void *value;          /* where it goes; its value on entry is the default */
    const char *argument; /* what --help calls the value; NULL for flags */
    const char *help;
} cli_option;

typedef struct cli_usage {
    const char *command;
    const char *synopsis; /* "MESH.obj HANDLES.tgf -o W.txt" */
    const char *about;    /* paragraphs for --help, lines already broken */
    const cli_option *options;
    size_t option_count;
    int operands_least, operands_most; /* operands_most −1: any number */
} cli_usage;

/* Reads options and operands in any order; `--` ends the options and `-` is an operand. Operands are moved to the front
 * of `arguments`, *operand_count of them. Returns true to go on; false where there is nothing left to do: --help was
 * printed, or an error was, and *exit says which. */
bool cli_parse(const cli_usage *usage, int count, char **arguments, int *operand_count, cli_exit *exit);

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* Both print `verve: PLACE: what is wrong; what to do` to stderr and return CLI_FAILED. */
cli_exit cli_error(const vv_error *error);
cli_exit cli_fail(const char *place, const char *format, ...) VV_PRINTF(2, 3);

/* ---- Output ------------------------------------------------------------------------------------------------------ */

/* Writes a whole file, or to stdout where `path` is "-". */
vv_result cli_write(const char *path, const void *bytes, size_t count, vv_error *error);
/* What was written as JSON, to stdout; the writer is destroyed. */
vv_result cli_print_json(vv_json_writer *writer, vv_error *error);

/* ---- Interruption -------------------------------------------------------------------------------------------------- */

/* Between these two, SIGINT, SIGTERM, SIGHUP and SIGPIPE (nobody reads the progress any more) only make cli_interrupted true,
 * so that half a file can be removed; then cli_interrupt_end ends the program by the signal that came, if one did. */
void cli_interrupt_begin(void);
bool cli_interrupted(void);
void cli_interrupt_end(void);

/* ---- Time and progress ------------------------------------------------------------------------------------------- */

/* Seconds on a clock that never goes back. */
double cli_clock(void);

/* Seconds of the processor that this process has used: how long work takes, whatever else the machine does. */
double cli_processor_clock(void);

/* A bar on stderr, only where that is a terminal and only once the work has taken more than a second. */
typedef struct cli_progress {
    vv_progress progress; /* hand this to the library */
    const char *label;
    double started, drawn;
    bool terminal;
} cli_progress;
void cli_progress_begin(cli_progress *bar, const char *label);
void cli_progress_end(cli_progress *bar); /* wipes it */
/* From now on prints lines `progress LABEL SHARE` on stdout instead, for a program that started us. */
void cli_progress_print(bool print);

#endif
