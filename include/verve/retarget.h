/* Motions that any creature can do, what binds them to one, the solver that poses it, and the player that does it all.
 *
 *     vv_binding_create(motion, creature, …, &binding);                      once for each pair
 *     vv_player_create(creature, …, &player);                                 once for each creature
 *     vv_player_play(player, binding, &options);  vv_player_set_target(…);
 *     every frame: vv_player_move(player, &course);  vv_player_step(player, dt);  draw vv_player_placements(player) */
#ifndef VERVE_RETARGET_H
#define VERVE_RETARGET_H

#include <verve/gait.h>
#include <verve/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_MOTION_MAX_CHANNELS 64u
#define VV_MOTION_MAX_KEYS     65536u /* of all tracks together */
#define VV_MOTION_MAX_EVENTS   256u
#define VV_MOTION_MAX_GROUPS   8u /* that vary */
#define VV_MOTION_MAX_LENGTH   600.0f
#define VV_MOTION_MAX_VALUE    1e5f
#define VV_MOTION_MIN_GAP      1e-4f /* seconds between two keys of a track */
#define VV_MAX_TARGETS         8u

/* ---- Motions (3.2.3, 3.3) ---------------------------------------------------------------------------------------------------- */

/* How a slope at a key is found. All of these are linear in the keys' values, so that a change of mode, which is linear too, takes
 * curves to curves exactly. */
typedef enum vv_slope {
    VV_SLOPE_AUTO, /* that of the parabola through the key and its neighbours; at the ends of what does not loop, flat */
    VV_SLOPE_FLAT,
    VV_SLOPE_FREE, /* as the key says */
} vv_slope;

typedef struct vv_motion_key {
    float time; /* seconds, 0…length, ascending */
    float value[4];
    float in[4], out[4]; /* units a second; of VV_SLOPE_FREE */
    vv_slope slope_in, slope_out;
    vv_curve curve; /* to the next key */
} vv_motion_key;

/* What a track moves. */
typedef enum vv_track_kind {
    VV_TRACK_PLACE, /* three values: generalised coordinates */
    VV_TRACK_TURN, /* four: a generalised rotation x y z w, interpolated as four numbers and then brought to unit length;
                              each key's sign is made that of its neighbour */
    VV_TRACK_PLACE_WEIGHT, /* one: 0…1; without such a track 1 */
    VV_TRACK_TURN_WEIGHT,
    VV_TRACK_DEFORM, /* one: of the deform that `name` names */
} vv_track_kind;

typedef struct vv_motion_track {
    vv_track_kind kind;
    char deform[VV_CREATURE_NAME_BYTES]; /* VV_TRACK_DEFORM alone */
    uint32_t key_count;                  /* ≥ 1 */
    const vv_motion_key *keys;
} vv_motion_track;

typedef enum vv_secondary {
    VV_SECONDARY_NONE,
    VV_SECONDARY_EXTERNAL, /* vv_player_set_target's `target` */
    VV_SECONDARY_BODIES, /* the body that `context` selects, of several the nearest at rest; with `group`, the one that varies there */
} vv_secondary;

typedef struct vv_motion_channel {
    char name[VV_CREATURE_NAME_BYTES];
    vv_context context;
    vv_mode mode;
    vv_secondary secondary;
    uint32_t target;         /* VV_SECONDARY_EXTERNAL: 0…VV_MAX_TARGETS − 1 */
    vv_context relative;     /* VV_SECONDARY_BODIES */
    uint32_t relative_group; /* VV_SECONDARY_BODIES: a group that varies; 0: none */
    uint32_t
        blend; /* the first channel to select a body owns its place (and, apart, its turn); later ones share it if they have the
                       same blend group, ≥ 1, as the owner. 0: with nobody */
    uint32_t
        group; /* 0: plays on every body it selects; 1…VV_MOTION_MAX_GROUPS: on one at a time, and channels of one group on
                       bodies of the same limb */
    bool mirror;  /* on bodies of the other side than `side` it plays mirrored; those in the middle follow group 1 */
    int32_t side; /* where it was keyed: 1 left, −1 right, 0 in the middle */
    uint32_t track_count; /* no two of the same kind and deform */
    const vv_motion_track *tracks;
} vv_motion_channel;

