/* Making a sprite: the mesh's vertices become particles with masses, in an order in which neighbourhoods are few
 * runs; all that the kernels need is written into one block of bytes. */
#include "prepare.h"

#include <string.h>

vv_sprite_def vv_default_sprite_def(void) { return (vv_sprite_def){.ring = 3, .density = 1.0f}; }

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static vv_result check_own(const vv_sprite_def *def, vv_error *error)
{
    if (def->mesh.vertex_count > VV_SPRITE_MAX_PARTICLES) {
        vvi_fail(error, VV_ERROR_LIMIT, "a sprite has at most %u vertices, not %u", VV_SPRITE_MAX_PARTICLES,
                 def->mesh.vertex_count);
        vvi_error_remedy(error, "cut the drawing more coarsely");
        return VV_ERROR_LIMIT;
    }
    if (def->example_count == 0)
        return vvi_fail(error, VV_ERROR_LIMIT, "a sprite has 1 to %u examples, not 0", VV_BLEND_MAX_EXAMPLES);
    if (def->ring == 0 || def->ring > VV_SPRITE_MAX_RING)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "neighbourhoods reach 1 to %u edges, not %u", VV_SPRITE_MAX_RING,
                        def->ring);
    return VV_OK;
}

/* ---- Measures ---------------------------------------------------------------------------------------------------- */

static void find_centre(making *m)
{
    double mass = 0.0, x = 0.0, y = 0.0;
    for (uint32_t i = 0; i < m->def->mesh.vertex_count; i++) {
        vv_vec2 p = m->def->mesh.positions[m->order.vertices[i]];
        mass += m->masses[i];
        x += m->masses[i] * (double)p.x;
        y += m->masses[i] * (double)p.y;
    }
    VV_ASSERT(mass > 0.0);
    m->centre[0] = (double)(float)(x / mass);
    m->centre[1] = (double)(float)(y / mass);
}

static vv_vec2 about_centre(const making *m, vv_vec2 p)
{
    return (vv_vec2){(float)((double)p.x - m->centre[0]), (float)((double)p.y - m->centre[1])};
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* The order with the fewest runs; among equals the first. */
static vv_result choose_order(making *m, uint64_t *run_count, vv_error *error)
{
    uint32_t best = 0, n = m->def->mesh.vertex_count;
    *run_count = UINT64_MAX;
    m->order.vertices = vvi_arena_allocate(&m->arena, n, sizeof(uint32_t));
    m->order.particles = vvi_arena_allocate(&m->arena, n, sizeof(uint32_t));
    bool good = m->order.vertices && m->order.particles;
    for (uint32_t c = 0; good && c <= SPRITE_ORDERS; c++) { /* the last time round: the best again */
        vvi_arena scratch = {.allocator = m->allocator};
        uint64_t count = 0;
        good = vvi_sprite_order(&m->def->mesh, &m->adjacency, m->spacing, c < SPRITE_ORDERS ? c : best, &scratch,
                                &m->order) &&
               (c == SPRITE_ORDERS || vvi_sprite_count_runs(&m->adjacency, &m->order, m->def->ring, &scratch, &count));
        vvi_arena_release(&scratch);
        if (good && c < SPRITE_ORDERS && count < *run_count) {
            *run_count = count;
            best = c;
        }
    }
    VVI_CHECK(!good || (vvi_all_below(m->order.vertices, n, n) && *run_count >= n));
    return good ? VV_OK : vvi_fail_memory(error, (size_t)n * 16);
}

static vv_result find_neighbourhoods(making *m, vv_error *error)
{
    uint32_t n = m->def->mesh.vertex_count;
    uint64_t count = 0;
    vv_result result = choose_order(m, &count, error);
    if (result != VV_OK)
        return result;
    if (count > SPRITE_MAX_RUNS) {
        vvi_fail(error, VV_ERROR_LIMIT, "neighbourhoods of %u edges fall into too many pieces", m->def->ring);
        vvi_error_remedy(error, "use a smaller ring");
        return VV_ERROR_LIMIT;
    }
    m->runs.starts = vvi_arena_allocate(&m->arena, (size_t)n + 1, sizeof *m->runs.starts);
    m->runs.sizes = vvi_arena_allocate(&m->arena, n, sizeof *m->runs.sizes);
    m->runs.runs = vvi_arena_allocate(&m->arena, (size_t)count, sizeof *m->runs.runs);
    if (!m->runs.starts || !m->runs.sizes || !m->runs.runs ||
        !vvi_sprite_list_runs(&m->adjacency, &m->order, m->def->ring, &m->arena, &m->runs))
        return vvi_fail_memory(error, (size_t)count * sizeof *m->runs.runs);
    VV_ASSERT(vvi_are_starts(m->runs.starts, n, (uint32_t)count));
    return VV_OK;
}

/* Positions, weights and handles of particles, about the centre of mass. */
static vv_result place_particles(making *m, vv_error *error)
{
    const vv_sprite_def *def = m->def;
    uint32_t n = def->mesh.vertex_count, handles = def->handle_count;
    double *masses = vvi_arena_allocate(&m->arena, n, sizeof *masses);
    m->masses = vvi_arena_allocate(&m->arena, n, sizeof *m->masses);
    m->positions = vvi_arena_allocate(&m->arena, n, sizeof *m->positions);
    m->weights = vvi_arena_allocate(&m->arena, (size_t)n * handles, sizeof *m->weights);
    m->handles = vvi_arena_allocate(&m->arena, handles, sizeof *m->handles);
    m->pins = vvi_arena_allocate(&m->arena, def->pin_count + 1u, sizeof *m->pins);
    if (!masses || !m->masses || !m->positions || !m->weights || !m->handles || !m->pins)
        return vvi_fail_memory(error, (size_t)n * handles * sizeof(float));
    vvi_drawing_masses(&m->drawing, masses);
    for (uint32_t i = 0; i < n; i++)
        m->masses[i] = masses[m->order.vertices[i]];
    find_centre(m);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = m->order.vertices[i];
        m->positions[i] = about_centre(m, def->mesh.positions[v]);
        if (!vvi_weights_normalize(handles, def->weights + (size_t)v * handles, m->weights + (size_t)i * handles))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "the weights of vertex %u do not sum to 1, or one is beyond ±1000", v);
        VVI_CHECK(m->masses[i] > 0.0);
    }
    for (uint32_t j = 0; j < handles; j++)
        m->handles[j] = (vv_handle){def->handles[j].kind, about_centre(m, def->handles[j].from),
                                    about_centre(m, def->handles[j].to), def->handles[j].parent1};
    return VV_OK;
}

