/* Verb graphs: state machines whose states play verbs.
 *
 * A graph is the upper state machine of a behaviour (<verve/behaviour.h>: inputs, events, conditions, transitions)
 * over states that each play a verb. A transition waits until both verbs are at a matching phase, aligns the new verb
 * with the phase and the root of the old one, and fades the difference of the poses out while the new verb plays.
 * Adverbs are inputs of the graph by the names of the axes: the same "slope" steers every verb that has an axis of
 * this name.
 *
 *     vv_graph_player_set_input(player, vv_graph_find_input(graph, "damage"), 0.7f);
 *     vv_graph_player_raise_event(player, vv_graph_find_event(graph, "walk"));
 *     every frame: vv_graph_player_advance(player, dt);  draw(vv_graph_player_globals(player)); */
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
    uint32_t verb; /* index in vv_graph_def.verbs */
    float rate;    /* playback speed, times the verb's own, 0…8; default 1 */
    /* The state that follows when a verb that is not cyclic has finished; VV_NONE: stay in the last pose. */
    uint32_t next;
    float next_seconds; /* duration of the fade to that state, seconds */
    uint32_t signal;    /* reported by vv_graph_player_current_status when the state is entered; 0: none */
} vv_graph_state_def;
VV_API vv_graph_state_def vv_default_graph_state_def(void);

typedef struct vv_graph_transition {
    uint32_t from, to; /* states; `from` may be VV_NONE: any state */
    uint32_t condition_count;
    const vv_condition *conditions; /* of the kinds VV_IF_INPUT, VV_IF_EVENT, VV_IF_FINISHED and VV_IF_TIME */
    float seconds;                  /* duration of the fade, 0…10; default 0.3 */
    /* The phases of `from` within which it may fire, 0…1; if the first is greater, the window passes over the end of
     * a cycle. 0 and 1: at any phase. */
    float window[2];
    float start; /* phase at which `to` begins; < 0: the phase of `from` if both are cyclic, otherwise 0 */
} vv_graph_transition;
VV_API vv_graph_transition vv_default_graph_transition(void); /* from any state, at any phase, to the same phase */

/* Immutable, position independent: an asset contains it as it is. It refers to its verbs by index: pass them again to
 * vv_graph_player_create. */
typedef struct vv_graph vv_graph;

typedef struct vv_graph_def {
    uint32_t verb_count;
    const vv_verb *const *verbs;    /* [verb_count] of one skeleton (vv_skeleton_has_same_joints) */
    const char *const *const *axes; /* [verb_count][axis_count] the names of the axes of each verb */
    uint32_t state_count;
    const vv_graph_state_def *states; /* [state_count] it begins in the first */
    uint32_t transition_count;
    const vv_graph_transition *transitions; /* [transition_count] */
    /* Names of further inputs. All axes are inputs: first those of the first verb, then those that the next verbs
     * add, each name once; then the `inputs` that are not names of axes. Conditions refer to inputs by this order
     * (vv_graph_def_input). Together at most VV_BEHAVIOUR_MAX_INPUTS. */
    uint32_t input_count;
    const char *const *inputs; /* [input_count] */
    uint32_t event_count;
    const char *const *events; /* [event_count] */
} vv_graph_def;

/* The index that the input of this name will have in the graph; VV_NONE: there is none. */
VV_API uint32_t vv_graph_def_input(const vv_graph_def *def, const char *name);

VV_API vv_result vv_graph_create(const vv_graph_def *def, const vv_allocator *allocator, vv_graph **out,
                                 vv_error *error);
