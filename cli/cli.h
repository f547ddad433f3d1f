/* What the subcommands of `verve` share: the table of commands, options, errors, output, time and a progress bar.
 *
 * One file a subcommand: it defines one `const cli_command cli_NAME`, declared here and listed in main.c. main.c
 * reads the command line into the command's request, runs the command, and prints the error that it returns.
 * Everything below prints and measures, so it stays at the rim: the libraries never see it. */
#ifndef VERVE_CLI_H
#define VERVE_CLI_H

#include "author/base/json.h"

#include <verve/base.h>

typedef enum cli_exit {
    CLI_OK = 0,
    CLI_FAILED = 1, /* the work could not be done */
    CLI_USAGE = 2,  /* the command line is wrong */
} cli_exit;

/* ---- Options ----------------------------------------------------------------------------------------------------- */

typedef enum cli_kind {
    CLI_KIND_FLAG,   /* [bool] set by being there */
    CLI_KIND_TEXT,   /* [const char *] */
    CLI_KIND_WHOLE,  /* [uint32_t] */
    CLI_KIND_NUMBER, /* [double] finite */
} cli_kind;

/* Kind and place of an option's value: a member of REQUEST, which a command's file defines as the type of its
 * request. A member of another type does not compile. */
#define CLI_AT(member, type) (offsetof(REQUEST, member) + _Generic(((REQUEST *)0)->member, type : 0u))
#define CLI_FLAG(member)     .kind = CLI_KIND_FLAG, .offset = CLI_AT(member, bool)
#define CLI_TEXT(member)     .kind = CLI_KIND_TEXT, .offset = CLI_AT(member, const char *)
#define CLI_WHOLE(member)    .kind = CLI_KIND_WHOLE, .offset = CLI_AT(member, uint32_t)
#define CLI_NUMBER(member)   .kind = CLI_KIND_NUMBER, .offset = CLI_AT(member, double)

typedef struct cli_option {
    const char *name; /* "--json", or a single letter, "-o", which may also be written -oVALUE. NULL ends a list */
    cli_kind kind;
    size_t offset;        /* of its value in the request */
    const char *argument; /* what --help calls the value; NULL for flags */
    const char *help;
    double least, most; /* of numbers, where they differ; the default may lie outside */
    bool changes;       /* where it is given, the project is opened for writing */
} cli_option;

/* The option of commands that share their work among threads: a member `threads`, whose default is 0. */
#define CLI_THREADS                                                                                                    \
    {                                                                                                                  \
        "--threads", CLI_WHOLE(threads), "N", "how many threads share the work (default: one for each processor)", 1,  \
            VV_MAX_WORKERS                                                                                             \
    }

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

typedef struct cli_command cli_command;
typedef struct cli_project cli_project; /* project.h */

/* A command that was called. */
typedef struct cli_call {
    const cli_command *command;
    const void *request; /* what the options say */
    char **operands;     /* what is not an option, in order */
    int operand_count;
    cli_project *opened; /* command->opens_project: the first operand */
    vv_error error;      /* why `run` failed */
    bool misused;        /* … because the command line is wrong: CLI_USAGE instead of CLI_FAILED */
    bool rejected; /* `run` did its work, but what it looked at is not as it should be: CLI_FAILED without an error */
} cli_call;

struct cli_command {
    const char *name;
    const char *summary;       /* one line for `verve --help` */
    const char *synopsis;      /* "MESH.obj HANDLES.tgf -o W.txt" */
    const char *about;         /* paragraphs for --help, lines already broken */
    int least, most;           /* operands; most −1: any number */
    bool opens_project;        /* the first operand is a project, which is opened for `run` */
    const cli_option *options; /* NULL: none */
    const void *defaults;      /* of the request */
    size_t request_bytes;
    /* What is wrong with the request and what to do about it, one sentence, or NULL. May be NULL itself. */
    const char *(*find_misuse)(const cli_call *call);
    vv_result (*run)(cli_call *call);
};

/* For the initialiser of a command. Its operands: one project, or so many of anything. */
#define CLI_PROJECT               1, 1, true
#define CLI_OPERANDS(least, most) least, most, false
/* Its options: `options`, with the defaults of their REQUEST as in an initialiser. */
#define CLI_OPTIONS(...) options, &(const REQUEST)__VA_ARGS__, sizeof(REQUEST)
#define CLI_NO_OPTIONS   NULL, NULL, 0

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

