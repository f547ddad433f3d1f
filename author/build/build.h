/* From a project to artworks that move: pixels are cut, handles weighed, rigs prepared, examples and complexes made
 * ready. The command, the page and the baker all come through here. */
#ifndef VV_BUILD_H
#define VV_BUILD_H

#include "author/base/image.h"
#include "author/document/document.h"
#include "author/weigh/weigh.h"

#include <verve/behaviour.h>
#include <verve/shape.h>

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
    uint64_t *cut_keys;   /* [layer_count] as long as files stay the same, equal keys mean equal triangles */
    float *cut_angles;    /* [layer_count] the smallest of each */
    uint32_t references;  /* how many keep it */
} vv_body;

/* An artwork without handles gets one of its own, in its middle, so that it can be shown. */
vv_result vv_body_create(const vv_project_artwork *artwork, const vv_host *host, const vv_allocator *allocator,
                         const vv_progress *progress, vv_body **out, vv_error *error);
/* The same, with the triangles of layers that are as they were in `before` (may be NULL), of the same files. */
vv_result vv_body_create_after(const vv_project_artwork *artwork, const vv_body *before, const vv_host *host,
                               const vv_allocator *allocator, const vv_progress *progress, vv_body **out,
                               vv_error *error);
/* Bodies, rigged and staged artworks are shared: whoever keeps one calls destroy once more, and the last frees it. */
void vv_body_destroy(vv_body *body);
vv_body *vv_body_keep(const vv_body *body);
/* The key that vv_body_create would give. */
uint64_t vv_body_key(const vv_project_artwork *artwork);

/* ---- Rigged: a body with its examples ------------------------------------------------------------------------------ */

typedef struct vv_rigged {
    const vv_allocator *allocator;
    const vv_body *body;        /* kept */
    uint32_t example_count;     /* at least 1: an artwork without examples has "rest" */
    const char **example_names; /* [example_count] */
    vv_project_word *names;     /* [example_count] what they point to */
    vv_turn *turns;             /* [example_count · handle_count] */
    vv_complex *complex;        /* examples that nothing joins are points; distances are root mean square metres */
    uint32_t behaviour_count;
    vv_behaviour **behaviours; /* [behaviour_count] in the artwork's order */
    uint32_t corrective_count;
    vv_corrective **correctives; /* [corrective_count] the same; NULL: one without examples */
    uint32_t references;
} vv_rigged;

vv_result vv_rigged_create(const vv_project_artwork *artwork, const vv_body *body, const vv_allocator *allocator,
                           vv_rigged **out, vv_error *error);
void vv_rigged_destroy(vv_rigged *rigged);
vv_rigged *vv_rigged_keep(const vv_rigged *rigged);

/* The vertices at these weights[example_count] of the examples: vertices[vertex_count] out. pose[handle_count], also
 * out, may be NULL. Allocates nothing beyond a small stack. */
void vv_rigged_vertices(const vv_rigged *rigged, const float *weights, vv_affine *pose, vv_vec2 *vertices);

/* A pose mended by the artwork's correctives, one after another: turns[handle_count] in place. */
void vv_rigged_correct(const vv_rigged *rigged, vv_turn *turns);
/* The vertices of a pose[handle_count], mended. */
void vv_rigged_skin(const vv_rigged *rigged, const vv_affine *pose, vv_vec2 *vertices);

/* Writes, as the writer's root, the command that makes this pose the example of that name: example.set, or example.add where
 * the artwork has none such. turns[handle_count] are rounded (vv_pose_rounded); pins[handle_count] are written as they
 * are. What goes wrong sticks to the writer. */
void vv_pose_write_command(vv_json_writer *writer, const vv_project_artwork *artwork, const char *example,
                           const vv_turn *turns, const vv_project_pin *pins);
/* Hundredths of a millimetre and of a milliradian: finer than anyone sees, and short in the file. */
float vv_pose_rounded(float value);

/* ---- Staged: a rigged artwork as a sprite or a puppet ------------------------------------------------------------------------- */

typedef struct vv_staged {
    const vv_allocator *allocator;
    uint64_t key; /* as long as files stay the same, equal keys mean equal sprites and puppets */
    vv_actor_kind kind;
    float
        scale; /* positions, pivots, moves and pins are those of the artwork times this; the complex is the artwork's own,
                    so that places and behaviours of the one are those of the other */
    vv_sprite *sprite; /* as `kind` says, one of the two; the other is NULL */
    vv_puppet *puppet;
    vv_sprite_pin
        *pins; /* [pin_count] the artist's, or those that follow from handles and overlaps; as in the artwork */
    uint32_t pin_count;
    uint32_t loose_layer; /* the first layer that nothing joins to the others, or VV_NONE */
    uint32_t references;
} vv_staged;

/* scale > 0; 1: as large as it is drawn. */
vv_result vv_staged_create(const vv_project_artwork *artwork, const vv_rigged *rigged, vv_actor_kind kind, float scale,
                           const vv_allocator *allocator, vv_staged **out, vv_error *error);
