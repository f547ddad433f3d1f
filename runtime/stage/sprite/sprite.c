/* A sprite as one block of bytes: where its sections lie, and what may be asked of it. */
#include "layout.h"
#include "project.h"

vv_sprite vvi_sprite_layout(const sprite_counts *c)
{
    vv_sprite s = {.magic = SPRITE_MAGIC, .version = SPRITE_VERSION, .counts = *c};
    uint64_t cursor = sizeof s, n = padded(c->particles), stride = sprite_stride(c->handles);
    s.vertices = vvi_section(&cursor, n, sizeof(uint32_t));
    s.particles = vvi_section(&cursor, n, sizeof(uint32_t));
    s.masses = vvi_section(&cursor, n, sizeof(float));
    s.triangles = vvi_section(&cursor, 3 * (uint64_t)c->triangles, sizeof(uint32_t));
    s.boundary = vvi_section(&cursor, 2 * (uint64_t)c->boundary, sizeof(uint32_t));
    s.boundary_triangles = vvi_section(&cursor, c->boundary, sizeof(uint32_t));
    s.handles = vvi_section(&cursor, c->handles, sizeof(vv_handle));
    s.turns = vvi_section(&cursor, (uint64_t)c->examples * c->handles, sizeof(vv_handle_pose));
    s.pins = vvi_section(&cursor, c->pins, sizeof(vvi_sprite_pin));
    s.run_starts = vvi_section(&cursor, (uint64_t)sprite_blocks(c->particles) + 1u, sizeof(uint32_t));
    s.runs = vvi_section(&cursor, c->runs, 2 * VVI_SPRITE_BLOCK * sizeof(uint16_t));
    s.shares = vvi_section(&cursor, n, sizeof(float));
    s.ring_scales = vvi_section(&cursor, n, sizeof(float));
    s.count_scales = vvi_section(&cursor, n, sizeof(float));
    s.basis = vvi_section(&cursor, stride * n, sizeof(float));
    s.gram = vvi_section(&cursor, 3 * (uint64_t)c->handles * stride, sizeof(double));
    s.corners = vvi_section(&cursor, 2 * stride * c->examples, sizeof(double));
    s.energies = vvi_section(&cursor, c->examples, sizeof(double));
    s.skin = vvi_section(&cursor, c->skin_bytes, 1);
    s.complex = vvi_section(&cursor, c->complex_bytes, 1);
    s.byte_count = vvi_section(&cursor, 0, 0);
    return s;
}

vvi_sprite_view vvi_sprite_open(const vv_sprite *sprite)
{
    const char *base = (const char *)sprite;
    const sprite_counts *c = &sprite->counts;
    return (vvi_sprite_view){
        .sprite = sprite,
        .particle_count = c->particles,
        .triangle_count = c->triangles,
        .boundary_count = c->boundary,
        .handle_count = c->handles,
        .example_count = c->examples,
        .pin_count = c->pins,
        .mass = sprite->mass,
        .size = sprite->size,
        .radius = sprite->radius,
        .spacing = sprite->spacing,
        .centre = sprite->centre,
        .vertices = (const uint32_t *)(base + sprite->vertices),
        .particles = (const uint32_t *)(base + sprite->particles),
        .masses = (const float *)(base + sprite->masses),
        .triangles = (const uint32_t *)(base + sprite->triangles),
        .boundary = (const uint32_t *)(base + sprite->boundary),
        .boundary_triangles = (const uint32_t *)(base + sprite->boundary_triangles),
        .handles = (const vv_handle *)(base + sprite->handles),
        .turns = (const vv_handle_pose *)(base + sprite->turns),
        .pins = (const vvi_sprite_pin *)(base + sprite->pins),
        .skin = (const vv_skin *)(base + sprite->skin),
        .complex = (const vv_complex *)(base + sprite->complex),
        .run_starts = (const uint32_t *)(base + sprite->run_starts),
        .runs = (const uint16_t(*)[VVI_SPRITE_BLOCK][2])(base + sprite->runs),
        .shares = (const float *)(base + sprite->shares),
        .ring_scales = (const float *)(base + sprite->ring_scales),
        .count_scales = (const float *)(base + sprite->count_scales),
        .column_count = 3 * c->handles,
        .stride = sprite_stride(c->handles),
        .basis = (const float *)(base + sprite->basis),
        .gram = (const double *)(base + sprite->gram),
        .corners = (const double *)(base + sprite->corners),
        .energies = (const double *)(base + sprite->energies),
    };
}

void vv_sprite_destroy(vv_sprite *sprite, const vv_allocator *allocator)
{
    if (sprite)
        vvi_release(allocator, sprite, 1, (size_t)sprite->byte_count);
}

uint32_t vv_sprite_vertex_count(const vv_sprite *sprite)
{
    VV_ASSERT(sprite != NULL);
    return sprite->counts.particles;
}

uint32_t vv_sprite_example_count(const vv_sprite *sprite)
{
    VV_ASSERT(sprite != NULL);
    return sprite->counts.examples;
}

const vv_complex *vv_sprite_complex(const vv_sprite *sprite)
{
    VV_ASSERT(sprite != NULL);
    return (const vv_complex *)((const char *)sprite + sprite->complex);
}

float vv_sprite_mass(const vv_sprite *sprite)
{
    VV_ASSERT(sprite != NULL);
    return sprite->mass;
}

float vv_sprite_size(const vv_sprite *sprite)
{
    VV_ASSERT(sprite != NULL);
    return sprite->size;
}

size_t vvi_sprite_bytes(const vv_sprite *sprite) { return (size_t)sprite->byte_count; }

size_t vvi_sprite_scratch_bytes(const vvi_sprite_view *sprite)
{
    size_t handles = sprite->handle_count, rings = vvi_match_rings_bytes(sprite->particle_count);
    size_t rest = handles * (sizeof(vv_affine) + 4 * sizeof(vv_handle_pose));
    size_t project = vvi_projection_bytes(sprite);
    size_t most = rest > rings ? rest : rings;
    return most > project ? most : project;
}

uint32_t vv_sprite_neighbourhood(const vv_sprite *sprite, uint32_t vertex, uint32_t *vertices, uint32_t capacity)
{
    VV_ASSERT(sprite != NULL);
    VV_ASSERT(vertices != NULL || capacity == 0);
    vvi_sprite_view view = vvi_sprite_open(sprite);
    if (vertex >= view.particle_count)
        return 0;
    uint32_t particle = view.particles[vertex], block = particle / VVI_SPRITE_BLOCK, count = 0;
    for (uint32_t r = view.run_starts[block]; r < view.run_starts[block + 1]; r++) {
        const uint16_t *run = view.runs[r][particle % VVI_SPRITE_BLOCK];
        uint32_t first = run[0] - run[0] / (VVI_SPRITE_SPAN + 1u); /* a span has one slot more than particles */
        for (uint32_t k = 0; k < (uint32_t)(run[1] - run[0]); k++, count++) {
            if (count < capacity)
                vertices[count] = view.vertices[first + k];
        }
    }
    return count;
}
