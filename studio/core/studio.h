/* What the studio's page asks of the core: one open project with everything an artist does to it. Pure C, so that tests
 * call it natively; bridge.c exports these very functions from the WebAssembly module, under the same names, and the page's
 * src/core/ wraps them. Nothing else is exported.
 *
 * - Every change of the project is a command (docs/format.md). The page never sees a project but as JSON text and as the
 *   views below.
 * - Views are structs of counts and pointers that the page reads straight out of WebAssembly memory. They stay where they
 *   are; what they point to may move with every call that is not a plain question, so the page reads them anew in every frame.
 * - A call that can fail returns a vv_result. What went wrong is then the studio's text:
 *   {"code":4,"file":"…","line":0,"path":"$.…","message":"…","remedy":"…"}.
 * - Calls that answer with text leave it in the studio's text until the next call. */
#ifndef VV_STUDIO_H
#define VV_STUDIO_H

#include "author/build/lines.h"

typedef struct vv_studio vv_studio;

/* ---- Making (studio.c, answer.c, files.c) ---------------------------------------------------------------------------------------------- */

/* NULL if there is no memory. A new studio holds an empty project called "Untitled". */
vv_studio *vv_studio_create(const vv_allocator *allocator);
void vv_studio_destroy(vv_studio *studio);

/* Text answers: UTF-8, ended by a zero that is not counted. */
const char *vv_studio_text(const vv_studio *studio);
uint32_t vv_studio_text_length(const vv_studio *studio);

/* Files of the project folder, as the host decoded them; copied. What is put under a path that had something replaces it,
 * and what was built from it is built anew. `pixels`: 8-bit RGBA, not premultiplied, rows from the top. */
vv_result vv_studio_put_image(vv_studio *studio, const char *path, uint32_t width, uint32_t height,
                              const uint8_t *pixels);
vv_result vv_studio_put_file(vv_studio *studio, const char *path, const uint8_t *bytes, uint32_t count);

/* Opens project.json with the journal that lies beside it (length 0: none); what was done before can be undone and redone.
 * Text: how the journal was, {"state":"empty|current|old|unproven|foreign|refused","keep":false,"replayed":3,"whole":812,
 * "dropped":0,"message":"…"}: where `keep` is true the page first keeps the journal under another name; after anything but
 * "current" it then begins a new journal (vv_studio_begin_journal), after "current" with dropped bytes it cuts the journal to
 * `whole` bytes. Refused, with the studio as it was, where project.json is. */
vv_result vv_studio_open(vv_studio *studio, const char *project, uint32_t project_length, const char *journal,
                         uint32_t journal_length);

/* ---- Changing (studio.c, resolve.c) -------------------------------------------------------------------------------------------- */

/* One command, or a list of them, as one step. `example.drag` is solved first. Refused, it has changed nothing. */
vv_result vv_studio_apply(vv_studio *studio, const char *json, uint32_t length);
/* Shows what the project would be with this command (or list), without making a step: what a slider does while it is
 * dragged. Another preview replaces it; applying, undo and redo end it. Undo and redo rows stay as they are, and what is
 * saved meanwhile is the project without it. */
vv_result vv_studio_preview(vv_studio *studio, const char *json, uint32_t length);
void vv_studio_preview_end(vv_studio *studio);
/* False at the end of the row. Before commands, undo takes back what was posed by hand since the last one (pose.c). */
bool vv_studio_undo(vv_studio *studio);
bool vv_studio_redo(vv_studio *studio);

/* After vv_studio_apply, undo, redo, vv_studio_saving, vv_studio_saved: the lines to put at the end of the journal, with
 * their line feeds, or length 0. The page queues them and calls vv_studio_written at once. If they can never be written, the
 * page saves the project anew and begins a new journal. */
const char *vv_studio_line(const vv_studio *studio);
uint32_t vv_studio_line_length(const vv_studio *studio);
void vv_studio_written(vv_studio *studio);

/* Text: project.json as it would be saved now, previews too. Nothing is saved and nothing goes to the journal: for copies. */
vv_result vv_studio_write(vv_studio *studio);
/* Saving: vv_studio_saving gives project.json as text and the lines that announce it; the page appends the lines, puts
 * project.json in place, and calls vv_studio_saved, whose line it appends too. The project may go on meanwhile, but the page
 * does not call vv_studio_saving again before it is done. VV_ERROR_NOT_FOUND without vv_studio_saving before it. */
