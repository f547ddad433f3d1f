/* The door of runtime/behaviour: what other rooms may know beyond <verve/behaviour.h>. */
#ifndef VVI_BEHAVIOUR_H
#define VVI_BEHAVIOUR_H

#include <verve/behaviour.h>
#include <verve/graph.h>

#include "runtime/base/base.h"

/* A behaviour as bytes: an asset copies them and uses them in place, at any address that is a multiple of 16. `verify`
 * checks every count, offset, index and number; bytes that pass can be used without harm, whatever made them, on any
 * complex. */
size_t vvi_behaviour_bytes(const vv_behaviour *behaviour);
vv_result vvi_behaviour_verify(const void *bytes, size_t byte_count, vv_error *error);

/* ---- One step, without a stage ------------------------------------------------------------------------------------------ */

/* What an actor senses at the beginning of a fixed step. */
typedef struct vvi_senses {
    vv_place place, equilibrium;
    vv_vec2 position, velocity; /* of its centre of mass */
    vv_vec2 up;                 /* unit, against gravity */
    vv_vec2 normal;             /* of what it touches; 0 in the air */
    bool grounded, touching, flipped;
    float energy; /* of contact, in M·g·size */
    float mass;
    vv_strengths strengths; /* as they are now */
} vvi_senses;

/* What it does then. What did not change need not be set again. */
typedef struct vvi_commands {
    bool moves, strengthens, forces; /* equilibrium, strengths, force have changed */
    bool flips;
    vv_place equilibrium;
    vv_strengths strengths;
    vv_vec2 force;   /* newton */
    vv_vec2 impulse; /* newton seconds; 0: none */
    uint32_t signal_count;
    uint32_t signals[VV_BEHAVIOUR_MAX_STATES];
} vvi_commands;

/* The size of the controller's memory, which is zero at first. */
size_t vvi_behaviour_memory_bytes(void);
/* Both machines by one step. A pure function: the same arguments give the same bits. `memory` may hold anything: what no
 * step could have left there is mended. */
void vvi_behaviour_advance(const vv_behaviour *behaviour, const vv_complex *complex, void *memory,
                           const vvi_senses *senses, float seconds, vvi_commands *out);

/* The same for verb graphs, at multiples of 64. */
size_t vvi_graph_bytes(const vv_graph *graph);
vv_result vvi_graph_verify(const void *bytes, size_t byte_count, vv_error *error);

/* Whether a verified graph can be performed with these verbs: as many as it was made of, of one skeleton, with as many axes each. */
bool vvi_graph_suits(const vv_graph *graph, uint32_t verb_count, const vv_verb *const *verbs);

/* Puts the length and the checksum right in the head of a saved character that was changed: for tests that forge one.
 * count ≥ 40. */
void vvi_performer_save_seal(void *bytes, size_t count);

#endif
