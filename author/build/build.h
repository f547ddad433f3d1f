/* From a project to artworks that move: pixels are cut, handles weighed, rigs, examples and complexes prepared. The
 * command, the page and the baker all use these functions. */
#ifndef VV_BUILD_H
#define VV_BUILD_H

#include "author/base/image.h"
#include "author/document/document.h"
#include "author/weigh/weigh.h"

#include <verve/behaviour.h>
#include <verve/shape.h>

/* Where the files of a project come from: natively from the disk and libpng, in a page from what the browser has
 * fetched and decoded. Paths are those of the project, inside its folder. */
typedef struct vv_host {
    /* Loads bytes, with a zero after the last that is not counted: count + 1 bytes from `allocator`. */
    vv_result (*load_bytes)(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                            vv_error *error);
    vv_result (*load_image)(void *user, const char *path, const vv_allocator *allocator, vv_image *out,
                            vv_error *error);
    void *user;
} vv_host;

/* ---- Bodies: meshes and weights, from layers and handles --------------------------------------------------------- */

typedef struct vv_body {
    const vv_allocator *allocator;
    uint64_t key; /* as long as files do not change, equal keys mean equal bodies */
    vv_mesh mesh; /* all layers; owned */
    uint32_t layer_count, handle_count;
    vv_image *images;   /* [layer_count], of size 0 where a layer has none */
    vv_handle *handles; /* [handle_count] */
    uint32_t *partners; /* [handle_count] mirror partners */
    float *weights;     /* [vertex_count · handle_count] */
    vv_skin *skin;
    vv_poser *poser;
    vv_weigh_report report;
    float smallest_angle; /* degrees, over all layers that were cut */
    uint64_t *cut_keys;   /* [layer_count] as long as files do not change, equal keys mean equal triangles */
    float *cut_angles;    /* [layer_count] the smallest angle of each */
    uint32_t *left_out;   /* [layer_count] pieces without triangles, because the layer has too few vertices */
    uint32_t references;  /* how many owners it has */
} vv_body;

/* An artwork without handles gets one in its middle, so that it can be shown. */
vv_result vv_body_create(const vv_project_artwork *artwork, const vv_host *host, const vv_allocator *allocator,
                         const vv_progress *progress, vv_body **out, vv_error *error);
/* The same, with the triangles of layers that are unchanged since `before` (may be NULL), which was made of the same
 * files. */
vv_result vv_body_create_reusing(const vv_project_artwork *artwork, const vv_body *before, const vv_host *host,
                                 const vv_allocator *allocator, const vv_progress *progress, vv_body **out,
                                 vv_error *error);
/* Bodies, rigged and staged artworks are shared by counting: each keep needs a destroy, and the last destroy frees
 * them. */
void vv_body_destroy(vv_body *body);
vv_body *vv_body_retain(const vv_body *body);
/* The key that vv_body_create would give. */
uint64_t vv_body_key(const vv_project_artwork *artwork);

/* ---- Posing bodies that have a skeleton -------------------------------------------------------------------------- */

typedef struct vv_body_pull {
    const vv_bone *bones; /* [handle_count] vv_project_bones */
    uint32_t pin_count;   /* at most VV_RIG_MAX_HANDLES + 1 */
    const vv_pin *pins;   /* a pin on a point of the drawing pulls at the bone that moves it most */
    uint32_t iterations;  /* for what is on no skeleton: see vv_posing_solve */
    float tolerance;
} vv_body_pull;

/* Whether any handle has a parent. */
bool vv_body_has_skeleton(const vv_body *body);
/* The handle that moves a point of the drawing most. */
uint32_t vv_body_strongest(const vv_body *body, const vv_mesh_point *at);
/* Whether a pin pulls at a skeleton; one on a point of the drawing becomes one on a bone. */
bool vv_body_pin_bone(const vv_body *body, vv_pin *pin);
/* pose[handle_count] from start[handle_count]. What is on no skeleton goes through `posing`, which has room for twice
 * as many pins as there are handles. */
vv_result vv_body_pull_pose(const vv_body *body, vv_posing *posing, const vv_body_pull *pull, const vv_affine *start,
                            vv_affine *pose, vv_error *error);

/* ---- Rigged artworks: bodies with their examples ----------------------------------------------------------------- */

