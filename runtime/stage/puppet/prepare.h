/* The steps of making a puppet, one per file: matrices.c, joins.c, elements.c, sample.c, clusters.c; create.c calls
 * them. */
#ifndef VVI_STAGE_PUPPET_PREPARE_H
#define VVI_STAGE_PUPPET_PREPARE_H

#include "layout.h"
#include "runtime/stage/drawing/drawing.h"

/* The puppet being made and what it is made from. All memory here is of `arena`, which lives as long as the call. */
typedef struct puppet_maker {
    const vv_puppet_def *def;
    vvi_drawing drawing;
    const vv_allocator *allocator;
    vvi_arena arena;
    vvi_adjacency adjacency;
    float area, spacing, size;
    uint32_t columns, stride;
    double mass, centre[2];
    double *masses;        /* [vertex_count] */
    double *areas;         /* [triangle_count] at rest */
    double *stiffness;     /* [triangle_count] area times the layer's stiffness factor */
    float *weights;        /* [vertex_count · handle_count] normalised */
    double *handle_masses; /* [handle_count] Σ m |w|: the mass that each handle moves, kg */
    vvi_pin_place *pins;   /* [pin_count] */
    vv_skin *skin, *node_skin;
    vv_complex *complex; /* NULL: the def has one */

    /* elements.c, sample.c: what the full kernels evaluate */
    uint32_t element_count, node_count, row_count;
    uint32_t *nodes;      /* [node_count] their vertices; NULL: all vertices of the drawing */
    uint32_t *elements;   /* [element_count · 3 or 2] vertices of triangles, or of springs */
    double (*metric)[3];  /* [element_count] triangles: factor; springs: stiffness, 0, 0 */
    uint32_t *places;     /* [vertex_count] the node of each vertex; NULL: nodes are vertices */
    uint32_t *row_starts; /* [blocks + 1] */
    /* clusters.c */
    uint32_t cluster_count, entry_count, cluster_double_count;
    uint32_t *clusters;              /* [triangle_count] */
    uint32_t *cluster_starts;        /* [cluster_count + 1] */
    uint32_t *cluster_handles;       /* [entry_count] */
    uint32_t *cluster_matrix_starts; /* [cluster_count + 1] */
} puppet_maker;

/* Adds scale · φ of a vertex to a row over the columns of handle space: row · c is where the vertex goes. */
void vvi_puppet_add_basis(const puppet_maker *m, uint32_t vertex, double scale, double *row);
/* The gradients of the basis in a triangle (see vvi_basis_gradients), and the row of the vector along an edge. */
uint32_t vvi_puppet_gradients(const puppet_maker *m, uint32_t triangle, double (*gradients)[2], uint32_t *columns);
void vvi_puppet_edge_row(const puppet_maker *m, const uint32_t ends[2], double *row);
/* matrix += weight · row rowᵀ, where the row is not zero. */
void vvi_puppet_add_outer_product(const puppet_maker *m, double weight, const double *row, double *matrix);

/* Each of these returns false or VV_ERROR_MEMORY where memory ran out. */
vv_result vvi_puppet_find_elements(puppet_maker *m, vv_error *error);
vv_result vvi_puppet_find_clusters(puppet_maker *m, vv_error *error);
void vvi_puppet_fill_masses(const puppet_maker *m, vv_puppet *puppet);
void vvi_puppet_fill_elastic(const puppet_maker *m, vv_puppet *puppet);
bool vvi_puppet_fill_joins(puppet_maker *m, vv_puppet *puppet);
bool vvi_puppet_fill_elements(puppet_maker *m, vv_puppet *puppet);
/* Replaces the springs by fewer ones, and finds their nodes. */
bool vvi_puppet_sample_springs(puppet_maker *m);
void vvi_puppet_fill_clusters(const puppet_maker *m, vv_puppet *puppet);

#endif
