/* Collects triangles and converts them to a manikin. */
#include "skin.h"

#include <string.h>

uint32_t vvi_skin_vertex(skin_mesh *mesh, skin_vertex vertex)
{
    void *items = mesh->vertices;
    if (mesh->failed ||
        !vvi_grow(mesh->allocator, &items, &mesh->vertex_capacity, mesh->vertex_count + 1u, sizeof vertex)) {
        mesh->failed = true;
        return 0;
    }
    mesh->vertices = items;
    mesh->vertices[mesh->vertex_count] = vertex;
    return mesh->vertex_count++;
}

uint32_t vvi_skin_point(skin_mesh *mesh, vv_vec3 at, vv_vec3 normal, uint32_t color, uint32_t body)
{
    skin_vertex vertex = {.at = at, .normal = normal, .color = color, .joints = {(uint16_t)body}, .weights = {1.0f}};
    return vvi_skin_vertex(mesh, vertex);
}

void vvi_skin_triangle(skin_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    void *items = mesh->corners;
    if (mesh->failed || !vvi_grow(mesh->allocator, &items, &mesh->corner_capacity, mesh->corner_count + 3u, sizeof a)) {
        mesh->failed = true;
        return;
    }
    mesh->corners = items;
    mesh->corners[mesh->corner_count++] = a;
    mesh->corners[mesh->corner_count++] = b;
    mesh->corners[mesh->corner_count++] = c;
}

void vvi_skin_quad(skin_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    vvi_skin_triangle(mesh, a, b, c);
    vvi_skin_triangle(mesh, a, c, d);
}

void vvi_skin_release(skin_mesh *mesh)
{
    vvi_release(mesh->allocator, mesh->vertices, mesh->vertex_capacity, sizeof *mesh->vertices);
    vvi_release(mesh->allocator, mesh->corners, mesh->corner_capacity, sizeof *mesh->corners);
    *mesh = (skin_mesh){0};
}

uint32_t vvi_skin_mix(uint32_t from, uint32_t to, float share)
{
    uint32_t out = 0xff000000u;
    for (uint32_t c = 0; c < 24; c += 8) {
        float a = (float)(from >> c & 255u), b = (float)(to >> c & 255u);
        out |= (uint32_t)(a + (b - a) * share + 0.5f) << c;
    }
    return out;
}

/* ---- The manikin ----------------------------------------------------------------------------------------------- */

static void copy_vertex(const skin_vertex *vertex, uint32_t v, vv_manikin *figure)
{
    figure->form.positions[v] = vertex->at;
    figure->normals[v] = vertex->normal;
    figure->colors[v] = vertex->color;
    for (uint32_t i = 0; i < VV_SKIN3_INFLUENCES; i++) {
        figure->joints[(size_t)v * VV_SKIN3_INFLUENCES + i] = vertex->joints[i];
        figure->weights[(size_t)v * VV_SKIN3_INFLUENCES + i] = vertex->weights[i];
    }
}

vv_result vvi_skin_bind(const vv_creature_plan *plan, vv_manikin *figure, vv_error *error)
{
    figure->joint_count = plan->body_count;
    for (uint32_t b = 0; b < plan->body_count; b++) {
        vv_quat back = vv_quat_conjugate(plan->bodies[b].body.rotation);
        vv_vec3 place = plan->bodies[b].body.position;
        figure->binds[b] =
            (vv_affine3){vv_quat_to_mat3(back), vv_quat_rotate(back, (vv_vec3){-place.x, -place.y, -place.z})};
    }
    vv_skin3_def def = {figure->form.vertex_count, plan->body_count, figure->joints, figure->weights, figure->binds};
    return vv_skin3_create(&def, figure->allocator, &figure->skin, error);
}

vv_result vvi_skin_create_manikin(const skin_mesh *mesh, const vv_creature_plan *plan, vv_manikin *out, vv_error *error)
{
    const vv_allocator *allocator = mesh->allocator;
    uint32_t n = mesh->vertex_count;
    vv_manikin figure = {.allocator = allocator};
    figure.form = (vv_form){.allocator = allocator, .vertex_count = n, .triangle_count = mesh->corner_count / 3};
    vvi_format(figure.form.name, sizeof figure.form.name, "%s", plan->name);
    figure.form.positions = vvi_allocate(allocator, n, sizeof(vv_vec3));
    figure.form.triangles = vvi_allocate(allocator, mesh->corner_count, sizeof(uint32_t));
    figure.normals = vvi_allocate(allocator, n, sizeof(vv_vec3));
    figure.colors = vvi_allocate(allocator, n, sizeof(uint32_t));
    figure.joints = vvi_allocate(allocator, (size_t)n * VV_SKIN3_INFLUENCES, sizeof(uint16_t));
    figure.weights = vvi_allocate(allocator, (size_t)n * VV_SKIN3_INFLUENCES, sizeof(float));
    figure.binds = vvi_allocate(allocator, plan->body_count, sizeof(vv_affine3));
    figure.joint_count = plan->body_count;
    vv_result result = VV_ERROR_MEMORY;
    if (figure.form.positions && figure.form.triangles && figure.normals && figure.colors && figure.joints &&
        figure.weights && figure.binds) {
        for (uint32_t v = 0; v < n; v++)
            copy_vertex(&mesh->vertices[v], v, &figure);
        memcpy(figure.form.triangles, mesh->corners, mesh->corner_count * sizeof(uint32_t));
        result = vvi_skin_bind(plan, &figure, error);
    } else {
        vvi_fail_memory(error, (size_t)n * sizeof(skin_vertex));
    }
    if (result == VV_OK)
        *out = figure;
    else
        vv_manikin_destroy(&figure);
    return result;
}
