/* What the parts of the glTF reader share: the file as checked tables, so that nothing is looked up twice and no index is
 * trusted. The order of work is that of the sections below. */
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
#define GLTF_MAX_WORK     50000000u /* numbers read from buffers, however often a file points at the same ones */
#define GLTF_LARGEST      1e9       /* metres; beyond it a file is damaged */

/* ---- Small algebra in double ----------------------------------------------------------------------------------------- */

/* p ↦ linear·p + last column. */
typedef struct gltf_map {
    double m[3][4];
} gltf_map;
typedef struct gltf_turn {
    double x, y, z, w;
} gltf_turn;

gltf_map vvi_gltf_map_identity(void);
gltf_map vvi_gltf_map_multiply(const gltf_map *a, const gltf_map *b);
/* False where `a` flattens space (to a part in 10⁹). */
bool vvi_gltf_map_invert(const gltf_map *a, gltf_map *out);
double vvi_gltf_map_determinant(const gltf_map *a);
vv_affine3 vvi_gltf_map_to_affine(const gltf_map *a);
gltf_turn vvi_gltf_turn_multiply(gltf_turn a, gltf_turn b);
/* The rotation with a place. */
gltf_map vvi_gltf_rigid(gltf_turn turn, const double place[3]);
gltf_map vvi_gltf_rigid_inverse(const gltf_map *rigid);

/* ---- The file as tables ---------------------------------------------------------------------------------------------- */

typedef struct gltf_list {
    uint32_t count;
    const vv_json **items;
} gltf_list;

typedef struct gltf_buffer {
    const uint8_t *bytes;
    size_t count;
    uint8_t *loaded; /* what the loader brought, count_loaded + 1 bytes, or NULL */
    size_t count_loaded;
} gltf_buffer;

typedef struct gltf_view {
    uint32_t buffer, stride; /* stride 0: tight */
    uint64_t offset, length;
} gltf_view;

typedef struct gltf_accessor {
    const vv_json *json;
    uint32_t view; /* VV_NONE: zeros */
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
    gltf_turn turn;
    double stretch[3][3],
        scale[3]; /* local = move · turn · stretch · scale; what a matrix has besides its turn is stretch */
    bool in_scene, needed;
    uint32_t needed_below; /* nodes needed here and below */
} gltf_node;

typedef struct gltf_skin {
    const vv_json *json;
    uint32_t joint_count;
    const uint32_t *nodes; /* [joint_count] */
    gltf_map *binds;       /* [joint_count] the file's inverse bind matrices, then as vvi_gltf_binds leaves them */
} gltf_skin;

typedef struct gltf_primitive {
    const vv_json *json;
    uint32_t mode, indices, positions, normals, colors, joints[2], weights[2]; /* accessors, VV_NONE: none */
    uint32_t target_count;
    uint32_t *targets; /* [target_count] accessors of positions, VV_NONE: no change */
    float color[4];    /* the material's, linear */
} gltf_primitive;

typedef struct gltf_mesh {
    const vv_json *json;
    uint32_t primitive_count, morph_count;
    gltf_primitive *primitives;
    joint_name *morph_names; /* [morph_count] */
} gltf_mesh;

/* A joint of the skeleton. `above` is what lies over a topmost joint: nodes that never move. */
typedef struct gltf_joint {
    uint32_t node;   /* VV_NONE: the root that was added */
    uint32_t parent; /* joint */
    gltf_map above;
    gltf_turn above_turn;
} gltf_joint;

/* A pose of the file's own nodes, and what becomes of it. */
typedef struct gltf_pose {
    double (*moves)[3], (*scales)[3]; /* [joint_count] of the nodes */
    gltf_turn *turns;                 /* the same */
    gltf_map *globals;                /* [joint_count] with all scales */
    gltf_turn *global_turns;          /* [joint_count] without */
} gltf_pose;

typedef struct gltf_reader {
    const vv_allocator *allocator;
    vv_error *error;
    const char *file;
    const vv_model_files *files;
    double rate;
    vvi_arena arena; /* everything that is not handed out */
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
    gltf_map *binds, *unbinds; /* [joint_count] the model's binds and their inverses */
    uint64_t vertices, corners, poses;
    vv_model model;
} gltf_reader;

/* ---- Values (gltf_value.c) ------------------------------------------------------------------------------------------- */

