/* Scenes: a stage as an artist set it up, with obstacles, zones, actors, joints, and a script of what happens when; and
 * players that run them.
 *
 *     vv_scene_player *player;
 *     vv_asset_scene_player_create(asset, vv_asset_find_scene(asset, "throw"), NULL, NULL, &player, &error);
 *     every frame: vv_scene_player_step(player, seconds since the last frame);
 *                  for each of the scene's actors: vv_stage_vertices(stage, vv_scene_player_actor(player, i), …);
 *
 * A player creates a stage, adds what the scene has, and performs each cue of the script before the fixed step that it
 * is due in. So a scene has the same bits in a game as in `verve simulate`, at every frame rate. The stage is the
 * game's as well: it may add actors, set inputs of behaviours, and cast rays between two calls of
 * vv_scene_player_step. It must not call vv_stage_step itself. */
#ifndef VERVE_SCENE_H
#define VERVE_SCENE_H

#include <verve/behaviour.h>
#include <verve/joint.h>
#include <verve/zone.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_SCENE_MAX_CUES   65536u
#define VV_SCENE_MAX_KEYS   1024u /* of the path of one obstacle */
#define VV_SCENE_NAME_BYTES 64u   /* of a name, with the terminating zero */

/* ---- What is on the stage ---------------------------------------------------------------------------------------- */

/* Where an obstacle is at a time. */
typedef struct vv_scene_path_key {
    float time; /* seconds of the scene, ≥ 0; keys ascend */
    vv_vec2 position;
    float angle;
    bool linear; /* it comes here from the key before at constant speed; false: it starts and stops gently */
} vv_scene_path_key;

/* What happens after the last key of a path. */
typedef enum vv_path_repeat {
    VV_PATH_ONCE,      /* it stays there */
    VV_PATH_LOOP,      /* time 0 follows */
    VV_PATH_PING_PONG, /* it goes back the way it came, and forth again */
} vv_path_repeat;

typedef struct vv_scene_obstacle {
    const char *name; /* no two of a scene have the same; "": none */
    vv_obstacle_def def;
    /* The path that it moves on, from its first key, whose position and angle replace those of the def. */
    uint32_t key_count;            /* 0: none */
    const vv_scene_path_key *keys; /* [key_count] */
    vv_path_repeat repeat;
    /* How the artist sees it; the stage does not use these. */
    bool visible;      /* default true */
    bool coloured;     /* false: it has no colour of its own; default */
    uint8_t colour[4]; /* red, green, blue, alpha */
} vv_scene_obstacle;

typedef struct vv_scene_zone {
    const char *name; /* no two of a scene have the same; "": none */
    vv_zone_def def;
    bool active; /* default true; false: it does nothing until a cue switches it on */
    /* How the artist sees it; the stage does not use these. */
    bool visible;      /* default true */
    bool coloured;     /* false: it has no colour of its own; default */
    uint8_t colour[4]; /* red, green, blue, alpha */
} vv_scene_zone;

/* What an actor looks like: of a family one for each member, otherwise one. */
typedef struct vv_scene_drawing {
    uint32_t artwork; /* for the caller's own use; of an asset, the index of the artwork */
    uint32_t vertex_count;
    const vv_vec2 *positions; /* [vertex_count] of its mesh at rest, in its artwork's own size */
} vv_scene_drawing;

typedef struct vv_scene_hold {
    const char *name; /* for cues; "": none */
    vv_hold hold;     /* `at` is in the artwork's own size */
    bool here;        /* it is held where it is at the start: `to` has no meaning */
} vv_scene_hold;

typedef struct vv_scene_input {
    uint32_t input; /* of the behaviour */
    float value;
} vv_scene_input;