void vv_staged_destroy(vv_staged *staged);
vv_staged *vv_staged_keep(const vv_staged *staged);
/* The key that vv_staged_create would give. Strengths and materials have no part in it: they may change while it moves. */
uint64_t vv_staged_key(const vv_project_artwork *artwork, vv_actor_kind kind, float scale);

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

/* The artwork as the document has it now; built only as far as something has changed. Valid until the session is next
 * asked after the document changed, unless it is kept. */
vv_result vv_session_artwork(vv_session *session, uint32_t artwork, const vv_progress *progress, const vv_rigged **out,
                             vv_error *error);

/* The same as a sprite; *rigged may be NULL. */
vv_result vv_session_staged(vv_session *session, uint32_t artwork, const vv_progress *progress,
                            const vv_rigged **rigged, const vv_staged **out, vv_error *error);
/* The same, scaled, or as a puppet. Those of scales that no actor of the document has any more are forgotten. */
vv_result vv_session_scaled(vv_session *session, uint32_t artwork, vv_actor_kind kind, float scale,
                            const vv_progress *progress, const vv_rigged **rigged, const vv_staged **out,
                            vv_error *error);

/* What a command amounts to for the document. `example.drag` is solved and becomes an `example.set` or `example.add`
 * with numbers in *resolved (destroy it with vv_json_destroy; the command is its root); for every other command
 * *resolved is NULL: it goes to the document, and into the journal, as it is. */
vv_result vv_session_resolve(vv_session *session, const vv_json_document *json, const vv_json *command,
                             vv_json_document **resolved, vv_error *error);

/* Builds everything that the document holds, with the functions that simulate, render and bake it, and adds a problem for each thing that
 * is refused: artworks, figures, motions, lines, scenes (rules V057 and V058, V060 to V062). Its path is that of the document; file is
 * empty, or the file inside the project that cannot be used. What an error of the list already says is not said again. Costs what
 * baking and opening every scene cost, less what the session has built before. VV_OK however many problems there are. */
vv_result vv_session_check(vv_session *session, const vv_progress *progress, vv_problems *problems, vv_error *error);
/* The same in pieces, for hosts that must not stop for long: each thing by itself, item < count, as long as the document does not change. */
uint32_t vv_session_check_count(const vv_session *session);
vv_result vv_session_check_item(vv_session *session, uint32_t item, const vv_progress *progress, vv_problems *problems,
                                vv_error *error);

/* A hash of the project's own text and of everything built from it: meshes, weights, skins, posers, examples, complexes,
 * behaviours. Two different projects never share it but by chance. Builds what is missing. */
vv_result vv_session_hash(vv_session *session, uint64_t *hash, vv_error *error);

/* ---- Performance: a stage scene that runs ---------------------------------------------------------------------------- */

/* A scene's stage with its actors and its script. It runs in fixed steps and only shows at other times, so what happens
 * is the same however often it is looked at. It keeps what it was made from: the document may change, and it goes on. */
typedef struct vv_performance vv_performance;

/* `scene` must be a stage. The session's allocator and the document's must outlive it. */
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
const vv_rigged *vv_performance_rigged(const vv_performance *performance, uint32_t actor); /* of its own artwork */
/* What to draw for an actor at the time shown: its artwork, or of a puppet in a family the member that it is now; and, while
 * the member before fades, that one over it, as much as its `share` says. Returns how many, 1 or 2. */
typedef struct vv_look {
    uint32_t artwork;
    const vv_rigged *rigged;
    float share; /* 0…1, how opaque */
} vv_look;
uint32_t vv_performance_looks(const vv_performance *performance, uint32_t actor, vv_look looks[2]);
/* All that it may ever look like: returns how many. */
uint32_t vv_performance_members(const vv_performance *performance, uint32_t actor,
                                vv_look looks[VV_PUPPET_MAX_MEMBERS]);
/* The diameter of a disc of the same area, metres. */
float vv_performance_size(const vv_performance *performance, uint32_t actor);
/* The most vertices that any of its looks can have. */
uint32_t vv_performance_most_vertices(const vv_performance *performance, uint32_t actor);
/* vertices[vertex_count of that look's mesh] */
void vv_performance_vertices(const vv_performance *performance, uint32_t actor, uint32_t look, vv_vec2 *vertices);
/* Of a puppet: pose[handle_count of its first look], on the stage; a point of the artwork in its own size. False: a sprite. */
bool vv_performance_handles(const vv_performance *performance, uint32_t actor, vv_affine *pose);
/* As the document has it since the performance was made or last adopted it. */
const vv_project *vv_performance_project(const vv_performance *performance);
const vv_project_scene *vv_performance_scene(const vv_performance *performance);
/* As vv_stage_state, its velocity and spin also at the time shown. */
vv_actor_state vv_performance_state(const vv_performance *performance, uint32_t actor);
/* Of the behaviour that drives it: see <verve/behaviour.h>. */
vv_behaviour_status vv_performance_behaviour(const vv_performance *performance, uint32_t actor);
float vv_performance_input(const vv_performance *performance, uint32_t actor, uint32_t input);
/* How long a fixed step is meant to last, seconds: 1/60 exactly where the scene's is the float next to it. */
double vv_performance_step(const vv_performance *performance);
/* The topmost actor under a point, in the scene's order, and the point of its artwork at rest: what a hold takes. */
bool vv_performance_pick(const vv_performance *performance, vv_vec2 point, uint32_t *actor, vv_vec2 *at);
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