typedef struct vv_rigged {
    const vv_allocator *allocator;
    const vv_body *body;           /* kept */
    uint32_t example_count;        /* at least 1: an artwork without examples has "rest" */
    const char **example_names;    /* [example_count] */
    vv_project_word *names;        /* [example_count] the texts that example_names point to */
    vv_handle_pose *example_poses; /* [example_count · handle_count] */
    vv_complex *complex;           /* distances are root mean square distances of vertices, metres */
    uint32_t behaviour_count;
    vv_behaviour **behaviours; /* [behaviour_count] in the artwork's order */
    uint32_t corrective_count;
    vv_corrective **correctives; /* [corrective_count] in the artwork's order; NULL: one without examples */
    uint32_t references;
} vv_rigged;

vv_result vv_rigged_create(const vv_project_artwork *artwork, const vv_body *body, const vv_allocator *allocator,
                           vv_rigged **out, vv_error *error);
void vv_rigged_destroy(vv_rigged *rigged);
vv_rigged *vv_rigged_retain(const vv_rigged *rigged);

/* The vertices at these weights[example_count] of the examples: vertices[vertex_count] out. pose[handle_count], also
 * out, may be NULL. Does not allocate. */
void vv_rigged_vertices(const vv_rigged *rigged, const float *weights, vv_affine *pose, vv_vec2 *vertices);

/* Applies the artwork's correctives to a pose, one after another: turns[handle_count] in place. */
void vv_rigged_apply_correctives(const vv_rigged *rigged, vv_handle_pose *turns);
/* The vertices of a pose[handle_count], with correctives. */
void vv_rigged_skin(const vv_rigged *rigged, const vv_affine *pose, vv_vec2 *vertices);

/* Writes, as the writer's root, the command that makes this pose the example of that name: example.set, or
 * example.add where the artwork has no such example. turns[handle_count] are rounded (vv_pose_round);
 * pins[handle_count] are written as they are. The writer remembers errors. */
void vv_pose_write_command(vv_json_writer *writer, const vv_project_artwork *artwork, const char *example,
                           const vv_handle_pose *turns, const vv_project_pin *pins);
/* Rounds to hundredths of a millimetre or of a milliradian: finer than anyone can see, and short in the file. */
float vv_pose_round(float value);

/* ---- Staged artworks: sprites and puppets ------------------------------------------------------------------------ */

typedef struct vv_staged {
    const vv_allocator *allocator;
    uint64_t key; /* as long as files do not change, equal keys mean equal sprites and puppets */
    vv_actor_kind kind;
    /* Positions, pivots, moves and pins are those of the artwork times this. The complex is the artwork's own, so
     * that places and behaviours are the same at every scale. */
    float scale;
    vv_sprite *sprite; /* one of the two, as `kind` says; the other is NULL */
    vv_puppet *puppet;
    vv_sprite_pin *pins; /* [pin_count] the artist's, or found from handles and overlaps; not scaled */
    uint32_t pin_count;
    uint32_t loose_layer; /* the first layer that nothing joins to the others, or VV_NONE */
    uint32_t references;
} vv_staged;

/* scale > 0; 1: the size in which it is drawn. */
vv_result vv_staged_create(const vv_project_artwork *artwork, const vv_rigged *rigged, vv_actor_kind kind, float scale,
                           const vv_allocator *allocator, vv_staged **out, vv_error *error);
void vv_staged_destroy(vv_staged *staged);
vv_staged *vv_staged_retain(const vv_staged *staged);
/* The key that vv_staged_create would give. It does not depend on strengths and materials, which may change while the
 * actor moves. */
uint64_t vv_staged_key(const vv_project_artwork *artwork, vv_actor_kind kind, float scale);

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

/* The place of a tour at a time: between two keys it moves along the shortest path inside the complex. It comes to
 * rest at a key where the path turns back, and passes a key without stopping where the path goes on. Where no path
 * joins two keys, it stays and then jumps. */
vv_place vv_scene_place(const vv_rigged *rigged, const vv_project_scene *scene, float time);

/* ---- Sessions: a document with what was built from it ------------------------------------------------------------ */

typedef struct vv_session vv_session;

/* `document` and `host` must outlive it. */
vv_result vv_session_create(const vv_document *document, const vv_host *host, const vv_allocator *allocator,
                            vv_session **out, vv_error *error);
void vv_session_destroy(vv_session *session);
/* Forgets everything that was built, for when files behind the host have changed. */
void vv_session_forget(vv_session *session);
/* The same for everything that uses the file at this path. */
void vv_session_forget_file(vv_session *session, const char *path);

/* The artwork as it is in the document now; only what has changed is built. Valid until the first call of the session
 * after the document has changed, unless it is kept. */
vv_result vv_session_artwork(vv_session *session, uint32_t artwork, const vv_progress *progress, const vv_rigged **out,
                             vv_error *error);

