/* Characters, shapes, verbs and graphs of a project, built; and acts, which play them. The command and the page come through
 * here, as they do through build.h for drawings. */
#ifndef VV_ACTS_H
#define VV_ACTS_H

#include "author/build/build.h"
#include "author/fit/fit.h"

#include <verve/graph.h>

/* Everything built is shared: whoever keeps one calls destroy once more, and the last frees it. The session's own are valid until
 * it is next asked after the document changed, unless they are kept. */

/* A skeleton with a body to look at. */
typedef struct vv_character {
    const vv_allocator *allocator;
    uint64_t key; /* as long as files stay the same, equal keys mean equal contents; so below */
    uint32_t references;
    vv_skeleton *skeleton;
    vv_manikin figure;
    bool own_mesh; /* the figure is the mesh of the skeleton's file */
    uint32_t foot_count;
    vv_foot feet[VV_VERB_MAX_FEET];
} vv_character;
vv_result vv_session_character(vv_session *session, uint32_t skeleton, const vv_character **out, vv_error *error);
vv_character *vv_character_keep(const vv_character *character);
void vv_character_destroy(vv_character *character);

/* The take as its file has it; refused where its joints are not those of its skeleton. Valid until the session forgets the file. */
vv_result vv_session_take(vv_session *session, uint32_t take, const vv_take **out, vv_error *error);

typedef struct vv_built_shape {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_shape *shape;
    const vv_character *character; /* kept; NULL without a skeleton */
    vv_skin3 *skin;                /* of the shape's vertices; NULL without a skeleton */
    uint32_t triangle_count;
    uint32_t *triangles;          /* [3 · triangle_count] of the forms */
    uint32_t bad_count;           /* vertices whose blended transform is nearly singular in some example */
    uint32_t bad_example, bad[8]; /* the first example that has such, and its first such vertices */
} vv_built_shape;
vv_result vv_session_shape(vv_session *session, uint32_t shape, const vv_built_shape **out, vv_error *error);
vv_built_shape *vv_built_shape_keep(const vv_built_shape *built);
void vv_built_shape_destroy(vv_built_shape *built);

typedef struct vv_built_verb {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_verb *verb;
    const vv_character *character; /* kept */
    uint32_t example_count;
    vv_cut *cuts; /* [example_count] as the document has them, or as they were suggested */
    vv_fit_report report;
} vv_built_verb;
vv_result vv_session_verb(vv_session *session, uint32_t verb, const vv_built_verb **out, vv_error *error);
vv_built_verb *vv_built_verb_keep(const vv_built_verb *built);
void vv_built_verb_destroy(vv_built_verb *built);

typedef struct vv_built_graph {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_graph *graph;
    const vv_character *character; /* kept */
    uint32_t verb_count, room;
    uint32_t *indices;           /* [verb_count] which of the project's verbs */
    const vv_built_verb **verbs; /* [verb_count] kept */
    const vv_verb **runtime;     /* [verb_count] theirs */
} vv_built_graph;
vv_result vv_session_graph(vv_session *session, uint32_t graph, const vv_built_graph **out, vv_error *error);
vv_built_graph *vv_built_graph_keep(const vv_built_graph *built);
void vv_built_graph_destroy(vv_built_graph *built);

/* ---- Acts ------------------------------------------------------------------------------------------------------------------ */

/* Something of three dimensions that plays: a verb, a graph, a shape, a body on a line, or the creatures of a scene. It keeps what it was made from. */
typedef struct vv_act vv_act;

/* kind: VV_SCENE_VERB, _GRAPH, _SHAPE or _LINE (of a body, not of a drawing); subject: which of the project's. VV_SCENE_CREATURE: subject is the scene itself, which must stay
 * as it is in the document while the act plays; of what follows places, phases, planting and heat do not concern it. */