typedef enum vv_relation_kind {
    VV_RELATION_SAME_SIDE,
    VV_RELATION_OPPOSITE_SIDE,
} vv_relation_kind;
typedef struct vv_relation {
    uint32_t a, b; /* groups */
    vv_relation_kind
        kind; /* a body in the middle is on neither side: same goes with nothing but the middle, opposite with nothing */
} vv_relation;

typedef struct vv_motion_event {
    float time;
    char name[VV_CREATURE_NAME_BYTES];
} vv_motion_event;

/* A clip in generalised form. Immutable, position independent: an asset holds it as it is. */
typedef struct vv_motion vv_motion;

typedef struct vv_motion_def {
    float length;            /* seconds, 0.01…VV_MOTION_MAX_LENGTH */
    bool loop;               /* the last key of a track leads to its first */
    float fade_in, fade_out; /* seconds, as the animator likes it: what vv_default_play takes */
    vv_branch branch;
    uint32_t relation_count; /* ≤ 28 */
    const vv_relation *relations;
    uint32_t channel_count;
    const vv_motion_channel *channels;
    uint32_t event_count;
    const vv_motion_event *events; /* times ascend */
} vv_motion_def;
/* Refused, naming channel, track and key: what the limits and comments above say. */
VV_API vv_result vv_motion_create(const vv_motion_def *def, const vv_allocator *allocator, vv_motion **out,
                                  vv_error *error);
VV_API void vv_motion_destroy(vv_motion *motion, const vv_allocator *allocator);
VV_API float vv_motion_length(const vv_motion *motion);
VV_API bool vv_motion_loops(const vv_motion *motion);
VV_API uint32_t vv_motion_channel_count(const vv_motion *motion);
VV_API vv_motion_channel vv_motion_channel_at(const vv_motion *motion, uint32_t channel); /* tracks: NULL; see below */
VV_API vv_motion_track vv_motion_track_at(const vv_motion *motion, uint32_t channel, uint32_t track);
VV_API uint32_t vv_motion_event_count(const vv_motion *motion);
VV_API vv_motion_event vv_motion_event_at(const vv_motion *motion, uint32_t event);
/* value[4] of a track at a time, and its slope (NULL: not wanted), clamped or looped; a turn of unit length. */
VV_API void vv_motion_value(const vv_motion *motion, uint32_t channel, uint32_t track, float time, float *value,
                            float *slope);

/* Key remapping (3.3): keys of a place or a turn track, keyed in the frame `from`, so that in the frame `to` the body moves just as
 * before, between keys as well. In place. */
VV_API void vv_keys_remap(vv_track_kind kind, uint32_t key_count, vv_motion_key *keys, const vv_frame *from,
                          const vv_frame *to);

/* ---- Binding (4.1) ---------------------------------------------------------------------------------------------------------------- */

/* A motion on a creature: which bodies each channel moves, who owns what, and the ways in which it can be played. */
typedef struct vv_binding vv_binding;

/* Both must outlive it. Succeeds where the branch does not hold or nothing can be moved as well: vv_binding_variant_count is 0 then. */
VV_API vv_result vv_binding_create(const vv_motion *motion, const vv_creature *creature, const vv_allocator *allocator,
                                   vv_binding **out, vv_error *error);
VV_API void vv_binding_destroy(vv_binding *binding);
VV_API const vv_motion *vv_binding_motion(const vv_binding *binding);
VV_API const vv_creature *vv_binding_creature(const vv_binding *binding);
/* In how many ways (at most 65,536 are counted): one where no group varies; the variant product of the groups' bodies otherwise, no
 * body twice, as the relations allow. In the order of the groups, each counting through its bodies in the creature's order. */
VV_API uint32_t vv_binding_variant_count(const vv_binding *binding);
VV_API uint32_t vv_binding_group_count(const vv_binding *binding);
/* The body of a group (1…) in a variant. */
VV_API uint32_t vv_binding_variant_body(const vv_binding *binding, uint32_t variant, uint32_t group);
/* A game rule ready made: the variant whose body of group 1 is nearest, at rest, to a place in the creature's frame; of equals the first.
 * VV_NONE where there are none. */