/* The same as a sprite; *rigged may be NULL. */
vv_result vv_session_staged(vv_session *session, uint32_t artwork, const vv_progress *progress,
                            const vv_rigged **rigged, const vv_staged **out, vv_error *error);
/* The same, scaled, or as a puppet. Scales that no actor of the document has any more are forgotten. */
vv_result vv_session_scaled(vv_session *session, uint32_t artwork, vv_actor_kind kind, float scale,
                            const vv_progress *progress, const vv_rigged **rigged, const vv_staged **out,
                            vv_error *error);

/* Turns a command that computes into one that only stores. `example.drag` is solved and becomes an `example.set` or
 * `example.add` with numbers in *resolved (destroy it with vv_json_destroy; the command is its root). For every other
 * command *resolved is NULL: it goes to the document, and into the journal, as it is. */
vv_result vv_session_resolve_command(vv_session *session, const vv_json_document *json, const vv_json *command,
                                     vv_json_document **resolved, vv_error *error);

/* Builds everything in the document with the functions that simulate, render and bake it, and adds a problem for each
 * thing that is refused: artworks, figures, motions, lines, scenes (rules V057 and V058, V060 to V062). The path of a
 * problem is that of the document; its file is empty, or the file inside the project that cannot be used. An error
 * that is in the list already is not added again. Costs as much as baking and opening every scene, less what the
 * session has built before. VV_OK however many problems there are. */
vv_result vv_session_check(vv_session *session, const vv_progress *progress, vv_problems *problems, vv_error *error);
/* The same in pieces, for hosts that must not block for long: one thing at a time, item < count, as long as the
 * document does not change. */
uint32_t vv_session_check_count(const vv_session *session);
vv_result vv_session_check_item(vv_session *session, uint32_t item, const vv_progress *progress, vv_problems *problems,
                                vv_error *error);

/* A hash of the project's own text and of everything built from it: meshes, weights, skins, posers, examples,
 * complexes, behaviours. Two different projects have the same hash only by chance. Builds what is not built yet. */
vv_result vv_session_hash(vv_session *session, uint64_t *hash, vv_error *error);

/* ---- Performances: stage scenes that run ------------------------------------------------------------------------- */

/* The stage of a scene with its actors and its script. It runs in fixed steps, and interpolates to show other times,
 * so that the run does not depend on the times that are shown. It keeps what it was made from, and goes on when the
 * document changes. */
typedef struct vv_performance vv_performance;

/* `scene` must be a stage. The session's allocator and the document's must outlive it. */
vv_result vv_performance_create(vv_session *session, uint32_t scene, const vv_progress *progress, vv_performance **out,
                                vv_error *error);
void vv_performance_destroy(vv_performance *performance);

/* Runs until the state at exactly `time`, seconds ≥ 0, can be shown, and shows it. It runs one fixed step ahead and
 * never back: an earlier time than the last one changes nothing. Does not allocate. */
void vv_performance_show(vv_performance *performance, double time);

/* Lends it threads (vv_stage_set_jobs). */
vv_result vv_performance_set_jobs(vv_performance *performance, const vv_jobs *jobs, vv_error *error);

/* For the queries of a stage. */
const vv_stage *vv_performance_stage(const vv_performance *performance);
/* The index is that of the scene. */
vv_obstacle vv_performance_obstacle(const vv_performance *performance, uint32_t obstacle);
uint64_t vv_performance_hash(const vv_performance *performance);
/* actor < the scene's actor_count, in its order. */
vv_actor vv_performance_actor(const vv_performance *performance, uint32_t actor);
const vv_rigged *vv_performance_rigged(const vv_performance *performance, uint32_t actor); /* of its own artwork */
vv_obstacle_state vv_performance_obstacle_state(const vv_performance *performance, uint32_t obstacle);
/* Where an obstacle's origin is at the time shown: takes its points to the stage. */
vv_affine vv_performance_obstacle_frame(const vv_performance *performance, uint32_t obstacle);
/* The state of a joint at the time shown; false if it is broken, or was left out because its obstacle does not
 * exist. */
bool vv_performance_joint_state(const vv_performance *performance, uint32_t joint, vv_joint_state *state);
/* What a zone is like after the last fixed step; false if it is switched off. */
bool vv_performance_zone(const vv_performance *performance, uint32_t zone, vv_zone_def *def);
/* The share of the actor that is in the zone at the time shown, 0…1; 0 if that is switched off. */
float vv_performance_zone_share(const vv_performance *performance, uint32_t zone, uint32_t actor);
/* What to draw for an actor at the time shown: its artwork, or the present member of a puppet's family; while the
 * member before it fades, also that one, drawn over it with the opacity `share`. Returns how many, 1 or 2. */
