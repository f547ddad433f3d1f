/* The state of a walk (4.2).
 *
 * A walk advances in ticks, of 1/60 s for legs of half a metre and more often for shorter ones, whatever the frame
 * rate; between two frames the course is interpolated linearly. Everything that moves between two ticks is known in
 * closed form at the first of them (a phase with its rate, filters with constant inputs). So a frame can be evaluated
 * at any time without delay, and decisions are made at the same times for every frame rate. Legs that are parts of
 * one limb step as one *unit*; units of about the same length are a *group* with one frequency. */
#ifndef VVI_CREATURE_WALK_H
#define VVI_CREATURE_WALK_H

#include "bodies.h"
#include "gaits.h"

#include "runtime/base/lanes.h"

#define WALK_GRAVITY         9.81f
#define WALK_FREEZE_PROGRESS 0.8f  /* progress of a swing at which its footprint is decided */
#define WALK_MAX_UNDECIDED   0.9f  /* progress that a swing does not pass before that */
#define WALK_REACH_SHARE     0.97f /* the share of a leg's reach that is used */
/* how far the root is lowered for the sake of long strides, as a share of a leg's reach */
#define WALK_SINK_SHARE 0.12f
/* half of the travel in a stance for which a foot should have space, as a share of a leg's reach */
#define WALK_STRIDE_SHARE   0.38f
#define WALK_HOME_STEP_TIME 1.1f   /* seconds of a step home, in units of √(length/g) */
#define WALK_REACH_LIMIT    0.995f /* share of the reach that a standing foot never passes */

/* Critically damped filters, several in one array so that they vectorise: ẍ = ω²(goal − x) − 2ωẋ, where x is `value`
 * and ẋ is `rate`. */
typedef struct filter4 {
    float value[4], rate[4], goal[4];
} filter4;
typedef struct filter12 {
    float value[12], rate[12], goal[12];
} filter12;
/* The coefficients for a time t: with d = value − goal and e = exp(−ωt), value(t) = goal + (d + (rate + ωd)·t)·e. */
typedef struct filter_time {
    float omega, t, e;
} filter_time;
/* Four lanes at once, or one by one with the same bits. */
#ifndef VV_SCALAR
typedef float4 filter_lanes;
#define FILTER_WIDTH 4u
#else
typedef float filter_lanes;
#define FILTER_WIDTH 1u
#endif
static inline void filter_evaluate(uint32_t count, const float *value, const float *rate, const float *goal,
                                   filter_time m, float *out)
{
    for (uint32_t i = 0; i < count; i += FILTER_WIDTH) {
        filter_lanes g = *(const filter_lanes *)(goal + i), d = *(const filter_lanes *)(value + i) - g;
        *(filter_lanes *)(out + i) = g + (d + (*(const filter_lanes *)(rate + i) + m.omega * d) * m.t) * m.e;
    }
}
static inline void filter_step(uint32_t count, float *value, float *rate, const float *goal, filter_time m)
{
    for (uint32_t i = 0; i < count; i += FILTER_WIDTH) {
        filter_lanes g = *(const filter_lanes *)(goal + i), d = *(const filter_lanes *)(value + i) - g;
        filter_lanes old = *(const filter_lanes *)(rate + i), push = old + m.omega * d;
        *(filter_lanes *)(value + i) = g + (d + push * m.t) * m.e;
        *(filter_lanes *)(rate + i) = (old - m.omega * push * m.t) * m.e;
    }
}

typedef struct walk_style {
    uint32_t count; /* 0: the group stands */
    const vv_gait *gaits[VV_GAIT_MAX_STYLES];
    float weights[VV_GAIT_MAX_STYLES];
    gait_numbers numbers; /* mixed */
} walk_style;