vv_result vv_studio_saving(vv_studio *studio);
vv_result vv_studio_saved(vv_studio *studio);
/* The line is a whole new journal for project.json as it was opened or saved last, with the history; VV_ERROR_NOT_FOUND if
 * there is none. Before the first one there are no lines to write. What is queued after it may follow the old journal too,
 * if the new one could not be put in its place, unless that was of another state than "current". */
vv_result vv_studio_begin_journal(vv_studio *studio);
/* So long that the page should begin a new one after a save; its oldest steps then go. */
bool vv_studio_journal_is_long(const vv_studio *studio);
/* project.json holds the project as it is now, whatever a preview shows. */
bool vv_studio_is_saved(vv_studio *studio);

/* ---- Asking (ask.c) ---------------------------------------------------------------------------------------------- */

/* Text: the project as compact JSON with every key there, also those at their defaults, so that the page needs to know no
 * default. */
vv_result vv_studio_project(vv_studio *studio);
/* Text: {"at":2,"steps":["handle.add","example.add","sprite.set"]}: step `at` is the next to redo. */
vv_result vv_studio_history(vv_studio *studio);
/* Text: [{"rule":"V102","warning":true,"path":"$.…","message":"…","remedy":"…"}, …]: what vv_project_check says. */
vv_result vv_studio_check(vv_studio *studio);
/* Text: {"count":12,"problems":[…]}: what only shows when the item'th of `count` things of the project is built, as `verve check` does.
 * Each may take as long as building it does; the page asks for one at a time, while nobody waits for it. */
vv_result vv_studio_check_built(vv_studio *studio, uint32_t item);
/* hash[2], low word first: that of `verve apply --hash`, of project.json as it would be saved and of everything built
 * from it. An image that is missing is an error. */
vv_result vv_studio_hash(vv_studio *studio, uint32_t *hash);

/* ---- An artwork to look at and to pose (figure.c, pose.c) ----------------------------------------------------------- */

/* One artwork as it stands on the rig and pose workspaces. Pointers are NULL until it has been built. */
typedef struct vv_figure {
    uint32_t mesh_version; /* changes with triangles, uvs or images: the page uploads anew */
    uint32_t vertex_count, triangle_count, layer_count, handle_count, example_count;
    const vv_vec2 *rest;       /* [vertex_count] metres */
    const vv_vec2 *uvs;        /* [vertex_count] 0…1, from the top left of the layer's image */
    const uint32_t *triangles; /* [3 · triangle_count] */
    const uint32_t *layers;    /* [4 · layer_count] first vertex, vertices, first triangle, triangles */
    const float *weights;      /* [vertex_count · handle_count] one row a vertex */
    const vv_vec2 *vertices;   /* [vertex_count] as posed now: what to draw */
    const vv_vec2 *handles;    /* [2 · handle_count] from and to of each handle as posed now; equal for points */
    const float *turns;   /* [5 · handle_count] move x, y, angle, along and across stretch (√ of S's diagonal in the
                                  handle's own frame is not taken: xx and yy of S) of each handle now */
    const uint8_t *pins;  /* [handle_count] 0 free, 1 held in place, 2 also its turn and stretch */
    const float *place;   /* [example_count] weights while a place is shown; else all 0 */
    uint32_t posed;       /* 1: posed by hand, not yet kept in an example */
    float smallest_angle; /* degrees, of the cut */
    float low_x, low_y, high_x, high_y; /* of the rest shape */
} vv_figure;

/* Builds what is missing and returns the view of an artwork, NULL (with the error as text) where that cannot be done. The
 * address is the same for an index until the project is closed. An artwork whose image is missing is an error that names
 * the path. */
const vv_figure *vv_studio_figure(vv_studio *studio, uint32_t artwork);

/* What `figure->vertices` shows. Each ends posing by hand, which is then lost unless it was kept. */
vv_result vv_studio_show_rest(vv_studio *studio, uint32_t artwork);
/* With the pins that the artist held when it was made. */
vv_result vv_studio_show_example(vv_studio *studio, uint32_t artwork, uint32_t example);
/* weights[example_count], which the complex need not have. */
vv_result vv_studio_show_place(vv_studio *studio, uint32_t artwork, const float *weights);

/* Posing by hand starts from whatever is shown. A handle may be grabbed (handle < handle_count), or the drawing itself under
 * x, y (VV_NONE): the topmost visible, unlocked layer there; VV_ERROR_NOT_FOUND where there is none. A bone is moved where
 * x, y is on its body and turned about its beginning where it is at its end. While something is grabbed, what the artist
 * pinned stays; where nothing is pinned, other handles stay so that a first drag bends the drawing instead of carrying it
 * off: a limb is free up to where it grows from, what hangs on the grabbed handle comes along, and elsewhere those two or
 * more steps away among neighbours by weight stay (hold.c). Nothing moves before the pointer does. */
