/* The stage from inside, for the files of this room.
 *
 * The step (step.c) reads like Algorithm 1 of "Dynamic Sprites" (Jones and others); which file owns which state:
 *
 *   stage.c, actor.c      lifecycle, getters and setters          contact.c …   contact of actors and obstacles
 *   step.c                the algorithm                           sleep.c       islands at rest
 *   rooms below: sprite/ (matching, projection), puppet/ (steps)  events.c      events of a step
 *   navigate.c            filters that move the place (eq. 3–6)   save.c kept.c bytes and hash; what was removed
 *   play.c                clips over the place
 *   elastic.c squeeze.c   what soft drawings keep together by; drawings in a press
 *   momentum.c orient.c flip.c   eq. 11–15                        show.c        interpolation between steps
 *   puppet_*.c            puppets as actors (puppet_actor.h): their own step, obstacles and others
 */
#ifndef VVI_STAGE_STATE_H
#define VVI_STAGE_STATE_H

#include "runtime/stage/bytes.h"
#include "runtime/stage/sprite/sprite.h"
#include "runtime/stage/stage.h"

/* Limits of a drawing whose numbers have not diverged: speed, m/s (the greatest in a game is some hundreds), and
 * distance from its centre, in radii of its examples. */
#define VVI_MAX_SPEED  5000.0f
#define VVI_MAX_SPREAD 8.0f
/* Times since an event are counted up to this, s. */
#define VVI_LONGEST_TIME 1000.0f

/* The contact of one actor, summed over one substep. All in stage coordinates. */
typedef struct touch {
    uint32_t count;  /* contact points with an impulse */
    vv_vec2 impulse; /* Σ m·Δx by which contact moved it, along normals alone: kg·m (eq. 11) */
    /* Σ m (x − centre of mass) × Δx of everything that contact and holds moved, friction included: kg·m². Any other
     * change of the angular momentum counts as a loss of matching and is undone. */
    float torque;
    /* What contact and holds take from the velocity at the end of the substep, as a share of what they take from its
     * mean: 1 where they carry a weight, nearly 0 in an impact. */
    float end_share;
    /* What collisions with other actors dissipated in this substep, J. What obstacles dissipate shows in the actor's
     * own motion. */
    float energy;
    vv_vec2 normal;                    /* towards this actor, unit, weighted by impulse; 0: nothing */
    vv_vec2 point;                     /* weighted by impulse */
    vv_vec2 carrier;                   /* Σ impulse · velocity of the surface that it touches, kg·m · m/s */
    vv_vec2 carrier_low, carrier_high; /* bounds of those velocities and 0, m/s */
    bool squeezed;                     /* impulses cancel for the most part */
    float closing_speed;               /* greatest along a normal, m/s */
    bool supported;                    /* something holds it up against gravity */
    bool touches_actor;                /* not obstacles alone */
    float impact_speed;                /* greatest closing speed of a collision with another actor, m/s */
    float max_speed;                   /* that the actors it touches may give it, m/s */
    bool new_contact;                  /* one of them was not touching before */
} touch;

typedef struct hold {
    uint32_t particle;
    vv_vec2 from, to; /* where it is wanted after the last step and after the next */
    float strength;
} hold;

/* Defined in puppet_actor.h. */
struct puppet;

/* What changes the size and mass of a sprite (resize.c). */
typedef struct sizing {
    float goal, density; /* the scale that it grows to; a factor on its drawing's */
    float growth;        /* in this substep it grew by this share of every distance */
    vv_vec2 growth_from; /* from here, relative to the origin */
    float *masses;       /* [particle_count] its own */
} sizing;

/* Weights of m̂, m and q′ in the place after a substep (navigate.c); their sum is 1. */
typedef struct vvi_oscillator {
    float inertia, stay, target;
} vvi_oscillator;

/* What strengths come to in a substep of `h` seconds (rates.c). No state: they follow from `of`. */
typedef struct actor_rates {
    float h;
    uint32_t iterations;
    struct {
        float stiffness, local, damping, drag, equilibrium, settle;
    } of;
    float whole;       /* the share by which matching the whole closes a gap in a substep, */
    float whole_each;  /* and in each of its iterations */
    float rings;       /* the same for neighbourhoods */
    float deformation; /* factors on the velocity of deformation, */
    float drag;        /* and on every velocity */
    vvi_oscillator place;
} actor_rates;

/* A drawing as one body: sums in double over its particles. */
typedef struct motion {
    double centre[2]; /* of mass, relative to the origin */
    double velocity[2];
    double angular; /* momentum about the centre, kg·m²/s */
    double inertia; /* about the centre, kg·m², > 0 */
} motion;

/* Where the way of a kinematic actor begins in the fixed step in hand: its centre of mass, on the stage, and its angle.
 * It ends at its goal. */
typedef struct kinematic_way {
    double from[2], angle;
} kinematic_way;

/* One actor. Particle positions are relative to `origin`, the centre of mass at the start of the substep; the origin
 * is a double, so that a drawing is as sharp at 5 km as at the centre of the stage. World position: origin + x. */
