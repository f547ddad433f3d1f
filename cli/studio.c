/* verve studio: serves the studio to a browser on this machine. */
#include "cli/cli.h"

#include "studio/serve/serve.h"

static cli_exit run(int count, char **arguments)
{
    vv_serve_def def = {.port = VV_NONE};
    bool no_browser = false;
    const cli_option options[] = {
        {"--no-browser", CLI_FLAG, &no_browser, NULL, "only print the address"},
        {"--port", CLI_WHOLE, &def.port, "N",
         "listen here or not at all; 0 is any (default: as last time, or 8737, or the next free one)"},
        {"--page", CLI_TEXT, &def.page, "DIR", "the page's files (default: those that came with this program)"},
        {"--home", CLI_TEXT, &def.home, "DIR", "where projects are made (default: $VERVE_HOME, or ~/Verve)"},
        {"--examples", CLI_TEXT, &def.examples, "DIR", "the gallery's examples (default: the shipped ones)"},
    };
    const cli_usage usage = {
        .command = "studio",
        .synopsis = "[PROJECT] [--no-browser] [--port N]",
        .about = "Opens the studio in a browser, on a project (its folder or project.json) or on the gallery of\n"
                 "examples. It listens on this machine only, at an address that nobody can guess, and reads and\n"
                 "writes nothing but the project. Ctrl+C ends it; nothing is lost by that.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_least = 0,
        .operands_most = 1};
    int operands = 0;
    cli_exit exit = CLI_OK;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    if (def.port != VV_NONE && def.port > 65535) {
        cli_fail("studio", "--port is at most 65535; choose another");
        return CLI_USAGE;
    }
    vv_error error = {0};
    def.project = operands > 0 ? arguments[0] : NULL;
    def.browser = !no_browser;
    return vv_serve(&def, &error) == VV_OK ? CLI_OK : cli_error(&error);
}

const cli_command cli_studio = {"studio", "open the studio in a browser", run};
