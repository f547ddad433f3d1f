/* The interface between the studio's page and the core: one open project with everything an artist does to it. Pure
 * C, so that tests call it natively. The WebAssembly module exports these very functions under the same names (and
 * the two of bridge.c), and the page's src/core/ wraps them. Nothing else is exported.
 *
 * - Every change of the project is a command (docs/format.md). The page sees a project only as JSON text and as the
 *   views below.
 * - Views are structs of counts and pointers that the page reads directly from WebAssembly memory. A view stays at
 *   its address, but what its pointers point to may move with every call that changes something, so the page reads
 *   them anew in every frame.
 * - A function that can fail returns a vv_result. The error is then the studio's text:
 *   {"code":4,"file":"…","line":0,"path":"$.…","message":"…","remedy":"…"}.
 * - Functions that answer with text leave it in the studio's text until the next call ("Text:" below). */
#ifndef VV_STUDIO_H
#define VV_STUDIO_H

#include "author/build/lines.h"

typedef struct vv_studio vv_studio;

/* ---- Creation (studio.c, answer.c, files.c) -------------------------------------------------------------------- */

/* NULL if there is no memory. A new studio has an empty project called "Untitled". */
vv_studio *vv_studio_create(const vv_allocator *allocator);
void vv_studio_destroy(vv_studio *studio);

/* The studio's text: UTF-8, with a terminating zero that is not counted. */
const char *vv_studio_text(const vv_studio *studio);
uint32_t vv_studio_text_length(const vv_studio *studio);

/* Stores a file of the project folder, as the host decoded it; the data are copied. A file that is already under this
 * path is replaced, and everything built from it is rebuilt. `pixels`: 8-bit RGBA, straight alpha, rows from the
 * top. */
vv_result vv_studio_put_image(vv_studio *studio, const char *path, uint32_t width, uint32_t height,
                              const uint8_t *pixels);
vv_result vv_studio_put_file(vv_studio *studio, const char *path, const uint8_t *bytes, uint32_t count);

/* Opens project.json with the journal beside it (length 0: none); what the journal contains can be undone and redone.
 * Fails, with the studio unchanged, if project.json is invalid.
 *
 * Text: the state of the journal, {"state":"empty|current|old|unproven|foreign|refused","keep":false,"replayed":3,
 * "whole":812,"dropped":0,"message":"…"}. If `keep` is true, the page first saves the journal under another name.
 * After any state but "current" it then begins a new journal (vv_studio_begin_journal); after "current" with dropped
 * bytes it truncates the journal to `whole` bytes. */
vv_result vv_studio_open(vv_studio *studio, const char *project, uint32_t project_length, const char *journal,
                         uint32_t journal_length);

/* ---- Changing (studio.c, resolve.c) ---------------------------------------------------------------------------- */

/* Applies one command, or a list of commands, as one step of the history. `example.drag` is solved first. On failure
 * nothing has changed. */
vv_result vv_studio_apply(vv_studio *studio, const char *json, uint32_t length);
/* Shows the project as it would be after this command (or list) without making a step, as while a slider is dragged.
 * Another preview replaces it; applying, undo and redo end it. The history does not change, and saving in the meantime
 * saves the project without the preview. */
vv_result vv_studio_preview(vv_studio *studio, const char *json, uint32_t length);
void vv_studio_preview_end(vv_studio *studio);
/* False if there is nothing to undo or redo. Before commands, undo takes back what was posed by hand since the last one
 * (pose.c). */
bool vv_studio_undo(vv_studio *studio);
bool vv_studio_redo(vv_studio *studio);

/* After vv_studio_apply, undo, redo, vv_studio_begin_save and vv_studio_end_save: the lines to append to the journal,
 * with their line feeds, or length 0. The page queues them and calls vv_studio_lines_written at once. If they can never
 * be written, the page saves the project again and begins a new journal. */
const char *vv_studio_line(const vv_studio *studio);
uint32_t vv_studio_line_length(const vv_studio *studio);
void vv_studio_lines_written(vv_studio *studio);

/* Text: project.json as it would be saved now, including a preview. Nothing is saved or added to the journal: for
 * copies. */
vv_result vv_studio_write(vv_studio *studio);
/* Saves in two steps. vv_studio_begin_save gives project.json as text, and the journal's lines that announce it. The
 * page appends the lines, puts project.json in place and calls vv_studio_end_save, whose line it appends too. The
 * project may change in the meantime, but the page must not call vv_studio_begin_save again before that.
 * vv_studio_end_save without vv_studio_begin_save fails with VV_ERROR_NOT_FOUND. */
vv_result vv_studio_begin_save(vv_studio *studio);
vv_result vv_studio_end_save(vv_studio *studio);
/* Makes a whole new journal, with the history, for project.json as it was last opened or saved; it is the studio's
 * line. VV_ERROR_NOT_FOUND if there is no project.json. Before the first journal there are no lines to write. If the
 * new journal could not be put in place, lines queued after it may be appended to the old one, provided its state was
 * "current". */
