/* verve simulate --record: runs the scene once more and records, at every fixed step, how the regions of a puppet
 * move. */
#include "cli/simulate_record.h"

#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

#define THRESHOLD 0.4f /* of weights: the document's default for regions */

static vv_result find_actor(const cli_record *request, const vv_project_scene *scene, uint32_t *actor, vv_error *error)
{
    for (*actor = 0; *actor < scene->stage.actor_count; (*actor)++) {
        const vv_project_actor *a = &scene->stage.actors[*actor];
        if (request->actor ? strcmp(a->name, request->actor) == 0 : a->kind == VV_ACTOR_PUPPET)
            break;
    }
    if (*actor < scene->stage.actor_count && scene->stage.actors[*actor].kind == VV_ACTOR_PUPPET)
        return VV_OK;
    const char *remedy = "name an actor whose kind is puppet";
    if (request->actor)
        return cli_fail(error, VV_ERROR_NOT_FOUND, NULL, remedy, "no puppet of “%s” is called “%s”", scene->name,
                        request->actor);
    return cli_fail(error, VV_ERROR_NOT_FOUND, NULL, remedy, "“%s” has no puppet, and only puppets can be recorded",
                    scene->name);
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

static vv_result find_regions(const cli_record *request, const vv_project_artwork *artwork, vv_region *regions,
                              uint32_t *count, vv_error *error)
{
    *count = 0;
    for (uint32_t j = 0; !request->regions && j < artwork->handle_count && *count < VV_PUPPET_MAX_REGIONS; j++)
        regions[(*count)++] = (vv_region){j, THRESHOLD};
    for (const char *at = request->regions; at;) {
        size_t length = strcspn(at, ",");
        uint32_t handle = find_handle(artwork, at, length);
        if (handle == VV_NONE) {
            char name[VV_PROJECT_NAME_BYTES];
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            return cli_fail(error, VV_ERROR_NOT_FOUND, NULL, "name handles with commas between them",
                            "“%s” has no handle “%s”", artwork->name, name);
        }
        if (*count == VV_PUPPET_MAX_REGIONS)
            return cli_fail(error, VV_ERROR_LIMIT, NULL, "name fewer handles", "a recording has at most %u regions",
                            VV_PUPPET_MAX_REGIONS);
        regions[(*count)++] = (vv_region){handle, THRESHOLD};
        at = at[length] ? at + length + 1 : NULL;
    }
    return VV_OK;
}

static vv_result record_frames(vv_region_recorder *tape, vv_performance *performance, double from, vv_error *error)
{
    vv_result result = VV_OK;
    cli_progress bar;
    cli_progress_begin(&bar, "recording");
    for (uint32_t f = 0; result == VV_OK && f < vv_region_recorder_frame_count(tape); f++) {
        double time = from + (double)f * vv_performance_step(performance);
        vv_performance_show(performance, time);
        result = vv_region_recorder_add_frame(tape, performance, time, error);
        cli_progress_show(&bar, f, vv_region_recorder_frame_count(tape));
    }
    cli_progress_end(&bar);
    return result;
}

typedef struct recording {
    const vv_region_recorder *tape;
    const vv_performance *performance;
    const char *name;
} recording;

static void write_recording(vv_json_writer *w, const void *subject)
{
    const recording *r = subject;
    vv_json_write_array(w, NULL);
    vv_region_recorder_write(r->tape, r->performance, r->name, w);
    vv_json_write_end(w);
}

vv_result cli_record_scene(const cli_record *request, vv_session *session, const vv_project *project, uint32_t scene,
                           double to, vv_error *error)
{
    const vv_project_scene *of = project->scenes[scene];
    vv_region regions[VV_PUPPET_MAX_REGIONS];
    uint32_t actor, count;
    vv_result result = find_actor(request, of, &actor, error);
    if (result == VV_OK)
        result = find_regions(request, project->artworks[of->stage.actors[actor].artwork], regions, &count, error);
    if (result != VV_OK)
        return result;
    vv_performance *performance = NULL;
    vv_region_recorder *tape = NULL;
    result = vv_performance_create(session, scene, NULL, &performance, error);
    if (result == VV_OK)
        result = vv_region_recorder_create(performance, actor, regions, count, request->from, to, NULL, &tape, error);
    if (result == VV_OK)
        result = record_frames(tape, performance, request->from, error);
    if (result == VV_OK) {
        const char *name = request->name ? request->name : of->stage.actors[actor].name;
        result = cli_write_json(request->out, write_recording, &(recording){tape, performance, name}, error);
    }
    vv_region_recorder_destroy(tape);
    vv_performance_destroy(performance);
    return result;
}
