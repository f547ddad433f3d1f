/* Opens the shipped example projects, once for each artwork. */
#include "tests/examples/artworks.h"

#include <math.h>

const promise promises[ARTWORKS] = {
    {"ball", "ball", 200, 280, 0, 0, 0},
    {"sack", "sack", 200, 340, 0, 0, 0},
    {"man", "man", 200, 1250, 0, 0, 9},
    {"cat", "cat", 200, 1250, 0, 0, 9},
    {"bounce", "ball", 200, 280, 1, 1, 0},
    {"platforms", "ball", 200, 280, 1, 1, 0},
    {"platforms", "bricks", 150, 300, 3, 0, 0},
    {"platforms", "beam", 150, 300, 4, 0, 0},
    {"platforms", "rope", 150, 300, 4, 0, 0},
    {"walk", "man", 300, 400, 0, 1.8f, 5},
    {"cannon", "man", 300, 400, 0, 1.8f, 5},
    {"cannon", "crate", 150, 300, 1, 1, 0},
    {"cannon", "beam", 150, 300, 2.4f, 0, 0},
    {"cannon", "cannon", 150, 400, 2.4f, 0, 1},
    {"bridge", "cat", 300, 450, 1, 0, 9},
    {"bridge", "bridge", 150, 300, 8, 0, 0},
    {"principle-squash-and-stretch", "square", 150, 300, 1, 1, 0},
    {"principle-timing", "small-box", 100, 220, 0.54f, 0.54f, 0},
    {"principle-follow-through", "tall-box", 150, 300, 0.6f, 1.8f, 0},
    {"slinky", "arc", 150, 330, 1.8f, 0, 0},
    {"slinky", "mountain", 150, 330, 1.8f, 0, 0},
    {"principle-exaggeration", "crocodile", 300, 600, 3, 0, 5},
    {"puppet-walk", "man", 300, 450, 0, 1.8f, 5},
    {"puppet-cat", "cat", 300, 600, 0, 0, 9},
    {"puppet-cat", "squirrel", 300, 650, 1, 1, 9},
    {"puppet-cat", "rabbit", 300, 650, 0, 1.5f, 11},
    {"rider", "ball", 150, 280, 1, 1, 0},
    {"rider", "rider", 300, 700, 0, 2.1f, 8},
    {"rider", "sam", 300, 600, 0, 1.8f, 5},
};

opened artworks[ARTWORKS];
vv_vec2 vertices[MOST_VERTICES];

static vv_result open_artwork(opened *o, vv_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), o->promise->project);
    vv_result result = vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &o->folder, error);
    if (result == VV_OK)
        result = vv_folder_host_open(path, &o->host, error);
    if (result == VV_OK)
        result = vv_session_create(vv_project_folder_document(o->folder), &o->host.host, NULL, &o->session, error);
    if (result != VV_OK)
        return result;
    o->project = vv_document_project(vv_project_folder_document(o->folder));
    o->index = vv_project_find_artwork(o->project, o->promise->artwork);
    if (o->index == VV_NONE)
        return VV_ERROR_ARGUMENT;
    result = vv_session_artwork(o->session, o->index, NULL, &o->rigged, error);
    if (result != VV_OK)
        return result;
    o->artwork = o->project->artworks[o->index];
    o->mesh = &o->rigged->body->mesh;
    return o->mesh->vertex_count <= MOST_VERTICES && o->rigged->example_count <= MOST_EXAMPLES ? VV_OK : VV_ERROR_LIMIT;
}

int open_all(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        vv_error error = {0};
        artworks[a].promise = &promises[a];
        if (open_artwork(&artworks[a], &error) != VV_OK) {
            print_error("%s: %s: %s\n", promises[a].project, promises[a].artwork, error.message);
            return 1;
        }
    }
    return 0;
}

int close_all(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        vv_session_destroy(artworks[a].session);
        vv_project_folder_close(artworks[a].folder);
    }
    return 0;
}

void blend(const opened *o, uint32_t a, uint32_t b, float t)
{
    float weights[MOST_EXAMPLES] = {0};
    weights[a] += 1.0f - t;
    weights[b] += t;
    vv_rigged_vertices(o->rigged, weights, NULL, vertices);
}

uint32_t find(const opened *o, const char *example)
{
    uint32_t e = vv_project_find_example(o->artwork, example);
    assert_int_not_equal(e, VV_NONE);
    return e;
}

float triangle_area(const vv_mesh *mesh, const vv_vec2 *at, uint32_t t)
{
    const uint32_t *c = mesh->triangles + 3 * (size_t)t;
    return 0.5f * vv_vec2_cross(vv_vec2_sub(at[c[1]], at[c[0]]), vv_vec2_sub(at[c[2]], at[c[0]]));
}

const opened *artwork_of(const char *project, const char *artwork)
{
    for (int a = 0; a < ARTWORKS; a++)
        if (strcmp(promises[a].project, project) == 0 && strcmp(promises[a].artwork, artwork) == 0)
            return &artworks[a];
    fail_msg("no %s in %s", artwork, project);
    return NULL;
}

box box_of(uint32_t count, const vv_vec2 *points)
{
    box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t v = 0; v < count; v++) {
        b.low = (vv_vec2){vvi_min(b.low.x, points[v].x), vvi_min(b.low.y, points[v].y)};
        b.high = (vv_vec2){vvi_max(b.high.x, points[v].x), vvi_max(b.high.y, points[v].y)};
    }
    return b;
}
