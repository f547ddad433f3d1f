/* example.drag: the artist pins some handles, and the others follow; the document keeps the pose that results.
 *
 *   {"do": "example.drag", "artwork": "man", "example": "cheer", "from": "rest",
 *    "pins": {"hand-left": {"to": [-0.4, 1.9], "turn": 0.5}, "foot-left": {"to": [-0.2, 0]}}}
 *
 * `from` is the example that the drag starts at (rest if left out); an example that does not exist yet is added. */
#include "session.h"

#include "runtime/base/base.h"

#include <math.h>
#include <string.h>

#define ITERATIONS 400u

typedef struct drag {
    const vv_json_document *json;
    const vv_json *command;
    const vv_project_artwork *artwork;
    uint32_t artwork_index;
    const char *name;
    uint32_t from; /* VV_NONE: the rest pose */
    vv_project_pin pins[VV_RIG_MAX_HANDLES];
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
} drag;

static const char *text_member(const drag *d, const char *key, bool required, vv_result *result, vv_error *error)
{
    const vv_json *member = vv_json_member(d->command, key);
    if (member && member->kind == VV_JSON_STRING)
        return member->string;
    if (member || required)
        *result = vv_json_fail(d->json, member ? member : d->command, error, VV_ERROR_ARGUMENT,
                               "example.drag needs a text as \"%s\"", key);
    return NULL;
}

static vv_result check_keys(const drag *d, vv_error *error)
{
    static const char *const known[] = {"do", "artwork", "example", "from", "pins"};
    for (const vv_json *member = d->command->child; member; member = member->next) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            found = found || strcmp(member->name, known[i]) == 0;
        if (!found)
            return vv_json_fail(d->json, member, error, VV_ERROR_ARGUMENT, "example.drag has no key \"%s\"",
                                member->name);
    }
    return VV_OK;
}

static vv_result read_drag(const vv_project *project, const vv_allocator *allocator, drag *d, vv_error *error)
{
    vv_result result = check_keys(d, error);
    const char *artwork = result == VV_OK ? text_member(d, "artwork", true, &result, error) : NULL;
    if (result == VV_OK)
        d->name = text_member(d, "example", true, &result, error);
    const char *from = result == VV_OK ? text_member(d, "from", false, &result, error) : NULL;
    if (result != VV_OK)
        return result;
    d->artwork_index = vv_project_find_artwork(project, artwork);
    if (d->artwork_index == VV_NONE)
        return vv_json_fail(d->json, vv_json_member(d->command, "artwork"), error, VV_ERROR_NOT_FOUND,
                            "there is no artwork “%s”", artwork);
    d->artwork = project->artworks[d->artwork_index];
    d->from = from ? vv_project_find_example(d->artwork, from) : VV_NONE;
    if (from && d->from == VV_NONE)
        return vv_json_fail(d->json, vv_json_member(d->command, "from"), error, VV_ERROR_NOT_FOUND,
                            "there is no example “%s”", from);
    const vv_json *pins = vv_json_member(d->command, "pins");
    if (!pins || pins->kind != VV_JSON_OBJECT)
        return vv_json_fail(d->json, pins ? pins : d->command, error, VV_ERROR_ARGUMENT,
                            "example.drag needs an object as \"pins\"");
    return vv_project_read_pins(d->json, pins, d->artwork, allocator, d->pins, error);
}

static uint32_t gather_pins(const drag *d, vv_pin *pins)
{
    uint32_t count = 0;
    for (uint32_t h = 0; h < d->artwork->handle_count; h++) {
        const vv_project_pin *pin = &d->pins[h];
        if (!pin->held)
            continue;
        pins[count++] = (vv_pin){.kind = pin->kind,
                                 .handle = h,
                                 .from = pin->from,
                                 .to = pin->to,
                                 .angle = pin->angle,
                                 .linear = vv_polar2_compose((vv_polar2){pin->angle, pin->xx, pin->xy, pin->yy})};
    }
    return count;
}

static float mesh_size(const vv_mesh *mesh) { return sqrtf(vv_mesh_area(mesh)); }

