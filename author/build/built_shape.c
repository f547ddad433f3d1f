/* Shapes of a project: forms are read from their files and, where a shape is on a skeleton, brought back to rest (eq.
 * 8). */
#include "library.h"
#include "session.h"

#include "runtime/base/base.h"

#include <string.h>

vv_built_shape *vv_built_shape_retain(const vv_built_shape *built)
{
    vv_built_shape *kept = (vv_built_shape *)(uintptr_t)built;
    kept->references++;
    return kept;
}

void vv_built_shape_destroy(vv_built_shape *built)
{
    if (built == NULL || --built->references > 0)
        return;
    vv_shape_destroy(built->shape, built->allocator);
    vv_skin3_destroy(built->skin, built->allocator);
    vvi_release(built->allocator, built->triangles, 3 * (size_t)built->triangle_count, sizeof *built->triangles);
    vv_character_destroy((vv_character *)(uintptr_t)built->character);
    vvi_release(built->allocator, built, 1, sizeof *built);
}

uint64_t vvi_shape_key(const vv_session *session, uint32_t shape)
{
    const vv_project *project = vvi_session_project(session);
    const vv_project_shape *project_shape = project->shapes[shape];
    uint64_t key = vvi_library_generation(vvi_session_library(session));
    if (project_shape->skeleton != VV_NONE)
        key = vvi_character_key(session, project_shape->skeleton);
    key = vv_hash_bytes(key, &project_shape->stamp, sizeof project_shape->stamp);
    for (uint32_t i = 0; i < project_shape->field.example_count; i++) {
        uint64_t stamp = project->forms[project_shape->examples[i].form]->stamp;
        key = vv_hash_bytes(key, &stamp, sizeof stamp);
    }
    return key;
}

/* ---- Forms ------------------------------------------------------------------------------------------------------- */

/* State of building a shape. */
typedef struct shape_builder {
    vv_session *session;
    const vv_project_shape *shape;
    vv_built_shape *built;
    vvi_arena arena;
    const vv_model_mesh *first;    /* of the first example; all others are compared with it */
    vv_vec3 *forms;                /* [example_count · vertex_count] */
    vv_affine3 *globals, *scratch; /* [joint_count] */
} shape_builder;

static vv_result find_mesh(const vv_model *model, const vv_project_form *form, const vv_model_mesh **out,
                           vv_error *error)
{
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        if (form->mesh[0] == '\0' || strcmp(model->meshes[m].form.name, form->mesh) == 0) {
            *out = &model->meshes[m];
            return VV_OK;
        }
    }
    if (form->mesh[0] == '\0') {
        vvi_fail(error, VV_ERROR_NOT_FOUND, "%s has no mesh", form->file);
        vvi_error_remedy(error, "export the model with its mesh");
        return VV_ERROR_NOT_FOUND;
    }
    vvi_fail(error, VV_ERROR_NOT_FOUND, "%s has no mesh called \"%s\"", form->file, form->mesh);
    vvi_error_remedy(error, "name one of its meshes");
    return VV_ERROR_NOT_FOUND;
}

static vv_result find_positions(const vv_model_mesh *mesh, const vv_project_form *form, const vv_vec3 **out,
                                vv_error *error)
{
    *out = mesh->form.positions;
    if (form->morph[0] == '\0')
        return VV_OK;
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        if (strcmp(mesh->morphs[i].name, form->morph) == 0) {
            *out = mesh->morphs[i].positions;
            return VV_OK;
        }
    }
    vvi_fail(error, VV_ERROR_NOT_FOUND, "%s has no morph target called \"%s\"", form->file, form->morph);
    vvi_error_remedy(error, "name one of its morph targets");
    return VV_ERROR_NOT_FOUND;
}

static vv_result check_same_mesh(const shape_builder *m, const vv_model_mesh *mesh, uint32_t example, vv_error *error)
{
    const vv_form *a = &m->first->form, *b = &mesh->form;
    const vv_project *project = vvi_session_project(m->session);
    const char *names[2] = {project->forms[m->shape->examples[0].form]->name,
                            project->forms[m->shape->examples[example].form]->name};
    size_t corners = 3 * (size_t)a->triangle_count;
    if (a->vertex_count != b->vertex_count || a->triangle_count != b->triangle_count) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" has %u vertices and %u triangles, \"%s\" has %u and %u", names[0],
                 a->vertex_count, a->triangle_count, names[1], b->vertex_count, b->triangle_count);
    } else if (memcmp(a->triangles, b->triangles, corners * sizeof *a->triangles) != 0) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the triangles of \"%s\" and \"%s\" differ", names[0], names[1]);
    } else {
        return VV_OK;
    }
    vvi_error_remedy(error, "forms of one shape are the same mesh with its vertices moved; export them from one model");
    return VV_ERROR_ARGUMENT;
}

