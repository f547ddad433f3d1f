/* What a session has built in space, by key, and the files read for it, by path. */
#include "library.h"
#include "session.h"

#include "author/base/path.h"

#include "runtime/base/base.h"

#include <string.h>

typedef struct source {
    char path[VV_PROJECT_PATH_BYTES];
    float scale;
    vv_model model;
} source;

typedef struct entry {
    uint64_t key;
    void *built;
} entry;

struct vvi_library {
    const vv_allocator *allocator;
    uint64_t generation;
    source **sources;
    uint32_t source_count;
    size_t source_room;
    entry *entries[VVI_BUILT_KINDS];
    uint32_t entry_count[VVI_BUILT_KINDS];
    size_t entry_room[VVI_BUILT_KINDS];
};

vv_result vvi_library_create(const vv_allocator *allocator, vvi_library **out, vv_error *error)
{
    vvi_library *library = vvi_allocate_zeroed(allocator, 1, sizeof *library);
    if (library == NULL)
        return vvi_fail_memory(error, sizeof *library);
    library->allocator = allocator;
    *out = library;
    return VV_OK;
}

static void destroy_built(vvi_built_kind kind, void *built)
{
    switch (kind) {
    case VVI_CHARACTER:
        vv_character_destroy(built);
        break;
    case VVI_SHAPE:
        vv_built_shape_destroy(built);
        break;
    case VVI_VERB:
        vv_built_verb_destroy(built);
        break;
    case VVI_GRAPH:
        vv_built_graph_destroy(built);
        break;
    case VVI_CREATURE:
        vv_built_creature_destroy(built);
        break;
    case VVI_MOTION:
        vv_built_motion_destroy(built);
        break;
    case VVI_GAIT:
        vv_built_gait_destroy(built);
        break;
    default:
        vv_built_line_destroy(built);
    }
}

static void drop_source(vvi_library *library, uint32_t index)
{
    vv_model_destroy(&library->sources[index]->model);
    vvi_release(library->allocator, library->sources[index], 1, sizeof(source));
    library->sources[index] = library->sources[--library->source_count];
    library->generation++;
}

void vvi_library_forget(vvi_library *library)
{
    for (uint32_t kind = 0; kind < VVI_BUILT_KINDS; kind++) {
        for (uint32_t i = 0; i < library->entry_count[kind]; i++)
            destroy_built((vvi_built_kind)kind, library->entries[kind][i].built);
        library->entry_count[kind] = 0;
    }
    while (library->source_count > 0)
        drop_source(library, library->source_count - 1);
}

bool vvi_library_forget_file(vvi_library *library, const char *path)
{
    bool found = false;
    for (uint32_t i = library->source_count; i-- > 0;) {
        if (strcmp(library->sources[i]->path, path) == 0) {
            drop_source(library, i);
            found = true;
        }
    }
    return found;
}

void vvi_library_destroy(vvi_library *library)
{
    if (library == NULL)
        return;
    vvi_library_forget(library);
    for (uint32_t kind = 0; kind < VVI_BUILT_KINDS; kind++)
        vvi_release(library->allocator, library->entries[kind], library->entry_room[kind], sizeof(entry));
    vvi_release(library->allocator, library->sources, library->source_room, sizeof *library->sources);
    vvi_release(library->allocator, library, 1, sizeof *library);
}

uint64_t vvi_library_generation(const vvi_library *library) { return library->generation; }

/* ---- What was built ---------------------------------------------------------------------------------------------- */

void *vvi_library_find(const vvi_library *library, vvi_built_kind kind, uint64_t key)
{
    for (uint32_t i = 0; i < library->entry_count[kind]; i++)
        if (library->entries[kind][i].key == key)
            return library->entries[kind][i].built;
    return NULL;
}

void *vvi_library_at(const vvi_library *library, vvi_built_kind kind, uint32_t index)
{
    return index < library->entry_count[kind] ? library->entries[kind][index].built : NULL;
}

static bool is_current(const vv_session *session, vvi_built_kind kind, uint64_t key)
{
    const vv_project *project = vvi_session_project(session);
    const uint32_t counts[] = {project->skeleton_count, project->shape_count,    project->verb_count,
                               project->graph_count,    project->creature_count, project->motion_count,
                               project->gait_count,     project->line_count};
    uint64_t (*const keys[])(const vv_session *, uint32_t) = {vvi_character_key, vvi_shape_key,    vvi_verb_key,
                                                              vvi_graph_key,     vvi_creature_key, vvi_motion_key,
                                                              vvi_gait_key,      vvi_line_key};
    for (uint32_t i = 0; i < counts[kind]; i++)
        if (keys[kind](session, i) == key)
            return true;
    return false;
}

