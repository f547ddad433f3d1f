/* The stage: actors, obstacles, gravity, wind and time.
 *
 *     vv_stage *stage;
 *     vv_stage_create(&(vv_stage_def){…}, NULL, &stage, &error);
 *     vv_stage_add_ground(…); vv_stage_add(stage, &def, &actor, &error);
 *     every frame: vv_stage_step(stage, seconds since the last frame);
 *                  vv_stage_vertices(stage, actor, vertices);   then draw the mesh with them
 *
 * Inside, time goes in fixed steps; outside, in whatever frames the display has: what is drawn is interpolated between
 * the last two steps. So motion is the same at 30, 60, 144 and 240 Hz, and the same bits on every machine. A step never
 * allocates. Any number of stages may run at once, each on one thread at a time.
 *
 * What may be called from where:
 *
 *     from                          reading   changing actors, gravity, wind   adding, removing, step, save, restore, observe
 *     the program, between steps    yes       yes                              yes
 *     a controller (vv_controller)  yes       yes, of any actor                no
 *     an observer (vv_phase)        no        no                               no
 *
 * What may not be called is refused in every build and changes nothing: it returns VV_ERROR_LOCKED, false, VV_NONE or 0, as
 * its comment says. vv_stage_destroy cannot refuse in words: called from inside a step it asserts. The same holds for
 * functions of other headers that take a stage. Allocators and progress reports must not call the library at all. */
#ifndef VERVE_STAGE_H
#define VERVE_STAGE_H

#include <verve/puppet.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_STAGE_MAX_ACTORS    4096u
#define VV_STAGE_MAX_OBSTACLES 4096u
#define VV_STAGE_MAX_HOLDS     64u /* of one actor */

typedef struct vv_stage vv_stage;

/* Names of things on a stage, by value. One that was removed is never taken for another that came later. */
typedef struct vv_actor {
    uint32_t index, generation; /* generation 0: nobody */
} vv_actor;
typedef struct vv_obstacle {
    uint32_t index, generation;
} vv_obstacle;

/* ---- Making a stage ------------------------------------------------------------------------------------------- */

typedef struct vv_stage_def {
    vv_vec2 gravity;   /* m/s²; default (0, −9.81) */
    vv_vec2 wind;      /* m/s; default 0. It moves what has drag */
    float step;        /* seconds, 1/1000…1/10; default 1/60. A stage of puppets wants VV_PUPPET_STEP */
    uint32_t substeps; /* of one step, 1…16; default 2: of sprites, and of contact among actors. A puppet steps once */
    uint32_t iterations; /* of matching and contact in a substep, 1…32; default 4 */
    uint32_t max_steps; /* that one call of vv_stage_step may run; what a longer frame brings beyond is dropped, so that
                              a hiccup never snowballs; 1…64; default 8 */
    uint32_t max_actors;    /* 1…VV_STAGE_MAX_ACTORS; default 64 */
    uint32_t max_obstacles; /* 0…VV_STAGE_MAX_OBSTACLES; default 64 */
    uint32_t
        max_contacts; /* pairs that may touch in one step; beyond, the deepest are kept and VV_EVENT_OVERFLOW is reported;
                              default 0: 8 for each of max_actors, at least 64 */
    uint32_t max_events; /* kept between two calls of vv_stage_step; at most a million; default 256 */
    vv_vec2 low, high; /* the world's box, within ±1e6 m (and gravity and wind within ±1e6): nobody's centre leaves it,
                            its walls take the speed; default ±10000 m */
    bool sleep;        /* actors at rest cost nothing until touched; default true */
} vv_stage_def;

VV_API vv_stage_def vv_default_stage_def(void);
VV_API vv_result vv_stage_create(const vv_stage_def *def, const vv_allocator *allocator, vv_stage **out,
                                 vv_error *error);
VV_API void vv_stage_destroy(vv_stage *stage);

/* ---- Time ----------------------------------------------------------------------------------------------------- */

/* Advances by `seconds` (≥ 0, finite: else 0): runs as many fixed steps as have become due, and returns how many. Events
 * of the call before are dropped first. Called from inside a step it does nothing and returns VV_NONE. */
VV_API uint32_t vv_stage_step(vv_stage *stage, float seconds);
/* How many fixed steps have run since the stage was made, and the time shown: the steps' time less what interpolation
 * lags behind. */