vv_result vv_studio_begin_journal(vv_studio *studio);
/* Whether the journal is so long that the page should begin a new one after a save; its oldest steps are then
 * dropped. */
bool vv_studio_journal_is_long(const vv_studio *studio);
/* Whether project.json has the project as it is now, regardless of a preview. */
bool vv_studio_is_saved(vv_studio *studio);

/* ---- Queries (ask.c) ------------------------------------------------------------------------------------------- */

/* Text: {"project":change,"history":change}: the changes of the project and the history since the last call of this
 * function; the first time, and after vv_studio_open, everything. author/base/json_delta.h defines a change. */
vv_result vv_studio_update(vv_studio *studio);
/* Text: the project as compact JSON with every key, including those at their defaults, so that the page needs to know
 * no default. */
vv_result vv_studio_project(vv_studio *studio);
/* Text: {"at":2,"steps":["handle.add","example.add","sprite.set"]}: step `at` is the next to redo. */
vv_result vv_studio_history(vv_studio *studio);
/* Text: [{"rule":"V102","warning":true,"path":"$.…","message":"…","remedy":"…"}, …]: the problems that vv_project_check
 * finds. */
vv_result vv_studio_check(vv_studio *studio);
/* Text: {"count":12,"problems":[…]}: the problems, as `verve check` reports them, that are found only by building
 * item number `item` of the `count` that the project has. Each call may take as long as building does; the page makes
 * them one at a time while it is idle. */
vv_result vv_studio_check_built(vv_studio *studio, uint32_t item);
/* hash[2], low word first: the hash of `verve apply --hash`, of project.json as it would be saved and of everything
 * built from it. A missing image is an error. */
vv_result vv_studio_hash(vv_studio *studio, uint32_t *hash);

/* ---- An artwork to view and to pose (figure.c, pose.c) --------------------------------------------------------- */

/* One artwork as shown in the rig and pose workspaces. Pointers are NULL until it has been built. */
typedef struct vv_figure {
    uint32_t mesh_version; /* changes with triangles, uvs or images: the page uploads them again */
    uint32_t vertex_count, triangle_count, layer_count, handle_count, example_count;
    const vv_vec2 *rest;       /* [vertex_count] metres */
    const vv_vec2 *uvs;        /* [vertex_count] 0…1, from the top left of the layer's image */
    const uint32_t *triangles; /* [3 · triangle_count] */
    const uint32_t *layers;    /* [4 · layer_count] first vertex, vertices, first triangle, triangles */
    const float *weights;      /* [vertex_count · handle_count] one row per vertex */
    const vv_vec2 *vertices;   /* [vertex_count] in the current pose: what to draw */
    const vv_vec2 *handles; /* [2 · handle_count] from and to of each handle in the current pose; equal for points */
    /* [5 · handle_count] the current transform of each handle: translation x, y, rotation angle, stretch along and
     * across. The stretches are xx and yy of the stretch matrix S in the handle's own frame. */
    const float *turns;
    const uint8_t *pins;                /* [handle_count] 0 free, 1 pinned position, 2 also rotation and stretch */
    const float *place;                 /* [example_count] weights while a place is shown; else all 0 */
    uint32_t posed;                     /* 1: posed by hand and not yet stored in an example */
    float smallest_angle;               /* degrees, of the mesh that was cut */
    float low_x, low_y, high_x, high_y; /* bounds of the rest shape */
} vv_figure;

/* Builds what is missing and returns the view of an artwork; NULL, with the error as text, if that fails. The address
 * for an index stays the same until the project is closed. If the artwork's image is missing, the error names its
 * path. */
const vv_figure *vv_studio_figure(vv_studio *studio, uint32_t artwork);

/* These choose what figure->vertices shows. They end posing by hand, which is lost unless it was stored. */
vv_result vv_studio_show_rest(vv_studio *studio, uint32_t artwork);
/* With the pins that the artist had when the example was made. */
vv_result vv_studio_show_example(vv_studio *studio, uint32_t artwork, uint32_t example);
/* weights[example_count], which need not be in the complex. */
vv_result vv_studio_show_place(vv_studio *studio, uint32_t artwork, const float *weights);

/* Starts posing by hand from whatever is shown. Grabs a handle (handle < handle_count), or the drawing itself at x, y
 * (VV_NONE): the topmost visible, unlocked layer there, or VV_ERROR_NOT_FOUND. A bone is moved if x, y is on its
 * body, and rotated about its beginning if x, y is at its end. While something is grabbed, what the artist pinned
 * stays. If nothing is pinned, other handles stay so that a first drag bends the drawing instead of carrying it away
 * (hold.c): a limb is free up to where it grows from, what is attached to the grabbed handle comes along, and
 * elsewhere those two or more steps away among neighbours by weight stay. Nothing moves before the pointer does. */
