/* The interface of runtime/behaviour to other folders, beyond <verve/behaviour.h> and <verve/graph.h>. */
#ifndef VVI_BEHAVIOUR_H
#define VVI_BEHAVIOUR_H

#include <verve/behaviour.h>
#include <verve/graph.h>

#include "runtime/base/base.h"

/* A behaviour as bytes: an asset copies them and uses them in place, at any address that is a multiple of 16.
 * `verify` checks every count, offset, index and number; bytes that pass can be used safely with any complex,
 * whatever made them. */
size_t vvi_behaviour_bytes(const vv_behaviour *behaviour);
vv_result vvi_behaviour_verify(const void *bytes, size_t byte_count, vv_error *error);

/* ---- One step, without a stage ----------------------------------------------------------------------------------- */

/* What an actor senses at the start of a fixed step. */
typedef struct vvi_senses {
    vv_place place, equilibrium;
    vv_vec2 position, velocity; /* of its centre of mass */
    vv_vec2 ground_velocity;    /* of what it stands on, or stood on last */
    vv_vec2 up;                 /* unit, against gravity */
    vv_vec2 normal;             /* of the surface that it touches; 0 in the air */
    bool grounded, touching, flipped;
    float energy; /* of contact, in M·g·size */
    float mass;
    vv_strengths strengths; /* its current ones */
} vvi_senses;

/* What it does in response. The flags say what has changed and must be set. */
typedef struct vvi_commands {
    bool moves, strengthens, forces; /* equilibrium, strengths, force have changed */
    bool flips;
    vv_place equilibrium;
    vv_strengths strengths;
    vv_vec2 force;   /* N */
    vv_vec2 impulse; /* N·s; 0: none */
    uint32_t signal_count;
    uint32_t signals[VV_BEHAVIOUR_MAX_STATES];
} vvi_commands;

/* The size of the controller's memory, which is zero at first. */
size_t vvi_behaviour_memory_bytes(void);
/* Advances both machines by one step. A pure function: the same arguments give the same bits. `memory` may hold
 * anything: values that no step could have left there are repaired. */
void vvi_behaviour_advance(const vv_behaviour *behaviour, const vv_complex *complex, void *memory,
                           const vvi_senses *senses, float seconds, vvi_commands *out);

/* The same for verb graphs, at multiples of 64. */
size_t vvi_graph_bytes(const vv_graph *graph);
vv_result vvi_graph_verify(const void *bytes, size_t byte_count, vv_error *error);

/* Whether a verified graph can be performed with these verbs: as many as it was made from, of one skeleton, and each
 * with the same number of axes. */
bool vvi_graph_suits(const vv_graph *graph, uint32_t verb_count, const vv_verb *const *verbs);

/* Sets the length and the checksum in the header of a saved character that was changed, for tests that forge one.
 * count ≥ 40. */
void vvi_graph_player_save_seal(void *bytes, size_t count);

#endif
