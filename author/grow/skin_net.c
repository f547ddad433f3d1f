/* Surface nets (Gibson 1998): one vertex in every grid cell that the surface crosses, one quad around every grid edge
 * that it crosses. The grid only determines the topology; skin_smooth.c then projects the vertices onto the exact
 * surface. */
#include "skin_net.h"

#include <string.h>

#define MOST_SAMPLES   1500000.0f
#define MOST_WORK      8000000.0f
#define FEW_TRIANGLES  5000.0f /* target range of triangles before edges are split */
#define MOST_TRIANGLES 9000.0f

/* ---- Resolution ------------------------------------------------------------------------------------------------ */

static void bounds_of(const flesh_part *c, float more, vv_vec3 *low, vv_vec3 *high)
{
    float r = vvi_max(c->radius[0], c->radius[1]) + more;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float a = vvi_component(c->from, axis), b = a + vvi_component(c->axis, axis);
        *vvi_component_pointer(low, axis) = vvi_min(a, b) - r;
        *vvi_component_pointer(high, axis) = vvi_max(a, b) + r;
    }
}

static float count_samples(vv_vec3 extent, float cell)
{
    return (extent.x / cell + 6.0f) * (extent.y / cell + 6.0f) * (extent.z / cell + 6.0f);
}

/* The number of distance evaluations, which is large for a file with a thousand bodies that overlap. */
static float estimate_work(const flesh *f, float cell)
{
    float work = 0.0f;
    for (uint32_t i = 0; i < f->part_count; i++) {
        vv_vec3 low, high;
        bounds_of(&f->parts[i], 0.5f * f->parts[i].blend, &low, &high);
        work += count_samples(vv_vec3_sub(high, low), cell);
    }
    return work;
}

/* Chooses the cell size: three cells across the thinnest part, within limits on the number of triangles and of work. */
static float choose_cell(const flesh *f, vv_vec3 extent)
{
    float area = 0.0f, thin = NET_OUTSIDE;
    for (uint32_t i = 0; i < f->part_count; i++) {
        const flesh_part *c = &f->parts[i];
        float mean = 0.5f * (c->radius[0] + c->radius[1]);
        area += 2.0f * VV_PI * mean * (vv_vec3_length(c->axis) + (i == c->link ? 2.0f : 0.5f) * mean);
        thin = vvi_min(thin, vvi_min(c->radius[0], c->radius[1]));
    }
    float ok = sqrtf(3.6f * area / MOST_TRIANGLES), coarse = sqrtf(3.6f * area / FEW_TRIANGLES);
    float longest = vvi_max(extent.x, vvi_max(extent.y, extent.z));
    float cell = vvi_max(vvi_clamp(2.0f * thin / 3.0f, ok, coarse), vvi_max(1e-4f * longest, 1e-6f));
    while (count_samples(extent, cell) > MOST_SAMPLES || estimate_work(f, cell) > MOST_WORK)
        cell *= 1.1f;
    return cell;
}

/* Raises radii to a minimum, because parts thinner than the grid resolves would break up. */
static void enforce_least_radius(flesh *f)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        for (uint32_t end = 0; end < 2; end++)
            f->parts[i].radius[end] = vvi_max(f->parts[i].radius[end], 0.9f * f->cell);
}

static bool allocate_grid(net *n, vvi_arena *arena)
{
    vv_vec3 low = {NET_OUTSIDE, NET_OUTSIDE, NET_OUTSIDE}, high = {-NET_OUTSIDE, -NET_OUTSIDE, -NET_OUTSIDE}, l, h;
    for (uint32_t i = 0; i < n->f->part_count; i++) {
        bounds_of(&n->f->parts[i], 0.5f * n->f->parts[i].blend, &l, &h);
        low = (vv_vec3){vvi_min(low.x, l.x), vvi_min(low.y, l.y), vvi_min(low.z, l.z)};
        high = (vv_vec3){vvi_max(high.x, h.x), vvi_max(high.y, h.y), vvi_max(high.z, h.z)};
    }
    vv_vec3 whole = vv_vec3_sub(high, low);
    n->f->size = vvi_max(whole.x, vvi_max(whole.y, whole.z));
    float cell = n->f->cell = choose_cell(n->f, whole);
    enforce_least_radius(n->f);
    n->low = vv_vec3_sub(low, (vv_vec3){2.5f * cell, 2.5f * cell, 2.5f * cell});
    vv_vec3 extent = vv_vec3_sub(high, n->low);
    size_t samples = 1;
    for (uint32_t axis = 0; axis < 3; axis++) {
        n->size[axis] = (uint32_t)(vvi_component(extent, axis) / cell) + 4u;
        samples *= n->size[axis];
    }
    n->distance = vvi_arena_allocate(arena, samples, sizeof *n->distance);
    n->owner = vvi_arena_allocate(arena, samples, sizeof *n->owner);
    n->vertices = vvi_arena_allocate(arena, samples, sizeof *n->vertices);
    if (!n->distance || !n->owner || !n->vertices)
        return false;
    for (size_t s = 0; s < samples; s++)
        n->distance[s] = NET_OUTSIDE;
    return true;
}

/* ---- Distances on the grid ------------------------------------------------------------------------------------- */

static vv_vec3 grid_position(const net *n, float x, float y, float z)
{
    return vv_vec3_add(n->low, vv_vec3_scale((vv_vec3){x, y, z}, n->f->cell));
}

