/* Motions that any creature can perform, bindings of motions to creatures, the inverse-kinematics solver, and the
 * player that uses them all.
 *
 *     vv_binding_create(motion, creature, …, &binding);     once for each pair
 *     vv_player_create(&def, …, &player);                   once for each creature
 *     vv_player_play(player, binding, &options);  vv_player_set_target(…);
 *     every frame: vv_player_set_course(player, &course);  vv_player_step(player, dt);
 *                  then draw vv_player_transforms(player) */
#ifndef VERVE_RETARGET_H
#define VERVE_RETARGET_H

#include <verve/clip.h>
#include <verve/gait.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_MOTION_MAX_CHANNELS 64u
#define VV_MOTION_MAX_KEYS     65536u /* of all tracks together */
#define VV_MOTION_MAX_EVENTS   256u
#define VV_MOTION_MAX_GROUPS   8u     /* of variants */
#define VV_MOTION_MAX_DURATION 600.0f /* seconds */
#define VV_MOTION_MAX_VALUE    1e5f   /* of values and slopes, ± */
#define VV_MOTION_MIN_GAP      1e-4f  /* seconds between two keys of a track */
#define VV_MOTION_MAX_TARGETS  8u     /* external targets of one motion */

/* ---- Motions (3.2.3, 3.3) ---------------------------------------------------------------------------------------- */

/* How the slope at a key is found. All of these are linear in the values of the keys. A change of movement mode is
 * linear too, so it takes curves to curves exactly. */
typedef enum vv_slope {
    /* That of the parabola through the key and its neighbours; flat at the ends of a motion without loop. */
    VV_SLOPE_AUTO,
    VV_SLOPE_FLAT, /* 0 */
    VV_SLOPE_FREE, /* as given in the key */
} vv_slope;

typedef struct vv_motion_key {
    float time; /* seconds, 0…length, ascending */
    float value[4];
    float in[4], out[4]; /* slopes before and after the key, units a second; used with VV_SLOPE_FREE */
    vv_slope slope_in, slope_out;
    vv_curve curve; /* to the next key */
} vv_motion_key;

/* What a track animates. */
typedef enum vv_motion_track_kind {
    VV_TRACK_POSITION, /* three values: generalised coordinates of the position */
    /* Four values: a generalised rotation x y z w, interpolated as four numbers and then normalised. Signs of keys
     * are changed so that neighbours agree. */
    VV_TRACK_ROTATION,
    VV_TRACK_POSITION_WEIGHT, /* one value: 0…1; 1 without such a track */
    VV_TRACK_ROTATION_WEIGHT, /* the same of the rotation */
    VV_TRACK_DEFORM,          /* one value: of the deform that vv_motion_track.deform names */
} vv_motion_track_kind;

typedef struct vv_motion_track {
    vv_motion_track_kind kind;
    char deform[VV_CREATURE_NAME_BYTES]; /* of VV_TRACK_DEFORM */
    uint32_t key_count;                  /* ≥ 1 */
    const vv_motion_key *keys;           /* [key_count] */
} vv_motion_track;

/* What the target of a channel's mode is. */
typedef enum vv_secondary {
    VV_SECONDARY_NONE,
    VV_SECONDARY_EXTERNAL, /* a target that the game sets by vv_player_set_target */
    /* The body that `relative` selects, the nearest at rest of several; with `relative_group`, the body of that group
     * in the variant. */
    VV_SECONDARY_BODIES,
} vv_secondary;

/* One thing that happens in a motion: which bodies move, how the movement depends on the creature, and the keys. */
typedef struct vv_motion_channel {
    char name[VV_CREATURE_NAME_BYTES];
    vv_body_context context; /* which bodies */
    vv_movement_mode mode;
    vv_secondary secondary;
    uint32_t target;          /* of VV_SECONDARY_EXTERNAL: 0…VV_MOTION_MAX_TARGETS − 1 */
    vv_body_context relative; /* of VV_SECONDARY_BODIES */
    uint32_t relative_group;  /* of VV_SECONDARY_BODIES: a group; 0: none */
    /* Blend group, ≥ 1; 0: none. The first channel that selects a body owns its position (and, independently, its
     * rotation); a later channel shares it only if it is in the same blend group as the owner. */
    uint32_t blend;
    /* 0: the channel plays on every body that it selects. 1…VV_MOTION_MAX_GROUPS: on one of them in each variant;
     * channels of one group play on bodies of the same limb. */
    uint32_t group;
    bool mirror;  /* plays mirrored on bodies of the side opposite to `side`; bodies in the middle follow group 1 */
    int32_t side; /* where it was keyed: 1 left, −1 right, 0 in the middle */
    uint32_t track_count;
    const vv_motion_track *tracks; /* [track_count] no two of the same kind and deform */
} vv_motion_channel;

