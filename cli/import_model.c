/* verve import of motions and models: BVH and glTF files become takes of skeletons and forms, OBJ files forms. */
#include "cli/import.h"

#include "author/base/file.h"
#include "author/base/path.h"
#include "author/import/import.h"

#include <string.h>

#define TAKE_RATE 60.0 /* frames a second, where a file has none of its own */

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static bool is_taken(const import_job *job, const char *kind, const char *name)
{
    const vv_project *project = job->project;
    for (const added_name *added = job->added; added; added = added->before)
        if (strcmp(added->kind, kind) == 0 && strcmp(added->name, name) == 0)
            return true;
    if (strcmp(kind, "skeleton") == 0)
        return vv_project_find_skeleton(project, name) != VV_NONE;
    if (strcmp(kind, "take") == 0)
        return vv_project_find_take(project, name) != VV_NONE;
    return vv_project_find_form(project, name) != VV_NONE;
}

/* Finds and remembers a name of this kind that nothing has yet: `wanted`, or that with -2, -3 … after it. NULL: no
 * memory. */
static const char *claim_name(import_job *job, const char *kind, const char *wanted)
{
    added_name *added = vvi_arena_allocate(&job->arena, 1, sizeof *added);
    if (!added)
        return NULL;
    char base[64];
    vv_layer_name(wanted, NULL, 0, base);
    vvi_format(added->name, sizeof added->name, "%s", base);
    for (uint32_t n = 2; is_taken(job, kind, added->name); ++n) {
        char ending[16];
        size_t tail = vvi_format(ending, sizeof ending, "-%u", n), head = strlen(base);
        head = head + tail > 63 ? 63 - tail : head;
        while (head > 0 && ((unsigned char)base[head] & 0xc0) == 0x80)
            --head;
        memcpy(added->name, base, head);
        memcpy(added->name + head, ending, tail + 1);
    }
    added->kind = kind;
    added->before = job->added;
    job->added = added;
    return added->name;
}

/* ---- Files beside glTF files ------------------------------------------------------------------------------------- */

/* What the importer asked for, in the order of the buffers, to be put inside the copy. */
typedef struct beside {
    const char *file; /* the glTF file */
    uint32_t count;
    struct {
        uint8_t *bytes;
        size_t count;
    } files[64];
} beside;

static vv_result load_beside(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error)
{
    beside *b = user;
    if (b->count == sizeof b->files / sizeof *b->files)
        return vvi_fail(error, VV_ERROR_LIMIT, "the file has more than 64 buffers beside it");
    vv_result result = cli_read_beside(b->file, path, IMPORT_MOST_BYTES, NULL, &b->files[b->count].bytes,
                                       &b->files[b->count].count, error);
    if (result == VV_OK)
        result = cli_read_beside(b->file, path, IMPORT_MOST_BYTES, allocator, bytes, count, error);
    b->count += b->files[b->count].bytes != NULL;
    return result;
}

static void release_beside(beside *b)
{
    for (uint32_t i = 0; i < b->count; ++i)
        vv_file_release(NULL, b->files[i].bytes, b->files[i].count);
    b->count = 0;
}

static vv_result write_data_uri(vv_json_writer *json, const uint8_t *bytes, size_t count, vv_error *error)
{
    static const char head[] = "data:application/octet-stream;base64,";
    size_t room = sizeof head + vvi_base64_length(count);
    char *text = vvi_allocate_zeroed(NULL, room, 1);
    if (!text)
        return vvi_fail_memory(error, room);
    memcpy(text, head, sizeof head - 1);
    vvi_base64_write(bytes, count, text + sizeof head - 1);
    vv_json_write_string(json, "uri", text);
    vvi_release(NULL, text, room, 1);
    return VV_OK;
}

/* Copies the buffers, with the bytes of the files beside the glTF file inside. */
static vv_result write_buffers(vv_json_writer *json, const vv_json *buffers, const beside *b, vv_error *error)
{
    uint32_t next = 0;
    vv_result result = VV_OK;
    vv_json_write_array(json, "buffers");
    for (const vv_json *buffer = buffers->child; buffer && result == VV_OK; buffer = buffer->next) {
        vv_json_write_object(json, NULL);
        for (const vv_json *member = buffer->child; member && result == VV_OK; member = member->next) {
            bool outside = strcmp(member->name, "uri") == 0 && strncmp(member->string, "data:", 5) != 0;
            if (outside && next < b->count) {
                result = write_data_uri(json, b->files[next].bytes, b->files[next].count, error);
                ++next;
            } else {
                vv_json_write_value(json, member->name, member);
            }
        }
        vv_json_write_end(json);
    }
    vv_json_write_end(json);
    return result;
}