static vv_result find_pins(making *m, vv_error *error)
{
    vv_result result = VV_OK;
    for (uint32_t p = 0; p < m->def->pin_count && result == VV_OK; p++) {
        vvi_pin_place place;
        result = vvi_prefix_error_path(vvi_drawing_find_pin(&m->drawing, p, &place, error), error, "pins[%u]", p);
        for (uint32_t k = 0; k < 6 && result == VV_OK; k++) {
            m->pins[p].corners[k / 3][k % 3] = m->order.particles[place.corners[k / 3][k % 3]];
            m->pins[p].weights[k / 3][k % 3] = place.weights[k / 3][k % 3];
        }
    }
    return result;
}

static vv_result prepare_parts(making *m, vv_error *error)
{
    vv_skin_def skin = {m->def->mesh.vertex_count, m->def->handle_count, m->positions, m->weights};
    vv_complex_def points = {.example_count = m->def->example_count};
    vv_result result = vv_skin_create(&skin, m->allocator, &m->skin, error);
    if (result == VV_OK && !m->def->complex)
        result = vv_complex_create(&points, m->allocator, &m->complex, error);
    return result == VV_OK ? find_pins(m, error) : result;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void write_mesh(const making *m, vv_sprite *sprite)
{
    const vv_mesh *mesh = &m->def->mesh;
    const vvi_adjacency *adjacency = &m->adjacency;
    char *base = (char *)sprite;
    uint32_t *triangles = (uint32_t *)(base + sprite->triangles), *boundary = (uint32_t *)(base + sprite->boundary);
    for (size_t c = 0; c < 3 * (size_t)mesh->triangle_count; c++)
        triangles[c] = m->order.particles[mesh->triangles[c]];
    for (uint32_t b = 0; b < adjacency->boundary_count; b++) {
        uint32_t from = adjacency->boundary[2 * b], to = adjacency->boundary[2 * b + 1];
        boundary[2 * b] = m->order.particles[from];
        boundary[2 * b + 1] = m->order.particles[to];
    }
    VVI_CHECK(vvi_all_below(triangles, 3 * (size_t)mesh->triangle_count, mesh->vertex_count));
    vvi_drawing_owners(mesh, adjacency, (uint32_t *)(base + sprite->boundary_triangles));
}

/* How many rows of runs the particles of a block need. */
static uint32_t block_rows(const making *m, uint32_t block)
{
    uint32_t most = 0, start = block * VVI_SPRITE_BLOCK;
    for (uint32_t i = start; i < start + VVI_SPRITE_BLOCK && i < m->def->mesh.vertex_count; i++) {
        uint32_t count = m->runs.starts[i + 1] - m->runs.starts[i];
        most = count > most ? count : most;
    }
    return most;
}

static void write_runs(const making *m, vv_sprite *sprite)
{
    char *base = (char *)sprite;
    uint32_t n = m->def->mesh.vertex_count, row = 0, *starts = (uint32_t *)(base + sprite->run_starts);
    uint16_t(*rows)[VVI_SPRITE_BLOCK][2] = (uint16_t(*)[VVI_SPRITE_BLOCK][2])(base + sprite->runs);
    for (uint32_t b = 0; b < sprite_blocks(n); b++) {
        starts[b] = row;
        for (uint32_t l = 0, i = b * VVI_SPRITE_BLOCK; l < VVI_SPRITE_BLOCK && i < n; l++, i++)
            for (uint32_t r = m->runs.starts[i]; r < m->runs.starts[i + 1]; r++)
                memcpy(rows[row + r - m->runs.starts[i]][l], m->runs.runs[r], sizeof *m->runs.runs);
        row += block_rows(m, b);
    }
    starts[sprite_blocks(n)] = row;
    VV_ASSERT(row == sprite->counts.runs);
}

/* Σ m_j/N_j over a run; its slots are one further than its particles for every span before. */
static double run_mass(const making *m, const uint16_t run[2])
{
    uint32_t span = run[0] / (VVI_SPRITE_SPAN + 1u);
    VVI_CHECK(run[0] < run[1] && run[1] - span <= m->def->mesh.vertex_count);
    double sum = 0.0;
    for (uint32_t j = run[0] - span; j < run[1] - span; j++)
        sum += m->masses[j] / (double)m->runs.sizes[j];
    return sum;
}

static void write_neighbourhoods(const making *m, vv_sprite *sprite)
{
    char *base = (char *)sprite;
    uint32_t n = m->def->mesh.vertex_count;
    float *shares = (float *)(base + sprite->shares), *rings = (float *)(base + sprite->ring_scales);
    float *counts = (float *)(base + sprite->count_scales);
    write_runs(m, sprite);
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (uint32_t r = m->runs.starts[i]; r < m->runs.starts[i + 1]; r++)
            sum += run_mass(m, m->runs.runs[r]);
        VVI_CHECK(sum > 0.0 && m->runs.sizes[i] > 0);
        shares[i] = (float)(m->masses[i] / (double)m->runs.sizes[i]);
        rings[i] = (float)(1.0 / sum);
        counts[i] = (float)(1.0 / (double)m->runs.sizes[i]);
    }
}