VV_API uint64_t vv_stage_step_count(const vv_stage *stage);
VV_API double vv_stage_time(const vv_stage *stage);
/* False, and nothing changes: the value is not finite or beyond ±1e6. Another gravity or wind wakes everyone. */
VV_API bool vv_stage_set_gravity(vv_stage *stage, vv_vec2 gravity);
VV_API vv_vec2 vv_stage_gravity(const vv_stage *stage);
VV_API bool vv_stage_set_wind(vv_stage *stage, vv_vec2 wind);

/* ---- Obstacles: what never moves -------------------------------------------------------------------------------- */

typedef enum vv_obstacle_kind {
    VV_OBSTACLE_HALF_PLANE, /* points[0] on its surface, points[1] another along it; solid on the right of the way from
                               the first to the second (so left to right makes a ground) */
    VV_OBSTACLE_SEGMENTS,   /* a chain of thin walls, solid from both sides, or from the left of its direction alone */
    VV_OBSTACLE_POLYGON,    /* a simple closed outline, counter-clockwise or not; solid inside */
} vv_obstacle_kind;

typedef struct vv_obstacle_def {
    vv_obstacle_kind kind;
    uint32_t point_count;  /* half plane 2, segments ≥ 2, polygon ≥ 3; at most 1024 */
    const vv_vec2 *points; /* [point_count] metres, within ±1e6; copied */
    float friction;        /* 0…1000; default 0.6 */
    bool one_way;    /* segments: stops only what comes from the left of its direction (left to right makes a platform
                              that is jumped through from below); default false */
    bool sensor;     /* feels, does not stop; default false */
    uint32_t layers; /* which actors it meets: those with a common bit; default all */
} vv_obstacle_def;

VV_API vv_obstacle_def vv_default_obstacle_def(void);
VV_API vv_result vv_stage_add_obstacle(vv_stage *stage, const vv_obstacle_def *def, vv_obstacle *out, vv_error *error);
/* A level ground at this height: a half plane. */
VV_API vv_result vv_stage_add_ground(vv_stage *stage, float height, float friction, vv_obstacle *out, vv_error *error);
VV_API bool vv_stage_remove_obstacle(vv_stage *stage, vv_obstacle obstacle); /* false: it is not there, or locked */
VV_API bool vv_stage_has_obstacle(const vv_stage *stage, vv_obstacle obstacle);

/* ---- Actors ----------------------------------------------------------------------------------------------------- */

/* Holds one point of the drawing somewhere on the stage: how a bridge hangs, and what a mouse pulls at. */
typedef struct vv_hold {
    vv_vec2 at; /* the point of the drawing, metres at rest; the nearest vertex is taken */
    vv_vec2 to; /* on the stage */
    float
        strength; /* hertz, > 0; INFINITY: exactly, but no faster than 2.5 km/s, and, where the holds of a sprite contradict
                          each other, no farther than three times its radius from its centre */
} vv_hold;

/* A function that drives an actor: called once before every fixed step, in the order of the actors' indices, before anything
 * moves. It may read everything and change any actor (vv_stage_set_…, push, flip, teleport, aim, play, holds, wake, signal);
 * it must not add or remove anything, step, save or restore: those are refused. `state` is state_bytes of memory that belong
 * to the actor, are zero at first, and are saved, restored and hashed with the stage: what a controller remembers goes
 * there, without pointers. It runs with the library's floating-point settings (base.h). */
typedef struct vv_controller {
    void (*step)(const void *user, vv_stage *stage, vv_actor actor, void *state, float seconds);
    const void *user;     /* must outlive the actor */
    uint32_t state_bytes; /* at most 4096 */
    uint64_t
        fingerprint; /* which controller it is: a save is refused where this number differs. 0: none. Behaviours have one */
} vv_controller;

/* A handle of a puppet may follow something else that moves. */
typedef enum vv_follow_kind {
    VV_FOLLOW_PARTICLE, /* a point that falls and bounces by itself */
    VV_FOLLOW_HANDLE,   /* a handle of another puppet */
    VV_FOLLOW_PATH,     /* a curve through points, at its own pace */
} vv_follow_kind;

typedef struct vv_particle {
    vv_vec2 position, velocity; /* at the start, on the stage */
    float gravity;              /* factor on the stage's; default 1 */
    float floor;                /* height that it bounces from, along y; −INFINITY: none */
    float bounce;               /* share of its speed that it keeps, 0…1; default 0.8 */
} vv_particle;