/* Writes a .gltf whose buffers lie beside it as one file. The importer has read it, so it is sound. */
static vv_result write_whole(import_job *job, const char *folder, const char *stem, const uint8_t *bytes, size_t count,
                             const beside *b, char inside[VV_PROJECT_PATH_BYTES])
{
    vv_json_document *document = NULL;
    vv_json_writer *json = NULL;
    vv_result result = vv_json_parse((const char *)bytes, count, stem, NULL, &document, job->error);
    if (result == VV_OK)
        result = vv_json_writer_create(NULL, true, &json, job->error);
    if (result == VV_OK) {
        vv_json_write_object(json, NULL);
        for (const vv_json *member = vv_json_root(document)->child; member && result == VV_OK; member = member->next) {
            if (strcmp(member->name, "buffers") == 0)
                result = write_buffers(json, member, b, job->error);
            else
                vv_json_write_value(json, member->name, member);
        }
        vv_json_write_end(json);
    }
    size_t length = 0;
    const char *text = result == VV_OK ? vv_json_writer_text(json, &length) : NULL;
    if (text)
        result = import_write(job, folder, stem, ".gltf", text, length, inside);
    else if (result == VV_OK)
        result = vvi_fail_memory(job->error, count);
    vv_json_writer_destroy(json);
    vv_json_destroy(document);
    return result;
}

/* ---- Skeletons --------------------------------------------------------------------------------------------------- */

static vv_result read_model(const char *file, const uint8_t *bytes, size_t count, beside *b, vv_model *model,
                            vv_error *error)
{
    vv_model_files files = {load_beside, b};
    b->file = file;
    return vv_import_gltf(bytes, count, file, &files, TAKE_RATE, NULL, model, error);
}

static bool remember_skeleton(import_job *job, const char *name, vv_skeleton *skeleton)
{
    known_skeleton *known = vvi_arena_allocate(&job->arena, 1, sizeof *known);
    if (!known) {
        vv_skeleton_destroy(skeleton, NULL);
        return false;
    }
    vvi_format(known->name, sizeof known->name, "%s", name);
    known->skeleton = skeleton;
    known->before = job->skeletons;
    job->skeletons = known;
    return true;
}

void import_forget_skeletons(import_job *job)
{
    for (known_skeleton *known = job->skeletons; known; known = known->before)
        vv_skeleton_destroy(known->skeleton, NULL);
    job->skeletons = NULL;
}

/* The joints of a file of the project; NULL where it cannot be read, of which `verve check` says why. */
static vv_skeleton *read_skeleton(const char *folder, const char *inside)
{
    char path[2 * IMPORT_PATH_BYTES];
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_skeleton *skeleton = NULL;
    vvi_format(path, sizeof path, "%s/%s", folder, inside);
    if (vv_file_read_inside(folder, inside, IMPORT_MOST_BYTES, NULL, &bytes, &count, NULL) != VV_OK)
        return NULL;
    if (vv_path_has_ending(path, ".bvh")) {
        vv_take take = {0};
        if (vv_import_bvh((const char *)bytes, count, path, 0, NULL, &take, NULL) == VV_OK)
            vvi_skeleton_copy(take.skeleton, NULL, &skeleton, NULL);
        vv_take_destroy(&take);
    } else {
        vv_model model = {0};
        beside b = {0};
        if (read_model(path, bytes, count, &b, &model, NULL) == VV_OK && model.skeleton != NULL)
            vvi_skeleton_copy(model.skeleton, NULL, &skeleton, NULL);
        vv_model_destroy(&model);
        release_beside(&b);
    }
    vv_file_release(NULL, bytes, count);
    return skeleton;
}

static bool remember_project(import_job *job)
{
    const vv_project *project = job->project;
    for (uint32_t i = 0; i < project->skeleton_count && !job->knows_skeletons; ++i) {
        vv_skeleton *skeleton = read_skeleton(vv_project_folder_path(job->folder), project->skeletons[i]->file);
        if (skeleton && !remember_skeleton(job, project->skeletons[i]->name, skeleton))
            return false;
    }
    job->knows_skeletons = true;
    return true;
}

static void write_text(import_job *job, const char *name, const char *value)
{
    vv_json_write_string(job->commands, name, value);
}

/* Whether figures stand up as they come in; they are then written anew, in metres. */
static bool has_z_up(const import_job *job) { return job->request->up && strcmp(job->request->up, "z") == 0; }

