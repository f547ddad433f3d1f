/* Makes a puppet: everything that the kernels and the solver need of a rigged drawing, written into one block of
 * bytes. */
#include "prepare.h"

#include <string.h>

vv_puppet_def vv_default_puppet_def(void)
{
    return (vv_puppet_def){.elastic = VV_ELASTIC_ARAP, .cluster_count = 80, .density = 1.0f};
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static vv_result check_limits(const vv_puppet_def *def, vv_error *error)
{
    if (def->mesh.vertex_count > VV_SPRITE_MAX_PARTICLES) {
        vvi_fail(error, VV_ERROR_LIMIT, "a puppet has at most %u vertices, not %u", VV_SPRITE_MAX_PARTICLES,
                 def->mesh.vertex_count);
        vvi_error_remedy(error, "cut the drawing more coarsely");
        return VV_ERROR_LIMIT;
    }
    if ((uint32_t)def->elastic > VV_ELASTIC_SPRINGS)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the elastic energy is %u; it must be VV_ELASTIC_ARAP (0) or VV_ELASTIC_SPRINGS (1)",
                        (uint32_t)def->elastic);
    if (def->cluster_count > VV_RIG_MAX_CLUSTERS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a puppet has at most %u clusters, not %u", VV_RIG_MAX_CLUSTERS,
                        def->cluster_count);
    for (uint32_t l = 0; def->layer_stiffness && l < def->mesh.layer_count; l++)
        if (!vvi_is_factor(def->layer_stiffness[l]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the stiffness of layer %u is %g; it must be in 1e-9…1e9", l,
                            (double)def->layer_stiffness[l]);
    return VV_OK;
}

static vv_result check_joins(const vv_puppet_def *def, vv_error *error)
{
    if (def->join_count > VV_PUPPET_MAX_JOINS || (def->join_count > 0 && !def->joins))
        return vvi_fail(error, VV_ERROR_LIMIT, "a puppet has at most %u joins, not %u", VV_PUPPET_MAX_JOINS,
                        def->join_count);
    for (uint32_t j = 0; j < def->join_count; j++) {
        const vv_puppet_join *join = &def->joins[j];
        if (join->a >= def->handle_count || join->b >= def->handle_count || join->a == join->b)
            return vvi_fail(
                error, VV_ERROR_ARGUMENT,
                "join %u connects handles %u and %u; it needs two different ones of the puppet's %u handles", j,
                join->a, join->b, def->handle_count);
        if (join->parts == 0 || (join->parts & ~(uint32_t)VV_PART_ALL) != 0)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "join %u joins none of position, angle and scale", j);
    }
    return VV_OK;
}

static bool moves_layer(const puppet_maker *m, uint32_t handle, const vv_layer *layer)
{
    for (uint32_t v = layer->vertex_start; v < layer->vertex_start + layer->vertex_count; v++)
        if (m->weights[(size_t)v * m->def->handle_count + handle] != 0.0f)
            return true;
    return false;
}

/* Two handles in one place would share the drawing's motion between them in a way that nothing determines. Two bones
 * that begin at one joint are fine: their weights differ. */
static bool is_in_one_place(const puppet_maker *m, uint32_t a, uint32_t b)
{
    const vv_handle *p = &m->def->handles[a], *q = &m->def->handles[b];
    float tolerance = 1e-6f * m->size;
    return vv_vec2_distance(p->from, q->from) <= tolerance && vv_vec2_distance(p->to, q->to) <= tolerance;
}

