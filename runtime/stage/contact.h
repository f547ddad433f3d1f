/* Contact from inside: what the files of contact share, and what they remember from step to step.
 *
 *   obstacle.c         obstacles are added and removed     contact.c            lifecycle, and the order of a substep
 *   broad.c            pairs whose bounds overlap          contact_solve.c      rigid Gauss–Seidel; contact_particles.c
 *   outline.c          outlines and rigid bodies           contact_manifolds.c  points grouped, warm starting
 *   narrow.c           contact points of two outlines      contact_touch.c      sums for the filters, who touches
 *   narrow_actors.c, narrow_obstacle.c, narrow_one_way.c   contact_events.c     what is told of it
 *   contact_walls.c    thin walls are never crossed        contact_islands.c    islands; sleep.c: islands at rest
 *
 * Once a substep, each pair (two actors, or an actor and an obstacle) gets *contact points*: a point of one outline
 * in front of an edge of the other, with a normal that stays for the substep. The separation of a contact point is
 * linear in the particles' positions, so every iteration can evaluate it again for a few operations. Contact points
 * with similar normals form a *manifold*. A few of them, in the manifold's slots, hold the two drawings apart as
 * rigid bodies, with accumulated impulses that never become negative and are warm-started from the substep before.
 * Stacks stand on these. Single particles are moved only for the penetration that remains.
 *
 * A contact point never removes the penetration that was there when the substep began: contact takes velocity away
 * and adds none. Old penetration is relaxed separately, by moving x and x0 together at a bounded speed. */
#ifndef VVI_STAGE_CONTACT_H
#define VVI_STAGE_CONTACT_H

#include "runtime/stage/sensor.h"
#include "runtime/stage/state.h"

#include "runtime/base/lanes.h"

#define OUTLINE_LANES           8u
#define CONTACT_SLOTS           3u  /* contact points that carry a manifold: leftmost, rightmost, deepest */
#define CONTACT_MANIFOLDS       2u  /* of a pair */
#define CONTACT_POINTS          32u /* of a pair */
#define CONTACT_CONSTRAINTS     (CONTACT_MANIFOLDS * CONTACT_SLOTS) /* of a pair */
#define CONTACT_ROUNDS          4u                                  /* of rigid Gauss–Seidel in an iteration */
#define CONTACT_OBSTACLE_POINTS 1024u                               /* corners of an obstacle */
#define CONTACT_MARGIN          0.01f /* of size: at this distance or nearer, a contact point is made */
/* The same for what springs back after a press: it must not grow into a surface. */
#define CONTACT_SQUEEZED_MARGIN 0.12f
/* Of size: penetration that is left alone, so that resting contact does not jitter. */
#define CONTACT_SLOP 0.001f
/* Of size: lever of rolling friction. A drawn ball has corners, and would rock on them for a long time without it. */
#define CONTACT_ROLLING     0.003f
#define CONTACT_NO_MANIFOLD 255u

/* vv_stage_def.max_contacts where that is 0. */
static inline uint32_t vvi_usual_contacts(const vv_stage_def *def)
{
    return def->max_actors * 8u > 64u ? def->max_actors * 8u : 64u;
}

/* The outline of an actor's drawing: the borders of all its layers, since what one layer covers at rest another pose
 * may uncover. */
typedef struct outline {
    uint32_t point_count, edge_count;
    uint32_t *points; /* [point_count] particles on the border */
    uint32_t *edges;  /* [2 · edge_count] indices into points, the drawing on the left (right where flipped) */
    vv_vec2 *out;     /* [point_count] outward normal, as long as the edges there; of this substep, where branched */
    uint8_t *held;    /* [particle_count] 1: held exactly, so its inverse mass is 0 */
    uint32_t *leaving, *coming; /* [point_count] the edge that begins or ends at a point; VV_NONE: none */
    bool branched;              /* at some point more than one edge begins or ends */
    float *x, *y;               /* [point_count, padded to OUTLINE_LANES with the last] positions of this substep */
    void *memory;
    size_t bytes;
} outline;