typedef struct vv_scene_actor {
    const char *name; /* no two actors of a scene have the same */
    /* Everything that the stage needs, except its holds, controller and clip, which the members below give. An actor
     * that is followed (vv_follow.actor) or copied (vv_region_copy.from) is named by its index in the scene, with
     * generation 1; it comes before this one. */
    vv_actor_def def;
    float scale; /* how many times as large its sprite or puppet is as its artwork; default 1 */
    uint32_t drawing_count;
    const vv_scene_drawing *drawings; /* [drawing_count] of each member of its family, or of itself */
    const vv_behaviour *behaviour;    /* that drives it; NULL: none */
    uint32_t input_count, hold_count, clip_count;
    const vv_scene_input *inputs; /* [input_count] of its behaviour, at the start */
    const vv_scene_hold *holds;   /* [hold_count] */
    const vv_clip *const *clips;  /* [clip_count] that it can play */
    uint32_t clip;                /* that it plays from def.clip_start on; VV_NONE, the default: none */
} vv_scene_actor;
VV_API vv_scene_actor vv_default_scene_actor(void);

/* A joint. Its ends name actors and obstacles by their index in the scene, with generation 1. */
typedef struct vv_scene_joint {
    const char *name; /* no two of a scene have the same; "": none */
    vv_joint_def def; /* points of actors are in their artworks' own size; that of the stage is made from it */
    /* How the artist sees it; the stage does not use these. */
    bool visible;      /* default true */
    bool coloured;     /* false: it has no colour of its own; default */
    uint8_t colour[4]; /* red, green, blue, alpha */
    float width;       /* of a rope or rod, metres; 0: as suits the picture */
} vv_scene_joint;

/* ---- What happens when ------------------------------------------------------------------------------------------- */

typedef enum vv_cue_kind {
    VV_CUE_PUSH,     /* vector: impulse */
    VV_CUE_VELOCITY, /* vector, number: spin; what is not given stays */
    VV_CUE_TELEPORT, /* vector, number: angle; without one it stays */
    VV_CUE_FLIP,
    VV_CUE_PLACE,     /* place: the equilibrium */
    VV_CUE_STRENGTHS, /* strengths, of which those in `mask` */
    VV_CUE_FORCE,     /* vector */
    /* at, vector: where to, or where it is; number: strength, or exactly; name. Where the actor has a hold of this
     * name, that one moves, and keeps its point and strength. */
    VV_CUE_HOLD,
    VV_CUE_RELEASE,  /* name: which hold; "": all */
    VV_CUE_INPUT,    /* index: an input of its behaviour; number */
    VV_CUE_RAISE,    /* index: an event of its behaviour */
    VV_CUE_MATERIAL, /* material, of which those members in `mask` */
    VV_CUE_PLAY,     /* index: a clip of the actor, or VV_NONE: none; number: when it began, or now */
    VV_CUE_AIM,      /* index: a handle, channel, value; number: strength, 0: it is let go */
    VV_CUE_WIND,     /* of the whole stage: vector */
    VV_CUE_GRAVITY,  /* of the whole stage: vector */
    /* Of a kinematic actor (its centre of mass) or an obstacle: vector: where to, or where it is; number: angle, or as
     * it is; value[0]: how many seconds it takes, evenly with `linear`, otherwise starting and stopping gently. It
     * ends the path of an obstacle, as velocity and teleport do. */
    VV_CUE_MOVE,
    VV_CUE_CHANGE, /* of an actor or an obstacle: change, of which those members in `mask` */
    VV_CUE_MOTOR,  /* of a joint: number: speed, value[0]: limit; without number it is switched off */
    VV_CUE_LIMITS, /* of a joint: value: low and high; without number they are switched off */
    VV_CUE_SPRING, /* of a joint: number: frequency, value: damping and target */
    VV_CUE_LENGTH, /* of a joint: number */
    VV_CUE_TARGET, /* of a joint to the world: vector */
    VV_CUE_BREAK,  /* of a joint: it is removed */
    /* Of a zone: zone_change, of which those members in `mask`; value[0]: how many seconds its numbers take to get
     * there, evenly with `linear`, otherwise starting and stopping gently. Layers and `active` change at once. */
    VV_CUE_ZONE,
    VV_CUE_KINDS
} vv_cue_kind;