vv_result vv_studio_grab(vv_studio *studio, uint32_t artwork, uint32_t handle, float x, float y);
/* Moves what is grabbed to x, y: solves and skins. This is the cost of a frame of dragging. */
vv_result vv_studio_drag(vv_studio *studio, uint32_t artwork, float x, float y);
/* Rotates and stretches the grabbed handle about its pivot, relative to its state when it was grabbed: angle in
 * radians, factors along and across the drawing's axes. */
vv_result vv_studio_twist(vv_studio *studio, uint32_t artwork, float angle, float along, float across);
/* Ends the drag; with `keep` false, takes it back. */
void vv_studio_release(vv_studio *studio, uint32_t artwork, bool keep);
/* Pins a handle as it is now: 0 free, 1 position, 2 position, rotation and stretch. */
vv_result vv_studio_pin(vv_studio *studio, uint32_t artwork, uint32_t handle, uint32_t kind);
/* Text: the command that stores the current pose with its pins as example `name`: example.set, or example.add if
 * there is no such example. The page applies it. */
vv_result vv_studio_store_example(vv_studio *studio, uint32_t artwork, const char *name);

/* Computes vertices[vertex_count] at weights[example_count], for ghosts and thumbnails. The figure does not change. */
vv_result vv_studio_vertices(vv_studio *studio, uint32_t artwork, const float *weights, vv_vec2 *vertices);

/* Finds the place of a dot on the pose board: the nearest place of the complex, drawn with points[example_count] as
 * corners. Returns its weights[example_count] and its point on the board. */
vv_result vv_studio_find_board_place(vv_studio *studio, uint32_t artwork, const vv_vec2 *points, float x, float y,
                                     float *weights, vv_vec2 *nearest);

/* Text: suggested handles as a list of commands handle.add, which vv_guess_handles finds: points, or the bones of a
 * skeleton with their parents. */
vv_result vv_studio_suggest_handles(vv_studio *studio, uint32_t artwork, bool bones);

/* Text: how the layers are joined on a stage, by the artist's choice or automatically (joins.c):
 * {"chosen":false,"loose":null,"joins":[{"layer":"arm","onto":"torso","at":[0.1,1.2]}, …]}. `loose`: the first layer
 * that is not joined to the others. */
vv_result vv_studio_joins(vv_studio *studio, uint32_t artwork);

/* ---- A stage that plays (play.c) ------------------------------------------------------------------------------- */

/* One actor of the scene that plays. */
typedef struct vv_play_actor {
    uint32_t artwork; /* what it looks like now; for a puppet of a family, its current member */
    uint32_t vertex_count;
    const vv_vec2 *vertices; /* [vertex_count] at the time shown, in the order of the figure's vertices */
    uint32_t example_count;
    const float *place;       /* [example_count] its current place */
    const float *equilibrium; /* [example_count] the place it is drawn to */
    /* [vertex_count] the goal positions of shape matching on the stage; NULL unless vv_studio_show_goals */
    const vv_vec2 *goals;
    const float *inputs; /* [input_count] of its behaviour */
    uint32_t input_count;
    float x, y, velocity_x, velocity_y, angle, spin; /* of its centre of mass */
    uint32_t flipped, asleep, grounded, touching;
    float contact_energy;
    uint32_t behaviour; /* of its artwork; VV_NONE: none */
    uint32_t state;     /* of the behaviour; VV_NONE */
    uint32_t grabbed;
    float size;                           /* the diameter of a disc of the same area, metres */
    float tint_r, tint_g, tint_b, tint_a; /* factors on its colours and its opacity */
    uint32_t hidden_low, hidden_high;     /* bits of the layers that are not drawn: 0…31 and 32…63 */
    uint32_t handle_count;                /* of a puppet; 0: a sprite */
    const vv_affine *handles;             /* [handle_count] a pose of its artwork, on the stage */
    float fade;                           /* opacity, 0…1, at which the previous member is still drawn over it */
    uint32_t fade_artwork;                /* that member */
    uint32_t fade_vertex_count;
    const vv_vec2 *fade_vertices; /* [fade_vertex_count] */
} vv_play_actor;

typedef struct vv_contact_mark {
    float x, y, normal_x, normal_y, speed; /* contact point, normal, and approach speed */
    float age;                             /* seconds since the contact */
} vv_contact_mark;

/* The frame of an obstacle at the time shown: its points are relative to it. */
typedef struct vv_play_obstacle {
    float x, y, angle, velocity_x, velocity_y, spin;
} vv_play_obstacle;

/* A joint at the time shown, as in vv_joint_state. */
typedef struct vv_play_joint {
    uint32_t present;         /* 0: it broke, or one of its ends is not on the stage; everything else is then 0 */
    float a_x, a_y, b_x, b_y; /* where its ends are on the stage */
    float angle, translation; /* of b relative to a, since the start */
    float length;             /* of a rope or rod: what it is to be */
    float force;              /* that it carries, newton */
    uint32_t at_limit;
} vv_play_joint;

/* A zone at the time shown, as in vv_zone_def: its points are relative to its frame. */
typedef struct vv_play_zone {
    uint32_t active; /* 0: it is switched off; everything else is then 0 */
    float x, y, angle;
    float velocity_x, velocity_y;         /* of wind, and of the flow of water */
    float acceleration_x, acceleration_y; /* of a force */
} vv_play_zone;

