/* A puppet as one block of bytes: the layout of its sections, getters, and the conversions between states, poses and
 * vertices. */
#include "layout.h"

#include <string.h>

vv_puppet vvi_puppet_layout(const puppet_counts *c)
{
    vv_puppet p = {.magic = PUPPET_MAGIC, .version = PUPPET_VERSION, .counts = *c};
    uint64_t cursor = sizeof p, stride = puppet_stride(c->handles), columns = 3 * (uint64_t)c->handles;
    uint64_t blocks = c->rows > 0 ? puppet_blocks(c->nodes > 0 ? c->nodes : c->vertices) : 0;
    uint64_t springs = c->elastic == VV_ELASTIC_SPRINGS ? c->rows : 0;
    p.masses = vvi_section(&cursor, padded(c->vertices), sizeof(float));
    p.positions = vvi_section(&cursor, padded(c->vertices), sizeof(vv_vec2));
    p.triangles = vvi_section(&cursor, 3 * (uint64_t)c->triangles, sizeof(uint32_t));
    p.boundary = vvi_section(&cursor, 2 * (uint64_t)c->boundary, sizeof(uint32_t));
    p.boundary_triangles = vvi_section(&cursor, c->boundary, sizeof(uint32_t));
    p.handles = vvi_section(&cursor, c->handles, sizeof(vv_handle));
    p.weights = vvi_section(&cursor, (uint64_t)c->vertices * c->handles, sizeof(float));
    p.turns = vvi_section(&cursor, (uint64_t)c->examples * c->handles, sizeof(vv_handle_pose));
    p.mass_matrix = vvi_section(&cursor, columns * stride, sizeof(double));
    p.mass_vector = vvi_section(&cursor, stride, sizeof(double));
    p.elastic_matrix = vvi_section(&cursor, columns * stride, sizeof(double));
    p.join_matrix = vvi_section(&cursor, columns * stride, sizeof(double));
    p.rest = vvi_section(&cursor, 2 * stride, sizeof(double));
    p.example_states = vvi_section(&cursor, 2 * stride * c->examples, sizeof(double));
    p.inertia_mask = vvi_section(&cursor, stride, sizeof(double));
    p.parts = vvi_section(&cursor, c->handles, sizeof(uint32_t));
    p.row_starts = vvi_section(&cursor, blocks + 1u, sizeof(uint32_t));
    p.rows = vvi_section(&cursor, c->rows, PUPPET_BLOCK * sizeof(uint32_t));
    p.springs = vvi_section(&cursor, springs, PUPPET_BLOCK * sizeof(float));
    p.triangle_corners = vvi_section(&cursor, 3 * (uint64_t)padded(c->elements), sizeof(uint32_t));
    p.factor = vvi_section(&cursor, 3 * (uint64_t)padded(c->elements), sizeof(float));
    p.cluster_starts = vvi_section(&cursor, (uint64_t)c->clusters + 1u, sizeof(uint32_t));
    p.cluster_handles = vvi_section(&cursor, c->entries, sizeof(uint32_t));
    p.cluster_matrices = vvi_section(&cursor, c->cluster_doubles, sizeof(double));
    p.skin = vvi_section(&cursor, c->skin_bytes, 1);
    p.node_skin = vvi_section(&cursor, c->node_skin_bytes, 1);
    p.complex = vvi_section(&cursor, c->complex_bytes, 1);
    p.byte_count = vvi_section(&cursor, 0, 0);
    return p;
}

puppet_kernel vvi_puppet_kernel_of(const vv_puppet *puppet)
{
    const char *base = (const char *)puppet;
    return (puppet_kernel){
        .row_starts = (const uint32_t *)(base + puppet->row_starts),
        .rows = (const uint32_t(*)[PUPPET_BLOCK])(base + puppet->rows),
        .springs = (const float(*)[PUPPET_BLOCK])(base + puppet->springs),
        .corners = (const uint32_t *)(base + puppet->triangle_corners),
        .factor = (const float *)(base + puppet->factor),
        .cluster_starts = (const uint32_t *)(base + puppet->cluster_starts),
        .cluster_handles = (const uint32_t *)(base + puppet->cluster_handles),
        .cluster_matrices = (const double *)(base + puppet->cluster_matrices),
    };
}