VV_API void vv_graph_destroy(vv_graph *graph, const vv_allocator *allocator);
VV_API uint32_t vv_graph_state_count(const vv_graph *graph);
VV_API uint32_t vv_graph_input_count(const vv_graph *graph); /* axes and further inputs */
VV_API uint32_t vv_graph_event_count(const vv_graph *graph);
VV_API const char *vv_graph_state_name(const vv_graph *graph, uint32_t state);
VV_API const char *vv_graph_input_name(const vv_graph *graph, uint32_t input);
VV_API const char *vv_graph_event_name(const vv_graph *graph, uint32_t event);
/* VV_NONE: there is none of this name. */
VV_API uint32_t vv_graph_find_state(const vv_graph *graph, const char *name);
VV_API uint32_t vv_graph_find_input(const vv_graph *graph, const char *name);
VV_API uint32_t vv_graph_find_event(const vv_graph *graph, const char *name);

/* Plays a graph for one character. The graph and its verbs[verb_count] must outlive it. */
typedef struct vv_graph_player vv_graph_player;
VV_API vv_result vv_graph_player_create(const vv_graph *graph, const vv_verb *const *verbs,
                                        const vv_allocator *allocator, vv_graph_player **out, vv_error *error);
VV_API void vv_graph_player_destroy(vv_graph_player *player, const vv_allocator *allocator);
/* Sets an input, raises an event. Return false, and change nothing, if there is no such input or event, or the value
 * is not finite.
 *
 * Axes follow the inputs smoothly, so that an input that jumps does not make the body jump: they halve the difference
 * every `vv_graph_player_set_smoothing` seconds (0.1 at first). They begin at 0, or at the end of their range that is
 * nearest to 0, and are clamped four ranges beyond their range. */
VV_API bool vv_graph_player_set_input(vv_graph_player *player, uint32_t input, float value);
VV_API bool vv_graph_player_raise_event(vv_graph_player *player, uint32_t event);
VV_API void vv_graph_player_set_smoothing(vv_graph_player *player, float seconds);
VV_API void vv_graph_player_set_root(vv_graph_player *player, vv_root root);
/* Whether planted feet stay in place (vv_verb_plant_feet); true at first. It matters only if the verbs have feet. */
VV_API void vv_graph_player_set_planting(vv_graph_player *player, bool on);
/* Returns to the first state, at the origin. Inputs keep their values, and the axes reach them at once. */
VV_API void vv_graph_player_restart(vv_graph_player *player);
/* Advances by dt seconds, 0…1. Never allocates. */
VV_API void vv_graph_player_advance(vv_graph_player *player, float dt);
/* The current pose, [joint_count] each; valid until the next vv_graph_player_advance. */
VV_API const vv_affine3 *vv_graph_player_globals(const vv_graph_player *player);
VV_API const vv_quat *vv_graph_player_rotations(const vv_graph_player *player);
VV_API const vv_vec3 *vv_graph_player_translations(const vv_graph_player *player);

typedef struct vv_graph_player_status {
    uint32_t state;
    float seconds;   /* since the state was entered */
    float phase;     /* of its verb */
    float fading;    /* how much of the last fade is left: 1 just after a transition, 0 at its end */
    uint32_t signal; /* of the state that the last vv_graph_player_advance entered; 0: none */
    vv_root root;
} vv_graph_player_status;
VV_API vv_graph_player_status vv_graph_player_current_status(const vv_graph_player *player);

/* Saves and restores the whole moving state, for the same graph and verbs, as bytes with a checksum. Save returns how
 * many bytes it wrote; 0 if byte_count is less than vv_graph_player_save_bytes. What follows after a restore has the
 * same bits as without it.
 *
 * A restore that fails changes nothing, and the error says why: VV_ERROR_FORMAT, the bytes are no save or are
 * damaged; VV_ERROR_VERSION, another version of the library wrote them; VV_ERROR_ARGUMENT, they belong to another
 * graph or to other verbs. */
VV_API size_t vv_graph_player_save_bytes(const vv_graph_player *player);
VV_API size_t vv_graph_player_save(const vv_graph_player *player, void *bytes, size_t byte_count);
VV_API vv_result vv_graph_player_restore(vv_graph_player *player, const void *bytes, size_t byte_count,
                                         vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