/* Reads options and operands in any order, runs the command and prints its error. `--` ends the options and `-` is an
 * operand. */
cli_exit cli_run(const cli_command *command, int count, char **arguments);

/* Whether `verve import` knows the ending of a file; and what it does with that file and its defaults: brings it into
 * a project, saves that, and prints what it did. */
bool cli_can_import(const char *file);
vv_result cli_import_into(const char *project, const char *file, vv_error *error);

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* Both print `verve: PLACE: what is wrong; what to do` to stderr. */
void cli_error(const vv_error *error);
void cli_warn(const char *place, const char *format, ...) VV_PRINTF(2, 3);

/* Fails with a formatted message; place NULL: it is added later, or unknown. Returns the code. */
vv_result cli_fail(vv_error *error, vv_result code, const char *place, const char *remedy, const char *format, ...)
    VV_PRINTF(5, 6);
/* The same about a value of JSON, which is the place. */
vv_result cli_fail_json(vv_error *error, const vv_json_document *json, const vv_json *value, const char *remedy,
                        const char *format, ...) VV_PRINTF(5, 6);
/* Fails because of the command line: the place is the command. */
vv_result cli_misuse(cli_call *call, const char *remedy, const char *format, ...) VV_PRINTF(3, 4);

/* Names to choose from, as many as a remedy has room for. Begin with all zeros. */
typedef struct cli_choices {
    char text[200];
    size_t length;
} cli_choices;
void cli_choices_add(cli_choices *choices, const char *name);
/* Fails because there is no `noun` of this name, or none at all where the name is NULL; the remedy lists the
 * choices. */
vv_result cli_not_found(vv_error *error, const char *place, const char *noun, const char *name,
                        const cli_choices *choices);

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* Whether a file on the command line is standard input or output, "-"; `path` may be NULL. */
bool cli_is_stream(const char *path);
/* Writes a whole file, or to standard output where `path` is "-". */
vv_result cli_write(const char *path, const void *bytes, size_t count, vv_error *error);
/* The same of JSON that `write` makes of a subject. */
typedef void cli_json_writer(vv_json_writer *writer, const void *subject);
vv_result cli_write_json(const char *path, cli_json_writer *write, const void *subject, vv_error *error);
/* Reads a file of JSON, or standard input where `path` is "-". */
vv_result cli_read_json(const char *path, vv_json_document **out, vv_error *error);

/* Reads a file that `file` refers to by a path from its own folder. */
vv_result cli_read_beside(const char *file, const char *path, size_t limit, const vv_allocator *allocator,
                          uint8_t **bytes, size_t *count, vv_error *error);

/* The last step of a path, without slashes after it; and the same without its ending. */
void cli_last_step(const char *path, char *name, size_t bytes);
void cli_stem(const char *path, char *name, size_t bytes);

/* ---- Interruption ------------------------------------------------------------------------------------------------ */

/* Between these two, SIGINT, SIGTERM, SIGHUP and SIGPIPE (the reader of the progress has gone) only make
 * cli_interrupted true, so that half a file can be removed; then cli_interrupt_end ends the program by the signal
 * that came, if one did. */
void cli_interrupt_begin(void);
bool cli_interrupted(void);
void cli_interrupt_end(void);

/* ---- Time and progress ------------------------------------------------------------------------------------------- */

/* Seconds on a clock that never goes back. */
double cli_clock(void);

/* Seconds of processor time that this process has used: how long work takes, however busy the machine is. */
double cli_processor_clock(void);

/* A bar on stderr, shown only where that is a terminal and once the work has taken more than a second. */
typedef struct cli_progress {
    vv_progress progress; /* hand this to the library */
    const char *label;
    double started, drawn;
    bool terminal;
} cli_progress;
void cli_progress_begin(cli_progress *bar, const char *label);
void cli_progress_show(cli_progress *bar, double done, double total);
void cli_progress_end(cli_progress *bar); /* wipes it */
/* Prints lines `progress LABEL SHARE` on stdout instead from now on, for a program that reads them. */
void cli_progress_print(bool print);

#endif