vv_result vv_studio_grab(vv_studio *studio, uint32_t artwork, uint32_t handle, float x, float y);
/* Takes what is grabbed to x, y: solves and skins. What a frame of dragging costs. */
vv_result vv_studio_drag(vv_studio *studio, uint32_t artwork, float x, float y);
/* Turns and stretches a handle about its pivot, relative to how it stood when it was grabbed: angle in radians, factors along
 * and across the drawing's axes. The handle must be grabbed. */
vv_result vv_studio_twist(vv_studio *studio, uint32_t artwork, float angle, float along, float across);
/* Ends the drag; `keep` false takes it back. */
void vv_studio_let_go(vv_studio *studio, uint32_t artwork, bool keep);
/* 0 free, 1 held in place, 2 held with its turn and stretch. Holds it where it is now. */
vv_result vv_studio_pin(vv_studio *studio, uint32_t artwork, uint32_t handle, uint32_t kind);
/* Text: the command that makes the pose as it is now, with its pins, the example `name`: example.set, or example.add where
 * there is no such example. Applying it is the page's part. */
vv_result vv_studio_keep(vv_studio *studio, uint32_t artwork, const char *name);

/* Vertices at weights[example_count], for ghosts and thumbnails: vertices[vertex_count] out. Leaves the figure alone. */
vv_result vv_studio_vertices(vv_studio *studio, uint32_t artwork, const float *weights, vv_vec2 *vertices);

/* Where a dot on the pose board is: the nearest place of the complex, drawn with points[example_count] as corners.
 * weights[example_count] out, and the point of the board that they make. */
vv_result vv_studio_board(vv_studio *studio, uint32_t artwork, const vv_vec2 *points, float x, float y, float *weights,
                          vv_vec2 *nearest);

/* Text: a first guess of handles as a list of commands handle.add, from the drawing's shape: one for each end and each joint
 * of the silhouette's skeleton, layers joined where they overlap; bones where `bones`. Handles that are there stay. */
vv_result vv_studio_guess(vv_studio *studio, uint32_t artwork, bool bones);

/* Text: how the layers hang together on a stage, by the artist's choice or by themselves (joins.c):
 * {"chosen":false,"loose":null,"joins":[{"layer":"arm","onto":"torso","at":[0.1,1.2]}, …]}; `loose`: the first layer that
 * nothing joins to the others. */
vv_result vv_studio_joins(vv_studio *studio, uint32_t artwork);

/* ---- A stage that plays (play.c) ------------------------------------------------------------------------------------- */

/* One actor of the scene that plays. */
typedef struct vv_play_actor {
    uint32_t artwork; /* that it looks like now: of a puppet in a family, the member that it is */
    uint32_t vertex_count;
    const vv_vec2 *vertices; /* [vertex_count] at the time shown, in the order of the figure's triangles */
    uint32_t example_count;
    const float *place;       /* [example_count] where it is */
    const float *equilibrium; /* [example_count] where it is drawn to */
    const vv_vec2 *goals;     /* [vertex_count] the rest shape that matching pulls it to, as it lies on the stage; NULL
                                 unless overlays are wanted */
    const float *inputs;      /* [input_count] of its behaviour */
    uint32_t input_count;
    float x, y, velocity_x, velocity_y, angle, spin; /* of its centre of mass */
    uint32_t flipped, asleep, grounded, touching;
    float contact_energy;
    uint32_t behaviour; /* of its artwork; VV_NONE: none */
    uint32_t state;     /* of the behaviour; VV_NONE */
    uint32_t grabbed;
    float size;               /* the diameter of a disc of the same area, metres */
    uint32_t handle_count;    /* of a puppet; 0: a sprite */
    const vv_affine *handles; /* [handle_count] as a pose of its artwork, on the stage */
    float fade;               /* how much of the member that it was before is still to be drawn over it, 0…1 */
    uint32_t fade_artwork;    /* which that is */
    uint32_t fade_vertex_count;
    const vv_vec2 *fade_vertices; /* [fade_vertex_count] */
} vv_play_actor;

typedef struct vv_contact_mark {
    float x, y, normal_x, normal_y, speed; /* where two touch, and how fast they met */
    float age;                             /* seconds since it was felt */
} vv_contact_mark;