/* An actor as a rigid body during one substep, in coordinates relative to its origin. */
typedef struct rigid_body {
    vv_vec2 low, high;   /* bounds of the motion from x0 to x, on the stage */
    vv_vec2 pivot;       /* centre of mass, or the one particle that is held */
    vv_vec2 start_pivot; /* the same at the start of the substep */
    float inverse_mass, inverse_inertia;
    /* The correction that the particles have not received yet. */
    vv_vec2 delta_position;
    float delta_angle;
    float angle_since_start; /* rotation since the start of the substep, without delta_angle, */
    float angle_predicted;   /* and what it was when contact points were found */
    float travel;            /* greatest displacement of an outline point in this substep, m */
    float margin;            /* m */
    float stiffness;         /* 0…1: how much of an impact the whole drawing receives at once */
    float inertia;           /* about the centre of mass, kg·m² */
    float impulse_sum;       /* Σ |impulse| of this substep: the weight by which the mean touch point is divided */
    bool present, pending, prepared_asleep; /* pending: there is a correction to apply */
} rigid_body;

/* The point (1−t)·x[i] + t·x[j] of one side; a single particle has i = j. */
typedef struct edge_point {
    uint32_t i, j;
    float t;
} edge_point;

/* A round drawing is drawn with straight edges, and would roll as a polygon does: over corners, faster or slower with
 * every mesh. So where edges meet at a blunt corner, the outline is taken for the arc that they approximate. Its
 * centre belongs to the body, and what touches is always as far below it as the radius: nothing tips over. */
typedef struct contact_arc {
    vv_vec2 to_centre; /* from the corner; rotates with the body */
    float radius;      /* along the normal: less beyond an end of the arc. 0: a sharp corner */
} contact_arc;

/* How a point of a puppet responds to an impulse, in the space of its handles (puppet_response.c). */
typedef struct point_response {
    double *pending;        /* [2][stride] of its puppet: corrections that the vertices have not received yet */
    const double *jacobian; /* [stride] φ: the point's position as a linear function of the state */
    const double *impulse_response[2]; /* [2][stride] change of the state by a unit impulse along x and along y */
    uint32_t stride;
    float compliance[3]; /* 1/kg, on the stage: x by x; y by x, and x by y; y by y */
    float sign;          /* −1: the stage is mirrored */
} point_response;

typedef struct contact_point {
    edge_point a, b;        /* b is unused where the pair's b is an obstacle */
    vv_vec2 normal;         /* towards a */
    contact_arc arc;        /* of a round outline at q_a: it touches at q_a + to_centre − radius·normal */
    float offset;           /* separation = normal·(q_a + to_centre − radius·normal − q_b) + offset */
    float min_separation;   /* the constraint is separation ≥ min_separation */
    float start_separation; /* at the start of the substep */
    float separation;       /* when it was last evaluated */
    float closing_speed;    /* at which the separation shrank when the substep began, m/s */
    float normal_impulse;   /* that its particles received at the particle level, kg·m */
    float tangent_impulse;
    const point_response *responses[2]; /* of sides a and b, where that is a puppet whose response was asked for */
    uint8_t manifold;
} contact_point;

/* A contact point that carries its manifold at the rigid level. */
typedef struct manifold_slot {
    uint32_t point;                        /* VV_NONE: unused */
    float along;                           /* coordinate along the manifold's tangent, from a's pivot, m */
    float normal_impulse, tangent_impulse; /* accumulated, kg·m; in the velocity pass kg·m/s */
    float impulse;                         /* normal impulse of this substep, of both passes, N·s */
} manifold_slot;

/* The accumulated impulses of a manifold, with which the next substep begins; `centre` is where along the tangent the
 * normal impulse was centred, from a's pivot. */
