/* verve import of motions and models: BVH and glTF files become takes of skeletons and forms, OBJ files forms. */
#include "cli/import.h"

#include "author/base/file.h"
#include "author/export/model.h"
#include "author/import/import.h"

#include <stdio.h>
#include <string.h>

#define TAKE_RATE 60.0 /* frames a second, where a file has none of its own */

/* ---- Names ------------------------------------------------------------------------------------------------------------- */

static bool is_taken(const import_job *job, const char *kind, const char *name)
{
    const vv_project *project = vv_document_project(vv_project_folder_document(job->folder));
    for (const added_name *added = job->added; added; added = added->before)
        if (strcmp(added->kind, kind) == 0 && strcmp(added->name, name) == 0)
            return true;
    if (strcmp(kind, "skeleton") == 0)
        return vv_project_find_skeleton(project, name) != VV_NONE;
    if (strcmp(kind, "take") == 0)
        return vv_project_find_take(project, name) != VV_NONE;
    return vv_project_find_form(project, name) != VV_NONE;
}

/* A name of this kind that nothing has yet, remembered: `wanted`, or with -2, -3 … after it. NULL: no memory. */
static const char *claim_name(import_job *job, const char *kind, const char *wanted)
{
    added_name *added = vvi_arena_take(&job->arena, 1, sizeof *added);
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

/* ---- Files beside glTF files ------------------------------------------------------------------------------------------- */

/* What the importer asked for, in the order of the buffers, to be put inside the copy. */
typedef struct beside {
    char folder[IMPORT_PATH_BYTES];
    uint32_t count;
    struct {
        uint8_t *bytes;
        size_t count;
    } files[64];
} beside;

static void find_folder(const char *file, char folder[IMPORT_PATH_BYTES])
{
    const char *slash = strrchr(file, '/');
    size_t length = slash ? (size_t)(slash - file) : 0;
    vvi_format(folder, length + 1 < IMPORT_PATH_BYTES ? length + 1 : IMPORT_PATH_BYTES, "%s", file);
    if (!slash)
        vvi_format(folder, IMPORT_PATH_BYTES, ".");
}

static vv_result load_beside(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error)
{
    beside *b = user;
    char whole[2 * IMPORT_PATH_BYTES];
    vvi_format(whole, sizeof whole, "%s/%s", b->folder, path);
    if (b->count == sizeof b->files / sizeof *b->files)
        return vvi_fail(error, VV_ERROR_LIMIT, "the file has more than 64 buffers beside it");
    vv_result result =
        vv_file_read(whole, IMPORT_MOST_BYTES, NULL, &b->files[b->count].bytes, &b->files[b->count].count, error);
    if (result == VV_OK)
        result = vv_file_read(whole, IMPORT_MOST_BYTES, allocator, bytes, count, error);
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

/* The buffers again, with the bytes of the files beside inside. */
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

/* A .gltf whose buffers lie beside it, as one file. The importer has read it, so it is sound. */
static vv_result write_whole(import_job *job, const char *folder, const char *stem, const uint8_t *bytes, size_t count,
                             const beside *b, char inside[VV_PROJECT_PATH_BYTES], vv_error *error)
{
    vv_json_document *document = NULL;
    vv_json_writer *json = NULL;
    vv_result result = vv_json_parse((const char *)bytes, count, stem, NULL, &document, error);
    if (result == VV_OK)
        result = vv_json_writer_create(NULL, true, &json, error);
    if (result == VV_OK) {
        vv_json_write_object(json, NULL);
        for (const vv_json *member = vv_json_root(document)->child; member && result == VV_OK; member = member->next) {
            if (strcmp(member->name, "buffers") == 0)
                result = write_buffers(json, member, b, error);
            else
                vv_json_write_value(json, member->name, member);
        }
        vv_json_write_end(json);
    }
    size_t length = 0;
    const char *text = result == VV_OK ? vv_json_writer_text(json, &length) : NULL;
    if (text)
        result = import_write(job, folder, stem, ".gltf", text, length, inside, error);
    else if (result == VV_OK)
        result = vvi_fail_memory(error, count);
    vv_json_writer_destroy(json);
    vv_json_destroy(document);
    return result;
}

/* ---- Skeletons --------------------------------------------------------------------------------------------------------- */

static vv_result read_model(const char *file, const uint8_t *bytes, size_t count, beside *b, vv_model *model,
                            vv_error *error)
{
    vv_model_files files = {load_beside, b};
    find_folder(file, b->folder);
    return vv_import_gltf(bytes, count, file, &files, TAKE_RATE, NULL, model, error);
}

static bool know_skeleton(import_job *job, const char *name, vv_skeleton *skeleton)
{
    known_skeleton *known = vvi_arena_take(&job->arena, 1, sizeof *known);
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

/* The joints of a file of the project; NULL where it cannot be read: `verve check` says why. */
static vv_skeleton *read_skeleton(const char *folder, const char *inside)
{
    char path[2 * IMPORT_PATH_BYTES];
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_skeleton *skeleton = NULL;
    vvi_format(path, sizeof path, "%s/%s", folder, inside);
    if (vv_file_read_inside(folder, inside, IMPORT_MOST_BYTES, NULL, &bytes, &count, NULL) != VV_OK)
        return NULL;
    if (import_ends_in(path, ".bvh")) {
        vv_take take = {0};
        if (vv_import_bvh((const char *)bytes, count, path, 0, NULL, &take, NULL) == VV_OK) {
            skeleton = take.skeleton;
            vvi_release(NULL, take.turns, (size_t)take.frame_count * vv_skeleton_joint_count(skeleton),
                        sizeof *take.turns);
            vvi_release(NULL, take.moves, (size_t)take.frame_count * vv_skeleton_joint_count(skeleton),
                        sizeof *take.moves);
            vvi_release(NULL, take.orders, vv_skeleton_joint_count(skeleton), sizeof *take.orders);
        }
    } else {
        vv_model model = {0};
        beside b = {0};
        if (read_model(path, bytes, count, &b, &model, NULL) == VV_OK) {
            vvi_release(NULL, model.binds, model.skeleton ? vv_skeleton_joint_count(model.skeleton) : 0,
                        sizeof *model.binds);
            skeleton = model.skeleton;
            model.skeleton = NULL;
            vv_model_destroy(&model);
        }
        release_beside(&b);
    }
    vv_file_release(NULL, bytes, count);
    return skeleton;
}

static bool know_project(import_job *job)
{
    const vv_project *project = vv_document_project(vv_project_folder_document(job->folder));
    for (uint32_t i = 0; i < project->skeleton_count && !job->knows_skeletons; ++i) {
        vv_skeleton *skeleton = read_skeleton(vv_project_folder_path(job->folder), project->skeletons[i]->file);
        if (skeleton && !know_skeleton(job, project->skeletons[i]->name, skeleton))
            return false;
    }
    job->knows_skeletons = true;
    return true;
}

static vv_result copy_skeleton(const vv_skeleton *skeleton, vv_skeleton **out, vv_error *error)
{
    vv_joint joints[VV_SKELETON_MAX_JOINTS];
    uint32_t count = vv_skeleton_joint_count(skeleton);
    for (uint32_t j = 0; j < count; ++j)
        joints[j] = vv_skeleton_joint(skeleton, j);
    return vv_skeleton_create(count, joints, NULL, out, error);
}

static void write_text(import_job *job, const char *name, const char *value)
{
    vv_json_write_string(job->commands, name, value);
}

/* Figures that are turned are written anew, in metres. */
static bool is_turned(const import_job *job) { return job->up && strcmp(job->up, "z") == 0; }

static vv_result add_skeleton(import_job *job, const char *file, const vv_skeleton *skeleton, const char *inside,
                              const char **name, vv_error *error)
{
    char wanted[64];
    import_name_from_file(file, wanted);
    *name = claim_name(job, "skeleton", job->skeleton ? job->skeleton : wanted);
    vv_skeleton *copy = NULL;
    vv_result result = *name ? copy_skeleton(skeleton, &copy, error) : vvi_fail_memory(error, 0);
    if (result == VV_OK && !know_skeleton(job, *name, copy))
        result = vvi_fail_memory(error, 0);
    if (result != VV_OK)
        return result;
    vv_json_write_object(job->commands, NULL);
    write_text(job, "do", "skeleton.add");
    write_text(job, "name", *name);
    write_text(job, "file", inside);
    if (import_ends_in(file, ".bvh") && (job->unit > 0.0 || is_turned(job)))
        vv_json_write_double(job->commands, "scale", is_turned(job) ? 1.0 : job->unit);
    vv_json_write_end(job->commands);
    return import_note(job, error, "%s: a skeleton of %u joints\n", *name, vv_skeleton_joint_count(skeleton));
}

/* The skeleton with these joints (and of the name given, if one is), or a new one. */
static vv_result find_skeleton(import_job *job, const char *file, const vv_skeleton *skeleton, const char *inside,
                               const char **name, vv_error *error)
{
    if (!know_project(job))
        return vvi_fail_memory(error, 0);
    for (const known_skeleton *known = job->skeletons; known; known = known->before) {
        bool named = job->skeleton && strcmp(job->skeleton, known->name) == 0;
        bool same = vv_skeleton_same(known->skeleton, skeleton);
        if (named && !same) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "its joints are not those of the skeleton \"%s\"", known->name);
            vvi_error_place(error, file, 0, NULL);
            vvi_error_remedy(error, "leave out --skeleton, or name another");
            return VV_ERROR_ARGUMENT;
        }
        if (same && (named || !job->skeleton)) {
            *name = known->name;
            return VV_OK;
        }
    }
    return add_skeleton(job, file, skeleton, inside, name, error);
}

/* ---- Takes and forms --------------------------------------------------------------------------------------------------- */

static vv_result add_take(import_job *job, const vv_take *take, const char *wanted, const char *skeleton,
                          const char *inside, const char *clip, vv_error *error)
{
    const char *name = claim_name(job, "take", wanted);
    if (!name)
        return vvi_fail_memory(error, 0);
    vv_json_write_object(job->commands, NULL);
    write_text(job, "do", "take.add");
    write_text(job, "name", name);
    write_text(job, "skeleton", skeleton);
    write_text(job, "file", inside);
    if (clip)
        write_text(job, "clip", clip);
    vv_json_write_end(job->commands);
    return import_note(job, error, "%s: a take of \"%s\", %u frames, %.3g s\n", name, skeleton, take->frame_count,
                       (take->frame_count - 1) / take->rate);
}

static vv_result add_form(import_job *job, const char *wanted, const char *inside, const char *mesh, const char *morph,
                          uint32_t vertices, vv_error *error)
{
    const char *name = claim_name(job, "form", wanted);
    if (!name)
        return vvi_fail_memory(error, 0);
    vv_json_write_object(job->commands, NULL);
    write_text(job, "do", "form.add");
    write_text(job, "name", name);
    write_text(job, "file", inside);
    if (mesh)
        write_text(job, "mesh", mesh);
    if (morph)
        write_text(job, "morph", morph);
    vv_json_write_end(job->commands);
    return import_note(job, error, "%s: a form of %u vertices\n", name, vertices);
}

/* The file as it is, or as it becomes where z was up in it. */
static vv_result write_bvh(import_job *job, const char *stem, const uint8_t *bytes, size_t count, vv_take *take,
                           char inside[VV_PROJECT_PATH_BYTES], vv_error *error)
{
    vv_bytes turned = {0};
    if (!is_turned(job))
        return import_write(job, "clips", stem, ".bvh", bytes, count, inside, error);
    vv_result result = import_stand(take, error);
    if (result == VV_OK)
        result = vv_export_bvh(take, NULL, &turned, error);
    if (result == VV_OK)
        result = import_write(job, "clips", stem, ".bvh", turned.data, turned.count, inside, error);
    vv_bytes_release(&turned, NULL);
    return result;
}

static vv_result import_bvh(import_job *job, const char *file, const uint8_t *bytes, size_t count, vv_error *error)
{
    vv_take take = {0};
    char wanted[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    const char *skeleton = NULL;
    vv_result result = vv_import_bvh((const char *)bytes, count, file, job->unit, NULL, &take, error);
    if (result != VV_OK)
        return result;
    if (!job->up && import_lies(&take))
        fprintf(stderr, "verve: %s: the figure lies along z; if it should stand, import it with --up z\n", file);
    import_name_from_file(file, wanted);
    import_make_stem(wanted, NULL, stem);
    result = write_bvh(job, stem, bytes, count, &take, inside, error);
    if (result == VV_OK)
        result = find_skeleton(job, file, take.skeleton, inside, &skeleton, error);
    if (result == VV_OK)
        result = add_take(job, &take, wanted, skeleton, inside, NULL, error);
    vv_take_destroy(&take);
    return result;
}

static vv_result import_obj(import_job *job, const char *file, const uint8_t *bytes, size_t count, vv_error *error)
{
    vv_obj obj = {0};
    char wanted[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    vv_result result = vv_import_obj((const char *)bytes, count, file, NULL, &obj, error);
    if (result != VV_OK)
        return result;
    uint32_t vertices = obj.vertex_count;
    vv_obj_destroy(&obj, NULL);
    import_name_from_file(file, wanted);
    import_make_stem(wanted, NULL, stem);
    result = import_write(job, "forms", stem, ".obj", bytes, count, inside, error);
    return result == VV_OK ? add_form(job, wanted, inside, NULL, NULL, vertices, error) : result;
}

/* A mesh at rest and with each of its morph targets on. */
static vv_result add_mesh(import_job *job, const vv_model_mesh *mesh, const char *inside, vv_error *error)
{
    const char *name = mesh->form.name;
    vv_result result = add_form(job, name, inside, name, NULL, mesh->form.vertex_count, error);
    for (uint32_t m = 0; m < mesh->morph_count && result == VV_OK; ++m) {
        char both[130];
        vvi_format(both, sizeof both, "%s %s", name, mesh->morphs[m].name);
        result = add_form(job, both, inside, name, mesh->morphs[m].name, mesh->form.vertex_count, error);
    }
    return result;
}

static vv_result add_model(import_job *job, const char *file, const vv_model *model, const char *inside,
                           vv_error *error)
{
    vv_result result = VV_OK;
    const char *skeleton = NULL;
    bool moves = model->take_count > 0;
    if (moves)
        result = find_skeleton(job, file, model->takes[0].skeleton, inside, &skeleton, error);
    for (uint32_t t = 0; t < model->take_count && result == VV_OK; ++t)
        result = add_take(job, &model->takes[t], model->takes[t].name, skeleton, inside, model->takes[t].name, error);
    if (!moves && model->skeleton && vv_skeleton_joint_count(model->skeleton) > 1)
        result = find_skeleton(job, file, model->skeleton, inside, &skeleton, error);
    for (uint32_t m = 0; m < model->mesh_count && result == VV_OK; ++m)
        if (!moves || model->meshes[m].morph_count > 0)
            result = add_mesh(job, &model->meshes[m], inside, error);
    for (uint32_t w = 0; w < model->warning_count && result == VV_OK; ++w)
        fprintf(stderr, "verve: %s: %s\n", file, model->warnings[w]);
    return result;
}

static vv_result import_gltf(import_job *job, const char *file, const uint8_t *bytes, size_t count, vv_error *error)
{
    vv_model model = {0};
    beside b = {0};
    char wanted[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    vv_result result = read_model(file, bytes, count, &b, &model, error);
    if (result == VV_OK && model.take_count == 0 && model.mesh_count == 0) {
        result = vvi_fail(error, VV_ERROR_ARGUMENT, "there is neither a motion nor a mesh in this file");
        vvi_error_place(error, file, 0, NULL);
        vvi_error_remedy(error, "export it with its animation or its mesh");
    }
    if (result == VV_OK) {
        const char *folder = model.take_count > 0 ? "clips" : "forms";
        bool binary = count >= 4 && memcmp(bytes, "glTF", 4) == 0;
        import_name_from_file(file, wanted);
        import_make_stem(wanted, NULL, stem);
        result = b.count > 0 ? write_whole(job, folder, stem, bytes, count, &b, inside, error)
                             : import_write(job, folder, stem, binary ? ".glb" : ".gltf", bytes, count, inside, error);
    }
    if (result == VV_OK)
        result = add_model(job, file, &model, inside, error);
    vv_model_destroy(&model);
    release_beside(&b);
    return result;
}

/* ---- The door ---------------------------------------------------------------------------------------------------------- */

bool import_is_model(const char *file)
{
    return import_ends_in(file, ".bvh") || import_ends_in(file, ".gltf") || import_ends_in(file, ".glb") ||
           import_ends_in(file, ".obj");
}

vv_result import_model(import_job *job, const char *file, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(file, IMPORT_MOST_BYTES, NULL, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    if (import_ends_in(file, ".bvh"))
        result = import_bvh(job, file, bytes, count, error);
    else if (import_ends_in(file, ".obj"))
        result = import_obj(job, file, bytes, count, error);
    else
        result = import_gltf(job, file, bytes, count, error);
    vv_file_release(NULL, bytes, count);
    return result;
}
