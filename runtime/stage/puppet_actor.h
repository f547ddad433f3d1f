/* A puppet as an actor on the stage: its state, and what the stage calls.
 *
 * Once a fixed step a puppet makes its own step in handle space (puppet_step.c; the step itself is puppet/step.c).
 * Into it go aims from its clip, from the host (vv_stage_set_handle_target) and from what its handles follow
 * (puppet_aims.c, puppet_follow.c, puppet_path.c), holds, and obstacles inside the implicit solve
 * (puppet_obstacles.c). During the substeps of the sprites its vertices move evenly along that step
 * (puppet_substeps.c). Other actors touch it there, and an impulse at a point moves its handles as the step would
 * have, with elasticity, keys and holds (puppet_response.c, puppet/response.c), so no energy is added.
 *
 * Handle space is never mirrored: a flipped puppet is one whose stage is mirrored (x ↦ −x about its origin). So
 * everything that passes between stage and state goes through mirrored() and mirror_vector(). */
#ifndef VVI_STAGE_PUPPET_ACTOR_H
#define VVI_STAGE_PUPPET_ACTOR_H

#include "runtime/stage/contact.h"
#include "runtime/stage/puppet_copy.h"
#include "runtime/stage/walk.h"

#define PUPPET_MAX_CONTACTS 16u /* contact points with obstacles in one step */
#define PUPPET_BEND_NUMBERS 5u  /* [stride] of a bend */
/* contact points with other actors that move it in one substep; further ones do not */
#define PUPPET_MAX_BENDS 48u
/* No vertex of a puppet may be further from its centre than this times its radius: keys may pull it far. */
#define PUPPET_MAX_SPREAD 1000.0f

/* Where the artwork lies on the stage, for keys: x ↦ at + R(angle) F x, with F the mirror if it is flipped. */
typedef struct placement {
    double at[2], angle;
    bool flipped;
} placement;

/* One member of the actor's family; without a family, the puppet itself. */
typedef struct member {
    vvi_puppet_view view;
    vvi_sprite_view body; /* the same, as contact and drawing see it */
    outline outline;
    vvi_puppet_solver *solver;
    vvi_puppet_state state;
    double *last_good; /* [2][stride] c at the end of the last fixed step */
} member;

/* A smooth curve, sampled. */
typedef struct vvi_curve vvi_curve;

/* A handle that follows something. */
typedef struct follower {
    vv_follow def;
    const vvi_curve *curve; /* if it follows a path */
    bool begun;
    double position[2], velocity[2]; /* of a particle, on the stage, after the last fixed step */
    /* relative to the handle that it follows, when it began */
    double relative_position[2], relative_angle, relative_scale[2];
    /* the angle of the handle that it follows (path: of its own handle) when it began, and now, continuous */
    double start_angle, followed_angle;
} follower;

/* The friction anchor of a point that touched in the last step: where along the obstacle static friction holds it. */
typedef struct anchor {
    uint32_t obstacle, vertex;
    vv_vec2 normal;      /* on the stage */
    double position;     /* along the tangent (the normal rotated left), on the stage, m */
    double normal_force; /* N */
} anchor;

/* A contact point with an obstacle in this step. */
typedef struct puppet_contact {
    uint32_t obstacle;
    edge_point side;
    vv_vec2 normal, stage_normal;     /* the normal in the space of the state, and on the stage */
    double *normal_row, *tangent_row; /* [2][stride] rows: n·x and t·x */
    double *shape, *response; /* [stride] φ of the point, and M̃⁻¹φ: how an impulse at it changes the velocity */
    uint32_t *columns;        /* [column_count] those in which φ is not 0 */
    uint32_t column_count;
    double offset, target; /* the gap is normal_row·c + offset, m; it should not be below the target */
    double anchor;         /* the value of tangent_row·c at which static friction holds it */
    double stiffness, friction;
    double approach_speed; /* at the start of the step, relative to the obstacle, m/s */
    vv_vec2 surface;       /* velocity of the obstacle there at the end of the step, in the space of the state, m/s */
    double friction_limit; /* N */
    double normal_force;   /* at the end of the step, N */
    double slide;          /* distance from the anchor along the tangent, m */
    bool is_sticking;      /* held by static friction */
    bool is_new;           /* it did not touch in the step before */
} puppet_contact;

/* The motion through the substeps of a fixed step, and what contact with other actors adds to it, in handle space,
 * where an impulse at a point is answered by M̃⁻¹. That conserves momentum, since handles can translate and rotate
 * the whole drawing. */
