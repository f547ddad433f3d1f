/* Skeletons with bodies: meshes from their files, or manikins where a file has no mesh. */
#include "library.h"
#include "session.h"

#include "runtime/base/base.h"

#include <string.h>

vv_character *vv_character_retain(const vv_character *character)
{
    vv_character *kept = (vv_character *)(uintptr_t)character;
    kept->references++;
    return kept;
}

void vv_character_destroy(vv_character *character)
{
    if (character == NULL || --character->references > 0)
        return;
    vv_manikin_destroy(&character->figure);
    vv_skeleton_destroy(character->skeleton, character->allocator);
    vvi_release(character->allocator, character, 1, sizeof *character);
}

static uint64_t mix_stamp(uint64_t key, uint64_t stamp) { return vv_hash_bytes(key, &stamp, sizeof stamp); }

uint64_t vvi_character_key(const vv_session *session, uint32_t skeleton)
{
    const vv_project *project = vvi_session_project(session);
    return mix_stamp(vvi_library_generation(vvi_session_library(session)), project->skeletons[skeleton]->stamp);
}

/* ---- Bodies from files ------------------------------------------------------------------------------------------- */

typedef struct totals {
    uint32_t vertices, triangles;
} totals;

static totals count_meshes(const vv_model *model)
{
    totals all = {0, 0};
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        if (model->meshes[m].joints == NULL)
            continue;
        all.vertices += model->meshes[m].form.vertex_count;
        all.triangles += model->meshes[m].form.triangle_count;
    }
    return all;
}

static bool allocate_figure(const vv_allocator *allocator, totals all, uint32_t joint_count, vv_manikin *out)
{
    size_t influences = (size_t)all.vertices * VV_SKIN3_INFLUENCES;
    *out = (vv_manikin){.allocator = allocator, .joint_count = joint_count};
    out->form = (vv_form){.allocator = allocator, .vertex_count = all.vertices, .triangle_count = all.triangles};
    out->form.positions = vvi_allocate(allocator, all.vertices, sizeof(vv_vec3));
    out->form.triangles = vvi_allocate(allocator, 3 * (size_t)all.triangles, sizeof(uint32_t));
    out->normals = vvi_allocate_zeroed(allocator, all.vertices, sizeof(vv_vec3));
    out->colors = vvi_allocate(allocator, all.vertices, sizeof(uint32_t));
    out->joints = vvi_allocate(allocator, influences, sizeof(uint16_t));
    out->weights = vvi_allocate(allocator, influences, sizeof(float));
    out->binds = vvi_allocate(allocator, joint_count, sizeof(vv_affine3));
    return out->form.positions && out->form.triangles && out->normals && out->colors && out->joints && out->weights &&
           out->binds;
}

/* For files without normals: the mean of the triangles around each vertex, weighted by their areas. */
static void add_normals(const vv_form *form, vv_vec3 *normals)
{
    for (uint32_t t = 0; t < form->triangle_count; t++) {
        const uint32_t *corner = &form->triangles[3 * (size_t)t];
        vv_vec3 a = form->positions[corner[0]];
        vv_vec3 normal =
            vv_vec3_cross(vv_vec3_sub(form->positions[corner[1]], a), vv_vec3_sub(form->positions[corner[2]], a));
        for (uint32_t k = 0; k < 3; k++)
            normals[corner[k]] = vv_vec3_add(normals[corner[k]], normal);
    }
    for (uint32_t v = 0; v < form->vertex_count; v++)
        normals[v] = vv_vec3_normalize(normals[v], (vv_vec3){0.0f, 1.0f, 0.0f});
}

static void copy_mesh(const vv_model_mesh *mesh, vv_manikin *figure, totals *at)
{
    const vv_form *form = &mesh->form;
    size_t vertices = form->vertex_count, influences = vertices * VV_SKIN3_INFLUENCES;
    size_t first = (size_t)at->vertices * VV_SKIN3_INFLUENCES;
    memcpy(figure->form.positions + at->vertices, form->positions, vertices * sizeof(vv_vec3));
    memcpy(figure->joints + first, mesh->joints, influences * sizeof(uint16_t));
    memcpy(figure->weights + first, mesh->weights, influences * sizeof(float));
    if (mesh->normals != NULL)
        memcpy(figure->normals + at->vertices, mesh->normals, vertices * sizeof(vv_vec3));
    else
        add_normals(form, figure->normals + at->vertices);
    for (size_t v = 0; v < vertices; v++)
        figure->colors[at->vertices + v] = mesh->colors != NULL ? mesh->colors[v] : 0xffd4ccc8u;
    for (size_t i = 0; i < 3 * (size_t)form->triangle_count; i++)
        figure->form.triangles[3 * (size_t)at->triangles + i] = at->vertices + form->triangles[i];
    at->vertices += form->vertex_count;
    at->triangles += form->triangle_count;
}

