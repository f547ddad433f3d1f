/* What a walk remembers (4.2).
 *
 * A walk advances in ticks, of 1/60 s for legs of half a metre and more often for shorter ones, whatever the frame rate; the course between two frames is straight. All that moves between
 * two ticks is known in closed form at the first (a phase with its rate, filters with constant inputs), so frames look at any moment
 * without delay, and what is decided is decided at the same moments for all. Legs that are parts of one limb step as one *unit*; units of
 * about the same length are a *group* with one frequency. */
#ifndef VVI_CREATURE_WALK_H
#define VVI_CREATURE_WALK_H

#include "bodies.h"
#include "gaits.h"

#define WALK_GRAVITY   9.81f
#define WALK_FREEZE    0.8f   /* of a flight: then it is decided where the foot treads */
#define WALK_UNDECIDED 0.9f   /* it gets no farther before that */
#define WALK_REACH     0.97f  /* of a leg's reach that is counted on */
#define WALK_SINK      0.12f  /* of a leg's reach: how much lower the root goes for the sake of long strides */
#define WALK_STRIDE    0.38f  /* of a leg's reach: half of a stance's travel that a foot should have room for */
#define WALK_HOME_STEP 1.1f   /* seconds of a step home per √(length/g) */
#define WALK_LIMIT     0.995f /* that no foot which stands ever gets beyond */

/* Critically damped filters, several beside each other for the compiler to do at once: ẍ = ω²(to − x) − 2ωẋ. */
typedef struct smooth4 {
    float at[4], speed[4], to[4];
} smooth4;
typedef struct smooth12 {
    float at[12], speed[12], to[12];
} smooth12;
/* How they move in a time t: with d = at − to and e = exp(−ωt), at(t) = to + (d + (speed + ωd)·t)·e. */
typedef struct smooth_time {
    float omega, t, e;
} smooth_time;
/* Four at once, or one by one with the same bits. */
#ifndef VV_SCALAR
typedef float smooth_lanes __attribute__((vector_size(16), aligned(4), may_alias));
#define SMOOTH_WIDTH 4u
#else
typedef float smooth_lanes;
#define SMOOTH_WIDTH 1u
#endif
static inline void smooth_look(uint32_t count, const float *at, const float *speed, const float *to, smooth_time m,
                               float *out)
{
    for (uint32_t i = 0; i < count; i += SMOOTH_WIDTH) {
        smooth_lanes goal = *(const smooth_lanes *)(to + i), d = *(const smooth_lanes *)(at + i) - goal;
        *(smooth_lanes *)(out + i) = goal + (d + (*(const smooth_lanes *)(speed + i) + m.omega * d) * m.t) * m.e;
    }
}
static inline void smooth_step(uint32_t count, float *at, float *speed, const float *to, smooth_time m)
{
    for (uint32_t i = 0; i < count; i += SMOOTH_WIDTH) {
        smooth_lanes goal = *(const smooth_lanes *)(to + i), d = *(const smooth_lanes *)(at + i) - goal;
        smooth_lanes before = *(const smooth_lanes *)(speed + i), push = before + m.omega * d;
        *(smooth_lanes *)(at + i) = goal + (d + push * m.t) * m.e;
        *(smooth_lanes *)(speed + i) = (before - m.omega * push * m.t) * m.e;
    }
}

typedef struct walk_style {
    uint32_t count; /* 0: stands */
    const vv_gait *gaits[VV_GAIT_MAX_STYLES];
    float weights[VV_GAIT_MAX_STYLES];
    gait_numbers numbers; /* mixed */
} walk_style;

typedef struct walk_group {
    /* found out once */
    uint32_t unit_start, unit_count;
    uint32_t given;      /* vv_leg.group */
    float ratio;         /* of its frequency to the leading group's: p/q, q ≤ 3 */
    float length;        /* of its legs, on average */
    float pace;          /* √(length/g): seconds */
    float forward, side; /* how far a foot may stand ahead of or behind where it belongs, half of the stance's travel */
    float radius;        /* how far from the creature's axis feet are: root of the mean square, not below 0.3 lengths */
    walk_style style;
    /* now */
    float speed, frequency;
    float least;              /* duty that is had for this speed: short legs leave earlier rather than hurry */
    float duty;               /* as it turns out: slow steps are not slower than the natural ones */
    float stance_time;        /* seconds, 0 where it does not go */
    float patterned;          /* the speed at which triggers were found; negative: not yet */
    vv_gait_pattern pattern;  /* at that speed */
    smooth_time tick, moment; /* of targets: over a tick, and up to the frame */
} walk_group;

