/* Triangles of layers: images are loaded and cut, with their handles as vertices, or meshes are loaded as they are. */
#include "attach.h"
#include "author/cut/cut.h"
#include "author/import/import.h"
#include "body.h"

#include "runtime/base/base.h"

#include <string.h>

/* Adds layer and file to the place of an error. */
static vv_result place_in_layer(const vvi_maker *m, uint32_t l, vv_result result)
{
    if (result == VV_OK || !m->error)
        return result;
    const vv_project_layer *layer = &m->artwork->layers[l];
    char file[sizeof m->error->file];
    vvi_format(file, sizeof file, "%s", layer->image ? layer->image : layer->mesh);
    if (!m->error->file[0])
        vvi_error_place(m->error, file, 0, NULL);
    bool of_mesh = layer->mesh && strcmp(m->error->file, layer->mesh) == 0;
    return vvi_prefix_error_path(result, m->error, "layers[%u].%s", l, of_mesh ? "mesh" : "image");
}

static vv_result load_images(vvi_maker *m)
{
    for (uint32_t l = 0; l < m->artwork->layer_count; l++) {
        const vv_project_layer *layer = &m->artwork->layers[l];
        vv_result result = VV_OK;
        if (layer->image)
            result =
                m->host->load_image(m->host->user, layer->image, m->body->allocator, &m->body->images[l], m->error);
        if (result != VV_OK)
            return place_in_layer(m, l, result);
    }
    return VV_OK;
}

static vv_vec2 to_pixels(const vvi_maker *m, uint32_t l, vv_vec2 p)
{
    const vv_project_layer *layer = &m->artwork->layers[l];
    return (vv_vec2){(p.x - layer->at.x) * m->artwork->scale, (layer->at.y - p.y) * m->artwork->scale};
}

static vv_vec2 to_metres(const vvi_maker *m, uint32_t l, vv_vec2 p)
{
    const vv_project_layer *layer = &m->artwork->layers[l];
    return (vv_vec2){layer->at.x + p.x / m->artwork->scale, layer->at.y - p.y / m->artwork->scale};
}

static vv_result allocate_piece(vvi_maker *m, uint32_t l, uint32_t vertices, uint32_t triangles)
{
    vvi_piece *p = &m->pieces[l];
    *p = (vvi_piece){vertices, triangles, vvi_arena_allocate(&m->arena, vertices, sizeof *p->positions),
                     vvi_arena_allocate(&m->arena, vertices, sizeof *p->uvs),
                     vvi_arena_allocate(&m->arena, 3 * (size_t)triangles, sizeof *p->triangles)};
    return p->positions && p->uvs && p->triangles ? VV_OK : vvi_fail_memory(m->error, 0);
}

static vv_vec2 find_uv(const vvi_maker *m, uint32_t l, vv_vec2 pixels)
{
    const vv_image *image = &m->body->images[l];
    return image->width ? (vv_vec2){pixels.x / (float)image->width, pixels.y / (float)image->height} : (vv_vec2){0, 0};
}

/* Gathers the handles of a layer, in its pixels, for the cutter. */
static bool gather_cut_handles(vvi_maker *m, uint32_t l, vv_cut_def *def)
{
    vv_vec2 *points = vvi_arena_allocate(&m->arena, m->artwork->handle_count, sizeof *points);
    vv_cut_bone *bones = vvi_arena_allocate(&m->arena, m->artwork->handle_count, sizeof *bones);
    if (!points || !bones)
        return false;
    for (uint32_t h = 0; h < m->artwork->handle_count; h++) {
        const vv_handle *shape = &m->artwork->handles[h].shape;
        if (!m->attached[h * m->artwork->layer_count + l])
            continue;
        if (shape->kind == VV_HANDLE_BONE)
            bones[def->bone_count++] = (vv_cut_bone){to_pixels(m, l, shape->from), to_pixels(m, l, shape->to)};
        else
            points[def->point_count++] = to_pixels(m, l, shape->from);
    }
    def->points = points;
    def->bones = bones;
    return true;
}

/* In a layer so faint that none of it would count, such as a soft shadow, any ink counts: otherwise cutting would
 * fail, and the other layers could not be shown either. */
static float choose_threshold(const vv_image *image, float usual)
{
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        if ((float)image->pixels[4 * i + 3] > usual * 255.0f)
            return usual;
    }
    return 0.0f;
}

static vv_result cut_layer(vvi_maker *m, uint32_t l)
{
    vv_cut_def def = vv_default_cut_def();
    def.vertices = m->artwork->layers[l].vertices;
    def.threshold = choose_threshold(&m->body->images[l], def.threshold);
    if (!gather_cut_handles(m, l, &def))
        return vvi_fail_memory(m->error, 0);
    vv_cut cut;
    vv_result result = vv_cut_image(&m->body->images[l], &def, m->body->allocator, NULL, &cut, m->error);
    if (result != VV_OK)
        return result;
    result = allocate_piece(m, l, cut.vertex_count, cut.triangle_count);
    for (uint32_t i = 0; result == VV_OK && i < cut.vertex_count; i++) {
        m->pieces[l].positions[i] = to_metres(m, l, cut.positions[i]);
        m->pieces[l].uvs[i] = find_uv(m, l, cut.positions[i]);
    }
    if (result == VV_OK)
        memcpy(m->pieces[l].triangles, cut.triangles, 3 * (size_t)cut.triangle_count * sizeof *cut.triangles);
    m->body->cut_angles[l] = cut.smallest_angle;
    m->body->left_out[l] = cut.left_out;
    vv_cut_destroy(&cut, &def, m->body->allocator);
    return result;
}