typedef enum vv_relation_kind {
    VV_RELATION_SAME_SIDE,
    VV_RELATION_OPPOSITE_SIDE,
} vv_relation_kind;
/* Restricts which bodies two groups may have in one variant. A body in the middle is on neither side: it is on the
 * same side only as other bodies in the middle, and opposite to none. */
typedef struct vv_relation {
    uint32_t a, b; /* groups */
    vv_relation_kind kind;
} vv_relation;

typedef struct vv_motion_event {
    float time; /* seconds */
    char name[VV_CREATURE_NAME_BYTES];
} vv_motion_event;

/* A clip in generalised form, for any creature. Immutable, position independent: an asset contains it as it is. */
typedef struct vv_motion vv_motion;

typedef struct vv_motion_def {
    float duration;                    /* seconds, 0.01…VV_MOTION_MAX_DURATION */
    bool loop;                         /* the last key of a track leads to its first */
    float fade_in, fade_out;           /* seconds; the defaults of vv_default_play_options */
    vv_branch branch;                  /* which creatures it is for */
    uint32_t relation_count;           /* at most 28 */
    const vv_relation *relations;      /* [relation_count] */
    uint32_t channel_count;            /* at most VV_MOTION_MAX_CHANNELS */
    const vv_motion_channel *channels; /* [channel_count] */
    uint32_t event_count;              /* at most VV_MOTION_MAX_EVENTS */
    const vv_motion_event *events;     /* [event_count] times ascend */
} vv_motion_def;
/* Fails, and names channel, track and key, if the limits and comments above are violated. */
VV_API vv_result vv_motion_create(const vv_motion_def *def, const vv_allocator *allocator, vv_motion **out,
                                  vv_error *error);
VV_API void vv_motion_destroy(vv_motion *motion, const vv_allocator *allocator);
VV_API float vv_motion_duration(const vv_motion *motion); /* seconds */
VV_API bool vv_motion_loops(const vv_motion *motion);
VV_API uint32_t vv_motion_channel_count(const vv_motion *motion);
/* Its `tracks` is NULL: see vv_motion_track_at. */
VV_API vv_motion_channel vv_motion_channel_at(const vv_motion *motion, uint32_t channel);
VV_API vv_motion_track vv_motion_track_at(const vv_motion *motion, uint32_t channel, uint32_t track);
VV_API uint32_t vv_motion_event_count(const vv_motion *motion);
VV_API vv_motion_event vv_motion_event_at(const vv_motion *motion, uint32_t event);
/* value[4] of a track at a time, and its slope[4] (NULL: not wanted). The time is clamped, or wrapped if the motion
 * loops. A rotation has unit length. */
VV_API void vv_motion_sample(const vv_motion *motion, uint32_t channel, uint32_t track, float time, float *value,
                             float *slope);

/* Key remapping (3.3): changes the keys of a position or rotation track from the frame `from` to the frame `to`, so
 * that the body moves exactly as before, also between keys. keys[key_count] are changed in place. */
VV_API void vv_motion_keys_remap(vv_motion_track_kind kind, uint32_t key_count, vv_motion_key *keys,
                                 const vv_body_frame *from, const vv_body_frame *to);

/* ---- Binding (4.1) ----------------------------------------------------------------------------------------------- */

/* A motion on a creature: the bodies that each channel moves, the owner of each body, and the variants in which the
 * motion can be played. */
typedef struct vv_binding vv_binding;

/* The motion and the creature must outlive the binding. Also succeeds if the branch does not match the creature, or
 * no body can be moved: vv_binding_variant_count is then 0. */
VV_API vv_result vv_binding_create(const vv_motion *motion, const vv_creature *creature, const vv_allocator *allocator,
                                   vv_binding **out, vv_error *error);
VV_API void vv_binding_destroy(vv_binding *binding);
VV_API const vv_motion *vv_binding_motion(const vv_binding *binding);
VV_API const vv_creature *vv_binding_creature(const vv_binding *binding);
/* In how many variants the motion can be played: one if it has no groups; otherwise the combinations of one body for
 * each group, without repetition, that the relations allow (at most 65,536 are counted). They are ordered by the
 * bodies of the groups, in the creature's order; the last group changes fastest. */
VV_API uint32_t vv_binding_variant_count(const vv_binding *binding);
VV_API uint32_t vv_binding_group_count(const vv_binding *binding);
/* The body of a group (≥ 1) in a variant. */
VV_API uint32_t vv_binding_variant_body(const vv_binding *binding, uint32_t variant, uint32_t group);
/* A common way to choose a variant: the one whose body of group 1 is nearest, at rest, to a position in the
 * creature's frame; of equals the first. VV_NONE: there are no variants. */
