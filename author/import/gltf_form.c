/* Makes forms of meshes in the figure's frame, with influences of joints: one for each node with a mesh. */
#include "gltf.h"

#include <string.h>

/* A mesh while it is built; arrays per vertex are in the arena. */
typedef struct gltf_build {
    gltf_reader *reader;
    const gltf_mesh *mesh;
    const gltf_skin *skin;  /* NULL: hangs on `joint` */
    gltf_affine rigid_bind; /* from the node's own frame into the figure's, without a skin */
    uint32_t joint;
    vvi_arena arena;
    uint32_t vertex_count, corner_count; /* so far */
    gltf_affine *maps;                   /* [vertex_count] of the primitive: into the figure's frame */
    uint32_t *corners;
    bool has_normals;
    vv_model_mesh *out;
} gltf_build;

/* ---- Triangles ------------------------------------------------------------------------------------------------- */

static uint32_t count_corners(const gltf_reader *reader, const gltf_primitive *primitive)
{
    uint32_t count = reader->accessors[primitive->indices != VV_NONE ? primitive->indices : primitive->positions].count;
    if (primitive->mode == 4)
        return count / 3 * 3;
    return count < 3 ? 0 : (count - 2) * 3;
}

/* The position of corner k of triangle t in the list of indices. Every other triangle of a strip is reversed. */
static uint32_t corner_at(uint32_t mode, uint32_t t, uint32_t k)
{
    if (mode == 4)
        return 3 * t + k;
    if (mode == 5)
        return k == 0 ? t : t + (t % 2 == 0 ? k : 3 - k);
    return k == 0 ? 0 : t + k;
}

/* Adds triangles. Degenerate ones (the joints of strips) are dropped; a mirroring transform reverses them. */
static vv_result add_triangles(gltf_build *build, const gltf_primitive *primitive, bool mirrored)
{
    gltf_reader *reader = build->reader;
    uint32_t *indices = NULL, count = reader->accessors[primitive->positions].count;
    if (primitive->indices != VV_NONE) {
        vv_result result = vvi_gltf_integers(reader, &build->arena, primitive->indices, 1, &indices);
        if (result != VV_OK)
            return result;
    }
    uint32_t triangles = count_corners(reader, primitive) / 3;
    for (uint32_t t = 0; t < triangles; t++) {
        uint32_t corner[3];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t at = corner_at(primitive->mode, t, mirrored ? 2 - k : k);
            corner[k] = indices ? indices[at] : at;
            if (corner[k] >= count)
                return vvi_gltf_fail(reader, reader->accessors[primitive->indices].json, VV_ERROR_FORMAT,
                                     "the file is damaged; export it again",
                                     "index %u is out of range; there are %u vertices", corner[k], count);
        }
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
            continue;
        for (uint32_t k = 0; k < 3; k++)
            build->corners[build->corner_count++] = build->vertex_count + corner[k];
    }
    return VV_OK;
}

/* ---- Influences ------------------------------------------------------------------------------------------------ */

typedef struct gltf_influences {
    uint32_t *joints[2]; /* [4 · count] of the skin */
    float *weights[2];
    uint32_t sets;
} gltf_influences;

static vv_result read_influences(gltf_build *build, const gltf_primitive *primitive, gltf_influences *out)
{
    if (primitive->joints[0] == VV_NONE || primitive->weights[0] == VV_NONE)
        return vvi_gltf_damaged(build->reader, primitive->json, "a skinned mesh needs JOINTS_0 and WEIGHTS_0");
    bool repaired = false;
    vv_result result = VV_OK;
    for (uint32_t s = 0; s < 2 && result == VV_OK; s++) {
        if (primitive->joints[s] == VV_NONE || primitive->weights[s] == VV_NONE)
            break;
        result = vvi_gltf_integers(build->reader, &build->arena, primitive->joints[s], 4, &out->joints[s]);
        if (result == VV_OK)
            result = vvi_gltf_weights(build->reader, &build->arena, primitive->weights[s], &out->weights[s], &repaired);
        out->sets = s + 1;
    }
    if (repaired)
        vvi_gltf_warn(build->reader, "some vertices have no weights; they follow the first joint of their skin");
    return result;
}

