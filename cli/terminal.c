/* What a person sees: errors in one form, and a progress bar when work takes more than a second. */
#include "cli/cli.h"

#include "author/base/file.h"
#include "runtime/base/base.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

cli_exit cli_error(const vv_error *error)
{
    char text[1024];
    fprintf(stderr, "verve: %s\n", vv_error_text(error, text, sizeof text));
    return CLI_FAILED;
}

cli_exit cli_fail(const char *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "verve: %s: ", place);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return CLI_FAILED;
}

vv_result cli_write(const char *path, const void *bytes, size_t count, vv_error *error)
{
    if (strcmp(path, "-") != 0)
        return vv_file_write(path, bytes, count, error);
    if (fwrite(bytes, 1, count, stdout) == count)
        return VV_OK;
    *error = (vv_error){.code = VV_ERROR_FILE,
                        .file = "standard output",
                        .message = "cannot be written",
                        .remedy = "check the disk or the program it is piped into"};
    return VV_ERROR_FILE;
}

vv_result cli_print_json(vv_json_writer *writer, vv_error *error)
{
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    vv_result result = text != NULL ? cli_write("-", text, length, error) : vvi_fail_memory(error, 0);
    vv_json_writer_destroy(writer);
    return result;
}

static volatile sig_atomic_t interrupted; /* the signal that came, or 0 */
static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

static void note_interrupt(int number) { interrupted = number; }

/* What is ignored, as SIGHUP is under nohup, stays ignored. */
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

static bool printing; /* lines for a program instead of a bar for a person */

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
    float share = done < 0.0f ? 0.0f : done > 1.0f ? 1.0f : done;
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

void cli_progress_end(cli_progress *bar)
{
    if (bar->drawn > 0.0 && !printing)
        fputs("\r\033[K", stderr);
    bar->drawn = 0.0;
}
