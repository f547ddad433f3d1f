/* Contact from inside: what the files of contact share, and what they remember from step to step.
 *
 *   obstacle.c         obstacles come and go            contact.c         lifecycle, and the order of things in a substep
 *   broad.c            pairs whose boxes meet           contact_solve.c   rigid Gauss–Seidel; contact_particles.c
 *   outline.c          actors' drawings from outside    contact_faces.c   rows gathered into faces; what they remember
 *   narrow.c           rows between two outlines        contact_touch.c   sums for the filters, events, sensors
 *   narrow_actors.c, narrow_obstacle.c                  contact_islands.c who may touch whom; sleep.c: islands at rest
 *
 * Once a substep, pairs of actors (or an actor and an obstacle) get *rows*: a point of one outline before an edge of the
 * other, with a normal that stays for the substep. A row's gap is linear in particle positions, so it can be looked at
 * again in every iteration for a few operations. Rows of one direction form a *face*; its leftmost, rightmost and deepest
 * row hold the whole drawings apart as rigid bodies, with multipliers that add up over the substep, never become negative,
 * and begin with those of the substep before. That is what stacks stand on. Single particles move only for what is left.
 *
 * A row never pushes out what was inside when the substep began: contact takes velocity away and gives none. Old depth is
 * taken back separately, moving x and x0 together at a bounded speed. */
#ifndef VVI_STAGE_CONTACT_H
#define VVI_STAGE_CONTACT_H

#include "runtime/stage/state.h"

#define OUTLINE_LANES  8u
#define CONTACT_SLOTS  3u     /* points at which a face holds: left, right, deepest */
#define CONTACT_FACES  2u     /* of a pair */
#define CONTACT_ROWS   32u    /* of a pair */
#define CONTACT_ROUNDS 4u     /* of rigid Gauss–Seidel in an iteration */
#define CONTACT_MARGIN 0.01f  /* of size: how near counts as touching */
#define CONTACT_SLOP   0.001f /* of size: depth that is left alone, so that what rests does not tremble */
/* of size: lever at which rolling friction holds. A drawn ball has corners: without it, it would rock on them for long. */
#define CONTACT_ROLLING 0.003f
#define CONTACT_NO_FACE 255u

/* An actor's drawing seen from outside: the borders of all its layers, since what one covers at rest another pose shows. */
typedef struct outline {
    uint32_t point_count, edge_count;
    uint32_t *points; /* [point_count] particles on the border */
    uint32_t *edges;  /* [2 · edge_count] indices into points, the drawing on the left (right where flipped) */
    vv_vec2 *out;     /* [point_count] outwards, as long as the edges there; of this substep */
    uint8_t *held;    /* [particle_count] 1: held exactly, no inverse mass */
    uint32_t *leaving, *coming; /* [point_count] the edge that begins or ends at a point; VV_NONE: none */
    bool branched;              /* more than one begins or ends somewhere */
    float *x, *y;               /* [point_count, padded to OUTLINE_LANES with the last] positions of this substep */
    void *memory;
    size_t bytes;
} outline;

/* An actor as a rigid body during one substep, in coordinates relative to its origin. */
typedef struct solid {
    vv_vec2 low, high; /* bounds of the way from x0 to x, on the stage */
    vv_vec2 pivot;     /* centre of mass, or the one particle that is held */
    float inverse_mass, inverse_inertia;
    vv_vec2 shift; /* correction not yet given to the particles */
    float turn;
    float turned;    /* angle since the start of the substep, without `turn` */
    float travel;    /* greatest way of an outline's point in this substep, m */
    float margin;    /* m */
    float stiffness; /* 0…1: how much of an impact reaches the whole drawing at once */
    float inertia;   /* about the centre of mass, kg·m² */
    float felt;      /* Σ of pushes in this substep, whatever their direction: what touch's point is divided by */
    bool present, pending, slept; /* slept: prepared as a sleeper */
} solid;