/* The scene that plays. */
typedef struct vv_play {
    uint32_t scene; /* VV_NONE: nothing plays */
    uint32_t actor_count;
    const vv_play_actor *actors; /* [actor_count] in the scene's order */
    uint32_t contact_count;
    const vv_contact_mark *contacts; /* of the last quarter of a second */
    uint32_t step_count;             /* fixed steps run */
    float time;                      /* shown, seconds */
    float step;                      /* seconds */
    uint32_t version;                /* changes when actors or what they show do */
    uint32_t live; /* cues given by hand since time 0: what plays is no longer the scene's own script alone */
} vv_play;

/* Sets a scene up at time 0. The address stays the same. NULL, with the error as text, where it cannot be played. */
const vv_play *vv_studio_play(vv_studio *studio, uint32_t scene);
/* Ends playing and frees what it needed. */
void vv_studio_play_end(vv_studio *studio);
/* Goes to a time, forwards or back. Back is exact: what was done by hand is done again. Never more than a minute of fixed
 * steps in one call; returns false where it is not there yet. */
bool vv_studio_seek(vv_studio *studio, double time);
/* Back to time 0; what was done by hand is forgotten. */
vv_result vv_studio_reset(vv_studio *studio);
/* An entry of a script without its time: happens before the next fixed step, and is remembered. */
vv_result vv_studio_cue(vv_studio *studio, const char *json, uint32_t length);
/* What the pointer takes hold of at x, y: the topmost actor, VV_NONE if there is none. While it is held the
 * point follows vv_studio_hand, as a hold of 12 Hz; let go, the actor flies with the mean velocity of the hand over the last
 * tenth of a second, unless something else holds it too. These are cues too. */
uint32_t vv_studio_take(vv_studio *studio, float x, float y);
vv_result vv_studio_hand(vv_studio *studio, float x, float y);
void vv_studio_throw(vv_studio *studio);
/* hash[2] of the stage now, and that after the fixed step `step_count`: what `verve simulate --hash` prints. */
void vv_studio_play_hash(vv_studio *studio, uint32_t *hash);
/* Text: the command scene.add that makes what has been played so far, with all that was done by hand, a scene of its own
 * called `name`, `seconds` long: `verve simulate` then gives the same hash. */
vv_result vv_studio_keep_take(vv_studio *studio, const char *name, float seconds);
/* Fills `goals`. */
void vv_studio_want_goals(vv_studio *studio, bool wanted);
/* The neighbourhood that matching takes around the vertex nearest to x, y of an actor: returns how many, vertices[capacity]
 * out. */
uint32_t vv_studio_neighbourhood(vv_studio *studio, uint32_t actor, float x, float y, uint32_t *vertices,
                                 uint32_t capacity);

/* A project that changes while it plays: where only strengths differ, the performance goes on with the new ones; where clips or
 * materials of puppets do, states from before the difference are kept and the rest is run again; after any other change of what is on stage it is made anew and run to the time it was at. Undo and previews likewise. */

/* ---- Other times of the scene that plays (glance.c) -------------------------------------------------------------------- */

/* Computes ahead, at most so many fixed steps and no further than `until`, without moving what is shown; returns the time up to
 * which states are known. What was done by hand cannot be looked ahead of: then nothing is computed. */
double vv_studio_compute(vv_studio *studio, double until, uint32_t steps);
/* The scene as it is at another time that is known: a ghost. Valid until the next call; NULL where that time is not known. */
const vv_play *vv_studio_glance(vv_studio *studio, double time);
/* Where a puppet's handle goes: points[3 · capacity], time and x and y at every known step in from…to; returns how many. */
uint32_t vv_studio_path(vv_studio *studio, uint32_t actor, uint32_t handle, double from, double to, float *points,
                        uint32_t capacity);

/* ---- Keys that come from the stage (keys.c) ------------------------------------------------------------------------------ */

/* What a handle of a puppet is now, as a key of its clip would say it: value[2] out. `near`: of angles that look the same, the
 * one nearest to this. Refused while it looks like another of its family. */
vv_result vv_studio_handle_value(vv_studio *studio, uint32_t actor, uint32_t handle, vv_channel channel, float near,
                                 float value[2]);
/* A point of the stage as a key of position would say it: value[2] out. */
vv_result vv_studio_aim_at(vv_studio *studio, uint32_t actor, float x, float y, float value[2]);
/* A handle was dragged while the scene played: samples[3 · count], time and x and y on the stage. Text: the command that puts
 * as few keys as follow it within `tolerance` metres into the actor's clip, instead of those that were there in that time. */
vv_result vv_studio_keep_drag(vv_studio *studio, uint32_t actor, uint32_t handle, const float *samples, uint32_t count,
                              float tolerance);