/* Finds the four largest weights of a vertex and their joints in the skin, normalised to sum 1; without weights, all
 * goes to the first joint. */
static void find_largest_weights(const gltf_influences *from, uint32_t vertex, uint32_t joints[4], double weights[4])
{
    for (int k = 0; k < 4; k++) {
        joints[k] = 0;
        weights[k] = 0.0;
    }
    for (uint32_t i = 0; i < 4 * from->sets; i++) {
        uint32_t joint = from->joints[i / 4][4 * (size_t)vertex + i % 4];
        double weight = from->weights[i / 4][4 * (size_t)vertex + i % 4];
        for (int k = 0; k < 4; k++)
            if (weight > weights[k]) { /* insert here and move the smaller weight on */
                double smaller = weights[k];
                uint32_t other = joints[k];
                weights[k] = weight;
                joints[k] = joint;
                weight = smaller;
                joint = other;
            }
    }
    double sum = weights[0] + weights[1] + weights[2] + weights[3];
    if (!(sum > 0.0))
        weights[0] = sum = 1.0;
    for (int k = 0; k < 4; k++)
        weights[k] /= sum;
}

static vv_result skin_vertices(gltf_build *build, const gltf_primitive *primitive, uint32_t count)
{
    gltf_influences influences = {0};
    const gltf_skin *skin = build->skin;
    vv_result result = read_influences(build, primitive, &influences);
    for (uint32_t i = 0; i < count && result == VV_OK; i++) {
        uint32_t joints[4];
        double weights[4];
        find_largest_weights(&influences, i, joints, weights);
        gltf_affine *map = &build->maps[i];
        *map = (gltf_affine){0};
        size_t at = 4 * ((size_t)build->vertex_count + i);
        for (int k = 0; k < 4; k++) {
            if (joints[k] >= skin->joint_count)
                return vvi_gltf_fail(
                    build->reader, primitive->json, VV_ERROR_FORMAT, "the file is damaged; export it again",
                    "a vertex uses joint %u, but its skin has only %u joints", joints[k], skin->joint_count);
            for (int e = 0; e < 12; e++)
                map->m[e / 4][e % 4] += weights[k] * skin->binds[joints[k]].m[e / 4][e % 4];
            build->out->joints[at + (size_t)k] = (uint16_t)build->reader->nodes[skin->nodes[joints[k]]].joint;
            build->out->weights[at + (size_t)k] = (float)weights[k];
        }
    }
    return result;
}

static void rigid_bind(gltf_build *build, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        build->maps[i] = build->rigid_bind;
        size_t at = 4 * ((size_t)build->vertex_count + i);
        for (size_t k = 0; k < 4; k++) {
            build->out->joints[at + k] = (uint16_t)build->joint;
            build->out->weights[at + k] = k == 0 ? 1.0f : 0.0f;
        }
    }
}

/* ---- Vertices -------------------------------------------------------------------------------------------------- */

static vv_vec3 map_point(const gltf_affine *map, const float *p, const float *change)
{
    double x = p[0], y = p[1], z = p[2];
    if (change) {
        x += change[0];
        y += change[1];
        z += change[2];
    }
    return (vv_vec3){(float)(map->m[0][0] * x + map->m[0][1] * y + map->m[0][2] * z + map->m[0][3]),
                     (float)(map->m[1][0] * x + map->m[1][1] * y + map->m[1][2] * z + map->m[1][3]),
                     (float)(map->m[2][0] * x + map->m[2][1] * y + map->m[2][2] * z + map->m[2][3])};
}

/* Transforms a normal by the cofactor matrix, which is the inverse transpose times the determinant. */
static vv_vec3 map_normal(const gltf_affine *map, const float *n)
{
    double out[3], sign = vvi_gltf_affine_determinant(map) < 0.0 ? -1.0 : 1.0;
    for (int r = 0; r < 3; r++) {
        int r1 = (r + 1) % 3, r2 = (r + 2) % 3;
        out[r] = 0.0;
        for (int c = 0; c < 3; c++) {
            int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            out[r] += (map->m[r1][c1] * map->m[r2][c2] - map->m[r1][c2] * map->m[r2][c1]) * n[c];
        }
    }
    double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    if (!(length > 1e-300))
        return (vv_vec3){0.0f, 1.0f, 0.0f};
    length *= sign;
    return (vv_vec3){(float)(out[0] / length), (float)(out[1] / length), (float)(out[2] / length)};
}

