/* The baked file `.vvb`, which a game loads: verified in one pass, then used in place. */
#ifndef VERVE_ASSET_H
#define VERVE_ASSET_H

#include <verve/behaviour.h>
#include <verve/graph.h>
#include <verve/match.h>
#include <verve/retarget.h>
#include <verve/scene.h>
#include <verve/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Verified bytes in the caller's memory, which must stay there and must not change. There is nothing to destroy:
 * release the bytes when neither the asset nor anything that came from it is used any more. An asset is immutable, so
 * any number of threads may share it. Functions that take an index require it to be less than the count of its
 * noun. */
typedef struct vv_asset vv_asset;

/* Verifies every byte that will be used. `bytes` must be aligned to 64 bytes. Allocates nothing: the asset *is* the
 * bytes. Fails for bytes that are damaged, truncated or of another format version. Reads all bytes once: call it when
 * a level loads, not in a frame. */
VV_API vv_result vv_asset_load(const void *bytes, size_t byte_count, const vv_asset **out, vv_error *error);

VV_API uint32_t vv_asset_artwork_count(const vv_asset *asset);
/* VV_NONE: there is none of this name; so for every vv_asset_find_… function. */
VV_API uint32_t vv_asset_find_artwork(const vv_asset *asset, const char *name);

/* An artwork of an asset; everything points into the asset. */
typedef struct vv_artwork {
    const char *name;
    vv_mesh mesh;
    uint32_t handle_count, example_count;
    const vv_handle *handles; /* [handle_count] */
    const uint32_t *partners; /* [handle_count] the partner of each handle in the mirror, for vv_pose_mirror */
    const vv_skin *skin;
    const vv_poser *poser;               /* NULL: baked without posers */
    const vv_handle_pose *example_poses; /* [example_count · handle_count] the poses of the examples */
    const vv_complex *complex;
    const vv_sprite *sprite;   /* for vv_actor_def.sprite; NULL: baked without sprites */
    vv_strengths strengths;    /* as the artist set them, for vv_actor_def.strengths */
    uint32_t behaviour_count;  /* that can drive its actors: see vv_asset_behaviour */
    const vv_puppet *puppet;   /* for vv_actor_def.puppet; NULL: baked without puppets */
    vv_material material;      /* as the artist set it, for vv_actor_def.material */
    uint32_t clip_count;       /* that its actors can play: see vv_asset_clip */
    uint32_t corrective_count; /* that correct its poses: see vv_asset_corrective */
} vv_artwork;
/* Cheap: it fills a few pointers. */
VV_API vv_artwork vv_asset_artwork(const vv_asset *asset, uint32_t index);

VV_API const char *vv_asset_handle_name(const vv_asset *asset, uint32_t artwork, uint32_t handle);
VV_API const char *vv_asset_example_name(const vv_asset *asset, uint32_t artwork, uint32_t example);
VV_API const char *vv_asset_layer_name(const vv_asset *asset, uint32_t artwork, uint32_t layer);
VV_API uint32_t vv_asset_find_handle(const vv_asset *asset, uint32_t artwork, const char *name);
VV_API uint32_t vv_asset_find_example(const vv_asset *asset, uint32_t artwork, const char *name);

/* Behaviours of this artwork, for actors with its sprite: see vv_behaviour_controller. */
VV_API const vv_behaviour *vv_asset_behaviour(const vv_asset *asset, uint32_t artwork, uint32_t behaviour);
VV_API const char *vv_asset_behaviour_name(const vv_asset *asset, uint32_t artwork, uint32_t behaviour);
VV_API uint32_t vv_asset_find_behaviour(const vv_asset *asset, uint32_t artwork, const char *name);

/* Clips of this artwork, for vv_actor_def.clip. */
VV_API const vv_clip *vv_asset_clip(const vv_asset *asset, uint32_t artwork, uint32_t clip);
VV_API const char *vv_asset_clip_name(const vv_asset *asset, uint32_t artwork, uint32_t clip);
VV_API uint32_t vv_asset_find_clip(const vv_asset *asset, uint32_t artwork, const char *name);

/* Correctives of this artwork. Apply them, one after another, to a blended pose before it is composed. */
VV_API const vv_corrective *vv_asset_corrective(const vv_asset *asset, uint32_t artwork, uint32_t corrective);
VV_API const char *vv_asset_corrective_name(const vv_asset *asset, uint32_t artwork, uint32_t corrective);