typedef struct substep_motion {
    vv_vec2 *start, *end;                   /* [vertex_count] start and end of its own step, relative to the origin */
    vv_vec2 *start_velocity;                /* [vertex_count] */
    vv_vec2 *offsets;                       /* [vertex_count] scratch */
    uint32_t done;                          /* number of substeps */
    double *displacement, *velocity_change; /* [2][stride] displacement and velocity that contact added in this step */
    double *substep_displacement;           /* [2][stride] displacement of this substep that is not yet velocity */
    /* [2][stride] displacement or velocity of this iteration, not yet applied to the vertices */
    double *pending;
    bool was_pushed;                             /* contact has added something */
    point_response bends[PUPPET_MAX_BENDS + 1u]; /* of this substep's rows; the last is for rigid response */
    double *bend_memory;                         /* [PUPPET_MAX_BENDS + 1][PUPPET_BEND_NUMBERS][stride] */
    double *state;                               /* [2][stride] the state in this substep */
    double fraction;                             /* 0…1 of its own step that is done */
    bool has_response;                           /* the solver has prepared its response for this substep */
    uint32_t bend_count;
} substep_motion;

typedef struct puppet {
    vvi_arena arena; /* owns everything below */
    const vv_family *family;
    uint32_t member_count, current, base; /* base: the member that clips and aims are made for */
    member *members;                      /* [member_count] */
    vv_material material;
    uint32_t attraction_count;
    uint32_t *attractions;
    placement place;
    /* [3 · handle_count of the base member] aims set by the host, on the stage; strength 0: none */
    vv_handle_target *host_aims;
    uint32_t follow_count;
    follower *follows;
    vvi_aim *aims; /* [aim_capacity] of this step */
    /* [handle_count of the base member] vv_handle_parts that clip, follows and host want of each handle in this step,
     * whether or not the current member has it */
    uint8_t *keyed_parts;
    uint32_t aim_count, aim_capacity;
    vvi_row *rows; /* [row_capacity] holds, then copies */
    double *row_memory;
    uint32_t row_count, row_capacity, hold_capacity;
    uint8_t *fixed; /* [column_count] columns that keys hold exactly, which no impulse moves */
    anchor anchors[PUPPET_MAX_CONTACTS];
    uint32_t anchor_count;
    puppet_contact points[PUPPET_MAX_CONTACTS]; /* of this step */
    uint32_t point_count;
    float reach;               /* how far from its origin a vertex may get in this step, m */
    bool had_impact;           /* an obstacle stopped it: the step is one of implicit Euler */
    uint32_t euler_steps_left; /* further steps of implicit Euler after an impact */
    bool has_contact_points;   /* contact points have been searched for in this step */
    double *scratch, *image;   /* [2][stride] */
    double *backup;            /* [4][2][stride] the state at the start of the step */
    float *backup_mix;
    substep_motion travel;
    vvi_transitions transitions; /* within its family */
    uint32_t *every_example;     /* [largest example count of a member] 0, 1, 2, … */
    uint32_t copy_count;
    vvi_copying *copies; /* [copy_count] */
    double *region_rows; /* [3][stride] scratch */
} puppet;

static inline member *current_member(const actor *a) { return &a->puppet->members[a->puppet->current]; }
static inline double mirrored(const actor *a, double x) { return a->flipped ? -x : x; }
/* From a vector on the stage to one in the space of the state, and back: the function is its own inverse. */
static inline vv_vec2 mirror_vector(const actor *a, vv_vec2 v) { return a->flipped ? (vv_vec2){-v.x, v.y} : v; }

/* ---- Creation and removal (puppet_actor.c) ----------------------------------------------------------------------- */

vv_result vvi_puppet_check_def(const vv_stage *stage, const vv_actor_def *def, vv_error *error);
/* Allocates everything that a puppet needs, and fills a->view. */
vv_result vvi_puppet_add(vv_stage *stage, actor *a, const vv_actor_def *def, vv_error *error);
void vvi_puppet_place(vv_stage *stage, actor *a, const vv_actor_def *def);
void vvi_puppet_remove(vv_stage *stage, actor *a);

/* ---- States as rigid bodies (puppet_rigid_motion.c) -------------------------------------------------------------- */

void vvi_state_centre(const vvi_puppet_view *view, const double *c, double centre[2]);
void vvi_state_translate(const vvi_puppet_view *view, double *c, const double by[2]);
/* Rotates c about a point. */
void vvi_state_rotate(const vvi_puppet_view *view, double *c, double angle, const double about[2]);
/* out[2][stride] = the velocity of c that a rigid motion has, given by a velocity and a spin about a point. */
void vvi_state_rigid_velocity(const vvi_puppet_view *view, const double *c, const double velocity[2], double spin,
                              const double about[2], double *out);
