/* Gaits: legged motion for any number of legs (4.2).
 *
 * A gait is a style: for 1 to 6 feet of about the same length, how long each stands and when it steps, at several speeds; how the
 * foot flies; what the hips do. From 7 feet on the pattern is made by rule. Speeds are Froude numbers v̂ = v / √(g·leg length), so that
 * a mouse and a giant walk alike. Feet that stand do not move at all. Creatures without feet crawl like an inch-worm where their
 * spine lies near the ground, and float otherwise. */
#ifndef VERVE_GAIT_H
#define VERVE_GAIT_H

#include <verve/creature.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_GAIT_MAX_FEET 6u /* of a table; creatures may have VV_CREATURE_MAX_LEGS */
#define VV_GAIT_MAX_ROWS 64u
#define VV_GAIT_MAX_ARC  16u

/* How a group of so many feet walks at one speed. Between speeds rows are interpolated. */
typedef struct vv_gait_row {
    uint32_t feet; /* 1…VV_GAIT_MAX_FEET; rows of the same count ascend in speed */
    float speed;   /* v̂ */
    float duty;    /* share of the cycle that a foot stands, 0.05…0.95 */
    float stride;  /* of one cycle, in leg lengths */
    float triggers
        [VV_GAIT_MAX_FEET]; /* when each foot's cycle begins (it treads), 0…1 of the cycle after the first. Feet from
                                         the hindmost hip to the foremost, left before right */
} vv_gait_row;

/* A foot's flight in a normalised space: from where it leaves (0) to where it treads (1). */
typedef struct vv_arc_key {
    float time;    /* 0…1 of the flight, ascending */
    float forward; /* 0…1 of the way; 0 at the first key, 1 at the last */
    float up;      /* leg lengths above the straight line between; 0 at both ends */
    float out;     /* leg lengths away from the sagittal plane; 0 at both ends */
    float pitch;   /* radians, toe down positive; 0 at both ends */
} vv_arc_key;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_gait vv_gait;

typedef struct vv_gait_def {
    uint32_t row_count;
    const vv_gait_row *rows; /* NULL: those of vv_gait_default_rows */
    uint32_t arc_count;      /* 2…VV_GAIT_MAX_ARC; 0: lift alone says it */
    const vv_arc_key *arc;   /* through these a smooth curve, C1 at its ends with standing */
    float lift;   /* of the default arc, in leg lengths, 0…1; keyed ones' `up` is multiplied by lift / 0.12 */
    float hurry;  /* times the frequency (and by so much shorter steps), 0.25…4 */
    float crouch; /* the body lower by so many leg lengths, −0.2…0.6 */
    float bob;    /* hips up and down twice a cycle, leg lengths, 0…0.3 */
    float sway;   /* towards the standing side, leg lengths, 0…0.3 */
    float roll, yaw, pitch; /* of the hips with the steps, radians, 0…0.6 */
    float lean;             /* forward with speed, radians at v̂ = 1, −0.6…0.6 */
    float wide;             /* feet farther out, leg lengths, −0.3…0.5 */
    float
        limp; /* 0…1: one leg (of the group with the most, the hindmost on the right) stands shorter and the body dips on it */
    float bounce; /* 0…1: how much of `bob` happens in flight instead of stance (running) */
} vv_gait_def;
VV_API vv_gait_def vv_default_gait(void); /* a plain walk that trots and runs as it gets faster */
/* The rows of the paper's kind that everybody knows: bipeds walk and run, quadrupeds walk, trot and gallop, six feet go in waves and
 * tripods … Returns how many; rows may be NULL. */
VV_API uint32_t vv_gait_default_rows(vv_gait_row *rows);
VV_API vv_result vv_gait_create(const vv_gait_def *def, const vv_allocator *allocator, vv_gait **out, vv_error *error);
VV_API void vv_gait_destroy(vv_gait *gait, const vv_allocator *allocator);
VV_API vv_gait_def vv_gait_as_def(const vv_gait *gait); /* points into it */

/* Duty, stride and triggers for a group of so many feet (any number, 1…VV_CREATURE_MAX_LEGS) at a speed: triggers[feet]. `sides`
 * [feet] (1, 0, −1; NULL: all left) is asked from 7 on, and below where the gait has no rows for so many. */