vvi_puppet_view vvi_puppet_open(const vv_puppet *puppet)
{
    const char *base = (const char *)puppet;
    const puppet_counts *c = &puppet->counts;
    return (vvi_puppet_view){
        .puppet = puppet,
        .vertex_count = c->vertices,
        .triangle_count = c->triangles,
        .boundary_count = c->boundary,
        .edge_count = c->edges,
        .handle_count = c->handles,
        .example_count = c->examples,
        .column_count = 3 * c->handles,
        .stride = puppet_stride(c->handles),
        .cluster_count = c->clusters,
        .elastic = c->elastic == VV_ELASTIC_ARAP ? VV_ELASTIC_ARAP : VV_ELASTIC_SPRINGS,
        .mass = puppet->mass,
        .size = puppet->size,
        .area = puppet->area,
        .radius = puppet->radius,
        .spacing = puppet->spacing,
        .centre = puppet->centre,
        .masses = (const float *)(base + puppet->masses),
        .positions = (const vv_vec2 *)(base + puppet->positions),
        .triangles = (const uint32_t *)(base + puppet->triangles),
        .boundary = (const uint32_t *)(base + puppet->boundary),
        .boundary_triangles = (const uint32_t *)(base + puppet->boundary_triangles),
        .handles = (const vv_handle *)(base + puppet->handles),
        .weights = (const float *)(base + puppet->weights),
        .turns = (const vv_handle_pose *)(base + puppet->turns),
        .complex = vv_puppet_complex(puppet),
        .mass_matrix = (const double *)(base + puppet->mass_matrix),
        .mass_vector = (const double *)(base + puppet->mass_vector),
        .elastic_matrix = (const double *)(base + puppet->elastic_matrix),
        .join_matrix = (const double *)(base + puppet->join_matrix),
        .rest = (const double *)(base + puppet->rest),
        .example_states = (const double *)(base + puppet->example_states),
        .inertia_mask = (const double *)(base + puppet->inertia_mask),
        .parts = (const uint32_t *)(base + puppet->parts),
        .skin = (const vv_skin *)(base + puppet->skin),
    };
}

void vv_puppet_destroy(vv_puppet *puppet, const vv_allocator *allocator)
{
    if (puppet)
        vvi_release(allocator, puppet, 1, (size_t)puppet->byte_count);
}

uint32_t vv_puppet_vertex_count(const vv_puppet *puppet)
{
    VV_ASSERT(puppet != NULL);
    return puppet->counts.vertices;
}

uint32_t vv_puppet_handle_count(const vv_puppet *puppet)
{
    VV_ASSERT(puppet != NULL);
    return puppet->counts.handles;
}

uint32_t vv_puppet_example_count(const vv_puppet *puppet)
{
    VV_ASSERT(puppet != NULL);
    return puppet->counts.examples;
}

const vv_complex *vv_puppet_complex(const vv_puppet *puppet)
{
    VV_ASSERT(puppet != NULL);
    return puppet->counts.examples > 0 ? (const vv_complex *)((const char *)puppet + puppet->complex) : NULL;
}

float vv_puppet_mass(const vv_puppet *puppet)
{
    VV_ASSERT(puppet != NULL);
    return puppet->mass;
}

float vv_puppet_size(const vv_puppet *puppet)
{
    VV_ASSERT(puppet != NULL);
    return puppet->size;
}

size_t vvi_puppet_bytes(const vv_puppet *puppet) { return (size_t)puppet->byte_count; }

/* The largest numbers of a state: linear parts, and pivots in radii. */
#define MAX_LINEAR 1e4
#define MAX_PIVOT  1e4

/* ---- Vertices and states ----------------------------------------------------------------------------------------- */