typedef struct warm_start {
    float normal_impulse, tangent_impulse, centre;
} warm_start;

typedef struct manifold {
    vv_vec2 normal; /* mean */
    manifold_slot slots[CONTACT_SLOTS];
    float rolling_impulse; /* accumulated angular impulse of rolling friction, kg·m² */
    /* By how much a has slipped on b along the tangent although friction held it, m: by the errors of the solver, and
     * because what carries it changes its speed between steps, at once. Relaxation takes it back. */
    float slip;                     /* INFINITY: friction did not hold it when the step in hand began */
    warm_start position_warm_start; /* kg·m */
    warm_start velocity_warm_start; /* kg·m/s */
} manifold;

/* A manifold's slot while it is being solved, with everything that the inner loop needs. */
typedef struct contact_constraint {
    rigid_body *a, *b; /* b of an obstacle: contacts.fixed_body */
    manifold_slot *slot;
    const point_response *response_a, *response_b; /* of puppets */
    uint32_t pair;
    vv_vec2 normal;
    float inv_mass_a, inv_mass_b, inv_inertia_a, inv_inertia_b; /* 0 for sleepers and obstacles */
    float normal_lever_a, normal_lever_b;                       /* r × n */
    float tangent_lever_a, tangent_lever_b;                     /* r × t */
    float normal_mass, tangent_mass;                            /* effective: 1/Σ(1/m + (r×n)²/I) */
    float normal_softness, tangent_softness;                    /* 1/kg, see vvi_pair_softness */
    float separation;    /* less min_separation; for velocities, the speed of separation */
    float slip;          /* along the tangent since the start of the substep; for velocities, the sliding speed */
    float carrying_turn; /* by which the obstacle, if it is one, has rotated since */
    float normal_impulse, tangent_impulse, friction;
    struct manifold *rolling_manifold; /* set in the last constraint of a narrow manifold */
    uint32_t manifold_constraints;     /* how many constraints that manifold has */
    float rolling_lever;
} contact_constraint;

/* What was and what will be told of a pair (contact_events.c). */
typedef struct pair_report {
    bool begun;           /* a begin was reported, and not its end */
    bool hit;             /* and a hit since then, along hit_normal */
    bool touched, struck; /* in this step: they touched; they met with the speed of a hit */
    float apart_time;     /* since they touched last, s */
    float calm_time;      /* since they last met with the speed of a hit, s */
    vv_vec2 hit_normal;
    float speed;           /* greatest closing speed of this step, m/s */
    float impulse;         /* along normals in this step, N·s */
    float strongest;       /* of that, what the strongest substep contributed, */
    vv_vec2 point, normal; /* and where, on the stage */
} pair_report;

typedef struct pair {
    uint32_t a, b; /* a < b where b is an actor */
    bool obstacle; /* b is an obstacle */
    bool touching;
    bool was_touching; /* before this substep */
    bool search_deep;  /* a point may be deep inside: search for it */
    bool exits;        /* the obstacle was teleported into the actor, which is on its way out */
    bool lingers;      /* the bounds do not overlap any more, but the touch has not ended */
    bool was_searched; /* in this step: its contact points are in points_before */
    bool is_collided;  /* in the substep in hand: what wakes elsewhere does not change its contact points */
    bool is_driven[2]; /* a, or b, is a puppet that follows the other one: it receives no impulse from it */
    bool landed;       /* on a one-way platform: small penetration does not let it through any more */
    uint32_t first_point, point_count, manifold_count;
    manifold manifolds[CONTACT_MANIFOLDS];
    float friction;
    float closing_speed;  /* greatest, along a normal, when the substep began, m/s */
    float impulse_sum;    /* Σ of normal impulses in this substep, kg·m */
    float particle_share; /* of penetration, that single particles take before the rigid level does */
    pair_report report;
    vv_vec2 separating_axis; /* along which to look for a gap first: only a matter of speed */
    vv_vec2 offset;          /* b's origin (0 for an obstacle) relative to a's */
} pair;

