/* Replays a script of commands on an empty project and hashes all results. */
#include "replay.h"

#include "author/build/performance3.h"

#include "runtime/base/base.h"

#include <string.h>

typedef struct replay {
    const vv_json_document *json;
    const vv_json *files;
    vv_document *document;
    vv_session *session;
    vv_error *error;
    uint64_t hash;
} replay;

/* ---- Files of the script --------------------------------------------------------------------------------------- */

static const char *find_file(const replay *r, const char *path, vv_error *error)
{
    const vv_json *file = vv_json_member(r->files, path);
    if (file && file->kind == VV_JSON_STRING)
        return file->string;
    vvi_fail(error, VV_ERROR_NOT_FOUND, "the script has no file “%s”", path);
    return NULL;
}

static vv_result load_bytes(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                            vv_error *error)
{
    const char *text = find_file(user, path, error);
    if (!text)
        return VV_ERROR_NOT_FOUND;
    *count = strlen(text);
    *bytes = vvi_allocate(allocator, *count + 1, 1);
    if (!*bytes)
        return vvi_fail_memory(error, *count + 1);
    memcpy(*bytes, text, *count + 1);
    return VV_OK;
}

static uint8_t opacity(char c) { return (uint8_t)(c == '#' ? 255 : c >= '0' && c <= '9' ? (c - '0') * 255 / 9 : 0); }

static vv_result load_image(void *user, const char *path, const vv_allocator *allocator, vv_image *out, vv_error *error)
{
    const char *text = find_file(user, path, error);
    if (!text)
        return VV_ERROR_NOT_FOUND;
    size_t width = strcspn(text, "\n"), height = (strlen(text) + 1) / (width + 1);
    vv_result result = vv_image_create((uint32_t)width, (uint32_t)height, allocator, out, error);
    if (result != VV_OK)
        return result;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            out->pixels[4 * (y * width + x) + 3] = opacity(text[y * (width + 1) + x]);
    return VV_OK;
}

/* ---- Commands and blends --------------------------------------------------------------------------------------- */

static vv_result apply_all(replay *r, const vv_json *commands)
{
    vv_result result = VV_OK;
    for (const vv_json *c = commands ? commands->child : NULL; c && result == VV_OK; c = c->next) {
        vv_json_document *resolved = NULL;
        result = vv_session_resolve_command(r->session, r->json, c, &resolved, r->error);
        if (result == VV_OK)
            result = vv_document_apply(r->document, resolved ? resolved : r->json,
                                       resolved ? vv_json_root(resolved) : c, r->error);
        if (resolved)
            vv_json_destroy(resolved);
    }
    return result;
}

static vv_result hash_document(replay *r)
{
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_project_write(vv_document_project(r->document), NULL, &text, &length, r->error);
    if (result != VV_OK)
        return result;
    r->hash = vv_hash_bytes(r->hash, text, length);
    vv_project_text_release(NULL, text, length);
    return VV_OK;
}

static vv_result blend_artwork(replay *r, const vv_json *blend)
{
    const vv_json *name = vv_json_member(blend, "artwork"), *list = vv_json_member(blend, "weights");
    float weights[VV_BLEND_MAX_EXAMPLES] = {0};
    uint32_t count = 0;
    for (const vv_json *w = list ? list->child : NULL; w && count < VV_BLEND_MAX_EXAMPLES; w = w->next)
        weights[count++] = (float)w->number;
    uint32_t index = name && name->kind == VV_JSON_STRING
                         ? vv_project_find_artwork(vv_document_project(r->document), name->string)
                         : VV_NONE;
    if (index == VV_NONE)
        return vvi_fail(r->error, VV_ERROR_NOT_FOUND, "a blend does not name an artwork");
    const vv_rigged *rigged = NULL;
    vv_result result = vv_session_artwork(r->session, index, NULL, &rigged, r->error);
    if (result != VV_OK)
        return result;
    size_t bytes = rigged->body->mesh.vertex_count * sizeof(vv_vec2);
    vv_vec2 *vertices = vvi_allocate(NULL, bytes, 1);
    if (!vertices)
        return vvi_fail_memory(r->error, bytes);
    vv_rigged_vertices(rigged, weights, NULL, vertices);
    r->hash = vv_hash_bytes(r->hash, vertices, bytes);
    vvi_release(NULL, vertices, bytes, 1);
    return VV_OK;
}

/* ---- Stages ---------------------------------------------------------------------------------------------------- */

/* Runs to so many steps; every 1000th state is hashed on the way. */
static void run_steps(replay *r, vv_performance *p, uint64_t steps)
{
    double step = vv_performance_step(p);
    while (vv_performance_event_report(p).steps < steps) {
        vv_performance_show(p, (double)vv_performance_event_report(p).steps * step);
        if (vv_performance_event_report(p).steps % 1000 == 0) {
            uint64_t hash = vv_performance_hash(p);
            r->hash = vv_hash_bytes(r->hash, &hash, sizeof hash);
        }
    }
}

/* Runs to `save`, saves the state, runs to the end, restores the state and runs to the end again. */
static vv_result run_twice(replay *r, vv_performance *p, uint64_t save, uint64_t steps)
{
    run_steps(r, p, save);
    size_t bytes = vv_performance_save_bytes(p);
    void *saved = vvi_allocate(NULL, bytes, 1);
    if (!saved)
        return vvi_fail_memory(r->error, bytes);
    vv_performance_save(p, saved, bytes);
    run_steps(r, p, steps);
    uint64_t first = vv_performance_hash(p), hash_before = r->hash;
    vv_result result = vv_performance_restore(p, saved, bytes, r->error);
    if (result == VV_OK) {
        run_steps(r, p, steps);
        if (vv_performance_hash(p) != first)
            result = vvi_fail(r->error, VV_ERROR_CONVERGENCE, "the restored run ended in a different state");
    }
    r->hash = vv_hash_bytes(hash_before, &first, sizeof first);
    if (result == VV_OK && vv_performance_event_report(p).failures > 0)
        result = vvi_fail(r->error, VV_ERROR_CONVERGENCE, "%u actors became unstable",
                          vv_performance_event_report(p).failures);
    vvi_release(NULL, saved, bytes, 1);
    return result;
}