typedef struct actor {
    uint32_t generation; /* how many actors have had this slot; 0: never used */
    bool used, flipped, asleep, failed;
    bool failure_unreported;  /* it failed in the step in hand */
    bool reported_asleep;     /* what the last event about its sleep said */
    bool report_stay;         /* its contacts are reported in every step */
    bool sensor;              /* it blocks nothing, and reports what overlaps it */
    bool kinematic, has_goal; /* it arrives at `goal` and `goal_angle` in the next step */
    bool stops;               /* its velocity was that of a move, which is over: it stands from the next step on */
    const vv_sprite *sprite;
    struct puppet *puppet;             /* NULL: a sprite. puppet_actor.h */
    vvi_sprite_view view;              /* of a puppet: what contact, showing and picking need */
    uint32_t capacity, state_capacity; /* particles that its arrays hold, and numbers of a puppet's state */
    vv_strengths strengths;
    actor_rates *rates; /* ask vvi_actor_rates for them */
    uint32_t layers, mask;
    bool one_way;
    uint32_t round_example;       /* an example whose outline is round; VV_NONE: none is */
    uint64_t in_zones, zones_met; /* bit i: a part of it was in zone i in the last step; in the step in hand */
    vv_tint tint;
    uint64_t hidden_layers;
    uint64_t tag;
    uint64_t order;                            /* greater for an actor that was added later */
    uint64_t drawing, setup, clip_fingerprint; /* what it is made from, what moves it, what it plays: identity.c */

    double origin[2];
    double came_from[2]; /* the centre of mass when the substep began */
    vv_vec2 *x;          /* [particle_count] now */
    vv_vec2 *x0;         /* [particle_count] at the start of the substep; velocities are (x − x0)/h */
    /* x0 in the pose of this substep: what separates it from x is motion; what separates it from x0 is a change of
     * pose, which contact must make room for but must not take for a velocity. x0 itself, or `posed`. */
    vv_vec2 *start, *posed; /* [particle_count] */
    vv_vec2 *v;             /* [particle_count] m/s */
    const vv_vec2 *artwork; /* of a puppet: [particle_count] the positions of its drawing; see artwork_at */
    vv_vec2 *rest;          /* [particle_count] the rest shape of this substep, not rotated, centre of mass at 0 */
    vvi_fit fit;            /* the last global match: angle and centre relative to origin */
    bool fit_is_stale;      /* something else than that match, which keeps its own fit, has moved x since */
    float angle;            /* continuous */
    vv_vec2 velocity;       /* of the centre of mass, at the end of the substep */
    float spin;

    vv_place place, place_before, equilibrium; /* m now, m a substep ago, q */
    float equilibrium_time;                    /* since q was moved last, s */
    /* Where energy moved the target last; used again where the way to it has no direction. */
    vv_place energy_goal;
    float energy;     /* E, decaying, in M·g·size */
    bool energy_rose; /* E grew noticeably in the last substep: the direction of energy is found anew */
    /* What is to be given back (eq. 11–13): the velocity that is due when the centre is at rebound_from, m/s. */
    vv_vec2 rebound;
    double rebound_from[2];
    float stored_time;      /* since contact began to store it, s; 0: nothing is stored */
    float control_rotation; /* by orientation control in the substep before, radians, */
    float control_angle;    /* and the angle that it led to */
    float control_strength; /* 0…1: falls where contact turns the drawing back */
    bool releasing;         /* the rebound is being given back; before, it is collected */
    vv_vec2 force;          /* newton, until changed */
    double mass;            /* Σ of the particles' masses */
    float scale;            /* of its drawing */
    struct sizing *sizing;  /* of a sprite whose size or density may change; NULL: neither does */
    motion now;             /* of x and v, from the velocities of a substep to its end */
    double predicted[3];    /* velocity of the centre and angular momentum after prediction */
    vv_vec2 force_velocity; /* velocity that forces added in this substep */
    /* Translation of x by which navigation kept the support in place; it is no velocity. */
    vv_vec2 support_shift;

    touch touch; /* of this substep */
    /* Velocity of what it touched last, where it touched it: of an obstacle or a kinematic actor, or of what carries
     * another actor, m/s. The filters of contact measure speeds relative to it. */
    vv_vec2 carrier;
    vv_vec2 contact_normal; /* of the last touch, for queries and for the filters; unit or 0 */
    float touch_time;       /* since it last touched anything, s */
    float contact_time;     /* how long it has been touching something, s */
    float air_time;         /* since it was last supported, s */
    float squeezed_time;    /* for so long it counts as squeezed by surfaces that nothing stops, s */
    float squeeze[3];       /* A − 1 of squeeze.c: xx, xy, yy; 0: it is not squeezed */
    float frame_angle;      /* by which the poses of something round are turned within it, radians: shape_frame.c */
    double still_at[2];     /* the origin, and */
    vv_vec2 *still;         /* [particle_count] the drawing, when it came to rest */
    float still_time;       /* since it last moved noticeably, s: for sleep */
    float failed_time;      /* since it last failed, s; only the first of many failures is reported */

    /* Kinematic motion (kinematic.c). */
    double goal[2]; /* of the centre of mass */
    double goal_angle;
    kinematic_way way;

    hold *holds; /* [VV_STAGE_MAX_HOLDS; of a puppet: its hold_capacity] */
    uint32_t hold_count;
    float pressed;       /* impulse of obstacles on an elastic drawing in this substep, N·s */
    const vv_clip *clip; /* what it plays, or NULL, */
    double clip_start;   /* since when, on the stage's clock */
    vv_controller controller;
    void *controller_state; /* [controller.state_bytes] */

    /* The state at the last two fixed steps, to interpolate between: shown[0] older, shown[1] newer. */
    struct shown {
        double origin[2];
        vv_vec2 *x;        /* [particle_count] */
        vv_vec2 low, high; /* bounds of x, where has_bounds is set */
        bool has_bounds;
        float angle;
        vv_place place;
        uint32_t member; /* of a puppet: which of its family it was, and */
        double *c;       /* [state_capacity] its state */
    } shown[2];
    bool jumped; /* teleported since: do not interpolate */

    uint32_t first_joint;  /* 1 + index of the first of its joints; 0: none */
    uint32_t tree_body;    /* 1 + index of its tree_body (joint.h), in a substep; 0: none */
    double joint_shift[2]; /* of the centre, by joints in this substep, m */

    void *memory; /* one block: room for a kept_actor (kept.h), then all arrays */
    size_t memory_bytes;
} actor;