typedef struct vv_path {
    uint32_t point_count;  /* 2…1024 */
    const vv_vec2 *points; /* on the stage; a smooth curve goes through them */
    bool closed;
    float seconds; /* once along it, at steady speed; > 0 */
    bool loop;     /* begins again; else it stays at the end */
    bool ease;     /* slow at both ends */
} vv_path;

/* A handle that follows something. Who follows or copies another puppet, at once or through others, does not push it. */
typedef struct vv_follow {
    uint32_t handle;
    uint32_t
        parts; /* of vv_parts; a particle has a position only, a path position and angle (of its direction, from the first) */
    float strength;     /* 0…1, as a key's */
    double from, until; /* seconds on the stage's clock; default 0 and INFINITY */
    vv_vec2 offset;     /* added to the position, metres */
    vv_follow_kind kind;
    vv_particle particle;
    vv_path path;   /* its points are copied */
    vv_actor actor; /* VV_FOLLOW_HANDLE: a puppet that was added before */
    uint32_t other; /* its handle */
    bool
        relative; /* keeps the distance and angle that they have at the start, instead of coming together; default true */
} vv_follow;
VV_API vv_follow vv_default_follow(void);

/* Motion copied from another puppet's regions, live or from a recording (section 3.4). Live it is that of the same fixed step;
 * where the source has become another member of its family, that of the one it was made as, as it would be. A source that has
 * gone is copied no more; a recording has no say before it starts. */
typedef struct vv_copy {
    vv_actor from;                 /* live: a puppet that was added before; generation 0: the recording */
    const vv_recording *recording; /* must outlive the actor; region k of it is pairs[k].from */
    double start;                  /* of the recording, seconds on the stage's clock */
    float size; /* how many times as large as in the source movements are; 0: as the two drawings' sizes */
    uint32_t pair_count;
    const vv_region_pair *pairs; /* [pair_count] at most VV_PUPPET_MAX_REGIONS; copied */
} vv_copy;

typedef struct vv_actor_def {
    const vv_sprite *sprite; /* must outlive the actor; NULL for a puppet */
    const vv_puppet *puppet; /* must outlive the actor; NULL for a sprite */
    /* Of puppets alone: */
    vv_material material;
    const vv_family
        *family; /* NULL: it never changes into another; `puppet` is one of its members. Must outlive the actor */
    uint32_t attraction_count;
    const uint32_t
        *attractions; /* [attraction_count] examples of the first member that its rest shape is mixed from; none:
                                    it is as it was drawn. Other members use all of theirs. Copied */
    uint32_t follow_count, copy_count;
    const vv_follow *follows; /* [follow_count] copied */
    const vv_copy *copies;    /* [copy_count] copied */
    /* Of sprites and puppets (place and strengths: of sprites alone): */
    const vv_clip *
        clip; /* what it plays from the start; for as many handles as it has; may be NULL; must outlive the actor. A puppet goes
                            where its clip says; a sprite's clip leads the handles of its rest shape, above its place: it says
                            what shape the drawing has, and physics where that is */
    double clip_start; /* the stage's time at which the clip begins */
    vv_vec2 position;  /* where the artwork's origin goes, metres; the centre of mass is put into the box */
    float angle;       /* radians */
    vv_vec2 velocity;  /* m/s */
    float spin;        /* radians a second */
    bool flipped;      /* seen in the mirror from the start */
    vv_place place;    /* where in the complex it begins, and its first equilibrium; default: the first example */
    vv_strengths strengths;
    uint32_t layers; /* which others it meets: those with a common bit; default all */
    uint32_t mask;   /* it meets others whose `layers` have a bit of its mask, and whose mask has one of its layers */
    uint32_t hold_count;
    const vv_hold *holds; /* [hold_count] at most VV_STAGE_MAX_HOLDS; copied */
    uint32_t hold_room; /* of puppets: how many more may be added later, as far as VV_STAGE_MAX_HOLDS goes; default 8 */
    vv_controller controller; /* step NULL: none */
    uint64_t tag;             /* the caller's own number */
} vv_actor_def;

VV_API vv_actor_def vv_default_actor_def(void);
/* Allocates; nothing else does. Refused: numbers that are not finite, a place that the sprite's complex does not have, a
 * stage that is full; of puppets, a material out of range, a family without it, a clip for another number of handles,
 * follows and copies of what is not there. */