/* ---- Motion to copy (record.c) -------------------------------------------------------------------------------------------- */

/* Runs the scene that plays from one time to another, with what was done by hand, and back to where it is now. Text: the command
 * recording.add that keeps how these regions of a puppet moved, a frame for each fixed step, under `name`. Refused while a hand
 * holds an actor, and where the puppet becomes another of its family meanwhile. */
vv_result vv_studio_record(vv_studio *studio, uint32_t actor, const vv_region *regions, uint32_t count, double from,
                           double to, const char *name);

/* ---- A tour (play.c) -------------------------------------------------------------------------------------------------- */

/* weights[example_count of its artwork] of a tour scene at a time. */
vv_result vv_studio_tour(vv_studio *studio, uint32_t scene, float time, float *weights);

/* ---- A clip to look at (clip.c) ------------------------------------------------------------------------------------------ */

/* What a track wants between two times of its clip, both ends too: samples[5 · count] value x, y, slope x, y, strength. Of an
 * angle, the second numbers are 0; where the strength is 0 nothing is wanted. */
vv_result vv_studio_clip_curve(vv_studio *studio, uint32_t clip, uint32_t track, double from, double to, uint32_t count,
                               float *samples);
/* The slopes before and after each key of a track, those that were found too: slopes[4 · key count] in x, y, out x, y. */
vv_result vv_studio_clip_slopes(vv_studio *studio, uint32_t clip, uint32_t track, float *slopes);

/* ---- Shapes, verbs and graphs (act.c, act_take.c) ------------------------------------------------------------------------------------ */

/* What plays in space: one shape, verb or graph at a time. Numbers and pointers are those of vv_act_look and vv_act_state. */
typedef struct vv_act_view {
    uint32_t kind;    /* a vv_scene_kind: 2 a verb, 3 a graph, 4 a shape, 5 creatures, 6 a body on a line */
    uint32_t subject; /* which of the project's; of creatures, the scene */
    uint32_t version; /* changes with triangles and colours: the page uploads anew */
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
    float beyond;          /* how far outside the ranges of the axes it is, in ranges; 0: inside */
    float low[3], high[3]; /* a box around it as it stood when it was opened */
    uint32_t state;        /* of a graph */
    float fading;
} vv_act_view;

/* Opens it, or brings it up to date after the project changed, where it goes on as it was. The address stays the same. NULL, with the
 * error as text, where it cannot be built: what was there before is then gone. */
const vv_act_view *vv_studio_act(vv_studio *studio, uint32_t kind, uint32_t subject);
void vv_studio_act_end(vv_studio *studio);
/* The rest is refused, or does nothing, while nothing is open. */
vv_result vv_studio_act_place(vv_studio *studio, const float *at);
void vv_studio_act_switch(vv_studio *studio, bool planting, bool still, bool heat);
void vv_studio_act_advance(vv_studio *studio, float seconds);
void vv_studio_act_restart(vv_studio *studio);
void vv_studio_act_phase(vv_studio *studio, float phase);
/* Of a graph. VV_ERROR_NOT_FOUND where it has no such input or event. */
vv_result vv_studio_act_set(vv_studio *studio, const char *input, float value);
vv_result vv_studio_act_raise(vv_studio *studio, const char *event);
/* Another place, for thumbnails: positions and normals[vertex_count] out; a verb at this phase, on the spot. Leaves what is shown alone. */
vv_result vv_studio_act_glance(vv_studio *studio, const float *at, float phase, vv_vec3 *positions, vv_vec3 *normals);
/* vv_act_trouble there: how red the pad is. */
float vv_studio_act_trouble(vv_studio *studio, const float *at);
/* Text. Of a verb: {"length":1.1,"dofs":96,"controls":32,"angle_rms":…,"angle_worst":…,"place_worst":…,"seam":…,
 * "slide":{"mean":…,"worst":…,"planted_mean":…,"planted_worst":…},
 * "cuts":[{"from":…,"to":…,"keytimes":[{"label":"left down","time":0.3}, …]}, …]}, the cuts of all examples as they are used. Of a shape:
 * {"vertices":642,"surface":2562,"singular":0,"trouble":0.1}. Of a graph: {"states":[…],"inputs":[…],"events":[…]}. */
vv_result vv_studio_act_report(vv_studio *studio);
/* Text: the file, BVH of a verb or OBJ of a shape, that holds what is blended here: to be put into the project under a path of the page's
 * choice, as a take or a form of its own, and edited. Of a shape on a skeleton the form is the one at rest. */