/* Families of artworks. A family contains pointers to its puppets, so it cannot lie in the asset:
 * vv_asset_family_create makes one, to be destroyed by vv_family_destroy. The asset's bytes must outlive it. */
VV_API uint32_t vv_asset_family_count(const vv_asset *asset);
VV_API const char *vv_asset_family_name(const vv_asset *asset, uint32_t family);
VV_API uint32_t vv_asset_find_family(const vv_asset *asset, const char *name);
VV_API uint32_t vv_asset_family_member_count(const vv_asset *asset, uint32_t family);
/* The artwork of a member: what to draw while vv_stage_family_member is this one. */
VV_API uint32_t vv_asset_family_member(const vv_asset *asset, uint32_t family, uint32_t member);
VV_API vv_result vv_asset_family_create(const vv_asset *asset, uint32_t family, const vv_allocator *allocator,
                                        vv_family **out, vv_error *error);

/* Recordings, for vv_region_copy. Their regions refer to handles of the artwork that was recorded. */
VV_API uint32_t vv_asset_recording_count(const vv_asset *asset);
VV_API const vv_recording *vv_asset_recording(const vv_asset *asset, uint32_t recording);
VV_API const char *vv_asset_recording_name(const vv_asset *asset, uint32_t recording);
VV_API uint32_t vv_asset_find_recording(const vv_asset *asset, const char *name);
VV_API uint32_t vv_asset_recording_artwork(const vv_asset *asset, uint32_t recording);

/* ---- Stage scenes ------------------------------------------------------------------------------------------------ */

VV_API uint32_t vv_asset_scene_count(const vv_asset *asset);
VV_API const char *vv_asset_scene_name(const vv_asset *asset, uint32_t scene);
VV_API uint32_t vv_asset_find_scene(const vv_asset *asset, const char *name);
/* The settings of its stage, with room for exactly what the scene has. */
VV_API vv_stage_def vv_asset_scene_stage(const vv_asset *asset, uint32_t scene);
/* Creates a player of a scene (scene.h). `stage`: the settings to use instead, for instance vv_asset_scene_stage with
 * more max_actors for what the game adds; NULL: those of the scene. With another step, substeps or iterations the
 * motion is another one. The asset's bytes must outlive the player. */
VV_API vv_result vv_asset_scene_player_create(const vv_asset *asset, uint32_t scene, const vv_stage_def *stage,
                                              const vv_allocator *allocator, vv_scene_player **out, vv_error *error);

/* ---- Characters, verbs, shapes and graphs ------------------------------------------------------------------------ */

/* A mesh with a skin over a skeleton or a creature. */
typedef struct vv_asset_skinned_mesh {
    const char *name;
    const vv_skeleton *skeleton; /* of a character; NULL of a creature, where the joints of the skin are its bodies */
    const vv_skin3 *skin;
    uint32_t vertex_count, triangle_count;
    const vv_vec3 *positions, *normals; /* [vertex_count] at rest, for vv_skin3_apply */
    const uint32_t *colors;             /* [vertex_count] red in the lowest byte */
    const uint32_t *triangles;          /* [3 · triangle_count] */
} vv_asset_skinned_mesh;
/* Characters: skeletons with skinned meshes. */
VV_API uint32_t vv_asset_character_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_character(const vv_asset *asset, const char *name);
VV_API vv_asset_skinned_mesh vv_asset_character(const vv_asset *asset, uint32_t character);

VV_API uint32_t vv_asset_verb_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_verb(const vv_asset *asset, const char *name);
VV_API const vv_verb *vv_asset_verb(const vv_asset *asset, uint32_t verb);
VV_API const char *vv_asset_verb_name(const vv_asset *asset, uint32_t verb);
VV_API const char *vv_asset_verb_axis(const vv_asset *asset, uint32_t verb, uint32_t axis); /* the name of an axis */
VV_API uint32_t vv_asset_find_verb_axis(const vv_asset *asset, uint32_t verb, const char *name);
VV_API uint32_t vv_asset_verb_character(const vv_asset *asset, uint32_t verb);