/* Point q = (1−t)·x[i] + t·x[j] of one side; a point of its own has i = j. */
typedef struct row_side {
    uint32_t i, j;
    float t;
} row_side;

/* How a point of a puppet moves when it is pushed: in the space of its handles (puppet/bend.c). */
typedef struct bend {
    double *pending;       /* [2][stride] of its puppet: corrections not yet given to the vertices */
    const double *shape;   /* [stride] φ of the point: where it is, of a state */
    const double *give[2]; /* [2][stride] what a push along x and along y moves */
    uint32_t stride;
    float compliance[3]; /* 1/kg, on the stage: of x by x, of y by x and x by y, of y by y */
    float sign;          /* −1: the stage is seen in the mirror */
} bend;

typedef struct row {
    row_side a, b;        /* b of an obstacle: unused */
    vv_vec2 normal;       /* towards a */
    float offset;         /* gap = normal·(q_a − q_b) + offset */
    float bound;          /* what the gap must not fall below */
    float start;          /* gap at the start of the substep */
    float gap;            /* when it was last looked at */
    float closing;        /* speed at which the gap shrank when the substep began, m/s */
    float push;           /* how much the particles of this row were pushed, kg·m */
    float rub;            /* and along its tangent */
    const bend *bends[2]; /* of sides a and b, where that is a puppet and was asked for in this substep */
    uint8_t face;
} row;

typedef struct slot {
    uint32_t row;    /* VV_NONE: unused */
    float along;     /* where it is along the face's tangent, from a's pivot */
    float push, rub; /* accumulated multipliers along normal and tangent, kg·m */
} slot;

/* What a face began with in the last substep, or begins with in this: the whole multipliers, and where along the tangent
 * the push was centred, from a's pivot. */
typedef struct warmth {
    float push, rub, centre;
} warmth;

typedef struct face {
    vv_vec2 normal; /* mean */
    slot slots[CONTACT_SLOTS];
    float roll;        /* accumulated multiplier of rolling friction, kg·m² */
    warmth way, speed; /* of positions, kg·m, and of velocities, kg·m/s */
} face;

/* A slot while it is being solved, with everything at hand. */
typedef struct grip {
    solid *a, *b; /* b of an obstacle: nobody */
    slot *slot;
    const bend *bend_a, *bend_b; /* of puppets */
    uint32_t pair;
    vv_vec2 normal;
    float light_a, light_b, spin_a, spin_b; /* inverse masses and inertias; 0 for sleepers and obstacles */
    float lever_a, lever_b;                 /* r × n */
    float rub_lever_a, rub_lever_b;         /* r × t */
    float mass, rub_mass;                   /* effective: 1/Σ(1/m + (r×n)²/I) */
    float soft, rub_soft;                   /* 1/kg: where puppets hardly give way, see vvi_pair_softness */
    float gap, slide;                       /* above the bound; along the tangent since the start of the substep */
    float push, rub, friction;
    struct face *rolling; /* of the last grip of a narrow face */
    uint32_t grips;       /* how many grips that face has */
    float roll_lever;
} grip;

typedef struct pair {
    uint32_t a, b;         /* a < b where b is an actor */
    bool obstacle;         /* b is an obstacle */
    bool touching, inside; /* inside: of a sensor */
    bool deep;             /* something may be deep inside: look for it */
    bool searched;         /* in this step: its rows are in rows_before */
    bool led[2];           /* a, or b, is a puppet that the other leads: it does not push that one */
    bool landed;           /* on a one-way platform: small depth does not let it through any more */
    uint32_t first_row, row_count, face_count;
    face faces[CONTACT_FACES];
    float friction;
    float closing;  /* greatest approach along a normal when the substep began, m/s */
    float pushed;   /* Σ of multipliers in this substep, kg·m */
    float share;    /* of penetration, that particles take before the rigid level does */
    vv_vec2 axis;   /* along which to look for a gap first: only a matter of speed */
    vv_vec2 offset; /* b's origin (0 for an obstacle) seen from a's */
} pair;