/* Where the frame of an obstacle is. */
typedef struct obstacle_frame {
    double position[2], angle; /* metres on the stage; radians, counting whole turns */
} obstacle_frame;

typedef struct obstacle {
    uint32_t generation;
    bool used;
    vv_obstacle_kind kind;
    uint32_t point_count;
    vv_vec2 *local;  /* [point_count] in its frame; polygons counter-clockwise */
    vv_vec2 *points; /* [point_count] the same on the stage; in a step, where the substep in hand ends */
    float friction;
    bool one_way, sensor;
    uint32_t layers;
    uint64_t tag;
    vv_vec2 low, high;    /* bounds of its way in the substep in hand; infinite for a half plane */
    uint64_t fingerprint; /* of its def: identity.c */
    /* Its motion (obstacle_motion.h). */
    bool has_moved;             /* it was ever moved; otherwise it is where its def says, and saves contain no more */
    float first[3];             /* of its def: position and angle */
    obstacle_frame now, before; /* after the last step, and a step earlier: to interpolate between */
    vv_vec2 velocity;           /* m/s, in the last step, or that it is to have from now on */
    float spin;                 /* rad/s, the same */
    bool stops;                 /* the velocity was that of a move, which is over: it stands from the next step on */
    bool has_goal;              /* it arrives at `goal` in the next step */
    obstacle_frame goal;        /* valid if it has one, and in a step that it moves in: where that ends; */
    bool jumped;                /* teleported since the last step */
    bool is_moving;             /* in the step in hand; in the substep in hand it moves */
    obstacle_frame start, end;  /* from here to here; */
    double cosine, sine;        /* of end.angle */
    void *memory;               /* one block: room for a kept_obstacle (kept.h), then the points */
    size_t memory_bytes;
} obstacle;

/* Awake actors that may touch one another in this substep, and no other awake actor. */
typedef struct contact_island {
    uint32_t *actors; /* [actor_count] indices, ascending */
    uint32_t *pairs;  /* [pair_count] of contact */
    uint32_t *joints; /* [joint_count] */
    uint32_t actor_count, pair_count, joint_count;
    uint32_t point_count; /* contact points */
    float weight;         /* of its actors together, newton */
} contact_island;

/* The state and scratch of contact: contact.h, owned by the contact files. */
typedef struct contacts contacts;
/* The broad phase of questions: query.h. No part of the state. */
typedef struct queries queries;
/* Zones: zone.h. */
typedef struct zones zones;

/* Joints: joint.h, owned by the joint files. */
typedef struct joints joints;

/* What a thread of the host works with: workers.h. */
typedef struct worker worker;

/* What was removed and may come back (kept.h). */
typedef struct kept_actor kept_actor;
typedef struct kept_obstacle kept_obstacle;
#define VVI_KNOWN_CLIPS 64u
typedef struct known_clip {
    const vv_clip *clip;
    uint64_t fingerprint;
} known_clip;

/* Where in a step the stage is called from: what may change it depends on that. */
typedef enum stage_lock {
    STAGE_UNLOCKED,
    STAGE_IN_CONTROLLERS, /* before a fixed step: actors may be changed, but not added or removed */
    STAGE_IN_STEP,        /* nothing may be changed: only observers are called here */
} stage_lock;