vv_result vvi_library_add(vv_session *session, vvi_built_kind kind, uint64_t key, void *built, vv_error *error)
{
    vvi_library *library = vvi_session_library(session);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < library->entry_count[kind]; i++) {
        entry e = library->entries[kind][i];
        if (is_current(session, kind, e.key))
            library->entries[kind][kept++] = e;
        else
            destroy_built(kind, e.built);
    }
    library->entry_count[kind] = kept;
    void *items = library->entries[kind];
    if (!vvi_grow(library->allocator, &items, &library->entry_room[kind], (size_t)kept + 1, sizeof(entry))) {
        destroy_built(kind, built);
        return vvi_fail_memory(error, ((size_t)kept + 1) * sizeof(entry));
    }
    library->entries[kind] = items;
    library->entries[kind][library->entry_count[kind]++] = (entry){key, built};
    return VV_OK;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static vv_result read_bvh(const char *text, size_t length, const char *path, float scale, vv_model *out,
                          vv_error *error)
{
    out->takes = vvi_allocate_zeroed(out->allocator, 1, sizeof *out->takes);
    if (out->takes == NULL)
        return vvi_fail_memory(error, sizeof *out->takes);
    vv_result result = vv_import_bvh(text, length, path, scale, out->allocator, out->takes, error);
    if (result == VV_OK)
        out->take_count = 1;
    else
        vvi_release(out->allocator, out->takes, 1, sizeof *out->takes);
    return result;
}

static vv_result read_obj(const char *text, size_t length, const char *path, vv_model *out, vv_error *error)
{
    vv_obj obj = {0};
    vv_result result = vv_import_obj(text, length, path, out->allocator, &obj, error);
    if (result != VV_OK)
        return result;
    vv_model_mesh *mesh = vvi_allocate_zeroed(out->allocator, 1, sizeof *mesh);
    vv_vec3 *positions = vvi_allocate(out->allocator, obj.vertex_count, sizeof *positions);
    uint32_t *triangles = vvi_allocate(out->allocator, 3 * (size_t)obj.triangle_count, sizeof *triangles);
    if (mesh == NULL || positions == NULL || triangles == NULL) {
        vvi_release(out->allocator, mesh, 1, sizeof *mesh);
        vvi_release(out->allocator, positions, obj.vertex_count, sizeof *positions);
        vvi_release(out->allocator, triangles, 3 * (size_t)obj.triangle_count, sizeof *triangles);
        vv_obj_destroy(&obj, out->allocator);
        return vvi_fail_memory(error, obj.vertex_count * sizeof *positions);
    }
    for (uint32_t v = 0; v < obj.vertex_count; v++)
        positions[v] = (vv_vec3){(float)obj.positions[3 * (size_t)v], (float)obj.positions[3 * (size_t)v + 1],
                                 (float)obj.positions[3 * (size_t)v + 2]};
    memcpy(triangles, obj.triangles, 3 * (size_t)obj.triangle_count * sizeof *triangles);
    mesh->form = (vv_form){.allocator = out->allocator,
                           .vertex_count = obj.vertex_count,
                           .triangle_count = obj.triangle_count,
                           .positions = positions,
                           .triangles = triangles};
    out->meshes = mesh;
    out->mesh_count = 1;
    vv_obj_destroy(&obj, out->allocator);
    return VV_OK;
}

/* A glTF file, whose buffers may lie beside it. */
typedef struct gltf_source {
    const vv_host *host;
    const char *path;
} gltf_source;

static vv_result load_beside(void *user, const char *name, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error)
{
    const gltf_source *gltf = user;
    char path[VV_PROJECT_PATH_BYTES];
    const char *slash = strrchr(gltf->path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - gltf->path) + 1;
    if (folder + strlen(name) >= sizeof path) {
        vvi_fail(error, VV_ERROR_LIMIT, "the path of \"%s\" is too long", name);
        vvi_error_remedy(error, "give its folder a shorter name");
        return VV_ERROR_LIMIT;
    }
    memcpy(path, gltf->path, folder);
    memcpy(path + folder, name, strlen(name) + 1);
    return gltf->host->load_bytes(gltf->host->user, path, allocator, bytes, count, error);
}