typedef struct vv_gait_pattern {
    float duty, stride;
} vv_gait_pattern;
VV_API vv_gait_pattern vv_gait_pattern_at(const vv_gait *gait, uint32_t feet, float speed, const int32_t *sides,
                                          float *triggers);

/* Where a foot is in its flight at a time 0…1 of it, with the gait's lift in it. */
VV_API vv_arc_key vv_gait_flight_at(const vv_gait *gait, float time);

/* ---- A creature that goes somewhere ------------------------------------------------------------------------------------------- */

/* The ground, in the world. Called during a step; must be quick and answer the same for the same place. It must not call
 * functions of the player or walk that asks: a player refuses, a walk asserts. */
typedef struct vv_terrain {
    /* Height at (x, z), and its unit normal where `normal` is not NULL. */
    float (*height)(void *user, float x, float z, vv_vec3 *normal);
    void *user;
} vv_terrain; /* height NULL: flat at y = 0 */

/* Where the creature is and where it goes, as the game says. y is the ground's. */
typedef struct vv_course {
    float x, z;
    float heading;          /* counter-clockwise from above; 0: along +z */
    float speed_x, speed_z; /* metres a second, in the world */
    float spin;             /* rad/s */
} vv_course;

#define VV_GAIT_MAX_STYLES 4u

/* What a walk remembers: phases, footholds, filters. Made for one creature. */
typedef struct vv_walk vv_walk;
VV_API vv_result vv_walk_create(const vv_creature *creature, const vv_allocator *allocator, vv_walk **out,
                                vv_error *error);
VV_API void vv_walk_destroy(vv_walk *walk, const vv_allocator *allocator);
/* Which styles, mixed by weight (they are divided by their sum); no two the same. The gaits must outlive the walk. By group: VV_NONE for all
 * groups, or one whose style differs from the others'. */
VV_API void vv_walk_set_styles(vv_walk *walk, uint32_t group, uint32_t count, const vv_gait *const *gaits,
                               const float *weights);
/* Stands at rest on this course: after a teleport as well. */
VV_API void vv_walk_reset(vv_walk *walk, const vv_course *course, const vv_terrain *terrain);
/* On by dt seconds (at most 1 counts) to `course`, which may turn, stop and start as suddenly as it likes; a place that cannot have been
 * reached counts as a reset. A course that is not finite changes nothing. Never allocates. */
VV_API void vv_walk_step(vv_walk *walk, const vv_course *course, const vv_terrain *terrain, float dt);

/* What a foot does now. */
typedef struct vv_foothold {
    uint32_t body; /* a foot; of crawling creatures a body of the spine */
    bool stands;
    float phase;   /* of its own cycle, 0…1; it stands up to the duty factor */
    vv_vec3 place; /* of the body's centre, in the world */
    vv_quat turn;  /* of the body, in the world */
    float weight;  /* 1 while it walks, easing to 0 where the feet may do as they like (it floats) */
} vv_foothold;
VV_API uint32_t vv_walk_foothold_count(const vv_walk *walk);
VV_API const vv_foothold *vv_walk_footholds(const vv_walk *walk);
/* The creature's frame in the world: on the ground (floating: above it), level, turned by the heading. */
VV_API vv_placement vv_walk_frame(const vv_walk *walk);
/* What the hips do, in the creature's frame: the root's move and turn from rest, to be composed with what motions say. Its origin is
 * at its rest place + place, its turn is turn · rest turn. */
VV_API vv_placement vv_walk_hips(const vv_walk *walk);
/* How the walk goes about: for pictures and tests. */
typedef enum vv_walk_kind {
    VV_WALK_LEGS,
    VV_WALK_CRAWL,
    VV_WALK_FLOAT,
} vv_walk_kind;
VV_API vv_walk_kind vv_walk_kind_of(const vv_walk *walk);
/* Cycles a second of a group now; 0 where it stands. */
VV_API float vv_walk_frequency(const vv_walk *walk, uint32_t group);

#ifdef __cplusplus
}
#endif
#endif
