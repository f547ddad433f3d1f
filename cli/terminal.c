/* What a person sees: errors in one form, and a progress bar when work takes more than a second. Signals that
 * interrupt work. */
#include "cli/cli.h"

#include "runtime/base/base.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void cli_error(const vv_error *error)
{
    char text[1024];
    fprintf(stderr, "verve: %s\n", vv_error_text(error, text, sizeof text));
}

void cli_warn(const char *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "verve: %s: ", place);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

static vv_result fail_list(vv_error *error, vv_result code, const char *place, const char *remedy, const char *format,
                           va_list arguments)
{
    char message[sizeof error->message];
    vvi_format_list(message, sizeof message, format, arguments);
    vvi_fail(error, code, "%s", message);
    if (place != NULL)
        vvi_error_place(error, place, 0, NULL);
    vvi_error_remedy(error, "%s", remedy);
    return code;
}

vv_result cli_fail(vv_error *error, vv_result code, const char *place, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_list(error, code, place, remedy, format, arguments);
    va_end(arguments);
    return code;
}

vv_result cli_fail_json(vv_error *error, const vv_json_document *json, const vv_json *value, const char *remedy,
                        const char *format, ...)
{
    va_list arguments;
    vv_json_fail(json, value, error, VV_ERROR_FORMAT, "%s", "");
    va_start(arguments, format);
    vvi_format_list(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    vvi_error_remedy(error, "%s", remedy);
    return VV_ERROR_FORMAT;
}

vv_result cli_misuse(cli_call *call, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    call->misused = true;
    fail_list(&call->error, VV_ERROR_ARGUMENT, call->command->name, remedy, format, arguments);
    va_end(arguments);
    return VV_ERROR_ARGUMENT;
}

void cli_choices_add(cli_choices *choices, const char *name)
{
    char *end = choices->text + choices->length;
    size_t room = sizeof choices->text - choices->length, needed = strlen(name) + sizeof ", , …";
    const char *separator = choices->length > 0 ? ", " : "";
    if (room > needed)
        choices->length += vvi_format(end, room, "%s%s", separator, name);
    else if (room > sizeof ", …") {
        vvi_format(end, room, "%s…", separator);
        choices->length = sizeof choices->text;
    }
}

vv_result cli_not_found(vv_error *error, const char *place, const char *noun, const char *name,
                        const cli_choices *choices)
{
    if (name == NULL)
        return cli_fail(error, VV_ERROR_NOT_FOUND, place, "add one to the project (docs/format.md)",
                        "the project has no %s yet", noun);
    cli_fail(error, VV_ERROR_NOT_FOUND, place, "none has been made yet", "there is no %s “%s”", noun, name);
    if (choices->length > 0)
        vvi_error_remedy(error, "choose from: %s", choices->text);
    return VV_ERROR_NOT_FOUND;
}

static volatile sig_atomic_t interrupted; /* the signal that came, or 0 */
static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

static void note_interrupt(int number) { interrupted = number; }

/* Signals that are ignored, as SIGHUP is under nohup, stay ignored. */
static void handle_interrupts(void (*from)(int), void (*to)(int))
{
    for (size_t i = 0; i < sizeof interrupts / sizeof *interrupts; i++) {
        struct sigaction action;
        if (sigaction(interrupts[i], NULL, &action) != 0 || action.sa_handler != from)
            continue;
        action = (struct sigaction){.sa_handler = to};
        sigaction(interrupts[i], &action, NULL);
    }
}

void cli_interrupt_begin(void) { handle_interrupts(SIG_DFL, note_interrupt); }

bool cli_interrupted(void) { return interrupted != 0; }

void cli_interrupt_end(void)
{
    handle_interrupts(note_interrupt, SIG_DFL);
    if (interrupted)
        raise((int)interrupted);
}

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cli_clock(void) { return read_clock(CLOCK_MONOTONIC); }

double cli_processor_clock(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

#define BAR_WIDTH    40
#define BAR_AFTER    1.0 /* seconds of work before it appears */
#define BAR_INTERVAL 0.1 /* seconds between two drawings */

static bool printing; /* lines that a program reads, instead of a bar */

void cli_progress_print(bool print) { printing = print; }

static bool draw_bar(void *user, float done)
{
    cli_progress *bar = user;
    double now = cli_clock();
    if (printing && now - bar->drawn >= BAR_INTERVAL) {
        printf("progress %s %.3f\n", bar->label, (double)done);
        fflush(stdout);
        bar->drawn = now;
    }
    if (printing)
        return true;
    if (!bar->terminal || now - bar->started < BAR_AFTER || now - bar->drawn < BAR_INTERVAL)
        return true;
    float share = vvi_clamp(done, 0.0f, 1.0f);
    int filled = (int)(share * BAR_WIDTH);
    fprintf(stderr, "\r\033[K%s [", bar->label);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%", (int)(share * 100.0f));
    fflush(stderr);
    bar->drawn = now;
    return true;
}

void cli_progress_begin(cli_progress *bar, const char *label)
{
    *bar = (cli_progress){.label = label, .started = cli_clock(), .terminal = isatty(STDERR_FILENO)};
    bar->progress = (vv_progress){draw_bar, bar};
}

void cli_progress_show(cli_progress *bar, double done, double total)
{
    bar->progress.report(bar->progress.user, (float)(done / total));
}

void cli_progress_end(cli_progress *bar)
{
    if (bar->drawn > 0.0 && !printing)
        fputs("\r\033[K", stderr);
    bar->drawn = 0.0;
}