struct vv_stage {
    vv_allocator allocator;
    stage_lock lock;
    vv_stage_def def;
    actor *actors;        /* [def.max_actors] */
    uint32_t actor_end;   /* one past the last index in use */
    uint32_t awake_count; /* when the substep in hand began */
    obstacle *obstacles;  /* [def.max_obstacles] */
    uint32_t obstacle_end;
    contacts *contacts;
    joints *joints;
    queries *queries;
    zones *zones;
    void *scratch; /* for the kernels: as large as the largest sprite needs */
    size_t scratch_bytes;
    vv_vec2 *shape; /* [shape_count] another rest shape, for any actor */
    uint32_t shape_count;
    /* [def.max_events] Those of the last call of vv_stage_step; what has happened since then follows, and belongs to
     * the next call. */
    vv_event *events;
    uint32_t event_count, past_event_count;
    uint32_t unreported_failures;        /* actors that failed in the step in hand */
    bool events_overflowed, events_lost; /* in this call of vv_stage_step; since the last one */
    uint32_t *puppets;                   /* [puppet_count] indices of puppets, in the order they came */
    uint32_t puppet_count;
    uint64_t step_count, added; /* fixed steps, and actors, since the stage was made */
    double now;                 /* the end of the substep in hand; between steps, of the last one */
    uint32_t substep;           /* in hand, of the step: 1…def.substeps */
    float pending;              /* time that is due but not yet stepped, 0…def.step */
    void (*observe)(void *user, vv_step_phase phase);
    void *observer;
    kept_actor *kept_actors;       /* the newest first */
    kept_obstacle *kept_obstacles; /* the same */
    known_clip known_clips[VVI_KNOWN_CLIPS];
    uint32_t known_clip_count;
    vv_restore_change *changes; /* [change_capacity] of the last restore */
    uint32_t change_count, change_capacity;
    vv_jobs jobs;    /* workers 0: none */
    worker *workers; /* [jobs.workers] (workers.h) */
};

/* The actor of an id, or NULL if it is not on the stage any more. */
actor *vvi_stage_actor(const vv_stage *stage, vv_actor id);
/* The same for a caller that is going to change it: NULL in the middle of a step too. */
actor *vvi_stage_actor_to_change(const vv_stage *stage, vv_actor id);
/* VV_ERROR_LOCKED with its message if the stage is being stepped; `function` is the public one that was called. */
vv_result vvi_stage_check_unlocked(const vv_stage *stage, const char *function, vv_error *error);
/* Lowers actor_end and obstacle_end to what is in use. */
void vvi_stage_trim_ends(vv_stage *stage);
/* Fills `puppets`. */
void vvi_stage_list_puppets(vv_stage *stage);
static inline vv_actor actor_id(const vv_stage *stage, const actor *a)
{
    return (vv_actor){(uint32_t)(a - stage->actors), a->generation};
}
/* The gravity by which lengths and speeds are made dimensionless: the stage's, or the earth's on a stage without. */
float vvi_stage_gravity(const vv_stage *stage);

/* Whether gravity or wind is one that a stage may have: finite, within ±1e6. */
bool vvi_stage_is_field_in_range(vv_vec2 v);

static inline bool is_awake(const actor *a) { return a->used && !a->asleep; }

/* World position of a particle. */
static inline vv_vec2 particle_at(const actor *a, uint32_t i)
{
    return (vv_vec2){(float)(a->origin[0] + (double)a->x[i].x), (float)(a->origin[1] + (double)a->x[i].y)};
}

/* A particle of the drawing at rest, where the artist drew it: for holds and picking. */
static inline vv_vec2 artwork_at(const actor *a, uint32_t i)
{
    return a->artwork ? a->artwork[i] : vv_vec2_add(vvi_skin_read_vertex(a->view.skin, i, NULL), a->view.centre);
}

/* The share by which one of `iterations` corrections in a substep of `h` seconds closes a gap, so that together they
 * act like a spring of this frequency: k = 1 − (1 + (2πfh)²)^(−1/iterations). */
float vvi_stage_correction_share(float frequency, float h, uint32_t iterations);

/* Of its strengths as they are now. */
const actor_rates *vvi_actor_rates(const actor *a, float h, uint32_t iterations);

/* ---- Contact (contact.c and its neighbours) ---------------------------------------------------------------------- */

vv_result vvi_contacts_create(vv_stage *stage, vv_error *error);
void vvi_contacts_destroy(vv_stage *stage);
/* An actor or obstacle was added or removed: allocate or remove what belongs to it. */
vv_result vvi_contacts_actor_added(vv_stage *stage, uint32_t actor, vv_error *error);
/* Before an obstacle is added to a slot. */
vv_result vvi_contacts_reserve_obstacle(vv_stage *stage, uint32_t index, uint32_t points, vv_error *error);
void vvi_contacts_actor_removed(vv_stage *stage, uint32_t actor);
void vvi_contacts_obstacle_added(vv_stage *stage, uint32_t obstacle); /* wakes actors that it overlaps */
void vvi_contacts_obstacle_removed(vv_stage *stage, uint32_t obstacle);
/* It was teleported: it may be anywhere in those that it overlaps, and wakes them. */
void vvi_contacts_obstacle_jumped(vv_stage *stage, uint32_t obstacle);
/* Wakes the sleepers that an obstacle touches, or meets on its way. */
void vvi_contacts_wake_met(vv_stage *stage, uint32_t obstacle);

/* Once a substep for every awake actor, when it is predicted and its place is found: x0 and x are set. Computes its
 * bounds and clears its `touch`, which until then is that of the substep before. */
void vvi_contacts_add_actor(vv_stage *stage, actor *a);
/* Once a substep, when all actors are added. Finds pairs that may touch between x0 and x (broad phase, relative swept
 * test) and wakes sleepers that are struck. */
