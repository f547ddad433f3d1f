/* verve check: lists every problem of a project with its place. */
#include "cli/check.h"
#include "cli/cli.h"

#include "author/document/folder.h"

#include <stdio.h>

static void print_problem(const vv_problem *problem)
{
    const vv_error *error = &problem->error;
    vv_error named = *error;
    char text[1200];
    snprintf(named.message, sizeof named.message, "%sV%03u: %.200s",
             vv_rule_is_warning(problem->rule) ? "warning " : "", (unsigned)problem->rule, error->message);
    printf("verve: %s\n", vv_error_text(&named, text, sizeof text));
}

static void print_plural(uint32_t count, const char *noun, const char *after)
{
    printf("%u %s%s%s", count, noun, count == 1 ? "" : "s", after);
}

static void print_text(const char *path, const vv_problems *problems)
{
    for (uint32_t i = 0; i < problems->count; i++)
        print_problem(&problems->items[i]);
    if (problems->count == 0) {
        printf("%s: no problems\n", path);
        return;
    }
    printf("%s: ", path);
    print_plural(problems->errors, "error", ", ");
    print_plural(problems->count - problems->errors, "warning",
                 problems->full ? ", and more that are not shown\n" : "\n");
}

static void write_problem(vv_json_writer *w, const vv_problem *problem)
{
    char rule[16];
    snprintf(rule, sizeof rule, "V%03u", (unsigned)problem->rule);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "rule", rule);
    vv_json_write_string(w, "severity", vv_rule_is_warning(problem->rule) ? "warning" : "error");
    vv_json_write_string(w, "file", problem->error.file);
    vv_json_write_integer(w, "line", problem->error.line);
    vv_json_write_string(w, "path", problem->error.path);
    vv_json_write_string(w, "message", problem->error.message);
    vv_json_write_string(w, "remedy", problem->error.remedy);
    vv_json_write_end(w);
}

static cli_exit print_json(const char *path, const vv_problems *problems)
{
    vv_json_writer *w;
    vv_error error = {0};
    if (vv_json_writer_create(NULL, false, &w, &error) != VV_OK)
        return cli_error(&error);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "project", path);
    vv_json_write_integer(w, "errors", problems->errors);
    vv_json_write_integer(w, "warnings", problems->count - problems->errors);
    vv_json_write_bool(w, "more", problems->full);
    vv_json_write_array(w, "problems");
    for (uint32_t i = 0; i < problems->count; i++)
        write_problem(w, &problems->items[i]);
    vv_json_write_end(w);
    vv_json_write_end(w);
    size_t length;
    const char *text = vv_json_writer_text(w, &length);
    if (text)
        fwrite(text, 1, length, stdout);
    vv_json_writer_destroy(w);
    return text ? CLI_OK : cli_fail(path, "memory ran out; close other programs");
}

static cli_exit run(int count, char **arguments)
{
    bool json = false;
    const cli_option options[] = {{"--json", CLI_FLAG, &json, NULL, "print the problems as JSON"}};
    const cli_usage usage = {
        .command = "check",
        .synopsis = "PROJECT [--json]",
        .about = "Lists every problem of a project with its file, line and JSON path, and the rule "
                 "it breaks\n(docs/format.md has the rules). Also looks for files that are missing, "
                 "unused or damaged, and at the journal,\nand builds everything as `verve bake` and the "
                 "scenes do: what passes is baked and played.\nExits 0 if there are only warnings.",
        .options = options,
        .option_count = 1,
        .operands_least = 1,
        .operands_most = 1};
    int operands;
    cli_exit exit;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    vv_problems problems = {.warnings = true};
    vv_error error = {0};
    vv_result result = vv_project_folder_check(arguments[0], &problems, &error);
    if (result == VV_OK)
        result = check_built(arguments[0], &problems, &error);
    exit = CLI_OK;
    if (result != VV_OK)
        exit = cli_error(&error);
    else if (json)
        exit = print_json(arguments[0], &problems);
    else
        print_text(arguments[0], &problems);
    if (problems.errors > 0)
        exit = CLI_FAILED;
    vv_problems_release(&problems);
    return exit;
}

const cli_command cli_check = {"check", "list every problem of a project with its place", run};
