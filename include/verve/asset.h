/* The baked file `.vvb`: what a game loads. Verified in one pass, then used where it lies. */
#ifndef VERVE_ASSET_H
#define VERVE_ASSET_H

#include <verve/behaviour.h>

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
    const vv_sprite *sprite;  /* for vv_stage_add; NULL if baked without */
    vv_strengths strengths;   /* as the artist set them, for vv_actor_def.strengths */
    uint32_t behaviour_count; /* what can drive its actors: see vv_asset_behaviour */
    const vv_puppet *puppet;  /* for vv_actor_def.puppet; NULL if baked without */
    vv_material material;     /* as the artist set it, for vv_actor_def.material */
    uint32_t clip_count;      /* what it can play: see vv_asset_clip */
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

/* A layer's image as the bytes of a PNG file; NULL, and *byte_count 0, if it was baked without images. */
VV_API const void *vv_asset_layer_image(const vv_asset *asset, uint32_t artwork, uint32_t layer, size_t *byte_count);

#ifdef __cplusplus
}
#endif
#endif