static vv_result check_places(const puppet_maker *m, vv_error *error)
{
    const vv_mesh *mesh = &m->def->mesh;
    for (uint32_t a = 0; a < m->def->handle_count; a++)
        for (uint32_t b = a + 1; b < m->def->handle_count; b++) {
            if (!is_in_one_place(m, a, b))
                continue;
            for (uint32_t l = 0; l < mesh->layer_count; l++)
                if (moves_layer(m, a, &mesh->layers[l]) && moves_layer(m, b, &mesh->layers[l])) {
                    vvi_fail(error, VV_ERROR_ARGUMENT, "handles %u and %u lie in the same place and both move layer %u",
                             a, b, l);
                    vvi_error_remedy(error, "move one of them, or remove it");
                    return VV_ERROR_ARGUMENT;
                }
        }
    return VV_OK;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void find_centre(puppet_maker *m)
{
    double x = 0.0, y = 0.0;
    for (uint32_t i = 0; i < m->def->mesh.vertex_count; i++) {
        vv_vec2 p = m->def->mesh.positions[i];
        m->mass += m->masses[i];
        x += m->masses[i] * (double)p.x;
        y += m->masses[i] * (double)p.y;
    }
    m->centre[0] = (double)(float)(x / m->mass);
    m->centre[1] = (double)(float)(y / m->mass);
    VV_ASSERT(m->mass > 0.0);
}

static void measure_triangles(puppet_maker *m)
{
    const vv_mesh *mesh = &m->def->mesh;
    for (uint32_t l = 0; l < mesh->layer_count; l++) {
        double factor = m->def->layer_stiffness ? (double)m->def->layer_stiffness[l] : 1.0;
        uint32_t start = mesh->layers[l].triangle_start;
        for (uint32_t t = start; t < start + mesh->layers[l].triangle_count; t++) {
            m->areas[t] = vvi_triangle_area(mesh, t);
            VVI_CHECK(m->areas[t] > 0.0);
            m->stiffness[t] = factor * m->areas[t];
        }
    }
}

static vv_result normalize_weights(puppet_maker *m, vv_error *error)
{
    uint32_t handles = m->def->handle_count;
    for (uint32_t i = 0; i < m->def->mesh.vertex_count; i++) {
        float *row = m->weights + (size_t)i * handles;
        if (!vvi_weights_normalize(handles, m->def->weights + (size_t)i * handles, row))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "the weights of vertex %u do not sum to 1, or one of them is outside ±1000", i);
        for (uint32_t j = 0; j < handles; j++)
            m->handle_masses[j] += m->masses[i] * fabs((double)row[j]);
    }
    return VV_OK;
}

static vv_result measure_drawing(puppet_maker *m, vv_error *error)
{
    const vv_puppet_def *def = m->def;
    size_t n = def->mesh.vertex_count, triangles = def->mesh.triangle_count;
    m->columns = 3 * def->handle_count;
    m->stride = puppet_stride(def->handle_count);
    m->size = (float)(2.0 * sqrt((double)m->area / 3.141592653589793));
    m->masses = vvi_arena_allocate(&m->arena, n, sizeof *m->masses);
    m->areas = vvi_arena_allocate(&m->arena, triangles, sizeof *m->areas);
    m->stiffness = vvi_arena_allocate(&m->arena, triangles, sizeof *m->stiffness);
    m->weights = vvi_arena_allocate(&m->arena, n * def->handle_count, sizeof *m->weights);
    m->handle_masses = vvi_arena_allocate(&m->arena, def->handle_count, sizeof *m->handle_masses);
    m->pins = vvi_arena_allocate(&m->arena, def->pin_count + 1u, sizeof *m->pins);
    if (!m->masses || !m->areas || !m->stiffness || !m->weights || !m->handle_masses || !m->pins)
        return vvi_fail_memory(error, n * def->handle_count * sizeof *m->weights);
    vvi_drawing_masses(&m->drawing, m->masses);
    find_centre(m);
    measure_triangles(m);
    vv_result result = normalize_weights(m, error);
    if (result == VV_OK)
        result = check_places(m, error);
    for (uint32_t p = 0; p < def->pin_count && result == VV_OK; p++)
        result = vvi_prefix_error_path(vvi_drawing_find_pin(&m->drawing, p, &m->pins[p], error), error, "pins[%u]", p);
    return result;
}