VV_API uint32_t vv_asset_shape_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_shape(const vv_asset *asset, const char *name);
VV_API const vv_shape *vv_asset_shape(const vv_asset *asset, uint32_t shape);
VV_API const char *vv_asset_shape_name(const vv_asset *asset, uint32_t shape);
VV_API const char *vv_asset_shape_axis(const vv_asset *asset, uint32_t shape, uint32_t axis);
VV_API uint32_t vv_asset_find_shape_axis(const vv_asset *asset, uint32_t shape, const char *name);
/* The skin over its forms, and the character whose skeleton moves it; NULL and VV_NONE: none. */
VV_API const vv_skin3 *vv_asset_shape_skin(const vv_asset *asset, uint32_t shape);
VV_API uint32_t vv_asset_shape_character(const vv_asset *asset, uint32_t shape);
/* The joint whose angle an axis is, and the axis of the joint that it is about (0 x, 1 y, 2 z); VV_NONE: the game
 * sets the axis. */
VV_API uint32_t vv_asset_shape_driver(const vv_asset *asset, uint32_t shape, uint32_t axis, uint32_t *about);

VV_API uint32_t vv_asset_graph_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_graph(const vv_asset *asset, const char *name);
VV_API const vv_graph *vv_asset_graph(const vv_asset *asset, uint32_t graph);
VV_API const char *vv_asset_graph_name(const vv_asset *asset, uint32_t graph);
VV_API uint32_t vv_asset_graph_character(const vv_asset *asset, uint32_t graph);
/* verbs[capacity] receives its verbs in the order that vv_graph_player_create requires; returns how many there are. */
VV_API uint32_t vv_asset_graph_verbs(const vv_asset *asset, uint32_t graph, uint32_t capacity, const vv_verb **verbs);

/* ---- Creatures, motions, gaits and lines ------------------------------------------------------------------------- */

/* Creatures, with skinned meshes. */
VV_API uint32_t vv_asset_creature_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_creature(const vv_asset *asset, const char *name);
VV_API const vv_creature *vv_asset_creature(const vv_asset *asset, uint32_t creature);
VV_API vv_asset_skinned_mesh vv_asset_creature_mesh(const vv_asset *asset, uint32_t creature);

/* Motions. Several motions of one action are for different creatures: use the first whose binding has a variant. */
VV_API uint32_t vv_asset_motion_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_motion(const vv_asset *asset, const char *name);
VV_API const vv_motion *vv_asset_motion(const vv_asset *asset, uint32_t motion);
VV_API const char *vv_asset_motion_name(const vv_asset *asset, uint32_t motion);
VV_API const char *vv_asset_motion_action(const vv_asset *asset, uint32_t motion);

VV_API uint32_t vv_asset_gait_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_gait(const vv_asset *asset, const char *name);
VV_API const vv_gait *vv_asset_gait(const vv_asset *asset, uint32_t gait);
VV_API const char *vv_asset_gait_name(const vv_asset *asset, uint32_t gait);

/* A line of action, and what follows it: the body of a character or a creature, or a drawing. */
typedef struct vv_asset_line_parts {
    const char *name;
    const vv_line *line;            /* to be played, or as the target of a vv_live_line */
    uint32_t character, creature;   /* whose body follows; VV_NONE: not one of these */
    const vv_pose_sequence *frames; /* the motion of the body; NULL: a drawing follows */
    uint32_t artwork;               /* the drawing; VV_NONE: a body follows */
    /* of a drawing: the line at rest, with one keystroke, for vv_line_find_anchor and vv_line_anchor_transform */
    const vv_line *rest;
    uint32_t handle_count;
    const uint32_t *handles; /* [handle_count] the handles that the line moves */
} vv_asset_line_parts;
VV_API uint32_t vv_asset_line_count(const vv_asset *asset);
VV_API uint32_t vv_asset_find_line(const vv_asset *asset, const char *name);
VV_API vv_asset_line_parts vv_asset_line(const vv_asset *asset, uint32_t line);

/* The image of a layer as the bytes of a PNG file; NULL, and *byte_count 0, if the asset was baked without images. */
VV_API const void *vv_asset_layer_image(const vv_asset *asset, uint32_t artwork, uint32_t layer, size_t *byte_count);

#ifdef __cplusplus
}
#endif
#endif
