/* verve bake: what a game loads. */
#include "cli/project.h"

#include <stdio.h>

typedef struct bake_request {
    const char *out;
    bool no_images, no_posers, no_sprites, no_puppets, no_scenes, json;
} bake_request;

#define REQUEST bake_request
static const cli_option options[] = {
    {"-o", CLI_TEXT(out), "FILE.vvb", "where the baked file goes; - is standard output"},
    {"--no-images", CLI_FLAG(no_images), NULL, "leave the layers' images out"},
    {"--no-posers", CLI_FLAG(no_posers), NULL, "leave out what posing by dragging needs"},
    {"--no-sprites", CLI_FLAG(no_sprites), NULL, "leave out what sprites on a stage need"},
    {"--no-puppets", CLI_FLAG(no_puppets), NULL, "leave out what puppets on a stage need"},
    {"--no-scenes", CLI_FLAG(no_scenes), NULL, "leave the stage scenes out"},
    {"--json", CLI_FLAG(json), NULL, "report as JSON"},
    {0}};

static const char *find_misuse(const cli_call *call)
{
    const bake_request *request = call->request;
    if (!request->out)
        return "nothing says where the file goes; add -o FILE.vvb";
    if (request->json && cli_is_stream(request->out))
        return "file and report cannot both go to standard output; write -o FILE.vvb";
    return NULL;
}

static vv_result run(cli_call *call)
{
    const bake_request *request = call->request;
    vv_bake_def def = {.images = !request->no_images,
                       .posers = !request->no_posers,
                       .sprites = !request->no_sprites,
                       .puppets = !request->no_puppets,
                       .scenes = !request->no_scenes};
    uint8_t *bytes = NULL;
    size_t byte_count = 0;
    cli_progress bar;
    cli_progress_begin(&bar, "baking");
    vv_result result = vv_bake(call->opened->session, &def, &bar.progress, &bytes, &byte_count, &call->error);
    cli_progress_end(&bar);
    if (result != VV_OK)
        return result;
    result = cli_write(request->out, bytes, byte_count, &call->error);
    vv_bake_release(call->opened->session, bytes, byte_count);
    if (result == VV_OK && request->json)
        printf("{\"artworks\": %u, \"bytes\": %zu}\n", call->opened->project->artwork_count, byte_count);
    return result;
}

const cli_command cli_bake = {
    "bake",
    "write the file that a game loads",
    "PROJECT -o FILE.vvb [--no-images] [--no-posers] [--no-sprites] [--no-puppets] [--no-scenes] [--json]",
    "Writes all artworks and stage scenes of a project as one file that a game loads in place (docs/asset.md).",
    CLI_PROJECT,
    CLI_OPTIONS({0}),
    find_misuse,
    run};