typedef struct vv_actor_drawing {
    uint32_t artwork;
    const vv_rigged *rigged;
    float opacity; /* opacity, 0…1 */
} vv_actor_drawing;
uint32_t vv_performance_drawings(const vv_performance *performance, uint32_t actor, vv_actor_drawing looks[2]);
/* All members that it may become; returns how many. */
uint32_t vv_performance_members(const vv_performance *performance, uint32_t actor,
                                vv_actor_drawing looks[VV_PUPPET_MAX_MEMBERS]);
/* The diameter of a disc of the same area, metres. */
float vv_performance_size(const vv_performance *performance, uint32_t actor);
/* The most vertices that any of its looks can have. */
uint32_t vv_performance_max_vertex_count(const vv_performance *performance, uint32_t actor);
/* vertices[vertex_count of that look's mesh] */
void vv_performance_vertices(const vv_performance *performance, uint32_t actor, uint32_t look, vv_vec2 *vertices);
/* Of a puppet: pose[handle_count of its first look] takes points of the artwork, in its own size, to the stage. False
 * for a sprite. */
bool vv_performance_pose(const vv_performance *performance, uint32_t actor, vv_affine *pose);
/* The project as it was when the performance was made or last adopted it. */
const vv_project *vv_performance_project(const vv_performance *performance);
const vv_project_scene *vv_performance_scene(const vv_performance *performance);
/* As vv_stage_actor_state, but velocity and spin, too, are those at the time shown. */
vv_actor_state vv_performance_actor_state(const vv_performance *performance, uint32_t actor);
/* The behaviour that drives it, and one of its inputs: see <verve/behaviour.h>. */
vv_behaviour_status vv_performance_behaviour(const vv_performance *performance, uint32_t actor);
float vv_performance_input(const vv_performance *performance, uint32_t actor, uint32_t input);
/* The nominal length of a fixed step, seconds: exactly 1/60 where the scene has the float next to it. */
double vv_performance_step(const vv_performance *performance);
/* The topmost actor under a point, in the scene's order, and the point of its artwork at rest, which a hold can
 * grip. */
bool vv_performance_pick(const vv_performance *performance, vv_vec2 point, uint32_t *actor, vv_vec2 *at);
/* VV_NONE where it is not one of the scene's. */
uint32_t vv_performance_find(const vv_performance *performance, vv_actor actor);
/* The same of an obstacle, a zone and a joint, also after it broke. */
uint32_t vv_performance_find_obstacle(const vv_performance *performance, vv_obstacle obstacle);
uint32_t vv_performance_find_zone(const vv_performance *performance, vv_zone_id zone);
uint32_t vv_performance_find_joint(const vv_performance *performance, vv_joint_id joint);

/* The events of the steps of the last vv_performance_show, in order; for the first call, those of the steps that ran
 * when it was made. At most 1024; the rest are only counted. */
const vv_event *vv_performance_events(const vv_performance *performance, uint32_t *count);
typedef struct vv_performance_report {
    uint64_t steps, events;
    uint32_t failures, overflows; /* among the events */
} vv_performance_report;
vv_performance_report vv_performance_event_report(const vv_performance *performance);

/* The whole moving state as bytes, to restore in this performance or in another one of the same scene of the same
 * document. Bytes that do not fit are refused and change nothing. Neither call allocates. */
size_t vv_performance_save_bytes(const vv_performance *performance);
size_t vv_performance_save(const vv_performance *performance, void *bytes, size_t byte_count);
vv_result vv_performance_restore(vv_performance *performance, const void *bytes, size_t byte_count, vv_error *error);

/* Live cues: what is done to a performance by hand while it runs. */
typedef struct vv_live_cue {
    uint64_t step;      /* it acts before this fixed step, counted from 0, and after the cues of the script */
    bool from_document; /* a strength that has changed in the project */
    vv_project_cue cue; /* without a time */
} vv_live_cue;

/* Adds an entry of a script, without a time: it acts before the next fixed step, and is stored, so that it acts again
 * after going back (vv_performance_restore). Live cues of later steps are dropped. Of several cues that set the same
 * thing before one step only the last is stored. At most VV_PROJECT_MAX_CUES together with the script. A change of
 * scale or density is refused where the actor is not resizable (vv_actor_def): neither its script nor its own scale or
 * density says that it might be. */