/* Members of vv_scene_change, for the bits of vv_scene_cue.mask. */
typedef enum vv_change {
    VV_CHANGE_LAYERS, /* of actors and obstacles, as the next two */
    VV_CHANGE_SENSOR,
    VV_CHANGE_TAG,
    VV_CHANGE_ONE_WAY,  /* of obstacles alone */
    VV_CHANGE_FRICTION, /* of obstacles alone */
    VV_CHANGE_MASK,     /* this and those after it: of actors alone */
    VV_CHANGE_KINEMATIC,
    VV_CHANGE_SCALE, /* of sprites alone, as the next */
    VV_CHANGE_DENSITY,
    VV_CHANGE_TINT,
    VV_CHANGE_HIDDEN,
    VV_CHANGES
} vv_change;
typedef struct vv_scene_change {
    uint32_t layers, mask;
    uint64_t tag;
    bool sensor, one_way, kinematic;
    float friction;
    float scale; /* how many times as large as its artwork, as vv_scene_actor.scale */
    float density;
    vv_tint tint;
    uint64_t hidden_layers;
} vv_scene_change;

/* Members of vv_scene_zone_change, for the bits of vv_scene_cue.mask. */
typedef enum vv_zone_change {
    VV_ZONE_CHANGE_POSITION,
    VV_ZONE_CHANGE_ANGLE,
    VV_ZONE_CHANGE_ACCELERATION,
    VV_ZONE_CHANGE_VELOCITY,
    VV_ZONE_CHANGE_DRAG,
    VV_ZONE_CHANGE_QUADRATIC_DRAG,
    VV_ZONE_CHANGE_ANGULAR_DRAG,
    VV_ZONE_CHANGE_DENSITY,
    VV_ZONE_CHANGE_LAYERS,
    VV_ZONE_CHANGE_ACTIVE,
    VV_ZONE_CHANGES
} vv_zone_change;
typedef struct vv_scene_zone_change {
    vv_vec2 position;
    float angle;
    vv_vec2 acceleration, velocity;
    float drag, quadratic_drag, angular_drag, density;
    uint32_t layers;
    bool active;
} vv_scene_zone_change;

/* What happens on a stage at a time. Which members have a meaning depends on its kind. A cue that the actor cannot
 * perform does nothing. */
typedef struct vv_scene_cue {
    float time; /* seconds; it acts before the first fixed step that begins then or later */
    vv_cue_kind kind;
    uint32_t actor;                 /* the index of one of the scene's actors; VV_NONE: of something else */
    uint32_t obstacle, joint, zone; /* the same */
    bool has_vector, has_number;
    vv_vec2 vector, at;
    float number;
    const char *name;
    uint32_t index;
    vv_place place; /* of the sprite's complex */
    uint32_t mask;  /* bit i: member i of the strengths or the material, in the order of their structs */
    const vv_strengths *strengths;
    const vv_material *material;
    const vv_scene_change *change;
    const vv_scene_zone_change *zone_change;
    bool linear;
    vv_handle_channel channel;
    float value[2];
} vv_scene_cue;
VV_API vv_scene_cue vv_default_scene_cue(vv_cue_kind kind);

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

typedef struct vv_scene_def {
    vv_stage_def stage; /* max_actors, max_obstacles, max_joints and max_zones must hold what the scene has */
    uint32_t obstacle_count, zone_count, actor_count, joint_count, cue_count;
    const vv_scene_obstacle *obstacles; /* [obstacle_count] */
    const vv_scene_zone *zones;         /* [zone_count] */
    const vv_scene_actor *actors;       /* [actor_count] the furthest back first */
    const vv_scene_joint *joints;       /* [joint_count] */
    const vv_scene_cue *cues;           /* [cue_count] times ascending */
    /* How the artist shows it; a player does not use these. */
    float seconds;         /* how long it is */
    uint8_t background[4]; /* red, green, blue, alpha */
    uint32_t follow;       /* the actor that the picture follows, or VV_NONE */
    uint32_t width, height;
    bool framed;    /* centre and zoom are given */
    vv_vec2 centre; /* of the picture; where it follows an actor, relative to that actor along x */
    float zoom;     /* pixels of a picture of this width and height for each metre */
} vv_scene_def;
VV_API vv_scene_def vv_default_scene_def(void);

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

