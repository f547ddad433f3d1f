/* Gaits: legged locomotion for any number of legs (4.2).
 *
 * A gait is a style of walking: for groups of 1 to 6 legs of about the same length, how long each foot stands and
 * when it steps, at several speeds; how the foot swings; how the hips move. From 7 feet on the pattern is computed by
 * a rule. Speeds are Froude numbers, v̂ = v / √(g · leg length), so that a mouse and a giant walk alike. Feet that
 * stand do not move at all. Creatures without feet crawl like an inchworm if their spine is near the ground, and
 * float otherwise. */
#ifndef VERVE_GAIT_H
#define VERVE_GAIT_H

#include <verve/creature.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_GAIT_MAX_FEET 6u /* of a row; creatures may have VV_CREATURE_MAX_LEGS */
#define VV_GAIT_MAX_ROWS 64u
#define VV_GAIT_MAX_ARC  16u /* keys */

/* How a group of this many feet walks at one speed. Rows are interpolated over speed. */
typedef struct vv_gait_row {
    uint32_t feet; /* 1…VV_GAIT_MAX_FEET; rows of the same count ascend in speed */
    float speed;   /* v̂ */
    float duty;    /* duty factor: the fraction of the cycle during which a foot stands, 0.05…0.95 */
    float stride;  /* distance travelled in one cycle, in leg lengths */
    /* When the cycle of each foot begins (it touches down), as a fraction 0…1 of the cycle after that of the first.
     * Feet are ordered from the hindmost hip to the foremost, left before right. */
    float triggers[VV_GAIT_MAX_FEET];
} vv_gait_row;

/* A key of a foot's swing, in a normalised space: from where it lifts off (0) to where it touches down (1). */
typedef struct vv_arc_key {
    float time;    /* 0…1 of the swing, ascending */
    float forward; /* 0…1 of the way; 0 at the first key, 1 at the last */
    float up;      /* leg lengths above the straight line between both; 0 at both ends */
    float out;     /* leg lengths away from the sagittal plane; 0 at both ends */
    float pitch;   /* radians, positive with the toe down; 0 at both ends */
} vv_arc_key;

/* A style of walking. Immutable, position independent: an asset contains it as it is. */
typedef struct vv_gait vv_gait;

typedef struct vv_gait_def {
    uint32_t row_count;      /* at most VV_GAIT_MAX_ROWS */
    const vv_gait_row *rows; /* [row_count] NULL: those of vv_gait_default_rows */
    uint32_t arc_count;      /* 2…VV_GAIT_MAX_ARC; 0: the default arc */
    const vv_arc_key *arc;   /* [arc_count] a smooth curve through these, C1 with the stance at both ends */
    float lift;   /* height of the default arc, leg lengths, 0…1; `up` of given keys is multiplied by lift / 0.12 */
    float hurry;  /* factor on the frequency; the steps become shorter by it; 0.25…4 */
    float crouch; /* how much lower the body is, leg lengths, −0.2…0.6 */
    float bob;    /* of the hips, up and down twice a cycle, leg lengths, 0…0.3 */
    float sway;   /* of the hips towards the standing side, leg lengths, 0…0.3 */
    float roll, yaw, pitch; /* of the hips with the steps, radians, 0…0.6 */
    float lean;             /* forwards in proportion to speed, radians at v̂ = 1, −0.6…0.6 */
    float wide;             /* how much farther out the feet step, leg lengths, −0.3…0.5 */
    /* 0…1: one leg (the hindmost on the right, of the group with most legs) stands for a shorter time, and the body
     * dips on it. */
    float limp;
    float bounce; /* 0…1: the fraction of `bob` that happens in flight instead of in stance (running) */
} vv_gait_def;
VV_API vv_gait_def vv_default_gait_def(void); /* a plain walk that becomes a trot and a run as it gets faster */
/* rows[] receives the default rows: bipeds walk and run, quadrupeds walk, trot and gallop, six feet move in waves and
 * tripods, and so on. Returns how many there are; `rows` may be NULL. */
VV_API uint32_t vv_gait_default_rows(vv_gait_row *rows);
VV_API vv_result vv_gait_create(const vv_gait_def *def, const vv_allocator *allocator, vv_gait **out, vv_error *error);
VV_API void vv_gait_destroy(vv_gait *gait, const vv_allocator *allocator);
VV_API vv_gait_def vv_gait_as_def(const vv_gait *gait); /* its arrays point into the gait */