static vv_result pull_skeleton(const vv_body *body, drag *d, vv_posing *posing, vv_body_pull pull,
                               const vv_affine *start, vv_error *error)
{
    vv_bone bones[VV_RIG_MAX_HANDLES];
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_project_bones(d->artwork, bones);
    pull.bones = bones;
    vv_result result = vv_body_pull_pose(body, posing, &pull, start, pose, error);
    if (result == VV_OK)
        vv_pose_factor(body->handle_count, body->handles, pose, d->turns);
    return result;
}

static vv_result pose_rigidly(const vv_body *body, drag *d, vv_posing *posing, const vv_body_pull *pull,
                              const vv_affine *start, vv_error *error)
{
    vv_result result = vv_posing_set_pose(posing, start, error);
    if (result == VV_OK)
        result = vv_posing_set_pins(posing, pull->pin_count, pull->pins, error);
    if (result != VV_OK)
        return result;
    vv_posing_solve(posing, pull->iterations, pull->tolerance);
    vv_pose_factor(body->handle_count, body->handles, vv_posing_pose(posing), d->turns);
    return VV_OK;
}

static vv_result solve(const vv_body *body, drag *d, const vv_allocator *allocator, vv_error *error)
{
    vv_pin pins[VV_RIG_MAX_HANDLES];
    vv_affine start[VV_RIG_MAX_HANDLES];
    vv_posing *posing = NULL;
    uint32_t most = 2 * body->handle_count;
    vv_result result = vv_posing_create(body->poser, most, allocator, &posing, error);
    if (result != VV_OK)
        return result;
    for (uint32_t h = 0; h < body->handle_count; h++)
        start[h] = vv_affine_identity();
    if (d->from != VV_NONE)
        vv_pose_compose(body->handle_count, body->handles, d->artwork->examples[d->from].turns, start);
    vv_body_pull pull = {.pin_count = gather_pins(d, pins),
                         .pins = pins,
                         .iterations = ITERATIONS,
                         .tolerance = 1e-6f * mesh_size(&body->mesh)};
    result = vv_body_has_skeleton(body) ? pull_skeleton(body, d, posing, pull, start, error)
                                        : pose_rigidly(body, d, posing, &pull, start, error);
    vv_posing_destroy(posing, allocator);
    return result;
}

static vv_result write_command(const drag *d, const vv_allocator *allocator, vv_json_document **resolved,
                               vv_error *error)
{
    vv_json_writer *writer = NULL;
    vv_result result = vv_json_writer_create(allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    vv_pose_write_command(writer, d->artwork, d->name, d->turns, d->pins);
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    result = text ? vv_json_parse(text, length, "example.drag", allocator, resolved, error) : vvi_fail_memory(error, 0);
    vv_json_writer_destroy(writer);
    return result;
}

static vv_result resolve_drag(vv_session *session, drag *d, vv_json_document **resolved, vv_error *error)
{
    const vv_allocator *allocator = vvi_session_allocator(session);
    const vv_rigged *rigged = NULL;
    vv_result result = read_drag(vvi_session_project(session), allocator, d, error);
    if (result == VV_OK)
        result = vv_session_artwork(session, d->artwork_index, NULL, &rigged, error);
    if (result == VV_OK)
        result = solve(rigged->body, d, allocator, error);
    return result == VV_OK ? write_command(d, allocator, resolved, error) : result;
}

vv_result vv_session_resolve_command(vv_session *session, const vv_json_document *json, const vv_json *command,
                                     vv_json_document **resolved, vv_error *error)
{
    const vv_json *what = vv_json_member(command, "do");
    *resolved = NULL;
    if (!what || what->kind != VV_JSON_STRING || strcmp(what->string, "example.drag") != 0)
        return VV_OK;
    drag *d = vvi_allocate_zeroed(vvi_session_allocator(session), 1, sizeof *d);
    if (!d)
        return vvi_fail_memory(error, sizeof *d);
    d->json = json;
    d->command = command;
    vv_result result = resolve_drag(session, d, resolved, error);
    vvi_release(vvi_session_allocator(session), d, 1, sizeof *d);
    return result;
}