/* An entry of the broad phase's list. */
typedef struct broad_pair {
    uint32_t a, b; /* b of an obstacle: max_actors + its index */
    float depth;   /* by which the bounds overlap */
} broad_pair;

/* An edge that a point may be near. */
typedef struct near_edge {
    vv_vec2 from, to;
    vv_vec2 from0, to0; /* at the start of the substep, where the search is swept */
    uint32_t i, j;      /* points of the side */
} near_edge;

/* Bounds as one vector: low x, low y, −high x, −high y. A point (x, y, −x, −y) is inside where no lane is less. */
typedef float4 vector_box;

/* Four near edges in vector lanes, with what is computed once for all points in front of them. */
typedef struct near_four {
    float4 from_x, from_y, along_x, along_y, normal_x, normal_y; /* along and normal are unit */
    float4 length;                                               /* −INFINITY: no edge, or one without a length */
    /* Where the search is swept; a normal of zero: it had no length. */
    float4 from0_x, from0_y, normal0_x, normal0_y;
    vector_box box; /* enlarged by more than a contact point reaches; at the start of the substep too if swept */
} near_four;

/* Consecutive edges of an outline are near one another, so most chunks of so many edges are far from a point. */
#define NEAR_CHUNK 16u

struct contacts {
    uint32_t pair_capacity, point_capacity, found_capacity, edge_capacity;
    uint32_t outline_capacity;            /* points or edges of the largest outline or obstacle */
    uint32_t most_actors, most_obstacles; /* slots that were ever used */
    outline *outlines;                    /* [max_actors] */
    rigid_body *bodies;                   /* [max_actors] */
    uint32_t *sleep_islands; /* [max_actors] of a sleeper: the smallest index of those that fell asleep with it */
    uint32_t *parents;       /* [max_actors] scratch of union-find */
    /* islands of this substep */
    contact_island *islands; /* [max_actors] */
    uint32_t island_count;
    uint32_t *island_of;     /* [max_actors] of an island's first actor: its index in `islands` */
    uint32_t *island_actors; /* [max_actors] those of each island side by side */
    uint32_t *island_pairs;  /* [pair_capacity] */
    /* broad phase */
    uint32_t *order; /* [max_actors + max_obstacles] by their lower bound on `axis` */
    uint8_t *marks;  /* [max_actors + max_obstacles] scratch */
    uint32_t order_count, axis;
    broad_pair *broad_pairs, *sorted; /* [pair_capacity] */
    uint32_t *buckets;                /* [2 · max_actors + 1] */
    uint32_t broad_pair_count;
    bool overflowed;
    /* pairs of this substep and of the one before, sorted: actors first, then obstacles, each by a and b */
    pair *pairs, *before; /* [pair_capacity] */
    uint32_t pair_count, before_count;
    contact_point *points, *points_before; /* [point_capacity] of this substep and of the one before */
    bool search_anew;                      /* points_before must not be reused: they are not of the substep before */
    uint32_t point_count, point_end;     /* how many there are; before where new ones are put: of a worker, its part */
    contact_constraint *all_constraints; /* [CONTACT_CONSTRAINTS · pair_capacity] */
    contact_constraint *constraints;     /* [constraint_capacity] those of the island in hand: a part of them */
    uint32_t constraint_count, constraint_capacity;
    rigid_body fixed_body; /* stands for obstacles */
    contact_point *found;  /* [found_capacity] of one pair, before they are reduced */
    uint32_t found_count;
    near_edge *near_edges;      /* [edge_capacity] of one pair */
    near_four *near_fours;      /* [edge_capacity / 4 + 1] the same */
    vector_box *near_boxes;     /* [edge_capacity / NEAR_CHUNK + 1] of the chunks of the same */
    float *heights[2];          /* [found_capacity] of a side's points along an axis */
    uint32_t *chosen[2];        /* [found_capacity] */
    uint32_t *chosen_edges[2];  /* [edge_capacity] */
    vv_vec2 *obstacle_points;   /* [outline_capacity] relative to an actor's origin */
    vv_vec2 *obstacle_outwards; /* [outline_capacity] */
    bool overflow_reported;     /* in the substep before */
    sensors sensors;
};