static void write_particles(const making *m, vv_sprite *sprite)
{
    char *base = (char *)sprite;
    size_t n = m->def->mesh.vertex_count, handles = m->def->handle_count;
    double mass = 0.0;
    memcpy(base + sprite->vertices, m->order.vertices, n * sizeof(uint32_t));
    memcpy(base + sprite->particles, m->order.particles, n * sizeof(uint32_t));
    for (size_t i = 0; i < n; i++) {
        ((float *)(base + sprite->masses))[i] = (float)m->masses[i];
        mass += m->masses[i];
    }
    memcpy(base + sprite->handles, m->handles, handles * sizeof *m->handles);
    memcpy(base + sprite->turns, m->def->example_poses,
           m->def->example_count * handles * sizeof *m->def->example_poses);
    memcpy(base + sprite->pins, m->pins, m->def->pin_count * sizeof *m->pins);
    memcpy(base + sprite->skin, m->skin, (size_t)sprite->counts.skin_bytes);
    memcpy(base + sprite->complex, m->complex ? m->complex : m->def->complex, (size_t)sprite->counts.complex_bytes);
    sprite->mass = (float)mass;
    VV_ASSERT(mass > 0.0 && m->area > 0.0f);
    sprite->size = (float)(2.0 * sqrt((double)m->area / 3.141592653589793));
    sprite->spacing = m->spacing;
    sprite->centre = (vv_vec2){(float)m->centre[0], (float)m->centre[1]};
}