static vv_result read_model(const vv_session *session, const char *path, float scale, vv_model *out, vv_error *error)
{
    const vv_host *host = vvi_session_host(session);
    const vv_allocator *allocator = vvi_session_allocator(session);
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = host->load_bytes(host->user, path, allocator, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    *out = (vv_model){.allocator = allocator};
    gltf_source gltf = {host, path};
    vv_model_files files = {load_beside, &gltf};
    if (vv_path_has_ending(path, ".bvh"))
        result = read_bvh((const char *)bytes, count, path, scale, out, error);
    else if (vv_path_has_ending(path, ".obj"))
        result = read_obj((const char *)bytes, count, path, out, error);
    else
        result = vv_import_gltf(bytes, count, path, &files, 0.0, allocator, out, error);
    vvi_release(allocator, bytes, count + 1, 1);
    return result;
}

static const vv_model *find_source(const vvi_library *library, const char *path, float scale)
{
    for (uint32_t i = 0; i < library->source_count; i++)
        if (library->sources[i]->scale == scale && strcmp(library->sources[i]->path, path) == 0)
            return &library->sources[i]->model;
    return NULL;
}

/* Makes a source, and room for it in the list, to which it is not added yet. */
static source *new_source(vvi_library *library, const char *path, float scale, vv_error *error)
{
    void *items = library->sources;
    source *fresh = vvi_allocate_zeroed(library->allocator, 1, sizeof *fresh);
    if (fresh == NULL || !vvi_grow(library->allocator, &items, &library->source_room, (size_t)library->source_count + 1,
                                   sizeof *library->sources)) {
        vvi_release(library->allocator, fresh, 1, sizeof *fresh);
        vvi_fail_memory(error, sizeof *fresh);
        return NULL;
    }
    library->sources = items;
    fresh->scale = scale;
    memcpy(fresh->path, path, strlen(path) + 1);
    return fresh;
}

vv_result vvi_library_model(vv_session *session, const char *path, float scale, const vv_model **out, vv_error *error)
{
    vvi_library *library = vvi_session_library(session);
    *out = find_source(library, path, scale);
    if (*out != NULL)
        return VV_OK;
    source *fresh = new_source(library, path, scale, error);
    if (fresh == NULL)
        return VV_ERROR_MEMORY;
    vv_result result = read_model(session, path, scale, &fresh->model, error);
    if (result != VV_OK) {
        vvi_release(library->allocator, fresh, 1, sizeof *fresh);
        return result;
    }
    library->sources[library->source_count++] = fresh;
    *out = &fresh->model;
    return VV_OK;
}

vv_result vvi_library_bytes(vv_session *session, const char *path, uint8_t **bytes, size_t *count, vv_error *error)
{
    const vv_host *host = vvi_session_host(session);
    vvi_library *library = vvi_session_library(session);
    if (find_source(library, path, 0.0f) == NULL) {
        source *fresh = new_source(library, path, 0.0f, error);
        if (fresh == NULL)
            return VV_ERROR_MEMORY;
        fresh->model.allocator = library->allocator;
        library->sources[library->source_count++] = fresh;
    }
    return host->load_bytes(host->user, path, library->allocator, bytes, count, error);
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

/* Whether examples and pseudo-examples have different values on an axis. An axis on which none differs (such as a
 * wrist that turns a hand and changes no form) must not count in distances: otherwise the forms would fade into the
 * hyperplane as it moves. */
static bool does_axis_vary(const vv_project_field *field, uint32_t axis)
{
    float first = field->example_count ? field->at[axis] : 0.0f;
    for (uint32_t e = 1; e < field->example_count; e++)
        if (field->at[(size_t)e * field->axis_count + axis] != first)
            return true;
    for (uint32_t p = 0; p < field->pseudo_count; p++)
        if (field->from[(size_t)p * field->axis_count + axis] != first ||
            field->to[(size_t)p * field->axis_count + axis] != first)
            return true;
    return false;
}

vv_result vvi_field_build(const vv_project_field *field, const vv_allocator *allocator, vv_field **out, vv_error *error)
{
    size_t places = (size_t)field->example_count * field->axis_count,
           moved = (size_t)field->pseudo_count * field->axis_count;
    vv_axis axes[VV_FIELD_MAX_AXES];
    vvi_arena arena = {.allocator = allocator};
    double *at = vvi_arena_allocate(&arena, places + 1, sizeof *at);
    double *from = vvi_arena_allocate(&arena, moved + 1, sizeof *from),
           *to = vvi_arena_allocate(&arena, moved + 1, sizeof *to);
    vv_result result = VV_OK;
    if (at == NULL || from == NULL || to == NULL) {
        result = vvi_fail_memory(error, (places + 2 * moved) * sizeof *at);
    } else {
        for (uint32_t a = 0; a < field->axis_count; a++) {
            const vv_project_axis *axis = &field->axes[a];
            axes[a] = (vv_axis){axis->low, axis->high, 0.5f * (axis->high - axis->low), axis->clamped};
            if (!does_axis_vary(field, a))
                axes[a].unit = 1e6f;
        }
        for (size_t i = 0; i < places; i++)
            at[i] = (double)field->at[i];
        for (size_t i = 0; i < moved; i++) {
            from[i] = (double)field->from[i];
            to[i] = (double)field->to[i];
        }
        vv_field_def def = {.axis_count = field->axis_count,
                            .axes = axes,
                            .example_count = field->example_count,
                            .examples = at,
                            .pseudo_count = field->pseudo_count,
                            .from = from,
                            .to = to,
                            .radial = field->radial};
        result = vv_field_create(&def, allocator, out, error);
    }
    vvi_arena_release(&arena);
    return result;
}
