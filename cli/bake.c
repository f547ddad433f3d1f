/* verve bake: what a game loads. */
#include "cli/cli.h"
#include "cli/project.h"

#include <stdio.h>
#include <string.h>

static cli_exit run(int count, char **arguments)
{
    const char *out = NULL;
    bool no_images = false, no_posers = false, no_sprites = false, no_puppets = false, json = false;
    const cli_option options[] = {
        {"-o", CLI_TEXT, &out, "FILE.vvb", "where the baked file goes; - is standard output"},
        {"--no-images", CLI_FLAG, &no_images, NULL, "leave the layers' images out"},
        {"--no-posers", CLI_FLAG, &no_posers, NULL, "leave out what posing by dragging needs"},
        {"--no-sprites", CLI_FLAG, &no_sprites, NULL, "leave out what sprites on a stage need"},
        {"--no-puppets", CLI_FLAG, &no_puppets, NULL, "leave out what puppets on a stage need"},
        {"--json", CLI_FLAG, &json, NULL, "report as JSON"},
    };
    const cli_usage usage = {
        .command = "bake",
        .synopsis = "PROJECT -o FILE.vvb [--no-images] [--no-posers] [--no-sprites] [--no-puppets] [--json]",
        .about = "Writes all artworks of a project as one file that a game loads in place (docs/asset.md).",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_least = 1,
        .operands_most = 1};
    int operands = 0;
    cli_exit exit = CLI_OK;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    if (!out) {
        cli_fail("bake", "nothing says where the file goes; add -o FILE.vvb");
        return CLI_USAGE;
    }
    if (json && strcmp(out, "-") == 0) {
        cli_fail("bake", "file and report cannot both go to standard output; write -o FILE.vvb");
        return CLI_USAGE;
    }
    vv_error error = {0};
    cli_project project;
    if (cli_project_open(arguments[0], VV_FOLDER_READ, &project, &error) != VV_OK)
        return cli_error(&error);
    vv_bake_def def = {.images = !no_images, .posers = !no_posers, .sprites = !no_sprites, .puppets = !no_puppets};
    uint8_t *bytes = NULL;
    size_t byte_count = 0;
    cli_progress bar;
    cli_progress_begin(&bar, "baking");
    vv_result result = vv_bake(project.session, &def, &bar.progress, &bytes, &byte_count, &error);
    cli_progress_end(&bar);
    uint32_t artworks = vv_document_project(vv_project_folder_document(project.folder))->artwork_count;
    if (result == VV_OK) {
        result = cli_write(out, bytes, byte_count, &error);
        vv_bake_release(project.session, bytes, byte_count);
    }
    cli_project_close_after(&project, result, &error);
    if (result != VV_OK)
        return cli_error(&error);
    if (json)
        printf("{\"artworks\": %u, \"bytes\": %zu}\n", artworks, byte_count);
    return CLI_OK;
}

const cli_command cli_bake = {"bake", "write the file that a game loads", run};
