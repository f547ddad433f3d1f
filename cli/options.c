/* Reading the command line by a table, and printing --help from the same table. */
#include "cli/cli.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(const cli_usage *usage)
{
    printf("usage: verve %s %s\n\n%s\n\noptions:\n", usage->command, usage->synopsis, usage->about);
    for (size_t i = 0; i < usage->option_count; i++) {
        const cli_option *option = &usage->options[i];
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        printf("  %-18s %s\n", left, option->help);
    }
    printf("  %-18s %s\n", "--help", "print this");
}

static void wrong(const cli_usage *usage, const char *what, const char *detail)
{
    cli_fail(usage->command, "%s%s; `verve %s --help` explains", what, detail, usage->command);
}

/* `text` = NAME, NAME=VALUE (long) or NAMEVALUE (a single letter). *value is NULL where the value is not in it. */
static const cli_option *find_option(const cli_usage *usage, const char *text, const char **value)
{
    for (size_t i = 0; i < usage->option_count; i++) {
        const cli_option *option = &usage->options[i];
        size_t length = strlen(option->name);
        if (strncmp(text, option->name, length) != 0)
            continue;
        *value = text[length] == '\0' ? NULL : text + length;
        if (!*value)
            return option;
        if (option->kind != CLI_FLAG && option->name[1] != '-')
            return option;
        if (option->kind != CLI_FLAG && text[length] == '=') {
            *value += 1;
            return option;
        }
    }
    return NULL;
}

static bool read_whole(const char *text, uint32_t *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno || end == text || *end || text[0] < '0' || text[0] > '9' || number > UINT32_MAX)
        return false;
    *value = (uint32_t)number;
    return true;
}

static bool read_number(const char *text, double *value)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end || !isfinite(number))
        return false;
    *value = number;
    return true;
}

static bool store(const cli_usage *usage, const cli_option *option, const char *value)
{
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->value = true;
        return true;
    case CLI_TEXT:
        *(const char **)option->value = value;
        return true;
    case CLI_WHOLE:
        if (read_whole(value, option->value))
            return true;
        break;
    case CLI_NUMBER:
        if (read_number(value, option->value))
            return true;
        break;
    }
    cli_fail(usage->command, "%s %s is not a %s; `verve %s --help` explains", option->name, value,
             option->kind == CLI_WHOLE ? "whole number" : "number", usage->command);
    return false;
}

/* Reads the option at arguments[*at] and moves *at past it and its value. */
static bool read_option(const cli_usage *usage, int count, char **arguments, int *at)
{
    const char *text = arguments[(*at)++], *value;
    const cli_option *option = find_option(usage, text, &value);
    if (!option) {
        wrong(usage, "unknown option ", text);
        return false;
    }
    if (option->kind != CLI_FLAG && !value) {
        if (*at == count) {
            wrong(usage, text, " needs a value after it");
            return false;
        }
        value = arguments[(*at)++];
    }
    return store(usage, option, value);
}

static bool check_operands(const cli_usage *usage, int operands)
{
    if (operands < usage->operands_least)
        cli_fail(usage->command, "too few arguments; usage: verve %s %s", usage->command, usage->synopsis);
    else if (usage->operands_most >= 0 && operands > usage->operands_most)
        cli_fail(usage->command, "too many arguments; usage: verve %s %s", usage->command, usage->synopsis);
    else
        return true;
    return false;
}

bool cli_parse(const cli_usage *usage, int count, char **arguments, int *operand_count, cli_exit *exit)
{
    int operands = 0;
    bool options_ended = false;
    *exit = CLI_USAGE;
    for (int at = 0; at < count;) {
        char *text = arguments[at];
        if (options_ended || text[0] != '-' || text[1] == '\0') {
            arguments[operands++] = text;
            at++;
        } else if (strcmp(text, "--") == 0) {
            options_ended = true;
            at++;
        } else if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
            print_help(usage);
            *exit = CLI_OK;
            return false;
        } else if (!read_option(usage, count, arguments, &at)) {
            return false;
        }
    }
    *operand_count = operands;
    return check_operands(usage, operands);
}