/* A skin, about the centre, of the vertices in list[count] (NULL: of all). */
static vv_result make_skin(puppet_maker *m, uint32_t count, const uint32_t *list, vv_skin **out, vv_error *error)
{
    const vv_mesh *mesh = &m->def->mesh;
    uint32_t handles = m->def->handle_count;
    vv_vec2 *positions = vvi_arena_allocate(&m->arena, count, sizeof *positions);
    float *weights = list ? vvi_arena_allocate(&m->arena, (size_t)count * handles, sizeof *weights) : m->weights;
    if (!positions || !weights)
        return vvi_fail_memory(error, (size_t)count * handles * sizeof *weights);
    for (uint32_t i = 0; i < count; i++) {
        vv_vec2 p = mesh->positions[list ? list[i] : i];
        positions[i] = (vv_vec2){(float)((double)p.x - m->centre[0]), (float)((double)p.y - m->centre[1])};
        if (list)
            memcpy(weights + (size_t)i * handles, m->weights + (size_t)list[i] * handles, handles * sizeof *weights);
    }
    vv_skin_def skin = {count, handles, positions, weights};
    return vv_skin_create(&skin, m->allocator, out, error);
}

static vv_result prepare_kernels(puppet_maker *m, vv_error *error)
{
    const vv_puppet_def *def = m->def;
    vv_complex_def only_points = {.example_count = def->example_count};
    bool clusters =
        def->elastic == VV_ELASTIC_ARAP && def->cluster_count > 0 && def->cluster_count < def->mesh.triangle_count;
    vv_result result = clusters ? vvi_puppet_find_clusters(m, error) : vvi_puppet_find_elements(m, error);
    if (result == VV_OK)
        result = make_skin(m, def->mesh.vertex_count, NULL, &m->skin, error);
    if (result == VV_OK && m->nodes)
        result = make_skin(m, m->node_count, m->nodes, &m->node_skin, error);
    if (result == VV_OK && !def->complex && def->example_count > 0)
        result = vv_complex_create(&only_points, m->allocator, &m->complex, error);
    return result;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void write_drawing(const puppet_maker *m, vv_puppet *puppet)
{
    const vv_puppet_def *def = m->def;
    const vv_mesh *mesh = &def->mesh;
    char *base = (char *)puppet;
    size_t n = mesh->vertex_count, handles = def->handle_count;
    for (size_t i = 0; i < n; i++)
        ((float *)(base + puppet->masses))[i] = (float)m->masses[i];
    memcpy(base + puppet->positions, mesh->positions, n * sizeof *mesh->positions);
    memcpy(base + puppet->triangles, mesh->triangles, 3 * (size_t)mesh->triangle_count * sizeof *mesh->triangles);
    memcpy(base + puppet->boundary, m->adjacency.boundary, 2 * (size_t)m->adjacency.boundary_count * sizeof(uint32_t));
    vvi_drawing_owners(mesh, &m->adjacency, (uint32_t *)(base + puppet->boundary_triangles));
    memcpy(base + puppet->handles, def->handles, handles * sizeof *def->handles);
    memcpy(base + puppet->weights, m->weights, n * handles * sizeof *m->weights);
    if (def->example_count > 0) {
        memcpy(base + puppet->turns, def->example_poses, def->example_count * handles * sizeof *def->example_poses);
        memcpy(base + puppet->complex, m->complex ? m->complex : def->complex, (size_t)puppet->counts.complex_bytes);
    }
    memcpy(base + puppet->skin, m->skin, (size_t)puppet->counts.skin_bytes);
    if (m->node_skin)
        memcpy(base + puppet->node_skin, m->node_skin, (size_t)puppet->counts.node_skin_bytes);
    puppet->mass = (float)m->mass;
    puppet->size = m->size;
    puppet->area = m->area;
    puppet->spacing = m->spacing;
    puppet->centre = (vv_vec2){(float)m->centre[0], (float)m->centre[1]};
}

/* Handles that move a common piece of the mesh are of one part, which is named by its first handle. */
static bool write_parts(puppet_maker *m, vv_puppet *puppet)
{
    uint32_t handles = m->def->handle_count, *parts = (uint32_t *)((char *)puppet + puppet->parts);
    uint32_t *first = vvi_arena_allocate(&m->arena, m->adjacency.component_count, sizeof *first); /* + 1; 0: none */
    if (!first)
        return false;
    for (uint32_t j = 0; j < handles; j++)
        parts[j] = j;
    for (uint32_t i = 0; i < m->def->mesh.vertex_count; i++) {
        uint32_t *first_handle = &first[m->adjacency.components[i]];
        for (uint32_t j = 0; j < handles; j++) {
            if (m->weights[(size_t)i * handles + j] == 0.0f)
                continue;
            if (*first_handle == 0)
                *first_handle = j + 1;
            uint32_t a = parts[*first_handle - 1], b = parts[j];
            VVI_CHECK(a <= *first_handle - 1u && b <= j);
            for (uint32_t k = 0; k < handles && a != b; k++)
                parts[k] = parts[k] == (a > b ? a : b) ? (a > b ? b : a) : parts[k];
        }
    }
    return true;
}

static void write_states(const puppet_maker *m, vv_puppet *puppet)
{
    vvi_puppet_view view = vvi_puppet_open(puppet);
    const double nowhere[2] = {0.0, 0.0};
    char *base = (char *)puppet;
    double *example_states = (double *)(base + puppet->example_states);
    vv_affine pose[VV_RIG_MAX_HANDLES];
    for (uint32_t j = 0; j < m->def->handle_count; j++)
        pose[j] = vv_affine_identity();
    vvi_puppet_state_from_pose(&view, pose, nowhere, (double *)(base + puppet->rest));
    for (uint32_t e = 0; e < view.example_count; e++) {
        vv_pose_compose(view.handle_count, view.handles, view.turns + (size_t)e * view.handle_count, pose);
        vvi_puppet_state_from_pose(&view, pose, nowhere, example_states + 2 * (size_t)view.stride * e);
    }
}

/* The radius: the largest distance of a vertex of the drawing or of an example from the centre of mass. */
static bool measure_radius(puppet_maker *m, vv_puppet *puppet)
{
    vvi_puppet_view view = vvi_puppet_open(puppet);
    vv_vec2 *vertices = vvi_arena_allocate(&m->arena, padded(view.vertex_count), sizeof *vertices);
    if (!vertices)
        return false;
    for (uint32_t e = 0; e <= view.example_count; e++) {
        vvi_puppet_vertices(&view, e == 0 ? view.rest : view.example_states + 2 * (size_t)view.stride * (e - 1),
                            vertices);
        double x = 0.0, y = 0.0;
        for (uint32_t i = 0; i < view.vertex_count; i++) {
            x += m->masses[i] * (double)vertices[i].x;
            y += m->masses[i] * (double)vertices[i].y;
        }
        vv_vec2 centre = {(float)(x / m->mass), (float)(y / m->mass)};
        for (uint32_t i = 0; i < view.vertex_count; i++)
            puppet->radius = vvi_max(puppet->radius, vv_vec2_distance(vertices[i], centre));
    }
    return true;
}

static puppet_counts counts_of(const puppet_maker *m)
{
    const vv_puppet_def *def = m->def;
    const vv_complex *complex = m->complex ? m->complex : def->complex;
    return (puppet_counts){.vertices = def->mesh.vertex_count,
                           .triangles = def->mesh.triangle_count,
                           .boundary = m->adjacency.boundary_count,
                           .edges = m->adjacency.edge_count,
                           .handles = def->handle_count,
                           .examples = def->example_count,
                           .clusters = m->cluster_count,
                           .elastic = (uint32_t)def->elastic,
                           .elements = def->elastic == VV_ELASTIC_ARAP ? m->element_count : 0,
                           .rows = m->row_count,
                           .nodes = m->node_count,
                           .entries = m->entry_count,
                           .cluster_doubles = m->cluster_double_count,
                           .skin_bytes = vvi_skin_bytes(m->skin),
                           .node_skin_bytes = m->node_skin ? vvi_skin_bytes(m->node_skin) : 0,
                           .complex_bytes = def->example_count > 0 ? vvi_complex_bytes(complex) : 0};
}

static bool fill_sections(puppet_maker *m, vv_puppet *puppet)
{
    write_drawing(m, puppet);
    write_states(m, puppet);
    vvi_puppet_fill_masses(m, puppet);
    vvi_puppet_fill_elastic(m, puppet);
    vvi_puppet_fill_clusters(m, puppet);
    return vvi_puppet_fill_elements(m, puppet) && write_parts(m, puppet) && vvi_puppet_fill_joins(m, puppet) &&
           measure_radius(m, puppet);
}

static vv_result write_puppet(puppet_maker *m, vv_puppet **out, vv_error *error)
{
    puppet_counts counts = counts_of(m);
    vv_puppet header = vvi_puppet_layout(&counts);
    vv_puppet *puppet =
        header.byte_count <= SIZE_MAX ? vvi_allocate_zeroed(m->allocator, 1, (size_t)header.byte_count) : NULL;
    if (!puppet)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *puppet = header;
    vv_result result = fill_sections(m, puppet) ? VV_OK : vvi_fail_memory(error, (size_t)header.byte_count);
    if (result == VV_OK) /* finds numbers that are too large for the runtime's floats */
        result = vvi_puppet_verify(puppet, (size_t)header.byte_count, error);
    if (result == VV_OK)
        *out = puppet;
    else
        vv_puppet_destroy(puppet, m->allocator);
    return result;
}

static vv_result build(puppet_maker *m, vv_puppet **out, vv_error *error)
{
    vv_result result = vvi_adjacency_create(&m->def->mesh, m->allocator, &m->adjacency, error);
    if (result == VV_OK)
        result = vvi_drawing_measure(&m->def->mesh, &m->adjacency, &m->area, &m->spacing, error);
    if (result == VV_OK)
        result = measure_drawing(m, error);
    if (result == VV_OK)
        result = prepare_kernels(m, error);
    return result == VV_OK ? write_puppet(m, out, error) : result;
}

static vv_result check_def(const vv_puppet_def *def, const vvi_drawing *drawing, vv_error *error)
{
    vv_result result = vvi_drawing_check(drawing, error);
    if (result == VV_OK)
        result = check_limits(def, error);
    return result == VV_OK ? check_joins(def, error) : result;
}

vv_result vv_puppet_create(const vv_puppet_def *def, const vv_allocator *allocator, vv_puppet **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->handles, def->handle_count);
    VVI_ASSERT_ARRAY(def->weights, def->handle_count);
    VVI_ASSERT_ARRAY(def->pins, def->pin_count);
    VVI_ASSERT_ARRAY(def->joins, def->join_count);
    VVI_ASSERT_ARRAY(def->example_poses, (size_t)def->example_count * def->handle_count);
    puppet_maker m = {.def = def, .allocator = allocator, .arena = {.allocator = allocator}};
    m.drawing = (vvi_drawing){.what = "puppet",
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
    vv_result result = check_def(def, &m.drawing, error);
    if (result != VV_OK)
        return result;
    m.adjacency.arena.allocator = allocator;
    result = build(&m, out, error);
    vv_skin_destroy(m.skin, allocator);
    vv_skin_destroy(m.node_skin, allocator);
    vv_complex_destroy(m.complex, allocator);
    vvi_adjacency_destroy(&m.adjacency);
    vvi_arena_release(&m.arena);
    return result;
}