/* Converts a linear colour component of the file to sRGB. */
static uint32_t to_srgb(float linear)
{
    double x = vvi_clamp(linear, 0.0f, 1.0f);
    double y = x <= 0.0031308 ? 12.92 * x : 1.055 * vvi_exp_double(vvi_log_double(x) / 2.4) - 0.055;
    return (uint32_t)(y * 255.0 + 0.5);
}

static vv_result fill_colours(gltf_build *build, const gltf_primitive *primitive, uint32_t count)
{
    float *colors = NULL;
    uint32_t components = 0;
    if (primitive->colors != VV_NONE) {
        components = build->reader->accessors[primitive->colors].components == 3 ? 3 : 4;
        vv_result result = vvi_gltf_floats(build->reader, &build->arena, primitive->colors, components, &colors);
        if (result != VV_OK)
            return result;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t packed = 0;
        for (uint32_t k = 0; k < 4; k++) {
            float value = primitive->color[k] * (k < components ? colors[(size_t)components * i + k] : 1.0f);
            uint32_t byte = k < 3 ? to_srgb(value) : (uint32_t)(vvi_clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
            packed |= byte << (8 * k);
        }
        build->out->colors[build->vertex_count + i] = packed;
    }
    return VV_OK;
}

static vv_result fill_positions(gltf_build *build, const gltf_primitive *primitive, uint32_t count)
{
    float *positions = NULL, *normals = NULL, *changes = NULL;
    gltf_reader *reader = build->reader;
    vv_result result = vvi_gltf_floats(reader, &build->arena, primitive->positions, 3, &positions);
    if (result == VV_OK && build->has_normals)
        result = vvi_gltf_floats(reader, &build->arena, primitive->normals, 3, &normals);
    for (uint32_t i = 0; i < count && result == VV_OK; i++) {
        build->out->form.positions[build->vertex_count + i] =
            map_point(&build->maps[i], positions + 3 * (size_t)i, NULL);
        if (normals)
            build->out->normals[build->vertex_count + i] = map_normal(&build->maps[i], normals + 3 * (size_t)i);
    }
    for (uint32_t m = 0; m < build->mesh->morph_count && result == VV_OK; m++) {
        changes = NULL;
        if (primitive->targets[m] != VV_NONE)
            result = vvi_gltf_floats(reader, &build->arena, primitive->targets[m], 3, &changes);
        for (uint32_t i = 0; i < count && result == VV_OK; i++)
            build->out->morphs[m].positions[build->vertex_count + i] =
                map_point(&build->maps[i], positions + 3 * (size_t)i, changes ? changes + 3 * (size_t)i : NULL);
    }
    return result;
}

static vv_result add_primitive(gltf_build *build, const gltf_primitive *primitive)
{
    uint32_t count = build->reader->accessors[primitive->positions].count;
    build->maps = vvi_arena_allocate(&build->arena, count + 1u, sizeof *build->maps);
    if (!build->maps)
        return vvi_gltf_no_memory(build->reader);
    vv_result result = VV_OK;
    if (build->skin)
        result = skin_vertices(build, primitive, count);
    else
        rigid_bind(build, count);
    if (result == VV_OK)
        result = fill_positions(build, primitive, count);
    if (result == VV_OK)
        result = fill_colours(build, primitive, count);
    if (result == VV_OK)
        result = add_triangles(build, primitive, count > 0 && vvi_gltf_affine_determinant(&build->maps[0]) < 0.0);
    build->vertex_count += count;
    return result;
}

/* ---- Meshes ---------------------------------------------------------------------------------------------------- */

/* Counts vertices and corners, and checks them against the limits of a model. */
static vv_result measure_mesh(gltf_build *build, uint32_t *vertex_count, uint32_t *corner_count)
{
    uint64_t vertices = 0, corners = 0;
    gltf_reader *reader = build->reader;
    build->has_normals = true;
    for (uint32_t i = 0; i < build->mesh->primitive_count; i++) {
        const gltf_primitive *primitive = &build->mesh->primitives[i];
        vertices += reader->accessors[primitive->positions].count;
        corners += count_corners(reader, primitive);
        build->has_normals = build->has_normals && primitive->normals != VV_NONE;
    }
    reader->vertices += vertices * (1u + build->mesh->morph_count);
    reader->corners += corners;
    if (vertices > VV_SKIN3_MAX_VERTICES || reader->vertices > GLTF_MAX_VERTICES || reader->corners > GLTF_MAX_CORNERS)
        return vvi_gltf_fail(reader, build->mesh->json, VV_ERROR_LIMIT, "simplify it in the program that made it",
                             "the meshes have too many vertices or triangles");
    *vertex_count = (uint32_t)vertices;
    *corner_count = (uint32_t)corners;
    return VV_OK;
}

static bool allocate_mesh(gltf_build *build, uint32_t vertex_count)
{
    const vv_allocator *allocator = build->reader->allocator;
    vv_model_mesh *out = build->out;
    out->form.vertex_count = vertex_count;
    out->form.positions = vvi_allocate(allocator, vertex_count, sizeof *out->form.positions);
    out->normals = build->has_normals ? vvi_allocate(allocator, vertex_count, sizeof *out->normals) : NULL;
    out->colors = vvi_allocate(allocator, vertex_count, sizeof *out->colors);
    out->joints = vvi_allocate(allocator, vertex_count, 4 * sizeof *out->joints);
    out->weights = vvi_allocate(allocator, vertex_count, 4 * sizeof *out->weights);
    bool ok =
        out->form.positions && (out->normals || !build->has_normals) && out->colors && out->joints && out->weights;
    uint32_t morphs = build->mesh->morph_count;
    if (!ok || morphs == 0)
        return ok;
    out->morphs = vvi_allocate_zeroed(allocator, morphs, sizeof *out->morphs);
    out->morph_count = out->morphs ? morphs : 0;
    for (uint32_t m = 0; m < out->morph_count; m++) {
        vv_form *morph = &out->morphs[m];
        *morph = (vv_form){.allocator = allocator, .vertex_count = vertex_count};
        memcpy(morph->name, build->mesh->morph_names[m].text, sizeof morph->name);
        morph->positions = vvi_allocate(allocator, vertex_count, sizeof *morph->positions);
        ok = ok && morph->positions;
    }
    return ok && out->morphs;
}

static bool is_finite(const vv_model_mesh *mesh)
{
    size_t numbers = 3 * (size_t)mesh->form.vertex_count;
    bool ok = vvi_all_finite(&mesh->form.positions[0].x, numbers);
    for (uint32_t m = 0; m < mesh->morph_count; m++)
        ok = ok && vvi_all_finite(&mesh->morphs[m].positions[0].x, numbers);
    return ok;
}

static vv_result finish_mesh(gltf_build *build)
{
    vv_model_mesh *out = build->out;
    size_t corners = build->corner_count;
    if (!is_finite(out))
        return vvi_gltf_damaged(build->reader, build->mesh->json, "a vertex is too far away");
    out->form.triangles = vvi_allocate(build->reader->allocator, corners, sizeof *out->form.triangles);
    if (!out->form.triangles)
        return vvi_gltf_no_memory(build->reader);
    memcpy(out->form.triangles, build->corners, corners * sizeof *out->form.triangles);
    out->form.triangle_count = build->corner_count / 3;
    for (uint32_t m = 0; m < out->morph_count; m++)
        out->morphs[m].triangle_count = out->form.triangle_count;
    return VV_OK;
}

static vv_result build_mesh(gltf_build *build)
{
    uint32_t vertex_count = 0, corner_count = 0;
    vv_result result = measure_mesh(build, &vertex_count, &corner_count);
    if (result != VV_OK || vertex_count == 0 || corner_count == 0)
        return result;
    build->corners = vvi_arena_allocate(&build->arena, corner_count, sizeof *build->corners);
    if (!build->corners || !allocate_mesh(build, vertex_count))
        return vvi_gltf_no_memory(build->reader);
    for (uint32_t i = 0; i < build->mesh->primitive_count && result == VV_OK; i++)
        result = add_primitive(build, &build->mesh->primitives[i]);
    return result == VV_OK && build->corner_count > 0 ? finish_mesh(build) : result;
}

static void name_mesh(gltf_reader *reader, const gltf_node *node, uint32_t index, joint_name *names, vv_form *form)
{
    const vv_json *name = vv_json_member(reader->meshes[node->mesh].json, "name");
    if (!name || name->kind != VV_JSON_STRING || !name->string[0])
        name = vv_json_member(node->json, "name");
    const char *text = name && name->kind == VV_JSON_STRING ? name->string : "";
    char clean[VV_SKELETON_NAME_BYTES];
    vvi_joint_name_clean((text_span){text, strchr(text, '\0')}, "mesh", clean);
    vvi_joint_name_add(clean, names, index);
    memcpy(form->name, names[index].text, sizeof form->name);
}

static vv_result make_mesh(gltf_reader *reader, const gltf_node *node, vv_model_mesh *out)
{
    gltf_build build = {.reader = reader, .mesh = &reader->meshes[node->mesh], .out = out, .joint = node->joint};
    build.arena.allocator = reader->allocator;
    if (node->skin != VV_NONE)
        build.skin = &reader->skins[node->skin];
    else
        build.rigid_bind = vvi_gltf_rigid_bind(reader, node->joint);
    vv_result result = build_mesh(&build);
    vvi_arena_release(&build.arena);
    return result;
}

static bool has_mesh(const gltf_node *node) { return node->in_scene && node->mesh != VV_NONE; }

/* Makes all meshes; those without triangles are dropped. */
static vv_result make_all_meshes(gltf_reader *reader, joint_name *names, vv_model_mesh *built, uint32_t *count)
{
    vv_result result = VV_OK;
    for (uint32_t i = 0; i < reader->node_count && result == VV_OK; i++) {
        if (!has_mesh(&reader->nodes[i]))
            continue;
        vv_model_mesh *mesh = &built[*count];
        mesh->form.allocator = reader->allocator;
        name_mesh(reader, &reader->nodes[i], *count, names, &mesh->form);
        result = make_mesh(reader, &reader->nodes[i], mesh);
        if (result == VV_OK && mesh->form.triangle_count == 0) {
            vvi_gltf_warn(reader, "mesh \"%s\" has no triangles", mesh->form.name);
            vvi_gltf_release_mesh(mesh, reader->allocator);
            continue;
        }
        ++*count;
    }
    return result;
}

vv_result vvi_gltf_make_meshes(gltf_reader *reader)
{
    uint32_t most = 0, count = 0;
    for (uint32_t i = 0; i < reader->node_count; i++)
        most += has_mesh(&reader->nodes[i]);
    if (most == 0)
        return VV_OK;
    if (most > VV_SKELETON_MAX_JOINTS)
        return vvi_gltf_fail(reader, reader->root, VV_ERROR_LIMIT, "join meshes in the program that made it",
                             "%u nodes have a mesh; at most %u are allowed", most, VV_SKELETON_MAX_JOINTS);
    joint_name *names = vvi_arena_allocate(&reader->arena, most, sizeof *names);
    vv_model_mesh *built = vvi_arena_allocate(&reader->arena, most, sizeof *built);
    if (!names || !built)
        return vvi_gltf_no_memory(reader);
    vv_result result = make_all_meshes(reader, names, built, &count);
    vv_model_mesh *meshes = count > 0 ? vvi_allocate(reader->allocator, count, sizeof *meshes) : NULL;
    if (result == VV_OK && count > 0 && !meshes)
        result = vvi_gltf_no_memory(reader);
    if (result == VV_OK && count > 0) {
        memcpy(meshes, built, count * sizeof *meshes);
        reader->model.meshes = meshes;
        reader->model.mesh_count = count;
        return VV_OK;
    }
    vvi_release(reader->allocator, meshes, count, sizeof *meshes);
    for (uint32_t i = 0; i < most; i++)
        vvi_gltf_release_mesh(&built[i], reader->allocator);
    return result;
}