/* An event for the timeline. */
typedef struct vv_play_mark {
    float time;
    uint32_t kind;                                /* a vv_event_kind */
    uint32_t actor, other, obstacle, zone, joint; /* indices in the scene; VV_NONE: none */
    float impulse;                                /* N·s */
} vv_play_mark;

/* The scene that plays. */
typedef struct vv_play {
    uint32_t scene; /* VV_NONE: nothing plays */
    uint32_t actor_count;
    const vv_play_actor *actors; /* [actor_count] in the scene's order */
    uint32_t contact_count;
    const vv_contact_mark *contacts; /* [contact_count] of the last quarter of a second */
    uint32_t obstacle_count;
    const vv_play_obstacle *obstacles; /* [obstacle_count] in the scene's order */
    uint32_t joint_count;
    const vv_play_joint *joints; /* [joint_count] in the scene's order */
    uint32_t zone_count;
    const vv_play_zone *zones; /* [zone_count] in the scene's order */
    /* Contacts that began, hits, sensors, zones, broken joints, and actors that fell asleep or woke, of all steps that
     * have run, by time. Of more than 4,096 the weakest contacts are left out. */
    uint32_t mark_count;
    const vv_play_mark *marks; /* [mark_count] */
    uint32_t mark_version;     /* changes with them */
    uint32_t step_count;       /* fixed steps run */
    float time;                /* shown, seconds */
    float step;                /* duration of a fixed step, seconds */
    uint32_t version;          /* changes when the actors or their views change */
    uint32_t live;             /* cues given by hand since time 0; 0: only the scene's own script plays */
} vv_play;

/* Sets up a scene at time 0. The address stays the same. NULL, with the error as text, if it cannot be played.
 *
 * If the project changes while a scene plays (also by undo or a preview): if only strengths differ, the performance
 * goes on with the new ones; if clips or materials of puppets differ, states from before the difference are kept and
 * the rest is run again; after any other change of what is on stage the performance is set up anew and run to its
 * current time. */
const vv_play *vv_studio_play(vv_studio *studio, uint32_t scene);
/* Ends playing and frees its memory. */
void vv_studio_play_end(vv_studio *studio);
/* Goes to a time, forwards or back. Going back is exact: actions by hand are repeated. One call runs at most a minute
 * of fixed steps; returns false if the time has not been reached yet. */
bool vv_studio_seek(vv_studio *studio, double time);
/* Goes back to time 0 and forgets actions by hand. */
vv_result vv_studio_reset(vv_studio *studio);
/* Applies an entry of a script, without its time, before the next fixed step, and remembers it. */
vv_result vv_studio_cue(vv_studio *studio, const char *json, uint32_t length);
/* Grabs the topmost actor at x, y with the pointer; returns it, VV_NONE if there is none. While it is held, the point
 * follows vv_studio_play_drag as a hold of 12 Hz. vv_studio_play_release releases it; the actor then moves with the
 * mean velocity of the pointer over the last tenth of a second, unless something else holds it too. These are cues as
 * well. */
uint32_t vv_studio_play_grab(vv_studio *studio, float x, float y);
vv_result vv_studio_play_drag(vv_studio *studio, float x, float y);
void vv_studio_play_release(vv_studio *studio);
/* hash[2] of the stage now; after fixed step `step_count` it is what `verve simulate --hash` prints. */
void vv_studio_play_hash(vv_studio *studio, uint32_t *hash);
/* Text: the command scene.add that makes a scene `name`, `seconds` long, of what has been played so far, including all
 * actions by hand: `verve simulate` then gives the same hash. */
vv_result vv_studio_store_take(vv_studio *studio, const char *name, float seconds);
/* Turns filling `goals` on or off. */
void vv_studio_show_goals(vv_studio *studio, bool wanted);
/* The neighbourhood of shape matching around the vertex of an actor nearest to x, y: fills vertices[capacity] and
 * returns their number. */
uint32_t vv_studio_neighbourhood(vv_studio *studio, uint32_t actor, float x, float y, uint32_t *vertices,
                                 uint32_t capacity);

/* ---- Other times of the scene that plays (glance.c) ------------------------------------------------------------ */

/* Computes ahead at most `steps` fixed steps and no further than `until`, without changing what is shown; returns the
 * time up to which states are known. Computes nothing after actions by hand, whose future is not known. */
double vv_studio_compute(vv_studio *studio, double until, uint32_t steps);
/* The scene at another known time, for a ghost. Valid until the next call; NULL if that time is not known. */
const vv_play *vv_studio_play_at(vv_studio *studio, double time);
/* The path of a puppet's handle: fills points[3 · capacity] with time, x and y at every known step in from…to;
 * returns their number. */
uint32_t vv_studio_path(vv_studio *studio, uint32_t actor, uint32_t handle, double from, double to, float *points,
                        uint32_t capacity);

