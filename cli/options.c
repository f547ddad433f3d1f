/* Reading the command line by a table, printing --help from the same table, and running a command. */
#include "cli/project.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_BYTES 512u

/* A command line while it is read. */
typedef struct reading {
    const cli_command *command;
    unsigned char *request; /* [command->request_bytes] */
    vv_folder_mode mode;    /* in which the project is opened */
    int count, next;
    char **arguments;
} reading;

static void print_help(const cli_command *command)
{
    printf("usage: verve %s %s\n\n%s\n\noptions:\n", command->name, command->synopsis, command->about);
    for (const cli_option *option = command->options; option != NULL && option->name != NULL; option++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        printf("  %-18s %s\n", left, option->help);
    }
    printf("  %-18s %s\n", "--help", "print this");
}

/* `text` = NAME, NAME=VALUE (long) or NAMEVALUE (a single letter). *value is NULL where the value is not in it. */
static const cli_option *find_option(const cli_command *command, const char *text, const char **value)
{
    for (const cli_option *option = command->options; option != NULL && option->name != NULL; option++) {
        size_t length = strlen(option->name);
        if (strncmp(text, option->name, length) != 0)
            continue;
        *value = text[length] == '\0' ? NULL : text + length;
        if (!*value)
            return option;
        if (option->kind != CLI_KIND_FLAG && option->name[1] != '-')
            return option;
        if (option->kind != CLI_KIND_FLAG && text[length] == '=') {
            *value += 1;
            return option;
        }
    }
    return NULL;
}

static bool parse_whole(const char *text, uint32_t *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno || end == text || *end || text[0] < '0' || text[0] > '9' || number > UINT32_MAX)
        return false;
    *value = (uint32_t)number;
    return true;
}

static bool parse_number(const char *text, double *value)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end || !isfinite(number))
        return false;
    *value = number;
    return true;
}

static bool is_in_range(const cli_option *option, double value, double usual)
{
    return option->least == option->most || value == usual || (value >= option->least && value <= option->most);
}

/* Parses a whole number or a number into the request. */
static bool store_number(const reading *r, const cli_option *option, const char *text)
{
    bool whole = option->kind == CLI_KIND_WHOLE;
    uint32_t *integer = (uint32_t *)(void *)(r->request + option->offset);
    double *number = (double *)(void *)(r->request + option->offset);
    double usual = whole ? *integer : *number;
    if (!(whole ? parse_whole(text, integer) : parse_number(text, number))) {
        cli_warn(r->command->name, "%s %s is not a %s; `verve %s --help` explains", option->name, text,
                 whole ? "whole number" : "number", r->command->name);
        return false;
    }
    if (is_in_range(option, whole ? *integer : *number, usual))
        return true;
    cli_warn(r->command->name, "%s %s is out of range; choose a number from %.10g to %.10g", option->name, text,
             option->least, option->most);
    return false;
}

static bool store_value(const reading *r, const cli_option *option, const char *text)
{
    if (option->kind == CLI_KIND_FLAG)
        *(bool *)(void *)(r->request + option->offset) = true;
    else if (option->kind == CLI_KIND_TEXT)
        *(const char **)(void *)(r->request + option->offset) = text;
    else
        return store_number(r, option, text);
    return true;
}

/* Reads the next option and its value. */
static bool read_option(reading *r)
{
    const char *name = r->command->name, *text = r->arguments[r->next++], *value;
    const cli_option *option = find_option(r->command, text, &value);
    if (!option) {
        cli_warn(name, "unknown option %s; `verve %s --help` explains", text, name);
        return false;
    }
    if (option->kind != CLI_KIND_FLAG && !value) {
        if (r->next == r->count) {
            cli_warn(name, "%s needs a value after it; `verve %s --help` explains", text, name);
            return false;
        }
        value = r->arguments[r->next++];
    }
    if (option->changes)
        r->mode = VV_FOLDER_WRITE;
    return store_value(r, option, value);
}

static bool check_operands(const cli_command *command, int count)
{
    bool few = count < command->least, many = command->most >= 0 && count > command->most;
    if (few || many)
        cli_warn(command->name, "too %s arguments; usage: verve %s %s", few ? "few" : "many", command->name,
                 command->synopsis);
    return !few && !many;
}

/* Moves the operands to the front of the arguments. Returns true to go on; false where there is nothing left to do:
 * --help was printed, or an error was, and *exit says which. */
static bool read_arguments(reading *r, int *operand_count, cli_exit *exit)
{
    bool options_ended = false;
    *operand_count = 0;
    *exit = CLI_USAGE;
    while (r->next < r->count) {
        char *text = r->arguments[r->next];
        if (options_ended || text[0] != '-' || text[1] == '\0') {
            r->arguments[(*operand_count)++] = text;
            r->next++;
        } else if (strcmp(text, "--") == 0) {
            options_ended = true;
            r->next++;
        } else if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
            print_help(r->command);
            *exit = CLI_OK;
            return false;
        } else if (!read_option(r)) {
            return false;
        }
    }
    return check_operands(r->command, *operand_count);
}

static vv_result run_with_project(cli_call *call, vv_folder_mode mode)
{
    cli_project opened;
    vv_result result = cli_project_open(call->operands[0], mode, &opened, &call->error);
    if (result != VV_OK)
        return result;
    call->opened = &opened;
    return cli_project_close(&opened, call->command->run(call), &call->error);
}

cli_exit cli_run(const cli_command *command, int count, char **arguments)
{
    _Alignas(max_align_t) unsigned char request[REQUEST_BYTES];
    assert(command->request_bytes <= sizeof request);
    if (command->request_bytes > 0)
        memcpy(request, command->defaults, command->request_bytes);
    reading r = {
        .command = command, .request = request, .mode = VV_FOLDER_READ, .count = count, .arguments = arguments};
    cli_call call = {.command = command, .request = request, .operands = arguments};
    cli_exit exit;
    if (!read_arguments(&r, &call.operand_count, &exit))
        return exit;
    const char *misuse = command->find_misuse != NULL ? command->find_misuse(&call) : NULL;
    if (misuse != NULL) {
        cli_warn(command->name, "%s", misuse);
        return CLI_USAGE;
    }
    if ((command->opens_project ? run_with_project(&call, r.mode) : command->run(&call)) == VV_OK)
        return call.rejected ? CLI_FAILED : CLI_OK;
    cli_error(&call.error);
    return call.misused ? CLI_USAGE : CLI_FAILED;
}
