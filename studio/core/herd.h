/* Shared by the files about herds: creatures beside each other in the page, all bound to one motion. */
#ifndef VVI_STUDIO_HERD_H
#define VVI_STUDIO_HERD_H

#include "state.h"

#include "author/judge/judge.h"

#define HERD_MAX 16u

/* What the page requests to be shown. */
typedef struct herd_request {
    uint32_t count;
    char creatures[HERD_MAX][VV_PROJECT_NAME_BYTES];
    uint32_t motion, gait; /* of the project; VV_NONE: none */
    uint32_t trial;        /* a trial of the gait as in validation, which replaces motion and speed; VV_NONE: none */
    float speed, turning;
    vv_movement_target targets[VV_MOTION_MAX_TARGETS]; /* in heights of the creature */
    uint32_t variant;
    bool mirror;
    bool has_highlight; /* `highlight` selects what is lit */
    vv_body_context highlight;
    uint32_t channel; /* the bodies that it moves are highlighted; VV_NONE: none */
    uint32_t active_member;
    char active_body[VV_CREATURE_NAME_BYTES]; /* empty: none */
} herd_request;

/* A trial of a gait, shown frame by frame. */
typedef struct herd_trial {
    vv_trial trial; /* the player's ground points into it */
    uint32_t number, frame;
    vv_player *player; /* NULL: no memory */
} herd_trial;

typedef struct herd_creature {
    char request[VV_PROJECT_NAME_BYTES];
    uint32_t seed;            /* VV_NONE: a creature of the project */
    vv_built_creature *built; /* a reference is held */
    vv_creature_instance *being;
    const vv_binding *binding; /* the being's; NULL: none */
    uint32_t play;             /* a play of its player; VV_NONE */
    float since_end;           /* seconds since it ended */
    vv_course course;
    herd_trial *gait_trial;    /* NULL: none */
    vv_transform3 *placements; /* [body_count] as shown */
    vv_vec3 low, high;         /* its bounds */
    float x;                   /* its position in the row */
    uint32_t first_vertex, first_triangle;
} herd_creature;

typedef struct vvi_herd {
    herd_request request;
    uint32_t count;
    herd_creature members[HERD_MAX];
    vv_herd_member member_views[HERD_MAX];
    vv_herd_view view;
    float time; /* of the motion, as set by scrubbing */
    bool live;  /* shown by the players, not by `time` */
    vv_vec3 *positions, *normals;
    uint32_t *triangles, *colors;
    uint32_t vertex_capacity, triangle_capacity;
} vvi_herd;

/* The open herd; NULL, with the error as text, if there is none. */
vvi_herd *vvi_herd_current(vv_studio *studio);
/* A member, if it has the body; NULL, with the error as text, otherwise. */
const herd_creature *vvi_herd_member(vv_studio *studio, uint32_t member, uint32_t body);
/* A channel of the open motion in the project; NULL, with the error as text, if there is none. */
const vv_motion_channel *vvi_herd_channel(vv_studio *studio, uint32_t channel);

/* A channel on a body, with its frame there in the variant that is shown. */
typedef struct herd_channel_body {
    const vv_motion_channel *channel; /* the project's */
    uint32_t index;
    const herd_creature *creature;
    uint32_t body;
    vv_movement_target target;
    bool mirrored;
    vv_body_frame frame;
} herd_channel_body;
/* False, with the error as text, if the channel does not move the body (herd_key.c). */
bool vvi_herd_find_channel_body(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body,
                                herd_channel_body *out);
/* The index of a channel's track: 0…3 by kind, from VV_TRACK_DEFORM on the deforms in their order; VV_NONE if there
 * is none (herd_curve.c). */
uint32_t vvi_herd_track(const vv_motion_channel *channel, uint32_t number);

/* Starts a trial of a gait, or ends the trial if `gait` is NULL or has no such number; a trial that is already shown
 * goes on (herd_trial.c). */
vv_result vvi_herd_begin_trial(vv_studio *studio, herd_creature *creature, const vv_gait *gait, uint32_t number,
                               vv_error *error);
void vvi_herd_end_trial(vv_studio *studio, herd_creature *creature);
/* Runs the trial to a time and fills the creature's placements, on level ground at the origin; returns the distance
 * travelled. */
float vvi_herd_seek_trial(herd_creature *creature, float time);

/* Combines the members' surfaces into one and places them in a row (herd_show.c). */
vv_result vvi_herd_arrange(vv_studio *studio, vvi_herd *herd, vv_error *error);
/* Colours highlighted bodies; increments the view's version if any colour changed. */
void vvi_herd_highlight(vvi_herd *herd);
void vvi_herd_refresh(vvi_herd *herd);
void vvi_herd_begin_play(const vvi_herd *herd, herd_creature *creature);
vv_movement_target vvi_herd_target(const vvi_herd *herd, const herd_creature *creature, uint32_t target);

#endif
