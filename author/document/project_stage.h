/* Stages: obstacles, zones, actors, joints, and the script of what happens to them. */
#ifndef VV_PROJECT_STAGE_H
#define VV_PROJECT_STAGE_H

#include "author/document/project_artwork.h"
#include "author/document/project_puppet.h"

#include <verve/scene.h>
#include <verve/zone.h>

#define VV_PROJECT_MAX_ACTORS    256u
#define VV_PROJECT_MAX_OBSTACLES 1024u
#define VV_PROJECT_MAX_POINTS    1024u /* of one obstacle */
#define VV_PROJECT_MAX_HIDDEN    64u   /* layers, the first of an artwork, that actors can hide */
#define VV_PROJECT_MAX_JOINTS    1024u
#define VV_PROJECT_MAX_ZONES     VV_STAGE_MAX_ZONES
#define VV_PROJECT_MAX_CUES      65536u /* a take of the pointer's drags has one a step */

typedef struct vv_project_obstacle {
    char name[VV_PROJECT_NAME_BYTES]; /* empty: it has none */
    vv_obstacle_kind kind;
    uint32_t point_count;
    /* [point_count] as vv_obstacle_def has them; a level ground has (0, height) and (1, height) */
    const vv_vec2 *points;
    /* Where its points are relative to, and how it moves by itself; with a path this says it. */
    vv_vec2 at, velocity;
    float angle, spin;
    uint32_t key_count;
    const vv_scene_path_key *keys; /* [key_count] of its path; times ascend */
    vv_path_repeat repeat;
    float friction;
    bool one_way, sensor;
    uint32_t layers;   /* bits, as in vv_obstacle_def */
    uint32_t tag;      /* for the game */
    bool visible;      /* whether it is drawn */
    bool coloured;     /* false: in the stage's own colours */
    uint8_t colour[4]; /* red, green, blue, alpha */
} vv_project_obstacle;

typedef struct vv_project_zone {
    char name[VV_PROJECT_NAME_BYTES]; /* empty: it has none */
    vv_zone_kind kind;
    uint32_t point_count;  /* 0: the whole stage */
    const vv_vec2 *points; /* [point_count] as vv_zone_def has them */
    vv_vec2 at;            /* where its points are relative to */
    float angle;
    vv_vec2 acceleration, velocity;
    float wind_drag; /* of wind; the next four are of water */
    float drag, quadratic_drag, angular_drag, density;
    uint32_t layers;   /* bits, as in vv_zone_def */
    uint32_t tag;      /* for the game */
    bool active;       /* false: it does nothing until the script switches it on */
    bool visible;      /* whether it is drawn */
    bool coloured;     /* false: in the stage's own colours */
    uint8_t colour[4]; /* red, green, blue, alpha */
} vv_project_zone;

typedef struct vv_project_hold {
    char name[VV_PROJECT_NAME_BYTES]; /* empty: it has none */
    vv_vec2 at;                       /* the point of the drawing at rest, as its artwork has it whatever its scale */
    bool moved;                       /* false: it is held where it is at the start */
    vv_vec2 to;                       /* on the stage */
    float strength;                   /* hertz; INFINITY: exactly */
} vv_project_hold;

/* The initial value of an input of its behaviour. */
typedef struct vv_project_input {
    char name[VV_PROJECT_NAME_BYTES];
    float value;
} vv_project_input;

typedef struct vv_project_follow {
    vv_follow def;  /* all but `actor`; the points of its path are the document's */
    uint32_t actor; /* VV_FOLLOW_HANDLE: a puppet before this one, of which def.other is a handle; else VV_NONE */
} vv_project_follow;

typedef struct vv_project_copy {
    uint32_t from;      /* live: a puppet before this one; VV_NONE: the recording */
    uint32_t recording; /* VV_NONE: live */
    float start, size;
    uint32_t pair_count;
    const vv_region_pair *pairs; /* [pair_count] with a recording, `from` is one of its regions */
} vv_project_copy;

typedef enum vv_actor_kind {
    VV_ACTOR_SPRITE,
    VV_ACTOR_PUPPET,
} vv_actor_kind;