/* Adds a velocity to the state and its history, as if it had always had it: multistep integration needs that after a
 * jump. */
void vvi_state_add_velocity(const vvi_puppet_view *view, vvi_puppet_state *s, const double *velocity, double h);
/* out[stride] += weight · φ of a vertex. */
void vvi_state_add_basis(const vvi_puppet_view *view, uint32_t vertex, double weight, double *out);

/* d · x of a contact point in a state, both in the space of the state. */
double vvi_point_along(const puppet_contact *q, vv_vec2 d, const double *c, size_t stride);

/* The rigid motion of a state. */
typedef struct rigid_motion {
    double centre[2], velocity[2], spin, inertia;
} rigid_motion;

rigid_motion vvi_puppet_rigid_motion(const actor *a);
/* Adds a velocity and a spin about the centre to the state. */
void vvi_puppet_add_rigid_motion(const vv_stage *stage, actor *a, const rigid_motion *w, const double velocity[2],
                                 double spin);
double vvi_state_dot(const double *a, const double *b, size_t count);

/* ---- Changes by others (puppet_access.c) ------------------------------------------------------------------------- */

/* Updates x and v of the actor from its state. */
void vvi_puppet_update_vertices(actor *a);
/* Adds a velocity and a spin, both on the stage. */
void vvi_puppet_add_motion(const vv_stage *stage, actor *a, const double velocity[2], double spin);
void vvi_puppet_scale_speed(actor *a, float share);
void vvi_puppet_rotate(actor *a, double angle);
/* The actor was teleported from a centre at `from` and rotated by `angle`: moves its clip with it. */
void vvi_puppet_move_clip(actor *a, const double from[2], float angle);
void vvi_puppet_flip(vv_stage *stage, actor *a);
void vvi_puppet_recover(actor *a);
/* rest[vertex_count] = the shape that attracts it, not rotated, its centre of mass at 0; mirrored if it is flipped. */
void vvi_puppet_rest(const actor *a, vv_vec2 *rest);
/* Also sets the sprite strengths that contact and the stage's filters read. */
void vvi_puppet_set_material(actor *a, const vv_material *material);
/* Whether the host may set this aim: the limits are those of keys of clips. */
bool vvi_host_aim_is_sane(const vv_handle_target *aim, vv_handle_channel channel);

/* ---- The step (puppet_step.c, puppet_aims.c, puppet_follow.c, puppet_path.c) ------------------------------------- */

/* Steps every puppet once, in the order in which they were added. */
void vvi_puppets_step(vv_stage *stage);
/* Pivot, angle and scales of a handle on the stage, at the state c. */
void vvi_puppet_handle_transform(const actor *a, const double *c, uint32_t handle, double at[2], double *angle,
                                 double scale[2]);
void vvi_puppet_find_aims(vv_stage *stage, actor *a, double time);
void vvi_puppet_add_aim(actor *a, const vvi_aim *aim);
void vvi_puppet_find_holds(vv_stage *stage, actor *a);
vv_result vvi_follow_check(const vv_stage *stage, const vv_actor_def *def, uint32_t index, vv_error *error);
bool vvi_follow_begin(vv_stage *stage, actor *a, follower *f, const vv_follow *def);
void vvi_follow_aims(vv_stage *stage, actor *a, follower *f, double time);
const vvi_curve *vvi_curve_create(const vv_follow_path *path, vvi_arena *arena);
/* At the fraction u (0…1) of its length: the position, and how far its direction has turned since the start,
 * radians. */
void vvi_curve_at(const vvi_curve *curve, double u, double at[2], double *angle);

/* ---- Obstacles (puppet_obstacles.c, puppet_impact.c) ------------------------------------------------------------- */

/* Before the step. False: no obstacle is near. */
bool vvi_puppet_begin_contact(vv_stage *stage, actor *a);
/* Removes velocity that would crush it through an obstacle. */
void vvi_puppet_limit_approach(vv_stage *stage, actor *a);
/* The callback for vvi_puppet_input.contact; `user` is an obstacle_user. */
typedef struct obstacle_user {
    vv_stage *stage;
    actor *actor;
} obstacle_user;
uint32_t vvi_puppet_obstacle_rows(void *user, const double *c, vvi_row *rows, uint32_t capacity, double *energy);
/* The callback for vvi_puppet_input.revise: updates friction limits for the state c, and for a result the contact
 * points. True where it penetrates an obstacle without a contact point there, or where friction was far from what was
 * expected. Where an obstacle stopped the drawing it notes the impact, and is done. */
