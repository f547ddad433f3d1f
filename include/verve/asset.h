/* The baked file `.vvb`: what a game loads. Verified in one pass, then used where it lies. */
#ifndef VERVE_ASSET_H
#define VERVE_ASSET_H

#include <verve/behaviour.h>
#include <verve/graph.h>
#include <verve/match.h>
#include <verve/retarget.h>
#include <verve/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that passed verification. It points into the caller's memory, which must stay and must not change. There is
 * nothing to destroy: release the bytes when neither the asset nor anything that came from it is used any more. */
typedef struct vv_asset vv_asset;

/* Checks every byte that will be used. `bytes` must start at a multiple of 64. Allocates nothing: the asset *is* the bytes.
 * Anything damaged, truncated or newer is refused. Reads all bytes once: load when a level loads, not in a frame. */
VV_API vv_result vv_asset_load(const void *bytes, size_t byte_count, const vv_asset **out, vv_error *error);

VV_API uint32_t vv_asset_artwork_count(const vv_asset *asset);
/* VV_NONE if there is none of this name. */
VV_API uint32_t vv_asset_find_artwork(const vv_asset *asset, const char *name);

/* An artwork as it lies in the asset: everything points into it. */
typedef struct vv_artwork {
    const char *name;
    vv_mesh mesh;
    uint32_t handle_count, example_count;
    const vv_handle *handles; /* [handle_count] */
    const uint32_t *partners; /* [handle_count] each handle's partner in the mirror, for vv_pose_mirror */
    const vv_skin *skin;
    const vv_poser *poser; /* NULL if baked without */
    const vv_turn *turns;  /* [example_count · handle_count] */
    const vv_complex *complex;
    const vv_sprite *sprite;   /* for vv_stage_add; NULL if baked without */
    vv_strengths strengths;    /* as the artist set them, for vv_actor_def.strengths */
    uint32_t behaviour_count;  /* what can drive its actors: see vv_asset_behaviour */
    const vv_puppet *puppet;   /* for vv_actor_def.puppet; NULL if baked without */
    vv_material material;      /* as the artist set it, for vv_actor_def.material */
    uint32_t clip_count;       /* what it can play: see vv_asset_clip */
    uint32_t corrective_count; /* what mends its poses: see vv_asset_corrective */
} vv_artwork;
/* index < vv_asset_artwork_count. Costs nothing: a few pointers. */
VV_API vv_artwork vv_asset_artwork(const vv_asset *asset, uint32_t index);

VV_API const char *vv_asset_handle_name(const vv_asset *asset, uint32_t artwork, uint32_t handle);
VV_API const char *vv_asset_example_name(const vv_asset *asset, uint32_t artwork, uint32_t example);
VV_API const char *vv_asset_layer_name(const vv_asset *asset, uint32_t artwork, uint32_t layer);
/* VV_NONE if there is none of this name. */
VV_API uint32_t vv_asset_find_handle(const vv_asset *asset, uint32_t artwork, const char *name);
VV_API uint32_t vv_asset_find_example(const vv_asset *asset, uint32_t artwork, const char *name);

/* A behaviour for actors with this artwork's sprite: see vv_behaviour_controller. behaviour < behaviour_count. */
VV_API const vv_behaviour *vv_asset_behaviour(const vv_asset *asset, uint32_t artwork, uint32_t behaviour);
VV_API const char *vv_asset_behaviour_name(const vv_asset *asset, uint32_t artwork, uint32_t behaviour);
VV_API uint32_t vv_asset_find_behaviour(const vv_asset *asset, uint32_t artwork, const char *name);

/* A clip of this artwork, for vv_actor_def.clip. clip < clip_count. */
VV_API const vv_clip *vv_asset_clip(const vv_asset *asset, uint32_t artwork, uint32_t clip);
VV_API const char *vv_asset_clip_name(const vv_asset *asset, uint32_t artwork, uint32_t clip);
VV_API uint32_t vv_asset_find_clip(const vv_asset *asset, uint32_t artwork, const char *name);

/* Correctives of this artwork, each to be applied to a pose before it is composed. corrective < corrective_count. */
VV_API const vv_corrective *vv_asset_corrective(const vv_asset *asset, uint32_t artwork, uint32_t corrective);
VV_API const char *vv_asset_corrective_name(const vv_asset *asset, uint32_t artwork, uint32_t corrective);

/* Families of its artworks. A family points at its puppets, so it is made here from what the file says and lives by itself;
 * the asset's bytes must outlive it. */
VV_API uint32_t vv_asset_family_count(const vv_asset *asset);
VV_API const char *vv_asset_family_name(const vv_asset *asset, uint32_t family);
VV_API uint32_t vv_asset_find_family(const vv_asset *asset, const char *name);
VV_API uint32_t vv_asset_family_member_count(const vv_asset *asset, uint32_t family);
/* Which artwork a member is: what to draw when vv_stage_puppet has become it. */
VV_API uint32_t vv_asset_family_member(const vv_asset *asset, uint32_t family, uint32_t member);
VV_API vv_result vv_asset_family_create(const vv_asset *asset, uint32_t family, const vv_allocator *allocator,
                                        vv_family **out, vv_error *error);

/* Recordings, for vv_copy. Their regions are of the handles of the artwork that was recorded. */
VV_API uint32_t vv_asset_recording_count(const vv_asset *asset);
VV_API const vv_recording *vv_asset_recording(const vv_asset *asset, uint32_t recording);
VV_API const char *vv_asset_recording_name(const vv_asset *asset, uint32_t recording);
VV_API uint32_t vv_asset_find_recording(const vv_asset *asset, const char *name);
VV_API uint32_t vv_asset_recording_artwork(const vv_asset *asset, uint32_t recording);