VV_API uint32_t vv_binding_nearest_variant(const vv_binding *binding, vv_vec3 position);
/* The bodies that a channel moves in a variant: bodies[body_count], and whether each plays mirrored:
 * mirrored[body_count] (NULL: not wanted). Returns how many there are. */
VV_API uint32_t vv_binding_bodies(const vv_binding *binding, uint32_t variant, uint32_t channel, uint32_t *bodies,
                                  bool *mirrored);
/* The body that is the target of a channel for `body`; VV_NONE: the target is external, or there is none. */
VV_API uint32_t vv_binding_relative(const vv_binding *binding, uint32_t variant, uint32_t channel, uint32_t body);

/* ---- Inverse kinematics (4.3) ------------------------------------------------------------------------------------ */

/* Where a body should be, in the creature's frame. Mouths, eyes, ears and spikes are rigid parts of the body that
 * they are attached to: their goals move that body, and several on one body count as one goal in their middle. */
typedef struct vv_ik_goal {
    uint32_t body;
    vv_vec3 position; /* of its centre */
    vv_quat rotation;
    float position_weight; /* 0…1: from where the body would be without the goal (0) to the goal (1) */
    float rotation_weight; /* the same of the rotation */
    bool hard; /* met exactly as far as the limb reaches, without softening near full length: feet that stand */
} vv_ik_goal;

typedef struct vv_ik_options {
    uint32_t iterations; /* iterations of the particle solver; default 5. With `finish` only the spine has any */
    /* finish in closed form: goals within reach are met with limbs of rigid length; default true */
    bool closed_form;
    float stretch; /* the factor by which limbs may become longer if a goal is out of reach, 1…1.2; default 1 */
    /* For live playing: when a limb passes the direction opposite to rest, its twist continues from that of the last
     * frame and relaxes (in 0.15 s). False: frames are independent of each other, bit by bit. Default false; true in
     * vv_default_player_def. */
    bool carry_twist;
} vv_ik_options;
VV_API vv_ik_options vv_default_ik_options(void);

/* The solver of one creature, with its scratch memory. */
typedef struct vv_ik_solver vv_ik_solver;
VV_API vv_result vv_ik_solver_create(const vv_creature *creature, const vv_allocator *allocator, vv_ik_solver **out,
                                     vv_error *error);
VV_API void vv_ik_solver_destroy(vv_ik_solver *solver, const vv_allocator *allocator);
/* Poses the creature: first the spine, from the transform of the root's origin (a goal of the root itself is
 * ignored), then the limbs. transforms[body_count] are in the creature's frame. goals[goal_count]: at most one for
 * each body; goals that are not finite are ignored. dt: seconds since the last solve; it matters only with `carry`.
 * Never allocates. */
VV_API void vv_ik_solver_solve(vv_ik_solver *solver, const vv_ik_options *options, vv_transform3 root,
                               uint32_t goal_count, const vv_ik_goal *goals, float dt, vv_transform3 *transforms);
/* Resets the twist that `carry` continues from; call it after a teleport. */
VV_API void vv_ik_solver_reset(vv_ik_solver *solver);
/* Whether a body, or one below it, had a goal at the last solve ("has IK"). Bodies without a goal are free to
 * jiggle. */
VV_API bool vv_ik_solver_has_goal(const vv_ik_solver *solver, uint32_t body);

/* ---- The player -------------------------------------------------------------------------------------------------- */

#define VV_PLAYER_MAX_PLAYS  8u /* that play at once */
#define VV_PLAYER_MAX_EVENTS 32u

typedef struct vv_player_def {
    const vv_creature *creature; /* must outlive the player */
    vv_ik_options solver;
    float jiggle;       /* 0…2: how much bodies without a goal swing; 0: not at all; default 1 */
    vv_terrain terrain; /* default: flat at y = 0 */
} vv_player_def;
VV_API vv_player_def vv_default_player_def(const vv_creature *creature);

/* Plays motions and gaits on one creature. */
typedef struct vv_player vv_player;
VV_API vv_result vv_player_create(const vv_player_def *def, const vv_allocator *allocator, vv_player **out,
                                  vv_error *error);
VV_API void vv_player_destroy(vv_player *player);

typedef struct vv_play_options {
    uint32_t variant;
    /* Plays the whole motion mirrored: left and right change places in what channels select, and channels without a
     * side play mirrored. The bodies of groups stay those of the variant. */
    bool mirror;
    float weight;        /* 0…1 */
    float speed;         /* −4…4, times the motion's own speed */
    float fade_in;       /* seconds in which the weight rises smoothly from 0 */
    float fade_out;      /* seconds in which it falls: before the end if the motion does not loop, and after a stop */
    uint32_t loop_count; /* of a motion that loops: how often it is played; 0: for ever */
    int32_t layer;       /* higher layers override lower ones; a new play cross-fades with the play on the same layer */
    bool queue;          /* begins when the play on its layer ends (starts to fade out), not at once */
} vv_play_options;
/* Variant 0, weight 1, speed 1, the motion's own fades. */
VV_API vv_play_options vv_default_play_options(const vv_motion *motion);
/* Starts to play a motion. Returns a number for the calls below; VV_NONE if VV_PLAYER_MAX_PLAYS are playing and none
 * of them is fading out, the variant does not exist, an option is out of range, or the binding is of another
 * creature. The binding must outlive the play. */