vv_result vv_act_create(vv_session *session, vv_scene_kind kind, uint32_t subject, vv_act **out, vv_error *error);
void vv_act_destroy(vv_act *act);
/* Whether it still is what the document says: `subject` as it was made. */
bool vv_act_is_current(const vv_act *act, vv_session *session, vv_scene_kind kind, uint32_t subject);
/* Goes on from where another of the same subject was: place, phase, time, switches. */
void vv_act_inherit(vv_act *act, const vv_act *from);
vv_scene_kind vv_act_kind(const vv_act *act);
/* The field of a verb or a shape; NULL of a graph. */
const vv_field *vv_act_field(const vv_act *act);
const vv_verb *vv_act_verb(const vv_act *act);              /* NULL unless it is one */
vv_performer *vv_act_performer(const vv_act *act);          /* of a graph, else NULL */
const vv_graph *vv_act_graph(const vv_act *act);            /* the same */
const struct vv_troupe *vv_act_troupe(const vv_act *act);   /* of creatures (creatures.h), else NULL */
const vv_skeleton *vv_act_skeleton(const vv_act *act);      /* NULL where there is none */
const struct vv_built_line *vv_act_line(const vv_act *act); /* of a line (lines.h), else NULL */
/* Of a line: shows faint ghosts of the body at every so many keystrokes; 0: none. Once only. */
vv_result vv_act_set_ghosts(vv_act *act, uint32_t every, vv_error *error);

/* Where it is on the axes: at[axis_count]. A shape on a skeleton also takes the pose that its driven axes say. */
void vv_act_set_place(vv_act *act, const float *at);
/* at[axis_count] where it is, and weights[example_count] there. */
const float *vv_act_place(const vv_act *act);
const float *vv_act_weights(const vv_act *act);
/* Back to the beginning. */
void vv_act_restart(vv_act *act);
/* Of a verb: shows this phase, the character on the spot. */
void vv_act_set_phase(vv_act *act, float phase);
/* On by dt seconds, in pieces of at most a fiftieth; 0: only shows where it is now. Never allocates. */
void vv_act_advance(vv_act *act, float dt);
/* Feet stay where they tread (on at first, if the skeleton says so); the character stays on the spot instead of travelling (off at
 * first). */
void vv_act_set_planting(vv_act *act, bool on);
void vv_act_set_still(vv_act *act, bool on);
/* Of a shape on a skeleton: the form it has at rest, moved by plain transform blending, as it would be without examples of bent joints;
 * to compare. Off at first. */
void vv_act_set_plain(vv_act *act, bool on);
/* Colours what goes wrong: self-intersections of a shape, the sliding of feet that stand. Off at first, since it takes time. */
void vv_act_set_heat(vv_act *act, bool on);

/* What there is to see. Pointers are the act's, and their contents change when it moves. */
typedef struct vv_act_look {
    uint32_t vertex_count, triangle_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] */
    const uint32_t *triangles;          /* [3 · triangle_count] */
    const uint32_t *colors;             /* [vertex_count] red in the lowest byte; NULL: `color` */
    const float *heat;                  /* [vertex_count]; NULL: none */
    uint32_t color;
    const vv_affine3 *globals; /* [joint_count] of the skeleton, or NULL */
    bool own_ground;           /* there is ground among the triangles, and its colours change */
    uint32_t scenery;          /* so many of the vertices, the last ones, are ground: no reason to step back */
} vv_act_look;
vv_act_look vv_act_looks(const vv_act *act);

typedef struct vv_act_state {
    double seconds; /* since the beginning */
    float phase;    /* of the verb that plays */
    float length;   /* seconds that it takes here; 0 of a shape */
    vv_root root;
    float slope; /* of the ground under a character: rise over run, along its heading */
    float slide; /* metres that standing feet moved since the last advance */
} vv_act_state;
vv_act_state vv_act_now(const vv_act *act);

/* How bad it would be at a place, 0 (fine) … 1: the share of a shape's surface that runs through itself; of a verb how far feet would
 * slide without planting, against five millimetres a frame at 60 Hz. Takes milliseconds. */
float vv_act_trouble(vv_act *act, const float *at);

/* ---- Scenes of acts --------------------------------------------------------------------------------------------------------- */

/* A scene of a verb, a graph, a shape or creatures: what its path or its script says, when it says it. */
typedef struct vv_act_scene {
    vv_act *act;
    const vv_project *project; /* must outlive it */
    const vv_project_scene *scene;
    double time;  /* that is shown */
    uint32_t cue; /* the next of the script */
} vv_act_scene;
/* `scene` must be one of these kinds. */
vv_result vv_act_scene_open(vv_session *session, uint32_t scene, vv_act_scene *out, vv_error *error);
void vv_act_scene_close(vv_act_scene *scene);
/* Plays on to a time, seconds ≥ 0; back to an earlier one from the beginning. */
void vv_act_scene_show(vv_act_scene *scene, double time);

#endif
