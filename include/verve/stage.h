/* The stage: a world of actors and obstacles with gravity, wind and time.
 *
 *     vv_stage *stage;
 *     vv_stage_def def = vv_default_stage_def();   then change what differs
 *     vv_stage_create(&def, NULL, &stage, &error);
 *     vv_stage_add_ground(…); vv_stage_add_actor(stage, &actor_def, &actor, &error);
 *     every frame: vv_stage_step(stage, seconds since the last frame);
 *                  vv_stage_vertices(stage, actor, vertices);   then draw the mesh with them
 *
 * The simulation advances in fixed steps, while the game advances in the frames of its display: what is drawn is
 * interpolated between the last two steps. So motion is the same at 30, 60, 144 and 240 Hz, and has the same bits on
 * every machine. A step never allocates. Any number of stages may run at once, each on one thread at a time.
 *
 * What may be called from where:
 *
 *     from                          reading   changing actors,   adding, removing, stepping,
 *                                             gravity, wind      saving, restoring, observing
 *     the program, between steps    yes       yes                yes
 *     a controller (vv_controller)  yes       yes, any actor     no
 *     an observer (vv_step_phase)        no        no                 no
 *
 * A call that is not allowed is refused in every build and changes nothing: it returns VV_ERROR_LOCKED, false,
 * VV_NONE or 0, as its comment says. vv_stage_destroy cannot report an error: called from inside a step it asserts.
 * The same holds for functions of other headers that take a stage. Allocators and progress callbacks must not call
 * the library at all. */
#ifndef VERVE_STAGE_H
#define VERVE_STAGE_H

#include <verve/puppet.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_STAGE_MAX_ACTORS    4096u
#define VV_STAGE_MAX_OBSTACLES 4096u
#define VV_STAGE_MAX_ZONES     64u
#define VV_STAGE_MAX_HOLDS     64u /* of one actor */
#define VV_STAGE_MAX_JOINTS    4096u

typedef struct vv_stage vv_stage;

/* Ids of actors, obstacles and joints (joint.h) on a stage, by value. The id of something that was removed is never
 * that of something that was added later. */
typedef struct vv_actor {
    uint32_t index, generation; /* generation 0: none */
} vv_actor;
typedef struct vv_obstacle {
    uint32_t index, generation;
} vv_obstacle;
/* The same of a zone (zone.h). */
typedef struct vv_zone_id {
    uint32_t index, generation;
} vv_zone_id;
typedef struct vv_joint_id {
    uint32_t index, generation;
} vv_joint_id;

/* A colour by which a drawing is multiplied, and its opacity: 0…1, and above for drawings brighter than drawn. */
typedef struct vv_tint {
    float r, g, b, a;
} vv_tint;

/* ---- Creating a stage -------------------------------------------------------------------------------------------- */

typedef struct vv_stage_def {
    vv_vec2 gravity; /* m/s²; default (0, −9.81) */
    vv_vec2 wind;    /* m/s; default 0. It acts on actors that have drag */
    /* The fixed step, seconds, 1/1000…1/10; default 1/60. VV_PUPPET_STEP suits a stage with puppets alone. */
    float step;
    uint32_t substeps; /* in a step, of sprites and of contact between actors, 1…16; default 2. A puppet steps once */
    uint32_t iterations; /* of shape matching and contact in a substep, 1…32; default 4 */
    /* How many steps one call of vv_stage_step may run, 1…64; default 8. The rest of a longer frame is dropped, so
     * that one slow frame does not make the next ones slow. */
    uint32_t max_steps;
    uint32_t max_actors;    /* 1…VV_STAGE_MAX_ACTORS; default 64 */
    uint32_t max_obstacles; /* 0…VV_STAGE_MAX_OBSTACLES; default 64 */
    uint32_t max_joints;    /* 0…VV_STAGE_MAX_JOINTS; default 64. They take memory when they are added */
    uint32_t max_zones;     /* 0…VV_STAGE_MAX_ZONES; default 8 */
    /* Pairs that may touch in one step. If there are more, the deepest are kept and VV_EVENT_OVERFLOW is reported.
     * Default 0: 8 for each of max_actors, at least 64. */
    uint32_t max_contacts;
    /* Kept between two calls of vv_stage_step, at most a million. Default 0: 4 for each of max_actors, at least 256. */
    uint32_t max_events;
    /* How many removed actors, and how many removed obstacles, the stage keeps, so that restoring a save from before
     * brings them back; 0…VV_STAGE_MAX_ACTORS; default 32. As many as are removed in the time that a game may be
     * rolled back by; those removed earlier are forgotten. 0: a save cannot be restored any more once one of its
     * actors or obstacles is removed. */
    uint32_t keep_removed;
    /* The bounds of the world, metres, within ±1e6; default ±10000. No actor's centre of mass leaves them; their
     * walls absorb the velocity. (Gravity and wind are within ±1e6 too.) */
    vv_vec2 low, high;
    bool sleep; /* actors at rest cost nothing until something touches them; default true */
} vv_stage_def;

VV_API vv_stage_def vv_default_stage_def(void);
VV_API vv_result vv_stage_create(const vv_stage_def *def, const vv_allocator *allocator, vv_stage **out,
                                 vv_error *error);
VV_API void vv_stage_destroy(vv_stage *stage);

/* ---- Time -------------------------------------------------------------------------------------------------------- */

/* Advances by `seconds` (a negative or infinite value or NaN counts as 0): runs all fixed steps that are due, and
 * returns how many. Discards the events of the previous call first. Called from inside a step it does nothing and
 * returns VV_NONE. */
