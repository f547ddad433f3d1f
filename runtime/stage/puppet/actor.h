/* A puppet as an actor on the stage: what it remembers, and what the stage asks of it.
 *
 * Once a fixed step a puppet makes its own step in handle space (move.c): aims from its clip, from hands and from what its
 * handles follow (aims.c, follow.c, path.c), holds, and obstacles inside the implicit solve (obstacles.c). In the substeps of the
 * sprites its vertices go along the way of that step (travel.c); other actors meet it there, and a push at a point moves its
 * handles as the step would have, with elasticity, keys and holds in it (bend.c, yield.c): no energy is added.
 *
 * Handle space is never mirrored: a flipped puppet is one whose stage is seen in the mirror (x ↦ −x about its origin). So
 * everything that passes between stage and state goes through mirrored() and mirror_vector(). */
#ifndef VVI_STAGE_PUPPET_ACTOR_H
#define VVI_STAGE_PUPPET_ACTOR_H

#include "runtime/stage/contact.h"
#include "runtime/stage/puppet/copy.h"
#include "runtime/stage/walk.h"

#define PUPPET_POINTS       16u /* at which obstacles hold it in one step */
#define PUPPET_BEND_NUMBERS 5u  /* [stride] of a bend */
#define PUPPET_BENDS        48u /* points at which others touch it in one substep; beyond, it does not give way */
/* No vertex of a puppet is further from its centre than this times its radius: keys may pull it far. */
#define PUPPET_MAX_SPREAD 1000.0f

/* Where the artwork lies on the stage, for keys: x ↦ at + R(angle) F x, with F the mirror where it is flipped. */
typedef struct placement {
    double at[2], angle;
    bool flipped;
} placement;

/* One member of its family; without a family, the puppet itself. */
typedef struct member {
    vvi_puppet_view view;
    vvi_sprite_view body; /* the same as contact and showing see it */
    outline outline;
    vvi_puppet_solver *solver;
    vvi_puppet_state state;
    double *good; /* [2][stride] c when the last fixed step ended */
} member;

/* A smooth curve, sampled. */
typedef struct vvi_curve vvi_curve;

/* A handle that follows something. */
typedef struct follower {
    vv_follow def;
    const vvi_curve *curve; /* of a path */
    bool begun;
    double position[2], velocity[2];    /* of a particle, on the stage, after the last fixed step */
    double apart[2], turned, factor[2]; /* of a handle: how far from the other, when it began */
    double base, turns;                 /* the angle that the other (of a path: the handle) had then, and has */
} follower;

/* Friction's memory of a point that touched in the last step: where along the obstacle it holds. */
typedef struct anchor {
    uint32_t obstacle, vertex;
    vv_vec2 normal; /* on the stage */
    double at;      /* along the normal turned left, on the stage */
    double force;   /* that pushed it, newton */
} anchor;

/* A point at which an obstacle may push in this step. */
typedef struct pressing {
    uint32_t obstacle;
    row_side side;
    vv_vec2 normal, face;   /* the normal in the state's space, and on the stage */
    double *across, *along; /* [2][stride] rows: n·x and t·x */
    double *shape, *give;   /* [stride] φ of the point, and M̃⁻¹φ: how it moves when it is pushed */
    double offset, target;  /* the gap is across·c + offset; it should not be below the target */
    double anchor;          /* of along·c */
    double stiffness, friction;
    double approach; /* speed towards the obstacle when the step began, m/s */
    double limit;    /* of friction, newton */
    double force;    /* along the normal, newton, where the step ended */
    double slide;    /* from the anchor */
    bool sticks;     /* friction holds it */
    bool fresh;      /* it did not touch in the step before */
} pressing;

/* Its way through a fixed step, and what contact with others does to it on the way: in the space of its handles, where a push
 * at a point is answered by M̃⁻¹. That keeps momentum, since handles can move and turn the whole drawing alike. */
typedef struct journey {
    vv_vec2 *from, *to;            /* [vertex_count] where its own step begins and ends, relative to the origin */
    vv_vec2 *speed_from;           /* [vertex_count] */
    vv_vec2 *shift;                /* [vertex_count] scratch */
    uint32_t done;                 /* substeps */
    double *moved, *gained;        /* [2][stride] displacement and velocity that contact gave in this step */
    double *pushed;                /* [2][stride] displacement of this substep that is not yet velocity */
    double *pending;               /* [2][stride] of this iteration: not yet in the vertices */
    bool met;                      /* contact gave something */
    bend bends[PUPPET_BENDS + 1u]; /* of this substep's rows, and one that gives way as a whole */
    double *bend_memory;           /* [PUPPET_BENDS + 1][PUPPET_BEND_NUMBERS][stride] */
    double *state;                 /* [2][stride] where it is in this substep */
    double share;                  /* of its way */
    bool yields;                   /* the solver answers for this substep */
    uint32_t bend_count;
} journey;

