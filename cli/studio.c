/* verve studio: serves the studio to a browser on this machine. */
#include "cli/cli.h"

#include "studio/serve/serve.h"

typedef struct studio_request {
    const char *page, *home, *examples;
    uint32_t port; /* VV_NONE: chosen */
    bool no_browser;
} studio_request;

#define REQUEST studio_request
static const cli_option options[] = {
    {"--no-browser", CLI_FLAG(no_browser), NULL, "only print the address"},
    {"--port", CLI_WHOLE(port), "N",
     "listen here or not at all; 0 is any (default: as last time, or 8737, or the next free one)", 0, 65535},
    {"--page", CLI_TEXT(page), "DIR", "the page's files (default: those that came with this program)"},
    {"--home", CLI_TEXT(home), "DIR", "where projects are made (default: $VERVE_HOME, or ~/Verve)"},
    {"--examples", CLI_TEXT(examples), "DIR", "the gallery's examples (default: the shipped ones)"},
    {0}};

static vv_result run(cli_call *call)
{
    const studio_request *request = call->request;
    vv_serve_def def = {.project = call->operand_count > 0 ? call->operands[0] : NULL,
                        .page = request->page,
                        .home = request->home,
                        .examples = request->examples,
                        .port = request->port,
                        .browser = !request->no_browser};
    return vv_serve(&def, &call->error);
}

const cli_command cli_studio = {
    "studio",
    "open the studio in a browser",
    "[PROJECT] [--no-browser] [--port N]",
    "Opens the studio in a browser, on a project (its folder or project.json) or on the gallery of\n"
    "examples. It listens on this machine only, at an address with a secret, and reads and\n"
    "writes nothing but the project. Ctrl+C ends it; nothing is lost by that.",
    CLI_OPERANDS(0, 1),
    CLI_OPTIONS({.port = VV_NONE}),
    NULL,
    run};