static vv_result read_form(shape_builder *m, uint32_t example, const vv_vec3 **positions, vv_error *error)
{
    uint32_t index = m->shape->examples[example].form;
    const vv_project_form *form = vvi_session_project(m->session)->forms[index];
    const vv_model *model = NULL;
    const vv_model_mesh *mesh = NULL;
    vv_result result = vvi_prefix_error_path(vvi_library_model(m->session, form->file, 0.0f, &model, error), error,
                                             "$.forms[%u].file", index);
    if (result == VV_OK)
        result = vvi_prefix_error_path(find_mesh(model, form, &mesh, error), error, "$.forms[%u]", index);
    if (result == VV_OK)
        result = vvi_prefix_error_path(find_positions(mesh, form, positions, error), error, "$.forms[%u]", index);
    if (result == VV_OK && m->first == NULL)
        m->first = mesh;
    return result == VV_OK ? check_same_mesh(m, mesh, example, error) : result;
}

/* ---- On a skeleton ----------------------------------------------------------------------------------------------- */

static vv_result pose_example(const shape_builder *m, uint32_t example, vv_error *error)
{
    const vv_skeleton *skeleton = m->built->character->skeleton;
    const vv_project_shape_example *posed = &m->shape->examples[example];
    vv_quat turns[VV_SKELETON_MAX_JOINTS];
    vv_vec3 moves[VV_SKELETON_MAX_JOINTS];
    vv_skeleton_rest(skeleton, turns, moves);
    for (uint32_t b = 0; b < posed->bend_count; b++) {
        const vv_project_bend *bend = &posed->bends[b];
        uint32_t joint = vv_skeleton_find(skeleton, bend->joint);
        if (joint == VV_NONE) {
            vvi_fail(error, VV_ERROR_NOT_FOUND, "the skeleton has no joint \"%s\"", bend->joint);
            vvi_error_remedy(error, "name one of its joints");
            return VV_ERROR_NOT_FOUND;
        }
        vv_vec3 half = {0.5f * bend->turn[0], 0.5f * bend->turn[1], 0.5f * bend->turn[2]};
        turns[joint] = vv_quat_multiply(turns[joint], vv_quat_exp(half));
    }
    vv_skeleton_globals(skeleton, turns, moves, m->globals);
    return VV_OK;
}

/* Uses the skin of the file where the shape asks for it, else weights computed from the first form. */
static vv_result bind_skin(shape_builder *m, const vv_vec3 *rest, vv_error *error)
{
    const vv_character *character = m->built->character;
    const vv_form *form = &m->first->form;
    vv_form at_rest = *form;
    at_rest.positions = (vv_vec3 *)(uintptr_t)rest;
    size_t influences = (size_t)form->vertex_count * VV_SKIN3_INFLUENCES;
    uint16_t *joints = vvi_arena_allocate(&m->arena, influences, sizeof *joints);
    float *weights = vvi_arena_allocate(&m->arena, influences, sizeof *weights);
    if (joints == NULL || weights == NULL)
        return vvi_fail_memory(error, influences * sizeof *weights);
    vv_skin3_def def = {form->vertex_count, character->figure.joint_count, joints, weights, character->figure.binds};
    if (m->shape->file_weights && m->first->joints == NULL) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the file of the first form has no skin");
        vvi_error_remedy(error, "set the weights of the shape to \"auto\"");
        return VV_ERROR_ARGUMENT;
    }
    if (m->shape->file_weights) {
        def.joints = m->first->joints;
        def.weights = m->first->weights;
    } else {
        vv_result result = vv_fit_skin_weights(&at_rest, character->skeleton, vvi_session_allocator(m->session), joints,
                                               weights, error);
        if (result != VV_OK)
            return result;
    }
    return vv_skin3_create(&def, m->built->allocator, &m->built->skin, error);
}