/* An error at a value, with its JSON path. */
vv_result vvi_gltf_fail(gltf_reader *reader, const vv_json *at, vv_result code, const char *remedy, const char *format,
                        ...) VV_PRINTF(5, 6);
/* The same for what is simply wrong. */
vv_result vvi_gltf_damaged(gltf_reader *reader, const vv_json *at, const char *message);
vv_result vvi_gltf_no_memory(gltf_reader *reader);
void vvi_gltf_warn(gltf_reader *reader, const char *format, ...) VV_PRINTF(2, 3);
/* A whole number below `limit`; `fallback` where there is none. */
vv_result vvi_gltf_whole(gltf_reader *reader, const vv_json *object, const char *name, uint64_t limit,
                         uint64_t fallback, uint64_t *out);
/* An index below `count`; VV_NONE where there is none. */
vv_result vvi_gltf_index(gltf_reader *reader, const vv_json *object, const char *name, uint32_t count, uint32_t *out);
/* An array of `count` numbers; `out` stays as it is where there is none. */
vv_result vvi_gltf_numbers(gltf_reader *reader, const vv_json *object, const char *name, uint32_t count, double *out);
/* The items of an array, which are of `kind`; an empty list where there is none. */
vv_result vvi_gltf_list(gltf_reader *reader, const vv_json *object, const char *name, vv_json_kind kind, uint32_t most,
                        gltf_list *out);
/* An array of indices below `limit`. */
vv_result vvi_gltf_indices_of(gltf_reader *reader, const vv_json *object, const char *name, uint32_t limit,
                              uint32_t most, uint32_t *count, uint32_t **out);

/* ---- Parts ------------------------------------------------------------------------------------------------------------- */

vv_result vvi_gltf_read_buffers(gltf_reader *reader); /* gltf_buffer.c */
void vvi_gltf_release_buffers(gltf_reader *reader);
vv_result vvi_gltf_read_accessors(gltf_reader *reader); /* gltf_accessor.c */
/* values[count · components] of an accessor with that many components, from the arena. Floats are finite. */
vv_result vvi_gltf_floats(gltf_reader *reader, vvi_arena *arena, uint32_t accessor, uint32_t components,
                          float **values);
/* Weights of vertices, four each. Programs that divide the weights of a loose vertex by their sum write 0/0; those are
 * mended to 0. */
vv_result vvi_gltf_weights(gltf_reader *reader, vvi_arena *arena, uint32_t accessor, float **values, bool *mended);
vv_result vvi_gltf_wholes(gltf_reader *reader, vvi_arena *arena, uint32_t accessor, uint32_t components,
                          uint32_t **values);
vv_result vvi_gltf_read_nodes(gltf_reader *reader); /* gltf_node.c */
vv_result vvi_gltf_read_skins(gltf_reader *reader); /* gltf_skin.c */
/* Binds of all joints, and each skin's maps from its own space into the figure's. */
vv_result vvi_gltf_make_binds(gltf_reader *reader);
/* The map from a joint's own node into the figure's frame, for what hangs on it without a skin. */
gltf_map vvi_gltf_hang(const gltf_reader *reader, uint32_t joint);
/* Which nodes are joints, their rest pose, and the model's skeleton. */
vv_result vvi_gltf_make_joints(gltf_reader *reader); /* gltf_joint.c */
vv_result vvi_gltf_make_skeleton(gltf_reader *reader, vv_skeleton **out);
bool vvi_gltf_take_pose(vvi_arena *arena, uint32_t joint_count, gltf_pose *pose);
void vvi_gltf_rest_pose(const gltf_reader *reader, gltf_pose *pose);
/* Fills the globals of a pose, and the turns and places of its joints without any scale: a parent's scale is in the places
 * of its children. */
vv_result vvi_gltf_settle(gltf_reader *reader, gltf_pose *pose, vv_quat *turns, vv_vec3 *moves);
vv_result vvi_gltf_read_meshes(gltf_reader *reader);                            /* gltf_mesh.c */
vv_result vvi_gltf_make_meshes(gltf_reader *reader);                            /* gltf_form.c */
void vvi_gltf_release_mesh(vv_model_mesh *mesh, const vv_allocator *allocator); /* gltf.c */
vv_result vvi_gltf_make_takes(gltf_reader *reader);                             /* gltf_take.c */

#endif
