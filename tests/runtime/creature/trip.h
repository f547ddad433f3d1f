/* Walks for tests: a creature sent along a course, every frame measured. With VV_SHOW set in the environment its
 * foot-falls are printed: a line a foot, # where it stands. */
#ifndef VV_TRIP_H
#define VV_TRIP_H

#include "runtime/creature/walk.h"
#include "sample.h"

#define TRIP_MAX_FRAMES 8192
#define TRIP_MAX_TREADS 4096

/* Where the creature is after so many seconds. */
typedef vv_course (*trip_course)(void *user, float time);

typedef struct trip {
    const vv_creature *creature;
    const vv_gait *gait;
    vv_terrain terrain;
    trip_course course;
    void *user;
    uint32_t hz;
    float seconds;
    float from; /* seconds from which it is measured */
} trip;

typedef struct trip_tread {
    uint32_t foot;
    float time; /* of the frame at which it stands first */
    vv_vec3 place;
} trip_tread;

typedef struct trip_report {
    uint32_t feet, frames;
    float length;    /* of the longest leg */
    float slip;      /* metres, most that a foot which stands moved from frame to frame */
    float farthest;  /* most of its reach that a leg which stands is stretched, hips as they were shown */
    float foot_step; /* metres, most between two frames of a foot in the air */
    float root_step; /* of the root, up or down, against the ground's own rise */
    float deepest;   /* metres below the ground */
    float lowest_root, highest_root; /* above the frame, less rest */
    float duty[VV_CREATURE_MAX_LEGS];
    float lag[VV_CREATURE_MAX_LEGS]; /* of a foot's treads after those of foot 0, in cycles */
    uint32_t least_standing, most_standing;
    uint32_t tread_count;
    trip_tread treads[TRIP_MAX_TREADS];
    unsigned char stands[TRIP_MAX_FRAMES][VV_CREATURE_MAX_LEGS];
    uint64_t hash; /* of everything that was shown */
} trip_report;

/* Creates the walk, goes, and destroys it. The report is large: give a static one. */
void trip_go(const trip *t, trip_report *report);

/* Ready-made courses: straight on at *(float *)user metres a second; a circle of radius 3 m at that speed. */
vv_course trip_straight(void *user, float time);
vv_course trip_circle(void *user, float time);

/* A body along z with n legs, two by two from the back, each of a thigh, a shin and a foot, bent as legs are; the
 * last one in the middle where n is odd. Metres. */
vv_creature *trip_walker(uint32_t legs, float height);
/* √(g·length of its longest leg): metres a second at v̂ = 1. */
float trip_speed(const vv_creature *creature);

/* Ramps rise by *(float *)user along z; hills are that high; stairs rise that much every 0.4 m. */
float trip_ramp(void *user, float x, float z, vv_vec3 *normal);
float trip_hills(void *user, float x, float z, vv_vec3 *normal);
float trip_stairs(void *user, float x, float z, vv_vec3 *normal);

#endif