typedef struct walk_unit {
    uint32_t leg_start, leg_count, group;
    int32_t side;
    bool limps; /* the one that does where the style has it limp */
    bool swings, frozen;
    bool shown;            /* that it stands: its footholds need not be written again */
    float wanted, trigger; /* where the pattern wants it, and where it is on its way there */
    float duty;
    float progress;  /* of its stance or flight, 0…1 */
    float rate;      /* 1/s */
    float left_at;   /* progress at which its flight began */
    float froze_at;  /* progress at which its target was decided */
    float most_rate; /* from then on its rate is at most this */
    float vigour;    /* 0…1, of this flight: short ones go less high */
} walk_unit;

/* Where a foot can stand. */
typedef struct tread {
    vv_vec3 contact, normal; /* on the ground */
    vv_vec3 place;           /* of the foot's centre */
    vv_vec3 ankle;
    float heading, sine, cosine;
} tread;

typedef struct walk_leg {
    /* found out once; creature's frame */
    uint32_t body, unit;
    int32_t side;
    bool able;         /* false: it cannot get down to the ground; it does not walk */
    vv_vec3 hip;       /* its joint with the spine, from the root's origin */
    vv_vec3 hip_place; /* the same joint from the creature's origin */
    vv_vec3 rest;      /* the foot's centre */
    vv_vec3 home;      /* where it belongs in the group's style: wider or narrower */
    vv_vec3 gather;    /* from there to where it belongs while the creature goes: with room for strides */
    vv_vec3
        ankle; /* the foot's joint, from its centre, as it is turned at rest; where legs share a limb, what goes for it */
    vv_quat turn; /* at rest */
    float reach;  /* from hip to ankle, stretched out */
    float whole;  /* from hip to the foot's centre */
    float most;   /* that is counted on: a little less, but no less than at rest */
    float near;   /* that no foot is planned farther away at mid-stance */
    float length, sole;
    float tall; /* its hip above its ankle, at rest */
    float lift; /* what its style's flight is a share of: its length, less where its foot comes near its hip */
    float toe;  /* how far the foot sticks out before or behind its centre */
    /* now */
    tread stands; /* while it stands; while it flies, where it left */
    vv_quat stands_turn, plan_turn;
    tread plan; /* while it flies */
    smooth4
        way; /* to the plan: what it flies to until that is decided; and how much higher than the style has it, to clear the ground */
    vv_vec3 frozen_from;
    float
        need; /* how much lower than at rest the root must be for the leg to get there and to stay as long as it will stand */
    float
        lasts; /* while it stands: for how many seconds it still reaches its foothold as the body goes; known where care is taken */
} walk_leg;

/* The course at a moment, ready for use. */
typedef struct moment {
    vv_course course;
    float sine, cosine; /* of the heading */
    float ahead, aside; /* speed along the creature's z and x */
    const vv_terrain *terrain;
} moment;

/* What `way` is on its way to, and what the body does, each filtered together. */
enum { WAY_X, WAY_Y, WAY_Z, WAY_HUMP };
enum {
    BODY_GROUND,
    BODY_DROP,
    BODY_SLOPE_X,
    BODY_SLOPE_Z,
    BODY_AMOUNT, /* 0…1: how much the hips go with the steps */
    BODY_LEAN_X,
    BODY_LEAN_Z,
    BODY_DUTY, /* of the leading group */
    BODY_SIDE, /* how much of the first harmonic of its steps goes to the sides: cosine and sine, */
    BODY_SIDE_SINE,
    BODY_FORE, /* and how much fore and aft */
    BODY_FORE_SINE,
    BODY_COUNT
};

struct vv_walk {
    size_t byte_count;
    const vv_creature *creature;
    vv_walk_kind kind;
    bool locked; /* a step or a reset is under way, which asks the host for the terrain's height */
    uint32_t group_count, unit_count, leg_count, foothold_count;
    uint32_t lead; /* the group that sets the frequency */
    walk_group *groups;
    walk_unit *units;
    walk_leg *legs;
    vv_foothold *footholds;
    vv_vec3 root;             /* at rest */
    float length;             /* of the leading group's legs, or what goes for it */
    float spread_x, spread_z; /* Σ of squared homes over able legs, with something added so that it can be divided by */
    float upright_x, upright_z; /* 1…0: how freely it leans; a body that stands on all fours does not */
    vv_vec3 middle;             /* of the homes */
    uint32_t able_count;
    uint32_t arch; /* crawling: the body of the spine that is arched highest, VV_NONE: the root itself */
    float spine_length, root_along, arch_along; /* from the tail's end, 0…1 */
    float spare;   /* how much lower than at rest the root may go before some leg is folded up */
    float deepest; /* how much lower than at rest the root ever goes, as the styles are */
    float hover;   /* floating: how high */
    /* now */
    bool going;    /* the cycle runs */
    bool homing;   /* feet that are away from home step there */
    float fastest; /* v̂ of the fastest group at the last tick */
    float late;    /* seconds that a walk began before the tick that noticed it */
    bool sliding;  /* some trigger is on its way */
    bool settled;  /* all groups go at the pattern of their speed */
    vv_course course;
    float heading, sine, cosine; /* of the last moment that was looked at */
    float rest;                  /* seconds since the last tick */
    float tick;                  /* seconds */
    uint32_t ticks;
    float
        care; /* seconds for which the course was unsteady a short while ago: everything is watched then. On uneven ground always */
    float ahead, aside, spin; /* of the last tick */
    float cycle;              /* of the leading group, 0…6: then all groups begin together again */
    float frequency;
    float haste;   /* ≥ 1: of it, for feet that stand too far behind */
    float time;    /* seconds, of floating: 0…its period */
    float extra;   /* how much lower the root is than planned, for feet that got farther than expected */
    smooth12 body; /* BODY_… */
    smooth_time body_tick;
    vv_placement frame, hips;
};

