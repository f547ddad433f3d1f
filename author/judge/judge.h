/* The door of author/judge: is what a creature plays fit to be seen? Measures, limits and what counts as a play are those of
 * docs/validation.md. All pure: the command and the page judge alike. */
#ifndef VV_JUDGE_H
#define VV_JUDGE_H

#include "author/grow/grow.h"

#include <verve/retarget.h>

/* ---- Measures and limits ------------------------------------------------------------------------------------------------ */

typedef enum vv_measure {
    VV_MEASURE_NAN,     /* places that are not finite, turns not of unit length: 1 is one too many */
    VV_MEASURE_MISS,    /* of a goal within reach, share of the limb's length */
    VV_MEASURE_SLIP,    /* of a foot in one stance, share of the leg's length */
    VV_MEASURE_STRETCH, /* of a segment, share of its length at rest */
    VV_MEASURE_JUMP,    /* between two frames, not shrinking with the time between them; share of the creature's size */
    VV_MEASURE_TWIST,   /* likewise of a body's turn within its parent; radians */
    VV_MEASURE_SINK,    /* below the ground, beyond what it is at rest; share of the creature's size */
    VV_MEASURE_COUNT,
} vv_measure;
const char *vv_measure_name(vv_measure measure); /* "miss" */

/* What a thing is judged as. */
typedef enum vv_part {
    VV_PART_PLAIN,
    VV_PART_BRANCHING, /* a limb with more than one goal or foot, and what crawls */
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
    vv_worst self;  /* deepest self-penetration, share of size: reported, never failing */
    vv_worst spine; /* goal of the spine missed by, share of the spine's length: the same */
} vv_findings;
vv_findings vv_no_findings(void);
/* The worse of both, thing by thing; those of `more` are of this trial. */
void vv_findings_add(vv_findings *all, const vv_findings *more, uint32_t trial);

typedef struct vv_fault {
    vv_measure measure;
    vv_part part;
    vv_worst worst;
    float limit;
} vv_fault;
/* The limit that is passed by most, in proportion; false where none is. */
bool vv_findings_fault(const vv_findings *findings, bool strict, vv_fault *out);

/* ---- Watching frames ---------------------------------------------------------------------------------------------------- */

/* What there is to see of a frame, all in the world. */
typedef struct vv_seen {
    const vv_placement *placements; /* [body_count] */
    uint32_t goal_count, foothold_count;
    const vv_goal *goals;
    const vv_foothold *footholds; /* the same feet in every frame */
    vv_terrain terrain;
} vv_seen;

/* Measures a creature's frames. */
typedef struct vv_watch vv_watch;
/* plan and creature are of the same bodies and must outlive it. frame_count: the most that a trial has. */
vv_result vv_watch_create(const vv_creature_plan *plan, const vv_creature *creature, uint32_t frame_count,
                          const vv_allocator *allocator, vv_watch **out, vv_error *error);
void vv_watch_destroy(vv_watch *watch);
const vv_creature *vv_watch_creature(const vv_watch *watch);
const vv_allocator *vv_watch_allocator(const vv_watch *watch);
/* The diagonal of the creature's bounds at rest. */
float vv_watch_size(const vv_watch *watch);
/* From the beginning. */
void vv_watch_begin(vv_watch *watch);
/* The next frame, 1/240 s after the last; beyond frame_count nothing happens. */
void vv_watch_frame(vv_watch *watch, const vv_seen *seen);
/* Whether some step was larger than a jump or a flip may be: only a second look at twice the rate can tell what it was. */
bool vv_watch_wants_half_steps(const vv_watch *watch);
/* The same again at 480 frames a second, the first of them at the time of the first frame. */
void vv_watch_half_frame(vv_watch *watch, const vv_placement *placements);
const vv_findings *vv_watch_findings(const vv_watch *watch);

/* ---- Trials ---------------------------------------------------------------------------------------------------------------- */

/* One thing a creature does, from a standstill at the origin. */
typedef struct vv_trial {
    const vv_binding *binding; /* NULL: no motion */
    const vv_gait *gait;       /* NULL: feet do what motions say, and nothing holds them */
    uint32_t variant;
    bool mirror;
    float speed;  /* metres a second, reached within half a second */
    float radius; /* of the curve to the left; 0: straight */
    float slope;  /* rise over run of the ground along +z */
    float seconds;
    uint32_t target_count;
    vv_vec3 targets[VV_MAX_TARGETS];
    const char *words; /* "fast, on a slope" */
} vv_trial;
#define VV_MAX_TRIALS       9u
#define VV_TRIAL_MOST       10.0f /* seconds */
#define VV_TRIAL_MOST_STEPS (10u * VV_JUDGE_RATE + 1u)

/* What a motion is tried with; 0 where it does not suit the creature. trials[VV_MAX_TRIALS]. It stands, as `gait` stands. */
uint32_t vv_trials_of_motion(const vv_binding *binding, const vv_gait *gait, uint64_t seed, vv_trial *trials);
uint32_t vv_trials_of_gait(const vv_gait *gait, const vv_creature *creature, vv_trial *trials);
/* The seed of a play: everything chosen in it follows from this. */
uint64_t vv_trial_seed(uint64_t creature, const char *name);

/* A player at the beginning of a trial, the pose of which is made. */
vv_result vv_trial_open(const vv_trial *trial, const vv_creature *creature, const vv_allocator *allocator,
                        vv_player **out, vv_error *error);
/* On to the frame's time at a rate, from that of the frame before. */
void vv_trial_step(const vv_trial *trial, vv_player *player, uint32_t frame, uint32_t rate);
vv_terrain vv_trial_terrain(const vv_trial *trial); /* points into it */
uint32_t vv_trial_frames(const vv_trial *trial);    /* at 240 a second, the first included */

/* Plays and judges. */
vv_result vv_judge_trial(vv_watch *watch, const vv_trial *trial, vv_error *error);
/* All trials of a play; the worst of them comes out. */
vv_result vv_judge_play(vv_watch *watch, uint32_t trial_count, const vv_trial *trials, vv_findings *out,
                        vv_error *error);

#endif