/* ---- Keys from the stage (keys.c) ------------------------------------------------------------------------------ */

/* The current state of a puppet's handle as the value of a key of its clip: value[2]. `near`: of equivalent angles
 * the one nearest to this is chosen. Fails while the puppet is another member of its family. */
vv_result vv_studio_handle_value(vv_studio *studio, uint32_t actor, uint32_t handle, vv_handle_channel channel,
                                 float near, float value[2]);
/* A point of the stage as the value of a position key: value[2]. */
vv_result vv_studio_position_value(vv_studio *studio, uint32_t actor, float x, float y, float value[2]);
/* Converts a drag of a handle while the scene played, samples[3 · count] of time, x and y on the stage, to keys.
 * Text: the command that replaces the keys of that time in the actor's clip by as few as follow the drag within
 * `tolerance` metres. */
vv_result vv_studio_store_drag(vv_studio *studio, uint32_t actor, uint32_t handle, const float *samples, uint32_t count,
                               float tolerance);

/* ---- Motion to copy (record.c) --------------------------------------------------------------------------------- */

/* Runs the scene that plays from one time to another, including actions by hand, and returns to the current time.
 * Text: the command recording.add that stores the motion of these regions of a puppet, one frame per fixed step,
 * under `name`. Fails while the pointer holds an actor, and if the puppet becomes another member of its family in
 * between. */
vv_result vv_studio_record(vv_studio *studio, uint32_t actor, const vv_region *regions, uint32_t count, double from,
                           double to, const char *name);

/* ---- A tour (play.c) ------------------------------------------------------------------------------------------- */

/* Computes weights[example_count of its artwork] of a tour scene at a time. */
vv_result vv_studio_tour(vv_studio *studio, uint32_t scene, float time, float *weights);

/* ---- Curves of a clip (clip.c) --------------------------------------------------------------------------------- */

/* Samples a track between two times of its clip, including both: samples[5 · count] of value x, y, slope x, y,
 * strength. For an angle the second components are 0; strength 0 means no target. */
vv_result vv_studio_clip_curve(vv_studio *studio, uint32_t clip, uint32_t track, double from, double to, uint32_t count,
                               float *samples);
/* The slopes before and after each key of a track, including automatic ones: slopes[4 · key count] of in x, y, out x,
 * y. */
vv_result vv_studio_clip_slopes(vv_studio *studio, uint32_t clip, uint32_t track, float *slopes);

/* ---- Shapes, verbs and graphs (act.c, act_take.c) -------------------------------------------------------------- */

/* What plays in space: one shape, verb or graph at a time. Numbers and pointers are those of vv_draw_data and
 * vv_performance3_state. */
typedef struct vv_performance3_view {
    uint32_t kind;    /* a vv_scene_kind: 2 a verb, 3 a graph, 4 a shape, 5 creatures, 6 a body on a line */
    uint32_t subject; /* the index in the project; for creatures, the scene */
    uint32_t version; /* changes with triangles and colours: the page uploads them again */
    uint32_t vertex_count, triangle_count, joint_count, axis_count, example_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] */
    const uint32_t *triangles;          /* [3 · triangle_count] */
    const uint32_t *colors;             /* [vertex_count] red in the lowest byte; NULL: `color` */
    const float *heat;                  /* [vertex_count] 0…1; NULL: none */
    const vv_affine3 *joints;           /* [joint_count] */
    const float *at;                    /* [axis_count] */
    const float *weights;               /* [example_count] */
    uint32_t color;
    float seconds, phase, length, slide;
    float root_x, root_y, root_z, heading, slope;
    float beyond;          /* distance outside the ranges of the axes, in ranges; 0: inside */
    float low[3], high[3]; /* a box around it in its pose when it was opened */
    uint32_t state;        /* of a graph */
    float fading;
} vv_performance3_view;

/* Opens an act, or updates it after the project changed, in which case it goes on where it was. The address stays the
 * same. NULL, with the error as text, if it cannot be built; the act that was open is then closed. */
const vv_performance3_view *vv_studio_performance3(vv_studio *studio, uint32_t kind, uint32_t subject);
void vv_studio_performance3_end(vv_studio *studio);
/* The following functions fail, or do nothing, while no act is open. */
vv_result vv_studio_performance3_place(vv_studio *studio, const float *at);
void vv_studio_performance3_set_options(vv_studio *studio, bool planting, bool still, bool heat);
void vv_studio_performance3_advance(vv_studio *studio, float seconds);
void vv_studio_performance3_restart(vv_studio *studio);
void vv_studio_performance3_phase(vv_studio *studio, float phase);
/* For a graph. VV_ERROR_NOT_FOUND if it has no such input or event. */
vv_result vv_studio_performance3_set_input(vv_studio *studio, const char *input, float value);
vv_result vv_studio_performance3_raise_event(vv_studio *studio, const char *event);
/* Computes positions and normals[vertex_count] at another place, for thumbnails; a verb at this phase, without
 * travelling. What is shown does not change. */
