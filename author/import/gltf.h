/* Shared by the parts of the glTF reader: the file as validated tables, so that nothing is looked up twice and every
 * index is checked. The sections below are in the order of processing. */
#ifndef VVI_IMPORT_GLTF_H
#define VVI_IMPORT_GLTF_H

#include "author/import/import.h"

#include "author/base/json.h"
#include "joint_name.h"

#define GLTF_MAX_ITEMS    65536u    /* nodes, accessors … of each kind */
#define GLTF_MAX_MORPHS   1024u     /* of a mesh */
#define GLTF_MAX_VERTICES 4000000u  /* of all meshes, with their morphs */
#define GLTF_MAX_CORNERS  24000000u /* of all triangles */
#define GLTF_MAX_POSES    5000000u  /* frames · joints of all takes */
#define GLTF_MAX_WORK     50000000u /* numbers read from buffers, counted each time they are referenced */
#define GLTF_LARGEST      1e9       /* metres; a larger number means that the file is damaged */

/* ---- Algebra in double ----------------------------------------------------------------------------------------- */

/* p ↦ linear·p + last column. */
typedef struct gltf_affine {
    double m[3][4];
} gltf_affine;
typedef struct gltf_quat {
    double x, y, z, w;
} gltf_quat;

gltf_affine vvi_gltf_affine_identity(void);
gltf_affine vvi_gltf_affine_multiply(const gltf_affine *a, const gltf_affine *b);
/* False if `a` is singular (to one part in 10⁹). */
bool vvi_gltf_affine_invert(const gltf_affine *a, gltf_affine *out);
double vvi_gltf_affine_determinant(const gltf_affine *a);
vv_affine3 vvi_gltf_affine_to_float(const gltf_affine *a);
gltf_quat vvi_gltf_quat_multiply(gltf_quat a, gltf_quat b);
/* The rigid transform of a rotation and a position. */
gltf_affine vvi_gltf_rigid_affine(gltf_quat turn, const double place[3]);
gltf_affine vvi_gltf_rigid_inverse(const gltf_affine *rigid);

/* ---- The file as tables ---------------------------------------------------------------------------------------- */

typedef struct gltf_list {
    uint32_t count;
    const vv_json **items;
} gltf_list;

typedef struct gltf_buffer {
    const uint8_t *bytes;
    size_t count;
    uint8_t *loaded; /* from the loader, count_loaded + 1 bytes, or NULL */
    size_t count_loaded;
} gltf_buffer;

typedef struct gltf_view {
    uint32_t buffer, stride; /* stride 0: tightly packed */
    uint64_t offset, length;
} gltf_view;

typedef struct gltf_accessor {
    const vv_json *json;
    uint32_t view; /* VV_NONE: all values are zero */
    uint64_t offset;
    uint32_t count, component, components; /* component: 5120 … 5126 as in the file */
    bool normalized;
    uint32_t sparse_count, sparse_view, sparse_component, value_view;
    uint64_t sparse_offset, value_offset;
} gltf_accessor;

typedef struct gltf_node {
    const vv_json *json;
    uint32_t parent, first_child, next; /* nodes */
    uint32_t mesh, skin;                /* VV_NONE: none */
    uint32_t joint;                     /* VV_NONE: not in the skeleton */
    double move[3];
    gltf_quat turn;
    /* local = move · turn · stretch · scale; the stretch is what a matrix contains besides its rotation */
    double stretch[3][3], scale[3];
    bool in_scene, needed;
    uint32_t needed_below; /* number of needed nodes in this subtree */
} gltf_node;

typedef struct gltf_skin {
    const vv_json *json;
    uint32_t joint_count;
    const uint32_t *nodes; /* [joint_count] */
    gltf_affine *binds;    /* [joint_count] inverse bind matrices; vvi_gltf_make_binds replaces them */
} gltf_skin;

typedef struct gltf_primitive {
    const vv_json *json;
    uint32_t mode, indices, positions, normals, colors, joints[2], weights[2]; /* accessors, VV_NONE: none */
    uint32_t target_count;
    uint32_t *targets; /* [target_count] accessors of positions, VV_NONE: no change */
    float color[4];    /* the material's base colour, linear */
} gltf_primitive;

typedef struct gltf_mesh {
    const vv_json *json;
    uint32_t primitive_count, morph_count;
    gltf_primitive *primitives;
    joint_name *morph_names; /* [morph_count] */
} gltf_mesh;

/* A joint of the skeleton. `above`: the transform of a topmost joint's ancestors, which never move. */
typedef struct gltf_joint {
    uint32_t node;   /* VV_NONE: an added root */
    uint32_t parent; /* joint */
    gltf_affine above;
    gltf_quat ancestor_turn;
} gltf_joint;

/* A pose of the file's nodes, and the global transforms that follow from it. */
typedef struct gltf_pose {
    double (*moves)[3], (*scales)[3]; /* [joint_count] of the nodes */
    gltf_quat *turns;                 /* the same */
    gltf_affine *globals;             /* [joint_count] with all scales */
    gltf_quat *global_turns;          /* [joint_count] without */
} gltf_pose;