/* Copies a triangle of an OBJ file counter-clockwise, whatever winding the file has. */
static void copy_triangle(vvi_piece *p, uint32_t t, const uint32_t *corners)
{
    vv_vec2 a = p->positions[corners[0]], b = p->positions[corners[1]], c = p->positions[corners[2]];
    bool clockwise = vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(c, a)) < 0.0f;
    p->triangles[3 * (size_t)t] = corners[0];
    p->triangles[3 * (size_t)t + 1] = corners[clockwise ? 2 : 1];
    p->triangles[3 * (size_t)t + 2] = corners[clockwise ? 1 : 2];
}

static vv_result copy_obj(vvi_maker *m, uint32_t l, const vv_obj *obj)
{
    if (obj->triangle_count == 0) {
        vvi_fail(m->error, VV_ERROR_FORMAT, "this mesh has no triangles");
        vvi_error_remedy(m->error, "export it with its faces");
        return VV_ERROR_FORMAT;
    }
    vv_result result = allocate_piece(m, l, obj->vertex_count, obj->triangle_count);
    if (result != VV_OK)
        return result;
    vvi_piece *p = &m->pieces[l];
    for (uint32_t i = 0; i < obj->vertex_count; i++) {
        p->positions[i] = (vv_vec2){(float)obj->positions[3 * (size_t)i], (float)obj->positions[3 * (size_t)i + 1]};
        p->uvs[i] = find_uv(m, l, to_pixels(m, l, p->positions[i]));
    }
    for (uint32_t t = 0; t < obj->triangle_count; t++)
        copy_triangle(p, t, obj->triangles + 3 * (size_t)t);
    return VV_OK;
}

static vv_result load_mesh(vvi_maker *m, uint32_t l)
{
    const char *path = m->artwork->layers[l].mesh;
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = m->host->load_bytes(m->host->user, path, m->body->allocator, &bytes, &count, m->error);
    if (result != VV_OK)
        return result;
    vv_obj obj = {0};
    result = vv_import_obj((const char *)bytes, count, path, m->body->allocator, &obj, m->error);
    vvi_release(m->body->allocator, bytes, count + 1, 1);
    if (result == VV_OK)
        result = copy_obj(m, l, &obj);
    vv_obj_destroy(&obj, m->body->allocator);
    return result;
}

/* Copies the triangles of an unchanged layer; *copied is false where there is none. */
static vv_result copy_layer(vvi_maker *m, uint32_t l, bool *copied)
{
    const vv_body *before = m->before;
    uint32_t from = 0;
    while (before && from < before->layer_count && before->cut_keys[from] != m->body->cut_keys[l])
        from++;
    *copied = before && from < before->layer_count;
    if (!*copied)
        return VV_OK;
    const vv_layer *layer = &before->mesh.layers[from];
    vv_result result = allocate_piece(m, l, layer->vertex_count, layer->triangle_count);
    if (result != VV_OK)
        return result;
    vvi_piece *p = &m->pieces[l];
    memcpy(p->positions, before->mesh.positions + layer->vertex_start, layer->vertex_count * sizeof *p->positions);
    memcpy(p->uvs, before->mesh.uvs + layer->vertex_start, layer->vertex_count * sizeof *p->uvs);
    for (uint32_t i = 0; i < 3 * layer->triangle_count; i++)
        p->triangles[i] = before->mesh.triangles[3 * (size_t)layer->triangle_start + i] - layer->vertex_start;
    m->body->cut_angles[l] = before->cut_angles[from];
    m->body->left_out[l] = before->left_out[from];
    return VV_OK;
}

static vv_result make_piece(vvi_maker *m, uint32_t l)
{
    bool copied = false;
    m->body->cut_keys[l] = vvi_cut_key(m, l);
    m->body->cut_angles[l] = 60.0f;
    vv_result result = copy_layer(m, l, &copied);
    if (result == VV_OK && !copied)
        result = m->artwork->layers[l].mesh ? load_mesh(m, l) : cut_layer(m, l);
    if (result == VV_OK && m->body->cut_angles[l] < m->body->smallest_angle)
        m->body->smallest_angle = m->body->cut_angles[l];
    return result;
}

static vv_result make_all_pieces(vvi_maker *m)
{
    uint32_t layers = m->artwork->layer_count;
    m->attached = vvi_arena_allocate(&m->arena, (size_t)m->artwork->handle_count * layers, sizeof *m->attached);
    m->pieces = vvi_arena_allocate(&m->arena, layers, sizeof *m->pieces);
    if (!m->attached || !m->pieces)
        return vvi_fail_memory(m->error, 0);
    vvi_attach_handles(m->artwork, m->body->images, m->attached);
    for (uint32_t l = 0; l < layers; l++) {
        vv_result result = vvi_maker_report(m, 0.5f * (float)l / (float)layers);
        if (result == VV_OK)
            result = make_piece(m, l);
        if (result != VV_OK)
            return place_in_layer(m, l, result);
    }
    return VV_OK;
}

vv_result vvi_make_pieces(vvi_maker *m)
{
    vv_result result = load_images(m);
    return result == VV_OK ? make_all_pieces(m) : result;
}