typedef struct puppet {
    vvi_arena arena; /* everything below */
    const vv_family *family;
    uint32_t member_count, current, base; /* base: the one that clips and hands are about */
    member *members;                      /* [member_count] */
    vv_material material;
    uint32_t attraction_count;
    uint32_t *attractions;
    placement place;
    vv_aim *hands; /* [3 · handle_count of the base member] what hands want, on the stage; strength 0: nothing */
    uint32_t follow_count;
    follower *follows;
    vvi_aim *aims; /* [aim_capacity] of this step */
    uint32_t aim_count, aim_capacity;
    vvi_row *rows; /* [row_capacity] holds; copies */
    double *row_memory;
    uint32_t row_count, row_capacity, hold_capacity;
    double *mass_factor; /* [column_count²] Cholesky factor of the mass matrix, in which handles that keys put somewhere
                            exactly do not move */
    uint8_t *fixed, *factored; /* [column_count] which columns do not move, and did not when it was factored */
    bool is_factored;
    anchor anchors[PUPPET_POINTS];
    uint32_t anchor_count;
    pressing points[PUPPET_POINTS]; /* of this step */
    uint32_t point_count;
    float reach;       /* how far from its origin it may come in this step, m */
    bool struck;       /* an obstacle stopped it: the step is one of implicit Euler */
    uint32_t stopping; /* steps that are still of it */
    bool looked;       /* for obstacles, in this step */
    double *scratch;   /* [2][stride] */
    double *backup;    /* [4][2][stride] the state when the step began */
    float *backup_mix;
    journey travel;
    vvi_transitions transitions; /* of its family */
    uint32_t *every_example;     /* [most examples of a member] 0, 1, 2, … */
    uint32_t copy_count;
    vvi_copying *copies; /* [copy_count] */
    double *region_rows; /* [3][stride] scratch */
} puppet;

static inline member *member_now(const actor *a) { return &a->puppet->members[a->puppet->current]; }
static inline double mirrored(const actor *a, double x) { return a->flipped ? -x : x; }
/* Which end of a pair of stage vector and state vector: the same function goes both ways. */
static inline vv_vec2 mirror_vector(const actor *a, vv_vec2 v) { return a->flipped ? (vv_vec2){-v.x, v.y} : v; }

/* ---- Coming and going (actor.c) ------------------------------------------------------------------------------------- */

vv_result vvi_puppet_check_def(const vv_stage *stage, const vv_actor_def *def, vv_error *error);
/* Everything that a puppet needs, taken at once; a->view is filled. */
vv_result vvi_puppet_add(vv_stage *stage, actor *a, const vv_actor_def *def, vv_error *error);
void vvi_puppet_place(vv_stage *stage, actor *a, const vv_actor_def *def);
void vvi_puppet_remove(vv_stage *stage, actor *a);

/* ---- States as rigid bodies (rigid.c) ------------------------------------------------------------------------------- */

void vvi_state_centre(const vvi_puppet_view *view, const double *c, double centre[2]);
void vvi_state_shift(const vvi_puppet_view *view, double *c, const double by[2]);
/* Turns c about a point. */
void vvi_state_turn(const vvi_puppet_view *view, double *c, double angle, const double about[2]);
/* out[2][stride] the velocity of c that goes with a velocity and a spin about a point. */
void vvi_state_rigid(const vvi_puppet_view *view, const double *c, const double velocity[2], double spin,
                     const double about[2], double *out);
/* Adds a velocity to the state's history, as if it had always had it: what multistep integration wants of a jump. */
void vvi_state_hurry(const vvi_puppet_view *view, vvi_puppet_state *s, const double *velocity, double h);
/* φ of a vertex: out[stride] += weight · φ. */
void vvi_state_row(const vvi_puppet_view *view, uint32_t vertex, double weight, double *out);

/* The motion of a state as a rigid whole. */
typedef struct rigid_motion {
    double centre[2], velocity[2], spin, inertia;
} rigid_motion;

rigid_motion vvi_puppet_whole(const actor *a);
/* Adds a velocity and a spin about the centre to the state. */
void vvi_puppet_add_rigid(const vv_stage *stage, actor *a, const rigid_motion *w, const double velocity[2],
                          double spin);
double vvi_state_dot(const double *a, const double *b, size_t count);

/* ---- From outside (outside.c) --------------------------------------------------------------------------------------- */

/* x and v of the actor from its state. */
void vvi_puppet_refresh(actor *a);
/* Another velocity and spin on the stage, added. */
void vvi_puppet_add_motion(const vv_stage *stage, actor *a, const double velocity[2], double spin);
void vvi_puppet_scale_speed(actor *a, float share);
void vvi_puppet_turn(actor *a, double angle);
void vvi_puppet_flip(const vv_stage *stage, actor *a);
void vvi_puppet_recover(actor *a);
/* The shape that it is drawn to, not turned, its centre of mass at 0 (but seen in the mirror where it is flipped): rest[vertex_count]. */
void vvi_puppet_rest(const actor *a, vv_vec2 *rest);
/* What contact and the stage's filters read of sprites' strengths. */
void vvi_puppet_set_material(actor *a, const vv_material *material);
/* Whether a hand may want this: what keys of clips may. */
bool vvi_hand_is_sane(const vv_aim *aim, vv_channel channel);