/* An entry of the broad phase's list. */
typedef struct meeting {
    uint32_t a, b; /* b of an obstacle: max_actors + its index */
    float depth;   /* of the boxes in one another */
} meeting;

/* An edge with what is computed once for all points before it. */
typedef struct near_edge {
    vv_vec2 from, along, normal; /* unit */
    float length;
    uint32_t i, j; /* points of the side */
} near_edge;

/* Four of them side by side, as far as it takes to leave out those that are not near a point. */
typedef float float4 __attribute__((vector_size(16)));
typedef struct near_four {
    float4 from_x, from_y, along_x, along_y, normal_x, normal_y, length; /* a length of −INFINITY: none */
} near_four;

struct contacts {
    uint32_t pair_capacity, row_capacity, found_capacity, edge_capacity, static_capacity;
    outline *outlines; /* [max_actors] */
    solid *solids;     /* [max_actors] */
    uint32_t *islands; /* [max_actors] of a sleeper: the smallest index of those that fell asleep with it */
    uint32_t *parents; /* [max_actors] scratch of union-find */
    /* islands of this substep */
    island *awake; /* [max_actors] */
    uint32_t awake_count;
    uint32_t *island_of;     /* [max_actors] of an island's first actor: which of `awake` it is */
    uint32_t *island_actors; /* [max_actors] those of each island side by side */
    uint32_t *island_pairs;  /* [pair_capacity] */
    /* broad phase */
    uint32_t *order; /* [max_actors + max_obstacles] by their lower bound on `axis` */
    uint8_t *seen;   /* [max_actors + max_obstacles] */
    uint32_t order_count, axis;
    meeting *meetings, *sorted; /* [pair_capacity] */
    uint32_t *buckets;          /* [2 · max_actors + 1] */
    uint32_t meeting_count;
    bool overflowed;
    /* pairs of this substep and of the one before, sorted: actors first, then obstacles, each by a and b */
    pair *pairs, *before; /* [pair_capacity] */
    uint32_t pair_count, before_count;
    row *rows, *rows_before; /* [row_capacity] of this substep and of the one before */
    bool fresh;              /* the first substep of a step: nothing is taken over from rows_before */
    uint32_t row_count;
    grip *grips; /* [grip_capacity] */
    uint32_t grip_count, grip_capacity;
    solid nobody;
    row *found; /* [found_capacity] of one pair, before they are thinned out */
    uint32_t found_count;
    near_edge *near;           /* [edge_capacity] of one pair */
    near_four *near_fours;     /* [edge_capacity / 4 + 1] the same */
    float *heights[2];         /* [found_capacity] of a side's points along an axis */
    uint32_t *chosen[2];       /* [found_capacity] */
    uint32_t *chosen_edges[2]; /* [edge_capacity] */
    vv_vec2 *statics;          /* [static_capacity] an obstacle's points, seen from an actor's origin */
    vv_vec2 *static_out;
    bool reported; /* overflow, in the substep before */
    float weight;  /* of everybody together, newton */
};