/* The pattern of a group of `feet` feet (1…VV_CREATURE_MAX_LEGS) at a speed v̂: duty factor, stride in leg lengths,
 * and triggers[feet]. sides[feet] (1 left, 0, −1 right; NULL: all left) is used from 7 feet on, and for fewer if the
 * gait has no rows for that number. */
typedef struct vv_gait_pattern {
    float duty, stride;
} vv_gait_pattern;
VV_API vv_gait_pattern vv_gait_pattern_at(const vv_gait *gait, uint32_t feet, float speed, const int32_t *sides,
                                          float *triggers);

/* A foot during its swing, at a time 0…1; the gait's lift is included. */
VV_API vv_arc_key vv_gait_flight_at(const vv_gait *gait, float time);

/* ---- Walks ------------------------------------------------------------------------------------------------------- */

/* The ground, in the world. */
typedef struct vv_terrain {
    /* Returns the height at (x, z), and fills the unit normal there if `normal` is not NULL. NULL: the ground is flat
     * at y = 0. It is called during a step; it must be fast, and return the same for the same arguments. It must not
     * call functions of the player or walk that called it: a player refuses, a walk asserts. */
    float (*height)(void *user, float x, float z, vv_vec3 *normal);
    void *user;
} vv_terrain;

/* Where the game puts the creature, and how it moves there. The height is that of the ground. */
typedef struct vv_course {
    float x, z;             /* metres, in the world */
    float heading;          /* radians, counter-clockwise seen from above; 0: along +z */
    float speed_x, speed_z; /* m/s, in the world */
    float yaw_rate;         /* of the heading, rad/s */
} vv_course;

#define VV_GAIT_MAX_STYLES 4u /* that are mixed at once */

/* The locomotion of one creature: phases, footholds and filters. */
typedef struct vv_walk vv_walk;
VV_API vv_result vv_walk_create(const vv_creature *creature, const vv_allocator *allocator, vv_walk **out,
                                vv_error *error);
VV_API void vv_walk_destroy(vv_walk *walk, const vv_allocator *allocator);
/* Sets the gaits[count] of a group of legs, mixed by weights[count] (which are divided by their sum); no gait twice.
 * group: VV_NONE for all groups, or one whose style differs from that of the others. The gaits must outlive the
 * walk. */
VV_API void vv_walk_set_styles(vv_walk *walk, uint32_t group, uint32_t count, const vv_gait *const *gaits,
                               const float *weights);
/* Puts the creature at rest on this course; call it after a teleport. */
VV_API void vv_walk_reset(vv_walk *walk, const vv_course *course, const vv_terrain *terrain);
/* Advances by dt seconds (at most 1 s counts) to `course`, which may turn, stop and start at once. A position that
 * cannot have been reached in that time counts as a reset. A course that is not finite changes nothing. Never
 * allocates. */
VV_API void vv_walk_step(vv_walk *walk, const vv_course *course, const vv_terrain *terrain, float dt);

/* The current state of a foot. */
typedef struct vv_foothold {
    uint32_t body;    /* a foot; of a crawling creature a body of the spine */
    bool stands;      /* on the ground */
    float phase;      /* of its own cycle, 0…1; it stands from 0 to the duty factor */
    vv_vec3 position; /* of the body's centre, in the world */
    vv_quat rotation; /* of the body, in the world */
    float weight;     /* 1 while it walks; eases to 0 when the walk leaves the feet free (the creature floats) */
} vv_foothold;
VV_API uint32_t vv_walk_foothold_count(const vv_walk *walk);
VV_API const vv_foothold *vv_walk_footholds(const vv_walk *walk);
/* The creature's frame in the world: on the ground (above it if it floats), level, rotated by the heading. */
VV_API vv_transform3 vv_walk_frame(const vv_walk *walk);
/* The motion of the hips in the creature's frame: the displacement and rotation of the root from rest, to be composed
 * with those of motions. The root's origin is at its rest position + position, its rotation is rotation · rest
 * rotation. */
VV_API vv_transform3 vv_walk_hips(const vv_walk *walk);
/* How the creature moves; for overlays and tests. */
typedef enum vv_walk_kind {
    VV_WALK_LEGS,
    VV_WALK_CRAWL,
    VV_WALK_FLOAT,
} vv_walk_kind;
VV_API vv_walk_kind vv_walk_kind_of(const vv_walk *walk);
/* The current cycles a second of a group; 0 if it stands. */
VV_API float vv_walk_frequency(const vv_walk *walk, uint32_t group);

#ifdef __cplusplus
}
#endif
#endif