/* The scratch of one search for contact points, of which each worker has its own: from `found` on to
 * `obstacle_outwards`. */
typedef struct scratch_array {
    void **at;
    size_t count, size;
} scratch_array;
#define CONTACT_SCRATCH_ARRAYS 12u
/* The arrays of `c`, as large as those of `like`. */
void vvi_contacts_list_scratch(contacts *c, const contacts *like, scratch_array arrays[CONTACT_SCRATCH_ARRAYS]);

/* One side of a pair in the narrow phase. Positions are in the frame of actor a. */
typedef struct side {
    const vv_vec2 *x, *x0, *start;
    vv_vec2 offset;            /* added to both */
    const uint32_t *particles; /* of each point; NULL: itself */
    uint32_t point_count, edge_count;
    const uint32_t *edges;  /* [2 · edge_count] points; NULL: each and the next */
    const vv_vec2 *out;     /* [point_count]; zero: edges stop the point from either side. NULL: of `outline` */
    const outline *outline; /* whose edges give the outward normals, or NULL */
    float sign;             /* 1: the solid lies on the left of its edges; −1: on the right */
    bool two_sided, one_way;
    const uint32_t *chosen, *chosen_edges; /* those that can be near the other side; NULL: all */
    uint32_t chosen_count, chosen_edge_count;
} side;

static inline vv_vec2 side_point(const side *s, const vv_vec2 *x, uint32_t point)
{
    return vv_vec2_add(x[s->particles ? s->particles[point] : point], s->offset);
}

static inline vv_vec2 perpendicular(vv_vec2 a) { return (vv_vec2){-a.y, a.x}; }
static inline bool is_pair_awake(const vv_stage *stage, const pair *p)
{
    return is_awake(&stage->actors[p->a]) || (!p->obstacle && is_awake(&stage->actors[p->b]));
}
/* The kinematic actor of a pair, or NULL: no pair has two. */
static inline const actor *find_kinematic(const vv_stage *stage, const pair *p)
{
    const actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    return b && a->kinematic ? a : b && b->kinematic ? b : NULL;
}
/* Pairs of sleepers keep their manifolds for when they wake, but have no contact points. */
static inline uint32_t active_manifold_count(const pair *p) { return p->point_count > 0 ? p->manifold_count : 0; }
static inline vv_vec2 edge_point_position(const edge_point *s, const vv_vec2 *x)
{
    return (vv_vec2){x[s->i].x + s->t * (x[s->j].x - x[s->i].x), x[s->i].y + s->t * (x[s->j].y - x[s->i].y)};
}

/* Scratch for the points of any outline or obstacle, not used between steps. */
static inline vv_vec2 *idle_points(const contacts *c)
{
    VVI_CHECK(c->found_capacity >= 2u * c->outline_capacity);
    return (vv_vec2 *)(void *)c->heights[0];
}

static inline bool does_stick(const manifold *m) { return m->slip < INFINITY; }

/* The k-th pair of an island. */
static inline pair *pair_of(const contacts *c, const contact_island *island, uint32_t k)
{
    return &c->pairs[island->pairs[k]];
}

/* contact_islands.c: which actors may touch one another in this substep, a kinematic one in an island of its own; and
 * union-find over actors' indices, for sleep.c. */
void vvi_islands_find(vv_stage *stage);
void vvi_islands_clear(vv_stage *stage); /* every actor in an island of its own */
void vvi_islands_join(contacts *c, uint32_t a, uint32_t b);
uint32_t vvi_island_root(contacts *c, uint32_t i); /* the smallest index of its island */