vv_result vv_studio_performance3_sample(vv_studio *studio, const float *at, float phase, vv_vec3 *positions,
                                        vv_vec3 *normals);
/* vv_performance3_defect at a place, which the pad shows in red. */
float vv_studio_performance3_trouble(vv_studio *studio, const float *at);
/* Text, for a verb: {"length":1.1,"dofs":96,"controls":32,"angle_rms":…,"angle_worst":…,"place_worst":…,"seam":…,
 * "slide":{"mean":…,"worst":…,"planted_mean":…,"planted_worst":…},
 * "cuts":[{"from":…,"to":…,"keytimes":[{"label":"left down","time":0.3}, …]}, …]}, the cuts of all examples in use;
 * for a shape: {"vertices":642,"surface":2562,"singular":0,"trouble":0.1}; for a graph:
 * {"states":[…],"inputs":[…],"events":[…]}.
 *  */
vv_result vv_studio_performance3_report(vv_studio *studio);
/* Text: what is blended here as a file, BVH for a verb or OBJ for a shape. The page stores it in the project under a
 * path of its choice, as a take or a form of its own that can be edited. For a shape on a skeleton the form is at
 * rest. */
vv_result vv_studio_performance3_file(vv_studio *studio);

/* The size of a take: out[3] length in seconds, frame rate, number of feet. */
vv_result vv_studio_take_size(vv_studio *studio, uint32_t take, float *out);
/* Samples its feet over its whole duration, including both ends: samples[2 · feet · count] of height above the ground
 * and speed (m/s) of each foot. */
vv_result vv_studio_take_feet(vv_studio *studio, uint32_t take, uint32_t count, float *samples);
/* Text: the spans in which each foot stands, by vv_fit_footfalls: [[[0.2,0.8], …], …], one list of spans per foot. */
vv_result vv_studio_take_footfalls(vv_studio *studio, uint32_t take);
/* Text: a suggested cut {"from":…,"to":…,"keytimes":[…]}: of vv_fit_cycle (near < 0: anywhere) if `cyclic`, else of
 * vv_fit_keytimes. */
vv_result vv_studio_suggest_cut(vv_studio *studio, uint32_t take, bool cyclic, double near);
/* Computes positions and normals[vertex_count] of the open act, which must have the take's skeleton, at a time of the
 * take. Fails if no such act is open. */
vv_result vv_studio_take_glance(vv_studio *studio, uint32_t take, double time, vv_vec3 *positions, vv_vec3 *normals);

/* ---- Creatures (herd*.c) --------------------------------------------------------------------------------------- */

/* A herd: several creatures beside each other, all bound to one motion. */
typedef struct vv_herd_member {
    uint32_t body_count;
    const vv_transform3 *placements; /* [body_count] in the world: place x y z, turn x y z w */
    uint32_t bound;                  /* 1: the motion can play on it */
    uint32_t variant_count, variant;
    float x, z;    /* its position on the ground */
    float seconds; /* time of the motion */
    float height;  /* metres, at rest */
    float gone;    /* distance travelled in a trial, metres */
} vv_herd_member;

typedef struct vv_herd_view {
    uint32_t version; /* changes with triangles and colours: the page uploads them again */
    uint32_t vertex_count, triangle_count, member_count;
    /* [vertex_count] of all members and their targets */
    const vv_vec3 *positions, *normals;
    const uint32_t *triangles, *colors; /* highlighted bodies are in the highlight colour */
    const vv_herd_member *members;      /* [member_count] */
    float seconds, length;
    float low[3], high[3]; /* a box around all of them at rest */
} vv_herd_view;

/* Opens a herd, or updates it after the project or the request changed; unchanged members go on as they were. NULL,
 * with the error as text, on failure. The request, of which every key is optional: {"motion":"wave"|null,
 * "creatures":["name of one of the project's" | "seed:7", …] (at most 16), "gait":"walk"|null, "speed":0.8 (m/s),
 * "turning":0 (rad/s), "trial":4|null (a trial of that gait as in vv_studio_validate: from a standstill along its
 * course, whatever motion and
 *          speed are), "targets":[[x,y,z] in the creature's own frame, in its heights | null, …], "variant":0,
 *          "mirror":false, "light":{a context as in a channel's "select"}|null (highlights the bodies that it
 *          selects), "channel":2|null (highlights its bodies), "active":{"member":0,"body":"hand-left"}|null} */
const vv_herd_view *vv_studio_herd(vv_studio *studio, const char *json, uint32_t length);
void vv_studio_herd_end(vv_studio *studio);
/* The following functions fail, or do nothing, while no herd is open. */
/* Shows the motion alone at a time, without gait and jiggles. */
void vv_studio_herd_show(vv_studio *studio, float time);
/* Plays on, with gait and jiggles; motions that do not loop begin again after a pause. */
void vv_studio_herd_advance(vv_studio *studio, float seconds);
void vv_studio_herd_restart(vv_studio *studio);
/* Finds what a ray from[3] + t·along[3] hits first: out[2] member and body. False: nothing. */
bool vv_studio_herd_pick(vv_studio *studio, const float *from, const float *along, uint32_t *out);
/* Text: {"members":[{"name":"…","seed":7|null,"upright":true,"legs":4,
 *   "bodies":[{"name":"…","caps":["limb"],"parent":-1,"limb_length":0.4}, …],
 *   "bound":true,"why":"" (why it is not bound),
 *   "variants":[["hand-left"], …] (at most 256, the bodies of each group)}, …],
 *  "channels":[{"counts":[2,4] (of each member)}, …]}. */