void vvi_puppet_skin_pose(const vvi_puppet_view *puppet, const double *c, const double move[2], double unit,
                          vv_affine *pose)
{
    const double *x = c, *y = c + puppet->stride, scale = 1.0 / unit;
    for (uint32_t j = 0; j < puppet->handle_count; j++, x += 3, y += 3) {
        double px = (double)puppet->handles[j].from.x - (double)puppet->centre.x;
        double py = (double)puppet->handles[j].from.y - (double)puppet->centre.y;
        pose[j].linear =
            (vv_mat2){(float)(scale * x[0]), (float)(scale * x[1]), (float)(scale * y[0]), (float)(scale * y[1])};
        pose[j].translation.x = (float)(scale * (x[2] - move[0] - (x[0] * px + x[1] * py)));
        pose[j].translation.y = (float)(scale * (y[2] - move[1] - (y[0] * px + y[1] * py)));
    }
}

void vvi_puppet_vertices(const vvi_puppet_view *puppet, const double *c, vv_vec2 *vertices)
{
    const double origin[2] = {0.0, 0.0};
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vvi_puppet_skin_pose(puppet, c, origin, 1.0, pose);
    vv_skin_apply(puppet->skin, pose, vertices);
}

void vvi_puppet_add_skin_sums(const vvi_puppet_view *puppet, double (*sums)[6], double scale, double *out)
{
    double *x = out, *y = out + puppet->stride;
    for (uint32_t j = 0; j < puppet->handle_count; j++, x += 3, y += 3) {
        double px = (double)puppet->handles[j].from.x - (double)puppet->centre.x;
        double py = (double)puppet->handles[j].from.y - (double)puppet->centre.y;
        const double *s = sums[j];
        x[0] += scale * (s[0] - px * s[2]);
        x[1] += scale * (s[1] - py * s[2]);
        x[2] += scale * s[2];
        y[0] += scale * (s[3] - px * s[5]);
        y[1] += scale * (s[4] - py * s[5]);
        y[2] += scale * s[5];
    }
}

void vvi_puppet_gather_forces(const vvi_puppet_view *puppet, const vv_vec2 *forces, double *out)
{
    double sums[VV_RIG_MAX_HANDLES][6];
    vvi_skin_gather(puppet->skin, forces, sums, vvi_best_width());
    vvi_puppet_add_skin_sums(puppet, sums, 1.0, out);
}

void vvi_puppet_pose(const vvi_puppet_view *puppet, const double *c, const double origin[2], vv_affine *pose)
{
    const double *x = c, *y = c + puppet->stride;
    for (uint32_t j = 0; j < puppet->handle_count; j++, x += 3, y += 3) {
        double px = (double)puppet->handles[j].from.x, py = (double)puppet->handles[j].from.y;
        pose[j].linear = (vv_mat2){(float)x[0], (float)x[1], (float)y[0], (float)y[1]};
        pose[j].translation.x = (float)(origin[0] + x[2] - (x[0] * px + x[1] * py));
        pose[j].translation.y = (float)(origin[1] + y[2] - (y[0] * px + y[1] * py));
    }
}

void vvi_puppet_state_from_pose(const vvi_puppet_view *puppet, const vv_affine *pose, const double origin[2], double *c)
{
    memset(c, 0, 2 * (size_t)puppet->stride * sizeof *c);
    double *x = c, *y = c + puppet->stride;
    for (uint32_t j = 0; j < puppet->handle_count; j++, x += 3, y += 3) {
        double px = (double)puppet->handles[j].from.x, py = (double)puppet->handles[j].from.y;
        vv_mat2 L = pose[j].linear;
        x[0] = (double)L.xx;
        x[1] = (double)L.xy;
        x[2] = (double)L.xx * px + (double)L.xy * py + (double)pose[j].translation.x - origin[0];
        y[0] = (double)L.yx;
        y[1] = (double)L.yy;
        y[2] = (double)L.yx * px + (double)L.yy * py + (double)pose[j].translation.y - origin[1];
    }
}

bool vvi_state_is_sane(const vvi_puppet_view *puppet, const double *c)
{
    for (uint32_t k = 0; k < puppet->column_count; k++) {
        double most = k % 3u == 2u ? MAX_PIVOT * (double)puppet->radius : MAX_LINEAR;
        if (!(fabs(c[k]) <= most && fabs(c[puppet->stride + k]) <= most))
            return false;
    }
    return true;
}
