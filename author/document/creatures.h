/* Creatures, motions, gaits and scenes of creatures in a document: what the files that read, write and change them share. */
#ifndef VVI_DOCUMENT_CREATURES_H
#define VVI_DOCUMENT_CREATURES_H

#include "author/document/puppets.h"

/* The words of the file, in the order of the choices; of zones and extents without the first, which is none. */
vvi_keys vvi_zone_words(uint32_t axis);
vvi_keys vvi_extent_words(void);
vvi_keys vvi_space_words(void); /* x, y and z */
vvi_keys vvi_base_words(void);  /* rest or absolute */
vvi_keys vvi_scale_words(void);
vvi_keys vvi_side_words(void); /* from −1 on */
vvi_keys vvi_relation_words(void);
vvi_keys vvi_slope_words(void);
vvi_keys vvi_tracks_words(void); /* the kinds of tracks but VV_TRACK_DEFORM */
vvi_keys vvi_part_colour_words(void);
vvi_keys vvi_ground_words(void);

/* ---- Motions ------------------------------------------------------------------------------------------------------- */

vv_motion_channel vvi_default_channel(void);
/* A context: given whole. `object` may be NULL: any body. */
void vvi_read_context(vvi_reader *r, const vv_json *object, vv_context *context);
void vvi_read_mode(vvi_reader *r, const vv_json *object, vv_mode *mode);
/* The member "relative". */
void vvi_read_relative(vvi_reader *r, const vv_json *object, vv_motion_channel *channel);
void vvi_read_branch(vvi_reader *r, const vv_json *object, vv_branch *branch);

/* How many numbers a value of a track has. */
uint32_t vvi_track_width(vv_track_kind kind);
void vvi_read_motion_key(vvi_reader *r, const vv_json *object, vv_track_kind kind, vv_motion_key *key);
/* keys[*count] whose times ascend; NULL after a problem, and where there are none. */
const vv_motion_key *vvi_read_motion_keys(vvi_reader *r, const vv_json *list, vv_track_kind kind, uint32_t *count);
/* The members of a channel that hold curves: those that are there take the place of what it had. */
void vvi_read_curves(vvi_reader *r, const vv_json *object, vv_motion_channel *channel);
/* All but its name; `address` as everywhere. */
void vvi_read_channel(vvi_reader *r, const vv_json *object, vvi_keys address, vv_motion_channel *channel);
/* What holds for a motion as a whole: how many keys it has, and that keys and events are within its length. Problems are about
 * `place`. */
bool vvi_check_motion(vvi_reader *r, const vv_json *place, const vv_project_motion *motion);

/* ---- Gaits --------------------------------------------------------------------------------------------------------- */

/* A number of vv_gait_def that the file has as a key of the same name. */
typedef struct vvi_gait_number {
    const char *key; /* NULL ends a list of them */
    size_t place;
    float low, high;
} vvi_gait_number;
const vvi_gait_number *vvi_gait_numbers(void);
/* The same for the keys of an arc but their times. */
const vvi_gait_number *vvi_arc_numbers(void);

/* ---- Scenes -------------------------------------------------------------------------------------------------------- */

vv_project_cast vvi_default_cast(void);
vv_project_play vvi_default_play(void);
/* What a scene of creatures has beyond every scene's keys, but for the camera. */
void vvi_read_troupe(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene);
/* Whether any motion does this. */
bool vvi_action_exists(const vv_project *project, const char *action);

#endif