void vvi_contacts_begin(vv_stage *stage, float h);
/* The islands of this substep, which are solved one after the other. */
uint32_t vvi_contacts_islands(const vv_stage *stage, const contact_island **first);
/* The first for every island: where its constraints lie. */
void vvi_contacts_begin_island(vv_stage *stage, const contact_island *island);
/* Before the iterations: relaxes old penetration, and applies the warm start. */
void vvi_contacts_prepare(vv_stage *stage, const contact_island *island, float h);
/* Once an iteration, after matching: solves contact and friction. `last`: the last iteration of this substep, which
 * adds to every actor's `touch`. */
void vvi_contacts_solve(vv_stage *stage, const contact_island *island, float h, bool last);
/* After velocities were made from positions: removes approaching velocities at resting contacts, completes `touch`, and
 * records what events will report. */
void vvi_contacts_end(vv_stage *stage, const contact_island *island, float h);
/* After the filters: puts back what has been pushed across a thin wall (contact_walls.c). */
void vvi_contacts_hold_walls(vv_stage *stage, const contact_island *island);
/* Once a fixed step: reports who began to touch, touches, was hit and parted. */
void vvi_contacts_report_events(vv_stage *stage);
/* Once a fixed step: puts whole islands at rest to sleep. */
void vvi_contacts_sleep(vv_stage *stage, float seconds);
/* Wakes an actor and the sleepers of its island (sleep.c). */
void vvi_actor_wake(vv_stage *stage, actor *a);
/* Clears what contact and prediction left in an actor that is put to sleep or restored. */
void vvi_actor_clear_substep(actor *a);
/* The state of contact as part of the saved state (also used to count and to hash). Bytes are restored only after
 * `check` has accepted all of them, and left the reader behind them; at that time the actors have their saved state
 * already. */
void vvi_contacts_save(const vv_stage *stage, vvi_writer *writer);
void vvi_contacts_check(const vv_stage *stage, vvi_reader *reader);
void vvi_contacts_restore(vv_stage *stage, vvi_reader *reader);
/* The most bytes that it can be on a stage of this def. */
size_t vvi_contacts_save_limit(const vv_stage_def *def);

/* ---- Joints (joint.c and its neighbours) ------------------------------------------------------------------------- */

vv_result vvi_joints_create(vv_stage *stage, vv_error *error);
void vvi_joints_destroy(vv_stage *stage);
/* Before an actor or obstacle is removed: removes its joints. */
void vvi_joints_actor_removed(vv_stage *stage, uint32_t index);
void vvi_joints_obstacle_removed(vv_stage *stage, uint32_t index);
/* An actor was flipped: angles go on as they were. */
void vvi_joints_keep_angles(vv_stage *stage, uint32_t index);
/* Before and after a puppet becomes another member of its family: its joints hold the vertices that are nearest
 * then. */
/* The actor has another size or mass: finds the patches of its joints again. */
void vvi_joints_find_patches(vv_stage *stage, uint32_t index);
/* In a step, where it is joined, relative to its origin. False: nowhere, or at several points. */
bool vvi_joints_find_single_point(const vv_stage *stage, uint32_t index, vv_vec2 *point);
void vvi_joints_leave_drawing(vv_stage *stage, uint32_t index);
void vvi_joints_enter_drawing(vv_stage *stage, uint32_t index);
/* Whether a joint between an actor and another one (or an obstacle) lets them pass through each other. */
bool vvi_joints_forbid_contact(const vv_stage *stage, uint32_t index, uint32_t other, bool is_obstacle);
/* Joins the islands of actors that are joined; `awake`: only where both are. */
void vvi_joints_join_islands(vv_stage *stage, bool awake);
/* The actor to whose island a joint belongs; VV_NONE: there is no such joint, or it sleeps. */
uint32_t vvi_joint_island_actor(const vv_stage *stage, uint32_t index);
/* Before a step, when obstacles know how they move: wakes what is joined to those that do. */
void vvi_joints_begin_step(vv_stage *stage);
/* After the substeps: what joints carried in this step, and those that break. */
void vvi_joints_finish_step(vv_stage *stage);

/* ---- Sensors (sensor.c) ------------------------------------------------------------------------------------------ */

void vvi_sensors_actor_removed(vv_stage *stage, uint32_t actor);
void vvi_sensors_obstacle_removed(vv_stage *stage, uint32_t obstacle);
/* Once a fixed step, when everyone has arrived: reports who entered and left. */
void vvi_sensors_step(vv_stage *stage);
/* It was moved between two steps, or is a sensor from now on, or no more, or has other layers. */
void vvi_sensors_obstacle_changed(vv_stage *stage, uint32_t obstacle);

/* ---- Places in a complex (places.c) ------------------------------------------------------------------------- */

/* The place at the share t (0…1) of the way from a to b: straight inside a simplex that holds both, else along the
 * shortest path. */
vv_place vvi_place_lerp(const vv_complex *complex, vv_place a, vv_place b, float t);
/* Where the way from `from` through `through` ends when it is continued straight to the border of its simplex; where
 * it has arrived there, the neighbouring example that leads away from `from` best. `through` itself if there is
 * nothing beyond. */