VV_API vv_result vv_stage_add(vv_stage *stage, const vv_actor_def *def, vv_actor *out, vv_error *error);
VV_API bool vv_stage_remove(vv_stage *stage, vv_actor actor); /* false: it is not there, or the stage is locked */
VV_API bool vv_stage_has(const vv_stage *stage, vv_actor actor);
/* All actors in the order of their index: actors[…capacity]; returns how many there are. */
VV_API uint32_t vv_stage_actors(const vv_stage *stage, vv_actor *actors, uint32_t capacity);

/* What an actor is doing, at the time shown; asked from within a controller, as the last fixed step left it, so that
 * what a controller does never depends on the frame rate. */
typedef struct vv_actor_state {
    vv_vec2 position; /* of its centre of mass */
    vv_vec2 velocity;
    float angle; /* of the drawing against the stage, continuous: it counts whole turns */
    float spin;
    vv_place place;       /* sprites: where it is in its complex; a puppet has vv_stage_weights */
    vv_place equilibrium; /* sprites: where it is drawn to */
    bool flipped, asleep;
    bool grounded;          /* something holds it up: it touches with a normal against gravity, now or within 0.05 s */
    bool touching;          /* it touches anything */
    vv_vec2 contact_normal; /* of what it touches, away from it; 0 in the air */
    float contact_energy;   /* sprites: what E of eq. 4 is now, in M·g·size */
    uint64_t tag;
} vv_actor_state;
VV_API vv_actor_state vv_stage_state(const vv_stage *stage, vv_actor actor);
/* weights[example_count] of its place; of a puppet, of the examples that its rest shape is mixed from. */
VV_API void vv_stage_weights(const vv_stage *stage, vv_actor actor, float *weights);
/* vertices[vertex_count] in the mesh's order, at the time shown: what to draw. */
VV_API void vv_stage_vertices(const vv_stage *stage, vv_actor actor, vv_vec2 *vertices);
VV_API const vv_sprite *vv_stage_sprite(const vv_stage *stage, vv_actor actor); /* NULL for a puppet */
/* goals[vertex_count] in the mesh's order: the rest shape of the actor as it is shown, turned and put where that is nearest;
 * what matching pulls a sprite to (eq. 7). For overlays. */
VV_API void vv_stage_goals(const vv_stage *stage, vv_actor actor, vv_vec2 *goals);

/* ---- Puppets ---------------------------------------------------------------------------------------------------- */

/* Called for a sprite, or for nobody, these say so: NULL, false, 0, and nothing written. Handles that are told
 * to do something are those of the puppet that the actor was made with; what is asked of handles and regions is about the
 * member that is shown. */

