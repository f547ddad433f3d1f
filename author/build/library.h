/* What a session has built in space, and the files it has read for that; private to this room. */
#ifndef VVI_LIBRARY_H
#define VVI_LIBRARY_H

#include "author/import/import.h"
#include "lines.h"

typedef enum vvi_built_kind {
    VVI_CHARACTER,
    VVI_SHAPE,
    VVI_VERB,
    VVI_GRAPH,
    VVI_CREATURE,
    VVI_MOTION,
    VVI_GAIT,
    VVI_LINE,
    VVI_BUILT_KINDS
} vvi_built_kind;

typedef struct vvi_library vvi_library;

vv_result vvi_library_create(const vv_allocator *allocator, vvi_library **out, vv_error *error);
void vvi_library_destroy(vvi_library *library);
void vvi_library_forget(vvi_library *library);
/* Returns whether the file had been read. */
bool vvi_library_forget_file(vvi_library *library, const char *path);
/* Counts the files that were forgotten; part of every key. */
uint64_t vvi_library_generation(const vvi_library *library);

/* Things that were built, by kind and key. Adding one destroys those whose keys nothing in the project has any more. */
void *vvi_library_find(const vvi_library *library, vvi_built_kind kind, uint64_t key);
/* One after another; NULL after the last. */
void *vvi_library_at(const vvi_library *library, vvi_built_kind kind, uint32_t index);
vv_result vvi_library_add(vv_session *session, vvi_built_kind kind, uint64_t key, void *built, vv_error *error);

/* A file of the project as a model, read once: a BVH file becomes a model of one take without meshes, an OBJ file a
 * model of one mesh. `scale` is that of vv_project_skeleton. */
vv_result vvi_library_model(vv_session *session, const char *path, float scale, const vv_model **out, vv_error *error);

/* The bytes of a file, count + 1 of them, for vvi_release. The file is remembered as read, so that forgetting it
 * changes the generation. */
vv_result vvi_library_bytes(vv_session *session, const char *path, uint8_t **bytes, size_t *count, vv_error *error);

/* Of a model (character.c): its skeleton, or that of its first take; NULL: none. Whether it has meshes with skins;
 * and these as one figure. */
const vv_skeleton *vvi_model_skeleton(const vv_model *model);
vv_result vvi_fail_no_skeleton(vv_error *error, const char *file);
bool vvi_model_has_figure(const vv_model *model);
vv_result vvi_model_figure(const vv_model *model, const vv_allocator *allocator, vv_manikin *out, vv_error *error);

/* Keys: hashes of the stamps of everything that a thing is built from. */
uint64_t vvi_character_key(const vv_session *session, uint32_t skeleton);
uint64_t vvi_shape_key(const vv_session *session, uint32_t shape);
uint64_t vvi_verb_key(const vv_session *session, uint32_t verb);
uint64_t vvi_graph_key(const vv_session *session, uint32_t graph);
uint64_t vvi_creature_key(const vv_session *session, uint32_t creature);
uint64_t vvi_motion_key(const vv_session *session, uint32_t motion);
uint64_t vvi_gait_key(const vv_session *session, uint32_t gait);
uint64_t vvi_line_key(const vv_session *session, uint32_t line);

/* Builds the field of the runtime from that of a project. Distances are measured in half the range of each axis. */
vv_result vvi_field_build(const vv_project_field *field, const vv_allocator *allocator, vv_field **out,
                          vv_error *error);

#endif