vv_result vv_performance_add_cue_json(vv_performance *performance, const vv_json_document *json, const vv_json *entry,
                                      vv_error *error);
/* The same as a struct, which is copied; its actor is one of the scene's. */
vv_result vv_performance_add_cue(vv_performance *performance, const vv_project_cue *cue, vv_error *error);
const vv_live_cue *vv_performance_live_cues(const vv_performance *performance, uint32_t *count);
/* Whether an actor has a hold of this name after the last step; and how many holds it has. */
bool vv_performance_has_hold(const vv_performance *performance, uint32_t actor, const char *name);
uint32_t vv_performance_hold_count(const vv_performance *performance, uint32_t actor);

/* The command scene.add, as compact JSON, for a scene called `name`, `seconds` long, that repeats this run: script
 * and live cues, each before the same step. Release the text with vv_project_text_release. */
vv_result vv_performance_write_scene(const vv_performance *performance, const char *name, float seconds,
                                     const vv_allocator *allocator, char **text, size_t *length, vv_error *error);

/* A recording of how regions of a puppet move, with a frame for each fixed step between two times: made from a
 * performance, filled while it runs, and written as the command recording.add. Refused are actors that are not
 * puppets, two regions of one handle, and times with fewer than two steps or more than a recording may have. */
typedef struct vv_region_recorder vv_region_recorder;
vv_result vv_region_recorder_create(const vv_performance *performance, uint32_t actor, const vv_region *regions,
                                    uint32_t count, double from, double to, const vv_allocator *allocator,
                                    vv_region_recorder **out, vv_error *error);
void vv_region_recorder_destroy(vv_region_recorder *tape);
/* How many frames it will have: the first at `from`, each next one a fixed step later. */
uint32_t vv_region_recorder_frame_count(const vv_region_recorder *tape);
/* Records the next frame, at the time that the performance shows, which is `time`. Refused where the puppet has
 * become another member of its family: a recording is of one drawing. */
vv_result vv_region_recorder_add_frame(vv_region_recorder *tape, const vv_performance *performance, double time,
                                       vv_error *error);
/* Writes the command that adds the frames to the project as a recording called `name`. */
void vv_region_recorder_write(const vv_region_recorder *tape, const vv_performance *performance, const char *name,
                              vv_json_writer *writer);

/* How the document has changed for a performance of its scene `scene`. */
typedef enum vv_performance_change {
    VV_PERFORMANCE_SAME,
    VV_PERFORMANCE_STRENGTHS, /* only strengths of sprites differ: the performance can adopt them */
    /* Clips or materials of puppets differ: a new performance can restore states that this one saved before the time
     * of the difference, and goes on from there. */
    VV_PERFORMANCE_DIRECTION,
    VV_PERFORMANCE_OTHER, /* a new performance is needed */
} vv_performance_change;
typedef struct vv_performance_difference {
    vv_performance_change change;
    /* Seconds: before this time nothing moves differently. INFINITY where only strengths differ, which act from now
     * on. */
    double since;
} vv_performance_difference;
vv_result vv_performance_compare(const vv_performance *performance, vv_session *session, uint32_t scene,
                                 vv_performance_difference *difference, vv_error *error);
/* Where nothing or only strengths differ: goes on with the document as it is now; its strengths become live cues. */
vv_result vv_performance_adopt(vv_performance *performance, vv_session *session, uint32_t scene, vv_error *error);
/* A performance that was just made takes over the live cues of another, except strengths that came from the document,
 * and cues that name actors, examples, inputs or events that do not exist any more. */
vv_result vv_performance_inherit(vv_performance *performance, const vv_performance *from, vv_error *error);

/* ---- Baking ------------------------------------------------------------------------------------------------------ */

typedef struct vv_bake_def {
    bool images;  /* include the layers' image files; default true */
    bool posers;  /* for posing by dragging; default true */
    bool sprites; /* for sprites on a stage; default true */
    bool puppets; /* for artworks that the project uses as puppets, and their families; default true */
    bool scenes;  /* stage scenes whose actors are all in the file; default true */
} vv_bake_def;
vv_bake_def vv_default_bake_def(void);

/* The bytes of a .vvb file with all artworks of the session's document, aligned to 64; release with
 * vv_bake_release. */
vv_result vv_bake(vv_session *session, const vv_bake_def *def, const vv_progress *progress, uint8_t **bytes,
                  size_t *byte_count, vv_error *error);
void vv_bake_release(vv_session *session, uint8_t *bytes, size_t byte_count);

#endif