static uint64_t read_count(const vv_json *object, const char *key)
{
    const vv_json *value = vv_json_member(object, key);
    return value && value->kind == VV_JSON_NUMBER && value->number >= 0.0 && value->number < 1e9
               ? (uint64_t)value->number
               : 0;
}

static vv_result run_scene(replay *r, const vv_json *request)
{
    const vv_project *project = vv_document_project(r->document);
    const vv_json *name = vv_json_member(request, "scene");
    uint32_t scene = name && name->kind == VV_JSON_STRING ? vv_project_find_scene(project, name->string) : VV_NONE;
    if (scene == VV_NONE || project->scenes[scene]->kind != VV_SCENE_STAGE)
        return vvi_fail(r->error, VV_ERROR_NOT_FOUND, "a run does not name a stage scene");
    vv_performance *p = NULL;
    vv_result result = vv_performance_create(r->session, scene, NULL, &p, r->error);
    if (result == VV_OK)
        result = run_twice(r, p, read_count(request, "save"), read_count(request, "steps"));
    vv_performance_destroy(p);
    return result;
}

/* ---- Scenes in space ------------------------------------------------------------------------------------------- */

/* Plays a scene of creatures, verbs, graphs or shapes at 60 frames per second; every tenth surface is hashed. */
static vv_result show_scene(replay *r, const vv_json *request)
{
    const vv_project *project = vv_document_project(r->document);
    const vv_json *name = vv_json_member(request, "scene");
    uint32_t scene = name && name->kind == VV_JSON_STRING ? vv_project_find_scene(project, name->string) : VV_NONE;
    if (scene == VV_NONE || project->scenes[scene]->kind < VV_SCENE_VERB)
        return vvi_fail(r->error, VV_ERROR_NOT_FOUND, "a show does not name a scene in space");
    vv_performance3_scene shown = {0};
    vv_result result = vv_performance3_scene_open(r->session, scene, &shown, r->error);
    if (result != VV_OK)
        return result;
    for (uint64_t frame = 0; frame < read_count(request, "frames"); frame++) {
        vv_performance3_scene_show(&shown, (double)frame / 60.0);
        vv_draw_data look = vv_performance3_draw_data(shown.act);
        if (frame % 10 == 0)
            r->hash = vv_hash_bytes(r->hash, look.positions, look.vertex_count * sizeof *look.positions);
    }
    vv_performance3_scene_close(&shown);
    return VV_OK;
}

/* ---- Scripts --------------------------------------------------------------------------------------------------- */

static vv_result run_each(replay *r, const vv_json *list, vv_result (*one)(replay *, const vv_json *))
{
    vv_result result = VV_OK;
    for (const vv_json *item = list ? list->child : NULL; item && result == VV_OK; item = item->next)
        result = one(r, item);
    return result;
}

static vv_result replay_walk(replay *r, const vv_json *walk)
{
    vv_replay_walk_def def = {read_count(walk, "seed"), (uint32_t)read_count(walk, "joints"),
                              (uint32_t)read_count(walk, "examples"), (uint32_t)read_count(walk, "frames")};
    return vv_replay_walk(&def, &r->hash, r->error);
}

static vv_result replay_line(replay *r, const vv_json *line)
{
    return vv_replay_line(read_count(line, "seed"), (uint32_t)read_count(line, "elements"),
                          (uint32_t)read_count(line, "keys"), &r->hash, r->error);
}

static vv_result run_script(replay *r, const vv_json *script)
{
    uint64_t built = 0;
    vv_result result = apply_all(r, vv_json_member(script, "commands"));
    if (result == VV_OK)
        result = hash_document(r);
    if (result == VV_OK)
        result = vv_session_hash(r->session, &built, r->error);
    r->hash = vv_hash_bytes(r->hash, &built, sizeof built);
    if (result == VV_OK)
        result = run_each(r, vv_json_member(script, "blend"), blend_artwork);
    if (result == VV_OK)
        result = run_each(r, vv_json_member(script, "run"), run_scene);
    if (result == VV_OK)
        result = run_each(r, vv_json_member(script, "show"), show_scene);
    if (result == VV_OK)
        result = run_each(r, vv_json_member(script, "walk"), replay_walk);
    return result == VV_OK ? run_each(r, vv_json_member(script, "line"), replay_line) : result;
}

vv_result vv_replay(const char *script, size_t length, uint64_t *hash, vv_error *error)
{
    vv_json_document *json = NULL;
    vv_result result = vv_json_parse(script, length, "script", NULL, &json, error);
    if (result != VV_OK)
        return result;
    const vv_json *root = vv_json_root(json);
    replay r = {.json = json, .files = vv_json_member(root, "files"), .error = error};
    vv_host host = {load_bytes, load_image, &r};
    result = vv_document_create("script", NULL, &r.document, error);
    if (result == VV_OK)
        result = vv_session_create(r.document, &host, NULL, &r.session, error);
    if (result == VV_OK)
        result = run_script(&r, root);
    *hash = r.hash;
    vv_session_destroy(r.session);
    if (r.document)
        vv_document_destroy(r.document);
    vv_json_destroy(json);
    return result;
}