/* Live cues: what is done to a performance by hand while it runs. */
typedef struct vv_live_cue {
    uint64_t step;      /* it acts before this fixed step, counted from 0, after what the script says for it */
    bool from_document; /* a strength that was changed in the project */
    vv_project_cue cue; /* without a time */
} vv_live_cue;

/* An entry of a script, but without its time: acts before the next fixed step, and is remembered, so that after going back
 * (vv_performance_restore) it acts again. What was remembered for later steps is forgotten. Of what sets the same thing
 * several times before one step only the last is kept. At most VV_PROJECT_MAX_CUES together with the script. */
vv_result vv_performance_cue(vv_performance *performance, const vv_json_document *json, const vv_json *entry,
                             vv_error *error);
/* The same as a struct, which is copied. Its actor is one of the scene's. */
vv_result vv_performance_do(vv_performance *performance, const vv_project_cue *cue, vv_error *error);
const vv_live_cue *vv_performance_live(const vv_performance *performance, uint32_t *count);
/* Whether the last step left an actor with a hold of this name; and with how many holds. */
bool vv_performance_has_hold(const vv_performance *performance, uint32_t actor, const char *name);
uint32_t vv_performance_hold_count(const vv_performance *performance, uint32_t actor);

/* The command scene.add, as compact JSON, that makes a scene called `name`, `seconds` long, in which everything happens that
 * happened here: script and live cues, each before its very step. Release the text with vv_project_text_release. */
vv_result vv_performance_write_take(const vv_performance *performance, const char *name, float seconds,
                                    const vv_allocator *allocator, char **text, size_t *length, vv_error *error);

/* How regions of a puppet move, a frame for each fixed step from one time to another: made from a performance, filled by
 * whoever runs it, written as the command recording.add. Refused: what is no puppet, two regions of one handle, a time that has
 * less than two steps or more than a recording may have. */
typedef struct vv_tape vv_tape;
vv_result vv_tape_create(const vv_performance *performance, uint32_t actor, const vv_region *regions, uint32_t count,
                         double from, double to, const vv_allocator *allocator, vv_tape **out, vv_error *error);
void vv_tape_destroy(vv_tape *tape);
/* How many it will hold: the first at `from`, each a fixed step later. */
uint32_t vv_tape_frames(const vv_tape *tape);
/* Takes the next frame from what the performance shows, which is `time`. Refused where the puppet has become another of its
 * family: a recording is of one drawing. */
vv_result vv_tape_take(vv_tape *tape, const vv_performance *performance, double time, vv_error *error);
/* The command that adds what was taken to the project as a recording called `name`. */
void vv_tape_write(const vv_tape *tape, const vv_performance *performance, const char *name, vv_json_writer *writer);

/* What the document has become for a performance of its scene `scene`. */
typedef enum vv_performance_change {
    VV_PERFORMANCE_SAME,
    VV_PERFORMANCE_STRENGTHS, /* only strengths of sprites differ: it can go on with them */
    VV_PERFORMANCE_DIRECTION, /* clips or materials of puppets differ: one made anew takes the states that this one saved up
                                 to the time of the difference, and goes on from there */
    VV_PERFORMANCE_OTHER,     /* it would have to be made anew */
} vv_performance_change;
typedef struct vv_performance_difference {
    vv_performance_change change;
    double
        since; /* seconds: nothing moves differently before; INFINITY where only strengths differ, which act from now on */
} vv_performance_difference;
vv_result vv_performance_compare(const vv_performance *performance, vv_session *session, uint32_t scene,
                                 vv_performance_difference *difference, vv_error *error);
/* Where it is the same, or only strengths differ: goes on with the document as it is now, its strengths as live cues. */
vv_result vv_performance_adopt(vv_performance *performance, vv_session *session, uint32_t scene, vv_error *error);
/* A performance that has just been made takes over what was done by hand in another, except for strengths that came from
 * the document, and for what names actors, examples, inputs or events that are not there any more. */
vv_result vv_performance_inherit(vv_performance *performance, const vv_performance *from, vv_error *error);

/* ---- Bake ------------------------------------------------------------------------------------------------------------ */

typedef struct vv_bake_def {
    bool images;  /* put the layers' image files in; default true */
    bool posers;  /* so that a game can pose by dragging; default true */
    bool sprites; /* so that a game can put it on a stage; default true */
    bool puppets; /* the same for those that the project uses as puppets, and families of them; default true */
} vv_bake_def;
vv_bake_def vv_default_bake_def(void);

/* The bytes of a .vvb file with all artworks of the session's document, aligned to 64; release with
 * vv_bake_release. */
vv_result vv_bake(vv_session *session, const vv_bake_def *def, const vv_progress *progress, uint8_t **bytes,
                  size_t *byte_count, vv_error *error);
void vv_bake_release(vv_session *session, uint8_t *bytes, size_t byte_count);

#endif