VV_API uint32_t vv_binding_nearest(const vv_binding *binding, vv_vec3 place);
/* The bodies that a channel moves in a variant: bodies[body_count]; returns how many. mirrored[] (NULL: not wanted) likewise. */
VV_API uint32_t vv_binding_bodies(const vv_binding *binding, uint32_t variant, uint32_t channel, uint32_t *bodies,
                                  bool *mirrored);
/* The body that a channel's movement is relative to on `body`; VV_NONE: an external target, or none. */
VV_API uint32_t vv_binding_relative(const vv_binding *binding, uint32_t variant, uint32_t channel, uint32_t body);

/* ---- Inverse kinematics (4.3) ---------------------------------------------------------------------------------------------------------- */

/* Where a body should be, in the creature's frame. Mouths, eyes, ears and spikes are part of what they sit on: their goals move that, and
 * several on one body count as one in their middle. */
typedef struct vv_goal {
    uint32_t body;
    vv_vec3 place; /* of its centre */
    vv_quat turn;
    float place_weight; /* 0…1: between where the body would be without it and there; 0: no goal */
    float turn_weight;
    bool firm; /* never compressed softly where it is nearly out of reach: feet that stand */
} vv_goal;

typedef struct vv_solver_options {
    uint32_t rounds; /* of the particles, 5; with `finish` only the spine has any */
    bool finish;     /* closed-form finish: goals within reach are met with rigid lengths; on */
    float stretch;   /* limbs may become so much longer where a goal is out of reach, 1…1.2; 1 */
    bool
        carry; /* live play: the last frame's twist is carried past the direction opposite to rest and relaxed (0.15 s).
                        Off: frames are independent of each other, bit by bit */
} vv_solver_options;
VV_API vv_solver_options vv_default_solver_options(void);

/* The room that a creature's poses are solved in. */
typedef struct vv_solver vv_solver;
VV_API vv_result vv_solver_create(const vv_creature *creature, const vv_allocator *allocator, vv_solver **out,
                                  vv_error *error);
VV_API void vv_solver_destroy(vv_solver *solver, const vv_allocator *allocator);
/* Poses the creature: root (place of its origin and turn; its own goal, if any, is left alone), then spine, then limbs. placements
 * [body_count] come out in the creature's frame. At most body_count goals, one a body. dt: seconds since the last solve, for `carry`
 * alone. Goals that are not finite are left out. Never allocates. */
VV_API void vv_solver_solve(vv_solver *solver, const vv_solver_options *options, vv_placement root, uint32_t goal_count,
                            const vv_goal *goals, float dt, vv_placement *placements);
/* Forgets what `carry` remembers: after a jump. */
VV_API void vv_solver_reset(vv_solver *solver);
/* Whether, at the last solve, a body or one below it had a goal ("has IK"). What has not is free to jiggle. */
VV_API bool vv_solver_has_goal(const vv_solver *solver, uint32_t body);

/* ---- The player ------------------------------------------------------------------------------------------------------------------------------ */

#define VV_PLAYER_MAX_PLAYS  8u
#define VV_PLAYER_MAX_EVENTS 32u

typedef struct vv_player_def {
    const vv_creature *creature; /* must outlive it */
    vv_solver_options solver;
    float jiggle; /* 0…2: how much what has no goal swings, 1 as it is meant; 0: not */
    vv_terrain terrain;
} vv_player_def;
VV_API vv_player_def vv_default_player(const vv_creature *creature); /* carry on */

typedef struct vv_player vv_player;
VV_API vv_result vv_player_create(const vv_player_def *def, const vv_allocator *allocator, vv_player **out,
                                  vv_error *error);
VV_API void vv_player_destroy(vv_player *player);