VV_API uint32_t vv_player_play(vv_player *player, const vv_binding *binding, const vv_play_options *options);
/* The functions below that return bool return false, and change nothing, if the play has ended, a number is not
 * finite, or the call comes from inside a step of the player (from its terrain). vv_player_destroy asserts in that
 * case. */
VV_API bool vv_player_stop(vv_player *player, uint32_t play, float fade_out);
/* Ends all plays at once, without fades; their bindings may then be destroyed. */
VV_API bool vv_player_clear(vv_player *player);
VV_API bool vv_player_is_playing(const vv_player *player, uint32_t play);
VV_API float vv_player_time(const vv_player *player,
                            uint32_t play); /* in the motion, seconds; −1: the play has ended */
VV_API bool vv_player_seek(vv_player *player, uint32_t play, float time);
VV_API bool vv_player_set_weight(vv_player *player, uint32_t play, float weight);
/* Sets the position of an external target of a play, in the world; NULL: none. It may change every frame. */
VV_API bool vv_player_set_target(vv_player *player, uint32_t play, uint32_t target, const vv_vec3 *position);

/* Sets the gaits of a group of legs, mixed by weight, as vv_walk_set_styles does. Without gaits the creature stands
 * on its course, and motions alone move its feet. */
VV_API bool vv_player_set_gaits(vv_player *player, uint32_t group, uint32_t count, const vv_gait *const *gaits,
                                const float *weights);
/* Sets the course for the next step. */
VV_API bool vv_player_set_course(vv_player *player, const vv_course *course);
/* The same, without any motion from the old position to the new one. */
VV_API bool vv_player_teleport(vv_player *player, const vv_course *course);
/* Advances by dt seconds, 0…1. The result does not depend on the frame rate as far as the course does not. Never
 * allocates; needs about 50 KB of stack. */
VV_API bool vv_player_step(vv_player *player, float dt);
/* Steps players[count], each of which is in the list once, with the same results as vv_player_step, but faster if they
 * are many: while one is stepped, the memory of the next is prefetched; and they are divided among the workers of
 * `jobs` (NULL: none). */
VV_API void vv_players_step(uint32_t count, vv_player *const *players, float dt, const vv_jobs *jobs);

/* The pose: [body_count] transforms in the world. */
VV_API const vv_transform3 *vv_player_transforms(const vv_player *player);
/* [body_count · deform_count] values of deforms; 0 if no motion sets them. */
VV_API const float *vv_player_deforms(const vv_player *player);
/* The creature's frame in the world. */
VV_API vv_transform3 vv_player_frame(const vv_player *player);
/* The *count goals of the last step, in the world. For tests and overlays. */
VV_API const vv_ik_goal *vv_player_goals(const vv_player *player, uint32_t *count);
VV_API const vv_walk *vv_player_walk(const vv_player *player); /* NULL without gaits */

typedef struct vv_player_event {
    uint32_t play;
    uint32_t event; /* index of the motion's event; VV_NONE: the play ended */
} vv_player_event;
/* events[VV_PLAYER_MAX_EVENTS] receives what happened in the last step, in order; further events are dropped. Returns
 * how many there are. */
VV_API uint32_t vv_player_events(const vv_player *player, vv_player_event *events);

/* One motion at one time, for vv_player_sample_pose. */
typedef struct vv_pose_request {
    const vv_binding *binding;
    uint32_t variant;
    bool mirror;                       /* as in vv_play_options */
    float time;                        /* seconds */
    const vv_movement_target *targets; /* [VV_MOTION_MAX_TARGETS] in the creature's frame; NULL: none */
    vv_terrain terrain;
} vv_pose_request;
/* The pose of one motion at one time alone, in the creature's frame: without gaits, jiggling, or any memory of other
 * calls, so that frames in any order give the same bits. It does not change what the player plays. Fills
 * transforms[body_count], deforms[body_count · deform_count] (NULL: not wanted), goals[body_count] (NULL: not wanted)
 * and *goal_count, how many goals there are. */
VV_API void vv_player_sample_pose(vv_player *player, const vv_pose_request *still, vv_transform3 *transforms,
                                  float *deforms, vv_ik_goal *goals, uint32_t *goal_count);

#ifdef __cplusplus
}
#endif
#endif
