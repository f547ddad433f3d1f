/* The order in which the vertices of a drawing become particles. Neighbourhoods are summed by prefix sums over runs
 * of consecutive particles, so a good order is one in which they have few runs. Rows of a drawing laid one after
 * another give about one run for each row that a neighbourhood touches; which rows are best depends on the mesh, so
 * several are offered and the caller keeps the best. Layers stay ranges, and inside them connected pieces. */
#include "prepare.h"

typedef struct key {
    uint32_t layer, piece, row;
    float along;
    uint32_t vertex;
} key;

static bool is_before(const key *a, const key *b)
{
    if (a->layer != b->layer)
        return a->layer < b->layer;
    if (a->piece != b->piece)
        return a->piece < b->piece;
    if (a->row != b->row)
        return a->row < b->row;
    return a->along != b->along ? a->along < b->along : a->vertex < b->vertex;
}

/* Merge sort from the bottom up; `spare` is as long as `keys`. */
static void sort(key *keys, key *spare, uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = middle + width < count ? middle + width : count;
            for (uint32_t at = start, i = start, j = middle; at < end; at++)
                spare[at] = j == end || (i < middle && !is_before(&keys[j], &keys[i])) ? keys[i++] : keys[j++];
        }
        for (uint32_t i = 0; i < count; i++)
            keys[i] = spare[i];
    }
}

/* The direction in which the drawing is longest, from the second moments of its vertices. */
static vv_vec2 long_axis(const vv_mesh *mesh)
{
    double n = (double)mesh->vertex_count, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        x += (double)mesh->positions[v].x / n;
        y += (double)mesh->positions[v].y / n;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double dx = (double)mesh->positions[v].x - x, dy = (double)mesh->positions[v].y - y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    float angle = 0.5f * vv_atan2((float)(2.0 * xy), (float)(xx - yy)), sine, cosine;
    vv_sin_cos(angle, &sine, &cosine);
    return (vv_vec2){cosine, sine};
}

/* Rows of one height across a direction, each read along it. */
static void key_rows(const vv_mesh *mesh, vv_vec2 along, float height, key *keys)
{
    float low = INFINITY;
    VVI_CHECK(vvi_is_unit2(along) && height > 0.0f);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        low = vvi_min(low, vv_vec2_cross(along, mesh->positions[v]));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float row = (vv_vec2_cross(along, mesh->positions[v]) - low) / height;
        keys[v].row = row < 1e6f ? (uint32_t)row : 1000000u;
        keys[v].along = vv_vec2_dot(along, mesh->positions[v]);
    }
}

/* Cuthill and McKee: rows are distances from one end of each piece, ordered by position in the queue. Started twice,
 * the second time from the vertex reached last, which lies at an end. */
static void breadth_first(const vvi_adjacency *adjacency, uint32_t start, uint32_t mark, uint32_t *seen,
                          uint32_t *queue, uint32_t *count)
{
    *count = 0;
    queue[(*count)++] = start;
    VVI_CHECK(start < adjacency->vertex_count && seen[start] != mark);
    seen[start] = mark;
    for (uint32_t at = 0; at < *count; at++) {
        uint32_t v = queue[at];
        for (uint32_t i = adjacency->starts[v]; i < adjacency->starts[v + 1]; i++) {
            uint32_t next = adjacency->neighbours[i];
            if (seen[next] != mark) {
                seen[next] = mark;
                queue[(*count)++] = next;
            }
        }
    }
}

static void key_breadth_first(const vvi_adjacency *adjacency, uint32_t *seen, uint32_t *queue, key *keys)
{
    uint32_t n = adjacency->vertex_count, count = 0, mark = 0;
    for (uint32_t v = 0; v < n; v++)
        seen[v] = 0;
    for (uint32_t v = 0; v < n; v++) {
        if (seen[v] != 0)
            continue;
        breadth_first(adjacency, v, ++mark, seen, queue, &count);
        breadth_first(adjacency, queue[count - 1], ++mark, seen, queue, &count);
        for (uint32_t i = 0; i < count; i++) {
            keys[queue[i]].row = i;
            keys[queue[i]].along = 0.0f;
        }
    }
}

bool vvi_sprite_order(const vv_mesh *mesh, const vvi_adjacency *adjacency, float spacing, uint32_t candidate,
                      vvi_arena *arena, sprite_order *out)
{
    /* Rows of equilateral triangles are √3/2 of an edge high; cut meshes do best at about 1.5 (6.5 runs of 3 rings). */
    static const float heights[] = {0.87f, 1.2f, 1.5f, 1.8f};
    uint32_t n = mesh->vertex_count;
    key *keys = vvi_arena_allocate(arena, n, sizeof *keys), *spare = vvi_arena_allocate(arena, n, sizeof *spare);
    uint32_t *seen = vvi_arena_allocate(arena, n, sizeof *seen), *queue = vvi_arena_allocate(arena, n, sizeof *queue);
    if (!keys || !spare || !seen || !queue)
        return false;
    if (candidate == 0) {
        key_breadth_first(adjacency, seen, queue, keys);
    } else {
        vv_vec2 axis = long_axis(mesh), across = {-axis.y, axis.x};
        key_rows(mesh, candidate & 1u ? axis : across, heights[(candidate - 1u) / 2u] * spacing, keys);
    }
    for (uint32_t l = 0; l < mesh->layer_count; l++)
        for (uint32_t i = 0; i < mesh->layers[l].vertex_count; i++) {
            uint32_t v = mesh->layers[l].vertex_start + i;
            keys[v].layer = l;
            keys[v].piece = adjacency->components[v];
            keys[v].vertex = v;
        }
    sort(keys, spare, n);
    VVI_CHECK(adjacency->vertex_count == n && spacing > 0.0f);
    for (uint32_t i = 0; i < n; i++) {
        out->vertices[i] = keys[i].vertex;
        out->particles[keys[i].vertex] = i;
    }
    return true;
}