/* outline.c */
vv_result vvi_rigid_body_create(vv_stage *stage, uint32_t actor, vv_error *error);
/* An outline in the arena's memory. */
bool vvi_outline_create(outline *o, const vvi_sprite_view *view, vvi_arena *arena);
void vvi_rigid_body_destroy(vv_stage *stage, uint32_t actor);
/* The arc at a corner of the outline, where it faces −normal. positions[particle_count]: x, or x0. */
contact_arc vvi_outline_arc(const actor *a, const outline *o, const vv_vec2 *positions, uint32_t point, vv_vec2 normal);
static inline vv_vec2 arc_touching(const contact_arc *arc, vv_vec2 normal)
{
    return vv_vec2_sub(arc->to_centre, vv_vec2_scale(normal, arc->radius));
}
/* Whether it touches between the ends of the arc, as something round does. */
static inline bool is_on_arc(const contact_arc *arc)
{
    return arc->radius * arc->radius > 0.9999f * vv_vec2_dot(arc->to_centre, arc->to_centre) && arc->radius > 0.0f;
}
/* From the corner to where the outline touches, with the rotation since the point was found. */
static inline vv_vec2 touching_offset(const rigid_body *whole, const contact_point *r)
{
    float turn = whole->angle_since_start - whole->angle_predicted, square = turn * turn;
    vv_vec2 arm = r->arc.to_centre;
    arm = vv_vec2_add(vv_vec2_scale(arm, 1.0f - 0.5f * square),
                      vv_vec2_scale(perpendicular(arm), turn * (1.0f - square / 6.0f)));
    return vv_vec2_sub(arm, vv_vec2_scale(r->normal, r->arc.radius));
}
void vvi_rigid_body_prepare(vv_stage *stage, uint32_t actor);

/* Whether the bounds of an actor that sleeps overlap those of an obstacle that it may touch. */
bool vvi_is_sleeper_near(vv_stage *stage, uint32_t actor, uint32_t obstacle);
/* broad.c: fills broad_pairs, sorted. */
void vvi_contacts_find_pairs(vv_stage *stage);
bool vvi_may_actors_collide(const actor *a, const actor *b); /* by layers and masks */

/* narrow.c, narrow_actors.c, narrow_obstacle.c: contact points of one pair into `found`. */
side vvi_actor_side(const vv_stage *stage, uint32_t actor, vv_vec2 offset);
/* The outward normal of a side's point, as long as the edges that end and begin there; zero where there are none. */
vv_vec2 vvi_side_outward(const side *s, uint32_t point);
void vvi_collide_actors(vv_stage *stage, pair *p);
/* narrow_one_way.c: drops the contact points that hold nothing because an actor of the pair is one-way. */
void vvi_drop_one_way_points(vv_stage *stage, const pair *p, const side *a, const side *b, float margin);
/* What to search for between two sides: in which bounds, how near, how fast, and whether for points deep inside. */
typedef struct reach {
    vv_vec2 low, high;
    float margin, travel;
    bool search_deep;
} reach;
/* Returns how many contact points are of outline points deep inside. */
uint32_t vvi_collide_outlines(contacts *c, const side *a, const side *b, const reach *where);
bool vvi_does_outline_contain(const side *s, vv_vec2 point);
void vvi_collide_obstacle(vv_stage *stage, pair *p);

/* contact_manifolds.c: `found` into contact points and manifolds of the pair. */
void vvi_pair_build_manifolds(vv_stage *stage, pair *p, float h);

/* Where two keyed puppets meet near parts that are fixed, neither gives way, and what little they do is at the short
 * end of a lever: an impulse that holds them apart there would throw the rest of the drawing about. So no impulse is
 * larger than the one that stops a free drawing of the lighter one's mass: whatever `compliance` lacks to its 1/m
 * becomes softness of the contact. */