bool vvi_puppet_revise_obstacles(void *user, const double *c, bool is_result);
/* After the substeps: adds contact points where the state c penetrates an obstacle without one. */
void vvi_puppet_find_missing_points(vv_stage *stage, actor *a, const double *c);
double vvi_puppet_impact_speed(const vv_stage *stage, const actor *a); /* slower contacts are not impacts */
/* Computes the force at each contact point for the state c, and stores the friction anchors of the next step. */
void vvi_puppet_find_contact_forces(actor *a, const double *c);
void vvi_puppet_store_anchors(actor *a);
/* At the end (puppet_impact.c): forces, friction anchors, and the velocities of points held by obstacles. */
void vvi_puppet_finish_contact(vv_stage *stage, actor *a);
/* And what has been crushed through a thin wall nevertheless is put back (contact_walls.c), unless keys or holds say
 * where it is. */
void vvi_puppet_hold_walls(vv_stage *stage, actor *a);
/* The sum of the normal forces of an obstacle, N; position and normal on the stage of the largest, and the approach
 * speed. */
double vvi_puppet_contact_force(const actor *a, uint32_t which, vv_vec2 *at, vv_vec2 *normal, float *closing);

/* ---- Contact with other actors (puppet_substeps.c, puppet_response.c, puppet_leaders.c, puppet_support.c) -------- */

/* Starts the substeps: stores start and end of its own step. */
void vvi_puppet_begin_substeps(actor *a);
/* A substep: sets x0 and x to where its own step and contact have it. */
void vvi_puppet_begin_substep(vv_stage *stage, actor *a, float h);
/* Applies the pending displacement to the vertices; `both`: to x0 too, so that it makes no velocity. */
void vvi_puppet_apply_displacement(actor *a, bool both);
/* The same where velocities are pending. */
void vvi_puppet_apply_velocity_change(actor *a);
/* Turns the displacement of a substep into velocity. */
void vvi_puppet_add_displacement_velocity(actor *a, float h);
/* After the last substep: adds what others did to the states, and updates origins, angles, velocities and spins. */
void vvi_puppets_finish_step(vv_stage *stage);
/* Lets obstacles support what others pushed into them (puppet_support.c). */
void vvi_puppet_support(vv_stage *stage, actor *a);
/* Whether `other` follows or copies `leader`, directly or through others. */
bool vvi_puppet_leads(vv_stage *stage, uint32_t leader, uint32_t other);
/* The response at the point of side 0 or 1 of a row. NULL: not a puppet, or there are too many. */
const point_response *vvi_puppet_bend(actor *a, contact_point *r, uint32_t which);
/* The same for rigid response; it is valid until the next call. */
const point_response *vvi_puppet_bend_whole(actor *a, const contact_point *r, uint32_t which);
/* Room for a row in the space of the puppet's handles, all 0, and behind it for how the state answers an impulse along
 * it, [2·stride] each; NULL: there are too many. It is valid in this substep. */
double *vvi_puppet_claim_row(actor *a);
/* Adds what a displacement of a vertex along `by`, on the stage, adds to what the row measures. */
void vvi_puppet_add_to_row(const actor *a, double *row, uint32_t vertex, vv_vec2 by);
void vvi_puppet_solve_row(actor *a, double *row);
/* How far its point moves along a direction on the stage per impulse along it, 1/kg. */
float vvi_bend_compliance(const point_response *b, vv_vec2 along);
/* What is pending at its point along a direction on the stage; and an impulse there, kg·m or kg·m/s. */
float vvi_bend_motion(const point_response *b, vv_vec2 along);
void vvi_bend_push(const point_response *b, vv_vec2 along, float amount);
/* response[stride] = M̃⁻¹ shape of every contact point with obstacles, where columns held exactly by keys do not
 * move. */
void vvi_puppet_find_point_responses(actor *a);

/* ---- Bytes (puppet_save.c) --------------------------------------------------------------------------------------- */

void vvi_puppet_walk(walk *w, actor *a);
/* The member that was shown, and its state. */
void vvi_puppet_walk_shown(walk *w, actor *a, uint32_t *which, double *c);
/* The most bytes that an actor of this def takes of a save, without what sprites have too. */
size_t vvi_puppet_save_limit(const vv_actor_def *def);
/* Switches to another member for contact, drawing and picking. Its state must be set already. */
void vvi_puppet_switch_member(vv_stage *stage, actor *a, uint32_t which);

#endif