vv_result vv_studio_act_file(vv_studio *studio);

/* A take to look at. Seconds, and how many feet: out[3] length, rate, feet. */
vv_result vv_studio_take_size(vv_studio *studio, uint32_t take, float *out);
/* Its feet over all of its time, both ends too: samples[2 · feet · count], height above the ground and speed (m/s) of each. */
vv_result vv_studio_take_feet(vv_studio *studio, uint32_t take, uint32_t count, float *samples);
/* Text: when each foot stands, by vv_fit_footfalls: [[[0.2,0.8], …], …], a list of spans for each foot. */
vv_result vv_studio_take_stands(vv_studio *studio, uint32_t take);
/* Text: {"from":…,"to":…,"keytimes":[…]} as vv_fit_cycle suggests it (near < 0: anywhere), or vv_fit_keytimes where not `cyclic`. */
vv_result vv_studio_take_suggest(vv_studio *studio, uint32_t take, bool cyclic, double near);
/* positions and normals[vertex_count of the act that is open, which is of the take's skeleton] at a time of the take.
 * Refused where something else, or nothing, is open. */
vv_result vv_studio_take_glance(vv_studio *studio, uint32_t take, double time, vv_vec3 *positions, vv_vec3 *normals);

/* ---- Creatures (herd*.c) -------------------------------------------------------------------------------------------------------------- */

/* Several creatures beside each other, all bound to one motion. */
typedef struct vv_herd_member {
    uint32_t body_count;
    const vv_placement *placements; /* [body_count] in the world: place x y z, turn x y z w */
    uint32_t bound;                 /* 1: the motion can play on it */
    uint32_t variant_count, variant;
    float x, z;    /* where it stands */
    float seconds; /* of the motion */
    float height;  /* metres, at rest */
    float gone;    /* metres along its way, in a trial */
} vv_herd_member;

typedef struct vv_herd_view {
    uint32_t version; /* changes with triangles and colours: the page uploads anew */
    uint32_t vertex_count, triangle_count, member_count;
    const vv_vec3 *positions,
        *normals; /* [vertex_count] all of them, what they reach for, and what is lit in its colour */
    const uint32_t *triangles, *colors;
    const vv_herd_member *members; /* [member_count] */
    float seconds, length;
    float low[3], high[3]; /* a box around all of them at rest */
} vv_herd_view;

/* Opens it, or brings it up to date after the project changed or something else is wanted: what is the same goes on as it was. JSON:
 * {"motion":"wave"|null,"creatures":["name of one of the project's" | "seed:7", …] (≤ 16),"gait":"walk"|null,"speed":0.8 (m/s),"turning":0 (rad/s),
 *  "trial":4|null (of that gait as vv_studio_validate tries it: from a standstill along its course; neither motion nor speed count then),
 *  "targets":[[x,y,z] in the creature's own frame, in its heights | null, …],"variant":0,"mirror":false,"light":{a context as in a channel's "select"}|null,
 *  "channel":2|null (its bodies are lit),"active":{"member":0,"body":"hand-left"}|null}; every key may be left out. NULL, with the error as text,
 * where it cannot be. */
const vv_herd_view *vv_studio_herd(vv_studio *studio, const char *json, uint32_t length);
void vv_studio_herd_end(vv_studio *studio);
/* The rest is refused, or does nothing, while none is open. */
/* Shows the motion at a time by itself: no gait, nothing swings. */
void vv_studio_herd_show(vv_studio *studio, float time);
/* Plays on, with gait and jiggles; motions that do not loop begin again after a breath. */
void vv_studio_herd_advance(vv_studio *studio, float seconds);
void vv_studio_herd_restart(vv_studio *studio);
/* What a ray from[3] + t·along[3] meets first: out[2] member and body. False: nothing. */
bool vv_studio_herd_pick(vv_studio *studio, const float *from, const float *along, uint32_t *out);
/* Text: {"members":[{"name":"…","seed":7|null,"upright":true,"legs":4,"bodies":[{"name":"…","caps":["limb"],"parent":-1,"limb_length":0.4}, …],
 *  "bound":true,"why":"" (why not),"variants":[["hand-left"], …] (≤ 256, the bodies of each group)}, …],"channels":[{"counts":[2,4] of each member}, …]}. */
vv_result vv_studio_herd_report(vv_studio *studio);
/* Text: {"counts":[2,0,4],"bodies":[["hand-left", …], …]}: what a context selects on each, whatever the motion says. */
vv_result vv_studio_herd_select(vv_studio *studio, const char *context, uint32_t length);
/* Where a channel wants a body at a time: out[14] specialised place and turn (the member's frame: subtract its x and z), then generalised
 * ones. Refused where the channel does not move the body. */