static vv_result add_skeleton(import_job *job, const char *file, const vv_skeleton *skeleton, const char *inside,
                              const char **name)
{
    char wanted[64];
    import_name_from_file(file, wanted);
    *name = claim_name(job, "skeleton", job->request->skeleton ? job->request->skeleton : wanted);
    vv_skeleton *copy = NULL;
    vv_result result = *name ? vvi_skeleton_copy(skeleton, NULL, &copy, job->error) : vvi_fail_memory(job->error, 0);
    if (result == VV_OK && !remember_skeleton(job, *name, copy))
        result = vvi_fail_memory(job->error, 0);
    if (result != VV_OK)
        return result;
    cli_begin_command(job->commands, "skeleton.add", *name);
    write_text(job, "file", inside);
    if (vv_path_has_ending(file, ".bvh") && (job->request->unit > 0.0 || has_z_up(job)))
        vv_json_write_double(job->commands, "scale", has_z_up(job) ? 1.0 : job->request->unit);
    vv_json_write_end(job->commands);
    import_note(job, "%s: a skeleton of %u joints\n", *name, vv_skeleton_joint_count(skeleton));
    return VV_OK;
}

/* Finds the skeleton with these joints (and of the name that is asked for, if one is), or adds a new one. */
static vv_result find_skeleton(import_job *job, const char *file, const vv_skeleton *skeleton, const char *inside,
                               const char **name)
{
    if (!remember_project(job))
        return vvi_fail_memory(job->error, 0);
    for (const known_skeleton *known = job->skeletons; known; known = known->before) {
        bool named = job->request->skeleton && strcmp(job->request->skeleton, known->name) == 0;
        bool same = vv_skeleton_has_same_joints(known->skeleton, skeleton);
        if (named && !same)
            return cli_fail(job->error, VV_ERROR_ARGUMENT, file, "leave out --skeleton, or name another",
                            "its joints are not those of the skeleton \"%s\"", known->name);
        if (same && (named || !job->request->skeleton)) {
            *name = known->name;
            return VV_OK;
        }
    }
    return add_skeleton(job, file, skeleton, inside, name);
}

/* ---- Takes and forms --------------------------------------------------------------------------------------------- */

static vv_result add_take(import_job *job, const vv_take *take, const char *wanted, const char *skeleton,
                          const char *inside, const char *clip)
{
    const char *name = claim_name(job, "take", wanted);
    if (!name)
        return vvi_fail_memory(job->error, 0);
    cli_begin_command(job->commands, "take.add", name);
    write_text(job, "skeleton", skeleton);
    write_text(job, "file", inside);
    if (clip)
        write_text(job, "clip", clip);
    vv_json_write_end(job->commands);
    import_note(job, "%s: a take of \"%s\", %u frames, %.3g s\n", name, skeleton, take->frame_count,
                (take->frame_count - 1) / take->rate);
    return VV_OK;
}

static vv_result add_form(import_job *job, const char *wanted, const char *inside, const char *mesh, const char *morph,
                          uint32_t vertices)
{
    const char *name = claim_name(job, "form", wanted);
    if (!name)
        return vvi_fail_memory(job->error, 0);
    cli_begin_command(job->commands, "form.add", name);
    write_text(job, "file", inside);
    if (mesh)
        write_text(job, "mesh", mesh);
    if (morph)
        write_text(job, "morph", morph);
    vv_json_write_end(job->commands);
    import_note(job, "%s: a form of %u vertices\n", name, vertices);
    return VV_OK;
}

/* Writes the file as it is or, where z is up in it, with the figure standing. */
static vv_result write_bvh(import_job *job, const char *stem, const uint8_t *bytes, size_t count, vv_take *take,
                           char inside[VV_PROJECT_PATH_BYTES])
{
    vv_bytes rotated = {0};
    if (!has_z_up(job))
        return import_write(job, "clips", stem, ".bvh", bytes, count, inside);
    vv_result result = import_stand_up(take, job->error);
    if (result == VV_OK)
        result = vv_export_bvh(take, NULL, &rotated, job->error);
    if (result == VV_OK)
        result = import_write(job, "clips", stem, ".bvh", rotated.data, rotated.count, inside);
    vv_bytes_release(&rotated, NULL);
    return result;
}