typedef struct walk_group {
    /* constant */
    uint32_t unit_start, unit_count;
    uint32_t leg_group; /* vv_leg.group */
    float ratio;        /* ratio of its frequency to that of the leading group: p/q, q ≤ 3 */
    float length;       /* mean length of its legs */
    float pace;         /* seconds: √(length/g) */
    /* how far from home a foot may stand along z and x: half of the travel of a stance */
    float travel_forward, travel_side;
    /* root mean square distance of its feet from the vertical axis of the creature, at least 0.3 lengths */
    float radius;
    walk_style style;
    /* current state */
    float speed, frequency;
    /* lower bound of the duty factor at this speed: short legs shorten their stance before they step faster */
    float min_duty;
    float duty;          /* duty factor in use: slow walkers stand longer instead of swinging slowly */
    float stance_time;   /* seconds; 0 while it stands */
    float pattern_speed; /* the speed for which `pattern` and triggers were computed; negative: not yet */
    vv_gait_pattern pattern;
    filter_time tick_time, frame_time; /* of the targets' filters: over a tick, and up to the present frame */
} walk_group;

typedef struct walk_unit {
    uint32_t leg_start, leg_count, group;
    int32_t side;
    bool is_limping; /* the unit that limps if the style does */
    bool in_swing, target_frozen;
    bool footholds_current;         /* its footholds are written already and stay valid while it stands */
    float pattern_trigger, trigger; /* step trigger of the pattern, and the present one, which follows it */
    float duty;
    float progress;         /* progress of its stance or swing, 0…1 */
    float rate;             /* of progress, 1/s */
    float liftoff_progress; /* progress at which its swing began */
    float freeze_progress;  /* progress at which its footprint was decided */
    float max_rate;         /* upper bound of its rate from then on */
    float arc_scale;        /* 0…1: scale of this swing's arc; short swings rise less */
} walk_unit;

/* A position at which a foot can stand. */
typedef struct footprint {
    vv_vec3 contact, normal; /* on the ground */
    vv_vec3 place;           /* position of the foot's centre */
    vv_vec3 ankle;           /* position of the foot's joint */
    float heading, sine, cosine;
} footprint;

typedef struct walk_leg {
    /* constant; in the creature's frame */
    uint32_t body, unit;
    int32_t side;
    bool can_walk;        /* false: it cannot reach the ground and does not take part */
    vv_vec3 hip_offset;   /* joint of the limb with the spine, from the origin of the root */
    vv_vec3 hip_position; /* the same joint, from the creature's origin */
    vv_vec3 rest_centre;  /* the foot's centre at rest */
    vv_vec3 home;         /* position to which it returns, which depends on the style: wider or narrower than at rest */
    vv_vec3 gather_offset; /* offset from there while the creature walks, so that strides have space */
    /* the foot's joint, from its centre, in its rest rotation; where legs share a limb, the point that stands in for
     * it */
    vv_vec3 ankle;
    vv_quat turn;       /* rotation at rest */
    float reach;        /* from hip to ankle, stretched out */
    float full_reach;   /* from hip to the foot's centre */
    float usable_reach; /* the part of the reach that is used: a little less, but no less than at rest */
    float plan_reach;   /* no footprint is planned farther away than this at mid-stance */
    float length, sole_height;
    float hip_height;  /* height of the hip above the ankle, at rest */
    float lift_length; /* unit of the height of its swings: its length, or less if its foot would come near its hip */
    float toe_length;  /* how far the foot extends before or behind its centre */
    /* current state */
    footprint stance; /* while it stands; during a swing, the position that it left */
    vv_quat stance_turn, plan_turn;
    footprint plan; /* during a swing */
    /* filters towards the plan, which the swing aims at until the footprint is decided; and the height to add to the
     * arc of the style to clear the ground */
    filter4 target;
    vv_vec3 frozen_target;
    /* how much lower than at rest the root must be for the leg to get there and to stay for its stance */
    float needed_drop;
    /* during a stance: for how many seconds it can still reach its foothold; only updated while care_time > 0 */
    float reach_time;
} walk_leg;