/* One side of a pair in the narrow phase. Positions are in the frame of actor a. */
typedef struct side {
    const vv_vec2 *x, *x0;
    vv_vec2 offset;            /* added to both */
    const uint32_t *particles; /* of each point; NULL: itself */
    uint32_t point_count, edge_count;
    const uint32_t *edges; /* [2 · edge_count] points; NULL: each and the next */
    const vv_vec2 *out;    /* [point_count]; zero: solid any way */
    float sign;            /* 1: solid on the left of its edges; −1: on the right */
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
/* Pairs of sleepers keep their faces for when they wake, but have no rows. */
static inline uint32_t faces_now(const pair *p) { return p->row_count > 0 ? p->face_count : 0; }
static inline vv_vec2 row_point(const row_side *s, const vv_vec2 *x)
{
    return (vv_vec2){x[s->i].x + s->t * (x[s->j].x - x[s->i].x), x[s->i].y + s->t * (x[s->j].y - x[s->i].y)};
}

/* The k-th pair of an island. */
static inline pair *pair_of(const contacts *c, const island *isle, uint32_t k) { return &c->pairs[isle->pairs[k]]; }

/* contact_islands.c: who may touch whom in this substep; and union-find by actors' indices, for others too. */
void vvi_islands_find(vv_stage *stage);
void vvi_islands_clear(vv_stage *stage); /* everyone alone */
void vvi_islands_join(contacts *c, uint32_t a, uint32_t b);
uint32_t vvi_island_root(contacts *c, uint32_t i); /* the smallest index of its island */

/* outline.c */
vv_result vvi_solid_create(vv_stage *stage, uint32_t actor, vv_error *error);
/* An outline in the arena's memory. */
bool vvi_outline_create(outline *o, const vvi_sprite_view *view, vvi_arena *arena);
void vvi_solid_destroy(vv_stage *stage, uint32_t actor);
void vvi_solid_prepare(vv_stage *stage, uint32_t actor, float h);

/* broad.c: fills meetings, sorted. */
void vvi_contacts_meet(vv_stage *stage);
bool vvi_actors_meet(const actor *a, const actor *b); /* by layers and masks */

/* narrow.c, narrow_actors.c, narrow_obstacle.c: rows of one pair into `found`. */
side vvi_actor_side(const vv_stage *stage, uint32_t actor, vv_vec2 offset);
void vvi_narrow_actors(vv_stage *stage, pair *p);
/* What to look for between two sides: where, how near, how fast, and whether for points deep inside. */
typedef struct reach {
    vv_vec2 low, high;
    float margin, travel;
    bool deep;
} reach;
/* Returns how many rows are for points deep inside. */
uint32_t vvi_narrow_sides(contacts *c, const side *a, const side *b, const reach *where);
bool vvi_side_contains(const side *s, vv_vec2 point);
void vvi_narrow_obstacle(vv_stage *stage, pair *p);
bool vvi_sensor_feels(vv_stage *stage, const pair *p);

/* contact_faces.c: `found` into rows and faces of the pair. */
void vvi_pair_keep(vv_stage *stage, pair *p, float h);

/* Where two puppets that are keyed meet near what is fixed of them, neither gives way, and what little they do is at the short end
 * of a lever: a push that holds them apart there throws the rest of the drawing about. So no push is larger than what stops a
 * free drawing of the lighter one's mass: whatever is missing to its 1/m of `compliance` is softness of the contact. */
static inline float vvi_pair_softness(const vv_stage *stage, const pair *p, float compliance)
{
    const actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    float light = 0.0f;
    if (a->puppet)
        light = 1.0f / a->view.mass;
    if (b && b->puppet)
        light = vvi_max(light, 1.0f / b->view.mass);
    return vvi_max(0.0f, light - compliance);
}

/* contact_particles.c: a row's gap, the way along its tangent since the substep began, and pushing its particles. */
float vvi_row_gap(const vv_stage *stage, const pair *p, const row *r);
float vvi_row_slide(const vv_stage *stage, const pair *p, const row *r);
void vvi_pair_push_particles(vv_stage *stage, pair *p, float part, float slack);

/* contact_solve.c */
void vvi_contacts_stop(vv_stage *stage, const island *isle, float h);

/* contact_touch.c */
void vvi_contacts_sum(vv_stage *stage, const island *isle, float h);
void vvi_contacts_sum_speeds(vv_stage *stage, const island *isle, float h);
void vvi_contacts_tell(vv_stage *stage, const island *isle);
warmth vvi_face_warmth(const face *f, float most);
float vvi_pair_carries(const vv_stage *stage, const pair *p);
void vvi_pair_ended(vv_stage *stage, const pair *p);               /* it no longer touches, or left */
float vvi_pair_impact_speed(const vv_stage *stage, const pair *p); /* below: rest */

#endif