VV_API uint32_t vv_stage_step(vv_stage *stage, float seconds);
/* How many fixed steps have run since the stage was created. */
VV_API uint64_t vv_stage_step_count(const vv_stage *stage);
/* The time shown, seconds: that of the steps, less the delay of the interpolation. */
VV_API double vv_stage_time(const vv_stage *stage);
/* Return false, and change nothing, if the value is not finite or beyond ±1e6. A change wakes all actors. */
VV_API bool vv_stage_set_gravity(vv_stage *stage, vv_vec2 gravity);
VV_API vv_vec2 vv_stage_gravity(const vv_stage *stage);
VV_API bool vv_stage_set_wind(vv_stage *stage, vv_vec2 wind);

/* Lends the stage threads (NULL: takes them back), from its creation on or at any time between two steps. Steps are
 * then divided among them: actors are predicted in groups, pairs are searched for contact, and islands of actors that
 * touch one another are solved, each by one thread; one large heap therefore takes as long as before, and so do few
 * actors, which are done sooner than a thread wakes. The states, hashes and events are the same for any jobs and
 * without, and neither saves nor hashes contain them. `jobs` is copied; `jobs->user` must live until other jobs are
 * set, or the stage is destroyed. Scratch for each worker is allocated here, and when an actor or obstacle that needs
 * more is added. On failure nothing changes; VV_ERROR_LOCKED inside a step. */
VV_API vv_result vv_stage_set_jobs(vv_stage *stage, const vv_jobs *jobs, vv_error *error);

/* ---- Obstacles: shapes that push actors, and that no actor pushes ------------------------------------------------ */

typedef enum vv_obstacle_kind {
    /* Two points on its surface; solid on the right of the direction from the first to the second, so two points from
     * left to right make a ground. */
    VV_OBSTACLE_HALF_PLANE,
    VV_OBSTACLE_SEGMENTS, /* a chain of thin walls; solid from both sides, or with one_way only from one */
    VV_OBSTACLE_POLYGON,  /* a simple closed outline in either direction; solid inside */
} vv_obstacle_kind;

typedef struct vv_obstacle_def {
    vv_obstacle_kind kind;
    uint32_t point_count;  /* half plane 2, segments ≥ 2, polygon ≥ 3; at most 1024 */
    const vv_vec2 *points; /* [point_count] metres, within ±1e6, in the obstacle's own frame; copied */
    /* Where its frame is on the stage: metres, within ±1e6, and radians. Default 0: the points are positions on the
     * stage. */
    vv_vec2 position;
    float angle;
    /* It moves by itself, m/s, and rotates about `position`, rad/s, until that is changed
     * (vv_stage_set_obstacle_velocity); default 0. */
    vv_vec2 velocity;
    float angular_velocity;
    float friction; /* Coulomb, 0…1000; default 0.6 */
    /* Of segments: stops only actors that come from the left of the chain's direction; default false. From left to
     * right it makes a platform that actors can jump through from below. */
    bool one_way;
    bool sensor; /* reports overlaps, and has no contact; default false */
    /* It collides with actors that have a common bit in their layers, whatever their mask is; default all. */
    uint32_t layers;
    uint64_t tag;   /* for the caller's own use; default 0 */
    vv_obstacle id; /* see vv_actor_def.id */
} vv_obstacle_def;

VV_API vv_obstacle_def vv_default_obstacle_def(void);
VV_API vv_result vv_stage_add_obstacle(vv_stage *stage, const vv_obstacle_def *def, vv_obstacle *out, vv_error *error);
/* A half plane below this height: a level ground. */
VV_API vv_result vv_stage_add_ground(vv_stage *stage, float height, float friction, vv_obstacle *out, vv_error *error);
/* Returns false if there is no such obstacle, or the call comes from inside a step. */
VV_API bool vv_stage_remove_obstacle(vv_stage *stage, vv_obstacle obstacle);
VV_API bool vv_stage_has_obstacle(const vv_stage *stage, vv_obstacle obstacle);
/* obstacles[capacity] receives the obstacles in the order of their indices; returns how many there are, which may be
 * more. */
VV_API uint32_t vv_stage_obstacles(const vv_stage *stage, vv_obstacle *obstacles, uint32_t capacity);

/* The state of an obstacle. Where it is, and its bounds, are those at the time shown, like those of actors. */
typedef struct vv_obstacle_state {
    vv_obstacle_kind kind;
    uint32_t point_count;
    float friction;
    bool one_way, sensor;
    uint32_t layers;
    uint64_t tag;
    vv_vec2 low, high;      /* its bounds; infinite for a half plane */
    vv_vec2 position;       /* of its frame, metres */
    float angle;            /* radians; continuous, so it counts whole turns */
    vv_vec2 velocity;       /* with which it moved in the last fixed step, or is to move from now on, m/s */
    float angular_velocity; /* the same, rad/s */
} vv_obstacle_state;
/* All members are zero if there is no such obstacle. */
VV_API vv_obstacle_state vv_stage_obstacle_state(const vv_stage *stage, vv_obstacle obstacle);
/* points[capacity] receives its points on the stage at the time shown, those of polygons counter-clockwise; returns
 * how many there are, which may be more, or 0 if there is no such obstacle. */
VV_API uint32_t vv_stage_obstacle_points(const vv_stage *stage, vv_obstacle obstacle, vv_vec2 *points,
                                         uint32_t capacity);