vv_result vv_studio_herd_report(vv_studio *studio);
/* Text: {"counts":[2,0,4],"bodies":[["hand-left", …], …]}: the bodies that a context selects on each member,
 * independent of the motion. */
vv_result vv_studio_herd_select(vv_studio *studio, const char *context, uint32_t length);
/* The target of a channel for a body at a time: out[14] specialised place and turn (in the member's frame: subtract
 * its x and z), then generalised ones. Fails if the channel does not move the body. */
vv_result vv_studio_herd_target(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, float time,
                                float *out);
/* Text: the command, or list of commands, that keys a channel at a time so that the body has this specialised
 * place[3] and turn[4], either of which may be NULL. Existing keys keep their slopes and curves. */
vv_result vv_studio_herd_key(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, float time,
                             const float *place, const float *turn);
/* Samples a track (vv_motion_track_kind: 0 place, 1 turn, 2, 3 weights, from 4 on the deforms in their order) from 0
 * to the motion's length: samples[4 · count]; generalised if member is VV_NONE, else specialised on that body. */
vv_result vv_studio_herd_curve(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                               uint32_t count, float *samples);
/* The slopes at each key of a track, including automatic ones, in either space: slopes[8 · key count], four before
 * the key and four after it. */
vv_result vv_studio_herd_slopes(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                                float *slopes);
/* Text: the command that gives the key at a time these slopes[4], in either space; NULL: that side keeps its slope. */
vv_result vv_studio_herd_set_slopes(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                                    float time, const float *in, const float *out);
/* Text: the command that gives a channel another mode (JSON as in a project) and preserves the body's motion (3.3). */
vv_result vv_studio_herd_remap(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, const char *mode,
                               uint32_t length);
/* Text: how a member walks in a gait (VV_NONE: the default one) at a speed:
 * {"kind":"legs|crawl|float","frequency":1.2,"unit":3.1 (m/s at a Froude number of 1, of the first group),
 *  "feet":[{"name":"…","group":0,"side":1,"duty":0.6,"trigger":0.25,"stands":[[0,0.6], …] over one cycle of the first
 *  group}, …]}. */
vv_result vv_studio_gait_footfalls(vv_studio *studio, uint32_t member, uint32_t gait, float speed);
/* Text: {"rows":[…] as in a gait of a project, the default ones if it has none,"flight":[[forward,up,out,pitch], …]
 * at `count` (2…256) evenly spaced times of a flight from 0 to 1}. */
vv_result vv_studio_gait_table(vv_studio *studio, uint32_t gait, uint32_t count);
/* Validates a motion or a gait of the project (gaits are numbered after motions; VV_NONE: all of them) on the
 * creature of a seed (docs/validation.md). Each takes about a tenth of a second. Text: {"seed":7,
 * "failures":[{"motion"|"gait":"wave","variant":0,"frame":124,"time":0.5,"measure":"miss","value":0.04,"limit":0.01,
 * "body":"hand-left","speed":0,"trial":3,"words":"fast, on a slope","seconds":4,"slope":0.15,"radius":0}, …],
 * "plays":17,"passed":16,"skipped":2}. */
vv_result vv_studio_validate(vv_studio *studio, uint32_t seed, uint32_t trial);

/* ---- Lines of action (action*.c) ------------------------------------------------------------------------------- */

#define VV_ACTION_POINTS 61u /* points of the line that is shown */

/* A line, and what follows it, at a time. */
typedef struct vv_action_view {
    uint32_t line;    /* its index in the project */
    uint32_t version; /* changes with triangles and colours: the page uploads them again */
    uint32_t serial;  /* changes whenever the line was rebuilt */
    uint32_t kind;    /* vv_line_kind: 0 a skeleton, 1 a creature, 2 an artwork follows */
    uint32_t subject;
    uint32_t key_count, frame_count;
    float seconds, length, rate;
    /* For a body: its surface, joints and their parents. */
    uint32_t vertex_count, triangle_count, joint_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] */
    const uint32_t *triangles;          /* [3 · triangle_count] */
    const uint32_t *colors;             /* [vertex_count] */
    const vv_affine3 *joints;           /* [joint_count] */
    const uint32_t *parents;            /* [joint_count] */
    /* For a drawing: its vertices, for the figure of its artwork (vv_studio_figure). */
    uint32_t flat_count;
    const vv_vec2 *flat; /* [flat_count] */
    /* The paper, as in vv_view_plane, and the action plane's normal in the world. */
    float paper_turn[4], paper_centre[3], paper_distance, normal[3];
    /* The line as it is followed (shifted to the root's position if the root is held): points on the paper, and the
     * same points in space on the action plane at the body. */
    vv_vec2 points[VV_ACTION_POINTS];
    vv_vec3 places[VV_ACTION_POINTS];
    uint32_t grabbed; /* 1: it is grabbed, or still wobbles since it was released */
} vv_action_view;

