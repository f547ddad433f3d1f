/* verve check: lists every problem of a project with its place. */
#include "cli/check.h"

#include "author/folder/folder.h"

#include <stdio.h>

typedef struct check_request {
    bool json;
} check_request;

#define REQUEST check_request
static const cli_option options[] = {{"--json", CLI_FLAG(json), NULL, "print the problems as JSON"}, {0}};

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

typedef struct report {
    const char *path;
    const vv_problems *problems;
} report;

static void write_report(vv_json_writer *w, const void *subject)
{
    const report *r = subject;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "project", r->path);
    vv_json_write_integer(w, "errors", r->problems->errors);
    vv_json_write_integer(w, "warnings", r->problems->count - r->problems->errors);
    vv_json_write_bool(w, "more", r->problems->full);
    vv_json_write_array(w, "problems");
    for (uint32_t i = 0; i < r->problems->count; i++)
        write_problem(w, &r->problems->items[i]);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static vv_result run(cli_call *call)
{
    const check_request *request = call->request;
    const char *path = call->operands[0];
    vv_problems problems = {.warnings = true};
    vv_result result = vv_project_folder_check(path, &problems, &call->error);
    if (result == VV_OK)
        result = check_built(path, &problems, &call->error);
    if (result == VV_OK && request->json)
        result = cli_write_json("-", write_report, &(report){path, &problems}, &call->error);
    else if (result == VV_OK)
        print_text(path, &problems);
    call->rejected = problems.errors > 0;
    vv_problems_release(&problems);
    return result;
}

const cli_command cli_check = {
    "check",
    "list every problem of a project with its place",
    "PROJECT [--json]",
    "Lists every problem of a project with its file, line and JSON path, and the rule it breaks\n"
    "(docs/format.md has the rules). Also looks for files that are missing, unused or damaged, and at the "
    "journal,\n"
    "and builds everything as `verve bake` and the scenes do: what passes is baked and played.\n"
    "Exits 0 if there are only warnings.",
    CLI_OPERANDS(1, 1),
    CLI_OPTIONS({0}),
    NULL,
    run};