bool vvi_model_has_figure(const vv_model *model) { return model->skeleton != NULL && count_meshes(model).vertices > 0; }

vv_result vvi_model_figure(const vv_model *model, const vv_allocator *allocator, vv_manikin *out, vv_error *error)
{
    totals all = count_meshes(model), at = {0, 0};
    uint32_t joints = vv_skeleton_joint_count(model->skeleton);
    if (!allocate_figure(allocator, all, joints, out))
        return vvi_fail_memory(error, (size_t)all.vertices * 64);
    for (uint32_t m = 0; m < model->mesh_count; m++)
        if (model->meshes[m].joints != NULL)
            copy_mesh(&model->meshes[m], out, &at);
    memcpy(out->binds, model->binds, joints * sizeof *out->binds);
    vv_skin3_def def = {all.vertices, joints, out->joints, out->weights, out->binds};
    return vv_skin3_create(&def, allocator, &out->skin, error);
}

/* ---- Characters -------------------------------------------------------------------------------------------------- */

const vv_skeleton *vvi_model_skeleton(const vv_model *model)
{
    return model->skeleton != NULL ? model->skeleton : model->take_count > 0 ? model->takes[0].skeleton : NULL;
}

vv_result vvi_fail_no_skeleton(vv_error *error, const char *file)
{
    vvi_fail(error, VV_ERROR_FORMAT, "%s has no skeleton", file);
    vvi_error_remedy(error, "use a BVH file, or a glTF file with joints");
    return VV_ERROR_FORMAT;
}

static uint32_t pack_color(const uint8_t color[4])
{
    return (uint32_t)color[0] | (uint32_t)color[1] << 8 | (uint32_t)color[2] << 16 | (uint32_t)color[3] << 24;
}

static vv_manikin_style manikin_style(vv_figure_look look)
{
    return look == VV_FIGURE_BLOCKS ? VV_STYLE_BLOCKS : look == VV_FIGURE_BONES ? VV_STYLE_BONES : VV_STYLE_LIMBS;
}

static vv_result find_joint(const vv_skeleton *skeleton, const char *name, uint32_t *out, vv_error *error)
{
    *out = vv_skeleton_find(skeleton, name);
    if (*out != VV_NONE)
        return VV_OK;
    vvi_fail(error, VV_ERROR_NOT_FOUND, "the skeleton has no joint \"%s\"", name);
    vvi_error_remedy(error, "name one of its joints, or leave out \"feet\" to have them found");
    return VV_ERROR_NOT_FOUND;
}

static vv_result find_feet(const vv_project_skeleton *project, vv_character *character, vv_error *error)
{
    if (!project->footed) {
        character->foot_count = vv_fit_feet(character->skeleton, VV_VERB_MAX_FEET, character->feet);
        return VV_OK;
    }
    vv_result result = VV_OK;
    for (uint32_t f = 0; result == VV_OK && f < project->foot_count; f++) {
        const vv_project_foot *foot = &project->feet[f];
        vv_foot *out = &character->feet[f];
        static const char *const parts[4] = {"hip", "knee", "ankle", "toe"};
        const char *names[4] = {foot->hip, foot->knee, foot->ankle, foot->toe};
        uint32_t *joints[4] = {&out->hip, &out->knee, &out->ankle, &out->toe};
        for (uint32_t k = 0; result == VV_OK && k < 4; k++)
            result = vvi_prefix_error_path(find_joint(character->skeleton, names[k], joints[k], error), error,
                                           "feet[%u].%s", f, parts[k]);
    }
    character->foot_count = project->foot_count;
    return result;
}