/* Opens a line, or updates it after the project changed or a preview began. NULL, with the error as text, if it
 * cannot be built; what was open stays until it can. A line without strokes shows what is to follow it, and has no
 * keys. */
const vv_action_view *vv_studio_action(vv_studio *studio, uint32_t line);
void vv_studio_action_end(vv_studio *studio);
/* The following functions fail, or do nothing, while no line is open. */
void vv_studio_action_show(vv_studio *studio, double seconds);
/* Samples the line at count evenly spaced times from `from` to `to`: points[2 · VV_ACTION_POINTS · count]. */
vv_result vv_studio_action_ghosts(vv_studio *studio, double from, double to, uint32_t count, float *points);
/* The fitted keystrokes: points[2 · VV_ACTION_POINTS · key_count]. */
vv_result vv_studio_action_strokes(vv_studio *studio, float *points);
/* The body at another time, for ghosts: positions and normals[vertex_count]. */
vv_result vv_studio_action_sample(vv_studio *studio, double seconds, vv_vec3 *positions, vv_vec3 *normals);
/* Text: {"joints":["hips", …],"report":{"key_error":…,"key_distance":…,"mean_distance":…, …}|null,
 * "keys":[{"time":…,"length":…,"error":…,"crossings":0,"reversed":false,"reach":… (length of its bones, metres),
 *   "bones":["hips", …]}, …]}. */
vv_result vv_studio_action_report(vv_studio *studio);
/* Converts pen input, samples[3 · count] of x, y, pressure, to a stroke. Text: {"points":[[x,y], …],"pressure":[…]},
 * thinned to what a project may contain. No line has to be open. */
vv_result vv_studio_action_stroke(vv_studio *studio, const float *samples, uint32_t count);
/* Text: ["hips", …]: the bones that a scribble points[2 · count] of this radius covers in the pose that is shown
 * (_scribble), or those that fit a stroke best (_propose). */
vv_result vv_studio_action_scribble(vv_studio *studio, const float *points, uint32_t count, float radius);
vv_result vv_studio_action_propose(vv_studio *studio, const float *points, uint32_t count);
/* Grabs the line at a point of the paper (false if it is more than `reach` away), drags it there, and releases it. In
 * between and afterwards time advances by vv_studio_action_play; line and body wobble. */
bool vv_studio_action_grab(vv_studio *studio, float x, float y, float reach);
void vv_studio_action_drag(vv_studio *studio, float x, float y);
void vv_studio_action_release(vv_studio *studio);
void vv_studio_action_play(vv_studio *studio, float dt);
/* Text: the command pull.add that makes the last action by hand part of the line. */
vv_result vv_studio_action_pull_command(vv_studio *studio);
/* Shows how a preset swings, for a small animation: a line that goes from −1 to 1 in the middle third of the time.
 * Fills out[2 · 2 · count] with beginning and end of a straight line about its middle. */
vv_result vv_studio_action_preset_curve(vv_studio *studio, uint32_t preset, uint32_t count, float *out);
/* The parameters of a preset: out[5] anticipation, overshoot, cycles, damping, lag. */
vv_result vv_studio_action_preset_parameters(vv_studio *studio, uint32_t preset, float *out);
/* The angle by which a twist of the open line rotates its bone at a time, radians; 0 if there is none. */
float vv_studio_action_twist(vv_studio *studio, uint32_t twist, double seconds);
/* Text: the BVH file of the body's motion, to be stored in the project as a take; for a drawing, the command that
 * adds the clip `name`. */
vv_result vv_studio_action_clip(vv_studio *studio, const char *name);
/* Text: the command that adds the drawing at each keystroke to its poses, as “name 1”, “name 2” …, each blending with
 * the next. */
vv_result vv_studio_action_poses(vv_studio *studio, const char *name);

/* ---- Files that do not belong to the project yet (model.c) ----------------------------------------------------- */

/* Text: the contents of a motion or model file, .bvh, .gltf, .glb or .obj by its name: {"joints":["pelvis", …],
 * "parents":[-1, …],"skeleton":"person" (the project's with the same joints; null:
 * none),"takes":[{"name":…,"seconds":…}], "forms":[{"mesh":…,"morph":…,"vertices":…}],"warnings":[…]}; keys that do
 * not apply to such a file are omitted. Buffers of a .gltf must be embedded. Nothing is stored. */
vv_result vv_studio_read_model(vv_studio *studio, const char *name, const uint8_t *bytes, uint32_t count);

/* ---- Memory for what the page passes in ------------------------------------------------------------------------ */
/* bridge.c: vv_allocate(bytes), vv_release(memory, bytes). */

#endif