/* walk.c */
float vvi_walk_ground(const vv_terrain *terrain, float x, float z, vv_vec3 *normal);
/* Half of a turn about the vertical whose sine and cosine are known, as a quaternion. */
static inline vv_quat yaw_of(float sine, float cosine)
{
    if (cosine >= 0.0f) {
        float w = sqrtf(0.5f * (1.0f + cosine));
        return (vv_quat){0.0f, 0.5f * sine / w, 0.0f, w};
    }
    float y = sine < 0.0f ? -sqrtf(0.5f * (1.0f - cosine)) : sqrtf(0.5f * (1.0f - cosine));
    return (vv_quat){0.0f, y, 0.0f, 0.5f * sine / y};
}
/* Through the same formulas whoever asks: x′ = x·cos + z·sin, z′ = z·cos − x·sin. */
static inline vv_vec2 turn_ahead(float sine, float cosine, float x, float z)
{
    return (vv_vec2){x * cosine + z * sine, z * cosine - x * sine};
}

/* walk_plan.c: where feet will stand. */
vv_quat vvi_walk_turn(const walk_leg *leg, const tread *at);
/* Where the leg would stand under the body as it will be `after` seconds from now. */
tread vvi_walk_tread(const vv_walk *walk, const moment *now, const walk_leg *leg, float after);
/* Draws a leg's plan in, over the ground, so far that it can be reached when it is trodden on, `after` seconds from now. */
void vvi_walk_draw_in(const vv_walk *walk, const moment *now, walk_leg *leg, float after);
/* How much lower than at rest the root must be for the leg to reach an ankle, from `first` to `last` seconds from now. */
float vvi_walk_need(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 ankle, float first,
                    float last);
/* Whether it does reach it, were the root as low as it goes. */
bool vvi_walk_reaches(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 ankle, float after);
/* For how many seconds it still reaches where it stands, going straight on, the root as low as it goes. */
float vvi_walk_lasts(const vv_walk *walk, const moment *now, const walk_leg *leg);

/* walk_flight.c: where feet fly. */
/* `moment` of the group's filters says when; progress of the unit then. */
vv_vec3 vvi_walk_flight(const vv_walk *walk, const walk_leg *leg, float progress, smooth_time when, float *pitch);
float vvi_walk_flown(const walk_unit *unit, float progress); /* 0…1 of the flight */
/* How much higher than its style has it the leg must fly over the ground to its plan. */
float vvi_walk_hump(const vv_walk *walk, const moment *now, const walk_leg *leg);

/* walk_cycle.c: frequencies and phases. */
void vvi_walk_groups(vv_walk *walk, const moment *now);
void vvi_walk_phases(vv_walk *walk, const moment *now);
/* Where in its cycle a unit ought to be: the group's phase less its trigger. */
static inline float ideal_phase(const vv_walk *walk, const walk_unit *unit)
{
    return within_cycle(walk->cycle * walk->groups[unit->group].ratio - unit->trigger);
}

/* walk_units.c: when units lift and tread. */
void vvi_walk_units(vv_walk *walk, const moment *now);

/* walk_pose.c: what callers see, `rest` seconds after the last tick, dt after the last frame. */
void vvi_walk_pose(vv_walk *walk, const moment *now, float dt);

/* crawl.c: creatures without feet. */
bool vvi_crawl_applies(const vv_creature *creature);
void vvi_crawl_legs(vv_walk *walk);  /* two, of the spine's ends */
void vvi_crawl_homes(vv_walk *walk); /* as it goes or stands, each tick */
void vvi_crawl_hips(vv_walk *walk, const moment *now);
vv_gait_pattern vvi_crawl_pattern(const walk_group *group, float *triggers);
void vvi_float_hips(vv_walk *walk, const float *body);

#endif