/* Moving obstacles: platforms, lifts, doors, sensors that follow an actor. Friction carries what lies on one at the
 * velocity of its surface, and what it hits gets that velocity. An obstacle has infinite mass: a sprite between it and
 * a wall is squeezed into the room that is left, keeps its area as far as it can, and springs back when they part. The
 * functions return false, and change nothing, if there is no such obstacle, a number is not finite or beyond its limit
 * (positions ±1e6 m, velocities 2.5 km/s and 1000 rad/s), or the call comes from inside a step; a controller may call
 * them. They wake actors that the obstacle touches.
 *
 * Moves the obstacle evenly so that it reaches this position and angle at the end of the next fixed step; afterwards it
 * stands still unless it is moved again. To move it along a path of your own, call this
 * before every fixed step: from a controller, or where the program steps by exactly vv_stage_def.step. (Called once per
 * frame of a display with another rate, it would move in jerks.) If that needs more than 2.5 km/s, it is teleported. */
VV_API bool vv_stage_move_obstacle(vv_stage *stage, vv_obstacle obstacle, vv_vec2 position, float angle);
/* Sets the velocity and the angular velocity (about its position) with which the obstacle continues to move until
 * either is changed. It stops at the limits of positions. */
VV_API bool vv_stage_set_obstacle_velocity(vv_stage *stage, vv_obstacle obstacle, vv_vec2 velocity,
                                           float angular_velocity);
/* Places the obstacle there at once: not interpolated, without carrying what lies on it, and with the velocity that it
 * has. Actors that it then overlaps are pushed out gently, without being thrown. */
VV_API bool vv_stage_teleport_obstacle(vv_stage *stage, vv_obstacle obstacle, vv_vec2 position, float angle);

/* These change fields of its vv_obstacle_def. They return false, and change nothing, as the functions above do. They
 * wake actors that the obstacle touches or overlaps. */
VV_API bool vv_stage_set_obstacle_friction(vv_stage *stage, vv_obstacle obstacle, float friction);
VV_API bool vv_stage_set_obstacle_layers(vv_stage *stage, vv_obstacle obstacle, uint32_t layers);
VV_API bool vv_stage_set_obstacle_sensor(vv_stage *stage, vv_obstacle obstacle, bool sensor);
VV_API bool vv_stage_set_obstacle_one_way(vv_stage *stage, vv_obstacle obstacle, bool one_way); /* of segments */
VV_API bool vv_stage_set_obstacle_tag(vv_stage *stage, vv_obstacle obstacle, uint64_t tag);     /* wakes no actor */

/* ---- Actors ------------------------------------------------------------------------------------------------------ */

/* Holds one point of the drawing at a position on the stage: for instance the ends of a bridge, or what a mouse
 * drags. */
typedef struct vv_hold {
    vv_vec2 at; /* the point of the drawing, metres at rest; the nearest vertex is used */
    vv_vec2 to; /* on the stage */
    /* Hertz, > 0. INFINITY: exact, but no faster than 2.5 km/s, and, if the holds of a sprite contradict each other,
     * no farther than three times its radius from its centre. */
    float strength;
} vv_hold;

/* A function that drives an actor. */
typedef struct vv_controller {
    /* Called once before every fixed step, in the order of the actors' indices, before anything moves; NULL: none. It
     * may read everything and change any actor (vv_stage_set_…, impulses, flip, teleport, clips, holds, wake,
     * signal). Calls that add or remove anything, step, save or restore are refused. `state` is state_bytes of memory
     * that belong to the actor, are zero at first, and are saved, restored and hashed with the stage: a controller
     * stores what it must remember there, without pointers. It runs with the library's floating-point settings
     * (base.h). */
    void (*step)(const void *user, vv_stage *stage, vv_actor actor, void *state, float seconds);
    const void *user;     /* must outlive the actor */
    uint32_t state_bytes; /* at most 4096 */
    /* Identifies the controller: restoring a save fails if this number differs. 0: not checked. Behaviours have
     * one. */
    uint64_t fingerprint;
} vv_controller;

/* What a handle of a puppet follows. */
typedef enum vv_follow_kind {
    VV_FOLLOW_PARTICLE, /* a point that falls and bounces by itself */
    VV_FOLLOW_HANDLE,   /* a handle of another puppet */
    VV_FOLLOW_PATH,     /* a point that moves along a curve */
} vv_follow_kind;

typedef struct vv_follow_particle {
    vv_vec2 position, velocity; /* at the time vv_follow.from, on the stage */
    float gravity;              /* factor on the stage's gravity; default 1 */
    float floor;                /* the height y that it bounces from; −INFINITY: none */
    float bounce;               /* restitution, 0…1; default 0.8 */
} vv_follow_particle;

typedef struct vv_follow_path {
    uint32_t point_count;  /* 2…1024 */
    const vv_vec2 *points; /* [point_count] on the stage; a smooth curve passes through them */
    bool closed;           /* the last point leads to the first */
    float seconds;         /* for the whole curve, at constant speed; > 0 */
    bool loop;             /* begins again; otherwise it stays at the end */
    bool ease;             /* starts and ends slowly */
} vv_follow_path;

/* A handle that follows something. An actor that follows or copies another puppet, directly or through others, does
 * not push it. */
typedef struct vv_follow {
    uint32_t handle;
    /* The vv_handle_parts that follow. A particle has a position only; a path also has an angle, relative to its first
     * direction. */
    uint32_t parts;
    float strength;     /* 0…1, as of a key */
    double from, until; /* seconds on the stage's clock; default 0 and INFINITY */
    vv_vec2 offset;     /* added to the position, metres */
    vv_follow_kind kind;
    vv_follow_particle particle; /* of VV_FOLLOW_PARTICLE */
    vv_follow_path path;         /* of VV_FOLLOW_PATH; its points are copied */
    vv_actor actor;              /* of VV_FOLLOW_HANDLE: a puppet that was added before */
    uint32_t other;              /* its handle */
    bool relative; /* keeps the distance and angle at the start, instead of meeting what it follows; default true */
} vv_follow;
VV_API vv_follow vv_default_follow(void);