vv_result vv_studio_herd_goal(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, float time,
                              float *out);
/* Text: the command, or list of commands, that keys a channel at a time so that the body is there: place[3] and turn[4] specialised, either may be
 * NULL. Keys that exist keep their slopes and curve. */
vv_result vv_studio_herd_key(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, float time,
                             const float *place, const float *turn);
/* A track (vv_track_kind: 0 place, 1 turn, 2, 3 weights, from 4 on the deforms as they come) from 0 to the motion's length: samples
 * [4 · count]; generalised where member is VV_NONE, else specialised on that body. */
vv_result vv_studio_herd_curve(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                               uint32_t count, float *samples);
/* The slopes at each key of a track, those that were found too, in either space: slopes[8 · key count] before it and after it, four each. */
vv_result vv_studio_herd_slopes(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                                float *slopes);
/* Text: the command that gives the key at a time these slopes[4] of either space; NULL: that side stays. */
vv_result vv_studio_herd_slant(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                               float time, const float *in, const float *out);
/* Text: the command that gives a channel another mode (JSON as in a project) and keeps the body's motion (3.3). */
vv_result vv_studio_herd_remap(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, const char *mode,
                               uint32_t length);
/* Text: how a member would walk in a gait (VV_NONE: the default one) at a speed: {"kind":"legs|crawl|float","frequency":1.2,
 *  "unit":3.1 (m/s at a Froude number of 1, of the first group),
 *  "feet":[{"name":"…","group":0,"side":1,"duty":0.6,"trigger":0.25,"stands":[[0,0.6], …] over one cycle of the first group}, …]}. */
vv_result vv_studio_gait_falls(vv_studio *studio, uint32_t member, uint32_t gait, float speed);
/* Text: {"rows":[…] as in a gait of a project, the usual ones where it has none of its own,"flight":[[forward,up,out,pitch], …] at `count` (2…256) times
 * of a flight, evenly from 0 to 1}. */
vv_result vv_studio_gait_table(vv_studio *studio, uint32_t gait, uint32_t count);
/* Text: a motion or a gait of the project (gaits count on after the motions; VV_NONE: all of them) on the creature of a seed, judged
 * (docs/validation.md): {"seed":7,"failures":[{"motion"|"gait":"wave","variant":0,"frame":124,"time":0.5,"measure":"miss","value":0.04,"limit":0.01,
 *  "body":"hand-left","speed":0,"trial":3,"words":"fast, on a slope","seconds":4,"slope":0.15,"radius":0}, …],"plays":17,"passed":16,"skipped":2}. Each takes about a tenth of a second. */
vv_result vv_studio_validate(vv_studio *studio, uint32_t seed, uint32_t trial);

/* ---- Lines of action (action*.c) ---------------------------------------------------------------------------------------------------- */

#define VV_ACTION_POINTS 61u /* of the line as it is shown */

/* A line, and what follows it, at a time. */
typedef struct vv_action_view {
    uint32_t line;    /* which of the project's */
    uint32_t version; /* changes with triangles and colours: the page uploads anew */
    uint32_t serial;  /* changes whenever it was built anew */
    uint32_t kind;    /* vv_line_kind: 0 a skeleton, 1 a creature, 2 an artwork follows */
    uint32_t subject;
    uint32_t key_count, frame_count;
    float seconds, length, rate;
    /* Of a body: its surface, joints and their parents. */
    uint32_t vertex_count, triangle_count, joint_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] */
    const uint32_t *triangles;          /* [3 · triangle_count] */
    const uint32_t *colors;             /* [vertex_count] */
    const vv_affine3 *joints;           /* [joint_count] */
    const uint32_t *parents;            /* [joint_count] */
    /* Of a drawing: its vertices, for the figure of its artwork (vv_studio_figure). */
    uint32_t flat_count;
    const vv_vec2 *flat; /* [flat_count] */
    /* The paper, as vv_paper has it, and the action plane's normal in the world. */
    float paper_turn[4], paper_centre[3], paper_distance, normal[3];
    /* The line as it is followed (where the root is held: shifted to where it hangs): points on the paper, and the same in space, on the
     * action plane where the body is. */
    vv_vec2 points[VV_ACTION_POINTS];
    vv_vec3 places[VV_ACTION_POINTS];
    uint32_t grabbed; /* 1: it is wobbling, by hand or since it was let go */
} vv_action_view;