static vv_result import_bvh(import_job *job, const char *file, const uint8_t *bytes, size_t count)
{
    vv_take take = {0};
    char wanted[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    const char *skeleton = NULL;
    vv_result result = vv_import_bvh((const char *)bytes, count, file, job->request->unit, NULL, &take, job->error);
    if (result != VV_OK)
        return result;
    if (!job->request->up && import_lies_down(&take))
        cli_warn(file, "the figure lies along z; if it should stand, import it with --up z");
    import_name_from_file(file, wanted);
    cli_file_stem(wanted, NULL, stem);
    result = write_bvh(job, stem, bytes, count, &take, inside);
    if (result == VV_OK)
        result = find_skeleton(job, file, take.skeleton, inside, &skeleton);
    if (result == VV_OK)
        result = add_take(job, &take, wanted, skeleton, inside, NULL);
    vv_take_destroy(&take);
    return result;
}

static vv_result import_obj(import_job *job, const char *file, const uint8_t *bytes, size_t count)
{
    vv_obj obj = {0};
    char wanted[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    vv_result result = vv_import_obj((const char *)bytes, count, file, NULL, &obj, job->error);
    if (result != VV_OK)
        return result;
    uint32_t vertices = obj.vertex_count;
    vv_obj_destroy(&obj, NULL);
    import_name_from_file(file, wanted);
    cli_file_stem(wanted, NULL, stem);
    result = import_write(job, "forms", stem, ".obj", bytes, count, inside);
    return result == VV_OK ? add_form(job, wanted, inside, NULL, NULL, vertices) : result;
}

/* Adds a mesh at rest, and with each of its morph targets fully on. */
static vv_result add_mesh(import_job *job, const vv_model_mesh *mesh, const char *inside)
{
    const char *name = mesh->form.name;
    vv_result result = add_form(job, name, inside, name, NULL, mesh->form.vertex_count);
    for (uint32_t m = 0; m < mesh->morph_count && result == VV_OK; ++m) {
        char both[130];
        vvi_format(both, sizeof both, "%s %s", name, mesh->morphs[m].name);
        result = add_form(job, both, inside, name, mesh->morphs[m].name, mesh->form.vertex_count);
    }
    return result;
}

static vv_result add_model(import_job *job, const char *file, const vv_model *model, const char *inside)
{
    vv_result result = VV_OK;
    const char *skeleton = NULL;
    bool moves = model->take_count > 0;
    if (moves)
        result = find_skeleton(job, file, model->takes[0].skeleton, inside, &skeleton);
    for (uint32_t t = 0; t < model->take_count && result == VV_OK; ++t)
        result = add_take(job, &model->takes[t], model->takes[t].name, skeleton, inside, model->takes[t].name);
    if (!moves && model->skeleton && vv_skeleton_joint_count(model->skeleton) > 1)
        result = find_skeleton(job, file, model->skeleton, inside, &skeleton);
    for (uint32_t m = 0; m < model->mesh_count && result == VV_OK; ++m)
        if (!moves || model->meshes[m].morph_count > 0)
            result = add_mesh(job, &model->meshes[m], inside);
    for (uint32_t w = 0; w < model->warning_count && result == VV_OK; ++w)
        cli_warn(file, "%s", model->warnings[w]);
    return result;
}

static vv_result import_gltf(import_job *job, const char *file, const uint8_t *bytes, size_t count)
{
    vv_model model = {0};
    beside b = {0};
    char wanted[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    vv_result result = read_model(file, bytes, count, &b, &model, job->error);
    if (result == VV_OK && model.take_count == 0 && model.mesh_count == 0) {
        result = vvi_fail(job->error, VV_ERROR_ARGUMENT, "there is neither a motion nor a mesh in this file");
        vvi_error_place(job->error, file, 0, NULL);
        vvi_error_remedy(job->error, "export it with its animation or its mesh");
    }
    if (result == VV_OK) {
        const char *folder = model.take_count > 0 ? "clips" : "forms";
        bool binary = count >= 4 && memcmp(bytes, "glTF", 4) == 0;
        import_name_from_file(file, wanted);
        cli_file_stem(wanted, NULL, stem);
        result = b.count > 0 ? write_whole(job, folder, stem, bytes, count, &b, inside)
                             : import_write(job, folder, stem, binary ? ".glb" : ".gltf", bytes, count, inside);
    }
    if (result == VV_OK)
        result = add_model(job, file, &model, inside);
    vv_model_destroy(&model);
    release_beside(&b);
    return result;
}

/* ---- The door ---------------------------------------------------------------------------------------------------- */

bool import_is_model(const char *file)
{
    return vv_path_has_ending(file, ".bvh") || vv_path_has_ending(file, ".gltf") || vv_path_has_ending(file, ".glb") ||
           vv_path_has_ending(file, ".obj");
}

vv_result import_model(import_job *job, const char *file)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(file, IMPORT_MOST_BYTES, NULL, &bytes, &count, job->error);
    if (result != VV_OK)
        return result;
    if (vv_path_has_ending(file, ".bvh"))
        result = import_bvh(job, file, bytes, count);
    else if (vv_path_has_ending(file, ".obj"))
        result = import_obj(job, file, bytes, count);
    else
        result = import_gltf(job, file, bytes, count);
    vv_file_release(NULL, bytes, count);
    return result;
}