/* The course at one time, with derived values. */
typedef struct course_state {
    vv_course course;
    float sine, cosine; /* of the heading */
    float ahead, aside; /* speed along the creature's z and x, m/s */
    const vv_terrain *terrain;
} course_state;

/* The components of walk_leg.target, and those of vv_walk.body; each array is filtered together. */
enum { TARGET_X, TARGET_Y, TARGET_Z, TARGET_CLEARANCE };
enum {
    BODY_GROUND,
    BODY_DROP,
    BODY_SLOPE_X,
    BODY_SLOPE_Z,
    BODY_AMOUNT, /* 0…1: how strongly the hips move with the steps */
    BODY_LEAN_X,
    BODY_LEAN_Z,
    BODY_DUTY, /* duty factor of the leading group */
    BODY_SIDE, /* amplitude of the first harmonic of the steps sideways (cosine and sine), */
    BODY_SIDE_SINE,
    BODY_FORE, /* and fore and aft */
    BODY_FORE_SINE,
    BODY_COUNT
};

struct vv_walk {
    size_t byte_count;
    const vv_creature *creature;
    vv_walk_kind kind;
    bool locked; /* a step or a reset is in progress, which queries the height of the terrain */
    uint32_t group_count, unit_count, leg_count, foothold_count;
    uint32_t lead; /* the group that sets the frequency */
    walk_group *groups;
    walk_unit *units;
    walk_leg *legs;
    vv_foothold *footholds;
    vv_vec3 root_rest; /* the origin of the root at rest */
    float length;      /* leg length of the leading group, or what stands in for it */
    /* Σ of squared distances of walking feet from rest_mean, regularised so that it can be a divisor */
    float spread_x, spread_z;
    float lean_share_x, lean_share_z; /* 1…0: how freely it leans; a body that stands on all fours does not lean */
    vv_vec3 rest_mean;                /* mean of the feet's rest centres */
    uint32_t walking_leg_count;
    uint32_t arch_body; /* crawling: the spine body at the top of the arch; VV_NONE: the root itself */
    float spine_length, root_share, arch_share; /* root and arch as shares of the length from the tail's end, 0…1 */
    float max_fold_drop; /* how much lower than at rest the root may be before some leg folds up */
    float max_drop;      /* how much lower than at rest the root ever is, in these styles */
    float hover_height;  /* floating: height above the ground, metres */
    /* current state */
    bool is_walking;       /* the step cycle is running */
    bool is_stepping_home; /* feet that are away from home step there */
    float max_speed;       /* v̂ of the fastest group at the last tick */
    float start_delay;     /* seconds by which the walk began before the tick that noticed it */
    bool triggers_moving;  /* some trigger still differs from the pattern */
    bool settled;          /* all groups step with the pattern of their present speed */
    vv_course course;
    float heading, sine, cosine; /* heading of the last evaluation */
    float since_tick;            /* seconds since the last tick */
    float tick_seconds;          /* seconds of a tick */
    uint32_t ticks;
    /* seconds for which reach is still checked for every leg, since the course changed a short while ago; always > 0
     * on uneven ground */
    float care_time;
    float ahead, aside, spin; /* speeds at the last tick */
    float cycle;              /* cycle of the leading group, 0…6; at 6 all groups are in phase again */
    float frequency;
    float haste;      /* ≥ 1: factor of the frequency for the sake of feet that would get out of reach */
    float time;       /* seconds within the period of floating */
    float extra_drop; /* how much lower the root is than planned, for feet that are farther away than expected */
    filter12 body;    /* BODY_… */
    filter_time body_tick;
    vv_transform3 frame, hips;
};