/* Motion that is copied from the regions of another puppet, live or from a recording (section 3.4). Live motion is
 * that of the same fixed step; if the source has changed into another member of its family, the motion that the
 * member it was created as would have. Copying ends when the source is removed. A recording has no effect before its
 * start. */
typedef struct vv_region_copy {
    vv_actor from;                 /* live: a puppet that was added before; generation 0: the recording */
    const vv_recording *recording; /* must outlive the actor; its region k is pairs[k].from */
    double start;                  /* of the recording, seconds on the stage's clock */
    float scale;                   /* factor on the displacements; 0: the ratio of the two drawings' sizes */
    uint32_t pair_count;           /* at most VV_PUPPET_MAX_REGIONS */
    const vv_region_pair *pairs;   /* [pair_count] copied */
} vv_region_copy;

typedef struct vv_actor_def {
    /* What a def points to must outlive the actor, unless it is copied; see also vv_stage_remove_actor. */
    const vv_sprite *sprite; /* NULL for a puppet */
    const vv_puppet *puppet; /* NULL for a sprite */
    /* Of puppets alone: */
    vv_material material;
    /* The drawings that it may change into, with `puppet` as a member; NULL: none. Must outlive the actor. */
    const vv_family *family;
    /* [attraction_count] examples of `puppet` that its rest shape is attracted to; none: its rest shape is as drawn.
     * Other members of a family use all of their examples. Copied. */
    uint32_t attraction_count;
    const uint32_t *attractions;
    uint32_t follow_count, copy_count; /* at most VV_PUPPET_MAX_FOLLOWS and VV_PUPPET_MAX_COPIES */
    const vv_follow *follows;          /* [follow_count] copied */
    const vv_region_copy *copies;      /* [copy_count] copied */
    /* Of sprites and puppets: */
    /* The clip that it plays from the start, for as many handles as it has; NULL: none. Must outlive the actor. A
     * puppet goes where its clip says. A sprite's clip moves the handles of its rest shape, on top of its place: the
     * clip says what shape the drawing has, and physics where it is. */
    const vv_clip *clip;
    double clip_start; /* when the clip begins, seconds on the stage's clock */
    vv_vec2 position;  /* of the artwork's origin, metres; the centre of mass is moved into the bounds of the world */
    float angle;       /* radians */
    vv_vec2 velocity;  /* m/s */
    float angular_velocity; /* rad/s */
    bool flipped;           /* mirrored from the start */
    vv_place place;         /* of a sprite: its first place and first equilibrium place; default: the first example */
    vv_strengths strengths; /* of a sprite */
    uint32_t layers;        /* bits of the collision layers that it is on; default all */
    uint32_t mask;          /* two actors collide if each has one of its layers in the mask of the other; default all */
    /* Of a sprite: factors on its size, 0.01…100, and on its density, 0.001…1000; default 1. `position` is that of the
     * artwork's origin, whatever its scale. */
    float scale, density;
    /* Of a sprite: both can be changed later (vv_stage_set_scale, vv_stage_set_density), for which it takes 4 bytes
     * more for each vertex. Default false; one whose factors are not 1 takes them anyway, and can be changed. */
    bool resizable;
    vv_tint tint; /* a factor for the renderer, 0…1000; default 1 */
    /* Bit l: layer l of its artwork is not to be drawn, and does not collide; default 0. Layers from 64 on are always
     * shown. */
    uint64_t hidden_layers;
    /* Only vv_stage_move_actor and vv_stage_set_velocity move it: gravity, wind, forces, impulses, holds, obstacles and
     * other actors do not, while it pushes and carries other actors as an obstacle does. Its poses, clips and
     * behaviours change its shape, which pushes too. Two of them do not touch each
     * other. Default false. */
    bool kinematic;
    /* It stops only actors that come from the side of its own +y (that of its drawing, rotated with it): others pass
     * through. Default false. */
    bool one_way;
    /* It has no contact, but reports which actors and obstacles, the ground too, overlap it; default false. Layers
     * and mask apply. */
    bool sensor;
    bool report_stay;         /* its contacts are reported in every step (VV_EVENT_CONTACT_STAY); default false */
    uint32_t hold_count;      /* at most VV_STAGE_MAX_HOLDS */
    const vv_hold *holds;     /* [hold_count] copied */
    uint32_t spare_holds;     /* of a puppet: how many holds may be added later, within VV_STAGE_MAX_HOLDS; default 8 */
    vv_controller controller; /* step NULL: none */
    uint64_t tag;             /* for the caller's own use */
    /* The id that it gets, if one was chosen: that of a save that is to be restored on a new stage
     * (vv_stage_save_entries). It must be free. Generation 0, the default: the stage gives it one. */
    vv_actor id;
} vv_actor_def;

VV_API vv_actor_def vv_default_actor_def(void);
/* The only function of a stage after its creation that allocates, besides vv_stage_add_obstacle. Fails for numbers
 * that are not finite, a place that is not one of the sprite's complex, and a full stage; of puppets, also for a
 * material out of range, a family that does not contain the puppet, a clip for another number of handles, and follows
 * and copies of what does not exist. */
VV_API vv_result vv_stage_add_actor(vv_stage *stage, const vv_actor_def *def, vv_actor *out, vv_error *error);
/* Returns false if there is no such actor, or the call comes from inside a step. Its sprite or puppet, clips and
 * controller may be destroyed from then on only if no save in which it is, is restored any more (vv_stage_def.
 * keep_removed), or after vv_stage_forget_removed. */