/* The puppet that it is now (of a family, the member that is shown); NULL for a sprite. */
VV_API const vv_puppet *vv_stage_puppet(const vv_stage *stage, vv_actor actor);
/* pose[handle_count] of that member at the time shown, on the stage: handle j takes a point r of the artwork to pose[j] r. */
VV_API void vv_stage_handles(const vv_stage *stage, vv_actor actor, vv_affine *pose);
VV_API const vv_material *vv_stage_material(const vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_set_material(vv_stage *stage, vv_actor actor, const vv_material *material);
/* What a hand wants of a handle, above what the clip wants, until it is cleared (strength 0): values on the stage, within
 * VV_CLIP_MAX_VALUE and VV_CLIP_MAX_SLOPE. */
VV_API bool vv_stage_aim(vv_stage *stage, vv_actor actor, uint32_t handle, vv_channel channel, vv_aim aim);
/* Which member of its family it is now; and, while one fades into the other, the member before and how much of it is still
 * seen (0: nothing). Its vertices are at[vertex_count of that member]; NULL: not wanted. */
VV_API uint32_t vv_stage_member(const vv_stage *stage, vv_actor actor);
VV_API float vv_stage_fading(const vv_stage *stage, vv_actor actor, uint32_t *member, vv_vec2 *at);
/* How a region of it moves, at the time shown. */
VV_API vv_region_state vv_stage_region(const vv_stage *stage, vv_actor actor, vv_region region);
/* The same as recordings keep it: as if the actor had been put at its artwork's own place, unturned and not flipped. */
VV_API vv_region_state vv_stage_recorded(const vv_stage *stage, vv_actor actor, vv_region region);
/* The incremental potential (eq. 4) after each iteration of its last step: energies[…capacity]; returns how many ran, plus one
 * for the start. For tests and overlays. */
VV_API uint32_t vv_stage_energies(const vv_stage *stage, vv_actor actor, double *energies, uint32_t capacity);
/* The elastic energy of each member as the last step left it, in stiffness × area: what eq. 11 compares; INFINITY where nothing is
 * known, as of one that is not linked with the one shown. */
VV_API uint32_t vv_stage_member_energies(const vv_stage *stage, vv_actor actor, float *energies, uint32_t capacity);

/* Plays another clip (NULL: none) that began at `start` on the stage's clock. It must outlive the actor, and be for as many
 * handles as the sprite or puppet that the actor was made with has. False, and nothing changes, where it is not. */
VV_API bool vv_stage_play(vv_stage *stage, vv_actor actor, const vv_clip *clip, double start);

/* What moves an actor from outside. Numbers that are not finite are refused (false) and change nothing. None of these
 * makes it explode: a teleport carries the shape along rigidly and is not interpolated, an impulse changes the velocity of
 * the whole drawing. Nobody is put outside the box or made faster than 5 km/s, a sprite turns by at most 2 radians in a substep, and
 * angles beyond 100,000 are taken modulo a turn. They wake a sleeping actor. */
VV_API bool vv_stage_teleport(vv_stage *stage, vv_actor actor, vv_vec2 position, float angle); /* centre of mass */
VV_API bool vv_stage_set_velocity(vv_stage *stage, vv_actor actor, vv_vec2 velocity, float spin);
VV_API bool vv_stage_push(vv_stage *stage, vv_actor actor, vv_vec2 impulse); /* newton seconds */
VV_API bool vv_stage_push_at(vv_stage *stage, vv_actor actor, vv_vec2 impulse, vv_vec2 point);
/* Acts in every step until it is changed; newton. */
VV_API bool vv_stage_set_force(vv_stage *stage, vv_actor actor, vv_vec2 force);
/* Turns it round (eq. 15) about the vertical through its centre: linear momentum, angular momentum and energy are kept. What
 * was turned by an angle is, in the mirror, turned by the opposite one: the state's `angle` changes its sign. Not
 * interpolated. */
VV_API bool vv_stage_flip(vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_set_equilibrium(vv_stage *stage, vv_actor actor, vv_place place);
VV_API const vv_strengths *vv_stage_strengths(const vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_set_strengths(vv_stage *stage, vv_actor actor, const vv_strengths *strengths);
/* Holds stay in the order of the def; a new one comes last. VV_NONE where there are too many. */
VV_API uint32_t vv_stage_add_hold(vv_stage *stage, vv_actor actor, const vv_hold *hold);
VV_API bool vv_stage_move_hold(vv_stage *stage, vv_actor actor, uint32_t hold, vv_vec2 to);
VV_API bool vv_stage_remove_hold(vv_stage *stage, vv_actor actor, uint32_t hold);
/* What drives it (step NULL: nothing), and the controller's memory (NULL if it has none). */
VV_API vv_controller vv_stage_controller(const vv_stage *stage, vv_actor actor);
VV_API void *vv_stage_controller_state(vv_stage *stage, vv_actor actor);
VV_API bool vv_stage_wake(vv_stage *stage, vv_actor actor); /* false: it is not there */

/* The topmost actor (latest added first) under a point, and the point of its drawing at rest: what a mouse grabs. */
VV_API bool vv_stage_pick(const vv_stage *stage, vv_vec2 point, vv_actor *actor, vv_vec2 *at);

/* ---- Events ------------------------------------------------------------------------------------------------------ */

typedef enum vv_event_kind {
    VV_EVENT_BEGIN,  /* two began to touch */
    VV_EVENT_END,    /* two no longer touch */
    VV_EVENT_HIT,    /* they met at more than 0.3 √(g·size): `speed` says how fast */
    VV_EVENT_ENTER,  /* an actor came into a sensor */
    VV_EVENT_LEAVE,  /* and left it */
    VV_EVENT_FAILED, /* a step would have made NaN or ran away: the actor is at its last good state, at rest. Told once,
                          not again while it fails within a second of the last time */
    VV_EVENT_OVERFLOW, /* more contacts or events than the stage has room for */
    VV_EVENT_CHANGED,  /* a puppet became another member of its family: `code` */
    VV_EVENT_SIGNAL,   /* a behaviour or controller said something: `code` */
} vv_event_kind;

typedef struct vv_event {
    vv_event_kind kind;
    uint32_t code;         /* VV_EVENT_SIGNAL: the caller's; VV_EVENT_CHANGED: the member that it is now */
    vv_actor actor;        /* of two actors the one of smaller index */
    vv_actor other;        /* generation 0: it was an obstacle, or nobody */
    vv_obstacle obstacle;  /* generation 0: it was an actor, or nobody */
    vv_vec2 point, normal; /* where, and away from the other */
    float speed;           /* m/s along the normal, ≥ 0 */
    uint64_t step;         /* the fixed step in which it happened */
} vv_event;
/* What happened in the last call of vv_stage_step, in order; valid until the next. */
VV_API const vv_event *vv_stage_events(const vv_stage *stage, uint32_t *count);
/* Adds a VV_EVENT_SIGNAL of this actor. False: it is not there. */
VV_API bool vv_stage_signal(vv_stage *stage, vv_actor actor, uint32_t code);

/* Pairs that touch now, as the last fixed step left them, one entry each: contacts[…capacity]; returns how many there are, which
 * may be more. Sensors are not among them. Of pairs that sleep, or were just restored, the normal is the one they came to rest
 * with, the speed 0, and the point lies on the actor's side, below its middle along the normal: nobody has looked for a nearer
 * one. For overlays. */
typedef struct vv_contact {
    vv_actor actor, other; /* other.generation 0: it is an obstacle */
    vv_obstacle obstacle;  /* generation 0: it is an actor */
    vv_vec2 point, normal; /* where, and away from the other */
    float speed;           /* m/s at which they approached in the last substep, ≥ 0 */
} vv_contact;
VV_API uint32_t vv_stage_contacts(const vv_stage *stage, vv_contact *contacts, uint32_t capacity);

/* ---- Save, restore, hash ------------------------------------------------------------------------------------------ */

/* A save holds the whole moving state as bytes, the same on every machine, with a checksum and with fingerprints of what it
 * belongs to. vv_stage_save writes vv_stage_save_bytes into `bytes` and returns how many that are; where there is less room, the
 * bytes are no save.
 *
 * The stage goes on from a restored save exactly as it would have gone on then. It must have the settings (step, substeps,
 * iterations, box) and the obstacles that the saved one had, and its actors the same ids: they were added and removed in the
 * same order. Each must be made from the same sprite, puppet or family, have the same controller, follows, copies, layers and
 * mask, and play the same clip as when it was saved. Actors that were added after the save are removed. The save does not hold
 * assets, tags, or what vv_stage_events returned.
 *
 * A save that is refused changes nothing, and the error says why and what to do: VV_ERROR_FORMAT, the bytes are no save or are
 * damaged; VV_ERROR_VERSION, another version of the library wrote them; VV_ERROR_ARGUMENT, they belong to another stage, to
 * another version of a drawing, or an actor plays another clip. Everything is checked, also where the checksum is right.
 * Neither function allocates. */
VV_API size_t vv_stage_save_bytes(const vv_stage *stage);
VV_API size_t vv_stage_save(const vv_stage *stage, void *bytes, size_t byte_count);
VV_API vv_result vv_stage_restore(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error);
/* A hash of the same state: equal where two stages will go on alike. */
VV_API uint64_t vv_stage_hash(const vv_stage *stage);

/* Which part of a step begins: the lines of the paper's Table 1. */
typedef enum vv_phase {
    VV_PHASE_LOCAL,   /* matching of neighbourhoods */
    VV_PHASE_GLOBAL,  /* matching of whole drawings, with pins and holds */
    VV_PHASE_PROJECT, /* the place, and the rest shape there */
    VV_PHASE_CONTACT,
    VV_PHASE_OTHER,
} vv_phase;
#define VV_PHASE_COUNT 5

/* Calls `begins` whenever another part of a step begins (NULL: no more), so that a host with a clock can tell what a frame
 * costs. It is called in the middle of a step: it must not read the stage, and changes are refused. False: called from inside
 * a step. */
VV_API bool vv_stage_observe(vv_stage *stage, void (*begins)(void *user, vv_phase phase), void *user);

/* Energy and momentum of an actor, or of all (generation 0), for tests and overlays. */
typedef struct vv_stage_measure {
    double kinetic, potential;     /* joule; potential against gravity from height 0 */
    double momentum_x, momentum_y; /* newton seconds */
    double angular;                /* about the centre of mass (of each) */
} vv_stage_measure;
VV_API vv_stage_measure vv_stage_measured(const vv_stage *stage, vv_actor actor);

#ifdef __cplusplus
}
#endif
#endif