typedef struct vv_scene_player vv_scene_player;

/* A player at the start of the scene. Everything that the def points to must outlive it. Fails for what the functions
 * of the stage refuse, and names the obstacle or the actor. */
VV_API vv_result vv_scene_player_create(const vv_scene_def *def, const vv_allocator *allocator, vv_scene_player **out,
                                        vv_error *error);
VV_API void vv_scene_player_destroy(vv_scene_player *player);

/* Its own copy of the def. */
VV_API const vv_scene_def *vv_scene_player_def(const vv_scene_player *player);
VV_API vv_stage *vv_scene_player_stage(vv_scene_player *player);
/* actor, obstacle, zone and joint are indices in the scene. */
VV_API vv_actor vv_scene_player_actor(const vv_scene_player *player, uint32_t actor);
VV_API vv_obstacle vv_scene_player_obstacle(const vv_scene_player *player, uint32_t obstacle);
VV_API vv_joint_id vv_scene_player_joint(const vv_scene_player *player, uint32_t joint);
VV_API vv_zone_id vv_scene_player_zone(const vv_scene_player *player, uint32_t zone);
/* Whether it acts: false where the scene or a cue has switched it off. */
VV_API bool vv_scene_player_zone_is_active(const vv_scene_player *player, uint32_t zone);
/* The index of the actor, obstacle, joint or zone with this name; VV_NONE: there is none. */
VV_API uint32_t vv_scene_player_find_actor(const vv_scene_player *player, const char *name);
VV_API uint32_t vv_scene_player_find_obstacle(const vv_scene_player *player, const char *name);
VV_API uint32_t vv_scene_player_find_joint(const vv_scene_player *player, const char *name);
VV_API uint32_t vv_scene_player_find_zone(const vv_scene_player *player, const char *name);

/* Advances by `seconds`, as vv_stage_step does, with the cues that are due: at most stage.max_steps fixed steps, the
 * rest of a longer frame is dropped. Returns how many fixed steps ran. Called from inside a step it does nothing and
 * returns VV_NONE. Does not allocate. */
VV_API uint32_t vv_scene_player_step(vv_scene_player *player, float seconds);
/* Runs until the state at exactly `time`, seconds since the start, can be shown, and shows it, however many steps that
 * takes. A time before the one shown changes nothing. The player runs one fixed step ahead of what it shows. */
VV_API void vv_scene_player_show(vv_scene_player *player, double time);
/* The time shown. */
VV_API double vv_scene_player_time(const vv_scene_player *player);

/* The *count events of the steps of the last call of vv_scene_player_step or vv_scene_player_show, in order, at most
 * 1024; valid until the next call. Those of the first step, which runs when the player is created, are among those of
 * the first call. */
VV_API const vv_event *vv_scene_player_events(const vv_scene_player *player, uint32_t *count);
/* As vv_stage_actor_state, but velocity and angular velocity, too, are those at the time shown. */
VV_API vv_actor_state vv_scene_player_actor_state(const vv_scene_player *player, uint32_t actor);

/* The state of the stage and of the script, as bytes that can be restored in this player and in another one of the
 * same scene: as vv_stage_save and vv_stage_restore, which they call. None of them allocates. */
VV_API size_t vv_scene_player_save_bytes(const vv_scene_player *player);
VV_API size_t vv_scene_player_save(const vv_scene_player *player, void *bytes, size_t byte_count);
VV_API vv_result vv_scene_player_restore(vv_scene_player *player, const void *bytes, size_t byte_count,
                                         vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