VV_API bool vv_stage_remove_actor(vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_has_actor(const vv_stage *stage, vv_actor actor);
/* actors[capacity] receives the actors in the order of their indices; returns how many there are, which may be
 * more. */
VV_API uint32_t vv_stage_actors(const vv_stage *stage, vv_actor *actors, uint32_t capacity);

/* The state of an actor at the time shown. A controller sees it as the last fixed step left it, so that what the
 * controller does never depends on the frame rate. */
typedef struct vv_actor_state {
    vv_vec2 position;       /* of its centre of mass, metres */
    vv_vec2 velocity;       /* m/s */
    float angle;            /* radians; continuous, so it counts whole turns */
    float angular_velocity; /* rad/s */
    vv_place place;         /* of a sprite: its place in the complex. For a puppet use vv_stage_weights */
    vv_place equilibrium;   /* of a sprite: the place that it is attracted to */
    bool flipped, asleep;
    /* Supported: it touches, or touched within 0.05 s, something with a normal against gravity. While a behaviour
     * walks it may be false for some frames, so a game should wait about 0.1 s before it takes the actor as in the
     * air. */
    bool grounded;
    bool touching;          /* it touches anything */
    vv_vec2 contact_normal; /* of what it touches, pointing to the actor; 0 in the air */
    /* Of what it touched last, where it touched it, m/s: of a platform that moves, or of the platform under those that
     * it stands on; 0 for what stands still. A walk on a platform has the velocity less this one. */
    vv_vec2 ground_velocity;
    float contact_energy; /* of a sprite: E of eq. 4, in M·g·size */
    bool kinematic;
    uint32_t layers, mask;
    bool sensor;
    float scale, density; /* scale: while it grows, what it has grown to */
    float mass, size;     /* kg and m: of its drawing, with both factors (vv_sprite_mass, vv_sprite_size) */
    vv_tint tint;
    uint64_t hidden_layers;
    uint64_t tag;
} vv_actor_state;
/* All members are zero if there is no such actor. */
VV_API vv_actor_state vv_stage_actor_state(const vv_stage *stage, vv_actor actor);
/* weights[example_count] of its place; of a puppet, those of the examples that its rest shape is blended from. This
 * function and vv_stage_vertices write nothing if there is no such actor. */
VV_API void vv_stage_weights(const vv_stage *stage, vv_actor actor, float *weights);
/* vertices[vertex_count] in the mesh's order, at the time shown: what to draw. */
VV_API void vv_stage_vertices(const vv_stage *stage, vv_actor actor, vv_vec2 *vertices);
/* The same for actors[count], each of which is in the list once, divided among the threads of vv_stage_set_jobs:
 * vertices[k] is for actors[k]; NULL: not wanted. */
VV_API void vv_stage_all_vertices(const vv_stage *stage, uint32_t count, const vv_actor *actors,
                                  vv_vec2 *const *vertices);
VV_API const vv_sprite *vv_stage_sprite(const vv_stage *stage, vv_actor actor); /* NULL for a puppet */
/* The goal positions of shape matching (eq. 7): goals[vertex_count] in the mesh's order, the rest shape rotated and
 * translated to fit the drawing best, at the time shown. For overlays. */
VV_API void vv_stage_goal_positions(const vv_stage *stage, vv_actor actor, vv_vec2 *goals);

/* ---- Puppets ----------------------------------------------------------------------------------------------------- */

/* For a sprite, or an actor that does not exist, these functions return NULL, false or 0 and write nothing. Handles
 * that are passed to functions that set something are those of the puppet that the actor was created with; functions
 * that return handles and regions refer to the current member of its family. */

/* The puppet that the actor currently is: of a family, the current member. */
VV_API const vv_puppet *vv_stage_puppet(const vv_stage *stage, vv_actor actor);
/* pose[handle_count] of that puppet, or of a sprite, at the time shown, on the stage: handle j takes a point r of the
 * artwork to pose[j](r). Handles of a sprite are where its place, its clip and the rotation of the drawing put them,
 * moved along, rigidly, with the part of the drawing that each moves. */
VV_API void vv_stage_pose(const vv_stage *stage, vv_actor actor, vv_affine *pose);
VV_API const vv_material *vv_stage_material(const vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_set_material(vv_stage *stage, vv_actor actor, const vv_material *material);
/* Sets a target for a channel of a handle, for instance where a hand drags it. It has priority over the clip until it
 * is cleared by a target with strength 0. Values are on the stage, within VV_CLIP_MAX_VALUE and VV_CLIP_MAX_SLOPE. */
VV_API bool vv_stage_set_handle_target(vv_stage *stage, vv_actor actor, uint32_t handle, vv_handle_channel channel,
                                       vv_handle_target target);
/* Which member of its family the actor currently is. */
VV_API uint32_t vv_stage_family_member(const vv_stage *stage, vv_actor actor);
/* While the actor cross-fades from another member: returns the opacity of that member, 0…1 (0: there is no fade), and
 * fills which member it is and its vertices[vertex_count of that member] (NULL: not wanted). */
VV_API float vv_stage_fading_member(const vv_stage *stage, vv_actor actor, uint32_t *member, vv_vec2 *vertices);
/* The motion of a region at the time shown. */
VV_API vv_region_state vv_stage_region(const vv_stage *stage, vv_actor actor, vv_region region);
/* The same as recordings contain it: in the artwork's own frame, as if the actor had been placed at its origin
 * without rotation or flip. */
VV_API vv_region_state vv_stage_region_local(const vv_stage *stage, vv_actor actor, vv_region region);
/* energies[capacity] receives the incremental potential (eq. 4) at the start of its last step and after each
 * iteration; returns how many values there are, which may be more. For tests and overlays. */
VV_API uint32_t vv_stage_iteration_energies(const vv_stage *stage, vv_actor actor, double *energies, uint32_t capacity);
/* energies[capacity] receives the elastic energy of each member after the last step, divided by stiffness and area,
 * as eq. 11 compares them; INFINITY if it is not known, as for a member that is not linked with the current one.
 * Returns the number of members. */
VV_API uint32_t vv_stage_member_energies(const vv_stage *stage, vv_actor actor, float *energies, uint32_t capacity);

/* ---- Changing actors --------------------------------------------------------------------------------------------- */

/* Plays another clip (NULL: none) that began at `start`, seconds on the stage's clock. The clip must outlive the
 * actor, and be for as many handles as the sprite or puppet that the actor was created with. Returns false, and
 * changes nothing, if it is not. */
VV_API bool vv_stage_play_clip(vv_stage *stage, vv_actor actor, const vv_clip *clip, double start);

/* The functions below return false, and change nothing, if there is no such actor or a number is not finite. They
 * wake a sleeping actor. No value makes an actor explode: no actor is moved out of the bounds of the world or made
 * faster than 5 km/s, a sprite rotates by at most 2 radians in a substep, and angles beyond 100,000 are taken modulo
 * a turn. */

/* Moves the centre of mass to `position` and rotates the drawing to `angle`, rigidly, together with the clip that a
 * puppet plays; it is not interpolated. */
VV_API bool vv_stage_teleport(vv_stage *stage, vv_actor actor, vv_vec2 position, float angle);
/* Sets the velocity of the centre of mass, m/s, and the angular velocity, rad/s. */
VV_API bool vv_stage_set_velocity(vv_stage *stage, vv_actor actor, vv_vec2 velocity, float angular_velocity);
/* Makes an actor kinematic (vv_actor_def.kinematic), or one that physics moves again: it goes on with the velocity that
 * it has. */
VV_API bool vv_stage_set_kinematic(vv_stage *stage, vv_actor actor, bool kinematic);
/* Moves a kinematic actor: its centre of mass is at `position`, and its drawing rotated to `angle`, at the end of the
 * next fixed step; otherwise as vv_stage_move_obstacle. vv_stage_set_velocity lets it go on by itself. Returns false
 * for an actor that is not kinematic. */
VV_API bool vv_stage_move_actor(vv_stage *stage, vv_actor actor, vv_vec2 position, float angle);
/* Apply an impulse, N·s, to the drawing as a whole: at its centre of mass, or at a point of the stage.
 * Kinematic actors have infinite mass: these and the next return true for them, and have no
 * effect while they are kinematic. */
VV_API bool vv_stage_apply_impulse(vv_stage *stage, vv_actor actor, vv_vec2 impulse);
VV_API bool vv_stage_apply_impulse_at(vv_stage *stage, vv_actor actor, vv_vec2 impulse, vv_vec2 point);
/* A force, newton, that acts in every step until it is changed. */
VV_API bool vv_stage_set_force(vv_stage *stage, vv_actor actor, vv_vec2 force);
/* Flips the drawing (eq. 15) about the vertical through its centre of mass; linear momentum, angular momentum and
 * energy are preserved. The `angle` of its state changes its sign, since a rotation seen in a mirror is the opposite
 * one. What is shown becomes its mirror image at once, and is interpolated as always. */
VV_API bool vv_stage_flip(vv_stage *stage, vv_actor actor);
/* What its def said (vv_actor_def), changed. */
VV_API bool vv_stage_set_layers(vv_stage *stage, vv_actor actor, uint32_t layers, uint32_t mask);
VV_API bool vv_stage_set_sensor(vv_stage *stage, vv_actor actor, bool sensor);
/* Of a sprite that is resizable. It grows or shrinks to the new scale by a factor of 2 in 0.23 s, about the point at
 * which it is held or joined, or on which it stands, or its centre; its velocity and its angular velocity stay. What is
 * in the way is pushed aside without being thrown. A game that sets a little more in every frame sets the pace
 * itself. */
VV_API bool vv_stage_set_scale(vv_stage *stage, vv_actor actor, float scale);
/* The same of its density, at once. */
VV_API bool vv_stage_set_density(vv_stage *stage, vv_actor actor, float density);
VV_API bool vv_stage_set_tint(vv_stage *stage, vv_actor actor, vv_tint tint);
VV_API bool vv_stage_set_hidden_layers(vv_stage *stage, vv_actor actor, uint64_t hidden_layers);
VV_API bool vv_stage_set_tag(vv_stage *stage, vv_actor actor, uint64_t tag); /* wakes no actor */
/* The place that a sprite is attracted to. */
VV_API bool vv_stage_set_equilibrium(vv_stage *stage, vv_actor actor, vv_place place);
VV_API const vv_strengths *vv_stage_strengths(const vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_set_strengths(vv_stage *stage, vv_actor actor, const vv_strengths *strengths);
/* Holds are numbered in the order of the def; a new one comes last, and removing one moves those after it down by
 * one. Adding returns VV_NONE if there are too many. */
VV_API uint32_t vv_stage_add_hold(vv_stage *stage, vv_actor actor, const vv_hold *hold);
VV_API bool vv_stage_move_hold(vv_stage *stage, vv_actor actor, uint32_t hold, vv_vec2 to);
VV_API bool vv_stage_remove_hold(vv_stage *stage, vv_actor actor, uint32_t hold);
/* The controller of an actor (step NULL: none), and its memory (NULL: it has none). */
VV_API vv_controller vv_stage_controller(const vv_stage *stage, vv_actor actor);
VV_API void *vv_stage_controller_state(vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_wake(vv_stage *stage, vv_actor actor);

/* The topmost actor (the one added last) under a point of the stage, and the point of its drawing at rest, `at`, that
 * is there: what a mouse grabs. Returns false if there is none. */
VV_API bool vv_stage_pick(const vv_stage *stage, vv_vec2 point, vv_actor *actor, vv_vec2 *at);

/* ---- Events ------------------------------------------------------------------------------------------------------ */

typedef enum vv_event_kind {
    /* Two began to touch, and do not touch any more. For each pair these alternate, at most one of them comes in a
     * step, and each begin has its end, also where one of the two is removed. A touch is not interrupted if the two
     * separate for less than 0.05 s and by less than about a hundredth of their size. */
    VV_EVENT_CONTACT_BEGIN,
    VV_EVENT_CONTACT_END,
    /* They still touch: in every step between the two others, if one of them asks for it (vv_actor_def.report_stay) and
     * they are not asleep. */
    VV_EVENT_CONTACT_STAY,
    /* They met with a `speed` of more than 0.3 √(g·size), g being gravity and size that of the smaller actor: play a
     * sound. Once between begin and end, in the same step as the begin or later; but an obstacle with several sides
     * may be hit once on each, if 0.1 s are between. */
    VV_EVENT_CONTACT_HIT,
    /* An actor overlaps a sensor, and does not any more. They alternate for each pair; an actor that passes a sensor
     * within a step enters and leaves it in that step. Of two actors, `other` is the sensor; of two sensors, `actor` is
     * the one with the smaller index. `point`, of ENTER, is one where the two overlap. */
    VV_EVENT_SENSOR_ENTER,
    VV_EVENT_SENSOR_LEAVE,
    /* A step would have produced NaN or diverged: the actor is at its last good state, at rest. Not reported again
     * while it keeps failing within a second of the last time. */
    VV_EVENT_STEP_FAILED,
    VV_EVENT_OVERFLOW,       /* there were more contacts or events than the stage has room for */
    VV_EVENT_MEMBER_CHANGED, /* a puppet became another member of its family: `code` */
    VV_EVENT_SIGNAL,         /* a behaviour or a controller raised a signal: `code` */
    /* An actor fell asleep, or woke. The two alternate, and an actor begins awake. One that is woken between two steps
     * is reported by the next one. */
    VV_EVENT_ASLEEP,
    VV_EVENT_AWAKE,
    /* A part of an actor is in a zone, and none is any more; at most one of them in a step for each pair, and each has
     * its other. `zone`; `speed` is that of the actor relative to the zone's velocity, for a splash; `point` its
     * centre. */
    VV_EVENT_ZONE_ENTER,
    VV_EVENT_ZONE_LEAVE,
    VV_EVENT_JOINT_BROKEN, /* a joint carried more than its break_force and is removed: `joint` */
} vv_event_kind;

typedef struct vv_event {
    vv_event_kind kind;
    uint32_t code;         /* of VV_EVENT_SIGNAL: the signal; of VV_EVENT_MEMBER_CHANGED: the new member */
    vv_actor actor;        /* of two actors the one with the smaller index */
    vv_actor other;        /* generation 0: none, or an obstacle */
    vv_obstacle obstacle;  /* generation 0: none, or an actor */
    vv_vec2 point, normal; /* of the contact; the normal points from the other to the actor */
    float speed;           /* of approach along the normal, the greatest of the step, m/s, ≥ 0 */
    /* Of BEGIN, STAY and HIT: what the two exchanged along their normals in this step, N·s, ≥ 0; point and normal are
     * where most of it was. A drawing of mass m that is stopped from speed v gets m·v, at once if it does not give; one
     * that lies still, its weight times the step. */
    float impulse;
    vv_joint_id joint; /* of VV_EVENT_JOINT_BROKEN; actor, other and obstacle are its ends, `point` where it was */
    vv_zone_id zone;   /* of VV_EVENT_ZONE_ENTER and VV_EVENT_ZONE_LEAVE */
    uint64_t step;     /* the fixed step in which it happened */
} vv_event;
/* The *count events of the last call of vv_stage_step, in order; valid until the next call. What the program causes
 * between two calls, such as the end of the contacts of an actor that it removes, is reported with the next call. From
 * inside a step: those so far. */
VV_API const vv_event *vv_stage_events(const vv_stage *stage, uint32_t *count);
/* Adds a VV_EVENT_SIGNAL of this actor, between two steps to the events of the next. Returns false if there is no such
 * actor. */
VV_API bool vv_stage_signal(vv_stage *stage, vv_actor actor, uint32_t code);

/* A pair that touches. */
typedef struct vv_contact {
    vv_actor actor, other; /* other.generation 0: an obstacle */
    vv_obstacle obstacle;  /* generation 0: an actor */
    vv_vec2 point, normal; /* the normal points from the other to the actor */
    float speed;           /* of approach in the last substep, m/s, ≥ 0 */
    float impulse;         /* as of vv_event, of the last step */
} vv_contact;
/* contacts[capacity] receives the pairs that touch after the last fixed step, each once, without sensors; returns how
 * many there are, which may be more. For pairs that sleep, or were just restored, the normal is that with which they
 * came to rest, speed and impulse are 0, and the point is only approximate: on the actor's side, below its middle along
 * the normal. For overlays. */
VV_API uint32_t vv_stage_contacts(const vv_stage *stage, vv_contact *contacts, uint32_t capacity);

/* ---- Save, restore, hash ----------------------------------------------------------------------------------------- */

/* A save contains the whole moving state, and which actors and obstacles exist, as bytes that are the same on every
 * machine, with a checksum and with fingerprints of what it belongs to. vv_stage_save writes vv_stage_save_bytes bytes
 * and returns how many these are; if byte_count is less, it writes nothing. None of these functions allocates, but for
 * the restore on a stage that never had as many joints as the save.
 *
 * After a restore the stage continues exactly as it would have continued at the save. Actors and obstacles that were
 * added after the save are taken away, and those that were removed after it are brought back with their old ids; ids
 * that are given out from then on are the same as after the save. vv_stage_restore_changes tells which.
 *
 * A save does not contain what the host owns: sprites, puppets, families, controllers and their user pointers, clips.
 * These are found again on the stage: with the actors and obstacles that are there, with those that it keeps after they
 * were removed (vv_stage_def.keep_removed), and, of clips, among those that its actors played last (64). They must
 * exist as long as a save that needs them may be restored. So a save can be restored on the stage that wrote it, and on
 * every stage with the same settings (step, substeps, iterations, sleep, bounds) that has actors and obstacles with the
 * same ids, made with the same sprites, puppets, families, controllers, follows and copies: because they were added and
 * removed in the same order, or because they were added as vv_stage_save_entries lists them. Of things alike in all of
 * this (actors of one id, whose controllers have one fingerprint), the one that was removed last is brought back.
 * Events are not part of a save.
 *
 * A restore that fails changes nothing, and the error says why and what to do: VV_ERROR_FORMAT, the bytes are no save
 * or are damaged; VV_ERROR_VERSION, another version of the library wrote them; VV_ERROR_ARGUMENT, they belong to
 * another stage or to another version of a drawing, an actor or obstacle of the save is not kept any more, or a clip is
 * not known. Everything is checked, even if the checksum is right. */
VV_API size_t vv_stage_save_bytes(const vv_stage *stage);
VV_API size_t vv_stage_save(const vv_stage *stage, void *bytes, size_t byte_count);
VV_API vv_result vv_stage_restore(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error);
/* The number of bytes that is enough for every save of a stage with this def whose actors are all made from one of
 * `actors`[actor_count] (only sprite, puppet, family, follows and the size of the controller's memory count). */
VV_API size_t vv_stage_save_limit(const vv_stage_def *def, const vv_actor_def *actors, uint32_t actor_count);

/* The actors and obstacles in a save, to make a stage on which it can be restored, as after loading a game from disk:
 * add each with a def that has its id, in this order, then restore. */
typedef struct vv_save_entry {
    vv_actor actor;       /* generation 0: it is an obstacle */
    vv_obstacle obstacle; /* generation 0: it is an actor */
    uint64_t tag;         /* of the actor or obstacle */
} vv_save_entry;
/* entries[capacity] receives the obstacles, then the actors in the order in which they were added; *count is how many
 * there are, which may be more. Fails as vv_stage_restore does for bytes that are no save, or are damaged. */
VV_API vv_result vv_stage_save_entries(const void *bytes, size_t byte_count, vv_save_entry *entries, uint32_t capacity,
                                       uint32_t *count, vv_error *error);

/* An actor, obstacle or joint that the last restore took away or brought back. */
typedef struct vv_restore_change {
    bool back;            /* true: it is on the stage again; false: it is not any more */
    vv_actor actor;       /* generation 0: it is no actor */
    vv_obstacle obstacle; /* generation 0: it is no obstacle */
    uint64_t tag;         /* of the actor, obstacle or joint */
    vv_joint_id joint;    /* generation 0: it is no joint */
} vv_restore_change;
/* The *count changes of the last vv_stage_restore that succeeded, in the order in which the host should make them in
 * its own lists; valid until the next one, or until a joint is added. An id may be both taken away and brought back, if
 * it named two different actors before and after the restore. */
VV_API const vv_restore_change *vv_stage_restore_changes(const vv_stage *stage, uint32_t *count);
/* Releases the removed actors and obstacles that the stage keeps for restores, and forgets clips that were played:
 * before assets are destroyed. Saves that need them are refused from then on. Does nothing inside a step. */
VV_API void vv_stage_forget_removed(vv_stage *stage);
/* A hash of the same state: equal if two stages will continue alike. The state includes the time that was passed to
 * vv_stage_step and is not yet a whole step, so stages that are stepped at different frame rates have different
 * hashes although every step computed the same bits. Games that compare hashes over a network should step by exactly
 * vv_stage_def.step. */
VV_API uint64_t vv_stage_hash(const vv_stage *stage);

/* ---- Profiling and measuring ------------------------------------------------------------------------------------- */

/* The parts of a step, as in Table 1 of the paper. */
typedef enum vv_step_phase {
    VV_STEP_PHASE_LOCAL,   /* shape matching of neighbourhoods */
    VV_STEP_PHASE_GLOBAL,  /* shape matching of whole drawings, with pins and holds */
    VV_STEP_PHASE_PROJECT, /* the projection onto the complex, and the rest shape at the place */
    VV_STEP_PHASE_CONTACT,
    VV_STEP_PHASE_OTHER,
} vv_step_phase;
#define VV_STEP_PHASE_COUNT 5

/* Sets a function that is called whenever another part of a step begins (NULL: none), so that a host with a clock can
 * measure them. It is called in the middle of a step: it must not read the stage, and changes are refused. Returns
 * false if called from inside a step. While there is such a function, steps use no threads of vv_stage_set_jobs: the
 * parts of a step that is divided among threads do not follow one another. */
VV_API bool vv_stage_observe_phases(vv_stage *stage, void (*begins)(void *user, vv_step_phase phase), void *user);

/* Energy and momentum. */
typedef struct vv_mechanics {
    double kinetic, potential;     /* joule; the potential energy is 0 at height 0 */
    double momentum_x, momentum_y; /* N·s */
    double angular_momentum;       /* about the centre of mass (of each actor), N·m·s */
} vv_mechanics;
/* Those of an actor, or the sums over all actors (generation 0). For tests and overlays. */
VV_API vv_mechanics vv_stage_mechanics(const vv_stage *stage, vv_actor actor);

#ifdef __cplusplus
}
#endif
#endif
