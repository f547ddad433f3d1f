/* Characters, shapes, verbs and graphs of a project, built; and acts, which play them. The command and the page use
 * these, as they use build.h for drawings. */
#ifndef VV_ACTS_H
#define VV_ACTS_H

#include "author/build/build.h"
#include "author/fit/fit.h"

#include <verve/graph.h>

/* Everything built is shared by counting: each keep needs a destroy, and the last destroy frees it. What a session
 * gives is valid until the first call of the session after the document has changed, unless it is kept. */

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
vv_character *vv_character_retain(const vv_character *character);
void vv_character_destroy(vv_character *character);

/* The take as it is in its file; refused where its joints differ from those of its skeleton. Valid until the session
 * forgets the file. */
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
vv_built_shape *vv_built_shape_retain(const vv_built_shape *built);
void vv_built_shape_destroy(vv_built_shape *built);

typedef struct vv_built_verb {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_verb *verb;
    const vv_character *character; /* kept */
    uint32_t example_count;
    vv_cut *cuts; /* [example_count] those of the document, or suggested ones */
    vv_fit_report report;
} vv_built_verb;
vv_result vv_session_verb(vv_session *session, uint32_t verb, const vv_built_verb **out, vv_error *error);
vv_built_verb *vv_built_verb_retain(const vv_built_verb *built);
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
vv_built_graph *vv_built_graph_retain(const vv_built_graph *built);
void vv_built_graph_destroy(vv_built_graph *built);

/* ---- Acts -------------------------------------------------------------------------------------------------------- */

/* Something in space that plays: a verb, a graph, a shape, a body on a line, or the creatures of a scene. It keeps
 * what it was made from. */
typedef struct vv_performance3 vv_performance3;

/* kind: VV_SCENE_VERB, _GRAPH, _SHAPE or _LINE (of a body, not of a drawing); subject: the index in the project. For
 * VV_SCENE_CREATURE, subject is the scene itself, which must stay as it is in the document while the act plays; calls
 * about places, phases, planting and heat do not apply to it. */
vv_result vv_performance3_create(vv_session *session, vv_scene_kind kind, uint32_t subject, vv_performance3 **out,
                                 vv_error *error);
void vv_performance3_destroy(vv_performance3 *act);
/* Whether it was made from `subject` as it is in the document now. */
bool vv_performance3_is_current(const vv_performance3 *act, vv_session *session, vv_scene_kind kind, uint32_t subject);
/* Takes over place, phase, time and settings of another act of the same subject. */
void vv_performance3_inherit(vv_performance3 *act, const vv_performance3 *from);
vv_scene_kind vv_performance3_kind(const vv_performance3 *act);
/* The field of a verb or a shape; NULL of a graph. */
const vv_field *vv_performance3_field(const vv_performance3 *act);
const vv_verb *vv_performance3_verb(const vv_performance3 *act);           /* of a verb, else NULL */
vv_graph_player *vv_performance3_graph_player(const vv_performance3 *act); /* of a graph, else NULL */
const vv_graph *vv_performance3_graph(const vv_performance3 *act);         /* the same */
const struct vv_creature_performance *
vv_performance3_creatures(const vv_performance3 *act);                   /* of creatures (creatures.h), else NULL */
const vv_skeleton *vv_performance3_skeleton(const vv_performance3 *act); /* NULL where there is none */
const struct vv_built_line *vv_performance3_line(const vv_performance3 *act); /* of a line (lines.h), else NULL */
/* Of a line: shows a faint ghost of the body at every n-th keystroke; 0: none. Call it at most once. */
vv_result vv_performance3_set_ghosts(vv_performance3 *act, uint32_t every, vv_error *error);

/* Moves it to a place on its axes: at[axis_count]. A shape on a skeleton also takes the pose that belongs to its
 * driven axes. */
void vv_performance3_set_place(vv_performance3 *act, const float *at);
/* Its place, [axis_count], and the weights there, [example_count]. */
const float *vv_performance3_place(const vv_performance3 *act);
const float *vv_performance3_weights(const vv_performance3 *act);
/* Back to the beginning. */
void vv_performance3_restart(vv_performance3 *act);
/* Of a verb: shows this phase, with the character at the origin. */
void vv_performance3_set_phase(vv_performance3 *act, float phase);
/* Plays on by dt seconds, in steps of at most a fiftieth; 0: only updates what is seen. Never allocates. */
void vv_performance3_advance(vv_performance3 *act, float dt);
/* Planting: feet stay where they tread (on at first, if the skeleton says so). Still: the character stays at the
 * origin instead of travelling (off at first). */
void vv_performance3_set_planting(vv_performance3 *act, bool on);
void vv_performance3_set_in_place(vv_performance3 *act, bool on);
/* Of a shape on a skeleton: the form at rest is skinned by plain transform blending, as without examples of bent
 * joints, for comparison. Off at first. */
void vv_performance3_set_plain_skinning(vv_performance3 *act, bool on);
/* Colours what goes wrong: self-intersections of a shape, sliding of planted feet. Off at first, since it takes
 * time. */
void vv_performance3_set_heat(vv_performance3 *act, bool on);

/* The surface that is seen. The arrays belong to the act, and their contents change when it moves. */
typedef struct vv_draw_data {
    uint32_t vertex_count, triangle_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] */
    const uint32_t *triangles;          /* [3 · triangle_count] */
    const uint32_t *colors;             /* [vertex_count] red in the lowest byte; NULL: `color` */
    const float *heat;                  /* [vertex_count]; NULL: none */
    uint32_t color;
    const vv_affine3 *globals; /* [joint_count] of the skeleton, or NULL */
    bool own_ground;           /* ground is among the triangles, and its colours change */
    uint32_t scenery;          /* how many of the vertices, the last ones, are ground: a camera need not hold them */
} vv_draw_data;
vv_draw_data vv_performance3_draw_data(const vv_performance3 *act);

typedef struct vv_performance3_state {
    double seconds; /* since the beginning */
    float phase;    /* of the verb that plays */
    float length;   /* seconds that it lasts at this place; 0 of a shape */
    vv_root root;
    float slope; /* of the ground under a character: rise over run, along its heading */
    float slide; /* metres that planted feet moved since the last advance */
} vv_performance3_state;
vv_performance3_state vv_performance3_current_state(const vv_performance3 *act);

/* How bad it would look at a place, 0 (fine) … 1: of a shape the share of its surface that intersects itself; of a
 * verb how far feet would slide without planting, relative to five millimetres a frame at 60 Hz. Takes milliseconds. */
float vv_performance3_defect(vv_performance3 *act, const float *at);

/* ---- Scenes of acts ---------------------------------------------------------------------------------------------- */

/* A scene of a verb, a graph, a shape, a line or creatures, with its path or script. */
typedef struct vv_performance3_scene {
    vv_performance3 *act;
    const vv_project *project; /* must outlive it */
    const vv_project_scene *scene;
    double time;  /* shown, seconds */
    uint32_t cue; /* the next one of the script */
} vv_performance3_scene;
/* `scene` must be one of these kinds. */
vv_result vv_performance3_scene_open(vv_session *session, uint32_t scene, vv_performance3_scene *out, vv_error *error);
void vv_performance3_scene_close(vv_performance3_scene *scene);
/* Plays on to a time, seconds ≥ 0; for an earlier one, it starts from the beginning. */
void vv_performance3_scene_show(vv_performance3_scene *scene, double time);

#endif