/* Samples a part within its bounds; the part that it blends with is sampled by itself. */
static void sample_part(net *n, uint32_t part)
{
    vv_vec3 low, high;
    uint32_t from[3], to[3];
    bounds_of(&n->f->parts[part], 0.5f * n->f->parts[part].blend + 2.0f * n->f->cell, &low, &high);
    for (uint32_t axis = 0; axis < 3; axis++) {
        float first = (vvi_component(low, axis) - vvi_component(n->low, axis)) / n->f->cell;
        float last = (vvi_component(high, axis) - vvi_component(n->low, axis)) / n->f->cell + 1.0f;
        from[axis] = first > 0.0f ? (uint32_t)first : 0u;
        to[axis] = (uint32_t)vvi_min(last, (float)n->size[axis] - 1.0f);
    }
    for (uint32_t z = from[2]; z <= to[2]; z++)
        for (uint32_t y = from[1]; y <= to[1]; y++)
            for (uint32_t x = from[0]; x <= to[0]; x++) {
                float d = vvi_flesh_blended_distance(n->f, part, grid_position(n, (float)x, (float)y, (float)z));
                size_t s = net_sample(n, x, y, z);
                if (d < n->distance[s]) {
                    n->distance[s] = d;
                    n->owner[s] = (uint16_t)part;
                }
            }
}

/* ---- Vertices -------------------------------------------------------------------------------------------------- */

static bool is_crossed(const net *n, uint32_t x, uint32_t y, uint32_t z, size_t samples[8])
{
    uint32_t inside = 0;
    for (uint32_t i = 0; i < 8; i++) {
        samples[i] = net_sample(n, x + (i & 1u), y + (i >> 1 & 1u), z + (i >> 2));
        inside += n->distance[samples[i]] < 0.0f;
    }
    return inside != 0 && inside != 8;
}

/* The mean of the points where the surface crosses the cell's edges. */
static vv_vec3 mean_crossing(const net *n, const size_t samples[8], uint32_t x, uint32_t y, uint32_t z)
{
    vv_vec3 sum = {0.0f, 0.0f, 0.0f};
    float count = 0.0f;
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t axis = 0; axis < 3; axis++) {
            uint32_t j = i | 1u << axis;
            float a = n->distance[samples[i]], b = n->distance[samples[j]];
            if (i == j || (a < 0.0f) == (b < 0.0f))
                continue;
            vv_vec3 at = {(float)(i & 1u), (float)(i >> 1 & 1u), (float)(i >> 2)};
            *vvi_component_pointer(&at, axis) = b > 0.5f * NET_OUTSIDE || a > 0.5f * NET_OUTSIDE ? 0.5f : a / (a - b);
            sum = vv_vec3_add(sum, at);
            count += 1.0f;
        }
    sum = vv_vec3_scale(sum, 1.0f / count);
    return grid_position(n, (float)x + sum.x, (float)y + sum.y, (float)z + sum.z);
}

static void add_cell(net *n, uint32_t x, uint32_t y, uint32_t z, skin_mesh *mesh)
{
    size_t samples[8];
    if (is_crossed(n, x, y, z, samples)) {
        skin_vertex vertex = {.at = mean_crossing(n, samples, x, y, z)};
        n->vertices[samples[0]] = 1u + vvi_skin_vertex(mesh, vertex);
    }
}

/* ---- Triangles ------------------------------------------------------------------------------------------------- */

/* Adds a quad of the four surrounding cells for each crossed edge from a sample along +x, +y and +z. */
static void add_quads(const net *n, uint32_t x, uint32_t y, uint32_t z, skin_mesh *mesh)
{
    size_t here = net_sample(n, x, y, z), step[3] = {1u, n->size[0], (size_t)n->size[0] * n->size[1]};
    bool inside = n->distance[here] < 0.0f;
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (inside == (n->distance[here + step[axis]] < 0.0f))
            continue;
        size_t right = step[(axis + 1) % 3], up = step[(axis + 2) % 3];
        uint32_t around[4] = {n->vertices[here - right - up], n->vertices[here - up], n->vertices[here],
                              n->vertices[here - right]};
        if (!around[0] || !around[1] || !around[2] || !around[3])
            continue;
        for (uint32_t i = 0; i < 4; i++)
            around[i]--;
        uint32_t turned[4] = {around[3], around[2], around[1], around[0]};
        const uint32_t *v = inside ? around : turned;
        vvi_skin_quad(mesh, v[0], v[1], v[2], v[3]);
    }
}

bool vvi_flesh_mesh(flesh *f, vvi_arena *arena, skin_mesh *mesh)
{
    net n = {.f = f};
    if (f->part_count == 0)
        return true;
    if (!allocate_grid(&n, arena))
        return false;
    for (uint32_t part = 0; part < f->part_count; part++)
        sample_part(&n, part);
    for (uint32_t z = 0; z + 1 < n.size[2]; z++)
        for (uint32_t y = 0; y + 1 < n.size[1]; y++)
            for (uint32_t x = 0; x + 1 < n.size[0]; x++)
                add_cell(&n, x, y, z, mesh);
    for (uint32_t z = 1; z + 1 < n.size[2]; z++)
        for (uint32_t y = 1; y + 1 < n.size[1]; y++)
            for (uint32_t x = 1; x + 1 < n.size[0]; x++)
                add_quads(&n, x, y, z, mesh);
    if (mesh->failed || !vvi_net_smooth(&n, arena, mesh))
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        net_parts near = vvi_net_find_parts(&n, mesh->vertices[v].at);
        vvi_flesh_paint(f, near.count, near.parts, &mesh->vertices[v]);
    }
    return true;
}