/* walk.c */
float vvi_walk_ground(const vv_terrain *terrain, float x, float z, vv_vec3 *normal);
/* The quaternion of a rotation about the vertical with this sine and cosine. */
static inline vv_quat yaw_from_sine_cosine(float sine, float cosine)
{
    if (cosine >= 0.0f) {
        float w = sqrtf(0.5f * (1.0f + cosine));
        return (vv_quat){0.0f, 0.5f * sine / w, 0.0f, w};
    }
    float y = sine < 0.0f ? -sqrtf(0.5f * (1.0f - cosine)) : sqrtf(0.5f * (1.0f - cosine));
    return (vv_quat){0.0f, y, 0.0f, 0.5f * sine / y};
}
/* Rotates (x, z) by a heading: x′ = x·cos + z·sin, z′ = z·cos − x·sin. Shared, so that everything rotates to the same
 * bits. */
static inline vv_vec2 rotate_by_heading(float sine, float cosine, float x, float z)
{
    return (vv_vec2){x * cosine + z * sine, z * cosine - x * sine};
}

/* walk_plan.c: planning footprints. */
vv_quat vvi_walk_foot_rotation(const walk_leg *leg, const footprint *at);
/* The footprint of a leg under the body as it will be `after` seconds from now. */
footprint vvi_walk_find_footprint(const vv_walk *walk, const course_state *now, const walk_leg *leg, float after);
/* Moves the planned footprint of a leg nearer, so that it can be reached when the foot lands `after` seconds from
 * now. */
void vvi_walk_limit_plan(const vv_walk *walk, const course_state *now, walk_leg *leg, float after);
/* How much lower than at rest the root must be for the leg to reach an ankle position, from `first` to `last` seconds
 * from now. */
float vvi_walk_needed_drop(const vv_walk *walk, const course_state *now, const walk_leg *leg, vv_vec3 ankle,
                           float first, float last);
/* Whether the leg reaches it if the root is as low as it may be. */
bool vvi_walk_reaches(const vv_walk *walk, const course_state *now, const walk_leg *leg, vv_vec3 ankle, float after);
/* For how many seconds the leg can still reach its foothold if the body goes straight on and the root is as low as it
 * may be. */
float vvi_walk_reach_time(const vv_walk *walk, const course_state *now, const walk_leg *leg);

/* walk_flight.c: the swing. */
/* The position of the foot at this progress of its swing; `when` is the frame_time of its group. */
vv_vec3 vvi_walk_swing_position(const vv_walk *walk, const walk_leg *leg, float progress, filter_time when,
                                float *pitch);
float vvi_walk_flight_share(const walk_unit *unit, float progress); /* the share 0…1 of the swing that has passed */
/* The height to add to the arc of the style so that the leg clears the ground on its way to its plan. */
float vvi_walk_clearance(const vv_walk *walk, const course_state *now, const walk_leg *leg);

/* walk_cycle.c: frequencies and phases. */
void vvi_walk_update_groups(vv_walk *walk, const course_state *now);
void vvi_walk_update_phases(vv_walk *walk, const course_state *now);
/* The phase that a unit should have: the phase of its group minus its trigger. */
static inline float ideal_phase(const vv_walk *walk, const walk_unit *unit)
{
    return within_cycle(walk->cycle * walk->groups[unit->group].ratio - unit->trigger);
}

/* walk_units.c: lift-off and landing of units. */
void vvi_walk_update_units(vv_walk *walk, const course_state *now);

/* walk_pose.c: the results that callers see, since_tick seconds after the last tick, dt after the last frame. */
void vvi_walk_pose(vv_walk *walk, const course_state *now, float dt);

/* crawl.c: creatures without feet. */
bool vvi_crawl_applies(const vv_creature *creature);
void vvi_crawl_set_up_legs(vv_walk *walk);  /* two legs, which are the ends of the spine */
void vvi_crawl_update_homes(vv_walk *walk); /* for walking or standing, each tick */
void vvi_crawl_pose_hips(vv_walk *walk, const course_state *now);
vv_gait_pattern vvi_crawl_pattern(const walk_group *group, float *triggers);
void vvi_float_pose_hips(vv_walk *walk, const float *body);

#endif