vv_place vvi_place_far_end(const vv_complex *complex, vv_place from, vv_place through);
/* The same for t > 1: the way from a to b is continued beyond b as above. */
vv_place vvi_place_extrapolate(const vv_complex *complex, vv_place a, vv_place b, float t);
/* The example next to `at` (corner of a simplex that holds it) that is furthest away; `at` itself if there is none. */
vv_place vvi_place_neighbour(const vv_complex *complex, vv_place at);

/* ---- Passes over particles (particles.c) ------------------------------------------------------------------------- */

motion vvi_actor_motion(const actor *a);
/* v = keep·v + gain; x0 = x; x += (v − gain/2)·h: `after` is the motion then. False: a particle is too fast, too far
 * or not finite. */
bool vvi_actor_advance(actor *a, float keep, vv_vec2 gain, float h, motion *after);
/* v = (x − x0 − less)/h. */
motion vvi_actor_measure_velocities(actor *a, vv_vec2 less, float h);
/* Gives the drawing, whose motion is `now`, exactly this velocity of the centre and this angular momentum, and keeps
 * the share `keep` of its deformation velocity, which has neither. */
void vvi_actor_set_motion(actor *a, const motion *now, const double velocity[2], double angular, double keep);
/* x += by. False: a particle is farther than `far` from the origin, its velocity differs by more than `fast` from
 * `velocity`, or it is not finite. */
bool vvi_actor_translate(actor *a, vv_vec2 by, float far, vv_vec2 velocity, float fast);

/* ---- Passes over positions (positions.c) ------------------------------------------------------------------------- */

/* Without sums; `count` is that of a sprite's particles, and the padding behind them is written too. */

/* values += shift + sine × (x − pivot) − versine·(x − pivot); x may be `values`. */
void vvi_positions_add_rigid(uint32_t count, const vv_vec2 *x, vv_vec2 pivot, vv_vec2 shift, float sine, float versine,
                             vv_vec2 *values);
/* x += turn·(to − from) */
void vvi_positions_add_change(uint32_t count, vv_mat2 turn, const vv_vec2 *from, const vv_vec2 *to, vv_vec2 *x);
/* out = x − turn·shape */
void vvi_positions_subtract_turned(uint32_t count, vv_mat2 turn, const vv_vec2 *x, const vv_vec2 *shape, vv_vec2 *out);
/* x = (x + by) + turn·shape */
void vvi_positions_add_turned(uint32_t count, vv_mat2 turn, vv_vec2 by, const vv_vec2 *shape, vv_vec2 *x);
/* x += by */
void vvi_positions_add(uint32_t count, vv_vec2 by, vv_vec2 *x);
/* v += spin × (x − centre) */
void vvi_positions_add_spin(uint32_t count, const vv_vec2 *x, vv_vec2 centre, float spin, vv_vec2 *v);
/* x = centre + turn·(x − centre) */
void vvi_positions_rotate(uint32_t count, vv_mat2 turn, vv_vec2 centre, vv_vec2 *x);
/* min n · x */
float vvi_positions_lowest(uint32_t count, const vv_vec2 *x, vv_vec2 n);

/* ---- Motion of a whole drawing (motion.c) ------------------------------------------------------------------------ */

/* Adds a velocity to the whole drawing. */
void vvi_actor_add_velocity(actor *a, vv_vec2 velocity);
/* Adds a rotation about `now.centre`. */
void vvi_actor_add_spin(actor *a, float spin);
/* The lowest particle along `normal` of a shape rotated by `angle`: min n · R x. */
float vvi_support_distance(const vvi_sprite_view *view, const vv_vec2 *x, float angle, vv_vec2 normal);
/* Restores the last good state, at rest; reported unless a failure was reported recently. */
void vvi_actor_recover(vv_stage *stage, actor *a);

/* ---- Fingerprints (identity.c) ----------------------------------------------------------------------------------- */

/* Sets drawing, setup and clip_fingerprint of an actor that is not counted as used yet. */
void vvi_actor_identify(const vv_stage *stage, actor *a, const vv_actor_def *def);
/* 0: no clip. */
uint64_t vvi_clip_fingerprint(const vv_clip *clip);
/* Of its kind, its points, and where its def puts it. */
uint64_t vvi_obstacle_fingerprint(const obstacle *o, const vv_obstacle_def *def);

/* ---- Properties (properties.c) ----------------------------------------------------------------------------------- */

/* Those of a def, into an actor. */
vv_result vvi_actor_check_properties(const vv_actor_def *def, vv_error *error);
void vvi_actor_take_properties(actor *a, const vv_actor_def *def);

/* ---- Size (resize.c) --------------------------------------------------------------------------------------------- */

vv_result vvi_actor_check_size(const vv_actor_def *def, vv_error *error);
bool vvi_actor_has_own_masses(const vv_actor_def *def);
void vvi_actor_take_size(actor *a, const vv_actor_def *def);
/* Before a substep of a sprite is predicted. */
void vvi_actor_grow(vv_stage *stage, actor *a, float h);

/* ---- Zones (zone.c, zone_effect.c) ------------------------------------------------------------------------------- */

vv_result vvi_zones_create(vv_stage *stage, vv_error *error);
void vvi_zones_destroy(vv_stage *stage);
void vvi_zones_begin_step(vv_stage *stage);
void vvi_zones_report(vv_stage *stage); /* after a fixed step: who entered, and who left */

