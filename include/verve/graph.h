/* Verb graphs: which verb follows which, and when.
 *
 * The upper machine of a behaviour (<verve/behaviour.h>: inputs, events, conditions, transitions) over states that each play a
 * verb. A transition waits until both motions are at a matching phase, aligns the new verb with the phase and place of the old, and
 * carries the difference over smoothly while the new one plays. Adverbs are inputs of the graph by the names of the axes: the
 * same "slope" steers every verb that has such an axis.
 *
 *     vv_performer_set(performer, vv_graph_find_input(graph, "damage"), 0.7f);
 *     vv_performer_raise(performer, vv_graph_find_event(graph, "walk"));
 *     every frame: vv_performer_advance(performer, dt);  draw(vv_performer_globals(performer)); */
#ifndef VERVE_GRAPH_H
#define VERVE_GRAPH_H

#include <verve/behaviour.h>
#include <verve/verb.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_GRAPH_MAX_STATES 64u
#define VV_GRAPH_MAX_VERBS  256u

typedef struct vv_graph_state_def {
    const char *name;
    uint32_t verb;      /* of vv_graph_def.verbs */
    float rate;         /* how many times as fast, 0…8; default 1 */
    uint32_t next;      /* where to go when a verb that is not cyclic has finished; VV_NONE: stays in its last pose */
    float next_seconds; /* of that change */
    uint32_t signal;    /* told on entry; 0: none */
} vv_graph_state_def;
VV_API vv_graph_state_def vv_default_graph_state_def(void);

typedef struct vv_graph_transition {
    uint32_t from, to; /* states; from VV_NONE: any */
    uint32_t condition_count;
    const vv_condition *conditions; /* VV_IF_INPUT, _EVENT, _FINISHED, _TIME */
    float seconds;                  /* how long the difference takes to fade, 0…10; default 0.3 */
    float window[2]; /* phases of `from` within which it may fire, 0…1; first > second: over the end. 0, 1: any */
    float start;     /* phase of `to` at which it begins; < 0: the phase of `from` where both are cyclic, otherwise 0 */
} vv_graph_transition;
VV_API vv_graph_transition vv_default_graph_transition(void); /* from any state, at any phase, to the same phase */

/* Immutable, position independent. It keeps the verbs it was made of by index: they are given again where it is used. */
typedef struct vv_graph vv_graph;

typedef struct vv_graph_def {
    uint32_t verb_count;
    const vv_verb *const *verbs;    /* [verb_count] all of the same skeleton (vv_skeleton_same) */
    const char *const *const *axes; /* [verb_count][axis_count] names of the axes of each verb */
    uint32_t state_count;
    const vv_graph_state_def *states; /* the first is entered first */
    uint32_t transition_count;
    const vv_graph_transition *transitions;
    /* All axes are inputs: first those of the first verb, then what the next ones add, each name once; then `inputs` that are
     * no axes. That is the order conditions count in (vv_graph_def_input); VV_BEHAVIOUR_MAX_INPUTS at most. */
    uint32_t input_count;
    const char *const *inputs;
    uint32_t event_count;
    const char *const *events;
} vv_graph_def;

/* Which input of the graph to be made has this name; VV_NONE: none. */
VV_API uint32_t vv_graph_def_input(const vv_graph_def *def, const char *name);

VV_API vv_result vv_graph_create(const vv_graph_def *def, const vv_allocator *allocator, vv_graph **out,
                                 vv_error *error);
VV_API void vv_graph_destroy(vv_graph *graph, const vv_allocator *allocator);
VV_API uint32_t vv_graph_state_count(const vv_graph *graph);
VV_API uint32_t vv_graph_input_count(const vv_graph *graph); /* axes first, each name once */
VV_API uint32_t vv_graph_event_count(const vv_graph *graph);
VV_API const char *vv_graph_state_name(const vv_graph *graph, uint32_t state);
VV_API const char *vv_graph_input_name(const vv_graph *graph, uint32_t input);
VV_API const char *vv_graph_event_name(const vv_graph *graph, uint32_t event);
VV_API uint32_t vv_graph_find_state(const vv_graph *graph, const char *name);
VV_API uint32_t vv_graph_find_input(const vv_graph *graph, const char *name);
VV_API uint32_t vv_graph_find_event(const vv_graph *graph, const char *name);

/* A character that lives in a graph. Made for one graph and its verbs, which must outlive it. */
typedef struct vv_performer vv_performer;
VV_API vv_result vv_performer_create(const vv_graph *graph, const vv_verb *const *verbs, const vv_allocator *allocator,
                                     vv_performer **out, vv_error *error);
VV_API void vv_performer_destroy(vv_performer *performer, const vv_allocator *allocator);
/* False, and nothing changed, where there is no such input or event, or the value is not finite. Axes glide to what is set, so
 * that a mood that jumps does not make the body jump: half the way in `vv_performer_set_glide` seconds (0.1 at first). They begin at
 * 0, or the end of their range nearest to it, and count at most four ranges beyond it. */
VV_API bool vv_performer_set(vv_performer *performer, uint32_t input, float value);
VV_API bool vv_performer_raise(vv_performer *performer, uint32_t event);
VV_API void vv_performer_set_glide(vv_performer *performer, float seconds);
VV_API void vv_performer_set_root(vv_performer *performer, vv_root root);
VV_API void vv_performer_set_planting(vv_performer *performer, bool on); /* on at first, where the verbs have feet */
/* Back to the first state, at the origin; inputs and axes stay as they are set, and are reached at once. */
VV_API void vv_performer_restart(vv_performer *performer);
/* On by dt seconds, 0…1. Never allocates. */
VV_API void vv_performer_advance(vv_performer *performer, float dt);
/* As it is now: arrays of joint_count, valid until the next advance. */
VV_API const vv_affine3 *vv_performer_globals(const vv_performer *performer);
VV_API const vv_quat *vv_performer_turns(const vv_performer *performer);
VV_API const vv_vec3 *vv_performer_moves(const vv_performer *performer);

typedef struct vv_performer_status {
    uint32_t state;
    float seconds;   /* since it was entered */
    float phase;     /* of its verb */
    float fading;    /* 1 just after a change … 0 */
    uint32_t signal; /* of the state entered in the last advance, 0: none */
    vv_root root;
} vv_performer_status;
VV_API vv_performer_status vv_performer_state(const vv_performer *performer);

/* The whole moving state as bytes with a checksum, to be restored for the same graph and verbs. Save returns how many bytes it
 * wrote, 0 where there is not room for vv_performer_save_bytes. Refused bytes change nothing, and the error says why:
 * VV_ERROR_FORMAT, they are no save or are damaged; VV_ERROR_VERSION, another version of the library wrote them;
 * VV_ERROR_ARGUMENT, they belong to another graph or to other verbs. What is shown after a restore, and all that follows, has
 * the same bits as without it. */
VV_API size_t vv_performer_save_bytes(const vv_performer *performer);
VV_API size_t vv_performer_save(const vv_performer *performer, void *bytes, size_t byte_count);
VV_API vv_result vv_performer_restore(vv_performer *performer, const void *bytes, size_t byte_count, vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