typedef struct vv_project_actor {
    char name[VV_PROJECT_NAME_BYTES];
    uint32_t artwork;
    vv_actor_kind kind;
    vv_vec2 at; /* where the artwork's origin goes */
    float angle;
    float scale;   /* of the drawing about its origin, VV_PROJECT_MIN_SCALE…VV_PROJECT_MAX_SCALE */
    float density; /* of sprites: times that of drawings */
    vv_vec2 velocity;
    float spin;
    bool flipped;
    uint32_t layers, mask; /* bits, as in vv_actor_def */
    bool kinematic, one_way, sensor, report_stay;
    uint32_t tag;                                /* for the game */
    uint8_t tint[4];                             /* red, green, blue, opacity: white and opaque is as drawn */
    uint32_t hidden[VV_PROJECT_MAX_HIDDEN / 32]; /* a bit for each layer of its artwork */
    uint32_t hold_count;
    const vv_project_hold *holds;
    uint32_t clip;    /* of its artwork, that it plays from the start, or VV_NONE */
    float clip_start; /* seconds */
    /* Only for sprites: */
    vv_project_place place; /* where it begins, and its equilibrium */
    uint32_t behaviour;     /* of its artwork, that drives it; VV_NONE: none does */
    uint32_t input_count;
    const vv_project_input *inputs;
    vv_project_strengths strengths;
    /* Only for puppets: */
    vv_project_material material;
    uint32_t family; /* of which its artwork is a member, or VV_NONE */
    uint32_t attraction_count;
    const uint32_t *attractions; /* [attraction_count] examples of its artwork */
    uint32_t follow_count, copy_count;
    const vv_project_follow *follows; /* [follow_count] */
    const vv_project_copy *copies;    /* [copy_count] */
} vv_project_actor;

/* One end of a joint: of an actor, an obstacle, or of the world where neither is named. */
typedef struct vv_project_joint_end {
    uint32_t actor;                       /* or VV_NONE */
    char obstacle[VV_PROJECT_NAME_BYTES]; /* its name; empty: none */
    vv_vec2 at; /* of an actor: in its artwork's own size; of an obstacle: relative to its `at`; else on the stage */
    uint32_t handle; /* of the actor's artwork, instead of `at`; VV_NONE: none */
} vv_project_joint_end;

typedef struct vv_project_joint {
    char name[VV_PROJECT_NAME_BYTES]; /* empty: it has none */
    vv_joint_kind kind;
    vv_project_joint_end a, b;
    bool collide;
    float length;            /* of ropes and rods; INFINITY: as it is at the start */
    float strength, damping; /* strength INFINITY: rigid; of a pull: the usual one */
    bool limited, motor;     /* of hinges and sliders: low and high, motor_speed and motor_limit are given */
    float low, high, motor_speed, motor_limit;
    float spring, spring_damping, spring_target;
    vv_vec2 axis;                 /* of sliders */
    float max_force, break_force; /* INFINITY: none */
    uint32_t tag;                 /* for the game */
    bool visible;                 /* whether it is drawn */
    bool coloured;                /* false: in the stage's own colours */
    uint8_t colour[4];            /* red, green, blue, alpha */
    float width;                  /* metres; 0: as suits the picture */
} vv_project_joint;

/* Some of what actors and obstacles are like: bit i of `given`: field i of the table of changes (table_change.c). */
typedef struct vv_project_change {
    uint32_t given;
    uint32_t layers, mask, tag;
    bool sensor, one_way, kinematic;
    float friction, scale, density;
    uint8_t tint[4];
    uint32_t hidden[VV_PROJECT_MAX_HIDDEN / 32];
} vv_project_change;

/* Some of what zones are like: bit i of `given`: field i of the table of zone changes (table_zone.c). */
typedef struct vv_project_zone_change {
    uint32_t given;
    vv_vec2 at;
    float angle;
    vv_vec2 acceleration, velocity;
    float drag, quadratic_drag, angular_drag, density;
    uint32_t layers;
    bool active;
} vv_project_zone_change;

/* A cue of a script: an action on a stage at a time. Its kind (vv_cue_kind) says which members are used; what has an
 * index there has a name or an index in the project here. */
typedef struct vv_project_cue {
    float time; /* seconds; it happens before the first fixed step that begins then or later */
    vv_cue_kind kind;
    uint32_t actor; /* VV_NONE: the whole stage, or what `name` says */
    bool has_vector, has_number, linear;
    vv_vec2 vector, at;
    float number;
    char name[VV_PROJECT_NAME_BYTES]; /* of a hold, an input or event, an obstacle, a joint or a zone */
    vv_project_place place;
    vv_project_strengths strengths;
    vv_project_material material;
    vv_project_change change;
    vv_project_zone_change zone_change;
    uint32_t clip, handle;
    vv_handle_channel channel;
    float value[2];
} vv_project_cue;

typedef struct vv_project_stage {
    vv_vec2 gravity, wind;
    float step; /* where the file says nothing, as suits its actors */
    uint32_t substeps, iterations;
    uint32_t follow; /* the actor that the picture follows, or VV_NONE */
    uint32_t obstacle_count, zone_count, actor_count, joint_count, cue_count;
    const vv_project_obstacle *obstacles;
    const vv_project_zone *zones;
    const vv_project_actor *actors;
    const vv_project_joint *joints;
    const vv_project_cue *cues; /* times ascending */
} vv_project_stage;

#endif
