/* verve simulate --record: the scene is run once more, and how the regions of a puppet move is taken at every fixed step. */
#include "cli/simulate_record.h"

#include "cli/cli.h"
#include "runtime/base/base.h"

#include <string.h>

#define THRESHOLD 0.4f /* of weights, as the document's default for regions */

static vv_result find_actor(const cli_record *ask, const vv_project_scene *scene, uint32_t *actor, vv_error *error)
{
    for (*actor = 0; *actor < scene->stage.actor_count; (*actor)++) {
        const vv_project_actor *a = &scene->stage.actors[*actor];
        if (ask->actor ? strcmp(a->name, ask->actor) == 0 : a->kind == VV_ACTOR_PUPPET)
            break;
    }
    if (*actor < scene->stage.actor_count && scene->stage.actors[*actor].kind == VV_ACTOR_PUPPET)
        return VV_OK;
    if (ask->actor)
        vvi_fail(error, VV_ERROR_NOT_FOUND, "no puppet of “%s” is called “%s”", scene->name, ask->actor);
    else
        vvi_fail(error, VV_ERROR_NOT_FOUND, "“%s” has no puppet, and only puppets can be recorded", scene->name);
    vvi_error_remedy(error, "name an actor whose kind is puppet");
    return error->code;
}

/* The handle whose name is the first `length` letters of `text`. */
static uint32_t find_handle(const vv_project_artwork *artwork, const char *text, size_t length)
{
    for (uint32_t j = 0; j < artwork->handle_count; j++) {
        const char *name = artwork->handles[j].name;
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return j;
    }
    return VV_NONE;
}

static vv_result find_regions(const cli_record *ask, const vv_project_artwork *artwork, vv_region *regions,
                              uint32_t *count, vv_error *error)
{
    *count = 0;
    for (uint32_t j = 0; !ask->regions && j < artwork->handle_count && *count < VV_PUPPET_MAX_REGIONS; j++)
        regions[(*count)++] = (vv_region){j, THRESHOLD};
    for (const char *at = ask->regions; at;) {
        size_t length = strcspn(at, ",");
        uint32_t handle = find_handle(artwork, at, length);
        if (handle == VV_NONE || *count == VV_PUPPET_MAX_REGIONS) {
            vvi_fail(error, VV_ERROR_NOT_FOUND, "“%.*s” is no handle of “%s”, or one too many", (int)length, at,
                     artwork->name);
            vvi_error_remedy(error, "name handles with commas between them");
            return error->code;
        }
        regions[(*count)++] = (vv_region){handle, THRESHOLD};
        at = at[length] ? at + length + 1 : NULL;
    }
    return VV_OK;
}

static vv_result run(vv_tape *tape, vv_performance *performance, double from, vv_error *error)
{
    vv_result result = VV_OK;
    cli_progress bar;
    cli_progress_begin(&bar, "recording");
    for (uint32_t f = 0; result == VV_OK && f < vv_tape_frames(tape); f++) {
        double time = from + (double)f * vv_performance_step(performance);
        vv_performance_show(performance, time);
        result = vv_tape_take(tape, performance, time, error);
        bar.progress.report(bar.progress.user, (float)f / (float)vv_tape_frames(tape));
    }
    cli_progress_end(&bar);
    return result;
}

static vv_result write(const vv_tape *tape, const vv_performance *performance, const char *name, const char *path,
                       vv_error *error)
{
    vv_json_writer *w;
    vv_result result = vv_json_writer_create(NULL, false, &w, error);
    if (result != VV_OK)
        return result;
    vv_json_write_array(w, NULL);
    vv_tape_write(tape, performance, name, w);
    vv_json_write_end(w);
    size_t length;
    const char *text = vv_json_writer_text(w, &length);
    result = text ? cli_write(path, text, length, error) : vvi_fail_memory(error, 0);
    vv_json_writer_destroy(w);
    return result;
}

vv_result cli_record_scene(const cli_record *ask, vv_session *session, const vv_project *project, uint32_t scene,
                           double to, vv_error *error)
{
    const vv_project_scene *of = project->scenes[scene];
    vv_region regions[VV_PUPPET_MAX_REGIONS];
    uint32_t actor, count;
    vv_result result = find_actor(ask, of, &actor, error);
    if (result == VV_OK)
        result = find_regions(ask, project->artworks[of->stage.actors[actor].artwork], regions, &count, error);
    if (result != VV_OK)
        return result;
    vv_performance *performance = NULL;
    vv_tape *tape = NULL;
    result = vv_performance_create(session, scene, NULL, &performance, error);
    if (result == VV_OK)
        result = vv_tape_create(performance, actor, regions, count, ask->from, to, NULL, &tape, error);
    if (result == VV_OK)
        result = run(tape, performance, ask->from, error);
    if (result == VV_OK)
        result = write(tape, performance, ask->name ? ask->name : of->stage.actors[actor].name, ask->out, error);
    vv_tape_destroy(tape);
    vv_performance_destroy(performance);
    return result;
}