static inline float vvi_pair_softness(const vv_stage *stage, const pair *p, float compliance)
{
    const actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    float inv_mass = 0.0f;
    if (a->puppet && !a->kinematic)
        inv_mass = 1.0f / a->view.mass;
    if (b && b->puppet && !b->kinematic)
        inv_mass = vvi_max(inv_mass, 1.0f / b->view.mass);
    return vvi_max(0.0f, inv_mass - compliance);
}

/* contact_particles.c: a contact point's separation, its displacement along the tangent since the substep began, and
 * the particle level. */
float vvi_contact_separation(const vv_stage *stage, const pair *p, const contact_point *r);
/* Sets the separations of all contact points of a pair. */
void vvi_pair_update_separations(vv_stage *stage, const pair *p);
float vvi_contact_slip(const vv_stage *stage, const pair *p, const contact_point *r);
/* Where on an actor's outline the contact point is, relative to its origin, and the velocity there of an obstacle that
 * moves; 0 for other actors. */
vv_vec2 vvi_contact_place(const vv_stage *stage, const pair *p, const contact_point *r);
vv_vec2 vvi_contact_surface_velocity(const vv_stage *stage, const pair *p, const contact_point *r);
/* contact_touch.c: adds what others did to kinematic actors in a substep to their touch. */
void vvi_contacts_sum_kinematic(vv_stage *stage, float h);
/* Whether an actor is keyed, held, or walks: something other than physics gives it its shape. */
bool vvi_is_actor_driven(const actor *a);
/* Whether the deformation of an actor counts as sliding. A limb that is posed, keyed or held pushes the ground away
 * under it; a change of shape that physics causes, such as a squash, does not: friction would turn it into speed. */
bool vvi_does_shape_slide(const actor *a);
/* r × n and r × t of a contact point, about the pivot of an actor's body. An obstacle does not rotate a drawing whose
 * angle is controlled: the control owns the angle, and a normal impulse that spins a tilted squash would have friction
 * cancel the spin, and with it the forward speed. Its spin is that of an imagined disc of the same area, which rolls:
 * friction takes a third of the speed, in whatever shape the drawing is, and no more. */
typedef struct vvi_levers {
    float normal, tangent;
} vvi_levers;
vvi_levers vvi_contact_levers(const vv_stage *stage, const pair *p, uint32_t index, vv_vec2 point, vv_vec2 normal);
void vvi_pair_push_particles(vv_stage *stage, pair *p, float part, float slack);

/* Whether an actor has filters that change its pose or its angle in contact. */
bool vvi_is_actor_active(const actor *a);

/* contact_solve.c */
void vvi_contacts_solve_velocities(vv_stage *stage, const contact_island *island, float h);

/* contact_touch.c */
void vvi_contacts_sum_impulses(vv_stage *stage, const contact_island *island, float h);
void vvi_contacts_sum_velocity_impulses(vv_stage *stage, const contact_island *island, float h);
warm_start vvi_manifold_warm_start(const manifold *m, float max_impulse);
float vvi_pair_warm_start_limit(const vv_stage *stage, const contact_island *island, const pair *p);
float vvi_pair_impact_speed(const vv_stage *stage, const pair *p); /* slower contact is rest, not an impact */
void vvi_contacts_update_touching(vv_stage *stage, const contact_island *island);

/* contact_events.c */
void vvi_contacts_clear_records(vv_stage *stage); /* before the first substep of a step */
/* After the velocity pass of each substep. */
void vvi_contacts_record_impulses(vv_stage *stage, const contact_island *island, float h);
/* Of a pair whose bounds do not overlap any more: whether its touch goes on for a while. Then it touches nothing. */
bool vvi_pair_may_touch_again(const vv_stage *stage, pair *p);
/* The pair is about to be forgotten: its bounds no longer overlap, or a side of it is removed. */
void vvi_pair_report_removal(vv_stage *stage, pair *p);

#endif
