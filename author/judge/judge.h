/* author/judge: does what a creature plays look right? Measures, limits and what counts as a play are those of
 * docs/validation.md. All of it is pure, so that the command and the page judge alike. */
#ifndef VV_JUDGE_H
#define VV_JUDGE_H

#include "author/grow/grow.h"

#include <verve/retarget.h>

/* ---- Measures and limits ----------------------------------------------------------------------------------------- */

typedef enum vv_measure {
    VV_MEASURE_NAN,     /* places that are not finite, rotations that are not of unit length: 1 where there is one */
    VV_MEASURE_MISS,    /* of a goal within reach, share of the limb's length */
    VV_MEASURE_SLIP,    /* of a foot in one stance, share of the leg's length */
    VV_MEASURE_STRETCH, /* of a segment, share of its length at rest */
    VV_MEASURE_JUMP,    /* between two frames, not shrinking with the time between them; share of the creature's size */
    VV_MEASURE_TWIST,   /* the same for the rotation of a body within its parent; radians */
    VV_MEASURE_SINK,    /* below the ground, deeper than at rest; share of the creature's size */
    VV_MEASURE_COUNT,
} vv_measure;
const char *vv_measure_name(vv_measure measure); /* "miss" */

/* The kind of part, on which limits depend. */
typedef enum vv_part {
    VV_PART_PLAIN,
    VV_PART_BRANCHING, /* a limb with more than one goal or foot, and bodies that crawl */
    VV_PART_SPINE,
    VV_PART_COUNT,
} vv_part;
float vv_measure_limit(vv_measure measure, vv_part part, bool strict);

#define VV_JUDGE_RATE 240u /* frames a second */

typedef struct vv_worst {
    float value;
    uint32_t trial, frame, body; /* body VV_NONE: nothing was measured */
} vv_worst;

typedef struct vv_findings {
    vv_worst worst[VV_PART_COUNT][VV_MEASURE_COUNT];
    vv_worst self;  /* deepest self-penetration, share of size: reported, but never a failure */
    vv_worst spine; /* largest miss of a goal of the spine, share of its length: the same */
} vv_findings;
vv_findings vv_no_findings(void);
/* Keeps the worse of both for every measure; those of `more` get this trial. */
void vv_findings_add(vv_findings *all, const vv_findings *more, uint32_t trial);

typedef struct vv_fault {
    vv_measure measure;
    vv_part part;
    vv_worst worst;
    float limit;
} vv_fault;
/* The limit that is exceeded most, in proportion; false where none is. */
bool vv_findings_worst_fault(const vv_findings *findings, bool strict, vv_fault *out);

/* ---- Watching frames --------------------------------------------------------------------------------------------- */

/* What a watch sees of a frame, all in the world. */
typedef struct vv_watch_input {
    const vv_transform3 *placements; /* [body_count] */
    uint32_t goal_count, foothold_count;
    const vv_ik_goal *goals;
    const vv_foothold *footholds; /* the same feet in every frame */
    vv_terrain terrain;
} vv_watch_input;

/* Measures the frames of a creature. */
typedef struct vv_watch vv_watch;
/* plan and creature have the same bodies and must outlive it. frame_count: the most frames of a trial. */
vv_result vv_watch_create(const vv_creature_plan *plan, const vv_creature *creature, uint32_t frame_count,
                          const vv_allocator *allocator, vv_watch **out, vv_error *error);
void vv_watch_destroy(vv_watch *watch);
const vv_creature *vv_watch_creature(const vv_watch *watch);
const vv_allocator *vv_watch_allocator(const vv_watch *watch);
/* The diagonal of the creature's bounds at rest. */
float vv_watch_size(const vv_watch *watch);
/* Begins a trial. */
void vv_watch_begin(vv_watch *watch);
/* Measures the next frame, 1/240 s after the last; frames beyond frame_count are ignored. */
void vv_watch_frame(vv_watch *watch, const vv_watch_input *input);
/* Whether some step was larger than the limits of jumps or flips: only a second run at twice the rate can tell
 * whether it was one. */
bool vv_watch_wants_half_steps(const vv_watch *watch);
/* The frames of the second run, at 480 a second, beginning at the time of the first frame. */
void vv_watch_half_frame(vv_watch *watch, const vv_transform3 *placements);
const vv_findings *vv_watch_findings(const vv_watch *watch);

/* ---- Trials ------------------------------------------------------------------------------------------------------ */

/* Something that a creature does, from a standstill at the origin. */
typedef struct vv_trial {
    const vv_binding *binding; /* NULL: no motion */
    const vv_gait *gait;       /* NULL: feet do what motions say, and are not planted */
    uint32_t variant;
    bool mirror;
    float speed;  /* metres a second, reached in half a second */
    float radius; /* of the curve to the left; 0: straight */
    float slope;  /* rise over run of the ground along +z */
    float seconds;
    uint32_t target_count;
    vv_vec3 targets[VV_MOTION_MAX_TARGETS];
    const char *words; /* "fast, on a slope" */
} vv_trial;
#define VV_MAX_TRIALS        9u
#define VV_TRIAL_MAX_SECONDS 10.0f /* seconds */
#define VV_TRIAL_MAX_FRAMES  (10u * VV_JUDGE_RATE + 1u)

/* The trials of a motion: returns how many of trials[VV_MAX_TRIALS]; 0 where it does not suit the creature. The
 * creature stands as `gait` says. */
uint32_t vv_make_motion_trials(const vv_binding *binding, const vv_gait *gait, uint64_t seed, vv_trial *trials);
uint32_t vv_make_gait_trials(const vv_gait *gait, const vv_creature *creature, vv_trial *trials);
/* The seed of a play, from which everything that is chosen in it follows. */
uint64_t vv_trial_seed(uint64_t creature, const char *name);

/* A player at the beginning of a trial, with its first pose. */
vv_result vv_trial_open(const vv_trial *trial, const vv_creature *creature, const vv_allocator *allocator,
                        vv_player **out, vv_error *error);
/* Steps from the frame before to this one, at a rate. */
void vv_trial_step(const vv_trial *trial, vv_player *player, uint32_t frame, uint32_t rate);
vv_terrain vv_trial_terrain(const vv_trial *trial); /* points into `trial` */
uint32_t vv_trial_frames(const vv_trial *trial);    /* at 240 a second, with the first */

/* Plays a trial and measures it. */
vv_result vv_judge_trial(vv_watch *watch, const vv_trial *trial, vv_error *error);
/* Plays all trials of a play; the worst findings come out. */
vv_result vv_judge_play(vv_watch *watch, uint32_t trial_count, const vv_trial *trials, vv_findings *out,
                        vv_error *error);

#endif
