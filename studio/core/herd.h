/* What the files about herds share: creatures beside each other in the page, all bound to one motion. */
#ifndef VVI_STUDIO_HERD_H
#define VVI_STUDIO_HERD_H

#include "state.h"

#include "author/judge/judge.h"

#define HERD_MAX 16u

/* What the page wants to see. */
typedef struct herd_wish {
    uint32_t count;
    char creatures[HERD_MAX][VV_PROJECT_NAME_BYTES];
    uint32_t motion, gait; /* of the project; VV_NONE: none */
    uint32_t trial;        /* of the gait, as it is judged, instead of what else is wanted; VV_NONE: none */
    float speed, turning;
    vv_target targets[VV_MAX_TARGETS]; /* in heights of the creature */
    uint32_t variant;
    bool mirror;
    bool lit; /* `light` selects what is lit */
    vv_context light;
    uint32_t channel; /* what it moves is lit; VV_NONE: none */
    uint32_t active_member;
    char active_body[VV_CREATURE_NAME_BYTES]; /* empty: none */
} herd_wish;

/* A trial of a gait that is shown frame by frame. */
typedef struct herd_trial {
    vv_trial trial; /* the player's ground points into it */
    uint32_t number, frame;
    vv_player *player; /* NULL: there was no memory */
} herd_trial;

typedef struct herd_creature {
    char wish[VV_PROJECT_NAME_BYTES];
    uint32_t seed;            /* VV_NONE: the project's */
    vv_built_creature *built; /* kept */
    vv_being *being;
    const vv_binding *binding; /* the being's; NULL: none */
    uint32_t play;             /* of its player; VV_NONE */
    float rest;                /* seconds since it ended */
    vv_course course;
    herd_trial *tried;        /* NULL: none */
    vv_placement *placements; /* [body_count] as shown */
    vv_vec3 low, high;        /* its bounds */
    float x;                  /* where it stands */
    uint32_t first_vertex, first_triangle;
} herd_creature;

typedef struct vvi_herd {
    herd_wish wish;
    uint32_t count;
    herd_creature members[HERD_MAX];
    vv_herd_member shown[HERD_MAX];
    vv_herd_view view;
    float time; /* of the motion, as scrubbed */
    bool live;  /* shown by the players */
    vv_vec3 *positions, *normals;
    uint32_t *triangles, *colors;
    uint32_t vertex_room, triangle_room;
} vvi_herd;

/* What is open; NULL, with an error as the studio's text, if nothing is. */
vvi_herd *vvi_herd_now(vv_studio *studio);
/* A member and a body of it; NULL, with an error as text, if there is none. */
const herd_creature *vvi_herd_member(vv_studio *studio, uint32_t member, uint32_t body);
/* A channel of the motion that is open, as the project has it; NULL with an error as text. */
const vv_motion_channel *vvi_herd_channel(vv_studio *studio, uint32_t channel);

/* A channel on a body: its frame there, as the variant that is shown has it. */
typedef struct herd_keyed {
    const vv_motion_channel *channel; /* the project's */
    uint32_t index;
    const herd_creature *creature;
    uint32_t body;
    vv_target target;
    bool mirrored;
    vv_frame frame;
} herd_keyed;
/* False, with an error as text, where the channel does not move the body (herd_key.c). */
bool vvi_herd_keyed(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, herd_keyed *out);
/* Which of a channel's tracks: 0…3 by kind, from VV_TRACK_DEFORM on the deforms as they come; VV_NONE: it has none such (herd_curve.c). */
uint32_t vvi_herd_track(const vv_motion_channel *channel, uint32_t number);

/* Shows the creature in a trial of a gait, none where `number` or `gait` is none; what goes on is left alone (herd_trial.c). */
vv_result vvi_herd_try(vv_studio *studio, herd_creature *creature, const vv_gait *gait, uint32_t number,
                       vv_error *error);
void vvi_herd_try_end(vv_studio *studio, herd_creature *creature);
/* Brings the trial to a time: the creature's placements, on level ground at the origin; returns how far it has gone. */
float vvi_herd_tried(herd_creature *creature, float time);

/* Everything for the members there are: their surfaces in one, and where each stands (herd_show.c). */
vv_result vvi_herd_arrange(vv_studio *studio, vvi_herd *herd, vv_error *error);
/* Colours what is lit; counts the view's version up where that is something else than before. */
void vvi_herd_light(vvi_herd *herd);
void vvi_herd_refresh(vvi_herd *herd);
void vvi_herd_begin_play(const vvi_herd *herd, herd_creature *creature);
vv_target vvi_herd_target(const vvi_herd *herd, const herd_creature *creature, uint32_t target);

#endif