/* ---- Limits (limit.c) -------------------------------------------------------------------------------------------- */

/* Limits the stretch, spin, deformation velocity and speed of a sprite to what a substep of h seconds can resolve.
 * a->rest is that of its place, the origin its centre. False: a number is not finite. */
bool vvi_actor_limit(actor *a, float h);
/* Limits the motion of a sprite that moving surfaces squeeze, or have squeezed lately. */
void vvi_actor_limit_squeezed(const vv_stage *stage, actor *a, float h);
/* Scales its motion so that no particle is faster than this, m/s. */
void vvi_actor_limit_speed(actor *a, float most);
/* The velocity that forces add in a substep, limited so that nothing diverges. */
vv_vec2 vvi_actor_limit_gain(const actor *a, float keep, vv_vec2 gain);

/* ---- Squeezing (squeeze.c) --------------------------------------------------------------------------------------- */

/* Whether its rest shape gives way to surfaces that squeeze it. */
bool vvi_is_squeezed(const actor *a);
bool vvi_is_squeeze_sane(const actor *a);
/* Applies that to a rest shape. */
void vvi_actor_squeeze_rest(const actor *a, vv_vec2 *rest);
/* At the end of a substep: squeezes a sprite into the room that the surfaces around it leave, or lets it spring back.
 * Changes x and the rest shape, and no velocity. */
void vvi_actor_squeeze(vv_stage *stage, const contact_island *island, actor *a, float h);

/* ---- Clips (play.c) ---------------------------------------------------------------------------------------------- */

/* Whether an actor may play the clip of its def: it is for as many handles, and its start is finite. */
vv_result vvi_clip_check(const vv_actor_def *def, uint32_t handle_count, vv_error *error);
/* The rest shape of a sprite at a place, with the aims of its clip at time `at`. Only tracks that are active at time
 * `like` are applied; where one is not active yet at `at`, its aim at `like` is used: so between the two no track
 * begins or ends. */
void vvi_actor_rest_shape(const vv_stage *stage, const actor *a, vv_place place, double at, double like, vv_vec2 *rest);
/* Updates a->rest to its place and the current time. */
void vvi_actor_update_rest(const vv_stage *stage, actor *a);
/* Before velocities are taken: moves x0 by the change that the clip made to the shape in this substep. Parts that a
 * clip drives have no momentum of their own; otherwise they would overshoot and push the place along. */
void vvi_actor_remove_clip_velocity(vv_stage *stage, actor *a, float h);
/* Whether a track of its clip ended in this substep. Its place then becomes the one nearest to the shape in which the
 * clip left it, and eases back from there. */
bool vvi_actor_is_clip_released(const vv_stage *stage, const actor *a, float h);
/* The place that is nearest to positions, which may be stage->shape. */
vv_place vvi_actor_project(vv_stage *stage, const actor *a, const vv_vec2 *x);
void vvi_actor_project_place(vv_stage *stage, actor *a, float angle);
/* Positions without the contribution of the clip, which the complex should not answer for: in stage->shape. */
const vv_vec2 *vvi_actor_positions_without_clip(vv_stage *stage, const actor *a, float angle);
/* Whether its clip may still move it. */
bool vvi_actor_is_playing(const vv_stage *stage, const actor *a);

/* ---- The frame of a round drawing's poses (shape_frame.c) -------------------------------------------------------- */

/* VV_NONE if no example is round, or there is only one. Uses stage->shape and its scratch. */
uint32_t vvi_find_round_example(vv_stage *stage, const vvi_sprite_view *view);
/* Whether its poses are turned: it is round, and has energy. */
bool vvi_has_frame(const actor *a);
/* Whether a place is that of the round example, which looks the same in every frame. */
bool vvi_is_round_place(const actor *a, vv_place place);
/* The next frame_angle, where the drawing itself will be at this angle. */
float vvi_actor_next_frame(const vv_stage *stage, const actor *a, float angle, float h);
bool vvi_actor_is_frame_turned(const actor *a);
/* Turns a rest shape by the frame, and positions back to where they can be projected. */
void vvi_actor_turn_rest(const actor *a, vv_vec2 *rest);
void vvi_actor_turn_back(const actor *a, vv_vec2 *x);

/* ---- Filters (predict.c, navigate.c, momentum.c, orient.c, flip.c) ----------------------------------------------- */

/* v += f/m·h; x0 = x; x += v·h: the beginning of a substep of an actor that is awake or has just been woken. */
void vvi_actor_predict(vv_stage *stage, actor *a, float h);
bool vvi_hold_is_sane(const vv_hold *h);
/* Moves held particles to where they are held; exact holds (strength INFINITY) have no inverse mass for contact
 * either. */
void vvi_actor_solve_holds(vv_stage *stage, actor *a, float h);
void vvi_actor_finish_holds(actor *a); /* after a step */
bool vvi_hold_is_exact(const hold *held);
/* Where a held particle is wanted at the end of the substep, relative to the origin. */
vv_vec2 vvi_hold_goal(const vv_stage *stage, const actor *a, const hold *held, float h);
/* Velocities from positions; restores the angular momentum that matching lost (the torque of contact is booked and
 * stays); damps deformation. */