/* How far any particle of any example is from the centre of mass. */
static bool measure_radius(making *m, vv_sprite *sprite)
{
    vvi_sprite_view view = vvi_sprite_open(sprite);
    vv_vec2 *rest = vvi_arena_allocate(&m->arena, padded(view.particle_count), sizeof *rest);
    void *scratch = vvi_arena_allocate(&m->arena, 1, vvi_sprite_scratch_bytes(&view));
    if (!rest || !scratch)
        return false;
    for (uint32_t e = 0; e < view.example_count; e++) {
        vvi_sprite_rest(&view, vv_complex_at_example(view.complex, e), false, rest, scratch);
        for (uint32_t i = 0; i < view.particle_count; i++)
            sprite->radius = vvi_max(sprite->radius, vv_vec2_length(rest[i]));
    }
    return true;
}

static vv_result write_sprite(making *m, vv_sprite **out, vv_error *error)
{
    const vv_sprite_def *def = m->def;
    uint32_t n = def->mesh.vertex_count, rows = 0;
    for (uint32_t b = 0; b < sprite_blocks(n); b++)
        rows += block_rows(m, b);
    sprite_counts counts = {.particles = n,
                            .triangles = def->mesh.triangle_count,
                            .boundary = m->adjacency.boundary_count,
                            .handles = def->handle_count,
                            .examples = def->example_count,
                            .pins = def->pin_count,
                            .runs = rows,
                            .skin_bytes = vvi_skin_bytes(m->skin),
                            .complex_bytes = vvi_complex_bytes(m->complex ? m->complex : def->complex)};
    vv_sprite header = vvi_sprite_layout(&counts);
    vv_sprite *sprite =
        header.byte_count <= SIZE_MAX ? vvi_allocate_zeroed(m->allocator, 1, (size_t)header.byte_count) : NULL;
    if (!sprite)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *sprite = header;
    write_particles(m, sprite);
    write_mesh(m, sprite);
    write_neighbourhoods(m, sprite);
    vv_result result = VV_OK;
    if (!vvi_sprite_fill_basis(m, sprite) || !measure_radius(m, sprite))
        result = vvi_fail_memory(error, (size_t)header.byte_count);
    if (result == VV_OK) /* numbers too large for the runtime's floats show up here */
        result = vvi_sprite_verify(sprite, (size_t)header.byte_count, error);
    if (result == VV_OK)
        *out = sprite;
    else
        vv_sprite_destroy(sprite, m->allocator);
    return result;
}

static vv_result make(making *m, vv_sprite **out, vv_error *error)
{
    vv_result result = vvi_adjacency_create(&m->def->mesh, m->allocator, &m->adjacency, error);
    if (result != VV_OK)
        return result;
    result = vvi_drawing_measure(&m->def->mesh, &m->adjacency, &m->area, &m->spacing, error);
    if (result != VV_OK)
        return result;
    result = find_neighbourhoods(m, error);
    if (result == VV_OK)
        result = place_particles(m, error);
    if (result == VV_OK)
        result = prepare_parts(m, error);
    return result == VV_OK ? write_sprite(m, out, error) : result;
}

vv_result vv_sprite_create(const vv_sprite_def *def, const vv_allocator *allocator, vv_sprite **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->handles, def->handle_count);
    VVI_ASSERT_ARRAY(def->weights, def->handle_count);
    VVI_ASSERT_ARRAY(def->example_poses, (size_t)def->example_count * def->handle_count);
    VVI_ASSERT_ARRAY(def->pins, def->pin_count);
    vvi_drawing drawing = {.what = "sprite",
                           .mesh = &def->mesh,
                           .handle_count = def->handle_count,
                           .handles = def->handles,
                           .weights = def->weights,
                           .example_count = def->example_count,
                           .turns = def->example_poses,
                           .complex = def->complex,
                           .density = def->density,
                           .layer_densities = def->layer_densities,
                           .pin_count = def->pin_count,
                           .pins = def->pins};
    vv_result result = vvi_drawing_check(&drawing, error);
    if (result == VV_OK)
        result = check_own(def, error);
    if (result != VV_OK)
        return result;
    making m = {.def = def, .drawing = drawing, .allocator = allocator, .arena = {.allocator = allocator}};
    m.adjacency.arena.allocator = allocator;
    result = make(&m, out, error);
    vv_skin_destroy(m.skin, allocator);
    vv_complex_destroy(m.complex, allocator);
    vvi_adjacency_destroy(&m.adjacency);
    vvi_arena_release(&m.arena);
    return result;
}
