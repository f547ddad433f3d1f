/* Puppets made by formula, and beside them the same energies written naively from the paper: vertices, triangles and
 * springs in double precision, nothing precomputed. */
#ifndef TESTS_PUPPET_DENSE_H
#define TESTS_PUPPET_DENSE_H

#include "runtime/stage/puppet/puppet.h"

typedef struct dense {
    vv_puppet *puppet;
    vvi_puppet_view view;
    uint32_t vertex_count, triangle_count, edge_count, handle_count, example_count;
    vv_vec2 *positions;
    uint32_t *triangles, *edges;
    double *springs; /* [edge_count] */
    double *masses;  /* [vertex_count] */
    vv_layer layer;
    vv_handle handles[16];
    float *weights;
    vv_handle_pose *turns;
    vv_complex *complex;
} dense;

typedef struct dense_def {
    uint32_t columns, rows; /* cells of the mesh */
    float width, height;
    float bend; /* radians that its ends are turned against each other in the drawing */
    uint32_t handle_count;
    vv_elastic elastic;
    uint32_t cluster_count, example_count;
    float density;
    uint32_t seed; /* 0: handles along the middle; else at random places */
    float turn;    /* 0: examples as they come; else handle j of example k turns by turn · k · (j + 1) / handle_count,
                    * bent along an arc, and is not stretched */
} dense_def;

dense_def dense_default(void);
dense dense_create(const dense_def *def);
void dense_free(dense *d);

/* x[2·vertex_count] = U t (eq. 2), y after x of each vertex. */
void dense_vertices(const dense *d, const double *c, double *x);
/* The elastic energy at stiffness 1 against a rest shape given as a state, and its gradient in handle space (may be
 * NULL). */
double dense_elastic(const dense *d, const double *rest, const double *c, double *gradient);
double dense_kinetic(const dense *d, const double *v);
void dense_momentum(const dense *d, const double *c, const double *v, double linear[2], double *angular);

/* A puppet that moves: solver and state. */
typedef struct actor {
    const dense *d;
    vvi_puppet_solver *solver;
    vvi_puppet_state state;
    vvi_puppet_input input;
    size_t solver_bytes;
} actor;
actor actor_create(const dense *d, uint32_t rows);
void actor_free(actor *a);
bool actor_step(actor *a);
double *state_room(const dense *d); /* [2][stride] zeroed; caller frees with state_free */
void state_free(const dense *d, double *c);
/* Handle j turned by this angle, scaled along its axes, its pivot there. */
void set_handle(const dense *d, double *c, uint32_t j, double x, double y, double angle, double sx, double sy);
double handle_angle(const dense *d, const double *c, uint32_t j);
double handle_scale(const dense *d, const double *c, uint32_t j, uint32_t axis);
/* The whole state turned about the centre of mass and moved. */
void turn_state(const dense *d, double *c, double angle, double x, double y);
/* The largest distance between vertices of two states, in sizes. */
double state_distance(const dense *d, const double *a, const double *b);

#endif