typedef struct vv_play_options {
    uint32_t variant;
    /* All of it, the other way round: left and right change places in what channels select, and what has no side of its own plays
     * mirrored. Bodies that vary stay those of the variant. */
    bool mirror;
    float weight;    /* 0…1 */
    float speed;     /* −4…4, times its own */
    float fade_in;   /* seconds until it counts fully, smoothly */
    float fade_out;  /* before its end where it does not loop; and when stopped */
    uint32_t rounds; /* of a loop; 0: for ever */
    /* Higher ones go over lower. On one layer a later one replaces what plays there: a fade from the one to the other. */
    int32_t layer;
    bool queue; /* begins when what plays on its layer ends (is about to fade out), not now */
} vv_play_options;
/* Variant 0, weight 1, speed 1, the motion's own fades. */
VV_API vv_play_options vv_default_play(const vv_motion *motion);
/* Returns a number for the calls below; VV_NONE where VV_PLAYER_MAX_PLAYS play already and none is on its way out, the variant does
 * not exist, an option is not in its range, or the binding is of another creature. The binding must outlive the play. */
VV_API uint32_t vv_player_play(vv_player *player, const vv_binding *binding, const vv_play_options *options);
/* Those below that return bool: false, and nothing changes, where there is no such play any more, a number is not finite, or
 * the call comes from inside a step of the player (from its terrain). vv_player_destroy asserts there. */
VV_API bool vv_player_stop(vv_player *player, uint32_t play, float fade_out);
/* Ends all plays at once; nothing fades, and bindings may be destroyed. */
VV_API bool vv_player_clear(vv_player *player);
VV_API bool vv_player_is_playing(const vv_player *player, uint32_t play);
VV_API float vv_player_time(const vv_player *player, uint32_t play); /* of the motion, seconds; −1: gone */
VV_API bool vv_player_seek(vv_player *player, uint32_t play, float time);
VV_API bool vv_player_set_weight(vv_player *player, uint32_t play, float weight);
/* An external target of a play, in the world; NULL: none. May move every frame. */
VV_API bool vv_player_set_target(vv_player *player, uint32_t play, uint32_t target, const vv_vec3 *place);

/* Gaits, mixed by weight; none: it stands where it is put and feet do what motions say. As vv_walk_set_styles. */
VV_API bool vv_player_set_gaits(vv_player *player, uint32_t group, uint32_t count, const vv_gait *const *gaits,
                                const float *weights);
VV_API bool vv_player_move(vv_player *player, const vv_course *course);     /* for the next step */
VV_API bool vv_player_teleport(vv_player *player, const vv_course *course); /* nothing is carried over */
/* On by dt seconds, 0…1. Never allocates; works on about 50 KB of stack. The same places at every frame rate as far as the course is the
 * same. */
VV_API bool vv_player_step(vv_player *player, float dt);
/* One after the other, to the same bits, but sooner where they are many: while one is stepped, memory of the next is fetched. */
VV_API void vv_players_step(uint32_t count, vv_player *const *players, float dt);

/* [body_count] in the world. */
VV_API const vv_placement *vv_player_placements(const vv_player *player);
/* [body_count · deform_count]: 0 where nothing says otherwise. */
VV_API const float *vv_player_deforms(const vv_player *player);
/* The creature's frame in the world. */
VV_API vv_placement vv_player_frame(const vv_player *player);
/* What was wanted of the solver at the last step, in the world: *count goals. For checks and drawings. */
VV_API const vv_goal *vv_player_goals(const vv_player *player, uint32_t *count);
VV_API const vv_walk *vv_player_walk(const vv_player *player); /* NULL without gaits */

typedef struct vv_player_event {
    uint32_t play;
    uint32_t event; /* of its motion; VV_NONE: it ended */
} vv_player_event;
/* Those of the last step, in order; more than VV_PLAYER_MAX_EVENTS are dropped. */
VV_API uint32_t vv_player_events(const vv_player *player, vv_player_event *events);

/* The pose of one motion at one time by itself: no gait, no jiggles, no memory. Frames asked in any order give the same bits. targets
 * [VV_MAX_TARGETS] in the creature's frame (NULL: none), placements[body_count] and deforms[body_count · deform_count] (NULL: not
 * wanted) come out; goals (NULL: not wanted) has room for body_count, and *goal_count is how many there were. */
typedef struct vv_still {
    const vv_binding *binding;
    uint32_t variant;
    bool mirror;
    float time;
    const vv_target *targets;
    vv_terrain terrain;
} vv_still;
VV_API void vv_player_still(vv_player *player, const vv_still *still, vv_placement *placements, float *deforms,
                            vv_goal *goals, uint32_t *goal_count);

#ifdef __cplusplus
}
#endif
#endif
