/* From a project to artworks that move: pixels are cut, handles weighed, rigs prepared, examples and complexes made
 * ready. The command, the page and the baker all come through here. */
#ifndef VV_BUILD_H
#define VV_BUILD_H

#include "author/base/image.h"
#include "author/document/document.h"
#include "author/weigh/weigh.h"

#include <verve/behaviour.h>

/* Where a project's files come from; paths are as in the project, inside its folder. Natively files and libpng; in a
 * page, what the browser has fetched and decoded. */
typedef struct vv_host {
    /* Bytes with a zero after the last (not counted); from `allocator`, count + 1 bytes. */
    vv_result (*load_bytes)(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                            vv_error *error);
    vv_result (*load_image)(void *user, const char *path, const vv_allocator *allocator, vv_image *out,
                            vv_error *error);
    void *user;
} vv_host;

/* ---- Body: what follows from layers and handles ------------------------------------------------------------------- */

typedef struct vv_body {
    const vv_allocator *allocator;
    uint64_t key; /* as long as files stay the same, equal keys mean equal bodies */
    vv_mesh mesh; /* all layers; owned */
    uint32_t layer_count, handle_count;
    vv_image *images;   /* [layer_count], of no size where a layer has none */
    vv_handle *handles; /* [handle_count] */
    uint32_t *partners; /* [handle_count] in the mirror */
    float *weights;     /* [vertex_count · handle_count] */
    vv_skin *skin;
    vv_poser *poser;
    vv_weigh_report report;
    float smallest_angle; /* degrees, of all layers that were cut */
} vv_body;

/* An artwork without handles gets one of its own, in its middle, so that it can be shown. */
vv_result vv_body_create(const vv_project_artwork *artwork, const vv_host *host, const vv_allocator *allocator,
                         const vv_progress *progress, vv_body **out, vv_error *error);
void vv_body_destroy(vv_body *body);
/* The key that vv_body_create would give. */
uint64_t vv_body_key(const vv_project_artwork *artwork);

/* ---- Rigged: a body with its examples ------------------------------------------------------------------------------ */

typedef struct vv_rigged {
    const vv_allocator *allocator;
    const vv_body *body;        /* not owned */
    uint32_t example_count;     /* at least 1: an artwork without examples has "rest" */
    const char **example_names; /* [example_count] */
    vv_turn *turns;             /* [example_count · handle_count] */
    vv_complex *complex;        /* examples that nothing joins are points; distances are root mean square metres */
    uint32_t behaviour_count;
    vv_behaviour **behaviours; /* [behaviour_count] in the artwork's order */
} vv_rigged;

vv_result vv_rigged_create(const vv_project_artwork *artwork, const vv_body *body, const vv_allocator *allocator,
                           vv_rigged **out, vv_error *error);
void vv_rigged_destroy(vv_rigged *rigged);

/* The vertices at these weights[example_count] of the examples: vertices[vertex_count] out. pose[handle_count], also
 * out, may be NULL. Allocates nothing beyond a small stack. */
void vv_rigged_vertices(const vv_rigged *rigged, const float *weights, vv_affine *pose, vv_vec2 *vertices);

/* Writes, as the writer's root, the command that makes this pose the example of that name: example.set, or example.add where
 * the artwork has none such. turns[handle_count] are rounded (vv_pose_rounded); pins[handle_count] are written as they
 * are. What goes wrong sticks to the writer. */
void vv_pose_write_command(vv_json_writer *writer, const vv_project_artwork *artwork, const char *example,
                           const vv_turn *turns, const vv_project_pin *pins);
/* Hundredths of a millimetre and of a milliradian: finer than anyone sees, and short in the file. */
float vv_pose_rounded(float value);

/* ---- Staged: a rigged artwork as a sprite ------------------------------------------------------------------------- */

typedef struct vv_staged {
    const vv_allocator *allocator;
    uint64_t key; /* as long as files stay the same, equal keys mean equal sprites */
    vv_sprite *sprite;
    vv_sprite_pin *pins; /* [pin_count] the artist's, or those that follow from handles and overlaps */
    uint32_t pin_count;
    uint32_t loose_layer; /* the first layer that nothing joins to the others, or VV_NONE */
} vv_staged;

vv_result vv_staged_create(const vv_project_artwork *artwork, const vv_rigged *rigged, const vv_allocator *allocator,
                           vv_staged **out, vv_error *error);
void vv_staged_destroy(vv_staged *staged);
/* The key that vv_staged_create would give. Strengths have no part in it: they may change while a sprite moves. */
uint64_t vv_staged_key(const vv_project_artwork *artwork);

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

/* Where a scene is at a time: between two keys along the shortest path inside the complex. It comes to rest at a key
 * where the path turns back, and goes through one without stopping where the path goes on; where no path joins two keys,
 * it holds and then jumps. */