/* ---- The step (move.c, aims.c, follow.c, path.c) --------------------------------------------------------------------- */

/* Every puppet once, in the order in which they came. */
void vvi_puppets_step(vv_stage *stage);
/* Where the actor's handle is at the state c, on the stage: its pivot, angle and scales. */
void vvi_puppet_handle(const actor *a, const double *c, uint32_t handle, double at[2], double *angle, double scale[2]);
void vvi_puppet_find_aims(vv_stage *stage, actor *a, double time);
void vvi_puppet_add_aim(actor *a, const vvi_aim *aim);
void vvi_puppet_find_holds(vv_stage *stage, actor *a);
vv_result vvi_follow_check(const vv_stage *stage, const vv_actor_def *def, uint32_t index, vv_error *error);
bool vvi_follow_begin(vv_stage *stage, actor *a, follower *f, const vv_follow *def);
void vvi_follow_aims(vv_stage *stage, actor *a, follower *f, double time);
const vvi_curve *vvi_curve_create(const vv_path *path, vvi_arena *arena);
/* At the share u (0…1) of its length: where, and how far its direction has turned since the start, radians. */
void vvi_curve_at(const vvi_curve *curve, double u, double at[2], double *angle);

/* ---- Obstacles (obstacles.c, landing.c) ------------------------------------------------------------------------------------------ */

/* Before the step; false: nothing is near. */
bool vvi_puppet_meets_obstacles(vv_stage *stage, actor *a);
/* Takes from its velocity what would crush it through something. */
void vvi_puppet_brake(vv_stage *stage, actor *a);
/* What vvi_puppet_input.contact wants; `user` is this. */
typedef struct obstacle_user {
    vv_stage *stage;
    actor *actor;
} obstacle_user;
uint32_t vvi_puppet_obstacle_rows(void *user, const double *c, vvi_row *rows, uint32_t capacity, double *energy);
/* After it: whether it got into something that nobody had seen, or friction was far off: then it is made once more. */
bool vvi_puppet_must_step_again(vv_stage *stage, actor *a);
double vvi_puppet_impact_speed(const vv_stage *stage, const actor *a); /* below: rest */
/* How hard each point is pushed, where the state is now; and what friction remembers of that. */
void vvi_puppet_find_forces(actor *a);
void vvi_puppet_remember_points(actor *a);
/* At last (landing.c): forces, friction's memory, and velocities that points held by obstacles do not have. */
void vvi_puppet_leave_obstacles(vv_stage *stage, actor *a);
/* How much an obstacle pushes it: Σ newton; where and which way on the stage, and how fast it came. */
double vvi_puppet_pressed(const actor *a, uint32_t which, vv_vec2 *at, vv_vec2 *normal, float *closing);

/* ---- Others (travel.c, bend.c, lead.c) -------------------------------------------------------------------------------------------- */

/* Where its own step took it: the way that the substeps go. */
void vvi_puppet_set_out(actor *a);
/* A substep: x0 and x along the way. */
void vvi_puppet_travel(vv_stage *stage, actor *a, float h);
/* What is pending goes to the vertices; `both`: to x0 as well, so that it makes no velocity. */
void vvi_puppet_pushed(actor *a, bool both);
/* The same where what is pending are velocities. */
void vvi_puppet_speeded(actor *a);
/* What it was moved by in a substep was its velocity too. */
void vvi_puppet_velocities(actor *a, float h);
/* After the last substep: what others did becomes its state; origin, angle, velocity and spin. */
void vvi_puppets_arrive(vv_stage *stage);
/* Holds what others pushed into obstacles (support.c). */
void vvi_puppet_support(actor *a);
/* Whether a puppet follows or copies another, at once or through others. */
bool vvi_puppet_leads(vv_stage *stage, uint32_t leader, uint32_t other);
/* The bend of side 0 or 1 of a row; NULL: not a puppet, or there is no more room. */
const bend *vvi_puppet_bend(actor *a, row *r, uint32_t which);
/* The same of a puppet that gives way as a rigid whole: until it is asked for again. */
const bend *vvi_puppet_bend_whole(actor *a, const row *r, uint32_t which);
/* How far its point moves along a direction on the stage by a push along it, 1/kg. */
float vvi_bend_compliance(const bend *b, vv_vec2 along);
/* What is pending at its point along a direction on the stage; and a push there, kg·m or kg·m/s. */
float vvi_bend_motion(const bend *b, vv_vec2 along);
void vvi_bend_push(const bend *b, vv_vec2 along, float amount);
/* x[stride] = M̃⁻¹ x, with exact keys held. */
void vvi_puppet_give(actor *a, double *x);

/* ---- Bytes (bytes.c) -------------------------------------------------------------------------------------------------------- */

void vvi_puppet_walk(walk *w, actor *a);
/* Which member was shown, and its state. */
void vvi_puppet_walk_shown(walk *w, actor *a, uint32_t *which, double *c);
/* Becomes another member: what contact, showing and picking see. Its state must be there. */
void vvi_puppet_become(vv_stage *stage, actor *a, uint32_t which);

#endif