/* ---- What stands in space ----------------------------------------------------------------------------------------------- */

/* A skeleton with a body over it. */
typedef struct vv_asset_body {
    const char *name;
    const vv_skeleton *skeleton;
    const vv_skin3 *skin;
    uint32_t vertex_count, triangle_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] at rest, for vv_skin3_apply */
    const uint32_t *colors;             /* [vertex_count] red in the lowest byte */
    const uint32_t *triangles;          /* [3 · triangle_count] */
} vv_asset_body;
VV_API uint32_t vv_asset_character_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_character(const vv_asset *asset, const char *name);
VV_API vv_asset_body vv_asset_character(const vv_asset *asset, uint32_t character);

VV_API uint32_t vv_asset_verb_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_verb(const vv_asset *asset, const char *name);
VV_API const vv_verb *vv_asset_verb(const vv_asset *asset, uint32_t verb);
VV_API const char *vv_asset_verb_name(const vv_asset *asset, uint32_t verb);
VV_API const char *vv_asset_verb_axis(const vv_asset *asset, uint32_t verb, uint32_t axis); /* its name */
VV_API uint32_t vv_asset_find_verb_axis(const vv_asset *asset, uint32_t verb, const char *name);
VV_API uint32_t vv_asset_verb_character(const vv_asset *asset, uint32_t verb);

VV_API uint32_t vv_asset_shape_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_shape(const vv_asset *asset, const char *name);
VV_API const vv_shape *vv_asset_shape(const vv_asset *asset, uint32_t shape);
VV_API const char *vv_asset_shape_name(const vv_asset *asset, uint32_t shape);
VV_API const char *vv_asset_shape_axis(const vv_asset *asset, uint32_t shape, uint32_t axis);
VV_API uint32_t vv_asset_find_shape_axis(const vv_asset *asset, uint32_t shape, const char *name);
/* The skin over its forms, and the character it stands on; NULL and VV_NONE: none. */
VV_API const vv_skin3 *vv_asset_shape_skin(const vv_asset *asset, uint32_t shape);
VV_API uint32_t vv_asset_shape_character(const vv_asset *asset, uint32_t shape);
/* The joint whose angle an axis is, and about which of its own axes (0 x, 1 y, 2 z); VV_NONE: the game drives it. */
VV_API uint32_t vv_asset_shape_driver(const vv_asset *asset, uint32_t shape, uint32_t axis, uint32_t *about);

VV_API uint32_t vv_asset_graph_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_graph(const vv_asset *asset, const char *name);
VV_API const vv_graph *vv_asset_graph(const vv_asset *asset, uint32_t graph);
VV_API const char *vv_asset_graph_name(const vv_asset *asset, uint32_t graph);
VV_API uint32_t vv_asset_graph_character(const vv_asset *asset, uint32_t graph);
/* Its verbs, in the order that vv_performer_create wants them: verbs[capacity] out; returns how many there are. */
VV_API uint32_t vv_asset_graph_verbs(const vv_asset *asset, uint32_t graph, uint32_t capacity, const vv_verb **verbs);

/* Creatures, with bodies over them: of these `skeleton` is NULL, and the joints of the skin are the creature's bodies. */
VV_API uint32_t vv_asset_creature_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_creature(const vv_asset *asset, const char *name);
VV_API const vv_creature *vv_asset_creature(const vv_asset *asset, uint32_t creature);
VV_API vv_asset_body vv_asset_creature_body(const vv_asset *asset, uint32_t creature);

/* Motions. Those of one action are branches of it, for different creatures: the first that binds is meant. */
VV_API uint32_t vv_asset_motion_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_motion(const vv_asset *asset, const char *name);
VV_API const vv_motion *vv_asset_motion(const vv_asset *asset, uint32_t motion);
VV_API const char *vv_asset_motion_name(const vv_asset *asset, uint32_t motion);
VV_API const char *vv_asset_motion_action(const vv_asset *asset, uint32_t motion);

VV_API uint32_t vv_asset_gait_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_gait(const vv_asset *asset, const char *name);
VV_API const vv_gait *vv_asset_gait(const vv_asset *asset, uint32_t gait);
VV_API const char *vv_asset_gait_name(const vv_asset *asset, uint32_t gait);

/* Lines of action, and what follows them. */
typedef struct vv_asset_line_parts {
    const char *name;
    const vv_line *line;          /* to play, to grab, to aim a vv_wobble at */
    uint32_t character, creature; /* whose body follows; VV_NONE: not one of these */
    const vv_frames *frames;      /* its motion; NULL: a drawing follows */
    uint32_t artwork;             /* the drawing; VV_NONE: a body follows */
    const vv_line *rest;          /* with one keystroke: the line at rest, for vv_line_grip and vv_line_carry */
    uint32_t handle_count;
    const uint32_t *handles; /* [handle_count] those that the line leads */
} vv_asset_line_parts;
VV_API uint32_t vv_asset_line_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_line(const vv_asset *asset, const char *name);
VV_API vv_asset_line_parts vv_asset_line(const vv_asset *asset, uint32_t line);

/* A layer's image as the bytes of a PNG file; NULL, and *byte_count 0, if it was baked without images. */
VV_API const void *vv_asset_layer_image(const vv_asset *asset, uint32_t artwork, uint32_t layer, size_t *byte_count);

#ifdef __cplusplus
}
#endif
#endif
