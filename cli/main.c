/* The `verve` command: finds the subcommand by name and hands it the rest of the line. */
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const cli_command *const commands[] = {
    &cli_new,      &cli_import,   &cli_check,   &cli_apply,  &cli_render, &cli_simulate,
    &cli_bake,     &cli_bench,    &cli_weights, &cli_field,  &cli_verb,   &cli_creature,
    &cli_retarget, &cli_validate, &cli_line,    &cli_studio, NULL,
};

static void print_help(FILE *out)
{
    fputs("usage: verve COMMAND [ARGUMENTS]\n\n"
          "Verve brings drawings and creatures to life from a few examples.\n\ncommands:\n",
          out);
    for (size_t i = 0; commands[i]; i++)
        fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n`verve COMMAND --help` explains each; `verve --version` says which Verve this is.\n", out);
}

static void print_version(void)
{
    uint32_t version = vv_version();
    printf("verve %u.%u.%u\n", version >> 16, version >> 8 & 255u, version & 255u);
}

static const cli_command *find_command(const char *name)
{
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    const char *name = arguments[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help(stdout);
        return CLI_OK;
    }
    if (strcmp(name, "--version") == 0) {
        print_version();
        return CLI_OK;
    }
    const cli_command *command = find_command(name);
    if (!command) {
        cli_warn(name, "there is no such command; `verve --help` lists them");
        return CLI_USAGE;
    }
    signal(SIGXFSZ, SIG_IGN); /* so that a limit on file sizes is an error of writing, as a full disk is */
    cli_exit exit = cli_run(command, count - 2, arguments + 2);
    /* A full disk or a closed pipe shows only here. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && exit == CLI_OK) {
        cli_warn("standard output", "cannot be written; check the disk or the program it is piped into");
        exit = CLI_FAILED;
    }
    return (int)exit;
}