static vv_result unapply_pose(shape_builder *m, uint32_t example, const vv_vec3 *positions, vv_error *error)
{
    uint32_t vertices = m->first->form.vertex_count, bad[8];
    vv_vec3 *out = &m->forms[(size_t)example * vertices];
    if (m->built->character == NULL || m->shape->examples[example].bend_count == 0) {
        memcpy(out, positions, vertices * sizeof *out);
        return VV_OK;
    }
    vv_result result = pose_example(m, example, error);
    if (result != VV_OK)
        return result;
    uint32_t count =
        vv_skin3_apply_inverse(m->built->skin, m->globals, positions, m->forms, 20.0f, m->scratch, out, 8, bad);
    if (count > 0 && m->built->bad_count == 0) {
        m->built->bad_example = example;
        memcpy(m->built->bad, bad, (count < 8 ? count : 8) * sizeof *bad);
    }
    m->built->bad_count += count;
    return VV_OK;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static vv_result allocate_forms(shape_builder *m, vv_error *error)
{
    size_t vertices = m->first->form.vertex_count, examples = m->shape->field.example_count;
    uint32_t joints = m->built->character == NULL ? 1 : m->built->character->figure.joint_count;
    m->forms = vvi_arena_allocate(&m->arena, vertices * examples, sizeof *m->forms);
    m->globals = vvi_arena_allocate(&m->arena, joints, sizeof *m->globals);
    m->scratch = vvi_arena_allocate(&m->arena, joints, sizeof *m->scratch);
    if (m->forms == NULL || m->globals == NULL || m->scratch == NULL)
        return vvi_fail_memory(error, vertices * examples * sizeof *m->forms);
    return VV_OK;
}

static vv_result copy_triangles(const shape_builder *m, vv_error *error)
{
    const vv_form *form = &m->first->form;
    size_t corners = 3 * (size_t)form->triangle_count;
    m->built->triangles = vvi_allocate(m->built->allocator, corners, sizeof *form->triangles);
    if (m->built->triangles == NULL)
        return vvi_fail_memory(error, corners * sizeof *form->triangles);
    m->built->triangle_count = form->triangle_count;
    memcpy(m->built->triangles, form->triangles, corners * sizeof *form->triangles);
    return VV_OK;
}

static vv_result build_shape(shape_builder *m, vv_error *error)
{
    const vv_vec3 *positions = NULL;
    vv_field *field = NULL;
    vv_result result = read_form(m, 0, &positions, error);
    if (result == VV_OK)
        result = allocate_forms(m, error);
    if (result == VV_OK)
        result = copy_triangles(m, error);
    if (result == VV_OK && m->built->character != NULL)
        result = bind_skin(m, positions, error);
    for (uint32_t e = 0; result == VV_OK && e < m->shape->field.example_count; e++) {
        result = read_form(m, e, &positions, error);
        if (result == VV_OK)
            result = unapply_pose(m, e, positions, error);
        result = vvi_prefix_error_path(result, error, "examples[%u]", e);
    }
    if (result == VV_OK)
        result = vvi_field_build(&m->shape->field, m->built->allocator, &field, error);
    if (result == VV_OK) {
        vv_shape_def def = {field,    m->first->form.vertex_count, m->first->form.triangle_count,
                            m->forms, m->first->form.triangles,    m->shape->levels};
        result = vv_shape_create(&def, m->built->allocator, &m->built->shape, error);
    }
    vv_field_destroy(field, m->built->allocator);
    return result;
}

/* Checks that the joints that drive axes exist. */
static vv_result check_drivers(const vv_project_shape *shape, const vv_character *character, vv_error *error)
{
    for (uint32_t a = 0; character != NULL && a < shape->field.axis_count; a++) {
        const vv_project_axis *axis = &shape->field.axes[a];
        if (axis->joint[0] != '\0' && vv_skeleton_find(character->skeleton, axis->joint) == VV_NONE) {
            vvi_fail(error, VV_ERROR_NOT_FOUND, "the axis \"%s\" is driven by \"%s\", which the skeleton lacks",
                     axis->name, axis->joint);
            vvi_error_remedy(error, "name one of its joints");
            return vvi_prefix_error_path(VV_ERROR_NOT_FOUND, error, "axes[%u].joint", a);
        }
    }
    return VV_OK;
}

static vv_result make_shape(vv_session *session, const vv_project_shape *shape, vv_built_shape *built, vv_error *error)
{
    if (shape->field.example_count == 0) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the shape \"%s\" has no examples yet", shape->name);
        vvi_error_remedy(error, "put a form on its axes");
        return VV_ERROR_ARGUMENT;
    }
    const vv_character *character = NULL;
    vv_result result = VV_OK;
    if (shape->skeleton != VV_NONE)
        result = vv_session_character(session, shape->skeleton, &character, error);
    if (result != VV_OK)
        return result;
    built->character = character == NULL ? NULL : vv_character_retain(character);
    result = check_drivers(shape, character, error);
    if (result != VV_OK)
        return result;
    shape_builder m = {.session = session, .shape = shape, .built = built, .arena = {.allocator = built->allocator}};
    result = build_shape(&m, error);
    vvi_arena_release(&m.arena);
    return result;
}

vv_result vv_session_shape(vv_session *session, uint32_t shape, const vv_built_shape **out, vv_error *error)
{
    uint64_t key = vvi_shape_key(session, shape);
    *out = vvi_library_find(vvi_session_library(session), VVI_SHAPE, key);
    if (*out != NULL)
        return VV_OK;
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_built_shape *built = vvi_allocate_zeroed(allocator, 1, sizeof *built);
    if (built == NULL)
        return vvi_fail_memory(error, sizeof *built);
    *built = (vv_built_shape){.allocator = allocator, .key = key, .references = 1};
    vv_result result = make_shape(session, vvi_session_project(session)->shapes[shape], built, error);
    if (result != VV_OK) {
        vv_built_shape_destroy(built);
        return vvi_prefix_error_path(result, error, "$.shapes[%u]", shape);
    }
    *out = built;
    return vvi_library_add(session, VVI_SHAPE, key, built, error);
}