void vvi_actor_velocities(vv_stage *stage, actor *a, float h);
/* The end of a substep: the origin moves to the centre of mass; angle, velocity and spin are set; a state that is not
 * finite, diverges or leaves the box is replaced by the last good one and reported. */
void vvi_actor_finish(vv_stage *stage, actor *a, float h);
/* Updates how long it has been touching and in the air, after a substep. */
void vvi_actor_update_times(actor *a, float h);
/* What is shown becomes its mirror image (a flip). */
void vvi_actor_mirror_shown(vv_stage *stage, actor *a);
/* Shows the state as it is now, not interpolated. */
void vvi_actor_show_now(actor *a);
/* The share by which the time shown lies between the older state and the newer, 0…1. */
float vvi_shown_share(const vv_stage *stage);
/* The same until the next step, for an actor that was moved at once. */
void vvi_actor_jump(vv_stage *stage, actor *a);
/* Particle i at the time shown, of which t is the interpolation share; and the origin, angle and place. */
vv_vec2 vvi_shown_particle(const actor *a, uint32_t i, double t);
void vvi_actor_shown_pose(const vv_stage *stage, const actor *a, double origin[2], float *angle, vv_place *place);
/* The topmost triangle under a point of the stage, and where in it. */
bool vvi_find_shown_triangle(const vv_stage *stage, const actor *a, vv_vec2 point, uint32_t corners[3],
                             float weights[3]);
/* Bounds of the drawing at every time that can be shown before the next step, on the stage, rounded outwards. */
void vvi_actor_shown_bounds(actor *a, vv_vec2 *low, vv_vec2 *high);
/* What is shown has changed: the next question looks at it anew (query.h). */
void vvi_queries_outdate(vv_stage *stage);
/* The same after a fixed step. Whether there is likely to be a question before the next one. */
bool vvi_queries_advance(vv_stage *stage);
/* After a fixed step: what was the newer shown state becomes the older. */
void vvi_stage_record_shown(vv_stage *stage);

/* ---- Elasticity (elastic.c) -------------------------------------------------------------------------------------- */

/* How much of a sheet of rubber a sprite is, 0…1: 1 where its stiffness is 0, 0 where it is firm. */
float vvi_actor_elasticity(const actor *a);
/* By how much of a change of its rest shape a sprite is moved along. What is soft follows the rest by its elasticity
 * and by matching, as softly as these are; what a clip leads goes where that says. */
float vvi_actor_carried_share(const actor *a);
size_t vvi_elastic_scratch_bytes(const vvi_sprite_view *view);
/* Before matching, of one whose elasticity is not 0: moves x from the prediction to where its elasticity, its holds and
 * obstacles bring it. v becomes what the velocity at the end of the substep exceeds (x − x0 − support_shift)/h by. */
void vvi_actor_apply_elasticity(vv_stage *stage, const contact_island *island, actor *a, float h);

/* Finds the place of this substep (projection, then energy, equilibrium and velocity); sets place and rest. */
void vvi_actor_navigate(vv_stage *stage, actor *a, float h);
/* After velocities: stores and releases momentum (eq. 11–13). */
void vvi_actor_momentum(vv_stage *stage, actor *a, float h);
/* After velocities: rotates positions and velocities together towards the goal angle (eq. 14). */
void vvi_actor_orient(vv_stage *stage, actor *a, float h);
/* The angle that is upright along the contact normal, or the velocity; `*weight` is how much that counts, 0…1. */
float vvi_actor_goal_angle(const vv_stage *stage, const actor *a, float *weight);
void vvi_actor_flip(vv_stage *stage, actor *a);

/* ---- Kinematic actors (kinematic.c) ------------------------------------------------------------------------------ */

/* An actor becomes kinematic. */
void vvi_kinematic_begin(const vv_stage *stage, actor *a);
/* Before a fixed step: plans the ways, and wakes what rests on surfaces that move. */
void vvi_kinematic_begin_step(vv_stage *stage);
/* Whether it moves, or changes its shape: what lies on it does not sleep. */
bool vvi_is_surface_moving(const actor *a);
/* The beginning and the end of a substep; a puppet has no beginning but its own. */
void vvi_kinematic_predict(vv_stage *stage, actor *a, float h);
void vvi_kinematic_finish(vv_stage *stage, actor *a, float h);
/* Before the step of a kinematic puppet: moves its frame to where it is to arrive; travel.start stays where it was on
 * the stage. After it: without targets that say where it is, its centre stays in the frame. */
void vvi_kinematic_move_frame(actor *a);
void vvi_kinematic_center(const vv_stage *stage, actor *a);

/* ---- Events (events.c) ------------------------------------------------------------------------------------------- */

void vvi_stage_report(vv_stage *stage, const vv_event *event);
/* When vv_stage_step begins and ends. */
void vvi_stage_begin_events(vv_stage *stage);
void vvi_stage_end_events(vv_stage *stage);
/* After a restore: what happened before did not happen. */
void vvi_stage_drop_events(vv_stage *stage);
/* After a fixed step: reports the actors that failed in it, in the order of their slots. */
void vvi_stage_report_failures(vv_stage *stage);
/* After a fixed step: reports the actors that fell asleep or woke. */
void vvi_stage_report_sleep(vv_stage *stage);

#endif