static vv_result fill_character(vv_session *session, const vv_project_skeleton *project, vv_character *character,
                                vv_error *error)
{
    const vv_model *model = NULL;
    vv_result result =
        vvi_prefix_error_path(vvi_library_model(session, project->file, project->scale, &model, error), error, "file");
    if (result != VV_OK)
        return result;
    const vv_skeleton *skeleton = vvi_model_skeleton(model);
    if (skeleton == NULL)
        return vvi_prefix_error_path(vvi_fail_no_skeleton(error, project->file), error, "file");
    const vv_allocator *allocator = character->allocator;
    character->own_mesh =
        (project->look == VV_FIGURE_AUTO || project->look == VV_FIGURE_MESH) && vvi_model_has_figure(model);
    result = vvi_skeleton_copy(skeleton, allocator, &character->skeleton, error);
    if (result == VV_OK)
        result = character->own_mesh
                     ? vvi_model_figure(model, allocator, &character->figure, error)
                     : vv_manikin_create(character->skeleton, manikin_style(project->look), pack_color(project->colour),
                                         pack_color(project->accent), allocator, &character->figure, error);
    return result == VV_OK ? find_feet(project, character, error) : result;
}

vv_result vv_session_character(vv_session *session, uint32_t skeleton, const vv_character **out, vv_error *error)
{
    const vv_project_skeleton *project = vvi_session_project(session)->skeletons[skeleton];
    uint64_t key = vvi_character_key(session, skeleton);
    *out = vvi_library_find(vvi_session_library(session), VVI_CHARACTER, key);
    if (*out != NULL)
        return VV_OK;
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_character *character = vvi_allocate_zeroed(allocator, 1, sizeof *character);
    if (character == NULL)
        return vvi_fail_memory(error, sizeof *character);
    character->allocator = allocator;
    character->key = key;
    character->references = 1;
    vv_result result = fill_character(session, project, character, error);
    if (result != VV_OK) {
        vv_character_destroy(character);
        return vvi_prefix_error_path(result, error, "$.skeletons[%u]", skeleton);
    }
    *out = character;
    return vvi_library_add(session, VVI_CHARACTER, key, character, error);
}

/* ---- Takes ------------------------------------------------------------------------------------------------------- */

/* A take may be in another file than its skeleton, and that file may have another figure. */
static vv_result check_joints(vv_session *session, const vv_project_take *project_take, const vv_take *take,
                              vv_error *error)
{
    const vv_character *character = NULL;
    vv_result result = vv_session_character(session, project_take->skeleton, &character, error);
    if (result != VV_OK || vv_skeleton_has_same_joints(take->skeleton, character->skeleton))
        return result;
    vvi_fail(error, VV_ERROR_ARGUMENT, "the joints in %s are not those of the skeleton", project_take->file);
    vvi_error_remedy(error, "give the take a skeleton of its own file");
    return VV_ERROR_ARGUMENT;
}

static vv_result find_take(vv_session *session, const vv_project_take *project_take, const vv_take **out,
                           vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    const vv_model *model = NULL;
    vv_result result =
        vvi_prefix_error_path(vvi_library_model(session, project_take->file,
                                                project->skeletons[project_take->skeleton]->scale, &model, error),
                              error, "file");
    for (uint32_t i = 0; result == VV_OK && i < model->take_count; i++) {
        if (project_take->clip[0] == '\0' || strcmp(model->takes[i].name, project_take->clip) == 0) {
            result = check_joints(session, project_take, &model->takes[i], error);
            *out = result == VV_OK ? &model->takes[i] : NULL;
            return result;
        }
    }
    if (result != VV_OK)
        return result;
    if (project_take->clip[0] == '\0') {
        vvi_fail(error, VV_ERROR_NOT_FOUND, "%s has no animation", project_take->file);
        vvi_error_remedy(error, "export the file with its animation");
        return VV_ERROR_NOT_FOUND;
    }
    vvi_fail(error, VV_ERROR_NOT_FOUND, "%s has no animation called \"%s\"", project_take->file, project_take->clip);
    vvi_error_remedy(error, "name one of its animations");
    return VV_ERROR_NOT_FOUND;
}

vv_result vv_session_take(vv_session *session, uint32_t take, const vv_take **out, vv_error *error)
{
    const vv_project_take *project_take = vvi_session_project(session)->takes[take];
    return vvi_prefix_error_path(find_take(session, project_take, out, error), error, "$.takes[%u]", take);
}