/* Opens it, or brings it up to date after the project changed or a preview began. NULL, with the error as text, where it cannot be built;
 * what was there stays until it can. A line without strokes shows what is to follow it, and has no keys. */
const vv_action_view *vv_studio_action(vv_studio *studio, uint32_t line);
void vv_studio_action_end(vv_studio *studio);
/* The rest is refused, or does nothing, while none is open. */
void vv_studio_action_show(vv_studio *studio, double seconds);
/* The line at count evenly spaced times from `from` to `to`: points[2 · VV_ACTION_POINTS · count]. */
vv_result vv_studio_action_ghosts(vv_studio *studio, double from, double to, uint32_t count, float *points);
/* The keystrokes as they were fitted: points[2 · VV_ACTION_POINTS · key_count]. */
vv_result vv_studio_action_strokes(vv_studio *studio, float *points);
/* The body at another time, for ghosts: positions and normals[vertex_count]. */
vv_result vv_studio_action_glance(vv_studio *studio, double seconds, vv_vec3 *positions, vv_vec3 *normals);
/* Text: {"joints":["hips", …],"report":{"key_error":…,"key_distance":…,"mean_distance":…, …}|null,"keys":[{"time":…,"length":…,"error":…,"crossings":0,"reversed":false,"reach":…,"bones":["hips", …]}, …]}. reach:
 * metres of its bones. */
vv_result vv_studio_action_report(vv_studio *studio);
/* Text: {"points":[[x,y], …],"pressure":[…]} out of what a pen gave, samples[3 · count] x, y, pressure: thinned to what a project holds. No line has
 * to be open. */
vv_result vv_studio_action_stroke(vv_studio *studio, const float *samples, uint32_t count);
/* Text: ["hips", …], the bones that a scribble points[2 · count] of this radius covers, in the pose that is shown; or those that fill a stroke best. */
vv_result vv_studio_action_scribble(vv_studio *studio, const float *points, uint32_t count, float radius);
vv_result vv_studio_action_propose(vv_studio *studio, const float *points, uint32_t count);
/* Grabs the line at a point of the paper (false: it is farther than `reach` from it), draws it there, lets it go; in between time goes on as
 * vv_studio_action_play says: line and body wobble. */
bool vv_studio_action_grab(vv_studio *studio, float x, float y, float reach);
void vv_studio_action_drag(vv_studio *studio, float x, float y);
void vv_studio_action_let_go(vv_studio *studio);
void vv_studio_action_play(vv_studio *studio, float dt);
/* Text: the command pull.add that makes what was just done by hand part of the line. */
vv_result vv_studio_action_pulled(vv_studio *studio);
/* How a preset swings: a line that goes from −1 to 1 in the middle third of the time: out[2 · 2 · count], beginning and end of a straight line about
 * its middle, for a small moving picture. */
vv_result vv_studio_action_preset(vv_studio *studio, uint32_t preset, uint32_t count, float *out);
/* What a preset stands for: out[5] anticipation, overshoot, cycles, damping, lag. */
vv_result vv_studio_action_temper(vv_studio *studio, uint32_t preset, float *out);
/* How far a twist of the open line turns its bone at a time: radians; 0 where there is none. */
float vv_studio_action_twist(vv_studio *studio, uint32_t twist, double seconds);
/* Text: the BVH file of the body's motion, to be put into the project as a take; or, of a drawing, the command that adds the clip `name`. */
vv_result vv_studio_action_clip(vv_studio *studio, const char *name);
/* Text: the command that adds the drawing at each keystroke to its poses, as “name 1”, “name 2” …, each blending with the next. */
vv_result vv_studio_action_poses(vv_studio *studio, const char *name);

/* ---- Files that do not belong to the project yet (model.c) ----------------------------------------------------------------------- */

/* Text: what there is in a motion or a model, .bvh, .gltf, .glb or .obj by its name: {"joints":["pelvis", …],"parents":[-1, …],
 * "skeleton":"person" (the project's with the same joints; null: none),"takes":[{"name":…,"seconds":…}],"forms":[{"mesh":…,"morph":…,"vertices":…}],"warnings":[…]}, with
 * what makes no sense in such a file left out. Buffers beside a .gltf have to be inside it. Nothing is kept. */
vv_result vv_studio_read_model(vv_studio *studio, const char *name, const uint8_t *bytes, uint32_t count);

/* ---- Memory, for what the page hands over ------------------------------------------------------------------------------ */
/* bridge.c: vv_allocate(bytes), vv_release(memory, bytes). */

#endif