typedef struct gltf_reader {
    const vv_allocator *allocator;
    vv_error *error;
    const char *file;
    const vv_model_files *files;
    double rate;
    vvi_arena arena; /* everything that is not part of the model */
    vv_json_document *document;
    const vv_json *root;
    gltf_buffer chunk; /* the binary chunk of a .glb */
    uint64_t work;     /* numbers read so far */
    uint32_t buffer_count, view_count, accessor_count, node_count, skin_count, mesh_count, joint_count;
    gltf_buffer *buffers;
    gltf_view *views;
    gltf_accessor *accessors;
    gltf_node *nodes;
    gltf_skin *skins;
    gltf_mesh *meshes;
    gltf_joint *joints;
    joint_name *names; /* [joint_count] */
    gltf_pose rest;
    gltf_affine *binds, *inverse_binds; /* [joint_count] the model's binds and their inverses */
    uint64_t vertices, corners, poses;
    vv_model model;
} gltf_reader;

/* ---- Values (gltf_value.c) ------------------------------------------------------------------------------------- */

/* Reports an error at a value, with its JSON path. */
vv_result vvi_gltf_fail(gltf_reader *reader, const vv_json *at, vv_result code, const char *remedy, const char *format,
                        ...) VV_PRINTF(5, 6);
/* Reports that the file is damaged at a value. */
vv_result vvi_gltf_damaged(gltf_reader *reader, const vv_json *at, const char *message);
vv_result vvi_gltf_no_memory(gltf_reader *reader);
void vvi_gltf_warn(gltf_reader *reader, const char *format, ...) VV_PRINTF(2, 3);
/* Reads a whole number below `limit`; `fallback` if it is missing. */
vv_result vvi_gltf_integer(gltf_reader *reader, const vv_json *object, const char *name, uint64_t limit,
                           uint64_t fallback, uint64_t *out);
/* Reads an index below `count`; VV_NONE if it is missing. */
vv_result vvi_gltf_index(gltf_reader *reader, const vv_json *object, const char *name, uint32_t count, uint32_t *out);
/* Reads an array of `count` numbers; `out` is unchanged if it is missing. */
vv_result vvi_gltf_numbers(gltf_reader *reader, const vv_json *object, const char *name, uint32_t count, double *out);
/* Reads the items of an array, which must be of `kind`; an empty list if it is missing. */
vv_result vvi_gltf_list(gltf_reader *reader, const vv_json *object, const char *name, vv_json_kind kind, uint32_t most,
                        gltf_list *out);
/* Reads an array of indices below `limit`. */
vv_result vvi_gltf_indices_of(gltf_reader *reader, const vv_json *object, const char *name, uint32_t limit,
                              uint32_t most, uint32_t *count, uint32_t **out);

/* ---- Parts ----------------------------------------------------------------------------------------------------- */

vv_result vvi_gltf_read_buffers(gltf_reader *reader); /* gltf_buffer.c */
void vvi_gltf_release_buffers(gltf_reader *reader);
vv_result vvi_gltf_read_accessors(gltf_reader *reader); /* gltf_accessor.c */
/* Reads values[count · components] of an accessor with that many components into the arena. All are finite. */
vv_result vvi_gltf_floats(gltf_reader *reader, vvi_arena *arena, uint32_t accessor, uint32_t components,
                          float **values);
/* Reads weights of vertices, four each. Programs that normalise the weights of an unbound vertex write 0/0; these
 * become 0, and *repaired is set. */
vv_result vvi_gltf_weights(gltf_reader *reader, vvi_arena *arena, uint32_t accessor, float **values, bool *repaired);
vv_result vvi_gltf_integers(gltf_reader *reader, vvi_arena *arena, uint32_t accessor, uint32_t components,
                            uint32_t **values);
vv_result vvi_gltf_read_nodes(gltf_reader *reader); /* gltf_node.c */
vv_result vvi_gltf_read_skins(gltf_reader *reader); /* gltf_skin.c */
/* Computes the binds of all joints, and each skin's transforms from its own space into the figure's frame. */
vv_result vvi_gltf_make_binds(gltf_reader *reader);
/* The transform from a joint's node into the figure's frame, for a mesh attached to it without a skin. */
gltf_affine vvi_gltf_rigid_bind(const gltf_reader *reader, uint32_t joint);
/* Chooses which nodes are joints, and makes their rest pose and the model's skeleton. */
vv_result vvi_gltf_make_joints(gltf_reader *reader); /* gltf_joint.c */
vv_result vvi_gltf_make_skeleton(gltf_reader *reader, vv_skeleton **out);
bool vvi_gltf_allocate_pose(vvi_arena *arena, uint32_t joint_count, gltf_pose *pose);
void vvi_gltf_rest_pose(const gltf_reader *reader, gltf_pose *pose);
/* Computes the global transforms of a pose, and the rotations and positions of its joints without scales: a parent's
 * scale is contained in the positions of its children. */
vv_result vvi_gltf_compute_joints(gltf_reader *reader, gltf_pose *pose, vv_quat *turns, vv_vec3 *moves);
vv_result vvi_gltf_read_meshes(gltf_reader *reader);                            /* gltf_mesh.c */
vv_result vvi_gltf_make_meshes(gltf_reader *reader);                            /* gltf_form.c */
void vvi_gltf_release_mesh(vv_model_mesh *mesh, const vv_allocator *allocator); /* gltf.c */
vv_result vvi_gltf_make_takes(gltf_reader *reader);                             /* gltf_take.c */

#endif