vv_place vv_scene_place(const vv_rigged *rigged, const vv_project_scene *scene, float time);

/* ---- Session: a document with what was built from it --------------------------------------------------------------- */

typedef struct vv_session vv_session;

/* `document` and `host` must outlive it. */
vv_result vv_session_create(const vv_document *document, const vv_host *host, const vv_allocator *allocator,
                            vv_session **out, vv_error *error);
void vv_session_destroy(vv_session *session);
/* Builds everything anew when next asked: files behind the host have changed. */
void vv_session_forget(vv_session *session);
/* The same for what the file at this path is part of. */
void vv_session_forget_file(vv_session *session, const char *path);

/* The artwork as the document has it now; built only as far as something has changed. Valid until the document
 * changes. */
vv_result vv_session_artwork(vv_session *session, uint32_t artwork, const vv_progress *progress, const vv_rigged **out,
                             vv_error *error);

/* The same as a sprite; *rigged may be NULL. */
vv_result vv_session_staged(vv_session *session, uint32_t artwork, const vv_progress *progress,
                            const vv_rigged **rigged, const vv_staged **out, vv_error *error);

/* What a command amounts to for the document. `example.drag` is solved and becomes an `example.set` or `example.add`
 * with numbers in *resolved (destroy it with vv_json_destroy; the command is its root); for every other command
 * *resolved is NULL: it goes to the document, and into the journal, as it is. */
vv_result vv_session_resolve(vv_session *session, const vv_json_document *json, const vv_json *command,
                             vv_json_document **resolved, vv_error *error);

/* A hash of the project's own text and of everything built from it: meshes, weights, skins, posers, examples, complexes,
 * behaviours. Two different projects never share it but by chance. Builds what is missing. */
vv_result vv_session_hash(vv_session *session, uint64_t *hash, vv_error *error);

/* ---- Performance: a stage scene that runs ---------------------------------------------------------------------------- */

/* A scene's stage with its actors and its script. It runs in fixed steps and only shows at other times, so what happens
 * is the same however often it is looked at. Commands that change the document end it: make another. */
typedef struct vv_performance vv_performance;

/* `scene` must be a stage. The session and its document must outlive it. */
vv_result vv_performance_create(vv_session *session, uint32_t scene, const vv_progress *progress, vv_performance **out,
                                vv_error *error);
void vv_performance_destroy(vv_performance *performance);

/* Runs until it can show exactly what is at `time`, seconds ≥ 0, and shows that. It runs one fixed step ahead, and never
 * back: an earlier time than the last changes nothing. Does not allocate. */
void vv_performance_show(vv_performance *performance, double time);

/* For everything that may be asked of a stage. */
const vv_stage *vv_performance_stage(const vv_performance *performance);
uint64_t vv_performance_hash(const vv_performance *performance);
/* In the scene's order: actor < the scene's actor_count. */
vv_actor vv_performance_actor(const vv_performance *performance, uint32_t actor);
const vv_rigged *vv_performance_rigged(const vv_performance *performance, uint32_t actor);
/* As vv_stage_state, its velocity and spin also at the time shown. */
vv_actor_state vv_performance_state(const vv_performance *performance, uint32_t actor);
/* VV_NONE if it is none of the scene's. */
uint32_t vv_performance_find(const vv_performance *performance, vv_actor actor);

/* What happened in the steps of the last vv_performance_show, in order, and for the first call in those that ran when it
 * was made: at most 1024, the rest is only counted. */
const vv_event *vv_performance_events(const vv_performance *performance, uint32_t *count);
typedef struct vv_performance_report {
    uint64_t steps, events;
    uint32_t failures, overflows; /* of these events */
} vv_performance_report;
vv_performance_report vv_performance_told(const vv_performance *performance);

/* The whole moving state as bytes, to go back to in this performance or in another of the same scene of the same document.
 * Bytes that do not fit are refused and change nothing. Neither allocates. */
size_t vv_performance_save_bytes(const vv_performance *performance);
size_t vv_performance_save(const vv_performance *performance, void *bytes, size_t byte_count);
vv_result vv_performance_restore(vv_performance *performance, const void *bytes, size_t byte_count, vv_error *error);

/* ---- Bake ------------------------------------------------------------------------------------------------------------ */

typedef struct vv_bake_def {
    bool images;  /* put the layers' image files in; default true */
    bool posers;  /* so that a game can pose by dragging; default true */
    bool sprites; /* so that a game can put it on a stage; default true */
} vv_bake_def;
vv_bake_def vv_default_bake_def(void);

/* The bytes of a .vvb file with all artworks of the session's document, aligned to 64; release with
 * vv_bake_release. */
vv_result vv_bake(vv_session *session, const vv_bake_def *def, const vv_progress *progress, uint8_t **bytes,
                  size_t *byte_count, vv_error *error);
void vv_bake_release(vv_session *session, uint8_t *bytes, size_t byte_count);

#endif
